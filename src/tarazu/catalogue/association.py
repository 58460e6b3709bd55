"""Association of the two axes: chi-squared and what is made of it, proportional reduction of error, Rand indices."""

from __future__ import annotations

import numpy as np

from tarazu.catalogue.agreement import NO_ITEMS
from tarazu.catalogue.rates import BOTH_PRODUCTS_ZERO
from tarazu.formula.declare import measure, quantity, when

AXIS_CONSTANT = when(
    "axis_constant",
    lambda row_totals, column_totals: ((row_totals != 0).sum(-1) <= 1) | ((column_totals != 0).sum(-1) <= 1),
    "one of the two sides holds one class only, so there is nothing to associate",
)


@quantity
def occurring_rows(row_totals):
    """Number of classes that occur in the rows."""
    return (row_totals != 0).sum(-1)


@quantity
def occurring_columns(column_totals):
    """Number of classes that occur in the columns."""
    return (column_totals != 0).sum(-1)


@measure(
    title="Chi-squared",
    family="association",
    range=(0, np.inf),
    best=None,
    chance=0,
    symmetric=True,
    scale_free=False,
    averages=False,
    undefined=[NO_ITEMS],
    aliases=["pearson chi squared", "chi square", "chi2"],
    exhibits=["expected_counts"],
    source="Pearson, K. (1900). Philos. Mag. 50, 157-175; no continuity correction.",
)
def chi_squared(counts, expected_counts):
    """How far the counts are from those of independent axes: squared differences over the expected counts."""
    possible = expected_counts != 0
    return np.where(possible, (counts - expected_counts) ** 2 / np.where(possible, expected_counts, 1), 0).sum((-2, -1))


@measure(
    title="Phi squared",
    family="association",
    range=(0, np.inf),
    best=None,
    chance=0,
    symmetric=True,
    averages=False,
    undefined=[NO_ITEMS],
    aliases=["mean square contingency", "phi2", "phi square"],
    source="Pearson, K. (1904). On the theory of contingency; chi-squared / n.",
)
def phi_squared(chi_squared, n):
    """Chi-squared for each item."""
    return chi_squared / n


@measure(
    title="Cramér's V",
    family="association",
    chance=0,
    symmetric=True,
    smooth=False,
    averages=False,
    undefined=[AXIS_CONSTANT],
    aliases=["cramer v", "cramers v"],
    source="Cramér, H. (1946). Mathematical methods of statistics, p. 282; over the classes that occur.",
)
def cramer_v(phi_squared, occurring_rows, occurring_columns):
    """Association from 0 to 1, whatever the number of classes; it does not ask that equal labels meet."""
    return np.sqrt(phi_squared / (np.minimum(occurring_rows, occurring_columns) - 1))


@measure(
    title="Tschuprow's T",
    family="association",
    chance=0,
    symmetric=True,
    smooth=False,
    averages=False,
    undefined=[AXIS_CONSTANT],
    aliases=["tschuprow", "tschuprows t"],
    source="Tschuprow, A. A. (1939). Principles of the mathematical theory of correlation; classes that occur.",
)
def tschuprow_t(phi_squared, occurring_rows, occurring_columns):
    """Association that reaches 1 only where both sides have the same number of classes."""
    return np.sqrt(phi_squared / np.sqrt((occurring_rows - 1) * (occurring_columns - 1)))


@measure(
    title="Contingency coefficient",
    family="association",
    best=None,
    chance=0,
    symmetric=True,
    smooth=False,
    averages=False,
    undefined=[NO_ITEMS],
    aliases=["pearson c", "pearsons contingency coefficient", "cont coef"],
    source="Pearson, K. (1904). On the theory of contingency; √(χ² / (χ² + n)), at most √((k − 1)/k).",
)
def contingency_coefficient(phi_squared):
    """Association from 0 to less than 1: the more classes, the nearer to 1 it can come."""
    return np.sqrt(phi_squared / (1 + phi_squared))


LAMBDA = (
    "Goodman, L. A., Kruskal, W. H. (1954). Measures of association for cross classifications. "
    "J. Am. Stat. Assoc. 49, 732-764."
)


@quantity(symbol="largest of each row")
def largest_of_rows(counts):
    """The largest count of each row."""
    return counts.max(-1)


@quantity(symbol="largest of each column")
def largest_of_columns(counts):
    """The largest count of each column."""
    return counts.max(-2)


@measure(
    title="Goodman-Kruskal lambda, columns from rows",
    family="association",
    chance=0,
    smooth=False,
    averages=False,
    undefined=[
        when("columns_constant", lambda column_totals, n: column_totals.max(-1) == n, "the columns hold one class only")
    ],
    aliases=["lambda of the columns", "lambda prediction", "lambda b", "LambdaB"],
    source=LAMBDA,
)
def lambda_columns(largest_of_rows, column_totals, n):
    """Share of the errors in guessing the column class that knowing the row class saves."""
    return (largest_of_rows.sum(-1) - column_totals.max(-1)) / (n - column_totals.max(-1))


