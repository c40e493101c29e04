"""Places: what lies where a figure comes. Hidden markers, things to find, dangerous ground."""

from __future__ import annotations

from typing import Final

from escarmouche.core.effects import Call, Chance, Roll, Script, Tell, rule
from escarmouche.core.later import Later
from escarmouche.systems.sbh.model import (
    FLYING,
    FORESTER,
    LONG,
    MOUNTED,
    ON_TABLE,
    SWARM,
    Figure,
    Marker,
    World,
)
from escarmouche.systems.sbh.rules.conventions import homeward
from escarmouche.systems.sbh.rules.ending import out_of_play
from escarmouche.systems.sbh.rules.quality import quality_bonus, quality_roll
from escarmouche.systems.sbh.rules.quests import marker_by_id, marker_radius, search, without
from escarmouche.systems.sbh.rules.swarms import is_free
from escarmouche.table.hexes import distance as hex_distance
from escarmouche.table.hexes import hex_at, hex_centre, ring
from escarmouche.table.hexes import line as hex_line
from escarmouche.table.pieces import Piece
from escarmouche.table.shapes import disc_meets_polygon, segment_distance_squared, sweep_meets_polygon
from escarmouche.table.trig import step

AMBUSH: Final = "ambush"
HARD: Final = "hard-terrain"

# ---------------------------------------------------------------- under a marker


def hidden_marker(world: World, id: int) -> int:
    """The ambush marker under which this fighter hides, as an index among the markers, or -1."""
    for index, marker in enumerate(world.markers):
        if marker.kind == AMBUSH and marker.figure == id:
            return index
    return -1


def reveal(world: World, id: int) -> Script:
    """If the fighter is hidden under a marker it is put on the table. Returns the world. (sbh.scenario.ambush.reveal)"""
    index = hidden_marker(world, id)
    if index < 0:
        return world
    world = yield from uncover(world, world.markers[index])
    return (yield from clear_decoys(world))


def uncover(world: World, marker: Marker) -> Script:
    """A marker is lifted: a real one is replaced by its fighter, a decoy is taken away. The bases of a Swarm, which stay
    together, are revealed together. Returns the world."""
    world = without(world, marker.id)
    if marker.figure < 0:
        yield Tell("sbh.scenario.ambush.reveal", "decoy", (marker.x, marker.y))
        return world
    twin = world.figures[marker.figure].copy()
    twin.x, twin.y = room_at(world, twin, marker.x, marker.y)
    twin.status = ON_TABLE
    world = there_all_along(world.with_figure(twin), twin)
    yield Tell("sbh.scenario.ambush.reveal", "revealed", (twin.id, twin.x, twin.y))
    if twin.has(SWARM):
        for other in world.markers:
            if is_kin_under(world, twin, other):
                return (yield from uncover(world, other))
    return world


def there_all_along(world: World, figure: Figure) -> World:
    """The world in which the turn began with this figure where it is: markers do not move, so scenery that hides it now hid it
    then, and it may strike from ambush. (sbh.ambush.definition)"""
    if not world.dawn:
        return world
    dawn = list(world.dawn)
    dawn[figure.id] = figure
    twin = world.copy()
    twin.dawn = tuple(dawn)
    return twin


def is_kin_under(world: World, figure: Figure, marker: Marker) -> bool:
    """Is there a base of the same Swarm under the marker?"""
    if marker.kind != AMBUSH or marker.figure < 0:
        return False
    other = world.figures[marker.figure]
    return other.seat == figure.seat and other.card.profile == figure.card.profile


def clear_decoys(world: World) -> Script:
    """Once every fighter of the band is on the table its other markers go. (sbh.scenario.ambush.remove-rest)"""
    left = [marker for marker in world.markers if marker.kind == AMBUSH]
    if not left or any(marker.figure >= 0 for marker in left):
        return world
    yield Tell("sbh.scenario.ambush.remove-rest", "markers-removed", (left[0].seat,))
    return world.with_markers(tuple([marker for marker in world.markers if marker.kind != AMBUSH]))


