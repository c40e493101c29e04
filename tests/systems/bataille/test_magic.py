"""Magic: who casts at whom, resistance, and the spells one by one."""

from __future__ import annotations

from typing import Any

import pytest

from escarmouche.core.effects import Call
from escarmouche.systems.bataille.model import (
    BUSY,
    CURSED,
    CURSED_SHOTS,
    FREED,
    LOST,
    MOVED,
    ON_TABLE,
    PARALYSED,
    PRISONER,
    ROUTED,
    SERVED,
    SORCERER,
    SUMMONED,
    Fire,
    World,
)  # fmt: skip
from escarmouche.systems.bataille.rules.core import armour_score, engaged, melee_scores, shooting_scores
from escarmouche.systems.bataille.rules.magic import Casting, cast_side
from escarmouche.systems.bataille.rules.morale import remaining, rested
from escarmouche.systems.bataille.rules.movement import Marching, move_side
from escarmouche.systems.bataille.rules.sequence import fresh_turn
from escarmouche.systems.bataille.rules.shooting import Shots
from escarmouche.systems.bataille.rules.spells import barrier
from tests.systems.bataille.scene import PLAIN, Played, box, changed, gun, inches, key, man, play, rule_of, scene

DONE = ("done",)
ALL = (
    "fireball",
    "summoning:man",
    "curse",
    "wall-of-fire",
    "paralysis",
    "paranoia",
    "death-ray",
    "bloodthirst",
    "teleportation",
)
CREATURE = changed(PLAIN, melee=(2,), shooting=(3,), points=8)


def mage(x: float, y: float, *spells: str, seat: int = 0, **changes: Any) -> Any:
    """A Sorcerer who knows these spells (every one, if none is named)."""
    known = tuple([("summoning:man" if one == "summoning" else one) for one in spells]) or ALL
    return man(seat, x, y, role=SORCERER, spells=known, summons=(CREATURE,), **changes)


def at(*spots: float) -> tuple[int, ...]:
    """Coordinates in inches."""
    return tuple([inches(one) for one in spots])


def refused(world: World, *answer: Any) -> str:
    """The rule by which a casting is refused; empty when it is allowed."""
    return rule_of(Casting(world, 0).check(answer))


def cast(world: World, dice: list[int], *answers: Any) -> Played:
    """What comes of these castings of the first side, and of what is asked in between."""
    return play(Call(cast_side, world, 0), dice, answers)


def stands(played: Played, x: float) -> bool:
    """Does the second figure stand there, give or take a rounding?"""
    return abs(int(played.world.figures[1].x) - inches(x)) <= 1


# ---------------------------------------------------------------- casting


@pytest.mark.rule("bataille.magic.side-order")
def test_a_side_casts_with_whomever_it_likes() -> None:
    world = scene(mage(10, 10, "death-ray", "curse"), mage(12, 10, "death-ray", "curse"), man(1, 15, 10, hp=3))
    played = cast(world, [1, 1], ("death-ray", 1, 2), ("death-ray", 0, 2))
    assert played.run.due is None
    assert cast(world, [], DONE).rolls == [], "casting is never compulsory"
    assert Casting(scene(man(0, 10, 10), man(1, 12, 10)), 0).single() == DONE


@pytest.mark.rule("bataille.magic.no-roll")
def test_casting_always_works() -> None:
    played = cast(scene(mage(10, 10, "fireball", "curse"), man(1, 20, 10)), [6], ("fireball", 0, *at(20, 10)))
    assert [roll.why for roll, _ in played.rolls] == ["bataille.core.defence-roll"]


@pytest.mark.rule("bataille.magic.immediate")
def test_a_casting_is_complete_before_the_next() -> None:
    world = scene(mage(10, 10, "death-ray", "death-ray"), man(1, 15, 10), man(1, 11, 10))
    asked = cast(world, [6], ("death-ray", 0, 2))
    assert asked.dead == [2]
    assert rule_of(asked.asked[-1].options.check(("death-ray", 0, 1))) == "", "no longer engaged, it may aim anywhere"
    assert rule_of(asked.asked[-1].options.check(("death-ray", 0, 2))) == "magic.any-side-target"


@pytest.mark.rule("bataille.magic.range")
def test_spells_reach_18_inches() -> None:
    assert refused(scene(mage(10, 10), man(1, 29, 10)), "death-ray", 0, 1) == ""
    assert refused(scene(mage(10, 10), man(1, 29.1, 10)), "death-ray", 0, 1) == "magic.range"
    world = scene(mage(10, 10))
    assert refused(world, "fireball", 0, *at(28.5, 10)) == ""
    assert refused(world, "fireball", 0, *at(28.6, 10)) == "magic.range"


