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
