"""Swarms: several bases that stay together."""

from __future__ import annotations

from escarmouche.core.effects import Choose, Listed, Script, Tell
from escarmouche.systems.sbh.model import DEAD, ON_TABLE, SWARM, Figure, World
from escarmouche.systems.sbh.rules.conventions import (
    apart,
    bars,
    fits_table,
    girth,
    guards,
    kept_hidden,
    near,
    operational,
    snapped,
    touches,
)
from escarmouche.table.hexes import hex_at, hex_centre, neighbours
from escarmouche.table.shapes import contact_point, disc_meets_polygon, overlapping, square_between


def kin(world: World, figure: Figure) -> list[Figure]:
    """The other bases of the same kind of Swarm in its band, on the table."""
    return [
        other
        for other in world.figures
        if other.status == ON_TABLE
        and other.id != figure.id
        and other.seat == figure.seat
        and other.has(SWARM)
        and other.card.profile == figure.card.profile
    ]


def adrift(world: World, figure: Figure, x: int, y: int) -> bool:
    """Would the base, standing at x, y, touch none of its kin? The last base of a kind is free.
    (sbh.special.swarm-cohesion)"""
    others = kin(world, figure)
    return len(others) > 0 and not any(touches(world, x, y, figure.card.radius, other) for other in others)


def breaks_swarm(world: World, figure: Figure, x: int, y: int, mates: tuple[int, ...]) -> bool:
    """Would a move to x, y tear the Swarm apart for good: this base, or one that leaned on it, would stand without a base of
    its kind beside it, and none that may still move this turn can mend it? `mates` are the members of its group that have
    actions left. (sbh.special.swarm-cohesion)"""
    twin = figure.copy()
    twin.x = x
    twin.y = y
    after = world.with_figure(twin)
    coming = followers(world, figure, mates)
    back = adrift(world, figure, figure.x, figure.y) and returns(world, figure, twin)
    if adrift(after, twin, x, y) and not back and not any(catches_up(after, other, twin) for other in coming):
        return True
    left = [other for other in kin(after, twin) if adrift(after, other, other.x, other.y)]
    for other in left:
        if adrift(world, other, other.x, other.y):
            continue
        if other.id not in [one.id for one in coming] or not any(catches_up(after, other, one) for one in kin(after, other)):
            return True
    return False


def followers(world: World, figure: Figure, mates: tuple[int, ...]) -> list[Figure]:
    """The other bases of its Swarm that may still move in this turn."""
    fresh = world.active == figure.seat and not world.passing
    return [
        other
        for other in kin(world, figure)
        if (other.id in mates or (fresh and not other.activated)) and operational(other) and not guards(world, other)
    ]


def catches_up(world: World, figure: Figure, other: Figure) -> bool:
    """Is the other no farther away than one move of this base?"""
    return near(world, figure, other, figure.card.move)


def awaited(world: World, figure: Figure, mates: tuple[int, ...]) -> list[Figure]:
    """The bases of its Swarm that this one owes a move to: all of them when it stands alone and none may still come to it in
    this turn; else those that went ahead and stand alone."""
    if not figure.has(SWARM):
        return []
    others, coming = kin(world, figure), followers(world, figure, mates)
    if adrift(world, figure, figure.x, figure.y):
        return [] if any(catches_up(world, other, figure) for other in coming) else others
    still = [other.id for other in coming]
    return [other for other in others if other.id not in still and adrift(world, other, other.x, other.y)]


def returns(world: World, before: Figure, after: Figure) -> bool:
    """Does the base come nearer to one of its kin?"""
    return any(apart(world, after, other) < apart(world, before, other) for other in kin(world, before))


# ---------------------------------------------------------------- closing ranks


def clumps(world: World, figure: Figure) -> list[list[Figure]]:
    """The bases of this one's Swarm on the table, sorted into those that hang together; the smallest first."""
    left = kin(world, figure)
    found: list[list[Figure]] = []
    while left:
        clump = [left.pop(0)]
        for base in clump:
            near_by = [other for other in left if touches(world, base.x, base.y, base.card.radius, other)]
            clump.extend(near_by)
            left = [other for other in left if all(other is not one for one in near_by)]
        found.append(clump)
    return sorted(found, key=len)


def closing_spots(world: World, clump: list[Figure], others: list[Figure]) -> list[tuple[int, int]]:
    """Where the first base of a clump may come to stand so that, all of it having moved as it did, it touches one of the
    others: the shortest moves first."""
    found: dict[tuple[int, int], int] = {}
    moving = tuple([one.id for one in clump])
    width = world.ground.hex_width
    for base in clump:
        for other in others:
            spots: list[tuple[int, int]] = []
            if width:
                spots.extend([hex_centre(at, width) for at in neighbours(hex_at(other.x, other.y, width))])
            else:
                spot = contact_point(base.x, base.y, base.card.radius, other.x, other.y, other.x, other.y, other.card.radius)
                spots.extend([] if spot is None else [spot])
            for x, y in spots:
                if all(may_close_to(world, one, x - base.x + one.x, y - base.y + one.y, moving) for one in clump):
                    found[(x - base.x + clump[0].x, y - base.y + clump[0].y)] = square_between(base.x, base.y, x, y)
    return sorted(found, key=lambda spot: found[spot])


def is_free(world: World, figure: Figure, x: int, y: int, moving: tuple[int, ...] = ()) -> bool:
    """Can the base stand there: on the table and on nobody, but for those that are `moving` too?"""
    if not fits_table(world, figure, x, y):
        return False
    radius = girth(world, figure)
    return not any(
        overlapping(x, y, radius, other.x, other.y, girth(world, other))
        for other in world.figures
        if other.id != figure.id and other.id not in moving and other.status == ON_TABLE
    )


def may_close_to(world: World, figure: Figure, x: int, y: int, moving: tuple[int, ...]) -> bool:
    """May the base come to stand there: where it is free, in no wall and on no hidden marker?"""
    if not is_free(world, figure, x, y, moving) or snapped(world, x, y) != (x, y):
        return False
    if kept_hidden(world, x, y, figure.card.radius):
        return False
    radius = girth(world, figure)
    return not any(bars(figure, piece) and disc_meets_polygon(x, y, radius, piece.shape) for piece in world.ground.pieces)


def close_ranks(world: World, gone: Figure) -> Script:
    """When the death of a base has opened a gap in its Swarm the owner may close it at once, free of charge, moving as few
    bases as it takes: the smallest part comes to the others as it stands. (sbh.special.swarm-close-ranks)"""
    if not gone.has(SWARM) or gone.status != DEAD:
        return world
    rule = "sbh.special.swarm-close-ranks"
    parts = clumps(world, gone)
    while len(parts) > 1:
        clump = parts[0]
        spots = closing_spots(world, clump, [base for part in parts[1:] for base in part])
        if not spots:
            return world
        first = clump[0]
        wish = yield Choose(rule, gone.seat, world, Listed(("stay", *spots[:4]), rule), first.id)
        if wish == "stay":
            return world
        for base in clump:
            twin = base.copy()
            twin.x, twin.y = base.x + wish[0] - first.x, base.y + wish[1] - first.y
            world = world.with_figure(twin)
            yield Tell(rule, "closes-ranks", (base.id, twin.x, twin.y))
        parts = clumps(world, gone)
    return world
