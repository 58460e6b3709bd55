"""Permutation: what the tables would be if the labels of one axis were dealt out at random, totals kept."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

__all__ = ["fisher_exact", "permuted", "possible", "share_as_extreme"]

_MOST = 1_000_000_000  # items that numpy can draw from


def permuted(
    rows: NDArray[np.int64], columns: NDArray[np.int64], times: int, rng: np.random.Generator
) -> NDArray[np.float64]:
    """Return random tables with these totals, (times, k, k): the labels of one axis shuffled, whatever n is.

    >>> permuted(np.array([2, 1]), np.array([1, 2]), 3, np.random.default_rng(0)).sum(-1).tolist()
    [[2.0, 1.0], [2.0, 1.0], [2.0, 1.0]]
    """
    k = len(rows)
    out = np.zeros((times, k, k))
    left = np.tile(columns, (times, 1))
    for i, total in enumerate(rows):
        wanted = np.full(times, total)
        for j in range(k - 1):
            drawn = rng.hypergeometric(left[:, j], left[:, j + 1 :].sum(1), wanted)
            out[:, i, j] = drawn
            left[:, j] -= drawn
            wanted = wanted - drawn
        out[:, i, k - 1] = wanted
        left[:, k - 1] -= wanted
    return out


def possible(n: float) -> bool:
    """Whether as many items can be dealt out."""
    return n < _MOST


def share_as_extreme(value: float, values: NDArray[np.float64]) -> float:
    """Return (b + 1) / (B + 1): the value itself is one of the tables, so that p is never 0.

    Phipson, B., Smyth, G. K. (2010). Stat. Appl. Genet. Mol. Biol. 9, 39. Tables without a value count as extreme.
    """
    extreme = (values >= value - 1e-12 * max(1.0, abs(value))) | np.isnan(values)
    return float((extreme.sum() + 1) / (len(values) + 1))


def fisher_exact(counts: NDArray[np.float64]) -> float:
    """Two-sided exact p of a 2 × 2 table: of all tables with its totals that are no likelier than itself.

    >>> round(fisher_exact(np.array([[3.0, 1], [1, 3]])), 6)
    0.485714
    """
    from scipy.special import gammaln

    (a, b), (c, d) = counts
    first = np.arange(max(0.0, a - d), min(a + b, a + c) + 1)  # all that the first cell can be
    others = (a + b - first, a + c - first, d - a + first)
    logs = -sum(gammaln(x + 1) for x in (first, *others))
    here = -sum(math.lgamma(x + 1) for x in (a, b, c, d))
    chances = np.exp(logs - logs.max())
    return float(min(1.0, chances[logs <= here + 1e-7].sum() / chances.sum()))
