"""Files: every format, dialect and encoding gives the same counts, and every fault is said with its place."""

from __future__ import annotations

import gzip
import io
import json
import os
import sys
import threading
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tarazu.errors import InputError
from tarazu.intake import file_tables, files
from tarazu.intake.counted import Counted
from tarazu.intake.files import columns_of, count_files, read_small_text

duckdb = pytest.importorskip("duckdb")

TP = ["truth", "prediction"]
PLAIN = "truth,prediction\ncat,cat\ndog,cat\ndog,dog\ncat,cat\n"
EXPECTED = {("cat", "cat"): 2, ("dog", "cat"): 1, ("dog", "dog"): 1}


@pytest.fixture
def write(tmp_path: Path) -> Any:
    def write(content: str | bytes, name: str = "data.csv") -> Path:
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True, parents=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return path

    return write


def as_dict(counted: Counted) -> dict[tuple[Any, ...], int]:
    found = dict(zip(counted.combinations, counted.rows, strict=True))
    assert len(found) == len(counted.combinations)
    return found


def refusal(*args: Any, **options: Any) -> str:
    with pytest.raises(InputError) as caught:
        count_files(*args, **options)
    text = str(caught.value)
    for foreign in ("Invalid Input", "Possible", "LINE 1", "read_csv", "strict_mode", "IO Error", "\n"):
        assert foreign not in text
    return text


# ---- formats and ways to name them


def test_csv_says_what_it_read(write: Any) -> None:
    path = write(PLAIN)
    c = count_files(path, TP)
    assert as_dict(c) == EXPECTED
    assert c.keys == ("truth", "prediction")
    assert c.untyped
    assert c.weights is None
    assert c.rows_read == 4
    assert c.source == {
        "paths": [str(path)],
        "format": "csv",
        "rows": 4,
        "delimiter": ",",
        "header": True,
        "comment_lines": 0,
        "encoding": "UTF-8",
        "text": f"read {path}: 4 rows, comma, UTF-8",
    }


def test_keys_come_back_in_the_order_given(write: Any) -> None:
    c = count_files(write("id,truth,prediction\n1,a,b\n"), ["prediction", "truth", "prediction"])
    assert c.keys == ("prediction", "truth", "prediction")
    assert c.combinations == [("b", "a", "b")]


@pytest.mark.parametrize("name", ["d.tsv", "d.tab", "d.csv", "d.txt", "noextension"])
def test_tab_separated(write: Any, name: str) -> None:
    c = count_files(write(PLAIN.replace(",", "\t"), name), TP)
    assert as_dict(c) == EXPECTED
    assert "tab" in c.source["text"]


@pytest.mark.parametrize("name", ["d.csv.gz", "d.gz", "d.csv"])
def test_gzip_is_known_by_its_bytes(write: Any, name: str) -> None:
    packed = gzip.compress(PLAIN[:30].encode(), mtime=0) + gzip.compress(PLAIN[30:].encode())
    assert as_dict(count_files(write(packed, name), TP)) == EXPECTED


