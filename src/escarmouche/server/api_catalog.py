"""The catalogue over HTTP: systems, profiles, rules, armies."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Annotated, Any, Literal

import msgspec
from litestar import Router, get, post
from litestar.params import FromPath, JSONBody, QueryParameter
from msgspec import Meta

from escarmouche.agents.roster import names as agents
from escarmouche.core import armies, content, lessons, offers, registry
from escarmouche.core.armies import Army
from escarmouche.core.errors import ContentError, EscarmoucheError
from escarmouche.core.offers import Armies, Column
from escarmouche.core.rulebook import Rulebook, RuleEntry, excerpt
from escarmouche.core.settings import EntryKind, Setting, Value
from escarmouche.core.system import Plain, System
from escarmouche.kit.silhouettes import usual
from escarmouche.server import picture
from escarmouche.server.opening import army_of, setup_of
from escarmouche.server.picture import failed
from escarmouche.server.refusals import Refused, Words, refused
from escarmouche.server.shapes import NewGame

MOST_DOTS = 4_000
"""So many dots the text of an army may have, wherever they stand."""
MOST_PRICED = 100
"""Of so many entries of a kind the price of each is told."""
Lang = Annotated[Literal["en", "fr"], QueryParameter(description="the language of the texts")]


Offer = Literal["armies", "prices", "odds", "rulebook", "campaign"]


class Scenario(msgspec.Struct):
    """A scenario, with what it is about, the pairs of ready-made armies that it is meant for, if any, and with how many seats
    it is played, the usual number first."""

    id: str
    names: Words
    briefing: Words
    armies: list[list[str]]
    seats: list[int]


class SettingValue(msgspec.Struct):
    """A value that may be chosen."""

    id: str
    names: Words


class SettingInfo(msgspec.Struct):
    """An option of a game: one of some values, a whole number, a width and a depth, any of some values, or some of them in
    order and perhaps several times (`several`), yes or no, a word. `usual` holds
    where it is left out (null where that depends on the rest); `only` is the option and the value that it belongs to."""

    id: str
    kind: Literal["choice", "count", "size", "switches", "several", "flag", "text"]
    names: Words
    hint: Words
    usual: Any
    values: list[SettingValue]
    least: int
    most: int
    unit: str
    only: list[str | bool] | None


class ArmyKind(msgspec.Struct):
    """A kind of entry of an army: what may be set of each, what a new one starts with, and what it may name where that is
    no profile."""

    id: str
    names: Words
    settings: list[SettingInfo]
    start: Plain
    named: list[SettingValue]


class ReadyArmy(msgspec.Struct):
    """A ready-made army: `army` is its file as data, `list` the list that most of its entries are in (nothing for none)."""

    id: str
    names: Words
    list: str
    points: int
    hint: Words
    army: Plain


class ColumnInfo(msgspec.Struct):
    """A column of the list of profiles: its heading, and what that stands for."""

    id: str
    names: Words
    meaning: Words


class AboutInfo(msgspec.Struct):
    """A game for somebody who has never seen it: what it is, how many minutes a quick battle takes and how many figures or
    units a side has in it (from and to; nothing where that is not known), and how a first battle is played, line by line."""

    lead: Words
    minutes: list[int]
    figures: list[int]
    how: list[Words]


class LessonInfo(msgspec.Struct):
    """A battle that teaches the game, and how many minutes it takes."""

    id: str
    names: Words
    minutes: int


class SystemInfo(msgspec.Struct):
    """A game that can be played here, with what it offers; one with a `fault` cannot, and says why. `columns` and `lists` are
    those of its profiles, `own` is what is set of a profile of one's own, `quick` the options of a battle that nobody sets
    up, `about` what the game is in a few words."""

    id: str
    titles: dict[str, str]
    fault: Words | None = None
    offers: list[Offer] = []
    scenarios: list[Scenario] = []
    armies: list[ReadyArmy] = []
    agents: list[str] = []
    kinds: list[ArmyKind] = []
    settings: list[SettingInfo] = []
    columns: list[ColumnInfo] = []
    lists: list[SettingValue] = []
    own: list[SettingInfo] = []
    quick: Plain = {}
    about: AboutInfo | None = None
    lessons: list[LessonInfo] = []


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
    """Whether an army is legal, what it costs, its sheet in both languages, and what the entries of each kind cost in their
    order (the first MOST_PRICED of them)."""

    valid: bool
    faults: list[ArmyFault]
    points: int | None
    sheet: dict[str, Plain] | None
    entries: dict[str, list[int | None]] = {}
    limit: int = 0
    """What it may cost; 0 where nothing is agreed."""


class Cards(msgspec.Struct):
    """The figures of an army, and the special rules that they have."""

    figures: list[Plain]
    traits: list[Plain]


class ProfileToPrice(msgspec.Struct, forbid_unknown_fields=True):
    """A profile of one's own."""

    system: Annotated[str, Meta(max_length=64)]
    profile: Plain


