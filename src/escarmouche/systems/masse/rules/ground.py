"""Scales, units, bases, field of view and facing: what the other chapters measure with."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from escarmouche.systems.masse.model import (
    BARE_CRESTS,
    CHAMPION,
    COMMANDER,
    INCH,
    JOINED,
    METRE,
    ON_TABLE,
    WALLS_AS_BUILDINGS,
    Melees,
    Structure,
    Unit,
    World,
)
from escarmouche.systems.masse.rules.bases import CONTACT as CONTACT
from escarmouche.systems.masse.rules.bases import figure_base as figure_base
from escarmouche.systems.masse.rules.bases import figure_bases as figure_bases
from escarmouche.systems.masse.rules.bases import figure_places as figure_places
from escarmouche.systems.masse.rules.bases import footprint as footprint
from escarmouche.systems.masse.rules.bases import front_centre as front_centre
from escarmouche.systems.masse.rules.bases import full_ranks as full_ranks
from escarmouche.systems.masse.rules.bases import is_individual as is_individual
from escarmouche.systems.masse.rules.bases import ranks as ranks
from escarmouche.systems.masse.rules.bases import second_rank as second_rank
from escarmouche.systems.masse.rules.bases import size_of as size_of
from escarmouche.systems.masse.rules.bases import spacing as spacing
from escarmouche.systems.masse.rules.bases import stand as stand
from escarmouche.systems.masse.rules.bases import touching_figures as touching_figures
from escarmouche.systems.masse.rules.facing import attack_sector as attack_sector
from escarmouche.systems.masse.rules.facing import in_front_of as in_front_of
from escarmouche.systems.masse.rules.facing import looking_from as looking_from
from escarmouche.systems.masse.rules.facing import melee_sector as melee_sector
from escarmouche.systems.masse.rules.facing import sector as sector
from escarmouche.systems.masse.rules.facing import setting_off as setting_off
from escarmouche.systems.masse.rules.facing import viewpoint as viewpoint
from escarmouche.systems.masse.rules.sightlines import lowest_over
from escarmouche.systems.masse.rules.values import COVERS, LIGHT
from escarmouche.systems.masse.troops import BESIDE
from escarmouche.table.pieces import Piece
from escarmouche.table.shapes import (
    Polygon,
    disc_gap_polygon,
    inside,
    polygon_gap,
    polygons_meet,
    polygons_within,
    rectangle,
    segment_meets_polygon,
    square_between,
)

STEP: Final = 5 * METRE
"""A step of height: 5 m. (masse.fly.altitude, masse.init.mod-height)"""

DOORSTEP: Final = INCH // 2
"""Whoever is nearer than this to an opening stands at it."""

PARAPET: Final = INCH
"""Fighters on a wall reach those who come over its edge no farther away than this."""

HOLD: Final = 3 * INCH // 2
"""Whoever is inside and no farther than this from an opening holds it. (masse.entry.situation)"""

WALL: Final = "wall"
"""The role of a wall: one stands on it, not in it."""

ENCLOSURE: Final = "enclosure"
"""The role of a fortified enclosure: an area, not an obstacle. (masse.building.definition)"""

HILL: Final = "elevations"
"""The kind of a hill. It cuts off the view of those on either side of it, and those on it are below its crest for whoever
stands lower. (masse.terrain.elevation)"""


def inches(hundredths: int) -> int:
    """Hundredths of an inch on the table. (masse.scale.measuring)"""
    return hundredths * INCH // 100


# ---------------------------------------------------------------- who is who


def enemies(world: World, unit: Unit) -> list[Unit]:
    """The enemy units and individuals on the table, in a list that is not to be changed."""
    return world.on_table(1 - unit.seat)


def enemies_about(world: World, unit: Unit, reach: int) -> list[Unit]:
    """A quick look: those of the enemies who may be no farther away than this."""
    x: i64 = unit.x
    y: i64 = unit.y
    near: i64 = stand(unit).reach + reach
    found = []
    for other in enemies(world, unit):
        far = near + stand(other).reach
        if -far <= other.x - x <= far and -far <= other.y - y <= far:
            found.append(other)
    return found


def nearest_of(others: list[Unit], unit: Unit) -> Unit:
    """The one of them whose centre is nearest to the unit's, the first of equals."""
    best = others[0]
    least = square_between(best.x, best.y, unit.x, unit.y)
    for other in others:
        square = square_between(other.x, other.y, unit.x, unit.y)
        if square < least:
            best, least = other, square
    return best


