"""The tally of label sets: for each label its 2 × 2 table, and how the sets of items overlap."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from tarazu.tally.contingency import Label

__all__ = ["LabelSets"]

_KIND = "label-sets"


@dataclass(frozen=True, eq=False)
class LabelSets:
    """Items that carry a set of labels in truth and one in prediction: counts, mergeable.

    `tables[l]` is the table of label l against the rest, [[TN, FP], [FN, TP]]. `sizes` counts the items by how many
    labels they carry in truth, how many in prediction, and how many in both: all that the measures of an item need.

    >>> a = LabelSets.of([({"x"}, {"x", "y"}), ({"y"}, {"y"})], ("x", "y"))
    >>> a.tables.tolist(), a.sizes
    ([[[1, 0], [0, 1]], [[0, 1], [0, 1]]], {(1, 2, 1): 1, (1, 1, 1): 1})
    """

    labels: tuple[Label, ...]
    tables: NDArray[np.int64]
    sizes: Mapping[tuple[int, int, int], int]

    @classmethod
    def of(cls, items: Sequence[tuple[set[Label], set[Label]]], labels: Sequence[Label], times: Any = None) -> Self:
        """Count items; `times` says how often each occurs."""
        place = {label: i for i, label in enumerate(labels)}
        tables = np.zeros((len(labels), 2, 2), dtype=np.int64)
        sizes: dict[tuple[int, int, int], int] = {}
        for (truth, prediction), n in zip(items, times if times is not None else [1] * len(items), strict=True):
            tables[:, 0, 0] += n
            for label in truth | prediction:
                i, row, column = place[label], int(label in truth), int(label in prediction)
                tables[i, 0, 0] -= n
                tables[i, row, column] += n
            size = (len(truth), len(prediction), len(truth & prediction))
            sizes[size] = sizes.get(size, 0) + n
        return cls(tuple(labels), tables, sizes)

    @property
    def n(self) -> int:
        """Number of items."""
        return sum(self.sizes.values())

    def __add__(self, other: Self) -> Self:
        """Return the tally of both, labels aligned by what they are."""
        labels = tuple(dict.fromkeys((*self.labels, *other.labels)))
        tables = np.zeros((len(labels), 2, 2), dtype=np.int64)
        for part in (self, other):
            tables[:, 0, 0] += part.n
            for i, label in enumerate(labels):
                if label in part.labels:
                    tables[i] += part.tables[part.labels.index(label)]
                    tables[i, 0, 0] -= part.n
        sizes = dict(self.sizes)
        for size, n in other.sizes.items():
            sizes[size] = sizes.get(size, 0) + n
        return type(self)(labels, tables, sizes)

    def to_dict(self) -> dict[str, Any]:
        """Return plain data, ready for strict JSON; `from_dict` reads it back."""
        return {
            "kind": _KIND,
            "labels": list(self.labels),
            "tables": self.tables.tolist(),
            "sizes": [[*size, n] for size, n in sorted(self.sizes.items())],
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """Read a tally back from `to_dict`."""
        if data.get("kind") != _KIND:
            raise ValueError(f"expected a tally of kind {_KIND!r}, got {data.get('kind')!r}")
        sizes = {(t, p, both): n for t, p, both, n in data["sizes"]}
        return cls(tuple(data["labels"]), np.array(data["tables"], dtype=np.int64).reshape(-1, 2, 2), sizes)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, LabelSets) and self.to_dict() == other.to_dict()

    def __hash__(self) -> int:
        return hash((self.labels, self.tables.tobytes()))
