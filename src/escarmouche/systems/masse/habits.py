"""How a side plays, in counts: good charges declared, shots into its own melees, units deployed in each other's way."""

from __future__ import annotations

from escarmouche.core.game import Game
from escarmouche.core.offers import Habit
from escarmouche.kit.habits import Counts, decisions
from escarmouche.systems.masse.gains import charge_gain
from escarmouche.systems.masse.model import ON_TABLE, Unit, World
from escarmouche.systems.masse.rules.bases import footprint
from escarmouche.systems.masse.rules.ground import confined
from escarmouche.systems.masse.rules.movement import allowance
from escarmouche.systems.masse.rules.orders import Doing
from escarmouche.systems.masse.rules.turn import Declarations
from escarmouche.table.lanes import Lane

CHARGES, INTO_MELEE, NEEDLESS, IN_THE_WAY = "charges", "into-melee", "needless", "in-the-way"


def habits(game: Game) -> list[list[Habit]]:
    """Of each side's declarations of charge at which a good one could be made those at which such a one was; of its shots those
    into a melee of its own, and those of them though something else could be shot at; of its units those that could not
    march straight ahead in the first turn for another of their own."""
    counts = Counts(game.setup.seats, CHARGES, INTO_MELEE, NEEDLESS, IN_THE_WAY)
    begun = False
    for due, answer in decisions(game):
        world: World = due.world
        if not begun and world.turn > 0:
            begun = True
            for unit in marching(world):
                counts.note(unit.seat, IN_THE_WAY, blocked(world, unit))
        if isinstance(due.options, Declarations):
            good = good_charges(due.options)
            if good:
                counts.note(due.seat, CHARGES, answer[0] == "declare" and any(pair in good for pair in answer[1]))
        elif isinstance(due.options, Doing) and answer[0] in ("shoot", "shoot-melee"):
            into = answer[0] == "shoot-melee"
            counts.note(due.seat, INTO_MELEE, into)
            counts.note(due.seat, NEEDLESS, into and any(other[0] == "shoot" for other in due.options.listed()))
    return counts.habits()


# ---------------------------------------------------------------- charges


def good_charges(declarations: Declarations) -> list[tuple[int, int]]:
    """The charges that could be declared and carried home as everybody stands, and that on the mean cost the enemy more NV than
    his blows in return cost the charger."""
    world = declarations.world
    pairs = [(world.units[id], world.units[target]) for id, target in declarations.pairs]
    return [(unit.id, target.id) for unit, target in pairs if charge_gain(world, unit, target) > 0]


# ---------------------------------------------------------------- deployment


def marching(world: World) -> list[Unit]:
    """The units that could march: no heroes, engines, fliers in the air, or garrisons."""
    return [
        unit
        for unit in world.units
        if unit.status == ON_TABLE
        and unit.altitude == 0
        and not confined(unit)
        and unit.card.category not in ("hero", "engine")
    ]


def blocked(world: World, unit: Unit) -> bool:
    """Does another of its own side stand where a whole move straight ahead would bring it?"""
    lane, reach = Lane(footprint(unit), unit.facing), allowance(world, unit)
    others = [other for other in marching(world) if other.seat == unit.seat and other.id != unit.id]
    return any(lane.gap(footprint(other)) < reach for other in others)
