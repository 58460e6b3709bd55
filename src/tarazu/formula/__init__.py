"""What a measure is: the declaration, the registry and its names, the evaluation, the traced number."""

from tarazu.formula.call import Call, parse, with_params
from tarazu.formula.declare import (
    REGISTRY,
    Measure,
    Quantity,
    Registry,
    measure,
    parameter,
    quantity,
    when,
)
from tarazu.formula.gradient import gradient
from tarazu.formula.graph import Evaluation, Reason
from tarazu.formula.traced import Notation, Traced, number

__all__ = [
    "REGISTRY",
    "Call",
    "Evaluation",
    "Measure",
    "Notation",
    "Quantity",
    "Reason",
    "Registry",
    "Traced",
    "gradient",
    "measure",
    "number",
    "parameter",
    "parse",
    "quantity",
    "when",
    "with_params",
]
