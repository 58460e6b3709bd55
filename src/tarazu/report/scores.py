"""The report of scores."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from tarazu.formula import number
from tarazu.report.layout import Report, Table, limits, made_of, p_of, pages, reasons_of, shown

if TYPE_CHECKING:
    from tarazu.scoring import ScoreResult

__all__ = ["report_of"]


def report_of(result: ScoreResult) -> Report:
    """Return what the report shows: the measures of each score, tests between them, and the matrix at the cut."""
    from tarazu.scoring import WHAT

    data = result.data
    source = data.get("text") or data.get("frame")
    one = next(iter(result.tallies.values()))
    sizes = f"{number(one.n_positive)} positive ({result.label}), {number(one.n_negative)} negative"
    headline = " · ".join(["Scores", *([str(source)] if source else []), f"{number(one.n)} items", sizes])
    level = "" if result.settings is None else f"{100 * result.settings.level:g} % interval"
    tables = []
    for name in result.tallies:
        rows = tuple(
            (r.measure, shown(r), *([limits(r) or "–"] if level else []), WHAT[r.measure])
            for r in result.rows
            if r.of == name
        )
        heads = ("measure", "value", *([level] if level else []), "what it is")
        tables.append(Table(name if len(result.tallies) > 1 or name != "score" else "Score", heads, rows))
    if result.tests:
        lines = tuple((t.question, t.method, p_of(t), t.text) for t in result.tests)
        tables.append(Table("Tests", ("question", "test", "p", "what it is"), lines, left=2))
    meaning = []
    for name, cut in result.chosen.items():
        value = "" if cut.value is None else f", {cut.rule.removeprefix('max ')} = {cut.value:.4g}"
        meaning.append(f"Cut of {name} ({cut.rule}): positive from {cut.threshold:.6g} on{value}.")
        shown_at = result.at(cut, name, show="recall,specificity,precision,f1,accuracy,kappa", scale=None)
        kept = [t for t in pages(shown_at) if not t.title.startswith(("Tests", "What scales"))]
        tables += [replace(t, title=f"{t.title}, {name} ≥ {cut.threshold:.6g}") for t in kept]
    if result.chosen:
        meaning.append("A cut chosen on the data it is judged by looks better than it will be on others.")
    notes = [*made_of(result.rows, result.settings)]
    notes += [("! " if n.severity == "caution" else "") + n.text for n in result.notes]
    return Report([headline], tables, meaning, [*notes, *reasons_of(result.rows)])
