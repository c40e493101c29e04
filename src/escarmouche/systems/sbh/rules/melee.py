"""Melee combat: the opposed roll, its modifiers, the attack, the free hack."""

from __future__ import annotations

from typing import Any, final

from escarmouche.core.effects import Answer, Call, Choose, Listed, Part, Refusal, Roll, Script, Tell, rule
from escarmouche.kit.menu import malformed, no
from escarmouche.systems.sbh.model import (
    BIG_TRAIT,
    CLINGING,
    HERO,
    HUGE,
    HUGE_TRAIT,
    MOUNTED,
    ON_TABLE,
    Figure,
    World,
)
from escarmouche.systems.sbh.rules.actions import REGROUP, Action, Doing, held_refusal, price_refusal, register
from escarmouche.systems.sbh.rules.conventions import across_obstacle, contact, foes, girth, helpless, level
from escarmouche.systems.sbh.rules.harm import HACK, MELEE, TIE, cause, suffer, verdict
from escarmouche.systems.sbh.rules.quality import used_reroll
from escarmouche.systems.sbh.rules.sight import began_hidden
from escarmouche.systems.sbh.rules.upgrades import dirty_tricks, extra_strength, tricks_over
from escarmouche.systems.sbh.rules.values import COST, ITEM_BONUS, MELEE_MODIFIERS, Modifier
from escarmouche.table.shapes import disc_meets_polygon

Modifiers = tuple[Modifier, ...]

# ---------------------------------------------------------------- melee modifiers (sbh.melee.modifier-table)


def melee_modifiers(world: World, figure: Figure, foe: Figure, attacking: bool, power: bool) -> Modifiers:
    """Every modifier of the fighter's own roll against this foe, each by its id in the modifier table; `attacking` when the
    fight is its own attack, `power` when the foe makes a power attack.

    The larger of the two has +1, on attack and defence (sbh.size.melee), however much larger (sbh.size.not-cumulative):
    Big against normal (sbh.melee.mod.big, sbh.special.big), Huge against both (sbh.melee.mod.huge, sbh.special.huge).
    Where the reference sheet differs the body of the book is followed: one +1 for size, one for obstacle and height
    together, none for a rider against what is larger (sbh.reference.discrepancies).
    """
    found: list[Modifier] = []
    crowd = len(foes(world, figure)) - 1
    if crowd > 0:
        found.append(("multiple-enemies", crowd * MELEE_MODIFIERS["multiple-enemies"][1]))  # sbh.melee.mod.multiple-enemies
    if helpless(foe):
        # sbh.melee.mod.helpless, sbh.state.prone-opponent-bonus, sbh.state.immobilised-bonus
        found.append(MELEE_MODIFIERS["helpless"])
    if power:
        found.append(MELEE_MODIFIERS["power-attack"])  # sbh.melee.mod.power-attack
    if attacking and began_hidden(world, figure, foe):
        found.append(MELEE_MODIFIERS["ambush"])  # sbh.melee.mod.ambush, sbh.ambush.melee
    if rides_down(figure, foe):
        found.append(MELEE_MODIFIERS["mounted"])
    if above(world, figure, foe) or defends_obstacle(world, figure, foe, attacking):
        found.append(MELEE_MODIFIERS["obstacle-or-height"])  # sbh.melee.mod.obstacle-or-height
    if figure.card.size > foe.card.size and not figure.cancelled & (BIG_TRAIT | HUGE_TRAIT):
        found.append(MELEE_MODIFIERS["huge" if figure.card.size == HUGE else "big"])
    if figure.item == "magic-sword":
        found.append(ITEM_BONUS["magic-sword"])  # sbh.item.magic-sword
    return tuple(found)


def rides_down(figure: Figure, foe: Figure) -> bool:
    """Mounted against somebody on foot who is no larger. (sbh.melee.mod.mounted, sbh.special.mounted-bonus)"""
    return figure.has(MOUNTED) and not foe.has(MOUNTED) and foe.card.size <= figure.card.size


def above(world: World, figure: Figure, foe: Figure) -> bool:
    """Does it fight from a higher position? One that clings to a wall does, against creatures on the ground.
    (sbh.special.clinging-high)"""
    clings = on_wall(world, figure)
    return level(world, figure) > level(world, foe) if clings == on_wall(world, foe) else clings


def on_wall(world: World, figure: Figure) -> bool:
    """Is it a Clinging fighter on a wall or a tree?"""
    if not figure.has(CLINGING):
        return False
    return any(
        piece.kind == "wall-or-tree" and disc_meets_polygon(figure.x, figure.y, girth(world, figure), piece.shape)
        for piece in world.ground.pieces
    )


