"""Movement: ways and what they count, contact, disengaging, leaving the table."""

from __future__ import annotations

from typing import Any

import pytest

from escarmouche.core.effects import Call
from escarmouche.systems.bataille.model import BUSY, LOST, MOVED, PARALYSED, ROUTED, SERVED, Figure, World
from escarmouche.systems.bataille.rules.core import engaged
from escarmouche.systems.bataille.rules.movement import Marching, move_side
from escarmouche.systems.bataille.rules.sequence import turn
from escarmouche.systems.bataille.rules.shooting import Shots
from escarmouche.systems.bataille.rules.ways import way_cost
from escarmouche.table.shapes import stretched
from escarmouche.table.trig import sincos
from tests.systems.bataille.scene import INCH, box, changed, gun, inches, key, man, play, rule_of, scene

DONE = ("done",)


def at(*spots: float) -> tuple[int, ...]:
    """Coordinates in inches."""
    return tuple([inches(one) for one in spots])


def refusal(world: World, *answer: Any, seat: int = 0) -> str:
    """The rule by which a deed is refused; empty when it is allowed."""
    return rule_of(Marching(world, seat).check(answer))


def moved(world: World, *answer: Any, dice: list[int] | None = None, answers: list[Any] | None = None) -> World:
    """The world after a deed of the first side."""
    return play(Call(move_side, world, 0), dice or [], [answer, *(answers or [])]).world


def cost(world: World, *spots: float) -> float:
    """What a way of the first figure counts, in inches."""
    figure = world.figures[0]
    points = at(*spots)
    path = [(figure.x, figure.y), *[(points[i], points[i + 1]) for i in range(0, len(points), 2)]]
    return way_cost(world, figure, path) / INCH


@pytest.mark.rule("bataille.char.movement")
@pytest.mark.parametrize(("x", "allowed"), [(10, True), (13, True), (19, True), (19.1, False)])
def test_a_figure_moves_up_to_its_movement(x: float, allowed: bool) -> None:
    world = scene(man(0, 10, 10, move=9), man(1, 40, 40))
    assert (refusal(world, "move", 0, *at(x, 10)) == "") == allowed
    if allowed:
        assert moved(world, "move", 0, *at(x, 10)).figures[0].x == inches(x)


@pytest.mark.rule("bataille.move.side-order", "bataille.sequence.turn", "bataille.sequence.order-vs-simultaneous")
def test_sides_move_one_after_the_other_and_phases_are_shared() -> None:
    world = scene(man(0, 10, 10), man(1, 40, 40), man(0, 20, 10, role=2, spells=("fireball", "curse")))
    played = play(Call(turn, world), [6, 1], [("first", 1), ("move", 1, *at(40, 36)), ("move", 0, *at(10, 12)), DONE])
    assert [(due.why.removeprefix("bataille."), due.seat) for due in played.asked] == [
        ("initiative.winner-chooses", 0), ("move.side-order", 1), ("move.side-order", 0), ("move.side-order", 0),
        ("magic.side-order", 0),
    ]  # fmt: skip


@pytest.mark.rule("bataille.move.free")
def test_a_move_may_bend_and_is_made_once() -> None:
    world = scene(man(0, 10, 10), man(1, 40, 40))
    assert refusal(world, "move", 0, *at(13, 10, 13, 13)) == ""
    after = moved(world, "move", 0, *at(12, 10))
    assert refusal(after, "move", 0, *at(16, 10)) == "move.free"
    assert Marching(world, 0).check(DONE) is None, "nobody has to move"


@pytest.mark.rule("bataille.move.free")
def test_several_move_by_one_shift_each_judged_by_itself() -> None:
    world = scene(man(0, 10, 10), man(0, 11, 10), man(0, 10, 30), man(1, 40, 40), pieces=[box("difficult", 9, 31, 12, 40)])
    after = moved(world, "shift", *at(1, 4), 0, 1)
    assert [(one.x, one.y, one.having(MOVED)) for one in after.figures[:3]] == [
        (*at(11, 14), True), (*at(12, 14), True), (*at(10, 30), False),
    ]  # fmt: skip
    assert refusal(world, "shift", *at(0, 5), 0, 1, 2) == "char.movement", "the third goes through difficult ground"
    assert refusal(after, "shift", *at(0, 1), 0, 2) == "move.free"


