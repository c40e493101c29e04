"""Extra actions: flight, friends carried and raised, heads, songs and the comic ones. (fda.extra.flee)"""

from __future__ import annotations

from typing import Any, Final, final

from escarmouche.core.effects import Answer, Call, Chance, Refusal, Script, Tell, rule
from escarmouche.kit.menu import malformed, no
from escarmouche.systems.fda.model import (
    BEHEADED,
    DEAD,
    EXTRA_ACTIONS,
    NOBODY,
    ON_TABLE,
    OUT,
    PRONE,
    SINGER,
    STANDING,
    VEGETABLE,
    Course,
    Figure,
    Trigger,
    World,
)
from escarmouche.systems.fda.rules.actions import AWARE, Action, Activation, register
from escarmouche.systems.fda.rules.bodies import is_body, touches_body
from escarmouche.systems.fda.rules.conventions import engaging, in_front, is_full, touch, touched, usable, within
from escarmouche.systems.fda.rules.damage import clumsiness, hurt, laid_down, with_posture
from escarmouche.systems.fda.rules.dice import CRITICAL, SUCCESS, agility_test
from escarmouche.systems.fda.rules.discovery import found_on_the_way
from escarmouche.systems.fda.rules.movement import STOPPED, is_glued
from escarmouche.systems.fda.rules.numbers import EDGED, FLEE, PER_ENEMY, SONG
from escarmouche.systems.fda.rules.pushes import displaced, put
from escarmouche.systems.fda.rules.reactions import ALONG, react
from escarmouche.table.shapes import touching

FULL_TURN: Final = 36000
DIRECTIONS: Final = 24
"""So many directions of a flight are listed; a hand may choose any."""


# ---------------------------------------------------------------- flight (fda.extra.flee)


def refuge(world: World, figure: Figure, bearing: int) -> tuple[int, int] | None:
    """Where a flight on a bearing ends, or None where it would not come out of contact with all who engage the figure."""
    x, y = displaced(world, figure, bearing, FLEE)
    for enemy in engaging(world, figure):
        if touching(x, y, figure.card.radius, enemy.x, enemy.y, enemy.card.radius):
            return None
    return x, y


def flee_refusal(world: World, figure: Figure, bearing: Any) -> Refusal | None:
    """Why it may not flee so, or None."""
    why = "fda.extra.flee"
    if type(bearing) is not int or not 0 <= bearing < FULL_TURN:
        return no(why, "malformed", str(bearing))
    if not engaging(world, figure):
        return no(why, "nobody-to-flee", figure.id)
    if is_full(world, figure):
        return no("fda.contact.encircled", "encircled", figure.id)
    if is_glued(world, figure):
        return no(why, "glued", figure.id)
    return no(why, "no-way-out", figure.id) if refuge(world, figure, bearing) is None else None


@rule("fda.extra.flee", "fda.extra.flee-success", "fda.extra.flee-failure", "fda.extra.flee-critical")
def flee(world: World, id: int, course: Course, answer: tuple[str, int]) -> Script:
    """A JA, one worse for each enemy that engages it; then it runs 5 cm whatever came of it, and pays where it stops. Returns
    the world and the course."""
    figure = world.figures[id]
    verdict = yield from agility_test(world, figure, "fda.extra.flee", PER_ENEMY * len(engaging(world, figure)))
    x, y = displaced(world, figure, answer[1], FLEE)
    yield Tell("fda.extra.flee", "flees", (id,))
    world = with_posture(world, id, STANDING)
    runner = world.figures[id]
    world, _, shot = yield Call(react, world, Trigger(ALONG, id, (), x, y))
    if shot == STOPPED:
        x, y = world.figures[id].x, world.figures[id].y
    world = yield from found_on_the_way(world, runner, x, y)
    if shot == STOPPED or not world.figures[id].on_feet():
        return world, course
    world = put(world, id, x, y)
    if verdict == SUCCESS:
        yield Tell("fda.extra.flee-success", "gets-away", (id,), "nothing")
    elif verdict == CRITICAL:
        world = yield from hurt(world, id, "fda.extra.flee-critical")
    else:
        world = yield Call(clumsiness, world, id)
    return world, course


