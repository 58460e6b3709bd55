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


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("pearson_phi", math.sqrt(CHI / 30)),
        ("contingency_coefficient_adjusted", math.sqrt(CHI / (CHI + 30)) / math.sqrt(1 / 2)),
        # 18 right either way, unaided 15 and 17
        ("lambda_symmetric", Fraction(18 + 18 - 15 - 17, 60 - 15 - 17)),
        # drawn in proportion: unaided (15² + 15²)/30²; within the columns (100 + 49)/17 + (25 + 64)/13 of 30
        (
            "tau_rows",
            ((Fraction(149, 17) + Fraction(89, 13)) / 30 - Fraction(1, 2)) / Fraction(1, 2),
        ),
        (
            "tau_columns",
            (Fraction(125 + 113, 15 * 30) - Fraction(17**2 + 13**2, 900)) / (1 - Fraction(17**2 + 13**2, 900)),
        ),
    ],
)
def test_more_by_hand(name, value):
    assert E(name) == pytest.approx(float(value), abs=1e-14)


def test_tau_of_two_classes_is_phi_squared():
    assert E("tau_rows") == pytest.approx(float(E("phi_squared")))
    assert E("tau_columns") == pytest.approx(float(E("phi_squared")))


@pytest.mark.parametrize("seed", range(30))
def test_guesses_by_simulation_of_all_of_them(seed):
    """Tau and lambda from the list of items: what is guessed, and how often that is right."""
    rng = np.random.default_rng(seed)
    k = int(rng.integers(2, 5))
    counts = rng.integers(0, 9, (k, k)) + np.eye(k, dtype=int)
    rows, columns = (np.repeat(x.ravel(), counts.ravel()) for x in np.indices(counts.shape))
    e = of(counts)
    for known, guessed, which in ((columns, rows, "rows"), (rows, columns, "columns")):
        inside = [guessed[known == v] for v in range(k)]
        drawn = sum((np.bincount(x, minlength=k) ** 2).sum() / len(x) for x in inside) / len(rows)
        modal = sum(np.bincount(x).max() for x in inside) / len(rows)
        blind = np.bincount(guessed, minlength=k) / len(rows)
        assert e(f"tau_{which}") == pytest.approx((drawn - (blind**2).sum()) / (1 - (blind**2).sum()))
        assert e(f"lambda_{which}") == pytest.approx((modal - blind.max()) / (1 - blind.max()))


@pytest.mark.parametrize("seed", range(30))
def test_beside_pycm(seed):
    pycm = pytest.importorskip("pycm")
    rng = np.random.default_rng(seed)
    k = int(rng.integers(2, 6))
    counts = rng.integers(1, 20, (k, k))
    theirs = pycm.ConfusionMatrix(matrix={i: {j: int(counts[i, j]) for j in range(k)} for i in range(k)})
    e = of(counts)
    assert e("lambda_rows") == pytest.approx(theirs.LambdaA, abs=1e-12)
    assert e("lambda_columns") == pytest.approx(theirs.LambdaB, abs=1e-12)
    assert e("contingency_coefficient") == pytest.approx(theirs.C)
    assert e("chi_squared") == pytest.approx(theirs.Chi_Squared)
    assert e("cramer_v") == pytest.approx(theirs.V)
    assert e("adjusted_rand_index") == pytest.approx(theirs.ARI)
    # PyCM's Q goes through the odds ratio, so it has none where FP × FN = 0: there it is 1
    assert e("yule_q_by_class").tolist() == pytest.approx([theirs.Q[i] for i in range(k)])


def test_lambda_of_reliability_takes_the_class_that_is_commonest_on_both_sides():
    # rows 6, 4, 10; columns 9, 7, 4: together 15, 11, 14, so that guessing the first class is right 7.5 times of 20
    e = Evaluation.of(Contingency(np.array([[5, 1, 0], [1, 2, 1], [3, 4, 3]]), (0, 1, 2)))
    assert e("lambda_reliability") == pytest.approx((10 - 7.5) / (20 - 7.5))
