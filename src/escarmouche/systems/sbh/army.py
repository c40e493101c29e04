"""Building a warband: what it may hold, what it costs, and its sheet. In the order of the book's chapter."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from typing import Any, NamedTuple

import msgspec

from escarmouche.core.armies import Army
from escarmouche.core.content import Plain, convert, unknown
from escarmouche.core.effects import Chance
from escarmouche.core.offers import Column, Fault, Prices
from escarmouche.core.settings import Setting, Value
from escarmouche.core.system import Setup
from escarmouche.kit import view as contract
from escarmouche.kit.armies import Lists, Paper, by_the_book, numbers, plain_army, title
from escarmouche.kit.rows import Count, Positive, limits, values_of
from escarmouche.systems.sbh import content, pricing
from escarmouche.systems.sbh.content import PACKAGE, PROFILES, book
from escarmouche.systems.sbh.rows import OwnProfile, Profile
from escarmouche.systems.sbh.view import spoken

LIMIT = 300
"""Points a side when the players agree on nothing else. (sbh.army.points-limit)"""
RANDOM = "random"
"""The scenario that stands for a roll on the scenario table."""
DRAWN = {
    "name_en": "Drawn by a die",
    "name_fr": "Tiré au dé",
    "briefing_en": "A die on the scenario table decides what is fought for, once the bands are chosen.",
    "briefing_fr": "Un dé lancé sur la table des scénarios dit de quoi il retourne, une fois les bandes choisies.",
}
TRIES = 60
"""So many draws of a profile fill a random band."""
SLOTS = 8
"""Lines for characters, and as many for warriors, on a band's sheet. (sbh.army.roster)"""

GAINS = ("quality", "combat", "shooter", "item", "charges")
"""What a campaign gives a fighter beside its profile, as its options name it."""

PAPER = Paper(PACKAGE)

ARMY_FIELDS: Plain = {
    "player": str,
    "limit": Positive,
    "special": bool,
    "factions": list[str],
    "victory_points": Count,
    "upgrades": list[str],
    "campaign": bool,
    "profile": list[OwnProfile],
}
"""What a warband's file may hold beside the usual: the player, the points limit, whether it is for a special scenario,
the lists it keeps to, victory points, upgrades, whether a campaign has made it what it is, and profiles of one's own."""


class Member(NamedTuple):
    """One figure of a band: its profile, its own name if it has one, and what a campaign has made of it."""

    profile: Profile
    name: str
    options: Plain

    @property
    def quality(self) -> int:
        """Its Quality, improved or not."""
        return int(self.options.get("quality", self.profile.quality))

    @property
    def combat(self) -> int:
        """Its Combat, improved or not."""
        return int(self.options.get("combat", self.profile.combat))

    @property
    def traits(self) -> list[str]:
        """Its special rules; the range of a Shooter may have been gained in a campaign."""
        gained = self.options.get("shooter")
        if not gained:
            return list(self.profile.traits)
        return [*[one for one in self.profile.traits if not one.startswith("shooter:")], f"shooter:{gained}"]


# ---------------------------------------------------------------- who is in it


def written(army: Plain) -> bytes | None:
    """A band as JSON where all its profiles are the book's: what is made of it may be kept."""
    return by_the_book(army, "figure", PROFILES.printed())


def members(army: Army | Plain) -> list[Member]:
    """Every figure of a band, in the order of its file. (sbh.army.build)

    A profile may be taken any number of times, from any list; several figures that share a name are numbered.
    """
    plain = plain_army(army)
    own = PROFILES.brought(plain)
    found = []
    for entry in plain.get("figure", []):
        profile = PROFILES.find(entry["profile"], own)
        name, options = entry.get("name", ""), entry.get("options", {})
        found += [Member(profile, f"{name} {i}" if name and i else name, options) for i in numbers(entry)]
    return found


def points(army: Army | Plain) -> int:
    """The points of a band. (sbh.profile.points)"""
    return sum([member.profile.points for member in members(army)])


# ---------------------------------------------------------------- is it legal?


