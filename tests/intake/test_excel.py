"""Sheets of Excel workbooks: the same labels as from a CSV file, and every fault said with its cell."""

import datetime as dt
import gzip
import io
import re
import sys
import zipfile

import openpyxl
import pytest

import tarazu as tz
from tarazu.errors import InputError, QuestionError
from tarazu.intake.files import columns_of, count_files, read_small_text

TP = ["truth", "prediction"]
ROWS = [["cat", "cat"], ["dog", "cat"], ["dog", "dog"], ["cat", "cat"]]
EXPECTED = {("cat", "cat"): 2, ("dog", "cat"): 1, ("dog", "dog"): 1}


@pytest.fixture
def book(tmp_path):
    """Write a workbook of sheets, given as rows of cells."""

    def write(sheets=None, name="data.xlsx", head=TP):
        workbook = openpyxl.Workbook()
        workbook.remove(workbook.active)
        for title, rows in ({"ratings": ROWS} if sheets is None else sheets).items():
            sheet = workbook.create_sheet(title)
            for row in ([head] if head and rows else []) + rows:
                sheet.append(row)
        path = tmp_path / name
        workbook.save(path)
        return path

    return write


def counted(path, keys=TP, **options):
    found = count_files(path, keys, **options)
    return dict(zip(found.combinations, found.rows, strict=True))


def refusal(path, keys=TP, **options):
    with pytest.raises(InputError) as caught:
        count_files(path, keys, **options)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_a_sheet_says_what_was_read(book):
    path = book()
    found = count_files(path, TP)
    assert dict(zip(found.combinations, found.rows, strict=True)) == EXPECTED
    assert found.untyped
    assert found.source == {
        "paths": [str(path)],
        "format": "xlsx",
        "rows": 4,
        "header": True,
        "sheet": "ratings",
        "text": f"read {path}: 4 rows, sheet 'ratings'",
    }
    assert columns_of(path) == TP


def test_the_values_are_those_of_a_csv_file(book):
    cells = [
        ("01", "01"), (1, "1"), (2.0, "2"), (0.5, "0.5"), (1e-7, "0.0000001"), (-3, "-3"), (10**15, "1000000000000000"),
        (True, "TRUE"), (dt.date(2024, 1, 2), "2024-01-02"), (dt.datetime(2024, 1, 2, 3, 4, 5), "2024-01-02T03:04:05"),
        (dt.time(1, 2, 3), "01:02:03"), (" é, \"x\"\nline ", " é, \"x\"\nline "), (None, None),
    ]  # fmt: skip
    path = book({"s": [[i, cell] for i, (cell, _) in enumerate(cells)]})
    found = counted(path)
    assert found == {(str(i), text): 1 for i, (_, text) in enumerate(cells)}


def test_labels_get_their_types_as_from_csv(book):
    def labels(*values):
        return tz.classify(book({"s": [[v, v] for v in values]}), truth="truth", prediction="prediction").tally.labels

    assert labels(1, 2.0) == (1, 2)
    assert labels("01", 2) == ("01", "2")
    assert labels(True, False) == (False, True)
    assert labels(0.5, 1) == (0.5, 1)


def test_a_result_from_a_sheet_is_that_from_csv(book, tmp_path):
    csv = tmp_path / "data.csv"
    csv.write_text("truth,prediction\n" + "".join(f"{t},{p}\n" for t, p in ROWS))
    one, other = (tz.classify(str(path), truth="truth", prediction="prediction") for path in (book(), csv))
    assert one.tally == other.tally
    assert one.rows == other.rows


def test_sheets_are_named_or_numbered(book):
    path = book({"first": [["a", "a"]], "2": [["b", "b"]], "other": [["c", "c"]]})
    assert counted(path) == {("a", "a"): 1}
    assert counted(path, sheet=2) == counted(path, sheet="2") == {("b", "b"): 1}
    assert counted(path, sheet="other") == counted(path, sheet=3) == {("c", "c"): 1}
    assert count_files(path, TP, sheet=3).source["text"].endswith("1 row, sheet 'other' of 3")
    for sheet in (0, 4, "-1", True, "Other!"):
        assert "The sheets are 'first', '2', 'other'" in refusal(path, sheet=sheet)
    assert "Did you mean 'other'?" in refusal(path, sheet="othr")
    assert "The only sheet is 'ratings'" in refusal(book(), sheet="x")


