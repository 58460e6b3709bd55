"""How many items are needed: before the data are there."""
