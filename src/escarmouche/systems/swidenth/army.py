"""Building a band: who may be in it, what they carry and cost in crowns, and its sheet."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from escarmouche.core.armies import Army
from escarmouche.core.content import Plain, check_names, convert
from escarmouche.core.effects import Chance
from escarmouche.core.offers import Column, Fault, Prices
from escarmouche.core.settings import EntryKind, Setting, Value
from escarmouche.kit.armies import Lists, Paper, numbers, plain_army, title
from escarmouche.kit.rows import Positive, limits, values_of
from escarmouche.systems.swidenth import content, pricing
from escarmouche.systems.swidenth.content import PACKAGE, PROFILES, book
from escarmouche.systems.swidenth.equipment import named, offences, pair
from escarmouche.systems.swidenth.rows import OwnProfile, Profile, Rank

PAPER = Paper(PACKAGE)

ARMY_FIELDS: Plain = {"player": str, "limit": Positive, "profile": list[OwnProfile]}
"""What a band's file may hold beside the usual: the player, the crowns agreed on, profiles of one's own."""
ENTRY_FIELDS: Plain = {"name_fr": str, "kit": list[str], "spare": list[str], "spells": list[str]}
"""What a figure's entry may hold: what it has in hand, slung and worn, what hangs at its belt, the spells it knows. Without a
`kit` or `spells` it has what its profile is usually bought with."""
RANKS: tuple[Rank, ...] = ("chief", "hero", "henchman", "monster")
NUMBERS = ("combat", "shooting", "defence", "vitality", "heroism", "psychism")
COLUMNS = ("price", "combat", "shooting", "defence", "vitality", "heroism", "psychism", "movement")


class Member(NamedTuple):
    """One figure of a band: its profile, its own name if it has one, what it carries and knows."""

    profile: Profile
    name_en: str
    name_fr: str
    kit: tuple[str, ...]
    spare: tuple[str, ...]
    spells: tuple[str, ...]

    @property
    def price(self) -> int:
        """The crowns of body, equipment and spells. (swidenth.army.prices)"""
        return self.profile.price + pricing.carried([*self.kit, *self.spare], self.spells, book())

    def called(self, language: str) -> str:
        """Its own name, else its profile's."""
        own = self.name_fr if language == "fr" else self.name_en
        return own or self.profile.name(language)


# ---------------------------------------------------------------- who is in it


def members(army: Army | Plain) -> list[Member]:
    """Every figure of a band, in the order of its file; several that share a name are numbered."""
    plain = plain_army(army)
    own = PROFILES.brought(plain)
    found = []
    for entry in plain.get("figure", []):
        profile = PROFILES.find(entry["profile"], own)
        english = entry.get("name", "")
        french = entry.get("name_fr", english)
        kit, spells = tuple(entry.get("kit", profile.kit)), tuple(entry.get("spells", profile.spells))
        for number in numbers(entry):
            names = [f"{name} {number}" if name and number else name for name in (english, french)]
            found.append(Member(profile, names[0], names[1], kit, tuple(entry.get("spare", ())), spells))
    return found


def points(army: Army | Plain) -> int:
    """The crowns of a band. (swidenth.army.prices)"""
    return sum([member.price for member in members(army)])


# ---------------------------------------------------------------- is it legal?


def check(army: Army | Plain, limit: int | None = None) -> list[Fault]:
    """Everything that makes a band illegal, one fault each. Empty when it may play.

    The crowns it may cost are `limit`, else the file's, else what a standard band has. (swidenth.army.composition)
    """
    plain = plain_army(army)
    band = members(plain)
    agreed = limit or plain.get("limit", book().limits.crowns)
    return [*_too_dear(band, agreed), *_composed(band), *_strangers(band), *_equipped(plain), *_learned(plain)]


def _too_dear(band: list[Member], limit: int) -> Iterator[Fault]:
    total = sum([member.price for member in band])
    if total > limit:
        yield PAPER.fault("swidenth.army.composition", total, limit, total - limit, key="crowns")


def _composed(band: list[Member]) -> Iterator[Fault]:
    """One Chief, some Heroes, henchmen, perhaps a monster. (swidenth.army.composition)"""
    most = book().limits
    ranks = [member.profile.rank for member in band]
    casters = [one for one in band if one.profile.rank == "hero" and one.profile.psychism is not None]
    henchmen = ranks.count("henchman")
    if ranks.count("chief") != most.chiefs:
        yield PAPER.fault("swidenth.army.composition", ranks.count("chief"), key="chiefs")
    if ranks.count("hero") > most.heroes:
        yield PAPER.fault("swidenth.army.composition", ranks.count("hero"), most.heroes, key="heroes")
    if len(casters) > most.casters:
        yield PAPER.fault("swidenth.army.composition", len(casters), most.casters, key="casters")
    if not most.henchmen_least <= henchmen <= most.henchmen_most:
        yield PAPER.fault("swidenth.army.composition", henchmen, most.henchmen_least, most.henchmen_most, key="henchmen")
    if ranks.count("monster") > most.monsters:
        yield PAPER.fault("swidenth.army.composition", ranks.count("monster"), most.monsters, key="monsters")


