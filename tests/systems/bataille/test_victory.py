"""Scenarios: kills and their credit, the gem, the prisoner, ground held, gold, and who has won."""

from __future__ import annotations

from typing import Any

import pytest

from escarmouche.core.effects import Call, Result
from escarmouche.systems.bataille.model import (
    DEAD,
    FREED,
    HERO,
    LOST,
    ON_TABLE,
    PRISONER,
    ROUTED,
    SORCERER,
    TITAN,
    Figure,
    Gem,
    World,
)
from escarmouche.systems.bataille.rules.deployment import PrisonSite, lock_up
from escarmouche.systems.bataille.rules.harm import suffer
from escarmouche.systems.bataille.rules.melee import melee
from escarmouche.systems.bataille.rules.morale import morale
from escarmouche.systems.bataille.rules.movement import Marching, move_side
from escarmouche.systems.bataille.rules.scenarios import (
    Release,
    gem_winner,
    held,
    is_over,
    outcome,
    scores,
    settled_early,
    touches_prison,
)
from escarmouche.systems.bataille.rules.sequence import fresh_turn, initiative
from escarmouche.systems.bataille.rules.spells import bloodthirst, fireball, strike_ally, teleport
from tests.systems.bataille.scene import Played, box, changed, gun, inches, man, play, rule_of, scene

PRISON = box("building", 20, 20, 24, 24, "prison")


def at(*spots: float) -> tuple[int, ...]:
    """Coordinates in inches."""
    return tuple([inches(one) for one in spots])


def points(world: World) -> list[int]:
    """The points of the sides."""
    return [side.points for side in world.sides]


def struck(
    world: World, dice: list[int], *hits: tuple[int, int, int, int], close: bool = True, answers: tuple[Any, ...] = ()
) -> Played:
    """What comes of hits in one step."""
    return play(Call(suffer, world, hits, close), dice, answers)


def moved(world: World, *answer: Any, answers: tuple[Any, ...] = ()) -> World:
    """The world after a deed of the first side."""
    return play(Call(move_side, world, 0), [], [answer, *answers]).world


# ---------------------------------------------------------------- the end


@pytest.mark.rule("bataille.scenario.six-turns")
def test_a_game_lasts_six_turns() -> None:
    both = man(0, 10, 10), man(1, 20, 20)
    assert [is_over(scene(*both, turn=turn)) for turn in (5, 6)] == [False, True]


@pytest.mark.rule("bataille.scenario.no-early-end")
def test_a_game_ends_early_only_when_nothing_can_change() -> None:
    one = man(0, 10, 10)
    assert settled_early(scene(scenario="king-of-the-hill"))
    assert settled_early(scene(one))
    assert settled_early(scene(one, scenario="pillage"))
    assert not settled_early(scene(one, scenario="king-of-the-hill"))
    assert not settled_early(scene(one, scenario="occupation"))
    sides = scene().sides
    rescue: dict[str, Any] = {"scenario": "rescue", "sides": (changed(sides[0], attacks=True), sides[1])}
    assert settled_early(scene(man(1, 20, 20), man(0, 22, 22, status=PRISONER), **rescue)), (
        "locked up and nobody left to free him"
    )
    assert not settled_early(scene(man(0, 10, 10), man(0, 22, 22, status=PRISONER), **rescue))
    assert settled_early(scene(one, man(1, 30, 30), man(0, 22, 22, status=LOST, state=FREED), **rescue))
    routed = scene(man(0, 10, 10, state=ROUTED), turn=3, scenario="occupation")
    routed = changed(routed, sides=(changed(routed.sides[0], began=20), routed.sides[1]))
    found = play(Call(morale, routed))
    assert (found.rolls, found.world.figures[0].having(ROUTED)) == ([], False), "alone on the table nobody tests"


