"""The gradient of a measure with respect to the counts, by the complex step.

A real formula followed through complex arithmetic with a tiny imaginary part carries its derivative along,
to machine precision and without a difference that cancels (Squire and Trapp 1998).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tarazu.formula.graph import Evaluation
from tarazu.tally import Contingency

__all__ = ["Stepped", "gradient", "slopes_of_body"]

_STEP = 1e-30
_AT_ONCE = 4_000_000  # numbers held in memory at a time


class Stepped:
    """Tables with one cell stepped at a time, evaluated for as many measures as are asked for.

    `counts` has shape (..., k, k), `evaluate` makes an Evaluation of such a stack. Cells that are empty in every
    table are left out: they carry no weight in the delta method, and a measure need not have a derivative where
    a class is absent. Where all tables together do not fit into memory they are made in parts.
    """

    def __init__(self, evaluate: Callable[[NDArray[Any]], Evaluation], counts: NDArray[Any]) -> None:
        self.counts = counts.astype(np.complex128)
        self.evaluate = evaluate
        self.cells = np.argwhere((counts != 0).any(axis=tuple(range(counts.ndim - 2))))
        at_once = max(1, _AT_ONCE // counts.size)
        self._parts = [self.cells[start : start + at_once] for start in range(0, len(self.cells), at_once)]
        self._kept: Evaluation | None = None

    def gradient(self, name: str, params: Mapping[str, Any] | None = None, at: int | None = None) -> NDArray[Any]:
        """Return d measure / d counts, in the shape of the counts; 0 for empty cells.

        `at` is the number of the class for a measure of a class (`recall_by_class`).
        """
        out = np.zeros(self.counts.shape)
        for cells in self._parts:
            value = self._stepped(cells)(name, params)
            slopes = np.imag(value if at is None else value[..., at]) / _STEP
            out[..., cells[:, 0], cells[:, 1]] = np.moveaxis(slopes, 0, -1)
        return out

    def _stepped(self, cells: NDArray[Any]) -> Evaluation:
        if self._kept is not None:
            return self._kept
        counts = np.repeat(self.counts[None], len(cells), axis=0)
        for place, (i, j) in enumerate(cells):
            counts[place, ..., i, j] += 1j * _STEP
        made = self.evaluate(counts)
        if len(self._parts) == 1:  # one stack for all measures
            self._kept = made
        return made


def slopes_of_body(
    body: Callable[..., Any], arguments: Sequence[NDArray[Any]], given: Mapping[str, Any], which: int
) -> NDArray[Any]:
    """Return the derivative of a body with respect to the elements of one of its arguments, a vector."""
    vector = arguments[which]
    stepped = [a.astype(np.complex128) for a in arguments]
    stepped[which] = vector + 1j * _STEP * np.eye(len(vector))
    with np.errstate(all="ignore"):
        return np.asarray(np.imag(body(*stepped, **given)) / _STEP)


def gradient(
    tally: Contingency, name: str, params: Mapping[str, Any] | None = None, at: int | None = None
) -> NDArray[np.float64]:
    """Return d measure / d counts for every non-empty cell of a tally, of shape (k, k), 0 for the empty ones.

    A measure of a class (`recall_by_class`) needs the number of the class: `at`.

    >>> import tarazu.catalogue
    >>> gradient(Contingency(np.array([[10, 5], [7, 8]]), ("cat", "dog")), "accuracy").round(4)
    array([[ 0.0133, -0.02  ],
           [-0.02  ,  0.0133]])
    """

    def evaluate(counts: NDArray[Any]) -> Evaluation:
        return Evaluation(counts, tally.labels, tally.scores, tally.positions)

    return Stepped(evaluate, tally.counts).gradient(name, params, at)
