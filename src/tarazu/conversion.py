"""What a kappa is in accuracy, and back: kappa = (accuracy − expected) / (1 − expected)."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from tarazu.errors import QuestionError

__all__ = ["Conversion", "convert"]


@dataclass(frozen=True)
class Conversion:
    """A kappa and the accuracy it stands for at an expected accuracy."""

    kappa: float
    accuracy: float
    expected: float

    @property
    def per_tenth(self) -> float:
        """How much accuracy each +0.10 of kappa is worth."""
        return (1 - self.expected) / 10

    def to_dict(self) -> dict[str, Any]:
        """Return plain data for strict JSON."""
        return {**asdict(self), "accuracy_per_0.1_kappa": self.per_tenth}

    def __str__(self) -> str:
        return (
            f"kappa {self.kappa:.4g} at an expected accuracy of {self.expected:.4g} is an accuracy of "
            f"{self.accuracy:.4g}: {self.kappa:.4g} of the way from {self.expected:.4g} to 1. "
            f"Each +0.10 of kappa is +{self.per_tenth * 100:.4g} points of accuracy."
        )


def convert(*, expected: float, kappa: float | None = None, accuracy: float | None = None) -> Conversion:
    """Turn a kappa into the accuracy it stands for, or an accuracy into its kappa, at an expected accuracy.

    Raises QuestionError unless exactly one of the two is given, within what is possible.

    >>> print(convert(kappa=0.4, expected=0.8))
    kappa 0.4 at an expected accuracy of 0.8 is an accuracy of 0.88: 0.4 of the way from 0.8 to 1.
    Each +0.10 of kappa is +2 points of accuracy.
    """
    if not 0 <= expected < 1:
        raise QuestionError(f"expected={expected} is not possible; expected a share of at least 0 and below 1.")
    if (kappa is None) == (accuracy is None):
        raise QuestionError("Give either kappa or accuracy, and the other one follows.")
    if accuracy is not None:
        if not 0 <= accuracy <= 1:
            raise QuestionError(f"accuracy={accuracy} is not possible; expected a share from 0 to 1.")
        return Conversion((accuracy - expected) / (1 - expected), accuracy, expected)
    assert kappa is not None
    if not -expected / (1 - expected) - 1e-12 <= kappa <= 1:
        raise QuestionError(
            f"kappa={kappa} is not possible at this expected accuracy; expected a number from "
            f"{-expected / (1 - expected):.4g} to 1."
        )
    return Conversion(kappa, expected + kappa * (1 - expected), expected)
