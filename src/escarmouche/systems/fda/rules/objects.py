"""Objects: drawn, swapped, picked up, put away, dropped, handed over, repaired. (fda.extra.handle-object)"""

from __future__ import annotations

from typing import Any, Final, final

from escarmouche.core.effects import Answer, Refusal, Script, Tell, rule
from escarmouche.kit.menu import malformed, no
from escarmouche.systems.fda.model import (
    CLOSED,
    EXTRA_ACTIONS,
    NOBODY,
    SHOOTING_ACTIONS,
    Course,
    Figure,
    Fixture,
    World,
)
from escarmouche.systems.fda.rules.actions import AWARE, Action, Activation, register
from escarmouche.systems.fda.rules.bodies import is_body, touches_body
from escarmouche.systems.fda.rules.conventions import within
from escarmouche.systems.fda.rules.numbers import HAND_OVER, STATUETTE
from escarmouche.systems.fda.rules.two_weapons import full_hands, picking_refusal
from escarmouche.systems.fda.rules.values import HANDS, TWO_HANDS
from escarmouche.table.shapes import TOUCH, disc_touches_polygon

GROUND: Final = "ground"
BODY: Final = "body"
CHEST: Final = "chest"


# ---------------------------------------------------------------- what one holds


def without(items: tuple[str, ...], item: str) -> tuple[str, ...]:
    """The items less one of a kind."""
    if item not in items:
        return items
    place = items.index(item)
    return (*items[:place], *items[place + 1 :])


def held(items: tuple[str, ...]) -> int:
    """How many hands these items take."""
    return sum([HANDS.get(item, 0) for item in items])


def grips(figure: Figure) -> list[tuple[str, ...]]:
    """Every set of what it carries that its hands can hold, the empty one included, each once."""
    carried = [item for item in (*figure.hands, *figure.belt) if HANDS.get(item, 0)]
    found: list[tuple[str, ...]] = [()]
    for place, item in enumerate(carried):
        pairs = [(item, other) for other in carried[place + 1 :] if held((item, other)) <= TWO_HANDS]
        for grip in [(item,), *pairs]:
            if sorted(grip) not in [sorted(one) for one in found]:
                found.append(grip)
    return found


def takes(world: World, id: int, grip: tuple[str, ...]) -> World:
    """The world in which a figure holds just these of the things it carries; of weapons alike the loaded ones."""
    twin = world.figures[id].copy()
    rest = (*twin.hands, *twin.belt)
    for item in grip:
        rest = without(rest, item)
    twin.hands, twin.belt = grip, rest
    empty, twin.unloaded, twin.stowed = (*twin.unloaded, *twin.stowed), (), ()
    for item in empty:
        if twin.stowed.count(item) < rest.count(item):
            twin.stowed = (*twin.stowed, item)
        else:
            twin.unloaded = (*twin.unloaded, item)
    return world.with_figure(twin)


def has_loaded_twin(figure: Figure) -> bool:
    """Does it hold an empty weapon of which it carries a loaded one, to be swapped for it?"""
    return any(figure.belt.count(item) > figure.stowed.count(item) for item in figure.unloaded)


def lets_go(world: World, id: int, item: str) -> World:
    """The world in which a thing that a figure held or carried lies on the ground in contact with it, loaded and damaged as it
    was. (fda.extra.drop-object)"""
    twin, unloaded, damaged = parted(world.figures[id], item)
    return world.with_figure(twin).with_thing(item, twin.x, twin.y, twin.z, unloaded, damaged)


def parted(figure: Figure, item: str) -> tuple[Figure, bool, bool]:
    """A figure without a thing that it held or carried, and whether that was empty and damaged."""
    twin = figure.copy()
    damaged = item in twin.damaged
    twin.damaged = without(twin.damaged, item)
    if item in twin.hands:
        empty = item in twin.unloaded
        twin.hands, twin.unloaded = without(twin.hands, item), without(twin.unloaded, item)
    else:
        empty = item in twin.stowed
        twin.belt, twin.stowed = without(twin.belt, item), without(twin.stowed, item)
    return twin, empty, damaged


