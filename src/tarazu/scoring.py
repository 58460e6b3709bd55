"""The verb `score`: how well does a score separate, what are its probabilities worth, and where to cut it?"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tarazu.curves import calibration, multiclass, ranking
from tarazu.errors import QuestionError, listed
from tarazu.intake.scores import ClassScores, Scored, read_class_scores, read_scores
from tarazu.notes import Note
from tarazu.result import Undefined, Value
from tarazu.score_result import ScoreResult, chosen_cut
from tarazu.tally import Label
from tarazu.tally.scores import Scores
from tarazu.uncertainty.hypothesis import Test
from tarazu.uncertainty.interval import Settings
from tarazu.uncertainty.scale import on_scale

__all__ = ["score"]

_ATOMS = 4_000_000  # numbers drawn at a time
_MOST_DISTINCT = 20_000  # scores that are resampled one by one


def score(
    *data: Any,
    truth: Any = None,
    score: Any = None,
    positive: Label | None = None,
    weight: Any = None,
    classes: Sequence[Label] | None = None,
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
    class; `cut` chooses a threshold (see `ScoreResult.cut`). `classes` says that there is one score for each class, in
    this order (a table with so many columns): then each class is judged against the rest, and all together.

    Raises InputError for data that cannot be used, QuestionError for a question that cannot be answered.

    >>> result = score([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
    >>> result["auc"].value, round(result["average_precision"].value, 4)
    (0.75, 0.8333)
    """
    settings = None if interval is None else Settings(level, "default", resamples, seed)
    if interval not in (None, "default"):
        raise QuestionError(f"interval={interval!r} is not offered for scores; expected 'default' or None.")
    if classes is not None:
        if positive is not None or weight is not None or cut is not None:
            raise QuestionError("With classes there is no positive class, and neither weight nor cut is offered.")
        return _of_classes(read_class_scores(data, truth, score, classes, options), settings)
    scored = read_scores(data, truth, score, positive, weight, options)
    weights = None if weight is None else scored.weights
    tallies = {name: Scores.of(values, scored.positive, weights) for name, values in scored.scores.items()}
    rows = [row for name, tally in tallies.items() for row in _rows(name, tally, settings, weight is not None)]
    notes = [*scored.notes, *_notes(tallies)]
    chosen = {} if cut is None else {name: chosen_cut(tally, cut) for name, tally in tallies.items()}
    tests = list(_compared(scored)) if weight is None else []
    return ScoreResult(
        tuple(rows), tallies, scored.label, scored.other, scored.source, tuple(tests), tuple(notes), settings, chosen
    )


def _of_classes(scored: ClassScores, settings: Settings | None) -> ScoreResult:
    """Each class against the rest, and all together."""
    tallies = multiclass.one_against_the_rest(scored.values, scored.truth)
    named = {str(c): tally for c, tally in zip(scored.classes, tallies, strict=True)}
    rows = [row for name, tally in named.items() for row in _rows(name, tally, settings, False) if row.measure == "auc"]
    areas = np.array([math.nan if r.value is None else r.value for r in rows])
    true = np.array([t.n_positive for t in tallies])
    n = float(len(scored.truth))
    together = "the areas of the classes depend on each other; no interval is offered for them together."
    missing = np.isnan(areas[true > 0]).any()
    by_frequency = math.nan if missing else float((np.where(true > 0, areas, 0) * true).sum() / n)
    lacking = [str(c) for c, t in zip(scored.classes, true, strict=True) if t in (0, n)]
    why = Undefined("class-missing", f"{listed(lacking)} never occurs, or nothing else does")
    for id, value in (
        ("auc_macro", float(areas.mean())),
        ("auc_weighted", by_frequency),
        ("auc_hand_till", multiclass.hand_till(scored.values, scored.truth)),
    ):
        gone = math.isnan(value)
        row = Value(id, None if gone else value, n, of="all", undefined=why if gone else None)
        rows.append(row if gone else replace(row, no_interval=together))
    rows += _of_class_probabilities(scored, settings)
    return ScoreResult(
        tuple(rows), named, "each class", scored.classes, scored.source, (), tuple(scored.notes), settings, {}, True
    )


def _of_class_probabilities(scored: ClassScores, settings: Settings | None) -> Iterator[Value]:
    """Log loss and Brier score, if the scores of each item are probabilities: their intervals are those of a mean."""
    p, n = scored.values, float(len(scored.truth))
    if (p < 0).any() or (p > 1).any():
        return
    sums = p.sum(1)
    wrong = np.flatnonzero(abs(sums - 1) > 1e-6)
    if len(wrong):
        first, *rest = [f"in row {i + 1} {{}}to {sums[i]:g}" for i in wrong[:3]]
        said = ", ".join([first.format("add up "), *(r.format("") for r in rest)])
        more = f", and in {len(wrong) - 3} rows more not to 1" if len(wrong) > 3 else ""
        reason = Undefined("sum", f"probabilities {said}{more}")
        for id in ("log_loss", "brier_multiclass"):
            yield Value(id, None, n, of="all", undefined=reason)
        return
    for id, of_item in (
        ("log_loss", multiclass.log_loss_of_items(p, scored.truth)),
        ("brier_multiclass", multiclass.brier_of_items(p, scored.truth)),
    ):
        row = Value(id, float(of_item.mean()), n, of="all")
        se = float(of_item.std(ddof=1) / math.sqrt(n)) if n > 1 and np.isfinite(of_item).all() else math.nan
        if settings is not None and se > 0:
            top = 2.0 if id == "brier_multiclass" else math.inf
            limits = on_scale("identity", float(row), se, (0.0, top), settings.level, n - 1)
            low, high = (float(x) for x in limits)
            row = replace(row, se=se, low=low, high=high, level=settings.level, method="mean, t")
        yield row


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
