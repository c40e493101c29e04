"""Forced marches."""

from __future__ import annotations

from typing import Any

import pytest

from escarmouche.core.effects import Call
from escarmouche.systems.masse.model import (
    LEFT,
    SHAKEN,
    SKIRMISH,
)
from escarmouche.systems.masse.rules.charge import (
    forced_march,
)
from escarmouche.systems.masse.rules.orders import Doing
from escarmouche.systems.masse.rules.turn import obey
from tests.systems.masse.charges import column, foe, inch, infantry, march_refused
from tests.systems.masse.field import changed, field, play, unit


@pytest.mark.rule("masse.move.forced-march", "masse.morale.dd-forced-march")
def test_a_forced_march_covers_twice_the_distance() -> None:
    world = column()
    assert march_refused(world, ("march", 0, inch(9))) == ""
    assert march_refused(world, ("march", 0, inch(9.1))) == "masse.move.forced-march"
    played = play(Call(forced_march, world, 0, ("forced-march", (("march", 0, inch(9)),))), dice=[2, 3])
    assert played.morale_tests == [(0, 5)]
    assert played.result.units[0].y == inch(29)


@pytest.mark.rule("masse.morale.dd-forced-march", "masse.move.forced-march")
def test_a_failed_forced_march_shakes_and_leaves_an_ordinary_move() -> None:
    world = column(ml=-3)
    answer = ("forced-march", (("march", 0, inch(9)),))
    played = play(Call(obey, world, 0, 0), dice=[1, 2], answers=[answer])
    due = played.asked[-1]
    assert due.world.units[0].morale == SHAKEN
    assert due.options.check(("move", (("march", 0, inch(4.5)),))) is None
    assert due.options.check(("move", (("march", 0, inch(5)),))) is not None
    assert due.options.check(answer) is not None


@pytest.mark.rule("masse.move.forced-march-formation")
def test_only_close_order_with_one_front_marches_by_force() -> None:
    for changes in ({"formation": SKIRMISH}, {"fronts": (LEFT,)}):
        assert "forced-march" not in [answer[0] for answer in Doing(column(**changes), 0, 0).listed()]
        assert march_refused(column(**changes), ("march", 0, inch(8))) == "masse.move.forced-march-formation"


@pytest.mark.rule("masse.move.forced-march-path")
def test_a_forced_march_has_at_most_one_wheel() -> None:
    wheel = ("wheel", "left", 500)
    assert march_refused(column(), wheel, ("march", 0, inch(6))) == ""
    assert march_refused(column(), ("march", 0, inch(6)), wheel) == ""
    assert march_refused(column(), wheel, ("march", 0, inch(3)), wheel) == "masse.move.forced-march-path"
    assert march_refused(column(), ("pivot", "left"), ("march", 0, inch(6))) == "masse.move.forced-march-path"


@pytest.mark.rule("masse.move.forced-march-enemy")
@pytest.mark.parametrize(
    ("changes", "legal"), [({}, False), ({"morale": SHAKEN}, True), ({"fronts": (LEFT,)}, True), ({"facing": 9000}, True)]
)
def test_no_forced_march_under_the_threat_of_a_charge(changes: dict[str, Any], legal: bool) -> None:
    step = ("march", 0, inch(5))
    near = field(infantry(), changed(foe(6.75), **changes))
    far = field(infantry(), foe(6.8))
    assert (march_refused(near, step) != "masse.move.forced-march-enemy") is legal
    assert march_refused(far, step) == ""


@pytest.mark.rule("masse.move.forced-march-no-fight")
def test_a_forced_march_neither_shoots_nor_meets_the_enemy() -> None:
    shot = Doing(column(), 0, 2).check(("forced-march", (("march", 0, inch(9)),)))
    assert shot is not None
    world = field(infantry(), foe(8, morale=SHAKEN))
    assert march_refused(world, ("march", 0, inch(8))) == "masse.move.forced-march-no-fight"
    assert march_refused(world, ("march", 0, inch(7.9))) == ""
    answer = ("forced-march", (("march", 0, inch(9)),))
    assert len(play(Call(obey, column(), 0, 0), dice=[5, 5], answers=[answer]).asked) == 1


@pytest.mark.rule("masse.move.forced-march-enemy", "masse.fly.dive-only-charge")
@pytest.mark.parametrize(("apart", "altitude", "legal"), [(10, 2, False), (10, 0, True), (27, 2, True)])
def test_a_flier_that_could_dive_forbids_a_forced_march(apart: float, altitude: int, legal: bool) -> None:
    flier = unit("griffons", 1, 30, 20.8 + apart, 270, figures=2, altitude=altitude)
    world = field(infantry(), flier, acting=0)
    assert (march_refused(world, ("march", 0, inch(5))) != "masse.move.forced-march-enemy") is legal
