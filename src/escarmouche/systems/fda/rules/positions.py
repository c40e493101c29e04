"""Positions: who may hide, crouch and lie down, and where. (fda.position.hide)"""

from __future__ import annotations

from typing import Any, Final, final

from mypy_extensions import mypyc_attr

from escarmouche.core.effects import Answer, Chance, Choose, Options, Refusal, Script, Tell, rule
from escarmouche.kit.menu import malformed, no
from escarmouche.systems.fda.model import (
    CROUCHED,
    HIDDEN,
    MOUNTED,
    POSITIONS,
    PRONE,
    PROUD,
    STANDING,
    UNDEAD,
    Course,
    Figure,
    World,
)
from escarmouche.systems.fda.rules.actions import Action, Activation, register
from escarmouche.systems.fda.rules.conventions import enemies, looks_at, rises_quickly, touched, within
from escarmouche.systems.fda.rules.damage import with_posture
from escarmouche.systems.fda.rules.numbers import HIDE_BEYOND, NEAR_SCENERY
from escarmouche.systems.fda.rules.sight import mostly_hidden
from escarmouche.systems.fda.rules.values import SCREENS
from escarmouche.table.pieces import Piece
from escarmouche.table.shapes import disc_gap_polygon

# ---------------------------------------------------------------- who hides, and where


def shy_refusal(figure: Figure) -> Refusal | None:
    """Why it never crouches nor hides, or None. (fda.position.mounted-cannot-hide, fda.trait.refuses-to-crouch,
    fda.trait.undead)"""
    if figure.card.size == MOUNTED:
        return no("fda.position.mounted-cannot-hide", "mounted-in-sight", figure.id)
    if figure.has(PROUD):
        return no("fda.trait.refuses-to-crouch", "too-proud", figure.id)
    return no("fda.trait.undead", "undead-in-sight", figure.id) if figure.has(UNDEAD) else None


def conceals(piece: Piece) -> bool:
    """Is it a piece of scenery that one can hide by? Marsh, ladders, broken ground and bare floor hide nothing.
    (fda.terrain.sight)"""
    return SCREENS.get(piece.kind, "none") != "none"


def sheltered(world: World, x: int, y: int, radius: int) -> bool:
    """Would a base there be close to scenery or in it? What stands on bare floor has a rim that counts as not clear for hiding.
    (fda.position.hide-near-scenery, fda.position.hide-not-in-clear)"""
    return any(conceals(piece) and disc_gap_polygon(x, y, radius, piece.shape) <= NEAR_SCENERY for piece in world.ground.pieces)


def hide_refusal(world: World, figure: Figure) -> Refusal | None:
    """Why it may not hide where it is, or None. (fda.position.hide)"""
    shy = shy_refusal(figure)
    if shy is not None:
        return shy
    if touched(world, figure):
        return no("fda.position.hide", "in-contact", figure.id)
    if not sheltered(world, figure.x, figure.y, figure.card.radius):
        return no("fda.position.hide-not-in-clear", "no-scenery", figure.id)
    awake = [enemy for enemy in enemies(world, figure) if enemy.aware()]
    for enemy in awake:
        if within(figure, enemy, HIDE_BEYOND):
            return no("fda.position.hide-beyond-30", "too-near-to-hide", figure.id, enemy.id)
    for enemy in awake:
        if looks_at(enemy, figure) and not mostly_hidden(world, enemy, figure):
            return no("fda.position.hide-unseen-or-half", "seen-hiding", figure.id, enemy.id)
    return None


def crouch_refusal(world: World, figure: Figure) -> Refusal | None:
    """Why it may not crouch, or None. (fda.position.crouch)"""
    shy = shy_refusal(figure)
    if shy is None and touched(world, figure):
        return no("fda.position.crouch", "in-contact", figure.id)
    return shy


# ---------------------------------------------------------------- the start of the battle


BEGINNINGS: Final = {"crouched": CROUCHED, "hidden": HIDDEN, "prone": PRONE}
"""How a figure may begin that does not stand in the open."""


