"""The conformance suite: what every system must hold to, ours and those of third parties.

`check` plays random games and looks at each from all sides. It raises ConformanceError, one sentence that says what is
wrong, or returns how much it looked at. In a test suite:

    import pytest
    from escarmouche.core import conformance, registry

    @pytest.mark.parametrize("scenario", registry.system("sbh").scenarios())
    def test_the_system_conforms(scenario: str) -> None:
        assert conformance.check("sbh", scenario, games=2).decisions > 0

Each check is also a function of its own that takes a game waiting for a decision and leaves it as it was.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec

from escarmouche.core import registry, save
from escarmouche.core.codec import CORE, Writer
from escarmouche.core.data import Data
from escarmouche.core.dice import Stream
from escarmouche.core.effects import Answer, Call, Chance, Choose, Chosen, Event, Result, Roll, Rolled, Told
from escarmouche.core.engine import Frame, replayed
from escarmouche.core.errors import IllegalAnswer
from escarmouche.core.game import Game, Page, writable
from escarmouche.core.imagine import imagined
from escarmouche.core.messages import LANGUAGES
from escarmouche.core.system import Plain, Setup, System

HUGE = 10**30
MISFITS: tuple[Answer, ...] = (None, "", (), ("nonsense",), "nonsense", -1, 0, HUGE, -HUGE, True, ((),), ("", -1, HUGE))
"""Answers out of place nearly everywhere, all of them plain data."""
NOT_PLAIN: tuple[Any, ...] = (1.5, float("nan"), b"move", {"move": 1}, {1}, object(), (1.0,), ("move", object()))
"""Answers that cannot even be written down; the engine refuses them before a system sees them."""


class ConformanceError(AssertionError):
    """A promise that a system does not keep, in one sentence."""


class Summary(NamedTuple):
    """How much was looked at."""

    games: int
    decisions: int
    options: int
    refusals: int
    saves: int


def require(kept: bool, sentence: str) -> None:
    """Raise ConformanceError with the sentence unless the promise is kept."""
    if not kept:
        raise ConformanceError(sentence)


# ---------------------------------------------------------------- rules are scripts that read only their answers


def settles_twice(game: Game) -> None:
    """Every suspended rule, rebuilt from its frame, stands where it stood, and asks the same every time."""
    frames = stack(game)
    for depth, frame in enumerate(frames):
        first, second = replayed(frame)[1], replayed(frame)[1]
        if depth == 0:
            require(asked(first) == asked(game.due), f"rebuilt from its frame, {frame.rule.name} asks something else")
            require(asked(first) == asked(second), f"rebuilt twice, {frame.rule.name} asks two different things")
        else:
            calls = isinstance(first, Call) and isinstance(second, Call)
            require(calls, f"rebuilt from its frame, {frame.rule.name} does not wait for another rule")
            assert isinstance(first, Call)
            assert isinstance(second, Call)
            alike = first.rule is second.rule and first.args == second.args
            require(alike, f"rebuilt twice, {frame.rule.name} calls two different things")


def keeps_secrets(game: Game) -> None:
    """No suspended rule holds the answer to a secret choice: it belongs in the world, where `imagine` redraws it."""
    for frame in stack(game):
        script = frame.rule.script(*frame.args)
        effect: Any = script.send(None)
        for answer in frame.answers:
            while not isinstance(effect, (Choose, Call, Roll)):
                effect = script.send(None)
            hidden = isinstance(effect, Choose) and effect.secret
            require(not hidden, f"{frame.rule.name} goes on with a secret answer: ask in a rule that returns the world")
            effect = script.send(answer)


def stack(game: Game) -> list[Frame]:
    """The suspended rules, the one that asks first."""
    found: list[Frame] = []
    frame = game.run.top
    while frame is not None:
        found.append(frame)
        frame = frame.parent
    return found


def asked(due: Any) -> Any:
    """A question as comparable data."""
    if isinstance(due, Choose):
        return ("choose", due.why, due.seat, due.figure, due.secret, due.world, due.options.listed())
    if isinstance(due, Roll):
        return ("roll", due.why, due.seat, due.figure, due.world, due.notation(), due.table)
    return due


# ---------------------------------------------------------------- games can be forked, undone, saved, replayed


def state(game: Game, log: Page | None) -> bytes:
    """The bytes of a game without the part of its log that is known already: a save's, but much shorter."""
    writer = Writer()
    events: list[Any] = []
    page = game.log
    while page is not None and page is not log:
        events.append([writer.write(event) for event in page.events])
        page = page.before
    now = [writer.write(game.run.top), writer.write(game.run.result), game.thrown]
    return msgspec.json.encode([events, now, writer.objects])


