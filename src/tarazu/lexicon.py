"""What a measure is, and what other packages call it or define otherwise, so that two numbers can be reconciled."""

from __future__ import annotations

import textwrap
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from importlib.resources import files
from typing import Any

import numpy as np

import tarazu.catalogue  # noqa: F401 - fills the registry
from tarazu.errors import QuestionError, near
from tarazu.formula import REGISTRY, Evaluation, Measure, number, parse
from tarazu.formula.names import normalised
from tarazu.tally import Contingency
from tarazu.worked import steps

__all__ = ["Elsewhere", "Entry", "Glossary", "glossary", "packages"]

_EXAMPLE = np.array([[5, 2, 1], [1, 4, 2], [2, 1, 6]])


@dataclass(frozen=True)
class Elsewhere:
    """What a package calls a measure; with the parameters of ours that give it, and what is not the same there."""

    package: str
    name: str
    ours: str
    otherwise: str | None


@dataclass(frozen=True)
class Entry:
    """All there is to know about one measure: its passport, its formulas, its names elsewhere."""

    passport: dict[str, Any]
    formulas: tuple[tuple[str, str], ...]
    elsewhere: tuple[Elsewhere, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return plain data for strict JSON."""
        return {**self.passport, "formulas": dict(self.formulas), "elsewhere": [asdict(e) for e in self.elsewhere]}


@dataclass(frozen=True)
class Glossary:
    """The measures that go by a name: more than one where the packages do not mean the same."""

    name: str
    entries: tuple[Entry, ...]
    not_offered: tuple[Elsewhere, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return plain data for strict JSON."""
        return {
            "name": self.name,
            "entries": [e.to_dict() for e in self.entries],
            "not_offered": [asdict(e) for e in self.not_offered],
        }

    def to_text(self, width: int = 100) -> str:
        """Return the entries as text of that width."""
        blocks = []
        if len(self.entries) > 1:
            ids = ", ".join(e.passport["id"] for e in self.entries)
            blocks.append(_wrapped(f"{self.name!r} is {len(self.entries)} different measures: {ids}.", width))
        blocks += ["\n".join(_lines(entry, width)) for entry in self.entries]
        blocks += [_wrapped(f"{e.package} {e.name}. {e.otherwise}", width) for e in self.not_offered]
        return "\n\n".join(blocks)

    def __str__(self) -> str:
        return self.to_text()


def glossary(name: str) -> Glossary:
    """Look up a measure by any name, ours or that of another package.

    Raises QuestionError if nothing goes by that name.

    >>> glossary("hit rate").entries[0].passport["id"]
    'recall'
    >>> [e.passport["id"] for e in glossary("balanced accuracy").entries]
    ['balanced_accuracy', 'balanced_accuracy_ovr']
    """
    ids = dict.fromkeys(_ours(name))
    theirs = [e for e in packages() if normalised(e.name) == normalised(name)]
    ids |= dict.fromkeys(parse(e.ours).measure.id for e in theirs if e.ours)
    not_offered = tuple(e for e in theirs if not e.ours)
    if not ids and not not_offered:
        names = [*REGISTRY.names, *(e.name for e in packages())]
        raise QuestionError(
            f"Nothing is called {name!r} here or in the packages known.{near(name, names)} "
            f"`tarazu measures {name!r}` searches the descriptions."
        )
    return Glossary(name, tuple(_entry(REGISTRY.measures[id]) for id in ids), not_offered)


def _ours(name: str) -> Iterator[str]:
    try:
        yield REGISTRY.find(name).id
    except QuestionError:
        return


@cache
def packages() -> tuple[Elsewhere, ...]:
    """Every name of every package known; `ours` is empty for what is not offered here."""
    found = tomllib.loads(files("tarazu").joinpath("lexicon.toml").read_text(encoding="utf-8"))
    return tuple(
        Elsewhere(package, name, facts["names"].get(name, ""), facts.get("otherwise", {}).get(name))
        for package, facts in found.items()
        for name in dict.fromkeys([*facts["names"], *facts.get("otherwise", {})])
    )


def _entry(m: Measure) -> Entry:
    """The entry of a measure; its formulas are those of its own body, and of what that is made of."""
    counts = _EXAMPLE[:2, :2] if REGISTRY.of_class(m) else _EXAMPLE
    table = Contingency(counts, tuple(range(1, len(counts) + 1)), ordered=True)
    worked = steps(Evaluation.of(table), m.id, {})
    formulas = tuple((s.title, s.formula) for s in reversed(worked) if s.formula not in ("", "Σ counts"))
    return Entry(m.passport(), formulas, tuple(e for e in packages() if e.ours and parse(e.ours).measure.id == m.id))


def _lines(entry: Entry, width: int) -> Iterator[str]:
    p = entry.passport
    yield _wrapped(f"{p['title']} ({p['id']})", width)
    yield _wrapped(p["what"], width)
    yield ""
    yield from _under("formula", [f"{title} = {formula}" for title, formula in entry.formulas], width)
    low, high = (number(float(x)) for x in p["range"])
    best = "" if p["best"] is None else f", best {number(float(p['best']))}"
    chance = "" if p["chance"] is None else f", by chance {number(float(p['chance']))}"
    yield from _under("range", [f"{low} … {high}{best}{chance}"], width)
    yield from _under("undefined if", p["undefined_when"], width)
    yield from _under("also called", [", ".join(p["aliases"])] if p["aliases"] else [], width)
    yield from _under("averages", [", ".join(p["averages"])] if p["averages"] else [], width)
    given = [f"{name}={default}: {REGISTRY.parameters[name].text}" for name, default in p["parameters"].items()]
    yield from _under("parameter", given, width)
    yield from _under("source", [p["source"]], width)
    if entry.elsewhere:
        yield ""
        yield "In other packages"
        for e in entry.elsewhere:
            ours = "" if e.ours == p["id"] else f", here {e.ours}"
            said = f"{e.name}{ours}" + (f". {e.otherwise}" if e.otherwise else "")
            yield _wrapped(said, width, f"  {e.package}", 20)


def _under(head: str, texts: Sequence[str], width: int) -> Iterator[str]:
    for text in texts:
        yield _wrapped(text, width, f"  {head}", 16)
        head = ""


def _wrapped(text: str, width: int, head: str = "", margin: int = 0) -> str:
    """Text under itself, with a heading in its margin."""
    start = f"{head}  " if len(head) >= margin > 0 else head
    return textwrap.fill(
        text,
        max(width, 40),
        initial_indent=start.ljust(margin),
        subsequent_indent=" " * margin,
        break_on_hyphens=False,
        break_long_words=False,
    )
