"""Critical failures in a fight and in shooting: the tables, row by row. (fda.fumble.melee-trigger)"""

from __future__ import annotations

from typing import Final

from escarmouche.core.effects import Call, Choose, Listed, Script, Tell, rule
from escarmouche.systems.fda.model import THIRD_DIE, WOUNDS, Figure, World
from escarmouche.systems.fda.rules.conventions import apart, friends, within
from escarmouche.systems.fda.rules.damage import clumsiness, defence_roll, falls, hurt, out, stunned
from escarmouche.systems.fda.rules.dice import confirmed, die
from escarmouche.systems.fda.rules.numbers import FUMBLES
from escarmouche.systems.fda.rules.objects import lets_go
from escarmouche.systems.fda.rules.two_weapons import main_weapon
from escarmouche.systems.fda.rules.values import BONUS, STRAY, THROWN

HIT: Final = "hit"
"""No row, or one after which the pass goes on: the ordinary hit of a 0. (fda.fumble.melee-7-8-continue)"""
ENDED: Final = "ended"
PENALTY: Final[dict[str, int]] = {
    "melee-4": BONUS["fumble-vital"][1],
    "melee-5": BONUS["fumble-arm"][1],
    "melee-6": BONUS["fumble-feet"][1],
}
"""The rows that are hits, and what they take from the JD. (fda.fumble.melee-hit-rows)"""


def rolled(world: World, table: str, figure: Figure) -> Script:
    """The die on a table after a natural 0; it is the confirming die too, or follows one where the table reads it so. Returns
    the row, or None where the 0 is not critical. (fda.fumble.melee-trigger, fda.fumble.shooting-trigger)"""
    if world.reads(THIRD_DIE):
        critical = yield from confirmed(world, figure)
        if not critical:
            return None
    face = yield die(world, f"fda.fumble.{table}-trigger", figure.seat, figure.id)
    return FUMBLES[table][face]


def damaged(world: World, id: int, weapon: str) -> World:
    """The world in which a weapon must be repaired before it is of use. (fda.fumble.melee-7, fda.extra.repair)"""
    twin = world.figures[id].copy()
    twin.damaged = (*twin.damaged, weapon)
    return world.with_figure(twin)


def bent(world: World) -> World:
    """The world in which what was just thrown must be repaired once somebody has it again. (fda.fumble.shooting-5-7)"""
    thing = world.things[-1]
    world = world.without_thing(thing.id)
    return world.with_thing(thing.item, thing.x, thing.y, thing.z, thing.unloaded, True, thing.stuck)


# ---------------------------------------------------------------- in a fight


@rule("fda.fumble.melee-trigger", "fda.fumble.melee-impossible", "fda.fumble.melee-main-weapon")
def in_melee(world: World, id: int, choice: str, heavy: bool, again: str) -> Script:
    """A fighter rolled a natural 0 and rolls on the table. `heavy` and `again` are for its JD. Returns the world and HIT where
    the ordinary hit of a 0 follows, else ENDED."""
    row = yield from rolled(world, "melee", world.figures[id])
    if row is None:
        return world, HIT
    yield Tell(row.rule, f"row-{row.id}", (id,))
    if row.id == "melee-0":  # fda.fumble.melee-0
        world = yield from out(world, id, row.rule)
    elif row.id == "melee-1":  # fda.fumble.melee-1
        world = yield from stunned(world, id, row.rule)
    elif row.id == "melee-2":  # fda.fumble.melee-2
        if world.plays(WOUNDS):
            world = yield from hurt(world, id, row.rule)
        else:
            yield Tell("fda.fumble.melee-impossible", "fumble-ignored", (id,), "nothing")
    elif row.id == "melee-3":  # fda.fumble.melee-3
        world = yield from falls(world, id, row.rule)
    elif row.id in PENALTY:  # fda.fumble.melee-4, fda.fumble.melee-5, fda.fumble.melee-6, fda.fumble.melee-hit-rows
        world = yield Call(defence_roll, world, id, PENALTY[row.id], heavy, again)
    elif row.id == "melee-9":  # fda.fumble.melee-9
        yield Tell(row.rule, "feint", (id,), "nothing")
    else:
        return spoilt(world, id, main_weapon(world.figures[id], choice), row.id), HIT
    return world, ENDED


def spoilt(world: World, id: int, weapon: str, row: str) -> World:
    """Rows 7 and 8: the main weapon is damaged, or lies on the ground; fists are neither. (fda.fumble.melee-7,
    fda.fumble.melee-8, fda.fumble.melee-impossible)"""
    if not weapon:
        return world
    return damaged(world, id, weapon) if row == "melee-7" else lets_go(world, id, weapon)


# ---------------------------------------------------------------- in shooting


@rule("fda.fumble.shooting-trigger")
def in_shooting(world: World, id: int, target: int, weapon: str) -> Script:
    """A shooter rolled a natural 0: the shot has missed, and the table says what else. Returns the world, and whether there is
    no ammunition left for the weapon."""
    row = yield from rolled(world, "shooting", world.figures[id])
    if row is None:
        yield Tell("fda.shoot.miss", "shot-misses", (id, target), "nothing")
        return world, False
    yield Tell(row.rule, f"row-{row.id}", (id,), "nothing")
    if row.id == "shooting-1-2":  # fda.fumble.shooting-1-2
        world = yield from grazed(world, id, world.figures[target], row.rule)
    elif row.id == "shooting-3-4":  # fda.fumble.shooting-3-4
        world = yield from grazed(world, id, world.figures[id], row.rule)
    elif row.id == "shooting-5-7":  # fda.fumble.shooting-5-7
        world = bent(world) if weapon in THROWN else damaged(world, id, weapon)
    elif row.id == "shooting-8" and weapon not in THROWN:  # fda.fumble.shooting-8
        world = lets_go(world, id, weapon)
    return world, row.id == "shooting-0"  # fda.fumble.shooting-0, fda.fumble.shooting-9


def grazed(world: World, shooter: int, centre: Figure, why: str) -> Script:
    """The shooter's nearest friend within 5 cm of somebody makes a JDeg; between equals the opponent chooses. Returns the
    world. (fda.fumble.shooting-1-2, fda.fumble.shooting-3-4)"""
    figure = world.figures[shooter]
    near = [one for one in friends(world, figure) if one.id != centre.id and within(one, centre, STRAY)]
    if not near:
        yield Tell(why, "nobody-near", (shooter,), "nothing")
        return world
    least = min([apart(one, centre) for one in near])
    answers = tuple([("graze", one.id) for one in near if apart(one, centre) == least])
    answer = yield Choose(why, 1 - figure.seat, world, Listed(answers, why))
    yield Tell(why, "grazed", (shooter, answer[1]))
    return (yield Call(clumsiness, world, answer[1]))
