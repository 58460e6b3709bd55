"""The command line. Light to import: numpy, duckdb and the catalogue are loaded after parsing."""

from __future__ import annotations

import os
import sys
from typing import Annotated, Any

import typer

from tarazu.cli import given, multilabel, options, plan, score
from tarazu.errors import QuestionError, TarazuError

__all__ = ["main"]

app = typer.Typer(
    name="tarazu",
    help="How good is it, beyond chance, and how sure are we.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,  # plain help: it fits any terminal and pipe, and does not wait for rich
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Exit codes: 0 done, 1 a requirement (--require) not met, 2 the input or the command is wrong.",
)


@app.command(
    epilog="Examples: tarazu classify preds.csv --truth label --prediction model\n\n"
    "tarazu classify preds.csv -t y -p yhat --positive spam --require 'kappa >= 0.6'\n\n"
    "zcat preds.csv.gz | tarazu classify - -t y -p yhat --by site --json"
)
def classify(
    files: options.Files,
    truth: options.Truth = None,
    prediction: options.Prediction = None,
    positive: options.Positive = None,
    labels: options.Labels = None,
    weight: options.Weight = None,
    weight_kind: options.WeightKindOption = options.WeightKind.auto,
    cluster: options.Cluster = None,
    strata: options.Strata = None,
    by: options.By = None,
    missing: options.MissingOption = options.Missing.drop,
    abstain: options.Abstain = None,
    show: options.Show = None,
    all: options.All = False,
    undefined: options.UndefinedOption = options.Undefined.keep,
    require: options.Require = None,
    test: options.Test = None,
    scale: options.ScaleOption = None,
    scales: options.Scales = None,
    prevalence: options.Prevalence = None,
    level: options.Level = 0.95,
    interval: options.IntervalOption = "default",
    no_interval: options.NoInterval = False,
    resamples: options.Resamples = 2000,
    seed: options.Seed = 0,
    delimiter: options.Delimiter = None,
    encoding: options.Encoding = None,
    no_header: options.NoHeader = False,
    na: options.Na = None,
    sheet: options.Sheet = None,
    format: options.FormatOption = None,
    json: options.Json = False,
    csv: options.Csv = False,
    markdown: options.Markdown = False,
    latex: options.Latex = False,
    out: options.Out = None,
    debug: options.Debug = False,
) -> None:
    """How good is this classifier? From a file with a column of truth and one of predictions."""
    from tarazu.claim import Claim, Requirement
    from tarazu.cli.output import deliver, rendered

    requirements = [Requirement.read(r) for r in require or ()]
    claims = [Claim.read(c).text for c in test or ()]
    result = _classified(
        files, truth, prediction, positive, labels, weight, by, missing, _shown(show, all), undefined,
        scale=scale or None, scales=scales, delimiter=delimiter, encoding=encoding, no_header=no_header, na=na,
        sheet=sheet, format=format, abstain=abstain, weight_kind=weight_kind.value, cluster=cluster, strata=strata,
        prevalence=given.prevalence(prevalence), level=level, interval=None if no_interval else interval,
        resamples=resamples, seed=seed,
    )  # fmt: skip
    result = result.tested(claims)
    deliver(rendered(result, json=json, csv=csv, markdown=markdown, latex=latex, out=out), out)
    _gate(requirements, result)


