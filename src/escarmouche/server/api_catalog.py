"""The catalogue over HTTP: systems, profiles, rules, armies."""

from __future__ import annotations

import asyncio
from functools import cache
from typing import Annotated, Any, Literal

import msgspec
from litestar import Router, get, post
from litestar.params import FromPath, JSONBody, QueryParameter
from msgspec import Meta

from escarmouche.agents.roster import NAMES
from escarmouche.core import armies, content, offers, registry
from escarmouche.core.armies import Army
from escarmouche.core.errors import ContentError, EscarmoucheError
from escarmouche.core.offers import Armies
from escarmouche.core.rulebook import Entry, Rulebook
from escarmouche.core.settings import EntryKind, Setting
from escarmouche.core.system import Plain, System
from escarmouche.server.opening import army_of
from escarmouche.server.refusals import Refused, Words, refused

MOST_PARTS = 32
"""So many dots a key in an army file may have."""
Lang = Annotated[Literal["en", "fr"], QueryParameter(description="the language of the texts")]


class Scenario(msgspec.Struct):
    """A scenario, with what it is about and the pairs of ready-made armies that it is meant for, if any."""

    id: str
    names: Words
    briefing: Words
    armies: list[list[str]]


class SettingValue(msgspec.Struct):
    """A value that may be chosen."""

    id: str
    names: Words


class SettingInfo(msgspec.Struct):
    """An option of a game: one of some values, a whole number, a width and a depth, or any of some values. `usual` holds
    where it is left out (null where that depends on the rest); `only` is the option and the value that it belongs to."""

    id: str
    kind: Literal["choice", "count", "size", "switches", "flag", "text"]
    names: Words
    hint: Words
    usual: Any
    values: list[SettingValue]
    least: int
    most: int
    unit: str
    only: list[str] | None


class ArmyKind(msgspec.Struct):
    """A kind of entry of an army: what may be set of each, what a new one starts with, and what it may name where that is
    no profile."""

    id: str
    names: Words
    settings: list[SettingInfo]
    start: Plain
    named: list[SettingValue]


class ReadyArmy(msgspec.Struct):
    """A ready-made army: `army` is its file as data."""

    id: str
    names: Words
    points: int
    hint: Words
    army: Plain


class SystemInfo(msgspec.Struct):
    """A game that can be played here."""

    id: str
    titles: dict[str, str]
    seats: int
    scenarios: list[Scenario]
    armies: list[ReadyArmy]
    agents: list[str]
    kinds: list[ArmyKind]
    settings: list[SettingInfo]


class ArmyFault(msgspec.Struct):
    """What is wrong with an army; `rule` is empty when the file itself is."""

    rule: str
    en: str
    fr: str


class ArmyToCheck(msgspec.Struct, forbid_unknown_fields=True):
    """An army as its file's data."""

    army: Plain
    system: Annotated[str, Meta(max_length=64)] | None = None


class ArmyText(msgspec.Struct, forbid_unknown_fields=True):
    """The text of an army file."""

    text: Annotated[str, Meta(max_length=60_000)]


class ArmyData(msgspec.Struct, forbid_unknown_fields=True):
    """An army as its file's data."""

    army: Plain


class Checked(msgspec.Struct):
    """Whether an army is legal, what it costs, and its sheet in both languages."""

    valid: bool
    faults: list[ArmyFault]
    points: int | None
    sheet: dict[str, Plain] | None


class ProfileToPrice(msgspec.Struct, forbid_unknown_fields=True):
    """A profile of one's own."""

    system: Annotated[str, Meta(max_length=64)]
    profile: Plain


class Price(msgspec.Struct):
    """What a profile costs."""

    points: int


class Profile(msgspec.Struct):
    """A profile as data, and its cells in a list in both languages."""

    id: str
    cells: dict[str, dict[str, str]]
    profile: Plain


class RuleTitle(msgspec.Struct):
    """A rule in a list."""

    id: str
    section: str
    title: str


class RulePage(msgspec.Struct):
    """A rule in one language."""

    id: str
    section: str
    title: str
    text: str
    rows: list[str]
    examples: list[str]
    ruling: str
    reason: str
    see: list[str]


# ---------------------------------------------------------------- systems and rules


def _system(name: str) -> System:
    try:
        return registry.system(name)
    except EscarmoucheError as error:
        raise refused(error, 404) from None


def _names(row: Plain) -> Words:
    return Words(str(row.get("name_en") or row["id"]), str(row.get("name_fr") or row.get("name_en") or row["id"]))


def _scenario(row: Plain) -> Scenario:
    briefing = Words(str(row.get("briefing_en") or ""), str(row.get("briefing_fr") or row.get("briefing_en") or ""))
    return Scenario(row["id"], _names(row), briefing, [list(pair) for pair in row.get("armies", ())])


def _setting(one: Setting) -> SettingInfo:
    return SettingInfo(
        id=one.id,
        kind=one.kind,
        names=Words(one.en, one.fr),
        hint=Words(one.hint_en, one.hint_fr),
        usual=one.usual,
        values=[SettingValue(value.id, Words(value.en, value.fr)) for value in one.values],
        least=one.least,
        most=one.most,
        unit=one.unit,
        only=None if one.only is None else list(one.only),
    )


def _ready(offered: Armies, id: str, army: Army) -> ReadyArmy:
    plain = army.to_plain()
    names, hint = Words(army.title("en"), army.title("fr")), Words(army.hint("en"), army.hint("fr"))
    return ReadyArmy(id, names, offered.points(plain), hint, plain)


