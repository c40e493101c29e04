"""Terrain: the kinds of scenery, what a layout has to obey, and layouts laid out at random."""

from __future__ import annotations

from typing import Any, Final, final

from escarmouche.core.dice import Stream
from escarmouche.core.effects import Answer, Chance, Options, Refusal
from escarmouche.kit.menu import no
from escarmouche.systems.sbh.content import book
from escarmouche.systems.sbh.model import LONG, SHORT, Ground, World
from escarmouche.systems.sbh.rules.ambush import has_hiding_room
from escarmouche.systems.sbh.rules.conventions import span
from escarmouche.systems.sbh.rules.deployment import has_room
from escarmouche.systems.sbh.rules.values import term
from escarmouche.table.corners import hull
from escarmouche.table.pieces import Piece
from escarmouche.table.scatter import (
    OFF_TABLE,
    TOO_CLOSE,
    TOO_FEW,
    TOO_HIGH,
    TOO_LARGE,
    TOO_MANY,
    TOO_SMALL,
    Kind,
    Limits,
    Violation,
    scatter,
    violations,
)
from escarmouche.table.shapes import LIMIT, Polygon, polygon, polygons_meet, polygons_touch
from escarmouche.table.whole import root_up

RIVER: Final = "river"
"""A section of a river: laid out under this name, it is a piece of the kind "water" with this tag."""
BRIDGE: Final = "bridge-or-ford"
WALL: Final = "wall-or-tree"
RAISED: Final[tuple[str, ...]] = ("hill", "cliff-or-structure", BRIDGE)
"""Kinds on whose top figures stand."""
STEEP: Final[tuple[str, ...]] = ("cliff-or-structure", BRIDGE)
"""Kinds from whose edge one falls. (sbh.fall.trigger)"""

HEIGHTS: Final[dict[str, int]] = {
    "wood": 8000, "hill": 2500, "rocks": 4000, "ruins": 5000, "cliff-or-structure": 5000, "wall-or-tree": 4000,
    "obstacle": 1500,
}  # fmt: skip
"""How high scenery laid out at random is at 15 mm; kinds that are not here are flat."""
COMMON: Final = (
    "wood", "wood", "wood", "hill", "hill", "rocks", "rocks", "ruins", "ruins", "marsh", "water", "cliff-or-structure",
)  # fmt: skip
"""The kinds that come up at random; the more often a kind is listed the more often it does."""

CORNERS: Final = 64
"""A piece has at most so many corners."""
SEEDS: Final = 1024
"""A random player picks one of so many layouts."""
HARD: Final = "hard-terrain"


# ---------------------------------------------------------------- pieces


def kind_of(name: str, height: int) -> Kind:
    """A kind of terrain by its name in the content (or "river"), this high."""
    row = book().terrain["water" if name == RIVER else name]
    raised = height > 0 and name in RAISED
    tags: tuple[str, ...] = (RIVER,) if name == RIVER else ()
    if raised and name in STEEP:
        tags = ("edge",)
    solid = raised or name not in RAISED
    return Kind(
        row.id,
        row.difficult,
        row.impassable,
        row.blocks_line_of_sight and solid,
        row.cover and solid,
        height,
        tags,
        height if raised else 0,
    )


def usual_height(name: str, scale: str) -> int:
    """How high a kind of scenery usually is."""
    height = HEIGHTS.get(name, 0)
    return height * 3 // 2 if scale == "28mm" else height


def is_river(piece: Piece) -> bool:
    """Is it a section of a river?"""
    return RIVER in piece.tags


# ---------------------------------------------------------------- what a layout has to obey


