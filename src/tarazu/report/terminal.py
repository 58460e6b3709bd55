"""The report in a terminal, or as plain text for a pipe or a file."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from dataclasses import replace

from rich import box
from rich.console import Console
from rich.table import Table as RichTable
from rich.text import Text

from tarazu.formula import Measure, number
from tarazu.report.layout import GAP, Report, Table, matrix_table, report_of, wide
from tarazu.result import Result
from tarazu.tally import Contingency
from tarazu.worked import Explanation

__all__ = ["explanation_text", "measures_text", "printed", "text_of"]

_NARROWEST = 40
_WORDY = 120  # columns from which there is room to say what each measure is
_WORDS = ("what it is",)
_LINE = box.SIMPLE_HEAD


class _Page:
    """Text of a given width, with colours or without."""

    def __init__(self, width: int, color: bool) -> None:
        self.width = max(width, _NARROWEST)
        self.out = io.StringIO()
        self.console = Console(
            file=self.out,
            width=self.width,
            force_terminal=color,
            color_system="standard" if color else None,
            highlight=False,
            emoji=False,
            markup=False,
        )

    def line(self, text: str = "", style: str = "") -> None:
        self.console.print(Text(text, style=style))

    def table(self, table: Table) -> None:
        for part in _columns_that_fit(table, self.width):
            self.line()
            self.line(part.title, "bold cyan")
            self.console.print(_drawn(part))

    def text(self) -> str:
        return "\n".join(line.rstrip() for line in self.out.getvalue().splitlines())


def text_of(result: Result, width: int = 100, *, color: bool = False) -> str:
    """Return the report for a terminal of that width, with colours or without."""
    return printed(report_of(result, max(width, _NARROWEST)), width, color=color)


def printed(report: Report, width: int = 100, *, color: bool = False) -> str:
    """Return a report as it prints."""
    page = _Page(width, color)
    for line in report.headline:
        page.line(line, "bold")
    for table in report.tables:
        page.table(table)
    if report.meaning:
        page.line()
        for line in report.meaning:
            page.line(line)
    if report.notes:
        page.line()
        for note in report.notes:
            page.line(note, "yellow" if note.startswith("! ") else "")
    return page.text()


def explanation_text(worked: Explanation, width: int = 100, *, color: bool = False) -> str:
    """Return the worked arithmetic with the table it is worked on."""
    page = _Page(width, color)
    page.line(worked.title, "bold")
    page.line(worked.about)
    page.table(matrix_table(Contingency.from_dict(worked.table), page.width))
    page.line()
    for line in worked.to_text(page.width).splitlines():
        page.console.print(Text(line), soft_wrap=True)
    page.line()
    page.line(f"Source: {worked.source}", "dim")
    return page.text()


def measures_text(found: Sequence[Measure], width: int = 100, *, color: bool = False) -> str:
    """Return the list of measures, by family."""
    page = _Page(width, color)
    for family in dict.fromkeys(m.family for m in found):
        rows = tuple(
            (m.id, m.text, f"{number(m.range[0])} … {number(m.range[1])}", ", ".join(m.aliases))
            for m in found
            if m.family == family
        )
        heads = ("name", "what it is", "range", "also called")
        keep = len(heads) if page.width >= _WORDY else 3
        page.table(Table(family, heads[:keep], tuple(r[:keep] for r in rows), left=keep))
    if any(m.averages for m in found):
        page.line()
        page.line("Measures of one class also come averaged: recall_macro, recall_micro, recall_weighted ...")
    return page.text()


def _columns_that_fit(table: Table, width: int) -> Iterator[Table]:
    """Cut a table that is too wide into parts below each other, each with the first column."""
    keep = [i for i, head in enumerate(table.heads) if width >= _WORDY or head not in _WORDS or table.left > 2]
    table = replace(
        table,
        heads=tuple(table.heads[i] for i in keep),
        rows=tuple(tuple(row[i] for i in keep) for row in table.rows),
    )
    if table.left == 2 and table.heads[:2] == ("measure", "name") and _too_wide(table, width):
        table = replace(table, heads=table.heads[1:], rows=tuple(row[1:] for row in table.rows))
    widths = [max(map(wide, column)) + GAP for column in zip(table.heads, *table.rows, strict=True)]
    foldable = table.left in (1, len(table.heads))  # its first column is repeated beside the others
    if not foldable or sum(widths) <= width + GAP:
        yield table
        return
    parts: list[list[int]] = [[]]
    for i in range(1, len(widths)):
        if parts[-1] and widths[0] + sum(widths[j] for j in parts[-1]) + widths[i] > width + GAP:
            parts.append([])
        parts[-1].append(i)
    for n, part in enumerate(parts):
        yield replace(
            table,
            title=table.title if n == 0 else f"{table.title}, continued",
            heads=tuple(table.heads[i] for i in (0, *part)),
            rows=tuple(tuple(row[i] for i in (0, *part)) for row in table.rows),
        )


def _too_wide(table: Table, width: int) -> bool:
    return sum(max(map(wide, column)) + GAP for column in zip(table.heads, *table.rows, strict=True)) > width + GAP


def _drawn(table: Table) -> RichTable:
    drawn = RichTable(box=_LINE, pad_edge=False, show_edge=False, header_style="dim", padding=(0, GAP - 1, 0, 0))
    if table.corner:
        drawn.title, drawn.title_style, drawn.title_justify = Text(table.corner), "dim", "center"
    for i, head in enumerate(table.heads):
        text = i < table.left or head in _WORDS
        drawn.add_column(Text(head), justify="left" if text else "right", overflow="fold", no_wrap=not text)
    body = len(table.rows) - table.footers
    for r, row in enumerate(table.rows):
        last = table.footers > 0 and r == body - 1
        drawn.add_row(*map(Text, row), style="dim" if r >= body else "", end_section=last)
    return drawn
