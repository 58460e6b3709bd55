"""Predictions that are none: labels by which a classifier abstains, counted beside the classes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tarazu.errors import InputError, QuestionError, listed, near
from tarazu.notes import Note
from tarazu.tally import Contingency, Label

__all__ = ["Abstentions", "abstain_labels", "abstaining", "refuse_declared", "refuse_in_truth", "table_for"]


@dataclass(frozen=True)
class Abstentions:
    """How often each class was true while the prediction was each of the labels that abstain: k × labels."""

    labels: tuple[Label, ...]
    counts: NDArray[Any]

    def about(self, tally: Contingency) -> dict[str, Any]:
        """Return the figures beside the tally of what was covered, as plain data."""
        by_class, covered = self.counts.sum(axis=1), tally.row_totals
        away, kept = float(by_class.sum()), tally.n
        hits, n = float(tally.counts.trace()), kept + away
        return {
            "labels": list(self.labels),
            "n": _plain(n),
            "covered": _plain(kept),
            "abstained": _plain(away),
            "coverage": kept / n if n else None,
            "accuracy_covered": hits / kept if kept else None,
            "accuracy_overall": hits / n if n else None,
            "undefined": None if kept else {"reason": "all-abstained", "text": "all predictions abstained"},
            "by_class": [
                {
                    "class": label,
                    "n": _plain(float(a + c)),
                    "abstained": _plain(float(a)),
                    "share": float(a / (a + c)) if a + c else None,
                    "by_label": [_plain(float(v)) for v in row],
                }
                for label, a, c, row in zip(tally.labels, by_class, covered, self.counts, strict=True)
            ],
        }

    def notes(self, tally: Contingency, prediction: str) -> list[Note]:
        """Return what to say about them."""
        a = self.about(tally)
        never = [v for v, n in zip(self.labels, self.counts.sum(axis=0), strict=True) if not n]
        out = []
        if a["abstained"]:
            text = (
                f"Abstained ({listed(v for v in self.labels if v not in never)}): {a['abstained']:.15g} of "
                f"{a['n']:.15g}; the coverage is {a['coverage']:.3f}. "
            )
            if a["undefined"]:
                text += f"Nothing is left to measure: {a['undefined']['text']}."
            else:
                covered, overall = a["accuracy_covered"], a["accuracy_overall"]
                text += (
                    f"All measures are of the {a['covered']:.15g} covered, with an accuracy of {covered:.3f} there; "
                )
                text += f"over all, with each abstention counted as wrong, it is {overall:.3f}."
            out.append(Note("abstentions", "info", text))
        if never:
            text = f"{listed(never)} never occurs in {prediction}: nothing was taken as an abstention by it."
            out.append(Note("abstain-never", "info", text + near(never[0], tally.labels)))
        return out


def _plain(n: float) -> int | float:
    return int(n) if n.is_integer() else n


def abstain_labels(given: Any) -> tuple[Label, ...]:
    """Return the labels that abstain, from one or several."""
    several = sorted(given, key=str) if isinstance(given, set | frozenset) else given
    several = list(several) if isinstance(several, Iterable) and not isinstance(several, str) else [given]
    labels = [v.item() if isinstance(v, np.generic) else v for v in several]
    for label in labels:
        if not isinstance(label, str | int | float) or label == "" or label != label:
            raise QuestionError(f"abstain={label!r} is no label; expected a label by which the prediction abstains.")
    return tuple(dict.fromkeys(labels))


def abstaining(values: Mapping[Any, Label | None], labels: Sequence[Label], *, as_text: bool) -> dict[Any, int]:
    """Return which raw values are one of the labels that abstain, and which; `as_text`: compared as written."""
    return {
        raw: at
        for raw, value in values.items()
        for at, label in enumerate(labels)
        if value is not None and (_same(value, label) or (as_text and str(value) == str(label)))
    }


def _same(a: Label, b: Label) -> bool:
    return a == b and _kind(a) == _kind(b)


def _kind(label: Label) -> str:
    return "text" if isinstance(label, str) else "truth value" if isinstance(label, bool) else "number"


def refuse_in_truth(rows: int, labels: Iterable[Label], truth: str) -> None:
    """Raise InputError: the truth does not abstain."""
    times = f"{rows} {'row' if rows == 1 else 'rows'}"
    raise InputError(
        f"{listed(dict.fromkeys(labels))} abstains, but stands in {truth} too ({times}): the truth cannot "
        "abstain. Remove these rows, or do not name it in abstain."
    )


def refuse_declared(declared: Sequence[Label], labels: Sequence[Label]) -> None:
    """Raise QuestionError for a label that is declared a class and abstains."""
    both = [v for v in labels if any(str(v) == str(d) for d in declared)]
    if both:
        raise QuestionError(f"{listed(both)} is declared in labels and abstains; it can be only one of them.")


def table_for(k: int, labels: Sequence[Label], *, weighted: bool) -> NDArray[Any]:
    """Return an empty table of abstentions."""
    return np.zeros((k, len(labels)), dtype=np.float64 if weighted else np.int64)
