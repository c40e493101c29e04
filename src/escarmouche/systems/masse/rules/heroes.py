"""Heroes: commanders, champions, individuals; what becomes of them."""

from __future__ import annotations

from typing import Any, Final, final

from escarmouche.core.effects import Answer, Call, Choose, Listed, Refusal, Roll, Script, Tell, rule
from escarmouche.core.later import Later
from escarmouche.kit.menu import malformed, no
from escarmouche.systems.masse.model import (
    CHAMPION,
    COMMANDER,
    DESTROYED,
    FLED,
    INDIVIDUAL,
    JOINED,
    ON_TABLE,
    ROUTED,
    Unit,
    World,
)
from escarmouche.systems.masse.rules.ending import outcome
from escarmouche.systems.masse.rules.ground import contact, engaged, friends, is_champion, is_individual, size_of
from escarmouche.systems.masse.rules.orders import WHOLE, Doing, Order, register
from escarmouche.systems.masse.rules.spots import free_spot, room_refusal
from escarmouche.systems.masse.rules.turn import STAYS, own_place, place_in_order
from escarmouche.systems.masse.rules.values import FATE_BY_DIE
from escarmouche.table.shapes import turned

DEAD: Final = "dead"
WOUNDED: Final = "wounded"
PRISONER: Final = "prisoner"
STUNNED: Final = "stunned"
WELL: Final = "well"
FATES: Final = (DEAD, WOUNDED, PRISONER, STUNNED)

# ---------------------------------------------------------------- the fate of a commander (masse.hero.commander-fate)


def fate_of(die: int) -> str:
    """Table 6a: 1-2 dead (masse.hero.fate-dead), 3-5 gravely wounded (masse.hero.fate-wounded), 6-7 prisoner
    (masse.hero.fate-prisoner), 8-10 stunned (masse.hero.fate-stunned)."""
    return FATE_BY_DIE[die]


@rule("masse.hero.commander-fate", "masse.hero.commander-inseparable")
def fate(world: World, id: int, by: int) -> Script:
    """The unit that a hero was in is gone: its commander rolls for his fate and takes no further part; a champion stands alone
    where it stood. Returns the world."""
    hero = world.units[id]
    if is_champion(hero):
        return stands_alone(world, id)
    (die,) = yield Roll("masse.hero.commander-fate", hero.seat, world, 1, len(FATE_BY_DIE), (), id)
    end = fate_of(die)
    yield Tell("masse.hero.fate-" + end, "fate-" + end, (id,), end)
    place = world.units[hero.host]
    twin = hero.copy()
    twin.status = DESTROYED
    twin.fell_to = by
    twin.host = -1
    twin.role = end
    twin.x, twin.y, twin.facing = place.x, place.y, place.facing
    twin.building, twin.floor = place.building, place.floor
    return Call(lost, world.with_unit(twin), id, by)


def stands_alone(world: World, id: int) -> World:
    """The hero on his own feet where his unit was, or as near to it as there is room."""
    hero = world.units[id]
    place = world.units[hero.host]
    twin = hero.copy()
    twin.status = ON_TABLE
    twin.role = INDIVIDUAL
    twin.host = -1
    twin.x, twin.y, twin.facing = place.x, place.y, place.facing
    twin.building, twin.floor = place.building, place.floor
    twin.acted = place.acted or place.id == world.acting
    twin.x, twin.y = free_spot(world, twin) or (twin.x, twin.y)
    return world.with_unit(twin)


@rule("masse.hero.army-commander-lost")
def lost(world: World, id: int, _by: int) -> Script:
    """A unit or individual is lost to its side: an army commander's bonus becomes a penalty for all of it until the end of the
    battle; penalties add up (masse.hero.army-commander-number). Prisoners of a beaten unit are free. Returns the world."""
    unit = world.units[id]
    if unit.army_commander and unit.card.loyalty > 0:
        side = world.sides[unit.seat].copy()
        side.grief += unit.card.loyalty
        world = world.with_side(side)
        yield Tell("masse.hero.army-commander-lost", "army-commander-lost", (id, unit.card.loyalty))
    for hero in world.units:
        if hero.role == PRISONER and hero.fell_to == id:
            yield Tell("masse.hero.fate-prisoner", "prisoner-freed", (hero.id, id))
    return world


# ---------------------------------------------------------------- after the battle


def is_beaten(world: World, id: int) -> bool:
    """Is the unit destroyed, gone from the table, or on the run?"""
    unit = world.units[id]
    return unit.status in (DESTROYED, FLED) or unit.morale == ROUTED


