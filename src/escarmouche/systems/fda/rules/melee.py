"""Close combat: whom to strike, the pass of arms, advantages, and what a 0 does. (fda.melee.sequence)"""

from __future__ import annotations

from typing import Any, Final, final

from escarmouche.core.effects import Answer, Call, Choose, Listed, Refusal, Script, Tell, rule
from escarmouche.kit.menu import malformed, no
from escarmouche.systems.fda.content import book
from escarmouche.systems.fda.model import (
    ASLEEP,
    CRITICAL_HIT,
    FUMBLE_PARRIED,
    HARMLESS,
    HIDDEN,
    MELEE_FUMBLES,
    MOUNTED,
    ON_TABLE,
    PRONE,
    STANDING,
    STRIKE_ADVANTAGE,
    STUNNED,
    VERY_ADVANTAGED,
    Course,
    Figure,
    Trigger,
    World,
)
from escarmouche.systems.fda.rules.actions import Action, Activation
from escarmouche.systems.fda.rules.actions import register as register_action
from escarmouche.systems.fda.rules.conventions import engages, in_front, quarter, touch, touched, within
from escarmouche.systems.fda.rules.damage import KEEP, NO_REROLL, REROLL, defence_roll, out, with_posture
from escarmouche.systems.fda.rules.dice import ZERO, confirmed, die, graded
from escarmouche.systems.fda.rules.equipment import gear, two_handed
from escarmouche.systems.fda.rules.fumbles import ENDED, in_melee
from escarmouche.systems.fda.rules.reactions import ATTACK, Reaction, react
from escarmouche.systems.fda.rules.reactions import register as register_reaction
from escarmouche.systems.fda.rules.two_weapons import named
from escarmouche.systems.fda.rules.values import ADVANTAGE
from escarmouche.table.sectors import REAR
from escarmouche.table.trig import angle_of

STRIKE: Final = "strike"
CHARGE: Final = "charge"
SKEWER: Final = "skewer"
DEFEND: Final = "defend"
HURTING: Final = (STRIKE, CHARGE, SKEWER)
"""What a fighter must do to hurt anybody. (fda.melee.who-can-hurt)"""

OVER: Final = "over"
"""The verdict of a reaction after which there is no pass of arms. (fda.meleereact.dodge-success)"""

Modifier = tuple[str, int]
Ways = tuple[str, str, str]
"""What the attacker does, what the defender does, and what lets it roll its JD once more."""
Weapons = tuple[str, str]
"""The weapons that both have named."""


# ---------------------------------------------------------------- advantages


def is_busy(world: World, friend: Figure, enemy: Figure) -> bool:
    """Does another enemy than that one engage it? (fda.melee.adv-friend-busy)"""
    return any(other.id != enemy.id and engages(other, friend) for other in world.figures)


def helpers(world: World, figure: Figure, enemy: Figure) -> list[Figure]:
    """The friends that help a figure against an enemy: they engage it and are not busy. (fda.melee.adv-friends,
    fda.melee.contact-purpose, fda.contact.no-duty-to-strike)"""
    return [
        other
        for other in world.figures
        if other.seat == figure.seat and other.id != figure.id and engages(other, enemy) and not is_busy(world, other, enemy)
    ]


def advantages(world: World, figure: Figure, enemy: Figure, mode: str, choice: str = "") -> list[Modifier]:
    """What makes a fighter advantaged against an enemy; nothing for an attack from behind. (fda.melee.advantages,
    fda.melee.adv-charge, fda.melee.adv-strike-contradiction, fda.melee.adv-mounts, fda.contact.no-rear-bonus,
    fda.melee.barbarian-example-sword)"""
    found: list[Modifier] = []
    if mode == CHARGE:
        found.append(("charge", ADVANTAGE["charge"]))
    elif mode == STRIKE and world.reads(STRIKE_ADVANTAGE):
        found.append(("strike", ADVANTAGE["charge"]))
    helping = helpers(world, figure, enemy)
    if helping:
        found.append(("friend-in-contact", len(helping) * ADVANTAGE["friend-in-contact"]))
    if figure.card.size == MOUNTED:
        found.append(("own-mount", ADVANTAGE["own-mount"]))
    riders = len([one for one in helping if one.card.size == MOUNTED])
    if riders:
        found.append(("friend-mount", riders * ADVANTAGE["friend-mount"]))
    worth = gear(world, figure, choice)
    if worth:
        found.append(("well-equipped", worth))
    return found


