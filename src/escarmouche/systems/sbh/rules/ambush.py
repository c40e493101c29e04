"""Ambush: the markers that the defender places instead of its figures, and shots at them."""

from __future__ import annotations

from typing import Any, Final, final

from escarmouche.core.data import Secret
from escarmouche.core.dice import Stream
from escarmouche.core.effects import Answer, Call, Chance, Options, Refusal, Script, Tell, rule
from escarmouche.kit.menu import malformed, no
from escarmouche.systems.sbh.model import ON_TABLE, SHOOTER, SHORT, SWARM, Card, Figure, Ground, Marker, World
from escarmouche.systems.sbh.rules.actions import REGROUP, Action, Doing, price_refusal, register
from escarmouche.systems.sbh.rules.conventions import helpless, span
from escarmouche.systems.sbh.rules.deployment import (
    EDGES,
    Spot,
    barred,
    capacity,
    from_edge,
    hex_spots,
    in_strip,
    is_hex_centre,
    members,
    opposite,
    side_by_side,
    strip_spots,
)
from escarmouche.systems.sbh.rules.melee import having_attacked
from escarmouche.systems.sbh.rules.places import AMBUSH, clear_decoys, uncover
from escarmouche.systems.sbh.rules.quests import marker_by_id, marker_radius
from escarmouche.systems.sbh.rules.shooting import can_shoot, pressed, shoot, shot_cost, target_refusal
from escarmouche.systems.sbh.rules.values import term
from escarmouche.table.pieces import Piece
from escarmouche.table.shapes import disc_gap_polygon, on_table, overlapping

DECOY = -1
UNTOLD: Final = Secret("")
"""The secret of a battle whose set-up is not known: of a rule played alone."""

# ---------------------------------------------------------------- where markers may lie


def nearest_pieces(ground: Ground, edge: int) -> list[Piece]:
    """The piece of scenery closest to an edge, or those that are equally close. (sbh.scenario.ambush.placement)"""
    gaps = [min([from_edge(ground, edge, x, y) for x, y in piece.shape.points]) for piece in ground.pieces]
    return [piece for piece, gap in zip(ground.pieces, gaps, strict=True) if gap == min(gaps)]


def may_lie(world: World, edge: int, near: list[Piece], x: int, y: int) -> bool:
    """May a marker lie there: within Short of the edge, or of the piece of scenery closest to it (`near`), but not where the
    attacker deploys? (sbh.scenario.ambush.placement)"""
    ground = world.ground
    radius = marker_radius(ground)
    if not on_table(x, y, radius, ground.width, ground.depth) or barred(ground, x, y, radius, None):
        return False
    reach = span(ground, SHORT)
    if from_edge(ground, opposite(edge), x, y) - radius < reach:
        return False
    if in_strip(ground, edge, x, y, radius):
        return True
    return any(disc_gap_polygon(x, y, radius, piece.shape) <= reach for piece in near)


def marker_spots(world: World, edge: int) -> list[Spot]:
    """Spots for markers, none upon another: along the edge, then around the scenery."""
    ground = world.ground
    radius = marker_radius(ground)
    near = nearest_pieces(ground, edge)
    strip = [spot for spot in strip_spots(ground, edge, radius) if may_lie(world, edge, near, spot[0], spot[1])]
    found = list(strip)
    for spot in around_scenery(ground, near, radius):
        if may_lie(world, edge, near, spot[0], spot[1]) and not any(
            overlapping(spot[0], spot[1], radius, x, y, radius) for x, y in strip
        ):
            found.append(spot)
    return list(dict.fromkeys(found))


def has_hiding_room(world: World) -> bool:
    """Can either band be hidden along any edge?"""
    for seat in (0, 1):
        count = term(world, "markers_per_defender") * len(members(world, seat))
        for edge in EDGES:
            plenty = capacity(world.ground, edge, marker_radius(world.ground)) >= count
            if not plenty and len(marker_spots(world, edge)) < count:
                return False
    return True


def around_scenery(ground: Ground, near: list[Piece], radius: int) -> list[Spot]:
    """A grid of spots in and around the first of these pieces."""
    if not near:
        return []
    shape = near[0].shape
    reach = span(ground, SHORT) + radius
    left, bottom, right, top = shape.left - reach, shape.bottom - reach, shape.right + reach, shape.top + reach
    if ground.hex_width:
        return hex_spots(ground, left, bottom, right, top)
    return [(x, y) for y in range(bottom, top, 2 * radius) for x in range(left, right, 2 * radius)]


# ---------------------------------------------------------------- placing them


