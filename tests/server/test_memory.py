"""The process is kept tidy: a full search now and then, nothing of the start searched again."""

from __future__ import annotations

import gc
import subprocess
import sys
import weakref
from collections.abc import Iterator

import pytest

from escarmouche.server.memory import Tidy


class Ring:
    """Something that only the collector can free."""

    def __init__(self) -> None:
        self.self = self


@pytest.fixture
def ring() -> Iterator[weakref.ref[Ring]]:
    """A ring that nobody holds any more, while the collector does nothing by itself."""
    gc.disable()
    yield weakref.ref(Ring())
    gc.enable()


@pytest.mark.parametrize(("pause", "left"), [(-1.0, False), (3600.0, True)])
def test_everything_is_searched_when_it_is_time(ring: weakref.ref[Ring], pause: float, left: bool) -> None:
    Tidy(pause).look(dropped=1)
    assert (ring() is not None) is left


SETTLED = """
import gc
from escarmouche.server.memory import YOUNG, Tidy
assert gc.get_freeze_count() == 0
Tidy().settle()
assert gc.get_freeze_count() > 10_000
assert gc.get_threshold()[0] == YOUNG
"""


def test_what_the_start_has_read_is_never_searched_again() -> None:
    done = subprocess.run([sys.executable, "-c", SETTLED], capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 0, done.stderr
