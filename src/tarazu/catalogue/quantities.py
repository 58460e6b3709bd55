"""What measures of a confusion matrix are made of.

Tables have truth (or the first rater) in the rows and the prediction (or the second) in the columns; in a
2 × 2 table the positive class is the second.
"""

from __future__ import annotations

import numpy as np

from tarazu.catalogue import parameters as parameters
from tarazu.formula.declare import quantity


@quantity(symbol="n", tex="n")
def n(counts):
    """Number of items: the sum of all counts."""
    return counts.sum((-2, -1))


@quantity(symbol="row totals", tex="r")
def row_totals(counts):
    """How often each class is true (or given by the first rater)."""
    return counts.sum(-1)


@quantity(symbol="column totals", tex="c")
def column_totals(counts):
    """How often each class is predicted (or given by the second rater)."""
    return counts.sum(-2)


@quantity(symbol="diagonal", tex="d")
def diagonal(counts):
    """How often each class is met by both axes."""
    return np.diagonal(counts, axis1=-2, axis2=-1)


@quantity
def expected_counts(row_totals, column_totals, n):
    """The counts to expect if the two axes were independent."""
    return row_totals[..., :, None] * column_totals[..., None, :] / n[..., None, None]


@quantity
def agreements(counts, diagonal, *, weights="none"):
    """The items on which both axes agree; with weights, partial agreement counts in part."""
    return diagonal.sum(-1) if weights is None else (weights * counts).sum((-2, -1))


@quantity(symbol="number of classes", tex="k")
def number_of_classes(counts):
    """Number of classes, also of those that do not occur."""
    return counts.shape[-1]


@quantity
def classes_occurring(row_totals):
    """Number of classes that occur in the truth."""
    return (row_totals != 0).sum(-1)


@quantity(symbol="TP", tex=r"\mathrm{TP}")
def tp(counts):
    """True positives: items of the class that are predicted as it."""
    return counts[..., 1, 1]


@quantity(symbol="FP", tex=r"\mathrm{FP}")
def fp(counts):
    """False positives (type 1 errors): items of another class that are predicted as it."""
    return counts[..., 0, 1]


@quantity(symbol="FN", tex=r"\mathrm{FN}")
def fn(counts):
    """False negatives (type 2 errors): items of the class that are predicted as another."""
    return counts[..., 1, 0]


@quantity(symbol="TN", tex=r"\mathrm{TN}")
def tn(counts):
    """True negatives: items of another class that are not predicted as it."""
    return counts[..., 0, 0]


@quantity
def cost_of_guessing(row_totals, *, costs="errors"):
    """What always predicting the one class that is cheapest would cost."""
    return (row_totals[..., :, None] * costs).sum(-2).min(-1)
