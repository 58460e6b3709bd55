"""Intervals for a proportion: x successes in n trials. Both may be fractional (an effective sample size).

Every function takes numbers or arrays, and returns the two limits, within 0 and 1. z is the normal quantile of
the level, about 1.96 for 95 %.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["METHODS", "Limits", "quantile"]

Limits = tuple[NDArray[np.float64], NDArray[np.float64]]


def quantile(level: float, df: float | None = None) -> float:
    """Return the z of a two-sided level, or with `df` the t.

    >>> round(quantile(0.95), 6), round(quantile(0.95, 9), 6)
    (1.959964, 2.262157)
    """
    from scipy.special import ndtri, stdtrit

    return float(ndtri((1 + level) / 2) if df is None else stdtrit(df, (1 + level) / 2))


def wald(x: Any, n: Any, level: float) -> Limits:
    """Estimate ± z standard errors; there by name, to match published tables. Cut at 0 and 1.

    >>> [round(float(v), 4) for v in wald(50, 50, 0.95)]
    [1.0, 1.0]
    """
    p, z = x / n, quantile(level)
    half = z * np.sqrt(p * (1 - p) / n)
    return _within(p - half, p + half)


def wald_cc(x: Any, n: Any, level: float) -> Limits:
    """Wald, with the continuity correction 1 / (2n)."""
    p, z = x / n, quantile(level)
    half = z * np.sqrt(p * (1 - p) / n) + 1 / (2 * n)
    return _within(p - half, p + half)


def wilson(x: Any, n: Any, level: float, z: float | None = None) -> Limits:
    """The proportions that a score test would not reject. Wilson, E. B. (1927). J. Am. Stat. Assoc. 22, 209-212.

    >>> [round(float(v), 4) for v in wilson(50, 50, 0.95)]
    [0.9287, 1.0]
    """
    p, z = x / n, quantile(level) if z is None else z
    middle = (p + z**2 / (2 * n)) / (1 + z**2 / n)
    half = z / (1 + z**2 / n) * np.sqrt(p * (1 - p) / n + z**2 / (4 * n**2))
    # at 0 and at n the limit is 0 and 1 itself, and not what rounding makes of it
    return _within(np.where(p == 0, 0, middle - half), np.where(p == 1, 1, middle + half))


def wilson_cc(x: Any, n: Any, level: float) -> Limits:
    """Wilson, with continuity correction. Newcombe, R. G. (1998). Stat. Med. 17, 857-872, method 4."""
    p, z = x / n, quantile(level)
    low = (2 * n * p + z**2 - 1 - z * np.sqrt(z**2 - 2 - 1 / n + 4 * p * (n * (1 - p) + 1))) / (2 * (n + z**2))
    high = (2 * n * p + z**2 + 1 + z * np.sqrt(z**2 + 2 - 1 / n + 4 * p * (n * (1 - p) - 1))) / (2 * (n + z**2))
    return _within(np.where(p == 0, 0, low), np.where(p == 1, 1, high))


def agresti_coull(x: Any, n: Any, level: float) -> Limits:
    """Wald after z² / 2 successes and as many failures are added. Agresti, A., Coull, B. A. (1998).

    Am. Stat. 52, 119-126.
    """
    z = quantile(level)
    more = n + z**2
    p = (x + z**2 / 2) / more
    half = z * np.sqrt(p * (1 - p) / more)
    return _within(p - half, p + half)


def clopper_pearson(x: Any, n: Any, level: float) -> Limits:
    """The proportions that neither exact one-sided test would reject: never too short, mostly too long.

    Clopper, C. J., Pearson, E. S. (1934). Biometrika 26, 404-413.
    """
    from scipy.special import betaincinv

    tail = (1 - level) / 2
    low = np.where(x > 0, betaincinv(np.where(x > 0, x, 1), n - x + 1, tail), 0)
    high = np.where(x < n, betaincinv(x + 1, np.where(x < n, n - x, 1), 1 - tail), 1)
    return _within(low, high)


def jeffreys(x: Any, n: Any, level: float) -> Limits:
    """Equal tails of the posterior under the prior Beta(½, ½); 0 and 1 themselves at 0 and n.

    Brown, L. D., Cai, T. T., DasGupta, A. (2001). Stat. Sci. 16, 101-133.
    """
    from scipy.special import betaincinv

    tail = (1 - level) / 2
    low = np.where(x > 0, betaincinv(x + 0.5, n - x + 0.5, tail), 0)
    high = np.where(x < n, betaincinv(x + 0.5, n - x + 0.5, 1 - tail), 1)
    return _within(low, high)


def _within(low: Any, high: Any) -> Limits:
    return np.clip(low, 0, 1), np.clip(high, 0, 1)


METHODS: dict[str, Callable[[Any, Any, float], Limits]] = {
    "wilson": wilson,
    "wilson-cc": wilson_cc,
    "clopper-pearson": clopper_pearson,
    "jeffreys": jeffreys,
    "agresti-coull": agresti_coull,
    "wald": wald,
    "wald-cc": wald_cc,
}
