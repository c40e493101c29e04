"""Cavalry and chariots: riders on foot and in the saddle, chariots as units."""

from __future__ import annotations

from typing import Any

import pytest

from escarmouche.core.effects import Call
from escarmouche.systems.masse.cards import HeroAttack, attack
from escarmouche.systems.masse.model import FRONT, INCH, PACK, ROUTED, SHAKEN, SKIRMISH, Unit, World
from escarmouche.systems.masse.rules.cavalry import dismount, in_the_saddle, is_mounted, mount, on_foot, shoots_standing
from escarmouche.systems.masse.rules.charge import charge
from escarmouche.systems.masse.rules.combat import after_losing, take_losses
from escarmouche.systems.masse.rules.formations import allowed_formations
from escarmouche.systems.masse.rules.ground import front_centre, has_commander, is_individual
from escarmouche.systems.masse.rules.melee import melee_pool
from escarmouche.systems.masse.rules.morale import change_state
from escarmouche.systems.masse.rules.movement import allowance
from escarmouche.systems.masse.rules.orders import FIGHT, MOVE, WHOLE, Doing, order_of
from escarmouche.systems.masse.rules.shooting import having_shot, is_loaded, missile_line, missile_modifiers
from escarmouche.systems.masse.rules.terrain import bars, moves_as
from escarmouche.systems.masse.rules.turn import may_declare
from tests.systems.masse.field import area, changed, every_profile, field, hero, play, unit, with_card


def refused(world: World, id: int, answer: tuple[Any, ...], used: int = 0) -> str:
    """The rule that refuses an answer, or "" when it is legal."""
    refusal = Doing(world, id, used).check(answer)
    return "" if refusal is None else refusal.rule


# ---------------------------------------------------------------- riders


@pytest.mark.rule("masse.cavalry.definition")
def test_mounted_troops_are_cavalry() -> None:
    riders = [profile for profile in every_profile() if unit(profile, 0, 0, 0).card.has("mounted")]
    assert len(riders) >= 9
    for profile in riders:
        one = unit(profile, 0, 30, 30)
        assert (one.card.category, is_mounted(one), moves_as(one)) == ("cavalry", True, "cavalry"), profile
    for profile in ("lions", "licornes"):
        assert not is_mounted(unit(profile, 0, 30, 30)), "beasts without riders"
    assert not is_mounted(hero(0, mounted=True)), "a hero is no unit"


@pytest.mark.rule("masse.cavalry.single-profile")
def test_rider_and_mount_are_lost_together() -> None:
    riders = unit("cavalerie-legere", 0, 30, 30, figures=4)
    after: World = play(Call(take_losses, field(riders), 0, 2 * riders.card.nv, -1), dice=[8, 8]).result
    assert after.units[0].figures == 2
    walking: World = play(Call(dismount, after, 0, ("dismount",))).result
    assert walking.units[0].figures == 2, "nobody is left on foot"


@pytest.mark.rule("masse.cavalry.dismount")
@pytest.mark.parametrize(
    ("profile", "mv", "ca"), [("cavalerie-legere", 4.5, 12), ("cavalerie-lourde", 3, 17), ("archers-montes", 4.5, 12)]
)
def test_riders_on_foot(profile: str, mv: float, ca: int) -> None:
    riders = unit(profile, 0, 30, 30, figures=6, files=3)
    world = field(riders)
    assert refused(world, 0, ("dismount",)) == ""
    played = play(Call(dismount, world, 0, ("dismount",)))
    walking = played.result.units[0]
    assert (walking.card.nv, walking.card.mv, walking.card.ca, walking.dismounted) == (1, mv * INCH, ca, True)
    assert (walking.card.front, walking.card.depth) == (2000, 2000)
    assert (walking.card.init, walking.card.ml, walking.card.attacks) == (riders.card.init, riders.card.ml, riders.card.attacks)
    assert moves_as(walking) == "infantry"
    assert abs(front_centre(walking)[1] - front_centre(riders)[1]) <= 1, "their front stays where it is"
    assert not bars(area("foret-dense", 0, 0, 1, 1), walking)
    back: World = play(Call(mount, played.result, 0, ("mount",))).result
    assert (back.units[0].card, back.units[0].dismounted) == (riders.card, False)


