"""Sheets of Excel workbooks (.xlsx, .xlsm): read by calamine, and written as text that is counted like CSV.

A cell becomes the text that a CSV file would hold: whole numbers without a decimal point, dates in ISO form,
TRUE and FALSE, nothing for a blank cell. Rows without any value are no rows. Errors such as #N/A, and formulas
that were never calculated, come as blanks from calamine; where a column in use has blanks, the sheet itself is
searched for them, so that they are not silently taken as missing.
"""

from __future__ import annotations

import csv
import datetime as dt
import os
import re
import struct
import tempfile
import zipfile
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree

from tarazu.errors import InputError, listed, near
from tarazu.intake.csv_dialect import find_column

if TYPE_CHECKING:
    import python_calamine

__all__ = ["Sheet", "sheet_cells", "sheet_copy"]

_BROKEN = (zipfile.BadZipFile, zlib.error, EOFError, ValueError, RuntimeError, LookupError, OSError, struct.error)
_MOST_CELLS = 50_000_000  # blank ones between the others take memory too
_TITLES = 20  # rows above the header in which titles may stand
_OTHERS = {  # a part that tells what an archive is
    "xl/workbook.bin": "a binary Excel workbook (.xlsb); save it as .xlsx",
    "content.xml": "an OpenDocument file; save the table as .xlsx or CSV",
    "word/document.xml": "a Word document; save the table as .xlsx or CSV",
    "ppt/presentation.xml": "a PowerPoint file; save the table as .xlsx or CSV",
}
_CELL = re.compile(
    rb"<(?:\w+:)?c\s(?P<about>[^>]*[^/>])>\s*"
    rb"(?P<formula><(?:\w+:)?f\b[^>]*(?:/>|>[^<]*</(?:\w+:)?f>))?\s*"
    rb"(?:<(?:\w+:)?v\b[^>]*>(?P<value>[^<]*))?"
)
_EXTENT = re.compile(rb"""<(?:\w+:)?dimension\s[^>]*ref=["'](?:[A-Z]+\d+:)?([A-Z]+)(\d+)["']""")
_PLACE = re.compile(rb"""(?:^|\s)r=["']([A-Z]+)(\d+)["']""")
_KIND = re.compile(rb"""(?:^|\s)t=["'](\w+)["']""")


@dataclass(frozen=True)
class Sheet:
    """The sheet that was read: its name, how many there are, and the row of its header (None without one)."""

    name: str
    of: int
    columns: tuple[str, ...]
    header: int | None

    @property
    def text(self) -> str:
        """The sheet in words."""
        more = f" of {self.of}" if self.of > 1 else ""
        titles = f", header in row {self.header}" if self.header and self.header > 1 else ""
        return f"sheet {self.name!r}{more}{titles}"


def _refuse_other_archives(path: str, shown: str) -> None:
    """Raise InputError for a file that begins as a zip archive and is no workbook."""
    try:
        with zipfile.ZipFile(path) as archive:
            parts = set(archive.namelist())
    except _BROKEN as e:
        raise _damaged(shown) from e
    if "xl/workbook.xml" not in parts:
        what = next((what for part, what in _OTHERS.items() if part in parts), None)
        raise InputError(f"{shown} is {what or 'a zip archive, not an Excel workbook; unpack it first'}.")


def sheet_copy(
    path: str,
    shown: str,
    room: Path,
    sheet: str | int | None,
    wanted: Sequence[str | int],
    *,
    header: bool,
    na: Sequence[str] = (),
) -> tuple[Sheet, str]:
    """Write a sheet as CSV without a header, and the number of the row in a last column; return both.

    The header is the first row with a value; or, where that lacks the columns wanted, the first of the rows
    below it that has them. Raises InputError where a column wanted holds an error that is not among `na`.
    """
    with _opened(path, shown) as workbook:
        name, of = _chosen(workbook, sheet, shown)
        _refuse_far(path, shown, name)
        first, rows = _rows(workbook, name, shown)
        at, columns = _header(rows, wanted) if header else (-1, tuple(map(str, range(1, len(rows[0][1]) + 1))))
        used = {find_column(k, columns, shown, header=header) for k in wanted}
        handle, copy = tempfile.mkstemp(dir=room)
        blanks = False
        with os.fdopen(handle, "w", encoding="utf-8", newline="") as f:
            writer = csv.writer(f, lineterminator="\n", quoting=csv.QUOTE_ALL)
            for number, row in rows[at + 1 :]:
                blanks = blanks or not all(row[i] for i in used)
                writer.writerow([*row, number])
    if blanks:
        head = rows[at][0] if header else 0
        _refuse_errors(path, shown, name, {first + i for i in used}, head, na)
    return Sheet(name, of, columns, rows[at][0] if header else None), copy


