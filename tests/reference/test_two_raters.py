"""Foreign values for tables of two raters: coefficients, and the standard errors that follow from the gradient."""

import json
import math
from pathlib import Path

import numpy as np
import pytest

from tarazu.formula import REGISTRY, Evaluation, gradient
from tarazu.tally import Contingency

FILES = sorted((Path(__file__).parent / "agree").glob("*.json"))
NAMES = {
    "cohen_kappa": "kappa",
    "expected_agreement": "expected_accuracy",
    "percent_agreement": "accuracy",
    "brennan_prediger": "pabak",
    "pabak": "pabak",
    "scott_pi": "scott_pi",
    "gwet_ac1": "gwet_ac1",
    "kappa_max": "kappa_max",
    "prevalence_index": "prevalence_index",
    "bias_index": "bias_index",
    "specific_agreement": "f1",
    "positive_agreement": "f1",
    "negative_agreement": "f1",
    "cohen_kappa_se": "kappa",
    "scott_pi_se": "scott_pi",
    "gwet_ac1_se": "gwet_ac1",
    "brennan_prediger_se": "pabak",
}
# scores for marginal homogeneity are a test of ordered categories, not in the package so far
NOT_YET = {"marginal_homogeneity_scores"}
ELSEWHERE = {  # tests and intervals: tests/reference/test_inference.py
    "bhapkar", "bowker", "stuart_maxwell", "cohen_kappa_ci", "cohen_kappa_p",
    "cohen_kappa_z", "pabak_ci", "percent_agreement_ci", "prevalence_index_se", "bias_index_se",
}  # fmt: skip


def entries():
    found = []
    for path in FILES:
        data = json.loads(path.read_text(encoding="utf-8"))
        found += [(path.stem, data["data"], e) for e in data["expected"]]
    return found


def test_every_figure_is_checked_or_known_to_be_missing():
    assert {e["quantity"] for _, _, e in entries()} - set(NAMES) - ELSEWHERE == NOT_YET


def of_the_null(entry):
    """Whether it is a standard error that holds only if kappa is 0: for tests, in test_inference.py."""
    return entry["args"].get("se") == "null"


def test_only_null_standard_errors_of_kappa_are_left_out():
    left = [e for _, _, e in entries() if e["quantity"] in NAMES and of_the_null(e)]
    assert {e["quantity"] for e in left} == {"cohen_kappa_se"}


CHECKED = [
    pytest.param(data, e, id=f"{stem}-{e['quantity']}-{json.dumps(e['args'])}")
    for stem, data, e in entries()
    if e["quantity"] in NAMES and not of_the_null(e)
]


def weights_of(args):
    if args.get("weights") == "matrix":  # weights of disagreement: 1 − d / max(d) agrees
        d = np.array(args["disagreement_weights"], dtype=float)
        return {"weights": (1 - d / d.max()).tolist()}
    return {"weights": args["weights"]} if args.get("weights") else {}


@pytest.mark.parametrize(("data", "expected"), CHECKED)
def test_agrees(data, expected):
    quantity, args = expected["quantity"], expected["args"]
    tally = Contingency(np.array(data["table"]), tuple(data["labels"]), roles="raters", ordered=True)
    name, params = NAMES[quantity], weights_of(args)
    if quantity.endswith("_se"):
        got = large_sample_se(tally, name, params)
    elif REGISTRY.of_class(REGISTRY.measures[name]):
        values = Evaluation.of(tally)(f"{name}_by_class")
        got = (
            values.tolist()
            if quantity == "specific_agreement"
            else values[1 if args.get("category") == "second" else 0]
        )
    else:
        got = float(Evaluation.of(tally)(name, params))
    assert got == pytest.approx(expected["value"], abs=expected["tolerance"], rel=expected["tolerance"])


def large_sample_se(tally, name, params):
    """The delta method over the cells: the variance of the gradient under the shares of the cells, over n."""
    shares = tally.counts / tally.n
    slope = gradient(tally, name, params) * tally.n
    return math.sqrt(((shares * slope**2).sum() - (shares * slope).sum() ** 2) / tally.n)


def test_kappa_and_its_standard_error_equal_statsmodels():
    inter_rater = pytest.importorskip("statsmodels.stats.inter_rater")
    for seed in range(20):
        rng = np.random.default_rng(seed)
        counts = rng.integers(1, 30, (4, 4))
        tally = Contingency(counts, (1, 2, 3, 4))
        for params, weights in (({}, None), ({"weights": "linear"}, "linear"), ({"weights": "quadratic"}, "quadratic")):
            theirs = inter_rater.cohens_kappa(counts, wt=weights)
            assert Evaluation.of(tally)("kappa", params) == pytest.approx(theirs.kappa, abs=1e-12)
            assert large_sample_se(tally, "kappa", params) == pytest.approx(theirs.std_kappa, abs=1e-12)
