"""No measure without a test of its own: hand arithmetic or an oracle."""

import re
from pathlib import Path

import pytest

import tarazu.catalogue  # noqa: F401
from tarazu.formula import REGISTRY

HERE = Path(__file__).parent
WORDS = {
    word
    for folder in (HERE, HERE.parent / "reference")
    for path in folder.glob("test_*.py")
    for word in re.findall(r"\w+", path.read_text(encoding="utf-8"))
}


@pytest.mark.parametrize("id", [m.id for m in REGISTRY.measures.values() if not m.average])
def test_it_is_tested_by_name(id):
    assert {id, f"{id}_by_class"} & WORDS


def test_there_are_as_many_as_we_say():
    assert len([m for m in REGISTRY.measures.values() if not m.average]) >= 130
