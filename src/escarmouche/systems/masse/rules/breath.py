"""Breath weapons: lines and cones that hurt everybody in them."""

from __future__ import annotations

from math import isqrt
from typing import Any, Final, final

from escarmouche.core.effects import Answer, Call, Choose, Listed, Refusal, Roll, Script, Tell, rule
from escarmouche.core.later import Later
from escarmouche.kit.menu import malformed, no
from escarmouche.systems.masse.content import book
from escarmouche.systems.masse.model import INCH, ON_TABLE, ROUTED, Unit, World
from escarmouche.systems.masse.rules.blasts import (
    SHORTEST,
    Caught,
    bodies,
    cone,
    counted,
    dice_pool,
    lined,
    muzzle,
    scorch,
    touched,
)
from escarmouche.systems.masse.rules.ground import (
    enemies,
    engaged,
    figure_places,
    foes,
    gap,
    height_of,
    place_of,
    reached,
    sees,
    solid,
)
from escarmouche.systems.masse.rules.orders import FIGHT, Doing, Order, register
from escarmouche.systems.masse.rules.singles import is_single
from escarmouche.systems.masse.rules.structures import hit_engine, hit_structure, sum_dice
from escarmouche.systems.masse.rules.values import TOUCHES
from escarmouche.table.shapes import polygons_meet, segment_meets_polygon, turned
from escarmouche.table.trig import angle_of, step

DODGED: Final = (0, 0, 0, *TOUCHES[3:])
"""The NV that each breath die takes from every figure of a unit: a 1, 2 or 3 is dodged. (masse.breath.dodge)"""

RECOVERY: Final = 2
"""A flier breathes, or takes off after it, two turns later at the earliest. (masse.breath.flyer-alternate,
masse.breath.flyer-takeoff)"""

# ---------------------------------------------------------------- who breathes


def breath_refusal(world: World, unit: Unit) -> Refusal | None:
    """Why the creature cannot breathe now, or None."""
    if not unit.card.breath:
        return no("masse.breath.use", "no-breath", unit.id)
    if unit.morale == ROUTED:
        return no("masse.shoot.mod-routed", "routed", unit.id)
    if unit.breathed == world.turn:
        return no("masse.breath.use", "has-breathed", unit.id)
    if is_recovering(world, unit):
        return no("masse.breath.flyer-alternate", "breath-recovers", unit.id, unit.breathed + RECOVERY)
    return None


def is_recovering(world: World, unit: Unit) -> bool:
    """Does a flier still make up for its last breath? (masse.breath.flyer-alternate, masse.breath.flyer-takeoff)"""
    return unit.card.has("flying") and unit.breathed >= 0 and world.turn < unit.breathed + RECOVERY


# ---------------------------------------------------------------- its area (masse.breath.shape)


def breath_length(world: World, unit: Unit, target: Unit) -> int:
    """How far the breath carries over the ground: its length, less what it takes to come down or up to the target."""
    length = round(book().breath[unit.card.breath].length_in * INCH)
    apart = height_of(world, unit) - height_of(world, target)
    return isqrt(max(0, length * length - apart * apart))


def aim_of(unit: Unit, target: Unit) -> tuple[int, int]:
    """Where it breathes: at the figure of the target that is nearest to it."""
    return min(figure_places(target), key=lambda place: (place[0] - unit.x) ** 2 + (place[1] - unit.y) ** 2)


def in_breath(world: World, unit: Unit, target: Unit) -> tuple[Caught, ...]:
    """Whose figures are in the breath when it is aimed at the target, friends among them. A target in a structure counts with
    one figure as soon as the breath touches that."""
    length = breath_length(world, unit, target)
    if length < SHORTEST:
        return ()
    x1, y1 = aim_of(unit, target)
    x0, y0 = muzzle(unit, x1, y1)
    heading = angle_of(x1 - unit.x, y1 - unit.y)
    found = bodies(world, target, unit.id)
    if book().breath[unit.card.breath].shape == "line":
        x2, y2 = step(x0, y0, heading, length)
        caught = counted(lined(world, found, x0, y0, x2, y2))
        walled = target.building >= 0 and segment_meets_polygon(x0, y0, x2, y2, world.structures[target.building].shape)
    else:
        shape = cone(x0, y0, heading, length)
        caught = counted(touched(found, shape))
        walled = target.building >= 0 and polygons_meet(world.structures[target.building].shape, shape)
    if walled and target.id not in [id for id, _ in caught]:
        return (*caught, (target.id, 1))
    return caught