def test_the_first_sheet_that_can_be_seen_and_has_cells_to_hold(tmp_path):
    workbook = openpyxl.Workbook()
    workbook.active.sheet_state = "hidden"
    workbook.active.append(["hidden"])
    workbook.create_chartsheet("chart")
    sheet = workbook.create_sheet("seen")
    for row in [TP, *ROWS]:
        sheet.append(row)
    workbook.save(tmp_path / "x.xlsx")
    assert count_files(tmp_path / "x.xlsx", TP).source["text"].endswith("sheet 'seen' of 2")
    assert "no sheet 'chart'" in refusal(tmp_path / "x.xlsx", sheet="chart")


def test_blank_rows_titles_and_tables_in_a_corner(book):
    path = book(
        {"s": [["Ratings of May"], [], [None, None, *TP], [None, None, "a", "b"], [], ["n", None, "a", "b"], []]},
        head=None,
    )
    found = count_files(path, TP)
    assert dict(zip(found.combinations, found.rows, strict=True)) == {("a", "b"): 2}
    assert found.source["text"].endswith("2 rows, sheet 's', header in row 3")
    corner = book({"s": [[], [], [None, None, *TP], [None, None, "a", "b"]]}, head=None)
    assert counted(corner) == counted(corner, [1, 2]) == {("a", "b"): 1}


def test_columns_by_number_and_without_a_header(book):
    path = book({"s": ROWS}, head=None)
    assert counted(path, [1, 2], header=False) == EXPECTED
    assert count_files(path, [1, 2], header=False).source["text"].endswith("sheet 's', no header")
    assert "its columns are numbers from 1 to 2" in refusal(path, header=False)
    assert "has no column 'x'. The columns are 'truth', 'prediction'" in refusal(book(), ["x"])
    assert "'truth' 2 times: columns 1 and 2" in refusal(book({"s": ROWS}, head=["truth", "truth"]), ["truth"])


def test_weights_and_their_faults_by_row(book):
    path = book({"s": [["a", "a", 1.5], ["a", "a", 2], [], ["b", "a", 0.25]]}, head=[*TP, "w"])
    found = count_files(path, TP, weight="w")
    assert dict(zip(found.combinations, found.weights, strict=True)) == {("a", "a"): 3.5, ("b", "a"): 0.25}
    path = book({"s": [["a\nb", "a", 1.5], [], ["a", "a", "x"]]}, head=[*TP, "w"])
    assert "data.xlsx row 4: the weight column 'w' holds 'x'" in refusal(path, weight="w")
    path = book({"s": [["a", "a", 1.5], ["a", "a", None]]}, head=[*TP, "w"])
    assert "row 3: the weight column 'w' is empty" in refusal(path, weight="w")


def test_errors_and_formulas_are_not_taken_as_missing(book):
    path = book({"s": [["a", "a", "#REF!"], ["a", "#N/A", None], [None, "b", None]]}, head=[*TP, "other"])
    assert "sheet 's' cell B3 holds the error #N/A; mend it, or name it as missing" in refusal(path)
    assert counted(path, na=["#N/A"]) == {("a", "a"): 1, ("a", None): 1, (None, "b"): 1}
    assert counted(path, ["truth"]) == {("a",): 2, (None,): 1}  # only columns in use matter
    assert "cell C2 holds the error #REF!" in refusal(path, ["other"])
    assert "cell B2 holds a formula without a value" in refusal(book({"s": [["a", "=1+1"]]}))
    assert "cell B2 holds a formula" in refusal(book({"s": [["a", "=1+1"]]}), na=["#N/A"])


def test_a_formula_with_a_value_is_its_value(book, tmp_path):
    path, out = book({"s": [["a", "=A2"], ["b", '=""']]}), tmp_path / "calculated.xlsx"
    with zipfile.ZipFile(path) as source, zipfile.ZipFile(out, "w") as target:
        for name in source.namelist():
            part = source.read(name)
            if "sheet1" in name:
                for formula, value in ((b"A2", b"a"), (b'""', b"")):
                    place = b"B2" if value else b"B3"
                    old = b'<c r="%s"><f>%s</f><v /></c>' % (place, formula)
                    part, before = (
                        part.replace(old, b'<c r="%s" t="str"><f>%s</f><v>%s</v></c>' % (place, formula, value)),
                        part,
                    )
                    assert part != before
            target.writestr(name, part)
    assert counted(out) == {("a", "a"): 1, ("b", None): 1}


