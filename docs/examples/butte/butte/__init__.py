"""King of the hill: a small whole game of miniatures for two to four. `rules` is the game; this module is what the doors
(terminal, page, computer players, odds) ask of it."""

from __future__ import annotations

from typing import Any

from butte.rules import RADIUS, ROUNDS, SIZE, Fighter, World, turn
from escarmouche.core.dice import Stream
from escarmouche.core.effects import Answer, Call, Choose
from escarmouche.core.messages import CORE, Messages
from escarmouche.core.system import Plain, Setup
from escarmouche.kit import sketch
from escarmouche.kit.marks import parts
from escarmouche.kit.system import Miniatures
from escarmouche.kit.view import SILENT, Figure, State, View, mark, speaker, words
from escarmouche.kit.words import Speech
from escarmouche.table.shapes import polygon, rectangle, square_between, turned

MESSAGES = Messages.load("butte", behind=CORE)
say = speaker(MESSAGES)  # a message in both languages
ANGLES = (0, 18_000, 9_000, 27_000)  # on which side of the hill each seat begins
PARTS = {"fighter": ("figure",), "strike": ("target",), "walk": ("x", "y")}  # what an answer points at


def name(world: World, figure: int, language: str) -> str:
    """What a fighter is called."""
    return MESSAGES.sentence("name", (figure % 3 + 1, world.fighters[figure].seat), str, language)


class Butte(Miniatures):
    """Two to four bands of three, and one hill; everything else a system has is left as it is."""

    id = "butte"
    titles = {"en": "King of the hill", "fr": "La Butte"}
    messages = screen = MESSAGES
    speech = Speech("butte", MESSAGES, name)
    world_class = World
    data = (Fighter, World)

    def scenarios(self) -> list[str]:
        return ["king-of-the-hill"]

    def seat_counts(self, scenario: str) -> tuple[int, ...]:
        return (2, 3, 4)

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

    def marks(self, due: Choose, answer: Answer) -> Plain:
        """What an answer points at; another place may stand in a walk, from its part 1 on."""
        return {**parts(answer, PARTS, due.figure), **({"place": 1} if answer[0] == "walk" else {})}

    def view(self, world: Any, seat: int) -> View:
        """The page's contract: escarmouche.kit.view. Nothing is hidden here, so every seat sees the same."""
        seats = len(world.scores)
        hill = sketch.piece("hill", say("hill"), "hill", world.hill, say("hill-note"), height=2_000)
        wood = sketch.piece("wood", say("wood"), "wood", world.wood, say("wood-note"))
        figures = [self.figure(world, one) for one in world.fighters]
        sides = [sketch.side(number, score) for number, score in enumerate(world.scores)]
        turn = {"turn": min(ROUNDS, world.turn // seats + 1), "turn_limit": ROUNDS, "active": world.turn % seats}
        return sketch.battle(sketch.table(SIZE, SIZE), [hill, wood], figures, sides, say("points"), **turn)

    def figure(self, world: World, one: Fighter) -> Figure:
        """A fighter as a screen shows it."""
        called = words(name(world, one.id, "en"), name(world, one.id, "fr"))
        high = [mark("high", "▲", say("high"))] if one.standing and world.on_hill(one) else []
        state: State = "table" if one.standing else "gone"
        fallen = SILENT if one.standing else say("fallen")
        return sketch.figure(one.id, one.seat, called, one.x, one.y, RADIUS, state, marks=high, note=fallen)


SYSTEM = Butte()
