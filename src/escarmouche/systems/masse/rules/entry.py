"""Forcing an entrance: whoever kills in a doorway takes the place of the dead, whoever loses heart is pushed back.

`foothold` counts the figures of the unit outside that have got through; when all have, the unit is inside.
"""

from __future__ import annotations

from escarmouche.core.effects import Choose, Listed, Script, Tell, rule
from escarmouche.systems.masse.model import ON_TABLE, ROUTED, Unit, World
from escarmouche.systems.masse.rules.buildings import fits_inside, housed
from escarmouche.systems.masse.rules.ground import enemies, thresholds
from escarmouche.systems.masse.rules.structures import named

# ---------------------------------------------------------------- the situation (masse.entry.situation)


def in_one_entrance(world: World, a: Unit, b: Unit) -> bool:
    """Does one hold an opening before which the other stands? (masse.entry.situation)"""
    if (a.building >= 0) == (b.building >= 0):
        return False
    within_it, without = (a, b) if a.building >= 0 else (b, a)
    return fits_inside(without) and len(thresholds(world, within_it, without)) > 0


def ground_to_gain(winner: Unit, loser: Unit, figures: int) -> int:
    """How many places the winner can take: inwards as many as it has figures outside, outwards no more than were lost."""
    if winner.building >= 0:
        return min(figures, loser.foothold)
    return min(figures, winner.figures - winner.foothold)


# ---------------------------------------------------------------- advancing


@rule("masse.entry.advance", "masse.entry.situation")
def advance(world: World, id: int, target: int, before: int) -> Script:
    """After its attack in an entrance a unit may put a figure in the place of each enemy figure destroyed; the defender does
    the same on its own action. Returns the world."""
    unit, foe = world.units[id], world.units[target]
    lost = before - foe.figures
    if lost <= 0 or unit.status != ON_TABLE or unit.morale == ROUTED:
        return world
    stood = foe.copy()
    stood.figures = before
    places = ground_to_gain(unit, foe, lost)
    if places <= 0 or not in_one_entrance(world, unit, stood):
        return world
    rule_id = "masse.entry.advance"
    if (yield Choose(rule_id, unit.seat, world, Listed(("hold", "advance"), rule_id), id)) == "hold":
        return world
    yield Tell(rule_id, "advances", (id, target, places), f"places-{places}")
    return (yield from gained(world, id, target, places))


@rule("masse.entry.push")
def push(world: World, id: int, margin: int) -> Script:
    """A unit that fails a test of morale in an entrance may be pushed back by as many figures as it missed; that comes on top
    of what the test does to it. Returns the world."""
    for foe in enemies(world, world.units[id]):
        unit = world.units[id]
        places = ground_to_gain(foe, unit, margin)
        if places <= 0 or foe.morale == ROUTED or unit.status != ON_TABLE or not in_one_entrance(world, foe, unit):
            continue
        rule_id = "masse.entry.push"
        if (yield Choose(rule_id, foe.seat, world, Listed(("hold", "push"), rule_id), foe.id)) == "hold":
            continue
        yield Tell(rule_id, "pushes-back", (foe.id, id, places), f"places-{places}")
        world = yield from gained(world, foe.id, id, places)
    return world


def gained(world: World, winner: int, loser: int, places: int) -> Script:
    """The winner takes so many places: from outside it gets that many more figures in, from inside it throws as many out.
    Returns the world."""
    unit, foe = world.units[winner], world.units[loser]
    if unit.building >= 0:
        twin = foe.copy()
        twin.foothold -= places
        return world.with_unit(twin)
    twin = unit.copy()
    twin.foothold += places
    if twin.foothold < unit.figures:
        return world.with_unit(twin)
    structure = world.structures[foe.building]
    yield Tell("masse.entry.advance", "goes-in", (winner, named(structure)))
    return world.with_unit(housed(twin, structure, 0))
