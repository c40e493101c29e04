"""A battle as one seat sees it, in numbers of a fixed order: what opponents learn from."""

from __future__ import annotations

from math import cos, pi, sin, sqrt
from typing import Final, final

from mypy_extensions import i64

from escarmouche.kit.encoding import ahead, judged, late, nearness
from escarmouche.systems.masse.gains import blow, charge_gain
from escarmouche.systems.masse.model import ENRAGED, INCH, JOINED, ON_TABLE, RESERVE, ROUTED, SHAKEN, Unit, World
from escarmouche.systems.masse.rules.ending import lost_share, points
from escarmouche.systems.masse.rules.ground import attack_sector, met, strength
from escarmouche.systems.masse.worth import evaluate

SIDE: Final = (
    "strength",
    "units",
    "yet to act",
    "shaken",
    "routed",
    "enraged",
    "in melee",
    "outnumbered",
    "in a flank",
    "stronger in melee",
    "near",
    "facing an enemy",
    "charge in reach",
    "weaker enemies ahead",
    "targets in range",
    "in its own way",
    "heroes",
    "charges declared",
    "blows to come",
)
"""For one side, mostly shares of the strength (NV) that both began with on average."""

MOMENT: Final = ("ahead at the end",)
"""Who would win if the battle ended now, the more the nearer the last turn is."""
RADIANS: Final = pi / 18000
RANGE: Final = 24 * INCH
AHEAD: Final = 0.7
"""The cosine of the angle up to which something lies ahead."""
BLOCKED: Final = 4 * INCH
"""So close before a unit another is in its way; while armies are drawn up, as far as it will march."""
MUCH: Final = 0.5
"""A lead of so much is half of all that can be had."""


@final
class Counts:
    """What is counted for one side, as SIDE names it."""

    __slots__ = (
        "ahead", "blocked", "blows", "charge", "enraged", "flank", "heroes", "melee", "near", "outnumbered", "pledged",
        "routed", "shaken", "strength", "stronger", "targets", "units", "weaker", "yet",
    )  # fmt: skip

    def __init__(self) -> None:
        self.strength = self.units = self.yet = 0.0
        self.shaken = self.routed = self.enraged = 0.0
        self.melee = self.outnumbered = self.flank = self.stronger = 0.0
        self.near = self.ahead = self.charge = self.weaker = self.targets = self.blocked = 0.0
        self.heroes = self.pledged = self.blows = 0.0

    def numbers(self) -> list[float]:
        """In the order of SIDE."""
        return [
            self.strength, self.units, self.yet, self.shaken, self.routed, self.enraged, self.melee, self.outnumbered,
            self.flank, self.stronger, self.near, self.ahead, self.charge, self.weaker, self.targets, self.blocked,
            self.heroes, self.pledged, self.blows,
        ]  # fmt: skip


def encode(world: World, seat: int) -> list[float]:
    """The hand-made judgement, SIDE for the seat and for its opponent, MOMENT."""
    share = 2.0 / ((world.sides[0].began_nv + world.sides[1].began_nv) or 1)
    mine = [unit for unit in world.on_table(seat) if unit.morale != ROUTED]
    theirs = [unit for unit in world.on_table(1 - seat) if unit.morale != ROUTED]
    found = [judged(evaluate(world, seat))]
    found += side(world, seat, mine, theirs, share)
    found += side(world, 1 - seat, theirs, mine, share)
    found.append(late(world.turn, world.turn_limit) * standing(world, seat) if world.turn_limit else 0.0)
    return found


def standing(world: World, seat: int) -> float:
    """How far ahead a side is if the battle ended now, from -1 to 1. An objective's point decides first: it counts as much as a
    whole army."""
    lead = points(world, seat) - points(world, 1 - seat)
    return ahead(lead + taken(world, seat) - taken(world, 1 - seat), MUCH)


def taken(world: World, seat: int) -> float:
    """The share of the enemy's strength that a side has taken."""
    return lost_share(world, 1 - seat) / 10000


