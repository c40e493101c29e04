"""Who is nearer to what a scenario is about, and who has won as soon as the battle ends."""

from __future__ import annotations

import doctest
from typing import Any

import pytest

import escarmouche as esc
from escarmouche.agents.search import SearchAgent
from escarmouche.systems.sbh import race as module
from escarmouche.systems.sbh.encoding import FINISH, encode, has_settled
from escarmouche.systems.sbh.model import DEAD, ENTANGLED, LEADER, WAITING, Figure, Marker, World
from escarmouche.systems.sbh.race import NEVER, Side, race, turns
from escarmouche.systems.sbh.system import SongOfBlades
from tests.systems.sbh.scene import MM, changed, scene
from tests.systems.sbh.test_gains import man

QUEST = "quest-for-a-magic-item"
NAMES = SongOfBlades().encoding()


def lying(kind: str, x: int, y: int) -> Marker:
    """A marker at x, y millimetres."""
    return Marker(0, kind, x * MM, y * MM)


def hunt(*figures: Figure, markers: tuple[Marker, ...] = (), scenario: str = "treasure-hunt", **changes: Any) -> World:
    """A hunt for the treasure; seat 0 calls the lower edge home, seat 1 the upper one."""
    return scene(*figures, scenario=scenario, markers=markers, **changes)


def number(world: World, seat: int, name: str) -> float:
    """A number of the encoding."""
    return encode(world, seat)[NAMES.index(name)]


def test_nobody_runs_where_there_is_nothing_to_run_for() -> None:
    assert race(scene(man(0, 300, 100), man(1, 300, 500)), 0) == 0.0
    assert race(hunt(man(0, 300, 100), man(1, 300, 500)), 0) == 0.0


def test_the_nearer_side_is_ahead_by_as_much_as_the_other_is_behind() -> None:
    near, far = man(0, 300, 100), man(1, 300, 500)
    world = hunt(near, far, markers=(lying("treasure", 300, 150),))
    assert race(world, 0) > 0.3
    assert race(world, 1) == -race(world, 0)
    assert race(hunt(near, far, markers=(lying("treasure", 300, 300),)), 0) == pytest.approx(0.0)
    assert number(world, 0, "mine: the prize") == -number(world, 0, "theirs: the prize") == race(world, 0)


def test_the_treasure_has_to_come_home_and_a_magic_item_has_not() -> None:
    world = hunt(man(0, 300, 300), man(1, 300, 500), markers=(lying("treasure", 300, 320),))
    item = hunt(man(0, 300, 300), man(1, 300, 500), markers=(lying("item", 300, 320),), scenario=QUEST)
    mine = [turns(one, Side(one, 0, 1), 300 * MM, 320 * MM) for one in (world, item)]
    assert mine[0] > mine[1] > 0.0


def test_every_marker_counts_as_if_it_lay_there() -> None:
    figures = (man(0, 300, 100), man(1, 300, 500))
    own, other = lying("search", 300, 100), lying("search", 300, 500)
    alone = [race(hunt(*figures, markers=(marker,)), 0) for marker in (own, other)]
    assert alone[0] > 0.0 > alone[1]
    assert race(hunt(*figures, markers=(own, other)), 0) == pytest.approx(sum(alone) / 2)


@pytest.mark.parametrize("hampered", [{"prone": True}, {"held": ENTANGLED}, {"quality": 5}, {"move": 1}])
def test_who_is_hampered_takes_longer(hampered: dict[str, int]) -> None:
    figures = [man(0, 300, 100), man(0, 300, 100, **hampered)]
    free, slow = [turns(world, Side(world, 0, 1), 300 * MM, 300 * MM) for world in [hunt(one) for one in figures]]
    assert NEVER > slow > free


def test_whoever_is_led_is_quicker() -> None:
    runner = man(0, 300, 100)
    led = hunt(runner, man(0, 300, 60, traits=LEADER, move=1))
    alone = hunt(runner, man(0, 300, 60, move=1))
    assert turns(led, Side(led, 0, 1), 300 * MM, 300 * MM) < turns(alone, Side(alone, 0, 1), 300 * MM, 300 * MM)


