"""The eight spells: whom each may be cast at, and what it does. (fda.magic.success)"""

from __future__ import annotations

from typing import Final

from escarmouche.core.effects import Call, Refusal, Script, Tell, rule
from escarmouche.kit.menu import no
from escarmouche.systems.fda.cards import card
from escarmouche.systems.fda.content import book
from escarmouche.systems.fda.model import (
    ASHES,
    BIG,
    DEAD,
    EQUAL_BASES,
    HIDDEN,
    ON_TABLE,
    PRONE,
    RAISED,
    STANDING,
    STUNNED,
    UNDEAD,
    VEGETABLE,
    Figure,
    World,
)
from escarmouche.systems.fda.rules.bodies import free_spot, is_body
from escarmouche.systems.fda.rules.conventions import bare_defence, looks_at, touch, within
from escarmouche.systems.fda.rules.damage import NO_REROLL, defence_roll, falls, hurt, judged, stunned
from escarmouche.systems.fda.rules.dice import CRITICAL, SUCCESS, agility_test
from escarmouche.systems.fda.rules.numbers import (
    BLAST,
    FIRE_ON_VEGETABLES,
    FIREBALL,
    GUST,
    RAISED_MOST,
    SPELL_RANGE,
    SPELL_TARGET,
)
from escarmouche.systems.fda.rules.pushes import displaced, put
from escarmouche.systems.fda.rules.sight import unseen
from escarmouche.table.trig import angle_of

WHY: Final = "fda.magic.success"
ZOMBIE: Final = "zombie"


# ---------------------------------------------------------------- whom one may cast at


def target_refusal(world: World, caster: Figure, spell: str, target: Figure) -> Refusal | None:
    """Why this spell may not be cast at this target, or None: of the right kind, near enough, in front, and in sight of the
    caster's eyes. (fda.magic.arc, fda.magic.self-target)"""
    if not fits(world, caster, spell, target):
        return no("fda.magic.self-target", "not-for-this-spell", target.id, f"spell-{spell}")
    if target.id == caster.id:
        return None
    if target.status == ON_TABLE and target.posture == HIDDEN and target.seat != caster.seat:
        return no("fda.state.hidden", "is-hidden", target.id)
    reach = SPELL_RANGE[spell]
    if not (within(caster, target, reach) if reach else touch(caster, target)):
        return no("fda.magic.arc", "out-of-spell-range", target.id, f"spell-{spell}")
    if not looks_at(caster, target):
        return no("fda.magic.arc", "not-in-front", caster.id, target.id)
    return no("fda.magic.arc", "no-line", caster.id, target.id) if unseen(world, caster, target) else None


def fits(world: World, caster: Figure, spell: str, target: Figure) -> bool:
    """Is the target of the kind that the spell is for: an enemy, anybody else, a friend or oneself, a body?
    (fda.magic.self-target)"""
    wanted = SPELL_TARGET[spell]
    if wanted == "body":
        return is_body(world, target) and raised_by(world, caster.seat) < RAISED_MOST
    if target.status != ON_TABLE:
        return False
    if wanted == "any":
        return target.id != caster.id
    return (target.seat == caster.seat) == (wanted == "friend-or-self")


def raised_by(world: World, seat: int) -> int:
    """How many raised zombies a side has on the table."""
    return len([one for one in world.on_table(seat) if one.body == RAISED])


# ---------------------------------------------------------------- what they do


@rule("fda.magic.success")
def takes_effect(world: World, id: int, spell: str, target: int) -> Script:
    """What a spell that worked does to its target, without any further roll to hit. Returns the world."""
    if spell == "fireball":
        return Call(burn, world, target)
    if spell == "lightning":  # metal armour is of no use
        return Call(defence_roll, world, target, -world.figures[target].card.metal, False, NO_REROLL)
    if spell == "sleep":
        return (yield from lulled(world, target))
    if spell == "gust":
        return (yield from blown(world, id, target))
    if spell == "healing":
        return (yield from healed(world, target))
    if spell == "raise-dead":
        return (yield from risen(world, id, target))
    twin = world.figures[target].copy()
    if spell == "glue":
        twin.glued = world.turn + 1
    else:
        twin.bark = world.turn + 1
    yield Tell(WHY, f"under-{spell}", (target,))
    return world.with_figure(twin)


