"""Treasure Hunt and the quest for a magic item: markers, searching, taking, handing over, carrying off."""

from __future__ import annotations

from typing import Any

import pytest

from escarmouche.core.dice import Stream
from escarmouche.core.effects import Call
from escarmouche.systems.sbh.model import (
    ANIMAL,
    DEAD,
    LONG_MOVE,
    OFF_TABLE,
    OUT_OF_ACTION,
    SLOW,
    SPELLBOUND,
    SWARM,
    WAITING,
    Band,
    Marker,
    World,
)
from escarmouche.systems.sbh.rules.actions import Doing, spend
from escarmouche.systems.sbh.rules.activation import new_turn
from escarmouche.systems.sbh.rules.ending import is_over, outcome, victory_points
from escarmouche.systems.sbh.rules.groups import order_group
from escarmouche.systems.sbh.rules.items import hand_over, leave_with_treasure, take, way_off
from escarmouche.systems.sbh.rules.morale import aftermath, run_away
from escarmouche.systems.sbh.rules.movement import go, landmarks
from escarmouche.systems.sbh.rules.quests import Hiding, kept_items
from escarmouche.systems.sbh.setup import deploy, hide_markers
from tests.systems.sbh.preparing import box, fresh, prepared, spots
from tests.systems.sbh.scene import MM, changed, fighter, play, scene, square

HUNT = "treasure-hunt"
QUEST = "quest-for-a-magic-item"
ATTACK = ("attacker",)


def marker(id: int, kind: str, x: float, y: float, **fields: Any) -> Marker:
    """A marker at x, y millimetres."""
    return Marker(id, kind, round(x * MM), round(y * MM), **fields)


def why_not(doing: Doing, *answer: Any) -> str:
    """The rule by which an action is refused, "" when it is allowed."""
    refused = doing.check(answer)
    return "" if refused is None else refused.rule


# ---------------------------------------------------------------- hiding the markers


def to_hide(scenario: str, *pieces: Any, **options: Any) -> Hiding:
    """The attacker's choice on a table with this scenery."""
    world = fresh(scenario, **options)
    return Hiding(changed(world, ground=changed(world.ground, pieces=pieces)), 3)


def hide_rule(options: Hiding, *places: tuple[float, float]) -> str:
    """The rule by which these places are refused, "" when they are legal."""
    refused = options.check(("hide", spots(*places)))
    return "" if refused is None else refused.rule


@pytest.mark.rule("sbh.scenario.treasure.setup", "sbh.scenario.quest.setup")
@pytest.mark.parametrize(("scenario", "rule"), [(HUNT, "sbh.scenario.treasure.setup"), (QUEST, "sbh.scenario.quest.setup")])
def test_the_attacker_puts_three_markers_into_pieces_of_scenery(scenario: str, rule: str) -> None:
    wood, ruins = square("wood", 100, 100, 100, 60), square("ruins", 300, 300, 60, 60)
    options = to_hide(scenario, wood, ruins)
    assert hide_rule(options, (120, 130), (180, 130), (330, 330)) == ""  # two may share a piece
    assert hide_rule(options, (120, 130), (180, 130), (250, 250)) == rule  # in the open
    assert hide_rule(options, (120, 130), (180, 130)) == rule
    assert hide_rule(options, (120, 130), (130, 130), (330, 330)) == rule  # one upon another
    for answer in (("hide",), ("hide", 3), ("hide", ((1, 2),) * 3), ("hide", (1, 2, 3)), None, ("hide", ((True, 1),) * 3)):
        assert options.check(answer) is not None


@pytest.mark.rule("sbh.scenario.treasure.setup", "sbh.scenario.quest.setup", "sbh.setup.sequence")
@pytest.mark.parametrize("scenario", [HUNT, QUEST])
def test_the_markers_are_placed_between_the_terrain_and_the_deployment(scenario: str) -> None:
    pieces = ("pieces", box("wood", 50, 250, 100, 60), box("hill", 250, 250, 100, 60))
    hidden = ("hide", spots((80, 280), (120, 280), (300, 280)))
    played = prepared([1, 6], [("defender",), pieces, hidden], scenario)
    assert [choice.seat for choice in played.asked] == [1, 1, 0, 0]
    assert played.asked[2].why == {HUNT: "sbh.scenario.treasure.setup", QUEST: "sbh.scenario.quest.setup"}[scenario]
    markers = played.asked[-1].world.markers
    assert [(one.kind, one.x, one.y) for one in markers] == [("search", x, y) for x, y in hidden[1]]
    assert played.asked[-1].why == "sbh.setup.table-side"


