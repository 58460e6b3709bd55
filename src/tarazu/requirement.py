"""Requirements: bounds that values must keep, for gates in scripts and continuous integration."""

from __future__ import annotations

import operator

from tarazu.claim import Requirement
from tarazu.errors import QuestionError
from tarazu.result import Result
from tarazu.values import value_of

__all__ = ["failures"]

_COMPARISONS = {">=": operator.ge, "<=": operator.le, ">": operator.gt, "<": operator.lt}


def failures(requirement: Requirement, result: Result) -> list[str]:
    """Return in words where it is not met: in all data or a group. Undefined does not meet it."""
    name = requirement.call.name + ("" if requirement.call.label is None else f"[{requirement.call.label}]")
    shown = name if requirement.part == "value" else f"{name}.{requirement.part}"
    if requirement.part != "value" and result.settings is None:
        raise QuestionError(f"{shown} is a limit of an interval, and intervals are left out (--no-interval).")
    out = []
    for i, (group, _) in enumerate(result.tallies):
        value = value_of(result.of_group(i), name)
        found = {"value": value.value, "low": value.low, "high": value.high}[requirement.part]
        if found is None or not _COMPARISONS[requirement.sign](found, requirement.bound):
            where = "" if group is None else f" for {', '.join(f'{k}={v}' for k, v in group.items())}"
            got = f"{found:.6g}" if found is not None else value.no_interval or str(value)
            out.append(f"{shown} {requirement.sign} {requirement.bound:g} is not met{where}: {got}")
    return out
