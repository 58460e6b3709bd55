"""Confusion entropy: not how many errors there are only, but how widely they spread over the classes."""

from __future__ import annotations

import numpy as np

from tarazu.catalogue.agreement import NO_ITEMS
from tarazu.formula.declare import measure, quantity, when

ONE_CLASS_DECLARED = when(
    "one_category", lambda number_of_classes: number_of_classes == 1, "there is only one category to confuse"
)


def _spread(counts, totals, number_of_classes):
    """For each class, − Σ p log p of its errors in the row and the column, to base 2(k − 1)."""
    wrong = (counts != 0) & ~np.eye(counts.shape[-1], dtype=bool)

    def nats(shares):
        shares = np.where(wrong, shares, 0)
        return shares * np.log(np.where(wrong, shares, 1))

    both = nats(counts / totals[..., :, None]).sum(-1) + nats(counts / totals[..., None, :]).sum(-2)
    return -both / np.log(2 * (number_of_classes - 1))


@quantity(symbol="confusion entropies", tex=r"\mathrm{CEN}_j")
def confusion_entropies(counts, row_totals, column_totals, number_of_classes):
    """Confusion entropy of each class, relative to all its labels on both axes."""
    return _spread(counts, row_totals + column_totals, number_of_classes)


@quantity(symbol="modified confusion entropies", tex=r"\mathrm{MCEN}_j")
def modified_confusion_entropies(counts, row_totals, column_totals, diagonal, number_of_classes):
    """Confusion entropy of each class, relative to the items that are of it on either axis."""
    return _spread(counts, row_totals + column_totals - diagonal, number_of_classes)


@measure(
    title="Confusion entropy",
    family="information",
    range=(0, 2 / (np.e * np.log(2))),
    best=0,
    symmetric=True,
    averages=False,
    undefined=[NO_ITEMS, ONE_CLASS_DECLARED],
    aliases=["cen", "overall cen"],
    symbol="CEN",
    tex=r"\mathrm{CEN}",
    source="Wei, J.-M., Yuan, X.-J., Hu, Q.-H., Wang, S.-Q. (2010). A novel measure for evaluating classifiers. Expert "
    "Syst. Appl. 37, 3799-3809. At most 1, for two classes at most 2/(e ln 2) = 1.0615.",
)
def confusion_entropy(confusion_entropies, row_totals, column_totals, n):
    """How widely the errors spread over the classes: 0 without errors."""
    return ((row_totals + column_totals) * confusion_entropies).sum(-1) / (2 * n)


@measure(
    title="Modified confusion entropy",
    family="information",
    best=0,
    symmetric=True,
    averages=False,
    undefined=[NO_ITEMS, ONE_CLASS_DECLARED],
    aliases=["mcen", "overall mcen"],
    symbol="MCEN",
    tex=r"\mathrm{MCEN}",
    source="Delgado, R., Núñez-González, J. D. (2019). Enhancing confusion entropy (CEN) for binary and multiclass "
    "classification. PLoS ONE 14, e0210264. For two classes the hits stay in the divisor, as defined there.",
)
def modified_confusion_entropy(modified_confusion_entropies, row_totals, column_totals, diagonal, n, number_of_classes):
    """Confusion entropy with every item counted once in its class: never above 1."""
    spread = ((row_totals + column_totals - diagonal) * modified_confusion_entropies).sum(-1)
    return spread / (2 * n if number_of_classes == 2 else 2 * n - diagonal.sum(-1))
