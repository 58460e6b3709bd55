"""The gradient of a measure with respect to the counts, by the complex step.

A real formula followed through complex arithmetic with a tiny imaginary part carries its derivative along,
to machine precision and without a difference that cancels (Squire and Trapp 1998).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tarazu.formula.graph import Evaluation
from tarazu.tally import Contingency

__all__ = ["gradient"]

_STEP = 1e-30
_AT_ONCE = 4_000_000  # cells held in memory at a time


def gradient(
    tally: Contingency, name: str, params: Mapping[str, Any] | None = None, at: int | None = None
) -> NDArray[np.float64]:
    """Return d measure / d counts for every non-empty cell, of shape (k, k), 0 for the empty ones.

    A measure of a class (`recall_by_class`) needs the number of the class: `at`.
    Empty cells are left out because they carry no weight in the delta method, and because a measure need
    not have a derivative where a class is absent.

    >>> import tarazu.catalogue
    >>> gradient(Contingency(np.array([[10, 5], [7, 8]]), ("cat", "dog")), "accuracy").round(4)
    array([[ 0.0133, -0.02  ],
           [-0.02  ,  0.0133]])
    """
    cells = np.argwhere(tally.counts != 0)
    out = np.zeros((tally.k, tally.k))
    at_once = max(1, _AT_ONCE // tally.k**2)
    for start in range(0, len(cells), at_once):
        some = cells[start : start + at_once]
        counts = np.repeat(tally.counts[None].astype(np.complex128), len(some), axis=0)
        counts[np.arange(len(some)), some[:, 0], some[:, 1]] += 1j * _STEP
        stepped = Evaluation(counts, tally.labels, tally.scores, tally.positions)(name, params)
        out[some[:, 0], some[:, 1]] = np.imag(stepped if at is None else stepped[:, at]) / _STEP
    return out