def gets(figure: Figure, item: str, unloaded: bool = False, damaged: bool = False) -> Figure:
    """The figure with one more thing: in a free hand, else at its belt. The key needs no hand. (fda.scenario.statuette-door)"""
    twin = figure.copy()
    in_hand = HANDS.get(item, 0) > 0 and held((*twin.hands, item)) <= TWO_HANDS
    if in_hand:
        twin.hands = (*twin.hands, item)
    else:
        twin.belt = (*twin.belt, item)
    if unloaded and in_hand:
        twin.unloaded = (*twin.unloaded, item)
    elif unloaded:
        twin.stowed = (*twin.stowed, item)
    if damaged:
        twin.damaged = (*twin.damaged, item)
    return twin


# ---------------------------------------------------------------- what one may pick up


def touches_spot(figure: Figure, x: int, y: int, z: int) -> bool:
    """Does its base touch a thing that lies there?"""
    far = figure.card.radius + TOUCH
    return figure.z == z and (figure.x - x) ** 2 + (figure.y - y) ** 2 <= far * far


def touches_piece(world: World, figure: Figure, piece: int) -> bool:
    """Does its base touch a piece of scenery?"""
    return disc_touches_polygon(figure.x, figure.y, figure.card.radius, world.ground.pieces[piece].shape)


def within_grasp(world: World, figure: Figure) -> list[tuple[str, int, str]]:
    """What a figure could pick up where it is: from the ground, from a body, out of an open chest. What flew and stuck there
    must be retrieved where that is played. (fda.extra.handle-object, fda.state.out-of-action, fda.shootadv.retrieve-missile)"""
    found = [
        (GROUND, thing.id, thing.item)
        for thing in world.things
        if touches_spot(figure, thing.x, thing.y, thing.z) and not (thing.stuck and world.plays(SHOOTING_ACTIONS))
    ]
    for other in world.figures:
        if is_body(world, other) and touches_body(figure, other):
            found.extend([(BODY, other.id, item) for item in dict.fromkeys((*other.hands, *other.belt))])
    for number, fixture in enumerate(world.fixtures):
        if fixture.holds and fixture.state != CLOSED and touches_piece(world, figure, fixture.piece):
            found.append((CHEST, number, fixture.holds))
    return found


def hand_refusal(world: World, figure: Figure, item: str) -> Refusal | None:
    """Why it has no hand for this, or None: the statuette always needs one, the key none. (fda.twoweapons.full-hands,
    fda.scenario.statuette-carry)"""
    if HANDS.get(item, 0) == 0:
        return None
    if item == STATUETTE and full_hands(figure):
        return no("fda.scenario.statuette-carry", "no-hand-free", figure.id)
    return picking_refusal(world, figure)


# ---------------------------------------------------------------- the actions


@rule("fda.extra.handle-object", "fda.action.quick")
def handle(world: World, id: int, course: Course, answer: tuple[Any, ...]) -> Script:
    """One object, or one exchange of what is in the hands: drawn, put away, swapped, picked up, put into a chest. Returns the
    world and the course."""
    why = "fda.extra.handle-object"
    if answer[0] == "draw":
        yield Tell(why, "takes-in-hand", (id, tuple([f"item-{item}" for item in answer[1]])))
        return takes(world, id, answer[1]), course
    if answer[0] == "put-down":
        yield Tell(why, "puts-down", (id, f"item-{answer[2]}"))
        twin, _, _ = parted(world.figures[id], answer[2])
        return filled(world.with_figure(twin), answer[1], answer[2]), course
    yield Tell(why, "picks-up", (id, f"item-{answer[3]}"))
    return picked_up(world, id, answer[1], answer[2], answer[3]), course


def filled(world: World, number: int, item: str) -> World:
    """The world with this in a chest, or with "" nothing."""
    old = world.fixtures[number]
    return world.with_fixture(number, Fixture(old.piece, old.kind, old.state, old.locked, item, old.blows))


