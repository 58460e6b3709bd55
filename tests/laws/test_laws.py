"""Laws that every measure of the registry obeys, read off its passport. A new measure joins by itself."""

import math
import re

import numpy as np
import pytest

from tarazu.formula import REGISTRY, Call, Evaluation, gradient, parse
from tarazu.formula.functions import log_factorial, normal_quantile
from tarazu.formula.traced import number
from tarazu.worked import steps

from .tables import CALLS, CORPUS, IDS, corpus, name_of, stack, tally, values


def every(wanted=lambda m, params: True):
    """Run a test for every measure with every parameter changed, or for those a law applies to."""
    chosen = [(c, id) for c, id in zip(CALLS, IDS, strict=True) if wanted(*c)]
    return pytest.mark.parametrize(("m", "params"), [c for c, _ in chosen], ids=[id for _, id in chosen])


def adds_counts(params):
    """Whether a constant is added to the counts, which is no property of the data."""
    return bool(params.get("correction"))


def assert_same(a, b, tolerance=1e-12):
    a, b = np.broadcast_arrays(a, b)
    assert (np.isnan(a) == np.isnan(b)).all()
    finite = np.isfinite(a) & np.isfinite(b)
    assert (a[~finite & ~np.isnan(a)] == b[~finite & ~np.isnan(b)]).all()
    np.testing.assert_allclose(a[finite], b[finite], rtol=tolerance, atol=tolerance)


@every()
def test_values_are_in_the_range_or_undefined_with_a_reason(m, params):
    for k, tables in CORPUS.items():
        found = corpus(k)(name_of(m), params)
        defined = found[~np.isnan(found)]
        assert (defined >= m.range[0] - 1e-12).all()
        assert (defined <= m.range[1] + 1e-12).all()
        for place in np.argwhere(np.isnan(found))[:40]:
            at = int(place[1]) if REGISTRY.of_class(m) else None
            assert Evaluation.of(tally(tables[place[0]])).why(name_of(m), params, at).text


@every(lambda m, params: m.best is not None and not adds_counts(params))
def test_a_perfect_prediction_gives_the_best_value(m, params):
    for diagonal in ([3, 4], [5, 1, 2], [2, 2, 2, 9]):
        assert_same(values(m, params, np.diag(diagonal)), m.best)


@every(lambda m, params: m.chance is not None and not adds_counts(params))
def test_independence_gives_the_value_of_chance(m, params):
    for rows, columns in (([1, 2], [3, 1]), ([1, 2, 3], [4, 1, 1]), ([2, 2, 5, 1], [3, 4, 1, 2])):
        assert_same(values(m, params, np.outer(rows, columns)), m.chance)


@every()
def test_exchanging_truth_and_prediction(m, params):
    same = [
        np.allclose(corpus(k)(name_of(m), params), corpus(k, True)(name_of(m), params), equal_nan=True)
        for k in (2, 3, 5)
    ]
    if m.symmetric:
        assert all(same)
    elif not m.average and "costs" not in REGISTRY.all_params(m):
        # but the weighted average of the recall is the accuracy, and costs may be the same both ways
        assert not all(same)


@every(lambda m, params: not params.get("weights") and not params.get("costs"))
def test_the_order_of_the_classes_does_not_matter(m, params):
    order = [2, 0, 4, 1, 3]
    before = corpus(5)(name_of(m), params)
    shuffled = stack(CORPUS[5][:, order][:, :, order])(name_of(m), params)
    assert_same(before[..., order] if REGISTRY.of_class(m) else before, shuffled)


@every(lambda m, params: m.scale_free and not adds_counts(params))
def test_only_proportions_matter(m, params):
    for k in (2, 3):
        assert_same(corpus(k)(name_of(m), params), stack(CORPUS[k] * 1000)(name_of(m), params))


@every()
def test_a_tally_of_all_data_is_the_sum_of_its_parts(m, params):
    for a, b in zip(CORPUS[3][:12], CORPUS[3][12:24], strict=True):
        evaluation = Evaluation.of(tally(a) + tally(b))
        assert_same(np.atleast_1d(evaluation(name_of(m), params)), values(m, params, a + b))


