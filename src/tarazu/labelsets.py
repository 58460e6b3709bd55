"""Several labels per item: the measures of each label, their averages, and how far whole sets are met."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any, Self

import numpy as np

from tarazu.errors import QuestionError, listed
from tarazu.formula import REGISTRY, Call, Evaluation, Measure, parse
from tarazu.formula.declare import macro, weighted
from tarazu.intake.label_sets import count_sets
from tarazu.notes import Note
from tarazu.result import Undefined, Value
from tarazu.tally import Contingency, Label
from tarazu.tally.label_sets import LabelSets
from tarazu.uncertainty.interval import Settings
from tarazu.uncertainty.proportion import wilson
from tarazu.values import Measured

__all__ = ["SCHEMA", "MultiLabel", "multilabel"]

SCHEMA = "tarazu.multilabel/1"
SHOWN = ("precision", "recall", "f1", "jaccard")
_POLICIES = ("keep", "omit", "zero")
_DEPENDENT = "labels of one item are not independent; this needs the rows, not their counts by label."
# of one item: hits over what the measure divides by; t and p are the sizes of its sets, both is in both
_OF_ITEM = {
    "precision": lambda t, p, both: (both, p),
    "recall": lambda t, p, both: (both, t),
    "f1": lambda t, p, both: (2 * both, t + p),
    "jaccard": lambda t, p, both: (both, t + p - both),
}


@dataclass(frozen=True)
class MultiLabel:
    """What `multilabel` answers: tidy rows, the tally they came from, and remarks.

    `scope` of a row is "label" (of one label against the rest), "average" (over labels: macro, micro, weighted; over
    items: samples) or "overall" (of whole sets).
    """

    rows: tuple[Value, ...]
    tally: LabelSets
    data: Mapping[str, Any] = field(default_factory=dict)
    notes: tuple[Note, ...] = ()
    settings: Settings | None = None

    def __iter__(self) -> Iterator[Value]:
        return iter(self.rows)

    def __len__(self) -> int:
        return len(self.rows)

    def __getitem__(self, key: str | tuple[str, Label]) -> Value:
        """Return a row by its name, and the label for one of a label: `result["recall", "cat"]`."""
        name, label = key if isinstance(key, tuple) else (key, None)
        wanted = name if any(r.measure == name for r in self.rows) else parse(name).measure.id
        for row in self.rows:
            if row.measure == wanted and row.of == label:
                return row
        raise QuestionError(f"There is no {key!r} among {listed(dict.fromkeys(r.measure for r in self.rows), 20)}.")

    def to_dict(self) -> dict[str, Any]:
        """Return plain data for strict JSON, schema `tarazu.multilabel/1`."""
        from tarazu import __version__

        return {
            "schema": SCHEMA,
            "data": dict(self.data),
            "settings": None if self.settings is None else asdict(self.settings),
            "tally": self.tally.to_dict(),
            "rows": [row.to_dict() for row in self.rows],
            "notes": [asdict(note) for note in self.notes],
            "made_with": {"tarazu": __version__},
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """Read a result back from `to_dict`."""
        if data.get("schema") != SCHEMA:
            raise QuestionError(f"Expected a result of schema {SCHEMA!r}, got {data.get('schema')!r}.")
        return cls(
            tuple(map(Value.from_dict, data["rows"])),
            LabelSets.from_dict(data["tally"]),
            data["data"],
            tuple(Note(**n) for n in data["notes"]),
            data["settings"] and Settings(**data["settings"]),
        )

    def to_json(self, indent: int | None = 2) -> str:
        """Return the result as strict JSON."""
        return json.dumps(self.to_dict(), indent=indent, ensure_ascii=False, allow_nan=False)

    def tidy(self) -> list[dict[str, Any]]:
        """Return one flat dictionary per row."""
        keep = ("measure", "scope", "of", "value", "low", "high", "level", "method", "se", "n")
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
        from tarazu.report.sets import report_of
        from tarazu.report.terminal import printed

        return printed(report_of(self), width, color=color)

    def to_markdown(self) -> str:
        """Return the report as Markdown tables."""
        from tarazu.report.sets import report_of
        from tarazu.report.tables import as_markdown

        return as_markdown(report_of(self))

    def to_latex(self) -> str:
        """Return the tables for LaTeX (booktabs)."""
        from tarazu.report.latex import as_latex
        from tarazu.report.sets import report_of

        return as_latex(report_of(self))

    def __str__(self) -> str:
        return self.to_text()

    def __repr__(self) -> str:
        return self.to_text()

    def _repr_html_(self) -> str:
        from tarazu.report.sets import report_of
        from tarazu.report.tables import as_html

        return as_html(report_of(self))


def multilabel(
    *data: Any,
    truth: Any = None,
    prediction: Any = None,
    labels: Sequence[Label] | None = None,
    sep: str | None = None,
    show: str | Sequence[str] = SHOWN,
    undefined: str = "keep",
    level: float = 0.95,
    interval: str | None = "default",
    **options: Any,
) -> MultiLabel:
    """Say how good predicted sets of labels are, where an item can have several labels or none.

    `multilabel(truth, prediction)` takes lists (or columns) of sets, tables of 0 and 1 with a column for each label,
    or text with `sep` between the labels; or a table (any frame, a mapping, a file) and the names of its columns:
    one each, or one for each label. An empty text is the empty set; None is missing, and left out with a remark.
    `labels` declares the labels. `show` names measures of one label; `undefined` says what averages do about a label
    (or an item) without a value: "keep" (they have none), "omit" it, or count it as "zero".

    Averages: macro (over labels), micro (all labels pooled), weighted (labels by how often they are true), samples
    (over items). Exact match, Hamming loss and the number of labels per item are of whole sets.

    Raises InputError for data that are no sets of labels, QuestionError for a question that cannot be answered.

    >>> result = multilabel([{"sun", "sea"}, {"sea"}, set()], [{"sun"}, {"sea"}, set()])
    >>> result["recall", "sea"].value, result["exact_match"].value, result["f1_micro"].value
    (0.5, 0.6666666666666666, 0.8)
    """
    if undefined not in _POLICIES:
        raise QuestionError(f"undefined={undefined!r} is not known; expected {listed(_POLICIES)}.")
    calls = [parse(name) for name in ([s.strip() for s in show.split(",")] if isinstance(show, str) else show)]
    for call in calls:
        if not REGISTRY.of_class(call.measure) or call.measure.average:
            raise QuestionError(f"{call.name} is not a measure of one label; expected one such as recall or f1.")
    settings = None if interval is None else Settings(level, interval)
    tally, about, notes = count_sets(data, truth, prediction, labels, sep, options)
    rows: list[Value] = []
    for call in calls:
        rows += _of_labels(tally, call, settings)
        rows += _averages(tally, call, undefined)
        if call.measure.id in _OF_ITEM and not call.params:
            rows.append(_over_items(tally, call.measure.id, undefined, settings))
    rows += _of_sets(tally, settings)
    return MultiLabel(tuple(rows), tally, about, tuple(notes), settings)


def _of_labels(tally: LabelSets, call: Call, settings: Settings | None) -> Iterator[Value]:
    """The measure of every label, on its own 2 × 2 table."""
    for label, table in zip(tally.labels, tally.tables, strict=True):
        two = Contingency(table, (f"not {label}", label))
        value = Measured.of(two, label, None, settings).of_class(call, label)
        yield replace(value, of=label, scope="class")


def _averages(tally: LabelSets, call: Call, policy: str) -> Iterator[Value]:
    """Macro, micro and weighted over the labels, by the bodies that the averages over classes have."""
    m = call.measure
    if not m.averages:
        return
    evaluation = Evaluation(tally.tables.astype(np.float64), (), np.array([0.0, 1.0]), np.array([0.0, 1.0]))
    values = evaluation(m.id, call.params)
    true = tally.tables[:, 1, :].sum(1).astype(np.float64)
    pooled = Evaluation(tally.tables.sum(0).astype(np.float64), (), np.array([0.0, 1.0]), np.array([0.0, 1.0]))
    with np.errstate(all="ignore"):
        found = {
            "macro": macro(values, len(tally.labels), undefined=policy),
            "micro": pooled(m.id, call.params),
            "weighted": weighted(values, true, undefined=policy),
        }
    for average, value in found.items():
        bad = np.isnan(values) & ((true > 0) | (average == "macro"))
        yield _value(tally, call, average, float(value), _why(tally, m, bad, average, policy))


def _why(tally: LabelSets, m: Measure, bad: Any, average: str, policy: str) -> str:
    names = [str(label) for label, b in zip(tally.labels, bad, strict=True) if b]
    if average == "micro":
        return f"{m.title} is undefined for all labels pooled"
    left = "" if policy == "keep" else ", and nothing is left to average"
    return f"{m.title} is undefined for {listed(names)}{left}"


def _value(tally: LabelSets, call: Call, average: str, value: float, why: str) -> Value:
    undefined = Undefined("undefined-for-some", why) if math.isnan(value) else None
    return Value(
        f"{call.measure.id}_{average}",
        None if undefined else value,
        float(tally.n),
        params=dict(call.params),
        undefined=undefined,
        no_interval=None if undefined else _DEPENDENT,
    )


def _over_items(tally: LabelSets, id: str, policy: str, settings: Settings | None) -> Value:
    """The mean over the items; its interval is that of a mean."""
    pairs = [(_OF_ITEM[id](*size), n) for size, n in tally.sizes.items()]
    values = np.array([hits / of if of else math.nan for (hits, of), _ in pairs])
    times = np.array([n for _, n in pairs], dtype=np.float64)
    without = int(times[np.isnan(values)].sum())
    if policy == "omit":
        values, times = values[~np.isnan(values)], times[~np.isnan(values)]
    if policy == "zero":
        values = np.nan_to_num(values)
    total = times.sum()
    mean = float((values * times).sum() / total) if total else math.nan
    name = f"{id}_samples"
    if math.isnan(mean):
        text = f"it is undefined for {without} of {tally.n} items, which have no label to divide by"
        return Value(name, None, float(tally.n), undefined=Undefined("undefined-for-some", text))
    row = Value(name, mean, float(total))
    if settings is None:
        return row
    se = math.sqrt(((times * (values - mean) ** 2).sum()) / total / max(total - 1, 1))
    if se == 0:
        return replace(row, se=0.0, level=settings.level, no_interval="all items have the same value.")
    from tarazu.uncertainty.scale import on_scale

    low, high = on_scale("score", mean, se, (0.0, 1.0), settings.level, total - 1)
    return replace(row, se=se, low=float(low), high=float(high), level=settings.level, method="mean, score")


def _of_sets(tally: LabelSets, settings: Settings | None) -> Iterator[Value]:
    n, width = tally.n, len(tally.labels)
    exact = sum(times for (t, p, both), times in tally.sizes.items() if t == p == both)
    row = Value("exact_match", exact / n, float(n))
    if settings is not None:
        low, high = wilson(exact, n, settings.level)
        se = math.sqrt(exact / n * (1 - exact / n) / n)
        row = replace(row, se=se, low=float(low), high=float(high), level=settings.level, method="wilson")
    yield row
    wrong = sum((t + p - 2 * both) * times for (t, p, both), times in tally.sizes.items())
    nothing = Undefined("no-labels", "there is no label")
    yield Value("hamming_loss", wrong / (n * width) if width else None, float(n), undefined=None if width else nothing)
    for side, name in ((0, "truth"), (1, "prediction")):
        yield Value(f"labels_per_item_{name}", sum(s[side] * times for s, times in tally.sizes.items()) / n, float(n))
