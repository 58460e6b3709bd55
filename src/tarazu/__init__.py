"""tarazu: how good something is, beyond chance, and how sure we are.

>>> import tarazu as tz
>>> tz.matrix("10 7; 5 8", rows="prediction", labels=["cat", "dog"])["kappa"].value.__round__(3)
0.2
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tarazu.conversion import convert
    from tarazu.errors import InputError, QuestionError, TarazuError
    from tarazu.evaluate import classify, explain, matrix, measures
    from tarazu.intake.arrow import from_arrow, to_arrow
    from tarazu.labelsets import MultiLabel, multilabel
    from tarazu.lexicon import Glossary, glossary
    from tarazu.planning.answer import Plan
    from tarazu.planning.verb import plan
    from tarazu.result import Result, Undefined, Value
    from tarazu.score_result import ScoreResult
    from tarazu.scoring import score
    from tarazu.tally import Contingency
    from tarazu.tally.label_sets import LabelSets
    from tarazu.tally.scores import Scores
    from tarazu.worked import Explanation

__version__ = "0.1.0"

__all__ = [
    "Contingency",
    "Explanation",
    "Glossary",
    "InputError",
    "LabelSets",
    "MultiLabel",
    "Plan",
    "QuestionError",
    "Result",
    "ScoreResult",
    "Scores",
    "TarazuError",
    "Undefined",
    "Value",
    "classify",
    "convert",
    "explain",
    "from_arrow",
    "glossary",
    "matrix",
    "measures",
    "multilabel",
    "plan",
    "score",
    "to_arrow",
]

_HOME = {
    "Contingency": "tally",
    "InputError": "errors",
    "QuestionError": "errors",
    "TarazuError": "errors",
    "Result": "result",
    "Undefined": "result",
    "Value": "result",
    "Explanation": "worked",
    "classify": "evaluate",
    "convert": "conversion",
    "explain": "evaluate",
    "matrix": "evaluate",
    "measures": "evaluate",
    "LabelSets": "tally.label_sets",
    "MultiLabel": "labelsets",
    "multilabel": "labelsets",
    "ScoreResult": "score_result",
    "Scores": "tally.scores",
    "score": "scoring",
    "Plan": "planning.answer",
    "plan": "planning.verb",
    "glossary": "lexicon",
    "Glossary": "lexicon",
    "from_arrow": "intake.arrow",
    "to_arrow": "intake.arrow",
}


def __getattr__(name: str) -> Any:
    # Loaded when first asked for, so that `tarazu --help` does not wait for numpy.
    if name not in _HOME:
        raise AttributeError(f"module 'tarazu' has no attribute {name!r}")
    found = getattr(import_module(f"tarazu.{_HOME[name]}"), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
