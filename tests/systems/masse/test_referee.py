"""A referee's second round: situations built from paragraphs of the book that were drawn by lot (Python's random with seed 31
over its 263 longer lines) and from what had not been tried before: what is offered, rolled and told."""

from __future__ import annotations

import pytest

from escarmouche.core.effects import Call
from escarmouche.systems.masse import cards
from escarmouche.systems.masse.cards import crew_needed
from escarmouche.systems.masse.model import (
    CHAMPION,
    CLOSE,
    DESTROYED,
    FIVE_ABREAST,
    INCH,
    METRE,
    ON_TABLE,
    PACK,
    ROUTED,
    SHAKEN,
    SKIRMISH,
    STABLE,
    Attack,
    Unit,
    World,
)
from escarmouche.systems.masse.muster import muster
from escarmouche.systems.masse.rules.breath import breath_refusal
from escarmouche.systems.masse.rules.combat import take_losses
from escarmouche.systems.masse.rules.engines import crew_refusal, gunner_refusal, shot_needs, turns_a_shot
from escarmouche.systems.masse.rules.flight import bound
from escarmouche.systems.masse.rules.ground import engaged, height_of, sees, size_of
from escarmouche.systems.masse.rules.heroes import STUNNED, revive
from escarmouche.systems.masse.rules.melee import attack
from escarmouche.systems.masse.rules.morale import QUARTER, change_state, morale_test
from escarmouche.systems.masse.rules.orders import MOVE, Doing
from escarmouche.systems.masse.rules.shooting import missile_pool, shoot
from escarmouche.systems.masse.rules.sieges import alight, board, cross, ram
from escarmouche.systems.masse.rules.structures import demolish
from escarmouche.systems.masse.rules.turn import Declarations, new_turn, obey, refreshed
from tests.systems.masse.field import area, changed, engine, every_profile, field, hero, play, structure, unit
from tests.systems.masse.referees import BOW, SPEAR, kinds, men, refused

# ---------------------------------------------------------------- siege engines


