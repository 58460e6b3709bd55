"""Each caution fires on its case, with the figures that made it fire, and is silent on clean data."""

import numpy as np
import pytest

import tarazu as tz

CASES = {  # code: (matrix with truth in its rows, words of the note, labels if they matter)
    "class-rarely-found": (
        [[60, 125], [5, 5000]],
        "Of 185 1, 60 (32.4%) were found, although the accuracy is 0.975 and kappa is 0.470. "
        "Look at recall[1] and balanced_accuracy (0.662).",
    ),
    "not-above-no-information": (
        [[90, 5], [5, 0]],
        "The accuracy of 0.900 is not above the 0.950 that always saying 1 would give. Look at kappa (-0.053)",
    ),
    "high-agreement-low-kappa": (
        [[118, 5], [2, 0]],
        "Agreement is 0.944 and kappa -0.023: one class makes up 97.2% of all labels, prevalence index 0.944, "
        "bias index 0.024. Other ideas of chance give 0.888 (PABAK) and 0.941 (AC1).",
    ),
    "few-items": ([[50, 1], [1, 3]], "Few items of 2: with 4 of 2, its recall moves by 25% with each item."),
    "never-predicted": (
        [[20, 0], [15, 0]],
        "Never predicted although true: 2. Look at recall of these classes.",
    ),
    "absent-from-truth": (
        [[20, 0, 1], [0, 15, 2], [0, 0, 0]],
        "Predicted 3 times although never true: 3. Are the labels of both sides the same?",
    ),
    "averages-far-apart": (
        [[900, 10], [20, 5]],
        "The F1s average to 0.617 by class and to 0.964 by item: rare classes fare worse than frequent ones.",
    ),
    "numbers-as-text": (
        [[0, 0, 18, 2], [0, 0, 1, 19], [0, 0, 0, 0], [0, 0, 0, 0]],
        "The same numbers are spelled otherwise in truth and prediction, as '2' and '2.0', and are told apart as text: "
        "37 of 40 items differ only so, 0 with such labels agree. As numbers the accuracy is 0.925, not 0.000. "
        "Make both sides numbers, or spell them alike.",
        ["1", "2", "1.0", "2.0"],
    ),
    "perfect": ([[20, 0], [0, 15]], "All 35 labels agree. Is one column a copy of the other"),
}


def fired(counts, rows="truth", labels=None):
    return {n.code: n for n in tz.matrix(counts, rows=rows, labels=labels).notes if n.severity == "caution"}


@pytest.mark.parametrize("code", CASES)
def test_fires_on_its_case(code):
    counts, words, *labels = CASES[code]
    note = fired(counts, labels=labels[0] if labels else None)[code]
    assert words in note.text


def test_every_caution_has_a_case():
    from tarazu import cautions

    codes = {f.__name__.replace("_", "-") for f in (*cautions._GENERAL, *cautions._DIRECTED)}
    named = {"class-rarely-found", "not-above-no-information", "averages-far-apart"}
    assert codes | named >= set(CASES)
    assert len(CASES) == len(cautions._GENERAL) + len(cautions._DIRECTED)


@pytest.mark.parametrize(
    "counts",
    [
        [[45, 5], [6, 44]],
        [[50, 0, 0], [0, 48, 2], [0, 1, 49]],
        [[20, 5], [10, 15]],
        np.full((5, 5), 2) + 20 * np.eye(5, dtype=int),
    ],
)
def test_silent_on_clean_data(counts):
    assert not fired(counts)


def codes(truth, prediction):
    return {n.code for n in tz.classify(truth, prediction).notes if n.severity == "caution"}


def test_numbers_as_text_in_columns(tmp_path):
    assert "numbers-as-text" in codes(["1", "2"] * 20, ["1.0", "2.0"] * 20)
    assert "numbers-as-text" in codes(["01", "02"] * 20, ["1", "2"] * 20)
    assert "numbers-as-text" in codes(["1,5", "2"] * 20, ["1.5", "2"] * 20)
    assert "numbers-as-text" in codes(["1"] * 20 + ["2"] * 20, ["1"] * 9 + [" 1"] * 11 + ["2"] * 20)  # little agrees
    path = tmp_path / "x.csv"
    path.write_text("y,p\n" + "01,1\n02,2\n" * 20)
    notes = tz.classify(path, truth="y", prediction="p").notes
    assert "numbers-as-text" in {n.code for n in notes}
    raters = fired([[0, 20], [0, 0]], rows="raters", labels=["01", "1"])
    assert "spelled otherwise in rater 1 and rater 2" in raters["numbers-as-text"].text


@pytest.mark.parametrize(
    ("truth", "prediction"),
    [
        (["1", "2"] * 20, ["1", "1", "2", "2"] * 10),
        (["01", "1"] * 20, ["01", "1"] * 19 + ["1", "1"]),  # codes that are told apart, and rarely confused
        (["1", "1.5"] * 20, ["1.5", "1"] * 20),
        (["a1", "b2"] * 20, ["a2", "b1"] * 20),
        ([True, False] * 20, [False, True] * 20),
        ([1, 2] * 20, [2, 1] * 20),
    ],
)
def test_labels_that_are_no_numbers_as_text(truth, prediction):
    assert "numbers-as-text" not in codes(truth, prediction)


def test_numbers_against_text_are_refused_before():
    with pytest.raises(tz.InputError, match=r"truth holds numbers.*prediction holds text"):
        tz.classify([1, 2], ["1", "2"])


def test_what_needs_the_truth_does_not_fire_without_it():
    assert "class-rarely-found" not in fired([[60, 125], [5, 5000]], rows=None)
    assert "high-agreement-low-kappa" in fired([[118, 5], [2, 0]], rows=None)


def test_empty_and_single_class_tables_are_quiet():
    assert not fired([[0, 0], [0, 0]])
    assert not fired([[50]])


def test_intervals_that_hold_less_often_than_they_say():
    rare = tz.matrix([[980, 8], [5, 7]], rows="truth", labels=["well", "sick"], positive="sick", show="mcc,lr_positive")
    assert "interval-few-items" in [n.code for n in rare.notes]
    common = tz.matrix([[480, 8], [5, 507]], rows="truth", labels=["well", "sick"], show="mcc,mutual_information")
    assert not {"interval-few-items", "information-biased"} & {n.code for n in common.notes}
    scattered = tz.matrix([[4, 3, 3], [3, 4, 3], [3, 3, 4]], rows="truth", show="mutual_information")
    note = next(n for n in scattered.notes if n.code == "information-biased")
    # (3 − 1)(3 − 1) / (2 × 30 ln 2) = 0.096
    assert "0.096 too large on average with 30 items in 3 × 3 classes" in note.text
