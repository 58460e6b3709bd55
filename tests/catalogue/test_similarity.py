"""Similarity coefficients, by hand with TP 15, FP 5, FN 7, TN 23 (margins 20, 22, 28, 30), and beside PyCM."""

import math
from fractions import Fraction

import numpy as np
import pytest

from tarazu.catalogue.similarity import TABLE
from tarazu.formula import Evaluation
from tarazu.tally import Contingency

ROOT = math.sqrt(15 * 23)
BY_HAND = {
    "jaccard_3w": Fraction(45, 57),
    "sokal_sneath_1": Fraction(15, 39),
    "simple_matching": Fraction(38, 50),
    "sokal_sneath_2": Fraction(76, 88),
    "sokal_sneath_3": Fraction(38, 12),
    "sokal_sneath_4": (Fraction(15, 20) + Fraction(15, 22) + Fraction(23, 28) + Fraction(23, 30)) / 4,
    "sokal_sneath_5": 345 / math.sqrt(20 * 22 * 28 * 30),
    "rogers_tanimoto": Fraction(38, 62),
    "faith": Fraction(53, 100),
    "sorgenfrei": Fraction(225, 440),
    "mountford": Fraction(30, 250),
    "mcconnaughey": Fraction(190, 440),
    "tarwid": Fraction(310, 1190),
    "kulczynski_1": Fraction(15, 12),
    "kulczynski_2": (Fraction(15, 20) + Fraction(15, 22)) / 2,
    "johnson": Fraction(15, 20) + Fraction(15, 22),
    "simpson": Fraction(15, 20),
    "braun_blanquet": Fraction(15, 22),
    "forbes_2": Fraction(310, 560),
    "hamann": Fraction(26, 50),
    "michael": Fraction(1240, 1588),
    "baroni_urbani_buser_1": (ROOT + 15) / (ROOT + 27),
    "baroni_urbani_buser_2": (ROOT + 3) / (ROOT + 27),
    "consonni_todeschini_3": math.log(16) / math.log(51),
}
PYCM = {
    "faith": "Faith",
    "forbes_2": "ForbesII",
    "hamann": "Hamann",
    "baroni_urbani_buser_1": "BaroniUrbaniBuserI",
    "baroni_urbani_buser_2": "BaroniUrbaniBuserII",
    "consonni_todeschini_3": "ConsonniTodeschiniIII",
}


def test_every_coefficient_is_worked_by_hand():
    assert set(BY_HAND) == {row[0] for row in TABLE}


@pytest.mark.parametrize("name", BY_HAND)
def test_by_hand(name):
    e = Evaluation.of(Contingency(np.array([[23, 5], [7, 15]]), (0, 1)))
    assert e(f"{name}_by_class")[1] == pytest.approx(float(BY_HAND[name]), abs=1e-14)


@pytest.mark.parametrize("name", PYCM)
def test_beside_pycm(name):
    pycm = pytest.importorskip("pycm")
    metric = getattr(pycm.DistanceType, PYCM[name])
    rng = np.random.default_rng(1)
    for _ in range(10):
        counts = rng.integers(1, 40, (3, 3))
        theirs = pycm.ConfusionMatrix(matrix=counts.tolist(), metrics_off=True).distance(metric=metric)
        ours = Evaluation.of(Contingency(counts, (0, 1, 2)))(f"{name}_by_class")
        assert ours == pytest.approx([theirs[i] for i in range(3)], abs=1e-12)
