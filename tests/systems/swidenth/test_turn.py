"""The turn: its order, initiative, the Heroes' phases, left-over henchmen."""

from __future__ import annotations

from typing import Any

import pytest

from escarmouche.core.effects import Call
from escarmouche.systems.swidenth.model import CHIEF, HERO, OUT, World
from escarmouche.systems.swidenth.rules.activation import Roster, gathered, phase
from escarmouche.systems.swidenth.rules.turn import hero_phase, hero_phases, initiative, leftovers, new_turn, ranking
from escarmouche.systems.swidenth.view import view
from tests.systems.swidenth.scene import Played, changed, cited, key, man, play, scene

DONE = ("done",)


def band(seat: int, heroes: int, henchmen: int, y: float) -> list[Any]:
    """A Chief, further Heroes, and henchmen far away from them."""
    ranks = [CHIEF, HERO, HERO, HERO][:heroes]
    return [man(seat, 3 + 4 * place, y, rank=rank) for place, rank in enumerate(ranks)] + [
        man(seat, 3 + 2 * place, y + (12 if seat == 0 else -12)) for place in range(henchmen)
    ]


def phases(played: Played) -> list[Any]:
    """Whose phases came, in order: heroes by id, left-overs by seat."""
    found = []
    for tell in played.tells:
        if tell.kind == "hero-phase":
            found.append(tell.about[0])
        if tell.kind == "left-overs":
            found.append(f"left {tell.about[0]}")
    return found


def idle(world: World, *heroes: int, leftovers: int = 2) -> Played:
    """Everybody opens these phases and activates nobody."""
    answers: list[Any] = []
    for hero in heroes:
        choice = [("hero", hero)] if hero >= 0 else []
        answers += [*choice, DONE]
    return play(Call(hero_phases, changed(world, turn=8), 0), [], [*answers, *[DONE] * leftovers])


@pytest.mark.rule("swidenth.turn.sequence", "swidenth.activation.alternation", "swidenth.activation.leftovers")
def test_a_turn_alternates_heroes_and_ends_with_left_overs() -> None:
    world = scene(*band(0, 2, 1, 3), *band(1, 2, 1, 33), turn=7)
    played = play(Call(new_turn, world), [15], [("hero", 1), DONE, ("hero", 3), DONE, DONE, DONE, DONE, DONE])
    assert played.kinds[:2] == ["new-turn", "initiative"]
    assert phases(played) == [1, 3, 0, 4, "left 0", "left 1"]
    assert played.run.result.reason == "swidenth.mission.crossroads-victory"


@pytest.mark.rule("swidenth.turn.initiative-two")
def test_one_die_gives_the_initiative() -> None:
    world = scene(man(0, 3, 3), man(1, 33, 33))
    assert play(Call(initiative, world), [11]).world.order == (0, 1)
    assert play(Call(initiative, world), [10]).world.order == (1, 0)


@pytest.mark.rule("swidenth.turn.initiative-many")
def test_several_players_are_ranked_and_ties_are_rolled_again() -> None:
    world = scene(man(0, 3, 3), man(1, 33, 33), man(2, 3, 33), seats=3)
    assert play(Call(ranking, world, (0, 1, 2)), [14, 9, 14, 6, 17]).result == (2, 0, 1)
    assert play(Call(ranking, world, (0, 1, 2)), [12, 12, 12, 5, 5, 18, 4, 9]).result == (2, 1, 0)
    played = play(Call(initiative, world), [3, 20, 9])
    assert played.world.order == (1, 2, 0)
    assert played.told("initiative").why == "swidenth.turn.initiative-many"


@pytest.mark.rule("swidenth.turn.sequence", "swidenth.rout.voluntary")
def test_last_turns_initiative_decides_on_routs_first() -> None:
    lost = [man(0, 3, 3, status=OUT), man(0, 5, 3, status=OUT), man(0, 7, 3)]
    others = [man(1, 3, 33, status=OUT), man(1, 5, 33, status=OUT), man(1, 7, 33)]
    played = play(Call(new_turn, scene(*lost, *others, order=(1, 0))), [], [("stand",)])
    assert [due.seat for due in played.asked] == [1, 0]


@pytest.mark.rule("swidenth.activation.alternation", "swidenth.turn.initiative-many")
def test_three_sides_go_round_in_the_order_of_initiative() -> None:
    world = scene(
        man(0, 3, 3, rank=HERO), man(1, 33, 33, rank=HERO), man(2, 3, 33, rank=HERO), man(2, 9, 33, rank=HERO), seats=3
    )
    world = changed(world, order=(2, 0, 1), turn=8)
    played = play(Call(hero_phases, world, 0), [], [("hero", 2), DONE, DONE, DONE, DONE])
    assert phases(played) == [2, 0, 1, 3]


@pytest.mark.rule("swidenth.activation.unequal-heroes")
def test_the_side_with_more_heroes_plays_the_rest_before_left_overs() -> None:
    world = scene(*band(0, 1, 1, 3), *band(1, 3, 1, 33))
    played = idle(world, -1, 2, 3, -1)
    assert phases(played)[:6] == [0, 2, 3, 4, "left 0", "left 1"]
    none = scene(*band(0, 0, 1, 3), *band(1, 2, 1, 33))
    assert phases(idle(none, 1, -1))[:4] == [1, 2, "left 0", "left 1"]


