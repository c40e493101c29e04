"""Raising a troop: who may be in it, what it costs, its sheet with both sides of every card."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from escarmouche.core.armies import Army
from escarmouche.core.content import Plain, convert
from escarmouche.core.effects import Chance
from escarmouche.core.offers import Column, Fault, Prices
from escarmouche.core.settings import EntryKind, Setting, Value
from escarmouche.kit.armies import Lists, Paper, numbers, plain_army, title
from escarmouche.kit.rows import Positive, limits, values_of
from escarmouche.systems.fda import content
from escarmouche.systems.fda.content import PACKAGE, PROFILES, book
from escarmouche.systems.fda.rows import Card, OwnProfile, Profile
from escarmouche.systems.fda.scenario_rows import Scenario

PAPER = Paper(PACKAGE)

ARMY_FIELDS: Plain = {"player": str, "limit": Positive, "morale_limit": Positive, "profile": list[OwnProfile]}
"""What a troop's file may hold beside the usual: the player, the price and the morale agreed on, profiles of one's own."""
ENTRY_FIELDS: Plain = {"name_fr": str}
VALUES: Final = ("combat", "shooting", "defence", "agility", "morale")
COLUMNS: Final = ("price", *VALUES)
ROMAN: Final = ("0", "I", "II", "III", "IV")
"""Morale is written in Roman numerals. (fda.char.morale)"""
CAMPS: Final = ("adventurers", "dungeon", "neutral")


class Member(NamedTuple):
    """One figure of a troop: its profile, and its own name if it has one."""

    profile: Profile
    name_en: str
    name_fr: str

    def called(self, language: str) -> str:
        """Its own name, else its profile's."""
        own = self.name_fr if language == "fr" else self.name_en
        return own or self.profile.name(language)


# ---------------------------------------------------------------- who is in it


def members(army: Army | Plain) -> list[Member]:
    """Every figure of a troop, in the order of its file; several that share a name are numbered."""
    plain = plain_army(army)
    own = PROFILES.brought(plain)
    found = []
    for entry in plain.get("figure", []):
        profile = PROFILES.find(entry["profile"], own)
        english = entry.get("name", "")
        french = entry.get("name_fr", english)
        for number in numbers(entry):
            names = [f"{name} {number}" if name and number else name for name in (english, french)]
            found.append(Member(profile, names[0], names[1]))
    return found


def points(army: Army | Plain) -> int:
    """The price of a troop. (fda.army.price)"""
    return sum([member.profile.price for member in members(army)])


def morale(army: Army | Plain) -> int:
    """The morale of a whole troop, nobody hurt yet. (fda.army.troop-by-morale)"""
    return sum([member.profile.healthy.morale for member in members(army)])


def camp(army: Army | Plain) -> str:
    """Whose troop it is: the camp of the first figure that has but one; neutral where nobody has. (fda.setup.two-troops)"""
    return next((one.profile.side for one in members(army) if not one.profile.either_side), "neutral")


# ---------------------------------------------------------------- is it legal?


def check(army: Army | Plain, limit: int = 0, morale_limit: int = 0) -> list[Fault]:
    """Everything that makes a troop illegal, one fault each. Empty when it may play.

    What it may cost and how much morale it may have is what is given, else what its file says, else what is usual.
    (fda.army.troop-by-morale)
    """
    plain = plain_army(army)
    most = book().limits
    price = limit or plain.get("limit", most.price)
    spirit = morale_limit or plain.get("morale_limit", most.morale)
    return [*_numbers(plain, price, spirit), *_characters(members(plain)), *_strangers(plain)]


def _numbers(plain: Plain, price: int, spirit: int) -> Iterator[Fault]:
    """Not too many, not too dear, not too brave. (fda.army.troop-by-morale)"""
    rule = "fda.army.troop-by-morale"
    figures, cost, brave = len(members(plain)), points(plain), morale(plain)
    if not figures:
        yield PAPER.fault(rule, key="nobody")
    if figures > book().limits.figures:
        yield PAPER.fault(rule, figures, book().limits.figures, key="figures")
    if cost > price:
        yield PAPER.fault(rule, cost, price, cost - price, key="price")
    if brave > spirit:
        yield PAPER.fault(rule, brave, spirit, key="morale")


