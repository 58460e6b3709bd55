"""Correlation of truth and prediction."""

from __future__ import annotations

import numpy as np

from tarazu.formula.declare import measure, when


def _mcc_of_two_classes(tp, fp, fn, tn):
    """The textbook form for two classes."""
    return (tp * tn - fp * fn) / np.sqrt((tp + fp) * (tp + fn) * (tn + fp) * (tn + fn))


@measure(
    title="Matthews correlation coefficient",
    family="correlation",
    range=(-1, 1),
    chance=0,
    symmetric=True,
    headline=True,
    averages=False,
    undefined=[
        when(
            "axis_constant",
            lambda row_totals, column_totals: ((row_totals != 0).sum(-1) <= 1) | ((column_totals != 0).sum(-1) <= 1),
            "all items are of one class on one of the two sides, so there is nothing to correlate",
        )
    ],
    two_class=_mcc_of_two_classes,
    aliases=["mcc", "matthews", "matthews corrcoef", "phi coefficient", "r k", "gorodkin r k"],
    symbol="MCC",
    tex=r"\mathrm{MCC}",
    source="Matthews, B. W. (1975). Biochim. Biophys. Acta 405, 442-451; for more classes: "
    "Gorodkin, J. (2004). Comput. Biol. Chem. 28, 367-374.",
)
def mcc(diagonal, row_totals, column_totals, n):
    """Correlation of truth and prediction: 1 in total agreement, 0 by chance, −1 in total disagreement."""
    covariance = diagonal.sum(-1) * n - (row_totals * column_totals).sum(-1)
    return covariance / np.sqrt((n**2 - (row_totals**2).sum(-1)) * (n**2 - (column_totals**2).sum(-1)))
