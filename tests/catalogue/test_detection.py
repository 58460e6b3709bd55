"""Hits and false alarms, by hand and beside scipy: TP 15, FP 5, FN 7, TN 23."""

import math

import numpy as np
import pytest
from scipy.stats import norm

from tarazu.formula import Evaluation
from tarazu.tally import Contingency

TWO = Evaluation.of(Contingency(np.array([[23, 5], [7, 15]]), (0, 1)))
H, F = 15 / 22, 5 / 28


def of(tp, fp, fn, tn):
    return Evaluation.of(Contingency(np.array([[tn, fp], [fn, tp]]), (0, 1)))


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("d_prime", norm.ppf(H) - norm.ppf(F)),
        ("criterion", -(norm.ppf(H) + norm.ppf(F)) / 2),
        ("log_beta", math.log(norm.pdf(norm.ppf(H)) / norm.pdf(norm.ppf(F)))),
        ("a_prime", 0.5 + (H - F) * (1 + H - F) / (4 * H * (1 - F))),
        ("frequency_bias", 20 / 22),
        ("equitable_threat_score", (15 - 8.8) / (27 - 8.8)),
        ("extreme_dependency_score", 2 * math.log(22 / 50) / math.log(15 / 50) - 1),
        ("symmetric_extreme_dependency_score", math.log(20 / 50 * 22 / 50) / math.log(15 / 50) - 1),
        ("extremal_dependence_index", (math.log(F) - math.log(H)) / (math.log(F) + math.log(H))),
        (
            "symmetric_extremal_dependence_index",
            (math.log(F) - math.log(H) - math.log(1 - F) + math.log(1 - H))
            / (math.log(F) + math.log(H) + math.log(1 - F) + math.log(1 - H)),
        ),
    ],
)
def test_by_hand(name, value):
    assert TWO(f"{name}_by_class")[1] == pytest.approx(value, abs=1e-13)


def test_the_log_linear_correction_of_hautus_adds_a_half_to_every_cell():
    e = of(25, 0, 0, 25)
    assert e("d_prime_by_class")[1] == math.inf
    assert e("d_prime_by_class", {"correction": 0.5})[1] == pytest.approx(norm.ppf(25.5 / 26) - norm.ppf(0.5 / 26))


def test_a_prime_below_chance_mirrors_the_one_above():
    above, below = of(15, 5, 7, 23), of(5, 15, 23, 7)
    assert above("hit_rate_by_class")[1] == pytest.approx(H)
    assert below("a_prime_by_class")[1] < 0.5
    swapped = of(5 * 22, 15 * 28, 23 * 22, 13 * 28)  # hit rate 5/28, false alarm rate 15/28
    h, f = 5 / 28, 15 / 28
    assert swapped("a_prime_by_class")[1] == pytest.approx(0.5 - (f - h) * (1 + f - h) / (4 * f * (1 - h)))


def test_the_tornado_forecasts_of_finley():
    # Finley (1884): 28 tornadoes forecast and seen, 72 forecast only, 23 seen only, 2680 neither. Jolliffe and
    # Stephenson (2012), table 3.4, and Gilbert (1884): bias 1.96, threat score 0.228, Gilbert's score 0.216,
    # Heidke's 0.355, Peirce's 0.523, Clayton's 0.271, odds ratio 45.3
    e = of(28, 72, 23, 2680)
    for name, value, digits in (
        ("frequency_bias", 1.96, 2),
        ("jaccard", 0.228, 3),
        ("equitable_threat_score", 0.216, 3),
        ("kappa", 0.355, 3),
        ("informedness", 0.523, 3),
        ("markedness", 0.271, 3),
        ("dor", 45.3, 1),
    ):
        assert round(float(e(f"{name}_by_class")[1]), digits) == value


@pytest.mark.parametrize(
    ("cells", "name", "reason"),
    [
        ((0, 0, 5, 5), "d_prime", "both_rates_extreme"),
        ((5, 0, 0, 0), "d_prime", "only_this_class_occurs"),
        ((0, 5, 0, 5), "d_prime", "class_never_occurs"),
        ((5, 0, 0, 5), "criterion", "opposite_extremes"),
        ((5, 0, 0, 5), "log_beta", "a_rate_extreme"),
        ((5, 0, 0, 0), "equitable_threat_score", "nothing_beyond_chance"),
        ((5, 0, 0, 0), "extreme_dependency_score", "always_found"),
        ((5, 5, 0, 0), "symmetric_extremal_dependence_index", "both_rates_extreme"),
    ],
)
def test_undefined(cells, name, reason):
    e = of(*cells)
    assert math.isnan(e(f"{name}_by_class")[1])
    assert e.why(f"{name}_by_class", at=1).key == reason
