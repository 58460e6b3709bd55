"""The command `plan`: how many items are needed, for each kind of question."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from tarazu.cli import options
from tarazu.errors import QuestionError

__all__ = ["app"]

app = typer.Typer(
    no_args_is_help=True,
    rich_markup_mode=None,
    help="How many items are needed: before the data are there.",
    context_settings={"help_option_names": ["-h", "--help"]},
)

HalfWidth = Annotated[float | None, typer.Option(help="Wished half-width of the interval, such as 0.05.")]
Against = Annotated[float | None, typer.Option(help="The value it is to be told from.")]
Power = Annotated[float, typer.Option(help="Wished power.")]
Share = Annotated[float, typer.Option("--p", help="The expected proportion.")]
Prevalence = Annotated[float, typer.Option(help="How frequent the condition is among the people.")]
Sure = Annotated[float, typer.Option(help="How sure enough cases are to be among them.")]
Method = Annotated[str, typer.Option(help="Interval: wilson, clopper-pearson, jeffreys, agresti-coull, wald.")]


def _answer(kind: str, *name: str, json: bool, out: str | None, **about: Any) -> None:
    from tarazu.cli.output import deliver
    from tarazu.planning.verb import plan

    found = plan(kind, *name, **about)
    deliver(found.to_json() if json else str(found), out)


@app.command(epilog="Examples: tarazu plan proportion --p 0.9 --half-width 0.05\n\n"
             "tarazu plan proportion --p 0.8 --against 0.7 --power 0.9")  # fmt: skip
def proportion(
    p: Share,
    half_width: HalfWidth = None,
    against: Against = None,
    level: options.Level = 0.95,
    power: Power = 0.9,
    method: Method = "wilson",
    json: options.Json = False,
    out: options.Out = None,
    debug: options.Debug = False,
) -> None:
    """A proportion: accuracy, recall, agreement ... precise enough, or told from another."""
    _answer("proportion", p=p, half_width=half_width, against=against, level=level, power=power, method=method,
            json=json, out=out)  # fmt: skip


@app.command(epilog="Example: tarazu plan sensitivity --p 0.9 --prevalence 0.1 --half-width 0.05")
def sensitivity(
    p: Share,
    prevalence: Prevalence,
    half_width: Annotated[float, typer.Option(help="Wished half-width of the interval.")],
    level: options.Level = 0.95,
    sure: Sure = 0.95,
    method: Method = "wilson",
    json: options.Json = False,
    out: options.Out = None,
    debug: options.Debug = False,
) -> None:
    """The sensitivity of a test among people of whom some are ill."""
    _answer("sensitivity", p=p, prevalence=prevalence, half_width=half_width, level=level, sure=sure, method=method,
            json=json, out=out)  # fmt: skip


@app.command(epilog="Example: tarazu plan specificity --p 0.95 --prevalence 0.1 --half-width 0.03")
def specificity(
    p: Share,
    prevalence: Prevalence,
    half_width: Annotated[float, typer.Option(help="Wished half-width of the interval.")],
    level: options.Level = 0.95,
    sure: Sure = 0.95,
    method: Method = "wilson",
    json: options.Json = False,
    out: options.Out = None,
    debug: options.Debug = False,
) -> None:
    """The specificity of a test among people of whom some are not ill."""
    _answer("specificity", p=p, prevalence=prevalence, half_width=half_width, level=level, sure=sure, method=method,
            json=json, out=out)  # fmt: skip


@app.command(epilog="Example: tarazu plan mcnemar --only-first 0.10 --only-second 0.05")
def mcnemar(
    only_first: Annotated[float, typer.Option(help="Share of the items that only the first gets right.")],
    only_second: Annotated[float, typer.Option(help="Share of the items that only the second gets right.")],
    level: options.Level = 0.95,
    power: Power = 0.9,
    json: options.Json = False,
    out: options.Out = None,
    debug: options.Debug = False,
) -> None:
    """Two classifiers (or tests) on the same items: is one better?"""
    _answer("mcnemar", only_first=only_first, only_second=only_second, level=level, power=power, json=json, out=out)


@app.command(epilog="Examples: tarazu plan kappa --kappa 0.6 --marginals 0.3,0.7 --half-width 0.1\n\n"
             "tarazu plan kappa --kappa 0.6 --marginals 0.5,0.3,0.2 --against 0.4")  # fmt: skip
def kappa(
    kappa: Annotated[float, typer.Option(help="The expected kappa.")],
    marginals: Annotated[str, typer.Option(help="Share of each category, comma separated: 0.3,0.7.")],
    half_width: HalfWidth = None,
    against: Against = None,
    level: options.Level = 0.95,
    power: Power = 0.9,
    json: options.Json = False,
    out: options.Out = None,
    debug: options.Debug = False,
) -> None:
    """The kappa of two raters, for any number of categories."""
    _answer("kappa", kappa=kappa, marginals=_numbers(marginals, "--marginals"), half_width=half_width,
            against=against, level=level, power=power, json=json, out=out)  # fmt: skip


@app.command(epilog="Examples: tarazu plan auc --auc 0.8 --half-width 0.05\n\ntarazu plan auc --auc 0.7 --against 0.5")
def auc(
    auc: Annotated[float, typer.Option(help="The expected area under the ROC curve.")],
    half_width: HalfWidth = None,
    against: Against = None,
    ratio: Annotated[float, typer.Option(help="How many negatives there are for each positive.")] = 1.0,
    level: options.Level = 0.95,
    power: Power = 0.9,
    json: options.Json = False,
    out: options.Out = None,
    debug: options.Debug = False,
) -> None:
    """The area under a ROC curve."""
    _answer("auc", auc=auc, half_width=half_width, against=against, ratio=ratio, level=level, power=power,
            json=json, out=out)  # fmt: skip


@app.command(epilog="Examples: tarazu plan measure f1_macro --matrix '45 5; 10 40' --half-width 0.05\n\n"
             "tarazu plan measure kappa --matrix '45 5; 10 40' --above 0.6")  # fmt: skip
def measure(
    name: Annotated[str, typer.Argument(help="Any measure, by any of its names.")],
    matrix: Annotated[str, typer.Option(help="The assumed matrix, truth in rows: '45 5; 10 40', or a file.")],
    labels: options.Labels = None,
    half_width: HalfWidth = None,
    above: Annotated[float | None, typer.Option(help="The lower limit is to be above this.")] = None,
    level: options.Level = 0.95,
    power: Power = 0.9,
    draws: Annotated[int, typer.Option(help="How many tables to draw for each number of items.")] = 1000,
    seed: options.Seed = 0,
    json: options.Json = False,
    out: options.Out = None,
    debug: options.Debug = False,
) -> None:
    """Any measure at all, by simulation from an assumed confusion matrix."""
    from tarazu.intake.ready_matrix import read_source

    read = read_source(matrix, None, None)
    named = labels.split(",") if labels else read.labels
    _answer("measure", name, matrix=read.counts, labels=named, half_width=half_width, above=above, level=level,
            power=power, draws=draws, seed=seed, json=json, out=out)  # fmt: skip


def _numbers(text: str, option: str) -> list[float]:
    try:
        return [float(part) for part in text.split(",")]
    except ValueError:
        raise QuestionError(f"{option} {text!r} are not numbers; expected something like 0.3,0.7.") from None
