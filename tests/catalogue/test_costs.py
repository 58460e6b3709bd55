"""Costs by hand: truth in rows, TN 23, FP 5, FN 7, TP 15."""

import numpy as np
import pytest

import tarazu as tz
from tarazu.errors import QuestionError
from tarazu.formula import Evaluation
from tarazu.tally import Contingency

COUNTS = np.array([[23, 5], [7, 15]])
TWO = Evaluation.of(Contingency(COUNTS, ("well", "sick")))


def test_costs_are_errors_unless_said_otherwise():
    assert TWO("total_cost") == 12
    assert TWO("mean_cost") == pytest.approx(12 / 50)
    # always "well" is wrong 22 times, always "sick" 28 times
    assert TWO("normalised_cost") == pytest.approx(12 / 22)


def test_own_costs():
    costs = [[0, 1], [10, 2]]  # a missed patient costs 10, a found one 2
    assert TWO("total_cost", {"costs": costs}) == 5 + 70 + 30
    # always "well": 22 × 10; always "sick": 28 × 1 + 22 × 2
    assert TWO("normalised_cost", {"costs": costs}) == pytest.approx(105 / 72)


def test_costs_follow_the_labels_wherever_the_positive_class_stands():
    given = tz.matrix(COUNTS.tolist(), rows="truth", labels=["well", "sick"], positive="well", show="mean_cost")
    assert given["mean_cost(costs=[[0, 1], [10, 2]])"].value == pytest.approx(105 / 50)


def test_costs_by_distance():
    e = Evaluation.of(Contingency(np.array([[1, 2, 3], [0, 4, 1], [1, 0, 5]]), (1, 2, 10), ordered=True))
    assert e("total_cost", {"costs": "distance"}) == 2 * 1 + 3 * 2 + 1 * 1 + 1 * 2


def test_net_benefit():
    assert TWO("net_benefit_by_class")[1] == pytest.approx((15 - 5) / 50)
    # at a threshold of 0.2 one needed finding is worth four needless ones
    assert TWO("net_benefit_by_class", {"threshold": 0.2})[1] == pytest.approx((15 - 5 / 4) / 50)
    assert TWO("standardised_net_benefit_by_class", {"threshold": 0.2})[1] == pytest.approx((15 - 5 / 4) / 22)


@pytest.mark.parametrize(
    ("params", "message"),
    [
        ("costs=cheap", "costs='cheap' is not known; expected errors, distance or a matrix"),
        ("costs=[[0, 1]]", r"costs of shape \(1, 2\) do not fit 2 classes; expected 2 rows .*'sick', 'well'"),
        ("costs=distance", r"costs=distance needs the order of the labels"),
    ],
)
def test_costs_that_do_not_fit(params, message):
    with pytest.raises(QuestionError, match=message):
        tz.classify(["well", "sick"], ["well", "well"], show=f"mean_cost({params})", labels=None)


@pytest.mark.parametrize("threshold", [0, 1, -0.1, True])
def test_a_threshold_is_a_probability(threshold):
    with pytest.raises(QuestionError, match="expected a probability between 0 and 1"):
        TWO("net_benefit_by_class", {"threshold": threshold})
