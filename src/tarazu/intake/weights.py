"""What weights are: counts of items, each row standing for so many; or sampling weights, each row one item."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from tarazu.errors import InputError, QuestionError
from tarazu.intake.counted import Counted
from tarazu.notes import Note

__all__ = ["WeightKind", "with_kind"]

WeightKind = Literal["auto", "counts", "sampling"]


def with_kind(counted: Counted, kind: str) -> tuple[Counted, list[Note]]:
    """Return counted rows with counts in place of weights that are counts, and what to say about it.

    Values do not depend on it, intervals do: ten rows of weight 3 are thirty items if the weights are counts.
    """
    if kind not in ("auto", "counts", "sampling"):
        raise QuestionError(f"weight_kind={kind!r} is not known; expected 'auto', 'counts' or 'sampling'.")
    if counted.weights is None or counted.squares is None:
        if kind != "auto":
            raise QuestionError(f"weight_kind={kind!r} says what weights are, but none were given (weight=, --weight).")
        return counted, []
    whole = _whole(counted)
    if kind == "counts" and not whole:
        raise InputError(
            "Weights that are counts of items must be whole numbers; these are not. If they are sampling weights, say "
            "weight_kind='sampling' (--weight-kind sampling)."
        )
    if kind == "sampling" or not whole:
        text = "Weights were taken as sampling weights: each row is one item."
        return counted, [Note("weights-sampling", "info", text)] if kind == "auto" else []
    rows = [round(w) for w in counted.weights]
    note = "All weights are whole numbers and were taken as counts of items; weight_kind='sampling' (--weight-kind) "
    told = [Note("weights-counts", "info", note + "if they are sampling weights.")] if kind == "auto" else []
    return replace(counted, rows=rows, weights=None, squares=None), told


def _whole(counted: Counted) -> bool:
    """Whether all weights are whole numbers, as far as their sums and sums of squares tell."""
    pairs = zip(counted.weights or (), counted.squares or (), strict=True)
    return all(float(w).is_integer() and float(s).is_integer() and s >= w for w, s in pairs)
