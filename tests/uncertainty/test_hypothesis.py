"""Tests against chance, against the no-information rate, and of claims: by hand, and consistent with the intervals."""

import math

import numpy as np
import pytest
from scipy import stats
from statsmodels.stats.inter_rater import cohens_kappa

import tarazu as tz
from tarazu.errors import QuestionError
from tarazu.uncertainty.hypothesis import better_than_guessing

COUNTS = [[23, 5], [7, 15]]


def test_kappa_against_chance_is_that_of_statsmodels():
    for counts in (COUNTS, [[15, 2, 3], [4, 20, 1], [2, 5, 30]]):
        test = tz.matrix(counts, rows="raters").tests[0]
        theirs = cohens_kappa(np.array(counts))
        assert test.question == "Is kappa above what chance gives?"
        assert (test.statistic, test.p) == pytest.approx((theirs.z_value, theirs.pvalue_two_sided))


def test_accuracy_against_the_no_information_rate_is_the_exact_binomial():
    test = tz.matrix(COUNTS, rows="truth").tests[1]
    assert test.p == pytest.approx(stats.binomtest(38, 50, 28 / 50, alternative="greater").pvalue)
    assert better_than_guessing(0, 10, 0.5).p == 1
    # PyCM has 'None' for thousands of items, where a sum of floats fails
    assert better_than_guessing(5000, 6020, 0.8).p == pytest.approx(stats.binom.sf(4999, 6020, 0.8), rel=1e-9)


def test_the_margins_are_tested_exactly_for_two_classes():
    assert tz.matrix(COUNTS, rows="truth").tests[2].p == pytest.approx(stats.binomtest(5, 12).pvalue)
    assert tz.matrix([[5, 0], [0, 5]], rows="truth").tests[2].p == 1


def test_no_tests_of_weights_or_of_one_class():
    assert tz.matrix([[5.5, 1], [1, 2]], rows="truth").tests == ()
    assert tz.matrix([[5]], rows="truth").tests == ()
    one = tz.matrix([[5, 0], [0, 0]], rows="truth").tests[0]
    assert (one.p, one.text) == (None, "kappa has no value here.")


@pytest.mark.parametrize("method", ["default", "delta-identity", "bca", "jackknife"])
@pytest.mark.parametrize("name", ["kappa", "accuracy", "f1_macro", "recall_macro", "recall[2]"])
def test_a_claim_holds_at_2_5_percent_where_the_95_percent_interval_is_beyond(name, method):
    result = tz.matrix(COUNTS, rows="truth", interval=method)
    row = result[name]
    close = 0.03 if method == "bca" else 2e-3  # resampled values come in steps
    for bound, expected in ((row.low, 0.025), (row.high, 0.975)):
        assert result.test(f"{name} > {bound:.15g}").p == pytest.approx(expected, abs=close)
        assert result.test(f"{name} < {bound:.15g}").p == pytest.approx(1 - expected, abs=close)
    assert result.test(f"{name} > {row.value!r}").p == 0.5


def test_a_claim_about_a_proportion_is_the_score_test():
    test = tz.matrix(COUNTS, rows="truth").test("accuracy > 0.6")
    z = (0.76 - 0.6) / math.sqrt(0.6 * 0.4 / 50)
    assert test.p == pytest.approx(stats.norm.sf(z), rel=1e-6)
    assert test.method == "wilson, one-sided"


def test_equivalence_is_two_one_sided_tests():
    result = tz.matrix(COUNTS, rows="truth")
    test = result.test("accuracy in 0.6..0.9")
    assert test.p == max(result.test("accuracy > 0.6").p, result.test("accuracy < 0.9").p)
    assert (test.question, test.method) == ("Is accuracy between 0.6 and 0.9?", "wilson, two one-sided tests")


def test_a_claim_without_an_interval_has_no_p():
    test = tz.matrix([[5, 0], [0, 5]], rows="truth").test("kappa > 0.6")
    assert test.p is None
    assert "no interval here" in test.text
    undefined = tz.matrix([[5, 0], [0, 0]], rows="truth").test("kappa > 0.6")
    assert undefined.p is None
    assert "undefined" in undefined.text


@pytest.mark.parametrize(
    ("claim", "message"),
    [
        ("kappa", "Cannot read the test 'kappa'; expected a measure"),
        ("kappa > high", "Cannot read the test"),
        ("kappa in 0.7..0.5", "the range 0.7..0.5 is empty"),
        ("kappa.low > 0.5", "names a limit of an interval; a test is of the measure itself"),
        ("kapa > 0.5", "There is no measure called 'kapa'"),
    ],
)
def test_claims_that_cannot_be_read(claim, message):
    with pytest.raises(QuestionError, match=message):
        tz.matrix(COUNTS, rows="truth").test(claim)
