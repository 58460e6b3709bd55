"""The command `score`."""

from __future__ import annotations

from typing import Annotated

import typer

from tarazu.cli import given, options
from tarazu.errors import QuestionError

__all__ = ["EPILOG", "score"]

EPILOG = (
    "Examples: tarazu score preds.csv --truth sick --score s100b --positive yes\n\n"
    "tarazu score preds.csv -t y --score model_a,model_b --positive 1 --cut youden\n\n"
    "tarazu score preds.csv -t y --score p --cut 'max f1'\n\n"
    "tarazu score probs.csv -t y --score p_cat,p_dog,p_owl --classes cat,dog,owl"
)


def score(
    files: options.Files,
    truth: options.Truth = None,
    score: Annotated[
        str | None, typer.Option(help="Column with the score; several, comma separated, are compared.")
    ] = None,
    positive: options.Positive = None,
    classes: Annotated[
        str | None, typer.Option(help="The classes, comma separated, if there is a column of scores for each.")
    ] = None,
    weight: options.Weight = None,
    cut: Annotated[
        str | None,
        typer.Option(help="Threshold: youden, closest, a number, 'max f1', 'sensitivity 0.9', 'specificity 0.9'."),
    ] = None,
    level: options.Level = 0.95,
    no_interval: options.NoInterval = False,
    resamples: options.Resamples = 2000,
    seed: options.Seed = 0,
    delimiter: options.Delimiter = None,
    encoding: options.Encoding = None,
    sheet: options.Sheet = None,
    json: options.Json = False,
    csv: options.Csv = False,
    markdown: options.Markdown = False,
    latex: options.Latex = False,
    out: options.Out = None,
    debug: options.Debug = False,
) -> None:
    """How well does a score separate, what are its probabilities worth, and where to cut it?"""
    from tarazu import scoring
    from tarazu.cli.output import deliver, rendered

    if truth is None or score is None:
        raise QuestionError("Name the columns: --truth and --score.")
    result = scoring.score(
        files if len(files) > 1 else files[0], truth=truth, score=given.listed(score), positive=positive,
        weight=weight, classes=given.listed(classes), cut=cut, level=level,
        interval=None if no_interval else "default", resamples=resamples, seed=seed,
        delimiter=delimiter, encoding=encoding, sheet=sheet,
    )  # fmt: skip
    deliver(rendered(result, json=json, csv=csv, markdown=markdown, latex=latex, out=out), out)
