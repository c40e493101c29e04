"""Facing: the sectors around a unit, and around each group of figures of a unit with a multiple front."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from escarmouche.systems.masse.model import FRONT, LEFT, REAR, RIGHT, Unit
from escarmouche.systems.masse.rules.bases import (
    CONTACT,
    figure_places,
    footprint,
    front_centre,
    is_individual,
    meeting,
    ranks,
    size_of,
    touching_figures,
)
from escarmouche.table.sectors import behind_rectangle, rectangle_sector
from escarmouche.table.shapes import inside, turned

SQUARE: Final = (LEFT, REAR, RIGHT)
"""The further fronts of a square: it has neither flank nor rear. (masse.view.multi-front-sectors)"""

HAIRLINE: Final = 2 * CONTACT
"""Edges that are nearer than this touch, whatever rounding makes of their corners."""

NOWHERE: Final = 1 << 24
"""Farther than any table is wide."""

# ---------------------------------------------------------------- groups (masse.view.multi-front-sectors)


def turned_files(unit: Unit, fronts: tuple[int, ...]) -> int:
    """How many files face each flank that a multiple front looks to: an even share of the width."""
    return max(1, unit.files // (1 + len([side for side in fronts if side != REAR])))


def turned_ranks(unit: Unit) -> int:
    """How many ranks face the rear: half of them."""
    return max(1, ranks(unit) // 2)


def figure_spots(unit: Unit) -> list[tuple[int, int]]:
    """The rank and the file of each figure, in the order of `figure_places`; files are counted in halves, from the left, since
    a last rank that is not full stands in the middle."""
    found = []
    files, figures = unit.files, unit.figures
    for first in range(0, figures, files):
        abreast = min(files, figures - first)
        found.extend([(first // files, 2 * file + files - abreast) for file in range(abreast)])
    return found


def figure_sides(unit: Unit) -> list[int]:
    """Which way each of its figures faces, in the order of `figure_places`."""
    return sides_facing(unit, unit.fronts)


def sides_facing(unit: Unit, fronts: tuple[int, ...]) -> list[int]:
    """Which way each of its figures would face with these further fronts: the hindmost ranks to the rear, then the outer
    files to their flanks, the others to the front. (masse.move.multi-front)"""
    files: i64 = unit.files
    figures: i64 = unit.figures
    if not fronts:
        return [FRONT] * figures
    wing: i64 = 2 * turned_files(unit, fronts)
    deep: i64 = ranks(unit)
    rear: i64 = figures
    if REAR in fronts:
        rear = deep - turned_ranks(unit)
    left: i64 = 0
    if LEFT in fronts:
        left = wing
    right: i64 = 2 * files
    if RIGHT in fronts:
        right = 2 * (files - 1) - wing
    found = []
    for rank in range(deep):
        abreast = min(files, figures - rank * files)
        aside = files - abreast
        for file in range(aside, aside + 2 * abreast, 2):
            found.append(REAR if rank >= rear else LEFT if file < left else RIGHT if file > right else FRONT)
    return found


def first_two(unit: Unit, side: int) -> list[int]:
    """The figures that face this side and stand in its first two ranks. (masse.shoot.two-ranks)"""
    if side == FRONT and not unit.fronts:
        return list(range(min(unit.figures, 2 * unit.files)))
    found = []
    deep, sides = ranks(unit), figure_sides(unit)
    for number, (rank, file) in enumerate(figure_spots(unit)):
        if unit.fronts and sides[number] != side:
            continue
        if side == FRONT:
            before = 2 * rank
        elif side == REAR:
            before = 2 * (deep - 1 - rank)
        else:
            before = file if side == LEFT else 2 * (unit.files - 1) - file
        if before < 4:
            found.append(number)
    return found


# ---------------------------------------------------------------- sectors (masse.view.sectors)


def direction(target: Unit, x: int, y: int) -> int:
    """From which side of the whole unit a point looks at it: FRONT, LEFT, REAR or RIGHT. On a diagonal a point is in front or
    behind rather than on the flank."""
    found = rectangle_sector(footprint(target), x, y)
    if found != FRONT and behind_rectangle(footprint(target), x, y):
        found = REAR
    return found


def sector(target: Unit, x: int, y: int) -> int:
    """The sector of the target in which a point lies; of a multiple front, the sector of the group whose figures are nearest to
    the point (masse.view.multi-front-sectors)."""
    found = direction(target, x, y)
    if not target.fronts:
        return found
    places = figure_places(target)
    far = [(px - x) * (px - x) + (py - y) * (py - y) for px, py in places]
    nearest = min(far)
    return shown(target, found, [number for number, square in enumerate(far) if square == nearest])


def shown(target: Unit, found: int, struck: list[int]) -> int:
    """What the group to which most of these figures belong shows to that side of the unit; of groups as large, what is best for
    the target. A square shows fronts only."""
    if target.fronts == SQUARE or not struck:
        return FRONT
    sides = figure_sides(target)
    counts = [0, 0, 0, 0]
    for number in struck:
        counts[(found - sides[number]) % 4] += 1
    most = max(counts)
    return next(one for one in (FRONT, LEFT, RIGHT, REAR) if counts[one] == most)


def looking_from(unit: Unit) -> tuple[int, int]:
    """The middle of its front edge, or of the base of an individual: the point that stands for the whole of it."""
    return (unit.x, unit.y) if is_individual(unit) else front_centre(unit)


def setting_off(unit: Unit) -> Unit:
    """The unit at the start of a move: where it comes from is kept. (masse.view.attack-sector)"""
    twin = unit.copy()
    twin.origin = looking_from(unit)
    return twin


def attack_sector(target: Unit, attacker: Unit) -> int:
    """The sector an attack comes from: where the middle of the attacker's front edge is; for individuals the middle of the
    base. (masse.view.attack-sector) Those in a building face whoever comes (masse.building.free-turning)."""
    if target.building >= 0:
        return FRONT
    x, y = attacking_from(target, attacker)
    return sector(target, x, y)


def attacking_from(target: Unit, attacker: Unit) -> tuple[int, int]:
    """The point that an attack from where the attacker stands comes from."""
    x, y = looking_from(attacker)
    if inside(footprint(target), x, y):  # the rounding of turned corners, no more
        dx, dy = turned(-CONTACT, 0, attacker.facing)
        x, y = x + dx, y + dy
    return x, y


def melee_sector(target: Unit, attacker: Unit) -> int:
    """The sector a melee attack comes from: where the attacker was when its move of this action began, so that no last inch
    gains a flank; of an attacker that stands in contact, the side of the target that it touches. (masse.view.attack-sector)"""
    if target.building >= 0:
        return FRONT
    standing = -1 if attacker.origin else side_known(target, attacker)
    if standing >= 0:
        return shown(target, standing, touching_figures(target, attacker)) if target.fronts else standing
    x, y = attacker.origin or attacking_from(target, attacker)
    if not target.fronts:
        return sector(target, x, y)
    struck = touching_figures(target, attacker)
    return shown(target, direction(target, x, y), struck) if struck else sector(target, x, y)


def side_known(target: Unit, attacker: Unit) -> int:
    """The same as `side_touched`, worked out once for two that stand like this."""
    known = meeting(attacker, target)
    if known.side is None:
        known.side = side_touched(target, attacker)
    return known.side


def side_touched(target: Unit, attacker: Unit) -> int:
    """The side of the target along which an attacker in contact touches it farthest, the front rather than any other where
    they only meet at a corner; -1 where they do not touch."""
    width, depth = size_of(target)
    best, found = -1, -1
    seen = [turned(x - target.x, y - target.y, -target.facing) for x, y in footprint(attacker).points]
    for side in (FRONT, LEFT, RIGHT, REAR):
        ahead, aside = (depth // 2, width // 2) if side in (FRONT, REAR) else (width // 2, depth // 2)
        corners = seen_from(side, seen)
        low, high = span_within(corners, ahead - HAIRLINE, ahead + HAIRLINE)
        length = (min(high, aside) - max(low, -aside) + HAIRLINE) // (2 * HAIRLINE)
        if length > best and high + HAIRLINE >= -aside and low - HAIRLINE <= aside:
            best, found = length, side
    return found


def seen_from(side: int, corners: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Corners given as they lie before the front of a unit, as they lie before one of its sides."""
    if side == LEFT:
        return [(y, -x) for x, y in corners]
    if side == RIGHT:
        return [(-y, x) for x, y in corners]
    return [(-x, -y) for x, y in corners] if side == REAR else corners


