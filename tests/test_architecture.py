"""The rules of the house that a reader of one file cannot see: who may import whom, and what is public."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import tarazu

ROOT = Path(tarazu.__file__).parent

# package or module -> those of ours it may import; a later one may import an earlier one, never the reverse
ALLOWED = {
    "errors": set(),
    "notes": set(),
    "tally": set(),
    "formula": {"errors", "tally"},
    "catalogue": {"errors", "tally", "formula"},
    "intake": {"errors", "notes", "tally"},
    "worked": {"errors", "tally", "formula"},
    "scales": {"errors"},
    "conversion": {"errors"},
    "lexicon": {"errors", "tally", "formula", "catalogue", "worked"},
    "uncertainty": {"errors", "tally", "formula"},
    "claim": {"errors", "formula"},
    "result": {"errors", "notes", "tally", "scales", "uncertainty"},
    "values": {"errors", "tally", "formula", "catalogue", "worked", "result", "uncertainty", "claim"},
    "cautions": {"notes", "tally", "values", "result"},
    "requirement": {"errors", "claim", "result", "values"},
    "report": {"tally", "formula", "worked", "result", "scales", "conversion", "uncertainty"},
    "evaluate": {
        *("errors", "notes", "tally", "formula", "catalogue", "intake"),
        *("worked", "result", "values", "scales", "cautions", "uncertainty"),
    },
    "labelsets": {
        *("errors", "notes", "tally", "formula", "intake", "result", "values", "uncertainty", "report"),
    },
    "planning": {"errors", "tally", "formula", "uncertainty", "catalogue"},
    "curves": {"tally"},
    "score_result": {
        *("errors", "notes", "tally", "formula", "catalogue", "intake", "curves", "result", "uncertainty", "report"),
        "evaluate",
    },
    "scoring": {
        *("errors", "notes", "tally", "intake", "curves", "result", "uncertainty", "score_result"),
    },
    "cli": {
        "labelsets",
        "scoring",
        "score_result",
        "planning",
        "intake",
        "errors",
        "formula",
        "worked",
        "result",
        "values",
        "requirement",
        "claim",
        "report",
        "evaluate",
        "conversion",
        "lexicon",
    },
}
FRAMES = {"pandas", "polars", "pyarrow", "dask", "pyspark", "narwhals", "duckdb", "sklearn", "ibis", "python_calamine"}
MODULES = sorted(ROOT.rglob("*.py"))


def part_of(path):
    return path.relative_to(ROOT).parts[0].removesuffix(".py")


def imports(path):
    """Names imported by a file: at the top of it, and anywhere."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    typing_only = {
        inner
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and getattr(node.test, "id", "") == "TYPE_CHECKING"
        for inner in ast.walk(node)
    }
    top, all_ = set(), set()
    for node in ast.walk(tree):
        if node in typing_only:
            continue
        names = []
        if isinstance(node, ast.Import):
            names = [a.name for a in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            names = [node.module] if node.module != "tarazu" else [f"tarazu.{a.name}" for a in node.names]
        all_.update(names)
        if node in tree.body:
            top.update(names)
    return top, all_


@pytest.mark.parametrize("path", MODULES, ids=lambda p: str(p.relative_to(ROOT)))
def test_imports_point_one_way(path):
    part = part_of(path)
    if part == "__init__":
        return
    top, anywhere = imports(path)
    ours = {n.split(".")[1] for n in top if n.startswith("tarazu.")}
    # a result may hand itself on to what reads it, when asked to, and not before
    assert ours - {part} <= ALLOWED[part], f"{part} imports {ours - ALLOWED[part] - {part}}"
    if part != "intake":
        frames = {n.split(".")[0] for n in anywhere} & FRAMES
        assert not frames, f"{part} names {frames}; only intake knows frame libraries"


def test_every_part_is_known():
    assert {part_of(p) for p in MODULES} == {*ALLOWED, "__init__"}


def test_the_public_names_are_those_listed():
    assert tarazu.__all__ == sorted(tarazu.__all__)
    assert set(tarazu._HOME) == set(tarazu.__all__)
    for name in tarazu.__all__:
        assert getattr(tarazu, name).__doc__
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = tarazu.nothing


def test_help_does_not_load_what_it_does_not_need():
    code = (
        "import sys, tarazu.cli.main as m\n"
        "sys.argv = ['tarazu', '--help']\n"
        "try:\n    m.main()\nexcept SystemExit:\n    pass\n"
        "heavy = {'numpy', 'duckdb', 'narwhals', 'pandas', 'scipy'}\n"
        "print(sorted(heavy & set(sys.modules)), file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stderr.strip() == "[]"


def test_no_file_is_long():
    long = {str(p.relative_to(ROOT)): n for p in MODULES if (n := len(p.read_text().splitlines())) > 450}
    assert not long