def check(army: Army | Plain, limit: int | None = None) -> list[Fault]:
    """Everything that makes a band illegal: rule, English, French. Empty when it may play.

    The points limit is `limit`, else the file's, else 300. A band in a campaign was legal when it was built, and losses and
    recruits may take it beyond (sbh.campaign.recruit): it needs only somebody to fight. A band by the book is looked at once.
    """
    plain = plain_army(army)
    made = written(plain)
    return faults_in(plain, limit) if made is None else list(kept_faults(made, limit))


@lru_cache(256)
def kept_faults(made: bytes, limit: int | None) -> tuple[Fault, ...]:
    """What makes a band by the book illegal that is written as JSON."""
    return tuple(faults_in(msgspec.json.decode(made), limit))


def faults_in(plain: Plain, limit: int | None = None) -> list[Fault]:
    """Everything that makes a band illegal, as its data says."""
    agreed = limit or plain.get("limit", LIMIT)
    band = members(plain)
    if plain.get("campaign"):
        return list(_nobody(band))
    return [
        *_nobody(band),
        *_too_dear(band, agreed),
        *_too_many_characters(band, agreed),
        *_too_many_animals(band),
        *_lone_swarms(band),
        *_outsiders(band, plain.get("factions", [])),
        *([] if plain.get("special") else _non_combatants(band)),
        *_gains(band),
        *_upgraded(plain.get("upgrades", [])),
    ]


def _names(profile: Profile) -> tuple[str, str]:
    return profile.name_en, profile.name_fr


def _nobody(band: list[Member]) -> Iterator[Fault]:
    """A band has fighters, of whatever kinds and lists. (sbh.army.build)"""
    if not band:
        yield PAPER.fault("sbh.army.build")


def _too_dear(band: list[Member], limit: int) -> Iterator[Fault]:
    """The total may not exceed the limit. (sbh.army.points-limit)"""
    total = sum([member.profile.points for member in band])
    if total > limit:
        yield PAPER.fault("sbh.army.points-limit", total, limit, total - limit)


