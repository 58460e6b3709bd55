"""Tests of one table: against chance, against a threshold, and of the margins."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from tarazu.formula import REGISTRY, Evaluation, Measure
from tarazu.tally import Contingency
from tarazu.uncertainty import margins
from tarazu.uncertainty.interval import Interval
from tarazu.uncertainty.spread import Spread

__all__ = ["Test", "against_bounds", "against_chance", "better_than_guessing", "of_margins", "of_the_table"]


@dataclass(frozen=True)
class Test:
    """A test: what it asks, its statistic and p, how it was made, and the answer in words.

    `p` is None where there is no test, and `text` says why.
    """

    __test__ = False  # not a test case of pytest

    id: str
    question: str
    p: float | None
    method: str
    text: str
    statistic: float | None = None
    df: int | None = None


def against_chance(m: Measure, tally: Contingency, evaluation: Evaluation) -> Test:
    """Test that a measure is what it would be if the two axes had nothing to do with each other, two-sided.

    The standard error is the one under that hypothesis: that of the table to expect with these totals (for kappa
    the null standard error of Fleiss, Cohen and Everitt 1969). It is for this test only, never for an interval.
    """
    question = f"Is {m.id} above what chance gives?"
    value = float(evaluation(m.id))
    if math.isnan(value) or m.chance is None:
        return Test(f"{m.id}-chance", question, None, "", f"{m.id} has no value here.")
    totals = evaluation("row_totals"), evaluation("column_totals"), evaluation("n")
    expected = np.outer(totals[0], totals[1]) / totals[2]
    null = replace(tally, counts=expected, squares=None)
    se = Spread(null, evaluation.like).se(m.id, {}, None)
    if not se > 0:
        return Test(f"{m.id}-chance", question, None, "", "With these totals chance leaves no room to vary.")
    z = (value - m.chance) / se
    p = math.erfc(abs(z) / math.sqrt(2))
    text = f"{m.id} = {value:.4g}, z = {z:.3g} with the standard error under chance, {se:.4g}."
    return Test(f"{m.id}-chance", question, p, "z, null standard error, two-sided", text, z)


def better_than_guessing(right: float, n: float, rate: float) -> Test:
    """Test that the accuracy is above the no-information rate: exact binomial, one-sided."""
    from scipy.special import betainc

    p = float(betainc(right, n - right + 1, rate)) if right > 0 else 1.0
    return Test(
        "accuracy-no-information-rate",
        "Is accuracy above always naming the most frequent class?",
        p,
        "exact binomial, one-sided",
        f"{right:g} of {n:g} right, against a rate of {rate:.4g}.",
    )


def of_margins(counts: NDArray[np.float64], axes: tuple[str, str]) -> Test:
    """Test that both axes use every class equally often: exact McNemar for two classes, else Stuart-Maxwell."""
    question = f"Do {axes[0]} and {axes[1]} use the classes equally often?"
    if len(counts) == 2:
        b, c = float(counts[0, 1]), float(counts[1, 0])
        return Test(
            "margins",
            question,
            margins.mcnemar_exact(b, c),
            "McNemar, exact, two-sided",
            f"They differ {b:g} times one way and {c:g} times the other.",
        )
    found = margins.stuart_maxwell(counts)
    return Test(
        "margins",
        question,
        found.p,
        "Stuart-Maxwell",
        f"chi-squared = {found.statistic:.4g}, {found.df} df.",
        found.statistic,
        found.df,
    )


def against_bounds(
    name: str,
    value: float,
    low: float | None,
    high: float | None,
    interval_at: Callable[[float], Interval],
    method: str,
) -> Test:
    """Test that a measure is above `low`, below `high`, or (with both: two one-sided tests) between them."""
    ps = []
    if low is not None:
        ps.append(_p_by_inversion(interval_at, low, value, above=True))
    if high is not None:
        ps.append(_p_by_inversion(interval_at, high, value, above=False))
    where = (
        f"between {low:g} and {high:g}" if len(ps) == 2 else f"above {low:g}" if low is not None else f"below {high:g}"
    )
    sides = "two one-sided tests" if len(ps) == 2 else "one-sided"
    p = None if any(map(math.isnan, ps)) else max(ps)
    text = f"{name} = {value:.4g}." if p is not None else f"{name} = {value:.4g} has no interval here, and so no test."
    return Test(f"{name} {where}", f"Is {name} {where}?", p, f"{method}, {sides}", text)


def _p_by_inversion(interval_at: Callable[[float], Interval], bound: float, value: float, *, above: bool) -> float:
    """Return the one-sided p from the level at which the interval just reaches the bound."""
    if value == bound:
        return 0.5
    if (value < bound) == above:  # the wrong side of the bound: what is left of the test of the other side
        return 1 - _p_by_inversion(interval_at, bound, value, above=not above)
    low, high = 0.0, 1.0  # levels between which the limit passes the bound
    for _ in range(50):
        level = (low + high) / 2
        if not 0 < level < 1:
            break
        found = interval_at(level)
        limit = found.low if above else found.high
        if limit is None:
            return math.nan
        outside = limit > bound if above else limit < bound
        low, high = (level, high) if outside else (low, level)
    return (1 - low) / 2


def of_the_table(tally: Contingency, evaluation: Evaluation) -> list[Test]:
    """The tests that a report shows unasked: of whole items, of at least two classes."""
    counts = np.asarray(tally.counts, dtype=np.float64)
    if tally.weighted or tally.k < 2 or not counts.any() or (counts != np.rint(counts)).any():
        return []
    tests = [against_chance(REGISTRY.measures["kappa"], tally, evaluation)]
    if tally.roles == "truth":
        rate = float(evaluation("no_information_rate"))
        tests.append(better_than_guessing(float(np.trace(counts)), float(counts.sum()), rate))
    return [*tests, of_margins(counts, tally.axes)]