def holding_back(world: World, seat: i64) -> list[int]:
    """Those of a side who wait for their moment. (masse.turn.delay)"""
    found: list[int] = []
    for unit in world.units:
        if unit.waiting and not unit.acted and unit.seat == seat and unit.status == ON_TABLE:
            found.append(unit.id)
    return found


def targets_of(world: World) -> list[int]:
    """The units that somebody has declared to charge."""
    return [unit.declared for unit in world.units if unit.declared >= 0]


def friends(world: World, unit: Unit) -> list[Unit]:
    """The other units and individuals of its side on the table."""
    return [other for other in world.units if other.seat == unit.seat and other.status == ON_TABLE and other.id != unit.id]


def strength(unit: Unit) -> int:
    """The NV left in a unit. (masse.morale.strength)"""
    return unit.figures * unit.card.nv - unit.carried


def heroes_in(world: World, unit: Unit) -> list[Unit]:
    """The heroes inside a unit, its commander and its champions."""
    return [hero for hero in world.units if hero.status == JOINED and hero.host == unit.id]


def commander_of(world: World, unit: Unit) -> Unit | None:
    """The hero who commands from inside the unit, if any. (masse.hero.position-commander)"""
    for hero in heroes_in(world, unit):
        if hero.role == COMMANDER:
            return hero
    return None


def place_of(world: World, hero: Unit) -> Unit:
    """Where a hero stands: itself, or the unit it is in."""
    return world.units[hero.host] if hero.status == JOINED else hero


def heroes_commanding(world: World, unit: Unit) -> list[Unit]:
    """The heroes of its side in whose command radius at least one of its figures stands, who are in it, or who are in the same
    building or enclosure (masse.building.command-extends). (masse.org.stat-rc, masse.hero.army-commander) A commander inside
    another unit commands only that one, a monster nobody (masse.monster.no-command)."""
    found = []
    for hero in world.units:
        if hero.seat != unit.seat or hero.card.category != "hero" or hero.status not in (ON_TABLE, JOINED):
            continue
        inside_it = hero.status == JOINED and hero.host == unit.id
        place = place_of(world, hero)
        if inside_it or (hero.role != COMMANDER and place.status == ON_TABLE and reaches(world, hero, place, unit)):
            found.append(hero)
    return found


def reaches(world: World, hero: Unit, place: Unit, unit: Unit) -> bool:
    """Does a hero's command reach the unit: within his radius, or anywhere in the building or enclosure he is in?
    (masse.building.command-extends)"""
    return reached(place, unit, hero.card.radius) or (len(world.structures) > 0 and under_one_roof(world, place, unit))


def under_one_roof(world: World, a: Unit, b: Unit) -> bool:
    """Are they in the same building, or in the same fortified enclosure?"""
    if a.building >= 0 and a.building == b.building:
        return True
    for structure in world.structures:
        if structure.role == ENCLOSURE and inside(structure.shape, a.x, a.y) and inside(structure.shape, b.x, b.y):
            return True
    return False


def has_commander(world: World, unit: Unit) -> bool:
    """Is it led: by a hero in it, or from within a friendly command radius? Single figures need nobody.
    (masse.melee.mod-no-commander)"""
    return is_individual(unit) or unit.card.category in ("chariot", "engine") or len(heroes_commanding(world, unit)) > 0


# ---------------------------------------------------------------- distances and contact


def far_apart(a: Unit, b: Unit, reach: int) -> bool:
    """A quick look: are they surely farther apart than this?"""
    far: i64 = stand(a).reach + stand(b).reach + reach
    return square_between(a.x, a.y, b.x, b.y) > far * far


def gap(a: Unit, b: Unit) -> int:
    """From the nearest base edge to the nearest base edge, horizontally. (masse.scale.measuring)"""
    return polygon_gap(footprint(a), footprint(b))


def reached(a: Unit, b: Unit, reach: int) -> bool:
    """At most so far apart. (masse.scale.measuring)"""
    return not far_apart(a, b, reach) and polygons_within(footprint(a), footprint(b), reach)


def within(a: Unit, b: Unit, reach: int) -> bool:
    """Strictly nearer than this. (masse.scale.measuring)"""
    return reached(a, b, reach - 1)


def meets_box(shape: Polygon, left: i64, bottom: i64, right: i64, top: i64) -> bool:
    """Does the box around a shape touch another?"""
    return shape.left <= right and left <= shape.right and shape.bottom <= top and bottom <= shape.top


def same_level(a: Unit, b: Unit) -> bool:
    """Neither in the air above the other, nor on another floor, nor one within a structure or siege engine and the other
    without."""
    if a.altitude != b.altitude or a.floor != b.floor or a.aboard != b.aboard:
        return False
    return (a.building >= 0) == (b.building >= 0)


