"""Rows that belong together: several of one patient, document or scene, which are not independent."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

__all__ = ["Clusters"]


@dataclass(frozen=True, eq=False)
class Clusters:
    """The table of each cluster: `counts[m]` items (or weights) of cluster `cluster[m]` in cell `row[m], column[m]`."""

    name: str
    size: int
    cluster: NDArray[np.int64]
    row: NDArray[np.int64]
    column: NDArray[np.int64]
    counts: NDArray[np.float64]

    def to_dict(self) -> dict[str, Any]:
        """Return plain data, ready for strict JSON."""
        columns = ("cluster", "row", "column", "counts")
        return {"name": self.name, "size": self.size, **{c: getattr(self, c).tolist() for c in columns}}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """Read them back from `to_dict`."""
        cluster, row, column = (np.array(data[c], dtype=np.int64) for c in ("cluster", "row", "column"))
        counts = np.array(data["counts"], dtype=np.float64)
        return cls(data["name"], data["size"], cluster, row, column, counts)

    def swapped(self) -> Clusters:
        """Two classes with their places exchanged."""
        return replace(self, row=1 - self.row, column=1 - self.column)

    def standard_error(self, slopes: NDArray[Any], at: int | None) -> float:
        """Return the cluster-robust standard error: the clusters, not the items, are what varies.

        `slopes` are of the whole table, or (with the number `at` of a class) of that class against the rest.
        """
        if at is None:
            of_entry = slopes[self.row, self.column]
        else:
            of_entry = slopes[(self.row == at).astype(int), (self.column == at).astype(int)]
        sums = np.bincount(self.cluster, weights=self.counts * of_entry, minlength=self.size)
        return float(np.sqrt(self.size / (self.size - 1) * ((sums - sums.mean()) ** 2).sum()))

    def resampled(self, k: int, times: int, rng: np.random.Generator) -> NDArray[np.float64]:
        """Return tables of as many clusters drawn whole, with replacement, of shape (times, k, k)."""
        from scipy.sparse import csr_array

        flat = csr_array((self.counts, (self.cluster, self.row * k + self.column)), shape=(self.size, k * k))
        out = np.empty((times, k * k))
        at_once = max(1, 4_000_000 // self.size)
        for start in range(0, times, at_once):
            some = min(at_once, times - start)
            drawn = rng.multinomial(self.size, np.full(self.size, 1 / self.size), some)
            out[start : start + some] = (flat.T @ drawn.T).T
        return out.reshape(times, k, k)

    def without_each(self, k: int, counts: NDArray[Any]) -> NDArray[np.float64]:
        """Return the table without each cluster in turn, of shape (clusters, k, k)."""
        left = np.repeat(counts[None].astype(np.float64), self.size, axis=0)
        np.subtract.at(left, (self.cluster, self.row, self.column), self.counts)
        return left