def test_nobody_hides_a_marker_where_nobody_can_go() -> None:
    options = to_hide(HUNT, square("wall-or-tree", 100, 100, 100, 60, impassable=True), square("wood", 300, 300, 100, 60))
    assert hide_rule(options, (120, 130), (320, 330), (360, 330)) == "sbh.scenario.treasure.setup"
    assert hide_rule(options, (320, 330), (340, 330), (360, 330)) == ""


def test_on_a_bare_table_the_markers_lie_in_the_open() -> None:
    options = to_hide(HUNT)
    assert options.in_the_open()
    assert hide_rule(options, (100, 300), (300, 300), (500, 300)) == ""
    assert hide_rule(options, (100, 300), (300, 300), (500, 40)) == "sbh.scenario.treasure.setup"
    world = changed(fresh(HUNT), bands=(Band(0, True), Band(1)))
    played = play(Call(hide_markers, world), (), [options.listed()[0]])
    assert "markers-in-the-open" in played.kinds


@pytest.mark.rule("sbh.scenario.treasure.setup")
def test_scenery_with_room_for_just_three_markers_holds_them() -> None:
    nooks = [square("ruins", 100 * number, 300, 20, 20) for number in (1, 2, 3)]
    room = to_hide(HUNT, *nooks)
    assert ([len(spots) for spots in room.places], room.in_the_open()) == ([1, 1, 1], False)
    assert hide_rule(room, (110, 310), (210, 310), (310, 310)) == ""
    assert hide_rule(room, (110, 310), (210, 310), (400, 310)) == "sbh.scenario.treasure.setup"
    short = to_hide(HUNT, *nooks[:2])
    assert short.in_the_open()
    assert hide_rule(short, (110, 310), (210, 310), (400, 310)) == ""


@pytest.mark.parametrize("scale", ["15mm", "28mm", "hex"])
def test_every_hiding_place_offered_is_legal(scale: str) -> None:
    thin = square("obstacle", 100, 100, 200, 4)
    for pieces in ((), (thin,), (square("wood", 100, 300, 60, 60), thin), (square("marsh", 250, 250, 200, 100),)):
        options = to_hide(HUNT, *pieces, scale=scale)
        offered = [*options.listed(), *[options.sample(Stream(number)) for number in range(10)]]
        assert [options.check(answer) for answer in offered] == [None] * len(offered)


# ---------------------------------------------------------------- searching


def seeking(scenario: str, count: int = 3, **changes: Any) -> World:
    """A warrior at 100, 100 mm and so many markers: at 100, 140 mm and far away."""
    places = ((100, 140), (300, 300), (400, 300))
    who = fighter("human-warrior", 0, 100, 100, **changes)
    markers = tuple([marker(number, "search", *places[number]) for number in range(count)])
    return scene(who, fighter("orc-warrior", 1, 500, 500), scenario=scenario, markers=markers)


CASES = [
    (HUNT, "treasure", "sbh.scenario.treasure.search"),
    (QUEST, "item", "sbh.scenario.quest.search"),
]


@pytest.mark.rule("sbh.scenario.treasure.search", "sbh.scenario.quest.search")
@pytest.mark.parametrize(("scenario", "kind", "rule"), CASES)
@pytest.mark.parametrize("die", [5, 6])
def test_on_five_or_six_it_is_found_and_the_other_markers_go(scenario: str, kind: str, rule: str, die: int) -> None:
    played = play(Call(go, seeking(scenario), 0, 100 * MM, 124 * MM), [die])
    assert played.result.markers == (marker(0, kind, 100, 140),)
    assert played.rolls[0][0].why == rule


@pytest.mark.rule("sbh.scenario.treasure.search", "sbh.scenario.quest.search")
@pytest.mark.parametrize("scenario", [HUNT, QUEST])
@pytest.mark.parametrize("die", [1, 4])
def test_on_one_to_four_only_that_marker_goes(scenario: str, die: int) -> None:
    played = play(Call(go, seeking(scenario), 0, 100 * MM, 124 * MM), [die])
    assert [(one.id, one.kind) for one in played.result.markers] == [(1, "search"), (2, "search")]