def sheet_cells(path: str, shown: str, sheet: str | int | None) -> list[list[str]]:
    """Return the cells of a small sheet as text, without blank rows and blank columns around them."""
    with _opened(path, shown) as workbook:
        name, _ = _chosen(workbook, sheet, shown)
        _refuse_far(path, shown, name)
        first, rows = _rows(workbook, name, shown)
    width = len(rows[0][1])
    _refuse_errors(path, shown, name, {first + i for i in range(width)}, 0, ())
    kept = [i for i in range(width) if any(row[i] for _, row in rows)]
    return [[row[i] for i in kept] for _, row in rows]


def _opened(path: str, shown: str) -> python_calamine.CalamineWorkbook:
    _refuse_other_archives(path, shown)
    try:
        import python_calamine
    except ImportError as e:
        raise InputError(
            f'{shown} is an Excel workbook, which needs the package python-calamine: pip install "tarazu[excel]"; '
            "or save the sheet as CSV."
        ) from e
    try:
        return python_calamine.CalamineWorkbook.from_path(path)
    except python_calamine.PasswordError as e:
        raise InputError(f"{shown} is protected by a password; save a copy without one.") from e
    except python_calamine.CalamineError as e:
        raise _damaged(shown) from e


def _damaged(shown: str) -> InputError:
    return InputError(f"{shown} is damaged or cut short: it cannot be read as an Excel workbook.")


def _chosen(workbook: python_calamine.CalamineWorkbook, sheet: str | int | None, shown: str) -> tuple[str, int]:
    """The name of the sheet meant (by its name, else its number from 1), and how many there are."""
    import python_calamine as calamine

    found = [m for m in workbook.sheets_metadata if m.typ == calamine.SheetTypeEnum.WorkSheet]
    names = [m.name for m in found]
    if not names:
        raise InputError(f"{shown} has no sheet with cells.")
    if sheet is None:
        return next((m.name for m in found if m.visible == calamine.SheetVisibleEnum.Visible), names[0]), len(names)
    if isinstance(sheet, str) and sheet in names:
        return sheet, len(names)
    if str(sheet).isdecimal() and 1 <= int(sheet) <= len(names):
        return names[int(sheet) - 1], len(names)
    raise InputError(
        f"{shown} has no sheet {sheet!r}.{near(sheet, names)} "
        f"{'The sheets are' if len(names) > 1 else 'The only sheet is'} {listed(names, 20)}."
    )


def _rows(workbook: python_calamine.CalamineWorkbook, name: str, shown: str) -> tuple[int, list[tuple[int, list[str]]]]:
    """The place of the first column, and the rows with a value: the number of each, and its cells as text."""
    import python_calamine

    try:
        sheet = workbook.get_sheet_by_name(name)
        start = sheet.start
        rows = enumerate(() if start is None else sheet.iter_rows(), 1)
        found = [(number, cells) for number, row in rows if any(cells := list(map(_text, row)))]
    except python_calamine.CalamineError as e:
        raise _damaged(shown) from e
    if not found:
        others = [n for n in workbook.sheet_names if n != name]
        hint = f" Other sheets are {listed(others, 20)}; name one (sheet=, --sheet)." if others else ""
        raise InputError(f"{shown} has nothing in its sheet {name!r}; expected a header and rows.{hint}")
    return start[1] if start else 0, found


