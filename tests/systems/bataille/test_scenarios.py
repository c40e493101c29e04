"""Scenarios: how they are drawn and end, what a kill is worth, ground, prisoner, gem and gold."""

from __future__ import annotations

from typing import Any

import pytest

from escarmouche.core.effects import Call
from escarmouche.systems.bataille.model import (
    DEAD,
    FREED,
    HERO,
    LOST,
    PRISONER,
    ROUTED,
    SORCERER,
    SUMMONED,
    TITAN,
    WAITING,
    Figure,
    Gem,
    World,
)
from escarmouche.systems.bataille.rules.deployment import PrisonSite, draw_scenario, lay_out, lock_up
from escarmouche.systems.bataille.rules.harm import suffer
from escarmouche.systems.bataille.rules.melee import melee
from escarmouche.systems.bataille.rules.morale import morale
from escarmouche.systems.bataille.rules.movement import Marching, move_side
from escarmouche.systems.bataille.rules.scenarios import (
    GEM,
    KING,
    KING_TAG,
    OCCUPATION,
    PILLAGE,
    PRISON_TAG,
    RESCUE,
    arrive,
    gem_carried,
    held,
    is_over,
    outcome,
    scores,
    worth,
)
from escarmouche.systems.bataille.rules.sequence import initiative
from escarmouche.systems.bataille.rules.sight import sees
from escarmouche.systems.bataille.rules.terrain import layout
from tests.systems.bataille.scene import INCH, box, changed, gun, inches, key, man, play, rule_of, scene


def hit(victim: int, by: int, seat: int, count: int = 1) -> list[tuple[int, int, int, int]]:
    """Hits on a victim by a figure, to the credit of a seat."""
    return [(victim, by, seat, 0)] * count


def killed(world: World, hits: list[tuple[int, int, int, int]], dice: list[int], close: bool = False) -> World:
    """The world after hits that are defended with these dice."""
    return play(Call(suffer, world, tuple(hits), close), dice).world


def points(world: World) -> list[int]:
    return [side.points for side in world.sides]


# ---------------------------------------------------------------- drawing and ending


@pytest.mark.rule("bataille.scenario.random-choice")
@pytest.mark.parametrize(
    ("die", "name"),
    list(enumerate(["pitched-battle", "occupation", "king-of-the-hill", "rescue", "cursed-gem", "pillage"], 1)),
)
def test_a_die_over_the_six_scenarios(die: int, name: str) -> None:
    world = scene(man(0, 5, 5, role=HERO), man(1, 40, 40))
    assert play(Call(draw_scenario, world), [die]).world.scenario == name


@pytest.mark.rule("bataille.multi.scenarios", "bataille.scenario.rescue-roles")
def test_what_these_sides_cannot_play_is_drawn_again() -> None:
    three = scene(man(0, 5, 5, role=HERO), man(1, 40, 40), man(2, 40, 5), seats=3)
    assert play(Call(draw_scenario, three), [4, 5, 6]).world.scenario == PILLAGE
    plain = scene(man(0, 5, 5), man(1, 40, 40))
    assert play(Call(draw_scenario, plain), [4, 1]).world.scenario == "pitched-battle"


@pytest.mark.rule("bataille.scenario.six-turns")
def test_the_game_ends_after_six_turns() -> None:
    both = (man(0, 5, 5), man(1, 40, 40))
    assert [is_over(scene(*both, turn=turn)) for turn in (1, 5, 6)] == [False, False, True]


@pytest.mark.rule("bataille.scenario.no-early-end")
def test_it_ends_sooner_only_when_nothing_can_change() -> None:
    winner, dead = man(0, 5, 5), man(1, 40, 40, status=DEAD)
    assert not is_over(scene(winner, dead, scenario=KING))
    assert is_over(scene(winner, dead))
    assert is_over(scene(winner, dead, scenario=PILLAGE))
    assert is_over(scene(man(0, 5, 5, status=DEAD), dead, scenario=KING))
    locked = scene(man(0, 5, 5), man(1, 40, 40), man(0, 9, 9, status=PRISONER), scenario=RESCUE)
    attacked = locked.with_side(changed(locked.sides[0], attacks=True))
    assert not is_over(attacked)
    assert is_over(attacked.with_figure(changed(attacked.figures[0], status=DEAD)))
    freed = attacked.with_figure(changed(attacked.figures[2], status=DEAD, state=FREED))
    assert is_over(freed)


