"""The verb: `plan(kind, ...)`."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

from tarazu.errors import QuestionError, listed, near
from tarazu.planning import agreement, shares
from tarazu.planning.answer import Plan

__all__ = ["KINDS", "plan"]

KINDS: dict[str, Callable[..., Plan]] = {
    "proportion": shares.proportion,
    "sensitivity": shares.sensitivity,
    "specificity": shares.specificity,
    "mcnemar": shares.mcnemar,
    "kappa": agreement.kappa,
    "auc": agreement.auc,
    "measure": agreement.measure,
}


def plan(kind: str, *name: str, **about: Any) -> Plan:
    """Say how many items are needed: `plan("kappa", kappa=0.6, marginals=[0.3, 0.7], half_width=0.1)`.

    `kind` is proportion, sensitivity, specificity, mcnemar (two classifiers on the same items), kappa, auc, or
    measure (any other, by simulation from an assumed matrix: `plan("measure", "f1_macro", matrix=..., ...)`).

    Raises QuestionError for a question that cannot be answered.

    >>> print(plan("proportion", p=0.9, half_width=0.05).text)
    141 items: a proportion of 0.9 then has a 95% interval of about 0.839 to 0.939 (wilson).
    """
    if kind not in KINDS:
        raise QuestionError(f"There is no plan for {kind!r}.{near(kind, KINDS)} Expected {listed(KINDS, 9)}.")
    function = KINDS[kind]
    known = inspect.signature(function).parameters
    wrong = [x for x in about if x not in known]
    if wrong:
        raise QuestionError(
            f"A plan for {kind} takes no {wrong[0]!r}; it takes {listed(known, 12)}.{near(wrong[0], known)}"
        )
    try:
        inspect.signature(function).bind(*name, **about)
    except TypeError as e:
        raise QuestionError(f"A plan for {kind}: {e}; it takes {listed(known, 12)}.") from None
    return function(*name, **about)
