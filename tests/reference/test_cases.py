"""Inputs that broke other tools, with the right answers: `cases.jsonl`, each derived by exact arithmetic.

Where a case calls for a judgement, the choice made is said beside it.
"""

import json
import math
from pathlib import Path

import pandas as pd
import pytest

import tarazu as tz
from tarazu import InputError, QuestionError

CASES = {
    case["id"]: case
    for line in (Path(__file__).parent / "cases.jsonl").read_text(encoding="utf-8").splitlines()
    for case in [json.loads(line)]
}

# what a case asks for -> a measure of ours
NAMES = {
    "expected_agreement": "expected_accuracy",
    "cohen_kappa": "kappa",
    "macro_f1": "f1_macro",
    "weighted_f1": "f1_weighted",
    "macro_precision_over_defined": "precision_macro(undefined=omit)",
    "f1_of_macro_precision_and_recall": "f1_of_means",
    "mean_of_class_gmeans": "g_mean_macro",
    "geometric_mean_of_recalls": "geometric_mean_of_recalls",
    "balanced_accuracy_adjusted": "balanced_accuracy_adjusted",
    "kappa_linear": "kappa(weights=linear)",
    "kappa_quadratic": "kappa(weights=quadratic)",
    "sensitivity": "recall",
    "ppv": "precision",
}
BY_CLASS = {"f1_by_class": "f1", "precision_by_class": "precision", "recall_by_class": "recall"}

# judged or tested in a way of their own below
ELSEWHERE = {
    "same-matrix-two-orientations", "normalise-by-truth-value-of-2", "normalise-empty-row", "io-empty-cell",
    "macro-f1-two-definitions", "categorical-order-is-kept", "series-index-disjoint", "series-index-permuted",
    "multilabel-label-never-seen", "multilabel-forced-single", "yes-no-positive-inferred",
    "interval-at-zero-and-n", "interval-bootstrap-zero-of-50", "wilson-zero-of-ten", "wilson-upper-bound-above-one",
    "weighted-kappa-text-no-order", "weighted-kappa-unused-level", "empty-string-is-missing", "io-header-missing",
    "io-counts-column",
}  # fmt: skip
PLAIN = sorted(set(CASES) - ELSEWHERE)


def result_of(case, tmp_path, **about):
    given = case["input"]
    if case["area"] == "io" and (isinstance(given, str) or "text" in given):
        text, encoding = (given, "utf-8") if isinstance(given, str) else (given["text"], given["encoding"])
        if "<-- classified as" in text:
            return tz.matrix(text)
        path = tmp_path / "case.csv"
        path.write_bytes(text.encode(encoding))
        return tz.classify(path, **{"truth": "truth", "prediction": "prediction", **about})
    if "csv" in given:
        path = tmp_path / "case.csv"
        path.write_text(given["csv"], encoding="utf-8")
        return tz.classify(path, truth="r1", prediction="r2")
    if "matrix" in given:
        known = {k: given[k] for k in ("rows", "labels", "positive") if k in given}
        return tz.matrix(given["matrix"], **known)
    if "cells_tp_fp_fn_tn" in given:
        return tz.matrix(**dict(zip(("tp", "fp", "fn", "tn"), given["cells_tp_fp_fn_tn"], strict=True)))
    if "rater1" in given:
        return tz.classify(given["rater1"], given["rater2"], labels=given["declared_categories"])
    known = {"positive": given["positive"]} if "positive" in given else {}
    weight = given.get("weights")
    return tz.classify(given["truth"], given["prediction"], weight=weight, **known, **about)


def plain(label):
    return str(label).lower() if isinstance(label, bool) else str(label)


def check(result, name, want):
    if name == "labels":
        assert [plain(v) for v in result.tally.labels] == [plain(v) for v in want]
    elif name == "matrix":
        assert result.tally.counts.tolist() == want
    elif name in ("n", "items_used"):
        assert result.tally.n == want
    elif name == "blank_cells":
        assert sum(result.data["missing"].values()) == want
    elif name == "gmean_of_means":
        means = [result[f"{m}_macro"].value for m in ("recall", "specificity")]
        assert math.sqrt(means[0] * means[1]) == pytest.approx(want)
    elif name in BY_CLASS:
        for label, value in want.items():
            check(result, f"{BY_CLASS[name]}[{label}]", value)
    elif name not in NAMES and name.startswith(("macro_", "micro_")):
        average, _, base = name.partition("_")
        check_value(result[f"{base}_{average}"], want)
    else:
        check_value(result[NAMES.get(name, name)], want)


def check_value(value, want):
    if isinstance(want, dict):
        assert value.value is None
        assert value.undefined.text
    else:
        assert value.value == pytest.approx(want, abs=1e-15, rel=1e-12)


