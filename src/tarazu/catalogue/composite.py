"""Means of rates, shares of all items, and what a test is worth."""

from __future__ import annotations

import numpy as np

from tarazu.catalogue.agreement import NO_ITEMS
from tarazu.catalogue.rates import NEVER_OCCURS
from tarazu.formula.declare import measure, when


@measure(
    title="G-mean",
    family="composite",
    aliases=["gmean", "geometric mean of recall and specificity"],
    source="Kubat, M., Matwin, S. (1997). Addressing the curse of imbalanced training sets. ICML, 179-186.",
)
def g_mean(recall, specificity):
    """Geometric mean of recall and specificity of one class."""
    return np.sqrt(recall * specificity)


@measure(
    title="Fowlkes-Mallows index",
    family="composite",
    symmetric=True,
    aliases=["fm index", "g measure", "geometric mean of precision and recall", "ochiai", "otsuka ochiai"],
    source="Fowlkes, E. B., Mallows, C. L. (1983). J. Am. Stat. Assoc. 78, 553-569.",
)
def fowlkes_mallows(precision, recall):
    """Geometric mean of precision and recall of one class."""
    return np.sqrt(precision * recall)


@measure(
    title="Geometric mean of the recalls",
    family="composite",
    averages=False,
    smooth=False,
    undefined=[when("no_class_occurs", lambda row_totals: (row_totals != 0).sum(-1) == 0, "no class occurs")],
    aliases=["geometric mean recall", "multi-class g-mean"],
    source="Sun, Y., Kamel, M. S., Wang, Y. (2006). Boosting for learning multiple classes with imbalanced class "
    "distribution. ICDM, 592-602; over the classes that occur.",
)
def geometric_mean_of_recalls(recall_by_class, classes_occurring):
    """Geometric mean of the recalls of the classes that occur: 0 if one of them is never found."""
    logs = np.log(np.where(~np.isnan(recall_by_class), recall_by_class, 1))
    return np.exp(logs.sum(-1) / classes_occurring)


@measure(
    title="Detection rate",
    family="composite",
    best=None,
    symmetric=True,
    averages=False,
    undefined=[NO_ITEMS],
    source="TP / n, as in caret.",
)
def detection_rate(tp, n):
    """Share of all items that are of the class and were found."""
    return tp / n


@measure(
    title="Detection prevalence",
    family="composite",
    best=None,
    averages=False,
    undefined=[NO_ITEMS],
    aliases=["apparent prevalence", "predicted prevalence"],
    source="(TP + FP) / n, as in caret and epiR.",
)
def detection_prevalence(tp, fp, n):
    """Share of all items that were taken for the class."""
    return (tp + fp) / n


@measure(
    title="Number needed to diagnose",
    family="composite",
    range=(-np.inf, np.inf),
    best=1,
    averages=False,
    undefined=[
        when(
            "not_informed",
            lambda informedness: informedness == 0,
            "class {label} is told from the rest no better than by chance",
        )
    ],
    aliases=["nnd", "nndx"],
    source="Linn, S., Grunau, P. D. (2006). New patient-oriented summary measure of net total gain in certainty for "
    "dichotomous diagnostic tests. Epidemiol. Perspect. Innov. 3, 11.",
)
def number_needed_to_diagnose(informedness):
    """How many items of the class must be tested for one more correct finding than chance gives."""
    return 1 / informedness


@measure(
    title="Lift",
    family="composite",
    range=(0, np.inf),
    best=None,
    chance=1,
    symmetric=True,
    averages=False,
    undefined=[NEVER_OCCURS],
    aliases=["lift score"],
    source="precision / prevalence.",
)
def lift(precision, prevalence):
    """How many times as often as in all items the class is right among the items taken for it."""
    return precision / prevalence


@measure(
    title="Prevalence-adjusted bias-adjusted kappa",
    family="agreement",
    range=(-1, 1),
    best=1,
    symmetric=True,
    averages=False,
    undefined=[
        when("one_category", lambda number_of_classes: number_of_classes == 1, "there is only one category"),
        NO_ITEMS,
    ],
    aliases=["pabak", "brennan prediger", "bennett s", "s score", "free marginal kappa", "randolph kappa", "g index"],
    symbol="PABAK",
    source="Bennett, E. M., Alpert, R., Goldstein, A. C. (1954). Public Opin. Q. 18, 303-308; Brennan, R. L., "
    "Prediger, D. J. (1981). Educ. Psychol. Meas. 41, 687-699; Byrt, T., Bishop, J., Carlin, J. B. (1993). "
    "J. Clin. Epidemiol. 46, 423-429.",
)
def pabak(diagonal, n, number_of_classes):
    """Kappa with chance set at 1 in the number of classes, whatever their frequencies."""
    return (diagonal.sum(-1) / n - 1 / number_of_classes) / (1 - 1 / number_of_classes)
