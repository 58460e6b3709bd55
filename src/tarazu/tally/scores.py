"""The tally of scores: how often each distinct score goes with a positive and with a negative item."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

__all__ = ["Scores"]

_KIND = "scores"


@dataclass(frozen=True, eq=False)
class Scores:
    """Distinct scores in rising order, with the positive and the negative items (or weights) at each. Mergeable, exact.

    >>> a = Scores.of(np.array([0.2, 0.7, 0.7]), np.array([False, True, False]))
    >>> (a + a).positives.tolist(), a.values.tolist()
    ([0.0, 2.0], [0.2, 0.7])
    """

    values: NDArray[np.float64]
    positives: NDArray[np.float64]
    negatives: NDArray[np.float64]

    @classmethod
    def of(cls, values: NDArray[Any], positive: NDArray[np.bool_], weights: NDArray[Any] | None = None) -> Self:
        """Count scores; an item of weight 0 is no item."""
        values = np.asarray(values, dtype=np.float64)
        if weights is None:  # each side is sorted on its own: two sorts of the halves, and a merge of what is sorted
            sides = [np.unique(values[side], return_counts=True) for side in (positive, ~positive)]
        else:
            w = np.asarray(weights, dtype=np.float64)
            sides = [_distinct(values[side & (w > 0)], w[side & (w > 0)]) for side in (positive, ~positive)]
        return cls._merged(sides[0], sides[1])

    @classmethod
    def _merged(cls, positives: tuple[Any, Any], negatives: tuple[Any, Any]) -> Self:
        """Put distinct scores of both sides, each with its counts, on one line."""
        both = np.sort(np.concatenate([positives[0], negatives[0]]), kind="stable")
        kept = np.ones(len(both), dtype=bool)
        np.not_equal(both[1:], both[:-1], out=kept[1:])
        values = both[kept]
        counts = []
        for distinct, times in (positives, negatives):
            line = np.zeros(len(values))
            line[np.searchsorted(values, distinct)] = times
            counts.append(line)
        return cls(values, *counts)

    @property
    def n_positive(self) -> float:
        """Number of positive items."""
        return float(self.positives.sum())

    @property
    def n_negative(self) -> float:
        """Number of negative items."""
        return float(self.negatives.sum())

    @property
    def n(self) -> float:
        """Number of items."""
        return self.n_positive + self.n_negative

    def __add__(self, other: Self) -> Self:
        """Return the tally of both data sets."""
        values = np.concatenate([self.values, other.values])
        sides = [
            np.concatenate(pair) for pair in ((self.positives, other.positives), (self.negatives, other.negatives))
        ]
        return self._merged(_distinct(values, sides[0]), _distinct(values, sides[1]))

    def to_dict(self) -> dict[str, Any]:
        """Return plain data, ready for JSON; `from_dict` reads it back."""
        columns = ("values", "positives", "negatives")
        return {"kind": _KIND, **{c: getattr(self, c).tolist() for c in columns}}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """Read a tally back from `to_dict`."""
        if data.get("kind") != _KIND:
            raise ValueError(f"expected a tally of kind {_KIND!r}, got {data.get('kind')!r}")
        return cls(*(np.array(data[c], dtype=np.float64) for c in ("values", "positives", "negatives")))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Scores) and self.to_dict() == other.to_dict()

    def __hash__(self) -> int:
        return hash(self.values.tobytes())


def _distinct(values: NDArray[Any], weights: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
    """Distinct values with the sum of their weights."""
    distinct, place = np.unique(values, return_inverse=True)
    return distinct, np.bincount(place, weights=weights, minlength=len(distinct))
