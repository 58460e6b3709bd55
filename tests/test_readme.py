"""The README and the examples tell the truth: each command shown prints what is shown."""

import csv
import os
import re
import shlex
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

import tarazu as tz

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
TABLE = (ROOT / "examples" / "README.md").read_text(encoding="utf-8")
EXAMPLES = ROOT / "examples"


def run(command):
    program, *args = shlex.split(command)
    assert program == "tarazu"
    env = {**os.environ, "COLUMNS": "100", "PYTHONUTF8": "1"}
    done = subprocess.run(
        [sys.executable, "-m", "tarazu.cli.main", *args],
        capture_output=True, text=True, encoding="utf-8", env=env, cwd=ROOT, check=True,
    )  # fmt: skip
    return done.stdout


def test_the_commands_of_the_readme_print_what_it_shows():
    block = r"^    (?:pip install \. && )?(tarazu [^\n]*)\n\n```text\n(.*?)```"
    shown = re.findall(block, README, re.M | re.S)
    assert len(shown) == 2
    for command, output in shown:
        assert output in run(command)


@pytest.mark.parametrize("command", re.findall(r"`(tarazu [^`]+)`", TABLE))
def test_the_commands_of_the_examples_run(command):
    assert run(command)


def test_every_example_is_listed():
    assert {p.name for p in EXAMPLES.glob("*.csv")} == set(re.findall(r"^\| `(\w+\.csv)`", TABLE, re.M))


@pytest.mark.parametrize(
    ("name", "columns", "counts"),
    [
        (
            "cats_dogs.csv",
            (1, 2),
            {("cat", "cat"): 10, ("dog", "cat"): 7, ("cat", "dog"): 5, ("dog", "dog"): 8},
        ),
        ("draft.csv", (1, 2), {("1", "1"): 15, ("0", "1"): 5, ("1", "0"): 5, ("0", "0"): 375}),
        (
            "physician_machine.csv",
            (1, 2),
            {
                ("healthy", "healthy"): 20,
                ("healthy", "sick"): 5,
                ("sick", "healthy"): 10,
                ("sick", "sick"): 15,
            },
        ),
    ],
)
def test_examples_hold_the_counts_of_the_sources(name, columns, counts):
    with (EXAMPLES / name).open(encoding="utf-8", newline="") as f:
        rows = list(csv.reader(f))[1:]
    assert Counter(tuple(row[c] for c in columns) for row in rows) == counts


def test_digits_of_the_lecture():
    with (EXAMPLES / "digits012.csv").open(encoding="utf-8") as f:
        assert Counter(row["truth"] for row in csv.DictReader(f)) == {"0": 10, "1": 12, "2": 8}


def test_the_examples_give_the_figures_of_the_sources():
    def of(name, truth, prediction):
        return tz.classify(EXAMPLES / name, truth=truth, prediction=prediction)

    assert of("cats_dogs.csv", "truth", "prediction")["kappa"].value == pytest.approx(0.2)
    assert of("draft.csv", "drafted", "predicted")["mcc"].value == 0.7368421052631579
    assert of("physician_machine.csv", "physician", "machine")["kappa"].value == pytest.approx(0.4)
    assert tz.matrix(EXAMPLES / "rare_cats.csv")["recall", "cat"].value == pytest.approx(60 / 185)
