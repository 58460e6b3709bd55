"""Rows that belong together, gathered into the table of each cluster."""

from __future__ import annotations

from typing import Any

import numpy as np

from tarazu.errors import InputError, QuestionError
from tarazu.intake.counted import Counted
from tarazu.intake.labels import as_label
from tarazu.tally.clusters import Clusters

__all__ = ["Gathered"]

Name = tuple[str, ...]


class Gathered:
    """Adds counted rows to the clusters of all rows, and of each group."""

    def __init__(self, counted: Counted, column: str) -> None:
        self.counted, self.column = counted, column
        self.at = counted.keys.index(column)
        self.entries: dict[Name, list[tuple[Any, int, int, float]]] = {}

    def add(self, name: Name, row: int, i: int, j: int) -> None:
        """Add a combination of labels to the cell i, j of its cluster."""
        raw = self.counted.combinations[row][self.at]
        if as_label(raw, self.column) is None:
            raise InputError(
                f"{self.column} says nothing for {self.counted.rows[row]} of the rows used; every row needs the "
                "cluster it belongs to."
            )
        count = (self.counted.weights or self.counted.rows)[row]
        self.entries.setdefault(name, []).append(((type(raw), raw), i, j, float(count)))

    def clusters(self) -> dict[Name, Clusters]:
        """Return the clusters of all rows (the empty name) and of each group."""
        return {name: self._clusters(name, entries) for name, entries in self.entries.items()}

    def _clusters(self, name: Name, entries: list[tuple[Any, int, int, float]]) -> Clusters:
        places = {key: place for place, key in enumerate(dict.fromkeys(e[0] for e in entries))}
        if len(places) < 2:
            where = f" in the group {', '.join(name)}" if name else ""
            raise QuestionError(
                f"{self.column} holds {len(places)} cluster{where}; at least 2 are needed to see how clusters vary."
            )
        cluster = np.array([places[e[0]] for e in entries], dtype=np.int64)
        row, column = (np.array([e[i] for e in entries], dtype=np.int64) for i in (1, 2))
        return Clusters(self.column, len(places), cluster, row, column, np.array([e[3] for e in entries]))
