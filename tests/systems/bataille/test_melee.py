"""Melee: reach, fear, allocation, and the items that count in it."""

from __future__ import annotations

from typing import Any

import pytest

from escarmouche.core.effects import Call
from escarmouche.systems.bataille.model import FRIGHTENED, PARALYSED, ROUTED, SERVED, STRUCK, World
from escarmouche.systems.bataille.rules.core import engaged, melee_scores, shooting_scores
from escarmouche.systems.bataille.rules.melee import Blows, melee
from escarmouche.systems.bataille.rules.movement import move_side
from escarmouche.systems.bataille.rules.shooting import Shots
from escarmouche.systems.bataille.rules.spells import bloodthirst, strike_ally
from tests.systems.bataille.scene import Played, box, inches, man, play, rule_of, scene


def fought(world: World, dice: list[int], *declared: tuple[Any, ...]) -> Played:
    """What comes of a melee phase in which the sides declare these rows."""
    return play(Call(melee, world), dice, [("declare", *rows) for rows in declared])


def refused(world: World, *rows: tuple[int, ...], seat: int = 0) -> str:
    """The rule by which a declaration is refused; empty when it is allowed."""
    return rule_of(Blows(world, seat).check(("declare", *rows)))


@pytest.mark.rule("bataille.melee.simultaneous")
def test_the_dead_still_strike() -> None:
    world = scene(man(0, 10, 10, melee=(4, 4)), man(1, 11, 10))
    played = fought(world, [4, 4, 3, 6, 6, 6], ((0, 1, 1),), ((1, 0),))
    assert played.dead == [0, 1]


@pytest.mark.rule("bataille.melee.sequence")
def test_fear_comes_before_the_declarations_and_ends_with_the_phase() -> None:
    world = scene(man(0, 10, 10, melee=(4,)), man(1, 11, 10, traits="frightening"))
    played = fought(world, [4, 4, 3, 3], ((0, 1),), ((1, 0),))
    whys = [roll.why.rpartition(".")[2] for roll, _ in played.rolls]
    assert whys == ["frightening-test", "attack", "attack", "defence-roll"]
    assert played.needs("melee.attack")[0] == (0, 1, 3)
    assert played.needs("core.defence-roll") == [(0, 1, 2)]
    assert not played.world.figures[0].having(FRIGHTENED)


@pytest.mark.rule("bataille.melee.eligible-targets")
def test_an_enemy_an_inch_away_is_out_of_reach() -> None:
    world = scene(man(0, 10, 10), man(1, 12, 10))
    assert Blows(world, 0).able() == []
    assert refused(world, (0, 1)) == "melee.eligible-targets"


@pytest.mark.rule("bataille.melee.allocate")
def test_attacks_are_divided_freely() -> None:
    world = scene(man(0, 10, 10, melee=(5, 4, 3)), man(1, 11, 10), man(1, 9, 10))
    assert fought(world, [5, 4, 6, 6], ((0, 1, 2, -1),), ()).dead == [1, 2]
    assert refused(world, (0, 1, 1, 1)) == ""
    assert refused(world, (0, 1)) == "char.melee-multiple"
    assert fought(world, [], (), ()).rolls == []


@pytest.mark.rule("bataille.melee.defence-per-hit")
def test_each_hit_is_defended_with_the_malus_of_its_attack() -> None:
    world = scene(man(0, 9, 10, traits="powerful"), man(0, 11, 10), man(1, 10, 10, hp=3))
    played = fought(world, [1, 1, 1, 1], ((0, 2), (1, 2)), ())
    assert played.needs("core.defence-roll") == [(2, 1, 2), (2, 1, 3)]


@pytest.mark.rule("bataille.melee.who-cannot-attack")
@pytest.mark.parametrize("state", [PARALYSED, ROUTED, SERVED])
def test_some_only_defend(state: int) -> None:
    world = scene(man(0, 10, 10, state=state), man(1, 11, 10))
    assert Blows(world, 0).able() == []
    assert refused(world, (0, 1)) == "melee.who-cannot-attack"
    assert fought(world, [1, 6], ((1, 0),)).dead == [0]


# ---------------------------------------------------------------- abilities


