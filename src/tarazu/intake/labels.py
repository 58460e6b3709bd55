"""What a raw value is as a label, and whether the labels of two columns are the same labels.

Labels are compared as what they are. Nothing is stripped or lower-cased. Values of different types become
one label only where nothing is lost, and a note says so.
"""

from __future__ import annotations

import datetime as dt
import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from enum import Enum
from typing import Any

import numpy as np

from tarazu.errors import InputError, listed, near
from tarazu.intake.counted import Categories
from tarazu.notes import Note
from tarazu.tally import Label

__all__ = ["Key", "as_label", "key_of", "lookalikes", "ordered_labels", "reconciled"]

Key = tuple[str, Label]  # kind and value: tells 1, True, 1.0 and "1" apart

_WHOLE = re.compile(r"-?(0|[1-9]\d*)")
_NUMBER = re.compile(r"-?(0|[1-9]\d*)([.]\d+)?")
_EXACT = 2**53  # whole numbers a float can hold one by one


def as_label(raw: Any, name: str) -> Label | None:
    """Return a raw value as a label, or None where it is missing (None, NaN, NaT, NA, empty text)."""
    if isinstance(raw, Enum):
        raw = raw.value if isinstance(raw, str | int) else raw.name
    if isinstance(raw, np.datetime64 | np.timedelta64):
        return None if np.isnat(raw) else str(raw)
    if isinstance(raw, np.generic):
        raw = raw.item()
    if isinstance(raw, str):
        return raw or None
    if raw is None or isinstance(raw, bool | int):
        return raw
    if isinstance(raw, float):
        return None if raw != raw else raw
    if type(raw).__name__ in ("NAType", "NaTType"):
        return None
    if isinstance(raw, Decimal):
        return None if raw.is_nan() else int(raw) if raw == raw.to_integral_value() else float(raw)
    if isinstance(raw, dt.date | dt.time | dt.timedelta):
        return raw.isoformat() if isinstance(raw, dt.date | dt.time) else str(raw)
    if isinstance(raw, bytes):
        try:
            return raw.decode() or None
        except UnicodeDecodeError as e:
            raise InputError(f"{name} holds the bytes {raw!r}, which are not UTF-8 text.") from e
    hint = " Several labels per row are not one confusion matrix." if isinstance(raw, Iterable) else ""
    raise InputError(
        f"{name} holds a {type(raw).__name__}, {str(raw)[:40]!r}; "
        f"expected text, whole numbers, true/false or dates.{hint}"
    )


def key_of(label: Label) -> Key:
    """Return kind and value of a label."""
    return (type(label).__name__, label)


def reconciled(columns: Mapping[str, set[Key]], *, untyped: bool) -> tuple[dict[Key, Label], list[Note]]:
    """Decide which labels of several columns are one label.

    Returns the final label of every key, and notes on what was joined. Raises InputError where columns hold
    different kinds of values that are not the same labels.
    """
    keys = set().union(*columns.values())
    if untyped:
        return _typed_text({str(value) for _, value in keys})
    kinds = {kind for kind, _ in keys}
    if kinds <= {"str"}:
        return {k: k[1] for k in keys}, []
    _refuse_text_against_numbers(columns)
    numbers = {k for k in keys if k[0] != "str"}
    final, notes = _joined_numbers(numbers, columns)
    final |= {k: k[1] for k in keys if k[0] == "str"}
    twins = {str(final[k]) for k in numbers} & {str(v) for kind, v in keys if kind == "str"}
    if twins:
        raise InputError(f"{listed(sorted(twins))} occurs as text and as a number; make all labels the same kind.")
    return final, notes


def _typed_text(values: set[str]) -> tuple[dict[Key, Label], list[Note]]:
    """Give text from a file a type, where every value allows it and nothing is lost."""
    notes: list[Note] = []
    final: dict[str, Label]
    if values and {v.casefold() for v in values} <= {"true", "false"}:
        final = {v: v.casefold() == "true" for v in values}
    elif values and all(map(_NUMBER.fullmatch, values)) and "-0" not in values:
        final = {v: int(v) if _WHOLE.fullmatch(v) else _number(v) for v in values}
    else:
        final = {v: v for v in values}
    spellings: dict[Label, list[str]] = {}
    for text in sorted(values):
        spellings.setdefault(final[text], []).append(text)
    for label, texts in spellings.items():
        if len(texts) > 1:
            notes.append(
                Note(
                    "labels-joined",
                    "info",
                    f"{' and '.join(map(repr, texts))} were read as one label, {label}.",
                )
            )
    return {("str", text): label for text, label in final.items()}, notes


def _number(text: str) -> int | float:
    exact = Decimal(text)
    return int(exact) if exact == exact.to_integral_value() else float(text)