@measure(
    title="Goodman-Kruskal lambda, rows from columns",
    family="association",
    chance=0,
    smooth=False,
    averages=False,
    undefined=[when("rows_constant", lambda row_totals, n: row_totals.max(-1) == n, "the rows hold one class only")],
    aliases=["lambda of the rows", "lambda truth", "lambda a", "LambdaA"],
    source=LAMBDA,
)
def lambda_rows(largest_of_columns, row_totals, n):
    """Share of the errors in guessing the row class that knowing the column class saves."""
    return (largest_of_columns.sum(-1) - row_totals.max(-1)) / (n - row_totals.max(-1))


@measure(
    title="Yule's Q",
    family="association",
    range=(-1, 1),
    chance=0,
    symmetric=True,
    averages=False,
    undefined=[BOTH_PRODUCTS_ZERO],
    aliases=["q", "yule q", "odds ratio skill score", "orss"],
    source="Yule, G. U. (1900). Philos. Trans. R. Soc. A 194, 257-319; (DOR − 1) / (DOR + 1).",
)
def yule_q(tp, fp, fn, tn):
    """The diagnostic odds ratio of a class, brought to the range from −1 to 1."""
    return (tp * tn - fp * fn) / (tp * tn + fp * fn)


@measure(
    title="Yule's Y",
    family="association",
    range=(-1, 1),
    chance=0,
    symmetric=True,
    smooth=False,
    averages=False,
    undefined=[BOTH_PRODUCTS_ZERO],
    aliases=["coefficient of colligation", "yule y"],
    source="Yule, G. U. (1912). J. R. Stat. Soc. 75, 579-652.",
)
def yule_y(tp, fp, fn, tn):
    """As Yule's Q, from the square roots of the products."""
    return (np.sqrt(tp * tn) - np.sqrt(fp * fn)) / (np.sqrt(tp * tn) + np.sqrt(fp * fn))


@quantity(symbol="pairs of items")
def pairs(n):
    """Number of pairs of items."""
    return n * (n - 1) / 2


@quantity(symbol="pairs together in both")
def pairs_in_cells(counts):
    """Pairs of items that are in one class on both axes."""
    return (counts * (counts - 1) / 2).sum((-2, -1))


@quantity(symbol="pairs together in the rows")
def pairs_in_rows(row_totals):
    """Pairs of items that are in one class of the rows."""
    return (row_totals * (row_totals - 1) / 2).sum(-1)


@quantity(symbol="pairs together in the columns")
def pairs_in_columns(column_totals):
    """Pairs of items that are in one class of the columns."""
    return (column_totals * (column_totals - 1) / 2).sum(-1)


@measure(
    title="Rand index",
    family="association",
    symmetric=True,
    scale_free=False,
    averages=False,
    undefined=[when("no_pairs", lambda pairs: pairs <= 0, "there are fewer than two items")],
    aliases=["rand"],
    source="Rand, W. M. (1971). J. Am. Stat. Assoc. 66, 846-850.",
)
def rand_index(pairs, pairs_in_cells, pairs_in_rows, pairs_in_columns):
    """Share of the pairs of items on which both axes agree whether they belong together."""
    return (pairs + 2 * pairs_in_cells - pairs_in_rows - pairs_in_columns) / pairs


@quantity
def expected_pairs(pairs, pairs_in_rows, pairs_in_columns):
    """Pairs to expect together on both axes by chance."""
    return pairs_in_rows * pairs_in_columns / pairs


@measure(
    title="Adjusted Rand index",
    family="association",
    range=(-1, 1),
    symmetric=True,
    scale_free=False,
    averages=False,
    undefined=[
        when(
            "no_pairs_to_adjust",
            lambda pairs, pairs_in_rows, pairs_in_columns: (
                (pairs <= 0)
                | ((pairs_in_rows == pairs) & (pairs_in_columns == pairs))
                | ((pairs_in_rows == 0) & (pairs_in_columns == 0))
            ),
            "both sides put all items together, or all apart, so chance is already complete",
        )
    ],
    aliases=["ari", "adjusted rand"],
    source="Hubert, L., Arabie, P. (1985). Comparing partitions. J. Classif. 2, 193-218.",
)
def adjusted_rand_index(pairs_in_cells, expected_pairs, pairs_in_rows, pairs_in_columns):
    """The Rand index beyond chance: 0 by chance, 1 for the same partition."""
    return (pairs_in_cells - expected_pairs) / ((pairs_in_rows + pairs_in_columns) / 2 - expected_pairs)


