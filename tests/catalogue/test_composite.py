"""Means of rates and what a test is worth, by hand: TP 15, FP 5, FN 7, TN 23; three classes for the overall ones."""

import math
from fractions import Fraction

import numpy as np
import pytest

from tarazu.formula import Evaluation
from tarazu.tally import Contingency

TWO = Evaluation.of(Contingency(np.array([[23, 5], [7, 15]]), (0, 1)))


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("g_mean", math.sqrt(Fraction(15, 22) * Fraction(23, 28))),
        ("fowlkes_mallows", math.sqrt(Fraction(15, 20) * Fraction(15, 22))),
        ("detection_rate", Fraction(15, 50)),
        ("detection_prevalence", Fraction(20, 50)),
        ("number_needed_to_diagnose", 1 / (Fraction(15, 22) + Fraction(23, 28) - 1)),
        ("lift", Fraction(15, 20) / Fraction(22, 50)),
        ("number_needed_to_predict", 1 / (Fraction(15, 20) + Fraction(23, 30) - 1)),
        ("number_needed_to_misdiagnose", Fraction(50, 12)),
        ("discriminant_power", math.sqrt(3) / math.pi * math.log(15 * 23 / (5 * 7))),
        ("distance_to_corner", math.hypot(5 / 28, 7 / 22)),
        ("balance", 1 - math.hypot(5 / 28, 7 / 22) / math.sqrt(2)),
        # F2 of the class: 5·15/(75 + 28 + 5); F0.5 of the rest, where 5 are missed and 7 mistaken
        ("adjusted_f", math.sqrt(75 / 108 * 1.25 * 23 / (1.25 * 23 + 0.25 * 5 + 7))),
        ("adjusted_g_mean", (math.sqrt(15 / 22 * 23 / 28) + 23 / 28 * 0.56) / 1.56),
        ("index_of_balanced_accuracy", (1 + 0.1 * (15 / 22 - 23 / 28)) * 15 / 22 * 23 / 28),
        ("optimized_precision", 0.76 - (23 / 28 - 15 / 22) / (23 / 28 + 15 / 22)),
        ("bray_curtis", Fraction(2, 100)),
        ("predicted_less_true", -2),
        ("class_errors", 12),
        ("information_score", math.log2(Fraction(15, 20) / Fraction(22, 50))),
    ],
)
def test_by_hand(name, value):
    assert TWO(f"{name}_by_class")[1] == pytest.approx(float(value), abs=1e-14)


def test_pabak_is_twice_the_agreement_less_one_for_two_classes():
    assert TWO("pabak") == pytest.approx(2 * 38 / 50 - 1)
    # five classes declared, agreement 0.6: (5·0.6 − 1)/(5 − 1)
    counts = np.diag([3, 0, 0, 0, 0])
    counts[0, 1] = 2
    assert Evaluation.of(Contingency(counts, tuple("abcde")))("pabak") == pytest.approx((5 * 0.6 - 1) / 4)


def test_three_readings_of_the_multi_class_g_mean():
    # recalls 1, 1/2, 1/2; specificities 1, 3/4, 3/4
    e = Evaluation.of(Contingency(np.array([[2, 0, 0], [0, 1, 1], [0, 1, 1]]), (0, 1, 2)))
    assert e("g_mean_macro") == pytest.approx((1 + 2 * math.sqrt(3 / 8)) / 3)
    assert math.sqrt(e("recall_macro") * e("specificity_macro")) == pytest.approx(math.sqrt(2 / 3 * 5 / 6))
    assert e("geometric_mean_of_recalls") == pytest.approx((1 * 0.5 * 0.5) ** (1 / 3))


def test_geometric_mean_is_zero_when_a_class_is_never_found_and_skips_absent_ones():
    e = Evaluation.of(Contingency(np.array([[3, 1, 0], [2, 0, 0], [0, 0, 0]]), (0, 1, 2)))
    assert e("geometric_mean_of_recalls") == 0
    e = Evaluation.of(Contingency(np.array([[3, 1, 0], [1, 1, 0], [0, 0, 0]]), (0, 1, 2)))
    assert e("geometric_mean_of_recalls") == pytest.approx(math.sqrt(0.75 * 0.5))


def test_of_the_whole_table_by_hand():
    assert TWO("errors") == 12
    assert TWO("mean_class_size") == 25


def test_a_class_never_found_has_an_adjusted_g_mean_of_0():
    e = Evaluation.of(Contingency(np.array([[23, 5], [7, 0]]), (0, 1)))
    assert e("adjusted_g_mean_by_class")[1] == 0
