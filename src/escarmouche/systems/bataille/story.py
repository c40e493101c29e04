"""The battle as a story: what of the log tells most, where a deed begins, why the battle ended and what scored."""

from __future__ import annotations

from typing import Any

from escarmouche.core.effects import Result
from escarmouche.core.story import Story
from escarmouche.kit.words import Phrase
from escarmouche.systems.bataille.model import DEAD, LOST, Figure, World
from escarmouche.systems.bataille.rules.scenarios import scores, worth

EARLY = "bataille.scenario.no-early-end"

STORY = Story(
    details=(
        "declared",
        "roll-again",
        "terrain-laid",
        "scenario",
        "cover-struck",
    ),
    telling=(
        "routs",
        "below-half",
        "wounded",
        "gem-taken",
        "freed",
        "paralysed",
        "frightened",
    ),
    grave=(
        "killed",
        "leaves-table",
        "cannot-flee",
        "concedes",
    ),
)


def why(result: Result, sides: list[str]) -> Phrase:
    """Why the battle ended."""
    world: World = result.world
    quit = [side.seat for side in world.sides if side.conceded]
    if quit and result.reason == EARLY:
        return "end.conceded", (", ".join([sides[seat] for seat in quit]),)
    gone = [name for seat, name in enumerate(sides) if not world.in_play(seat)]
    if gone and result.reason == EARLY:
        return "end.gone", (", ".join(gone),)
    return ("end.early", ()) if result.reason == EARLY else ("end.time", (world.turn,))


def parts(world: World, seat: int) -> list[tuple[str, tuple[Any, ...], int]]:
    """What the score of a side is made of."""
    fallen: dict[str, list[Figure]] = {}
    for one in world.figures:
        if one.seat != seat and (one.status == DEAD or (one.status == LOST and world.on("leaving-scores"))):
            fallen.setdefault(one.card.name_en, []).append(one)
    found: list[tuple[str, tuple[Any, ...], int]] = [
        ("scored.killed", (len(alike), alike[0].card.name_en, alike[0].card.name_fr), sum([worth(one) for one in alike]))
        for alike in fallen.values()
    ]
    return found if sum([points for _, _, points in found]) == scores(world)[seat] else []
