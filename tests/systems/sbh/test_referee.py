"""A referee's round: situations drawn by lot over the paragraphs of the book, written from the book, and what should then be
offered, thrown and told: bands, activation, fights, shots, spells and special rules."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

import pytest

from escarmouche.core.effects import Call
from escarmouche.core.odds import rule_odds
from escarmouche.systems.sbh.army import check
from escarmouche.systems.sbh.content import book
from escarmouche.systems.sbh.model import DEAD, FREE, ON_TABLE, SPELLBOUND, Figure
from escarmouche.systems.sbh.pricing import points
from escarmouche.systems.sbh.rules.actions import END, Doing, spend
from escarmouche.systems.sbh.rules.activation import activate, next_activation
from escarmouche.systems.sbh.rules.harm import GRUESOME_KILL, MELEE, knock_down, suffer
from escarmouche.systems.sbh.rules.magic import immobilise
from escarmouche.systems.sbh.rules.melee import fight
from escarmouche.systems.sbh.rules.morale import morale_test
from escarmouche.systems.sbh.rules.shooting import shoot
from tests.systems.sbh.preparing import box, prepared
from tests.systems.sbh.ranges import facing, pair, scenery
from tests.systems.sbh.refereeing import FOES, FRIENDS, REST, clash, man, offered, orc, shot, totals, traits
from tests.systems.sbh.scene import MM, changed, fighter, key, play, scene, square

# ---------------------------------------------------------------- profiles, bands, roles, terrain


@pytest.mark.rule("sbh.profile.points")
@pytest.mark.parametrize("trait", ["slow", "short-move"])
def test_01_a_drawback_makes_a_fighter_cheaper(trait: str) -> None:
    assert points(3, 3, [trait], book()) < points(3, 3, [], book())


@pytest.mark.rule("sbh.setup.secret-selection", "sbh.army.points-limit")
def test_02_a_band_costs_three_hundred_points_at_most_and_is_chosen_before_anything_is_asked() -> None:
    ten = {"system": "sbh", "name": "Ten", "figure": [{"profile": "human-warrior", "count": 10}]}
    more = {**ten, "figure": [*ten["figure"], {"profile": "halfling-villager"}]}
    assert check(ten) == []
    assert len(check(more)) == 1
    assert [choice.why for choice in prepared([2, 5], []).asked] == ["sbh.setup.attacker-defender"]


@pytest.mark.rule("sbh.setup.attacker-defender")
@pytest.mark.parametrize(("dice", "winner"), [([2, 5], 1), ([6, 1], 0), ([4, 4, 3, 2], 0)])
def test_03_the_higher_die_chooses_the_role(dice: list[int], winner: int) -> None:
    asked = prepared(dice, []).asked[-1]
    assert (asked.seat, asked.options.listed()) == (winner, [("attacker",), ("defender",)])


@pytest.mark.rule("sbh.setup.terrain-by-defender", "sbh.setup.table-side")
def test_04_the_defender_lays_the_terrain_and_the_attacker_then_takes_a_side() -> None:
    wood = ("pieces", box("wood", 100, 100, 80, 80, 60), box("hill", 300, 300, 90, 90, 30))
    played = prepared([5, 2], [("attacker",), wood])
    assert [(choice.seat, choice.why) for choice in played.asked[1:]] == [
        (1, "sbh.setup.terrain-by-defender"),
        (0, "sbh.setup.table-side"),
    ]
    assert [piece.kind for piece in played.asked[-1].world.ground.pieces] == ["wood", "hill"]


# ---------------------------------------------------------------- activation


@pytest.mark.rule("sbh.activation.table")
@pytest.mark.parametrize(
    ("dice", "actions", "next_seat"),
    [([6, 1], 1, 0), ([6, 6, 1], 2, 0), ([6, 1, 1], 1, 1), ([6, 6, 6], 3, 0), ([1], 0, 0), ([1, 1], 0, 1), ([2, 2, 2], 0, 1)],
)
def test_05_06_the_activation_table(dice: list[int], actions: int, next_seat: int) -> None:
    world = scene(man(), *REST)
    began = play(Call(activate, world, 0, len(dice), ""), dice=dice)
    if actions:
        assert began.left == actions
        began = play(Call(activate, world, 0, len(dice), ""), dice=dice, answers=[END])
    assert began.asked[-1].seat == next_seat
    assert began.asked[-1].why == "sbh.activation.choose-fighter"


@pytest.mark.rule("sbh.activation.once-per-turn")
def test_07_nobody_is_activated_twice_in_a_turn_not_even_by_a_leader() -> None:
    leader = fighter("human-leader", 0, 300, 260)
    world = scene(man(), man(316), leader, *FOES, *FRIENDS[:1])
    played = play(Call(next_activation, world), dice=[1], answers=[("activate", 0, 1, "")])
    menu = played.asked[-1].options
    assert key(menu.check(("activate", 0, 1, ""))) == "activated-already"
    assert menu.check(("activate", 1, 1, "")) is None
    ordering = play(Call(activate, played.asked[-1].world, 2, 1, ""), dice=[6]).asked[-1].options
    assert ordering.check(("group", (0, 1))) is not None
    later = play(Call(next_activation, played.asked[-1].world), answers=[("end-turn",), ("end-turn",)]).asked[-1]
    assert later.options.check(("activate", 0, 1, "")) is None


@pytest.mark.rule("sbh.activation.natural-1-and-6")
def test_08_a_one_always_fails_and_a_six_always_succeeds() -> None:
    led = scene(man(quality=2), fighter("human-leader", 0, 300, 340), *REST)
    played = play(Call(activate, led, 0, 2, ""), dice=[1, 2], answers=[END])
    assert played.told("activation").about == (0, 1, 1)
    poisoned = scene(man(quality=4, hurt=-1, poisoned=2), *REST)
    assert play(Call(activate, poisoned, 0, 2, ""), dice=[6, 5]).told("activation").about == (0, 1, 1)


# ---------------------------------------------------------------- melee


@pytest.mark.rule("sbh.melee.roll", "sbh.melee.simultaneous", "sbh.melee.tie")
def test_09_both_roll_and_add_their_combat_and_either_may_lose() -> None:
    assert totals(clash(man(combat=4), orc(combat=2), 3, 5)) == (7, 7)
    assert clash(man(combat=4), orc(combat=2), 3, 5).outcomes == ["tie"]
    lost = clash(man(combat=2), orc(combat=4), 2, 4)
    assert (lost.outcomes, lost.result.figures[0].status) == (["attacker-kill"], DEAD)


@pytest.mark.rule("sbh.size.melee", "sbh.size.not-cumulative")
@pytest.mark.parametrize(
    ("one_size", "other_size", "wanted"),
    [
        ("", "", (0, 0)),
        ("big", "", (1, 0)),
        ("huge", "", (1, 0)),
        ("huge", "big", (1, 0)),
        ("big", "big", (0, 0)),
        ("", "huge", (0, 1)),
    ],
)
def test_10_the_larger_has_one_more(one_size: str, other_size: str, wanted: tuple[int, int]) -> None:
    sizes = {"": 0, "big": 1, "huge": 2}

    def sized(figure: Figure, size: str) -> Figure:
        return changed(figure, card=changed(figure.card, size=sizes[size], traits=traits(size) if size else 0))

    small = fighter("halfling-spearman", 0, 300, 300, combat=3)
    answers: tuple[Any, ...] = () if wanted == (0, 0) else (("recoil", 0),)
    played = clash(sized(small, one_size), sized(orc(), other_size), 3, 3, answers=answers)
    assert totals(played) == (6 + wanted[0], 6 + wanted[1])


@pytest.mark.rule("sbh.melee.win-even", "sbh.melee.win-odd")
@pytest.mark.parametrize("die", [1, 2, 3, 4, 5, 6])
def test_11_13_an_even_die_of_the_winner_knocks_down_an_odd_one_pushes_back(die: int) -> None:
    answers = () if die % 2 == 0 else (("recoil", 0),)
    won = clash(man(combat=9), orc(combat=6), die, 2 if die < 6 else 4, answers=answers)
    loser = won.result.figures[1]
    assert loser.prone == (die % 2 == 0)
    assert (loser.x - 31600) == (0 if die % 2 == 0 else 2 * loser.card.radius)
    lost = clash(man(combat=6), orc(combat=9), 2 if die < 6 else 4, die, answers=answers)
    assert lost.result.figures[0].prone == (die % 2 == 0)


@pytest.mark.rule("sbh.melee.win-even", "sbh.melee.win-odd", "sbh.melee.win-double")
def test_12_between_equals_the_results_come_as_counted_by_hand() -> None:
    by_hand: Counter[str] = Counter()
    for one_die in range(1, 7):
        for other in range(1, 7):
            total, against = 3 + one_die, 3 + other
            if total == against:
                by_hand["tie"] += 1
                continue
            role, die = ("defender", one_die) if total > against else ("attacker", other)
            low, high = sorted((total, against))
            what = "kill" if high >= 2 * low else "knocked-down" if die % 2 == 0 else "recoil"
            by_hand[f"{role}-{what}"] += 1
    world = scene(man(), orc(), *REST)
    assert rule_odds(Call(fight, world, 0, 1, False), lambda due: due.options.listed()[0]) == {
        name: Fraction(count, 36) for name, count in by_hand.items()
    }


@pytest.mark.rule("sbh.recoil.direction", "sbh.recoil.distance")
def test_13_the_owner_of_the_pushed_fighter_says_which_way() -> None:
    played = clash(man(combat=5), orc(), 3, 3)
    assert (played.asked[-1].seat, played.asked[-1].why) == (1, "sbh.recoil.direction")
    aside = clash(man(combat=5), orc(), 3, 3, answers=(("recoil", 3000),)).result.figures[1]
    far = ((aside.x - 31600) ** 2 + (aside.y - 30000) ** 2) ** 0.5
    assert abs(far - 2 * aside.card.radius) <= 2


# ---------------------------------------------------------------- shooting


@pytest.mark.rule("sbh.shooting.requires-shooter")
def test_14_only_shooters_shoot() -> None:
    bow, sword = scene(*pair("human-archer", "orc-warrior", 60), *REST), scene(*pair("human-warrior", "orc-warrior", 60), *REST)
    assert ("shoot" in offered(bow), "shoot" in offered(sword)) == (True, False)
    assert key(Doing(sword, 0, 1).check(("shoot", 1, False))) == "not-a-shooter"


@pytest.mark.rule("sbh.shooting.resolution", "sbh.shooting.result-tie")
@pytest.mark.parametrize("dice", [(3, 3), (2, 6), (2, 5)])
def test_15_the_shooter_is_never_hurt(dice: tuple[int, int]) -> None:
    played = shot(fighter("human-archer", 0, 300, 300, combat=3), orc(), 60, *dice)
    assert (played.outcomes, played.result[0].figures[0].prone, played.result[0].figures[1].prone) == (["miss"], False, False)


@pytest.mark.rule("sbh.los.straight-line", "sbh.los.adjacent-exception")
def test_16_a_figure_in_the_line_bars_it_unless_a_friend_beside_the_shooter() -> None:
    archer, target = fighter("human-archer", 0, 300, 300), orc(300, 400)
    for blocker, why in (
        (man(300, 350), "figure-in-line"),
        (man(300, 316), ""),
        (man(300, 318), "figure-in-line"),
        (man(318, 350), ""),
    ):
        world = scene(archer, target, blocker, *REST)
        assert key(Doing(world, 0, 1).check(("shoot", 1, False))) == why
    behind = scene(archer, target, orc(300, 350, prone=True), *REST)
    assert key(Doing(behind, 0, 1).check(("shoot", 1, False))) == "figure-in-line"


@pytest.mark.rule("sbh.shooting.no-shooting-from-melee", "sbh.shooting.no-shooting-into-melee")
def test_17_nobody_shoots_from_or_into_melee_but_at_the_prone_at_ones_feet() -> None:
    archer = fighter("human-archer", 0, 300, 300)
    engaged = scene(archer, orc(300, 400), orc(316, 300), *REST)
    assert key(Doing(engaged, 0, 1).check(("shoot", 1, False))) == "shoots-in-melee"
    prone = scene(archer, orc(300, 400), orc(316, 300, prone=True), *REST)
    assert Doing(prone, 0, 1).check(("shoot", 1, False)) is None
    assert Doing(prone, 0, 1).check(("shoot", 2, False)) is None
    mixed = scene(archer, orc(300, 400), man(316, 400), *REST)
    assert key(Doing(mixed, 0, 1).check(("shoot", 1, False))) == "target-in-melee"
    lying = scene(archer, orc(300, 400), man(316, 400, prone=True), *REST)
    assert key(Doing(lying, 0, 1).check(("shoot", 1, False))) == "target-over-friend"


@pytest.mark.rule("sbh.woods.diagram-a-cannot-shoot-b", "sbh.woods.diagram-b-shoots-a", "sbh.woods.both-inside")
def test_18_the_picture_of_the_wood() -> None:
    wood = scenery("wood", 200, 200, 150, 150)
    outside, inside = fighter("human-archer", 0, 300, 400, combat=3), fighter("orc-archer", 1, 300, 340, combat=3)
    world = scene(outside, inside, *REST, pieces=[wood])
    assert key(Doing(world, 0, 1).check(("shoot", 1, False))) == "target-in-wood"
    turned = changed(world, active=1)
    assert Doing(turned, 1, 1).check(("shoot", 0, False)) is None
    ambush = play(Call(shoot, turned, 1, ("shoot", 0, False)), dice=[2, 3])
    assert totals(ambush) == (3 + 2 + 1, 3 + 3)
    both = scene(
        fighter("human-archer", 0, 220, 220, combat=3), fighter("orc-archer", 1, 260, 220, combat=3), *REST, pieces=[wood]
    )
    assert totals(play(Call(shoot, both, 0, ("shoot", 1, False)), dice=[2, 3])) == (3 + 2 - 1, 3 + 3)


@pytest.mark.rule("sbh.magic.no-undead-penalty", "sbh.shooting.mod.aimed-shot", "sbh.shooting.mod.undead")
def test_19_arrows_fear_bones_and_spells_do_not() -> None:
    skeleton = fighter("human-skeleton", 1, 0, 0, combat=3)
    archer = fighter("human-archer", 0, 300, 300, combat=4)
    assert totals(shot(archer, skeleton, 40, 2, 3)) == (4 + 2 - 2, 6)
    assert totals(shot(archer, skeleton, 40, 2, 3, aimed=True)) == (4, 5)
    mage = fighter("human-mage", 0, 300, 300)
    world = scene(mage, facing(mage, skeleton, 40), *REST)
    spell = play(Call(spend, world, 0, 2, "cast", "", ()), dice=[2, 3], answers=[("cast", "attack", 1, 2)])
    assert totals(spell) == (2 + 2, 6)


@pytest.mark.rule("sbh.shooting.range-normal", "sbh.shooting.range-double", "sbh.shooting.range-triple", "sbh.special.shooter")
@pytest.mark.parametrize(("length", "reach"), [(1, 50), (2, 80), (3, 120)])
def test_29_the_range_of_the_profile_its_double_and_its_triple(length: int, reach: int) -> None:
    for gap, modifier in ((reach, 0), (reach + 1, -2), (2 * reach, -2), (2 * reach + 1, -4), (3 * reach, -4)):
        archer = fighter("human-archer", 0, 30, 300, combat=9, shooting=length)
        assert totals(shot(archer, orc(combat=9), gap, 2, 5))[0] == 9 + 2 + modifier
    archer = fighter("human-archer", 0, 30, 300, shooting=length)
    world = scene(archer, facing(archer, orc(), 3 * reach + 1), *REST)
    assert key(Doing(world, 0, 1).check(("shoot", 1, False))) == "out-of-range"


@pytest.mark.rule("sbh.special.huge", "sbh.shooting.size")
@pytest.mark.parametrize(("shooter", "bonus"), [("human-archer", 1), ("dragon-young", 1), ("giant", 0)])
def test_30_smaller_shooters_hit_the_huge_more_easily(shooter: str, bonus: int) -> None:
    giant = fighter("giant", 1, 0, 0, combat=9)
    assert totals(shot(fighter(shooter, 0, 300, 300, combat=3), giant, 40, 2, 3))[0] == 3 + 2 + bonus


# ---------------------------------------------------------------- magic


@pytest.mark.rule("sbh.magic.failure-exhaustion", "sbh.magic.two-failures")
@pytest.mark.parametrize(("dice", "exhausted", "seat"), [([1, 1, 1], True, 1), ([1, 1], False, 1), ([1], False, 0)])
def test_20_three_failures_exhaust_a_mage_and_two_pass_the_turn(dice: list[int], exhausted: bool, seat: int) -> None:
    world = scene(fighter("human-mage", 0, 300, 300), *REST)
    played = play(Call(activate, world, 0, len(dice), "cast"), dice=dice)
    assert (played.asked[-1].world.figures[0].exhausted, played.asked[-1].seat) == (exhausted, seat)
    quiet = play(Call(activate, world, 0, len(dice), ""), dice=dice)
    assert not quiet.asked[-1].world.figures[0].exhausted


@pytest.mark.rule("sbh.magic.not-in-melee", "sbh.magic.los")
def test_21_no_spell_in_melee_or_out_of_sight() -> None:
    mage = fighter("human-mage", 0, 300, 300)
    spell = ("cast", "immobilise", 1, 1)
    assert key(Doing(scene(mage, orc(300, 340), orc(316, 300), *REST), 0, 1, "cast").check(spell)) == "casts-in-melee"
    assert Doing(scene(mage, orc(300, 340), orc(316, 300, prone=True), *REST), 0, 1, "cast").check(spell) is None
    wall = scenery("wall-or-tree", 280, 315, 40, 5)
    assert Doing(scene(mage, orc(300, 340), *REST, pieces=[wall]), 0, 1, "cast").check(spell) is not None


@pytest.mark.rule("sbh.faq.mage-move-then-cast", "sbh.magic.split-successes", "sbh.magic.immobilise-resist")
def test_53_a_mage_walks_with_one_success_and_casts_with_the_others() -> None:
    world = scene(fighter("human-mage", 0, 300, 300, quality=3), orc(300, 440, quality=4), *REST)
    answers = [("move", 30000, 36000), ("cast", "immobilise", 1, 2)]
    held = play(Call(activate, world, 0, 3, "cast"), dice=[3, 4, 5, 4, 3], answers=answers)
    assert [roll.count for roll, _ in held.rolls] == [3, 2]
    assert held.asked[-1].world.figures[1].held == SPELLBOUND
    free = play(Call(activate, world, 0, 3, "cast"), dice=[3, 4, 5, 4, 4], answers=answers)
    assert free.asked[-1].world.figures[1].held == FREE


@pytest.mark.rule("sbh.faq.mage-disengage-then-cast", "sbh.disengage.cost")
def test_54_a_mage_breaks_away_and_casts_with_the_third_success() -> None:
    world = scene(fighter("human-mage", 0, 300, 300, quality=3, combat=3), orc(), *REST)
    answers = [("disengage", 26000, 30000), ("cast", "attack", 1, 1)]
    played = play(Call(activate, world, 0, 3, "cast"), dice=[6, 6, 6, 2, 5, 2, 3], answers=answers)
    assert played.kinds.count("free-hack") == 1
    assert "casts" in played.kinds


@pytest.mark.rule("sbh.magic.declare", "sbh.faq.mage-declares")
def test_55_a_mage_that_announced_may_as_well_walk_and_strike() -> None:
    world = scene(fighter("human-mage", 0, 300, 300, quality=3, combat=3), orc(300, 350), *REST)
    answers = [("move", 30000, 33400), ("attack", 1, False)]
    played = play(Call(activate, world, 0, 3, "cast"), dice=[6, 6, 6, 3, 3], answers=answers)
    assert ("attacks" in played.kinds, "casts" in played.kinds) == (True, False)


@pytest.mark.rule("sbh.faq.hero-immune-power-1")
def test_57_58_a_hero_resists_weak_magic_without_a_roll() -> None:
    world = scene(fighter("human-mage", 0, 300, 300), orc(300, 340, traits=traits("hero"), rerolled=True), *REST)
    one_level = play(Call(immobilise, world, 0, 1, 1, SPELLBOUND))
    assert (one_level.rolls, one_level.result.figures[1].held) == ([], FREE)
    two = play(Call(immobilise, world, 0, 1, 2, SPELLBOUND), dice=[2])
    assert two.result.figures[1].held == SPELLBOUND


# ---------------------------------------------------------------- special rules


@pytest.mark.rule("sbh.profile.points")
@pytest.mark.parametrize(
    "trait", ["leader", "tough", "hero", "flying", "savage", "fearless", "steadfast", "stealth", "long-move"]
)
def test_22_an_advantage_makes_a_fighter_dearer(trait: str) -> None:
    assert points(3, 3, [trait], book()) > points(3, 3, [], book())


@pytest.mark.rule("sbh.special.artificial-gruesome", "sbh.special.artificial-poison", "sbh.special.artificial-no-morale")
def test_23_nothing_gruesome_happens_to_a_golem_and_it_minds_nothing_gruesome() -> None:
    golem = fighter("human-warrior", 1, 316, 300, traits=traits("artificial"))
    world = scene(man(traits=traits("poison")), golem, orc(340, 300), orc(360, 300), *REST)
    broken = play(Call(fight, world.with_figure(man(combat=9)), 0, 1, False), dice=[6, 1])
    assert (broken.outcomes, broken.result.figures[1].status, len(broken.rolls)) == (["defender-kill"], DEAD, 2)
    beside = scene(man(), orc(), changed(golem, x=34000), *REST)
    calm = play(Call(suffer, beside, 1, 0, GRUESOME_KILL, "defender", MELEE))
    assert calm.rolls == []
    struck = clash(man(combat=5, traits=traits("poison")), golem, 4, 4)
    assert [roll.why for roll, _ in struck.rolls] == ["sbh.melee.roll", "sbh.melee.roll"]


@pytest.mark.rule("sbh.special.forester", "sbh.movement.difficult")
def test_24_woods_slow_everybody_but_foresters_and_marsh_slows_foresters_too() -> None:
    for kind, bits, reach in (
        ("wood", "forester", 80),
        ("wood", "", 50),
        ("marsh", "forester", 50),
        ("marsh", "amphibious", 80),
    ):
        piece = scenery(kind, 250, 310, 100, 150)
        world = scene(man(traits=traits(bits) if bits else 0), *REST, pieces=[piece])
        assert Doing(world, 0, 1).check(("move", 30000, 30000 + reach * MM)) is None
        assert key(Doing(world, 0, 1).check(("move", 30000, 30000 + (reach + 1) * MM))) == "too-far"


@pytest.mark.rule("sbh.special.clinging", "sbh.special.clinging-high", "sbh.special.flying-no-fall", "sbh.fall.trigger")
@pytest.mark.parametrize(("trait", "rolls"), [("clinging", 0), ("flying", 0), ("", 2)])
def test_25_31_climbers_and_fliers_are_not_hurt_where_others_fall(trait: str, rolls: int) -> None:
    cliff = square("cliff-or-structure", 200, 200, 105, 200, height=8000, floor=8000, tags=("edge",))
    figure = orc(300, 300, traits=traits(trait) if trait else 0)
    world = scene(man(280, 300), figure, *REST, pieces=[cliff])
    played = play(Call(knock_down, world, 1, "defender"), dice=[6] * rolls)
    assert (sum([roll.count for roll, _ in played.rolls]), played.result.figures[1].prone) == (rolls, True)


@pytest.mark.rule("sbh.special.mounted-bonus", "sbh.special.mounted-free-disengage", "sbh.melee.mod.mounted")
def test_26_riders_have_the_better_of_those_on_foot_who_are_no_larger() -> None:
    rider = man(traits=traits("mounted"))
    assert totals(clash(rider, orc(), 2, 3)) == (3 + 2 + 1, 6)
    assert totals(clash(rider, orc(traits=traits("mounted")), 3, 3)) == (6, 6)
    ogre = fighter("ogre-warrior", 1, 0, 0, combat=3)
    assert totals(clash(rider, ogre, 4, 3)) == (7, 7)
    for foe, hacks in ((orc(), 0), (orc(traits=traits("mounted")), 1), (orc(traits=traits("flying")), 1)):
        world = scene(rider, foe, *REST)
        played = play(Call(spend, world, 0, 2, "", "", ()), dice=[1, 6] * hacks, answers=[("disengage", 25000, 30000)])
        assert played.kinds.count("free-hack") == hacks


@pytest.mark.rule("sbh.special.undead-morale", "sbh.special.undead-ranged-penalty")
@pytest.mark.parametrize(("quality", "dice", "crumbles"), [(3, [1, 1, 1], False), (4, [2, 2, 2], False), (4, [2, 1, 6], True)])
def test_27_the_undead_add_two_to_morale_and_crumble_at_one_failure(quality: int, dice: list[int], crumbles: bool) -> None:
    world = scene(fighter("human-skeleton", 0, 300, 300, quality=quality), *REST)
    played = play(Call(morale_test, world, 0, "sbh.morale.roll"), dice=dice)
    assert (played.result.figures[0].status == ON_TABLE, "flees" in played.kinds) == (not crumbles, False)


@pytest.mark.rule("sbh.special.savage", "sbh.morale.trigger-gruesome")
def test_28_every_death_by_the_savage_is_gruesome() -> None:
    world = scene(man(combat=6, traits=traits("savage")), orc(), orc(380, 300), orc(316, 436), orc(316, 300 - 137), *REST)
    played = play(Call(fight, world, 0, 1, False), dice=[2, 1, 3, 3, 3, 3, 3, 3])
    assert played.outcomes[0] == "defender-gruesome-kill"
    assert [roll.figure for roll, _ in played.rolls if roll.why == "sbh.morale.trigger-gruesome"] == [2, 3]
    tame = scene(man(combat=6), *world.figures[1:])
    assert play(Call(fight, tame, 0, 1, False), dice=[2, 1]).outcomes == ["defender-kill"]


@pytest.mark.rule("sbh.fall.roll", "sbh.fall.survivor-stands-in-two")
@pytest.mark.parametrize(("height", "dice"), [(50, 1), (51, 2), (80, 2), (81, 3), (120, 3)])
def test_32_the_deeper_the_fall_the_more_dice(height: int, dice: int) -> None:
    cliff = square("cliff-or-structure", 200, 200, 105, 200, height=height * MM, floor=height * MM, tags=("edge",))
    world = scene(man(100, 100), orc(300, 300, quality=3), *REST, pieces=[cliff])
    survived = play(Call(knock_down, world, 1, "defender"), dice=[3] * dice)
    figure = survived.result.figures[1]
    assert (figure.prone, figure.status) == (True, ON_TABLE)
    doing = Doing(survived.result, 1, 1)
    assert key(doing.check(("stand",))) == "too-dear"
    assert Doing(survived.result, 1, 2).check(("stand",)) is None
    lost = play(Call(knock_down, world, 1, "defender"), dice=[6] * (dice - 1) + [2])
    assert lost.result.figures[1].status not in (ON_TABLE, DEAD)
