"""Army lists as they are written and as they take the field: units, heroes and engines. (masse.army.muster-by-scenario)"""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, Literal, NamedTuple

import msgspec

from escarmouche.core.armies import Army
from escarmouche.core.content import Plain, typed
from escarmouche.kit.armies import by_the_book, numbers, plain_army
from escarmouche.kit.rows import Count, Positive
from escarmouche.systems.masse import content
from escarmouche.systems.masse.cards import HeroAttack, card_of, crew_card, formations, hero_card, unit_of
from escarmouche.systems.masse.content import PROFILES, book
from escarmouche.systems.masse.model import CHAMPION, COMMANDER, JOINED, Card, Unit
from escarmouche.systems.masse.own import Changes, OwnProfile
from escarmouche.systems.masse.rows import Inches, Order, Profile, Size

UNIT, HERO, ENGINE = "unit", "hero", "engine"

ARMY_FIELDS: Plain = {
    "player": str,
    "scenario": str,
    "attacker": bool,
    "firearms": bool,
    "hatreds": list[tuple[str, str]],
    "profile": list[OwnProfile],
}
"""What a list may hold beside the usual: the player, the scenario it is meant for and whether it attacks there, whether
firearms exist, who hates whom beyond the usual (two traits), and profiles of one's own."""

UNIT_FIELDS: Plain = {
    "figures": Annotated[int, msgspec.Meta(ge=1, le=200)],
    "files": Positive,
    "formation": Order,
    "changes": Changes,
    "specialist": bool,
    "extra_loads": Count,
    "ladders": Count,
    "grapnels": Count,
    "enters": Positive,
}
HERO_FIELDS: Plain = {
    "level": Annotated[int, msgspec.Meta(ge=1, le=40)],
    "charisma": Annotated[int, msgspec.Meta(ge=1, le=50)],
    "hit_points": Positive,
    "attacks": list[HeroAttack],
    "ca": Positive,
    "dexterity": int,
    "init": int,
    "speed_m": Inches,
    "will": int,
    "size": Size,
    "mounted": bool,
    "shield": bool,
    "spells": list[str],
    "position": Literal["individual", "commander", "champion"],
    "leads": str,
    "rear_rank": bool,
    "army_commander": bool,
    "enters": Positive,
}
ENGINE_FIELDS: Plain = {"crew": str, "men": Count, "enters": Positive}
FIELDS = {UNIT: UNIT_FIELDS, HERO: HERO_FIELDS, ENGINE: ENGINE_FIELDS}
COMMON = ("profile", "count", "name", "name_fr", "options")
"""What every entry may hold."""


class Member(NamedTuple):
    """One unit, hero or engine of a list, in the order of its file; `plain` is its entry."""

    kind: str
    card: Card
    name_en: str
    name_fr: str
    figures: int
    plain: Plain

    @property
    def nv(self) -> int:
        """The NV of all its figures."""
        return self.figures * self.card.nv

    @property
    def names(self) -> tuple[str, str]:
        """Its name in both languages."""
        return self.name_en, self.name_fr

    @property
    def formation(self) -> str:
        """The formation it starts in: its printed one where the list says nothing. (masse.formation.allowed)"""
        return str(self.plain.get("formation") or formations(self.card)[0])


# ---------------------------------------------------------------- who is in it


def unit_card(entry: Plain, own: dict[str, Profile]) -> Card:
    """The card of a unit, with what the list changes in its profile. (masse.army.profiles-indicative)"""
    profile = PROFILES.find(entry["profile"], own)
    if "changes" in entry:
        profile = content.changed(profile, typed(entry["changes"], Changes), "army", entry["profile"])
    return card_of(profile, extra_load=entry.get("extra_loads", 0))


def hero_card_of(entry: Plain, name_en: str, name_fr: str) -> Card:
    """The card of a hero: his sheet converted, once for all who are alike. (masse.hero.conversion-same-stats)"""
    return converted(msgspec.json.encode(entry), name_en, name_fr)


@lru_cache(1024)
def converted(written: bytes, name_en: str, name_fr: str) -> Card:
    """The card of the hero of an entry that is written as JSON."""
    entry = msgspec.json.decode(written)
    sheet = {name: entry[name] for name in HERO_SHEET if name in entry}
    attacks = [typed(one, HeroAttack) for one in entry.get("attacks", [])]
    spells = tuple(entry.get("spells", []))
    return hero_card(name_en, name_fr, hero_class=entry["profile"], attacks=attacks, spells=spells, **sheet)


HERO_SHEET = (
    "level", "charisma", "hit_points", "ca", "dexterity", "init", "speed_m", "will", "size", "mounted", "shield",
)  # fmt: skip