@pytest.mark.rule("bataille.scenario.no-early-end")
def test_whoever_is_alone_takes_no_morale_rolls() -> None:
    left = scene(man(0, 5, 5, state=ROUTED), man(1, 40, 40, status=DEAD), scenario=KING)
    left = left.with_side(changed(left.sides[0], began=10))
    assert not play(Call(morale, left)).world.figures[0].having(ROUTED)


@pytest.mark.rule("bataille.scenario.no-early-end")
def test_a_side_may_concede() -> None:
    world = scene(man(0, 5, 5), man(1, 40, 40))
    after = play(Call(move_side, world, 0), (), [("concede",)]).world
    assert outcome(after).winner == 1
    assert is_over(after)


@pytest.mark.rule("bataille.scenario.draw")
def test_equal_results_are_a_draw() -> None:
    world = scene(man(0, 5, 5), man(1, 40, 40), turn=6)
    assert outcome(world).winner == -1
    even = world.with_side(changed(world.sides[0], points=320)).with_side(changed(world.sides[1], points=320))
    assert (outcome(even).winner, outcome(even).scores) == (-1, (320, 320))
    hill = (box("hill", 20, 20, 30, 30, KING_TAG),)
    four = [man(seat, 21 + 2 * number, 21 + 2 * seat) for seat in (0, 1) for number in range(4)]
    three = scene(*four, man(2, 22, 28), pieces=hill, seats=3, scenario=KING, turn=6)
    assert (outcome(three).winner, outcome(three).scores) == (-1, (4, 4, 1))


# ---------------------------------------------------------------- kills and points


@pytest.mark.rule("bataille.scenario.battle-points", "bataille.scenario.battle-character-bonus")
def test_the_dead_are_worth_their_points_and_characters_fifty_more() -> None:
    world = scene(man(0, 5, 5), man(1, 6, 6, points=12), man(1, 8, 8, points=56, role=HERO))
    after = killed(world, [*hit(1, 0, 0), *hit(2, 0, 0)], [6, 6])
    assert points(after) == [12 + 106, 0]
    assert outcome(changed(after, turn=6)).winner == 0
    assert [worth(man(1, 5, 5, points=20, role=role)) for role in (SORCERER, TITAN)] == [70, 20]
    summoned = scene(man(0, 5, 5), man(1, 6, 6, points=8, state=SUMMONED))
    assert points(killed(summoned, hit(1, 0, 0), [6])) == [8, 0]


@pytest.mark.rule("bataille.scenario.battle-wounded")
def test_the_wounded_give_nothing() -> None:
    world = scene(man(0, 5, 5), man(1, 6, 6, hp=3))
    after = killed(world, hit(1, 0, 0, 2), [6, 6])
    assert (after.figures[1].hp, points(after)) == (1, [0, 0])


@pytest.mark.rule("bataille.scenario.kill-credit")
def test_the_side_with_the_most_wounds_has_the_kill() -> None:
    world = scene(man(0, 5, 5), man(1, 6, 6), man(2, 7, 7, hp=2, points=39), seats=3)
    assert points(killed(world, [*hit(2, 0, 0), *hit(2, 1, 1, 2)], [6, 6, 6])) == [0, 39, 0]
    assert points(killed(world, [*hit(2, 0, 0), *hit(2, 1, 1)], [6, 6, 4])) == [0, 39, 0], "a die decides between equals"
    assert points(killed(world, [*hit(2, 0, 0), *hit(2, 1, 1)], [6, 6, 3])) == [39, 0, 0]


@pytest.mark.rule("bataille.scenario.kill-credit")
def test_what_a_side_does_to_itself_counts_for_all_others() -> None:
    world = scene(man(0, 5, 5, points=17), man(0, 7, 7), man(1, 9, 9), man(2, 12, 12), seats=3)
    assert points(killed(world, hit(0, 1, 0), [6])) == [0, 17, 17]
    assert points(killed(changed(world, switches=()), hit(0, 1, 0), [6])) == [0, 0, 0]
    assert points(killed(world, [*hit(0, 1, 0), *hit(0, 2, 1)], [6, 6])) == [0, 17, 0], "an enemy's wound outweighs one's own"


