"""The shapes of what goes over the wire."""

from __future__ import annotations

from typing import Annotated, Any, Literal, cast

import msgspec
from msgspec import UNSET, Meta, UnsetType

from escarmouche.agents import USUAL
from escarmouche.core.views import Scored
from escarmouche.server.clocks import ClockShown
from escarmouche.server.refusals import Words

Plain = dict[str, Any]
Name = Annotated[str, Meta(max_length=60)]
Id = Annotated[str, Meta(max_length=64)]
ClientId = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_.:-]{1,64}$")]
Number = Annotated[int, Meta(ge=0, le=10_000_000)]


class WantedSeat(msgspec.Struct, forbid_unknown_fields=True):
    """Who is to sit there: me at this device, someone by link, or a bot (with its agent and how much it may think)."""

    kind: Literal["here", "link", "bot"] = "here"
    name: Name = ""
    agent: Id = USUAL
    playouts: Annotated[int, Meta(ge=1, le=2000)] = 48
    brings: Annotated[int, Meta(ge=0, le=100_000)] = 0
    """So many points the army may cost that a guest chooses when it sits down; 0: the army is chosen now."""


class WantedClock(msgspec.Struct, forbid_unknown_fields=True):
    """A clock for everybody: so many seconds each, so many more with every answer; `loses`: may the opponent claim the game of
    somebody whose time is out?"""

    seconds: Annotated[int, Meta(ge=10, le=604_800)]
    increment: Annotated[int, Meta(ge=0, le=86_400)] = 0
    loses: bool = False


class NewGame(msgspec.Struct, forbid_unknown_fields=True):
    """A game to begin. All has defaults; an army is the id of a ready-made one, an army, or null for any. A quick one takes
    the scenario, the options and the armies that its system has for that, and an agent settles for every seat what comes before
    the first turn."""

    system: Id | None = None
    scenario: Id | None = None
    armies: Annotated[list[str | Plain | None], Meta(max_length=16)] | None = None
    options: Plain = {}
    seed: Annotated[int, Meta(ge=0, le=2**63 - 1)] | Annotated[str, Meta(max_length=80)] | None = None
    seats: Annotated[list[WantedSeat], Meta(max_length=16)] | None = None
    quick: bool = False
    lesson: Id = ""
    """A lesson of the system: everything else is then as the lesson says."""
    salted: bool = False
    clock: WantedClock | None = None
    hushed: bool = False
    """May spectators only listen to what is said at the table?"""


class Preview(msgspec.Struct):
    """The table of a game that could begin: what a spectator would see of it before anybody has decided anything."""

    system: str
    scenario: str
    seed: int | str
    view: Plain


class Link(msgspec.Struct):
    """A token and the page it opens."""

    token: str
    url: str


class SeatLink(msgspec.Struct):
    """A seat of a new game; a bot has no token."""

    seat: int
    kind: str
    token: str | None
    url: str | None


class Created(msgspec.Struct):
    """A new game with the links to its seats. They are told only now; a seat without a link is a bot's, or is opened by the
    token that its player had in the game before."""

    game: str
    system: str
    scenario: str
    seats: list[SeatLink]
    spectator: Link
    commitment: str | None


class ShownSeat(msgspec.Struct):
    """Who sits there, and what its army is called; `taken` once somebody who comes by link has sat down."""

    seat: int
    kind: str
    name: str
    agent: str
    online: bool
    taken: bool
    army: Words | None


class DiceInfo(msgspec.Struct):
    """Where the dice come from."""

    kind: str
    commitment: str | None


class Ended(msgspec.Struct):
    """How a game ended; winner -1 is a draw. Scores are by seat; `winners` are the seats that share the victory; `why` says in
    one sentence why it ended, and `scored` by seat what its score is made of (nothing where the sum says it all)."""

    winner: int
    reason: str
    scores: list[int]
    winners: list[int]
    why: Words
    scored: list[list[Scored]]


class ToldSwing(msgspec.Struct):
    """A roll that changed something: its event, who threw, the change of every seat's chance to win, and whether all outcomes
    were weighed."""

    n: int
    seat: int
    change: list[float]
    exact: bool