@app.command(
    epilog="Examples: tarazu matrix '10 7; 5 8' --rows prediction --labels cat,dog\n\n"
    "tarazu matrix confusion.csv --rows truth\n\n"
    "tarazu matrix --tp 15 --fp 5 --fn 5 --tn 375"
)
def matrix(
    source: Annotated[
        str | None,
        typer.Argument(help="The matrix: text such as '10 7; 5 8', a file, or - for standard input."),
    ] = None,
    rows: options.Rows = None,
    labels: options.Labels = None,
    positive: options.Positive = None,
    tp: options.Count = None,
    fp: options.Count = None,
    fn: options.Count = None,
    tn: options.Count = None,
    sheet: options.Sheet = None,
    truth_totals: options.TruthTotals = None,
    show: options.Show = None,
    all: options.All = False,
    undefined: options.UndefinedOption = options.Undefined.keep,
    require: options.Require = None,
    test: options.Test = None,
    scale: options.ScaleOption = None,
    scales: options.Scales = None,
    prevalence: options.Prevalence = None,
    level: options.Level = 0.95,
    interval: options.IntervalOption = "default",
    no_interval: options.NoInterval = False,
    resamples: options.Resamples = 2000,
    seed: options.Seed = 0,
    json: options.Json = False,
    csv: options.Csv = False,
    markdown: options.Markdown = False,
    latex: options.Latex = False,
    out: options.Out = None,
    debug: options.Debug = False,
) -> None:
    """How good is this classifier? From a ready confusion matrix."""
    from tarazu import evaluate
    from tarazu.claim import Claim, Requirement
    from tarazu.cli.output import deliver, rendered

    requirements = [Requirement.read(r) for r in require or ()]
    claims = [Claim.read(c).text for c in test or ()]
    result = evaluate.matrix(
        source, rows=None if rows is None else rows.value, labels=given.listed(labels), positive=positive,
        tp=tp, fp=fp, fn=fn, tn=tn,
        show=_shown(show, all), undefined=undefined.value, scale=scale or None, scales=scales,
        sheet=sheet, truth_totals=given.totals(truth_totals), prevalence=given.prevalence(prevalence), level=level,
        interval=None if no_interval else interval, resamples=resamples, seed=seed, labels_as_text=True,
    )  # fmt: skip
    result = result.tested(claims)
    deliver(rendered(result, json=json, csv=csv, markdown=markdown, latex=latex, out=out), out)
    _gate(requirements, result)


@app.command(
    epilog="Examples: tarazu explain kappa --matrix '10 7; 5 8' --rows prediction\n\n"
    "tarazu explain 'recall[cat]' preds.csv --truth label --prediction model\n\n"
    "tarazu explain mcc --tp 15 --fp 5 --fn 5 --tn 375 --tex"
)
def explain(
    measure: options.MeasureName,
    files: options.SomeFiles = None,
    truth: options.Truth = None,
    prediction: options.Prediction = None,
    matrix: Annotated[str | None, typer.Option(help="A ready matrix: text, a file, or - .")] = None,
    rows: options.Rows = None,
    tp: options.Count = None,
    fp: options.Count = None,
    fn: options.Count = None,
    tn: options.Count = None,
    positive: options.Positive = None,
    labels: options.Labels = None,
    weight: options.Weight = None,
    missing: options.MissingOption = options.Missing.drop,
    abstain: options.Abstain = None,
    delimiter: options.Delimiter = None,
    encoding: options.Encoding = None,
    no_header: options.NoHeader = False,
    na: options.Na = None,
    sheet: options.Sheet = None,
    format: options.FormatOption = None,
    tex: Annotated[bool, typer.Option("--tex", help="Print TeX.")] = False,
    json: options.Json = False,
    out: options.Out = None,
    debug: options.Debug = False,
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
            matrix, rows=None if rows is None else rows.value, labels=given.listed(labels), positive=positive,
            tp=tp, fp=fp, fn=fn, tn=tn, sheet=sheet, show=[], interval=None, labels_as_text=True,
        )  # fmt: skip
    elif files:
        result = _classified(
            files, truth, prediction, positive, labels, weight, None, missing, [], options.Undefined.keep,
            scale=None, scales=None, delimiter=delimiter, encoding=encoding, no_header=no_header, na=na,
            sheet=sheet, format=format, abstain=abstain, interval=None,
        )  # fmt: skip
    else:
        raise QuestionError(
            "Nothing to explain it on: give a file with --truth and --prediction, --matrix '10 7; 5 8', "
            "or --tp, --fp, --fn and --tn."
        )
    worked = explanation(result, call.name, call.label)
    deliver(rendered_explanation(worked, tex=tex, json=json, out=out), out)