@pytest.mark.rule("sbh.scenario.treasure.search", "sbh.scenario.quest.search")
@pytest.mark.parametrize(("scenario", "kind", "rule"), CASES)
def test_the_third_marker_is_the_one_without_a_roll(scenario: str, kind: str, rule: str) -> None:
    played = play(Call(go, seeking(scenario, count=1), 0, 100 * MM, 124 * MM))
    assert played.rolls == []
    assert [one.kind for one in played.result.markers] == [kind]
    assert played.told(f"last-{kind}").why == rule


@pytest.mark.rule("sbh.scenario.treasure.search", "sbh.scenario.quest.search")
@pytest.mark.parametrize("scenario", [HUNT, QUEST])
def test_one_deployed_beside_a_marker_searches_it_at_once(scenario: str) -> None:
    world = seeking(scenario, status=WAITING)
    world = changed(world, markers=(marker(0, "search", 100, 40), *world.markers[1:]))
    for y, dice, left in ((24, [4], 2), (23, [], 3)):
        played = play(Call(deploy, world, 0), dice, [("deploy", ((100 * MM, y * MM),))])
        assert (len(played.rolls), len(played.result.markers)) == (len(dice), left)


@pytest.mark.rule("sbh.scenario.treasure.search")
def test_only_an_adjacent_fighter_searches_of_either_side_and_even_an_animal() -> None:
    assert play(Call(go, seeking(HUNT), 0, 100 * MM, 123 * MM)).rolls == []  # a millimetre short
    upon = play(Call(go, seeking(HUNT, traits=ANIMAL), 0, 100 * MM, 140 * MM), [1])
    assert len(upon.rolls) == 1
    enemy = changed(seeking(HUNT), figures=(fighter("orc-warrior", 1, 100, 100),))
    assert play(Call(go, enemy, 0, 100 * MM, 124 * MM), [2]).rolls[0][0].seat == 1


@pytest.mark.rule("sbh.scenario.treasure.search")
def test_a_fighter_that_runs_past_a_marker_searches_it_where_it_stops() -> None:
    world = changed(seeking(HUNT, count=2), markers=(marker(0, "search", 220, 100), marker(1, "search", 300, 300)))
    runner = changed(world.figures[0], x=300 * MM)
    played = play(Call(run_away, world.with_figure(changed(runner, y=180 * MM)), 0, 1))
    assert played.rolls == []
    played = play(Call(run_away, world.with_figure(changed(runner, x=220 * MM, y=180 * MM)), 0, 1), [6])
    assert [one.kind for one in played.result.markers] == ["treasure"]


# ---------------------------------------------------------------- taking


def at_hand(scenario: str, kind: str, item: str = "", charges: int = 0, **changes: Any) -> World:
    """A warrior beside the treasure or the item."""
    lying = Marker(7, kind, 116 * MM, 100 * MM, -1, -1, item, charges)
    return scene(
        fighter("human-warrior", 0, 100, 100, **changes), fighter("human-warrior", 0, 300, 20),
        fighter("orc-warrior", 1, 500, 500), scenario=scenario, markers=(lying,),
    )  # fmt: skip


@pytest.mark.rule("sbh.scenario.treasure.take")
def test_taking_the_treasure_costs_two_actions() -> None:
    world = at_hand(HUNT, "treasure")
    assert why_not(Doing(world, 0, 1), "take", 7) == "sbh.action.table"
    assert why_not(Doing(world, 0, 2), "take", 7) == ""
    assert ("take", 7) in Doing(world, 0, 2).listed()
    after, cost = play(Call(take, world, 0, ("take", 7))).result
    assert (after.figures[0].treasure, after.markers, cost) == (True, (), 2)


@pytest.mark.rule("sbh.scenario.treasure.take")
def test_only_a_fighter_beside_it_that_can_act_takes_it() -> None:
    world = at_hand(HUNT, "treasure")
    assert why_not(Doing(world, 1, 3), "take", 7) == "sbh.scenario.treasure.take"
    assert why_not(Doing(world, 0, 3), "take", 8) == "sbh.scenario.treasure.take"
    assert why_not(Doing(at_hand(HUNT, "treasure", prone=True), 0, 3), "take", 7) == "sbh.state.prone-stand"
    assert why_not(Doing(at_hand(HUNT, "treasure", held=SPELLBOUND), 0, 3), "take", 7) == "sbh.state.immobilised"
    assert why_not(Doing(at_hand(HUNT, "search"), 0, 3), "take", 7) == "sbh.scenario.treasure.take"
    for answer in (("take",), ("take", "7"), ("take", True), ("take", 7, 7)):
        assert Doing(world, 0, 3).check(answer) is not None