@pytest.mark.rule("bataille.magic.no-line-of-sight")
def test_spells_need_no_sight_unless_it_is_agreed() -> None:
    house = [box("building", 14, 8, 16, 12)]
    figures = mage(10, 10), man(1, 20, 10), man(1, 12, 12)
    assert refused(scene(*figures, pieces=house), "paralysis", 0, 1) == ""
    strict = scene(*figures, pieces=house, on="spells-need-sight")
    assert refused(strict, "paralysis", 0, 1) == refused(strict, "fireball", 0, *at(20, 10)) == "magic.no-line-of-sight"


@pytest.mark.rule("bataille.magic.into-melee", "bataille.magic.any-side-target")
def test_any_figure_in_play_may_be_a_target() -> None:
    world = scene(mage(10, 10), man(0, 20, 10), man(1, 21, 10), gun(1, 15, 15), man(1, 16, 10, status=PRISONER))
    assert [refused(world, "paralysis", 0, one) for one in (0, 1, 2)] == ["", "", ""]
    assert [refused(world, "paralysis", 0, one) for one in (3, 4)] == ["magic.any-side-target"] * 2


@pytest.mark.rule("bataille.magic.engaged-caster", "bataille.magic.melee-group")
def test_an_engaged_caster_is_kept_to_his_melee() -> None:
    friend, beside = man(0, 12, 10), man(0, 10, 11)
    world = scene(mage(10, 10), man(1, 11, 10), friend, man(1, 13, 10), man(1, 15, 10), beside)
    assert [refused(world, "paralysis", 0, one) for one in (0, 1, 2, 3)] == [""] * 4
    assert [refused(world, "paralysis", 0, one) for one in (4, 5)] == ["magic.engaged-caster"] * 2
    third = scene(mage(10, 10), man(1, 11, 10), man(2, 12, 10), seats=3)
    assert refused(third, "paralysis", 0, 2) == ""


@pytest.mark.rule("bataille.magic.engaged-caster-spells")
def test_what_an_engaged_caster_can_cast() -> None:
    world = scene(mage(10, 10), man(1, 11, 10), man(0, 12, 10), man(1, 15, 10))
    assert refused(world, "fireball", 0, *at(11.2, 10)) == ""
    assert refused(world, "fireball", 0, *at(13, 10)) == "magic.engaged-caster-spells"
    assert refused(world, "summoning", 0, "man", *at(10, 12)) == "magic.engaged-caster-spells"
    assert refused(world, "wall-of-fire", 0, *at(10, 15), 0) == "magic.engaged-caster-spells"
    assert refused(world, "teleportation", 0, 0, *at(20, 20)) == ""


@pytest.mark.rule("bataille.magic.resistance", "bataille.magic.resist-detail")
def test_a_target_may_roll_its_plain_mental() -> None:
    world = scene(mage(10, 10), man(1, 15, 10, mental=2), man(1, 20, 10, role=1))
    asked = cast(world, [], ("paralysis", 0, 1))
    assert (asked.asked[-1].seat, asked.asked[-1].why) == (1, "bataille.magic.resistance")
    held = cast(world, [2], ("paralysis", 0, 1), ("resist",))
    assert held.needs("magic.resistance") == [(1, 1, 2)]
    assert not held.world.figures[1].having(PARALYSED)
    assert cast(world, [3], ("paralysis", 0, 1), ("resist",)).world.figures[1].having(PARALYSED)
    assert cast(world, [], ("paralysis", 0, 1), ("accept",)).rolls == []
    for state in (ROUTED, PARALYSED):
        again = scene(mage(10, 10), man(1, 15, 10, state=state))
        assert len(cast(again, [1], ("curse", 0, 1, "melee"), ("resist",)).rolls) == 1


@pytest.mark.rule("bataille.magic.resistible-spells")
def test_five_spells_can_be_resisted() -> None:
    from escarmouche.systems.bataille.rules.values import RESISTIBLE

    assert sorted(RESISTIBLE) == ["bloodthirst", "curse", "paralysis", "paranoia", "teleportation"]
    played = cast(scene(mage(10, 10), man(1, 15, 10, mental=5)), [1], ("death-ray", 0, 1))
    assert len(played.asked) == 1


