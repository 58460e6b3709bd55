"""Completion in the shell: what it offers, and that the scripts are typer's."""

import os
import subprocess
import sys

import pytest

import tarazu as tz
from tarazu.cli import complete
from tarazu.formula import parse


def names(found):
    return [name for name, _ in found]


def shell(*words, kind="bash"):
    """What a shell gets when the last word is to be completed."""
    about = {"COMP_WORDS": " ".join(words), "COMP_CWORD": str(len(words) - 1)}
    if kind != "bash":
        about = {"_TYPER_COMPLETE_ARGS": " ".join(words)}
    done = subprocess.run(
        [sys.executable, "-m", "tarazu.cli.main"], capture_output=True, text=True, encoding="utf-8", check=True,
        env={**os.environ, "PYTHONUTF8": "1", "_TARAZU_COMPLETE": f"complete_{kind}", **about},
    )  # fmt: skip
    assert done.stderr == ""
    return done.stdout


def test_measures_by_their_ids():
    assert {"kappa", "kappa_max"} <= set(names(complete.measure("kap")))
    assert names(complete.measure("recall")) == ["recall", "recall_macro", "recall_micro", "recall_weighted"]
    assert names(complete.measure("f1_m")) == ["f1_macro", "f1_micro"]
    assert "recall_macro" not in names(complete.measure("rec"))
    assert set(names(complete.measure(""))) == {m.id for m in tz.measures() if not m.average}
    assert dict(complete.measure("mc"))["mcc"] == "Matthews correlation coefficient"
    assert names(complete.measure("nothing")) == []


@pytest.mark.parametrize("begun", ["sens", "hit_", "true_p", "informed"])
def test_other_names_where_no_id_begins_so(begun):
    found = names(complete.measure(begun))
    assert found
    for name in found:
        assert name.startswith(begun)
        assert parse(name)


def test_lists_of_measures():
    assert names(complete.measures("kappa,mc"))[0].startswith("kappa,mc")
    assert "kappa, mcc" in names(complete.measures("kappa, mc"))
    assert "fbeta(beta=2),mcc" in names(complete.measures("fbeta(beta=2),mc"))
    assert "recall[a, b],f1" in names(complete.measures("recall[a, b],f"))
    assert names(complete.measures("recall[a, m")) == []


def test_families_and_scales():
    assert "rates" in names(complete.families("r"))
    assert "landis-koch" in names(complete.scales("l"))


def test_what_the_shells_get():
    assert "kappa" in shell("tarazu", "explain", "kap").split()
    assert "kappa,mcc" in shell("tarazu", "classify", "x.csv", "--show", "kappa,mc").split()
    assert shell("tarazu", "matrix", "--scale", "la").split() == ["landis-koch"]
    assert shell("tarazu", "measures", "--family", "rat").split() == ["rates"]
    assert "balanced_accuracy" in shell("tarazu", "glossary", "bal").split()
    assert "mcc" in shell("tarazu", "classify", "--require", "mc").split()
    assert "explain" in shell("tarazu", "ex")
    assert '"mcc":"Matthews correlation coefficient"' in shell("tarazu", "explain", "mc", kind="zsh")


def test_the_script_calls_tarazu():
    env = {**os.environ, "_TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION": "1"}
    done = subprocess.run(
        [sys.executable, "-m", "tarazu.cli.main", "--show-completion", "bash"],
        capture_output=True, text=True, check=True, env=env,
    )  # fmt: skip
    assert "complete -o default -F _tarazu_completion tarazu" in done.stdout