@pytest.mark.rule("bataille.scenario.kill-credit")
def test_whoever_leaves_the_table_counts_as_killed() -> None:
    world = scene(man(0, 2, 24, points=17), man(1, 40, 24))
    after = play(Call(move_side, world, 0), (), [("exit", 0, 0)]).world
    assert (after.figures[0].status, points(after)) == (LOST, [0, 17])


# ---------------------------------------------------------------- ground


WOOD = box("wood", 10, 10, 16, 16)


@pytest.mark.rule("bataille.scenario.occupation-element", "bataille.scenario.on-element")
def test_an_element_is_held_by_the_most_figures_on_it() -> None:
    world = scene(man(0, 11, 11), man(0, 13, 13), man(1, 15, 15), pieces=[WOOD], scenario=OCCUPATION)
    assert (held(world, 0), held(world, 1)) == (1, 0)
    level = world.with_figure(changed(world.figures[1], x=inches(16.1)))
    assert scores(level) == (0, 0), "the centre is outside, and equal numbers hold nothing"
    routed = scene(man(0, 11, 11, state=ROUTED), gun(1, 13, 13), pieces=[WOOD], scenario=OCCUPATION)
    assert scores(routed) == (1, 0), "who flees counts, a gun does not"
    assert scores(
        scene(man(0, 11, 11), man(1, 13, 13), man(1, 15, 15), man(2, 15, 11), pieces=[WOOD], seats=3, scenario=OCCUPATION)
    )[1]


@pytest.mark.rule("bataille.scenario.occupation-which")
def test_only_ground_to_stand_on_can_be_occupied() -> None:
    pieces = [box("low-wall", 20, 20, 26, 20.5), box("building", 30, 30, 34, 34), box("cliff", 2, 40, 6, 44)]
    around = [man(0, 23, 21.1), man(0, 29.4, 32), man(0, 4, 39.4)]
    assert scores(scene(*around, man(1, 45, 45), pieces=pieces, scenario=OCCUPATION)) == (0, 0)
    pieces = [box(kind, x, 10, x + 4, 14) for kind, x in (("wood", 5), ("hill", 15), ("difficult", 25))]
    assert scores(scene(man(0, 7, 12), man(0, 17, 12), man(0, 27, 12), pieces=pieces, scenario=OCCUPATION)) == (3, 0)
    areas = [piece for piece in layout(48 * INCH, 48 * INCH, OCCUPATION, 0) if piece.kind in ("wood", "hill", "difficult")]
    assert len(areas) == 5


@pytest.mark.rule("bataille.scenario.occupation-victory")
def test_the_most_elements_win() -> None:
    pieces = [box("wood", x, 10, x + 4, 14) for x in (2, 8, 14, 20, 26, 32)]
    places = [(0, 4), (0, 10), (0, 16), (1, 22), (1, 28), (0, 33), (1, 35)]
    world = scene(*[man(seat, x, 12) for seat, x in places], pieces=pieces, scenario=OCCUPATION, turn=6)
    assert (outcome(world).scores, outcome(world).winner) == ((3, 2), 0)


@pytest.mark.rule("bataille.scenario.king-setup", "bataille.scenario.king-size")
def test_a_great_hill_lies_in_the_middle_and_hides_nobody() -> None:
    world = scene(scenario=KING)
    laid = play(Call(lay_out, world, "random", 0), [6, 1], [("edge", 1)]).world
    (hill,) = [piece for piece in laid.ground.pieces if KING_TAG in piece.tags]
    middle = 24 * INCH
    assert (hill.shape.left, hill.shape.right, hill.shape.bottom, hill.shape.top) == (
        middle - 6 * INCH,
        middle + 6 * INCH,
        middle - 6 * INCH,
        middle + 6 * INCH,
    )
    assert hill.kind == "hill"
    assert not hill.difficult
    across = scene(man(0, 24, 16), man(1, 24, 32), pieces=[hill])
    assert sees(across, inches(24), inches(16), inches(24), inches(32))
    other = scene(pieces=[box("hill", 20, 20, 28, 28)])
    assert not sees(other, inches(24), inches(16), inches(24), inches(32))


