"""Scores: inputs that broke other tools, every kind of input, cuts, and what is refused."""

import json
import math
import subprocess
import sys
from pathlib import Path

import numpy as np
import pandas as pd
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn import metrics

import tarazu as tz
from tarazu.curves import calibration, ranking
from tarazu.errors import InputError, QuestionError
from tarazu.tally.scores import Scores

CASES = {
    c["id"]: c
    for line in (Path(__file__).parent / "reference" / "score_cases.jsonl").read_text(encoding="utf-8").splitlines()
    for c in [json.loads(line)]
}
SEVERAL = {i for i, c in CASES.items() if "scores" in c["input"]}
NOT_YET = {i for i in CASES if i.startswith("quantile-bins")}  # bins by quantiles: not in the package so far
TRUTH, SCORE = [0, 0, 1, 1, 0, 1], [0.1, 0.4, 0.35, 0.8, 0.2, 0.9]


def scored(given):
    weights = given.get("weights")
    return tz.score(given["truth"], given["score"], positive=given["positive"], weight=weights)


@pytest.mark.parametrize("id", sorted(set(CASES) - NOT_YET - SEVERAL - {"probabilities-above-one"}))
def test_case(id):
    given, expected = CASES[id]["input"], CASES[id]["expected"]
    result = scored(given)
    tally = next(iter(result.tallies.values()))
    p, q = tally.positives, tally.negatives
    for name, value in expected.items():
        if name in ("auc", "average_precision", "brier", "log_loss"):
            row = result[name]
            if isinstance(value, dict) and value.get("undefined"):
                assert row.undefined.text == value["reason"]
            else:
                assert float(row) == pytest.approx(math.inf if isinstance(value, dict) else value)
        elif name == "pr_auc_trapezoid":
            assert ranking.pr_auc_trapezoid(p, q) == pytest.approx(value)
        elif name == "points":
            r = result.roc()
            found = [
                {"threshold": None if math.isinf(t) else t, "fpr": pytest.approx(f), "tpr": pytest.approx(y)}
                for t, f, y in zip(r.thresholds, r.fpr, r.tpr, strict=True)
            ]
            assert value == found
        elif name in ("se", "variance"):
            se = ranking.delong(tally)
            assert (
                math.isnan(se) if isinstance(value, dict) else (se if name == "se" else se**2) == pytest.approx(value)
            )
        elif name == "ci":
            row = result["auc"]
            assert row.low is None if isinstance(value, dict) else 0 <= row.low < row.value < row.high <= 1
        elif name in ("ece", "ece_left_closed"):
            assert calibration.bins(tally, given["n_bins"]).expected_error == pytest.approx(value)
        elif name.startswith("rows_by_bin") and "right" not in name:
            cells = calibration.bins(tally, given["n_bins"])
            numbers = [str(round(high * given["n_bins"])) for high in cells.high]
            assert dict(zip(numbers, cells.items, strict=True)) == value
        elif name == "auc_of_cut_scores":
            cut = [float(s >= given["cut"]) for s in given["score"]]
            assert tz.score(given["truth"], cut)["auc"].value == pytest.approx(value)
        elif name == "average_precision_of_other_class":
            other = tz.score(given["truth"], [-s for s in given["score"]], positive=given["negative"])
            assert other["average_precision"].value == pytest.approx(value)


def test_scores_outside_0_and_1_are_no_probabilities():
    given = CASES["probabilities-above-one"]["input"]
    with pytest.raises(QuestionError, match="There is no 'brier' among 'auc'"):
        scored(given)["brier"]


def test_two_scores_that_order_alike_have_a_p_of_1():
    # MLstatkit has z = 0 and p = 0 for identical scores
    first = np.array(SCORE)
    result = tz.score(TRUTH, {"a": first, "b": first, "c": 10 * first + 3})
    assert [t.p for t in result.tests] == [1, 1, 1]


