"""Quests: the markers of Treasure Hunt and of the quest for a magic item; what is searched, found and dropped."""

from __future__ import annotations

from typing import Any, Final, final

from escarmouche.core.effects import Answer, Chance, Options, Refusal, Roll, Script, Tell
from escarmouche.kit.menu import no
from escarmouche.systems.sbh.cards import base_radius
from escarmouche.systems.sbh.model import NORMAL, OFF_TABLE, SHORT, Figure, Ground, Marker, World
from escarmouche.systems.sbh.rules.conventions import span
from escarmouche.systems.sbh.rules.deployment import hex_spots, is_hex_centre, is_spot
from escarmouche.table.hexes import distance as hex_distance
from escarmouche.table.hexes import hex_at, hex_centre
from escarmouche.table.pieces import Piece
from escarmouche.table.shapes import edge_point, inside, on_table, overlapping, touching

SEARCH: Final = "search"
TREASURE: Final = "treasure"
ITEM: Final = "item"
KEEPSAKE: Final = "keepsake"
"""A magic item that a fighter had before the battle, and has dropped."""
TREASURE_HUNT: Final = "treasure-hunt"
QUEST: Final = "quest-for-a-magic-item"

FOUND: Final = (0, 0, 0, 0, 1, 1)
"""5 or 6: it is there."""


# ---------------------------------------------------------------- markers


def marker_radius(ground: Ground) -> int:
    """A marker is the size of an ordinary base; on a hexagon board it fills a hex."""
    return ground.hex_width // 2 - 1 if ground.hex_width else base_radius(NORMAL, False, ground.scale)


def beside_marker(world: World, figure: Figure, marker: Marker) -> bool:
    """Is the fighter adjacent to the marker, or upon it?"""
    width = world.ground.hex_width
    if width:
        return hex_distance(hex_at(figure.x, figure.y, width), hex_at(marker.x, marker.y, width)) <= 1
    return touching(figure.x, figure.y, figure.card.radius, marker.x, marker.y, marker_radius(world.ground))


def marker_by_id(world: World, id: int) -> Marker | None:
    """The marker with this id, or None."""
    for marker in world.markers:
        number: int = marker.id  # no machine word: whatever somebody answers is compared with it
        if number == id:
            return marker
    return None


def without(world: World, id: int) -> World:
    """The world without this marker."""
    return world.with_markers(tuple([marker for marker in world.markers if marker.id != id]))


def next_marker(world: World) -> int:
    """An id for a new marker."""
    return max([marker.id for marker in world.markers], default=-1) + 1


# ---------------------------------------------------------------- hiding them


def placement_rule(world: World) -> str:
    """The rule by which the attacker places the markers."""
    return "sbh.scenario.quest.setup" if world.scenario == QUEST else "sbh.scenario.treasure.setup"


def holding(world: World) -> list[Piece]:
    """The pieces of scenery in which a marker can lie: a fighter must be able to get in."""
    return [piece for piece in world.ground.pieces if not piece.impassable and spots_in(world, piece)]


def spots_in(world: World, piece: Piece) -> list[tuple[int, int]]:
    """Spots in a piece where markers can lie side by side."""
    ground, shape = world.ground, piece.shape
    radius = marker_radius(ground)
    found: list[tuple[int, int]] = []
    if ground.hex_width:
        found = hex_spots(ground, shape.left, shape.bottom, shape.right, shape.top)
    else:
        middle_x, middle_y = (shape.left + shape.right) // 2, (shape.bottom + shape.top) // 2
        rows = (shape.top - shape.bottom) // (4 * radius)
        columns = (shape.right - shape.left) // (4 * radius)
        for row in range(-rows, rows + 1):
            for column in range(-columns, columns + 1):
                found.append((middle_x + column * 2 * radius, middle_y + row * 2 * radius))
    return [(x, y) for x, y in found if inside(shape, x, y) and on_table(x, y, radius, ground.width, ground.depth)]


