"""Standard errors by the delta method: how far a measure moves when the cells of the table vary by chance.

The variance is the sum over the cells of count × (slope − mean slope)², the multinomial one; with sampling
weights the sum of squared weights stands in place of the count, and with clusters the sums of slopes over each
cluster vary in place of single items.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tarazu.formula import REGISTRY, Evaluation, Quantity
from tarazu.formula.gradient import Stepped, slopes_of_body
from tarazu.tally import Contingency, collapsed
from tarazu.tally.clusters import Design

__all__ = ["ADDED", "Spread", "of_classes"]

_FIXED = {"number_of_classes", "classes_occurring"}  # a small change of the counts does not move them
ADDED = 2.0  # items spread evenly over the cells before the slopes of a table are taken, if asked for


class Spread:
    """Standard errors of the measures of one table.

    `evaluate` makes an Evaluation of a stack of tables in the order of the tally; `steady` says that two items
    are first spread evenly over all cells, so that a class with few items, whose rates happen to be 0 or 1, does
    not count as certain: measured coverage is better with it (docs/coverage.md).
    """

    def __init__(
        self,
        tally: Contingency,
        evaluate: Callable[[NDArray[Any]], Evaluation],
        clusters: Design | None = None,
        *,
        by_class_from_collapsed: bool = True,
    ) -> None:
        self.tally = tally
        self.evaluate = evaluate
        self.clusters = clusters
        self.by_class_from_collapsed = by_class_from_collapsed
        self.counts = tally.counts.astype(np.float64)
        self.squares = self.counts if tally.squares is None else tally.squares
        self._classes: dict[bool, Stepped] = {}

    def se(self, name: str, params: Mapping[str, Any], at: int | None, *, steady: bool = False) -> float:
        """Return the standard error; NaN where the measure has no derivative."""
        steady = steady and self.clusters is None
        if at is not None and self.by_class_from_collapsed:
            return self._se_of_class(name.removesuffix("_by_class"), params, at, steady)
        added = self._added(self.counts) if steady else 0.0
        return self._root(self._slopes(name, params, at, steady), self.counts, self.squares, added, None)

    def _slopes(self, name: str, params: Mapping[str, Any], at: int | None, steady: bool) -> NDArray[Any]:
        """The gradient of a measure of the table.

        A measure made of the values of its classes (an average) follows from their gradients by the chain rule;
        any other takes a table for each cell.
        """
        q = REGISTRY.quantities.get(name)
        if q is not None and self.by_class_from_collapsed and of_classes(q):
            return self._by_chain_rule(q, params, steady)
        return (self._steady if steady else self._plain).gradient(name, params, at)

    def _by_chain_rule(self, q: Quantity, params: Mapping[str, Any], steady: bool) -> NDArray[Any]:
        counts = self.counts + (self._added(self.counts) if steady else 0.0)
        evaluation = self.evaluate(counts)
        arguments = [np.asarray(evaluation(need, params)) for need in q.needs]
        given = evaluation.arguments(q, params)
        total = np.zeros_like(counts)
        for place, need in enumerate(q.needs):
            if need in _FIXED:
                continue
            outer = slopes_of_body(q.body, arguments, given, place)
            if need == "row_totals":
                total += outer[:, None]
                continue
            inner = self._of_classes_in(counts, steady).gradient(need.removesuffix("_by_class"), params)
            total += _spread_over_cells(outer[:, None, None] * inner)
        return total

    def _of_classes_in(self, counts: NDArray[Any], steady: bool) -> Stepped:
        """The classes of the whole table as it is stepped (its own items spread, not those of each class)."""
        if steady not in self._classes:
            self._classes[steady] = Stepped(_two_classes, collapsed(counts))
        return self._classes[steady]

    def _se_of_class(self, id: str, params: Mapping[str, Any], at: int, steady: bool) -> float:
        """The four cells of the class against the rest are all that its measures depend on."""
        counts, squares = self._collapsed[0][at], self._collapsed[1][at]
        if correction := params.get("correction"):  # the corrected table is what varies, as Haldane and Anscombe do
            rest = {k: v for k, v in params.items() if k != "correction"}
            corrected = Stepped(_two_classes, self._collapsed[0] + correction)
            counts, squares = counts + correction, squares + correction * self.unit
            return self._root(corrected.gradient(id, rest)[at], counts, squares, 0.0, at)
        stepped = self._steady_classes if steady else self._plain_classes
        added = self._added(counts) if steady else 0.0
        return self._root(stepped.gradient(id, params)[at], counts, squares, added, at)

    def _root(
        self, slopes: NDArray[Any], counts: NDArray[Any], squares: NDArray[Any], added: float, at: int | None
    ) -> float:
        if self.clusters is not None:
            return self.clusters.standard_error(np.where(counts > 0, slopes, 0), at)
        items = counts.sum()
        counts, squares = counts + added, squares + added * self.unit
        slopes = np.where(counts > 0, slopes, 0)
        mean = (counts * slopes).sum() / counts.sum()
        variance = (squares * (slopes - mean) ** 2).sum() * (counts.sum() / items)  # of as many items as there are
        return float(np.sqrt(variance))

    @cached_property
    def _collapsed(self) -> tuple[NDArray[Any], NDArray[Any]]:
        return collapsed(self.counts), collapsed(self.squares)

    @property
    def unit(self) -> float:
        """What one item weighs: 1, or Σw² / Σw."""
        total = self.counts.sum()
        return float(self.squares.sum() / total) if total else 1.0

    def _added(self, counts: NDArray[Any]) -> float:
        return ADDED * self.unit / counts.size

    @cached_property
    def _plain(self) -> Stepped:
        return Stepped(self.evaluate, self.counts)

    @cached_property
    def _steady(self) -> Stepped:
        return Stepped(self.evaluate, self.counts + self._added(self.counts))

    @cached_property
    def _plain_classes(self) -> Stepped:
        return Stepped(_two_classes, self._collapsed[0])

    @cached_property
    def _steady_classes(self) -> Stepped:
        return Stepped(_two_classes, self._collapsed[0] + ADDED * self.unit / 4)


def of_classes(q: Quantity) -> bool:
    """Whether a quantity is made of the values of the classes, and of what needs no step of every cell."""
    return bool(set(q.needs) - _FIXED) and all(
        need.endswith("_by_class") or need in (*_FIXED, "row_totals") for need in q.needs
    )


def _spread_over_cells(slopes: NDArray[Any]) -> NDArray[Any]:
    """Add up gradients of the classes against the rest, (k, 2, 2), as one gradient of the whole table, (k, k)."""
    tn, fp, fn, tp = slopes[:, 0, 0], slopes[:, 0, 1], slopes[:, 1, 0], slopes[:, 1, 1]
    table = tn.sum() + (fn - tn)[:, None] + (fp - tn)[None, :]
    return np.asarray(table + np.diag(tp - fn - fp + tn))


def _two_classes(counts: NDArray[Any]) -> Evaluation:
    scale = np.array([0.0, 1.0])
    return Evaluation(counts, (), scale, scale)