def _strangers(band: list[Member]) -> Iterator[Fault]:
    """A band is of one race, monsters aside: its Chief's. (swidenth.army.composition)"""
    people = [one.profile for one in band if one.profile.rank != "monster"]
    first = next((one for one in people if one.rank == "chief"), people[0] if people else None)
    for profile in {one.id: one for one in people}.values():
        if first is not None and profile.race != first.race:
            yield PAPER.fault("swidenth.army.composition", profile.names, book().race[first.race].names, key="race")


def _equipped(plain: Plain) -> Iterator[Fault]:
    """What each entry carries goes into its hands and is for sale. (swidenth.equipment.hands)"""
    for member in once(plain):
        who = member.called("en"), member.called("fr")
        for one in offences(member.profile, member.kit, member.spare):
            yield PAPER.fault(one.rule, who, pair(one.items), *one.numbers, key=one.key)


def _learned(plain: Plain) -> Iterator[Fault]:
    """Spells are for spellcasters, at most P + 1, each once. (swidenth.magic.spell-list, swidenth.trait.spellcaster)"""
    for member in once(plain):
        who = member.called("en"), member.called("fr")
        if member.profile.psychism is None:
            if member.spells:
                yield PAPER.fault("swidenth.trait.spellcaster", who, key="no-caster")
            continue
        most = member.profile.psychism + book().limits.spells_more
        if len(member.spells) > most:
            yield PAPER.fault("swidenth.magic.spell-list", who, len(member.spells), most, key="spells")
        if len(set(member.spells)) < len(member.spells):
            yield PAPER.fault("swidenth.magic.spell-list", who, key="spell-twice")


def once(plain: Plain) -> list[Member]:
    """One figure of every entry."""
    return members({**plain, "figure": [{**one, "count": 1} for one in plain.get("figure", [])]})


def validate(army: Plain, file: str) -> None:
    """Refuse a band that names a profile, an item or a spell that does not exist."""
    own = PROFILES.brought(army, file)
    for number, entry in enumerate(army.get("figure", []), 1):
        where = f"figure {number} ({entry['profile']})"
        PROFILES.require(entry["profile"], own, file, where)
        for field in ("kit", "spare"):
            check_names(entry.get(field, ()), book().items(), (file, where, field), ("item", "objet"))
        check_names(entry.get("spells", ()), book().spell, (file, where, "spells"), ("spell", "sort"))


# ---------------------------------------------------------------- what does a figure cost?


def price(**profile: Any) -> int:
    """The crowns of a body of one's own. (swidenth.army.prices)

    >>> price(race="dwarf", rank="henchman", combat=0, shooting=0, defence=6, traits=["slow", "courageous", "runner-rocks"])
    65
    """
    given = convert({"id": "profile", "name": "profile", **profile}, OwnProfile, "profile", "")
    return content.complete(given, "profile", alone=True).price


class Crowns(Prices):
    """The price table."""

    def price(self, **profile: Any) -> int:
        return price(**profile)


# ---------------------------------------------------------------- the sheet


def sheet(army: Army | Plain, language: str) -> Plain:
    """The band's sheet: Heroes first, then henchmen, then monsters, each with numbers, equipment and special rules."""
    plain = plain_army(army)
    band = members(plain)
    values = {
        "band": title(plain, language),
        "player": plain.get("player", ""),
        "crowns": f"{points(plain)} / {plain.get('limit', book().limits.crowns)}",
        "notes": plain.get("notes", ""),
    }
    columns = ("name", *COLUMNS, "kit", "traits")
    parts = []
    for key, ranks in (("heroes", ("chief", "hero")), ("henchmen", ("henchman",)), ("monsters", ("monster",))):
        lines = [_line(member, language) for member in band if member.profile.rank in ranks]
        if lines:
            parts.append(PAPER.part(key, columns, lines, language, range(1, 1 + len(COLUMNS))))
    return PAPER.sheet(values, parts, language)


def _line(member: Member, language: str) -> list[str]:
    """A figure's line."""
    profile = member.profile
    kind, own = profile.name(language), member.called(language)
    cells = number_cells(profile, language)
    known = [book().spell[name].name(language) for name in member.spells]
    kit = " · ".join([part for part in (named([*member.kit, *member.spare], language), ", ".join(known)) if part])
    numbers = [cells[name] for name in COLUMNS[1:]]
    name = kind if own == kind else f"{own} ({kind})"
    return [name, str(member.price), *numbers, kit, traits_of(profile, language)]


