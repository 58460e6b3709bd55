"""The options of the command line: what each is called, means and accepts."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer

from tarazu.cli import complete


class Missing(StrEnum):
    """What to do about rows without a label."""

    drop = "drop"
    error = "error"


class Undefined(StrEnum):
    """What an average does about a class without a value."""

    keep = "keep"
    omit = "omit"
    zero = "zero"
    error = "raise"


class WeightKind(StrEnum):
    """What weights are."""

    auto = "auto"
    counts = "counts"
    sampling = "sampling"


class RowsAre(StrEnum):
    """What the rows of a matrix are."""

    truth = "truth"
    prediction = "prediction"
    raters = "raters"


class Format(StrEnum):
    """Formats of files."""

    csv = "csv"
    tsv = "tsv"
    parquet = "parquet"
    jsonl = "jsonl"
    xlsx = "xlsx"


Files = Annotated[
    list[str], typer.Argument(help="CSV, TSV, Parquet, JSON lines or Excel, also .gz; globs; - is standard input.")
]
SomeFiles = Annotated[
    list[str] | None,
    typer.Argument(help="CSV, TSV, Parquet, JSON lines or Excel, also .gz; globs; - is standard input."),
]
Truth = Annotated[
    str | None,
    typer.Option("--truth", "-t", help="Column with the truth (or the first rater)."),
]
Prediction = Annotated[
    str | None,
    typer.Option(
        "--prediction",
        "-p",
        help="Column with the prediction (or the second rater).",
    ),
]
Positive = Annotated[str | None, typer.Option(help="The positive class. Never guessed from text.")]
Labels = Annotated[
    str | None,
    typer.Option(help="The labels and their order, comma separated: low,medium,high."),
]
Weight = Annotated[str | None, typer.Option(help="Column with weights or counts.")]
WeightKindOption = Annotated[
    WeightKind,
    typer.Option(
        "--weight-kind",
        help="What the weights are: counts of items, or sampling weights; auto: counts if all are whole.",
    ),
]
Cluster = Annotated[
    str | None, typer.Option(help="Column that says which rows belong together (of one patient, document ...).")
]
Strata = Annotated[
    str | None, typer.Option(help="Column of the stratum each row was drawn from, if the number from each was fixed.")
]
Prevalence = Annotated[
    str | None,
    typer.Option(
        help="How frequent the classes are where it matters: 0.02 (the positive class), or sick=0.02,well=0.98."
    ),
]
By = Annotated[list[str] | None, typer.Option(help="Column to group by; may be repeated.")]
MissingOption = Annotated[
    Missing,
    typer.Option(help="Rows without a label: leave out (and say so) or refuse."),
]
Abstain = Annotated[
    list[str] | None,
    typer.Option(help="A label by which the prediction abstains: no class, but counted apart. May be repeated."),
]
Delimiter = Annotated[str | None, typer.Option(help="Delimiter of a CSV file.")]
Encoding = Annotated[str | None, typer.Option(help="Encoding of a CSV file.")]
NoHeader = Annotated[
    bool,
    typer.Option("--no-header", help="No header row: columns are numbers from 1."),
]
Sheet = Annotated[str | None, typer.Option(help="Sheet of an Excel workbook: its name, or number from 1.")]
Na = Annotated[list[str] | None, typer.Option(help="A word that means missing; may be repeated.")]
FormatOption = Annotated[
    Format | None,
    typer.Option("--format", help="Format of the files, if their names do not say."),
]
MeasureName = Annotated[str, typer.Argument(help="The measure, by any of its names.", autocompletion=complete.measure)]
AnyName = Annotated[
    str,
    typer.Argument(
        help="A measure, by our name for it or that of another package.",
        autocompletion=complete.measure,
    ),
]
Family = Annotated[str | None, typer.Option(help="Only this family.", autocompletion=complete.families)]
Show = Annotated[
    str | None,
    typer.Option(help="Measures to show: kappa,mcc,fbeta(beta=2),recall[cat].", autocompletion=complete.measures),
]
All = Annotated[bool, typer.Option("--all", help="Show every measure.")]
UndefinedOption = Annotated[
    Undefined,
    typer.Option(
        "--undefined",
        help="A class without a value in an average: keep (no average), omit, count as zero; or raise.",
    ),
]
ScaleOption = Annotated[
    list[str] | None,
    typer.Option(
        "--scale",
        help="Scale of words to use: landis-koch, fleiss ... ; may be repeated.",
        autocompletion=complete.scales,
    ),
]
Scales = Annotated[str | None, typer.Option(help="TOML file with scales of words of your own.")]
Level = Annotated[float, typer.Option(help="Level of the intervals.")]
IntervalOption = Annotated[
    str,
    typer.Option(
        "--interval",
        help="Method of the intervals: default, wilson, clopper-pearson, jeffreys, agresti-coull, wald, delta, "
        "jackknife, percentile, basic, bca, bayes ...",
    ),
]
NoInterval = Annotated[bool, typer.Option("--no-interval", help="Values only, without intervals.")]
Resamples = Annotated[int, typer.Option(help="How many tables the resampling methods draw.")]
Seed = Annotated[int, typer.Option(help="Seed of the resampling methods.")]
Require = Annotated[
    list[str] | None,
    typer.Option(
        help="A bound such as 'kappa >= 0.6' or 'kappa.low >= 0.6'; exit code 1 if not met. May be repeated.",
        autocompletion=complete.measure,
    ),
]
Test = Annotated[
    list[str] | None,
    typer.Option(
        help="A claim to test: 'kappa > 0.6', 'recall[cat] > 0.5', 'kappa in 0.5..0.7', 'mcc > chance' (by "
        "permutation), independence. May be repeated.",
        autocompletion=complete.measure,
    ),
]
Rows = Annotated[
    RowsAre | None,
    typer.Option(help="What the rows of the matrix are. Never guessed."),
]
TruthTotals = Annotated[
    str | None,
    typer.Option(help="Known totals of true classes, cat=50,dog=150: they tell which side is the truth."),
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]
Csv = Annotated[bool, typer.Option("--csv", help="Print CSV: one row a value.")]
Markdown = Annotated[bool, typer.Option("--markdown", help="Print Markdown.")]
Latex = Annotated[bool, typer.Option("--latex", help="Print LaTeX tables (booktabs).")]
Out = Annotated[
    str | None,
    typer.Option("--out", "-o", help="Write to this file instead (replaced in one step)."),
]
Debug = Annotated[bool, typer.Option("--debug", help="Show the traceback of an error.")]
Count = Annotated[float | None, typer.Option()]