@pytest.mark.rule("bataille.ability.reach")
@pytest.mark.parametrize(("x", "able"), [(13, [0]), (13.1, [])])
def test_reach_strikes_two_inches_away(x: float, able: list[int]) -> None:
    world = scene(man(0, 10, 10, traits="reach"), man(1, x, 10), man(0, 11, 10))
    assert Blows(world, 0).able() == able


@pytest.mark.rule("bataille.ability.reach-no-engagement")
def test_reach_engages_nobody_and_is_not_answered() -> None:
    world = scene(man(0, 10, 10, traits="reach"), man(1, 12.2, 10, shooting=(3,)))
    assert not engaged(world, world.figures[1])
    assert Shots(world, 1).able() == [1]
    assert Blows(world, 1).able() == []
    hidden = scene(man(0, 10, 10, traits="reach"), man(1, 12.8, 10), pieces=[box("building", 11, 8, 11.5, 12)])
    assert Blows(hidden, 0).able() == []
    walled = scene(man(0, 10, 10, traits="reach"), man(1, 12.8, 10), pieces=[box("low-wall", 11, 8, 11.5, 12)])
    assert Blows(walled, 0).able() == [0]
    leaving = scene(man(0, 10, 10), man(1, 11, 10), man(1, 12, 11, traits="reach"))
    asked = play(Call(move_side, leaving, 0), [], [("disengage", 0)])
    assert asked.asked[-1].options.listed()[0] == ("strike", 1), "free attacks need contact"


@pytest.mark.rule("bataille.ability.reach-no-engagement")
def test_by_another_reading_reach_only_joins_a_fight() -> None:
    alone = scene(man(0, 10, 10, traits="reach"), man(1, 12.2, 10), on="reach-only-joins")
    assert Blows(alone, 0).able() == []
    joined = scene(man(0, 10, 10, traits="reach"), man(1, 12.2, 10), man(0, 13.2, 10), on="reach-only-joins")
    assert Blows(joined, 0).able() == [0, 2]


@pytest.mark.rule("bataille.ability.frightening-test", "bataille.ability.frightening-effect")
@pytest.mark.parametrize(("die", "needs"), [(2, [4, 3]), (3, [3, 2])])
def test_fear_weakens_every_blow_and_the_armour(die: int, needs: list[int]) -> None:
    world = scene(man(0, 10, 10, melee=(4, 3), mental=2), man(1, 11, 10, traits="frightening"), man(1, 9, 10))
    played = fought(world, [die, 6, 6], ((0, 2, 2),), ())
    assert played.needs("ability.frightening-test") == [(0, 1, 2)]
    assert [need for _, _, need in played.needs("melee.attack")] == needs


@pytest.mark.rule("bataille.ability.frightening-exempt")
def test_the_frightening_fear_nobody() -> None:
    world = scene(man(0, 10, 10, traits="frightening"), man(1, 11, 10, traits="frightening"))
    assert fought(world, [], (), ()).rolls == []


@pytest.mark.rule("bataille.ability.frightening-once")
def test_one_test_a_phase_with_the_plain_mental() -> None:
    trolls = [man(1, x, 10, traits="frightening") for x in (9, 11)]
    world = scene(man(0, 10, 10, mental=2, state=PARALYSED), *trolls, man(0, 20, 10, role=1))
    played = play(Call(melee, world), [3])
    assert played.needs("ability.frightening-test") == [(0, 1, 2)], "no bonus for a Hero of its side"
    again = play(Call(melee, fought(world, [1], ()).world), [3])
    assert len(again.needs("ability.frightening-test")) == 1, "and again in the next phase"


@pytest.mark.rule("bataille.ability.frightening-enemies-only")
def test_only_enemies_in_contact_test() -> None:
    friend = scene(man(0, 10, 10), man(0, 11, 10, traits="frightening"), man(1, 30, 30))
    assert play(Call(melee, friend)).rolls == []
    far = scene(man(0, 10, 10, traits="reach"), man(1, 12, 10, traits="frightening"))
    assert [roll.why for roll, _ in play(Call(melee, far)).rolls] == []
    routed = scene(man(0, 10, 10), man(1, 11, 10, traits="frightening", state=ROUTED | PARALYSED))
    assert len(play(Call(melee, routed), [1]).rolls) == 1
    ally = play(Call(strike_ally, scene(man(0, 10, 10), man(0, 11, 10, traits="frightening")), 0, 1, 1), [6])
    assert [roll.why for roll, _ in ally.rolls] == ["bataille.spell.paranoia-attack"]


