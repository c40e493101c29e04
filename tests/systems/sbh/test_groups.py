"""Group actions: orders of a Leader, Regroup, concentrated fire."""

from __future__ import annotations

from typing import Any

import pytest

from escarmouche.core.effects import Call
from escarmouche.systems.sbh.model import GREGARIOUS, LEADER, Figure, World
from escarmouche.systems.sbh.rules.actions import Doing, spend
from escarmouche.systems.sbh.rules.activation import activate
from escarmouche.systems.sbh.rules.groups import effective_target, order_group, order_regroup, order_volley
from tests.systems.sbh.scene import Played, changed, fighter, key, play, scene, square


def leader(x: float = 300, y: float = 300, **changes: Any) -> Figure:
    """A Leader of seat 0."""
    return fighter("human-warrior", 0, x, y, **{"traits": LEADER, **changes})


def man(x: float, y: float, **changes: Any) -> Figure:
    """A human warrior of seat 0, Quality 3+."""
    return fighter("human-warrior", 0, x, y, **changes)


def archer(x: float, y: float, **changes: Any) -> Figure:
    """A human archer of seat 0."""
    return fighter("human-archer", 0, x, y, **changes)


def orc(x: float = 300, y: float = 560, **changes: Any) -> Figure:
    """An orc of seat 1."""
    return fighter("orc-warrior", 1, x, y, **changes)


def line(count: int, y: float = 250) -> list[Figure]:
    """Men standing shoulder to shoulder."""
    return [man(250 + 16 * n, y) for n in range(count)]


def refusal(world: World, answer: object, left: int = 1) -> str:
    """The key of the refusal of an order of figure 0, or ""."""
    refused = Doing(world, 0, left).check(answer)
    return "" if refused is None else refused.key


def ordered(world: World, members: tuple[int, ...], *dice: int, answers: tuple[object, ...] = ()) -> Played:
    """Figure 0 orders a group."""
    return play(Call(order_group, world, 0, ("group", members)), dice=dice, answers=answers)


# ---------------------------------------------------------------- the order


@pytest.mark.rule("sbh.group.order-cost", "sbh.special.leader-groups")
@pytest.mark.parametrize(("count", "key"), [(1, "group-size"), (2, ""), (5, ""), (6, "group-size")])
def test_a_leader_orders_two_to_five(count: int, key: str) -> None:
    world = scene(leader(), *line(6), orc())
    assert refusal(world, ("group", tuple(range(1, count + 1)))) == key


@pytest.mark.rule("sbh.group.order-cost", "sbh.action.leader-orders")
def test_an_order_costs_one_action_and_leaves_the_others() -> None:
    world = scene(leader(), *line(2), orc())
    played = play(Call(spend, world, 0, 3, "", "", ()), dice=[1], answers=[("group", (1, 2)), 1])
    doing = played.asked[-1].options
    assert isinstance(doing, Doing)
    assert (doing.id, doing.left) == (0, 2)


@pytest.mark.rule("sbh.group.order-cost")
def test_only_a_leader_on_its_feet_gives_orders() -> None:
    assert refusal(scene(man(300, 300), *line(2), orc()), ("group", (1, 2))) == "only-leaders-order"
    assert refusal(scene(leader(prone=True), *line(2), orc()), ("group", (1, 2))) == "is-prone"
    assert refusal(scene(leader(held=1), *line(2), orc()), ("group", (1, 2))) == "is-held"


@pytest.mark.rule("sbh.group.order-cost")
def test_a_leader_whose_own_roll_passes_the_turn_orders_nobody() -> None:
    world = scene(leader(quality=3), *line(2), orc())
    played = play(Call(activate, world, 0, 3, ""), dice=[3, 1, 2])
    refused = played.asked[-1].options.check(("group", (1, 2)))
    assert refused is not None
    assert refused.key == "turn-is-passing"


@pytest.mark.rule("sbh.group.members")
def test_members_form_one_chain_within_long_and_see_the_leader() -> None:
    chain = scene(leader(), *line(3), man(340, 250), orc())
    assert refusal(chain, ("group", (1, 2, 3))) == ""
    assert refusal(chain, ("group", (1, 2, 4))) == "group-not-touching"
    assert refusal(chain, ("group", (1, 3))) == "group-not-touching"
    far = scene(leader(300, 400), *line(2), orc())
    assert refusal(far, ("group", (1, 2))) == "cannot-be-ordered"
    wall = square("wall-or-tree", 200, 270, 200, 10, impassable=True, blocks_sight=True, cover=True)
    assert refusal(scene(leader(), *line(2), orc(), pieces=[wall]), ("group", (1, 2))) == "cannot-be-ordered"


