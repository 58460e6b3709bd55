"""Files of any size: reduced to distinct combinations and their counts by one group-by of duckdb.

The rows never come into Python. What a file is (encoding, delimiter, header) is decided in `opened` and
`csv_dialect`; only where duckdb refuses a file are its rows gone through one by one, to say what is wrong
and where, or to write it anew.
"""

from __future__ import annotations

import csv
import json
import os
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tarazu.errors import InputError, listed
from tarazu.intake.counted import Counted
from tarazu.intake.csv_dialect import find_column, quoted, records, rewritten
from tarazu.intake.file_tables import (
    GOOD,
    Plan,
    Table,
    damaged,
    identifier,
    parquet_scan,
    placed,
    sql_of,
    table_of,
)
from tarazu.intake.json_lines import decoded, is_array, json_names, json_records, json_text
from tarazu.intake.opened import (
    Paths,
    as_utf8,
    encoding_title,
    explained,
    open_files,
    plain,
    read_small,
    read_small_text,
)

if TYPE_CHECKING:
    import duckdb

__all__ = ["columns_of", "count_files", "read_small", "read_small_text"]


@dataclass(frozen=True)
class _Workshop:
    """A database in memory, and a directory for copies; both are gone afterwards."""

    connection: duckdb.DuckDBPyConnection
    room: Path


@contextmanager
def _workshop() -> Iterator[_Workshop]:
    import duckdb

    with tempfile.TemporaryDirectory(prefix="tarazu-") as room:
        settings: dict[str, Any] = {
            "autoinstall_known_extensions": "false",  # no download behind the user's back
            "preserve_insertion_order": "false",
            "temp_directory": os.path.join(room, "spilled"),
        }
        with duckdb.connect(config=settings) as connection:
            yield _Workshop(connection, Path(room))


def count_files(
    paths: Paths,
    keys: Sequence[str | int],
    *,
    weight: str | int | None = None,
    format: str | None = None,
    delimiter: str | None = None,
    encoding: str | None = None,
    header: bool | None = None,
    na: Sequence[str] = (),
    sheet: str | int | None = None,
) -> Counted:
    """Count the distinct combinations of some columns of files, and sum the weights of each.

    A path may be a pattern, or `-` for standard input. A key is the name of a column, or its number from 1
    where no column has that name; the result's `keys` are the names in the files, in the order of the keys
    given. Of a CSV file all values are text as written: only an empty cell is missing, and the words in
    `na`. Values of Parquet and JSON keep their types. Of an Excel workbook one `sheet` is read, by name or by
    number from 1 (else the first), and its values are those of a CSV file.

    Raises InputError for all that can be wrong with the files, with the place.
    """
    if isinstance(keys, str) or not keys:
        raise InputError(f"The columns to count are {keys!r}; expected a list of names or numbers.")
    wanted = [*keys, *([] if weight is None else [weight])]
    with _workshop() as shop:
        opened = open_files(paths, shop.room, format=format, encoding=encoding, sheet=sheet)
        plan = Plan(len(keys), weight is not None, (na,) if isinstance(na, str) else tuple(na))
        how: dict[str, Any] = {"delimiter": delimiter, "header": header, "sheet": sheet, "na": plan.na}
        tables = [table_of(plain(o, shop.room), wanted, shop.connection, shop.room, **how) for o in opened]
        tables = [_ready(shop, t) for t in placed(tables, wanted)]
        rows, tables = _rows(shop, plan, tables)
        if plan.weighted and any(r[-1] for r in rows):
            plan = _with_decimal_comma(shop, plan, tables)
            rows, tables = _rows(shop, plan, tables)
            if any(r[-1] for r in rows):
                _refuse_weight(shop, plan, tables)
    names = tables[0].known.names[: len(keys)]
    if tables[0].file.format == "jsonl":
        rows = decoded(rows, names, plan.na)
        _refuse_absent(tables, names, rows)
    n = len(keys)
    counts = [int(r[n]) for r in rows]
    if not sum(counts):
        files = listed((t.file.shown for t in tables), 3).replace("'", "")
        raise InputError(
            f"{files} {'has' if len(tables) == 1 else 'have'} "
            f"{'a header and 0 rows' if header is not False else '0 rows'}: nothing to count."
        )
    weights, squares = ([float(r[i]) for r in rows] if plan.weighted else None for i in (n + 1, n + 2))
    return Counted(
        names,
        [tuple(r[:n]) for r in rows],
        counts,
        weights,
        squares,
        untyped=tables[0].dialect is not None,
        source=_source(tables, sum(counts), plan),
    )


