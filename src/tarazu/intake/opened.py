"""From paths to files that can be read: globs, standard input, gzip, and what the first bytes say."""

from __future__ import annotations

import codecs
import glob
import gzip
import os
import re
import shutil
import stat
import sys
import tempfile
import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import BinaryIO, Literal, get_args

from tarazu.errors import InputError, listed, near

__all__ = [
    "Format",
    "Opened",
    "Paths",
    "as_utf8",
    "encoding_title",
    "explained",
    "open_files",
    "plain",
    "read_small",
    "read_small_text",
]

Format = Literal["csv", "tsv", "parquet", "jsonl", "xlsx"]
Paths = str | os.PathLike[str] | Sequence[str | os.PathLike[str]]

_STDIN = "standard input"
_HEAD = 1 << 16  # bytes looked at ...
_LONG_HEAD = 1 << 24  # ... or so many when the first line is longer than that
_CHUNK = 1 << 20
_SMALL = 1 << 25
_MIXED = 10  # in Windows-1252 fewer than one letter in ten looks like UTF-8 by chance
_EXTENSIONS: dict[str, Format] = {
    ".csv": "csv",
    ".tsv": "tsv",
    ".tab": "tsv",
    ".parquet": "parquet",
    ".pq": "parquet",
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".json": "jsonl",
    ".xlsx": "xlsx",
    ".xlsm": "xlsx",
}
_GZIP = b"\x1f\x8b"
_PARQUET = b"PAR1"
_ZIP = b"PK\x03\x04"
_KNOWN_BINARY = {
    b"\xd0\xcf\x11\xe0": "an old Excel workbook (.xls), or one with a password; save it as plain .xlsx, or as CSV",
    b"%PDF": "a PDF; the table must be saved as CSV",
    b"\x28\xb5\x2f\xfd": "compressed with zstd; decompress it, or use gzip",
    b"BZh": "compressed with bzip2; decompress it, or use gzip",
    b"\xfd7zXZ": "compressed with xz; decompress it, or use gzip",
    b"SQLite format 3": "an SQLite database; export the table as CSV",
    b"ARROW1": "an Arrow file; save it as Parquet",
    b"\x93NUMPY": "a NumPy array; load it and pass the array",
    b"\x89HDF": "an HDF5 file; save the table as Parquet or CSV",
}
# the longer mark first: UTF-32 begins as UTF-16 does
_MARKS = (
    (b"\xff\xfe\x00\x00", "utf-32"),
    (b"\x00\x00\xfe\xff", "utf-32"),
    (b"\xef\xbb\xbf", "utf-8-sig"),
    (b"\xff\xfe", "utf-16"),
    (b"\xfe\xff", "utf-16"),
)
_TITLES = {"utf-8-sig": "UTF-8", "cp1252": "Windows-1252"}


@dataclass(frozen=True)
class Opened:
    """A file that was looked at: what it is, and how its text begins (`whole`: all of it).

    `sure` where the encoding was told, or marked, rather than seen.
    """

    shown: str
    path: str
    packed: bool
    format: Format
    encoding: str
    head: str
    whole: bool
    sure: bool = False


def encoding_title(encoding: str) -> str:
    """Return the name people know an encoding by.

    >>> encoding_title("utf-8-sig"), encoding_title("cp1252")
    ('UTF-8', 'Windows-1252')
    """
    return _TITLES.get(encoding, encoding.upper())


def open_files(
    paths: Paths, room: Path, *, format: str | None, encoding: str | None, sheet: str | int | None = None
) -> list[Opened]:
    """Find the files and look at the beginning of each. Copies of streams are put into `room`."""
    known: Format | None = None
    if format is not None:
        known = next((f for f in get_args(Format) if f == format), None)
        if known is None:
            raise InputError(f"Unknown format {format!r}; expected one of {listed(get_args(Format))}.")
    codec = None if encoding is None else _codec(encoding)
    opened = [_look(shown, path, known, codec) for shown, path in _expanded(paths, room)]
    seen: dict[str, str] = {}
    for o in opened:
        if o.format != "xlsx":
            _refuse_sheet(sheet, o.shown)
        real = os.path.realpath(o.path)
        if real in seen:
            raise InputError(f"{o.shown} is named twice ({seen[real]}); its rows would be counted twice.")
        seen[real] = o.shown
    return opened


