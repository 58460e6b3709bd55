"""Items with several labels each: sets in text, lists or sets, or a column of 0 and 1 for each label."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import narwhals.stable.v2 as nw
import numpy as np

from tarazu.errors import InputError, QuestionError, listed, near
from tarazu.intake.frames import is_frame, is_series
from tarazu.intake.labels import as_label
from tarazu.intake.roles import is_path
from tarazu.notes import Note
from tarazu.tally import Label
from tarazu.tally.label_sets import LabelSets

__all__ = ["count_sets"]

Sets = list[frozenset[Label] | None]
_SHOWN = 5


def count_sets(
    data: Sequence[Any],
    truth: Any,
    prediction: Any,
    labels: Sequence[Label] | None,
    sep: str | None,
    options: Mapping[str, Any],
) -> tuple[LabelSets, dict[str, Any], list[Note]]:
    """Return the tally, what was read, and remarks.

    `data` holds the two columns (or two tables of 0 and 1), or one table whose columns `truth` and `prediction`
    name: one each, or one for each label. Raises InputError for what is no set of labels.
    """
    columns, times, source = _columns(data, truth, prediction, sep, options)
    named = {"truth": _name(truth, "truth"), "prediction": _name(prediction, "prediction")}
    indicators = [is_indicator(c) for c in columns]
    if any(indicators) and not all(indicators):
        raise InputError("One side has a column of 0 and 1 for each label, the other has sets; expected the same.")
    if all(indicators):
        truths, predictions, labels = _from_indicators(columns, labels, truth)
        given = dict(source)
    else:
        truths, predictions = (
            [_set(v, name, row, sep) for row, v in enumerate(column, 1)]
            for column, name in zip(columns, named.values(), strict=True)
        )
        given = {**source, **({"label_sep": sep} if sep else {})}
    if len(truths) != len(predictions):
        raise InputError(
            f"truth has {len(truths)} rows, prediction has {len(predictions)}; both must describe the same."
        )
    if not truths:
        raise InputError("There are no rows: nothing to count.")
    times = times if times is not None else [1] * len(truths)
    kept = [i for i, (t, p) in enumerate(zip(truths, predictions, strict=True)) if t is not None and p is not None]
    missing = sum(times) - sum(times[i] for i in kept)
    if not kept:
        raise InputError(f"All {sum(times)} rows lack truth or prediction: nothing to compare.")
    pairs = [(set(truths[i] or ()), set(predictions[i] or ())) for i in kept]
    order, notes = _labels(pairs, labels)
    if missing:
        notes.append(Note("missing-left-out", "info", f"Left out: {missing} rows without a set of labels on a side."))
    tally = LabelSets.of(pairs, order, [times[i] for i in kept])
    return tally, {**given, "rows_read": sum(times), "rows_used": tally.n, "missing": missing}, notes


def is_indicator(column: Any) -> bool:
    """Whether a side is a table of 0 and 1, a column for each label."""
    if is_frame(column):
        return True
    if isinstance(column, np.ndarray):
        return column.ndim == 2
    first = next((v for v in column if v is not None), None) if isinstance(column, list | tuple) else None
    return (
        isinstance(first, list | tuple | np.ndarray)
        and len(first) > 0
        and all(isinstance(v, int | float | np.number | bool | np.bool_) and v in (0, 1) for row in column for v in row)
        and len({len(row) for row in column}) == 1
    )


def _columns(
    data: Sequence[Any], truth: Any, prediction: Any, sep: str | None, options: Mapping[str, Any]
) -> tuple[list[Any], list[int] | None, dict[str, Any]]:
    """Both sides, how often each row occurs (None: once), and what was read."""
    if len(data) == 2 and truth is None and prediction is None:
        return [_plain(c) for c in data], None, {}
    if len(data) != 1 or truth is None or prediction is None:
        raise QuestionError(
            "Expected (truth, prediction), or one table with truth=... and prediction=... naming columns: one each "
            "with sets of labels, or one of 0 and 1 for each label."
        )
    (table,) = data
    several = [isinstance(c, list | tuple) for c in (truth, prediction)]
    if is_path(table):
        return _from_files(table, truth, prediction, several, sep, options)
    if is_frame(table):
        frame = nw.from_native(table)
        frame = frame.collect() if isinstance(frame, nw.LazyFrame) else frame
        source: dict[str, Any] = {"frame": frame.implementation.value}
        get = {name: frame[name] for name in frame.columns}
    elif isinstance(table, Mapping):
        get, source = dict(table), {}
    else:
        raise InputError(f"Cannot take a table from {type(table).__name__}; expected a frame, columns or a file.")
    out = []
    for column in (truth, prediction):
        names = list(column) if isinstance(column, list | tuple) else [column]
        for name in names:
            if name not in get:
                raise InputError(
                    f"The column {name!r} is not there.{near(name, get)} The columns are {listed(get, 20)}."
                )
        values = [_plain(get[name]) for name in names]
        out.append(np.array(values, dtype=object).T if isinstance(column, list | tuple) else values[0])
    return out, None, source


def _from_files(
    path: Any, truth: Any, prediction: Any, several: list[bool], sep: str | None, options: Mapping[str, Any]
) -> tuple[list[Any], list[int], dict[str, Any]]:
    """Text columns of files: each distinct combination once, with how often it occurs."""
    from tarazu.intake.files import count_files

    sides = [list(c) if s else [c] for c, s in zip((truth, prediction), several, strict=True)]
    if not any(several) and sep is None:
        raise QuestionError('What stands between the labels of a row? Say it: sep=";" (--label-sep).')
    counted = count_files(path, [*sides[0], *sides[1]], **options)
    cut = len(sides[0])
    columns: list[Any] = []
    for side, part in zip(several, (slice(None, cut), slice(cut, None)), strict=True):
        values = [c[part] for c in counted.combinations]
        columns.append(np.array(values, dtype=object) if side else ["" if v[0] is None else v[0] for v in values])
    return columns, list(counted.rows), dict(counted.source)


def _plain(column: Any) -> Any:
    """A column as a list; a two-dimensional table as it is."""
    if is_frame(column):
        return column
    if is_series(column):
        return nw.from_native(column, series_only=True).to_list()
    if isinstance(column, nw.Series):
        return column.to_list()
    if isinstance(column, np.ndarray):
        return column if column.ndim == 2 else column.tolist()
    if isinstance(column, str | bytes) or not isinstance(column, Iterable):
        raise InputError(f"Expected a column of label sets, got {type(column).__name__} {column!r}.")
    return list(column)


def _name(column: Any, role: str) -> str:
    return column if isinstance(column, str) else role


def _set(value: Any, name: str, row: int, sep: str | None) -> frozenset[Label] | None:
    """One cell as a set of labels: None where it is missing, the empty set where nothing was given."""
    if value is None or (isinstance(value, float) and np.isnan(value)):
        return None
    if isinstance(value, str):
        if sep is None:
            raise QuestionError(
                f'{name} holds text in row {row}, {value!r}. What stands between the labels? Say it: sep=";" '
                "(--label-sep); or give lists or sets."
            )
        parts = [part.strip() for part in value.split(sep)]
        return frozenset(part for part in parts if part)
    if isinstance(value, Mapping) or not isinstance(value, Iterable):
        raise InputError(f"{name} holds {value!r} in row {row}; expected a set of labels.")
    found = [as_label(v.item() if isinstance(v, np.generic) else v, name) for v in value]
    if any(v is None for v in found):
        raise InputError(f"{name} holds a missing label in the set of row {row}.")
    return frozenset(v for v in found if v is not None)


def _from_indicators(
    columns: Sequence[Any], labels: Sequence[Label] | None, named: Any
) -> tuple[Sets, Sets, Sequence[Label]]:
    tables, names = [], []
    for column, role in zip(columns, ("truth", "prediction"), strict=True):
        if is_frame(column):
            frame = nw.from_native(column)
            frame = frame.collect() if isinstance(frame, nw.LazyFrame) else frame
            names.append(list(frame.columns))
            column = frame.to_numpy()
        table = np.asarray(column, dtype=object)
        tables.append(_zeros_and_ones(table, role))
    if tables[0].shape[1] != tables[1].shape[1]:
        raise InputError(
            f"truth has columns for {tables[0].shape[1]} labels, prediction for {tables[1].shape[1]}; expected as many."
        )
    if len(names) == 2 and names[0] != names[1]:
        raise InputError(f"truth has the labels {listed(names[0])}, prediction {listed(names[1])}; expected the same.")
    width = tables[0].shape[1]
    if labels is None:
        labels = names[0] if names else list(named) if isinstance(named, list | tuple) else list(range(1, width + 1))
    if len(labels) != width or len(set(labels)) < width:
        raise InputError(f"{width} columns need {width} different labels, got {listed(labels)}.")
    sets = [[None if None in row else frozenset(v for v, y in zip(labels, row, strict=True) if y) for row in t.tolist()]
            for t in tables]  # fmt: skip
    return sets[0], sets[1], labels


def _zeros_and_ones(table: Any, role: str) -> Any:
    """Check an indicator table: 0 and 1, true and false, or their text; None where missing."""
    known: dict[Any, int | None] = {0: 0, 1: 1, "0": 0, "1": 1, "true": 1, "false": 0, None: None, "": None}
    out = np.empty(table.shape, dtype=object)
    for (row, column), value in np.ndenumerate(table):
        key = value.strip().casefold() if isinstance(value, str) else None if value != value else value
        if not isinstance(key, str | int | float | bool | None) or key not in known:
            raise InputError(
                f"{role} holds {value!r} in row {row + 1}, column {column + 1}; expected 0 or 1. If a column holds the "
                'labels of a row, say what stands between them: sep=";" (--label-sep).'
            )
        out[row, column] = known[key]
    return out


def _labels(
    pairs: Sequence[tuple[set[Label], set[Label]]], declared: Sequence[Label] | None
) -> tuple[tuple[Label, ...], list[Note]]:
    """The labels in order: as declared, else sorted."""
    found = Counter(label for pair in pairs for side in pair for label in side)
    if declared is None:
        return tuple(sorted(found, key=lambda v: (isinstance(v, str), v))), []
    if len(set(declared)) < len(declared):
        raise InputError(f"The labels {listed(declared)} name one twice.")
    unknown = [v for v in found if v not in set(declared)]
    if unknown:
        raise InputError(
            f"{listed(unknown)} occurs but is not among the labels {listed(declared)}.{near(str(unknown[0]), declared)}"
        )
    return tuple(declared), []
