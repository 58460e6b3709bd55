"""The parameters that measures share: what may be given, and what bodies get."""

from __future__ import annotations

from collections.abc import Callable
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
        return _by_distance(_scale(f"weights={value}", by, table), _DISTANCES[scheme])
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
    ordered: NDArray[np.float64] = table.in_order(matrix)
    return ordered


def _scale(asked: str, by: str, table: Any) -> NDArray[np.float64]:
    scale: NDArray[np.float64] | None = table.positions if by == "position" else table.scores
    if by == "value" and any(isinstance(label, str) for label in table.labels):
        raise QuestionError(f"{asked} needs labels that are numbers, got {listed(table.labels)}.")
    if scale is None and by == "position" and table.scores is not None:
        return np.argsort(np.argsort(table.scores)).astype(np.float64)
    if scale is None:
        raise QuestionError(
            f"{asked} needs the order of the labels {listed(table.labels)}: "
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


def _number_within(name: str, low: float, high: float, expected: str) -> Callable[[Any, Any], float]:
    """Read a number between two limits, both excluded where they are infinite or named so."""

    def read(value: Any, _: Any) -> float:
        if isinstance(value, bool) or not isinstance(value, int | float) or not low < value < high:
            raise QuestionError(f"{name}={value!r} is not possible; expected {expected}.")
        return float(value)

    return read


parameter(
    "beta",
    "How many times as important as precision recall is.",
    _number_within("beta", 0, np.inf, "a positive number"),
    examples=[0.5],
)
parameter(
    "fn_weight",
    "How much an item that was missed counts.",
    _number_within("fn_weight", -1e-300, np.inf, "a number of at least 0"),
    examples=[1.0],
)
parameter(
    "fp_weight",
    "How much an item taken for the class by mistake counts.",
    _number_within("fp_weight", -1e-300, np.inf, "a number of at least 0"),
    examples=[0.5],
)
parameter(
    "alpha",
    "How much the difference of recall and specificity counts, from 0 to 1.",
    _number_within("alpha", -1e-300, 1 + 1e-15, "a number from 0 to 1"),
    examples=[1.0],
)
parameter(
    "threshold",
    "The probability at which one is undecided: t / (1 − t) needless interventions are worth one that was needed.",
    _number_within("threshold", 0, 1, "a probability between 0 and 1"),
    examples=[0.1],
)


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


parameter(
    "correction",
    "Added to every cell, so that an empty one does not divide by 0 (often 0.5).",
    _number_within("correction", -1e-300, np.inf, "a number of at least 0"),
    examples=[0.5],
)


def _costs(value: Any, table: Any) -> NDArray[np.float64]:
    if isinstance(value, str):
        if value == "errors":
            return 1 - np.eye(table.k)
        if value == "distance":
            scale = _scale("costs=distance", "position", table)
            return np.abs(scale[:, None] - scale[None, :])
        raise QuestionError(f"costs={value!r} is not known; expected errors, distance or a matrix.")
    try:
        matrix = np.asarray(value, dtype=np.float64)
    except (TypeError, ValueError):
        matrix = np.empty(0)
    if matrix.shape != (table.k, table.k) or not np.isfinite(matrix).all():
        raise QuestionError(
            f"costs of shape {matrix.shape} do not fit {table.k} classes; expected {table.k} rows (the true classes, "
            f"in the order {listed(table.given_labels)}) of {table.k} finite numbers (the predicted ones)."
        )
    ordered: NDArray[np.float64] = table.in_order(matrix)
    return ordered


parameter(
    "costs",
    "What each outcome costs: errors (1 for each error), distance (by how many places apart the classes are, "
    "in their order), or a matrix with the true classes in rows and the predicted in columns.",
    _costs,
    examples=["distance"],
)
