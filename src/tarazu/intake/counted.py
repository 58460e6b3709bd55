"""What every kind of input is first reduced to: distinct combinations and how often each occurs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

__all__ = ["Categories", "Counted"]


@dataclass(frozen=True)
class Categories:
    """The categories a column declares: their order on show, and whether that order is a scale."""

    values: tuple[Any, ...]
    ordered: bool


@dataclass(frozen=True)
class Counted:
    """Distinct combinations of some columns, with how often each occurs.

    `keys` names the columns; each of `combinations` holds one raw value per column (None where it is
    missing). `rows[i]` is how many rows show combination i. `weights[i]` and `squares[i]` are the sums of
    the weights and of their squares over those rows, or both lists are None where no weight was asked for.

    `untyped` is true when the values are text that has not been given a type yet, as in a CSV file.
    `source` says what was read (path, format, delimiter, encoding ...), for the result's `data` section.
    """

    keys: tuple[str, ...]
    combinations: Sequence[tuple[Any, ...]]
    rows: Sequence[int]
    weights: Sequence[float] | None = None
    squares: Sequence[float] | None = None
    untyped: bool = False
    categories: dict[str, Categories] = field(default_factory=dict)
    source: dict[str, Any] = field(default_factory=dict)

    @property
    def rows_read(self) -> int:
        """Number of rows in all."""
        return sum(self.rows)
