"""A battle as one seat sees it, in numbers of a fixed order: what opponents learn from."""

from __future__ import annotations

from typing import Final

from escarmouche.kit.encoding import ahead, judged, late, nearness
from escarmouche.kit.worth import across
from escarmouche.systems.bataille.model import (
    CURSED,
    FREED,
    GUN,
    LOST,
    MOVED,
    ON_TABLE,
    PARALYSED,
    PRISONER,
    ROUTED,
    WAITING,
    Side,
    World,
)  # fmt: skip
from escarmouche.systems.bataille.rules.scenarios import BATTLE, PILLAGE, scores
from escarmouche.systems.bataille.rules.values import SHOT_RANGE, TURNS
from escarmouche.systems.bataille.worth import COIN, Fighter, fighters, goals, held_by, lead

SIDE: Final = (
    "fighters",
    "figures",
    "life",
    "routed",
    "hampered",
    "characters",
    "yet to move",
    "beside enemies",
    "outnumbered",
    "stronger beside enemies",
    "within a move",
    "stronger within a move",
    "near",
    "targets in range",
    "in range of shots",
    "company",
    "nearest to the goals",
    "the prize",
)
"""For one side, mostly shares of all points. A side's opponents are taken together. The prize is how far a side has come with
the gem, or with the prisoner it frees."""

MOMENT: Final = ("ahead at the end",)
"""Who would win if the battle ended now, the more the nearer the last turn is."""
WIDTH: Final = len(SIDE)
TOUCH: Final = 400
"""Figures so near to each other fight, or as good as."""
COMPANY: Final = 10_000.0
MUCH: Final = 0.05
"""A lead of so much of all points is half of all that can be had."""


def encode(world: World, seat: int) -> list[float]:
    """The hand-made judgement, SIDE for the seat and for its opponents, MOMENT."""
    total = 0
    for one in world.figures:
        total += one.card.points
    share = len(world.sides) / (total or 1)
    there, spots = fighters(world), goals(world)
    mine = [one for one in there if one.seat == seat]
    theirs = [one for one in there if one.seat != seat]
    found = [judged(lead(world, seat, there))]
    found += side(world, seat, True, mine, theirs, spots, share)
    found += side(world, seat, False, theirs, mine, spots, share / max(1, len(world.sides) - 1))
    found.append(late(world.turn, TURNS) * standing(world, seat, total))
    return found


def standing(world: World, seat: int, total: int) -> float:
    """How far ahead a side is if the battle ended now, from -1 to 1, where all figures come to `total` points."""
    found = scores(world)
    won = float(found[seat] - max([score for other, score in enumerate(found) if other != seat]))
    if world.scenario == BATTLE:
        return ahead(won, MUCH * total)
    return ahead(won, MUCH * total / COIN if world.scenario == PILLAGE else 1.0)


def side(
    world: World,
    seat: int,
    own: bool,
    mine: list[Fighter],
    theirs: list[Fighter],
    spots: list[tuple[float, float]],
    share: float,
) -> list[float]:
    """The numbers of SIDE, for the seat or for all others."""
    found = [0.0] * WIDTH
    for figure in world.figures:
        counts = (figure.status == ON_TABLE or figure.status == WAITING) and figure.card.role != GUN
        if counts and (figure.seat == seat) == own:
            found[0] += float(figure.card.points) * share
            found[1] += 1.0
    found[1] /= max(1, sum([one.began for one in world.sides if (one.seat == seat) == own]))
    for one in mine:
        figure = one.figure
        weight = one.points * share
        found[2] += weight * float(figure.hp) / float(max(1, figure.card.hp))
        if figure.having(ROUTED):
            found[3] += weight
        if figure.having(CURSED | PARALYSED):
            found[4] += weight
        if figure.is_character():
            found[5] += weight
        if not figure.having(MOVED):
            found[6] += weight
        if not figure.having(ROUTED | PARALYSED):
            among(one, weight, found, theirs)
        found[15] += weight * company(one, mine) / 4
    for x, y in spots:
        found[16] += nearest(mine, x, y) / len(spots)
    found[17] = max([prize(world, one) for one in world.sides if (one.seat == seat) == own])
    return found


def prize(world: World, side: Side) -> float:
    """How far a side has come with what the scenario is about, from 0 to 1: the gem beyond the middle of the table and in hand,
    the prison near its own edge, the prisoner free, near an edge of the table, gone."""
    gem, ground = world.gem, world.ground
    if gem is not None:
        beyond = across(gem.x, gem.y, ground.width, ground.depth, side.edge) - 0.5
        return (0.3 if held_by(world) == side.seat else 0.0) + 0.7 * min(1.0, max(0.0, 0.5 + 3.0 * beyond))
    for one in world.figures if side.attacks else ():
        if one.status == PRISONER:
            x, y = goals(world)[0]
            return 0.3 * (1.0 - across(int(x), int(y), ground.width, ground.depth, side.edge))
        if one.having(FREED) and one.status == LOST:
            return 1.0
        if one.having(FREED) and one.status == ON_TABLE:
            gap = min(one.x, one.y, ground.width - one.x, ground.depth - one.y)
            return 0.5 + 0.4 * nearness(float(gap), float(one.card.move))
    return 0.0


def nearest(mine: list[Fighter], x: float, y: float) -> float:
    """How near the nearest figure that can go there is to a spot: 1 on it, a half a move away."""
    best = 0.0
    for one in mine:
        if not one.figure.having(ROUTED | PARALYSED):
            best = max(best, nearness(one.far(x, y), float(one.figure.card.move)))
    return best


def company(one: Fighter, mine: list[Fighter]) -> int:
    """How many of its side are near a figure, up to four."""
    close = 0
    for other in mine:
        if abs(other.x - one.x) < COMPANY and abs(other.y - one.y) < COMPANY:
            close += 1
            if close > 4:
                break
    return close - 1


def among(one: Fighter, weight: float, found: list[float], theirs: list[Fighter]) -> None:
    """Count a figure among its enemies."""
    walk = float(one.figure.card.move)
    beside, nearest, edge, aimed = 0, 1e9, -9.0, False
    for foe in theirs:
        gap = one.far(foe.x, foe.y) - one.radius - foe.radius
        nearest = min(nearest, gap)
        if gap <= walk:
            force = (one.blows * (7.0 - foe.armour) - foe.blows * (7.0 - one.armour)) / 20.0
            edge = max(edge, force)
            if gap <= TOUCH:
                beside += 1
                found[9] += weight * force
        if foe.shoots and gap <= SHOT_RANGE:
            aimed = True
    if beside:
        found[7] += weight
        found[8] += weight * (beside - 1)
    elif aimed:
        found[14] += weight
    if nearest <= walk:
        found[10] += weight
        found[11] += weight * edge
    if theirs:
        found[12] += weight * nearness(nearest, walk)
    if one.shoots and not beside and nearest <= SHOT_RANGE:
        found[13] += weight