class Price(msgspec.Struct):
    """What a profile costs."""

    points: int


class Profile(msgspec.Struct):
    """A profile as data, and its cells in a list in both languages; the list it stands in (nothing for none), and what it costs
    where points are counted."""

    id: str
    cells: dict[str, dict[str, str]]
    profile: Plain
    list: str
    points: int | None
    icon: str
    """Its silhouette."""
    traits: Sequence[Plain]
    """Its special rules, explained."""


class RuleTitle(msgspec.Struct):
    """A rule in a list."""

    id: str
    section: str
    title: str
    excerpt: list[tuple[str, bool]] = []
    """Where it says what was looked for: pieces of its text, and whether each was looked for."""


class Chapter(msgspec.Struct):
    """A chapter of an introduction."""

    title: str
    text: str


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


def _scenario(system: System, row: Plain) -> Scenario:
    briefing = Words(str(row.get("briefing_en") or ""), str(row.get("briefing_fr") or row.get("briefing_en") or ""))
    pairs = [list(pair) for pair in row.get("armies", ())]
    return Scenario(row["id"], _names(row), briefing, pairs, list(system.seat_counts(row["id"])))


def _setting(one: Setting) -> SettingInfo:
    return SettingInfo(
        id=one.id,
        kind=one.kind,
        names=Words(one.en, one.fr),
        hint=Words(one.hint_en, one.hint_fr),
        usual=one.usual,
        values=_values(one.values),
        least=one.least,
        most=one.most,
        unit=one.unit,
        only=None if one.only is None else list(one.only),
    )


def _ready(offered: Armies, profiles: dict[str, Plain], id: str, army: Army) -> ReadyArmy:
    plain = army.to_plain()
    names, hint = Words(army.title("en"), army.title("fr")), Words(army.hint("en"), army.hint("fr"))
    return ReadyArmy(id, names, _list(offered, profiles, plain), offered.points(plain), hint, plain)


def _list(offered: Armies, profiles: dict[str, Plain], army: Plain) -> str:
    """The list that most entries of an army are in, of equals the first; nothing where they are in none."""
    named = [entry.get("profile") for kind in offered.entry_kinds for entry in army.get(kind, ())]
    found = Counter([offered.listed(profiles[one]) for one in named if one in profiles])
    return found.most_common(1)[0][0] if found else ""


def _kind(kind: EntryKind) -> ArmyKind:
    settings = [_setting(one) for one in kind.settings]
    return ArmyKind(kind.id, Words(kind.en, kind.fr), settings, kind.start, _values(kind.named))


def _values(values: Iterable[Value]) -> list[SettingValue]:
    return [SettingValue(value.id, Words(value.en, value.fr)) for value in values]


def _column(one: Column) -> ColumnInfo:
    return ColumnInfo(one.id, Words(one.en, one.fr), Words(one.meaning_en, one.meaning_fr))


def _about(system: System) -> AboutInfo:
    """What the system says of itself; where it says nothing, what its ready-made armies tell."""
    about = system.about()
    if about is not None:
        how = [Words(*lines) for lines in zip(about.how_en, about.how_fr, strict=True)]
        return AboutInfo(Words(about.lead_en, about.lead_fr), list(about.minutes), list(about.figures), how)
    ready = {} if system.armies() is None else armies.ready(system.id)
    counts = [sum([entry.count for entry in army.entries]) for army in ready.values()]
    return AboutInfo(Words("", ""), [], [min(counts), max(counts)] if counts else [], [])


OFFERS: tuple[Offer, ...] = ("armies", "prices", "odds", "rulebook", "campaign")


def info(name: str) -> SystemInfo:
    """What the lobby and the builder need to know of a system."""
    system = registry.system(name)
    rows = system.scenario_rows()
    found = SystemInfo(
        id=name,
        titles=system.titles,
        offers=[one for one in OFFERS if getattr(system, one)() is not None],
        scenarios=[_scenario(system, rows.get(one, {"id": one})) for one in system.scenarios()],
        agents=agents(),
        settings=[_setting(one) for one in system.settings()],
        quick=system.quick_options(),
        about=_about(system),
        lessons=[LessonInfo(one.id, Words(one.name_en, one.name_fr), one.minutes) for one in lessons.found(name)],
    )
    offered = system.armies()
    if offered is not None:
        profiles = offered.profiles()
        found.armies = [_ready(offered, profiles, id, army) for id, army in armies.ready(name).items()]
        found.kinds = [_kind(kind) for kind in offered.kinds()]
        found.columns = [_column(one) for one in offered.columns()]
        found.lists = _values(offered.lists())
        found.own = [_setting(one) for one in offered.own_profile()]
    return found


