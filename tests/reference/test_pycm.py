"""PyCM 4.6 beside us on 300 random matrices: every statistic agrees to 1e-9 or is named in docs/pycm.md."""

import math
import re
from collections import defaultdict
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from tarazu.formula import Evaluation, parse
from tarazu.tally import Contingency

pycm = pytest.importorskip("pycm")

# PyCM's name of a statistic of a class: how it is asked of us
CLASS = {
    "TPR": "recall",
    "TNR": "specificity",
    "PPV": "precision",
    "NPV": "npv",
    "FNR": "fnr",
    "FPR": "fpr",
    "FDR": "fdr",
    "FOR": "false_omission_rate",
    "ACC": "accuracy_ovr",
    "ERR": "error_rate",
    "PRE": "prevalence",
    "PR": "prevalence",
    "TOPR": "detection_prevalence",
    "F1": "f1",
    "F2": "fbeta(beta=2)",
    "F0.5": "fbeta(beta=0.5)",
    "MCC": "mcc",
    "BM": "informedness",
    "Y": "informedness",
    "MK": "markedness",
    "Q": "yule_q",
    "J": "jaccard",
    "PLR": "lr_positive",
    "NLR": "lr_negative",
    "DOR": "dor",
    "DP": "discriminant_power",
    "AUC": "balanced_accuracy_ovr",
    "AUPR": "kulczynski_2",
    "GI": "informedness",
    "G": "fowlkes_mallows",
    "GM": "g_mean",
    "AGM": "adjusted_g_mean",
    "AGF": "adjusted_f",
    "OP": "optimized_precision",
    "IBA": "index_of_balanced_accuracy(alpha=1)",
    "OC": "simpson",
    "OOC": "fowlkes_mallows",
    "BB": "braun_blanquet",
    "BCD": "bray_curtis",
    "AM": "predicted_less_true",
    "ICSI": "mcconnaughey",
    "RACC": "random_accuracy_ovr",
    "RACCU": "random_accuracy_shared_ovr",
    "IS": "information_score",
    "dInd": "distance_to_corner",
    "sInd": "balance",
    "LS": "lift",
    "HD": "class_errors",
}
OVERALL = {
    "Overall ACC": "accuracy",
    "Overall RACC": "expected_accuracy",
    "Overall RACCU": "agreement_of_shared_totals",
    "Kappa": "kappa",
    "Kappa Unbiased": "scott_pi",
    "Scott PI": "scott_pi",
    "Kappa No Prevalence": "pabak",
    "Gwet AC1": "gwet_ac1",
    "Bennett S": "pabak",
    "Krippendorff Alpha": "krippendorff_alpha",
    "Bangdiwala B": "bangdiwala_b",
    "Chi-Squared": "chi_squared",
    "Phi-Squared": "phi_squared",
    "Cramer V": "cramer_v",
    "Pearson C": "contingency_coefficient",
    "Lambda A": "lambda_rows",
    "Lambda B": "lambda_columns",
    "Response Entropy": "entropy_of_prediction",
    "Reference Entropy": "entropy_of_truth",
    "Cross Entropy": "cross_entropy",
    "Joint Entropy": "joint_entropy",
    "Conditional Entropy": "conditional_entropy",
    "Mutual Information": "mutual_information",
    "KL Divergence": "kl_divergence",
    "RCI": "uncertainty_coefficient",
    "NIR": "no_information_rate",
    "Overall MCC": "mcc",
    "Overall CEN": "confusion_entropy",
    "Overall MCEN": "modified_confusion_entropy",
    "RR": "mean_class_size",
    "CBA": "class balance accuracy",
    "AUNU": "balanced_accuracy_ovr_macro",
    "AUNP": "balanced_accuracy_ovr_weighted",
    "CSI": "classification success index",
    "ARI": "adjusted_rand_index",
    "Hamming Loss": "error_rate",
    "Zero-one Loss": "errors",
    "ACC Macro": "average accuracy",
    "F1 Macro": "f1_macro",
    "F1 Micro": "f1_micro",
    **{
        f"{theirs} {average.title()}": f"{ours}_{average}"
        for theirs, ours in {
            "TPR": "recall",
            "TNR": "specificity",
            "PPV": "precision",
            "NPV": "npv",
            "FPR": "fpr",
            "FNR": "fnr",
        }.items()
        for average in ("macro", "micro")
    },
}
DISTANCE = {
    "ForbesI": "lift",
    "FagerMcGowan": "fager_mcgowan",
    "Doolittle": "phi_squared",
    "GoodmanKruskalLambda": "lambda_symmetric",
    "GoodmanKruskalLambdaR": "lambda_reliability",
    "GuttmanLambdaA": "lambda_columns",
    "GuttmanLambdaB": "lambda_rows",
    "KendallTau": "kendall_tau_a",
    "KoppenI": "scott_pi",
}
NOT_OFFERED = {"KentFosterI", "KentFosterII"}
# statistics that are no number of the table, and those compared one by one in the tests of their measures
OTHERWISE = {
    "counts": {"TP", "TN", "FP", "FN", "P", "N", "POP", "TOP", "TON"},
    "words": {"PLRI", "NLRI", "DPI", "AUCI", "MCCI", "QI"} | {f"SOA{i}" for i in range(1, 11)},
    "vectors": {"CEN", "MCEN", "Overall J"},
    "inference": {"95% CI", "Kappa 95% CI", "Kappa Standard Error", "Standard Error", "P-Value", "Chi-Squared DF"},
}
ROMAN = {"I": 1, "V": 5, "X": 10}
DOCUMENT = Path(__file__).parents[2] / "docs" / "pycm.md"


