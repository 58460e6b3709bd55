"""What is claimed of a measure, as text: a bound that must be kept, or a test that is asked for."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass

from tarazu.errors import QuestionError
from tarazu.formula import Call, parse

__all__ = ["Claim", "Requirement"]

_REQUIREMENT = re.compile(r"^(?P<name>.+?)\s*(?P<sign>>=|<=|>|<)\s*(?P<bound>[^<>=]+)$", re.DOTALL)
_NUMBER = r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?"
_BETWEEN = re.compile(rf"^(?P<name>.+?)\s+in\s+(?P<low>{_NUMBER})\s*\.\.\s*(?P<high>{_NUMBER})$", re.DOTALL)
_CHANCE = re.compile(r"^(?P<name>.+?)\s*>=?\s*chance$", re.DOTALL | re.IGNORECASE)


@dataclass(frozen=True)
class Requirement:
    """A bound that a value, or a limit of its interval, must keep: `kappa >= 0.6`, `recall[cat].low > 0.5`."""

    call: Call
    sign: str
    bound: float
    part: str = "value"  # value, low or high

    @classmethod
    def read(cls, text: str) -> Requirement:
        """Read a requirement; QuestionError if it is none."""
        match = _REQUIREMENT.match(text.strip())
        try:
            if match is None:
                raise ValueError
            bound = float(match["bound"])
            if math.isnan(bound):
                raise ValueError
        except ValueError:
            raise QuestionError(
                f"Cannot read the requirement {text!r}; expected a measure, one of >= > <= < and a number, "
                "for example 'kappa >= 0.6' or 'kappa.low >= 0.6'."
            ) from None
        name, part = match["name"], "value"
        for limit in ("low", "high"):
            if name.endswith(f".{limit}"):
                name, part = name.removesuffix(f".{limit}"), limit
        return cls(parse(name), match["sign"], bound, part)


@dataclass(frozen=True)
class Claim:
    """What a test is asked: `kappa > 0.6`, `accuracy < 0.9`, `kappa in 0.5..0.7`, `mcc > chance`, `independence`."""

    call: Call
    low: float | None
    high: float | None
    text: str
    by_permutation: bool = False

    @classmethod
    def read(cls, text: str) -> Claim:
        """Read a claim; QuestionError if it is none."""
        if text.strip().casefold() == "independence":
            return cls(parse("chi_squared"), None, None, text, True)
        match = _CHANCE.match(text.strip())
        if match:
            return cls(parse(match["name"]), None, None, text, True)
        match = _BETWEEN.match(text.strip())
        if match:
            low, high = float(match["low"]), float(match["high"])
            if low >= high:
                raise QuestionError(f"{text!r}: the range {low:g}..{high:g} is empty.")
            return cls(parse(match["name"]), low, high, text)
        try:
            found = Requirement.read(text)
        except QuestionError as e:
            raise QuestionError(
                f"{e} Or a range: 'kappa in 0.5..0.7'; or 'kappa > chance'.".replace("requirement", "test")
            ) from None
        if found.part != "value":
            raise QuestionError(f"{text!r} names a limit of an interval; a test is of the measure itself.")
        above = found.sign in (">", ">=")
        return cls(found.call, found.bound if above else None, None if above else found.bound, text)
