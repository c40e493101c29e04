"""Movement: sticks, straight lines, difficult ground, and what a move brings about."""

from __future__ import annotations

from typing import Any, Final, final

from mypy_extensions import i64, mypyc_attr

from escarmouche.core.effects import Answer, Call, Chance, Part, Refusal, Script, Tell, rule
from escarmouche.kit.menu import malformed, no
from escarmouche.systems.sbh.model import (
    FLYING,
    LONG_MOVE,
    MEDIUM,
    ON_TABLE,
    SHORT,
    SHORT_MOVE,
    SLOW,
    SWARM,
    Figure,
    World,
)
from escarmouche.systems.sbh.rules.actions import REGROUP, Action, Doing, held_refusal, price_refusal, prone_refusal, register
from escarmouche.systems.sbh.rules.conventions import (
    THIN,
    apart,
    bars,
    clipped,
    contact,
    enemies,
    fits_table,
    foes_at,
    girth,
    guarded,
    has_enemies,
    kept_hidden,
    span,
    stature,
    touches,
)
from escarmouche.systems.sbh.rules.conventions import snapped as snapped
from escarmouche.systems.sbh.rules.places import arrive, eventful
from escarmouche.systems.sbh.rules.quests import errands
from escarmouche.systems.sbh.rules.swarms import awaited, breaks_swarm
from escarmouche.systems.sbh.rules.terror import dares, flight_rule, horrified, shuns
from escarmouche.systems.sbh.rules.values import COST, IGNORED_BY
from escarmouche.table.hexes import distance as hex_distance
from escarmouche.table.hexes import hex_at, hex_centre
from escarmouche.table.hexes import line as hex_line
from escarmouche.table.pieces import Piece
from escarmouche.table.shapes import (
    contact_point,
    disc_meets_polygon,
    inside,
    overlapping,
    segment_meets_polygon,
    square_between,
    sweep_meets_disc,
    sweep_meets_polygon,
    towards,
)
from escarmouche.table.trig import step
from escarmouche.table.whole import nearest

FULL_TURN: Final = 36000
PLAIN_MOVE: Final = COST["move"]
HARD_MOVE: Final = COST["short-move-difficult"]
SAME_SPOT: Final = 500
"""Moves that end less than 5 mm apart are listed as one."""

ROUNDED: Final = 2
"""A point of a straight line, in whole numbers, is nearer to it than this."""

# ---------------------------------------------------------------- difficult ground


def ignores(world: World, figure: Figure, piece: Piece) -> bool:
    """Does this difficult ground not slow the figure? Foresters in woods (sbh.special.forester), the Amphibious in marsh
    and water (sbh.special.amphibious), fliers everywhere (sbh.special.flying-move), and once a game the one that knows
    the terrain (sbh.campaign.upgrade.terrain-knowledge)."""
    return figure.has(IGNORED_BY[piece.kind]) or world.bands[figure.seat].surefoot == figure.id


def bridged(world: World, figure: Figure, x: i64, y: i64, water: Piece) -> bool:
    """Does a bridge or ford carry the move wherever its line is over this water?"""
    bridges = world.ground.bridges()
    if not bridges:
        return False
    if not sweep_meets_polygon(figure.x, figure.y, x, y, ROUNDED, water.shape):
        return True  # only the base grazes it
    dx: i64 = x - figure.x
    dy: i64 = y - figure.y
    for i in range(32, -1, -1):  # more often the end lies in the water than the start
        px, py = figure.x + nearest(dx * i, 32), figure.y + nearest(dy * i, 32)
        if inside(water.shape, px, py) and not any(inside(bridge.shape, px, py) for bridge in bridges):
            return False
    return True


def in_difficult(world: World, figure: Figure, x: i64, y: i64) -> bool:
    """Does the straight move to x, y pass through any difficult ground that slows the figure, or climb?
    (sbh.movement.difficult, sbh.woods.difficult)"""
    if climbs(world, figure, x, y):
        return True
    radius = girth(world, figure)
    for piece in world.ground.rough():
        if (
            sweep_meets_polygon(figure.x, figure.y, x, y, radius, piece.shape)
            and not ignores(world, figure, piece)
            and not (piece.kind == "water" and bridged(world, figure, x, y, piece))
        ):
            return True
    return False


