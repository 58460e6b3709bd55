"""How the rows were drawn, if not each on its own: in clusters that belong together, or within strata."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

__all__ = ["Clusters", "Design", "Strata", "design_from_dict"]


@dataclass(frozen=True, eq=False)
class Clusters:
    """The table of each cluster: `counts[m]` items (or weights) of cluster `cluster[m]` in cell `row[m], column[m]`."""

    name: str
    size: int
    cluster: NDArray[np.int64]
    row: NDArray[np.int64]
    column: NDArray[np.int64]
    counts: NDArray[np.float64]

    @property
    def df(self) -> int | None:
        """Degrees of freedom of the standard error."""
        return self.size - 1

    @property
    def text(self) -> str:
        """The clusters in words, for the name of a method."""
        return f"{self.size} clusters of {self.name}"

    def to_dict(self) -> dict[str, Any]:
        """Return plain data, ready for strict JSON."""
        columns = ("cluster", "row", "column", "counts")
        return {
            "kind": "clusters",
            "name": self.name,
            "size": self.size,
            **{c: getattr(self, c).tolist() for c in columns},
        }

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
        of_entry = _of_entry(slopes, self.row, self.column, at)
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


@dataclass(frozen=True, eq=False)
class Strata:
    """Rows drawn from each stratum in fixed numbers: `counts[m]` items (or weights) of `stratum[m]` in a cell.

    `squares` are the sums of squared weights, equal to the counts where there are none.
    """

    name: str
    size: int
    stratum: NDArray[np.int64]
    row: NDArray[np.int64]
    column: NDArray[np.int64]
    counts: NDArray[np.float64]
    squares: NDArray[np.float64]

    df = None  # the normal quantile: strata are few, and each has many items

    @property
    def text(self) -> str:
        """The strata in words, for the name of a method."""
        return f"{self.size} strata of {self.name}"

    def to_dict(self) -> dict[str, Any]:
        """Return plain data, ready for strict JSON."""
        columns = ("stratum", "row", "column", "counts", "squares")
        return {
            "kind": "strata",
            "name": self.name,
            "size": self.size,
            **{c: getattr(self, c).tolist() for c in columns},
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """Read them back from `to_dict`."""
        stratum, row, column = (np.array(data[c], dtype=np.int64) for c in ("stratum", "row", "column"))
        counts, squares = (np.array(data[c], dtype=np.float64) for c in ("counts", "squares"))
        return cls(data["name"], data["size"], stratum, row, column, counts, squares)

    def swapped(self) -> Strata:
        """Two classes with their places exchanged."""
        return replace(self, row=1 - self.row, column=1 - self.column)

    def standard_error(self, slopes: NDArray[Any], at: int | None) -> float:
        """Return the standard error: only what varies within the strata counts."""
        of_entry = _of_entry(slopes, self.row, self.column, at)
        totals = np.bincount(self.stratum, weights=self.counts, minlength=self.size)
        means = np.bincount(self.stratum, weights=self.counts * of_entry, minlength=self.size) / totals
        return float(np.sqrt((self.squares * (of_entry - means[self.stratum]) ** 2).sum()))

    def resampled(self, k: int, times: int, rng: np.random.Generator) -> NDArray[np.float64]:
        """Return tables with as many items drawn from each stratum as it has, of shape (times, k, k)."""
        out = np.zeros((times, k * k))
        for stratum in range(self.size):
            own = self.stratum == stratum
            counts = self.counts[own]
            drawn = rng.multinomial(round(counts.sum()), counts / counts.sum(), times)
            np.add.at(out.T, self.row[own] * k + self.column[own], drawn.T)
        return out.reshape(times, k, k)


Design = Clusters | Strata


def design_from_dict(data: Mapping[str, Any]) -> Design:
    """Read clusters or strata back."""
    return Strata.from_dict(data) if data["kind"] == "strata" else Clusters.from_dict(data)


def _of_entry(
    slopes: NDArray[Any], row: NDArray[np.int64], column: NDArray[np.int64], at: int | None
) -> NDArray[np.float64]:
    """The slope of the cell of each entry: of the whole table, or of a class against the rest."""
    if at is None:
        return np.asarray(slopes[row, column])
    return np.asarray(slopes[(row == at).astype(int), (column == at).astype(int)])
