"""The text of a matrix as people type it and as programs print it: cut into cells and labels."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from tarazu.errors import InputError

__all__ = ["Grid", "grid_of_cells", "grid_of_text"]

_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?")
_WEKA = re.compile(r"<-+\s*classified as", re.IGNORECASE)


@dataclass(frozen=True)
class Grid:
    """Cells of a matrix, not yet checked, with the labels and names that stand around them."""

    cells: list[list[Any]]
    row_labels: Sequence[Any] | None = None
    column_labels: Sequence[Any] | None = None
    row_name: Any = None
    column_name: Any = None
    rows: Literal["truth", "prediction"] | None = None
    notes: tuple[str, ...] = ()


def grid_of_text(text: str) -> Grid:
    """Cut a text into the cells of a matrix.

    Understands rows separated by semicolons or lines; cells by spaces, commas, tabs, semicolons or bars;
    JSON; what numpy, pandas, scikit-learn, PyCM, caret and Weka print; Markdown tables; CSV with or without
    labels.
    """
    lines = [line.rstrip() for line in text.lstrip("\ufeff").splitlines() if line.strip()]
    if not lines:
        raise InputError("The matrix is empty; expected rows of counts such as '10 7; 5 8'.")
    if any(map(_WEKA.search, lines)):
        return _weka(lines)
    if lines[0].lstrip().startswith("["):
        return _brackets(lines)
    if len(lines) == 1:
        return _labelled([_cells(row, _delimiter([row])) for row in lines[0].split(";") if row.strip()])
    if all(line.lstrip().startswith("|") for line in lines):
        cut = [[c.strip() for c in line.strip().strip("|").split("|")] for line in lines]
        return _labelled([row for row in cut if not all(re.fullmatch(r":?-+:?", c) for c in row)])
    delimiter = _delimiter(lines)
    if delimiter:
        return _labelled(list(csv.reader(lines, delimiter=delimiter, skipinitialspace=True)))
    return _printed([line.split() for line in lines])


def grid_of_cells(rows: Sequence[Sequence[str]]) -> Grid:
    """Find the labels around the cells of a matrix in a sheet."""
    return _labelled([list(row) for row in rows])


def _delimiter(lines: Sequence[str]) -> str | None:
    """The delimiter that every line has, the same number of times; None for spaces."""
    for delimiter in "\t;,|":
        counts = {len(row) for row in csv.reader(lines, delimiter=delimiter)}
        if len(counts) == 1 and counts != {1}:
            return delimiter
    return next((d for d in "\t;,|" if all(d in line for line in lines)), None)


def _cells(row: str, delimiter: str | None) -> list[str]:
    return [c.strip() for c in (row.split(delimiter) if delimiter else row.split())]


def _brackets(lines: Sequence[str]) -> Grid:
    """JSON, Python lists, or an array as numpy prints it."""
    text = "\n".join(lines)
    try:
        return Grid([list(row) for row in json.loads(text)])
    except (ValueError, TypeError):
        rows = re.findall(r"\[([^\[\]]*)\]", text)
        return Grid([_cells(row.replace(",", " "), None) for row in rows])


def _weka(lines: Sequence[str]) -> Grid:
    """Letters head the columns, and each row ends in `| a = name`; rows are truth."""
    names, cells = [], []
    for line in lines:
        numbers, bar, name = line.partition("|")
        if bar and "=" in name:
            names.append(name.partition("=")[2].strip())
            cells.append(numbers.split())
    if not cells:
        raise InputError("This looks like a matrix of Weka, but no row ends in '| a = name'.")
    return Grid(cells, names, names, rows="truth")


def _printed(rows: list[list[str]]) -> Grid:
    """Tables printed with spaces: the names of the axes may stand on lines of their own."""
    above = below = None
    if len(rows[0]) == 1 and not _is_number(rows[0][0]) and len(rows) > 2:
        above, rows = rows[0][0], rows[1:]  # caret: the columns' name above the head
    if len(rows) > 2 and len(rows[1]) == 1 and not _is_number(rows[1][0]):
        below, rows = rows[1][0], [rows[0], *rows[2:]]  # pandas and PyCM: the rows' name below the head
    head = rows[0]
    if (above or below) and len(head) == len(rows[1]):
        body = rows[1:]
        named: dict[str, Any] = (
            {"row_name": below, "column_name": head[0]} if below else {"row_name": head[0], "column_name": above}
        )
        return Grid([r[1:] for r in body], [r[0] for r in body], head[1:], **named)
    if len(rows) > 1 and all(len(r) == len(head) + 1 for r in rows[1:]):
        return Grid([r[1:] for r in rows[1:]], [r[0] for r in rows[1:]], head)
    return _labelled(rows)


def _labelled(rows: list[list[str]]) -> Grid:
    """Find out whether a first row and a first column hold labels."""
    rows = [[c.strip() for c in row] for row in rows]
    if len(rows) > 1 and len(rows[0]) == len(rows[1]) - 1:  # a head without a corner
        rows = [["", *rows[0]], *rows[1:]]
    corner, tall, wide = rows[0][0], len(rows), len(rows[0])
    square = tall == wide
    head = tall > 1 and (
        corner == ""
        or not (any(map(_is_number, rows[0][1:] or rows[0])) or (square and _is_number(corner)))
        or (square and not _is_number(corner) and all(_is_number(r[0]) for r in rows[1:]))
    )
    first = [r[0] for r in (rows[1:] if head else rows) if r]
    named = not all(map(_is_number, first))
    side = (head and square) or (named and (tall != wide + 1 or not head) and not (square and not head))
    body = rows[1:] if head else rows
    labels = [r[0] for r in body if r] if side else None
    columns = (rows[0][1:] if side else rows[0]) if head else None
    row_name, column_name = _corner(corner) if head and side else (None, None)
    return Grid([r[1:] if side else r for r in body], labels, columns, row_name, column_name)


def _corner(text: str) -> tuple[str | None, str | None]:
    """Names in the corner of a table: `truth \\ prediction` names both axes, `truth` the rows."""
    parts = [p.strip(" ↓→") for p in re.split(r"\\|/|→\s*\|", text)]
    if len(parts) == 2:
        return parts[0] or None, parts[1] or None
    return text.strip(" ↓") or None, None


def _is_number(cell: str) -> bool:
    return bool(_NUMBER.fullmatch(cell.strip())) or cell.strip().casefold() in ("nan", "inf", "-inf")
