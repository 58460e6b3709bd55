"""Several labels per item: by hand, beside scikit-learn, from every kind of input, and what is refused."""

import json
import math
import subprocess
import sys
import warnings

import numpy as np
import pandas as pd
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn import metrics

import tarazu as tz
from tarazu.errors import InputError, QuestionError

TRUTH = [{"drama", "comedy"}, {"comedy"}, set(), {"drama"}, {"horror", "drama"}]
PREDICTION = [{"drama"}, {"comedy", "horror"}, set(), {"drama"}, {"drama"}]
FLAGS = (
    np.array([[1, 1, 0], [1, 0, 0], [0, 0, 0], [0, 1, 0], [0, 1, 1]]),
    np.array([[0, 1, 0], [1, 0, 1], [0, 0, 0], [0, 1, 0], [0, 1, 0]]),
)
NAMES = ["comedy", "drama", "horror"]


def test_by_hand():
    r = tz.multilabel(TRUTH, PREDICTION, undefined="zero")
    assert r.tally.tables.tolist() == [[[3, 0], [1, 1]], [[2, 0], [0, 3]], [[3, 1], [1, 0]]]
    assert [r["recall", v].value for v in NAMES] == [0.5, 1, 0]
    assert r["recall_macro"].value == pytest.approx(0.5)
    assert r["recall_micro"].value == pytest.approx(4 / 6)
    assert r["recall_weighted"].value == pytest.approx((2 * 0.5 + 3 * 1 + 1 * 0) / 6)
    # items: recall 1/2, 1, none, 1, 1/2; precision 1, 1/2, none, 1, 1; an item without labels counts as 0 here
    assert r["recall_samples"].value == pytest.approx(3 / 5)
    assert r["precision_samples"].value == pytest.approx(3.5 / 5)
    assert r["exact_match"].value == 2 / 5
    assert r["hamming_loss"].value == pytest.approx(3 / 15)
    assert (r["labels_per_item_truth"].value, r["labels_per_item_prediction"].value) == (6 / 5, 1)


@pytest.mark.parametrize("seed", range(6))
def test_beside_scikit_learn(seed):
    rng = np.random.default_rng(seed)
    truth, prediction = rng.random((40, 5)) < 0.3, rng.random((40, 5)) < 0.4
    truth[:, 4] &= seed % 2 == 0  # a label that never occurs, every other time
    r = tz.multilabel(truth.astype(int), prediction.astype(int), undefined="zero")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for name, function in (
            ("precision", metrics.precision_score),
            ("recall", metrics.recall_score),
            ("f1", metrics.f1_score),
            ("jaccard", metrics.jaccard_score),
        ):
            for average in ("macro", "micro", "weighted", "samples"):
                theirs = function(truth, prediction, average=average, zero_division=0)
                assert r[f"{name}_{average}"].value == pytest.approx(theirs, abs=1e-12)
            each = function(truth, prediction, average=None, zero_division=0)
            assert np.nan_to_num([float(r[name, v]) for v in range(1, 6)]).tolist() == pytest.approx(each.tolist())
        assert r["exact_match"].value == metrics.accuracy_score(truth, prediction)
        assert r["hamming_loss"].value == pytest.approx(metrics.hamming_loss(truth, prediction))
        np.testing.assert_array_equal(r.tally.tables, metrics.multilabel_confusion_matrix(truth, prediction))


INPUTS = {
    "sets": (TRUTH, PREDICTION),
    "lists": ([sorted(s) for s in TRUTH], [tuple(s) for s in PREDICTION]),
    "arrays": FLAGS,
    "nested lists": (FLAGS[0].tolist(), FLAGS[1].astype(bool).tolist()),
    "frames": (pd.DataFrame(FLAGS[0], columns=NAMES), pl.DataFrame(FLAGS[1], schema=NAMES)),
    "series": (pl.Series([sorted(s) for s in TRUTH]), pd.Series([sorted(s) for s in PREDICTION])),
}


