"""Bases and footprints: what ground a unit covers, where each of its figures stands, which of them touch the enemy."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import mypyc_attr

from escarmouche.systems.masse.model import CLOSE, NONE, Stand, Unit
from escarmouche.systems.masse.rules.values import SPACING
from escarmouche.table.shapes import Polygon, polygon_gap, polygons_within

CONTACT: Final = 50
"""Bases touch when the gap is at most half a millimetre: corners of turned rectangles are rounded."""


def is_individual(unit: Unit) -> bool:
    """A single figure to which formation rules never apply. (masse.org.individuals)"""
    return unit.formation == NONE


# ---------------------------------------------------------------- footprints (masse.org.base-sizes)


def ranks(unit: Unit) -> int:
    """How many ranks deep it stands, the last perhaps incomplete."""
    return -(-unit.figures // unit.files)


def full_ranks(unit: Unit) -> int:
    """Ranks that count: an incomplete last one only from half the width of the first. (masse.morale.mod-ranks)"""
    rest = unit.figures % unit.files
    return unit.figures // unit.files + (1 if rest and 2 * rest >= unit.files else 0)


def spacing(unit: Unit) -> tuple[int, int]:
    """From one figure to the next, sideways and in depth: half a base between them in any looser order than close.
    (masse.formation.close, masse.formation.skirmish, masse.formation.pack)"""
    card = unit.card
    if unit.formation == CLOSE or unit.formation == NONE:
        return card.front, card.depth
    share = SPACING[unit.formation]
    return card.front * share[0] // share[1], card.depth * share[0] // share[1]


def stand(unit: Unit) -> Stand:
    """The ground it covers; worked out anew only when it stands otherwise than when last asked, which a unit in a world never
    does."""
    known = unit._stand
    if known is None or not (unit._settled or unit.stands(known)):
        aside, behind = spacing(unit)
        files = min(unit.files, unit.figures)
        width, depth = (files - 1) * aside + unit.card.front, (ranks(unit) - 1) * behind + unit.card.depth
        known = Stand(
            unit.card, unit.formation, unit.figures, unit.files, unit.x, unit.y, unit.facing, width, depth, aside, behind
        )
        unit._stand = known
    return known


def size_of(unit: Unit) -> tuple[int, int]:
    """Width and depth of its footprint."""
    known = stand(unit)
    return known.width, known.depth


def footprint(unit: Unit) -> Polygon:
    """The rectangle it covers: corners front left, rear left, rear right, front right."""
    return stand(unit).shape()


def front_centre(unit: Unit) -> tuple[int, int]:
    """The middle of its front edge."""
    return stand(unit).front()


def figure_places(unit: Unit) -> tuple[tuple[int, int], ...]:
    """The centres of its figures: rank by rank from the front, left to right, the last rank in the middle."""
    return stand(unit).places()


def figure_base(unit: Unit, place: tuple[int, int]) -> Polygon:
    """The base of one figure."""
    return stand(unit).base(place)


def figure_bases(unit: Unit) -> list[Polygon]:
    """The bases of all its figures, in the order of `figure_places`."""
    return [figure_base(unit, place) for place in figure_places(unit)]


# ---------------------------------------------------------------- figures in contact (masse.melee.contact)


@final
@mypyc_attr(acyclic=True)
class Meeting:
    """What follows from the ground that an attacker and a defender cover, once somebody asks for it."""

    __slots__ = ("side", "touching")

    def __init__(self) -> None:
        self.touching: tuple[int, ...] | None = None
        """The figures of the attacker that touch."""
        self.side: int | None = None
        """The side of the defender that is touched."""


MEETINGS: Final[dict[tuple[tuple[int, ...], tuple[int, ...]], Meeting]] = {}
"""The latest meetings that were asked for: whoever weighs a battle asks for the same again and again."""

MANY: Final = 4096
"""So many meetings are kept."""


def meeting(attacker: Unit, defender: Unit) -> Meeting:
    """What is known of how two units meet that stand like this."""
    key = (stand(attacker).key(), stand(defender).key())
    found = MEETINGS.get(key)
    if found is None:
        if len(MEETINGS) >= MANY:
            MEETINGS.clear()
        found = MEETINGS[key] = Meeting()
    return found


def touching_figures(attacker: Unit, defender: Unit) -> list[int]:
    """The figures of the attacker, by their number in `figure_places`, whose base touches an enemy base. Where units meet and
    every base faces a gap in the other's open ranks, the nearest figure steps up. (masse.melee.contact)"""
    known = meeting(attacker, defender)
    if known.touching is None:
        known.touching = tuple(figures_in_touch(attacker, defender))
    return list(known.touching)


def figures_in_touch(attacker: Unit, defender: Unit) -> list[int]:
    """The figures that touch, worked out."""
    whole = footprint(defender)
    mine = bases_along(attacker, whole)
    theirs = bases_along(defender, footprint(attacker)) if mine else []
    found = [number for number, base in mine if touches_any(base, theirs)]
    if not found and polygons_within(footprint(attacker), whole, CONTACT):
        gaps = [polygon_gap(base, whole) for base in figure_bases(attacker)]
        found.append(gaps.index(min(gaps)))
    return found


def bases_along(unit: Unit, whole: Polygon) -> list[tuple[int, Polygon]]:
    """The bases of those of its figures that touch a shape, each with its number in `figure_places`."""
    near = (unit.card.front + unit.card.depth) // 2 + 2 * CONTACT
    left, bottom, right, top = whole.left - near, whole.bottom - near, whole.right + near, whole.top + near
    found = []
    for number, place in enumerate(figure_places(unit)):
        if left <= place[0] <= right and bottom <= place[1] <= top:
            base = figure_base(unit, place)
            if polygons_within(base, whole, CONTACT):
                found.append((number, base))
    return found


def touches_any(base: Polygon, others: list[tuple[int, Polygon]]) -> bool:
    """Does a base touch one of the others?"""
    return any(polygons_within(base, other, CONTACT) for _, other in others)


def second_rank(attacker: Unit, touching: list[int]) -> list[int]:
    """The figures directly behind one of those in contact; in a last rank that is not full, which stands in the middle, also
    half behind it. (masse.melee.second-rank)"""
    files = attacker.files
    front = [number for number in touching if number < files]
    second = min(files, attacker.figures - files)
    found = []
    for place in range(second):
        aside: int = 2 * place + files - second
        if place + files not in touching and any(abs(2 * number - aside) < 2 for number in front):
            found.append(place + files)
    return found
