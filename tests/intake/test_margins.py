"""Known totals of the truth: which side they are those of, and what follows."""

import pytest

import tarazu as tz
from tarazu import InputError, QuestionError

COUNTS = [[40, 60], [10, 90]]  # rows 100 and 100, columns 50 and 150
LABELS = ["cat", "dog"]


def told(totals, rows=None, counts=COUNTS, labels=LABELS, **options):
    result = tz.matrix(counts, rows=rows, labels=labels, truth_totals=totals, **options)
    notes = {n.code: n for n in result.notes if n.code in ("truth-totals", "looks-transposed")}
    assert len(notes) == 1
    return result, *notes.values()


def test_a_matrix_that_is_the_right_way_round():
    result, note = told({"cat": 100, "dog": 100}, rows="truth")
    assert (note.severity, note.text) == ("info", "The totals of the truth (cat 100, dog 100) are those of the truth.")
    assert result["recall", "cat"].value == 0.4
    result, note = told({"cat": 50}, rows="prediction")
    assert note.severity == "info"
    assert result["recall", "cat"].value == 0.8


@pytest.mark.parametrize(("rows", "totals"), [("truth", {"cat": 50, "dog": 150}), ("prediction", {"dog": 100})])
def test_a_transposed_matrix(rows, totals):
    result, note = told(totals, rows=rows)
    assert (note.code, note.severity) == ("looks-transposed", "caution")
    assert "The matrix looks transposed: the totals of the truth" in note.text
    assert "Then recall and precision are exchanged; say rows= (--rows) the other way round." in note.text
    assert result.tally.roles == "truth"
    assert result.tally == tz.matrix(COUNTS, rows=rows, labels=LABELS).tally


def test_the_figures_of_both_sides():
    _, note = told({"cat": 50, "dog": 150}, rows="truth")
    assert "(cat 50, dog 150) are those of the prediction, and the truth has cat 100, dog 100" in note.text


def test_the_totals_say_what_was_not_said():
    result, note = told({"cat": 100, "dog": 100})
    assert result.tally == tz.matrix(COUNTS, rows="truth", labels=LABELS).tally
    assert "are those of the rows: the rows were taken as the truth" in note.text
    result, note = told({"cat": 50, "dog": 150})
    assert result.tally == tz.matrix(COUNTS, rows="prediction", labels=LABELS).tally
    assert "are those of the columns: the columns were taken as the truth" in note.text
    named, _ = told({"cat": 50}, counts="mine/yours,cat,dog\ncat,40,60\ndog,10,90", labels=None)
    assert named.tally.axes == ("yours", "mine")


def test_totals_of_both_sides_tell_nothing():
    result, note = told({"cat": 15, "dog": 15}, counts=[[10, 5], [5, 10]])
    assert (note.severity, result.tally.roles) == ("info", "unknown")
    assert "are those of both sides" in note.text
    result, note = told({"cat": 15}, rows="truth", counts=[[10, 5], [5, 10]])
    assert note.severity == "info"


@pytest.mark.parametrize(
    ("totals", "said"),
    [
        ({"cat": 51, "dog": 150}, "(cat 51, dog 150) are those of neither side of the matrix: the truth has cat 100, "),
        ({"cat": 50, "dog": 100}, "the prediction cat 50, dog 150"),
        ({"cta": 50}, "name 'cta', which is no class. Did you mean 'cat'? The classes are 'cat', 'dog'."),
        ({"cat": -1}, "The total of 'cat' in the truth is -1; expected a number of at least 0"),
        ({"cat": "many"}, "is 'many'; expected a number"),
        ({"cat": True}, "is True; expected a number"),
        ({"cat": float("nan")}, "is nan; expected a number"),
        ({"cat": float("inf")}, "is inf; expected a number"),
        ({"cat": 50, "dog": 150, "bird": 1}, "name 'bird', which is no class"),
        ({}, "expected a number for each class"),
        ([50, 150], "expected a number for each class"),
    ],
)
def test_totals_that_do_not_fit(totals, said):
    with pytest.raises(InputError) as caught:
        told(totals, rows="truth")
    assert said in str(caught.value)


def test_raters_have_no_truth():
    with pytest.raises(QuestionError, match="Two raters are equals"):
        told({"cat": 50}, rows="raters")


def test_labels_that_are_numbers_and_four_counts():
    _, note = told({1: 100, "2": 100}, rows="truth", labels=None)
    assert note.severity == "info"
    with pytest.raises(InputError, match="name '1' twice"):
        told({1: 100, "1": 100}, rows="truth", labels=None)
    result = tz.matrix(tp=15, fp=5, fn=10, tn=375, truth_totals={"positive": 25})
    assert "truth-totals" in {n.code for n in result.notes}
    swapped = tz.matrix(tp=15, fp=5, fn=10, tn=375, truth_totals={"positive": 20})
    assert "looks-transposed" in {n.code for n in swapped.notes}


def test_clean_matrices_without_totals_are_quiet():
    notes = tz.matrix(COUNTS, rows="truth").notes
    assert not {"truth-totals", "looks-transposed"} & {n.code for n in notes}