@pytest.mark.rule("sbh.group.members", "sbh.woods.inside-shoots-out")
def test_it_is_the_member_that_must_see_the_leader() -> None:
    wood = square("wood", 200, 240, 120, 20, difficult=True, blocks_sight=True, cover=True)
    inside = scene(leader(300, 300), *line(2), orc(), pieces=[wood])
    assert refusal(inside, ("group", (1, 2))) == "", "out of a wood one sees the Leader, who does not see them"
    around = square("wood", 280, 280, 40, 40, difficult=True, blocks_sight=True, cover=True)
    hidden = scene(leader(300, 300), *line(2), orc(), pieces=[around])
    assert refusal(hidden, ("group", (1, 2))) == "cannot-be-ordered", "a Leader in a wood is seen by nobody outside"


@pytest.mark.rule("sbh.group.activated-once")
def test_members_must_be_fresh_and_have_then_been_activated() -> None:
    tired = scene(leader(), *line(2), changed(man(282, 250), activated=True), orc())
    assert refusal(tired, ("group", (1, 2, 3))) == "cannot-be-ordered"
    world, _ = ordered(scene(leader(), *line(2), orc()), (1, 2), 1, answers=(1,)).result
    assert [figure.activated for figure in world.figures[:3]] == [False, True, True]


# ---------------------------------------------------------------- the roll


@pytest.mark.rule("sbh.group.roll")
def test_the_group_makes_one_roll_whatever_its_size() -> None:
    played = ordered(scene(leader(), *line(4), orc()), (1, 2, 3, 4), 1, 1, answers=(2,))
    assert [(roll.why, len(faces)) for roll, faces in played.rolls] == [("sbh.group.roll", 2)]


@pytest.mark.rule("sbh.group.worst-quality")
def test_the_roll_is_made_at_the_worst_quality() -> None:
    band = [man(250, 250), man(266, 250), man(282, 250), man(298, 250, quality=4)]
    world = scene(changed(leader(), held=0), *band, orc())
    played = ordered(world, (1, 2, 3, 4), 2, answers=(1,))
    assert played.rolls[0][0].target == 3  # 4+ with the Leader's +1
    assert played.rolls[0][0].figure == 4, "the log names the one whose Quality counts"
    assert played.told("group-activation").about[1:] == (0, 1)


@pytest.mark.rule("sbh.special.gregarious", "sbh.quality.modifiers-stack")
def test_the_gregarious_have_one_more_in_a_group_only() -> None:
    band = [man(250, 250, quality=4, traits=GREGARIOUS), man(266, 250, quality=4, traits=GREGARIOUS)]
    world = scene(leader(), *band, orc())
    assert effective_target(world, world.figures[1]) == 2
    assert ordered(world, (1, 2), 2, answers=(1,)).told("group-activation").about[1:] == (1, 0)
    alone = play(Call(activate, scene(changed(band[0], id=0), orc()), 0, 1, ""), dice=[3])
    assert alone.told("activation").about[1:] == (0, 1)


@pytest.mark.rule("sbh.group.shared-successes")
def test_every_member_has_an_action_for_each_success_and_they_may_differ() -> None:
    world = scene(leader(), *line(2), orc(266, 266), orc(), orc(20))
    played = ordered(world, (1, 2), 3, 3, 6, 1, answers=(2, 2, ("attack", 3, True), ("move", 23000, 25000)))
    assert played.told("attacks").about == (2, 3, True)
    acting = [due.options for due in played.asked if isinstance(due.options, Doing)]
    assert [(doing.id, doing.left) for doing in acting] == [(2, 2), (1, 2), (1, 1)]


@pytest.mark.rule("sbh.group.shared-successes")
def test_members_take_their_actions_in_turns() -> None:
    world = scene(leader(), *line(2), orc())
    steps = (1, ("move", 25000, 24000), 2, ("move", 26600, 24000), 1, ("move", 25000, 23000), ("move", 26600, 23000))
    played = ordered(world, (1, 2), 3, 3, answers=(2, *steps))
    acting = [due.options for due in played.asked if isinstance(due.options, Doing)]
    assert [(doing.id, doing.left, doing.waiting) for doing in acting] == [(1, 2, (2,)), (2, 2, (1,)), (1, 1, (2,)), (2, 1, ())]
    world, _ = played.result
    assert [(figure.x, figure.y) for figure in world.figures[1:3]] == [(25000, 23000), (26600, 23000)]