def total(found: list[Modifier]) -> int:
    """How many advantages these are."""
    return sum([value for _, value in found])


# ---------------------------------------------------------------- the pass of arms


@rule("fda.melee.order-of-dice", "fda.test.comparison")
def pass_of_arms(world: World, attacker: int, defender: int, mode: str, reply: str, again: str) -> Script:
    """Attacker and defender fight one exchange, in the fixed order of its steps: weapons are named, advantages counted, both
    roll. `mode` is STRIKE or CHARGE, `reply` SKEWER or DEFEND, `again` what lets the defender roll its JD once more. Returns
    the world."""
    one, two = world.figures[attacker], world.figures[defender]
    mine = yield from named(world, one)
    theirs = yield from named(world, two)
    edge = total(advantages(world, one, two, mode, mine)) - total(advantages(world, two, one, reply, theirs))
    return Call(crossed, world, attacker, defender, (mode, reply, again), (mine, theirs), edge)


@rule("fda.melee.simultaneous-jc", "fda.test.jc", "fda.char.combat")
def crossed(world: World, attacker: int, defender: int, ways: Ways, weapons: Weapons, edge: int) -> Script:
    """Both roll together, D10 and C each; `edge` is how much more advantaged the attacker is. Returns the world."""
    one, two = world.figures[attacker], world.figures[defender]
    blow = yield die(world, "fda.test.jc", one.seat, attacker, one.values().combat)
    guard = yield die(world, "fda.test.jc", two.seat, defender, two.values().combat)
    if world.plays(VERY_ADVANTAGED):
        blow, guard = yield from rerolled(world, one, two, blow, guard, edge)
    yield Tell(
        "fda.melee.simultaneous-jc", "pass-of-arms",
        (attacker, one.values().combat + blow, defender, two.values().combat + guard, edge),
    )  # fmt: skip
    return Call(landed, world, attacker, defender, ways, weapons, edge, blow, guard)


@rule("fda.melee.higher-hits", "fda.melee.defend-cannot-hurt")
def landed(
    world: World, attacker: int, defender: int, ways: Ways, weapons: Weapons, edge: int, blow: int, guard: int
) -> Script:
    """What both dice come to: out of action by the double, whatever a 0 brings, a parry, or a hit. Returns the world."""
    one, two = world.figures[attacker], world.figures[defender]
    (mode, reply, again), (mine, theirs) = ways, weapons
    won = winner(one.values().combat + blow, two.values().combat + guard, blow, guard, edge)
    hurts = (won == 1 and mode in HURTING) or (won == 2 and reply in HURTING)
    if hurts and doubled(world, one.values().combat + blow, two.values().combat + guard, won):
        world = yield from out(world, defender if won == 1 else attacker, "fda.melee.critical-hit")
        return world
    if blow == 0 or guard == 0:
        # Both have rolled at once: what one's 0 comes to takes nothing from the weapon that the other faces.
        blows = mode in HURTING and two_handed(world, one, mine), reply in HURTING and two_handed(world, two, theirs)
        if blow == 0:
            world = yield Call(fumbled, world, attacker, defender, reply, NO_REROLL, mine, blows[1])
        if guard == 0:
            world = yield Call(fumbled, world, defender, attacker, mode, again, theirs, blows[0])
        return world
    if not hurts:
        yield Tell("fda.melee.defend-cannot-hurt", "parried", (defender, attacker), "nothing")
        return world
    loser, victor = (defender, one) if won == 1 else (attacker, two)
    yield Tell("fda.melee.higher-hits", "hit", (victor.id, loser))
    heavy = two_handed(world, victor, mine if won == 1 else theirs)
    return Call(defence_roll, world, loser, 0, heavy, again if loser == defender else NO_REROLL)


def winner(ours: int, theirs: int, blow: int, guard: int, edge: int) -> int:
    """Who wins a pass of arms: 1 the attacker, 2 the defender, 0 nobody. A natural 0 loses; equal sums go to the more
    advantaged, and to the attacker where both are as much. (fda.melee.zero-loses, fda.melee.higher-hits,
    fda.melee.tie-to-advantaged, fda.melee.adv-equal-initiator, fda.dice.natural-zero)"""
    if blow == 0 or guard == 0:
        return 0 if blow == guard else 1 if guard == 0 else 2
    if ours != theirs:
        return 1 if ours > theirs else 2
    return 1 if edge >= 0 else 2


