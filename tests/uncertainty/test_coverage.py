"""The study of coverage: its batches are the package's own intervals, and a reduced grid holds the level."""

import importlib.util
import math
import sys
from pathlib import Path

import numpy as np
import pytest

import tarazu as tz
from tarazu.formula import REGISTRY

ROOT = Path(__file__).parents[2]


def study():
    if "coverage_study" not in sys.modules:
        spec = importlib.util.spec_from_file_location("coverage_study", ROOT / "studies" / "coverage.py")
        module = importlib.util.module_from_spec(spec)
        sys.modules["coverage_study"] = module
        spec.loader.exec_module(module)
    return sys.modules["coverage_study"]


@pytest.mark.parametrize("k", [2, 3])
def test_the_batches_are_the_intervals_of_the_package(k):
    s = study()
    drawn = np.random.default_rng(k).integers(0, 15, (6, k, k)).astype(float) + np.eye(k)
    for id in s.MEASURES:
        values, low, high = s.intervals(drawn, id)
        for i, counts in enumerate(drawn):
            result = tz.matrix(counts.astype(int).tolist(), rows="truth", show=id, labels=list(range(k)))
            row = result[id, k - 1] if REGISTRY.of_class(REGISTRY.measures[id]) else result[id]
            assert row.value == pytest.approx(values[i])
            expected = (row.low, row.high) if row.low is not None else (math.nan, math.nan)
            assert (low[i], high[i]) == pytest.approx(expected, nan_ok=True, abs=1e-9), (id, row.method)


KNOWN = {"mutual_information", "dor", "lr_positive"}  # docs/coverage.md: biased upwards, and a little too wide


@pytest.mark.slow
@pytest.mark.parametrize("classes", [2, 3])
def test_a_reduced_grid_holds_the_level(classes):
    s = study()
    rng = np.random.default_rng(classes)
    draws = 1500
    error = 3.3 * math.sqrt(0.05 * 0.95 / draws)  # over some 200 comparisons
    for cell in s.grid((50, 300), (classes,), (0.05, 0.2, 0.5), (0.6, 0.8, 0.95)):
        if cell.enough < s.ENOUGH:
            continue
        for found in s.measured(cell, draws, rng, [m for m in s.MEASURES if m not in KNOWN]):
            assert 0.935 - error <= found.covered <= 0.97 + error, found
