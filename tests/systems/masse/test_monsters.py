"""Monsters: individuals that nobody commands, and that run wild when routed."""

from __future__ import annotations

from fractions import Fraction

import pytest

from escarmouche.core.effects import Call
from escarmouche.core.engine import start
from escarmouche.core.odds import leaves, tally
from escarmouche.systems.masse.model import ENRAGED, FLED, INCH, NONE, ON_TABLE, ROUTED, STABLE, World
from escarmouche.systems.masse.rules.combat import take_losses
from escarmouche.systems.masse.rules.flight import bound
from escarmouche.systems.masse.rules.ground import gap, has_commander, heroes_commanding, is_individual
from escarmouche.systems.masse.rules.heroes import may_join
from escarmouche.systems.masse.rules.monsters import clock_heading, rampage, run_wild
from escarmouche.systems.masse.rules.morale import takes_tests
from escarmouche.systems.masse.rules.orders import Doing
from escarmouche.systems.masse.rules.rage import in_rage
from escarmouche.systems.masse.rules.singles import is_single
from tests.systems.masse.field import area, changed, every_profile, field, play, structure, unit

MONSTERS = [profile for profile in every_profile() if "monster" in unit(profile, 0, 0, 0).card.traits]


@pytest.mark.rule("masse.monster.only-individual")
def test_monsters_are_individuals_and_join_nobody() -> None:
    assert len(MONSTERS) == 16
    for profile in MONSTERS:
        beast = unit(profile, 0, 30, 30)
        assert (beast.formation, beast.figures, is_individual(beast)) == (NONE, 1, True)
        assert is_single(beast)
    world = field(unit("ankheg", 0, 30, 30), unit("milice", 0, 30, 31, figures=1))
    assert may_join(world, world.units[0]) == []


@pytest.mark.rule("masse.monster.no-command")
def test_monsters_command_nobody() -> None:
    world = field(unit("hydre", 0, 30, 30), unit("milice", 0, 30, 31.4))
    assert heroes_commanding(world, world.units[1]) == []
    assert not has_commander(world, world.units[1])
    assert has_commander(world, world.units[0]), "and need nobody themselves"


@pytest.mark.rule("masse.monster.tests-morale")
def test_monsters_test_by_their_losses_in_nv() -> None:
    assert [profile for profile in MONSTERS if not takes_tests(unit(profile, 0, 0, 0))] == ["golem"]
    world = field(unit("dragon-adulte", 0, 30, 30), unit("milice", 1, 30, 40))
    played = play(Call(take_losses, world, 0, 2, 1), dice=[8, 8])
    assert [roll.why for roll, _ in played.rolls] == ["masse.morale.dd-25pc-turn"], "two of five NV; no first figure"
    ruined = play(Call(take_losses, field(unit("bulette", 0, 30, 30, ml=0)), 0, 1, -1), dice=[1, 1])
    assert ruined.result.units[0].morale == ROUTED


@pytest.mark.rule("masse.monster.rout-direction")
@pytest.mark.parametrize(("hour", "heading"), [(12, 9000), (3, 0), (6, 27000), (9, 18000), (1, 6000)])
def test_the_clock_face(hour: int, heading: int) -> None:
    """A monster that looks north: 3 is to its right, 6 behind it."""
    assert clock_heading(unit("ankheg", 0, 30, 30, 90), hour) == heading


