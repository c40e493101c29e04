"""A living picture for the first page: the opening moves of a battle between two agents, as a spectator sees them."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from typing import cast

import msgspec
from litestar import Router, get
from litestar.params import FromPath

from escarmouche.core import registry
from escarmouche.core.dice import Stream
from escarmouche.core.effects import Choose
from escarmouche.core.errors import EscarmoucheError
from escarmouche.core.game import Game
from escarmouche.core.system import Plain, Setup, System, fresh_seed
from escarmouche.server.opening import begun
from escarmouche.server.picture import shown
from escarmouche.server.refusals import refused
from escarmouche.server.seats import SPECTATOR
from escarmouche.server.thinking import Bot, think

PLAYOUTS = 4
ANSWERS = 60
"""So many decisions are looked at."""
STEPS = 28
"""So many of them that are seen on the table are shown."""
POLITE = 5
"""How far the process that plays it steps back behind those whom somebody waits for."""
_LOCK = asyncio.Lock()
_KNOWN: dict[str, tuple[System, bytes]] = {}


class Showcase(msgspec.Struct):
    """A battle to look at: the table once both armies stand on it, and then, step by step, the figures that are otherwise than
    before, whole."""

    system: str
    view: Plain
    steps: list[list[Plain]]


def battle(system: System) -> Showcase:
    """The opening of a quick battle."""
    seed = fresh_seed()
    scenario = system.quick_scenario()
    seats = system.seat_counts(scenario)[0]
    armies = system.quick_armies(scenario, Stream(f"armies {seed}"), seats)
    game = registry.begin(begun(system, Setup(system.id, armies, scenario, seed, system.quick_options())))
    view = shown(system, game.world, SPECTATOR)
    while view["turn"] == 0 and answered(game):
        view = shown(system, game.world, SPECTATOR)
    found = Showcase(system.id, view, [])
    for _ in range(ANSWERS):
        if len(found.steps) == STEPS or not answered(game):
            break
        after = shown(system, game.world, SPECTATOR)
        before = {one["id"]: one for one in view["figures"]}
        changed = [one for one in after["figures"] if before.get(one["id"]) != one]
        if any(place(one) != place(before.get(one["id"], {})) for one in changed):
            found.steps.append(changed)
            view = after
    return found


def place(figure: Plain) -> tuple[object, ...]:
    """What one sees of a figure from afar."""
    return tuple([figure.get(name) for name in ("x", "y", "facing", "state")])


def answered(game: Game) -> bool:
    """Let an agent answer what is due; False when nothing is."""
    due = game.due
    if not isinstance(due, Choose):
        return False
    game.play(think(game, due.seat, Bot("greedy", PLAYOUTS, f"showcase {due.seat}")))
    return True


async def showcase(name: str) -> bytes:
    """The battle of a system as JSON, made once by each server, in a process that steps back behind those who play."""
    system = registry.system(name)
    known = _KNOWN.get(name)
    if known is None or known[0] is not system:
        async with _LOCK:
            known = _KNOWN.get(name)
            if known is None or known[0] is not system:
                known = _KNOWN[name] = (system, await made_elsewhere(name) or await asyncio.to_thread(made, name))
    return known[1]


async def made_elsewhere(name: str) -> bytes:
    """What another process writes; nothing where it does not know the system, as one that was added in this process alone."""
    line = [sys.executable, "-m", "escarmouche.server.showcase", name]
    process = await asyncio.create_subprocess_exec(*line, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    told, _ = await process.communicate()
    return told if process.returncode == 0 else b""


def made(name: str) -> bytes:
    """The battle of a system as JSON."""
    return msgspec.json.encode(battle(registry.system(name)))


@get("/systems/{system:str}/showcase", summary="The opening moves of a battle between two agents, to look at")
async def show(system: FromPath[str]) -> Showcase:
    try:
        return cast(Showcase, msgspec.Raw(await showcase(system)))
    except EscarmoucheError as error:
        raise refused(error, 404) from None


router = Router("/api", route_handlers=[show], tags=["catalogue"])

if __name__ == "__main__":
    if hasattr(os, "nice"):
        os.nice(POLITE)
    sys.stdout.buffer.write(made(sys.argv[1]))
