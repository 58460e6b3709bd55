"""Predictions by which a classifier abstains: no class, counted beside the classes, and never silently."""

import json

import numpy as np
import pandas as pd
import pytest

import tarazu as tz
from tarazu import InputError, QuestionError
from tarazu.report.layout import pages

# of 10 cats 6 found, 1 taken for a dog, 3 unsure; of 10 dogs 7 found, 2 taken for cats, 1 unsure
TRUTH = ["cat"] * 10 + ["dog"] * 10
PREDICTION = ["cat"] * 6 + ["dog"] + ["unsure"] * 3 + ["dog"] * 7 + ["cat"] * 2 + ["unsure"]
COVERED = [[6, 1], [2, 7]]


def noted(result, code="abstentions"):
    (note,) = [n for n in result.notes if n.code == code]
    return note.text


def test_the_figures():
    result = tz.classify(TRUTH, PREDICTION, abstain="unsure")
    assert result.tally.labels == ("cat", "dog")
    assert result.tally.counts.tolist() == COVERED
    about = result.data["abstentions"]
    assert about == {
        "labels": ["unsure"],
        "n": 20,
        "covered": 16,
        "abstained": 4,
        "coverage": 16 / 20,
        "accuracy_covered": 13 / 16,
        "accuracy_overall": 13 / 20,
        "undefined": None,
        "by_class": [
            {"class": "cat", "n": 10, "abstained": 3, "share": 0.3, "by_label": [3]},
            {"class": "dog", "n": 10, "abstained": 1, "share": 0.1, "by_label": [1]},
        ],
        "groups": [],
    }
    assert noted(result) == (
        "Abstained ('unsure'): 4 of 20; the coverage is 0.800. All measures are of the 16 covered, with an accuracy "
        "of 0.812 there; over all, with each abstention counted as wrong, it is 0.650."
    )


def test_all_measures_are_those_of_the_rows_covered():
    kept = [i for i, p in enumerate(PREDICTION) if p != "unsure"]
    without = tz.classify([TRUTH[i] for i in kept], [PREDICTION[i] for i in kept], show="all")
    assert tz.classify(TRUTH, PREDICTION, abstain="unsure", show="all").rows == without.rows


def test_the_report_and_json():
    result = tz.classify(TRUTH, PREDICTION, abstain="unsure")
    text = result.to_text()
    assert "16 covered of 20 items, the rest abstained" in text
    table = next(t for t in pages(result) if t.title.startswith("Abstentions"))
    assert table.heads == ("class", "n", "unsure", "share")
    assert table.rows == (("cat", "10", "3", "30.0%"), ("dog", "10", "1", "10.0%"), ("all", "20", "4", "20.0%"))
    data = json.loads(result.to_json())
    assert data["data"]["abstentions"]["coverage"] == 0.8
    again = tz.Result.from_json(result.to_json())
    assert again.to_text() == text
    for other in (result.to_markdown(), result._repr_html_(), result.to_latex()):
        assert "Abstentions by truth" in other
    assert r"cat & 10 & 3 & 30.0\% \\" in result.to_latex()


def test_several_labels():
    prediction = [p if i != 9 else "skip" for i, p in enumerate(PREDICTION)]
    result = tz.classify(TRUTH, prediction, abstain=["skip", "unsure", "skip"])
    assert result.data["abstentions"]["by_class"][0]["by_label"] == [1, 2]
    table = next(t for t in pages(result) if t.title.startswith("Abstentions"))
    assert table.heads == ("class", "n", "skip", "unsure", "abstained", "share")
    assert table.rows[0] == ("cat", "10", "1", "2", "3", "30.0%")
    for several in ({"skip", "unsure"}, ("skip", "unsure"), np.array(["skip", "unsure"])):
        assert tz.classify(TRUTH, prediction, abstain=several).data == result.data


def test_labels_keep_their_type(tmp_path):
    path = tmp_path / "x.csv"
    path.write_text("y,p\n1,1\n0,unsure\n1,0\n0,0\n")
    result = tz.classify(path, truth="y", prediction="p", abstain="unsure")
    assert (result.tally.labels, result.positive) == ((0, 1), 1)
    path.write_text("y,p\n1,1\n0,-1\n1,0\n0,0\n")
    for label in (-1, "-1"):  # of a file, labels are compared as written
        assert tz.classify(path, truth="y", prediction="p", abstain=label).tally.labels == (0, 1)
    arrays = np.array([1, 0, 1, 0]), np.array([1, -1, 0, 0])
    for label in (-1, -1.0, np.int64(-1)):
        assert tz.classify(*arrays, abstain=label).data["abstentions"]["abstained"] == 1
    assert "never occurs in prediction" in noted(tz.classify(*arrays, abstain="-1"), "abstain-never")
    booleans = tz.classify([True, False, True], [True, None, False], abstain=1)
    assert booleans.data["abstentions"]["abstained"] == 0


