"""The contingency tally."""

import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tarazu import from_arrow, to_arrow
from tarazu.errors import InputError
from tarazu.tally import Contingency, collapsed


def tally(counts, labels, **about):
    return Contingency(np.array(counts), tuple(labels), **about)


def test_collapse_of_each_class():
    # class b of a 3 × 3 table: TN = 5 + 0 + 0 + 7, FP = 1 + 3, FN = 2 + 1, TP = 6
    counts = np.array([[5, 1, 0], [2, 6, 1], [0, 3, 7]])
    assert collapsed(counts)[1].tolist() == [[12, 4], [3, 6]]
    assert tally(counts, "abc").one_vs_rest("b").counts.tolist() == [[12, 4], [3, 6]]
    assert tally(counts, "abc").one_vs_rest("b").labels == ("not b", "b")


@given(st.lists(st.floats(0, 1e6), min_size=16, max_size=16), st.integers(0, 3))
def test_collapse_of_weights_is_exact_where_it_is_zero(weights, i):
    counts = np.array(weights).reshape(4, 4)
    one = collapsed(counts)
    assert (one >= 0).all()
    assert one[i].sum() == pytest.approx(counts.sum())
    rest = np.delete(np.delete(counts, i, 0), i, 1)
    assert (one[i][0, 0] == 0) == (rest == 0).all()


def test_merge_aligns_labels():
    a = tally([[1, 2], [3, 4]], ["cat", "dog"])
    b = tally([[5, 6], [7, 8]], ["bird", "cat"])
    both = a + b
    assert both.labels == ("bird", "cat", "dog")
    assert both.counts.tolist() == [[5, 6, 0], [7, 9, 2], [0, 3, 4]]
    assert (b + a) == both


def test_merge_of_scales():
    scale = tally(np.eye(3, dtype=int), ["low", "mid", "high"], ordered=True)
    part = tally(np.eye(2, dtype=int), ["low", "high"], ordered=True)
    assert (scale + part).labels == ("low", "mid", "high")
    assert (part + scale).ordered
    other = tally(np.eye(2, dtype=int), ["high", "low"], ordered=True)
    with pytest.raises(ValueError, match="do not fit together"):
        scale + other
    assert (tally([[1]], [3]) + tally([[1]], [1])).labels == (1, 3)


def test_merge_keeps_numbers_and_text_apart():
    assert (tally([[1]], [1]) + tally([[1]], ["1"])).labels == (1, "1")


def test_merge_of_weights_and_plain_counts():
    weighted = tally([[0.5]], ["a"], squares=np.array([[0.25]]))
    assert (weighted + tally([[2]], ["a"])).squares.tolist() == [[2.25]]


def test_merge_refuses_other_axes():
    with pytest.raises(ValueError, match="cannot add"):
        tally([[1]], ["a"]) + tally([[1]], ["a"], axes=("x", "y"))


def test_merge_past_64_bits():
    big = tally([[2**62]], ["a"])
    assert (big + big + big).n == pytest.approx(3 * 2**62)


def test_frozen():
    t = tally([[1]], ["a"])
    with pytest.raises(ValueError, match="read-only"):
        t.counts[0, 0] = 2
    with pytest.raises(ValueError, match="labels repeat"):
        tally([[1, 2], [3, 4]], ["a", "a"])
    with pytest.raises(ValueError, match="2 labels need"):
        tally([[1]], ["a", "b"])


@pytest.mark.parametrize(
    "t",
    [
        tally([[1, 2], [3, 10**18]], ["cat", "dog"]),
        tally([[0.5, 2], [3, 4]], [False, True], squares=np.ones((2, 2)), axes=("a", "b"), roles="raters"),
        tally(np.eye(3, dtype=int), [1, 2.5, "x"]),
        tally([[3]], ["a"], ordered=True),
    ],
)
def test_round_trips(t):
    again = Contingency.from_dict(json.loads(json.dumps(t.to_dict(), allow_nan=False)))
    assert again == t
    assert [type(x) for x in again.labels] == [type(x) for x in t.labels]
    assert from_arrow(to_arrow(t)) == t
    assert hash(again) == hash(t)


def test_other_tables_are_no_tallies():
    import pyarrow as pa

    with pytest.raises(InputError, match="holds no tally"):
        from_arrow(pa.table({"a": [1]}))
    with pytest.raises(ValueError, match="kind 'contingency'"):
        Contingency.from_dict({"kind": "moments"})


def test_scores():
    assert tally([[1, 2], [3, 4]], [1, 5]).scores.tolist() == [1, 5]
    assert tally([[1, 2], [3, 4]], ["a", "b"]).scores is None
    assert tally([[1, 2], [3, 4]], ["a", "b"], ordered=True).scores.tolist() == [0, 1]
    assert tally([[1, 2], [3, 4]], [False, True]).scores is None


def test_transposed():
    t = tally([[1, 2], [3, 4]], ["a", "b"]).transposed()
    assert t.counts.tolist() == [[1, 3], [2, 4]]
    assert t.axes == ("prediction", "truth")