def room_at(world: World, figure: Figure, x: int, y: int) -> tuple[int, int]:
    """The spot itself, or the nearest one where the base has room, sought from the fighter's own edge round: a marker may be
    smaller than the base under it."""
    if has_room(world, figure, x, y):
        return x, y
    width = world.ground.hex_width
    if width:
        for far in range(1, 30):
            for at in ring(hex_at(x, y, width), far):
                spot = hex_centre(at, width)
                if has_room(world, figure, spot[0], spot[1]):
                    return spot
        return x, y
    pace, home = max(1, figure.card.radius // 4), homeward(world, figure)
    for far in range(1, 80):
        for turn in range(24):
            spot = step(x, y, home + turn * 1500, far * pace)
            if has_room(world, figure, spot[0], spot[1]):
                return spot
    return x, y


def has_room(world: World, figure: Figure, x: int, y: int) -> bool:
    """Can the base stand there: on the table, on nobody, in nothing impassable?"""
    if not is_free(world, figure, x, y):
        return False
    return not any(
        piece.impassable and disc_meets_polygon(x, y, figure.card.radius, piece.shape) for piece in world.ground.pieces
    )


def shuffle_markers(world: World, seat: int, chance: Chance) -> World:
    """The world with the fighters that are hidden from a seat put under others of their band's markers, as chance will have
    it; as many stay real. The draws are the same however many markers are left."""
    for band in world.bands:
        if band.seat == seat:
            continue
        crew = [figure.id for figure in world.figures if figure.seat == band.seat]
        orders = {id: (chance.below(1 << 30), id) for id in crew}
        keys = [(chance.below(1 << 30), number) for number in range(2 * len(crew))]
        markers = [marker for marker in world.markers if marker.kind == AMBUSH and marker.seat == band.seat]
        if not markers:
            continue
        hidden = sorted([marker.figure for marker in markers if marker.figure >= 0], key=lambda one: orders[one])
        order = sorted([marker.id for marker in markers], key=lambda one: keys[one % len(keys)])
        under = dict(zip(order, hidden, strict=False))
        world = world.with_markers(
            tuple([covering(marker, under) if marker in markers else marker for marker in world.markers])
        )
    return world


def covering(marker: Marker, under: dict[int, int]) -> Marker:
    """The marker with the fighter that lies under it in this assignment."""
    return Marker(marker.id, marker.kind, marker.x, marker.y, marker.seat, under.get(marker.id, -1))


# ---------------------------------------------------------------- arriving


def eventful(world: World) -> bool:
    """Can anything happen where a figure comes?"""
    return len(world.markers) > 0 or world.scenario == HARD


@rule("sbh.scenario.treasure.search", "sbh.scenario.quest.search", "sbh.scenario.ambush.reveal")
def arrive(world: World, id: int, from_x: int, from_y: int) -> Script:
    """What happens where a figure has come, moved by its own will or not: enemies in hiding show themselves, markers are
    searched, the ground is dangerous. Returns the world."""
    if not eventful(world):
        return world
    if world.scenario == HARD:
        for piece in entered(world, world.figures[id], from_x, from_y):
            if world.figures[id].status == ON_TABLE:
                world = yield Call(hazard, world, id, piece)
        return world
    found = False
    for marker in world.markers:
        if sighted(world, world.figures[id], from_x, from_y, marker) and marker_by_id(world, marker.id) is not None:
            world = yield from uncover(world, marker)
            found = True
    if found:
        world = yield from clear_decoys(world)
    return (yield from search(world, id))


def sighted(world: World, figure: Figure, from_x: int, from_y: int, marker: Marker) -> bool:
    """Did the figure come within Long of this hidden enemy at any point of its move? (sbh.scenario.ambush.reveal)"""
    if marker.kind != AMBUSH or marker.seat == figure.seat:
        return False
    width = world.ground.hex_width
    if width:
        there = hex_at(marker.x, marker.y, width)
        way = hex_line(hex_at(from_x, from_y, width), hex_at(figure.x, figure.y, width))
        return min([hex_distance(at, there) for at in way]) <= world.ruler(LONG)
    reach = world.ruler(LONG) + figure.card.radius + marker_radius(world.ground)
    return segment_distance_squared(from_x, from_y, figure.x, figure.y, marker.x, marker.y) <= reach * reach


# ---------------------------------------------------------------- hard terrain


def entered(world: World, figure: Figure, from_x: int, from_y: int) -> list[int]:
    """The pieces of scenery it has entered on its way, as indices; a flier enters only where it lands."""
    radius = figure.card.radius
    return [
        index
        for index, piece in enumerate(world.ground.pieces)
        if not disc_meets_polygon(from_x, from_y, radius, piece.shape) and comes_into(figure, from_x, from_y, piece)
    ]


def comes_into(figure: Figure, from_x: int, from_y: int, piece: Piece) -> bool:
    """Does its way lead into the piece?"""
    if figure.has(FLYING):
        return disc_meets_polygon(figure.x, figure.y, figure.card.radius, piece.shape)
    return sweep_meets_polygon(from_x, from_y, figure.x, figure.y, figure.card.radius, piece.shape)


def danger(figure: Figure) -> int:
    """The lowest die that puts it in danger: 5, for the Mounted 4, for a Forester 6; the two cancel out."""
    least = 5
    if figure.has(MOUNTED):
        least -= 1
    return least + 1 if figure.has(FORESTER) else least


@rule("sbh.scenario.hard-terrain.hazard")
def hazard(world: World, id: int, piece: int) -> Script:
    """Whoever enters a piece of scenery rolls a die; in danger it needs a Quality roll on one die, or is lost. Returns the
    world."""
    figure = world.figures[id]
    least = danger(figure)
    table = tuple([1 if face >= least else 0 for face in range(1, 7)])
    kind = "terrain-" + world.ground.pieces[piece].kind
    trapped = yield Roll("sbh.scenario.hard-terrain.hazard", figure.seat, world, 1, 6, table, id)
    if not trapped:
        yield Tell("sbh.scenario.hard-terrain.hazard", "enters-safely", (id, kind))
        return world
    yield Tell("sbh.scenario.hard-terrain.hazard", "in-danger", (id, kind))
    world, successes = yield from quality_roll(world, id, "sbh.scenario.hard-terrain.hazard", 1, quality_bonus(world, figure))
    if successes:
        yield Tell("sbh.scenario.hard-terrain.hazard", "escapes", (id, kind), "escapes")
        return world
    twin = out_of_play(world.figures[id], "hazard")
    yield Tell("sbh.scenario.hard-terrain.hazard", "lost-to-terrain", (id, kind), "lost")
    return Call(aftermath_rule(), world.with_figure(twin), id, False)


aftermath_rule: Final = Later("sbh.morale.trigger-order")
"""The rule of what follows a loss; it stands in the chapter on morale, which needs this one."""
