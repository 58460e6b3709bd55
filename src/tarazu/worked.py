"""The worked arithmetic of a measure: every step with names, with numbers, and its result.

The steps are the measure's own bodies called with traced arguments. The digits shown suffice: who computes a
step from the numbers as they are printed gets the result as it is printed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tarazu.formula.declare import ROOT, Measure, Quantity
from tarazu.formula.graph import Evaluation
from tarazu.formula.names import split_view
from tarazu.formula.traced import Notation, Traced, number

__all__ = ["Explanation", "Line", "Step", "steps"]

_DIGITS = 6  # of a final result
_ALL = 17  # digits that pin down any double
_LINES = 10  # elements of a vector written out one by one


@dataclass(frozen=True)
class Line:
    """One element of a step: of which class (None for a single number), the numbers, the result."""

    of: str | None
    numbers: str
    result: str
    tex: str


@dataclass(frozen=True)
class Step:
    """One quantity: its id and title, its formula in text and TeX, and the lines worked out."""

    id: str
    title: str
    text: str
    formula: str
    tex: str
    lines: tuple[Line, ...]
    left_out: int = 0


@dataclass(frozen=True)
class Explanation:
    """The worked arithmetic of one measure on one table.

    `table` is the table it is worked on (labels, axes, counts), `undefined` the reason if there is no value.
    """

    name: str
    title: str
    about: str
    source: str
    table: dict[str, Any]
    steps: tuple[Step, ...]
    value: float | None
    undefined: str | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return plain data for strict JSON."""
        return {"schema": "tarazu.explanation/1", **asdict(self)}

    def to_text(self, width: int = 88) -> str:
        """Return the steps as text, broken at equals signs where they do not fit the width."""
        out = []
        for step in self.steps:
            if len(step.lines) == 1 and step.lines[0].of is None:
                parts = [step.title, step.formula, step.lines[0].numbers, step.lines[0].result]
                out += _broken([p for p in dict.fromkeys(parts) if p], width)
            elif not step.formula:
                elements = ", ".join(f"{line.of} {line.result}" for line in step.lines)
                more = f" and {step.left_out} more" if step.left_out else ""
                out.append(f"{step.title}: {elements}{more}")
            else:
                wide = max(len(str(line.of)) for line in step.lines)
                out.append(f"{step.title} = {step.formula}")
                for line in step.lines:
                    out.append(f"    {line.of!s:>{wide}}: {line.numbers} = {line.result}")
                if step.left_out:
                    out.append(f"    {'':>{wide}}  … and {step.left_out} more")
        if self.undefined:
            out.append(f"{self.title} is undefined: {self.undefined}.")
        return "\n".join(out)

    def to_tex(self) -> str:
        """Return the steps as a TeX `align*` environment."""
        rows = []
        for step in self.steps:
            for line in step.lines:
                of = "" if line.of is None else rf"_{{\text{{{_escaped(line.of)}}}}}"
                parts = [step.tex, line.tex] if step.formula and len(step.lines) == 1 else [line.tex]
                left, _, symbolic = step.tex.partition(" = ")
                parts = [symbolic, *parts[1:]] if len(parts) == 2 else parts
                parts = [p for p in [*parts, line.result if line.tex != line.result else ""] if p]
                rows.append(f"  {left}{of} &= " + r" \\ &= ".join(parts))
        return "\\begin{align*}\n" + " \\\\\n".join(rows) + "\n\\end{align*}"

    def __str__(self) -> str:
        return self.to_text()


def _broken(parts: list[str], width: int) -> list[str]:
    """Join `a = b = c` on one line if it fits, else one part a line."""
    line = " = ".join(parts)
    return (
        [line]
        if len(line) <= width or len(parts) < 3
        else [f"{parts[0]} = {parts[1]}"] + [f"    = {p}" for p in parts[2:]]
    )


def _escaped(text: str) -> str:
    return "".join("\\" + c if c in "#$%&_{}" else c for c in text)


def steps(
    evaluation: Evaluation, name: str, params: Mapping[str, Any], exhibits: Sequence[str] = ()
) -> tuple[Step, ...]:
    """Return the worked steps of a quantity, what it is made of first."""
    traces = [_Trace(evaluation, n, params) for n in _order(evaluation, [*exhibits, name], params)]
    wanted: dict[str, int] = {}
    for trace in reversed(traces):  # from the result back: each step asks its operands for enough digits
        digits = trace.settle(wanted.get(trace.name, _DIGITS))
        for need in trace.needs:
            wanted[need] = max(wanted.get(need, _DIGITS), digits)
    return tuple(t.step(wanted.get(t.name, _DIGITS)) for t in traces if t.worth_showing)


