"""Deploying: the strip along a table edge, where a base may stand in it, and a few orders of battle."""

from __future__ import annotations

from typing import Any, Final, final

from mypy_extensions import i64, mypyc_attr

from escarmouche.core.effects import Answer, Chance, Options, Refusal
from escarmouche.kit.menu import no
from escarmouche.systems.sbh.model import LONG_MOVE, MAGE, MANY, ON_TABLE, SHOOTER, SHORT, SWARM, Figure, Ground, World
from escarmouche.systems.sbh.rules.conventions import bars, span
from escarmouche.table.hexes import from_column_row, hex_at, hex_centre, neighbours
from escarmouche.table.shapes import disc_meets_polygon, on_table, overlapping, square_between, touching

Spot = tuple[int, int]
Hexes = dict[int, list[Spot]]
"""The spots of a strip on a hexagon board by the radius of a base, as far as somebody asked for them."""

LEFT_EDGE: Final = 0
BOTTOM_EDGE: Final = 1
RIGHT_EDGE: Final = 2
TOP_EDGE: Final = 3
EDGES: Final = (LEFT_EDGE, BOTTOM_EDGE, RIGHT_EDGE, TOP_EDGE)
EDGE_NAMES: Final = ("edge-left", "edge-bottom", "edge-right", "edge-top")
"""The messages that name them."""

LINE: Final = "line"
RANKS: Final = "ranks"
LEFT: Final = "left"
RIGHT: Final = "right"
CENTRE: Final = "centre"
PACKED: Final = "packed"
SCATTERED: Final = "scattered"
ORDERS: Final = (LINE, RANKS, CENTRE, LEFT, RIGHT)
PACES: Final[list[int]] = [4, 2, 0]
TIGHT_PACES: Final[list[int]] = [2, 0]
"""How far apart spots are tried, the widest first: see Rows."""
TIGHT: Final = (CENTRE, PACKED)
"""Orders in which bases touch, as groups must; in the others there is room to pass between."""

ANYWHERE: Final[dict[str, int]] = {CENTRE: 500, LEFT: 200, RIGHT: 800, PACKED: 0}
"""Where along the edge a cluster gathers, in thousandths."""


# ---------------------------------------------------------------- the strip along an edge


def opposite(edge: int) -> int:
    """The edge across the table."""
    return (edge + 2) % 4


def from_edge(ground: Ground, edge: int, x: int, y: int) -> int:
    """How far a point is from an edge of the table."""
    if edge == LEFT_EDGE:
        return x
    if edge == BOTTOM_EDGE:
        return y
    return ground.width - x if edge == RIGHT_EDGE else ground.depth - y


def edge_length(ground: Ground, edge: int) -> int:
    """How long an edge is."""
    return ground.depth if edge in (LEFT_EDGE, RIGHT_EDGE) else ground.width


def at_edge(ground: Ground, edge: int, along: int, away: int) -> Spot:
    """The point this far along an edge (from its left or lower end) and this far from it."""
    if edge == LEFT_EDGE:
        return away, along
    if edge == BOTTOM_EDGE:
        return along, away
    if edge == RIGHT_EDGE:
        return ground.width - away, along
    return along, ground.depth - away


def in_strip(ground: Ground, edge: int, x: int, y: int, radius: int) -> bool:
    """Does the whole base lie within Short of the edge? (sbh.setup.deployment)"""
    return from_edge(ground, edge, x, y) + radius <= span(ground, SHORT)


def is_hex_centre(ground: Ground, x: int, y: int) -> bool:
    """Is it the centre of a hex, or is there no hexagon grid? (sbh.hex.unchanged)"""
    width = ground.hex_width
    return width == 0 or hex_centre(hex_at(x, y, width), width) == (x, y)


def barred(ground: Ground, x: int, y: int, radius: int, figure: Figure | None) -> bool:
    """Is there terrain under a base that is impassable to the figure, or for a marker to anybody?"""
    return any(
        piece.impassable and (figure is None or bars(figure, piece)) and disc_meets_polygon(x, y, radius, piece.shape)
        for piece in ground.pieces
    )