def test_categories_of_a_frame():
    frame = pd.DataFrame({"y": pd.Categorical(TRUTH), "p": pd.Categorical(PREDICTION, ["cat", "dog", "unsure"])})
    result = tz.classify(frame, truth="y", prediction="p", abstain="unsure")
    assert result.tally.labels == ("cat", "dog")
    assert result.tally.counts.tolist() == COVERED
    scale = pd.CategoricalDtype(["low", "high", "unsure"], ordered=True)
    frame = pd.DataFrame({"y": ["low", "high"], "p": ["low", "unsure"]}, dtype=scale)
    result = tz.classify(frame, truth="y", prediction="p", abstain="unsure")
    assert (result.tally.labels, result.tally.ordered) == (("low", "high"), True)


def test_weights_and_groups():
    by = ["x"] * 7 + ["y"] * 3 + ["x"] * 10
    result = tz.classify(TRUTH, PREDICTION, abstain="unsure", by=by, weight=[0.5] * 20)
    about = result.data["abstentions"]
    assert (about["n"], about["covered"], about["abstained"], about["coverage"]) == (10, 8, 2, 0.8)
    assert about["by_class"][0] == {"class": "cat", "n": 5, "abstained": 1.5, "share": 0.3, "by_label": [1.5]}
    one, other = about["groups"]
    assert (one["group"], one["coverage"], one["accuracy_covered"]) == ({"group": "x"}, 16 / 17, 13 / 16)
    assert (other["coverage"], other["accuracy_covered"], other["accuracy_overall"]) == (0, None, 0)
    groups = result.groups()
    assert groups[("x",)].data["abstentions"]["n"] == 8.5
    assert "8 covered of 8.5" in groups[("x",)].to_text()
    assert groups[("y",)]["kappa"].undefined.text == "the counts add up to 0"


def test_missing_rows_are_no_abstentions():
    result = tz.classify(["a", None, "b", "b"], ["a", "?", None, "?"], abstain="?")
    assert result.data["abstentions"]["n"] == 2
    assert result.data["rows_used"] == 2
    assert "2 rows without a label" in noted(result, "missing-left-out")


def test_everything_abstained():
    result = tz.classify(["a", "b"], ["?", "?"], abstain="?")
    about = result.data["abstentions"]
    assert (about["coverage"], about["accuracy_covered"], about["accuracy_overall"]) == (0, None, 0)
    assert about["undefined"] == {"reason": "all-abstained", "text": "all predictions abstained"}
    assert "Nothing is left to measure: all predictions abstained." in noted(result)
    assert result.tally.labels == ("a", "b")
    assert result["accuracy"].value is None
    assert result["kappa"].undefined.text == "the counts add up to 0"
    assert "0 covered of 2 items" in result.to_text()


def test_a_class_that_is_only_predicted():
    result = tz.classify(["a", "a"], ["b", "?"], abstain="?")
    assert result.data["abstentions"]["by_class"][1] == {
        "class": "b", "n": 0, "abstained": 0, "share": None, "by_label": [0],
    }  # fmt: skip
    assert r"b & 0 & 0 & --- \\" in result.to_latex()


def test_a_label_that_never_occurs():
    result = tz.classify(TRUTH, PREDICTION, abstain=["unsure", "skip"])
    assert (
        noted(result, "abstain-never") == "'skip' never occurs in prediction: nothing was taken as an abstention by it."
    )
    result = tz.classify(TRUTH, PREDICTION, abstain="unsre")
    assert "Did you mean 'unsure'?" in noted(result, "abstain-never")
    assert result.data["abstentions"]["coverage"] == 1
    assert "Abstentions" not in result.to_text()
    assert result.tally.labels == ("cat", "dog", "unsure")


def test_look_alikes_of_the_label():
    result = tz.classify(["a", "b", "a"], ["Unsure", "unsure", "a"], abstain="unsure")
    assert "'Unsure' and 'unsure' differ only in capitals" in noted(result, "look-alike-labels")


def test_without_abstain_nothing_is_said():
    result = tz.classify(TRUTH, PREDICTION)
    assert "abstentions" not in result.data
    assert not {"abstentions", "abstain-never"} & {n.code for n in result.notes}


def test_the_truth_cannot_abstain(tmp_path):
    with pytest.raises(InputError, match=r"'unsure' abstains, but stands in truth too \(2 rows\)"):
        tz.classify(["unsure", "a", "unsure"], ["a", "a", "unsure"], abstain="unsure")
    path = tmp_path / "x.csv"
    path.write_text("y,p\n1,1\n-1,1\n")
    with pytest.raises(InputError, match=r"-1 abstains, but stands in y too \(1 row\)"):
        tz.classify(path, truth="y", prediction="p", abstain=-1)


def test_labels_that_cannot_abstain():
    for bad in ("", [""], [None], float("nan"), [["unsure"]], [{}]):
        with pytest.raises(QuestionError, match="is no label"):
            tz.classify(TRUTH, PREDICTION, abstain=bad)
    with pytest.raises(QuestionError, match="'unsure' is declared in labels and abstains"):
        tz.classify(TRUTH, PREDICTION, abstain="unsure", labels=["cat", "dog", "unsure"])
    with pytest.raises(InputError, match="The positive class 'unsure' does not occur"):
        tz.classify(TRUTH, PREDICTION, abstain="unsure", positive="unsure")
    assert "abstentions" not in tz.classify(TRUTH, PREDICTION, abstain=[]).data
