"""Melee: engagement, the opposed roll, charges, weapons, criticals and fumbles."""

from __future__ import annotations

from typing import Any

import pytest

from escarmouche.core.effects import Call
from escarmouche.systems.swidenth.model import FANGS, LARGE, MARTIAL_ARTS, Course, Marker
from escarmouche.systems.swidenth.rules.activation import act
from escarmouche.systems.swidenth.rules.conventions import engaged
from escarmouche.systems.swidenth.rules.equipment import defence, sets
from escarmouche.systems.swidenth.rules.melee import arms, damage_of, halved, weapon_modifiers
from tests.systems.swidenth.scene import Played, body, bonus, cited, duel, man, pas, play, refused, scene, totals, trail

SPARE = ("spare",)


def pair(a: dict[str, Any] | None = None, b: dict[str, Any] | None = None) -> Any:
    """Two engaged men."""
    return scene(man(0, 10, 10, **(a or {})), man(1, 11.2, 10, **(b or {})))


def margin(played: Played) -> int:
    """The final margin told."""
    return int(next(tell for tell in played.tells if tell.kind.startswith("suffers")).about[1])


@pytest.mark.rule("swidenth.melee.engaged")
def test_engagement_is_less_than_half_a_pas_at_most_one_and_a_half_levels_apart() -> None:
    def met(b: Any, *pieces: Any, z: float = 0) -> bool:
        world = scene(man(0, 10, 10, z), b, pieces=pieces)
        return engaged(world, world.figures[0], world.figures[1])

    assert met(man(1, 11.4, 10))
    assert not met(man(1, 11.5, 10))
    assert not met(man(0, 11.2, 10))
    assert met(man(1, 11.3, 10), body("thin-obstacle", 10.6, 8, 10.7, 12, 1))
    assert not met(man(1, 11.3, 10), body("thin-obstacle", 10.6, 8, 10.7, 12, 1.6))
    assert met(man(1, 11.4, 10), z=1.2)
    assert not met(man(1, 11.4, 10), z=3)


@pytest.mark.rule("swidenth.melee.no-disengage")
def test_only_a_push_parts_two_figures() -> None:
    world = pair({"missiles": ("short-bow",)})
    assert refused(world, ("move", (("walk", pas(8), pas(10)),))) == "may-not-leave"
    played = play(Call(act, world, 0, Course()), [10, 8], [("fight", 1), ("push",)])
    assert not engaged(played.world, played.figure(0), played.figure(1))
    assert refused(played.world, ("move", (("walk", pas(7), pas(10)),)), 0, Course(("fight",))) == ""
    again = play(Call(act, played.world, 0, Course(("fight",))), [], [("move", (("walk", pas(10.9), pas(10)),))])
    assert engaged(again.world, again.figure(0), again.figure(1))
    assert again.run.due is None


@pytest.mark.rule("swidenth.melee.roll")
def test_the_higher_total_wins_whoever_started() -> None:
    played = duel(pair({"combat": 1}), [8, 15])
    assert totals(played) == (9, 15)
    assert played.outcomes == ["attacker-stunned"]
    assert margin(played) == 6 + 2
    both = duel(pair({"combat": 2}, {"combat": 1, "hands": ("sword", "dagger")}), [5, 7], [("weapon", "sword")])
    assert totals(both) == (7, 9)
    assert margin(both) == 4
    assert both.asked[-1].seat == 1
    assert both.why[-1] == "swidenth.damage.pushback"


@pytest.mark.rule("swidenth.melee.sequence", "swidenth.heroism.boost-order")
def test_the_acting_side_names_and_announces_first() -> None:
    two = ("sword", "dagger")
    world = pair({"hands": two, "heroism": 1, "rank": 1}, {"hands": two, "heroism": 1, "rank": 1})
    answers = [("weapon", "dagger"), ("weapon", "sword"), ("heroism", 0), ("heroism", 1)]
    played = duel(world, [10, 9], answers)
    assert [(due.seat, due.why.rpartition(".")[2]) for due in played.asked[:4]] == [
        (0, "two-weapons"), (1, "two-weapons"), (0, "boost"), (1, "boost"),
    ]  # fmt: skip
    assert totals(played) == (10 + 2, 9 + 1 + 3)


