"""Scales of words: lower limit included, whose scale it is, and what it was not made for."""

import pytest
from scipy.stats import norm

import tarazu as tz
from tarazu import InputError, QuestionError
from tarazu.scales import scales, verdicts

OWN = '[tracker]\ntitle = "our tracker"\nmeasures = ["mcc"]\nbands = [[-inf, "useless"], [0.9, "usable"]]\n'


@pytest.mark.parametrize(
    ("scale", "words"),
    [
        ("landis-koch", {-0.1: "poor", 0: "slight", 0.2: "fair", 0.4: "moderate", 0.6: "substantial",
                          0.8: "almost perfect", 1: "almost perfect"}),
        ("fleiss", {0.39: "poor", 0.4: "fair to good", 0.75: "excellent"}),
        ("altman", {0.1: "poor", 0.2: "fair", 0.4: "moderate", 0.6: "good", 0.8: "very good"}),
        ("cicchetti-sparrow", {0.39: "poor", 0.4: "fair", 0.6: "good", 0.75: "excellent"}),
        ("mchugh", {0.1: "none", 0.2: "minimal", 0.4: "weak", 0.6: "moderate", 0.8: "strong", 0.9: "almost perfect"}),
        ("regier", {0.1: "unacceptable", 0.2: "questionable", 0.4: "good", 0.6: "very good", 0.8: "excellent"}),
        ("lecture-three", {0.39: "low", 0.4: "relatively desirable to good", 0.76: "excellent"}),
        ("lecture-six", {-0.1: "none", 0.1: "negligible", 0.3: "relative", 0.5: "moderate",
                          0.7: "considerable", 0.9: "excellent"}),
    ],
)  # fmt: skip
def test_words(scale, words):
    for value, word in words.items():
        assert scales()[scale].verdict("kappa", value).word == word


def test_a_value_that_rounding_put_below_a_limit_is_at_it():
    assert scales()["fleiss"].verdict("kappa", 0.39999999999999997).word == "fair to good"


def test_krippendorff():
    assert [verdicts("krippendorff_alpha", v)[0].word for v in (0.66, 0.667, 0.8)] == [
        "not to be relied on", "for tentative conclusions", "to be relied on",
    ]  # fmt: skip


def test_every_scale_names_its_source():
    for scale in scales().values():
        assert scale.title
        assert "(" in scale.source


def test_one_measure_on_several_scales_side_by_side():
    result = tz.matrix("20 5; 10 15")
    assert {v.scale: v.word for v in result.verdicts}["landis-koch"] == "moderate"
    assert len(result.verdicts) == 8
    text = " ".join(result.to_text().split())
    assert "What scales call kappa 0.4" in text
    plain = " ".join(tz.matrix("20 5; 10 15", interval=None).to_text().split())
    assert "kappa 0.4 is called: moderate (Landis-Koch), fair to good (Fleiss)" in plain
    assert "These words are conventions" in text
    assert "0.4 is a limit itself" in text
    assert tz.Result.from_json(result.to_json()).verdicts == result.verdicts


def test_chosen_scales_and_scales_of_your_own(tmp_path):
    path = tmp_path / "own.toml"
    path.write_text(OWN)
    result = tz.matrix("20 5; 10 15", scale=["fleiss", "tracker"], scales=path)
    assert [(v.measure, v.title, v.word) for v in result.verdicts] == [
        ("kappa", "Fleiss", "fair to good"),
        ("mcc", "our tracker", "useless"),
    ]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (OWN.replace("measures", "measure"), "The scale 'tracker' in"),
        (OWN.replace("-inf", "2"), "must rise"),
        ("[x", "Cannot read scales from"),
        ("x = 1", "is not complete"),
    ],
)
def test_bad_scale_files(tmp_path, text, message):
    path = tmp_path / "own.toml"
    path.write_text(text)
    with pytest.raises(InputError, match=message):
        scales(path)
    with pytest.raises(InputError, match="No such file"):
        scales(tmp_path / "none.toml")


def test_a_scale_refuses_a_measure_it_was_not_made_for():
    with pytest.raises(QuestionError, match="was made for 'kappa', not for 'accuracy'"):
        scales()["fleiss"].verdict("accuracy", 0.9)
    with pytest.raises(QuestionError, match="was made for 'krippendorff_alpha', and none of that is shown"):
        tz.matrix("20 5; 10 15", scale="krippendorff")
    with pytest.raises(QuestionError, match=r"There is no scale 'landis'\. Did you mean 'landis-koch'"):
        tz.matrix("20 5; 10 15", scale="landis")


def test_convert_both_ways():
    # 0.40 at an expected accuracy of 80 % is 88 %, +0.10 is +2 points; at 50 % it is 70 %, +5 points
    assert tz.convert(kappa=0.4, expected=0.8).accuracy == pytest.approx(0.88)
    assert tz.convert(kappa=0.4, expected=0.8).per_tenth == pytest.approx(0.02)
    assert tz.convert(kappa=0.4, expected=0.5).accuracy == pytest.approx(0.7)
    assert tz.convert(kappa=0.4, expected=0.5).per_tenth == pytest.approx(0.05)
    # 80 % against 75 % is 0.2, against 50 % 0.6
    assert tz.convert(accuracy=0.8, expected=0.75).kappa == pytest.approx(0.2)
    assert tz.convert(accuracy=0.8, expected=0.5).kappa == pytest.approx(0.6)


@pytest.mark.parametrize(
    ("about", "message"),
    [
        ({"expected": 1, "kappa": 0.5}, "expected=1 is not possible"),
        ({"expected": 0.5}, "Give either kappa or accuracy"),
        ({"expected": 0.5, "kappa": 0.1, "accuracy": 0.2}, "Give either kappa or accuracy"),
        ({"expected": 0.5, "kappa": 1.1}, "a number from -1 to 1"),
        ({"expected": 0.5, "accuracy": 88}, "accuracy=88 is not possible"),
    ],
)
def test_convert_refuses(about, message):
    with pytest.raises(QuestionError, match=message):
        tz.convert(**about)


def test_words_with_their_uncertainty():
    # kappa 0.4 with a standard error of 0.13, normal, cut at 1: Landis-Koch has 0.2, 0.4, 0.6, 0.8
    scale = scales()["landis-koch"]
    v = scale.weighed(scale.verdict("kappa", 0.4), 0.13, (0.14, 0.62), 0.95)
    cut = norm.cdf(1, 0.4, 0.13) - norm.cdf(-1, 0.4, 0.13)
    assert v.chance == pytest.approx((norm.cdf(0.6, 0.4, 0.13) - 0.5) / cut)
    assert sum(p for _, p in v.chances) == pytest.approx(1)
    # above 0.2 with 93.8 %, above 0 with 99.9 %: at least slight
    assert (v.word, v.at_least, v.spans) == ("moderate", "slight", ("slight", "substantial"))
    below = scale.weighed(scale.verdict("kappa", -0.3), 0.2, (-0.6, 0.1), 0.95)
    assert (below.word, below.at_least) == ("poor", "poor")
    certain = scale.weighed(scale.verdict("kappa", 0.7), 0.0, (0.7, 0.7), 0.95)
    assert (certain.chance, certain.at_least) == (1, "substantial")
