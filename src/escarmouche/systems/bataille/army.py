"""Building an army: what it may hold, what it costs, and its sheet.

    system = "bataille"
    name = "The March Wardens"
    limit = 1000

    [[figure]]
    profile = "men-captain"
    items = ["item-quickness"]

    [[figure]]
    profile = "men-archer"
    count = 12

    [[gun]]
    profile = "men-bombard"
    crew = "men-militia"
    men = 3

Items, spells and the creature that is summoned replace those of the profile; the crew of a gun are paid beside it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from typing import Any, NamedTuple

import msgspec

from escarmouche.core.armies import Army
from escarmouche.core.content import Plain, check_names, convert, unknown, wrong
from escarmouche.core.effects import Chance
from escarmouche.core.offers import Column, Fault, Prices
from escarmouche.core.settings import EntryKind, Setting, Value
from escarmouche.kit.armies import Lists, Paper, numbers, plain_army, ready, title
from escarmouche.kit.rows import Count, Named, Positive, limits, values_of
from escarmouche.systems.bataille import content
from escarmouche.systems.bataille.content import PACKAGE, PROFILES, book, price_of
from escarmouche.systems.bataille.pricing import GUN
from escarmouche.systems.bataille.rows import Limit, OwnProfile, Profile, Quickness

PAPER = Paper(PACKAGE)
AGREED_SLICES = "slices-of-agreed-limit"
"""The switch by which allowances go by the agreed limit. (bataille.army.full-slices)"""
AMULET, QUICK, SUMMONING = "item-obsidian-amulet", "item-quickness", "summoning"
CREW, MEN = "men-militia", 3
"""What a gun that is added in a builder starts with."""
QUICK_GAME = 500
"""The size of the armies that are drawn when nobody brings one."""
TRIES = 60
"""So many draws of a profile fill a random army."""

CHANGES = ("items", "spells", "summons", "quickness")
"""What an entry may say in its profile's place. (bataille.item.choice)"""
FIELDS: dict[str, Plain] = {
    "figure": {"items": list[str], "spells": list[str], "summons": list[str], "quickness": Quickness, "twice": bool},
    "gun": {"crew": str, "men": Count},
}
"""The fields of an entry by its kind, beside the usual ones."""


class Member(NamedTuple):
    """One figure or gun: its profile with the items and spells it really has, its own name, and the number (from 1) of the gun
    that it is or serves, 0 for none."""

    profile: Profile
    name: str
    gun: int


# ---------------------------------------------------------------- who is in it


def members(army: Army | Plain) -> list[Member]:
    """Everybody in an army, in the order of its file: the figures, then every gun with its crew behind it."""
    plain = plain_army(army)
    own = PROFILES.brought(plain)
    found = []
    for entry in plain.get("figure", []):
        profile, name = equipped(PROFILES.find(entry["profile"], own), entry), entry.get("name", "")
        found += [Member(profile, f"{name} {i}" if name and i else name, 0) for i in numbers(entry)]
    guns = 0
    for entry in plain.get("gun", []):
        for i in numbers(entry):
            guns, name = guns + 1, entry.get("name", "")
            found.append(Member(PROFILES.find(entry["profile"], own), f"{name} {i}" if name and i else name, guns))
            if entry.get("crew"):
                found += [Member(PROFILES.find(entry["crew"], own), "", guns)] * entry.get("men", MEN)
    return found


def equipped(profile: Profile, entry: Plain) -> Profile:
    """A profile with what its entry names in the place of its items and spells. (bataille.item.choice)"""
    said = {name: tuple(entry[name]) if name != "quickness" else entry[name] for name in CHANGES if name in entry}
    if entry.get("twice"):
        said["spells"] = tuple([spell for spell in said.get("spells", profile.spells) for _ in range(2)])
    return msgspec.structs.replace(profile, **said) if said else profile


def kinds(everybody: list[Member]) -> list[Profile]:
    """The profiles of all of them, each as often as the army names it."""
    return list({id(one.profile): one.profile for one in everybody}.values())


def points(army: Army | Plain, switches: Collection[str] = ()) -> int:
    """The points of an army, crew and guns included. (bataille.points.army-total)"""
    return cost_of(members(army), switches)


