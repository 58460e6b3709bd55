"""The result: tidy rows of values, the tallies they came from, and remarks. Reports read nothing else."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import TYPE_CHECKING, Any, Literal, Self

from tarazu.errors import QuestionError
from tarazu.notes import Note
from tarazu.scales import Verdict
from tarazu.tally import Contingency, Label
from tarazu.tally.clusters import Design, design_from_dict
from tarazu.uncertainty.hypothesis import Test
from tarazu.uncertainty.interval import Settings

if TYPE_CHECKING:
    from tarazu.worked import Explanation

__all__ = ["SCHEMA", "Group", "Result", "Scope", "Undefined", "Value"]

SCHEMA = "tarazu.result/1"

Scope = Literal["overall", "class"]
Group = Mapping[str, str]


@dataclass(frozen=True)
class Undefined:
    """Why there is no value: a key for programs, and words."""

    reason: str
    text: str


@dataclass(frozen=True)
class Value:
    """One value of one measure: of the whole table or of a class, of all data or of a group.

    `value` is None exactly where `undefined` says why; it may be infinite (a ratio to 0). `low` and `high` are
    the limits of its interval of that `level`, made by `method` with the standard error `se`; where there is a
    value and no interval, `no_interval` says why.
    """

    measure: str
    value: float | None
    n: float
    scope: Scope = "overall"
    of: Label | None = None
    params: Mapping[str, Any] = field(default_factory=dict)
    group: Group | None = None
    undefined: Undefined | None = None
    se: float | None = None
    low: float | None = None
    high: float | None = None
    level: float | None = None
    method: str | None = None
    no_interval: str | None = None

    @property
    def name(self) -> str:
        """The measure with its parameters, as it is asked for."""
        import tarazu.catalogue  # noqa: F401 - fills the registry, also for a result read from a file
        from tarazu.formula import REGISTRY, Call

        m = REGISTRY.measures.get(self.measure)
        return self.measure if m is None else Call(m, self.params).name

    def __float__(self) -> float:
        return math.nan if self.value is None else self.value

    def __str__(self) -> str:
        return f"undefined: {self.undefined.text}" if self.undefined else str(self.value)

    def to_dict(self) -> dict[str, Any]:
        """Return the row as plain data: an infinite value as "inf" or "-inf", an undefined one as None."""
        return {
            "measure": self.measure,
            "params": dict(self.params),
            "scope": self.scope,
            "of": self.of,
            "group": None if self.group is None else dict(self.group),
            "value": _strict(self.value),
            "undefined": None if self.undefined is None else asdict(self.undefined),
            "se": self.se,
            "low": _strict(self.low),
            "high": _strict(self.high),
            "level": self.level,
            "method": self.method,
            "no_interval": self.no_interval,
            "n": int(self.n) if self.n.is_integer() else self.n,
        }

    @classmethod
    def from_dict(cls, row: Mapping[str, Any]) -> Self:
        """Read a row back from `to_dict`."""
        undefined = row["undefined"]
        value, low, high = (None if row[x] is None else float(row[x]) for x in ("value", "low", "high"))
        return cls(
            row["measure"],
            value,
            float(row["n"]),
            row["scope"],
            row["of"],
            row["params"],
            row["group"],
            undefined and Undefined(**undefined),
            row["se"],
            low,
            high,
            row["level"],
            row["method"],
            row["no_interval"],
        )


def _strict(x: float | None) -> float | str | None:
    """A number for strict JSON, which has no infinity."""
    return x if x is None or not math.isinf(x) else "inf" if x > 0 else "-inf"


@dataclass(frozen=True)
class Result:
    """What a verb answers.

    `rows` are tidy: one value each. `tallies` hold all that is needed to recompute them: the first is of all
    data (`group` None), the others of the groups. `data` says what was read, `notes` what was done to it and
    what to be careful about, `verdicts` what scales of words call the values.

    >>> import tarazu as tz
    >>> result = tz.matrix([[10, 7], [5, 8]], rows="prediction", labels=["cat", "dog"])
    >>> round(result["kappa"].value, 3), result["recall", "cat"].value
    (0.2, 0.6666666666666666)
    """

    verb: str
    rows: tuple[Value, ...]
    tallies: tuple[tuple[Group | None, Contingency], ...]
    data: Mapping[str, Any] = field(default_factory=dict)
    notes: tuple[Note, ...] = ()
    positive: Label | None = None
    verdicts: tuple[Verdict, ...] = ()
    tests: tuple[Test, ...] = ()
    settings: Settings | None = None
    clusters: tuple[Design | None, ...] = (None,)  # of each of the tallies

    @property
    def tally(self) -> Contingency:
        """The tally of all data."""
        return self.tallies[0][1]

    def __iter__(self) -> Iterator[Value]:
        return iter(self.rows)

    def __len__(self) -> int:
        return len(self.rows)

    def __getitem__(self, key: str | tuple[str, Label]) -> Value:
        """Return a value by any name of its measure: `result["mcc"]`, `result["recall", "cat"]`.

        A measure of one class without a class means the positive class. What is not among the rows is
        computed from the tally.
        """
        from tarazu.values import value_of

        name, label = key if isinstance(key, tuple) else (key, None)
        return value_of(self, name, label)

    def per_class(self, name: str) -> dict[Label, Value]:
        """Return the value of a measure for every class against the rest."""
        return {label: self[name, label] for label in self.tally.labels}

    def test(self, claim: str) -> Test:
        """Test a claim about a measure: `result.test("kappa > 0.6")`, `"recall[cat] < 0.9"`, `"kappa in 0.5..0.7"`.

        The p is that of the interval's own method: it is below 2.5 % exactly where the limit of the 95 % interval
        is beyond the bound. "in" is a test of equivalence: two one-sided tests, the larger p. "mcc > chance" deals out
        the labels of one axis at random (`resamples` times); "independence" does so for chi-squared, and is Fisher's
        exact test for two classes.

        >>> import tarazu as tz
        >>> round(tz.matrix("40 5; 5 50", rows="truth").test("kappa > 0.6").p, 4)
        0.0086
        """
        from tarazu.values import tested

        return tested(self, claim)

    def tested(self, claims: Iterable[str]) -> Result:
        """Return the result with tests of these claims added."""
        return replace(self, tests=(*self.tests, *map(self.test, claims)))

    def of_group(self, i: int) -> Result:
        """Return the result of a group alone (of all data for 0), without rows."""
        return replace(
            self,
            rows=(),
            tallies=((None, self.tallies[i][1]),),
            clusters=(self.clusters[i],),
            notes=(),
            verdicts=(),
            tests=(),
        )

    def groups(self) -> dict[tuple[str, ...], Result]:
        """Return the results of the groups, by their names."""
        out = {}
        for i, (group, _) in enumerate(self.tallies[1:], 1):
            assert group is not None
            rows = tuple(replace(r, group=None) for r in self.rows if r.group == group)
            out[tuple(group.values())] = replace(self.of_group(i), rows=rows, data=self._data(group))
        return out

    def _data(self, group: Group) -> Mapping[str, Any]:
        """What was read, with the abstentions of one group in place of all."""
        if "abstentions" not in self.data:
            return self.data
        own = [a for a in self.data["abstentions"]["groups"] if a["group"] == group]
        return {**self.data, "abstentions": {k: v for k, v in own[0].items() if k != "group"}}

    def explain(self, name: str, label: Label | None = None) -> Explanation:
        """Return the worked arithmetic of a measure on this result's table."""
        from tarazu.values import explanation

        return explanation(self, name, label)

    def to_dict(self) -> dict[str, Any]:
        """Return the result as plain data for strict JSON, schema `tarazu.result/1`."""
        from tarazu import __version__

        return {
            "schema": SCHEMA,
            "verb": self.verb,
            "data": dict(self.data),
            "positive": self.positive,
            "settings": None if self.settings is None else asdict(self.settings),
            "tallies": [
                {
                    "group": None if group is None else dict(group),
                    **tally.to_dict(),
                    "clusters": None if clusters is None else clusters.to_dict(),
                }
                for (group, tally), clusters in zip(self.tallies, self.clusters, strict=True)
            ],
            "rows": [row.to_dict() for row in self.rows],
            "tests": [asdict(test) for test in self.tests],
            "verdicts": [verdict.to_dict() for verdict in self.verdicts],
            "notes": [asdict(note) for note in self.notes],
            "made_with": {"tarazu": __version__},
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """Read a result back from `to_dict`."""
        if data.get("schema") != SCHEMA:
            raise QuestionError(f"Expected a result of schema {SCHEMA!r}, got {data.get('schema')!r}.")
        return cls(
            data["verb"],
            tuple(map(Value.from_dict, data["rows"])),
            tuple((t["group"], Contingency.from_dict(t)) for t in data["tallies"]),
            data["data"],
            tuple(Note(**n) for n in data["notes"]),
            data["positive"],
            tuple(map(Verdict.from_dict, data["verdicts"])),
            tuple(Test(**t) for t in data["tests"]),
            data["settings"] and Settings(**data["settings"]),
            tuple(t["clusters"] and design_from_dict(t["clusters"]) for t in data["tallies"]),
        )

    def to_json(self, indent: int | None = 2) -> str:
        """Return the result as strict JSON."""
        return json.dumps(self.to_dict(), indent=indent, ensure_ascii=False, allow_nan=False)

    @classmethod
    def from_json(cls, text: str) -> Self:
        """Read a result back from `to_json`."""
        return cls.from_dict(json.loads(text))

    def tidy(self) -> list[dict[str, Any]]:
        """Return one flat dictionary per row: parameters are part of the name, groups are columns."""
        grouped = list(dict.fromkeys(k for group, _ in self.tallies for k in group or ()))
        return [
            {
                **{name: None if row.group is None else row.group[name] for name in grouped},
                "measure": row.name,
                "scope": row.scope,
                "of": row.of,
                "value": row.value,
                "low": row.low,
                "high": row.high,
                "level": row.level,
                "method": row.method,
                "se": row.se,
                "undefined": None if row.undefined is None else row.undefined.text,
                "n": row.n,
            }
            for row in self.rows
        ]

    def to_frame(self, library: str | None = None) -> Any:
        """Return the rows as a data frame: of the library asked for, else of the input's, else of pandas,
        polars or pyarrow, whichever is there.
        """
        from tarazu.intake.frames import frame_of_rows

        return frame_of_rows(self.tidy(), library or self.data.get("frame"))

    def to_csv(self) -> str:
        """Return the rows as CSV."""
        from tarazu.report.tables import csv_of

        return csv_of(self)

    def to_markdown(self) -> str:
        """Return the report as Markdown tables."""
        from tarazu.report.tables import markdown_of

        return markdown_of(self)

    def to_latex(self) -> str:
        """Return the report as LaTeX tables (booktabs), a float each; the remarks stand above in comments."""
        from tarazu.report.latex import latex_of

        return latex_of(self)

    def to_text(self, width: int = 100, *, color: bool = False) -> str:
        """Return the report as it prints in a terminal."""
        from tarazu.report.terminal import text_of

        return text_of(self, width, color=color)

    def __str__(self) -> str:
        return self.to_text()

    def __repr__(self) -> str:
        return self.to_text()

    def _repr_html_(self) -> str:
        from tarazu.report.tables import html_of

        return html_of(self)
