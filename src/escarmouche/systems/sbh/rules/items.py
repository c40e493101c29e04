"""Taking, handing over and carrying off: the treasure, and the magic items with what is in them."""

from __future__ import annotations

from typing import Any, Final, final

from escarmouche.core.effects import Answer, Refusal, Roll, Script, Tell, rule
from escarmouche.kit.menu import malformed, no
from escarmouche.systems.sbh.model import ON_TABLE, SLOW, Figure, Marker, World
from escarmouche.systems.sbh.rules.actions import Action, Doing, held_refusal, price_refusal, prone_refusal, register
from escarmouche.systems.sbh.rules.conventions import are_friends, contact, friends, guards, helpless
from escarmouche.systems.sbh.rules.ending import out_of_play
from escarmouche.systems.sbh.rules.kinds import is_animal
from escarmouche.systems.sbh.rules.movement import in_difficult, in_the_way, move_cost, reaches, stick, walled
from escarmouche.systems.sbh.rules.quests import (
    ITEM,
    KEEPSAKE,
    QUEST,
    TREASURE,
    TREASURE_HUNT,
    beside_marker,
    marker_by_id,
    without,
)
from escarmouche.systems.sbh.rules.values import CHARGES, COST, ITEMS
from escarmouche.table.shapes import LEFT, RIGHT, edge_point, on_table

THINGS: Final[tuple[str, ...]] = (TREASURE, ITEM, KEEPSAKE)
"""Markers that stand for something to take."""

ASIDE: Final[tuple[int, ...]] = (0, 1, -1, 2, -2, 3, -3, 4, -4)
"""Where the way to the edge may lead, in bases to the side of the straight one."""

# ---------------------------------------------------------------- magic items


def uses_items(figure: Figure) -> bool:
    """May it use magic items? Animals and Swarms may not. (sbh.special.animal-no-items, sbh.special.swarm-animal)"""
    return not is_animal(figure)


def drawn_item(world: World, id: int) -> Script:
    """A die says which item it is (sbh.item.table), another how many javelins (sbh.item.magic-javelins) or how good the
    scroll (sbh.item.scroll: a 1 counts as 2+); a belt has three points of strength (sbh.item.belt-of-strength). Returns
    the item and what is in it."""
    seat = world.figures[id].seat
    (die,) = yield Roll("sbh.item.table", seat, world, 1, 6, (), id)
    item = ITEMS[die]
    charges = CHARGES[item]
    if item == "magic-javelins":
        (charges,) = yield Roll("sbh.item.magic-javelins", seat, world, 1, 6, (), id)
    elif item == "scroll":
        (face,) = yield Roll("sbh.item.scroll", seat, world, 1, 6, (), id)
        charges = max(2, face)
    return item, charges


# ---------------------------------------------------------------- taking


def take_rule(marker: Marker) -> str:
    """The rule by which what the marker stands for is taken."""
    if marker.kind == TREASURE:
        return "sbh.scenario.treasure.take"
    return "sbh.scenario.quest.retake" if marker.item else "sbh.scenario.quest.take"


def taking(marker: Marker) -> str:
    """The action by which it is taken."""
    return "take-treasure" if marker.kind == TREASURE else "take-item"


def take_key(marker: Marker) -> str:
    """The name of the action."""
    return "action-take-treasure" if marker.kind == TREASURE else "action-take-item"


def take_refusal(world: World, figure: Figure, marker: Marker) -> Refusal | None:
    """Why the fighter may not take this, whatever it costs; None when it may."""
    if not beside_marker(world, figure, marker):
        return no(take_rule(marker), "not-at-marker", figure.id)
    if marker.kind != TREASURE and not uses_items(figure):
        return no("sbh.special.animal-no-items", "no-items-for-animals", figure.id)
    if marker.kind != TREASURE and figure.item:
        return no(take_rule(marker), "has-an-item", figure.id)
    return None


def within_grasp(doing: Doing) -> list[Marker]:
    """What lies there for the fighter to take with the actions it has left."""
    world, figure = doing.world, doing.figure()
    return [
        marker
        for marker in world.markers
        if marker.kind in THINGS and doing.left >= COST[taking(marker)] and take_refusal(world, figure, marker) is None
    ]


@final
class Take(Action):
    """Take the treasure or a magic item one stands beside: ("take", marker), two actions.
    (sbh.scenario.treasure.take, sbh.scenario.quest.take, sbh.scenario.quest.retake)"""

    __slots__ = ()

    def possible(self, doing: Doing) -> bool:
        return not helpless(doing.figure()) and len(within_grasp(doing)) > 0

    def refusal(self, doing: Doing, answer: tuple[Any, ...]) -> Refusal | None:
        if malformed(answer, int):
            return no("sbh.scenario.treasure.take", "malformed", str(answer))
        figure = doing.figure()
        marker = marker_by_id(doing.world, answer[1])
        if marker is None or marker.kind not in THINGS:
            return no("sbh.scenario.treasure.take", "nothing-to-take")
        refused = held_refusal(figure) or prone_refusal(figure) or take_refusal(doing.world, figure, marker)
        return refused or price_refusal(doing, COST[taking(marker)], take_key(marker))

    def listed(self, doing: Doing) -> list[Answer]:
        return [("take", marker.id) for marker in within_grasp(doing)]


