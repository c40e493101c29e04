"""The battle as a story: what of the log tells most, where a deed begins, why the battle ended and what scored."""

from __future__ import annotations

from typing import Any

from escarmouche.core.effects import Result
from escarmouche.core.story import Story
from escarmouche.kit.words import Phrase
from escarmouche.systems.fda.model import DEAD, NOBODY, OUT, World
from escarmouche.systems.fda.rules.scenarios import AWAKENING, SOUP, STATUETTE, scores

STORY = Story(
    details=(
        "activates",
        "turns",
        "keeps-its-distance",
        "runs",
        "slows-down",
        "in-the-way",
        "troop-holds",
        "at-the-edge",
        "squeezes-past",
        "initiative-again",
        "both-confused",
    ),
    telling=(
        "wounded",
        "stunned",
        "falls",
        "troop-confused",
        "comes-back",
        "won-over",
        "rises",
        "hits-a-friend",
        "weapon-breaks",
        "spotted",
        "discovered",
        "spell-works",
    ),
    grave=(
        "dead",
        "out",
        "ashes",
        "leaves-with-it",
        "troop-breaks",
        "game-won",
        "game-over",
        "into-the-soup",
        "blown-away",
        "hits-itself",
    ),
)


def why(result: Result, sides: list[str]) -> Phrase:
    """Why the battle ended."""
    world: World = result.world
    hero = sides[world.heroes]
    if result.reason == "fda.morale.failure":
        return "end.morale", (sides[1 - result.winner],)
    if result.reason == "fda.morale.no-figures":
        return "end.gone", (", ".join([name for seat, name in enumerate(sides) if not world.on_table(seat)]),)
    won = "won" if result.winner == world.heroes else "lost"
    if world.scenario in (STATUETTE, SOUP, AWAKENING):
        return f"end.{world.scenario}-{won}", (hero,)
    return "end.time", (world.turn,)


def parts(world: World, seat: int) -> list[tuple[str, tuple[Any, ...], int]]:
    """What the score of a side is made of."""
    felled = wounded = 0
    for one in world.figures:
        if (one.home if one.home != NOBODY else one.seat) != seat:
            felled += 2 * one.card.price if one.status in (OUT, DEAD) else 0
    wounded = scores(world)[seat] - felled
    return [("scored.felled", (), felled), ("scored.wounded", (), wounded)]