@pytest.mark.parametrize("kind", INPUTS)
def test_every_kind_of_input(kind):
    r = tz.multilabel(*INPUTS[kind], labels=NAMES if "array" in kind or "nested" in kind else None)
    assert r.tally == tz.multilabel(TRUTH, PREDICTION).tally


def test_text_with_a_separator_from_a_frame_and_a_file(tmp_path):
    table = {
        "y": [" drama; comedy", "comedy", "", "drama", "horror;drama"],
        "p": ["drama", "comedy;horror", "", "drama", "drama"],
    }
    expected = tz.multilabel(TRUTH, PREDICTION).tally
    assert tz.multilabel(pd.DataFrame(table), truth="y", prediction="p", sep=";").tally == expected
    assert tz.multilabel(table, truth="y", prediction="p", sep=";").tally == expected
    path = tmp_path / "x.csv"
    pd.DataFrame(table).to_csv(path, index=False)
    r = tz.multilabel(path, truth="y", prediction="p", sep=";")
    assert r.tally == expected
    assert r.data["label_sep"] == ";"


def test_a_column_for_each_label_of_a_table():
    table = {
        **{f"t_{n}": FLAGS[0][:, i] for i, n in enumerate(NAMES)},
        **{n: FLAGS[1][:, i] for i, n in enumerate(NAMES)},
    }
    r = tz.multilabel(table, truth=[f"t_{n}" for n in NAMES], prediction=NAMES, labels=NAMES)
    assert r.tally == tz.multilabel(TRUTH, PREDICTION).tally


def test_missing_is_left_out_and_the_empty_set_is_not():
    r = tz.multilabel([{"a"}, None, set()], [{"a"}, {"a"}, set()])
    assert r.tally.n == 2
    assert "Left out: 1 rows" in str(r)
    assert r["exact_match"].value == 1


def test_the_case_of_a_label_never_seen():
    # Lightning-AI/torchmetrics#483
    truth, prediction = [[1, 1, 0, 0]] * 3, [[1, 0, 1, 0]] * 3
    r = tz.multilabel(truth, prediction)
    assert [(t[1, 1], t[0, 1], t[1, 0], t[0, 0]) for t in r.tally.tables] == [
        (3, 0, 0, 0), (0, 0, 3, 0), (0, 3, 0, 0), (0, 0, 0, 3),
    ]  # fmt: skip
    assert [r["f1", v].value for v in (1, 2, 3, 4)] == [1, 0, 0, None]
    assert r["f1", 4].undefined.text == "class 4 neither occurs nor is predicted"
    assert [r["recall", v].value for v in (1, 2, 3, 4)] == [1, 0, None, None]
    assert r["recall", 3].undefined.text == "class 3 never occurs in the truth"
    assert r["exact_match"].value == 0
    assert r["recall_macro"].undefined.text == "Recall is undefined for '3', '4'"
    assert tz.multilabel(truth, prediction, undefined="omit")["recall_macro"].value == 0.5


sets = st.lists(st.tuples(st.sets(st.sampled_from("abcd")), st.sets(st.sampled_from("abcd"))), min_size=1, max_size=12)


@given(sets, sets)
def test_the_tally_of_all_is_the_sum_of_the_parts(first, second):
    def tally(pairs):
        return tz.multilabel([t for t, _ in pairs], [p for _, p in pairs], labels=list("abcd")).tally

    assert tally(first) + tally(second) == tally(first + second)
    assert tz.LabelSets.from_dict(json.loads(json.dumps(tally(first).to_dict()))) == tally(first)


def test_intervals():
    r = tz.multilabel(TRUTH * 20, PREDICTION * 20, undefined="omit")
    assert r["recall", "comedy"].method == "wilson"
    row = r["recall_samples"]
    values = np.array([0.5, 1, 1, 0.5] * 20)
    assert row.se == pytest.approx(values.std(ddof=1) / math.sqrt(80))
    assert row.low < row.value < row.high
    assert "labels of one item are not independent" in r["f1_micro"].no_interval
    assert tz.multilabel(TRUTH, PREDICTION, interval=None)["recall", "drama"].low is None