SKIPPED_KEYS = {"note", "exact", "also"}


@pytest.mark.parametrize("id", PLAIN)
def test_case(id, tmp_path):
    case = CASES[id]
    want = case["expected"]
    if "error" in want:
        with pytest.raises((InputError, QuestionError)) as e:
            result_of(case, tmp_path)
        assert len(str(e.value)) > 20
        return
    result = result_of(case, tmp_path)
    if want.get("undefined") is True:
        check_value(result["accuracy"], want)
        return
    for name, value in want.items():
        if name not in SKIPPED_KEYS and not name.startswith("wrong_") and "ci95" not in name:
            check(result, name, value)


def test_error_words():
    """The words that a user must find in the errors of some cases."""
    for id, words in {
        "positive-label-not-present": "'1' does not occur; the labels are 0, 1 (numbers)",
        "mixed-text-and-number-labels": "truth holds text ('0', '1'), prediction holds numbers (0, 1)",
        "lengths-differ": "truth has 4 rows, prediction has 3",
        "negative-weight": "weight in row 2 is negative (-1)",
        "matrix-negative-count": "row a, column b is negative (-1)",
        "value-outside-declared-scale": "4 in truth or prediction is not among the declared labels 1, 2, 3",
    }.items():
        with pytest.raises((InputError, QuestionError)) as e:
            result_of(CASES[id], None)
        assert words in str(e.value)


def test_ragged_row_is_named(tmp_path):
    with pytest.raises(InputError, match=r"line 3 has 4 cells, the header has 3"):
        result_of(CASES["io-ragged-row"], tmp_path)


def test_no_data(tmp_path):
    with pytest.raises(InputError, match="a header and 0 rows"):
        result_of(CASES["no-data"], tmp_path)


@pytest.mark.parametrize("rows", ["truth", "prediction"])
def test_same_matrix_two_orientations(rows):
    case = CASES["same-matrix-two-orientations"]
    given = case["input"]
    result = tz.matrix(given["matrix"], labels=given["labels"], positive=given["positive"], rows=rows)
    for name, value in case["expected"][f"rows_{rows}"].items():
        check(result, name, value)


def test_averages_over_some_of_the_labels():
    """Label 0 is left out of the averages in the case; our averages are over all classes, so its rows are cut out."""
    given, want = (CASES["macro-f1-two-definitions"][k] for k in ("input", "expected"))
    result = tz.classify(given["truth"], given["prediction"])
    assert result["accuracy"].value == pytest.approx(want["accuracy"])
    f1 = [result["f1", c].value for c in given["averaged_labels"]]
    precision = [result["precision", c].value for c in given["averaged_labels"]]
    recall = [result["recall", c].value for c in given["averaged_labels"]]
    assert sum(f1) / 4 == pytest.approx(want["macro_f1"])
    assert sum(precision) / 4 == pytest.approx(want["macro_precision"])
    assert sum(recall) / 4 == pytest.approx(want["macro_recall"])


def test_shares_by_true_class():
    case = CASES["normalise-by-truth-value-of-2"]
    tally = tz.classify(case["input"]["truth"], case["input"]["prediction"]).tally
    assert tally.counts.tolist() == case["expected"]["matrix"]
    shares = tally.counts / tally.row_totals[:, None]
    assert shares.tolist() == case["expected"]["normalised_by_truth"]
    empty = CASES["normalise-empty-row"]
    result = tz.classify(empty["input"]["truth"], empty["input"]["prediction"])
    assert list(result.tally.labels) == empty["expected"]["labels"]
    # a class without true rows has no share: a dash in the report, never 0 % or "nan"
    line = next(line for line in result.to_text().splitlines() if line.startswith("c "))
    assert line.split() == ["c", "0", "0", "0", "0", "–"]


def test_binary_precision_without_a_positive_class():
    given = CASES["yes-no-positive-inferred"]["input"]
    result = tz.classify(given["truth"], given["prediction"])
    with pytest.raises(QuestionError, match="no positive class was named"):
        result["precision"]
    assert result["precision", "spam"].value == 1


def test_ordered_categories_keep_their_order():
    given, want = (CASES["categorical-order-is-kept"][k] for k in ("input", "expected"))
    kind = pd.CategoricalDtype(given["categories"], ordered=given["ordered"])
    result = tz.classify(*(pd.Series(given[c], dtype=kind) for c in ("truth", "prediction")))
    for name, value in want.items():
        check(result, name, value)


def series(given):
    return [pd.Series(given[c]["values"], index=given[c]["index"]) for c in ("truth", "prediction")]


