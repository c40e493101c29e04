"""A battle as one seat sees it, in numbers of a fixed order: what opponents learn from."""

from __future__ import annotations

from math import hypot
from typing import Final

from escarmouche.kit.encoding import judged, nearness
from escarmouche.systems.sbh.model import FREE, LEADER, LONG, MAGE, ON_TABLE, SHOOTER, WAITING, Figure, World
from escarmouche.systems.sbh.rules.conventions import foes
from escarmouche.systems.sbh.rules.quality import quality_of
from escarmouche.systems.sbh.worth import advance, evaluate

SIDE: Final = (
    "fighters",
    "figures",
    "yet to act",
    "on the ground",
    "held fast",
    "weakened",
    "in contact",
    "outnumbered",
    "stronger in contact",
    "at one who is down",
    "within a move",
    "prey within a move",
    "stronger within a move",
    "targets in range",
    "near",
    "near the own edge",
    "led",
    "magic left",
)
"""For one side, mostly shares of its fighters by their Points."""

MOMENT: Final = ("own turn",)
WIDTH: Final = len(SIDE)


def encode(world: World, seat: int) -> list[float]:
    """The hand-made judgement, SIDE for the seat and for its opponent, MOMENT."""
    total = 0
    for figure in world.figures:
        total += figure.card.points
    share = 2.0 / (total or 1)
    mine, theirs = world.on_table(seat), world.on_table(1 - seat)
    found = [judged(evaluate(world, seat))]
    found += side(world, seat, mine, theirs, share)
    found += side(world, 1 - seat, theirs, mine, share)
    found.append(1.0 if world.active == seat else -1.0)
    return found


def side(world: World, seat: int, mine: list[Figure], theirs: list[Figure], share: float) -> list[float]:
    """The numbers of SIDE."""
    found = [0.0] * WIDTH
    for figure in world.figures:
        if figure.seat == seat and (figure.status == ON_TABLE or figure.status == WAITING):
            found[0] += float(figure.card.points) * share
            found[1] += 1.0
    found[1] /= float(max(1, world.bands[seat].began))
    leaders = [one for one in mine if one.has(LEADER) and not one.prone and one.held == FREE]
    for figure in mine:
        weight = float(figure.card.points) * share
        alone(world, figure, weight, found, world.active == seat)
        among(world, figure, weight, found, theirs)
        for leader in leaders:
            if leader.id != figure.id and hypot(leader.x - figure.x, leader.y - figure.y) <= length(world, LONG):
                found[16] += weight
                break
    return found


def length(world: World, stick: int) -> float:
    """A stick's length on the table."""
    return float(world.ground.rulers[stick] * (world.ground.hex_width or 1))


def alone(world: World, figure: Figure, weight: float, found: list[float], turn: bool) -> None:
    """Count a figure by itself."""
    quality = quality_of(world, figure)
    if turn and not figure.activated:
        found[2] += weight * max(0.0, min(1.0, (7 - quality) / 6))
    if figure.prone:
        found[3] += weight
    if figure.held != FREE:
        found[4] += weight
    found[5] += weight * min(1.0, (quality - figure.card.quality) / 4)
    if advance(world, figure) < 0.1:
        found[15] += weight
    if figure.has(MAGE) and not figure.exhausted:
        found[17] += weight


def among(world: World, figure: Figure, weight: float, found: list[float], theirs: list[Figure]) -> None:
    """Count a figure among its enemies."""
    met = foes(world, figure)
    if met:
        found[6] += weight
        found[7] += weight * (len(met) - 1)
        for foe in met:
            found[8] += weight * float(figure.card.combat - foe.card.combat) / 4
            if foe.prone or foe.held != FREE:
                found[9] += weight
    walk = length(world, figure.card.move)
    shot = length(world, figure.card.shooting) * 3 if figure.has(SHOOTER) and figure.card.shooting and not figure.spent else 0.0
    nearest, edge, prize = 1e9, -9.0, 0.0
    for foe in theirs:
        gap = hypot(figure.x - foe.x, figure.y - foe.y) - float(figure.card.radius + foe.card.radius)
        nearest = min(nearest, gap)
        if gap <= walk:
            edge = max(edge, float(figure.card.combat - foe.card.combat + (2 if foe.prone or foe.held != FREE else 0)))
            prize = max(prize, float(foe.card.points))
    if nearest <= walk:
        found[10] += weight
        found[11] += prize * weight / max(1.0, float(figure.card.points))
        found[12] += weight * edge / 4
    if nearest <= shot:
        found[13] += weight
    if theirs:
        found[14] += weight * nearness(nearest, walk)