@rule("sbh.scenario.treasure.take", "sbh.scenario.quest.take", "sbh.scenario.quest.retake")
def take(world: World, id: int, answer: tuple[str, int]) -> Script:
    """The fighter takes what lies there; a magic item shows what it is the first time. Returns the world and the actions
    spent."""
    marker = marker_by_id(world, answer[1])
    assert marker is not None
    world = without(world, marker.id)
    twin = world.figures[id].copy()
    if marker.kind == TREASURE:
        twin.treasure = True
        yield Tell("sbh.scenario.treasure.take", "takes-treasure", (id,))
        return world.with_figure(twin), COST[taking(marker)]
    item, charges = marker.item, marker.charges
    if not item:
        item, charges = yield from drawn_item(world, id)
    twin.item = item
    twin.charges = charges
    if world.scenario == QUEST:
        twin.treasure = marker.kind == ITEM
    yield Tell(take_rule(marker), "takes-item", (id, "item-" + item, charges))
    return world.with_figure(twin), COST[taking(marker)]


# ---------------------------------------------------------------- handing over


def give_refusal(doing: Doing, friend: Figure) -> Refusal | None:
    """Why the bearer may not hold its item out to this friend, or None when it may.

    The friend must still be able to spend an action this turn: one not yet activated, or one of the same group.
    """
    world, figure = doing.world, doing.figure()
    rule_id = "sbh.scenario.quest.give"
    if friend.seat != figure.seat or friend.id == figure.id or friend.status != ON_TABLE:
        return no(rule_id, "not-a-friend")
    if not contact(world, figure, friend):
        return no(rule_id, "not-adjacent", figure.id, friend.id)
    if not uses_items(friend):
        return no("sbh.special.animal-no-items", "no-items-for-animals", friend.id)
    if friend.item:
        return no(rule_id, "has-an-item", friend.id)
    if friend.activated and friend.id not in doing.group:
        return no(rule_id, "receiver-has-acted", friend.id)
    return None


@final
class Give(Action):
    """Hold a magic item out to an adjacent friend: ("give", friend), one action; it changes hands when the friend spends one
    too. (sbh.scenario.quest.give)"""

    __slots__ = ()

    def possible(self, doing: Doing) -> bool:
        figure = doing.figure()
        return figure.item != "" and figure.offered < 0 and not helpless(figure)

    def refusal(self, doing: Doing, answer: tuple[Any, ...]) -> Refusal | None:
        if malformed(answer, int):
            return no("sbh.scenario.quest.give", "malformed", str(answer))
        figure = doing.figure()
        refused = held_refusal(figure) or prone_refusal(figure)
        if refused is not None:
            return refused
        if not figure.item:
            return no("sbh.scenario.quest.give", "has-no-item", figure.id)
        if figure.offered >= 0:
            return no("sbh.scenario.quest.give", "offers-already", figure.id, figure.offered)
        if not 0 <= answer[1] < len(doing.world.figures):
            return no("sbh.scenario.quest.give", "not-a-friend")
        refused = give_refusal(doing, doing.world.figures[answer[1]])
        return refused or price_refusal(doing, COST["give-item"], "action-give-item")

    def listed(self, doing: Doing) -> list[Answer]:
        near = friends(doing.world, doing.figure())
        return [("give", friend.id) for friend in near if give_refusal(doing, friend) is None]


@rule("sbh.scenario.quest.give")
def hand_over(world: World, id: int, answer: tuple[str, int]) -> Script:
    """The bearer holds out its item, or the friend takes it; returns the world and the action spent."""
    _, other = answer
    if answer[0] == "give":
        twin = world.figures[id].copy()
        twin.offered = other
        yield Tell("sbh.scenario.quest.give", "offers-item", (id, other, "item-" + twin.item))
        return world.with_figure(twin), COST["give-item"]
    giver, taker = world.figures[other].copy(), world.figures[id].copy()
    taker.item, taker.charges = giver.item, giver.charges
    if world.scenario == QUEST:
        taker.treasure, giver.treasure = giver.treasure, False
    giver.item = ""
    giver.charges = 0
    giver.offered = -1
    yield Tell("sbh.scenario.quest.give", "receives-item", (id, other, "item-" + taker.item))
    return world.with_figure(giver).with_figure(taker), COST["give-item"]


