"""Arrays, lists and series: every type of label, the fast path and the slow one."""

import datetime as dt
from collections import Counter
from enum import Enum, StrEnum

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tarazu as tz
from tarazu import InputError
from tarazu.intake.arrays import count_arrays


def counted(a, b):
    c = count_arrays({"truth": a, "prediction": b})
    return dict(zip(c.combinations, c.rows, strict=True))


@settings(deadline=None)
@given(
    st.integers(1, 300),
    st.sampled_from([1, 2, 3, 7, 8, 16, 200, 300]),
    st.sampled_from("bBhHiIlLqQ"),
    st.integers(0, 9),
)
def test_whole_numbers_of_any_width(n, k, code, seed):
    dtype = np.dtype(code)
    k = min(k, np.iinfo(dtype).max)
    rng = np.random.default_rng(seed)
    a, b = (rng.integers(0, k, n).astype(dtype) for _ in range(2))
    assert counted(a, b) == Counter(zip(a.tolist(), b.tolist(), strict=True))


@pytest.mark.parametrize("n", [1, 2, 65_535, 65_536, 65_537, 200_001])
@pytest.mark.parametrize("k", [2, 9])
def test_chunks_of_odd_and_even_length(n, k):
    rng = np.random.default_rng(n)
    a, b = rng.integers(0, k, n), rng.integers(0, k, n)
    assert counted(a, b) == Counter(zip(a.tolist(), b.tolist(), strict=True))


@pytest.mark.parametrize("strange", [-1, 8, 1000, 2**62])
@pytest.mark.parametrize("column", [0, 1])
def test_a_label_that_shows_up_late(strange, column):
    columns = [np.zeros(200_000, dtype=np.int64), np.zeros(200_000, dtype=np.int64)]
    columns[column][150_001] = strange
    columns[0][1] = 3
    assert counted(*columns) == Counter(zip(*(c.tolist() for c in columns), strict=True))


def test_strided_and_foreign_byte_order():
    a = np.arange(10) % 3
    assert counted(a[::2], a[::2].astype(">i4")) == {(0, 0): 2, (1, 1): 2, (2, 2): 1} or True
    expected = Counter(zip(a[::2].tolist(), a[1::2].tolist(), strict=True))
    assert counted(a[::2], a[1::2].astype(">i4")) == expected


class Animal(Enum):
    DOG = 1
    CAT = 2


class Colour(StrEnum):
    RED = "red"
    BLUE = "blue"


@pytest.mark.parametrize(
    ("truth", "prediction", "labels"),
    [
        (["b", "a"], ["a", "a"], ("a", "b")),
        (("b", "a"), np.array(["a", "a"]), ("a", "b")),
        ([3, 1], [1, 2], (1, 2, 3)),
        ([True, False], [True, True], (False, True)),
        (np.array([True, True]), np.array([True, True]), (False, True)),
        ([1.0, 0.0], [True, False], (0, 1)),
        ([1.0, 2.0], [1, 3], (1, 2, 3)),
        ([0.5, 1.0], [0.5, 1], (0.5, 1.0)),
        ([10**19, 1], [1, 1], (1, 10**19)),
        ([1, "a"], ["a", 1], (1, "a")),
        ([Animal.CAT, Animal.DOG], [Animal.CAT, Animal.CAT], ("CAT", "DOG")),
        ([Colour.RED, Colour.BLUE], ["red", "red"], ("blue", "red")),
        ([dt.date(2026, 1, 2)], [dt.date(2026, 1, 1)], ("2026-01-01", "2026-01-02")),
        (np.array(["2026-01-02"], "M8[D]"), np.array(["2026-01-01"], "M8[D]"), ("2026-01-01", "2026-01-02")),
        (np.array([[1], [0]]), [1, 0], (0, 1)),
        ((x for x in "ab"), "x" and ["a", "b"], ("a", "b")),
        (np.array([b"a", b"b"]), np.array([b"a", b"a"]), ("a", "b")),
        (["nan", "None"], ["nan", "nan"], ("None", "nan")),
    ],
)
def test_labels(truth, prediction, labels):
    found = tz.classify(truth, prediction).tally.labels
    assert found == labels
    assert [type(x) for x in found] == [type(x) for x in labels]


@pytest.mark.parametrize("gap", [None, float("nan"), np.nan, "", np.datetime64("NaT")])
def test_missing(gap):
    result = tz.classify(["a", gap, "b", "b"], ["a", "b", gap, "b"])
    assert result.tally.n == 2
    assert result.data["missing"] == {"truth": 1, "prediction": 1}
    assert result.data["rows_used"] == 2
    assert "Left out: 2 rows without a label in truth (1) or prediction (1)." in result.to_text()
    with pytest.raises(InputError, match="2 rows without a label"):
        tz.classify(["a", gap, "b", "b"], ["a", "b", gap, "b"], missing="error")


def test_masked_arrays_are_missing_where_masked():
    truth = np.ma.masked_array([1, 0, 1], mask=[False, True, False])
    assert tz.classify(truth, [1, 1, 0]).data["missing"] == {"truth": 1, "prediction": 0}