def side(world: World, seat: int, mine: list[Unit], theirs: list[Unit], share: float) -> list[float]:
    """The numbers of SIDE."""
    found = Counts()
    for unit in world.units:
        if unit.seat == seat and unit.status in (ON_TABLE, RESERVE, JOINED):
            mustered(unit, strength(unit) * share, found)
    formed, facing = troops(mine), troops(theirs)
    for unit in mine:
        weight = strength(unit) * share
        if not unit.acted:
            found.yet += weight
        if not fighting(world, unit, share, found) and unit.card.category != "hero":
            ahead_x, ahead_y = cos(float(unit.facing) * RADIANS), sin(float(unit.facing) * RADIANS)
            if theirs:
                looking(unit, weight, ahead_x, ahead_y, facing, found)
            if in_the_way(unit, ahead_x, ahead_y, formed, BLOCKED if world.turn > 0 else unit.card.mv):
                found.blocked += weight
    for id, target in pledged(world, seat):
        if world.units[id].status == ON_TABLE and world.units[target].status == ON_TABLE:
            found.pledged += charge_gain(world, world.units[id], world.units[target]) * share
    return found.numbers()


def mustered(unit: Unit, weight: float, found: Counts) -> None:
    """Count a unit that is still in the battle."""
    found.strength += weight
    if unit.card.category == "hero":
        found.heroes += 0.25
    elif unit.morale != ROUTED:
        found.units += 0.1
    if unit.morale == SHAKEN:
        found.shaken += weight
    elif unit.morale == ROUTED:
        found.routed += weight
    elif unit.morale == ENRAGED:
        found.enraged += weight


def troops(units: list[Unit]) -> list[Unit]:
    """Those that are no heroes."""
    return [unit for unit in units if unit.card.category != "hero"]


def pledged(world: World, seat: int) -> list[tuple[int, int]]:
    """The charges that a side has declared and not made yet."""
    sealed = world.sides[seat].sealed
    if sealed is not None:
        return list(sealed)
    return [(unit.id, unit.declared) for unit in world.units if unit.seat == seat and unit.declared >= 0 and not unit.acted]


def fighting(world: World, unit: Unit, share: float, found: Counts) -> bool:
    """Count a unit in its melee; False if it is in none."""
    ids = met(world, unit)
    if not ids:
        return False
    weight = strength(unit) * share
    against = [world.units[id] for id in ids]
    for foe in against:
        if attack_sector(foe, unit) != 0:
            found.flank += weight
        found.stronger += weight * (strength(unit) - strength(foe)) / (strength(unit) + strength(foe) + 1)
    found.blows += share * blow(world, unit, against)
    found.melee += weight
    found.outnumbered += weight * (len(against) - 1)
    return True


def looking(unit: Unit, weight: float, ahead_x: float, ahead_y: float, facing: list[Unit], found: Counts) -> None:
    """Count a unit among enemies that it does not fight yet; those `facing` it are no heroes."""
    reach = float(2 * unit.card.mv)
    x: i64 = unit.x
    y: i64 = unit.y
    nearest, charge, weaker, ahead = 1e9, False, False, False
    for foe in facing:
        dx: i64 = foe.x - x
        dy: i64 = foe.y - y
        gap = sqrt(float(dx * dx + dy * dy))
        if gap < nearest:
            nearest = gap
        if float(dx) * ahead_x + float(dy) * ahead_y >= AHEAD * gap:
            ahead = True
            if gap <= reach:
                charge = True
                weaker = weaker or strength(foe) < strength(unit)
    found.near += weight * nearness(nearest, reach)
    if ahead:
        found.ahead += weight
    if charge:
        found.charge += weight
    if weaker:
        found.weaker += weight
    if unit.card.category == "shooters" and nearest <= RANGE:
        found.targets += weight


def in_the_way(unit: Unit, ahead_x: float, ahead_y: float, formed: list[Unit], reach: i64) -> bool:
    """Does one of its own side stand before it, within this reach? Heroes are in nobody's way."""
    x: i64 = unit.x
    y: i64 = unit.y
    for other in formed:
        dx: i64 = other.x - x
        dy: i64 = other.y - y
        square = dx * dx + dy * dy
        if square > reach * reach or other.id == unit.id:
            continue
        if float(dx) * ahead_x + float(dy) * ahead_y >= AHEAD * sqrt(float(square)):
            return True
    return False
