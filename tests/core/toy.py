"""The toy system: a complete `System` over the rules of `toy_rules`, small enough to check by hand."""

from __future__ import annotations

from typing import Any

from escarmouche.core import messages
from escarmouche.core.data import Data
from escarmouche.core.dice import Stream
from escarmouche.core.effects import RULES, Answer, Call, Chance, Choose
from escarmouche.core.engine import start
from escarmouche.core.game import Game
from escarmouche.core.system import Plain, Setup, System
from tests.core.toy_rules import LENGTH, TRAP_PLACES, Figure, World, battle

PLACES = {"corridor": (1, 3, 5), "ambush": (3, 5, 15)}


class Toy(System):
    """Two bands of three in a corridor."""

    id = "toy"
    titles = {"en": "Toy", "fr": "Jouet"}
    messages = messages.Messages.load("tests.core", "toy.toml", messages.CORE)
    world_class = World

    def start(self, setup: Setup) -> Call:
        return Call(battle, first_world(setup))

    def classes(self) -> tuple[type[Data], ...]:
        return (Figure, World)

    def scenarios(self) -> list[str]:
        return list(PLACES)

    def armies_for(self, scenario: str, chance: Chance, seats: int) -> list[Plain]:
        return [{"figures": [{"name": n, "strength": chance.below(3) + 1} for n in names]} for names in ("ABC", "XYZ")]

    def rule_ids(self) -> frozenset[str]:
        return frozenset([cited for rule in RULES.values() for cited in rule.cites if cited.startswith("toy.")])

    def view(self, world: Any, seat: int) -> Plain:
        return {
            "figures": [[f.id, f.name, f.seat, f.place, f.life, f.strength] for f in world.figures],
            "traps": [world.traps[s] if s == seat or world.sprung[s] else None for s in (0, 1)],
            "rerolls": list(world.rerolls),
            "turn": world.turn,
        }

    def imagine(self, world: Any, seat: int, chance: Chance) -> Any:
        """A trap nobody has sprung may lie wherever no enemy of its owner has stood."""
        for owner in (0, 1):
            draw = chance.below(1 << 20)
            if owner != seat and world.traps[owner] >= 0 and not world.sprung[owner]:
                possible = [place for place in TRAP_PLACES if place not in world.safe[1 - owner]]
                world = world.with_trap(owner, possible[draw % len(possible)])
        return world

    def evaluate(self, world: Any, seat: int) -> float:
        mine, theirs = [sum([f.life for f in world.standing(s)]) for s in (seat, 1 - seat)]
        return float((mine - theirs) / max(1, mine + theirs))

    def name(self, world: Any, figure: int, language: str) -> str:
        return str(world.figures[figure].name)

    def describe(self, due: Choose, answer: Answer, language: str) -> str:
        return f"{answer}"

    def question(self, due: Choose, language: str) -> str:
        return due.why

    def draw(self, world: Any, seat: int, columns: int, language: str = "en") -> str:
        letters = {figure.place: figure.name for figure in world.figures if figure.life > 0}
        return "".join([letters.get(place, ".") for place in range(LENGTH)])[:columns]


def first_world(setup: Setup) -> World:
    """The bands at both ends of the corridor."""
    figures: list[Figure] = []
    for seat, army in enumerate(setup.armies):
        for row, place in zip(army["figures"], PLACES[setup.scenario], strict=True):
            spot = place if seat == 0 else LENGTH - 1 - place
            figures.append(Figure(len(figures), 4, row["name"], spot, seat, row["strength"]))
    return World(tuple(figures), (2, 1), ((), ()), (False, False), (-1, -1), 0)


TOY = Toy()


def new_game(seed: int | str = 1, scenario: str = "corridor", dice: Any = "seeded") -> Game:
    """A toy game; the toy need not be registered for it."""
    armies = TOY.armies_for(scenario, Stream(f"armies {seed}"), 2)
    setup = Setup("toy", armies, scenario, seed, {} if dice == "seeded" else {"dice": dice})
    game = Game(TOY, setup, start(TOY.start(setup)), setup.source())
    game.begin()
    return game


def play_on(game: Game, chance: Chance, decisions: int = 10_000) -> Game:
    """Random answers to the end, or for so many decisions; returns the game."""
    for _ in range(decisions):
        if game.due is None:
            break
        game.play(game.sample(chance))
    return game


def until(why: str, depth: int = 1, skip: int = 0) -> Game:
    """A random game that waits for a decision of the rule `why`, at least `depth` rules deep."""
    for seed in range(1000):
        game, chance = new_game(seed, "ambush"), Stream(seed)
        while game.due is not None:
            if game.due.why == why and rules_at_work(game) >= depth:
                if skip == 0:
                    return game
                skip -= 1
            game.play(game.sample(chance))
    raise AssertionError(f"no game came to {why}")


def rules_at_work(game: Game) -> int:
    """How many suspended rules the game consists of."""
    frame, count = game.run.top, 0
    while frame is not None:
        frame, count = frame.parent, count + 1
    return count
