"""Cautions that fire on evidence: when the headline number misleads, with the figures that say so.

Each caution is one function of a measured table; it yields a note or nothing. The limits are stated here, once,
and every note names the figures that made it fire and what to look at instead.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from decimal import Decimal
from itertools import islice

from tarazu.notes import Note
from tarazu.result import Value
from tarazu.tally import Label
from tarazu.values import Measured

__all__ = ["cautions", "cautions_of_intervals"]

FINE_ACCURACY = 0.8  # an accuracy that looks good
FINE_KAPPA = 0.4  # a kappa that scales of words call moderate or better
RARELY_FOUND = 0.5  # a class of which less than half is found
FEW_ITEMS = 10  # fewer of a class, and its rates jump by more than ten points with one item
FAR_APART = 0.1  # of the macro and the weighted average
ENOUGH_TO_DOUBT = 30  # so many items without one error call for a second look

FEW_FOR_INTERVALS = 15  # fewer of a class, and some intervals hold less often than they say (docs/coverage.md)
BIASED = 0.25  # of a standard error: as much bias is worth a word

_MOST = 5  # classes named in one note
_NUMBER = re.compile(r"\s*[+-]?\d+([.,]\d+)?\s*")

Caution = Callable[[Measured], Iterator[Note]]


def cautions(table: Measured) -> list[Note]:
    """Return the cautions that a table calls for."""
    if table.tally.k < 2 or not table.tally.n:
        return []
    found = [note for caution in _GENERAL for note in caution(table)]
    if table.tally.roles == "truth":
        found += [note for caution in _DIRECTED for note in caution(table)]
    return found


def cautions_of_intervals(table: Measured, rows: Sequence[Value]) -> list[Note]:
    """Return the cautions about intervals shown whose measured coverage is below their level."""
    shown = {row.measure: row for row in rows if row.low is not None and row.group is None}
    return [*_few_for_intervals(table, shown), *_information_biased(table, shown)]


def _few_for_intervals(table: Measured, shown: Mapping[str, Value]) -> Iterator[Note]:
    names = [name for name in ("mcc", "lr_positive", "lr_negative") if name in shown]
    few = [label for label, true, _, _ in _counts(table) if 0 < true < FEW_FOR_INTERVALS]
    if names and few and table.tally.roles == "truth" and table.tally.n > 10 * FEW_FOR_INTERVALS:
        yield _note(
            "interval-few-items",
            f"With fewer than {FEW_FOR_INTERVALS} items of {_named(few)} among {table.tally.n:.15g}, the intervals of "
            f"{', '.join(names)} are a little too short: 95 % ones held 90 to 92 % in simulations.",
            "interval='bca' or 'bayes' beside them",
        )


def _information_biased(table: Measured, shown: Mapping[str, Value]) -> Iterator[Note]:
    row = shown.get("mutual_information")
    if row is None or row.se is None:
        return
    t = table.tally
    used = (int((t.row_totals > 0).sum()), int((t.column_totals > 0).sum()))
    bias = (used[0] - 1) * (used[1] - 1) / (2 * t.n) / (1 if row.params.get("unit") == "nat" else math.log(2))
    if bias > BIASED * row.se:
        yield _note(
            "information-biased",
            f"Mutual information is {bias:.2g} too large on average with {t.n:.15g} items in {used[0]} × {used[1]} "
            "classes (Miller 1955), and its interval does not allow for that.",
            "more items, or a measure such as kappa or MCC",
        )


def _note(code: str, text: str, instead: str = "") -> Note:
    return Note(code, "caution", text + (f" Look at {instead}." if instead else ""))


def _named(labels: list[Label]) -> str:
    more = f" and {len(labels) - _MOST} more" if len(labels) > _MOST else ""
    return ", ".join(map(str, islice(labels, _MOST))) + more


def _value(table: Measured, name: str) -> float:
    return float(table.evaluation(name))


def _counts(table: Measured) -> Iterator[tuple[Label, float, float, float]]:
    """Label, how often it is true, how often predicted, how often found."""
    t = table.tally
    for i, label in enumerate(t.labels):
        yield label, float(t.row_totals[i]), float(t.column_totals[i]), float(t.counts[i, i])


def class_rarely_found(table: Measured) -> Iterator[Note]:
    """A class is found rarely although accuracy or kappa looks fine."""
    accuracy, kappa = _value(table, "accuracy"), _value(table, "kappa")
    fine = [f"the accuracy is {accuracy:.3f}"] if accuracy >= FINE_ACCURACY else []
    fine += [f"kappa is {kappa:.3f}"] if kappa >= FINE_KAPPA else []
    if not fine:
        return
    for label, true, predicted, hits in _counts(table):
        if true > 0 and predicted > 0 and hits / true < RARELY_FOUND:
            yield _note(
                "class-rarely-found",
                f"Of {true:g} {label}, {hits:g} ({hits / true:.1%}) were found, although {' and '.join(fine)}.",
                f"recall[{label}] and balanced_accuracy ({_value(table, 'balanced_accuracy'):.3f})",
            )


def not_above_no_information(table: Measured) -> Iterator[Note]:
    """The accuracy is no better than always naming the most frequent class."""
    accuracy, rate = _value(table, "accuracy"), _value(table, "no_information_rate")
    if accuracy <= rate < 1:
        often = max(_counts(table), key=lambda c: c[1])[0]
        yield _note(
            "not-above-no-information",
            f"The accuracy of {accuracy:.3f} is not above the {rate:.3f} that always saying {often} would give.",
            f"kappa ({_value(table, 'kappa'):.3f}) and balanced_accuracy",
        )


def high_agreement_low_kappa(table: Measured) -> Iterator[Note]:
    """Agreement is high and kappa low, because nearly all items are of one class."""
    accuracy, kappa = _value(table, "accuracy"), _value(table, "kappa")
    if not (accuracy >= FINE_ACCURACY and kappa < FINE_KAPPA):
        return
    t = table.tally
    share = max((t.row_totals + t.column_totals) / (2 * t.n))
    index = ""
    if t.k == 2:
        prevalence, bias = (table.evaluation(f"{i}_index_by_class")[0] for i in ("prevalence", "bias"))
        index = f", prevalence index {prevalence:.3f}, bias index {bias:.3f}"
    yield _note(
        "high-agreement-low-kappa",
        f"Agreement is {accuracy:.3f} and kappa {kappa:.3f}: one class makes up {share:.1%} of all labels{index}. "
        f"Other ideas of chance give {_value(table, 'pabak'):.3f} (PABAK) and {_value(table, 'gwet_ac1'):.3f} (AC1).",
        "the agreement on each class (f1)",
    )


def few_items(table: Measured) -> Iterator[Note]:
    """Some classes have few items, so that their rates say little."""
    if table.tally.weighted:
        return
    few = [(label, true) for label, true, _, _ in _counts(table) if 0 < true < FEW_ITEMS]
    if few:
        label, true = min(few, key=lambda c: c[1])
        yield _note(
            "few-items",
            f"Few items of {_named([label for label, _ in few])}: with {true:g} of {label}, its recall moves by "
            f"{1 / true:.0%} with each item.",
        )


def never_predicted(table: Measured) -> Iterator[Note]:
    """A class that occurs is never predicted."""
    never = [label for label, true, predicted, _ in _counts(table) if true and not predicted]
    if never:
        yield _note("never-predicted", f"Never predicted although true: {_named(never)}.", "recall of these classes")


def absent_from_truth(table: Measured) -> Iterator[Note]:
    """A class is predicted that never occurs."""
    absent = [(label, p) for label, true, p, _ in _counts(table) if p and not true]
    if absent:
        times = sum(p for _, p in absent)
        yield _note(
            "absent-from-truth",
            f"Predicted {times:g} times although never true: {_named([label for label, _ in absent])}. "
            "Are the labels of both sides the same?",
        )


def averages_far_apart(table: Measured) -> Iterator[Note]:
    """Macro and weighted F1 tell different stories: rare classes fare otherwise than frequent ones."""
    macro, weighted = (_value(table, f"f1_{a}") for a in ("macro", "weighted"))
    if abs(macro - weighted) > FAR_APART:
        worse = "worse" if macro < weighted else "better"
        yield _note(
            "averages-far-apart",
            f"The F1s average to {macro:.3f} by class and to {weighted:.3f} by item: "
            f"rare classes fare {worse} than frequent ones.",
            "f1 of each class",
        )


def perfect(table: Measured) -> Iterator[Note]:
    """Not one error in many items."""
    if _value(table, "accuracy") == 1 and table.tally.n >= ENOUGH_TO_DOUBT:
        yield _note(
            "perfect",
            f"All {table.tally.n:g} labels agree. Is one column a copy of the other, or did the answer leak into "
            "the input?",
        )


def numbers_as_text(table: Measured) -> Iterator[Note]:
    """Labels are the same numbers spelled otherwise on the two sides, and more of them differ so than agree."""
    t = table.tally
    spelled: dict[Decimal, list[int]] = {}
    for i, label in enumerate(t.labels):
        if not isinstance(label, bool) and _NUMBER.fullmatch(str(label)):
            spelled.setdefault(Decimal(str(label).strip().replace(",", ".")), []).append(i)
    groups = [at for at in spelled.values() if len(at) > 1]
    alike = sum(float(t.counts[i, i]) for at in groups for i in at)
    apart = sum(float(t.counts[i, j]) for at in groups for i in at for j in at if i != j)
    if apart <= alike:
        return
    pairs = [(i, j) for at in groups for i in at for j in at if i != j and t.counts[i, j]]
    i, j = max(pairs, key=lambda p: float(t.counts[p]))
    yield _note(
        "numbers-as-text",
        f"The same numbers are spelled otherwise in {t.axes[0]} and {t.axes[1]}, as {t.labels[i]!r} and "
        f"{t.labels[j]!r}, and are told apart as text: {apart:.15g} of {t.n:.15g} items differ only so, "
        f"{alike:.15g} with such labels agree. As numbers the accuracy is "
        f"{(float(t.counts.trace()) + apart) / t.n:.3f}, not {_value(table, 'accuracy'):.3f}. "
        "Make both sides numbers, or spell them alike.",
    )


_GENERAL: tuple[Caution, ...] = (high_agreement_low_kappa, perfect, numbers_as_text)
_DIRECTED: tuple[Caution, ...] = (
    class_rarely_found,
    not_above_no_information,
    few_items,
    never_predicted,
    absent_from_truth,
    averages_far_apart,
)