@pytest.mark.rule("bataille.scenario.king-victory")
def test_figures_on_the_hill_are_counted_not_points() -> None:
    hill = [box("hill", 18, 18, 30, 30, KING_TAG)]
    world = scene(man(0, 20, 20), man(0, 22, 22), man(1, 26, 26, role=TITAN, points=150), pieces=hill, scenario=KING, turn=6)
    assert (outcome(world).scores, outcome(world).winner) == ((2, 1), 0)


# ---------------------------------------------------------------- Rescue

PRISON = box("building", 20, 20, 24, 24, PRISON_TAG)


def rescue(*figures: Figure, **changes: Any) -> World:
    """A rescue in which seat 0 attacks."""
    world = scene(*figures, pieces=[PRISON], scenario=RESCUE, **changes)
    return world.with_side(changed(world.sides[0], attacks=True))


LOCKED = man(0, 22, 22, status=PRISONER, role=HERO, move=12, mental=5)


@pytest.mark.rule("bataille.scenario.rescue-roles")
def test_a_die_says_who_attacks_and_only_who_has_a_character() -> None:
    both = scene(man(0, 5, 5, role=HERO, status=WAITING), man(1, 40, 40, role=HERO, status=WAITING), scenario=RESCUE)
    site = ("prison", inches(24), inches(24))
    assert play(Call(lock_up, both), [6, 2], [site]).world.sides[0].attacks
    assert play(Call(lock_up, both), [2, 6], [site]).world.sides[1].attacks
    one = scene(man(0, 5, 5, status=WAITING), man(1, 40, 40, role=SORCERER, status=WAITING), scenario=RESCUE)
    assert play(Call(lock_up, one), (), [site]).world.sides[1].attacks


@pytest.mark.rule("bataille.scenario.rescue-prison")
@pytest.mark.parametrize(
    ("x", "y", "refused"),
    [(24, 24, ""), (2, 24, ""), (1.9, 24, "scenario.rescue-prison"), (30, 30, "scenario.rescue-prison"), (6, 6, "")],
)
def test_the_prison_stands_anywhere_clear_of_terrain(x: float, y: float, refused: str) -> None:
    world = scene(pieces=[box("wood", 31, 31, 36, 36)], scenario=RESCUE)
    assert rule_of(PrisonSite(world).check(("prison", inches(x), inches(y)))) == refused


@pytest.mark.rule("bataille.scenario.rescue-prisoner")
def test_the_prisoner_is_a_twin_of_a_character() -> None:
    hero = man(0, 5, 5, role=HERO, status=WAITING, profile="captain", hp=3, items="item-power")
    wizard = man(0, 9, 9, role=SORCERER, status=WAITING, profile="wizard")
    world = scene(hero, man(0, 7, 7, status=WAITING), wizard, man(1, 40, 40, status=WAITING), scenario=RESCUE)
    played = play(Call(lock_up, world), (), [("prison", inches(24), inches(24)), ("prisoner", 0)])
    assert played.asked[-1].options.listed() == [("prisoner", 0), ("prisoner", 2)]
    locked = played.world.figures[4]
    assert (locked.status, locked.card, locked.hp) == (PRISONER, hero.card, 3)
    assert [piece.tags for piece in played.world.ground.pieces] == [(PRISON_TAG,)]


@pytest.mark.rule("bataille.scenario.rescue-prisoner-inactive")
def test_a_prisoner_counts_for_nothing_and_cannot_be_hit() -> None:
    world = rescue(man(0, 5, 5, role=SORCERER, mental=3), LOCKED, man(1, 40, 40))
    rolls = play(Call(initiative, world), [3, 4]).rolls
    assert [roll.bonus for roll, _ in rolls] == [3, 0]
    assert [one.id for one in world.in_play(0)] == [0]


@pytest.mark.rule("bataille.scenario.rescue-free", "bataille.scenario.rescue-free-detail")
def test_an_ally_who_ends_his_move_at_the_prison_frees_him() -> None:
    world = rescue(man(0, 15, 22), LOCKED, man(1, 40, 40))
    march = ("move", 0, inches(19.5), inches(22))
    played = play(Call(move_side, world, 0), (), [march, ("place", inches(19.5), inches(20.5))])
    assert played.world.figures[1].having(FREED)
    assert "freed" in played.kinds
    short = play(Call(move_side, world, 0), (), [("move", 0, inches(19), inches(22))]).world
    assert not short.figures[1].having(FREED)


