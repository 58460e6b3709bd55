"""Resampling over the cells of the table: its cost does not depend on how many items there are."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tarazu.formula import Evaluation
from tarazu.tally import Contingency
from tarazu.tally.clusters import Clusters, Design

__all__ = ["Replicates", "Resampled"]


@dataclass(frozen=True)
class Replicates:
    """The values of a measure on resampled tables, those without a value taken out and counted."""

    values: NDArray[np.float64]
    without: int

    @property
    def se(self) -> float:
        """The standard deviation of the replicates."""
        return float(self.values.std(ddof=1)) if np.isfinite(self.values).all() and len(self.values) > 1 else np.nan


class Resampled:
    """Tables drawn once and shared by all measures.

    A table of unweighted items is resampled as the multinomial that it is; with clusters whole clusters are
    drawn, with strata as many items from each as it has. `seed` makes it repeatable.
    """

    def __init__(
        self,
        tally: Contingency,
        evaluate: Callable[[NDArray[Any]], Evaluation],
        clusters: Design | None,
        times: int,
        seed: int,
    ) -> None:
        self.tally, self.evaluate, self.clusters = tally, evaluate, clusters
        self.times, self.seed = times, seed

    def replicates(self, name: str, params: Mapping[str, Any], at: int | None) -> Replicates:
        """Return the measure of every resampled table."""
        return _replicates(self._drawn(name, params), at)

    def posterior(self, name: str, params: Mapping[str, Any], at: int | None) -> Replicates:
        """Return the measure of tables drawn from the posterior of the cells."""
        return _replicates(self._posterior(name, params), at)

    def bias_and_acceleration(
        self, name: str, params: Mapping[str, Any], at: int | None, value: float, values: NDArray[np.float64]
    ) -> tuple[float, float]:
        """Return z0 and a of the BCa interval (Efron, B. (1987). J. Am. Stat. Assoc. 82, 171-185)."""
        from scipy.special import ndtri

        below = ((values < value).sum() + (values == value).sum() / 2) / len(values)
        left, times = self._jackknife(name, params, at)
        kept = np.isfinite(left)
        left, times = left[kept], times[kept]
        if not len(left):
            return float(ndtri(below)), 0.0
        away = (left * times).sum() / times.sum() - left
        spread = (times * away**2).sum()
        acceleration = (times * away**3).sum() / (6 * spread**1.5) if spread > 0 else 0.0
        return float(ndtri(below)), float(acceleration)

    def jackknife_se(self, name: str, params: Mapping[str, Any], at: int | None) -> float:
        """Return the jackknife's standard error: from the table without each item (or cluster) in turn."""
        left, times = self._jackknife(name, params, at)
        if not np.isfinite(left).all():
            return float("nan")
        n = times.sum()
        mean = (left * times).sum() / n
        return float(np.sqrt((n - 1) / n * (times * (left - mean) ** 2).sum()))

    def _jackknife(
        self, name: str, params: Mapping[str, Any], at: int | None
    ) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """The measure without one item of each cell (or without each cluster), and how many such items there are."""
        evaluation, times = self._left_out
        value = np.real(evaluation(name, params))
        return np.asarray(value if at is None else value[:, at]), times

    @cached_property
    def _left_out(self) -> tuple[Evaluation, NDArray[np.float64]]:
        counts = self.tally.counts.astype(np.float64)
        if isinstance(self.clusters, Clusters):
            return self.evaluate(self.clusters.without_each(self.tally.k, counts)), np.ones(self.clusters.size)
        cells = np.argwhere(counts > 0)
        tables = np.repeat(counts[None], len(cells), axis=0)
        tables[np.arange(len(cells)), cells[:, 0], cells[:, 1]] -= 1
        return self.evaluate(np.maximum(tables, 0)), counts[cells[:, 0], cells[:, 1]]

    @cached_property
    def _drawn(self) -> Evaluation:
        counts = self.tally.counts.astype(np.float64)
        rng = np.random.default_rng(self.seed)
        k = self.tally.k
        if self.clusters is not None:
            return self.evaluate(self.clusters.resampled(k, self.times, rng))
        n = round(counts.sum())
        drawn = rng.multinomial(n, counts.ravel() / counts.sum(), self.times)
        return self.evaluate(drawn.reshape(self.times, k, k).astype(np.float64))

    @cached_property
    def _posterior(self) -> Evaluation:
        """Cells drawn from the Dirichlet posterior, under a prior of two items spread evenly over the cells."""
        counts = self.tally.counts.astype(np.float64)
        rng = np.random.default_rng(self.seed)
        drawn = rng.standard_gamma(counts + 2 / counts.size, (self.times, *counts.shape))
        return self.evaluate(drawn / drawn.sum((-2, -1), keepdims=True) * counts.sum())


def _replicates(value: NDArray[Any], at: int | None) -> Replicates:
    values = np.real(value if at is None else value[:, at])
    defined = ~np.isnan(values)
    return Replicates(np.asarray(values[defined], dtype=np.float64), int((~defined).sum()))
