"""JSON lines: one object per row. Values keep their types: 1, 1.0, true and "1" are told apart."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

from tarazu.errors import InputError
from tarazu.intake.csv_dialect import path_literal, quoted

__all__ = ["decoded", "is_array", "json_names", "json_records", "json_scan", "json_text"]


def is_array(head: str) -> bool:
    """Whether the text is one list of objects rather than an object on every line."""
    return head.lstrip().startswith("[")


def json_names(head: str) -> tuple[str, ...]:
    """Return the names that the first objects of a text use, in order."""
    decoder, names, at = json.JSONDecoder(), dict[str, None](), 0
    while True:
        at += len(head[at:]) - len(head[at:].lstrip(" \t\r\n,["))
        try:
            value, at = decoder.raw_decode(head, at)
        except (ValueError, RecursionError):  # the end, an object that is cut there, or a fault that reading will name
            return tuple(names)
        if isinstance(value, dict):
            names.update(dict.fromkeys(value))


def json_scan(paths: Sequence[str], names: Sequence[str], array: bool) -> str:
    """Return the SQL that reads some columns of files as they are written."""
    columns = ", ".join(f"{quoted(n)}: 'JSON'" for n in dict.fromkeys(names))
    layout = "array" if array else "newline_delimited"
    files = ", ".join(map(path_literal, paths))
    return (
        f"read_json([{files}], format = '{layout}', records = 'true', columns = {{{columns}}}, "
        "compression = 'uncompressed', hive_partitioning = false)"
    )


def json_records(path: str, array: bool, shown: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the place and the object of each row; slow, one by one.

    Raises InputError where there is no object, or a name occurs twice in one.
    """
    with open(path, encoding="utf-8-sig") as f:
        if array:
            rows = _loaded(f.read(), shown, 1)
            for i, value in enumerate(rows if isinstance(rows, list) else [rows], 1):
                yield f"record {i}", _object(value, f"{shown} record {i}")
            return
        for i, line in enumerate(f, 1):
            if line.strip():
                yield f"line {i}", _object(_loaded(line.rstrip(), shown, i), f"{shown} line {i}")


def _loaded(text: str, shown: str, line: int) -> Any:
    def unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found = dict(pairs)
        if len(found) < len(pairs):
            names = [k for k, _ in pairs]
            twice = next(k for k in names if names.count(k) > 1)
            raise InputError(f"{shown} line {line} has the name {twice!r} twice in one object.")
        return found

    try:
        return json.loads(text, object_pairs_hook=unique)
    except json.JSONDecodeError as e:
        raise InputError(
            f"{shown} is not valid JSON in line {line + e.lineno - 1}, column {e.colno} ({e.msg}); "
            "expected one whole object in every line."
        ) from e
    except InputError:
        raise
    except (ValueError, RecursionError) as e:  # a number of thousands of digits, brackets as deep
        raise InputError(f"{shown} line {line} holds a value that is no label; expected one flat object.") from e


def _object(value: Any, where: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise InputError(
            f'{where} holds {json.dumps(value)[:40]}; expected an object such as {{"truth": "a", "prediction": "b"}}.'
        )
    return value


def json_text(value: Any) -> str:
    """Return a value as the engine shows it as text; empty where it is missing."""
    return "" if value is None else value if isinstance(value, str) else json.dumps(value)


def decoded(rows: Sequence[tuple[Any, ...]], names: Sequence[str], na: Sequence[str]) -> list[tuple[Any, ...]]:
    """Turn the first columns of counted rows from JSON text into values; add up rows that become equal."""
    n = len(names)
    found: dict[Any, list[Any]] = {}
    for row in rows:
        values = tuple(_value(text, name, na) for text, name in zip(row[:n], names, strict=True))
        key = tuple((type(v), v) for v in values)
        sums = found.setdefault(key, [values, *[0] * (len(row) - n)])
        for i, x in enumerate(row[n:], 1):
            sums[i] += x
    return [(*sums[0], *sums[1:]) for sums in found.values()]


def _value(text: str | None, name: str, na: Sequence[str]) -> Any:
    try:
        value = None if text is None else json.loads(text)
    except (ValueError, RecursionError):  # a number of thousands of digits, brackets as deep
        value = []
    if isinstance(value, list | dict):
        raise InputError(
            f"The column {name!r} holds {text[:40] if text else text}; expected one label per row. "
            "Several labels per row are not one confusion matrix."
        )
    return None if value == "" or value != value or (isinstance(value, str) and value in na) else value