@pytest.mark.rule("sbh.special.animal-no-items", "sbh.special.swarm-animal")
@pytest.mark.parametrize("trait", [ANIMAL, SWARM])
def test_an_animal_carries_the_treasure_but_takes_no_magic_item(trait: int) -> None:
    assert why_not(Doing(at_hand(HUNT, "treasure", traits=trait), 0, 2), "take", 7) == ""
    assert why_not(Doing(at_hand(QUEST, "item", traits=trait), 0, 2), "take", 7) == "sbh.special.animal-no-items"
    assert why_not(Doing(side_by_side(traits=trait), 0, 1), "give", 1) == "sbh.special.animal-no-items"


@pytest.mark.rule("sbh.scenario.treasure.take")
@pytest.mark.parametrize(("status", "removal"), [(DEAD, "kill"), (OUT_OF_ACTION, "fall"), (OFF_TABLE, "fled-off-table")])
def test_the_treasure_stays_where_its_carrier_was(status: int, removal: str) -> None:
    world = changed(at_hand(HUNT, "treasure", treasure=True), markers=())
    gone = world.with_figure(changed(world.figures[0], status=status, removal=removal))
    after: World = play(Call(aftermath, changed(gone, bands=(Band(0, halved=True, edge=1), Band(1, edge=3))), 0, False)).result
    assert [(one.kind, one.x, one.y) for one in after.markers] == [("treasure", 100 * MM, 100 * MM)]
    assert not after.figures[0].treasure


@pytest.mark.rule("sbh.scenario.quest.take", "sbh.item.table")
@pytest.mark.parametrize(
    ("dice", "item", "charges"),
    [
        ([1], "magic-sword", 0),
        ([2, 4], "magic-javelins", 4),
        ([3], "magic-cloak", 0),
        ([4], "ring-of-restoration", 0),
        ([5], "belt-of-strength", 3),
        ([6, 4], "scroll", 4),
        ([6, 1], "scroll", 2),
    ],
)
def test_a_die_tells_which_item_was_taken(dice: list[int], item: str, charges: int) -> None:
    played = play(Call(take, at_hand(QUEST, "item"), 0, ("take", 7)), dice)
    after, cost = played.result
    assert (after.figures[0].item, after.figures[0].charges, cost) == (item, charges, 2)
    assert played.rolls[0][0].why == "sbh.item.table"
    assert after.markers == ()


@pytest.mark.rule("sbh.scenario.quest.take")
def test_taking_the_item_costs_two_actions_and_one_is_enough_for_anybody() -> None:
    world = at_hand(QUEST, "item")
    assert why_not(Doing(world, 0, 1), "take", 7) == "sbh.action.table"
    assert why_not(Doing(world, 0, 2), "take", 7) == ""
    laden = at_hand(QUEST, "item", item="scroll", charges=3)
    assert laden.markers[0].item == "scroll"
    bearing = laden.with_figure(changed(laden.figures[0], item="magic-sword"))
    assert why_not(Doing(bearing, 0, 2), "take", 7) == "sbh.scenario.quest.retake"


@pytest.mark.rule("sbh.scenario.quest.retake")
def test_another_fighter_may_take_the_item_of_one_that_was_killed() -> None:
    world = scene(
        fighter("human-warrior", 0, 100, 100, item="scroll", charges=4, treasure=True, status=DEAD, removal="kill"),
        fighter("human-warrior", 0, 300, 100), fighter("human-warrior", 0, 340, 100),
        fighter("orc-warrior", 1, 116, 100), scenario=QUEST,
    )  # fmt: skip
    after: World = play(Call(aftermath, world, 0, False)).result
    (left,) = after.markers
    assert (left.kind, left.x, left.y, left.item, left.charges) == ("item", 100 * MM, 100 * MM, "scroll", 4)
    assert why_not(Doing(after, 3, 2), "take", left.id) == ""  # by the other side too
    taken, cost = play(Call(take, after, 3, ("take", left.id))).result
    assert (taken.figures[3].item, taken.figures[3].charges, taken.figures[3].treasure, cost) == ("scroll", 4, True, 2)


