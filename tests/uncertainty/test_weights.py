"""Counts and sampling weights are two things, and the classes can be weighted to another prevalence."""

import math

import numpy as np
import pytest

import tarazu as tz
from tarazu.errors import InputError, QuestionError

TABLE = {"y": ["a", "a", "b", "b"], "p": ["a", "b", "a", "b"], "n": [23, 5, 7, 15]}
COLUMNS = {"truth": "y", "prediction": "p", "weight": "n"}


def test_whole_weights_are_counts_and_that_is_said():
    result = tz.classify(TABLE, **COLUMNS)
    rows = tz.matrix([[23, 5], [7, 15]], rows="truth", labels=["a", "b"])
    for name in ("kappa", "f1_macro", "recall[a]", "no_information_rate"):
        got, expected = result[name], rows[name]
        assert (got.value, got.se, got.low, got.high) == (expected.value, expected.se, expected.low, expected.high)
    assert "All weights are whole numbers and were taken as counts" in str(result).replace("\n", " ")
    assert result.tests[1].p == rows.tests[1].p


def test_sampling_weights_by_name():
    result = tz.classify(TABLE, **COLUMNS, weight_kind="sampling")
    p, w = 0.76, np.array([23, 5, 7, 15.0])
    se = math.sqrt((w**2 * (np.array([1, 0, 0, 1]) - p) ** 2).sum()) / 50
    assert (result["accuracy"].value, result["accuracy"].se) == pytest.approx((p, se))
    assert result["accuracy"].method == "delta, score"
    assert result.tests == ()


def test_fractions_are_sampling_weights():
    table = {**TABLE, "n": [2.5, 0.5, 0.5, 1.5]}
    assert "Weights were taken as sampling weights" in str(tz.classify(table, **COLUMNS)).replace("\n", " ")
    with pytest.raises(InputError, match="Weights that are counts of items must be whole numbers"):
        tz.classify(table, **COLUMNS, weight_kind="counts")
    halves = {"y": ["a"] * 4 + ["b"], "p": ["a"] * 5, "n": [0.5] * 4 + [1.0]}  # their sums are whole, they are not
    assert tz.classify(halves, **COLUMNS).tally.weighted


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"weight_kind": "counts"}, "says what weights are, but none were given"),
        ({"weight_kind": "heavy"}, "weight_kind='heavy' is not known; expected 'auto', 'counts' or 'sampling'"),
    ],
)
def test_kinds_that_make_no_sense(options, message):
    with pytest.raises(QuestionError, match=message):
        tz.classify(["a", "b"], ["a", "a"], **options)


def test_resampling_weighted_items_is_refused_by_name():
    table = {**TABLE, "n": [2.5, 0.5, 0.5, 1.5]}
    with pytest.raises(QuestionError, match="of weighted items only sums are known"):
        tz.classify(table, **COLUMNS, interval="bca", show="kappa")
    assert "of weighted items only sums are known" in tz.classify(table, **COLUMNS)["no_information_rate"].no_interval


# ---- prevalence


def test_predictive_values_at_a_prevalence_are_bayes_rule_with_mercaldos_logit_interval():
    # sensitivity 90/100, specificity 95/100, 2 % are sick
    result = tz.matrix(
        [[95, 5], [10, 90]], rows="truth", labels=["well", "sick"], positive="sick", prevalence=0.02,
        interval="delta-logit", show="precision,npv,recall,accuracy",
    )  # fmt: skip
    ppv = 0.9 * 0.02 / (0.9 * 0.02 + 0.05 * 0.98)
    assert result["precision"].value == pytest.approx(ppv)
    # Mercaldo, N. D., Lau, K. F., Zhou, X. H. (2007), Stat. Med. 26, 2170-2183: logit PPV has the variance
    # (1 − Se)/(Se n1) + Sp/((1 − Sp) n0)
    logit, se = math.log(ppv / (1 - ppv)), math.sqrt(0.1 / 0.9 / 100 + 0.95 / 0.05 / 100)
    limits = [1 / (1 + math.exp(-(logit + z * se))) for z in (-1.959963984540054, 1.959963984540054)]
    assert [result["precision"].low, result["precision"].high] == pytest.approx(limits, abs=1e-12)
    assert result["recall", "sick"].value == pytest.approx(0.9)
    assert result["accuracy"].value == pytest.approx(0.9 * 0.02 + 0.95 * 0.98)


