"""Movement: side by side in the order of initiative; free moves, disengaging under free attacks, leaving the table."""

from __future__ import annotations

from typing import Any, Final, final

from mypy_extensions import i64, mypyc_attr

from escarmouche.core.effects import Answer, Call, Chance, Choose, Options, Refusal, Script, Tell, rule
from escarmouche.kit.menu import Deed, Menu, enlist, no
from escarmouche.systems.bataille.model import (
    BUSY,
    DISENGAGEMENT,
    GUN,
    MOVED,
    ON_TABLE,
    PARALYSED,
    ROUTED,
    SERVED,
    SILVER,
    STRUCK,
    Figure,
    Prospect,
    Shifted,
    Stance,
    World,
)  # fmt: skip
from escarmouche.systems.bataille.rules.aims import add, beside, goals, nearest, spot_towards, wished, worth_going
from escarmouche.systems.bataille.rules.core import (
    Contacts,
    barred_from_attacks,
    changed,
    clear_but_for,
    clear_of,
    engaged,
    foes,
    melee_scores,
    standing,
)
from escarmouche.systems.bataille.rules.escape import way_out
from escarmouche.systems.bataille.rules.harm import Hit, suffer
from escarmouche.systems.bataille.rules.melee import blows
from escarmouche.systems.bataille.rules.ways import (
    Path,
    Walker,
    go,
    real_limit,
    walker,
    walker_among,
    walker_near,
    way_refusal,
    within_move,
)
from escarmouche.table.shapes import square_between
from escarmouche.table.trig import TURN, step

DONE: Final = ("done",)
RAYS: Final = 24
"""In so many directions places to flee to are listed."""


@final
@mypyc_attr(acyclic=True)
class Marching(Menu):
    """What a side does next in the movement phase, until it is done. Every figure makes one move, alone or with others.
    (bataille.move.side-order, bataille.move.free)"""

    __slots__ = ("able", "changed", "foes", "free", "met", "prospects", "seat", "since", "standing", "walkers", "world")

    def __init__(self, world: World, seat: int) -> None:
        self.world = world
        self.seat = seat
        self.free: list[Figure] | None = None
        self.able: list[Figure] | None = None
        self.foes: list[Figure] | None = None
        self.met: Contacts | None = None
        self.standing: list[Figure] | None = None
        self.prospects: list[Prospect | None] = []
        self.walkers: list[Walker | None] = []
        self.since: tuple[Figure, ...] = world.figures
        self.changed: list[Figure] = []

    def rule(self) -> str:
        return "bataille.move.side-order"

    def stop(self) -> Answer:
        return DONE

    def stop_refusal(self) -> Refusal | None:
        """A side is not done while somebody still has to run. (bataille.morale.rout-move-detail)"""
        for figure in self.world.figures:
            if figure.seat == self.seat and figure.status == ON_TABLE and figure.having(ROUTED) and not figure.having(MOVED):
                return no("bataille.morale.rout-move-detail", "must-rout", figure.id)
        return None

    def known(self) -> dict[str, Deed[Any]]:
        return DEEDS

    def own(self, id: Any) -> Figure | None:
        """The figure or gun of this side with the id, if it is on the table."""
        if type(id) is not int or not 0 <= id < len(self.world.figures):
            return None
        figure = self.world.figures[id]
        return figure if figure.seat == self.seat and figure.status == ON_TABLE else None

    def unmoved(self) -> list[Figure]:
        """Those who may still make a free move, engaged or not."""
        if self.free is None:
            self.free = [one for one in self.world.in_play(self.seat) if not one.having(ROUTED | MOVED | SERVED)]
        return self.free

    def contacts(self) -> Contacts:
        """Who is in contact with whom."""
        if self.met is None:
            self.met = Contacts(self.world)
        return self.met

    def unengaged(self) -> list[Figure]:
        """Those who may make a free move now."""
        if self.able is None:
            apart = [one for one in self.unmoved() if not self.contacts().engaged(one.id)]
            self.able = [one for one in apart if still_refusal(self.world, one) is None]
        return self.able

    def enemies(self) -> list[Figure]:
        """The figures of all other sides on the table."""
        if self.foes is None:
            self.foes = self.world.enemies(self.seat)
        return self.foes

    def prospect(self, figure: Figure) -> Prospect:
        """What lies before one of them."""
        if not self.prospects:
            self.prospects = [None] * len(self.world.figures)
        known = self.prospects[figure.id]
        if known is None:
            known = self.world.last_prospect(figure)
            if known is not None and not within_move(figure, self.changed_since(known.seen)):
                known.seen = self.world.figures
            else:
                if self.standing is None:
                    self.standing = standing(self.world)
                stance = None if known is None else known.stance
                known = self.world.new_prospect(figure, within_move(figure, self.standing), stance)
            self.prospects[figure.id] = known
        return known

    def changed_since(self, since: tuple[Figure, ...]) -> list[Figure]:
        """Those who are not the same as they were in another world, as they were and as they are."""
        if self.since is not since:
            self.since, self.changed = since, changed(since, self.world.figures)
        return self.changed

    def walker(self, figure: Figure) -> Walker:
        """One of them on any ways no longer than its Movement."""
        if not self.walkers:
            self.walkers = [None] * len(self.world.figures)
        known = self.walkers[figure.id]
        if known is None:
            known = walker_among(self.world, self.prospect(figure))
            self.walkers[figure.id] = known
        return known


