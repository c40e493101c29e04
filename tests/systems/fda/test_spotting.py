"""Spotting: how hard it is to see the hidden, and what comes of it."""

from __future__ import annotations

from typing import Any

import pytest

from escarmouche.systems.fda.model import (
    CROUCHED,
    HIDDEN,
    POSITIONS,
    PRONE,
    REACTIONS,
    SCOUTING,
    SHOOTING_REACTIONS,
    STANDING,
)
from escarmouche.systems.fda.rules.spotting import difficulty
from tests.systems.fda.stage import Played, act, box, changed, figure, offered, refused, scene

ALL = POSITIONS | SCOUTING | REACTIONS | SHOOTING_REACTIONS
DEBRIS = box("debris", 60, 40, 110, 60)


def hidden(x: float, y: float = 50, profile: str = "goblin-scout", **more: Any) -> Any:
    return figure(profile, 1, x, y, 180, **{"posture": HIDDEN, **more})


def needed(target: Any, *pieces: Any) -> int:
    """The difficulty for a wizardess at (20, 50)."""
    world = scene(figure("wizardess", 0, 20, 50), target, pieces=pieces, options=ALL)
    return difficulty(world, world.figures[0], world.figures[1])


def spot(*dice: int, answers: Any = (), target: Any = None, spotter: Any = None, **more: Any) -> Played:
    """The wizardess looks for a goblin behind a column 25 cm off: difficulty 3."""
    first = spotter or figure("wizardess", 0, 20, 50, D=4)
    column = box("column", 42, 48.5, 45, 51.5)
    world = scene(first, target or hidden(47.5), pieces=(column,), options=more.pop("options", ALL), **more)
    return act(world, ("spot", 1), dice, answers)


@pytest.mark.rule("fda.scout.near", "fda.scout.far", "fda.scout.difficulty-table")
def test_distance_alone() -> None:
    assert needed(hidden(52.5), DEBRIS) == 5
    assert needed(hidden(53.5), DEBRIS) == 4
    assert needed(hidden(70), DEBRIS) == 4  # debris gives no row


@pytest.mark.rule("fda.scout.light-cover", "fda.scout.heavy-cover", "fda.scout.best-for-target", "fda.scout.difficulty-table")
def test_what_stands_between_or_is_stood_in() -> None:
    column, wall = box("column", 42, 48.5, 45, 51.5), box("wall", 55, 45, 56, 55)
    assert needed(hidden(47.5), column) == 3
    assert needed(hidden(43.5, 54), column) == 5  # beside it, seen past it
    assert needed(hidden(62.5), wall) == 2
    assert needed(hidden(70), box("forest", 66, 40, 80, 60)) == 2
    assert needed(hidden(47.5), column, box("wall", 40, 48, 41, 52)) == 2
    assert needed(hidden(70), box("undergrowth", 66, 40, 80, 60)) == 3


@pytest.mark.rule("fda.trait.sneaky")
def test_the_thief_is_harder_to_see() -> None:
    column = box("column", 42, 48.5, 45, 51.5)
    assert needed(hidden(47.5, profile="thief"), column) == 2
    assert needed(hidden(52.5, profile="thief")) == 4


@pytest.mark.rule("fda.scout.action", "fda.setup.options-together")
def test_whom_one_may_look_for() -> None:
    world = scene(figure("wizardess", 0, 20, 50), hidden(47.5), options=ALL)
    assert offered(world, "spot") == [("spot", 1)]
    assert refused(scene(figure("wizardess", 0, 20, 50, 180), hidden(47.5), options=ALL), ("spot", 1)) == "fda.scout.action"
    seen = scene(figure("wizardess", 0, 20, 50), hidden(47.5, posture=CROUCHED), options=ALL)
    assert refused(seen, ("spot", 1)) == "fda.scout.action"
    door = scene(figure("wizardess", 0, 20, 50), hidden(47.5), pieces=(box("door", 30, 20, 31, 80),), options=ALL)
    assert refused(door, ("spot", 1)) == "fda.scout.action"
    wall = scene(figure("wizardess", 0, 20, 50), hidden(47.5), pieces=(box("wall", 45, 20, 46, 80),), options=ALL)
    assert refused(wall, ("spot", 1)) == ""  # the scenery it hides behind
    assert refused(changed(world, options=POSITIONS), ("spot", 1)) == "fda.setup.rule-levels"
    prone = scene(figure("wizardess", 0, 20, 50, posture=PRONE), hidden(47.5), options=ALL)
    assert refused(prone, ("spot", 1)) == ""


@pytest.mark.rule("fda.scout.roll", "fda.scout.success", "fda.scout.failure", "fda.position.discovered-becomes-crouched")
def test_the_die_must_not_exceed_the_difficulty() -> None:
    found = spot(3, options=POSITIONS | SCOUTING)
    assert found[1].posture == CROUCHED
    assert found.course.left == 1
    for dice in ((4,), (0, 5)):
        missed = spot(*dice)
        assert missed[1].posture == HIDDEN
        assert missed.course.left == 1
    zombie = spot(3, target=hidden(47.5, profile="zombie"), options=POSITIONS | SCOUTING)
    assert zombie[1].posture == STANDING


@pytest.mark.rule("fda.scout.night", "fda.dice.natural-zero", "fda.test.modifiers-before-roll")
def test_at_night_the_die_is_one_worse() -> None:
    assert spot(2, night=True, options=POSITIONS | SCOUTING)[1].posture == CROUCHED
    assert spot(3, night=True)[1].posture == HIDDEN
    zero = spot(0, 5, night=True)
    assert zero[1].posture == HIDDEN
    assert len(zero.rolls) == 2
    sly = hidden(47.5, profile="thief")
    assert spot(1, night=True, target=sly, options=POSITIONS | SCOUTING)[1].posture == CROUCHED
    assert spot(2, night=True, target=sly)[1].posture == HIDDEN


@pytest.mark.rule("fda.scout.critical")
def test_a_critical_failure_costs_the_rest_of_the_activation() -> None:
    rubs = spot(0, 0)
    assert rubs.course.left == 0
    assert rubs[1].posture == HIDDEN


@pytest.mark.rule("fda.scout.reaction-by-spotted", "fda.react.windows", "fda.setup.options-together")
def test_the_spotted_may_answer_with_a_shot() -> None:
    target = hidden(47.5, 51, T=5)
    answer = [("return-shot", 1, "bow")]
    shot = spot(3, 9, answers=answer, target=target)
    assert [tell.about[3] for tell in shot.tells if tell.kind == "shoots"] == [3]  # hampered, and the column between
    plain = scene(figure("wizardess", 0, 20, 50), hidden(47.5, T=5), options=ALL)
    assert [tell.about[3] for tell in act(plain, ("spot", 1), [5, 9], answer).tells if tell.kind == "shoots"] == [4]
    low = scene(figure("wizardess", 0, 20, 50, posture=CROUCHED), hidden(47.5, T=5), options=ALL)
    assert [tell.about[3] for tell in act(low, ("spot", 1), [5, 9], answer).tells if tell.kind == "shoots"] == [3]
    assert shot[1].posture == STANDING
    assert shot[1].activated
    assert spot(3, target=changed(target, facing=9000)).asked == []
    assert spot(3, target=changed(target, activated=True)).asked == []
    assert spot(3, target=target, options=POSITIONS | SCOUTING).asked == []
