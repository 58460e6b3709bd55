"""Standard errors: by hand, by simulation, and the shortcut over the classes against the long way."""

import math

import numpy as np
import pytest
from statsmodels.stats.inter_rater import cohens_kappa

import tarazu as tz
from tarazu.formula import REGISTRY, Evaluation
from tarazu.formula.gradient import Stepped
from tarazu.tally import Contingency
from tarazu.uncertainty.spread import Spread, of_classes
from tests.laws.tables import calls_of


def spread_of(counts, squares=None):
    labels = tuple(range(len(counts)))
    tally = Contingency(np.array(counts), labels, ordered=True, squares=squares)
    return Spread(tally, Evaluation.of(tally).like)


def test_of_a_proportion_it_is_the_binomial_one():
    s = spread_of([[23, 5], [7, 15]])
    assert s.se("accuracy", {}, None) == pytest.approx(math.sqrt(0.76 * 0.24 / 50))
    assert s.se("recall_by_class", {}, 1) == pytest.approx(math.sqrt(15 / 22 * 7 / 22 / 22))


def test_of_a_logarithm_of_odds_it_is_the_root_of_the_sum_of_reciprocals():
    dor = 23 * 15 / 35
    expected = dor * math.sqrt(1 / 23 + 1 / 5 + 1 / 7 + 1 / 15)
    assert spread_of([[23, 5], [7, 15]]).se("dor_by_class", {}, 1) == pytest.approx(expected)
    # the correction of Haldane and Anscombe: of the corrected cells
    expected = 23.5 * 15.5 / (0.5 * 7.5) * math.sqrt(1 / 23.5 + 1 / 0.5 + 1 / 7.5 + 1 / 15.5)
    assert spread_of([[23, 0], [7, 15]]).se("dor_by_class", {"correction": 0.5}, 1) == pytest.approx(expected)


@pytest.mark.parametrize("seed", range(10))
def test_of_kappa_it_is_that_of_statsmodels(seed):
    counts = np.random.default_rng(seed).integers(0, 30, (4, 4)) + np.eye(4, dtype=int)
    for weights in (None, "linear", "quadratic"):
        theirs = cohens_kappa(counts, wt=weights)
        ours = spread_of(counts).se("kappa", {"weights": weights} if weights else {}, None)
        assert ours == pytest.approx(theirs.std_kappa, abs=1e-10)


def test_macro_f1_as_takahashi_and_not_as_confidenceinterval():
    # Takahashi et al. (2022): the variance of the mean needs the covariances of the classes; the package
    # confidenceinterval squares where an outer product is meant, and is 57 % too wide on its own example
    rng = np.random.default_rng(1)
    counts = rng.multinomial(300, [0.25, 0.05, 0.02, 0.03, 0.3, 0.05, 0.05, 0.05, 0.2]).reshape(3, 3)
    drawn = rng.multinomial(300, counts.ravel() / 300, 40_000).reshape(-1, 3, 3)
    simulated = Evaluation(drawn, (0, 1, 2))("f1_macro").std()
    assert spread_of(counts).se("f1_macro", {}, None) == pytest.approx(simulated, rel=0.03)


@pytest.mark.parametrize(
    ("id", "params"),
    [
        (m.id, params)
        for m in REGISTRY.measures.values()
        if m.smooth and of_classes(m) and not REGISTRY.of_class(m)
        for m, params in calls_of(m)
        if not params.get("correction")
    ],
)
def test_averages_by_the_chain_rule_are_as_the_long_way(id, params):
    for k in (2, 3, 5):
        counts = np.random.default_rng(k).integers(0, 9, (k, k))
        counts[0, 0] = 3
        s = spread_of(counts)
        short = s._by_chain_rule(REGISTRY.quantities[id], params, steady=False)
        long = s._plain.gradient(id, params)
        np.testing.assert_allclose(np.where(counts > 0, short, 0), long, rtol=1e-8, atol=1e-12)


@pytest.mark.parametrize("id", [m.id for m in REGISTRY.measures.values() if m.smooth and REGISTRY.of_class(m)])
def test_a_class_from_its_four_cells_is_as_from_the_whole_table(id):
    counts = np.random.default_rng(3).integers(1, 20, (4, 4))
    tally = Contingency(counts, (0, 1, 2, 3), ordered=True)
    evaluate = Evaluation.of(tally).like
    whole = Spread(tally, evaluate, by_class_from_collapsed=False)
    for at in (0, 3):
        assert spread_of(counts).se(f"{id}_by_class", {}, at) == pytest.approx(
            whole.se(f"{id}_by_class", {}, at), rel=1e-9
        )


def test_many_classes_are_done_in_parts():
    counts = np.random.default_rng(1).integers(1, 9, (6, 6))
    tally = Contingency(counts, tuple(range(6)))
    like = Evaluation.of(tally).like
    whole, parts = Stepped(like, counts), Stepped(like, counts)
    parts._parts = [parts.cells[i : i + 5] for i in range(0, 36, 5)]
    np.testing.assert_array_equal(whole.gradient("kappa"), parts.gradient("kappa"))
    np.testing.assert_array_equal(whole.gradient("recall_by_class", at=2), parts.gradient("recall_by_class", at=2))


def test_sampling_weights_are_the_sandwich():
    # weights 1 and 3: the ratio estimator p = Σwy / Σw has variance Σ w² (y − p)² / (Σw)²
    rng = np.random.default_rng(2)
    truth, prediction = rng.integers(0, 2, 200), rng.integers(0, 2, 200)
    w = rng.choice([1.0, 3.0], 200)
    result = tz.classify(truth, prediction, weight=w, weight_kind="sampling")
    right = truth == prediction
    p = (w * right).sum() / w.sum()
    expected = math.sqrt((w**2 * (right - p) ** 2).sum()) / w.sum()
    assert result["accuracy"].se == pytest.approx(expected, rel=1e-12)
    # all weights alike change nothing but the sums
    again, plain = tz.classify(truth, prediction, weight=np.full(200, 2.5)), tz.classify(truth, prediction)
    assert again["kappa"].se == pytest.approx(plain["kappa"].se, rel=1e-12)
    assert again["kappa"].low == pytest.approx(plain["kappa"].low, rel=1e-12)