@pytest.mark.rule("bataille.scenario.no-early-end")
def test_between_two_the_other_wins_by_concession() -> None:
    world = scene(man(0, 10, 10), man(1, 20, 20))
    gone = play(Call(move_side, world, 0), [], [("concede",)]).world
    assert settled_early(gone)
    assert outcome(gone).winner == 1


@pytest.mark.rule("bataille.scenario.draw")
def test_equals_share_a_draw() -> None:
    sides = scene(seats=3).sides
    world = scene(seats=3, sides=tuple([changed(side, points=score) for side, score in zip(sides, (4, 4, 1), strict=True)]))
    found = outcome(world)
    assert (found.winner, found.winners) == (-1, [0, 1])


@pytest.mark.rule("bataille.multi.eliminated")
def test_a_side_that_is_gone_still_counts() -> None:
    sides = scene(seats=3).sides
    scored = tuple([changed(side, points=score) for side, score in zip(sides, (120, 95, 140), strict=True)])
    world = scene(man(0, 10, 10), man(1, 20, 20), man(2, 30, 30, status=DEAD), gun(2, 40, 40), seats=3, sides=scored, turn=6)
    assert outcome(world).winner == 2
    assert play(Call(initiative, world), [1, 2], [("first", 1)]).world.order == (1, 0)


# ---------------------------------------------------------------- kills


@pytest.mark.rule(
    "bataille.scenario.battle-points", "bataille.scenario.battle-character-bonus", "bataille.scenario.battle-wounded"
)
def test_kills_are_worth_their_points() -> None:
    world = scene(
        man(0, 10, 10),
        man(1, 11, 10, points=44, hp=3),
        man(1, 9, 10, points=56, role=HERO),
        man(1, 10, 11, points=30, role=TITAN),
    )
    assert points(struck(world, [6, 6], (1, 0, 0, 0), (1, 0, 0, 0)).world) == [0, 0], "one hit point left is worth nothing"
    assert points(struck(world, [6, 6, 6], *[(1, 0, 0, 0)] * 3).world) == [44, 0]
    assert points(struck(world, [6], (2, 0, 0, 0)).world) == [106, 0]
    assert points(struck(world, [6], (3, 0, 0, 0)).world) == [30, 0]


@pytest.mark.rule("bataille.scenario.kill-credit")
def test_the_most_wounds_of_the_step_have_the_kill() -> None:
    world = scene(man(0, 10, 10), man(1, 11, 10), man(2, 12, 10, hp=2), seats=3)
    most = struck(world, [6, 6, 6], (2, 0, 0, 0), (2, 1, 1, 0), (2, 1, 1, 0))
    assert points(most.world) == [0, 10, 0]
    tie = struck(world, [6, 6, 4], (2, 0, 0, 0), (2, 1, 1, 0))
    assert points(tie.world) == [0, 10, 0], "an even die is the second's"
    assert tie.needs("scenario.kill-credit") == [(-1, 1, 0)]
    own = scene(man(0, 10, 10), man(1, 20, 10), man(0, 12, 10), seats=3)
    assert points(struck(own, [6], (2, 0, 0, 0), close=False).world) == [0, 10, 10], (
        "what a side does to its own counts for all others"
    )
    mixed = struck(own, [6, 6], (2, 0, 0, 0), (2, 1, 1, 0), close=False)
    assert points(mixed.world) == [0, 10, 0]
    strict = scene(man(0, 10, 10), man(0, 12, 10), man(1, 30, 30), off="own-kills-score")
    assert points(struck(strict, [6], (1, 0, 0, 0), close=False).world) == [0, 0]
    assert points(moved(scene(man(0, 2, 20), man(1, 30, 30)), "exit", 0, 0)) == [0, 10]
    lost = scene(man(0, 2, 20), man(1, 30, 30), off="leaving-scores")
    assert points(moved(lost, "exit", 0, 0)) == [0, 0], "by another reading who left is lost, not killed"


# ---------------------------------------------------------------- ground