@pytest.mark.rule("bataille.magic.routed-or-paralysed-caster")
def test_the_routed_do_not_cast_and_the_paralysed_do() -> None:
    assert Casting(scene(mage(10, 10, state=ROUTED), man(1, 15, 10)), 0).single() == DONE
    assert refused(scene(mage(10, 10, state=PARALYSED), man(1, 15, 10)), "death-ray", 0, 1) == ""
    strict = scene(mage(10, 10, state=PARALYSED), man(1, 15, 10), on="paralysis-stops-all")
    assert Casting(strict, 0).single() == DONE
    assert rule_of(Marching(strict, 0).check(("move", 0, *at(10, 12)))) == "magic.routed-or-paralysed-caster"


@pytest.mark.rule("bataille.sorcerer.one-spell")
def test_a_sorcerer_casts_one_spell_a_turn() -> None:
    after = cast(scene(mage(10, 10, "fireball", "death-ray"), man(1, 20, 10)), [1], ("death-ray", 0, 1))
    assert after.run.due is None
    assert refused(changed(after.world, figures=after.world.figures), "fireball", 0, *at(20, 10)) == "sorcerer.one-spell"
    assert refused(rested(after.world), "fireball", 0, *at(20, 10)) == ""


@pytest.mark.rule("bataille.sorcerer.double-spell", "bataille.spell.summon-kind")
def test_the_same_spell_twice_is_cast_twice() -> None:
    world = scene(mage(10, 10, "death-ray", "death-ray"), man(1, 20, 10), man(1, 20, 14))
    assert cast(world, [6, 6], ("death-ray", 0, 1), ("death-ray", 0, 2)).dead == [1, 2]
    two = mage(10, 10, "summoning", "summoning")
    assert (
        len(cast(scene(two), [], ("summoning", 0, "man", *at(10, 12)), ("summoning", 0, "man", *at(12, 10))).world.figures) == 3
    )
    other = changed(CREATURE, profile="other")
    kinds = changed(two, card=changed(two.card, spells=("summoning:man", "summoning:other"), summons=(CREATURE, other)))
    once = cast(scene(kinds), [], ("summoning", 0, "other", *at(10, 12)))
    assert once.run.due is None, "two creatures are two spells"


# ---------------------------------------------------------------- the amulet


@pytest.mark.rule("bataille.item.obsidian-immunity", "bataille.item.obsidian-immunity-scope")
def test_no_magic_works_on_the_bearer_of_obsidian() -> None:
    world = scene(mage(10, 10), man(1, 15, 10, items="item-obsidian-amulet"), man(1, 16, 10))
    assert cast(world, [], ("death-ray", 0, 1)).kinds == ["immune"]
    assert cast(world, [], ("paralysis", 0, 1)).kinds == ["immune"]
    burnt = cast(world, [6], ("fireball", 0, *at(15.5, 10)))
    assert burnt.dead == [2]
    fire = Fire(1, barrier(inches(12), inches(10), 9000), 1)
    walker = scene(man(0, 10, 10, items="item-obsidian-amulet"), man(1, 40, 40), fires=(fire,))
    assert play(Call(move_side, walker, 0), [], [("move", 0, *at(14, 10))]).rolls == []
    own = scene(man(0, 10, 10, items="item-obsidian-amulet", spells=("teleportation",)))
    assert cast(own, [], ("teleportation", 0, 0, *at(20, 10))).world.figures[0].x == inches(10)


@pytest.mark.rule("bataille.item.obsidian-spell")
def test_the_bearer_of_obsidian_casts_its_spell_once_a_turn() -> None:
    world = scene(man(0, 10, 10, role=1, items="item-obsidian-amulet", spells=("death-ray",)), man(1, 15, 10, hp=3))
    assert cast(world, [1], ("death-ray", 0, 1)).run.due is None


@pytest.mark.rule("bataille.item.stealth-scope")
def test_stealth_does_not_keep_spells_and_templates_off() -> None:
    world = scene(mage(10, 10), man(1, 15, 10, items="item-stealth"))
    assert cast(world, [6], ("death-ray", 0, 1)).dead == [1]
    assert cast(world, [6], ("fireball", 0, *at(15, 11))).dead == [1]


# ---------------------------------------------------------------- the spells