def after_battle(world: World, hero: Unit, winner: int) -> str:
    """What has become of a hero once the battle is over: DEAD, WOUNDED, PRISONER, or WELL.

    A fallen commander is dead (masse.hero.fate-dead); healed if his side won, else left gravely wounded to the scenario
    (masse.hero.fate-wounded); free if the unit that beat his is beaten in turn, or his side won where none can be named
    (masse.hero.fate-prisoner); without lasting harm (masse.hero.fate-stunned). Any other hero without NV is dead."""
    if hero.status != DESTROYED or hero.role == STUNNED:
        return WELL
    if hero.role == WOUNDED:
        return WELL if winner == hero.seat else WOUNDED
    if hero.role == PRISONER:
        freed = is_beaten(world, hero.fell_to) if hero.fell_to >= 0 else winner == hero.seat
        return WELL if freed else PRISONER
    return DEAD


@rule("masse.hero.fate-wounded", "masse.hero.fate-dead", "masse.hero.fate-prisoner")
def ended(world: World) -> Script:
    """The battle is over: what has become of the commanders whose units were lost is told, and how long jammed machines take to
    repair (masse.engine.repair). Returns its result."""
    result = outcome(world)
    for hero in world.units:
        if hero.card.category == "hero" and hero.status == DESTROYED and hero.role in FATES:
            yield Tell("masse.hero.fate-" + hero.role, "after-" + after_battle(world, hero, result.winner), (hero.id,))
    for unit in world.units:
        if unit.jammed < 0:
            yield Call(repair_rule(), world, unit.id)
    return result


repair_rule: Final = Later("masse.engine.repair")
"""The days it takes to repair a jammed machine; it stands in the chapter on war machines."""


@final
class Revive(Order):
    """Bring a stunned commander back: ("revive", hero), a whole action beside the place where he fell.
    (masse.hero.fate-stunned)"""

    __slots__ = ()

    def possible(self, doing: Doing) -> bool:
        return doing.used == 0 and len(self.fallen(doing)) > 0

    def fallen(self, doing: Doing) -> list[int]:
        """The stunned heroes of its side that it stands beside; nobody sees to them in the middle of a fight."""
        unit = doing.unit()
        if engaged(doing.world, unit):
            return []
        return [
            hero.id
            for hero in doing.world.units
            if hero.seat == unit.seat and hero.status == DESTROYED and hero.role == STUNNED and contact(unit, hero)
        ]

    def refusal(self, doing: Doing, answer: tuple[Any, ...]) -> Refusal | None:
        if malformed(answer, int):
            return no("masse.hero.fate-stunned", "malformed", str(answer))
        if doing.used or answer[1] not in self.fallen(doing):
            return no("masse.hero.fate-stunned", "nobody-to-revive", doing.id)
        return None

    def listed(self, doing: Doing) -> list[Answer]:
        return [("revive", id) for id in self.fallen(doing)]


@rule("masse.hero.fate-stunned")
def revive(world: World, id: int, answer: tuple[str, int]) -> Script:
    """The stunned commander returns as an individual. Returns the world."""
    yield Tell("masse.hero.fate-stunned", "revived", (answer[1], id))
    twin = world.units[answer[1]].copy()
    twin.status = ON_TABLE
    twin.role = INDIVIDUAL
    twin.acted = True
    twin.x, twin.y = free_spot(world, twin) or (twin.x, twin.y)
    return world.with_unit(twin)


# ---------------------------------------------------------------- joining and leaving (masse.turn.individual-joins-unit)


def may_join(world: World, hero: Unit) -> list[int]:
    """The units of its side that a hero on his own touches and may join as a champion; monsters never
    (masse.monster.only-individual)."""
    if hero.card.category != "hero" or hero.status != ON_TABLE:
        return []
    return [
        unit.id
        for unit in friends(world, hero)
        if not is_individual(unit) and unit.card.category != "engine" and unit.morale != ROUTED and contact(hero, unit)
    ]


@rule("masse.turn.individual-joins-unit", "masse.hero.three-positions")
def arrived(world: World, id: int) -> Script:
    """An individual who ends his move in contact with a friendly unit may join it, in its front rank or behind; he has then
    used his action, and from now on acts with it. Returns the world."""
    hosts = may_join(world, world.units[id])
    if not hosts:
        return world
    rule_id = "masse.turn.individual-joins-unit"
    answers: tuple[Answer, ...] = ("stay",)
    for host in hosts:
        answers += (("front", host), ("rear", host))
    wish = yield Choose(rule_id, world.units[id].seat, world, Listed(answers, rule_id), id)
    if wish == "stay":
        return world
    yield Tell(rule_id, "joins", (id, wish[1]))
    twin = world.units[id].copy()
    twin.status = JOINED
    twin.role = CHAMPION
    twin.host = wish[1]
    twin.first_rank = wish[0] == "front"
    twin.acted = True
    return world.with_unit(twin)


