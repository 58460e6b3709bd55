"""Other ideas of chance than Cohen's: coefficients of two raters, and what pulls kappa down."""

from __future__ import annotations

import numpy as np

from tarazu.catalogue.agreement import NO_ITEMS, ONE_CLASS, met_by_chance
from tarazu.formula.declare import measure, quantity, when

COMPLETE = "agreement by chance is already complete under these weights"


@quantity(symbol="mean totals", tex="m")
def mean_totals(row_totals, column_totals):
    """How often a rater gives each class: the mean of both."""
    return (row_totals + column_totals) / 2


@measure(
    title="Expected accuracy of shared totals",
    family="agreement",
    best=None,
    symmetric=True,
    averages=False,
    undefined=[NO_ITEMS],
    aliases=["overall raccu", "random accuracy unbiased", "expected agreement of scott"],
    source="Scott, W. A. (1955). Public Opin. Q. 19, 321-325: the agreement by chance of his pi.",
)
def agreement_of_shared_totals(mean_totals, n, *, weights="none"):
    """The agreement to expect of two raters who draw from the same, mean, totals."""
    if weights is None:
        return (mean_totals**2).sum(-1) / n**2
    return (weights * mean_totals[..., :, None] * mean_totals[..., None, :]).sum((-2, -1)) / n**2


@measure(
    title="Scott's pi",
    family="agreement",
    range=(-np.inf, 1),
    symmetric=True,
    averages=False,
    undefined=[
        ONE_CLASS,
        when("chance_is_complete", lambda agreement_of_shared_totals: agreement_of_shared_totals == 1, COMPLETE),
    ],
    aliases=["pi", "fleiss kappa of two raters", "kappa unbiased", "KappaUnbiased", "bias adjusted kappa", "bak"],
    symbol="pi",
    tex=r"\pi",
    source="Scott, W. A. (1955). Reliability of content analysis: the case of nominal scale coding. Public Opin. Q. "
    "19, 321-325.",
)
def scott_pi(accuracy, agreement_of_shared_totals):
    """Agreement beyond that of two raters who share one distribution of classes."""
    return (accuracy - agreement_of_shared_totals) / (1 - agreement_of_shared_totals)


@quantity
def agreement_of_random_ratings(mean_totals, n, number_of_classes, *, weights="none"):
    """The agreement to expect where ratings are random: Gwet's, with the share of items that are hard to rate."""
    hard = (mean_totals * (n[..., None] - mean_totals)).sum(-1) / n**2
    if weights is None:
        return hard / (number_of_classes - 1)
    return weights.sum((-2, -1)) * hard / (number_of_classes * (number_of_classes - 1))


@measure(
    title="Gwet's AC1",
    family="agreement",
    range=(-np.inf, 1),
    symmetric=True,
    averages=False,
    undefined=[
        when("one_category", lambda number_of_classes: number_of_classes == 1, "there is only one category"),
        when("chance_is_complete", lambda agreement_of_random_ratings: agreement_of_random_ratings == 1, COMPLETE),
    ],
    aliases=["ac1", "gwet ac1", "gwet ac", "ac2", "gwet ac2"],
    symbol="AC1",
    tex=r"\mathrm{AC}_1",
    source="Gwet, K. L. (2008). Computing inter-rater reliability and its variance in the presence of high agreement. "
    "Br. J. Math. Stat. Psychol. 61, 29-48; with weights it is AC2. Declared classes count, also unused ones.",
)
def gwet_ac1(accuracy, agreement_of_random_ratings):
    """Agreement beyond chance, where chance is thought to act on hard items only."""
    return (accuracy - agreement_of_random_ratings) / (1 - agreement_of_random_ratings)


@quantity
def agreement_of_pooled_values(mean_totals, n, *, weights="none"):
    """The agreement to expect of two values drawn without replacement from all that both raters gave."""
    given, values = 2 * mean_totals, 2 * n
    if weights is None:
        return (given * (given - 1)).sum(-1) / (values * (values - 1))
    pairs = (weights * given[..., :, None] * given[..., None, :]).sum((-2, -1))
    return (pairs - values) / (values * (values - 1))


@measure(
    title="Krippendorff's alpha of two raters",
    family="agreement",
    range=(-np.inf, 1),
    symmetric=True,
    scale_free=False,
    averages=False,
    undefined=[
        ONE_CLASS,
        when("chance_is_complete", lambda agreement_of_pooled_values: agreement_of_pooled_values == 1, COMPLETE),
    ],
    aliases=["alpha", "krippendorff alpha", "nominal alpha"],
    symbol="alpha",
    tex=r"\alpha",
    source="Krippendorff, K. (2004). Content analysis, 2nd edition, chapter 11; weights=quadratic is his interval "
    "metric. For two raters and no missing values.",
)
def krippendorff_alpha(accuracy, agreement_of_pooled_values):
    """Agreement beyond that of values paired at random out of all that were given."""
    return (accuracy - agreement_of_pooled_values) / (1 - agreement_of_pooled_values)


@quantity
def largest_accuracy(row_totals, column_totals, n):
    """The accuracy that is possible with these totals."""
    return np.minimum(row_totals, column_totals).sum(-1) / n


@quantity
def unweighted_expected_accuracy(row_totals, column_totals, n):
    """The accuracy to expect by chance; the largest kappa has no weighted form."""
    return met_by_chance(row_totals, column_totals, n)


