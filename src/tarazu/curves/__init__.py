"""Measures of scores: areas under curves, calibration, and the choice of a cut."""