def doubled(world: World, ours: int, theirs: int, won: int) -> bool:
    """Is the winner's sum more than double the loser's? (fda.melee.critical-hit, fda.melee.critical-hit-needs-attack)"""
    if not world.plays(CRITICAL_HIT):
        return False
    return ours > 2 * theirs if won == 1 else theirs > 2 * ours


def rerolled(world: World, one: Figure, two: Figure, blow: int, guard: int, edge: int) -> Script:
    """A fighter with three advantages more may roll its die again, having seen both; never a 0. Returns both dice.
    (fda.melee.very-advantaged)"""
    if abs(edge) < book().numbers.very_advantaged:
        return blow, guard
    lucky = one if edge > 0 else two
    if (blow if lucky is one else guard) == 0:
        return blow, guard
    why = "fda.melee.very-advantaged"
    won = winner(one.values().combat + blow, two.values().combat + guard, blow, guard, edge)
    if won == (1 if lucky is one else 2) and not world.plays(CRITICAL_HIT):
        return blow, guard
    answer = yield Choose(why, lucky.seat, world, Listed((REROLL, KEEP), why), lucky.id)
    if answer == REROLL:
        face = yield die(world, why, lucky.seat, lucky.id, lucky.values().combat)
        return (face, guard) if lucky is one else (blow, face)
    return blow, guard


@rule("fda.melee.zero-is-hit", "fda.melee.zero-zero-out", "fda.melee.both-critical")
def fumbled(world: World, id: int, enemy: int, mode: str, again: str, choice: str, heavy: bool) -> Script:
    """A fighter that rolled a 0 rolls again, on the table where that is played: a second 0 puts it out of action, anything else
    is a hit on itself, whatever the enemy does (`mode`). `choice` is the weapon that was named, `heavy` tells that the enemy
    struck with a two-handed one. Returns the world."""
    figure = world.figures[id]
    if world.plays(MELEE_FUMBLES):
        world, verdict = yield Call(in_melee, world, id, choice, heavy, again if mode in HURTING else NO_REROLL)
        if verdict == ENDED:
            return world
    else:
        critical = yield from confirmed(world, figure)
        if critical:
            world = yield from out(world, id, "fda.melee.zero-zero-out")
            return world
    if world.reads(FUMBLE_PARRIED) and mode == DEFEND:
        yield Tell("fda.melee.zero-is-hit", "parried", (enemy, id), "nothing")
        return world
    yield Tell("fda.melee.zero-is-hit", "hits-itself", (id, enemy))
    return Call(defence_roll, world, id, 0, heavy, again)


# ---------------------------------------------------------------- the attack


@rule("fda.melee.sequence", "fda.melee.attacker", "fda.melee.defender-options", "fda.melee.declare-before-dice")
def attack(world: World, attacker: int, defender: int, mode: str) -> Script:
    """A figure attacks an enemy in contact: the defender answers, by a free reflex at least, and they fight one pass of arms.
    Returns the world. (fda.action.reflex, fda.melee.defend)"""
    world = with_posture(world, attacker, STANDING)
    yield Tell(f"fda.melee.{mode}", f"{mode}s", (attacker, defender))
    if world.figures[defender].on_ground():
        world = yield Call(strike_down, world, attacker, defender)
        return din(world, attacker, defender)
    world, _, verdict = yield Call(react, world, Trigger(ATTACK, attacker, (defender,)))
    one, two = world.figures[attacker], world.figures[defender]
    if verdict == OVER or not one.on_feet() or not touch(one, two):
        return world
    reply = SKEWER if verdict == SKEWER else DEFEND
    again = NO_REROLL if verdict == SKEWER else verdict
    world = yield Call(pass_of_arms, world, attacker, defender, mode, reply, again)
    return din(world, attacker, defender)


@rule("fda.melee.strike-prone", "fda.melee.strike-stunned", "fda.melee.adv-prone-enemy", "fda.dice.where-zero-applies")
def strike_down(world: World, attacker: int, defender: int) -> Script:
    """A blow at somebody on the ground hits on anything but a 0, which merely misses; the victim rolls nothing in defence.
    Returns the world."""
    figure, victim = world.figures[attacker], world.figures[defender]
    why = "fda.melee.strike-stunned" if victim.posture == STUNNED else "fda.melee.strike-prone"
    verdict = yield from graded(world, why, figure.seat, attacker, 0, needs=1)
    if verdict == ZERO:
        yield Tell(why, "misses-the-ground", (attacker, defender), "nothing")
        return world
    yield Tell(why, "hit", (attacker, defender))
    return Call(defence_roll, world, defender, 0, two_handed(world, figure, ""), NO_REROLL)


