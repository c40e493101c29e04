"""Magic: side by side in the order of initiative, one casting after the other."""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import mypyc_attr

from escarmouche.core.effects import Answer, Call, Chance, Choose, Listed, Refusal, Roll, Script, Tell, rule
from escarmouche.kit.menu import Deed, Menu, enlist, no
from escarmouche.systems.bataille.model import ON_TABLE, PARALYSED, ROUTED, Figure, World
from escarmouche.systems.bataille.rules.core import engaged, melee_group, mental_score
from escarmouche.systems.bataille.rules.harm import immune
from escarmouche.systems.bataille.rules.movement import DONE
from escarmouche.systems.bataille.rules.sight import sees
from escarmouche.systems.bataille.rules.values import RESISTIBLE, SPELL_RANGE, UNDER
from escarmouche.table.shapes import square_between, within

RESIST: Final = ("resist",)
ACCEPT: Final = ("accept",)
SHOWN: Final = 12
"""At most so many targets of a spell are listed for each caster."""


def known_as(spell: str) -> str:
    """The id of a spell that somebody knows, whatever creature it summons."""
    return spell.partition(":")[0]


def castings(figure: Figure) -> int:
    """How many spells it may cast in a turn: the same twice for whoever has it twice, else one.
    (bataille.sorcerer.double-spell, bataille.sorcerer.one-spell, bataille.item.obsidian-spell)"""
    spells = figure.card.spells
    return 2 if len(spells) == 2 and spells[0] == spells[1] else min(1, len(spells))


def may_cast(world: World, figure: Figure) -> bool:
    """Can it still cast this turn? Casting is no attack. (bataille.core.attack-meaning,
    bataille.magic.routed-or-paralysed-caster)"""
    if figure.status != ON_TABLE or figure.casts >= castings(figure) or figure.having(ROUTED):
        return False
    return not (figure.having(PARALYSED) and world.on("paralysis-stops-all"))


@mypyc_attr(acyclic=True)
class Casting(Menu):
    """What a side casts next, until it is done. (bataille.magic.side-order)"""

    __slots__ = ("able", "seat", "world")

    def __init__(self, world: World, seat: int) -> None:
        self.world = world
        self.seat = seat
        self.able = [one for one in world.figures if one.seat == seat and one.card.spells and may_cast(world, one)]
        """Those of the side who can cast anything now."""

    def rule(self) -> str:
        return "bataille.magic.side-order"

    def stop(self) -> Answer:
        return DONE

    def known(self) -> dict[str, Deed[Any]]:
        return SPELLS

    def casters(self, spell: str) -> list[Figure]:
        """Those of the side who can cast this spell now."""
        return [one for one in self.able if any(known_as(known) == spell for known in one.card.spells)]


SPELLS: dict[str, Deed[Any]] = {}


@rule("bataille.magic.side-order", "bataille.magic.immediate", "bataille.magic.no-roll")
def cast_side(world: World, seat: int) -> Script:
    """A side casts with all who can, each casting complete before the next is announced. Returns the world."""
    answer = yield Choose("bataille.magic.side-order", seat, world, Casting(world, seat))
    if answer == DONE:
        return world
    caster = world.figures[answer[1]].copy()
    caster.casts += 1
    world = yield Call(SPELLS[answer[0]].perform, world.with_figure(caster), answer)
    return Call(cast_side, world, seat)


# ---------------------------------------------------------------- what may be aimed at


def point_refusal(world: World, caster: Figure, x: int, y: int) -> Refusal | None:
    """Why a spell cannot be cast at a place, or None. (bataille.magic.range, bataille.magic.no-line-of-sight)"""
    if not within(caster.x, caster.y, caster.card.radius, x, y, 0, SPELL_RANGE):
        return no("bataille.magic.range", "spell-range", caster.id)
    if world.on("spells-need-sight") and not sees(world, caster.x, caster.y, x, y):
        return no("bataille.magic.no-line-of-sight", "spell-sight", caster.id)
    return None


def target_refusal(world: World, caster: Figure, target: Figure) -> Refusal | None:
    """Why a figure cannot be the target of a spell, or None; an engaged caster is kept to his melee.
    (bataille.magic.any-side-target, bataille.magic.engaged-caster, bataille.magic.into-melee)"""
    if target.status != ON_TABLE or target.is_gun():
        return no("bataille.magic.any-side-target", "no-target", target.id)
    if not within(caster.x, caster.y, caster.card.radius, target.x, target.y, target.card.radius, SPELL_RANGE):
        return no("bataille.magic.range", "spell-range", caster.id)
    if world.on("spells-need-sight") and target.id != caster.id and not sees(world, caster.x, caster.y, target.x, target.y):
        return no("bataille.magic.no-line-of-sight", "spell-sight", caster.id)
    if target.id != caster.id and engaged(world, caster) and target.id not in melee_group(world, caster):
        return no("bataille.magic.engaged-caster", "spell-melee", caster.id)
    return None