def _order(evaluation: Evaluation, names: Sequence[str], params: Mapping[str, Any]) -> list[str]:
    """All quantities needed, each after those it is made of."""
    order: dict[str, None] = {}

    def visit(name: str) -> None:
        there, q = _resolved(evaluation, name)
        if q is None or name in order:
            return
        view = split_view(name)[1]
        for need in _form(there, q).needs:
            visit(_seen_from(view, need))
        order[name] = None

    for name in names:
        visit(name)
    return list(order)


def _resolved(evaluation: Evaluation, name: str) -> tuple[Evaluation, Quantity | None]:
    there, id = evaluation.view(name)
    return there, None if id == ROOT else evaluation.registry.quantities[id]


def _form(evaluation: Evaluation, q: Quantity) -> Quantity:
    return q.form(evaluation.k) if isinstance(q, Measure) else q


def _seen_from(view: str, need: str) -> str:
    """Name a quantity of another view from the outermost evaluation."""
    return need if split_view(need)[1] else need + view


class _Trace:
    """One quantity, called with traced arguments."""

    def __init__(self, evaluation: Evaluation, name: str, params: Mapping[str, Any]) -> None:
        there, q = _resolved(evaluation, name)
        assert q is not None
        self.name, self.quantity, self.view = name, q, split_view(name)[1]
        self.labels = [str(label) for label in evaluation.labels]
        form = _form(there, q)
        self.needs = [_seen_from(self.view, n) for n in form.needs]
        self.value = np.asarray(evaluation(name, params))
        self.values = [np.asarray(evaluation(n, params)) for n in self.needs]
        self.undefined = np.isnan(self.value)
        named = [_name_of(evaluation, n) for n in self.needs]
        self.body = form.body
        self.given = there.arguments(form, params)
        traced = {k: _traced_argument(k, v) for k, v in self.given.items()}
        with np.errstate(all="ignore"):
            made = self.body(*(Traced.named(v, *n) for v, n in zip(self.values, named, strict=True)), **traced)
        self.made = made if isinstance(made, Traced) else Traced(np.asarray(made), "leaf")
        self.digits = _DIGITS

    @property
    def worth_showing(self) -> bool:
        """A number picked out of the table, or passed on, is no step; the counts of a class are."""
        return self.made.op != "leaf" or not self.quantity.needs or self.needs[0].startswith(ROOT)

    def settle(self, shown: int) -> int:
        """Find the digits the operands need for the printed arithmetic to give the printed result."""
        target = [number(v, shown) for v in self.value.flat]
        for digits in range(shown, _ALL):
            given = {k: _rounded(v, digits) if isinstance(v, np.ndarray | float) else v for k, v in self.given.items()}
            with np.errstate(all="ignore"):
                made = self.body(*(_rounded(v, digits) for v in self.values), **given)
            again = np.where(self.undefined, np.nan, made)
            if [number(v, shown) for v in again.flat] == target:
                self.digits = digits
                return digits
        self.digits = _ALL
        return _ALL

    def step(self, shown: int) -> Step:
        """Write it down, the result with so many digits."""
        text, tex = Notation("text", self.digits), Notation("tex", self.digits)
        q = self.quantity
        plain = self.made.op == "leaf"
        places = list(np.ndindex(self.value.shape))
        if self.value.ndim == 2:  # a table: its diagonal shows the way
            places = [p for p in places if p[0] == p[1]]
        left_out = len(places) - _LINES if len(places) > _LINES + 1 else 0
        places = places[:_LINES] if left_out else places
        lines = tuple(
            Line(
                self._of(p),
                "" if plain else self.made.numbers(p, text),
                "undefined" if self.undefined[p] else number(float(self.value[p]), shown),
                number(float(self.value[p]), shown, "tex") if plain else self.made.numbers(p, tex),
            )
            for p in places
        )
        return Step(
            id=self.name,
            title=q.name_in_text + {"": "", "_by_class": " of each class", "_pooled": ", pooled"}[self.view],
            text=q.text,
            formula="" if plain else self.made.formula(text),
            tex=q.name_in_tex + ("" if plain else " = " + self.made.formula(tex)),
            lines=lines,
            left_out=left_out,
        )

    def _of(self, place: tuple[int, ...]) -> str | None:
        names = [self.labels[i] if i < len(self.labels) else str(i + 1) for i in place]
        return ", ".join(names) or None


def _name_of(evaluation: Evaluation, name: str) -> tuple[str, str]:
    q = _resolved(evaluation, name)[1]
    return ("counts", "C") if q is None else (q.name_in_text, q.name_in_tex)


def _traced_argument(name: str, value: Any) -> Any:
    return Traced.named(value, name, rf"\text{{{name}}}") if isinstance(value, np.ndarray) else value


def _rounded(values: NDArray[Any] | float, digits: int) -> NDArray[np.float64]:
    values = np.asarray(values)
    return np.array([float(f"{v:.{digits - 1}e}") for v in values.flat]).reshape(values.shape)
