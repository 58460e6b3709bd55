"""The parameters that measures share: what may be given, and what bodies get."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from tarazu.errors import QuestionError, listed
from tarazu.formula.declare import parameter

_DISTANCES = {"linear": 1, "quadratic": 2}
_SCHEMES = ("none", *(f"{d}{by}" for d in _DISTANCES for by in ("", "_by_value", "_by_position")))


def _weights(value: Any, table: Any) -> NDArray[np.float64] | None:
    if value is None or (isinstance(value, str) and value in ("none", "unweighted")):
        return None
    if isinstance(value, str):
        scheme, _, by = value.partition("_by_")
        if scheme not in _DISTANCES or by not in ("", "value", "position"):
            raise QuestionError(f"weights={value!r} is not known; expected {listed(_SCHEMES, 9)} or a matrix.")
        return _by_distance(_scale(value, by, table), _DISTANCES[scheme])
    try:
        matrix = np.asarray(value, dtype=np.float64)
    except (TypeError, ValueError):
        matrix = np.empty(0)
    if matrix.shape != (table.k, table.k) or not np.isfinite(matrix).all():
        raise QuestionError(
            f"weights of shape {matrix.shape} do not fit {table.k} classes; "
            f"expected {table.k} rows of {table.k} finite numbers."
        )
    if (np.diag(matrix) != 1).any() or (matrix > 1).any():
        raise QuestionError(
            "weights must say how far two labels agree: 1 on the diagonal, at most 1 elsewhere. "
            "Weights of disagreement d become 1 − d / max(d)."
        )
    return matrix


def _scale(value: str, by: str, table: Any) -> NDArray[np.float64]:
    scale: NDArray[np.float64] | None = table.positions if by == "position" else table.scores
    if by == "value" and any(isinstance(label, str) for label in table.labels):
        raise QuestionError(f"weights={value} needs labels that are numbers, got {listed(table.labels)}.")
    if scale is None and by == "position" and table.scores is not None:
        return np.argsort(np.argsort(table.scores)).astype(np.float64)
    if scale is None:
        raise QuestionError(
            f"weights={value} needs the order of the labels {listed(table.labels)}: "
            "text has none of its own. Declare it with labels=[...] (--labels first,second,...)."
        )
    return scale


def _by_distance(scale: NDArray[np.float64], power: int) -> NDArray[np.float64]:
    distance = np.abs(scale[:, None] - scale[None, :]) ** power
    return 1 - distance / (distance.max() or 1)


parameter(
    "weights",
    "Partial agreement: none, linear, quadratic (by value for numbers, by position for declared orders; "
    "linear_by_position ... names one), or a matrix of agreement weights with 1 on its diagonal.",
    _weights,
    examples=["linear", "quadratic"],
)


def _beta(value: Any, _: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value < np.inf:
        raise QuestionError(f"beta={value!r} is not possible; expected a positive number.")
    return float(value)


parameter("beta", "How many times as important as precision recall is.", _beta, examples=[0.5])


def _undefined(value: Any, _: Any) -> str:
    policies = ("keep", "omit", "zero")
    if value not in policies:
        raise QuestionError(f"undefined={value!r} is not known; expected {listed(policies)}.")
    return str(value)


parameter(
    "undefined",
    "What an average does about a class without a value: keep (the average has none either), "
    "omit (average over the other classes), zero (count it as 0).",
    _undefined,
    examples=["omit", "zero"],
)


def _correction(value: Any, _: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value < np.inf:
        raise QuestionError(f"correction={value!r} is not possible; expected a number of at least 0.")
    return float(value)


parameter(
    "correction",
    "Added to every cell, so that an empty one does not divide by 0 (often 0.5).",
    _correction,
    examples=[0.5],
)