@pytest.mark.rule("bataille.scenario.rescue-free-detail")
def test_who_stands_there_already_frees_by_a_move_of_nothing_but_not_in_flight_or_engaged() -> None:
    world = rescue(man(0, 19.5, 22), LOCKED, man(1, 40, 40))
    assert play(Call(arrive, world, 0), (), [("place", inches(24.5), inches(22))]).world.figures[1].having(FREED)
    still = ("move", 0, inches(19.5), inches(22))
    assert key(Marching(world, 0).check(still)) == ""
    routed = rescue(man(0, 19.5, 22, state=ROUTED), LOCKED, man(1, 40, 40))
    assert play(Call(arrive, routed, 0)).world.figures[1].status == PRISONER
    engaged = rescue(man(0, 19.5, 22), LOCKED, man(1, 18.5, 22))
    assert key(Marching(engaged, 0).check(still)) == "is-engaged"
    enemy = rescue(man(0, 5, 5), LOCKED, man(1, 19.5, 22))
    assert play(Call(arrive, enemy, 2)).world.figures[1].status == PRISONER


@pytest.mark.rule("bataille.scenario.rescue-free-detail")
def test_he_comes_out_beside_the_prison_and_out_of_contact() -> None:
    world = rescue(man(0, 19.5, 22), LOCKED, man(1, 24.5, 22))
    options = play(Call(arrive, world, 0)).asked[0].options
    assert key(options.check(("place", inches(24.5), inches(23)))) == "place-at-prison"
    assert key(options.check(("place", inches(30), inches(23)))) == "place-at-prison"
    assert key(options.check(("place", inches(19.5), inches(20.5)))) == ""
    ring = [(19.5 + i, y) for i in range(6) for y in (19.5, 24.5)] + [(x, 20.5 + i) for i in range(4) for x in (19.5, 24.5)]
    full = rescue(*[man(0, x, y) for x, y in ring], LOCKED, man(1, 40, 40))
    played = play(Call(arrive, full, 2))
    assert played.kinds == ["no-room-at-prison"]
    assert played.world.figures[len(ring)].status == PRISONER


@pytest.mark.rule("bataille.scenario.rescue-prisoner-limit", "bataille.scenario.rescue-limit-magic")
def test_once_free_he_moves_six_inches_in_all() -> None:
    def refused(travelled: float, far: float) -> str:
        freed = man(0, 10, 10, role=HERO, move=12, state=FREED, travelled=inches(travelled))
        return rule_of(Marching(rescue(freed, man(1, 40, 40)), 0).check(("move", 0, inches(10 + far), inches(10))))

    assert [refused(0, 6), refused(0, 6.1), refused(4, 2), refused(4, 2.1)] == [
        "",
        "scenario.rescue-prisoner-limit",
        "",
        "scenario.rescue-prisoner-limit",
    ]


@pytest.mark.rule("bataille.scenario.rescue-attacker-win", "bataille.scenario.rescue-defender-win")
@pytest.mark.parametrize(
    ("status", "state", "winner"),
    [(0, FREED, 0), (LOST, FREED, 0), (DEAD, FREED, 1), (PRISONER, 0, 1)],
)
def test_who_wins_a_rescue(status: int, state: int, winner: int) -> None:
    world = rescue(man(0, 5, 5), changed(LOCKED, status=status, state=state), man(1, 40, 40), turn=6)
    assert outcome(world).winner == winner


# ---------------------------------------------------------------- the gem


def gem(*figures: Figure, at: tuple[float, float] = (24, 24), carrier: int = -1, **changes: Any) -> World:
    """A battle for the gem; seat 0 has the lower edge, seat 1 the upper one."""
    held_gem = Gem(inches(at[0]), inches(at[1]), carrier, changes.pop("travelled", 0), changes.pop("passed", 0))
    return scene(*figures, scenario=GEM, gem=held_gem, **changes)


