"""Movement: straight ahead, at a walk or in haste, and what comes of contact."""

from __future__ import annotations

from math import isqrt
from typing import Any, Final, final

from mypy_extensions import mypyc_attr

from escarmouche.core.effects import Answer, Call, Chance, Choose, Listed, Options, Refusal, Script, Tell, rule
from escarmouche.kit.menu import malformed, no
from escarmouche.systems.fda.model import (
    BROKEN_GROUND,
    CROUCHED,
    HARMLESS,
    HIDDEN,
    LEFT,
    NOBODY,
    OBSTACLES,
    SHAMBLING,
    STANDING,
    SURE_FOOTED,
    Course,
    Figure,
    Trigger,
    World,
)
from escarmouche.systems.fda.rules.actions import Action, Activation, register
from escarmouche.systems.fda.rules.conventions import (
    LIMIT_RULES,
    enemies,
    friends,
    is_full,
    is_pinned,
    most_enemies,
    touch,
    touched,
    within,
)
from escarmouche.systems.fda.rules.damage import clumsiness, falls, with_posture
from escarmouche.systems.fda.rules.dice import CRITICAL, SUCCESS, agility_test
from escarmouche.systems.fda.rules.discovery import found_on_the_way
from escarmouche.systems.fda.rules.encumbrance import run_refusal
from escarmouche.systems.fda.rules.melee import CHARGE, attack, facing, goes_first, rank
from escarmouche.systems.fda.rules.reactions import ALONG, CONTACT, react
from escarmouche.systems.fda.rules.values import MOVEMENT
from escarmouche.systems.fda.rules.ways import (
    EDGE,
    ENEMY,
    FRIEND,
    FULL,
    LOW,
    Snag,
    fits,
    full_length,
    has_way_past,
    is_off,
    reach,
    rough_length,
    snags,
    spot,
)
from escarmouche.table.shapes import contact_point, sweep_meets_polygon
from escarmouche.table.trig import angle_of, step

TURN: Final = 36000
STOPPED: Final = "stopped"
"""The verdict of a reaction that has left the mover where it was shot. (fda.action.reaction-interrupts)"""
FACE: Final = ("face",)
KEEP: Final = ("keep",)
RAYS: Final = 8
STEP: Final = 50
"""Half a millimetre: less than that is told as no move at all."""
HAIR: Final = 50
"""Half a millimetre: who meant to go so little less far than he may goes all the way."""


# ---------------------------------------------------------------- who may move


def move_refusal(world: World, figure: Figure) -> Refusal | None:
    """Why a figure may not change place of its own will, or None: encircled, glued, or engaged where one must flee.
    (fda.contact.encircled, fda.contact.leaving-contact)"""
    if is_full(world, figure):
        return no("fda.contact.encircled", "encircled", figure.id)
    if is_glued(world, figure):
        return no("fda.magic.success", "glued", figure.id)
    if is_pinned(world, figure):
        return no("fda.contact.leaving-contact", "must-flee", figure.id)
    return None


def is_glued(world: World, figure: Figure) -> bool:
    """Does a spell hold it to the spot?"""
    return figure.glued >= world.turn and figure.glued > 0


def fast_refusal(world: World, figure: Figure) -> Refusal | None:
    """Why a figure may not hurry, or None. (fda.trait.shambling, fda.encumbrance.no-fast-advance)"""
    if figure.has(SHAMBLING):
        return no("fda.trait.shambling", "shambles", figure.id)
    laden = run_refusal(world, figure)
    return move_refusal(world, figure) if laden is None else laden


