"""How many items are needed: by hand, beside statsmodels and scipy, by simulation, and what is refused."""

import json
import math
import subprocess
import sys

import numpy as np
import pytest
from scipy import stats
from statsmodels.stats.proportion import proportion_confint, samplesize_confint_proportion

import tarazu as tz
from tarazu.errors import QuestionError
from tarazu.planning.agreement import hanley_mcneil


def test_a_proportion_with_walds_interval_is_the_textbook_formula():
    # z² p (1 − p) / d² = 1.96² × 0.25 / 0.01 = 96.04
    assert tz.plan("proportion", p=0.5, half_width=0.1, method="wald").n == 97
    for p, d in ((0.1, 0.03), (0.8, 0.05)):
        theirs = samplesize_confint_proportion(p, d)
        assert tz.plan("proportion", p=p, half_width=d, method="wald").n == math.ceil(theirs)


@pytest.mark.parametrize("method", ["wilson", "beta", "agresti_coull", "jeffreys"])
def test_the_least_number_whose_interval_is_narrow_enough(method):
    ours = {"beta": "clopper-pearson", "agresti_coull": "agresti-coull"}.get(method, method)
    n = tz.plan("proportion", p=0.85, half_width=0.04, method=ours).n

    def half(size):
        low, high = proportion_confint(0.85 * size, size, method=method)
        return (high - low) / 2

    assert half(n) <= 0.04 < half(n - 1)


@pytest.mark.parametrize(("p", "bound"), [(0.8, 0.7), (0.6, 0.7), (0.55, 0.5), (0.97, 0.9)])
def test_the_power_of_the_exact_test_by_brute_force(p, bound):
    plan = tz.plan("proportion", p=p, against=bound)

    def power(n):
        k = np.arange(n + 1)
        tail = stats.binom.sf(k - 1, n, bound) if p > bound else stats.binom.cdf(k, n, bound)
        return stats.binom.pmf(k, n, p)[tail <= 0.025].sum()

    assert all(power(n) >= 0.9 for n in range(plan.n, plan.n + 120))
    assert power(plan.n - 1) < 0.9
    assert dict(plan.curve)[plan.n] == pytest.approx(power(plan.n))


def test_sensitivity_needs_enough_cases():
    plan = tz.plan("sensitivity", p=0.9, prevalence=0.1, half_width=0.05)
    needed = tz.plan("proportion", p=0.9, half_width=0.05).n
    assert f"{needed} cases are needed" in plan.text
    assert stats.binom.sf(needed - 1, plan.n, 0.1) >= 0.95 > stats.binom.sf(needed - 1, plan.n - 1, 0.1)
    other = tz.plan("specificity", p=0.9, prevalence=0.9, half_width=0.05)
    assert other.n == plan.n


def test_mcnemar_as_connor_and_by_simulation():
    # shares 0.10 and 0.05: (1.96 √0.15 + 1.2816 √(0.15 − 0.0025))² / 0.05²
    plan = tz.plan("mcnemar", only_first=0.10, only_second=0.05)
    assert plan.n == math.ceil((1.959964 * math.sqrt(0.15) + 1.281552 * math.sqrt(0.1475)) ** 2 / 0.0025)
    rng = np.random.default_rng(1)
    b, c, _ = rng.multinomial(plan.n, [0.10, 0.05, 0.85], 20_000).T
    found = (b - c) ** 2 / np.maximum(b + c, 1) > 3.841459
    assert found.mean() == pytest.approx(0.9, abs=0.015)


