"""The verb `score`: how well does a score separate, what are its probabilities worth, and where to cut it."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass, field, replace
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

import tarazu.catalogue  # noqa: F401 - fills the registry
from tarazu.curves import calibration, ranking
from tarazu.errors import InputError, QuestionError, listed
from tarazu.formula import Evaluation, parse
from tarazu.intake.scores import Scored, read_scores
from tarazu.notes import Note
from tarazu.result import Result, Undefined, Value
from tarazu.tally import Label
from tarazu.tally.scores import Scores
from tarazu.uncertainty.hypothesis import Test
from tarazu.uncertainty.interval import Settings
from tarazu.uncertainty.scale import on_scale

__all__ = ["SCHEMA", "WHAT", "Cut", "ScoreResult", "score"]

SCHEMA = "tarazu.score/1"
WHAT = {
    "auc": "Probability that a positive item scores above a negative one; 0.5 by chance.",
    "somers_d": "Twice the area less 1 (Gini): 0 by chance.",
    "average_precision": "Mean precision over the positive items, in steps; the share of positives by chance.",
    "ks": "Largest distance between the scores of positive and negative items.",
    "brier": "Mean squared difference of probability and outcome: 0 is perfect.",
    "brier_skill": "How much better than always saying the share of positives.",
    "log_loss": "Mean of minus the logarithm of the probability of what happened; not clipped.",
    "ece": "Expected calibration error, 10 bins of equal width.",
    "calibration_slope": "1 if probabilities are as extreme as they should be, below 1 if too extreme.",
    "calibration_in_the_large": "0 if probabilities are right on average, below 0 if too high.",
}
_ATOMS = 4_000_000  # numbers drawn at a time
_MOST_DISTINCT = 20_000  # scores that are resampled one by one


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

    def __iter__(self) -> Iterator[Value]:
        return iter(self.rows)

    def __len__(self) -> int:
        return len(self.rows)

    def __getitem__(self, key: str | tuple[str, str]) -> Value:
        """Return a row by the name of its measure, and the name of the score if there are several."""
        name, of = key if isinstance(key, tuple) else (key, next(iter(self.tallies)))
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
        return _cut(self._of(name), rule)

    def at(self, cut: Cut | float, name: str | None = None, **options: Any) -> Result:
        """Return the classification at a threshold, as `matrix` gives it."""
        from tarazu.evaluate import matrix

        scores, threshold = self._of(name), cut.threshold if isinstance(cut, Cut) else float(cut)
        above = scores.values >= threshold
        tp, fp = scores.positives[above].sum(), scores.negatives[above].sum()
        other = str(self.other[0]) if len(self.other) == 1 else f"not {self.label}"
        counts = [[scores.n_negative - fp, fp], [scores.n_positive - tp, tp]]
        return matrix(counts, rows="truth", labels=[other, str(self.label)], positive=str(self.label), **options)

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


def score(
    *data: Any,
    truth: Any = None,
    score: Any = None,
    positive: Label | None = None,
    weight: Any = None,
    cut: str | None = None,
    level: float = 0.95,
    interval: str | None = "default",
    resamples: int = 2000,
    seed: int = 0,
    **options: Any,
) -> ScoreResult:
    """Say how well scores separate positive from negative items: `score(truth, scores)`, or a table and column names.

    A score is a probability, a logit, or any number; higher means more positive, and that is never guessed: an area
    below 0.5 stays below, with a remark. Several scores (a mapping, or several columns) of the same items are compared
    by DeLong's paired test. Scores between 0 and 1 are judged as probabilities too. `positive` names the positive
    class; `cut` chooses a threshold (see `ScoreResult.cut`).

    Raises InputError for data that cannot be used, QuestionError for a question that cannot be answered.

    >>> result = score([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
    >>> result["auc"].value, round(result["average_precision"].value, 4)
    (0.75, 0.8333)
    """
    settings = None if interval is None else Settings(level, "default", resamples, seed)
    if interval not in (None, "default"):
        raise QuestionError(f"interval={interval!r} is not offered for scores; expected 'default' or None.")
    scored = read_scores(data, truth, score, positive, weight, options)
    weights = None if weight is None else scored.weights
    tallies = {name: Scores.of(values, scored.positive, weights) for name, values in scored.scores.items()}
    rows = [row for name, tally in tallies.items() for row in _rows(name, tally, settings, weight is not None)]
    notes = [*scored.notes, *_notes(tallies)]
    chosen = {} if cut is None else {name: _cut(tally, cut) for name, tally in tallies.items()}
    tests = list(_compared(scored)) if weight is None else []
    return ScoreResult(
        tuple(rows), tallies, scored.label, scored.other, scored.source, tuple(tests), tuple(notes), settings, chosen
    )


def _rows(name: str, tally: Scores, settings: Settings | None, weighted: bool) -> Iterator[Value]:
    one_sided = not tally.n_positive or not tally.n_negative
    if one_sided:
        lacking = "negatives" if tally.n_positive else "positives"
        reason = Undefined("one-class", f"only one class in truth (no {lacking})")
        for id in ("auc", "somers_d", "average_precision", "ks"):
            yield Value(id, None, tally.n, of=name, undefined=reason)
    else:
        area = _area(name, tally, settings, weighted)
        yield area
        value, low, high = (None if x is None else 2 * x - 1 for x in (area.value, area.low, area.high))
        se = None if area.se is None else 2 * area.se
        yield replace(area, measure="somers_d", value=value, low=low, high=high, se=se)
        yield _resampled("average_precision", name, tally, settings, weighted, ranking.average_precision)
        yield _resampled("ks", name, tally, settings, weighted, ranking.ks)
    if (tally.values < 0).any() or (tally.values > 1).any():
        return
    yield _resampled("brier", name, tally, settings, weighted, lambda p, q: calibration.brier(tally.values, p, q))
    yield _resampled("log_loss", name, tally, settings, weighted, lambda p, q: calibration.log_loss(tally.values, p, q))
    if one_sided:
        return
    base = tally.n_positive / tally.n
    brier = float(calibration.brier(tally.values, tally.positives, tally.negatives))
    line, cells = calibration.calibration_line(tally), calibration.bins(tally)
    fit = Undefined("no-fit", "a probability is 0 or 1, or the two sides are separated: the fit has no limit")
    yield Value("brier_skill", 1 - brier / (base * (1 - base)), tally.n, of=name)
    yield Value("ece", cells.expected_error, tally.n, of=name)
    for id, fitted, error in (
        ("calibration_slope", line.slope, line.slope_se),
        ("calibration_in_the_large", line.in_the_large, line.in_the_large_se),
    ):
        if math.isnan(fitted):
            yield Value(id, None, tally.n, of=name, undefined=fit)
            continue
        row = Value(id, fitted, tally.n, of=name)
        if settings is not None and not weighted:
            limits = on_scale("identity", fitted, error, (-math.inf, math.inf), settings.level)
            bounds = (float(limits[0]), float(limits[1]))
            row = replace(row, se=error, low=bounds[0], high=bounds[1], level=settings.level, method="wald")
        yield row


def _area(name: str, tally: Scores, settings: Settings | None, weighted: bool) -> Value:
    area = float(ranking.auc(tally.positives, tally.negatives))
    row = Value("auc", area, tally.n, of=name)
    if settings is None:
        return row
    if weighted:
        return replace(row, level=settings.level, no_interval="DeLong's interval is of items, and these are weighted.")
    se = ranking.delong(tally)
    few = "positive" if tally.n_positive <= 1 else "negative"
    if math.isnan(se):
        return replace(row, level=settings.level, no_interval=f"there is only one {few} item.")
    if se == 0:
        return replace(row, se=0.0, level=settings.level,
                       no_interval="the DeLong variance is 0 at perfect separation; it gives no interval.")  # fmt: skip
    low, high = on_scale("logit", area, se, (0.0, 1.0), settings.level)
    return replace(row, se=se, low=float(low), high=float(high), level=settings.level, method="delong, logit")


def _resampled(
    id: str,
    name: str,
    tally: Scores,
    settings: Settings | None,
    weighted: bool,
    body: Callable[[NDArray[Any], NDArray[Any]], NDArray[Any]],
) -> Value:
    """A measure with the percentiles of it on resampled items."""
    row = Value(id, float(body(tally.positives, tally.negatives)), tally.n, of=name)
    if settings is None or not math.isfinite(float(row)):
        return row
    m = len(tally.values)
    if weighted or m > _MOST_DISTINCT:
        why = "resampling is of items, and these are weighted." if weighted else "there are too many distinct scores."
        return replace(row, level=settings.level, no_interval=why)
    rng = np.random.default_rng(settings.seed)
    atoms = np.concatenate([tally.positives, tally.negatives])
    times = max(200, min(settings.times, _ATOMS // len(atoms)))
    drawn = rng.multinomial(round(atoms.sum()), atoms / atoms.sum(), times).astype(np.float64)
    with np.errstate(all="ignore"):
        values = body(drawn[:, :m], drawn[:, m:])
    values = np.asarray(values[np.isfinite(values)])
    if len(values) < times / 2 or values.min() == values.max():
        return replace(row, level=settings.level, no_interval="resampled items give no spread of values.")
    low, high = np.quantile(values, [(1 - settings.level) / 2, (1 + settings.level) / 2])
    without = f", {times - len(values)} without a value" if len(values) < times else ""
    return replace(row, se=float(values.std(ddof=1)), low=float(low), high=float(high), level=settings.level,
                   method=f"percentile, {times} resamples{without}")  # fmt: skip


def _notes(tallies: Mapping[str, Scores]) -> Iterator[Note]:
    for name, tally in tallies.items():
        if not tally.n_positive or not tally.n_negative:
            continue
        area = float(ranking.auc(tally.positives, tally.negatives))
        if area < 0.5:
            text = f"The area of {name} is {area:.3f}, below 0.5: its high scores go with negative items."
            yield Note("auc-below-half", "caution", text)


def _compared(scored: Scored) -> Iterator[Test]:
    """DeLong's test of every pair of scores of the same items."""
    if scored.positive.all() or not scored.positive.any():
        return
    for (a, first), (b, second) in combinations(scored.scores.items(), 2):
        difference, se, z, p = ranking.delong_paired(scored.positive, first, second)
        text = f"difference {difference:.4g}, standard error {se:.4g}, z = {z:.3g}."
        usable = None if math.isnan(p) else p
        question = f"Are the areas of {a} and {b} equal?"
        yield Test(f"auc {a} = {b}", question, usable, "DeLong, paired, two-sided", text, z)


def _cut(tally: Scores, rule: str) -> Cut:
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
