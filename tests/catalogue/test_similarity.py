"""Similarity coefficients, by hand with TP 15, FP 5, FN 7, TN 23: n = 50, margins 20, 22, 28, 30.

15 × 23 = 345, 5 × 7 = 35, their difference 310; 310 / 50 = 6.2 is what is found beyond chance.
tests/reference/test_pycm.py has them all beside PyCM.
"""

import math
from fractions import Fraction

import numpy as np
import pytest

from tarazu.formula import REGISTRY, Evaluation
from tarazu.tally import Contingency

ROOT = math.sqrt(15 * 23)
BY_HAND = {
    "jaccard_3w": Fraction(45, 57),
    "sokal_sneath_1": Fraction(15, 39),
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
    "ample": Fraction(15, 20) - Fraction(7, 30),
    "anderberg": Fraction(15 + 23 + 15 + 23 - 30 - 28, 100),
    "andres_marzo_delta": (38 - 2 * math.sqrt(35)) / 50,
    "batagelj_bren": Fraction(35, 345),
    "benini_1": Fraction(310, 22 * 30),
    "benini_2": Fraction(310, 20 * 28),
    "canberra": Fraction(12, 42),
    "clement": Fraction(15, 20) * Fraction(30, 50) + Fraction(23, 30) * Fraction(20, 50),
    "dennis": 6.2 / math.sqrt(8.8),
    "digby": (345**0.75 - 35**0.75) / (345**0.75 + 35**0.75),
    "dispersion": Fraction(310, 2500),
    "eyraud": Fraction(2500 * 310, 20 * 22 * 28 * 30),
    "fager_mcgowan": 15 / math.sqrt(440) - 1 / (2 * math.sqrt(22)),
    "fleiss_levin_paik": Fraction(46, 58),
    "fossum": Fraction(50 * Fraction(29, 2) ** 2, 440),
    "gilbert_wells": math.log(50**3 / (2 * math.pi * 20 * 22 * 28 * 30))
    + 2
    * math.log(
        Fraction(
            math.factorial(50) * math.factorial(15) * math.factorial(5) * math.factorial(7) * math.factorial(23),
            math.factorial(20) * math.factorial(22) * math.factorial(28) * math.factorial(30),
        )
    ),
    "goodall": 2 / math.pi * math.asin(math.sqrt(0.76)),
    "harris_lahey": Fraction(15, 27) * Fraction(58, 100) + Fraction(23, 35) * Fraction(42, 100),
    "hawkins_dotson": (Fraction(15, 27) + Fraction(23, 35)) / 2,
    "kendall_tau_a": Fraction(2 * 310, 50 * 49),
    "koppen_2": Fraction(21),
    "kuder_richardson": Fraction(4 * 310, 20 * 30 + 22 * 28 + 620),
    "baulieu_1": Fraction(440 - 225, 440),
    "baulieu_2": Fraction(345**2, 20 * 22 * 28 * 30),
    "baulieu_3": Fraction(2500 - 1240, 5000),
    "baulieu_4": (12 - 15.5 * 23.5 * 23 * math.e) / 50,
    "baulieu_5": Fraction(13, 28),
    "baulieu_6": Fraction(12, 28),
    "baulieu_7": Fraction(12, 50 + 15 * 121),
    "baulieu_8": Fraction(4, 2500),
    "baulieu_9": Fraction(19, 57),
    "baulieu_10": Fraction(19, 57),
    "baulieu_11": Fraction(12, 35),
    "baulieu_12": Fraction(12, 26),
    "baulieu_13": Fraction(12, 27 + 15 * 121),
    "baulieu_14": Fraction(19, 34),
    "baulieu_15": Fraction(19, 34),
    "consonni_todeschini_1": math.log(39) / math.log(51),
    "consonni_todeschini_2": 1 - math.log(13) / math.log(51),
    "consonni_todeschini_4": math.log(16) / math.log(28),
    "consonni_todeschini_5": (math.log(346) - math.log(36)) / math.log(626),
    "kuhns_1": 12.4 / 50,
    "kuhns_2": 6.2 / 22,
    "kuhns_3": 6.2 / ((1 - 15 / 42) * (42 - 8.8)),
    "kuhns_4": 6.2 / 20,
    "kuhns_5": 6.2 / max(20 * 0.6, 22 * 0.56),
    "kuhns_6": 6.2 / min(20 * 0.6, 22 * 0.56),
    "kuhns_7": 6.2 / math.sqrt(440),
}


def test_every_coefficient_is_worked_by_hand():
    assert set(BY_HAND) == {m.id for m in REGISTRY.measures.values() if m.family == "similarity" and not m.average}


@pytest.mark.parametrize("name", BY_HAND)
def test_by_hand(name):
    e = Evaluation.of(Contingency(np.array([[23, 5], [7, 15]]), (0, 1)))
    assert e(f"{name}_by_class")[1] == pytest.approx(float(BY_HAND[name]), rel=1e-13, abs=1e-14)


def test_tau_a_counts_pairs_of_items():
    truth, prediction = [0] * 3 + [1] * 4, [0, 0, 1, 0, 1, 1, 1]
    pairs = [(i, j) for i in range(7) for j in range(i)]
    order = sum((truth[i] - truth[j]) * (prediction[i] - prediction[j]) for i, j in pairs)
    e = Evaluation.of(Contingency(np.array([[2, 1], [1, 3]]), (0, 1)))
    assert e("kendall_tau_a_by_class")[1] == pytest.approx(order / len(pairs))


def test_koeppens_first_is_scotts_pi():
    # shares: pq − (b + c)/2 over pq, where p and q are the mean shares of the class and the rest
    p, q = 42 / 100, 58 / 100
    e = Evaluation.of(Contingency(np.array([[23, 5], [7, 15]]), (0, 1)))
    assert e("scott_pi") == pytest.approx((p * q - 12 / 50 / 2) / (p * q))
