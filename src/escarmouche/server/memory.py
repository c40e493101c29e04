"""Memory: when unreachable objects are looked for, and what is given back to the operating system.

Nearly everything here dies when its last reference goes. What is left for the collector are a few cycles (closed connections,
tracebacks), while a full search through hundreds of games holds every player up for a quarter of a second. So young objects
are searched now and then, all of them seldom, and what a server reads once at its start never.
"""

from __future__ import annotations

import ctypes
import gc
import sys
import time

YOUNG = 5_000
"""The young are searched after so many more objects were made than died."""
PAUSE = 300.0
"""Seconds from one full search to the next."""


class Tidy:
    """Keeps the process tidy: `settle` once at the start, `look` every few seconds."""

    def __init__(self, pause: float = PAUSE) -> None:
        self._pause = pause
        self._last = time.monotonic()

    def settle(self) -> None:
        """What is there by now stays: it is never searched again."""
        gc.collect()
        gc.freeze()
        gc.set_threshold(YOUNG, 20, 1_000)

    def look(self, dropped: int) -> None:
        """Search everything when it is time; give memory back where games were dropped."""
        if time.monotonic() - self._last > self._pause:
            gc.collect()
            self._last = time.monotonic()
        if dropped:
            give_back()


def give_back() -> None:
    """Hand unused memory back to the operating system, where its C library can."""
    if sys.platform == "linux":
        trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
        if trim is not None:
            trim(0)
