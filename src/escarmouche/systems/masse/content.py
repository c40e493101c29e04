"""The content of the mass-combat game, read and checked when first used.

`book()` is the package's. `PROFILES` adds those that people keep in their own folder.
"""

from __future__ import annotations

import typing
from collections.abc import Iterable, Mapping

import msgspec

from escarmouche.core.content import unknown, unknown_trait, wrong
from escarmouche.kit.book import Profiles, Shelf
from escarmouche.systems.masse.own import Changes, OwnLine, OwnProfile
from escarmouche.systems.masse.rows import Book, Line, Profile

PACKAGE = "escarmouche.systems.masse"
ROCKS = "rochers"
HURLED = "projectiles-lances"
"""Rocks are hurled projectiles. (masse.special.rock-throwing)"""


# ---------------------------------------------------------------- checks


def missile_row(weapon: str) -> str:
    """The row of Table 5b that a weapon shoots by. (masse.shoot.table-5b)"""
    return HURLED if weapon == ROCKS else weapon


def weapons(book: Book) -> list[str]:
    """The ids of every weapon, of all tables."""
    return list(dict.fromkeys([*book.weapon, *book.ranged_weapon, *book.missile_weapon, *book.natural_weapon]))


def is_missile(book: Book, weapon: str) -> bool:
    """Is the weapon shot, thrown or hurled?"""
    return missile_row(weapon) in book.missile_weapon


def check_references(book: Book, home: Mapping[str, str]) -> None:
    """Every name that a row mentions must exist, and what tables say twice must agree."""
    for profile in book.profile.values():
        _check_profile(profile, home["profile"], book)
    for breath in book.breath.values():
        if breath.profile not in book.profile:
            entry, kind = f"breath {breath.id!r}", ("profile", "profil")
            raise unknown(home["breath"], entry, "profile", kind, breath.profile, book.profile)
    for row in book.hero_class.values():
        check_traits(row.traits, home["hero_class"], f"hero_class {row.id!r}", book)
    _check_engines(book, home)
    for table, key, field, value, other in repeated(book):
        if value != other:
            text, french = f"should be {other!r} as in the other table", f"devrait être {other!r} comme dans l’autre table"
            raise wrong(home[table], f"{table} {key!r}", field, text, french)


ENGINE_FIELDS = (("crew", "crew"), ("range_in", "range_in"), ("fire", "fire"), ("one_shot_per_turns", "one_shot_per_turns"),
                 ("mv", "mv"), ("one_blow_per_turns", "one_shot_per_turns"))  # fmt: skip
"""The columns of Tables 6b and 7a that stand in that of all engines too."""


def _check_engines(book: Book, home: Mapping[str, str]) -> None:
    """Tables 6b and 7a must agree with the table of all engines."""
    for name, twin in (("war_machine", book.war_machine), ("siege_engine", book.siege_engine)):
        for engine in twin.values():
            if engine.id not in book.engine:
                raise unknown(home[name], f"{name} {engine.id!r}", "id", ("engine", "engin"), engine.id, book.engine)
            for field, column in ENGINE_FIELDS:
                if hasattr(engine, field) and getattr(engine, field) != getattr(book.engine[engine.id], column):
                    text, french = "differs from the table of engines", "diffère de la table des engins"
                    raise wrong(home[name], f"{name} {engine.id!r}", field, text, french)


