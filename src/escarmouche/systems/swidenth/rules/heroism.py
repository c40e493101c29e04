"""Heroism: points spent before a roll and after a result. Every decision goes through one window for either player."""

from __future__ import annotations

from typing import Final

from escarmouche.core.effects import Choose, Listed, Roll, Script, Tell, rule
from escarmouche.core.pools import at_least
from escarmouche.systems.swidenth.model import NEUTRAL, ONE_BY_ONE, World
from escarmouche.systems.swidenth.rules.values import BONUS, SIDES, SOFTEN, Modifier

NOTHING: Final = 0
PUSHED: Final = 1
STUNNED: Final = 2
OUTED: Final = 3
RESULTS: Final = ("nothing", "pushed", "stunned", "out")
"""The results of a blow, from the mildest. (swidenth.heroism.soften)"""


def window(world: World, id: int, why: str, most: int, kind: str) -> Script:
    """The one window of Heroism: a figure with points left is asked how many it spends, up to `most`. Returns the world and the
    points, which are gone whatever happens. (swidenth.heroism.pool, swidenth.stats.heroism)"""
    figure = world.figures[id]
    most = min(most, figure.heroism)
    if most <= 0 or figure.seat == NEUTRAL:
        return world, 0
    answers = tuple([(kind, points) for points in range(most + 1)])
    _, points = yield Choose(why, figure.seat, world, Listed(answers, why), id)
    return (yield from spent(world, id, points))


def spent(world: World, id: int, points: int) -> Script:
    """Points are spent. Returns the world and how many."""
    if points:
        twin = world.figures[id].copy()
        twin.heroism -= points
        world = world.with_figure(twin)
        yield Tell("swidenth.heroism.pool", "spends-heroism", (id, points, twin.heroism))
    return world, points


def boosted(world: World, id: int) -> Script:
    """Before a Combat, Shooting, Morale or casting roll: any number of points, +3 each. Returns the world and the points.
    (swidenth.heroism.boost)"""
    return (yield from window(world, id, "swidenth.heroism.boost", world.figures[id].heroism, "heroism"))


def boost(points: int) -> tuple[Modifier, ...]:
    """What points add to a roll. (swidenth.heroism.boost)"""
    name, value = BONUS["heroism"]
    return ((name, value * points),) if points else ()


def rivals(world: World, acting: int, other: int) -> Script:
    """Before an opposed roll: the acting player announces first, then the other; nobody raises. Returns the world and both
    numbers of points. (swidenth.heroism.boost-order)"""
    world, mine = yield from boosted(world, acting)
    world, theirs = yield from boosted(world, other)
    return world, mine, theirs


@rule("swidenth.heroism.soften", "swidenth.heroism.soften-chain")
def soften(world: World, id: int, result: int) -> Script:
    """After a result: points to lower it by one step; a d20 for each, 8 or more on at least one lowers it. Points for one
    step are rolled together, or one by one where the table plays so. Returns the world and whether it is lowered."""
    why = "swidenth.heroism.soften"
    figure = world.figures[id]
    if figure.seat == NEUTRAL:
        if result != OUTED or figure.heroism == 0:
            return world, False
        world, points = yield from spent(world, id, 1)
    else:
        most = 1 if world.has(ONE_BY_ONE) else figure.heroism
        world, points = yield from window(world, id, why, most, f"avoid-{RESULTS[result]}")
    if points == 0:
        return world, False
    hits = yield Roll(why, max(0, figure.seat), world, points, SIDES, at_least(SOFTEN, SIDES), id, SOFTEN)
    if hits:
        yield Tell(why, f"avoids-{RESULTS[result]}", (id,))
        return world, True
    yield Tell(why, "avoids-nothing", (id,))
    if world.has(ONE_BY_ONE):
        return (yield from soften(world, id, result))
    return world, False
