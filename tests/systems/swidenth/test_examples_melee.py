"""A combat phase: engagement, weapons, totals, numbers and sub-groups, criticals and fumbles, the order of its steps."""

from __future__ import annotations

from typing import Any

import pytest

from escarmouche.core.effects import Answer, Call
from escarmouche.systems.swidenth.model import OUT, Figure, World
from escarmouche.systems.swidenth.rules.conventions import engaged, foes
from escarmouche.systems.swidenth.rules.melee import clash, fight, halved
from escarmouche.systems.swidenth.rules.tangles import helpers, opponents
from escarmouche.systems.swidenth.rules.values import PAS
from tests.systems.swidenth.arena import box, fighter, refused, scene
from tests.systems.swidenth.scene import Played, changed, play

SPARE: Answer = ("spare",)


def man(seat: int, x: float, y: float = 20, profile: str = "imperial-human", **changes: Any) -> Figure:
    return fighter(profile, seat, x, y, **{"kit": ["sword"], **changes})


def duel(*others: Figure, mine: Any = None, theirs: Any = None, **changes: Any) -> World:
    """Figure 0 and its enemy, figure 1, 0.2 pas apart."""
    return scene(man(0, 20, **(mine or {})), man(1, 21.2, **(theirs or {})), *others, **changes)


def fights(world: World, *dice: int, answers: tuple[Answer, ...] = (), concentrated: bool = False, charge: Any = ()) -> Played:
    return play(Call(fight, world, 0, 1, concentrated, charge), dice, answers)


def totals(found: Played) -> tuple[int, int]:
    """The two totals that were compared, the acting figure's first."""
    about = found.told("totals").about
    return about[5], about[11]


# ---------------------------------------------------------------- engagement


@pytest.mark.rule("swidenth.melee.engaged", "swidenth.stats.measuring", "swidenth.stats.figure-size")
def test_engaged_below_half_a_pas() -> None:
    for gap, is_near in ((0.4, True), (0.49, True), (0.5, False)):
        world = scene(man(0, 20), man(1, 21 + gap))
        assert engaged(world, *world.figures) is is_near
        assert engaged(world, *world.figures[::-1]) is is_near
    dragon = scene(man(0, 20), fighter("young-dragon", 1, 22.1, 20))
    assert engaged(dragon, *dragon.figures)


@pytest.mark.rule("swidenth.melee.engaged", "swidenth.terrain.too-high")
def test_obstacles_and_levels_between() -> None:
    low = scene(man(0, 20), man(1, 21.3), pieces=[box("thin-obstacle", 20.55, 15, 20.75, 25, 1)])
    high = scene(man(0, 20), man(1, 21.3), pieces=[box("thin-obstacle", 20.55, 15, 20.75, 25, 1.6)])
    assert engaged(low, *low.figures)
    assert not engaged(high, *high.figures)
    for level, is_near in ((1.2, True), (1.5, True), (3, False)):
        world = scene(man(0, 20), man(1, 21.4, z=level))
        assert engaged(world, *world.figures) is is_near


@pytest.mark.rule("swidenth.action.fight", "swidenth.melee.engaged")
def test_only_engaged_figures_can_be_fought() -> None:
    world = scene(man(0, 20), man(1, 21.2), man(1, 25))
    assert refused(world, 0, ("fight", 1)) == ""
    assert refused(world, 0, ("fight", 2)) == "swidenth.melee.engaged"


# ---------------------------------------------------------------- the roll


@pytest.mark.rule("swidenth.melee.roll", "swidenth.stats.combat")
def test_the_higher_total_wins_whoever_started() -> None:
    """Attacker 8 + 1, defender 15 + 0: the defender wins by 6 and adds his own weapon's Damage."""
    found = fights(duel(mine={"profile": "kingdom-human"}), 8, 15)
    assert totals(found) == (9, 15)
    assert found.told("suffers-stunned").about == (0, 8, 5)
    assert found.world.figures[0].stunned


@pytest.mark.rule("swidenth.melee.roll", "swidenth.damage.pushback")
def test_the_one_who_answers_decides_on_the_push_back() -> None:
    """C2 rolls 5 = 7; C1 with sword and dagger 7 + 1 + 1 = 9: by 2, with his sword 4 against D5."""
    world = duel(mine={"combat": 2}, theirs={"profile": "kingdom-human", "kit": ["sword", "dagger"]})
    found = fights(world, 5, 7, answers=(("weapon", "sword"),))
    assert totals(found) == (7, 9)
    assert found.told("suffers-pushed").about == (0, 4, 5)
    assert found.asked[-1].seat == 1