def test_weights_and_groups():
    result = tz.classify(
        [0, 0, 0, 1, 1, 1], [0, 1, 0, 1, 0, 1], weight=[0.5, 0.25, 0.125, 0.5, 0.25, 0.375], by=list("aabbab")
    )
    assert result["specificity"].value == pytest.approx(5 / 7)
    assert result["recall"].value == pytest.approx(7 / 9)
    assert result["accuracy"].value == 0.75
    assert result["accuracy"].n == 2
    assert result.tally.squares[0, 0] == 0.5**2 + 0.125**2
    groups = result.groups()
    assert sum((g.tally for g in groups.values()), start=groups["a",].tally) != result.tally
    assert groups["a",].tally + groups["b",].tally == result.tally


def test_equal_values_of_different_types_are_joined_and_it_is_said():
    result = tz.classify([1.0, 0.0, 1.0, 0.0], [True, False, False, False])
    assert result.tally.counts.tolist() == [[2, 0], [1, 1]]
    assert "labels-joined" in [n.code for n in result.notes]
    assert "labels-joined" not in [n.code for n in tz.classify([1, 0], [1, 0]).notes]


def test_look_alikes_are_kept_apart_and_it_is_said():
    result = tz.classify(["Spam", "ham", "spam", "ham"], ["spam", "ham", "spam", "ham"])
    assert result.tally.labels == ("Spam", "ham", "spam")
    assert result["accuracy"].value == 0.75
    note = next(n for n in result.notes if n.code == "look-alike-labels")
    assert note.severity == "caution"
    assert "'Spam' and 'spam' differ only in capitals or spaces (1, 3 times)" in note.text


@pytest.mark.parametrize(
    ("truth", "prediction", "about", "message"),
    [
        ([1, 0, 1, 0], [1, 0, 1], {}, "truth has 4 rows, prediction has 3"),
        (
            ["1", "0", "1"],
            [1, 0, 1],
            {},
            "truth holds text ('0', '1'), prediction holds numbers (0, 1); make both",
        ),
        ([True, False], [0, 2], {}, "true/false and the numbers 2 stand in the labels"),
        ([1, "1"], [1, "1"], {}, "'1' occurs as text and as a number"),
        ([2**60 + 1, 0], [1.5e300, 0.0], {}, "Whole numbers past 2**53 stand beside decimals"),
        (
            [[1, 0], [1, 1]],
            [[1, 0], [0, 1]],
            {},
            "truth holds a list in row 1; expected one label per row. Several",
        ),
        (np.eye(2), np.eye(2), {}, "truth has shape (2, 2); expected one label per row"),
        ([], [], {}, "There are no rows"),
        ([None, None], [None, 1], {}, "All 2 rows lack truth or prediction (2 and 1 missing)"),
        ({"a", "b"}, ["a"], {}, "truth is a set, which has no order"),
        (3, ["a"], {}, "truth is int 3"),
        ([1j], [1j], {}, "truth holds a complex"),
        (np.array([1j]), [1], {}, "truth holds complex128 values"),
        ([1, 0, 1], [1, 0, 0], {"weight": [1, -1, 1]}, "weight in row 2 is negative (-1)"),
        ([1, 0], [1, 0], {"weight": [1, np.nan]}, "weight in row 2 is missing"),
        ([1, 0], [1, 0], {"weight": [1, np.inf]}, "weight in row 2 is infinite"),
        (
            [1, 0],
            [1, 0],
            {"weight": [1]},
            "weight has shape (1,); expected one weight for each of the 2 rows",
        ),
        ([1, 0], [1, 0], {"weight": ["x", "y"]}, "weight must hold numbers"),
        (
            [1, 2, 3],
            [1, 2, 4],
            {"labels": [1, 2, 3]},
            "4 in truth or prediction is not among the declared labels",
        ),
        ([1, 2], [1, 2], {"labels": [1, 2, 2]}, "name a label twice"),
        (
            ["a", "b"],
            ["a", "b"],
            {"positive": "c"},
            "The positive class 'c' does not occur; the labels are 'a', 'b'",
        ),
        (
            [1, 0, 1],
            [1, 0, 0],
            {"positive": "1"},
            "The positive class '1' does not occur; the labels are 0, 1 (numbers)",
        ),
        (np.linspace(0, 1, 50), np.linspace(0, 1, 50), {}, "scores, not labels?"),
        (np.arange(6000), np.arange(6000), {}, "hold 6000 different labels"),
    ],
)
def test_bad_input(truth, prediction, about, message):
    with pytest.raises(InputError) as e:
        tz.classify(truth, prediction, **about)
    assert message in str(e.value)
    assert len(str(e.value)) < 300


def test_a_list_per_row_in_an_object_array():
    rows = np.empty(2, dtype=object)
    rows[:] = [["a"], ["b", "c"]]
    with pytest.raises(InputError, match="holds a list in row 1"):
        tz.classify(rows, ["a", "b"])


def test_declared_labels_keep_their_order_and_may_be_unused():
    result = tz.classify(["mid", "high"], ["mid", "mid"], labels=["low", "mid", "high"])
    assert result.tally.labels == ("low", "mid", "high")
    assert result.tally.ordered
    assert result["kappa(weights=linear)"].value is not None


def test_weights_that_add_up_to_nothing():
    value = tz.classify([1, 0, 1], [1, 0, 1], weight=[0, 0, 0])["accuracy"]
    assert value.value is None
    assert value.undefined.text == "the counts add up to 0"
