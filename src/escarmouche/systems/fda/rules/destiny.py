"""Destiny points: two adventurers may each cheat fate once, for somebody else. (fda.destiny.two-points)"""

from __future__ import annotations

from typing import Any, Final, final

from escarmouche.core.effects import Answer, Choose, Listed, Refusal, Script, Tell, rule
from escarmouche.kit.menu import malformed, no
from escarmouche.systems.fda.model import (
    DEAD,
    DESTINY,
    NO_DESTINY,
    ON_TABLE,
    PRONE,
    WOUNDS,
    Course,
    Figure,
    World,
)
from escarmouche.systems.fda.rules.actions import AWARE, Action, Activation, register
from escarmouche.systems.fda.rules.bodies import free_spot, is_body
from escarmouche.systems.fda.rules.conventions import within
from escarmouche.systems.fda.rules.dice import die
from escarmouche.systems.fda.rules.numbers import DESTINY_POINTS, DESTINY_REACH
from escarmouche.table.trig import TURN

RETURNS: Final = 0
"""The face on which the dead come back. (fda.destiny.revive-dead)"""


@rule("fda.destiny.two-points", "fda.trait.no-destiny")
def given_out(world: World, seat: int) -> Script:
    """The adventurers' player gives one point each to two different adventurers, never to the ogre; the dungeon has none.
    Returns the world."""
    why = "fda.destiny.two-points"
    if not world.plays(DESTINY) or seat != world.heroes:
        return world
    for _ in range(DESTINY_POINTS):
        able = [one for one in world.on_table(seat) if one.destiny == 0 and not one.has(NO_DESTINY)]
        if not able:
            break
        answer = yield Choose(why, seat, world, Listed(tuple([("destiny", one.id) for one in able]), why))
        twin = world.figures[answer[1]].copy()
        twin.destiny = 1
        world = world.with_figure(twin)
        yield Tell(why, "given-destiny", (twin.id,))
    return world


def saving_refusal(world: World, figure: Figure, friend: Figure) -> Refusal | None:
    """Why a figure may not spend its point on a friend, or None. (fda.destiny.use)"""
    why = "fda.destiny.use"
    if figure.destiny == 0:
        return no(why, "no-destiny-point", figure.id)
    if friend.seat != figure.seat or friend.status == ON_TABLE or not is_body(world, friend):
        return no("fda.destiny.ashes" if friend.body else why, "beyond-saving", friend.id)
    return None if within(figure, friend, DESTINY_REACH) else no(why, "body-too-far", figure.id, friend.id)


@rule("fda.destiny.use", "fda.destiny.point-lost", "fda.destiny.revive-dead")
def use(world: World, id: int, course: Course, answer: tuple[Any, ...]) -> Script:
    """A point is burnt: a friend out of action comes back unhurt and prone; a dead one only on a 0, wounded and prone. It looks
    where its owner likes. Returns the world and the course."""
    why = "fda.destiny.use"
    friend = world.figures[answer[1]]
    saver = world.figures[id].copy()
    saver.destiny -= 1
    world = world.with_figure(saver)
    yield Tell(why, "burns-destiny", (id, friend.id))
    dead = friend.status == DEAD
    if dead:
        face = yield die(world, "fda.destiny.revive-dead", saver.seat, id)
        if face != RETURNS:
            yield Tell("fda.destiny.point-lost", "stays-dead", (friend.id,), "nothing")
            return world, course
    twin = friend.copy()
    twin.x, twin.y = free_spot(world, friend, friend.x, friend.y)
    twin.status = ON_TABLE
    twin.posture = PRONE
    twin.facing = answer[2] if len(answer) > 2 else twin.facing
    twin.wounded = dead and world.plays(WOUNDS) and friend.card.wounded is not None
    yield Tell("fda.destiny.revive-dead" if dead else why, "comes-back", (friend.id,))
    return world.with_figure(twin), course


@final
class UseDestiny(Action):
    """Burn a destiny point for a fallen friend: ("use-destiny", friend), or ("use-destiny", friend, angle) where it is to look
    another way than it fell. (fda.destiny.use)"""

    __slots__ = ()

    def possible(self, menu: Activation) -> bool:
        return menu.figure().destiny > 0

    def refusal(self, menu: Activation, answer: tuple[Any, ...]) -> Refusal | None:
        turned = len(answer) == 3 and type(answer[2]) is int and 0 <= answer[2] < TURN
        if malformed(answer[:2] if turned else answer, int) or not 0 <= answer[1] < len(menu.world.figures):
            return no("fda.destiny.use", "malformed", str(answer)[:80])
        return saving_refusal(menu.world, menu.figure(), menu.world.figures[answer[1]])

    def listed(self, menu: Activation) -> list[Answer]:
        answers: list[Answer] = [("use-destiny", one.id) for one in menu.world.figures]
        return [answer for answer in answers if self.refusal(menu, answer) is None]


register(UseDestiny("use-destiny", 12, use, DESTINY, AWARE))
