"""Information: entropies of the two sides, and what one says about the other."""

from __future__ import annotations

from typing import Any

import numpy as np

from tarazu.catalogue.agreement import NO_ITEMS
from tarazu.catalogue.association import AXIS_CONSTANT
from tarazu.errors import QuestionError, listed
from tarazu.formula.declare import measure, parameter, quantity, when

SHANNON = "Shannon, C. E. (1948). A mathematical theory of communication. Bell Syst. Tech. J. 27, 379-423, 623-656."
_UNITS = {"bit": np.log(2), "nat": 1.0, "dit": np.log(10)}


def _unit(value: Any, _: Any) -> float:
    if value not in _UNITS:
        raise QuestionError(f"unit={value!r} is not known; expected {listed(_UNITS)}.")
    return float(_UNITS[value])


parameter("unit", "Unit of information: bit (log 2), nat (natural log) or dit (log 10).", _unit, examples=["nat"])


def plogp(shares):
    """Sum of p · ln p over the last axis, 0 where p is 0."""
    return (shares * np.log(np.where(shares != 0, shares, 1))).sum(-1)


@quantity(symbol="row shares", tex="p")
def row_shares(row_totals, n):
    """Share of each class in the rows."""
    return row_totals / n[..., None]


@quantity(symbol="column shares", tex="q")
def column_shares(column_totals, n):
    """Share of each class in the columns."""
    return column_totals / n[..., None]


@measure(
    title="Entropy of the truth",
    family="information",
    range=(0, np.inf),
    best=None,
    averages=False,
    undefined=[NO_ITEMS],
    aliases=["reference entropy", "ReferenceEntropy", "entropy of the rows"],
    source=SHANNON,
)
def entropy_of_truth(row_shares, *, unit="bit"):
    """How uncertain the true class (that of the rows) is before anything is known."""
    return -plogp(row_shares) / unit


@measure(
    title="Entropy of the prediction",
    family="information",
    range=(0, np.inf),
    best=None,
    averages=False,
    undefined=[NO_ITEMS],
    aliases=["response entropy", "ResponseEntropy", "entropy of the columns"],
    source=SHANNON,
)
def entropy_of_prediction(column_shares, *, unit="bit"):
    """How uncertain the predicted class (that of the columns) is before anything is known."""
    return -plogp(column_shares) / unit


@measure(
    title="Joint entropy",
    family="information",
    range=(0, np.inf),
    best=None,
    symmetric=True,
    averages=False,
    undefined=[NO_ITEMS],
    source=SHANNON,
)
def joint_entropy(counts, n, *, unit="bit"):
    """How uncertain the pair of true and predicted class is."""
    return -plogp(counts / n[..., None, None]).sum(-1) / unit


@measure(
    title="Conditional entropy",
    family="information",
    range=(0, np.inf),
    best=0,
    averages=False,
    aliases=["entropy of the prediction given the truth", "ConditionalEntropy"],
    source=SHANNON,
)
def conditional_entropy(joint_entropy, entropy_of_truth):
    """How uncertain the predicted class is once the true one is known."""
    return joint_entropy - entropy_of_truth


@measure(
    title="Mutual information",
    family="information",
    range=(0, np.inf),
    best=None,
    chance=0,
    symmetric=True,
    averages=False,
    aliases=["transinformation", "mi", "MutualInformation", "mutual info score"],
    source=SHANNON,
)
def mutual_information(entropy_of_truth, entropy_of_prediction, joint_entropy):
    """How much knowing one of the two classes says about the other."""
    return entropy_of_truth + entropy_of_prediction - joint_entropy


@measure(
    title="Uncertainty coefficient of the truth",
    family="information",
    chance=0,
    averages=False,
    undefined=[
        when("truth_constant", lambda row_totals: (row_totals != 0).sum(-1) <= 1, "only one class occurs in the truth")
    ],
    aliases=[
        "theils u",
        "proficiency",
        "entropy coefficient",
        "relative classifier information",
        "rci",
        "homogeneity",
        "homogeneity score",
    ],
    source="Theil, H. (1970). Am. J. Sociol. 76, 103-154; mutual information / entropy of the truth.",
)
def uncertainty_coefficient(mutual_information, entropy_of_truth):
    """Share of the uncertainty about the true class that the prediction takes away."""
    return mutual_information / entropy_of_truth


@measure(
    title="Normalised mutual information",
    family="information",
    chance=0,
    symmetric=True,
    averages=False,
    undefined=[AXIS_CONSTANT],
    aliases=["nmi", "normalized mutual information", "v measure", "symmetric uncertainty coefficient"],
    source="Mutual information over the mean of the two entropies; as in scikit-learn.",
)
def normalised_mutual_information(mutual_information, entropy_of_truth, entropy_of_prediction):
    """Mutual information as a share of the mean entropy of both sides."""
    return 2 * mutual_information / (entropy_of_truth + entropy_of_prediction)


