"""Names elsewhere: each leads to a measure of ours, and what is said about it is to be seen."""

import json

import pytest
from sklearn import metrics

import tarazu as tz
from tarazu.errors import QuestionError
from tarazu.formula import REGISTRY, parse
from tarazu.lexicon import packages


@pytest.mark.parametrize("e", [e for e in packages() if e.ours], ids=lambda e: f"{e.package} {e.name}")
def test_every_name_elsewhere_is_a_measure_of_ours(e):
    call = parse(e.ours)
    assert call.measure.id in [entry.passport["id"] for entry in tz.glossary(e.name).entries]
    assert e.otherwise is None or e.otherwise.endswith((".", ". "))


@pytest.mark.parametrize("id", REGISTRY.measures)
def test_every_measure_has_an_entry_that_fits_its_page(id):
    found = tz.glossary(id)
    json.dumps(found.to_dict(), allow_nan=False)
    for width in (60, 100):
        assert max(map(len, found.to_text(width).splitlines())) <= max(width, 16 + max(map(len, str(found).split())))
    assert found.entries[0].formulas or REGISTRY.measures[id].average == "micro"


def test_scikit_learn_by_its_names():
    truth, prediction = [0, 0, 1, 1, 2, 2, 2, 0], [0, 1, 1, 1, 2, 0, 2, 0]
    result = tz.classify(truth, prediction)
    for e in packages():
        plain = getattr(metrics, e.name.partition("(")[0].partition("[")[0], None)
        if e.package == "scikit-learn" and e.name.isidentifier() and REGISTRY.of_class(parse(e.ours).measure):
            options = {"beta": 2} if e.name == "fbeta_score" else {}
            theirs = plain(truth, prediction, average=None, **options)
            assert [result[e.ours, c].value for c in (0, 1, 2)] == pytest.approx(list(theirs), abs=1e-12)
        elif e.package == "scikit-learn" and "likelihood" not in e.name:
            options = {"adjusted": True} if "adjusted=" in e.name else {}
            assert result[e.ours].value == pytest.approx(plain(truth, prediction, **options), abs=1e-12), e.name


def test_a_name_with_two_meanings_shows_both():
    found = tz.glossary("Balanced Accuracy")
    assert [e.passport["id"] for e in found.entries] == ["balanced_accuracy", "balanced_accuracy_ovr"]
    assert str(found).startswith(
        "'Balanced Accuracy' is 2 different measures: balanced_accuracy, balanced_accuracy_ovr."
    )


def test_a_statistic_that_is_not_offered_says_why():
    assert "never above 0" in str(tz.glossary("KentFosterI"))


def test_nothing_of_that_name():
    with pytest.raises(
        QuestionError, match=r"Nothing is called 'f mesure'.*Did you mean .*`tarazu measures 'f mesure'`"
    ):
        tz.glossary("f mesure")