@final
class Hidden(Options):
    """Where the defender's markers lie: ("markers", ((x, y, fighter), …)), with -1 for a decoy; two for each fighter, each
    of whom is under one of them. (sbh.scenario.ambush.markers)

    What is under which stays secret until it is revealed, so the order in the answer means nothing; and the answers listed
    are drawn from the game's `secret`, so that nobody else can draw them and see which of them lies on the table.
    """

    __slots__ = ("count", "seat", "secret", "world")

    def __init__(self, world: World, seat: int, count: int, secret: Secret = UNTOLD) -> None:
        self.world = world
        self.seat = seat
        self.count = count
        self.secret = secret

    def check(self, answer: Answer) -> Refusal | None:
        rule_id = "sbh.scenario.ambush.markers"
        if not isinstance(answer, tuple) or len(answer) != 2 or answer[0] != "markers" or not isinstance(answer[1], tuple):
            return no(rule_id, "malformed", str(answer))
        rows = answer[1]
        if len(rows) != self.count:
            return no(rule_id, "so-many-markers", self.count)
        for row in rows:
            if not isinstance(row, tuple) or len(row) != 3 or not all(type(part) is int for part in row):
                return no(rule_id, "malformed", str(row))
        crew = [figure.id for figure in members(self.world, self.seat)]
        real = sorted([row[2] for row in rows if row[2] != DECOY])
        if real != crew:
            return no(rule_id, "each-under-one-marker")
        return self.spots_refusal(rows) or self.swarm_refusal(rows)

    def spots_refusal(self, rows: tuple[tuple[int, int, int], ...]) -> Refusal | None:
        """Why markers may not lie there, or None."""
        ground, edge = self.world.ground, self.world.bands[self.seat].edge
        radius = marker_radius(ground)
        near = nearest_pieces(ground, edge)
        done: list[Spot] = []
        for x, y, _ in rows:
            if not may_lie(self.world, edge, near, x, y):
                return no("sbh.scenario.ambush.placement", "marker-place", x, y)
            if not is_hex_centre(ground, x, y):
                return no("sbh.hex.unchanged", "not-a-hex", x, y)
            for other in done:
                if overlapping(x, y, radius, other[0], other[1], radius):
                    return no("sbh.scenario.ambush.placement", "markers-overlap", x, y)
            done.append((x, y))
        return None

    def swarm_refusal(self, rows: tuple[tuple[int, int, int], ...]) -> Refusal | None:
        """The bases of a Swarm hide side by side. (sbh.special.swarm-cohesion)"""
        radius = marker_radius(self.world.ground)
        for x, y, id in rows:
            if id == DECOY or not self.world.figures[id].has(SWARM):
                continue
            profile = self.world.figures[id].card.profile
            kin = [row for row in rows if row[2] not in (DECOY, id) and self.world.figures[row[2]].card.profile == profile]
            if kin and not any(side_by_side(self.world.ground, (x, y), (row[0], row[1]), radius) for row in kin):
                return no("sbh.special.swarm-cohesion", "swarm-apart", id)
        return None

    def drawn(self, chance: Chance, along: bool) -> Answer:
        """Markers at random, `along` the edge alone or near the scenery too."""
        world = self.world
        edge = world.bands[self.seat].edge
        spots = marker_spots(world, edge)
        if along:
            strip = [spot for spot in spots if in_strip(world.ground, edge, spot[0], spot[1], marker_radius(world.ground))]
            spots = strip if len(strip) >= 2 * self.count else spots
        free = list(spots)
        rows: list[tuple[int, int, int]] = []
        for group in self.groups():
            for id, spot in zip(group, self.together(free, len(group), chance), strict=True):
                rows.append((spot[0], spot[1], id))
                free.remove(spot)
        while len(rows) < self.count:
            spot = free.pop(chance.below(len(free)))
            rows.append((spot[0], spot[1], DECOY))
        return ("markers", tuple(sorted(rows)))

    def groups(self) -> list[list[int]]:
        """The fighters that must hide together: the bases of each Swarm, then everybody else alone."""
        swarms: dict[str, list[int]] = {}
        alone: list[list[int]] = []
        for figure in members(self.world, self.seat):
            if figure.has(SWARM):
                swarms.setdefault(figure.card.profile, []).append(figure.id)
            else:
                alone.append([figure.id])
        return [*swarms.values(), *alone]

    def together(self, free: list[Spot], count: int, chance: Chance) -> list[Spot]:
        """So many free spots that hang together, from a random one on."""
        if count == 1:
            return [free[chance.below(len(free))]]
        ground = self.world.ground
        radius = marker_radius(ground)
        first = chance.below(len(free))
        for i in range(len(free)):
            found = [free[(first + i) % len(free)]]
            for spot in found:
                for other in free:
                    if len(found) < count and other not in found and side_by_side(ground, spot, other, radius):
                        found.append(other)
            if len(found) == count:
                return found
        return free[:count]

    def listed(self) -> list[Answer]:
        return [self.drawn(Stream(f"{self.secret.key} {number}"), number % 2 == 0) for number in range(8)]

    def sample(self, chance: Chance) -> Answer:
        return self.drawn(chance, chance.below(2) == 0)


