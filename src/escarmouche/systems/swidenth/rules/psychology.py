"""Psychology: morale tests, the Chief's fall, fear, terror, rallying; rout and flight stand in `rout`."""

from __future__ import annotations

from typing import Final

from escarmouche.core.effects import Call, Choose, Listed, Roll, Rule, Script, Tell, rule
from escarmouche.systems.swidenth.model import (
    COURAGEOUS,
    COWARD,
    FEAR,
    NEUTRAL,
    ON_TABLE,
    TERROR,
    Figure,
    World,
)
from escarmouche.systems.swidenth.rules.conventions import closer, commands, foes
from escarmouche.systems.swidenth.rules.heroism import boost, boosted
from escarmouche.systems.swidenth.rules.sight import sees
from escarmouche.systems.swidenth.rules.values import BONUS, DIFFICULTY, SIDES, SPELLS, TERROR_REACH, Modifier

MASK: Final = "dread-mask"
HEART: Final = "steadfast-heart"

# ---------------------------------------------------------------- morale tests


def morale_modifiers(figure: Figure) -> tuple[Modifier, ...]:
    """What counts in its morale rolls. (swidenth.trait.courageous, swidenth.trait.coward)"""
    found: tuple[Modifier, ...] = ()
    if figure.has(COURAGEOUS):
        found += (BONUS["courageous"],)
    if figure.has(COWARD):
        found += (BONUS["coward"],)
    if figure.under(HEART):
        found += ((HEART, SPELLS[HEART].bonus),)
    return found


def total_of(modifiers: tuple[Modifier, ...]) -> int:
    """What these add up to."""
    total = 0
    for modifier in modifiers:
        total += modifier[1]
    return total


@rule("swidenth.morale.test")
def morale_test(world: World, id: int, test: str, why: str) -> Script:
    """A test: d20 and modifiers strictly above the difficulty. Points of Heroism are announced before. Returns the world and
    whether it is passed."""
    modifiers = morale_modifiers(world.figures[id])
    world, points = yield from boosted(world, id, Call(TESTING, world, id, test, why, modifiers), 4)
    return (yield from tested(world, id, test, why, (*modifiers, *boost(points))))


def tested(world: World, id: int, test: str, why: str, modifiers: tuple[Modifier, ...]) -> Script:
    """The die of a test. Returns the world and whether it is passed."""
    figure = world.figures[id]
    bonus = total_of(modifiers)
    target = DIFFICULTY[test] + 1
    (die,) = yield Roll(why, figure.seat, world, 1, SIDES, (), id, target - bonus)
    passed = die + bonus >= target
    yield Tell("swidenth.morale.test", "morale-passed" if passed else "morale-failed", (id, die + bonus, DIFFICULTY[test]))
    return world, passed


TESTING: Final = Rule(("swidenth.morale.test",), "tested", tested)
"""This die alone, for its odds."""


# ---------------------------------------------------------------- states


def stunned(world: World, id: int, why: str) -> Script:
    """The figure is Stunned; being so twice adds nothing, and whoever hid is seen. Returns the world.
    (swidenth.state.stunned-halving, swidenth.shooting.camouflage)"""
    figure = world.figures[id]
    if figure.status != ON_TABLE:
        return world
    twin = figure.copy()
    twin.stunned = True
    twin.hidden = False
    yield Tell(why, "is-stunned", (id,))
    return world.with_figure(twin)


def takes_flight(world: World, id: int, why: str, dread: int = -1) -> Script:
    """The figure begins to flee. Returns the world. (swidenth.flight.activation)"""
    twin = world.figures[id].copy()
    twin.fleeing = True
    twin.dread = dread
    twin.hidden = False
    yield Tell(why, "takes-flight", (id,))
    return world.with_figure(twin)


# ---------------------------------------------------------------- the Chief's fall


@rule("swidenth.chief-fall.test")
def chief_falls(world: World, id: int) -> Script:
    """The Chief went Out of action: each of his band that sees him and does not flee yet tests or flees. Returns the world."""
    why = "swidenth.chief-fall.test"
    chief = world.figures[id]
    for other in world.figures:
        if other.seat == chief.seat and other.status == ON_TABLE and not other.fleeing and sees(world, other, chief):
            world, passed = yield from morale_test(world, other.id, "chief-fall", why)
            if not passed:
                world = yield from takes_flight(world, other.id, why)
    return world


# ---------------------------------------------------------------- Fear


def causes_fear(figure: Figure) -> bool:
    """Does it cause Fear? Terror does too, and a mask of dread; nothing that sleeps. (swidenth.trait.causes-fear,
    swidenth.trait.causes-terror)"""
    return not figure.asleep and (figure.has(FEAR | TERROR) or figure.under(MASK))


def causes_terror(figure: Figure) -> bool:
    """Does it cause Terror? (swidenth.trait.causes-terror)"""
    return figure.has(TERROR) and not figure.asleep


