"""Magic: the casting roll and the ten spells."""

from __future__ import annotations

from typing import Any, Final, final

from escarmouche.core.effects import Answer, Call, Chance, Choose, Listed, Refusal, Roll, Rule, Script, Tell, rule
from escarmouche.kit.menu import Deed, malformed, no
from escarmouche.systems.swidenth.model import INTELLIGENT, LARGE, ON_TABLE, OUT, STUPID, Course, Figure, World
from escarmouche.systems.swidenth.rules.actions import Trail, register
from escarmouche.systems.swidenth.rules.conventions import can_cast, closer, hangs, is_engaged, within
from escarmouche.systems.swidenth.rules.damage import endured, push_back, struck
from escarmouche.systems.swidenth.rules.equipment import defence
from escarmouche.systems.swidenth.rules.falls import room_near
from escarmouche.systems.swidenth.rules.heroism import PUSHED, STUNNED, boost, boosted, in_world, raised, soften
from escarmouche.systems.swidenth.rules.melee import DEFENDER, Duel, Modifiers, Side, halved, recovered
from escarmouche.systems.swidenth.rules.psychology import met, rallies, stunned, terrors, total_of
from escarmouche.systems.swidenth.rules.shooting import dodge_modifiers, roused_by, target_refusal
from escarmouche.systems.swidenth.rules.sight import sees
from escarmouche.systems.swidenth.rules.values import BONUS, CRITICAL, FUMBLE, SIDES, SPELL_RANGE, SPELLS, TOUCH

HEALING: Final = "healing-hands"
GUST: Final = "gust"
WAKE_UP: Final = ("heal-stunned",)
MEND: Final = ("heal-vitality",)
CASTING: Final = 4
"""In which argument of a call for a casting roll, or for the dodge of a spell, the modifiers stand."""


# ---------------------------------------------------------------- who may be the target


def spell_refusal(world: World, figure: Figure, spell: str, target: Figure) -> Refusal | None:
    """Why the caster may not try this spell on this target, or None. (swidenth.magic.limits, swidenth.magic.spell-list)"""
    if not can_cast(figure) or spell not in figure.card.spells:
        return no("swidenth.trait.spellcaster", "knows-no-spell", figure.id)
    if hangs(figure):
        return no("swidenth.terrain.ladder-rope", "on-a-ladder", figure.id)
    row = SPELLS[spell]
    if is_engaged(world, figure) and target.id != figure.id and spell != HEALING:
        return no("swidenth.magic.limits", "engaged", figure.id)
    if target.id == figure.id:
        if not row.self or (spell == HEALING and not cures(target)):
            return no("swidenth.magic.limits", "not-a-target", figure.id, f"spell-{spell}")
        return None
    if spell == HEALING:
        near = target.seat == figure.seat and closer(figure, target, TOUCH)
        if not near or not (cures(target) or raisable(world, target)):
            return no("swidenth.magic.limits", "not-a-target", figure.id, f"spell-{spell}")
        return None
    if target.status != ON_TABLE or (target.seat == figure.seat) != (row.target == "friend"):
        return no("swidenth.magic.limits", "not-a-target", figure.id, f"spell-{spell}")
    if row.shot:
        return target_refusal(world, figure, target, SPELL_RANGE[spell])
    if not within(figure, target, SPELL_RANGE[spell]):
        return no("swidenth.magic.limits", "out-of-range", figure.id, target.id)
    if spell == GUST and target.has(LARGE):
        return no("swidenth.magic.spell-list", "too-large", figure.id, target.id)
    if not sees(world, figure, target):
        return no("swidenth.shooting.line-of-sight", "not-seen", figure.id, target.id)
    return None


def cures(target: Figure) -> bool:
    """Is there anything on it to heal: Stunned, or a Vitality lost?"""
    return target.status == ON_TABLE and (target.stunned or target.vitality < target.card.vitality)


def raisable(world: World, target: Figure) -> bool:
    """Was it put Out of action since the start of the previous turn? (swidenth.magic.spell-list)"""
    return target.status == OUT and target.fell >= world.turn - 1


# ---------------------------------------------------------------- rolls


def psychism_modifiers(figure: Figure) -> Modifiers:
    """(swidenth.trait.intelligent, swidenth.trait.stupid)"""
    found: Modifiers = ()
    if figure.has(INTELLIGENT):
        found += (BONUS["intelligent"],)
    return (*found, BONUS["stupid"]) if figure.has(STUPID) else found


