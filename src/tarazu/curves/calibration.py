"""How far probabilities mean what they say."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tarazu.tally.scores import Scores

__all__ = ["Bins", "Line", "bins", "brier", "calibration_line", "log_loss", "spiegelhalter"]

Counts = NDArray[Any]


def brier(values: Counts, positives: Counts, negatives: Counts) -> Counts:
    """Mean squared difference of probability and outcome, from 0 to 1.

    Brier, G. W. (1950). Mon. Weather Rev. 78, 1-3.
    """
    total = (positives + negatives).sum(-1)
    return np.asarray((positives * (1 - values) ** 2 + negatives * values**2).sum(-1) / total)


def log_loss(values: Counts, positives: Counts, negatives: Counts) -> Counts:
    """Mean of minus the logarithm of the probability of what happened: infinite if that was 0, and not clipped."""
    with np.errstate(divide="ignore", invalid="ignore"):
        surprise = np.where(positives > 0, -positives * np.log(values), 0)
        surprise = surprise + np.where(negatives > 0, -negatives * np.log1p(-values), 0)
    return np.asarray(surprise.sum(-1) / (positives + negatives).sum(-1))


@dataclass(frozen=True)
class Line:
    """Slope and intercept of the outcome on the logit of the probability, and the intercept with a slope of 1.

    A slope below 1: too extreme. An intercept at slope 1 ("in the large") below 0: too high.
    """

    slope: float
    slope_se: float
    intercept: float
    in_the_large: float
    in_the_large_se: float


def calibration_line(scores: Scores) -> Line:
    """Fit the calibration line by logistic regression. Cox, D. R. (1958). Biometrika 45, 562-565.

    NaN where a probability is 0 or 1, or where the two sides are separated so that the slope has no limit.
    """
    p, pos, neg = scores.values, scores.positives, scores.negatives
    if ((p <= 0) | (p >= 1)).any() or not pos.sum() or not neg.sum():
        return Line(*[math.nan] * 5)
    x = np.log(p / (1 - p))
    slope, intercept, slope_se = _logistic(x, pos, neg)
    large, large_se = _offset(x, pos, neg)
    return Line(slope, slope_se, intercept, large, large_se)


def _logistic(x: Counts, pos: Counts, neg: Counts) -> tuple[float, float, float]:
    """Logistic regression of one variable, by Newton's method."""
    n = pos + neg
    design = np.stack([np.ones_like(x), x])
    beta = np.array([0.0, 1.0])
    for _ in range(60):
        fitted = 1 / (1 + np.exp(-(beta @ design)))
        information = (design * (n * fitted * (1 - fitted))) @ design.T
        if np.linalg.cond(information) > 1e12:
            return math.nan, math.nan, math.nan
        step = np.linalg.solve(information, design @ (pos - n * fitted))
        beta = beta + np.clip(step, -5, 5)
        if abs(step).max() < 1e-12:
            return float(beta[1]), float(beta[0]), float(np.sqrt(np.linalg.inv(information)[1, 1]))
    return math.nan, math.nan, math.nan


def _offset(x: Counts, pos: Counts, neg: Counts) -> tuple[float, float]:
    n, a = pos + neg, 0.0
    for _ in range(60):
        fitted = 1 / (1 + np.exp(-(a + x)))
        information = float((n * fitted * (1 - fitted)).sum())
        step = float((pos - n * fitted).sum()) / information
        a += max(-5.0, min(5.0, step))
        if abs(step) < 1e-12:
            return a, 1 / math.sqrt(information)
    return math.nan, math.nan


def spiegelhalter(scores: Scores) -> tuple[float, float]:
    """Return z and two-sided p of the test that the probabilities are right. Spiegelhalter, D. J. (1986).

    Stat. Med. 5, 421-433.
    """
    p, n = scores.values, scores.positives + scores.negatives
    away = ((scores.positives - n * p) * (1 - 2 * p)).sum()
    variance = (n * (1 - 2 * p) ** 2 * p * (1 - p)).sum()
    if variance <= 0:
        return math.nan, math.nan
    z = float(away / math.sqrt(variance))
    return z, math.erfc(abs(z) / math.sqrt(2))


@dataclass(frozen=True)
class Bins:
    """Bins of probabilities: edges, items, mean probability and share of positives of those that hold items."""

    low: NDArray[np.float64]
    high: NDArray[np.float64]
    items: NDArray[np.float64]
    mean: NDArray[np.float64]
    share: NDArray[np.float64]

    @property
    def expected_error(self) -> float:
        """ECE: the mean distance of share and mean probability, by items."""
        return float((self.items * abs(self.share - self.mean)).sum() / self.items.sum())

    @property
    def largest_error(self) -> float:
        """MCE: the largest distance of share and mean probability."""
        return float(abs(self.share - self.mean).max())


def bins(scores: Scores, count: int = 10) -> Bins:
    """Cut the probabilities into bins of equal width; an edge belongs to the bin above it, and 1 to the last.

    A probability within rounding of an edge (0.3 as 0.1 × 3) is at the edge. ECE depends on the bins: state them.
    """
    p, n = scores.values, scores.positives + scores.negatives
    place = np.minimum(np.floor(p * count + 1e-9).astype(int), count - 1)
    items = np.bincount(place, weights=n, minlength=count).astype(np.float64)
    used = items > 0
    mean = np.bincount(place, weights=n * p, minlength=count)[used] / items[used]
    share = np.bincount(place, weights=scores.positives, minlength=count)[used] / items[used]
    edges = np.arange(count + 1) / count
    return Bins(edges[:-1][used], edges[1:][used], items[used], mean, share)
