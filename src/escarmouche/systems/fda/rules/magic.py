"""Magic: who may cast, the memorised spell, the casting roll and its table of critical failures. The spells stand in
`spells`."""

from __future__ import annotations

from typing import Any, final

from escarmouche.core.effects import Answer, Call, Chance, Choose, Listed, Refusal, Script, Tell, rule
from escarmouche.kit.menu import malformed, no
from escarmouche.systems.fda.model import (
    MAGIC,
    MAGIC_FUMBLES,
    PRONE,
    SPELL_KEPT,
    SPELLCASTER,
    STANDING,
    Course,
    Figure,
    World,
)
from escarmouche.systems.fda.rules.actions import AWARE, Action, Activation, register
from escarmouche.systems.fda.rules.damage import clumsiness, falls, stunned, with_posture
from escarmouche.systems.fda.rules.dice import CRITICAL, SUCCESS, die, threshold
from escarmouche.systems.fda.rules.numbers import CASTING, FUMBLES, SPELL_LEVEL, SPELL_OBJECTS
from escarmouche.systems.fda.rules.spells import takes_effect, target_refusal

# ---------------------------------------------------------------- who may cast


def may_cast(world: World, figure: Figure) -> bool:
    """Is it a spellcaster in a game with magic? (fda.trait.spellcaster, fda.setup.options-together)"""
    return world.plays(MAGIC) and figure.has(SPELLCASTER)


def caster_refusal(world: World, figure: Figure) -> Refusal | None:
    """Why it cannot cast now, or None."""
    if not may_cast(world, figure):
        return no("fda.trait.spellcaster", "no-caster", figure.id)
    if not figure.spell:
        return no("fda.magic.memorised", "nothing-memorised", figure.id)
    if figure.card.armoured:
        return no("fda.magic.no-armour", "casts-in-armour", figure.id)
    if figure.posture >= PRONE:
        return no("fda.magic.not-stunned-or-prone", "casts-lying", figure.id)
    for item in figure.hands:
        if item not in CASTING:
            return no("fda.magic.no-weapons", "casts-armed", figure.id, f"item-{item}")
    return None


def has_spell_object(figure: Figure) -> bool:
    """Does it carry its bible, its spell book, its papyrus or its runes? (fda.magic.focus-object)"""
    return any(item in SPELL_OBJECTS for item in (*figure.hands, *figure.belt))


# ---------------------------------------------------------------- memory


def memorised(world: World, id: int, spell: str) -> World:
    """The world in which a caster has this one spell in mind, or with "" none. (fda.magic.memorised)"""
    twin = world.figures[id].copy()
    twin.spell = spell
    return world.with_figure(twin)


@rule("fda.magic.memorise", "fda.magic.focus-object")
def memorise(world: World, id: int, course: Course, answer: tuple[str, str]) -> Script:
    """A caster learns one of its spells by heart; it replaces the one before. Returns the world and the course."""
    yield Tell("fda.magic.memorise", "memorises", (id, f"spell-{answer[1]}"))
    return memorised(world, id, answer[1]), course


@rule("fda.magic.memorised")
def first_spells(world: World, seat: int) -> Script:
    """Before the battle every caster of a side chooses the spell it has in mind. Returns the world."""
    why = "fda.magic.memorised"
    for figure in world.on_table(seat):
        if may_cast(world, figure) and figure.card.spells:
            options = Listed(tuple([("memorise", spell) for spell in figure.card.spells]), why)
            answer = yield Choose(why, seat, world, options, figure.id)
            world = memorised(world, figure.id, answer[1])
            yield Tell(why, "memorises", (figure.id, f"spell-{answer[1]}"))
    return world


# ---------------------------------------------------------------- casting


@rule("fda.magic.cast", "fda.magic.sequence", "fda.magic.casting-reveals", "fda.position.acting-reveals")
def cast(world: World, id: int, course: Course, answer: tuple[str, int]) -> Script:
    """The caster shows itself, rolls, and the result is applied. Returns the world and the course."""
    world = yield Call(incant, with_posture(world, id, STANDING), id, world.figures[id].spell, answer[1])
    return world, course