def read_small_text(path: str | os.PathLike[str], encoding: str | None = None) -> str:
    """Return the text of a small file, or of standard input for `-`, decoded as count_files does it.

    Raises InputError where the file cannot be read, is not text, or is over 32 MB.
    """
    found = read_small(path, encoding=encoding)
    if not isinstance(found, str):
        raise InputError(f"{path} is an Excel workbook; expected text.")
    return found


def read_small(
    path: str | os.PathLike[str], *, encoding: str | None = None, sheet: str | int | None = None
) -> str | list[list[str]]:
    """Return the text of a small file, or the cells of a sheet where it is an Excel workbook."""
    with tempfile.TemporaryDirectory(prefix="tarazu-") as room:
        found = _expanded(path, Path(room))
        if len(found) > 1:
            raise InputError(f"{path} stands for {len(found)} files; expected one.")
        shown, real = found[0]
        codec = None if encoding is None else _codec(encoding)
        with explained(shown):
            packed = _begins(real, len(_GZIP)) == _GZIP
            with _bytes_of(real, packed) as f:
                raw = f.read(_SMALL + 1)
        if len(raw) > _SMALL:
            raise InputError(f"{shown} has more than {_SMALL >> 20} MB; expected a small text file.")
        if raw.startswith(_ZIP):
            from tarazu.intake.excel import sheet_cells

            return sheet_cells(plain(Opened(shown, real, packed, "xlsx", "", "", True), Path(room)).path, shown, sheet)
        _refuse_sheet(sheet, shown)
        _refuse_binary(raw, shown)
        if raw.startswith(_PARQUET):
            raise InputError(f"{shown} is a Parquet file; expected text.")
        return _decoded(raw, True, codec, shown)[0]


def _expanded(paths: Paths, room: Path) -> list[tuple[str, str]]:
    """The files meant, each as the user would call it and as it is opened. A real name beats a pattern."""
    given = [paths] if isinstance(paths, str | os.PathLike) else list(paths)
    if not given:
        raise InputError("No file was named.")
    found: list[tuple[str, str]] = []
    for text in (os.fspath(p) for p in given):
        path = os.path.expanduser(text)
        if text == "-":
            found.append((_STDIN, _spooled(None, room, _STDIN)))
        elif os.path.exists(path):
            found.append((text, _regular(path, room, text)))
        elif glob.has_magic(path):
            matches = sorted(p for p in glob.glob(path, recursive=True) if not os.path.isdir(p))
            if not matches:
                raise InputError(f"No file matches {text!r} in {os.getcwd()}.")
            found += [(p, _regular(p, room, p)) for p in matches]
        else:
            folder, name = os.path.split(path)
            try:
                hint = near(name, os.listdir(folder or "."))
            except OSError:
                hint = f" There is no directory {folder!r}."
            raise InputError(f"There is no file {text!r}.{hint}")
    return found


def _regular(path: str, room: Path, shown: str) -> str:
    """The path, or that of a copy where the path is a pipe, which can be read only once."""
    with explained(shown):
        mode = os.stat(path).st_mode
    if stat.S_ISDIR(mode):
        raise InputError(f"{shown} is a directory; name files, for example {os.path.join(shown, '*.csv')!r}.")
    return os.path.abspath(path) if stat.S_ISREG(mode) else _spooled(path, room, shown)


def _spooled(path: str | None, room: Path, shown: str) -> str:
    handle, copy = tempfile.mkstemp(dir=room)
    with explained(shown), os.fdopen(handle, "wb") as target:
        if path is not None:
            with open(path, "rb") as source:
                shutil.copyfileobj(source, target, _CHUNK)
        elif sys.stdin is None or sys.stdin.isatty():
            raise InputError("Nothing is piped into standard input; expected a table there.")
        else:
            shutil.copyfileobj(sys.stdin.buffer, target, _CHUNK)
    return copy


