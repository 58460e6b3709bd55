"""The traced number: an array that remembers how it was made.

A measure's body called with traced arguments returns, beside the value, the expression that made it, which
can be written with names (`correct / n`) or with numbers (`18 / 30`), as text or as TeX. The worked
arithmetic therefore cannot drift from the code: it is the code.

Only what formulas need is known here: + − × ÷, powers, roots, logarithms, sums, extremes and `np.where`.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import Any, Literal

import numpy as np
from numpy.lib.mixins import NDArrayOperatorsMixin
from numpy.typing import NDArray

__all__ = ["Constant", "Notation", "Traced", "number"]

Style = Literal["text", "tex"]
Index = tuple[int, ...]

_SUM, _PRODUCT, _POWER, _ATOM = 1, 2, 3, 4  # how tightly an expression binds

_INFIX = {  # ufunc: (text, TeX, how tightly it binds)
    np.add: (" + ", " + ", _SUM),
    np.subtract: (" − ", " - ", _SUM),
    np.multiply: (" × ", r" \times ", _PRODUCT),
    np.true_divide: (" / ", "", _PRODUCT),
}
_PREFIX = {  # ufunc: (text, TeX)
    np.sqrt: ("√", r"\sqrt"),
    np.log: ("ln", r"\ln"),
    np.log2: ("log₂", r"\log_2"),
    np.exp: ("exp", r"\exp"),
    np.absolute: ("abs", r"\operatorname{abs}"),
    np.arcsin: ("arcsin", r"\arcsin"),
}
_EXTREME = {np.maximum: ("max", r"\max"), np.minimum: ("min", r"\min")}
_PLAIN = {np.equal, np.not_equal, np.less, np.less_equal, np.greater, np.greater_equal, np.isnan, np.isfinite}


def number(x: float, digits: int = 6, style: Style = "text") -> str:
    """Write a number with so many significant digits; whole numbers are written out.

    >>> number(0.5148019), number(30), number(1.25e-9, 3)
    ('0.514802', '30', '1.25 × 10^−9')
    """
    if math.isnan(x):
        return "undefined" if style == "text" else r"\text{undefined}"
    if math.isinf(x):
        sign = "−" if x < 0 else ""
        return sign + ("∞" if style == "text" else r"\infty")
    if x == int(x) and abs(x) < 1e15:
        return str(int(x)).replace("-", "−" if style == "text" else "-")
    mantissa, _, exponent = f"{x:.{digits}g}".partition("e")
    if "." in mantissa:
        mantissa = mantissa.rstrip("0").rstrip(".")
    if exponent:
        power = int(exponent)
        mantissa += f" × 10^{power}" if style == "text" else rf" \times 10^{{{power}}}"
    return mantissa.replace("-", "−") if style == "text" else mantissa


@dataclass(frozen=True)
class Notation:
    """How to write an expression: text or TeX, how many digits, how many terms of a long sum."""

    style: Style = "text"
    digits: int = 6
    terms: int = 10

    def pick(self, text: str, tex: str) -> str:
        """Return the text or the TeX form."""
        return text if self.style == "text" else tex

    def braced(self, inner: str) -> str:
        """Put parentheses around."""
        return self.pick(f"({inner})", rf"\left({inner}\right)")


class Constant(float):
    """A number that is written by its name, such as π."""

    text: str
    tex: str

    @classmethod
    def named(cls, value: float, text: str, tex: str) -> Constant:
        """Return the number with its name in text and in TeX."""
        made = cls(value)
        made.text, made.tex = text, tex
        return made


class Traced(NDArrayOperatorsMixin):
    """An array, and how it was made. Made by `Traced.named`, then only by arithmetic."""

    __slots__ = ("args", "op", "tex", "text", "value")

    def __init__(self, value: Any, op: Any, args: tuple[Any, ...] = (), text: str = "", tex: str = "") -> None:
        self.value: NDArray[Any] = np.asarray(value)
        self.op = op
        self.args: tuple[Any, ...] = args
        self.text = text
        self.tex = tex

    @classmethod
    def named(cls, value: Any, text: str, tex: str) -> Traced:
        """Start a trace: a quantity with its name in text and in TeX."""
        return cls(value, "leaf", (), text, tex)

    # ---- arithmetic: everything goes through numpy's protocols, so that plain formulas work unchanged

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **kwargs: Any) -> Any:
        if method != "__call__" or kwargs:
            return NotImplemented
        with np.errstate(all="ignore"):
            value = ufunc(*(x.value if isinstance(x, Traced) else x for x in inputs))
        if ufunc in _PLAIN:
            return value
        if ufunc in _INFIX or ufunc in _PREFIX or ufunc in _EXTREME or ufunc in (np.power, np.negative):
            return Traced(value, ufunc, tuple(map(_traced, inputs)))
        raise TypeError(f"a traced formula cannot use np.{ufunc.__name__}")

    def __array_function__(self, func: Any, types: Any, args: Any, kwargs: Any) -> Any:
        if func is np.where:
            mask, yes, no = (x.value if isinstance(x, Traced) and i == 0 else x for i, x in enumerate(args))
            yes, no = _traced(yes), _traced(no)
            return Traced(np.where(mask, yes.value, no.value), "where", (np.asarray(mask), yes, no))
        if func is np.diagonal:
            return args[0]._picked(func(args[0].value, **kwargs))
        raise TypeError(f"a traced formula cannot use np.{func.__name__}")

    def _picked(self, value: Any) -> Traced:
        return Traced(value, "leaf", (), self.text, self.tex)

    def __getitem__(self, key: Any) -> Traced:
        keys = key if isinstance(key, tuple) else (key,)
        if all(k is None or k is Ellipsis or k == slice(None) for k in keys):  # new axes: the same numbers
            places = np.arange(self.value.size).reshape(self.shape)[key]
            return Traced(self.value[key], "view", (self, places))
        return self._picked(self.value[key])

    def sum(self, axis: int | tuple[int, ...]) -> Traced:
        """Sum over one or several axes."""
        return Traced(self.value.sum(axis=axis), "sum", (self, _axes(axis, self.ndim)))

    def max(self, axis: int) -> Traced:
        """Maximum over an axis."""
        return Traced(self.value.max(axis=axis), "max", (self, _axes(axis, self.ndim)))

    def min(self, axis: int) -> Traced:
        """Minimum over an axis."""
        return Traced(self.value.min(axis=axis), "min", (self, _axes(axis, self.ndim)))

    @property
    def shape(self) -> tuple[int, ...]:
        """Shape of the value."""
        return self.value.shape

    @property
    def ndim(self) -> int:
        """Number of axes of the value."""
        return self.value.ndim

    # ---- writing it down

    def formula(self, notation: Notation) -> str:
        """Write the expression with names."""
        return self._write(None, notation)[0]

    def numbers(self, index: Index, notation: Notation) -> str:
        """Write one element of the expression with numbers."""
        return self._write(index, notation)[0]

    def _write(self, at: Index | None, n: Notation) -> tuple[str, int]:
        """Write with names (`at` is None) or with the numbers of one element; say how tightly it binds."""
        if self.op == "constant":
            return n.pick(self.text, self.tex), _ATOM
        if self.op == "leaf":
            if at is None and self.text:
                return n.pick(self.text, self.tex), _ATOM
            value = float(self.value[_within(at or (), self.shape)])
            written = number(value, n.digits, n.style)
            return written, (_SUM if value < 0 else _PRODUCT if "10^" in written else _ATOM)
        if self.op == "view":
            source: Traced = self.args[0]
            places = self.args[1]
            return source._write(None if at is None else np.unravel_index(places[at], source.shape), n)
        if self.op == "where":
            mask = self.args[0]
            yes, no = map(_traced, self.args[1:])
            if at is None:
                return (yes if mask.any() else no)._write(None, n)
            chosen = yes if mask[_within(at, mask.shape)] else no
            return chosen._write(_within(at, chosen.shape), n)
        if self.op in ("sum", "max", "min"):
            return self._write_over(at, n)
        return self._write_call(at, n)

    def _write_over(self, at: Index | None, n: Notation) -> tuple[str, int]:
        inner: Traced = self.args[0]
        axes = self.args[1]
        if at is None:
            text, binds = inner._write(None, n)
            if self.op != "sum":
                return n.pick(self.op, f"\\{self.op}") + n.braced(text), _ATOM
            if n.style == "tex":
                return r"\sum " + (n.braced(text) if binds < _PRODUCT else text), _PRODUCT
            return (f"Σ {text}" if binds == _ATOM else f"Σ({text})"), _PRODUCT
        places = list(_places(at, axes, inner.shape))
        if self.op != "sum":
            terms = [inner._write(p, n)[0] for p in places]
            return n.pick(self.op, f"\\{self.op}") + n.braced(", ".join(_elided(terms, n))), _ATOM
        if len(places) > n.terms:  # terms that add nothing are the first to go
            places = [p for p in places if inner.value[p] != 0] or places[:1]
        parts = [inner._write(p, n) for p in places]
        if len(parts) == 1:
            return parts[0]
        return " + ".join(_elided([t if b > _SUM else n.braced(t) for t, b in parts], n)), _SUM

    def _write_call(self, at: Index | None, n: Notation) -> tuple[str, int]:
        parts = [a._write(None if at is None else _within(at, a.shape), n) for a in self.args]
        (left, tight), op = parts[0], self.op
        prefix = _PREFIX.get(op) or getattr(op, "written", None)
        if prefix:
            name = n.pick(*prefix)
            if op is np.sqrt and n.style == "tex":
                return rf"{name}{{{left}}}", _ATOM
            return name + (left if op is np.sqrt and tight == _ATOM and "(" not in left else n.braced(left)), _ATOM
        if op in _EXTREME:
            return n.pick(*_EXTREME[op]) + n.braced(", ".join(t for t, _ in parts)), _ATOM
        if op is np.negative:
            return n.pick("−", "-") + (left if tight > _SUM else n.braced(left)), _SUM
        if op is np.power:
            base = left if tight >= _ATOM else n.braced(left)
            power = parts[1][0]
            return base + n.pick({"2": "²", "3": "³"}.get(power, f"^{power}"), f"^{{{power}}}"), _POWER
        right, tight_right = parts[1]
        text, tex, binds = _INFIX[op]
        if op is np.true_divide and n.style == "tex":
            return rf"\frac{{{left}}}{{{right}}}", _ATOM
        # a − (b − c) and a / (b × c) need their parentheses, a + (b + c) does not
        need = binds + (op in (np.subtract, np.true_divide))
        left = left if tight >= binds else n.braced(left)
        right = right if tight_right >= need else n.braced(right)
        return left + n.pick(text, tex) + right, binds


def _traced(x: Any) -> Traced:
    if isinstance(x, Constant):
        return Traced(float(x), "constant", (), x.text, x.tex)
    return x if isinstance(x, Traced) else Traced(x, "leaf")


def _axes(axis: int | tuple[int, ...], ndim: int) -> tuple[int, ...]:
    return tuple(a % ndim for a in (axis if isinstance(axis, tuple) else (axis,)))


def _within(at: Index, shape: tuple[int, ...]) -> Index:
    """Turn the index of a broadcast result into the index of one operand."""
    return tuple(0 if size == 1 else i for i, size in zip(at[len(at) - len(shape) :], shape, strict=True))


def _places(at: Index, axes: tuple[int, ...], shape: tuple[int, ...]) -> Iterator[Index]:
    """All indices of the summed array that belong to one element of the sum."""
    for where in product(*(range(shape[a]) for a in axes)):
        rest, over = iter(at), dict(zip(axes, where, strict=True))
        yield tuple(over[a] if a in over else next(rest) for a in range(len(shape)))


def _elided(terms: list[str], n: Notation) -> list[str]:
    if len(terms) <= n.terms:
        return terms
    return [*terms[: n.terms // 2], n.pick(f"… ({len(terms)} terms) …", r"\dots"), terms[-1]]
