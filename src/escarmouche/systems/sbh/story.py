"""The battle as a story: what of the log tells most, where a deed begins, why the battle ended and what scored."""

from __future__ import annotations

from typing import Any

from escarmouche.core.effects import Result
from escarmouche.core.story import Story
from escarmouche.kit.words import Phrase
from escarmouche.systems.sbh.model import World
from escarmouche.systems.sbh.rules.ending import bonus_points, in_play, points_killed, stands
from escarmouche.systems.sbh.rules.values import term

STORY = Story(
    details=(
        "activates",
        "activation",
        "hero-sure",
        "holds",
        "group-activation",
        "pushed-back",
        "no-room",
        "roll-again",
        "enters-safely",
        "scenario",
        "terrain-",
        "markers-in-the-open",
        "knows-terrain",
        "dares",
        "withstands-terror",
    ),
    telling=(
        "turn-passes",
        "leader-killed",
        "half-strength",
        "wounded",
        "poisoned",
        "knocked-down",
        "immobilised",
        "revealed",
        "takes-treasure",
        "finds-treasure",
        "finds-item",
        "takes-item",
        "exhausted",
        "forsaken",
        "flees",
        "does-not-dare",
    ),
    grave=(
        "kill",
        "gruesome-kill",
        "dies-of-poison",
        "fall-fatal",
        "leaves-table",
        "routs",
        "crumbles",
        "cannot-flee",
        "no-way-out",
        "lost-to-terrain",
        "animals-rout",
        "brings-treasure-home",
        "concedes",
    ),
)


def why(result: Result, sides: list[str]) -> Phrase:
    """Why the battle ended."""
    world: World = result.world
    band = next((one for one in world.bands if one.conceded), None)
    if band is not None:
        return "end.conceded", (sides[band.seat],)
    home = next((one for one in world.bands if one.brought_home), None)
    if home is not None:
        return "end.treasure", (sides[home.seat],)
    for seat, name in enumerate(sides):
        if in_play(world, seat) == 0:
            return "end.gone", (name,)
    for seat, name in enumerate(sides):
        if not stands(world, seat):
            return "end.down", (name,)
    return "end.time", (world.turn_limit,)


def parts(world: World, seat: int) -> list[tuple[str, tuple[Any, ...], int]]:
    """What the score of a side is made of."""
    rate = term(world, "attacker_points_per_vp" if world.bands[seat].attacker else "defender_points_per_vp")
    points = points_killed(world, seat)
    return [("scored.killed", (points, rate), points // rate), ("scored.goal", (), bonus_points(world, seat))]