def casting_modifiers(figure: Figure, concentrated: bool) -> Modifiers:
    """All that is added to a casting roll but points of Heroism. (swidenth.magic.casting-roll, swidenth.magic.concentrate)"""
    found = psychism_modifiers(figure)
    return (BONUS["concentrate-casting"], *found) if concentrated else found


@rule("swidenth.stats.psychism", "swidenth.trait.intelligent", "swidenth.trait.stupid")
def resist(world: World, id: int, number: int) -> Script:
    """A target resists: d20 and Psychism (0 for one that has none) strictly above the number. Neither Heroism nor Stunned
    counts. Returns whether it does."""
    why = "swidenth.magic.spell-list"
    figure = world.figures[id]
    bonus = max(0, figure.card.psychism) + total_of(psychism_modifiers(figure))
    (die,) = yield Roll(why, max(0, figure.seat), world, 1, SIDES, (), id, number + 1 - bonus)
    resists = die + bonus > number
    yield Tell(why, "resists" if resists else "does-not-resist", (id, die + bonus, number))
    return resists


@rule("swidenth.action.cast", "swidenth.magic.concentrate", "swidenth.magic.limits")
def cast(world: World, id: int, course: Course, answer: tuple[str, str, int]) -> Script:
    """One attempt at one spell: the total strictly above its difficulty. Returns the world and the course."""
    _, spell, target = answer
    if world.figures[target].asleep:
        world = yield Call(roused_by, world, id, target)
        if world.figures[id].fleeing:
            return world, course.after("cast")
    call = Call(incant, world, id, spell, target, casting_modifiers(world.figures[id], course.concentrated()))
    world, points = yield from boosted(world, id, call, CASTING, target if SPELLS[spell].shot else -1)
    world = yield in_world(raised(call, CASTING, points), world)
    return world, course.after("cast")


@rule("swidenth.magic.casting-roll", "swidenth.magic.natural")
def incant(world: World, id: int, spell: str, target: int, modifiers: Modifiers) -> Script:
    """The casting roll and what comes of it. Returns the world."""
    why = "swidenth.magic.casting-roll"
    figure = world.figures[id]
    power = figure.card.psychism
    difficulty = SPELLS[spell].difficulty
    (die,) = yield Roll(why, max(0, figure.seat), world, 1, SIDES, (), id, 0, power + total_of(modifiers))
    total = halved(die + power + total_of(modifiers), figure.stunned)
    works = total > difficulty and die != FUMBLE
    if works and die == CRITICAL:
        total = halved(die + 2 * power + total_of(modifiers), figure.stunned)
    world = recovered(world, id)
    yield Tell(
        why, "spell-works" if works else "spell-fails", (id, f"spell-{spell}", total, difficulty), "" if works else "fails"
    )
    if not works:
        return (yield from stunned(world, id, "swidenth.magic.natural")) if die == FUMBLE else world
    if SPELLS[spell].shot:
        return (yield Call(bolt, world, id, spell, target, total))
    return (yield Call(takes_effect, world, id, spell, target))


@rule("swidenth.shooting.damage")
def bolt(world: World, id: int, spell: str, target: int, total: int) -> Script:
    """A spell that is a shot: the casting total against the target's dodge. Returns the world."""
    theirs = dodge_modifiers(world, world.figures[id], world.figures[target])
    world, points = yield from boosted(world, target, Call(FLINGING, world, id, spell, target, theirs, total), CASTING)
    return (yield from flung(world, id, spell, target, (*theirs, *boost(points)), total))


def flung(world: World, id: int, spell: str, target: int, theirs: Modifiers, total: int) -> Script:
    """The die of the target of such a spell. Returns the world."""
    why = "swidenth.shooting.roll"
    enemy = world.figures[target]
    dodge = Side(enemy.card.combat, total_of(theirs), enemy.stunned)
    duel = Duel(0, Side(total, 0, False, SPELLS[spell].damage, defence(enemy)), dodge)
    (other,) = yield Roll(why, max(0, enemy.seat), world, 1, SIDES, (), target, 0, dodge.skill + dodge.bonus, alike=duel)
    yield Tell(why, "dodges", (id, total, target, other, dodge.skill, theirs, enemy.stunned, dodge.total(other)))
    margin = duel.margin(other)
    if margin <= 0:
        yield Tell(why, "misses", (id, target), "miss")
        return world
    return (yield from struck(world, target, id, margin, SPELLS[spell].damage, False, DEFENDER))