@pytest.mark.rule("sbh.group.two-failures")
def test_two_failures_of_the_group_pass_the_turn_after_it_has_acted() -> None:
    idle = man(420, 420)  # could still act, but the turn is over
    world = scene(leader(quality=2), *line(2), idle, orc())
    answers = [("group", (1, 2)), 3, 1, ("move", 25000, 24000), ("move", 26600, 24000), ("end",)]
    played = play(Call(activate, world, 0, 2, ""), dice=[6, 6, 1, 1, 6], answers=answers)
    assert "turn-passes" in played.kinds
    assert played.kinds.count("moves") == 2
    assert played.asked[-1].seat == 1


# ---------------------------------------------------------------- regroup


@pytest.mark.rule("sbh.regroup.order")
def test_a_regroup_takes_any_number_that_need_not_touch() -> None:
    scattered = [man(220 + 20 * n, 230 + 12 * (n % 2)) for n in range(9)]
    world = scene(leader(300, 280), *scattered, orc())
    assert refusal(world, ("regroup", tuple(range(1, 10)))) == ""
    assert refusal(world, ("regroup", (1,))) == "group-size"


@pytest.mark.rule("sbh.regroup.activation")
def test_each_must_end_its_move_in_contact_where_it_can() -> None:
    world = scene(leader(), man(260, 260), man(340, 260), orc())
    played = play(Call(order_regroup, world, 0, ("regroup", (1, 2))), dice=[6], answers=[1, 1])
    doing = played.asked[-1].options
    assert key(doing.check(("end",))) == "regroup-contact"
    assert key(doing.check(("move", 26000, 25000))) == "regroup-contact"
    together = next(answer for answer in doing.listed() if answer[0] == "move")
    assert doing.check(together) is None


@pytest.mark.rule("sbh.regroup.activation")
def test_one_that_cannot_reach_anybody_comes_nearer_to_somebody() -> None:
    world = scene(leader(300, 420), man(300, 300, move=1), man(100, 400, move=1), orc())
    world = world.with_figure(changed(world.figures[2], x=41500, y=42000))
    played = play(Call(order_regroup, world, 0, ("regroup", (1, 2))), dice=[6], answers=[1, 1])
    doing = played.asked[-1].options
    assert doing.check(("move", 30000, 33000)) is None
    assert key(doing.check(("move", 30000, 27000))) == "regroup-nearer"
    assert doing.check(("end",)) is None


@pytest.mark.rule("sbh.regroup.no-attack")
def test_nobody_attacks_in_a_regroup() -> None:
    world = scene(leader(), man(260, 260), man(340, 260), orc(260, 276))
    played = play(Call(order_regroup, world, 0, ("regroup", (1, 2))), dice=[6, 6], answers=[2, 1])
    doing = played.asked[-1].options
    assert key(doing.check(("attack", 3, False))) == "no-attack-in-regroup"
    assert all(answer[0] != "attack" for answer in doing.listed())


# ---------------------------------------------------------------- concentrated fire


def volley_world(count: int) -> World:
    """A Leader with archers in a row, an orc before them."""
    return scene(leader(), *[archer(200 + 17 * n, 290) for n in range(count)], orc(250, 340))


@pytest.mark.rule("sbh.concentrated.order")
@pytest.mark.parametrize(("count", "key"), [(1, "group-size"), (2, ""), (5, ""), (6, "group-size")])
def test_two_to_five_shooters_fire_together(count: int, key: str) -> None:
    assert refusal(volley_world(6), ("volley", tuple(range(1, count + 1)), 7)) == key


@pytest.mark.rule("sbh.concentrated.order")
def test_the_shooters_roll_once_and_need_a_success_two_to_aim() -> None:
    world = volley_world(2)
    missed = play(Call(order_volley, world, 0, ("volley", (1, 2), 3)), dice=[1], answers=[1])
    assert len(missed.rolls) == 1
    fired = play(Call(order_volley, world, 0, ("volley", (1, 2), 3)), dice=[6, 6, 2, 6], answers=[2, "aimed"])
    assert fired.rolls[0][0].why == "sbh.group.roll"
    assert fired.told("totals").about[8][0][0] in ("aimed-shot", "concentrated-fire")
    plain = play(Call(order_volley, world, 0, ("volley", (1, 2), 3)), dice=[6, 2, 6], answers=[1])
    assert all(name != "aimed-shot" for name, _ in plain.told("totals").about[8])


@pytest.mark.rule("sbh.concentrated.targeting")
def test_the_target_must_be_legal_for_each_and_it_is_their_attack_of_the_turn() -> None:
    world = volley_world(2)
    nearer = scene(*world.figures, orc(200, 310))
    assert refusal(nearer, ("volley", (1, 2), 3)) == "nearer-target"
    after, _ = play(Call(order_volley, world, 0, ("volley", (1, 2), 3)), dice=[6, 2, 6], answers=[1]).result
    assert [figure.attacked for figure in after.figures[1:3]] == [True, True]


