"""The only place that sees rows: every kind of input becomes a tally here."""