@measure(
    title="Pearson's phi",
    family="association",
    range=(0, np.inf),
    best=None,
    chance=0,
    symmetric=True,
    smooth=False,
    averages=False,
    undefined=[NO_ITEMS],
    aliases=["root mean square contingency", "unsigned phi"],
    source="Pearson, K. (1904). On the theory of contingency; √(χ² / n). For two classes the size of the MCC, "
    "which has a sign.",
)
def pearson_phi(chi_squared, n):
    """Association without a direction: for two classes the size of their correlation."""
    return np.sqrt(chi_squared / n)


@quantity(symbol="classes of the side with fewer")
def fewer_classes(occurring_rows, occurring_columns):
    """Number of classes that occur on the side where fewer do."""
    return np.minimum(occurring_rows, occurring_columns)


@measure(
    title="Adjusted contingency coefficient",
    family="association",
    chance=0,
    symmetric=True,
    smooth=False,
    averages=False,
    undefined=[AXIS_CONSTANT],
    aliases=["corrected contingency coefficient", "sakoda adjusted pearson c", "adjusted pearson c"],
    source="Sakoda, J. M. (1977). Measures of association for multivariate contingency tables. Proc. Am. Stat. Assoc. "
    "Soc. Stat. Sect., 777-780; over the classes that occur.",
)
def contingency_coefficient_adjusted(contingency_coefficient, fewer_classes):
    """The contingency coefficient over the largest that this many classes allow."""
    return contingency_coefficient / np.sqrt((fewer_classes - 1) / fewer_classes)


@measure(
    title="Goodman-Kruskal lambda of reliability",
    family="association",
    range=(-1, 1),
    symmetric=True,
    smooth=False,
    averages=False,
    undefined=[
        when(
            "one_class",
            lambda row_totals, column_totals, n: (row_totals + column_totals).max(-1) == 2 * n,
            "both sides hold the same one class only",
        )
    ],
    aliases=["lambda r", "goodman kruskal lambda r"],
    source=LAMBDA + " Section 10: the modal class is that of both sides together.",
)
def lambda_reliability(diagonal, row_totals, column_totals, n):
    """Agreement beyond guessing the one commonest class of both sides, as a share of what is left."""
    return (diagonal.sum(-1) - (row_totals + column_totals).max(-1) / 2) / (
        n - (row_totals + column_totals).max(-1) / 2
    )


@measure(
    title="Goodman-Kruskal lambda, symmetric",
    family="association",
    chance=0,
    symmetric=True,
    smooth=False,
    averages=False,
    undefined=[
        when(
            "both_constant",
            lambda row_totals, column_totals, n: row_totals.max(-1) + column_totals.max(-1) == 2 * n,
            "both sides hold one class only",
        )
    ],
    aliases=["lambda", "goodman kruskal lambda"],
    source=LAMBDA,
)
def lambda_symmetric(largest_of_rows, largest_of_columns, row_totals, column_totals, n):
    """Share of the errors in guessing either class that knowing the other saves."""
    unaided = row_totals.max(-1) + column_totals.max(-1)
    return (largest_of_rows.sum(-1) + largest_of_columns.sum(-1) - unaided) / (2 * n - unaided)


@quantity
def rows_met_in_proportion(counts, column_totals, n):
    """Share of row classes met by drawing them, within each column, in proportion."""
    totals = column_totals[..., None, :]
    return np.where(totals != 0, counts**2 / np.where(totals != 0, totals, 1), 0).sum((-2, -1)) / n


@quantity
def columns_met_in_proportion(counts, row_totals, n):
    """Share of column classes met by drawing them, within each row, in proportion."""
    totals = row_totals[..., :, None]
    return np.where(totals != 0, counts**2 / np.where(totals != 0, totals, 1), 0).sum((-2, -1)) / n


@measure(
    title="Goodman-Kruskal tau, rows from columns",
    family="association",
    chance=0,
    averages=False,
    undefined=[
        when("rows_constant", lambda row_totals: (row_totals != 0).sum(-1) == 1, "the rows hold one class only"),
        NO_ITEMS,
    ],
    aliases=["tau of the rows", "tau truth", "goodman kruskal tau row"],
    source=LAMBDA,
)
def tau_rows(rows_met_in_proportion, row_totals, n):
    """Share of the errors in drawing the row class in proportion that knowing the column class saves."""
    unaided = (row_totals**2).sum(-1) / n**2
    return (rows_met_in_proportion - unaided) / (1 - unaided)


@measure(
    title="Goodman-Kruskal tau, columns from rows",
    family="association",
    chance=0,
    averages=False,
    undefined=[
        when(
            "columns_constant",
            lambda column_totals: (column_totals != 0).sum(-1) == 1,
            "the columns hold one class only",
        ),
        NO_ITEMS,
    ],
    aliases=["tau of the columns", "tau prediction", "goodman kruskal tau column"],
    source=LAMBDA,
)
def tau_columns(columns_met_in_proportion, column_totals, n):
    """Share of the errors in drawing the column class in proportion that knowing the row class saves."""
    unaided = (column_totals**2).sum(-1) / n**2
    return (columns_met_in_proportion - unaided) / (1 - unaided)
