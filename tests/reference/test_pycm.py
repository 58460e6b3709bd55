"""PyCM 4.6 beside us on 300 random matrices: every statistic agrees to 1e-9 or is named in docs/pycm.md."""

import math
import re
from collections import defaultdict
from functools import cache
from pathlib import Path

import numpy as np
import pytest

import tarazu as tz
from tarazu.formula import Evaluation, parse
from tarazu.lexicon import packages
from tarazu.tally import Contingency

pycm = pytest.importorskip("pycm")

PYCM = {e.name: e for e in packages() if e.package == "PyCM"}
NOT_OFFERED = {name for name, e in PYCM.items() if not e.ours}
ON_REQUEST = {
    "NB",
    "TI",
    "IBA_alpha",
    "F_beta",
    "sensitivity_index",
    "weighted_kappa",
    "weighted_alpha",
    "aickin_alpha",
}
DISTANCES = {metric.name: metric for metric in pycm.DistanceType}
# statistics that are no number of the table, and those compared one by one in the tests of their measures
OTHERWISE = {
    "counts": {"TP", "TN", "FP", "FN", "P", "N", "POP", "TOP", "TON"},
    "words": {"PLRI", "NLRI", "DPI", "AUCI", "MCCI", "QI"} | {f"SOA{i}" for i in range(1, 11)},
    "inference": {
        "95% CI",
        "Kappa 95% CI",
        "Kappa Standard Error",
        "Standard Error",
        "P-Value",
        "Chi-Squared DF",
    },  # below
}
VECTORS = {"CEN": "confusion_entropies", "MCEN": "modified_confusion_entropies"}  # of a class, from the whole table
DOCUMENT = Path(__file__).parents[2] / "docs" / "pycm.md"


def matrices():
    rng = np.random.default_rng(2026)
    for i in range(300):
        k = int(rng.integers(2, 13))
        counts = rng.integers(0, 40, (k, k)) * (rng.random((k, k)) < rng.uniform(0.3, 1))
        if i % 4 in (1, 3):
            counts[rng.integers(k)] = 0
        if i % 4 in (2, 3):
            counts[:, rng.integers(k)] = 0
        if counts.any():
            yield counts


def theirs_of(counts, **options):
    places = range(len(counts))
    return pycm.ConfusionMatrix(matrix={i: {j: int(counts[i, j]) for j in places} for i in places}, **options)


def both(counts):
    """Pairs of (name, PyCM's value, our value)."""
    k = len(counts)
    theirs, e = theirs_of(counts), Evaluation.of(Contingency(counts, tuple(range(k))))

    def ask(text, view):
        call = parse(text)
        return np.real(e(call.measure.id + view, call.params))

    for name, e_ in PYCM.items():
        if name == "Overall J":  # the sum and the mean
            j, macro = theirs.overall_stat[name], float(ask(e_.ours, ""))
            pairs = zip(j if isinstance(j, tuple) else ("None", "None"), (macro * k, macro), strict=True)
        elif not e_.ours:
            continue
        elif name in theirs.overall_stat:
            pairs = [(theirs.overall_stat[name], float(ask(e_.ours, "")))]
        elif name in theirs.class_stat:
            found = e(VECTORS[name]) if name in VECTORS else np.broadcast_to(ask(e_.ours, "_by_class"), k)
            pairs = [(theirs.class_stat[name][i], float(found[i])) for i in range(k)]
        elif name in DISTANCES and e_.ours and k <= 6:  # they see a table of two by two all the same
            found, ours = theirs.distance(metric=DISTANCES[name]), ask(e_.ours, "_by_class")
            pairs = [(found[i], float(ours[i])) for i in range(k)]
        else:
            continue
        for pair in pairs:
            yield name, *pair


def agree(theirs, ours):
    if isinstance(theirs, str):
        return not math.isfinite(ours)  # undefined, or infinite
    return abs(theirs - ours) <= 1e-9 * max(1, abs(theirs))


@cache
def differences():
    """How often the two differ, by PyCM's name."""
    found = defaultdict(list)
    for counts in matrices():
        for name, theirs, ours in both(counts):
            if not agree(theirs, ours):
                found[name].append((theirs, ours))
    return dict(found)


def documented():
    """What the lexicon says is not the same, by PyCM's name."""
    return {name: e.otherwise for name, e in PYCM.items() if e.otherwise}


