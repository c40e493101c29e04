"""The eight spells: whom each may be cast at, and what it does. (fda.magic.success)"""

from __future__ import annotations

from escarmouche.core.effects import Call, Refusal, Script, Tell, rule
from escarmouche.kit.menu import no
from escarmouche.systems.fda.model import ASHES, BIG, DEAD, HIDDEN, NOBODY, ON_TABLE, OUT, PRONE, RAISED, STANDING, STUNNED
from escarmouche.systems.fda.model import UNDEAD, VEGETABLE, WAITING, Figure, World

# ---------------------------------------------------------------- whom one may cast at


def target_refusal(world: World, caster: Figure, spell: str, target: Figure) -> Refusal | None:
    """Why this spell may not be cast at this target, or None. (fda.magic.arc, fda.magic.self-target)"""
    row = SPELLS[spell]
    if not fits(world, caster, spell, target):
        return no("fda.magic.self-target", "not-for-this-spell", target.id, f"spell-{spell}")
    if target.id == caster.id:
        return None
    if target.status == ON_TABLE and target.posture == HIDDEN and target.seat != caster.seat:
        return no("fda.state.hidden", "target-hidden", target.id)
    if not (within(caster, target, SPELL_RANGE[spell]) if row.range else touching(caster, target)):
        return no("fda.magic.arc", "out-of-spell-range", target.id, f"spell-{spell}")
    if not looks_at(caster, target):
        return no("fda.magic.arc", "not-in-front", caster.id, target.id)
    if hidden_share(world, caster, target) >= WHOLE:
        return no("fda.magic.arc", "no-line", caster.id, target.id)
    return None


def fits(world: World, caster: Figure, spell: str, target: Figure) -> bool:
    """Is the target of the kind that the spell is for: an enemy, anybody, a friend or oneself, a body?
    (fda.magic.self-target)"""
    wanted = SPELLS[spell].target
    if wanted == "body":
        return is_body(world, target) and raised_by(world, caster.seat) < RAISED_MOST
    if target.status != ON_TABLE:
        return False
    if wanted == "enemy":
        return target.seat != caster.seat
    return wanted == "any" and target.id != caster.id or wanted == "friend-or-self" and target.seat == caster.seat


def is_body(world: World, figure: Figure) -> bool:
    """Does it lie there as a body that nobody carries and that is no pile of ash?"""
    fallen = figure.status == OUT or figure.status == DEAD
    return fallen and figure.body != ASHES and figure.body != RAISED and not carried(world, figure.id)


def raised_by(world: World, seat: int) -> int:
    """How many raised zombies a side has on the table."""
    return len([one for one in world.on_table(seat) if one.card.profile == ZOMBIE and one.card.price == 0])


# ---------------------------------------------------------------- what they do


@rule("fda.magic.success.effects")
def takes_effect(world: World, id: int, spell: str, target: int) -> Script:
    """What a spell that worked does to its target. Returns the world."""
    if spell == "fireball":
        return (yield Call(burn, world, id, target))
    if spell == "lightning":
        victim = world.figures[target]
        return (yield Call(jd, world, target, id, -victim.card.metal))
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
    yield Tell("fda.magic.success", f"under-{spell}", (target,))
    return world.with_figure(twin)


@rule("fda.trait.vegetable", "fda.destiny.ashes")
def burn(world: World, id: int, target: int) -> Script:
    """A fireball: the target and everybody near it, friend or foe, is hit by fire; whoever dies of it is a pile of ash. Returns
    the world."""
    centre = world.figures[target]
    victims = [one.id for one in world.figures if one.status == ON_TABLE and (one.id == target or within(one, centre, BLAST))]
    for victim in victims:
        penalty = FIREBALL + (FIRE_ON_VEGETABLES if world.figures[victim].has(VEGETABLE) else 0)
        world = yield Call(jd, world, victim, id, penalty)
        if world.figures[victim].status == DEAD:
            twin = world.figures[victim].copy()
            twin.body = ASHES
            world = world.with_figure(twin)
            yield Tell("fda.destiny.ashes", "ashes", (victim,))
    return world


def lulled(world: World, target: int) -> Script:
    """Sleep: whoever is neither undead, stunned nor wounded makes a JDeg, and is stunned by any result but a success; 0 then 0
    is as bad as ever. (fda.trait.undead)"""
    why = "fda.magic.success"
    victim = world.figures[target]
    if victim.has(UNDEAD) or victim.posture == STUNNED or victim.wounded:
        yield Tell("fda.trait.undead" if victim.has(UNDEAD) else why, "stays-awake", (target,), "nothing")
        return world
    return (yield from jdeg(world, target, why, LULLABY))


def blown(world: World, id: int, target: int) -> Script:
    """A gust pushes its target away from the caster and may bowl it over; a large creature only blinks. (fda.trait.large)"""
    why = "fda.magic.success"
    caster, victim = world.figures[id], world.figures[target]
    if victim.has(BIG):
        yield Tell("fda.trait.large", "too-large", (target,), "nothing")
        return world
    world = pushed(world, target, caster.x, caster.y, GUST)
    yield Tell(why, "blown-away", (target,))
    if world.figures[target].posture < PRONE:
        result = yield from test(world, target, "fda.test.ja", world.figures[target].values().agility)
        if result != SUCCESS:
            world = yield from fall(world, target, why)
    return world


def healed(world: World, target: int) -> Script:
    """Healing: the wounded card is turned back, or the stunned stand up; nothing for the undead. (fda.trait.undead)"""
    twin = world.figures[target].copy()
    if twin.has(UNDEAD) or not (twin.wounded or twin.posture == STUNNED):
        yield Tell("fda.trait.undead" if twin.has(UNDEAD) else "fda.magic.success", "healing-wasted", (target,), "nothing")
        return world
    if twin.wounded:
        twin.wounded = False
    else:
        twin.posture = STANDING
    yield Tell("fda.magic.success", "healed", (target,))
    return world.with_figure(twin)