def breath_target_refusal(world: World, unit: Unit, target: Unit) -> Refusal | None:
    """Why it cannot breathe at this enemy from where it is, or None: as a missile attack it needs to see it, and neither of
    them may be in melee. (masse.breath.use, masse.shoot.no-target-in-melee)"""
    if engaged(world, unit):
        return no("masse.shoot.not-engaged", "engaged", unit.id)
    if engaged(world, target):
        return no("masse.shoot.no-target-in-melee", "target-in-melee", target.id)
    if not sees(world, unit, target):
        return no("masse.shoot.eligibility", "does-not-see", unit.id, target.id)
    if target.id not in [id for id, _ in in_breath(world, unit, target)]:
        return no("masse.breath.shape", "out-of-breath", unit.id, target.id)
    return None


# ---------------------------------------------------------------- the breath


@rule("masse.breath.damage", "masse.breath.dodge", "masse.breath.no-save", "masse.breath.shape")
def blow(world: World, id: int, target: int, caught: tuple[Caught, ...]) -> Script:
    """The breath hits without a roll: its dice are read on Table 5a and added up, and every figure in the area loses that many
    NV; units dodge a 1, 2 or 3 and have no other save. Returns the world."""
    unit = world.units[id]
    yield Tell("masse.breath.damage", "breathes", (id, target, sum([count for _, count in caught])))
    twin = unit.copy()
    twin.breathed = world.turn
    twin.fought = True
    world = world.with_unit(twin)
    dice = book().breath[unit.card.breath].dice
    sheltered = in_shelters(world, caught)
    caught = tuple([one for one in caught if not is_sheltered(world, place_of(world, world.units[one[0]]))])
    for place in sheltered:
        world = yield Call(scorch_shelter, world, id, place, dice)
    for one in caught:
        if world.units[one[0]].card.machine is not None:
            world = yield Call(scorch_engine, world, id, one[0], dice)
    troops = tuple([one for one in caught if not is_single(world.units[one[0]]) and not under_cover(world.units[one[0]])])
    singles = tuple([one for one in caught if is_single(world.units[one[0]])])
    if troops:
        nv = yield Roll("masse.breath.damage", unit.seat, world, figure=id, pool=dice_pool(dice, DODGED))
        yield Tell("masse.breath.damage", "breath-dice", (id, nv))
        world = yield from scorch(world, id, troops, nv, "masse.breath.damage")
    if singles:
        return Call(blow_at_singles, world, id, singles, dice)
    return world


@rule("masse.breath.scope")
def blow_at_singles(world: World, id: int, caught: tuple[Caught, ...], dice: tuple[int, ...]) -> Script:
    """Between individuals nothing is dodged: the same dice on the whole of Table 5a. They would have a Reflex save if their
    bonus were known. Returns the world."""
    nv = yield Roll("masse.breath.scope", world.units[id].seat, world, figure=id, pool=dice_pool(dice, TOUCHES))
    yield Tell("masse.breath.scope", "breath-dice", (id, nv))
    return (yield from scorch(world, id, caught, nv, "masse.breath.scope"))


def is_sheltered(world: World, target: Unit) -> bool:
    """Is it in or on a structure that stands, or in a siege engine? (masse.breath.structures-first)"""
    return target.aboard >= 0 or (target.building >= 0 and solid(world.structures[target.building]))


def in_shelters(world: World, caught: tuple[Caught, ...]) -> list[int]:
    """One of the units in each shelter that the breath finds; a champion is where his unit is."""
    found: dict[tuple[int, int], int] = {}
    for id, _ in caught:
        place = place_of(world, world.units[id])
        if is_sheltered(world, place):
            found.setdefault((place.aboard, place.building), place.id)
    return list(found.values())


def under_cover(unit: Unit) -> bool:
    """Is it the crew of an engine that shelters those in or under it?"""
    return unit.card.machine is not None and unit.card.machine.capacity > 0