def span_within(corners: list[tuple[int, int]], near: i64, far: i64) -> tuple[int, int]:
    """From where to where a convex outline reaches sideways between two distances ahead; (NOWHERE, -NOWHERE) where it is not
    between them."""
    points: list[tuple[i64, i64]] = corners
    low: i64 = NOWHERE
    high: i64 = -NOWHERE
    x0, y0 = points[-1]
    for x1, y1 in points:
        if near <= x1 <= far:
            low, high = min(low, y1), max(high, y1)
        if x0 < near < x1 or x1 < near < x0:
            across = y0 + (y1 - y0) * (near - x0) // (x1 - x0)
            low, high = min(low, across), max(high, across)
        if x0 < far < x1 or x1 < far < x0:
            across = y0 + (y1 - y0) * (far - x0) // (x1 - x0)
            low, high = min(low, across), max(high, across)
        x0, y0 = x1, y1
    return low, high


# ---------------------------------------------------------------- field of view (masse.view.field-of-view)


def in_front_of(unit: Unit, x: int, y: int) -> bool:
    """Is the point in the front sector, or on any side a multiple front looks to? Individuals look all around, and so do
    those in a building, who turn freely (masse.building.free-turning)."""
    if is_individual(unit) or unit.building >= 0:
        return True
    if not unit.fronts:
        return rectangle_sector(footprint(unit), x, y) == FRONT
    side = direction(unit, x, y)
    return side == FRONT or side in unit.fronts


def viewpoint(unit: Unit, x: int, y: int) -> tuple[int, int]:
    """From where it looks at a point: the middle of its front edge, or of the side that a group of it faces; an individual from
    the middle of its base. (masse.view.line-of-sight)"""
    if is_individual(unit):
        return unit.x, unit.y
    side = direction(unit, x, y) if unit.fronts else FRONT
    if side not in unit.fronts:
        return front_centre(unit)
    width, depth = size_of(unit)
    dx, dy = turned(depth // 2 if side == REAR else width // 2, 0, unit.facing + 9000 * side)
    return unit.x + dx, unit.y + dy