@pytest.mark.rule("bataille.spell.fireball", "bataille.spell.fireball-place")
def test_a_fireball_hits_everybody_even_partly_under_it() -> None:
    under = [man(1, 20, 10), man(1, 21.9, 10), man(0, 20, 11.9, armour=2), man(1, 22, 12)]
    played = cast(scene(mage(10, 10), *under), [6, 6, 6], ("fireball", 0, *at(20, 10)))
    assert played.needs("core.defence-roll") == [(1, 1, 3), (2, 1, 3), (3, 1, 2)]
    assert cast(scene(mage(10, 10), man(1, 30, 30)), [6], ("fireball", 0, *at(11, 10))).dead == [0]
    engaged_too = scene(mage(10, 10), man(0, 20, 10), man(1, 21, 10))
    assert len(cast(engaged_too, [1, 1], ("fireball", 0, *at(20.5, 10))).rolls) == 2


@pytest.mark.rule("bataille.spell.summon", "bataille.spell.summon-place")
def test_a_creature_comes_near_and_away_from_enemies() -> None:
    world = scene(mage(10, 10), man(1, 12, 13), man(0, 8, 10), fires=(Fire(1, barrier(inches(10), inches(7), 0), 1),))
    assert refused(world, "summoning", 0, "man", *at(13, 10)) == ""
    assert refused(world, "summoning", 0, "man", *at(13.1, 10)) == "spell.summon-place"
    assert refused(world, "summoning", 0, "man", *at(11.2, 12.4)) == "spell.summon-place", "in contact"
    assert refused(world, "summoning", 0, "man", *at(8.5, 10.5)) == "spell.summon-place", "on a friend"
    assert refused(world, "summoning", 0, "man", *at(10, 7.9)) == "spell.summon-place", "in the flames"
    assert cast(world, [], ("summoning", 0, "man", *at(13, 10))).world.figures[-1].status == ON_TABLE


@pytest.mark.rule("bataille.spell.summon-status")
def test_a_creature_is_a_figure_of_the_army() -> None:
    world = cast(scene(mage(10, 10), man(1, 25, 10)), [], ("summoning", 0, "man", *at(13, 10))).world
    newcomer = world.figures[2]
    assert newcomer.having(SUMMONED)
    assert Shots(world, 0).able() == [2], "it may shoot at once"
    assert (world.sides[0].began, remaining(world, 0)) == (1, 2)
    from escarmouche.systems.bataille.rules.scenarios import worth

    assert worth(newcomer) == 8


@pytest.mark.rule("bataille.spell.curse-scores", "bataille.spell.curse-attack", "bataille.spell.curse-resist")
def test_a_curse_takes_a_point_and_an_attack() -> None:
    world = scene(mage(10, 10), man(1, 15, 10, melee=(4, 3, 3), shooting=(3,)), man(1, 20, 10, shooting=(1,), melee=(1,)))
    cursed = cast(world, [4], ("curse", 0, 1, "melee"), ("resist",)).world
    assert melee_scores(cursed, cursed.figures[1]) == [3, 2]
    assert shooting_scores(cursed, cursed.figures[1]) == [2]
    weak = cast(world, [], ("curse", 0, 2, "melee"), ("accept",)).world
    assert (melee_scores(weak, weak.figures[2]), shooting_scores(weak, weak.figures[2])) == ([1], [])
    assert not cast(world, [3], ("curse", 0, 1, "melee"), ("resist",)).world.figures[1].having(CURSED)


@pytest.mark.rule("bataille.spell.curse-minimum")
def test_the_caster_says_which_kind_loses_an_attack() -> None:
    world = scene(mage(10, 10), man(1, 15, 10, melee=(5, 4), shooting=(4, 3)), man(1, 20, 10, melee=(3,), shooting=(3, 3)))
    shots = cast(world, [], ("curse", 0, 1, "shooting"), ("accept",)).world.figures[1]
    assert shots.having(CURSED_SHOTS)
    assert (melee_scores(world, shots), shooting_scores(world, shots)) == ([4, 3], [3])
    assert refused(world, "curse", 0, 2, "melee") == "spell.curse-minimum", "a kind with one value is never touched"
    only = cast(world, [], ("curse", 0, 2, "shooting"), ("accept",)).world.figures[2]
    assert (melee_scores(world, only), shooting_scores(world, only)) == ([2], [2])


@pytest.mark.rule("bataille.spell.curse-once")
def test_a_second_curse_does_nothing() -> None:
    world = scene(mage(10, 10), man(1, 15, 10, melee=(4, 4, 4), state=CURSED))
    played = cast(world, [], ("curse", 0, 1, "melee"), ("accept",))
    assert (played.kinds, melee_scores(world, played.world.figures[1])) == (["cursed-already"], [3, 3])