@measure(
    title="Largest possible kappa",
    family="agreement",
    range=(0, 1),
    best=None,
    symmetric=True,
    smooth=False,
    averages=False,
    undefined=[ONE_CLASS, NO_ITEMS],
    aliases=["kappa maximum", "maximum kappa", "kmax"],
    source="Cohen, J. (1960). Educ. Psychol. Meas. 20, 37-46, p. 42.",
)
def kappa_max(largest_accuracy, unweighted_expected_accuracy):
    """The kappa that would be reached if the two axes agreed as far as their totals allow."""
    return (largest_accuracy - unweighted_expected_accuracy) / (1 - unweighted_expected_accuracy)


@measure(
    title="Prevalence index",
    family="agreement",
    range=(-1, 1),
    best=None,
    symmetric=True,
    averages=False,
    undefined=[NO_ITEMS],
    source="Byrt, T., Bishop, J., Carlin, J. B. (1993). Bias, prevalence and kappa. J. Clin. Epidemiol. 46, 423-429.",
)
def prevalence_index(tp, tn, n):
    """How much more often both say the class than both say another: far from 0, kappa is low at high agreement."""
    return (tp - tn) / n


@measure(
    title="Bias index",
    family="agreement",
    range=(-1, 1),
    best=None,
    averages=False,
    undefined=[NO_ITEMS],
    for_raters=True,
    source="Byrt, T., Bishop, J., Carlin, J. B. (1993). Bias, prevalence and kappa. J. Clin. Epidemiol. 46, 423-429.",
)
def bias_index(fn, fp, n):
    """How much more often the rows say the class than the columns do."""
    return (fn - fp) / n


@measure(
    title="Random accuracy of a class",
    family="agreement",
    best=None,
    symmetric=True,
    averages=False,
    undefined=[NO_ITEMS],
    aliases=["racc"],
    source="Cohen, J. (1960). Educ. Psychol. Meas. 20, 37-46: the part of one class in the expected accuracy.",
)
def random_accuracy_ovr(tp, fp, fn, n):
    """Share of the items that both axes would put into the class by chance."""
    return (tp + fn) * (tp + fp) / n**2


@measure(
    title="Random accuracy of a class, shared totals",
    family="agreement",
    best=None,
    symmetric=True,
    averages=False,
    undefined=[NO_ITEMS],
    aliases=["raccu"],
    source="Scott, W. A. (1955). Public Opin. Q. 19, 321-325: the part of one class in the agreement by chance.",
)
def random_accuracy_shared_ovr(tp, fp, fn, n):
    """Share of the items that both axes would put into the class by chance if they shared their totals."""
    return ((2 * tp + fp + fn) / (2 * n)) ** 2


# ---- kappa within what the totals allow


@quantity
def unweighted_accuracy(diagonal, n):
    """Share of the items on the diagonal; what the totals allow has no weighted form."""
    return diagonal.sum(-1) / n


@quantity
def smallest_accuracy(row_totals, column_totals, n):
    """The least accuracy that is possible with these totals.

    A class must agree where its two totals together exceed n, and by Hall's theorem nothing else must.
    """
    return np.maximum(row_totals + column_totals - n[..., None], 0).sum(-1) / n


@measure(
    title="Smallest possible kappa",
    family="agreement",
    range=(-1, 0),
    best=None,
    symmetric=True,
    smooth=False,
    averages=False,
    undefined=[ONE_CLASS, NO_ITEMS],
    aliases=["kappa minimum", "minimum kappa"],
    source="Kappa at the least agreement that the totals allow: the counterpart of the largest, Cohen's (1960).",
)
def kappa_min(smallest_accuracy, unweighted_expected_accuracy):
    """The kappa that would be reached if the two axes disagreed as far as their totals allow."""
    return (smallest_accuracy - unweighted_expected_accuracy) / (1 - unweighted_expected_accuracy)


@measure(
    title="Kappa as a share of the largest possible",
    family="agreement",
    range=(-np.inf, 1),
    chance=0,
    symmetric=True,
    smooth=False,
    averages=False,
    undefined=[
        NO_ITEMS,
        when(
            "axis_constant",
            lambda row_totals, column_totals: ((row_totals != 0).sum(-1) == 1) | ((column_totals != 0).sum(-1) == 1),
            "all items are of one class on one of the two sides, so the largest possible kappa is 0",
        ),
        when(
            "no_class_shared",
            lambda row_totals, column_totals: (row_totals * column_totals == 0).all(-1),
            "the two sides have no class in common, so the largest possible kappa is 0",
        ),
    ],
    aliases=["kappa over kappa max", "kappa ratio"],
    source="Cohen, J. (1960). Educ. Psychol. Meas. 20, 37-46, p. 43; of the unweighted kappa.",
)
def kappa_of_max(unweighted_accuracy, unweighted_expected_accuracy, largest_accuracy):
    """Agreement beyond chance as a share of what the totals leave room for."""
    return (unweighted_accuracy - unweighted_expected_accuracy) / (largest_accuracy - unweighted_expected_accuracy)


@measure(
    title="Bangdiwala's B",
    family="agreement",
    symmetric=True,
    averages=False,
    undefined=[
        when(
            "no_class_shared",
            lambda row_totals, column_totals: (row_totals * column_totals == 0).all(-1),
            "the two sides have no class in common, so the agreement chart has no area",
        )
    ],
    aliases=["bangdiwala"],
    source="Bangdiwala, S. I. (1985). A graphical test for observer agreement. Proc. 45th ISI Session, 307-308.",
)
def bangdiwala_b(diagonal, row_totals, column_totals):
    """Area of the squares of agreement as a share of the area that the totals allow."""
    return (diagonal**2).sum(-1) / (row_totals * column_totals).sum(-1)
