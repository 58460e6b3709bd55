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
        weights = np.ones(len(values)) if weights is None else np.asarray(weights, dtype=np.float64)
        kept = weights > 0
        distinct, place = np.unique(np.asarray(values, dtype=np.float64)[kept], return_inverse=True)
        sides = (np.where(side[kept], weights[kept], 0) for side in (positive, ~positive))
        pos, neg = (_sums(place, side, len(distinct)) for side in sides)
        return cls(distinct, pos, neg)

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
        distinct, place = np.unique(values, return_inverse=True)
        pos, neg = (
            _sums(place, np.concatenate([a, b]), len(distinct))
            for a, b in ((self.positives, other.positives), (self.negatives, other.negatives))
        )
        return type(self)(distinct, pos, neg)

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


def _sums(place: NDArray[Any], weights: NDArray[Any], size: int) -> NDArray[np.float64]:
    return np.bincount(place, weights=weights, minlength=size).astype(np.float64)
