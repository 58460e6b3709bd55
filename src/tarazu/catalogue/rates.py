"""Rates of one class against the rest, and what is made of them."""

from __future__ import annotations

import numpy as np

from tarazu.catalogue.agreement import NO_ITEMS
from tarazu.formula.declare import measure, when

NEVER_OCCURS = when("class_never_occurs", lambda tp, fn: tp + fn == 0, "class {label} never occurs in the truth")
NEVER_PREDICTED = when("class_never_predicted", lambda tp, fp: tp + fp == 0, "nothing was predicted as class {label}")
ALWAYS_OCCURS = when("only_this_class_occurs", lambda tn, fp: tn + fp == 0, "every item is of class {label}")
ALWAYS_PREDICTED = when(
    "only_this_class_predicted", lambda tn, fn: tn + fn == 0, "everything was predicted as class {label}"
)
NOWHERE = when("class_nowhere", lambda tp, fp, fn: tp + fp + fn == 0, "class {label} neither occurs nor is predicted")
BOTH_PRODUCTS_ZERO = when(
    "both_products_zero",
    lambda tp, fp, fn, tn: (tp * tn == 0) & (fp * fn == 0),
    "TP × TN and FP × FN of class {label} are both 0",
)

POWERS = (
    "Powers, D. M. W. (2011). Evaluation: from precision, recall and F-measure to ROC, informedness, "
    "markedness and correlation. J. Mach. Learn. Technol. 2, 37-63."
)


@measure(
    title="Recall",
    family="rates",
    headline=True,
    undefined=[NEVER_OCCURS],
    aliases=["sensitivity", "true positive rate", "tpr", "hit rate", "power", "probability of detection"],
    trials=lambda tp, fn: tp + fn,
    disjoint=True,
    source="TP / (TP + FN).",
)
def recall(tp, fn):
    """Share of the items of a class that were found."""
    return tp / (tp + fn)


@measure(
    title="Specificity",
    family="rates",
    headline=True,
    undefined=[ALWAYS_OCCURS],
    aliases=["true negative rate", "tnr", "selectivity", "spc"],
    trials=lambda tn, fp: tn + fp,
    source="TN / (TN + FP).",
)
def specificity(tn, fp):
    """Share of the items of other classes that were not taken for this one."""
    return tn / (tn + fp)


@measure(
    title="Precision",
    family="rates",
    headline=True,
    undefined=[NEVER_PREDICTED],
    aliases=["positive predictive value", "ppv"],
    trials=lambda tp, fp: tp + fp,
    disjoint=True,
    source="TP / (TP + FP).",
)
def precision(tp, fp):
    """Share of the predictions of a class that are right."""
    return tp / (tp + fp)


@measure(
    title="Negative predictive value",
    family="rates",
    headline=True,
    undefined=[ALWAYS_PREDICTED],
    aliases=["npv"],
    trials=lambda tn, fn: tn + fn,
    source="TN / (TN + FN).",
)
def npv(tn, fn):
    """Share of the predictions of other classes that are right in that the item is not of this class."""
    return tn / (tn + fn)


@measure(
    title="False positive rate",
    family="rates",
    best=0,
    undefined=[ALWAYS_OCCURS],
    aliases=["fpr", "fall-out", "false alarm rate", "type 1 error rate", "probability of false detection"],
    symbol="FPR",
    tex=r"\mathrm{FPR}",
    trials=lambda tn, fp: tn + fp,
    source="FP / (FP + TN) = 1 − specificity.",
)
def fpr(fp, tn):
    """Share of the items of other classes that were taken for this one."""
    return fp / (fp + tn)


@measure(
    title="False negative rate",
    family="rates",
    best=0,
    undefined=[NEVER_OCCURS],
    aliases=["fnr", "miss rate", "type 2 error rate"],
    symbol="FNR",
    tex=r"\mathrm{FNR}",
    trials=lambda tp, fn: tp + fn,
    disjoint=True,
    source="FN / (FN + TP) = 1 − recall.",
)
def fnr(fn, tp):
    """Share of the items of a class that were missed."""
    return fn / (fn + tp)


@measure(
    title="False discovery rate",
    family="rates",
    best=0,
    undefined=[NEVER_PREDICTED],
    aliases=["fdr", "false alarm ratio"],
    symbol="FDR",
    tex=r"\mathrm{FDR}",
    trials=lambda tp, fp: tp + fp,
    disjoint=True,
    source="FP / (FP + TP) = 1 − precision.",
)
def fdr(fp, tp):
    """Share of the predictions of a class that are wrong."""
    return fp / (fp + tp)


