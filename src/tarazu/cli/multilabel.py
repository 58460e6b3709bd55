"""The command `multilabel`."""

from __future__ import annotations

from typing import Annotated

import typer

from tarazu.cli import given, options
from tarazu.errors import QuestionError

__all__ = ["EPILOG", "multilabel"]

EPILOG = (
    "Examples: tarazu multilabel films.csv --truth genres --prediction predicted --label-sep ';'\n\n"
    "tarazu multilabel flags.csv -t drama,comedy -p p_drama,p_comedy --labels drama,comedy"
)


def multilabel(
    files: options.Files,
    truth: options.Truth = None,
    prediction: options.Prediction = None,
    label_sep: Annotated[str | None, typer.Option(help="What stands between the labels of a row, such as ';'.")] = None,
    labels: options.Labels = None,
    show: options.Show = None,
    undefined: options.UndefinedOption = options.Undefined.keep,
    level: options.Level = 0.95,
    no_interval: options.NoInterval = False,
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
    """How good are predicted sets of labels, where an item can have several?

    Columns are one each with the labels of a row (and --label-sep), or several of 0 and 1, comma separated.
    """
    from tarazu import labelsets
    from tarazu.cli.output import deliver, rendered

    if truth is None or prediction is None:
        raise QuestionError("Name the columns: --truth and --prediction.")
    sides = [given.listed(side) or [] for side in (truth, prediction)]
    columns = [side[0] if label_sep is not None and len(side) == 1 else side for side in sides]
    result = labelsets.multilabel(
        files if len(files) > 1 else files[0], truth=columns[0], prediction=columns[1], labels=given.listed(labels),
        sep=label_sep, show=show or labelsets.SHOWN, undefined=undefined.value, level=level,
        interval=None if no_interval else "default", delimiter=delimiter, encoding=encoding, sheet=sheet,
    )  # fmt: skip
    deliver(rendered(result, json=json, csv=csv, markdown=markdown, latex=latex, out=out), out)
