"""Basic moves, formations and multiple fronts."""

from __future__ import annotations

from typing import Any

import pytest

from escarmouche.core.effects import Call
from escarmouche.systems.masse.model import CLOSE, FRONT, INCH, LEFT, PACK, REAR, RIGHT, ROUTED, SKIRMISH, Taken, Unit, World
from escarmouche.systems.masse.rules.charge import can_charge
from escarmouche.systems.masse.rules.combat import pack_files
from escarmouche.systems.masse.rules.drill import face
from escarmouche.systems.masse.rules.flight import break_off_refusal
from escarmouche.systems.masse.rules.formations import allowed_formations, fronts_cost
from escarmouche.systems.masse.rules.ground import engaged, footprint, front_centre, size_of
from escarmouche.systems.masse.rules.morale import change_state
from escarmouche.systems.masse.rules.movement import move, take_step
from escarmouche.systems.masse.rules.orders import Doing
from tests.systems.masse.field import changed, engine, field, hero, play, unit


def infantry(x: float = 30, y: float = 20, facing: float = 90, seat: int = 0, **changes: Any) -> Unit:
    """Regular infantry, MV 4.5 in, two ranks of five in close order."""
    return unit("infanterie-reguliere", seat, x, y, facing, **changes)


def taken(one: Unit, *step: Any) -> Taken:
    """A basic move of a unit alone on the table."""
    world = field(one)
    return take_step(world, world.units[0], step)


def cost(one: Unit, *step: Any) -> float:
    """What it costs, in inches."""
    made = taken(one, *step)
    assert made.refused is None, made.refused
    return made.cost / INCH


def why_not(world: World, *steps: tuple[Any, ...]) -> str:
    """The rule that forbids a move, or ""."""
    refused = Doing(world, 0, 0).check(("move", steps))
    return "" if refused is None else refused.rule


def inch(length: float) -> int:
    """A length in inches."""
    return round(length * INCH)


# ---------------------------------------------------------------- basic moves


@pytest.mark.rule("masse.move.budget", "masse.org.stat-mv")
def test_basic_moves_share_one_allowance() -> None:
    world = field(infantry())
    assert why_not(world, ("pivot", "left"), ("march", 0, inch(3.375))) == ""
    assert why_not(world, ("march", 0, inch(3.375)), ("pivot", "left")) == ""
    assert why_not(world, ("pivot", "left"), ("march", 0, inch(3.4))) == "masse.move.budget"
    assert why_not(world, ("march", 0, inch(4.5))) == ""
    assert why_not(world, ("march", 0, inch(4.51))) == "masse.move.budget"
    after: World = play(Call(move, world, 0, ("move", (("pivot", "left"), ("march", 0, inch(2)))))).result
    assert (after.units[0].x, after.units[0].y, after.units[0].facing) == (inch(28), inch(20), 18000)
    assert after.units[0].moved


@pytest.mark.rule("masse.move.march")
@pytest.mark.parametrize("offset", [-4500, -3000, 0, 3000, 4500])
def test_a_march_goes_up_to_45_degrees_off_without_turning(offset: int) -> None:
    made = taken(infantry(), "march", offset, inch(3))
    assert made.cost == inch(3)
    assert made.unit.facing == 9000
    assert made.unit.y > inch(20)
    assert (made.unit.x - inch(30) > 0) is (offset < 0)
    for aside in (4501, -4501, 18000):
        refused = taken(infantry(), "march", aside, inch(1)).refused
        assert refused is not None
        assert refused.rule == "masse.move.march"


@pytest.mark.rule("masse.move.wheel")
def test_a_wheel_costs_the_way_of_its_outer_corner() -> None:
    assert cost(infantry(), "wheel", "left", 4500) == pytest.approx(3.14, abs=0.01)
    assert cost(infantry(), "wheel", "right", 9000) == pytest.approx(6.28, abs=0.01)
    assert why_not(field(infantry()), ("wheel", "left", 9000)) == "masse.move.budget"
    made = taken(infantry(), "wheel", "left", 4500).unit
    assert made.facing == 13500
    before, after = footprint(infantry()).points, footprint(made).points
    assert abs(before[0][0] - after[0][0]) <= 2  # the inner front corner stays
    assert abs(before[0][1] - after[0][1]) <= 2
    assert after[3][1] > before[3][1]  # and the outer one goes forward
    assert taken(infantry(), "wheel", "right", 4500).unit.facing == 4500


