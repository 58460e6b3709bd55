"""The command line. Light to import: numpy, duckdb and the catalogue are loaded after parsing."""

from __future__ import annotations

import os
import sys
from enum import StrEnum
from typing import Annotated, Any

import typer

from tarazu.errors import QuestionError, TarazuError

__all__ = ["main"]

app = typer.Typer(
    name="tarazu",
    help="How good is it, beyond chance, and how sure are we.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Exit codes: 0 done, 1 a requirement (--require) not met, 2 the input or the command is wrong.",
)


class _Missing(StrEnum):
    drop = "drop"
    error = "error"


class _Undefined(StrEnum):
    keep = "keep"
    omit = "omit"
    zero = "zero"
    error = "raise"


class _Rows(StrEnum):
    truth = "truth"
    prediction = "prediction"
    raters = "raters"


class _Format(StrEnum):
    csv = "csv"
    tsv = "tsv"
    parquet = "parquet"
    jsonl = "jsonl"


_COLUMNS, _FILES, _WHAT, _OUTPUT = "Columns", "Reading files", "What to show", "Output"

Files = Annotated[
    list[str], typer.Argument(help="CSV, TSV, Parquet or JSON lines, also .gz; globs; - is standard input.")
]
SomeFiles = Annotated[
    list[str] | None,
    typer.Argument(help="CSV, TSV, Parquet or JSON lines, also .gz; globs; - is standard input."),
]
Truth = Annotated[
    str | None,
    typer.Option(
        "--truth", "-t", help="Column with the truth (or the first rater).", rich_help_panel=_COLUMNS
    ),
]
Prediction = Annotated[
    str | None,
    typer.Option(
        "--prediction",
        "-p",
        help="Column with the prediction (or the second rater).",
        rich_help_panel=_COLUMNS,
    ),
]
Positive = Annotated[
    str | None, typer.Option(help="The positive class. Never guessed from text.", rich_help_panel=_COLUMNS)
]
Labels = Annotated[
    str | None,
    typer.Option(
        help="The labels and their order, comma separated: low,medium,high.", rich_help_panel=_COLUMNS
    ),
]
Weight = Annotated[str | None, typer.Option(help="Column with weights or counts.", rich_help_panel=_COLUMNS)]
By = Annotated[
    list[str] | None, typer.Option(help="Column to group by; may be repeated.", rich_help_panel=_COLUMNS)
]
MissingOption = Annotated[
    _Missing,
    typer.Option(help="Rows without a label: leave out (and say so) or refuse.", rich_help_panel=_COLUMNS),
]
Delimiter = Annotated[str | None, typer.Option(help="Delimiter of a CSV file.", rich_help_panel=_FILES)]
Encoding = Annotated[str | None, typer.Option(help="Encoding of a CSV file.", rich_help_panel=_FILES)]
NoHeader = Annotated[
    bool,
    typer.Option("--no-header", help="No header row: columns are numbers from 1.", rich_help_panel=_FILES),
]
Na = Annotated[
    list[str] | None, typer.Option(help="A word that means missing; may be repeated.", rich_help_panel=_FILES)
]
FormatOption = Annotated[
    _Format | None,
    typer.Option("--format", help="Format of the files, if their names do not say.", rich_help_panel=_FILES),
]
Show = Annotated[
    str | None,
    typer.Option(help="Measures to show: kappa,mcc,fbeta(beta=2),recall\\[cat].", rich_help_panel=_WHAT),
]
All = Annotated[bool, typer.Option("--all", help="Show every measure.", rich_help_panel=_WHAT)]
UndefinedOption = Annotated[
    _Undefined,
    typer.Option(
        "--undefined",
        help="A class without a value in an average: keep (no average), omit, count as zero; or raise.",
        rich_help_panel=_WHAT,
    ),
]
Require = Annotated[
    list[str] | None,
    typer.Option(
        help="A bound such as 'kappa >= 0.6'; exit code 1 if not met. May be repeated.", rich_help_panel=_WHAT
    ),
]
Rows = Annotated[
    _Rows | None,
    typer.Option(help="What the rows of the matrix are. Never guessed.", rich_help_panel=_COLUMNS),
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON.", rich_help_panel=_OUTPUT)]
Csv = Annotated[bool, typer.Option("--csv", help="Print CSV: one row a value.", rich_help_panel=_OUTPUT)]
Markdown = Annotated[bool, typer.Option("--markdown", help="Print Markdown.", rich_help_panel=_OUTPUT)]
Out = Annotated[
    str | None,
    typer.Option(
        "--out", "-o", help="Write to this file instead (replaced in one step).", rich_help_panel=_OUTPUT
    ),
]
Debug = Annotated[
    bool, typer.Option("--debug", help="Show the traceback of an error.", rich_help_panel=_OUTPUT)
]
Count = Annotated[float | None, typer.Option(rich_help_panel=_COLUMNS)]


@app.command(
    epilog="Examples: [bold]tarazu classify preds.csv --truth label --prediction model[/]\n\n"
    "[bold]tarazu classify preds.csv -t y -p yhat --positive spam --require 'kappa >= 0.6'[/]\n\n"
    "[bold]zcat preds.csv.gz | tarazu classify - -t y -p yhat --by site --json[/]"
)
def classify(
    files: Files,
    truth: Truth = None,
    prediction: Prediction = None,
    positive: Positive = None,
    labels: Labels = None,
    weight: Weight = None,
    by: By = None,
    missing: MissingOption = _Missing.drop,
    show: Show = None,
    all: All = False,
    undefined: UndefinedOption = _Undefined.keep,
    require: Require = None,
    delimiter: Delimiter = None,
    encoding: Encoding = None,
    no_header: NoHeader = False,
    na: Na = None,
    format: FormatOption = None,
    json: Json = False,
    csv: Csv = False,
    markdown: Markdown = False,
    out: Out = None,
    debug: Debug = False,
) -> None:
    """How good is this classifier? From a file with a column of truth and one of predictions."""
    from tarazu.cli.output import deliver, rendered
    from tarazu.requirement import Requirement

    requirements = [Requirement.read(r) for r in require or ()]
    result = _classified(
        files, truth, prediction, positive, labels, weight, by, missing, _shown(show, all), undefined,
        delimiter=delimiter, encoding=encoding, no_header=no_header, na=na, format=format,
    )  # fmt: skip
    deliver(rendered(result, json=json, csv=csv, markdown=markdown, out=out), out)
    _gate(requirements, result)


@app.command(
    epilog="Examples: [bold]tarazu matrix '10 7; 5 8' --rows prediction --labels cat,dog[/]\n\n"
    "[bold]tarazu matrix confusion.csv --rows truth[/]\n\n"
    "[bold]tarazu matrix --tp 15 --fp 5 --fn 5 --tn 375[/]"
)
def matrix(
    source: Annotated[
        str | None,
        typer.Argument(help="The matrix: text such as '10 7; 5 8', a file, or - for standard input."),
    ] = None,
    rows: Rows = None,
    labels: Labels = None,
    positive: Positive = None,
    tp: Count = None,
    fp: Count = None,
    fn: Count = None,
    tn: Count = None,
    show: Show = None,
    all: All = False,
    undefined: UndefinedOption = _Undefined.keep,
    require: Require = None,
    json: Json = False,
    csv: Csv = False,
    markdown: Markdown = False,
    out: Out = None,
    debug: Debug = False,
) -> None:
    """How good is this classifier? From a ready confusion matrix."""
    from tarazu import evaluate
    from tarazu.cli.output import deliver, rendered
    from tarazu.requirement import Requirement

    requirements = [Requirement.read(r) for r in require or ()]
    result = evaluate.matrix(
        source, rows=None if rows is None else rows.value, labels=_listed(labels), positive=positive,
        tp=tp, fp=fp, fn=fn, tn=tn,
        show=_shown(show, all), undefined=undefined.value, labels_as_text=True,
    )  # fmt: skip
    deliver(rendered(result, json=json, csv=csv, markdown=markdown, out=out), out)
    _gate(requirements, result)


@app.command(
    epilog="Examples: [bold]tarazu explain kappa --matrix '10 7; 5 8' --rows prediction[/]\n\n"
    "[bold]tarazu explain 'recall\\[cat]' preds.csv --truth label --prediction model[/]\n\n"
    "[bold]tarazu explain mcc --tp 15 --fp 5 --fn 5 --tn 375 --tex[/]"
)
def explain(
    measure: Annotated[str, typer.Argument(help="The measure, by any of its names.")],
    files: SomeFiles = None,
    truth: Truth = None,
    prediction: Prediction = None,
    matrix: Annotated[
        str | None, typer.Option(help="A ready matrix: text, a file, or - .", rich_help_panel=_COLUMNS)
    ] = None,
    rows: Rows = None,
    tp: Count = None,
    fp: Count = None,
    fn: Count = None,
    tn: Count = None,
    positive: Positive = None,
    labels: Labels = None,
    weight: Weight = None,
    missing: MissingOption = _Missing.drop,
    delimiter: Delimiter = None,
    encoding: Encoding = None,
    no_header: NoHeader = False,
    na: Na = None,
    format: FormatOption = None,
    tex: Annotated[bool, typer.Option("--tex", help="Print TeX.", rich_help_panel=_OUTPUT)] = False,
    json: Json = False,
    out: Out = None,
    debug: Debug = False,
) -> None:
    """Show the arithmetic of a measure, worked on the data."""
    from tarazu import evaluate
    from tarazu.cli.output import deliver, rendered_explanation
    from tarazu.formula import parse
    from tarazu.values import explanation

    call = parse(measure)
    ready = matrix is not None or any(v is not None for v in (tp, fp, fn, tn))
    if ready and files:
        raise QuestionError("Give either files or a matrix, not both.")
    if ready:
        result = evaluate.matrix(
            matrix, rows=None if rows is None else rows.value, labels=_listed(labels), positive=positive,
            tp=tp, fp=fp, fn=fn, tn=tn, show=[], labels_as_text=True,
        )  # fmt: skip
    elif files:
        result = _classified(
            files, truth, prediction, positive, labels, weight, None, missing, [], _Undefined.keep,
            delimiter=delimiter, encoding=encoding, no_header=no_header, na=na, format=format,
        )  # fmt: skip
    else:
        raise QuestionError(
            "Nothing to explain it on: give a file with --truth and --prediction, --matrix '10 7; 5 8', "
            "or --tp, --fp, --fn and --tn."
        )
    worked = explanation(result, call.name, call.label)
    deliver(rendered_explanation(worked, tex=tex, json=json, out=out), out)


@app.command(epilog="Examples: [bold]tarazu measures[/]\n\n[bold]tarazu measures 'hit rate'[/]")
def measures(
    search: Annotated[str | None, typer.Argument(help="Words to look for in names and descriptions.")] = None,
    family: Annotated[str | None, typer.Option(help="Only this family.")] = None,
    json: Json = False,
    out: Out = None,
    debug: Debug = False,
) -> None:
    """List the measures: what each is called, what it is, its range."""
    from tarazu.cli.output import deliver, rendered_measures

    deliver(rendered_measures(search, family, json=json, out=out), out)


@app.callback(invoke_without_command=True)
def _top(
    version: Annotated[bool, typer.Option("--version", help="Print the version.", is_eager=True)] = False,
) -> None:
    if version:
        from tarazu import __version__

        typer.echo(f"tarazu {__version__}")
        raise typer.Exit


def _classified(
    files: list[str],
    truth: str | None,
    prediction: str | None,
    positive: str | None,
    labels: str | None,
    weight: str | None,
    by: list[str] | None,
    missing: _Missing,
    show: Any,
    undefined: _Undefined,
    *,
    delimiter: str | None,
    encoding: str | None,
    no_header: bool,
    na: list[str] | None,
    format: _Format | None,
) -> Any:
    from tarazu import evaluate
    from tarazu.cli.output import working

    with working(f"counting {', '.join(files)}"):
        return evaluate.classify(
            files if len(files) > 1 else files[0],
            truth=truth,
            prediction=prediction,
            positive=positive,
            labels=_listed(labels),
            weight=weight,
            by=by or None,
            missing=missing.value,
            show=show,
            undefined=undefined.value,
            labels_as_text=True,
            delimiter=delimiter,
            encoding=encoding,
            header=False if no_header else None,
            na=tuple(na or ()),
            format=None if format is None else format.value,
        )


def _shown(show: str | None, all: bool) -> str:
    if show is not None and all:
        raise QuestionError("Give either --show or --all, not both.")
    return "all" if all else show if show is not None else "headline"


def _listed(labels: str | None) -> list[str] | None:
    """Split at commas; a label with a comma stands in double quotes."""
    if labels is None:
        return None
    import csv

    return [label.strip() for label in next(csv.reader([labels], skipinitialspace=True))]


def _gate(requirements: list[Any], result: Any) -> None:
    failed = [text for requirement in requirements for text in requirement.failures(result)]
    for text in failed:
        print(f"tarazu: {text}", file=sys.stderr)  # noqa: T201
    if failed:
        raise typer.Exit(1)


def main() -> None:
    """Run the command line."""
    try:
        code = app(standalone_mode=False)
        sys.stdout.flush()
    except BrokenPipeError:  # the reader has seen enough; keep the interpreter from complaining about it
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = 0
    except (KeyboardInterrupt, typer.Abort):
        code = 130
    except TarazuError as e:
        if "--debug" in sys.argv:
            raise
        print(f"tarazu: {e}", file=sys.stderr)  # noqa: T201
        code = 2
    except OSError as e:
        if "--debug" in sys.argv:
            raise
        print(f"tarazu: {e.strerror or e}{f': {e.filename}' if e.filename else ''}", file=sys.stderr)  # noqa: T201
        code = 2
    except Exception as e:
        if not hasattr(e, "exit_code") or not hasattr(e, "show"):
            raise
        e.show()  # a mistake in the command itself, in the parser's own words
        code = int(e.exit_code)
    sys.exit(code if isinstance(code, int) else 0)


if __name__ == "__main__":
    main()