def test_an_interval_never_leaves_0_and_1():
    # confidenceinterval's DeLong interval reaches 1.071 and PyCM's 1.018 on such data
    rng = np.random.default_rng(1)
    truth = np.repeat([0, 1], [25, 6])
    for _ in range(30):
        row = tz.score(truth, rng.normal(0, 1, 31) + 2 * truth)["auc"]
        assert row.low is None or 0 <= row.low < row.value < row.high <= 1


@pytest.mark.parametrize("seed", range(5))
def test_beside_scikit_learn(seed):
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, 2, 60)
    p = np.round(np.clip(rng.normal(0.3 + 0.4 * truth, 0.25), 0.01, 0.99), 1 + seed % 2)
    r = tz.score(truth, p, interval=None)
    assert r["auc"].value == pytest.approx(metrics.roc_auc_score(truth, p))
    assert r["average_precision"].value == pytest.approx(metrics.average_precision_score(truth, p))
    assert r["brier"].value == pytest.approx(metrics.brier_score_loss(truth, p))
    assert r["log_loss"].value == pytest.approx(metrics.log_loss(truth, p))
    fpr, tpr, thresholds = metrics.roc_curve(truth, p, drop_intermediate=False)
    curve = r.roc()
    np.testing.assert_allclose(curve.fpr, fpr)
    np.testing.assert_allclose(curve.tpr, tpr)
    np.testing.assert_allclose(curve.thresholds[1:], thresholds[1:])


def test_intervals_of_means_are_near_their_standard_errors():
    rng = np.random.default_rng(2)
    truth = rng.integers(0, 2, 400)
    p = np.clip(rng.normal(0.3 + 0.4 * truth, 0.2), 0.01, 0.99)
    row = tz.score(truth, p)["brier"]
    assert row.se == pytest.approx(((truth - p) ** 2).std() / 20, rel=0.1)
    assert row.low < row.value < row.high
    assert "resamples" in row.method


@pytest.mark.parametrize("kind", ["lists", "pandas", "polars", "mapping", "csv"])
def test_every_kind_of_input(kind, tmp_path):
    columns = {"y": ["ill" if v else "well" for v in TRUTH], "s": SCORE, "t": SCORE[::-1]}
    names = {"truth": "y", "score": ["s", "t"], "positive": "ill"}
    if kind == "lists":
        r = tz.score(columns["y"], {"s": columns["s"], "t": columns["t"]}, positive="ill")
    elif kind == "csv":
        pd.DataFrame(columns).to_csv(tmp_path / "x.csv", index=False)
        r = tz.score(tmp_path / "x.csv", **names)
    else:
        make = {"pandas": pd.DataFrame, "polars": pl.DataFrame, "mapping": dict}[kind]
        r = tz.score(make(columns), **names)
    assert list(r.tallies) == ["s", "t"]
    assert r["auc", "s"].value == pytest.approx(8 / 9)
    assert r.tests[0].id == "auc s = t"


pairs = st.lists(st.tuples(st.booleans(), st.integers(-3, 3)), min_size=1, max_size=15)


@given(pairs, pairs)
def test_the_tally_of_all_is_the_sum_of_the_parts(a, b):
    def tally(items):
        return Scores.of(np.array([s for _, s in items]), np.array([y for y, _ in items]))

    assert tally(a) + tally(b) == tally(a + b)
    assert Scores.from_dict(json.loads(json.dumps(tally(a).to_dict()))) == tally(a)


def test_cuts():
    r = tz.score(TRUTH, SCORE, cut="youden")
    assert (r.chosen["score"].threshold, r.chosen["score"].value) == (0.35, pytest.approx(2 / 3))
    assert r.cut("closest").threshold == 0.35
    assert r.cut("0.5").threshold == 0.5
    assert r.cut("sensitivity 0.9").threshold == 0.35
    assert r.cut("specificity 1").threshold == 0.8
    best = r.cut("max f1")
    assert best.value == max(r.at(t)["f1"].value for t in SCORE)
    assert r.cut("max fpr").value == 0
    assert r.at(best)["recall"].value == 1
    assert r.at(0.5).tally.counts.tolist() == [[3, 0], [1, 2]]
    assert "A cut chosen on the data it is judged by" in str(r)