@pytest.mark.rule("masse.monster.rout-direction", "masse.monster.rout-again", "masse.monster.tests-morale")
def test_a_routed_monster_runs_by_the_clock_and_again_after_each_failure() -> None:
    world = field(unit("ankheg", 0, 30, 30, 90, morale=ROUTED, ml=0))
    played = play(Call(bound, world, 0), dice=[4, 4, 3])
    after: World = played.result[0]
    assert played.result[1] is False
    assert [roll.why for roll, _ in played.rolls] == ["masse.morale.dd-rally", "masse.monster.rout-direction"]
    assert (after.units[0].x - world.units[0].x, after.units[0].y) == (9 * INCH // 2, world.units[0].y)
    again = play(Call(bound, after, 0), dice=[4, 4, 6])
    # it faces east now: 6 is to the west
    assert again.result[0].units[0].x == world.units[0].x
    rallied = play(Call(bound, world, 0), dice=[6, 6])
    assert rallied.result[1] is True
    assert rallied.result[0].units[0].morale == STABLE


@pytest.mark.rule("masse.monster.rout-again", "masse.move.leave-table")
def test_until_it_leaves_the_table() -> None:
    world = field(unit("ankheg", 0, 58, 30, 0, morale=ROUTED, ml=0))
    played = play(Call(run_wild, world, 0), dice=[4, 4, 12])
    assert played.result[0].units[0].status == FLED


@pytest.mark.rule("masse.monster.rout-collision")
def test_it_attacks_everybody_in_its_way_at_four_less() -> None:
    beast = unit("ath-atch", 0, 30, 30, 0, morale=ROUTED)
    friend = unit("infanterie-reguliere", 0, 33, 30, 180, figures=1)
    foe = unit("infanterie-reguliere", 1, 35, 30, 180, figures=1)
    world = field(beast, friend, foe)
    # club 2d8 at +10, -4, against CA 15: 10 and more
    played = play(Call(rampage, world, 0, 0, beast.card.mv), dice=[3, 9, 1, 3, 10, 1])
    assert played.outcomes[:2] == ["nv-0", "nv-1"]
    assert [roll.figure for roll, _ in played.rolls if roll.pool] == [0, 0]
    assert played.result.units[2].figures == 0
    assert played.result.units[0].x == beast.x + beast.card.mv, "and goes on through"
    assert played.result.units[0].status == ON_TABLE


@pytest.mark.rule("masse.monster.rout-collision")
def test_it_does_not_stop_on_top_of_others() -> None:
    beast = unit("ath-atch", 0, 30, 30, 0, morale=ROUTED)
    block = unit("infanterie-reguliere", 1, 37, 30, 90, figures=4, files=2)
    played = play(Call(rampage, field(beast, block), 0, 0, beast.card.mv), dice=[1, 1])
    after: World = played.result
    assert after.units[0].x > beast.x + beast.card.mv
    assert gap(after.units[0], after.units[1]) > 0


@pytest.mark.rule("masse.monster.rout-collision")
def test_what_it_cannot_cross_stops_it() -> None:
    beast = unit("ankheg", 0, 30, 30, 0, morale=ROUTED)
    for world in (
        field(beast, pieces=[area("torrents-lacs", 32, 20, 4, 20)]),
        field(beast, structures=[structure("muraille-d-enceinte", 32, 20, 1, 20)]),
    ):
        after: World = play(Call(rampage, world, 0, 0, beast.card.mv)).result
        assert INCH < after.units[0].x - beast.x < 2 * INCH
        aloft = changed(world, units=(changed(beast, altitude=2),))
        assert play(Call(rampage, aloft, 0, 0, beast.card.mv)).result.units[0].x - beast.x == beast.card.mv


@pytest.mark.rule("masse.monster.rout-direction")
def test_every_direction_is_as_likely() -> None:
    world = field(unit("ankheg", 0, 30, 30, 90, morale=ROUTED, ml=-30))
    found = tally(
        leaves(start(Call(run_wild, world, 0))),
        lambda leaf: str((leaf.run.result[0].units[0].x, leaf.run.result[0].units[0].y)),
    )
    assert len(found) == 12
    assert set(found.values()) == {Fraction(1, 12)}


@pytest.mark.rule("masse.hero.attack-needs-full-action", "masse.morale.enraged-move")
def test_an_enraged_monster_runs_at_the_nearest_enemy_and_strikes_next_turn() -> None:
    beast = unit("hydre", 0, 30, 20, morale=ENRAGED)
    world = field(beast, unit("milice", 1, 30, 24, 270, figures=1), acting=0)
    played = play(Call(in_rage, world, 0))
    after: World = played.result[0]
    assert after.units[0].y > beast.y
    assert after.units[0].moved
    assert "attacks" not in played.kinds
    ready = changed(after, units=(changed(after.units[0], moved=False), after.units[1]))
    assert "attacks" in play(Call(in_rage, ready, 0), dice=[1] * 6).kinds


@pytest.mark.rule("masse.hero.attack-needs-full-action")
def test_a_monster_does_not_walk_and_strike() -> None:
    world = field(unit("hydre", 0, 30, 20, moved=True), unit("milice", 1, 30, 21.3, 270, figures=1))
    refusal = Doing(world, 0, 1).check(("attack", 1))
    assert refusal is not None
    assert refusal.rule == "masse.hero.attack-needs-full-action"


@pytest.mark.rule("masse.monster.rout-direction", "masse.move.rally")
def test_only_monsters_run_anywhere_and_the_others_try_to_rally() -> None:
    beast = field(unit("dragon-jeune", 0, 30, 30, morale=ROUTED), unit("milice", 1, 30, 50, 270), acting=0)
    assert [roll.sides for roll, _ in play(Call(bound, beast, 0), dice=[1, 1, 6]).rolls] == [10, 12]
    men = field(unit("milice", 0, 30, 30, morale=ROUTED), unit("milice", 1, 30, 50, 270), acting=0)
    assert [roll.sides for roll, _ in play(Call(bound, men, 0), dice=[1, 1]).rolls] == [10]