def _refuse_text_against_numbers(columns: Mapping[str, set[Key]]) -> None:
    said = []
    for name, keys in columns.items():
        kinds = {"text" if kind == "str" else "numbers" for kind, _ in keys}
        if len(kinds) == 1:
            said.append((name, kinds.pop(), sorted((v for _, v in keys), key=str)))
    for name, kind, values in said[1:]:
        first_name, first_kind, first_values = said[0]
        if kind != first_kind:
            raise InputError(
                f"{first_name} holds {first_kind} ({listed(first_values, 4)}), "
                f"{name} holds {kind} ({listed(values, 4)}); make both the same kind."
            )


def _joined_numbers(numbers: set[Key], columns: Mapping[str, set[Key]]) -> tuple[dict[Key, Label], list[Note]]:
    """True, 1 and 1.0: one label where every value allows it."""
    kinds = {kind for kind, _ in numbers}
    if kinds == {"bool"}:
        return {k: k[1] for k in numbers}, []
    if "bool" in kinds and any(value not in (0, 1) for _, value in numbers):
        others = sorted(v for _, v in numbers if isinstance(v, int | float) and v not in (0, 1))
        raise InputError(
            f"true/false and the numbers {listed(others, 6)} stand in the labels of {' and '.join(columns)}; "
            "only 0 and 1 mean the same as false and true. Make both the same kind."
        )
    floats = [v for kind, v in numbers if kind == "float" and isinstance(v, float)]
    if any(abs(v) >= _EXACT for v in floats) and "int" in kinds:
        raise InputError(
            "Whole numbers past 2**53 stand beside decimals, which cannot tell them apart; "
            "give both columns as whole numbers or as text."
        )
    whole = all(v.is_integer() for v in floats)
    final: dict[Key, Label] = {k: int(k[1]) if whole else float(k[1]) for k in numbers}
    used = [kinds_in for kinds_in in ({k for k, _ in keys} for keys in columns.values()) if kinds_in]
    notes = []
    if any(kinds_in != used[0] for kinds_in in used):
        each = ", ".join(
            f"{name} {'/'.join(sorted({_KINDS[k] for k, _ in keys}))}" for name, keys in columns.items() if keys
        )
        notes.append(Note("labels-joined", "info", f"Equal values were read as one label ({each})."))
    return final, notes


_KINDS = {"bool": "true/false", "int": "whole numbers", "float": "decimals", "str": "text"}


def ordered_labels(
    found: set[Label] | frozenset[Label],
    categories: Sequence[Categories],
    declared: Sequence[Label] | None,
    where: str,
) -> tuple[tuple[Label, ...], bool]:
    """Return the labels in order, and whether the order is a scale.

    Declared labels come first, then categories that the columns declare; else numbers by value and text by
    the alphabet, for show only. Raises InputError for a label that is not among the declared ones.
    """
    if declared is not None:
        return _declared(found, tuple(declared), "declared labels", where), True
    if categories:
        orders = [tuple(c.values) for c in categories]
        longest = max(orders, key=len)
        ordered = all(c.ordered for c in categories)
        if all(_is_subsequence(o, longest) for o in orders):
            if ordered:
                return _declared(found, longest, "declared categories", where), True
            return (*longest, *_sorted(found - set(longest))), False
        if ordered:
            raise InputError(
                f"The columns declare their categories in different orders: {' and '.join(map(str, orders))}."
            )
        found = found | set().union(*orders)
    if all(isinstance(v, bool) for v in found) and found:
        return (False, True), False  # a truth value has two values, also where only one occurs
    return _sorted(found), False


def _sorted(labels: Iterable[Label]) -> tuple[Label, ...]:
    return tuple(sorted(labels, key=lambda v: (isinstance(v, str), v)))


def _is_subsequence(some: Sequence[Label], full: Sequence[Label]) -> bool:
    rest = iter(full)
    return all(any(x == y for y in rest) for x in some)


def _declared(
    found: set[Label] | frozenset[Label], declared: tuple[Label, ...], what: str, where: str
) -> tuple[Label, ...]:
    if len(set(declared)) < len(declared):
        raise InputError(f"The {what} {listed(declared)} name a label twice.")
    strange = [v for v in _sorted(found) if v not in declared or isinstance(v, str) != _same_kind(v, declared)]
    if strange:
        raise InputError(
            f"{listed(strange)} in {where} is not among the {what} {listed(declared)}.{near(strange[0], declared)}"
        )
    return declared


def _same_kind(label: Label, declared: Sequence[Label]) -> bool:
    return isinstance(declared[declared.index(label)], str)


def lookalikes(counts: Mapping[Label, int]) -> list[Note]:
    """Name labels that a reader may take for one: they differ only in capitals or spaces."""
    groups: dict[str, list[str]] = {}
    for label in counts:
        if isinstance(label, str):
            plain = " ".join(unicodedata.normalize("NFKC", label).casefold().split())
            groups.setdefault(plain, []).append(label)
    return [
        Note(
            "look-alike-labels",
            "caution",
            f"Labels {' and '.join(map(repr, same))} differ only in capitals or spaces "
            f"({', '.join(str(counts[s]) for s in same)} times); they were kept apart.",
        )
        for same in groups.values()
        if len(same) > 1
    ]
