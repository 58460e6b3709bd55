"""The scale an interval is made on: where the estimate is closer to normal, and from where the limits come back.

An interval on another scale stays within the range by itself.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from tarazu.uncertainty.proportion import Limits, quantile, wilson

__all__ = ["SCALES", "on_scale", "scale_for"]

_FITTING = {  # which scales a range allows
    (True, True): ("score", "logit", "fisher-z", "identity"),
    (True, False): ("log", "identity"),
    (False, True): ("log-complement", "identity"),
    (False, False): ("identity",),
}
SCALES = ("score", "logit", "fisher-z", "log", "log-complement", "identity")


@dataclass(frozen=True)
class _Range:
    low: float
    high: float

    @property
    def fitting(self) -> tuple[str, ...]:
        return _FITTING[bool(np.isfinite(self.low)), bool(np.isfinite(self.high))]


def scale_for(range: tuple[float, float]) -> tuple[str, ...]:
    """Return the scales that a measure of this range can be put on, the default first."""
    return _Range(*range).fitting


def on_scale(
    scale: str, value: Any, se: Any, range: tuple[float, float], level: float, df: float | None = None
) -> Limits:
    """Return the limits of value ± z standard errors, made on a scale and brought back, within the range.

    `score` is Wilson's interval with the sample size that would give this standard error. With `df` the
    quantile is that of Student's t.
    """
    low, high = range
    z = quantile(level, df)
    with np.errstate(all="ignore"):
        if scale == "score":
            p, width = (value - low) / (high - low), high - low
            n = p * (1 - p) / (se / width) ** 2
            limits = wilson(p * n, n, level, z)
            return low + width * limits[0], low + width * limits[1]
        if scale == "logit":
            p, width = (value - low) / (high - low), high - low
            half = z * se / width / (p * (1 - p))
            centre = np.log(p / (1 - p))
            return low + width / (1 + np.exp(-(centre - half))), low + width / (1 + np.exp(-(centre + half)))
        if scale == "fisher-z":  # −1 to 1 whatever the range: the z of a correlation
            half = z * se / (1 - value**2)
            centre = np.arctanh(value)
            return np.clip(np.tanh(centre - half), low, high), np.clip(np.tanh(centre + half), low, high)
        if scale == "log":
            ratio = np.exp(z * se / (value - low))
            return low + (value - low) / ratio, low + (value - low) * ratio
        if scale == "log-complement":
            ratio = np.exp(z * se / (high - value))
            return high - (high - value) * ratio, high - (high - value) / ratio
    return np.clip(value - z * se, low, high), np.clip(value + z * se, low, high)