def forks_apart(game: Game, chance: Chance, decisions: int = 5) -> None:
    """What happens to a fork does not happen to the game, and happens again to another fork."""
    log = game.log
    before = state(game, log)
    twin, other = game.fork(), game.fork()
    require(state(twin, log) == before, "a fork differs from its game")
    for _ in range(decisions):
        if twin.due is not None:
            answer = drawn(twin, chance)
            twin.play(answer)
            require(state(game, log) == before, f"playing {answer!r} on a fork changed the game it came from")
            other.play(answer)
    require(state(twin, log) == state(other, log), "two forks with the same answers came to different bytes")


def drawn(game: Game, chance: Chance) -> Answer:
    """A random answer; that there is none to draw is said clearly."""
    try:
        answer = game.sample(chance)
    except Exception:
        require(bool(game.options()), f"{game.choice.why} is a dead end: it offers no option")
        raise
    require(game.refusal(answer) is None, f"{game.choice.why}: the sampled answer {answer!r} is refused")
    return answer


def undoes(game: Game, answer: Answer) -> None:
    """Undo returns to the very same bytes, and the answer given again leads to the same place."""
    before = save.dump(game)
    twin = game.fork()
    twin.play(answer)
    after = state(twin, game.log)
    twin.undo()
    require(save.dump(twin) == before, f"undo after {answer!r} does not return to the state before it")
    twin.play(answer)
    require(state(twin, game.log) == after, f"{answer!r} given again after undo leads elsewhere")


def saves(game: Game) -> Game:
    """A save loads to a game with the same bytes; returns that game."""
    before = save.dump(game)
    loaded = save.parse(before)
    require(save.dump(loaded) == before, "the game, saved and loaded, gives other bytes")
    if game.due is not None:
        require(asked(loaded.due) == asked(game.due), "the game, saved and loaded, asks something else")
    return loaded


def replays(game: Game) -> None:
    """Played again from its set-up with the same decisions, the game comes to the same bytes."""
    require(save.dump(save.again(game)) == save.dump(game), "the game, replayed from its set-up, gives other bytes")


def plays_by_hand(game: Game) -> None:
    """With the same faces thrown by hand instead of seeded dice, the game tells and ends the same."""
    plain = game.setup.to_plain()
    by_hand = registry.begin(Setup.from_plain({**plain, "options": {**plain["options"], "dice": "manual"}}))
    for event in game.events:
        if isinstance(event, Chosen):
            by_hand.play(event.answer)
        elif isinstance(event, Rolled) and event.faces:
            by_hand.play(event.faces)
    require(by_hand.events == game.events, "with the same dice thrown by hand, other things happen")
    require(by_hand.run.result == game.run.result, "with the same dice thrown by hand, the game ends otherwise")


# ---------------------------------------------------------------- options and refusals


def offers(game: Game, chance: Chance, draws: int = 5) -> None:
    """Options are there, differ, are plain data and pass the check; so does what is sampled."""
    listed = list(game.options())
    why = game.choice.why
    require(bool(listed), f"{why} is a dead end: it offers no option")
    require(not any(one in listed[:i] for i, one in enumerate(listed)), f"{why} offers an option twice")
    game.options().clear()
    require(game.options() == listed, "a list of options, once changed by a caller, is changed for everybody")
    for answer in listed:
        require(writable(answer), f"the option {answer!r} is not plain data")
        require(game.refusal(answer) is None, f"{why} offers {answer!r} and then refuses it: {game.refusal(answer)}")
    for _ in range(draws):
        answer = game.sample(chance)
        require(game.refusal(answer) is None, f"{why}: the sampled answer {answer!r} is refused: {game.refusal(answer)}")