@pytest.mark.rule("masse.cavalry.dismount")
def test_losses_are_kept_as_far_as_they_make_up_no_rider() -> None:
    riders = unit("cavalerie-lourde", 0, 30, 30, figures=4, carried=1)
    walking = on_foot(riders)
    assert (riders.card.nv, walking.card.nv, walking.carried) == (3, 1, 0)
    assert after_losing(walking, 1).figures == 3, "one NV is one rider, not two"
    tough = with_card(walking, nv=2)
    assert in_the_saddle(changed(tough, carried=1, card=changed(tough.card, mount=riders.card))).carried == 1


@pytest.mark.rule("masse.cavalry.dismount")
def test_it_takes_the_whole_action_and_no_enemy_at_hand() -> None:
    riders = unit("cavalerie-legere", 0, 30, 30, figures=1)
    foe = unit("milice", 1, 30, 31.5, 270, figures=1)
    assert order_of("dismount").part == order_of("mount").part == WHOLE
    assert refused(field(riders), 0, ("dismount",), MOVE) == "masse.turn.action-content"
    assert refused(field(riders, foe), 0, ("dismount",)) == "masse.cavalry.dismount"
    assert refused(field(on_foot(riders)), 0, ("mount",), FIGHT) == "masse.turn.action-content"
    assert refused(field(riders), 0, ("mount",)) == "masse.cavalry.dismount", "they are mounted"
    assert refused(field(on_foot(riders)), 0, ("dismount",)) == "masse.cavalry.dismount"
    assert refused(field(changed(riders, receiving=True)), 0, ("dismount",)) == "masse.move.receive-charge"
    assert refused(field(unit("milice", 0, 30, 30)), 0, ("dismount",)) == "masse.cavalry.dismount"
    assert refused(field(riders), 0, ("dismount", 1)) == "masse.cavalry.dismount"
    assert ("dismount",) in Doing(field(riders), 0, 0).listed()
    assert ("mount",) in Doing(field(on_foot(riders)), 0, 0).listed()
    assert ("dismount",) not in Doing(field(riders), 0, MOVE).listed()


@pytest.mark.rule("masse.cavalry.dismount", "masse.move.no-interpenetration")
def test_mounting_needs_room() -> None:
    walking = on_foot(unit("cavalerie-legere", 0, 30, 30, figures=1))
    behind = unit("milice", 0, 30, 29.6, figures=1)
    assert refused(field(walking, behind), 0, ("mount",)) == "masse.move.no-interpenetration"
    assert ("mount",) not in Doing(field(walking, behind), 0, 0).listed()


@pytest.mark.rule("masse.cavalry.dismount", "masse.shoot.mod-mounted")
def test_archers_shoot_better_from_the_ground() -> None:
    riders = unit("archers-montes", 0, 30, 30)
    foe = unit("milice", 1, 30, 34, 270)
    for one, penalty in ((riders, -2), (on_foot(riders), 0)):
        line = missile_line(one)
        assert line is not None
        rows = missile_modifiers(field(one, foe), one, foe, line, False, False)
        assert sum([value for name, value in rows if name == "a-cheval"]) == penalty


# ---------------------------------------------------------------- chariots


def archers(**changes: Any) -> Unit:
    """A light chariot whose crew also has short bows."""
    made = unit("char-leger", 0, 30, 30, **changes)
    bow = attack("arc-court", 1, (6,))
    return with_card(made, attacks=(*made.card.attacks, bow)) if not made.moved else with_card(made, attacks=(bow,))


@pytest.mark.rule("masse.chariot.definition", "masse.chariot.not-located")
def test_a_chariot_is_one_figure_for_all() -> None:
    heavy = unit("char-lourd", 0, 30, 30)
    assert (heavy.figures, heavy.card.n_per_fig, heavy.card.nv) == (1, 1, 2)
    world = field(heavy, unit("milice", 1, 30, 40, 270))
    hurt: World = play(Call(take_losses, world, 0, 1, 1), dice=[8, 8]).result
    one = hurt.units[0]
    assert (one.figures, one.carried) == (1, 1)
    assert allowance(hurt, one) == allowance(world, heavy), "team and crew go on as before"
    pools = [melee_pool(here, here.units[0], here.units[1], FRONT, figures=1) for here in (world, hurt)]
    assert [(part.count, part.sides, part.then_table) for part in pools[0]] == [
        (part.count, part.sides, part.then_table) for part in pools[1]
    ]


