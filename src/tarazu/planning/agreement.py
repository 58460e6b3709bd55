"""Planning for kappa, for the area under the ROC curve, and for any measure by simulation."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

import tarazu.catalogue  # noqa: F401 - fills the registry
from tarazu.errors import QuestionError, listed
from tarazu.formula import REGISTRY, Evaluation, parse
from tarazu.planning.answer import Plan, checked_share, checked_size, curve_around, least, z_of
from tarazu.tally import Contingency
from tarazu.uncertainty import batch
from tarazu.uncertainty.scale import on_scale
from tarazu.uncertainty.spread import Spread

__all__ = ["auc", "kappa", "measure"]


def kappa(
    *,
    kappa: float,
    marginals: Sequence[float],
    half_width: float | None = None,
    against: float | None = None,
    level: float = 0.95,
    power: float = 0.9,
) -> Plan:
    """Plan for two raters with the same `marginals`: for an interval of `half_width`, or a test `against` a kappa.

    >>> kappa(kappa=0.6, marginals=[0.3, 0.7], half_width=0.1).n
    293
    """
    shares = _shares(marginals)
    if isinstance(kappa, bool) or not isinstance(kappa, int | float) or not -1 < kappa < 1:
        raise QuestionError(f"kappa={kappa!r} is not possible; expected a number between -1 and 1.")
    level, power = checked_share("level", level), checked_share("power", power)
    if (half_width is None) == (against is None):
        raise QuestionError("Give one goal: half_width or against.")
    one = _kappa_spread(kappa, shares)
    assumed = {"kappa": float(kappa), "marginals": list(map(float, shares)), "level": level}
    source = (
        "Fleiss, J. L., Cohen, J., Everitt, B. S. (1969). Psychol. Bull. 72, 323-327, under the model of Donner, A., "
        "Eliasziw, M. (1992). Stat. Med. 11, 1511-1519; interval on the score scale."
    )
    if half_width is not None:
        wanted = checked_size("half_width", half_width)

        def half(n: int) -> float:
            low, high = on_scale("score", kappa, one / math.sqrt(n), (-1.0, 1.0), level)
            return float(high - low) / 2

        n = least(lambda size: half(size) <= wanted)
        low, high = on_scale("score", kappa, one / math.sqrt(n), (-1.0, 1.0), level)
        limits = f"{low:.3f} to {high:.3f}"
        text = f"{n} items rated by both: kappa {kappa:g} then has a {level:.0%} interval of about {limits}."
        return Plan("kappa", n, f"half-width {wanted:g}", text, "half-width", curve_around(n, half), assumed, source)
    assert against is not None
    if not -1 < against < 1 or against == kappa:
        raise QuestionError(f"against={against!r} is not possible; expected another kappa between -1 and 1.")
    null = _kappa_spread(against, shares)
    za = z_of((1 + level) / 2)

    def reached(n: int) -> float:
        from scipy.special import ndtr

        return float(ndtr((abs(kappa - against) * math.sqrt(n) - za * null) / one))

    n = least(lambda size: reached(size) >= power)
    text = (
        f"{n} items rated by both: kappa {kappa:g} is then found to differ from {against:g} with a power of "
        f"{reached(n):.3f} (two-sided {1 - level:g})."
    )
    assumed |= {"against": float(against), "power": power}
    goal = f"power {power:g} against {against:g}"
    return Plan("kappa", n, goal, text, "power", curve_around(n, reached), assumed, source)


def _shares(marginals: Sequence[float]) -> NDArray[np.float64]:
    shares = np.array([checked_share("marginals", m) for m in marginals])
    if len(shares) < 2 or not math.isclose(shares.sum(), 1, abs_tol=1e-6):
        raise QuestionError(
            f"marginals {listed(map(float, shares))} add up to {shares.sum():g}; expected shares that add up to 1."
        )
    return shares


def _kappa_spread(kappa: float, shares: NDArray[np.float64]) -> float:
    """Standard error of kappa with one item: the table has κ of its items on the diagonal, the rest by chance."""
    table = (1 - kappa) * np.outer(shares, shares) + kappa * np.diag(shares)
    if (table < 0).any():
        raise QuestionError(
            f"kappa={kappa:g} is not possible with the marginals {listed(map(float, shares))}: a cell would be below 0."
        )
    tally = Contingency(table, tuple(range(len(shares))), roles="raters")
    return Spread(tally, Evaluation.of(tally).like).se("kappa", {}, None)


def auc(
    *,
    auc: float,
    half_width: float | None = None,
    against: float | None = None,
    ratio: float = 1.0,
    level: float = 0.95,
    power: float = 0.9,
) -> Plan:
    """Plan for an area under the ROC curve; `ratio` is how many negatives there are for each positive.

    >>> auc(auc=0.8, half_width=0.05).n, auc(auc=0.7, against=0.5).n
    (302, 82)
    """
    auc, ratio = checked_share("auc", auc), checked_size("ratio", ratio)
    level, power = checked_share("level", level), checked_share("power", power)
    if (half_width is None) == (against is None):
        raise QuestionError("Give one goal: half_width or against.")
    assumed = {"auc": auc, "ratio": ratio, "level": level}
    source = (
        "Hanley, J. A., McNeil, B. J. (1982). The meaning and use of the area under a ROC curve. Radiology 143, 29-36."
    )

    def split(n: int) -> tuple[float, float]:
        return n / (1 + ratio), n * ratio / (1 + ratio)

    za = z_of((1 + level) / 2)
    if half_width is not None:
        wanted = checked_size("half_width", half_width)
        n = least(lambda size: za * hanley_mcneil(auc, *split(size)) <= wanted, 4)
        curve = curve_around(n, lambda size: za * hanley_mcneil(auc, *split(size)))
        goal, measured = f"half-width {wanted:g}", "half-width"
        tail = f"an area of {auc:g} then has a {level:.0%} interval of ± {wanted:g}."
    else:
        bound = checked_share("against", against)
        if bound == auc:
            raise QuestionError(f"auc and against are both {auc:g}: there is no difference to find.")

        def reached(size: int) -> float:
            from scipy.special import ndtr

            null, one = hanley_mcneil(bound, *split(size)), hanley_mcneil(auc, *split(size))
            return float(ndtr((abs(auc - bound) - za * null) / one))

        n = least(lambda size: reached(size) >= power, 4)
        curve, goal, measured = curve_around(n, reached), f"power {power:g} against {bound:g}", "power"
        tail = f"an area of {auc:g} is then told from {bound:g} with a power of {reached(n):.3f}."
        assumed |= {"against": bound, "power": power}
    positives = math.ceil(n / (1 + ratio))
    text = f"{n} items, {positives} of them positive: {tail}"
    return Plan("auc", n, goal, text, measured, curve, assumed, source)


def hanley_mcneil(auc: float, positives: float, negatives: float) -> float:
    """Return the standard error of an area under the ROC curve.

    >>> round(hanley_mcneil(0.893, 51, 58), 4)
    0.0325
    """
    q1, q2 = auc / (2 - auc), 2 * auc**2 / (1 + auc)
    variance = auc * (1 - auc) + (positives - 1) * (q1 - auc**2) + (negatives - 1) * (q2 - auc**2)
    return math.sqrt(variance / (positives * negatives))


def measure(
    name: str,
    *,
    matrix: Any,
    labels: Sequence[Any] | None = None,
    half_width: float | None = None,
    above: float | None = None,
    level: float = 0.95,
    power: float = 0.9,
    draws: int = 1000,
    seed: int = 0,
) -> Plan:
    """Plan for any measure by simulation, from an assumed confusion matrix (truth in rows; counts or shares).

    The goal is an interval of `half_width` on average, or that its lower limit is `above` a bound with the `power`.

    >>> plan = measure("f1_macro", matrix=[[45, 5], [10, 40]], half_width=0.05)
    >>> 150 < plan.n < 280
    True
    """
    call = parse(name)
    table = np.asarray(matrix, dtype=np.float64)
    if table.ndim != 2 or table.shape[0] != table.shape[1] or (table < 0).any() or not table.sum() > 0:
        raise QuestionError("matrix must be square, of counts or shares of at least 0, truth in rows.")
    classes = tuple(labels) if labels is not None else tuple(range(1, len(table) + 1))
    if len(classes) != len(table):
        raise QuestionError(f"{len(classes)} labels do not fit a matrix of {len(table)} classes.")
    level, power = checked_share("level", level), checked_share("power", power)
    if (half_width is None) == (above is None):
        raise QuestionError("Give one goal: half_width or above.")
    m, at = call.measure, None
    if REGISTRY.of_class(m):
        written = [str(c) for c in classes]
        if call.label is None or str(call.label) not in written:
            raise QuestionError(
                f"{m.id} is of one class: name it, {m.id}[{classes[-1]}]; the classes are {listed(classes)}."
            )
        at = written.index(str(call.label))
    if not m.smooth and not m.trials and not m.independent:
        raise QuestionError(f"{m.id} has no interval but by resampling, which cannot be planned for; expected another.")
    places = np.arange(len(table), dtype=np.float64)
    like = Evaluation(table, classes, places, places)
    true = float(batch.values(like, m, dict(call.params), at))
    if math.isnan(true):
        raise QuestionError(f"{call.name} has no value on this matrix, so nothing can be planned for it.")
    if above is not None and not true > above:
        raise QuestionError(f"{call.name} is {true:.4g} on this matrix, which is not above {above:g}.")
    chances = (table / table.sum()).ravel()

    def simulated(n: int) -> float:
        rng = np.random.default_rng(seed)  # the same random numbers for every n: the curve is smooth
        counts = rng.multinomial(n, chances, draws).reshape(draws, *table.shape).astype(np.float64)
        _, low, high = batch.intervals(like, counts, m, dict(call.params), at, level)
        if half_width is not None:
            made = np.isfinite(low)
            return float((high - low)[made].mean() / 2) if made.mean() > 0.5 else math.nan
        assert above is not None
        return float((np.nan_to_num(low, nan=-np.inf) > above).mean())

    def enough(n: int) -> bool:
        found = simulated(n)
        return found <= checked_size("half_width", half_width) if half_width is not None else found >= power

    n = least(enough, 8)
    reached = simulated(n)
    said = f"{call.name}{f'[{call.label}]' if call.label is not None else ''}"
    if half_width is not None:
        tail = f"{said} of {true:.4g} then has a {level:.0%} interval of ± {reached:.3f} on average."
    else:
        tail = f"the lower limit of {said} of {true:.4g} is then above {above:g} in {reached:.1%} of the samples."
    goal = f"half-width {half_width:g}" if half_width is not None else f"low > {above:g} with {power:g}"
    return Plan(
        "measure",
        n,
        goal,
        f"{n} items: {tail}",
        "half-width" if half_width is not None else "power",
        curve_around(n, simulated),
        {"measure": said, "matrix": table.tolist(), "level": level, "draws": draws, "seed": seed},
        "Simulation: tables drawn from the assumed matrix, each with its default interval.",
    )
