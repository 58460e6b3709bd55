"""Rows that belong together: the cluster-robust standard error, by hand and by simulation, and what is refused."""

import math

import numpy as np
import pytest

import tarazu as tz
from tarazu.errors import InputError, QuestionError

TRUTH = [1, 1, 0, 0, 1, 0, 1, 1]
PREDICTION = [1, 0, 0, 0, 1, 1, 1, 1]
PATIENT = ["a", "a", "a", "b", "b", "c", "c", "c"]


def test_by_hand():
    # accuracy 6/8; residual sums of the patients: a 2 − 3×0.75, b 2 − 2×0.75, c 2 − 3×0.75, each over 8
    u = np.array([2 - 2.25, 2 - 1.5, 2 - 2.25]) / 8
    expected = math.sqrt(3 / 2 * (u**2).sum())
    got = tz.classify(TRUTH, PREDICTION, cluster=PATIENT)["accuracy"]
    assert (got.value, got.se) == pytest.approx((0.75, expected))
    assert got.method.endswith("3 clusters of cluster")


def test_every_row_its_own_cluster_is_nearly_no_clusters():
    rng = np.random.default_rng(1)
    truth, prediction = rng.integers(0, 3, 400), rng.integers(0, 3, 400)
    alone = tz.classify(truth, prediction, cluster=np.arange(400), show="kappa,f1_macro,recall[1]")
    plain = tz.classify(truth, prediction, show="kappa,f1_macro,recall[1]", interval="delta")
    for name in ("kappa", "f1_macro", "recall[1]"):
        assert alone[name].se == pytest.approx(plain[name].se * math.sqrt(400 / 399), rel=1e-9)


def test_the_order_of_labels_and_the_positive_class_do_not_matter():
    a = tz.classify(TRUTH, PREDICTION, cluster=PATIENT, positive=1)
    b = tz.classify(TRUTH, PREDICTION, cluster=PATIENT, positive=0)
    assert a["recall", 1].se == pytest.approx(b["recall", 1].se)
    assert a["kappa"].low == pytest.approx(b["kappa"].low)


def test_the_jackknife_and_the_bootstrap_take_whole_clusters():
    rng = np.random.default_rng(2)
    patient = np.repeat(np.arange(80), 5)
    shared = rng.random(80)[patient]
    truth = rng.integers(0, 2, 400)
    prediction = np.where(rng.random(400) < shared, truth, 1 - truth)
    found = {
        method: tz.classify(truth, prediction, cluster=patient, interval=method, show="kappa")["kappa"]
        for method in ("delta", "jackknife", "percentile", "basic", "bca")
    }
    plain = tz.classify(truth, prediction, show="kappa")["kappa"]
    for method, row in found.items():
        assert row.se == pytest.approx(found["delta"].se, rel=0.06), method
        assert row.se > 1.2 * plain.se
        assert "80 clusters of cluster" in row.method


@pytest.mark.slow
def test_coverage_is_nominal_where_the_plain_interval_fails():
    rng = np.random.default_rng(3)
    inside, plain_inside, draws = 0, 0, 400
    for _ in range(draws):  # 50 patients with 8 rows each; how many are right depends on the patient: Beta(3, 1)
        right = rng.random((50, 8)) < rng.beta(3, 1, (50, 1))
        truth = rng.integers(0, 2, 400)
        prediction = np.where(right.ravel(), truth, 1 - truth)
        row = tz.classify(truth, prediction, cluster=np.repeat(np.arange(50), 8), show="accuracy")["accuracy"]
        plain = tz.classify(truth, prediction, show="accuracy")["accuracy"]
        inside += row.low <= 0.75 <= row.high
        plain_inside += plain.low <= 0.75 <= plain.high
    error = 2.6 * math.sqrt(0.05 * 0.95 / draws)
    assert 0.95 - error - 0.01 <= inside / draws <= 0.95 + error
    assert plain_inside / draws < 0.88


def test_from_a_file_and_with_groups(tmp_path):
    path = tmp_path / "x.csv"
    rows = zip(TRUTH, PREDICTION, PATIENT, "xxxxxyyy", strict=True)
    path.write_text("y,p,patient,site\n" + "".join(f"{','.join(map(str, r))}\n" for r in rows))
    result = tz.classify(path, truth="y", prediction="p", cluster="patient", show="accuracy")
    assert result["accuracy"].se == pytest.approx(tz.classify(TRUTH, PREDICTION, cluster=PATIENT)["accuracy"].se)
    assert result.data["design"] == {"cluster": "patient"}
    again = tz.Result.from_json(result.to_json())
    assert again["kappa"].se == pytest.approx(result["kappa"].se)
    with pytest.raises(QuestionError, match="patient holds 1 cluster in the group y; at least 2 are needed"):
        tz.classify(path, truth="y", prediction="p", cluster="patient", by="site")