@final
@mypyc_attr(acyclic=True)
class Beginning(Options):
    """How the figures of a side begin, all in one answer: ("begin", ((figure, way), ...)), in the order of `able`, which has
    each of them that may choose with its ways; who is not named begins in the open. (fda.position.fog-of-war,
    fda.trait.floor-dweller)"""

    __slots__ = ("why", "able")

    def __init__(self, why: str, able: tuple[tuple[int, tuple[str, ...]], ...]) -> None:
        self.why = why
        self.able = able

    def check(self, answer: Answer) -> Refusal | None:
        if not isinstance(answer, tuple) or malformed(answer, tuple) or answer[0] != "begin":
            return no(self.why, "malformed", str(answer)[:80])
        left = list(self.able)
        for pair in answer[1]:
            if not isinstance(pair, tuple) or len(pair) != 2 or type(pair[0]) is not int:
                return no(self.why, "malformed", str(answer)[:80])
            while left and left[0][0] != pair[0]:
                left.pop(0)
            if not left:
                return no(self.why, "begins-out-of-order")
            id, ways = left.pop(0)
            if pair[1] not in ways:
                return no(self.why, "begins-not-so", id)
        return None

    def together(self, *wished: str) -> Answer:
        """Everybody in the first of these ways that it may, else in the open."""
        found = [(id, next((way for way in wished if way in ways), "")) for id, ways in self.able]
        return ("begin", tuple([one for one in found if one[1]]))

    def listed(self) -> list[Answer]:
        """Everybody in the open; whoever can in one way, the others in the open; everybody as little to be seen as may be."""
        found = [self.together()]
        for wished in (("prone",), ("crouched",), ("hidden",), ("hidden", "crouched")):
            answer = self.together(*wished)
            if answer not in found:
                found.append(answer)
        return found

    def sample(self, chance: Chance) -> Answer:
        drawn = [(id, ("", *ways)[chance.below(len(ways) + 1)]) for id, ways in self.able]
        return ("begin", tuple([one for one in drawn if one[1]]))

    def single(self) -> Answer | None:
        return None if self.able else ("begin", ())


def begin_as_wished(world: World, seat: int, options: Beginning) -> Script:
    """Ask a side how its figures begin. Returns the world."""
    if options.able:
        _, pairs = yield Choose(options.why, seat, world, options)
        for id, way in pairs:
            world = with_posture(world, id, BEGINNINGS[way])
            yield Tell(options.why, f"begins-{way}", (id,))
    return world


@rule("fda.position.fog-of-war")
def fog_of_war(world: World, seat: int) -> Script:
    """Every figure on foot begins hidden, crouched or in the open, as its owner likes and its place allows. Returns the
    world."""
    able: list[tuple[int, tuple[str, ...]]] = []
    for figure in world.on_table(seat) if world.plays(POSITIONS) else ():
        if figure.posture == STANDING and crouch_refusal(world, figure) is None:
            hides = hide_refusal(world, figure) is None
            able.append((figure.id, ("crouched", "hidden") if hides else ("crouched",)))
    return (yield from begin_as_wished(world, seat, Beginning("fda.position.fog-of-war", tuple(able))))


# ---------------------------------------------------------------- the actions


@rule("fda.position.lie-down")
def lie_down(world: World, id: int, course: Course, _answer: tuple[str]) -> Script:
    """It stretches out on the ground. Returns the world and the course."""
    yield Tell("fda.position.lie-down", "lies-down", (id,))
    return with_posture(world, id, PRONE), course


@rule("fda.position.hide", "fda.state.hidden")
def hide(world: World, id: int, course: Course, _answer: tuple[str]) -> Script:
    """It hides by the scenery; no roll. Returns the world and the course."""
    yield Tell("fda.position.hide", "hides", (id,))
    return with_posture(world, id, HIDDEN), course


@rule("fda.position.crouch")
def crouch(world: World, id: int, course: Course, _answer: tuple[str]) -> Script:
    """It keeps low. Returns the world and the course."""
    yield Tell("fda.position.crouch", "crouches", (id,))
    return with_posture(world, id, CROUCHED), course


@rule("fda.position.leaving-crouch")
def straighten(world: World, id: int, course: Course, _answer: tuple[str]) -> Script:
    """It straightens up, which is free. Returns the world and the course."""
    yield Tell("fda.position.leaving-crouch", "straightens", (id,))
    return with_posture(world, id, STANDING), course


@final
class Posture(Action):
    """An action that changes nothing but the posture: (kind,)."""

    __slots__ = ()

    def barrier(self, menu: Activation) -> Refusal | None:
        """Why the figure may not do so, or None."""
        figure = menu.figure()
        if self.kind == "hide":
            return no(self.rule, "hidden-already", menu.id) if figure.posture == HIDDEN else hide_refusal(menu.world, figure)
        if self.kind == "crouch":
            return (
                no(self.rule, "crouched-already", menu.id) if figure.posture == CROUCHED else crouch_refusal(menu.world, figure)
            )
        return None

    def cost(self, menu: Activation) -> int:
        """One that is at home on the floor lies down quickly. (fda.trait.floor-dweller)"""
        return 1 if self.kind == "lie-down" and rises_quickly(menu.figure()) else self.time

    def possible(self, menu: Activation) -> bool:
        return self.barrier(menu) is None

    def refusal(self, menu: Activation, answer: tuple[Any, ...]) -> Refusal | None:
        return self.barrier(menu) if answer == (self.kind,) else no(self.rule, "malformed", str(answer)[:80])

    def listed(self, menu: Activation) -> list[Answer]:
        return [(self.kind,)] if self.barrier(menu) is None else []


LOW: Final = 1 << CROUCHED | 1 << HIDDEN

register(Posture("lie-down", 1, lie_down, POSITIONS))
register(Posture("hide", 6, hide, POSITIONS))
register(Posture("crouch", 2, crouch, POSITIONS))
register(Posture("straighten", 1, straighten, POSITIONS, LOW, "turn"))
