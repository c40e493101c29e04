"""Positions: lying down, hiding, crouching, and moving in those states. (fda.position.hide)"""

from __future__ import annotations

from typing import Any, final

from escarmouche.core.effects import Answer, Chance, Choose, Listed, Refusal, Script, Tell, rule
from escarmouche.kit.menu import malformed, no
from escarmouche.systems.fda.model import (
    CROUCHED,
    DISCOVERY_BY_LINE,
    HIDDEN,
    MOUNTED,
    POSITIONS,
    PRONE,
    PROUD,
    STANDING,
    STUNNED,
    UNDEAD,
    Course,
    Figure,
    World,
)
from escarmouche.systems.fda.rules.actions import LYING, ON_FEET, Action, Activation, register

# ---------------------------------------------------------------- who hides, and where


def shy(figure: Figure) -> bool:
    """Does it never crouch nor hide: a rider, one that is too proud, the undead? (fda.position.mounted-cannot-hide,
    fda.trait.refuses-to-crouch, fda.trait.undead)"""
    return figure.card.size == MOUNTED or figure.has(PROUD) or figure.has(UNDEAD)


def shy_refusal(figure: Figure) -> Refusal | None:
    """Why it never crouches nor hides, or None."""
    if figure.card.size == MOUNTED:
        return no("fda.position.mounted-cannot-hide", "mounted-in-sight", figure.id)
    if figure.has(PROUD):
        return no("fda.trait.refuses-to-crouch", "too-proud", figure.id)
    return no("fda.trait.undead", "undead-in-sight", figure.id) if figure.has(UNDEAD) else None


def sheltered(world: World, x: int, y: int, radius: int) -> bool:
    """Is there scenery within a base's width of a base there, or ground that is not clear under it? What stands on bare floor
    has a rim of the same width that counts as not clear for hiding. (fda.position.hide-near-scenery,
    fda.position.hide-not-in-clear)"""
    for piece in world.ground.pieces:
        if hides_somebody(piece) and disc_gap_polygon(x, y, radius, piece.shape) <= NEAR_SCENERY:
            return True
    return False


def hides_somebody(piece: Piece) -> bool:
    """Is it a piece of scenery that one can hide by? Marsh, ladders, broken ground and bare floor hide nothing.
    (fda.terrain.sight)"""
    return SCREENS.get(piece.kind, "none") != "none"


def hide_refusal(world: World, figure: Figure) -> Refusal | None:
    """Why it may not hide where it is, or None. (fda.position.hide)"""
    shy_one = shy_refusal(figure)
    if shy_one is not None:
        return shy_one
    if touched(world, figure):
        return no("fda.position.hide", "in-contact", figure.id)
    if not sheltered(world, figure.x, figure.y, figure.card.radius):
        return no("fda.position.hide-not-in-clear", "no-scenery", figure.id)
    for enemy in enemies(world, figure):
        if enemy.aware() and within(figure, enemy, HIDE_BEYOND):
            return no("fda.position.hide-beyond-30", "too-near-to-hide", figure.id, enemy.id)
    for enemy in enemies(world, figure):
        if enemy.aware() and looks_at(enemy, figure) and not over_half(world, enemy, figure):
            return no("fda.position.hide-unseen-or-half", "seen-hiding", figure.id, enemy.id)
    return None


def crouch_refusal(world: World, figure: Figure) -> Refusal | None:
    """Why it may not crouch, or None. (fda.position.crouch)"""
    shy_one = shy_refusal(figure)
    if shy_one is None and touched(world, figure):
        return no("fda.position.crouch", "in-contact", figure.id)
    return shy_one


# ---------------------------------------------------------------- being discovered


def postured(world: World, id: int, posture: int) -> World:
    """The world in which a figure has another posture."""
    twin = world.figures[id].copy()
    twin.posture = posture
    return world.with_figure(twin)


def discovered(world: World, id: int) -> World:
    """A hidden figure that is found crouches; one that never crouches, or that an enemy touches, stands.
    (fda.position.discovered-becomes-crouched)"""
    figure = world.figures[id]
    return postured(world, id, STANDING if shy(figure) or touched(world, figure) else CROUCHED)


