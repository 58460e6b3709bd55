"""The catalogue: declarations only, one file per family. A new file here is found by itself."""

from importlib import import_module
from pkgutil import iter_modules

# first: the other families build on these, and reports list measures in the order of their declaration
from tarazu.catalogue import agreement as agreement
from tarazu.catalogue import correlation as correlation
from tarazu.catalogue import quantities as quantities
from tarazu.catalogue import rates as rates

for _module in iter_modules(__path__):
    import_module(f"{__name__}.{_module.name}")
