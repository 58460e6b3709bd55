"""Which column plays which role: from whatever was handed over to counted combinations."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from tarazu.errors import InputError, QuestionError, near
from tarazu.intake.arrays import count_arrays
from tarazu.intake.counted import Counted
from tarazu.intake.frames import count_frame, frame_of_series, is_frame, is_series, library_of
from tarazu.intake.grouped import DesignKind
from tarazu.notes import Note

__all__ = ["Read", "count_roles", "is_path"]


@dataclass(frozen=True)
class Read:
    """Counted columns, the names of those that play the roles, and remarks."""

    counted: Counted
    truth: str
    prediction: str
    by: tuple[str, ...]
    design: tuple[DesignKind, str] | None = None  # the column of clusters or strata
    notes: tuple[Note, ...] = ()


def count_roles(
    data: Sequence[Any],
    truth: Any,
    prediction: Any,
    weight: Any = None,
    by: Any = None,
    cluster: Any = None,
    strata: Any = None,
    options: Mapping[str, Any] | None = None,
) -> Read:
    """Count the columns that play the roles truth, prediction, group, and cluster or stratum.

    `data` holds nothing (then truth and prediction are the columns themselves), the two columns, or one
    table: a frame, a mapping of columns, or the path of a file (or several); then truth, prediction, weight
    and by name its columns. `options` go to the reader of files.
    """
    if cluster is not None and strata is not None:
        raise QuestionError("Give either cluster or strata: clusters within strata are not offered.")
    kind: DesignKind = "cluster" if strata is None else "strata"
    column = cluster if strata is None else strata
    if len(data) > 2 or (len(data) == 2 and not (truth is None and prediction is None)):
        raise QuestionError(
            "Expected (truth, prediction), or one table with truth=... and prediction=... naming columns."
        )
    if len(data) == 2:
        truth, prediction = data
    if len(data) != 1:
        return _from_columns(truth, prediction, weight, by, kind, column)
    (table,) = data
    if truth is None or prediction is None:
        wanted = "truth" if truth is None else "prediction"
        raise QuestionError(f"Which column is the {wanted}? Name it: {wanted}=... .{_columns_hint(table, options)}")
    if truth == prediction:
        raise QuestionError(f"truth and prediction are the same column, {truth!r}.")
    groups = [] if by is None else [by] if isinstance(by, str | int) else list(by)
    if set(groups) & {truth, prediction}:
        raise QuestionError(f"The column to group by, {groups}, is the truth or the prediction itself.")
    if column is not None and (not isinstance(column, str | int) or column in (truth, prediction, *groups)):
        raise QuestionError(f"{kind}={column!r} must name one column, other than those of truth, prediction and by.")
    keys = [truth, prediction, *groups, *([] if column is None else [column])]
    if is_path(table):
        from tarazu.intake.files import count_files

        counted = count_files(table, keys, weight=weight, **(options or {}))
    elif is_frame(table):
        counted = count_frame(table, keys, weight)
    elif isinstance(table, Mapping):
        counted = _from_mapping(table, keys, weight)
    else:
        raise InputError(
            f"Cannot take a table from {type(table).__name__}; expected a data frame, a mapping of columns or a file."
        )
    names = counted.keys
    design = None if column is None else (kind, names[-1])
    return Read(counted, names[0], names[1], names[2 : 2 + len(groups)], design)


def is_path(x: Any) -> bool:
    """Whether this names a file, or several."""
    if isinstance(x, list | tuple):
        return bool(x) and all(isinstance(p, str | os.PathLike) for p in x)
    return isinstance(x, str | os.PathLike)


def _columns_hint(table: Any, options: Mapping[str, Any] | None) -> str:
    try:
        if is_path(table):
            from tarazu.intake.files import columns_of

            names = columns_of(table, sheet=(options or {}).get("sheet"))
        elif isinstance(table, Mapping):
            names = list(table)
        else:
            names = list(table.columns)
    except (InputError, AttributeError):
        return ""
    return f" The columns are {', '.join(map(repr, names))}."


def _from_mapping(table: Mapping[Any, Any], keys: Sequence[Any], weight: Any) -> Counted:
    for name in (*keys, *([weight] if weight is not None else [])):
        if name not in table:
            raise InputError(
                f"The column {name!r} is not there.{near(name, table)} The columns are {', '.join(map(repr, table))}."
            )
    return count_arrays({k: table[k] for k in keys}, None if weight is None else table[weight], f"weight {weight!r}")


def _from_columns(truth: Any, prediction: Any, weight: Any, by: Any, kind: DesignKind, column: Any) -> Read:
    for name, given in (("truth", truth), ("prediction", prediction)):
        if given is None:
            raise QuestionError(f"No {name} was given. Expected (truth, prediction), or a table and column names.")
        if isinstance(given, str | Path):
            raise QuestionError(f"{name}={given!r} names a column, but no table was given.")
    columns: dict[str, Any] = {"truth": truth, "prediction": prediction}
    if isinstance(by, Mapping):
        columns |= {str(k): v for k, v in by.items()}
    elif by is not None:
        if isinstance(by, str) or not isinstance(by, Iterable):
            raise QuestionError(f"by={by!r} names a column, but no table was given; give the groups themselves.")
        columns["group"] = by
    groups = tuple(columns)[2:]
    if column is not None:
        if isinstance(column, str) or not isinstance(column, Iterable):
            raise QuestionError(
                f"{kind}={column!r} names a column, but no table was given; give the {kind} of each row."
            )
        columns[kind] = column
    own = None if column is None else (kind, kind)
    if all(map(is_series, columns.values())) and len({library_of(c) for c in columns.values()}) == 1:
        frame, note = frame_of_series(columns)
        notes = (Note("matched-by-position", "info", note),) if note else ()
        if weight is None:
            counted = replace(count_frame(frame, list(columns)), source={})
            return Read(counted, "truth", "prediction", groups, own, notes)
    return Read(count_arrays(columns, weight), "truth", "prediction", groups, own)