@pytest.mark.rule("swidenth.melee.tie", "swidenth.state.stunned-halving", "swidenth.state.stunned-duration")
def test_a_draw_does_nothing_but_end_the_stunned_state() -> None:
    found = fights(duel(mine={"stunned": True}), 13, 7)
    assert totals(found) == (7, 7)
    assert found.outcomes == ["tie"]
    assert not found.world.figures[0].stunned


@pytest.mark.rule("swidenth.melee.concentrate", "swidenth.melee.charge", "swidenth.melee.charge-limits")
def test_concentration_is_for_the_roll_and_a_charge_for_the_damage() -> None:
    found = fights(duel(mine={"profile": "kingdom-human"}), 10, 12, concentrated=True, answers=(SPARE,))
    assert totals(found) == (14, 12)
    charging = fights(duel(), 14, 10, charge=(1,))
    assert totals(charging) == (14, 10)
    assert charging.told("suffers-stunned").about[1] == 4 + 2 + 3
    other = fights(duel(), 14, 10, charge=(2,))
    assert other.told("suffers-stunned").about[1] == 4 + 2
    lost = fights(duel(), 10, 14, charge=(1,))
    assert lost.told("suffers-stunned").about[:2] == (0, 4 + 2)
    both = fights(duel(), 14, 10, charge=(1,), concentrated=True)
    assert both.told("suffers-stunned").about[1] == 7 + 2


@pytest.mark.rule("swidenth.melee.unarmed", "swidenth.trait.martial-arts", "swidenth.trait.fangs-and-claws")
def test_bare_hands() -> None:
    """C0 rolls 12 unarmed: 9, wins by 2: margin -1, a push-back at best."""
    found = fights(duel(mine={"kit": []}), 12, 7)
    assert totals(found) == (9, 7)
    assert found.told("suffers-pushed").about[1] == -1
    sheltered = fights(duel(mine={"kit": ["shield", "long-bow"]}), 12, 7)
    assert totals(sheltered) == (9, 7)
    monk = changed(man(0, 20, kit=[], combat=2), id=0)
    monk = changed(monk, card=changed(monk.card, traits=1 << 15))
    fighting = fights(scene(monk, man(1, 21.2)), 12, 7, answers=())
    assert totals(fighting) == (14, 7)
    assert fighting.told("suffers-stunned").about[1] == 7
    wolf = fights(scene(fighter("cave-wolf", 0, 20, 20), man(1, 21.2)), 12, 7)
    assert totals(wolf) == (14, 7)
    assert wolf.told("suffers-stunned").about[1] == 7


@pytest.mark.rule("swidenth.melee.two-weapons")
@pytest.mark.parametrize(
    ("kit", "first", "bonus", "damage"),
    [
        (["flail", "sword"], "flail", 2 - 1, 3),
        (["sword", "dagger"], "sword", 1, 2),
        (["sword", "dagger"], "dagger", 2, 0),
        (["sword", "round-shield"], "sword", 1, 2),
        (["sword", "javelin-melee"], "sword", 2, 2),
    ],
)
def test_the_first_weapon_gives_damage_the_second_combat(kit: list[str], first: str, bonus: int, damage: int) -> None:
    found = fights(duel(mine={"kit": kit}), 15, 4, answers=(("weapon", first),))
    assert totals(found)[0] == 15 + bonus
    assert found.told("suffers-out" if 11 + bonus + damage > 10 else "suffers-stunned").about[1] == 11 + bonus + damage


@pytest.mark.rule("swidenth.melee.two-weapons", "swidenth.melee.sequence")
def test_both_sides_name_their_weapon_the_acting_one_first() -> None:
    world = duel(mine={"kit": ["sword", "dagger"]}, theirs={"kit": ["axe", "club"]})
    found = fights(world, 10, 10, answers=(("weapon", "dagger"), ("weapon", "axe")))
    assert [(due.why, due.seat) for due in found.asked[:2]] == [("swidenth.melee.two-weapons", seat) for seat in (0, 1)]
    alike = fights(duel(mine={"kit": ["axe", "axe"]}), 10, 12)
    assert alike.asked == []
    assert totals(alike) == (12, 12)


@pytest.mark.rule("swidenth.weapon-trait.unwieldy", "swidenth.weapon-trait.anti-large")
@pytest.mark.parametrize(
    ("mine", "theirs", "bonus"),
    [("spear", ["sword"], -1), ("halberd", ["spear"], 0), ("spear", [], 0), ("flail", ["sword"], -1)],
)
def test_unwieldy_weapons(mine: str, theirs: list[str], bonus: int) -> None:
    found = fights(duel(mine={"kit": [mine]}, theirs={"kit": theirs}), 10, 20)
    assert totals(found)[0] == 10 + bonus


