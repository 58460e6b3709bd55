"""A ready matrix: found, read, and put with the truth in its rows."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any, cast

from tarazu.errors import QuestionError, listed
from tarazu.intake.matrix import ReadMatrix, read_cells, read_matrix
from tarazu.notes import Note
from tarazu.tally import Contingency, Label, Roles

__all__ = ["four_cells", "oriented", "read_source"]


def four_cells(
    cells: dict[str, float | None], labels: Sequence[Label] | None, positive: Label | None
) -> tuple[ReadMatrix, Sequence[Label] | None, Label | None]:
    """Return the matrix of TP, FP, FN and TN, with its labels and its positive class."""
    absent = [name for name, v in cells.items() if v is None]
    if absent:
        raise QuestionError(f"Of the four counts tp, fp, fn and tn, {', '.join(absent)} was not given.")
    read = read_matrix([[cells["tn"], cells["fp"]], [cells["fn"], cells["tp"]]])
    if labels is None:
        return read, ("negative", "positive"), "positive" if positive is None else positive
    return read, labels, labels[-1] if positive is None else positive


def read_source(source: Any, labels: Sequence[Label] | None, sheet: str | int | None) -> ReadMatrix:
    """Read a matrix from whatever was handed over: numbers, text, a frame, or a file."""
    if isinstance(source, os.PathLike) or (isinstance(source, str) and _names_a_file(source)):
        from tarazu.intake.files import read_small

        found = read_small(os.fspath(source), sheet=sheet)
        return read_matrix(found, labels) if isinstance(found, str) else read_cells(found, labels)
    if sheet is not None:
        raise QuestionError(f"A sheet was named, {sheet!r}, but the matrix is not in a file.")
    return read_matrix(source, labels)


def _names_a_file(text: str) -> bool:
    if text == "-":
        return True
    if "\n" in text or not re.search(r"[^\d\s.,;|\[\]()eE+-]", text):
        return False
    return Path(text).exists() or bool(re.fullmatch(r"\S+\.\w{1,7}", text))


def oriented(read: ReadMatrix, rows: str | None, labels: Sequence[Label] | None) -> tuple[Contingency, list[Note]]:
    """The tally with truth in its rows, if that is known."""
    if rows not in (None, "truth", "prediction", "raters"):
        raise QuestionError(f"rows={rows!r} is not known; expected 'truth', 'prediction' or 'raters'.")
    if read.rows and rows and rows != read.rows:
        raise QuestionError(f"rows={rows!r}, but this format has the {read.rows} in its rows.")
    k = len(read.counts)
    if labels is not None and len(labels) != k:
        raise QuestionError(f"{len(labels)} labels ({listed(labels)}) do not fit a {k} × {k} matrix.")
    if labels is not None and len(set(labels)) < k:
        raise QuestionError(f"The labels {listed(labels)} name a class twice.")
    rows = rows or read.rows
    roles = cast("Roles", {None: "unknown", "raters": "raters"}.get(rows, "truth"))
    axes = {
        "unknown": ("rows", "columns"),
        "raters": ("rater 1", "rater 2"),
        "truth": ("truth", "prediction"),
    }[roles]
    if rows == "prediction":
        axes = axes[::-1]
    names = (read.row_name or axes[0], read.column_name or axes[1])
    tally = Contingency(
        read.counts,
        tuple(labels) if labels is not None else read.labels or tuple(range(1, k + 1)),
        names if names[0] != names[1] else (axes[0], axes[1]),
        roles,
        ordered=labels is not None or read.labels is None,
    )
    notes = [Note("matrix-read", "info", text) for text in read.notes]
    return (tally.transposed() if rows == "prediction" else tally), notes
