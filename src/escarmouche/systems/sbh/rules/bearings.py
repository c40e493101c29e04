"""Bearings on which something begins or ceases to bar a straight move, for those who look for the best of all ways.

Between two neighbouring bearings of this kind nothing changes: the way is free or barred all along. So the best way is one
of them, or straight to an edge, or lies between two of them. Whole numbers leave a sliver of a hundredth of a degree to
either side; the bearings next to each are looked at too.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from escarmouche.systems.sbh.model import ON_TABLE, SHORT, Figure, World
from escarmouche.systems.sbh.rules.conventions import EDGEWARD, bars, enemies, girth
from escarmouche.systems.sbh.rules.movement import ignores, stick, stride
from escarmouche.table.grazing import at_line, past_disc, past_polygon
from escarmouche.table.hexes import hex_at, hex_centre, ring
from escarmouche.table.trig import angle_of

FULL_TURN: Final = 36000
BESIDE: Final = 3
"""So many bearings to either side of one on which something changes are looked at too."""
SLIVER: Final[tuple[int, ...]] = (-89, -55, -34, -21, -13, -8, -5, -3, -2, -1, 0, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89)
"""Straight away from an enemy in contact a Short move ends exactly Short from it: it takes a few tries to hit that spot."""


def bearings(world: World, figure: Figure, straight: int) -> list[int]:
    """The bearings to try for a straight move, in hundredths of a degree, beginning with `straight` and going round."""
    found = [0, FULL_TURN, *[(edge - straight) % FULL_TURN for edge in EDGEWARD]]
    if world.ground.hex_width:
        found += [(angle - straight) % FULL_TURN for angle in hex_bearings(world, figure)]
    else:
        for foe in enemies(world, figure):
            away = angle_of(figure.x - foe.x, figure.y - foe.y) - straight
            found += [(away + by) % FULL_TURN for by in SLIVER]
        turns: set[int] = set()
        for length in {stride(world, figure, False), stride(world, figure, True)}:
            turns.update(turning_points(world, figure, length))
        found += with_those_beside(sorted([(turn - straight) % FULL_TURN for turn in turns]))
    found.sort()
    return with_those_between(found, straight)


def with_those_beside(turns: list[int]) -> list[int]:
    """These bearings, which rise, and those next to them, all but once."""
    found: list[int] = []
    last: i64 = -FULL_TURN
    for turn in turns:
        here: i64 = turn
        here -= BESIDE
        if here <= last:
            here = last + 1
        last = turn + BESIDE
        while here <= last:
            found.append(here % FULL_TURN)
            here += 1
    return found


def with_those_between(rising: list[int], straight: i64) -> list[int]:
    """These bearings, counted from `straight` all round to it again, and one between each and the next: as they are counted
    from the x axis, and each but once."""
    ways: list[int] = []
    here: i64 = 0
    for angle in rising:
        after: i64 = angle
        if after > here:
            ways.append((here + straight) % FULL_TURN)
            if after - here > 1:
                ways.append(((here + after) // 2 + straight) % FULL_TURN)
            here = after
    return ways


def hex_bearings(world: World, figure: Figure) -> list[int]:
    """The bearings of all the hexes where a full move may end."""
    width = world.ground.hex_width
    here = hex_at(figure.x, figure.y, width)
    found: list[int] = []
    for length in {stick(world, figure, False), stick(world, figure, True)}:
        for at in ring(here, length):
            x, y = hex_centre(at, width)
            found.append(angle_of(x - figure.x, y - figure.y))
    return found


def turning_points(world: World, figure: Figure, length: int) -> list[int]:
    """The bearings on which a move of this length just passes something, or just ends beside it."""
    ground, radius = world.ground, figure.card.radius
    found: list[int] = []
    for other in world.figures:
        if other.id == figure.id or other.status != ON_TABLE:
            continue
        dx, dy = other.x - figure.x, other.y - figure.y
        close = radius + other.card.radius
        found += past_disc(dx, dy, close, length)
        if other.seat != figure.seat:
            found += past_disc(dx, dy, close + world.ruler(SHORT), length)
    for marker in world.markers:
        found += past_disc(marker.x - figure.x, marker.y - figure.y, 2 * radius, length)
    for piece in ground.pieces:
        if bars(figure, piece) or (piece.difficult and not ignores(world, figure, piece)):
            found += past_polygon(figure.x, figure.y, piece.shape, girth(world, figure), length)
    for edge in (0, radius):
        found += at_line(1, 0, edge - figure.x, length) + at_line(1, 0, ground.width - edge - figure.x, length)
        found += at_line(0, 1, edge - figure.y, length) + at_line(0, 1, ground.depth - edge - figure.y, length)
    return found
