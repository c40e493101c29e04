"""What a figure could do to whom: for everybody that something can be done to the best answer, found among those that are
offered and those that a hand would lead to, weighed by the system's own evaluation over the exact odds; and why something
cannot be done.

No game's rule is here: answers are known by what the system says of them (`marks`), a way that ends in contact by what it
`provokes`, and every refusal is the engine's own."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from math import hypot
from typing import Any, NotRequired, TypedDict

from escarmouche.core.effects import Answer, Choose, Refusal, Result
from escarmouche.core.errors import TooManyOutcomes
from escarmouche.core.game import Game
from escarmouche.core.odds import game_leaves
from escarmouche.core.system import System
from escarmouche.kit.headline import Headline, of_answer
from escarmouche.kit.view import Figure, Words, words
from escarmouche.kit.worth import settled

CONTACT = "contact"
"""What a way that ends beside somebody provokes."""
MARGIN = 1000
"""A way that ends farther than this from somebody's base is not tried for contact."""
NEAREST = 10
"""So many enemies a hand tries to lead a figure to."""
WAYS = 4
"""So many answers are weighed against each other for one target."""
CASES = 500
"""An answer that branches further is not weighed, but comes behind those that are."""
OPENINGS = 12
"""So many ways of beginning with a figure are looked at to see what it could do then."""
CHOOSABLE = 16
"""Where more than so many could be chosen next, nobody looks through what each of them could do."""
DEPTH = 2
"""So many choices of who acts may lie before what is done, such as a leader and one of those whom he leads."""


class Prospect(TypedDict):
    """Something that can be done to somebody: by whom, the answer, in words, the sign of its kind, and how likely it ends well;
    `x` and `y` are where it leads the figure, if anywhere. `then` is what could follow at once, whose headline it is; `others`
    are the other ways, the best first. `steps` are the answers that do it from now on, one after the other and no die before
    the last: who acts, the answer itself, and what follows where nothing else could be done to the target; none where a die
    comes first."""

    figure: int
    target: int
    answer: Any
    kind: str
    sign: str
    words: Words
    headline: Headline | None
    x: NotRequired[int]
    y: NotRequired[int]
    then: NotRequired[Words]
    others: list[Any]
    steps: list[Any]


class Prospects(TypedDict):
    """Everything that a figure could do to anybody now; or, with the answer that comes `first`, once that is given. Of the one
    whom the decision is about, or of nobody (-1), also what those could do who may be chosen now. `ranges` are how far its
    shots and spells reach from its base."""

    figure: int
    first: Words | None
    found: list[Prospect]
    ranges: list[int]


class Reason(TypedDict):
    """Why something is not offered: what, in words, why, and by which rule; `target` is the one it is meant for, -1 for
    anybody."""

    kind: str
    words: Words
    reason: Words
    rule: str
    target: int


# ---------------------------------------------------------------- what can be done


def prospects(game: Game, figure: int, depth: int = DEPTH) -> Prospects:
    """What a figure of the seat that decides could do to others, -1: any that may be chosen. The game is one that the seat
    cannot tell from the real one."""
    ranges = game.system.ranges(game.choice.world, figure) if figure >= 0 else []
    found = _now(game, figure) if figure >= 0 else []
    if game.choice.figure == figure:
        return {"figure": figure, "first": None, "found": _liveliest([*found, *_anybody(game, depth)]), "ranges": ranges}
    opened = None if found or figure < 0 else foreseen(game, figure)
    if opened is None:
        return {"figure": figure, "first": None, "found": found, "ranges": ranges}
    first, then = opened
    found = _behind(first, _now(then, figure), is_sure(game, first))
    return {"figure": figure, "first": said(game, first), "found": found, "ranges": ranges}


def _anybody(game: Game, depth: int) -> Iterator[Prospect]:
    """What those could do who may be chosen now, where they are chosen without a die."""
    system, due = game.system, game.choice
    several = {system.marks(due, one).get("figure", -1) for one in due.options.listed()} - {-1}
    if not depth or not 1 < len(several) <= CHOOSABLE:
        return
    for one in sorted(several):
        opened = foreseen(game, one, sure=True)
        if opened is not None:
            first, then = opened
            yield from _behind(first, prospects(then, one, depth - 1)["found"], True)