@rule("masse.breath.structures-first.engine")
def scorch_engine(world: World, id: int, engine: int, dice: tuple[int, ...]) -> Script:
    """An engine in the area is hit like a building. (masse.engine.immune-to-melee) Returns the world."""
    points = yield Roll("masse.breath.structures-first", world.units[id].seat, world, figure=id, pool=sum_dice(dice, 0, 1))
    return Call(hit_engine, world, engine, points, id)


@rule("masse.breath.structures-first")
def scorch_shelter(world: World, id: int, target: int, dice: tuple[int, ...]) -> Script:
    """What protects the target takes the damage first, as of a bludgeoning weapon: the dice added up, all of it. Only what is
    beyond its last PR reaches those inside. Returns the world."""
    foe = world.units[target]
    points = yield Roll("masse.breath.structures-first", world.units[id].seat, world, figure=id, pool=sum_dice(dice, 0, 1))
    if foe.aboard >= 0:
        return Call(hit_engine, world, foe.aboard, points, id)
    return Call(hit_structure, world, foe.building, points, id)


# ---------------------------------------------------------------- before a melee (masse.breath.opportunity)


def drawn_up(unit: Unit, foe: Unit) -> Unit:
    """The unit where it will be when it touches the other: straight up to it."""
    twin = unit.copy()
    dx, dy = turned(gap(unit, foe), 0, angle_of(foe.x - unit.x, foe.y - unit.y))
    twin.x += dx
    twin.y += dy
    return twin


@rule("masse.breath.opportunity", "masse.breath.use")
def opportunity(world: World, id: int, foe: int, mover: int) -> Script:
    """Just before a melee begins a creature that may breathe does so if it wishes, in addition to its action; the area is that
    of the moment of contact. Returns the world."""
    unit = world.units[id]
    if breath_refusal(world, unit) is not None or any(one.id != foe for one in foes(world, unit)):
        return world
    other = foe if mover == id else id
    near = world.with_unit(drawn_up(world.units[mover], world.units[other]))
    caught = in_breath(near, near.units[id], near.units[foe])
    if foe not in [one for one, _ in caught]:
        return world
    rule_id = "masse.breath.opportunity"
    if (yield Choose(rule_id, unit.seat, world, Listed(("hold", "breathe"), rule_id), id)) == "hold":
        return world
    return Call(blow, world, id, foe, caught)


# ---------------------------------------------------------------- the order


@final
class Breathe(Order):
    """Breathe at an enemy without engaging it: ("breathe", target); a flier lands afterwards. (masse.breath.use)"""

    __slots__ = ()

    def possible(self, doing: Doing) -> bool:
        unit = doing.unit()
        return unit.card.breath != "" and breath_refusal(doing.world, unit) is None

    def refusal(self, doing: Doing, answer: tuple[Any, ...]) -> Refusal | None:
        if malformed(answer, int):
            return no("masse.breath.use", "malformed", str(answer))
        world, unit = doing.world, doing.unit()
        refused = breath_refusal(world, unit)
        if refused is not None:
            return refused
        if answer[1] not in [enemy.id for enemy in enemies(world, unit)]:
            return no("masse.breath.use", "not-an-enemy")
        return breath_target_refusal(world, unit, world.units[answer[1]])

    def listed(self, doing: Doing) -> list[Answer]:
        world, unit = doing.world, doing.unit()
        near = [foe for foe in enemies(world, unit) if reached(unit, foe, breath_length(world, unit, foe))]
        return [("breathe", foe.id) for foe in near if breath_target_refusal(world, unit, foe) is None]


@rule("masse.breath.use.order", "masse.breath.flyer-lands")
def breathe(world: World, id: int, answer: tuple[str, int]) -> Script:
    """The creature breathes; one in the air must land. Returns the world."""
    unit = world.units[id]
    caught = in_breath(world, unit, world.units[answer[1]])
    world = yield Call(blow, world, id, answer[1], caught)
    if world.units[id].altitude > 0 and world.units[id].status == ON_TABLE:
        return Call(landing_rule(), world, id)
    return world


landing_rule: Final = Later("masse.fly.takeoff-landing")
"""A flier comes down; it stands in the chapter on flying units. Returns the world."""


register(Breathe("breathe", FIGHT, 12, breathe))