@pytest.mark.rule(
    "bataille.scenario.occupation-element", "bataille.scenario.on-element", "bataille.scenario.occupation-victory"
)
def test_the_most_figures_hold_an_element() -> None:
    woods = [box("wood", 10, 10, 16, 16), box("wood", 30, 10, 36, 16), box("hill", 10, 30, 16, 36)]
    figures = [man(0, 11, 11), man(0, 13, 11), man(0, 15, 11), man(1, 11, 14), man(1, 13, 14), man(0, 31, 11), man(1, 33, 11)]
    edge = [man(1, 12, 31, state=ROUTED), man(0, 16.1, 33, radius=inches(0.8)), gun(0, 13, 34)]
    world = scene(*figures, *edge, pieces=woods, scenario="occupation", turn=6)
    assert (held(world, 0), held(world, 1)) == (1, 1), "equal numbers hold nothing, and a gun counts for nothing"
    more = scene(*figures, *edge, man(0, 35, 14), pieces=woods, scenario="occupation", turn=6)
    assert (scores(more), outcome(more).winner) == ((2, 1), 0)


@pytest.mark.rule("bataille.scenario.occupation-which")
def test_walls_and_houses_are_not_held() -> None:
    pieces = [box("low-wall", 10, 10, 16, 10.5), box("building", 20, 10, 24, 14), box("difficult", 30, 10, 36, 16)]
    world = scene(man(0, 11, 10.2), man(0, 22, 12), man(0, 31, 11), pieces=pieces, scenario="occupation")
    assert scores(world) == (1, 0)


@pytest.mark.rule("bataille.scenario.king-victory")
def test_figures_on_the_hill_are_counted() -> None:
    hill = [box("hill", 18, 18, 30, 30, "king")]
    world = scene(man(0, 20, 20), man(0, 22, 20), man(1, 26, 26, role=TITAN), pieces=hill, scenario="king-of-the-hill", turn=6)
    assert (scores(world), outcome(world).winner) == ((2, 1), 0)
    assert outcome(scene(man(0, 1, 1), man(1, 40, 40), pieces=hill, scenario="king-of-the-hill", turn=6)).winner == -1


# ---------------------------------------------------------------- Rescue


def captive(*others: Figure, **changes: Any) -> World:
    """A prison with a prisoner of the first side, who attacks; he is figure 0."""
    sides = scene().sides
    locked = man(0, 22, 22, role=HERO, status=PRISONER, mental=5, move=12, **changes)
    return scene(locked, *others, pieces=[PRISON], scenario="rescue", sides=(changed(sides[0], attacks=True), sides[1]))


@pytest.mark.rule("bataille.scenario.rescue-roles", "bataille.scenario.rescue-prison", "bataille.scenario.rescue-prisoner")
def test_the_prison_and_its_prisoner() -> None:
    heroes = scene(man(0, 1, 1, role=HERO, status=1), man(0, 1, 1, role=SORCERER, status=1), man(1, 2, 2, role=HERO, status=1))
    asked = play(Call(lock_up, heroes), [6, 2])
    assert (asked.asked[0].seat, asked.asked[0].why) == (1, "bataille.scenario.rescue-prison")
    done = play(Call(lock_up, heroes), [6, 2], [("prison", *at(20, 20)), ("prisoner", 1)]).world
    assert (done.figures[3].status, done.figures[3].card, done.figures[3].seat) == (PRISONER, done.figures[1].card, 0)
    assert [side.attacks for side in done.sides] == [True, False]
    one = scene(man(0, 1, 1, status=1), man(1, 2, 2, role=HERO, status=1))
    assert play(Call(lock_up, one)).asked[0].seat == 0, "only the second has a character, so it attacks"
    site = PrisonSite(scene(pieces=[box("wood", 10, 10, 16, 16)]))
    assert site.check(("prison", *at(2, 2))) is None, "flush with the edges"
    assert rule_of(site.check(("prison", *at(1.9, 20)))) == "scenario.rescue-prison"
    assert rule_of(site.check(("prison", *at(14, 17)))) == "scenario.rescue-prison"