@pytest.mark.rule("bataille.spell.wall-of-fire", "bataille.spell.wall-of-fire-place")
def test_a_wall_of_fire_covers_nobody() -> None:
    world = scene(mage(10, 10), man(1, 20, 10), gun(1, 20, 20), pieces=[box("wood", 14, 14, 18, 18)])
    made = cast(world, [], ("wall-of-fire", 0, *at(15, 10), 9000)).world.fires[0].shape
    assert (made.right - made.left, made.top - made.bottom) == at(1, 6)
    assert refused(world, "wall-of-fire", 0, *at(19, 10), 9000) == "", "touching a base"
    assert refused(world, "wall-of-fire", 0, *at(19.1, 10), 9000) == "spell.wall-of-fire-place"
    assert refused(world, "wall-of-fire", 0, *at(20, 19), 0) == "spell.wall-of-fire-place", "a gun"
    assert refused(world, "wall-of-fire", 0, *at(27, 10), 0) == "spell.wall-of-fire-place", "a corner out of range"
    assert refused(world, "wall-of-fire", 0, *at(10, 1), 9000) == "spell.wall-of-fire-place", "off the table"
    for aim in (("wall-of-fire", 0, *at(10, 1), 9000), ("fireball", 0, *at(-1, 10))):
        assert key(Casting(world, 0).check(aim)) == "spell-off-table"
    assert refused(world, "wall-of-fire", 0, *at(16, 16), 0) == "", "over terrain"


@pytest.mark.rule("bataille.spell.wall-of-fire-crossing", "bataille.spell.wall-of-fire-crossing-detail")
def test_whoever_goes_through_flames_takes_a_hit_for_each() -> None:
    fires = tuple([Fire(1, barrier(inches(x), inches(10), 9000), 1) for x in (12, 14)])
    walker = scene(man(0, 10, 10, hp=3), man(1, 40, 40), fires=fires)
    played = play(Call(move_side, walker, 0), [6, 1], [("move", 0, *at(16, 10))])
    assert (played.world.figures[0].hp, played.world.figures[0].x) == (2, inches(16))
    assert len(play(Call(move_side, walker, 0), [1], [("move", 0, *at(12, 10))]).rolls) == 1
    dead = play(Call(move_side, scene(man(0, 10, 10), man(1, 40, 40), fires=fires), 0), [6], [("move", 0, *at(16, 10))])
    assert dead.dead == [0]
    assert inches(10.9) < dead.world.figures[0].x < inches(11.2), "it falls where it entered"
    assert dead.world.sides[1].points == 10, "the kill is the caster's"
    leaving = play(
        Call(move_side, scene(man(0, 12, 10, hp=2), man(1, 40, 40), fires=fires[:1]), 0), [1], [("move", 0, *at(10, 10))]
    )
    assert len(leaving.rolls) == 1
    flyer = man(0, 10, 10, move=18, flight=True)
    assert play(Call(move_side, scene(flyer, man(1, 40, 40), fires=fires), 0), [], [("move", 0, *at(20, 10))]).rolls == []
    assert len(play(Call(move_side, scene(flyer, man(1, 40, 40), fires=fires), 0), [1], [("move", 0, *at(14, 10))]).rolls) == 1


@pytest.mark.rule("bataille.spell.wall-of-fire-crossing-detail", "bataille.morale.rout-move-detail")
@pytest.mark.parametrize(("state", "deed"), [(ROUTED, "rout"), (0, "exit")])
def test_flames_between_a_figure_and_the_edge_burn_whoever_leaves(state: int, deed: str) -> None:
    fires = (Fire(1, barrier(inches(3), inches(20), 9000), 1),)
    runner = scene(man(0, 5, 20, state=state), man(1, 40, 40), fires=fires)
    burnt = play(Call(move_side, runner, 0), [4], [(deed, 0, 0)])
    assert (burnt.dead, burnt.kinds) == ([0], ["enters-fire", "killed"])
    assert burnt.world.sides[1].points == 10, "once, for the kill"
    gone = play(Call(move_side, runner, 0), [3], [(deed, 0, 0)])
    assert (gone.world.figures[0].status, gone.kinds) == (LOST, ["enters-fire", "leaves-table"])
    flyer = scene(man(0, 5, 20, state=state, move=18, flight=True), man(1, 40, 40), fires=fires)
    assert play(Call(move_side, flyer, 0), [], [(deed, 0, 0)]).kinds == ["leaves-table"]


