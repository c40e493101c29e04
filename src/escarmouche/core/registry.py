"""The systems that are installed, and the start of a game."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from escarmouche.core.dice import Stream
from escarmouche.core.engine import start
from escarmouche.core.errors import ContentError, UnknownName
from escarmouche.core.game import Game
from escarmouche.core.system import Plain, Setup, System, fresh_seed, known

GROUP = "escarmouche.systems"
BUILT_IN = {"sbh": "escarmouche.systems.sbh"}


@cache
def _third_party() -> dict[str, EntryPoint]:
    return {point.name: point for point in entry_points(group=GROUP) if point.name not in BUILT_IN}


def systems() -> list[str]:
    """The ids of all systems: ours, then those that other packages bring.

    >>> "sbh" in systems()
    True
    """
    return [*BUILT_IN, *sorted(_third_party())]


@cache
def system(name: str) -> System:
    """The system with this id."""
    if name in BUILT_IN:
        found: Any = import_module(BUILT_IN[name]).SYSTEM
    elif name in _third_party():
        found = _third_party()[name].load()
    else:
        raise UnknownName(f"There is no system {name!r}: choose one of {', '.join(systems())}.")
    if not isinstance(found, System):
        raise ContentError(f"The entry point {name} of {GROUP} is not a System.")
    return found


def new(
    system_id: str,
    armies: list[Plain] | None = None,
    scenario: str | None = None,
    seed: int | str | None = None,
    options: Plain | None = None,
) -> Game:
    """Begin a game. All but the system have defaults: ready-made armies, the first scenario, a fresh seed.

    >>> game = new("sbh", seed=7)
    >>> game.due is not None and game.result is None
    True
    """
    chosen = system(system_id)
    seed = fresh_seed() if seed is None else seed
    if armies is None:
        armies = chosen.default_armies(Stream(f"armies {seed}"))
    if len(armies) != chosen.seats:
        raise ContentError(f"{system_id} is played by {chosen.seats} armies, not {len(armies)}: name one a side.")
    scenario = known("scenario", scenario or chosen.default_scenario(), chosen.scenarios())
    return begin(Setup(system_id, list(armies), scenario, seed, dict(options or {})))


def begin(setup: Setup) -> Game:
    """Begin a game from its set-up."""
    chosen = system(setup.system)
    game = Game(chosen, setup, start(chosen.start(setup)), setup.source())
    game.begin()
    return game
