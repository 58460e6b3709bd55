"""The report as tables for LaTeX, ruled by booktabs."""

from __future__ import annotations

import re
from collections.abc import Iterable

from tarazu.report.layout import Report, Table, headline, meaning_of, notes_of, pages, reasons_of
from tarazu.result import Result, Value

__all__ = ["as_latex", "escaped", "latex_of"]

_DASH = "---"
_ABOVE = (
    r"% Needs \usepackage{booktabs}; labels in other than Latin letters need XeLaTeX or LuaLaTeX and a font with them."
)
_WORDY = "what it is"
_NO_VALUE = ("undefined", "–")
_POWER = re.compile(r"× 10\^([−-]?)(\d+)")
_SPECIAL = {
    **{c: "\\" + c for c in "&%$#_{}"},
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"$<$",
    ">": r"$>$",
    "|": r"$|$",
    "[": "{[}",  # a row may begin with it, and the end of a row takes it for an argument, as it does a star
    "]": "{]}",
    "*": "{*}",
    "-": "-{}",  # two in a row are no dash
    "`": "`{}",
    "'": "'{}",
    "−": "$-$",
    "′": "$'$",
    "–": "--",
    "—": "---",
    "×": r"$\times$",
    "÷": r"$\div$",
    "±": r"$\pm$",
    "·": r"$\cdot$",
    "²": r"$^2$",
    "³": r"$^3$",
    "√": r"$\surd$",
    "Σ": r"$\Sigma$",
    "≥": r"$\geq$",
    "≤": r"$\leq$",
    "≠": r"$\neq$",
    "≈": r"$\approx$",
    "∞": r"$\infty$",
    "→": r"$\rightarrow$",
    "←": r"$\leftarrow$",
    "↑": r"$\uparrow$",
    "↓": r"$\downarrow$",
    "…": r"\ldots{}",
    "\u00a0": " ",
    "\u202f": " ",
}
_GREEK = "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi - pi rho - sigma tau upsilon phi"
_SPECIAL |= {chr(ord("α") + i): rf"$\{name}$" for i, name in enumerate(_GREEK.split()) if name != "-"}


def as_latex(report: Report) -> str:
    """Return the tables of any report for LaTeX; what it says besides is in comments."""
    said = [_ABOVE, *map(_comment, (*report.headline, *report.meaning, *report.notes))]
    return "\n\n".join(["\n".join(said), *("\n".join(_float(table, [])) for table in report.tables)]) + "\n"


def latex_of(result: Result) -> str:
    """Return the tables of the report for LaTeX: a float each. What the report says besides is in comments."""
    said = [_ABOVE, *map(_comment, (*headline(result), *meaning_of(result), *notes_of(result)))]
    tables = ["\n".join(_float(table, _reasons(result, table))) for table in pages(result)]
    return "\n\n".join(["\n".join(said), *tables]) + "\n"


def escaped(text: str) -> str:
    r"""Write a text so that LaTeX prints it as it is.

    >>> print(escaped("50% of a_b & {c} − ≥ 1.25 × 10^−9"))
    50\% of a\_b \& \{c\} $-$ $\geq$ 1.25 $\times 10^{-9}$
    """
    parts, end = [], 0
    for power in _POWER.finditer(text):
        parts += [_letters(text[end : power.start()]), rf"$\times 10^{{{'-' if power[1] else ''}{power[2]}}}$"]
        end = power.end()
    return "".join([*parts, _letters(text[end:])])


def _letters(text: str) -> str:
    text = "".join(_SPECIAL.get(c, c if c.isprintable() else " ") for c in text)
    return re.sub(r"([-`'])\{\}(?![-`'])", r"\1", text)


def _comment(text: str) -> str:
    return "% " + " ".join(text.split())


def _float(table: Table, reasons: Iterable[str]) -> Iterable[str]:
    keep = [i for i, head in enumerate(table.heads) if head != _WORDY]
    heads = [escaped(table.heads[i].removesuffix(" ↓") if table.corner and i == 0 else table.heads[i]) for i in keep]
    yield r"\begin{table}[htbp]"
    yield r"\centering"
    yield rf"\caption{{{escaped(table.title)}}}"
    yield rf"\begin{{tabular}}{{{''.join('l' if i < table.left else 'r' for i in keep)}}}"
    yield r"\toprule"
    if table.corner:
        classes = table.heads.index("total", len(table.rows) - table.footers + 1) - 1
        yield rf" & \multicolumn{{{classes}}}{{c}}{{{escaped(table.corner.removesuffix(' →'))}}} \\"
        yield rf"\cmidrule(lr){{2-{classes + 1}}}"
    yield rf"{' & '.join(heads)} \\"
    yield r"\midrule"
    for r, row in enumerate(table.rows):
        if table.footers and r == len(table.rows) - table.footers:
            yield r"\midrule"
        parts = [row[i].split("\n") if i >= table.left else [row[i]] for i in keep]
        cells = [
            _DASH if i >= table.left and first in _NO_VALUE else escaped(first)
            for i, (first, *_) in zip(keep, parts, strict=True)
        ]
        yield rf"{' & '.join(cells)} \\"
        if any(len(part) > 1 for part in parts):  # the intervals, on a line below
            below = (rf"{{\footnotesize {escaped(part[1])}}}" if len(part) > 1 else "" for part in parts)
            yield rf"{' & '.join(below)} \\"
    yield r"\bottomrule"
    yield r"\end{tabular}"
    for reason in reasons:
        yield rf"\par\smallskip{{\footnotesize {_DASH}~{escaped(reason)}}}"
    yield r"\end{table}"


def _reasons(result: Result, table: Table) -> list[str]:
    """Why there are dashes in a table."""
    if not any(cell.partition("\n")[0] in _NO_VALUE for row in table.rows for cell in row[table.left :]):
        return []
    if table.corner:
        return ["undefined: the class does not occur there, so there is no share of it."]
    if table.title.startswith("Abstentions"):
        return ["undefined: the class does not occur there, so there is no share of it."]
    if table.heads[0] == "question":
        return [f"{t.question} {t.text}" for t in result.tests if t.p is None]
    named = {row[1] for row in table.rows} if table.heads[:2] == ("measure", "name") else None
    grouped = table.heads[0] == ", ".join(result.tallies[-1][0] or ()) and table.title.startswith("By ")

    def here(r: Value) -> bool:
        if grouped:
            return r.scope == "overall" or r.of == result.positive
        if r.group is not None:
            return False
        return r.scope == "overall" and r.name in named if named is not None else r.scope == "class"

    rows = [r for r in result.rows if here(r)]
    if named is None and not grouped:  # the averages below the classes
        rows += [r for r in result.rows if r.scope == "overall" and r.group is None and r.name in _averages(result)]
    reasons = [reason.replace("Undefined", "undefined", 1) for reason in reasons_of(rows)]
    if named is not None:  # only this table has a column of its own for the intervals
        reasons += [f"no interval for {r.name}: {r.no_interval}" for r in rows if r.no_interval and not r.undefined]
    return reasons


def _averages(result: Result) -> set[str]:
    """Names of the averages that stand below the classes: those that no other table lists."""
    listed = {row[1] for table in pages(result) if table.heads[:2] == ("measure", "name") for row in table.rows}
    return {r.name for r in result.rows if r.scope == "overall"} - listed