def _characters(troop: list[Member]) -> Iterator[Fault]:
    """Each named character once, and no more large creatures than there may be. (fda.army.troop-by-morale)"""
    rule = "fda.army.troop-by-morale"
    profiles = [one.profile for one in troop]
    for profile in {one.id: one for one in profiles if one.named}.values():
        many = [one.id for one in profiles].count(profile.id)
        if many > 1:
            yield PAPER.fault(rule, profile.names, many, key="named-twice")
    large = sum([one.size == "large" for one in profiles])
    if large > book().limits.large:
        yield PAPER.fault(rule, large, book().limits.large, key="large")


def _strangers(plain: Plain) -> Iterator[Fault]:
    """Adventurers do not serve the dungeon, nor the other way round. (fda.setup.two-troops)"""
    home = camp(plain)
    for profile in {one.profile.id: one.profile for one in members(plain)}.values():
        if not profile.either_side and profile.side != home:
            yield PAPER.fault("fda.setup.two-troops", profile.names, PAPER.labels(f"camp.{home}"), key="stranger")


def unfit(army: Army | Plain, scenario: Scenario, seat: int) -> list[Fault]:
    """Why a troop cannot play a scenario at a seat: it is of the other camp, or somebody is missing without whom there is no
    scenario. The adventurers have the first seat. (fda.scenario.general-deployment)"""
    found = []
    wanted, present = (("adventurers", scenario.present_adventurers), ("dungeon", scenario.present_dungeon))[seat]
    if not scenario.any_troops and camp(army) not in (wanted, "neutral"):
        found.append(PAPER.fault(scenario.rules[0], scenario.names, PAPER.labels(f"camp.{wanted}"), key="wrong-camp"))
    here = [one.profile.id for one in members(army)]
    for name in present:
        if name not in here:
            found.append(PAPER.fault(scenario.rules[0], scenario.names, book().profile[name].names, key="missing"))
    return found


def validate(army: Plain, file: str) -> None:
    """Refuse a troop that names a profile that does not exist."""
    own = PROFILES.brought(army, file)
    for number, entry in enumerate(army.get("figure", []), 1):
        PROFILES.require(entry["profile"], own, file, f"figure {number} ({entry['profile']})")


# ---------------------------------------------------------------- what does a figure cost?


def price(**profile: Any) -> int:
    """The price of a figure of one's own. (fda.army.price)

    >>> price(side="dungeon", combat=5, shooting=4, defence=4, agility=4, morale=2, equipment=["axe", "javelin"])
    22
    """
    given = convert({"id": "profile", "name": "profile", **profile}, OwnProfile, "profile", "")
    return content.complete(given, "profile", alone=True).price


class PriceTable(Prices):
    """The price table."""

    def price(self, **profile: Any) -> int:
        return price(**profile)


# ---------------------------------------------------------------- the sheet


def sheet(army: Army | Plain, language: str) -> Plain:
    """The troop's sheet: every figure with both sides of its card, what it carries, its special rules."""
    plain = plain_army(army)
    most = book().limits
    values = {
        "troop": title(plain, language),
        "player": plain.get("player", ""),
        "price": f"{points(plain)} / {plain.get('limit', most.price)}",
        "morale": f"{morale(plain)} / {plain.get('morale_limit', most.morale)}",
        "notes": plain.get("notes", ""),
    }
    columns = ("name", *COLUMNS, "equipment", "traits")
    lines = [_line(member, language) for member in members(plain)]
    return PAPER.sheet(values, [PAPER.part("figures", columns, lines, language, range(1, 1 + len(COLUMNS)))], language)


def _line(member: Member, language: str) -> list[str]:
    """A figure's line."""
    profile = member.profile
    kind, own = profile.name(language), member.called(language)
    name = kind if own == kind else f"{own} ({kind})"
    values = value_cells(profile)
    return [
        name,
        str(profile.price),
        *[values[one] for one in VALUES],
        carried(profile, language),
        traits_of(profile, language),
    ]


def value_cells(profile: Profile) -> dict[str, str]:
    """The values of a profile as they are written, healthy and, behind a stroke, wounded. (fda.setup.cards)"""
    hurt = profile.wounded
    cells = {}
    for name in VALUES:
        sides = [side for side in (profile.healthy, hurt) if side is not None]
        cells[name] = " / ".join([written(side, name) for side in sides])
    return cells


