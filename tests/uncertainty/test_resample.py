"""Resampling over the cells: the same as resampling the rows, at a cost that does not depend on how many there are."""

import time

import numpy as np
import pytest
from scipy.stats import bootstrap, norm

import tarazu as tz
from tarazu.formula import Evaluation
from tarazu.tally import Contingency
from tarazu.uncertainty.resample import Resampled

COUNTS = np.array([[33, 5, 2], [4, 27, 6], [1, 3, 39]])


def rows_of(counts):
    cells = np.repeat(np.arange(counts.size), counts.ravel())
    return cells // len(counts), cells % len(counts)


def kappa_of_rows(truth, prediction, axis=-1):
    truth, prediction = np.broadcast_arrays(truth, prediction)
    cells = (truth * 3 + prediction).astype(int)
    counts = np.stack([(cells == c).sum(axis) for c in range(9)], -1)
    return Evaluation(counts.reshape(*counts.shape[:-1], 3, 3), (0, 1, 2))("kappa")


@pytest.mark.parametrize("method", ["percentile", "basic", "bca"])
def test_beside_scipy_on_the_rows(method):
    theirs = bootstrap(
        rows_of(COUNTS), kappa_of_rows, paired=True, vectorized=True, n_resamples=6000, batch=500,
        method={"bca": "BCa"}.get(method, method), rng=np.random.default_rng(1),
    )  # fmt: skip
    ours = tz.matrix(COUNTS.tolist(), rows="truth", interval=method, resamples=20_000, show="kappa")["kappa"]
    low, high = theirs.confidence_interval
    assert (ours.low, ours.high) == pytest.approx((low, high), abs=0.008)
    assert ours.se == pytest.approx(theirs.standard_error, rel=0.05)


def test_the_acceleration_is_that_of_the_rows():
    truth, prediction = rows_of(COUNTS)
    left = np.array([kappa_of_rows(np.delete(truth, i), np.delete(prediction, i)) for i in range(len(truth))])
    away = left.mean() - left
    expected = (away**3).sum() / (6 * (away**2).sum() ** 1.5)
    tally = Contingency(COUNTS, (0, 1, 2))
    resampled = Resampled(tally, Evaluation.of(tally).like, None, 1000, 0)
    z0, a = resampled.bias_and_acceleration("kappa", {}, None, 0.5, np.linspace(0, 1, 401))
    assert a == pytest.approx(expected, rel=1e-9)
    assert z0 == pytest.approx(0)  # half of the replicates below
    n = len(left)
    jackknife = np.sqrt((n - 1) / n * ((left - left.mean()) ** 2).sum())
    assert resampled.jackknife_se("kappa", {}, None) == pytest.approx(jackknife, rel=1e-9)


def test_the_jackknife_of_a_mean_is_its_standard_error():
    row = tz.matrix([[23, 5], [7, 15]], rows="truth", interval="jackknife", show="accuracy")["accuracy"]
    assert row.se == pytest.approx(np.sqrt(0.76 * 0.24 / 49))
    assert row.method == "jackknife, score"


def test_bayes_of_a_rate_is_the_beta_posterior():
    row = tz.matrix([[23, 5], [7, 15]], rows="truth", interval="bayes", resamples=40_000, show="recall")["recall", 2]
    from scipy.stats import beta

    expected = beta(15.5, 7.5).ppf([0.025, 0.975])  # Jeffreys' prior: half an item in each cell
    assert (row.low, row.high) == pytest.approx(expected, abs=0.005)


def test_a_seed_makes_it_repeatable():
    def of(seed):
        return tz.matrix(COUNTS.tolist(), rows="truth", interval="bca", seed=seed, show="kappa")["kappa"]

    assert (of(1).low, of(1).high) == (of(1).low, of(1).high)
    assert of(1).low != of(2).low


def test_tables_that_leave_a_measure_undefined_are_counted():
    row = tz.matrix([[30, 1], [2, 1]], rows="truth", interval="percentile", show="precision")["precision", 2]
    assert "without a value" in row.method
    nothing = tz.matrix([[50, 0], [0, 0]], rows="truth", interval="percentile", show="accuracy,recall")
    assert "which says nothing about other samples" in nothing["accuracy"].no_interval


def test_the_cost_does_not_depend_on_how_many_items_there_are():
    def seconds(times):
        start = time.perf_counter()
        tz.matrix((COUNTS * times).tolist(), rows="truth", interval="bca", resamples=2000)
        return time.perf_counter() - start

    seconds(1)
    assert min(seconds(100_000) for _ in range(3)) < 20 * min(seconds(1) for _ in range(3))


def test_bca_of_a_symmetric_statistic_is_nearly_the_normal_interval():
    row = tz.matrix([[500, 500], [500, 500]], rows="truth", interval="bca", resamples=20_000, show="accuracy")
    se = np.sqrt(0.25 / 2000)
    z = norm.ppf(0.975)
    assert (row["accuracy"].low, row["accuracy"].high) == pytest.approx((0.5 - z * se, 0.5 + z * se), abs=1e-3)
