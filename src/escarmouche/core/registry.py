"""The systems that are installed, and the start of a game."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from escarmouche.core import armies as armies_at_hand
from escarmouche.core import offers, plugins
from escarmouche.core.armies import Bring
from escarmouche.core.dice import Stream
from escarmouche.core.engine import start
from escarmouche.core.errors import ContentError, PluginError, UnknownName, perhaps
from escarmouche.core.game import Game
from escarmouche.core.system import Plain, Setup, System, fresh_seed, known

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "escarmouche.systems"
BUILT_IN = {
    "sbh": "escarmouche.systems.sbh",
    "masse": "escarmouche.systems.masse",
    "bataille": "escarmouche.systems.bataille",
    "swidenth": "escarmouche.systems.swidenth",
    "fda": "escarmouche.systems.fda",
}
_ADDED: dict[str, System] = {}


@cache
def _brought() -> dict[str, list[EntryPoint]]:
    """What other packages bring, by the system's id; nothing of it is imported."""
    from importlib.metadata import entry_points  # a fifth of the time that importing the package takes

    found: dict[str, list[EntryPoint]] = {}
    for point in entry_points(group=GROUP):
        found.setdefault(point.name, []).append(point)
    return found


def systems() -> list[str]:
    """The ids of all systems: ours, then those that other packages bring. Nothing is imported for it, so that a package may
    turn out to be broken when its system is asked for.

    >>> "sbh" in systems()
    True
    """
    return [*BUILT_IN, *sorted([name for name in _brought() if name not in BUILT_IN]), *_ADDED]


def playable() -> list[System]:
    """All systems that can be played; `faults` tells why others cannot."""
    found = []
    for name in systems():
        with suppress(PluginError):
            found.append(system(name))
    return found


def faults() -> list[PluginError]:
    """What is wrong with the systems that other packages bring, one sentence each; they are all loaded for it."""
    found = []
    for name, points in sorted(_brought().items()):
        if name in BUILT_IN:
            taken = f"there is a system {name!r} already", f"il y a déjà un système {name!r}"
            found.extend([plugins.unplayable(point, *taken) for point in points])
        else:
            loaded = _installed(name)
            found.extend([loaded] if isinstance(loaded, PluginError) else [])
    return found


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
    if name in _brought():
        return _brought()[name][0].module
    raise _no_system(name)


def folder(system: str) -> Path | None:
    """Where a system's files lie, found without running its code; None for a system that lives in no package."""
    name = package(system)
    spec = find_spec(name) if name else None
    places = spec.submodule_search_locations if spec is not None else None
    return Path(next(iter(places))) if places else None


def _no_system(name: str) -> UnknownName:
    listed = ", ".join(systems())
    near, voisin = perhaps(name, systems())
    return UnknownName(
        f"There is no system {name!r}{near}: choose one of {listed}.",
        f"Il n’y a pas de système {name!r}{voisin} : choisissez parmi {listed}.",
    )


def system(name: str) -> System:
    """The system with this id. Raises UnknownName, or PluginError where a package's system cannot be played."""
    found = _ADDED[name] if name in _ADDED else _installed(name)
    if isinstance(found, PluginError):
        raise PluginError(str(found), found.french)
    return found


@cache
def _installed(name: str) -> System | PluginError:
    """A system that is installed, or what is wrong with it: a package that fails is not tried again."""
    if name in BUILT_IN:
        found: System = import_module(BUILT_IN[name]).SYSTEM
        return found
    if name in _brought():
        return plugins.loaded(_brought()[name])
    raise _no_system(name)


def new(
    system_id: str,
    armies: Sequence[Bring] | None = None,
    scenario: str | None = None,
    seed: int | str | None = None,
    options: Plain | None = None,
    seats: int | None = None,
) -> Game:
    """Begin a game. All but the system have defaults: ready-made armies, the first scenario, a fresh seed, the usual
    number of seats (or as many as there are armies). An army is an object, its plain data, a path, or a name ("sbh/orcs").

    >>> game = new("sbh", seed=7)
    >>> game.due is not None and game.result is None
    True
    """
    chosen = system(system_id)
    seed = fresh_seed() if seed is None else seed
    scenario = known("scenario", scenario or chosen.default_scenario(), chosen.scenarios())
    count = chosen.seat_counts(scenario)[0] if seats is None else seated(chosen, scenario, seats, "seats")
    if armies is None:
        armies = chosen.armies_for(scenario, Stream(f"armies {seed}"), count)
    brought = [armies_at_hand.brought(one, system_id) for one in armies]
    seated(chosen, scenario, len(brought), "armies", seats)
    return begin(chosen.pack(Setup(system_id, brought, scenario, seed, dict(options or {}))))


ONE_EACH = {
    "armies": ("armies", "armées", "nommez-en une"),
    "agents": ("agents", "joueurs", "nommez-en un"),
    "seats": ("players", "joueurs", "nommez-en un"),
}
"""What there must be one a side of, as the sentence about a wrong number says it."""


def seated(chosen: System, scenario: str, count: int, of: str = "armies", seats: int | None = None) -> int:
    """The count, if a scenario can be played by so many, and by no others than the `seats` that are settled already; else a
    sentence that says by how many it is. `of` is what there are so many of: one of ONE_EACH."""
    counts = chosen.seat_counts(scenario)
    what, quoi, nommez = ONE_EACH[of]
    if count not in counts:
        whole = all(chosen.seat_counts(one) == counts for one in chosen.scenarios())
        raise ContentError(
            f"{chosen.id if whole else f'{scenario} of {chosen.id}'} is played by {either(counts, 'or')} {what}, not {count}:"
            " name one a side.",
            f"{chosen.id if whole else f'{scenario} de {chosen.id}'} se joue à {either(counts, 'ou')} {quoi}, et non {count} :"
            f" {nommez} par camp.",
        )
    if seats is not None and count != seats:
        raise ContentError(
            f"There are {count} {what} for {seats} seats: name one a side.",
            f"Il y a {count} {quoi} pour {seats} places : {nommez} par camp.",
        )
    return count


def either(counts: Sequence[int], joint: str) -> str:
    """Numbers to choose from, in words.

    >>> either((3, 2, 4), "or")
    '2, 3 or 4'
    """
    *first, last = [str(one) for one in sorted(counts)]
    return f"{', '.join(first)} {joint} {last}" if first else last


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
