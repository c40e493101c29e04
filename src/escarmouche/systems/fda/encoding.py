"""A battle as one seat sees it, in numbers of a fixed order: what opponents learn from."""

from __future__ import annotations

from typing import Final

from escarmouche.kit.encoding import judged, nearness, straight
from escarmouche.systems.fda.model import ASLEEP, ON_TABLE, PRONE, STUNNED, WAITING, Figure, World
from escarmouche.systems.fda.rules.conventions import behind, defence, engaging, in_front
from escarmouche.systems.fda.rules.turn import spirit
from escarmouche.systems.fda.worth import evaluate

SIDE: Final = (
    "fighters",
    "figures",
    "morale",
    "yet to act",
    "wounded",
    "on the ground",
    "stunned",
    "engaged",
    "outnumbered",
    "stronger where engaged",
    "at a back",
    "within a charge",
    "stronger within a charge",
    "near",
    "facing an enemy",
    "ready to shoot",
    "a spell in mind",
    "destiny",
)
"""For one side, mostly shares of its figures by their price."""

MOMENT: Final = ("next to act",)
WIDTH: Final = len(SIDE)
CHARGE: Final = 15_000
"""About as far as a charge goes."""


def encode(world: World, seat: int) -> list[float]:
    """The hand-made judgement, SIDE for the seat and for its opponent, MOMENT."""
    total = 0
    for one in world.figures:
        total += one.card.price
    share = 2.0 / (total or 1)
    mine, theirs = world.on_table(seat), world.on_table(1 - seat)
    found = [judged(evaluate(world, seat))]
    found += side(world, seat, mine, theirs, share)
    found += side(world, 1 - seat, theirs, mine, share)
    found.append(1.0 if world.active == seat else -1.0 if world.active >= 0 else 0.0)
    return found


def side(world: World, seat: int, mine: list[Figure], theirs: list[Figure], share: float) -> list[float]:
    """The numbers of SIDE."""
    found = [0.0] * WIDTH
    for one in world.figures:
        if one.seat == seat and (one.status == ON_TABLE or one.status == WAITING):
            found[0] += one.card.price * share
            found[1] += 1.0
    found[1] /= max(1, world.sides[seat].began)
    found[2] = min(10, spirit(world, seat)) / 10
    for one in mine:
        weight = one.card.price * share
        if not one.activated:
            found[3] += weight
        if one.wounded:
            found[4] += weight
        if one.posture == STUNNED:
            found[6] += weight
        elif one.posture >= PRONE and one.posture != ASLEEP:
            found[5] += weight
        if one.spell:
            found[16] += weight
        found[17] += 0.1 * one.destiny
        if one.aware():
            among(world, one, weight, found, theirs)
    return found


def among(world: World, figure: Figure, weight: float, found: list[float], theirs: list[Figure]) -> None:
    """Count a figure among its enemies."""
    met = engaging(world, figure)
    if met:
        found[7] += weight
        found[8] += weight * (len(met) - 1)
        for foe in met:
            found[9] += weight * force(world, figure, foe)
            if behind(world, foe, figure):
                found[10] += weight
    radius = float(figure.card.radius)
    nearest, edge, faces = 1e9, -9.0, False
    for foe in theirs:
        gap = straight(figure.x, figure.y, foe.x, foe.y) - radius - foe.card.radius
        if gap < nearest:
            nearest = gap
        if gap <= CHARGE:
            edge = max(edge, force(world, figure, foe))
            faces = faces or in_front(figure, foe)
    if nearest <= CHARGE:
        found[11] += weight
        found[12] += weight * edge
    if theirs:
        found[13] += weight * nearness(nearest, CHARGE)
    if faces:
        found[14] += weight
    if figure.values().shooting > 0 and not met and not figure.unloaded:
        found[15] += weight


def force(world: World, one: Figure, foe: Figure) -> float:
    """How much better one fights than its foe."""
    return float(one.values().combat - defence(world, foe) - foe.values().combat + defence(world, one)) / 10