def offers(world: World, figure: Figure) -> list[Figure]:
    """The friends in contact that hold an item out to the fighter."""
    return [
        friend
        for friend in world.figures
        if friend.offered == figure.id and friend.item and are_friends(figure, friend) and contact(world, friend, figure)
    ]


@final
class Receive(Action):
    """Take the item that an adjacent friend holds out: ("receive", friend), one action. (sbh.scenario.quest.give)"""

    __slots__ = ()

    def possible(self, doing: Doing) -> bool:
        figure = doing.figure()
        if figure.item or helpless(figure) or not any(friend.offered == figure.id for friend in doing.world.figures):
            return False
        return len(offers(doing.world, figure)) > 0

    def refusal(self, doing: Doing, answer: tuple[Any, ...]) -> Refusal | None:
        if malformed(answer, int):
            return no("sbh.scenario.quest.give", "malformed", str(answer))
        figure = doing.figure()
        refused = held_refusal(figure) or prone_refusal(figure)
        if refused is not None:
            return refused
        if figure.item:
            return no("sbh.scenario.quest.give", "has-an-item", figure.id)
        if answer[1] not in [friend.id for friend in offers(doing.world, figure)]:
            return no("sbh.scenario.quest.give", "nothing-offered", figure.id)
        return price_refusal(doing, COST["give-item"], "action-give-item")

    def listed(self, doing: Doing) -> list[Answer]:
        return [("receive", friend.id) for friend in offers(doing.world, doing.figure())]


# ---------------------------------------------------------------- carrying the treasure off


def way_off(world: World, figure: Figure) -> tuple[int, int] | None:
    """The point of its band's own edge that one straight move takes the fighter to, or None when none does.

    It is off the table when its centre reaches the edge.
    """
    ground, edge = world.ground, world.bands[figure.seat].edge
    across = edge in (LEFT, RIGHT)
    for aside in ASIDE:
        shift = aside * 2 * figure.card.radius
        x, y = edge_point(figure.x, figure.y, ground.width, ground.depth, edge)
        x, y = (x, y + shift) if across else (x + shift, y)
        if not on_table(x, y, 0, ground.width, ground.depth):
            continue
        reach = stick(world, figure, in_difficult(world, figure, x, y))
        if reaches(world, figure, x, y, reach) and in_the_way(world, figure, x, y) < 0 and not walled(world, figure, x, y):
            return x, y
    return None


def brings_home(world: World, figure: Figure) -> bool:
    """Does it carry the treasure of Treasure Hunt?"""
    return figure.treasure and world.scenario == TREASURE_HUNT


@final
class Exit(Action):
    """Carry the treasure off by one's own edge: ("exit",), a move that reaches it. (sbh.scenario.treasure.win)"""

    __slots__ = ()

    def possible(self, doing: Doing) -> bool:
        figure = doing.figure()
        if not brings_home(doing.world, figure) or helpless(figure) or (figure.has(SLOW) and figure.moves >= 1):
            return False
        return self.refusal(doing, ("exit",)) is None

    def refusal(self, doing: Doing, answer: tuple[Any, ...]) -> Refusal | None:
        if malformed(answer):
            return no("sbh.scenario.treasure.win", "malformed", str(answer))
        world, figure = doing.world, doing.figure()
        if not brings_home(world, figure):
            return no("sbh.scenario.treasure.win", "no-treasure", figure.id)
        refused = held_refusal(figure) or prone_refusal(figure)
        if refused is not None:
            return refused
        if figure.has(SLOW) and figure.moves >= 1:
            return no("sbh.special.slow", "slow", figure.id)
        if guards(world, figure):
            return no("sbh.disengage.cost", "must-disengage", figure.id)
        spot = way_off(world, figure)
        if spot is None:
            return no("sbh.scenario.treasure.win", "edge-out-of-reach", figure.id)
        return price_refusal(doing, move_cost(world, figure, spot[0], spot[1]), "action-move")

    def listed(self, doing: Doing) -> list[Answer]:
        return [("exit",)]


@rule("sbh.scenario.treasure.win")
def leave_with_treasure(world: World, id: int, _answer: tuple[str]) -> Script:
    """The carrier leaves by its band's own edge with the treasure, and the scenario is won. Returns the world and the
    actions spent."""
    figure = world.figures[id]
    spot = way_off(world, figure)
    assert spot is not None
    cost = move_cost(world, figure, spot[0], spot[1])
    twin = out_of_play(figure, "left-with-treasure")
    band = world.bands[figure.seat].copy()
    band.brought_home = True
    yield Tell("sbh.scenario.treasure.win", "brings-treasure-home", (id,))
    return world.with_figure(twin).with_band(band), cost


register(Take("take", 12, take))
register(Give("give", 1, hand_over))
register(Receive("receive", 8, hand_over))
register(Exit("exit", 30, leave_with_treasure))
