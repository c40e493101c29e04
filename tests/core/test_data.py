"""Plain data: fields, equality, hashing; and systems that stay interpreted over a core that may be compiled."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
from pathlib import Path

from escarmouche.analysis.bench import compiled
from escarmouche.core.data import Data, fields, values
from escarmouche.core.effects import Told
from tests.core.same_everywhere import digest
from tests.core.toy_rules import Figure

ROOT = Path(__file__).parents[2]


class Base(Data):
    __slots__ = ("left",)

    def __init__(self, left: int) -> None:
        self.left = left


class Wider(Base):
    __slots__ = ("also", "right")

    def __init__(self, also: int, left: int, right: int) -> None:
        self.also = also
        self.left = left
        self.right = right


class Keeping(Base):
    __slots__ = ("_twice",)

    def __init__(self, left: int) -> None:
        self.left = left
        self._twice = 2 * left


def test_what_is_worked_out_from_the_fields_is_no_field() -> None:
    one, other = Keeping(1), Keeping(1)
    other._twice = 0
    assert fields(Keeping) == ("left",)
    assert one == other
    assert hash(one) == hash(other)
    assert repr(one) == "Keeping(left=1)"


def test_fields_are_sorted_and_inherited() -> None:
    assert fields(Base) == ("left",)
    assert fields(Wider) == ("also", "left", "right")
    assert values(Wider(1, 2, 3)) == (1, 2, 3)
    assert fields(Figure) == ("id", "life", "name", "place", "seat", "strength")


def test_equal_data_is_equal() -> None:
    one, two = Wider(1, 2, 3), Wider(1, 2, 3)
    assert one == two
    assert hash(one) == hash(two)
    assert one != Wider(1, 2, 4)
    assert Base(2) != Wider(1, 2, 3)
    assert Base(2) != 2
    assert len({one, two, Wider(3, 2, 1)}) == 2


def test_data_shows_its_fields() -> None:
    assert repr(Wider(1, 2, 3)) == "Wider(also=1, left=2, right=3)"


def test_plain_and_compiled_play_the_same_bytes() -> None:
    """The sources, run as plain Python, against whatever is installed here (compiled, where there is a compiler)."""
    env = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT / "src"), str(ROOT)])}
    code = "from tests.core.same_everywhere import digest, kind; print(kind(), digest())"
    done = subprocess.run([sys.executable, "-Pc", code], env=env, cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["plain", digest()]


def test_compiled_data_costs_the_garbage_collector_nothing() -> None:
    assert gc.is_tracked(Told((), "hit", -1, "", "toy.hit")) is not compiled()
    assert gc.is_tracked(Wider(1, 2, 3)), "a class that is not compiled is collected like any other"


def test_data_within_data_is_freed_however_deep() -> None:
    value: Told | None = None
    for _ in range(20_000):
        value = Told((value,), "hit", -1, "", "toy.hit")
    neighbours = [Told((number,), "hit", -1, "", "toy.hit") for number in range(1000)]
    del value
    assert [one.about for one in neighbours] == [(number,) for number in range(1000)]