DEEDS: dict[str, Deed[Any]] = {}
OFFERED: Final = ("move", "shift", "disengage", "rout", "exit", "gun", "pass", "put-down", "concede")


def register(deed: Deed[Any]) -> None:
    """Make a kind of deed known."""
    enlist(DEEDS, deed, OFFERED)


@rule("bataille.move.side-order")
def move_side(world: World, seat: int) -> Script:
    """A side moves all that it wants to move, one deed after the other. Returns the world."""
    answer = yield Choose("bataille.move.side-order", seat, world, Marching(world, seat))
    if answer == DONE:
        return world
    world = yield Call(DEEDS[answer[0]].perform, world, answer)
    return Call(move_side, world, seat)


# ---------------------------------------------------------------- who may move


def still_refusal(world: World, figure: Figure) -> Refusal | None:
    """Why it makes no move of its own choice now, engaged or not; None when it may, as crew may who leave their gun alone.
    (bataille.morale.rout-only-action, bataille.artillery.crew-nothing-else, bataille.artillery.crew-free)"""
    if figure.card.role == GUN:
        return no("bataille.artillery.crew-needed", "gun-needs-crew", figure.id)
    if figure.having(ROUTED):
        return no("bataille.morale.rout-only-action", "is-routed", figure.id)
    if figure.having(SERVED):
        return no("bataille.artillery.crew-nothing-else", "has-served", figure.id)
    if figure.having(MOVED):
        return no("bataille.move.free", "has-moved", figure.id)
    if figure.having(PARALYSED) and world.on("paralysis-stops-all"):
        return no("bataille.magic.routed-or-paralysed-caster", "is-paralysed", figure.id)
    return None


def free_refusal(world: World, figure: Figure) -> Refusal | None:
    """Why it makes no free move now, or None. (bataille.move.engaged-cannot-move, bataille.move.engaged-by-first-mover)"""
    refused = still_refusal(world, figure)
    if refused is None and engaged(world, figure):
        return no("bataille.move.engaged-cannot-move", "is-engaged", figure.id)
    return refused


def path_of(figure: Figure, parts: tuple[Any, ...]) -> Path | None:
    """The way that an answer gives as x, y, x, y and so on, from where the figure stands; None for one that is malformed."""
    if not parts or len(parts) % 2 or any(type(one) is not int or abs(one) > 1 << 24 for one in parts):
        return None
    return [(figure.x, figure.y), *[(parts[i], parts[i + 1]) for i in range(0, len(parts), 2)]]


# ---------------------------------------------------------------- free moves


@final
class Move(Deed[Marching]):
    """("move", figure, x, y), with further corners before the end where the way has any."""

    def possible(self, menu: Marching) -> bool:
        return len(menu.unmoved()) > 0

    def refusal(self, menu: Marching, answer: tuple[Any, ...]) -> Refusal | None:
        figure = menu.own(answer[1]) if len(answer) > 1 else None
        path = None if figure is None else path_of(figure, answer[2:])
        if figure is None or path is None:
            return no("bataille.move.free", "malformed", str(answer))
        refused = free_refusal(menu.world, figure)
        return way_refusal(menu.world, figure, path, figure.card.move) if refused is None else refused

    def listed(self, menu: Marching) -> list[Answer]:
        found: list[Answer] = []
        enemies, aims = menu.enemies(), goals(menu.world)
        for figure in menu.unengaged():
            prospect, enemy = menu.prospect(figure), nearest(figure, enemies)
            if prospect.moves is None or prospect.enemy is not enemy:
                prospect.moves, prospect.enemy = moves(menu.walker(figure), prospect.stance, enemy, aims), enemy
            found += prospect.moves
        return found

    def sample(self, menu: Marching, chance: Chance) -> Answer | None:
        able = menu.unmoved()
        figure = able[chance.below(len(able))]
        if free_refusal(menu.world, figure) is not None:
            return None
        x, y = wished(menu.world, figure, chance)
        refused = way_refusal(menu.world, figure, [(figure.x, figure.y), (x, y)], figure.card.move)
        return ("move", figure.id, x, y) if refused is None else None