@pytest.mark.rule("bataille.scenario.rescue-prisoner-inactive")
def test_a_prisoner_is_out_of_play() -> None:
    world = captive(man(0, 10, 10, role=SORCERER, mental=3, spells=("fireball", "curse")), man(1, 40, 40))
    assert [roll.bonus for roll, _ in play(Call(initiative, world), [6, 1], [("first", 0)]).rolls] == [3, 0]
    assert play(Call(fireball, world, ("fireball", 1, *at(22, 22)))).rolls == []
    assert world.in_play(0) == [world.figures[1]]


@pytest.mark.rule("bataille.scenario.rescue-free", "bataille.scenario.rescue-free-detail")
def test_whoever_ends_a_move_at_the_prison_frees_him() -> None:
    world = captive(man(0, 18, 22), man(1, 40, 40))
    asked = play(Call(move_side, world, 0), [], [("move", 1, *at(19.5, 22))])
    assert asked.asked[-1].why == "bataille.scenario.rescue-free-detail"
    free = moved(world, "move", 1, *at(19.5, 22), answers=(("place", *at(22, 19.5)),))
    assert (free.figures[0].status, free.figures[0].having(FREED)) == (ON_TABLE, True)
    assert Marching(free, 0).check(("move", 0, *at(22, 15))) is None, "he may move in the same phase"
    still = captive(man(0, 19.5, 22), man(1, 40, 40))
    assert moved(still, "move", 1, *at(19.5, 22), answers=(("place", *at(22, 19.5)),)).figures[0].status == ON_TABLE, (
        "a move of 0"
    )
    routed = captive(man(0, 19.5, 22, state=ROUTED), man(1, 40, 40))
    assert play(Call(move_side, routed, 0), [], [("rout", 1, 0)]).world.figures[0].status == PRISONER
    placed = captive(man(0, 10, 10, spells=("teleportation",)), man(1, 40, 40))
    gone = play(Call(teleport, placed, ("teleportation", 1, 1, *at(19.5, 22))), [], [("accept",), ("place", *at(22, 19.5))])
    assert gone.world.figures[0].status == ON_TABLE
    enemy = captive(man(0, 18, 22), man(1, 22, 18.9))
    assert rule_of(Release(enemy, enemy.figures[0]).check(("place", *at(22, 19.5)))) == "scenario.rescue-free-detail"
    assert rule_of(Release(enemy, enemy.figures[0]).check(("place", *at(26, 26)))) == "scenario.rescue-free-detail"


def moves_of(world: World, id: int) -> list[tuple[int, int]]:
    """Where the moves that are listed lead a figure of the first side."""
    return [(answer[2], answer[3]) for answer in Marching(world, 0).listed() if answer[:2] == ("move", id)]


def test_the_scenario_draws_figures_where_it_is_won() -> None:
    world = captive(man(0, 16, 23), man(1, 40, 40))
    assert any(touches_prison(world, x, y, world.figures[1].card.radius) for x, y in moves_of(world, 1))
    free = world.with_figure(changed(world.figures[0], status=ON_TABLE, state=FREED, x=inches(10), y=inches(20)))
    assert at(4, 20) in moves_of(free, 0), "the prisoner off the table, six inches a turn"
    gem = scene(man(0, 24, 20), man(1, 10, 40), scenario="cursed-gem", gem=Gem(inches(24), inches(20), 0))
    assert at(24, 26) in moves_of(gem, 0), "the gem into the enemy's half, six inches a turn"


@pytest.mark.rule("bataille.scenario.rescue-free-detail")
def test_without_room_he_stays_locked_up() -> None:
    rows = [man(0, 19.5 + x, y) for x in range(6) for y in (19.5, 24.5)]
    columns = [man(0, x, 20.5 + y) for x in (19.5, 24.5) for y in range(4)]
    world = captive(*rows, *columns, man(1, 40, 40))
    found = play(Call(move_side, world, 0), [], [("move", 3, *at(20.5, 19.5))])
    assert "no-room-at-prison" in found.kinds
    assert found.world.figures[0].status == PRISONER