@pytest.mark.rule("swidenth.melee.sequence", "swidenth.state.stunned-duration")
def test_the_old_stunned_state_ends_before_the_new_result() -> None:
    stunned = duel(pair({"stunned": True, "defence": 9}), [15, 12], [("push",)])
    assert totals(stunned) == (8, 12)
    assert not stunned.figure(0).stunned
    again = duel(pair(None, {"stunned": True}), [15, 14])
    assert totals(again) == (15, 7)
    assert margin(again) == 10
    assert again.figure(1).stunned


@pytest.mark.rule("swidenth.melee.tie")
def test_equal_totals_do_nothing_but_end_stunned() -> None:
    played = duel(pair(), [14, 14])
    assert played.outcomes == ["tie"]
    assert played.asked == []
    halves = duel(pair({"stunned": True}), [13, 7])
    assert halves.outcomes == ["tie"]
    assert not halves.figure(0).stunned
    dropped = duel(pair(), [1, 1])
    assert dropped.outcomes == ["tie"]
    assert dropped.kinds.count("drops") == 2


@pytest.mark.rule("swidenth.melee.concentrate")
def test_concentration_adds_three_and_is_not_doubled() -> None:
    assert totals(duel(pair({"combat": 1}), [10, 20], concentrated=True))[0] == 14
    assert margin(duel(pair({"combat": 3}), [20, 5], concentrated=True)) == 20 + 6 + 3 - 5 + 2


@pytest.mark.rule("swidenth.melee.charge")
def test_a_charge_adds_three_damage_for_the_winner_only() -> None:
    won = duel(pair(None, {"defence": 9}), [9, 5], [SPARE], charge=(1,))
    assert totals(won) == (9, 5)
    assert margin(won) == 4 + 2 + 3
    lost = duel(pair({"defence": 9}), [5, 9], [SPARE], charge=(1,))
    assert margin(lost) == 4 + 2


@pytest.mark.rule("swidenth.melee.charge", "swidenth.melee.charge-limits")
def test_what_makes_a_charge() -> None:
    def charges(world: Any, *spots: tuple[float, float]) -> tuple[int, ...]:
        steps = tuple(("walk", pas(x), pas(y)) for x, y in spots)
        options: Any = play(Call(act, world, 0, Course()), [], [("move", steps)]).asked[-1].options
        return tuple(options.course.charge)

    assert charges(scene(man(0, 9.4, 10), man(1, 11, 10)), (9.6, 10)) == (1,)
    assert charges(scene(man(0, 10, 10), man(1, 11.2, 10)), (10.1, 10)) == ()
    both = scene(man(0, 8, 10), man(1, 11, 9.4), man(1, 11, 10.6))
    assert charges(both, (9.9, 10)) == (1, 2)
    late = play(
        Call(act, scene(man(0, 9, 10), man(1, 11.2, 10)), 0, Course(("fight",))), [], [("move", (("walk", 25000, 25000),))]
    )
    assert late.run.due is None
    ready = Course(("concentrate",), charge=(1,))
    played = play(Call(act, pair(None, {"defence": 9}), 0, ready), [9, 8], [("fight", 1), SPARE])
    assert margin(played) == 9 + 3 - 8 + 2


@pytest.mark.rule("swidenth.melee.two-weapons")
@pytest.mark.parametrize(
    ("first", "second", "damage", "bonus_id"),
    [
        ("flail", "sword", 3, "second-weapon-medium"),
        ("sword", "dagger", 2, "second-weapon-light"),
        ("axe", "axe", 2, "second-weapon-medium"),
        ("dagger", "sword", 0, "second-weapon-medium"),
        ("sword", "javelin-melee", 2, "second-weapon-medium"),
    ],
)
def test_the_first_weapon_strikes_and_the_second_adds_by_its_category(
    first: str, second: str, damage: int, bonus_id: str
) -> None:
    figure = man(0, 10, 10, hands=(first, second))
    assert (first, second) in arms(figure)
    assert damage_of(figure, first) == damage
    assert (bonus_id, bonus(bonus_id)) in weapon_modifiers(figure, first, second, man(1, 11, 10), "sword")