def test_a_spear_against_an_ogre_with_a_club_is_even() -> None:
    found = fights(scene(man(0, 20, kit=["spear"]), fighter("ogre", 1, 21.5, 20)), 10, 20)
    assert totals(found) == (10, 23)


# ---------------------------------------------------------------- numbers


@pytest.mark.rule("swidenth.melee.outnumber")
@pytest.mark.parametrize(("many", "bonus"), [(2, 3), (3, 6), (4, 9)])
def test_outnumbering_counts_for_each_of_the_many_and_not_for_the_one(many: int, bonus: int) -> None:
    spots = [(20, 20), (21.2, 21.2), (21.2, 18.8), (22.4, 20)]
    world = scene(man(0, *spots[0]), man(1, 21.2), *[man(0, *spots[number]) for number in range(1, many)])
    assert [helpers(world, one, 1) for one in (0, *range(2, many + 1))] == [many - 1] * many
    assert helpers(world, 1, 0) == 0
    assert totals(fights(world, 8, 18))[0] == 8 + bonus
    answering = play(Call(fight, world, 1, 0, False, ()), (20, 6))
    assert totals(answering) == (20, 6 + bonus)


@pytest.mark.rule("swidenth.melee.outnumber")
def test_two_different_enemies_do_not_help_each_other() -> None:
    world = scene(man(0, 20), man(1, 21.2), man(2, 22.4))
    assert helpers(world, 0, 1) == 0
    assert helpers(world, 2, 1) == 0


@pytest.mark.rule("swidenth.melee.subgroup-limits")
def test_equal_numbers_know_no_bonus() -> None:
    """A touches X and Y, B touches Y only: 2 against 2, yet Y is touched by two."""
    world = scene(man(0, 20), man(0, 22.4), man(1, 21.2), man(1, 20, 18.8))
    assert foes(world, world.figures[2]) == (0, 1)
    assert foes(world, world.figures[0]) == (2, 3)
    assert [helpers(world, one, foe) for one in (0, 1, 2, 3) for foe in foes(world, world.figures[one])] == [0] * 6


def three_against_two() -> World:
    """A (0) engages X (3), B (1) engages X and Y (4), C (2) engages Y."""
    return scene(man(0, 18.8), man(0, 21.2), man(0, 23.6), man(1, 20), man(1, 22.4))


@pytest.mark.rule("swidenth.melee.subgroups", "swidenth.melee.subgroup-fights", "swidenth.melee.subgroup-limits")
def test_the_larger_side_makes_sub_groups_before_the_target_is_named() -> None:
    """X of the smaller side fights: the other player splits, A must be with X, C with Y, B as he likes."""
    world = three_against_two()
    found = play(Call(fight, world, 3, 1, False, ()))
    assert (found.asked[0].why, found.asked[0].seat) == ("swidenth.melee.subgroups", 0)
    listed = found.asked[0].options.listed()
    assert sorted(answer[1] for answer in listed) == [((0, 3), (1, 3), (2, 4)), ((0, 3), (1, 4), (2, 4))]
    split = ("split", ((0, 3), (1, 4), (2, 4)))
    after = play(Call(fight, world, 3, 0, False, ()), (10, 10), (split,)).world
    assert opponents(after, 3) == (0,)
    assert opponents(after, 1) == (4,)
    assert (helpers(after, 1, 4), helpers(after, 2, 4), helpers(after, 0, 3)) == (1, 1, 0)
    assert refused(after, 1, ("fight", 3)) == "swidenth.melee.subgroup-fights"


@pytest.mark.rule("swidenth.melee.subgroup-fights", "swidenth.melee.subgroups")
def test_a_split_is_void_when_somebody_leaves() -> None:
    world = three_against_two()
    split = ("split", ((0, 3), (1, 4), (2, 4)))
    after = play(Call(fight, world, 3, 0, False, ()), (10, 10), (split,)).world
    gone = after.with_figure(changed(after.figures[0], status=OUT))
    assert opponents(gone, 1) == (3, 4)


# ---------------------------------------------------------------- criticals and fumbles


def crash(world: World, *dice: int, mine: Any = (), damage: Any = (0, 0), answers: tuple[Answer, ...] = ()) -> Played:
    return play(Call(clash, world, 0, 1, mine, (), damage, (False, False), ("sword", "sword")), dice, answers)


@pytest.mark.rule("swidenth.melee.critical", "swidenth.state.stunned-halving")
def test_a_natural_20_of_the_winner_doubles_his_combat() -> None:
    hero = duel(mine={"combat": 3})
    assert crash(hero, 20, 5, mine=(("outnumber", 3),)).told("suffers-out").about[1] == 29 - 5
    assert crash(duel(), 20, 5).told("suffers-out").about[1] == 15
    lost = crash(duel(theirs={"combat": 4}), 20, 19, answers=(SPARE,))
    assert lost.told("suffers-pushed").about[:2] == (0, 3)
    stunned = crash(duel(mine={"combat": 3, "stunned": True}), 20, 9, answers=(SPARE,))
    assert totals(stunned) == (12, 9)
    assert stunned.told("suffers-pushed").about[1] == 4


