"""Scales of words for coefficients: whose scale, what it says, and that it is a convention."""

from __future__ import annotations

import math
import os
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cache
from importlib.resources import files
from itertools import pairwise
from pathlib import Path
from typing import Any

from tarazu.errors import InputError, QuestionError, listed, near

__all__ = ["REMARK", "Scale", "Verdict", "scales", "verdicts"]

REMARK = "These words are conventions: none follows from data. What is enough depends on what is judged."

_NEARLY = 1e-9  # a value that rounding has put just below a limit is at the limit


@dataclass(frozen=True)
class Verdict:
    """What a scale calls a value: the word, and the band it stands for; with its uncertainty, if that is known.

    `chances` has the probability of every word, lowest first; `at_least` is the word that is reached or exceeded with
    the probability of the level (Gwet's cumulative rule), `spans` the words of both limits of the interval.
    """

    measure: str
    value: float
    scale: str
    title: str
    word: str
    low: float | None
    high: float | None
    chances: tuple[tuple[str, float], ...] | None = None
    at_least: str | None = None
    spans: tuple[str, str] | None = None

    @property
    def chance(self) -> float | None:
        """The probability of the word itself."""
        return None if self.chances is None else dict(self.chances)[self.word]

    def to_dict(self) -> dict[str, Any]:
        """Return plain data for strict JSON."""
        chances = None if self.chances is None else [list(pair) for pair in self.chances]
        return {**asdict(self), "chances": chances, "spans": None if self.spans is None else list(self.spans)}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Verdict:
        """Read a verdict back from its fields as plain data."""
        chances, spans = data["chances"], data["spans"]
        return cls(
            **{k: v for k, v in data.items() if k not in ("chances", "spans")},
            chances=None if chances is None else tuple((str(word), float(p)) for word, p in chances),
            spans=None if spans is None else (spans[0], spans[1]),
        )


@dataclass(frozen=True)
class Scale:
    """A scale: the measures it was made for, and its words with the lower limit of each."""

    id: str
    title: str
    source: str
    measures: tuple[str, ...]
    bands: tuple[tuple[float, str], ...]

    def verdict(self, measure: str, value: float, name: str | None = None) -> Verdict:
        """Return what this scale calls a value of a measure (named `name` with its parameters).

        Raises QuestionError for a measure that the scale was not made for.
        """
        if measure not in self.measures:
            raise QuestionError(
                f"The scale {self.id} was made for {listed(self.measures)}, not for {measure!r}. "
                "A scale of your own for it goes into a TOML file (scales=..., --scales)."
            )
        at = max((i for i, (low, _) in enumerate(self.bands) if value >= low - _NEARLY), default=0)
        low = self.bands[at][0]
        high = self.bands[at + 1][0] if at + 1 < len(self.bands) else None
        word = self.bands[at][1]
        return Verdict(name or measure, value, self.id, self.title, word, None if math.isinf(low) else low, high)

    def weighed(self, verdict: Verdict, se: float, limits: tuple[float, float], level: float) -> Verdict:
        """Add the uncertainty: the estimate is taken as normal, cut at the ends of −1 and 1.

        Gwet, K. L. (2014). Handbook of Inter-Rater Reliability. 4th ed., chapter 6. With a standard error of 0 all
        the probability is with the word itself.
        """
        if se == 0:
            chances = [float(word == verdict.word) for _, word in self.bands]
        else:
            ends = [*(max(low, -1.0) for low, _ in self.bands), 1.0]
            below = [_normal((end - verdict.value) / se) for end in ends]
            inside = below[-1] - below[0]
            chances = [(b - a) / inside for a, b in pairwise(below)]
        total, at_least = 0.0, self.bands[0][1]
        for (_, word), chance in zip(reversed(self.bands), reversed(chances), strict=True):
            total += chance
            if total >= level - _NEARLY:
                at_least = word
                break
        words = [word for _, word in self.bands]
        spans = tuple(self.verdict(self.measures[0], limit).word for limit in limits)
        return replace(
            verdict, chances=tuple(zip(words, chances, strict=True)), at_least=at_least, spans=(spans[0], spans[1])
        )


def _normal(z: float) -> float:
    return math.erfc(-z / math.sqrt(2)) / 2


def scales(path: str | os.PathLike[str] | None = None) -> dict[str, Scale]:
    """Return the scales by id: the package's, and those of a TOML file of the same form.

    >>> scales()["landis-koch"].verdict("kappa", 0.4).word
    'moderate'
    """
    return _own() | (_read(Path(path)) if path is not None else {})


@cache
def _own() -> dict[str, Scale]:
    return _scales_of(tomllib.loads(files("tarazu").joinpath("scales.toml").read_text("utf-8")), "scales.toml")


def _read(path: Path) -> dict[str, Scale]:
    try:
        data = tomllib.loads(path.read_text("utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as e:
        what = e.strerror if isinstance(e, OSError) else str(e)
        raise InputError(f"Cannot read scales from {path}: {what}.") from e
    return _scales_of(data, str(path))


def _scales_of(data: Mapping[str, Any], where: str) -> dict[str, Scale]:
    found = {}
    for id, about in data.items():
        try:
            bands = tuple((float(low), str(word)) for low, word in about["bands"])
            measures = tuple(about["measures"])
            title, source = str(about.get("title", id)), str(about.get("source", where))
        except (TypeError, ValueError, KeyError, AttributeError):
            raise InputError(
                f'The scale {id!r} in {where} is not complete; expected measures = ["kappa"] and '
                'bands = [[-inf, "low"], [0.4, "high"]]: lower limits and words.'
            ) from None
        lows = [low for low, _ in bands]
        if not bands or lows != sorted(set(lows)):
            raise InputError(f"The lower limits of the scale {id!r} in {where}, {lows}, must rise.")
        found[id] = Scale(id, title, source, measures, bands)
    return found


def verdicts(
    measure: str,
    value: float,
    wanted: Sequence[str] | None = None,
    path: str | os.PathLike[str] | None = None,
    name: str | None = None,
) -> list[Verdict]:
    """Return what scales call a value: those wanted, or all that were made for the measure.

    Raises QuestionError for a scale that is not known, or was not made for the measure.
    """
    known = scales(path)
    if wanted is None:
        return [s.verdict(measure, value, name) for s in known.values() if measure in s.measures]
    for id in wanted:
        if id not in known:
            raise QuestionError(f"There is no scale {id!r}.{near(id, known)} The scales are {listed(known, 20)}.")
    return [known[id].verdict(measure, value, name) for id in wanted]