def options_play(game: Game, chance: Chance, most: int = 40) -> int:
    """Every option is described and can be played, as it is and as JSON. Of a long list `most` are drawn.

    Returns how many were played.
    """
    listed = game.options()
    if len(listed) > most:
        listed = [listed[chance.below(len(listed))] for _ in range(most)]
    for answer in listed:
        accepted(game, answer)
        for language in LANGUAGES:
            phrase = game.system.describe(game.choice, answer, language)
            require(bool(phrase), f"{answer!r} has no description in {language}")
    return len(listed)


def accepted(game: Game, answer: Answer) -> None:
    """The answer is accepted, and so is its JSON, to the same effect."""
    twin, other = game.fork(), game.fork()
    try:
        twin.play(answer)
    except IllegalAnswer as error:
        raise ConformanceError(f"{game.choice.why} offers {answer!r} and then refuses it: {error}") from error
    other.play(msgspec.json.decode(msgspec.json.encode(answer)))
    require(state(twin, game.log) == state(other, game.log), f"{answer!r} read from JSON has another effect")


def refuses(game: Game, answers: list[Any]) -> int:
    """An answer that is not allowed is refused with a rule and a sentence, and changes nothing. Returns how many were.

    Answers in the list may be legal; those are played on a fork, where they must not fail.
    """
    before = save.dump(game)
    refused = 0
    for answer in answers:
        legal = game.refusal(answer) is None
        try:
            (game.fork() if legal else game).play(answer)
        except IllegalAnswer as error:
            require(not legal, f"{answer!r} is said to be legal and yet refused")
            names_rule(game.system, error.rule, f"the refusal of {answer!r}")
            has_sentence(game.system, error.key, error.about, game.world)
            refused += 1
        else:
            require(legal, f"{answer!r} is said to be refused and yet played")
    require(save.dump(game) == before, "a refused answer changed the game")
    return refused


def refuses_look_alikes(game: Game, answer: Answer) -> None:
    """True is not 1: an answer that equals a legal one in Python but is of another kind is refused."""
    for twin in look_alikes(answer):
        require(game.refusal(twin) is not None, f"{game.choice.why} takes {twin!r} for {answer!r}")


def look_alikes(answer: Answer) -> Iterator[Any]:
    """Values that Python holds equal to the answer, with one number of another kind in it."""
    if isinstance(answer, tuple):
        for i, part in enumerate(answer):
            for other in look_alikes(part):
                yield (*answer[:i], other, *answer[i + 1 :])
    elif isinstance(answer, bool):
        yield int(answer)
    elif isinstance(answer, int):
        yield float(answer)
        if answer in (0, 1):
            yield bool(answer)


def misfits(answer: Answer) -> list[Answer]:
    """Answers close to a legal one and mostly wrong: cut short, too long, each part replaced, each number far too big. All are
    plain data."""
    found: list[Answer] = [(answer,), (answer, answer), *enormous(answer)]
    if isinstance(answer, tuple):
        found += [answer[:-1], (*answer, 0), tuple(reversed(answer))]
        for i in range(len(answer)):
            for part in (None, "", "nonsense", -1, HUGE, (), (answer[i],)):
                found.append((*answer[:i], part, *answer[i + 1 :]))
    elif isinstance(answer, int):
        found += [-answer - 1, answer + HUGE, str(answer)]
    elif isinstance(answer, str):
        found += [answer + " ", answer.upper() + "?", (answer, -1)]
    return [one for one in found if one != answer]


def enormous(answer: Answer) -> Iterator[Answer]:
    """The answer with one of its numbers far too big, however deep it lies."""
    if isinstance(answer, tuple):
        for i, part in enumerate(answer):
            for other in enormous(part):
                yield (*answer[:i], other, *answer[i + 1 :])
    elif isinstance(answer, int):
        yield HUGE


# ---------------------------------------------------------------- knowledge and words