def picked_up(world: World, id: int, source: str, number: int, item: str) -> World:
    """The world in which a figure has taken something from the ground, a body or a chest, loaded and damaged as it was."""
    figure = world.figures[id]
    if source == GROUND:
        thing = next(one for one in world.things if one.id == number)
        return world.without_thing(number).with_figure(gets(figure, item, thing.unloaded, thing.damaged))
    if source == CHEST:
        return filled(world, number, "").with_figure(gets(figure, item))
    body, unloaded, damaged = parted(world.figures[number], item)
    return world.with_figure(body).with_figure(gets(figure, item, unloaded, damaged))


@rule("fda.extra.drop-object")
def drop(world: World, id: int, course: Course, answer: tuple[str, str]) -> Script:
    """It lets go of something, in no time. Returns the world and the course."""
    yield Tell("fda.extra.drop-object", "drops", (id, f"item-{answer[1]}"))
    return lets_go(world, id, answer[1]), course


@rule("fda.scenario.statuette-carry")
def hand_over(world: World, id: int, course: Course, answer: tuple[str, int]) -> Script:
    """The statuette goes to a friend near by. Returns the world and the course."""
    yield Tell("fda.scenario.statuette-carry", "hands-over", (id, answer[1]))
    twin = world.figures[id].copy()
    twin.hands = without(twin.hands, STATUETTE)
    return world.with_figure(twin).with_figure(gets(world.figures[answer[1]], STATUETTE)), course


@rule("fda.extra.repair")
def repair(world: World, id: int, course: Course, answer: tuple[str, str]) -> Script:
    """A damaged weapon is made whole; no roll. Returns the world and the course."""
    yield Tell("fda.extra.repair", "repairs", (id, f"item-{answer[1]}"))
    twin = world.figures[id].copy()
    twin.damaged = without(twin.damaged, answer[1])
    return world.with_figure(twin), course


@final
class Draw(Action):
    """Draw, put away or swap what is in the hands. (fda.extra.handle-object)"""

    __slots__ = ()

    def possible(self, menu: Activation) -> bool:
        figure = menu.figure()
        return len(figure.hands) > 0 or any(HANDS.get(item, 0) for item in figure.belt)

    def refusal(self, menu: Activation, answer: tuple[Any, ...]) -> Refusal | None:
        figure = menu.figure()
        if malformed(answer, tuple) or not all(isinstance(item, str) for item in answer[1]):
            return no("fda.extra.handle-object", "malformed", str(answer)[:80])
        if figure.carries != NOBODY:
            return no("fda.extra.carry-friend", "carries-a-friend", figure.id)
        if STATUETTE in figure.hands and STATUETTE not in answer[1]:
            return no("fda.scenario.statuette-carry", "statuette-in-hand", figure.id)
        wanted = sorted(answer[1])
        same = wanted == sorted(figure.hands) and not has_loaded_twin(figure)
        if same or wanted not in [sorted(grip) for grip in grips(figure)]:
            return no("fda.extra.handle-object", "cannot-hold", figure.id)
        return None

    def listed(self, menu: Activation) -> list[Answer]:
        answers: list[Answer] = [("draw", grip) for grip in grips(menu.figure())]
        return [answer for answer in answers if self.refusal(menu, answer) is None]


@final
class PickUp(Action):
    """Pick something up. (fda.extra.handle-object)"""

    __slots__ = ()

    def possible(self, menu: Activation) -> bool:
        return menu.figure().carries == NOBODY and len(within_grasp(menu.world, menu.figure())) > 0

    def refusal(self, menu: Activation, answer: tuple[Any, ...]) -> Refusal | None:
        figure = menu.figure()
        if malformed(answer, str, int, str) or answer[1:] not in within_grasp(menu.world, figure):
            return no("fda.extra.handle-object", "out-of-grasp", figure.id)
        if figure.carries != NOBODY:
            return no("fda.extra.carry-friend", "carries-a-friend", figure.id)
        return hand_refusal(menu.world, figure, answer[3])

    def listed(self, menu: Activation) -> list[Answer]:
        answers: list[Answer] = [("pick-up", *one) for one in within_grasp(menu.world, menu.figure())]
        return [answer for answer in answers if self.refusal(menu, answer) is None]


