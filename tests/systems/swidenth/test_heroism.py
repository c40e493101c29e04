"""Heroism: points before a roll and after a result, for both players, in their order."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from escarmouche.core.effects import Call, Choose
from escarmouche.core.engine import start
from escarmouche.core.odds import leaves, tally
from escarmouche.systems.swidenth.attacks import ATTACKS
from escarmouche.systems.swidenth.model import COURAGEOUS, HERO, ON_TABLE, ONE_BY_ONE, OUT, SPELLCASTER, Course, Marker, World
from escarmouche.systems.swidenth.rules.activation import act
from escarmouche.systems.swidenth.rules.damage import suffer
from escarmouche.systems.swidenth.rules.deeds import lever
from escarmouche.systems.swidenth.rules.falls import fall
from escarmouche.systems.swidenth.rules.melee import clash
from escarmouche.systems.swidenth.rules.psychology import morale_test
from escarmouche.systems.swidenth.rules.shooting import shoot
from escarmouche.systems.swidenth.system import SYSTEM
from tests.systems.swidenth import arena
from tests.systems.swidenth.scene import Played, changed, duel, man, pas, play, scene, totals


def pair(a: int = 0, b: int = 0, **more: Any) -> World:
    """Two engaged Heroes with so many points."""
    return scene(man(0, 10, 10, heroism=a, rank=HERO), man(1, 11.2, 10, heroism=b, rank=HERO, **more))


def hit(world: World, margin: int, *answers: Any, dice: Any = ()) -> Played:
    """Figure 1 suffers a final margin from figure 0."""
    return play(Call(suffer, world, 1, 0, margin, False, "defender"), dice, answers)


@pytest.mark.rule("swidenth.heroism.boost")
def test_each_point_before_a_roll_adds_three() -> None:
    world = scene(man(0, 10, 10, heroism=2, combat=2, rank=HERO), man(1, 11.2, 10))
    assert totals(duel(world, [9, 20], [("heroism", 2), ("avoid-stunned", 0)][:1]))[0] == 17
    target = scene(man(0, 10, 10, missiles=("short-bow",)), man(1, 20, 10, combat=1, heroism=1, rank=HERO))
    shot = play(Call(shoot, target, 0, Course(), ("shoot", "short-bow", 1)), [5, 8], [("heroism", 1)])
    assert totals(shot)[1] == 12
    morale = scene(man(0, 10, 10, heroism=3, rank=HERO), man(1, 33, 33))
    tested = play(Call(morale_test, morale, 0, "rout", "swidenth.morale.test"), [9], [("heroism", 1)])
    assert tested.result[1] is False
    assert tested.figure(0).heroism == 2


@pytest.mark.rule("swidenth.heroism.boost", "swidenth.heroism.pool")
def test_nobody_without_points_is_asked_and_nobody_spends_more_than_he_has() -> None:
    assert duel(pair(), [10, 10]).asked == []
    asked = duel(pair(2), [], []).asked[0]
    assert asked.options.listed() == [("heroism", 0), ("heroism", 1), ("heroism", 2)]
    assert asked.options.check(("heroism", 3)) is not None


@pytest.mark.rule("swidenth.heroism.boost-order")
def test_the_acting_player_announces_first_and_nobody_raises() -> None:
    world = scene(man(0, 10, 10, heroism=1, combat=2, rank=HERO), man(1, 11.2, 10, heroism=2, combat=3, rank=HERO))
    played = duel(world, [12, 8], [("heroism", 1), ("heroism", 2)])
    assert [due.seat for due in played.asked] == [0, 1]
    assert totals(played) == (17, 17)
    assert played.outcomes == ["tie"]
    assert [played.figure(id).heroism for id in (0, 1)] == [0, 0]


@pytest.mark.rule("swidenth.heroism.boost-order", "swidenth.state.stunned-halving")
def test_points_are_halved_with_the_total() -> None:
    world = scene(man(0, 10, 10, heroism=1, combat=2, stunned=True, rank=HERO), man(1, 11.2, 10))
    assert totals(duel(world, [11, 8], [("heroism", 1)]))[0] == 8


@pytest.mark.rule("swidenth.heroism.soften")
def test_points_after_a_result_lower_it_by_one_step() -> None:
    assert not hit(pair(0, 2), 6, ("avoid-stunned", 2), ("spare",), dice=[5, 9]).figure(1).stunned
    failed = hit(pair(0, 2), 6, ("avoid-stunned", 2), dice=[7, 3])
    assert failed.figure(1).stunned
    assert failed.figure(1).heroism == 0
    out = hit(pair(0, 1), 11, ("avoid-out", 1), dice=[8])
    assert (out.figure(1).status, out.figure(1).stunned) == (ON_TABLE, True)
    gone = hit(pair(0, 1), 11, ("avoid-out", 1), dice=[7])
    assert gone.figure(1).status == OUT


@pytest.mark.rule("swidenth.heroism.soften", "swidenth.damage.pushback")
def test_a_push_is_avoided_after_the_winner_has_asked_for_it() -> None:
    played = hit(pair(0, 2), 6, ("avoid-stunned", 1), ("push",), ("avoid-pushed", 1), dice=[9, 4])
    assert [due.seat for due in played.asked] == [1, 0, 1]
    assert played.figure(1).x == pas(12.2)
    spared = hit(pair(0, 1), 5, ("spare",))
    assert len(spared.asked) == 1


@pytest.mark.rule("swidenth.heroism.soften-chain")
def test_steps_may_be_chained_each_with_its_own_points() -> None:
    played = hit(pair(0, 3), 11, ("avoid-out", 1), ("avoid-stunned", 1), ("push",), ("avoid-pushed", 1), dice=[12, 8, 3])
    assert played.figure(1).x == pas(12.2)
    assert played.figure(1).heroism == 0
    tough = hit(pair(0, 2, vitality=2), 11, ("avoid-out", 1), ("avoid-stunned", 1), dice=[15, 6])
    assert (tough.figure(1).vitality, tough.figure(1).stunned) == (2, True)


@pytest.mark.rule("swidenth.heroism.soften")
def test_one_by_one_a_player_stops_at_the_first_success() -> None:
    world = changed(pair(0, 3), switches=(ONE_BY_ONE,))
    played = hit(world, 6, ("avoid-stunned", 1), ("avoid-stunned", 1), ("spare",), dice=[3, 9])
    assert played.figure(1).heroism == 1
    assert not played.figure(1).stunned
    assert played.asked[0].options.listed() == [("avoid-stunned", 0), ("avoid-stunned", 1)]


@pytest.mark.rule("swidenth.heroism.soften")
def test_the_odds_of_one_point_are_exact() -> None:
    call = Call(suffer, pair(0, 1), 1, 0, 11, False, "defender")
    found = tally(
        leaves(start(call), lambda due: due.options.listed()[-1]), lambda leaf: str(leaf.run.result.figures[1].status)
    )
    assert str(found[str(ON_TABLE)]) == "13/20"


@pytest.mark.rule("swidenth.heroism.boost")
def test_the_odds_with_heroism_are_exact() -> None:
    """Equal men: each wins 190 of 400; one point is worth three pips."""
    plain = tally(
        leaves(start(Call(clash, pair(), 0, 1, (), (), (2, 2), (False, False), ("sword", "sword"))), None, True),
        lambda leaf: leaf.outcomes[-1],
    )
    assert str(plain["tie"]) == "1/20"
    raised = tally(
        leaves(start(Call(clash, pair(), 0, 1, (("heroism", 3),), (), (2, 2), (False, False), ("sword", "sword"))), None, True),
        lambda leaf: leaf.outcomes[-1],
    )
    lost = sum(chance for name, chance in raised.items() if name.startswith("attacker"))
    assert str(lost) == "17/50"


@pytest.mark.rule("swidenth.heroism.soften", "swidenth.damage.pushback-wall")
def test_a_push_back_against_the_wall_is_lowered_before_it_stuns_or_not_at_all() -> None:
    one = arena.fighter("imperial-human-hero", 0, 39.3, 20, kit=[], heroism=1)
    world = arena.scene(one, arena.fighter("orc", 1, 38.1, 20))
    call = Call(suffer, world, 0, 1, 1, False, "defender")
    assert not play(call, (8,), (("push",), ("avoid-pushed", 1))).world.figures[0].stunned
    kept = play(call, (), (("push",), ("avoid-pushed", 0)))
    assert (kept.world.figures[0].stunned, kept.world.figures[0].heroism) == (True, 1)


@pytest.mark.rule("swidenth.heroism.soften-chain", "swidenth.fall.vitality")
def test_a_fall_has_no_push_back_step() -> None:
    """H2 falls 4 pas and rolls 7 (R12: out), one point, 11: Stunned at the foot; another, 8: unhurt."""
    world = arena.scene(arena.fighter("imperial-human-hero", 0, 20, 20, z=4, heroism=2))
    stunned = play(Call(fall, world, 0, 0), (7, 11), (("avoid-out", 1), ("avoid-stunned", 0))).world.figures[0]
    assert (stunned.stunned, stunned.z, stunned.status) == (True, 0, ON_TABLE)
    unhurt = play(Call(fall, world, 0, 0), (7, 11, 8), (("avoid-out", 1), ("avoid-stunned", 1))).world.figures[0]
    assert not unhurt.stunned


@pytest.mark.rule("swidenth.heroism.special-actions", "swidenth.mission.portcullis-special", "swidenth.action.special")
def test_the_lever_allows_points_and_concentration() -> None:
    gate = arena.box("closed-gate", 18, 30, 22, 31, 3, tags=("gateway",))
    world = arena.scene(arena.fighter("imperial-human-hero", 0, 20, 20, heroism=1), pieces=[gate], mission="portcullis")
    raised = play(Call(lever, world, 0, Course(), ("lever",)), (10,), (("heroism", 1),))
    assert raised.outcomes == ["works"]
    plain = play(Call(lever, world, 0, Course(), ("lever",)), (12,), (("heroism", 0),))
    assert plain.outcomes == ["fails"]
    ready = play(Call(lever, world, 0, Course(("concentrate",)), ("lever",)), (10,), (("heroism", 0),))
    assert ready.outcomes == ["works"]


# ---------------------------------------------------------------- what points would change


def stages(due: Choose, answer: Any) -> list[dict[str, str]]:
    """The exact odds that are shown for an answer, stage by stage, without what it has made impossible."""
    found = [stage["odds"] for stage in SYSTEM.trial(due, answer)["stages"]]
    return [{name: row["chance"] for name, row in odds.items() if row["chance"] != "0"} for odds in found]


@pytest.mark.rule("swidenth.heroism.boost", "swidenth.heroism.boost-order")
@pytest.mark.parametrize("kind", ["melee", "shot"])
def test_both_heroes_see_what_their_points_would_change(kind: str) -> None:
    one, other = "orc-chief", "dwarf-chief"
    weapon = {"attacker_weapon": "long-bow"} if kind == "shot" else {}
    kit = ("long-bow",) if kind == "shot" else None
    gap = 12.0 if kind == "shot" else 1.2
    world = arena.scene(arena.fighter(one, 0, 10, 10, kit=kit), arena.fighter(other, 1, 10 + gap, 10))
    answer = ("shoot", "long-bow", 1) if kind == "shot" else ("fight", 1)
    mine, theirs = [figure.heroism for figure in world.figures]

    def odds(points: int, others: int) -> dict[str, str]:
        spent = {"heroism_attacker": str(points), "heroism_defender": str(others)}
        return {name: str(chance) for name, chance in ATTACKS.chances(kind, one, other, {**weapon, **spent}).items()}

    first = play(Call(act, world, 0, Course(("move",))), [], [answer]).asked[-1]
    for points in range(mine + 1):
        assert stages(first, ("heroism", points)) == [odds(points, others) for others in range(theirs + 1)]
        second = play(Call(act, world, 0, Course(("move",))), [], [answer, ("heroism", points)]).asked[-1]
        assert second.seat == 1
        for others in range(theirs + 1):
            assert stages(second, ("heroism", others)) == [odds(points, others)]


@pytest.mark.rule("swidenth.heroism.boost", "swidenth.heroism.soften", "swidenth.heroism.special-actions")
def test_points_for_a_test_a_spell_a_lever_and_against_a_result_show_their_odds() -> None:
    brave = scene(man(0, 10, 10, heroism=2, rank=HERO, traits=COURAGEOUS), man(1, 33, 33))
    due = play(Call(morale_test, brave, 0, "rout", "swidenth.morale.test"), [], []).asked[0]
    assert [stages(due, ("heroism", points))[0]["passed"] for points in range(3)] == ["11/20", "7/10", "17/20"]
    told = [SYSTEM.trial(due, ("heroism", points))["stages"][0]["odds"]["passed"].get("change") for points in range(3)]
    assert told == [None, 15.0, 30.0], "what the points change, in hundredths"
    struck = hit(pair(0, 2), 11).asked[0]
    assert stages(struck, ("avoid-out", 1)) == [{"avoided": "13/20", "endured": "7/20"}]
    assert stages(struck, ("avoid-out", 2)) == [{"avoided": "351/400", "endured": "49/400"}]
    assert SYSTEM.trial(struck, ("avoid-out", 0)) == {}
    mage = man(0, 10, 10, heroism=1, rank=HERO, traits=SPELLCASTER, psychism=1, knows=("fire-bolt",))
    bolt = play(
        Call(act, scene(mage, man(1, 20, 10, heroism=1, rank=HERO)), 0, Course(("move",))), [], [("cast", "fire-bolt", 1)]
    )
    kept, spent = stages(bolt.asked[-1], ("heroism", 1))
    assert kept["fails"] == spent["fails"] == "2/5"
    assert Fraction(kept["miss"]) < Fraction(spent["miss"])
    assert sum(Fraction(chance) for chance in spent.values()) == 1
    gate = scene(
        man(0, 10, 10, heroism=1, rank=HERO),
        man(1, 20, 10),
        mission="portcullis",
        markers=(Marker(0, "lever", pas(10), pas(10)),),
    )
    due = play(Call(act, gate, 0, Course(("move",))), [], [("lever",)]).asked[-1]
    assert [stages(due, ("heroism", points))[0]["works"] for points in range(2)] == ["2/5", "11/20"]
