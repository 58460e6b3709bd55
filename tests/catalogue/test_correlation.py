"""The Matthews correlation coefficient, by hand."""

import math

import numpy as np
import pytest

from tarazu.formula import Evaluation
from tarazu.tally import Contingency


def mcc(counts):
    return Evaluation.of(Contingency(np.array(counts), tuple(range(len(counts)))))("mcc")


def test_basketball_draft():
    # (15·375 − 5·5) / √(20·20·380·380)
    assert mcc([[375, 5], [5, 15]]) == (15 * 375 - 5 * 5) / math.sqrt(20 * 20 * 380 * 380)
    assert mcc([[375, 5], [5, 15]]) == 0.7368421052631579


def test_three_classes_as_gorodkin():
    # c = 50 + 48 + 49, s = 150; (c·s − Σ p_k t_k) / √((s² − Σ p²)(s² − Σ t²))
    c, s, t, p = 147, 150, [50, 50, 50], [50, 49, 51]
    top = c * s - sum(a * b for a, b in zip(t, p, strict=True))
    bottom = math.sqrt((s**2 - sum(a * a for a in p)) * (s**2 - sum(a * a for a in t)))
    assert mcc([[50, 0, 0], [0, 48, 2], [0, 1, 49]]) == pytest.approx(top / bottom, abs=1e-15)


def test_total_disagreement():
    assert mcc([[0, 3], [4, 0]]) == -1


def test_200_000_rows():
    assert mcc([[50020, 49980], [49990, 50010]]) == pytest.approx(0.0003000000015, abs=1e-15)
