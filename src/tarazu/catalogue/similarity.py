"""Similarity coefficients of a 2 × 2 table, as a table: a = TP, b = FP, c = FN, d = TN.

Collected by Choi, S., Cha, S., Tappert, C. C. (2010), A survey of binary similarity and distance measures,
J. Syst. Cybern. Inform. 8, 43-48. Those that are another measure under another name are its aliases instead:
Jaccard, Dice, Ochiai, simple matching of two classes (accuracy), Russell-Rao (detection rate), Forbes (lift).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from tarazu.formula.declare import REGISTRY, When, declared, when

SURVEY = "Choi, S., Cha, S., Tappert, C. C. (2010). J. Syst. Cybern. Inform. 8, 43-48: "
INF = np.inf

Formula = Callable[[Any, Any, Any, Any], Any]

# id, title, what it is, formula, range, best, symmetric, smooth
TABLE: list[tuple[str, str, str, Formula, tuple[float, float], float | None, bool, bool]] = [
    ("jaccard_3w", "3W-Jaccard", "As the Jaccard index, with what is found counted three times.",
     lambda a, b, c, d: 3 * a / (3 * a + b + c), (0, 1), 1, True, True),
    ("sokal_sneath_1", "Sokal-Sneath I", "As the Jaccard index, with errors counted twice.",
     lambda a, b, c, d: a / (a + 2 * b + 2 * c), (0, 1), 1, True, True),
    ("simple_matching", "Simple matching (Sokal-Michener)", "Share of the items that are right for this class.",
     lambda a, b, c, d: (a + d) / (a + b + c + d), (0, 1), 1, True, True),
    ("sokal_sneath_2", "Sokal-Sneath II", "As simple matching, with what is right counted twice.",
     lambda a, b, c, d: 2 * (a + d) / (2 * a + b + c + 2 * d), (0, 1), 1, True, True),
    ("sokal_sneath_3", "Sokal-Sneath III", "Right for each wrong.",
     lambda a, b, c, d: (a + d) / (b + c), (0, INF), INF, True, True),
    ("sokal_sneath_4", "Sokal-Sneath IV", "Mean of recall, precision, specificity and negative predictive value.",
     lambda a, b, c, d: (a / (a + b) + a / (a + c) + d / (b + d) + d / (c + d)) / 4, (0, 1), 1, True, True),
    ("sokal_sneath_5", "Sokal-Sneath V (Ochiai II)", "Product of what is right over the root of all margins.",
     lambda a, b, c, d: a * d / np.sqrt((a + b) * (a + c) * (b + d) * (c + d)), (0, 1), 1, True, True),
    ("rogers_tanimoto", "Rogers-Tanimoto", "As simple matching, with errors counted twice.",
     lambda a, b, c, d: (a + d) / (a + 2 * (b + c) + d), (0, 1), 1, True, True),
    ("faith", "Faith", "As simple matching, with true negatives counted half.",
     lambda a, b, c, d: (a + d / 2) / (a + b + c + d), (0, 1), None, True, True),
    ("sorgenfrei", "Sorgenfrei", "Product of precision and recall.",
     lambda a, b, c, d: a**2 / ((a + b) * (a + c)), (0, 1), 1, True, True),
    ("mountford", "Mountford", "A similarity that the size of the sample does not pull.",
     lambda a, b, c, d: 2 * a / (a * b + a * c + 2 * b * c), (0, INF), INF, True, True),
    ("mcconnaughey", "McConnaughey", "Precision plus recall, less 1.",
     lambda a, b, c, d: (a**2 - b * c) / ((a + b) * (a + c)), (-1, 1), 1, True, True),
    ("tarwid", "Tarwid", "What is found against what chance would find, as a difference over a sum.",
     lambda a, b, c, d: ((a + b + c + d) * a - (a + b) * (a + c)) / ((a + b + c + d) * a + (a + b) * (a + c)),
     (-1, 1), None, True, True),
    ("kulczynski_1", "Kulczynski I", "Found for each error.",
     lambda a, b, c, d: a / (b + c), (0, INF), INF, True, True),
    ("kulczynski_2", "Kulczynski II", "Mean of precision and recall.",
     lambda a, b, c, d: (a / (a + b) + a / (a + c)) / 2, (0, 1), 1, True, True),
    ("johnson", "Johnson", "Sum of precision and recall.",
     lambda a, b, c, d: a / (a + b) + a / (a + c), (0, 2), 2, True, True),
    ("simpson", "Simpson (overlap)", "What is found over the smaller of the two margins.",
     lambda a, b, c, d: a / np.minimum(a + b, a + c), (0, 1), 1, True, False),
    ("braun_blanquet", "Braun-Blanquet", "What is found over the larger of the two margins: the worse of precision "
     "and recall.",
     lambda a, b, c, d: a / np.maximum(a + b, a + c), (0, 1), 1, True, False),
    ("forbes_2", "Forbes II", "What is found beyond chance, as a share of what could be.",
     lambda a, b, c, d: ((a + b + c + d) * a - (a + b) * (a + c))
     / ((a + b + c + d) * np.minimum(a + b, a + c) - (a + b) * (a + c)), (-INF, 1), 1, True, False),
    ("hamann", "Hamann", "Share that is right less share that is wrong.",
     lambda a, b, c, d: (a + d - b - c) / (a + b + c + d), (-1, 1), 1, True, True),
    ("michael", "Michael", "Difference of the diagonal products, over the squares of what is right and wrong.",
     lambda a, b, c, d: 4 * (a * d - b * c) / ((a + d) ** 2 + (b + c) ** 2), (-1, 1), None, True, True),
    ("baroni_urbani_buser_1", "Baroni-Urbani-Buser I", "As the Jaccard index, with the root of both agreements added.",
     lambda a, b, c, d: (np.sqrt(a * d) + a) / (np.sqrt(a * d) + a + b + c), (0, 1), 1, True, False),
    ("baroni_urbani_buser_2", "Baroni-Urbani-Buser II", "As the first one, brought to the range from −1 to 1.",
     lambda a, b, c, d: (np.sqrt(a * d) + a - (b + c)) / (np.sqrt(a * d) + a + b + c), (-1, 1), 1, True, False),
    ("consonni_todeschini_3", "Consonni-Todeschini III", "Logarithm of what is found over that of all.",
     lambda a, b, c, d: np.log(1 + a) / np.log(1 + a + b + c + d), (0, 1), None, True, True),
]  # fmt: skip


def _cells_named(formula: Formula, what: str, id: str) -> Callable[..., Any]:
    """A body with the names of the cells, from a formula in a, b, c and d."""

    def body(tp: Any, fp: Any, fn: Any, tn: Any) -> Any:
        return formula(tp, fp, fn, tn)

    body.__name__, body.__doc__ = id, what
    return body


def _denominator_zero(formula: Formula) -> When:
    """The one way to be undefined that a quotient of cells has."""
    return when(
        "denominator_zero",
        lambda tp, fp, fn, tn: np.isnan(formula(tp, fp, fn, tn)),
        "its denominator is 0 for class {label}",
    )


for _id, _title, _what, _formula, _range, _best, _symmetric, _smooth in TABLE:
    REGISTRY.add(
        declared(
            _cells_named(_formula, _what, _id),
            title=_title,
            family="similarity",
            range=_range,
            best=_best,
            symmetric=_symmetric,
            smooth=_smooth,
            scale_free=_id not in ("mountford", "consonni_todeschini_3"),
            averages=False,
            undefined=[_denominator_zero(_formula)],
            source=SURVEY + _title + ".",
        )
    )
