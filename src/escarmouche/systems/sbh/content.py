"""The content of Song of Blades and Heroes, read and checked when first used.

`book()` is the package's. `PROFILES`, `scenarios()` and `layouts()` add what people keep in their own folder.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from escarmouche.core import content
from escarmouche.core.content import Plain, unknown, unknown_trait, wrong
from escarmouche.kit.book import Profiles, Shelf
from escarmouche.systems.sbh import pricing
from escarmouche.systems.sbh.rows import Book, Layout, OwnProfile, Profile, Scenario

PACKAGE = "escarmouche.systems.sbh"


# ---------------------------------------------------------------- checks


def check_traits(traits: Iterable[str], file: str, entry: str, field: str, book: Book) -> None:
    """Refuse special rules that do not exist, or lack the range or target that belongs to them."""
    for trait in traits:
        name, colon, what = trait.partition(":")
        row = book.trait.get(name)
        if row is None:
            raise unknown_trait(file, entry, field, trait, pricing.spellings(book.costs()))
        choice: Iterable[str] = {"": (), "range": book.ruler, "target": book.lethal_target}[row.parameter]
        if bool(colon) != bool(row.parameter):
            wish = f"write {name}:{row.parameter.upper()}" if row.parameter else f"write {name} alone"
            voeu = f"écrivez {name}:{row.parameter.upper()}" if row.parameter else f"écrivez {name} seul"
            raise wrong(file, entry, field, f"{trait!r} is badly formed: {wish}", f"{trait!r} est mal formé : {voeu}")
        if colon and what not in choice:
            kind = ("range", "portée") if row.parameter == "range" else ("target", "cible")
            raise unknown(file, entry, field, kind, what, choice)


def check_references(book: Book, home: Mapping[str, str]) -> None:
    """Every name that a row mentions must exist, and what follows from a profile's traits must agree with them."""
    for table in ("terrain", "morale_trigger", "experience_cost"):
        for name, row in getattr(book, table).items():
            field = {"terrain": "ignored_by", "morale_trigger": "exempt", "experience_cost": "grants"}[table]
            value = getattr(row, field)
            traits = value if isinstance(value, tuple) else [value] * bool(value)
            check_traits(traits, home[table], f"{table} {name!r}", field, book)
    for name, band in book.range_band.items():
        if band.modifier and band.modifier not in book.ranged_modifier:
            kind = ("ranged modifier", "modificateur de tir")
            raise unknown(home["range_band"], f"range_band {name!r}", "modifier", kind, band.modifier, book.ranged_modifier)
    for name in book.trait_cost:
        if name != pricing.ANY_LETHAL:
            check_traits([name], home["trait_cost"], f"trait_cost {name!r}", "trait", book)
    for name in [*book.cost_exception, *book.cost_floor]:
        if name not in book.profile:
            raise unknown(home["cost_exception"], name, "id", ("profile", "profil"), name, book.profile)
    for profile in book.profile.values():
        _check_profile(profile, home["profile"], book)


def _check_profile(profile: Profile, file: str, book: Book) -> None:
    """A profile of the lists must name things that exist and agree with itself and with the prices."""
    entry = f"profile {profile.id!r}"
    check_traits(profile.traits, file, entry, "traits", book)
    if profile.faction not in book.faction:
        raise unknown(file, entry, "faction", ("faction", "liste"), profile.faction, book.faction)
    derived = derive(profile.traits, profile.points, book)
    for field, value in derived.items():
        if getattr(profile, field) != value:
            text, french = f"should be {value!r} with these traits", f"devrait être {value!r} avec ces règles spéciales"
            raise wrong(file, entry, field, text, french)
    exception = book.cost_exception.get(profile.id)
    price = pricing.points(profile.quality, profile.combat, profile.traits, book)
    if profile.points != (exception.printed if exception else price):
        raise wrong(file, entry, "points", f"the formula gives {price}", f"la formule donne {price}")


def derive(traits: Iterable[str], points: int, book: Book) -> Plain:
    """What follows from a fighter's special rules and points: its move, its size, whether it is a character or a
    non-combatant."""
    held = set(traits)
    move = "short" if "short-move" in held else "long" if "long-move" in held else "medium"
    size = "huge" if "huge" in held else "big" if "big" in held else "normal"
    character = pricing.is_character(held, [name for name, row in book.trait.items() if row.character])
    return {"move": move, "size": size, "character": character, "non_combatant": pricing.is_non_combatant(points)}


# ---------------------------------------------------------------- people's own


def complete(own: OwnProfile, file: str, alone: bool = False) -> Profile:
    """A profile of people's own, priced by the formula and held to the limits for such profiles.

    Errors name the file and the profile's id, or the file only when there is nothing but this profile in it.
    """
    entry = "" if alone else f"profile {own.id!r}"
    check_traits(own.traits, file, entry, "traits", book())
    refused = pricing.clash(own.traits)
    if refused:
        raise wrong(file, entry, "traits", *refused)
    price = pricing.points(own.quality, own.combat, own.traits, book())
    if own.points not in (None, price):
        text, french = f"the formula gives {price}", f"la formule donne {price}"
        raise wrong(file, entry, "points", f"{text}: leave it out", f"{french} : ne l’écrivez pas")
    if own.faction and own.faction not in book().faction:
        raise unknown(file, entry, "faction", ("faction", "liste"), own.faction, book().faction)
    if not own.name and not own.name_fr:
        raise wrong(file, entry, "name", "missing; give the fighter one", "absent ; donnez-en un au combattant")
    return Profile(
        id=own.id,
        name_en=own.name or own.name_fr,
        name_fr=own.name_fr or own.name,
        faction=own.faction,
        race=own.race or own.id,
        points=price,
        quality=own.quality,
        combat=own.combat,
        traits=own.traits,
        equipment=own.equipment,
        equipment_fr=own.equipment_fr or own.equipment,
        note=own.note,
        note_fr=own.note_fr or own.note,
        icon=own.icon,
        **derive(own.traits, price, book()),
    )


SHELF = Shelf("sbh", PACKAGE, Book, check_references, {"trait_cost": "trait"})
book, build = SHELF.book, SHELF.build
PROFILES = Profiles("sbh", OwnProfile, lambda: book().profile, complete)


def scenarios() -> dict[str, Scenario]:
    """Every scenario by id: the book's, then people's own, each of which names the one it is `like`."""
    ours = book().scenario
    found = content.own_rows("sbh", "scenarios", "scenario", Scenario, ours)
    for file, row in found.values():
        entry = f"scenario {row.id!r}"
        if row.like not in ours:
            raise unknown(file, entry, "like", ("scenario", "scénario"), row.like, ours)
        if row.terrain_min > row.terrain_max:
            raise wrong(file, entry, "terrain_min", "is more than terrain_max", "dépasse terrain_max")
    return {**ours, **{name: row for name, (_, row) in found.items()}}


def layouts() -> dict[str, Layout]:
    """The terrain layouts in people's own folder, by id."""
    found = content.own_rows("sbh", "terrain", "layout", Layout, ())
    for file, row in found.values():
        for number, piece in enumerate(row.piece, 1):
            entry = f"layout {row.id!r}, piece {number}"
            if piece.kind not in book().terrain:
                raise unknown(file, entry, "kind", ("terrain", "terrain"), piece.kind, book().terrain)
            for x, y in piece.corners:
                if not (0 <= x <= row.width_mm and 0 <= y <= row.depth_mm):
                    text, french = f"[{x}, {y}] is off the table", f"[{x}, {y}] sort de la table"
                    raise wrong(file, entry, "corners", text, french)
    return {name: row for name, (_, row) in found.items()}
