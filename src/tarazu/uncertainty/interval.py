"""The interval of a value: which method suits its measure, and what it gives."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from copy import copy
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tarazu.errors import QuestionError, listed
from tarazu.formula import REGISTRY, Evaluation, Measure
from tarazu.formula.gradient import slopes_of_body
from tarazu.formula.names import split_view
from tarazu.tally import Contingency
from tarazu.tally.clusters import Clusters, Design, Strata
from tarazu.uncertainty import proportion
from tarazu.uncertainty.resample import Resampled
from tarazu.uncertainty.scale import SCALES, on_scale, scale_for
from tarazu.uncertainty.spread import Spread, of_classes

__all__ = ["METHODS", "Interval", "Settings", "Uncertainty", "default_scale"]

_RESAMPLING = ("percentile", "basic", "bca")
METHODS = (
    "default",
    *proportion.METHODS,
    "mover",
    "delta",
    *(f"delta-{scale}" for scale in SCALES),
    "jackknife",
    *_RESAMPLING,
    "bayes",
)
_TIMES = 2_000
_MOST_CELLS = 4_000  # above, resampling is cheaper than a slope for each cell


@dataclass(frozen=True)
class Settings:
    """What is wanted: the level, the method, and for resampling how often and the seed."""

    level: float = 0.95
    method: str = "default"
    times: int = _TIMES
    seed: int = 0

    def __post_init__(self) -> None:
        level, method = self.level, self.method
        if isinstance(level, bool) or not isinstance(level, int | float) or not 0 < level < 1:
            raise QuestionError(f"level={level!r} is not possible; expected a number between 0 and 1, such as 0.95.")
        if method not in METHODS:
            raise QuestionError(f"interval={method!r} is not known; expected {listed(METHODS, len(METHODS))}.")
        if isinstance(self.times, bool) or not isinstance(self.times, int) or self.times < 100:
            raise QuestionError(f"resamples={self.times!r} is not possible; expected a whole number of at least 100.")


@dataclass(frozen=True)
class Interval:
    """Standard error, limits, and the method that gave them (None if that asked for does not fit); or why none."""

    se: float | None
    low: float | None
    high: float | None
    method: str | None
    why_none: str | None = None


class _Unfit(Exception):  # noqa: N818 - caught here, and becomes the reason of a row without an interval
    """The method asked for does not suit the measure or the data; the text says which do."""


class Uncertainty:
    """Intervals for the measures of one tally."""

    def __init__(
        self,
        tally: Contingency,
        evaluate: Callable[[NDArray[Any]], Evaluation],
        settings: Settings,
        clusters: Design | None = None,
        *,
        reweighted: bool = False,
    ) -> None:
        self.tally, self.settings, self.clusters, self.reweighted = tally, settings, clusters, reweighted
        self.evaluate = evaluate
        self.spread = Spread(tally, evaluate, clusters, by_class_from_collapsed=not reweighted)

    @cached_property
    def resampled(self) -> Resampled:
        """Tables drawn for all measures together."""
        return Resampled(self.tally, self.evaluate, self.clusters, self.settings.times, self.settings.seed)

    def at_level(self, level: float) -> Uncertainty:
        """Return the same for another level; what is drawn and derived is shared."""
        self.resampled  # noqa: B018 - made before the copy, so that both share it
        other = copy(self)
        other.settings = replace(self.settings, level=level)
        return other

    def interval(
        self, m: Measure, name: str, params: Mapping[str, Any], at: int | None, value: float, evaluation: Evaluation
    ) -> Interval:
        """Return the interval of a value of a measure (named `name`, of the class number `at`)."""
        try:
            return self._interval(m, name, params, at, value, evaluation)
        except _Unfit as why:
            return Interval(None, None, None, None, str(why))

    def _interval(
        self, m: Measure, name: str, params: Mapping[str, Any], at: int | None, value: float, evaluation: Evaluation
    ) -> Interval:
        asked = self.settings.method
        if math.isinf(value):
            correction = " correction=0.5 gives a value with one." if "correction" in REGISTRY.all_params(m) else ""
            return Interval(None, None, None, asked, f"an infinite value has no interval.{correction}")
        counted = self._counted(m, name, params, at, evaluation)
        if asked == "default":
            asked = self._default(m, counted, params)
        if asked == "mover":
            return self._by_mover(m, name, params, at, value, evaluation)
        if asked in proportion.METHODS:
            if counted is None:
                if asked != "wald":
                    raise _Unfit(self._no_proportion(m, asked))
                asked = "delta-identity"
            else:
                return self._of_proportion(asked, *counted)
        if asked == "delta" or asked.startswith("delta-"):
            return self._by_delta(m, asked, name, params, at, value)
        if asked == "jackknife":
            return self._by_jackknife(m, name, params, at, value)
        return self._by_resampling(m, asked, name, params, at, value)

    def _default(self, m: Measure, counted: tuple[float, float] | None, params: Mapping[str, Any]) -> str:
        if counted is not None:
            return "wilson"
        if m.independent and self._whole_items and not set(params) - {"undefined"}:
            return "mover"
        many = self.clusters is None and int((self.tally.counts > 0).sum()) > _MOST_CELLS
        if m.smooth and (not many or REGISTRY.of_class(m) or of_classes(m)):
            return "delta"
        return "percentile"

    def _counted(
        self, m: Measure, name: str, params: Mapping[str, Any], at: int | None, evaluation: Evaluation
    ) -> tuple[float, float] | None:
        """Successes and trials, if the measure is a plain proportion of whole items."""
        trials = f"{m.id}_trials"
        if not REGISTRY.has(trials) or params or not self._whole_items:
            return None
        found = evaluation(trials if at is None else f"{trials}_by_class"), evaluation(name, params)
        n, p = (float(x if at is None else x[at]) for x in found)
        return (float(round(p * n)) if n.is_integer() else p * n), n

    @property
    def _whole_items(self) -> bool:
        """Whether the table counts independent items, each as one."""
        return not (self.tally.weighted or self.clusters or self.reweighted)

    def _no_proportion(self, m: Measure, asked: str) -> str:
        proportion_of = REGISTRY.has(f"{m.id}_trials")
        why = "of weighted, clustered or stratified rows is none" if proportion_of else "is none"
        fit = [x for x in METHODS if x not in proportion.METHODS]
        return (
            f"interval={asked!r} is for plain proportions, and {m.id} {why}. Expected {listed(fit, len(fit))}; "
            "interval='default' takes what suits each measure."
        )

    def _of_proportion(self, asked: str, x: float, n: float) -> Interval:
        low, high = proportion.METHODS[asked](x, n, self.settings.level)
        p = x / n
        return Interval(math.sqrt(p * (1 - p) / n), float(low), float(high), asked)

    def _by_mover(
        self, m: Measure, name: str, params: Mapping[str, Any], at: int | None, value: float, evaluation: Evaluation
    ) -> Interval:
        """Put together the Wilson intervals of the proportions that a measure is a sum of.

        Method of variance estimates recovery: Newcombe, R. G. (1998). Stat. Med. 17, 873-890, method 10; Zou,
        G. Y., Donner, A. (2008). Stat. Med. 27, 1693-1702.
        """
        if not m.independent or not self._whole_items:
            raise _Unfit(
                f"interval='mover' is for sums of proportions of different items, and {m.id} is none. "
                "interval='default' takes what suits each measure."
            )
        variance = below = above = 0.0
        for slope, p, n in _parts(m, params, at, evaluation):
            low, high = proportion.wilson(p * n, n, self.settings.level)
            variance += float(slope**2 * p * (1 - p) / n)
            down, up = (p - low, high - p) if slope > 0 else (high - p, p - low)
            below += float((slope * down) ** 2)
            above += float((slope * up) ** 2)
        low, high = np.clip([value - math.sqrt(below), value + math.sqrt(above)], *m.range)
        return Interval(math.sqrt(variance), float(low), float(high), "mover, wilson")

    def _by_delta(
        self, m: Measure, asked: str, name: str, params: Mapping[str, Any], at: int | None, value: float
    ) -> Interval:
        if not m.smooth:
            raise _Unfit(
                f"interval={asked!r} needs a derivative, and {m.id} has none (it takes a largest or smallest value). "
                f"Expected {listed(('jackknife', *_RESAMPLING, 'bayes'))}."
            )
        usual, range = default_scale(m, value)
        fitting = scale_for(range)
        scale = asked.removeprefix("delta-") if asked != "delta" else usual
        if scale not in fitting:
            raise _Unfit(
                f"interval={asked!r} does not fit {m.id}, whose values go from {m.range[0]:g} to {m.range[1]:g}. "
                f"Expected {listed([f'delta-{s}' for s in fitting])}."
            )
        se = self.spread.se(name, params, at)
        label = f"delta, {scale}"
        if not math.isfinite(se):
            return Interval(None, None, None, label, _NO_DERIVATIVE)
        if se < 1e-12 * max(1.0, abs(value)):
            return Interval(0.0, None, None, label, _NO_SPREAD)
        steady = scale == "score" and self.clusters is None
        width = self.spread.se(name, params, at, steady=True) if steady else se
        low, high = on_scale(scale, value, width, range, self.settings.level, self._df)
        return _within(Interval(se, float(low), float(high), label + self._named), value)

    def _by_jackknife(self, m: Measure, name: str, params: Mapping[str, Any], at: int | None, value: float) -> Interval:
        self._refuse_weights("jackknife")
        se = self.resampled.jackknife_se(name, params, at)
        if not math.isfinite(se):
            return Interval(None, None, None, "jackknife", "without some item the measure is undefined.")
        if se == 0:
            return Interval(0.0, None, None, "jackknife", _NO_SPREAD)
        scale, range = default_scale(m, value)
        low, high = on_scale(scale, value, se, range, self.settings.level, self._df)
        return _within(Interval(se, float(low), float(high), f"jackknife, {scale}{self._named}"), value)

    def _by_resampling(
        self, m: Measure, asked: str, name: str, params: Mapping[str, Any], at: int | None, value: float
    ) -> Interval:
        self._refuse_weights(asked)
        if asked == "bayes":
            if self.clusters is not None:
                raise _Unfit("interval='bayes' takes rows as drawn each on its own; use delta or percentile.")
            found = self.resampled.posterior(name, params, at)
        else:
            found = self.resampled.replicates(name, params, at)
        values, level = found.values, self.settings.level
        said = f"{asked}, {self.settings.times} {'draws' if asked == 'bayes' else 'resamples'}{self._named}"
        if found.without:
            said += f", {found.without} without a value"
        if len(values) < self.settings.times / 2:
            return Interval(None, None, None, said, "most resampled tables leave the measure undefined.")
        if values.min() == values.max():
            return Interval(0.0, None, None, said, _NO_SPREAD)
        tails = np.array([(1 - level) / 2, (1 + level) / 2])
        if asked == "bca":
            tails = self._bca_tails(name, params, at, value, values, tails)
        low, high = np.quantile(values, tails)
        if asked == "basic":
            low, high = 2 * value - high, 2 * value - low
        low, high = np.clip([low, high], *m.range)
        return Interval(found.se, float(low), float(high), said)

    def _bca_tails(
        self,
        name: str,
        params: Mapping[str, Any],
        at: int | None,
        value: float,
        values: NDArray[np.float64],
        tails: NDArray[np.float64],
    ) -> NDArray[np.float64]:
        from scipy.special import ndtr, ndtri

        z0, a = self.resampled.bias_and_acceleration(name, params, at, value, values)
        if not math.isfinite(z0):  # all resamples on one side of the value
            return tails
        z = z0 + ndtri(tails)
        return np.asarray(ndtr(z0 + z / (1 - a * z)))

    def _refuse_weights(self, asked: str) -> None:
        if isinstance(self.clusters, Strata) and asked in ("jackknife", "bca"):
            raise _Unfit(f"interval={asked!r} is not offered for strata. Expected 'delta', 'percentile' or 'basic'.")
        if self.tally.weighted and not isinstance(self.clusters, Clusters):
            raise _Unfit(
                f"interval={asked!r} resamples items, and of weighted items only sums are known. "
                "Give the weights' unit as cluster=..., or use interval='delta'."
            )

    @property
    def _df(self) -> float | None:
        return None if self.clusters is None else self.clusters.df

    @property
    def _named(self) -> str:
        return "" if self.clusters is None else f", {self.clusters.text}"


def _parts(
    m: Measure, params: Mapping[str, Any], at: int | None, evaluation: Evaluation
) -> Iterator[tuple[float, float, float]]:
    """The proportions a measure is a sum of: with what factor each, its value, and of how many items."""
    view = "" if at is None else "_by_class"
    found = [np.asarray(evaluation(need + view, params)) for need in m.needs]
    vectors = [np.atleast_1d(a if at is None else a[at]) for a in found]
    given = evaluation.arguments(m, params)
    for place, need in enumerate(m.needs):
        id, own_view = split_view(need)
        if not REGISTRY.has(f"{id}_trials"):
            continue
        trials = np.asarray(evaluation(f"{id}_trials{own_view or view}"))
        trials = np.atleast_1d(trials if at is None else trials[at])
        slopes = slopes_of_body(m.body, vectors, given, place)
        for slope, p, n in zip(slopes.ravel(), vectors[place], trials, strict=True):
            if slope != 0 and n > 0:
                yield float(slope), float(p), float(n)


_NO_SPREAD = (
    "the standard error is 0 here (perfect, or one outcome only), which says nothing about other samples; "
    "interval='bayes' gives one."
)
_NO_DERIVATIVE = "the measure has no derivative at this table; interval='bayes' or 'percentile' gives one."


def default_scale(m: Measure, value: float) -> tuple[str, tuple[float, float]]:
    """The scale an interval is made on, and the range it is made in.

    A coefficient that rarely falls below −1 has the range from −1 to 1. Only a ratio (1 by chance, or at best) is put
    on the scale of logarithms: a quantity that chance makes 0 is not.
    """
    low, high = m.range
    if (low, high) == (-math.inf, 1.0) and value > -1:
        low = -1.0
    scale = scale_for((low, high))[0]
    ratio = m.chance == 1 or m.best == 1
    return ("identity" if scale == "log" and not ratio else scale), (low, high)


def _within(found: Interval, value: float) -> Interval:
    """An interval without finite limits is none."""
    if found.low is None or found.high is None or math.isnan(found.low) or math.isnan(found.high):
        return Interval(found.se, None, None, found.method, f"this scale has no interval at {value:g}.")
    return found
