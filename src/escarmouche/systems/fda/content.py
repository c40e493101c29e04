"""The content of Frères d'Armes, read and checked when first used.

`book()` is the package's. `PROFILES` adds those that people keep in their own folder.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

from escarmouche.core.content import agree, check_names, package_files, unknown_trait, wrong
from escarmouche.kit.book import Profiles, Shelf
from escarmouche.systems.fda import pricing
from escarmouche.systems.fda.rows import Book, Card, KnownValue, OwnProfile, Profile
from escarmouche.systems.fda.scenario_rows import Scenario

PACKAGE = "escarmouche.systems.fda"


# ---------------------------------------------------------------- checks


def check_references(book: Book, home: Mapping[str, str]) -> None:
    """Every name that a row mentions must exist, and what tables say twice must agree."""
    _check_options(book, home)
    _check_tables(book, home)
    _check_equipment(book, home)
    for profile in book.profile.values():
        place = home["profile"], f"profile {profile.id!r}"
        check_profile(profile, *place, book)
        agree((*place, "price"), profile.price, pricing.price(profile, book))
    for known in book.known_value.values():
        _check_known(known, book, home["known_value"])
    for scenario in book.scenario.values():
        _check_scenario(scenario, book, home["scenario"])


def _check_options(book: Book, home: Mapping[str, str]) -> None:
    """What names an option names one there is. (fda.setup.rule-levels)"""
    kind = ("option", "option")
    for name, option in book.option.items():
        check_names(option.needs, book.option, (home["option"], f"option {name!r}", "needs"), kind)
    for table in ("action", "modifier", "advantage"):
        for name, row in getattr(book, table).items():
            place = home[table], f"{table} {name!r}", "option"
            check_names([row.option] * bool(row.option), book.option, place, kind)


def _check_tables(book: Book, home: Mapping[str, str]) -> None:
    """Tables of critical failures have each face once; scenery that is spotted by a row names it; sizes have a limit."""
    for table in ("melee", "shooting", "magic"):
        faces = [face for row in book.fumble.values() if row.table == table for face in range(row.low, row.high + 1)]
        if faces != list(range(10)):
            text, french = "each face from 0 to 9 belongs in one row", "chaque face de 0 à 9 va dans une ligne"
            raise wrong(home["fumble"], f"table {table!r}", "low", text, french)
    for name, row in book.terrain.items():
        place = home["terrain"], f"terrain {name!r}", "spotting"
        check_names([row.spotting] * bool(row.spotting), book.difficulty, place, ("difficulty", "difficulté"))
        if row.screens == "by-height" and not row.height:
            raise wrong(*place[:2], "height", "missing; what screens by its height has one", "absente ; donnez-en une")


def _check_equipment(book: Book, home: Mapping[str, str]) -> None:
    """Ids are unique among all that is carried; what forces a reroll takes both hands; what is counted can be thrown."""
    for name, weapon in book.weapon.items():
        place = home["weapon"], f"weapon {name!r}"
        if weapon.forces_reroll:  # fda.melee.two-handed-forces-jd-reroll
            agree((*place, "hands"), weapon.hands, book.limits.hands)
        if weapon.counted and not weapon.thrown:
            raise wrong(*place, "counted", "only what is thrown is counted", "seul ce qui se lance se compte")
        if weapon.flies and weapon.playable and not weapon.reload:
            raise wrong(*place, "reload", "missing; say 1 or 2", "absent ; mettez 1 ou 2")
    for table, others in (("armour", (book.weapon,)), ("item", (book.weapon, book.armour))):
        for name in getattr(book, table):
            if any(name in other for other in others):
                text, french = "is taken by another thing", "est déjà celui d’un autre objet"
                raise wrong(home[table], f"{table} {name!r}", "id", text, french)


def check_profile(one: Profile, file: str, entry: str, book: Book) -> None:
    """A profile names things that exist and agrees with its special rules."""
    for trait in one.traits:
        if trait not in book.trait:
            raise unknown_trait(file, entry, "traits", trait, book.trait)
    if len(set(one.traits)) < len(one.traits):
        raise wrong(file, entry, "traits", "a special rule counts once", "une règle spéciale ne compte qu’une fois")
    check_names(one.equipment, book.things(), (file, entry, "equipment"), ("thing", "objet"))
    check_names(one.spells, book.spell, (file, entry, "spells"), ("spell", "sort"))
    for name in one.equipment:
        if name in book.weapon and not book.weapon[name].playable:
            raise wrong(file, entry, "equipment", f"{name} cannot be fielded", f"{name} ne peut pas être aligné")
    _check_hands(one, file, entry, book)
    _check_agreement(one, file, entry, book)


def _check_hands(one: Profile, file: str, entry: str, book: Book) -> None:
    """What is in hand is carried, and two hands hold it. (fda.setup.equipment-as-sculpted)"""
    left = list(one.equipment)
    for name in one.in_hand:
        if name not in left:
            raise wrong(file, entry, "in_hand", f"{name} is not among the equipment", f"{name} n’est pas dans l’équipement")
        left.remove(name)
    if book.hands(one.in_hand) > book.limits.hands:
        raise wrong(file, entry, "in_hand", "a figure has two hands", "une figurine a deux mains")


def _check_agreement(one: Profile, file: str, entry: str, book: Book) -> None:
    """Special rules go with the size, the card, the mount, the spells that they speak of."""
    mounted = any(book.item[name].mount for name in one.equipment if name in book.item)
    for trait, holds, field in (
        ("mounted", one.size == "mounted", "size"),
        ("mounted", mounted, "equipment"),
        ("large", one.size == "large", "size"),
        ("no-wounded-side", one.wounded is None, "wounded"),
        ("spellcaster", bool(one.spells), "spells"),
    ):
        if (trait in one.traits) != holds:
            text, french = f"goes with the trait {trait}", f"va avec la règle {trait}"
            raise wrong(file, entry, field, f"{text}, and with nothing else", f"{french}, et seulement avec elle")
    if one.spells and not any(book.item[name].spell_object for name in one.equipment if name in book.item):
        text, french = "a spellcaster carries a spell object", "un lanceur de sorts porte un objet de magie"
        raise wrong(file, entry, "equipment", text, french)  # fda.magic.focus-object


def _check_known(known: KnownValue, book: Book, file: str) -> None:
    """What the book says of a figure holds for its profile."""
    entry = f"known_value {known.id!r}"
    check_names([known.figure], book.profile, (file, entry, "figure"), ("profile", "profil"))
    profile = book.profile[known.figure]
    if known.characteristic in ("equipment", "trait"):
        carried = profile.equipment if known.characteristic == "equipment" else profile.traits
        check_names([str(known.value)], carried, (file, entry, "value"), ("thing on the card", "élément de la carte"))
        return
    card = profile.wounded if known.side == "wounded" else profile.healthy
    if getattr(card, known.characteristic, None) != known.value:
        text, french = f"is not what {profile.id} has", f"n’est pas ce que {profile.id} a"
        raise wrong(file, entry, "value", text, french)


def _check_scenario(one: Scenario, book: Book, file: str) -> None:
    """A scenario names troops, options, terrain and profiles there are, and its pieces and zones lie on its table."""
    entry = f"scenario {one.id!r}"
    ready = [name.removeprefix("armies/").removesuffix(".toml") for name in package_files(PACKAGE, "armies")]
    check_names([one.adventurers], ready, (file, entry, "adventurers"), ("ready troop", "troupe toute prête"))
    check_names([one.dungeon], ready, (file, entry, "dungeon"), ("ready troop", "troupe toute prête"))
    for field in ("present_adventurers", "present_dungeon"):
        check_names(getattr(one, field), book.profile, (file, entry, field), ("profile", "profil"))
    check_names([*one.needs, *one.suggested], book.option, (file, entry, "needs"), ("option", "option"))
    for feature in one.features:
        check_names([feature.terrain], book.terrain, (file, entry, "features"), ("terrain", "terrain"))
        check_names([feature.holds] * bool(feature.holds), book.item, (file, entry, "features"), ("item", "objet"))
    for zone in one.zones:
        check_names(zone.profiles, book.profile, (file, entry, "zones"), ("profile", "profil"))
        check_names([zone.near] * bool(zone.near), [piece.terrain for piece in one.features], (file, entry, "zones"),
                    ("feature", "élément"))  # fmt: skip
    for field in ("features", "zones"):
        for box in getattr(one, field):
            if box.x + box.w > one.width or box.y + box.h > one.depth:
                raise wrong(file, entry, field, "leaves the table", "dépasse de la table")


# ---------------------------------------------------------------- people's own


SAME = ("side", "size", "height", "equipment", "traits", "spells", "named", "feminine", "note", "icon")
"""What a profile of people's own says just as one of ours does."""


