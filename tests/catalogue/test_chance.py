"""Other ideas of chance, by hand on [[10, 5], [7, 8]]: totals 15, 15 and 17, 13, means 16 and 14."""

from fractions import Fraction

import numpy as np
import pytest

from tarazu.formula import Evaluation
from tarazu.tally import Contingency

TABLE = Contingency(np.array([[10, 5], [7, 8]]), (0, 1))
E = Evaluation.of(TABLE)
PO = Fraction(18, 30)


def beyond(chance):
    return float((PO - chance) / (1 - chance))


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("scott_pi", beyond(Fraction(16**2 + 14**2, 30**2))),
        ("gwet_ac1", beyond(2 * Fraction(16, 30) * Fraction(14, 30))),
        ("krippendorff_alpha", beyond(Fraction(32 * 31 + 28 * 27, 60 * 59))),
        ("kappa_max", float((Fraction(28, 30) - Fraction(1, 2)) / Fraction(1, 2))),
    ],
)
def test_by_hand(name, value):
    assert E(name) == pytest.approx(value, abs=1e-14)


def test_indices_are_signed():
    assert E("prevalence_index_by_class").tolist() == pytest.approx([2 / 30, -2 / 30])
    assert E("bias_index_by_class").tolist() == pytest.approx([(5 - 7) / 30, (7 - 5) / 30])


def test_alpha_of_krippendorffs_two_observers():
    # ten units, two observers, nominal: Krippendorff (2004) p. 224, alpha 0.095
    counts = np.array([[5, 3], [1, 1]])
    assert Evaluation.of(Contingency(counts, (0, 1)))("krippendorff_alpha") == pytest.approx(0.095, abs=5e-4)


def test_unused_classes_change_ac1_and_not_pi():
    three = Evaluation.of(TABLE.reordered((0, 1, 2)))
    assert three("scott_pi") == pytest.approx(float(E("scott_pi")))
    assert three("gwet_ac1") == pytest.approx(beyond(2 * Fraction(16, 30) * Fraction(14, 30) / 2))


def test_quadratic_weights_make_alpha_the_interval_metric():
    # values 1, 2, 4; alpha = 1 − observed / expected disagreement, squared differences
    counts = np.array([[4, 1, 0], [1, 3, 1], [0, 1, 4]])
    scale, n = [1, 2, 4], 15
    totals = [5 + 5, 5 + 5, 5 + 5]
    assert sum(totals) == 2 * n
    observed = Fraction(sum(int(counts[i, j]) * (scale[i] - scale[j]) ** 2 for i in range(3) for j in range(3)), n)
    expected = Fraction(
        sum(totals[i] * totals[j] * (scale[i] - scale[j]) ** 2 for i in range(3) for j in range(3)), 30 * 29
    )
    e = Evaluation.of(Contingency(counts, (1, 2, 4)))
    assert e("krippendorff_alpha", {"weights": "quadratic"}) == pytest.approx(float(1 - observed / expected), abs=1e-14)


# ---- within the totals 15, 15 and 17, 13: most agreement 28/30, least |15 + 17 − 30|/30 = 2/30; kappa 1/5


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("agreement_of_shared_totals", Fraction(16**2 + 14**2, 30**2)),
        ("kappa_min", (Fraction(2, 30) - Fraction(1, 2)) / Fraction(1, 2)),
        ("kappa_of_max", (PO - Fraction(1, 2)) / (Fraction(28, 30) - Fraction(1, 2))),
        ("bangdiwala_b", Fraction(10**2 + 8**2, 15 * 17 + 15 * 13)),
    ],
)
def test_within_the_totals_by_hand(name, value):
    assert E(name) == pytest.approx(float(value), abs=1e-14)


def test_random_accuracies_of_the_classes_add_up_to_that_of_the_table():
    assert E("random_accuracy_ovr_by_class").tolist() == pytest.approx([15 * 17 / 900, 15 * 13 / 900])
    assert E("random_accuracy_shared_ovr_by_class").tolist() == pytest.approx([(32 / 60) ** 2, (28 / 60) ** 2])
    for seed in range(10):
        e = Evaluation.of(Contingency(np.random.default_rng(seed).integers(0, 9, (4, 4)), (0, 1, 2, 3)))
        assert e("random_accuracy_ovr_by_class").sum() == pytest.approx(float(e("expected_accuracy")))
        assert e("random_accuracy_shared_ovr_by_class").sum() == pytest.approx(float(e("agreement_of_shared_totals")))