@rule("fda.destiny.ashes", "fda.trait.vegetable")
def burn(world: World, target: int) -> Script:
    """A fireball: the target and everybody near it, friend or foe, is hit by fire; whoever dies of it is a pile of ash. Returns
    the world."""
    centre = world.figures[target]
    victims = [one.id for one in world.figures if one.status == ON_TABLE and (one.id == target or within(one, centre, BLAST))]
    for victim in victims:
        penalty = FIREBALL + (FIRE_ON_VEGETABLES if world.figures[victim].has(VEGETABLE) else 0)
        world = yield Call(defence_roll, world, victim, penalty, False, NO_REROLL)
        if world.figures[victim].status == DEAD:
            twin = world.figures[victim].copy()
            twin.body = ASHES
            world = world.with_figure(twin)
            yield Tell("fda.destiny.ashes", "ashes", (victim,))
    return world


def lulled(world: World, target: int) -> Script:
    """Sleep: whoever is neither undead, stunned nor wounded makes a JDeg, and any result but a success stuns; 0 then 0 is as
    bad as ever. Returns the world. (fda.trait.undead)"""
    victim = world.figures[target]
    if victim.has(UNDEAD) or victim.posture == STUNNED or victim.wounded:
        yield Tell("fda.trait.undead" if victim.has(UNDEAD) else WHY, "stays-awake", (target,), "nothing")
        return world
    verdict, _ = yield from judged(world, "fda.test.jdeg", victim, bare_defence(world, victim))
    if verdict == SUCCESS:
        yield Tell(WHY, "stays-awake", (target,), "nothing")
        return world
    return (yield from hurt(world, target, WHY)) if verdict == CRITICAL else (yield from stunned(world, target, WHY))


def blown(world: World, id: int, target: int) -> Script:
    """A gust pushes its target away from the caster and may bowl it over; a large creature only blinks. Returns the world.
    (fda.trait.large)"""
    caster, victim = world.figures[id], world.figures[target]
    if victim.has(BIG):
        yield Tell("fda.trait.large", "too-large", (target,), "nothing")
        return world
    x, y = displaced(world, victim, angle_of(victim.x - caster.x, victim.y - caster.y), GUST)
    world = put(world, target, x, y)
    yield Tell(WHY, "blown-away", (target,))
    if world.figures[target].posture < PRONE:
        verdict = yield from agility_test(world, world.figures[target])
        if verdict != SUCCESS:
            return (yield from falls(world, target, WHY))
    return world


def healed(world: World, target: int) -> Script:
    """Healing: the wounded card is turned back, or the stunned stand up; nothing for the undead. Returns the world.
    (fda.trait.undead)"""
    twin = world.figures[target].copy()
    if twin.has(UNDEAD) or not (twin.wounded or twin.posture == STUNNED):
        yield Tell("fda.trait.undead" if twin.has(UNDEAD) else WHY, "healing-wasted", (target,), "nothing")
        return world
    if twin.wounded:
        twin.wounded = False
    else:
        twin.posture = STANDING
    yield Tell(WHY, "healed", (target,))
    return world.with_figure(twin)


def risen(world: World, id: int, target: int) -> Script:
    """A body rises as a zombie of the caster's side, prone, and has acted already; nobody brings the dead back any more.
    Returns the world."""
    body = world.figures[target].copy()
    body.body = RAISED
    row = book().profile[ZOMBIE]
    made = card(row, equal_bases=world.reads(EQUAL_BASES))
    made.price = 0  # fda.scenario.brawl-victory
    zombie = Figure(
        len(world.figures), world.figures[id].seat, made, body.x, body.y, body.z, body.facing, ON_TABLE, PRONE,
        activated=True, hands=row.in_hand, body=RAISED,
    )  # fmt: skip
    zombie.x, zombie.y = free_spot(world, zombie, body.x, body.y)
    yield Tell(WHY, "rises", (target, zombie.id))
    world = world.with_figure(body)
    world.figures = (*world.figures, zombie)
    return world