def _look(shown: str, path: str, known: Format | None, codec: str | None) -> Opened:
    with explained(shown):
        packed = _begins(path, len(_GZIP)) == _GZIP
        with _bytes_of(path, packed) as f:
            raw = f.read(_HEAD + 1)
            size = _HEAD
            if len(raw) > size and not re.search(rb"[\r\n]", raw[:size]):
                raw, size = raw + f.read(_LONG_HEAD - _HEAD), _LONG_HEAD
    if not raw:
        raise InputError(f"{shown} is empty (0 bytes); expected a table.")
    whole, raw = len(raw) <= size, raw[:size]
    stem, extension = os.path.splitext(path.casefold())
    format = known or _EXTENSIONS.get(os.path.splitext(stem)[1] if extension == ".gz" else extension)
    if raw.startswith(_PARQUET):  # nothing else begins so: a wrong name does not matter, a wrong order does
        if known not in (None, "parquet"):
            raise InputError(f"{shown} is a Parquet file, not {known}.")
        return Opened(shown, path, packed, "parquet", "", "", whole)
    if raw.startswith(_ZIP):
        if known not in (None, "xlsx"):
            raise InputError(f"{shown} is an Excel workbook or another zip archive, not {known}.")
        return Opened(shown, path, packed, "xlsx", "", "", whole)
    _refuse_binary(raw, shown)
    if format == "parquet":
        raise InputError(f"{shown} is not a Parquet file: it does not begin with PAR1. Is it text, or damaged?")
    if format == "xlsx":
        raise InputError(f"{shown} is not an Excel workbook: it does not begin as one. Is it text, or damaged?")
    head, encoding = _decoded(raw, whole, codec, shown)
    if format is None:
        format = "jsonl" if head.lstrip().startswith("{") else "csv"
    sure = codec is not None or encoding == "utf-8-sig"
    return Opened(shown, path, packed, format, encoding, head, whole, sure)


def _refuse_sheet(sheet: str | int | None, shown: str) -> None:
    if sheet is not None:
        raise InputError(f"A sheet was named, {sheet!r}, but {shown} is not an Excel workbook.")


def _refuse_binary(raw: bytes, shown: str) -> None:
    if not raw:
        raise InputError(f"{shown} is empty (0 bytes); expected a table.")
    for magic, what in _KNOWN_BINARY.items():
        if raw.startswith(magic):
            raise InputError(f"{shown} is {what}.")


def _codec(encoding: str) -> str:
    try:
        name = codecs.lookup(encoding).name
        b"a".decode(name)  # refuses codecs that are not about text, such as base64
    except (LookupError, ValueError) as e:
        if isinstance(e, UnicodeError):
            return name  # a code of two bytes
        hint = near(encoding, ["utf-8", "utf-16", "cp1252", "latin-1", "iso-8859-15", "shift_jis", "gb18030"])
        raise InputError(f"Unknown encoding {encoding!r}; expected a name such as utf-8 or cp1252.{hint}") from e
    return name


def _decoded(raw: bytes, whole: bool, codec: str | None, shown: str) -> tuple[str, str]:
    """The text and its encoding: as told, by its mark, UTF-8 where valid, else Windows-1252."""
    mark = next((name for bytes_, name in _MARKS if raw.startswith(bytes_)), None)
    encoding = codec or mark or "utf-8"
    if encoding == "utf-8":
        encoding = mark if mark == "utf-8-sig" else encoding
    if codec is None and mark is None and b"\0" in raw:
        if raw[1::2].count(0) > len(raw) // 4 or raw[::2].count(0) > len(raw) // 4:
            raise InputError(f"{shown} looks like UTF-16 without a mark; give its encoding, utf-16-le or utf-16-be.")
        raise InputError(f"{shown} is a binary file (it holds NUL bytes); expected text or Parquet.")
    try:
        text = codecs.getincrementaldecoder(encoding)("strict").decode(raw, whole)
    except UnicodeDecodeError as e:
        line = raw[: e.start].count(b"\n") + 1
        if codec is not None or mark is not None:
            raise InputError(
                f"{shown} is not {encoding_title(encoding)}: it does not decode in line {line}; give another encoding."
            ) from e
        text, encoding = _windows(raw, line, shown), "cp1252"
    if "\0" in text:
        raise InputError(f"{shown} is not {encoding_title(encoding)} text: it holds NUL characters.")
    return text.removeprefix("\ufeff"), encoding