@pytest.mark.rule("bataille.scenario.rescue-prisoner-limit", "bataille.scenario.rescue-limit-magic")
def test_a_freed_prisoner_travels_six_inches_a_turn() -> None:
    world = captive(man(1, 40, 40))
    free = world.with_figure(changed(world.figures[0], status=ON_TABLE, state=FREED, x=inches(10), y=inches(10)))
    assert Marching(free, 0).check(("move", 0, *at(16, 10))) is None
    assert rule_of(Marching(free, 0).check(("move", 0, *at(16.1, 10)))) == "scenario.rescue-prisoner-limit"
    walked = free.with_figure(changed(free.figures[0], travelled=inches(4)))
    run = play(Call(bloodthirst, walked, ("bloodthirst", 0, 0)), [], [("accept",)]).asked[-1].options
    assert run.check(("run", *at(12, 10))) is None
    assert rule_of(run.check(("run", *at(12.1, 10)))) == "scenario.rescue-prisoner-limit"
    from escarmouche.systems.bataille.rules.magic import Casting

    caster = man(0, 10, 12, role=SORCERER, spells=("teleportation", "teleportation"))
    magic = Casting(scene(walked.figures[0], caster), 0)
    assert magic.check(("teleportation", 1, 0, *at(12, 10))) is None
    assert rule_of(magic.check(("teleportation", 1, 0, *at(13, 10)))) == "spell.teleport"
    wall = changed(free, ground=scene(pieces=[box("low-wall", 11, 0, 11.5, 20)]).ground)
    assert Marching(wall, 0).check(("move", 0, *at(13, 10))) is None, "what the wall costs is paid from his own Movement"


@pytest.mark.rule("bataille.scenario.rescue-attacker-win", "bataille.scenario.rescue-defender-win")
@pytest.mark.parametrize(
    ("status", "state", "winner"), [(ON_TABLE, FREED, 0), (LOST, FREED, 0), (DEAD, FREED, 1), (PRISONER, 0, 1)]
)
def test_who_wins_a_rescue(status: int, state: int, winner: int) -> None:
    world = captive(man(0, 10, 10), man(1, 40, 40))
    world = changed(world.with_figure(changed(world.figures[0], status=status, state=state)), turn=6)
    assert outcome(world).winner == winner


# ---------------------------------------------------------------- the gem


def gems(*figures: Figure, carrier: int = -1, x: float = 24, y: float = 24, **changes: Any) -> World:
    """A scene with the gem."""
    return scene(*figures, scenario="cursed-gem", gem=Gem(inches(x), inches(y), carrier), **changes)


def gem_of(world: World) -> Gem:
    """The gem."""
    assert world.gem is not None
    return world.gem


@pytest.mark.rule("bataille.scenario.gem-pickup")
def test_who_ends_a_move_at_the_gem_may_take_it() -> None:
    world = gems(man(0, 20, 24, move=12), man(1, 40, 40))
    taken = moved(world, "move", 0, *at(23.5, 24), answers=(("take",),))
    assert (gem_of(taken).carrier, gem_of(taken).x) == (0, inches(23.5))
    assert gem_of(moved(world, "move", 0, *at(23.5, 24), answers=(("leave",),))).carrier == -1
    here = gems(man(0, 24, 24), man(1, 40, 40))
    assert gem_of(moved(here, "move", 0, *at(24, 24), answers=(("take",),))).carrier == 0, "a move of 0"
    routed = gems(man(0, 10, 24, state=ROUTED), man(1, 40, 40), x=4, y=24)
    assert len(play(Call(move_side, routed, 0), [], [("rout", 0, 0)]).asked) == 1
    carried = gems(man(0, 20, 24), man(1, 24, 24), carrier=1)
    assert gem_of(moved(carried, "move", 0, *at(23, 24))).carrier == 1


