"""The default interval of a measure for many tables at once: for simulations, in planning and in studies of coverage.

`tests/uncertainty/test_coverage.py` holds that they are the intervals of `interval.py`, one by one.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from tarazu.formula import REGISTRY, Evaluation, Measure
from tarazu.formula.gradient import Stepped, slopes_of_body
from tarazu.formula.names import split_view
from tarazu.tally import collapsed
from tarazu.uncertainty.interval import default_scale
from tarazu.uncertainty.proportion import Limits, wilson
from tarazu.uncertainty.scale import on_scale
from tarazu.uncertainty.spread import ADDED

__all__ = ["intervals", "values"]

Stack = NDArray[np.float64]


def values(evaluation: Evaluation, m: Measure, params: dict[str, Any], at: int | None) -> Stack:
    """Return the measure of every table of a stack, of the class number `at` for a measure of a class."""
    found = np.real(evaluation(m.id if at is None else f"{m.id}_by_class", params))
    return np.asarray(found if at is None else found[..., at], dtype=np.float64)


def intervals(
    like: Evaluation, counts: Stack, m: Measure, params: dict[str, Any], at: int | None, level: float
) -> tuple[Stack, Stack, Stack]:
    """Return values, lower and upper limits for a stack of tables (tables, k, k); NaN where there is no interval.

    `like` makes evaluations of tables of the same classes. A measure that is not smooth has no interval here.
    """
    evaluation = like.like(counts)
    value = values(evaluation, m, params, at)
    with np.errstate(all="ignore"):
        if m.trials and not params:
            n = values_of(evaluation, f"{m.id}_trials", at)
            return value, *wilson(np.round(value * n), n, level)
        if m.independent and not set(params) - {"undefined"}:
            return value, *_mover(evaluation, m, params, at, value, level)
        if not m.smooth:
            nothing = np.full(value.shape, np.nan)
            return value, nothing, nothing
        return value, *_delta(like, counts, m, params, at, value, level)


def values_of(evaluation: Evaluation, name: str, at: int | None) -> Stack:
    """Return a quantity of every table of a stack."""
    id, view = split_view(name)
    found = np.real(evaluation(id + (view or ("" if at is None else "_by_class"))))
    return np.asarray(found if at is None or view else found[..., at], dtype=np.float64)


def _mover(
    evaluation: Evaluation, m: Measure, params: dict[str, Any], at: int | None, value: Stack, level: float
) -> Limits:
    """Every part enters with the same factor, the slope of the body."""
    parts = [need for need in m.needs if REGISTRY.has(f"{split_view(need)[0]}_trials")]
    below, above = np.zeros_like(value), np.zeros_like(value)
    for need in parts:
        id, view = split_view(need)
        p, n = (np.real(evaluation(f"{x}_by_class")) for x in (id, f"{id}_trials"))
        if not view:
            assert at is not None
            p, n = p[..., at, None], n[..., at, None]
        used = n > 0
        classes = p.shape[-1]
        arguments = [np.ones(classes) if other in parts else np.array(float(classes)) for other in m.needs]
        slopes = slopes_of_body(m.body, arguments, {**m.params, **params}, m.needs.index(need))
        slope = float(np.ravel(slopes)[0])
        if "classes_occurring" in m.needs:
            slope = slope * classes / used.sum(-1, keepdims=True)
        low, high = wilson(p * n, n, level)
        below += np.where(used, (slope * (p - low)) ** 2, 0).sum(-1)
        above += np.where(used, (slope * (high - p)) ** 2, 0).sum(-1)
    return np.clip(value - np.sqrt(below), *m.range), np.clip(value + np.sqrt(above), *m.range)


def _delta(
    like: Evaluation, counts: Stack, m: Measure, params: dict[str, Any], at: int | None, value: Stack, level: float
) -> Limits:
    low, high = np.full(value.shape, np.nan), np.full(value.shape, np.nan)
    kinds: dict[tuple[str, tuple[float, float]], list[int]] = {}
    for i, v in enumerate(value):
        if np.isfinite(v):
            kinds.setdefault(default_scale(m, float(v)), []).append(i)
    for (scale, range_), at_tables in kinds.items():
        some = counts[at_tables]
        raw = _se(like, some, m, params, at, 0.0)
        se = _se(like, some, m, params, at, ADDED) if scale == "score" else raw
        limits = on_scale(scale, value[at_tables], se, range_, level)
        nothing = ~(raw > 1e-12 * np.maximum(1, abs(value[at_tables])))
        low[at_tables], high[at_tables] = (np.where(nothing, np.nan, limit) for limit in limits)
    return low, high


def _se(like: Evaluation, counts: Stack, m: Measure, params: dict[str, Any], at: int | None, added: float) -> Stack:
    if at is not None:  # the class against the rest is all that its measures depend on
        counts = collapsed(counts)[..., at, :, :]
        like = Evaluation(counts, (), np.array([0.0, 1.0]), np.array([0.0, 1.0]))
    items = counts.sum((-2, -1))
    counts = counts + added / counts.shape[-1] ** 2
    slopes = np.where(counts > 0, Stepped(like.like, counts).gradient(m.id, params), 0)
    total = counts.sum((-2, -1))
    mean = (counts * slopes).sum((-2, -1)) / total
    variance = (counts * (slopes - mean[..., None, None]) ** 2).sum((-2, -1))
    return np.asarray(np.sqrt(variance * total / items), dtype=np.float64)
