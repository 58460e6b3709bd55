"""The catalogue: declarations only, one file per family. A new file here is found by itself."""

from importlib import import_module
from pkgutil import iter_modules

from tarazu.catalogue import quantities as quantities  # first: every family builds on them

for _module in iter_modules(__path__):
    import_module(f"{__name__}.{_module.name}")
