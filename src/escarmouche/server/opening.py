"""Opening a game: from what somebody asks for to a set-up, seats and tokens."""

from __future__ import annotations

import logging
import secrets
from typing import Any

from escarmouche.agents import roster
from escarmouche.core import armies, lessons, offers, proof, registry
from escarmouche.core.armies import Army
from escarmouche.core.dice import Stream
from escarmouche.core.errors import EscarmoucheError
from escarmouche.core.lessons import Lesson
from escarmouche.core.system import Plain, Setup, System, fresh_seed, known
from escarmouche.server.live import rules_of
from escarmouche.server.picture import shown
from escarmouche.server.refusals import Fault, Refused, refused
from escarmouche.server.seats import SPECTATOR, hashed, link, new_id, new_token
from escarmouche.server.shapes import Created, Link, NewGame, Preview, SeatLink, WantedSeat
from escarmouche.server.storage import Clock, GameRow, LogEntry, Origin, Seat, now

LOGGER = logging.getLogger("escarmouche.server")
MOST_FIGURES = 1000
"""So many figures or units an army that is brought may have."""
LESSON_PLAYOUTS = 16
"""How much the opponent of a lesson thinks."""
PROVABLE = "provable"
DICE = (PROVABLE, "seeded", "manual")
"""Dice one may ask for: with a secret committed to, from the seed, thrown by hand."""


BEGINNINGS = ("salt", "army")
"""The kinds of entries of which the last one begins a game."""


class Opened:
    """A new game, ready to be stored, with the links that are told once."""

    def __init__(self, row: GameRow, created: Created) -> None:
        self.row = row
        self.created = created


def opened(wanted: NewGame) -> Opened:
    """The game that somebody asks for; raises Refused when it cannot be."""
    try:
        system = registry.system(wanted.system or registry.systems()[0])
        if wanted.lesson:
            return _lesson(system, wanted.lesson)
        setup = _setup(system, wanted)
    except EscarmoucheError as error:
        raise refused(error) from None
    salted = wanted.salted and provable(setup) and not wanted.quick
    made = seated(setup, seats_of(setup.seats, wanted), salted, quick=wanted.quick)
    if wanted.seed is not None and not provable(setup):
        # A battle that can be had again by its number has the same opponent, who plays the same to the same moves.
        made.row.origin.bot_seed = f"battle {wanted.seed}"
    made.row.origin.hushed = wanted.hushed
    if wanted.clock is not None:
        made.row.origin.clock = Clock(wanted.clock.seconds, wanted.clock.increment, wanted.clock.loses)
    made.row.origin.open = {seat: one.brings for seat, one in enumerate(wanted.seats or ()) if one.brings}
    return made


def _lesson(system: System, id: str) -> Opened:
    """The game of a lesson: the same for everybody, with an opponent that plays the same to the same moves."""
    lesson = lessons.lesson(system.id, id)
    wanted = lesson_game(lesson, system.id)
    made = seated(_setup(system, wanted), seats_of(len(lesson.armies), wanted))
    made.row.origin.lesson = id
    made.row.origin.bot_seed = f"lesson {id}"
    return made


def lesson_game(lesson: Lesson, system: str) -> NewGame:
    """The game of a lesson as somebody would ask for it who knew it."""
    others = [WantedSeat("bot", agent=lesson.agent, playouts=LESSON_PLAYOUTS) for _ in lesson.armies[1:]]
    seats = [WantedSeat("here"), *others]
    return NewGame(system, lesson.scenario, list(lesson.armies), dict(lesson.options), lesson.seed, seats)


def provable(setup: Setup) -> bool:
    """Has the game dice that salts count for?"""
    return isinstance(setup.options.get("dice"), dict)


def seats_of(count: int, wanted: NewGame) -> list[Seat]:
    """Who sits where: as asked for, else a person against the computer; somebody must be a person."""
    asked = wanted.seats
    if asked is None:
        asked = [WantedSeat("here"), *[WantedSeat("bot") for _ in range(count - 1)]]
    if all(seat.kind == "bot" for seat in asked):
        raise Refused(422, "nobody")
    for seat in asked:
        if seat.brings and seat.kind != "link":
            raise Refused(422, "brings")
        if seat.kind == "bot":
            try:
                roster.checked(seat.agent, only_installed=True)
            except EscarmoucheError as error:
                raise refused(error) from None
    return [
        Seat(seat.kind, seat.name, seat.agent, seat.playouts) if seat.kind == "bot" else Seat(seat.kind, seat.name)
        for seat in asked
    ]


