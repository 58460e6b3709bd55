"""A tally as an Arrow table and back, for programs that pass tables around."""

from __future__ import annotations

import json
from typing import Any

import numpy as np

from tarazu.errors import InputError
from tarazu.tally import Contingency

__all__ = ["from_arrow", "to_arrow"]

_KEY = b"tarazu.tally"


def to_arrow(tally: Contingency) -> Any:
    """Return the tally as a long Arrow table: one row a cell with its two labels, count and squares.

    What a table of cells cannot say (roles, order, types of the labels) is in the schema's metadata.
    Needs pyarrow.

    >>> tally = Contingency(np.array([[10, 5], [7, 8]]), ("cat", "dog"))
    >>> to_arrow(tally).column("count").to_pylist()
    [10, 5, 7, 8]
    """
    import pyarrow as pa

    rows, columns = np.indices(tally.counts.shape).reshape(2, -1)
    names = [str(label) for label in tally.labels]
    data: dict[str, Any] = {
        tally.axes[0]: [names[i] for i in rows],
        tally.axes[1]: [names[j] for j in columns],
        "count": tally.counts.reshape(-1),
    }
    if tally.squares is not None:
        data["squares"] = tally.squares.reshape(-1)
    about = {k: v for k, v in tally.to_dict().items() if k not in ("counts", "squares")}
    table = pa.Table.from_arrays([pa.array(v) for v in data.values()], names=list(data))
    return table.replace_schema_metadata({_KEY: json.dumps(about).encode()})


def from_arrow(table: Any) -> Contingency:
    """Read a tally back from `to_arrow`; InputError if the table is not one."""
    metadata = table.schema.metadata or {}
    if _KEY not in metadata:
        raise InputError(
            "This Arrow table holds no tally: its schema lacks the metadata that to_arrow writes. "
            "Rows of labels are counted by classify(table, truth=..., prediction=...)."
        )
    about = json.loads(metadata[_KEY])
    k = len(about["labels"])

    def square(name: str) -> Any:
        return table.column(name).to_numpy().reshape(k, k).tolist() if name in table.column_names else None

    return Contingency.from_dict({**about, "counts": square("count"), "squares": square("squares")})
