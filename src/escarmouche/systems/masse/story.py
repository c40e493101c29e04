"""The battle as a story: what of the log tells most, where a deed begins, why the battle ended and what scored."""

from __future__ import annotations

from typing import Any

from escarmouche.core.effects import Result
from escarmouche.core.story import Story
from escarmouche.kit.words import Phrase
from escarmouche.systems.masse.model import World
from escarmouche.systems.masse.rules.ending import goal_points, lost_share, steady

STORY = Story(
    details=(
        "acts",
        "attack-numbers",
        "morale-test",
        "step-pivot",
        "step-wheel",
        "step-flank",
        "step-formation",
        "first-blow",
        "aims-at",
        "touches-shared",
        "breath-dice",
        "placed",
    ),
    telling=(
        "figures-lost",
        "charges",
        "counter-charges",
        "flees",
        "morale-state",
        "gives-way",
        "engine-wrecked",
        "on-the-wall",
        "charge-refused",
    ),
    grave=(
        "unit-destroyed",
        "leaves-table",
        "structure-destroyed",
        "engine-destroyed",
        "army-commander-lost",
        "crew-deserts",
        "concedes",
        "buried",
    ),
    opens=(
        "acts",
        "enters",
    ),
)


def why(result: Result, sides: list[str]) -> Phrase:
    """Why the battle ended."""
    world: World = result.world
    side = next((one for one in world.sides if one.conceded), None)
    if side is not None:
        return "end.conceded", (sides[side.seat],)
    for seat, name in enumerate(sides):
        if steady(world, seat) == 0:
            return "end.broken", (name,)
    return "end.time", (world.turn_limit,)


def parts(world: World, seat: int) -> list[tuple[str, tuple[Any, ...], int]]:
    """What the score of a side is made of."""
    found: list[tuple[str, tuple[Any, ...], int]] = [("scored.kept", (), 100 * world.sides[seat].points)]
    for number, goal in enumerate(world.goals):
        found.append(("scored.goal", (f"goal-{number}",), 100 * goal_points(world, goal, seat)))
    share = lost_share(world, 1 - seat) // 100
    return [*found, ("scored.nv", (), share)]