def number_cells(profile: Profile, language: str) -> dict[str, str]:
    """The numbers of a profile as they are written; what it does not have is a dash."""
    values = {name: str(getattr(profile, name)) for name in NUMBERS}
    values["psychism"] = "—" if profile.psychism is None else str(profile.psychism)
    values["heroism"] = str(profile.heroism) if profile.heroism else "—"
    return {**values, "movement": f"{profile.movement:g}".replace(".", "," if language == "fr" else ".")}


def traits_of(profile: Profile, language: str) -> str:
    """Its special rules by their names."""
    return ", ".join([book().trait[name].name(language) for name in profile.traits])


# ---------------------------------------------------------------- the system's content


class Bands(Lists):
    """The content side of the system: profiles and bands."""

    package = PACKAGE
    book = PROFILES
    army_fields = ARMY_FIELDS
    entry_fields = ENTRY_FIELDS

    def kinds(self) -> tuple[EntryKind, ...]:
        """Figures, each with its equipment and its spells."""
        bought = [one for one in book().items().values() if one.bought]
        melee = [one for one in bought if one.id not in book().armour and getattr(one, "kind", "melee") == "melee"]
        settings = (
            PAPER.setting("kit", "several", values=values_of(bought)),
            PAPER.setting("spare", "several", (), values=values_of(melee)),
            PAPER.setting("spells", "switches", values=values_of(book().spell.values())),
        )
        return (EntryKind("figure", *PAPER.labels("sheet.figures"), settings),)

    def cells(self, profile: Plain, language: str) -> dict[str, str]:
        row = convert(profile, Profile, "profile", profile["id"])
        return {
            **super().cells(profile, language),
            "rank": PAPER.label(f"rank.{row.rank}", language),
            "price": str(row.total),
            **number_cells(row, language),
            "kit": " · ".join([part for part in (named(row.kit, language), spells_of(row, language)) if part]),
            "traits": traits_of(row, language),
        }

    def columns(self) -> tuple[Column, ...]:
        numbers = [PAPER.column(id, short=True) for id in COLUMNS]
        return (PAPER.column("rank"), *numbers,
                *[PAPER.column(id) for id in ("kit", "traits")])  # fmt: skip

    def lists(self) -> tuple[Value, ...]:
        return values_of(book().race.values())

    def listed(self, profile: Plain) -> str:
        return str(profile["race"])

    def worth(self, profile: Plain) -> int | None:
        return int(profile["total"])

    def own_profile(self) -> tuple[Setting, ...]:
        """Race, rank, numbers and special rules; the table prices them. (swidenth.army.prices)"""
        ranks = tuple([Value(one, *PAPER.labels(f"rank.{one}")) for one in RANKS])
        found = [
            PAPER.setting("race", "choice", values=values_of(book().race.values())),
            PAPER.setting("rank", "choice", values=ranks[::-1]),
        ]
        for id, usual in (("combat", 0), ("shooting", 0), ("defence", 5), ("vitality", 1), ("heroism", 0)):
            least, most = limits(OwnProfile, id)
            found.append(PAPER.setting(id, "count", usual, least=least, most=most))
        found.append(PAPER.setting("psychism", "count", least=0, most=limits(OwnProfile, "heroism")[1]))
        return (*found, PAPER.setting("traits", "switches", (), values=values_of(book().trait.values())))

    def drawn(self, scenario: str, chance: Chance, seats: int) -> list[Plain]:
        """For every seat one of the ready bands that the mission's crowns allow it."""
        mission = book().mission.get(scenario)
        crowns = mission.crowns if mission is not None else ()
        found = []
        for seat in range(seats):
            most = crowns[seat] if seat < len(crowns) else book().limits.crowns
            fitting = [army for army in self.ready().values() if army.get("limit", book().limits.crowns) == most]
            found.append(fitting[chance.below(len(fitting))])
        return found

    def validate(self, army: Plain, file: str) -> None:
        validate(army, file)

    def check(self, army: Plain) -> list[Fault]:
        return check(army)

    def limit(self, army: Plain) -> int:
        return int(army.get("limit", book().limits.crowns))

    def points(self, army: Plain) -> int:
        return points(army)

    def sheet(self, army: Plain, language: str) -> Plain:
        return sheet(army, language)


def spells_of(profile: Profile, language: str) -> str:
    """The spells that a profile is usually bought with."""
    return ", ".join([book().spell[name].name(language) for name in profile.spells])
