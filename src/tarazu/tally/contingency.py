"""The contingency tally: how often each pair of labels occurs.

Every measure of a confusion matrix is a function of this table alone; two tables of two halves of the data
add up to the table of the whole.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Self

import numpy as np
from numpy.typing import NDArray

__all__ = ["Contingency", "Label", "Roles", "collapsed"]

Label = str | int | float | bool
Roles = Literal["truth", "raters", "unknown"]

_KIND = "contingency"


def collapsed(counts: NDArray[Any]) -> NDArray[Any]:
    """Return one table "the rest against this class" for each class.

    `counts` has shape (..., k, k); the result has shape (..., k, 2, 2), with the class in the second row
    and column. Sums only, no differences: a cell that is empty comes out as exactly 0 also when the counts
    are weights, and nothing can turn negative by rounding.

    >>> collapsed(np.array([[10, 5], [7, 8]]))[0].tolist()
    [[8, 7], [5, 10]]
    """
    others_in_row = _sums_without(counts, -1)  # [r, c]: row r without column c
    others_in_column = _sums_without(counts, -2)  # [r, c]: column c without row r
    true_positive = np.diagonal(counts, axis1=-2, axis2=-1)
    false_negative = np.diagonal(others_in_row, axis1=-2, axis2=-1)
    false_positive = np.diagonal(others_in_column, axis1=-2, axis2=-1)
    true_negative = np.diagonal(_sums_without(others_in_row, -2), axis1=-2, axis2=-1)
    cells = np.stack([true_negative, false_positive, false_negative, true_positive], axis=-1)
    return cells.reshape(*cells.shape[:-1], 2, 2)


def _sums_without(x: NDArray[Any], axis: int) -> NDArray[Any]:
    """For each place along an axis, the sum of all other places."""
    before = np.cumsum(x, axis=axis)
    after = np.flip(np.cumsum(np.flip(x, axis), axis=axis), axis)
    zero = np.zeros_like(np.take(x, [0], axis=axis))
    most = x.shape[axis] - 1
    return np.asarray(
        np.concatenate([zero, np.take(before, range(most), axis=axis)], axis=axis)
        + np.concatenate([np.take(after, range(1, most + 1), axis=axis), zero], axis=axis)
    )


@dataclass(frozen=True, eq=False)
class Contingency:
    """Counts of pairs of labels: k × k, labelled, mergeable.

    `counts[i, j]` is how often the row axis shows `labels[i]` while the column axis shows `labels[j]`:
    whole numbers, or sums of weights. `roles` says what the axes are: "truth" (rows are truth, columns
    prediction), "raters" (two raters as equals) or "unknown" (a matrix whose orientation was not given).
    `axes` are their names. `ordered` says that the labels are a scale in this order. `squares` holds the
    sums of squared weights when weights were given.

    >>> a = Contingency(np.array([[10, 5], [7, 8]]), ("cat", "dog"))
    >>> (a + a).n
    60.0
    """

    counts: NDArray[Any]
    labels: tuple[Label, ...]
    axes: tuple[str, str] = ("truth", "prediction")
    roles: Roles = "truth"
    ordered: bool = False
    squares: NDArray[np.float64] | None = None

    def __post_init__(self) -> None:
        k = len(self.labels)
        for name in ("counts", "squares"):
            table = getattr(self, name)
            if table is None:
                continue
            table = np.array(table)
            if table.shape != (k, k):
                raise ValueError(f"{name} has shape {table.shape}, {k} labels need ({k}, {k})")
            table.setflags(write=False)
            object.__setattr__(self, name, table)
        if len(set(map(_key, self.labels))) < k:
            raise ValueError(f"labels repeat: {self.labels}")

    @property
    def k(self) -> int:
        """Number of classes."""
        return len(self.labels)

    @property
    def n(self) -> float:
        """Sum of all counts (or weights)."""
        return float(self.counts.sum(dtype=np.float64))

    @property
    def weighted(self) -> bool:
        """Whether the counts are sums of weights."""
        return self.squares is not None

    @property
    def row_totals(self) -> NDArray[Any]:
        """Sum of each row: how often the row axis shows each label."""
        return np.asarray(self.counts.sum(axis=1))

    @property
    def column_totals(self) -> NDArray[Any]:
        """Sum of each column: how often the column axis shows each label."""
        return np.asarray(self.counts.sum(axis=0))

    @property
    def scores(self) -> NDArray[np.float64] | None:
        """Where each label stands on its scale: its value if all are numbers, its position if the order
        was declared, None for text without an order.
        """
        if all(isinstance(label, int | float) and not isinstance(label, bool) for label in self.labels):
            return np.array(self.labels, dtype=np.float64)
        return self.positions

    @property
    def positions(self) -> NDArray[np.float64] | None:
        """0, 1, 2 ... for labels on a scale, None for text without an order."""
        return np.arange(self.k, dtype=np.float64) if self.ordered else None

    def index(self, label: Label) -> int:
        """Return the place of a label; ValueError if it is not there."""
        return [_key(x) for x in self.labels].index(_key(label))

    def __add__(self, other: Self) -> Self:
        """Return the tally of both data sets, labels aligned by what they are, not by where they stand."""
        if (self.roles, self.axes) != (other.roles, other.axes):
            raise ValueError(
                f"cannot add a tally of {self.axes} ({self.roles}) and one of {other.axes} ({other.roles})"
            )
        labels, ordered = _union(self, other)
        left, right = self._placed(labels), other._placed(labels)
        squares = None
        if self.weighted or other.weighted:  # an unweighted row has weight 1, and 1² is 1
            squares = np.asarray(
                (left.counts if left.squares is None else left.squares)
                + (right.counts if right.squares is None else right.squares),
                dtype=np.float64,
            )
        counts = left.counts + right.counts
        if counts.dtype.kind in "iu" and (counts < np.maximum(left.counts, right.counts)).any():
            counts = left.counts.astype(np.float64) + right.counts  # past 2**63
        return type(self)(counts, labels, self.axes, self.roles, ordered, squares)

    def reordered(self, labels: Sequence[Label], *, ordered: bool | None = None) -> Self:
        """Return the same tally with its labels in another order, possibly with labels that never occur."""
        missing = [x for x in self.labels if _key(x) not in set(map(_key, labels))]
        if missing:
            raise ValueError(f"labels {missing} of the tally are not among {list(labels)}")
        return self._placed(tuple(labels), self.ordered if ordered is None else ordered)

    def _placed(self, labels: tuple[Label, ...], ordered: bool | None = None) -> Self:
        where = {_key(label): i for i, label in enumerate(labels)}
        at = [where[_key(label)] for label in self.labels]

        def place(table: NDArray[Any]) -> NDArray[Any]:
            out = np.zeros((len(labels), len(labels)), dtype=table.dtype)
            out[np.ix_(at, at)] = table
            return out

        return type(self)(
            place(self.counts),
            labels,
            self.axes,
            self.roles,
            self.ordered if ordered is None else ordered,
            None if self.squares is None else place(self.squares),
        )

    def transposed(self) -> Self:
        """Return the tally with rows and columns exchanged (and the axis names with them)."""
        squares = None if self.squares is None else self.squares.T
        return type(self)(self.counts.T, self.labels, self.axes[::-1], self.roles, self.ordered, squares)

    def one_vs_rest(self, label: Label) -> Self:
        """Return the 2 × 2 tally of one class against all others, the class last.

        >>> Contingency(np.array([[5, 1, 0], [2, 6, 1], [0, 3, 7]]), ("a", "b", "c")).one_vs_rest("b").counts
        array([[12,  4],
               [ 3,  6]])
        """
        i = self.index(label)
        squares = None if self.squares is None else collapsed(self.squares)[i]
        return type(self)(collapsed(self.counts)[i], (f"not {label}", label), self.axes, self.roles, False, squares)

    def to_dict(self) -> dict[str, Any]:
        """Return plain data, ready for strict JSON; `from_dict` reads it back."""
        return {
            "kind": _KIND,
            "axes": list(self.axes),
            "roles": self.roles,
            "labels": list(self.labels),
            "ordered": self.ordered,
            "counts": self.counts.tolist(),
            "squares": None if self.squares is None else self.squares.tolist(),
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """Read a tally back from `to_dict`."""
        if data.get("kind") != _KIND:
            raise ValueError(f"expected a tally of kind {_KIND!r}, got {data.get('kind')!r}")
        squares = data.get("squares")
        return cls(
            np.array(data["counts"]),
            tuple(data["labels"]),
            (data["axes"][0], data["axes"][1]),
            data["roles"],
            data["ordered"],
            None if squares is None else np.array(squares, dtype=np.float64),
        )

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Contingency) and self.to_dict() == other.to_dict()

    def __hash__(self) -> int:
        return hash((self.labels, self.axes, self.roles, self.counts.tobytes()))


def _key(label: Label) -> tuple[str, Label]:
    """Tell 1 from "1"; 1, 1.0 and True are one label, as everywhere in Python."""
    return ("text" if isinstance(label, str) else "number", label)


def _union(a: Contingency, b: Contingency) -> tuple[tuple[Label, ...], bool]:
    """Labels of two tallies together, and whether their order is a scale."""
    mine, theirs = list(map(_key, a.labels)), list(map(_key, b.labels))
    if set(theirs) <= set(mine) and _in_order(theirs, mine):
        return a.labels, a.ordered
    if set(mine) <= set(theirs) and _in_order(mine, theirs):
        return b.labels, b.ordered
    both = dict(zip(mine + theirs, a.labels + b.labels, strict=True))
    if a.ordered and b.ordered and any(kind == "text" for kind, _ in both):
        raise ValueError(f"the label orders {a.labels} and {b.labels} do not fit together")
    # mypy cannot see that the keys put numbers and text apart before their values are compared
    return tuple(both[key] for key in sorted(both)), a.ordered and b.ordered


def _in_order(some: list[tuple[str, Label]], full: list[tuple[str, Label]]) -> bool:
    places = [full.index(x) for x in some]
    return places == sorted(places)