@pytest.mark.rule("bataille.spell.wall-of-fire-duration")
def test_flames_last_unless_it_is_agreed_otherwise() -> None:
    fire = Fire(1, barrier(inches(12), inches(10), 0), 2)
    assert fresh_turn(scene(fires=(fire,), turn=5)).fires == (fire,)
    short = scene(on="wall-of-fire-one-turn", fires=(fire,), turn=2)
    assert fresh_turn(short).fires == (fire,)
    assert fresh_turn(changed(short, turn=3)).fires == ()


@pytest.mark.rule("bataille.spell.paralysis-no-attack", "bataille.spell.paralysis-armour", "bataille.spell.paralysis-resist")
def test_paralysis_stops_attacks_and_weakens_for_the_turn() -> None:
    world = scene(mage(10, 10), man(1, 15, 10, shooting=(3,)))
    found = cast(world, [4], ("paralysis", 0, 1), ("resist",)).world
    assert Shots(found, 1).able() == []
    assert armour_score(found, found.figures[1], -1) == 1
    assert Shots(rested(found), 1).able() == [1]


@pytest.mark.rule("bataille.spell.paralysis-stack")
def test_paralysis_does_not_add_to_itself_nor_stop_moves() -> None:
    world = scene(mage(10, 10), man(1, 15, 10, state=PARALYSED), man(1, 20, 10))
    twice = cast(world, [], ("paralysis", 0, 1), ("accept",)).world.figures[1]
    assert armour_score(world, twice, 0) == 2
    mad = cast(world, [], ("paranoia", 0, 1), ("accept",))
    assert (mad.rolls, engaged(mad.world, mad.world.figures[1])) == ([], False)
    assert stands(mad, 19), "it runs to its ally and does not strike"
    assert not rested(world).figures[1].having(PARALYSED)


@pytest.mark.rule("bataille.spell.paranoia-move", "bataille.spell.paranoia-attack", "bataille.spell.paranoia-resist")
def test_paranoia_drives_its_target_against_the_nearest_ally() -> None:
    knight = man(1, 15, 10, move=12, melee=(3, 4), traits="powerful", mental=3)
    world = scene(mage(10, 10), knight, man(1, 23, 10, armour=1), man(1, 15, 30))
    played = cast(world, [6, 4, 1], ("paranoia", 0, 1), ("resist",))
    assert stands(played, 22)
    assert played.needs("spell.paranoia-attack") == [(1, 1, 4)], "one attack at its best score"
    assert played.needs("core.defence-roll") == [(2, 1, 0)]
    assert played.dead == [2]
    assert played.world.sides[0].points == 10, "the credit is the caster's"
    assert cast(world, [3], ("paranoia", 0, 1), ("resist",)).world.figures[1].x == inches(15)


@pytest.mark.rule("bataille.spell.paranoia-detail")
def test_whoever_is_paranoid_comes_as_near_to_its_ally_as_it_can() -> None:
    guarded = scene(mage(10, 10), man(1, 20, 10), man(1, 25, 10), man(0, 23, 10))
    struck = cast(guarded, [6], ("paranoia", 0, 1), ("accept",))
    assert len(struck.rolls) == 1, "past the enemy before its ally, to another side of it"
    assert not engaged(struck.world, struck.world.figures[1])
    house = scene(mage(10, 10), man(1, 20, 10), man(1, 25, 10), pieces=[box("building", 22, 8, 24.5, 12)])
    assert cast(house, [], ("paranoia", 0, 1), ("accept",)).world.figures[1].x > inches(24), "round the house"
    wall = scene(mage(10, 10), man(1, 20, 10), man(1, 22.5, 10), pieces=[box("low-wall", 21.5, 5, 22, 15)])
    over = cast(wall, [6], ("paranoia", 0, 1), ("accept",))
    assert (len(over.rolls), over.world.figures[1].x < inches(21.1)) == (1, True), "it strikes across the wall"
    shut = [box("building", 22, 2, 23, 18), box("building", 23, 2, 28, 3), box("building", 23, 17, 28, 18)]
    kept = scene(mage(10, 10), man(1, 20, 10), man(1, 25, 10), pieces=[*shut, box("building", 27, 3, 28, 17)])
    assert cast(kept, [], ("paranoia", 0, 1), ("accept",)).world.figures[1].x > inches(21.2), "as far as the house"