@measure(
    title="False omission rate",
    family="rates",
    best=0,
    undefined=[ALWAYS_PREDICTED],
    aliases=["for"],
    trials=lambda tn, fn: tn + fn,
    source="FN / (FN + TN) = 1 − negative predictive value.",
)
def false_omission_rate(fn, tn):
    """Share of the predictions of other classes whose item is of this class all the same."""
    return fn / (fn + tn)


@measure(
    title="F1",
    family="rates",
    symmetric=True,
    headline=True,
    undefined=[NOWHERE],
    aliases=["f1 score", "f score", "f measure", "dice", "dice coefficient", "sorensen dice"],
    symbol="F1",
    tex="F_1",
    source="van Rijsbergen, C. J. (1979). Information Retrieval; the harmonic mean of precision and recall, "
    "written so that it has a value when one of them has none.",
)
def f1(tp, fp, fn):
    """Harmonic mean of precision and recall."""
    return 2 * tp / (2 * tp + fp + fn)


@measure(
    title="F-beta",
    family="rates",
    undefined=[NOWHERE],
    aliases=["f beta score", "f2", "f2 score"],
    symbol="F-beta",
    tex=r"F_\beta",
    source="van Rijsbergen, C. J. (1979). Information Retrieval.",
)
def fbeta(tp, fp, fn, *, beta=2.0):
    """Weighted harmonic mean of precision and recall: recall counts beta times as much."""
    return (1 + beta**2) * tp / ((1 + beta**2) * tp + beta**2 * fn + fp)


@measure(
    title="Jaccard index",
    family="rates",
    symmetric=True,
    undefined=[NOWHERE],
    aliases=["jaccard", "intersection over union", "iou", "critical success index", "csi", "threat score"],
    trials=lambda tp, fp, fn: tp + fp + fn,
    source="Jaccard, P. (1901). Bull. Soc. Vaud. Sci. Nat. 37, 547-579.",
)
def jaccard(tp, fp, fn):
    """Items of the class found, as a share of all that are of the class or were taken for it."""
    return tp / (tp + fp + fn)


@measure(
    title="Informedness",
    family="rates",
    range=(-1, 1),
    chance=0,
    aliases=[
        "youden",
        "youden index",
        "youden j",
        "bookmaker informedness",
        "delta p prime",
        "j index",
        "peirce skill score",
        "true skill statistic",
        "tss",
        "gini of a single cut",
    ],
    independent=True,
    source="Youden, W. J. (1950). Cancer 3, 32-35; " + POWERS,
)
def informedness(recall, specificity):
    """How much better than chance the class is told from the rest: recall + specificity − 1."""
    return recall + specificity - 1


@measure(
    title="Markedness",
    family="rates",
    range=(-1, 1),
    chance=0,
    aliases=["delta p"],
    independent=True,
    source=POWERS,
)
def markedness(precision, npv):
    """How much better than chance a prediction can be relied on: precision + NPV − 1."""
    return precision + npv - 1


@measure(
    title="Balanced accuracy, one against the rest",
    family="rates",
    chance=0.5,
    aliases=["balanced accuracy binary", "auc of a single cut"],
    named_averages={"macro": ["aunu of labels"], "weighted": ["aunp of labels"]},
    independent=True,
    source="(recall + specificity) / 2 of one class; its macro average is the multi-class balanced accuracy "
    "of yardstick and caret.",
)
def balanced_accuracy_ovr(recall, specificity):
    """Mean of recall and specificity of one class."""
    return (recall + specificity) / 2


@measure(
    title="Accuracy, one against the rest",
    family="rates",
    symmetric=True,
    undefined=[NO_ITEMS],
    aliases=["simple matching", "sokal michener", "accuracy of a class"],
    named_averages={"macro": ["average accuracy"]},
    trials=lambda n: n,
    source="(TP + TN) / n; its macro average is the average accuracy of Sokolova, M., Lapalme, G. (2009). "
    "Inf. Process. Manag. 45, 427-437.",
)
def accuracy_ovr(tp, tn, n):
    """Share of the items that are right as far as this class goes."""
    return (tp + tn) / n


@measure(
    title="Tversky index",
    family="rates",
    undefined=[NOWHERE],
    source="Tversky, A. (1977). Features of similarity. Psychol. Rev. 84, 327-352; weights of Salehi, S. S. M., "
    "Erdogmus, D., Gholipour, A. (2017). MLMI, LNCS 10541, 379-387.",
)
def tversky(tp, fp, fn, *, fn_weight=0.7, fp_weight=0.3):
    """The Jaccard index with its own weight for each kind of error."""
    return tp / (tp + fn_weight * fn + fp_weight * fp)


