"""Rates of one class, by hand: TP 15, FP 5, FN 7, TN 23."""

from fractions import Fraction

import numpy as np
import pytest

from tarazu.formula import Evaluation
from tarazu.tally import Contingency

TP, FP, FN, TN = 15, 5, 7, 23


def of(counts, labels=None):
    return Evaluation.of(Contingency(np.array(counts), tuple(labels or range(len(counts)))))


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("recall", Fraction(15, 22)),
        ("specificity", Fraction(23, 28)),
        ("precision", Fraction(15, 20)),
        ("npv", Fraction(23, 30)),
        ("fpr", Fraction(5, 28)),
        ("fnr", Fraction(7, 22)),
        ("fdr", Fraction(5, 20)),
        ("false_omission_rate", Fraction(7, 30)),
        ("f1", Fraction(2 * 15, 2 * 15 + 5 + 7)),
        ("fbeta", Fraction(5 * 15, 5 * 15 + 4 * 7 + 5)),
        ("jaccard", Fraction(15, 27)),
        ("informedness", Fraction(15, 22) + Fraction(23, 28) - 1),
        ("markedness", Fraction(15, 20) + Fraction(23, 30) - 1),
        ("balanced_accuracy_ovr", (Fraction(15, 22) + Fraction(23, 28)) / 2),
        ("accuracy_ovr", Fraction(38, 50)),
        ("tversky", Fraction(150, 150 + 7 * 7 + 3 * 5)),
        ("prevalence", Fraction(22, 50)),
        ("lr_positive", Fraction(15, 22) / Fraction(5, 28)),
        ("lr_negative", Fraction(7, 22) / Fraction(23, 28)),
        ("dor", Fraction(15 * 23, 5 * 7)),
    ],
)
def test_by_hand(name, value):
    got = of([[TN, FP], [FN, TP]])(f"{name}_by_class")[1]
    assert got == pytest.approx(float(value), abs=1e-14)


def test_beta_weighs_recall():
    e = of([[TN, FP], [FN, TP]])
    half = Fraction(5, 4) * 15 / (Fraction(5, 4) * 15 + Fraction(1, 4) * 7 + 5)
    assert e("fbeta_by_class", {"beta": 0.5})[1] == pytest.approx(float(half), abs=1e-15)
    assert e("fbeta_by_class", {"beta": 1})[1] == e("f1_by_class")[1]


def test_tversky_with_weights_of_one_is_jaccard_and_of_a_half_is_f1():
    e = of([[TN, FP], [FN, TP]])
    assert e("tversky_by_class", {"fn_weight": 1.0, "fp_weight": 1.0})[1] == e("jaccard_by_class")[1]
    assert e("tversky_by_class", {"fn_weight": 0.5, "fp_weight": 0.5})[1] == e("f1_by_class")[1]


def test_correction_by_half():
    e = of([[20, 0], [2, 10]])
    assert e("dor_by_class")[1] == np.inf
    assert e("dor_by_class", {"correction": 0.5})[1] == pytest.approx(10.5 * 20.5 / (0.5 * 2.5))


# truth 1 1 1 1 1 2 2 2 2 3 3 3 4 4, prediction 1 1 1 0 0 2 2 3 3 3 4 3 4 3: label 0 is only predicted
FOUR = [[0, 0, 0, 0, 0], [2, 3, 0, 0, 0], [0, 0, 2, 2, 0], [0, 0, 0, 2, 1], [0, 0, 0, 1, 1]]


def test_two_macro_f1s():
    e = of([[3, 0, 0], [1, 2, 1], [1, 0, 2]])
    precision = [Fraction(3, 5), Fraction(2, 2), Fraction(2, 3)]
    recall = [Fraction(3, 3), Fraction(2, 4), Fraction(2, 3)]
    f1 = [2 * p * r / (p + r) for p, r in zip(precision, recall, strict=True)]
    p, r = sum(precision) / 3, sum(recall) / 3
    assert e("f1_macro") == pytest.approx(float(sum(f1) / 3), abs=1e-15)
    assert e("f1_of_means") == pytest.approx(float(2 * p * r / (p + r)), abs=1e-15)


def test_micro_is_accuracy_when_every_row_has_one_label():
    e = of(FOUR)
    for name in ("recall_micro", "precision_micro", "f1_micro"):
        assert e(name) == pytest.approx(float(e("accuracy")))


def test_balanced_accuracy_is_over_the_classes_that_occur():
    # class 2 is predicted once and never true: (1/2 + 1)/2, not /3
    e = of([[1, 0, 1], [0, 2, 0], [0, 0, 0]])
    assert e("balanced_accuracy") == 0.75
    assert e("balanced_accuracy_adjusted") == 0.5
    assert of([[1, 1], [0, 0]]).why("balanced_accuracy_adjusted").key == "one_true_class"


def test_the_two_multi_class_balanced_accuracies_differ():
    e = of([[50, 0, 0], [0, 48, 2], [0, 1, 49]])
    recall = (1 + Fraction(48, 50) + Fraction(49, 50)) / 3
    specificity = (1 + Fraction(99, 100) + Fraction(98, 100)) / 3
    assert e("balanced_accuracy") == pytest.approx(float(recall))
    assert e("balanced_accuracy_ovr_macro") == pytest.approx(float((recall + specificity) / 2))


def test_averages_say_which_classes_they_lack():
    # ten rows of ten classes; 7 and 8 are never predicted
    counts = np.zeros((10, 10), int)
    for t, p in zip(range(1, 11), [1, 2, 3, 4, 5, 6, 9, 1, 6, 10], strict=True):
        counts[t - 1, p - 1] += 1
    e = of(counts, range(1, 11))
    assert np.isnan(e("precision_macro"))
    why = e.why("precision_macro")
    assert why.key == "class_never_predicted"
    assert "as class 7; nothing was predicted as class 8" in why.text
    assert e("precision_macro", {"undefined": "omit"}) == 0.75
    assert e("precision_macro", {"undefined": "zero"}) == pytest.approx(0.6)
    assert e("recall_macro") == pytest.approx(0.7)
    assert e("f1_macro") == pytest.approx(19 / 30)


def test_a_class_of_no_weight_cannot_spoil_the_weighted_average():
    e = of([[3, 1, 0], [2, 4, 0], [0, 0, 0]])
    assert np.isnan(e("recall_by_class")[2])
    assert e("recall_weighted") == pytest.approx(7 / 10)
    assert np.isnan(e("recall_macro"))


def test_precision_when_nothing_is_predicted():
    e = of([[4, 0], [2, 0]])
    assert np.isnan(e("precision_by_class")[1])
    assert e.why("precision_by_class", at=1).text == "nothing was predicted as class 1"
    assert e("f1_by_class")[1] == 0
    assert e("recall_by_class")[1] == 0
    assert e("specificity_by_class")[1] == 1