@pytest.mark.rule("bataille.scenario.gem-kill")
def test_who_kills_the_carrier_in_melee_may_take_it() -> None:
    world = gems(man(0, 24, 24), man(1, 25, 24), carrier=0)
    played = play(Call(melee, world), [1, 6], [("declare",), ("declare", (1, 0)), ("take",)])
    assert gem_of(played.world).carrier == 1
    assert gem_of(play(Call(melee, world), [1, 6], [("declare",), ("declare", (1, 0)), ("leave",)]).world).carrier == -1
    reach = gems(man(0, 24, 24), man(1, 26.5, 24, traits="reach"), carrier=0)
    far = play(Call(melee, reach), [1, 6], [("declare", (1, 0)), ("take",)]).world
    assert (gem_of(far).carrier, gem_of(far).travelled) == (1, 0)


@pytest.mark.rule("bataille.scenario.gem-drop")
def test_otherwise_it_lies_where_the_carrier_fell() -> None:
    world = gems(man(0, 20, 20), man(1, 25, 24), carrier=0)
    shot = struck(world, [6], (0, 1, 1, 0), close=False)
    assert (gem_of(shot.world).carrier, gem_of(shot.world).x) == (-1, inches(20))
    both = gems(man(0, 24, 24), man(1, 25, 24), carrier=0)
    fell = play(Call(melee, both), [1, 1, 6, 6], [("declare", (0, 1)), ("declare", (1, 0))])
    assert gem_of(fell.world).carrier == -1, "the killer died too"
    left = moved(gems(man(0, 3, 20), man(1, 40, 40), carrier=0, x=3, y=20), "exit", 0, 0)
    assert (gem_of(left).carrier, gem_of(left).x) == (-1, inches(0.5))
    down = moved(gems(man(0, 20, 20), man(1, 40, 40), carrier=0, x=20, y=20), "put-down", 0)
    assert gem_of(down).carrier == -1
    ally = gems(man(0, 20, 20), man(0, 21, 20), man(1, 40, 40), carrier=1, x=21, y=20)
    mad = play(Call(strike_ally, ally, 0, 1, 1), [1, 6], [("take",)])
    assert gem_of(mad.world).carrier == 0, "a Paranoia attack is close combat"


@pytest.mark.rule("bataille.scenario.gem-speed", "bataille.scenario.gem-speed-detail")
def test_the_gem_travels_six_inches_a_turn() -> None:
    rider = gems(man(0, 10, 24, move=12), man(1, 40, 40), carrier=0, x=10, y=24)
    assert Marching(rider, 0).check(("move", 0, *at(16, 24))) is None
    assert rule_of(Marching(rider, 0).check(("move", 0, *at(16.1, 24)))) == "scenario.gem-speed"
    walked = moved(rider, "move", 0, *at(14, 24))
    assert gem_of(walked).travelled == inches(4)
    for x, kept in ((16, 0), (16.1, -1)):
        gone = play(Call(teleport, walked, ("teleportation", 0, 0, *at(x, 24))), [], [("accept",)]).world
        assert gem_of(gone).carrier == kept
        assert gem_of(gone).x == (inches(x) if kept == 0 else inches(14)), "it stays where he stood"
    before = gems(man(0, 12.5, 24, move=12), man(1, 40, 40))
    assert gem_of(moved(before, "move", 0, *at(23.5, 24), answers=(("take",),))).travelled == 0
    wall = gems(man(0, 10, 24, move=12), man(1, 40, 40), carrier=0, x=10, y=24, pieces=[box("low-wall", 11.5, 20, 12, 28)])
    assert gem_of(moved(wall, "move", 0, *at(14, 24))).travelled == inches(4)
    assert gem_of(fresh_turn(walked)).travelled == 0


