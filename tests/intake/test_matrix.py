"""A ready matrix, as people type it and as programs print it."""

import numpy as np
import pytest

import tarazu as tz
from tarazu import InputError, QuestionError
from tarazu.intake.matrix import read_matrix

PLAIN = [[10, 7], [5, 8]]
PANDAS = "prediction  cat  dog\ntruth               \ncat          10    7\ndog           5    8"
MARGINS = (
    "prediction  cat  dog  All\ntruth                     \n"
    "cat          10    7   17\ndog           5    8   13\nAll          15   15   30"
)
PYCM = "Predict   cat     dog     \nActual\ncat       10      7       \n\ndog       5       8       \n"
CARET = "          Reference\nPrediction cat dog\n       cat  10   7\n       dog   5   8"
WEKA = "  a  b   <-- classified as\n 10  7 |  a = cat\n  5  8 |  b = dog\n"


@pytest.mark.parametrize(
    "text",
    [
        "10 7; 5 8", "10,7;5,8", "10, 7; 5, 8", "[[10, 7], [5, 8]]", "10 7\n5 8", "10\t7\n5\t8", "10;7\n5;8",
        "10,7\n5,8\n", "[[10  7]\n [ 5  8]]", "[[10,  7],\n  [5, 8]]",
        "| 10 | 7 |\n|---|---|\n| 5 | 8 |",
        "\ufeff10,7\n5,8", "\n\n10 7\n\n5 8\n", "10|7\n5|8",
    ],
)  # fmt: skip
def test_bare_text(text):
    read = read_matrix(text)
    assert read.counts.tolist() == PLAIN
    assert read.counts.dtype == np.int64
    assert read.labels is None


@pytest.mark.parametrize(
    ("text", "rows", "names"),
    [
        (PANDAS, "truth", ("truth", "prediction")),
        (MARGINS, "truth", ("truth", "prediction")),
        (PYCM, "truth", ("Actual", "Predict")),
        (CARET, "prediction", ("Prediction", "Reference")),
        (WEKA, "truth", (None, None)),
        (",cat,dog\ncat,10,7\ndog,5,8\n", None, (None, None)),
        ("cat,dog\n10,7\n5,8\n", None, (None, None)),
        ("cat,10,7\ndog,5,8\n", None, (None, None)),
        ("model,cat,dog,total\ncat,10,7,17\ndog,5,8,13\ntotal,15,15,30\n", None, ("model", None)),
        (",cat,dog,Sum\ncat,10,7,17\ndog,5,8,13\n", None, (None, None)),
        ("truth \\ prediction,cat,dog\ncat,10,7\ndog,5,8", "truth", ("truth", "prediction")),
        ("     cat  dog\ncat   10    7\ndog    5    8", None, (None, None)),
        ("|   | cat | dog |\n|---|---|---|\n| cat | 10 | 7 |\n| dog | 5 | 8 |", None, (None, None)),
        (",dog,cat\ncat,7,10\ndog,8,5\n", None, (None, None)),
    ],
)
def test_labelled_text(text, rows, names):
    read = read_matrix(text)
    assert read.counts.tolist() == PLAIN
    assert read.labels == ("cat", "dog")
    assert (read.row_name, read.column_name) == names
    assert read.rows == rows


def test_labels_that_are_numbers():
    assert read_matrix(",0,1\n0,59,2\n1,27,12").labels == ("0", "1")
    assert read_matrix(" a  b   <-- classified as\n 59  2 |  a = 0\n 27 12 |  b = 1").labels == ("0", "1")


def test_quoted_labels_and_thousands():
    read = read_matrix(',"bird, small",cat\n"bird, small","1,234",7\ncat,5,8\n')
    assert read.labels == ("bird, small", "cat")
    assert read.counts.tolist() == [[1234, 7], [5, 8]]


def test_unlabelled_totals_are_recognised_and_it_is_said():
    read = read_matrix("10 7 17; 5 8 13; 15 15 30")
    assert read.counts.tolist() == PLAIN
    assert "taken as such" in read.notes[0]
    assert read_matrix("1 0 1; 0 1 1; 1 1 3").counts.shape == (3, 3)