def our_name(distance):
    """`BaulieuIV` is `baulieu_4`."""
    if distance in DISTANCE:
        return DISTANCE[distance]
    stem, number = re.fullmatch(r"(.*?[a-z]|AMPLE)([IVX]*)", distance).groups()
    values = [ROMAN[c] for c in number]
    arabic = sum(-v if v < max(values[i:]) else v for i, v in enumerate(values))
    words = "ample" if stem == "AMPLE" else re.sub(r"(?<!^)(?=[A-Z])", "_", stem).lower()
    return words + (f"_{arabic}" if number else "")


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

    for name, text in OVERALL.items():
        yield name, theirs.overall_stat[name], float(ask(text, ""))
    j = theirs.overall_stat["Overall J"]
    macro = float(ask("jaccard_macro", ""))
    for value, our in zip(j if isinstance(j, tuple) else ("None", "None"), (macro * k, macro), strict=True):
        yield "Overall J", value, our
    by_class = {name: ask(text, "_by_class") for name, text in CLASS.items()}
    by_class |= {"CEN": e("confusion_entropies"), "MCEN": e("modified_confusion_entropies")}
    for name, found in by_class.items():
        for i in range(k):
            yield name, theirs.class_stat[name][i], float(np.broadcast_to(found, k)[i])
    if k > 6:  # the coefficients see a table of two by two all the same
        return
    for metric in pycm.DistanceType:
        if metric.name not in NOT_OFFERED:
            found, ours = theirs.distance(metric=metric), ask(our_name(metric.name), "_by_class")
            for i in range(k):
                yield metric.name, found[i], float(ours[i])


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
    rows = re.findall(r"^\| (`.*?) \| (.*) \|$", DOCUMENT.read_text(encoding="utf-8"), re.MULTILINE)
    return {name: reason for names, reason in rows for name in re.findall(r"`(.*?)`", names)}


def test_every_statistic_agrees_or_is_on_the_list():
    checked_alone = {"weighted_alpha", "aickin_alpha"} | NOT_OFFERED
    assert set(differences()) == set(documented()) - checked_alone


def test_every_statistic_of_theirs_is_looked_at():
    theirs = theirs_of(np.array([[3, 1], [2, 4]]))
    known = set(CLASS) | set(OVERALL) | set().union(*OTHERWISE.values())
    assert {name.split("(")[0] for name in [*theirs.class_stat, *theirs.overall_stat]} <= known
    for metric in pycm.DistanceType:
        assert metric.name in NOT_OFFERED or parse(our_name(metric.name))


def test_there_are_differences_of_the_kind_that_is_written_down():
    found = differences()
    only_none = {name for name, pairs in found.items() if all(theirs == "None" for theirs, _ in pairs)}
    said = {name for name, reason in documented().items() if reason.startswith("`'None'`")}
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
