"""Leaving melee, standing up, breaking free."""

from __future__ import annotations

from typing import Any, Final, final

from escarmouche.core.effects import Answer, Call, Chance, Refusal, Script, Tell, rule
from escarmouche.kit.menu import malformed, no
from escarmouche.systems.sbh.model import FREE, ON_TABLE, Figure, World
from escarmouche.systems.sbh.rules.actions import Action, Doing, held_refusal, price_refusal, prone_refusal, register
from escarmouche.systems.sbh.rules.conventions import contact, enemies, guards, helpless, touches
from escarmouche.systems.sbh.rules.harm import hacked_by, is_spared_hack, tricks_on_escape
from escarmouche.systems.sbh.rules.melee import free_hack
from escarmouche.systems.sbh.rules.movement import (
    FULL_TURN,
    ahead,
    away_from,
    dares_all,
    go,
    off_at,
    slow_refusal,
    stick,
    stride,
    way_refusal,
)
from escarmouche.systems.sbh.rules.upgrades import tricks_over
from escarmouche.systems.sbh.rules.values import COST
from escarmouche.table.trig import step

DISENGAGING: Final = COST["disengage"]
AFTER_A_FALL: Final = 2
"""The actions it takes to get up after a fall. (sbh.fall.survivor-stands-in-two)"""

# ---------------------------------------------------------------- disengaging


@final
class Disengage(Action):
    """Break away from operational enemies: ("disengage", x, y), two actions that include one straight move.
    (sbh.action.disengage, sbh.disengage.cost)"""

    __slots__ = ()

    def possible(self, doing: Doing) -> bool:
        figure = doing.figure()
        if doing.left < DISENGAGING or helpless(figure) or slow_refusal(figure) is not None:
            return False
        return len(guards(doing.world, figure)) > 0

    def refusal(self, doing: Doing, answer: tuple[Any, ...]) -> Refusal | None:
        if malformed(answer, int, int):
            return no("sbh.action.disengage", "malformed", str(answer))
        figure = doing.figure()
        refused = held_refusal(figure) or prone_refusal(figure) or slow_refusal(figure)
        if refused is not None:
            return refused
        if not guards(doing.world, figure):
            return no("sbh.disengage.free-if-helpless", "nothing-to-disengage", figure.id)
        return price_refusal(doing, COST["disengage"], "action-disengage") or self.way_out(doing, answer[1], answer[2])

    def way_out(self, doing: Doing, x: int, y: int) -> Refusal | None:
        """Why the move there is not possible, or does not lead out of contact with the enemies it leaves."""
        figure = doing.figure()
        refused = way_refusal(doing.world, figure, x, y, doing.waiting)
        if refused is not None:
            return refused
        for foe in guards(doing.world, figure):
            if touches(doing.world, x, y, figure.card.radius, foe):
                return no("sbh.disengage.success", "still-in-contact", figure.id, foe.id)
        return None

    def listed(self, doing: Doing) -> list[Answer]:
        world, figure = doing.world, doing.figure()
        spots: list[tuple[int, int]] = []
        goals = [away_from(figure, foe) for foe in enemies(world, figure)]
        goals += [step(figure.x, figure.y, i * 4500, 2 * stride(world, figure, False)) for i in range(8)]
        for x, y in goals:
            for difficult in (False, True):
                spot = ahead(world, figure, x, y, stick(world, figure, difficult))
                if self.way_out(doing, spot[0], spot[1]) is None:
                    spots.append(spot)
                    break
        return [("disengage", x, y) for x, y in dict.fromkeys(spots)]

    def sample(self, doing: Doing, chance: Chance) -> Answer | None:
        x, y = off_at(doing.world, doing.figure(), chance.below(FULL_TURN), chance.below(2) == 0)
        return ("disengage", x, y) if self.way_out(doing, x, y) is None else None