def test_prefixes_and_quotes_that_other_writers_use(book, tmp_path):
    path, out = book({"s": [["a", "#N/A"], ["b", "=A2"]]}), tmp_path / "other.xlsx"
    for formula in (False, True):
        with zipfile.ZipFile(path) as source, zipfile.ZipFile(out, "w") as target:
            for name in source.namelist():
                part = source.read(name)
                if "sheet1" in name:
                    part = re.sub(rb"<(/?)(?=[a-z])", rb"<\1x:", part).replace(b"xmlns=", b"xmlns:x=")
                    part = part.replace(b't="e"', b't="str"' if formula else b"t='e'")
                target.writestr(name, part)
        said = "cell B3 holds a formula without a value" if formula else "cell B2 holds the error #N/A"
        assert said in refusal(out)


def test_several_workbooks_gzip_and_standard_input(book, tmp_path, monkeypatch):
    book(name="x1.xlsx")
    content = book({"ratings": [["cat", "cat"]], "b": []}, name="x2.xlsx").read_bytes()
    found = count_files(str(tmp_path / "x?.xlsx"), TP)
    assert found.rows_read == 5
    assert "sheet 'ratings', sheet 'ratings' of 2" in found.source["text"]
    (tmp_path / "p.xlsx.gz").write_bytes(gzip.compress(content))
    assert counted(tmp_path / "p.xlsx.gz") == {("cat", "cat"): 1}
    monkeypatch.setattr(sys, "stdin", type("Stdin", (), {"buffer": io.BytesIO(content), "isatty": lambda _: False})())
    assert counted("-") == {("cat", "cat"): 1}
    (tmp_path / "x3.csv").write_text("truth,prediction\na,b\n")
    assert "expected files of one format" in refusal([tmp_path / "x1.xlsx", tmp_path / "x3.csv"])


def archive(*parts):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as z:
        for part in parts:
            z.writestr(part, "x")
    return out.getvalue()


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "is empty (0 bytes)"),
        (b"PK\x03\x04junk", "is damaged or cut short: it cannot be read as an Excel workbook"),
        (archive("a.txt"), "is a zip archive, not an Excel workbook"),
        (archive("content.xml"), "is an OpenDocument file; save the table as .xlsx or CSV"),
        (archive("xl/workbook.bin"), "is a binary Excel workbook (.xlsb)"),
        (archive("word/document.xml"), "is a Word document"),
        (archive("xl/workbook.xml"), "is damaged or cut short"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600), "is an old Excel workbook (.xls), or one with a password"),
        (b"truth,prediction\na,b\n", "is not an Excel workbook: it does not begin as one"),
        (b"PAR1", "Parquet"),
    ],
)
def test_files_that_are_no_workbook(tmp_path, content, said):
    path = tmp_path / "data.xlsx"
    path.write_bytes(content)
    assert said in refusal(path)


