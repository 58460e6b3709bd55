"""Similarity coefficients of a 2 × 2 table, one line each: a = TP, b = FP, c = FN, d = TN, n = a + b + c + d.

Collected by Choi, S., Cha, S., Tappert, C. C. (2010), A survey of binary similarity and distance measures,
J. Syst. Cybern. Inform. 8, 43-48, and by Warrens, M. J. (2008), Similarity coefficients for binary data
(thesis, Leiden). Those that are another measure under another name are its aliases instead: Jaccard, Dice,
Ochiai, Russell-Rao (detection rate), Forbes I (lift), Doolittle (phi squared), Guttman's lambdas, Köppen I
(Scott's pi).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from tarazu.catalogue.agreement import NO_ITEMS
from tarazu.formula.declare import REGISTRY, When, declared, when
from tarazu.formula.functions import PI, E, log_factorial

SURVEY = "Choi, S., Cha, S., Tappert, C. C. (2010). J. Syst. Cybern. Inform. 8, 43-48: "
WARRENS = "Warrens, M. J. (2008). Similarity coefficients for binary data. Thesis, Leiden University: "
BAULIEU = "Baulieu, F. B. (1997). Two variant axiom systems for presence/absence based dissimilarity coefficients. "
BAULIEU += "J. Classif. 14, 159-170: "
CONSONNI = "Consonni, V., Todeschini, R. (2012). New similarity coefficients for binary data. "
CONSONNI += "MATCH Commun. Math. Comput. Chem. 68, 581-592: "
KUHNS = "Kuhns, J. L. (1965). The continuum of coefficients of association. In Statistical Association Methods for "
KUHNS += "Mechanized Documentation, 33-39: "
INF = np.inf

Formula = Callable[[Any, Any, Any, Any], Any]


def _cells_named(formula: Formula, what: str, id: str) -> Callable[..., Any]:
    """A body with the names of the cells, from a formula in a, b, c and d."""

    def body(tp: Any, fp: Any, fn: Any, tn: Any) -> Any:
        return formula(tp, fp, fn, tn)

    body.__name__, body.__doc__ = id, what
    return body


def _denominator_zero(formula: Formula) -> When:
    """The one way to be undefined that a quotient of cells has, other than no items at all."""
    return when(
        "denominator_zero",
        lambda tp, fp, fn, tn: np.isnan(formula(tp, fp, fn, tn)),
        "its denominator is 0 for class {label}",
    )


def coefficient(
    id: str,
    title: str,
    what: str,
    formula: Formula,
    range: tuple[float, float] = (0, 1),
    best: float | None = 1,
    *,
    source: str = SURVEY,
    undefined: Sequence[When] = (),
    symmetric: bool = True,
    averages: bool = False,
    **passport: Any,
) -> None:
    """Declare a coefficient by its formula in the four cells."""
    REGISTRY.add(
        declared(
            _cells_named(formula, what, id),
            title=title,
            family="similarity",
            range=range,
            best=best,
            symmetric=symmetric,
            averages=averages,
            undefined=[NO_ITEMS, *undefined, _denominator_zero(formula)],
            source=source + title + ".",
            **passport,
        )
    )


def beyond(a: Any, b: Any, c: Any, d: Any) -> Any:
    """What is found beyond what chance would find."""
    return a - (a + b) * (a + c) / (a + b + c + d)


# fmt: off
coefficient("jaccard_3w", "3W-Jaccard", "As the Jaccard index, with what is found counted three times.",
            lambda a, b, c, d: 3 * a / (3 * a + b + c))
coefficient("sokal_sneath_1", "Sokal-Sneath I", "As the Jaccard index, with errors counted twice.",
            lambda a, b, c, d: a / (a + 2 * b + 2 * c))
coefficient("sokal_sneath_2", "Sokal-Sneath II", "As simple matching, with what is right counted twice.",
            lambda a, b, c, d: 2 * (a + d) / (2 * a + b + c + 2 * d))
coefficient("sokal_sneath_3", "Sokal-Sneath III", "Right for each wrong.",
            lambda a, b, c, d: (a + d) / (b + c), (0, INF), INF)
coefficient("sokal_sneath_4", "Sokal-Sneath IV", "Mean of recall, precision, specificity and NPV.",
            lambda a, b, c, d: (a / (a + b) + a / (a + c) + d / (b + d) + d / (c + d)) / 4)
coefficient("sokal_sneath_5", "Sokal-Sneath V (Ochiai II)", "Product of what is right over the root of all margins.",
            lambda a, b, c, d: a * d / np.sqrt((a + b) * (a + c) * (b + d) * (c + d)))
coefficient("rogers_tanimoto", "Rogers-Tanimoto", "As simple matching, with errors counted twice.",
            lambda a, b, c, d: (a + d) / (a + 2 * (b + c) + d))
coefficient("faith", "Faith", "As simple matching, with true negatives counted half.",
            lambda a, b, c, d: (a + d / 2) / (a + b + c + d), best=None)
coefficient("sorgenfrei", "Sorgenfrei", "Product of precision and recall.",
            lambda a, b, c, d: a**2 / ((a + b) * (a + c)))
coefficient("mountford", "Mountford", "A similarity that the size of the sample does not pull.",
            lambda a, b, c, d: 2 * a / (a * b + a * c + 2 * b * c), (0, INF), INF, scale_free=False)
coefficient("mcconnaughey", "McConnaughey", "Precision plus recall, less 1.",
            lambda a, b, c, d: (a**2 - b * c) / ((a + b) * (a + c)), (-1, 1), averages=True,
            aliases=["individual classification success index", "icsi"],
            named_averages={"macro": ["classification success index"]})
coefficient("tarwid", "Tarwid", "What is found against what chance would find, as a difference over a sum.",
            lambda a, b, c, d: ((a + b + c + d) * a - (a + b) * (a + c)) / ((a + b + c + d) * a + (a + b) * (a + c)),
            (-1, 1), None, chance=0)
coefficient("kulczynski_1", "Kulczynski I", "Found for each error.",
            lambda a, b, c, d: a / (b + c), (0, INF), INF)
coefficient("kulczynski_2", "Kulczynski II", "Mean of precision and recall.",
            lambda a, b, c, d: (a / (a + b) + a / (a + c)) / 2, aliases=["mean of precision and recall"])
coefficient("johnson", "Johnson", "Sum of precision and recall.",
            lambda a, b, c, d: a / (a + b) + a / (a + c), (0, 2), 2)
coefficient("simpson", "Simpson (overlap)", "What is found over the smaller of the two margins.",
            lambda a, b, c, d: a / np.minimum(a + b, a + c), smooth=False,
            aliases=["overlap coefficient", "szymkiewicz simpson"])
coefficient("braun_blanquet", "Braun-Blanquet", "What is found over the larger of the two margins: the worse of "
            "precision and recall.",
            lambda a, b, c, d: a / np.maximum(a + b, a + c), smooth=False, averages=True,
            named_averages={"macro": ["class balance accuracy", "cba"]},
            source="Mosley, L. (2013). A balanced approach to the multi-class imbalance problem. Thesis, Iowa State "
            "University (its macro average, class balance accuracy); " + SURVEY)
coefficient("forbes_2", "Forbes II", "What is found beyond chance, as a share of what could be.",
            lambda a, b, c, d: ((a + b + c + d) * a - (a + b) * (a + c))
            / ((a + b + c + d) * np.minimum(a + b, a + c) - (a + b) * (a + c)), (-INF, 1), smooth=False, chance=0)
coefficient("hamann", "Hamann", "Share that is right less share that is wrong.",
            lambda a, b, c, d: (a + d - b - c) / (a + b + c + d), (-1, 1), aliases=["identification index"])
coefficient("michael", "Michael", "Difference of the diagonal products, over the squares of what is right and wrong.",
            lambda a, b, c, d: 4 * (a * d - b * c) / ((a + d) ** 2 + (b + c) ** 2), (-1, 1), None, chance=0)
coefficient("baroni_urbani_buser_1", "Baroni-Urbani-Buser I", "As the Jaccard index, with the root of both agreements "
            "added.",
            lambda a, b, c, d: (np.sqrt(a * d) + a) / (np.sqrt(a * d) + a + b + c), smooth=False)
coefficient("baroni_urbani_buser_2", "Baroni-Urbani-Buser II", "As the first one, brought to the range from −1 to 1.",
            lambda a, b, c, d: (np.sqrt(a * d) + a - (b + c)) / (np.sqrt(a * d) + a + b + c), (-1, 1), smooth=False)

coefficient("ample", "AMPLE", "How much more often the class is true where it was predicted than where it was not, "
            "in absolute terms: |markedness|.",
            lambda a, b, c, d: abs(a / (a + b) - c / (c + d)), symmetric=False, smooth=False, chance=0)
coefficient("anderberg", "Anderberg's D", "Fewer errors in guessing one axis once the other is known, as a share of "
            "the items and of both directions.",
            lambda a, b, c, d: (np.maximum(a, b) + np.maximum(c, d) + np.maximum(a, c) + np.maximum(b, d)
                                - np.maximum(a + b, c + d) - np.maximum(a + c, b + d)) / (2 * (a + b + c + d)),
            (0, 0.5), None, smooth=False, chance=0)
coefficient("andres_marzo_delta", "Andrés-Marzo delta", "Share that is right, less twice the root of the product of "
            "the shares that are wrong: agreement of a two-class test corrected for chance.",
            lambda a, b, c, d: (a + d - 2 * np.sqrt(b * c)) / (a + b + c + d), (-1, 1),
            source="Martín Andrés, A., Femia Marzo, P. (2004). Delta: a new measure of agreement between two raters. "
            "Br. J. Math. Stat. Psychol. 57, 1-19: ")
coefficient("batagelj_bren", "Batagelj-Bren", "Product of what is wrong over the product of what is right: 1 over the "
            "diagnostic odds ratio.",
            lambda a, b, c, d: b * c / (a * d), (0, INF), 0, chance=1,
            source="Batagelj, V., Bren, M. (1995). Comparing resemblance measures. J. Classif. 12, 73-90: ")
coefficient("benini_1", "Benini I", "What is right beyond chance, as a share of what the class leaves open.",
            lambda a, b, c, d: (a * d - b * c) / ((a + c) * (c + d)), (-INF, 1), symmetric=False, chance=0,
            source=WARRENS)
coefficient("benini_2", "Benini II (Loevinger H)", "What is right beyond chance, as a share of the most that the "
            "margins allow.",
            lambda a, b, c, d: (a * d - b * c) / np.minimum((a + c) * (c + d), (a + b) * (b + d)), (-INF, 1),
            smooth=False, chance=0, source=WARRENS, aliases=["loevinger h"])
coefficient("canberra", "Canberra distance", "Errors over the sum of both margins: 1 − F1.",
            lambda a, b, c, d: (b + c) / (2 * a + b + c), best=0)
coefficient("clement", "Clement", "What is right in each class, each weighted by how rarely the class was predicted.",
            lambda a, b, c, d: a / (a + b) * (1 - (a + b) / (a + b + c + d))
            + d / (c + d) * (1 - (c + d) / (a + b + c + d)), symmetric=False,
            source="Clement, P. W. (1976). A formula for computing inter-observer agreement. "
            "Psychol. Rep. 39, 257-258: ")
coefficient("dennis", "Dennis", "What is found beyond chance over the root of what chance would find: a z-score.",
            lambda a, b, c, d: (a - (a + b) * (a + c) / (a + b + c + d))
            / np.sqrt((a + b) * (a + c) / (a + b + c + d)), (-INF, INF), None, chance=0, scale_free=False)
coefficient("digby", "Digby H", "Yule's Q with the odds ratio to the power of 3/4: close to the tetrachoric "
            "correlation.",
            lambda a, b, c, d: ((a * d) ** 0.75 - (b * c) ** 0.75) / ((a * d) ** 0.75 + (b * c) ** 0.75), (-1, 1),
            chance=0, source="Digby, P. G. N. (1983). Approximating the tetrachoric correlation coefficient. "
            "Biometrics 39, 753-757: ")
coefficient("dispersion", "Dispersion", "Difference of the diagonal products over all items squared: the covariance.",
            lambda a, b, c, d: (a * d - b * c) / (a + b + c + d) ** 2, (-0.25, 0.25), None, chance=0)
coefficient("eyraud", "Eyraud", "What is found beyond chance over the product of all margins, in shares.",
            lambda a, b, c, d: (a + b + c + d) ** 2 * ((a + b + c + d) * a - (a + b) * (a + c))
            / ((a + b) * (a + c) * (b + d) * (c + d)), (-INF, INF), None, chance=0)
coefficient("fager_mcgowan", "Fager-McGowan", "The Ochiai index, less a term for small samples.",
            lambda a, b, c, d: a / np.sqrt((a + b) * (a + c)) - 1 / (2 * np.sqrt(np.maximum(a + b, a + c))),
            (-0.5, 1), None, smooth=False, scale_free=False)
coefficient("fleiss_levin_paik", "Fleiss-Levin-Paik", "The F1 of the other classes: agreement on what is not of the "
            "class.",
            lambda a, b, c, d: 2 * d / (2 * d + b + c), aliases=["negative agreement"],
            source="Fleiss, J. L., Levin, B., Paik, M. C. (2003). Statistical Methods for Rates and Proportions: ")
coefficient("fossum", "Fossum", "What is found, less one half, squared, over the product of both margins.",
            lambda a, b, c, d: (a + b + c + d) * (a - 0.5) ** 2 / ((a + b) * (a + c)), (0, INF), None,
            scale_free=False)
coefficient("gilbert_wells", "Gilbert-Wells", "Logarithm of how much likelier the table is than under chance alone.",
            lambda a, b, c, d: np.log((a + b + c + d) ** 3 / (2 * (a + b) * PI * (a + c) * (b + d) * (c + d)))
            + 2 * (log_factorial(a + b + c + d) + log_factorial(a) + log_factorial(b) + log_factorial(c)
                   + log_factorial(d) - log_factorial(a + b) - log_factorial(a + c) - log_factorial(b + d)
                   - log_factorial(c + d)), (-INF, INF), None, scale_free=False,
            undefined=[when("margin_zero", lambda tp, fp, fn, tn: (tp + fp) * (tp + fn) * (fp + tn) * (fn + tn) == 0,
                            "one of the margins of class {label} is 0")],
            source="Gilbert, N., Wells, T. C. E. (1966). Analysis of quadrat data. J. Ecol. 54, 675-685: ")
coefficient("goodall", "Goodall", "Simple matching on the angular scale.",
            lambda a, b, c, d: 2 * np.arcsin(np.sqrt((a + d) / (a + b + c + d))) / PI,
            source="Goodall, D. W. (1967). The distribution of the matching coefficient. Biometrics 23, 647-656: ")
coefficient("harris_lahey", "Harris-Lahey", "Agreement on the class and on the rest, each weighted by how common the "
            "other one is.",
            lambda a, b, c, d: a / (a + b + c) * (2 * d + b + c) / (2 * (a + b + c + d))
            + d / (b + c + d) * (2 * a + b + c) / (2 * (a + b + c + d)),
            source="Harris, F. C., Lahey, B. B. (1978). J. Appl. Behav. Anal. 11, 523-527: ")
coefficient("hawkins_dotson", "Hawkins-Dotson", "Mean of the Jaccard index of the class and that of the rest.",
            lambda a, b, c, d: (a / (a + b + c) + d / (b + c + d)) / 2,
            source="Hawkins, R. P., Dotson, V. A. (1975). In Behavior Analysis, 359-376: ")
coefficient("kendall_tau_a", "Kendall's tau-a of a 2 × 2 table", "Pairs of items in the same order on both axes less "
            "those in opposite order, as a share of all pairs.",
            lambda a, b, c, d: 2 * (a * d - b * c) / ((a + b + c + d) * (a + b + c + d - 1)), (-1, 1), None, chance=0,
            scale_free=False, source="Kendall, M. G. (1938). A new measure of rank correlation. Biometrika 30, 81-93: ")
coefficient("koppen_2", "Köppen II", "Mean of how often the class is true and how often it is predicted.",
            lambda a, b, c, d: a + (b + c) / 2, (0, INF), None, scale_free=False,
            source="Köppen, W. (1884). Meteorol. Z. 1, 397-404: ")
coefficient("kuder_richardson", "Kuder-Richardson 20 of two items", "Twice the covariance of the axes over the "
            "variance of their sum, times 2.",
            lambda a, b, c, d: 4 * (a * d - b * c)
            / ((a + b) * (c + d) + (a + c) * (b + d) + 2 * (a * d - b * c)), (-INF, 1), chance=0,
            source="Kuder, G. F., Richardson, M. W. (1937). Psychometrika 2, 151-160: ")

coefficient("baulieu_1", "Baulieu I", "1 less the product of precision and recall.",
            lambda a, b, c, d: ((a + b) * (a + c) - a**2) / ((a + b) * (a + c)), best=0, source=BAULIEU)
coefficient("baulieu_2", "Baulieu II", "The square of Sokal-Sneath V.",
            lambda a, b, c, d: a**2 * d**2 / ((a + b) * (a + c) * (b + d) * (c + d)), source=BAULIEU)
coefficient("baulieu_3", "Baulieu III", "Half, less twice the covariance of the axes.",
            lambda a, b, c, d: ((a + b + c + d) ** 2 - 4 * (a * d - b * c)) / (2 * (a + b + c + d) ** 2), best=None,
            chance=0.5, source=BAULIEU)
coefficient("baulieu_4", "Baulieu IV", "Errors less a product that grows with what is right, for each item.",
            lambda a, b, c, d: (b + c - (a + 0.5) * (d + 0.5) * d * E) / (a + b + c + d), (-INF, 1), None,
            scale_free=False, source=BAULIEU)
coefficient("baulieu_5", "Baulieu V", "Errors over all but true negatives, with 1 added to both.",
            lambda a, b, c, d: (b + c + 1) / (a + b + c + 1), best=None, scale_free=False, source=BAULIEU)
coefficient("baulieu_6", "Baulieu VI", "Errors over all but true negatives and 1.",
            lambda a, b, c, d: (b + c) / (a + b + c + 1), best=0, scale_free=False, source=BAULIEU)
coefficient("baulieu_7", "Baulieu VII", "Errors over all items and a cubic of what is found.",
            lambda a, b, c, d: (b + c) / (a + b + c + d + a * (a - 4) ** 2), best=0, scale_free=False, source=BAULIEU)
coefficient("baulieu_8", "Baulieu VIII", "Square of the difference of both margins, in shares.",
            lambda a, b, c, d: (b - c) ** 2 / (a + b + c + d) ** 2, best=0, source=BAULIEU)
coefficient("baulieu_9", "Baulieu IX", "Share of errors, with misses counted twice.",
            lambda a, b, c, d: (b + 2 * c) / (a + b + 2 * c + d), best=0, symmetric=False, source=BAULIEU)
coefficient("baulieu_10", "Baulieu X", "Share of errors, with the more frequent error counted twice.",
            lambda a, b, c, d: (b + c + np.maximum(b, c)) / (a + b + c + d + np.maximum(b, c)), best=0, smooth=False,
            source=BAULIEU)
coefficient("baulieu_11", "Baulieu XI", "Errors over all but what is found.",
            lambda a, b, c, d: (b + c) / (b + c + d), best=0, source=BAULIEU)
coefficient("baulieu_12", "Baulieu XII", "Errors over all but true negatives, less 1.",
            lambda a, b, c, d: (b + c) / (a + b + c - 1), (-INF, INF), None, scale_free=False, source=BAULIEU)
coefficient("baulieu_13", "Baulieu XIII", "Errors over all but true negatives and a cubic of what is found.",
            lambda a, b, c, d: (b + c) / (a + b + c + a * (a - 4) ** 2), best=0, scale_free=False, source=BAULIEU)
coefficient("baulieu_14", "Baulieu XIV", "Errors over all but true negatives, with misses counted twice.",
            lambda a, b, c, d: (b + 2 * c) / (a + b + 2 * c), best=0, symmetric=False, source=BAULIEU)
coefficient("baulieu_15", "Baulieu XV", "Errors over all but true negatives, the more frequent error counted twice.",
            lambda a, b, c, d: (b + c + np.maximum(b, c)) / (a + b + c + np.maximum(b, c)), best=0, smooth=False,
            source=BAULIEU)

coefficient("consonni_todeschini_1", "Consonni-Todeschini I", "Logarithm of what is right over that of all.",
            lambda a, b, c, d: np.log(1 + a + d) / np.log(1 + a + b + c + d), scale_free=False, source=CONSONNI)
coefficient("consonni_todeschini_2", "Consonni-Todeschini II", "1 less the log of what is wrong over that of all.",
            lambda a, b, c, d: (np.log(1 + a + b + c + d) - np.log(1 + b + c)) / np.log(1 + a + b + c + d),
            scale_free=False, source=CONSONNI)
coefficient("consonni_todeschini_3", "Consonni-Todeschini III", "Logarithm of what is found over that of all.",
            lambda a, b, c, d: np.log(1 + a) / np.log(1 + a + b + c + d), best=None, scale_free=False, source=CONSONNI)
coefficient("consonni_todeschini_4", "Consonni-Todeschini IV", "Logarithm of what is found over that of all but true "
            "negatives.",
            lambda a, b, c, d: np.log(1 + a) / np.log(1 + a + b + c), scale_free=False, source=CONSONNI)
coefficient("consonni_todeschini_5", "Consonni-Todeschini V", "Difference of the logarithms of the diagonal products.",
            lambda a, b, c, d: (np.log(1 + a * d) - np.log(1 + b * c)) / np.log(1 + (a + b + c + d) ** 2 / 4), (-1, 1),
            None, chance=0, scale_free=False, source=CONSONNI)

coefficient("kuhns_1", "Kuhns I", "Twice what is found beyond chance, as a share of all items.",
            lambda a, b, c, d: 2 * beyond(a, b, c, d) / (a + b + c + d), (-0.5, 0.5), None, chance=0, source=KUHNS)
coefficient("kuhns_2", "Kuhns II", "What is found beyond chance over the larger margin.",
            lambda a, b, c, d: beyond(a, b, c, d) / np.maximum(a + b, a + c), (-1, 1), None, chance=0, smooth=False,
            source=KUHNS)
coefficient("kuhns_3", "Kuhns III", "What is found beyond chance, on the scale of the Jaccard index.",
            lambda a, b, c, d: beyond(a, b, c, d) / ((1 - a / (2 * a + b + c))
            * (2 * a + b + c - (a + b) * (a + c) / (a + b + c + d))), (-1, 1), None, chance=0, source=KUHNS)
coefficient("kuhns_4", "Kuhns IV", "What is found beyond chance over the smaller margin.",
            lambda a, b, c, d: beyond(a, b, c, d) / np.minimum(a + b, a + c), (-1, 1), None, chance=0, smooth=False,
            source=KUHNS)
coefficient("kuhns_5", "Kuhns V", "What is found beyond chance over the larger variance of the axes.",
            lambda a, b, c, d: beyond(a, b, c, d) / np.maximum((a + b) * (1 - (a + b) / (a + b + c + d)),
            (a + c) * (1 - (a + c) / (a + b + c + d))), (-1, 1), chance=0, smooth=False, source=KUHNS)
coefficient("kuhns_6", "Kuhns VI", "What is found beyond chance over the smaller variance of the axes.",
            lambda a, b, c, d: beyond(a, b, c, d) / np.minimum((a + b) * (1 - (a + b) / (a + b + c + d)),
            (a + c) * (1 - (a + c) / (a + b + c + d))), (-1, 1), chance=0, smooth=False, source=KUHNS)
coefficient("kuhns_7", "Kuhns VII", "What is found beyond chance over the root of the product of both margins.",
            lambda a, b, c, d: beyond(a, b, c, d) / np.sqrt((a + b) * (a + c)), (-1, 1), None, chance=0, source=KUHNS)
# fmt: on
