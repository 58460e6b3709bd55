"""Measured coverage of the default intervals: how often a 95 % interval holds the true value, and how wide it is.

    python studies/coverage.py            # the whole grid, a few minutes: writes the tables of docs/coverage.md
    python studies/coverage.py --quick    # a reduced grid

For each cell of the grid (items, classes, share of the last class, share that is right) tables are drawn from the
multinomial and every default interval is made for each, in one batch per measure. The intervals are those of the
package: `tests/uncertainty/test_coverage.py` compares them one by one, and runs a reduced grid.
"""

from __future__ import annotations

import argparse
import itertools
import sys
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

import tarazu.catalogue  # noqa: F401
from tarazu.formula import REGISTRY, Evaluation
from tarazu.uncertainty import batch

MEASURES = (
    "accuracy",
    "recall",
    "precision",
    "jaccard",
    "f1",
    "informedness",
    "recall_macro",
    "precision_macro",
    "f1_macro",
    "f1_weighted",
    "kappa",
    "scott_pi",
    "gwet_ac1",
    "pabak",
    "mcc",
    "lr_positive",
    "dor",
    "mutual_information",
)
ITEMS = (20, 50, 100, 300, 1000)
CLASSES = (2, 3, 5)
SHARES = (0.01, 0.05, 0.2, 0.5)
RIGHT = (0.6, 0.8, 0.9, 0.95, 0.99)
ENOUGH = 2.0  # expected items on the rarer side of each class: n p (1 − p)


@dataclass(frozen=True)
class Cell:
    """One cell of the grid: its table of probabilities, and how many items are drawn."""

    items: int
    classes: int
    share: float
    right: float

    @property
    def table(self) -> np.ndarray:
        """Errors go to the other classes evenly."""
        k = self.classes
        truth = np.array([(1 - self.share) / (k - 1)] * (k - 1) + [self.share])
        confusion = np.full((k, k), (1 - self.right) / (k - 1))
        np.fill_diagonal(confusion, self.right)
        return truth[:, None] * confusion

    @property
    def enough(self) -> float:
        """The smallest n p (1 − p) over the recalls and precisions of the classes."""
        table = self.table * self.items
        hits = np.diag(table)
        totals = np.concatenate([table.sum(1), table.sum(0)])
        p = np.concatenate([hits, hits]) / totals
        return float((totals * p * (1 - p)).min())


def grid(items=ITEMS, classes=CLASSES, shares=SHARES, right=RIGHT) -> Iterator[Cell]:
    for n, k, share, r in itertools.product(items, classes, shares, right):
        if share <= 1 / k + 1e-9:
            yield Cell(n, k, share, r)


def evaluate(counts: np.ndarray) -> Evaluation:
    """Evaluate tables of any shape."""
    return Evaluation(counts, tuple(range(counts.shape[-1])), np.arange(counts.shape[-1]) * 1.0)


def at_of(id: str, classes: int) -> int | None:
    """Measures of a class are of the last one."""
    return classes - 1 if REGISTRY.of_class(REGISTRY.measures[id]) else None


def intervals(counts: np.ndarray, id: str, level: float = 0.95) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The value and the limits of the default interval of a measure, for each table of a stack."""
    return batch.intervals(evaluate(counts), counts, REGISTRY.measures[id], {}, at_of(id, counts.shape[-1]), level)


@dataclass(frozen=True)
class Coverage:
    """What was measured for a measure in a cell."""

    cell: Cell
    measure: str
    covered: float
    width: float
    without: float  # share of tables without an interval
    draws: int


def measured(cell: Cell, draws: int, rng: np.random.Generator, measures=MEASURES) -> Iterator[Coverage]:
    k = cell.classes
    drawn = rng.multinomial(cell.items, cell.table.ravel(), draws).reshape(draws, k, k).astype(float)
    truth = evaluate(cell.table[None] * 1e9)
    for id in measures:
        true = float(batch.values(truth, REGISTRY.measures[id], {}, at_of(id, k))[0])
        _, low, high = intervals(drawn, id)
        made = np.isfinite(low) & np.isfinite(high)
        inside = (low <= true) & (true <= high)
        yield Coverage(
            cell,
            id,
            float(inside[made].mean()) if made.any() else float("nan"),
            float((high - low)[made].mean()) if made.any() else float("nan"),
            float(1 - made.mean()),
            int(made.sum()),
        )


def table(found: list[Coverage]) -> str:
    """Coverage by measure where there is enough data, as Markdown."""
    lines = [
        "| measure | cells | lowest | 5 % | median | highest | within 93.5 to 97 % | mean width |",
        "|---|" + "--:|" * 7,
    ]
    for id in MEASURES:
        of = [c for c in found if c.measure == id and c.cell.enough >= ENOUGH and c.draws]
        covered = np.array([c.covered for c in of])
        inside = ((covered >= 0.935) & (covered <= 0.97)).mean()
        lines.append(
            f"| `{id}` | {len(of)} | {covered.min():.1%} | {np.quantile(covered, 0.05):.1%} | {np.median(covered):.1%} "
            f"| {covered.max():.1%} | {inside:.0%} | {np.mean([c.width for c in of]):.3f} |"
        )
    return "\n".join(lines)


def exceptions(found: list[Coverage]) -> str:
    """Cells with enough data outside 93.5 to 97 %, beyond what the number of draws explains."""
    lines = ["| measure | items | classes | share of the last class | right | coverage |", "|---|" + "--:|" * 5]
    for c in found:
        error = 2.6 * (0.05 * 0.95 / max(c.draws, 1)) ** 0.5
        if c.cell.enough >= ENOUGH and not 0.935 - error <= c.covered <= 0.97 + error:
            lines.append(
                f"| `{c.measure}` | {c.cell.items} | {c.cell.classes} | {c.cell.share:g} | {c.cell.right:g} "
                f"| {c.covered:.1%} |"
            )
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--quick", action="store_true", help="a reduced grid")
    parser.add_argument("--draws", type=int, default=4000)
    given = parser.parse_args()
    cells = list(grid((20, 100), (2, 3), (0.05, 0.2), (0.8, 0.95)) if given.quick else grid())
    rng = np.random.default_rng(20_26)
    found = []
    for i, cell in enumerate(cells):
        print(f"\r{i + 1} of {len(cells)}", end="", file=sys.stderr)
        found += measured(cell, given.draws, rng)
    print(file=sys.stderr)
    print(table(found))
    print()
    print(exceptions(found))


if __name__ == "__main__":
    main()