class ToldPeak(msgspec.Struct):
    """A turning point: its events from `first` to `last`, whose it is (-1 for nobody's), what it tells, the change it brought
    to every seat's chance to win, and how much of that was luck."""

    first: int
    last: int
    seat: int
    words: dict[str, str]
    change: list[float]
    luck: list[float]


class ToldLuck(msgspec.Struct):
    """The luck of a game. `curve` has events and every seat's chance to win behind them, `luck` what the dice gave every seat
    in all."""

    curve: list[tuple[int, list[float]]]
    rolls: list[ToldSwing]
    peaks: list[ToldPeak]
    luck: list[float]


class Fortune(msgspec.Struct):
    """How far the luck of a game is worked out, and what it is once it is."""

    done: int
    of: int
    luck: ToldLuck | None


class ToldLapse(msgspec.Struct):
    """A decision that cost something: the last event before it, whose it was and in which turn, what was done, what would have
    been better and why; what it cost in chance to win, with its standard error."""

    n: int
    seat: int
    turn: int
    did: Words
    better: Words
    why: Words
    cost: float
    error: float


class ToldReview(msgspec.Struct):
    """The decisions of a game that cost most. `judged` of the `choices` were looked at before the time was out."""

    judged: int
    choices: int
    lapses: list[ToldLapse]


class Reviewed(msgspec.Struct):
    """How far the decisions of a game are looked at again (nothing of nothing: nobody has wanted it yet), and what is found."""

    done: int
    of: int
    review: ToldReview | None


class State(msgspec.Struct):
    """A game as a viewer may know it."""

    game: str
    system: str
    titles: dict[str, str]
    scenario: str
    phase: Literal["armies", "salts", "play", "over"]
    seat: int
    version: int
    view: Plain | None
    due: Plain | None
    result: Ended | None
    seats: list[ShownSeat]
    undo: bool
    one_device: bool
    clock: ClockShown | None
    hides: bool
    """Is anything kept from one of those who sit at the same device, or about to be?"""
    watching: int
    """How many spectators look on now."""
    dice: DiceInfo
    forked_from: str
    lesson: str
    """The lesson that it is, where it is one."""


def written(state: bytes) -> State:
    """A state that is JSON already, where a State is promised: it is sent as it is."""
    return cast(State, msgspec.Raw(state))


class Given(msgspec.Struct, forbid_unknown_fields=True):
    """An answer to what is due, after the event `after`."""

    answer: Any
    after: Number
    id: ClientId | None = None


class Undo(msgspec.Struct, forbid_unknown_fields=True):
    """A wish to take back one's last answer."""

    after: Number
    id: ClientId | None = None


class Outcome(msgspec.Struct):
    """What an answer brought about, what that changed step by step (see `Change` in escarmouche/kit/view.py), and the game as
    it stands."""

    version: int
    events: list[Plain]
    steps: list[Plain]
    state: State
    repeated: bool = False


Length = Annotated[int, Meta(ge=-10_000_000, le=10_000_000)]
Word = Annotated[str, Meta(max_length=40)]


