"""Who will have what a scenario is about: how soon either side could carry the treasure home, or seize the magic item.

A reckoning for opponents that look ahead, not a rule: distances as the crow flies, no terrain, every action on three dice.
"""

from __future__ import annotations

from math import sqrt
from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from escarmouche.systems.sbh.model import FREE, LEADER, LONG, MEDIUM, SHORT, WAITING, Figure, World
from escarmouche.systems.sbh.rules.conventions import span
from escarmouche.systems.sbh.rules.quality import quality_of, success_table
from escarmouche.systems.sbh.rules.quests import ITEM, QUEST, SEARCH, TREASURE, TREASURE_HUNT

NEVER: Final = 30.0
"""Whoever needs more turns than this has no hope."""
DOWN: Final = 0.5
HELD: Final = 3.0
KILLING: Final = 3.0
"""Turns it takes on the mean to get up, to be freed, to kill whoever carries the treasure."""
HANDS: Final = 2.0
"""Turns it takes to pick something up where nobody stands on the table yet."""
HALF: Final = 0.5


@final
@mypyc_attr(acyclic=True)
class Runner:
    """A fighter that could run for it: where it is, how far it goes in a turn, how soon it has two actions at once, what keeps
    it back, and whether it has the treasure."""

    __slots__ = ("back", "carries", "hands", "pace", "radius", "x", "y")

    def __init__(self, world: World, figure: Figure, leaders: list[Figure]) -> None:
        p = hope(world, figure, leaders)
        self.x = float(figure.x)
        self.y = float(figure.y)
        self.radius = float(figure.card.radius)
        self.pace = 3.0 * p * float(span(world.ground, figure.card.move))
        self.hands = 1.0 / (p * p * (3.0 - 2.0 * p))
        self.back = (DOWN if figure.prone else 0.0) + (HELD if figure.held != FREE else 0.0)
        self.carries = figure.treasure


def hope(world: World, figure: Figure, leaders: list[Figure]) -> float:
    """The chance that one die of the fighter succeeds, with the help of a Leader near by."""
    quality: i64 = quality_of(world, figure)
    if is_led(world, figure, leaders):
        quality -= 1
    return sum(success_table(quality, True)) / 6


def is_led(world: World, figure: Figure, leaders: list[Figure]) -> bool:
    """Is a leader within Long, whoever stands between? Leaders lead themselves no better."""
    if figure.has(LEADER):
        return False
    for leader in leaders:
        dx, dy = float(leader.x - figure.x), float(leader.y - figure.y)
        reach = float(span(world.ground, LONG) + leader.card.radius + figure.card.radius)
        if dx * dx + dy * dy <= reach * reach:
            return True
    return False


def leading(fighters: list[Figure]) -> list[Figure]:
    """The Leaders among these that lead: on their feet and free."""
    return [one for one in fighters if one.has(LEADER) and not one.prone and one.held == FREE]


@final
@mypyc_attr(acyclic=True)
class Side:
    """A side in the race, with the edge that it calls home; `waits` while nobody of it is on the table."""

    __slots__ = ("edge", "runners", "waits")

    def __init__(self, world: World, seat: int, edge: int) -> None:
        fighters = world.on_table(seat)
        leaders = leading(fighters)
        self.edge = edge
        self.runners = [Runner(world, one, leaders) for one in fighters]
        self.waits = not fighters and any(one.status == WAITING for one in world.figures if one.seat == seat)


def race(world: World, seat: int) -> float:
    """How far ahead a side is in the race for the treasure or the magic item, from -1 to 1; 0 where there is none. While no
    edges are chosen the attacker will choose the one that suits it best."""
    if world.scenario != TREASURE_HUNT and world.scenario != QUEST:
        return 0.0
    own, other = world.bands[seat].edge, world.bands[1 - seat].edge
    if own >= 0 and other >= 0:
        return lead(world, Side(world, seat, own), Side(world, 1 - seat, other))
    if not any(marker.kind == SEARCH for marker in world.markers):
        return 0.0
    attacker = 0 if world.bands[0].attacker else 1
    best = max([lead(world, Side(world, attacker, edge), Side(world, 1 - attacker, (edge + 2) % 4)) for edge in range(4)])
    return best if seat == attacker else -best


def lead(world: World, mine: Side, theirs: Side) -> float:
    """How far ahead the one side is: with the treasure in hand, or for each marker as if it lay there."""
    if world.scenario == TREASURE_HUNT:
        for one in mine.runners:
            if one.carries:
                return sooner(carried_home(world, mine, one), wrested(world, theirs, one))
        for one in theirs.runners:
            if one.carries:
                return -sooner(carried_home(world, theirs, one), wrested(world, mine, one))
    total, count = 0.0, 0
    for marker in world.markers:
        if marker.kind == SEARCH or marker.kind == TREASURE or marker.kind == ITEM:
            x, y = float(marker.x), float(marker.y)
            total += sooner(turns(world, mine, x, y), turns(world, theirs, x, y))
            count += 1
    return total / count if count else 0.0


def sooner(mine: float, theirs: float) -> float:
    """How far ahead somebody is who needs so many turns, against one who needs so many.

    >>> sooner(2.0, 2.0), sooner(0.5, 8.5), sooner(8.5, 0.5)
    (0.0, 0.8, -0.8)
    """
    return (theirs - mine) / (mine + theirs + 1.0)


def turns(world: World, side: Side, x: float, y: float) -> float:
    """How many turns a side needs to go somewhere, take what lies there and, if it is a treasure, bring it home."""
    home = to_edge(world, side.edge, x, y) if world.scenario == TREASURE_HUNT else 0.0
    if side.waits:
        short, medium = float(span(world.ground, SHORT)), float(span(world.ground, MEDIUM))
        gap = max(0.0, to_edge(world, side.edge, x, y) - short)
        return min(NEVER, (gap + home) / (3.0 * HALF * medium) + HANDS)
    best = NEVER
    for one in side.runners:
        dx, dy = one.x - x, one.y - y
        gap = max(0.0, sqrt(dx * dx + dy * dy) - 2.0 * one.radius)
        best = min(best, (gap + home) / one.pace + one.hands + one.back)
    return best


def carried_home(world: World, side: Side, carrier: Runner) -> float:
    """How many turns it takes to bring home what is in hand; over the edge is half a move more."""
    return min(NEVER, to_edge(world, side.edge, carrier.x, carrier.y) / carrier.pace + HALF + carrier.back)


def wrested(world: World, side: Side, carrier: Runner) -> float:
    """How many turns the enemy needs, who must kill the carrier first."""
    return min(NEVER, turns(world, side, carrier.x, carrier.y) + KILLING)


def to_edge(world: World, edge: int, x: float, y: float) -> float:
    """How far a spot is from an edge: left, bottom, right, top."""
    ground = world.ground
    if edge == 0:
        return x
    if edge == 1:
        return y
    return float(ground.width) - x if edge == 2 else float(ground.depth) - y