@pytest.mark.rule("bataille.move.flyers", "bataille.move.flyers-ignore-terrain")
def test_a_flyer_goes_18_inches_over_everything() -> None:
    eagle = man(0, 10, 10, move=18, flight=True, shooting=(3,))
    world = scene(
        eagle, man(1, 13, 10), man(1, 40, 40), pieces=[box("building", 14, 5, 18, 15), box("low-wall", 20, 5, 20.5, 15)]
    )
    assert cost(world, 28, 10) == 18
    assert refusal(world, "move", 0, *at(28, 10)) == ""
    assert refusal(world, "move", 0, *at(16, 10)) == "core.bases", "it must end where it can stand"
    assert engaged(moved(world, "move", 0, *at(13, 11)), moved(world, "move", 0, *at(13, 11)).figures[0])
    half = moved(scene(eagle, man(1, 30, 10)), "move", 0, *at(10, 19))
    assert Shots(half, 0).able() == [0]


@pytest.mark.rule("bataille.move.difficult", "bataille.move.counted-distance")
def test_difficult_ground_counts_double() -> None:
    marsh = [box("difficult", 10, 0, 20, 20)]
    assert cost(scene(man(0, 8, 10), pieces=marsh), 12, 10) == 6
    assert cost(scene(man(0, 12, 10, move=9), pieces=marsh), 16.5, 10) == 9
    assert cost(scene(man(0, 7, 10, move=9), pieces=[box("wood", 10, 0, 12, 20)]), 14, 10) == 9
    archer = scene(man(0, 12, 10, shooting=(3,)), man(1, 25, 10), pieces=marsh)
    assert Shots(moved(archer, "move", 0, *at(14, 10)), 0).able() == [], "2 inches there count 4, more than half of 6"
    assert Shots(moved(archer, "move", 0, *at(13.5, 10)), 0).able() == [0]


@pytest.mark.rule("bataille.move.obstacle", "bataille.move.obstacle-detail")
def test_an_obstacle_costs_half_the_movement() -> None:
    wall = [box("low-wall", 0, 12, 40, 12.5)]
    world = scene(man(0, 10, 11.5, shooting=(3,)), man(1, 10, 30), pieces=wall)
    assert cost(world, 10, 13) == 4, "half an inch, three for the wall, half an inch"
    assert Shots(moved(world, "move", 0, *at(10, 13)), 0).able() == []
    assert refusal(world, "move", 0, *at(10, 15.1)) == "char.movement"
    assert refusal(world, "move", 0, *at(10, 12.4)) == "core.bases", "nobody ends on it"
    assert cost(world, 15, 11.5) == 5, "along it costs nothing extra"
    assert cost(scene(man(0, 10, 11.5, move=15), pieces=wall), 10, 13) == 8.5
    assert refusal(scene(man(0, 10, 4.5, move=12), pieces=wall), "move", 0, *at(10, 13.1)) == "char.movement"


@pytest.mark.rule("bataille.move.through-figures")
def test_friends_let_through_and_enemies_do_not() -> None:
    assert refusal(scene(man(0, 10, 10), man(0, 12, 10)), "move", 0, *at(14, 10)) == ""
    assert refusal(scene(man(0, 10, 10), man(0, 12, 10)), "move", 0, *at(12.5, 10)) == "core.bases"
    assert refusal(scene(man(0, 10, 10), man(1, 12, 10)), "move", 0, *at(14, 10)) == "move.through-figures"
    assert refusal(scene(man(0, 10, 10), gun(0, 13, 10)), "move", 0, *at(16, 10)) == "move.through-figures"
    for gap, allowed in ((1.05, False), (1.2, True)):
        pair = scene(man(0, 10, 10), man(1, 13, 10.5 + gap / 2), man(1, 13, 9.5 - gap / 2))
        assert (refusal(pair, "move", 0, *at(16, 10)) == "") == allowed
    assert refusal(scene(man(0, 10, 10), man(1, 13, 11.3)), "move", 0, *at(16, 10)) == "", "no zone of control"


