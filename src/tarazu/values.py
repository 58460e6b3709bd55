"""Values of measures on a tally: of the table, of a class, and why there is none."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

import tarazu.catalogue  # noqa: F401 - fills the registry
from tarazu.claim import Claim
from tarazu.errors import QuestionError, listed, near
from tarazu.formula import REGISTRY, Call, Evaluation, Measure, parse
from tarazu.result import Group, Result, Undefined, Value
from tarazu.tally import Contingency, Label
from tarazu.tally.clusters import Design
from tarazu.uncertainty import permutation
from tarazu.uncertainty.hypothesis import Test, against_bounds
from tarazu.uncertainty.interval import Interval, Settings, Uncertainty
from tarazu.worked import Explanation, steps

__all__ = ["Measured", "explanation", "label_named", "tested", "value_of"]


@dataclass(frozen=True)
class Measured:
    """A tally ready to be measured: its values, and with settings their intervals."""

    tally: Contingency
    positive: Label | None
    group: Group | None
    evaluation: Evaluation
    settings: Settings | None = None
    clusters: Design | None = None
    shares: Mapping[str, float] | None = None

    @classmethod
    def of(
        cls,
        tally: Contingency,
        positive: Label | None,
        group: Group | None = None,
        settings: Settings | None = None,
        clusters: Design | None = None,
        shares: Mapping[str, float] | None = None,
    ) -> Measured:
        """Return the tally with its evaluation; without settings there are no intervals.

        `shares` are the prevalences that the rows are weighted to.
        """
        made = cls(tally, positive, group, Evaluation.of(tally, positive), settings, clusters, shares)
        return made if shares is None else replace(made, evaluation=made._evaluate(made.evaluation.counts))

    def _evaluate(self, counts: NDArray[Any]) -> Evaluation:
        """Evaluate other tables of these classes, weighted to the same prevalences."""
        if self.shares is None:
            return self.evaluation.like(counts)
        share = np.array([self.shares[str(label)] for label in self.evaluation.labels])
        totals = counts.sum(-1, keepdims=True)
        with np.errstate(all="ignore"):
            weighted = counts / totals * share[:, None] * counts.sum((-2, -1))[..., None, None]
        return self.evaluation.like(weighted)

    @cached_property
    def _uncertainty(self) -> Uncertainty:
        assert self.settings is not None
        tally, clusters = self.tally, self.clusters
        if self.evaluation.swapped:
            tally = tally.reordered(tally.labels[::-1], ordered=False)
            clusters = None if clusters is None else clusters.swapped()
        return Uncertainty(tally, self._evaluate, self.settings, clusters, reweighted=self.shares is not None)

    def why_not(self, m: Measure) -> str | None:
        """Why a measure cannot be asked of this table: it needs to know which axis is the truth."""
        if m.symmetric or self.tally.roles == "truth":
            return None
        if self.tally.roles == "raters" and m.for_raters:
            return None
        if self.tally.roles == "raters":
            return f"{m.id} compares a prediction with the truth, and two raters are equals"
        return f"{m.id} needs to know what the rows are: rows='truth' or rows='prediction' (--rows)"

    def values(self, call: Call) -> list[Value]:
        """The value of the table; or, for a measure of one class, of every class (or the one asked for)."""
        if REGISTRY.of_class(call.measure) or call.label is not None:
            labels = self.tally.labels if call.label is None else [label_named(self.tally, call.label)]
            return [self.of_class(call, label) for label in labels]
        return [self._value(call, call.measure.id, None, None)]

    def of_class(self, call: Call, label: Label) -> Value:
        """Return the value of one class against the rest."""
        at = [*map(_kind, self.evaluation.labels)].index(_kind(label))
        return self._value(call, f"{call.measure.id}_by_class", label, at)

    def interval_at(self, call: Call, label: Label | None) -> Callable[[float], Interval]:
        """Return the interval of a value as a function of the level."""
        at = None if label is None else [*map(_kind, self.evaluation.labels)].index(_kind(label))
        name = call.measure.id if at is None else f"{call.measure.id}_by_class"
        found = self.evaluation(name, call.params)
        value = float(found if at is None else found[at])

        def interval(level: float) -> Interval:
            there = self._uncertainty.at_level(level)
            return there.interval(call.measure, name, call.params, at, value, self.evaluation)

        return interval

    def _value(self, call: Call, name: str, label: Label | None, at: int | None) -> Value:
        found = self.evaluation(name, call.params)
        value = float(found if at is None else found[at])
        undefined = None
        if math.isnan(value):
            reason = self.evaluation.why(name, call.params, at)
            undefined = Undefined(reason.key, reason.text)
        found_here = Value(
            call.measure.id,
            None if undefined else value,
            self.tally.n,
            "overall" if at is None else "class",
            label,
            dict(call.params),
            self.group,
            undefined,
        )
        if undefined or self.settings is None:
            return found_here
        interval = self._uncertainty.interval(call.measure, name, call.params, at, value, self.evaluation)
        return replace(
            found_here,
            se=interval.se,
            low=interval.low,
            high=interval.high,
            level=self.settings.level,
            method=interval.method,
            no_interval=interval.why_none,
        )


def _kind(label: Label) -> tuple[bool, Label]:
    return isinstance(label, str), label


def label_named(tally: Contingency, name: Label) -> Label:
    """Return the label of that name; text also matches a label that is written so."""
    for label in tally.labels:
        if _kind(label) == _kind(name):
            return label
    for label in tally.labels:
        if str(label) == str(name):
            return label
    raise QuestionError(
        f"There is no class {name!r}.{near(name, tally.labels)} The classes are {listed(tally.labels)}."
    )


def _in_order(table: Measured) -> NDArray[Any]:
    """The weighted counts in the order of the tally."""
    return table.evaluation.in_order(table.evaluation.counts)


def _measured(result: Result) -> Measured:
    shares = result.data.get("prevalence")
    return Measured.of(result.tally, result.positive, None, result.settings, result.clusters[0], shares)


def value_of(result: Result, name: str, label: Label | None = None) -> Value:
    """Return a value of a result's table by any name of its measure; see `Result.__getitem__`."""
    call = parse(name)
    label = label if label is not None else call.label
    if label is None and REGISTRY.of_class(call.measure):
        label = _the_class(call.measure, result)
    table = _measured(result)
    why = table.why_not(call.measure)
    if why:
        raise QuestionError(f"{why}.")
    if label is None:
        return table.values(call)[0]
    return table.of_class(call, label_named(result.tally, label))