@pytest.mark.rule("masse.siege.ram", "masse.structure.damage")
def test_a_ram_strikes_a_deserted_engine_as_a_structure() -> None:
    ram_unit = engine("belier-portable", 0, 30, 20)
    wreck = engine("baliste", 1, 30, 20, 270, status=DESTROYED, figures=0)
    wreck = changed(wreck, y=20 * INCH + ram_unit.card.depth // 2 + wreck.card.depth // 2)
    world = field(ram_unit, wreck, men(1, 50, 270))
    assert ("ram-engine", 1) in Doing(world, 0, 0).listed()
    missed = play(Call(ram, world, 0, ("ram-engine", 1)), dice=[1])
    assert (missed.kinds, missed.result.units[1].structure_hits) == (["ram-misses"], 0)
    assert missed.rolls[0][0].sides == 20
    manned = field(ram_unit, changed(wreck, status=ON_TABLE, figures=1), men(1, 50, 270))
    assert engaged(manned, manned.units[0])
    assert "ram-engine" not in kinds(manned), "a crew in melee works nothing"


@pytest.mark.rule("masse.siege.capacity")
def test_those_who_step_out_stand_behind_the_tower_and_have_moved() -> None:
    tower = engine("tour-de-siege-lourde", 0, 30, 20)
    aboard = men(figures=2, files=2)
    aboard = changed(aboard, y=20 * INCH - tower.card.depth // 2 - aboard.card.depth // 2)
    world = field(aboard, tower, men(1, 50, 270))
    up: World = play(Call(board, world, 0, ("board", 1))).result
    assert height_of(up, up.units[0]) == 10 * METRE
    out: World = play(Call(alight, up, 0, ("alight",))).result
    left = out.units[0]
    assert (left.aboard, left.floor, left.moved) == (-1, 0, True)
    assert left.y < tower.y
    assert "alight" not in kinds(out)
    assert refused(up, ("alight",), used=MOVE) == "masse.turn.action-content"


@pytest.mark.rule("masse.escalade.siege-tower")
def test_from_a_tower_against_an_empty_wall_one_steps_over() -> None:
    wall = structure("muraille-d-enceinte", 20, 30, 20, 1, role="wall", height_m=10)
    tower = engine("tour-de-siege-lourde", 0, 30, 20)
    tower = changed(tower, y=30 * INCH - tower.card.depth // 2)
    aboard = men(figures=2, files=2, aboard=1, floor=10 * METRE)
    world = field(changed(aboard, y=tower.y), tower, men(1, 55, 270), structures=[wall])
    assert ("cross", 0) in Doing(world, 0, 0).listed()
    over: World = play(Call(cross, world, 0, ("cross", 0))).result
    assert (over.units[0].building, over.units[0].floor, over.units[0].aboard) == (0, 10 * METRE, -1)
    assert over.units[1].y == tower.y
    low = field(changed(aboard, y=tower.y), tower, men(1, 55, 270), structures=[changed(wall, height=12 * METRE)])
    assert refused(low, ("cross", 0)) == "masse.escalade.siege-tower", "the wall is higher than the platform"
    held = men(1, 30.5, 270, figures=2, files=2, building=0, floor=10 * METRE, formation=SKIRMISH)
    assert refused(field(changed(aboard, y=tower.y), tower, held, structures=[wall]), ("cross", 0)) != "", (
        "nor while it is held"
    )


@pytest.mark.rule("masse.siege.crew-by-size", "masse.engine.table-6b")
@pytest.mark.parametrize(("size", "crew"), [("p", 6), ("m", 3), ("g", 2), ("tg", 1)])
def test_small_servants_are_more_and_large_ones_fewer(size: str, crew: int) -> None:
    assert crew_needed("baliste", size) == crew


@pytest.mark.rule("masse.engine.crew-incomplete", "masse.engine.crew-under-half")
@pytest.mark.parametrize(("lost", "turns", "works"), [(0, 2, True), (1, 4, True), (2, 4, True), (3, 4, False)])
def test_half_a_crew_fires_half_as_often_and_fewer_do_not(lost: int, turns: int, works: bool) -> None:
    """A light catapult: four men, a shot every two turns."""
    world = field(engine("catapulte-legere", 0, 30, 10, carried=lost), men(1, 40, 270))
    assert turns_a_shot(world.units[0]) == turns
    assert (crew_refusal(world, world.units[0]) is None) is works


@pytest.mark.rule("masse.engine.to-hit", "masse.engine.ballistic-fire")
def test_no_armour_helps_against_engines_and_an_arc_costs_four() -> None:
    ballista = engine("baliste", 0, 30, 10)
    plain = field(ballista, men(1, 30, 270, ca=12, shield=False))
    iron = field(ballista, men(1, 30, 270, ca=25, shield=True))
    assert shot_needs(plain, plain.units[0], plain.units[1]) == shot_needs(iron, iron.units[0], iron.units[1])
    assert shot_needs(plain, ballista, changed(plain.units[1], card=changed(plain.units[1].card, size="g"))) < shot_needs(
        plain, ballista, plain.units[1]
    ), "only its size"


@pytest.mark.rule("masse.engine.misfire-delay", "masse.engine.misfire")
def test_a_delayed_shot_is_fired_in_the_next_turn() -> None:
    world = field(engine("baliste", 0, 30, 10), men(1, 30, 270), acting=0)
    answer = next(one for one in Doing(world, 0, 0).listed() if one[0] == "fire")
    delayed = play(Call(obey, world, 0, 0), dice=[2, 9], answers=[answer])
    assert [roll.sides for roll, _ in delayed.rolls] == [20, 10], "1 and 2 of a ballista go wrong"
    after = delayed.result.units[0]
    assert gunner_refusal(delayed.result.with_unit(refreshed(after)), refreshed(after)) is None
    assert len(play(Call(obey, world, 0, 0), dice=[3], answers=[answer]).rolls) == 1


# ---------------------------------------------------------------- structures


@pytest.mark.rule("masse.structure.weapon-types", "masse.structure.damage", "masse.structure.to-hit")
@pytest.mark.parametrize(("damage", "done"), [("bludgeoning", 16), ("slashing", 8)])
def test_maces_do_all_their_damage_to_a_wall_and_swords_half(damage: str, done: int) -> None:
    arm = Attack("arme", "melee", 5, (8,), damage=damage)
    wall = structure("structure-d-habitation-legere", 20, 20, 20, 3)
    ours = unit("milice", 0, 30, 10, figures=2, files=2, attacks=(arm,))
    ours = changed(ours, y=20 * INCH - ours.card.depth // 2)
    world = field(ours, men(1, 50, 270), structures=[wall])
    assert ("demolish", 0) in Doing(world, 0, 0).listed()
    played = play(Call(demolish, world, 0, ("demolish", 0)), dice=[20, 20, 8, 8])
    assert played.told("structure-hit").about[1:] == (done, min(done, wall.ps), max(0, done - wall.ps))
    spears = field(ours.copy(), men(1, 50, 270), structures=[wall])
    point = changed(spears.units[0], card=changed(ours.card, attacks=(changed(arm, damage="piercing"),)))
    assert refused(spears.with_unit(point), ("demolish", 0)) == "masse.structure.weapon-types"


@pytest.mark.rule("masse.building.no-rout-engaged", "masse.building.morale")
@pytest.mark.parametrize("before", [STABLE, SHAKEN])
def test_an_engaged_unit_in_a_house_gives_up_a_figure_and_falls_back(before: int) -> None:
    house = structure("structure-d-habitation-legere", 26, 20, 8, 6, openings=(("porte", 30 * INCH, 20 * INCH),))
    inside = men(1, 21, 270, figures=4, files=4, building=0, formation=SKIRMISH, morale=before)
    door = men(0, 19.2, figures=5, files=5)
    world = field(door, inside, structures=[house])
    assert engaged(world, world.units[1])
    played = play(Call(change_state, world, 1, ROUTED, 0))
    after = played.result.units[1]
    assert (after.morale, after.figures, len(played.asked)) == (SHAKEN, 3, 0), "nobody asks those who are engaged"
    assert 0 < after.y - inside.y <= 4 * INCH


@pytest.mark.rule("masse.entry.push")
def test_a_test_missed_by_three_is_three_places() -> None:
    house = structure("structure-d-habitation-legere", 27, 20, 6, 3, openings=(("issue-large", 30 * INCH, 20 * INCH),))
    inside = men(1, 21, 270, figures=8, files=4, building=0, formation=SKIRMISH, ml=-4)
    world = field(men(0, 19.2, figures=10, files=5), inside, structures=[house])
    played = play(Call(morale_test, world, 1, QUARTER, 0), dice=[3, 4], answers=["push"])  # 7 - 4 + 4 against 10
    assert played.told("pushes-back").about == (0, 1, 3)
    assert played.result[0].units[0].foothold == 3
    held = play(Call(morale_test, world, 1, QUARTER, 0), dice=[3, 4], answers=["hold"])
    assert held.result[0].units[0].foothold == 0


# ---------------------------------------------------------------- heroes


@pytest.mark.rule("masse.hero.fate-stunned")
def test_a_stunned_commander_is_brought_round_by_friends_beside_him() -> None:
    fallen = hero(0, 30, 21.2, status=DESTROYED, role=STUNNED)
    world = field(men(0), fallen, men(1, 50, 270))
    assert ("revive", 1) in Doing(world, 0, 0).listed()
    up: World = play(Call(revive, world, 0, ("revive", 1))).result
    assert (up.units[1].status, up.units[1].role, up.units[1].acted) == (ON_TABLE, "", True)
    assert refused(world, ("revive", 1), used=MOVE) != "", "it takes the whole action"
    apart = field(men(0), changed(fallen, y=30 * INCH), men(1, 50, 270))
    assert "revive" not in kinds(apart)
    theirs = field(men(1), fallen, men(0, 50, 270))
    assert "revive" not in kinds(theirs)
    fighting = field(men(0), fallen, men(1, 18.4, 90))
    assert "revive" not in kinds(fighting), "nor in the middle of a fight"


@pytest.mark.rule("masse.hero.conversion-rc", "masse.hero.loyalty-base")
@pytest.mark.parametrize(
    ("calling", "level", "charisma", "radius"), [("fighter", 8, 14, 10), ("wizard", 8, 14, 6), ("fighter", 5, 12, 6)]
)
def test_how_far_a_hero_commands(calling: str, level: int, charisma: int, radius: int) -> None:
    assert hero(0, level=level, hero_class=calling, charisma=charisma).card.radius == radius * INCH


@pytest.mark.rule("masse.morale.heroes-exempt")
def test_heroes_take_no_test_whatever_they_lose() -> None:
    world = field(hero(0, 30, 20, hit_points=160), men(1, 50, 270))
    assert world.units[0].card.nv == 4
    assert play(Call(take_losses, world, 0, 3, 1)).rolls == []
    beast = field(unit("dragon-adulte", 0, 30, 20), men(1, 50, 270))
    assert len(play(Call(take_losses, beast, 0, 3, 1), dice=[10, 9]).rolls) == 1, "monsters do"


# ---------------------------------------------------------------- shooting

GUN = Attack("arme-a-feu", "missile", 0, (8,), pt=8 * INCH, reload="move", change="one-turn", shots=1, volleys=7)


@pytest.mark.rule("masse.chariot.archers", "masse.chariot.no-shoot-and-fight", "masse.shoot.reload-if-immobile")
def test_archers_on_a_chariot_drive_and_shoot_every_turn_but_do_not_fight_in_it() -> None:
    cart = unit("char-leger", 0, 30, 20, attacks=(BOW, SPEAR), volleys=7)
    world = field(cart, men(1, 30, 270), acting=0)
    drive = ("move", (("march", 0, 2 * INCH),))
    once = play(Call(obey, world, 0, 0), answers=[drive, ("shoot", 1, False)], dice=[1])
    shot = once.asked[-1].world.units[0] if once.result is None else once.result.units[0]
    assert (shot.moved, shot.shot) == (True, True)
    assert refreshed(shot).loaded, "they count as standing still"
    on_foot = unit("archers-legers", 0, 30, 20, attacks=(BOW, SPEAR), volleys=7, moved=True, shot=True, loaded=False)
    assert not refreshed(on_foot).loaded
    close = men(1, 21, 270, acted=True)
    close = changed(close, y=20 * INCH + cart.card.depth // 2 + 8 * close.card.depth // 8)
    assert refused(field(changed(cart, shot=True, weapon=1), close), ("attack", 1)) == "masse.chariot.no-shoot-and-fight"
    assert refused(field(changed(cart, weapon=1), close), ("attack", 1)) == ""


@pytest.mark.rule(
    "masse.shoot.range-short", "masse.shoot.range-medium", "masse.shoot.range-long", "masse.shoot.no-indirect-weapons"
)
@pytest.mark.parametrize(
    ("apart", "row"), [(7.9, ""), (8.1, "portee-moyenne"), (15.9, "portee-moyenne"), (16.1, "portee-longue"), (24.1, "no")]
)
def test_firearms_reach_eight_inches_and_three_times_that(apart: float, row: str) -> None:
    guns = unit("archers-legers", 0, 30, 10, figures=1, files=1, attacks=(GUN, SPEAR), volleys=7, formation=SKIRMISH)
    mark = men(1, 20, 270, figures=1, files=1)
    mark = changed(mark, y=guns.y + guns.card.depth // 2 + mark.card.depth // 2 + round(apart * INCH))
    world = field(guns, mark)
    if row == "no":
        assert refused(world, ("shoot", 1, False)) != ""
        return
    told = play(Call(shoot, world, 0, ("shoot", 1, False)), dice=[1]).told("attack-numbers").about[4]
    assert [name for name, _ in told if name.startswith("portee")] == ([row] if row else [])
    assert refused(world, ("shoot", 1, True)) == "masse.shoot.no-indirect-weapons"


@pytest.mark.rule("masse.shoot.ammo-extra", "masse.shoot.ammo-missile")
def test_an_extra_load_is_seven_volleys_more_and_slows_once() -> None:
    def bows(loads: int) -> Unit:
        entry = {"profile": "archers-legers", "name": "Bows", "figures": 6, "extra_loads": loads}
        return muster({"system": "masse", "name": "List", "unit": [entry]}, 0)[0]

    assert [bows(loads).volleys for loads in (0, 1)] == [7, 14]
    assert bows(0).card.mv - bows(1).card.mv == 3 * INCH // 2
    assert bows(1).card.mv == bows(0).card.mv - 3 * INCH // 2


@pytest.mark.rule("masse.shoot.eligibility", "masse.shoot.whole-unit", "masse.shoot.ammo-per-volley")
def test_only_figures_that_see_shoot_and_the_whole_unit_has_shot() -> None:
    bows = unit("archers-legers", 0, 30, 20, attacks=(BOW, SPEAR), volleys=7, formation=SKIRMISH, figures=10, files=5)
    wood = area("foret-dense", 10, 22, 20, 4)
    mark = men(1, 25, 270, figures=2, files=2)
    world = field(bows, changed(mark, x=33 * INCH), pieces=[wood])
    dice = [1] * sum(part.count for part in missile_pool(world, world.units[0], world.units[1], False, False))
    played = play(Call(shoot, world, 0, ("shoot", 1, False)), dice=dice, answers=["move-later"])
    assert 0 < played.told("attack-numbers").about[1] < 10
    assert played.result.units[0].volleys == 6
    assert played.result.units[0].shot


# ---------------------------------------------------------------- view


@pytest.mark.rule("masse.view.field-of-view", "masse.view.line-of-sight")
@pytest.mark.parametrize(
    ("kind", "seen"), [("broussailles", False), ("foret-clairsemee", False), ("marais-sables", True), ("riviere", True)]
)
def test_what_gives_light_cover_hides_what_is_beyond_it(kind: str, seen: bool) -> None:
    world = field(men(0), men(1, 40, 270), pieces=[area(kind, 10, 25, 40, 4)])
    assert sees(world, world.units[0], world.units[1]) is seen
    assert Declarations(world, 0).pairs == (((0, 1),) if seen else ())


@pytest.mark.rule("masse.view.behind-obstacle")
def test_whoever_stands_right_behind_a_hedge_is_seen() -> None:
    hedge = area("obstacles-bas", 10, 30, 40, 0.5)
    near = men(1, 31.3, 270)
    assert sees(field(men(0), near, pieces=[hedge]), men(0), field(men(0), near).units[1])
    back = field(men(0), men(1, 36, 270), pieces=[hedge])
    assert not sees(back, back.units[0], back.units[1])


# ---------------------------------------------------------------- blows and morale


@pytest.mark.rule("masse.combat.to-hit")
def test_a_score_must_exceed_the_armour() -> None:
    mine = unit("milice", 0, 30, 20, figures=1, files=1, attacks=(Attack("masse", "melee", 4, (6,)),), formation=SKIRMISH)
    foe = unit("milice", 1, 30, 21, 270, figures=1, files=1, ca=14, shield=False)
    foe = changed(foe, y=20 * INCH + mine.card.depth // 2 + foe.card.depth // 2)
    world = field(mine, foe, hero(0, 32, 18))
    assert play(Call(attack, world, 0, ("attack", 1)), dice=[3, 10]).outcomes == ["nv-0"], "14 against 14"
    assert "nv-1" in play(Call(attack, world, 0, ("attack", 1)), dice=[3, 11]).outcomes


@pytest.mark.rule("masse.morale.failure-degrades", "masse.morale.complete-failure")
@pytest.mark.parametrize(
    ("ml", "dice", "before", "after"),
    [
        (0, [4, 5], STABLE, SHAKEN),
        (0, [4, 5], SHAKEN, ROUTED),
        (0, [5, 5], STABLE, STABLE),
        (9, [1, 1], STABLE, ROUTED),
        (-5, [3, 2], STABLE, SHAKEN),
        (-6, [3, 2], STABLE, ROUTED),
    ],
)
def test_what_a_failed_test_does(ml: int, dice: list[int], before: int, after: int) -> None:
    """Against 10: one below is a step down, more than ten below and a natural 2 a rout at once."""
    world = field(men(0, ml=ml, morale=before, formation=SKIRMISH), men(1, 50, 270))
    shift = 1 if before == SHAKEN else 0
    thrown = [dice[0] + shift, dice[1]]
    assert play(Call(morale_test, world, 0, QUARTER, -1), dice=thrown).result[0].units[0].morale == after


@pytest.mark.rule("masse.morale.state-routed", "masse.melee.mod-routed", "masse.formation.routed-pack")
def test_the_routed_run_to_the_nearest_edge_in_a_pack_and_strike_nobody() -> None:
    world = field(changed(men(0, 20, morale=ROUTED, formation=PACK, ml=0), x=10 * INCH), men(1, 30, 270), acting=0)
    assert refused(world, ("attack", 1)) == "masse.melee.mod-routed"
    fled, in_hand = play(Call(bound, world, 0), dice=[2, 3]).result
    assert (in_hand, fled.units[0].facing) == (False, 18000), "ten inches to the west, twenty to the south"
    ran: World = play(Call(change_state, field(men(0), men(1, 50, 270)), 0, ROUTED, 1)).result
    assert (ran.units[0].formation, ran.units[0].files) == (PACK, 4), "ten men: four abreast"


@pytest.mark.rule("masse.morale.dd-rally", "masse.move.rally")
def test_a_rallied_unit_is_stable_and_may_turn_about() -> None:
    world = field(men(0, morale=ROUTED, formation=PACK, ml=0), men(1, 50, 270), acting=0)
    played = play(Call(bound, world, 0), dice=[6, 5], answers=["turn-about"])  # 11 - 2 + 1 for the pack
    assert played.result[0].units[0].morale == STABLE
    assert played.morale_tests == [(0, 10)]


# ---------------------------------------------------------------- numbers


@pytest.mark.rule("masse.org.figure-ratio", "masse.org.stat-n-per-fig")
@pytest.mark.parametrize(
    ("profile", "many"),
    [
        ("infanterie-reguliere", 10),
        ("cavalerie-lourde", 10),
        ("ogres", 5),
        ("geants-collines", 2),
        ("infanterie-gobeline", 10),
        ("char-lourd", 1),
    ],
)
def test_how_many_a_figure_stands_for(profile: str, many: int) -> None:
    assert cards.card(profile).n_per_fig == many


@pytest.mark.rule("masse.formation.allowed", "masse.formation.pack")
def test_militia_knows_only_the_pack_and_it_is_as_deep_as_wide() -> None:
    band = unit("milice", 0, 30, 20, figures=9)
    assert (band.formation, band.files) == (PACK, 3)
    world = field(band, men(1, 50, 270))
    assert refused(world, ("move", (("formation", 3, CLOSE),))) == "masse.formation.allowed"
    regulars = field(men(0), men(1, 50, 270))
    assert refused(regulars, ("move", (("formation", 5, SKIRMISH),))) == ""


@pytest.mark.rule("masse.breath.flyer-alternate")
def test_a_flier_breathes_every_second_turn() -> None:
    beast = unit("dragon-jeune", 0, 30, 20, breathed=1)
    assert breath_refusal(field(beast, men(1, 30, 270), turn=2), beast) is not None
    assert breath_refusal(field(beast, men(1, 30, 270), turn=3), beast) is None


@pytest.mark.rule("masse.turn.delay", "masse.turn.charge-declaration")
def test_a_turn_runs_from_declarations_through_every_action() -> None:
    world = field(men(0, die=15), men(1, 40, 270, die=5), hero(0, 30, 10, die=1, role=CHAMPION, host=0), turn=1)
    played = play(Call(new_turn, world))
    assert played.asked[0].why == "masse.turn.charge-declaration"
    assert played.asked[0].secret


# ---------------------------------------------------------------- on the move


@pytest.mark.rule("masse.move.charge-distance", "masse.move.charge-sees-target")
@pytest.mark.parametrize(("apart", "legal"), [(2.2, False), (2.3, True), (6.7, True), (6.8, False)])
def test_a_charge_is_declared_before_it_is_measured(apart: float, legal: bool) -> None:
    """MV 4.5: from 2.25 to 6.75 in; whoever is seen may be named, and the advance is made where it falls short."""
    near = men(1, 21.6 + apart, 270)
    world = field(men(0), near, acting=0)
    assert Declarations(world, 0).pairs == ((0, 1),)
    told = world.with_unit(changed(world.units[0], declared=1))
    (offered,) = [one for one in Doing(told, 0, 0).listed() if one[0] == "charge"]
    assert bool(offered[1]) is legal
    behind = field(men(0, 20, 270), near, acting=0)
    assert Declarations(behind, 0).pairs == ()


@pytest.mark.rule("masse.terrain.table-4a", "masse.terrain.elevation")
@pytest.mark.parametrize(
    ("kind", "foot"),
    [("broussailles", 3), ("foret-clairsemee", 3), ("foret-dense", 1.5), ("marais-sables", 1.5), ("route", 6.75)],
)
def test_how_far_infantry_gets_in_one_move(kind: str, foot: float) -> None:
    """MV 4.5, the whole way in that terrain; a track costs two thirds."""
    world = field(men(0, figures=4, files=4), men(1, 55, 270), pieces=[area(kind, 20, 10, 20, 40)])
    assert refused(world, ("move", (("march", 0, round(foot * INCH)),))) == ""
    assert refused(world, ("move", (("march", 0, round(foot * INCH) + 30),))) == "masse.move.budget"


@pytest.mark.rule("masse.move.pivot-quarter", "masse.move.pivot-half", "masse.move.change-formation")
def test_turning_and_reforming_cost_their_share_of_the_move() -> None:
    world = field(men(0), men(1, 55, 270))
    quarter, half, all_of_it = 4.5 * INCH / 4, 4.5 * INCH / 2, 4.5 * INCH
    for step, cost in ((("pivot", "left"), quarter), (("pivot", "about"), half), (("formation", 4, CLOSE), quarter)):
        left = int(all_of_it - cost)
        assert refused(world, ("move", (step, ("march", 0, left - 2)))) == "", step
        assert refused(world, ("move", (step, ("march", 0, left + 2)))) == "masse.move.budget", step
    wide = ("move", (("formation", 6, CLOSE),))
    assert refused(world, wide) == ""
    five = changed(world, switches=(FIVE_ABREAST,))
    assert refused(five, wide) == "masse.move.change-formation", "the other reading of the five figures"
    assert refused(five, ("move", (("formation", 4, CLOSE),))) == ""
    broad = five.with_unit(changed(five.units[0], files=8))
    assert refused(broad, ("move", (("formation", 7, CLOSE),))) == "", "whoever stands wider may draw in"
    many = field(men(0, figures=20, files=5), men(1, 55, 270))
    assert refused(many, ("move", (("formation", 10, CLOSE),))) == ""
    assert refused(many, ("move", (("formation", 11, CLOSE),))) == "masse.move.change-formation"


@pytest.mark.rule("masse.move.flank-march", "masse.move.multi-front-limit")
def test_sideways_and_back_cost_double_and_a_square_does_nothing_else() -> None:
    world = field(men(0), men(1, 55, 270))
    assert refused(world, ("move", (("flank", 9000, 2 * INCH + INCH // 4),))) == ""
    assert refused(world, ("move", (("flank", 9000, 2 * INCH + INCH // 4 + 5),))) == "masse.move.budget"
    square = field(changed(men(0), fronts=(1,)), men(1, 55, 270))
    assert refused(square, ("move", (("march", 0, INCH),))) == "masse.move.multi-front-limit"
    assert refused(square, ("move", (("flank", 9000, INCH),))) == ""


@pytest.mark.rule("masse.move.break-off", "masse.move.break-off-conditions", "masse.melee.mod-withdrawing")
def test_breaking_off_needs_four_clear_inches_and_strikes_at_minus_four() -> None:
    foe = men(1, 21.6, 270)
    free = field(men(0), foe, acting=0)
    assert ("break-off",) in Doing(free, 0, 0).listed()
    blocked = field(men(0), foe, men(0, 15, figures=5, files=5), acting=0)
    assert ("break-off",) not in Doing(blocked, 0, 0).listed()
    played = play(Call(obey, free, 0, 0), dice=[1] * 5, answers=[("break-off",)])
    assert ("en-reculant", -4) in played.told("attack-numbers").about[4]
    assert played.result.units[0].y == free.units[0].y - 4 * INCH


@pytest.mark.rule("masse.undead.turning-range", "masse.undead.turning-effect")
@pytest.mark.parametrize(("apart", "offered"), [(2.9, True), (3.1, False)])
def test_priests_turn_the_dead_within_three_inches(apart: float, offered: bool) -> None:
    priest = hero(0, 30, 20, hero_class="cleric", level=6)
    dead = unit("squelettes", 1, 30, 30, 270, figures=4, files=4)
    dead = changed(dead, y=20 * INCH + priest.card.depth // 2 + dead.card.depth // 2 + round(apart * INCH))
    world = field(changed(priest, turns_left=3), dead)
    assert ("turn" in kinds(world)) is offered


@pytest.mark.rule("masse.morale.dd-hatred")
@pytest.mark.parametrize(("apart", "tests"), [(19.9, 1), (20.1, 0)])
def test_hatred_is_tested_within_twenty_inches(apart: float, tests: int) -> None:
    haters = next(name for name in every_profile() if cards.card(name).has("hates-orcs-goblinoids"))
    mine = unit(haters, 0, 30, 10, figures=5, files=5)
    orcs = unit("infanterie-orque", 1, 30, 40, 270)
    orcs = changed(orcs, y=mine.y + size_of(mine)[1] // 2 + size_of(orcs)[1] // 2 + round(apart * INCH))
    world = field(mine, orcs, acting=0)
    assert len(play(Call(bound, world, 0), dice=[8, 8] * tests).morale_tests) == tests
