"""The report of scores."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from tarazu.formula import number
from tarazu.report.layout import Report, Table, limits, made_of, p_of, pages, reasons_of, shown

if TYPE_CHECKING:
    from tarazu.score_result import ScoreResult

__all__ = ["report_of"]


def report_of(result: ScoreResult) -> Report:
    """Return what the report shows: the measures of each score, tests between them, and the matrix at the cut."""
    from tarazu.score_result import WHAT

    data = result.data
    source = data.get("text") or data.get("frame")
    one = next(iter(result.tallies.values()))
    if result.multiclass:
        sizes = f"{len(result.tallies)} classes"
    else:
        sizes = f"{number(one.n_positive)} positive ({result.label}), {number(one.n_negative)} negative"
    headline = " · ".join(["Scores", *([str(source)] if source else []), f"{number(one.n)} items", sizes])
    level = "" if result.settings is None else f"{100 * result.settings.level:g} % interval"
    tables = [_by_class(result, level)] if result.multiclass else []
    for name in ["all"] if result.multiclass else result.tallies:
        rows = tuple(
            (r.measure, shown(r), *([limits(r) or "–"] if level else []), WHAT[r.measure])
            for r in result.rows
            if r.of == name
        )
        heads = ("measure", "value", *([level] if level else []), "what it is")
        title = "All together" if result.multiclass else "Score" if name == "score" else name
        tables.append(Table(title, heads, rows))
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


def _by_class(result: ScoreResult, level: str) -> Table:
    """The area of each class against the rest."""
    rows = []
    for name, tally in result.tallies.items():
        row = result["auc", name]
        rows.append((name, number(tally.n_positive), shown(row), *([limits(row) or "–"] if level else [])))
    return Table("Each class against the rest", ("class", "n", "auc", *([level] if level else [])), tuple(rows))
