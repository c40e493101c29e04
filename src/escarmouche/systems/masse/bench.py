"""What the bench measures of mass combat alone: the odds of a long line, battles of 5 to 40 units a side."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import msgspec

from escarmouche.core import offers, registry
from escarmouche.core.game import Game
from escarmouche.core.system import Plain
from escarmouche.systems.masse import scenario

LINE = {"figures": "30", "files": "30"}
"""Thirty figures in contact, with two attack dice each."""

KINDS = (
    ("infanterie-reguliere", 12), ("infanterie-reguliere", 12), ("phalange", 12), ("infanterie-lourde", 10),
    ("archers-legers", 10), ("archers-legers", 10), ("cavalerie-legere", 6), ("cavalerie-lourde", 6),
    ("milice", 12), ("milice", 12),
)  # fmt: skip
"""Ten units and their figures."""

SIZES = (5, 10, 20, 40)
"""So many units a side have the battles by which growth is measured."""
GREAT = 20


def line_odds() -> int:
    """The exact odds of thirty figures with two attack dice each; how many outcomes they have."""
    return len(offers.odds(registry.system("masse")).chances("melee", "ogres", "ogres", LINE))


def host(name: str, size: int) -> Plain:
    """An army of so many units, some ten figures each, with a general."""
    units = []
    for number in range(size):
        profile, figures = KINDS[number % len(KINDS)]
        units.append({"profile": profile, "name": f"{name} {number + 1}", "figures": figures})
    general = {"profile": "fighter", "name": f"{name}’s general", "level": 8, "charisma": 14, "army_commander": True}
    return {"system": "masse", "name": name, "unit": units, "hero": [general]}


def armies_of(size: int) -> str:
    """The size of the armies in words."""
    return f"{size} units a side"


def battle(size: int, seed: int) -> Game:
    """A battle of so many units a side, drawn up on the open field; more than twenty need a wider one."""
    row = scenario.ours()["open-battle"]
    wide = msgspec.structs.replace(row, width=row.width * max(1, size // GREAT))
    options = {} if size <= GREAT else {"scenario": msgspec.to_builtins(wide)}
    return registry.new("masse", [host("North", size), host("South", size)], "open-battle", seed, options)


def rows(clock: Callable[[Callable[[], object]], float]) -> Iterator[tuple[str, float, str, str, str]]:
    """What mass combat promises beside its growth: odds in 20 ms. `clock` says how many seconds a call takes; each row has its
    name, value, unit, which way is good, and a note."""
    outcomes = line_odds()
    took = clock(line_odds) * 1e3
    yield "masse: exact odds of 30 figures with two dice", took, "ms", "less", f"{outcomes} outcomes; goal 20"