@pytest.mark.rule("masse.chariot.skirmish-formation")
def test_chariots_always_skirmish() -> None:
    group = unit("char-leger", 0, 30, 30, figures=4, files=2)
    assert group.formation == SKIRMISH
    assert allowed_formations(group) == (SKIRMISH,)
    assert refused(field(group), 0, ("move", (("formation", 4, "close"),))) == "masse.formation.allowed"
    assert refused(field(group), 0, ("move", (("formation", 4, PACK),))) == "masse.formation.allowed"
    assert refused(field(group), 0, ("move", (("formation", 4, SKIRMISH),))) == ""
    routed: World = play(Call(change_state, field(group), 0, ROUTED, -1)).result
    assert routed.units[0].formation == SKIRMISH


@pytest.mark.rule("masse.chariot.charge")
def test_chariots_charge_like_units() -> None:
    chariot = unit("char-leger", 0, 30, 20, declared=1)
    foe = unit("milice", 1, 30, 28, 270, acted=True)
    world = field(chariot, foe, acting=0)
    assert not is_individual(chariot)
    assert may_declare(field(changed(chariot, declared=-1), foe), chariot)
    answer = next(one for one in Doing(world, 0, 0).listed() if one[0] == "charge")
    assert answer[1] != ()
    played = play(Call(charge, world, 0, answer), dice=[5, 5, 1])
    assert "attacks" in played.kinds, "it moves and attacks"
    assert refused(field(changed(chariot, morale=SHAKEN), foe), 0, answer) == "masse.move.charge-state"
    assert has_commander(world, chariot), "and needs no commander"


@pytest.mark.rule("masse.chariot.charge", "masse.hero.attack-needs-full-action")
def test_a_chariot_that_has_moved_may_fight() -> None:
    chariot = unit("char-leger", 0, 30, 30, moved=True)
    foe = unit("milice", 1, 30, 31, 270, figures=1)
    assert refused(field(chariot, foe), 0, ("attack", 1), MOVE) == ""


@pytest.mark.rule("masse.chariot.terrain")
@pytest.mark.parametrize(
    "kind",
    ["broussailles", "foret-clairsemee", "foret-dense", "marais-sables", "obstacles-bas", "obstacles-hauts-escaladables"],
)
def test_ground_closed_to_chariots(kind: str) -> None:
    chariot = unit("char-leger", 0, 30, 20)
    world = field(chariot, pieces=[area(kind, 20, 22, 20, 4)])
    assert refused(world, 0, ("move", (("march", 0, 4 * INCH),))) == "masse.terrain.table-4a"
    assert refused(field(chariot), 0, ("move", (("march", 0, 4 * INCH),))) == ""


@pytest.mark.rule("masse.chariot.archers")
def test_archers_on_a_chariot_count_as_stationary() -> None:
    foe = unit("milice", 1, 30, 34, 270)
    chariot = archers(moved=True)
    line = missile_line(chariot)
    assert line is not None
    assert missile_modifiers(field(chariot, foe), chariot, foe, line, False, False) == (), "no -2 as on horseback"
    assert shoots_standing(chariot)
    assert not shoots_standing(unit("archers-montes", 0, 30, 30, moved=True))
    shot = having_shot(field(chariot, foe), 0).units[0]
    assert shot.loaded
    assert is_loaded(changed(shot, loaded=False), line)


@pytest.mark.rule("masse.chariot.no-shoot-and-fight")
def test_no_shooting_and_fighting_in_one_turn() -> None:
    foe = unit("milice", 1, 30, 31, 270, figures=1)
    assert refused(field(archers(), foe), 0, ("attack", 1)) == ""
    assert refused(field(archers(shot=True), foe), 0, ("attack", 1)) == "masse.chariot.no-shoot-and-fight"
    assert ("attack", 1) not in Doing(field(archers(shot=True), foe), 0, 0).listed()
    others = field(changed(unit("infanterie-reguliere", 0, 30, 30.1, figures=1), shot=True), foe)
    assert refused(others, 0, ("attack", 1)) == ""


@pytest.mark.rule("masse.cavalry.definition", "masse.shoot.mod-mounted", "masse.terrain.brush")
def test_a_hero_on_horseback_is_cavalry() -> None:
    bow = HeroAttack(weapon="arc-court", ma=4, max_damage=6)
    rider, walker = [hero(0, 30, 20, mounted=mounted, attacks=[bow]) for mounted in (True, False)]
    assert (moves_as(rider), moves_as(walker)) == ("cavalry", "infantry")
    for man, row in ((rider, {"a-cheval": -2}), (walker, {})):
        world = field(man, unit("infanterie-orque", 1, 30, 24, 270))
        line = world.units[0].card.attacks[0]
        assert dict(missile_modifiers(world, world.units[0], world.units[1], line, False, False)) == row