class Wish(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """What a hand on the table wants: a figure dragged to a place, turned, drawn up otherwise (`set` is what each control is
    at); several chosen with a target each (-1 for none); several put down; several that go together. `before` is the answer
    that it goes on from, `step` one that the hand offers; the system makes an answer of it."""

    kind: Word
    figure: Length = -1
    x: Length | None = None
    y: Length | None = None
    facing: Length | None = None
    set: Annotated[dict[Word, Length | Word], Meta(max_length=16)] = {}
    before: Any = None
    step: Annotated[list[Any], Meta(max_length=16)] | None = None
    pairs: Annotated[list[tuple[Length, Length]], Meta(max_length=400)] = []
    places: Annotated[list[tuple[Length, Length, Length]], Meta(max_length=400)] = []
    figures: Annotated[list[Length], Meta(max_length=400)] = []
    dx: Length = 0
    dy: Length = 0


class Tried(msgspec.Struct, forbid_unknown_fields=True):
    """An answer to be tried, or a wish that an answer is to be made of."""

    answer: Any = None
    wish: Wish | None = None


class Trial(msgspec.Struct):
    """What would come of an answer: is it legal, and if so its exact odds up to the first outcome."""

    legal: bool
    rule: str | UnsetType = UNSET
    reason: Words | UnsetType = UNSET
    odds: dict[str, Plain] | UnsetType = UNSET
    """Each outcome with its chance, and its `grade`: "good" or "bad" for the one who decides, or neither."""
    headline: Plain | UnsetType = UNSET
    """How likely something `good` and something `bad` comes of it, in hundredths."""
    modifiers: list[Plain] | UnsetType = UNSET
    distance: int | UnsetType = UNSET
    limit: int | UnsetType = UNSET
    cost: int | UnsetType = UNSET
    difficult: bool | UnsetType = UNSET
    provokes: list[Plain] | UnsetType = UNSET
    """Whom it provokes to what: figure, kind, rule, en, fr."""
    path: list[Plain] | UnsetType = UNSET
    """Where the unit would stand after each step."""
    steps: list[Plain] | UnsetType = UNSET
    """The steps that may be taken from the end of that way, where those of the hand are not for there."""
    places: list[tuple[int, int, int]] | UnsetType = UNSET
    """Where each of several figures would stand: figure, x, y."""
    areas: list[list[tuple[int, int]]] | UnsetType = UNSET
    """What it would cover, such as a template: outlines on the table."""
    terrain: int | UnsetType = UNSET
    """What the ground adds to the way, in the same lengths; less than 0 where it helps."""
    mean: Plain | UnsetType = UNSET
    """Where the outcomes count something, their mean: value, and en and fr with {n} in it."""
    stages: list[Plain] | UnsetType = UNSET
    notes: list[Plain] | UnsetType = UNSET
    answer: Any = UNSET
    """The answer that was made of a wish."""
    stopped: Plain | UnsetType = UNSET
    """What keeps that answer from going as far as was wished: rule, en, fr."""


class Reach(msgspec.Struct):
    """Where a figure could move, as polygons."""

    figure: int
    polygons: list[list[tuple[int, int]]]


class SaltCommitment(msgspec.Struct, forbid_unknown_fields=True):
    """What a player commits to: the SHA-256 of the own salt, which should be long or partly random, lest it be guessed."""

    commitment: Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z")]


class Salt(msgspec.Struct, forbid_unknown_fields=True):
    """A player's own share in the dice, as it was committed to."""

    salt: Annotated[str, Meta(max_length=200, pattern=r"^[^\n\r]*\Z")]


class Claim(msgspec.Struct, forbid_unknown_fields=True):
    """A wish for a fresh link. Who brings the new token can ask again when the answer is lost on the way."""

    token: Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{32,64}\Z")] | None = None


class Named(msgspec.Struct, forbid_unknown_fields=True):
    """What the others shall call the one who sits there."""

    name: Annotated[str, Meta(max_length=60, pattern=r"^[^\x00-\x1f\x7f]*\Z")]


class Brought(msgspec.Struct, forbid_unknown_fields=True):
    """The army that a guest brings: the id of a ready-made one, or an army."""

    army: str | Plain


class Spoken(msgspec.Struct, forbid_unknown_fields=True):
    """Something to say at the table, in one line."""

    text: Annotated[str, Meta(min_length=1, max_length=200, pattern=r"^[^\x00-\x1f\x7f]*\Z")]


class Thrown(msgspec.Struct):
    """A die of the game: its place, its sides, what it showed, and the rule that asked for it."""

    place: int
    sides: int
    face: int
    why: str


class Proof(msgspec.Struct):
    """The dice: the commitment, the salts by seat (null for none; none is told before all are given) and what players had
    committed to before any was told, and after the end the secret and every die."""

    kind: str
    commitment: str | None
    salts: list[str | None]
    salt_commitments: list[str | None]
    secret: str | None
    dice: list[Thrown] | None
    since: int = 0
    before: Plain | None = None


class Fork(msgspec.Struct, forbid_unknown_fields=True):
    """A wish to go on from a moment in a game of its own."""

    at: Number
    dice: Literal["same", "fresh"] = "fresh"


class Replayed(msgspec.Struct):
    """A game as it was after an event, and the moments one can go to; where that was asked for, also what led there from the
    moment before, step by step as in `Outcome`."""

    at: int
    last: int
    moments: list[int]
    state: State
    steps: list[Plain] | None = None


class Tokens(msgspec.Struct, forbid_unknown_fields=True):
    """Games with their tokens, each as GAME:TOKEN."""

    tokens: Annotated[list[Annotated[str, Meta(max_length=120)]], Meta(max_length=200)]


class Mine(msgspec.Struct):
    """A game in the list of mine."""

    game: str
    seat: int
    system: str
    titles: dict[str, str]
    scenario: str
    phase: str
    version: int
    mine: bool
    result: Ended | None
    seats: list[ShownSeat]
    turn: int
    """The turn it is in; 0 before the first."""
    due: int
    """The seat that decides now, -1 for none."""
    created: int
    updated: int


class Advice(msgspec.Struct):
    """A step of a lesson: what to learn now, the kind of answer that is advised, and which step it is of how many."""

    id: str
    title: Words
    text: Words
    kind: str
    number: int
    of: int


class Proposed(msgspec.Struct):
    """An answer that is advised: in words, the chance to win that it leads to, what its dice promise where it throws any, and
    why; `tries` is by how many trials it was weighed."""

    answer: Any
    words: Words
    chance: float
    headline: Plain | None
    why: Words
    tries: int


class Counsel(msgspec.Struct):
    """What the computer would do in the place of the seat that must decide, the best first."""

    seat: int
    proposals: list[Proposed]


# ---------------------------------------------------------------- campaigns


class NewCampaign(msgspec.Struct, forbid_unknown_fields=True):
    """A campaign to begin: so many battles between these armies, each the id of a ready-made one, an army, or null for any;
    `options` are those of every battle."""

    system: Id
    armies: Annotated[list[str | Plain | None], Meta(max_length=16)] | None = None
    length: Annotated[int, Meta(ge=1, le=100)] = 4
    options: Plain = {}
    seats: Annotated[list[WantedSeat], Meta(max_length=16)] | None = None
    seed: Annotated[int, Meta(ge=0, le=2**63 - 1)] | Annotated[str, Meta(max_length=80)] | None = None


class CampaignMade(msgspec.Struct):
    """A new campaign with the links to its seats, which are told only now."""

    campaign: str
    system: str
    seats: list[SeatLink]


class CampaignLine(msgspec.Struct):
    """Something that happened: the rule behind it, in both languages, and the dice thrown."""

    rule: str
    en: str
    fr: str
    dice: list[int]


class BandSheet(msgspec.Struct):
    """A band in one language: its name, what is said of it as a whole (the first line is its heading), and a table of its
    fighters; `numbers` are the columns to be set to the right."""

    name: str
    lines: list[str]
    columns: list[str]
    rows: list[list[str]]
    numbers: list[int]


class PastBattle(msgspec.Struct):
    """A battle that was fought: its scenario ("" when it was forfeited), the seat that won (-1: nobody alone), the scores, and
    all that came after it."""

    scenario: Words
    winner: int
    scores: list[int]
    log: list[CampaignLine]


class Buyable(msgspec.Struct):
    """Something that a band can spend on, and what would come of it."""

    what: str
    name: str
    count: int
    giver: str
    line: CampaignLine


class CampaignSeat(msgspec.Struct):
    """Who plays a band."""

    seat: int
    kind: str
    name: str
    mine: bool


class CampaignState(msgspec.Struct):
    """A campaign as one of its players sees it: phase is ready, battle, aftermath or over; `winner` is null until then. The
    sheets are by language, then by seat; the choices are of the seat that asks."""

    campaign: str
    system: str
    titles: Plain
    length: int
    number: int
    phase: str
    winner: int | None
    seat: int
    seats: list[CampaignSeat]
    title: Words
    game: str
    sheets: dict[str, list[BandSheet]]
    history: list[PastBattle]
    choices: list[Buyable]
    log: list[CampaignLine]
    """What the request has just brought about."""


class Spending(msgspec.Struct, forbid_unknown_fields=True):
    """What to spend for one's band: as one of its choices says, with what new ones are called."""

    what: Word
    name: Annotated[str, Meta(max_length=80)] = ""
    count: Annotated[int, Meta(ge=1, le=1000)] = 1
    called: Name = ""
    giver: Annotated[str, Meta(max_length=80)] = ""