@pytest.mark.rule("bataille.move.into-contact")
def test_a_move_may_end_in_contact_and_brushes_past_nobody() -> None:
    assert refusal(scene(man(0, 10, 10), man(1, 17, 10)), "move", 0, *at(16, 10)) == ""
    assert refusal(scene(man(0, 10, 10), man(1, 17.1, 10)), "move", 0, *at(16.1, 10)) == "char.movement"
    two = scene(man(0, 10, 10), man(1, 13, 10), man(1, 14.5, 11.5))
    assert refusal(two, "move", 0, *at(12, 10, 12, 11.3, 13.45, 11.5)) == "move.into-contact", "it leaves the first again"
    slide = scene(man(0, 10, 10), man(1, 13, 10), man(1, 13, 11.2))
    after = moved(slide, "move", 0, *at(12, 10, 11.95, 10.4, 12.2, 10.6))
    assert engaged(after, after.figures[1]), "it slid round the first"
    assert engaged(after, after.figures[2]), "to the second"


@pytest.mark.rule("bataille.move.leave-table")
@pytest.mark.parametrize(("x", "allowed"), [(4.5, True), (6.4, True), (6.5, False)])
def test_a_figure_leaves_with_movement_to_spare(x: float, allowed: bool) -> None:
    world = scene(man(0, x, 20), man(1, 40, 40))
    assert (refusal(world, "exit", 0, 0) == "") == allowed
    if allowed:
        after = moved(world, "exit", 0, 0)
        assert after.figures[0].status == LOST
        assert after.sides[1].points == 10
    assert refusal(scene(gun(0, 1, 20)), "exit", 0, 0) == "move.leave-table"


@pytest.mark.rule("bataille.move.leave-table")
def test_whoever_leaves_goes_round_what_stands_before_the_edge() -> None:
    world = scene(man(0, 4, 20), man(1, 1.5, 20))
    assert moved(world, "exit", 0, 0).figures[0].status == LOST
    walled = scene(man(0, 4, 20), man(1, 40, 40), pieces=[box("building", 1, 10, 2, 30)])
    assert refusal(walled, "exit", 0, 0) == "move.leave-table", "that is too far round"


@pytest.mark.rule("bataille.move.engaged", "bataille.multi.enemies")
def test_engagement_is_contact_with_any_enemy_at_any_moment() -> None:
    world = scene(man(0, 10, 10), man(1, 11, 10), man(2, 9, 10), seats=3)
    assert engaged(world, world.figures[0])
    away = world.with_figure(changed(world.figures[2], x=inches(5)))
    assert engaged(away, away.figures[0])
    assert not engaged(away.with_figure(changed(away.figures[1], x=inches(15))), away.figures[0])


@pytest.mark.rule("bataille.move.engaged-cannot-move")
def test_an_engaged_figure_does_not_shift_round() -> None:
    world = scene(man(0, 10, 10), man(1, 11, 10))
    assert refusal(world, "move", 0, *at(10.1, 10.4)) == "move.engaged-cannot-move"
    assert refusal(world, "move", 0, *at(10, 10)) == "move.engaged-cannot-move"


@pytest.mark.rule("bataille.move.engaged-by-first-mover")
def test_those_met_by_the_first_mover_are_engaged() -> None:
    world = scene(man(0, 10, 10), man(1, 14, 10))
    after = moved(world, "move", 0, *at(13, 10))
    assert refusal(after, "move", 1, *at(20, 10), seat=1) == "move.engaged-cannot-move"
    assert refusal(after, "disengage", 1, seat=1) == ""


