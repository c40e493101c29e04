"""A game as a viewer may know it: the view, and what is due with its options for the one who decides."""

from __future__ import annotations

import logging
from functools import partial
from typing import Any, Literal, cast

from msgspec import UNSET, UnsetType

from escarmouche.core.effects import Answer, Choose, Listed, Roll
from escarmouche.core.errors import EscarmoucheError, IllegalAnswer
from escarmouche.core.game import Game, plain
from escarmouche.core.imagine import imagined
from escarmouche.core.pools import Dice
from escarmouche.core.story import side_names
from escarmouche.core.system import Plain, System
from escarmouche.kit import headline, proposals, prospects, view
from escarmouche.kit.places import places
from escarmouche.kit.silhouettes import dressed
from escarmouche.kit.view import Group
from escarmouche.server import clocks
from escarmouche.server.live import GameTable, LiveGame
from escarmouche.server.naming import Called, both
from escarmouche.server.refusals import MESSAGES, Refused, Words, refused, words
from escarmouche.server.seats import SPECTATOR
from escarmouche.server.shapes import DiceInfo, Ended, ShownSeat, State, Trial

LOGGER = logging.getLogger("escarmouche.server")
BOTH = ("en", "fr")
DRAWS = 8
"""In how many imagined games an answer is tried to see whether it reveals anything."""


def state(table: GameTable, viewer: int, past: bool = False) -> State:
    """The state for a viewer; as something past, it offers nothing to answer. A system that cannot say it is refused by name,
    and the other games play on."""
    try:
        return made(table, viewer, past)
    except Refused:
        raise
    except Exception as error:
        raise failed(table.system.id, error) from error


def failed(system: str, error: Exception) -> Refused:
    """What is said when a system fails: its own sentence, or that it fails."""
    LOGGER.error("the system %s fails", system, exc_info=error)
    if isinstance(error, EscarmoucheError):
        return refused(error, 500)
    return Refused(500, "system-fails", system, type(error).__name__)


def made(table: GameTable, viewer: int, past: bool) -> State:
    """The state, as the system has it."""
    game = table.game
    return State(
        game=table.id,
        system=table.system.id,
        titles=table.system.titles,
        scenario=table.setup.scenario,
        phase=cast(Literal["armies", "salts", "play", "over"], table.phase),
        seat=viewer,
        version=table.version(viewer),
        view=None if game is None else dressed(shown(table.system, game.world, viewer), table.setup.armies),
        due=due(table, viewer, past),
        result=outcome(table),
        seats=seats(table),
        undo=not past and bool(table.stack) and table.stack[-1].seat == viewer,
        one_device=all(seat.kind != "link" for seat in table.origin.seats),
        clock=clocks.shown(table),
        hides=hides(table),
        watching=table.watching if isinstance(table, LiveGame) else 0,
        dice=dice_of(table),
        forked_from=table.origin.forked_from,
        lesson=table.origin.lesson,
    )


def shown(system: System, world: Any, viewer: int) -> Plain:
    """A view, held to the contract that every screen relies on."""
    try:
        return cast(Plain, view.checked(system.view(world, viewer), system.id))
    except Exception as error:
        raise failed(system.id, error) from error


def turn(table: GameTable) -> int:
    """The turn that a game is in, 0 before the first."""
    return 0 if table.game is None else int(table.system.view(table.game.world, SPECTATOR)["turn"])


def dice_of(table: GameTable) -> DiceInfo:
    """Where the dice come from, and what was committed to: nothing, where the secret was told before the game began."""
    dice = table.setup.options.get("dice", "seeded")
    if table.origin.told:
        return DiceInfo("told", None)
    return DiceInfo(kind_of(dice), dice["commitment"] if isinstance(dice, dict) else None)


def kind_of(dice: Any) -> str:
    """The kind of an option `dice`."""
    return str(dice["kind"]) if isinstance(dice, dict) else dice if isinstance(dice, str) else "scripted"


def outcome(table: GameTable) -> Ended | None:
    """How the game ended, if it did: by its rules, or because somebody's time was out."""
    if table.flagged < 0 or table.game is None:
        return ended(table.game)
    sides = {one["seat"]: int(one["score"]) for one in table.system.view(table.game.world, SPECTATOR)["sides"]}
    scores = [sides.get(seat, 0) for seat in range(table.setup.seats)]
    return Ended(table.flagged, "", scores, [table.flagged], words("out-of-time"), [[] for _ in scores])


def ended(game: Game | None) -> Ended | None:
    """How the game ended, if it did."""
    result = None if game is None else game.result
    if game is None or result is None:
        return None
    system, setup = game.system, game.setup
    why = Words(*[sentence(system.ending(result, side_names(setup, language), language)) for language in BOTH])
    scored = [system.scored(result, seat) for seat in range(setup.seats)]
    return Ended(result.winner, result.reason, list(result.scores), result.winners, why, scored)


