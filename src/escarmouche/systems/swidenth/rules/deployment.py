"""Deploying: the zone of a band, where a base may stand in it, and a few orders of battle. (swidenth.mission.common)"""

from __future__ import annotations

from typing import Any, Final, final

from mypy_extensions import i64, mypyc_attr

from escarmouche.core.effects import Answer, Chance, Options, Refusal
from escarmouche.kit.menu import malformed, no
from escarmouche.systems.swidenth.content import book
from escarmouche.systems.swidenth.model import ON_TABLE, Card, Figure, World
from escarmouche.systems.swidenth.rules.conventions import NO_FLOOR, floor_below, foes_at
from escarmouche.systems.swidenth.rules.falls import has_room
from escarmouche.systems.swidenth.rules.missions import INNER, PORTCULLIS
from escarmouche.systems.swidenth.rules.values import PAS
from escarmouche.table.shapes import square_between

WHY: Final = "swidenth.mission.common"
EDGE_NAMES: Final = ("edge-left", "edge-bottom", "edge-right", "edge-top")
CORNER_NAMES: Final = ("corner-0", "corner-1", "corner-2", "corner-3")
ORDERS: Final = ("centre", "left", "right", "line")
WALK: Final[int] = INNER + book().length(book().portcullis.walk_width - book().portcullis.parapet_thickness)
ANY: Final = 1 << 20
Spot = tuple[int, int]


def members(world: World, seat: int) -> list[Figure]:
    """The figures of a band, in order."""
    return [figure for figure in world.figures if figure.seat == seat]


REACHES: Final[dict[str, int]] = {name: book().length(row.deploy_within) for name, row in book().mission.items()}


def reach(world: World) -> int:
    """How deep a zone is."""
    return REACHES[world.mission]


def corner_point(world: World, corner: int) -> Spot:
    """A corner of the table, anticlockwise from the lower left."""
    return (0 if corner in (0, 3) else world.ground.width), (0 if corner < 2 else world.ground.depth)


def in_zone(world: World, seat: int, x: int, y: int, radius: int) -> bool:
    """Does a whole base lie in the band's zone? (swidenth.mission.common)"""
    band, ground, deep = world.bands[seat], world.ground, reach(world)
    if band.corner >= 0:
        cx, cy = corner_point(world, band.corner)
        return square_between(x, y, cx, cy) <= (deep - radius) * (deep - radius)
    if world.mission == PORTCULLIS and not band.attacks:
        return y + radius <= INNER or INNER <= y <= WALK - radius
    if band.edge < 2:
        return (x if band.edge == 0 else y) + radius <= deep
    return (ground.width - x if band.edge == 2 else ground.depth - y) + radius <= deep


def zone_box(world: World, seat: int) -> tuple[int, int, int, int]:
    """The box round the band's zone: left, bottom, right, top."""
    band, ground, deep = world.bands[seat], world.ground, reach(world)
    if band.corner >= 0:
        cx, cy = corner_point(world, band.corner)
        return max(0, cx - deep), max(0, cy - deep), min(ground.width, cx + deep), min(ground.depth, cy + deep)
    if world.mission == PORTCULLIS and not band.attacks:
        return 0, 0, ground.width, WALK
    edge = band.edge
    return (
        ground.width - deep if edge == 2 else 0,
        ground.depth - deep if edge == 3 else 0,
        deep if edge == 0 else ground.width,
        deep if edge == 1 else ground.depth,
    )


def level_at(world: World, x: int, y: int) -> int:
    """The highest floor at a point."""
    return floor_below(world.ground.pieces, x, y, ANY)


def spot_refusal(world: World, figure: Figure, x: int, y: int) -> Refusal | None:
    """Why a figure may not be put there, or None: out of its zone, no room, or engaged."""
    if not in_zone(world, figure.seat, x, y, figure.card.radius):
        return no(WHY, "out-of-zone", figure.id)
    z = level_at(world, x, y)
    if z == NO_FLOOR or not has_room(world, figure, x, y, z):
        return no("swidenth.stats.figure-size", "no-room", figure.id)
    return no(WHY, "deploy-engaged", figure.id) if foes_at(world, figure, x, y, z) else None


def placed(world: World, figure: Figure, x: int, y: int) -> World:
    """The world with the figure on the table there."""
    twin = figure.copy()
    twin.x, twin.y, twin.z = x, y, level_at(world, x, y)
    twin.status = ON_TABLE
    return world.with_figure(twin)


