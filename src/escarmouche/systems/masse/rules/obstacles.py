"""Obstacles that take more than one move: low ones and rivers paid for over several turns, high ones climbed."""

from __future__ import annotations

from typing import Any, final

from escarmouche.core.effects import Answer, Call, Refusal, Script, Tell, rule
from escarmouche.kit.menu import malformed, no
from escarmouche.systems.masse.model import INCH, ROUTED, Unit, World
from escarmouche.systems.masse.rules.charge import length_before_obstacle
from escarmouche.systems.masse.rules.ground import STEP, beside_piece, confined, engaged, footprint, setting_off, stand
from escarmouche.systems.masse.rules.movement import allowance, brought, place_refusal, reaction_rule, take_step
from escarmouche.systems.masse.rules.orders import MOVE, ORDERS, WHOLE, Doing, Order, register
from escarmouche.systems.masse.rules.terrain import (
    HIGH_OBSTACLE,
    STRIDE,
    crossing_cost,
    is_crossed,
    moves_as,
    obstacles_entered,
)
from escarmouche.table.areas import moved as shifted
from escarmouche.table.areas import polygons_overlap
from escarmouche.table.pieces import Piece
from escarmouche.table.shapes import turned

# ---------------------------------------------------------------- low obstacles and rivers (masse.terrain.low-obstacle)


def way_to(world: World, unit: Unit, piece: Piece) -> int:
    """How far it marches straight ahead before it begins to cross this obstacle, or -1 if another comes first, if something is
    in the way, or if it is out of reach of one move."""
    step = ("march", 0, allowance(world, unit))
    length = length_before_obstacle(world, unit, step)
    if length < 0 or take_step(world, unit, ("march", 0, length)).refused is not None:
        return -1
    here, (dx, dy) = footprint(unit), turned(length, 0, unit.facing)
    ex, ey = turned(length + STRIDE, 0, unit.facing)
    entered = obstacles_entered(world, shifted(here, dx, dy), shifted(here, ex, ey), unit)
    return length if piece in entered else -1


def surmount_refusal(world: World, unit: Unit, piece: Piece) -> Refusal | None:
    """Why it does not begin or go on to cross this obstacle over several turns, or None."""
    rule_id = "masse.terrain.low-obstacle"
    length = way_to(world, unit, piece) if is_crossed(piece, unit) else -1
    if length < 0:
        return no(rule_id, "no-obstacle-ahead", unit.id)
    march = take_step(world, unit, ("march", 0, length + STRIDE))
    if march.refused is not None:
        return march.refused
    if march.cost <= allowance(world, unit):
        return no(rule_id, "crossed-by-march", unit.id)
    return None


@final
class Surmount(Order):
    """Go straight up to an obstacle and pay what is left of MV towards crossing it: ("surmount", number of the piece of
    terrain). A march of a later turn crosses it for the rest."""

    __slots__ = ()

    def possible(self, doing: Doing) -> bool:
        return ORDERS["move"].possible(doing) and any(is_crossed(piece, doing.unit()) for piece in doing.world.pieces)

    def refusal(self, doing: Doing, answer: tuple[Any, ...]) -> Refusal | None:
        if malformed(answer, int) or not 0 <= answer[1] < len(doing.world.pieces):
            return no("masse.terrain.low-obstacle", "malformed", str(answer))
        if not ORDERS["move"].possible(doing):
            return no("masse.terrain.low-obstacle", "cannot-move", doing.id)
        return surmount_refusal(doing.world, doing.unit(), doing.world.pieces[answer[1]])

    def listed(self, doing: Doing) -> list[Answer]:
        return [
            ("surmount", number)
            for number, piece in enumerate(doing.world.pieces)
            if surmount_refusal(doing.world, doing.unit(), piece) is None
        ]


