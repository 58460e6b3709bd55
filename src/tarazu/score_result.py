"""The result of `score`: tidy rows, the tallies they came from, curves, and the choice of a cut."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

import numpy as np

import tarazu.catalogue  # noqa: F401 - fills the registry
from tarazu.curves import ranking
from tarazu.errors import InputError, QuestionError, listed
from tarazu.formula import Evaluation, parse
from tarazu.notes import Note
from tarazu.result import Result, Value
from tarazu.tally import Label
from tarazu.tally.scores import Scores
from tarazu.uncertainty.hypothesis import Test
from tarazu.uncertainty.interval import Settings

__all__ = ["SCHEMA", "WHAT", "Cut", "ScoreResult", "chosen_cut"]

SCHEMA = "tarazu.score/1"
WHAT = {
    "auc": "Probability that a positive item scores above a negative one; 0.5 by chance.",
    "somers_d": "Twice the area less 1 (Gini): 0 by chance.",
    "average_precision": "Mean precision over the positive items, in steps; the share of positives by chance.",
    "auc_macro": "Mean of the areas of the classes, each against the rest.",
    "auc_weighted": "The same, weighted by how often each class is true.",
    "auc_hand_till": "Mean over pairs of classes of how well each is told from the other (Hand and Till).",
    "ks": "Largest distance between the scores of positive and negative items.",
    "brier": "Mean squared difference of probability and outcome: 0 is perfect.",
    "brier_multiclass": "Squared distance of probabilities and outcome, summed over the classes: 0 to 2.",
    "brier_skill": "How much better than always saying the share of positives.",
    "log_loss": "Mean of minus the logarithm of the probability of what happened; not clipped.",
    "ece": "Expected calibration error, 10 bins of equal width.",
    "calibration_slope": "1 if probabilities are as extreme as they should be, below 1 if too extreme.",
    "calibration_in_the_large": "0 if probabilities are right on average, below 0 if too high.",
}


@dataclass(frozen=True)
class Cut:
    """A threshold: items that score it or more are called positive. `rule` says how it was chosen."""

    rule: str
    threshold: float
    value: float | None


@dataclass(frozen=True)
class ScoreResult:
    """What `score` answers: tidy rows, the tallies they came from, tests between scores, the cut, and remarks."""

    rows: tuple[Value, ...]
    tallies: Mapping[str, Scores]
    label: Label
    other: tuple[Label, ...]
    data: Mapping[str, Any] = field(default_factory=dict)
    tests: tuple[Test, ...] = ()
    notes: tuple[Note, ...] = ()
    settings: Settings | None = None
    chosen: Mapping[str, Cut] = field(default_factory=dict)
    multiclass: bool = False  # then the tallies are of each class against the rest

    def __iter__(self) -> Iterator[Value]:
        return iter(self.rows)

    def __len__(self) -> int:
        return len(self.rows)

    def __getitem__(self, key: str | tuple[str, str]) -> Value:
        """Return a row by the name of its measure, and the name of the score if there are several."""
        first = "all" if self.multiclass else next(iter(self.tallies))
        name, of = key if isinstance(key, tuple) else (key, first)
        for row in self.rows:
            if row.measure == name and row.of == of:
                return row
        raise QuestionError(f"There is no {key!r} among {listed(dict.fromkeys(r.measure for r in self.rows), 20)}.")

    def roc(self, name: str | None = None) -> ranking.Roc:
        """Return the points of the ROC curve."""
        return ranking.roc(self._of(name))

    def cut(self, rule: str = "youden", name: str | None = None) -> Cut:
        """Choose a threshold: "youden", "closest", "0.5", "max f1" (any measure), "sensitivity 0.9", "specificity 0.9".

        A cut chosen on the data it is judged by looks better than it will be.
        """
        return chosen_cut(self._of(name), rule)

    def at(self, cut: Cut | float, name: str | None = None, **options: Any) -> Result:
        """Return the classification at a threshold, as `matrix` gives it."""
        from tarazu.evaluate import matrix

        scores, threshold = self._of(name), cut.threshold if isinstance(cut, Cut) else float(cut)
        above = scores.values >= threshold
        tp, fp = scores.positives[above].sum(), scores.negatives[above].sum()
        label = str(name if self.multiclass and name is not None else self.label)
        other = str(self.other[0]) if len(self.other) == 1 and not self.multiclass else f"not {label}"
        counts = [[scores.n_negative - fp, fp], [scores.n_positive - tp, tp]]
        return matrix(counts, rows="truth", labels=[other, label], positive=label, **options)

    def _of(self, name: str | None) -> Scores:
        name = next(iter(self.tallies)) if name is None else name
        if name not in self.tallies:
            raise QuestionError(f"There is no score {name!r}; there are {listed(self.tallies)}.")
        return self.tallies[name]

    def to_dict(self) -> dict[str, Any]:
        """Return plain data for strict JSON, schema `tarazu.score/1`."""
        from tarazu import __version__

        return {
            "schema": SCHEMA,
            "data": dict(self.data),
            "positive": self.label,
            "settings": None if self.settings is None else asdict(self.settings),
            "rows": [row.to_dict() for row in self.rows],
            "cuts": {name: asdict(cut) for name, cut in self.chosen.items()},
            "tests": [asdict(test) for test in self.tests],
            "notes": [asdict(note) for note in self.notes],
            "made_with": {"tarazu": __version__},
        }

    def to_json(self, indent: int | None = 2) -> str:
        """Return the result as strict JSON."""
        return json.dumps(self.to_dict(), indent=indent, ensure_ascii=False, allow_nan=False)

    def tidy(self) -> list[dict[str, Any]]:
        """Return one flat dictionary per row."""
        keep = ("of", "measure", "value", "low", "high", "level", "method", "se", "n")
        return [{**{k: getattr(r, k) for k in keep}, "undefined": r.undefined and r.undefined.text} for r in self.rows]

    def to_frame(self, library: str | None = None) -> Any:
        """Return the rows as a data frame."""
        from tarazu.intake.frames import frame_of_rows

        return frame_of_rows(self.tidy(), library or self.data.get("frame"))

    def to_csv(self) -> str:
        """Return the rows as CSV."""
        from tarazu.report.tables import csv_of_rows

        return csv_of_rows(self.tidy())

    def to_text(self, width: int = 100, *, color: bool = False) -> str:
        """Return the report as it prints in a terminal."""
        from tarazu.report.scores import report_of
        from tarazu.report.terminal import printed

        return printed(report_of(self), width, color=color)

    def to_markdown(self) -> str:
        """Return the report as Markdown tables."""
        from tarazu.report.scores import report_of
        from tarazu.report.tables import as_markdown

        return as_markdown(report_of(self))

    def to_latex(self) -> str:
        """Return the tables for LaTeX (booktabs)."""
        from tarazu.report.latex import as_latex
        from tarazu.report.scores import report_of

        return as_latex(report_of(self))

    def __str__(self) -> str:
        return self.to_text()

    def __repr__(self) -> str:
        return self.to_text()

    def _repr_html_(self) -> str:
        from tarazu.report.scores import report_of
        from tarazu.report.tables import as_html

        return as_html(report_of(self))


def chosen_cut(tally: Scores, rule: str) -> Cut:
    """Choose a threshold by a rule."""
    words = rule.split()
    if not tally.n_positive or not tally.n_negative:
        raise InputError("A cut needs positive and negative items.")
    r = ranking.roc(tally)
    if len(words) == 1 and words[0] in ("youden", "closest"):
        gain = r.tpr - r.fpr if words[0] == "youden" else -np.hypot(r.fpr, 1 - r.tpr)
        at = int(np.argmax(gain[1:])) + 1
        return Cut(rule, float(r.thresholds[at]), float(gain[at]) if words[0] == "youden" else float(-gain[at]))
    if len(words) == 2 and words[0] == "max":
        call = parse(words[1])
        tp, fp = r.tpr * tally.n_positive, r.fpr * tally.n_negative
        tables = np.stack([np.stack([tally.n_negative - fp, fp], -1), np.stack([tally.n_positive - tp, tp], -1)], -2)
        two = np.array([0.0, 1.0])
        name = call.measure.id
        found = Evaluation(tables[1:], ("negative", "positive"), two, two)(name, call.params)
        reached = np.real(found)
        if np.isnan(reached).all():
            raise QuestionError(f"{call.name} has no value at any threshold.")
        best = np.nanargmin(reached) if call.measure.best == call.measure.range[0] else np.nanargmax(reached)
        return Cut(rule, float(r.thresholds[1:][best]), float(reached[best]))
    if len(words) == 2 and words[0] in ("sensitivity", "specificity"):
        bound = _share(words[1], rule)
        if words[0] == "sensitivity":
            at = int(np.argmax(r.tpr >= bound - 1e-12))
        else:
            at = int(np.flatnonzero(1 - r.fpr >= bound - 1e-12)[-1])
        return Cut(rule, float(r.thresholds[at]), float(r.tpr[at] if words[0] == "sensitivity" else 1 - r.fpr[at]))
    try:
        return Cut(rule, float(rule), None)
    except ValueError:
        raise QuestionError(
            f"cut={rule!r} is not known; expected youden, closest, a number, 'max f1' (or another measure), "
            "'sensitivity 0.9' or 'specificity 0.9'."
        ) from None


def _share(text: str, rule: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not 0 < value <= 1:
        raise QuestionError(f"cut={rule!r}: {text} is not possible; expected a share above 0 and at most 1.")
    return value
