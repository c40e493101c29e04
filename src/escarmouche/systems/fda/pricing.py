"""Prices of figures: our own, the book has none. (fda.army.price)"""

from __future__ import annotations

from escarmouche.systems.fda.rows import Book, Profile

TWO_AXES = 2


def price(one: Profile, book: Book) -> int:
    """What a figure costs, from the healthy side of its card and what it carries. (fda.army.price)"""
    parts, card = book.price_part, one.healthy
    worth = parts["fight"]
    product = (card.combat + worth.combat_plus) * (card.defence + book.armour_bonus(one.equipment) + worth.defence_plus)
    fight = half_up(product, worth.divisor)
    total = fight + up(card.agility, parts["agility"].divisor) + card.morale * parts["morale"].per_point
    if hits_hard(one, book):
        total += half_up(fight, parts["two-handed-effect"].divisor)
    if one.wounded is None:
        total -= half_up(fight, -parts["no-wounded-side"].divisor)
    total += missiles(one, book)
    if one.spells:
        total += parts["spellcaster"].flat + len(one.spells) * parts["spellcaster"].per_point
    named = [*one.traits, *dict.fromkeys(one.equipment)]
    total += sum([parts[name].flat for name in ("mounted", "helmet", "shield", "shambling") if name in named])
    if "harmless" in one.traits:
        total //= parts["harmless"].divisor
    return max(1, total)


def hits_hard(one: Profile, book: Book) -> bool:
    """Whether it has a weapon that forces a reroll of the JD, or two axes that do. (fda.twoweapons.two-axes)"""
    axes = [name for name in one.equipment if name in book.weapon and book.weapon[name].group == "axe"]
    melee_axes = [name for name in axes if book.weapon[name].melee]
    return len(melee_axes) >= TWO_AXES or any(book.weapon[name].forces_reroll for name in one.equipment if name in book.weapon)


def missiles(one: Profile, book: Book) -> int:
    """What its shooting is worth: T with a weapon that shoots, half of it with weapons that are thrown."""
    weapons = [book.weapon[name] for name in one.equipment if name in book.weapon]
    if any(weapon.use == "missile" for weapon in weapons):
        return one.healthy.shooting * book.price_part["missile-weapon"].per_point
    if any(weapon.thrown for weapon in weapons):
        return up(one.healthy.shooting, book.price_part["thrown-weapon"].divisor)
    return 0


def half_up(value: int, divisor: int) -> int:
    """A share, rounded to the nearest, halves upwards.

    >>> half_up(5, 2), half_up(4, 3)
    (3, 1)
    """
    return (2 * value + divisor) // (2 * divisor)


def up(value: int, divisor: int) -> int:
    """A share, rounded upwards.

    >>> up(5, 2)
    3
    """
    return -(-value // divisor)