def climbs(world: World, figure: Figure, x: i64, y: i64) -> bool:
    """Does the straight move to x, y lead up or down the side of a cliff or structure that is higher than half the figure?
    The Clinging walk there (sbh.special.clinging), fliers pass above. (sbh.movement.difficult)"""
    for piece in world.ground.cliffs():
        if (
            2 * piece.floor > stature(world, figure)
            and not figure.has(IGNORED_BY[piece.kind])
            and segment_meets_polygon(figure.x, figure.y, x, y, piece.shape)
            and not (inside(piece.shape, figure.x, figure.y) and inside(piece.shape, x, y))
        ):
            return True
    return False


def pace(figure: Figure) -> i64:
    """The stick of its profile, SHORT, MEDIUM or LONG; Medium when the special rule that says otherwise is cancelled
    (sbh.campaign.upgrade.dirty-tricks)."""
    if figure.cancelled & (SHORT_MOVE | LONG_MOVE):
        return MEDIUM
    return figure.card.move


def stick(world: World, figure: Figure, difficult: bool) -> i64:
    """The length of one move action: Medium (sbh.movement.medium-default), unless the profile says Short
    (sbh.special.short-move) or Long (sbh.special.long-move); riders too go by their profile (sbh.movement.categories,
    sbh.movement.cavalry). One category less in difficult ground (sbh.movement.difficult, sbh.reference.movement)."""
    category = pace(figure)
    if difficult and category > SHORT:
        category -= 1
    return world.ruler(category)


def move_cost(world: World, figure: Figure, x: i64, y: i64) -> int:
    """One action (sbh.action.move); two for a Short mover in difficult ground (sbh.movement.difficult-short,
    sbh.action.short-move-difficult), and for whoever climbs (sbh.movement.difficult)."""
    if climbs(world, figure, x, y) or (pace(figure) == SHORT and in_difficult(world, figure, x, y)):
        return HARD_MOVE
    return PLAIN_MOVE


# ---------------------------------------------------------------- the way


def length_of(world: World, figure: Figure, x: i64, y: i64) -> i64:
    """The squared length of a move, or the hexes it counts on a hexagon board."""
    width = world.ground.hex_width
    if width:
        return hex_distance(hex_at(figure.x, figure.y, width), hex_at(x, y, width))
    return square_between(figure.x, figure.y, x, y)


def reaches(world: World, figure: Figure, x: i64, y: i64, length: i64) -> bool:
    """Is x, y no farther than this in a straight line? (sbh.movement.straight-line, sbh.movement.partial)"""
    far = length_of(world, figure, x, y)
    return far <= length if world.ground.hex_width else far <= length * length


def flies_over(figure: Figure, other: Figure) -> bool:
    """Does it pass above the other? A flier does above everybody but enemy fliers. (sbh.special.flying-move)"""
    return figure.has(FLYING) and (other.seat == figure.seat or not other.has(FLYING))


def in_the_way(world: World, figure: Figure, x: i64, y: i64) -> i64:
    """The figure that bars the straight way to x, y, or -1. (sbh.movement.figures-block)

    Fliers pass over most (sbh.special.flying-move), but land on nobody (sbh.special.flying-lands).
    """
    if world.ground.hex_width:
        return in_the_hexes(world, figure, x, y)
    radius = figure.card.radius
    left, right = min(figure.x, x) - radius, max(figure.x, x) + radius
    bottom, top = min(figure.y, y) - radius, max(figure.y, y) + radius
    for other in world.figures:
        if other.id == figure.id or other.status != ON_TABLE:
            continue
        size = other.card.radius
        if other.x + size < left or other.x - size > right or other.y + size < bottom or other.y - size > top:
            continue
        if overlapping(x, y, radius, other.x, other.y, size):
            return other.id
        if sweep_meets_disc(figure.x, figure.y, x, y, radius, other.x, other.y, size) and not flies_over(figure, other):
            return other.id
    return -1