@rule("swidenth.fear.test")
def fear(world: World, id: int, source: int) -> Script:
    """A new engagement with a figure that causes Fear: a test of 7, or Stunned. Returns the world."""
    why = "swidenth.fear.test"
    yield Tell(why, "fears", (id, source))
    world, passed = yield from morale_test(world, id, "fear", why)
    return world if passed else (yield from stunned(world, id, why))


def met(world: World, id: int, before: tuple[int, ...]) -> Script:
    """New engagements of a figure, wherever they came from: whoever hid is seen, whoever flees is Stunned
    (swidenth.flight.engaged), Fear is tested. `before` are those it was engaged with. Returns the world."""
    for other in foes(world, world.figures[id]):
        if other in before:
            continue
        for one in (id, other):
            if world.figures[one].hidden:
                twin = world.figures[one].copy()
                twin.hidden = False
                world = world.with_figure(twin)
            if world.figures[one].fleeing:
                world = yield from stunned(world, one, "swidenth.flight.engaged")
        for one, source in ((id, other), (other, id)):
            if causes_fear(world.figures[source]) and not causes_fear(world.figures[one]):
                world = yield from fear(world, one, source)
    return world


# ---------------------------------------------------------------- Terror


def dreads(figure: Figure, source: Figure) -> bool:
    """Has the figure still to face this Terror? Once per game and source, or per turn where the table plays so; those who
    cause it are immune. (swidenth.terror.test)"""
    return (
        source.seat != figure.seat
        and figure.seat != NEUTRAL
        and causes_terror(source)
        and not causes_terror(figure)
        and not (figure.terrors >> source.id) & 1
        and figure.status == ON_TABLE
        and source.status == ON_TABLE
    )


@rule("swidenth.terror.test")
def terror(world: World, id: int, source: int) -> Script:
    """The figure has come less than 10 pas from a Terror: a test of 12, or it flees from it. Returns the world."""
    why = "swidenth.terror.test"
    twin = world.figures[id].copy()
    twin.terrors |= 1 << source
    world = world.with_figure(twin)
    yield Tell(why, "dreads", (id, source))
    world, passed = yield from morale_test(world, id, "terror", why)
    return world if passed else (yield from takes_flight(world, id, why, source))


def any_terror(world: World) -> bool:
    """Is there a Terror on the table?"""
    return any(figure.status == ON_TABLE and causes_terror(figure) for figure in world.figures)


def terrors(world: World) -> Script:
    """Everybody that has come inside a Terror's 10 pas and has not been tested yet. Returns the world."""
    if not any_terror(world):
        return world
    for source in world.figures:
        if not causes_terror(source) or source.status != ON_TABLE:
            continue
        for figure in world.figures:
            if dreads(world.figures[figure.id], source) and closer(world.figures[figure.id], source, TERROR_REACH):
                world = yield from terror(world, figure.id, source.id)
    return world


def awaken(world: World, id: int) -> Script:
    """A sleeping beast wakes: Terror for all within 10 pas, then those beside it are engaged, and Fear. Returns the world.
    (swidenth.mission.lair-special)"""
    twin = world.figures[id].copy()
    twin.asleep = False
    world = world.with_figure(twin)
    yield Tell("swidenth.mission.lair-special", "wakes", (id,))
    world = yield from terrors(world)
    return (yield from met(world, id, ()))


# ---------------------------------------------------------------- Rallying


def leads(leader: Figure, figure: Figure) -> bool:
    """May the fleeing figure try to rally by this leader: any Hero of its side who does not flee himself, once each turn,
    inside his bubble? (swidenth.rally.test)"""
    return (
        figure.fleeing
        and leader.is_hero()
        and not leader.fleeing
        and not (figure.rallied >> leader.id) & 1
        and commands(leader, figure)
    )


@rule("swidenth.rally.test")
def rally(world: World, id: int, leader: int) -> Script:
    """A fleeing figure inside a leader's bubble may take a test of 7 to end its flight; its owner may decline. Returns the
    world."""
    why = "swidenth.rally.test"
    twin = world.figures[id].copy()
    twin.rallied |= 1 << leader
    world = world.with_figure(twin)
    answer = yield Choose(why, twin.seat, world, Listed((("rally", leader), ("decline",)), why), id)
    if answer == ("decline",):
        return world
    return (yield from rallies(world, id))


def rallies(world: World, id: int) -> Script:
    """The test itself. Returns the world."""
    world, passed = yield from morale_test(world, id, "rally", "swidenth.rally.test")
    if not passed:
        return world
    twin = world.figures[id].copy()
    twin.fleeing = False
    twin.dread = -1
    yield Tell("swidenth.rally.test", "rallies", (id,))
    return world.with_figure(twin)


def rally_all(world: World, id: int) -> Script:
    """The figure tries by each leader in whose bubble it is, until it rallies. Returns the world."""
    for leader in world.figures:
        if leader.status == ON_TABLE and leads(leader, world.figures[id]):
            world = yield from rally(world, id, leader.id)
    return world
