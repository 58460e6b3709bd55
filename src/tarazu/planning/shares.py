"""Planning for a proportion, for sensitivity and specificity, and for two classifiers on the same items."""

from __future__ import annotations

import math

import numpy as np

from tarazu.errors import QuestionError, listed
from tarazu.planning.answer import Plan, checked_share, checked_size, curve_around, least, z_of
from tarazu.uncertainty import proportion as intervals

__all__ = ["mcnemar", "proportion", "sensitivity", "specificity"]


def proportion(
    *,
    p: float,
    half_width: float | None = None,
    against: float | None = None,
    level: float = 0.95,
    power: float = 0.9,
    method: str = "wilson",
) -> Plan:
    """Plan for a proportion of `p`: for an interval of `half_width`, or for a test `against` another proportion.

    >>> proportion(p=0.5, half_width=0.1).n, proportion(p=0.8, against=0.7).n
    (93, 212)
    """
    p, level, power = checked_share("p", p), checked_share("level", level), checked_share("power", power)
    _one_goal(half_width=half_width, against=against)
    if half_width is not None:
        return _precise("proportion", p, half_width, level, method)
    bound = checked_share("against", against)
    if bound == p:
        raise QuestionError(f"p and against are both {p:g}: there is no difference to find.")
    return _powerful(p, bound, level, power)


def _one_goal(**goals: float | None) -> None:
    given = [name for name, value in goals.items() if value is not None]
    if len(given) != 1:
        raise QuestionError(f"Give one goal: {' or '.join(goals)}; got {listed(given) if given else 'none'}.")


def _half(method: str, p: float, n: int, level: float) -> float:
    low, high = intervals.METHODS[method](p * n, n, level)
    return float(high - low) / 2


def _precise(kind: str, p: float, half_width: float, level: float, method: str) -> Plan:
    wanted = checked_size("half_width", half_width)
    if method not in intervals.METHODS:
        raise QuestionError(f"method={method!r} is not known; expected {listed(intervals.METHODS, 9)}.")
    if wanted >= 0.5:
        raise QuestionError(f"half_width={half_width!r} is not possible; no interval of a proportion is wider than 1.")
    n = least(lambda size: _half(method, p, size, level) <= wanted)
    low, high = intervals.METHODS[method](p * n, n, level)
    return Plan(
        kind,
        n,
        f"half-width {wanted:g}",
        f"{n} items: a proportion of {p:g} then has a {level:.0%} interval of about {low:.3f} to {high:.3f} "
        f"({method}).",
        "half-width",
        curve_around(n, lambda size: _half(method, p, size, level)),
        {"p": p, "level": level, "method": method},
        "The width of the interval itself, for the expected number of successes.",
    )


def _tail_power(p: float, bound: float, n: int, alpha: float) -> float:
    """Power of the exact one-sided test of n items."""
    from scipy.special import bdtr, bdtrc

    k = np.arange(n + 1.0)
    if p > bound:  # reject for many successes: the least k that so many or more would rarely reach
        rare = np.flatnonzero(bdtrc(k - 1, n, bound) <= alpha)
        return float(bdtrc(k[rare[0]] - 1, n, p)) if len(rare) else 0.0
    rare = np.flatnonzero(bdtr(k, n, bound) <= alpha)
    return float(bdtr(k[rare[-1]], n, p)) if len(rare) else 0.0


def _powerful(p: float, bound: float, level: float, power: float) -> Plan:
    alpha = (1 - level) / 2
    if power <= alpha:
        raise QuestionError(f"power={power:g} is below the error of the test, {alpha:g}: no data are needed for that.")
    za, zb = z_of(1 - alpha), z_of(power)
    about = ((za * math.sqrt(bound * (1 - bound)) + zb * math.sqrt(p * (1 - p))) / (p - bound)) ** 2
    # the power of an exact test goes up in a saw-tooth: the least n from which it stays above
    most = int(2 * about) + 60
    enough = [_tail_power(p, bound, n, alpha) >= power for n in range(1, most + 1)]
    n = most - next((i for i, fine in enumerate(reversed(enough)) if not fine), most - 1) + 1
    return Plan(
        "proportion",
        n,
        f"power {power:g} against {bound:g}",
        f"{n} items: a proportion of {p:g} is then found to be {'above' if p > bound else 'below'} {bound:g} with a "
        f"power of {_tail_power(p, bound, n, alpha):.3f}, as with more items (exact binomial, one-sided {alpha:g}).",
        "power",
        curve_around(n, lambda size: _tail_power(p, bound, size, alpha)),
        {"p": p, "against": bound, "one-sided error": alpha, "power": power},
        "Exact binomial; Chernick, M. R., Liu, C. Y. (2002). The saw-toothed behavior of power. Am. Stat. 56, 149-155.",
    )