@pytest.mark.rule("sbh.scenario.quest.retake", "sbh.item.drained")
def test_a_drained_item_is_not_left_behind() -> None:
    world = scene(
        fighter("human-warrior", 0, 100, 100, item="", treasure=True, status=DEAD, removal="kill"),
        fighter("human-warrior", 0, 300, 100), fighter("human-warrior", 0, 340, 100),
        fighter("orc-warrior", 1, 116, 100), scenario=QUEST,
    )  # fmt: skip
    assert play(Call(aftermath, world, 0, False)).result.markers == ()


@pytest.mark.rule("sbh.scenario.quest.retake")
def test_one_that_runs_away_takes_its_item_along() -> None:
    world = scene(
        fighter("human-warrior", 0, 100, 20, item="magic-sword", treasure=True),
        fighter("human-warrior", 0, 300, 100), fighter("human-warrior", 0, 340, 100),
        fighter("orc-warrior", 1, 500, 500), scenario=QUEST,
    )  # fmt: skip
    after: World = play(Call(run_away, world, 0, 1)).result
    assert (after.figures[0].status, after.figures[0].item, after.markers) == (OFF_TABLE, "magic-sword", ())


# ---------------------------------------------------------------- handing over


def side_by_side(**changes: Any) -> World:
    """The bearer of a scroll and a friend in contact, who may be changed."""
    return scene(
        fighter("human-warrior", 0, 100, 100, item="scroll", charges=3, treasure=True),
        fighter("human-warrior", 0, 116, 100, **changes), fighter("human-warrior", 0, 150, 100),
        fighter("orc-warrior", 1, 500, 500), scenario=QUEST,
    )  # fmt: skip


@pytest.mark.rule("sbh.scenario.quest.give")
def test_the_bearer_offers_and_the_item_changes_hands_when_the_friend_pays_too() -> None:
    offered, cost = play(Call(hand_over, side_by_side(), 0, ("give", 1))).result
    assert (offered.figures[0].item, offered.figures[1].item, cost) == ("scroll", "", 1)
    assert why_not(Doing(offered, 1, 1), "receive", 0) == ""
    assert ("receive", 0) in Doing(offered, 1, 1).listed()
    taken, cost = play(Call(hand_over, offered, 1, ("receive", 0))).result
    assert (taken.figures[0].item, taken.figures[1].item, taken.figures[1].charges, cost) == ("", "scroll", 3, 1)
    assert (taken.figures[0].treasure, taken.figures[1].treasure) == (False, True)


@pytest.mark.rule("sbh.scenario.quest.give")
def test_both_spend_an_action_in_the_same_turn() -> None:
    world = side_by_side()
    given: World = play(Call(spend, world, 0, 1, "", "", ()), (), [("give", 1)]).result
    assert given.figures[0].offered == 1
    received: World = play(Call(spend, given, 1, 1, "", "", ()), (), [("receive", 0)]).result
    assert received.figures[1].item == "scroll"
    assert why_not(Doing(given, 1, 0), "receive", 0) == "sbh.action.table"
    later: World = play(Call(new_turn, given, 0)).asked[0].world
    assert why_not(Doing(later, 1, 1), "receive", 0) == "sbh.scenario.quest.give"  # the offer was for that turn


@pytest.mark.rule("sbh.scenario.quest.give")
def test_in_a_group_one_hands_the_item_over_and_the_other_takes_it() -> None:
    world = side_by_side()
    commanded = changed(world, figures=(*world.figures, fighter("human-leader", 0, 100, 60, id=4)))
    answers = [1, 0, ("give", 1), ("receive", 0)]
    after, _ = play(Call(order_group, commanded, 4, ("group", (0, 1))), [6], answers).result
    assert [figure.item for figure in after.figures[:2]] == ["", "scroll"]


