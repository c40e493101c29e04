"""Positioning: turning on the spot, and getting up."""

from __future__ import annotations

from typing import Any, Final, final

from escarmouche.core.effects import Answer, Chance, Refusal, Script, Tell, rule
from escarmouche.kit.menu import malformed, no
from escarmouche.systems.fda.model import STANDING, Course, World
from escarmouche.systems.fda.rules.actions import AWARE, LYING, Action, Activation, register
from escarmouche.systems.fda.rules.conventions import enemies, rises_quickly
from escarmouche.systems.fda.rules.damage import with_posture
from escarmouche.table.trig import TURN, angle_of

RAYS: Final = 8


@rule("fda.position.turn", "fda.action.flash")
def turn(world: World, id: int, course: Course, answer: tuple[str, int]) -> Script:
    """A figure turns on the spot, for free and as often as it likes. Returns the world and the course."""
    twin = world.figures[id].copy()
    twin.facing = answer[1]
    yield Tell("fda.position.turn", "turns", (id, answer[1]))
    return world.with_figure(twin), course.after_turn()


@final
class Turn(Action):
    """To look another way: ("turn", angle). Whoever has just turned may turn again, but nothing is gained by it.
    (fda.position.turn)"""

    __slots__ = ()

    def possible(self, menu: Activation) -> bool:
        return not menu.course.just

    def refusal(self, menu: Activation, answer: tuple[Any, ...]) -> Refusal | None:
        if malformed(answer, int) or not 0 <= answer[1] < TURN:
            return no("fda.position.turn", "malformed", str(answer)[:80])
        return None

    def listed(self, menu: Activation) -> list[Answer]:
        figure = menu.figure()
        angles = [angle_of(one.x - figure.x, one.y - figure.y) for one in enemies(menu.world, figure)]
        angles += [ray * TURN // RAYS for ray in range(RAYS)]
        return [("turn", angle) for angle in dict.fromkeys(angles) if angle != figure.facing]

    def sample(self, menu: Activation, chance: Chance) -> Answer | None:
        figure = menu.figure()
        foes = enemies(menu.world, figure)
        if foes and chance.below(2):
            foe = foes[chance.below(len(foes))]
            return ("turn", angle_of(foe.x - figure.x, foe.y - figure.y))
        return ("turn", chance.below(TURN))


@rule("fda.position.stand-up", "fda.action.slow", "fda.state.prone")
def stand_up(world: World, id: int, course: Course, answer: tuple[str]) -> Script:
    """A prone figure gets up, and may then turn as it likes. Returns the world and the course."""
    yield Tell("fda.position.stand-up", f"{answer[0]}s", (id,))
    return with_posture(world, id, STANDING), course


@final
class StandUp(Action):
    """To get up, in contact as well: ("stand-up",). (fda.position.stand-up)"""

    __slots__ = ()

    def possible(self, menu: Activation) -> bool:
        return True

    def cost(self, menu: Activation) -> int:
        """One unit for those who live on the floor. (fda.trait.floor-dweller)"""
        return 1 if rises_quickly(menu.figure()) else self.time

    def refusal(self, menu: Activation, answer: tuple[Any, ...]) -> Refusal | None:
        return no("fda.position.stand-up", "malformed", str(answer)[:80]) if malformed(answer) else None

    def listed(self, menu: Activation) -> list[Answer]:
        return [("stand-up",)]


register(Turn("turn", 1, turn, postures=AWARE))
register(StandUp("stand-up", 12, stand_up, postures=LYING))