def test_gzip_with_a_wrong_checksum_or_cut_short_is_refused(write: Any) -> None:
    packed = gzip.compress(PLAIN.encode(), mtime=0)
    for content in (packed[:-8] + b"\0" * 8, packed[:-3], packed[: len(packed) // 2]):
        assert "is damaged or cut short: its gzip data do not unpack" in refusal(write(content, "d.csv.gz"), TP)


def test_parquet_keeps_types(write: Any, tmp_path: Path) -> None:
    path = tmp_path / "d.parquet"
    duckdb.sql(
        """select * from (values (1::bigint, 1.5::double, 'a', true, date '2024-01-02'),
        (2, 'nan', '', false, null), (2, null, null, false, null)) t(whole, part, word, yes, day)"""
    ).write_parquet(str(path))
    c = count_files(path, ["whole", "part", "word", "yes"])
    assert as_dict(c) == {(1, 1.5, "a", True): 1, (2, None, None, False): 2}
    assert [type(v) for v in c.combinations[0][:1] + c.combinations[1][:1]] == [int, int]
    assert not c.untyped
    assert c.source["text"] == f"read {path}: 3 rows, Parquet"
    assert columns_of(path) == ["whole", "part", "word", "yes", "day"]
    assert as_dict(count_files(path, ["word"], na=["a"])) == {(None,): 3}
    other = path.rename(tmp_path / "d.bin")  # the first bytes say what it is
    assert count_files(other, ["whole"]).rows_read == 3


def test_parquet_types_that_are_no_labels(tmp_path: Path) -> None:
    path = tmp_path / "d.parquet"
    duckdb.sql(
        """select [1] as l, {'x': 1} as s,
        '2024-01-02 03:04:05+00'::timestamptz as t,
        '7b6b8a3e-0000-0000-0000-000000000000'::uuid as u, 2.5::decimal(4, 1) as d,
        date '2024-01-02' as day"""
    ).write_parquet(str(path))
    assert "'l' holds INTEGER[]; expected one label per row" in refusal(path, ["l"])
    assert "expected one label per row" in refusal(path, ["s"])
    (row,) = count_files(path, ["t", "u", "d"]).combinations
    assert row[0].startswith("2024-01-02")
    assert row[1].startswith("7b6b8a3e")
    assert row[2] == 2.5
    assert "'day' holds DATE; expected numbers" in refusal(path, ["d"], weight="day")


def test_parquet_files_with_other_types_do_not_go_together(tmp_path: Path) -> None:
    duckdb.sql("select 1::bigint as k").write_parquet(str(tmp_path / "a.parquet"))
    duckdb.sql("select 2::integer as k").write_parquet(str(tmp_path / "b.parquet"))
    assert as_dict(count_files(str(tmp_path / "?.parquet"), ["k"])) == {(1,): 1, (2,): 1}
    duckdb.sql("select '2' as k").write_parquet(str(tmp_path / "b.parquet"))
    assert "holds BIGINT in" in refusal(str(tmp_path / "?.parquet"), ["k"])


def test_damaged_parquet(write: Any, tmp_path: Path) -> None:
    duckdb.sql("select range % 3 as k from range(1000)").write_parquet(str(tmp_path / "a.parquet"))
    content = bytearray((tmp_path / "a.parquet").read_bytes())
    assert "is damaged or cut short" in refusal(write(bytes(content[:200]), "cut.parquet"), ["k"])
    for i in range(4, 40):
        content[i] ^= 255
    assert "is damaged or cut short" in refusal(write(bytes(content), "bad.parquet"), ["k"])
    assert "is not a Parquet file" in refusal(write(PLAIN, "text.parquet"), ["k"])
    assert "is a Parquet file, not csv" in refusal(tmp_path / "a.parquet", ["k"], format="csv")


@pytest.mark.parametrize("name", ["d.jsonl", "d.ndjson", "d.json", "d.unknown"])
def test_json_lines_keep_types(write: Any, name: str) -> None:
    rows = [
        {"truth": "1", "prediction": 1},
        {"truth": True, "prediction": 1.0},
        {"truth": None, "prediction": 12345678901234567890123},
        {"prediction": 12345678901234567890123, "truth": ""},
        {"other": [1], "prediction": 12345678901234567890123},
        {"truth": "2024-01-02", "prediction": 1},
        {"truth": "\u0061", "prediction": 1, "Truth": "other"},
    ]
    text = "\n\n".join(map(json.dumps, rows)) + '\n{"truth": "\\u0061", "prediction": 1}'
    c = count_files(write(text, name), TP)
    assert {tuple((type(v), v) for v in k): n for k, n in as_dict(c).items()} == {
        ((str, "1"), (int, 1)): 1,
        ((bool, True), (float, 1.0)): 1,
        ((type(None), None), (int, 12345678901234567890123)): 3,
        ((str, "2024-01-02"), (int, 1)): 1,
        ((str, "a"), (int, 1)): 2,
    }
    assert not c.untyped
    assert c.source["text"].endswith("8 rows, JSON lines, UTF-8")


def test_json_array_and_names_that_differ_in_capitals(write: Any) -> None:
    rows = [{"a": "x", "A": 1}, {"a": "x", "A": 1}, {"a": float("nan"), "A": 2}]
    path = write(json.dumps(rows, indent=1), "d.json")
    assert as_dict(count_files(path, ["a"])) == {("x",): 2, (None,): 1}
    c = count_files(path, ["A", "a"], weight="A", na=["x"])
    assert c.keys == ("A", "a")
    assert as_dict(c) == {(1, None): 2, (2, None): 1}
    assert sorted(c.weights or ()) == [2.0, 2.0]
    assert columns_of(path) == ["a", "A"]


def test_json_in_other_encodings(write: Any) -> None:
    text = '{"k": "café"}\n{"k": "thé"}\n'
    for encoding in ("utf-8-sig", "utf-16", "cp1252"):
        assert as_dict(count_files(write(text.encode(encoding), "d.jsonl"), ["k"])) == {
            ("café",): 1,
            ("thé",): 1,
        }


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('{"k": 1}\n{"k": \n{"k": 2}\n', "is not valid JSON in line 2, column"),
        ('{"k": 1}\n\n{"k": 1} {"k": 2}\n', "is not valid JSON in line 3, column 10"),
        ('{"k": 1}\n{"k": "cut', "is not valid JSON in line 2"),
        ('{"k": 1}\n[1, 2]\n', "line 2 holds [1, 2]; expected an object"),
        ('{"k": 1}\n{"k": 1, "k": 2}\n', "line 2 has the name 'k' twice"),
        ('{"k": 1}\n{"k": [1, 2]}\n', "'k' holds [1,2]; expected one label per row"),
        ('[{"k": 1},\n {"k": 2]\n', "is not valid JSON in line 2"),
        ('{"j": 1}\n', "has no column 'k'. The columns are 'j'."),
        ("[]", "has no column 'k'"),
        ("{'k': 1}\n", "is not valid JSON in line 1, column 2"),
        ("{}\n", "has no column 'k'. The columns are none."),
        ('{"k": 1}\n{"k": ' + "9" * 5000 + "}", "expected one label per row"),
        ('{"k": ' + "[" * 900 + "]" * 900 + "}", "expected one label per row"),
        ('{"k": ' + "[" * 90_000, "line 1 holds a value that is no label"),
    ],
)
def test_broken_json(write: Any, text: str, said: str) -> None:
    assert said in refusal(write(text, "d.json"), ["k"])


