"""Agreement: the arithmetic of the sources, by hand."""

from fractions import Fraction

import numpy as np
import pytest

from tarazu import QuestionError
from tarazu.formula import Evaluation
from tarazu.tally import Contingency


def table(counts, labels=None, **about):
    return Evaluation.of(Contingency(np.array(counts), tuple(labels or range(len(counts))), **about))


@pytest.mark.parametrize(
    ("counts", "accuracy", "expected", "kappa"),
    [
        # (10 + 8)/30; (15·17 + 15·13)/30²; (0.6 − 0.5)/(1 − 0.5)
        ([[10, 5], [7, 8]], Fraction(18, 30), Fraction(15 * 17 + 15 * 13, 30**2), Fraction(1, 5)),
        # 35/51; (29·31 + 22·20)/51²
        ([[22, 7], [9, 13]], Fraction(35, 51), Fraction(29 * 31 + 22 * 20, 51**2), Fraction(223, 631)),
        # (60 + 5000)/5190; (185·65 + 5005·5125)/5190²
        ([[60, 125], [5, 5000]], Fraction(5060, 5190), Fraction(185 * 65 + 5005 * 5125, 5190**2), None),
        # physician and machine: 0.7; 0.5·0.6 + 0.5·0.4; 0.4
        ([[20, 5], [10, 15]], Fraction(7, 10), Fraction(1, 2), Fraction(2, 5)),
    ],
)
def test_kappa_of_the_sources(counts, accuracy, expected, kappa):
    e = table(counts)
    kappa = kappa or (accuracy - expected) / (1 - expected)
    assert e("accuracy") == pytest.approx(float(accuracy), abs=1e-15)
    assert e("error_rate") == pytest.approx(float(1 - accuracy), abs=1e-15)
    assert e("expected_accuracy") == pytest.approx(float(expected), abs=1e-15)
    assert e("kappa") == pytest.approx(float(kappa), abs=1e-15)


def test_kappa_is_exactly_zero_when_one_rater_is_constant():
    assert table([[4, 1], [0, 0]])("kappa") == 0


def test_eighty_percent_means_less_against_seventy_five_than_against_fifty():
    # (0.8 − 0.75)/(1 − 0.75) = 0.2 and (0.8 − 0.5)/(1 − 0.5) = 0.6
    assert table([[40, 10], [10, 40]])("kappa") == pytest.approx(0.6)


def test_linear_weights_by_value_and_by_position():
    # labels 1, 2, 5: by value w = 1 − |i − j|/4, by position w = 1 − |i − j|/2
    counts = [[5, 2, 0], [1, 4, 1], [0, 1, 6]]
    e = table(counts, [1, 2, 5])

    def by_hand(w):
        n = 20
        rows, columns = [7, 6, 7], [6, 7, 7]
        observed = sum(w[i][j] * counts[i][j] for i in range(3) for j in range(3)) / Fraction(n)
        chance = sum(w[i][j] * rows[i] * columns[j] for i in range(3) for j in range(3)) / Fraction(n**2)
        return float((observed - chance) / (1 - chance))

    value = [[1, Fraction(3, 4), 0], [Fraction(3, 4), 1, Fraction(1, 4)], [0, Fraction(1, 4), 1]]
    position = [[1, Fraction(1, 2), 0], [Fraction(1, 2), 1, Fraction(1, 2)], [0, Fraction(1, 2), 1]]
    assert e("kappa", {"weights": "linear"}) == pytest.approx(by_hand(value), abs=1e-15)
    assert e("kappa", {"weights": "linear_by_value"}) == pytest.approx(by_hand(value), abs=1e-15)
    assert e("kappa", {"weights": "linear_by_position"}) == pytest.approx(by_hand(position), abs=1e-15)
    assert e("kappa", {"weights": [[float(x) for x in row] for row in position]}) == pytest.approx(
        by_hand(position), abs=1e-15
    )


def test_weights_on_a_scale_with_a_point_nobody_used():
    # ratings 1..5, nobody gave 4; kappa_linear 17/32, kappa_quadratic 22/31
    counts = np.zeros((5, 5), int)
    for a, b in zip([1, 2, 3, 5, 5, 2], [1, 2, 5, 5, 3, 1], strict=True):
        counts[a - 1, b - 1] += 1
    e = table(counts, [1, 2, 3, 4, 5])
    assert e("kappa", {"weights": "linear"}) == pytest.approx(17 / 32, abs=1e-15)
    assert e("kappa", {"weights": "quadratic"}) == pytest.approx(22 / 31, abs=1e-15)


def test_text_has_no_order_unless_it_is_declared():
    with pytest.raises(QuestionError, match="needs the order of the labels 'high', 'low'"):
        table([[3, 1], [1, 3]], ["high", "low"])("kappa", {"weights": "linear"})
    ordered = table([[3, 1], [1, 3]], ["low", "high"], ordered=True)
    assert ordered("kappa", {"weights": "linear"}) == pytest.approx(0.5)


@pytest.mark.parametrize(
    ("weights", "match"),
    [
        ("cubic", "not known; expected 'none', 'linear'"),
        ([[1, 0]], r"weights of shape \(1, 2\) do not fit 2 classes"),
        ([[0, 1], [1, 0]], "1 on the diagonal"),
        ("linear_by_value", "needs labels that are numbers"),
    ],
)
def test_weights_that_are_none(weights, match):
    with pytest.raises(QuestionError, match=match):
        table([[3, 1], [1, 3]], ["low", "high"], ordered=True)("kappa", {"weights": weights})


def test_no_information_rate():
    assert table([[375, 5], [5, 15]])("no_information_rate") == 380 / 400


def test_large_counts_do_not_overflow():
    big = 10**18
    e = table([[big, big], [big, 2]])
    assert e("kappa") == pytest.approx(-0.5)
    assert e("mcc") == pytest.approx(-0.5)
    assert e("accuracy") == pytest.approx(1 / 3)


def test_one_class_only():
    e = table([[5, 0], [0, 0]])
    assert e("accuracy") == 1
    assert np.isnan(e("kappa"))
    assert e.why("kappa").key == "one_class"
    assert e.why("mcc").key == "axis_constant"