def sentence(text: str) -> str:
    """A sentence begins with a capital."""
    return text[:1].upper() + text[1:]


def seats(table: GameTable) -> list[ShownSeat]:
    """Who sits where."""
    found = []
    for number, seat in enumerate(table.origin.seats):
        online = isinstance(table, LiveGame) and table.online(number)
        taken = seat.kind != "link" or seat.claimed or online
        army = None if number in table.unarmed else army_name(table.brought.get(number) or table.setup.armies[number])
        found.append(ShownSeat(number, seat.kind, seat.name, seat.agent, online, taken, army))
    return found


def army_name(army: Plain) -> Words | None:
    """What an army is called, in both languages; None where it has no name."""
    name = army.get("name")
    return None if not isinstance(name, str) or not name else Words(name, str(army.get("name_fr") or name))


def hides(table: GameTable) -> bool:
    """Is anything hidden from one of several people at one device, or does one of them decide in secret now?"""
    game, people = table.game, table.people
    if game is None or len(people) < 2 or any(table.origin.seats[one].kind == "link" for one in people):
        return False
    if isinstance(game.due, Choose) and game.due.secret:
        return True
    if type(table.system).imagine is System.imagine:
        return False
    return any(table.system.view(game.world, one) != table.system.view(game.world, people[0]) for one in people[1:])


# ---------------------------------------------------------------- what is due


def due(table: GameTable, viewer: int, past: bool = False) -> Plain | None:
    """What is due, for everybody; its options for the seat that decides."""
    if table.game is None:
        return armies_due(table, viewer) if table.unarmed else salts_due(table, viewer)
    asked = table.game.due
    if asked is None or table.flagged >= 0:
        return None
    mine = table.due_seat == viewer and not past
    shown = {"seat": table.due_seat, "mine": mine, "why": asked.why, "figure": asked.figure}
    if isinstance(asked, Roll):
        said = both({"en": (told := throw(table, asked)).en, "fr": told.fr}, table.called)
        dice = {"dice": asked.notation(), "pool": [pooled(part) for part in asked.pool]}
        return {**shown, "kind": "roll", "question": said, **dice, "free": True, "options": None}
    assert isinstance(asked, Choose)
    return {
        **shown,
        "kind": "choose",
        "question": both({language: table.system.question(asked, language) for language in BOTH}, table.called),
        "free": not isinstance(asked.options, Listed),
        **(offered(table.system, asked, table.called) if mine else {"options": None, "groups": [], "hands": []}),
    }


def armies_due(table: GameTable, viewer: int) -> Plain:
    """What is due before a game begins to which guests bring their armies: that each chooses one of so many points."""
    waiting = table.unarmed
    shown = {"seat": waiting[0], "seats": waiting, "mine": viewer in waiting, "kind": "army", "why": "", "figure": -1}
    points = table.origin.open[viewer if viewer in waiting else waiting[0]]
    return {**shown, "question": words("army-question", points), "points": points, "free": True, "options": None}


def salts_due(table: GameTable, viewer: int) -> Plain:
    """What is due before the game begins: that everybody commits to a salt, then that everybody tells it. What the others have
    committed to is told with that."""
    kind, waiting = ("commit", table.uncommitted) if table.uncommitted else ("salt", table.unsalted)
    shown = {"seat": waiting[0], "seats": waiting, "mine": viewer in waiting, "kind": kind, "why": "", "figure": -1}
    if kind == "salt":
        shown["commitments"] = promised(table)
    return {**shown, "question": words(f"{kind}-question"), "free": True, "options": None}


def promised(table: GameTable) -> list[str | None]:
    """What every seat has committed to."""
    return [table.promises.get(seat) for seat in range(len(table.origin.seats))]


def is_due(table: GameTable, viewer: int) -> bool:
    """Is it for this viewer to say something: an answer, a salt, or what it is to be?"""
    if table.game is None:
        return viewer in (table.unarmed or table.uncommitted or table.unsalted)
    return viewer >= 0 and viewer == table.due_seat


def pooled(part: Dice) -> Plain:
    """A part of a compound pool thrown by hand: its dice, and how many of which kind follow each face."""
    follow = list(part.table) if part.then_sides else []
    return {"count": part.count, "sides": part.sides, "follow": follow, "then_sides": part.then_sides}


