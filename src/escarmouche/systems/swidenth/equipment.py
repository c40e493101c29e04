"""What a figure carries: sorted into hands, belt and back, and held to what it may carry."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from escarmouche.systems.swidenth.content import book
from escarmouche.systems.swidenth.rows import Armour, Item, Profile, Shield, Weapon


class Gear(NamedTuple):
    """Equipment by what it is: the melee set `held` in hand (weapons and shields, the first weapon first), what hangs at the
    belt, missile weapons, weapons that can only be thrown, armour."""

    held: tuple[str, ...] = ()
    belt: tuple[str, ...] = ()
    missiles: tuple[str, ...] = ()
    thrown: tuple[str, ...] = ()
    armour: tuple[str, ...] = ()


def gear(kit: Iterable[str], spare: Iterable[str] = ()) -> Gear:
    """The items sorted. `kit` is in hand, slung or worn; what is `spare` hangs at the belt. (swidenth.equipment.hands)

    >>> gear(["shield", "sword", "long-bow"], ["dagger"])
    Gear(held=('sword', 'shield'), belt=('dagger',), missiles=('long-bow',), thrown=(), armour=())
    """
    items = [book().items()[name] for name in kit]
    melee = [one for one in items if isinstance(one, Weapon) and one.kind == "melee"]
    shields = [one for one in items if isinstance(one, Shield)]
    missiles = [one for one in items if isinstance(one, Weapon) and one.kind == "missile"]
    return Gear(
        names([*melee, *shields]),
        tuple(spare),
        names([one for one in missiles if not one.thrown]),
        names([one for one in missiles if one.thrown]),
        names([one for one in items if isinstance(one, Armour)]),
    )


def names(items: Iterable[Item]) -> tuple[str, ...]:
    """The ids of items."""
    return tuple([one.id for one in items])


def hands(held: Iterable[str]) -> int:
    """How many hands these items take. (swidenth.equipment.hands)"""
    items = book().items()
    return sum([one.hands for name in held if isinstance(one := items[name], (Weapon, Shield))])


def arms_itself(profile: Profile) -> bool:
    """May it be armed freely? An Animal or a monster has what its profile has. (swidenth.army.composition)"""
    return profile.rank != "monster" and "animal" not in profile.traits


class Offence(NamedTuple):
    """Something that a figure may not carry: the rule, the key of the sentence about it, the items, and numbers."""

    rule: str
    key: str
    items: tuple[str, ...]
    numbers: tuple[int, ...] = ()


def offences(profile: Profile, kit: tuple[str, ...], spare: tuple[str, ...]) -> Iterator[Offence]:
    """What a figure may not carry, one offence each."""
    if not arms_itself(profile):
        if kit != profile.kit or spare:
            animal = "animal" in profile.traits
            yield Offence("swidenth.trait.animal" if animal else "swidenth.army.composition", "armed-by-nature", ())
        return
    for name in dict.fromkeys((*kit, *spare)):
        if not book().items()[name].bought:
            yield Offence("swidenth.army.prices", "not-for-sale", (name,))
    found, most = gear(kit, spare), book().carrying
    if hands(found.held) > most.hands:
        yield Offence("swidenth.equipment.hands", "hands", found.held, (hands(found.held), most.hands))
    misplaced = tuple([name for name in spare if not gear([name]).held])
    if misplaced:
        yield Offence("swidenth.equipment.hands", "belt", misplaced)
    for key, carried, limit in (
        ("melee", (*found.held, *found.belt), most.melee),
        ("missile", found.missiles, most.missile),
        ("thrown", found.thrown, most.thrown),
    ):
        if len(carried) > limit:
            yield Offence("swidenth.equipment.hands", key, carried, (len(carried), limit))
    if len(found.armour) > most.armour:
        yield Offence("swidenth.equipment.armour", "armour", found.armour, (len(found.armour),))
    guards = tuple([name for name in found.held if name in book().shield and not book().shield[name].weapon_as])
    if len(guards) > 1:
        yield Offence("swidenth.equipment.shields", "shields", guards)


def named(items: Iterable[str], language: str) -> str:
    """Items by their names."""
    return ", ".join([book().items()[name].name(language) for name in items])


def pair(items: Iterable[str]) -> tuple[str, str]:
    """The same in both languages."""
    return named(items, "en"), named(items, "fr")
