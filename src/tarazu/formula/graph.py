"""The evaluation: every quantity of one table (or of a stack of tables), each computed once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tarazu.formula.declare import REGISTRY, ROOT, Measure, Quantity, Registry
from tarazu.formula.names import split_view
from tarazu.tally import Contingency, Label, collapsed

__all__ = ["Evaluation", "Reason"]


@dataclass(frozen=True)
class Reason:
    """Why a value is undefined: a key for programs, and words."""

    key: str
    text: str


class Evaluation:
    """Values of quantities for counts of shape (..., k, k), real or complex, with any leading axes.

    Values of measures are NaN where the measure is undefined; `why` says for what reason.

    >>> import tarazu.catalogue
    >>> Evaluation(np.array([[10, 5], [7, 8]]))("kappa")
    array(0.2)
    """

    def __init__(
        self,
        counts: NDArray[Any],
        labels: Sequence[Label] = (),
        scores: NDArray[np.float64] | None = None,
        positions: NDArray[np.float64] | None = None,
        registry: Registry = REGISTRY,
    ) -> None:
        counts = np.asarray(counts)
        self.counts = counts if counts.dtype.kind == "c" else counts.astype(np.float64)
        self.labels = labels
        self.scores = scores
        self.positions = positions
        self.registry = registry
        self.swapped = False
        self._values: dict[tuple[Any, ...], NDArray[Any]] = {}

    @classmethod
    def of(cls, tally: Contingency, positive: Label | None = None, registry: Registry = REGISTRY) -> Evaluation:
        """Evaluate a tally. With two classes, `positive` (default: the second) goes last."""
        swapped = positive is not None and tally.k == 2 and tally.index(positive) == 0
        if swapped:
            tally = tally.reordered(tally.labels[::-1], ordered=False)
        made = cls(tally.counts, tally.labels, tally.scores, tally.positions, registry)
        made.swapped = swapped
        return made

    def like(self, counts: NDArray[Any]) -> Evaluation:
        """Evaluate other tables (or a stack of them) of the same classes in the same order."""
        made = Evaluation(counts, self.labels, self.scores, self.positions, self.registry)
        made.swapped = self.swapped
        return made

    @property
    def given_labels(self) -> Sequence[Label]:
        """The labels in the order of the user's table."""
        return self.labels[::-1] if self.swapped else self.labels

    def in_order(self, matrix: NDArray[Any]) -> NDArray[Any]:
        """Bring a matrix in the order of the user's table into the order of this one."""
        return matrix[::-1, ::-1] if self.swapped else matrix

    @property
    def k(self) -> int:
        """Number of classes."""
        return int(self.counts.shape[-1])

    @cached_property
    def by_class(self) -> Evaluation:
        """The one-against-the-rest table of every class: a last leading axis over the classes."""
        return Evaluation(collapsed(self.counts), self.labels, *_TWO, self.registry)

    @cached_property
    def pooled(self) -> Evaluation:
        """All one-against-the-rest tables added up: what micro averages are made of."""
        return Evaluation(collapsed(self.counts).sum(-3), (), *_TWO, self.registry)

    def view(self, name: str) -> tuple[Evaluation, str]:
        """Resolve a name such as `recall_by_class` to the evaluation and the quantity it belongs to."""
        id, view = split_view(name)
        return (self.by_class if view == "_by_class" else self.pooled if view else self), id

    def __call__(self, name: str, params: Mapping[str, Any] | None = None) -> NDArray[Any]:
        """Return the value of a quantity; NaN where it is undefined."""
        there, id = self.view(name)
        if there is not self:
            return there(id, params)
        if id == ROOT:
            return self.counts
        q = self.registry.quantities[id]
        accepted = self.registry.all_params(q)
        params = {k: v for k, v in (params or {}).items() if k in accepted}
        key = (id, *((k, repr(v)) for k, v in sorted(params.items())))
        if key not in self._values:
            self._values[key] = self._compute(q, params)
        return self._values[key]

    def arguments(self, q: Quantity, params: Mapping[str, Any]) -> dict[str, Any]:
        """Return what the keyword-only parameters of a body get."""
        parameters = self.registry.parameters
        return {name: parameters[name].read(params.get(name, default), self) for name, default in q.params.items()}

    def _compute(self, q: Quantity, params: Mapping[str, Any]) -> NDArray[Any]:
        form = q.form(self.k) if isinstance(q, Measure) else q
        with np.errstate(all="ignore"):
            value = form.body(*(self(n, params) for n in form.needs), **self.arguments(form, params))
        value = np.asarray(value)
        if isinstance(q, Measure):
            for condition in q.undefined:
                value = np.where(self._holds(condition, params), np.nan, value)
        return value

    def _holds(self, condition: Any, params: Mapping[str, Any]) -> NDArray[np.bool_]:
        with np.errstate(all="ignore"):
            return np.asarray(condition.condition(*(np.real(self(n, params)) for n in condition.needs)))

    def why(self, name: str, params: Mapping[str, Any] | None = None, at: int | None = None) -> Reason:
        """Return why a quantity is undefined: for the class number `at`, or for a table as a whole."""
        there, id = self.view(name)
        q = self.registry.quantities[id]
        params = params or {}
        if there is not self:
            return there.why(id, params, at)
        for w in q.undefined if isinstance(q, Measure) else ():
            held = self._holds(w, params)
            if held[at] if at is not None else held:
                return Reason(w.key, w.text.format(label=self._label(at)))
        form = q.form(self.k) if isinstance(q, Measure) else q
        for need in form.needs:
            if need == ROOT or not np.isnan(self(need, params)).any():
                continue
            if need.endswith("_by_class"):
                return self._why_classes(need, params, q)
            if at is None or np.isnan(self(need, params))[at]:
                return self.why(need, params, at)
        raise AssertionError(f"{id} is undefined without a declared reason")

    def _why_classes(self, need: str, params: Mapping[str, Any], q: Quantity) -> Reason:
        """Name the classes that leave an average without a value, each with its reason."""
        there, id = self.view(need)
        bad = np.isnan(there(id, params))
        if isinstance(q, Measure) and q.average == "weighted":
            bad &= self("row_totals") > 0
        reasons = [there.why(id, params, int(i)) for i in np.flatnonzero(bad)]
        shown = "; ".join(dict.fromkeys(r.text for r in reasons[:3]))
        more = f"; and {len(reasons) - 3} classes more" if len(reasons) > 3 else ""
        measured = there.registry.quantities[id]
        title = measured.title if isinstance(measured, Measure) else id
        return Reason(reasons[0].key, f"{title} is undefined for some classes: {shown}{more}")

    def _label(self, at: int | None) -> str:
        return str(self.labels[at]) if at is not None and at < len(self.labels) else "in question"


_TWO = (np.array([0.0, 1.0]), np.array([0.0, 1.0]))  # two classes stand on every scale
