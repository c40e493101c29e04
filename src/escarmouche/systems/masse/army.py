"""Army lists: what a side brings to the battle, whether it may, and its sheet. (masse.army.muster-by-scenario)

    system = "masse"
    name = "The King's Host"

    [[unit]]
    profile = "phalange"
    name = "The Wall"
    figures = 20
    files = 10

    [[hero]]
    profile = "fighter"
    name = "Aldric"
    level = 9
    charisma = 16
    position = "commander"
    leads = "The Wall"

    [[engine]]
    profile = "baliste"

No points are counted: the NV of all figures together tell how strong a side is.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

import msgspec

from escarmouche.core.armies import Army
from escarmouche.core.content import Plain, typed, unknown, wrong
from escarmouche.core.effects import Chance
from escarmouche.core.offers import Column, Fault
from escarmouche.core.settings import EntryKind, Value
from escarmouche.kit import view as contract
from escarmouche.kit.armies import Lists, Paper, plain_army, ready, title
from escarmouche.kit.rows import values_of
from escarmouche.systems.masse import content
from escarmouche.systems.masse.cards import card_of, formations
from escarmouche.systems.masse.content import PACKAGE, PROFILES, book
from escarmouche.systems.masse.model import COMMANDER, INCH, NONE, PACK, Attack, Card
from escarmouche.systems.masse.muster import (
    ARMY_FIELDS,
    COMMON,
    ENGINE,
    ENGINE_FIELDS,
    FIELDS,
    HERO,
    HERO_FIELDS,
    UNIT,
    UNIT_FIELDS,
    Member,
    members,
    total_nv,
    written,
)
from escarmouche.systems.masse.own import Changes
from escarmouche.systems.masse.rows import Profile
from escarmouche.systems.masse.scenario import known, scenarios
from escarmouche.systems.masse.scenery import spoken
from escarmouche.systems.masse.settings import army_kinds
from escarmouche.table.whole import root_up

PAPER = Paper(PACKAGE)

FRAGILE, UNWIELDY = 4, 30
"""Fewer figures than the one, or more than the other, make a poor unit. (masse.org.unit-size-free)"""
LONG_BOW, FIREARM = "arc-long", "arme-a-feu"


# ---------------------------------------------------------------- is it legal?


def check(army: Army | Plain) -> list[Fault]:
    """Everything that makes a list illegal: rule, English, French. Empty when it may play. A list by the book is looked at
    once."""
    plain = plain_army(army)
    made = written(plain)
    return faults_in(plain) if made is None else list(kept_faults(made))


@lru_cache(256)
def kept_faults(made: bytes) -> tuple[Fault, ...]:
    """What makes a list by the book illegal that is written as JSON."""
    return tuple(faults_in(msgspec.json.decode(made)))


def faults_in(plain: Plain) -> list[Fault]:
    """Everything that makes a list illegal, as its data says."""
    listed = members(plain)
    faults = [] if listed else [PAPER.fault("masse.army.muster-by-scenario")]
    for one in listed:
        if one.kind == UNIT:
            faults += [*_formation(one), *_width(one), *_weapons(one), *_ladders(one)]
        elif one.kind == HERO:
            faults += [*_position(one, listed), *_magic(one), *_mounted(one)]
        else:
            faults += _crew(one)
        if not plain.get("firearms") and any(line.weapon == FIREARM for line in one.card.attacks):
            faults.append(PAPER.fault("masse.shoot.firearms", one.names))
    return [*faults, *_commanders(listed)]


def advice(army: Army | Plain) -> list[Fault]:
    """What is legal and yet worth a remark: units too small or too large, an army without leaders.
    (masse.org.unit-size-free, masse.melee.mod-no-commander)"""
    found = []
    listed = members(army)
    for one in listed:
        if one.kind == UNIT and one.card.n_per_fig > 1 and not FRAGILE <= one.figures <= UNWIELDY:
            key = "advice.small" if one.figures < FRAGILE else "advice.large"
            found.append(PAPER.fault("masse.org.unit-size-free", one.names, one.figures, key=key))
    if listed and not any(one.kind == HERO for one in listed):
        found.append(PAPER.fault("masse.melee.mod-no-commander", key="advice.leaderless"))
    return found


def _listed(keys: list[str], kind: str) -> tuple[str, str]:
    pairs = [PAPER.labels(f"{kind}.{key}") for key in keys]
    return " / ".join([pair[0] for pair in pairs]), " / ".join([pair[1] for pair in pairs])


def _formation(one: Member) -> Iterator[Fault]:
    """Troops take the formations their profile allows. (masse.formation.allowed, masse.fly.skirmish-formation,
    masse.chariot.skirmish-formation, masse.monster.only-individual)"""
    allowed = formations(one.card)
    if one.card.formation == NONE and one.figures > 1:
        yield PAPER.fault("masse.monster.only-individual", one.names, one.figures)
    if one.formation in allowed:
        return
    if one.card.category in ("flying", "chariot"):
        yield PAPER.fault(f"masse.{'fly' if one.card.category == 'flying' else 'chariot'}.skirmish-formation", one.names)
    else:
        wanted = _listed(list(allowed), "order")
        yield PAPER.fault("masse.formation.allowed", one.names, PAPER.labels(f"order.{one.formation}"), wanted)


def _width(one: Member) -> Iterator[Fault]:
    """A unit is no wider than its figures, a pack as wide as deep. (masse.formation.close, masse.formation.pack)"""
    files = one.plain.get("files")
    if files is None:
        return
    square = root_up(one.figures)
    if one.formation == PACK and files != square:
        yield PAPER.fault("masse.formation.pack", one.names, square)
    elif files > one.figures:
        yield PAPER.fault("masse.formation.close", one.names, one.figures, files)


def _weapons(one: Member) -> Iterator[Fault]:
    """One weapon to shoot with for all (masse.org.unit-homogeneous); specialists have long bows
    (masse.shoot.long-bow-specialist); only shooters carry more missiles (masse.shoot.ammo-extra)."""
    shots = [line for line in one.card.attacks if line.mode == "missile"]
    weapons = list(dict.fromkeys([line.weapon for line in shots]))
    if len(weapons) > 1:
        names = [", ".join([book().weapon_name(weapon, language) for weapon in weapons]) for language in ("en", "fr")]
        yield PAPER.fault("masse.org.unit-homogeneous", one.names, tuple(names))
    if one.plain.get("specialist") and LONG_BOW not in weapons:
        yield PAPER.fault("masse.shoot.long-bow-specialist", one.names)
    if one.plain.get("extra_loads") and not any(line.volleys for line in shots):
        yield PAPER.fault("masse.shoot.ammo-extra", one.names)


def _ladders(one: Member) -> Iterator[Fault]:
    """Infantry and shooters on foot climb, each figure on its own ladder or grapnel. (masse.escalade.raise-ladder,
    masse.escalade.one-figure-per-ladder)"""
    carried = one.plain.get("ladders", 0) + one.plain.get("grapnels", 0)
    if carried and one.card.category not in ("infantry", "shooters"):
        yield PAPER.fault("masse.escalade.raise-ladder", one.names)
    elif carried > one.figures:
        yield PAPER.fault("masse.escalade.one-figure-per-ladder", one.names, one.figures, carried)


def _position(one: Member, listed: list[Member]) -> Iterator[Fault]:
    """A hero commands a unit, is its champion, or fights alone; only alone may he command the army.
    (masse.hero.three-positions, masse.hero.position-commander, masse.hero.position-champion,
    masse.hero.position-individual, masse.hero.army-commander)"""
    position, leads = one.plain.get("position", "individual"), one.plain.get("leads", "")
    if bool(leads) != (position != "individual"):
        yield PAPER.fault(f"masse.hero.position-{position}", one.names)
    host = next((other for other in listed if other.kind == UNIT and other.name_en == leads), None)
    if host is not None and host.formation == NONE:
        yield PAPER.fault("masse.hero.three-positions", one.names, host.names)
    if host is not None and "enters" in one.plain:
        yield PAPER.fault("masse.turn.reinforcements", one.names, host.names)
    if one.plain.get("army_commander") and position != "individual":
        yield PAPER.fault("masse.hero.army-commander", one.names)


def _commanders(listed: list[Member]) -> Iterator[Fault]:
    """A unit has one commander, who stays with it. (masse.hero.commander-inseparable)"""
    for unit in [one for one in listed if one.kind == UNIT]:
        own = [one for one in listed if one.plain.get("leads") == unit.name_en]
        leaders = [one for one in own if one.plain.get("position") == COMMANDER]
        if len(leaders) > 1:
            yield PAPER.fault("masse.hero.commander-inseparable", unit.names, len(leaders))


def _magic(one: Member) -> Iterator[Fault]:
    """Only individuals cast (masse.magic.individuals-only), and only those whose class casts spells at all."""
    if not one.card.spells:
        return
    if not book().hero_class[one.plain["profile"]].caster:
        yield PAPER.fault("masse.magic.damage-conversion", one.names)
    if one.plain.get("position", "individual") != "individual":
        yield PAPER.fault("masse.magic.individuals-only", one.names)


def _mounted(one: Member) -> Iterator[Fault]:
    """A rider shoots with a short bow, a light crossbow, a sling or thrown weapons. (masse.weapon.mounted-bow)"""
    for line in one.card.attacks:
        if one.plain.get("mounted") and content.needs_ground(line.weapon):
            names = tuple([book().weapon_name(line.weapon, language) for language in ("en", "fr")])
            yield PAPER.fault("masse.weapon.mounted-bow", one.names, names)


def _crew(one: Member) -> Iterator[Fault]:
    """An engine has a crew, at most the full one, of troops on foot who fight hand to hand. (masse.engine.crew,
    masse.siege.crew-by-size, masse.engine.crew-defends)"""
    men = one.plain.get("men", one.card.nv)
    if men == 0:
        yield PAPER.fault("masse.engine.crew", one.names, one.card.nv)
    if men > one.card.nv:
        yield PAPER.fault("masse.siege.crew-by-size", one.names, one.card.nv, men)
    crew = book().profile[one.plain.get("crew", "milice")]
    if crew.category not in ("infantry", "shooters") or not one.card.attacks:
        yield PAPER.fault("masse.engine.crew-defends", one.names, (crew.name_en, crew.name_fr))


# ---------------------------------------------------------------- the sheet


def sheet(army: Army | Plain, language: str = "en") -> Plain:
    """A list as a sheet to print: its name, total NV and notes, then its units, heroes and engines.
    (masse.army.profile-columns)"""
    plain = plain_army(army)
    listed = members(plain)
    values = {
        "army": title(plain, language),
        "player": plain.get("player", ""),
        "nv": str(sum([one.nv for one in listed])),
        "scenario": plain.get("scenario", ""),
        "notes": plain.get("notes", ""),
    }
    parts = []
    for kind, heading, columns, line in SHEETS:
        rows = [line(one, language) for one in listed if one.kind == kind]
        if rows:
            parts.append(PAPER.part(heading, columns, rows, language))
    return PAPER.sheet(values, parts, language)


def _name(one: Member, language: str) -> str:
    kind = one.card.name_fr if language == "fr" else one.card.name_en
    name = one.name_fr if language == "fr" else one.name_en
    return name if name == kind or one.kind == HERO else f"{name} ({kind})"


def length(hundredths: int, language: str) -> str:
    """A length of the table in inches, as players write it: 4.5 in, 4,5 po."""
    text = f"{hundredths / INCH:g}"
    return f"{text.replace('.', ',')} po" if language == "fr" else f"{text} in"


def dice_text(dice: tuple[int, ...], flat: int = 0) -> str:
    """Attack dice as the lists print them: "1d8+1", "2xd10", "1d6 1d4".

    >>> dice_text((8,), 1), dice_text((10, 10)), dice_text((6, 4))
    ('1d8+1', '2xd10', '1d6 1d4')
    """
    alike = len(set(dice)) == 1
    text = f"1d{dice[0]}" if len(dice) == 1 else f"{len(dice)}xd{dice[0]}" if alike else " ".join([f"1d{one}" for one in dice])
    return f"{text}+{flat}" if flat else text


def attack_text(line: Attack, language: str) -> str:
    """An attack line as a reader takes it in: "Pike +2 1d8"."""
    name = book().weapon_name(line.weapon, language)
    pt = f" {length(line.pt, language)}" if line.pt else ""
    return f"{name} {line.ma:+} {dice_text(line.dice, line.flat)}{pt}"


def _attacks(card: Card, language: str) -> str:
    joint = " ; " if language == "fr" else "; "
    return joint.join([attack_text(line, language) for line in card.attacks])


def _unit_line(one: Member, language: str) -> list[str]:
    card = one.card
    ml = "—" if card.no_morale else f"{card.ml:+}"
    order = PAPER.label(f"order.{one.formation}", language)
    return [
        _name(one, language), str(one.figures), order, str(card.nv), f"{card.init:+}", length(card.mv, language), str(card.ca),
        _attacks(card, language), ml,
    ]  # fmt: skip


def _hero_line(one: Member, language: str) -> list[str]:
    card = one.card
    position = PAPER.label(f"position.{one.plain.get('position', 'individual')}", language)
    leads = one.plain.get("leads", "")
    return [
        _name(one, language), f"{position} ({leads})" if leads else position, str(card.nv), f"{card.init:+}",
        length(card.mv, language), str(card.ca), _attacks(card, language), length(card.radius, language),
    ]  # fmt: skip


def _engine_line(one: Member, language: str) -> list[str]:
    machine = one.card.machine
    assert machine is not None, "an engine has a machine"
    return [
        _name(one, language), f"{one.plain.get('men', one.card.nv)} / {machine.crew}", length(machine.mv, language),
        length(machine.range, language) if machine.range else "—", f"1/{machine.rate}" if machine.rate else "—",
        f"{machine.ps} / {machine.pr}", dice_text(machine.dice) if machine.dice else "—",
    ]  # fmt: skip


SHEETS = (
    (UNIT, "units", ("name", "figures", "formation", "each", "init", "mv", "ca", "attacks", "ml"), _unit_line),
    (HERO, "heroes", ("name", "position", "each", "init", "mv", "ca", "attacks", "rc"), _hero_line),
    (ENGINE, "engines", ("name", "crew", "mv", "range", "rate", "strength", "damage"), _engine_line),
)


# ---------------------------------------------------------------- the system's content


class Hosts(Lists):
    """The content side of the system: profiles and army lists."""

    package = PACKAGE
    book = PROFILES
    entry_kinds = (UNIT, HERO, ENGINE)
    army_fields = ARMY_FIELDS
    entry_fields = {"name_fr": str, **UNIT_FIELDS, **HERO_FIELDS, **ENGINE_FIELDS}

    def cells(self, profile: Plain, language: str) -> dict[str, str]:
        card = card_of(typed(profile, Profile))
        return {
            **super().cells(profile, language),
            "formation": PAPER.label(f"order.{card.formation}", language),
            "n": str(card.n_per_fig),
            "nv": str(card.nv),
            "init": f"{card.init:+}",
            "mv": length(card.mv, language),
            "ca": str(card.ca),
            "attacks": _attacks(card, language),
            "ml": "—" if card.no_morale else f"{card.ml:+}",
            "traits": ", ".join([book().trait[trait].name(language) for trait in card.traits]),
        }

    def kinds(self) -> tuple[EntryKind, ...]:
        return army_kinds()

    def drawn(self, scenario: str, chance: Chance, seats: int) -> list[Plain]:
        """One of the pairs of lists that a scenario is meant for."""
        pairs = known(scenario).armies
        return [ready(self.package)[name].to_plain() for name in pairs[chance.below(len(pairs))]]

    def in_the_open(self) -> list[Plain]:
        """The ready lists of battles without walls, whose units are all there from the start."""
        open_battles = [row for row in scenarios().values() if not row.structure]
        names = dict.fromkeys([name for row in open_battles for pair in row.armies for name in pair])
        lists = [ready(self.package)[name].to_plain() for name in names if name in ready(self.package)]
        entries = [[entry for kind in self.entry_kinds for entry in one.get(kind, ())] for one in lists]
        return [one for one, all in zip(lists, entries, strict=True) if not any("enters" in entry for entry in all)]

    def checked(self, army: Plain, file: str) -> Plain:
        """Of a list by the book the data is checked once."""
        made = written(army)
        return super().checked(army, file) if made is None else msgspec.json.decode(kept_list(made, file))

    def validate(self, army: Plain, file: str) -> None:
        validate(army, file)

    def check(self, army: Plain) -> list[Fault]:
        return check(army)

    def points(self, army: Plain) -> int:
        return total_nv(army)

    def sheet(self, army: Plain, language: str) -> Plain:
        return sheet(army, language)

    def columns(self) -> tuple[Column, ...]:
        found = []
        for id in ("formation", "n", "nv", "init", "mv", "ca", "attacks", "ml", "traits"):
            worded = id in ("formation", "attacks", "traits")
            found.append(
                contract.column(id, spoken(f"column.{id}"))
                if worded
                else contract.column(id, spoken(f"short.{id}"), spoken(f"number.{id}"))
            )
        return tuple(found)

    def lists(self) -> tuple[Value, ...]:
        return values_of(book().army_list.values())

    def listed(self, profile: Plain) -> str:
        return str(profile["army"])


@lru_cache(256)
def kept_list(made: bytes, file: str) -> bytes:
    """A list by the book that is written as JSON, checked, as its file has it."""
    return msgspec.json.encode(Army.from_plain(msgspec.json.decode(made), file).to_plain())


def validate(army: Plain, file: str) -> None:
    """Refuse a list that names a profile, class, engine, weapon, spell, trait or unit that does not exist."""
    own = PROFILES.brought(army, file)
    for pair in army.get("hatreds", []):
        content.check_traits(pair, file, "hatreds", book())
    for kind in (UNIT, HERO, ENGINE):
        for number, entry in enumerate(army.get(kind, []), 1):
            where = f"{kind} {number} ({entry['profile']})"
            for name in entry:
                if name not in COMMON and name not in FIELDS[kind]:
                    raise unknown(file, where, "", ("field", "champ"), name, [*COMMON, *FIELDS[kind]])
            if kind == UNIT:
                _validate_unit(entry, own, file, where)
            elif kind == HERO:
                _validate_hero(entry, file, where)
            else:
                _validate_engine(entry, file, where)
    names = [one.name_en for one in members(army) if one.kind == UNIT]
    for number, entry in enumerate(army.get(HERO, []), 1):
        _validate_leads(entry.get("leads", ""), names, file, f"hero {number} ({entry['profile']})")


def _validate_leads(leads: str, names: list[str], file: str, where: str) -> None:
    if leads and leads not in names:
        raise unknown(file, where, "leads", ("unit", "unité"), leads, names)
    if names.count(leads) > 1:
        text, french = f"several units are called {leads!r}", f"plusieurs unités s’appellent {leads!r}"
        raise wrong(file, where, "leads", f"{text}: name one", f"{french} : donnez un nom à la sienne")


def _validate_unit(entry: Plain, own: dict[str, Profile], file: str, where: str) -> None:
    name = entry["profile"]
    PROFILES.require(name, own, file, where)
    if "changes" in entry:
        content.changed(PROFILES.find(name, own), typed(entry["changes"], Changes), file, where)


def _validate_hero(entry: Plain, file: str, where: str) -> None:
    if entry["profile"] not in book().hero_class:
        raise unknown(file, where, "profile", ("class", "classe"), entry["profile"], book().hero_class)
    for spell in entry.get("spells", []):
        if spell not in book().spell:
            raise unknown(file, where, "spells", ("spell", "sort"), spell, book().spell)
    known = content.weapons(book())
    for one in entry.get("attacks", []):
        if one["weapon"] not in known:
            raise unknown(file, where, "attacks", ("weapon", "arme"), one["weapon"], known)


def _validate_engine(entry: Plain, file: str, where: str) -> None:
    if entry["profile"] not in book().engine:
        raise unknown(file, where, "profile", ("engine", "engin"), entry["profile"], book().engine)
    crew = entry.get("crew", "milice")
    if crew not in book().profile:
        raise unknown(file, where, "crew", ("profile", "profil"), crew, book().profile)