def in_the_hexes(world: World, figure: Figure, x: int, y: int) -> int:
    """The same on a hexagon board: one figure to a hex. A way along the edge of two hexes may pass on either side."""
    width = world.ground.hex_width
    start, end = hex_at(figure.x, figure.y, width), hex_at(x, y, width)
    blocker = -1
    for side in (1, -1):
        way = hex_line(start, end, side)
        blocker = -1
        for other in world.figures:
            if other.id != figure.id and other.status == ON_TABLE:
                at = hex_at(other.x, other.y, width)
                if at == end or (at in way and not flies_over(figure, other)):
                    blocker = other.id
                    break
        if blocker < 0:
            return -1
    return blocker


def walled(world: World, figure: Figure, x: i64, y: i64) -> bool:
    """Does impassable terrain bar the way, or lie where the figure would stop? (sbh.movement.figures-block)

    Fliers pass above it (sbh.special.flying-move) but do not land on it (sbh.special.flying-lands).
    """
    radius = girth(world, figure)
    for piece in world.ground.solid():
        if not bars(figure, piece):
            continue
        if figure.has(FLYING):
            if disc_meets_polygon(x, y, radius, piece.shape):
                return True
        elif sweep_meets_polygon(figure.x, figure.y, x, y, radius, piece.shape):
            return True
    return False


def obstruction(world: World, figure: Figure, x: i64, y: i64) -> Refusal | None:
    """What stands in the straight way to x, y or where it ends: a figure, a hidden marker, solid terrain; None when it is
    free. (sbh.movement.figures-block)"""
    blocker = in_the_way(world, figure, x, y)
    if blocker >= 0:
        return no("sbh.movement.figures-block", "figure-in-the-way", figure.id, blocker)
    if kept_hidden(world, x, y, figure.card.radius):
        return no("sbh.movement.figures-block", "marker-in-the-way", figure.id)
    if walled(world, figure, x, y):
        return no("sbh.movement.figures-block", "terrain-in-the-way", figure.id)
    return None


def way_refusal(world: World, figure: Figure, x: int, y: int, mates: tuple[int, ...] = ()) -> Refusal | None:
    """Why a straight move to x, y is not possible for this figure, whatever it costs; None when it is. `mates` are those of
    its group that may still follow."""
    if not fits_table(world, figure, x, y):
        return no("sbh.movement.straight-line", "off-the-table", figure.id, x, y)
    if world.ground.hex_width and snapped(world, x, y) != (x, y):
        return no("sbh.hex.unchanged", "not-a-hex", x, y)
    difficult = in_difficult(world, figure, x, y)
    if not reaches(world, figure, x, y, stick(world, figure, difficult)):
        rule_id = "sbh.movement.difficult" if difficult else "sbh.movement.medium-default"
        return no(rule_id, "too-far", figure.id, stick(world, figure, difficult))
    refused = obstruction(world, figure, x, y)
    if refused is not None:
        return refused
    if figure.shunned:
        for foe in foes_at(world, figure, x, y):
            if shuns(figure, foe) and not contact(world, figure, foe):
                return no("sbh.special.terror-approach", "shuns", figure.id, foe.id)
    if figure.has(SWARM) and breaks_swarm(world, figure, x, y, mates):
        return no("sbh.special.swarm-cohesion", "swarm-apart", figure.id)
    return None


# ---------------------------------------------------------------- who may move


def bound(world: World, figure: Figure) -> Refusal | None:
    """Why the fighter may not make any ordinary move now, or None: it is held, prone, Slow and has moved already, or
    operational enemies keep it in melee."""
    refused = held_refusal(figure) or prone_refusal(figure) or slow_refusal(figure)
    if refused is None and guarded(world, figure):
        return no("sbh.disengage.cost", "must-disengage", figure.id)
    return refused