def _kind(kind: EntryKind) -> ArmyKind:
    named = [SettingValue(value.id, Words(value.en, value.fr)) for value in kind.named]
    return ArmyKind(kind.id, Words(kind.en, kind.fr), [_setting(one) for one in kind.settings], kind.start, named)


@cache
def info(name: str) -> SystemInfo:
    """What the lobby needs to know of a system; read once."""
    system = registry.system(name)
    rows = system.scenario_rows()
    offered = system.armies()
    return SystemInfo(
        id=name,
        titles=system.titles,
        seats=system.seats,
        scenarios=[_scenario(rows.get(one, {"id": one})) for one in system.scenarios()],
        armies=[] if offered is None else [_ready(offered, id, army) for id, army in armies.ready(name).items()],
        agents=list(NAMES),
        kinds=[] if offered is None else [_kind(kind) for kind in offered.kinds()],
        settings=[_setting(one) for one in system.settings()],
    )


@get("/systems", summary="The games that can be played here")
async def list_systems() -> list[SystemInfo]:
    return [await asyncio.to_thread(info, name) for name in registry.systems()]


@get("/systems/{system:str}/profiles", summary="The profiles of a game")
async def list_profiles(system: FromPath[str]) -> list[Profile]:
    offered = _system(system).armies()
    if offered is None:
        return []
    found = await asyncio.to_thread(offered.profiles)
    return [
        Profile(id, {one: offered.cells(profile, one) for one in ("en", "fr")}, msgspec.to_builtins(profile))
        for id, profile in found.items()
    ]


def _book(system: str) -> Rulebook:
    try:
        return offers.rulebook(_system(system))
    except EscarmoucheError as error:
        raise refused(error, 404) from None


def _page(entry: Entry, lang: str) -> RulePage:
    page = entry.told(lang)
    return RulePage(
        page.id,
        page.section,
        page.title,
        page.text,
        list(page.rows),
        list(page.examples),
        page.ruling,
        page.reason,
        list(page.see),
    )


@get("/systems/{system:str}/rules", summary="Search the rules; without a query, all of them")
async def find_rules(
    system: FromPath[str], q: Annotated[str, QueryParameter(max_length=200)] = "", lang: Lang = "en"
) -> list[RuleTitle]:
    found = await asyncio.to_thread(_book(system).find, q)
    pages = [entry.told(lang) for entry in found]
    return [RuleTitle(page.id, page.section, page.title) for page in pages]


@get("/systems/{system:str}/rules/{rule:str}", summary="One rule")
async def show_rule(system: FromPath[str], rule: FromPath[str], lang: Lang = "en") -> RulePage:
    try:
        return _page(_book(system).show(rule), lang)
    except EscarmoucheError as error:
        raise refused(error, 404) from None


# ---------------------------------------------------------------- armies


@post("/armies/check", status_code=200, summary="Is an army legal, and what does it cost?")
async def check_army(data: JSONBody[ArmyToCheck]) -> Checked:
    return await asyncio.to_thread(checked, data)


def checked(data: ArmyToCheck) -> Checked:
    """What is wrong with the data itself counts as much as what breaks a rule."""
    given = dict(data.army)
    if data.system is not None:
        given.setdefault("system", data.system)
    try:
        army = army_of(given)
    except ContentError as error:
        return Checked(False, [ArmyFault("", str(error), error.sentence("fr"))], None, None)
    offered = offers.armies(registry.system(army.system))
    plain = army.to_plain()
    faults = [ArmyFault(one.rule or "", one.en, one.fr) for one in offered.check(plain)]
    sheet = {language: offered.sheet(plain, language) for language in ("en", "fr")}
    return Checked(not faults, faults, offered.points(plain), sheet)


@post("/armies/price", status_code=200, summary="What a profile of one's own costs")
async def price_profile(data: JSONBody[ProfileToPrice]) -> Price:
    system = _system(data.system)
    try:
        return Price(await asyncio.to_thread(lambda: offers.prices(system).price(**data.profile)))
    except EscarmoucheError as error:
        raise refused(error) from None
    except TypeError:
        raise Refused(422, "malformed", "profile") from None


@post("/armies/parse", status_code=200, summary="Read the text of an army file")
async def parse_army(data: JSONBody[ArmyText]) -> ArmyData:
    try:
        army = await asyncio.to_thread(parsed, data.text)
    except EscarmoucheError as error:
        raise refused(error) from None
    except (msgspec.DecodeError, RecursionError) as error:
        raise Refused(422, "malformed", str(error)) from None
    return ArmyData(army.to_plain())


def parsed(text: str) -> Army:
    """The army of a file. The time to read a key grows with the square of its parts, so that no key may have many."""
    if any(line.partition("=")[0].count(".") > MOST_PARTS for line in text.splitlines()):
        raise Refused(422, "malformed", "a key of too many parts")
    return army_of(msgspec.toml.decode(text))


@post("/armies/toml", status_code=200, summary="Write an army as the text of its file")
async def write_army(data: JSONBody[ArmyData]) -> ArmyText:
    try:
        army = await asyncio.to_thread(army_of, data.army)
    except EscarmoucheError as error:
        raise refused(error) from None
    return ArmyText(content.to_toml(army.to_plain()))


router = Router(
    "/api",
    route_handlers=[
        list_systems,
        list_profiles,
        find_rules,
        show_rule,
        check_army,
        price_profile,
        parse_army,
        write_army,
    ],
    tags=["catalogue"],
)