@pytest.mark.parametrize(("kappa", "marginals"), [(0.6, [0.3, 0.7]), (0.4, [0.5, 0.3, 0.2])])
def test_kappa_by_simulation(kappa, marginals):
    shares = np.array(marginals)
    table = (1 - kappa) * np.outer(shares, shares) + kappa * np.diag(shares)
    k = len(shares)
    rng = np.random.default_rng(2)
    precise = tz.plan("kappa", kappa=kappa, marginals=marginals, half_width=0.1)
    widths = []
    for counts in rng.multinomial(precise.n, table.ravel(), 200).reshape(-1, k, k):
        row = tz.matrix(counts.tolist(), rows="raters", show="kappa")["kappa"]
        widths.append((row.high - row.low) / 2)
    assert np.mean(widths) == pytest.approx(0.1, abs=0.004)
    powerful = tz.plan("kappa", kappa=kappa, marginals=marginals, against=0.2)
    null = tz.plan("kappa", kappa=0.2, marginals=marginals, half_width=0.1)
    assert null.n > 0
    rejected = 0
    for counts in rng.multinomial(powerful.n, table.ravel(), 400).reshape(-1, k, k):
        result = tz.matrix(counts.tolist(), rows="raters", show="kappa")
        rejected += result["kappa"].low > 0.2
    assert rejected / 400 == pytest.approx(0.9, abs=0.05)


def test_kappa_against_0_needs_what_is_published():
    # with two raters and one half positive the variance under kappa = 0 is 1: (z_a + z_b √V1)² / κ²
    n = tz.plan("kappa", kappa=0.4, marginals=[0.5, 0.5], against=0.0, power=0.8).n
    v1 = 1 - 0.4**2  # (1 − κ²) for equal margins
    assert n == math.ceil(((1.959964 + 0.841621 * math.sqrt(v1)) / 0.4) ** 2)