def test_who_has_the_treasure_in_hand_is_ahead_and_more_so_near_home() -> None:
    there = [race(hunt(man(0, 300, y, treasure=True), man(1, 300, 400)), 0) for y in (400, 200, 40)]
    assert 0.0 < there[0] < there[1] < there[2] < 1.0
    world = hunt(man(0, 300, 100), man(1, 300, 560, treasure=True))
    assert race(world, 0) < -0.5


def test_before_the_edges_are_chosen_the_attacker_will_choose_his() -> None:
    def beginning(x: int) -> World:
        """Three markers in a row, nobody on the table, no edges."""
        markers = tuple([lying("search", x, y) for y in (200, 300, 400)])
        world = hunt(man(0, 0, 0, status=WAITING), man(1, 0, 0, status=WAITING), markers=markers)
        return changed(world, bands=tuple([changed(band, edge=-1) for band in world.bands]))

    assert race(beginning(60), 0) > race(beginning(300), 0) >= 0.0
    assert race(beginning(60), 1) == -race(beginning(60), 0)


def test_the_searching_player_hides_the_treasure_where_its_own_edge_will_be() -> None:
    for seed in range(3):
        game = esc.new("sbh", scenario="treasure-hunt", seed=f"hide {seed}")
        agents: list[esc.Agent] = [SearchAgent(seed), SearchAgent(seed)]
        while game.choice.why != "sbh.setup.deployment":
            asked = game.choice
            game.play(agents[asked.seat].answer(esc.SeatGame(game, asked.seat), asked.seat, esc.Budget(1)))
        attacker = 0 if game.world.bands[0].attacker else 1
        assert race(game.world, attacker) > 0.1


def test_a_victory_that_nobody_can_take_away_is_settled() -> None:
    dead = [man(1, 0, 0, status=DEAD, points=100) for _ in range(2)]
    ahead = scene(man(0, 300, 100, points=90), man(1, 300, 500, points=60), *dead)
    assert has_settled(ahead, 0)
    assert not has_settled(ahead, 1)
    level = scene(man(0, 300, 100, points=300), man(1, 300, 500, points=60), *dead)
    assert not has_settled(level, 0)  # all of it killed would be worth more than what it has
    assert not has_settled(changed(ahead, scenario="treasure-hunt"), 0)
    assert not has_settled(scene(man(0, 300, 100, points=90), man(0, 0, 0, points=120, status=WAITING), *dead), 0)


def test_whoever_has_won_as_soon_as_the_battle_ends_presses_home_at_once() -> None:
    dead = [man(1, 0, 0, status=DEAD, points=100) for _ in range(2)]

    def pressing(*figures: Figure) -> float:
        return number(scene(*figures, *dead), 0, "mine: pressing home")

    far, near = man(0, 300, 100), man(0, 300, 400)
    enemy = man(1, 300, 500, points=60)
    assert 0.0 < pressing(far, enemy) < pressing(near, enemy)
    whole = pressing(far, far, enemy)
    assert pressing(far, enemy) > whole + FINISH * 0.05  # a battle with fewer fighters is nearer its end
    assert number(scene(far, enemy, *dead, turn_limit=9), 0, "mine: pressing home") == 0.0


def test_what_the_other_side_wishes_for_itself_is_nothing_to_this_one() -> None:
    weights = dict(zip(NAMES, SongOfBlades().learned(), strict=True))
    assert weights["mine: pressing home"] > 0.0
    assert weights["aside: pressing home"] == 0.0


def test_victory_points_count_with_what_there_is_towards_the_next() -> None:
    world = scene(man(0, 300, 100), man(1, 300, 500), man(1, 0, 0, status=DEAD, points=30))
    assert number(world, 0, "mine: victory points") == pytest.approx(1.5)
    assert number(world, 0, "theirs: victory points") == 0.0


def test_the_examples_hold() -> None:
    assert doctest.testmod(module).failed == 0
    assert doctest.testmod(module).attempted > 0
