"""The battle as a story: what of the log tells most, where a deed begins, why the battle ended and what scored."""

from __future__ import annotations

from typing import Any

from escarmouche.core.effects import Result
from escarmouche.core.story import Story
from escarmouche.kit.words import Phrase
from escarmouche.systems.swidenth.model import NEUTRAL, World
from escarmouche.systems.swidenth.rules.conventions import lost
from escarmouche.systems.swidenth.rules.missions import (
    CROSSROADS,
    PORTCULLIS,
    RAVINE,
    WORTH,
    bands_gone,
    is_over,
    loot_points,
    score,
)

STORY = Story(
    details=(
        "activates",
        "margin",
        "suffers-",
        "dodges",
        "morale-passed",
        "fears",
        "dreads",
        "left-overs",
        "spends-heroism",
    ),
    telling=(
        "is-stunned",
        "takes-flight",
        "loses-vitality",
        "gate-opens",
        "misfire",
        "wakes",
        "cornered",
        "orders-rout",
        "rallies",
        "raised",
        "pushed-back",
        "spell-works",
    ),
    grave=(
        "out-of-action",
        "routs",
        "flees-off",
        "carries-off",
        "battle-won",
        "battle-drawn",
    ),
    opens=("swidenth.activation.bubble-members", "hero-phase", "left-overs"),
)


def why(result: Result, sides: list[str]) -> Phrase:
    """Why the battle ended."""
    world: World = result.world
    gone = bands_gone(world)
    if gone:
        return "end.gone", (", ".join([sides[seat] for seat in gone]),)
    if is_over(world):
        return "end.ravine" if world.mission == RAVINE else "end.lair", ()
    return "end.time", (world.turn,)


def parts(world: World, seat: int) -> list[tuple[str, tuple[Any, ...], int]]:
    """What the score of a side is made of."""
    if world.mission == CROSSROADS:
        taken = sum([WORTH[one.card.rank] for one in world.figures if one.seat not in (seat, NEUTRAL) and lost(one)])
        return [("scored.taken", (), taken), ("scored.control", (), score(world, seat) - taken)]
    if world.mission == PORTCULLIS:
        return [("scored.inside", (), score(world, seat))]
    home, held, beast = loot_points(world, seat)
    return [("scored.home", (), home), ("scored.held", (), held), ("scored.beast", (), beast)]
