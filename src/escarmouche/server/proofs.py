"""The proof of the dice: what was committed to, the salts, and after the end the secret and every die."""

from __future__ import annotations

from escarmouche.core.dice import Scripted, Source
from escarmouche.core.effects import Chosen, Roll, Rolled
from escarmouche.core.engine import start
from escarmouche.core.game import Game
from escarmouche.server import picture
from escarmouche.server.live import GameTable
from escarmouche.server.shapes import Proof, Thrown


class Counted(Source):
    """Gives faces that were thrown before, and writes down how many sides each die has."""

    def __init__(self, faces: tuple[int, ...]) -> None:
        self.given = Scripted(faces)
        self.sides: list[int] = []

    def throw(self, roll: Roll, place: int) -> tuple[int, ...]:
        faces = self.given.throw(roll, place)
        shown = iter(faces)

        def die(sides: int) -> int:
            self.sides.append(sides)
            return next(shown)

        roll.throw(die)
        return faces


def proved(table: GameTable, game: Game | None) -> Proof:
    """What may be told of the dice now; `game` is that of the table, or a copy."""
    dice = table.setup.options.get("dice", "seeded")
    told = thrown(game) if game is not None and table.phase == "over" else None
    if not isinstance(dice, dict) or table.origin.told:
        return Proof(picture.dice_of(table).kind, None, [], [], None, told)
    nothing: list[str | None] = [None] * len(table.origin.seats)
    if game is None:  # nobody's salt is told before all are
        salts, promises = nothing, nothing if table.uncommitted else picture.promised(table)
    else:
        salts, promises = by_seat(table, dice.get("salts", [])), by_seat(table, dice.get("salt_commitments", []))
    return Proof(
        dice["kind"],
        dice["commitment"],
        salts,
        promises,
        None if told is None else dice["secret"],
        told,
        dice.get("since", 0),
        dice.get("before") if told is not None and isinstance(dice.get("before"), dict) else None,
    )


def by_seat(table: GameTable, given: list[str]) -> list[str | None]:
    """What people gave, each at the own seat; None at those of bots."""
    rest, people = iter(given), table.people
    return [next(rest, None) if seat in people else None for seat in range(len(table.origin.seats))]


def thrown(game: Game) -> list[Thrown]:
    """Every die of a game that is over, in order."""
    rolls = [event for event in game.events if isinstance(event, Rolled)]
    faces = [(event, face) for event in rolls for face in event.faces]
    sides = [event.sides for event, _ in faces]
    if 0 in sides:
        sides = sides_of(game, tuple([face for _, face in faces]))
    return [Thrown(place, of, face, event.why) for place, (of, (event, face)) in enumerate(zip(sides, faces, strict=True))]


def sides_of(game: Game, faces: tuple[int, ...]) -> list[int]:
    """How many sides each die has. The record of dice of several kinds thrown together does not say it: the game is played
    again with the same dice."""
    source = Counted(faces)
    twin = Game(game.system, game.setup, start(game.system.start(game.setup)), source)
    twin.begin()
    for event in game.events:
        if isinstance(event, Chosen):
            twin.play(event.answer)
    return source.sides