def test_formats():
    r = tz.multilabel(TRUTH, PREDICTION)
    assert tz.MultiLabel.from_dict(json.loads(r.to_json())).to_dict() == r.to_dict()
    assert "measure,scope,of,value,low,high" in r.to_csv()
    assert "| drama | 3 | 0 | 0 | 2 |" in r.to_markdown()
    assert "<table>" in r._repr_html_()
    assert r"\toprule" in r.to_latex()
    assert len(r.to_frame("polars")) == len(r) == len(list(r))
    for width in (50, 80, 120):
        assert max(map(len, r.to_text(width).splitlines())) <= width


@pytest.mark.parametrize(
    ("data", "options", "error", "message"),
    [
        (([{"a"}], [{"a"}, {"b"}]), {}, InputError, "truth has 1 rows, prediction has 2"),
        ((["a;b"], ["a"]), {}, QuestionError, "truth holds text in row 1, 'a;b'. What stands between the labels"),
        (([{"a"}], [3]), {}, InputError, "prediction holds 3 in row 1; expected a set of labels"),
        (([{"a", None}], [{"a"}]), {}, InputError, "holds a missing label in the set of row 1"),
        (([{"a"}], [{"b"}]), {"labels": ["a", "c"]}, InputError, "'b' occurs but is not among the labels 'a', 'c'"),
        (([{"a"}], [{"a"}]), {"labels": ["a", "a"]}, InputError, "name one twice"),
        ((FLAGS[0] * 2, FLAGS[1]), {}, InputError, "truth holds 2 in row 1, column 1; expected 0 or 1"),
        ((FLAGS[0], FLAGS[1][:, :2]), {}, InputError, "truth has columns for 3 labels, prediction for 2"),
        ((FLAGS[0], PREDICTION), {}, InputError, "One side has a column of 0 and 1 for each label"),
        ((FLAGS[0], FLAGS[1]), {"labels": ["a"]}, InputError, "3 columns need 3 different labels"),
        (([], []), {}, InputError, "There are no rows"),
        (([None], [None]), {}, InputError, "All 1 rows lack truth or prediction"),
        (({"y": TRUTH},), {"truth": "y", "prediction": "q"}, InputError, "The column 'q' is not there"),
        (({"y": TRUTH},), {"truth": "y"}, QuestionError, "Expected"),
        ((TRUTH, PREDICTION), {"show": "kappa"}, QuestionError, "kappa is not a measure of one label"),
        ((TRUTH, PREDICTION), {"undefined": "drop"}, QuestionError, "undefined='drop' is not known"),
        (("abc", "abc"), {}, InputError, "Expected a column of label sets, got str 'abc'"),
    ],
)
def test_what_is_refused(data, options, error, message):
    with pytest.raises(error, match=message):
        tz.multilabel(*data, **options)


def test_the_command(tmp_path):
    path = tmp_path / "films.csv"
    path.write_text("y,p,a,b,c,d\ndrama;comedy,drama,1,0,1,1\ncomedy,comedy,0,1,0,1\n")

    def run(*args):
        return subprocess.run(
            [sys.executable, "-m", "tarazu.cli.main", "multilabel", str(path), *args],
            capture_output=True, text=True, check=False,
        )  # fmt: skip

    done = run("-t", "y", "-p", "p", "--label-sep", ";", "--json")
    assert json.loads(done.stdout)["schema"] == "tarazu.multilabel/1"
    assert "exact_match" in run("-t", "a,b", "-p", "c,d", "--labels", "x,z").stdout
    assert "expected 0 or 1. If a column holds the labels" in run("-t", "y", "-p", "p").stderr
    assert "Name the columns" in run("-t", "y").stderr