def test_a_json_name_that_comes_late_and_one_that_never_comes(write: Any) -> None:
    path = write('{"a": "x"}\n' * 10_000 + '{"b": 1, "a": "x"}\n', "d.jsonl")
    assert as_dict(count_files(path, ["a", "b"])) == {("x", None): 10_000, ("x", 1): 1}
    assert "has no column 'c'" in refusal(path, ["a", "c"])


def test_patterns_and_several_paths(write: Any, tmp_path: Path) -> None:
    write("truth,prediction\na,b\n", "x1.csv")
    write("prediction;truth\nb;a\n\nb;b\n", "x2.csv")
    for paths in (str(tmp_path / "x*.csv"), [tmp_path / "x1.csv", str(tmp_path / "x2.csv")]):
        c = count_files(paths, TP)
        assert as_dict(c) == {("a", "b"): 2, ("b", "b"): 1}
    assert c.source["text"].startswith("read 2 files, ")
    assert "comma, semicolon" in c.source["text"]
    assert "is named twice" in refusal([tmp_path / "x1.csv", str(tmp_path / "*1.csv")], TP)
    assert "No file matches" in refusal(str(tmp_path / "y*.csv"), TP)
    write("truth,guess\na,b\n", "x3.csv")
    assert "have different columns: 'prediction' only in " in refusal(str(tmp_path / "x*.csv"), TP)
    write('{"truth": 1, "prediction": 1}', "x4.jsonl")
    said = refusal([tmp_path / "x1.csv", tmp_path / "x4.jsonl"], TP)
    assert "expected files of one format" in said


@pytest.mark.parametrize("name", ["a[1].csv", "it's.csv", "k=v/d.csv", "ü ñ.csv", "a*?.csv", '"q".csv'])
def test_names_of_files_stand_for_themselves(write: Any, tmp_path: Path, name: str) -> None:
    write("truth,prediction\nother,other\n", "a1.csv")
    path = write(PLAIN, name)
    assert as_dict(count_files(path, TP)) == EXPECTED
    assert as_dict(count_files([path, tmp_path / "a1.csv"], TP)) == {**EXPECTED, ("other", "other"): 1}


@pytest.mark.parametrize("name", ['a"b', "a'b", "a b", "a,b", "café ☕", "x;drop", "{rows}", "k0", "c1", "raw", "\\"])
def test_names_of_columns_are_only_names(write: Any, tmp_path: Path, name: str) -> None:
    cell = '"' + name.replace('"', '""') + '"'
    assert as_dict(count_files(write(f"z,{cell}\n1,x\n"), [name], weight="z")) == {("x",): 1}
    text = json.dumps({name: "x", "w": 1})
    assert as_dict(count_files(write(text, "d.jsonl"), [name], weight="w")) == {("x",): 1}
    path = tmp_path / "d.parquet"
    table = pytest.importorskip("pyarrow").table({name: ["x"], "w": [1]})
    pytest.importorskip("pyarrow.parquet").write_table(table, path)
    assert as_dict(count_files(path, [name], weight="w")) == {("x",): 1}