def _setup(system: System, wanted: NewGame) -> Setup:
    """The set-up: legal armies, a known scenario, and dice that nobody can foresee unless a seed is given."""
    seed = fresh_seed() if wanted.seed is None else wanted.seed
    usual = system.quick_scenario() if wanted.quick else system.default_scenario()
    scenario = known("scenario", wanted.scenario or usual, system.scenarios())
    quick = system.quick_options() if wanted.quick and scenario == usual else {}
    options = {**quick, **wanted.options}
    given = options.get("dice")
    if given is not None and given not in DICE:
        raise Refused(422, "dice", ", ".join(DICE))
    if given == PROVABLE or (given is None and wanted.seed is None):
        options["dice"] = fresh_dice()
    setup = Setup(system.id, armies_of(system, wanted, scenario, seed), scenario, seed, options)
    return begun(system, setup)


def setup_of(system: System, wanted: NewGame) -> Setup:
    """The set-up that somebody asks for; raises Refused when it cannot be."""
    try:
        return _setup(system, wanted)
    except EscarmoucheError as error:
        raise refused(error) from None


def begun(system: System, setup: Setup) -> Setup:
    """The set-up, ready to be played; refused in one sentence when it cannot be."""
    try:
        packed = system.pack(setup)
        registry.begin(packed)
    except EscarmoucheError:
        raise
    except Exception:
        # Options are plain data of any shape, and a system need not foresee every one of them.
        LOGGER.info("a game could not be opened", exc_info=True)
        raise Refused(422, "options") from None
    return packed


def preview(wanted: NewGame) -> Preview:
    """The table of a game that somebody might ask for; refused just as the game would be."""
    try:
        system = registry.system(wanted.system or registry.systems()[0])
        setup = _setup(system, wanted)
    except EscarmoucheError as error:
        raise refused(error) from None
    return Preview(system.id, setup.scenario, setup.seed, shown(system, system.preview(setup), SPECTATOR))


def fresh_dice() -> Plain:
    """Dice with a new secret, committed to."""
    secret = secrets.token_hex(32)
    return {"kind": proof.KIND, "secret": secret, "commitment": proof.commitment(secret), "salts": []}


def _count(system: System, wanted: NewGame, scenario: str) -> int:
    """How many play: as many as there are seats, else as there are armies, else as usual."""
    if wanted.seats is not None:
        count = registry.seated(system, scenario, len(wanted.seats), "seats")
    else:
        count = len(wanted.armies or ()) or system.seat_counts(scenario)[0]
    return registry.seated(system, scenario, len(wanted.armies or ()) or count, "armies", count)


def armies_of(system: System, wanted: NewGame, scenario: str, seed: int | str) -> list[Plain]:
    """What every seat has: what is asked for, which must be legal, else what the seed draws."""
    count = _count(system, wanted, scenario)
    draw = system.quick_armies if wanted.quick else system.armies_for
    usual = draw(scenario, Stream(f"armies {seed}"), count)
    asked = wanted.armies or [None] * count
    return [usual[seat] if one is None else _army(system, one) for seat, one in enumerate(asked)]


def army_of(given: Plain) -> Army:
    """An army that somebody brings, of a size that a game could have: what is checked, priced and drawn grows with it."""
    army = Army.from_plain(given, "army")
    if sum([entry.count for entry in army.entries]) > MOST_FIGURES:
        raise Refused(422, "army-size", MOST_FIGURES)
    return army


def _army(system: System, given: str | Plain) -> Plain:
    """A ready-made army by its id, or one that is brought; only legal ones."""
    if isinstance(given, str):
        ready = armies.ready(system.id)
        return ready[known("army", given, list(ready))].to_plain()
    army = army_of(given)
    if army.system != system.id:
        known("system", army.system, [system.id])
    plain = army.to_plain()
    faults = offers.faults_of(offers.armies(system), plain)
    if faults:
        first = faults[0]
        english, french = f"{army.title('en')}: {first.en}", f"{army.title('fr')} : {first.fr}"
        raise Refused(422, "", fault=Fault(english, french, first.rule or ""))
    return plain


def fitting(system: System, given: str | Plain, points: int) -> Plain:
    """The army that a guest brings: a legal one that costs no more than so many points."""
    try:
        army = _army(system, given)
        cost = offers.armies(system).points(army)
    except EscarmoucheError as error:
        raise refused(error) from None
    if cost > points:
        raise Refused(422, "too-dear", cost, points)
    return army


