"""Totals of the true classes that the user knows, beside a matrix: they tell which way round it is."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from tarazu.errors import InputError, QuestionError, listed, near
from tarazu.notes import Note
from tarazu.tally import Contingency, Label

__all__ = ["with_truth_totals"]


def with_truth_totals(tally: Contingency, totals: Mapping[Any, Any]) -> tuple[Contingency, list[Note]]:
    """Compare the totals of some true classes with those of a matrix.

    Where the orientation was not given and the totals are those of one side only, that side is the truth. Where it
    was given and they are those of the other side, a caution says that the matrix looks transposed. Raises
    InputError for totals of neither side, or of a class that is not there.
    """
    if tally.roles == "raters":
        raise QuestionError("Two raters are equals: there are no totals of the truth.")
    known = _known(tally, totals)
    rows, columns = (
        {label: float(side[tally.index(label)]) for label in known} for side in (tally.row_totals, tally.column_totals)
    )
    in_rows, in_columns = (_same(known, side) for side in (rows, columns))
    first, second = tally.axes
    if not (in_rows or in_columns):
        raise InputError(
            f"The totals of the truth ({_written(known)}) are those of neither side of the matrix: "
            f"the {first} has {_written(rows)}, the {second} {_written(columns)}."
        )
    if in_rows and in_columns:
        text = f"The totals of the truth ({_written(known)}) are those of both sides, so they do not tell them apart."
        return tally, [Note("truth-totals", "info", text)]
    if tally.roles == "truth":
        if in_rows:
            text = f"The totals of the truth ({_written(known)}) are those of the {first}."
            return tally, [Note("truth-totals", "info", text)]
        text = (
            f"The matrix looks transposed: the totals of the truth ({_written(known)}) are those of the {second}, "
            f"and the {first} has {_written(rows)}. Then recall and precision are exchanged; say rows= (--rows) "
            "the other way round."
        )
        return tally, [Note("looks-transposed", "caution", text)]
    side = "rows" if in_rows else "columns"
    text = f"The totals of the truth ({_written(known)}) are those of the {side}: the {side} were taken as the truth."
    told = tally if in_rows else tally.transposed()
    axes = ("truth", "prediction") if tally.axes == ("rows", "columns") else told.axes
    return replace(told, roles="truth", axes=axes), [Note("truth-totals", "info", text)]


def _known(tally: Contingency, totals: Mapping[Any, Any]) -> dict[Label, float]:
    """The totals by the labels of the matrix, checked to be numbers of at least 0."""
    if not isinstance(totals, Mapping) or not totals:
        raise InputError(f"The totals of the truth are {totals!r}; expected a number for each class: {{'cat': 50}}.")
    out: dict[Label, float] = {}
    by_text = {str(label): label for label in tally.labels}
    for name, total in totals.items():
        label = by_text.get(str(name))
        if label is None:
            raise InputError(
                f"The totals of the truth name {name!r}, which is no class.{near(name, tally.labels)} "
                f"The classes are {listed(tally.labels)}."
            )
        if label in out:
            raise InputError(f"The totals of the truth name {str(name)!r} twice.")
        try:
            value = math.nan if isinstance(total, bool) else float(total)
        except (TypeError, ValueError):
            value = math.nan
        if not 0 <= value < math.inf:
            raise InputError(f"The total of {name!r} in the truth is {total!r}; expected a number of at least 0.")
        out[label] = value
    return out


def _same(known: Mapping[Label, float], side: Mapping[Label, float]) -> bool:
    return all(math.isclose(total, side[label], rel_tol=1e-9) for label, total in known.items())


def _written(totals: Mapping[Label, float]) -> str:
    items = [f"{label} {total:.15g}" for label, total in totals.items()]
    return ", ".join(items[:8]) + (f" and {len(items) - 8} more" if len(items) > 8 else "")