@final
@mypyc_attr(acyclic=True)
class Rows:
    """The spots for bases of a radius in the strip along an edge, but on hexes: rows from `front`, nearest the enemy, to
    `back`, `gap` apart, and in each of them spots from `first` to `last` along the edge, `step` apart. They are `pace` radii
    apart in rows that touch: with 2 bases stand side by side, with 4 another can pass between, and with 0 the spots overlap
    each other."""

    __slots__ = ("back", "first", "front", "gap", "last", "step")

    def __init__(self, ground: Ground, edge: int, radius: i64, pace: i64) -> None:
        length: i64 = edge_length(ground, edge)
        step = radius * pace if pace else radius // 2
        self.front: i64 = span(ground, SHORT) - radius
        self.back: i64 = radius
        self.gap: i64 = 2 * radius if pace else step
        self.first: i64 = radius + (length - 2 * radius) % step // 2
        self.last: i64 = length - radius
        self.step: i64 = step


def strip_spots(ground: Ground, edge: int, radius: int, pace: int = 2) -> list[Spot]:
    """Spots for bases of this radius in the strip, those nearest the enemy first; `pace` as in Rows."""
    if ground.hex_width:
        return hexes_in(ground, edge, span(ground, SHORT), radius)
    rows = Rows(ground, edge, radius, pace)
    return [
        at_edge(ground, edge, along, away)
        for away in range(rows.front, rows.back - 1, -rows.gap)
        for along in range(rows.first, rows.last + 1, rows.step)
    ]


def hexes_in(ground: Ground, edge: int, deep: int, radius: int) -> list[Spot]:
    """The centres of the hexes in a strip along an edge, those nearest the enemy first."""
    ax, ay = at_edge(ground, edge, 0, 0)
    bx, by = at_edge(ground, edge, edge_length(ground, edge), deep)
    found = [
        spot
        for spot in hex_spots(ground, min(ax, bx), min(ay, by), max(ax, bx), max(ay, by))
        if from_edge(ground, edge, spot[0], spot[1]) + radius <= deep
        and on_table(spot[0], spot[1], radius, ground.width, ground.depth)
    ]
    return sorted(found, key=lambda spot: -from_edge(ground, edge, spot[0], spot[1]))


