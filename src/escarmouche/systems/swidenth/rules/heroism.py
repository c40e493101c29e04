"""Heroism: points spent before a roll and after a result; every decision is asked in the same way of either player."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import mypyc_attr

from escarmouche.core.effects import (
    Answer,
    Call,
    Chance,
    Choose,
    Listed,
    Options,
    Refusal,
    Roll,
    Rule,
    Script,
    Tell,
    rule,
    same,
)
from escarmouche.core.pools import at_least
from escarmouche.systems.swidenth.model import NEUTRAL, ONE_BY_ONE, World
from escarmouche.systems.swidenth.rules.values import BONUS, SIDES, Modifier
from escarmouche.systems.swidenth.rules.values import SOFTEN as SOFTENS_ON

BOOST: Final = "swidenth.heroism.boost"
SOFTEN: Final = "swidenth.heroism.soften"
NOTHING: Final = 0
PUSHED: Final = 1
STUNNED: Final = 2
OUTED: Final = 3
RESULTS: Final = ("nothing", "pushed", "stunned", "out")
"""The results of a blow, from the mildest. (swidenth.heroism.soften)"""


@final
@mypyc_attr(acyclic=True)
class Stake(Options):
    """How many points a figure spends before a roll, and what rides on them: the call that rolls, in which of its arguments
    its own modifiers stand (`place`), the figure that announces after it (-1: none), and in which argument that one's
    modifiers stand (-1: the call asks for its points itself)."""

    __slots__ = ("points", "call", "place", "rival", "other")

    def __init__(self, points: int, call: Call, place: int, rival: int = -1, other: int = -1) -> None:
        self.points = points
        self.call = call
        self.place = place
        self.rival = rival
        self.other = other

    def check(self, answer: Answer) -> Refusal | None:
        for one in self.listed():
            if same(one, answer):
                return None
        return Refusal((answer,), "not-an-option", BOOST)

    def listed(self) -> list[Answer]:
        return [("heroism", points) for points in range(self.points + 1)]

    def sample(self, chance: Chance) -> Answer:
        return ("heroism", chance.below(self.points + 1))

    def rolled(self, points: int, others: int) -> Call:
        """The call that rolls, when so many points are spent on either side."""
        call = raised(self.call, self.place, points)
        return raised(call, self.other, others) if self.other >= 0 else call


def raised(call: Call, place: int, points: int) -> Call:
    """A call with points of Heroism among the modifiers that stand in one of its arguments."""
    args = call.args
    return Call(call.rule, *args[:place], (*args[place], *boost(points)), *args[place + 1 :]) if points else call


def in_world(call: Call, world: World) -> Call:
    """A call in another world, which is its first argument."""
    return Call(call.rule, world, *call.args[1:])


def window(world: World, id: int, why: str, most: int, kind: str) -> Script:
    """The window of Heroism after a result: a figure with points left is asked how many it spends, up to `most`. Returns the
    world and the points, which are gone whatever happens. (swidenth.heroism.pool, swidenth.stats.heroism)"""
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


def boosted(world: World, id: int, call: Call, place: int, rival: int = -1, other: int = -1) -> Script:
    """Before a Combat, Shooting, Morale or casting roll: any number of points, +3 each. The rest says what rides on them, as in
    a `Stake`. Returns the world and the points. (swidenth.heroism.boost, swidenth.heroism.pool)"""
    figure = world.figures[id]
    if figure.heroism <= 0 or figure.seat == NEUTRAL:
        return world, 0
    _, points = yield Choose(BOOST, figure.seat, world, Stake(figure.heroism, call, place, rival, other), id)
    return (yield from spent(world, id, points))


def boost(points: int) -> tuple[Modifier, ...]:
    """What points add to a roll. (swidenth.heroism.boost)"""
    name, value = BONUS["heroism"]
    return ((name, value * points),) if points else ()


OWN: Final = 3
OTHERS: Final = 4
"""In which arguments of a call for an opposed roll the modifiers of the two sides stand."""


def rivals(call: Call, acting: int, other: int) -> Script:
    """Before an opposed roll, which `call` makes: the acting player announces first, then the other; nobody raises. Returns the
    call with the points of both. (swidenth.heroism.boost-order)"""
    world, mine = yield from boosted(call.args[0], acting, call, OWN, other, OTHERS)
    call = raised(call, OWN, mine)
    world, theirs = yield from boosted(world, other, call, OTHERS)
    return in_world(raised(call, OTHERS, theirs), world)


@rule("swidenth.heroism.soften", "swidenth.heroism.soften-chain")
def soften(world: World, id: int, result: int) -> Script:
    """After a result: points to lower it by one step; a d20 for each, 8 or more on at least one lowers it. Points for one
    step are rolled together, or one by one where the table plays so. Returns the world and whether it is lowered."""
    figure = world.figures[id]
    if figure.seat == NEUTRAL:
        if result != OUTED or figure.heroism == 0:
            return world, False
        world, points = yield from spent(world, id, 1)
    else:
        most = 1 if world.has(ONE_BY_ONE) else figure.heroism
        world, points = yield from window(world, id, SOFTEN, most, f"avoid-{RESULTS[result]}")
    if points == 0:
        return world, False
    world, lowered = yield from softened(world, id, result, points)
    if not lowered and world.has(ONE_BY_ONE):
        return (yield from soften(world, id, result))
    return world, lowered


def softened(world: World, id: int, result: int, points: int) -> Script:
    """The dice of points that were spent against a result: 8 or more on at least one lowers it. Returns the world and whether
    it is lowered."""
    hits = yield Roll(SOFTEN, max(0, world.figures[id].seat), world, points, SIDES, at_least(SOFTENS_ON, SIDES), id, SOFTENS_ON)
    yield Tell(SOFTEN, f"avoids-{RESULTS[result]}" if hits else "avoids-nothing", (id,))
    return world, hits > 0


SOFTENING: Final = Rule((SOFTEN,), "softened", softened)
"""These dice alone, for their odds."""
