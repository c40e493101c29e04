"""The content of the Empire of Swidenth, read and checked when first used.

`book()` is the package's. `PROFILES` adds those that people keep in their own folder.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from escarmouche.core.content import agree, check_names, wrong
from escarmouche.kit.book import Profiles, Shelf
from escarmouche.systems.swidenth import pricing
from escarmouche.systems.swidenth.rows import Book, OwnProfile, Profile

PACKAGE = "escarmouche.systems.swidenth"


# ---------------------------------------------------------------- checks


def check_references(book: Book, home: Mapping[str, str]) -> None:
    """Every name that a row mentions must exist, and what tables say twice must agree."""
    _check_ground(book, home)
    _check_equipment(book, home)
    for name, spell in book.spell.items():  # swidenth.army.prices
        agree((home["spell"], f"spell {name!r}", "price"), spell.price, pricing.spell(spell.difficulty, book))
    check_names([book.lair.beast], book.profile, (home["lair"], "lair", "beast"), ("profile", "profil"))
    check_names(book.crossroads.kinds, book.terrain, (home["crossroads"], "crossroads", "kinds"), ("terrain", "terrain"))
    for profile in book.profile.values():
        place = home["profile"], f"profile {profile.id!r}"
        check_profile(profile, *place, book)
        agree((*place, "price"), profile.price, pricing.body(profile, book))
        agree((*place, "total"), profile.total, profile.price + pricing.carried(profile.kit, profile.spells, book))


def _check_ground(book: Book, home: Mapping[str, str]) -> None:
    """Ground names special rules that exist, and the table of falls follows from its factor. (swidenth.fall.risk)"""
    for name, row in book.terrain.items():
        for field in ("ignored_by", "allowed_to", "forbidden_to"):
            place = home["terrain"], f"terrain {name!r}", field
            check_names(getattr(row, field), book.trait, place, ("trait", "règle spéciale"))
    for name, fall in book.fall.items():
        entry = f"fall {name!r}"
        agree((home["fall"], entry, "risk"), fall.risk, book.dice.fall_factor * fall.rounded)
        agree((home["fall"], entry, "out_on"), fall.out_on, min(20, fall.risk))
        agree((home["fall"], entry, "stunned_on"), fall.stunned_on, min(20, 2 * fall.risk))


def _check_equipment(book: Book, home: Mapping[str, str]) -> None:
    """Weapons have known special rules; heavy ones take both hands; bare hands are as bad in both tables; ids are unique."""
    for name, weapon in book.weapon.items():
        file, entry = home["weapon"], f"weapon {name!r}"
        check_names(weapon.traits, book.weapon_trait, (file, entry, "traits"), ("weapon trait", "règle d’arme"))
        thrown = [one.id for one in book.weapon.values() if one.thrown]
        check_names([weapon.thrown_as] * bool(weapon.thrown_as), thrown, (file, entry, "thrown_as"), ("weapon", "arme"))
        if weapon.category == "heavy":  # swidenth.equipment.hands
            agree((file, entry, "hands"), weapon.hands, book.carrying.hands)
        if weapon.kind == "missile" and not weapon.range:
            raise wrong(file, entry, "range", "missing; a missile weapon has one", "absent ; une arme de tir en a une")
    for name, shield in book.shield.items():
        place = home["shield"], f"shield {name!r}", "weapon_as"
        check_names([shield.weapon_as] * bool(shield.weapon_as), book.weapon, place, ("weapon", "arme"))
    for table in ("armour", "shield"):
        for name in getattr(book, table):
            if name in book.weapon or (table == "shield" and name in book.armour):
                raise wrong(
                    home[table], f"{table} {name!r}", "id", "is taken by another item", "est déjà celui d’un autre objet"
                )
    unarmed = book.weapon["unarmed"]  # swidenth.melee.unarmed
    for field, modifier in (("combat", "unarmed-combat"), ("damage", "unarmed-damage")):
        agree((home["weapon"], "weapon 'unarmed'", field), getattr(unarmed, field), book.bonus(modifier))


def check_profile(one: Profile, file: str, entry: str, book: Book) -> None:
    """A profile names things that exist and agrees with its special rules."""
    check_names(one.traits, book.trait, (file, entry, "traits"), ("trait", "règle spéciale"))
    check_names([one.race], book.race, (file, entry, "race"), ("race", "race"))
    check_names(one.kit, book.items(), (file, entry, "kit"), ("item", "objet"))
    check_names(one.spells, book.spell, (file, entry, "spells"), ("spell", "sort"))
    if len(set(one.traits)) < len(one.traits):
        raise wrong(file, entry, "traits", "a special rule counts once", "une règle spéciale ne compte qu’une fois")
    if book.race[one.race].monsters != (one.rank == "monster"):
        raise wrong(
            file,
            entry,
            "rank",
            "a monster, and only it, is of the race of monsters",
            "seul un monstre est de la race des monstres",
        )
    _check_magic(one, file, entry)
    if "animal" in one.traits and "climber" in one.traits:  # swidenth.trait.climber
        raise wrong(file, entry, "traits", "an Animal cannot be a Climber", "un Animal ne peut être Grimpeur")
    agree((file, entry, "movement"), one.movement, movement(one.traits, book))


def _check_magic(one: Profile, file: str, entry: str) -> None:
    """Psychism makes a spellcaster, and only Heroes and monsters are. (swidenth.trait.spellcaster)"""
    if ("spellcaster" in one.traits) != (one.psychism is not None):
        text, french = (
            "goes with the trait spellcaster, and with nothing else",
            "va avec la règle spellcaster, et seulement avec elle",
        )
        raise wrong(file, entry, "psychism", text, french)
    if one.psychism is not None and one.rank == "henchman":
        raise wrong(file, entry, "psychism", "a henchman cannot cast", "un homme de main ne lance pas de sorts")


def movement(traits: Iterable[str], book: Book) -> float:
    """The Movement that special rules give. (swidenth.stats.movement, swidenth.trait.slow, swidenth.trait.fast)"""
    given = [found for name in traits if (found := book.trait[name].movement) is not None]
    return given[-1] if given else book.measures.movement


# ---------------------------------------------------------------- people's own


SAME = ("race", "rank", "combat", "shooting", "defence", "vitality", "heroism", "psychism", "traits", "base", "note", "icon")
"""What a profile of people's own says just as one of the book's does."""


def complete(own: OwnProfile, file: str, alone: bool = False) -> Profile:
    """A profile of people's own, priced by the table and held to what the book allows.

    Errors name the file and the profile's id, or the file only when there is nothing but this profile in it.
    """
    entry = "" if alone else f"profile {own.id!r}"
    if not own.name and not own.name_fr:
        raise wrong(file, entry, "name", "missing; give the figure one", "absent ; donnez-en un à la figurine")
    check_names(own.traits, book().trait, (file, entry, "traits"), ("trait", "règle spéciale"))
    price = pricing.body(own, book())
    if own.price not in (None, price):
        text, french = f"the price table gives {price}", f"la table des prix donne {price}"
        raise wrong(file, entry, "price", f"{text}: leave it out", f"{french} : ne l’écrivez pas")
    made = Profile(
        id=own.id,
        name_en=own.name or own.name_fr,
        name_fr=own.name_fr or own.name,
        movement=movement(own.traits, book()),
        price=price,
        total=price,
        note_fr=own.note_fr or own.note,
        **{name: getattr(own, name) for name in SAME},
    )
    check_profile(made, file, entry, book())
    return made


def height(profile: Profile, book: Book) -> float:
    """How tall a figure is, in pas. (swidenth.stats.figure-size)"""
    usual = book.measures
    tall = usual.gigantic_height if "gigantic" in profile.traits else usual.large_height
    return profile.height or (tall if {"gigantic", "large-target"} & set(profile.traits) else usual.height)


def base(profile: Profile, book: Book) -> float:
    """How wide its base is, in pas. (swidenth.stats.figure-size)"""
    return profile.base or book.measures.base


SHELF = Shelf("swidenth", PACKAGE, Book, check_references)
book, build = SHELF.book, SHELF.build
PROFILES = Profiles("swidenth", OwnProfile, lambda: book().profile, complete)
