"""Spellcasters: who casts what at whom, and what it does to units."""

from __future__ import annotations

from typing import Any, final

from escarmouche.core.effects import Answer, Call, Chance, Refusal, Roll, Script, Tell, rule
from escarmouche.kit.menu import no
from escarmouche.systems.masse.cards import attack_die
from escarmouche.systems.masse.content import book
from escarmouche.systems.masse.model import INCH, ON_TABLE, ROUTED, Unit, World
from escarmouche.systems.masse.rows import Spell
from escarmouche.systems.masse.rules.blasts import (
    Body,
    Caught,
    bodies,
    centred,
    circled,
    cone,
    counted,
    lined,
    muzzle,
    scorch,
)
from escarmouche.systems.masse.rules.ground import (
    enemies,
    engaged,
    figure_places,
    foes,
    footprint,
    gap,
    heroes_in,
    is_individual,
    reached,
    sees,
    within,
)
from escarmouche.systems.masse.rules.orders import FIGHT, Doing, Order, register
from escarmouche.systems.masse.rules.structures import hit_engine, sum_dice
from escarmouche.systems.masse.rules.values import TOUCHES
from escarmouche.table.shapes import disc_gap_polygon, disc_meets_polygon, polygons_meet
from escarmouche.table.trig import angle_of, step

# ---------------------------------------------------------------- spells (masse.magic.scale, masse.magic.damage-conversion)


def spell_range(spell: Spell, level: int) -> int:
    """How far a caster of this level throws it: its real range at 10 m to the inch. (masse.magic.scale)"""
    return round((spell.range_in + level * spell.range_per_level_in) * INCH)


def spell_size(spell: Spell) -> int:
    """The radius or length of its area. (masse.magic.scale)"""
    return round(spell.size_in * INCH)


