"""What a report shows: tables and lines made from a result, the same for terminal, Markdown and HTML."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from numpy.typing import NDArray

from tarazu.conversion import convert
from tarazu.formula import REGISTRY, Measure, number
from tarazu.result import Group, Result, Value
from tarazu.scales import REMARK
from tarazu.tally import Contingency, Label
from tarazu.uncertainty.hypothesis import Test
from tarazu.uncertainty.interval import Settings

__all__ = [
    "GAP",
    "Report",
    "Table",
    "cell",
    "groups_of",
    "headline",
    "inline",
    "limits",
    "made_of",
    "matrix_table",
    "meaning_of",
    "notes_of",
    "p_of",
    "pages",
    "reasons_of",
    "report_of",
    "shown",
    "wide",
]

_CLASSES = 40  # classes listed one by one
_CONFUSIONS = 10
GAP = 2  # spaces between two columns
_FOLDED = 20  # classes up to which a matrix that is too wide is folded into parts below each other
_REASONS = 6
_NAMED = 6  # names listed in one sentence


@dataclass(frozen=True)
class Table:
    """A table: its title, the heads of its columns, its rows, and how many rows at the end are a footer."""

    title: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    footers: int = 0
    left: int = 1  # how many columns are text, aligned to the left
    corner: str = ""  # what the columns stand for, where that needs saying


def wide(cell: str) -> int:
    """Width of a cell: of its longest line."""
    return max(map(len, cell.split("\n")))


def inline(cell: str) -> str:
    """A cell on one line: a value with its interval in brackets."""
    value, _, interval = cell.partition("\n")
    return f"{value} ({interval})" if " to " in interval else cell


def shown(value: Value | float | None, digits: int = 6) -> str:
    """Write a value for reading: six significant digits, or `undefined`."""
    if isinstance(value, Value):
        value = value.value
    return "undefined" if value is None else number(value, digits)


def fixed(value: Value | None) -> str:
    """Write a value for a column of values: four decimals, a dash for none."""
    if value is None or value.value is None:
        return "–"
    v = value.value
    return number(v) if abs(v) >= 1000 else f"{v:.4f}".replace("-", "−")


def limits(value: Value, digits: int = 4) -> str:
    """Write an interval for reading, nothing where there is none."""
    if value.low is None or value.high is None:
        return ""
    low, high = (number(x) if abs(x) >= 1000 else f"{x:.{digits}f}" for x in (value.low, value.high))
    return f"{low} to {high}".replace("-", "−")


def cell(value: Value | None) -> str:
    """Write a value in a column of values, its interval on a line below."""
    interval = "" if value is None else limits(value, 3)
    return fixed(value) + (f"\n{interval}" if interval else "")


@dataclass(frozen=True)
class Report:
    """What is shown: lines that say what was read, tables, what the values mean, and notes."""

    headline: list[str]
    tables: list[Table]
    meaning: list[str]
    notes: list[str]


def report_of(result: Result, width: int | None = None) -> Report:
    """Return all that the report of a result shows."""
    return Report(headline(result), pages(result, width), meaning_of(result), notes_of(result))


def headline(result: Result) -> list[str]:
    """Return the lines that say what was read."""
    data, tally = result.data, result.tally
    what = {"classify": "Classification", "matrix": "Confusion matrix"}[result.verb]
    source = data.get("text") or data.get("frame")
    first = [what, *([str(source)] if source else [])]
    n = number(tally.n)
    if away := data.get("abstentions"):
        n += f" covered of {number(float(away['n']))}"
    if tally.weighted:
        first.append(f"{data.get('rows_used', '?')} rows, weights add up to {n}")
    else:
        first.append(f"{n} items" if not away else f"{n} items, the rest abstained")
    first.append(f"{tally.k} {'class' if tally.k == 1 else 'classes'}")
    if result.positive is not None:
        first.append(f"positive: {result.positive}")
    return [" · ".join(first)]


def pages(result: Result, width: int | None = None) -> list[Table]:
    """Return the tables of a result: the matrix always beside the figures that come from it."""
    out = [matrix_table(result.tally, width)]
    if abstentions := _abstentions(result):
        out.append(abstentions)
    values = [r for r in result.rows if r.group is None]
    overall = [r for r in values if r.scope == "overall"]
    averages = [r for r in overall if _average(r)]
    classes = [r for r in values if r.scope == "class"]
    columns = list(dict.fromkeys(r.name for r in classes))
    in_footer = {(r.name, _policy_free(r)) for r in averages if _policy_free(r) in columns}
    listed = [r for r in overall if (r.name, _policy_free(r)) not in in_footer]
    if listed:
        interval = [f"{100 * result.settings.level:g} % interval"] if result.settings else []
        rows = tuple(
            (_measure(r).title, r.name, shown(r), *([limits(r) or "–"] if interval else []), _measure(r).text)
            for r in listed
        )
        out.append(Table("Overall", ("measure", "name", "value", *interval, "what it is"), rows, left=2))
    if classes:
        out.append(_classes(result.tally, columns, classes, averages))
    if groups := groups_of(result):
        out.append(groups)
    if result.tests:
        lines = tuple((t.question, t.method or "–", p_of(t), t.text) for t in result.tests)
        out.append(Table("Tests", ("question", "test", "p", "what it is"), lines, left=2))
    return [*out, *_words(result)]


def _words(result: Result) -> Iterator[Table]:
    """What scales call a value, with its uncertainty."""
    level = 95.0 if result.settings is None else 100 * result.settings.level
    weighed = [v for v in result.verdicts if v.chance is not None]
    for name in dict.fromkeys(v.measure for v in weighed):
        rows = [v for v in weighed if v.measure == name]
        heads = ("scale", "word", "its chance", f"at least ({level:g} %)", "the interval spans")
        lines = tuple(
            (v.title, v.word, f"{v.chance:.0%}", v.at_least or "–", " → ".join(dict.fromkeys(v.spans or ())))
            for v in rows
        )
        yield Table(f"What scales call {name} {number(rows[0].value, 4)}", heads, lines, left=len(heads))


def p_of(test: Test) -> str:
    """Write a p for reading: three significant digits, a bound for the very small."""
    if test.p is None:
        return "–"
    return "< 0.0001" if test.p < 0.0001 else number(test.p, 3)


def _measure(row: Value) -> Measure:
    return REGISTRY.find(row.measure)


def _average(row: Value) -> str | None:
    return _measure(row).average


def _policy_free(row: Value) -> str:
    """The name of the class measure that an average is of, with its parameters."""
    params = {k: v for k, v in row.params.items() if k != "undefined"}
    of = _measure(row).of
    return Value(of, 0, 0, params=params).name if of else ""


def matrix_table(tally: Contingency, width: int | None = None) -> Table:
    """Return the matrix with named axes, totals and the rates of each class; of one with very many classes its
    largest confusions.
    """
    labels = [str(v) for v in tally.labels]
    counts = [[number(float(c)) for c in row] for row in tally.counts]
    row_totals, column_totals = ([number(float(t)) for t in x] for x in (tally.row_totals, tally.column_totals))
    directed = tally.roles == "truth"
    heads = (f"{tally.axes[0]} ↓", *labels, "total", *(["found"] if directed else []))
    found = _shares(tally, tally.row_totals)
    rows = [
        (label, *cells, total, *([share] if directed else []))
        for label, cells, total, share in zip(labels, counts, row_totals, found, strict=True)
    ]
    rows.append(("total", *column_totals, number(tally.n), *([""] if directed else [])))
    if directed:
        rows.append(("right", *_shares(tally, tally.column_totals), "", ""))
    title = "Confusion matrix" if directed else "Matrix"
    needed = sum(max(map(wide, column)) + GAP for column in zip(heads, *rows, strict=True)) - GAP
    too_wide = width is not None and needed > width
    if tally.k > _CLASSES or (too_wide and tally.k > _FOLDED):
        return _confusions(tally, needed)
    return Table(title, heads, tuple(rows), 2 if directed else 1, corner=f"{tally.axes[1]} →")


def _abstentions(result: Result) -> Table | None:
    """Return how often each true class was abstained on, and by which label."""
    about = result.data.get("abstentions")
    if not about or not about["abstained"]:
        return None
    several = len(about["labels"]) > 1
    heads = ("class", "n", *map(str, about["labels"]), *(["abstained"] if several else []), "share")

    def line(name: str, n: float, by_label: Sequence[float], share: float | None) -> tuple[str, ...]:
        cells = [number(float(v)) for v in (n, *by_label, *([sum(by_label)] if several else []))]
        return (name, *cells, "–" if share is None else f"{share:.1%}")

    classes = about["by_class"]
    rows = [line(str(c["class"]), c["n"], c["by_label"], c["share"]) for c in classes[:_CLASSES]]
    sums = [sum(c["by_label"][i] for c in classes) for i in range(len(about["labels"]))]
    rows.append(line("all", about["n"], sums, about["abstained"] / about["n"]))
    more = f" (the first {_CLASSES} of {len(classes)}; --json has all)" if len(classes) > _CLASSES else ""
    return Table(f"Abstentions by {result.tally.axes[0]}{more}", heads, tuple(rows), 1)


def _shares(tally: Contingency, totals: NDArray[Any]) -> list[str]:
    hits = tally.counts.diagonal()
    return [f"{h / t:.1%}" if t else "–" for h, t in zip(hits, totals, strict=True)]


def _confusions(tally: Contingency, needed: int) -> Table:
    """The largest cells off the diagonal, where the whole matrix does not fit."""
    cells = [
        (float(tally.counts[i, j]), i, j)
        for i in range(tally.k)
        for j in range(tally.k)
        if i != j and tally.counts[i, j]
    ]
    cells.sort(key=lambda c: (-c[0], c[1], c[2]))
    rows = tuple(
        (str(tally.labels[i]), str(tally.labels[j]), number(c), f"{c / float(tally.row_totals[i]):.1%}")
        for c, i, j in cells[:_CONFUSIONS]
    )
    title = f"Largest confusions (the {tally.k} × {tally.k} matrix is {needed} columns wide; --json has it)"
    return Table(title, (tally.axes[0], tally.axes[1], "count", f"of the {tally.axes[0]}"), rows, left=2)


def _classes(tally: Contingency, columns: Sequence[str], classes: Sequence[Value], averages: Sequence[Value]) -> Table:
    at = {(r.name, str(r.of)): r for r in classes}
    labels = list(dict.fromkeys(r.of for r in classes))
    heads = ("class", *(["n"] if tally.roles == "truth" else []), *columns)

    def line(label: Label) -> tuple[str, ...]:
        n = number(float(tally.row_totals[tally.index(label)]))
        return (
            str(label),
            *([n] if tally.roles == "truth" else []),
            *(cell(at.get((c, str(label)))) for c in columns),
        )

    rows = [line(v) for v in labels[:_CLASSES] if v is not None]
    title = "Each class against the rest"
    if len(labels) > _CLASSES:
        title += f" (the first {_CLASSES} of {len(labels)}; --csv and --json have all)"
    footers = []
    for kind in dict.fromkeys((_average(r), str(r.params.get("undefined", ""))) for r in averages):
        of = {_policy_free(r): r for r in averages if (_average(r), str(r.params.get("undefined", ""))) == kind}
        if any(c in of for c in columns):
            name = f"{kind[0]}" + (f" ({kind[1]})" if kind[1] else "")
            n = [""] if tally.roles == "truth" else []
            footers.append((name, *n, *(cell(of.get(c)) for c in columns)))
    return Table(title, heads, (*rows, *footers), len(footers))


def groups_of(result: Result) -> Table | None:
    """Return the table of the groups: a line each, and one of all data."""
    if len(result.tallies) < 2:
        return None
    shown_rows = [r for r in result.rows if r.scope == "overall" and not _average(r)]
    if result.positive is not None:
        shown_rows += [r for r in result.rows if r.scope == "class" and r.of == result.positive]
    names = list(dict.fromkeys((r.name, r.of) for r in shown_rows))
    at = {(_group_name(r.group), r.name, r.of): r for r in shown_rows}
    columns = [name if of is None else f"{name}[{of}]" for name, of in names]
    rows = []
    for group, tally in [*result.tallies[1:], result.tallies[0]]:
        values = (cell(at.get((_group_name(group), name, of))) for name, of in names)
        rows.append((_group_name(group), number(tally.n), *values))
    by = ", ".join(result.tallies[1][0] or ())
    return Table(f"By {by}", (by, "n", *columns), tuple(rows), 1)


def _group_name(group: Group | None) -> str:
    return "all" if group is None else ", ".join(group.values())


def meaning_of(result: Result) -> list[str]:
    """Return what scales call the values, and what a kappa is in accuracy."""
    out = []
    for name in dict.fromkeys(v.measure for v in result.verdicts):
        found = [v for v in result.verdicts if v.measure == name]
        if any(v.chance is None for v in found):  # else a table has them
            words = ", ".join(f"{v.word} ({v.title})" for v in found)
            out.append(f"{name} {number(found[0].value, 4)} is called: {words}.")
        if any(v.low is not None and abs(v.value - v.low) < 1e-9 for v in found):
            out.append(f"{number(found[0].value, 4)} is a limit itself; a limit belongs to the word above it.")
    if result.verdicts:
        out.append(REMARK)
    values = {r.name: r.value for r in result.rows if r.scope == "overall" and r.group is None}
    kappa, expected = values.get("kappa"), values.get("expected_accuracy")
    if kappa is not None and expected is not None and expected < 1:
        out.append(f"{convert(kappa=kappa, expected=expected)}")
    return out


def made_of(rows: Sequence[Value], settings: Settings | None) -> list[str]:
    """Return how the intervals were made, and why there are none where there is a value."""
    if settings is None:
        return []
    made: dict[str, list[str]] = {}
    for r in rows:
        if r.low is not None and r.method:
            made.setdefault(r.method, []).append(r.name)
    parts = []
    for method, names in made.items():
        names = list(dict.fromkeys(names))
        more = f" and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
        parts.append(f"{method} ({', '.join(names[:_NAMED])}{more})")
    out = [f"{100 * settings.level:g} % intervals: {'; '.join(parts)}."] if parts else []
    missing: dict[str, list[str]] = {}
    for r in rows:
        if r.no_interval:
            name = r.name if r.of is None else f"{r.name}[{r.of}]"
            missing.setdefault(r.no_interval, []).append(
                name + ("" if r.group is None else f" ({_group_name(r.group)})")
            )
    for text, names in list(missing.items())[:_REASONS]:
        more = f" and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
        out.append(f"No interval for {', '.join(names[:_NAMED])}{more}: {text}")
    return out


def notes_of(result: Result) -> list[str]:
    """Return how the intervals were made, the remarks, and why values are undefined."""
    out = made_of(result.rows, result.settings)
    out += [("! " if note.severity == "caution" else "") + note.text for note in result.notes]
    return [*out, *reasons_of(result.rows)]


def reasons_of(values: Iterable[Value]) -> list[str]:
    """Return why some of the values are undefined: one line a reason."""
    out = []
    reasons: dict[str, list[str]] = {}
    for r in values:
        if r.undefined:
            name = r.name if r.of is None else f"{r.name}[{r.of}]"
            where = "" if r.group is None else f" ({_group_name(r.group)})"
            reasons.setdefault(r.undefined.text, []).append(name + where)
    for text, names in list(reasons.items())[:_REASONS]:
        more = f" and {len(names) - 4} more" if len(names) > 4 else ""
        out.append(f"Undefined: {', '.join(names[:4])}{more}: {text}.")
    if len(reasons) > _REASONS:
        out.append(f"... and {len(reasons) - _REASONS} more reasons for values without one (--json has all).")
    return out