def _too_many_characters(band: list[Member], limit: int) -> Iterator[Fault]:
    """At most a third of the limit goes to characters, compared without rounding. (sbh.army.characters-third)"""
    spent = sum([member.profile.points for member in band if member.profile.character])
    if 3 * spent > limit:
        yield PAPER.fault("sbh.army.characters-third", spent, limit // 3, limit)


def is_animal(profile: Profile) -> bool:
    """Does the Animal rule apply? A Swarm follows it too. (sbh.special.swarm-animal)"""
    return "animal" in profile.traits or "swarm" in profile.traits


def _too_many_animals(band: list[Member]) -> Iterator[Fault]:
    """At most half of the figures are Animals or Swarms. (sbh.army.animals-half, sbh.special.animal-half-band)"""
    animals = len([member for member in band if is_animal(member.profile)])
    if 2 * animals > len(band):
        yield PAPER.fault("sbh.army.animals-half", animals, len(band), len(band) // 2)


def _lone_swarms(band: list[Member]) -> Iterator[Fault]:
    """Swarm bases must be able to touch one of their kind, so a band takes two or none. (sbh.special.swarm-cohesion)"""
    bases = Counter([member.profile.id for member in band if "swarm" in member.profile.traits])
    for name, count in bases.items():
        if count < 2:
            profile = next(member.profile for member in band if member.profile.id == name)
            yield PAPER.fault("sbh.special.swarm-cohesion", _names(profile))


def _outsiders(band: list[Member], agreed: list[str]) -> Iterator[Fault]:
    """Where the players agreed on lists, nobody comes from another. (sbh.army.racial-bands)"""
    if not agreed:
        return
    strangers = {member.profile.id: member.profile for member in band if member.profile.faction not in agreed}
    lists = [book().faction[name] for name in agreed]
    allowed = ", ".join([one.name_en for one in lists]), ", ".join([one.name_fr for one in lists])
    for profile in strangers.values():
        yield PAPER.fault("sbh.army.racial-bands", _names(profile), allowed)


def _non_combatants(band: list[Member]) -> Iterator[Fault]:
    """A figure of 5 points or less is for special scenarios only. (sbh.army.non-combatants)"""
    for profile in {member.profile.id: member.profile for member in band if member.profile.non_combatant}.values():
        yield PAPER.fault("sbh.army.non-combatants", _names(profile), profile.points)


def _gains(band: list[Member]) -> Iterator[Fault]:
    """What a fighter gains is paid for with experience, not with points: only a campaign gives it. (sbh.campaign.experience)"""
    gained = [member.profile for member in band if any(member.options.get(name) is not None for name in GAINS)]
    for profile in {one.id: one for one in gained}.values():
        yield PAPER.fault("sbh.campaign.experience", _names(profile))


def _upgraded(upgrades: list[str]) -> Iterator[Fault]:
    """Upgrades are bought with victory points: only a campaign gives them. (sbh.campaign.upgrade-price)"""
    if upgrades:
        rows = [book().upgrade[name] for name in upgrades]
        named = ", ".join([row.name("en") for row in rows]), ", ".join([row.name("fr") for row in rows])
        yield PAPER.fault("sbh.campaign.upgrade-price", named)


# ---------------------------------------------------------------- what does a fighter cost?


def price(**profile: Any) -> int:
    """The points of a fighter of one's own: `quality`, `combat` and `traits`. (sbh.army.custom-profile)

    >>> price(quality=4, combat=2, traits=["shooter:short", "gregarious"])
    23
    """
    given = convert({"id": "profile", "name": "profile", **profile}, OwnProfile, "profile", "")
    return content.complete(given, "profile", alone=True).points


class Gap(NamedTuple):
    """A printed price that is not the formula's."""

    profile: str
    printed: int
    computed: int


def cost_exceptions() -> list[Gap]:
    """The profiles of the lists whose printed points are not what the formula gives. (sbh.army.cost-formula)"""
    found = []
    for one in book().profile.values():
        computed = pricing.points(one.quality, one.combat, one.traits, book())
        if computed != one.points:
            found.append(Gap(one.id, one.points, computed))
    return found


# ---------------------------------------------------------------- the sheet


def sheet(army: Army | Plain, language: str) -> Plain:
    """The band's sheet: player, points, victory points, notes, upgrades, characters, warriors. (sbh.army.roster)"""
    plain = plain_army(army)
    band = members(plain)
    limit = plain.get("limit", LIMIT)
    upgrades = ", ".join([book().upgrade[name].name(language) for name in plain.get("upgrades", [])])
    values = {
        "band": title(plain, language),
        "player": plain.get("player", ""),
        "points": f"{points(plain)} / {limit}",
        "victory-points": str(plain["victory_points"]) if "victory_points" in plain else "",
        "notes": plain.get("notes", ""),
        "upgrades": upgrades,
    }
    columns = ("name", "points", "quality", "combat", "traits")
    parts = []
    for key, wanted in (("characters", True), ("warriors", False)):
        lines = [_line(member, language) for member in band if member.profile.character is wanted]
        blank = [[""] * len(columns) for _ in range(SLOTS - len(lines))]
        parts.append(PAPER.part(key, columns, lines + blank, language, (1, 2, 3)))
    return PAPER.sheet(values, parts, language)


def _line(member: Member, language: str) -> list[str]:
    """A figure's line: name, Points, Quality, Combat, special rules. (sbh.profile.structure)"""
    profile = member.profile
    kind = profile.name(language)
    name = f"{member.name} ({kind})" if member.name else kind
    traits = ", ".join([book().trait_name(trait, language) for trait in member.traits])
    return [name, str(profile.points), f"{member.quality}+", str(member.combat), traits]


# ---------------------------------------------------------------- the system's content


class Warbands(Lists):
    """The content side of the system: profiles and warbands."""

    package = PACKAGE
    book = PROFILES
    army_fields = ARMY_FIELDS

    def cells(self, profile: Plain, language: str) -> dict[str, str]:
        return {
            **super().cells(profile, language),
            "points": str(profile["points"]),
            "quality": f"{profile['quality']}+",
            "combat": str(profile["combat"]),
            "traits": ", ".join([book().trait_name(trait, language) for trait in profile["traits"]]),
        }

    def checked(self, army: Plain, file: str) -> Plain:
        """Of a band by the book the data is checked once."""
        made = written(army)
        return super().checked(army, file) if made is None else msgspec.json.decode(kept_band(made, file))

    def validate(self, army: Plain, file: str) -> None:
        validate(army, file)

    def check(self, army: Plain) -> list[Fault]:
        return check(army)

    def limit(self, army: Plain) -> int:
        return int(army.get("limit", LIMIT))

    def points(self, army: Plain) -> int:
        return points(army)

    def sheet(self, army: Plain, language: str) -> Plain:
        return sheet(army, language)

    def columns(self) -> tuple[Column, ...]:
        numbers = [contract.column(id, spoken(f"short.{id}"), spoken(f"number.{id}")) for id in ("points", "quality", "combat")]
        return (*numbers, contract.column("traits", spoken("column.traits")))

    def lists(self) -> tuple[Value, ...]:
        return values_of(book().faction.values())

    def own_profile(self) -> tuple[Setting, ...]:
        """Quality, Combat and special rules; the formula prices them. (sbh.army.custom-profile)"""
        numbers = []
        for id, usual in (("quality", 4), ("combat", 2)):
            least, most = limits(OwnProfile, id)
            name = spoken(f"number.{id}")
            numbers.append(Setting(id, "count", name["en"], name["fr"], usual, least=least, most=most))
        known = pricing.spellings(book().costs())
        named = [Value(one, book().trait_name(one, "en"), book().trait_name(one, "fr")) for one in known]
        title = spoken("column.traits")
        return (*numbers, Setting("traits", "switches", title["en"], title["fr"], (), values=tuple(named)))


class Points(Prices):
    """The points formula of the book."""

    def price(self, **profile: Any) -> int:
        return price(**profile)


def random_band(chance: Chance) -> Plain:
    """A random legal warband: profiles of all lists, as long as the band stays legal and 300 points are not spent."""
    names = sorted(book().profile)
    chosen: list[Plain] = []
    for _ in range(TRIES):
        name = names[chance.below(len(names))]
        count = 2 if "swarm" in book().profile[name].traits else 1
        more: list[Plain] = [*chosen, {"profile": name, "count": count}]
        if not faults_in({"system": "sbh", "name": "random", "figure": more}):
            chosen = more
    return {"system": "sbh", "name": "random", "figure": chosen}


@lru_cache(256)
def kept_band(made: bytes, file: str) -> bytes:
    """A band by the book that is written as JSON, checked, as its file has it."""
    return msgspec.json.encode(Army.from_plain(msgspec.json.decode(made), file).to_plain())


def validate(army: Plain, file: str) -> None:
    """Refuse an army that names a profile, list, upgrade or special rule that does not exist."""
    own = PROFILES.brought(army, file)
    for field, kind, known in (
        ("factions", ("list", "liste"), book().faction),
        ("upgrades", ("upgrade", "amélioration"), book().upgrade),
    ):
        for name in army.get(field, []):
            if name not in known:
                raise unknown(file, "", field, kind, name, known)
    for number, entry in enumerate(army.get("figure", []), 1):
        PROFILES.require(entry["profile"], own, file, f"figure {number}")


def pack(setup: Setup) -> Setup:
    """The set-up with people's own profiles, scenario and terrain written into it, so that a save plays anywhere."""
    packed = Warbands().packed(setup)
    options = packed.options
    if setup.scenario not in (*book().scenario, RANDOM) and "scenario" not in options:
        options["scenario"] = msgspec.to_builtins(content.scenarios()[setup.scenario])
    if isinstance(options.get("terrain"), str) and options["terrain"] in (laid := content.layouts()):
        options["terrain"] = msgspec.to_builtins(laid[options["terrain"]])
    return packed
