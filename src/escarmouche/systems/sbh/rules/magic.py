"""Magic: casting, the magical ranged attack, the immobilisation; and Entangle, which works like the latter."""

from __future__ import annotations

from typing import Any, Final, final

from escarmouche.core.effects import Answer, Call, Chance, Refusal, Script, Tell, rule
from escarmouche.kit.menu import malformed, no
from escarmouche.systems.sbh.model import ENTANGLE, ENTANGLED, MAGE, NO_FAR_SPELLS, SPELLBOUND, Figure, World, held_by_all
from escarmouche.systems.sbh.rules.actions import (
    CAST,
    REGROUP,
    SCROLL,
    Action,
    Doing,
    held_refusal,
    price_refusal,
    prone_refusal,
    register,
)
from escarmouche.systems.sbh.rules.conventions import enemies, helpless, near
from escarmouche.systems.sbh.rules.harm import SAVED, SPELL
from escarmouche.systems.sbh.rules.melee import enemy_of, having_attacked, opposed
from escarmouche.systems.sbh.rules.quality import quality_bonus, quality_roll, tricks_on_roll
from escarmouche.systems.sbh.rules.shooting import (
    impact,
    pressed,
    ranged_modifiers,
    target_refusal,
    targets,
    view_refusal,
)
from escarmouche.systems.sbh.rules.upgrades import DIVINE_PROTECTION, dirty_tricks, tricks_over, window
from escarmouche.systems.sbh.rules.values import MOST_POWER, RESISTING, SPELL_COMBAT, SPELL_RANGE

ATTACK: Final = "attack"
IMMOBILISE: Final = "immobilise"
SPELLS: Final[tuple[str, ...]] = (ATTACK, IMMOBILISE)
"""The two spells, open to every Mage. (sbh.magic.spell-list)"""

# ---------------------------------------------------------------- restrictions


def caster_refusal(doing: Doing) -> Refusal | None:
    """Why the fighter can neither cast nor entangle now; None when it can. Not in melee, unless every enemy in contact is
    knocked down. (sbh.magic.not-in-melee)"""
    figure = doing.figure()
    if doing.mode == REGROUP:
        return no("sbh.regroup.no-attack", "no-attack-in-regroup", figure.id)
    refused = held_refusal(figure) or prone_refusal(figure)
    if refused is not None:
        return refused
    if pressed(doing.world, figure):
        return no("sbh.magic.not-in-melee", "casts-in-melee", figure.id)
    return None


def unhindered(doing: Doing) -> bool:
    """Can the fighter cast or entangle now? The same as `caster_refusal`, in short."""
    figure = doing.figure()
    return doing.mode != REGROUP and not helpless(figure) and not pressed(doing.world, figure)


def hold_refusal(world: World, holder: Figure, target: Figure, power: int) -> Refusal | None:
    """Why the target cannot be immobilised from there with this Power, or None when it can: it must be in range
    (sbh.magic.range) and in sight (sbh.magic.los), but may be in melee, and others may be nearer
    (sbh.magic.immobilise-into-melee)."""
    if not near(world, holder, target, SPELL_RANGE[power]):
        return no("sbh.magic.range", "out-of-spell-range", holder.id, target.id, power)
    return view_refusal(world, holder, target)


def within_hold(world: World, holder: Figure, power: int) -> list[Figure]:
    """The enemies it could immobilise with this Power."""
    return [enemy for enemy in enemies(world, holder) if hold_refusal(world, holder, enemy, power) is None]


# ---------------------------------------------------------------- casting