@pytest.mark.rule("sbh.concentrated.order", "sbh.group.shared-successes")
def test_what_the_shot_leaves_is_an_action_of_every_shooter() -> None:
    order = ("volley", (1, 2), 3)
    call = Call(order_volley, volley_world(2), 0, order)
    plain = play(call, dice=[6, 6, 6, 3, 6], answers=[3, "plain"])
    assert (plain.asked[-1].why, plain.asked[-1].options.listed()) == ("sbh.group.shared-successes", [1, 2])
    moving = play(call, dice=[6, 6, 6, 3, 6], answers=[3, "plain", 2])
    assert (moving.left, key(moving.asked[-1].options.check(("shoot", 3, False)))) == (2, "attacked-already")
    aimed = play(call, dice=[6, 6, 6, 3, 6], answers=[3, "aimed", 2])
    assert aimed.left == 1
    house = changed(volley_world(2), switches=("volley-only",))
    over = play(Call(order_volley, house, 0, order), dice=[6, 6, 6, 3, 6], answers=[3, "plain"])
    assert over.run.due is None
    assert over.result[1] == 1


# ---------------------------------------------------------------- spells and healing in a group


def learned(profile: str, **changes: Any) -> World:
    """A Leader, a fighter of this profile beside a wounded man, and an orc in sight."""
    hurt = man(266, 250, wounds=1)
    return scene(leader(), fighter(profile, 0, 250, 250, **{"quality": 3, **changes}), hurt, orc(250, 330))


@pytest.mark.rule("sbh.group.shared-successes", "sbh.magic.declare")
def test_a_mage_casts_in_a_group_when_it_announced_so_before_the_roll() -> None:
    world = learned("human-mage")
    asked = ordered(world, (1, 2)).asked[0]
    assert (asked.why, asked.figure) == ("sbh.magic.declare", 1)
    assert asked.options.listed() == ["announce-nothing", "announce-cast"]
    spell = ("cast", "attack", 3, 2)
    played = ordered(world, (1, 2), 6, 6, answers=("announce-cast", 2, 1))
    assert played.asked[-1].options.check(spell) is None
    silent = ordered(world, (1, 2), 6, 6, answers=("announce-nothing", 2, 1))
    assert key(silent.asked[-1].options.check(spell)) == "not-announced"
    cast = ordered(world, (1, 2), 6, 6, 1, 6, answers=("announce-cast", 2, 1, spell))
    assert cast.told("totals").about[2] == 2


@pytest.mark.rule("sbh.group.shared-successes", "sbh.magic.one-spell")
def test_one_spell_each_in_a_group_too() -> None:
    world = learned("human-mage")
    answers = ("announce-cast", 3, 1, ("cast", "immobilise", 3, 2), 1)
    played = ordered(world, (1, 2), 6, 6, 6, 6, 6, answers=answers)
    assert (played.left, key(played.asked[-1].options.check(("cast", "immobilise", 3, 1)))) == (1, "not-announced")


@pytest.mark.rule("sbh.group.shared-successes", "sbh.special.cleric-heal")
def test_a_cleric_heals_in_a_group() -> None:
    world = learned("human-cleric")
    played = ordered(world, (1, 2), 6, answers=("announce-heal", 1, 1, ("heal", 2, 1)))
    assert "heals" in played.kinds


@pytest.mark.rule("sbh.magic.failure-exhaustion", "sbh.special.cleric-loses-favour", "sbh.group.shared-successes")
def test_three_failures_of_the_group_exhaust_only_those_that_announced() -> None:
    mages = [fighter("human-mage", 0, 250 + 16 * n, 250, quality=3) for n in range(2)]
    world = scene(leader(), *mages, orc(250, 330))
    after, _ = ordered(world, (1, 2), 1, 1, 1, answers=("announce-cast", "announce-nothing", 3)).result
    assert [figure.exhausted for figure in after.figures[1:3]] == [True, False]
    two, _ = ordered(world, (1, 2), 1, 1, answers=("announce-cast", "announce-nothing", 2)).result
    assert not two.figures[1].exhausted
    prayed, _ = ordered(learned("human-cleric"), (1, 2), 1, 1, 1, answers=("announce-heal", 3)).result
    assert prayed.figures[1].forsaken


@pytest.mark.rule("sbh.group.shared-successes", "sbh.regroup.no-attack")
def test_nothing_is_announced_in_a_regroup_nor_where_the_house_forbids_it() -> None:
    world = learned("human-mage")
    regroup = play(Call(order_regroup, world, 0, ("regroup", (1, 2))))
    assert regroup.asked[0].why == "sbh.group.roll"
    assert ordered(changed(world, switches=("no-group-spells",)), (1, 2)).asked[0].why == "sbh.group.roll"
