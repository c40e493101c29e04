"""Conventions: measuring, contact and who engages whom, front, flank and back, what is in hand."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from escarmouche.systems.fda.model import (
    EXTRA_ACTIONS,
    FLOOR_DWELLER,
    FOOT,
    HALF_PLANE_BACK,
    HARMLESS,
    LARGE,
    MOUNTED,
    ON_TABLE,
    STUNNED,
    Figure,
    World,
)
from escarmouche.systems.fda.rules.values import BARK, MOST_ENEMIES
from escarmouche.table.sectors import FRONT, REAR, disc_in_view, facing_of, sector
from escarmouche.table.shapes import TOUCH, gap, touching
from escarmouche.table.shapes import within as discs_within

QUARTER: Final = 9000

# ---------------------------------------------------------------- measuring (fda.setup.measure-in-centimetres)


def apart(a: Figure, b: Figure) -> int:
    """The distance between two figures on the flat, from base to base, rounded up."""
    return gap(a.x, a.y, a.card.radius, b.x, b.y, b.card.radius)


def within(a: Figure, b: Figure, reach: int) -> bool:
    """Are the two no farther apart than this?"""
    return discs_within(a.x, a.y, a.card.radius, b.x, b.y, b.card.radius, reach)


def closer(a: Figure, b: Figure, reach: int) -> bool:
    """Are the two less than this apart?"""
    return discs_within(a.x, a.y, a.card.radius, b.x, b.y, b.card.radius, reach - 1)


# ---------------------------------------------------------------- sides


def enemies(world: World, figure: Figure) -> list[Figure]:
    """The enemies of a figure on the table."""
    return [other for other in world.figures if other.status == ON_TABLE and other.seat != figure.seat]


def friends(world: World, figure: Figure) -> list[Figure]:
    """The other figures of its side on the table."""
    return [
        other for other in world.figures if other.status == ON_TABLE and other.seat == figure.seat and other.id != figure.id
    ]


# ---------------------------------------------------------------- contact


def touches_at(figure: Figure, x: int, y: int, other: Figure) -> bool:
    """Would the figure touch the other there? Only on one level. (fda.setup.measure-in-centimetres)"""
    return other.z == figure.z and touching(x, y, figure.card.radius, other.x, other.y, other.card.radius)


def touch(a: Figure, b: Figure) -> bool:
    """Are the two in contact?"""
    return a.status == ON_TABLE and b.status == ON_TABLE and touches_at(a, a.x, a.y, b)


def touched(world: World, figure: Figure) -> list[Figure]:
    """The enemies in contact with a figure, whatever their state."""
    return [other for other in world.figures if other.seat != figure.seat and touch(figure, other)]


def engages(one: Figure, other: Figure) -> bool:
    """Does one engage the other: an enemy that touches it, on its feet, and not harmless? (fda.contact.engaged,
    fda.trait.harmless)"""
    return one.seat != other.seat and one.on_feet() and not one.has(HARMLESS) and touch(one, other)


def engaging(world: World, figure: Figure) -> list[Figure]:
    """The enemies that engage a figure."""
    x: i64 = figure.x
    y: i64 = figure.y
    near: i64 = figure.card.radius + TOUCH
    found = []
    for other in world.figures:
        far: i64 = near + other.card.radius
        if -far <= other.x - x <= far and -far <= other.y - y <= far and engages(other, figure):
            found.append(other)
    return found


def is_engaged(world: World, figure: Figure) -> bool:
    """Does any enemy engage it?"""
    return bool(engaging(world, figure))


LIMIT_RULES: Final[dict[int, str]] = {
    FOOT: "fda.contact.limit-foot",
    MOUNTED: "fda.contact.limit-mounted",
    LARGE: "fda.contact.limit-large",
}
"""The rule that limits how many enemies may be in contact with a figure of each size."""


def most_enemies(figure: Figure) -> int:
    """How many enemies may be in contact with it. (fda.contact.limit-foot, fda.contact.limit-mounted, fda.contact.limit-large,
    fda.trait.large)"""
    return MOST_ENEMIES[figure.card.size]


def is_full(world: World, figure: Figure) -> bool:
    """Is it engaged by as many enemies as may be? Then it is encircled, and nobody else comes into contact.
    (fda.contact.encircled)"""
    return len(engaging(world, figure)) >= most_enemies(figure)


def is_pinned(world: World, figure: Figure) -> bool:
    """Must it flee to get away? Without that action one may simply walk away. (fda.contact.leaving-contact)"""
    return world.plays(EXTRA_ACTIONS) and is_engaged(world, figure)


# ---------------------------------------------------------------- facing (fda.geometry.front-flank-back)


def quarter(figure: Figure, other: Figure) -> int:
    """The quarter round a figure in which the other's centre lies: FRONT, a flank, or REAR."""
    fx, fy = facing_of(figure.facing)
    return sector(figure.x, figure.y, fx, fy, other.x, other.y)


def in_front(figure: Figure, other: Figure) -> bool:
    """Is the other in front of it?"""
    return quarter(figure, other) == FRONT


def behind(world: World, figure: Figure, other: Figure) -> bool:
    """Is the other in its back, for a shot? Some tables take all that lies strictly behind it."""
    if world.reads(HALF_PLANE_BACK):
        fx, fy = facing_of(figure.facing)
        return fx * (other.x - figure.x) + fy * (other.y - figure.y) < 0
    return quarter(figure, other) == REAR


def looks_at(figure: Figure, other: Figure) -> bool:
    """Does any part of the other lie in its field of vision, the half-plane ahead? Stunned and sleeping figures see nothing."""
    if figure.posture >= STUNNED:
        return False
    fx, fy = facing_of(figure.facing)
    return disc_in_view(figure.x, figure.y, fx, fy, QUARTER, other.x, other.y, other.card.radius)


# ---------------------------------------------------------------- characteristics


def bare_defence(world: World, figure: Figure) -> int:
    """Its D without equipment; a spell on the body counts. (fda.test.jdeg)"""
    return figure.values().defence + (BARK if figure.bark >= world.turn and figure.bark else 0)


def defence(world: World, figure: Figure) -> int:
    """Its D with what it wears. (fda.char.defence)"""
    return bare_defence(world, figure) + figure.card.armour


def rises_quickly(figure: Figure) -> bool:
    """Does it stand up and lie down with quick actions? (fda.trait.floor-dweller)"""
    return figure.has(FLOOR_DWELLER)


# ---------------------------------------------------------------- what is in hand (fda.melee.weapons-in-hand)


def usable(figure: Figure, item: str) -> int:
    """How many of a kind it holds that are not damaged. (fda.melee.fists)"""
    return max(0, figure.hands.count(item) - figure.damaged.count(item))
