"""Permutation: exact for two classes, and otherwise the tables that shuffled labels give."""

import numpy as np
import pytest
from scipy import stats

import tarazu as tz
from tarazu.errors import QuestionError
from tarazu.uncertainty.permutation import fisher_exact, permuted, share_as_extreme


@pytest.mark.parametrize(
    "counts", [[[3, 1], [1, 3]], [[10, 7], [5, 8]], [[0, 5], [6, 2]], [[8, 2], [1, 90]], [[4, 0], [0, 0]]]
)
def test_fisher_beside_scipy(counts):
    assert fisher_exact(np.array(counts, dtype=float)) == pytest.approx(stats.fisher_exact(counts).pvalue, rel=1e-9)
    test = tz.matrix(counts, rows="raters").test("independence")
    if test.p is not None:
        assert test.p == pytest.approx(stats.fisher_exact(counts).pvalue, rel=1e-9)


def test_the_tables_are_those_of_shuffled_labels():
    rows, columns = np.array([5, 3, 4]), np.array([6, 2, 4])
    drawn = permuted(rows, columns, 20_000, np.random.default_rng(1))
    assert (drawn.sum(-1) == rows).all()
    assert (drawn.sum(-2) == columns).all()
    assert (drawn >= 0).all()
    np.testing.assert_allclose(drawn.mean(0), np.outer(rows, columns) / 12, atol=0.03)
    rng = np.random.default_rng(2)
    truth, prediction = np.repeat([0, 1, 2], rows), np.repeat([0, 1, 2], columns)
    shuffled = np.array([[(truth == prediction[rng.permutation(12)]).sum()] for _ in range(20_000)])
    assert drawn.trace(axis1=-2, axis2=-1).var() == pytest.approx(shuffled.var(), rel=0.05)


def test_kappa_against_chance_is_near_the_z_test_for_many_items():
    result = tz.matrix([[40, 20, 15], [22, 35, 18], [17, 15, 30]], rows="truth", resamples=20_000)
    two_sided = result.tests[0].p
    assert result.test("kappa > chance").p == pytest.approx(two_sided / 2, abs=2e-3)
    assert result.test("f1[2] > chance").method == "permutation, 20000 tables"
    assert result.test("kappa > chance") == result.test("kappa > chance")


def test_p_is_never_0():
    test = tz.matrix([[50, 0, 0], [0, 50, 0], [0, 0, 50]], rows="truth", resamples=500).test("independence")
    assert test.p == 1 / 501
    assert share_as_extreme(0.0, np.zeros(9)) == 1


def test_what_is_refused():
    with pytest.raises(QuestionError, match="deals out single items"):
        tz.classify([0, 1], [0, 1], weight=[0.5, 1.5]).test("kappa > chance")
    with pytest.raises(QuestionError, match="deals out whole items, fewer than a billion"):
        tz.matrix([[10**9, 1], [1, 10**9]], rows="truth").test("kappa > chance")
    assert tz.matrix([[5, 0], [0, 0]], rows="truth").test("kappa > chance").p is None
