"""The protocol: what an agent is given and what it gives back."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple, Protocol

from escarmouche.core.dice import Stream
from escarmouche.core.effects import Answer, Chance, Choose, Roll
from escarmouche.core.errors import EscarmoucheError, IllegalAnswer
from escarmouche.core.game import Game
from escarmouche.core.imagine import imagined
from escarmouche.core.views import GameView


class Budget:
    """How much an agent may think for one answer: at most `playouts` trials of an option in imagined games.

    Counted, not timed, so that the same seed gives the same game on every machine.
    """

    def __init__(self, playouts: int = 64) -> None:
        if playouts < 1:
            raise EscarmoucheError(
                f"A budget of {playouts} playouts leaves nothing to think with: give 1 or more.",
                f"Un budget de {playouts} parties imaginées ne permet pas de réfléchir : donnez-en au moins 1.",
            )
        self.playouts = playouts


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

    def sample(self, chance: Chance) -> Answer:
        """One random legal answer, cheaply."""
        return self._game.sample(chance)

    def imagine(self, seed: int | str) -> Game:
        """A game that this seat cannot tell from the real one, with what it does not know drawn anew and fresh dice; its
        log begins here."""
        return imagined(self._game, self.seat, seed, past=False)

    def evaluate(self, game: Game) -> float:
        """How good an (imagined) game is for this seat, from -1 to 1."""
        result = game.result
        if result is not None:
            return 0.0 if result.winner < 0 else 1.0 if result.winner == self.seat else -1.0
        return game.system.evaluate(game.world, self.seat)

    def odds(self, answer: Answer) -> dict[str, Fraction]:
        """The exact odds of an answer in an imagined game, up to its first outcome."""
        from escarmouche.core.odds import odds

        return odds(self.imagine("odds"), answer, until_outcome=True)


class Agent(Protocol):
    """Anything that can answer for a seat."""

    name: str

    def answer(self, game: SeatGame, seat: int, budget: Budget) -> Answer:
        """A legal answer to what is due for the seat."""
        ...


def play_on(game: Game, agents: list[Agent], budget: Budget, most: int = 100_000) -> int:
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
        game.play(agents[due.seat].answer(SeatGame(game, due.seat), due.seat, budget))
    return most


def stream(*parts: object) -> Stream:
    """A stream of chance that depends only on these."""
    return Stream(" ".join([str(part) for part in parts]))