@pytest.mark.rule("bataille.spell.paranoia-detail")
def test_the_details_of_paranoia() -> None:
    engaged_one = scene(mage(10, 10), man(1, 15, 10), man(0, 16, 10), man(1, 20, 10))
    assert cast(engaged_one, [], ("paranoia", 0, 1), ("accept",)).world.figures[1].x == inches(15)
    beside = scene(mage(10, 10), man(1, 15, 10), man(0, 16, 10), man(1, 15, 11))
    assert len(cast(beside, [6], ("paranoia", 0, 1), ("accept",)).rolls) == 1, "engaged, it still strikes an ally in contact"
    alone = scene(mage(10, 10), man(1, 15, 10))
    assert cast(alone, [], ("paranoia", 0, 1), ("accept",)).kinds == ["no-ally"]
    equal = scene(mage(10, 10), man(1, 15, 10), man(1, 15, 20), man(1, 15, 0.5), man(1, 25, 10))
    tied = scene(mage(10, 10), man(1, 15, 10), man(1, 15, 13), man(1, 18, 10))
    asked = cast(tied, [], ("paranoia", 0, 1), ("accept",))
    assert (asked.asked[-1].seat, asked.asked[-1].options.listed()) == (0, [("ally", 2), ("ally", 3)])
    assert len(cast(equal, [], ("paranoia", 0, 1), ("accept",)).asked) == 2
    routed = scene(mage(10, 10), man(1, 15, 10, state=ROUTED), man(1, 18, 10))
    ran = cast(routed, [], ("paranoia", 0, 1), ("accept",))
    assert stands(ran, 17)
    assert ran.rolls == []
    reach = scene(mage(10, 10), man(1, 15, 10, traits="reach", move=6), man(1, 23.9, 10))
    struck = cast(reach, [6], ("paranoia", 0, 1), ("accept",))
    assert stands(struck, 21)
    assert len(struck.rolls) == 1, "its ally is within 2 inches"
    three = scene(mage(10, 10), man(1, 15, 10), man(2, 17, 10), man(1, 15, 14), seats=3)
    assert abs(int(cast(three, [6], ("paranoia", 0, 1), ("accept",)).world.figures[1].y) - inches(13)) <= 1, (
        "never to the third side"
    )
    assert struck.world.figures[1].moved == inches(6)


@pytest.mark.rule("bataille.spell.death-ray")
def test_a_death_ray_is_defended_with_less_armour() -> None:
    played = cast(scene(mage(10, 10), man(1, 15, 10)), [3], ("death-ray", 0, 1))
    assert (played.needs("core.defence-roll"), played.dead) == ([(1, 1, 2)], [1])


@pytest.mark.rule("bataille.spell.bloodthirst-move", "bataille.spell.bloodthirst-attack", "bataille.spell.bloodthirst-resist")
def test_bloodthirst_is_a_free_move_and_an_attack_in_contact() -> None:
    world = scene(mage(10, 10), man(0, 15, 10, move=9, moved=inches(9), state=MOVED, melee=(4, 3)), man(1, 24, 10))
    played = cast(world, [4, 6], ("bloodthirst", 0, 1), ("accept",), ("run", *at(23, 10)))
    assert played.needs("spell.bloodthirst-attack") == [(1, 1, 4)]
    assert played.dead == [2]
    two = scene(mage(10, 10), man(0, 15, 10), man(1, 18, 9.5), man(1, 18, 10.6))
    asked = cast(two, [], ("bloodthirst", 0, 1), ("accept",), ("run", *at(17.15, 10.03)))
    assert asked.asked[-1].options.listed() == [("strike", 2), ("strike", 3)]
    foe = scene(mage(10, 10), man(1, 15, 10, mental=2))
    assert len(cast(foe, [2], ("bloodthirst", 0, 1), ("resist",)).asked) == 2


@pytest.mark.rule("bataille.spell.bloodthirst-detail")
def test_who_gets_nothing_from_bloodthirst() -> None:
    for state in (ROUTED, SERVED):
        world = scene(mage(10, 10), man(0, 15, 10, state=state), man(1, 20, 10))
        assert cast(world, [], ("bloodthirst", 0, 1), ("accept",)).kinds == ["no-bloodthirst"]
    still = scene(mage(10, 10), man(0, 15, 10, state=PARALYSED), man(1, 20, 10))
    played = cast(still, [], ("bloodthirst", 0, 1), ("accept",), ("run", *at(19, 10)))
    assert (played.rolls, played.world.figures[1].x) == ([], inches(19))
    ran = cast(
        scene(mage(10, 10), man(0, 15, 10), man(1, 40, 40)), [], ("bloodthirst", 0, 1), ("accept",), ("run", *at(18, 10))
    )
    assert (ran.world.figures[1].moved, ran.world.figures[1].having(BUSY)) == (inches(3), True)
    assert (
        cast(scene(mage(10, 10), man(0, 15, 10), man(1, 40, 40)), [], ("bloodthirst", 0, 1), ("accept",), ("stay",)).rolls == []
    )


