"""What can go wrong, in one tree.

::

    TarazuError                everything this package raises on purpose
    ├── InputError             the data cannot be used as they are (also a ValueError)
    └── QuestionError          the question cannot be answered as asked (also a ValueError)

An error says what was got, where, what was expected and what to do, in one short paragraph.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable

__all__ = ["InputError", "QuestionError", "TarazuError", "listed", "near"]


class TarazuError(Exception):
    """Root of all errors raised on purpose."""


class InputError(TarazuError, ValueError):
    """The data cannot be used as they are."""


class QuestionError(TarazuError, ValueError):
    """The question cannot be answered as asked: an unknown measure, no orientation, no positive class."""


def near(name: object, known: Iterable[object]) -> str:
    """Return a hint `Did you mean ...?` with the nearest known names, or an empty string.

    >>> near("kapa", ["kappa", "mcc"])
    " Did you mean 'kappa'?"
    >>> near("zzz", ["kappa", "mcc"])
    ''
    """
    names = list(dict.fromkeys(str(k) for k in known))
    folded = {n.casefold(): n for n in names}
    close = difflib.get_close_matches(str(name).casefold(), folded, n=3, cutoff=0.6)
    return f" Did you mean {' or '.join(repr(folded[c]) for c in close)}?" if close else ""


def listed(items: Iterable[object], limit: int = 8) -> str:
    """Return items as `'a', 'b' and 3 more`: text in quotes, numbers bare.

    >>> listed(["a", 1], limit=1)
    "'a' and 1 more"
    """
    shown = [repr(i) if isinstance(i, str) else str(i) for i in items]
    rest = len(shown) - limit
    return ", ".join(shown[:limit]) + (f" and {rest} more" if rest > 0 else "")
