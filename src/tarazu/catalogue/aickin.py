"""Aickin's alpha: some items are agreed on for cause, the others by chance."""

from __future__ import annotations

import numpy as np

from tarazu.catalogue.agreement import NO_ITEMS
from tarazu.catalogue.chance import smallest_accuracy as smallest_accuracy
from tarazu.formula.declare import measure, quantity, when

NEAR = 1e-12  # shares closer than this are equal


@quantity(symbol="theta", tex=r"\theta")
def agreement_odds(counts):
    """How many times as likely as by chance an agreement is, fitted by maximum likelihood.

    The model p_ij = u_i v_j θ^[i = j] is log-linear, so the fit is the one table of this form with the totals
    and the agreement of the data. It exists if the agreement lies strictly between the least (θ = 0) and the
    most (θ = ∞) that the totals allow.
    """
    counts = np.asarray(getattr(counts, "value", counts))  # iterated: there is no formula to write down
    k = counts.shape[-1]
    tables = np.real(counts).reshape(-1, k, k)
    shares = tables / tables.sum((-2, -1), keepdims=True)
    rows, columns = shares.sum(-1), shares.sum(-2)
    agreement = np.trace(shares, axis1=-2, axis2=-1)
    above = agreement - np.maximum(rows + columns - 1, 0).sum(-1) > NEAR
    below = np.minimum(rows, columns).sum(-1) - agreement > NEAR
    odds = np.where(above, np.inf, np.where(below, 0, np.nan))
    if (above & below).any():
        odds[above & below] = _fitted(rows[above & below], columns[above & below], agreement[above & below])
    return odds.reshape(counts.shape[:-2])


def _fitted(rows, columns, agreement):
    """θ for tables of shares with these totals and this agreement.

    Newton's method on the likelihood, each step damped to ln(1 + s)/s of its length, s being the largest change
    of a log cell: on the way the curvature grows by at most e^s, so that every step descends.
    """
    k = rows.shape[-1]
    totals = np.concatenate([rows, columns], -1)
    target = np.concatenate([totals, agreement[:, None]], -1)
    used = totals > 0
    at = np.zeros_like(target)
    at[:, :-1] = np.log(np.where(used, totals, 1))
    there = used[:, :k, None] & used[:, None, k:]
    fixed = np.zeros((*target.shape, target.shape[-1]))
    free = np.where(used, np.repeat([1.0, -1.0], k), 0)  # u may be scaled by what v is divided by
    fixed[:, :-1, :-1] = free[:, :, None] * free[:, None, :] + np.eye(2 * k) * ~used[:, None, :]

    def logs(z):
        return z[:, :k, None] + z[:, None, k:-1] + np.eye(k) * z[:, -1, None, None]

    for _ in range(200):
        cells = np.where(there, np.exp(logs(at)), 0)
        met = np.diagonal(cells, axis1=-2, axis2=-1)
        sums = np.concatenate([cells.sum(-1), cells.sum(-2)], -1)
        slope = np.concatenate([sums, met.sum(-1)[:, None]], -1) - target
        bend = fixed.copy()
        bend[:, :-1, :-1] += np.eye(2 * k) * sums[:, None, :]
        bend[:, :k, k:-1] += cells
        bend[:, k:-1, :k] += cells.swapaxes(-1, -2)
        bend[:, :-1, -1] = bend[:, -1, :-1] = np.concatenate([met, met], -1)
        bend[:, -1, -1] = met.sum(-1)
        step = -np.linalg.solve(bend, slope[..., None])[..., 0]
        size = np.abs(np.where(there, logs(step), 0)).max((-2, -1))
        at += step * (np.log1p(size) / np.where(size > 0, size, 1))[:, None]
        if size.max() < 1e-9:  # the next step would be the square of that
            break
    return np.exp(at[:, -1])


def _of_two_classes(tp, fp, fn, tn, n):
    """For two classes the model fits exactly, and θ is the root of the odds ratio."""
    return (tp + tn) / n * (1 - np.sqrt(fp * fn / (tp * tn)))


@measure(
    title="Aickin's alpha",
    family="agreement",
    range=(-np.inf, 1),
    chance=0,
    symmetric=True,
    smooth=False,
    averages=False,
    undefined=[
        NO_ITEMS,
        when(
            "least_agreement",
            lambda unweighted_accuracy, smallest_accuracy: unweighted_accuracy - smallest_accuracy <= NEAR,
            "the agreement is the least that the totals allow, so the likelihood has no maximum",
        ),
    ],
    two_class=_of_two_classes,
    aliases=["aickin", "aickin alpha"],
    source="Aickin, M. (1990). Maximum likelihood estimation of agreement in the constant predictive probability "
    "model, and its relation to Cohen's kappa. Biometrics 46, 293-302.",
)
def aickin_alpha(unweighted_accuracy, agreement_odds):
    """Share of the items that are agreed on for cause and not by chance, by maximum likelihood."""
    return unweighted_accuracy * (1 - 1 / agreement_odds)
