"""Deployment: terrain and edges, the zones, and the armies type by type in turns."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from escarmouche.core.effects import Answer, Call, Chance, Choose, Listed, Options, Refusal, Roll, Script, Tell, rule
from escarmouche.kit.menu import malformed, no
from escarmouche.systems.bataille.model import FREED, ON_TABLE, PRISONER, SCOUT, SUMMONED, WAITING, Figure, Gem, World
from escarmouche.systems.bataille.rules.core import contact_at, drawn, fits, fits_terrain
from escarmouche.systems.bataille.rules.scenarios import GEM, PRISON_TAG, RESCUE
from escarmouche.systems.bataille.rules.terrain import LAYOUTS, ground, layout, piece
from escarmouche.systems.bataille.rules.values import GAP, PRISON, SCENARIOS, SIDES, THICKNESS, TOLERANCE
from escarmouche.table.areas import polygons_overlap
from escarmouche.table.shapes import on_table, rectangle
from escarmouche.table.trig import TURN, step

ORDERS: Final = ("line", "centre", "left", "right", "back")
AHEAD: Final = "ahead"
"""How Scouts may be drawn up besides: in the middle of the table. (bataille.ability.scout)"""
RANDOM: Final = "random"
Spot = tuple[int, int]
"""Where somebody stands, and the radius of the base."""
Zone = tuple[int, ...]


def highest(world: World, why: str, bonuses: dict[int, int]) -> Script:
    """Every side named rolls a die and adds its bonus; those tied for the highest roll again. Returns the seat."""
    totals: dict[int, int] = {}
    for seat, bonus in bonuses.items():
        (die,) = yield Roll(why, seat, world, 1, 6, (), -1, 0, bonus)
        totals[seat] = die + bonus
    best = [seat for seat in totals if totals[seat] == max(totals.values())]
    if len(best) == 1:
        return best[0]
    yield Tell(why, "roll-again", (max(totals.values()),))
    return (yield from highest(world, why, {seat: bonuses[seat] for seat in best}))


# ---------------------------------------------------------------- the table


@final
class Layouts(Options):
    """The layout that a player sets out: ("layout", number). (bataille.setup.terrain-and-edge)"""

    __slots__ = ("first",)

    def __init__(self, first: int) -> None:
        self.first = first

    def check(self, answer: Answer) -> Refusal | None:
        rule_id = "bataille.setup.terrain-and-edge"
        if not isinstance(answer, tuple) or answer[:1] != ("layout",) or malformed(answer, int):
            return no(rule_id, "malformed", str(answer))
        return None if 0 <= answer[1] < LAYOUTS else no(rule_id, "malformed", str(answer))

    def listed(self) -> list[Answer]:
        return [("layout", (self.first + number) % LAYOUTS) for number in range(6)]

    def sample(self, chance: Chance) -> Answer:
        return ("layout", chance.below(LAYOUTS))


@rule("bataille.scenario.random-choice", "bataille.multi.scenarios")
def draw_scenario(world: World) -> Script:
    """A die over the six scenarios, thrown again for one that these sides cannot play. Returns the world."""
    (die,) = yield Roll("bataille.scenario.random-choice", 0, world)
    scenario = SCENARIOS[die - 1]
    least, most = SIDES[scenario]
    if not least <= len(world.sides) <= most or (scenario == RESCUE and not attackers(world)):
        yield Tell("bataille.multi.scenarios", "roll-again", (die,))
        return Call(draw_scenario, world)
    yield Tell("bataille.scenario.random-choice", "scenario", ("scenario-" + scenario,))
    twin = world.copy()
    twin.scenario = scenario
    return twin


@rule("bataille.setup.terrain-and-edge", "bataille.setup.who-sets-terrain", "bataille.setup.terrain-pieces")
def lay_out(world: World, terrain: str, number: int) -> Script:
    """The highest die sets out the terrain; where chance does, it says who chooses an edge first. Then edges or corners are
    chosen. Returns the world."""
    why = "bataille.setup.who-sets-terrain"
    seats = len(world.sides)
    winner = yield from highest(world, why, dict.fromkeys(range(seats), 0))
    if terrain == "ask":
        _, number = yield Choose("bataille.setup.terrain-pieces", winner, world, Layouts(number))
    width, depth = world.ground.width, world.ground.depth
    pieces = () if terrain == "none" else layout(width, depth, world.scenario, number)
    twin = world.copy()
    twin.ground = ground(width, depth, pieces)
    if world.scenario == GEM:
        twin.gem = Gem(width // 2, depth // 2)
    yield Tell("bataille.setup.terrain-and-edge", "terrain-laid", (winner, len(pieces)))
    chooser = (winner + 1) % seats if terrain == "ask" or seats > 2 else winner
    return Call(choose_edge if seats == 2 else choose_corners, twin, chooser)


@rule("bataille.setup.zones", "bataille.setup.zone-shape")
def choose_edge(world: World, chooser: int) -> Script:
    """One side chooses its table edge, the other has the opposite one; on a long table both are long edges. Returns the
    world."""
    wide = world.ground.width > world.ground.depth
    edges = tuple([("edge", edge) for edge in ((1, 3) if wide else (0, 1, 2, 3))])
    rule_id = "bataille.setup.terrain-and-edge"
    _, edge = yield Choose(rule_id, chooser, world, Listed(edges, rule_id))
    yield Tell(rule_id, "edge-chosen", (chooser, f"edge-{edge}"))
    for seat, own in ((chooser, edge), (1 - chooser, (edge + 2) % 4)):
        side = world.sides[seat].copy()
        side.edge, side.zone = own, strip(world, own)
        world = world.with_side(side)
    return world


def strip(world: World, edge: int) -> Zone:
    """The zone of an edge: up to half the gap short of the centre line. (bataille.setup.zone-shape)"""
    width, depth = world.ground.width, world.ground.depth
    deep = ((width if edge % 2 == 0 else depth) - GAP) // 2
    return ((0, 0, deep, depth), (0, 0, width, deep), (width - deep, 0, width, depth), (0, depth - deep, width, depth))[edge]


def corner(world: World, number: int) -> Zone:
    """The zone of a corner, counted clockwise from the lower left. (bataille.multi.deployment)"""
    width, depth = world.ground.width, world.ground.depth
    wide, deep = (width - GAP) // 2, (depth - GAP) // 2
    left, bottom = (0 if number in (0, 1) else width - wide), (0 if number in (0, 3) else depth - deep)
    return left, bottom, left + wide, bottom + deep


@rule("bataille.multi.deployment")
def choose_corners(world: World, first: int) -> Script:
    """With three or four sides each chooses a corner, clockwise, whoever set the terrain last; from then on they sit clockwise
    by their corners. Returns the world."""
    rule_id = "bataille.multi.deployment"
    seats = len(world.sides)
    free = [0, 1, 2, 3]
    for turn in range(seats):
        seat = (first + turn) % seats
        _, number = yield Choose(rule_id, seat, world, Listed(tuple([("corner", one) for one in free]), rule_id))
        free.remove(number)
        side = world.sides[seat].copy()
        side.edge, side.zone = number, corner(world, number)
        world = world.with_side(side)
        yield Tell(rule_id, "corner-chosen", (seat, f"corner-{number}"))
    twin = world.copy()
    twin.round = tuple(sorted(range(seats), key=lambda seat: world.sides[seat].edge))
    return twin


# ---------------------------------------------------------------- Rescue


def attackers(world: World) -> list[int]:
    """The sides that could attack in Rescue: those with a Hero or Sorcerer. (bataille.scenario.rescue-roles)"""
    return [side.seat for side in world.sides if any(one.seat == side.seat and one.is_character() for one in world.figures)]


@final
class PrisonSite(Options):
    """Where the prison stands: ("prison", x, y), its middle. (bataille.scenario.rescue-prison)"""

    __slots__ = ("world",)

    def __init__(self, world: World) -> None:
        self.world = world

    def check(self, answer: Answer) -> Refusal | None:
        rule_id = "bataille.scenario.rescue-prison"
        if not isinstance(answer, tuple) or answer[:1] != ("prison",) or malformed(answer, int, int):
            return no(rule_id, "malformed", str(answer))
        if not on_table(answer[1], answer[2], PRISON // 2, self.world.ground.width, self.world.ground.depth):
            return no(rule_id, "prison-site")
        shape = rectangle(answer[1], answer[2], PRISON // 2, PRISON // 2, 0)
        return (
            no(rule_id, "prison-site") if any(polygons_overlap(shape, one.shape) for one in self.world.ground.pieces) else None
        )

    def listed(self) -> list[Answer]:
        places = range(PRISON // 2, self.world.ground.width - PRISON // 2 + 1, PRISON // 2)
        found: list[Answer] = [("prison", x, y) for x in places for y in places]
        return [site for site in found if self.check(site) is None][::7]

    def sample(self, chance: Chance) -> Answer:
        found = self.listed()
        return found[chance.below(len(found))]


@rule("bataille.scenario.rescue-roles", "bataille.scenario.rescue-prison", "bataille.scenario.rescue-prisoner")
def lock_up(world: World) -> Script:
    """A die says who attacks; the defender builds the prison, and the attacker names the character of whom a twin is locked up
    in it. Returns the world."""
    able = attackers(world)
    attacker = able[0] if len(able) == 1 else (yield from highest(world, "bataille.scenario.rescue-roles", {0: 0, 1: 0}))
    yield Tell("bataille.scenario.rescue-roles", "roles", (attacker, 1 - attacker))
    side = world.sides[attacker].copy()
    side.attacks = True
    world = world.with_side(side)
    rule_id = "bataille.scenario.rescue-prison"
    _, x, y = yield Choose(rule_id, 1 - attacker, world, PrisonSite(world))
    prison = piece("building", rectangle(x, y, PRISON // 2, PRISON // 2, 0), PRISON_TAG)
    twin = world.copy()
    twin.ground = ground(world.ground.width, world.ground.depth, (*world.ground.pieces, prison))
    models = [one for one in world.figures if one.seat == attacker and one.is_character()]
    offered = tuple([("prisoner", one.id) for one in models])
    rule_id = "bataille.scenario.rescue-prisoner"
    _, model = yield Choose(rule_id, attacker, twin, Listed(offered, rule_id))
    card = world.figures[model].card
    namesakes = len([one for one in models if one.card.profile == card.profile])
    locked = Figure(len(world.figures), attacker, card, "", namesakes + 1, x, y, PRISONER, card.hp)
    yield Tell(rule_id, "locked-up", (attacker, model))
    return twin.with_figure(locked)


# ---------------------------------------------------------------- placing


def type_of(figure: Figure) -> str:
    """What it is deployed with: all of its profile, or a gun and its crew; nothing for one that never is, a prisoner or a
    creature that is summoned. (bataille.setup.alternate-by-type, bataille.artillery.deployed-with-crew)"""
    if figure.status == PRISONER or figure.having(FREED | SUMMONED):
        return ""
    gun = figure.id if figure.is_gun() else figure.gun
    return f"gun {gun}" if gun >= 0 else figure.card.profile


def types(world: World, seat: int) -> dict[str, list[int]]:
    """The types that a side has still to place, and who is of them."""
    found: dict[str, list[int]] = {}
    for figure in world.figures:
        if figure.seat == seat and figure.status == WAITING:
            found.setdefault(type_of(figure), []).append(figure.id)
    return found


@final
@mypyc_attr(acyclic=True)
class Base:
    """A round base on the table."""

    __slots__ = ("x", "y", "radius")

    def __init__(self, x: i64, y: i64, radius: i64) -> None:
        self.x = x
        self.y = y
        self.radius = radius


def occupied(world: World) -> list[Base]:
    """What already stands on the table."""
    return [Base(one.x, one.y, one.card.radius) for one in world.figures if one.status == ON_TABLE]


def clear(x: i64, y: i64, radius: i64, taken: list[Base]) -> bool:
    """Does a base there overlap none of these?"""
    for base in taken:
        dx, dy, near = base.x - x, base.y - y, radius + base.radius
        if -near < dx < near and -near < dy < near and dx * dx + dy * dy < near * near:
            return False
    return True


_KEPT: dict[tuple[Zone, int, int, str, int], list[Spot]] = {}
"""The spots of the zones asked for last: every army of a battle asks for them again and again."""


def liked_spots(zone: Zone, width: int, depth: int, order: str, radius: int) -> list[Spot]:
    """The spots of a zone for bases of a size, as an order of battle likes them: near the enemy or far from him, from the
    middle, the left or the right. Nobody may change the list."""
    key = (zone, width, depth, order, radius)
    known = _KEPT.get(key)
    if known is not None:
        return known
    left, bottom, right, top = zone
    upright, pace = right - left < top - bottom, 2 * radius + 50
    spots: list[Spot] = []
    liked: list[int] = []  # in one number: how near the enemy, how far aside, and the place among the spots
    for x in range(left + radius, right - radius + 1, pace):
        for y in range(bottom + radius, top - radius + 1, pace):
            away = abs(2 * x - width) if upright else abs(2 * y - depth)
            along = 2 * y - top - bottom if upright else 2 * x - left - right
            if order == "centre":
                rank, side = max(away, abs(along)), abs(along)
            else:
                rank = -away if order == "back" else away
                side = along if order == "left" else -along if order == "right" else abs(along)
            liked.append((((rank << 21) + side) << 20) + len(spots))
            spots.append((x, y))
    liked.sort()
    if len(_KEPT) >= 128:
        _KEPT.clear()
    _KEPT[key] = [spots[number & 0xFFFFF] for number in liked]
    return _KEPT[key]


@final
class Placing(Options):
    """Where the figures of a type go: ("deploy", ((x, y), …)), a spot for each in order. (bataille.setup.placing)"""

    __slots__ = ("foes", "ids", "seat", "taken", "world")

    def __init__(self, world: World, seat: int, ids: tuple[int, ...]) -> None:
        self.world = world
        self.seat = seat
        self.ids = ids
        self.foes = world.enemies(seat)
        self.taken = occupied(world)

    def refusal(self, world: World, figure: Figure, x: int, y: int) -> Refusal | None:
        """Why one may not be placed there, or None."""
        radius = figure.card.radius
        if not fits(world, x, y, radius):
            return no("bataille.setup.placing", "no-room", figure.id)
        for foe in world.enemies(self.seat):
            if contact_at(world, x, y, radius, foe):
                rule_id = "bataille.ability.scout" if figure.able(SCOUT) else "bataille.setup.placing"
                return no(rule_id, "deploy-contact", figure.id, foe.id)
        if figure.able(SCOUT) or self.in_zone(x, y, radius):
            return None
        taken = occupied(world)
        if self.nearest(radius, self.spots("line", radius), taken) is None and (x, y) == self.overflow(radius, taken):
            return None
        return no("bataille.setup.zone-shape", "deploy-in-zone", figure.id)

    def in_zone(self, x: int, y: int, radius: int) -> bool:
        """Does the whole base lie in the zone?"""
        left, bottom, right, top = self.world.sides[self.seat].zone
        return left + radius <= x <= right - radius and bottom + radius <= y <= top - radius

    def check(self, answer: Answer) -> Refusal | None:
        rule_id = "bataille.setup.alternate-by-type"
        if not isinstance(answer, tuple) or len(answer) != 2 or answer[0] != "deploy" or not isinstance(answer[1], tuple):
            return no(rule_id, "malformed", str(answer))
        if len(answer[1]) != len(self.ids):
            return no(rule_id, "deploy-everybody", len(self.ids))
        world = self.world
        for id, spot in zip(self.ids, answer[1], strict=True):
            if not isinstance(spot, tuple) or len(spot) != 2 or type(spot[0]) is not int or type(spot[1]) is not int:
                return no(rule_id, "malformed", str(spot))
            refused = self.refusal(world, world.figures[id], spot[0], spot[1])
            if refused is not None:
                return refused
            world = world.with_figure(world.figures[id].placed(spot[0], spot[1]))
        return None

    def spots(self, order: str, radius: int) -> list[Spot]:
        """The spots of the zone for bases of this size, those that an order of battle likes best first."""
        width, depth = self.world.ground.width, self.world.ground.depth
        if order == AHEAD:
            return liked_spots((0, 0, width, depth), width, depth, "centre", radius)
        return liked_spots(self.world.sides[self.seat].zone, width, depth, order, radius)

    def orders(self) -> tuple[str, ...]:
        """The orders of battle in which they may be drawn up."""
        return (*ORDERS, AHEAD) if all(self.world.figures[id].able(SCOUT) for id in self.ids) else ORDERS

    def overflow(self, radius: int, taken: list[Base]) -> Spot | None:
        """Where one goes for whom the zone has no room: the free spot nearest to it."""
        left, bottom, right, top = self.world.sides[self.seat].zone
        width, depth = self.world.ground.width, self.world.ground.depth
        grid = [
            (x, y) for x in range(radius, width - radius + 1, 2 * radius) for y in range(radius, depth - radius + 1, 2 * radius)
        ]
        grid.sort(key=lambda at: max(left - at[0], at[0] - right, 0) ** 2 + max(bottom - at[1], at[1] - top, 0) ** 2)
        return self.nearest(radius, grid, taken)

    def nearest(self, radius: int, spots: list[Spot], taken: list[Base]) -> Spot | None:
        """The first of these spots where a base may stand, or None."""
        place = self.first_free(radius, spots, taken, 0)
        return spots[place] if place < len(spots) else None

    def first_free(self, radius: int, spots: list[Spot], taken: list[Base], first: int) -> int:
        """The place of the first of these spots, from a place on, where a base may stand beside those that are taken, or their
        number."""
        for place in range(first, len(spots)):
            x, y = spots[place]
            if clear(x, y, radius, taken) and fits_terrain(self.world, x, y, radius) and not self.beside_foe(x, y, radius):
                return place
        return len(spots)

    def beside_foe(self, x: int, y: int, radius: int) -> bool:
        """Would a base there be in contact with an enemy?"""
        for foe in self.foes:
            far = radius + foe.card.radius + THICKNESS + TOLERANCE
            if -far <= foe.x - x <= far and -far <= foe.y - y <= far and contact_at(self.world, x, y, radius, foe):
                return True
        return False

    def beside_gun(self, figure: Figure, at: dict[int, Spot]) -> list[Spot]:
        """The spots of the zone where crew can serve their gun, if it has its place."""
        if figure.gun not in at:
            return []
        gun, radius = self.world.figures[figure.gun], figure.card.radius
        x, y = at[figure.gun]
        ring = [step(x, y, ray * TURN // 12, gun.card.radius + radius + 250) for ray in range(12)]
        return [spot for spot in ring if self.in_zone(spot[0], spot[1], radius)]

    def drawn_up(self, order: str, skip: int = 0) -> Answer | None:
        """The answer for an order of battle, or None without room for it; the first spots may be skipped."""
        taken = list(self.taken)
        at: dict[int, Spot] = {}
        tried: dict[int, int] = {}  # of the spots for bases of a size, so many
        for id in self.ids:
            figure = self.world.figures[id]
            radius = figure.card.radius
            spot = self.nearest(radius, self.beside_gun(figure, at), taken) if figure.gun >= 0 else None
            if spot is None:
                liked = self.spots(order, radius)
                place = self.first_free(radius, liked, taken, tried.get(radius, skip))
                spot = liked[place] if place < len(liked) else self.nearest(radius, liked, taken)
                tried[radius] = place + 1
            spot = spot or self.overflow(radius, taken)
            if spot is None:
                return None
            at[id] = spot
            taken.append(Base(spot[0], spot[1], radius))
        return ("deploy", tuple([at[id] for id in self.ids]))

    def listed(self) -> list[Answer]:
        found = [self.drawn_up(order) for order in self.orders()]
        return list(dict.fromkeys([answer for answer in found if answer is not None]))

    def sample(self, chance: Chance) -> Answer:
        if len(self.ids) < 8 and self.world.figures[self.ids[0]].able(SCOUT) and chance.below(2):
            width, depth = self.world.ground.width, self.world.ground.depth
            spots = tuple([(chance.below(width), chance.below(depth)) for _ in self.ids])
            if self.check(("deploy", spots)) is None:
                return ("deploy", spots)
        answer = self.drawn_up(ORDERS[chance.below(len(ORDERS))], chance.below(12))
        return self.drawn_up("line") if answer is None else answer


@rule("bataille.setup.alternate-by-type", "bataille.setup.leftover-types", "bataille.ability.scout-order")
def deploy(world: World, seat: int) -> Script:
    """A side places all its figures of one type, then the next side clockwise that has any left. Returns the world."""
    waiting = types(world, seat)
    if waiting:
        rule_id = "bataille.setup.alternate-by-type"
        offered = tuple([("type", name) for name in waiting])
        _, name = yield Choose(rule_id, seat, world, Listed(offered, rule_id))
        ids = tuple(waiting[name])
        _, spots = yield Choose("bataille.setup.placing", seat, world, Placing(world, seat, ids), ids[0])
        world = world.with_figures([world.figures[id].placed(x, y) for id, (x, y) in zip(ids, spots, strict=True)])
        yield Tell(rule_id, "deployed", (seat, len(ids), ids[0]))
    if any(one.status == WAITING for one in world.figures):
        return Call(deploy, world, world.round[(world.round.index(seat) + 1) % len(world.round)])
    return world


@rule("bataille.setup.first-random", "bataille.setup.starting-count")
def deployment(world: World) -> Script:
    """The armies deploy in turns, the first by lot; then each is counted. Returns the world."""
    first = yield from drawn(world, "bataille.setup.first-random", 0, len(world.round))
    world = yield Call(deploy, world, world.round[first])
    for side in world.sides:
        counted = side.copy()
        counted.began = len(world.in_play(side.seat))
        world = world.with_side(counted)
    return world
