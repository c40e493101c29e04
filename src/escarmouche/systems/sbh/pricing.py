"""Points: the formula that gives the printed prices, and the limits for fighters of one's own."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from typing import Final

from escarmouche.systems.sbh.rows import Book

NON_COMBATANT: Final = 5
"""A figure that costs no more is a non-combatant. (sbh.army.non-combatants)"""
ANY_LETHAL: Final = "lethal:*"


def cost(trait: str, costs: Mapping[str, int]) -> int:
    """The points of a special rule; every target of Lethal that the lists do not use costs the same."""
    return costs[trait] if trait in costs else costs[ANY_LETHAL] if trait.startswith("lethal:") else _unpriced(trait)


def _unpriced(trait: str) -> int:
    raise KeyError(f"the special rule {trait} has no price")


def points(quality: int, combat: int, traits: Iterable[str], book: Book) -> int:
    """(5 x Combat + special rules) x (7 - Quality) / 2. (sbh.army.cost-formula)

    Halves round up (sbh.army.cost-rounding) and nothing is cheaper than 1 (sbh.army.cost-floor).
    """
    formula, costs = book.cost_formula, book.costs()
    doubled = (formula.combat_weight * combat + sum([cost(trait, costs) for trait in traits])) * (7 - quality)
    return max(formula.minimum, (doubled + 1) // 2)


def is_character(traits: Collection[str], character_traits: Iterable[str]) -> bool:
    """Has the fighter at least one of the special rules that make a character? (sbh.army.character-traits)"""
    return any(trait in traits for trait in character_traits)


def is_non_combatant(price: int) -> bool:
    """May the figure be used in special scenarios only? It goes by cost alone. (sbh.army.non-combatants)"""
    return price <= NON_COMBATANT


def clash(traits: Iterable[str]) -> tuple[str, str] | None:
    """Why a fighter of one's own cannot have all these special rules, in both languages. (sbh.army.custom-profile)"""
    held = Counter(traits)
    for trait, times in held.items():
        if times > 1:
            return f"{trait} occurs {times} times: once is enough", f"{trait} figure {times} fois : une seule suffit"
    for one, other in (("short-move", "long-move"), ("big", "huge"), ("swarm", "animal")):
        if one in held and other in held:
            return f"{one} and {other} exclude each other", f"{one} et {other} s’excluent"
    ranges = [trait for trait in held if trait.startswith("shooter:")]
    if len(ranges) > 1:
        listed = ", ".join(ranges)
        return f"{listed}: a Shooter has one range", f"{listed} : un Tireur n’a qu’une portée"
    return None


def spellings(costs: Mapping[str, int]) -> list[str]:
    """The special rules as they are written in a profile, for hints."""
    return [name for name in costs if name != ANY_LETHAL]
