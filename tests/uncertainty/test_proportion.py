"""Intervals of a proportion, by hand, beside statsmodels, and where other packages go wrong."""

import math

import numpy as np
import pytest
from statsmodels.stats.proportion import proportion_confint

from tarazu.uncertainty.proportion import METHODS

THEIRS = {
    "wald": "normal",
    "wilson": "wilson",
    "agresti-coull": "agresti_coull",
    "clopper-pearson": "beta",
    "jeffreys": "jeffreys",
}


@pytest.mark.parametrize("ours", THEIRS)
@pytest.mark.parametrize(("x", "n"), [(0, 7), (1, 7), (3, 7), (7, 7), (45, 50), (50, 50), (180, 1000)])
@pytest.mark.parametrize("level", [0.8, 0.95, 0.99])
def test_beside_statsmodels(ours, x, n, level):
    theirs = proportion_confint(x, n, alpha=1 - level, method=THEIRS[ours])
    got = [float(v) for v in METHODS[ours](x, n, level)]
    if ours == "jeffreys" and x in (0, n):  # Brown, Cai and DasGupta (2001) set these limits to 0 and 1
        theirs = (0.0 if x == 0 else theirs[0], 1.0 if x == n else theirs[1])
    assert got == pytest.approx(np.clip(theirs, 0, 1).tolist(), abs=1e-9)


def test_wilson_by_hand():
    # 18 of 30, z = 2 (level 0.9545): (0.6 + 4/60) / (1 + 4/30) ± 2 / (1 + 4/30) × √(0.24/30 + 4/3600)
    low, high = METHODS["wilson"](18, 30, math.erf(math.sqrt(2)))
    middle, half = (0.6 + 4 / 60) / (34 / 30), 2 / (34 / 30) * math.sqrt(0.24 / 30 + 4 / 3600)
    assert (low, high) == pytest.approx((middle - half, middle + half), abs=1e-12)


def test_wilson_with_continuity_correction_as_published():
    # Newcombe (1998), table I: 81 of 263 is 0.2535 to 0.3682; 15 of 148 is 0.0598 to 0.1644; 0 of 20: 0 to 0.2005
    for x, n, low, high in ((81, 263, 0.2535, 0.3682), (15, 148, 0.0598, 0.1644), (0, 20, 0, 0.2005)):
        assert [round(float(v), 4) for v in METHODS["wilson-cc"](x, n, 0.95)] == [low, high]


def test_no_success_and_no_failure():
    # the rule of three: 1 − 0.05^(1/n) one-sided, here 0.025 on each side
    assert float(METHODS["clopper-pearson"](0, 10, 0.95)[1]) == pytest.approx(1 - 0.025 ** (1 / 10))
    for name, method in METHODS.items():
        low, high = method(50, 50, 0.95)
        assert float(high) == 1
        # PyCM's interval for 50 of 50 is [1, 1]: so is Wald's, which is there by name only
        assert (float(low) == 1) == (name == "wald")


@pytest.mark.parametrize("method", METHODS)
def test_limits_stay_within_0_and_1_and_around_the_estimate(method):
    x = np.arange(0, 31)
    low, high = METHODS[method](x, 30, 0.95)
    assert ((low >= 0) & (low <= x / 30 + 1e-12) & (high >= x / 30 - 1e-12) & (high <= 1)).all()
    wide_low, wide_high = METHODS[method](x, 30, 0.99)
    assert ((wide_low <= low) & (wide_high >= high)).all()


@pytest.mark.parametrize("method", METHODS)
def test_success_and_failure_exchanged_mirror_the_interval(method):
    x = np.arange(0, 21)
    low, high = METHODS[method](x, 20, 0.9)
    other_low, other_high = METHODS[method](20 - x, 20, 0.9)
    np.testing.assert_allclose(low, 1 - other_high, atol=1e-12)
    np.testing.assert_allclose(high, 1 - other_low, atol=1e-12)


def test_exact_coverage_of_clopper_pearson_is_never_too_low():
    n = 25
    x = np.arange(n + 1)
    low, high = METHODS["clopper-pearson"](x, n, 0.95)
    choose = np.array([math.comb(n, i) for i in x], dtype=float)
    for p in np.linspace(0.01, 0.99, 99):
        chance = choose * p**x * (1 - p) ** (n - x)
        assert chance[(low <= p) & (p <= high)].sum() >= 0.95
