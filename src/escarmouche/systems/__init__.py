"""The game systems, one package each. No system imports another; they meet only in the engine.

`escarmouche.systems()` lists them. Importing one of these packages makes Python put this package in the place of that
function, so the package can be called too and gives the same answer.
"""

from __future__ import annotations

import sys
from types import ModuleType


class _Systems(ModuleType):
    """This package, callable."""

    def __call__(self) -> list[str]:
        """The ids of all systems, as `escarmouche.core.registry.systems`."""
        from escarmouche.core.registry import systems

        return systems()


sys.modules[__name__].__class__ = _Systems