def _behind(first: Answer, found: list[Prospect], sure: bool) -> list[Prospect]:
    """The same, once something else has been answered; with a die before it, it cannot be done in one go."""
    return [{**one, "steps": [first, *one["steps"]] if sure else []} for one in found]


def _liveliest(found: list[Prospect]) -> list[Prospect]:
    """For each target one way: one whose odds are known before others, then the likeliest to end well."""
    best_of: dict[int, Prospect] = {}
    for one in found:
        known = best_of.get(one["target"])
        if known is None or _promise(one) > _promise(known):
            best_of[one["target"]] = one
    return sorted(best_of.values(), key=lambda one: one["target"])


def _promise(one: Prospect) -> float:
    return -1.0 if one["headline"] is None else one["headline"]["good"] - one["headline"]["bad"] + 100


def _now(game: Game, figure: int) -> list[Prospect]:
    candidates = gathered(game, figure)
    found = [best(game, figure, target, answers) for target, answers in candidates.items()]
    return sorted(found, key=lambda one: one["target"])


def gathered(game: Game, figure: int) -> dict[int, list[Answer]]:
    """The answers of a figure by those whom they are aimed at or come into contact with."""
    system, due = game.system, game.choice
    shown: dict[int, Figure] = {one["id"]: one for one in system.view(due.world, due.seat)["figures"]}
    if figure not in shown:
        return {}
    foes = [one for one in shown.values() if one["seat"] != shown[figure]["seat"] and one["state"] == "table"]
    found: dict[int, list[Answer]] = {}
    for answer in _own(system, due, figure):
        for target in touched(system, due, answer, shown[figure], foes):
            found.setdefault(target, []).append(answer)
    for target, answer in _led(game, shown[figure], [foe for foe in foes if foe["id"] not in found]):
        found.setdefault(target, []).append(answer)
    return {target: answers for target, answers in found.items() if target in shown}


def _own(system: System, due: Choose, figure: int) -> Iterator[Answer]:
    """The listed answers of a figure, and the legal ones among those that somebody may think of."""
    listed = [one for one in due.options.listed() if is_of(system, due, one, figure)]
    yield from listed
    for one, _ in system.wishes(due, figure):
        if one not in listed and is_of(system, due, one, figure) and due.options.check(one) is None:
            yield one


def is_of(system: System, due: Choose, answer: Answer, figure: int) -> bool:
    """Is it this figure that acts?"""
    marks = system.marks(due, answer)
    return marks.get("figure", due.figure) == figure and marks["kind"] not in system.grave


def touched(system: System, due: Choose, answer: Answer, figure: Figure, foes: list[Figure]) -> list[int]:
    """Those whom an answer is aimed at, or enemies that its way comes into contact with."""
    marks = system.marks(due, answer)
    target = marks.get("target")
    if isinstance(target, int) and target >= 0:
        return [target] if target != figure["id"] else []
    x, y = marks.get("x"), marks.get("y")
    if not isinstance(x, int) or not isinstance(y, int):
        return []
    near = [one for one in foes if hypot(one["x"] - x, one["y"] - y) <= _extent(one) + _extent(figure) + MARGIN]
    return [one for one in met(system, due, answer) if any(one == foe["id"] for foe in near)] if near else []


def met(system: System, due: Choose, answer: Answer) -> list[int]:
    """Those whom a way comes into contact with."""
    return [one["figure"] for one in system.trial(due, answer).get("provokes", ()) if one["kind"] == CONTACT]


def _extent(figure: Figure) -> float:
    """How far a base reaches from its middle."""
    if figure["radius"]:
        return figure["radius"]
    return max([hypot(x - figure["x"], y - figure["y"]) for x, y in figure["outline"]], default=0.0)


