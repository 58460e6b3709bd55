"""Means of rates, shares of all items, and what a test is worth."""

from __future__ import annotations

import numpy as np

from tarazu.catalogue.agreement import NO_ITEMS
from tarazu.catalogue.rates import NEVER_OCCURS, NOWHERE
from tarazu.formula.declare import measure, when
from tarazu.formula.functions import PI, ROOT_3


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
    trials=lambda n: n,
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
    trials=lambda n: n,
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
    title="Number needed to predict",
    family="composite",
    range=(-np.inf, np.inf),
    best=1,
    averages=False,
    undefined=[
        when("not_marked", lambda markedness: markedness == 0, "predictions of class {label} say nothing about it")
    ],
    aliases=["nnp"],
    source="Linn, S., Grunau, P. D. (2006). Epidemiol. Perspect. Innov. 3, 11: 1 / (PPV + NPV − 1).",
)
def number_needed_to_predict(markedness):
    """How many items must be predicted for one more correct prediction than chance gives."""
    return 1 / markedness


@measure(
    title="Number needed to misdiagnose",
    family="composite",
    range=(1, np.inf),
    best=np.inf,
    symmetric=True,
    averages=False,
    undefined=[NO_ITEMS],
    aliases=["nnm"],
    source="Habibzadeh, F., Yadollahie, M. (2013). Number needed to misdiagnose. Epidemiology 24, 170.",
)
def number_needed_to_misdiagnose(accuracy_ovr):
    """How many items are tested until one is wrong."""
    return 1 / (1 - accuracy_ovr)


@measure(
    title="Discriminant power",
    family="composite",
    range=(-np.inf, np.inf),
    best=np.inf,
    chance=0,
    symmetric=True,
    averages=False,
    aliases=["dp"],
    source="Blakeley, D. D., Oddone, E. Z. (1995), natural logarithm, in Sokolova, M., Japkowicz, N., Szpakowicz, S. "
    "(2006). Beyond accuracy, F-score and ROC. AI 2006, LNCS 4304, 1015-1021.",
)
def discriminant_power(dor):
    """How well the class is told from the rest: logarithm of the diagnostic odds ratio, in logistic units."""
    return ROOT_3 * np.log(dor) / PI


@measure(
    title="Distance to the perfect corner",
    family="composite",
    range=(0, 2**0.5),
    best=0,
    averages=False,
    aliases=["roc distance", "distance index", "dind"],
    source="The Euclidean distance of (FPR, recall) from (0, 1), as in yardstick (roc_dist) and PyCM (dInd).",
)
def distance_to_corner(fpr, fnr):
    """Distance of the point on the ROC plane from the top left corner."""
    return np.sqrt(fpr**2 + fnr**2)


@measure(
    title="Balance",
    family="composite",
    averages=False,
    aliases=["similarity index", "sind"],
    source="Menzies, T., Greenwald, J., Frank, A. (2007). IEEE Trans. Softw. Eng. 33, 2-13.",
)
def balance(distance_to_corner):
    """1 at the top left corner of the ROC plane, 0 at the opposite one."""
    return 1 - np.sqrt(distance_to_corner**2 / 2)


@measure(
    title="Adjusted F",
    family="composite",
    averages=False,
    undefined=[
        NOWHERE,
        when("rest_nowhere", lambda tn, fp, fn: tn + fp + fn == 0, "every item is of class {label} and taken for it"),
    ],
    aliases=["agf", "adjusted f score"],
    source="Maratea, A., Petrosino, A., Manzo, M. (2014). Adjusted F-measure and kernel scaling for imbalanced data "
    "learning. Inf. Sci. 257, 331-341.",
)
def adjusted_f(tp, fp, fn, tn):
    """Geometric mean of the F2 of the class and the F0.5 of the rest."""
    return np.sqrt(5 * tp / (5 * tp + 4 * fn + fp) * (1.25 * tn / (1.25 * tn + 0.25 * fp + fn)))


