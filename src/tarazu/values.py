"""Values of measures on a tally: of the table, of a class, and why there is none."""

from __future__ import annotations

import math
from dataclasses import dataclass

import tarazu.catalogue  # noqa: F401 - fills the registry
from tarazu.errors import QuestionError, listed, near
from tarazu.formula import REGISTRY, Call, Evaluation, Measure, parse
from tarazu.result import Group, Result, Undefined, Value
from tarazu.tally import Contingency, Label
from tarazu.worked import Explanation, steps

__all__ = ["Measured", "explanation", "label_named", "value_of"]


@dataclass(frozen=True)
class Measured:
    """A tally ready to be measured."""

    tally: Contingency
    positive: Label | None
    group: Group | None
    evaluation: Evaluation

    @classmethod
    def of(cls, tally: Contingency, positive: Label | None, group: Group | None = None) -> Measured:
        """Return the tally with its evaluation."""
        return cls(tally, positive, group, Evaluation.of(tally, positive))

    def why_not(self, m: Measure) -> str | None:
        """Why a measure cannot be asked of this table: it needs to know which axis is the truth."""
        if m.symmetric or self.tally.roles == "truth":
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

    def _value(self, call: Call, name: str, label: Label | None, at: int | None) -> Value:
        found = self.evaluation(name, call.params)
        value = float(found if at is None else found[at])
        undefined = None
        if math.isnan(value):
            reason = self.evaluation.why(name, call.params, at)
            undefined = Undefined(reason.key, reason.text)
        return Value(
            call.measure.id,
            None if undefined else value,
            self.tally.n,
            "overall" if at is None else "class",
            label,
            dict(call.params),
            self.group,
            undefined,
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


def value_of(result: Result, name: str, label: Label | None = None) -> Value:
    """Return a value of a result's table by any name of its measure; see `Result.__getitem__`."""
    call = parse(name)
    label = label if label is not None else call.label
    if label is None and REGISTRY.of_class(call.measure):
        label = _the_class(call.measure, result)
    table = Measured.of(result.tally, result.positive)
    why = table.why_not(call.measure)
    if why:
        raise QuestionError(f"{why}.")
    if label is None:
        return table.values(call)[0]
    return table.of_class(call, label_named(result.tally, label))


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