@pytest.mark.rule("sbh.scenario.quest.give")
def test_only_an_adjacent_friend_that_can_still_act_is_given_an_item() -> None:
    rule = "sbh.scenario.quest.give"
    world = side_by_side()
    assert why_not(Doing(world, 0, 1), "give", 1) == ""
    assert why_not(Doing(world, 0, 1), "give", 2) == rule  # 18 mm away
    assert why_not(Doing(world, 0, 1), "give", 3) == rule  # an enemy
    assert why_not(Doing(world, 0, 1), "give", 0) == rule
    assert why_not(Doing(world, 1, 1), "give", 0) == rule  # has none
    assert why_not(Doing(world, 1, 1), "receive", 0) == rule  # nothing offered
    acted = side_by_side(activated=True)
    assert why_not(Doing(acted, 0, 1), "give", 1) == rule
    assert why_not(Doing(acted, 0, 1, group=(0, 1)), "give", 1) == ""  # in a shared activation
    assert why_not(Doing(side_by_side(item="magic-sword"), 0, 1), "give", 1) == rule
    assert why_not(Doing(side_by_side(traits=ANIMAL), 0, 1), "give", 1) == "sbh.special.animal-no-items"
    assert why_not(Doing(world, 0, 0), "give", 1) == "sbh.action.table"
    for answer in (("give",), ("give", True), ("give", 99), ("give", -1), ("receive",), ("receive", 99)):
        assert Doing(world, 0, 3).check(answer) is not None


# ---------------------------------------------------------------- carrying the treasure off


def carrier(x: float, y: float, edge: int = 1, **changes: Any) -> World:
    """The carrier of the treasure at x, y mm; its band came from this edge."""
    world = scene(
        fighter("human-warrior", 0, x, y, treasure=True, **changes), fighter("human-warrior", 0, 500, 100),
        fighter("orc-warrior", 1, 500, 500), scenario=HUNT,
    )  # fmt: skip
    made: World = changed(world, bands=(Band(0, True, edge, 2), Band(1, False, (edge + 2) % 4, 1)))
    return made


@pytest.mark.rule("sbh.scenario.treasure.win")
def test_the_carrier_that_leaves_by_its_own_edge_wins() -> None:
    world = carrier(100, 80)
    played = play(Call(spend, world, 0, 2, "", "", ()), (), [("exit",)])
    after: World = played.result
    assert (after.figures[0].status, after.figures[0].removal) == (OFF_TABLE, "left-with-treasure")
    assert is_over(after)
    result = outcome(after)
    assert (result.winner, result.reason) == (0, "sbh.scenario.treasure.win")


@pytest.mark.rule("sbh.scenario.treasure.win")
@pytest.mark.parametrize(("edge", "x", "y"), [(0, 80, 300), (1, 300, 80), (2, 520, 300), (3, 300, 520)])
def test_the_edge_is_the_one_the_band_entered_by_and_within_one_move(edge: int, x: float, y: float) -> None:
    assert way_off(carrier(x, y, edge), carrier(x, y, edge).figures[0]) is not None
    rule = "sbh.scenario.treasure.win"
    assert why_not(Doing(carrier(x, y, (edge + 1) % 4), 0, 2), "exit") == rule
    assert why_not(Doing(carrier(x, y, (edge + 2) % 4), 0, 2), "exit") == rule
    nearer_the_middle = carrier(x + (300 - x) / 100, y + (300 - y) / 100, edge)
    assert why_not(Doing(nearer_the_middle, 0, 2), "exit") == rule


@pytest.mark.rule("sbh.scenario.treasure.win")
def test_only_the_carrier_leaves_and_only_when_it_can_move() -> None:
    assert why_not(Doing(carrier(100, 80), 1, 2), "exit") == "sbh.scenario.treasure.win"
    assert why_not(Doing(carrier(100, 80, prone=True), 0, 2), "exit") == "sbh.state.prone-stand"
    assert why_not(Doing(carrier(100, 80, held=SPELLBOUND), 0, 2), "exit") == "sbh.state.immobilised"
    assert why_not(Doing(carrier(100, 80, traits=SLOW, moves=1), 0, 2), "exit") == "sbh.special.slow"
    assert why_not(Doing(changed(carrier(100, 80), scenario=QUEST), 0, 2), "exit") == "sbh.scenario.treasure.win"
    fought = carrier(100, 80)
    fought = fought.with_figure(changed(fought.figures[2], x=116 * MM, y=80 * MM))
    assert why_not(Doing(fought, 0, 2), "exit") == "sbh.disengage.cost"
    assert Doing(carrier(100, 80), 0, 2).check(("exit", 1)) is not None