def test_auc_as_hanley_and_mcneil():
    # their own example: an area of 0.893 with 51 and 58 has a standard error of 0.0325 by the approximation
    assert hanley_mcneil(0.893, 51, 58) == pytest.approx(0.0325, abs=5e-5)
    plan = tz.plan("auc", auc=0.8, half_width=0.05)
    assert 1.959964 * hanley_mcneil(0.8, plan.n / 2, plan.n / 2) <= 0.05
    assert 1.959964 * hanley_mcneil(0.8, plan.n / 2 - 0.5, plan.n / 2 - 0.5) > 0.05
    uneven = tz.plan("auc", auc=0.8, half_width=0.05, ratio=4)
    assert uneven.n > plan.n
    # scores of two normal distributions with that area
    shift = math.sqrt(2) * stats.norm.ppf(0.7)
    told = tz.plan("auc", auc=0.7, against=0.5)
    rng = np.random.default_rng(3)
    found = [
        stats.mannwhitneyu(rng.normal(shift, 1, told.n // 2), rng.normal(0, 1, told.n // 2)).pvalue < 0.05
        for _ in range(600)
    ]
    assert np.mean(found) == pytest.approx(0.9, abs=0.04)


def test_any_measure_by_simulation():
    plan = tz.plan("measure", "accuracy", matrix=[[40, 10], [10, 40]], half_width=0.05)
    assert plan.n == pytest.approx(tz.plan("proportion", p=0.8, half_width=0.05).n, rel=0.03)
    powerful = tz.plan("measure", "accuracy", matrix=[[40, 10], [10, 40]], above=0.7)
    assert powerful.n == pytest.approx(tz.plan("proportion", p=0.8, against=0.7).n, rel=0.08)
    by_class = tz.plan("measure", "recall[cat]", matrix=[[40, 10], [10, 40]], labels=["dog", "cat"], half_width=0.1)
    assert by_class.n == pytest.approx(2 * tz.plan("proportion", p=0.8, half_width=0.1).n, rel=0.06)
    again = tz.plan("measure", "kappa", matrix=[[40, 10], [10, 40]], half_width=0.1)
    assert again == tz.plan("measure", "kappa", matrix=[[40, 10], [10, 40]], half_width=0.1)


@pytest.mark.parametrize(
    ("kind", "about", "message"),
    [
        ("proportion", {"p": 1.2, "half_width": 0.1}, "p=1.2 is not possible; expected a number between 0 and 1"),
        ("proportion", {"p": 0.5}, "Give one goal: half_width or against; got none"),
        ("proportion", {"p": 0.5, "half_width": 0.1, "against": 0.3}, "Give one goal"),
        ("proportion", {"p": 0.5, "half_width": 0.7}, "no interval of a proportion is wider than 1"),
        ("proportion", {"p": 0.5, "half_width": 0.1, "method": "best"}, "method='best' is not known"),
        ("proportion", {"p": 0.5, "against": 0.5}, "there is no difference to find"),
        ("proportion", {"p": 0.6, "against": 0.5, "power": 0.01}, "power=0.01 is below the error of the test"),
        ("mcnemar", {"only_first": 0.1, "only_second": 0.1}, "there is no difference to find"),
        ("mcnemar", {"only_first": 0.7, "only_second": 0.6}, "add up to 1.3"),
        ("kappa", {"kappa": 0.6, "marginals": [0.3, 0.6], "half_width": 0.1}, "add up to 0.9; expected shares"),
        ("kappa", {"kappa": -0.9, "marginals": [0.1, 0.9], "half_width": 0.1}, "a cell would be below 0"),
        ("kappa", {"kappa": 0.6, "marginals": [0.5, 0.5]}, "Give one goal: half_width or against"),
        ("auc", {"auc": 0.7, "against": 0.7}, "there is no difference to find"),
        ("auc", {"auc": 0.7, "half_width": 0.1, "ratio": 0}, "ratio=0 is not possible; expected a positive number"),
        ("volume", {}, "There is no plan for 'volume'"),
        ("auc", {"auc": 0.7, "halfwidth": 0.1}, "takes no 'halfwidth'.*Did you mean 'half_width'"),
        ("auc", {"half_width": 0.1}, "A plan for auc: missing a required"),
    ],
)
def test_what_is_refused(kind, about, message):
    with pytest.raises(QuestionError, match=message):
        tz.plan(kind, **about)


@pytest.mark.parametrize(
    ("name", "about", "message"),
    [
        ("recall", {"matrix": [[4, 1], [1, 4]], "half_width": 0.1}, r"recall is of one class: name it, recall\[2\]"),
        ("kappa", {"matrix": [[4, 1]], "half_width": 0.1}, "matrix must be square"),
        ("kappa", {"matrix": [[4, 1], [1, 4]], "above": 0.9}, "is 0.6 on this matrix, which is not above 0.9"),
        ("kappa", {"matrix": [[4, 0], [0, 0]], "above": 0.9}, "has no value on this matrix"),
        ("no_information_rate", {"matrix": [[4, 1], [1, 4]], "half_width": 0.1}, "has no interval but by resampling"),
        ("kappa", {"matrix": [[4, 1], [1, 4]]}, "Give one goal: half_width or above"),
    ],
)
def test_measures_that_cannot_be_planned_for(name, about, message):
    with pytest.raises(QuestionError, match=message):
        tz.plan("measure", name, **about)


def test_the_command():
    def run(*args):
        command = [sys.executable, "-m", "tarazu.cli.main", "plan", *args]
        return subprocess.run(command, capture_output=True, text=True, check=False)

    done = run("kappa", "--kappa", "0.6", "--marginals", "0.3,0.7", "--half-width", "0.1")
    assert done.stdout.startswith("293 items rated by both: kappa 0.6 then has a 95% interval")
    found = json.loads(run("measure", "f1_macro", "--matrix", "45 5; 10 40", "--half-width", "0.1", "--json").stdout)
    assert found["schema"] == "tarazu.plan/1"
    assert found["n"] == tz.plan("measure", "f1_macro", matrix=[[45, 5], [10, 40]], half_width=0.1).n
    assert "are not numbers" in run("kappa", "--kappa", "0.6", "--marginals", "a,b", "--half-width", "0.1").stderr
    assert "tarazu plan proportion --p 0.9" in run("proportion", "--help").stdout
