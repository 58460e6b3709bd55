"""Confusion entropy, by hand and beside PyCM."""

import math

import numpy as np
import pytest

from tarazu.formula import Evaluation
from tarazu.tally import Contingency


def of(counts):
    return Evaluation.of(Contingency(np.array(counts), tuple(range(len(counts)))))


def h(p):
    return -p * math.log2(p)


def test_two_classes_by_hand():
    # errors 5 and 7; class 0 has 15 + 17 labels and 22 items, class 1 has 15 + 13 labels and 20 items; n = 30
    e = of([[10, 5], [7, 8]])
    first, second = h(5 / 32) + h(7 / 32), h(5 / 28) + h(7 / 28)
    assert e("confusion_entropies").tolist() == pytest.approx([first, second])
    assert e("confusion_entropy") == pytest.approx((32 * first + 28 * second) / 60)
    first, second = h(5 / 22) + h(7 / 22), h(5 / 20) + h(7 / 20)
    assert e("modified_confusion_entropies").tolist() == pytest.approx([first, second])
    assert e("modified_confusion_entropy") == pytest.approx((22 * first + 20 * second) / 60)


def test_three_classes_by_hand():
    # 1 and 2 are confused with each other once each way; logarithms to base 4
    e = of([[2, 0, 0], [0, 2, 1], [0, 1, 2]])
    each = 2 * h(1 / 6) / 2  # two errors among 3 + 3 labels
    assert e("confusion_entropy") == pytest.approx((6 * each + 6 * each) / 16)
    each = 2 * h(1 / 4) / 2  # among 4 items
    assert e("modified_confusion_entropy") == pytest.approx((4 * each + 4 * each) / (16 - 6))


def test_errors_that_spread_count_more():
    together, apart = [[4, 2, 0], [0, 6, 0], [0, 0, 6]], [[4, 1, 1], [0, 6, 0], [0, 0, 6]]
    assert of(apart)("confusion_entropy") > of(together)("confusion_entropy")


def test_two_classes_can_exceed_one():
    # each error is 1/e of the labels of its class: 2/(e ln 2)
    assert of([[1, 1], [1, 1]])("confusion_entropy") == pytest.approx(1)
    hits = (math.e - 2) / 2
    value = Evaluation(np.array([[hits, 1.0], [1.0, hits]]))("confusion_entropy")
    assert value == pytest.approx(2 / (math.e * math.log(2)))
    rng = np.random.default_rng(0)
    tables = rng.exponential(size=(20000, 2, 2)) ** 3
    assert Evaluation(tables)("confusion_entropy").max() <= 2 / (math.e * math.log(2))
    assert Evaluation(tables)("modified_confusion_entropy").max() <= 1


@pytest.mark.parametrize("seed", range(30))
def test_beside_pycm(seed):
    pycm = pytest.importorskip("pycm")
    rng = np.random.default_rng(seed)
    k = int(rng.integers(2, 6))
    counts = rng.integers(0, 12, (k, k)) + np.eye(k, dtype=int)
    theirs = pycm.ConfusionMatrix(matrix={i: {j: int(counts[i, j]) for j in range(k)} for i in range(k)})
    e = of(counts)
    assert e("confusion_entropy") == pytest.approx(theirs.Overall_CEN)
    assert e("modified_confusion_entropy") == pytest.approx(theirs.Overall_MCEN)
    assert e("confusion_entropies").tolist() == pytest.approx([theirs.CEN[i] for i in range(k)])
    assert e("modified_confusion_entropies").tolist() == pytest.approx([theirs.MCEN[i] for i in range(k)])


def test_a_class_that_is_nowhere_changes_only_the_base():
    two, three = of([[10, 5], [7, 8]]), of([[10, 5, 0], [7, 8, 0], [0, 0, 0]])
    assert three("confusion_entropy") == pytest.approx(float(two("confusion_entropy")) / 2)  # log₄ for log₂
