"""The answer to a question of planning: how many items, in words, and what other numbers would give."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from tarazu.errors import QuestionError

__all__ = ["Plan", "checked_share", "checked_size", "least", "z_of"]

_MOST = 100_000_000


@dataclass(frozen=True)
class Plan:
    """How many items are needed.

    `n` is the number, `goal` what it is for, `text` the answer in words, `curve` what other numbers of items would
    give (each with what the goal is measured by, named in `measured`), `assumptions` what was taken for granted, and
    `source` where the formula is from.
    """

    kind: str
    n: int
    goal: str
    text: str
    measured: str
    curve: tuple[tuple[int, float], ...]
    assumptions: Mapping[str, Any]
    source: str

    def to_dict(self) -> dict[str, Any]:
        """Return plain data for strict JSON."""
        return {
            "schema": "tarazu.plan/1",
            "kind": self.kind,
            "n": self.n,
            "goal": self.goal,
            "text": self.text,
            "curve": [{"n": n, self.measured: value if math.isfinite(value) else None} for n, value in self.curve],
            "assumptions": dict(self.assumptions),
            "source": self.source,
        }

    def to_json(self, indent: int | None = 2) -> str:
        """Return the plan as strict JSON."""
        return json.dumps(self.to_dict(), indent=indent, ensure_ascii=False, allow_nan=False)

    def __str__(self) -> str:
        given = ", ".join(f"{name} {_written(value)}" for name, value in self.assumptions.items())
        width = max(len(f"{n}") for n, _ in self.curve)
        lines = [f"  {'items':>{max(width, 5)}}  {self.measured}"]
        lines += [
            f"  {n:>{max(width, 5)}}  {'–' if math.isnan(value) else f'{value:.4f}'}{'  <' if n == self.n else ''}"
            for n, value in self.curve
        ]
        return "\n".join([self.text, "", *lines, "", f"Assumed: {given}.", f"Source: {self.source}"])


def _written(value: Any) -> str:
    if isinstance(value, float):
        return f"{value:g}"
    return f"({', '.join(map(_written, value))})" if isinstance(value, list | tuple) else str(value)


def z_of(share: float) -> float:
    """Return the normal quantile of a share: 0.975 gives 1.959964."""
    from scipy.special import ndtri

    return float(ndtri(share))


def checked_share(name: str, value: Any) -> float:
    """Return a number between 0 and 1, both excluded; QuestionError for any other."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value < 1:
        raise QuestionError(f"{name}={value!r} is not possible; expected a number between 0 and 1.")
    return float(value)


def checked_size(name: str, value: Any) -> float:
    """Return a positive number; QuestionError for any other."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value < math.inf:
        raise QuestionError(f"{name}={value!r} is not possible; expected a positive number.")
    return float(value)


def least(enough: Callable[[int], bool], start: int = 2) -> int:
    """Return the least number of items that is enough, where more items always help."""
    high = start
    while not enough(high):
        high *= 2
        if high > _MOST:
            raise QuestionError("More than 100 million items would be needed; is the goal what was meant?")
    low = high // 2
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if enough(middle) else (middle, high)
    return high


def curve_around(n: int, value: Callable[[int], float]) -> tuple[tuple[int, float], ...]:
    """Return what half, three quarters ... and twice as many items would give."""
    sizes = sorted({max(2, round(n * share)) for share in (0.25, 0.5, 0.75, 1, 1.5, 2, 4)} | {n})
    return tuple((size, value(size)) for size in sizes)
