"""What the outcomes cost, and what acting on a prediction is worth."""

from __future__ import annotations

import numpy as np

from tarazu.catalogue.agreement import NO_ITEMS
from tarazu.catalogue.rates import NEVER_OCCURS
from tarazu.formula.declare import measure, when


@measure(
    title="Total cost",
    family="costs",
    range=(-np.inf, np.inf),
    best=None,
    averages=False,
    scale_free=False,
    aliases=["cost"],
    source="Elkan, C. (2001). The foundations of cost-sensitive learning. IJCAI, 973-978.",
)
def total_cost(counts, *, costs="errors"):
    """What all outcomes cost together."""
    return (costs * counts).sum((-2, -1))


@measure(
    title="Mean cost",
    family="costs",
    range=(-np.inf, np.inf),
    best=None,
    averages=False,
    undefined=[NO_ITEMS],
    aliases=["average cost", "expected cost"],
    source="Elkan, C. (2001). The foundations of cost-sensitive learning. IJCAI, 973-978.",
)
def mean_cost(total_cost, n):
    """What an item costs on average."""
    return total_cost / n


@measure(
    title="Normalised expected cost",
    family="costs",
    range=(-np.inf, np.inf),
    best=None,
    chance=None,
    smooth=False,
    averages=False,
    undefined=[
        NO_ITEMS,
        when("guessing_costs_nothing", lambda cost_of_guessing: cost_of_guessing == 0, "the best guess costs nothing"),
    ],
    source="Drummond, C., Holte, R. C. (2006). Cost curves. Mach. Learn. 65, 95-130: the cost over that of always "
    "predicting the cheapest class.",
)
def normalised_cost(total_cost, cost_of_guessing):
    """What the outcomes cost, over what always predicting the one cheapest class would cost: over 1 is worse."""
    return total_cost / cost_of_guessing


@measure(
    title="Net benefit",
    family="costs",
    range=(-np.inf, 1),
    best=None,
    averages=False,
    undefined=[NO_ITEMS],
    aliases=["nb"],
    source="Vickers, A. J., Elkin, E. B. (2006). Decision curve analysis. Med. Decis. Making 26, 565-574: "
    "(TP − t / (1 − t) × FP) / n.",
)
def net_benefit(tp, fp, n, *, threshold=0.5):
    """Findings that were needed less those that were not, weighed at the threshold probability, for each item."""
    return (tp - fp * threshold / (1 - threshold)) / n


@measure(
    title="Standardised net benefit",
    family="costs",
    range=(-np.inf, 1),
    best=1,
    averages=False,
    undefined=[NEVER_OCCURS],
    aliases=["relative utility"],
    source="Kerr, K. F. et al. (2016). Assessing the clinical impact of risk prediction models with decision curves. "
    "J. Clin. Oncol. 34, 2534-2540: net benefit / prevalence.",
)
def standardised_net_benefit(net_benefit, prevalence):
    """Net benefit as a share of that of a perfect prediction."""
    return net_benefit / prevalence
