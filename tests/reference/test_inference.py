"""Foreign standard errors, intervals and tests: every such figure of the golden files, to its tolerance."""

import json
import math
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import tarazu as tz
from tarazu.tally import Contingency
from tarazu.uncertainty import hypothesis, margins
from tarazu.uncertainty.interval import Settings
from tarazu.values import Measured, value_of

HERE = Path(__file__).parent
OF_CLASS = {
    "sensitivity_ci": "recall",
    "specificity_ci": "specificity",
    "ppv_ci": "precision",
    "npv_ci": "npv",
    "prevalence_ci": "prevalence",
    "detection_prevalence_ci": "detection_prevalence",
    "lr_positive_ci": "lr_positive",
    "lr_negative_ci": "lr_negative",
    "diagnostic_odds_ratio_ci": "dor",
    "youden_ci": "informedness",
}
OVERALL = {
    "accuracy_ci": "accuracy",
    "percent_agreement_ci": "accuracy",
    "cohen_kappa_ci": "kappa",
    "f1_macro_ci": "f1_macro",
}
METHODS = {  # theirs -> ours, and whether ours is cut at the range where theirs is not
    "wald": ("delta-identity", True),
    "wald, not clipped": ("delta-identity", True),
    "log (Simel et al. 1991)": ("delta-log", False),
    "log-wald": ("delta-log", False),
    "newcombe (MOVER)": ("mover", False),
    None: ("delta-identity", True),
}
# epiR adds the limits of two intervals for Youden's index, which is too wide by construction; pabak's interval there is
# that of the agreement put on pabak's scale, which tests/uncertainty/test_interval.py checks
NOT_OFFERED = {"sum of clopper-pearson limits (epiR)", "clopper-pearson on the percent agreement"}
SE_OF = {"cohen_kappa_se": "kappa", "prevalence_index_se": "prevalence_index", "bias_index_se": "bias_index"}
KINDS = {
    *OF_CLASS, *OVERALL, *SE_OF, "accuracy_gt_nir_p", "bowker", "mcnemar", "stuart_maxwell", "bhapkar",
    "cohen_kappa_z", "cohen_kappa_p",
}  # fmt: skip


def entries():
    for folder in ("classify", "agree"):
        for path in sorted((HERE / folder).glob("*.json")):
            data = json.loads(path.read_text(encoding="utf-8"))
            for e in data["expected"]:
                # df_rule: the convention that counts only pairs with an item; ours counts all, as R and statsmodels do
                left = e["args"].get("method") in NOT_OFFERED or "df_rule" in e["args"]
                if e["quantity"] in KINDS and not left:
                    yield pytest.param(data["data"], e, id=f"{path.stem}-{e['quantity']}-{json.dumps(e['args'])}")


def result_of(data, method="default", level=0.95):
    if "confusion" in data:
        return tz.matrix(data["confusion"], rows="truth", labels=data["labels"], positive=data.get("positive"),
                         interval=method, level=level, show=[])  # fmt: skip
    tally = Contingency(np.array(data["table"]), tuple(data["labels"]), roles="raters", ordered=True)
    whole = tz.matrix([[1]], rows="raters", show=[])
    return replace(whole, tallies=((None, tally),), settings=Settings(level, method))


def params_of(args):
    if args.get("weights") == "matrix":
        d = np.array(args["disagreement_weights"], dtype=float)
        return f"(weights={(1 - d / d.max()).tolist()})"
    if args.get("weights"):
        return f"(weights={args['weights']})"
    return f"(correction={args['correction']})" if args.get("correction") not in (None, True, False) else ""


def ours(data, quantity, args):
    name = {**OF_CLASS, **OVERALL, **SE_OF}.get(quantity)
    if quantity.endswith("_ci"):
        method, cut = METHODS.get(args.get("method"), (args.get("method"), False))
        value = value_of(result_of(data, method, args["level"]), name + params_of(args), data.get("positive"))
        low, high = value.low, value.high
        if cut:  # ours never leaves the range; theirs does, so that the half-width is what compares
            z = 1.959963984540054
            low, high = value.value - z * value.se, value.value + z * value.se
            assert (value.low, value.high) == pytest.approx(np.clip([low, high], -1, 1).tolist(), abs=1e-12) or low < 0
        return [low, high]
    if quantity == "cohen_kappa_se" and args.get("se") == "null":
        return null_test(data, args)
    if quantity in SE_OF:
        value = value_of(result_of(data, "delta"), name + params_of(args), data.get("positive") or second(data, name))
        return value.se
    if quantity in ("cohen_kappa_z", "cohen_kappa_p"):
        value = float(value_of(result_of(data), "kappa" + params_of(args)))
        z = value / null_test(data, args)
        return z if quantity.endswith("_z") else math.erfc(abs(z) / math.sqrt(2))
    counts = np.array(data.get("confusion", data.get("table")), dtype=float)
    if quantity == "accuracy_gt_nir_p":
        return hypothesis.better_than_guessing(counts.trace(), counts.sum(), counts.sum(1).max() / counts.sum()).p
    if quantity == "mcnemar":
        b, c = counts[0, 1], counts[1, 0]
        if args["method"] == "exact":
            return margins.mcnemar_exact(b, c)
        return getattr(margins.mcnemar(b, c, corrected=args["correction"]), args["returns"])
    return getattr(getattr(margins, quantity)(counts), args["returns"])


def second(data, name):
    return data["labels"][1] if name.endswith("_index") else None


def null_test(data, args):
    """The standard error under chance, also for weighted kappa."""
    from tarazu.uncertainty.spread import Spread

    result = result_of(data)
    tally = result.tally
    evaluation = Measured.of(tally, None).evaluation
    expected = np.outer(tally.row_totals, tally.column_totals) / tally.n
    weights = args.get("weights")
    if weights == "matrix":
        d = np.array(args["disagreement_weights"], dtype=float)
        weights = (1 - d / d.max()).tolist()
    params = {"weights": weights} if weights else {}
    return Spread(replace(tally, counts=expected), evaluation.like).se("kappa", params, None)


@pytest.mark.parametrize(("data", "expected"), list(entries()))
def test_agrees(data, expected):
    args = expected["args"]
    got = ours(data, expected["quantity"], args)
    tolerance = expected["tolerance"]
    np.testing.assert_allclose(got, expected["value"], rtol=max(tolerance, 1e-12), atol=tolerance)


def test_the_null_standard_error_is_that_of_the_test_that_is_shown():
    data = json.loads((HERE / "classify" / "epir_scott_2008.json").read_text(encoding="utf-8"))["data"]
    shown = result_of(data).tests[0]
    assert shown.id == "kappa-chance"
    assert shown.statistic == pytest.approx(float(value_of(result_of(data), "kappa")) / null_test(data, {}))