def test_below_one_half_stays_and_is_said():
    r = tz.score([1, 1, 0, 0], [1, 2, 3, 4])
    assert r["auc"].value == 0
    assert "auc-below-half" in [n.code for n in r.notes]


def test_formats():
    r = tz.score(TRUTH, SCORE)
    assert json.loads(r.to_json())["schema"] == "tarazu.score/1"
    assert "of,measure,value,low,high" in r.to_csv()
    assert "| auc |" in r.to_markdown()
    assert "<table>" in r._repr_html_()
    assert r"\toprule" in r.to_latex()
    assert len(r.to_frame("pandas")) == len(r)
    for width in (50, 80, 120):
        assert max(map(len, r.to_text(width).splitlines())) <= width


@pytest.mark.parametrize(
    ("data", "options", "error", "message"),
    [
        (([0, 1], [1, 2, 3]), {}, InputError, "truth has 2 rows, score has 3"),
        (([0, 1], ["a", 2]), {}, InputError, "score holds 'a' in row 1; expected a number"),
        ((["x", "y"], [1, 2]), {}, QuestionError, "Which class is the positive one"),
        ((["x", "y"], [1, 2]), {"positive": "z"}, InputError, "The positive class 'z' does not occur"),
        (([], []), {}, InputError, "There are no rows"),
        (([None, 1], [1, None]), {}, InputError, "All 2 rows lack truth or score"),
        (([0, 1], [1, 2]), {"weight": [1, -1]}, InputError, "weight in row 2 is negative"),
        (([0, 1], [1, 2]), {"cut": "best"}, QuestionError, "cut='best' is not known"),
        (([0, 1], [1, 2]), {"cut": "sensitivity 3"}, QuestionError, "expected a share above 0"),
        (([1, 1], [1, 2]), {"cut": "youden"}, InputError, "A cut needs positive and negative items"),
        (([0, 1], [1, 2]), {"level": 2}, QuestionError, "level=2 is not possible"),
        (([0, 1], [1, 2]), {"interval": "bca"}, QuestionError, "is not offered for scores"),
        (({"y": [0, 1]},), {"truth": "y", "score": "s"}, InputError, "The column 's' is not there"),
        (({"y": [0, 1]},), {"truth": "y"}, QuestionError, "Expected"),
    ],
)
def test_what_is_refused(data, options, error, message):
    with pytest.raises(error, match=message):
        tz.score(*data, **options)


def test_the_command(tmp_path):
    path = tmp_path / "x.csv"
    path.write_text("y,s\n" + "".join(f"{'ill' if y else 'well'},{s}\n" for y, s in zip(TRUTH, SCORE, strict=True)))

    def run(*args):
        command = [sys.executable, "-m", "tarazu.cli.main", "score", str(path), *args]
        return subprocess.run(command, capture_output=True, text=True, check=False)

    shown = run("-t", "y", "--score", "s", "--positive", "ill", "--cut", "max f1").stdout
    assert "0.888889" in shown
    assert "Cut of s (max f1): positive from 0.35 on" in shown
    assert "Which class is the positive one" in run("-t", "y", "--score", "s").stderr
    assert "Name the columns" in run("-t", "y").stderr


def test_files_of_the_world(tmp_path):
    comma = tmp_path / "comma.csv"
    comma.write_text("y;s\nyes;0,9\nno;0,4\nyes;0,35\nno;1\n")
    r = tz.score(comma, truth="y", score="s", positive="yes")
    assert sorted(r.tallies["s"].values) == [0.35, 0.4, 0.9, 1]
    assert "decimal-commas" in [n.code for n in r.notes]
    truth = tmp_path / "truth.csv"
    truth.write_text("y,s\nTRUE,0.9\nFALSE,0.4\nTRUE,0.35\n")
    assert tz.score(truth, truth="y", score="s").label == "TRUE"
    assert tz.score(truth, truth="y", score="s", positive="false").label == "FALSE"
    truth.write_text("y,s\nTRUE,0.9\nFALSE,abc\n")
    with pytest.raises(InputError, match="s holds 'abc'; expected a number"):
        tz.score(truth, truth="y", score="s")


