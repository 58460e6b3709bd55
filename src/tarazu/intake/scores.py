"""Scores beside the truth: columns of numbers from arrays, frames, mappings and files."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import narwhals.stable.v2 as nw
import numpy as np
from numpy.typing import NDArray

from tarazu.errors import InputError, QuestionError, listed, near
from tarazu.intake.arrays import as_column, checked_weights
from tarazu.intake.frames import is_frame
from tarazu.intake.labels import as_label
from tarazu.intake.roles import is_path
from tarazu.notes import Note
from tarazu.tally import Label

__all__ = ["ClassScores", "Scored", "read_class_scores", "read_scores"]

_COMMA = re.compile(r"[+-]?\d*,?\d+(?:[eE][+-]?\d+)?")


@dataclass(frozen=True)
class Scored:
    """Items with the truth and one or more scores each; `weights` are 1 where none were given."""

    positive: NDArray[np.bool_]
    scores: dict[str, NDArray[np.float64]]
    weights: NDArray[np.float64]
    label: Label
    other: tuple[Label, ...]
    source: dict[str, Any]
    notes: list[Note]


def read_scores(
    data: Sequence[Any], truth: Any, score: Any, positive: Label | None, weight: Any, options: Mapping[str, Any]
) -> Scored:
    """Read the truth and the scores.

    `data` holds the two columns (the second a mapping for several scores), or one table whose columns `truth`, `score`
    (one or several) and `weight` name. Rows with a missing truth or score are left out, and that is said.
    """
    labels, columns, weights, source = _columns(data, truth, score, weight, options)
    n = len(labels)
    for name, column in columns.items():
        if len(column) != n:
            raise InputError(f"truth has {n} rows, {name} has {len(column)}; both must describe the same items.")
    if not n:
        raise InputError("There are no rows: nothing to score.")
    notes: list[Note] = []
    counted = "format" in source  # from files
    scores = {name: _numbers(column, name, notes, counted=counted) for name, column in columns.items()}
    w = np.ones(n) if weights is None else checked_weights(weights, n, "weight")
    label, others, same, kept = _truth(labels, positive)
    for column in scores.values():
        kept &= ~np.isnan(column)
    if not kept.all():
        left = int((~kept).sum())
        rows = "row" if left == 1 else "rows"
        notes.append(Note("missing-left-out", "info", f"Left out: {left} {rows} without truth or score."))
    if not kept.any():
        raise InputError(f"All {n} rows lack truth or score: nothing to score.")
    if len(others) > 1:
        notes.append(Note("one-against-the-rest", "info", f"{label} against the rest: {listed(others)}."))
    source = {**source, "rows_read": n, "rows_used": int(kept.sum())}
    return Scored(same[kept], {k: v[kept] for k, v in scores.items()}, w[kept], label, others, source, notes)


@dataclass(frozen=True)
class ClassScores:
    """Items with the number of the true class, and a score for each class."""

    classes: tuple[Label, ...]
    truth: NDArray[np.int64]
    values: NDArray[np.float64]
    source: dict[str, Any]
    notes: list[Note]


def read_class_scores(
    data: Sequence[Any], truth: Any, score: Any, classes: Sequence[Label], options: Mapping[str, Any]
) -> ClassScores:
    """Read the truth and one column of scores for each class, in the order of `classes`."""
    if len(set(map(str, classes))) < len(classes) or len(classes) < 2:
        raise InputError(f"classes are {listed(classes)}; expected at least two, each once.")
    if len(data) == 2:
        given = data[1]
        if not isinstance(given, Mapping):
            table = np.asarray(given)
            if table.ndim != 2 or table.shape[1] != len(classes):
                raise InputError(
                    f"score has shape {table.shape}; expected a column for each of {len(classes)} classes."
                )
            given = {str(c): table[:, i] for i, c in enumerate(classes)}
        data = (data[0], given)
    labels, columns, _, source = _columns(data, truth, score, None, options)
    if len(columns) != len(classes):
        raise InputError(f"{len(columns)} columns of scores do not fit {len(classes)} classes, {listed(classes)}.")
    for name, column in columns.items():
        if len(column) != len(labels):
            raise InputError(f"truth has {len(labels)} rows, {name} has {len(column)}; both must describe the same.")
    notes: list[Note] = []
    counted = "format" in source
    values = np.stack([_numbers(column, name, notes, counted=counted) for name, column in columns.items()], -1)
    named = [as_label(v, "truth") for v in labels.tolist()]
    kept = np.array([v is not None for v in named], dtype=bool) & ~np.isnan(values).any(1)
    if not kept.any():
        raise InputError(f"All {len(named)} rows lack truth or a score: nothing to score.")
    place = {str(c): i for i, c in enumerate(classes)}
    unknown = list(dict.fromkeys(str(v) for v in named if v is not None and str(v) not in place))
    if unknown:
        raise InputError(
            f"{listed(unknown)} in truth is none of the classes {listed(classes)}.{near(unknown[0], place)}"
        )
    if not kept.all():
        left = int((~kept).sum())
        rows = "row" if left == 1 else "rows"
        notes.append(Note("missing-left-out", "info", f"Left out: {left} {rows} without truth or a score."))
    truths = np.array([place[str(v)] for v, k in zip(named, kept, strict=True) if k], dtype=np.int64)
    source = {**source, "rows_read": len(named), "rows_used": int(kept.sum())}
    return ClassScores(tuple(classes), truths, values[kept], source, notes)


def _truth(
    labels: NDArray[Any], positive: Label | None
) -> tuple[Label, tuple[Label, ...], NDArray[np.bool_], NDArray[np.bool_]]:
    """The positive class, the others, which rows are positive, and which have a label at all."""
    if labels.dtype.kind in "biu":  # numbers: no value is looked at one by one
        found: list[Label] = [v.item() for v in np.unique(labels)]
        label = _positive(found, positive)
        return label, tuple(v for v in found if v != label), labels == label, np.ones(len(labels), dtype=bool)
    named = [as_label(v, "truth") for v in labels.tolist()]
    kept = np.array([v is not None for v in named])
    found = list(dict.fromkeys(v for v in named if v is not None))
    if not found:
        raise InputError(f"All {len(named)} rows lack truth or score: nothing to score.")
    label = _positive(found, positive)
    same = np.array([v is not None and str(v) == str(label) for v in named])
    return label, tuple(v for v in found if str(v) != str(label)), same, kept


def _columns(
    data: Sequence[Any], truth: Any, score: Any, weight: Any, options: Mapping[str, Any]
) -> tuple[NDArray[Any], dict[str, Any], Any, dict[str, Any]]:
    if len(data) == 2 and truth is None and score is None:
        given = data[1] if isinstance(data[1], Mapping) else {"score": data[1]}
        return as_column(data[0], "truth"), {str(k): as_column(v, str(k)) for k, v in given.items()}, weight, {}
    if len(data) != 1 or truth is None or score is None:
        raise QuestionError("Expected (truth, score), or one table with truth=... and score=... naming columns.")
    (table,) = data
    names = [score] if isinstance(score, str | int) else list(score)
    if is_path(table):
        from tarazu.intake.files import count_files

        wanted = [truth, *names, *([weight] if weight is not None else [])]
        counted = count_files(table, wanted, **options)
        rows = np.array(counted.rows)
        cells = [[c[i] for c in counted.combinations] for i in range(len(wanted))]
        # each distinct row stands for so many
        spread = [[v for v, times in zip(column, rows, strict=True) for _ in range(times)] for column in cells]
        shown = dict(zip(counted.keys[1 : 1 + len(names)], spread[1 : 1 + len(names)], strict=True))
        given_weights = None if weight is None else [math.nan if v is None else float(v) for v in spread[-1]]
        return (
            np.array(spread[0], dtype=object),
            {str(k): np.array(v, dtype=object) for k, v in shown.items()},
            given_weights,
            counted.source,
        )
    source: dict[str, Any] = {}
    if is_frame(table):
        frame = nw.from_native(table)
        frame = frame.collect() if isinstance(frame, nw.LazyFrame) else frame
        source, get = {"frame": frame.implementation.value}, {c: frame[c].to_list() for c in frame.columns}
    elif isinstance(table, Mapping):
        get = dict(table)
    else:
        raise InputError(f"Cannot take a table from {type(table).__name__}; expected a frame, columns or a file.")
    for name in (truth, *names, *([weight] if weight is not None else [])):
        if name not in get:
            raise InputError(f"The column {name!r} is not there.{near(name, get)} The columns are {listed(get, 20)}.")
    columns = {str(n): as_column(get[n], str(n)) for n in names}
    return as_column(get[truth], "truth"), columns, None if weight is None else get[weight], source


def _numbers(column: NDArray[Any], name: str, notes: list[Note], *, counted: bool) -> NDArray[np.float64]:
    """Scores as numbers, NaN where missing. Text may have decimal commas, if all of it has; that is said.

    `counted` says that the rows are distinct combinations, so that a number of a row would mislead.
    """
    if column.dtype.kind in "biuf":
        return np.asarray(column, dtype=np.float64)
    text = [v for v in column if isinstance(v, str) and v.strip()]
    commas = bool(text) and any("," in v for v in text) and all(_COMMA.fullmatch(v.strip()) for v in text)
    if commas:
        notes.append(Note("decimal-commas", "info", f"The commas in {name} were read as decimal commas."))
    out = np.empty(len(column))
    for i, value in enumerate(column):
        if value is None or (isinstance(value, str) and not value.strip()):
            out[i] = np.nan
            continue
        try:
            out[i] = float(value.replace(",", ".") if commas and isinstance(value, str) else value)
        except (TypeError, ValueError):
            where = "" if counted else f" in row {i + 1}"
            raise InputError(f"{name} holds {value!r}{where}; expected a number.") from None
    return out


def _positive(found: Sequence[Label], named: Label | None) -> Label:
    truths = {str(v).casefold() for v in found} <= {"true", "false"}
    if named is not None:
        for label in found:
            if str(label) == str(named) or (truths and str(label).casefold() == str(named).casefold()):
                return label
        raise InputError(
            f"The positive class {named!r} does not occur; the labels are {listed(found)}.{near(str(named), found)}"
        )
    if set(found) <= {0, 1} and not any(isinstance(v, str) for v in found):
        return next((v for v in found if v == 1), 1)
    if set(map(str, found)) <= {"0", "1"}:
        return "1"
    if truths:
        return next((v for v in found if str(v).casefold() == "true"), "true")
    raise QuestionError(
        f"Which class is the positive one, that high scores mean? Name it: positive={str(found[-1])!r} (--positive). "
        f"The labels are {listed(found)}."
    )