def slow_refusal(figure: Figure) -> Refusal | None:
    """A Slow fighter makes one move a turn (sbh.special.slow), a Long one if it is a Long mover
    (sbh.special.slow-and-long)."""
    return no("sbh.special.slow", "slow", figure.id) if figure.moves >= 1 and figure.has(SLOW) else None


def step_refusal(doing: Doing, x: int, y: int) -> Refusal | None:
    """Why the fighter may not move to x, y now, whatever its order, or None."""
    return bound(doing.world, doing.figure()) or unbound_step_refusal(doing, x, y, doing.world)


def unbound_step_refusal(doing: Doing, x: int, y: int, near: World) -> Refusal | None:
    """The same for a fighter that nothing binds; `near` is as much of the world as the move may meet, or all of it."""
    figure = doing.figure()
    refused = way_refusal(near, figure, x, y, doing.waiting)
    if refused is not None:
        return refused
    if doing.left >= HARD_MOVE:  # no move costs more
        return None
    cost = move_cost(near, figure, x, y)
    if cost <= doing.left:
        return None
    return price_refusal(doing, cost, "action-climb" if climbs(near, figure, x, y) else "action-short-move-difficult")


def move_refusal(doing: Doing, x: int, y: int) -> Refusal | None:
    """Why the fighter may not move to x, y now, or None."""
    return bound(doing.world, doing.figure()) or unbound_move_refusal(doing, x, y, doing.world)


def unbound_move_refusal(doing: Doing, x: int, y: int, near: World) -> Refusal | None:
    """The same for a fighter that nothing binds; `near` is as much of the world as the move may meet, or all of it."""
    refused = unbound_step_refusal(doing, x, y, near)
    if refused is not None or doing.mode != REGROUP or rejoined(doing, x, y):
        return refused
    return straying_refusal(doing, x, y) if is_last_move(doing, x, y) else stranding_refusal(doing, x, y)


# ---------------------------------------------------------------- a Regroup ends in contact


def is_last_move(doing: Doing, x: int, y: int) -> bool:
    """Has it no further move in this activation after one to x, y?"""
    figure = doing.figure()
    return figure.has(SLOW) or doing.left <= move_cost(doing.world, figure, x, y)


def strays(doing: Doing, x: int, y: int) -> bool:
    """Would the fighter, standing at x, y, touch nobody of the Regroup, or of its Swarm, although it could?"""
    return not rejoined(doing, x, y) and len(rejoining(doing)) > 0


def straying_refusal(doing: Doing, x: int, y: int) -> Refusal | None:
    """Why its last move of a Regroup may not end at x, y, where it touches nobody: it could reach somebody, or it comes no
    nearer to any of them. (sbh.regroup.activation)"""
    if rejoining(doing):
        return no("sbh.regroup.activation", "regroup-contact", doing.id)
    figure = doing.figure()
    twin = figure.copy()
    twin.x, twin.y = x, y
    for other in companions(doing):
        if apart(doing.world, twin, other) < apart(doing.world, figure, other):
            return None
    return no("sbh.regroup.activation", "regroup-nearer", doing.id)


def stranding_refusal(doing: Doing, x: int, y: int) -> Refusal | None:
    """Why a move of a Regroup, not the last, may not end at x, y, where it touches nobody: it could reach somebody, and from
    there it could no more. (sbh.regroup.activation)"""
    if not rejoining(doing):
        return None
    left = doing.left - move_cost(doing.world, doing.figure(), x, y)
    after = Doing(placed(doing.world, doing.id, x, y), doing.id, left, doing.declared, doing.mode, doing.group, doing.waiting)
    return None if rejoining(after) else no("sbh.regroup.activation", "regroup-stranded", doing.id)


def companions(doing: Doing) -> list[Figure]:
    """The Leader and the others of the Regroup, as far as they are on the table; without a Regroup, those of its Swarm that
    wait for it."""
    if doing.mode != REGROUP:
        return awaited(doing.world, doing.figure(), doing.waiting)
    others = [doing.world.figures[id] for id in doing.group if id != doing.id]
    return [other for other in others if other.status == ON_TABLE]


