"""A ready confusion matrix: nested lists, arrays, frames, or text as programs print it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import narwhals.stable.v2 as nw
import numpy as np
from numpy.typing import NDArray

from tarazu.errors import InputError, listed
from tarazu.intake.matrix_text import Grid, grid_of_cells, grid_of_text
from tarazu.tally import Label

__all__ = ["ReadMatrix", "read_cells", "read_matrix"]

_TOTALS = {"total", "totals", "sum", "all", "margins", "σ", "n"}
_TRUTH = {"truth", "true", "actual", "reference", "gold", "true label", "actual label", "true class"}
_PREDICTION = {"prediction", "predicted", "predict", "pred", "predicted label", "predicted class"}


@dataclass(frozen=True)
class ReadMatrix:
    """A matrix as it was read: counts, labels and axis names if it names them, and what was done.

    `rows` says what the rows are where the input itself does: Weka and caret print it always the same way,
    and axes may be named truth and prediction.
    """

    counts: NDArray[Any]
    labels: tuple[Label, ...] | None = None
    row_name: str | None = None
    column_name: str | None = None
    rows: Literal["truth", "prediction"] | None = None
    notes: tuple[str, ...] = ()


def read_matrix(source: Any, labels: Sequence[Label] | None = None) -> ReadMatrix:
    """Read a matrix from nested lists, an array, a frame, a mapping of mappings, or text.

    `labels` are the caller's own, to name a place in an error. Raises InputError if the matrix is not square, or a
    count is negative, not finite or not a number.

    >>> read_matrix("10 7; 5 8").counts.tolist()
    [[10, 7], [5, 8]]
    """
    if isinstance(source, str):
        return _checked(grid_of_text(source), labels)
    if isinstance(source, Mapping):
        return _checked(_grid_of_mapping(source), labels)
    known = nw.from_native(source, pass_through=True)
    if known is not source:
        return _checked(_grid_of_frame(known.collect() if isinstance(known, nw.LazyFrame) else known), labels)
    return _checked(Grid(_nested(source)), labels)


def read_cells(rows: Sequence[Sequence[str]], labels: Sequence[Label] | None = None) -> ReadMatrix:
    """Read a matrix from the cells of a sheet, with labels around it or without.

    >>> read_cells([["", "cat", "dog"], ["cat", "10", "7"], ["dog", "5", "8"]]).labels
    ('cat', 'dog')
    """
    return _checked(grid_of_cells(rows), labels)


def _nested(source: Any) -> list[list[Any]]:
    if isinstance(source, np.ndarray):
        if source.ndim != 2:
            raise InputError(f"The matrix has shape {source.shape}; expected as many rows as columns.")
        source = source.tolist()
    if not isinstance(source, Sequence) or not all(isinstance(r, Sequence | np.ndarray) for r in source):
        raise InputError(
            f"Cannot read a matrix from {type(source).__name__} {str(source)[:40]}; "
            "expected rows of counts such as [[10, 7], [5, 8]]."
        )
    return [list(row) for row in source]


def _grid_of_mapping(source: Mapping[Any, Any]) -> Grid:
    if not all(isinstance(row, Mapping) for row in source.values()):
        raise InputError("A mapping must hold a mapping for every row: {'cat': {'cat': 10, 'dog': 5}, ...}.")
    names = list(dict.fromkeys(name for row in source.values() for name in row))
    return Grid([[row.get(name, 0) for name in names] for row in source.values()], list(source), names)


def _grid_of_frame(frame: nw.DataFrame[Any]) -> Grid:
    native, names = frame.to_native(), list(frame.columns)
    row_labels: list[Any] | None = None
    row_name = column_name = None
    if frame.implementation.is_pandas_like():
        labelled = [str(v) for v in native.index] != [str(i) for i in range(len(native))]
        same = [str(v) for v in native.index] == [str(c) for c in native.columns]
        row_labels = list(native.index) if labelled or same else None
        row_name, column_name = native.index.name, native.columns.name
        names = list(native.columns)
    first = frame.columns[0] if frame.columns else None
    if row_labels is None and first is not None and not frame.schema[first].is_numeric():
        row_labels, names = frame[first].to_list(), names[1:]
        frame = frame.drop(first)
    return Grid([list(row) for row in frame.rows()], row_labels, names, row_name, column_name)


def _checked(grid: Grid, names: Sequence[Label] | None) -> ReadMatrix:
    """Check a grid of cells and return it as a matrix of counts."""
    if not grid.cells or not any(grid.cells):
        raise InputError("The matrix is empty; expected rows of counts such as '10 7; 5 8'.")
    for i, row in enumerate(grid.cells, 1):
        if len(row) != len(grid.cells[0]):
            raise InputError(f"Row {i} of the matrix has {_many(len(row))}, row 1 has {len(grid.cells[0])}.")
    rows, columns = _names(grid.row_labels), _names(grid.column_labels)
    notes = list(grid.notes)
    counts = np.array(
        [
            [_count(c, rows or names, columns or names, i, j) for j, c in enumerate(row)]
            for i, row in enumerate(grid.cells)
        ],
        dtype=object,
    )
    counts, rows, columns = _without_totals(counts, rows, columns, notes)
    if counts.shape[0] != counts.shape[1]:
        tall = counts.shape[0] > 2 * counts.shape[1] + 2
        hint = " For a table of rows with a truth and a prediction each, use classify." if tall else ""
        raise InputError(
            f"The matrix has {counts.shape[0]} rows and {counts.shape[1]} columns; "
            f"expected as many rows as columns.{hint}"
        )
    labels, counts = _labels(rows, columns, counts, notes)
    whole = all(isinstance(v, int) for v in counts.flat)
    return ReadMatrix(
        counts.astype(np.int64 if whole else np.float64),
        labels,
        _text(grid.row_name),
        _text(grid.column_name),
        grid.rows or _orientation(_text(grid.row_name), _text(grid.column_name), notes),
        tuple(notes),
    )


def _many(n: int) -> str:
    return f"{n} number" + ("" if n == 1 else "s")


def _text(name: Any) -> str | None:
    return None if name is None or str(name).strip() == "" else str(name)


def _names(labels: Sequence[Any] | None) -> list[Label] | None:
    if labels is None:
        return None
    plain = [v.item() if isinstance(v, np.generic) else v for v in labels]
    return [v if isinstance(v, str | int | float | bool) else str(v) for v in plain]


def _count(cell: Any, rows: Sequence[Label] | None, columns: Sequence[Label] | None, i: int, j: int) -> int | float:
    row = rows[i] if rows and i < len(rows) else i + 1
    column = columns[j] if columns and j < len(columns) else j + 1
    where = f"The count in row {row}, column {column}"
    if isinstance(cell, np.generic):
        cell = cell.item()
    if isinstance(cell, str):
        cell = _parsed(cell, where)
    if isinstance(cell, bool) or not isinstance(cell, int | float):
        raise InputError(f"{where} is {cell!r}; expected a number of at least 0.")
    if cell != cell:
        raise InputError(f"{where} is missing; expected a number of at least 0.")
    if cell < 0:
        raise InputError(f"{where} is negative ({cell:g}); expected a number of at least 0.")
    if cell == float("inf") or (isinstance(cell, int) and cell >= 2**63):
        raise InputError(f"{where} is {cell}, too large; expected a number below 2**63.")
    return int(cell) if isinstance(cell, float) and cell.is_integer() and cell < 2**53 else cell


def _parsed(text: str, where: str) -> int | float:
    plain = text.strip().replace(",", "") if _thousands(text) else text.strip()
    try:
        return int(plain) if plain.lstrip("+-").isdigit() else float(plain)
    except ValueError:
        raise InputError(f"{where} is {text.strip()!r}; expected a number of at least 0.") from None


def _thousands(text: str) -> bool:
    """Whether a quoted cell is written 1,234,567: commas elsewhere are left alone and refused."""
    first, *groups = text.strip().split(",")
    return bool(groups) and first.isdigit() and len(first) <= 3 and all(len(g) == 3 and g.isdigit() for g in groups)


def _without_totals(
    counts: NDArray[Any], rows: list[Label] | None, columns: list[Label] | None, notes: list[str]
) -> tuple[NDArray[Any], list[Label] | None, list[Label] | None]:
    """Drop a row and a column of totals after checking that they add up."""
    row = rows is not None and str(rows[-1]).strip().casefold() in _TOTALS and len(rows) > 1
    column = columns is not None and str(columns[-1]).strip().casefold() in _TOTALS and len(columns) > 1
    if not (row or column):
        if rows or columns or counts.shape[0] != counts.shape[1] or counts.shape[0] < 3 or not _adds_up(counts):
            return counts, rows, columns
        row = column = True
        notes.append("The last row and the last column hold the totals of the others and were taken as such.")
    body = counts[: -1 if row else None, : -1 if column else None]
    for name, there, got, want in (
        ("row", row, counts[-1, : body.shape[1]], body.sum(axis=0)),
        ("column", column, counts[: body.shape[0], -1], body.sum(axis=1)),
    ):
        if there and not np.allclose(got.astype(float), want.astype(float), rtol=1e-9):
            at = int(np.argmax(~np.isclose(got.astype(float), want.astype(float), rtol=1e-9)))
            raise InputError(
                f"The {name} of totals does not add up: its entry {at + 1} is {got[at]}, the counts give {want[at]}."
            )
    if rows or columns:
        notes.append("The totals were checked and left out.")
    return body, rows[:-1] if rows and row else rows, columns[:-1] if columns and column else columns


def _adds_up(counts: NDArray[Any]) -> bool:
    body = counts[:-1, :-1]
    below, beside = counts[-1, :-1], counts[:-1, -1]
    adds_up = (below == body.sum(axis=0)).all() and (beside == body.sum(axis=1)).all()
    return bool(body.sum() > 0 and adds_up and counts[-1, -1] == body.sum())


def _labels(
    rows: list[Label] | None, columns: list[Label] | None, counts: NDArray[Any], notes: list[str]
) -> tuple[tuple[Label, ...] | None, NDArray[Any]]:
    labels = rows if rows is not None else columns
    if labels is None:
        return None, counts
    for what, names in (("rows", rows), ("columns", columns)):
        if names is not None and len(set(map(str, names))) < len(names):
            raise InputError(f"The labels of the {what}, {listed(names)}, name a class twice.")
    if rows is not None and columns is not None and list(map(str, rows)) != list(map(str, columns)):
        if set(map(str, rows)) != set(map(str, columns)):
            raise InputError(f"The rows are {listed(rows)}, the columns {listed(columns)}; expected the same labels.")
        place = {str(name): j for j, name in enumerate(columns)}
        counts = counts[:, [place[str(name)] for name in rows]]
        notes.append("The columns were put into the order of the rows.")
    return tuple(labels), counts


def _orientation(row: str | None, column: str | None, notes: list[str]) -> Literal["truth", "prediction"] | None:
    """What the axes' own names say, if both are names of roles or one is and the other is not named."""
    row, column = ((name or "").strip().casefold() for name in (row, column))
    found: Literal["truth", "prediction"] | None = None
    if (row in _TRUTH and column in {"", *_PREDICTION}) or (column in _PREDICTION and row == ""):
        found = "truth"
    if (row in _PREDICTION and column in {"", *_TRUTH}) or (column in _TRUTH and row == ""):
        found = "prediction"
    if found:
        notes.append(f"The names of the axes say that the rows are the {found}.")
    return found
