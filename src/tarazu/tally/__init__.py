"""Tallies: small, frozen, mergeable statistics that hold all that a measure needs."""

from tarazu.tally.contingency import Contingency, Label, Roles, collapsed

__all__ = ["Contingency", "Label", "Roles", "collapsed"]