def columns_of(
    paths: Paths,
    *,
    format: str | None = None,
    delimiter: str | None = None,
    encoding: str | None = None,
    header: bool | None = None,
    sheet: str | int | None = None,
) -> list[str]:
    """Return the names of the columns of files, from their first lines; numbers where there is no header.

    Standard input is used up by this. Raises InputError where the files cannot be read, or differ.
    """
    with _workshop() as shop:
        opened = open_files(paths, shop.room, format=format, encoding=encoding, sheet=sheet)
        tables = [
            table_of(
                plain(o, shop.room) if o.format in ("parquet", "xlsx") else o,
                (),
                shop.connection,
                shop.room,
                delimiter=delimiter,
                header=header,
                sheet=sheet,
            )
            for o in opened
        ]
        return list(placed(tables, ())[0].columns)


def _ready(shop: _Workshop, t: Table) -> Table:
    """The table, written anew where duckdb would silently misread it."""
    apart_by_capitals = len({n.casefold() for n in t.names}) < len(set(t.names))
    if (t.dialect and t.dialect.awkward) or (t.file.format == "jsonl" and apart_by_capitals):
        return _written_anew(shop, replace(t, file=as_utf8(t.file, shop.room)))
    return t


def _rows(shop: _Workshop, plan: Plan, tables: Sequence[Table]) -> tuple[list[Any], list[Table]]:
    """The groups, and the tables as they could be read."""
    import duckdb

    ks = ", ".join(f"k{i}" for i in range(plan.keys))
    sums = f", fsum(w), fsum(w * w), count(*) filter (where not {GOOD})" if plan.weighted else ""
    select = f"select {ks}, count(*){sums} from ({{rows}}) group by {ks}"

    def run(some: Sequence[Table]) -> list[Any]:
        return shop.connection.execute(sql_of(plan, some, select)).fetchall()

    def runs(t: Table) -> bool:
        try:
            run([t])
        except duckdb.OutOfMemoryException:
            raise
        except duckdb.Error:
            return False
        return True

    try:
        return run(tables), list(tables)
    except duckdb.OutOfMemoryException as e:
        raise _too_many(tables) from e
    except duckdb.Error:
        pass  # now it may take time: which file, and why
    try:
        mended = [t if runs(t) else _mended(shop, t, runs) for t in tables]
        return run(mended), mended
    except duckdb.OutOfMemoryException as e:
        raise _too_many(tables) from e
    except duckdb.Error as e:
        raise damaged(tables[0].file) from e


def _too_many(tables: Sequence[Table]) -> InputError:
    names = listed(tables[0].known.names)
    return InputError(f"The columns {names} have more different values than fit the memory: are they labels?")


def _mended(shop: _Workshop, t: Table, runs: Callable[[Table], bool]) -> Table:
    """A table that duckdb refused, so that it can read it; InputError saying what is wrong with it."""
    if t.file.format == "parquet" or t.origin:
        raise damaged(t.file)
    recoded = replace(t, file=as_utf8(t.file, shop.room))
    if recoded != t and runs(recoded):
        return recoded
    t = _written_anew(shop, recoded)
    if not runs(t):
        raise damaged(t.file)
    return t


def _written_anew(shop: _Workshop, t: Table) -> Table:
    """A copy of the columns wanted in the plainest form. Going through the rows finds what is wrong."""
    n = len(t.at)
    handle, path = tempfile.mkstemp(dir=shop.room)
    with explained(t.file.shown), os.fdopen(handle, "w", encoding="utf-8", newline="") as f:
        if t.dialect:
            writer = csv.writer(f, lineterminator="\n", quoting=csv.QUOTE_ALL)
            writer.writerows([row[i] for i in t.at] for _, row in records(t.file.path, t.dialect, t.file.shown))
        else:
            for _, row in json_records(t.file.path, is_array(t.file.head), t.file.shown):
                f.write(json.dumps({f"c{i}": row.get(name) for i, name in enumerate(t.names)}) + "\n")
    return replace(
        t,
        file=replace(t.file, path=path, head="{}"),
        columns=tuple(f"c{i}" for i in range(n)),
        at=tuple(range(n)),
        dialect=rewritten(t.dialect, n) if t.dialect else None,
        origin=t,
    )


