"""Names: how they are compared, and how a view of a quantity is named."""

from __future__ import annotations

__all__ = ["VIEWS", "normalised", "split_view"]

VIEWS = ("_by_class", "_pooled")


def split_view(name: str) -> tuple[str, str]:
    """Split `recall_by_class` into `recall` and `_by_class`; plain names have the view ''."""
    for view in VIEWS:
        if name.endswith(view):
            return name.removesuffix(view), view
    return name, ""


def normalised(name: str) -> str:
    """Return a name as it is compared: lower case, words joined by underscores, no apostrophes.

    >>> normalised("Cohen's kappa"), normalised("F-measure"), normalised("LR+"), normalised("LR-")
    ('cohens_kappa', 'f_measure', 'lr_plus', 'lr_minus')
    """
    name = name.casefold().strip().replace("'", "").replace("’", "").replace("+", " plus")
    if name.endswith(("-", "−")):
        name = name[:-1] + " minus"
    kept = "".join(c if c.isalnum() else " " for c in name)
    return "_".join(kept.split())
