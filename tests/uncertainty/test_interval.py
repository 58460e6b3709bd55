"""Intervals of measures: laws over the whole registry, and what is said where there is none."""

import math

import numpy as np
import pytest

import tarazu as tz
from tarazu.errors import QuestionError
from tarazu.formula import REGISTRY
from tarazu.uncertainty.interval import METHODS

TWO = tz.matrix([[23, 5], [7, 15]], rows="truth", labels=["well", "sick"], positive="sick", show="all")
THREE = tz.matrix([[15, 2, 3], [4, 20, 1], [2, 5, 30]], rows="truth", labels=["a", "b", "c"], show="all")


@pytest.mark.parametrize("result", [TWO, THREE], ids=["two", "three"])
def test_every_value_lies_within_its_interval_and_that_within_the_range(result):
    for row in result:
        m = REGISTRY.measures[row.measure]
        assert row.level == 0.95 if row.value is not None else row.level is None
        if row.low is None:
            assert row.no_interval or row.undefined, row.name
            continue
        assert m.range[0] <= row.low <= row.high <= m.range[1]
        assert row.low - 1e-9 <= row.value <= row.high + 1e-9 or row.method.startswith("percentile"), row.name
        assert row.method
        assert row.se >= 0


def test_nearly_all_have_one():
    for result in (TWO, THREE):
        lacking = {row.measure for row in result if row.value is not None and row.low is None}
        assert len(lacking) < 8, lacking


FITTING = {"mover": "recall_macro", "delta-log": "dor[2]"}


@pytest.mark.parametrize("method", [m for m in METHODS if m != "delta-log-complement"])
def test_a_higher_level_is_wider_and_a_hundred_times_as_many_items_about_ten_times_narrower(method):
    name = FITTING.get(method, "accuracy")
    counts = np.array([[23, 5], [7, 15]])

    def of(counts, level):
        return tz.matrix(counts.tolist(), rows="truth", level=level, interval=method, show=name)[name]

    narrow, usual, wide = of(counts, 0.8), of(counts, 0.95), of(counts, 0.99)
    assert wide.low < narrow.low < narrow.value < narrow.high < wide.high
    large = of(100 * counts, 0.95)
    assert 5 < (usual.high - usual.low) / (large.high - large.low) < 20


def test_a_measure_without_a_smallest_value():
    row = tz.matrix([[2, 9], [8, 1]], rows="raters", interval="delta", show="krippendorff_alpha")["krippendorff_alpha"]
    assert -1 <= row.low < row.value < row.high < 1


@pytest.mark.parametrize("counts", [[[5, 0], [0, 5]], [[40, 0], [0, 0]], [[1, 0], [0, 0]]])
def test_nothing_is_certain_because_it_happened_once(counts):
    result = tz.matrix(counts, rows="truth")
    for row in result:
        if row.value is not None and row.low is not None:
            assert row.low < row.high or row.measure == "no_information_rate", (row.name, row.method)


def test_perfect_agreement_has_no_standard_error_and_says_what_to_do():
    result = tz.matrix([[12, 0], [0, 18]], rows="truth")
    kappa = result["kappa"]
    assert (kappa.value, kappa.se, kappa.low) == (1, 0, None)
    assert "interval='bayes' gives one" in kappa.no_interval
    assert "No interval for kappa" in str(result)
    bayes = tz.matrix([[12, 0], [0, 18]], rows="truth", interval="bayes")["kappa"]
    assert 0.7 < bayes.low < bayes.high < 1
    # proportions and their means have one all the same
    assert result["accuracy"].low == pytest.approx(0.8865, abs=5e-5)
    assert result["balanced_accuracy"].low < 0.9


def test_an_infinite_value_names_the_correction():
    row = tz.matrix([[20, 0], [2, 10]], rows="truth", show="lr_positive", positive=2)["lr_positive"]
    assert row.value == math.inf
    assert row.no_interval == "an infinite value has no interval."
    row = tz.matrix([[20, 0], [2, 10]], rows="truth", show="dor", positive=2)["dor"]
    assert "correction=0.5" in row.no_interval


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"level": 0}, "level=0 is not possible; expected a number between 0 and 1, such as 0.95"),
        ({"level": 95}, "level=95 is not possible"),
        ({"level": True}, "level=True is not possible"),
        ({"interval": "waldo"}, "interval='waldo' is not known; expected 'default', 'wilson'"),
        ({"resamples": 3}, "resamples=3 is not possible; expected a whole number of at least 100"),
        ({"interval": "wilson", "show": "kappa"}, "interval='wilson' is for plain proportions, and kappa is none"),
        ({"interval": "mover", "show": "kappa"}, "for sums of proportions of different items, and kappa is none"),
        ({"interval": "delta", "show": "no_information_rate"}, "needs a derivative, and no_information_rate has none"),
        ({"interval": "delta-log", "show": "kappa"}, "does not fit kappa, whose values go from -inf to 1"),
    ],
)
def test_questions_that_cannot_be_answered(options, message):
    with pytest.raises(QuestionError, match=message.replace("(", r"\(")):
        tz.matrix([[23, 5], [7, 15]], rows="truth", **options)


def test_a_method_that_suits_only_some_rows_says_so_in_the_others():
    result = tz.matrix([[23, 5], [7, 15]], rows="truth", interval="jeffreys")
    assert result["recall", 1].method == "jeffreys"
    assert result["kappa"].low is None
    assert "interval='jeffreys' is for plain proportions, and kappa is none" in result["kappa"].no_interval


def test_no_intervals_if_none_are_wanted():
    result = tz.matrix([[23, 5], [7, 15]], rows="truth", interval=None)
    assert all(row.low is None and row.level is None for row in result)
    assert "interval" not in str(result)
    assert result.tests == ()


def test_rows_carry_their_interval_into_every_format():
    result = tz.matrix([[23, 5], [7, 15]], rows="truth", level=0.9)
    row = result["kappa"]
    plain = next(r for r in result.to_dict()["rows"] if r["measure"] == "kappa")
    assert (plain["low"], plain["high"], plain["level"], plain["method"]) == (row.low, row.high, 0.9, row.method)
    assert "measure,scope,of,value,low,high,level,method,se,undefined,n" in result.to_csv()
    assert "90 % interval" in result.to_markdown()
    assert f"{row.low:.4f} to {row.high:.4f}" in result.to_markdown()
    again = tz.Result.from_json(result.to_json())
    assert again.to_dict() == result.to_dict()
    assert again["mcc"].low == result["mcc"].low


def test_pabak_of_an_agreement_on_its_own_scale():
    # pabak = 2 × accuracy − 1 for two classes: the same score interval, but for the two items spread over the cells
    result = tz.matrix([[230, 50], [70, 150]], rows="raters")
    accuracy, pabak = result["accuracy"], result["pabak"]
    assert pabak.low == pytest.approx(2 * accuracy.low - 1, abs=2e-3)
