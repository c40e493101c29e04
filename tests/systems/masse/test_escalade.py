"""Escalade: ladders and grapnels, climbing, repelling, falling."""

from __future__ import annotations

from typing import Any

import pytest

from escarmouche.core import registry
from escarmouche.core.effects import Call, Choose
from escarmouche.core.errors import EscarmoucheError
from escarmouche.core.odds import rule_odds
from escarmouche.systems.masse.model import (
    CLOSE,
    COMMANDER,
    INCH,
    METRE,
    SHAKEN,
    SKIRMISH,
    STABLE,
    Attack,
    Structure,
    Unit,
    World,
)
from escarmouche.systems.masse.rules.escalade import (
    GRAPNEL,
    LADDER,
    STEP_COST,
    ascent,
    climb,
    climbed,
    descent_cost,
    hands,
    length_of,
    raise_ladders,
    raise_needs,
    repel,
    score_bonus,
    thrown_off,
)
from escarmouche.systems.masse.rules.flight import break_off
from escarmouche.systems.masse.rules.ground import engaged
from escarmouche.systems.masse.rules.melee import attack, melee_modifiers, melee_pool
from escarmouche.systems.masse.rules.movement import move
from escarmouche.systems.masse.rules.orders import Doing
from escarmouche.systems.masse.rules.structures import hit_structure, rungs
from escarmouche.systems.masse.rules.turn import refreshed
from tests.systems.masse.field import changed, engine, field, hero, play, structure, unit

TOP = 5 * METRE


def wall(kind: str = "muraille-d-enceinte", **changes: Any) -> Structure:
    """A wall of seat 1 across the field, its south face at y = 20, an inch thick, 5 m high."""
    return structure(kind, 10, 20, 40, 1, **{"seat": 1, **changes})