@measure(
    title="Cross entropy",
    family="information",
    range=(0, np.inf),
    best=None,
    averages=False,
    undefined=[NO_ITEMS],
    source=SHANNON + " Of the class shares of the two sides; infinite where a true class is never predicted.",
)
def cross_entropy(row_shares, column_shares, *, unit="bit"):
    """Mean length of a code for the true classes that was made for the shares of the predicted ones."""
    return -(row_shares * np.log(np.where(row_shares != 0, column_shares, 1))).sum(-1) / unit


@measure(
    title="Kullback-Leibler divergence",
    family="information",
    range=(0, np.inf),
    best=0,
    averages=False,
    aliases=["kl", "relative entropy", "kl divergence"],
    source="Kullback, S., Leibler, R. A. (1951). Ann. Math. Stat. 22, 79-86; of the class shares of the two sides.",
)
def kl_divergence(cross_entropy, entropy_of_truth):
    """How far the shares of the predicted classes are from those of the true ones."""
    return cross_entropy - entropy_of_truth


@measure(
    title="Equivocation",
    family="information",
    range=(0, np.inf),
    best=0,
    averages=False,
    aliases=["entropy of the truth given the prediction"],
    source=SHANNON,
)
def equivocation(joint_entropy, entropy_of_prediction):
    """How uncertain the true class still is once the predicted one is known."""
    return joint_entropy - entropy_of_prediction


@measure(
    title="Uncertainty coefficient of the prediction",
    family="information",
    chance=0,
    averages=False,
    undefined=[
        when(
            "prediction_constant",
            lambda column_totals: (column_totals != 0).sum(-1) <= 1,
            "only one class is predicted",
        )
    ],
    aliases=["completeness", "completeness score"],
    source="Theil, H. (1970). Am. J. Sociol. 76, 103-154; mutual information / entropy of the prediction.",
)
def uncertainty_coefficient_of_prediction(mutual_information, entropy_of_prediction):
    """Share of the uncertainty about the predicted class that the truth takes away."""
    return mutual_information / entropy_of_prediction


VINH = "Vinh, N. X., Epps, J., Bailey, J. (2010). J. Mach. Learn. Res. 11, 2837-2854."


@measure(
    title="Normalised mutual information, geometric mean",
    family="information",
    chance=0,
    symmetric=True,
    averages=False,
    undefined=[AXIS_CONSTANT],
    aliases=["nmi geometric", "nmi sqrt"],
    source="Strehl, A., Ghosh, J. (2002). Cluster ensembles. J. Mach. Learn. Res. 3, 583-617.",
)
def normalised_mutual_information_geometric(mutual_information, entropy_of_truth, entropy_of_prediction):
    """Mutual information as a share of the geometric mean of the entropies of both sides."""
    return mutual_information / np.sqrt(entropy_of_truth * entropy_of_prediction)


@measure(
    title="Normalised mutual information, joint entropy",
    family="information",
    chance=0,
    symmetric=True,
    averages=False,
    undefined=[AXIS_CONSTANT],
    aliases=["nmi joint", "information quality ratio"],
    source=VINH,
)
def normalised_mutual_information_joint(mutual_information, joint_entropy):
    """Mutual information as a share of the entropy of the pair."""
    return mutual_information / joint_entropy


@measure(
    title="Normalised mutual information, larger entropy",
    family="information",
    chance=0,
    symmetric=True,
    smooth=False,
    averages=False,
    undefined=[AXIS_CONSTANT],
    aliases=["nmi max"],
    source=VINH,
)
def normalised_mutual_information_max(mutual_information, entropy_of_truth, entropy_of_prediction):
    """Mutual information as a share of the larger entropy: 1 only if each side tells the other."""
    return mutual_information / np.maximum(entropy_of_truth, entropy_of_prediction)


@quantity
def smaller_entropy(entropy_of_truth, entropy_of_prediction):
    """The smaller of the two entropies."""
    return np.minimum(entropy_of_truth, entropy_of_prediction)


@measure(
    title="Normalised mutual information, smaller entropy",
    family="information",
    chance=0,
    symmetric=True,
    smooth=False,
    averages=False,
    undefined=[AXIS_CONSTANT],
    aliases=["nmi min"],
    source=VINH,
)
def normalised_mutual_information_min(mutual_information, smaller_entropy):
    """Mutual information as a share of the smaller entropy: 1 if one side tells the other."""
    return mutual_information / smaller_entropy