@rule("fda.magic.level", "fda.magic.failure", "fda.magic.kept-on-failure", "fda.magic.forgotten-on-success")
def incant(world: World, id: int, spell: str, target: int) -> Script:
    """A D10 equal to or below the spell's level succeeds. A success is forgotten, a failure kept, and 0 then 0 goes to the
    table. Returns the world."""
    why = "fda.magic.cast"
    verdict = yield from threshold(world, why, world.figures[id], SPELL_LEVEL[spell])
    if verdict == SUCCESS:
        yield Tell("fda.magic.success", "spell-works", (id, f"spell-{spell}", target))
        if not world.reads(SPELL_KEPT):
            world = memorised(world, id, "")
        return Call(takes_effect, world, id, spell, target)
    yield Tell("fda.magic.failure", "spell-fails", (id, f"spell-{spell}"), "nothing")
    if verdict == CRITICAL and world.plays(MAGIC_FUMBLES):
        return Call(backfires, world, id)
    return world


@rule("fda.magic.critical", "fda.fumble.magic-table")
def backfires(world: World, id: int) -> Script:
    """0 then 0: a further die on the table of critical castings. Returns the world."""
    face = yield die(world, "fda.fumble.magic-table", world.figures[id].seat, id)
    row = FUMBLES["magic"][face]
    yield Tell(row.rule, f"row-{row.id}", (id,))
    if row.id == "magic-0":  # fda.fumble.magic-0
        return Call(clumsiness, world, id)
    if row.id == "magic-1":  # fda.fumble.magic-1
        return (yield from stunned(world, id, row.rule))
    if row.id == "magic-2":  # fda.fumble.magic-2
        return (yield from falls(world, id, row.rule))
    return memorised(world, id, "") if row.id == "magic-3-8" else world  # fda.fumble.magic-3-8, fda.fumble.magic-9


# ---------------------------------------------------------------- the actions


@final
class Cast(Action):
    """Cast the spell that one has in mind at a target. (fda.magic.cast)"""

    __slots__ = ()

    def possible(self, menu: Activation) -> bool:
        return may_cast(menu.world, menu.figure()) and menu.figure().spell != ""

    def refusal(self, menu: Activation, answer: tuple[Any, ...]) -> Refusal | None:
        if malformed(answer, int) or not 0 <= answer[1] < len(menu.world.figures):
            return no("fda.magic.cast", "malformed", str(answer)[:80])
        figure = menu.figure()
        refusal = caster_refusal(menu.world, figure)
        return refusal or target_refusal(menu.world, figure, figure.spell, menu.world.figures[answer[1]])

    def listed(self, menu: Activation) -> list[Answer]:
        answers: list[Answer] = [("cast", target.id) for target in menu.world.figures]
        return [answer for answer in answers if self.refusal(menu, answer) is None]

    def sample(self, menu: Activation, chance: Chance) -> Answer | None:
        for _ in range(4):
            answer = ("cast", chance.below(len(menu.world.figures)))
            if self.refusal(menu, answer) is None:
                return answer
        return None


@final
class Memorise(Action):
    """Learn a spell by heart. (fda.magic.memorise)"""

    __slots__ = ()

    def possible(self, menu: Activation) -> bool:
        figure = menu.figure()
        return may_cast(menu.world, figure) and has_spell_object(figure)

    def refusal(self, menu: Activation, answer: tuple[Any, ...]) -> Refusal | None:
        figure = menu.figure()
        if malformed(answer, str) or answer[1] not in figure.card.spells:
            return no("fda.magic.memorise", "unknown-spell", figure.id)
        if not may_cast(menu.world, figure):
            return no("fda.trait.spellcaster", "no-caster", figure.id)
        if not has_spell_object(figure):
            return no("fda.magic.focus-object", "no-spell-object", figure.id)
        return no("fda.magic.memorise", "memorised-already", figure.id) if figure.spell == answer[1] else None

    def listed(self, menu: Activation) -> list[Answer]:
        answers: list[Answer] = [("memorise", spell) for spell in menu.figure().card.spells]
        return [answer for answer in answers if self.refusal(menu, answer) is None]


register(Cast("cast", 8, cast, MAGIC))
register(Memorise("memorise", 2, memorise, MAGIC, AWARE))