def contact(a: Unit, b: Unit) -> bool:
    """Do their bases touch, even at a corner? (masse.melee.contact, masse.combat.engagement)"""
    return same_level(a, b) and reached(a, b, CONTACT)


def foes(world: World, unit: Unit) -> list[Unit]:
    """The enemy units in contact with it."""
    units = world.units
    return [units[id] for id in met(world, unit)]


def engaged(world: World, unit: Unit) -> bool:
    """Is it in melee? (masse.combat.engagement)"""
    return len(met(world, unit)) > 0


def met(world: World, unit: Unit) -> tuple[int, ...]:
    """The ids of the enemies in contact with it; kept for those who stand in the world."""
    if world.units[unit.id] is not unit:
        return met_now(world, unit)  # it is only imagined to stand there
    melees = world._melees
    if melees is None or melees.units is not world.units or melees.structures is not world.structures:
        melees = world._melees = Melees(world.units, world.structures, [None] * len(world.units))
    known = melees.known[unit.id]
    if known is None:
        known = melees.known[unit.id] = met_now(world, unit)
    return known


def met_now(world: World, unit: Unit) -> tuple[int, ...]:
    """The ids of the enemies in contact with a unit that stands like this."""
    near = enemies(world, unit) if world.structures else enemies_about(world, unit, CONTACT)
    return tuple([other.id for other in near if meets(world, unit, other)])


def meets(world: World, a: Unit, b: Unit) -> bool:
    """Do they fight if they are enemies: bases in contact, both in one building, over a threshold or over a parapet?"""
    return contact(a, b) or (len(world.structures) > 0 and across(world, a, b))


# ---------------------------------------------------------------- contact in and about structures


def solid(structure: Structure) -> bool:
    """Does it still stand in the way? (masse.structure.destroyed, masse.building.definition)"""
    return structure.role != ENCLOSURE and not structure.destroyed()


def in_building(world: World, unit: Unit) -> bool:
    """Is it in a closed space that stands: a house, a tower, a gatehouse? The top of a wall is none, unless the players say so.
    (masse.building.definition, masse.building.morale)"""
    if unit.building < 0 or not solid(world.structures[unit.building]):
        return False
    return world.structures[unit.building].role != WALL or WALLS_AS_BUILDINGS in world.switches


def across(world: World, a: Unit, b: Unit) -> bool:
    """Do they meet within a structure, at one of its openings, or at the top of its walls?"""
    if a.altitude != b.altitude:
        return False
    if a.building >= 0 and a.building == b.building:
        return a.floor == b.floor and world.structures[a.building].role != WALL
    if (a.building >= 0) == (b.building >= 0):
        return False
    within_it, without = (a, b) if a.building >= 0 else (b, a)
    return over_parapet(world, within_it, without) or len(thresholds(world, within_it, without)) > 0


def thresholds(world: World, within_it: Unit, without: Unit) -> list[str]:
    """The kinds of the openings at which one unit holds a building and the other stands before it. (masse.entry.situation)"""
    if within_it.floor or without.floor or without.aboard >= 0 or within_it.building < 0:
        return []
    return [
        kind
        for kind, x, y in world.structures[within_it.building].openings
        if disc_gap_polygon(x, y, 0, footprint(without)) <= DOORSTEP and disc_gap_polygon(x, y, 0, footprint(within_it)) <= HOLD
    ]


def over_parapet(world: World, above: Unit, other: Unit) -> bool:
    """Has the other come up to a unit on top of a structure: its first figures off their ladders, or on the platform of a
    siege tower that stands against it? (masse.escalade.attack-from-top, masse.escalade.siege-tower)"""
    if above.building < 0 or above.floor == 0:
        return False
    if above.floor in other.climbers:
        return above.building in [at_foot_of(ladder) for ladder in other.ladders] and reached(above, other, PARAPET)
    return docked(world, other, above.building, above.floor) and (
        polygons_within(engine_shape(world.units[other.aboard]), footprint(above), PARAPET)
    )


def at_foot_of(ladder: int) -> int:
    """The structure a ladder or a grapnel leans on."""
    return ladder if ladder >= 0 else ~ladder


def docked(world: World, unit: Unit, structure: int, height: int) -> bool:
    """Is it in a siege tower that stands against this structure and is as high as that? (masse.escalade.siege-tower)"""
    if unit.aboard < 0:
        return False
    tower = world.units[unit.aboard]
    machine = tower.card.machine
    against = polygons_within(engine_shape(tower), world.structures[structure].shape, CONTACT)
    return against and machine is not None and machine.height >= height