def test_damaged_workbooks(book, tmp_path):
    content = book().read_bytes()
    path = tmp_path / "broken.xlsx"
    for broken in (content[: len(content) // 2], content[:-10]):
        path.write_bytes(broken)
        assert "is damaged or cut short" in refusal(path)
    with zipfile.ZipFile(io.BytesIO(content)) as source, zipfile.ZipFile(path, "w") as target:
        for name in source.namelist():
            part = source.read(name)
            target.writestr(name, part[: len(part) // 2] if "sheet1" in name else part)
    assert "is damaged or cut short" in refusal(path)


def test_any_damaged_byte_is_an_error_or_does_not_matter(book, tmp_path):
    content = book({"s": [["cat", "cat"], ["dog", None]]}).read_bytes()
    path = tmp_path / "broken.xlsx"
    for at in range(0, len(content), 97):
        path.write_bytes(content[:at] + bytes([content[at] ^ 0xFF]) + content[at + 1 :])
        try:
            counted(path)
        except InputError:
            continue


def test_nothing_in_the_sheet(book):
    path = book({"ratings": ROWS, "empty": []})
    assert "nothing in its sheet 'empty'; expected a header and rows. Other sheets are 'ratings'" in refusal(
        path, sheet="empty"
    )
    assert "has a header and 0 rows" in refusal(book({"s": [[None, None]]}))


def test_a_cell_far_away(tmp_path):
    for cell, fits in (("XFD9", True), ("A300000", True), ("XFD1048576", False)):
        workbook = openpyxl.Workbook()
        for row in [TP, *ROWS]:
            workbook.active.append(row)
        workbook.active[cell] = "x"
        workbook.save(tmp_path / "x.xlsx")
        if fits:
            assert set(EXPECTED) <= set(counted(tmp_path / "x.xlsx"))
        else:
            assert "reaches to cell XFD1048576, too far to be read" in refusal(tmp_path / "x.xlsx")


def test_options_that_do_not_fit(book, tmp_path):
    csv = tmp_path / "data.csv"
    csv.write_text("truth,prediction\na,b\n")
    assert "A sheet was named, 'x', but" in refusal(csv, sheet="x")
    assert "is an Excel workbook or another zip archive, not csv" in refusal(book(), format="csv")
    assert counted(book(name="nameless"), format="xlsx") == EXPECTED


def test_without_the_library(book, monkeypatch):
    monkeypatch.setitem(sys.modules, "python_calamine", None)
    assert 'needs the package python-calamine: pip install "tarazu[excel]"; or save the sheet as CSV' in refusal(book())


def test_the_question_lists_the_columns_of_the_sheet(book):
    path = book({"first": [["a", "a"]], "other": []})
    with pytest.raises(QuestionError, match="The columns are 'truth', 'prediction'"):
        tz.classify(str(path), truth="truth")


MATRIX = [[None, "cat", "dog"], ["cat", 10, 7], ["dog", 5, 8]]


@pytest.mark.parametrize(
    "rows",
    [
        MATRIX,
        [[], *([None, *row] for row in MATRIX)],
        [[None, "cat", "dog", "total"], ["cat", 10, 7, 17], ["dog", 5, 8, 13], ["total", 15, 15, 30]],
        [["prediction", "cat", "dog"], ["cat", 10, 7], ["dog", 5, 8]],
    ],
)
def test_a_matrix_in_a_sheet(book, rows):
    result = tz.matrix(book({"m": rows}, head=None), rows="prediction")
    assert result.tally.labels == ("cat", "dog")
    assert result["kappa"].value == pytest.approx(0.2)


def test_a_matrix_without_labels_in_another_sheet(book):
    path = book({"x": [["nothing"]], "m": [[10, 7], [5, 8]]}, head=None)
    assert tz.matrix(str(path), sheet="m", rows="prediction")["kappa"].value == pytest.approx(0.2)
    assert tz.matrix(path, sheet=2, rows="prediction", labels=["a", "b"]).tally.labels == ("a", "b")


def test_faults_of_a_matrix_in_a_sheet(book, tmp_path):
    with pytest.raises(InputError, match="row dog, column cat is ''"):
        tz.matrix(book({"m": [[None, "cat", "dog"], ["cat", 10, 7], ["dog", None, 8]]}, head=None))
    with pytest.raises(InputError, match="cell B3 holds the error #DIV/0!"):
        tz.matrix(book({"m": [[None, "cat", "dog"], ["cat", 10, 7], ["dog", "#DIV/0!", 8]]}, head=None))
    with pytest.raises(QuestionError, match="the matrix is not in a file"):
        tz.matrix("10 7; 5 8", sheet="m")
    with pytest.raises(QuestionError, match="Give either a matrix or tp, fp, fn and tn"):
        tz.matrix(tp=1, fp=1, fn=1, tn=1, sheet="m")
    (tmp_path / "m.csv").write_text("10,7\n5,8\n")
    with pytest.raises(InputError, match="is not an Excel workbook"):
        tz.matrix(tmp_path / "m.csv", sheet="m")
    with pytest.raises(InputError, match="is an Excel workbook; expected text"):
        read_small_text(book({"m": MATRIX}, head=None))
