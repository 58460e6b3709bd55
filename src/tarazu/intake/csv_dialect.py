"""What a CSV file is made of: its delimiter, its header and where it starts; and its records one by one.

Nothing that can change the answer is left to the guesses of an engine: the beginning of the text is looked
at here, and the engine is told. The records themselves are read here only to find what is wrong with a file
that the engine refuses.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace

from tarazu.errors import InputError, listed, near

__all__ = [
    "DELIMITERS",
    "Dialect",
    "detect",
    "find_column",
    "path_literal",
    "quoted",
    "records",
    "rewritten",
    "scan",
]

DELIMITERS = {",": "comma", ";": "semicolon", "\t": "tab", "|": "bar"}
_NAMES = {**{name: d for d, name in DELIMITERS.items()}, "\\t": "\t", "pipe": "|"}
_LOOKED_AT = 100  # records that a delimiter must split evenly
_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n|$)")
_SEP = re.compile(r'"?sep=(.)"?', re.IGNORECASE)
_LONGEST_LINE = 1 << 24  # bytes; what is longer is written anew without the columns that are not asked for
_LONGEST_ANEW = 1 << 27


@dataclass(frozen=True)
class Dialect:
    """How to read a CSV file. `skip` counts the lines above the header, `comments` those that are comments.

    `anew` marks a file that was written here. One that `awkward` marks would be misread without an error.
    """

    delimiter: str
    columns: tuple[str, ...]
    header: bool
    skip: int = 0
    comments: int = 0
    anew: bool = False
    awkward: bool = False

    @property
    def delimiter_name(self) -> str:
        """The delimiter in words."""
        return DELIMITERS.get(self.delimiter, repr(self.delimiter))


def detect(
    text: str, whole: bool, keys: Sequence[str | int], delimiter: str | None, header: bool, shown: str
) -> Dialect:
    """Return the dialect of a text that begins so (`whole`: that is all of it).

    Of the delimiters the one wins with which the columns asked for are in the header, then the one that
    splits the first records evenly. Comment lines are skipped where the columns are found only below them.
    """
    delimiter = None if delimiter is None else _delimiter(delimiter)
    lines = [m.group() for m in _LINE.finditer(text)]
    start = _first(lines, 0)
    if start == len(lines):
        raise InputError(f"{shown} holds blank lines only; expected a header and rows.")
    excel = _SEP.fullmatch(lines[start].rstrip("\r\n"))
    if excel:
        delimiter = delimiter or excel[1]
        start = _first(lines, start + 1)
        if start == len(lines):
            raise InputError(f"{shown} holds the line 'sep=' only; expected a header and rows.")
    starts = [start]
    if lines[start].startswith("#"):
        below = _first(lines, start, comments=False)
        starts += [below] if below < len(lines) else []
    best: tuple[tuple[int, bool, bool, float], Dialect] | None = None
    for at in starts:
        rest = "".join(lines[at:])
        for d in [delimiter] if delimiter else DELIMITERS:
            rows = _first_records(rest, d, whole)
            names = tuple(rows[0]) if header else tuple(map(str, range(1, len(rows[0]) + 1)))
            found = sum(str(k) in names for k in keys)
            even = sum(len(r) == len(names) for r in rows) / len(rows)
            # without a header nothing can be found below comments: then the even split decides
            rank = (found, header and at == start, len(names) > 1, even)
            if best is None or rank > best[0]:
                above = lines[:at]
                # skipping lines, the engine minds a quote, and line ends of two kinds, and may skip too many
                quotes = any('"' in line for line in above if not _SEP.fullmatch(line.rstrip("\r\n")))
                ends = {line[len(line.rstrip("\r\n")) :] for line in lines[: at + 1]}
                dialect = Dialect(
                    d,
                    names,
                    header,
                    skip=at,
                    comments=sum(line.startswith("#") for line in above),
                    awkward=quotes or (at > 0 and len(ends) > 1),
                )
                best = rank, dialect
    assert best is not None
    return best[1]


def _delimiter(text: str) -> str:
    d = _NAMES.get(text, text)
    if len(d) != 1 or d in '"\r\n':
        raise InputError(f"The delimiter {text!r} cannot be used; expected one character, or one of {listed(_NAMES)}.")
    return d


def _first(lines: Sequence[str], start: int, comments: bool = True) -> int:
    """Place of the first line, from `start` on, that is not blank (nor a comment, unless they count)."""
    return next(
        (i for i in range(start, len(lines)) if lines[i].strip() and (comments or lines[i][0] != "#")),
        len(lines),
    )


def _first_records(text: str, delimiter: str, whole: bool) -> list[list[str]]:
    rows: list[list[str]] = []
    with _long_fields():
        for row in csv.reader(io.StringIO(text, newline=""), delimiter=delimiter):
            if row:
                rows.append(row)
            if len(rows) > _LOOKED_AT:
                return rows
    return rows if whole or len(rows) < 2 else rows[:-1]  # the last one may be cut


def find_column(key: str | int, columns: Sequence[str], shown: str, *, header: bool = True) -> int:
    """Return the place of a column: by its name, else by its number from 1.

    Raises InputError where there is none, or more than one of that name.
    """
    name = str(key)
    at = [i for i, c in enumerate(columns) if c == name]
    if len(at) == 1:
        return at[0]
    if at:
        numbers = " and ".join(str(i + 1) for i in at)
        raise InputError(
            f"{shown} has the column {name!r} {len(at)} times: columns {numbers}; "
            "say which by its number, or rename one."
        )
    if name.isdecimal() and 1 <= int(name) <= len(columns):
        return int(name) - 1
    if not header:
        raise InputError(
            f"{shown} is read without a header, so its columns are numbers from 1 to {len(columns)}; got {key!r}."
        )
    hint = near(name, columns)
    if not hint and any(re.fullmatch(r"-?\d+([.,]\d+)?", c) for c in columns):
        hint = " Is there no header? Say so, and name columns by number."
    raise InputError(f"{shown} has no column {name!r}.{hint} The columns are {listed(columns, 20) or 'none'}.")


def quoted(text: str) -> str:
    """Return a text as a literal of SQL.

    >>> quoted("it's")
    "'it''s'"
    """
    return "'" + text.replace("'", "''") + "'"


def path_literal(path: str) -> str:
    """Return the path of one file as a literal of SQL that stands for no pattern.

    >>> path_literal("a[1].csv")
    "'a[[]1].csv'"
    """
    return quoted(re.sub(r"[\[*?]", r"[\g<0>]", path))


def scan(dialect: Dialect, paths: Sequence[str]) -> str:
    """Return the SQL that reads files of one dialect as text; column i is called `c{i}`."""
    columns = ", ".join(f"'c{i}': 'VARCHAR'" for i in range(len(dialect.columns)))
    # One thread loses the rows below a quote that is not closed, without a word; several threads refuse them,
    # but now and then also a value of many lines. So one thread reads only what was written here.
    if dialect.anew:
        options = f"new_line = '\\n', parallel = false, max_line_size = {_LONGEST_ANEW}"
    else:
        options = f"max_line_size = {_LONGEST_LINE}, buffer_size = {2 * _LONGEST_LINE}"
    files = ", ".join(map(path_literal, paths))
    sql = (
        f"read_csv([{files}], auto_detect = false, columns = {{{columns}}}, "
        f"delim = {quoted(dialect.delimiter)}, quote = '\"', escape = '\"', nullstr = '', "
        f"header = {str(dialect.header).lower()}, skip = {dialect.skip}, strict_mode = true, "
        f"compression = 'none', hive_partitioning = false, {options})"
    )
    # a blank line is not a row; with one column the engine takes it for an empty cell
    return sql if len(dialect.columns) > 1 else f"(select * from {sql} where c0 is not null)"


def records(path: str, dialect: Dialect, shown: str) -> Iterator[tuple[int, list[str]]]:
    """Yield the line number and the cells of each row below the header; slow, one by one.

    Raises InputError where a row has another number of cells than the header, or a quote is not closed.
    """
    n, line = len(dialect.columns), dialect.skip
    with _long_fields(), open(path, encoding="utf-8-sig", newline="") as f:
        for _ in range(dialect.skip):
            f.readline()
        reader = csv.reader(f, delimiter=dialect.delimiter, strict=True)
        header = dialect.header
        while True:
            line = dialect.skip + reader.line_num + 1
            try:
                row = next(reader)
            except StopIteration:
                return
            except csv.Error as e:
                raise InputError(_quote_error(shown, line, str(e))) from e
            if header or not row:
                header = header and not row
                continue
            if len(row) > n and not any(row[n:]):
                row = row[:n]  # delimiters at the end of a line hold nothing
            if len(row) != n:
                what = "the header has" if dialect.header else "the first line has"
                raise InputError(
                    f"{shown} line {line} has {len(row)} cell{'s'[: len(row) != 1]}, {what} {n}; "
                    + (
                        f"a value with a {dialect.delimiter_name} must be quoted."
                        if len(row) > n
                        else "every line must have a cell for every column, if an empty one."
                    )
                )
            yield line, row


def _quote_error(shown: str, line: int, error: str) -> str:
    if "expected after" in error:
        return f"{shown} line {line} has text behind a closing quote; a quote inside a quoted value must be doubled."
    return (
        f"{shown} has a quote that is opened in line {line} and never closed; "
        "a quote that stands for itself must be doubled, inside quotes."
    )


@contextmanager
def _long_fields() -> Iterator[None]:
    before = csv.field_size_limit(1 << 30)
    try:
        yield
    finally:
        csv.field_size_limit(before)


def rewritten(dialect: Dialect, columns: int) -> Dialect:
    """Return the dialect of a file that `csv.writer` made anew with so many columns and no header."""
    return replace(
        dialect,
        delimiter=",",
        columns=tuple(map(str, range(1, columns + 1))),
        header=False,
        skip=0,
        anew=True,
        awkward=False,
    )
