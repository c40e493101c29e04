"""A battle as one seat sees it, in numbers of a fixed order: what opponents learn from."""

from __future__ import annotations

from typing import Final

from escarmouche.kit.encoding import ahead, judged, late, nearness, straight
from escarmouche.systems.swidenth.model import ON_TABLE, WAITING, Figure, World
from escarmouche.systems.swidenth.rules.conventions import bubble, foes, movement
from escarmouche.systems.swidenth.rules.missions import score, winner
from escarmouche.systems.swidenth.worth import evaluate

SIDE: Final = (
    "fighters",
    "figures",
    "Vitality",
    "Heroism",
    "Heroes",
    "yet to act",
    "stunned",
    "fleeing",
    "in contact",
    "outnumbered",
    "stronger in contact",
    "within a move",
    "stronger within a move",
    "near",
    "targets in range",
    "led",
)
"""For one side, mostly shares of its fighters by their price. A side's opponents are taken together."""

MOMENT: Final = ("own phase", "ahead at the end")
"""Whose phase it is; who would win if the battle ended now, the more the nearer the last turn is."""
WIDTH: Final = len(SIDE)
RANGE: Final = 100_000
"""Up to here most shots go."""
MUCH: Final = 3.0
"""A lead of so many points is half of all that can be had."""


def encode(world: World, seat: int) -> list[float]:
    """The hand-made judgement, SIDE for the seat and for its opponents, MOMENT."""
    total = 0
    for one in world.figures:
        total += one.card.price
    share = len(world.bands) / (total or 1)
    mine = [one for one in world.figures if one.status == ON_TABLE and one.seat == seat]
    theirs = [one for one in world.figures if one.status == ON_TABLE and one.seat != seat]
    found = [judged(evaluate(world, seat))]
    found += side(world, seat, True, mine, theirs, share)
    found += side(world, seat, False, theirs, mine, share / max(1, len(world.bands) - 1))
    found.append(1.0 if world.active == seat else -1.0 if world.active >= 0 else 0.0)
    found.append(late(world.turn, world.turn_limit) * standing(world, seat))
    return found


def standing(world: World, seat: int) -> float:
    """How far ahead a side is if the battle ended now, from -1 to 1: half by who would win, half by how many points."""
    best = winner(world)
    others = [score(world, band.seat) for band in world.bands if band.seat != seat]
    lead = score(world, seat) - max(others) if others else 0
    return (0.0 if best < 0 else 0.5 if best == seat else -0.5) + 0.5 * ahead(lead, MUCH)


def side(world: World, seat: int, own: bool, mine: list[Figure], theirs: list[Figure], share: float) -> list[float]:
    """The numbers of SIDE, for the seat or for all others."""
    found = [0.0] * WIDTH
    for one in world.figures:
        if (one.seat == seat) == own and (one.status == ON_TABLE or one.status == WAITING):
            found[0] += one.card.price * share
            found[1] += 1.0
            found[3] += 0.1 * one.heroism
            if one.is_hero():
                found[4] += 0.25
    found[1] /= max(1, sum([band.began for band in world.bands if (band.seat == seat) == own]))
    heroes = [one for one in mine if one.is_hero() and not one.fleeing]
    for one in mine:
        weight = one.card.price * share
        found[2] += weight * one.vitality / max(1, one.card.vitality)
        if not one.activated:
            found[5] += weight
        if one.stunned:
            found[6] += weight
        if one.fleeing:
            found[7] += weight
        else:
            among(world, one, weight, found, theirs)
        for hero in heroes:
            if hero.id != one.id and hero.seat == one.seat and straight(hero.x, hero.y, one.x, one.y) <= bubble(hero):
                found[15] += weight
                break
    return found


def among(world: World, figure: Figure, weight: float, found: list[float], theirs: list[Figure]) -> None:
    """Count a figure among its enemies."""
    met = foes(world, figure)
    if met:
        found[8] += weight
        found[9] += weight * (len(met) - 1)
        for number in met:
            foe = world.figures[number]
            found[10] += weight * force(figure, foe)
    walk = float(movement(figure))
    radius = float(figure.card.radius)
    nearest, edge = 1e9, -9.0
    for foe in theirs:
        gap = straight(figure.x, figure.y, foe.x, foe.y) - radius - foe.card.radius
        if gap < nearest:
            nearest = gap
        if gap <= walk:
            edge = max(edge, force(figure, foe))
    if nearest <= walk:
        found[11] += weight
        found[12] += weight * edge
    if theirs:
        found[13] += weight * nearness(nearest, walk)
    if figure.missiles and not met and nearest <= RANGE and len(figure.unloaded) < len(figure.missiles):
        found[14] += weight


def force(one: Figure, foe: Figure) -> float:
    """How much better one fights than its foe."""
    return float(one.card.combat + one.card.defence - foe.card.combat - foe.card.defence) / 10