def cost_of(everybody: list[Member], switches: Collection[str]) -> int:
    """The points of all of them."""
    prices = {id(profile): price_of(profile, tuple(switches)) for profile in kinds(everybody)}
    return sum([prices[id(one.profile)] for one in everybody])


# ---------------------------------------------------------------- is it legal?


def check(
    army: Army | Plain, limit: int | None = None, switches: Collection[str] = (), everybody: list[Member] | None = None
) -> list[Fault]:
    """Everything that makes an army illegal: rule, English, French. Empty when it may play. Every army keeps to the limits by
    itself (bataille.multi.per-army), and a gun is none of its figures (bataille.artillery.not-counted).

    The points limit is `limit`, else the file's; where nothing is agreed there is none. Allowances go by whole slices of what
    the army costs (bataille.army.full-slices). `everybody` are the army's `members`, if they are known.
    """
    plain = plain_army(army)
    agreed, everybody = limit or plain.get("limit", 0), members(plain) if everybody is None else everybody
    cost = cost_of(everybody, switches)
    size = agreed if agreed and AGREED_SLICES in switches else cost
    faults = [] if any(one.profile.role != GUN for one in everybody) else [PAPER.fault("bataille.setup.starting-count")]
    if agreed and cost > agreed:
        faults.append(PAPER.fault("bataille.army.budget", cost, agreed, cost - agreed))
    faults += [*_slices(everybody, size), *_titans(everybody, size)]
    own = PROFILES.brought(plain)
    for one in dict.fromkeys(kinds(everybody)):
        faults += [*_items(one), *_spells(one), *_summons(one, own, switches)]
    return [*faults, *_crews(plain, everybody, own)]


def names(row: Named) -> tuple[str, str]:
    """The name of a row in both languages."""
    return row.name_en, row.name_fr


