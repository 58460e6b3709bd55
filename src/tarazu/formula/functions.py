"""Functions of formulas that numpy does not have: for real numbers, complex ones (the gradient) and traced ones."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from tarazu.formula.traced import Constant, Traced

__all__ = ["PI", "ROOT_3", "E", "Function", "log_factorial", "normal_quantile"]

PI = Constant.named(np.pi, "π", r"\pi")
E = Constant.named(math.e, "e", "e")
ROOT_3 = Constant.named(3**0.5, "√3", r"\sqrt{3}")


class Function:
    """A function of one number, its derivative, and how it is written.

    >>> float(normal_quantile(0.975).round(4))
    1.96
    """

    def __init__(self, written: tuple[str, str], value: Callable[[Any], Any], slope: Callable[[Any], Any]) -> None:
        self.written = written
        self._value = value
        self._slope = slope

    def __call__(self, x: Any) -> Any:
        """Return the value; of a complex number to first order in its imaginary part, which is all a step needs."""
        if isinstance(x, Traced):
            return Traced(self(x.value), self, (x,))
        if not np.iscomplexobj(x):
            return self._value(x)
        return self._value(x.real) + 1j * np.where(x.imag == 0, 0, x.imag * self._slope(x.real))


def _ndtri(p: Any) -> Any:
    from scipy.special import ndtri  # scipy is imported when it is used: the command line starts without it

    return ndtri(p)


def _ndtri_slope(p: Any) -> Any:
    return np.sqrt(2 * np.pi) * np.exp(_ndtri(p) ** 2 / 2)


def _log_factorial(x: Any) -> Any:
    from scipy.special import gammaln

    return gammaln(x + 1)


def _log_factorial_slope(x: Any) -> Any:
    from scipy.special import digamma

    return digamma(x + 1)


normal_quantile = Function(("z", "z"), _ndtri, _ndtri_slope)
log_factorial = Function(("ln_factorial", r"\ln\Gamma_1"), _log_factorial, _log_factorial_slope)
