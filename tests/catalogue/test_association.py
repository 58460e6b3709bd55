"""Association, by hand on [[10, 5], [7, 8]]: expected 8.5, 6.5, 8.5, 6.5; and beside scipy and scikit-learn."""

import math
from fractions import Fraction

import numpy as np
import pytest

from tarazu.formula import Evaluation
from tarazu.tally import Contingency

CHI = 2 * Fraction(9, 4) / Fraction(17, 2) + 2 * Fraction(9, 4) / Fraction(13, 2)


def of(counts):
    return Evaluation.of(Contingency(np.array(counts), tuple(range(len(counts)))))


E = of([[10, 5], [7, 8]])


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("chi_squared", CHI),
        ("phi_squared", CHI / 30),
        ("cramer_v", math.sqrt(CHI / 30)),
        ("tschuprow_t", math.sqrt(CHI / 30)),
        ("contingency_coefficient", math.sqrt(CHI / (CHI + 30))),
        # knowing the row: 10 + 8 right instead of 17; knowing the column: 10 + 8 instead of 15
        ("lambda_columns", Fraction(18 - 17, 30 - 17)),
        ("lambda_rows", Fraction(18 - 15, 30 - 15)),
        # pairs 435; together in both 45 + 10 + 21 + 28 = 104; rows 105 + 105; columns 136 + 78
        ("rand_index", Fraction(435 + 2 * 104 - 210 - 214, 435)),
        ("adjusted_rand_index", (104 - Fraction(210 * 214, 435)) / (Fraction(210 + 214, 2) - Fraction(210 * 214, 435))),
    ],
)
def test_by_hand(name, value):
    assert E(name) == pytest.approx(float(value), abs=1e-14)


def test_yule():
    # (80 − 35)/(80 + 35); (√80 − √35)/(√80 + √35)
    assert E("yule_q_by_class")[1] == pytest.approx(45 / 115)
    assert E("yule_y_by_class")[1] == pytest.approx((math.sqrt(80) - math.sqrt(35)) / (math.sqrt(80) + math.sqrt(35)))


@pytest.mark.parametrize("seed", range(30))
def test_beside_scipy_and_scikit_learn(seed):
    stats = pytest.importorskip("scipy.stats")
    cluster = pytest.importorskip("sklearn.metrics.cluster")
    rng = np.random.default_rng(seed)
    k = int(rng.integers(2, 6))
    counts = rng.integers(1, 12, (k, k))
    e = of(counts)
    assert e("chi_squared") == pytest.approx(stats.chi2_contingency(counts, correction=False).statistic)
    for name, method in (("cramer_v", "cramer"), ("tschuprow_t", "tschuprow"), ("contingency_coefficient", "pearson")):
        assert e(name) == pytest.approx(stats.contingency.association(counts, method=method))
    truth, prediction = (np.repeat(x.ravel(), counts.ravel()) for x in np.indices(counts.shape))
    assert e("adjusted_rand_index") == pytest.approx(cluster.adjusted_rand_score(truth, prediction))
    assert e("rand_index") == pytest.approx(cluster.rand_score(truth, prediction))


def test_empty_classes_do_not_count():
    assert of([[10, 5, 0], [7, 8, 0], [0, 0, 0]])("cramer_v") == pytest.approx(float(E("cramer_v")))