@measure(
    title="Adjusted G-mean",
    family="composite",
    averages=False,
    aliases=["agm", "adjusted geometric mean"],
    source="Batuwita, R., Palade, V. (2012). Adjusted geometric-mean. J. Bioinform. Comput. Biol. 10, 1250003.",
)
def adjusted_g_mean(g_mean, specificity, recall, prevalence):
    """The G-mean, drawn towards the specificity the more, the more frequent the other classes are."""
    pulled = (g_mean + specificity * (1 - prevalence)) / (1 + (1 - prevalence))
    return np.where(recall != 0, pulled, 0)


@measure(
    title="Index of balanced accuracy",
    family="composite",
    averages=False,
    aliases=["iba"],
    source="García, V., Mollineda, R. A., Sánchez, J. S. (2009). Index of balanced accuracy. IbPRIA, LNCS 5524, "
    "441-448: (1 + α × (recall − specificity)) × recall × specificity.",
)
def index_of_balanced_accuracy(recall, specificity, *, alpha=0.1):
    """Square of the G-mean, a little more where the class itself is the one that is recognised better."""
    return (1 + alpha * (recall - specificity)) * (recall * specificity)


@measure(
    title="Optimized precision",
    family="composite",
    range=(-1, 1),
    smooth=False,
    averages=False,
    undefined=[
        when(
            "both_rates_zero",
            lambda recall, specificity: recall + specificity == 0,
            "recall and specificity of class {label} are both 0",
        )
    ],
    aliases=["optimised precision"],
    source="Ranawana, R., Palade, V. (2006). Optimized precision. IEEE CEC, 2254-2261.",
)
def optimized_precision(accuracy_ovr, recall, specificity):
    """Accuracy of the class, less how unequal recall and specificity are."""
    return accuracy_ovr - abs(specificity - recall) / (specificity + recall)


@measure(
    title="Bray-Curtis dissimilarity of the totals",
    family="composite",
    range=(0, 0.5),
    best=0,
    symmetric=True,
    smooth=False,
    averages=False,
    undefined=[NO_ITEMS],
    aliases=["bcd"],
    source="Bray, J. R., Curtis, J. T. (1957). Ecol. Monogr. 27, 325-349; over 2n, as in PyCM.",
)
def bray_curtis(fp, fn, n):
    """How far apart the class is true and predicted in number, as a share of both totals of the table."""
    return abs(fp - fn) / (2 * n)


@measure(
    title="Predicted less true",
    family="composite",
    range=(-np.inf, np.inf),
    best=0,
    averages=False,
    scale_free=False,
    aliases=["automatic manual"],
    source="FP − FN.",
)
def predicted_less_true(fp, fn):
    """How many items more were taken for the class than are of it."""
    return fp - fn


@measure(
    title="Errors of a class",
    family="composite",
    range=(0, np.inf),
    best=0,
    symmetric=True,
    averages=False,
    scale_free=False,
    aliases=["hamming distance"],
    source="FP + FN.",
)
def class_errors(fp, fn):
    """Number of items of the class that were missed, and of others that were taken for it."""
    return fp + fn


@measure(
    title="Errors",
    family="composite",
    range=(0, np.inf),
    best=0,
    symmetric=True,
    averages=False,
    scale_free=False,
    aliases=["number of errors", "incorrectly classified instances", "zero one loss count"],
    source="n less the sum of the diagonal.",
)
def errors(n, diagonal):
    """Number of items on which the two axes differ."""
    return n - diagonal.sum(-1)


@measure(
    title="Mean class size",
    family="composite",
    range=(0, np.inf),
    best=None,
    symmetric=True,
    averages=False,
    scale_free=False,
    source="n over the number of classes; PyCM's RR, the mean response.",
)
def mean_class_size(n, number_of_classes):
    """How many items a class has on average."""
    return n / number_of_classes


@measure(
    title="Information score",
    family="composite",
    range=(-np.inf, np.inf),
    best=None,
    chance=0,
    symmetric=True,
    averages=False,
    aliases=["log lift", "pointwise mutual information", "pmi"],
    source="Kononenko, I., Bratko, I. (1991). Information-based evaluation criterion for classifier's performance. "
    "Mach. Learn. 6, 67-80: the logarithm of the lift, in bits.",
)
def information_score(lift):
    """How many bits a prediction of the class tells about it."""
    return np.log2(lift)


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
