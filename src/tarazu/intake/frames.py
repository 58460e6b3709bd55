"""Any data frame: counted where it stands, by one group-by.

Frame libraries are known through narwhals only. A lazy frame or a database relation aggregates in its own
engine; of a pandas frame the columns are counted as arrays, text by duckdb.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any, cast

import narwhals.stable.v2 as nw
import numpy as np
from narwhals.dependencies import get_pandas
from narwhals.exceptions import DuplicateError

from tarazu.errors import InputError, QuestionError, listed, near
from tarazu.intake.arrays import checked_weights, count_arrays
from tarazu.intake.counted import Categories, Counted

__all__ = ["count_frame", "frame_of_rows", "frame_of_series", "is_frame", "is_series", "library_of"]


def is_frame(data: Any) -> bool:
    """Whether this is a data frame (or a relation) that narwhals knows."""
    return isinstance(_known(data), nw.DataFrame | nw.LazyFrame)


def is_series(data: Any) -> bool:
    """Whether this is a column of a data frame library."""
    return isinstance(_known(data), nw.Series)


def library_of(data: Any) -> str | None:
    """Name of the library a frame or a column belongs to, None for anything else."""
    known = _known(data)
    return None if known is data else str(known.implementation.value)


def _known(data: Any) -> Any:
    """Return data as narwhals sees it, or unchanged."""
    try:
        return nw.from_native(data, pass_through=True, allow_series=True)
    except DuplicateError as e:
        repeated = [name for name, times in Counter(data.columns).items() if times > 1]
        raise InputError(
            f"The columns {listed(repeated)} occur more than once; give every column a name of its own."
        ) from e


def count_frame(frame: Any, keys: Sequence[str], weight: str | None = None) -> Counted:
    """Count the combinations of some columns of a frame.

    Raises InputError for a column that is not there, or weights that cannot be weights.
    """
    df = nw.from_native(frame)
    names = df.collect_schema().names()
    for name in (*keys, *([weight] if weight else ())):
        if name not in names:
            raise InputError(
                f"The column {name!r} is not there.{near(name, names)} The columns are {', '.join(map(repr, names))}."
            )
    if weight and not (df.collect_schema()[weight].is_numeric() or df.collect_schema()[weight] == nw.Boolean):
        raise InputError(f"The weight column {weight!r} holds {df.collect_schema()[weight]}; expected numbers.")
    categories = _categories(df, keys)
    source = {"frame": df.implementation.value}
    if isinstance(df, nw.DataFrame) and df.implementation.is_pandas_like():
        counted = _count_pandas(df, keys, weight, categories)
    else:
        counted = _count_by_engine(df, keys, weight)
    return Counted(
        tuple(keys),
        counted.combinations,
        counted.rows,
        counted.weights,
        counted.squares,
        False,
        categories,
        source,
    )


def _categories(df: Any, keys: Sequence[str]) -> dict[str, Categories]:
    """Declared categories of the columns: pandas' categoricals, and the Enum type of any library."""
    found = {}
    for name, dtype in df.collect_schema().items():
        if name not in keys:
            continue
        if isinstance(dtype, nw.Enum):
            found[name] = Categories(tuple(dtype.categories), ordered=True)
        if isinstance(df, nw.DataFrame) and df.implementation.is_pandas_like() and _is_categorical(dtype):
            declared = df[name].to_native().cat
            found[name] = Categories(tuple(declared.categories.tolist()), ordered=bool(declared.ordered))
    return found


def _is_categorical(dtype: Any) -> bool:
    return isinstance(dtype, nw.Categorical | nw.Enum)


def _count_by_engine(df: Any, keys: Sequence[str], weight: str | None) -> Counted:
    """One group-by in the frame's own engine."""
    schema = df.collect_schema()
    lazy = df.lazy() if isinstance(df, nw.DataFrame) else df
    named = {k: f"key {i}" for i, k in enumerate(keys)}  # a column may itself be called rows or squares
    columns = [
        (nw.col(k).cast(nw.String) if _is_categorical(schema[k]) else nw.col(k)).alias(name)
        for k, name in named.items()
    ]
    wanted = [nw.len().alias("rows")]
    if weight:
        w = nw.col(weight).cast(nw.Float64)
        bad = (~(w >= 0) | ~w.is_finite() | w.is_null()).cast(nw.Int64)
        columns += [w.alias("weights"), (w * w).alias("squares"), bad.alias("bad")]
        wanted += [nw.col("weights").sum(), nw.col("squares").sum(), nw.col("bad").sum()]
    table = lazy.select(*columns).group_by(list(named.values())).agg(*wanted).collect()
    rows = [int(n) for n in table["rows"]]
    combinations = list(zip(*(table[k].to_list() for k in named.values()), strict=True))
    if not weight:
        return Counted(tuple(keys), combinations, rows)
    if any(b is None or b != 0 for b in table["bad"]):
        _refuse_weights(lazy, weight)
    sums, squares = ([float(x) for x in table[c]] for c in ("weights", "squares"))
    return Counted(tuple(keys), combinations, rows, sums, squares)