@pytest.mark.rule("swidenth.activation.hero-order")
def test_any_hero_may_be_next_whatever_his_rank() -> None:
    world = scene(*band(0, 3, 0, 3), *band(1, 1, 0, 33))
    asked = play(Call(hero_phases, world, 0)).asked[0]
    assert asked.options.listed() == [("hero", 0), ("hero", 1), ("hero", 2)]
    assert phases(idle(world, 2, -1, 1, -1, leftovers=0))[:4] == [2, 3, 1, 0]


@pytest.mark.rule("swidenth.activation.hero-phase", "swidenth.activation.hero-lost")
def test_each_hero_has_one_phase_and_a_fallen_one_none() -> None:
    world = scene(*band(0, 2, 0, 3), *band(1, 2, 0, 33))
    fallen = changed(world.figures[3], status=OUT)
    played = idle(world.with_figure(fallen), 1, -1, -1, leftovers=0)
    assert phases(played)[:3] == [1, 2, 0]
    assert played.asked[0].options.listed() == [("hero", 0), ("hero", 1)]


@pytest.mark.rule("swidenth.activation.hero-lost")
def test_those_on_the_list_still_act_when_their_hero_falls_in_his_phase() -> None:
    world = scene(man(0, 10, 10, rank=HERO), man(0, 11.5, 10), man(1, 33, 33))
    world = changed(world, hero=0, members=(0, 1))
    fallen = world.with_figure(changed(world.figures[0], status=OUT))
    assert play(Call(phase, fallen)).asked[0].options.listed() == [("activate", 1), DONE]


@pytest.mark.rule("swidenth.activation.hero-lost", "swidenth.flight.activation")
def test_a_fleeing_hero_commands_nobody_and_must_run() -> None:
    world = scene(man(0, 10, 10, rank=HERO, fleeing=True), man(0, 11.5, 10), man(1, 33, 33))
    assert gathered(world, 0) == (0,)
    world = changed(world, hero=0, members=(0, 1))
    assert cited(Roster(world).check(DONE)) == "swidenth.flight.activation"


@pytest.mark.rule(
    "swidenth.activation.bubble-strict", "swidenth.activation.bubble-radius", "swidenth.activation.bubble-members"
)
def test_the_bubble_is_strict_and_knows_levels() -> None:
    def inside(*henchmen: Any, rank: int = CHIEF) -> tuple[int, ...]:
        return gathered(scene(man(0, 10, 10, rank=rank), *henchmen, man(1, 33, 33)), 0)[1:]

    assert inside(man(0, 14, 10)) == ()
    assert inside(man(0, 13.9, 10)) == (1,)
    assert inside(man(0, 13.5, 10)) == (1,)
    assert inside(man(0, 13.5, 10), rank=HERO) == ()
    assert inside(man(0, 11, 10, 3)) == ()
    both = scene(man(0, 10, 10, rank=HERO), man(0, 15, 10, rank=HERO), man(0, 12.5, 10), man(1, 33, 33))
    assert gathered(both, 0) == (0, 2)
    assert gathered(both, 1) == (1, 2)


@pytest.mark.rule("swidenth.activation.bubble-members", "swidenth.activation.free-order")
def test_membership_is_fixed_when_the_phase_starts() -> None:
    near, far = man(0, 11.5, 10), man(0, 18, 10)
    world = scene(man(0, 10, 10, rank=CHIEF), near, far, man(1, 33, 33))
    opened = play(Call(hero_phase, world, 0))
    assert opened.world.members == (0, 1)
    gone = play(Call(hero_phase, world, 0), [], [("activate", 0), ("move", (("walk", 25000, 37400),)), ("end",)])
    assert gone.asked[-1].options.listed() == [("activate", 1), DONE]
    assert key(gone.asked[-1].options.check(("activate", 2))) == "not-a-member"
    first = play(Call(hero_phase, world, 0), [], [("activate", 1), ("end",)])
    assert first.asked[-1].options.listed() == [("activate", 0), DONE]


@pytest.mark.rule("swidenth.activation.heroes-not-members")
def test_a_hero_in_the_bubble_waits_for_his_own_phase() -> None:
    world = scene(man(0, 10, 10, rank=CHIEF), man(0, 12, 10, rank=HERO), man(1, 33, 33))
    assert gathered(world, 0) == (0,)


@pytest.mark.rule("swidenth.activation.once")
def test_nobody_is_activated_twice() -> None:
    world = scene(man(0, 10, 10, rank=CHIEF), man(0, 12, 10, activated=True), man(0, 10, 12), man(1, 33, 33))
    assert gathered(world, 0) == (0, 2)
    refusal = Roster(changed(world, members=(0, 1))).check(("activate", 1))
    assert key(refusal) == "acted-already"


@pytest.mark.rule("swidenth.activation.leftovers", "swidenth.flight.activation")
def test_left_overs_act_in_one_phase_and_may_stay_idle_unless_they_flee() -> None:
    world = scene(man(0, 3, 3), man(0, 20, 3), man(0, 6, 3, fleeing=True), man(0, 9, 9, rank=HERO), man(1, 33, 33))
    played = play(Call(leftovers, world, 0))
    assert played.world.members == (0, 1, 2)
    options = played.asked[0].options
    assert cited(options.check(DONE)) == "swidenth.flight.activation"
    assert options.check(("group", (0, 1), 4)) is None


@pytest.mark.rule("swidenth.activation.markers")
def test_activated_and_stunned_figures_have_marks_of_their_own() -> None:
    seen = view(scene(man(0, 3, 3, activated=True), man(1, 33, 33, stunned=True)))
    marks = [{mark["id"] for mark in figure["marks"]} for figure in seen["figures"]]
    assert "activated" in marks[0]
    assert "stunned" not in marks[0]
    assert "stunned" in marks[1]
    assert "activated" not in marks[1]