@every()
def test_a_stack_of_tables_gives_the_value_of_each(m, params):
    for k in (2, 3):
        for one, counts in list(zip(corpus(k)(name_of(m), params), CORPUS[k], strict=True))[::8]:
            assert_same(np.atleast_1d(one), values(m, params, counts))


@every(lambda m, params: m.smooth)
def test_the_gradient_agrees_with_finite_differences(m, params):
    at = 0 if REGISTRY.of_class(m) else None
    h = 1e-5
    for k in (2, 3):
        counts = CORPUS[k][k] % 20 + 3  # away from the edges, where one side has no difference
        steps_ = np.eye(k * k).reshape(-1, k, k) * h
        up, down = (stack(counts + s)(name_of(m), params) for s in (steps_, -steps_))
        numeric = ((up - down) if at is None else (up - down)[:, at]) / (2 * h)
        got = gradient(tally(counts), name_of(m), params, at)
        np.testing.assert_allclose(got.ravel(), numeric, rtol=1e-5, atol=1e-8)


@every()
def test_the_worked_arithmetic_is_the_value(m, params):
    """The last step shows the value, and its numbers, computed as they are printed, give what is printed."""
    for k in (2, 3):
        for counts in CORPUS[k][1:120:17]:
            last = steps(Evaluation.of(tally(counts)), name_of(m), params)[-1]
            for line, value in zip(last.lines, values(m, params, counts), strict=True):
                if math.isnan(value):
                    assert line.result == "undefined"
                    continue
                assert line.result == number(float(value))
                if line.numbers and "…" not in line.numbers:
                    assert number(computed(line.numbers)) == line.result


def computed(arithmetic):
    """Do the arithmetic as it is printed."""
    text = arithmetic
    for sign, python in (
        ("×", "*"),
        ("−", "-"),
        ("²", "**2"),
        ("³", "**3"),
        ("π", "pi"),
        ("√", "sqrt"),
        ("∞", "inf"),
        ("^", "**"),
    ):
        text = text.replace(sign, python)
    text = re.sub(r"sqrt(\d+\.?\d*)", r"sqrt(\1)", text.replace("log₂", "log_two"))
    parts = re.findall(r"\d+\.?\d*|[a-z_]+|\*\*|.", text)
    numbers = "".join(f"np.float64({part})" if part[0].isdigit() else part for part in parts)
    known = {
        "np": np,
        "sqrt": np.sqrt,
        "inf": np.inf,
        "max": max,
        "min": min,
        "ln": np.log,
        "log_two": np.log2,
        "exp": np.exp,
        "abs": abs,
        "arcsin": np.arcsin,
        "pi": np.pi,
        "e": np.e,
        "z": normal_quantile,
        "ln_factorial": log_factorial,
    }
    with np.errstate(all="ignore"):
        return float(eval(numbers, known))


@every()
def test_names_round_trip(m, params):
    name = Call(m, params).name
    again = parse(name)
    assert (again.measure.id, dict(again.params), again.name) == (m.id, params, name)


@pytest.mark.parametrize("m", REGISTRY.measures.values(), ids=list(REGISTRY.measures))
def test_the_passport_is_complete(m):
    assert m.title
    assert m.family
    assert m.text.endswith(".")
    assert m.source
    assert m.range[0] < m.range[1]
    assert m.best is None or m.range[0] <= m.best <= m.range[1]
    for name in (m.id, m.title, *m.aliases):
        assert REGISTRY.find(name).id == m.id


@pytest.mark.parametrize("m", [m for m in REGISTRY.measures.values() if m.two_class], ids=lambda m: m.id)
def test_the_textbook_form_of_two_classes_is_the_general_form(m):
    two = corpus(2)(m.id)
    with np.errstate(all="ignore"):
        general = m.body(*(corpus(2)(n) for n in m.needs))
    defined = ~np.isnan(two)
    np.testing.assert_allclose(two[defined], general[defined], atol=1e-9)