def complete(own: OwnProfile, file: str, alone: bool = False) -> Profile:
    """A profile of people's own, priced by the table and held to the same checks.

    Errors name the file and the profile's id, or the file only when there is nothing but this profile in it.
    """
    entry = "" if alone else f"profile {own.id!r}"
    if not own.name and not own.name_fr:
        raise wrong(file, entry, "name", "missing; give the figure one", "absent ; donnez-en un à la figurine")
    check_names(own.equipment, book().things(), (file, entry, "equipment"), ("thing", "objet"))
    healthy = Card(**{name: getattr(own, name) for name in Card.__struct_fields__})
    made = Profile(
        id=own.id,
        name_en=own.name or own.name_fr,
        name_fr=own.name_fr or own.name,
        healthy=healthy,
        wounded=None if "no-wounded-side" in own.traits else own.wounded or weaker(healthy),
        price=1,
        in_hand=held(own.equipment) if own.in_hand is None else own.in_hand,
        either_side=own.side == "neutral",
        note_fr=own.note_fr or own.note,
        **{name: getattr(own, name) for name in SAME},
    )
    made = msgspec.structs.replace(made, price=pricing.price(made, book()))
    if own.price not in (None, made.price):
        text, french = f"the price table gives {made.price}", f"la table des prix donne {made.price}"
        raise wrong(file, entry, "price", f"{text}: leave it out", f"{french} : ne l’écrivez pas")
    check_profile(made, file, entry, book())
    return made


def weaker(card: Card) -> Card:
    """A wounded side where nobody has thought of one: everything one less. (fda.wound.flip-card)"""
    return Card(**{name: max(0, getattr(card, name) - 1) for name in Card.__struct_fields__})


def held(equipment: Iterable[str]) -> tuple[str, ...]:
    """What a figure holds of its equipment: weapons and a shield, in order, as far as two hands go.

    >>> held(["sword", "bow", "shield", "leather"])
    ('sword', 'shield')
    """
    found: list[str] = []
    for name in equipment:
        thing = book().things()[name]
        armed = name in book().weapon or name in book().armour
        if armed and thing.hands and book().hands([*found, name]) <= book().limits.hands:
            found.append(name)
    return tuple(found)


SHELF = Shelf("fda", PACKAGE, Book, check_references)
book, build = SHELF.book, SHELF.build
PROFILES = Profiles("fda", OwnProfile, lambda: book().profile, complete)
