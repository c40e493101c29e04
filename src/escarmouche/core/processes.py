"""What a process that is ours does first: the program itself, and the workers that it starts."""

from __future__ import annotations

import gc

SELDOM = (10_000, 20, 20)
"""When the garbage collector looks. Python's own numbers are made for programs that leave more rings behind."""


def at_ease() -> None:
    """Let the garbage collector look less often: battles make many objects and hardly any rings. A library leaves that to the
    program that it is part of, so `import escarmouche` changes nothing."""
    gc.set_threshold(*SELDOM)