def test_what_is_refused():
    with pytest.raises(QuestionError, match="cluster holds 1 cluster; at least 2"):
        tz.classify(TRUTH, PREDICTION, cluster=["a"] * 8)
    with pytest.raises(InputError, match="cluster says nothing for 1 of the rows used"):
        tz.classify(TRUTH, PREDICTION, cluster=[None, *PATIENT[1:]])
    with pytest.raises(QuestionError, match="cluster='c' names a column, but no table was given"):
        tz.classify(TRUTH, PREDICTION, cluster="c")
    with pytest.raises(QuestionError, match="must name one column, other than those of truth"):
        tz.classify({"y": TRUTH, "p": PREDICTION}, truth="y", prediction="p", cluster="y")
    with pytest.raises(InputError, match="'patient' is not there"):
        tz.classify({"y": TRUTH, "p": PREDICTION}, truth="y", prediction="p", cluster="patient")
    with pytest.raises(QuestionError, match="takes rows as drawn each on its own"):
        tz.classify(TRUTH, PREDICTION, cluster=PATIENT, interval="bayes")
    with pytest.raises(QuestionError, match="of weighted, clustered or stratified rows is none"):
        tz.classify(TRUTH, PREDICTION, cluster=PATIENT, interval="clopper-pearson", show="accuracy")


# ---- strata


def test_strata_by_hand():
    # of two sites 10 and 40 rows were drawn, 5 and 36 of them right: p = 41/50, variance Σ n_s p_s (1 − p_s) / n²
    site = np.repeat(["a", "b"], [10, 40])
    truth = np.ones(50, dtype=int)
    prediction = np.r_[np.repeat([1, 0], 5), np.repeat([1, 0], [36, 4])]
    row = tz.classify(truth, prediction, strata=site, show="accuracy")["accuracy"]
    assert row.se == pytest.approx(math.sqrt(10 * 0.25 + 40 * 0.09) / 50)
    assert row.method == "delta, score, 2 strata of strata"
    drawn = tz.classify(truth, prediction, strata=site, show="accuracy", interval="percentile", resamples=20_000)
    assert drawn["accuracy"].se == pytest.approx(row.se, rel=0.02)


def test_strata_that_do_not_differ_change_nothing():
    rng = np.random.default_rng(4)
    truth, prediction = np.tile(rng.integers(0, 3, 90), 2), np.tile(rng.integers(0, 3, 90), 2)
    alike = tz.classify(truth, prediction, strata=np.repeat([0, 1], 90), show="kappa,f1[1]")
    plain = tz.classify(truth, prediction, show="kappa,f1[1]", interval="delta")
    for name in ("kappa", "f1[1]"):
        assert alike[name].se == pytest.approx(plain[name].se, rel=1e-9)
    again = tz.Result.from_json(alike.to_json())
    assert again["kappa"].low == alike["kappa"].low


def test_strata_with_sampling_weights():
    w = np.repeat([2.5, 0.5], [10, 40])
    site = np.repeat(["a", "b"], [10, 40])
    right = np.r_[np.repeat([1, 0], 5), np.repeat([1, 0], [36, 4])]
    row = tz.classify(np.ones(50, int), right, strata=site, weight=w, show="accuracy")["accuracy"]
    p = (w * right).sum() / w.sum()
    assert row.value == pytest.approx(p)
    residual = w * (right - p) / w.sum()
    expected = math.sqrt(sum(((residual[site == s] - residual[site == s].mean()) ** 2).sum() for s in "ab"))
    assert row.se == pytest.approx(expected)


def test_what_is_refused_of_strata():
    with pytest.raises(QuestionError, match="Give either cluster or strata"):
        tz.classify(TRUTH, PREDICTION, cluster=PATIENT, strata=PATIENT)
    with pytest.raises(QuestionError, match="interval='bca' is not offered for strata"):
        tz.classify(TRUTH, PREDICTION, strata=PATIENT, interval="bca", show="accuracy")
    with pytest.raises(InputError, match="every row needs the stratum it belongs to"):
        tz.classify(TRUTH, PREDICTION, strata=[None, *PATIENT[1:]])