@rule("sbh.disengage.cost", "sbh.disengage.free-hack", "sbh.disengage.success", "sbh.disengage.immune")
def disengage(world: World, id: int, answer: tuple[str, int, int]) -> Script:
    """Every adjacent operational enemy strikes first, as long as the fighter is there to be struck; it leaves only if it
    wins every roll. Returns the world and the actions spent: none when it does not dare to go where Terror waits."""
    _, x, y = answer
    world, bold = yield from dares_all(world, id, x, y)
    if not bold:
        return world, 0
    yield Tell("sbh.disengage.cost", "disengages", (id,))
    free = True
    world, tricked = yield from tricks_on_escape(world, id, tuple([foe.id for foe in guards(world, world.figures[id])]))
    for foe in guards(world, world.figures[id]):
        figure = world.figures[id]
        if figure.status == ON_TABLE and contact(world, figure, foe) and not is_spared_hack(figure, foe):
            world, won = yield Call(free_hack, world, foe.id, id)
            free = free and won
    if tricked:
        world = tricks_over(world, id, True)
    if free:
        world = yield Call(go, world, id, x, y)
    return world, COST["disengage"]


# ---------------------------------------------------------------- standing up


@final
class StandUp(Action):
    """Get up: ("stand",), one action (sbh.action.stand-up), two after a fall (sbh.fall.survivor-stands-in-two)."""

    __slots__ = ()

    def possible(self, doing: Doing) -> bool:
        figure = doing.figure()
        return figure.prone and figure.held == FREE and doing.left >= standing_cost(figure)

    def refusal(self, doing: Doing, answer: tuple[Any, ...]) -> Refusal | None:
        if malformed(answer):
            return no("sbh.action.stand-up", "malformed", str(answer))
        figure = doing.figure()
        if not figure.prone:
            return no("sbh.action.stand-up", "stands-already", figure.id)
        return held_refusal(figure) or price_refusal(doing, standing_cost(figure), "action-stand-up")

    def listed(self, doing: Doing) -> list[Answer]:
        return [("stand",)]


def standing_cost(figure: Figure) -> int:
    """The actions it takes to get up."""
    return AFTER_A_FALL if figure.fallen else COST["stand-up"]


@rule("sbh.state.prone-stand", "sbh.state.prone-stand-free-hack", "sbh.action.stand-up")
def stand_up(world: World, id: int, _answer: tuple[str]) -> Script:
    """The fighter gets up; every adjacent operational enemy strikes at it as it does. Returns the world and the cost."""
    figure = world.figures[id]
    cost = standing_cost(figure)
    twin = figure.copy()
    twin.prone = False
    twin.fallen = False
    world = world.with_figure(twin)
    yield Tell("sbh.action.stand-up", "stands-up", (id,))
    world = yield Call(hacked_by, world, id, tuple([foe.id for foe in guards(world, twin)]))
    return world, cost


# ---------------------------------------------------------------- breaking free


@final
class BreakFree(Action):
    """Break an immobilisation: ("break",), two actions of one activation. (sbh.action.break-immobilisation)"""

    __slots__ = ()

    def possible(self, doing: Doing) -> bool:
        return doing.figure().held != FREE and doing.left >= COST["break-immobilisation"]

    def refusal(self, doing: Doing, answer: tuple[Any, ...]) -> Refusal | None:
        if malformed(answer):
            return no("sbh.action.break-immobilisation", "malformed", str(answer))
        if doing.figure().held == FREE:
            return no("sbh.action.break-immobilisation", "not-held", doing.id)
        return price_refusal(doing, COST["break-immobilisation"], "action-break-immobilisation")

    def listed(self, doing: Doing) -> list[Answer]:
        return [("break",)]


@rule("sbh.state.immobilised-break", "sbh.action.break-immobilisation")
def break_free(world: World, id: int, _answer: tuple[str]) -> Script:
    """Two successes end the immobilisation; a third is an ordinary action. Returns the world and the cost."""
    twin = world.figures[id].copy()
    twin.held = FREE
    twin.held_by = -1
    yield Tell("sbh.state.immobilised-break", "breaks-free", (id,))
    return world.with_figure(twin), COST["break-immobilisation"]


register(Disengage("disengage", 2, disengage))
register(StandUp("stand", 12, stand_up))
register(BreakFree("break", 12, break_free))