def _with_decimal_comma(shop: _Workshop, plan: Plan, tables: Sequence[Table]) -> Plan:
    """The plan for weights such as 1,5; InputError where a comma may also part thousands."""
    number = r"\s*[+-]?\d*,\d+([eE][+-]?\d+)?\s*"
    thousands = r"[+-]?[1-9]\d?\d?(,\d\d\d)+"
    select = f"""select count(*) filter (where contains(raw, '.')),
        min(raw) filter (where regexp_full_match(raw, {quoted(number)})),
        count(*) filter (where contains(raw, ',') and not regexp_full_match(raw, {quoted(thousands)}))
        from ({{rows}})"""
    points, example, clear = shop.connection.execute(sql_of(plan, tables, select)).fetchall()[0]
    if example is None:  # something else is wrong
        return plan
    if points or not clear:
        name, (place, _) = tables[0].known.names[-1], _place(shop, tables, {example})
        other = "other weights have a decimal point" if points else "is it a decimal comma, or thousands?"
        raise InputError(f"{place}: the weight column {name!r} holds {example!r}; {other}. Write a decimal point.")
    return replace(plan, comma=True)


def _refuse_weight(shop: _Workshop, plan: Plan, tables: Sequence[Table]) -> None:
    """Say which weight is wrong, and where: only now are they looked at one by one."""
    select = f"select distinct coalesce(raw, '') from ({{rows}}) where not {GOOD} limit 1000"
    texts = {r[0] for r in shop.connection.execute(sql_of(plan, tables, select)).fetchall()}
    place, text = _place(shop, tables, texts)
    what = "is empty" if not text else f"holds {text!r}"
    raise InputError(
        f"{place}: the weight column {tables[0].known.names[-1]!r} {what}; expected a number of at least 0."
    )


def _place(shop: _Workshop, tables: Sequence[Table], texts: set[str]) -> tuple[str, str]:
    """The first place where the last column holds one of some texts, and which."""
    for t in (x.known for x in tables):
        for place, text in _last_column(shop, t, texts):
            if text in texts:
                return f"{t.file.shown} {place}", text
    return tables[0].known.file.shown, min(texts)


def _last_column(shop: _Workshop, t: Table, texts: set[str]) -> Iterator[tuple[str, str]]:
    if t.dialect:
        for line, row in records(t.file.path, t.dialect, t.file.shown):
            yield f"row {row[-1]}" if t.sheet else f"line {line}", row[t.at[-1]]
    elif t.file.format == "jsonl":
        for place, value in json_records(t.file.path, is_array(t.file.head), t.file.shown):
            yield place, json_text(value.get(t.names[-1]))
    else:
        raw = f"coalesce(cast({identifier(t.names[-1])} as varchar), '')"
        rows = parquet_scan([t.file.path], ", file_row_number = true")
        some = ", ".join(map(quoted, texts))
        select = (
            f"select min(file_row_number) + 1, {raw} from {rows} where {raw} in ({some}) group by 2 order by 1 limit 1"
        )
        for row, text in shop.connection.execute(select).fetchall():
            yield f"row {row}", text


def _refuse_absent(tables: Sequence[Table], names: Sequence[str], rows: Sequence[Any]) -> None:
    """InputError for a name that no object has: looked for again where only the beginning was seen."""
    seen = tuple(dict.fromkeys(n for t in tables for n in json_names(t.known.file.head)))
    for i, name in enumerate(names):
        if name not in seen and all(r[i] is None for r in rows):
            find_column(name, seen, tables[0].known.file.shown)


def _source(tables: Sequence[Table], rows: int, plan: Plan) -> dict[str, Any]:
    """What was read, and how; `text` says it in one line."""
    known = [t.known for t in tables]
    first, dialect = known[0], known[0].dialect
    shown = [t.file.shown for t in known]
    out: dict[str, Any] = {"paths": shown, "format": first.file.format, "rows": rows}
    said = [f"{rows} {'row' if rows == 1 else 'rows'}"]
    if first.sheet:
        out["header"] = first.headed
        out["sheet"] = ", ".join(dict.fromkeys(t.sheet.name for t in known if t.sheet))
        said += dict.fromkeys(t.sheet.text for t in known if t.sheet)
    elif dialect:
        out["delimiter"] = dialect.delimiter
        out["header"] = dialect.header
        out["comment_lines"] = sum(t.dialect.comments for t in known if t.dialect)
        said += dict.fromkeys(t.dialect.delimiter_name for t in known if t.dialect)
    else:
        said.append({"parquet": "Parquet", "jsonl": "JSON lines"}[first.file.format])
    if first.file.encoding:
        out["encoding"] = ", ".join(dict.fromkeys(encoding_title(t.file.encoding) for t in known))
        said.append(out["encoding"])
    if not first.headed:
        said.append("no header")
    if out.get("comment_lines"):
        said.append(f"{out['comment_lines']} comment lines skipped")
    if plan.comma:
        out["decimal"] = ","
        said.append("decimal comma")
    names = shown[0] if len(shown) == 1 else f"{len(shown)} files, {shown[0]} to {shown[-1]}"
    return {**out, "text": f"read {names}: {', '.join(said)}"}