def hex_spots(ground: Ground, left: int, bottom: int, right: int, top: int) -> list[Spot]:
    """The centres of hexes in a box."""
    width = ground.hex_width
    low, high = hex_at(left, bottom, width)[1], hex_at(left, top, width)[1]
    found: list[Spot] = []
    for row in range(low - 1, high + 2):
        for column in range(left // width - 1, right // width + 2):
            x, y = hex_centre(from_column_row(column, row), width)
            if left <= x <= right and bottom <= y <= top:
                found.append((x, y))
    return found


# ---------------------------------------------------------------- may they stand so?


def deployment_refusal(world: World, seat: int, spots: Any) -> Refusal | None:
    """Why a band may not deploy on these spots, one for each fighter in order; None when it may.

    All of it goes within Short of its own edge (sbh.setup.deployment, sbh.scenario.pitched-battle.deployment,
    sbh.scenario.hard-terrain.deployment).
    """
    rule_id = "sbh.setup.deployment"
    band = members(world, seat)
    if not isinstance(spots, tuple) or len(spots) != len(band):
        return no(rule_id, "deploy-everybody", len(band))
    taken = occupied(world)
    for figure, spot in zip(band, spots, strict=True):
        if not is_spot(spot):
            return no(rule_id, "malformed", str(spot))
        refused = spot_refusal(world, figure, spot, taken)
        if refused is not None:
            return refused
        taken.append((spot[0], spot[1], figure.card.radius))
    return swarm_refusal(world, band, spots)


def is_spot(spot: Any) -> bool:
    """Is it a pair of whole numbers?"""
    return isinstance(spot, tuple) and len(spot) == 2 and type(spot[0]) is int and type(spot[1]) is int


def members(world: World, seat: int) -> list[Figure]:
    """The fighters of a band, in order."""
    return [figure for figure in world.figures if figure.seat == seat]


def occupied(world: World) -> list[tuple[int, int, int]]:
    """What already stands on the table, as discs."""
    return [(figure.x, figure.y, figure.card.radius) for figure in world.figures if figure.status == ON_TABLE]


def spot_refusal(world: World, figure: Figure, spot: Spot, taken: list[tuple[int, int, int]]) -> Refusal | None:
    """Why this fighter may not be placed there, or None."""
    ground, radius = world.ground, figure.card.radius
    x, y = spot
    edge = world.bands[figure.seat].edge
    if not on_table(x, y, radius, ground.width, ground.depth) or not in_strip(ground, edge, x, y, radius):
        return no("sbh.setup.deployment", "deploy-near-edge", figure.id, span(ground, SHORT))
    if not is_hex_centre(ground, x, y):
        return no("sbh.hex.unchanged", "not-a-hex", x, y)
    if barred(ground, x, y, radius, figure):
        return no("sbh.movement.figures-block", "terrain-in-the-way", figure.id)
    for other in taken:
        if overlapping(x, y, radius, other[0], other[1], other[2]):
            return no("sbh.movement.figures-block", "deploy-overlap", figure.id)
    return None


def swarm_refusal(world: World, band: list[Figure], spots: tuple[Spot, ...]) -> Refusal | None:
    """Swarm bases of a kind stand side by side. (sbh.special.swarm-cohesion)"""
    for figure, spot in zip(band, spots, strict=True):
        if not figure.has(SWARM):
            continue
        kin = [
            there
            for other, there in zip(band, spots, strict=True)
            if other.id != figure.id and other.card.profile == figure.card.profile
        ]
        if kin and not any(side_by_side(world.ground, spot, there, figure.card.radius) for there in kin):
            return no("sbh.special.swarm-cohesion", "swarm-apart", figure.id)
    return None


def side_by_side(ground: Ground, one: Spot, other: Spot, radius: int) -> bool:
    """Would two bases of this radius on these spots touch?"""
    if ground.hex_width:
        return hex_at(other[0], other[1], ground.hex_width) in neighbours(hex_at(one[0], one[1], ground.hex_width))
    return touching(one[0], one[1], radius, other[0], other[1], radius)


def beside(ground: Ground, spot: Spot, radius: int) -> list[Spot]:
    """Spots around one where a second base of this radius touches it."""
    x, y = spot
    if ground.hex_width:
        return [hex_centre(at, ground.hex_width) for at in neighbours(hex_at(x, y, ground.hex_width))]
    wide = 2 * radius
    return [(x + wide, y), (x - wide, y), (x, y + wide), (x, y - wide)]


# ---------------------------------------------------------------- orders of battle


@final
@mypyc_attr(acyclic=True)
class Base:
    """The base of a fighter on a spot."""

    __slots__ = ("radius", "x", "y")

    def __init__(self, x: i64, y: i64, radius: i64) -> None:
        self.x = x
        self.y = y
        self.radius = radius


@final
class Drawing:
    """A deployment in the making."""

    __slots__ = ("edge", "ground", "hexes", "spots", "taken", "walls")

    def __init__(self, world: World, edge: int, hexes: Hexes) -> None:
        self.ground = world.ground
        self.edge = edge
        self.hexes = hexes
        self.taken = [Base(one.x, one.y, one.card.radius) for one in world.figures if one.status == ON_TABLE]
        self.spots: dict[int, Spot] = {}
        self.walls = world.ground.solid()

    def free(self, x: i64, y: i64, radius: i64) -> bool:
        """May a base stand there?"""
        for other in self.taken:
            if overlapping(x, y, radius, other.x, other.y, other.radius):
                return False
        return not any(disc_meets_polygon(x, y, radius, piece.shape) for piece in self.walls)

    def nearest(self, spots: list[Spot], wish: Spot, radius: int) -> Spot | None:
        """The free one among these spots that is nearest to the wish."""
        points: list[tuple[i64, i64]] = spots
        best_x: i64 = 0
        best_y: i64 = 0
        least: i64 = -1
        for x, y in points:
            square: i64 = square_between(wish[0], wish[1], x, y)
            if (least < 0 or square < least) and self.free(x, y, radius):
                best_x, best_y, least = x, y, square
        return None if least < 0 else (best_x, best_y)

    def nearest_in_strip(self, wish: Spot, radius: int, pace: int) -> Spot | None:
        """The free spot of the strip that is nearest to the wish."""
        if not self.ground.hex_width:
            return self.nearest_in_rows(Rows(self.ground, self.edge, radius, pace), wish, radius)
        if radius not in self.hexes:
            self.hexes[radius] = strip_spots(self.ground, self.edge, radius, pace)
        return self.nearest(self.hexes[radius], wish, radius)

    def nearest_in_rows(self, rows: Rows, wish: Spot, radius: i64) -> Spot | None:
        """The free spot of these rows that is nearest to the wish; the first of equals."""
        ground, edge = self.ground, self.edge
        along: i64 = wish[1] if edge in (LEFT_EDGE, RIGHT_EDGE) else wish[0]
        aim: i64 = from_edge(ground, edge, wish[0], wish[1])
        best_along: i64 = 0
        best_away: i64 = 0
        least: i64 = -1
        away = rows.front
        while away >= rows.back:
            deep = (away - aim) * (away - aim)
            left = rows.first + max(0, along - rows.first) // rows.step * rows.step
            left = min(left, rows.first + (rows.last - rows.first) // rows.step * rows.step)
            right = left + rows.step
            # From the wish to both sides, so that the first free spot of the row is its best.
            while left >= rows.first or right <= rows.last:
                leftward = right > rows.last or (left >= rows.first and max(along - left, left - along) <= right - along)
                place = left if leftward else right
                square = deep + (place - along) * (place - along)
                if least >= 0 and square >= least:
                    break
                spot = at_edge(ground, edge, place, away)
                if self.free(spot[0], spot[1], radius):
                    best_along, best_away, least = place, away, square
                    break
                if leftward:
                    left -= rows.step
                else:
                    right += rows.step
            away -= rows.gap
        return None if least < 0 else at_edge(ground, edge, best_along, best_away)

    def put(self, figure: Figure, wish: Spot, kin: list[Spot], tight: bool) -> bool:
        """Place a fighter as near to its wish as there is room, beside its kin if it has any on the table."""
        radius = figure.card.radius
        spot: Spot | None = None
        if kin:
            around = [there for one in kin for there in beside(self.ground, one, radius)]
            spot = self.nearest([there for there in around if self.inside(there, radius)], wish, radius)
        else:
            for pace in TIGHT_PACES if tight else PACES:
                spot = self.nearest_in_strip(wish, radius, pace)
                if spot is not None:
                    break
        if spot is None:
            return False
        self.spots[figure.id] = spot
        self.taken.append(Base(spot[0], spot[1], radius))
        return True

    def inside(self, spot: Spot, radius: int) -> bool:
        """Is the spot in the strip and on the table?"""
        ground = self.ground
        return on_table(spot[0], spot[1], radius, ground.width, ground.depth) and in_strip(
            ground, self.edge, spot[0], spot[1], radius
        )


def drawn_up(
    world: World, seat: int, edge: int, order: str, chance: Chance | None, hexes: Hexes | None = None
) -> tuple[Spot, ...] | None:
    """A band's spots in an order of battle along an edge, or None without room for it; `chance` is for "scattered", and several
    orders along an edge may share their `hexes`."""
    band = members(world, seat)
    drawing = Drawing(world, edge, {} if hexes is None else hexes)
    wishes = wished(world.ground, band, edge, order, chance)
    for figure in sorted(band, key=turn_to_stand):
        alike = band if figure.has(SWARM) else []
        kin = [
            drawing.spots[other.id]
            for other in alike
            if other.id in drawing.spots and other.card.profile == figure.card.profile
        ]
        if not drawing.put(figure, wishes[figure.id], kin, order in TIGHT):
            return None
    return tuple([drawing.spots[figure.id] for figure in band])


def turn_to_stand(figure: Figure) -> int:
    """Orders fighters as they are placed: Swarms first, since they must stay together, then the largest bases, which fit in
    fewest places."""
    return figure.id - figure.card.radius * MANY + (0 if figure.has(SWARM) else MANY**3)


def wished(ground: Ground, band: list[Figure], edge: int, order: str, chance: Chance | None) -> dict[int, Spot]:
    """Where each fighter would like to stand: those who shoot or cast behind the others."""
    length, deep = edge_length(ground, edge), span(ground, SHORT)
    wishes: dict[int, Spot] = {}
    for number, figure in enumerate(band):
        along = length * (number + 1) // (len(band) + 1)
        away = deep
        if order in ANYWHERE:
            along = length * ANYWHERE[order] // 1000
        elif order == RANKS:
            along = length // 4 + along // 2
        elif order == SCATTERED and chance is not None:
            along, away = chance.below(length), chance.below(deep)
        if order in (RANKS, CENTRE, LEFT, RIGHT) and stays_back(figure):
            away = 0
        wishes[figure.id] = at_edge(ground, edge, along, away)
    return wishes


def stays_back(figure: Figure) -> bool:
    """Does it fight from a distance?"""
    return (figure.has(SHOOTER) or figure.has(MAGE)) and not figure.has(LONG_MOVE)


def has_room(world: World) -> bool:
    """Can either band be deployed along any edge of the table?"""
    for seat in (0, 1):
        band = members(world, seat)
        for edge in EDGES:
            if not roomy(world.ground, edge, band) and drawn_up(world, seat, edge, PACKED, None) is None:
                return False
    return True


def roomy(ground: Ground, edge: int, band: list[Figure]) -> bool:
    """Are there so many spots along the edge that there is room for all, whatever spots the others take? In a grid of spots a
    base's width apart, another base covers at most as many rows and columns as it is wider than that, and one more."""
    for radius in {figure.card.radius for figure in band}:
        taken = sum([(1 - (-figure.card.radius // radius)) ** 2 for figure in band])
        if capacity(ground, edge, max(radius, ground.hex_width // 2)) < taken:
            return False
    return True


def capacity(ground: Ground, edge: int, radius: int) -> int:
    """How many bases of this radius stand side by side in the strip, or 0 where impassable terrain makes that a question."""
    if any(piece.impassable for piece in ground.pieces):
        return 0
    wide = 2 * radius
    return (span(ground, SHORT) // wide) * (edge_length(ground, edge) // wide)


@final
class Deployment(Options):
    """Where a band deploys: ("deploy", ((x, y), …)), a spot for each fighter in order. (sbh.setup.deployment)"""

    __slots__ = ("seat", "world")

    def __init__(self, world: World, seat: int) -> None:
        self.world = world
        self.seat = seat

    def check(self, answer: Answer) -> Refusal | None:
        if not isinstance(answer, tuple) or len(answer) != 2 or answer[0] != "deploy":
            return no("sbh.setup.deployment", "malformed", str(answer))
        return deployment_refusal(self.world, self.seat, answer[1])

    def order(self, name: str, chance: Chance | None, hexes: Hexes | None = None) -> Answer | None:
        """The answer for an order of battle, or None without room for it."""
        spots = drawn_up(self.world, self.seat, self.world.bands[self.seat].edge, name, chance, hexes)
        return None if spots is None else ("deploy", spots)

    def listed(self) -> list[Answer]:
        hexes: Hexes = {}
        found = [self.order(name, None, hexes) for name in ORDERS]
        answers = list(dict.fromkeys([answer for answer in found if answer is not None]))
        return answers or [self.order(PACKED, None)]

    def sample(self, chance: Chance) -> Answer:
        pick = chance.below(len(ORDERS) + 1)
        answer = self.order(SCATTERED if pick == len(ORDERS) else ORDERS[pick], chance)
        return self.order(PACKED, None) if answer is None else answer