def engine_shape(unit: Unit) -> Polygon:
    """The place an engine takes up, with or without its crew."""
    return rectangle(unit.x, unit.y, unit.card.front // 2, unit.card.depth // 2, unit.facing)


def confined(unit: Unit) -> bool:
    """Is it where nobody manoeuvres: in or on a structure, in a siege engine, on ladders?"""
    return unit.building >= 0 or unit.aboard >= 0 or any(height > unit.floor for height in unit.climbers)


def let_go(twin: Unit) -> None:
    """A unit that moves off leaves its ladders, its foothold and whatever it was crossing or sheltering in."""
    twin.ladders = ()
    twin.climbers = ()
    twin.crossing = 0
    twin.passage = ()
    twin.foothold = 0
    if twin.aboard >= 0:
        twin.aboard = -1
        twin.floor = 0


# ---------------------------------------------------------------- heights


def height_of(world: World, unit: Unit) -> i64:
    """How high it is: the ground or floor under it, and its altitude. (masse.fly.altitude)"""
    if unit.building >= 0 or unit.aboard >= 0:
        return unit.floor + unit.altitude * STEP
    return stand(unit).level(world.pieces) + unit.altitude * STEP


# ---------------------------------------------------------------- field of view (masse.view.field-of-view)


@final
class Between:
    """What may close lines of sight between a viewer and a target, inside a box: obstacles that give at least light cover and
    are not right beside either (masse.view.behind-obstacle), structures, other units. Height looks over them.
    (masse.view.line-of-sight)"""

    __slots__ = ("low", "high", "pieces", "shapes")

    def __init__(self, world: World, viewer: Unit, target: Unit, left: i64, bottom: i64, right: i64, top: i64) -> None:
        self.low = height_of(world, viewer)
        self.high = height_of(world, target)
        self.pieces: list[Piece] = []
        self.shapes: list[Polygon] = []
        for number, piece in enumerate(world.pieces):
            if not (piece.blocks_sight or piece.kind == HILL) or not meets_box(piece.shape, left, bottom, right, top):
                continue
            if not stand(viewer).beside(world.pieces)[number] and not stand(target).beside(world.pieces)[number]:
                self.pieces.append(piece)
        for structure in world.structures:
            if meets_box(structure.shape, left, bottom, right, top) and self.hides(structure, viewer, target):
                self.shapes.append(structure.shape)
        if viewer.altitude == 0 and target.altitude == 0:
            self.look_for_units(world, viewer, target, left, bottom, right, top)

    def hides(self, structure: Structure, viewer: Unit, target: Unit) -> bool:
        """Does a structure hide what is behind it? Not for those in or on it, nor for those looking over its top."""
        if not solid(structure) or viewer.building == structure.id or target.building == structure.id:
            return False
        return self.low < structure.height and self.high < structure.height

    def look_for_units(self, world: World, viewer: Unit, target: Unit, left: i64, bottom: i64, right: i64, top: i64) -> None:
        """Other units hide what is behind their footprint, but not from those 5 m higher than they."""
        for other in world.units:
            if other.status != ON_TABLE or other.altitude or other.id == viewer.id or other.id == target.id:
                continue
            reach: i64 = stand(other).reach
            if not (left - reach <= other.x <= right + reach and bottom - reach <= other.y <= top + reach):
                continue
            if not is_individual(other) and max(self.low, self.high) < height_of(world, other) + STEP:
                self.shapes.append(footprint(other))

    def blocked(self, x0: int, y0: int, x1: int, y1: int) -> bool:
        """Is the straight line between two points in the box closed?"""
        for piece in self.pieces:
            if segment_meets_polygon(x0, y0, x1, y1, piece.shape) and not self.above(piece, x0, y0, x1, y1):
                return True
        return any(segment_meets_polygon(x0, y0, x1, y1, shape) for shape in self.shapes)

    def above(self, piece: Piece, x0: int, y0: int, x1: int, y1: int) -> bool:
        """Does the line pass above the top of this piece?"""
        if not 0 < piece.height <= max(self.low, self.high):
            return False
        return lowest_over(piece.shape, (x0, y0, self.low), (x1, y1, self.high)) >= piece.height


def between(world: World, viewer: Unit, target: Unit) -> Between:
    """What may close lines of sight from any point of the viewer to any point of the target."""
    a, b = footprint(viewer), footprint(target)
    left, bottom = min(a.left, b.left) - CONTACT, min(a.bottom, b.bottom) - CONTACT
    return Between(world, viewer, target, left, bottom, max(a.right, b.right) + CONTACT, max(a.top, b.top) + CONTACT)


def line_blocked(world: World, viewer: Unit, target: Unit, x0: int, y0: int, x1: int, y1: int) -> bool:
    """Is the straight line between two points closed? (masse.view.line-of-sight)"""
    way = Between(world, viewer, target, min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1))
    return way.blocked(x0, y0, x1, y1)