@measure(
    title="Prevalence",
    family="rates",
    best=None,
    averages=False,
    undefined=[NO_ITEMS],
    aliases=["base rate"],
    trials=lambda n: n,
    source="(TP + FN) / n.",
)
def prevalence(tp, fn, n):
    """Share of the items that are of the class."""
    return (tp + fn) / n


@measure(
    title="Positive likelihood ratio",
    family="rates",
    range=(0, np.inf),
    best=np.inf,
    chance=1,
    averages=False,
    undefined=[
        when(
            "both_rates_zero",
            lambda recall, fpr: (recall == 0) & (fpr == 0),
            "recall and false positive rate of class {label} are both 0",
        )
    ],
    aliases=["lr+", "lr positive", "plr", "positive lr"],
    symbol="LR+",
    tex=r"\mathrm{LR}_{+}",
    source="Altman, D. G., Bland, J. M. (1994). BMJ 309, 102.",
)
def lr_positive(recall, fpr):
    """How many times as often items of the class are taken for it as other items are."""
    return recall / fpr


@measure(
    title="Negative likelihood ratio",
    family="rates",
    range=(0, np.inf),
    best=0,
    chance=1,
    averages=False,
    undefined=[
        when(
            "both_rates_zero",
            lambda fnr, specificity: (fnr == 0) & (specificity == 0),
            "false negative rate and specificity of class {label} are both 0",
        )
    ],
    aliases=["lr-", "lr negative", "nlr", "negative lr"],
    symbol="LR−",
    tex=r"\mathrm{LR}_{-}",
    source="Altman, D. G., Bland, J. M. (1994). BMJ 309, 102.",
)
def lr_negative(fnr, specificity):
    """How many times as often items of the class are taken for another as other items are."""
    return fnr / specificity


@measure(
    title="Diagnostic odds ratio",
    family="rates",
    range=(0, np.inf),
    best=np.inf,
    chance=1,
    symmetric=True,
    averages=False,
    undefined=[BOTH_PRODUCTS_ZERO],
    aliases=["dor", "odds ratio"],
    symbol="DOR",
    tex=r"\mathrm{DOR}",
    source="Glas, A. S. et al. (2003). J. Clin. Epidemiol. 56, 1129-1135.",
)
def dor(tp, fp, fn, tn, *, correction=0.0):
    """Odds of being predicted as the class for items of it, over the same odds for other items."""
    if correction:
        tp, fp, fn, tn = tp + correction, fp + correction, fn + correction, tn + correction
    return tp * tn / (fp * fn)


@measure(
    title="Balanced accuracy",
    family="rates",
    headline=True,
    averages=False,
    undefined=[when("no_class_occurs", lambda row_totals: (row_totals != 0).sum(-1) == 0, "no class occurs")],
    aliases=["mean recall", "average recall", "unweighted average recall", "uar", "balanced accuracy score"],
    independent=True,
    source="Brodersen, K. H. et al. (2010). ICPR, 3121-3124; as in scikit-learn, over the classes that occur",
)
def balanced_accuracy(recall_by_class, classes_occurring):
    """Mean recall of the classes that occur in the truth."""
    return np.where(~np.isnan(recall_by_class), recall_by_class, 0).sum(-1) / classes_occurring


@measure(
    title="Balanced accuracy, adjusted for chance",
    family="rates",
    range=(-1, 1),
    chance=0,
    averages=False,
    undefined=[
        when(
            "one_true_class",
            lambda classes_occurring: classes_occurring == 1,
            "only one class occurs in the truth, so the chance level is already 1",
        )
    ],
    aliases=["adjusted balanced accuracy", "multi-class informedness"],
    source="(balanced accuracy − 1/k) / (1 − 1/k) for k classes that occur; as in scikit-learn.",
)
def balanced_accuracy_adjusted(balanced_accuracy, classes_occurring):
    """Balanced accuracy beyond the 1/k that guessing gives."""
    return (balanced_accuracy - 1 / classes_occurring) / (1 - 1 / classes_occurring)


@measure(
    title="F1 of the means",
    family="rates",
    averages=False,
    symmetric=True,
    undefined=[
        when(
            "both_means_zero",
            lambda precision_macro, recall_macro: precision_macro + recall_macro == 0,
            "mean precision and mean recall are both 0",
        )
    ],
    aliases=["f1 of macro precision and recall", "f1 of averages", "macro f1 of the means"],
    source="Sokolova, M., Lapalme, G. (2009). Inf. Process. Manag. 45, 427-437; the other 'macro F1': "
    "Opitz, J., Burst, S. (2019). arXiv:1911.03347.",
)
def f1_of_means(precision_macro, recall_macro):
    """Harmonic mean of macro precision and macro recall: not the mean of the F1s, which is `f1_macro`."""
    return 2 * precision_macro * recall_macro / (precision_macro + recall_macro)