def tested(result: Result, claim: str) -> Test:
    """Return the test of a claim on a result's table; see `Result.test`."""
    asked = Claim.read(claim)
    name, label = asked.call.name, asked.call.label
    result = replace(result, settings=result.settings or Settings())
    if asked.by_permutation:
        return _permuted(result, asked)
    value = value_of(result, name, label)
    shown = name if value.of is None else f"{name}[{value.of}]"
    if value.value is None or value.method is None:
        return Test(f"{shown}", f"Is {shown} as claimed?", None, "", f"{shown}: {value}.")
    table = _measured(result)
    interval_at = table.interval_at(asked.call, value.of)
    return against_bounds(shown, value.value, asked.low, asked.high, interval_at, value.method)


def _permuted(result: Result, asked: Claim) -> Test:
    """Test against chance by dealing out the labels of one axis at random."""
    call, tally = asked.call, result.tally
    if tally.weighted or any(result.clusters) or result.data.get("prevalence"):
        raise QuestionError(f"{asked.text!r} deals out single items; weighted, clustered or stratified rows are none.")
    if not permutation.possible(tally.n) or (tally.counts != np.rint(tally.counts)).any():
        raise QuestionError(f"{asked.text!r} deals out whole items, fewer than a billion.")
    value = value_of(result, call.name, call.label)
    name = call.name if value.of is None else f"{call.name}[{value.of}]"
    independence = asked.text.strip().casefold() == "independence"
    question = "Are the two axes independent?" if independence else f"Is {name} above what chance gives?"
    if value.value is None:
        return Test(asked.text, question, None, "", f"{name}: {value}.")
    if independence and tally.k == 2:
        p = permutation.fisher_exact(tally.counts.astype(np.float64))
        return Test(asked.text, question, p, "Fisher, exact, two-sided", "All tables with these totals.")
    table = _measured(result)
    assert table.settings is not None
    counts = table.evaluation.counts
    rng, times = np.random.default_rng(table.settings.seed), table.settings.times
    rows, columns = (counts.sum(axis).astype(np.int64) for axis in (1, 0))
    found = table.evaluation.like(permutation.permuted(rows, columns, times, rng))
    at = None if value.of is None else [*map(_kind, table.evaluation.labels)].index(_kind(value.of))
    values = np.real(found(call.measure.id if at is None else f"{call.measure.id}_by_class", call.params))
    p = permutation.share_as_extreme(value.value, values if at is None else values[:, at])
    text = f"{name} = {value.value:.4g}, against {times} tables with these totals."
    return Test(asked.text, question, p, f"permutation, {times} tables", text)


def _the_class(m: Measure, result: Result) -> Label:
    if result.positive is None:
        raise QuestionError(
            f"{m.id} is a measure of one class, and no positive class was named. Ask for a class "
            f"({m.id}[{result.tally.labels[-1]}]) or an average ({m.id}_macro), or name one: positive=...."
        )
    return result.positive


def explanation(result: Result, name: str, label: Label | None = None) -> Explanation:
    """Return the worked arithmetic of a measure on a result's table."""
    call = parse(name)
    value = value_of(result, name, label)
    tally, m = result.tally, call.measure
    if result.data.get("prevalence"):
        tally = replace(tally, counts=_in_order(_measured(result)), squares=None)
    title = m.title
    if value.scope == "class":
        assert value.of is not None
        tally = tally.one_vs_rest(value.of)
        title += f" of {value.of}"
    evaluation = Evaluation.of(tally, result.positive if tally.k == 2 else None)
    return Explanation(
        call.name if value.of is None else f"{call.name}[{value.of}]",
        title,
        m.text,
        m.source,
        tally.to_dict(),
        steps(evaluation, m.id, call.params, m.exhibits),
        value.value,
        value.undefined.text if value.undefined else None,
    )
