"""A brawl for two, three or four: everybody against everybody, with dice. Small, complete, and of no fixed number of seats.

Who is up strikes one of the others or catches breath; the last one standing wins, and after the last round those who have the
most life left share the victory.
"""

from __future__ import annotations

from typing import Any, cast

from escarmouche.core import messages
from escarmouche.core.data import Data
from escarmouche.core.effects import RULES, Answer, Call, Chance, Choose, Listed, Result, Roll, Script, Tell, rule
from escarmouche.core.system import Plain, Setup, System
from escarmouche.kit.view import SILENT, Edge, Figure, Length, Side, Strength, View, words

LIFE = 3
ROUNDS = 6
COUNTS = {"ring": (3, 2, 4), "duel": (2,), "square": (4,)}


class World(Data):
    """The life of everybody, who is up, and how many turns there have been."""

    __slots__ = ("lives", "turn", "up")

    def __init__(self, lives: tuple[int, ...], turn: int, up: int) -> None:
        self.lives = lives
        self.turn = turn
        self.up = up

    def hurt(self, seat: int, wounds: int) -> World:
        life = max(0, min(LIFE, self.lives[seat] - wounds))
        return World((*self.lives[:seat], life, *self.lives[seat + 1 :]), self.turn, self.up)

    def standing(self) -> list[int]:
        return [seat for seat, life in enumerate(self.lives) if life]

    def next_up(self) -> World:
        count = len(self.lives)
        seat = next(one % count for one in range(self.up + 1, self.up + 1 + count) if self.lives[one % count])
        return World(self.lives, self.turn + 1, seat)


@rule("brawl.turn", "brawl.end", "brawl.end.late")
def turn(world: World) -> Script:
    """Whoever is up strikes or rests."""
    standing = world.standing()
    if len(standing) == 1:
        return Result("brawl.end", world.lives, standing[0], world)
    if world.turn > ROUNDS * len(world.lives):
        best = [seat for seat in standing if world.lives[seat] == max(world.lives)]
        return Result("brawl.end.late", world.lives, best[0] if len(best) == 1 else -1, world)
    blows = tuple([("strike", seat) for seat in standing if seat != world.up])
    deed = yield Choose("brawl.turn", world.up, world, Listed((*blows, ("rest",)), "brawl.turn"), world.up)
    if deed[0] == "strike":
        world = yield Call(strike, world, deed[1])
    else:
        world = world.hurt(world.up, -1)
        yield Tell("brawl.turn", "brawl-rest", (world.up,))
    return Call(turn, world.next_up())


@rule("brawl.strike")
def strike(world: World, target: int) -> Script:
    """A die of the striker against a die of the struck: the lower one is hurt."""
    (blow,) = yield Roll("brawl.strike", world.up, world, 1, 6, figure=world.up)
    (guard,) = yield Roll("brawl.strike", target, world, 1, 6, figure=target)
    loser = target if blow > guard else world.up
    yield Tell("brawl.strike", "brawl-hurt", (loser,), "hit" if loser == target else "parried")
    return world.hurt(loser, 1)


class Brawl(System):
    """The brawl as a system: no armies, no rulebook, no prices."""

    id = "brawl"
    seats = 3
    titles = {"en": "Brawl", "fr": "Bagarre"}
    world_class = World
    messages = messages.Messages(
        {
            "brawl-rest": {"en": "{0:fig} rests.", "fr": "{0:fig} souffle."},
            "brawl-hurt": {"en": "{0:fig} is hurt.", "fr": "{0:fig} est blessé."},
        },
        messages.CORE,
    )

    def start(self, setup: Setup) -> Call:
        return Call(turn, World((LIFE,) * setup.seats, 1, 0))

    def classes(self) -> tuple[type[Data], ...]:
        return (World,)

    def scenarios(self) -> list[str]:
        return list(COUNTS)

    def seat_counts(self, scenario: str) -> tuple[int, ...]:
        return COUNTS[scenario]

    def armies_for(self, scenario: str, chance: Chance, seats: int) -> list[Plain]:
        return [{"name": f"Brawler {letter}", "name_fr": f"Bagarreur {letter}"} for letter in "ABCD"[:seats]]

    def rule_ids(self) -> frozenset[str]:
        return frozenset([cited for one in RULES.values() for cited in one.cites if cited.startswith("brawl.")])

    def view(self, world: Any, seat: int) -> Plain:
        centimetre: Length = {"id": "cm", "length": 1000, "words": words("cm", "cm")}
        made: View = {
            "table": {"width": 40_000, "depth": 40_000, "unit": centimetre, "rulers": [], "hex_width": 0},
            "pieces": [],
            "figures": [figure(world, one) for one in range(len(world.lives))],
            "markers": [],
            "zones": [],
            "sides": [side(world, one) for one in range(len(world.lives))],
            "order": [],
            "arrows": [],
            "traits": [],
            "turn": world.turn,
            "turn_limit": 0,
            "active": world.up,
            "score": words("Life", "Vie"),
            "own": {},
        }
        return cast(Plain, made)

    def evaluate(self, world: Any, seat: int) -> float:
        others = [life for one, life in enumerate(world.lives) if one != seat]
        return float((world.lives[seat] - max(others)) / LIFE) if world.lives[seat] else -1.0

    def name(self, world: Any, figure: int, language: str) -> str:
        return "ABCD"[figure]

    def describe(self, due: Choose, answer: Answer, language: str) -> str:
        return f"Strike {self.name(due.world, answer[1], language)}" if answer[0] == "strike" else "Rest"

    def question(self, due: Choose, language: str) -> str:
        return f"{self.name(due.world, due.seat, language)}?"

    def draw(self, world: Any, seat: int, columns: int, language: str = "en") -> str:
        return " ".join([f"{self.name(world, one, language)}{life}" for one, life in enumerate(world.lives)])


CORNERS = ((5_000, 20_000), (35_000, 20_000), (20_000, 5_000), (20_000, 35_000))
EDGES: tuple[Edge, ...] = ("left", "right", "bottom", "top")


def figure(world: World, seat: int) -> Figure:
    """A brawler as a screen shows it."""
    name = words("ABCD"[seat], "ABCD"[seat])
    left: Strength = {"left": world.lives[seat], "all": LIFE, "words": words("Life", "Vie")}
    x, y = CORNERS[seat]
    return {
        "id": seat, "seat": seat, "name": name, "kind": words("Brawler", "Bagarreur"), "profile": "", "sign": name["en"],
        "state": "table" if world.lives[seat] else "gone", "note": SILENT, "poses": [], "x": x, "y": y, "facing": 0,
        "radius": 1_000, "outline": [], "bases": [], "fronts": [], "host": -1, "height": 0, "strength": left, "numbers": [],
        "traits": [], "marks": [], "rings": [], "own": {},
    }  # fmt: skip


def side(world: World, seat: int) -> Side:
    """A side as a screen shows it."""
    return {"seat": seat, "edge": EDGES[seat], "score": world.lives[seat], "numbers": [], "marks": [], "own": {}}


BRAWL = Brawl()