FLINGING: Final = Rule(("swidenth.shooting.roll",), "flung", flung)
"""This die alone, for its odds."""


@rule("swidenth.magic.spell-list")
def takes_effect(world: World, id: int, spell: str, target: int) -> Script:
    """What a spell that worked does. Returns the world."""
    why = "swidenth.magic.spell-list"
    row = SPELLS[spell]
    if row.resistance:
        resists = yield Call(resist, world, target, row.resistance)
        if resists:
            yield Tell(why, "spell-resisted", (target,), "resisted")
            return world
    yield Tell(why, "spell-effect", (id, f"spell-{spell}", target), spell)
    if spell == GUST:
        return (yield from blown(world, target, id))
    if spell == "stupor":
        return (yield from endured(world, target, id, STUNNED))
    if spell == HEALING:
        return (yield from heals(world, id, target))
    world = enchanted(world, id, spell, target)
    if spell == "steadfast-heart" and world.figures[target].fleeing:
        return (yield from rallies(world, target))
    return world


def blown(world: World, target: int, caster: int) -> Script:
    """A gust pushes back without asking: the spell is the wish. Returns the world."""
    world, lowered = yield from soften(world, target, PUSHED)
    return world if lowered else (yield from push_back(world, target, caster))


def enchanted(world: World, caster: int, spell: str, target: int) -> World:
    """The world with a lasting spell on its target; twice the same does not add up, and a caster has it once.
    (swidenth.magic.limits)"""
    if SPELLS[spell].lasts == "caster":
        for figure in world.figures:
            if any(one[0] == spell and one[1] == caster for one in figure.spells):
                twin = figure.copy()
                twin.spells = tuple([one for one in figure.spells if one[0] != spell or one[1] != caster])
                world = world.with_figure(twin)
    twin = world.figures[target].copy()
    twin.spells = (*[one for one in twin.spells if one[0] != spell or one[1] != caster], (spell, caster, world.turn))
    return world.with_figure(twin)


def heals(world: World, id: int, target: int) -> Script:
    """Healing hands: Stunned ends, a Vitality comes back, or a friend just put Out of action plays again, Stunned and with
    nothing more to do this turn; whoever is beside it is engaged anew. Returns the world."""
    why = "swidenth.magic.spell-list"
    twin = world.figures[target].copy()
    if twin.status == OUT:
        twin.x, twin.y, twin.z = room_near(world, twin, twin.x, twin.y, twin.z)
        twin.status = ON_TABLE
        twin.vitality = 1
        twin.stunned = twin.activated = twin.phased = True
        yield Tell(why, "raised", (target,))
        world = yield from terrors(world.with_figure(twin))
        return (yield from met(world, target, ()))
    answer = WAKE_UP if twin.stunned else MEND
    if twin.stunned and twin.vitality < twin.card.vitality:
        answer = yield Choose(why, world.figures[id].seat, world, Listed((WAKE_UP, MEND), why), target)
    if answer == WAKE_UP:
        twin.stunned = False
    else:
        twin.vitality += 1
    yield Tell(why, "healed", (target,))
    return world.with_figure(twin)


# ---------------------------------------------------------------- the action


@final
class Cast(Deed[Trail]):
    """An attempt at a spell. (swidenth.action.cast)"""

    def possible(self, menu: Trail) -> bool:
        figure = menu.figure()
        return can_cast(figure) and len(figure.card.spells) > 0 and not hangs(figure)

    def refusal(self, menu: Trail, answer: tuple[Any, ...]) -> Refusal | None:
        if malformed(answer, str, int) or not 0 <= answer[2] < len(menu.world.figures):
            return no("swidenth.action.cast", "malformed", str(answer)[:80])
        return spell_refusal(menu.world, menu.figure(), answer[1], menu.world.figures[answer[2]])

    def listed(self, menu: Trail) -> list[Answer]:
        answers: list[Answer] = [
            ("cast", spell, target.id) for spell in menu.figure().card.spells for target in menu.world.figures
        ]
        return [answer for answer in answers if self.refusal(menu, answer) is None]

    def sample(self, menu: Trail, chance: Chance) -> Answer | None:
        spells = menu.figure().card.spells
        for _ in range(3):
            answer = ("cast", spells[chance.below(len(spells))], chance.below(len(menu.world.figures)))
            if self.refusal(menu, answer) is None:
                return answer
        return None


register(Cast("cast", 6, cast))