@pytest.mark.rule("swidenth.melee.two-weapons", "swidenth.equipment.round-shield")
def test_a_round_shield_is_a_light_weapon_and_a_shield_is_none() -> None:
    figure = man(0, 10, 10, hands=("sword", "round-shield"))
    assert arms(figure) == (("sword", "club"), ("club", "sword"))
    assert totals(duel(pair({"hands": ("sword", "round-shield")}), [10, 20], [("weapon", "sword")]))[0] == 11
    assert defence(figure) == 5
    assert arms(man(0, 10, 10, hands=("sword", "shield"))) == (("sword", ""),)
    alone = man(0, 10, 10, hands=("round-shield",))
    assert arms(alone) == (("club", ""),)
    assert damage_of(alone, "club") == 0


@pytest.mark.rule("swidenth.melee.unarmed")
def test_bare_hands_are_worse_in_both() -> None:
    assert totals(duel(pair({"hands": ()}), [12, 20]))[0] == 9
    won = duel(pair({"hands": ()}), [12, 7], [SPARE])
    assert margin(won) == 2 - 3
    belt = duel(pair({"hands": (), "belt": ("dagger",), "combat": 2}), [11, 4], [SPARE])
    assert totals(belt)[0] == 10
    assert margin(belt) == 3
    shield = duel(pair({"hands": ("shield",)}), [12, 20])
    assert totals(shield)[0] == 9


@pytest.mark.rule("swidenth.trait.martial-arts", "swidenth.trait.fangs-and-claws", "swidenth.melee.fumble-hand")
def test_martial_arts_and_claws_are_as_good_as_a_dagger() -> None:
    for trait in (MARTIAL_ARTS, FANGS):
        world = pair({"hands": (), "traits": trait, "combat": 2})
        played = duel(world, [12, 10], [SPARE])
        assert totals(played)[0] == 14
        assert margin(played) == 4
        assert "drops" not in duel(world, [1, 15]).kinds


@pytest.mark.rule("swidenth.melee.critical")
def test_a_winning_natural_twenty_doubles_combat() -> None:
    world = scene(man(0, 10, 10, combat=3), man(0, 12.4, 10), man(1, 11.2, 10, defence=21))
    played = duel(world, [20, 10], [SPARE], target=2)
    assert totals(played)[0] == 26
    assert margin(played) == 29 - 10 + 2
    assert margin(duel(pair(), [20, 15], [])) == 5 + 2
    assert margin(duel(pair(None, {"combat": 9}), [20, 15])) == 4 + 2
    assert margin(duel(pair({"combat": 3, "stunned": True}), [20, 9])) == 13 - 9 + 2


@pytest.mark.rule("swidenth.melee.fumble", "swidenth.melee.fumble-hand")
def test_a_natural_one_drops_what_one_hand_holds_even_in_victory() -> None:
    strong = pair({"combat": 9, "hands": ("sword", "shield")}, {"defence": 20})
    sword = duel(strong, [1, 2, 14], [SPARE])
    assert sword.figure(0).hands == ("shield",)
    shield = duel(strong, [1, 2, 6], [SPARE])
    assert shield.figure(0).hands == ("sword",)
    assert defence(shield.figure(0)) == 5
    halberd = duel(pair({"hands": ("halberd",), "combat": 9}, {"defence": 20}), [1, 2], [SPARE])
    assert halberd.figure(0).hands == ()


@pytest.mark.rule("swidenth.melee.fumble-hand", "swidenth.melee.two-weapons")
def test_the_high_half_of_the_hand_die_is_the_hand_of_the_first_weapon() -> None:
    two = pair({"hands": ("dagger", "sword")}, {"combat": 1})
    for named, die, left in (
        ("sword", 11, "dagger"),
        ("sword", 10, "sword"),
        ("dagger", 11, "sword"),
        ("dagger", 10, "dagger"),
    ):
        bonus = 2 if named == "dagger" else 1
        played = duel(two, [1, bonus, die], [("weapon", named)])
        assert played.outcomes == ["tie"]
        assert played.figure(0).hands == (left,)
    for die, left in ((14, "shield"), (6, "sword")):
        assert duel(pair({"hands": ("shield", "sword")}), [1, 1, die]).figure(0).hands == (left,)


@pytest.mark.rule("swidenth.melee.sequence", "swidenth.melee.fumble-recover")
def test_the_item_lies_where_the_figure_stood() -> None:
    played = duel(pair(), [1, 3], [("push",)])
    marker = played.world.markers[0]
    assert (marker.x, marker.y, marker.item) == (pas(10), pas(10), "sword")
    assert played.figure(0).x == pas(9)


