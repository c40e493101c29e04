"""King of the hill: a small whole game of miniatures for two to four, to start a game of your own from.

`rules` is the game; this module is what the doors (terminal, page, computer players, odds) ask of it.
"""

from __future__ import annotations

from typing import Any

from butte.rules import RADIUS, ROUNDS, SIZE, Fighter, World, turn
from escarmouche.core.data import Data
from escarmouche.core.dice import Stream
from escarmouche.core.effects import Answer, Call, Choose
from escarmouche.core.messages import CORE, Messages
from escarmouche.core.system import Plain, Setup, System
from escarmouche.kit import sketch
from escarmouche.kit.view import SILENT, Figure, State, Words, words
from escarmouche.table.shapes import Polygon, inside, polygon, rectangle, square_between, turned

ANGLES = (0, 18_000, 9_000, 27_000)  # on which side of the hill each seat begins
PARTS = {"fighter": ("figure",), "strike": ("target",), "walk": ("x", "y")}  # what an answer points at


class Butte(System):
    """Two to four bands of three, and one hill."""

    id = "butte"
    titles = {"en": "King of the hill", "fr": "La Butte"}
    messages = Messages.load("butte", behind=CORE)
    world_class = World

    def scenarios(self) -> list[str]:
        return ["king-of-the-hill"]

    def seat_counts(self, scenario: str) -> tuple[int, ...]:
        return (2, 3, 4)

    def classes(self) -> tuple[type[Data], ...]:
        return (Fighter, Polygon, World)

    def start(self, setup: Setup) -> Call:
        """Every band stands on its side of the hill; the wood lies anywhere around it."""
        middle, fighters = SIZE // 2, []
        for number in range(3 * setup.seats):
            dx, dy = turned(-SIZE * 3 // 8, (number % 3 - 1) * 5_000, ANGLES[number // 3])
            fighters.append(Fighter(number, number // 3, True, middle + dx, middle + dy))
        chance = Stream(f"wood {setup.seed}")
        dx, dy = turned(SIZE // 4, 0, chance.below(36_000))
        wood = rectangle(middle + dx, middle + dy, 5_000, 4_000, chance.below(36_000))
        hill = polygon([(middle + x, middle + y) for x, y in [turned(7_500, 0, angle * 4_500) for angle in range(8)]])
        return Call(turn, World(tuple(fighters), hill, (0,) * setup.seats, 0, wood))

    def evaluate(self, world: Any, seat: int) -> float:
        """Points first, then who still stands, then who is near the hill: it is all that the computer players know."""
        worth = [100.0 * score for score in world.scores]
        for one in world.standing():
            worth[one.seat] += 80 - square_between(one.x, one.y, SIZE // 2, SIZE // 2) ** 0.5 / 1_000
        best = max([value for other, value in enumerate(worth) if other != seat])
        return float((worth[seat] - best) / 5_000)

    def name(self, world: Any, figure: int, language: str) -> str:
        return self.sentence("name", (figure % 3 + 1, world.fighters[figure].seat), None, language)

    def question(self, due: Choose, language: str) -> str:
        return self.sentence(due.why, (due.seat, due.figure), due.world, language)

    def describe(self, due: Choose, answer: Answer, language: str) -> str:
        return self.sentence(f"do-{answer[0]}", answer[1:], due.world, language)

    def marks(self, due: Choose, answer: Answer) -> Plain:
        return {"kind": answer[0], **dict(zip(PARTS.get(answer[0], ()), answer[1:], strict=True))}

    def words(self, key: str, *about: Any) -> Words:
        """A message in both languages."""
        return words(*[self.sentence(key, about, None, language) for language in ("en", "fr")])

    def view(self, world: Any, seat: int) -> Plain:
        """The page's contract: escarmouche.kit.view. Nothing is hidden here, so every seat sees the same."""
        seats = len(world.scores)
        hill = sketch.piece("hill", self.words("hill"), "hill", world.hill.points, self.words("hill-note"), height=2_000)
        wood = sketch.piece("wood", self.words("wood"), "wood", world.wood.points, self.words("wood-note"))
        figures = [self.figure(world, one) for one in world.fighters]
        sides = [sketch.side(number, score) for number, score in enumerate(world.scores)]
        turn = {"turn": min(ROUNDS, world.turn // seats + 1), "turn_limit": ROUNDS, "active": world.turn % seats}
        return sketch.battle(sketch.table(SIZE, SIZE), [hill, wood], figures, sides, self.words("points"), **turn)

    def figure(self, world: World, one: Fighter) -> Figure:
        """A fighter as a screen shows it."""
        name = words(*[self.name(world, one.id, language) for language in ("en", "fr")])
        high = [sketch.mark("high", "▲", self.words("high"))] if one.standing and world.on_hill(one) else []
        state: State = "table" if one.standing else "gone"
        fallen = SILENT if one.standing else self.words("fallen")
        return sketch.figure(one.id, one.seat, name, one.x, one.y, RADIUS, state, marks=high, note=fallen)

    def draw(self, world: Any, seat: int, columns: int, language: str = "en") -> str:
        """The table as text: a letter a band, ^ for the hill, # for the wood."""
        cell = SIZE // columns + 1
        at = {(one.x // cell, one.y // (2 * cell)): "ABCD"[one.seat] for one in world.standing()}

        def sign(column: int, row: int) -> str:
            x, y = column * cell + cell // 2, row * 2 * cell + cell
            return at.get((column, row)) or ("#" if inside(world.wood, x, y) else "^" if inside(world.hill, x, y) else ".")

        return "\n".join(["".join([sign(x, y) for x in range(columns)]) for y in range(columns // 2 - 1, -1, -1)])


SYSTEM = Butte()
