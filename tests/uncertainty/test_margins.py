"""Tests of the margins: by hand, beside statsmodels, and where other packages go wrong."""

import math

import numpy as np
import pytest
from statsmodels.stats import contingency_tables as tables

from tarazu.uncertainty.margins import bhapkar, bowker, mcnemar, mcnemar_exact, mcnemar_mid_p, stuart_maxwell


def test_mcnemar_by_hand():
    assert mcnemar(15, 5).statistic == 100 / 20
    assert mcnemar(15, 5, corrected=True).statistic == 81 / 20
    # 3 or fewer of 10, twice: 2 (1 + 10 + 45 + 120) / 1024
    assert mcnemar_exact(3, 7) == pytest.approx(2 * 176 / 1024)
    assert mcnemar_mid_p(3, 7) == pytest.approx((2 * 176 - 120) / 1024)
    assert mcnemar_mid_p(5, 5) == pytest.approx(1 - 252 / 1024 / 2)


def test_two_equal_raters_give_a_p_of_1():
    # mlxtend's mcnemar has p = 0 for two models without a discordant pair
    assert mcnemar(0, 0).p == mcnemar(0, 0, corrected=True).p == mcnemar_exact(0, 0) == mcnemar_mid_p(0, 0) == 1
    assert bowker(np.diag([3.0, 4.0, 5.0])).p == stuart_maxwell(np.diag([3.0, 4.0])).p == 1


@pytest.mark.parametrize(("b", "c"), [(3, 7), (0, 6), (12, 30), (1, 1)])
def test_mcnemar_beside_statsmodels(b, c):
    table = [[10, b], [c, 20]]
    assert mcnemar_exact(b, c) == pytest.approx(tables.mcnemar(table, exact=True).pvalue, abs=1e-12)
    assert mcnemar(b, c).p == pytest.approx(tables.mcnemar(table, exact=False, correction=False).pvalue, abs=1e-12)


@pytest.mark.parametrize("seed", range(8))
def test_square_tables_beside_statsmodels(seed):
    counts = np.random.default_rng(seed).integers(1, 40, (4, 4)).astype(float)
    theirs = tables.SquareTable(counts, shift_zeros=False)
    for ours, their in (
        (bowker(counts), theirs.symmetry()),
        (stuart_maxwell(counts), theirs.homogeneity("stuart_maxwell")),
        (bhapkar(counts), theirs.homogeneity("bhapkar")),
    ):
        assert (ours.statistic, ours.df) == pytest.approx((their.statistic, their.df), rel=1e-10)
        assert ours.p == pytest.approx(their.pvalue, rel=1e-9)


def test_bowker_stuart_maxwell_and_mcnemar_are_one_test_for_two_classes():
    counts = np.array([[10.0, 15], [5, 20]])
    assert bowker(counts).statistic == pytest.approx(mcnemar(15, 5).statistic)
    assert stuart_maxwell(counts).statistic == pytest.approx(mcnemar(15, 5).statistic)
    # Bhapkar's is a function of it: W / (1 − W / n)
    w = mcnemar(15, 5).statistic
    assert bhapkar(counts).statistic == pytest.approx(w / (1 - w / 50))


def test_very_small_p_keep_their_digits():
    assert 0 < mcnemar(1000, 10).p < 1e-200
    assert math.isclose(math.log10(mcnemar(1000, 10).p), -212.9, abs_tol=1.5)