def hides(game: Game, seed: int | str) -> None:
    """A seat's view is the same in every game that the seat cannot tell from this one: it shows nothing it must not."""
    for seat in range(-1, game.setup.seats):
        true = msgspec.json.encode(game.view(seat))
        require(true == msgspec.json.encode(game.view(seat)), f"seat {seat} is shown two different views of one game")
        other = msgspec.json.encode(imagined(game, seat, seed).view(seat))
        if true != other:
            raise ConformanceError(f"the view of seat {seat} tells what it cannot know: {difference(true, other)}")


def difference(one: bytes, other: bytes) -> str:
    """The first place where two texts differ."""
    pairs = zip(one, other, strict=False)
    at = next((i for i, (a, b) in enumerate(pairs) if a != b), min(len(one), len(other)))
    start = max(0, at - 40)
    return f"...{one[start : at + 20].decode(errors='replace')} / ...{other[start : at + 20].decode(errors='replace')}"


def events_cite(system: System, world: Any, events: list[Event]) -> None:
    """Every event names a rule of the rulebook, speaks of plain data, and has a sentence in every language."""
    for event in events:
        assert isinstance(event, (Told, Rolled, Chosen))
        names_rule(system, event.why, f"the event {event}")
        if isinstance(event, Told):
            require(writable(event.about), f"the event {event} speaks of more than plain data")
            has_sentence(system, event.kind, event.about, world)
        if isinstance(event, Rolled):
            shown = all(face >= 1 and (face <= event.sides or event.sides == 0) for face in event.faces)
            require(shown and writable(event.value), f"the dice of {event} cannot be")


def has_sentence(system: System, key: str, about: tuple[Any, ...], world: Any) -> None:
    """The message is there in every language and can be filled in."""
    for language in LANGUAGES:
        text = system.sentence(key, about, world, language)
        missing = not text or text in (key, f"{key} {about}")
        require(not missing, f"the message {key} has no sentence in {language}")


def names_rule(system: System, rule: str, what: str) -> None:
    """The rule is in the system's rulebook, if it has one."""
    known = system.rule_ids()
    require(not known or rule in known, f"{what} names the rule {rule!r}, which is not in the rulebook of {system.id}")


def speaks(game: Game) -> None:
    """The question that is due, and the table, can be put into words."""
    system = game.system
    names_rule(system, game.choice.why, "the question that is due")
    for language in LANGUAGES:
        require(bool(system.question(game.choice, language)), f"{game.choice.why} has no question in {language}")
    for seat in range(-1, game.setup.seats):
        require(bool(system.draw(game.world, seat, 80)), f"the table cannot be drawn for seat {seat}")


def ends_well(game: Game) -> None:
    """The result has a winner or none, a score for each seat, and a reason that is a rule."""
    result: Any = game.result
    require(isinstance(result, Result), f"the game ends with {result!r} instead of a Result")
    seats = game.setup.seats
    require(-1 <= result.winner < seats, f"the winner is seat {result.winner} of {seats}")
    require(len(result.scores) == seats, f"there are {len(result.scores)} scores for {seats} seats")
    names_rule(game.system, result.reason, "the result")
    require(game.options() == [], "the game is over and still offers options")


def classes_hold(system: System) -> None:
    """The data classes have names of their own, by which they are found again in a save."""
    names = [kind.__name__ for kind in (*CORE, *system.classes())]
    twice = sorted({name for name in names if names.count(name) > 1})
    require(not twice, f"two data classes are called {', '.join(twice)}: saves could not tell them apart")
    for kind in system.classes():
        require(issubclass(kind, Data), f"the class {kind.__name__} is not Data")


# ---------------------------------------------------------------- all together