@final
class Cast(Action):
    """Cast a spell: ("cast", "attack" or "immobilise", enemy, power), as many actions as Power, by a Mage that has announced
    it or from a scroll. (sbh.action.cast-spell, sbh.magic.power, sbh.magic.declare, sbh.special.mage, sbh.faq.mage-declares,
    sbh.item.scroll)"""

    __slots__ = ()

    def possible(self, doing: Doing) -> bool:
        return (doing.declared == CAST or doing.declared == SCROLL) and unhindered(doing)

    def refusal(self, doing: Doing, answer: tuple[Any, ...]) -> Refusal | None:
        if malformed(answer, str, int, int) or answer[1] not in SPELLS:
            return no("sbh.magic.spell-list", "malformed", str(answer))
        _, spell, target_id, power = answer
        if not 1 <= power <= MOST_POWER:
            return no("sbh.magic.power", "no-such-power", power)
        if doing.declared != CAST and doing.declared != SCROLL:
            return no("sbh.magic.declare", "not-announced", doing.id)
        refused = caster_refusal(doing)
        if refused is not None:
            return refused
        world, figure = doing.world, doing.figure()
        target = enemy_of(world, figure, target_id)
        if target is None:
            return no("sbh.action.cast-spell", "not-an-enemy")
        refused = spell_refusal(world, figure, spell, target, power)
        return refused if refused is not None else price_refusal(doing, power, "action-cast-spell")

    def listed(self, doing: Doing) -> list[Answer]:
        found: list[Answer] = []
        for power in range(1, min(doing.left, MOST_POWER) + 1):
            for spell in SPELLS:
                found.extend([("cast", spell, enemy.id, power) for enemy in within_spell(doing, spell, power)])
        return found

    def sample(self, doing: Doing, chance: Chance) -> Answer | None:
        power = chance.below(min(doing.left, MOST_POWER)) + 1
        spell = SPELLS[chance.below(2)]
        found = within_spell(doing, spell, power)
        return ("cast", spell, found[chance.below(len(found))].id, power) if found else None


def spell_refusal(world: World, mage: Figure, spell: str, target: Figure, power: int) -> Refusal | None:
    """Why this spell cannot be cast on the target, or None when it can. A magical attack is the attack of the turn
    (sbh.action.one-attack-per-turn) and keeps the rules for targets of shooting (sbh.magic.target-restrictions)."""
    if spell == IMMOBILISE:
        return hold_refusal(world, mage, target, power)
    if mage.attacked:
        return no("sbh.action.one-attack-per-turn", "attacked-already", mage.id)
    if not carries(world, mage, target, power):
        return no("sbh.magic.range", "out-of-spell-range", mage.id, target.id, power)
    return target_refusal(world, mage, target, SPELL_RANGE[power])


def carries(world: World, mage: Figure, target: Figure, power: int) -> bool:
    """May a magical attack of this Power go so far? Where spells keep to their range, not to its double and triple
    (sbh.magic.ranged-attack)."""
    return NO_FAR_SPELLS not in world.switches or near(world, mage, target, SPELL_RANGE[power])


def within_spell(doing: Doing, spell: str, power: int) -> list[Figure]:
    """The enemies on which the spell may be cast with this Power."""
    world, mage = doing.world, doing.figure()
    if spell == IMMOBILISE:
        return within_hold(world, mage, power)
    if mage.attacked:
        return []
    return [target for target in targets(world, mage, SPELL_RANGE[power]) if carries(world, mage, target, power)]


@rule("sbh.action.cast-spell", "sbh.magic.power", "sbh.magic.split-successes", "sbh.faq.mage-move-then-cast")
def cast(world: World, id: int, answer: tuple[str, str, int, int]) -> Script:
    """The Mage puts as many successes into the spell as its Power, and uses the others as it likes, before or after
    (sbh.faq.mage-disengage-then-cast). Returns the world and the actions spent."""
    _, spell, target, power = answer
    yield Tell("sbh.action.cast-spell", "casts", (id, "spell-" + spell, target, power))
    world = yield from dirty_tricks(world, id)
    if world.figures[id].cancelled & MAGE:
        yield Tell("sbh.campaign.upgrade.dirty-tricks", "spell-foiled", (id,), "foiled")
        return tricks_over(world), power
    if spell == ATTACK:
        world = yield Call(bolt, having_attacked(world, id), id, target, power)
    else:
        world = yield Call(immobilise, world, id, target, power, SPELLBOUND)
    return world, power


# ---------------------------------------------------------------- spells as ranged attacks


@rule("sbh.magic.ranged-attack", "sbh.magic.no-undead-penalty")
def bolt(world: World, id: int, target: int, power: int) -> Script:
    """A magical ranged attack: resolved like a shot, with the Power in place of the Mage's Combat, and no ammunition to
    check. Returns the world."""
    world = yield from dirty_tricks(world, target)
    modifiers = ranged_modifiers(world, world.figures[id], world.figures[target], SPELL_RANGE[power], True)
    guard = world.figures[target].card.combat
    world, die, _, total, against = yield from opposed(
        world, "sbh.magic.ranged-attack", id, SPELL_COMBAT[power], modifiers, target, guard, ()
    )
    world = yield from impact(world, id, target, die, total, against, SPELL)
    return tricks_over(world)