@rule("bataille.magic.resistance", "bataille.magic.resist-detail", "bataille.magic.resistible-spells")
def withstood(world: World, spell: str, target: int) -> Script:
    """Does a spell fail on its target: because nothing magic works on it, or because it resists? Whoever commands it decides
    whether it tries. Returns the answer."""
    figure = world.figures[target]
    if immune(figure):
        yield Tell("bataille.item.obsidian-immunity", "immune", (target, "spell-" + spell))
        return True
    if spell not in RESISTIBLE:
        return False
    rule_id = "bataille.magic.resistance"
    answer = yield Choose(rule_id, figure.seat, world, Listed((RESIST, ACCEPT), rule_id), target)
    if answer == ACCEPT:
        return False
    score = mental_score(world, figure)
    held = yield Roll(rule_id, figure.seat, world, 1, 6, UNDER[score], target, -score)
    if held:
        yield Tell(rule_id, "resists", (target, "spell-" + spell))
    return bool(held)


# ---------------------------------------------------------------- spells as deeds


@mypyc_attr(allow_interpreted_subclasses=True)
class Spell(Deed[Casting]):
    """A spell; the second part of an answer is its caster."""

    def possible(self, menu: Casting) -> bool:
        return len(menu.casters(self.kind)) > 0

    def refusal(self, menu: Casting, answer: tuple[Any, ...]) -> Refusal | None:
        casters = {one.id: one for one in menu.casters(self.kind)}
        if len(answer) < 3 or any(type(one) is not int and type(one) is not str for one in answer):
            return no("bataille.magic.side-order", "malformed", str(answer))
        if answer[1] not in casters or type(answer[1]) is not int:
            return no("bataille.sorcerer.one-spell", "cannot-cast", "spell-" + self.kind)
        return self.detail(menu.world, casters[answer[1]], answer)

    def detail(self, world: World, caster: Figure, answer: tuple[Any, ...]) -> Refusal | None:
        """Why the caster cannot cast it so, or None."""
        raise TypeError("Spell is a base class")

    def offers(self, world: World, caster: Figure) -> list[Answer]:
        """Castings worth listing, legal or not."""
        raise TypeError("Spell is a base class")

    def draw(self, world: World, caster: Figure, chance: Chance) -> Answer:
        """A random casting, legal or not."""
        found = self.offers(world, caster)
        return found[chance.below(len(found))] if found else None

    def listed(self, menu: Casting) -> list[Answer]:
        found: list[Answer] = []
        for caster in menu.casters(self.kind):
            legal = [one for one in self.offers(menu.world, caster) if self.detail(menu.world, caster, one) is None]
            found += legal[:SHOWN]
        return list(dict.fromkeys(found))

    def sample(self, menu: Casting, chance: Chance) -> Answer | None:
        casters = menu.casters(self.kind)
        caster = casters[chance.below(len(casters))]
        answer = self.draw(menu.world, caster, chance)
        return answer if answer is not None and self.detail(menu.world, caster, answer) is None else None


def near(world: World, caster: Figure, friends: bool) -> list[Figure]:
    """The friends (the caster too) or the enemies within the range of spells, the nearest first."""
    x, y, size = caster.x, caster.y, caster.card.radius
    others = world.in_play(caster.seat) if friends else world.enemies(caster.seat)
    found = [one for one in others if within(x, y, size, one.x, one.y, one.card.radius, SPELL_RANGE)]
    return sorted(found, key=lambda one: (square_between(x, y, one.x, one.y), one.id))


def at(answer: tuple[Any, ...], place: int, world: World) -> Figure | None:
    """The figure that a part of an answer names, or None."""
    id = answer[place] if len(answer) > place else None
    return world.figures[id] if type(id) is int and 0 <= id < len(world.figures) else None


@mypyc_attr(allow_interpreted_subclasses=True)
class Aimed(Spell):
    """A spell at one figure: (spell, caster, target)."""

    friendly = False

    def detail(self, world: World, caster: Figure, answer: tuple[Any, ...]) -> Refusal | None:
        target = at(answer, 2, world)
        if target is None or len(answer) != 3:
            return no("bataille.magic.any-side-target", "malformed", str(answer))
        return target_refusal(world, caster, target)

    def offers(self, world: World, caster: Figure) -> list[Answer]:
        return [(self.kind, caster.id, one.id) for one in near(world, caster, self.friendly)]

    def draw(self, world: World, caster: Figure, chance: Chance) -> Answer:
        found = near(world, caster, chance.below(6) == 0)
        return (self.kind, caster.id, found[chance.below(len(found))].id) if found else None


def register(deed: Spell) -> None:
    """Make a spell known."""
    enlist(SPELLS, deed)
