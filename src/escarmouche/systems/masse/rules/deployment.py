"""Deployment: where a unit may be placed, and armies drawn up in sensible lines. (masse.setup.deployment)"""

from __future__ import annotations

from typing import Any, Final, final

from mypy_extensions import i64

from escarmouche.core.effects import Answer, Chance, Options, Refusal
from escarmouche.kit.menu import no
from escarmouche.systems.masse.model import (
    CHAMPION,
    COMMANDER,
    INCH,
    JOINED,
    NONE,
    ON_TABLE,
    PACK,
    RESERVE,
    SKIRMISH,
    Structure,
    Unit,
    World,
    Zone,
)
from escarmouche.systems.masse.rules.combat import pack_files
from escarmouche.systems.masse.rules.formations import allowed_formations
from escarmouche.systems.masse.rules.ground import commander_of, footprint, is_individual, size_of, solid
from escarmouche.systems.masse.rules.terrain import bars, tracts
from escarmouche.table.areas import polygons_overlap
from escarmouche.table.shapes import LIMIT, Polygon, inside, square_between

Spot = tuple[int, int]

INWARDS: Final = (0, 9000, 18000, 27000)
"""The facing away from each edge of the table: left, bottom, right, top."""

PACES: Final = (2 * INCH, INCH // 2)
"""Places are looked for on a coarse grid first, then on a fine one."""

GAP: Final = INCH
"""Between units in a line."""

FRONT_RANK: Final = "front"
REAR_RANK: Final = "rear"
POSITIONS: Final = (COMMANDER, FRONT_RANK, REAR_RANK)
"""What a hero may be in the unit he joins. (masse.hero.three-positions)"""

MOUNTS: Final = ("wall", "tower")
"""Structures that are manned on top; others hold their unit inside."""

# ---------------------------------------------------------------- who is still to be placed


def unplaced(world: World, seat: int) -> list[Unit]:
    """The units and individuals of a side that are to be deployed and are not yet on the table."""
    return [unit for unit in world.units if unit.seat == seat and unit.status == RESERVE and unit.entry_turn == 0]


def initiative_die(unit: Unit, die: int) -> Unit:
    """The unit with the initiative die it keeps for the battle; it must not be seen by anybody else yet.
    (masse.init.roll)"""
    unit.die = die
    return unit


# ---------------------------------------------------------------- may it stand there?


def standing_refusal(world: World, unit: Unit) -> Refusal | None:
    """Why the unit may not stand where it is: off the table, on another, in closed terrain, in a structure; None when it
    may."""
    shape = footprint(unit)
    if shape.left < 0 or shape.bottom < 0 or shape.right > world.width or shape.top > world.depth:
        return no("masse.setup.deployment", "off-the-table", unit.id)
    for other in world.units:
        if other.status != ON_TABLE or other.id == unit.id or other.building != unit.building:
            continue
        if polygons_overlap(shape, footprint(other)):
            return no("masse.move.no-interpenetration", "unit-in-the-way", unit.id, other.id)
    if unit.building >= 0:
        return None
    for piece in world.pieces:
        if bars(piece, unit) and polygons_overlap(piece.shape, shape):
            return no("masse.terrain.table-4a", "terrain-closed", unit.id, "terrain-" + piece.kind)
    for structure in world.structures:
        if solid(structure) and polygons_overlap(shape, structure.shape):
            return no("masse.terrain.fortification", "structure-in-the-way", unit.id)
    return None


def in_zone(world: World, unit: Unit) -> bool:
    """Does it stand wholly in one of the places where its side deploys? (masse.setup.deployment)"""
    shape = footprint(unit)
    return any(holds(zone, shape) for zone in deploy_zones(world, unit.seat))


def deploy_zones(world: World, seat: int) -> list[Zone]:
    """Where a side deploys."""
    return [zone for zone in world.zones if zone.kind == "deploy" and zone.seat == seat]


def holds(zone: Zone, shape: Polygon) -> bool:
    """Does the zone hold the whole shape?"""
    return zone.left <= shape.left and shape.right <= zone.right and zone.bottom <= shape.bottom and shape.top <= zone.top


def garrison_refusal(world: World, unit: Unit, structure: Structure) -> Refusal | None:
    """Why the unit may not man a structure: it is not its side's, it is a gate, it is full (masse.building.definition), or the
    unit does not fit in (masse.building.enter)."""
    if structure.seat != unit.seat or structure.role == "gate" or structure.destroyed():
        return no("masse.setup.deployment", "not-your-structure", unit.id)
    if unit.card.size not in ("p", "m") or unit.card.category not in ("infantry", "shooters", "hero"):
        return no("masse.building.enter", "does-not-fit-in", unit.id)
    if not is_individual(unit):
        for other in world.units:
            if other.status == ON_TABLE and other.building == structure.id and not is_individual(other):
                return no("masse.building.definition", "structure-taken", unit.id, other.id)
    return None


def structure_at(world: World, x: int, y: int) -> Structure | None:
    """The standing structure at a point, if any."""
    for structure in world.structures:
        if not structure.destroyed() and inside(structure.shape, x, y):
            return structure
    return None


def manning(unit: Unit, structure: Structure) -> Unit:
    """The unit in or on a structure, in skirmish order; it must not be seen by anybody else yet.
    (masse.building.skirmish-formation)"""
    unit.building = structure.id
    unit.floor = structure.height if structure.role in MOUNTS else 0
    if not is_individual(unit):
        unit.formation = SKIRMISH
    return unit


def positioned(unit: Unit, x: int, y: int, facing: int, files: int, formation: str) -> Unit:
    """The unit on the table at a place, so many abreast in this order."""
    twin = unit.copy()
    twin.status = ON_TABLE
    twin.x, twin.y, twin.facing = x, y, facing
    twin.formation = formation
    twin.files = pack_files(unit.figures) if formation == PACK else files
    return twin


# ---------------------------------------------------------------- an answer


def place_refusal(world: World, seat: int, answer: tuple[Any, ...]) -> Refusal | None:
    """Why ("place", unit, x, y, facing, files, formation) is not allowed, or None."""
    rule_id = "masse.setup.deployment"
    if len(answer) != 7 or any(type(part) is not int for part in answer[1:6]) or not isinstance(answer[6], str):
        return no(rule_id, "malformed", str(answer))
    _, id, x, y, facing, files, formation = answer
    if id not in [unit.id for unit in unplaced(world, seat)]:
        return no(rule_id, "not-to-be-placed")
    unit = world.units[id]
    if not 0 <= facing < 36000 or not 0 <= x <= world.width or not 0 <= y <= world.depth:
        return no(rule_id, "off-the-table", id)
    structure = structure_at(world, x, y)
    orders = (NONE,) if is_individual(unit) else allowed_formations(unit)
    if formation not in orders and not (structure is not None and formation == SKIRMISH):
        return no("masse.formation.allowed", "formation-not-allowed", id, "formation-" + formation)
    if not 1 <= files <= unit.figures:
        return no("masse.move.change-formation", "files-out-of-range", id, unit.figures)
    twin = positioned(unit, x, y, facing, files, formation)
    if structure is not None:
        return garrison_refusal(world, unit, structure) or standing_refusal(world, manning(twin, structure))
    return standing_refusal(world, twin) or (None if in_zone(world, twin) else no(rule_id, "outside-zone", id))


def join_refusal(world: World, seat: int, answer: tuple[Any, ...]) -> Refusal | None:
    """Why ("join", hero, unit, position) is not allowed, or None. (masse.hero.three-positions,
    masse.monster.only-individual)"""
    rule_id = "masse.hero.three-positions"
    if len(answer) != 4 or type(answer[1]) is not int or type(answer[2]) is not int or answer[3] not in POSITIONS:
        return no(rule_id, "malformed", str(answer))
    _, id, host_id, position = answer
    if id not in [unit.id for unit in unplaced(world, seat)] or not 0 <= host_id < len(world.units):
        return no("masse.setup.deployment", "not-to-be-placed")
    hero, host = world.units[id], world.units[host_id]
    if hero.card.category != "hero":
        return no("masse.monster.only-individual", "joins-nobody", id)
    if host.seat != seat or is_individual(host) or host.entry_turn > 0 or host.status not in (ON_TABLE, RESERVE):
        return no(rule_id, "cannot-be-joined", id, host_id)
    if position == COMMANDER and hero.army_commander:
        return no("masse.hero.army-commander", "army-commander-alone", id)
    if position == COMMANDER and commander_of(world, host) is not None:
        return no("masse.hero.commander-inseparable", "has-commander", id, host_id)
    return None


def joined(world: World, answer: tuple[Any, ...]) -> World:
    """The world with the hero in the unit he joins."""
    _, id, host, position = answer
    twin = world.units[id].copy()
    twin.status = JOINED
    twin.host = host
    twin.role = COMMANDER if position == COMMANDER else CHAMPION
    twin.first_rank = position != REAR_RANK
    return world.with_unit(twin)


def placed(world: World, answer: tuple[Any, ...]) -> World:
    """The world with the unit where the answer puts it."""
    _, id, x, y, facing, files, formation = answer
    twin = positioned(world.units[id], x, y, facing, files, formation)
    structure = structure_at(world, x, y)
    return world.with_unit(twin if structure is None else manning(twin, structure))


# ---------------------------------------------------------------- looking for room


@final
class Box:
    """The box around a shape."""

    __slots__ = ("bottom", "left", "right", "top")

    def __init__(self, shape: Polygon) -> None:
        self.left: i64 = shape.left
        self.bottom: i64 = shape.bottom
        self.right: i64 = shape.right
        self.top: i64 = shape.top


def lane(world: World, unit: Unit) -> Box:
    """The box over which a unit marches from one edge of the table to the other, when it looks along an axis."""
    box = Box(footprint(unit))
    if unit.facing % 18000 == 0:
        box.left, box.right = 0, world.width
    else:
        box.bottom, box.top = 0, world.depth
    return box


def is_clear(taken: list[Box], left: i64, bottom: i64, right: i64, top: i64) -> bool:
    """Does this box overlap none of those?"""
    return not any(left < box.right and box.left < right and bottom < box.top and box.bottom < top for box in taken)


def half_sizes(unit: Unit, facing: int) -> Spot:
    """Half its extent along x and y, when it looks along an axis."""
    width, depth = size_of(unit)
    along = (depth // 2 + 1, width // 2 + 1)
    return along if facing % 18000 == 0 else (along[1], along[0])


def nearest_in(zone: Zone, taken: list[Box], wish: Spot, wide: i64, deep: i64, pace: i64, least: i64) -> Spot | None:
    """The free place for these half sizes on a grid in the zone whose squared distance from the wish is least and below
    `least`, or None without any; of several as near the one with the least x, then y."""
    found = False
    best_x: i64 = 0
    best_y: i64 = 0
    wish_x: i64 = wish[0]
    wish_y: i64 = wish[1]
    rows = nearest_first(zone.bottom + deep, zone.top - deep, pace, wish_y)
    for x in nearest_first(zone.left + wide, zone.right - wide, pace, wish_x):
        aside = (x - wish_x) * (x - wish_x)
        if aside > least:
            break
        for y in rows:
            square = aside + (y - wish_y) * (y - wish_y)
            if square > least or (square == least and not (found and x < best_x)):
                break
            if is_clear(taken, x - wide, y - deep, x + wide, y + deep):
                found, best_x, best_y, least = True, x, y, square
                break
    return (best_x, best_y) if found else None


def nearest_first(first: i64, last: i64, pace: i64, wish: i64) -> list[i64]:
    """The numbers from `first` to `last` by this pace, those nearest to the wish first; of two as near the lower."""
    found: list[i64] = []
    below = first + (min(wish, last) - first) // pace * pace
    above = below + pace
    if below < first:
        above = first
    while below >= first or above <= last:
        if above > last or (below >= first and wish - below <= above - wish):
            found.append(below)
            below -= pace
        else:
            found.append(above)
            above += pace
    return found


@final
class Room:
    """What is free in a side's zones: `taken` are the boxes of units and structures, `lanes` what its own units march over."""

    __slots__ = ("world", "seat", "zones", "taken", "lanes")

    def __init__(self, world: World, seat: int) -> None:
        self.world = world
        self.seat = seat
        self.zones: list[Zone] = deploy_zones(world, seat)
        self.taken: list[Box] = [Box(footprint(unit)) for unit in world.units if unit.status == ON_TABLE and unit.building < 0]
        self.taken += [Box(structure.shape) for structure in world.structures if not structure.destroyed()]
        self.lanes: list[Box] = [
            lane(world, unit) for unit in world.units if unit.status == ON_TABLE and unit.building < 0 and unit.seat == seat
        ]

    def nearest(self, unit: Unit, wish: Spot, facing: int, aside: bool) -> Spot | None:
        """The free place nearest to the wish, or None without any; `aside` from its own, if they may not stand before or behind
        it either."""
        wide, deep = half_sizes(unit, facing)
        taken = self.taken + [Box(tract.shape) for tract in tracts(self.world, unit) if tract.closed]
        if aside:
            taken += self.lanes
        for pace in PACES:
            best: Spot | None = None
            least = LIMIT * LIMIT
            for zone in self.zones:
                spot = nearest_in(zone, taken, wish, wide, deep, pace, least)
                if spot is not None:
                    best, least = spot, square_between(spot[0], spot[1], wish[0], wish[1])
            if best is not None:
                return best
        return None

    def place(self, unit: Unit, wish: Spot, aside: bool = False) -> Answer | None:
        """The answer that puts a unit as it stands in its list near the wish, looking at the enemy; None without room."""
        facing = INWARDS[self.world.sides[self.seat].edge]
        spot = self.nearest(unit, wish, facing, aside)
        return None if spot is None else ("place", unit.id, spot[0], spot[1], facing, unit.files, unit.formation)

    def garrisons(self, unit: Unit) -> list[Answer]:
        """The answers that put a unit into or onto structures of its side."""
        facing = INWARDS[self.world.sides[self.seat].edge]
        found: list[Answer] = []
        for structure in self.world.structures:
            if garrison_refusal(self.world, unit, structure) is not None:
                continue
            shape = structure.shape
            x, y = (shape.left + shape.right) // 2, (shape.bottom + shape.top) // 2
            order = NONE if is_individual(unit) else SKIRMISH
            answer = ("place", unit.id, x, y, facing, wall_files(unit, structure), order)
            if inside(shape, x, y) and place_refusal(self.world, self.seat, answer) is None:
                found.append(answer)
        return found


def wall_files(unit: Unit, structure: Structure) -> int:
    """How many stand abreast on a wall: as many as there is room for, all of them where it is long."""
    if is_individual(unit):
        return 1
    shape = structure.shape
    long = max(shape.right - shape.left, shape.top - shape.bottom)
    return max(1, min(unit.figures, long * 2 // (3 * unit.card.front)))


# ---------------------------------------------------------------- sensible lines


SECOND_LINE: Final = 3
"""Of this rank and beyond are those who stand behind others."""


def rank_of(unit: Unit) -> int:
    """Where it belongs in a line of battle: 0 the middle of the front, 1 beside it, 2 the wings, 3 and 4 the second line."""
    category = unit.card.category
    if category == "engine":
        return 3
    if category == "hero":
        return 4
    if category in ("cavalry", "chariot", "flying"):
        return 2
    return 1 if category == "shooters" else 0


def wishes(world: World, seat: int) -> dict[int, Spot]:
    """Where each unit of a side would like to stand: foot in the middle, bows beside it, horse on the wings, engines behind,
    heroes behind the middle; what does not fit in the first line in the second. Those who stand already keep their place in
    the line, so that nobody has to stand behind them."""
    zones = deploy_zones(world, seat)
    if not zones:
        return {}
    zone = max(zones, key=lambda one: (one.right - one.left) * (one.top - one.bottom))
    upright = world.sides[seat].edge in (0, 2)
    low, high = (zone.bottom, zone.top) if upright else (zone.left, zone.right)
    lines: list[list[Unit]] = [[], []]
    used = [0, 0]
    for unit in sorted(in_line(world, seat), key=lambda one: (rank_of(one), -one.figures, one.id)):
        wide = size_of(unit)[0] + GAP
        row = 1 if rank_of(unit) >= SECOND_LINE or used[0] + wide > high - low else 0
        lines[row].append(unit)
        used[row] += wide
    found: dict[int, Spot] = {}
    for row, line in enumerate(lines):
        place = (low + high - used[row]) // 2
        for unit in outwards(line):
            wide = size_of(unit)[0] + GAP
            found[unit.id] = line_spot(world, seat, zone, place + wide // 2, row)
            place += wide
    return found


def in_line(world: World, seat: int) -> list[Unit]:
    """The units of a side that are to be deployed or stand on the ground already."""
    there = [unit for unit in world.units if unit.seat == seat and unit.status == ON_TABLE and unit.building < 0]
    return unplaced(world, seat) + there


def outwards(line: list[Unit]) -> list[Unit]:
    """The line from left to right, when it is given from the middle outwards."""
    left: list[Unit] = []
    right: list[Unit] = []
    for number, unit in enumerate(line):
        if number % 2:
            left.insert(0, unit)
        else:
            right.append(unit)
    return left + right


def line_spot(world: World, seat: int, zone: Zone, along: int, row: int) -> Spot:
    """A place in the first or second line of a zone."""
    edge = world.sides[seat].edge
    if edge in (0, 2):
        deep = zone.right - zone.left
        away = deep * (1 - row) * 3 // 4
        return (zone.left + away if edge == 0 else zone.right - away), along
    deep = zone.top - zone.bottom
    away = deep * (1 - row) * 3 // 4
    return along, (zone.bottom + away if edge == 1 else zone.top - away)


def drawn_up(world: World, seat: int) -> World:
    """The world with a whole side in sensible lines: shooters, then foot, on the walls where there are any; whoever finds no
    room comes in the second turn."""
    wanted = wishes(world, seat)
    for unit in sorted(unplaced(world, seat), key=lambda one: (wall_rank(one), one.id)):
        room = Room(world, seat)
        manned = room.garrisons(unit) if not is_individual(unit) else []
        answer = manned[0] if manned else room.place(unit, wanted.get(unit.id, (0, 0)))
        world = held_back(world, unit.id) if answer is None else placed(world, answer)
    return world


def wall_rank(unit: Unit) -> int:
    """Who is placed first: shooters, who get the walls; then formed foot, then the rest."""
    if is_individual(unit):
        return 3
    return {"shooters": 0, "infantry": 1}.get(unit.card.category, 2)


def held_back(world: World, id: int) -> World:
    """The world with a unit that found no room: it enters in the second turn. (masse.turn.reinforcements)"""
    twin = world.units[id].copy()
    twin.entry_turn = 2
    return world.with_unit(twin)


# ---------------------------------------------------------------- the choice


@final
class Placement(Options):
    """Which unit a side places next, and where: ("place", unit, x, y, facing, files, formation), ("join", hero, unit,
    "commander" | "front" | "rear"), or ("hold-back", unit) for one that fits nowhere. (masse.setup.deployment,
    masse.hero.three-positions)"""

    __slots__ = ("world", "seat", "_room", "_wanted")

    def __init__(self, world: World, seat: int) -> None:
        self.world = world
        self.seat = seat
        self._room: Room | None = None
        self._wanted: dict[int, Spot] | None = None

    def room(self) -> Room:
        """What is free, looked for once."""
        if self._room is None:
            self._room = Room(self.world, self.seat)
        return self._room

    def wanted(self) -> dict[int, Spot]:
        """Where each unit would like to stand, thought of once."""
        if self._wanted is None:
            self._wanted = wishes(self.world, self.seat)
        return self._wanted

    def check(self, answer: Answer) -> Refusal | None:
        if not isinstance(answer, tuple) or not answer:
            return no("masse.setup.deployment", "malformed", str(answer))
        if answer[0] == "place":
            return place_refusal(self.world, self.seat, answer)
        if answer[0] == "join":
            return join_refusal(self.world, self.seat, answer)
        if answer[0] != "hold-back" or len(answer) != 2 or type(answer[1]) is not int:
            return no("masse.setup.deployment", "malformed", str(answer))
        for unit in unplaced(self.world, self.seat):
            if unit.id == answer[1]:
                fits = self.spots(unit)
                return no("masse.setup.deployment", "room-to-deploy", unit.id) if fits else None
        return no("masse.setup.deployment", "not-to-be-placed")

    def spots(self, unit: Unit) -> list[Answer]:
        """Places for a unit: where it belongs in the line, on either side of that, near it with none of its own in the way, and
        the structures it may man."""
        room = self.room()
        zones = room.zones
        wish = self.wanted().get(unit.id, (0, 0))
        ideas = [wish]
        if zones:
            zone = zones[0]
            ideas += [(zone.left, wish[1]), (zone.right, wish[1])]
        found: list[Answer] = []
        for idea in ideas:
            answer = room.place(unit, idea)
            if answer is not None and answer not in found:
                found.append(answer)
        free = room.place(unit, wish, aside=True) if rank_of(unit) < SECOND_LINE else None
        if free is not None and free not in found:
            found.append(free)
        return found + room.garrisons(unit)

    def joins(self, unit: Unit) -> list[Answer]:
        """The units that a hero may command, or fight in the front rank of."""
        if unit.card.category != "hero":
            return []
        answers: list[Answer] = [
            ("join", unit.id, host.id, position)
            for host in self.world.units
            if host.seat == self.seat
            for position in (COMMANDER, FRONT_RANK)
        ]
        return [answer for answer in answers if join_refusal(self.world, self.seat, answer) is None]

    def answers(self, unit: Unit) -> list[Answer]:
        """What may be done with one unit."""
        return [*self.spots(unit), *self.joins(unit)] or [("hold-back", unit.id)]

    def listed(self) -> list[Answer]:
        return [answer for unit in unplaced(self.world, self.seat) for answer in self.answers(unit)]

    def sample(self, chance: Chance) -> Answer:
        waiting = unplaced(self.world, self.seat)
        unit = waiting[chance.below(len(waiting))]
        room = self.room()
        if room.zones and chance.below(4) > 0:
            zone = room.zones[chance.below(len(room.zones))]
            x = zone.left + chance.below(max(1, zone.right - zone.left))
            y = zone.bottom + chance.below(max(1, zone.top - zone.bottom))
            answer = room.place(unit, (x, y))
            if answer is not None:
                return answer
        answers = self.answers(unit)
        return answers[chance.below(len(answers))]