@pytest.mark.rule("bataille.ability.powerful-not-spells")
def test_power_is_in_blows_and_shots_not_in_spells() -> None:
    from escarmouche.systems.bataille.rules.spells import fireball

    world = scene(man(0, 10, 10, traits="powerful", spells=("fireball",)), man(1, 15, 10))
    played = play(Call(fireball, world, ("fireball", 0, inches(15), inches(10))), [1])
    assert played.needs("core.defence-roll") == [(1, 1, 3)]
    leaving = scene(man(0, 10, 10), man(1, 11, 10, traits="powerful"))
    free = play(Call(move_side, leaving, 0), [1, 6], [("disengage", 0), ("strike", 1)])
    assert free.needs("core.defence-roll") == [(0, 1, 2)]


# ---------------------------------------------------------------- items


@pytest.mark.rule("bataille.item.power-melee", "bataille.item.power-armour")
def test_the_item_of_power_strengthens_blows_alone() -> None:
    bearer = man(0, 10, 10, melee=(4, 3), shooting=(3,), items="item-power", traits="powerful")
    played = fought(scene(bearer, man(1, 11, 10, armour=4)), [5, 4, 6, 6], ((0, 1, 1),), ())
    assert [need for _, _, need in played.needs("melee.attack")] == [5, 4]
    assert played.needs("core.defence-roll") == [(1, 2, 2)]
    peer = fought(scene(bearer, man(1, 11, 10, armour=4, traits="powerful")), [5, 5, 1], ((0, 1, 1),), ())
    assert peer.needs("core.defence-roll") == [(1, 1, 3)]
    assert shooting_scores(scene(), bearer) == [3]


@pytest.mark.rule("bataille.item.massacre")
def test_massacre_hits_everybody_in_contact() -> None:
    foes = [man(1, *spot, hp=4) for spot in ((11, 10), (9, 10), (10, 11), (10, 9))]
    played = fought(scene(man(0, 10, 10, melee=(5, 4), items="item-massacre"), *foes), [5, 5, 1, 1, 1, 1], ((0, 1, 1),), ())
    assert played.needs("core.defence-roll") == [(id, 1, 3) for id in (1, 2, 3, 4)]
    both = fought(scene(man(0, 10, 10, melee=(5, 4), items="item-massacre"), *foes), [5, 4] + [1] * 8, ((0, 1, 1),), ())
    assert both.needs("core.defence-roll") == [(id, 2, 3) for id in (1, 2, 3, 4)]


@pytest.mark.rule("bataille.item.massacre-scope")
def test_massacre_works_on_free_attacks_and_spares_silver_once() -> None:
    bearer = man(1, 10, 10, melee=(5, 4), items="item-massacre")
    leaving = scene(man(0, 11, 10), bearer, man(0, 9, 10))
    free = play(Call(move_side, leaving, 0), [5, 6, 1, 1], [("disengage", 0), ("strike", 1)])
    assert free.needs("core.defence-roll") == [(0, 1, 3), (2, 1, 3)]
    silver = scene(
        man(0, 10, 10, melee=(5, 4), items="item-massacre"), man(1, 11, 10, hp=3), man(1, 9, 10, hp=3, items="item-silver")
    )
    played = fought(silver, [3, 2, 1, 1, 1], ((0, 2, 1),), ())
    assert played.needs("core.defence-roll") == [(2, 1, 3), (1, 2, 3)]
    reach = scene(man(0, 10, 10, traits="reach", items="item-massacre"), man(1, 11, 10), man(1, 12.5, 10))
    assert len(fought(reach, [3, 1, 1], ((0, 1),), ()).needs("core.defence-roll")) == 2
    ally = play(Call(strike_ally, scene(man(0, 10, 10, items="item-massacre"), man(0, 11, 10), man(1, 9, 10)), 0, 1, 1), [3, 1])
    assert ally.needs("core.defence-roll") == [(1, 1, 3)]