def beside_piece(piece: Piece, unit: Unit) -> bool:
    """In it, or in base contact with it: a gap below half an inch. (masse.view.behind-obstacle)"""
    return inside(piece.shape, unit.x, unit.y) or polygons_within(piece.shape, footprint(unit), BESIDE)


def sees(world: World, viewer: Unit, target: Unit) -> bool:
    """Has the viewer at least one figure of the target in its field of view? (masse.view.field-of-view,
    masse.view.purpose)"""
    way: Between | None = None
    for x1, y1 in sight_points(target):
        if in_front_of(viewer, x1, y1):
            if way is None:
                way = between(world, viewer, target)
            x0, y0 = viewpoint(viewer, x1, y1)
            if not way.blocked(x0, y0, x1, y1):
                return True
    return False


def sight_points(target: Unit) -> tuple[tuple[int, int], ...]:
    """Points of a target that a line of sight may end on: its centre and the corners of its footprint."""
    return stand(target).sights()


# ---------------------------------------------------------------- cover (masse.terrain.cover-classes)


def one_class_less(cover: int) -> int:
    """The next lower class of cover. (masse.terrain.cover-lost-when-fighting)"""
    return COVERS[max(0, COVERS.index(cover) - 1)]


def cover_percent(piece: Piece) -> int:
    """The cover that a piece of terrain gives, written in its tags as "cover-50"; light below the crest of a hill
    (masse.terrain.elevation)."""
    if piece.kind == HILL:
        return LIGHT
    for tag in piece.tags:
        if tag.startswith("cover-"):
            return int(tag[6:])
    return 0


def cover_of(world: World, target: Unit, attacker: Unit) -> int:
    """The cover of a target from an attacker, in percent: of the ground it stands in, of the obstacle it stands directly
    behind, of the structure or siege engine it is in; an obstacle's cover drops one class for a unit that fought in its latest
    action (masse.terrain.cover-lost-when-fighting). In the air there is none."""
    if target.altitude > 0:
        return 0
    best = 0
    for piece in world.pieces:
        percent = cover_percent(piece)
        if percent > best and gives_cover(world, piece, target, attacker):
            lost = "obstacle" in piece.tags and target.fought
            best = max(best, one_class_less(percent) if lost else percent)
    if target.building >= 0:
        best = max(best, structure_cover(world, target, attacker))
    machine = world.units[target.aboard].card.machine if target.aboard >= 0 else target.card.machine
    return best if machine is None else max(best, machine.cover)  # masse.escalade.tower-cover


def structure_cover(world: World, target: Unit, attacker: Unit) -> int:
    """What the structure it is in or on covers: nothing from those who have got in, little from those who have come up to the
    parapet (masse.escalade.attack-from-top), and a class less once it has fought."""
    structure = world.structures[target.building]
    if not solid(structure) or attacker.building == target.building:
        return 0
    if attacker.foothold and thresholds(world, target, attacker):
        return 0
    if over_parapet(world, target, attacker):
        return LIGHT
    return one_class_less(structure.cover) if target.fought else structure.cover


def gives_cover(world: World, piece: Piece, target: Unit, attacker: Unit) -> bool:
    """Does the piece protect this target from this attacker: it stands in it, or behind it on the line between them?"""
    if piece.kind == HILL:
        if BARE_CRESTS in world.switches:
            return False
        return inside(piece.shape, target.x, target.y) and height_of(world, attacker) < height_of(world, target)
    if inside(piece.shape, target.x, target.y) and "obstacle" not in piece.tags:
        return not inside(piece.shape, attacker.x, attacker.y) or "forest" in piece.tags
    if not segment_meets_polygon(attacker.x, attacker.y, target.x, target.y, piece.shape):
        return False
    return beside_piece(piece, target)


def in_difficult(world: World, unit: Unit) -> bool:
    """Does it stand in marsh, sand or snow? (masse.terrain.difficult)"""
    if unit.altitude > 0:
        return False
    return any(piece.difficult and polygons_meet(piece.shape, footprint(unit)) for piece in world.pieces)


def is_champion(unit: Unit) -> bool:
    """A hero who has joined a unit for a time. (masse.hero.position-champion)"""
    return unit.status == JOINED and unit.role == CHAMPION