# ---- several classes


@pytest.mark.parametrize("id", sorted(SEVERAL))
def test_case_of_several_classes(id):
    given, expected = CASES[id]["input"], CASES[id]["expected"]
    result = tz.score(given["truth"], given["scores"], classes=given["classes"])
    for name, value in expected.items():
        if name == "ovr_by_class":
            assert {c: result["auc", c].value for c in value} == pytest.approx(value)
        elif name == "error":
            assert result["log_loss"].undefined.text == value
        else:
            ours = {"ovr_macro": "auc_macro", "ovo_macro": "auc_hand_till"}.get(name, name)
            assert result[ours].value == pytest.approx(value)


def test_several_classes_beside_golden_and_scikit_learn():
    path = Path(__file__).parent / "reference" / "score" / "iris_lda_probabilities.json"
    found = json.loads(path.read_text(encoding="utf-8"))
    y, p = found["data"]["y"], np.array(found["data"]["p"])
    r = tz.score(y, p, classes=[0, 1, 2])
    ours = {
        "brier_multiclass": r["brier_multiclass"].value,
        "log_loss": r["log_loss"].value,
        "auc_ovo": r["auc_hand_till"].value,
    }
    for e in found["expected"]:
        if e["quantity"] in ours:
            assert ours[e["quantity"]] == pytest.approx(e["value"], abs=1e-10)
        if e["quantity"] == "auc_ovr" and e["args"]["average"] is None:
            assert [r["auc", c].value for c in "012"] == pytest.approx(e["value"], abs=1e-10)
    weighted = metrics.roc_auc_score(y, p, multi_class="ovr", average="weighted")
    assert r["auc_weighted"].value == pytest.approx(weighted)
    assert r["log_loss"].low < r["log_loss"].value < r["log_loss"].high
    assert r.at(0.5, "1")["recall"].value == pytest.approx((p[50:100, 1] >= 0.5).mean())
    for width in (50, 100):
        assert max(map(len, r.to_text(width).splitlines())) <= width
    json.loads(r.to_json())


def test_a_class_that_never_occurs_is_named():
    r = tz.score([0, 0, 1], [[0.8, 0.1, 0.1], [0.5, 0.4, 0.1], [0.2, 0.7, 0.1]], classes=[0, 1, 2])
    assert r["auc", "2"].undefined.text == "only one class in truth (no positives)"
    assert r["auc_macro"].undefined.text == "'2' never occurs, or nothing else does"
    assert r["auc_weighted"].value == 1
    assert math.isfinite(r["log_loss"].value)


def test_several_classes_from_a_file(tmp_path):
    path = tmp_path / "x.csv"
    path.write_text("y,a,b,c\ncat,0.7,0.2,0.1\ndog,0.1,0.8,0.1\nowl,0.3,0.3,0.4\ncat,0.5,0.2,0.3\n")
    r = tz.score(path, truth="y", score=["a", "b", "c"], classes=["cat", "dog", "owl"])
    assert r["auc", "cat"].value == 1
    assert r["log_loss"].value == pytest.approx(-np.log([0.7, 0.8, 0.4, 0.5]).mean())


@pytest.mark.parametrize(
    ("data", "options", "message"),
    [
        (([0, 1], [[1, 2], [3, 4]]), {"classes": [0, 1, 2]}, "score has shape"),
        (([0, 3], [[1, 2], [3, 4]]), {"classes": [0, 1]}, "'3' in truth is none of the classes 0, 1"),
        (([0, 1], [[1, 2], [3, 4]]), {"classes": [0, 0]}, "expected at least two, each once"),
        (([0, 1], [[1, 2], [3, 4]]), {"classes": [0, 1], "positive": 1}, "there is no positive class"),
        (([0], [[1, 2], [3, 4]]), {"classes": [0, 1]}, "truth has 1 rows"),
    ],
)
def test_what_is_refused_of_several_classes(data, options, message):
    with pytest.raises((InputError, QuestionError), match=message):
        tz.score(*data, **options)