def sensitivity(
    *, p: float, prevalence: float, half_width: float, level: float = 0.95, sure: float = 0.95, method: str = "wilson"
) -> Plan:
    """Plan for the sensitivity of a test: enough people must be ill.

    >>> sensitivity(p=0.9, prevalence=0.1, half_width=0.05).n
    1601
    """
    return _of_some("sensitivity", p, checked_share("prevalence", prevalence), half_width, level, sure, method)


def specificity(
    *, p: float, prevalence: float, half_width: float, level: float = 0.95, sure: float = 0.95, method: str = "wilson"
) -> Plan:
    """Plan for the specificity of a test: enough people must not be ill."""
    return _of_some("specificity", p, 1 - checked_share("prevalence", prevalence), half_width, level, sure, method)


def _of_some(kind: str, p: float, share: float, half_width: float, level: float, sure: float, method: str) -> Plan:
    from scipy.special import bdtrc

    p, level, sure = checked_share("p", p), checked_share("level", level), checked_share("sure", sure)
    needed = _precise(kind, p, half_width, level, method).n
    n = least(lambda size: size >= needed and float(bdtrc(needed - 1, size, share)) >= sure, needed)
    what = "cases" if kind == "sensitivity" else "people without it"
    return Plan(
        kind,
        n,
        f"half-width {half_width:g}",
        f"{n} people: {needed} {what} are needed for a {level:.0%} interval of ± {half_width:g} around a {kind} of "
        f"{p:g}, and that many are among {n} with {sure:.0%} (on average among {math.ceil(needed / share)}).",
        "chance of enough",
        curve_around(n, lambda size: float(bdtrc(needed - 1, size, share)) if size >= needed else 0.0),
        {"p": p, "share": share, "level": level, "sure": sure, "method": method},
        "Buderer, N. M. F. (1996). Acad. Emerg. Med. 3, 895-900; with the binomial number of cases.",
    )


def mcnemar(*, only_first: float, only_second: float, level: float = 0.95, power: float = 0.9) -> Plan:
    """Plan for two classifiers on the same items: `only_first` is the share that only the first one gets right.

    >>> mcnemar(only_first=0.10, only_second=0.05).n
    627
    """
    a, b = checked_share("only_first", only_first), checked_share("only_second", only_second)
    level, power = checked_share("level", level), checked_share("power", power)
    if a == b:
        raise QuestionError(f"Both are right alone on {a:g} of the items: there is no difference to find.")
    if a + b > 1:
        raise QuestionError(f"only_first and only_second add up to {a + b:g}; expected at most 1.")
    za, zb = z_of((1 + level) / 2), z_of(power)
    apart, difference = a + b, abs(a - b)
    n = math.ceil((za * math.sqrt(apart) + zb * math.sqrt(apart - difference**2)) ** 2 / difference**2)

    def reached(size: int) -> float:
        from scipy.special import ndtr

        spread = math.sqrt(apart - difference**2)
        return float(ndtr((difference * math.sqrt(size) - za * math.sqrt(apart)) / spread))

    return Plan(
        "mcnemar",
        n,
        f"power {power:g}",
        f"{n} items, judged by both: then the difference of {difference:g} is found with a power of {power:g} "
        f"(McNemar, two-sided {1 - level:g}).",
        "power",
        curve_around(n, reached),
        {"only_first": a, "only_second": b, "level": level, "power": power},
        "Connor, R. J. (1987). Sample size for testing differences in proportions for the paired-sample design. "
        "Biometrics 43, 207-211.",
    )