def _text(value: Any) -> str:
    """A cell as the text a CSV file would hold.

    >>> [_text(v) for v in ("01", 2.0, 0.5, True, dt.date(2024, 1, 2), 1e-7, "")]
    ['01', '2', '0.5', 'TRUE', '2024-01-02', '0.0000001', '']
    """
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return str(value).upper()
    if isinstance(value, float):
        return str(int(value)) if value.is_integer() else format(Decimal(repr(value)), "f")
    return value.isoformat() if isinstance(value, dt.date | dt.time) else str(value)


def _header(rows: Sequence[tuple[int, list[str]]], wanted: Sequence[str | int]) -> tuple[int, tuple[str, ...]]:
    """Which of the rows is the header, and its names."""
    names = {k for k in wanted if isinstance(k, str)}
    at = next((i for i, (_, row) in enumerate(rows[:_TITLES]) if names and names <= set(row)), 0)
    return at, tuple(rows[at][1])


def _refuse_far(path: str, shown: str, name: str) -> None:
    """Raise InputError where a cell far away makes the sheet too large to hold."""
    found = _EXTENT.search(_xml(path, shown, name, 1 << 16))
    if found and (_number(found[1].decode()) + 1) * int(found[2]) > _MOST_CELLS:
        raise InputError(
            f"{shown} sheet {name!r} reaches to cell {(found[1] + found[2]).decode()}, too far to be read: "
            "delete the rows and columns beside the table, or save it as CSV."
        )


def _refuse_errors(path: str, shown: str, name: str, columns: set[int], head: int, na: Sequence[str]) -> None:
    """Raise InputError for an error, or a formula without a value, in some columns below the header."""
    for column, row, value in _empty_cells(path, shown, name):
        if _number(column) not in columns or row <= head or value in na:
            continue
        place = f"{shown} sheet {name!r} cell {column}{row}"
        if value is None:
            raise InputError(
                f"{place} holds a formula without a value: the program that wrote it did not calculate. "
                "Open and save the file in a spreadsheet program."
            )
        raise InputError(f"{place} holds the error {value}; mend it, or name it as missing (na=[{value!r}], --na).")


def _empty_cells(path: str, shown: str, name: str) -> Iterator[tuple[str, int, str | None]]:
    """Column, row and text of the cells that hold an error; None for a formula without a value."""
    xml = _xml(path, shown, name)
    if not re.search(rb"""\st=["']e["']|<(?:\w+:)?f\b""", xml):
        return
    for cell in _CELL.finditer(xml):
        place, kind = _PLACE.search(cell["about"]), _KIND.search(cell["about"])
        if not place:
            continue
        column, row = place[1].decode(), int(place[2])
        if kind and kind[1] == b"e":
            yield column, row, (cell["value"] or b"#ERROR").decode()
        elif cell["formula"] and not cell["value"] and not (kind and kind[1] == b"str"):
            yield column, row, None


def _xml(path: str, shown: str, name: str, size: int = -1) -> bytes:
    """The text of a sheet, or its beginning; nothing where it is not where it should be."""
    try:
        with zipfile.ZipFile(path) as archive:
            part = _part(archive, name)
            if part is None:
                return b""
            with archive.open(part) as f:
                return f.read(size)
    except _BROKEN as e:
        raise _damaged(shown) from e


def _part(archive: zipfile.ZipFile, name: str) -> str | None:
    """The part of the archive that holds a sheet."""
    try:
        book = ElementTree.fromstring(archive.read("xl/workbook.xml"))
        links = ElementTree.fromstring(archive.read("xl/_rels/workbook.xml.rels"))
    except (KeyError, ElementTree.ParseError):
        return None
    ids = [
        value
        for e in book.iter()
        if e.tag.endswith("}sheet") and e.get("name") == name
        for key, value in e.attrib.items()
        if key.endswith("}id")
    ]
    targets = [link.get("Target", "") for link in links if link.get("Id") in ids]
    parts = [t.lstrip("/") if t.startswith("/") else f"xl/{t}" for t in targets]
    return next((p for p in parts if p in archive.namelist()), None)


def _number(column: str) -> int:
    """The place of a column from 0: A is 0, AA is 26."""
    n = 0
    for c in column:
        n = 26 * n + ord(c) - ord("A") + 1
    return n - 1