def allowance(limit: Limit, size: int) -> int:
    """How many an army of some size may have: so many for every complete slice. (bataille.army.full-slices)

    >>> [allowance(book().limit["characters"], size) for size in (249, 500, 740, 750, 2000)]
    [0, 2, 2, 3, 8]
    """
    return (
        limit.maximum * (size // limit.per_points) if limit.per_points else limit.maximum * (size >= limit.minimum_army_points)
    )


def _slices(everybody: list[Member], size: int) -> Iterator[Fault]:
    """Heroes and Sorcerers, and guns, up to so many for each slice of points. (bataille.character.allowance,
    bataille.character.maximum, bataille.artillery.limit)"""
    roles = Counter([one.profile.role for one in everybody])
    for limit, count in (("characters", roles["hero"] + roles["sorcerer"]), ("artillery", roles[GUN])):
        row = book().limit[limit]
        if count > allowance(row, size):
            yield PAPER.fault(row.rule, count, size, allowance(row, size), row.per_points)


def _titans(everybody: list[Member], size: int) -> Iterator[Fault]:
    """One Titan at most, and only in a large army. (bataille.titan.one-per-army, bataille.titan.army-size)"""
    row, count = book().limit["titan"], len([one for one in everybody if one.profile.role == "titan"])
    if count > row.maximum:
        yield PAPER.fault("bataille.titan.one-per-army", count, row.maximum)
    if count and not allowance(row, size):
        yield PAPER.fault(row.rule, size, row.minimum_army_points)


def _items(one: Profile) -> Iterator[Fault]:
    """A Hero has one item, a Titan up to two different ones, nobody else any. (bataille.hero.one-item,
    bataille.character.exclusive, bataille.titan.two-items, bataille.titan.items-detail, bataille.item.choice)"""
    role, held = book().role[one.role], len(one.items)
    if held and not role.items:
        yield PAPER.fault(
            "bataille.character.exclusive" if role.character else "bataille.item.choice", names(one), key="no-items"
        )
    elif held > role.items or (role.must and held < role.items):
        yield PAPER.fault(role.rule, names(one), role.items, held)
    if len(set(one.items)) < held:
        yield PAPER.fault("bataille.titan.items-detail", names(one))
    if QUICK in one.items and one.quickness == "shooting" and not one.shooting:
        yield PAPER.fault("bataille.item.quickness-detail", names(one))


def _spells(one: Profile) -> Iterator[Fault]:
    """A Sorcerer has two spells, the bearer of the amulet one, nobody else any. (bataille.sorcerer.two-spells,
    bataille.item.obsidian-spell, bataille.character.exclusive)"""
    role, held = book().role[one.role], len(one.spells)
    known = role.spells or (book().magic_item[AMULET].spells if AMULET in one.items else 0)
    if held == known:
        return
    if not known:
        yield PAPER.fault("bataille.character.exclusive", names(one), key="no-spells")
    else:
        yield PAPER.fault(role.rule if role.spells else "bataille.item.obsidian-spell", names(one), known, held)


def _summons(one: Profile, own: dict[str, Profile], switches: Collection[str]) -> Iterator[Fault]:
    """Every Summoning names its creature, one for all or one each: a plain figure that is cheap enough.
    (bataille.spell.summon-kind, bataille.spell.summon-cap)"""
    castings = one.spells.count(SUMMONING)
    if castings and len(one.summons) not in (1, castings):
        yield PAPER.fault("bataille.spell.summon-kind", names(one), castings)
    most = book().number("summon-max-cost")
    for creature in [PROFILES.find(name, own) for name in dict.fromkeys(one.summons)] if castings else []:
        cost = price_of(creature, tuple(switches))
        if creature.role != "troop":
            yield PAPER.fault("bataille.spell.summon-kind", names(one), names(creature), key="summons-plain")
        elif cost > most:
            yield PAPER.fault("bataille.spell.summon-cap", names(one), names(creature), cost, most)


def _crews(plain: Plain, everybody: list[Member], own: dict[str, Profile]) -> Iterator[Fault]:
    """A gun has one to three plain figures as its crew. (bataille.artillery.crew-needed, bataille.artillery.crew-roster)"""
    for stray in {one.profile.id: one.profile for one in everybody if one.profile.role == GUN and not one.gun}.values():
        yield PAPER.fault("bataille.artillery.crew-roster", names(stray), key="gun-among-figures")
    most = book().number("artillery-max-crew")
    for entry in plain.get("gun", []):
        gun, men = PROFILES.find(entry["profile"], own), entry.get("men", MEN) if entry.get("crew") else 0
        if not 1 <= men <= most:
            yield PAPER.fault("bataille.artillery.crew-needed", names(gun), most, men)
        elif (crew := PROFILES.find(entry["crew"], own)).role != "troop":
            yield PAPER.fault("bataille.artillery.crew-roster", names(gun), names(crew))


# ---------------------------------------------------------------- what does a figure cost?


def price(**profile: Any) -> int:
    """The points of a profile of one's own. (bataille.points.formula)

    >>> price(movement=12, melee=[4], armour=4, mental=3, hp=2, traits=["powerful"])
    39
    >>> price(role="artillery", artillery_type="explosive", shooting=2)
    24
    """
    given = convert({"id": "profile", "name": "profile", **profile}, OwnProfile, "profile", "")
    return content.complete(given, "profile", alone=True).points


# ---------------------------------------------------------------- the sheet


def sheet(army: Army | Plain, language: str) -> Plain:
    """The army's sheet: what it costs and how many it counts, then characters and Titan, troops, guns with their crew."""
    plain = plain_army(army)
    everybody = members(plain)
    figures = len([one for one in everybody if one.profile.role != GUN])
    values = {
        "army": title(plain, language),
        "player": plain.get("player", ""),
        "points": f"{points(plain)} / {plain['limit']}" if "limit" in plain else str(points(plain)),
        "figures": str(figures),
        "morale": str(book().share("morale-threshold-fraction", figures) - 1),
        "notes": plain.get("notes", ""),
    }
    parts = []
    for heading, roles in (("characters", ("hero", "sorcerer", "titan")), ("troops", ("troop",)), ("artillery", (GUN,))):
        found = Counter([one for one in everybody if one.profile.role in roles])
        rows = [_line(one, count, language) for one, count in found.items()]
        if rows:
            parts.append(PAPER.part(heading, ("name", "count", *NUMBERS, "traits"), rows, language, range(1, 9)))
    return PAPER.sheet(values, parts, language)


NUMBERS = ("points", "movement", "melee", "shooting", "armour", "mental", "hp")


def _line(one: Member, count: int, language: str) -> list[str]:
    kind = one.profile.name(language)
    served = f" ({PAPER.label('sheet.crew', language)} {one.gun})" if one.gun and one.profile.role != GUN else ""
    number = f" {one.gun}" if one.profile.role == GUN else served
    cells = shown(one.profile, language)
    return [f"{one.name} ({kind})" if one.name else kind + number, str(count), *[cells[name] for name in (*NUMBERS, "traits")]]


def shown(one: Profile, language: str) -> dict[str, str]:
    """The numbers of a profile as a list prints them, and what else it has."""
    rows: list[Named] = [book().ability[name] for name in one.traits]
    rows += [book().magic_item[name] for name in one.items]
    extras = [row.name(language) for row in rows]
    summoned = [book().profile[name].name(language) if name in book().profile else name for name in one.summons]
    for spell in one.spells:
        name = book().spell[spell].name(language)
        if spell == SUMMONING and summoned:
            name += f" ({summoned.pop(0) if len(summoned) > 1 else summoned[0]})"
        extras.append(name)
    gun = one.role == GUN
    if gun:
        extras.append(book().artillery_type[one.artillery_type].name(language))
    return {
        "points": str(one.points),
        "movement": book().cost["movement-fly"].name(language) if one.flight else f"{one.movement}″",
        "melee": "/".join([str(score) for score in one.melee]) or "—",
        "shooting": "/".join([str(score) for score in one.shooting]) or "—",
        "armour": "—" if gun else str(one.armour),
        "mental": "—" if gun else str(one.mental),
        "hp": "—" if gun else str(one.hp),
        "traits": ", ".join(extras),
    }


# ---------------------------------------------------------------- the system's content


class Hosts(Lists):
    """The content side of the system: profiles and armies."""

    package = PACKAGE
    book = PROFILES
    entry_kinds = ("figure", "gun")
    army_fields = {"player": str, "limit": Positive, "profile": list[OwnProfile]}
    entry_fields = {**FIELDS["figure"], **FIELDS["gun"]}

    def cells(self, profile: Plain, language: str) -> dict[str, str]:
        return {**super().cells(profile, language), **shown(msgspec.convert(profile, Profile), language)}

    def columns(self) -> tuple[Column, ...]:
        short = [PAPER.column(one, short=True) for one in NUMBERS]
        return (*short, PAPER.column("traits"))

    def lists(self) -> tuple[Value, ...]:
        return values_of(content.book().faction.values())

    def kinds(self) -> tuple[EntryKind, ...]:
        guns = {name: row for name, row in PROFILES.all().items() if row.role == GUN}
        troops = {name: row for name, row in PROFILES.all().items() if row.role == "troop"}
        cheap = {name: row for name, row in troops.items() if row.points <= content.book().number("summon-max-cost")}
        figure = (
            *self.magic(None),
            PAPER.setting("twice", "flag", False),
            PAPER.setting("summons", "switches", (), values=values_of(cheap.values())),
        )
        most = content.book().number("artillery-max-crew")
        crew = (
            PAPER.setting("crew", "choice", None, values=values_of(troops.values())),
            PAPER.setting("men", "count", MEN, least=1, most=most),
        )
        return (
            EntryKind("figure", *PAPER.labels("kind.figure"), figure),
            EntryKind("gun", *PAPER.labels("kind.gun"), crew, {"crew": CREW, "men": MEN}, values_of(guns.values())),
        )

    def magic(self, quickness: str | None) -> tuple[Setting, ...]:
        """What a character chooses, and of what kind the attacks of quickness usually are."""
        kinds = tuple([Value(one, *PAPER.labels(f"sheet.{one}")) for one in ("melee", "shooting")])
        return (
            PAPER.setting("items", "switches", (), values=values_of(content.book().magic_item.values())),
            PAPER.setting("quickness", "choice", quickness, values=kinds),
            PAPER.setting("spells", "switches", (), values=values_of(content.book().spell.values())),
        )

    def own_profile(self) -> tuple[Setting, ...]:
        """Its characteristics and abilities; the formula prices them. (bataille.points.formula)"""
        moves = [row for row in content.book().cost.values() if row.characteristic == "movement"]
        paces = tuple([Value("flight" if row.flight else str(row.value), row.name_en, row.name_fr) for row in moves])
        numbers = []
        for id, usual in (("armour", 2), ("mental", 2), ("hp", 1)):
            least, most = limits(OwnProfile, id)
            numbers.append(PAPER.setting(id, "count", usual, least=least, most=most))
        return (
            PAPER.setting("role", "choice", "troop", values=values_of(content.book().role.values())),
            PAPER.setting("movement", "choice", "6", values=paces),
            PAPER.setting("melee", "text", "3"),
            PAPER.setting("shooting", "text", ""),
            *numbers,
            PAPER.setting("traits", "switches", (), values=values_of(content.book().ability.values())),
            PAPER.setting(
                "artillery_type", "choice", "", values=values_of(content.book().artillery_type.values()), only=("role", GUN)
            ),
            *self.magic("melee"),
        )

    def named(self, army: Plain) -> list[str]:
        """Figures, guns, crew, and the creatures that are summoned."""
        entries = [*army.get("figure", []), *army.get("gun", [])]
        found = [entry["profile"] for entry in entries] + [entry["crew"] for entry in entries if entry.get("crew")]
        own = [row for name, row in PROFILES.own().items() if name in found]
        return [*found, *[name for row in (*entries, *map(msgspec.to_builtins, own)) for name in row.get("summons", [])]]

    def validate(self, army: Plain, file: str) -> None:
        validate(army, file)

    def check(self, army: Plain) -> list[Fault]:
        return check(army)

    def limit(self, army: Plain) -> int:
        return int(army.get("limit", 0))

    def points(self, army: Plain) -> int:
        return points(army)

    def sheet(self, army: Plain, language: str) -> Plain:
        return sheet(army, language)

    def drawn(self, scenario: str, chance: Chance, seats: int) -> list[Plain]:
        """Armies of one size, a small one that is soon played."""
        return self.picked([one for one in ready(self.package).values() if one.extra.get("limit") == QUICK_GAME], chance, seats)


class Points(Prices):
    """The points formula of the book."""

    def price(self, **profile: Any) -> int:
        return price(**profile)


def validate(army: Plain, file: str) -> None:
    """Refuse an army that names a profile, item or spell that does not exist, or a gun that is none."""
    own = PROFILES.brought(army, file)
    for kind in Hosts.entry_kinds:
        for number, entry in enumerate(army.get(kind, []), 1):
            where = f"{kind} {number} ({entry['profile']})"
            for name in Hosts.entry_fields:
                if name in entry and name not in FIELDS[kind]:
                    raise unknown(file, where, "", ("field", "champ"), name, FIELDS[kind])
            for name in [entry["profile"], *[entry[one] for one in ("crew",) if entry.get(one)], *entry.get("summons", [])]:
                PROFILES.require(name, own, file, where)
            check_names(entry.get("items", []), book().magic_item, (file, where, "items"), ("magic item", "objet magique"))
            check_names(entry.get("spells", []), book().spell, (file, where, "spells"), ("spell", "sort"))
            if kind == "gun" and PROFILES.find(entry["profile"], own).role != GUN:
                text, french = "is no gun: list it as a figure", "n’est pas une pièce d’artillerie : inscrivez-le en figure"
                raise wrong(file, where, "profile", text, french)


def random_army(chance: Chance, limit: int = QUICK_GAME) -> Plain:
    """A random legal army: profiles of all lists, in small groups, as long as the army stays legal."""
    known = [one for one in book().profile.values() if one.role != GUN]
    found: Plain = {"system": "bataille", "name": "random", "limit": limit, "figure": []}
    for _ in range(TRIES):
        one = known[chance.below(len(known))]
        entry: Plain = {"profile": one.id, "count": 1 + chance.below(6) if one.role == "troop" else 1}
        more = {**found, "figure": [*found["figure"], entry]}
        if points(more) <= limit and (one.role == "troop" or not check(more)):
            found = more
    return found