def moves(walker: Walker, stance: Stance, enemy: Figure | None, aims: list[tuple[int, int]]) -> list[Answer]:
    """The moves of a figure that are listed, by the nearest enemy and by what the scenario is about."""
    figure = walker.figure
    if stance.spots is None or stance.enemy is not enemy:
        limit = figure.card.move
        stance.spots = [
            spot for spot in worth_going(walker.world, figure, enemy, aims) if walker.sound(spot[0], spot[1], limit)
        ]
        stance.enemy = enemy
    found: list[Answer] = []
    for x, y in stance.spots:
        if walker.unopposed(x, y) and clear_of(x, y, figure.card.radius, walker.others):
            found.append(("move", figure.id, x, y))
    return found


@rule("bataille.move.free", "bataille.move.flyers")
def move(world: World, answer: tuple[Any, ...]) -> Script:
    """One figure moves, into contact if it likes. Returns the world."""
    path = path_of(world.figures[answer[1]], answer[2:])
    assert path is not None
    return (yield from go(world, answer[1], path, "bataille.move.free"))


register(Move("move", 12, move))


# ---------------------------------------------------------------- several at once


def in_front(world: World, ids: list[int], dx: i64, dy: i64) -> list[int]:
    """Those who move, the foremost first, so that nobody runs into a friend who has still to move."""
    many: i64 = len(world.figures)
    row: list[int] = []  # how far behind each is, with its id in one number
    for id in ids:
        figure = world.figures[id]
        x: i64 = figure.x
        y: i64 = figure.y
        row.append(id - (x * dx + y * dy) * many)
    row.sort()
    return [number % len(world.figures) for number in row]


def shift_refusal(world: World, ids: list[int], dx: int, dy: int) -> Refusal | None:
    """Why these cannot all move straight by the same shift, each judged by itself after those before it; None when they can."""
    for id in in_front(world, ids, dx, dy):
        figure = world.figures[id]
        x, y = figure.x + dx, figure.y + dy
        refused = free_refusal(world, figure) or way_refusal(world, figure, [(figure.x, figure.y), (x, y)], figure.card.move)
        if refused is not None:
            return refused
        world = world.with_figure(figure.placed(x, y))
    return None


def sound(stance: Stance, walker: Walker, dx: i64, dy: i64) -> bool:
    """Does the terrain let a figure make a shift? That is kept with its stance."""
    known = stance.shifted(dx, dy)
    if known is None:
        figure = walker.figure
        known = Shifted(dx, dy, walker.sound(figure.x + dx, figure.y + dy, figure.card.move))
        stance.before, stance.last = stance.last, known
    return known.sound


@final
class Shift(Deed[Marching]):
    """("shift", dx, dy, figure, figure, …): several move straight by the same shift."""

    def possible(self, menu: Marching) -> bool:
        return len(menu.unmoved()) > 1

    def refusal(self, menu: Marching, answer: tuple[Any, ...]) -> Refusal | None:
        ids = list(answer[3:])
        if len(ids) < 2 or any(menu.own(id) is None for id in ids) or len(set(ids)) < len(ids):
            return no("bataille.move.free", "malformed", str(answer))
        if any(type(one) is not int or abs(one) > 1 << 24 for one in answer[1:3]):
            return no("bataille.move.free", "malformed", str(answer))
        return shift_refusal(menu.world, ids, answer[1], answer[2])

    def listed(self, menu: Marching) -> list[Answer]:
        kinds: dict[str, list[int]] = {}
        for one in menu.unengaged():
            ids = kinds.get(one.card.profile)
            if ids is None:
                kinds[one.card.profile] = [one.id]
            else:
                ids.append(one.id)
        found: list[Answer] = []
        for ids in kinds.values():
            if len(ids) > 1:
                found += self.marches(menu, ids)
        return found

    def marches(self, menu: Marching, ids: list[int]) -> list[Answer]:
        """As many of these as can go together towards the enemy nearest to the first of them, and half as far."""
        lead = menu.world.figures[ids[0]]
        found: list[Answer] = []
        enemy = nearest(lead, menu.enemies())
        if enemy is None:
            return found
        at_x, at_y = beside(lead, enemy)
        ends: list[tuple[int, int]] = []
        for share in (100, 50):
            x, y = spot_towards(menu.world, lead, at_x, at_y, share)
            add(ends, x, y)
        for x, y in ends:
            answer = self.together(menu, ids, x - lead.x, y - lead.y)
            if answer is not None:
                found.append(answer)
        return found

    def together(self, menu: Marching, ids: list[int], dx: int, dy: int) -> Answer | None:
        """The answer for those of them who can make the shift after one another, if there are several."""
        world, far = menu.world, square_between(0, 0, dx, dy)
        gone: list[int] = []
        ahead: list[Figure] = []  # as they stood: those who shift alike overlap there if they overlap here
        for id in in_front(world, ids, dx, dy):
            figure = world.figures[id]
            x, y, limit, radius = figure.x + dx, figure.y + dy, figure.card.move, figure.card.radius
            on_way = menu.walker(figure) if far <= limit * limit else walker(world, figure, [(figure.x, figure.y), (x, y)])
            if (
                sound(menu.prospect(figure).stance, on_way, dx, dy)
                and on_way.unopposed(x, y)
                and clear_of(figure.x, figure.y, radius, ahead)
                and clear_but_for(x, y, radius, on_way.others, gone)
            ):
                gone.append(id)
                ahead.append(figure)
        return ("shift", dx, dy, *sorted(gone)) if len(gone) > 1 else None

    def sample(self, menu: Marching, chance: Chance) -> Answer | None:
        able = menu.unengaged()
        if not able:
            return None
        lead = able[chance.below(len(able))]
        mates = [one for one in able if one.card.profile == lead.card.profile]
        x, y = wished(menu.world, lead, chance)
        return self.together(menu, [one.id for one in mates[: 2 + chance.below(12)]], x - lead.x, y - lead.y)


