"""Rows gathered into the tables of the clusters they belong to, or of the strata they were drawn from."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np

from tarazu.errors import InputError, QuestionError
from tarazu.intake.counted import Counted
from tarazu.intake.labels import as_label
from tarazu.tally.clusters import Clusters, Design, Strata

__all__ = ["DesignKind", "Gathered"]

Name = tuple[str, ...]
DesignKind = Literal["cluster", "strata"]
_ONE = {"cluster": "cluster", "strata": "stratum"}


class Gathered:
    """Adds counted rows to the clusters (or strata) of all rows, and of each group."""

    def __init__(self, counted: Counted, column: str, kind: DesignKind) -> None:
        self.counted, self.column, self.kind = counted, column, kind
        self.at = counted.keys.index(column)
        self.entries: dict[Name, list[tuple[Any, int, int, float, float]]] = {}

    def add(self, name: Name, row: int, i: int, j: int) -> None:
        """Add a combination of labels to the cell i, j of its cluster or stratum."""
        raw = self.counted.combinations[row][self.at]
        if as_label(raw, self.column) is None:
            raise InputError(
                f"{self.column} says nothing for {self.counted.rows[row]} of the rows used; every row needs the "
                f"{_ONE[self.kind]} it belongs to."
            )
        count = (self.counted.weights or self.counted.rows)[row]
        square = (self.counted.squares or self.counted.rows)[row]
        self.entries.setdefault(name, []).append(((type(raw), raw), i, j, float(count), float(square)))

    def designs(self) -> dict[Name, Design]:
        """Return the clusters (or strata) of all rows (the empty name) and of each group."""
        return {name: self._design(name, entries) for name, entries in self.entries.items()}

    def _design(self, name: Name, entries: list[tuple[Any, int, int, float, float]]) -> Design:
        places = {key: place for place, key in enumerate(dict.fromkeys(e[0] for e in entries))}
        if len(places) < 2 and self.kind == "cluster":
            where = f" in the group {', '.join(name)}" if name else ""
            raise QuestionError(
                f"{self.column} holds {len(places)} cluster{where}; at least 2 are needed to see how clusters vary."
            )
        cluster = np.array([places[e[0]] for e in entries], dtype=np.int64)
        row, column = (np.array([e[i] for e in entries], dtype=np.int64) for i in (1, 2))
        counts, squares = (np.array([e[i] for e in entries]) for i in (3, 4))
        if self.kind == "strata":
            return Strata(self.column, len(places), cluster, row, column, counts, squares)
        return Clusters(self.column, len(places), cluster, row, column, counts)