# ---------------------------------------------------------------- immobilisation


@rule("sbh.magic.immobilise", "sbh.magic.immobilise-resist", "sbh.state.immobilised", "sbh.faq.hero-immune-power-1")
def immobilise(world: World, id: int, target: int, power: int, bond: int) -> Script:
    """The target resists with one Quality die for each point of Power; a single failure holds it. `bond` is SPELLBOUND or
    ENTANGLED; only a spell can be cancelled by Divine protection. Returns the world."""
    world, _ = yield from tricks_on_roll(world, target)
    dice = RESISTING[power]
    world, successes = yield from quality_roll(
        world, target, "sbh.magic.immobilise-resist", dice, quality_bonus(world, world.figures[target])
    )
    world = tricks_over(world)
    if successes >= dice:
        yield Tell("sbh.magic.immobilise-resist", "resists", (target, id), "resisted")
        return world
    if bond == SPELLBOUND:
        world, averted = yield from window(world, world.figures[target].seat, DIVINE_PROTECTION, target)
        if averted:
            yield Tell("sbh.campaign.upgrade.divine-protection", "spell-cancelled", (target,), SAVED)
            return world
    yield Tell("sbh.state.immobilised", "immobilised", (target, id), "held")
    return bound(world, target, id, bond)


def bound(world: World, target: int, by: int, bond: int) -> World:
    """The world with the target held. A web outlasts the death of its maker (sbh.special.entangle-death), so no spell takes
    its place; several Mages hold together, each with a spell of its own (sbh.state.immobilised-mage-killed)."""
    victim = world.figures[target]
    if victim.held == ENTANGLED and bond == SPELLBOUND:
        return world
    twin = victim.copy()
    others = [one for one in victim.holders() if one != by] if victim.held == bond == SPELLBOUND else []
    twin.held = bond
    twin.held_by = held_by_all([*others, by])
    return world.with_figure(twin)


# ---------------------------------------------------------------- Entangle


@final
class Entangle(Action):
    """Throw a web or the like: ("entangle", enemy, power), as many actions as Power. It works like an immobilisation, but
    needs no announcement. (sbh.special.entangle)"""

    __slots__ = ()

    def possible(self, doing: Doing) -> bool:
        return doing.figure().has(ENTANGLE) and unhindered(doing)

    def refusal(self, doing: Doing, answer: tuple[Any, ...]) -> Refusal | None:
        rule_id = "sbh.special.entangle"
        if malformed(answer, int, int):
            return no(rule_id, "malformed", str(answer))
        figure, power = doing.figure(), answer[2]
        if not 1 <= power <= MOST_POWER:
            return no(rule_id, "no-such-power", power)
        if not figure.has(ENTANGLE):
            return no(rule_id, "cannot-entangle", figure.id)
        refused = caster_refusal(doing)
        if refused is not None:
            return refused
        target = enemy_of(doing.world, figure, answer[1])
        if target is None:
            return no(rule_id, "not-an-enemy")
        refused = hold_refusal(doing.world, figure, target, power)
        return refused if refused is not None else price_refusal(doing, power, "action-entangle")

    def listed(self, doing: Doing) -> list[Answer]:
        found: list[Answer] = []
        for power in range(1, min(doing.left, MOST_POWER) + 1):
            found.extend([("entangle", enemy.id, power) for enemy in within_hold(doing.world, doing.figure(), power)])
        return found

    def sample(self, doing: Doing, chance: Chance) -> Answer | None:
        power = chance.below(min(doing.left, MOST_POWER)) + 1
        found = within_hold(doing.world, doing.figure(), power)
        return ("entangle", found[chance.below(len(found))].id, power) if found else None


@rule("sbh.special.entangle", "sbh.special.entangle-death")
def entangle(world: World, id: int, answer: tuple[str, int, int]) -> Script:
    """The fighter tries to hold an enemy in its web; returns the world and the actions spent."""
    _, target, power = answer
    yield Tell("sbh.special.entangle", "entangles", (id, target, power))
    world = yield from dirty_tricks(world, id)
    if not world.figures[id].has(ENTANGLE):
        yield Tell("sbh.campaign.upgrade.dirty-tricks", "entangle-foiled", (id,), "foiled")
        return tricks_over(world), power
    world = yield Call(immobilise, world, id, target, power, ENTANGLED)
    return world, power


register(Cast("cast", 16, cast))
register(Entangle("entangle", 6, entangle))