@pytest.mark.rule("bataille.item.silver", "bataille.item.silver-detail")
def test_silver_is_attacked_once_a_turn() -> None:
    orcs = [man(1, *spot, melee=(3, 3)) for spot in ((11, 10), (9, 10))]
    world = scene(man(0, 10, 10, items="item-silver"), *orcs)
    assert refused(world, (1, 0, 0), seat=1) == "item.silver-detail"
    assert refused(world, (1, 0, -1), (2, 0, -1), seat=1) == "item.silver-detail"
    assert refused(world, (1, 0, -1), seat=1) == ""
    assert Blows(world, 1).usual() == ("declare", (1, 0, -1))
    struck = scene(man(0, 10, 10, items="item-silver", state=STRUCK), *orcs)
    assert refused(struck, (1, 0, -1), seat=1) == "item.silver-detail"


@pytest.mark.rule("bataille.item.silver-detail")
def test_a_free_attack_uses_silver_up_and_an_ally_does_not() -> None:
    world = scene(man(0, 10, 10, hp=2, items="item-silver"), man(1, 11, 10, melee=(4, 3)), man(1, 9, 10))
    asked = play(Call(move_side, world, 0), [], [("disengage", 0)])
    assert rule_of(asked.asked[-1].options.check(("strike", 1, 2))) == "item.silver-detail"
    free = play(Call(move_side, world, 0), [5], [("disengage", 0), ("strike", 1)])
    assert free.needs("move.free-attacks") == [(1, 1, 4)], "one die, though it has two attacks"
    assert free.world.figures[0].having(STRUCK)
    ally = play(Call(strike_ally, scene(man(0, 10, 10), man(0, 11, 10, items="item-silver", state=STRUCK)), 0, 1, 1), [6])
    assert len(ally.rolls) == 1
    three = scene(man(0, 10, 10, items="item-silver"), man(1, 11, 10), man(2, 9, 10), seats=3)
    first = play(Call(melee, three), [], [("declare",), ("declare", (1, 0))])
    assert rule_of(first.asked[-1].options.check(("declare", (2, 0)))) == "item.silver-detail"


@pytest.mark.rule("bataille.item.silver-detail")
def test_attacks_on_silver_declared_in_secret_are_refused_in_order() -> None:
    three = scene(man(0, 10, 10, items="item-silver"), man(1, 11, 10), man(2, 9, 10), seats=3, on="secret-declarations")
    played = fought(three, [4], (), ((1, 0),), ((2, 0),))
    assert played.needs("melee.attack") == [(1, 1, 3)]


@pytest.mark.rule("bataille.item.quickness", "bataille.item.quickness-detail")
def test_quickness_gives_two_attacks_with_the_best_score() -> None:
    from escarmouche.systems.bataille.model import CURSED

    quick = {"items": "item-quickness"}
    assert melee_scores(scene(), man(0, 1, 1, melee=(5, 4), **quick)) == [5, 4, 5, 5]
    assert shooting_scores(scene(), man(0, 1, 1, shooting=(3,), quick="shooting", **quick)) == [3, 3, 3]
    assert melee_scores(scene(), man(0, 1, 1, melee=(5,), shooting=(3,), quick="shooting", **quick)) == [5]
    assert melee_scores(scene(), man(0, 1, 1, melee=(5, 4), state=CURSED, **quick)) == [4, 4, 4]


@pytest.mark.rule("bataille.item.endurance", "bataille.item.endurance-scope")
def test_endurance_is_a_second_chance_for_every_failure() -> None:
    from escarmouche.systems.bataille.rules.harm import suffer

    world = scene(man(0, 10, 10, hp=3, items="item-endurance"), man(1, 11, 10))
    played = play(Call(suffer, world, ((0, 1, 1, -1),) * 3, False), [3, 3, 2, 3, 4])
    assert played.needs("item.endurance") == [(0, 2, 3)]
    assert played.world.figures[0].hp == 2


def test_bloodthirst_counts_as_the_one_attack_on_silver() -> None:
    world = scene(man(0, 10, 10), man(1, 11, 10, items="item-silver"))
    played = play(Call(bloodthirst, world, ("bloodthirst", 0, 0)), [6], [("accept",), ("stay",)])
    assert played.world.figures[1].having(STRUCK)
