"""The report of label sets."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tarazu.report.layout import Report, Table, cell, limits, made_of, reasons_of, shown

if TYPE_CHECKING:
    from tarazu.labelsets import MultiLabel

__all__ = ["report_of"]

_LABELS = 60  # listed one by one
_WHAT = {
    "exact_match": "Share of the items whose set of labels is met exactly (subset accuracy).",
    "hamming_loss": "Share of all labels of all items that are wrong.",
    "labels_per_item_truth": "Labels that an item has on average.",
    "labels_per_item_prediction": "Labels that an item is given on average.",
}


def report_of(result: MultiLabel) -> Report:
    """Return what the report shows."""
    tally, data = result.tally, result.data
    source = data.get("text") or data.get("frame")
    first = ["Label sets", *([str(source)] if source else []), f"{tally.n} items", f"{len(tally.labels)} labels"]
    by_label = [r for r in result.rows if r.scope == "class"]
    columns = list(dict.fromkeys(r.name for r in by_label))
    at = {(r.measure if r.scope != "class" else r.name, r.of): r for r in result.rows}
    rows = [
        (
            str(label),
            *(str(int(x)) for x in (t[1, 1], t[0, 1], t[1, 0], t[0, 0])),
            *(cell(at[c, label]) for c in columns),
        )
        for label, t in zip(tally.labels[:_LABELS], tally.tables, strict=False)
    ]
    footers = [
        (average, *[""] * 4, *(cell(at.get((f"{c}_{average}", None))) for c in columns))
        for average in ("macro", "micro", "weighted", "samples")
    ]
    title = "Each label" + (f" (the first {_LABELS} of {len(tally.labels)})" if len(tally.labels) > _LABELS else "")
    labels = Table(title, ("label", "TP", "FP", "FN", "TN", *columns), (*rows, *footers), len(footers))
    whole = [r for r in result.rows if r.measure in _WHAT]
    sets = Table(
        "Whole sets",
        ("measure", "value", "interval", "what it is"),
        tuple((r.measure, shown(r), limits(r) or "–", _WHAT[r.measure]) for r in whole),
    )
    notes = [*made_of(result.rows, result.settings)]
    notes += [note.text for note in result.notes]
    return Report([" · ".join(first)], [labels, sets], [], [*notes, *reasons_of(result.rows)])
