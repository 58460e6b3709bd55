"""Names: ids, aliases, averages and parameters, in any spelling."""

import pytest

from tarazu import QuestionError
from tarazu.formula import REGISTRY, parse


@pytest.mark.parametrize(
    ("name", "id"),
    [
        ("kappa", "kappa"),
        ("Cohen's Kappa", "kappa"),
        ("hit rate", "recall"),
        ("TPR", "recall"),
        ("fall-out", "fpr"),
        ("false alarm rate", "fpr"),
        ("PPV", "precision"),
        ("selectivity", "specificity"),
        ("LR+", "lr_positive"),
        ("lr-", "lr_negative"),
        ("F-measure", "f1"),
        ("macro F1", "f1_macro"),
        ("f1_macro", "f1_macro"),
        ("macro-averaged precision", "precision_macro"),
        ("weighted avg recall", "recall_weighted"),
        ("observed accuracy", "accuracy"),
        ("phi coefficient", "mcc"),
    ],
)
def test_found(name, id):
    assert REGISTRY.find(name).id == id


@pytest.mark.parametrize(
    ("text", "name", "label"),
    [
        ("kappa(weights = 'quadratic')", "kappa(weights=quadratic)", None),
        ("kappa(weights=none)", "kappa", None),
        ("fbeta(beta=2.0)", "fbeta", None),
        ("fbeta(beta=0.5)[a, b]", "fbeta(beta=0.5)", "a, b"),
        ("kappa(weights=[[1, 0.5], [0.5, 1]])", "kappa(weights=[[1,0.5],[0.5,1]])", None),
        ("recall [cat]", "recall", "cat"),
    ],
)
def test_parsed(text, name, label):
    call = parse(text)
    assert (call.name, call.label) == (name, label)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("kapa", "There is no measure called 'kapa'. Did you mean 'kappa'"),
        (
            "kappa(weight=linear)",
            "kappa has no parameter 'weight'; it takes 'weights'. Did you mean 'weights'?",
        ),
        ("mcc(beta=1)", "mcc has no parameter 'beta'; it takes none."),
        ("fbeta(2)", "Parameters of fbeta need their names"),
        ("fbeta(beta=)", "Cannot read the parameters (beta=) of fbeta"),
        ("kappa(", "Cannot read 'kappa(' as a measure"),
    ],
)
def test_refused(text, message):
    with pytest.raises(QuestionError) as e:
        parse(text)
    assert str(e.value).startswith(message)