def _windows(raw: bytes, line: int, shown: str) -> str:
    """Bytes that are not UTF-8, as Windows-1252; refused where they look like a damaged UTF-8."""
    valid, invalid = _letters(raw.decode("utf-8", "replace"))
    try:
        text = raw.decode("cp1252")
    except UnicodeDecodeError:
        text = ""
    if _MIXED * valid >= invalid or not text:
        raise InputError(
            f"{shown} holds bytes in line {line} that are neither UTF-8 nor Windows-1252 text; "
            "give its encoding, or is it a binary file?"
        )
    return text


def _letters(text: str) -> tuple[int, int]:
    """How many letters beyond ASCII stand in a text decoded as UTF-8, and how many faults."""
    faults = text.count("\ufffd")
    return sum(not c.isascii() for c in text) - faults, faults


def plain(opened: Opened, room: Path) -> Opened:
    """Return the file as uncompressed UTF-8 (or Parquet): itself, or a copy in `room`.

    The copy of a packed file costs no more than unpacking on the fly, and its checksum is verified.
    """
    utf8 = opened.encoding in ("utf-8", "utf-8-sig", "")
    if utf8 and not opened.packed:
        return opened
    handle, copy = tempfile.mkstemp(dir=room)
    with explained(opened.shown), _bytes_of(opened.path, opened.packed) as source:
        if utf8:
            with os.fdopen(handle, "wb") as target:
                shutil.copyfileobj(source, target, _CHUNK)
        else:
            with os.fdopen(handle, "w", encoding="utf-8", newline="") as text:
                text.writelines(_text_of(source, opened.encoding, opened.shown))
    return replace(opened, path=copy, packed=False)


def as_utf8(opened: Opened, room: Path) -> Opened:
    """Check a plain file to its end for UTF-8; return a copy, read as Windows-1252, where it is that.

    Raises InputError where it also holds letters of UTF-8 (then it is damaged), or was said to be UTF-8.
    """
    try:
        with open(opened.path, "rb") as source:
            for _ in _text_of(source, "utf-8", opened.shown):
                pass
    except InputError:
        valid = invalid = 0
        with open(opened.path, "rb") as source:
            for text in _text_of(source, "utf-8", opened.shown, "replace"):
                more = (0, 0) if text.isascii() else _letters(text)
                valid, invalid = valid + more[0], invalid + more[1]
        if opened.sure or _MIXED * valid >= invalid:
            raise
        return plain(replace(opened, encoding="cp1252"), room)
    return opened


def _text_of(source: BinaryIO, encoding: str, shown: str, errors: str = "strict") -> Iterator[str]:
    decoder = codecs.getincrementaldecoder(encoding)(errors)
    line = 1
    while True:
        chunk = source.read(_CHUNK)
        try:
            text = decoder.decode(chunk, final=not chunk)
        except UnicodeDecodeError as e:
            line += e.object[: e.start].count(b"\n")
            raise InputError(
                f"{shown} holds bytes in line {line} that are not {encoding_title(encoding)}; "
                "give another encoding, or mend that line."
            ) from e
        yield text
        line += text.count("\n")
        if not chunk:
            return


def _begins(path: str, n: int) -> bytes:
    with open(path, "rb") as f:
        return f.read(n)


def _bytes_of(path: str, packed: bool) -> BinaryIO:
    return gzip.open(path, "rb") if packed else open(path, "rb")  # type: ignore[return-value]


@contextmanager
def explained(shown: str) -> Iterator[None]:
    """Say in words what the system says about a file."""
    try:
        yield
    except PermissionError as e:
        raise InputError(f"{shown} may not be read (permission denied).") from e
    except (EOFError, gzip.BadGzipFile, zlib.error) as e:
        raise InputError(f"{shown} is damaged or cut short: its gzip data do not unpack.") from e
    except OSError as e:
        raise InputError(f"{shown} could not be read: {e.strerror or e}.") from e
