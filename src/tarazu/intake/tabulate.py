"""From counted combinations to tallies: one for all rows, and one for each group."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np

from tarazu.errors import InputError
from tarazu.intake.abstain import Abstentions, abstaining, refuse_declared, refuse_in_truth, table_for
from tarazu.intake.counted import Categories, Counted
from tarazu.intake.grouped import DesignKind, Gathered
from tarazu.intake.labels import Key, as_label, key_of, lookalikes, ordered_labels, reconciled
from tarazu.intake.weights import WeightKind, with_kind
from tarazu.notes import Note
from tarazu.tally import Contingency, Label, Roles
from tarazu.tally.clusters import Design

__all__ = ["Groups", "Missing", "Tabulated", "WeightKind", "tabulate"]

Missing = Literal["drop", "error"]
Groups = dict[tuple[str, ...], Contingency]

_MOST_LABELS = 5_000
_MOST_SCORES = 20


@dataclass(frozen=True)
class Tabulated:
    """The tally of all rows, the tallies of the groups, what was read, and remarks."""

    tally: Contingency
    groups: Groups
    rows_read: int
    rows_used: int
    missing: dict[str, int]
    notes: list[Note] = field(default_factory=list)
    abstentions: dict[tuple[str, ...], Abstentions] = field(default_factory=dict)  # (): of all rows
    clusters: dict[tuple[str, ...], Design] = field(default_factory=dict)


def tabulate(
    counted: Counted,
    truth: str,
    prediction: str,
    by: Sequence[str] = (),
    *,
    labels: Sequence[Label] | None = None,
    labels_as_text: bool = False,
    missing: Missing = "drop",
    roles: Roles = "truth",
    abstain: Sequence[Label] = (),
    design: tuple[DesignKind, str] | None = None,
    weight_kind: WeightKind = "auto",
) -> Tabulated:
    """Return the tallies of two columns, aligned to one set of labels.

    `labels` declares the labels and their order; with `labels_as_text` they are matched as they are
    written (as on a command line). Rows in which one of the two labels is missing are left out and counted,
    or refused with `missing="error"`. A missing group is a group of its own. Rows in which the prediction is one of
    the labels in `abstain` are in no tally; they are counted apart. `design` names the column of clusters or of
    strata.
    """
    if not counted.rows_read:
        raise InputError("There are no rows: nothing to count.")
    counted, told = with_kind(counted, weight_kind)
    at = [counted.keys.index(name) for name in (truth, prediction)]
    raw_labels = {
        name: {_raw_key(c[i]): as_label(c[i], name) for c in counted.combinations}
        for name, i in zip((truth, prediction), at, strict=True)
    }
    used, missed = _split(counted, at, raw_labels, (truth, prediction))
    if missed["rows"] and missing == "error":
        raise InputError(_missing_text(missed, truth, prediction) + " missing='drop' would leave them out.")
    if not used:
        raise InputError(
            f"All {counted.rows_read} rows lack {truth} or {prediction} "
            f"({missed[truth]} and {missed[prediction]} missing): nothing to compare."
        )
    as_text = labels_as_text or counted.untyped
    in_truth = abstaining(raw_labels[truth], abstain, as_text=as_text)
    if in_truth:
        rows = [n for c, n in zip(counted.combinations, counted.rows, strict=True) if _raw_key(c[at[0]]) in in_truth]
        refuse_in_truth(sum(rows), (abstain[i] for i in in_truth.values()), truth)
    refuse_declared(labels or (), abstain)
    away = abstaining(raw_labels[prediction], abstain, as_text=as_text)
    raw_labels[prediction] = {raw: v for raw, v in raw_labels[prediction].items() if raw not in away}
    keys: dict[str, set[Key]] = {
        name: {key_of(v) for v in values.values() if v is not None} for name, values in raw_labels.items()
    }
    final, notes = reconciled(keys, untyped=counted.untyped)
    no_class = abstaining(
        {_raw_key(v): v for c in counted.categories.values() for v in c.values}, abstain, as_text=False
    )
    categories = [
        Categories(tuple(_final(v, name, final) for v in c.values if _raw_key(v) not in no_class), c.ordered)
        for name, c in counted.categories.items()
        if name in (truth, prediction)
    ]
    found = set(final.values())
    _refuse_scores(found, prediction, truth)
    if labels is not None and labels_as_text:
        labels = _as_written(labels, found)
    order, ordered = ordered_labels(found, categories, labels, f"{truth} or {prediction}")
    ordered = ordered and not all(isinstance(v, bool) for v in order)

    place = {key_of(v): i for i, v in enumerate(order)}
    cells = {
        name: {raw: place[key_of(final[key_of(v)])] for raw, v in values.items() if v is not None}
        for name, values in raw_labels.items()
    }
    build = _Builder(counted, order, (truth, prediction), ordered, roles)
    gather = Gathered(counted, design[1], design[0]) if design is not None else None
    by_at = [counted.keys.index(name) for name in by]
    whole = build.table()
    groups: dict[tuple[str, ...], Any] = {}
    apart: dict[tuple[str, ...], Any] = {}
    for row in used:
        combination = counted.combinations[row]
        group = tuple(_group_name(combination[a]) for a in by_at)
        tables = [whole, *([groups.setdefault(group, build.table())] if by else [])]
        i, raw = cells[truth][_raw_key(combination[at[0]])], _raw_key(combination[at[1]])
        for table, name in zip(tables, ((), group), strict=False):
            if abstain:
                apart.setdefault(name, table_for(len(order), abstain, weighted=counted.weights is not None))
            if raw in away:
                apart[name][i, away[raw]] += (counted.weights or counted.rows)[row]
            else:
                build.add(table, row, i, cells[prediction][raw])
                if gather:
                    gather.add(name, row, i, cells[prediction][raw])
    tally = build.tally(whole)
    abstentions = {name: Abstentions(tuple(abstain), table) for name, table in apart.items()}
    if missed["rows"]:
        notes.append(Note("missing-left-out", "info", f"Left out: {_missing_text(missed, truth, prediction)}."))
    counts = tally.row_totals + tally.column_totals
    times = {label: int(c) for label, c in zip(order, counts, strict=True)}
    if abstain:
        notes += abstentions[()].notes(tally, prediction)
        for label, c in zip(order, abstentions[()].counts.sum(axis=1), strict=True):
            times[label] += int(c)
        times |= {label: int(c) for label, c in zip(abstain, abstentions[()].counts.sum(axis=0), strict=True) if c}
    notes += [*told, *lookalikes(times)]
    return Tabulated(
        tally,
        {name: build.tally(groups[name]) for name in sorted(groups)},
        counted.rows_read,
        counted.rows_read - missed["rows"],
        {k: v for k, v in missed.items() if k != "rows"},
        notes,
        abstentions,
        gather.designs() if gather else {},
    )


class _Builder:
    """Adds counted rows into tables of one shape."""

    def __init__(
        self, counted: Counted, labels: tuple[Label, ...], axes: tuple[str, str], ordered: bool, roles: Roles
    ) -> None:
        self.counted, self.labels, self.axes, self.ordered, self.roles = counted, labels, axes, ordered, roles

    def table(self) -> Any:
        shape = (len(self.labels), len(self.labels))
        if self.counted.weights is None:
            return [np.zeros(shape, dtype=np.int64)]
        return [np.zeros(shape), np.zeros(shape)]

    def add(self, tables: Any, row: int, i: int, j: int) -> None:
        c = self.counted
        if c.weights is None or c.squares is None:
            tables[0][i, j] += c.rows[row]
        else:
            tables[0][i, j] += c.weights[row]
            tables[1][i, j] += c.squares[row]

    def tally(self, tables: Any) -> Contingency:
        squares = tables[1] if len(tables) > 1 else None
        return Contingency(tables[0], self.labels, self.axes, self.roles, self.ordered, squares)


def _raw_key(raw: Any) -> Any:
    """A raw value as a dictionary key: True is not 1 here."""
    return (type(raw), raw)


def _split(
    counted: Counted, at: Sequence[int], labels: dict[str, dict[Any, Label | None]], names: Sequence[str]
) -> tuple[list[int], dict[str, int]]:
    """Combinations with both labels, and how many rows lack which."""
    used, missed = [], dict.fromkeys((*names, "rows"), 0)
    for row, combination in enumerate(counted.combinations):
        lacking = [n for n, a in zip(names, at, strict=True) if labels[n][_raw_key(combination[a])] is None]
        for name in (*lacking, *(["rows"] if lacking else [])):
            missed[name] += counted.rows[row]
        if not lacking:
            used.append(row)
    return used, missed


def _missing_text(missed: dict[str, int], truth: str, prediction: str) -> str:
    rows = missed["rows"]
    return (
        f"{rows} {'row' if rows == 1 else 'rows'} without a label in "
        f"{truth} ({missed[truth]}) or {prediction} ({missed[prediction]})"
    )


def _refuse_scores(found: set[Label], prediction: str, truth: str) -> None:
    decimals = [v for v in found if isinstance(v, float)]
    if len(decimals) > _MOST_SCORES:
        raise InputError(
            f"{truth} and {prediction} hold {len(found)} different values such as {decimals[0]}: scores, not "
            "labels? Turn them into labels first, for example score >= 0.5."
        )
    if len(found) > _MOST_LABELS:
        raise InputError(
            f"{truth} and {prediction} hold {len(found)} different labels, more than {_MOST_LABELS}; "
            "are these names of items rather than classes?"
        )


def _final(raw: Any, name: str, final: dict[Key, Label]) -> Label:
    """A declared category as a label: in the same terms as the labels that occur."""
    label = as_label(raw, name)
    if label is None:
        raise InputError(f"{name} declares an empty category.")
    return final.get(key_of(label), label)


def _as_written(labels: Sequence[Label], found: set[Label]) -> list[Label]:
    """Match labels given as text with the labels found, by how these are written."""
    written = {str(v).casefold() if isinstance(v, bool) else str(v): v for v in found}
    numbers = found and all(isinstance(v, int) and not isinstance(v, bool) for v in found)
    out: list[Label] = []
    for text in map(str, labels):
        if text in written:
            out.append(written[text])
        elif numbers and text.lstrip("-").isdigit():
            out.append(int(text))  # a point of the scale that does not occur
        else:
            out.append(text)
    return out


def _group_name(raw: Any) -> str:
    label = as_label(raw, "the group")
    return "(missing)" if label is None else str(label)
