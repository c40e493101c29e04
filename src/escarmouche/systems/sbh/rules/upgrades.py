"""The upgrades of a campaign and the belt of strength, where they step into a battle: each once a game, each a choice."""

from __future__ import annotations

from typing import Final

from escarmouche.core.effects import Answer, Choose, Listed, Part, Script, Tell
from escarmouche.systems.sbh.model import LASTING, TRAIT_BITS, Band, Figure, World
from escarmouche.systems.sbh.rules.values import UPGRADE_BONUS, Modifier

WEAPON_MASTERS: Final = "weapon-masters"
BRAVE: Final = "brave"
DIRTY_TRICKS: Final = "dirty-tricks"
DIVINE_PROTECTION: Final = "divine-protection"
TERRAIN_KNOWLEDGE: Final = "terrain-knowledge"
REGAIN_INITIATIVE: Final = "regain-initiative"
STRATEGIC_BONUS: Final = "strategic-bonus"
HARD_AS_NAILS: Final = "hard-as-nails"
UNPREDICTABLE: Final = "unpredictable"

EVERY_TRAIT: Final = LASTING - 1
"""All the bits of special rules."""


def owns(world: World, seat: int, upgrade: str) -> bool:
    """Has the band the upgrade, not yet used in this game?"""
    return upgrade in world.bands[seat].upgrades


def used(world: World, seat: int, upgrade: str) -> World:
    """The world once the upgrade is used up for this game."""
    twin: Band = world.bands[seat].copy()
    twin.upgrades = tuple([one for one in twin.upgrades if one != upgrade])
    return world.with_band(twin)


def window(world: World, seat: int, upgrade: str, figure: int) -> Part[tuple[World, bool]]:
    """Ask the seat whether it uses the upgrade here; returns the world and the answer. Not asked when it cannot."""
    if not owns(world, seat, upgrade):
        return world, False
    rule = "sbh.campaign.upgrade." + upgrade
    if (yield Choose(rule, seat, world, Listed(("decline", "use"), rule), figure)) == "decline":
        return world, False
    yield Tell(rule, "upgrade-used", (seat, "upgrade-" + upgrade))
    return used(world, seat, upgrade), True


# ---------------------------------------------------------------- before the dice of a fight


def extra_strength(world: World, id: int) -> Part[tuple[World, tuple[Modifier, ...]]]:
    """+2 from Weapon masters (sbh.campaign.upgrade.weapon-masters) and points of the belt of strength
    (sbh.item.belt-of-strength), declared before the dice are thrown; returns the world and the modifiers."""
    figure = world.figures[id]
    modifiers: tuple[Modifier, ...] = ()
    world, masters = yield from window(world, figure.seat, WEAPON_MASTERS, id)
    if masters:
        modifiers += (UPGRADE_BONUS[WEAPON_MASTERS],)
    if figure.item == "belt-of-strength" and figure.charges > 0:
        world, points = yield from belt_points(world, id)
        if points:
            modifiers += (("belt-of-strength", points),)
    return world, modifiers


def belt_points(world: World, id: int) -> Part[tuple[World, int]]:
    """How many points of strength go on this roll; when all are used the belt is drained. (sbh.item.drained)"""
    figure = world.figures[id]
    rule = "sbh.item.belt-of-strength"
    answers = tuple(range(figure.charges + 1))
    points = yield Choose(rule, figure.seat, world, Listed(answers, rule), id)
    if points == 0:
        return world, 0
    twin = figure.copy()
    twin.charges -= points
    if twin.charges == 0:
        twin.item = ""
        yield Tell("sbh.item.drained", "item-drained", (id, "item-belt-of-strength"))
    return world.with_figure(twin), points


# ---------------------------------------------------------------- dirty tricks


def dirty_tricks(world: World, id: int, leaders: tuple[int, ...] = (), only: int = EVERY_TRAIT) -> Script:
    """The enemy of this fighter may cancel one of its special rules (among `only`) for the event at hand, or the presence of
    one of the `leaders` that help it. Not asked where there is none. (sbh.campaign.upgrade.dirty-tricks)"""
    victim = world.figures[id]
    if not owns(world, 1 - victim.seat, DIRTY_TRICKS):
        return world
    traits = tuple([name for name in traits_of(victim) if TRAIT_BITS[name] & only])
    helped = tuple([("leader", leader) for leader in leaders])
    wish = yield from tricks_wish(world, id, (*traits, *helped))
    if wish == "decline":
        return world
    if isinstance(wish, tuple):
        return (yield from cancel(world, wish[1], wish[0]))
    return (yield from cancel(world, id, wish))


def tricks_on_group(world: World, members: tuple[int, ...], leaders: tuple[int, ...]) -> Script:
    """The same before the roll of a group: a special rule of one member, or of a Leader that helps any of them."""
    traits = tuple([("cancel", name, id) for id in members for name in traits_of(world.figures[id])])
    helped = tuple([("leader", leader) for leader in leaders])
    wish = yield from tricks_wish(world, members[0], (*traits, *helped))
    if wish == "decline":
        return world
    return (yield from cancel(world, wish[-1], wish[-2]))


def traits_of(figure: Figure) -> list[str]:
    """The special rules that work for the fighter now."""
    return [name for name, bit in TRAIT_BITS.items() if figure.has(bit)]


def tricks_wish(world: World, id: int, wishes: tuple[Answer, ...]) -> Script:
    """Which of these the enemy of the fighter cancels, or "decline"."""
    seat = 1 - world.figures[id].seat
    if not wishes or not owns(world, seat, DIRTY_TRICKS):
        return "decline"
    rule = "sbh.campaign.upgrade.dirty-tricks"
    return (yield Choose(rule, seat, world, Listed(("decline", *wishes), rule), id))


def cancel(world: World, id: int, trait: str) -> Script:
    """The world in which the enemy has used its Dirty tricks against this special rule of the fighter."""
    victim = world.figures[id]
    seat = 1 - victim.seat
    yield Tell("sbh.campaign.upgrade.dirty-tricks", "dirty-tricks", (seat, id, "trait-" + trait))
    twin = victim.copy()
    twin.cancelled |= TRAIT_BITS[trait]
    return used(world, seat, DIRTY_TRICKS).with_figure(twin)


def tricked(before: World, after: World) -> int:
    """The fighter whose special rule was cancelled between the two worlds, or -1."""
    for one, other in zip(before.figures, after.figures, strict=True):
        if one is not other and one.cancelled != other.cancelled:
            return one.id
    return -1


def tricks_last(world: World, id: int) -> World:
    """What is cancelled of the fighter stays so through single fights, shots and rolls, until `tricks_over` for good."""
    figure = world.figures[id]
    if not figure.cancelled:
        return world
    twin: Figure = figure.copy()
    twin.cancelled |= LASTING
    return world.with_figure(twin)


def tricks_over(world: World, id: int = -1, for_good: bool = False) -> World:
    """The event is over: the fighter's cancelled special rule works again (everybody's without an id), unless it lasts
    longer than that."""
    for figure in world.figures:
        if figure.cancelled and id in (-1, figure.id) and (for_good or not figure.cancelled & LASTING):
            twin: Figure = figure.copy()
            twin.cancelled = 0
            world = world.with_figure(twin)
    return world
