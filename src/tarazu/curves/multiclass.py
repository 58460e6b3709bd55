"""Scores of several classes: a column for each class."""

from __future__ import annotations

import math
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tarazu.curves.ranking import auc
from tarazu.tally.scores import Scores

__all__ = ["brier_of_items", "hand_till", "log_loss_of_items", "one_against_the_rest"]


def one_against_the_rest(values: NDArray[Any], classes: NDArray[np.int64]) -> list[Scores]:
    """Return the scores of each class against all others; `classes` has the number of the true class of each item."""
    return [Scores.of(values[:, c], classes == c) for c in range(values.shape[1])]


def hand_till(values: NDArray[Any], classes: NDArray[np.int64]) -> float:
    """Mean over all pairs of classes of how well each is told from the other by its own score; NaN if one is missing.

    Hand, D. J., Till, R. J. (2001). A simple generalisation of the area under the ROC curve for multiple class
    classification problems. Mach. Learn. 45, 171-186.
    """
    areas = []
    for i, j in combinations(range(values.shape[1]), 2):
        for own, other in ((i, j), (j, i)):
            both = (classes == own) | (classes == other)
            pair = Scores.of(values[both, own], classes[both] == own)
            if not pair.n_positive or not pair.n_negative:
                return math.nan
            areas.append(float(auc(pair.positives, pair.negatives)))
    return float(np.mean(areas))


def log_loss_of_items(values: NDArray[Any], classes: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return minus the logarithm of the probability of what happened, for each item; infinite where that was 0."""
    with np.errstate(divide="ignore"):
        return np.asarray(-np.log(values[np.arange(len(classes)), classes]) + 0.0)


def brier_of_items(values: NDArray[Any], classes: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return the squared distance of probabilities and outcome, summed over the classes, for each item: 0 to 2."""
    happened = np.zeros_like(values)
    happened[np.arange(len(classes)), classes] = 1
    return np.asarray(((values - happened) ** 2).sum(1))