@rule("bataille.char.movement")
def shift(world: World, answer: tuple[Any, ...]) -> Script:
    """Several move by the same shift, the foremost first; each finishes its move before the next begins. Returns the world."""
    dx, dy = answer[1], answer[2]
    for id in in_front(world, list(answer[3:]), dx, dy):
        figure = world.figures[id]
        path = [(figure.x, figure.y), (figure.x + dx, figure.y + dy)]
        if figure.status == ON_TABLE and way_refusal(world, figure, path, figure.card.move) is None:
            world = yield from go(world, id, path, "bataille.move.free")
    return world


register(Shift("shift", 4, shift))


# ---------------------------------------------------------------- free attacks


@final
class FreeBlows(Options):
    """Who strikes at one that leaves: ("strike", figure, …), any of those who may, nobody included.
    (bataille.move.free-attack-detail)"""

    __slots__ = ("able", "most")

    def __init__(self, able: tuple[int, ...], most: int) -> None:
        self.able = able
        self.most = most

    def check(self, answer: Answer) -> Refusal | None:
        rule_id = "bataille.move.free-attacks"
        if not isinstance(answer, tuple) or answer[:1] != ("strike",):
            return no(rule_id, "malformed", str(answer))
        ids = answer[1:]
        if any(type(id) is not int or id not in self.able for id in ids) or list(ids) != sorted(set(ids)):
            return no(rule_id, "cannot-strike", str(answer))
        return no("bataille.item.silver-detail", "silver-once") if len(ids) > self.most else None

    def listed(self) -> list[Answer]:
        every: list[Answer] = [("strike", *self.able)] if len(self.able) <= self.most else []
        return list(dict.fromkeys([*every, *[("strike", id) for id in self.able], ("strike",)]))

    def sample(self, chance: Chance) -> Answer:
        if chance.below(4) > 0 and self.most >= len(self.able):
            return ("strike", *self.able)
        return ("strike", self.able[chance.below(len(self.able))])


@rule("bataille.move.free-attacks", "bataille.move.free-attack-detail", "bataille.ability.disengagement-magic-move")
def free_attacks(world: World, leaver: int) -> Script:
    """Everybody in contact with one that leaves may strike it at once, sides deciding in the order of initiative; then all dice
    are rolled together, and it does not strike back. Disengagement spares it that. Returns the world."""
    figure = world.figures[leaver]
    if figure.able(DISENGAGEMENT):
        return world
    silver = figure.bears(SILVER)
    striking: list[int] = []
    for seat in world.order:
        able = tuple([foe.id for foe in foes(world, figure) if foe.seat == seat and not barred_from_attacks(foe)])
        if able and not (silver and (striking or figure.having(STRUCK))):
            most = 1 if silver else len(able)
            answer = yield Choose("bataille.move.free-attacks", seat, world, FreeBlows(able, most), leaver)
            striking += answer[1:]
    hits: list[Hit] = []
    for id in striking:
        attacker = world.figures[id]
        scores = melee_scores(world, attacker)
        single = silver or world.on("single-free-attack")
        hits += yield from blows(world, id, leaver, [max(scores)] if single else scores, "bataille.move.free-attacks")
        world = world.with_figure(attacker.marked(BUSY))
    if striking and silver:
        world = world.with_figure(world.figures[leaver].marked(STRUCK))
    return (yield from suffer(world, tuple(hits), True))