def rejoined(doing: Doing, x: int, y: int) -> bool:
    """Would the fighter, standing at x, y, touch the Leader or another fighter of the Regroup?"""
    radius = doing.figure().card.radius
    return any(touches(doing.world, x, y, radius, other) for other in companions(doing))


def rejoining(doing: Doing) -> list[tuple[int, int]]:
    """The spots beside companions that one straight move reaches."""
    if doing.mode != REGROUP and not doing.figure().has(SWARM):
        return []
    found = doing.beside
    if found is None:
        found = spots_beside(doing)
        doing.beside = found
    return found


def spots_beside(doing: Doing) -> list[tuple[int, int]]:
    """The same, worked out."""
    found: list[tuple[int, int]] = []
    for other in companions(doing):
        spot = contact_spot(doing.world, doing.figure(), other)
        if spot is not None and step_refusal(doing, spot[0], spot[1]) is None:
            found.append(spot)
    return found


# ---------------------------------------------------------------- answers worth listing


def contact_spot(world: World, figure: Figure, other: Figure) -> tuple[int, int] | None:
    """Where a straight move towards another figure's centre first touches it."""
    width = world.ground.hex_width
    if width:
        path = hex_line(hex_at(figure.x, figure.y, width), hex_at(other.x, other.y, width))
        return hex_centre(path[-2], width) if len(path) > 2 else None
    if touches(world, figure.x, figure.y, figure.card.radius, other):
        return None
    return contact_point(figure.x, figure.y, figure.card.radius, other.x, other.y, other.x, other.y, other.card.radius)


def stride(world: World, figure: Figure, difficult: bool) -> i64:
    """The length of the figure's stick on the table, also where it counts hexes."""
    length = stick(world, figure, difficult)
    width = world.ground.hex_width
    return length * width if width else length


def surroundings(world: World, figure: Figure) -> World:
    """As much of the world as one move of the figure may meet, or come within Short of."""
    hexes = 2 * world.ground.hex_width
    far = figure.card.radius + stride(world, figure, False) + span(world.ground, SHORT) + hexes
    return clipped(world, figure.x - far, figure.y - far, figure.x + far, figure.y + far)


def ahead(world: World, figure: Figure, x: int, y: int, length: int) -> tuple[int, int]:
    """Where a straight move of `length` (a stick's, or hexes) towards x, y ends; x, y itself if that is not farther."""
    width = world.ground.hex_width
    if not width:
        return towards(figure.x, figure.y, x, y, length)
    way = hex_line(hex_at(figure.x, figure.y, width), hex_at(x, y, width))
    return hex_centre(way[min(length, len(way) - 1)], width)


def off_at(world: World, figure: Figure, angle: int, difficult: bool) -> tuple[int, int]:
    """Where a full move in this direction ends."""
    x, y = step(figure.x, figure.y, angle, stride(world, figure, difficult))
    return ahead(world, figure, x, y, stick(world, figure, difficult)) if world.ground.hex_width else (x, y)


@final
@mypyc_attr(acyclic=True)
class Spot:
    """A place on the table, or beyond its edge."""

    __slots__ = ("x", "y")

    def __init__(self, x: i64, y: i64) -> None:
        self.x = x
        self.y = y


def best_spot(doing: Doing, near: World, goal: Spot, full: i64, slow: i64) -> Spot | None:
    """The farthest spot on the straight way to the goal that is legal for a fighter that nothing binds: the `full` stick, the
    `slow` one of difficult ground, or half of it. `near` is as much of the world as a move may meet."""
    figure = doing.figure()
    length = full
    while True:
        x, y = ahead(near, figure, goal.x, goal.y, length)
        elsewhere = x != figure.x or y != figure.y
        if elsewhere and unbound_move_refusal(doing, x, y, near) is None:
            return Spot(x, y)
        if length == slow // 2:
            return None
        length = slow if length > slow else slow // 2


def add_spot(spots: list[Spot], x: i64, y: i64) -> None:
    """Add a spot that is not there yet."""
    for spot in spots:
        if spot.x == x and spot.y == y:
            return
    spots.append(Spot(x, y))


