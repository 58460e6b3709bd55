"""Tables in files: their columns, whether several go together, and the SQL that reads them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tarazu.errors import InputError, listed
from tarazu.intake.csv_dialect import Dialect, detect, find_column, path_literal, quoted, scan
from tarazu.intake.excel import Sheet, sheet_copy
from tarazu.intake.json_lines import is_array, json_names, json_scan
from tarazu.intake.opened import Opened

if TYPE_CHECKING:
    import duckdb

__all__ = ["GOOD", "Plan", "Table", "damaged", "identifier", "parquet_scan", "placed", "sql_of", "table_of"]

_WHOLE = {"TINYINT", "SMALLINT", "INTEGER", "BIGINT", "HUGEINT"}
_WHOLE |= {f"U{t}" for t in _WHOLE}
_NUMBERS = {**dict.fromkeys(_WHOLE, "whole numbers"), "FLOAT": "decimals", "DOUBLE": "decimals"}
_AS_THEY_ARE = {"BOOLEAN", "DATE", "TIMESTAMP", "BLOB"}  # other types become text
GOOD = "coalesce(w between 0 and 1e150, false)"  # the square must be finite too


@dataclass(frozen=True)
class Table:
    """A file, its columns, and the places of those wanted: the keys, then the weight."""

    file: Opened
    columns: tuple[str, ...]
    dialect: Dialect | None = None
    types: tuple[str, ...] = ()
    at: tuple[int, ...] = ()
    origin: Table | None = None  # where this one was written anew: what the user knows
    sheet: Sheet | None = None  # of an Excel workbook; its copy has the numbers of the rows in a last column

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the columns wanted."""
        return tuple(self.columns[i] for i in self.at)

    @property
    def known(self) -> Table:
        """The table as the user knows it."""
        return self.origin or self

    @property
    def headed(self) -> bool:
        """Whether the columns have names."""
        if self.sheet:
            return self.sheet.header is not None
        return self.dialect is None or self.dialect.header


@dataclass(frozen=True)
class Plan:
    """What is asked of the tables."""

    keys: int
    weighted: bool
    na: tuple[str, ...]
    comma: bool = False  # the weights are written with a decimal comma


def table_of(
    o: Opened,
    wanted: Sequence[str | int],
    connection: duckdb.DuckDBPyConnection,
    room: Path,
    *,
    delimiter: str | None,
    header: bool | None,
    sheet: str | int | None = None,
    na: Sequence[str] = (),
) -> Table:
    """Return what columns a file has. `wanted` helps to find the delimiter of a CSV file.

    A sheet of Excel is written into `room` as CSV.
    """
    if o.format == "xlsx":
        about, copy = sheet_copy(o.path, o.shown, room, sheet, wanted, header=header is not False, na=na)
        numbered = Dialect(",", (*about.columns, "row"), header=False, anew=True)
        return Table(replace(o, path=copy), about.columns, numbered, sheet=about)
    if o.format == "parquet":
        import duckdb

        try:
            found = connection.execute(f"describe select * from {parquet_scan([o.path])}").fetchall()
        except duckdb.Error as e:
            raise damaged(o) from e
        return Table(o, tuple(r[0] for r in found), types=tuple(str(r[1]) for r in found))
    if o.format == "jsonl":
        names = json_names(o.head)
        if not (o.whole and names):  # a name may first occur later; that it never does is known in the end
            names += tuple(dict.fromkeys(str(k) for k in wanted if str(k) not in names))
        return Table(o, names)
    if delimiter is None and o.format == "tsv":
        delimiter = "\t"
    dialect = detect(o.head, o.whole, wanted, delimiter, header is not False, o.shown)
    return Table(o, dialect.columns, dialect)


def parquet_scan(paths: Iterable[str], options: str = "") -> str:
    """Return the SQL that reads Parquet files."""
    return f"read_parquet([{', '.join(map(path_literal, paths))}], hive_partitioning = false{options})"


def damaged(o: Opened) -> InputError:
    """Return the error for a file in which the fault cannot be placed."""
    what = {"parquet": "Parquet", "jsonl": "JSON lines", "xlsx": "Excel"}.get(o.format, "CSV")
    return InputError(f"{o.shown} is damaged or cut short: it cannot be read as {what}.")