# ---------------------------------------------------------------- disengaging


@final
class Fleeing(Options):
    """Where one that leaves contact goes: ("flee", x, y), with further corners before the end. (bataille.move.disengage-end)"""

    __slots__ = ("figure", "left", "limit", "world")

    def __init__(self, world: World, figure: Figure, limit: int) -> None:
        self.world = world
        self.figure = figure
        self.limit = limit
        self.left = tuple([foe.id for foe in foes(world, figure)])

    def check(self, answer: Answer) -> Refusal | None:
        path = path_of(self.figure, answer[1:]) if isinstance(answer, tuple) and answer[:1] == ("flee",) else None
        if path is None:
            return no("bataille.move.disengage-end", "malformed", str(answer))
        return way_refusal(self.world, self.figure, path, self.limit, self.left)

    def listed(self) -> list[Answer]:
        limit, start = min(self.limit, real_limit(self.world, self.figure)), (self.figure.x, self.figure.y)
        walker = walker_near(self.world, self.figure, limit)
        found: list[Answer] = []
        for share in (100, 50, 25, 10):
            for ray in range(RAYS):
                x, y = step(self.figure.x, self.figure.y, ray * TURN // RAYS, limit * share // 100)
                if walker.refusal([start, (x, y)], self.limit, self.left) is None:
                    found.append(("flee", x, y))
            if len(found) >= RAYS // 2:
                break
        out = None if found else way_out(self.world, self.figure, self.limit)
        return found if out is None else [("flee", *[one for spot in out[1:] for one in spot])]

    def sample(self, chance: Chance) -> Answer:
        limit = min(self.limit, real_limit(self.world, self.figure))
        for _ in range(8):
            x, y = step(self.figure.x, self.figure.y, chance.below(TURN), chance.below(limit + 1))
            if self.check(("flee", x, y)) is None:
                return ("flee", x, y)
        found = self.listed()
        return found[chance.below(len(found))]


@final
class Disengage(Deed[Marching]):
    """("disengage", figure): it is declared before the free attacks, and the way is chosen after them."""

    def possible(self, menu: Marching) -> bool:
        return len(menu.unmoved()) > 0

    def refusal(self, menu: Marching, answer: tuple[Any, ...]) -> Refusal | None:
        figure = menu.own(answer[1]) if len(answer) == 2 else None
        if figure is None:
            return no("bataille.move.disengage", "malformed", str(answer))
        refused = still_refusal(menu.world, figure)
        if refused is not None:
            return refused
        if not engaged(menu.world, figure):
            return no("bataille.move.disengage", "not-engaged", figure.id)
        limit = min(figure.card.move, real_limit(menu.world, figure))
        return None if way_out(menu.world, figure, limit) else no("bataille.move.disengage", "hemmed-in", figure.id)

    def listed(self, menu: Marching) -> list[Answer]:
        held = [("disengage", one.id) for one in menu.unmoved() if menu.contacts().engaged(one.id)]
        return [answer for answer in held if self.refusal(menu, answer) is None]

    def sample(self, menu: Marching, chance: Chance) -> Answer | None:
        able = menu.unmoved()
        answer = ("disengage", able[chance.below(len(able))].id)
        return answer if self.refusal(menu, answer) is None else None


@rule("bataille.move.disengage", "bataille.ability.disengagement")
def disengage(world: World, answer: tuple[Any, ...]) -> Script:
    """An engaged figure spends its move to break away: declared, struck at, and if it lives it must go. Returns the world."""
    yield Tell("bataille.move.disengage", "disengages", (answer[1],))
    return Call(break_away, world, answer[1], world.figures[answer[1]].card.move)


@rule("bataille.move.disengage-end")
def break_away(world: World, id: int, limit: int) -> Script:
    """Free attacks, then the way out of contact. Returns the world."""
    world = yield from free_attacks(world, id)
    figure = world.figures[id]
    if figure.status != ON_TABLE:
        return world
    limit = min(limit, real_limit(world, figure))
    way = yield Choose("bataille.move.disengage-end", figure.seat, world, Fleeing(world, figure, limit), id)
    path = path_of(figure, way[1:])
    assert path is not None
    return (yield from go(world, id, path, "bataille.move.disengage-end"))


register(Disengage("disengage", 2, disengage))