def test_every_measure_is_of_the_weighted_table():
    counts = [[15, 2, 3], [4, 20, 1], [2, 5, 30]]
    shares = {"a": 0.7, "b": 0.2, "c": 0.1}
    result = tz.matrix(counts, rows="truth", labels=["a", "b", "c"], prevalence=shares)
    table = np.array(counts, dtype=float)
    table = table / table.sum(1, keepdims=True) * np.array([[0.7], [0.2], [0.1]]) * table.sum()
    plain = tz.matrix(table.tolist(), rows="truth", labels=["a", "b", "c"], interval=None)
    for row in plain:
        again = result[row.name, row.of] if row.of else result[row.name]
        assert float(again) == pytest.approx(float(row), nan_ok=True)
        assert again.low < again.value < again.high or row.measure == "no_information_rate"
    assert "All values are for the prevalence a 0.7, b 0.2, c 0.1" in str(result).replace("\n", " ")
    assert "0.7" in str(result.explain("accuracy")) or result.explain("accuracy").value == pytest.approx(
        result["accuracy"].value
    )
    assert tz.Result.from_json(result.to_json())["kappa"].low == result["kappa"].low


def test_measures_of_the_rows_alone_do_not_move():
    plain = tz.matrix([[95, 5], [10, 90]], rows="truth", positive=2, interval="delta-identity")
    moved = tz.matrix([[95, 5], [10, 90]], rows="truth", positive=2, interval="delta-identity", prevalence=0.3)
    for name in ("recall", "specificity", "informedness", "balanced_accuracy", "lr_positive"):
        assert (moved[name].value, moved[name].se) == pytest.approx((plain[name].value, plain[name].se))


@pytest.mark.parametrize(
    ("prevalence", "message"),
    [
        (0, "The prevalence of 2 is 0; expected a share between 0 and 1"),
        (1.5, "expected a share between 0 and 1"),
        ({"1": 0.5}, "says nothing about '2'"),
        ({"1": 0.5, "3": 0.5}, "names '3', which is no class"),
        ({"1": 0.5, "2": 0.2}, "add up to 0.7; expected 1"),
    ],
)
def test_prevalences_that_are_none(prevalence, message):
    with pytest.raises(QuestionError, match=message):
        tz.matrix([[95, 5], [10, 90]], rows="truth", positive=2, prevalence=prevalence)


def test_prevalence_needs_the_truth_and_every_class():
    with pytest.raises(QuestionError, match="say what the rows are"):
        tz.matrix([[95, 5], [10, 90]], prevalence=0.1)
    with pytest.raises(QuestionError, match="is one number for 2 classes; expected two classes and the positive one"):
        tz.matrix([[95, 5], [10, 90]], rows="truth", prevalence=0.1)
    with pytest.raises(InputError, match="never occurs in the truth"):
        tz.matrix([[95, 5], [0, 0]], rows="truth", positive=2, prevalence=0.1)


def test_prevalence_in_groups():
    truth, prediction, site = [0, 1, 0, 1, 1, 0], [0, 1, 1, 1, 0, 0], list("aabbbb")
    result = tz.classify(truth, prediction, by=site, prevalence=0.2)
    assert result.groups()[("b",)]["accuracy"].value == pytest.approx(0.8 * 0.5 + 0.2 * 0.5)
    with pytest.raises(InputError, match="never occurs in the truth of group=b, so that nothing is known"):
        tz.classify([0, 1, 1, 1], [0, 1, 1, 0], by=list("aabb"), prevalence=0.2)
