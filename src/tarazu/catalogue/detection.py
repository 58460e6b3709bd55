"""Signal detection and the verification of forecasts of rare events: hits and false alarms of one class."""

from __future__ import annotations

import numpy as np

from tarazu.catalogue.agreement import NO_ITEMS
from tarazu.catalogue.rates import NEVER_OCCURS
from tarazu.formula.declare import measure, quantity, when
from tarazu.formula.functions import normal_quantile

MACMILLAN = "Macmillan, N. A., Creelman, C. D. (2005). Detection Theory: A User's Guide. 2nd ed."
HAUTUS = "; a correction of 0.5 is the log-linear one of Hautus, M. J. (1995). Behav. Res. Methods 27, 46-51."
FERRO = (
    "Ferro, C. A. T., Stephenson, D. B. (2011). Extremal dependence indices. Weather Forecast. 26, 699-713; "
    "at a rate of 0 or 1 the limit."
)


@quantity(symbol="H", tex="H")
def hit_rate(tp, fn, *, correction=0.0):
    """Share of the items of the class that were found, with a constant added to every cell."""
    if correction:
        tp, fn = tp + correction, fn + correction
    return tp / (tp + fn)


@quantity(symbol="F", tex="F")
def false_alarm_rate(fp, tn, *, correction=0.0):
    """Share of the other items that were taken for it, with a constant added to every cell."""
    if correction:
        fp, tn = fp + correction, tn + correction
    return fp / (fp + tn)


SAME_EXTREME = when(
    "both_rates_extreme",
    lambda hit_rate, false_alarm_rate: (hit_rate == false_alarm_rate) & ((hit_rate == 0) | (hit_rate == 1)),
    "hit rate and false alarm rate of class {label} are both 0 or both 1",
)
OPPOSITE_EXTREMES = when(
    "opposite_extremes",
    lambda hit_rate, false_alarm_rate: (hit_rate + false_alarm_rate == 1) & ((hit_rate == 0) | (hit_rate == 1)),
    "one of hit rate and false alarm rate of class {label} is 0 and the other 1",
)
NO_EVENTS = when("class_never_occurs", lambda hit_rate: np.isnan(hit_rate), "class {label} never occurs in the truth")
ONLY_EVENTS = when(
    "only_this_class_occurs", lambda false_alarm_rate: np.isnan(false_alarm_rate), "every item is of class {label}"
)


@measure(
    title="d′",
    family="detection",
    range=(-np.inf, np.inf),
    best=np.inf,
    chance=0,
    averages=False,
    undefined=[NO_EVENTS, ONLY_EVENTS, SAME_EXTREME],
    aliases=["d prime", "sensitivity index"],
    source=MACMILLAN + HAUTUS,
)
def d_prime(hit_rate, false_alarm_rate):
    """How many standard deviations apart the class and the rest are, if both are normal and equally spread."""
    return normal_quantile(hit_rate) - normal_quantile(false_alarm_rate)


@measure(
    title="Criterion c",
    family="detection",
    range=(-np.inf, np.inf),
    best=None,
    averages=False,
    undefined=[NO_EVENTS, ONLY_EVENTS, OPPOSITE_EXTREMES],
    aliases=["response bias", "criterion location"],
    source=MACMILLAN + HAUTUS,
)
def criterion(hit_rate, false_alarm_rate):
    """How reluctantly the class is predicted: 0 without bias, above 0 more misses than false alarms."""
    return -(normal_quantile(hit_rate) + normal_quantile(false_alarm_rate)) / 2


@measure(
    title="Likelihood ratio at the criterion, ln β",
    family="detection",
    range=(-np.inf, np.inf),
    best=None,
    averages=False,
    undefined=[
        NO_EVENTS,
        ONLY_EVENTS,
        when(
            "a_rate_extreme",
            lambda hit_rate, false_alarm_rate: (
                (hit_rate * (1 - hit_rate) == 0) & (false_alarm_rate * (1 - false_alarm_rate) == 0)
            ),
            "hit rate and false alarm rate of class {label} are each 0 or 1",
        ),
    ],
    aliases=["log beta", "ln beta"],
    source=MACMILLAN + HAUTUS,
)
def log_beta(hit_rate, false_alarm_rate):
    """Logarithm of how much likelier the class than the rest must look before it is predicted."""
    return (normal_quantile(false_alarm_rate) ** 2 - normal_quantile(hit_rate) ** 2) / 2


@measure(
    title="A′",
    family="detection",
    averages=False,
    chance=0.5,
    smooth=False,
    undefined=[NO_EVENTS, ONLY_EVENTS],
    aliases=["a prime"],
    source="Pollack, I., Norman, D. A. (1964). Psychon. Sci. 1, 125-126; below chance: Aaronson, D., Watts, B. (1987). "
    "Psychol. Bull. 102, 439-442.",
)
def a_prime(hit_rate, false_alarm_rate):
    """Mean of the largest and smallest area under a ROC curve that goes through the one point."""
    high = np.maximum(hit_rate, false_alarm_rate)
    low = np.minimum(hit_rate, false_alarm_rate)
    above = (high - low) * (1 + high - low) / (4 * high * (1 - low))
    return 0.5 + np.where(hit_rate == false_alarm_rate, 0, np.where(hit_rate > false_alarm_rate, above, -above))


