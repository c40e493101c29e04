"""Deployment: where a troop may stand, and a few orders of battle. (fda.scenario.general-deployment)"""

from __future__ import annotations

from typing import Any, Final, final

from mypy_extensions import mypyc_attr

from escarmouche.core.effects import Answer, Chance, Options, Refusal
from escarmouche.kit.menu import no
from escarmouche.systems.fda.content import book
from escarmouche.systems.fda.model import ON_TABLE, POSITIONS, Figure, World
from escarmouche.systems.fda.rules.conventions import touches_at
from escarmouche.systems.fda.rules.numbers import NEAR_SCENERY
from escarmouche.systems.fda.rules.scenarios import AWAKENING, has_room
from escarmouche.table.shapes import disc_gap_polygon
from escarmouche.table.trig import TURN, angle_of

WHY: Final = "fda.scenario.general-deployment"
ORDERS: Final = ("centre", "left", "right", "line")
PACES: Final = (3500, 2700, 1400)
Spot = tuple[int, int, int]
"""Where a figure stands, and where it looks."""
Area = tuple[int, int, int, int, str, int]
"""A zone: left, bottom, right, top; near which kind of piece, and how near (0: anywhere in it)."""
Zones = tuple[tuple[int, tuple[str, ...], Area], ...]
"""The zones of a table: whose, for which profiles (none: all others)."""


def members(world: World, seat: int) -> list[Figure]:
    """The figures of a troop, in order."""
    return [figure for figure in world.figures if figure.seat == seat]


def area(zones: Zones, figure: Figure) -> Area:
    """The zone of a figure: one of its own, else its troop's."""
    mine = [(profiles, found) for seat, profiles, found in zones if seat == figure.seat]
    own = [found for profiles, found in mine if figure.card.profile in profiles]
    return own[0] if own else next((found for profiles, found in mine if not profiles), mine[0][1])


def in_zone(world: World, zones: Zones, figure: Figure, x: int, y: int) -> bool:
    """Does its base lie wholly in its zone, and near enough to what the zone names?"""
    if lurks(world, figure, x, y):
        return True
    left, bottom, right, top, near, reach = area(zones, figure)
    r = figure.card.radius
    if x - r < left or x + r > right or y - r < bottom or y + r > top:
        return False
    pieces = [piece for piece in world.ground.pieces if piece.kind == near]
    return not pieces or any(disc_gap_polygon(x, y, r, piece.shape) <= reach for piece in pieces)


def lurks(world: World, figure: Figure, x: int, y: int) -> bool:
    """Is it the scout, which may begin beside a column instead of in its zone? (fda.scenario.rude-awakening-setup)"""
    row = book().awakening
    if world.scenario != AWAKENING or figure.card.profile != row.scout or not world.plays(POSITIONS):
        return False
    r = figure.card.radius
    columns = [piece for piece in world.ground.pieces if piece.kind == row.post]
    return any(disc_gap_polygon(x, y, r, piece.shape) <= NEAR_SCENERY for piece in columns)


def spot_refusal(world: World, zones: Zones, figure: Figure, x: int, y: int) -> Refusal | None:
    """Why a figure may not be put there, or None."""
    if not in_zone(world, zones, figure, x, y):
        return no(WHY, "out-of-zone", figure.id)
    if not has_room(world, figure, x, y):
        return no(WHY, "no-room", figure.id)
    for other in world.figures:
        if other.status == ON_TABLE and other.id != figure.id and touches_at(figure, x, y, other):
            return no(WHY, "no-room", figure.id)
    return None


def placed(world: World, figure: Figure, spot: Spot) -> World:
    """The world with the figure on the table there."""
    twin = figure.copy()
    twin.x, twin.y, twin.facing = spot
    twin.status = ON_TABLE
    return world.with_figure(twin)


@final
@mypyc_attr(acyclic=True)
class Deployment(Options):
    """Where a troop stands: an answer is ("deploy", spots), one (x, y, facing) for each figure in order."""

    __slots__ = ("world", "seat", "zones")

    def __init__(self, world: World, seat: int, zones: Zones) -> None:
        self.world = world
        self.seat = seat
        self.zones = zones

    def check(self, answer: Answer) -> Refusal | None:
        troop = members(self.world, self.seat)
        if not isinstance(answer, tuple) or len(answer) != 2 or answer[0] != "deploy" or not isinstance(answer[1], tuple):
            return no(WHY, "malformed", str(answer)[:80])
        spots: tuple[Any, ...] = answer[1]
        if len(spots) != len(troop):
            return no(WHY, "deploy-everybody", len(troop))
        world = self.world
        for figure, spot in zip(troop, spots, strict=True):
            if not isinstance(spot, tuple) or len(spot) != 3 or any(type(part) is not int for part in spot):
                return no(WHY, "malformed", str(spot)[:80])
            if not 0 <= spot[2] < TURN:
                return no(WHY, "malformed", str(spot)[:80])
            refused = spot_refusal(world, self.zones, figure, spot[0], spot[1])
            if refused is not None:
                return refused
            world = placed(world, figure, spot)
        return None

    def facing(self, x: int, y: int) -> int:
        """Where a figure looks that nobody has told otherwise: at the middle of the table."""
        dx, dy = self.world.ground.width // 2 - x, self.world.ground.depth // 2 - y
        return angle_of(dx, 0) if abs(dx) >= abs(dy) and dx else angle_of(0, dy or 1)

    def order(self, name: str) -> Answer | None:
        """An order of battle: the troop gathers at a place of its zone; None where it finds no room."""
        for pace in PACES:
            answer = self.gathered(name, pace)
            if answer is not None:
                return answer
        return None

    def gathered(self, name: str, pace: int) -> Answer | None:
        """The troop round a spot of its zone, on a grid."""
        world = self.world
        found: list[Spot] = []
        for figure in members(world, self.seat):
            left, bottom, right, top, _, _ = area(self.zones, figure)
            share = {"left": 1, "right": 3}.get(name, 2)
            across = right - left >= top - bottom
            x = left + (right - left) * share // 4 if across else (left + right) // 2
            y = (bottom + top) // 2 if across else bottom + (top - bottom) * share // 4
            flat = 1 if name != "line" else 9
            weights = (1, flat) if across else (flat, 1)
            r = figure.card.radius
            grid = [(u, v) for u in range(left + r, right - r + 1, pace) for v in range(bottom + r, top - r + 1, pace)]
            grid.sort(key=lambda one: weights[0] * (one[0] - x) ** 2 + weights[1] * (one[1] - y) ** 2)
            free = next((one for one in grid if spot_refusal(world, self.zones, figure, one[0], one[1]) is None), None)
            if free is None:
                return None
            spot = (free[0], free[1], self.facing(free[0], free[1]))
            world = placed(world, figure, spot)
            found.append(spot)
        return ("deploy", tuple(found))

    def listed(self) -> list[Answer]:
        found: list[Answer] = []
        for name in ORDERS:
            answer = self.order(name)
            if answer is not None and answer not in found:
                found.append(answer)
        return found

    def sample(self, chance: Chance) -> Answer:
        world = self.world
        found: list[Spot] = []
        for figure in members(world, self.seat):
            left, bottom, right, top, _, _ = area(self.zones, figure)
            for _ in range(40):
                x, y = left + chance.below(right - left + 1), bottom + chance.below(top - bottom + 1)
                if spot_refusal(world, self.zones, figure, x, y) is None:
                    spot = (x, y, self.facing(x, y))
                    world = placed(world, figure, spot)
                    found.append(spot)
                    break
            else:
                return self.listed()[0]
        return ("deploy", tuple(found))