@pytest.mark.rule("swidenth.state.stunned-halving")
def test_halving() -> None:
    assert [halved(total, True) for total in (16, 13, 17, -3, 0)] == [8, 7, 9, -3, 0]


@pytest.mark.rule("swidenth.melee.fumble", "swidenth.melee.fumble-hand")
@pytest.mark.parametrize(
    ("die", "dropped", "kept"), [(14, "sword", ("shield",)), (11, "sword", ("shield",)), (10, "shield", ("sword",))]
)
def test_a_natural_1_drops_what_one_hand_holds(die: int, dropped: str, kept: tuple[str, ...]) -> None:
    found = crash(duel(mine={"kit": ["sword", "shield"]}), 1, 1, die)
    assert found.outcomes == ["tie"]
    assert found.told("drops").about == (0, f"item-{dropped}")
    assert found.world.figures[0].hands == kept
    assert found.world.figures[1].hands == ()  # a single item falls without a die


@pytest.mark.rule("swidenth.melee.fumble")
def test_even_the_winner_drops_and_claws_do_not() -> None:
    won = crash(duel(mine={"combat": 9}), 1, 3, mine=(("outnumber", 6),))
    assert won.told("suffers-out").about[0] == 1
    assert won.world.figures[0].hands == ()
    halberd = crash(duel(mine={"kit": ["halberd"]}), 1, 1)
    assert "drops" in halberd.kinds
    assert [roll.why for roll in halberd.rolls] == ["swidenth.melee.roll"] * 2
    wolf = scene(fighter("cave-wolf", 0, 20, 20), man(1, 21.2))
    assert "drops" not in crash(wolf, 1, 3, answers=()).kinds


@pytest.mark.rule("swidenth.melee.sequence", "swidenth.stats.defence", "swidenth.melee.fumble")
def test_the_shield_still_protects_from_the_blow_it_falls_to_and_lies_where_he_stood() -> None:
    """D5 + kite shield, a natural 1, loses by 5 with a dagger against him: 5 against D7, a push-back; then the item falls."""
    world = duel(mine={"kit": ["sword", "kite-shield"]}, theirs={"kit": ["dagger"]})
    found = fights(world, 1, 6, 3, answers=(("push",),))
    assert found.told("suffers-pushed").about == (0, 5, 7)
    after = found.world
    assert after.figures[0].x == 19 * PAS
    assert [(one.item, one.x) for one in after.markers] == [("kite-shield", 20 * PAS)]


@pytest.mark.rule("swidenth.melee.sequence")
def test_an_old_stunned_state_ends_before_the_result_comes() -> None:
    """X, Stunned, answers with 14 -> 7 and loses by 8, sword: 10 against D5: Stunned anew."""
    found = fights(duel(theirs={"stunned": True}), 15, 14)
    assert totals(found) == (15, 7)
    assert found.world.figures[1].stunned
    pushed = fights(duel(mine={"stunned": True}, theirs={"kit": ["dagger"]}), 15, 12, answers=(("push",),))
    assert totals(pushed) == (8, 12)
    assert (pushed.world.figures[0].stunned, pushed.world.figures[0].x) == (False, 19 * PAS)


# ---------------------------------------------------------------- picking up and drawing


@pytest.mark.rule("swidenth.melee.fumble-recover", "swidenth.action.single-items")
def test_drawing_is_possible_in_a_fight_picking_up_is_not() -> None:
    world = duel(mine={"kit": [], "spare": ["dagger"]}).with_marker("item", 20 * PAS, 20 * PAS, 0, "sword")
    assert refused(world, 0, ("pick-up", 0)) == "swidenth.melee.fumble-recover"
    assert refused(world, 0, ("draw", "dagger")) == ""
    assert refused(world, 0, ("fight", 1), "draw") == "swidenth.action.combinations"
    free = scene(man(0, 20, kit=[])).with_marker("item", round(20.9 * PAS), 20 * PAS, 0, "sword")
    assert refused(free, 0, ("pick-up", 0)) == ""
    assert refused(free, 0, ("pick-up", 0), "move") == ""
    far = scene(man(0, 20, kit=[])).with_marker("item", round(21.1 * PAS), 20 * PAS, 0, "sword")
    assert refused(far, 0, ("pick-up", 0)) == "swidenth.melee.fumble-recover"