def member(kind: str, entry: Plain, own: dict[str, Profile], number: int) -> Member:
    """One unit, hero or engine; `number` tells several that share an entry apart, 0 for a single one."""
    name_en, name_fr = entry.get("name", ""), entry.get("name_fr", "") or entry.get("name", "")
    if number and name_en:
        name_en, name_fr = f"{name_en} {number}", f"{name_fr} {number}"
    if kind == HERO:
        row = book().hero_class[entry["profile"]]
        made = hero_card_of(entry, name_en or row.name_en, name_fr or row.name_fr)
    elif kind == ENGINE:
        made = crew_card(entry["profile"], entry.get("crew", "milice"), name_en, name_fr)
    else:
        made = unit_card(entry, own)
    figures = entry.get("figures", 1 if made.n_per_fig == 1 else 10) if kind == UNIT else 1
    return Member(kind, made, name_en or made.name_en, name_fr or made.name_fr, figures, entry)


def written(army: Plain) -> bytes | None:
    """A list as JSON where all its units are the book's: what is made of it may be kept."""
    return by_the_book(army, UNIT, PROFILES.printed())


def members(army: Army | Plain) -> list[Member]:
    """Every unit, hero and engine of a list, in its order; an entry with a count stands for several. How many figures a unit
    has is for the list to say (masse.org.stat-nf), and any number of heroes may command the army
    (masse.hero.army-commander-number). Of a list by the book they are made once."""
    plain = plain_army(army)
    made = written(plain)
    return read_members(plain) if made is None else list(kept_members(made))


@lru_cache(256)
def kept_members(made: bytes) -> tuple[Member, ...]:
    """Every unit, hero and engine of a list by the book that is written as JSON."""
    return tuple(read_members(msgspec.json.decode(made)))


def read_members(plain: Plain) -> list[Member]:
    """Every unit, hero and engine of a list, as its data says."""
    own = PROFILES.brought(plain)
    found = []
    for kind in (UNIT, HERO, ENGINE):
        for entry in plain.get(kind, []):
            found += [member(kind, entry, own, number) for number in numbers(entry)]
    return found


def total_nv(army: Army | Plain) -> int:
    """The NV of a whole list, for information only. (masse.army.muster-by-scenario)"""
    return sum([one.nv for one in members(army)])


# ---------------------------------------------------------------- onto the field


def muster(army: Army | Plain, seat: int, first: int = 0) -> list[Unit]:
    """The units, heroes and engines of a list as they start a battle, in reserve, numbered from `first`.

    Commanders and champions are inside their units (masse.hero.three-positions); a crew that is not complete has lost men
    already; a unit with fewer ladders and grapnels than figures begins as if the others were broken.
    """
    listed = members(army)
    places = {one.name_en: first + number for number, one in reversed(list(enumerate(listed))) if one.kind == UNIT}
    return [placed(one, seat, first + number, places) for number, one in enumerate(listed)]


def placed(one: Member, seat: int, id: int, places: dict[str, int]) -> Unit:
    """A member of a list as a unit of the battle; `places` gives the units by name."""
    plain = one.plain
    unit = unit_of(
        one.card, seat, one.figures, plain.get("files", 0), one.formation, id=id, name_en=one.name_en, name_fr=one.name_fr
    )
    unit.entry_turn = plain.get("enters", 0)
    unit.specialist = plain.get("specialist", False)
    unit.extra_load = plain.get("extra_loads", 0)
    unit.broken_gear = one.figures - plain.get("ladders", 0) - plain.get("grapnels", 0)
    unit.army_commander = plain.get("army_commander", False)
    if one.kind == ENGINE:
        unit.carried = one.card.nv - plain.get("men", one.card.nv)
    if plain.get("leads"):
        unit.status = JOINED
        unit.host = places[plain["leads"]]
        unit.role = COMMANDER if plain["position"] == COMMANDER else CHAMPION
        unit.first_rank = not plain.get("rear_rank", False)
    return unit


HATREDS = (
    ("hates-orcs-goblinoids", "orc"),
    ("hates-orcs-goblinoids", "goblinoid"),
    ("hates-kobolds-goblinoids", "kobold"),
    ("hates-kobolds-goblinoids", "goblinoid"),
)
"""Who hates whom by race, one way: dwarves orcs and goblinoids, gnomes kobolds and goblinoids. (masse.morale.hatred-pairs)"""


def hatreds(lists: list[Plain]) -> tuple[tuple[str, str], ...]:
    """The usual hatreds and those that the lists add: pairs of traits. (masse.morale.hatred-pairs)"""
    own = [(str(hunter), str(prey)) for army in lists for hunter, prey in army.get("hatreds", [])]
    return tuple(dict.fromkeys([*HATREDS, *own]))