@pytest.mark.rule("masse.move.pivot-quarter")
def test_a_quarter_turn_makes_files_ranks() -> None:
    made = taken(infantry(), "pivot", "right")
    assert made.cost == inch(4.5) // 4
    assert (made.unit.files, made.unit.facing) == (2, 0)
    assert size_of(made.unit) == (inch(1.6), inch(4))
    back = take_step(field(made.unit), made.unit, ("pivot", "left")).unit
    assert (back.files, back.facing) == (5, 9000)


@pytest.mark.rule("masse.move.pivot-half")
def test_a_half_turn_costs_half_of_mv() -> None:
    made = taken(infantry(), "pivot", "about")
    assert (made.cost, made.unit.facing, made.unit.files) == (inch(2.25), 27000, 5)
    assert (made.unit.x, made.unit.y) == (inch(30), inch(20))


@pytest.mark.rule("masse.move.flank-march")
@pytest.mark.parametrize("offset", [9000, -9000, 18000, 5000])
def test_sideways_and_back_costs_double(offset: int) -> None:
    made = taken(infantry(), "flank", offset, inch(2.25))
    assert made.cost == inch(4.5)
    assert made.unit.facing == 9000
    assert why_not(field(infantry()), ("flank", offset, inch(2.3))) == "masse.move.budget"
    refused = taken(infantry(), "flank", 3000, inch(1)).refused
    assert refused is not None
    assert refused.rule == "masse.move.flank-march"