Stamp = tuple[tuple[str, int, int], ...]
_KNOWN: dict[str, tuple[System, Stamp, SystemInfo]] = {}


def _stamp(name: str) -> Stamp:
    """What people keep in their own folder for a system, as far as one sees it without reading: it changes when they do."""
    files = [(path, path.stat()) for folder in content.FOLDERS for path in content.own_files(name, folder)]
    return tuple([(str(path), about.st_mtime_ns, about.st_size) for path, about in files])


def shown(name: str) -> SystemInfo:
    """A system in the list of them, read again when people's own files have changed; one that fails says so, and the others are
    listed all the same."""
    try:
        system, stamp, known = registry.system(name), _stamp(name), _KNOWN.get(name)
        if known is None or known[0] is not system or known[1] != stamp:
            known = _KNOWN[name] = (system, stamp, info(name))
        return known[2]
    except Exception as error:
        fault = failed(name, error).fault
        return SystemInfo(name, {"en": name, "fr": name}, Words(fault.en, fault.fr))


@get("/systems", summary="The games that can be played here")
async def list_systems() -> list[SystemInfo]:
    return [await asyncio.to_thread(shown, name) for name in registry.systems()]


@get("/systems/{system:str}/profiles", summary="The profiles of a game")
async def list_profiles(system: FromPath[str]) -> list[Profile]:
    chosen = _system(system)
    offered = chosen.armies()
    if offered is None:
        return []
    found = await asyncio.to_thread(offered.profiles)
    return [
        Profile(
            id=id,
            cells={one: offered.cells(profile, one) for one in ("en", "fr")},
            profile=msgspec.to_builtins(profile),
            list=offered.listed(profile),
            points=offered.worth(profile),
            icon=str(profile.get("icon") or usual(id, tuple(profile.get("traits", ())))),
            traits=chosen.traits(profile),
        )
        for id, profile in found.items()
    ]


def _book(system: str) -> Rulebook:
    try:
        return offers.rulebook(_system(system))
    except EscarmoucheError as error:
        raise refused(error, 404) from None


def _page(entry: RuleEntry, lang: str) -> RulePage:
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
    return [RuleTitle(page.id, page.section, page.title, excerpt(" ".join(page.words()), q)) for page in pages]


@get("/systems/{system:str}/introduction", summary="The game in two minutes")
async def introduce(system: FromPath[str], lang: Lang = "en") -> list[Chapter]:
    about = _system(system).about()
    chapters = () if about is None else about.intro
    return [Chapter(one.title_fr, one.text_fr) if lang == "fr" else Chapter(one.title_en, one.text_en) for one in chapters]


@get("/systems/{system:str}/reference", summary="What one looks up in the middle of a battle, for a sheet to print")
async def reference(system: FromPath[str], lang: Lang = "en") -> list[RulePage]:
    return [_page(entry, lang) for entry in _book(system).reference()]


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
    faults = [ArmyFault(one.rule or "", one.en, one.fr) for one in offers.faults_of(offered, plain)]
    sheet = {language: offered.sheet(plain, language) for language in ("en", "fr")}
    entries = {
        kind: [offered.entry_points(plain, kind, place) for place in range(min(MOST_PRICED, len(plain.get(kind, []))))]
        for kind in offered.entry_kinds
    }
    return Checked(not faults, faults, offered.points(plain), sheet, entries, offered.limit(plain))


@post("/armies/cards", status_code=200, summary="The figures of a legal army as they would stand in a battle, for cards")
async def show_cards(data: JSONBody[ArmyToCheck]) -> Cards:
    return await asyncio.to_thread(cards, data)


def cards(data: ArmyToCheck) -> Cards:
    """As a game between it and its twin has them before anybody has decided anything."""
    system = _system(data.system or str(data.army.get("system", "")))
    scenario = system.default_scenario()
    armies = [data.army] * system.seat_counts(scenario)[0]
    setup = setup_of(system, NewGame(system.id, scenario, list(armies), system.quick_options(), 1))
    seen = picture.shown(system, registry.begin(setup).world, 0)
    return Cards([one for one in seen["figures"] if one["seat"] == 0], seen["traits"])


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
    """The army of a file. The time to read a key grows with the square of its parts, and a key may stand in many places: what
    is bounded is the number of all dots, of which an army needs a few for each figure."""
    if text.count(".") > MOST_DOTS:
        raise Refused(422, "malformed", "keys of too many parts")
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
        introduce,
        reference,
        show_rule,
        check_army,
        price_profile,
        show_cards,
        parse_army,
        write_army,
    ],
    tags=["catalogue"],
)
