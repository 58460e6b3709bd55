"""A measure asked for, with its parameters: the same text in Python, on the command line and in JSON.

`kappa(weights=quadratic)`, `fbeta(beta=0.5)`, `recall[cat]`, `f1_macro(undefined=omit)`.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from tarazu.errors import QuestionError, listed, near
from tarazu.formula.declare import REGISTRY, Measure, Registry

__all__ = ["Call", "parse"]

_SHAPE = re.compile(r"^\s*([^\[\](){}=<>]+?)\s*(?:\((.*)\))?\s*(?:\[(.*)\])?\s*$", re.DOTALL)


@dataclass(frozen=True)
class Call:
    """A measure with parameters, and the class asked for if one was named."""

    measure: Measure
    params: Mapping[str, Any] = field(default_factory=dict)
    label: str | None = None

    @property
    def name(self) -> str:
        """The canonical text; parameters at their defaults are left out.

        >>> parse("Cohen's kappa (weights = quadratic)").name
        'kappa(weights=quadratic)'
        """
        given = ", ".join(f"{k}={_written(v)}" for k, v in self.params.items())
        return self.measure.id + (f"({given})" if given else "")


def parse(text: str, registry: Registry = REGISTRY) -> Call:
    """Read `name`, `name(parameter=value, ...)` or `name[class]`.

    >>> parse("recall[cat]").label
    'cat'
    """
    match = _SHAPE.match(text)
    if not match:
        raise QuestionError(f"Cannot read {text!r} as a measure: expected name, name(parameter=value) or name[class].")
    name, inside, label = match.groups()
    found = registry.find(name)
    return Call(found, _params(inside, found, registry) if inside else {}, label)


def with_params(found: Measure, given: Mapping[str, Any], registry: Registry = REGISTRY) -> Call:
    """Return the call with these parameters, checked to be parameters of that measure."""
    known = registry.all_params(found)
    for name in given:
        if name not in known:
            what = f"it takes {listed(known)}" if known else "it takes none"
            raise QuestionError(f"{found.id} has no parameter {name!r}; {what}.{near(name, known)}")
    return Call(found, {k: v for k, v in given.items() if v != known[k]})


def _params(inside: str, found: Measure, registry: Registry) -> dict[str, Any]:
    try:
        written = ast.parse(f"f({inside})", mode="eval").body
        if not isinstance(written, ast.Call):
            raise ValueError
        given = {str(k.arg): _value(k.value) for k in written.keywords}
    except (SyntaxError, ValueError) as e:
        raise QuestionError(f"Cannot read the parameters ({inside}) of {found.id}: expected name=value, ...") from e
    if written.args:
        raise QuestionError(f"Parameters of {found.id} need their names: ({inside}); expected name=value, ...")
    return dict(with_params(found, given, registry).params)


def _value(node: ast.expr) -> Any:
    if isinstance(node, ast.Name):
        return node.id
    return ast.literal_eval(node)


def _written(value: Any) -> str:
    if isinstance(value, str):
        return value if value.isidentifier() else json.dumps(value, ensure_ascii=False)
    return str(value).replace(" ", "")