@pytest.mark.rule("sbh.scenario.treasure.win")
def test_the_way_off_goes_around_what_stands_in_it_and_is_shorter_in_a_marsh() -> None:
    world = carrier(100, 40)
    friend = changed(world.figures[1], x=100 * MM, y=10 * MM)
    spot = way_off(world.with_figure(friend), world.figures[0])
    assert spot is not None
    assert spot != (100 * MM, 0)
    marsh = square("marsh", 50, 0, 300, 70, difficult=True)
    slow = carrier(100, 60)
    assert why_not(Doing(slow, 0, 2), "exit") == ""
    bogged = changed(slow, ground=changed(slow.ground, pieces=(marsh,)))
    assert why_not(Doing(bogged, 0, 2), "exit") == "sbh.scenario.treasure.win"
    rider = bogged.with_figure(changed(bogged.figures[0], card=changed(bogged.figures[0].card, move=3, traits=LONG_MOVE)))
    assert why_not(Doing(rider, 0, 1), "exit") == ""
    crawling = carrier(100, 45, move=1)
    crawling = changed(crawling, ground=changed(crawling.ground, pieces=(marsh,)))
    assert why_not(Doing(crawling, 0, 1), "exit") == "sbh.action.table"
    assert play(Call(leave_with_treasure, crawling, 0, ("exit",))).result[1] == 2


@pytest.mark.rule("sbh.scenario.treasure.win")
def test_a_side_left_alone_with_the_treasure_has_brought_it_back() -> None:
    world = carrier(300, 300)
    alone = world.with_figure(changed(world.figures[2], status=OFF_TABLE))
    assert is_over(alone)
    assert outcome(alone).winner == 0
    assert victory_points(alone, 0) == 5
    empty_handed = alone.with_figure(changed(alone.figures[0], treasure=False))
    assert (outcome(empty_handed).winner, victory_points(empty_handed, 0)) == (-1, 0)


@pytest.mark.rule("sbh.scenario.treasure.victory")
def test_the_treasure_is_worth_five_victory_points() -> None:
    world = carrier(100, 80)
    killed = changed(fighter("orc-warrior", 1, 500, 500, points=50, status=DEAD, removal="kill"), id=3)
    world = changed(world, figures=(*world.figures, killed))
    after, _ = play(Call(leave_with_treasure, world, 0, ("exit",))).result
    assert victory_points(after, 0) == 7
    assert victory_points(world, 0) == 2


@pytest.mark.rule("sbh.scenario.quest.victory")
def test_the_item_in_hand_at_the_end_or_used_up_is_worth_three_victory_points() -> None:
    killed = fighter("orc-warrior", 1, 500, 500, points=75, status=DEAD, removal="kill")
    bearer = fighter("human-warrior", 0, 100, 100, item="scroll", charges=3, treasure=True)
    world = scene(bearer, killed, fighter("orc-warrior", 1, 400, 400, prone=True), scenario=QUEST)
    assert victory_points(world, 0) == 6
    assert outcome(world).winner == 0
    assert victory_points(world.with_figure(changed(world.figures[0], item="")), 0) == 6  # used up, but seized
    heirloom = world.with_figure(changed(world.figures[0], treasure=False))
    assert victory_points(heirloom, 0) == 3  # brought along from an earlier game


@pytest.mark.rule("sbh.scenario.quest.keep-item")
def test_whoever_holds_an_item_keeps_it_for_the_next_game() -> None:
    world = scene(
        fighter("human-warrior", 0, 100, 100, item="magic-javelins", charges=2),
        fighter("human-warrior", 0, 200, 100, item=""), fighter("orc-warrior", 1, 400, 400, item="magic-sword"),
    )  # fmt: skip
    assert kept_items(world, 0) == [(0, "magic-javelins", 2)]
    assert kept_items(world, 1) == [(2, "magic-sword", 0)]


def test_an_item_brought_along_and_dropped_is_no_quest_item() -> None:
    world = scene(
        fighter("human-warrior", 0, 100, 100, item="magic-sword", status=DEAD, removal="kill"),
        fighter("human-warrior", 0, 300, 100), fighter("human-warrior", 0, 340, 100),
        fighter("orc-warrior", 1, 116, 100), scenario=QUEST,
    )  # fmt: skip
    after: World = play(Call(aftermath, world, 0, False)).result
    assert [one.kind for one in after.markers] == ["keepsake"]
    taken, _ = play(Call(take, after, 3, ("take", after.markers[0].id))).result
    assert (taken.figures[3].item, taken.figures[3].treasure) == ("magic-sword", False)


def test_a_quest_leads_to_the_markers_and_with_the_treasure_home() -> None:
    world = seeking(HUNT)
    assert (300 * MM, 300 * MM) in landmarks(Doing(world, 0, 1))
    assert (100 * MM, 0) in landmarks(Doing(carrier(100, 200), 0, 1))