# ---------------------------------------------------------------- breaking away


def leaver(**changes: Any) -> tuple[Figure, Figure, Figure]:
    """One figure between two enemies."""
    return man(0, 10, 10, **changes), man(1, 11, 10, melee=(4, 3)), man(1, 9, 10, melee=(2,))


@pytest.mark.rule("bataille.move.disengage", "bataille.move.free-attacks")
def test_whoever_breaks_away_is_struck_first_and_must_go() -> None:
    world = scene(*leaver(hp=2))
    played = play(Call(move_side, world, 0), [4, 6, 6, 6], [("disengage", 0), ("strike", 1, 2)])
    assert played.needs("move.free-attacks") == [(1, 1, 4), (1, 1, 3), (2, 1, 2)]
    assert played.world.figures[0].hp == 1
    assert played.run.due.why == "bataille.move.disengage-end"  # type: ignore[union-attr]
    went = play(Call(move_side, world, 0), [4, 6, 6, 6], [("disengage", 0), ("strike", 1, 2), ("flee", *at(10, 14))])
    assert (went.world.figures[0].y, went.world.figures[0].having(MOVED)) == (inches(14), True)


@pytest.mark.rule("bataille.move.disengage")
def test_nobody_breaks_away_who_is_hemmed_in() -> None:
    ring = [man(1, 10 + dx, 10 + dy) for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))]
    world = scene(man(0, 10, 10), *ring)
    assert key(Marching(world, 0).check(("disengage", 0))) == "hemmed-in"
    flyer = scene(man(0, 10, 10, move=18, flight=True), *ring)
    assert refusal(flyer, "disengage", 0) == "", "a flyer goes over them"


@pytest.mark.rule("bataille.move.disengage")
@pytest.mark.parametrize("degrees", range(0, 90, 7))
def test_between_two_enemies_there_is_a_way_out_along_their_bases(degrees: int) -> None:
    dx, dy = (part / INCH for part in stretched(*sincos(100 * degrees)[::-1], INCH + 2))
    world = scene(man(0, 10, 10), man(1, 10 + dx, 10 + dy), man(1, 10 - dx, 10 - dy))
    assert refusal(world, "disengage", 0) == ""


@pytest.mark.rule("bataille.move.disengage")
def test_a_way_out_may_have_corners() -> None:
    yard = [box("building", 17.6, 20.6, 24, 26), box("building", 14, 15, 24, 19.4), box("building", 14, 19.4, 16.4, 26)]
    queue = [man(0, 18.95, 20), man(0, 17, 20)]
    world = scene(man(0, 20, 20), man(1, 21, 20), *queue, pieces=yard)
    assert refusal(world, "disengage", 0) == "", "past its friends and round the corner there is room"
    asked = play(Call(move_side, world, 0), [6], [("disengage", 0), ("strike", 1)]).asked[-1]
    (way,) = asked.options.listed()
    assert len(way) > 3
    assert inches(20.9) < moved(world, "disengage", 0, dice=[6], answers=[("strike", 1), way]).figures[0].y
    gap = scene(man(0, 24, 24), man(1, 23.004, 24.094), man(1, 24.999, 24.058), man(1, 24.484, 22.649))
    assert refusal(gap, "disengage", 0) == "", "there is a third of an inch before the next enemy"
    full = scene(man(0, 20, 20), man(1, 21, 20), *queue, *[man(0, 17, y) for y in (21, 22, 23, 24)], pieces=yard)
    assert key(Marching(full, 0).check(("disengage", 0))) == "hemmed-in"


