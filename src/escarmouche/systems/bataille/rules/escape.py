"""Ways out of contact: straight where one leads out, else with corners round whatever stands there."""

from __future__ import annotations

from typing import Final

from escarmouche.systems.bataille.model import Figure, World
from escarmouche.systems.bataille.rules.core import foes
from escarmouche.systems.bataille.rules.ways import Path, Walker, walker_near
from escarmouche.table.shapes import stretched
from escarmouche.table.trig import TURN, step

NARROW: Final = 72
"""In so many directions a straight way out of contact is looked for."""
SHARES: Final = (30, 100, 65, 10)
"""How far one goes on it, in hundredths of the movement."""
PACE: Final = 312
"""Ground is searched for a way with corners an eighth of an inch at a time, in so many directions:"""
BEARINGS: Final = 16


def way_out(world: World, figure: Figure, limit: int) -> Path | None:
    """Some way out of contact with every enemy, or None. (bataille.move.disengage)"""
    left = tuple([foe.id for foe in foes(world, figure)])
    return straight_out(world, figure, limit, left) or bent_out(world, figure, limit, left)


def along_bases(world: World, figure: Figure, length: int) -> list[tuple[int, int]]:
    """So far past each enemy in contact, straight along its base both ways: all that is open to one between two enemies."""
    found: list[tuple[int, int]] = []
    for foe in foes(world, figure):
        dx, dy = foe.x - figure.x, foe.y - figure.y
        found += [stretched(-dy, dx, length), stretched(dy, -dx, length)]
    return found


def straight_out(world: World, figure: Figure, limit: int, left: tuple[int, ...]) -> Path | None:
    """Some straight way out, or None."""
    x, y = figure.x, figure.y
    walker = walker_near(world, figure, limit)
    for share in SHARES:
        far = limit * share // 100
        for ray in range(NARROW):
            path = [(x, y), step(x, y, ray * TURN // NARROW, far)]
            if walker.refusal(path, limit, left) is None:
                return path
    for share in SHARES:
        for dx, dy in along_bases(world, figure, limit * share // 100):
            path = [(x, y), (x + dx, y + dy)]
            if walker.refusal(path, limit, left) is None:
                return path
    return None


def bent_out(world: World, figure: Figure, limit: int, left: tuple[int, ...]) -> Path | None:
    """Some way out with corners, or None: the ground around is searched pace by pace, the nearest first. Where somebody is
    hemmed in that is soon done."""
    paces = [step(0, 0, ray * TURN // BEARINGS, PACE) for ray in range(BEARINGS)] + along_bases(world, figure, PACE)
    ways: list[Path] = [[(figure.x, figure.y)]]
    walker = walker_near(world, figure, limit + PACE)
    seen: set[tuple[int, int]] = {(figure.x // PACE, figure.y // PACE)}
    for way in ways:  # which grows meanwhile
        ax, ay = way[-1]
        for dx, dy in paces if len(way) * PACE <= limit else []:
            x, y = ax + dx, ay + dy
            cell = (x // PACE, y // PACE)
            if cell in seen or walker.leg_refusal(ax, ay, x, y, (x, y), left) is not None:
                continue
            met = walker.met(x, y)
            if any(id not in left for id in met):
                continue
            seen.add(cell)
            longer = [*way, (x, y)]
            if not met and walker.refusal(longer, limit, left) is None:
                return pulled(walker, longer, limit, left)
            ways.append(longer)
    return None


def pulled(walker: Walker, path: Path, limit: int, left: tuple[int, ...]) -> Path:
    """A way out without the corners that it can do without."""
    place = 1
    while place < len(path) - 1:
        shorter = [*path[:place], *path[place + 1 :]]
        if walker.refusal(shorter, limit, left) is None:
            path = shorter
        else:
            place += 1
    return path
