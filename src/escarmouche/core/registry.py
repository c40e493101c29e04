"""The systems that are installed, and the start of a game."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

from escarmouche.core import offers
from escarmouche.core.armies import Army
from escarmouche.core.dice import Stream
from escarmouche.core.engine import start
from escarmouche.core.errors import ContentError, UnknownName
from escarmouche.core.game import Game
from escarmouche.core.system import Plain, Setup, System, fresh_seed, known

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "escarmouche.systems"
BUILT_IN = {"sbh": "escarmouche.systems.sbh", "masse": "escarmouche.systems.masse"}
_ADDED: dict[str, System] = {}


@cache
def _third_party() -> dict[str, EntryPoint]:
    from importlib.metadata import entry_points  # a fifth of the time that importing the package takes

    return {point.name: point for point in entry_points(group=GROUP) if point.name not in BUILT_IN}


def systems() -> list[str]:
    """The ids of all systems: ours, then those that other packages bring.

    >>> "sbh" in systems()
    True
    """
    return [*BUILT_IN, *sorted(_third_party()), *_ADDED]


def add(extra: System) -> None:
    """Make a system known in this process alone, without an entry point: for trying one out, and for tests."""
    if extra.id in systems():
        raise ContentError(f"There is a system {extra.id!r} already: give this one another id.")
    _ADDED[extra.id] = extra


def drop(name: str) -> None:
    """Forget a system that was added."""
    del _ADDED[name]


def package(name: str) -> str:
    """The package that a system lives in, where its rulebook, content and armies lie."""
    if name in _ADDED:
        return type(_ADDED[name]).__module__.rpartition(".")[0]
    if name in BUILT_IN:
        return BUILT_IN[name]
    if name in _third_party():
        return _third_party()[name].module
    raise _no_system(name)


def _no_system(name: str) -> UnknownName:
    listed = ", ".join(systems())
    return UnknownName(
        f"There is no system {name!r}: choose one of {listed}.",
        f"Il n’y a pas de système {name!r} : choisissez parmi {listed}.",
    )


def system(name: str) -> System:
    """The system with this id."""
    return _ADDED[name] if name in _ADDED else _installed(name)


@cache
def _installed(name: str) -> System:
    if name in BUILT_IN:
        found: Any = import_module(BUILT_IN[name]).SYSTEM
    elif name in _third_party():
        found = _third_party()[name].load()
    else:
        raise _no_system(name)
    if not isinstance(found, System):
        raise ContentError(f"The entry point {name} of {GROUP} is not a System.")
    return found


def new(
    system_id: str,
    armies: Sequence[Army | Plain] | None = None,
    scenario: str | None = None,
    seed: int | str | None = None,
    options: Plain | None = None,
    seats: int | None = None,
) -> Game:
    """Begin a game. All but the system have defaults: ready-made armies, the first scenario, a fresh seed, the usual
    number of seats (or as many as there are armies).

    >>> game = new("sbh", seed=7)
    >>> game.due is not None and game.result is None
    True
    """
    chosen = system(system_id)
    seed = fresh_seed() if seed is None else seed
    scenario = known("scenario", scenario or chosen.default_scenario(), chosen.scenarios())
    if armies is None:
        armies = chosen.armies_for(scenario, Stream(f"armies {seed}"), seats or chosen.seat_counts(scenario)[0])
    brought = [one.to_plain() if isinstance(one, Army) else one for one in armies]
    seated(chosen, scenario, len(brought) if seats is None or len(brought) == seats else seats)
    if seats is not None and len(brought) != seats:
        raise ContentError(
            f"There are {len(brought)} armies for {seats} seats: name one a side.",
            f"Il y a {len(brought)} armées pour {seats} places : nommez-en une par camp.",
        )
    return begin(chosen.pack(Setup(system_id, brought, scenario, seed, dict(options or {}))))


def seated(chosen: System, scenario: str, seats: int) -> int:
    """The number of seats, if a scenario can be played by so many; else a sentence that says by how many it is."""
    counts = chosen.seat_counts(scenario)
    if seats not in counts:
        allowed = [str(one) for one in sorted(counts)]
        raise ContentError(
            f"{chosen.id} is played by {' or '.join(allowed)} armies, not {seats}: name one a side.",
            f"{chosen.id} se joue à {' ou '.join(allowed)} armées, et non {seats} : nommez-en une par camp.",
        )
    return seats


def begin(setup: Setup) -> Game:
    """Begin a game from its set-up."""
    chosen = system(setup.system)
    game = Game(chosen, setup, start(chosen.start(setup)), setup.source())
    game.begin()
    return game


def profiles(system_id: str) -> dict[str, Plain]:
    """Every profile of a system by id, as plain data.

    >>> profiles("sbh")["orc-warrior"]["points"]
    23
    """
    return offers.armies(system(system_id)).profiles()


def scenarios(system_id: str) -> list[str]:
    """The ids of a system's scenarios.

    >>> "pitched-battle" in scenarios("sbh")
    True
    """
    return system(system_id).scenarios()


def price(system_id: str, **profile: Any) -> int:
    """The points of a profile of one's own.

    >>> price("sbh", quality=3, combat=3, traits=["leader", "tough"])
    90
    """
    return offers.prices(system(system_id)).price(**profile)
