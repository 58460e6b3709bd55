"""The verbs: from data to a result. The only place that knows all the parts."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

import tarazu.catalogue  # noqa: F401 - fills the registry
from tarazu.cautions import cautions, cautions_of_intervals
from tarazu.errors import InputError, QuestionError, listed, near
from tarazu.formula import REGISTRY, Call, Measure, parse
from tarazu.intake.abstain import abstain_labels
from tarazu.intake.margins import with_truth_totals
from tarazu.intake.prevalence import prevalences
from tarazu.intake.ready_matrix import four_cells, oriented, read_source
from tarazu.intake.roles import count_roles
from tarazu.intake.tabulate import Missing, WeightKind, tabulate
from tarazu.notes import Note
from tarazu.result import Group, Result, Value
from tarazu.scales import Verdict, verdicts
from tarazu.scales import scales as known_scales
from tarazu.tally import Contingency, Label, Roles
from tarazu.tally.clusters import Design
from tarazu.uncertainty.hypothesis import of_the_table
from tarazu.uncertainty.interval import Settings
from tarazu.values import Measured, explanation
from tarazu.worked import Explanation

__all__ = [
    "Policy",
    "classify",
    "explain",
    "matrix",
    "measures",
]

Policy = Literal["keep", "omit", "zero", "raise"]
Show = str | Iterable[str] | Literal["headline", "all"]


def classify(
    *data: Any,
    truth: Any = None,
    prediction: Any = None,
    positive: Label | None = None,
    weight: Any = None,
    weight_kind: WeightKind = "auto",
    cluster: Any = None,
    strata: Any = None,
    by: Any = None,
    labels: Sequence[Label] | None = None,
    missing: Missing = "drop",
    abstain: Label | Sequence[Label] | None = None,
    show: Show = "headline",
    undefined: Policy = "keep",
    scale: str | Sequence[str] | None = None,
    scales: str | os.PathLike[str] | None = None,
    prevalence: float | Mapping[Any, float] | None = None,
    level: float = 0.95,
    interval: str | None = "default",
    resamples: int = 2000,
    seed: int = 0,
    **options: Any,
) -> Result:
    """Say how good predicted labels are: `classify(truth, prediction)`, or a table and its column names.

    The table may be any data frame (pandas, polars, pyarrow, duckdb, dask, Spark ...: counted where it
    stands), a mapping of columns, or the path of a file or several (CSV, TSV, Parquet, JSON lines,
    Excel, gzipped; globs; "-" is standard input). Columns are lists, arrays or series of n labels each.

    `positive` names the positive class (True or 1 is, in true/false or 0/1 data); without one every class is
    shown against the rest. `weight` is a column of counts (each row stands for so many items) or of sampling weights;
    `weight_kind` says which: "counts", "sampling", or "auto": counts if all are whole numbers, and that is said.
    `cluster` is a column that says which rows belong together (several of one patient or document): they are not
    independent, and intervals allow for it; `strata` one that says from which stratum each was drawn, if the number
    from each was fixed. `by` is one or several columns to group by.

    `labels` declares the labels and their order. `missing` is "drop" (leave rows without a label out, and say so) or
    "error". `abstain` names labels by which the prediction abstains: no class, so that all measures are of the rows
    that are covered; the coverage is in `data["abstentions"]`. `show` is "headline", "all" or names of measures.
    `undefined` says what averages do about a class without a value: "keep" (they have none either), "omit" it,
    count it as "zero", or "raise". `scale` names the scales of words to use (default: all that were made for a
    measure shown), `scales` a TOML file with scales of your own.

    `prevalence` is how frequent the classes are where it matters, {"sick": 0.02, "well": 0.98}, or one number for the
    positive class: every measure is then of the table with its rows weighted to that, with its interval.

    `level` is that of the intervals, `interval` their method: "default" takes what suits each measure (Wilson for
    proportions, the delta method for smooth measures, resampling for the rest), None leaves them out; "wilson",
    "clopper-pearson", "delta", "bca", "bayes" and others are had by name. `resamples` and `seed` are for those
    that draw. `options` go to the reader of files: format, delimiter, encoding, header, na, sheet (of an Excel
    workbook: name, or number from 1).

    Raises InputError for data that cannot be used, QuestionError for a question that cannot be answered.

    >>> result = classify(["cat", "cat", "dog", "dog"], ["cat", "dog", "dog", "dog"])
    >>> result["kappa"].value, result["recall", "cat"].value
    (0.5, 0.5)
    """
    labels_as_text = bool(options.pop("labels_as_text", False))
    known = ("format", "delimiter", "encoding", "header", "na", "sheet")
    for name in options:
        if name not in known:
            raise TypeError(f"classify() got an unexpected argument {name!r}.{near(name, known)}")
    if missing not in ("drop", "error"):
        raise QuestionError(f"missing={missing!r} is not known; expected 'drop' or 'error'.")
    calls = _calls(show, undefined)
    settings = None if interval is None else Settings(level, interval, resamples, seed)
    read = count_roles(data, truth, prediction, weight, by, cluster, strata, options)
    found = tabulate(
        read.counted,
        read.truth,
        read.prediction,
        read.by,
        labels=labels,
        labels_as_text=labels_as_text,
        missing=missing,
        abstain=() if abstain is None else abstain_labels(abstain),
        design=read.design,
        weight_kind=weight_kind,
    )
    about = {
        **read.counted.source,
        "rows_read": found.rows_read,
        "rows_used": found.rows_used,
        "missing": found.missing,
        "axes": list(found.tally.axes),
        "labels": list(found.tally.labels),
        "weight": weight if isinstance(weight, str) else None if weight is None else "given",
        "by": list(read.by),
        "design": None if read.design is None else dict([read.design]),
    }
    if found.abstentions:
        about["abstentions"] = {
            **found.abstentions[()].about(found.tally),
            "groups": [
                {"group": dict(zip(read.by, name, strict=True)), **found.abstentions[name].about(tally)}
                for name, tally in found.groups.items()
            ],
        }
    tallies: list[tuple[Group | None, Contingency]] = [(None, found.tally)]
    tallies += [(dict(zip(read.by, g, strict=True)), t) for g, t in found.groups.items()]
    clusters = [found.clusters.get(name) for name in ((), *found.groups)]
    notes = [*read.notes, *found.notes]
    asked = _Asked(calls, positive, undefined, settings, prevalence, as_text=labels_as_text)
    result = _answer("classify", tallies, clusters, asked, about, notes)
    return _judged(result, scale, scales)


def matrix(
    source: Any = None,
    *,
    rows: str | None = None,
    labels: Sequence[Label] | None = None,
    positive: Label | None = None,
    tp: float | None = None,
    fp: float | None = None,
    fn: float | None = None,
    tn: float | None = None,
    show: Show = "headline",
    undefined: Policy = "keep",
    scale: str | Sequence[str] | None = None,
    scales: str | os.PathLike[str] | None = None,
    sheet: str | int | None = None,
    truth_totals: Mapping[Any, Any] | None = None,
    prevalence: float | Mapping[Any, float] | None = None,
    level: float = 0.95,
    interval: str | None = "default",
    resamples: int = 2000,
    seed: int = 0,
    **options: Any,
) -> Result:
    """Say how good the classifier (or how far the raters agree) is, from a ready confusion matrix.

    `source` is a nested list, an array, a data frame, text such as `"10 7; 5 8"`, or a path; or give the
    four counts `tp`, `fp`, `fn`, `tn`. `rows` says what the rows are: "truth", "prediction", or "raters" for
    two raters as equals. Kappa, MCC, accuracy and F1 do not need it; recall and precision do. `labels` names
    the classes, in an order that is taken as their scale. `sheet` is the sheet of an Excel workbook.
    `truth_totals` are totals of true classes that you know, {"cat": 50, "dog": 150}: they tell which side is the
    truth, or that it is not the one said. `show`, `undefined`, `scale`, `scales`, `prevalence`, `level`,
    `interval`, `resamples` and `seed` are as in `classify`.

    Raises InputError for counts that are none or a matrix that is not square, QuestionError for a question
    that cannot be answered.

    >>> matrix("10 7; 5 8", rows="prediction")["kappa"].value.__round__(3)
    0.2
    >>> matrix(tp=15, fp=5, fn=5, tn=375)["mcc"].value
    0.7368421052631579
    """
    as_text = bool(options.pop("labels_as_text", False))
    if options:
        raise TypeError(f"matrix() got an unexpected argument {next(iter(options))!r}")
    calls = _calls(show, undefined)
    settings = None if interval is None else Settings(level, interval, resamples, seed)
    cells = {"tp": tp, "fp": fp, "fn": fn, "tn": tn}
    if any(v is not None for v in cells.values()):
        if source is not None or sheet is not None:
            raise QuestionError("Give either a matrix or tp, fp, fn and tn, not both.")
        read, labels, positive = four_cells(cells, labels, positive)
        rows = "truth"
    elif source is None:
        raise QuestionError("No matrix was given. Expected a matrix, or tp, fp, fn and tn.")
    else:
        read = read_source(source, labels, sheet)
    tally, notes = oriented(read, rows, labels)
    if truth_totals is not None:
        tally, told = with_truth_totals(tally, truth_totals)
        notes += told
    about = {"axes": list(tally.axes), "labels": list(tally.labels), "n": tally.n}
    asked = _Asked(calls, positive, undefined, settings, prevalence, as_text=as_text)
    result = _answer("matrix", [(None, tally)], [None], asked, about, notes)
    return _judged(result, scale, scales)


def explain(measure: str, *data: Any, label: Label | None = None, matrix: Any = None, **options: Any) -> Explanation:
    """Show the arithmetic of a measure, worked on the data: `explain("kappa", truth, prediction)`.

    Takes a Result, or whatever `classify` takes; or `matrix=` and whatever `matrix` takes. `label` is the
    class, for a measure of one class.

    >>> print(explain("accuracy", matrix="10 7; 5 8").steps[-1].lines[0].numbers)
    18 / 30
    """
    if len(data) == 1 and isinstance(data[0], Result):
        return explanation(data[0], measure, label)
    call = parse(measure)
    if matrix is not None:
        from tarazu import evaluate

        result = evaluate.matrix(matrix, show=[], interval=None, **options)
    else:
        result = classify(*data, show=[], interval=None, **options)
    return explanation(result, call.name, label if label is not None else call.label)


def measures() -> tuple[Measure, ...]:
    """Return all measures, averages over classes included.

    >>> "kappa" in [m.id for m in measures()]
    True
    """
    return tuple(REGISTRY.measures.values())


# ---- what to compute


def _calls(show: Show, undefined: Policy) -> list[Call]:
    if undefined not in ("keep", "omit", "zero", "raise"):
        raise QuestionError(f"undefined={undefined!r} is not known; expected 'keep', 'omit', 'zero' or 'raise'.")
    if show in ("headline", "all"):
        calls = [Call(m) for m in REGISTRY.measures.values() if show == "all" or _on_short_report(m)]
    else:
        names = [s for part in ([show] if isinstance(show, str) else show) for s in _split_names(part)]
        calls, wrong = [], []
        for name in names:
            try:
                calls.append(parse(name))
            except QuestionError as e:
                wrong.append(str(e))
        if wrong:  # all of them at once, not one a run
            raise QuestionError("\n".join(wrong))
    if undefined in ("omit", "zero"):
        calls = [
            replace(c, params={**c.params, "undefined": undefined})
            if "undefined" in REGISTRY.all_params(c.measure) and "undefined" not in c.params
            else c
            for c in calls
        ]
    return calls


def _on_short_report(m: Measure) -> bool:
    of = REGISTRY.measures.get(m.of)
    return m.headline or (of is not None and of.headline and m.average in ("macro", "weighted"))


def _split_names(text: str) -> list[str]:
    """Split `kappa,fbeta(beta=2),recall[a, b]` at the commas outside brackets."""
    parts, depth = [""], 0
    for c in text:
        depth += (c in "([{") - (c in ")]}")
        if c == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += c
    return [p.strip() for p in parts if p.strip()]


# ---- the table and its roles


def _positive(tally: Contingency, named: Label | None, *, as_text: bool) -> Label | None:
    """The positive class: the one named, else True or 1 in true/false or 0/1 data, else none."""
    if named is None:
        return (
            next((v for v in tally.labels if v == 1 and not isinstance(v, str)), None)
            if set(tally.labels) <= {0, 1} and tally.roles == "truth"
            else None
        )
    for label in tally.labels:
        same = label == named and isinstance(label, str) == isinstance(named, str)
        if same or (as_text and str(label).casefold() == str(named).casefold()):
            return label
    kind = "" if any(isinstance(v, str) for v in tally.labels) else " (numbers)"
    if all(isinstance(v, bool) for v in tally.labels):
        kind = " (true/false)"
    raise InputError(
        f"The positive class {named!r} does not occur; the labels are {listed(tally.labels)}{kind}."
        f"{near(named, tally.labels) if isinstance(named, str) and not kind else ''}"
    )


@dataclass(frozen=True)
class _Asked:
    """What is wanted of the tallies."""

    calls: Sequence[Call]
    positive: Label | None
    undefined: Policy
    settings: Settings | None
    prevalence: float | Mapping[Any, float] | None
    as_text: bool


def _answer(
    verb: str,
    tallies: Sequence[tuple[Group | None, Contingency]],
    clusters: Sequence[Design | None],
    asked: _Asked,
    about: dict[str, Any],
    notes: Sequence[Note],
) -> Result:
    whole, settings, undefined = tallies[0][1], asked.settings, asked.undefined
    positive = _positive(whole, asked.positive, as_text=asked.as_text)
    shares, told = prevalences(whole, positive, asked.prevalence, tallies[1:])
    about["prevalence"] = shares
    table = Measured.of(whole, positive, None, settings, clusters[0], shares)
    calls, notes = list(asked.calls), [*notes, *told]
    refused = [(c, why) for c in calls if (why := table.why_not(c.measure))]
    if refused and len(refused) == len(calls):
        raise QuestionError(f"{refused[0][1]}.")
    if refused:
        calls = [c for c in calls if not table.why_not(c.measure)]
        left = [c.measure.id for c, _ in refused if not c.measure.average]
        notes.append(Note("orientation", "info", _orientation_text(whole.roles, left)))
    rows: list[Value] = []
    for (group, tally), own in zip(tallies, clusters, strict=True):
        each = Measured.of(tally, positive, group, settings, own, shares) if group is not None else table
        for call in calls:
            found = each.values(call)
            rows += found
            if call.measure.average and found[0].undefined and call.params.get("undefined", "keep") == "keep":
                rest = replace(call, params={**call.params, "undefined": "omit"})
                rows += [v for v in each.values(rest) if "undefined" in rest.params and not v.undefined]
    _refuse_unfit(rows, settings)
    if undefined == "raise":
        bad = [r for r in rows if r.undefined]
        if bad:
            raise InputError(f"{bad[0].name} is undefined: {bad[0].undefined and bad[0].undefined.text}.")
    if whole.roles == "truth" and whole.k == 2 and positive is None:
        notes.append(
            Note(
                "no-positive-class",
                "info",
                f"No positive class was named, so both are shown; positive={whole.labels[1]!r} (--positive) picks one.",
            )
        )
    notes += [*cautions(table), *cautions_of_intervals(table, rows)]
    plain = settings is not None and clusters[0] is None and shares is None
    tests = of_the_table(whole, table.evaluation) if plain else []
    return Result(
        verb,
        tuple(rows),
        tuple(tallies),
        about,
        tuple(notes),
        positive,
        tests=tuple(tests),
        settings=settings,
        clusters=tuple(clusters),
    )


def _refuse_unfit(rows: Sequence[Value], settings: Settings | None) -> None:
    """A method asked for by name that suits none of the rows is a question that cannot be answered."""
    valued = [r for r in rows if r.value is not None]
    if settings is None or settings.method == "default" or not valued or any(r.method for r in valued):
        return
    raise QuestionError(str(next(r.no_interval for r in valued)))


def _judged(result: Result, wanted: str | Sequence[str] | None, path: str | os.PathLike[str] | None) -> Result:
    """Add what scales of words call the values of the whole."""
    names = [wanted] if isinstance(wanted, str) else wanted
    known = known_scales(path)
    found: list[Verdict] = []
    values = [r for r in result.rows if r.scope == "overall" and r.group is None and r.value is not None]
    for row in values:
        fitting = [id for id in names or known if id not in known or row.measure in known[id].measures]
        called = verdicts(row.measure, float(row), fitting, path, row.name)
        if row.se is not None and row.low is not None and row.high is not None and row.level is not None:
            limits = (row.low, row.high)
            called = [known[v.scale].weighed(v, row.se, limits, row.level) for v in called]
        found += called
    for id in names or ():
        if values and id not in [v.scale for v in found]:
            raise QuestionError(
                f"The scale {id} was made for {listed(known[id].measures)}, and none of that is shown. "
                "A scale of your own goes into a TOML file (scales=..., --scales)."
            )
    return replace(result, verdicts=tuple(found))


def _orientation_text(roles: Roles, left: Sequence[str]) -> str:
    names = ", ".join(dict.fromkeys(left))
    if roles == "raters":
        return f"Two raters are equals: measures of a prediction against the truth ({names}) are left out."
    return (
        f"The rows may be truth or prediction: {names} are left out. "
        "rows='truth' or rows='prediction' (--rows) brings them."
    )
