"""The text of options, read: shares, totals, lists of labels."""

from __future__ import annotations

from tarazu.errors import QuestionError

__all__ = ["listed", "prevalence", "share", "totals"]


def share(text: str, option: str) -> float:
    """Read `0.8`, or `80%`."""
    try:
        return float(text.removesuffix("%")) / 100 if text.endswith("%") else float(text)
    except ValueError:
        raise QuestionError(f"{option} {text} is not a share; expected a number such as 0.8 or 80%.") from None


def prevalence(text: str | None) -> float | dict[str, float] | None:
    """Read `0.02`, or `sick=0.02,well=0.98`."""
    if text is None:
        return None
    if "=" not in text:
        return share(text, "--prevalence")
    return {name: share(value, "--prevalence") for name, value in (totals(text) or {}).items()}


def totals(text: str | None) -> dict[str, str] | None:
    """Read `cat=50,dog=150`."""
    parts = [part.rpartition("=") for part in listed(text) or ()]
    if any(not (name and sign and total) for name, sign, total in parts):
        raise QuestionError(f"Cannot read the totals {text!r}; expected class=total, ... such as cat=50,dog=150.")
    if len({name for name, _, _ in parts}) < len(parts):
        raise QuestionError(f"The totals {text!r} name a class twice.")
    return None if text is None else {name.strip(): total for name, _, total in parts}


def listed(labels: str | None) -> list[str] | None:
    """Split at commas; a label with a comma stands in double quotes."""
    if labels is None:
        return None
    import csv

    return [label.strip() for label in next(csv.reader([labels], skipinitialspace=True))]