def spell_die(spell: Spell, level: int) -> int:
    """The attack die that stands for the most damage it can do. (masse.magic.damage-conversion)"""
    most = spell.damage_per_level * -(-level // spell.damage_levels)
    return attack_die(min(spell.damage_max, most))


def is_area(spell: Spell) -> bool:
    """Is it aimed at a place, or in a direction?"""
    return spell.shape in ("circle", "cone", "line")


# ---------------------------------------------------------------- who is in it


def in_spell(world: World, unit: Unit, spell: Spell, target: Unit, x: int, y: int) -> tuple[Caught, ...]:
    """Whose figures a harmful spell affects, friends among them: those whose base centre lies in its area, and at least the
    nearest of the target if the area touches it at all. A spell at a single figure takes one of the target's."""
    if spell.shape == "figure":
        return ((target.id, 1),)
    around = bodies(world, target, -1 if spell.shape == "circle" else unit.id)
    own = [body for body in around if body.id == target.id]
    size = spell_size(spell)
    x0, y0 = muzzle(unit, x, y)
    if spell.shape == "circle":
        found = circled(around, x, y, size)
        near = [body for body in own if disc_meets_polygon(x, y, size, body.base)]
        x0, y0 = x, y
    elif spell.shape == "cone":
        shape = cone(x0, y0, angle_of(x - unit.x, y - unit.y), size)
        found = centred(around, shape)
        near = [body for body in own if polygons_meet(body.base, shape)]
    else:
        x2, y2 = step(x0, y0, angle_of(x - unit.x, y - unit.y), size)
        found = lined(world, around, x0, y0, x2, y2)
        near = []
    if near and not any(body.id == target.id for body in found):
        found.append(nearest_body(near, x0, y0))
    return counted(found)


def nearest_body(found: list[Body], x: int, y: int) -> Body:
    """The one whose centre is nearest to a point."""
    return min(found, key=lambda body: (body.x - x) ** 2 + (body.y - y) ** 2)


# ---------------------------------------------------------------- who may cast (section 6.5)


def caster_refusal(world: World, unit: Unit, spell: Any) -> Refusal | None:
    """Why the unit cannot cast this spell now, whatever the target, or None."""
    if any(spell in hero.card.spells for hero in heroes_in(world, unit)):
        return no("masse.magic.individuals-only", "caster-in-ranks", unit.id)
    if not isinstance(spell, str) or spell not in unit.card.spells or spell not in book().spell:
        return no("masse.magic.damage-conversion", "no-such-spell", unit.id)
    if not is_individual(unit):
        return no("masse.magic.individuals-only", "caster-in-ranks", unit.id)
    if unit.moved:
        return no("masse.magic.immobile", "caster-moved", unit.id)
    if engaged(world, unit):
        return no("masse.magic.not-engaged", "engaged", unit.id)
    return no("masse.shoot.mod-routed", "routed", unit.id) if unit.morale == ROUTED else None


def aimed_refusal(world: World, unit: Unit, spell: Spell, target: Unit, x: int, y: int) -> Refusal | None:
    """Why a harmful spell cannot be cast at this enemy, or None: he must see it, it must be in reach, and a melee is spared
    unless the spell strikes both sides of it. (masse.magic.see-target, masse.magic.target-not-engaged)"""
    if not sees(world, unit, target):
        return no("masse.magic.see-target", "does-not-see", unit.id, target.id)
    reach = spell_range(spell, unit.card.level)
    far = disc_gap_polygon(x, y, 0, footprint(unit)) if spell.shape == "circle" else gap(unit, target)
    if spell.shape in ("figure", "circle") and far > reach:
        return no("masse.magic.scale", "out-of-range", unit.id, target.id)
    struck = [id for id, _ in in_spell(world, unit, spell, target, x, y)]
    if target.id not in struck:
        return no("masse.magic.scale", "out-of-area", unit.id, target.id)
    opponents = foes(world, target)
    if opponents and not any(foe.id in struck for foe in opponents):
        return no("masse.magic.target-not-engaged", "target-in-melee", target.id)
    return None


# ---------------------------------------------------------------- the order


@final
class Cast(Order):
    """Cast a spell, the combat action of a turn without movement: ("cast", spell, target), for a blessing the caster himself;
    ("cast", spell, target, x, y) with the middle of its area, or a point in its direction. (masse.magic.damage-conversion)"""

    __slots__ = ()

    def possible(self, doing: Doing) -> bool:
        unit = doing.unit()
        return len(unit.card.spells) > 0 and caster_refusal(doing.world, unit, unit.card.spells[0]) is None

    def refusal(self, doing: Doing, answer: tuple[Any, ...]) -> Refusal | None:
        rule_id = "masse.magic.damage-conversion"
        if len(answer) not in (3, 5) or any(type(part) is not int for part in answer[2:]):
            return no(rule_id, "malformed", str(answer))
        world, unit = doing.world, doing.unit()
        refused = caster_refusal(world, unit, answer[1])
        if refused is not None:
            return refused
        spell = book().spell[answer[1]]
        if (len(answer) == 5) != is_area(spell):
            return no(rule_id, "malformed", str(answer))
        if spell.shape == "allies":
            return None if answer[2] == unit.id else no(rule_id, "malformed", str(answer))
        if answer[2] not in [enemy.id for enemy in enemies(world, unit)]:
            return no(rule_id, "not-an-enemy")
        x, y = (answer[3], answer[4]) if is_area(spell) else (0, 0)
        if not (0 <= x <= world.width and 0 <= y <= world.depth):
            return no("masse.magic.scale", "out-of-range", unit.id, answer[2])
        return aimed_refusal(world, unit, spell, world.units[answer[2]], x, y)

    def listed(self, doing: Doing) -> list[Answer]:
        found = []
        for name in doing.unit().card.spells:
            for answer in self.aims(doing, name, enemies(doing.world, doing.unit())):
                if self.refusal(doing, answer) is None:
                    found.append(answer)
        return found

    def aims(self, doing: Doing, name: str, targets: list[Unit]) -> list[tuple[Any, ...]]:
        """Answers worth considering for a spell: where it strikes most of each target."""
        unit = doing.unit()
        spell = book().spell.get(name)
        if spell is None:
            return []
        if spell.shape == "allies":
            return [("cast", name, unit.id)]
        if not is_area(spell):
            return [("cast", name, target.id) for target in targets]
        reach = spell_range(spell, unit.card.level) + spell_size(spell)
        near = [target for target in targets if reached(unit, target, reach)]
        return [("cast", name, target.id, *best_point(unit, spell, target)) for target in near]

    def sample(self, doing: Doing, chance: Chance) -> Answer | None:
        unit = doing.unit()
        others = enemies(doing.world, unit)
        name = unit.card.spells[chance.below(len(unit.card.spells))]
        answers = self.aims(doing, name, [others[chance.below(len(others))]] if others else [])
        return answers[0] if answers and self.refusal(doing, answers[0]) is None else None


def best_point(unit: Unit, spell: Spell, target: Unit) -> tuple[int, int]:
    """Where to aim at a target: its nearest figure, or for a circle the point among its figures that has most of them in it,
    the nearest of several."""
    places = figure_places(target)
    nearest = min(places, key=lambda place: (place[0] - unit.x) ** 2 + (place[1] - unit.y) ** 2)
    if spell.shape != "circle":
        return nearest
    size = spell_size(spell)
    best, most = nearest, 0
    for x, y in [nearest, *places, *middles(places, target.files)]:
        count = len([1 for px, py in places if (px - x) ** 2 + (py - y) ** 2 <= size * size])
        if count > most:
            best, most = (x, y), count
    return best


def middles(places: tuple[tuple[int, int], ...], files: int) -> list[tuple[int, int]]:
    """The points in the middle of neighbouring figures: two abreast, two in file, four."""
    found = []
    for number, (x, y) in enumerate(places):
        for beside in ((1,), (files,), (1, files, files + 1)):
            group = [(x, y), *[places[number + more] for more in beside if number + more < len(places)]]
            found.append((sum([px for px, _ in group]) // len(group), sum([py for _, py in group]) // len(group)))
    return found


# ---------------------------------------------------------------- the spell


@rule("masse.magic.damage-conversion", "masse.magic.see-target", "masse.magic.immobile")
def cast(world: World, id: int, answer: tuple[Any, ...]) -> Script:
    """The caster's one spell of the turn: a blessing, or a single attack die read on Table 5a, whose NV every figure in the
    area loses. Returns the world."""
    unit = world.units[id]
    spell = book().spell[answer[1]]
    yield Tell("masse.magic.damage-conversion", "casts", (id, "spell-" + spell.id, answer[2]))
    twin = unit.copy()
    twin.fought = True
    world = world.with_unit(twin)
    if spell.shape == "allies":
        return Call(bless, world, id, spell.id)
    x, y = (answer[3], answer[4]) if is_area(spell) else (0, 0)
    caught = in_spell(world, unit, spell, world.units[answer[2]], x, y)
    die = spell_die(spell, unit.card.level)
    rule_id = "masse.magic.damage-conversion"
    nv = yield Roll(rule_id, unit.seat, world, 1, die, TOUCHES[:die], id)
    for one in caught:
        lost = nv
        if spell.will != "none" and nv:
            saved = yield Call(will_save, world, id, one[0], spell.level)
            lost = (nv // 2 if spell.will == "half" else 0) if saved else nv
        if is_area(spell) and world.units[one[0]].card.machine is not None:
            world = yield Call(blast_engine, world, id, one[0], die)
        world = yield from scorch(world, id, (one,), lost, rule_id)
    return world


@rule("masse.engine.immune-to-melee.spell")
def blast_engine(world: World, id: int, engine: int, die: int) -> Script:
    """An engine in the area of a spell is hit like a building: the spell's die, less PS, besides what its crew suffers.
    Returns the world."""
    rule_id = "masse.engine.immune-to-melee"
    points = yield Roll(rule_id, world.units[id].seat, world, figure=id, pool=sum_dice((die,), 0, 1))
    return Call(hit_engine, world, engine, points, id)


@rule("masse.magic.damage-conversion.will")
def will_save(world: World, caster: int, target: int, level: int) -> Script:
    """A unit's Will save, once for all its figures: d20 + ML against 10, the spell's level and the caster's ability modifier;
    Charisma is the only ability that a hero's sheet states. Returns whether it is made."""
    unit = world.units[target]
    needed = 10 + level + world.units[caster].card.loyalty
    rule_id = "masse.magic.damage-conversion"
    (die,) = yield Roll(rule_id, unit.seat, world, 1, 20, (), target, needed, unit.card.ml)
    saved = die + unit.card.ml >= needed
    yield Tell(rule_id, "will-saved" if saved else "will-failed", (target, die, unit.card.ml, needed))
    return saved


@rule("masse.magic.damage-conversion.bless")
def bless(world: World, id: int, spell: str) -> Script:
    """Friends that the caster sees within its reach, himself too, but none in melee (masse.magic.target-not-engaged): +1 to
    attack d20 and morale for two turns per level. Returns the world."""
    caster = world.units[id]
    row = book().spell[spell]
    reach = spell_size(row)
    for friend in world.units:
        if friend.seat != caster.seat or friend.status != ON_TABLE or engaged(world, friend):
            continue
        if friend.id == id or (within(caster, friend, reach) and sees(world, caster, friend)):
            twin = friend.copy()
            twin.bless = max(friend.bless, row.turns_per_level * caster.card.level)
            world = world.with_unit(twin)
            yield Tell("masse.magic.damage-conversion", "blessed", (friend.id, twin.bless))
    return world


register(Cast("cast", FIGHT, 14, cast))
