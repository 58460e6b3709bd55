"""Information, by hand on [[4, 0], [2, 2]]: shares 1/2, 1/2 and 3/4, 1/4; and beside scikit-learn and scipy."""

import math

import numpy as np
import pytest

from tarazu import QuestionError
from tarazu.formula import Evaluation
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
