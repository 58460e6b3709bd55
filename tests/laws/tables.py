"""Tables and calls for the law tests: every measure of the registry, with parameters where it has some."""

from functools import cache

import numpy as np

import tarazu.catalogue  # noqa: F401
from tarazu.formula import REGISTRY, Evaluation
from tarazu.tally import Contingency


def calls_of(m):
    """A measure, and the measure with each of its parameters changed."""
    yield m, {}
    for name in REGISTRY.all_params(m):
        for value in REGISTRY.parameters[name].examples:
            yield m, {name: value}


CALLS = [call for m in REGISTRY.measures.values() for call in calls_of(m)]
IDS = [f"{m.id}{params or ''}" for m, params in CALLS]


def _corpus(k, n=120):
    """Tables of k classes: full and sparse, small and large, with empty rows and columns."""
    rng = np.random.default_rng(k)
    tables = rng.integers(0, 20, (n, k, k)) * (rng.random((n, k, k)) < rng.uniform(0.2, 1, (n, 1, 1)))
    tables[: n // 4] *= rng.random((n // 4, k, 1)) < 0.6
    tables[n // 4 : n // 2] *= rng.random((n // 4, 1, k)) < 0.6
    tables[-10:] *= 10**6
    one = np.zeros((k, k), dtype=int)
    one[0, 0] = 5
    return np.concatenate([tables, [np.zeros((k, k), int), one, np.eye(k, dtype=int), 1 - np.eye(k, dtype=int)]])


CORPUS = {k: _corpus(k) for k in (1, 2, 3, 5)}


def stack(counts):
    """An evaluation of a stack of tables with the labels 0, 1, 2 ..."""
    t = tally(counts[0])
    return Evaluation(counts, t.labels, t.scores, t.positions)


@cache
def corpus(k, transposed=False):
    """The evaluation of the whole corpus, shared by all measures."""
    return stack(CORPUS[k].swapaxes(-1, -2) if transposed else CORPUS[k])


def tally(counts):
    return Contingency(np.asarray(counts), tuple(range(len(counts))), ordered=True)


def name_of(m):
    """How an evaluation is asked for a measure: a measure of a class gives a value for every class."""
    return f"{m.id}_by_class" if REGISTRY.of_class(m) else m.id


def values(m, params, counts):
    """The values of a measure: one for the table, or one for every class."""
    return np.atleast_1d(Evaluation.of(tally(counts))(name_of(m), params))
