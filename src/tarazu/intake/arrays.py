"""Arrays, lists and series of labels: counted without a loop in Python where the values allow it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tarazu.errors import InputError
from tarazu.intake.counted import Counted

__all__ = ["as_column", "checked_weights", "count_arrays"]

_CHUNK = 65_536  # rows at a time: two int64 columns and their codes stay in the cache
_BITS = 8  # labels below 2**8 are counted as they stand
_DENSE = 1 << 22  # combinations counted in a table; beyond, only those that occur


def count_arrays(columns: Mapping[str, Any], weight: Any = None, weight_name: str = "weight") -> Counted:
    """Count the combinations of several columns of the same length.

    A column is anything `as_column` takes. Raises InputError where lengths differ, a column is not
    one-dimensional, a value cannot be a label, or a weight is negative or not finite.
    """
    names = tuple(columns)
    arrays = [as_column(values, name) for name, values in columns.items()]
    for name, a in zip(names, arrays, strict=True):
        if len(a) != len(arrays[0]):
            raise InputError(
                f"{names[0]} has {len(arrays[0])} rows, {name} has {len(a)}; "
                "both must describe the same items in the same order."
            )
    if weight is None and len(arrays) == 2:
        counted = _count_small_integers(*arrays)
        if counted is not None:
            return Counted(names, *counted)
    weights = None if weight is None else checked_weights(weight, len(arrays[0]), weight_name)
    encoded = [_encode(a, name) for name, a in zip(names, arrays, strict=True)]
    return Counted(names, *_count_codes(encoded, weights))


def as_column(values: Any, name: str) -> NDArray[Any]:
    """Return one column as a one-dimensional array; lists with text or mixed values as objects."""
    if isinstance(values, str | bytes) or not isinstance(values, Iterable):
        raise InputError(f"{name} is {type(values).__name__} {values!r}; expected an array or a list of labels.")
    if isinstance(values, Mapping | set | frozenset):
        raise InputError(f"{name} is a {type(values).__name__}, which has no order; expected an array or a list.")
    if isinstance(values, np.ma.MaskedArray):
        masked = np.ma.getmaskarray(values)
        values = np.ma.getdata(values).astype(object)
        values[masked] = None
    if isinstance(values, np.ndarray) or hasattr(values, "__array__"):
        array = np.asarray(values)
    else:
        array = _from_list(list(values), name)
    if array.ndim == 2 and array.shape[1] == 1:
        array = array[:, 0]
    if array.ndim != 1:
        hint = (
            " One column per class? Give labels: for scores the column with the largest, "
            "scores.argmax(axis=1). Several labels per row are not one confusion matrix."
            if array.ndim == 2
            else ""
        )
        raise InputError(f"{name} has shape {array.shape}; expected one label per row.{hint}")
    if array.dtype.kind not in "biufUSOMm":
        raise InputError(f"{name} holds {array.dtype} values; expected text, whole numbers, true/false or dates.")
    return array


def _from_list(values: list[Any], name: str) -> NDArray[Any]:
    """Make an array without letting numpy turn `[1, "a"]` into text or `[True, 2]` into numbers."""
    kinds = set(map(type, values))
    if kinds in ({int}, {bool}, {float}):
        try:
            return np.array(values, dtype=np.int64 if kinds == {int} else None)
        except OverflowError:  # whole numbers past 64 bits stay what they are
            pass
    array = np.empty(len(values), dtype=object)
    for kind in kinds:
        if issubclass(kind, list | tuple | dict | set | np.ndarray):
            row = next(i for i, v in enumerate(values, 1) if type(v) is kind)
            raise InputError(
                f"{name} holds a {kind.__name__} in row {row}; expected one label per row. "
                "Several labels per row are not one confusion matrix."
            )
    array[:] = values
    return array


def checked_weights(values: Any, n: int, name: str) -> NDArray[np.float64]:
    """Return weights as floats; InputError naming the row of a weight that cannot be one."""
    try:
        weights = np.asarray(values, dtype=np.float64)
    except (TypeError, ValueError) as e:
        raise InputError(f"{name} must hold numbers: {e}.") from e
    if weights.shape != (n,):
        raise InputError(f"{name} has shape {weights.shape}; expected one weight for each of the {n} rows.")
    for wrong, what in (
        (np.isnan(weights), "missing"),
        (~np.isfinite(weights), "infinite"),
        (weights < 0, "negative"),
    ):
        if wrong.any():
            row = int(np.argmax(wrong))
            raise InputError(f"{name} in row {row + 1} is {what} ({weights[row]:g}); expected a number of at least 0.")
    return weights


Counts = tuple[list[tuple[Any, ...]], list[int]]


def _count_small_integers(a: NDArray[Any], b: NDArray[Any]) -> Counts | None:
    """Count pairs of small non-negative whole numbers (or booleans) in one pass; None if they are not.

    The code of a pair is the first label's bits followed by the second's. With few classes two pairs share
    one code, which halves the work of `bincount`.
    """
    if len(a) == 0 or a.dtype.kind not in "biu" or b.dtype.kind not in "biu":
        return None
    bits = max(int(a[:_CHUNK].max()), int(b[:_CHUNK].max()), 1).bit_length()
    if bits > _BITS:
        return None
    size = 1 << 2 * bits
    twofold = bits <= 3
    table = np.zeros(size**2 if twofold else size, dtype=np.int64)
    padded = 0
    for start in range(0, len(a), _CHUNK):
        left, right = (x[start : start + _CHUNK].astype(np.intp, copy=False) for x in (a, b))
        if np.bitwise_or.reduce(left | right) >> bits:  # a larger label, or a negative one
            return None
        codes = left << bits
        codes |= right
        if twofold:
            if len(codes) % 2:
                codes, padded = np.append(codes, 0), padded + 1
            half = len(codes) // 2
            second = codes[half:]
            codes = codes[:half] << 2 * bits
            codes |= second
        table += np.bincount(codes, minlength=len(table))
    if twofold:
        both = table.reshape(size, size)
        table = both.sum(axis=0) + both.sum(axis=1)
    table[0] -= padded
    kinds = [bool if x.dtype.kind == "b" else int for x in (a, b)]
    pairs = np.flatnonzero(table)
    return [(kinds[0](c >> bits), kinds[1](c & (1 << bits) - 1)) for c in pairs], table[pairs].tolist()


def _encode(a: NDArray[Any], name: str) -> tuple[NDArray[np.int64], list[Any]]:
    """Return a code for each row, and what each code stands for."""
    if a.dtype.kind in "bu" or a.dtype.kind == "i":
        low, high = (int(a.min()), int(a.max())) if len(a) else (0, 0)
        if high - low < _CHUNK:
            kind = bool if a.dtype.kind == "b" else int
            codes = a.astype(np.int64) - low if low < 2**63 else (a - a.dtype.type(low)).astype(np.int64)
            return codes, [kind(v) for v in range(low, high + 1)]
    if a.dtype.kind in "biufMm":
        values, codes = np.unique(a, return_inverse=True)
        return codes.reshape(-1), [v if v.dtype.kind in "Mm" else v.item() for v in values]
    rows = a.tolist()
    kinds = set(map(type, rows))
    # 1, 1.0 and True are equal and would become one label unseen: keep their types apart until it is decided
    keys: Sequence[Any] = list(zip(map(type, rows), rows, strict=True)) if bool in kinds and len(kinds) > 1 else rows
    try:
        seen = {v: i for i, v in enumerate(dict.fromkeys(keys))}
    except TypeError as e:
        row = next(i for i, v in enumerate(rows, 1) if type(v).__hash__ is None)
        raise InputError(
            f"{name} holds a {type(rows[row - 1]).__name__} in row {row}; expected one label per row."
        ) from e
    codes = np.fromiter(map(seen.__getitem__, keys), dtype=np.int64, count=len(rows))
    return codes, [v[1] for v in seen] if keys is not rows else list(seen)


def _count_codes(
    encoded: Sequence[tuple[NDArray[np.int64], list[Any]]], weights: NDArray[np.float64] | None
) -> tuple[Any, ...]:
    sizes = tuple(max(len(values), 1) for _, values in encoded)
    codes = np.zeros(len(encoded[0][0]), dtype=np.int64)
    for (column, _), size in zip(encoded, sizes, strict=True):
        codes = codes * size + column
    total = int(np.prod(np.array(sizes, dtype=np.float64)))
    if total > _DENSE:
        found, codes = np.unique(codes, return_inverse=True)
        total = len(found)
    else:
        found = np.arange(total)
    rows = np.bincount(codes, minlength=total)
    kept = np.flatnonzero(rows)
    places = zip(*(p.tolist() for p in np.unravel_index(found[kept], sizes)), strict=True)
    combinations = [tuple(values[i] for i, (_, values) in zip(p, encoded, strict=True)) for p in places]
    if weights is None:
        return combinations, rows[kept].tolist()
    sums = [np.bincount(codes, weights=w, minlength=total)[kept].tolist() for w in (weights, weights**2)]
    return combinations, rows[kept].tolist(), *sums
