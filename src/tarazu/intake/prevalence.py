"""How frequent the classes are where it matters: a share for each, from what the user says."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import Any

from tarazu.errors import InputError, QuestionError, listed, near
from tarazu.notes import Note
from tarazu.tally import Contingency, Label

__all__ = ["prevalences"]


def prevalences(
    tally: Contingency,
    positive: Label | None,
    given: float | Mapping[Any, float] | None,
    groups: Iterable[tuple[Mapping[str, str] | None, Contingency]] = (),
) -> tuple[dict[str, float] | None, list[Note]]:
    """Return the share of every class by its name, and what to say; one number is the positive class's of two.

    Raises QuestionError for a share that is none, classes that are not there or not named, and shares that do not add
    up to 1; InputError for a class without items, which no weight can make more frequent.
    """
    if given is None:
        return None, []
    if tally.roles != "truth":
        raise QuestionError("prevalence is that of the true classes: say what the rows are (rows=, --rows).")
    names = {str(label): label for label in tally.labels}
    if isinstance(given, Mapping):
        shares = {str(name): _share(name, value) for name, value in given.items()}
    else:
        if tally.k != 2 or positive is None:
            raise QuestionError(
                f"prevalence={given!r} is one number for {tally.k} classes; expected two classes and the positive one "
                "named, or a share for every class."
            )
        other = next(name for name, label in names.items() if label != positive)
        share = _share(positive, given)
        shares = {str(positive): share, other: 1 - share}
    for name in shares:
        if name not in names:
            raise QuestionError(
                f"prevalence names {name!r}, which is no class.{near(name, names)} The classes are {listed(names)}."
            )
    lacking = [name for name in names if name not in shares]
    if lacking:
        raise QuestionError(f"prevalence says nothing about {listed(lacking)}; expected a share for every class.")
    total = math.fsum(shares.values())
    if not math.isclose(total, 1, abs_tol=1e-6):
        raise QuestionError(f"The prevalences add up to {total:g}; expected 1.")
    for group, table in ((None, tally), *groups):
        for name, label in names.items():
            if not table.row_totals[table.index(label)]:
                where = "" if group is None else f" of {', '.join(f'{k}={v}' for k, v in group.items())}"
                raise InputError(
                    f"The class {name!r} never occurs in the truth{where}, so that nothing is known about its items "
                    "and no weight can make them more frequent."
                )
    said = ", ".join(f"{name} {share:g}" for name, share in list(shares.items())[:8])
    text = f"All values are for the prevalence {said}: each row of the matrix is weighted to it."
    return {name: shares[name] / total for name in names}, [Note("prevalence", "info", text)]


def _share(name: Any, value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value < 1:
        raise QuestionError(f"The prevalence of {name!r} is {value!r}; expected a share between 0 and 1.")
    return float(value)