def move_answer_refusal(world: World, figure: Figure, answer: tuple[Any, ...], full: int, helps: bool) -> Refusal | None:
    """Why an answer (kind, x, y), or (kind, x, y, friend) where a friend is to be touched, is no straight move of at most this
    length, or None. (fda.move.table, fda.move.mixed-terrain, fda.contact.no-friendly-contact)"""
    if len(answer) == 4 and helps:
        if type(answer[3]) is not int or answer[3] not in [one.id for one in friends(world, figure)]:
            return no("fda.contact.no-friendly-contact", "no-such-friend", figure.id)
        answer = answer[:3]
    if malformed(answer, int, int):
        return no("fda.move.straight-line", "malformed", str(answer)[:80])
    x, y = answer[1], answer[2]
    if abs(x) > 1 << 20 or abs(y) > 1 << 20 or (x == figure.x and y == figure.y):
        return no("fda.move.straight-line", "goes-nowhere", figure.id)
    if not fits(world, figure, x, y, full):
        most = reach(world, figure, x - figure.x, y - figure.y, full)
        return no("fda.move.table", "too-far", figure.id, most)
    return None


# ---------------------------------------------------------------- going


@rule("fda.move.straight-line", "fda.move.what-stops", "fda.move.disputes")
def travel(world: World, id: int, x: int, y: int, length: int, posture: int, beside: int) -> Script:
    """A figure turns towards a place and goes straight on, this far or until something stops it; whoever may shoots at it on
    the way. It ends in this posture (crouched and hidden figures stand up for any other move). Returns the world and the
    enemies that it has newly touched. (fda.position.turn, fda.position.leaving-crouch)"""
    figure = world.figures[id].copy()
    before = touched(world, figure)
    dx, dy = x - figure.x, y - figure.y
    figure.facing = angle_of(dx, dy)
    figure.posture = posture
    figure.beside = beside
    world = world.with_figure(figure)
    length, met, tumble = yield from progress(world, figure, dx, dy, length, beside)
    end = ending(world, figure, dx, dy, length, met)
    world, _, verdict = yield Call(react, world, Trigger(ALONG, id, (), end[0], end[1]))
    if verdict == STOPPED:
        end = (world.figures[id].x, world.figures[id].y)
    world = yield from found_on_the_way(world, figure, *end)
    if verdict == STOPPED or not world.figures[id].on_feet():
        return world, ()
    figure = world.figures[id].copy()
    start = (figure.x, figure.y)
    figure.x, figure.y = end
    world = world.with_figure(figure)
    moved = (end[0] - start[0]) ** 2 + (end[1] - start[1]) ** 2 >= STEP * STEP
    yield Tell("fda.move.straight-line", "moves" if moved else "stays-put", (id, *start, *end))
    if is_off(world, figure):
        figure = figure.copy()
        figure.status = LEFT
        yield Tell("fda.scenario.statuette-end", "leaves-with-it", (id,))
        return world.with_figure(figure), ()
    if tumble != SUCCESS:
        return (yield from jump_failed(world, id, tumble)), ()
    known = [one.id for one in before]
    new = tuple([one.id for one in touched(world, figure) if one.id not in known])
    if new:
        world = yield Call(contact, world, id, new)
    return world, new


def progress(world: World, figure: Figure, dx: int, dy: int, length: int, beside: int) -> Script:
    """How far a move comes: at every doubtful place a JA tells whether the figure gets past or stops in front; over low scenery
    it jumps, where that is played, and one that fails comes down behind it. Returns the length, whom it runs into (NOBODY), and
    how a jump went that ended it. (fda.move.disputes, fda.obstacle.jump, fda.obstacle.jump-success)"""
    ahead = snags(world, figure, dx, dy, length, beside)
    past: list[Snag] = []
    for snag in ahead:
        if snag.at >= length and snag.kind not in (ENEMY, FRIEND):
            break
        if snag.doubtful() and has_way_past(snag, ahead, length):
            jumps = snag.kind == LOW and world.plays(OBSTACLES)
            why = "fda.obstacle.jump" if jumps else "fda.move.disputes"
            verdict = yield from agility_test(world, figure, why)
            if verdict == SUCCESS:
                yield Tell(why, "jumps-over" if jumps else "squeezes-past", (figure.id,))
                past.append(snag)
                continue
            if jumps:
                return snag.beyond, NOBODY, verdict
            yield Tell("fda.move.disputes", "does-not-get-past", (figure.id,))
        elif snag.at < length and not meets(snag, beside):
            yield halt(world, figure, snag)
        stop = before(past, snag.at)
        return stop, snag.who if stop == snag.at and meets(snag, beside) else NOBODY, SUCCESS
    return length, NOBODY, SUCCESS


