"""Crowns: what a body, its equipment and its spells cost."""

from __future__ import annotations

from collections.abc import Iterable

from escarmouche.systems.swidenth.rows import Book, OwnProfile, Profile


def body(one: Profile | OwnProfile, book: Book) -> int:
    """The price of a figure without equipment. (swidenth.army.prices)

    10 x D x V + 10 x C + 5 x T + 15 x P + 10 x H + rank + traits, and never less than the least there is. Where these numbers
    come from is told in swidenth.army.price-reasons.
    """
    crowns = {name: row.crowns for name, row in book.price.items()}
    total = crowns["per-defence"] * one.defence * one.vitality + crowns["per-combat"] * one.combat
    total += crowns["per-shooting"] * one.shooting + crowns["per-psychism"] * (one.psychism or 0)
    total += crowns["per-heroism"] * one.heroism + crowns.get(f"rank-{one.rank}", 0)
    return max(book.limits.body_least, total + sum([book.trait[name].crowns for name in one.traits]))


def spell(difficulty: int, book: Book) -> int:
    """The price of a spell by its difficulty. (swidenth.army.prices)"""
    return next(row.crowns for row in book.spell_price.values() if row.up_to is None or difficulty <= row.up_to)


def carried(kit: Iterable[str], spells: Iterable[str], book: Book) -> int:
    """The price of equipment and spells."""
    items = book.items()
    return sum([items[name].price for name in kit]) + sum([book.spell[name].price for name in spells])
