"""The content of the d6 army game, read and checked when first used.

`book()` is the package's. `PROFILES` adds those that people keep in their own folder.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import cast

import msgspec

from escarmouche.core.content import check_names, wrong
from escarmouche.kit.book import Profiles, Shelf
from escarmouche.systems.bataille import pricing
from escarmouche.systems.bataille.pricing import GUN
from escarmouche.systems.bataille.rows import INCH, Book, Move, OwnProfile, Profile, Scores

PACKAGE = "escarmouche.systems.bataille"
FLIGHT = "flight"
LEVELS = ("0", "1", "2", "3", "4", "5")


# ---------------------------------------------------------------- checks


def check_references(book: Book, home: Mapping[str, str]) -> None:
    """Every name that a row mentions must exist, and what tables say twice must agree."""
    if book.constant["inch-mm"].value * 100 != INCH:
        raise wrong(home["constant"], "constant 'inch-mm'", "value", f"should be {INCH // 100}", f"devrait être {INCH // 100}")
    for name, cost in book.cost.items():
        expected = f"{cost.characteristic}-{'fly' if cost.flight else cost.value}"
        if name != expected:
            raise wrong(home["cost"], f"cost {name!r}", "id", f"should be {expected!r}", f"devrait être {expected!r}")
    for kind in book.artillery_type.values():
        for field, constant in (("range", "artillery-range"), ("minimum_range", "artillery-minimum-range")):
            if getattr(kind, field) * INCH != book.length(constant):
                text, french = f"differs from the number {constant}", f"diffère du nombre {constant}"
                raise wrong(home["artillery_type"], f"artillery_type {kind.id!r}", field, text, french)
    slow = book.number("difficult-terrain-multiplier")
    for ground in book.terrain.values():
        if ground.move_factor not in (1, slow):  # bataille.move.difficult
            text, french = f"should be 1 or {slow}", f"devrait être 1 ou {slow}"
            raise wrong(home["terrain"], f"terrain {ground.id!r}", "move_factor", text, french)
    for profile in book.profile.values():
        file, entry = home["profile"], f"profile {profile.id!r}"
        check_profile(profile, file, entry, book, book.profile)
        price = pricing.points(profile, book)
        if profile.points != price:
            raise wrong(file, entry, "points", f"the formula gives {price}", f"la formule donne {price}")


def check_profile(one: Profile, file: str, entry: str, book: Book, known: Iterable[str]) -> None:
    """A profile names things that exist, and has what its kind has; `known` are the profiles that it may summon."""
    check_names(one.traits, book.ability, (file, entry, "traits"), ("ability", "capacité"))
    check_names(one.items, book.magic_item, (file, entry, "items"), ("magic item", "objet magique"))
    check_names(one.spells, book.spell, (file, entry, "spells"), ("spell", "sort"))
    check_names(one.summons, known, (file, entry, "summons"), ("profile", "profil"))
    check_names([one.faction] * bool(one.faction), book.faction, (file, entry, "faction"), ("list", "liste"))
    if len(set(one.traits)) < len(one.traits):  # bataille.char.abilities
        raise wrong(file, entry, "traits", "an ability is bought once", "une capacité s’achète une seule fois")
    if one.flight and one.movement != book.number("flight-move"):  # bataille.move.flyers
        most = book.number("flight-move")
        raise wrong(file, entry, "movement", f"whoever flies has {most}", f"qui vole a {most}")
    if one.role == GUN:
        _check_gun(one, file, entry, book.number("artillery-move"))
    elif not one.melee or one.hp < 1:  # bataille.char.melee-at-least-one, bataille.char.hit-points
        text, french = ("missing; every figure has one", "absent ; toute figurine en a")
        raise wrong(file, entry, "hp" if one.melee else "melee", text, french)
    elif one.artillery_type:
        text, french = "is for a gun alone: leave it out", "n’est que pour une pièce d’artillerie : retirez-le"
        raise wrong(file, entry, "artillery_type", text, french)


def _check_gun(one: Profile, file: str, entry: str, move: int) -> None:
    """A gun has a kind, the Movement of guns and one Shooting value, and nothing else. (bataille.artillery.characteristics,
    bataille.artillery.one-shot)"""
    if not one.artillery_type:
        raise wrong(file, entry, "artillery_type", "missing; add it", "absent ; ajoutez-le")
    if len(one.shooting) != 1:
        raise wrong(file, entry, "shooting", "a gun has one value", "une pièce d’artillerie en a une seule valeur")
    if one.movement != move or one.flight:
        raise wrong(file, entry, "movement", f"a gun has {move}", f"une pièce d’artillerie a {move}")
    for field in ("melee", "armour", "mental", "traits", "items", "spells"):
        if getattr(one, field):
            raise wrong(file, entry, field, "a gun has none: leave it out", "une pièce d’artillerie n’en a pas : retirez-le")


# ---------------------------------------------------------------- people's own


def scores(given: Scores, file: str, entry: str, field: str) -> tuple[int, ...]:
    """The scores of several attacks, from a list, a number or "5/4"; Shooting 0 is none. (bataille.char.shooting-zero)

    >>> [scores(given, "", "", "") for given in ("5/4", 3, (0,))]
    [(5, 4), (3,), ()]
    """
    several = given.split("/") if isinstance(given, str) else [given] if isinstance(given, int) else given
    found = [str(one) for one in several if one != ""]
    if any(one not in LEVELS for one in found):
        text, french = "should be scores from 0 to 5, such as '5/4'", "devrait être des valeurs de 0 à 5, comme '5/4'"
        raise wrong(file, entry, field, text, french)
    return tuple([int(one) for one in found if one != "0"])


@lru_cache(1024)
def complete(own: OwnProfile, file: str, alone: bool = False) -> Profile:
    """A profile of people's own, priced by the formula and held to what the book allows.

    Errors name the file and the profile's id, or the file only when there is nothing but this profile in it.
    """
    entry = "" if alone else f"profile {own.id!r}"
    if not own.name and not own.name_fr:
        raise wrong(file, entry, "name", "missing; give the figure one", "absent ; donnez-en un à la figurine")
    flies = own.flight or own.movement == FLIGHT
    made = Profile(
        id=own.id,
        name_en=own.name or own.name_fr,
        name_fr=own.name_fr or own.name,
        points=0,
        movement=cast(Move, book().number("flight-move") if flies else int(own.movement)),
        flight=flies,
        melee=scores(own.melee, file, entry, "melee"),
        shooting=scores(own.shooting, file, entry, "shooting"),
        hp=0 if own.role == GUN else own.hp,
        note_fr=own.note_fr or own.note,
        **{name: getattr(own, name) for name in SAME},
    )
    check_profile(made, file, entry, book(), [*book().profile, *own.summons])
    price = pricing.points(made, book())
    if own.points not in (None, price):
        text, french = f"the formula gives {price}", f"la formule donne {price}"
        raise wrong(file, entry, "points", f"{text}: leave it out", f"{french} : ne l’écrivez pas")
    return msgspec.structs.replace(made, points=price)


SAME = ("faction", "role", "armour", "mental", "traits", "items", "spells", "summons", "quickness", "artillery_type", "base_mm",
        "feminine", "note", "icon")  # fmt: skip
"""What a profile of people's own says just as one of the book's does."""

SHELF = Shelf("bataille", PACKAGE, Book, check_references)
book, build = SHELF.book, SHELF.build


@lru_cache(4096)
def price_of(one: Profile, switches: tuple[str, ...] = ()) -> int:
    """The points of a profile; every army of it asks. (bataille.points.formula)"""
    return pricing.points(one, book(), switches)


PROFILES = Profiles("bataille", OwnProfile, lambda: book().profile, complete)