def throw(table: GameTable, asked: Roll) -> Words:
    """Who throws which dice by hand, and what for."""
    found = []
    for language in BOTH:
        key, who = "roll-question", str(asked.seat + 1)
        if asked.figure >= 0:
            key, who = "roll-figure", table.system.name(asked.world, asked.figure, language)
        book = table.system.rulebook()
        title = asked.why if book is None else book.title(asked.why, language)
        found.append(MESSAGES.sentence(key, (who, asked.notation(), title), str, language))
    return Words(*found)


def offered(system: System, asked: Choose, called: Called | None = None) -> Plain:
    """The answers that are offered, in words and with what each points at, those behind the list that lead where a player might
    want to go; the headings over them; what a hand may shape."""
    hands = system.hands(asked)
    set = {(hand["kind"], hand["figure"]): [control["id"] for control in hand["controls"]] for hand in hands}
    choices = []
    thought_of: dict[Answer, Plain] = {place.answer: dict(place.words()) for place in places(system, asked)}
    for number, answer in enumerate([*asked.options.listed(), *thought_of]):
        marks = system.marks(asked, answer)
        controls = set.get((marks["kind"], marks.get("figure", -1)), ())
        at = {"set": {one: marks[one] for one in controls if one in marks}} if controls else {}
        text = both({language: system.describe(asked, answer, language) for language in BOTH}, called)
        if answer in thought_of:
            text = idea(thought_of[answer], text)
        pieces = proposals.scenery(system, asked, answer)
        laid = {} if pieces is None else {"scenery": pieces}
        choices.append({"id": str(number), "answer": answer, "text": text, **marks, **at, **laid})
    return {"options": choices, "groups": groups(system, choices, bool(hands)), "hands": hands}


def idea(good_for: Plain, text: Plain) -> Plain:
    """A place to go, with what it is good for."""
    return {one: MESSAGES.sentence("idea", (good_for[one], text[one]), str, one) for one in BOTH}


def groups(system: System, choices: list[Plain], shaped: bool) -> list[Group]:
    """A heading over each kind of answer; what the answer itself says, where there is none and it is alone."""
    found: dict[str, list[Plain]] = {}
    for choice in choices:
        found.setdefault(choice["kind"], []).append(choice)
    return [
        {
            "id": kind,
            "words": heading(system, kind, alike),
            "grave": kind in system.grave,
            "folded": shaped and 0 < system.folds < len(alike),
        }
        for kind, alike in found.items()
    ]


def heading(system: System, kind: str, choices: list[Plain]) -> view.Words:
    """What stands over the answers of a kind."""
    said = view.words(system.heading(kind, "en"), system.heading(kind, "fr"))
    return choices[0]["text"] if said["en"] == kind and len(choices) == 1 else said


# ---------------------------------------------------------------- before one commits


def tried(game: Game, seat: int, answer: Any, wish: Plain | None = None) -> Trial:
    """What would come of an answer, or of the answer that a wish leads to. The odds are those of a game that the seat cannot
    tell from the real one."""
    if not isinstance(game.due, Choose):
        return judged(game, plain(answer))
    if wish is None:
        found = judged(game, plain(answer))
        return weighed(game, seat, plain(answer), found) if found.legal else found
    known = imagined(game, seat, "plan", past=False)
    answer, stopped = known.system.planned(known.choice, wish)
    answer = plain(answer)
    found = judged(game, answer)
    found.answer = answer
    if stopped is not None:
        said = {language: known.system.sentence(stopped.key, stopped.about, known.world, language) for language in BOTH}
        found.stopped = {"rule": stopped.rule, **said}
    return weighed(game, seat, answer, found)


def judged(game: Game, answer: Any) -> Trial:
    """Is the answer legal?"""
    try:
        game.checked(answer)
    except IllegalAnswer as error:
        if error.key == "malformed":  # what a hand shaped is no answer at all: its form is nobody's business
            return Trial(False, error.rule, words("no-way"))
        return Trial(False, error.rule, Words(error.bare("en"), error.bare("fr")))
    except EscarmoucheError as error:
        return Trial(False, "", Words(str(error), error.sentence("fr")))
    return Trial(True)


def weighed(game: Game, seat: int, answer: Any, found: Trial) -> Trial:
    """The trial with what the system has to say of the answer, and with its odds if it is legal and the system
    has not told them stage by stage."""
    known = imagined(game, seat, "try", past=False)
    told = known.system.trial(known.choice, answer)
    for name, value in told.items():
        setattr(found, name, value)
    if found.provokes is not UNSET:
        found.provokes = [provoked(known, one) for one in found.provokes]
    if found.legal and found.stages is UNSET:
        rows = headline.chances(known, answer)
        if rows is not None:
            found.odds, found.mean = counted(known.system, rows)
            found.headline = cast(Plain | None, headline.headline(known.system, rows, ())) or UNSET
    elif found.stages is not UNSET:
        graded = [headline.staged(known.system, known.choice, answer, one) for one in found.stages]
        found.stages = [staged(known.system, one) for one in graded]
        found.headline = cast(Plain | None, headline.headline(known.system, None, graded)) or UNSET
    return found