def before(past: list[Snag], at: int) -> int:
    """Where a move ends that is stopped there: in front of the places it was still getting past. (fda.move.disputes)"""
    for snag in reversed(past):
        if snag.at < at < snag.beyond:
            at = snag.at
    return at


def meets(snag: Snag, beside: int) -> bool:
    """Does a move end in contact here: with an enemy, or the friend it is to touch?"""
    return snag.kind == ENEMY or (snag.kind == FRIEND and snag.who == beside)


def halt(world: World, figure: Figure, snag: Snag) -> Tell:
    """Why a move ends before its length is covered. (fda.move.what-stops)"""
    if snag.kind == FULL:
        return Tell(LIMIT_RULES[world.figures[snag.who].card.size], "no-room-left", (figure.id, snag.who))
    if snag.kind == FRIEND:
        return Tell("fda.contact.no-friendly-contact", "keeps-its-distance", (figure.id, snag.who))
    return Tell("fda.move.what-stops", "at-the-edge" if snag.kind == EDGE else "in-the-way", (figure.id,))


def jump_failed(world: World, id: int, verdict: int) -> Script:
    """A jump that failed ends on the ground behind the obstacle; a critical failure may hurt as well. Returns the world.
    (fda.obstacle.jump-failure, fda.obstacle.jump-critical)"""
    world = yield from falls(world, id, "fda.obstacle.jump-failure")
    return (yield Call(clumsiness, world, id)) if verdict == CRITICAL else world


def ending(world: World, figure: Figure, dx: int, dy: int, length: int, met: int) -> tuple[int, int]:
    """Where a move ends: after its length, or exactly in contact with whom it runs into."""
    if met == NOBODY:
        return spot(figure, dx, dy, length)
    other = world.figures[met]
    far = spot(figure, dx, dy, length + 2 * other.card.radius)
    point = contact_point(figure.x, figure.y, figure.card.radius, far[0], far[1], other.x, other.y, other.card.radius)
    return (figure.x, figure.y) if point is None else point