def men(figures: int = 5, formation: str = SKIRMISH, **changes: Any) -> Unit:
    """Infantry with MA +1 of seat 0 at the foot of the wall, up to five abreast, facing it."""
    made = unit("infanterie-reguliere", 0, 30, 10, figures=figures, files=5, formation=formation, **changes)
    deep = -(-figures // 5)
    depth = deep * made.card.depth + (deep - 1) * (made.card.depth // 2 if formation == SKIRMISH else 0)
    placed: Unit = changed(made, y=20 * INCH - depth // 2)
    return placed


def guard(figures: int = 5, x: float = 30, **changes: Any) -> Unit:
    """Orcs with MA +2 of seat 1 on the wall."""
    there = {"building": 0, "floor": TOP, "formation": SKIRMISH, **changes}
    return unit("infanterie-orque", 1, x, 20.5, 270, figures=figures, files=5, **there)


def led(seat: int, host: int) -> Unit:
    """A commander in a unit, so that it is not leaderless."""
    return hero(seat, host=host, role=COMMANDER)


def assault(attackers: Unit, *others: Unit, **changes: Any) -> World:
    """Attackers at the foot of the wall with a commander, then the others with theirs."""
    units = [attackers, *others, led(0, 0), *[led(other.seat, 1 + i) for i, other in enumerate(others)]]
    return field(*units, **{"structures": [wall()], **changes})


def far() -> Unit:
    """An enemy far away."""
    return unit("infanterie-orque", 1, 30, 50, 270)


def laddered(heads: tuple[int, ...], figures: int = 5, ladders: tuple[int, ...] = (), **changes: Any) -> Unit:
    """Men with ladders up, whose first figures are at these heights."""
    return men(figures, ladders=ladders or (0,) * len(heads), climbers=heads, **changes)


def refused(world: World, answer: Any, id: int = 0, used: int = 0) -> str:
    """The rule that forbids this order, or ""."""
    why = Doing(world, id, used).check(answer)
    return "" if why is None else why.rule


def rested(world: World, id: int = 0) -> World:
    """The world with the unit at the start of its next turn."""
    return world.with_unit(refreshed(world.units[id]))


# ---------------------------------------------------------------- raising


@pytest.mark.rule("masse.escalade.raise-ladder")
def test_raising_ladders_on_a_wall_of_five_metres() -> None:
    world = assault(men(formation=CLOSE), far())
    assert raise_needs(world, world.units[0], world.structures[0], LADDER) == 11  # d20 + 1 + 1 - 4 > 8
    raised = play(Call(raise_ladders, world, 0, ("raise", 0, LADDER)), [11, 10, 20, 1, 12])
    assert raised.outcomes == ["raised-3"]
    assert (raised.result.units[0].ladders, raised.result.units[0].climbers) == ((0, 0, 0), (0, 0, 0))
    shaken = assault(men(formation=CLOSE, morale=SHAKEN), far())
    assert raise_needs(shaken, shaken.units[0], shaken.structures[0], LADDER) == 13


@pytest.mark.rule("masse.escalade.raise-ladder")
def test_a_step_begun_counts() -> None:
    assert [rungs(metres * METRE) for metres in (5, 6, 10)] == [2, 3, 4]
    world = assault(men(), far(), structures=[wall(height_m=6)])
    assert raise_needs(world, world.units[0], world.structures[0], LADDER) == 8 - 1 + 6 + 1


@pytest.mark.rule("masse.escalade.raise-ladder")
def test_only_figures_at_the_wall_at_the_start_of_their_turn_raise_ladders() -> None:
    two_ranks = assault(men(10), far())
    assert hands(two_ranks, two_ranks.units[0], two_ranks.structures[0]) == 5
    back = assault(changed(men(), y=15 * INCH), far())
    assert refused(back, ("raise", 0, LADDER)) == "masse.escalade.raise-ladder"
    moved = assault(men(moved=True), far())
    assert refused(moved, ("raise", 0, LADDER), 0, 1) == "masse.escalade.raise-ladder"
    ready = assault(men(), far())
    assert refused(ready, ("raise", 0, LADDER)) == ""
    assert ("raise", 0, LADDER) in Doing(ready, 0, 0).listed()


@pytest.mark.rule("masse.escalade.grapnel")
def test_grapnels_are_harder() -> None:
    world = assault(men(), far())
    assert raise_needs(world, world.units[0], world.structures[0], GRAPNEL) == 16  # d20 + 1 - 4 - 4 > 8
    thrown = play(Call(raise_ladders, world, 0, ("raise", 0, GRAPNEL)), [16, 15, 1, 1, 1])
    assert thrown.result.units[0].ladders == (~0,)


@pytest.mark.rule("masse.escalade.length")
def test_ladders_must_be_longer_than_the_wall_is_high() -> None:
    for metres, means, rule_id in ((5, LADDER, ""), (12, LADDER, "masse.escalade.length"), (12, GRAPNEL, "")):
        world = assault(men(), far(), structures=[wall(height_m=metres)])
        assert refused(world, ("raise", 0, means)) == rule_id
    short = assault(men(), far(), switches=("ladder-5",))
    assert refused(short, ("raise", 0, LADDER)) == "masse.escalade.length"
    assert refused(assault(men(), far(), switches=("ladder-6",)), ("raise", 0, LADDER)) == ""


@pytest.mark.rule("masse.escalade.length")
def test_how_long_they_are_can_be_set() -> None:
    usual, other = [registry.new("masse", seed=1, options=options).world for options in ({}, {"ladder": 6, "grapnel": 4})]
    assert [length_of(usual, means) for means in (LADDER, GRAPNEL)] == [12 * METRE, 15 * METRE]
    assert [length_of(other, means) for means in (LADDER, GRAPNEL)] == [6 * METRE, 4 * METRE]
    with pytest.raises(EscarmoucheError, match="ladder"):
        registry.new("masse", seed=1, options={"ladder": 0})


# ---------------------------------------------------------------- climbing


@pytest.mark.rule("masse.escalade.climb-cost")
def test_a_step_costs_two_inches_by_ladder_and_three_by_grapnel() -> None:
    assert (2 * STEP_COST[LADDER], 2 * STEP_COST[GRAPNEL]) == (4 * INCH, 6 * INCH)
    assert ascent(0, TOP, 0, 4 * INCH) == (TOP, 0)
    assert ascent(0, TOP, 0, 4 * INCH - 1) == (TOP // 2, 2 * INCH - 1)
    assert ascent(0, TOP, ~0, 6 * INCH) == (TOP, 0)
    assert ascent(0, TOP, ~0, 45 * INCH // 10) == (TOP // 2, 3 * INCH // 2)


@pytest.mark.rule("masse.escalade.climb-cost", "masse.escalade.one-figure-per-ladder")
def test_a_unit_with_a_ladder_for_each_figure_is_up_in_a_turn() -> None:
    world = assault(laddered((0,) * 5), far())
    up = play(Call(climb, world, 0, ("climb", "up"))).result.units[0]
    assert (up.building, up.floor, up.climbers) == (0, TOP, ())
    by_rope = assault(laddered((0,) * 5, ladders=(~0,) * 5), far())
    half = play(Call(climb, by_rope, 0, ("climb", "up"))).result
    assert (half.units[0].building, half.units[0].climbers) == (-1, (TOP // 2,) * 5)
    assert play(Call(climb, rested(half), 0, ("climb", "up"))).result.units[0].building == 0


@pytest.mark.rule("masse.escalade.file", "masse.escalade.one-figure-per-ladder")
def test_with_fewer_ladders_the_rest_follows_in_single_file() -> None:
    world = assault(laddered((0, 0), 5), far())  # MV 4.5: the first two arrive with half an inch left
    first = play(Call(climb, world, 0, ("climb", "up"))).result
    assert (first.units[0].building, first.units[0].climbers) == (-1, (TOP, TOP))
    second = play(Call(climb, rested(first), 0, ("climb", "up"))).result
    assert second.units[0].building == 0  # an inch for each of the three who follow
    alone = assault(laddered((TOP,), 7), far())
    twin, more = climbed(alone.units[0], TOP, 45 * INCH // 10)
    assert (twin.climbers, more) == ((TOP,), 4)
    behind = play(Call(climb, alone, 0, ("climb", "up"))).result
    assert (behind.units[0].building, len(behind.units[0].climbers)) == (-1, 5)
    assert refused(assault(men(), far()), ("climb", "up")) == "masse.escalade.one-figure-per-ladder"


@pytest.mark.rule("masse.escalade.climb-cost", "masse.escalade.file")
def test_coming_down_costs_the_same() -> None:
    top = changed(laddered((), 5, (0, 0), building=0, floor=TOP), y=20 * INCH + 1250)
    assert descent_cost(top, wall()) == 4 * INCH + 2 * INCH
    world = assault(top, far())
    first = play(Call(climb, world, 0, ("climb", "down"))).result
    assert first.units[0].building == 0
    down = play(Call(climb, rested(first), 0, ("climb", "down"))).result.units[0]
    assert (down.building, down.floor) == (-1, 0)
    assert down.y < 20 * INCH
    halfway = assault(laddered((TOP, TOP // 2)), far())
    assert refused(halfway, ("move", (("march", 0, 1),))) == "masse.move.budget"
    assert play(Call(climb, halfway, 0, ("climb", "down"))).result.units[0].climbers == (0, 0)
    grounded = assault(laddered((0, 0)), far())
    assert refused(grounded, ("climb", "down")) == "masse.escalade.climb-cost"
    left = play(Call(move, grounded, 0, ("move", (("flank", 18000, INCH),)))).result.units[0]
    assert (left.ladders, left.climbers) == ((), ())


@pytest.mark.rule("masse.escalade.attack-from-top")
def test_attackers_coming_off_ladders_fight_at_minus_three() -> None:
    world = assault(laddered((0, 0, 0)), guard())
    reached = play(Call(climb, world, 0, ("climb", "up")))
    assert reached.kinds == ["reaches-parapet"]
    ours, theirs = reached.result.units[0], reached.result.units[1]
    assert engaged(reached.result, ours)
    rows = melee_modifiers(reached.result, ours, theirs, 0, False, False)
    assert dict(rows) == {"couverture-25": -1, "terrain-difficile": -1, "defenseur-sureleve": -1}
    assert sum(value for _, value in rows) == -3
    assert sum(part.count for part in melee_pool(reached.result, ours, theirs, 0)) == 3
    assert refused(reached.result, ("attack", 1), 0, 1) == ""
    assert refused(reached.result, ("climb", "up")) != ""
    struck = play(Call(attack, reached.result, 0, ("attack", 1)), [3, 3, 3, 20, 20, 1, 10, 10]).result
    assert struck.units[1].figures == 3


@pytest.mark.rule("masse.escalade.attack-from-top")
def test_below_the_top_nobody_fights() -> None:
    world = assault(laddered((TOP // 2, 0, 0)), guard())
    assert not engaged(world, world.units[0])
    away = assault(laddered((TOP, TOP, TOP)), guard(x=45))
    assert not engaged(away, away.units[0])


@pytest.mark.rule("masse.escalade.attack-from-top")
def test_breaking_off_means_coming_down() -> None:
    world = assault(laddered((TOP, TOP)), guard(no_morale=True))
    ended = play(Call(break_off, world, 0, ("break-off",)), [1, 1]).result.units[0]
    assert (ended.ladders, ended.climbers, ended.floor) == ((), (), 0)


# ---------------------------------------------------------------- repelling


@pytest.mark.rule("masse.escalade.repel")
def test_the_higher_score_decides_for_each_ladder_and_a_tie_leaves_it() -> None:
    world = assault(laddered((TOP, TOP // 2)), guard(2))
    # The climbers have MA 1 and -1 for the height, the defenders MA 2 and +1: a lead of 3.
    assert (score_bonus(world, *world.units[:2]), score_bonus(world, world.units[1], world.units[0])) == (0, 3)
    held = play(Call(repel, world, 1, ("repel", 0)), [13, 10, 8, 5])
    assert held.outcomes == ["thrown-0"]
    assert held.result.units[0].ladders == (0, 0)
    won = play(Call(repel, world, 1, ("repel", 0)), [13, 11, 8, 5, 6, 1, 1])
    assert won.outcomes[0] == "thrown-1"
    assert (won.result.units[0].ladders, won.result.units[0].climbers) == ((0,), (TOP // 2,))
    assert won.result.units[1].fought
    assert refused(world, ("repel", 0), 1) == ""
    assert refused(world, ("repel", 0), 1, 2) == "masse.turn.action-content"


@pytest.mark.rule("masse.escalade.repel")
def test_several_defenders_at_one_ladder_each_roll_and_the_best_counts() -> None:
    world = assault(laddered((TOP,)), guard(3))
    assert play(Call(repel, world, 1, ("repel", 0)), [15, 5, 13, 12, 6, 1, 1]).outcomes[0] == "thrown-1"
    alone = assault(laddered((TOP, 0, 0)), guard(1))
    one_try = play(Call(repel, alone, 1, ("repel", 0)), [20, 1])  # a single defender reaches a single ladder
    assert one_try.outcomes == ["thrown-0"]


@pytest.mark.rule("masse.escalade.repel")
def test_only_those_on_top_of_that_wall_repel() -> None:
    for other in (guard(x=45), guard(floor=0), guard(floor=TOP // 2), guard(building=1)):
        world = assault(laddered((TOP,)), other, structures=[wall(), wall(seat=0)])
        assert refused(world, ("repel", 0), 1) == "masse.escalade.repel"
    up_already = changed(laddered((), ladders=(0, 0), building=0, floor=TOP), x=38 * INCH)
    assert refused(assault(up_already, guard(x=36)), ("repel", 0), 1) == "masse.escalade.repel"


@pytest.mark.rule("masse.escalade.broken")
def test_equipment_breaks_on_one_or_two() -> None:
    for die, broken in ((1, 1), (2, 1), (3, 0), (6, 0)):
        world = assault(laddered((0,)), guard())
        ended = play(Call(thrown_off, world, 0, (0,), 1), [die]).result.units[0]
        assert (ended.broken_gear, ended.ladders) == (broken, ())
    spent = assault(men(broken_gear=3), far())
    assert hands(spent, spent.units[0], spent.structures[0]) == 2
    none_left = assault(men(broken_gear=5), far())
    assert refused(none_left, ("raise", 0, LADDER)) == "masse.escalade.raise-ladder"


@pytest.mark.rule("masse.escalade.fall")
def test_a_fall_of_five_metres() -> None:
    world = assault(laddered((TOP // 2,), nv=4), guard())
    ended = play(Call(thrown_off, world, 0, (0,), 1), [6, 2, 6])
    assert ended.told("climbers-fall").about == (0, 1, 2)
    assert ended.result.units[0].nv_lost == 2


@pytest.mark.rule("masse.escalade.fall")
def test_each_figure_on_the_ladder_falls_and_nobody_at_its_foot() -> None:
    both = assault(laddered((TOP // 2, TOP // 2), nv=4), guard())
    ended = play(Call(thrown_off, both, 0, (0, 1), 1), [6, 6, 3, 1, 6, 6, 10, 10]).result.units[0]
    assert ended.nv_lost == 1 + 4
    foot = assault(laddered((0,), nv=4), guard())
    assert play(Call(thrown_off, foot, 0, (0,), 1), [6]).result.units[0].nv_lost == 0
    crowd = assault(laddered((TOP, TOP, TOP), 5, (0,), nv=4), guard())  # two more behind the first
    assert play(Call(thrown_off, crowd, 0, (0,), 1), [6, 3, 1, 3, 1, 1, 1]).told("climbers-fall").about == (0, 3, 2)
    single = assault(laddered((TOP,)), guard())  # a figure cannot lose more than it has
    assert play(Call(thrown_off, single, 0, (0,), 1), [6, 6, 6, 10, 10]).result.units[0].figures == 4


@pytest.mark.rule("masse.escalade.repel", "masse.escalade.broken", "masse.escalade.fall")
def test_exact_odds_of_a_struggle_come_from_the_same_rules() -> None:
    world = assault(laddered((TOP // 2,), no_morale=True, nv=9), guard(1))
    found = rule_odds(Call(repel, world, 1, ("repel", 0)), first)
    assert sum(found.values()) == 1
    # He scores more than the climber on 263 of 400 pairs: his face must be above the other's less 3.
    pairs = sum(1 for climber in range(1, 21) for face in range(1, 21) if face + 3 > climber)
    assert found["thrown-0"] * 400 == 400 - pairs


def first(choice: Choose) -> Any:
    """The first listed answer."""
    return choice.options.listed()[0]


# ---------------------------------------------------------------- the wall itself


@pytest.mark.rule("masse.structure.destroyed")
def test_ladders_go_with_the_wall() -> None:
    world = assault(laddered((TOP // 2, 0)), far(), structures=[wall(damage=85)])
    ended = play(Call(hit_structure, world, 0, 20, -1)).result.units[0]
    assert (ended.ladders, ended.climbers, ended.morale) == ((), (), STABLE)


@pytest.mark.rule("masse.escalade.siege-tower")
def test_from_a_tower_that_is_too_low_only_the_missing_height_is_climbed() -> None:
    tower = engine("tour-de-siege-legere", 0, 30, 10)
    placed = changed(tower, y=20 * INCH - tower.card.depth // 2)
    aboard = changed(men(2), aboard=1, floor=5 * METRE, x=placed.x, y=placed.y)
    high = wall("muraille-renforcee")
    world = field(aboard, placed, far(), led(0, 0), structures=[high])
    assert raise_needs(world, world.units[0], high, LADDER) == 8 - 1 + 4 + 1
    raised = play(Call(raise_ladders, world, 0, ("raise", 0, LADDER)), [20, 20]).result
    assert raised.units[0].climbers == (5 * METRE, 5 * METRE)
    up = play(Call(climb, raised, 0, ("climb", "up"))).result.units[0]
    assert (up.building, up.floor, up.aboard) == (0, 10 * METRE, -1)


@pytest.mark.rule("masse.escalade.raise-ladder", "masse.escalade.climb-cost", "masse.escalade.repel")
def test_orders_answer_any_nonsense_with_a_reason() -> None:
    world = assault(laddered((TOP // 2, 0)), guard())
    for id in range(2):
        for kind in ("raise", "climb", "repel"):
            for answer in ((kind, "x"), (kind, 99), (kind, -1), (kind, True), (kind, 0, 1), (kind, 0, "rope"), (kind,)):
                assert Doing(world, id, 0).check(answer) is not None, answer
        for answer in Doing(world, id, 0).listed():
            assert Doing(world, id, 0).check(answer) is None, answer
    assert {answer[0] for answer in Doing(world, 0, 0).listed()} >= {"climb", "raise"}
    assert ("repel", 0) in Doing(world, 1, 0).listed()


@pytest.mark.rule("masse.escalade.repel")
def test_the_climbers_own_skill_counts() -> None:
    strong = Attack("epee-longue", "melee", 9, (8,))
    world = assault(laddered((TOP,), attacks=(strong,)), guard(1))
    # MA 9 and -1 for the height against MA 2 and +1: the defender must throw 6 more than the climber
    assert play(Call(repel, world, 1, ("repel", 0)), [5, 10]).outcomes == ["thrown-0"]
    assert play(Call(repel, world, 1, ("repel", 0)), [5, 11, 6, 1, 1]).outcomes[0] == "thrown-1"


@pytest.mark.rule("masse.escalade.file", "masse.escalade.climb-cost")
def test_no_more_follow_than_there_are_and_climbing_is_a_move() -> None:
    world = assault(laddered((TOP, 0), 3, ladders=(0, 0), mv=9 * INCH), far())
    up = play(Call(climb, world, 0, ("climb", "up"))).result.units[0]
    assert (up.building, up.floor) == (0, TOP)
    slow = assault(laddered((TOP, 0), 9, ladders=(0, 0), mv=5 * INCH), far())
    on_the_way = play(Call(climb, slow, 0, ("climb", "up"))).result.units[0]
    assert len(on_the_way.climbers) == 2 + 5 + 1, "five inches on one ladder, one on the other"
    halting = assault(laddered((TOP, 0), 3, ladders=(0, 0), mv=3 * INCH), far())
    half = play(Call(climb, halting, 0, ("climb", "up"))).result.units[0]
    assert (half.building, len(half.climbers)) == (-1, 3), "only the third can follow; the second is still on his ladder"
    coming_down = play(Call(climb, world, 0, ("climb", "down"))).result.units[0]
    assert coming_down.moved


@pytest.mark.rule("masse.escalade.raise-ladder")
def test_nobody_raises_ladders_from_a_wall() -> None:
    on_top = assault(men(building=0, floor=TOP), far(), structures=[wall(), wall(height_m=10)])
    assert refused(on_top, ("raise", 1, LADDER)) == "masse.escalade.raise-ladder"
    assert not any(answer[0] == "raise" for answer in Doing(on_top, 0, 0).listed())


@pytest.mark.rule("masse.escalade.length")
@pytest.mark.parametrize(
    ("metres", "ladder", "grapnel"), [(11, True, True), (12, False, True), (14, False, True), (15, False, False)]
)
def test_ladders_are_twelve_metres_long_and_grapnels_fifteen(metres: int, ladder: bool, grapnel: bool) -> None:
    world = assault(men(), far(), structures=[wall(height_m=metres)])
    assert (refused(world, ("raise", 0, LADDER)) == "") is ladder
    assert (refused(world, ("raise", 0, GRAPNEL)) == "") is grapnel


@pytest.mark.rule("masse.escalade.length", "masse.escalade.siege-tower")
def test_a_battle_that_shortens_ladders_leaves_grapnels_and_nobody_climbs_from_a_platform_as_high_as_the_wall() -> None:
    short = assault(men(), far(), switches=("ladder-5",))
    assert refused(short, ("raise", 0, LADDER)) == "masse.escalade.length"
    assert refused(short, ("raise", 0, GRAPNEL)) == ""
    assert refused(assault(men(), far(), switches=("grapnel-4",)), ("raise", 0, GRAPNEL)) == "masse.escalade.length"
    tower = engine("tour-de-siege-legere", 0, 30, 18)
    tower = changed(tower, y=20 * INCH - tower.card.depth // 2)
    level = field(changed(men(floor=TOP, aboard=1), y=tower.y), tower, far(), structures=[wall()])
    assert refused(level, ("raise", 0, LADDER)) == "masse.escalade.siege-tower"
