"""The report as Markdown and HTML tables, and the tidy rows as CSV."""

from __future__ import annotations

import csv
import html
import io

from tarazu.report.layout import Table, headline, inline, meaning_of, notes_of, pages
from tarazu.result import Result

__all__ = ["csv_of", "html_of", "markdown_of"]


def csv_of(result: Result) -> str:
    """Return the tidy rows as CSV: full precision, an empty cell for no value."""
    rows = result.tidy()
    out = io.StringIO()
    writer = csv.DictWriter(out, list(rows[0]) if rows else ["measure", "value"], lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue()


def markdown_of(result: Result) -> str:
    """Return the report as Markdown."""
    parts = [f"**{line}**" for line in map(_plain, headline(result))]
    for table in pages(result):
        parts.append(f"{_plain(table.title)}" + (f" ({_plain(table.corner)})" if table.corner else ""))
        heads = [_plain(h) for h in table.heads]
        lines = [
            heads,
            [":--" if i < table.left or h == "what it is" else "--:" for i, h in enumerate(heads)],
        ]
        lines += [[_plain(inline(c)) for c in row] for row in table.rows]
        parts.append("\n".join(f"| {' | '.join(line)} |" for line in lines))
    parts += [f"- {_plain(line)}" for line in (*meaning_of(result), *notes_of(result))]
    return "\n\n".join(parts) + "\n"


def _plain(text: str) -> str:
    """Keep a label from being read as Markdown."""
    for c in "\\`*_[]<>|":
        text = text.replace(c, "\\" + c)
    return text.replace("\n", " ")


def html_of(result: Result) -> str:
    """Return the report as an HTML fragment, for notebooks."""
    parts = [f"<p><strong>{html.escape(line)}</strong></p>" for line in headline(result)]
    parts += [_html_table(table) for table in pages(result)]
    if notes := [*meaning_of(result), *notes_of(result)]:
        parts.append("<ul>" + "".join(f"<li>{html.escape(n)}</li>" for n in notes) + "</ul>")
    return f'<div class="tarazu">{"".join(parts)}</div>'


def _html_table(table: Table) -> str:
    def cells(row: tuple[str, ...], tag: str) -> str:
        out = []
        for i, c in enumerate(row):
            left = i < table.left or table.heads[i] == "what it is"
            text = html.escape(c).replace("\n", "<br>")
            out.append(f'<{tag} style="text-align:{"left" if left else "right"};padding:2px 8px">{text}</{tag}>')
        return "<tr>" + "".join(out) + "</tr>"

    body = len(table.rows) - table.footers
    above = f'<tr><td></td><td colspan="{len(table.heads) - 1}">{html.escape(table.corner)}</td></tr>'
    return (
        f'<table><caption style="text-align:left">{html.escape(table.title)}</caption>'
        f"<thead>{above if table.corner else ''}{cells(table.heads, 'th')}</thead>"
        f"<tbody>{''.join(cells(r, 'td') for r in table.rows[:body])}</tbody>"
        f"<tfoot>{''.join(cells(r, 'td') for r in table.rows[body:])}</tfoot></table>"
    )