def _led(game: Game, figure: Figure, foes: list[Figure]) -> Iterator[tuple[int, Answer]]:
    """The answers that a hand leads to which carries a figure to an enemy, or gives it one as its target."""
    system, due = game.system, game.choice
    x, y, id = figure["x"], figure["y"], figure["id"]
    near = sorted(foes, key=lambda one: (hypot(one["x"] - x, one["y"] - y), one["id"]))[:NEAREST]
    for hand in system.hands(due):
        if hand["gesture"] == "many" and not hand.get("ways"):
            for target in dict(hand.get("able", ())).get(id, ()):
                answer, _ = system.planned(due, {"kind": hand["kind"], "figure": -1, "pairs": [[id, target]]})
                if due.options.check(answer) is None:
                    yield target, answer
        elif hand["gesture"] == "move" and hand["reach"] and (hand["figure"] == id or id in hand.get("figures", ())):
            for foe in near:
                wish = {"kind": hand["kind"], "figure": id, "x": foe["x"], "y": foe["y"], "set": {}}
                answer, _ = system.planned(due, wish)
                if answer is not None and due.options.check(answer) is None and foe["id"] in met(system, due, answer):
                    yield foe["id"], answer


# ---------------------------------------------------------------- which is best


def best(game: Game, figure: int, target: int, answers: list[Answer]) -> Prospect:
    """The best of the answers that something can be done to a target with."""
    system, due = game.system, game.choice
    several = list(dict.fromkeys(answers))
    if len(several) > 1:
        ranked = sorted(several[:WAYS], key=lambda one: -worth(game, figure, target, one))
        several = [*ranked, *several[WAYS:]]
    answer = several[0]
    marks = system.marks(due, answer)
    kind = marks["kind"]
    found: Prospect = {
        "figure": figure,
        "target": target,
        "answer": answer,
        "kind": kind,
        "sign": system.signs.get(kind, ""),
        "words": said(game, answer),
        "headline": of_answer(game, answer),
        "others": several[1:],
        "steps": [answer],
    }
    if "x" in marks and "target" not in marks:
        found["x"], found["y"] = marks["x"], marks["y"]
    follows = followed(game, figure, target, answer) if found["headline"] is None else None
    if follows is not None:
        next_game, then = follows
        found["then"], found["headline"] = said(next_game, then), of_answer(next_game, then)
        found["sign"] = found["sign"] or system.signs.get(system.marks(next_game.choice, then)["kind"], "")
        if len(_strikes(next_game, target)) == 1 and is_sure(game, answer):
            found["steps"] = [answer, then]
    return found


def worth(game: Game, figure: int, target: int, answer: Answer) -> float:
    """What an answer is worth to the one who decides, by the evaluation of the worlds it leads to; where it is only a way to
    somebody, of those that the attack after it leads to."""
    follows = followed(game, figure, target, answer)
    if follows is not None:
        game, answer = follows
    seat, value = game.choice.seat, 0.0
    try:
        for leaf in game_leaves(game, answer, True, CASES):
            value += leaf.weight / leaf.scale * _value(game.system, leaf.run, seat)
    except TooManyOutcomes:
        return -2.0
    return value


def _value(system: System, run: Any, seat: int) -> float:
    """How good the world is where a run stands."""
    due = run.due
    if due is None:
        return settled(run.result, seat) if isinstance(run.result, Result) else 0.0
    return system.evaluate(due.world, seat)


def followed(game: Game, figure: int, target: int, answer: Answer) -> tuple[Game, Answer] | None:
    """The first thing that a figure may do to a target right after an answer that leads there without a die, with the game in
    which it may; None where nothing follows."""
    system = game.system
    if system.signs.get(system.marks(game.choice, answer)["kind"]):
        return None
    after = next(iter(_after(game, answer)), None)
    due = None if after is None else after.due
    if after is None or not isinstance(due, Choose) or due.figure != figure:
        return None
    strikes = _strikes(after, target)
    return (after, strikes[0]) if strikes else None


def _strikes(game: Game, target: int) -> list[Answer]:
    """The listed answers by which something is done to a target that has a sign."""
    system, due = game.system, game.choice
    marked = [(one, system.marks(due, one)) for one in due.options.listed()]
    return [one for one, marks in marked if marks.get("target") == target and system.signs.get(marks["kind"])]


def is_sure(game: Game, answer: Answer) -> bool:
    """Does no die fall between an answer and the next decision?"""
    try:
        return len(list(islice(game_leaves(game, answer, limit=CASES), 2))) == 1
    except TooManyOutcomes:
        return False