@app.command(epilog="Examples: tarazu measures\n\ntarazu measures 'hit rate'")
def measures(
    search: Annotated[str | None, typer.Argument(help="Words to look for in names and descriptions.")] = None,
    family: options.Family = None,
    json: options.Json = False,
    out: options.Out = None,
    debug: options.Debug = False,
) -> None:
    """List the measures: what each is called, what it is, its range."""
    from tarazu.cli.output import deliver, rendered_measures

    deliver(rendered_measures(search, family, json=json, out=out), out)


@app.command(epilog="Examples: tarazu glossary 'hit rate'\n\ntarazu glossary balanced_accuracy_score")
def glossary(
    name: options.AnyName,
    json: options.Json = False,
    out: options.Out = None,
    debug: options.Debug = False,
) -> None:
    """What is this measure, and what do other packages call it or define otherwise?"""
    from tarazu.cli.output import deliver, rendered_glossary
    from tarazu.lexicon import glossary

    deliver(rendered_glossary(glossary(name), json=json, out=out), out)


@app.command(
    epilog="Examples: tarazu convert --kappa 0.4 --expected 0.8\n\ntarazu convert --accuracy 88% --expected 80%"
)
def convert(
    expected: Annotated[str, typer.Option(help="The expected accuracy: 0.8 or 80%.")],
    kappa: Annotated[float | None, typer.Option(help="A kappa, to be turned into an accuracy.")] = None,
    accuracy: Annotated[str | None, typer.Option(help="An accuracy, to be turned into a kappa.")] = None,
    json: options.Json = False,
    out: options.Out = None,
    debug: options.Debug = False,
) -> None:
    """What is a kappa in accuracy, and an accuracy in kappa?"""
    import json as _json

    from tarazu.cli.output import deliver
    from tarazu.conversion import convert

    found = convert(
        expected=given.share(expected, "--expected"),
        kappa=kappa,
        accuracy=None if accuracy is None else given.share(accuracy, "--accuracy"),
    )
    deliver(_json.dumps(found.to_dict()) if json else str(found), out)


app.command(epilog=multilabel.EPILOG)(multilabel.multilabel)
app.command(epilog=score.EPILOG)(score.score)
app.add_typer(plan.app, name="plan")


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
    missing: options.Missing,
    show: Any,
    undefined: options.Undefined,
    *,
    scale: list[str] | None,
    scales: str | None,
    delimiter: str | None,
    encoding: str | None,
    no_header: bool,
    na: list[str] | None,
    sheet: str | None,
    format: options.Format | None,
    abstain: list[str] | None,
    **uncertainty: Any,
) -> Any:
    from tarazu import evaluate
    from tarazu.cli.output import working

    with working(f"counting {', '.join(files)}"):
        return evaluate.classify(
            files if len(files) > 1 else files[0],
            truth=truth,
            prediction=prediction,
            positive=positive,
            labels=given.listed(labels),
            weight=weight,
            by=by or None,
            missing=missing.value,
            abstain=abstain or None,
            show=show,
            undefined=undefined.value,
            scale=scale,
            scales=scales,
            labels_as_text=True,
            delimiter=delimiter,
            encoding=encoding,
            header=False if no_header else None,
            na=tuple(na or ()),
            sheet=sheet,
            format=None if format is None else format.value,
            **uncertainty,
        )


def _shown(show: str | None, all: bool) -> str:
    if show is not None and all:
        raise QuestionError("Give either --show or --all, not both.")
    return "all" if all else show if show is not None else "headline"


def _gate(requirements: list[Any], result: Any) -> None:
    from tarazu.requirement import failures

    failed = [text for requirement in requirements for text in failures(requirement, result)]
    for text in failed:
        print(f"tarazu: {text}", file=sys.stderr)  # noqa: T201
    if failed:
        raise typer.Exit(1)


def main() -> None:
    """Run the command line."""
    try:
        code = app(prog_name="tarazu", standalone_mode=False)
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