@rule("fda.contact.free-facing", "fda.position.contact-ends-crouch")
def contact(world: World, id: int, new: tuple[int, ...]) -> Script:
    """A figure has come into contact with enemies: they rise from hiding, each may turn to it at once, and then one of them may
    react. Returns the world."""
    for one in (id, *new):
        if world.figures[one].posture == HIDDEN:
            yield Tell("fda.position.discovered-within-20", "discovered", (one, new[0] if one == id else id))
        if world.figures[one].posture in (CROUCHED, HIDDEN):
            world = with_posture(world, one, STANDING)
    for one in new:
        figure, mover = world.figures[one], world.figures[id]
        yield Tell("fda.contact.engaged", "contact", (id, one))
        towards = angle_of(mover.x - figure.x, mover.y - figure.y)
        if figure.on_feet() and abs((towards - figure.facing + TURN // 2) % TURN - TURN // 2) > TURN // 360:
            why = "fda.contact.free-facing"
            answer = yield Choose(why, figure.seat, world, Listed((FACE, KEEP), why), one)
            if answer == FACE:
                twin = figure.copy()
                twin.facing = towards
                world = world.with_figure(twin)
    world, _, _ = yield Call(react, world, Trigger(CONTACT, id, new))
    return world


# ---------------------------------------------------------------- advancing


@rule("fda.move.advance", "fda.tip.walking-always-works")
def advance(world: World, id: int, course: Course, answer: tuple[Any, ...]) -> Script:
    """A figure walks, without a roll. Returns the world and the course."""
    x, y = answer[1], answer[2]
    figure = world.figures[id]
    length = isqrt((x - figure.x) ** 2 + (y - figure.y) ** 2)
    world, _ = yield Call(travel, world, id, x, y, length, STANDING, beside_of(answer))
    return world, course


def beside_of(answer: tuple[Any, ...]) -> int:
    """The friend that a move is to touch, NOBODY where it names none. (fda.contact.no-friendly-contact)"""
    return answer[3] if len(answer) > 3 else NOBODY


@rule("fda.move.advance-fast", "fda.move.fast-success", "fda.move.fast-failure", "fda.move.fast-critical")
def advance_fast(world: World, id: int, course: Course, answer: tuple[Any, ...]) -> Script:
    """A figure hurries towards a place: its JA tells how far it may go, and then it says how far it goes; after a critical
    failure it must go A far, and falls. Returns the world and the course. (fda.terrain.broken-failure,
    fda.trait.sure-footed)"""
    x, y = answer[1], answer[2]
    figure = world.figures[id]
    dx, dy = x - figure.x, y - figure.y
    verdict = yield from agility_test(world, figure, "fda.move.advance-fast")
    full = full_length(figure) if verdict == SUCCESS else rough_length(figure)
    limit = reach(world, figure, dx, dy, full)
    yield Tell("fda.move.advance-fast", ("runs", "slows-down", "takes-a-tumble")[verdict], (id, limit))
    length = limit
    if verdict != CRITICAL:
        _, length = yield Choose("fda.move.advance-fast", figure.seat, world, Stride(world, id, dx, dy, limit), id)
    world, _ = yield Call(travel, world, id, x, y, length, STANDING, beside_of(answer))
    after = world.figures[id]
    if verdict == CRITICAL and after.on_feet():
        world = yield from falls(world, id, "fda.move.fast-critical")
    if verdict != SUCCESS and after.on_feet() and trips(world, figure, after):
        world = yield Call(clumsiness, world, id)
    return world, course


def trips(world: World, start: Figure, end: Figure) -> bool:
    """Did a hasty move that failed lead over broken ground? (fda.terrain.broken, fda.terrain.broken-failure)"""
    if not world.plays(BROKEN_GROUND) or start.has(SURE_FOOTED):
        return False
    r = start.card.radius
    return any(
        MOVEMENT.get(piece.kind) == "broken" and sweep_meets_polygon(start.x, start.y, end.x, end.y, r, piece.shape)
        for piece in world.ground.pieces
    )


@final
@mypyc_attr(acyclic=True)
class Stride(Options):
    """How far a figure goes that hurries in a direction: ("go", length), up to what its JA allows. (fda.move.advance-fast)"""

    __slots__ = ("world", "id", "dx", "dy", "limit")

    def __init__(self, world: World, id: int, dx: int, dy: int, limit: int) -> None:
        self.world = world
        self.id = id
        self.dx = dx
        self.dy = dy
        self.limit = limit

    def check(self, answer: Answer) -> Refusal | None:
        if not isinstance(answer, tuple) or len(answer) != 2 or answer[0] != "go" or type(answer[1]) is not int:
            return no("fda.move.advance-fast", "malformed", str(answer)[:80])
        if not 0 <= answer[1] <= self.limit:
            return no("fda.move.advance-fast", "too-far", self.id, self.limit)
        return None

    def listed(self) -> list[Answer]:
        wished = isqrt(self.dx * self.dx + self.dy * self.dy)
        whole = {self.limit, self.limit // 2, 0}
        lengths = sorted(whole | {wished} if wished + HAIR < self.limit else whole, reverse=True)
        return [("go", length) for length in lengths]

    def sample(self, chance: Chance) -> Answer:
        wished = isqrt(self.dx * self.dx + self.dy * self.dy)
        return ("go", min(self.limit, wished) if chance.below(4) else chance.below(self.limit + 1))

    def single(self) -> Answer | None:
        return ("go", 0) if self.limit == 0 else None


@mypyc_attr(allow_interpreted_subclasses=True)
class Move(Action):
    """A straight move to a place: (kind, x, y); the figure turns towards it first, for free. (fda.move.straight-line,
    fda.move.repeat)"""

    __slots__ = ()

    def longest(self, menu: Activation) -> int:
        """How far it may lead over clear ground."""
        return full_length(menu.figure())

    def barrier(self, menu: Activation) -> Refusal | None:
        """Why the figure may not move so at all, or None."""
        return move_refusal(menu.world, menu.figure())

    def helps(self) -> bool:
        """May the move name a friend to be touched? (fda.contact.no-friendly-contact)"""
        return False

    def possible(self, menu: Activation) -> bool:
        return self.barrier(menu) is None

    def refusal(self, menu: Activation, answer: tuple[Any, ...]) -> Refusal | None:
        refused = self.barrier(menu)
        if refused is not None:
            return refused
        return move_answer_refusal(menu.world, menu.figure(), answer, self.longest(menu), self.helps())

    def towards(self, menu: Activation, x: int, y: int) -> Answer | None:
        """The longest move towards a place, or None where the ground lets it nowhere."""
        figure = menu.figure()
        if x == figure.x and y == figure.y:
            return None
        end = menu.end_towards(x, y, self.longest(menu))
        return None if end == (figure.x, figure.y) else (self.kind, end[0], end[1])

    def listed(self, menu: Activation) -> list[Answer]:
        if not self.possible(menu):
            return []
        figure, far = menu.figure(), self.longest(menu)
        rays = [step(figure.x, figure.y, ray * TURN // RAYS, far) for ray in range(RAYS)]
        answers = [self.towards(menu, x, y) for x, y in (*menu.called_to(), *rays)]
        found: list[Answer] = list(dict.fromkeys([answer for answer in answers if answer is not None]))
        for one in friends(menu.world, figure) if self.helps() else ():
            if one.on_ground() and not touch(figure, one) and within(figure, one, far):
                answer = self.towards(menu, one.x, one.y)
                if answer is not None:
                    found.append((*answer, one.id))
        return found

    def sample(self, menu: Activation, chance: Chance) -> Answer | None:
        figure = menu.figure()
        foes = enemies(menu.world, figure)
        fallen = [one for one in friends(menu.world, figure) if one.on_ground() and not touch(figure, one)]
        if fallen and self.helps() and chance.below(6) == 0:
            friend = fallen[chance.below(len(fallen))]
            answer = self.towards(menu, friend.x, friend.y)
            return None if answer is None else (*answer, friend.id)
        if foes and chance.below(3):
            foe = foes[chance.below(len(foes))]
            return self.towards(menu, foe.x, foe.y)
        length = self.longest(menu)
        length = length if chance.below(2) else 1 + chance.below(length)
        x, y = step(figure.x, figure.y, chance.below(TURN), length)
        return self.towards(menu, x, y)


@final
class Walk(Move):
    """To advance, at a walk. (fda.move.advance)"""

    __slots__ = ()

    def helps(self) -> bool:
        return True


@final
class Run(Move):
    """To advance fast. (fda.move.advance-fast)"""

    __slots__ = ()

    def helps(self) -> bool:
        return True

    def barrier(self, menu: Activation) -> Refusal | None:
        return fast_refusal(menu.world, menu.figure())


# ---------------------------------------------------------------- charging


@rule("fda.melee.charge")
def charge(world: World, id: int, course: Course, answer: tuple[str, int, int, int]) -> Script:
    """A figure runs at an enemy and strikes whom it has just contacted: the one it meant, or another that stood in the way; a
    charge that stops short is an ordinary advance. Returns the world and the course."""
    _, target, x, y = answer
    figure = world.figures[id]
    limit = reach(world, figure, x - figure.x, y - figure.y, full_length(figure))
    world, new = yield Call(travel, world, id, x, y, limit, STANDING, NOBODY)
    charger = world.figures[id]
    struck = [world.figures[one] for one in new if touch(charger, world.figures[one])]
    if not struck or not charger.on_feet():
        yield Tell("fda.melee.charge", "charge-falls-short", (id, target))
        return world, course
    world = yield Call(attack, world, id, struck_first(charger, struck, target), CHARGE)
    return world, course


def struck_first(charger: Figure, struck: list[Figure], target: int) -> int:
    """Whom a charger strikes of those it has just contacted: the one it meant where the order of priority lets it, else the
    first in that order. (fda.melee.target-priority)"""
    able = [one for one in struck if goes_first(facing(charger, one), one, struck)]
    return min(able or struck, key=lambda one: (one.id != target, rank(charger, one))).id


def charge_refusal(world: World, figure: Figure, target: Figure, x: int, y: int) -> Refusal | None:
    """Why a figure may not charge an enemy through this place, or None. (fda.melee.charge, fda.contact.limit-foot,
    fda.contact.limit-mounted, fda.contact.limit-large)"""
    why = "fda.melee.charge"
    if figure.has(HARMLESS):
        return no("fda.trait.harmless", "harmless", figure.id)
    if target.seat == figure.seat or target.status != 0:
        return no(why, "no-target", figure.id)
    if target.posture == HIDDEN:
        return no("fda.state.hidden", "is-hidden", target.id)
    if touch(figure, target):
        return no(why, "already-in-contact", figure.id, target.id)
    if is_full(world, target):
        return no(LIMIT_RULES[target.card.size], "too-many-in-contact", target.id, most_enemies(target))
    dx, dy = x - figure.x, y - figure.y
    limit = reach(world, figure, dx, dy, full_length(figure)) if dx or dy else 0
    for snag in snags(world, figure, dx, dy, limit) if limit else ():
        if snag.who == target.id and snag.kind == ENEMY:
            return None
        if not snag.doubtful():
            break
    return no(why, "out-of-reach", figure.id, target.id, limit)


@final
class Charge(Action):
    """An advance and a strike in one: ("charge", target, x, y), straight through the place x, y. (fda.melee.charge)"""

    __slots__ = ()

    def possible(self, menu: Activation) -> bool:
        return not menu.figure().has(HARMLESS) and move_refusal(menu.world, menu.figure()) is None

    def refusal(self, menu: Activation, answer: tuple[Any, ...]) -> Refusal | None:
        if malformed(answer, int, int, int) or not 0 <= answer[1] < len(menu.world.figures):
            return no("fda.melee.charge", "malformed", str(answer)[:80])
        if abs(answer[2]) > 1 << 20 or abs(answer[3]) > 1 << 20:
            return no("fda.melee.charge", "malformed", str(answer)[:80])
        refused = move_refusal(menu.world, menu.figure())
        if refused is not None:
            return refused
        return charge_refusal(menu.world, menu.figure(), menu.world.figures[answer[1]], answer[2], answer[3])

    def listed(self, menu: Activation) -> list[Answer]:
        if not self.possible(menu):
            return []
        figure, longest = menu.figure(), full_length(menu.figure())
        found: list[Answer] = []
        for one in enemies(menu.world, figure):
            far = longest + figure.card.radius + one.card.radius
            near = (one.x - figure.x) ** 2 + (one.y - figure.y) ** 2 <= far * far
            if near and charge_refusal(menu.world, figure, one, one.x, one.y) is None:
                found.append((CHARGE, one.id, one.x, one.y))
        return found


register(Walk("advance", 6, advance))
register(Run("advance-fast", 6, advance_fast))
register(Charge(CHARGE, 12, charge))