def limits(world: World) -> Limits:
    """Number, size, height and spacing of the pieces.

    Two to six pieces (sbh.scenario.pitched-battle.terrain-count), from Short to two Longs across and at most Long high
    (sbh.scenario.pitched-battle.terrain-size), Short or more apart but free to touch the edges of the table
    (sbh.scenario.pitched-battle.terrain-spacing). In Hard Terrain up to eight, from Short to Long across, and nothing
    else (sbh.scenario.hard-terrain.terrain).
    """
    short, long = span(world.ground, SHORT), span(world.ground, LONG)
    least, most = term(world, "terrain_min"), term(world, "terrain_max")
    if world.scenario == HARD:
        return Limits(least, most, short, long, LIMIT, 0)
    return Limits(least, most, short, 2 * long, long, short)


def layout_refusal(world: World, pieces: tuple[Piece, ...]) -> Refusal | None:
    """Why the defender may not lay the table out like this, or None. (sbh.setup.terrain-by-defender)

    The sections of a river count as pieces, but may touch each other; the bridges over it do not count. Irregular
    shapes are asked for, but not enforced (sbh.scenario.pitched-battle.terrain-shape).
    """
    ground = world.ground
    rows = counted(pieces)
    for violation in violations(rows, ground.width, ground.depth, limits(world)):
        if violation[0] != TOO_CLOSE or not (is_river(rows[violation[1][0]]) and is_river(rows[violation[1][1]])):
            return violation_refusal(world, violation)
    if world.scenario != HARD:
        refused = river_refusal(world, pieces)
        if refused is not None:
            return refused
    twin = world.copy()
    twin.ground = with_pieces(ground, pieces)
    if any(piece.impassable for piece in pieces) and not fits(twin):
        return no("sbh.setup.deployment", "terrain-no-room")
    return None


def fits(world: World) -> bool:
    """Is there room for either band along every edge, in hiding where the scenario is an ambush?"""
    return has_room(world) and (world.scenario != "ambush" or has_hiding_room(world))


def violation_refusal(world: World, violation: Violation) -> Refusal:
    """The refusal for a limit that is broken, piece by piece."""
    code, numbers = violation
    family = "sbh.scenario.pitched-battle.terrain-"
    rule_id = family + {TOO_FEW: "count", TOO_MANY: "count", TOO_CLOSE: "spacing"}.get(code, "size")
    if world.scenario == HARD:
        rule_id = "sbh.scenario.hard-terrain.terrain"
    if code == OFF_TABLE:
        rule_id = "sbh.setup.terrain-by-defender"
    if code in (TOO_SMALL, TOO_LARGE, TOO_HIGH, OFF_TABLE):
        numbers = (numbers[0] + 1, *numbers[1:])
    elif code == TOO_CLOSE:
        numbers = (numbers[0] + 1, numbers[1] + 1, *numbers[2:])
    return no(rule_id, "terrain-" + code, *numbers)


def river_refusal(world: World, pieces: tuple[Piece, ...]) -> Refusal | None:
    """A river's sections are at most Short wide and adjoin one another (sbh.scenario.pitched-battle.rivers), and every river
    has a bridge or ford (sbh.scenario.pitched-battle.bridge)."""
    sections = [piece for piece in pieces if is_river(piece)]
    bridges = [piece for piece in pieces if piece.kind == BRIDGE]
    for section in sections:
        if breadth(section.shape) > span(world.ground, SHORT):
            return no("sbh.scenario.pitched-battle.rivers", "river-too-wide", span(world.ground, SHORT))
        if not any(other is not section and polygons_touch(section.shape, other.shape) for other in sections):
            return no("sbh.scenario.pitched-battle.rivers", "river-alone")
    for river in rivers(sections):
        if not any(polygons_meet(bridge.shape, section.shape) for bridge in bridges for section in river):
            return no("sbh.scenario.pitched-battle.bridge", "river-without-bridge")
    return None


def counted(pieces: tuple[Piece, ...]) -> list[Piece]:
    """The pieces that count: all but the bridges and fords over a river."""
    return [piece for piece in pieces if not crosses_river(piece, pieces)]


