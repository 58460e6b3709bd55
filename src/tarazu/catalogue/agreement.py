"""Agreement of the two axes, and agreement beyond chance."""

from __future__ import annotations

import numpy as np

from tarazu.catalogue import quantities as quantities
from tarazu.formula.declare import measure, when

NO_ITEMS = when("no_items", lambda n: n == 0, "the counts add up to 0")
ONE_CLASS = when(
    "one_class",
    lambda row_totals, column_totals: ((row_totals + column_totals) != 0).sum(-1) == 1,
    "only one class occurs, so agreement by chance is already complete",
)


def met_by_chance(row_totals, column_totals, n):
    """Share of the items on which independent axes with these totals agree."""
    return (row_totals * column_totals).sum(-1) / n**2


@measure(
    title="Accuracy",
    family="agreement",
    symmetric=True,
    headline=True,
    averages=False,
    undefined=[NO_ITEMS],
    aliases=["observed accuracy", "observed agreement", "percent agreement", "acc", "overall accuracy", "po"],
    symbol="accuracy",
    trials=lambda n: n,
    source="The share of items on the diagonal; the observed agreement of Cohen 1960.",
)
def accuracy(agreements, n):
    """Share of the items on which truth and prediction (or two raters) agree."""
    return agreements / n


@measure(
    title="Error rate",
    family="agreement",
    range=(0, 1),
    best=0,
    symmetric=True,
    averages=False,
    aliases=["error", "misclassification rate", "zero-one loss", "hamming loss"],
    trials=lambda n: n,
    source="1 − accuracy.",
)
def error_rate(accuracy):
    """Share of the items on which truth and prediction differ."""
    return 1 - accuracy


@measure(
    title="Expected accuracy",
    family="agreement",
    best=None,
    symmetric=True,
    headline=True,
    averages=False,
    undefined=[NO_ITEMS],
    aliases=["expected agreement", "chance agreement", "random accuracy", "pe"],
    exhibits=["expected_counts"],
    source="Cohen, J. (1960). A coefficient of agreement for nominal scales. Educ. Psychol. Meas. 20, 37-46.",
)
def expected_accuracy(row_totals, column_totals, n, *, weights="none"):
    """The accuracy to expect if two axes with these totals had nothing to do with each other."""
    if weights is None:
        return met_by_chance(row_totals, column_totals, n)
    return (weights * row_totals[..., :, None] * column_totals[..., None, :]).sum((-2, -1)) / n**2


@measure(
    title="Cohen's kappa",
    family="agreement",
    range=(-np.inf, 1),
    best=1,
    chance=0,
    symmetric=True,
    headline=True,
    averages=False,
    undefined=[
        ONE_CLASS,
        when(
            "chance_is_complete",
            lambda expected_accuracy: expected_accuracy == 1,
            "agreement by chance is already complete under these weights",
        ),
    ],
    aliases=[
        "kappa",
        "cohen kappa",
        "kappa statistic",
        "kappa coefficient",
        "weighted kappa",
        "heidke skill score",
        "hss",
    ],
    symbol="kappa",
    tex=r"\kappa",
    exhibits=["expected_counts"],
    source="Cohen, J. (1960). A coefficient of agreement for nominal scales. Educ. Psychol. Meas. 20, 37-46; "
    "weighted: Cohen, J. (1968). Psychol. Bull. 70, 213-220.",
)
def kappa(accuracy, expected_accuracy):
    """Agreement beyond chance: how much of the way from the expected accuracy to 1 was gone."""
    return (accuracy - expected_accuracy) / (1 - expected_accuracy)


@measure(
    title="No-information rate",
    family="agreement",
    best=None,
    smooth=False,
    headline=True,
    averages=False,
    undefined=[NO_ITEMS],
    aliases=["nir", "majority class rate", "zero rule accuracy", "baseline accuracy"],
    source="The accuracy of always predicting the most frequent true class.",
)
def no_information_rate(row_totals, n):
    """The accuracy of always naming the most frequent true class."""
    return row_totals.max(-1) / n
