"""How sure we are: standard errors, intervals, resampling and tests, all from the tally."""
