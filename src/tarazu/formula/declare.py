"""How a measure is declared: a passport and a body.

The body is a pure function whose positional parameters name the quantities it is made of and whose
keyword-only parameters are the measure's own parameters::

    @measure(title="Cohen's kappa", family="agreement", range=(-1, 1), best=1, chance=0)
    def kappa(accuracy, expected_accuracy):
        \"\"\"Agreement beyond chance, as a share of what is possible beyond chance.\"\"\"
        return (accuracy - expected_accuracy) / (1 - expected_accuracy)

Everything else (the value, its gradient, the worked arithmetic, the averages over classes, the command
line, the listing, the law tests) follows from this.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any, Literal, overload

import numpy as np

from tarazu.errors import QuestionError, near
from tarazu.formula.names import normalised, split_view

__all__ = [
    "REGISTRY",
    "Measure",
    "Parameter",
    "Quantity",
    "Registry",
    "When",
    "measure",
    "parameter",
    "quantity",
    "when",
]

Body = Callable[..., Any]
Average = Literal["macro", "micro", "weighted"]

ROOT = "counts"
CELLS = ("tp", "fp", "fn", "tn")


@dataclass(frozen=True)
class When:
    """One way to be undefined: a key, a condition on quantities, and the reason in words.

    `{label}` in the text stands for the class in question.
    """

    key: str
    condition: Body
    text: str
    needs: tuple[str, ...]


def when(key: str, condition: Body, text: str) -> When:
    """Declare one way to be undefined, for `measure(undefined=[...])`."""
    return When(key, condition, text, tuple(inspect.signature(condition).parameters))


@dataclass(frozen=True)
class Parameter:
    """A parameter of measures: what it is, and how a value given by the user becomes what bodies get.

    `read(value, table)` returns that, or raises QuestionError saying what was expected; `table` is the
    evaluation, which knows labels and their places on a scale. `examples` are values that fit any table: the
    law tests try them all.
    """

    name: str
    text: str
    read: Callable[[Any, Any], Any]
    examples: tuple[Any, ...]


@dataclass(frozen=True)
class Quantity:
    """A named quantity and the body that makes it out of others."""

    id: str
    body: Body
    needs: tuple[str, ...]
    params: Mapping[str, Any] = field(default_factory=dict)
    symbol: str = ""
    tex: str = ""

    @property
    def text(self) -> str:
        """The description: the first paragraph of the docstring."""
        return (inspect.getdoc(self.body) or "").split("\n\n")[0].replace("\n", " ")

    @property
    def name_in_tex(self) -> str:
        """How formulas in TeX name it."""
        return self.tex or rf"\text{{{self.name_in_text}}}"

    @property
    def name_in_text(self) -> str:
        """How formulas in text name it."""
        return self.symbol or self.id.replace("_", " ")


@dataclass(frozen=True)
class Measure(Quantity):
    """A measure: a quantity with a passport.

    `range` is the closed range of its values, `best` the value of a perfect result, `chance` the value
    when the two axes are independent (None where there is no such constant). `symmetric` says that
    exchanging truth and prediction changes nothing, so that no orientation is needed; `for_raters` that it
    makes sense of two raters as equals all the same. `smooth` says that it has a derivative, `scale_free` that
    only the proportions of the counts matter. `two_class` is the textbook form for a 2 × 2 table, where there is
    one. `headline` puts it on the short report. `exhibits` are quantities worth showing beside its arithmetic.

    `trials` says that it is a plain proportion, and of how many items: the denominator; `disjoint` that those of
    different classes are different items; `independent` that a measure is a sum of such proportions, each of
    other items. `named_averages` are the names that an average over the classes has of its own.
    """

    title: str = ""
    family: str = ""
    range: tuple[float, float] = (0.0, 1.0)
    best: float | None = 1.0
    chance: float | None = None
    symmetric: bool = False
    for_raters: bool = False
    smooth: bool = True
    scale_free: bool = True
    headline: bool = False
    aliases: tuple[str, ...] = ()
    source: str = ""
    undefined: tuple[When, ...] = ()
    two_class: Quantity | None = None
    exhibits: tuple[str, ...] = ()
    trials: Body | None = None
    disjoint: bool = False
    independent: bool = False
    averages: bool = True
    named_averages: Mapping[Average, Sequence[str]] = field(default_factory=dict)
    average: Average | None = None
    of: str = ""  # an average names the measure it averages

    def passport(self) -> dict[str, Any]:
        """Return the passport as plain data for strict JSON."""

        def bound(x: float | None) -> float | str | None:
            return x if x is None or np.isfinite(x) else "inf" if x > 0 else "-inf"

        return {
            "id": self.id,
            "title": self.title,
            "family": self.family,
            "what": self.text,
            "range": [bound(x) for x in self.range],
            "best": bound(self.best),
            "chance": self.chance,
            "needs_orientation": not self.symmetric,
            "parameters": REGISTRY.all_params(self),
            "undefined_when": [w.text.replace("{label}", "in question") for w in self.undefined],
            "aliases": list(self.aliases),
            "averages": [f"{self.id}_{a}" for a in ("macro", "micro", "weighted") if REGISTRY.has(f"{self.id}_{a}")],
            "source": self.source,
        }

    def form(self, k: int) -> Quantity:
        """Return the body used for a k × k table."""
        return self.two_class if k == 2 and self.two_class else self


class Registry:
    """All measures, quantities and parameters, found by any of their names."""

    def __init__(self) -> None:
        self.quantities: dict[str, Quantity] = {}
        self.parameters: dict[str, Parameter] = {}
        self._names: dict[str, str] = {}  # normalised name or alias -> id

    @property
    def measures(self) -> dict[str, Measure]:
        """All measures by id, averages included, in the order of their declaration."""
        return {id: q for id, q in self.quantities.items() if isinstance(q, Measure)}

    def add(self, q: Quantity) -> None:
        """Add a quantity; a measure of a class brings its averages over classes with it."""
        if q.id in self.quantities:
            raise ValueError(f"{q.id} is declared twice")
        unknown = [name for name in q.params if name not in self.parameters]
        unknown += [name for name in self.needs(q) if name != ROOT and not self.has(split_view(name)[0])]
        if unknown:
            raise ValueError(
                f"{q.id} needs {', '.join(unknown)}, not declared so far: a typo, or its file must import "
                "the file that declares it"
            )
        self.quantities[q.id] = q
        if not isinstance(q, Measure):
            return
        for name in (q.id, q.title, *q.aliases):
            known = self._names.setdefault(normalised(name), q.id)
            if known != q.id:
                raise ValueError(f"the name {name!r} is used by both {known} and {q.id}")
        if q.trials:
            self.add(replace(_declared(q.trials), id=f"{q.id}_trials"))
        if q.average is None and q.averages and self.of_class(q):
            for average in _averages(q):
                self.add(average)

    @contextmanager
    def temporarily(self, *added: Quantity) -> Iterator[None]:
        """Add quantities for the length of a with block (for tests and try-outs)."""
        before = (dict(self.quantities), dict(self._names))
        try:
            for q in added:
                self.add(q)
            yield
        finally:
            self.quantities, self._names = before

    def find(self, name: str) -> Measure:
        """Return the measure of that name, id or alias in any spelling; QuestionError with a hint if none."""
        id = self._names.get(normalised(name)) or self._average_named(name)
        if id is None:
            raise QuestionError(
                f"There is no measure called {name!r}.{near(name, [*self._names, *self.measures])} "
                "`tarazu measures` lists them all."
            )
        found = self.quantities[id]
        assert isinstance(found, Measure)
        return found

    def _average_named(self, name: str) -> str | None:
        """Find `macro F1`, `f1_macro`, `macro-averaged F1` ... as the average of the measure named."""
        words = normalised(name).split("_")
        which = [w for w in ("macro", "micro", "weighted") if w in words]
        if len(which) != 1:
            return None
        rest = [w for w in words if w not in (which[0], "average", "averaged", "avg", "mean")]
        id = f"{self._names.get('_'.join(rest))}_{which[0]}"
        return id if id in self.quantities else None

    def needs(self, q: Quantity) -> tuple[str, ...]:
        """Names of everything a quantity needs directly, its own conditions included."""
        conditions = [n for w in q.undefined for n in w.needs] if isinstance(q, Measure) else []
        two = q.two_class.needs if isinstance(q, Measure) and q.two_class else ()
        return tuple(dict.fromkeys([*q.needs, *conditions, *two]))

    def of_class(self, q: Quantity) -> bool:
        """Whether a quantity belongs to one class (it is made of TP, FP, FN, TN) and not to the table."""
        return any(n in CELLS or (n in self.quantities and self.of_class(self.quantities[n])) for n in q.needs)

    def all_params(self, q: Quantity) -> dict[str, Any]:
        """Parameters of a quantity with their defaults: its own, and those of what it is made of."""
        found: dict[str, Any] = {}
        for name in self.needs(q):
            if name != ROOT:
                found |= self.all_params(self.quantities[split_view(name)[0]])
        return found | dict(q.params)

    @property
    def names(self) -> tuple[str, ...]:
        """Every name of every measure, as names are compared."""
        return tuple(self._names)

    def has(self, id: str) -> bool:
        """Whether a quantity of that id is declared."""
        return id in self.quantities


REGISTRY = Registry()


def parameter(name: str, text: str, read: Callable[[Any, Any], Any], examples: Sequence[Any]) -> None:
    """Declare a parameter that bodies may take."""
    REGISTRY.parameters[name] = Parameter(name, text, read, tuple(examples))


def _declared(body: Body, symbol: str = "", tex: str = "") -> Quantity:
    arguments = inspect.signature(body).parameters.values()
    return Quantity(
        id=body.__name__,
        body=body,
        needs=tuple(a.name for a in arguments if a.kind is not a.KEYWORD_ONLY),
        params={a.name: a.default for a in arguments if a.kind is a.KEYWORD_ONLY},
        symbol=symbol,
        tex=tex,
    )


@overload
def quantity(body: Body, /) -> Body: ...
@overload
def quantity(*, symbol: str = "", tex: str = "") -> Callable[[Body], Body]: ...
def quantity(body: Body | None = None, /, *, symbol: str = "", tex: str = "") -> Any:
    """Declare a quantity that measures are made of."""

    def declare(body: Body) -> Body:
        REGISTRY.add(_declared(body, symbol, tex))
        return body

    return declare(body) if body else declare


def declared(
    body: Body,
    *,
    two_class: Body | None = None,
    undefined: Sequence[When] = (),
    aliases: Sequence[str] = (),
    exhibits: Sequence[str] = (),
    symbol: str = "",
    tex: str = "",
    **passport: Any,
) -> Measure:
    """Return the measure declared by a body and a passport, without adding it to the registry."""
    return Measure(
        **vars(_declared(body, symbol, tex)),
        two_class=_declared(two_class) if two_class else None,
        undefined=tuple(undefined),
        aliases=tuple(aliases),
        exhibits=tuple(exhibits),
        **passport,
    )


def measure(**passport: Any) -> Callable[[Body], Body]:
    """Declare a measure: see `Measure` for the fields of the passport."""

    def declare(body: Body) -> Body:
        REGISTRY.add(declared(body, **passport))
        return body

    return declare


def _averages(m: Measure) -> Iterator[Measure]:
    """The averages of a class measure over all classes, as measures of the table."""
    blank = replace(
        m,
        of=m.id,
        averages=False,
        two_class=None,
        undefined=(),
        headline=False,
        trials=None,
        disjoint=False,
        named_averages={},
        exhibits=(),
        symbol="",
        tex="",
    )
    values = f"{m.id}_by_class"
    nothing = f"{m.title} is undefined for every class"
    names = {average: tuple(known) for average, known in m.named_averages.items()}
    yield replace(
        blank,
        id=f"{m.id}_macro",
        title=f"{m.title}, macro average",
        average="macro",
        aliases=names.get("macro", ()),
        body=macro,
        needs=(values, "number_of_classes"),
        params={"undefined": "keep"},
        independent=m.disjoint,
        undefined=(When("no_class_defined", lambda v: np.isnan(v).all(-1), nothing, (values,)),),
    )
    yield replace(
        blank,
        id=f"{m.id}_micro",
        title=f"{m.title}, micro average",
        average="micro",
        aliases=names.get("micro", ()),
        body=micro,
        needs=(f"{m.id}_pooled",),
        params={},
        symmetric=True,  # pooled over all classes there are as many FP as FN
        chance=None,  # and the pooled table of independent axes is not independent
    )
    nothing_counted = When(
        "no_class_defined",
        lambda v, row_totals: (np.isnan(v) | (row_totals == 0)).all(-1),
        f"{nothing} that occurs",
        (values, "row_totals"),
    )
    yield replace(
        blank,
        id=f"{m.id}_weighted",
        title=f"{m.title}, weighted average",
        average="weighted",
        aliases=names.get("weighted", ()),
        body=weighted,
        needs=(values, "row_totals"),
        params={"undefined": "keep"},
        symmetric=False,
        undefined=(nothing_counted,),
    )


def macro(values: Any, number_of_classes: Any, *, undefined: str) -> Any:
    """Mean over the classes, every class counting the same."""
    if undefined == "keep":  # one class without a value leaves the mean without one
        return values.sum(-1) / number_of_classes
    defined = ~np.isnan(values)
    classes = defined.sum(-1) if undefined == "omit" else number_of_classes
    return np.where(defined, values, 0).sum(-1) / classes


def weighted(values: Any, row_totals: Any, *, undefined: str) -> Any:
    """Mean over the classes, each counting as often as it is true."""
    counted = row_totals > 0  # a class of no weight cannot spoil the mean
    if undefined == "omit":
        counted = counted & ~np.isnan(values)
    if undefined == "zero":
        values = np.where(~np.isnan(values), values, 0)
    total = np.where(counted, row_totals, 0).sum(-1)
    return np.where(counted, row_totals * values, 0).sum(-1) / total


def micro(pooled: Any) -> Any:
    """The measure of all one-against-the-rest tables added up."""
    return pooled
