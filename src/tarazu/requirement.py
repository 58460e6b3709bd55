"""Requirements: a bound that a value must keep, for gates in scripts and continuous integration."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass

import numpy as np

from tarazu.errors import QuestionError
from tarazu.formula import Call, parse
from tarazu.result import Result
from tarazu.values import value_of

__all__ = ["Requirement"]

_COMPARISONS = {">=": np.greater_equal, "<=": np.less_equal, ">": np.greater, "<": np.less}
_REQUIREMENT = re.compile(r"^(?P<name>.+?)\s*(?P<sign>>=|<=|>|<)\s*(?P<bound>[^<>=]+)$", re.DOTALL)


@dataclass(frozen=True)
class Requirement:
    """A bound that a value must keep: `kappa >= 0.6`, `recall[cat] > 0.5`."""

    call: Call
    sign: str
    bound: float

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
                "for example 'kappa >= 0.6'."
            ) from None
        return cls(parse(match["name"]), match["sign"], bound)

    def failures(self, result: Result) -> list[str]:
        """Return in words where it is not met: in all data or a group. Undefined does not meet it."""
        name = self.call.name + ("" if self.call.label is None else f"[{self.call.label}]")
        out = []
        for group, tally in result.tallies:
            part = Result(result.verb, (), ((None, tally),), positive=result.positive)
            value = value_of(part, name)
            if value.value is None or not _COMPARISONS[self.sign](value.value, self.bound):
                where = "" if group is None else f" for {', '.join(f'{k}={v}' for k, v in group.items())}"
                got = f"{value.value:.6g}" if value.value is not None else str(value)
                out.append(f"{name} {self.sign} {self.bound:g} is not met{where}: {got}")
        return out
