"""How well scores put positive items above negative ones: ROC and precision-recall, exact with ties.

Bodies take the positives and the negatives at each distinct score, in rising order, with any leading axes: one tally,
or a stack of resampled ones.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tarazu.tally.scores import Scores

__all__ = [
    "Roc",
    "auc",
    "average_precision",
    "delong",
    "delong_paired",
    "ks",
    "partial_auc",
    "pr_auc_trapezoid",
    "roc",
]

Counts = NDArray[Any]


def auc(positives: Counts, negatives: Counts) -> Counts:
    """Probability that a positive item scores above a negative one, ties counting half (Mann-Whitney).

    Bamber, D. (1975). J. Math. Psychol. 12, 387-415.
    """
    below = np.cumsum(negatives, -1) - negatives
    wins = (positives * (below + negatives / 2)).sum(-1)
    return np.asarray(wins / (positives.sum(-1) * negatives.sum(-1)))


def average_precision(positives: Counts, negatives: Counts) -> Counts:
    """Mean precision over the positive items, in steps and without interpolation."""
    found, taken = _from_above(positives), _from_above(positives) + _from_above(negatives)
    precision = np.where(taken > 0, found / np.where(taken > 0, taken, 1), 0)
    return np.asarray((precision * positives).sum(-1) / positives.sum(-1))


def pr_auc_trapezoid(positives: Counts, negatives: Counts) -> float:
    """Area under straight lines between the points of the precision-recall curve, from (0, 1): too optimistic.

    Davis, J., Goadrich, M. (2006). ICML, 233-240, say why; it is there to reconcile numbers of others.
    """
    found, taken = _from_above(positives)[::-1], (_from_above(positives) + _from_above(negatives))[::-1]
    recall = np.concatenate([[0.0], found / positives.sum()])
    precision = np.concatenate([[1.0], found / taken])
    return float(((recall[1:] - recall[:-1]) * (precision[1:] + precision[:-1]) / 2).sum())


def ks(positives: Counts, negatives: Counts) -> Counts:
    """Largest distance between the two distributions of scores (Kolmogorov-Smirnov)."""
    apart = _from_above(positives) / positives.sum(-1, keepdims=True)
    apart = apart - _from_above(negatives) / negatives.sum(-1, keepdims=True)
    return np.asarray(abs(apart).max(-1))


def _from_above(counts: Counts) -> Counts:
    """How many have this score or more."""
    return np.flip(np.cumsum(np.flip(counts, -1), -1), -1)


@dataclass(frozen=True)
class Roc:
    """The points of the ROC curve: an item is called positive if its score is at least the threshold.

    The first threshold is infinite: nothing is called positive.
    """

    thresholds: NDArray[np.float64]
    fpr: NDArray[np.float64]
    tpr: NDArray[np.float64]


def roc(scores: Scores) -> Roc:
    """Return all points of the ROC curve, one for each distinct score.

    >>> r = roc(Scores.of(np.array([0.1, 0.4, 0.35, 0.8]), np.array([False, False, True, True])))
    >>> r.fpr.tolist(), r.tpr.tolist()
    ([0.0, 0.0, 0.5, 0.5, 1.0], [0.0, 0.5, 0.5, 1.0, 1.0])
    """
    tpr, fpr = (_from_above(c)[::-1] / c.sum() for c in (scores.positives, scores.negatives))
    thresholds = np.concatenate([[np.inf], scores.values[::-1]])
    return Roc(thresholds, np.concatenate([[0.0], fpr]), np.concatenate([[0.0], tpr]))


def partial_auc(scores: Scores, *, specificity: tuple[float, float] | None = None,
                sensitivity: tuple[float, float] | None = None, standardised: bool = False) -> float:  # fmt: skip
    """Return the area under a part of the ROC curve: between two specificities, or right of two sensitivities.

    `standardised` brings it to 0.5 for chance and 1 for perfect: McClish, D. K. (1989). Med. Decis. Making 9, 190-195.
    """
    r = roc(scores)
    if specificity is not None:
        x, y, (low, high) = r.fpr, r.tpr, (1 - specificity[1], 1 - specificity[0])
    else:
        assert sensitivity is not None
        x, y, (low, high) = 1 - r.tpr[::-1], 1 - r.fpr[::-1], (1 - sensitivity[1], 1 - sensitivity[0])
    area = _area_between(x, y, low, high)
    if not standardised:
        return area
    least, most = (high**2 - low**2) / 2, high - low
    return (1 + (area - least) / (most - least)) / 2


def _area_between(x: Counts, y: Counts, low: float, high: float) -> float:
    """Area under straight lines between points, from x = low to x = high. Steps up at one x are vertical lines."""
    total = 0.0
    for x0, x1, y0, y1 in zip(x[:-1], x[1:], y[:-1], y[1:], strict=True):
        a, b = max(x0, low), min(x1, high)
        if b > a:
            slope = (y1 - y0) / (x1 - x0)
            total += (b - a) * (y0 + slope * ((a + b) / 2 - x0))
    return float(total)


def delong(scores: Scores) -> float:
    """Return the standard error of the area, by DeLong, E. R., DeLong, D. M., Clarke-Pearson, D. L. (1988).

    Biometrics 44, 837-845; from the placements of the distinct scores, so in O(m log m). NaN for fewer than two
    positive or negative items.
    """
    m, n = scores.n_positive, scores.n_negative
    if m <= 1 or n <= 1:
        return math.nan
    over, under = _placements(scores.positives, scores.negatives)
    area = float(auc(scores.positives, scores.negatives))
    among_positives = (scores.positives * (over - area) ** 2).sum() / (m - 1)
    among_negatives = (scores.negatives * (under - area) ** 2).sum() / (n - 1)
    return math.sqrt(among_positives / m + among_negatives / n)


def _placements(positives: Counts, negatives: Counts) -> tuple[Counts, Counts]:
    """For each score: the share of negatives below it, and the share of positives above it, ties counting half."""
    over = (np.cumsum(negatives) - negatives / 2) / negatives.sum()
    under = (_from_above(positives) - positives / 2) / positives.sum()
    return over, under


def delong_paired(positive: NDArray[np.bool_], first: Counts, second: Counts) -> tuple[float, float, float, float]:
    """Return the difference of two areas on the same items, its standard error, z and two-sided p.

    Two scores that order the items alike have a difference of 0 and a p of 1.
    """
    placed, areas = [], []
    for values in (first, second):
        distinct, place = np.unique(values, return_inverse=True)
        pos, neg = (np.bincount(place[side], minlength=len(distinct)).astype(float) for side in (positive, ~positive))
        over, under = _placements(pos, neg)
        placed.append((over[place[positive]], under[place[~positive]]))
        areas.append(float(auc(pos, neg)))
    m, n = int(positive.sum()), int((~positive).sum())
    away = placed[0][0] - placed[1][0], placed[0][1] - placed[1][1]
    difference = areas[0] - areas[1]
    variance = away[0].var(ddof=1) / m + away[1].var(ddof=1) / n if m > 1 and n > 1 else math.nan
    se = math.sqrt(variance)
    if se < 1e-12 and abs(difference) < 1e-12:
        return 0.0, 0.0, 0.0, 1.0
    z = difference / se if se > 0 else math.copysign(math.inf, difference)
    return difference, se, z, math.erfc(abs(z) / math.sqrt(2))