def repeated(book: Book) -> Iterable[tuple[str, str, str, object, object]]:
    """What the book prints in two tables: the second place, as table, row, column and value, and the value in the first, which
    the rules read."""
    states = {"enrage": "enragee", "ebranle": "ebranlee", "deroute": "deroute"}
    for key, row in states.items():
        effect = book.morale_effect[key]
        yield "morale_effect", key, "morale", effect.morale, book.morale_modifier[row].value
        yield "morale_effect", key, "initiative", effect.initiative, book.initiative_modifier[row].value
        yield "morale_effect", key, "shooting", effect.shooting, book.missile_modifier[row].attack_roll
        yield "morale_effect", key, "melee", effect.melee, book.melee_modifier[row].attack_roll
    for key, formation in book.formation.items():
        pairs = (("initiative", book.initiative_modifier), ("morale", book.morale_modifier))
        for column, values in pairs:
            yield "formation", key, column, getattr(formation, column), values[key].value if key in values else 0
        for column, rolls in (("shooting", book.missile_modifier), ("melee", book.melee_modifier)):
            yield "formation", key, column, getattr(formation, column), rolls[key].attack_roll if key in rolls else 0
    for key, cover in book.cover.items():
        yield "cover", key, "missile", cover.missile, book.missile_modifier[f"couverture-{cover.pc}"].attack_roll
        yield "cover", key, "melee", cover.melee, book.melee_modifier[f"couverture-{min(75, cover.pc)}"].attack_roll
    for key, ranged in book.ranged_weapon.items():
        if key in book.missile_weapon:
            yield "ranged_weapon", key, "range_in", ranged.range_in, book.missile_weapon[key].range_in


def check_traits(traits: Iterable[str], file: str, entry: str, book: Book) -> None:
    """Refuse traits that do not exist."""
    for trait in traits:
        if trait not in book.trait:
            raise unknown_trait(file, entry, "traits", trait, book.trait)


def _check_profile(profile: Profile, file: str, book: Book) -> None:
    """A profile must name things that exist, and its shield and traits must agree."""
    entry = f"profile {profile.id!r}"
    check_traits(profile.traits, file, entry, book)
    if profile.army not in book.army_list:
        raise unknown(file, entry, "army", ("list", "liste"), profile.army, book.army_list)
    for armour in profile.armour:
        if armour not in book.armour:
            raise unknown(file, entry, "armour", ("armour", "armure"), armour, book.armour)
    for line in profile.attacks:
        if line.weapon not in weapons(book):
            raise unknown(file, entry, "attacks", ("weapon", "arme"), line.weapon, weapons(book))
        if (line.mode == "missile") != is_missile(book, line.weapon) or (line.mode == "missile") != (line.pt > 0):
            text = f"{line.weapon!r} and its range do not go with the mode {line.mode!r}"
            french = f"{line.weapon!r} et sa portée ne vont pas avec le mode {line.mode!r}"
            raise wrong(file, entry, "attacks", text, french)
    for trait, held in (("shield", profile.shield), ("no-morale", profile.ml is None)):
        if (trait in profile.traits) != held:
            raise wrong(file, entry, "traits", f"{trait!r} disagrees with the row", f"{trait!r} ne s’accorde pas avec la ligne")


def hurled_range(thrower: str, projectile: str = "p") -> float:
    """The range of hurled projectiles in inches: 2 for each size between thrower and projectile. (masse.shoot.hurled-range)

    >>> hurled_range("g"), hurled_range("tg")
    (4, 6)
    """
    sizes = list(book().srd_size)
    return 2 * max(0, sizes.index(thrower) - sizes.index(projectile))


# ---------------------------------------------------------------- people's own


def changed(profile: Profile, changes: Changes, file: str, entry: str) -> Profile:
    """A profile with what a list changes in it; errors name the file and the entry. (masse.army.profiles-indicative)

    A stated ML makes the troops take morale tests; a shield comes with its trait.
    """
    ours = book()
    plain = msgspec.structs.asdict(profile)
    for field in msgspec.structs.fields(Changes):
        value = getattr(changes, field.name)
        if value is not None and field.name != "attacks":
            plain[field.name] = value
    traits = dict.fromkeys(plain["traits"])
    for trait, held in (("shield", plain["shield"]), ("no-morale", plain["ml"] is None)):
        if held:
            traits[trait] = None
        else:
            traits.pop(trait, None)
    mounted = "mounted" in traits
    lines = [made for line in changes.attacks for made in own_lines(line, plain["size"], mounted, file, entry)]
    if len([line for line in lines if line.mode == "melee"]) > 1:
        traits["two-melee-lines"] = None
    check_traits(traits, file, entry, ours)
    return Profile(**{**plain, "attacks": tuple(lines), "traits": tuple(traits), "ca_effective": 0})