def laid(world: World, seat: int, rows: tuple[tuple[int, int, int], ...]) -> World:
    """The world with the markers on the table, numbered by their places, so that their order tells nothing."""
    first = len(world.markers)
    markers = [Marker(first + number, AMBUSH, x, y, seat, id) for number, (x, y, id) in enumerate(sorted(rows))]
    return world.with_markers((*world.markers, *markers))


# ---------------------------------------------------------------- shooting at one


def stand_in(world: World, marker: Marker) -> Figure:
    """A figure in place of a marker, to see whether it can be shot at: nobody knows what is under it."""
    card = Card("", "", "", 0, 6, 0, 0, 2, 0, 0, (), "", marker_radius(world.ground), 0)
    return Figure(-2, marker.seat, card, marker.x, marker.y, ON_TABLE)


@final
class ShootMarker(Action):
    """Shoot at a hidden marker: ("shoot-marker", marker, aimed). It must then be revealed; on a decoy the shot is wasted.
    (sbh.scenario.ambush.reveal)"""

    __slots__ = ()

    def possible(self, doing: Doing) -> bool:
        figure = doing.figure()
        if not doing.world.markers or not figure.has(SHOOTER) or figure.attacked or figure.spent or helpless(figure):
            return False
        return doing.mode != REGROUP and not pressed(doing.world, figure)

    def mark_refusal(self, doing: Doing, marker: Marker) -> Refusal | None:
        """Why this marker may not be shot at, or None."""
        if marker.kind != AMBUSH or marker.seat == doing.figure().seat:
            return no("sbh.scenario.ambush.reveal", "not-a-hidden-enemy")
        figure = doing.figure()
        return target_refusal(doing.world, figure, stand_in(doing.world, marker), figure.card.shooting)

    def refusal(self, doing: Doing, answer: tuple[Any, ...]) -> Refusal | None:
        if malformed(answer, int, bool):
            return no("sbh.scenario.ambush.reveal", "malformed", str(answer))
        if doing.mode == REGROUP:
            return no("sbh.regroup.no-attack", "no-attack-in-regroup", doing.id)
        refused = can_shoot(doing.world, doing.figure())
        if refused is not None:
            return refused
        marker = marker_by_id(doing.world, answer[1])
        if marker is None:
            return no("sbh.scenario.ambush.reveal", "not-a-hidden-enemy")
        refused = self.mark_refusal(doing, marker)
        return refused or price_refusal(doing, shot_cost(answer[2]), "action-aimed-shot" if answer[2] else "action-shoot")

    def listed(self, doing: Doing) -> list[Answer]:
        found: list[Answer] = []
        for marker in doing.world.markers:
            if marker.kind == AMBUSH and self.mark_refusal(doing, marker) is None:
                found.append(("shoot-marker", marker.id, False))
                if doing.left >= shot_cost(True):
                    found.append(("shoot-marker", marker.id, True))
        return found

    def sample(self, doing: Doing, chance: Chance) -> Answer | None:
        marker = doing.world.markers[chance.below(len(doing.world.markers))]
        if self.mark_refusal(doing, marker) is not None:
            return None
        return "shoot-marker", marker.id, doing.left >= shot_cost(True) and chance.below(2) == 0


@rule("sbh.scenario.ambush.reveal")
def shoot_marker(world: World, id: int, answer: tuple[str, int, bool]) -> Script:
    """The marker is revealed, and the shot strikes who was under it, if anybody. Returns the world and the actions spent."""
    _, number, aimed = answer
    marker = marker_by_id(world, number)
    assert marker is not None
    yield Tell("sbh.scenario.ambush.reveal", "shoots-marker", (id, marker.x, marker.y))
    world = yield from uncover(world, marker)
    world = yield from clear_decoys(world)
    if marker.figure == DECOY:
        return having_attacked(world, id), shot_cost(aimed)
    return Call(shoot, world, id, ("shoot", marker.figure, aimed))


register(ShootMarker("shoot-marker", 2, shoot_marker))
