"""Discovery: judged at every point of a move and whenever anybody turns, comes to or gets up."""

from __future__ import annotations

from typing import Any

import pytest

from escarmouche.core.effects import Call
from escarmouche.systems.fda.model import CROUCHED, HIDDEN, PRONE, SHOOTING_REACTIONS, STANDING, STUNNED
from escarmouche.systems.fda.rules.reactions import LET_BE
from escarmouche.systems.fda.rules.turn import activate
from tests.systems.fda.stage import EVERYTHING, act, acts, box, changed, cm, figure, play, scene

QUIET = EVERYTHING & ~SHOOTING_REACTIONS
COLUMN = box("column", 30, 48, 33, 52)
"""Whoever stands at (35, 50) is beside it, to the east."""


def lurker(x: float = 35, y: float = 50, seat: int = 1, **more: Any) -> Any:
    return figure("goblin-scout", seat, x, y, more.pop("facing", 0), posture=HIDDEN, **more)


@pytest.mark.rule("fda.position.discovered-within-20")
def test_a_move_that_comes_near_enough_for_one_moment_only_discovers() -> None:
    """The bases pass each other at 19.999 cm in the middle of the move, and are 20 cm apart a quarter of a centimetre off."""
    bush = box("bush", 40, 74, 50, 76)
    passing = scene(figure("dwarf", 0, 40, 50), lurker(45.25, 50 + 2.5 + 19.999), pieces=[bush], options=QUIET)
    assert act(passing, ("advance", cm(50), cm(50)))[1].posture == CROUCHED
    farther = scene(figure("dwarf", 0, 40, 50), lurker(45.25, 50 + 2.5 + 20), pieces=[bush], options=QUIET)
    assert act(farther, ("advance", cm(50), cm(50)))[1].posture == HIDDEN


@pytest.mark.rule("fda.position.discovered-within-20")
def test_a_glimpse_through_a_gap_in_a_wall_discovers() -> None:
    """Through a gap of a millimetre between two walls the goblin is in sight for a few millimetres of the way."""
    west, east = box("wall", 0, 60, 45.0, 61), box("wall", 45.1, 60, 100, 61)
    bush = box("bush", 44, 65, 46, 67)
    open_gap = scene(figure("dwarf", 0, 38, 50), lurker(45.05, 63.5), pieces=[west, east, bush], options=QUIET)
    assert act(open_gap, ("advance", cm(48), cm(50)))[1].posture == CROUCHED
    closed = scene(figure("dwarf", 0, 38, 50), lurker(45.05, 63.5), pieces=[box("wall", 0, 60, 100, 61), bush], options=QUIET)
    assert act(closed, ("advance", cm(48), cm(50)))[1].posture == HIDDEN


@pytest.mark.rule("fda.position.discovered-within-20", "fda.shootreact.reaction-shot")
def test_a_hidden_mover_is_shot_at_only_from_where_it_was_found() -> None:
    """It creeps from 25.5 to 18.6 cm: in the first part of its way nobody may shoot at it."""
    undergrowth = box("undergrowth", 20, 40, 70, 60)
    world = scene(lurker(25, 50, 0), figure("elf", 1, 53, 50, 180), pieces=[undergrowth])
    creeps = act(world, ("advance-hidden", cm(31.9), cm(50)))
    window = creeps.asked[-1].options
    assert window.listed() == [LET_BE, ("reaction-shot", 1, "bow", 1000)]
    early = window.check(("reaction-shot", 1, "bow", 700))
    assert early is not None
    assert early.rule == "fda.cover.hidden-not-target"
    assert window.check(("reaction-shot", 1, "bow", 800)) is None
    shot = act(world, ("advance-hidden", cm(31.9), cm(50)), [9], [("reaction-shot", 1, "bow", 900)])
    assert shot.kinds.index("discovered") < shot.kinds.index("shoots")
    assert shot[0].posture == CROUCHED
    assert shot[0].x == cm(31.9)


@pytest.mark.rule("fda.position.discovered-within-20", "fda.action.reaction-interrupts")
def test_one_shot_down_on_its_way_finds_nobody_beyond() -> None:
    """The dwarf would find the goblin at the end of its way, but never comes there."""
    bush = box("bush", 69, 50, 71, 52)
    archer = figure("archer", 1, 47.5, 90, 270)
    world = scene(figure("dwarf", 0, 45, 50, D=1), archer, lurker(70, 48), pieces=[bush])
    falls = act(world, ("advance", cm(55), cm(50)), [1, 3, 1], [("reaction-shot", 1, "bow", 250)])
    assert falls[0].posture == STUNNED
    assert falls[2].posture == HIDDEN
    goes_on = act(world, ("advance", cm(55), cm(50)), [9], [("reaction-shot", 1, "bow", 250)])
    assert goes_on[2].posture == CROUCHED


@pytest.mark.rule("fda.position.discovered-within-20", "fda.contact.free-facing")
def test_a_figure_that_turns_to_whoever_touches_it_discovers_what_is_behind_him() -> None:
    world = scene(figure("orc", 0, 44, 50), figure("elf", 1, 50, 50, 0), lurker(seat=0), pieces=[COLUMN], options=QUIET)
    turns = acts(world, ("advance", cm(48), cm(50)), ("face",), LET_BE)
    assert turns[2].posture == CROUCHED
    keeps = acts(world, ("advance", cm(48), cm(50)), ("keep",), LET_BE)
    assert keeps[2].posture == HIDDEN


@pytest.mark.rule("fda.position.discovered-within-20", "fda.position.recover")
def test_one_that_comes_to_discovers_what_lies_before_its_eyes() -> None:
    stunned = figure("elf", 0, 50, 50, 180, posture=STUNNED)
    world = changed(scene(stunned, lurker(), pieces=[COLUMN]), acting=-1)
    assert play(Call(activate, world, 0), [9])[1].posture == HIDDEN
    assert play(Call(activate, world, 0), [1])[1].posture == CROUCHED


@pytest.mark.rule("fda.position.discovered-within-20", "fda.extra.raise-friend")
def test_a_friend_helped_up_discovers_where_it_is_made_to_look() -> None:
    fallen = figure("elf", 0, 50, 50, 0, posture=PRONE)
    world = scene(figure("ranger", 0, 52.5, 50), fallen, lurker(), pieces=[COLUMN])
    assert acts(world, ("raise-friend", 1, 0))[2].posture == HIDDEN
    assert acts(world, ("raise-friend", 1, 18000))[2].posture == CROUCHED


@pytest.mark.rule("fda.position.discovered-within-20", "fda.position.contact-ends-crouch")
def test_one_that_steals_up_from_behind_is_found_on_contact_and_that_is_told() -> None:
    undergrowth = box("undergrowth", 20, 40, 70, 60)
    world = scene(lurker(40, 50, 0), figure("orc", 1, 47, 50, 0), pieces=[undergrowth], options=QUIET)
    steals = act(world, ("advance-hidden", cm(46), cm(50)), answers=[("keep",)])
    assert steals[0].posture == STANDING
    assert [tell.about for tell in steals.tells if tell.kind == "discovered"] == [(0, 1)]
