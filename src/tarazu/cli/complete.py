"""What the shell may complete: names of measures, families and scales. Loaded with the options, so light."""

from __future__ import annotations

from collections.abc import Iterator

__all__ = ["families", "measure", "measures", "scales"]

Found = Iterator[tuple[str, str]]  # what to put there, and what it is


def measure(incomplete: str) -> Found:
    """Names of measures that begin so, the averages once their measure is spelled out; else other names."""
    from tarazu.evaluate import measures

    known = measures()
    found = [(m.id, m.title) for m in known if m.id.startswith(incomplete) and _offered(m.average, m.of, incomplete)]
    if not found:
        names = ((a.replace(" ", "_"), m.title) for m in known if not m.average for a in m.aliases)
        found = [(name, title) for name, title in names if name.startswith(incomplete)]
    yield from found


def _offered(average: str | None, of: str, incomplete: str) -> bool:
    return not average or incomplete.startswith(of)


def measures(incomplete: str) -> Found:
    """The last name of a list with commas, outside brackets."""
    depth, at = 0, 0
    for i, c in enumerate(incomplete):
        depth += (c in "([") - (c in ")]")
        at = i + 1 if c == "," and depth == 0 else at
    rest = incomplete[at:].lstrip()
    before = incomplete[: len(incomplete) - len(rest)]
    yield from ((before + name, title) for name, title in measure(rest))


def families(incomplete: str) -> Found:
    """Families of measures."""
    from tarazu.evaluate import measures

    yield from ((f, "") for f in dict.fromkeys(m.family for m in measures()) if f.startswith(incomplete))


def scales(incomplete: str) -> Found:
    """Scales of words."""
    from tarazu.scales import scales

    yield from ((id, scale.title) for id, scale in scales().items() if id.startswith(incomplete))