@pytest.mark.rule("swidenth.melee.fumble-recover")
def test_picking_up_needs_freedom_and_drawing_does_not() -> None:
    sword = (Marker(0, "item", pas(10), pas(10.4), 0, "sword"),)
    free = scene(man(0, 10, 10, hands=()), man(1, 20, 20), markers=sword)
    played = play(Call(act, free, 0, Course()), [], [("pick-up", 0), ("end",)])
    assert played.figure(0).hands == ("sword",)
    assert played.world.markers == ()
    held = scene(man(0, 10, 10, hands=(), belt=("dagger",)), man(1, 11.2, 10), markers=sword)
    assert refused(held, ("pick-up", 0)) == "engaged"
    drawn = play(Call(act, held, 0, Course()), [], [("draw", "dagger"), ("end",)])
    assert drawn.figure(0).hands == ("dagger",)
    assert drawn.figure(0).belt == ()
    full = scene(man(0, 10, 10, hands=("sword", "shield"), belt=("two-handed-axe",)), man(1, 20, 20))
    swapped = play(Call(act, full, 0, Course()), [], [("draw", "two-handed-axe"), ("end",)]).figure(0)
    assert swapped.hands == ("two-handed-axe",)
    assert set(swapped.belt) == {"sword", "shield"}
    enemy = scene(man(1, 10, 10, hands=()), man(0, 20, 20), markers=sword)
    assert cited(trail(enemy).check(("pick-up", 0))) == ""


@pytest.mark.rule("swidenth.state.stunned-halving")
def test_stunned_totals_are_halved_and_rounded_half_up() -> None:
    assert [halved(total, True) for total in (16, 13, 17, 0, -3)] == [8, 7, 9, 0, -3]
    world = scene(man(0, 10, 10, combat=1, stunned=True), man(0, 12.4, 10), man(1, 11.2, 10))
    assert totals(duel(world, [12, 20], target=2))[0] == 8


@pytest.mark.rule("swidenth.state.recover", "swidenth.state.stunned-halving")
def test_a_stunned_figure_may_fight_concentrated_and_is_free_after_it() -> None:
    played = duel(pair({"combat": 1, "stunned": True}), [10, 7], concentrated=True)
    assert totals(played) == (7, 7)
    assert not played.figure(0).stunned


@pytest.mark.rule("swidenth.weapon-trait.unwieldy", "swidenth.weapon-trait.anti-large", "swidenth.trait.large-target")
@pytest.mark.parametrize(
    ("mine", "theirs", "large", "value"),
    [
        (("spear",), ("sword",), False, -1),
        (("halberd",), ("spear",), False, 0),
        (("spear",), (), False, 0),
        (("spear",), ("club",), True, 0),
        (("sword",), ("spear",), True, 0),
    ],
)
def test_unwieldy_and_anti_large(mine: tuple[str, ...], theirs: tuple[str, ...], large: bool, value: int) -> None:
    world = pair({"hands": mine}, {"hands": theirs, "traits": LARGE if large else 0})
    assert totals(duel(world, [10, 20]))[0] == 10 + value


@pytest.mark.rule("swidenth.weapon-trait.unwieldy", "swidenth.melee.two-weapons")
def test_a_flail_with_a_dagger_evens_out() -> None:
    played = duel(pair({"hands": ("flail", "dagger")}), [10, 20], [("weapon", "flail")])
    assert totals(played)[0] == 10


@pytest.mark.rule("swidenth.weapon-trait.shield-piercing")
def test_a_flail_pierces_the_shield_but_not_the_armour() -> None:
    world = pair({"hands": ("flail",)}, {"hands": ("sword", "kite-shield"), "armour": 2})
    played = duel(world, [12, 5])
    assert played.told("suffers-stunned").about == (1, 12 - 1 - 5 + 3, 7)


@pytest.mark.rule("swidenth.equipment.hands")
def test_two_hands_hold_at_most_two_hands_worth() -> None:
    assert sets(("spear", "shield")) == [("spear",), ("shield",)]
    assert sets(("sword", "kite-shield")) == [("sword", "kite-shield")]
    assert ("shield", "kite-shield") not in sets(("shield", "kite-shield", "sword"))
