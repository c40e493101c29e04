"""What the bench measures of mass combat alone: the odds of a long line, a battle of forty units, the options of each."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from time import process_time

from escarmouche.core import offers, registry
from escarmouche.core.dice import Stream
from escarmouche.core.game import Game
from escarmouche.core.system import Plain

LINE = {"figures": "30", "files": "30"}
"""Thirty figures in contact, with two attack dice each."""

KINDS = (
    ("infanterie-reguliere", 12), ("infanterie-reguliere", 12), ("phalange", 12), ("infanterie-lourde", 10),
    ("archers-legers", 10), ("archers-legers", 10), ("cavalerie-legere", 6), ("cavalerie-lourde", 6),
    ("milice", 12), ("milice", 12),
)  # fmt: skip
"""Half the units of each side and their figures."""


def line_odds() -> int:
    """The exact odds of thirty figures with two attack dice each; how many outcomes they have."""
    return len(offers.odds(registry.system("masse")).chances("melee", "ogres", "ogres", LINE))


def host(name: str) -> Plain:
    """An army of twenty units, some two hundred figures, with a general."""
    units = [
        {"profile": profile, "name": f"{name} {number}", "figures": figures}
        for number, (profile, figures) in enumerate((*KINDS, *KINDS), 1)
    ]
    general = {"profile": "fighter", "name": f"{name}’s general", "level": 8, "charisma": 14, "army_commander": True}
    return {"system": "masse", "name": name, "unit": units, "hero": [general]}


def great_battle(seed: int) -> Game:
    """A battle of forty units, drawn up on the open field."""
    return registry.new("masse", [host("North"), host("South")], "open-battle", seed)


def fought_out(seed: int) -> tuple[int, float]:
    """A whole random battle: its decisions, and the longest that the options of one of them took, in seconds."""
    game, chance = great_battle(seed), Stream(seed)
    decisions, longest = 0, 0.0
    while game.due is not None:
        began = process_time()
        game.options()
        longest = max(longest, process_time() - began)
        game.play(game.sample(chance))
        decisions += 1
    return decisions, longest


def random_battle(seed: int) -> int:
    """A whole random battle; returns its decisions."""
    game, chance = great_battle(seed), Stream(seed)
    decisions = 0
    while game.due is not None:
        game.play(game.sample(chance))
        decisions += 1
    return decisions


def rows(clock: Callable[[Callable[[], object]], float]) -> Iterator[tuple[str, float, str, str, str]]:
    """What mass combat promises: odds in 20 ms, forty units in 10 s, options in 50 ms. `clock` says how many seconds a call
    takes; each row has its name, value, unit, which way is good, and a note."""
    outcomes = line_odds()
    took = clock(line_odds) * 1e3
    yield "masse: exact odds of 30 figures with two dice", took, "ms", "less", f"{outcomes} outcomes; goal 20"
    began = process_time()
    decisions = random_battle(1)
    note = f"{decisions} decisions; goal 10"
    yield "masse: a random battle of 20 units a side", process_time() - began, "s", "less", note
    decisions, longest = fought_out(1)
    yield "masse: options, the longest of that battle", longest * 1e3, "ms", "less", f"of {decisions} lists; goal 50"