def din(world: World, attacker: int, defender: int) -> World:
    """Sleepers near a fight wake up. (fda.scenario.rude-awakening-waking)"""
    reach = book().length(book().awakening.noise)
    fighters = (world.figures[attacker], world.figures[defender])
    for figure in world.figures:
        if figure.posture == ASLEEP and figure.status == ON_TABLE and any(within(one, figure, reach) for one in fighters):
            world = with_posture(world, figure.id, PRONE)
    return world


@rule("fda.melee.skewer")
def skewer(world: World, trigger: Trigger, answer: tuple[str, int]) -> Script:
    """The defender answers with a blow of its own: its JC can hurt. Returns the world and the verdict."""
    yield Tell("fda.melee.skewer", "skewers", (answer[1], trigger.enemy))
    return world, SKEWER


@final
class Skewer(Reaction):
    """Only the one that is attacked may skewer, and only its attacker. (fda.melee.skewer, fda.trait.harmless)"""

    __slots__ = ()

    def answers(self, world: World, figure: Figure, trigger: Trigger) -> list[Answer]:
        return [(SKEWER, figure.id)] if figure.id in trigger.targets and not figure.has(HARMLESS) else []


# ---------------------------------------------------------------- whom to strike


def rank(striker: Figure, enemy: Figure) -> tuple[bool, int, bool]:
    """How an enemy in contact comes in the order of priority; the lowest must be struck. (fda.melee.target-priority)"""
    side = quarter(striker, enemy)
    place = 0 if in_front(striker, enemy) else 2 if side == REAR else 1
    return enemy.on_ground(), place, enemy.posture == STUNNED


def strike_refusal(world: World, figure: Figure, target: Figure) -> Refusal | None:
    """Why a figure may not strike this enemy, or None. It may turn for free first, so that it faces whom it strikes."""
    if figure.has(HARMLESS):
        return no("fda.trait.harmless", "harmless", figure.id)
    if target.seat == figure.seat or not touch(figure, target):
        return no("fda.melee.strike", "not-in-contact", figure.id, target.id)
    if target.posture == HIDDEN:
        return no("fda.state.hidden", "is-hidden", target.id)
    turned = facing(figure, target)
    mine = rank(turned, target)
    for other in touched(world, figure):
        if other.id != target.id and other.posture != HIDDEN and rank(turned, other) < mine:
            return no("fda.melee.target-priority", "strike-first", figure.id, other.id)
    return None


def facing(figure: Figure, other: Figure) -> Figure:
    """A figure turned towards another. (fda.position.turn)"""
    twin = figure.copy()
    twin.facing = angle_of(other.x - figure.x, other.y - figure.y)
    return twin


@rule("fda.melee.strike")
def strike(world: World, id: int, course: Course, answer: tuple[str, int]) -> Script:
    """A figure strikes an enemy that it touches already. Returns the world and the course."""
    world = world.with_figure(facing(world.figures[id], world.figures[answer[1]]))
    world = yield Call(attack, world, id, answer[1], STRIKE)
    return world, course


@final
class Strike(Action):
    """To attack an enemy in contact, of those that come first: ("strike", target). (fda.melee.strike)"""

    __slots__ = ()

    def possible(self, menu: Activation) -> bool:
        figure = menu.figure()
        return not figure.has(HARMLESS) and bool(touched(menu.world, figure))

    def refusal(self, menu: Activation, answer: tuple[Any, ...]) -> Refusal | None:
        if malformed(answer, int) or not 0 <= answer[1] < len(menu.world.figures):
            return no("fda.melee.strike", "malformed", str(answer)[:80])
        return strike_refusal(menu.world, menu.figure(), menu.world.figures[answer[1]])

    def listed(self, menu: Activation) -> list[Answer]:
        figure = menu.figure()
        return [(STRIKE, one.id) for one in touched(menu.world, figure) if strike_refusal(menu.world, figure, one) is None]


register_action(Strike(STRIKE, 12, strike))
register_reaction(Skewer(SKEWER, ATTACK, "fda.melee.skewer", skewer))