def finds(world: World, enemy: Figure, figure: Figure) -> bool:
    """Does an enemy discover a hidden figure by being near: less than 20 cm off, in its field of vision, and no wall, building,
    closed door or shutter across every line? (fda.position.discovered-within-20)"""
    if not enemy.aware() or not closer(enemy, figure, DISCOVERED) or not looks_at(enemy, figure):
        return False
    if world.reads(DISCOVERY_BY_LINE):
        return in_line(world, enemy, figure)
    return not walled_off(world, enemy, figure)


@rule("fda.position.discovered-within-20", "fda.position.discovered-becomes-crouched", "fda.position.contact-ends-crouch")
def found_out(world: World, mover: int) -> Script:
    """After a step or a turn: whoever is hidden and found by the mover, or finds the mover in hiding, and whoever crouches and
    is touched. Returns the world."""
    if not world.plays(POSITIONS):
        return world
    one = world.figures[mover]
    for other in world.figures:
        if other.seat == one.seat or other.status != ON_TABLE:
            continue
        for hider, seeker in ((other, one), (one, other)):
            if hider.posture == HIDDEN and (touching(hider, seeker) or finds(world, seeker, hider)):
                world = discovered(world, hider.id)
                yield Tell("fda.position.discovered-within-20", "discovered", (hider.id, seeker.id))
            elif hider.posture == CROUCHED and touching(hider, seeker):
                world = postured(world, hider.id, STANDING)
        one = world.figures[mover]
    if one.posture == HIDDEN and not sheltered(world, one.x, one.y, one.card.radius):  # fda.position.hide-near-scenery
        world = postured(world, mover, STANDING)
        yield Tell("fda.position.hide-near-scenery", "left-its-scenery", (mover,))
    return world


def revealed(world: World, id: int) -> World:
    """A figure that shoots, casts, strikes or moves otherwise than low is neither crouched nor hidden any more.
    (fda.position.acting-reveals, fda.position.leaving-crouch, fda.cover.shooting-reveals)"""
    posture = world.figures[id].posture
    return postured(world, id, STANDING) if posture == CROUCHED or posture == HIDDEN else world


# ---------------------------------------------------------------- the start of the battle


@rule("fda.position.fog-of-war")
def fog_of_war(world: World, seat: int) -> Script:
    """Every figure on foot begins hidden, crouched or in the open, as its owner likes and its place allows. Returns the
    world."""
    why = "fda.position.fog-of-war"
    for figure in world.on_table(seat):
        if figure.posture != STANDING or shy(figure) or touched(world, figure):
            continue
        choices: list[Answer] = [("begin", "open"), ("begin", "crouched")]
        if hide_refusal(world, figure) is None:
            choices.append(("begin", "hidden"))
        answer = yield Choose(why, seat, world, Listed(tuple(choices), why), figure.id)
        if answer[1] != "open":
            world = postured(world, figure.id, HIDDEN if answer[1] == "hidden" else CROUCHED)
            yield Tell(why, f"begins-{answer[1]}", (figure.id,))
    return world


# ---------------------------------------------------------------- the actions


@rule("fda.position.lie-down")
def lie_down(world: World, id: int, course: Course, answer: tuple[str]) -> Script:
    """It stretches out on the ground. Returns the world and the course."""
    yield Tell("fda.position.lie-down", "lies-down", (id,))
    return postured(world, id, PRONE), course


@rule("fda.position.hide", "fda.state.hidden")
def hide(world: World, id: int, course: Course, answer: tuple[str]) -> Script:
    """It hides by the scenery; no roll. Returns the world and the course."""
    yield Tell("fda.position.hide", "hides", (id,))
    return postured(world, id, HIDDEN), course


@rule("fda.position.crouch")
def crouch(world: World, id: int, course: Course, answer: tuple[str]) -> Script:
    """It keeps low. Returns the world and the course."""
    yield Tell("fda.position.crouch", "crouches", (id,))
    return postured(world, id, CROUCHED), course


@rule("fda.position.leaving-crouch")
def straighten(world: World, id: int, course: Course, answer: tuple[str]) -> Script:
    """It straightens up, which is free. Returns the world and the course."""
    yield Tell("fda.position.leaving-crouch", "straightens", (id,))
    return postured(world, id, STANDING), course