class _Stdin:
    def __init__(self, content: bytes) -> None:
        self.buffer = io.BytesIO(content)

    def isatty(self) -> bool:
        return False


def test_standard_input(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    temporary = tmp_path / "tmp"
    temporary.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(temporary))
    duckdb.sql("select 'cat' as truth, 'dog' as prediction").write_parquet(str(tmp_path / "d.parquet"))
    for content, n in (
        (PLAIN.encode(), 4),
        (gzip.compress(PLAIN.encode(), mtime=0), 4),
        (PLAIN.encode("utf-16"), 4),
        (b'\n {"truth": "a", "prediction": "b"}\n', 1),
        ((tmp_path / "d.parquet").read_bytes(), 1),
    ):
        monkeypatch.setattr(sys, "stdin", _Stdin(content))
        c = count_files("-", TP)
        assert c.rows_read == n
        assert c.source["paths"] == ["standard input"]
    monkeypatch.setattr(sys, "stdin", _Stdin(b""))
    assert "standard input is empty (0 bytes)" in refusal("-", TP)
    assert not list(temporary.iterdir())


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
def test_a_pipe_is_read_once(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = threading.Thread(target=lambda: pipe.write_text(PLAIN))
    writer.start()
    assert as_dict(count_files(pipe, TP)) == EXPECTED
    writer.join()


# ---- values of a CSV file are text


def test_text_is_text(write: Any) -> None:
    words = [
        "01",
        "1",
        "001",
        "1.0",
        "1e3",
        "TRUE",
        "True",
        "F",
        "T",
        "None",
        "null",
        "n/a",
        "nan",
        "NA",
        "NULL",
    ]
    words += [
        "1556559573141592653",
        "1556559573141592654",
        " x",
        "x ",
        "Spam",
        "spam",
        "2024-01-02",
        "-",
        "\\N",
    ]
    c = count_files(write("k\n" + "\n".join(words) + "\n"), ["k"])
    assert as_dict(c) == {(w,): 1 for w in words}


def test_only_an_empty_cell_is_missing_and_the_words_told(write: Any) -> None:
    path = write('item,r1,r2\n1,yes,yes\n2,no,\n3,"",NA\n4,,n/a\n')
    assert as_dict(count_files(path, ["r1", "r2"])) == {
        ("yes", "yes"): 1,
        ("no", None): 1,
        (None, "NA"): 1,
        (None, "n/a"): 1,
    }
    c = count_files(path, ["r1", "r2"], na=["NA", "n/a"])
    assert as_dict(c) == {("yes", "yes"): 1, ("no", None): 1, (None, None): 2}
    assert as_dict(count_files(path, ["r2"], na="NA"))[(None,)] == 2


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_quotes_and_line_ends(write: Any, end: str) -> None:
    lines = [
        "id,truth,prediction",
        '1,"bird, small","bird, small"',
        "",
        '2,"say ""tiger""",cat',
        '3,"two',
        'lines",5" pipe',
    ]
    for last in ("", end, end * 3):
        c = count_files(write(end.join(lines) + last), TP)
        assert as_dict(c) == {
            ("bird, small", "bird, small"): 1,
            ('say "tiger"', "cat"): 1,
            (f"two{end}lines", '5" pipe'): 1,
        }


def test_mixed_line_ends(write: Any) -> None:
    assert as_dict(count_files(write("truth,prediction\r\na,b\nb,b\r\na,b\ra,b\n"), TP)) == {
        ("a", "b"): 3,
        ("b", "b"): 1,
    }


def test_delimiters_at_the_end_of_a_line_hold_nothing(write: Any) -> None:
    assert as_dict(count_files(write("truth,prediction\na,b,\nb,b,,\n"), TP)) == {
        ("a", "b"): 1,
        ("b", "b"): 1,
    }


def test_blank_lines_are_no_rows(write: Any) -> None:
    assert as_dict(count_files(write("\n\r\n\ntruth,prediction\n\na,b\n\n\nb,b\n\n"), TP)) == {
        ("a", "b"): 1,
        ("b", "b"): 1,
    }
    assert as_dict(count_files(write("\n\nk\n\nx\n\n\ny\n\n"), ["k"])) == {("x",): 1, ("y",): 1}
    assert as_dict(count_files(write("\n\n1,2\n\n3,4\n\n"), [1, 2], header=False)) == {
        ("1", "2"): 1,
        ("3", "4"): 1,
    }


# ---- the dialect


@pytest.mark.parametrize(("delimiter", "name"), [(",", "comma"), (";", "semicolon"), ("\t", "tab"), ("|", "bar")])
def test_delimiter_is_found(write: Any, delimiter: str, name: str) -> None:
    path = write(PLAIN.replace(",", delimiter))
    assert as_dict(count_files(path, TP)) == EXPECTED
    assert columns_of(path) == TP
    assert as_dict(count_files(path, TP, delimiter=delimiter)) == EXPECTED
    assert as_dict(count_files(path, TP, delimiter=name)) == EXPECTED


def test_delimiter_is_the_one_with_which_the_columns_are_found(write: Any) -> None:
    text = "a,b;truth;prediction\n1,5;x,1;y,2\n2,5;x,2;y,2\n"
    assert as_dict(count_files(write(text), TP)) == {("x,1", "y,2"): 1, ("x,2", "y,2"): 1}
    assert columns_of(write('"a;b";"c,d";e\n1;2;3\n')) == ["a;b", "c,d", "e"]
    assert as_dict(count_files(write("truth^prediction\na^b\n"), TP, delimiter="^")) == {("a", "b"): 1}
    assert "The delimiter '::' cannot be used" in refusal(write(text), TP, delimiter="::")


@pytest.mark.parametrize("first", ["sep=;\n", '"sep=;"\r\n', "\nSEP=;\n\n"])
def test_the_line_by_which_excel_names_the_delimiter(write: Any, first: str) -> None:
    path = write(first + "truth;prediction,x\na;b\n")
    assert as_dict(count_files(path, ["truth", "prediction,x"])) == {("a", "b"): 1}
    assert columns_of(path) == ["truth", "prediction,x"]


def test_comment_lines_only_where_the_columns_are_below_them(write: Any) -> None:
    c = count_files(write("# made by x, y\n#\n\n" + PLAIN), TP)
    assert as_dict(c) == EXPECTED
    assert c.source["comment_lines"] == 2
    assert "2 comment lines skipped" in c.source["text"]
    assert as_dict(count_files(write("#truth,prediction\n#a,b\n"), ["#truth"])) == {("#a",): 1}
    assert "has no column 'truth'. Did you mean '#truth'?" in refusal(write("#truth,prediction\na,b\n"), TP)
    # a quote in a comment must not swallow the lines below
    assert as_dict(count_files(write('#x,"y\n' + PLAIN), TP)) == EXPECTED


def test_without_a_header_columns_are_numbers(write: Any) -> None:
    path = write("1,1\n0,1\n0,0\n1,1\n")
    for keys in ([1, 2], ["1", "2"]):
        c = count_files(path, keys, header=False)
        assert c.keys == ("1", "2")
        assert as_dict(c) == {("1", "1"): 2, ("0", "1"): 1, ("0", "0"): 1}
    assert "no header" in c.source["text"]
    assert columns_of(path, header=False) == ["1", "2"]
    assert "numbers from 1 to 2; got 3" in refusal(path, [1, 3], header=False)
    assert "numbers from 1 to 2; got 'truth'" in refusal(path, ["truth"], header=False)
    assert "Is there no header?" in refusal(path, TP)


def test_with_a_header_a_number_is_a_place_unless_it_is_a_name(write: Any) -> None:
    path = write("x,truth,1\na,b,c\n")
    assert count_files(path, [2]).keys == ("truth",)
    assert count_files(path, ["1"]).combinations == [("c",)]
    assert count_files(path, [1]).combinations == [("c",)]


def test_a_name_twice_matters_only_where_it_is_asked_for(write: Any) -> None:
    path = write("x,truth,x,prediction\n1,a,2,b\n")
    assert as_dict(count_files(path, TP)) == {("a", "b"): 1}
    assert "has the column 'x' 2 times: columns 1 and 3" in refusal(path, ["x"])
    assert as_dict(count_files(path, [3])) == {("2",): 1}
    assert as_dict(count_files(write("a,A\nx,y\n"), ["a", "A"])) == {("x", "y"): 1}


# ---- encodings


@pytest.mark.parametrize(
    ("codec", "title"),
    [
        ("utf-8", "UTF-8"),
        ("utf-8-sig", "UTF-8"),
        ("utf-16", "UTF-16"),
        ("utf-32", "UTF-32"),
        ("cp1252", "Windows-1252"),
    ],
)
def test_encoding_is_found(write: Any, codec: str, title: str) -> None:
    content = "truth,prediction\ncafé,café\nthé,café\nthé,thé\n".encode(codec)
    expected = {("café", "café"): 1, ("thé", "café"): 1, ("thé", "thé"): 1}
    for packed in (content, gzip.compress(content, mtime=0)):
        c = count_files(write(packed), TP)
        assert as_dict(c) == expected
        assert c.source["encoding"] == title
    assert columns_of(write(content)) == TP
    assert as_dict(count_files(write(content), TP, encoding=codec)) == expected


def test_encoding_is_told(write: Any) -> None:
    content = "truth,prediction\nネコ,イヌ\n".encode("shift_jis")
    assert as_dict(count_files(write(content), TP, encoding="Shift_JIS")) == {("ネコ", "イヌ"): 1}
    assert "is not UTF-8: it does not decode in line 2" in refusal(write(content), TP, encoding="utf-8")
    assert "Unknown encoding 'utf-9'" in refusal(write(content), TP, encoding="utf-9")
    assert "Unknown encoding 'base64'" in refusal(write(content), TP, encoding="base64")
    both = "truth,prediction\na,b\n".encode("utf-16-le")
    assert "looks like UTF-16 without a mark" in refusal(write(both), TP)
    assert as_dict(count_files(write(both), TP, encoding="utf-16-le")) == {("a", "b"): 1}


def test_windows_1252_that_shows_late(write: Any) -> None:
    head = b"truth,prediction\n" + b"cat,dog\n" * 10_000
    c = count_files(write(head + b"caf\xe9,dog\n"), TP)
    assert as_dict(c) == {("cat", "dog"): 10_000, ("café", "dog"): 1}
    assert c.source["encoding"] == "Windows-1252"
    rows = b'{"k": "cat"}\n' * 6_000 + b'{"k": "caf\xe9"}\n'
    assert as_dict(count_files(write(rows, "d.jsonl"), ["k"])) == {("cat",): 6_000, ("café",): 1}
    # letters of UTF-8 above it: the file is damaged, and must not be read as something else
    said = refusal(write(head.replace(b"cat", "thé".encode(), 1) + b"caf\xe9,dog\n"), TP)
    assert "line 10002 that are not UTF-8" in said
    # the same where these letters come late, and where the encoding was told
    assert "that are not UTF-8" in refusal(write(head + "thé,dog\n".encode() + b"caf\xe9,dog\n"), TP)
    assert "that are not UTF-8" in refusal(write(head + b"caf\xe9,dog\n"), TP, encoding="utf-8")
    assert "that are not UTF-8" in refusal(write(b"\xef\xbb\xbf" + head + b"caf\xe9,dog\n"), TP)
    assert "neither UTF-8 nor Windows-1252" in refusal(write(b"truth,prediction\ncaf\xc3\xa9,th\xe9\n"), TP)


# ---- weights


def test_weights_and_their_squares(write: Any, tmp_path: Path) -> None:
    c = count_files(write("t,p,w\na,a,1\na,a,0.5\na,b,1e2\nb,b,0\n"), ["t", "p"], weight="w")
    found = dict(zip(c.combinations, zip(c.rows, c.weights or (), c.squares or (), strict=True), strict=True))
    assert found == {("a", "a"): (2, 1.5, 1.25), ("a", "b"): (1, 100, 10_000), ("b", "b"): (1, 0, 0)}
    c = count_files(write('{"t": "a", "w": 2}\n{"t": "a", "w": "3"}\n', "d.jsonl"), ["t"], weight="w")
    assert (c.weights, c.squares) == ([5], [13])
    duckdb.sql("select 'a' as t, unnest([1.5, 2]) as w").write_parquet(str(tmp_path / "d.parquet"))
    assert count_files(tmp_path / "d.parquet", ["t"], weight="w").weights == [3.5]
    assert count_files(write("a,2\na,3\n"), [1], weight="2", header=False).weights == [5]


def test_a_table_of_counts(write: Any) -> None:
    text = "Actual Label,Predicted Label,Count Occurences\nA,A,200\nA,B,150\nA,C,100\nA,D,150\n"
    text += "B,B,50\nB,C,100\nC,D,70\nD,D,80\n"
    c = count_files(write(text), ["Actual Label", "Predicted Label"], weight="Count Occurences")
    assert sum(c.weights or ()) == 900
    assert c.rows_read == 8


@pytest.mark.parametrize(
    ("weight", "said"),
    [
        ("abc", "line 3: the weight column 'w' holds 'abc'; expected a number of at least 0"),
        ("-1", "holds '-1'"),
        ("nan", "holds 'nan'"),
        ("inf", "holds 'inf'"),
        ("1_000", "holds '1_000'"),
        ("1e200", "holds '1e200'"),
        ("", "line 3: the weight column 'w' is empty"),
        ('"1,5"', "holds '1,5'; other weights have a decimal point"),
        ('"1,2,3"', "holds '1,2,3'"),
    ],
)
def test_wrong_weights(write: Any, weight: str, said: str) -> None:
    assert said in refusal(write(f"k,w\na,1.25\nb,{weight}\nb,2\n"), ["k"], weight="w")


def test_wrong_weights_elsewhere(write: Any, tmp_path: Path) -> None:
    rows = '{"k": "a", "w": 1}\n\n{"k": "a", "w": null}\n'
    assert "d.jsonl line 3: the weight column 'w' is empty" in refusal(write(rows, "d.jsonl"), ["k"], weight="w")
    rows = '{"k": "a", "w": 1}\n{"k": "a", "w": -2.5}\n'
    assert "line 2: the weight column 'w' holds '-2.5'" in refusal(write(rows, "d.jsonl"), ["k"], weight="w")
    path = tmp_path / "d.parquet"
    duckdb.sql("select 'a' as k, unnest([1.0, 2.0, -3.5]) as w").write_parquet(str(path))
    assert "row 3: the weight column 'w' holds '-3.5'" in refusal(path, ["k"], weight="w")
    write("k,w\na,1\n", "x1.csv")
    write("k,w\na,1\na,oops\n", "x2.csv")
    assert "x2.csv line 3: the weight" in refusal(str(tmp_path / "x*.csv"), ["k"], weight="w")


def test_decimal_comma(write: Any) -> None:
    c = count_files(write("k;w\na;1,5\na;1,250\na;2\n"), ["k"], weight="w")
    assert c.weights == [4.75]
    assert c.squares == [1.5**2 + 1.25**2 + 4]
    assert "decimal comma" in c.source["text"]
    assert count_files(write("k;w\na;0,500\n"), ["k"], weight="w").weights == [0.5]
    said = refusal(write("k;w\na;1\na;1,500\n"), ["k"], weight="w")
    assert "line 3: the weight column 'w' holds '1,500'; is it a decimal comma, or thousands?" in said
    assert "holds 'x'" in refusal(write("k;w\na;1,5\na;x\n"), ["k"], weight="w")


# ---- what can be wrong with a file


def test_files_that_are_not_there(write: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(PLAIN, "data.csv")
    assert "There is no file" in refusal(tmp_path / "dta.csv", TP)
    assert "Did you mean 'data.csv'?" in refusal(tmp_path / "dta.csv", TP)
    assert "There is no directory" in refusal(tmp_path / "no" / "data.csv", TP)
    assert "is a directory; name files" in refusal(tmp_path, TP)
    assert "No file was named" in refusal([], TP)
    assert "expected a list of names" in refusal(tmp_path / "data.csv", [])
    assert "Unknown format 'xml'" in refusal(tmp_path / "data.csv", TP, format="xml")

    def forbidden(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("tarazu.intake.opened._bytes_of", forbidden)
    assert "may not be read (permission denied)" in refusal(tmp_path / "data.csv", TP)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("", "is empty (0 bytes)"),
        ("\n \n\n", "holds blank lines only"),
        ("sep=;\n", "holds the line 'sep=' only"),
        ("truth,prediction\n", "has a header and 0 rows"),
        ("truth,prediction", "has a header and 0 rows"),
        ("truth,prediction\n\n\n", "has a header and 0 rows"),
        (
            "truth,predicton\na,b\n",
            "has no column 'prediction'. Did you mean 'predicton'? The columns are 'truth', 'predicton'.",
        ),
        (
            "id,truth,prediction\n1,cat,cat\n2,bird, small,cat\n",
            "line 3 has 4 cells, the header has 3; a value with a comma must be quoted",
        ),
        ("truth;prediction\na;b\na;b;c\n", "a value with a semicolon must be quoted"),
        (
            "id,truth,prediction\n1,cat,cat\n\n2,bird\n",
            "line 4 has 2 cells, the header has 3; every line must have a cell for every column",
        ),
        ('truth,prediction\na,"two\nlines"\na\n', "line 4 has 1 cell, the header has 2"),
        ('truth,prediction\na,b\na,"b\nc,d\n', "has a quote that is opened in line 3 and never closed"),
        ('truth,prediction\n"a"x,b\n', "line 2 has text behind a closing quote"),
        (b"truth,prediction\na\0b,c\n", "is a binary file (it holds NUL bytes)"),
        (b"\x00\x01\x02\x03", "is a binary file"),
        (b"\x81\x8d\x8f,\xff\n", "neither UTF-8 nor Windows-1252"),
        (b"PK\x03\x04\x14", "is damaged or cut short: it cannot be read as an Excel workbook"),
        (b"\xd0\xcf\x11\xe0\xa1", "is an old Excel workbook (.xls), or one with a password"),
        (b"%PDF-1.4", "is a PDF"),
        (gzip.compress(b"", mtime=0), "is empty (0 bytes)"),
    ],
)
def test_faults_of_csv_files(write: Any, content: str | bytes, said: str) -> None:
    assert said in refusal(write(content), TP)


def test_faults_are_placed_in_the_right_file(write: Any, tmp_path: Path) -> None:
    write(PLAIN, "x1.csv")
    write("truth,prediction\na,b\na,b,c\n", "x2.csv")
    assert "x2.csv line 3 has 3 cells" in refusal(str(tmp_path / "x*.csv"), TP)
    assert "line 3 has 3 cells, the first line has 2" in refusal(write("a,b\nb,b\na,b,c\n"), [1], header=False)


def test_only_rows_of_the_second_file_need_mending(write: Any, tmp_path: Path) -> None:
    write(PLAIN, "x1.csv")
    write("truth,prediction\r\ncat,cat\ndog,cat\r\n", "x2.csv")
    assert as_dict(count_files(str(tmp_path / "x*.csv"), TP)) == {
        **EXPECTED,
        ("cat", "cat"): 3,
        ("dog", "cat"): 2,
    }


def test_long_lines(write: Any) -> None:
    long = '"' + "x,\n" * 1_000_000 + '"'
    assert as_dict(count_files(write(f"k,text\na,{long}\nb,short\n"), ["k"])) == {("a",): 1, ("b",): 1}
    wide = ",".join(f"column {i}" for i in range(20_000))
    assert as_dict(count_files(write(f"{wide}\n{','.join('v' * 20_000)}\n"), ["column 19999"])) == {("v",): 1}


def test_quoted_text_that_looks_like_rows(write: Any) -> None:
    row = '1,"' + "x,y\n" * 500 + '"\n'
    assert as_dict(count_files(write("a,b\n" + row * 5_000), ["a"])) == {("1",): 5_000}


def test_many_files_and_many_labels(write: Any, tmp_path: Path) -> None:
    for i in range(60):
        write("k,n\n" + "".join(f"{i},{j}\n" for j in range(20)), f"part{i:02}.csv")
    c = count_files(str(tmp_path / "part*.csv"), ["k", "n"])
    assert Counter(c.rows) == {1: 1200}


def test_memory_that_does_not_suffice_is_said(write: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def exhausted(*_: object) -> str:
        raise duckdb.OutOfMemoryException("Out of Memory Error: could not allocate")

    monkeypatch.setattr(files, "sql_of", exhausted)
    assert "more different values than fit the memory" in refusal(write(PLAIN), TP)
    monkeypatch.setattr(files, "sql_of", lambda *_: "select nonsense from nowhere")
    assert "is damaged or cut short: it cannot be read as CSV" in refusal(write(PLAIN), TP)


# ---- small texts


def test_small_text(write: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    text = "  a  b   <-- classified as\n 59  2 |  a = é\n"
    for encoding in ("utf-8", "utf-8-sig", "utf-16", "cp1252"):
        content = text.encode(encoding)
        assert read_small_text(write(content, "m.txt")) == text
        assert read_small_text(write(gzip.compress(content, mtime=0), "m.txt")) == text
        monkeypatch.setattr(sys, "stdin", _Stdin(content))
        assert read_small_text("-") == text
    assert read_small_text(write(text.encode("cp437"), "m.txt"), encoding="cp437") == text
    for content, said in (
        (b"", "0 bytes"),
        (b"PAR1xx", "is a Parquet file"),
        (b"ab\0cde", "binary"),
        (b"PK\x03\x04", "Excel"),
    ):
        with pytest.raises(InputError, match=said):
            read_small_text(write(content, "m.txt"))


def test_no_type_of_a_parquet_column_is_both_kinds() -> None:
    assert not set(file_tables._NUMBERS) & file_tables._AS_THEY_ARE