@pytest.mark.rule("bataille.move.disengage-end")
def test_it_ends_out_of_contact_with_everybody() -> None:
    world = scene(*leaver(traits="disengagement", shooting=(3,)), man(1, 10, 14), man(1, 30, 10))
    asked = play(Call(move_side, world, 0), [], [("disengage", 0)])
    options = asked.asked[-1].options
    assert rule_of(options.check(("flee", *at(10, 13)))) == "move.disengage-end"
    assert rule_of(options.check(("flee", *at(10, 10.04)))) == "move.disengage-end"
    assert rule_of(options.check(("flee", *at(13, 10)))) == "move.through-figures"
    for y, shoots in ((7, [0]), (6.5, [])):
        after = moved(world, "disengage", 0, answers=[("flee", *at(10, y))])
        assert Shots(after, 0).able() == shoots


@pytest.mark.rule("bataille.move.free-attack-detail")
def test_free_attacks_are_optional_and_barred_to_some() -> None:
    able, routed, crew = man(1, 11, 10), man(1, 9, 10, state=ROUTED), man(1, 10, 11, state=SERVED)
    still = man(1, 10, 9, state=PARALYSED)
    world = scene(man(0, 10, 10, move=18, flight=True), able, routed, crew, still)
    asked = play(Call(move_side, world, 0), [], [("disengage", 0)])
    assert asked.asked[-1].options.listed() == [("strike", 1), ("strike",)]
    none = moved(world, "disengage", 0, answers=[("strike",), ("flee", *at(20, 20))])
    assert not none.figures[1].having(BUSY)
    dead = play(Call(move_side, world, 0), [1, 6], [("disengage", 0), ("strike", 1)])
    assert dead.dead == [0]
    assert dead.world.figures[1].having(BUSY)


@pytest.mark.rule("bataille.move.free-attack-detail")
@pytest.mark.parametrize(("reading", "needs"), [("", [(1, 1, 4), (1, 1, 3)]), ("single-free-attack", [(1, 1, 4)])])
def test_a_free_attack_is_a_full_set_or_by_another_reading_one_die(reading: str, needs: list[tuple[int, int, int]]) -> None:
    world = scene(man(0, 10, 10), man(1, 11, 10, melee=(3, 4)), on=reading)
    played = play(Call(move_side, world, 0), [6] * len(needs), [("disengage", 0), ("strike", 1)])
    assert played.needs("move.free-attacks") == needs


@pytest.mark.rule("bataille.move.free-attacks")
def test_sides_decide_on_free_attacks_in_the_order_of_initiative() -> None:
    world = scene(man(0, 10, 10), man(1, 11, 10), man(2, 9, 10), seats=3, order=(2, 0, 1))
    asked = play(Call(move_side, world, 0), [], [("disengage", 0), ("strike", 2)])
    assert [due.seat for due in asked.asked] == [0, 2, 1]


@pytest.mark.rule("bataille.ability.disengagement")
def test_disengagement_spares_free_attacks() -> None:
    world = scene(*leaver(traits="disengagement"))
    played = play(Call(move_side, world, 0), [], [("disengage", 0), ("flee", *at(10, 14))])
    assert played.rolls == []


@pytest.mark.rule("bataille.ability.disengagement-magic-move")
def test_disengagement_holds_for_flight_and_bloodthirst() -> None:
    from escarmouche.systems.bataille.rules.spells import bloodthirst

    world = scene(man(0, 4.5, 10, traits="disengagement", state=ROUTED), man(1, 5.5, 10))
    fled = play(Call(move_side, world, 0), [], [("rout", 0, 0)])
    assert (fled.rolls, fled.world.figures[0].status) == ([], LOST)
    thirsty = scene(*leaver(traits="disengagement"))
    answers = [("accept",), ("leave",), ("flee", *at(10, 14))]
    assert play(Call(bloodthirst, thirsty, ("bloodthirst", 0, 0)), [], answers).rolls == []


def test_a_side_may_give_up() -> None:
    played = play(Call(move_side, scene(man(0, 10, 10), man(1, 20, 20)), 0), [], [("concede",)])
    assert played.world.in_play(0) == []
    assert played.world.sides[0].conceded
