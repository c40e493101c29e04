"""Damage: the roll of a figure that is hit, the roll of one that has only itself to blame, and what becomes of it."""

from __future__ import annotations

from typing import Final

from escarmouche.core.effects import Call, Choose, Listed, Script, Tell, rule
from escarmouche.systems.fda.content import book
from escarmouche.systems.fda.model import (
    ASLEEP,
    DEAD,
    JDEG_WOUNDS,
    NOBODY,
    ON_TABLE,
    OUT,
    PRONE,
    RECOVERY_OUT,
    REROLL_STUN,
    STANDING,
    STUNNED,
    WOUNDS,
    Figure,
    World,
)
from escarmouche.systems.fda.rules.conventions import bare_defence, defence
from escarmouche.systems.fda.rules.dice import CRITICAL, FAILURE, SUCCESS, ZERO, confirmed, graded
from escarmouche.table.shapes import disc_gap_polygon

EQUAL: Final = 3
"""The verdict between success and failure: exactly the characteristic. (fda.damage.jd-equal-stunned)"""

NO_REROLL: Final = ""
POSTURE: Final = "posture"
SHELTER: Final = "cover"
"""What lets the owner roll a JD again: only a failed one in a posture, any in cover; never a 0. (fda.damage.jd-order)"""

SOFTENED: Final = {
    "fda.damage.jd-failure-out": "fda.wound.jd-failure-wounds",
    "fda.damage.jdeg-critical": "fda.wound.jdeg-under-wounds",
}
"""What wounds where it would have put out of action, and the rule that softens it."""

REROLL: Final = ("reroll",)
KEEP: Final = ("keep",)


# ---------------------------------------------------------------- rolls


def judged(world: World, why: str, figure: Figure, value: int) -> Script:
    """A JD or JDeg: under the value, equal to it, above it; a 0 fails or is critical, and never equals. Returns the verdict and
    whether a 0 was rolled, which stands. (fda.damage.jd-roll, fda.test.out-of-range-values)"""
    verdict = yield from graded(world, why, figure.seat, figure.id, value, EQUAL)
    if verdict == ZERO:
        critical = yield from confirmed(world, figure)
        return (CRITICAL if critical else FAILURE), True
    return verdict, False


def may_reroll(verdict: int, why: str) -> bool:
    """May the owner roll this JD again, and would he want to? (fda.damage.jd-order)"""
    return (why == SHELTER and verdict != SUCCESS) or (why == POSTURE and verdict == FAILURE)


@rule("fda.damage.jd-roll", "fda.damage.jd-order", "fda.test.jd", "fda.damage.jd-is-not-jdeg")
def defence_roll(world: World, id: int, modifier: int, two_handed: bool, again: str) -> Script:
    """A figure that is hit makes its JD, in the fixed order: the die, a second one after a 0, the reroll that a two-handed
    weapon forces, the one its owner may want (`again`), the helmet, its state. Returns the world. (fda.test.reroll-stands)"""
    figure = world.figures[id]
    value = defence(world, figure) + modifier
    verdict, zero = yield from judged(world, "fda.damage.jd-roll", figure, value)
    forced = verdict == SUCCESS or (verdict == EQUAL and world.reads(REROLL_STUN))
    if two_handed and not zero and forced:
        yield Tell("fda.melee.two-handed-forces-jd-reroll", "two-handed-reroll", (id,))
        verdict, zero = yield from judged(world, "fda.melee.two-handed-forces-jd-reroll", figure, value)
    if not zero and may_reroll(verdict, again):
        why = "fda.cover.reroll-jd" if again == SHELTER else "fda.meleereact.posture-success"
        wish = yield Choose(why, figure.seat, world, Listed((REROLL, KEEP), why), id)
        if wish == REROLL:
            verdict, zero = yield from judged(world, why, figure, value)
    if verdict == EQUAL and figure.card.helmet:
        yield Tell("fda.damage.helmet", "helmet", (id,))
        return Call(clumsiness, world, id)
    world = yield from harmed(world, id, verdict)
    return world