def check(
    system_id: str,
    scenario: str | None = None,
    armies: list[Plain] | None = None,
    games: int = 3,
    seed: int | str = 1,
    max_decisions: int = 20_000,
    stride: int = 10,
) -> Summary:
    """Play `games` random games of a system and look at each from all sides.

    Scenario and armies are the system's own when None. The dear checks are made at one decision in `stride`, drawn at
    random. Raises ConformanceError: the sentence says where it happened and what is wrong.
    """
    classes_hold(registry.system(system_id))
    counts = [0, 0, 0, 0]
    for number in range(games):
        place = f"{system_id}, the beginning of game {number}"
        try:
            trial = _Trial(registry.new(system_id, armies, scenario, f"{seed}/{number}"), stride)
        except Exception as error:
            raise _placed(place, error) from error
        try:
            trial.play(max_decisions)
        except Exception as error:
            raise _placed(trial.place(), error) from error
        for i, count in enumerate((trial.decisions, trial.options, trial.refusals, trial.saves)):
            counts[i] += count
    return Summary(games, *counts)


def _placed(place: str, error: Exception) -> ConformanceError:
    """The error, with the place where it happened before it."""
    what = str(error) if isinstance(error, ConformanceError) else f"{type(error).__name__}: {error}"
    return ConformanceError(f"{place}: {what}")


class _Trial:
    """One random game, and others that should go the same way: a fork, a loaded save, the same game begun again."""

    def __init__(self, game: Game, stride: int) -> None:
        self.game = game
        self.stride = stride
        self.chance = Stream(f"conformance {game.setup.seed}")
        self.begun_again, self.fork, self.loaded = registry.begin(game.setup), game.fork(), game.fork()
        self.old = (game.fork(), save.dump(game))
        self.earlier: list[Answer] = []
        self.decisions = self.options = self.refusals = self.saves = 0

    def place(self) -> str:
        """Where the trial stands, for an error."""
        setup = self.game.setup
        why = "the end" if self.game.due is None else self.game.due.why
        return f"{setup.system}, {setup.scenario}, seed {setup.seed}, decision {self.decisions} ({why})"

    def play(self, max_decisions: int) -> None:
        """Play to the end."""
        game = self.game
        events_cite(game.system, game.world, game.events)
        while game.due is not None:
            require(self.decisions < max_decisions, f"the game has not ended after {max_decisions} decisions")
            if self.decisions == 0 or self.chance.below(self.stride) == 0:
                self.meet()
                self.look()
            self.step()
        self.meet()
        ends_well(game)
        replays(game)
        plays_by_hand(game)
        hides(game, f"{game.setup.seed} end")

    def step(self) -> None:
        """One decision, the same for all."""
        game = self.game
        refused = game.refusal(MISFITS[self.decisions % len(MISFITS)])
        if refused is not None:
            names_rule(game.system, refused.rule or game.choice.why, "a refusal")
        keeps_secrets(game)
        answer = drawn(game, self.chance)
        events = game.play(answer)
        for other in (self.begun_again, self.fork, self.loaded):
            require(other.due is not None and other.refusal(answer) is None, f"{answer!r} is legal only at first")
            other.play(answer)
        events_cite(game.system, game.world, events)
        self.earlier = [*self.earlier[-20:], answer]
        self.decisions += 1

    def meet(self) -> None:
        """All have come to the same bytes, and none has changed what was there before."""
        now = save.dump(self.game)
        require(save.dump(self.fork) == now, "a fork, rebuilt from its frames, came to other bytes with the same answers")
        require(save.dump(self.loaded) == now, "a loaded save came to other bytes with the same answers")
        require(save.dump(self.begun_again) == now, "the same game begun again came to other bytes")
        then, before = self.old
        require(save.dump(then) == before, "play changed a world of the past: worlds are never changed")
        self.fork, self.loaded, self.old = self.game.fork(), saves(self.game), (self.game.fork(), now)
        self.saves += 1

    def look(self) -> None:
        """All that can be seen of one decision."""
        game = self.game
        before = save.dump(game)
        settles_twice(game)
        offers(game, self.chance)
        forks_apart(game, self.chance)
        self.options += options_play(game, self.chance)
        answer = game.sample(self.chance)
        undoes(game, answer)
        refuses_look_alikes(game, answer)
        self.refusals += refuses(game, [*MISFITS, *NOT_PLAIN, *misfits(answer), *self.earlier])
        hides(game, f"{game.setup.seed} {self.decisions}")
        speaks(game)
        require(save.dump(game) == before, "looking at the game changed it")