def playable(system: System, setup: Setup) -> None:
    """Refuse a set-up that cannot be played."""
    try:
        begun(system, setup)
    except EscarmoucheError as error:
        raise refused(error) from None


def seated(
    setup: Setup, seats: list[Seat], salted: bool = False, forked_from: str = "", told: bool = False, quick: bool = False
) -> Opened:
    """A new game with this set-up: an id, a token for everybody who is no bot, and one for spectators."""
    id, spectator = new_id(), new_token()
    links = []
    for number, seat in enumerate(seats):
        token = None if seat.kind == "bot" else new_token()
        seat.hash = hashed(token) if token else ""
        links.append(SeatLink(number, seat.kind, token, link(id, token) if token else None))
    origin = Origin(
        setup.to_plain(),
        seats,
        hashed(spectator),
        secrets.token_hex(16),
        salted=salted,
        forked_from=forked_from,
        told=told,
        quick=quick,
        rules=rules_of(registry.system(setup.system)),
    )
    dice = setup.options.get("dice")
    created = Created(
        id,
        setup.system,
        setup.scenario,
        links,
        Link(spectator, link(id, spectator)),
        dice["commitment"] if isinstance(dice, dict) and not told else None,
    )
    moment = now()
    return Opened(GameRow(id, moment, moment, -1, False, origin), created)


# ---------------------------------------------------------------- from another game


def again(origin: Origin, setup: Setup, asking: int, swap: bool = False) -> Opened:
    """A rematch: the same armies, scenario, options and seats, with dice of its own; to `swap`, everybody takes the army of the
    seat behind. Links are told to the seat that asks."""
    options = dict(setup.options)
    if provable(setup):
        options["dice"] = fresh_dice()
    armies = [*setup.armies[1:], *setup.armies[:1]] if swap else setup.armies
    fresh = Setup(setup.system, armies, setup.scenario, fresh_seed(), options)
    quick = origin.quick or origin.lesson != ""
    made = seated(fresh, _same_seats(origin), origin.salted, quick=quick)
    made.row.origin.clock, made.row.origin.hushed = origin.clock, origin.hushed
    return _kept_from(made, origin, asking)


def forked(
    id: str, origin: Origin, setup: Setup, thrown: int, entries: list[LogEntry], fresh: bool, asking: int
) -> tuple[Opened, list[LogEntry]]:
    """A game that goes on from a moment of another, with the log up to there; with fresh dice from there on. The links are told
    to the seat that asks."""
    options = dict(setup.options)
    old: Any = options.get("dice", "seeded")
    if fresh and old != "manual":
        options["dice"] = {**fresh_dice(), "since": thrown, "before": old}
    twin = Setup(setup.system, setup.armies, setup.scenario, setup.seed, options)
    told = not fresh and provable(setup)  # the first game is over: what was committed to is no secret any more
    made = _kept_from(seated(twin, _same_seats(origin), False, id, told), origin, asking)
    salts = [entry.n for entry in entries if entry.kind in BEGINNINGS]
    kept = [entry for entry in entries if entry.kind not in ("claim", "commit", "name", "flag") and entry.n not in salts[:-1]]
    log = [_moved(entry, made.row.id, n) for n, entry in enumerate(kept)]
    made.row.version = len(log) - 1
    return made, log


def _moved(entry: LogEntry, game: str, n: int) -> LogEntry:
    """An entry as the first entries of another game have it: its salts are in the set-up already."""
    kind = "begin" if entry.kind in BEGINNINGS else entry.kind
    return LogEntry(game, n, kind, entry.seat, entry.answer, entry.events, entry.versions, None, entry.at)


def _kept_from(made: Opened, origin: Origin, asking: int) -> Opened:
    """The new game, with no seat given away: who asks is told the links of those who sat at the same device, and everybody else
    sits down by the token they had in the game before."""
    here = origin.seats[asking].kind == "here"
    for number, (seat, before) in enumerate(zip(made.row.origin.seats, origin.seats, strict=True)):
        if before.kind != "bot" and number != asking and not (here and before.kind == "here"):
            seat.hash = before.hash
            seat.claimed = True
            made.created.seats[number] = SeatLink(number, before.kind, None, None)
    return made


def _same_seats(origin: Origin) -> list[Seat]:
    return [Seat(seat.kind, seat.name, seat.agent, seat.playouts) for seat in origin.seats]