# ---------------------------------------------------------------- friends


def raise_refusal(figure: Figure, friend: Figure) -> Refusal | None:
    """Why it may not help this one up, or None. (fda.extra.raise-friend)"""
    why = "fda.extra.raise-friend"
    if friend.seat != figure.seat or friend.posture != PRONE or not touch(figure, friend):
        return no(why, "no-friend-to-raise", friend.id)
    return None


@rule("fda.extra.raise-friend")
def raise_friend(world: World, id: int, course: Course, answer: tuple[str, int, int]) -> Script:
    """A prone friend is helped to its feet and faces as its owner likes; it keeps its activation. Returns the world and the
    course."""
    yield Tell("fda.extra.raise-friend", "raises", (id, answer[1]))
    twin = world.figures[answer[1]].copy()
    twin.posture = STANDING
    twin.facing = answer[2]
    return world.with_figure(twin), course


def carry_refusal(world: World, figure: Figure, friend: Figure) -> Refusal | None:
    """Why it may not take this one on its shoulders, or None. (fda.extra.carry-friend)"""
    why = "fda.extra.carry-friend"
    if figure.carries != NOBODY:
        return no(why, "carries-a-friend", figure.id)
    if figure.hands:
        return no(why, "hands-not-empty", figure.id)
    there = friend.seat == figure.seat and friend.status == OUT and is_body(world, friend) and touches_body(figure, friend)
    return None if there else no(why, "nobody-to-carry", friend.id)


@rule("fda.extra.carry-friend")
def carry(world: World, id: int, course: Course, answer: tuple[Any, ...]) -> Script:
    """It takes a friend who is out of action on its shoulders, or puts him down. Returns the world and the course."""
    if answer[0] == "lay-down":
        yield Tell("fda.extra.carry-friend", "lays-down", (id, world.figures[id].carries))
        return laid_down(world, id), course
    yield Tell("fda.extra.carry-friend", "carries", (id, answer[1]))
    twin = world.figures[id].copy()
    twin.carries = answer[1]
    return world.with_figure(twin), course


# ---------------------------------------------------------------- the comic ones


@rule("fda.extra.relieve-oneself")
def relieve(world: World, id: int, course: Course, _answer: tuple[str]) -> Script:
    """The joke action: time passes, nothing changes. Returns the world and the course."""
    yield Tell("fda.extra.relieve-oneself", "relieves-itself", (id,))
    return world, course


@rule("fda.extra.grumble")
def grumble(world: World, id: int, course: Course, _answer: tuple[str]) -> Script:
    """It complains so loudly that it takes heart: M+1 for this turn. Returns the world and the course."""
    yield Tell("fda.extra.grumble", "grumbles", (id,))
    twin = world.figures[id].copy()
    twin.grumbled = True
    return world.with_figure(twin), course


@rule("fda.extra.behead")
def behead(world: World, id: int, course: Course, answer: tuple[str, int]) -> Script:
    """The head of a dead figure is taken as a trophy; nobody brings that one back. Returns the world and the course."""
    yield Tell("fda.extra.behead", "beheads", (id, answer[1]))
    twin = world.figures[answer[1]].copy()
    twin.body = BEHEADED
    return world.with_figure(twin), course


# ---------------------------------------------------------------- the song (fda.trait.persuasive-song)


def song_refusal(world: World, figure: Figure, target: Figure) -> Refusal | None:
    """Why it may not sing to this one, or None."""
    why = "fda.trait.persuasive-song"
    if not figure.has(SINGER) or figure.silenced:
        return no(why, "no-singer", figure.id)
    if touched(world, figure):
        return no(why, "in-contact", figure.id)
    if target.seat == figure.seat or target.status != ON_TABLE or not target.has(VEGETABLE) or target.sworn:
        return no(why, "deaf-to-music", target.id)
    if not within(figure, target, SONG) or not in_front(figure, target):
        return no(why, "out-of-earshot", target.id)
    return None