@pytest.mark.parametrize("seed", range(30))
def test_no_table_with_these_totals_agrees_more_or_less(seed):
    """The most and the least agreement, as a transport problem solved by another program."""
    optimize = pytest.importorskip("scipy.optimize")
    rng = np.random.default_rng(seed)
    k = int(rng.integers(2, 6))
    counts = rng.integers(0, 9, (k, k)) + rng.integers(0, 60) * np.eye(k, dtype=int)[rng.integers(k)][:, None]
    counts[0, 0] += 1
    cells = np.eye(k * k).reshape(k, k, k * k)
    constraints = np.concatenate([cells.sum(1), cells.sum(0)])
    totals = np.concatenate([counts.sum(1), counts.sum(0)])
    e = Evaluation.of(Contingency(counts, tuple(range(k))))
    expected = float(e("unweighted_expected_accuracy"))
    for name, sign in (("kappa_max", -1), ("kappa_min", 1)):
        extreme = sign * optimize.linprog(sign * np.eye(k).ravel(), A_eq=constraints, b_eq=totals).fun / counts.sum()
        assert e(name) == pytest.approx((extreme - expected) / (1 - expected), abs=1e-9)


def as_pycm(counts):
    pycm = pytest.importorskip("pycm")
    k = range(len(counts))
    return pycm.ConfusionMatrix(matrix={i: {j: int(counts[i, j]) for j in k} for i in k})


@pytest.mark.parametrize("seed", range(30))
def test_beside_pycm(seed):
    rng = np.random.default_rng(seed)
    k = int(rng.integers(2, 6))
    counts = rng.integers(1, 20, (k, k)) + np.diag(rng.integers(0, 20, k))
    e, theirs = Evaluation.of(Contingency(counts, tuple(range(k)))), as_pycm(counts)
    assert e("scott_pi") == pytest.approx(theirs.KappaUnbiased)
    assert e("gwet_ac1") == pytest.approx(theirs.AC1)
    assert e("krippendorff_alpha") == pytest.approx(theirs.Alpha)
    assert e("pabak") == pytest.approx(theirs.S)
    assert e("bangdiwala_b") == pytest.approx(theirs.B)
    assert e("agreement_of_shared_totals") == pytest.approx(theirs.Overall_RACCU)
    assert e("random_accuracy_ovr_by_class").tolist() == pytest.approx([theirs.RACC[i] for i in range(k)])
    assert e("random_accuracy_shared_ovr_by_class").tolist() == pytest.approx([theirs.RACCU[i] for i in range(k)])
    # PyCM's kappa without prevalence is 2 p_o − 1 for any number of classes: PABAK for two only
    assert (e("pabak") == pytest.approx(theirs.KappaNoPrevalence)) == (k == 2)


@pytest.mark.parametrize("seed", range(30))
def test_alpha_beside_krippendorffs_coincidences(seed):
    """His own way: each item gives both ordered pairs of its values, and alpha = 1 − D_o / D_e.

    PyCM's weighted_alpha is no oracle: it takes ((r_i + c_j)/2n)² for the product of the pooled totals.
    """
    rng = np.random.default_rng(seed)
    k = int(rng.integers(2, 6))
    counts = rng.integers(0, 20, (k, k)) + np.eye(k, dtype=int)
    labels = tuple(int(x) for x in np.cumsum(rng.integers(1, 4, k)))
    e = Evaluation.of(Contingency(counts, labels))
    values = np.array(labels)
    pairs = [(a, b) for (a, b), times in np.ndenumerate(counts) for _ in range(times)]
    coincidences = np.zeros((k, k))
    for a, b in pairs:
        coincidences[a, b] += 1
        coincidences[b, a] += 1
    totals = coincidences.sum(1)
    for params, distance in (
        ({}, values[:, None] != values),
        ({"weights": "quadratic"}, (values[:, None] - values) ** 2),
    ):
        observed = (coincidences * distance).sum()
        expected = (np.outer(totals, totals) * distance).sum() / (totals.sum() - 1)
        assert e("krippendorff_alpha", params) == pytest.approx(1 - observed / expected, abs=1e-12)


def test_where_no_share_of_the_largest_kappa_exists():
    constant = Evaluation.of(Contingency(np.array([[3, 1], [0, 0]]), (0, 1)))
    assert np.isnan(constant("kappa_of_max"))
    assert constant.why("kappa_of_max").key == "axis_constant"
    apart = np.zeros((4, 4), int)
    apart[:2, 2:] = [[1, 2], [3, 4]]
    apart = Evaluation.of(Contingency(apart, (0, 1, 2, 3)))
    assert apart.why("kappa_of_max").key == apart.why("bangdiwala_b").key == "no_class_shared"