def own_lines(line: OwnLine, size: str, mounted: bool, file: str, entry: str) -> list[Line]:
    """The attack lines that one of people's own stands for: two when it fights with two weapons."""
    ours = book()
    if line.weapon not in weapons(ours):
        raise unknown(file, entry, "attacks", ("weapon", "arme"), line.weapon, weapons(ours))
    missile = is_missile(ours, line.weapon)
    reach = line.pt or (hurled_range(size) if missile_row(line.weapon) == HURLED else 0)
    if missile and not reach:
        text, french = f"{line.weapon!r} needs its range PT", f"{line.weapon!r} a besoin de sa portée PT"
        raise wrong(file, entry, "attacks", f"{text}: add pt", f"{french} : ajoutez pt")
    check_mounted(line.weapon, mounted, file, entry)
    mode: typing.Literal["melee", "missile"] = "missile" if missile else "melee"
    name = ours.weapon_name(line.weapon, "fr")
    pt = reach if missile else 0
    one = Line(weapon=line.weapon, printed=name, mode=mode, ma=line.ma, dice=line.dice, bonus=line.bonus, pt=pt)
    if not line.two_weapons:
        return [one]
    if line.two_weapons not in ours.srd_two_weapon:
        kind = ("way to fight with two weapons", "façon de combattre à deux armes")
        raise unknown(file, entry, "two_weapons", kind, line.two_weapons, ours.srd_two_weapon)
    return two_weapons(one, line.two_weapons, file, entry)


def two_weapons(line: Line, way: str, file: str, entry: str) -> list[Line]:
    """The two attacks of one who fights with two weapons: the first die at one penalty, the second at the other.
    (masse.melee.two-weapons, masse.weapon.double-weapon)"""
    if len(line.dice) != 2:
        text, french = "fighting with two weapons takes two dice", "combattre à deux armes demande deux dés"
        raise wrong(file, entry, "dice", text, french)
    row = book().srd_two_weapon[way]
    replace = msgspec.structs.replace
    return [
        replace(line, ma=line.ma + row.primary, dice=line.dice[:1]),
        replace(line, ma=line.ma + row.off_hand, dice=line.dice[1:], bonus=0),
    ]


def needs_ground(weapon: str) -> bool:
    """Is it a missile weapon that cannot be used on horseback: a two-handed one, but for the short bow?
    (masse.weapon.mounted-bow)"""
    row = book().ranged_weapon.get(weapon)
    return row is not None and row.hands == 2 and weapon != "arc-court"


def check_mounted(weapon: str, mounted: bool, file: str, entry: str) -> None:
    """Refuse riders a weapon that cannot be used on horseback. (masse.weapon.mounted-bow)"""
    if mounted and needs_ground(weapon):
        text, french = f"{weapon!r} cannot be used on horseback", f"{weapon!r} ne s’emploie pas à cheval"
        raise wrong(file, entry, "attacks", f"{text} [masse.weapon.mounted-bow]", f"{french} [masse.weapon.mounted-bow]")


def complete(own: OwnProfile, file: str) -> Profile:
    """A profile of people's own, made from the one it is like."""
    entry = f"profile {own.id!r}"
    if own.like not in book().profile:
        raise unknown(file, entry, "like", ("profile", "profil"), own.like, book().profile)
    if not own.name and not own.name_fr:
        raise wrong(file, entry, "name", "missing; give the troops one", "absent ; donnez-en un à ces troupes")
    made = changed(book().profile[own.like], own, file, entry)
    return msgspec.structs.replace(
        made, id=own.id, name_en=own.name or own.name_fr, name_fr=own.name_fr or own.name, lines=(), note=own.note,
        note_fr=own.note_fr or own.note, icon=own.icon or made.icon,
    )  # fmt: skip


SHELF = Shelf("masse", PACKAGE, Book, check_references)
book, build = SHELF.book, SHELF.build
PROFILES = Profiles("masse", OwnProfile, lambda: book().profile, complete)