def _refuse_weights(lazy: Any, weight: str) -> None:
    """Say which weight is wrong: only now are the weights themselves looked at."""
    values = lazy.select(nw.col(weight).cast(nw.Float64)).collect()[weight].to_list()
    checked_weights([np.nan if v is None else v for v in values], len(values), f"weight column {weight!r}")


def _count_pandas(
    df: nw.DataFrame[Any], keys: Sequence[str], weight: str | None, categories: Mapping[str, Categories]
) -> Counted:
    weights = None
    if weight:
        weights = checked_weights(df[weight].to_numpy(), len(df), f"weight column {weight!r}")
    if all(_is_text(df[k]) for k in keys) and weights is None:
        return _count_text(df, keys)
    columns: dict[str, Any] = {}
    for k in keys:
        native = df[k].to_native()
        columns[k] = native.cat.codes.to_numpy() if k in categories else native.to_numpy()
    counted = count_arrays(columns, weights, f"weight column {weight!r}")
    if not categories:
        return counted
    decode = [categories[k].values if k in categories else None for k in keys]
    combinations = [
        tuple(v if d is None else (None if v < 0 else d[v]) for v, d in zip(c, decode, strict=True))
        for c in counted.combinations
    ]
    return Counted(tuple(keys), combinations, counted.rows, counted.weights, counted.squares)


def _is_text(column: nw.Series[Any]) -> bool:
    """Whether a column holds text and gaps only; an object column is looked at value by value."""
    native, pandas = column.to_native(), get_pandas()
    if native.dtype != object:
        return isinstance(column.dtype, nw.String)
    return pandas is not None and pandas.api.types.infer_dtype(native, skipna=True) in ("string", "empty")


def _count_text(df: nw.DataFrame[Any], keys: Sequence[str]) -> Counted:
    import duckdb

    with duckdb.connect() as connection:
        named = df.select(*(nw.col(k).alias(f"k{i}") for i, k in enumerate(keys)))
        connection.register("frame", named.to_native())
        rows = connection.execute("select *, count(*) from frame group by all").fetchall()
    return Counted(tuple(keys), [r[:-1] for r in rows], [r[-1] for r in rows])


def frame_of_series(columns: Mapping[str, Any]) -> tuple[Any, str | None]:
    """Put series of one library side by side, by position; a note when their row labels were passed over.

    pandas series carry row labels. Equal ones, and labels with nothing in common, mean position. The same
    labels in another order, or an overlap, could mean either: InputError.
    """
    series = {name: nw.from_native(s, series_only=True) for name, s in columns.items()}
    (first_name, first), *others = series.items()
    note = None
    for name, s in others:
        if len(s) != len(first):
            raise InputError(
                f"{first_name} has {len(first)} rows, {name} has {len(s)}; "
                "both must describe the same items in the same order."
            )
        if first.implementation.is_pandas_like():
            note = _check_index(first_name, first.to_native().index, name, s.to_native().index) or note
    if first.implementation.is_pandas_like():
        series = {k: nw.from_native(s.to_native().reset_index(drop=True), series_only=True) for k, s in series.items()}
    return nw.to_native(nw.DataFrame.from_dict(series)), note


def _check_index(name: str, index: Any, other_name: str, other: Any) -> str | None:
    if index.equals(other):
        return None
    common = len(index.intersection(other))
    if common == 0:
        return f"{name} and {other_name} have no row label in common: matched by position."
    if common == len(index) == len(other):
        what = "have the same row labels in a different order"
    else:
        what = f"share {common} of {len(index)} row labels, and not in the same order"
    raise InputError(
        f"{name} and {other_name} {what}; say whether to match by label or by position: "
        f"{other_name}.loc[{name}.index] matches by label, .reset_index(drop=True) on both by position."
    )


def frame_of_rows(rows: Sequence[Mapping[str, Any]], library: str | None) -> Any:
    """Put rows into a frame of the library named, or of the first of pandas, polars and pyarrow there is."""
    tried = [library] if library in _EAGER else list(_EAGER)
    for name in tried:
        try:
            import_module(name)
        except ImportError:
            continue
        columns = {key: [row[key] for row in rows] for key in (rows[0] if rows else ())}
        columns = {k: list(map(str, v)) if len(set(map(type, v))) > 2 else v for k, v in columns.items()}
        return nw.to_native(nw.from_dict(columns, backend=cast("Any", name)))
    raise QuestionError(f"A data frame needs one of the packages {', '.join(tried)}, and none is installed.")


_EAGER = ("pandas", "polars", "pyarrow")
