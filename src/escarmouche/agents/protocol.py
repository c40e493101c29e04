"""The protocol: what an agent is given and what it gives back."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from random import Random
from typing import NamedTuple, Protocol

from escarmouche.core.dice import PythonChance, Stream
from escarmouche.core.effects import Answer, Chance, Choose, Event, Roll
from escarmouche.core.errors import AgentError, EscarmoucheError, IllegalAnswer
from escarmouche.core.game import Game
from escarmouche.core.imagine import imagined
from escarmouche.core.views import GameView
from escarmouche.kit.learned import weighed
from escarmouche.kit.places import Place, places


class Budget:
    """How much an agent may think for one answer: at most `playouts` trials of an option in imagined games.

    Counted, not timed, so that the same seed gives the same game on every machine. With `seconds` an agent that can tell the
    time may go on until they are over, for people who wait: another machine then plays another game.
    """

    def __init__(self, playouts: int = 64, seconds: float = 0.0) -> None:
        if playouts < 1:
            raise EscarmoucheError(
                f"A budget of {playouts} playouts leaves nothing to think with: give 1 or more.",
                f"Un budget de {playouts} parties imaginées ne permet pas de réfléchir : donnez-en au moins 1.",
            )
        self.playouts = playouts
        self.seconds = seconds


class Question(NamedTuple):
    """The decision that is due: whose it is, the rule it rests on, and the figure it is about (-1 for none)."""

    seat: int
    why: str
    figure: int


class SeatGame:
    """A game as one seat knows it: its view, the question it must answer, and games it can imagine.

    Nothing here reveals what the other seats hide or what the dice will show.
    """

    def __init__(self, game: Game, seat: int) -> None:
        self._game = game
        self.seat = seat

    @property
    def due(self) -> Question:
        """The decision this seat must take."""
        due = self._game.due
        if not isinstance(due, Choose) or due.seat != self.seat:
            raise IllegalAnswer("", f"It is not for seat {self.seat} to answer now: wait for the others.")
        return Question(due.seat, due.why, due.figure)

    def view(self) -> GameView:
        """What this seat may know."""
        return self._game.view(self.seat)

    def options(self) -> list[Answer]:
        """Legal answers, as `Game.options`."""
        return self._game.options()

    def sensible(self) -> list[Answer]:
        """The options, each once; those that nobody takes without cause (to concede, say) only where there are no others."""
        return sensible(self._game)

    def ideas(self, most: int, rng: Chance | Random) -> list[Answer]:
        """At most so many sensible options, drawn from every kind of answer in turn."""
        return varied(self._game, self.sensible(), most, rng)

    def beside(self, most: int) -> list[Answer]:
        """Options beside those that are thought of, for a seat that thinks of a few only: none."""
        return []

    def places(self) -> list[Place]:
        """Where a player would think of going: legal answers beside the options, where movement is free."""
        return places(self._game.system, self._game.choice)

    def sample(self, rng: Chance | Random) -> Answer:
        """One random legal answer, cheaply."""
        return self._game.sample(rng)

    def figure(self, answer: Answer) -> int:
        """The figure that an answer is about; -1 for none."""
        found = self._game.system.marks(self._game.choice, answer).get("figure")
        return found if isinstance(found, int) else -1

    def imagine(self, seed: int | str) -> Game:
        """A game that this seat cannot tell from the real one, with what it does not know drawn anew and fresh dice; its
        log begins here."""
        return imagined(self._game, self.seat, seed, past=False)

    def evaluate(self, game: Game) -> float:
        """How good an (imagined) game is for this seat, from -1 to 1."""
        result = game.result
        if result is not None:
            return float(2 * result.shares[self.seat] - 1)
        return game.system.evaluate(game.world, self.seat)

    def odds(self, answer: Answer) -> dict[str, Fraction]:
        """The exact odds of an answer in an imagined game, up to its first outcome."""
        from escarmouche.core.odds import odds

        return odds(self.imagine("odds"), answer, until_outcome=True)


class LearnedGame(SeatGame):
    """The same, judged by what was learned from many battles; by hand where nothing was. `judged` counts how often, and other
    work as so many judgements."""

    def __init__(self, game: SeatGame, weights: list[float] | None = None) -> None:
        super().__init__(game._game, game.seat)
        self._weights = game._game.system.learned() if weights is None else weights
        self.judged = 0.0

    def evaluate(self, game: Game) -> float:
        """How good an (imagined) game is for this seat, from -1 to 1."""
        self.judged += 1
        if not self._weights or game.result is not None:
            return super().evaluate(game)
        return weighed(game.system.encode(game.world, self.seat), self._weights)


class Agent(Protocol):
    """Anything that can answer for a seat. It is made for one seat of one battle."""

    def answer(self, game: SeatGame, seat: int, budget: Budget) -> Answer:
        """A legal answer to what is due for the seat."""
        ...


def play_on(game: Game, agents: Sequence[Agent], budget: Budget, most: int = 100_000) -> int:
    """Let the agents play to the end, or for `most` decisions; returns how many decisions were taken."""
    for taken in range(most):
        due = game.due
        if due is None:
            return taken
        if isinstance(due, Roll):
            raise EscarmoucheError(
                "The dice of this game are thrown by hand: agents need seeded dice.",
                "Les dés de cette partie sont lancés à la main : les adversaires ont besoin de dés tirés au sort.",
            )
        take(game, agents[due.seat], budget)
    return most


def take(game: Game, agent: Agent, budget: Budget, name: str = "") -> list[Event]:
    """Let an agent take the decision that is due; returns what happened. An AgentError names one that fails, or that gives an
    answer which is not allowed; the game has not changed then."""
    answer = answered(game, agent, budget, name)
    try:
        return game.play(answer)
    except IllegalAnswer as error:
        raise _not_allowed(name or label(agent), error) from error


def answered(game: Game, agent: Agent, budget: Budget, name: str = "") -> Answer:
    """What an agent answers to the decision that is due; an AgentError names one that fails."""
    due = game.choice
    try:
        return agent.answer(SeatGame(game, due.seat), due.seat, budget)
    except Exception as error:
        name = name or label(agent)
        raise AgentError(
            f"The agent {name} failed at {due.why} ({told(error)}): mend it, or choose another.",
            f"Le joueur {name} a échoué à {due.why} ({told(error)}) : corrigez-le, ou choisissez-en un autre.",
        ) from error


def allowed(game: Game, agent: Agent, budget: Budget, name: str = "") -> Answer:
    """What an agent answers, which is sure to be allowed; an AgentError names one that fails or answers something else."""
    answer = answered(game, agent, budget, name)
    try:
        game.checked(answer)
    except IllegalAnswer as error:
        raise _not_allowed(name or label(agent), error) from error
    return answer


def _not_allowed(name: str, error: IllegalAnswer) -> AgentError:
    return AgentError(
        f"The agent {name} gave an answer that is not allowed ({error}): mend it, or choose another.",
        f"Le joueur {name} a donné une réponse interdite ({error.sentence('fr')}) : corrigez-le, ou choisissez-en un autre.",
    )


def label(agent: object) -> str:
    """What an agent, or its class, is called: its `name`, else that of its class.

    >>> label(Budget)
    'Budget'
    """
    name = getattr(agent, "name", None)
    kind = agent if isinstance(agent, type) else type(agent)
    return name if isinstance(name, str) and name else kind.__qualname__


def told(error: BaseException) -> str:
    """An error in one line."""
    return f"{type(error).__name__}: {' '.join(str(error).split())}".removesuffix(": ")


def sensible(game: Game) -> list[Answer]:
    """The options of a game, each once; those that nobody takes without cause only where there are no others, nor those that
    the system would `rather` have done otherwise where that can be done."""
    due, system = game.choice, game.system
    options = list(dict.fromkeys(game.options()))
    if not (system.grave or system.rather) or len(options) == 1:
        return options
    kinds = [system.kind_of(due, one) for one in options]
    left_out = {*system.grave, *[kind for kind, better in system.rather.items() if better in kinds]}
    return [one for one, kind in zip(options, kinds, strict=True) if kind not in left_out] or options


def varied(game: Game, options: list[Answer], most: int, rng: Chance | Random) -> list[Answer]:
    """At most so many of the options of a game, drawn from every kind of answer in turn, so that the rare are not overlooked
    for the many; in their order."""
    if len(options) <= most:
        return options
    chance = rng if isinstance(rng, Chance) else PythonChance(rng)
    due, system = game.choice, game.system
    kinds: dict[str, list[int]] = {}
    for number, option in enumerate(options):
        kinds.setdefault(system.kind_of(due, option), []).append(number)
    kept: list[int] = []
    while len(kept) < most:
        for left in kinds.values():
            if left and len(kept) < most:
                kept.append(left.pop(chance.below(len(left))))
    return [options[number] for number in sorted(kept)]


def stream(*parts: object) -> Stream:
    """A stream of chance that depends only on these."""
    return Stream(" ".join([str(part) for part in parts]))