def open_spots(world: World) -> list[tuple[int, int]]:
    """Spots on a table without scenery: a row across its middle."""
    ground = world.ground
    made = [(ground.width * i // 8, ground.depth // 2) for i in range(2, 7)]
    width = ground.hex_width
    return [hex_centre(hex_at(x, y, width), width) for x, y in made] if width else made


@final
class Hiding(Options):
    """Where the attacker puts the markers: ("hide", ((x, y), …)), each inside a piece of scenery.
    (sbh.scenario.treasure.setup, sbh.scenario.quest.setup)

    Inside means that the marker's centre is. Where the table has no scenery that could hold them, they lie in the open,
    farther than Short from every edge.
    """

    __slots__ = ("count", "places", "rule", "world")

    def __init__(self, world: World, count: int) -> None:
        self.world = world
        self.count = count
        self.rule = placement_rule(world)
        self.places: list[list[tuple[int, int]]] = [spots_in(world, piece) for piece in holding(world)]
        if sum([len(spots) for spots in self.places]) < count:
            self.places = [open_spots(world)]

    def check(self, answer: Answer) -> Refusal | None:
        if not isinstance(answer, tuple) or len(answer) != 2 or answer[0] != "hide" or not isinstance(answer[1], tuple):
            return no(self.rule, "malformed", str(answer))
        if len(answer[1]) != self.count:
            return no(self.rule, "hide-so-many", self.count)
        done: list[tuple[int, int]] = []
        for number, spot in enumerate(answer[1], 1):
            refused = self.spot_refusal(spot, number)
            if refused is not None:
                return refused
            if not self.apart(spot, done):
                return no(self.rule, "hide-overlap", number)
            done.append(spot)
        return None

    def spot_refusal(self, spot: Any, number: int) -> Refusal | None:
        """Why no marker may lie there, or None."""
        if not is_spot(spot):
            return no(self.rule, "malformed", str(spot))
        ground, radius = self.world.ground, marker_radius(self.world.ground)
        x, y = spot
        if not on_table(x, y, radius, ground.width, ground.depth):
            return no(self.rule, "hide-off-table", number)
        if not is_hex_centre(ground, x, y):
            return no("sbh.hex.unchanged", "not-a-hex", x, y)
        if self.in_the_open():
            short = span(ground, SHORT)
            return None if on_table(x, y, short, ground.width, ground.depth) else no(self.rule, "hide-near-edge", number)
        if not any(inside(piece.shape, x, y) and not piece.impassable for piece in ground.pieces):
            return no(self.rule, "hide-in-scenery", number)
        return None

    def in_the_open(self) -> bool:
        """Is there no scenery to hide the markers in?"""
        return sum([len(spots_in(self.world, piece)) for piece in holding(self.world)]) < self.count

    def apart(self, spot: tuple[int, int], others: list[tuple[int, int]]) -> bool:
        """Does a marker on the spot lie on none of the others?"""
        radius = marker_radius(self.world.ground)
        return not any(overlapping(spot[0], spot[1], radius, x, y, radius) for x, y in others)

    def pick(self, first: int, chance: Chance | None) -> Answer | None:
        """Markers in as many pieces as there are, beginning with this one; None when they would overlap."""
        done: list[tuple[int, int]] = []
        for number in range(self.count):
            spots = self.places[(first + number) % len(self.places)]
            at = len(spots) // 2 if chance is None else chance.below(len(spots))
            for i in range(len(spots)):
                spot = spots[(at + i) % len(spots)]
                if self.apart(spot, done):
                    done.append(spot)
                    break
        return ("hide", tuple(done)) if len(done) == self.count else None

    def listed(self) -> list[Answer]:
        found = [self.pick(first, None) for first in range(len(self.places))]
        answers = list(dict.fromkeys([answer for answer in found if answer is not None]))
        return answers or [self.packed()]

    def packed(self) -> Answer:
        """Markers on the first spots that will do, in whatever piece."""
        done: list[tuple[int, int]] = []
        for spot in [spot for spots in self.places for spot in spots]:
            if len(done) < self.count and self.apart(spot, done):
                done.append(spot)
        return ("hide", tuple(done))

    def sample(self, chance: Chance) -> Answer:
        answer = self.pick(chance.below(len(self.places)), chance)
        return self.packed() if answer is None else answer


# ---------------------------------------------------------------- searching


def search_rule(world: World) -> str:
    """The rule by which a marker is searched."""
    return "sbh.scenario.quest.search" if world.scenario == QUEST else "sbh.scenario.treasure.search"


def search(world: World, id: int) -> Script:
    """A fighter of either side that comes to a marker searches it at once, free of charge: on 5 or 6 it is the one, and the
    others go; else only this one goes. The last that is left is the one without a roll. (sbh.scenario.treasure.search,
    sbh.scenario.quest.search) Returns the world."""
    for marker in world.markers:
        if marker.kind != SEARCH or marker_by_id(world, marker.id) is None:
            continue
        if not beside_marker(world, world.figures[id], marker):
            continue
        rule_id = search_rule(world)
        left = len([other for other in world.markers if other.kind == SEARCH])
        found = 1
        if left > 1:
            found = yield Roll(rule_id, world.figures[id].seat, world, 1, 6, FOUND, id, 5)
        if not found:
            world = without(world, marker.id)
            yield Tell(rule_id, "finds-nothing", (id,))
            continue
        kind = ITEM if world.scenario == QUEST else TREASURE
        others = tuple([other for other in world.markers if other.kind != SEARCH])
        world = world.with_markers((*others, Marker(marker.id, kind, marker.x, marker.y)))
        if left > 1:
            yield Tell(rule_id, "finds-" + kind, (id,))
        else:
            yield Tell(rule_id, "last-" + kind, (id,))
    return world


def errands(world: World, figure: Figure) -> list[tuple[int, int]]:
    """Where a quest leads a fighter: with the treasure to its own edge, else to what there is to find."""
    if figure.treasure and world.scenario == TREASURE_HUNT:
        ground = world.ground
        return [edge_point(figure.x, figure.y, ground.width, ground.depth, world.bands[figure.seat].edge)]
    return [(marker.x, marker.y) for marker in world.markers if marker.kind != "ambush"]


# ---------------------------------------------------------------- dropping


def dropped(world: World, id: int) -> Script:
    """What a fighter that is gone leaves behind where it was, for anybody to take. Returns the world.

    The treasure stays on the table however its carrier left (sbh.scenario.treasure.take); a magic item does when its
    bearer was killed (sbh.scenario.quest.retake): one that runs away takes it along.
    """
    figure = world.figures[id]
    twin = figure.copy()
    if figure.treasure and world.scenario != QUEST:
        twin.treasure = False
        world = world.with_markers((*world.markers, Marker(next_marker(world), TREASURE, figure.x, figure.y)))
        yield Tell("sbh.scenario.treasure.take", "drops-treasure", (id,))
    if figure.item and figure.status != OFF_TABLE:
        sought = figure.treasure and world.scenario == QUEST
        twin.item = ""
        twin.charges = 0
        twin.treasure = False
        left = Marker(next_marker(world), ITEM if sought else KEEPSAKE, figure.x, figure.y, -1, -1, figure.item, figure.charges)
        world = world.with_markers((*world.markers, left))
        yield Tell("sbh.scenario.quest.retake", "drops-item", (id, "item-" + figure.item))
    return world.with_figure(twin)


def kept_items(world: World, seat: int) -> list[tuple[int, str, int]]:
    """The magic items a side takes into its next game: who holds it, which it is, what is left in it. A drained one is none.
    (sbh.scenario.quest.keep-item)"""
    return [(one.id, one.item, one.charges) for one in world.figures if one.seat == seat and one.item]
