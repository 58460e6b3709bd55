"""Aickin's alpha: by hand for two classes, beside a direct fit of the likelihood for more."""

import math

import numpy as np
import pytest

from tarazu.formula import REGISTRY, Evaluation
from tarazu.tally import Contingency


def of(counts):
    return Evaluation.of(Contingency(np.array(counts), tuple(range(len(counts)))))


def test_two_classes_by_hand():
    # three free cells, three parameters: the odds ratio is θ², so alpha = p_o (1 − 1/√OR), OR = 10·8/(5·7)
    assert of([[10, 5], [7, 8]])("aickin_alpha") == pytest.approx(
        18 / 30 * (1 - math.sqrt(5 * 7 / (10 * 8))), abs=1e-15
    )


def test_it_is_kappa_where_both_totals_are_even():
    # a = d, b = c: √OR = a/b, and 2a/n (1 − b/a) = 2 p_o − 1
    assert of([[8, 2], [2, 8]])("aickin_alpha") == pytest.approx(0.6, abs=1e-15)
    assert of([[2, 8], [8, 2]])("aickin_alpha") == pytest.approx(-0.6, abs=1e-15)


def test_no_disagreement_of_one_kind_leaves_no_agreement_by_chance():
    # the agreement is the most that the totals allow: θ = ∞, every agreement is for cause, alpha = p_o
    assert of([[6, 3], [0, 6]])("aickin_alpha") == pytest.approx(12 / 15)
    assert of([[6, 3, 0], [0, 6, 0], [0, 0, 5]])("aickin_alpha") == pytest.approx(17 / 20)


def test_the_least_agreement_has_no_maximum_of_the_likelihood():
    for counts in ([[0, 3], [4, 5]], [[4, 1], [0, 0]], [[0, 3, 1], [2, 0, 4], [5, 1, 0]]):
        e = of(counts)
        assert np.isnan(e("aickin_alpha"))
        assert e.why("aickin_alpha").key == "least_agreement"


def fitted_cells(e, counts):
    """The cells of Aickin's model at our alpha, from his own equations for the shares of both raters."""
    shares = counts / counts.sum()
    rows, columns, alpha = shares.sum(1), shares.sum(0), float(e("aickin_alpha"))
    chance = (np.trace(shares) - alpha) / (1 - alpha)
    a, b = rows.copy(), columns.copy()
    for _ in range(20000):
        a = rows / (1 - alpha + alpha * b / chance)
        b = columns / (1 - alpha + alpha * a / chance)
    return (1 - alpha) * np.outer(a, b) + alpha * np.diag(a * b) / chance, chance, a, b


@pytest.mark.parametrize("seed", range(30))
def test_his_equations_hold(seed):
    """Totals and agreement of the fit are those of the data, which makes the likelihood stationary."""
    rng = np.random.default_rng(seed)
    k = int(rng.integers(2, 6))
    counts = rng.integers(1, 20, (k, k)) + np.diag(rng.integers(0, 30, k))
    e = of(counts)
    cells, chance, a, b = fitted_cells(e, counts)
    shares = counts / counts.sum()
    assert (a * b).sum() == pytest.approx(chance, abs=1e-10)
    assert cells.sum(1) == pytest.approx(shares.sum(1), abs=1e-10)
    assert cells.sum(0) == pytest.approx(shares.sum(0), abs=1e-10)
    assert np.trace(cells) == pytest.approx(np.trace(shares), abs=1e-10)


@pytest.mark.parametrize("seed", range(8))
def test_no_other_alpha_is_likelier(seed):
    """The profile of the likelihood over θ, every other parameter fitted by iterative proportions."""
    rng = np.random.default_rng(seed)
    counts = rng.integers(1, 15, (3, 3)) + np.diag(rng.integers(0, 15, 3))
    shares = counts / counts.sum()

    def likelihood(theta):
        cells = 1 + (theta - 1) * np.eye(3)
        for _ in range(3000):
            cells *= (shares.sum(1) / cells.sum(1))[:, None]
            cells *= shares.sum(0) / cells.sum(0)
        return (shares * np.log(cells)).sum()

    theta = 1 / (1 - float(of(counts)("aickin_alpha")) / (np.trace(counts) / counts.sum()))
    best = likelihood(theta)
    assert all(likelihood(theta * f) < best for f in (0.9, 0.99, 1.01, 1.1))


@pytest.mark.parametrize("seed", range(30))
def test_beside_pycm(seed):
    """PyCM stops at a change of alpha of 1e-4, and where the fit converges slowly it is far from done by then."""
    pycm = pytest.importorskip("pycm")
    rng = np.random.default_rng(seed)
    k = int(rng.integers(2, 6))
    counts = rng.integers(1, 20, (k, k)) + np.diag(rng.integers(20, 40, k))
    theirs = pycm.ConfusionMatrix(matrix={i: {j: int(counts[i, j]) for j in range(k)} for i in range(k)})
    assert of(counts)("aickin_alpha") == pytest.approx(theirs.aickin_alpha(max_iter=100000, epsilon=1e-15), abs=1e-9)


def test_pycm_stops_early():
    # 94/100 (1 − √(1·5 / (44·50))) = 0.895187; its default gives 0.879834
    pycm = pytest.importorskip("pycm")
    theirs = pycm.ConfusionMatrix(matrix={0: {0: 44, 1: 1}, 1: {0: 5, 1: 50}})
    assert of([[44, 1], [5, 50]])("aickin_alpha") == pytest.approx(0.94 * (1 - math.sqrt(5 / 2200)), abs=1e-15)
    assert theirs.aickin_alpha() == pytest.approx(0.879834, abs=1e-6)


def test_the_textbook_form_is_the_fit():
    rng = np.random.default_rng(0)
    counts = rng.integers(1, 400, (200, 2, 2))
    e = Evaluation(counts)
    general = REGISTRY.measures["aickin_alpha"].body(e("unweighted_accuracy"), e("agreement_odds"))
    np.testing.assert_allclose(general, e("aickin_alpha"), rtol=1e-11)


def test_sparse_and_lopsided_tables_are_fitted():
    rng = np.random.default_rng(1)
    counts = (rng.integers(0, 10**6, (500, 5, 5)) * (rng.random((500, 5, 5)) < 0.4)).astype(float)
    counts[:, 0, 0] *= 1000
    e = Evaluation(counts)
    value = e("aickin_alpha")
    stuck = (e("unweighted_accuracy") - e("smallest_accuracy") <= 1e-12) | (counts.sum((1, 2)) == 0)
    assert (np.isnan(value) == stuck).all()