def written(card: Card, name: str) -> str:
    """A value of a card as it is written."""
    value: int = getattr(card, name)
    return ROMAN[value] if name == "morale" else str(value)


def carried(profile: Profile, language: str) -> str:
    """What it carries, each thing as often as it has it, and the spells that it knows."""
    things = []
    for name in dict.fromkeys(profile.equipment):
        many = profile.equipment.count(name)
        things.append(f"{book().things()[name].name(language)}{f' × {many}' if many > 1 else ''}")
    spells = ", ".join([book().spell[name].name(language) for name in profile.spells])
    return " · ".join([part for part in (", ".join(things), spells) if part])


def traits_of(profile: Profile, language: str) -> str:
    """Its special rules by their names."""
    return ", ".join([book().trait[name].name(language) for name in profile.traits])


# ---------------------------------------------------------------- the system's content


class Troops(Lists):
    """The content side of the system: profiles and troops."""

    package = PACKAGE
    book = PROFILES
    army_fields = ARMY_FIELDS
    entry_fields = ENTRY_FIELDS

    def kinds(self) -> tuple[EntryKind, ...]:
        return (EntryKind("figure", *PAPER.labels("sheet.figures")),)

    def cells(self, profile: Plain, language: str) -> dict[str, str]:
        row = convert(profile, Profile, "profile", profile["id"])
        return {
            **super().cells(profile, language),
            "price": str(row.price),
            **value_cells(row),
            "size": PAPER.label(f"size.{row.size}", language),
            "equipment": carried(row, language),
            "traits": traits_of(row, language),
        }

    def columns(self) -> tuple[Column, ...]:
        short = [PAPER.column(id, short=True) for id in COLUMNS]
        return (*short, *[PAPER.column(id) for id in ("size", "equipment", "traits")])

    def lists(self) -> tuple[Value, ...]:
        return tuple([Value(one, *PAPER.labels(f"camp.{one}")) for one in CAMPS])

    def listed(self, profile: Plain) -> str:
        return str(profile["side"])

    def worth(self, profile: Plain) -> int | None:
        return int(profile["price"])

    def own_profile(self) -> tuple[Setting, ...]:
        """Camp, size, the values of the healthy side, equipment, special rules and spells; the table prices them."""
        sizes = tuple([Value(one, *PAPER.labels(f"size.{one}")) for one in book().contact_limit])
        found = [PAPER.setting("side", "choice", values=self.lists()), PAPER.setting("size", "choice", "foot", values=sizes)]
        for id, usual in zip(VALUES, (4, 2, 4, 4, 2), strict=True):
            least, most = limits(OwnProfile, id)
            found.append(PAPER.setting(id, "count", usual, least=least, most=most))
        things = [one for one in book().things().values() if getattr(one, "playable", True)]
        return (
            *found,
            PAPER.setting("equipment", "switches", (), values=values_of(things)),
            PAPER.setting("traits", "switches", (), values=values_of(book().trait.values())),
            PAPER.setting("spells", "switches", (), values=values_of(book().spell.values())),
            PAPER.setting("named", "flag", False),
        )

    def drawn(self, scenario: str, chance: Chance, seats: int) -> list[Plain]:
        """The scenario's two troops; in a dungeon at random any ready one of each camp."""
        row = book().scenario.get(scenario) or book().scenario["brawl"]
        ready = self.ready()
        found = []
        for name, home in ((row.adventurers, "adventurers"), (row.dungeon, "dungeon"))[:seats]:
            fitting = [army for army in ready.values() if camp(army) == home] if row.random else [ready[name]]
            found.append(fitting[chance.below(len(fitting))] if len(fitting) > 1 else fitting[0])
        return found

    def validate(self, army: Plain, file: str) -> None:
        validate(army, file)

    def check(self, army: Plain) -> list[Fault]:
        return check(army)

    def limit(self, army: Plain) -> int:
        return int(army.get("limit", book().limits.price))

    def points(self, army: Plain) -> int:
        return points(army)

    def sheet(self, army: Plain, language: str) -> Plain:
        return sheet(army, language)