def _after(game: Game, answer: Answer) -> Iterator[Game]:
    """The game at the next decision, for every way the dice may fall before it."""
    try:
        for leaf in game_leaves(game, answer, limit=CASES):
            if isinstance(leaf.run.due, Choose):
                yield Game(game.system, game.setup, leaf.run, game.source, game.thrown)
    except TooManyOutcomes:
        return


def foreseen(game: Game, figure: int, sure: bool = False) -> tuple[Answer, Game] | None:
    """The answer by which one begins with a figure, and the game as it would be if that went as well as it can; None where
    nothing of the kind is offered. To be `sure`: without a die."""
    system, due = game.system, game.choice
    found: tuple[int, Answer, Game] | None = None
    for answer in [one for one in due.options.listed() if begins(system, due, one, figure)][:OPENINGS]:
        for after in _after(game, answer) if not sure or is_sure(game, answer) else ():
            if after.choice.figure == figure and after.choice.seat == due.seat:
                many = len(after.options())
                if found is None or many > found[0]:
                    found = many, answer, after
    return None if found is None else found[1:]


def begins(system: System, due: Choose, answer: Answer, figure: int) -> bool:
    """Does one merely choose the figure with this answer, and what it does afterwards?"""
    marks = system.marks(due, answer)
    return marks.get("figure") == figure and "target" not in marks and "x" not in marks


def said(game: Game, answer: Answer) -> Words:
    """An answer in words."""
    due = game.choice
    return words(game.system.describe(due, answer, "en"), game.system.describe(due, answer, "fr"))


# ---------------------------------------------------------------- why not


def reasons(game: Game, figure: int) -> list[Reason]:
    """Why a figure cannot do what one might think of: for each kind of deed of which nothing is offered one reason, and one for
    each enemy that nothing can be done to. The game is one that the seat cannot tell from the real one."""
    system, due = game.system, game.choice
    if due.figure != figure:
        opened = foreseen(game, figure)
        if opened is not None:
            game = opened[1]
            due = game.choice
    offered = {system.marks(due, one)["kind"] for one in due.options.listed() if is_of(system, due, one, figure)}
    aimed = set(gathered(game, figure))
    found: dict[tuple[str, int], Reason] = {}
    for wish, target in system.wishes(due, figure):
        refused = due.options.check(wish)
        if refused is None or refused.key == "malformed":
            continue
        kind = wish[0]
        if kind not in offered:
            found.setdefault((kind, -1), reason(game, kind, refused, -1))
        if target >= 0 and target not in aimed:
            found.setdefault(("", target), reason(game, kind, refused, target))
    for target, kind, refused in _stopped(game, figure, aimed):
        found.setdefault(("", target), reason(game, kind, refused, target))
    return list(found.values())


def _stopped(game: Game, figure: int, aimed: set[int]) -> Iterator[tuple[int, str, Refusal]]:
    """What stops a hand that would lead a figure to the enemies that nothing can be done to."""
    system, due = game.system, game.choice
    shown: list[Figure] = system.view(due.world, due.seat)["figures"]
    own = next((one for one in shown if one["id"] == figure), None)
    hand = next((one for one in system.hands(due) if one["gesture"] == "move" and one["reach"]), None)
    if own is None or hand is None or not (hand["figure"] == figure or figure in hand.get("figures", ())):
        return
    for one in shown:
        if one["seat"] != own["seat"] and one["state"] == "table" and one["id"] not in aimed:
            wish = {"kind": hand["kind"], "figure": figure, "x": one["x"], "y": one["y"], "set": {}}
            answer, stopped = system.planned(due, wish)
            refused = stopped or due.options.check(answer)
            if refused is not None and refused.key != "malformed":
                yield one["id"], hand["kind"], refused


def reason(game: Game, kind: str, refused: Refusal, target: int) -> Reason:
    """A refusal in words."""
    system, world = game.system, game.choice.world
    said = [system.sentence(refused.key, refused.about, world, language) for language in ("en", "fr")]
    return {
        "kind": kind,
        "words": words(system.heading(kind, "en"), system.heading(kind, "fr")),
        "reason": words(*said),
        "rule": refused.rule,
        "target": target,
    }
