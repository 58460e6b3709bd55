"""The command line, run as a user runs it."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import tarazu as tz

EXAMPLES = Path(__file__).parents[2] / "examples"
CATS = str(EXAMPLES / "cats_dogs.csv")
COLUMNS = ("--truth", "truth", "--prediction", "prediction")


def run(*args, stdin=None, env=None, cwd=None):
    return subprocess.run(
        [sys.executable, "-m", "tarazu.cli.main", *map(str, args)],
        input=stdin,
        capture_output=True,
        text=True,
        encoding="utf-8",
        env={**os.environ, "COLUMNS": "100", "PYTHONUTF8": "1", **(env or {})},
        cwd=cwd,
        check=False,
    )


def refused(*args, **about):
    done = run(*args, **about)
    assert done.returncode == 2
    assert done.stdout == ""
    assert "Traceback" not in done.stderr
    return done.stderr


def test_the_main_job():
    done = run("classify", CATS, *COLUMNS)
    assert done.returncode == 0
    assert done.stderr == ""
    for figure in ("prediction →", "truth ↓", "66.7%", "kappa                ", " 0.2 ", "0.201802", "0.5"):
        assert figure in done.stdout
    assert "\x1b" not in done.stdout


# the figures of the sources: matrix, orientation, what explain must print
SOURCES = [
    ("10 7; 5 8", "prediction", "kappa", ["15 × 17 / 30 = 8.5", "15 × 13 / 30 = 6.5"]),
    ("10 7; 5 8", "prediction", "kappa", ["18 / 30 = 0.6", "(0.6 − 0.5) / (1 − 0.5) = 0.2"]),
    ("10 7; 5 8", "prediction", "expected accuracy", ["(15 × 17 + 15 × 13) / 30² = 0.5"]),
    ("22 9; 7 13", "prediction", "kappa", ["35 / 51 = 0.6862745", "= 0.514802", "= 0.353407"]),
    ("60 125; 5 5000", "truth", "kappa", ["5060 / 5190 = 0.97495", "0.952723", "= 0.470179"]),
    ("60 125; 5 5000", "truth", "recall[1]", ["60 / (60 + 125) = 0.324324"]),
    ("20 5; 10 15", "raters", "kappa", ["35 / 50 = 0.7", "= 0.5", "(0.7 − 0.5) / (1 − 0.5) = 0.4"]),
    ("375 5; 5 15", "truth", "mcc", ["(15 × 375 − 5 × 5) / √((15 + 5) × (15 + 5) ×", "= 0.736842"]),
]  # fmt: skip


@pytest.mark.parametrize(("matrix", "rows", "measure", "figures"), SOURCES)
def test_the_arithmetic_of_the_sources(matrix, rows, measure, figures):
    done = run("explain", measure, "--matrix", matrix, "--rows", rows)
    assert done.returncode == 0, done.stderr
    for figure in figures:
        assert figure in done.stdout


def test_the_rates_of_the_lecture():
    done = run("matrix", "--tp", 15, "--fp", 5, "--fn", 5, "--tn", 375, "--csv", "--all")
    values = {
        (r["measure"], r["of"]): r["value"]
        for r in __import__("csv").DictReader(done.stdout.splitlines())
        if r["scope"] == "class"
    }
    for name, value in {
        "recall": 15 / 20, "specificity": 375 / 380, "precision": 15 / 20, "npv": 375 / 380, "fpr": 5 / 380,
        "fdr": 5 / 20, "f1": 0.75,
    }.items():  # fmt: skip
        assert float(values[name, "positive"]) == value


def test_explanations_as_tex_and_json():
    args = ("explain", "kappa", "--matrix", "10 7; 5 8")
    tex = run(*args, "--tex").stdout
    assert r"\frac{0.6 - 0.5}{1 - 0.5}" in tex
    assert tex.startswith(r"\begin{align*}")
    worked = json.loads(run(*args, "--json").stdout)
    assert worked["schema"] == "tarazu.explanation/1"
    assert worked["steps"][-1]["lines"][0]["numbers"] == "(0.6 − 0.5) / (1 − 0.5)"


def test_json_is_strict_and_reads_back():
    done = run("classify", CATS, *COLUMNS, "--json")
    data = json.loads(done.stdout, parse_constant=lambda c: pytest.fail(f"bare {c}"))
    assert data["schema"] == "tarazu.result/1"
    assert data["tallies"][0]["counts"] == [[10, 5], [7, 8]]
    assert data["data"]["rows_read"] == 30
    again = tz.Result.from_json(done.stdout)
    assert again["kappa"].value == pytest.approx(0.2)
    assert again.to_dict() == data


def test_latex():
    done = run("classify", CATS, *COLUMNS, "--latex")
    assert done.stdout.count(r"\begin{tabular}") == 5
    assert r"Cohen's kappa & kappa & 0.2 & $-$0.1518 to 0.5068 \\" in done.stdout
    assert r"\toprule" in run("matrix", "10 7; 5 8", "--latex").stdout
    assert "Give one of" in refused("matrix", "10 7; 5 8", "--latex", "--json")


def test_truth_totals():
    args = ("matrix", "40 60; 10 90", "--labels", "cat,dog")
    assert "! The matrix looks transposed" in run(*args, "--rows", "truth", "--truth-totals", "cat=50,dog=150").stdout
    assert "columns were taken as the truth" in " ".join(run(*args, "--truth-totals", "cat=50, dog=150").stdout.split())
    assert "neither side" in refused(*args, "--rows", "truth", "--truth-totals", "cat=1")
    assert "Cannot read the totals 'cat'" in refused(*args, "--truth-totals", "cat")
    assert "name a class twice" in refused(*args, "--truth-totals", "cat=1,cat=2")
    assert "is 'x'; expected a number" in refused(*args, "--truth-totals", "cat=x")


def test_abstentions(tmp_path):
    path = tmp_path / "x.csv"
    path.write_text("y,p\n1,1\n0,unsure\n1,0\n0,0\n1,?\n")
    args = (path, "-t", "y", "-p", "p", "--abstain", "unsure", "--abstain", "?")
    done = run("classify", *args)
    for text in ("3 covered of 5 items, the rest abstained", "Abstentions by y", "the coverage is 0.600"):
        assert text in done.stdout
    about = json.loads(run("classify", *args, "--json").stdout)["data"]["abstentions"]
    assert (about["coverage"], about["accuracy_overall"]) == (0.6, 0.4)
    assert "2 / 3 = 0.666667" in run("explain", "accuracy", *args).stdout
    assert "stands in y too (3 rows)" in refused("classify", path, "-t", "y", "-p", "p", "--abstain", "1")


def test_infinite_values_in_json():
    rows = json.loads(run("matrix", "20 0; 2 10", "--rows", "truth", "--show", "dor", "--json").stdout)["rows"]
    assert [r["value"] for r in rows] == ["inf", "inf"]


def test_show_and_all():
    done = run("classify", CATS, *COLUMNS, "--show", "kappa, macro F1, fbeta(beta=0.5), hit rate[cat]", "--csv")
    names = [line.split(",")[:3] for line in done.stdout.splitlines()[1:]]
    assert names == [
        ["kappa", "overall", ""], ["f1_macro", "overall", ""], ["fbeta(beta=0.5)", "class", "cat"],
        ["fbeta(beta=0.5)", "class", "dog"], ["recall", "class", "cat"],
    ]  # fmt: skip
    everything = run("classify", CATS, *COLUMNS, "--all", "--csv").stdout.splitlines()
    assert len({line.split(",")[0] for line in everything[1:]}) == len(tz.measures())
    assert "Give either --show or --all" in refused("classify", CATS, *COLUMNS, "--show", "mcc", "--all")


def test_requirements_set_the_exit_code():
    assert (
        run("classify", CATS, *COLUMNS, "--require", "kappa >= 0.1", "--require", "recall[cat] > 0.6").returncode == 0
    )
    done = run(
        "classify",
        CATS,
        *COLUMNS,
        "--require",
        "kappa >= 0.6",
        "--require",
        "mcc<0",
        "--require",
        "f1_macro>0",
    )
    assert done.returncode == 1
    assert done.stdout
    assert done.stderr.splitlines() == [
        "tarazu: kappa >= 0.6 is not met: 0.2",
        "tarazu: mcc < 0 is not met: 0.201802",
    ]
    assert "Cannot read the requirement 'kappa = 1'" in refused("classify", CATS, *COLUMNS, "--require", "kappa = 1")
    undefined = run("matrix", "5 0; 0 0", "--require", "kappa >= -1")
    assert undefined.returncode == 1
    assert "is not met: undefined: only one class occurs" in undefined.stderr


def test_groups(tmp_path):
    path = tmp_path / "sites.csv"
    path.write_text("y,p,site\n1,1,a\n0,0,a\n1,0,b\n1,1,b\n0,0,b\n1,1,\n")
    done = run("classify", path, "-t", "y", "-p", "p", "--by", "site", "--require", "accuracy >= 0.9")
    assert "By site" in done.stdout
    assert done.returncode == 1
    assert "for site=b: 0.666667" in done.stderr
    rows = list(
        __import__("csv").DictReader(
            run("classify", path, "-t", "y", "-p", "p", "--by", "site", "--csv").stdout.splitlines()
        )
    )
    assert {r["site"] for r in rows} == {"", "a", "b", "(missing)"}


def test_standard_input():
    text = Path(CATS).read_text(encoding="utf-8")
    assert "0.201802" in run("classify", "-", *COLUMNS, stdin=text).stdout
    assert "0.201802" in run("matrix", "-", stdin="10 7\n5 8\n").stdout
    assert "0.2" in run("explain", "kappa", "--matrix", "-", stdin=",cat,dog\ncat,10,7\ndog,5,8\n").stdout


def test_options_of_the_reader(tmp_path):
    path = tmp_path / "x.csv"
    path.write_bytes("café;thé\nn/a;thé\ncafé;café\n".encode("cp1252"))
    done = run("classify", path, "-t", "1", "-p", "2", "--no-header", "--delimiter", ";", "--na", "n/a", "--json")
    tally = json.loads(done.stdout)["tallies"][0]
    assert tally["labels"] == ["café", "thé"]
    assert tally["counts"] == [[1, 1], [0, 0]]


def test_sheets(tmp_path):
    openpyxl = pytest.importorskip("openpyxl")
    path, book = tmp_path / "x.xlsx", openpyxl.Workbook()
    for title, rows in {"m": [[10, 7], [5, 8]], "r": [["y", "p"], ["a", "a"], ["b", "a"]]}.items():
        sheet = book.create_sheet(title)
        for row in rows:
            sheet.append(row)
    book.save(path)
    said = run("classify", path, "-t", "y", "-p", "p", "--sheet", "r").stdout
    assert "2 rows, sheet 'r' of 3" in " ".join(said.split())
    assert "0.201802" in run("matrix", path, "--sheet", "2", "--rows", "prediction").stdout
    assert "18 / 30 = 0.6" in run("explain", "accuracy", "--matrix", path, "--sheet", "m").stdout
    assert "The sheets are 'Sheet', 'm', 'r'" in refused("classify", path, "-t", "y", "-p", "p", "--sheet", "x")


def test_labels_and_positive_are_given_as_text():
    done = run("classify", EXAMPLES / "draft.csv", "-t", "drafted", "-p", "predicted", "--positive", "0", "--json")
    assert json.loads(done.stdout)["positive"] == 0
    order = run("classify", EXAMPLES / "digits012.csv", *COLUMNS, "--labels", "2,1,0,3", "--json")
    assert json.loads(order.stdout)["tallies"][0]["labels"] == [2, 1, 0, 3]


@pytest.mark.parametrize("width", [60, 80, 120, 200])
def test_any_width(width):
    done = run("classify", EXAMPLES / "digits_predictions.csv", *COLUMNS, env={"COLUMNS": str(width)})
    assert max(map(len, done.stdout.splitlines())) <= width
    assert "…" not in done.stdout


def test_a_stream_that_is_not_unicode():
    done = run("classify", CATS, *COLUMNS, env={"PYTHONUTF8": "0", "PYTHONIOENCODING": "ascii"})
    assert done.returncode == 0
    assert "0.201802" in done.stdout


def test_out_is_replaced_in_one_step(tmp_path):
    out = tmp_path / "report.json"
    out.write_text("old")
    out.chmod(0o640)
    assert run("classify", CATS, *COLUMNS, "--json", "--out", out).stdout == ""
    assert json.loads(out.read_text())["verb"] == "classify"
    assert out.stat().st_mode & 0o777 == 0o640
    out.write_text("old")
    refused("classify", CATS, "-t", "truth", "-p", "modle", "--out", out)
    assert out.read_text() == "old"
    assert list(tmp_path.iterdir()) == [out]
    assert "is a directory" in refused("classify", CATS, *COLUMNS, "--out", tmp_path)
    assert "No such file" in refused("classify", CATS, *COLUMNS, "--out", tmp_path / "no" / "x.json")


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (("classify", CATS, "-t", "truth", "-p", "predicton"), "Did you mean 'prediction'?"),
        (
            ("classify", CATS, "-t", "truth"),
            "Which column is the prediction? Name it: prediction=... . The columns are",
        ),
        (("classify", "cats_dog.csv", *COLUMNS), "cats_dog.csv"),
        (("classify", str(EXAMPLES), *COLUMNS), "is a directory"),
        (("classify", CATS, *COLUMNS, "--show", "kapa,mmc"), "no measure called 'mmc'"),
        (
            ("classify", CATS, *COLUMNS, "--positive", "bird"),
            "'bird' does not occur; the labels are 'cat', 'dog'",
        ),
        (
            ("classify", CATS, *COLUMNS, "--labels", "cat"),
            "'dog' in truth or prediction is not among the declared",
        ),
        (("classify", CATS, *COLUMNS, "--undefined", "raise", "--by", "image"), "is undefined:"),
        (("classify", CATS, *COLUMNS, "--json", "--csv"), "Give one of --json, --csv, --markdown and --latex"),
        (("classify", CATS, *COLUMNS, "--missing", "ignore"), "--missing"),
        (("classify",), "files"),
        (("matrix", "10 7; 5"), "Row 2 of the matrix has 1 number"),
        (("matrix", "10 7; 5 8", "--show", "recall"), "needs to know what the rows are"),
        (("matrix",), "No matrix was given"),
        (("explain", "kappa"), "Nothing to explain it on"),
        (("explain", "recall", CATS, *COLUMNS), "no positive class was named"),
        (("explain", "kapa", CATS, *COLUMNS), "Did you mean 'kappa'"),
        (("measures", "flibber"), "No measure mentions 'flibber'"),
        (("measures", "--family", "rate"), "Did you mean 'rates'"),
        (("clasify", CATS), "clasify"),
    ],
)
def test_mistakes(args, message):
    # a usage error of the parser is boxed and wrapped; the words are there all the same
    assert message in " ".join(refused(*args).replace("│", " ").split())


def test_debug_shows_the_traceback():
    assert "Traceback" in run("classify", CATS, "-t", "truth", "-p", "x", "--debug").stderr


def test_a_closed_pipe_ends_quietly():
    done = subprocess.run(
        f"{sys.executable} -m tarazu.cli.main classify {CATS} {' '.join(COLUMNS)} --all --csv | head -n 1",
        shell=True,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout.startswith("measure,")
    assert done.stderr == ""


def test_ctrl_c_ends_cleanly():
    code = (
        "import sys\n"
        "from tarazu.cli.main import main\n"
        f"sys.argv = ['tarazu', 'classify', '-', *{COLUMNS!r}]\n"
        "print('up', flush=True)\n"
        "main()"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", code],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout.readline() == "up\n"
    time.sleep(0.5)  # it loads its parts, or waits for its input
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=20)
    assert process.returncode == 130
    assert (out, err) == ("", "")


def test_help_and_version():
    for command in ((), ("classify",), ("matrix",), ("explain",), ("measures",)):
        done = run(*command, "--help")
        assert done.returncode == 0
        assert command == () or "Examples" in done.stdout
    assert run("--version").stdout == f"tarazu {tz.__version__}\n"


def test_measures():
    listing = run("measures").stdout
    for m in tz.measures():
        assert m.average or m.id in listing
    found = run("measures", "hit rate", "--json")
    assert [m["id"] for m in json.loads(found.stdout)] == ["recall"]


def test_a_measure_added_to_the_catalogue_appears_everywhere(tmp_path):
    """One declaration and no other edit: command line, JSON, listing and law tests know it."""
    plugin = tmp_path / "sitecustomize.py"
    plugin.write_text(
        "import importlib.abc, importlib.machinery, sys\n"
        "import tarazu.catalogue\n"
        "from tarazu.formula import measure\n"
        "@measure(title='Share right of the rarest', family='rates', smooth=False, source='a test')\n"
        "def new_measure(tp, fn):\n"
        "    '''A measure that nobody has declared before.'''\n"
        "    return (tp + 1) / (tp + fn + 1)\n"
    )
    env = {"PYTHONPATH": f"{tmp_path}{os.pathsep}{os.environ.get('PYTHONPATH', '')}"}
    assert "new_measure" in run("measures", env=env).stdout
    data = json.loads(run("classify", CATS, *COLUMNS, "--all", "--json", env=env).stdout)
    assert {r["measure"] for r in data["rows"]} >= {
        "new_measure",
        "new_measure_macro",
        "new_measure_weighted",
    }
    worked = run("explain", "share right of the rarest[cat]", CATS, *COLUMNS, env=env).stdout
    assert "(10 + 1) / (10 + 5 + 1) = 0.6875" in worked
    laws = subprocess.run(
        [sys.executable, "-m", "pytest", "tests/laws", "-k", "new_measure", "-q", "-p", "no:cacheprovider"],
        capture_output=True,
        text=True,
        env={**os.environ, **env},
        cwd=Path(__file__).parents[2],
        check=False,
    )
    # it joins the laws, and is found out: it adds a constant to counts
    failed = [line for line in laws.stdout.splitlines() if line.startswith("FAILED")]
    assert failed
    assert all("test_only_proportions_matter[new_measure" in line for line in failed)