@pytest.mark.rule("bataille.scenario.gem-pass", "bataille.scenario.gem-pass-detail")
def test_the_gem_is_handed_over_once_a_turn_in_contact() -> None:
    three = man(0, 10, 10), man(0, 11, 10), man(0, 12, 10), man(0, 10, 13), man(1, 40, 40)
    world = gems(*three, carrier=0, x=10, y=10)
    assert rule_of(Marching(world, 0).check(("pass", 0, 3))) == "scenario.gem-pass"
    passed = moved(world, "pass", 0, 1)
    assert gem_of(passed).carrier == 1
    assert rule_of(Marching(passed, 0).check(("pass", 1, 2))) == "scenario.gem-pass"
    routed = gems(three[0], changed(three[1], state=ROUTED), carrier=0, x=10, y=10)
    assert rule_of(Marching(routed, 0).check(("pass", 0, 1))) == "scenario.gem-pass"
    down = moved(moved(world, "put-down", 0), "move", 0, *at(10, 6))
    up = moved(down, "move", 1, *at(10.5, 10), answers=(("take",),))
    assert (gem_of(up).carrier, gem_of(up).passed) == (1, 1), "to take up what a friend put down was the hand-over"
    again = changed(down, gem=changed(gem_of(down), passed=1))
    assert gem_of(moved(again, "move", 1, *at(10.5, 10))).carrier == -1


@pytest.mark.rule("bataille.scenario.gem-victory")
@pytest.mark.parametrize(("y", "winner"), [(24.3, 0), (23.7, 1), (24, -1)])
def test_the_gem_wins_in_the_opponents_half(y: float, winner: int) -> None:
    world = gems(man(1, 10, y), man(0, 40, 10), carrier=0, x=10, y=y, turn=6)
    assert (gem_winner(world), outcome(world).winner) == (winner, winner)


# ---------------------------------------------------------------- gold


@pytest.mark.rule("bataille.scenario.pillage-gold", "bataille.scenario.pillage-character", "bataille.scenario.pillage-detail")
def test_enemies_killed_in_melee_bring_gold() -> None:
    def coins(dice: list[int], close: bool = True, **victim: Any) -> tuple[list[int], int]:
        world = scene(man(0, 10, 10), man(1, 11, 10, **victim), scenario="pillage")
        played = struck(world, [6, *dice], (1, 0, 0, 0), close=close)
        return [side.gold for side in played.world.sides], len(played.rolls)

    assert coins([5], armour=1) == ([5, 0], 2)
    assert coins([3, 4], armour=4) == ([7, 0], 2)
    assert coins([3, 4, 5], armour=5) == ([12, 0], 2)
    assert coins([1, 1, 1, 1, 1], armour=4, role=HERO) == ([5, 0], 2)
    assert coins([2], armour=2, role=TITAN) == ([2, 0], 2)
    assert coins([], False, armour=4) == ([0, 0], 1), "a shot or a spell brings none"
    assert coins([6, 6], armour=3, state=4) == ([12, 0], 2), "the Armour of its profile counts"
    own = scene(man(0, 10, 10), man(0, 11, 10), man(1, 30, 30), scenario="pillage")
    assert len(struck(own, [6], (1, 0, 0, 0)).rolls) == 1, "killed by its own side"
    assert struck(own, [6, 3, 3], (1, 0, 1, 0)).world.sides[1].gold == 6, "by an enemy's Paranoia"


@pytest.mark.rule("bataille.scenario.pillage-victory")
def test_the_most_gold_wins() -> None:
    sides = tuple([changed(side, gold=gold, points=9 - gold) for side, gold in zip(scene().sides, (4, 3), strict=True)])
    found = outcome(scene(man(0, 10, 10), man(1, 20, 20), scenario="pillage", sides=sides, turn=6))
    assert isinstance(found, Result)
    assert (found.winner, found.scores) == (0, (4, 3))