def defends_obstacle(world: World, figure: Figure, foe: Figure, attacking: bool) -> bool:
    """Does it defend an obstacle that lies between the two? Whoever is attacked across it does; but one that stayed behind
    it and strikes an enemy that has just come up to it defends it too, and that enemy does not."""
    if across_obstacle(world, figure.x, figure.y, figure.card.radius, foe) < 0:
        return False
    striker, struck = (figure, foe) if attacking else (foe, figure)
    return attacking == (striker.moves == 0 and struck.moves > 0)


# ---------------------------------------------------------------- the opposed roll


def opposed(
    world: World, why: str, first: int, base: int, modifiers: Modifiers, second: int, other_base: int, others: Modifiers
) -> Part[tuple[World, int, int, int, int]]:
    """Each fighter rolls a die and adds its base and modifiers (sbh.melee.roll, sbh.profile.combat); strength is declared
    before the dice, a Hero may throw its die again after both are seen. Returns the world, the two dice, the two totals.

    A -1 to the opponent and a +1 to oneself are different things: each stands on its own side. (sbh.melee.minus-vs-plus)
    """
    world, extra = yield from extra_strength(world, first)
    modifiers += extra
    world, extra = yield from extra_strength(world, second)
    others += extra
    (die,) = yield Roll(why, world.figures[first].seat, world, 1, 6, (), first)
    (guard,) = yield Roll(why, world.figures[second].seat, world, 1, 6, (), second)
    world, die = yield from hero_reroll(world, first, die)
    world, guard = yield from hero_reroll(world, second, guard)
    world, modifiers = yield from drain(world, first, die, modifiers)
    world, others = yield from drain(world, second, guard, others)
    total, against = base + die, other_base + guard
    for _, value in modifiers:
        total += value
    for _, value in others:
        against += value
    yield Tell(why, "totals", (first, die, base, modifiers, total, second, guard, other_base, others, against))
    return world, die, guard, total, against


def hero_reroll(world: World, id: int, die: int) -> Part[tuple[World, int]]:
    """Once a game a Hero may throw its combat die again; the second result stands. (sbh.special.hero-reroll)"""
    figure = world.figures[id]
    if not figure.has(HERO) or figure.rerolled:
        return world, die
    rule_id = "sbh.special.hero-reroll"
    if (yield Choose(rule_id, figure.seat, world, Listed(("keep", "reroll"), rule_id), id)) == "keep":
        return world, die
    (again,) = yield Roll(rule_id, figure.seat, world, 1, 6, (), id)
    return used_reroll(world, id), again


def drain(world: World, id: int, die: int, modifiers: Modifiers) -> Part[tuple[World, Modifiers]]:
    """A natural 1 in a fight drains the magic sword, whose bonus then does not count (sbh.item.magic-sword), and the magic
    cloak (sbh.item.magic-cloak). Returns the world and the modifiers that are left."""
    figure = world.figures[id]
    if die != 1 or (figure.item != "magic-sword" and figure.item != "magic-cloak"):
        return world, modifiers
    if figure.item == "magic-sword" and not any(name == "magic-sword" for name, _ in modifiers):
        return world, modifiers
    yield Tell("sbh.item.drained", "item-drained", (id, "item-" + figure.item))
    twin = figure.copy()
    twin.item = ""
    return world.with_figure(twin), tuple([one for one in modifiers if one[0] != "magic-sword"])


# ---------------------------------------------------------------- the fight


def matched(world: World, attacker: int, defender: int, power: bool) -> Part[tuple[World, Modifiers, Modifiers]]:
    """Everything that counts for either side of a melee attack before the dice; returns the world, the attacker's modifiers
    and the defender's."""
    world = yield from dirty_tricks(world, attacker)
    world = yield from dirty_tricks(world, defender)
    striker, foe = world.figures[attacker], world.figures[defender]
    modifiers = melee_modifiers(world, striker, foe, True, False)
    return world, modifiers, melee_modifiers(world, foe, striker, False, power)


def clash(
    world: World, why: str, attacker: int, defender: int, modifiers: Modifiers, others: Modifiers
) -> Part[tuple[World, int, int, int, int]]:
    """The roll of a melee attack, Combat against Combat; returns what `opposed` does."""
    base, guard = world.figures[attacker].card.combat, world.figures[defender].card.combat
    return (yield from opposed(world, why, attacker, base, modifiers, defender, guard, others))


@rule("sbh.melee.roll", "sbh.faq.failed-activation-defends")
def fight(world: World, attacker: int, defender: int, power: bool) -> Script:
    """A melee attack. Returns the world."""
    world, modifiers, others = yield from matched(world, attacker, defender, power)
    return Call(blows, world, attacker, defender, modifiers, others)