@rule("masse.terrain.low-obstacle", "masse.terrain.river")
def surmount(world: World, id: int, answer: tuple[str, int]) -> Script:
    """The unit pays what it has towards the obstacle; until it is across it is crossing it. Returns the world."""
    unit = setting_off(world.units[id])
    length = way_to(world, unit, world.pieces[answer[1]])
    taken = take_step(world, unit, ("march", 0, length))
    twin = brought(unit, taken.unit)
    twin.crossing = allowance(world, unit) - taken.cost + (unit.crossing if length == 0 else 0)
    yield Tell("masse.terrain.low-obstacle", "surmounts", (id, twin.crossing, crossing_cost(world.pieces[answer[1]])))
    world, _ = yield Call(reaction_rule(), world.with_unit(twin), id)
    return world


# ---------------------------------------------------------------- high obstacles (masse.terrain.high-obstacle)


def far_side(world: World, unit: Unit, piece: Piece) -> Unit | None:
    """The unit straight across the obstacle, directly behind it, or None where there is no room for it: nobody comes down
    beyond what stands there. (masse.move.no-interpenetration)"""
    shape = piece.shape
    start = footprint(unit)
    most = shape.right - shape.left + shape.top - shape.bottom + 2 * stand(unit).reach
    over = False
    for length in range(STRIDE, most, STRIDE):
        dx, dy = turned(length, 0, unit.facing)
        place = shifted(start, dx, dy)
        if polygons_overlap(place, shape):
            over = True
        elif over:
            if place_refusal(world, unit, place) is not None:
                return None
            twin = unit.copy()
            twin.x, twin.y = unit.x + dx, unit.y + dy
            return twin
        elif length > INCH:
            return None
    return None


def clamber_refusal(world: World, unit: Unit, piece: Piece) -> Refusal | None:
    """Why it does not climb this obstacle now, or None: only on foot, directly before it, with room behind it."""
    rule_id = "masse.terrain.high-obstacle"
    if piece.kind != HIGH_OBSTACLE or moves_as(unit) != "infantry":
        return no(rule_id, "no-obstacle-ahead", unit.id)
    if not beside_piece(piece, unit) or far_side(world, unit, piece) is None:
        return no(rule_id, "no-obstacle-ahead", unit.id)
    return None


@final
class Clamber(Order):
    """Spend a whole action climbing a high obstacle directly ahead: ("clamber", number of the piece of terrain); one for every
    started 5 m of its height brings the unit over it. (masse.terrain.high-obstacle)"""

    __slots__ = ()

    def possible(self, doing: Doing) -> bool:
        unit = doing.unit()
        if doing.used or unit.morale == ROUTED or unit.receiving or confined(unit) or unit.altitude > 0:
            return False
        return not engaged(doing.world, unit) and any(piece.kind == HIGH_OBSTACLE for piece in doing.world.pieces)

    def refusal(self, doing: Doing, answer: tuple[Any, ...]) -> Refusal | None:
        if malformed(answer, int) or not 0 <= answer[1] < len(doing.world.pieces):
            return no("masse.terrain.high-obstacle", "malformed", str(answer))
        if not self.possible(doing):
            return no("masse.terrain.high-obstacle", "cannot-move", doing.id)
        return clamber_refusal(doing.world, doing.unit(), doing.world.pieces[answer[1]])

    def listed(self, doing: Doing) -> list[Answer]:
        return [
            ("clamber", number)
            for number, piece in enumerate(doing.world.pieces)
            if clamber_refusal(doing.world, doing.unit(), piece) is None
        ]


@rule("masse.terrain.high-obstacle")
def clamber(world: World, id: int, answer: tuple[str, int]) -> Script:
    """Another 5 m; at the top the unit comes down on the other side. Returns the world."""
    unit, piece = world.units[id], world.pieces[answer[1]]
    height = unit.crossing + STEP
    yield Tell("masse.terrain.high-obstacle", "clambers", (id, min(height, piece.height), piece.height))
    there = far_side(world, unit, piece)
    if height < piece.height or there is None:
        twin = unit.copy()
        twin.crossing = height
        twin.moved = True
        return world.with_unit(twin)
    return world.with_unit(brought(unit, there))


register(Surmount("surmount", MOVE, 2, surmount))
register(Clamber("clamber", WHOLE, 2, clamber))