def harmed(world: World, id: int, verdict: int) -> Script:
    """What a JD comes to. Returns the world. (fda.damage.jd-success, fda.damage.jd-equal-stunned, fda.damage.jd-failure-out,
    fda.damage.jd-critical-dead)"""
    if verdict == SUCCESS:
        yield Tell("fda.damage.jd-success", "unharmed", (id,), "nothing")
    elif verdict == EQUAL:
        world = yield from stunned(world, id, "fda.damage.jd-equal-stunned")
    elif verdict == CRITICAL:
        world = yield from killed(world, id)
    else:
        world = yield from hurt(world, id, "fda.damage.jd-failure-out")
    return roused(world, id)


@rule("fda.test.jdeg", "fda.damage.jdeg-success", "fda.damage.helmet-no-help-on-jdeg")
def clumsiness(world: World, id: int) -> Script:
    """A JDeg on the bare D: nothing, stunned, prone, or out of action. Returns the world. (fda.damage.jdeg-equal-stunned,
    fda.damage.jdeg-failure, fda.damage.jdeg-critical, fda.wound.jdeg-under-wounds)"""
    figure = world.figures[id]
    verdict, _ = yield from judged(world, "fda.test.jdeg", figure, bare_defence(world, figure))
    if verdict == SUCCESS:
        yield Tell("fda.damage.jdeg-success", "not-even-hurt", (id,), "nothing")
    elif verdict == EQUAL:
        world = yield from stunned(world, id, "fda.damage.jdeg-equal-stunned")
    elif verdict == CRITICAL:
        world = yield from hurt(world, id, "fda.damage.jdeg-critical")
    elif world.plays(WOUNDS) and world.reads(JDEG_WOUNDS):
        world = yield from hurt(world, id, "fda.wound.jdeg-under-wounds")
    else:
        world = yield from falls(world, id, "fda.damage.jdeg-failure")
    return roused(world, id)


@rule("fda.position.recover", "fda.action.compulsory", "fda.state.recover-failure", "fda.state.recover-roll-equal")
def recover(world: World, id: int) -> Script:
    """A stunned figure that is activated must try to come round, by a JDeg. Returns the world."""
    figure = world.figures[id]
    verdict, _ = yield from judged(world, "fda.position.recover", figure, bare_defence(world, figure))
    if verdict == SUCCESS:
        yield Tell("fda.position.recover", "recovers", (id,))
        return with_posture(world, id, STANDING)
    if verdict == CRITICAL or (verdict == EQUAL and world.reads(RECOVERY_OUT)):
        world = yield from out(world, id, "fda.damage.jdeg-critical" if verdict == CRITICAL else "fda.state.recover-roll-equal")
        return world
    yield Tell("fda.state.recover-failure", "stays-stunned", (id,))
    return world


# ---------------------------------------------------------------- states


def with_posture(world: World, id: int, posture: int) -> World:
    """The world with a figure in another posture."""
    twin = world.figures[id].copy()
    twin.posture = posture
    return world.with_figure(twin)


def roused(world: World, id: int) -> World:
    """One that slept when it was hit is awake, and prone. (fda.scenario.rude-awakening-waking)"""
    figure = world.figures[id]
    return with_posture(world, id, PRONE) if figure.status == ON_TABLE and figure.posture == ASLEEP else world


def down(world: World, id: int, posture: int) -> World:
    """The world with a figure on the ground, where it stood: it keeps its facing, its place and its contacts, comes to the foot
    of what it climbed, and drops a friend or the objective it carries. (fda.state.falling)"""
    twin = world.figures[id].copy()
    twin.posture = posture
    if twin.climbed:
        twin.climbed, twin.climbing = 0, NOBODY
    return laid_down(world.with_figure(twin), id)


def laid_down(world: World, id: int) -> World:
    """The world in which a figure has let go of the body and the objective it carried."""
    figure = world.figures[id]
    if figure.carries != NOBODY:
        body, twin = world.figures[figure.carries].copy(), figure.copy()
        body.x, body.y, body.z = figure.x, figure.y, figure.z
        twin.carries = NOBODY
        world = world.with_figure(body).with_figure(twin)
    prize = book().statuette.item
    if prize in figure.hands:
        twin = world.figures[id].copy()
        twin.hands = tuple([item for item in twin.hands if item != prize])
        world = world.with_figure(twin).with_thing(prize, figure.x, figure.y, figure.z)
    return world