def test_the_page_says_what_the_lexicon_says():
    rows = re.findall(r"^\| (`.*?) \| (.*) \|$", DOCUMENT.read_text(encoding="utf-8"), re.MULTILINE)
    page = {name: reason.replace("`", "") for names, reason in rows for name in re.findall(r"`(.*?)`", names)}
    assert page == documented()


def test_every_statistic_agrees_or_is_on_the_list():
    checked_alone = {"weighted_alpha", "aickin_alpha", "Kappa Standard Error", "Kappa 95% CI"} | NOT_OFFERED
    assert set(differences()) == set(documented()) - checked_alone


def test_every_statistic_of_theirs_is_looked_at():
    theirs = theirs_of(np.array([[3, 1], [2, 4]]))
    known = set(PYCM) | set().union(*OTHERWISE.values())
    assert {name.split("(")[0] for name in [*theirs.class_stat, *theirs.overall_stat, *DISTANCES]} <= known
    assert set(PYCM) <= {*theirs.class_stat, *theirs.overall_stat, *DISTANCES, *ON_REQUEST}


def test_standard_errors_intervals_and_p_values():
    """PyCM's Wald interval of the accuracy is not cut at 0 and 1; its P-Value sums terms in floats."""
    for counts in list(matrices())[::3]:
        theirs = theirs_of(counts).overall_stat
        result = tz.matrix(counts.tolist(), rows="truth", interval="wald", show="accuracy")
        row = result["accuracy"]
        assert row.se == pytest.approx(theirs["Standard Error"], abs=1e-9)
        assert theirs["95% CI"] == pytest.approx((row.value - 1.96 * row.se, row.value + 1.96 * row.se), abs=1e-9)
        k = len(counts)
        assert theirs["Chi-Squared DF"] == (k - 1) ** 2
        p = result.tests[1].p
        if theirs["P-Value"] != "None":
            assert p == pytest.approx(theirs["P-Value"], abs=1e-9)
        kappa = float(result["kappa"])
        if theirs["Kappa"] != "None":  # the formula of Cohen (1960), which takes the margins as fixed
            e = Evaluation.of(Contingency(counts, tuple(range(k))))
            p_o, p_e, n = float(e("accuracy")), float(e("expected_accuracy")), counts.sum()
            simple = math.sqrt(p_o * (1 - p_o) / (n * (1 - p_e) ** 2))
            assert theirs["Kappa Standard Error"] == pytest.approx(simple, abs=1e-9)
            assert theirs["Kappa 95% CI"] == pytest.approx((kappa - 1.96 * simple, kappa + 1.96 * simple), abs=1e-9)


def test_there_are_differences_of_the_kind_that_is_written_down():
    found = differences()
    only_none = {name for name, pairs in found.items() if all(theirs == "None" for theirs, _ in pairs)}
    said = {name for name, reason in documented().items() if reason.startswith("'None'")}
    assert only_none == said & set(found)
    assert {round(ours / theirs, 6) for theirs, ours in found["DP"] if theirs != "None"} == {round(math.log(10), 6)}
    assert all(ours == math.inf for _, ours in found["Cross Entropy"])
    assert all(ours >= -1 for _, ours in found["GoodmanKruskalLambdaR"])
    assert min(theirs for theirs, _ in found["GoodmanKruskalLambdaR"] if theirs != "None") < -1


def test_what_pycm_computes_on_request():
    counts = np.array([[15, 2, 3], [4, 20, 1], [2, 5, 30]])
    theirs, e = theirs_of(counts), Evaluation.of(Contingency(counts, (0, 1, 2)))

    def ours(name, **params):
        return e(f"{name}_by_class", params).tolist()

    def values(of_class):
        return pytest.approx([of_class[i] for i in range(3)], abs=1e-9)

    assert ours("net_benefit", threshold=0.2) == values({i: theirs.NB(w=0.25)[i] for i in range(3)})
    assert ours("tversky", fn_weight=0.6, fp_weight=0.2) == values(theirs.TI(0.6, 0.2))
    assert ours("index_of_balanced_accuracy", alpha=0.5) == values(theirs.IBA_alpha(0.5))
    assert ours("fbeta", beta=4) == values(theirs.F_beta(4))
    # PyCM's quantile of the normal distribution is an approximation, good to 4.5e-4
    assert ours("d_prime") == pytest.approx([theirs.sensitivity_index()[i] for i in range(3)], abs=2e-3)
    distance = {i: {j: abs(i - j) for j in range(3)} for i in range(3)}
    assert e("kappa", {"weights": "linear"}) == pytest.approx(theirs.weighted_kappa(weight=distance), abs=1e-9)