def test_objects():
    import pandas as pd
    import polars as pl

    truth, prediction = (
        pd.Series(["cat", "cat", "dog"], name="truth"),
        pd.Series(["cat", "dog", "dog"], name="got"),
    )
    cross = pd.crosstab(truth, prediction)
    for source in (PLAIN, np.array(PLAIN), tuple(map(tuple, PLAIN)), np.array(PLAIN, dtype=float)):
        assert read_matrix(source).counts.tolist() == PLAIN
    assert read_matrix(cross).labels == ("cat", "dog")
    assert (read_matrix(cross).row_name, read_matrix(cross).column_name) == ("truth", "got")
    assert read_matrix(pd.crosstab(truth, prediction, margins=True)).counts.tolist() == [[1, 1], [0, 1]]
    assert read_matrix(pd.DataFrame(PLAIN)).labels in (None, (0, 1))
    frame = pl.DataFrame({"label": ["cat", "dog"], "cat": [10, 5], "dog": [7, 8]})
    assert read_matrix(frame).labels == ("cat", "dog")
    assert read_matrix(frame).counts.tolist() == PLAIN
    nested = {"cat": {"cat": 10, "dog": 7}, "dog": {"cat": 5, "dog": 8}}
    assert read_matrix(nested).counts.tolist() == PLAIN
    assert read_matrix([[2.5, 0.5], [1.0, 6.0]]).counts.tolist() == [[2.5, 0.5], [1, 6]]


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("", "The matrix is empty"),
        ([], "The matrix is empty"),
        ([[]], "The matrix is empty"),
        ("1 2 3; 4 5 6", "The matrix has 2 rows and 3 columns"),
        ("1 2; 3", "Row 2 of the matrix has 1 number, row 1 has 2"),
        ("1 2; x 4", "The count in row 2, column 1 is 'x'"),
        ("1 x; 3 4", "is 'x'; expected a number of at least 0"),
        ([[5, -1], [2, 4]], "The count in row 1, column 2 is negative (-1)"),
        (",a,b\na,5,-1\nb,2,4", "The count in row a, column b is negative (-1)"),
        ([[1, float("nan")], [2, 3]], "row 1, column 2 is missing"),
        ([[1, float("inf")], [2, 3]], "is inf, too large"),
        ([[1, 2**63], [2, 3]], "is 9223372036854775808, too large; expected a number below 2**63"),
        ([[True, False], [False, True]], "is True; expected a number"),
        ([[1, None], [2, 3]], "is None; expected a number"),
        ([1, 2, 3], "Cannot read a matrix from list [1, 2, 3]"),
        (5, "Cannot read a matrix from int 5"),
        (np.zeros((2, 2, 2)), "The matrix has shape (2, 2, 2)"),
        (",a,b\na,1,2\nc,3,4", "The rows are 'a', 'c', the columns 'a', 'b'; expected the same labels"),
        (",a,a\na,1,2\na,3,4", "name a class twice"),
        (
            ",a,b,total\na,1,2,4\nb,3,4,7",
            "The column of totals does not add up: its entry 1 is 4, the counts give 3",
        ),
        ("\n".join(f"{i},1" for i in range(20)), "use classify"),
        ({"a": 1}, "A mapping must hold a mapping for every row"),
    ],
)
def test_bad_input(source, message):
    with pytest.raises(InputError) as e:
        read_matrix(source)
    assert message in str(e.value)


def test_orientation_is_never_guessed():
    result = tz.matrix("10 7; 5 8")
    assert result["kappa"].value == pytest.approx(0.2)
    assert result["f1", 1].value == pytest.approx(20 / 32)
    for name in ("recall", "precision_macro", "balanced_accuracy"):
        with pytest.raises(QuestionError, match="needs to know what the rows are"):
            result[name, 1] if name == "recall" else result[name]
    assert "recall" not in [r.measure for r in result]
    assert "orientation" in [n.code for n in result.notes]
    with pytest.raises(QuestionError, match="recall needs to know"):
        tz.matrix("10 7; 5 8", show="recall")


def test_both_orientations():
    truth = tz.matrix([[20, 5], [10, 65]], rows="truth", labels=["no", "yes"], positive="yes")
    other = tz.matrix([[20, 5], [10, 65]], rows="prediction", labels=["no", "yes"], positive="yes")
    assert [truth[m].value for m in ("precision", "recall", "specificity")] == [65 / 70, 65 / 75, 0.8]
    assert [other[m].value for m in ("precision", "recall", "specificity")] == [65 / 75, 65 / 70, 20 / 30]
    for m in ("kappa", "mcc", "accuracy", "f1"):
        assert truth[m].value == pytest.approx(other[m].value)
    assert truth.tally.axes == other.tally.axes == ("truth", "prediction")


def test_two_raters_are_equals():
    result = tz.matrix("20 5; 10 15", rows="raters", labels=["healthy", "sick"])
    assert result["kappa"].value == pytest.approx(0.4)
    assert result.tally.axes == ("rater 1", "rater 2")
    with pytest.raises(QuestionError, match="two raters are equals"):
        result["recall", "sick"]


def test_four_counts():
    result = tz.matrix(tp=15, fp=5, fn=5, tn=375)
    assert result["mcc"].value == 0.7368421052631579
    assert result["recall"].value == 0.75
    assert result.positive == "positive"
    renamed = tz.matrix(tp=15, fp=5, fn=5, tn=375, labels=["not drafted", "drafted"])
    assert renamed.positive == "drafted"


@pytest.mark.parametrize(
    ("source", "about", "message"),
    [
        ("1 2; 3 4", {"rows": "cols"}, "rows='cols' is not known"),
        ("1 2; 3 4", {"labels": ["a"]}, "1 labels ('a') do not fit a 2 × 2 matrix"),
        ("1 2; 3 4", {"labels": ["a", "a"]}, "name a class twice"),
        ("1 2; 3 4", {"tp": 1}, "Give either a matrix or tp, fp, fn and tn"),
        (None, {"tp": 1, "fp": 2}, "fn, tn was not given"),
        (None, {}, "No matrix was given"),
        (CARET, {"rows": "truth"}, "this format has the prediction in its rows"),
        ("1 2; 3 4", {"rows": "truth", "show": "recal, kapa"}, "There is no measure called 'recal'"),
    ],
)
def test_questions_that_cannot_be_answered(source, about, message):
    with pytest.raises(QuestionError) as e:
        tz.matrix(source, **about)
    assert message in str(e.value)


def test_a_matrix_in_a_file(tmp_path):
    path = tmp_path / "m.csv"
    path.write_text(",cat,dog\ncat,10,5\ndog,7,8\n")
    for source in (path, str(path)):
        assert tz.matrix(source, rows="truth").tally.labels == ("cat", "dog")
    with pytest.raises(InputError, match="There is no file"):
        tz.matrix(tmp_path / "none.csv")
