"""A remark that goes with a result: what was done to the data, or what to be careful about."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

__all__ = ["Note", "Severity"]

Severity = Literal["info", "caution"]


@dataclass(frozen=True)
class Note:
    """A code for programs, how serious it is, and words."""

    code: str
    severity: Severity
    text: str
