"""Is one axis used more often for some class than the other: is the classifier, or a rater, biased between classes?

Tests of the margins of a square table. For two classes all but the exact ones are McNemar's.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

__all__ = ["ChiSquared", "bhapkar", "bowker", "mcnemar", "mcnemar_exact", "mcnemar_mid_p", "stuart_maxwell"]


@dataclass(frozen=True)
class ChiSquared:
    """A statistic, its degrees of freedom and its p."""

    statistic: float
    df: int
    p: float


def _chi_squared(statistic: float, df: int) -> ChiSquared:
    from scipy.special import chdtrc  # the survival function: small p keep their digits

    return ChiSquared(statistic, df, float(chdtrc(df, statistic)) if df else 1.0)


def mcnemar(b: float, c: float, *, corrected: bool = False) -> ChiSquared:
    """McNemar, Q. (1947). Psychometrika 12, 153-157; with Edwards' correction. No disagreement at all: p is 1.

    >>> mcnemar(10, 10, corrected=True).p, mcnemar(0, 0).p
    (1.0, 1.0)
    """
    if b + c == 0:
        return ChiSquared(0.0, 1, 1.0)
    away = max(abs(b - c) - corrected, 0)
    return _chi_squared(away**2 / (b + c), 1)


def mcnemar_exact(b: float, c: float) -> float:
    """Two-sided exact p: twice the smaller binomial tail, at most 1.

    >>> mcnemar_exact(0, 3), mcnemar_exact(0, 0)
    (0.25, 1.0)
    """
    from scipy.special import bdtr

    return min(1.0, 2 * float(bdtr(min(b, c), int(b + c), 0.5)))


def mcnemar_mid_p(b: float, c: float) -> float:
    """Exact p with only half of what was observed counted: less conservative.

    Fagerland, M. W., Lydersen, S., Laake, P. (2013). BMC Med. Res. Methodol. 13, 91.
    """
    from scipy.special import bdtr

    n, low = int(b + c), int(min(b, c))
    if n == 0:
        return 1.0
    here = float(bdtr(low, n, 0.5)) - (float(bdtr(low - 1, n, 0.5)) if low else 0.0)
    if b == c:
        return 1 - here / 2
    return 2 * float(bdtr(low, n, 0.5)) - here


def bowker(counts: NDArray[np.float64]) -> ChiSquared:
    """Symmetry of the whole table. Bowker, A. H. (1948). J. Am. Stat. Assoc. 43, 572-574.

    A pair of classes that is never confused leaves the statistic and keeps its degree of freedom.
    """
    upper = np.triu_indices(len(counts), 1)
    there, back = counts[upper], counts.T[upper]
    used = there + back > 0
    statistic = ((there - back)[used] ** 2 / (there + back)[used]).sum()
    return _chi_squared(float(statistic), len(there))


def stuart_maxwell(counts: NDArray[np.float64]) -> ChiSquared:
    """Equal margins, with the variance under equal margins. Stuart, A. (1955). Biometrika 42, 412-416.

    A class on which the axes never disagree is left out, and so is its degree of freedom.
    """
    return _homogeneity(counts, bhapkar=False)


def bhapkar(counts: NDArray[np.float64]) -> ChiSquared:
    """Equal margins, with the variance as it is: a little more powerful. Bhapkar, V. P. (1966).

    J. Am. Stat. Assoc. 61, 228-235.
    """
    return _homogeneity(counts, bhapkar=True)


def _homogeneity(counts: NDArray[np.float64], *, bhapkar: bool) -> ChiSquared:
    rows, columns = counts.sum(1), counts.sum(0)
    away = rows - columns
    disagreed = rows + columns - 2 * np.diag(counts)
    covariance = np.diag(rows + columns) - counts - counts.T
    if bhapkar:
        covariance = covariance - np.outer(away, away) / counts.sum()
    used = np.flatnonzero(disagreed > 0)
    if len(used) < 2:
        return ChiSquared(0.0, 0, 1.0)
    used = used[:-1]  # the last difference follows from the others
    part = covariance[np.ix_(used, used)]
    rank = int(np.linalg.matrix_rank(part))
    statistic = float(away[used] @ np.linalg.pinv(part) @ away[used])
    return _chi_squared(statistic, rank)