@measure(
    title="Frequency bias",
    family="detection",
    range=(0, np.inf),
    best=1,
    averages=False,
    undefined=[NEVER_OCCURS],
    aliases=["bias score", "forecast bias"],
    source="Jolliffe, I. T., Stephenson, D. B. (2012). Forecast Verification. 2nd ed.: (TP + FP) / (TP + FN).",
)
def frequency_bias(tp, fp, fn):
    """How many times as often as it is true the class was predicted."""
    return (tp + fp) / (tp + fn)


@measure(
    title="Equitable threat score",
    family="detection",
    range=(-1 / 3, 1),
    chance=0,
    symmetric=True,
    averages=False,
    undefined=[
        NO_ITEMS,
        when(
            "nothing_beyond_chance",
            lambda tp, fp, fn, n: n * (tp + fp + fn) == (tp + fp) * (tp + fn),
            "what is found, missed and mistaken of class {label} is all that chance would find",
        ),
    ],
    aliases=["ets", "gilbert skill score", "gss"],
    source="Gilbert, G. K. (1884). Am. Meteorol. J. 1, 166-172; Schaefer, J. T. (1990). Weather Forecast. 5, 570-575.",
)
def equitable_threat_score(tp, fp, fn, n):
    """The Jaccard index, with the hits that chance would give taken off above and below."""
    return (n * tp - (tp + fp) * (tp + fn)) / (n * (tp + fp + fn) - (tp + fp) * (tp + fn))


@measure(
    title="Extreme dependency score",
    family="detection",
    range=(-1, 1),
    averages=False,
    undefined=[
        NEVER_OCCURS,
        when("always_found", lambda tp, n: tp == n, "every item is of class {label} and was found"),
    ],
    aliases=["eds"],
    source="Stephenson, D. B., Casati, B., Ferro, C. A. T., Wilson, C. A. (2008). Meteorol. Appl. 15, 41-50.",
)
def extreme_dependency_score(tp, fn, n):
    """How slowly the hits fade as the event gets rarer."""
    return 2 * np.log((tp + fn) / n) / np.log(tp / n) - 1


@measure(
    title="Symmetric extreme dependency score",
    family="detection",
    range=(-1, 1),
    chance=0,
    symmetric=True,
    averages=False,
    undefined=[
        when(
            "class_nowhere", lambda tp, fp, fn: (tp + fp == 0) | (tp + fn == 0), "class {label} is missing on an axis"
        ),
        when("always_found", lambda tp, n: tp == n, "every item is of class {label} and was found"),
    ],
    aliases=["seds"],
    source="Hogan, R. J., O'Connor, E. J., Illingworth, A. J. (2009). Q. J. R. Meteorol. Soc. 135, 1494-1511.",
)
def symmetric_extreme_dependency_score(tp, fp, fn, n):
    """How slowly the hits fade as the event gets rarer, on a scale where chance is 0."""
    return np.log((tp + fp) / n * ((tp + fn) / n)) / np.log(tp / n) - 1


@measure(
    title="Extremal dependence index",
    family="detection",
    range=(-1, 1),
    chance=0,
    averages=False,
    undefined=[NO_EVENTS, ONLY_EVENTS, SAME_EXTREME],
    aliases=["edi"],
    source=FERRO,
)
def extremal_dependence_index(hit_rate, false_alarm_rate):
    """How much more slowly hits than false alarms fade as the event gets rarer."""
    h, f = np.log(hit_rate), np.log(false_alarm_rate)
    return np.where(false_alarm_rate == 0, 1, np.where(hit_rate == 0, -1, (f - h) / (f + h)))


@measure(
    title="Symmetric extremal dependence index",
    family="detection",
    range=(-1, 1),
    chance=0,
    averages=False,
    undefined=[NO_EVENTS, ONLY_EVENTS, SAME_EXTREME],
    aliases=["sedi"],
    source=FERRO,
)
def symmetric_extremal_dependence_index(hit_rate, false_alarm_rate):
    """As the extremal dependence index, and the same when event and non-event change places."""
    h, f = np.log(hit_rate), np.log(false_alarm_rate)
    not_h, not_f = np.log(1 - hit_rate), np.log(1 - false_alarm_rate)
    best = (false_alarm_rate == 0) | (hit_rate == 1)
    worst = (false_alarm_rate == 1) | (hit_rate == 0)
    inside = (f - h - not_f + not_h) / (f + h + not_f + not_h)
    return np.where(best, 1, np.where(worst, -1, inside))
