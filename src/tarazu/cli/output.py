"""Where output goes: rendered as asked for, to the terminal, a pipe or a file."""

from __future__ import annotations

import json as _json
import os
import shutil
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tarazu.errors import QuestionError, listed, near
from tarazu.evaluate import measures
from tarazu.formula import Measure
from tarazu.labelsets import MultiLabel
from tarazu.lexicon import Glossary
from tarazu.report.terminal import explanation_text, measures_text
from tarazu.result import Result
from tarazu.score_result import ScoreResult
from tarazu.worked import Explanation

__all__ = ["deliver", "rendered", "rendered_explanation", "rendered_glossary", "rendered_measures", "working"]

_WIDTH = 100  # of a page that is no terminal


def _page(out: str | None) -> tuple[int, bool]:
    """Width and whether to colour."""
    terminal = out is None and sys.stdout.isatty()
    color = terminal and "NO_COLOR" not in os.environ and os.environ.get("TERM") != "dumb"
    return shutil.get_terminal_size((_WIDTH, 24)).columns if out is None else _WIDTH, color


def rendered(
    result: Result | MultiLabel | ScoreResult, *, json: bool, csv: bool, markdown: bool, latex: bool, out: str | None
) -> str:
    """Return the result in the format asked for."""
    if json + csv + markdown + latex > 1:
        raise QuestionError("Give one of --json, --csv, --markdown and --latex.")
    if json:
        return result.to_json()
    if csv:
        return result.to_csv()
    if markdown:
        return result.to_markdown()
    if latex:
        return result.to_latex()
    width, color = _page(out)
    return result.to_text(width, color=color)


def rendered_explanation(worked: Explanation, *, tex: bool, json: bool, out: str | None) -> str:
    """Return the worked arithmetic in the format asked for."""
    if json and tex:
        raise QuestionError("Give one of --json and --tex.")
    if json:
        return _json.dumps(worked.to_dict(), indent=2, ensure_ascii=False, allow_nan=False)
    if tex:
        return worked.to_tex()
    width, color = _page(out)
    return explanation_text(worked, width, color=color)


def rendered_measures(search: str | None, family: str | None, *, json: bool, out: str | None) -> str:
    """Return the list of measures, or those that a search finds."""
    found = [m for m in measures() if not m.average]
    families = list(dict.fromkeys(m.family for m in found))
    if family is not None and family not in families:
        raise QuestionError(f"There is no family {family!r}.{near(family, families)} There are {listed(families)}.")
    found = [m for m in found if family in (None, m.family) and (search is None or _mentions(m, search))]
    if not found:
        raise QuestionError(f"No measure mentions {search!r}. `tarazu measures` lists them all.")
    if json:
        return _json.dumps([m.passport() for m in found], indent=2, ensure_ascii=False, allow_nan=False)
    width, color = _page(out)
    return measures_text(found, width, color=color)


def rendered_glossary(found: Glossary, *, json: bool, out: str | None) -> str:
    """Return what there is to know about the measures of a name."""
    if json:
        return _json.dumps(found.to_dict(), indent=2, ensure_ascii=False, allow_nan=False)
    return found.to_text(_page(out)[0])


def _mentions(m: Measure, search: str) -> bool:
    text = " ".join([m.id.replace("_", " "), m.title, *m.aliases, m.text]).casefold()
    return all(word in text for word in search.casefold().replace("_", " ").replace("-", " ").split())


def deliver(text: str, out: str | None) -> None:
    """Print, or write to a file so that it is either the old one or the whole new one."""
    if not text.endswith("\n"):
        text += "\n"
    if out is None or out == "-":
        if "utf" not in (sys.stdout.encoding or "").lower():
            sys.stdout.reconfigure(errors="replace")  # type: ignore[union-attr]
        sys.stdout.write(text)
        return
    path = Path(out)
    if path.is_dir():
        raise QuestionError(f"--out {out} is a directory; expected the name of a file.")
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as f:
            f.write(text)
        mode = path.stat().st_mode if path.exists() else 0o666 & ~_umask()
        os.chmod(name, mode)
        os.replace(name, path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


@contextmanager
def working(what: str) -> Iterator[None]:
    """Say on the terminal's stderr what takes longer than a second; silent elsewhere."""
    if not sys.stderr.isatty():
        yield
        return
    from rich.console import Console

    status = Console(stderr=True).status(what)
    timer = threading.Timer(1.0, status.start)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        status.stop()
