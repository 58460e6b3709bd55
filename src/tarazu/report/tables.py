"""The report as Markdown and HTML tables, and the tidy rows as CSV."""

from __future__ import annotations

import csv
import html
import io
from collections.abc import Mapping, Sequence
from typing import Any

from tarazu.report.layout import Report, Table, inline, report_of
from tarazu.result import Result

__all__ = ["as_html", "as_markdown", "csv_of", "csv_of_rows", "html_of", "markdown_of"]


def csv_of(result: Result) -> str:
    """Return the tidy rows as CSV: full precision, an empty cell for no value."""
    return csv_of_rows(result.tidy())


def csv_of_rows(rows: Sequence[Mapping[str, Any]]) -> str:
    """Return flat rows as CSV."""
    out = io.StringIO()
    writer = csv.DictWriter(out, list(rows[0]) if rows else ["measure", "value"], lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue()


def markdown_of(result: Result) -> str:
    """Return the report as Markdown."""
    return as_markdown(report_of(result))


def as_markdown(report: Report) -> str:
    """Return a report as Markdown."""
    parts = [f"**{line}**" for line in map(_plain, report.headline)]
    for table in report.tables:
        parts.append(f"{_plain(table.title)}" + (f" ({_plain(table.corner)})" if table.corner else ""))
        heads = [_plain(h) for h in table.heads]
        lines = [
            heads,
            [":--" if i < table.left or h == "what it is" else "--:" for i, h in enumerate(heads)],
        ]
        lines += [[_plain(inline(c)) for c in row] for row in table.rows]
        parts.append("\n".join(f"| {' | '.join(line)} |" for line in lines))
    parts += [f"- {_plain(line)}" for line in (*report.meaning, *report.notes)]
    return "\n\n".join(parts) + "\n"


def _plain(text: str) -> str:
    """Keep a label from being read as Markdown."""
    for c in "\\`*_[]<>|":
        text = text.replace(c, "\\" + c)
    return text.replace("\n", " ")


def html_of(result: Result) -> str:
    """Return the report as an HTML fragment, for notebooks."""
    return as_html(report_of(result))


def as_html(report: Report) -> str:
    """Return a report as an HTML fragment."""
    parts = [f"<p><strong>{html.escape(line)}</strong></p>" for line in report.headline]
    parts += [_html_table(table) for table in report.tables]
    if notes := [*report.meaning, *report.notes]:
        parts.append("<ul>" + "".join(f"<li>{html.escape(n)}</li>" for n in notes) + "</ul>")
    return f'<div class="tarazu">{"".join(parts)}</div>'


def _html_table(table: Table) -> str:
    def cells(row: tuple[str, ...], tag: str) -> str:
        out = []
        for i, c in enumerate(row):
            left = i < table.left or table.heads[i] == "what it is"
            text = html.escape(c).replace("\n", "<br>")
            align = "left" if left else "right;white-space:nowrap"
            out.append(f'<{tag} style="text-align:{align};padding:2px 8px">{text}</{tag}>')
        return "<tr>" + "".join(out) + "</tr>"

    body = len(table.rows) - table.footers
    above = f'<tr><td></td><td colspan="{len(table.heads) - 1}">{html.escape(table.corner)}</td></tr>'
    return (
        f'<table><caption style="text-align:left">{html.escape(table.title)}</caption>'
        f"<thead>{above if table.corner else ''}{cells(table.heads, 'th')}</thead>"
        f"<tbody>{''.join(cells(r, 'td') for r in table.rows[:body])}</tbody>"
        f"<tfoot>{''.join(cells(r, 'td') for r in table.rows[body:])}</tfoot></table>"
    )