def placed(tables: Sequence[Table], wanted: Sequence[str | int]) -> list[Table]:
    """Return the tables with the places of the columns wanted; InputError where they do not go together."""
    first = tables[0]
    for t in tables[1:]:
        kinds = {"csv" if x.dialect and not x.sheet else x.file.format for x in (first, t)}
        if len(kinds) > 1:
            raise InputError(
                f"{first.file.shown} is {first.file.format}, {t.file.shown} is {t.file.format}; "
                "expected files of one format."
            )
        if t.file.format != "jsonl" and Counter(t.columns) != Counter(first.columns):
            only = [
                f"{listed(more.elements())} only in {x.file.shown}"
                for x, y in ((first, t), (t, first))
                if (more := Counter(x.columns) - Counter(y.columns))
            ]
            raise InputError(f"{first.file.shown} and {t.file.shown} have different columns: {'; '.join(only)}.")
    at = tuple(find_column(k, first.columns, first.file.shown, header=first.headed) for k in wanted)
    out = [replace(first, at=at)]
    for t in tables[1:]:
        if t.columns != first.columns:
            at = tuple(find_column(name, t.columns, t.file.shown) for name in out[0].names)
        out.append(replace(t, at=at))
        for name, a, b in zip(out[0].names, out[0].at, at, strict=True):
            if first.types and _kind(first.types[a]) != _kind(t.types[b]):
                raise InputError(
                    f"The column {name!r} holds {first.types[a]} in {first.file.shown} and {t.types[b]} in "
                    f"{t.file.shown}; make both the same kind."
                )
    return out


def _kind(sql_type: str) -> str:
    return _NUMBERS.get(sql_type, sql_type.split("(")[0])


def sql_of(plan: Plan, tables: Sequence[Table], select: str) -> str:
    """Return the query `select` with `{rows}` filled in: columns k0, k1 ..., the weight w, its text raw."""
    alike: dict[Any, list[Table]] = {}
    for t in tables:
        array = t.file.format == "jsonl" and is_array(t.file.head)
        alike.setdefault((t.dialect, t.at, t.names, t.types, array), []).append(t)
    return select.replace("{rows}", " union all ".join(_part(plan, same) for same in alike.values()))


def _part(plan: Plan, same: Sequence[Table]) -> str:
    t, paths = same[0], [x.file.path for x in same]
    if t.dialect:
        columns = [(f"c{i}", "VARCHAR") for i in t.at]
        rows = scan(t.dialect, paths)
    elif t.file.format == "jsonl":
        columns = [(identifier(name), "JSON") for name in t.names]
        rows = json_scan(paths, t.names, is_array(t.file.head))
    else:
        columns = [(identifier(t.columns[i]), t.types[i]) for i in t.at]
        rows = parquet_scan(paths)
    parts = [f"{_key(*columns[i], t.names[i], plan.na, empty=t.dialect is None)} as k{i}" for i in range(plan.keys)]
    if plan.weighted:
        raw, w = _weight(*columns[-1], t.names[-1], plan.comma)
        parts += [f"{w} as w", f"{raw} as raw"]
    return f"select {', '.join(parts)} from {rows}"


def identifier(name: str) -> str:
    """Return a name as an identifier of SQL."""
    return '"' + name.replace('"', '""') + '"'


def _key(column: str, kind: str, name: str, na: Sequence[str], *, empty: bool) -> str:
    """The expression of a key: NULL where it is missing; `empty` where empty text is to be told yet."""
    if re.search(r"\[\d*\]$|^(STRUCT|MAP|UNION)\b", kind):
        raise InputError(
            f"The column {name!r} holds {kind}; expected one label per row. "
            "Several labels per row are not one confusion matrix."
        )
    if kind in ("FLOAT", "DOUBLE"):
        return f"case when not isnan({column}) then {column} end"
    if kind in _NUMBERS or kind in _AS_THEY_ARE or kind == "JSON" or kind.startswith("DECIMAL"):
        return column
    text = column if kind == "VARCHAR" else f"cast({column} as varchar)"
    words = ", ".join(map(quoted, ("", *na) if empty else na))
    return f"case when {text} not in ({words}) then {text} end" if words else text


def _weight(column: str, kind: str, name: str, comma: bool) -> tuple[str, str]:
    """The weight as text and as a number; NULL where it is none."""
    raw = f"json_extract_string({column}, '$')" if kind == "JSON" else f"cast({column} as varchar)"
    if kind in _NUMBERS or kind == "BOOLEAN" or kind.startswith("DECIMAL"):
        return raw, f"cast({column} as double)"
    if kind not in ("VARCHAR", "JSON"):
        raise InputError(f"The weight column {name!r} holds {kind}; expected numbers.")
    text = f"replace({raw}, ',', '.')" if comma else raw
    return raw, f"case when not contains({raw}, '_') then try_cast({text} as double) end"