def fate(world: World, id: int, state: str) -> str:
    """What becomes of a figure, as exact odds name it: the active figure is the attacker, anybody else the defender."""
    return f"{'attacker' if id == world.acting else 'defender'}-{state}"


def falls(world: World, id: int, why: str) -> Script:
    """A figure falls on its back; one that lies already stays as it is. Returns the world. (fda.state.prone,
    fda.state.falling)"""
    figure = world.figures[id]
    if figure.posture >= PRONE:
        yield Tell(why, "stays-down", (id,), "nothing")
        return world
    yield Tell(why, "falls", (id,), fate(world, id, "down"))
    return down(world, id, PRONE)


def stunned(world: World, id: int, why: str) -> Script:
    """A figure is stunned, on its belly; one that was stunned or wounded before is out of action. Returns the world.
    (fda.state.stunned, fda.state.stunned-twice, fda.wound.second-wound, fda.wound.stun-when-hurt)"""
    figure = world.figures[id]
    if figure.posture == STUNNED:
        world = yield from out(world, id, "fda.state.stunned-twice")
    elif figure.wounded:
        world = yield from out(world, id, "fda.wound.stun-when-hurt")
    else:
        yield Tell(why, "stunned", (id,), fate(world, id, "stunned"))
        world = down(world, id, STUNNED)
    return world


def hurt(world: World, id: int, why: str) -> Script:
    """A JD or JDeg puts a figure out of action; with the wounds option it is wounded instead, unless it was hurt or stunned
    already or its card has no other side. Returns the world. (fda.damage.jd-failure-out, fda.wound.jd-failure-wounds,
    fda.wound.second-wound, fda.wound.stunned-then-wounded, fda.trait.no-wounded-side)"""
    figure = world.figures[id]
    if not world.plays(WOUNDS):
        world = yield from out(world, id, why)
    elif figure.wounded:
        world = yield from out(world, id, "fda.wound.second-wound")
    elif figure.posture == STUNNED:
        world = yield from out(world, id, "fda.wound.stunned-then-wounded")
    elif figure.card.wounded is None:
        world = yield from out(world, id, "fda.trait.no-wounded-side")
    else:
        yield Tell(SOFTENED.get(why, why), "wounded", (id,), fate(world, id, "wounded"))
        twin = figure.copy()
        twin.wounded = True
        world = world.with_figure(twin)
    return world


def out(world: World, id: int, why: str) -> Script:
    """A figure is out of action: it leaves the table, and a body that hinders nobody; no option softens it. Returns the world.
    (fda.state.out-of-action, fda.wound.direct-out-of-action-stays)"""
    yield Tell(why, "out", (id,), fate(world, id, "out"))
    world = yield from removed(world, id, OUT)
    return world


def killed(world: World, id: int) -> Script:
    """A figure dies, which happens only on 0 and 0 on a JD. Returns the world. (fda.state.dead, fda.damage.jd-critical-dead)"""
    yield Tell("fda.damage.jd-critical-dead", "dead", (id,), fate(world, id, "dead"))
    world = yield from removed(world, id, DEAD)
    return world


def removed(world: World, id: int, status: int) -> Script:
    """The world without a figure on the table; a leek-man near the pot goes into the soup. Returns the world."""
    world = laid_down(world, id)
    figure = world.figures[id]
    twin = figure.copy()
    twin.status, twin.posture, twin.climbed = status, PRONE, 0
    world = world.with_figure(twin)
    if near_the_pot(world, figure):
        yield Tell("fda.scenario.lich-soup-soup", "into-the-soup", (id,))
        side = world.sides[world.heroes].copy()
        side.soup += book().soup.morale
        world = world.with_side(side)
    return world


def near_the_pot(world: World, figure: Figure) -> bool:
    """Is it an ingredient of the dungeon's, near enough to the cauldron? (fda.scenario.lich-soup-soup)"""
    soup = book().soup
    if world.scenario != "lich-soup" or figure.seat == world.heroes or figure.card.profile != soup.ingredient:
        return False
    reach = book().length(soup.pot_within)
    pots = [piece for piece in world.ground.pieces if piece.kind == soup.pot]
    return any(disc_gap_polygon(figure.x, figure.y, figure.card.radius, piece.shape) <= reach for piece in pots)
