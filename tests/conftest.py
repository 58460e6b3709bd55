"""Shared by all tests."""

import os

import pytest

import tarazu.catalogue  # noqa: F401 - fills the registry

os.environ.setdefault("COLUMNS", "100")  # the width of pages, whatever terminal runs the tests


@pytest.fixture(autouse=True)
def _no_color(monkeypatch):
    monkeypatch.setenv("NO_COLOR", "1")
