"""Reinforcements: units that enter by an edge of the table, with an initiative of their own. (masse.turn.reinforcements)"""

from __future__ import annotations

from typing import Final, final

from escarmouche.core.effects import Answer, Call, Chance, Choose, Options, Refusal, Roll, Script, Tell, rule
from escarmouche.kit.menu import no
from escarmouche.systems.masse.model import ON_TABLE, RESERVE, Unit, World, Zone
from escarmouche.systems.masse.rules.deployment import INWARDS, initiative_die, standing_refusal
from escarmouche.systems.masse.rules.ground import size_of
from escarmouche.systems.masse.rules.movement import touches_enemy
from escarmouche.table.shapes import BOTTOM, LEFT, RIGHT

WAIT: Final = ("wait",)
SPOTS: Final = 12
"""So many places along the edge are looked at."""


def entry_zone(world: World, seat: int) -> Zone:
    """Where a side's reinforcements enter: the scenario's zone, or anywhere along the side's own edge."""
    for zone in world.zones:
        if zone.kind == "enter" and zone.seat == seat:
            return zone
    edge = world.sides[seat].edge
    left = world.width if edge == RIGHT else 0
    bottom = 0 if edge in (LEFT, BOTTOM, RIGHT) else world.depth
    right = 0 if edge == LEFT else world.width
    top = 0 if edge == BOTTOM else world.depth
    return Zone("enter", seat, left, bottom, right, top)


def entry_edge(world: World, zone: Zone) -> int:
    """The edge of the table that an entry zone lies on: the nearest to its middle."""
    x, y = (zone.left + zone.right) // 2, (zone.bottom + zone.top) // 2
    gaps = (x, y, world.width - x, world.depth - y)
    return gaps.index(min(gaps))


def entered(world: World, unit: Unit, along: int) -> Unit:
    """The unit just inside the table, its rear on the edge, this far along it."""
    zone = entry_zone(world, unit.seat)
    edge = entry_edge(world, zone)
    behind = size_of(unit)[1] // 2 + 1
    twin = unit.copy()
    twin.facing = INWARDS[edge]
    if edge in (LEFT, RIGHT):
        twin.x, twin.y = (behind if edge == LEFT else world.width - behind), along
    else:
        twin.x, twin.y = along, (behind if edge == BOTTOM else world.depth - behind)
    twin.status = ON_TABLE
    return twin


@final
class Entry(Options):
    """Where a unit enters: ("arrive", unit, how far along the edge); ("wait",) where there is no room at all.
    (masse.turn.reinforcements)"""

    __slots__ = ("world", "id", "low", "high")

    def __init__(self, world: World, id: int) -> None:
        self.world = world
        self.id = id
        unit = world.units[id]
        zone = entry_zone(world, unit.seat)
        half = size_of(unit)[0] // 2 + 1
        upright = entry_edge(world, zone) in (LEFT, RIGHT)
        self.low: int = (zone.bottom if upright else zone.left) + half
        self.high: int = (zone.top if upright else zone.right) - half

    def check(self, answer: Answer) -> Refusal | None:
        rule_id = "masse.turn.reinforcements"
        if answer == WAIT:
            return None if not self.spots() else no(rule_id, "room-to-enter", self.id)
        if not isinstance(answer, tuple) or len(answer) != 3 or answer[0] != "arrive" or type(answer[2]) is not int:
            return no(rule_id, "malformed", str(answer))
        if type(answer[1]) is not int or answer[1] != self.id:
            return no(rule_id, "malformed", str(answer))
        if not self.low <= answer[2] <= self.high:
            return no(rule_id, "beyond-entry", self.id)
        return self.refusal(answer[2])

    def refusal(self, along: int) -> Refusal | None:
        """Why the unit may not enter there, or None: no room, or in contact with the enemy at once."""
        twin = entered(self.world, self.world.units[self.id], along)
        refused = standing_refusal(self.world, twin)
        if refused is None and touches_enemy(self.world, twin):
            return no("masse.turn.reinforcements", "enters-into-contact", self.id)
        return refused

    def spots(self) -> list[int]:
        """Places along the edge, evenly spread, where it may enter."""
        if self.high < self.low:
            return []
        every = max(1, (self.high - self.low) // SPOTS)
        return [place for place in range(self.low, self.high + 1, every) if self.refusal(place) is None]

    def listed(self) -> list[Answer]:
        spots = self.spots()
        return [("arrive", self.id, place) for place in spots] if spots else [WAIT]

    def sample(self, chance: Chance) -> Answer:
        for _ in range(6):
            place = self.low + chance.below(max(1, self.high - self.low + 1))
            if self.high >= self.low and self.refusal(place) is None:
                return ("arrive", self.id, place)
        answers = self.listed()
        return answers[chance.below(len(answers))]

    def single(self) -> Answer | None:
        answers = self.listed()
        return answers[0] if len(answers) == 1 and answers[0] == WAIT else None


@rule("masse.turn.reinforcements")
def reinforcements(world: World) -> Script:
    """Every unit whose turn has come enters and rolls its initiative, the attacker's first. Returns the world."""
    for seat in (0, 1):
        for unit in world.units:
            if unit.seat == seat and unit.status == RESERVE and unit.entry_turn <= world.turn:
                world = yield Call(enter, world, unit.id)
    return world


@rule("masse.turn.reinforcements.enter")
def enter(world: World, id: int) -> Script:
    """One unit enters where its player wishes, or waits a turn where there is no room. Returns the world."""
    unit = world.units[id]
    wish = yield Choose("masse.turn.reinforcements", unit.seat, world, Entry(world, id), id)
    if wish == WAIT:
        yield Tell("masse.turn.reinforcements", "no-room-to-enter", (id,))
        return world
    (die,) = yield Roll("masse.init.roll", unit.seat, world, 1, 20, (), id, 0, unit.card.init)
    twin = initiative_die(entered(world, unit, wish[2]), die)
    twin.turn_figures = twin.figures
    yield Tell("masse.turn.reinforcements", "enters", (id, die, die + unit.card.init))
    return world.with_unit(twin)
