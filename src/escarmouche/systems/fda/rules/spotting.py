"""Spotting: finding a hidden enemy by looking hard. (fda.scout.action)"""

from __future__ import annotations

from typing import Any, final

from escarmouche.core.effects import Answer, Call, Refusal, Script, Tell, rule
from escarmouche.kit.menu import malformed, no
from escarmouche.systems.fda.model import HIDDEN, ON_TABLE, SCOUTING, SNEAKY, Course, Figure, Trigger, World
from escarmouche.systems.fda.rules.actions import AWARE, Action, Activation, register
from escarmouche.systems.fda.rules.conventions import looks_at, within
from escarmouche.systems.fda.rules.dice import CRITICAL, SUCCESS, threshold
from escarmouche.systems.fda.rules.discovery import discovered
from escarmouche.systems.fda.rules.numbers import DIFFICULTY, NEAR_SCENERY, NIGHT, SNEAKED, SPOT_NEAR, SPOTTING
from escarmouche.systems.fda.rules.reactions import SPOTTED, react
from escarmouche.systems.fda.rules.sight import hides, walled_off


def difficulty(world: World, figure: Figure, target: Figure) -> int:
    """What the die must not exceed: the row that is best for the target among distance and whatever hides it; one less for a
    sneaky one. (fda.scout.difficulty-table, fda.scout.best-for-target, fda.trait.sneaky)"""
    found = DIFFICULTY["near" if within(figure, target, SPOT_NEAR) else "far"]  # fda.scout.near, fda.scout.far
    for piece in world.ground.pieces:
        row = SPOTTING.get(piece.kind, "")
        if row and DIFFICULTY[row] < found and hides(world, figure, target, piece):
            found = DIFFICULTY[row]  # fda.scout.light-cover, fda.scout.heavy-cover
    return max(1, found - SNEAKED) if target.has(SNEAKY) else found


def spot_refusal(world: World, figure: Figure, target: Figure) -> Refusal | None:
    """Why it may not look for this one, or None. (fda.scout.action)"""
    why = "fda.scout.action"
    if target.seat == figure.seat or target.status != ON_TABLE or target.posture != HIDDEN:
        return no(why, "nobody-hidden", target.id)
    if not looks_at(figure, target):
        return no(why, "not-in-view", figure.id, target.id)
    if walled_off(world, figure, target, NEAR_SCENERY):
        return no(why, "walled-off", figure.id, target.id)
    return None


@rule("fda.scout.roll", "fda.scout.success", "fda.scout.failure", "fda.scout.critical", "fda.scout.night")
def spot(world: World, id: int, course: Course, answer: tuple[str, int]) -> Script:
    """A D10 equal to or under the difficulty, at night one worse, finds the target, which crouches and may answer with a shot;
    0 then 0 costs all the time left. Returns the world and the course."""
    target = answer[1]
    needed = difficulty(world, world.figures[id], world.figures[target])
    needed -= NIGHT if world.night else 0  # added to the die, whose 0 stays a 0: the number to reach is so much less
    verdict = yield from threshold(world, "fda.scout.roll", world.figures[id], needed)
    if verdict == CRITICAL:
        yield Tell("fda.scout.critical", "rubs-eyes", (id,), "nothing")
        return world, course.over()
    if verdict != SUCCESS:
        yield Tell("fda.scout.failure", "sees-nothing", (id, target), "nothing")
        return world, course
    yield Tell("fda.scout.success", "spotted", (id, target), "spotted")
    world = discovered(world, target)
    world, _, _ = yield Call(react, world, Trigger(SPOTTED, id, (target,)))
    return world, course


@final
class Spot(Action):
    """Look for one hidden enemy. (fda.scout.action)"""

    __slots__ = ()

    def possible(self, menu: Activation) -> bool:
        return any(one.posture == HIDDEN and one.seat != menu.figure().seat for one in menu.world.figures)

    def refusal(self, menu: Activation, answer: tuple[Any, ...]) -> Refusal | None:
        if malformed(answer, int) or not 0 <= answer[1] < len(menu.world.figures):
            return no("fda.scout.action", "malformed", str(answer)[:80])
        return spot_refusal(menu.world, menu.figure(), menu.world.figures[answer[1]])

    def listed(self, menu: Activation) -> list[Answer]:
        answers: list[Answer] = [("spot", one.id) for one in menu.world.figures if one.posture == HIDDEN]
        return [answer for answer in answers if self.refusal(menu, answer) is None]


register(Spot("spot", 5, spot, SCOUTING, AWARE))