@pytest.mark.rule("masse.move.change-formation")
def test_the_width_changes_by_five_figures_for_a_quarter_of_mv() -> None:
    wide = taken(infantry(), "formation", 10, CLOSE)
    assert wide.refused is None
    assert (wide.cost, wide.unit.files) == (inch(4.5) // 4, 10)
    assert front_centre(wide.unit) == front_centre(infantry())
    assert taken(infantry(), "formation", 2, CLOSE).refused is None
    twelve = infantry(figures=12, files=6)
    assert taken(twelve, "formation", 12, CLOSE).refused is not None
    world = field(twelve)
    assert why_not(world, ("formation", 11, CLOSE), ("formation", 12, CLOSE)) == ""
    assert cost(infantry(), "formation", 5, SKIRMISH) == pytest.approx(1.125, abs=0.001)
    assert taken(infantry(), "formation", 11, CLOSE).refused is not None
    asked = play(Call(move, field(infantry()), 0, ("move", (("formation", 10, CLOSE),))))
    assert asked.rolls == []  # no test is needed


@pytest.mark.rule("masse.move.individuals")
def test_single_figures_turn_freely_and_engines_do_not() -> None:
    alone = hero(0, 30, 20)
    for offset in (0, 9000, 18000):
        assert cost(alone, "march", offset, inch(3)) == 3
    assert taken(alone, "march", 9000, inch(3)).unit.facing == 18000
    assert taken(alone, "pivot", "left").refused is not None
    ballista = engine("baliste", 0, 30, 20)
    assert cost(ballista, "pivot", "left") > 0
    assert taken(ballista, "march", 9000, inch(1)).refused is not None


@pytest.mark.rule("masse.move.no-interpenetration")
def test_nobody_moves_through_another_unit() -> None:
    for seat in (0, 1):
        world = field(infantry(), infantry(y=23, seat=seat))
        assert why_not(world, ("march", 0, inch(3))) == "masse.move.no-interpenetration"
        assert why_not(world, ("march", 0, inch(1.4))) == ""
        far = field(infantry(mv=20 * INCH), infantry(y=23, seat=seat))
        assert why_not(far, ("march", 0, inch(10))) == "masse.move.no-interpenetration"
    mixed = field(infantry(), infantry(y=20.5))  # after a flight they stand in each other's ranks
    assert why_not(mixed, ("flank", 18000, inch(2))) == ""


@pytest.mark.rule("masse.move.engaged-cannot-manoeuvre")
def test_in_contact_there_are_no_basic_moves() -> None:
    world = field(infantry(), infantry(y=21.6, facing=270, seat=1))
    assert engaged(world, world.units[0])
    for step in (("march", 0, inch(1)), ("pivot", "left"), ("flank", 18000, inch(1)), ("formation", 4, CLOSE)):
        assert why_not(world, step) == "masse.move.engaged-cannot-manoeuvre"
    kinds = {answer[0] for answer in Doing(world, 0, 0).listed()}
    assert kinds.isdisjoint({"move", "fronts", "forced-march", "charge", "receive"})
    assert kinds >= {"attack", "break-off", "flee"}


@pytest.mark.rule("masse.move.charge-not-compulsory")
def test_an_ordinary_move_into_contact_has_no_charge_bonus() -> None:
    foe = infantry(y=23.6, facing=270, seat=1)
    world = field(infantry(), foe)
    after: World = play(Call(move, world, 0, ("move", (("march", 0, inch(2)),)))).result
    assert engaged(after, after.units[0])
    assert not after.units[0].charged
    assert ("attack", 1) in Doing(after, 0, 1).listed()


@pytest.mark.rule("masse.move.leave-table")
def test_nobody_leaves_the_table_by_moving() -> None:
    assert why_not(field(infantry(y=57)), ("march", 0, inch(4))) == "masse.move.leave-table"


# ---------------------------------------------------------------- formations


@pytest.mark.rule("masse.formation.close", "masse.formation.skirmish", "masse.formation.pack")
def test_the_three_formations_on_the_ground() -> None:
    four = infantry(figures=4, files=4)
    assert size_of(four)[0] == inch(3.2)
    assert size_of(changed(four, formation=SKIRMISH))[0] == inch(4.4)
    assert [pack_files(figures) for figures in (16, 20)] == [4, 5]
    made = taken(infantry(figures=16, files=8), "formation", 0, PACK).unit
    assert (made.files, made.formation) == (4, PACK)
    assert size_of(made)[0] == inch(4.4)


@pytest.mark.rule("masse.formation.allowed", "masse.formation.close", "masse.formation.skirmish", "masse.formation.pack")
@pytest.mark.parametrize(
    ("printed", "allowed"), [(CLOSE, (CLOSE, SKIRMISH, PACK)), (SKIRMISH, (SKIRMISH, PACK)), (PACK, (PACK,))]
)
def test_looser_orders_are_always_open(printed: str, allowed: tuple[str, ...]) -> None:
    troops = changed(infantry(), card=changed(infantry().card, formation=printed), formation=printed)
    assert allowed_formations(troops) == allowed
    for formation in (CLOSE, SKIRMISH, PACK):
        if formation != printed:
            refused = taken(troops, "formation", 5, formation).refused
            assert (refused is None) is (formation in allowed)


@pytest.mark.rule("masse.formation.routed-pack")
def test_the_routed_are_a_pack() -> None:
    world = field(infantry(figures=16, files=8, fronts=(LEFT,)))
    after: World = play(Call(change_state, world, 0, ROUTED, -1)).result
    assert (after.units[0].formation, after.units[0].files, after.units[0].fronts) == (PACK, 4, ())


# ---------------------------------------------------------------- multiple fronts


@pytest.mark.rule("masse.move.multi-front", "masse.move.budget", "masse.move.multi-front-limit")
def test_what_the_groups_leave_of_the_movement_may_be_marched_sideways() -> None:
    world = field(infantry(), acting=0)
    steps = (("fronts", (LEFT,)), ("flank", 9000, inch(1.68)))
    assert why_not(world, *steps) == ""
    assert why_not(world, steps[0], ("flank", 9000, inch(1.75))) == "masse.move.budget"
    assert why_not(world, steps[0], ("march", 0, inch(1))) == "masse.move.multi-front-limit"
    assert why_not(world, ("fronts", (LEFT, LEFT))) == "masse.move.multi-front"
    after: World = play(Call(move, world, 0, ("move", steps))).result
    assert (after.units[0].fronts, after.units[0].x) == ((LEFT,), inch(30 - 1.68))
    back = (("fronts", ()), ("march", 0, inch(3.37)))
    assert why_not(after, *back) == ""
    assert why_not(field(infantry(figures=2, files=2)), ("fronts", (LEFT, RIGHT))) == "masse.move.multi-front"


@pytest.mark.rule("masse.move.multi-front")
def test_a_multiple_front_costs_the_sum_of_what_its_groups_pay() -> None:
    world = field(infantry())
    mv = inch(4.5)
    assert fronts_cost(mv, world.units[0], (LEFT, RIGHT)) == 2 * (inch(4.5) // 4)
    assert fronts_cost(mv, world.units[0], (LEFT, REAR, RIGHT)) == 2 * (inch(4.5) // 4) + inch(4.5) // 2
    assert Doing(world, 0, 0).check(("fronts", (LEFT, REAR, RIGHT))) is None
    after: World = play(Call(face, world, 0, ("fronts", (RIGHT, LEFT)))).result
    assert after.units[0].fronts == (LEFT, RIGHT)
    assert fronts_cost(mv, after.units[0], ()) == 2 * (inch(4.5) // 4)
    for wrong in ((), (FRONT,), (LEFT, LEFT), 3):
        assert Doing(world, 0, 0).check(("fronts", wrong)) is not None


@pytest.mark.rule("masse.move.multi-front-limit")
def test_a_multiple_front_only_makes_flank_marches() -> None:
    square = infantry(fronts=(LEFT, REAR, RIGHT))
    world = field(square)
    assert why_not(world, ("flank", 18000, inch(2))) == ""
    for step in (("march", 0, inch(1)), ("wheel", "left", 1000), ("pivot", "left"), ("formation", 4, CLOSE)):
        assert why_not(world, step) == "masse.move.multi-front-limit"
    forced = Doing(world, 0, 0).check(("forced-march", (("march", 0, inch(8)),)))
    assert forced is not None
    assert forced.rule == "masse.move.forced-march-formation"
    refused = can_charge(world, world.units[0])
    assert refused is not None
    assert refused.rule == "masse.move.charge-single-front"
    fight = field(square, infantry(y=21.6, facing=270, seat=1))
    assert break_off_refusal(fight, fight.units[0]) is not None
    assert break_off_refusal(fight, changed(fight.units[0], fronts=())) is None


@pytest.mark.rule("masse.move.change-formation", "masse.formation.allowed")
@pytest.mark.parametrize(
    ("profile", "now", "offered"),
    [
        ("infanterie-reguliere", "close", {"skirmish", "pack"}),
        ("infanterie-reguliere", "skirmish", {"close", "pack"}),
        ("milice", "pack", set()),
    ],
)
def test_the_other_orders_that_a_unit_may_take_are_offered(profile: str, now: str, offered: set[str]) -> None:
    world = field(unit(profile, 0, 30, 20, formation=now), unit("infanterie-orque", 1, 30, 50, 270), acting=0)
    steps = [answer[1][0] for answer in Doing(world, 0, 0).listed() if answer[0] == "move"]
    assert {step[2] for step in steps if step[0] == "formation" and step[2] != now} == offered


@pytest.mark.rule("masse.move.change-formation", "masse.formation.pack")
def test_a_pack_does_not_change_into_a_pack() -> None:
    world = field(unit("milice", 0, 30, 20, formation="pack"), unit("infanterie-orque", 1, 30, 50, 270), acting=0)
    refused = Doing(world, 0, 0).check(("move", (("formation", 3, "pack"),)))
    assert refused is not None
    assert (refused.rule, refused.key) == ("masse.move.change-formation", "formation-same")