@pytest.mark.rule("bataille.scenario.gem-setup")
def test_the_gem_lies_in_the_middle_of_clear_ground() -> None:
    laid = play(Call(lay_out, scene(scenario=GEM), "random", 3), [6, 1], [("edge", 1)]).world
    assert laid.gem == Gem(24 * INCH, 24 * INCH)
    near = [piece for piece in laid.ground.pieces if piece.shape.left < 27 * INCH < piece.shape.right]
    assert [one.kind for one in near if one.shape.bottom < 27 * INCH and one.shape.top > 21 * INCH] == []


@pytest.mark.rule("bataille.scenario.gem-pickup")
def test_whoever_ends_a_move_at_the_gem_may_pick_it_up() -> None:
    world = gem(man(0, 24, 20), man(1, 40, 40))
    march = ("move", 0, inches(24), inches(23.5))
    taken = play(Call(move_side, world, 0), (), [march, ("take",)]).world
    assert taken.gem is not None
    assert taken.gem.carrier == 0
    left = play(Call(move_side, world, 0), (), [march, ("leave",)]).world
    assert left.gem == world.gem
    for figure, there in ((man(0, 24, 23.5, state=ROUTED), world.gem), (man(0, 24, 23.3), world.gem)):
        assert play(Call(arrive, gem(figure, man(1, 40, 40)), 0)).world.gem == there
    carried = gem(man(0, 24, 24), man(1, 24, 25), carrier=0)
    assert play(Call(arrive, carried, 1)).world.gem == carried.gem


@pytest.mark.rule("bataille.scenario.gem-kill", "bataille.scenario.gem-drop")
def test_who_kills_the_carrier_hand_to_hand_may_take_it() -> None:
    world = gem(man(0, 24, 24), man(1, 25, 24), carrier=0)
    blow = ("declare", (1, 0))
    taken = play(Call(melee, world), [1, 6], [("declare",), blow, ("take",)]).world
    assert taken.gem is not None
    assert (taken.gem.carrier, taken.gem.x) == (1, inches(25))
    left = play(Call(melee, world), [1, 6], [("declare",), blow, ("leave",)]).world
    assert left.gem == Gem(inches(24), inches(24))
    both = play(Call(melee, world), [1, 1, 6, 6], [("declare", (0, 1)), blow]).world
    assert both.gem == Gem(inches(24), inches(24)), "its killer is dead too"
    shot = killed(world, hit(0, 1, 1), [6])
    assert shot.gem == Gem(inches(24), inches(24))


@pytest.mark.rule("bataille.scenario.gem-drop", "bataille.move.leave-table")
def test_the_gem_lies_where_its_carrier_left_the_table_or_put_it_down() -> None:
    world = gem(man(0, 2, 24), man(1, 40, 40), at=(2, 24), carrier=0)
    gone = play(Call(move_side, world, 0), (), [("exit", 0, 0)]).world
    assert gone.gem is not None
    assert (gone.gem.carrier, gone.gem.x <= inches(0.5)) == (-1, True)
    down = play(Call(move_side, world, 0), (), [("put-down", 0)]).world
    assert down.gem is not None
    assert (down.gem.carrier, down.gem.x, down.gem.put_down) == (-1, inches(2), 0)


@pytest.mark.rule("bataille.scenario.gem-speed", "bataille.scenario.gem-speed-detail")
def test_the_gem_travels_six_inches_a_turn() -> None:
    def refused(far: float, travelled: float = 0) -> str:
        world = gem(man(0, 10, 24, move=12), man(1, 40, 40), at=(10, 24), carrier=0, travelled=inches(travelled))
        return rule_of(Marching(world, 0).check(("move", 0, inches(10 + far), inches(24))))

    assert [refused(6), refused(6.1), refused(2, 4), refused(2.1, 4)] == ["", "scenario.gem-speed", "", "scenario.gem-speed"]
    world = gem(man(0, 10, 24, move=12), man(1, 40, 40), at=(10, 24), carrier=0, travelled=inches(4))
    moved = world.figures[0].placed(inches(12), inches(24))
    near, far = gem_carried(world, moved, inches(2)).gem, gem_carried(world, moved, inches(18)).gem
    assert near is not None
    assert far is not None
    assert (near.carrier, near.travelled, near.x) == (0, inches(6), inches(12))
    assert (far.carrier, far.x) == (-1, inches(10)), "teleported too far, it leaves the gem behind"


