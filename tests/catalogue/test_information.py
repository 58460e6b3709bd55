"""Information, by hand on [[4, 0], [2, 2]]: shares 1/2, 1/2 and 3/4, 1/4; and beside scikit-learn and scipy."""

import math

import numpy as np
import pytest

from tarazu import QuestionError
from tarazu.formula import REGISTRY, Evaluation
from tarazu.tally import Contingency


def of(counts):
    return Evaluation.of(Contingency(np.array(counts), tuple(range(len(counts)))))


E = of([[4, 0], [2, 2]])
H_COLUMNS = -(0.75 * math.log2(0.75) + 0.25 * math.log2(0.25))
JOINT = 1.5  # 1/2·1 + 1/4·2 + 1/4·2 bits


@pytest.mark.parametrize(
    ("name", "bits"),
    [
        ("entropy_of_truth", 1),
        ("entropy_of_prediction", H_COLUMNS),
        ("joint_entropy", JOINT),
        ("conditional_entropy", JOINT - 1),
        ("mutual_information", 1 + H_COLUMNS - JOINT),
        ("uncertainty_coefficient", (1 + H_COLUMNS - JOINT) / 1),
        ("normalised_mutual_information", 2 * (1 + H_COLUMNS - JOINT) / (1 + H_COLUMNS)),
        ("cross_entropy", -(0.5 * math.log2(0.75) + 0.5 * math.log2(0.25))),
        ("kl_divergence", -(0.5 * math.log2(0.75) + 0.5 * math.log2(0.25)) - 1),
    ],
)
def test_by_hand(name, bits):
    assert E(name) == pytest.approx(bits, abs=1e-14)


def test_units():
    assert E("entropy_of_truth", {"unit": "nat"}) == pytest.approx(math.log(2))
    assert E("entropy_of_truth", {"unit": "dit"}) == pytest.approx(math.log10(2))
    assert E("uncertainty_coefficient", {"unit": "nat"}) == pytest.approx(float(E("uncertainty_coefficient")))
    with pytest.raises(QuestionError, match="unit='byte' is not known; expected 'bit', 'nat', 'dit'"):
        E("entropy_of_truth", {"unit": "byte"})


def test_a_true_class_that_is_never_predicted():
    assert of([[4, 0], [2, 0]])("kl_divergence") == np.inf


@pytest.mark.parametrize("seed", range(20))
def test_beside_scikit_learn_and_scipy(seed):
    cluster = pytest.importorskip("sklearn.metrics.cluster")
    stats = pytest.importorskip("scipy.stats")
    rng = np.random.default_rng(seed)
    counts = rng.integers(0, 9, (4, 4)) + np.eye(4, dtype=int)
    truth, prediction = (np.repeat(x.ravel(), counts.ravel()) for x in np.indices(counts.shape))
    e = of(counts)
    assert e("mutual_information", {"unit": "nat"}) == pytest.approx(cluster.mutual_info_score(truth, prediction))
    nmi = cluster.normalized_mutual_info_score(truth, prediction)
    assert e("normalised_mutual_information") == pytest.approx(nmi)
    rows, columns = counts.sum(1) / counts.sum(), counts.sum(0) / counts.sum()
    assert e("entropy_of_truth") == pytest.approx(stats.entropy(rows, base=2))
    assert e("kl_divergence") == pytest.approx(stats.entropy(rows, columns, base=2))


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("equivocation", JOINT - H_COLUMNS),
        ("uncertainty_coefficient_of_prediction", (1 + H_COLUMNS - JOINT) / H_COLUMNS),
        ("normalised_mutual_information_geometric", (1 + H_COLUMNS - JOINT) / math.sqrt(H_COLUMNS)),
        ("normalised_mutual_information_joint", (1 + H_COLUMNS - JOINT) / JOINT),
        ("normalised_mutual_information_max", (1 + H_COLUMNS - JOINT) / 1),
        ("normalised_mutual_information_min", (1 + H_COLUMNS - JOINT) / H_COLUMNS),
    ],
)
def test_more_by_hand(name, value):
    assert E(name) == pytest.approx(value, abs=1e-14)


@pytest.mark.parametrize("seed", range(30))
def test_shares_beside_scikit_learn_and_pycm(seed):
    cluster = pytest.importorskip("sklearn.metrics.cluster")
    pycm = pytest.importorskip("pycm")
    rng = np.random.default_rng(seed)
    k = int(rng.integers(2, 6))
    counts = rng.integers(1, 20, (k, k))
    truth, prediction = (np.repeat(x.ravel(), counts.ravel()) for x in np.indices(counts.shape))
    e = of(counts)
    for method, name in (("geometric", "_geometric"), ("max", "_max"), ("min", "_min"), ("arithmetic", "")):
        theirs = cluster.normalized_mutual_info_score(truth, prediction, average_method=method)
        assert e(f"normalised_mutual_information{name}") == pytest.approx(theirs, abs=1e-12)
    assert e("uncertainty_coefficient") == pytest.approx(cluster.homogeneity_score(truth, prediction), abs=1e-12)
    assert e("uncertainty_coefficient_of_prediction") == pytest.approx(
        cluster.completeness_score(truth, prediction), abs=1e-12
    )
    theirs = pycm.ConfusionMatrix(matrix={i: {j: int(counts[i, j]) for j in range(k)} for i in range(k)})
    for name, value in (
        ("entropy_of_truth", theirs.ReferenceEntropy),
        ("entropy_of_prediction", theirs.ResponseEntropy),
        ("joint_entropy", theirs.JointEntropy),
        ("conditional_entropy", theirs.ConditionalEntropy),
        ("cross_entropy", theirs.CrossEntropy),
        ("mutual_information", theirs.MutualInformation),
        ("kl_divergence", theirs.KL),
        ("rci", theirs.RCI),
    ):
        assert e(REGISTRY.find(name).id) == pytest.approx(value, abs=1e-12)


def test_pycm_leaves_a_class_that_is_never_predicted_out_of_the_cross_entropy():
    # −½ log₂ 1 − ½ log₂ 0 is infinite; without the second term it is 0, less than the entropy of 1 bit itself
    pycm = pytest.importorskip("pycm")
    theirs = pycm.ConfusionMatrix(matrix={0: {0: 3, 1: 0}, 1: {0: 3, 1: 0}})
    assert theirs.CrossEntropy == 0
    assert theirs.KL == "None"
    assert of([[3, 0], [3, 0]])("cross_entropy") == np.inf