@final
class PutDown(Action):
    """Put something held into an open chest. (fda.extra.handle-object)"""

    __slots__ = ()

    def possible(self, menu: Activation) -> bool:
        return len(menu.world.fixtures) > 0 and len(menu.figure().hands) > 0

    def refusal(self, menu: Activation, answer: tuple[Any, ...]) -> Refusal | None:
        figure = menu.figure()
        if malformed(answer, int, str) or not 0 <= answer[1] < len(menu.world.fixtures) or answer[2] not in figure.hands:
            return no("fda.extra.handle-object", "malformed", str(answer)[:80])
        fixture = menu.world.fixtures[answer[1]]
        ready = fixture.kind == CHEST and fixture.state != CLOSED and not fixture.holds
        if not ready or not touches_piece(menu.world, figure, fixture.piece):
            return no("fda.extra.handle-object", "no-open-chest", figure.id)
        return None

    def listed(self, menu: Activation) -> list[Answer]:
        answers: list[Answer] = [
            ("put-down", number, item)
            for number in range(len(menu.world.fixtures))
            for item in dict.fromkeys(menu.figure().hands)
        ]
        return [answer for answer in answers if self.refusal(menu, answer) is None]


@final
class Drop(Action):
    """Let go of something held. (fda.extra.drop-object)"""

    __slots__ = ()

    def possible(self, menu: Activation) -> bool:
        return len(menu.figure().hands) > 0

    def refusal(self, menu: Activation, answer: tuple[Any, ...]) -> Refusal | None:
        if malformed(answer, str) or answer[1] not in menu.figure().hands:
            return no("fda.extra.drop-object", "does-not-hold", menu.id)
        return None

    def listed(self, menu: Activation) -> list[Answer]:
        return [("drop-object", item) for item in dict.fromkeys(menu.figure().hands)]


@final
class HandOver(Action):
    """Hand the statuette to a friend. (fda.scenario.statuette-carry)"""

    __slots__ = ()

    def possible(self, menu: Activation) -> bool:
        return STATUETTE in menu.figure().hands

    def refusal(self, menu: Activation, answer: tuple[Any, ...]) -> Refusal | None:
        why = "fda.scenario.statuette-carry"
        if malformed(answer, int) or not 0 <= answer[1] < len(menu.world.figures) or not self.possible(menu):
            return no(why, "malformed", str(answer)[:80])
        figure, friend = menu.figure(), menu.world.figures[answer[1]]
        if (
            friend.id == figure.id
            or friend.seat != figure.seat
            or not friend.on_feet()
            or not within(figure, friend, HAND_OVER)
        ):
            return no(why, "nobody-to-take-it", friend.id)
        return no(why, "no-hand-free", friend.id) if full_hands(friend) else None

    def listed(self, menu: Activation) -> list[Answer]:
        answers: list[Answer] = [("hand-over", one.id) for one in menu.world.figures]
        return [answer for answer in answers if self.refusal(menu, answer) is None]


@final
class Repair(Action):
    """Repair a damaged weapon; played wherever a table of critical failures may damage one. (fda.extra.repair)"""

    __slots__ = ()

    def possible(self, menu: Activation) -> bool:
        return len(menu.figure().damaged) > 0

    def refusal(self, menu: Activation, answer: tuple[Any, ...]) -> Refusal | None:
        if malformed(answer, str) or answer[1] not in menu.figure().damaged:
            return no("fda.extra.repair", "nothing-to-repair", menu.id)
        return None

    def listed(self, menu: Activation) -> list[Answer]:
        return [("repair", item) for item in dict.fromkeys(menu.figure().damaged)]


register(Draw("draw", 2, handle, 0, AWARE, "handle-object"))
register(PickUp("pick-up", 3, handle, 0, AWARE, "handle-object"))
register(PutDown("put-down", 1, handle, EXTRA_ACTIONS, AWARE, "handle-object"))
register(Drop("drop-object", 1, drop, 0, AWARE))
register(HandOver("hand-over", 2, hand_over, EXTRA_ACTIONS))
register(Repair("repair", 4, repair, 0, AWARE))