@rule("sbh.melee.simultaneous")
def blows(world: World, attacker: int, defender: int, modifiers: Modifiers, others: Modifiers) -> Script:
    """The dice of a melee attack: whoever wins, wins; either may be hurt. Equal totals do nothing (sbh.melee.tie). Returns
    the world. (A rule of its own, so that a fork between the dice does not weigh the modifiers again.)"""
    world, die, guard, total, against = yield from clash(world, "sbh.melee.roll", attacker, defender, modifiers, others)
    striker, foe = world.figures[attacker], world.figures[defender]
    if total == against:
        yield Tell("sbh.melee.tie", "tie", (attacker, defender), TIE)
    elif total > against:
        result = verdict(striker, foe, die, total, against, True)
        why = cause(striker, foe, result, total, against, MELEE)
        world = yield Call(suffer, world, defender, attacker, result, "defender", MELEE, why)
    else:
        result = verdict(foe, striker, guard, against, total, True)
        why = cause(foe, striker, result, against, total, MELEE)
        world = yield Call(suffer, world, attacker, defender, result, "attacker", MELEE, why)
    return tricks_over(tricks_over(world, attacker), defender)


@rule("sbh.freehack.resolution")
def free_hack(world: World, hacker: int, victim: int) -> Script:
    """One melee attack out of turn; only the hacker can do harm. Returns the world and whether the victim won the roll."""
    yield Tell("sbh.freehack.resolution", "free-hack", (hacker, victim))
    world, modifiers, others = yield from matched(world, hacker, victim, False)
    world, die, _, total, against = yield from clash(world, "sbh.freehack.resolution", hacker, victim, modifiers, others)
    if total > against:
        result = verdict(world.figures[hacker], world.figures[victim], die, total, against, True)
        why = cause(world.figures[hacker], world.figures[victim], result, total, against, HACK)
        world = yield Call(suffer, world, victim, hacker, result, "defender", HACK, why)
    else:
        yield Tell("sbh.freehack.resolution", "free-hack-misses", (hacker, victim), "miss")
    return tricks_over(tricks_over(world, hacker), victim), against > total


# ---------------------------------------------------------------- the action


@final
class Attack(Action):
    """Attack an enemy in contact: ("attack", enemy, power); power costs a second action (sbh.action.attack,
    sbh.action.power-attack) and never more than that (sbh.action.extra-action-limit)."""

    __slots__ = ()

    def possible(self, doing: Doing) -> bool:
        figure = doing.figure()
        if figure.attacked or doing.mode == REGROUP or held_refusal(figure) is not None:
            return False
        return len(foes(doing.world, figure)) > 0

    def refusal(self, doing: Doing, answer: tuple[Any, ...]) -> Refusal | None:
        if malformed(answer, int, bool):
            return no("sbh.action.attack", "malformed", str(answer))
        figure = doing.figure()
        if doing.mode == REGROUP:
            return no("sbh.regroup.no-attack", "no-attack-in-regroup", figure.id)
        refused = held_refusal(figure)
        if refused is not None:
            return refused
        if figure.attacked:
            return no("sbh.action.one-attack-per-turn", "attacked-already", figure.id)
        target = enemy_of(doing.world, figure, answer[1])
        if target is None:
            return no("sbh.action.attack", "not-an-enemy")
        if not contact(doing.world, figure, target):
            return no("sbh.melee.contact", "not-in-contact", figure.id, target.id)
        return price_refusal(doing, attack_cost(answer[2]), "action-power-attack" if answer[2] else "action-attack")

    def listed(self, doing: Doing) -> list[Answer]:
        found: list[Answer] = []
        for foe in foes(doing.world, doing.figure()):  # sbh.melee.choose-opponent
            found.append(("attack", foe.id, False))
            if doing.left >= attack_cost(True):
                found.append(("attack", foe.id, True))
        return found


def attack_cost(power: bool) -> int:
    """One action (sbh.action.attack), two for a power attack (sbh.action.power-attack)."""
    return COST["power-attack"] if power else COST["attack"]


def enemy_of(world: World, figure: Figure, id: int) -> Figure | None:
    """The enemy with this id on the table, or None."""
    if not 0 <= id < len(world.figures):
        return None
    other = world.figures[id]
    return other if other.seat != figure.seat and other.status == ON_TABLE else None


@rule("sbh.action.attack", "sbh.action.power-attack", "sbh.state.prone-can-attack")
def attack(world: World, id: int, answer: tuple[str, int, bool]) -> Script:
    """The one attack of the turn (sbh.action.one-attack-per-turn); returns the world and the actions spent."""
    _, target, power = answer
    yield Tell("sbh.action.power-attack" if power else "sbh.action.attack", "attacks", (id, target, power))
    world = yield Call(fight, having_attacked(world, id), id, target, power)
    return world, attack_cost(power)


def having_attacked(world: World, id: int) -> World:
    """The world once the fighter has used its attack of the turn."""
    twin = world.figures[id].copy()
    twin.attacked = True
    return world.with_figure(twin)


register(Attack("attack", 12, attack))
