"""Foreign values: every figure of the golden files whose measure the catalogue has, to its tolerance.

The files come with the program or formula that gave each value; see `source` and `oracle` in them.
"""

import json
import math
from pathlib import Path

import pytest

import tarazu.catalogue  # noqa: F401
from tarazu.formula import REGISTRY, Evaluation
from tarazu.tally import Contingency

# quantity of the golden files -> our measure; where the name already resolves, nothing is listed
NAMES = {
    "cohen_kappa": "kappa",
    "expected_agreement": "expected_accuracy",
    "diagnostic_odds_ratio": "dor",
    "f1_binary": "f1",
    "jaccard_binary": "jaccard",
    "balanced_accuracy_binary": "balanced_accuracy_ovr",
}
ARGS_THAT_ARE_OURS = {"beta", "correction", "unit"}
ARGS_TO_DROP = {"definition", "positive", "over"}


# tests and intervals: tests/reference/test_inference.py
ELSEWHERE = {
    "accuracy_ci", "accuracy_gt_nir_p", "bowker", "cohen_kappa_ci", "cohen_kappa_se", "detection_prevalence_ci",
    "diagnostic_odds_ratio_ci", "f1_macro_ci", "lr_negative_ci", "lr_positive_ci", "mcnemar", "npv_ci", "ppv_ci",
    "prevalence_ci", "sensitivity_ci", "specificity_ci", "youden_ci",
}  # fmt: skip


def entries():
    found = []
    for path in sorted((Path(__file__).parent / "classify").glob("*.json")):
        data = json.loads(path.read_text(encoding="utf-8"))
        found += [(path.stem, data["data"], e) for e in data["expected"]]
    return found


ENTRIES = entries()


def ours(quantity, args):
    """Our id, parameters, and whether a vector over the classes is meant; None if we do not have it."""
    args = dict(args)
    name = NAMES.get(quantity, quantity)
    params = {k: args.pop(k) for k in list(args) if k in ARGS_THAT_ARE_OURS}
    policy = args.pop("zero_division", None)
    average = args.pop("average", "none given")
    if args.pop("adjusted", False):
        name += "_adjusted"
    if set(args) - ARGS_TO_DROP:
        return None
    try:
        m = REGISTRY.find(name)
    except ValueError:
        return None
    if average in ("macro", "micro", "weighted"):
        m = REGISTRY.measures[f"{m.id}_{average}"]
        if average != "micro":
            params["undefined"] = {0: "zero", "nan": "omit"}[policy]
    return m, params, average is None, policy


def test_every_figure_is_checked_or_known_to_be_missing():
    missing = {e["quantity"] for _, _, e in ENTRIES if ours(e["quantity"], e["args"]) is None}
    assert missing == ELSEWHERE


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        pytest.param(data, e, id=f"{stem}-{e['quantity']}-{json.dumps(e['args'])}")
        for stem, data, e in ENTRIES
        if e["quantity"] not in ELSEWHERE
    ],
)
def test_agrees(data, expected):
    m, params, vector, policy = ours(expected["quantity"], expected["args"])
    tally = Contingency(data["confusion"], tuple(data["labels"]))
    positive = data.get("positive")
    evaluation = Evaluation.of(tally)
    if REGISTRY.of_class(m):
        values = evaluation(f"{m.id}_by_class", params)
        got = values.tolist() if vector else values[tally.index(positive)]
    else:
        got = evaluation(m.id, params)
    pairs = zip(got, expected["value"], strict=True) if vector else [(got, expected["value"])]
    for a, b in pairs:
        a, b = float(a), float(b)
        if vector and policy == 0 and math.isnan(a):
            a = 0.0
        if math.isfinite(b):
            assert abs(a - b) <= expected["tolerance"] * max(1, abs(b))
        else:
            assert (a == b) or (math.isnan(a) and math.isnan(b))