@pytest.mark.rule("bataille.scenario.gem-pass", "bataille.scenario.gem-pass-detail")
def test_the_gem_is_handed_over_once_a_turn_between_friends_in_contact() -> None:
    world = gem(man(0, 10, 24), man(0, 11, 24), man(0, 13, 24), man(1, 40, 40), at=(10, 24), carrier=0)
    assert key(Marching(world, 0).check(("pass", 0, 2))) == "cannot-pass"
    after = play(Call(move_side, world, 0), (), [("pass", 0, 1)]).world
    assert after.gem is not None
    assert (after.gem.carrier, after.gem.passed) == (1, 1)
    assert key(Marching(after, 0).check(("pass", 1, 0))) == "cannot-pass"
    routed = world.with_figure(changed(world.figures[1], state=ROUTED))
    assert key(Marching(routed, 0).check(("pass", 0, 1))) == "cannot-pass"


@pytest.mark.rule("bataille.scenario.gem-pass-detail")
def test_taking_up_what_a_friend_put_down_is_the_hand_over() -> None:
    world = gem(man(0, 10, 24), man(0, 11.2, 24), man(1, 40, 40), at=(10, 24), carrier=0)
    first = ("move", 1, inches(11), inches(24))
    down = play(Call(move_side, world, 0), (), [("put-down", 0), ("move", 0, inches(10), inches(22)), first]).world
    assert down.gem is not None
    assert down.gem.carrier == -1, "too far from where it lies"
    onto = ("move", 1, inches(10.5), inches(24))
    taken = play(Call(move_side, world, 0), (), [("put-down", 0), ("move", 0, inches(10), inches(22)), onto, ("take",)]).world
    assert taken.gem is not None
    assert (taken.gem.carrier, taken.gem.passed) == (1, 1)


@pytest.mark.rule("bataille.scenario.gem-victory")
@pytest.mark.parametrize(("y", "carrier", "winner"), [(24.3, -1, 0), (24.3, 1, 0), (23.9, 0, 1), (24, -1, -1)])
def test_the_place_of_the_gem_decides_not_its_carrier(y: float, carrier: int, winner: int) -> None:
    world = gem(man(0, 10, 10), man(1, 40, 40), at=(24, y), carrier=carrier, turn=6)
    assert outcome(world).winner == winner


# ---------------------------------------------------------------- Pillage


@pytest.mark.rule("bataille.scenario.pillage-gold", "bataille.scenario.pillage-character", "bataille.scenario.pillage-detail")
@pytest.mark.parametrize(
    ("armour", "role", "dice"),
    [(0, 0, 1), (2, 0, 1), (3, 0, 2), (4, 0, 2), (5, 0, 3), (4, HERO, 5), (1, SORCERER, 4), (1, TITAN, 1)],
)
def test_gold_by_the_armour_of_the_dead(armour: int, role: int, dice: int) -> None:
    world = scene(man(0, 5, 5), man(1, 6, 5, armour=armour, role=role), scenario=PILLAGE)
    after = killed(world, hit(1, 0, 0), [6, *[2] * dice], close=True)
    assert [side.gold for side in after.sides] == [2 * dice, 0]
    assert outcome(changed(after, turn=6)).winner == 0
    assert scores(after) == (2 * dice, 0)


@pytest.mark.rule("bataille.scenario.pillage-gold", "bataille.scenario.pillage-detail")
def test_no_gold_for_arrows_nor_for_ones_own() -> None:
    world = scene(man(0, 5, 5), man(1, 6, 5), man(1, 7, 5), scenario=PILLAGE)
    assert scores(killed(world, hit(1, 0, 0), [6])) == (0, 0)
    assert scores(killed(world, hit(1, 2, 1), [6], close=True)) == (0, 0)


@pytest.mark.rule("bataille.scenario.pillage-victory")
def test_the_most_gold_wins() -> None:
    world = scene(man(0, 5, 5), man(1, 40, 40), scenario=PILLAGE, turn=6)
    rich = world.with_side(changed(world.sides[0], gold=41)).with_side(changed(world.sides[1], gold=38, points=500))
    assert (outcome(rich).winner, outcome(rich).scores) == (0, (41, 38))
