"""Foreign values of scores: every figure of the golden files that is offered, to its tolerance."""

import json
import math
from pathlib import Path

import numpy as np
import pytest

import tarazu as tz
from tarazu.curves import calibration, ranking
from tarazu.planning.agreement import hanley_mcneil
from tarazu.tally.scores import Scores

HERE = Path(__file__).parent / "score"
BINARY = [p for p in sorted(HERE.glob("*.json")) if "iris" not in p.stem]


def offered(e):
    """Not so far: bins by quantiles, two independent areas. Never: clipped probabilities, a variance of the ratings."""
    args = e["args"]
    return not (
        args.get("strategy") == "quantile"
        or "groups" in args
        or (e["quantity"] == "log_loss" and args.get("clip"))
        or "Q1, Q2 from the ratings" in args.get("method", "")
    )


def entries():
    for path in BINARY:
        data = json.loads(path.read_text(encoding="utf-8"))
        for e in data["expected"]:
            if offered(e):
                yield pytest.param(data["data"], e, id=f"{path.stem}-{e['quantity']}-{json.dumps(e['args'])}")


def scores_of(data, args):
    name = args.get("score") or ("p" if "p" in data else "score")
    y = np.array(data["y"]) == 1
    return Scores.of(np.array(data[name], dtype=float), y)


def ours(data, quantity, args):
    s = scores_of(data, args)
    if quantity == "auc_se" and args["method"].startswith("hanley"):
        return hanley_mcneil(float(ranking.auc(s.positives, s.negatives)), s.n_positive, s.n_negative)
    if quantity in ("auc", "average_precision"):
        return float(getattr(ranking, quantity)(s.positives, s.negatives))
    if quantity == "somers_d":
        return 2 * float(ranking.auc(s.positives, s.negatives)) - 1
    if quantity == "auc_se":
        return ranking.delong(s)
    if quantity == "auc_ci":
        area, se = float(ranking.auc(s.positives, s.negatives)), ranking.delong(s)
        if args["method"] == "delong":
            z = 1.959963984540054
            return [area - z * se, area + z * se]
        row = tz.score(s_truth(s), s_values(s))["auc"]
        return [row.low, row.high]
    if quantity == "pr_auc_trapezoid":
        return ranking.pr_auc_trapezoid(s.positives, s.negatives)
    if quantity == "partial_auc":
        part = {k: tuple(v) for k, v in args.items() if k in ("specificity", "sensitivity")}
        return ranking.partial_auc(s, **part, standardised="standardised" in args)
    if quantity.startswith("youden"):
        r = ranking.roc(s)
        best = (r.tpr - r.fpr).max()
        at = np.flatnonzero(r.tpr - r.fpr >= best - 1e-12)
        return {"max": best, "threshold": r.thresholds[at], "sensitivity": r.tpr[at], "specificity": 1 - r.fpr[at]}[
            quantity.removeprefix("youden_")
        ]
    if quantity.startswith(("auc_difference", "auc_covariance")):
        return paired(data, quantity, args)
    if quantity == "roc_curve":
        r = ranking.roc(s)
        return [r.fpr, r.tpr]
    if quantity == "tied_pairs_share":
        return float((s.positives * s.negatives).sum() / (s.n_positive * s.n_negative))
    return of_probabilities(s, quantity, args)


def s_truth(s):
    return np.repeat([True, False], [int(s.n_positive), int(s.n_negative)])


def s_values(s):
    return np.concatenate([np.repeat(s.values, side.astype(int)) for side in (s.positives, s.negatives)])


def paired(data, quantity, args):
    y = np.array(data["y"]) == 1
    a, b = (np.array(data[args[k]], dtype=float) for k in ("score", "score2"))
    difference, se, z, p = ranking.delong_paired(y, a, b)
    if quantity == "auc_covariance":
        separate = [ranking.delong(Scores.of(x, y)) ** 2 for x in (a, b)]
        return (sum(separate) - se**2) / 2
    if quantity.endswith("_ci"):
        return [difference - 1.959963984540054 * se, difference + 1.959963984540054 * se]
    return {"auc_difference": difference, "auc_difference_se": se, "auc_difference_z": z, "auc_difference_p": p}[
        quantity
    ]


def of_probabilities(s, quantity, args):
    if quantity in ("brier", "log_loss"):
        return float(getattr(calibration, quantity)(s.values, s.positives, s.negatives))
    if quantity == "brier_skill":
        return tz.score(s_truth(s), s_values(s), interval=None)["brier_skill"].value
    if quantity.startswith("spiegelhalter"):
        return calibration.spiegelhalter(s)[quantity.endswith("_p")]
    if quantity.startswith("calibration_") and quantity != "calibration_curve":
        line = calibration.calibration_line(s)
        return getattr(line, quantity.removeprefix("calibration_"))
    cells = calibration.bins(s, args["bins"])
    return {
        "calibration_curve": [cells.share, cells.mean],
        "expected_calibration_error": cells.expected_error,
        "maximum_calibration_error": cells.largest_error,
        "bin_counts": cells.items,
    }[quantity]


@pytest.mark.parametrize(("data", "expected"), list(entries()))
def test_agrees(data, expected):
    wanted = np.array(expected["value"], dtype=float)
    got = np.array(ours(data, expected["quantity"], expected["args"]), dtype=float)
    if math.isinf(wanted.flat[0]):
        assert got == wanted
    else:
        np.testing.assert_allclose(got, wanted, rtol=expected["tolerance"], atol=expected["tolerance"])
