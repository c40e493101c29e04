"""Bodies: what a figure out of action leaves behind, and room to put somebody down. (fda.state.out-of-action)"""

from __future__ import annotations

from typing import Final

from escarmouche.systems.fda.model import DEAD, ON_TABLE, OUT, Figure, World
from escarmouche.systems.fda.rules.scenarios import has_room
from escarmouche.table.shapes import TOUCH
from escarmouche.table.trig import step

FULL_TURN: Final = 36000


def carrier(world: World, id: int) -> int:
    """Who carries this body, or -1. (fda.extra.carry-friend)"""
    for figure in world.figures:
        if figure.carries == id and figure.status == ON_TABLE:
            return figure.id
    return -1


def is_body(world: World, figure: Figure) -> bool:
    """Does it lie there as a whole body that nobody carries? Ashes are none, nor is one raised as a zombie.
    (fda.destiny.ashes)"""
    fallen = figure.status == OUT or figure.status == DEAD
    return fallen and figure.body == "" and carrier(world, figure.id) < 0


def touches_body(figure: Figure, body: Figure) -> bool:
    """Does a figure touch the marker of a body, which lies where the figure's base was?"""
    dx, dy = figure.x - body.x, figure.y - body.y
    far = figure.card.radius + body.card.radius + TOUCH
    return figure.z == body.z and dx * dx + dy * dy <= far * far


def free_spot(world: World, figure: Figure, x: int, y: int) -> tuple[int, int]:
    """The nearest free place to a spot. (fda.destiny.use)"""
    for far in range(80):
        for turn in range(1 if far == 0 else 24):
            px, py = step(x, y, turn * FULL_TURN // 24, far * figure.card.radius // 4)
            if has_room(world, figure, px, py):
                return px, py
    return x, y