@pytest.mark.rule("bataille.spell.bloodthirst-engaged")
def test_an_engaged_target_strikes_or_breaks_away() -> None:
    world = scene(mage(10, 10), man(0, 15, 10), man(1, 16, 10, traits="powerful"))
    stays = cast(world, [3, 6], ("bloodthirst", 0, 1), ("accept",), ("stay",))
    assert stays.dead == [2]
    leaves = cast(world, [3, 1], ("bloodthirst", 0, 1), ("accept",), ("leave",), ("strike", 2), ("flee", *at(15, 14)))
    assert [roll.why for roll, _ in leaves.rolls] == ["bataille.move.free-attacks", "bataille.core.defence-roll"]
    assert leaves.world.figures[1].y == inches(14)


@pytest.mark.rule("bataille.spell.teleport", "bataille.spell.teleport-place", "bataille.spell.teleport-resist")
def test_teleportation_puts_its_target_elsewhere() -> None:
    world = scene(
        mage(10, 10), man(1, 15, 10, mental=3), man(0, 25, 10), man(1, 30, 30), pieces=[box("building", 14, 20, 18, 24)]
    )
    assert refused(world, "teleportation", 0, 1, *at(33, 10)) == ""
    assert refused(world, "teleportation", 0, 1, *at(33.1, 10)) == "spell.teleport"
    assert refused(world, "teleportation", 0, 1, *at(16, 22)) == "spell.teleport-place"
    assert refused(world, "teleportation", 0, 1, *at(25.5, 10)) == "spell.teleport-place"
    assert refused(world, "teleportation", 0, 1, *at(0.4, 10)) == "spell.teleport-place"
    gone = cast(world, [4], ("teleportation", 0, 1, *at(24, 10)), ("resist",)).world
    assert engaged(gone, gone.figures[2]), "into contact"
    assert cast(world, [1], ("teleportation", 0, 1, *at(24, 10)), ("resist",)).world.figures[1].x == inches(15)


@pytest.mark.rule("bataille.spell.teleport", "bataille.scenario.rescue-prisoner-limit")
def test_what_a_freed_prisoner_is_teleported_counts_towards_its_way() -> None:
    world = scene(mage(10, 10), man(0, 15, 10, state=FREED), man(1, 40, 40))
    gone = cast(world, [], ("teleportation", 0, 1, *at(20, 10)), ("accept",)).world
    assert gone.figures[1].travelled == inches(5)
    again = changed(gone, figures=(changed(gone.figures[0], casts=0), *gone.figures[1:]))
    assert refused(again, "teleportation", 0, 1, *at(21, 10)) == ""
    assert refused(again, "teleportation", 0, 1, *at(21.1, 10)) == "spell.teleport"


@pytest.mark.rule("bataille.spell.teleport-melee")
def test_teleportation_out_of_contact_is_no_disengagement() -> None:
    world = scene(mage(10, 10), man(0, 15, 10, shooting=(3,)), man(1, 16, 10))
    played = cast(world, [], ("teleportation", 0, 1, *at(15, 20)), ("accept",))
    assert (played.rolls, Shots(played.world, 0).able()) == ([], [1])


@pytest.mark.rule("bataille.spell.stacking")
def test_different_spells_work_side_by_side() -> None:
    both = man(1, 15, 10, melee=(4, 4), state=CURSED | PARALYSED)
    assert (melee_scores(scene(), both), armour_score(scene(), both, 0)) == ([3], 2)
    after = rested(scene(both)).figures[0]
    assert (melee_scores(scene(), after), armour_score(scene(), after, 0)) == ([3], 3)
    mad = scene(mage(10, 10), man(1, 15, 10, melee=(5, 4), state=CURSED), man(1, 15, 12))
    assert cast(mad, [6], ("paranoia", 0, 1), ("accept",)).needs("spell.paranoia-attack") == [(1, 1, 4)]
    rays = scene(mage(10, 10, "death-ray", "death-ray"), man(1, 15, 10, hp=3, state=PARALYSED))
    played = cast(rays, [1, 1], ("death-ray", 0, 1), ("death-ray", 0, 1))
    assert played.needs("core.defence-roll") == [(1, 1, 1)] * 2
