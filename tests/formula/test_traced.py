"""The traced number writes what was computed."""

import numpy as np
import pytest

from tarazu.formula import Notation, Traced, number

TEXT, TEX = Notation(), Notation("tex")


def named(value, text="x", tex="x"):
    return Traced.named(np.asarray(value, dtype=float), text, tex)


def test_sums_products_and_quotients_keep_their_parentheses():
    a, b, c = named(2, "a", "a"), named(3, "b", "b"), named(5, "c", "c")
    assert (a - (b - c)).formula(TEXT) == "a − (b − c)"
    assert (a - b - c).formula(TEXT) == "a − b − c"
    assert (a / (b * c)).formula(TEXT) == "a / (b × c)"
    assert (a * (b + c)).numbers((), TEXT) == "2 × (3 + 5)"
    assert (a / (b / c)).formula(TEX) == r"\frac{a}{\frac{b}{c}}"
    assert ((a + b) ** 2).formula(TEXT) == "(a + b)²"
    assert (-(a + b)).formula(TEXT) == "−(a + b)"
    assert np.sqrt(a * b).formula(TEXT) == "√(a × b)"
    assert np.sqrt(a * b).formula(TEX) == r"\sqrt{a \times b}"
    assert np.log(a).formula(TEXT) == "ln(a)"


def test_sums_over_vectors_and_tables():
    rows, columns, n = named([15, 15], "r"), named([17, 13], "c"), named(30, "n")
    made = (rows * columns).sum(-1) / n**2
    assert made.formula(TEXT) == "Σ(r × c) / n²"
    assert made.numbers((), TEXT) == "(15 × 17 + 15 × 13) / 30²"
    assert made.value == 0.5
    outer = rows[..., :, None] * columns[..., None, :]
    assert outer.numbers((1, 0), TEXT) == "15 × 17"


def test_views_with_real_and_new_axes():
    table = named([[1, 2], [3, 4]])
    assert table[..., None].numbers((0, 1, 0), TEXT) == "2"
    assert table[:, None, :].numbers((1, 0, 0), TEXT) == "3"


def test_long_sums_are_elided_and_zeros_go_first():
    assert named(range(1, 21)).sum(-1).numbers((), TEXT) == "1 + 2 + 3 + 4 + 5 + … (20 terms) … + 20"
    assert named([0] * 12 + [3, 4]).sum(-1).numbers((), TEXT) == "3 + 4"


def test_where_writes_what_was_chosen():
    x = named([1, 5])
    assert np.where(np.array([False, True]), x, 0).numbers((1,), TEXT) == "5"
    assert x.max(-1).numbers((), TEXT) == "max(1, 5)"


def test_comparisons_are_plain():
    assert (named([1, 2]) > 1).tolist() == [False, True]
    assert np.isnan(named([np.nan])).tolist() == [True]


def test_what_formulas_do_not_need_is_refused():
    with pytest.raises(TypeError, match=r"cannot use np\.sin"):
        np.sin(named(1))
    with pytest.raises(TypeError, match=r"cannot use np\.median"):
        np.median(named([1]))


@pytest.mark.parametrize(
    ("x", "digits", "written"),
    [(0.1, 6, "0.1"), (-3, 6, "−3"), (np.inf, 6, "∞"), (np.nan, 6, "undefined"), (1 / 3, 3, "0.333")],
)
def test_numbers(x, digits, written):
    assert number(x, digits) == written
