"""How good a battle looks for a side, for opponents that look ahead."""

from __future__ import annotations

from math import hypot, tanh
from typing import Final

from escarmouche.systems.fda.content import book
from escarmouche.systems.fda.model import ASLEEP, HIDDEN, LEFT, ON_TABLE, STUNNED, WAITING, Figure, World
from escarmouche.systems.fda.rules.conventions import engaging
from escarmouche.systems.fda.rules.scenarios import SOUP, STATUETTE, carried_off, tomb
from escarmouche.systems.fda.rules.turn import spirit
from escarmouche.systems.fda.rules.walks import on_foot

MATERIAL: Final = 2.2
MORALE: Final = 0.03
THREAT: Final = 0.25
NUMBERS: Final = 0.03
ERRAND: Final = 0.4
DOWN: Final = 0.8
DAZED: Final = 0.55
HURT: Final = 0.6
ARMED: Final = 0.03
BOTH_HANDS: Final = 2
SAFE: Final = 10
"""A troop with this morale cannot break."""


def evaluate(world: World, seat: int) -> float:
    """From -1 (lost) to 1 (won). Being near counts for the side that judges, not for the other one: what both have of it would
    cancel out, and nobody would take the first step."""
    if carried_off(world):
        return 1.0 if seat == world.heroes else -1.0
    return tanh(worth(world, seat) - worth(world, 1 - seat) + THREAT * nearness(world, seat))


def worth(world: World, seat: int) -> float:
    """What a side has: figures, morale, room to fight in, and the way to what the scenario is about."""
    total = sum([figure.card.price for figure in world.figures]) or 1
    standing = world.on_table(seat)
    value = MATERIAL * sum([strength(one) for one in world.figures if one.seat == seat]) / total
    value += MORALE * min(SAFE, spirit(world, seat))
    if not standing:
        return value
    far = hypot(world.ground.width, world.ground.depth)
    value -= NUMBERS * sum([max(0, len(engaging(world, one)) - 1) for one in standing]) / len(standing)
    return value + (ERRAND * errand(world, far) if seat == world.heroes else 0.0)


def strength(figure: Figure) -> float:
    """A figure's price, less what ails it; with something in hand it is worth a little more, so that nobody drops it for
    nothing."""
    if figure.status not in (ON_TABLE, WAITING, LEFT):
        return 0.0
    value = figure.card.price * (1 + ARMED * min(BOTH_HANDS, len(figure.hands)))
    if figure.posture == STUNNED:
        value *= DAZED
    elif figure.posture > HIDDEN and figure.posture != ASLEEP:
        value *= DOWN
    return value * HURT if figure.wounded else value


def nearness(world: World, seat: int) -> float:
    """How near the figures of a side are to the nearest enemies, on foot: a troop that keeps away wins nothing."""
    mine, foes = world.on_table(seat), [(one.x, one.y) for one in world.on_table(1 - seat)]
    if not mine or not foes:
        return 1.0 if mine else 0.0
    far = hypot(world.ground.width, world.ground.depth)
    return sum([1 - on_foot(world, one, foes) / far for one in mine]) / len(mine)


def errand(world: World, far: float) -> float:
    """How near the adventurers are to what their scenario asks of them."""
    mine = world.on_table(world.heroes)
    if world.scenario == SOUP:
        piece = tomb(world)
        if piece is None:
            return 2.0
        x, y = (piece.shape.left + piece.shape.right) / 2, (piece.shape.bottom + piece.shape.top) / 2
        blows = sum([fixture.blows for fixture in world.fixtures])
        return 1 - min([hypot(one.x - x, one.y - y) for one in mine]) / far - 0.3 * blows
    if world.scenario != STATUETTE:
        return 0.0
    prize = book().statuette.item
    carriers = [one for one in mine if prize in one.hands]
    if carriers:
        return 2 + carriers[0].x / world.ground.width
    places = [(one.x, one.y) for one in world.things if one.item == prize]
    places += [centre(world, one.piece) for one in world.fixtures if one.holds == prize]
    return 1 - min([on_foot(world, one, places) for one in mine], default=far) / far if places else 0.0


def centre(world: World, number: int) -> tuple[int, int]:
    """The middle of a piece."""
    shape = world.ground.pieces[number].shape
    return (shape.left + shape.right) // 2, (shape.bottom + shape.top) // 2