def provoked(game: Game, one: Plain) -> Plain:
    """Whom an answer provokes and to what, in words."""
    system = game.system
    said = {}
    for language in BOTH:
        key, name = f"provokes.{one['kind']}", partial(system.name, game.world, language=language)
        known = system.screen.form(key, language) is not None
        said[language] = system.screen.sentence(key, (one["figure"],), name, language) if known else name(one["figure"])
    return {**one, **said}


def staged(system: System, stage: Plain) -> Plain:
    """A stage whose odds say what they count."""
    rows, mean = counted(system, stage["odds"])
    return {**stage, "odds": rows, **({} if mean is UNSET else {"mean": mean})}


def counted(system: System, rows: dict[str, Plain]) -> tuple[dict[str, Plain], Plain | UnsetType]:
    """Odds with what each outcome counts and their mean, where several outcomes all count something."""
    numbers = {name: system.outcome_count(name) for name in rows}
    if len(rows) < 2 or None in numbers.values():
        return rows, UNSET
    found = {name: {**row, "count": numbers[name]} for name, row in rows.items()}
    value = sum([row["count"] * row["percent"] / 100 for row in found.values()])
    said = {language: system.screen.sentence("mean", (), str, language) for language in BOTH}
    return found, {"value": round(value, 4), **said}


def reveals(after: Game, answer: Any) -> bool:
    """Did the last answer show anybody something that had been hidden? It did if the same answer, in games that a seat could
    not tell from this one, leads that seat to see something else."""
    system = after.system
    if type(system).imagine is System.imagine:
        return False
    before = after.fork()
    before.undo()
    for seat in range(-1, after.setup.seats):
        seen = (system.view(after.world, seat), _asked(after))
        for draw in range(DRAWS):
            try:
                other = imagined(before, seat, f"undo {draw}", past=False)
                other.play(answer)
            except EscarmoucheError:
                return True
            if (system.view(other.world, seat), _asked(other)) != seen:
                return True
    return False


def _asked(game: Game) -> tuple[Any, ...]:
    due = game.due
    return () if due is None else (due.seat, due.why, due.figure)


def reach(game: Game, viewer: int, figure: int) -> list[list[tuple[int, int]]] | None:
    """Where a figure that the viewer sees could move, as far as the viewer can know; None when it sees no such figure."""
    seen = game.system.view(game.world, viewer)
    if not any(one["id"] == figure for one in seen["figures"]):
        return None
    known = imagined(game, viewer, "reach", past=False)
    due = known.due
    return known.system.reach_now(due, figure) if isinstance(due, Choose) else known.system.reach(known.world, figure)


def possible(game: Game, seat: int, figure: int) -> prospects.Prospects:
    """What a figure of the seat that decides could do to others, -1: any that may be chosen; as far as the seat can know."""
    if not isinstance(game.due, Choose) or not (figure < 0 or is_seen(game, seat, figure)):
        return {"figure": figure, "first": None, "found": [], "ranges": []}
    return prospects.prospects(imagined(game, seat, "try", past=False), figure)


def impossible(game: Game, seat: int, figure: int) -> list[prospects.Reason]:
    """What a figure of the seat that decides cannot do now, and why, as far as the seat can know."""
    if not isinstance(game.due, Choose) or not is_seen(game, seat, figure):
        return []
    return prospects.reasons(imagined(game, seat, "try", past=False), figure)


def sighted(game: Game, seat: int, figure: int, other: int) -> Plain | None:
    """Does a figure see another, as far as a viewer can know: `sees` (null where the game does not say), and why not; None
    where the viewer does not see both of them on the table."""
    standing = [one["id"] for one in game.system.view(game.world, seat)["figures"] if one["state"] == "table"]
    if figure not in standing or other not in standing or figure == other:
        return None
    if not game.system.sighted:
        return {"sees": None}
    known = imagined(game, seat, "reach", past=False)
    refused = known.system.unseen(known.world, figure, other)
    if refused is None:
        return {"sees": True}
    said = [known.system.sentence(refused.key, refused.about, known.world, language) for language in BOTH]
    return {"sees": False, "rule": refused.rule, "reason": view.words(*said)}


def is_seen(game: Game, seat: int, figure: int) -> bool:
    """Does the seat see this figure of its own on the table?"""
    seen = game.system.view(game.world, seat)["figures"]
    return any(one["id"] == figure and one["seat"] == seat and one["state"] == "table" for one in seen)