@final
class SendOff(Order):
    """A champion leaves the unit he is in, at its action, before it does anything: ("send-off", hero). He stands behind it and
    acts at his own place in the order, in this turn if that is still to come. (masse.turn.individual-leaves-unit)"""

    __slots__ = ()

    def champions(self, doing: Doing) -> list[int]:
        """The champions in the unit."""
        return [hero.id for hero in doing.world.units if hero.host == doing.id and is_champion(hero)]

    def possible(self, doing: Doing) -> bool:
        return doing.used == 0 and len(self.champions(doing)) > 0

    def refusal(self, doing: Doing, answer: tuple[Any, ...]) -> Refusal | None:
        rule_id = "masse.turn.individual-leaves-unit"
        if malformed(answer, int):
            return no(rule_id, "malformed", str(answer))
        if answer[1] not in self.champions(doing):
            hero = doing.world.units[answer[1]] if 0 <= answer[1] < len(doing.world.units) else None
            if hero is not None and hero.role == COMMANDER:
                return no("masse.hero.commander-inseparable", "commander-stays", hero.id)
            return no(rule_id, "nobody-to-send", doing.id)
        if doing.used:
            return no(rule_id, "action-used", doing.id)
        spot = spot_behind(doing.world, doing.unit(), doing.world.units[answer[1]])
        return None if spot is not None else no(rule_id, "no-room", doing.id)

    def listed(self, doing: Doing) -> list[Answer]:
        return [("send-off", id) for id in self.champions(doing) if self.refusal(doing, ("send-off", id)) is None]


def spot_behind(world: World, unit: Unit, hero: Unit) -> tuple[int, int] | None:
    """A free place for the hero just behind the unit, or beside it; in a building with it. Nobody steps out in the air, on
    ladders or in an engine."""
    if unit.altitude > 0 or unit.aboard >= 0 or unit.climbers:
        return None
    if unit.building >= 0:
        return unit.x, unit.y
    width, depth = size_of(unit)
    back, side = (depth + hero.card.depth) // 2 + 100, (width + hero.card.front) // 2 + 100
    for ahead, left in ((-back, 0), (0, side), (0, -side), (back, 0)):
        dx, dy = turned(ahead, left, unit.facing)
        twin = hero.copy()
        twin.status = ON_TABLE
        twin.building, twin.floor = -1, 0
        twin.x, twin.y, twin.facing = unit.x + dx, unit.y + dy, unit.facing
        if room_refusal(world, twin) is None:
            return twin.x, twin.y
    return None


@rule("masse.turn.individual-leaves-unit")
def send_off(world: World, id: int, answer: tuple[str, int]) -> Script:
    """The champion steps out of the ranks; he has had his moment in this turn if his own place comes before his unit's. Returns
    the world."""
    hero = world.units[answer[1]]
    late = own_place(world, hero) < place_in_order(world, world.units[id])
    return (yield from stepped_out(world, hero, hero.acted or not late))


def stepped_out(world: World, hero: Unit, acted: bool) -> Script:
    """The hero beside the unit that he was in. Returns the world."""
    unit = world.units[hero.host]
    spot = spot_behind(world, unit, hero)
    assert spot is not None
    yield Tell("masse.turn.individual-leaves-unit", "leaves-unit", (hero.id, unit.id))
    twin = hero.copy()
    twin.status = ON_TABLE
    twin.role = INDIVIDUAL
    twin.host = -1
    twin.x, twin.y = spot
    twin.facing, twin.building, twin.floor = unit.facing, unit.building, unit.floor
    twin.acted = acted
    return world.with_unit(twin)


@rule("masse.turn.individual-leaves-unit.moment")
def own_moment(world: World, id: int) -> Script:
    """A champion's own place in the order has come and his unit has not acted: he may leave it and act alone, or stay for the
    rest of the turn. Returns the world and whether he has left."""
    hero = world.units[id]
    if spot_behind(world, world.units[hero.host], hero) is not None:
        rule_id = "masse.turn.individual-leaves-unit"
        if (yield Choose(rule_id, hero.seat, world, Listed(("stay-in", "leave-unit"), rule_id), id)) == "leave-unit":
            return (yield from stepped_out(world, hero, False)), True
    twin = hero.copy()
    twin.tested = (*hero.tested, STAYS)
    return world.with_unit(twin), False


register(Revive("revive", WHOLE, 2, revive))
register(SendOff("send-off", 0, 1, send_off))