@rule("fda.trait.persuasive-song")
def sing(world: World, id: int, course: Course, answer: tuple[str, int]) -> Script:
    """A JA: the leek-man changes sides until the end of the next turn; 0 then 0, and nobody wants to hear the minstrel again.
    Returns the world and the course."""
    why = "fda.trait.persuasive-song"
    verdict = yield from agility_test(world, world.figures[id], why)
    if verdict == SUCCESS:
        twin = world.figures[answer[1]].copy()
        twin.home = twin.seat
        twin.seat = world.figures[id].seat
        twin.sworn = world.turn + 1
        yield Tell(why, "won-over", (id, answer[1]))
        return world.with_figure(twin), course
    if verdict == CRITICAL:
        singer = world.figures[id].copy()
        singer.silenced = True
        yield Tell(why, "booed", (id,), "nothing")
        return world.with_figure(singer), course
    yield Tell(why, "sings-in-vain", (id, answer[1]), "nothing")
    return world, course


# ---------------------------------------------------------------- the actions


@final
class Flee(Action):
    """Run from a fight in some direction. (fda.extra.flee)"""

    __slots__ = ()

    def possible(self, menu: Activation) -> bool:
        return len(engaging(menu.world, menu.figure())) > 0

    def refusal(self, menu: Activation, answer: tuple[Any, ...]) -> Refusal | None:
        if malformed(answer, int):
            return no("fda.extra.flee", "malformed", str(answer)[:80])
        return flee_refusal(menu.world, menu.figure(), answer[1])

    def listed(self, menu: Activation) -> list[Answer]:
        answers: list[Answer] = [("flee", turn * FULL_TURN // DIRECTIONS) for turn in range(DIRECTIONS)]
        return [answer for answer in answers if self.refusal(menu, answer) is None]

    def sample(self, menu: Activation, chance: Chance) -> Answer | None:
        for _ in range(3):
            answer = ("flee", chance.below(DIRECTIONS) * FULL_TURN // DIRECTIONS)
            if self.refusal(menu, answer) is None:
                return answer
        return None


@final
class RaiseFriend(Action):
    """Help a prone friend up. (fda.extra.raise-friend)"""

    __slots__ = ()

    def possible(self, menu: Activation) -> bool:
        figure = menu.figure()
        return any(one.posture == PRONE and raise_refusal(figure, one) is None for one in menu.world.figures)

    def refusal(self, menu: Activation, answer: tuple[Any, ...]) -> Refusal | None:
        if malformed(answer, int, int) or not 0 <= answer[1] < len(menu.world.figures) or not 0 <= answer[2] < FULL_TURN:
            return no("fda.extra.raise-friend", "malformed", str(answer)[:80])
        return raise_refusal(menu.figure(), menu.world.figures[answer[1]])

    def listed(self, menu: Activation) -> list[Answer]:
        answers: list[Answer] = [("raise-friend", one.id, one.facing) for one in menu.world.figures]
        return [answer for answer in answers if self.refusal(menu, answer) is None]


@final
class Carry(Action):
    """Take a friend who is out of action on one's shoulders. (fda.extra.carry-friend)"""

    __slots__ = ()

    def possible(self, menu: Activation) -> bool:
        figure = menu.figure()
        return not figure.hands and any(one.status == OUT and one.seat == figure.seat for one in menu.world.figures)

    def refusal(self, menu: Activation, answer: tuple[Any, ...]) -> Refusal | None:
        if malformed(answer, int) or not 0 <= answer[1] < len(menu.world.figures):
            return no("fda.extra.carry-friend", "malformed", str(answer)[:80])
        return carry_refusal(menu.world, menu.figure(), menu.world.figures[answer[1]])

    def listed(self, menu: Activation) -> list[Answer]:
        answers: list[Answer] = [("carry-friend", one.id) for one in menu.world.figures]
        return [answer for answer in answers if self.refusal(menu, answer) is None]


@final
class LayDown(Action):
    """Put the friend down. (fda.extra.carry-friend)"""

    __slots__ = ()

    def possible(self, menu: Activation) -> bool:
        return menu.figure().carries != NOBODY

    def refusal(self, menu: Activation, answer: tuple[Any, ...]) -> Refusal | None:
        return None if answer == ("lay-down",) and self.possible(menu) else no(self.rule, "nobody-to-carry", menu.id)

    def listed(self, menu: Activation) -> list[Answer]:
        return [("lay-down",)]


@final
class Behead(Action):
    """Cut off the head of a dead figure, with an edge. (fda.extra.behead)"""

    __slots__ = ()

    def possible(self, menu: Activation) -> bool:
        return any(one.status == DEAD for one in menu.world.figures)

    def refusal(self, menu: Activation, answer: tuple[Any, ...]) -> Refusal | None:
        figure = menu.figure()
        if malformed(answer, int) or not 0 <= answer[1] < len(menu.world.figures):
            return no("fda.extra.behead", "malformed", str(answer)[:80])
        body = menu.world.figures[answer[1]]
        if body.status != DEAD or not is_body(menu.world, body) or not touches_body(figure, body):
            return no("fda.extra.behead", "not-a-dead-body", body.id)
        edged = any(item in EDGED and usable(figure, item) for item in figure.hands)
        return None if edged else no("fda.extra.behead", "no-edge", figure.id)

    def listed(self, menu: Activation) -> list[Answer]:
        answers: list[Answer] = [("behead", one.id) for one in menu.world.figures]
        return [answer for answer in answers if self.refusal(menu, answer) is None]


@final
class Grumble(Action):
    """Complain, once a turn. (fda.extra.grumble)"""

    __slots__ = ()

    def possible(self, menu: Activation) -> bool:
        return not menu.figure().grumbled

    def refusal(self, menu: Activation, answer: tuple[Any, ...]) -> Refusal | None:
        return None if answer == ("grumble",) and self.possible(menu) else no(self.rule, "grumbled-already", menu.id)

    def listed(self, menu: Activation) -> list[Answer]:
        return [("grumble",)]


@final
class Relieve(Action):
    """What the ogre does when nobody needs him. (fda.extra.relieve-oneself)"""

    __slots__ = ()

    def possible(self, menu: Activation) -> bool:
        return True

    def refusal(self, menu: Activation, answer: tuple[Any, ...]) -> Refusal | None:
        return None if answer == ("relieve-oneself",) else no(self.rule, "malformed", str(answer)[:80])

    def listed(self, menu: Activation) -> list[Answer]:
        return [("relieve-oneself",)]


@final
class Sing(Action):
    """Sing to a leek-man. (fda.trait.persuasive-song)"""

    __slots__ = ()

    def possible(self, menu: Activation) -> bool:
        return menu.figure().has(SINGER) and any(one.has(VEGETABLE) for one in menu.world.figures)

    def refusal(self, menu: Activation, answer: tuple[Any, ...]) -> Refusal | None:
        if malformed(answer, int) or not 0 <= answer[1] < len(menu.world.figures):
            return no(self.rule, "malformed", str(answer)[:80])
        return song_refusal(menu.world, menu.figure(), menu.world.figures[answer[1]])

    def listed(self, menu: Activation) -> list[Answer]:
        answers: list[Answer] = [("sing", one.id) for one in menu.world.figures]
        return [answer for answer in answers if self.refusal(menu, answer) is None]


register(Flee("flee", 3, flee, EXTRA_ACTIONS))
register(RaiseFriend("raise-friend", 5, raise_friend, EXTRA_ACTIONS))
register(Carry("carry-friend", 2, carry, EXTRA_ACTIONS))
register(LayDown("lay-down", 1, carry, EXTRA_ACTIONS, action="carry-friend"))
register(Behead("behead", 1, behead, EXTRA_ACTIONS))
register(Grumble("grumble", 1, grumble, EXTRA_ACTIONS, AWARE))
register(Relieve("relieve-oneself", 1, relieve, EXTRA_ACTIONS))
register(Sing("sing", 8, sing, EXTRA_ACTIONS))