@final
@mypyc_attr(acyclic=True)
class Deployment(Options):
    """Where a band stands: an answer is ("deploy", spots), one for each figure in order."""

    __slots__ = ("world", "seat")

    def __init__(self, world: World, seat: int) -> None:
        self.world = world
        self.seat = seat

    def check(self, answer: Answer) -> Refusal | None:
        band = members(self.world, self.seat)
        if not isinstance(answer, tuple) or len(answer) != 2 or answer[0] != "deploy" or not isinstance(answer[1], tuple):
            return no(WHY, "malformed", str(answer)[:80])
        spots: tuple[Any, ...] = answer[1]
        if len(spots) != len(band):
            return no(WHY, "deploy-everybody", len(band))
        world = self.world
        for figure, spot in zip(band, spots, strict=True):
            if not isinstance(spot, tuple) or malformed(("spot", *spot), int, int):
                return no(WHY, "malformed", str(spot)[:80])
            refused = spot_refusal(world, figure, spot[0], spot[1])
            if refused is not None:
                return refused
            world = placed(world, figure, spot[0], spot[1])
        return None

    def order(self, name: str) -> Answer | None:
        """An order of battle: the band gathers at a place of its zone, Heroes among their men; None where it finds no room."""
        for pace in (PAS + PAS // 5, PAS // 3):
            answer = self.gathered(self.wish(name), pace, name == "line")
            if answer is not None:
                return answer
        return None

    def wish(self, name: str) -> Spot:
        """Where a band gathers: in the middle of its zone's front, or towards an end of it."""
        left, bottom, right, top = zone_box(self.world, self.seat)
        share = {"left": 1, "right": 3}.get(name, 2)
        across = right - left >= top - bottom
        x = left + (right - left) * share // 4 if across else (left + right) // 2
        y = (bottom + top) // 2 if across else bottom + (top - bottom) * share // 4
        middle_x, middle_y = self.world.ground.width // 2, self.world.ground.depth // 2
        return (x, max(bottom, min(top, middle_y))) if across else (max(left, min(right, middle_x)), y)

    def gathered(self, wish: Spot, pace: int, line: bool) -> Answer | None:
        """The band round a spot, on a grid."""
        left, bottom, right, top = zone_box(self.world, self.seat)
        left, bottom = left + pace // 2, bottom + pace // 2
        rows: i64 = len(range(bottom, top, pace))
        across = right - left >= top - bottom
        flat = (1, 9) if across == line else (9, 1)
        weights = flat if line else (1, 1)
        ranked: list[float] = []  # how far each spot is from the wish, with its place in the grid in one whole number
        wide: i64 = weights[0]
        deep: i64 = weights[1]
        many: i64 = len(range(left, right, pace)) * rows
        far: i64 = pace
        wish_x: i64 = wish[0] - left
        wish_y: i64 = wish[1] - bottom
        for place in range(many):
            dx = place // rows * far - wish_x
            dy = place % rows * far - wish_y
            ranked.append(float((wide * dx * dx + deep * dy * dy) * many + place))
        ranked.sort()
        world = self.world
        found: list[Spot] = []
        card: Card | None = None
        first = 0  # before this there is no place for anybody of the card: who came after it only took more room
        for figure in members(world, self.seat):
            if figure.card is not card:
                card, first = figure.card, 0
            for place in range(first, len(ranked)):
                at = int(ranked[place]) % many
                spot = left + at // rows * pace, bottom + at % rows * pace
                if spot_refusal(world, figure, spot[0], spot[1]) is None:
                    world = placed(world, figure, spot[0], spot[1])
                    found.append(spot)
                    first = place + 1
                    break
            else:
                return None
        return ("deploy", tuple(found))

    def listed(self) -> list[Answer]:
        answers = [self.order(name) for name in ORDERS]
        found: list[Answer] = []
        for answer in answers:
            if answer is not None and answer not in found:
                found.append(answer)
        return found

    def sample(self, chance: Chance) -> Answer:
        """Half the time an order of battle, else everybody anywhere."""
        answer = self.order(ORDERS[chance.below(len(ORDERS))]) if chance.below(2) == 0 else None
        return answer or self.strewn(chance)

    def strewn(self, chance: Chance) -> Answer:
        """Everybody somewhere in the zone."""
        left, bottom, right, top = zone_box(self.world, self.seat)
        world = self.world
        found: list[Spot] = []
        for figure in members(world, self.seat):
            for _ in range(40):
                spot = left + chance.below(right - left + 1), bottom + chance.below(top - bottom + 1)
                if spot_refusal(world, figure, spot[0], spot[1]) is None:
                    world = placed(world, figure, spot[0], spot[1])
                    found.append(spot)
                    break
            else:
                return self.listed()[0]
        return ("deploy", tuple(found))