def test_series_of_other_row_labels():
    result = tz.classify(*series(CASES["series-index-disjoint"]["input"]))
    assert (result["accuracy"].value, result["kappa"].value) == (0.75, 0.5)
    with pytest.raises(InputError, match="say whether to match by label or by position"):
        tz.classify(*series(CASES["series-index-permuted"]["input"]))


def test_weighted_kappa_needs_a_scale():
    given = CASES["weighted-kappa-text-no-order"]["input"]
    with pytest.raises(QuestionError, match="needs the order of the labels 'high', 'low', 'medium'"):
        tz.classify(given["rater_a"], given["rater_b"], show="kappa(weights=quadratic)")
    case = CASES["weighted-kappa-unused-level"]
    result = tz.classify(case["input"]["rater_a"], case["input"]["rater_b"], labels=case["input"]["order"])
    for name, value in case["expected"].items():
        check(result, name, value)


def shares(successes, n, method, level=0.95):
    counts = [[successes, n - successes], [0, 0]]
    row = tz.matrix(counts, rows="truth", interval=method, level=level, show="accuracy")["accuracy"]
    return row.value, [row.low, row.high]


@pytest.mark.parametrize("id", ["interval-bootstrap-zero-of-50", "wilson-zero-of-ten", "wilson-upper-bound-above-one"])
def test_intervals_of_none_and_of_all(id):
    given, expected = CASES[id]["input"], CASES[id]["expected"]
    for method in ("wilson", "clopper-pearson"):
        value, limits = shares(given["successes"], given["n"], method)
        assert value == expected["proportion"]
        assert limits == pytest.approx(expected[method.replace("-", "_")], abs=1e-12)
        assert limits[0] >= 0
        assert limits[1] <= 1


def test_intervals_at_another_level():
    given, expected = CASES["interval-at-zero-and-n"]["input"], CASES["interval-at-zero-and-n"]["expected"]
    for method in ("wilson", "clopper-pearson"):
        for successes, which in ((0, "zero"), (given["n"], "all")):
            limits = shares(successes, given["n"], method, float(given["confidence"]))[1]
            assert limits == pytest.approx(expected[f"{method.replace('-', '_')}_{which}"], abs=1e-12)


def test_a_label_that_is_never_seen():
    given, expected = CASES["multilabel-label-never-seen"]["input"], CASES["multilabel-label-never-seen"]["expected"]
    result = tz.multilabel(given["truth"], given["prediction"])
    assert [{"tp": t[1, 1], "fp": t[0, 1], "fn": t[1, 0], "tn": t[0, 0]} for t in result.tally.tables] == expected[
        "by_label"
    ]
    for name in ("f1", "recall"):
        for label, value in enumerate(expected[f"{name}_by_label"], 1):
            row = result[name, label]
            assert row.undefined if isinstance(value, dict) else row.value == value
    assert result["exact_match"].value == expected["exact_match"]


def test_rows_with_several_labels_are_no_confusion_matrix():
    given = CASES["multilabel-forced-single"]["input"]
    with pytest.raises(InputError, match="Several labels per row are not one confusion matrix"):
        tz.classify(given["truth"], given["prediction"])


def test_blank_cells(tmp_path):
    """A blank cell is missing: by default the row is left out, counted and said; missing="error" refuses it."""
    case = CASES["empty-string-is-missing"]
    result = result_of(case, tmp_path)
    assert result["kappa"].value == 0
    assert result.tally.n == case["expected"]["items_used"]
    assert sum(result.data["missing"].values()) == case["expected"]["blank_cells"]
    result = result_of(CASES["io-empty-cell"], tmp_path)
    assert "Left out: 1 row without a label in truth (0) or prediction (1)." in [n.text for n in result.notes]
    with pytest.raises(InputError, match="1 row without a label"):
        result_of(CASES["io-empty-cell"], tmp_path, missing="error")


def test_columns_by_number_and_counts(tmp_path):
    case = CASES["io-header-missing"]
    result = result_of(case, tmp_path, truth=1, prediction=2, header=False)
    for name, value in case["expected"].items():
        check(result, name, value)
    case = CASES["io-counts-column"]
    columns = {"truth": "Actual Label", "prediction": "Predicted Label", "weight": "Count Occurences"}
    result = result_of(case, tmp_path, **columns)
    for name, value in case["expected"].items():
        check(result, name, value)


def test_look_alikes_are_said(tmp_path):
    result = result_of(CASES["io-mixed-case"], tmp_path)
    assert "look-alike-labels" in [n.code for n in result.notes]
    assert "labels-joined" in [n.code for n in result_of(CASES["io-true-TRUE"], tmp_path).notes]