def is_elsewhere(spot: Spot, others: list[Spot]) -> bool:
    """Is the spot far enough from all the others to be a choice of its own?"""
    for other in others:
        dx = other.x - spot.x
        dy = other.y - spot.y
        if dx * dx + dy * dy < SAME_SPOT * SAME_SPOT:
            return False
    return True


def out_of_reach(world: World, figure: Figure, other: Figure) -> bool:
    """Is the other so far that no single move brings the figure into contact with it? A quick look: near enough it may be too
    far all the same."""
    if world.ground.hex_width:
        return False
    far = stick(world, figure, False) + figure.card.radius + other.card.radius + THIN
    return square_between(figure.x, figure.y, other.x, other.y) > far * far


def away_from(figure: Figure, other: Figure) -> tuple[int, int]:
    """A point far off, straight away from the other figure."""
    return figure.x + (figure.x - other.x) * 8, figure.y + (figure.y - other.y) * 8


def landmarks(doing: Doing) -> list[tuple[int, int]]:
    """What a fighter may want to walk towards or away from: markers, the Place of Power, cover, the nearest enemy."""
    world, figure = doing.world, doing.figure()
    spots = errands(world, figure)
    for index, piece in enumerate(world.ground.pieces):
        if piece.cover or index == world.place:
            shape = piece.shape
            spots.append(((shape.left + shape.right) // 2, (shape.bottom + shape.top) // 2))
    nearest = nearest_enemy(world, figure)
    if nearest is not None:
        spots.append(away_from(figure, nearest))
    return spots


def nearest_enemy(world: World, figure: Figure) -> Figure | None:
    """The enemy nearest to the figure, by the centres of their bases; the first of equals."""
    found: Figure | None = None
    least: i64 = 0
    for other in enemies(world, figure):
        square: i64 = square_between(figure.x, figure.y, other.x, other.y)
        if found is None or square < least:
            found, least = other, square
    return found


@final
class Move(Action):
    """Move once in a straight line: ("move", x, y). Two or three moves are two or three such actions.
    (sbh.action.move, sbh.action.move-twice, sbh.action.move-thrice)"""

    __slots__ = ()

    def possible(self, doing: Doing) -> bool:
        return bound(doing.world, doing.figure()) is None

    def refusal(self, doing: Doing, answer: tuple[Any, ...]) -> Refusal | None:
        if malformed(answer, int, int):
            return no("sbh.action.move", "malformed", str(answer))
        return move_refusal(doing, answer[1], answer[2])

    def listed(self, doing: Doing) -> list[Answer]:
        world, figure = doing.world, doing.figure()
        if bound(world, figure) is not None:
            return []
        near = world if figure.has(SWARM) else surroundings(world, figure)  # a Swarm counts its bases wherever they are
        spots: list[Spot] = []
        for x, y in rejoining(doing):
            add_spot(spots, x, y)
        goals = [Spot(x, y) for x, y in landmarks(doing)]
        far = 2 * stride(world, figure, False)
        for i in range(8):
            x, y = step(figure.x, figure.y, i * 4500, far)
            goals.append(Spot(x, y))
        for enemy in enemies(world, figure):
            spot = None if out_of_reach(world, figure, enemy) else contact_spot(world, figure, enemy)
            if spot is not None and unbound_move_refusal(doing, spot[0], spot[1], near) is None:
                add_spot(spots, spot[0], spot[1])
            else:
                goals.append(Spot(enemy.x, enemy.y))
        full, slow = stick(world, figure, False), stick(world, figure, True)
        for goal in goals:
            found = best_spot(doing, near, goal, full, slow)
            if found is not None and is_elsewhere(found, spots):
                spots.append(found)
        return [("move", spot.x, spot.y) for spot in spots]

    def sample(self, doing: Doing, chance: Chance) -> Answer | None:
        x, y = self.wish(doing, chance)
        return ("move", x, y) if move_refusal(doing, x, y) is None else None

    def wish(self, doing: Doing, chance: Chance) -> tuple[int, int]:
        """Somewhere to go, legal or not: to a companion in a Regroup or a Swarm, to an enemy, or anywhere."""
        world, figure = doing.world, doing.figure()
        spots = rejoining(doing)
        if spots:
            return spots[chance.below(len(spots))]
        if world.markers and chance.below(3) > 0:
            goals = errands(world, figure)
            if goals:
                x, y = goals[chance.below(len(goals))]
                return ahead(world, figure, x, y, stick(world, figure, chance.below(2) == 0))
        if has_enemies(world, figure) and chance.below(2) == 0:
            others = enemies(world, figure)
            enemy = others[chance.below(len(others))]
            spot = contact_spot(world, figure, enemy)
            if spot is not None:
                return ahead(world, figure, spot[0], spot[1], stick(world, figure, False))
        return off_at(world, figure, chance.below(FULL_TURN), chance.below(2) == 0)

    def owed(self, doing: Doing) -> bool:
        return strays(doing, doing.figure().x, doing.figure().y)


# ---------------------------------------------------------------- the move itself


@rule("sbh.movement.straight-line", "sbh.movement.contact-engages", "sbh.action.move")
def move(world: World, id: int, answer: tuple[str, int, int]) -> Script:
    """One straight move. Moving into contact engages but is no attack. Returns the world and the actions spent.

    Whoever wants to engage a Terror enemy must first dare it: a failure keeps the action, but not that move
    (sbh.special.terror-approach).
    """
    _, x, y = answer
    figure = world.figures[id]
    cost = move_cost(world, figure, x, y)
    if not eventful(world) and not foes_at(world, figure, x, y):
        world = yield from walks(world, id, x, y, ())
        world.keep_foes(world.figures[id], ())
        return world, cost
    world, bold = yield from dares_all(world, id, x, y)
    if not bold:
        return world, 0
    world = yield Call(go, world, id, x, y)
    return world, cost


def dares_all(world: World, id: int, x: int, y: int) -> Part[tuple[World, bool]]:
    """Does the figure dare to engage everybody it would come to touch at x, y? Returns the world and the answer.
    (sbh.special.terror-approach)"""
    figure = world.figures[id]
    for foe in foes_at(world, figure, x, y):
        if not contact(world, figure, foe):
            world, bold = yield from dares(world, id, foe.id)
            if not bold:
                return world, False
    return world, True


@rule("sbh.movement.partial", "sbh.special.terror-charge", "sbh.special.terror-fail-example")
def go(world: World, id: int, x: int, y: int) -> Script:
    """The figure walks to x, y: those a Terror creature comes to touch test first and flee after; then what lies there
    happens. Returns the world."""
    fleeing: tuple[tuple[int, int], ...] = ()
    met: tuple[int, ...] = ()
    for foe in foes_at(world, world.figures[id], x, y):
        if not contact(world, world.figures[id], foe):
            met += (foe.id,)
            world, failures = yield from horrified(world, id, foe.id)
            if failures > 0:
                fleeing += ((foe.id, failures),)
    start = world.figures[id]
    world = yield from walks(world, id, x, y, met)
    for victim, failures in fleeing:
        world = yield Call(flight_rule(), world, victim, failures, id)
    if eventful(world) and world.figures[id].status == ON_TABLE:
        world = yield Call(arrive, world, id, start.x, start.y)
    return world


def walks(world: World, id: int, x: int, y: int, met: tuple[int, ...]) -> Part[World]:
    """The world once the figure has walked to x, y, where it has come into contact with those that it `met`."""
    start = world.figures[id]
    yield Tell("sbh.movement.straight-line", "moves", (id, x, y, start.x, start.y, met))
    return placed(world, id, x, y)


def placed(world: World, id: int, x: int, y: int) -> World:
    """The world with the figure at x, y, one more move made."""
    twin = world.figures[id].copy()
    twin.x = x
    twin.y = y
    twin.moves += 1
    return world.with_figure(twin)


register(Move("move", 6, move))
