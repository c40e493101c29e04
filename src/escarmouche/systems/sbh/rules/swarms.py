"""Swarms: several bases that stay together."""

from __future__ import annotations

from escarmouche.core.effects import Choose, Listed, Script, Tell
from escarmouche.systems.sbh.model import ON_TABLE, SWARM, Figure, World
from escarmouche.systems.sbh.rules.conventions import apart, fits_table, girth, guards, near, operational, touches
from escarmouche.table.hexes import hex_at, hex_centre, neighbours
from escarmouche.table.shapes import contact_point, overlapping, square_between


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


def stragglers(world: World, seat: int) -> list[Figure]:
    """The Swarm bases of a side that touch none of their kin."""
    return [f for f in world.on_table(seat) if f.has(SWARM) and adrift(world, f, f.x, f.y)]


def spots_beside(world: World, figure: Figure) -> list[tuple[int, int]]:
    """Free spots where the base would touch one of its kin, the nearest kin first."""
    found: list[tuple[int, int]] = []
    width = world.ground.hex_width
    for other in sorted(kin(world, figure), key=lambda o: square_between(figure.x, figure.y, o.x, o.y)):
        if width:
            found.extend([hex_centre(at, width) for at in neighbours(hex_at(other.x, other.y, width))])
        else:
            spot = contact_point(figure.x, figure.y, figure.card.radius, other.x, other.y, other.x, other.y, other.card.radius)
            if spot is not None:
                found.append(spot)
    return [spot for spot in found if is_free(world, figure, spot[0], spot[1])]


def is_free(world: World, figure: Figure, x: int, y: int) -> bool:
    """Can the base stand there: on the table and on nobody?"""
    if not fits_table(world, figure, x, y):
        return False
    radius = girth(world, figure)
    return not any(
        overlapping(x, y, radius, other.x, other.y, girth(world, other))
        for other in world.figures
        if other.id != figure.id and other.status == ON_TABLE
    )


def close_ranks(world: World, seat: int) -> Script:
    """When a gap has opened the owner may close it at once, free of charge, moving as few bases as it takes.
    (sbh.special.swarm-close-ranks)"""
    for base in stragglers(world, seat):
        if not adrift(world, world.figures[base.id], base.x, base.y):
            continue
        spots = spots_beside(world, base)
        if not spots:
            continue
        rule = "sbh.special.swarm-close-ranks"
        wish = yield Choose(rule, seat, world, Listed(("stay", *spots[:4]), rule), base.id)
        if wish == "stay":
            continue
        twin = base.copy()
        twin.x, twin.y = wish
        world = world.with_figure(twin)
        yield Tell(rule, "closes-ranks", (base.id, twin.x, twin.y))
    return world