def crosses_river(piece: Piece, pieces: tuple[Piece, ...]) -> bool:
    """Is it a bridge or ford over a river?"""
    if piece.kind != BRIDGE:
        return False
    return any(is_river(other) and polygons_meet(piece.shape, other.shape) for other in pieces)


def rivers(sections: list[Piece]) -> list[list[Piece]]:
    """The sections sorted into rivers: those that adjoin belong together."""
    left = list(sections)
    found: list[list[Piece]] = []
    while left:
        river = [left.pop(0)]
        for section in river:
            near = [other for other in left if polygons_touch(section.shape, other.shape)]
            river.extend(near)
            left = [other for other in left if not any(other is one for one in near)]
        found.append(river)
    return found


def breadth(shape: Polygon) -> int:
    """The width of a shape: the narrowest gap between parallel lines that it passes through, rounded up."""
    corners = hull(list(shape.points))
    least = -1
    px, py = corners[-1]
    for qx, qy in corners:
        square = (qx - px) ** 2 + (qy - py) ** 2
        most = max([(qx - px) * (y - py) - (qy - py) * (x - px) for x, y in corners])
        wide = root_up(-(-most * most // square))
        if least < 0 or wide < least:
            least = wide
        px, py = qx, qy
    return least


def with_pieces(ground: Ground, pieces: tuple[Piece, ...]) -> Ground:
    """The ground with this scenery on it."""
    return Ground(ground.width, ground.depth, ground.rulers, pieces, ground.hex_width, ground.scale)


# ---------------------------------------------------------------- layouts of one's own


def own_piece(row: Any, number: int) -> Piece | Refusal:
    """The piece that (kind, corners, height) describes; lengths in hundredths of a millimetre."""
    rule_id = "sbh.setup.terrain-by-defender"
    if not isinstance(row, tuple) or len(row) != 3 or type(row[0]) is not str or not isinstance(row[1], tuple):
        return no(rule_id, "terrain-malformed", number)
    name, corners, height = row
    if name != RIVER and name not in book().terrain:
        return no(rule_id, "terrain-unknown-kind", number, name)
    if type(height) is not int or not 0 <= height <= LIMIT or not 3 <= len(corners) <= CORNERS:
        return no(rule_id, "terrain-malformed", number)
    for corner in corners:
        if not isinstance(corner, tuple) or len(corner) != 2 or not all(type(part) is int for part in corner):
            return no(rule_id, "terrain-malformed", number)
    try:
        shape = polygon(corners)
    except ValueError:
        return no(rule_id, "terrain-not-simple", number)
    return kind_of(name, height).piece(shape)


@final
class Layouts(Options):
    """How the defender lays the table out: ("layout", number), one of the layouts made at random within the limits, or
    ("pieces", (kind, corners, height), …), a layout of its own. Those proposed begin with the number `first`, which is
    another in every battle. (sbh.setup.terrain-by-defender)"""

    __slots__ = ("first", "world")

    def __init__(self, world: World, first: int = 0) -> None:
        self.world = world
        self.first = first

    def check(self, answer: Answer) -> Refusal | None:
        if not isinstance(answer, tuple) or not answer:
            return no("sbh.setup.terrain-by-defender", "malformed", str(answer))
        if answer[0] == "layout" and len(answer) == 2 and type(answer[1]) is int:
            return None if 0 <= answer[1] <= LIMIT else no("sbh.setup.terrain-by-defender", "layout-number", LIMIT)
        if answer[0] != "pieces":
            return no("sbh.setup.terrain-by-defender", "malformed", str(answer))
        most = term(self.world, "terrain_max")
        if len(answer) > 1 + 4 * max(1, most):
            return no("sbh.setup.terrain-by-defender", "terrain-too-many", len(answer) - 1, most)
        pieces: list[Piece] = []
        for number, row in enumerate(answer[1:], 1):
            piece = own_piece(row, number)
            if isinstance(piece, Refusal):
                return piece
            pieces.append(piece)
        return layout_refusal(self.world, tuple(pieces))

    def listed(self) -> list[Answer]:
        return [("layout", (self.first + number) % LIMIT) for number in range(6)]

    def sample(self, chance: Chance) -> Answer:
        return ("layout", (self.first + chance.below(SEEDS)) % LIMIT)

    def pieces(self, answer: tuple[Any, ...]) -> tuple[Piece, ...]:
        """The scenery of a legal answer."""
        if answer[0] == "layout":
            return layout(self.world, answer[1])
        made = [own_piece(row, 0) for row in answer[1:]]
        return tuple([piece for piece in made if isinstance(piece, Piece)])


# ---------------------------------------------------------------- layouts at random

_KNOWN: Final[dict[tuple[Any, ...], tuple[Piece, ...]]] = {}
_KINDS: Final[dict[str, list[Kind]]] = {}


def layout(world: World, number: int) -> tuple[Piece, ...]:
    """The layout of this number for the table and scenario: always the same, and within the limits."""
    ground = world.ground
    key = (number, ground.width, ground.depth, ground.rulers, ground.scale, ground.hex_width, world.scenario, world.terms)
    found = _KNOWN.get(key)
    if found is None:
        if len(_KNOWN) >= SEEDS:
            _KNOWN.clear()
        found = laid_out(world, Stream(f"terrain {number}"))
        _KNOWN[key] = found
    return found


def common_kinds(scale: str) -> list[Kind]:
    """The kinds that come up at random, as high as they usually are; made once for a scale."""
    found = _KINDS.get(scale)
    if found is None:
        found = [kind_of(name, usual_height(name, scale)) for name in COMMON]
        _KINDS[scale] = found
    return found


def laid_out(world: World, stream: Stream) -> tuple[Piece, ...]:
    """Scenery at random: sometimes a river, pieces of irregular shape, now and then a wall or a fence."""
    ground, bound = world.ground, limits(world)
    if bound.maximum == 0:
        return ()
    kinds = common_kinds(ground.scale)
    if world.scenario == HARD:
        apart = Limits(
            min(4, bound.maximum), bound.maximum, bound.smallest, bound.largest, bound.tallest, span(ground, SHORT) // 5
        )
        return fenced(world, stream, strewn(ground, stream, apart, kinds, ()))
    river = river_across(world, stream) if stream.below(4) == 0 else ()
    sections = len([piece for piece in river if is_river(piece)])
    if sections == 0 or sections > bound.maximum:
        return fenced(world, stream, strewn(ground, stream, bound, kinds, ()))
    rest = Limits(
        max(0, bound.minimum - sections), bound.maximum - sections, bound.smallest, bound.largest, bound.tallest,
        bound.spacing,
    )  # fmt: skip
    if rest.maximum == 0:
        return river
    banks = valley(river, bound.spacing)
    return river + fenced(world, stream, strewn(ground, stream, rest, kinds, (banks,)))


def strewn(
    ground: Ground, stream: Stream, bound: Limits, kinds: list[Kind], keep_free: tuple[Polygon, ...]
) -> tuple[Piece, ...]:
    """Pieces at random within the limits; where a home-made scenario asks for more than the table holds, what fits."""
    try:
        return scatter(stream.below, ground.width, ground.depth, bound, kinds, keep_free)
    except ValueError:
        fewer = Limits(0, bound.minimum, bound.smallest, bound.largest, bound.tallest, bound.spacing)
        return scatter(stream.below, ground.width, ground.depth, fewer, kinds, keep_free, bound.minimum)


def valley(river: tuple[Piece, ...], gap: int) -> Polygon:
    """The rectangle around a river, `gap` wider on each side."""
    left = min([piece.shape.left for piece in river]) - gap
    right = max([piece.shape.right for piece in river]) + gap
    bottom = min([piece.shape.bottom for piece in river]) - gap
    top = max([piece.shape.top for piece in river]) + gap
    return polygon([(left, bottom), (right, bottom), (right, top), (left, top)])


def river_across(world: World, stream: Stream) -> tuple[Piece, ...]:
    """A river across the middle of the table, in sections, with a bridge or ford; it runs either way."""
    ground = world.ground
    short, long = span(ground, SHORT), span(ground, LONG)
    upright = stream.below(2) == 1
    length, across = (ground.depth, ground.width) if upright else (ground.width, ground.depth)
    longest = 2 * long * 17 // 20  # the rest is for the slant
    count = max(2, -(-length // longest))
    wide = short // 2 + stream.below(short // 3 + 1)
    middles = [across // 2 + stream.below(short) - short // 2 for _ in range(count + 1)]
    ends = [length * i // count for i in range(count + 1)]
    shapes: list[list[tuple[int, int]]] = []
    for i in range(count):
        left, right, low, high = ends[i], ends[i + 1], middles[i], middles[i + 1]
        shapes.append([(left, low - wide // 2), (right, high - wide // 2), (right, high + wide // 2), (left, low + wide // 2)])
    at = stream.below(count)
    mid = (ends[at] + ends[at + 1]) // 2
    reach = short * 2 // 5
    bottom = min(middles[at], middles[at + 1]) - wide // 2 - short // 8
    top = max(middles[at], middles[at + 1]) + wide // 2 + short // 8
    bridge = [(mid - reach, bottom), (mid + reach, bottom), (mid + reach, top), (mid - reach, top)]
    height = usual_height("obstacle", ground.scale) if stream.below(2) else 0
    made = [kind_of(RIVER, 0).piece(placed(shape, upright)) for shape in shapes]
    return (*made, kind_of(BRIDGE, height).piece(placed(bridge, upright)))


def placed(corners: list[tuple[int, int]], upright: bool) -> Polygon:
    """The shape, with x and y exchanged where the river runs from bottom to top."""
    return polygon([(y, x) for x, y in corners] if upright else corners)


def fenced(world: World, stream: Stream, pieces: tuple[Piece, ...]) -> tuple[Piece, ...]:
    """The pieces, one of them sometimes made into a wall or a low fence, which is long and thin. Walls bar the way, so they
    keep away from where bands deploy."""
    if not pieces or stream.below(3):
        return pieces
    at = stream.below(len(pieces))
    ground, shape = world.ground, pieces[at].shape
    short = span(ground, SHORT)
    inner = min(shape.left, shape.bottom, ground.width - shape.right, ground.depth - shape.top) >= short
    name = WALL if inner and stream.below(2) else "obstacle"
    fence = kind_of(name, usual_height(name, ground.scale)).piece(band(shape, short // 16))
    changed = (*pieces[:at], fence, *pieces[at + 1 :])
    return pieces if violations(changed, ground.width, ground.depth, limits(world)) else changed


def band(shape: Polygon, half: int) -> Polygon:
    """A thin, slightly bent strip between the two corners of a shape that are farthest apart."""
    ax, ay, bx, by = farthest(shape)
    dx, dy = bx - ax, by - ay
    long = root_up(dx * dx + dy * dy)
    nx, ny = -dy * half // long, dx * half // long
    ax, ay, bx, by = ax + dx * half // long, ay + dy * half // long, bx - dx * half // long, by - dy * half // long
    mx, my = (ax + bx) // 2 + nx, (ay + by) // 2 + ny
    return polygon([(ax - nx, ay - ny), (mx - nx, my - ny), (bx - nx, by - ny), (bx + nx, by + ny), (mx + nx, my + ny),
                    (ax + nx, ay + ny)])  # fmt: skip


def farthest(shape: Polygon) -> tuple[int, int, int, int]:
    """The two corners of a shape that are farthest apart."""
    best = (0, 0, 0, 0)
    most = -1
    for ax, ay in shape.points:
        for bx, by in shape.points:
            square = (bx - ax) ** 2 + (by - ay) ** 2
            if square > most:
                best, most = (ax, ay, bx, by), square
    return best
