"""Preparing a battle: the table, the lists, placing one unit in turn, heroes in their units, initiative dice."""

from __future__ import annotations

from typing import Any

import pytest

import escarmouche as esc
from escarmouche.core.dice import Stream
from escarmouche.core.effects import Call
from escarmouche.core.errors import ContentError, EscarmoucheError, IllegalAnswer
from escarmouche.core.system import Plain, Setup
from escarmouche.systems.masse.habits import blocked
from escarmouche.systems.masse.model import (
    CHAMPION,
    CLOSE,
    COMMANDER,
    INCH,
    JOINED,
    ON_TABLE,
    RESERVE,
    SKIRMISH,
    STABLE,
    World,
)
from escarmouche.systems.masse.rules.deployment import (
    Placement,
    drawn_up,
    in_zone,
    outwards,
    place_refusal,
    placed,
    standing_refusal,
    unplaced,
    wishes,
)
from escarmouche.systems.masse.rules.turn import place_in_order
from escarmouche.systems.masse.scenario import ours
from escarmouche.systems.masse.settings import SETTINGS
from escarmouche.systems.masse.setup import begin, break_ties, first_initiative
from escarmouche.systems.masse.system import SYSTEM
from escarmouche.table.shapes import square_between
from tests.systems.masse.field import Played, changed, field, play, structure, unit

PIKES: Plain = {"profile": "phalange", "name": "Pikes", "figures": 10, "files": 5}
BOWS: Plain = {"profile": "archers-legers", "name": "Bows", "figures": 6, "files": 3}
HORSE: Plain = {"profile": "cavalerie-lourde", "name": "Horse", "figures": 4, "files": 4}
CHIEF: Plain = {"profile": "fighter", "name": "Aldric", "army_commander": True}
CAPTAIN: Plain = {"profile": "fighter", "name": "Berthe"}
NORTH, SOUTH = 9000, 27000


def army(*units: Plain, heroes: tuple[Plain, ...] = (), engines: tuple[Plain, ...] = (), **fields: Any) -> Plain:
    """A list of these units, heroes and engines."""
    return {"system": "masse", "name": "List", "unit": list(units), "hero": list(heroes), "engine": list(engines), **fields}


def setup(*armies: Plain, scenario: str = "open-battle", **options: Any) -> Setup:
    """A set-up with these lists, or with two small ones."""
    return Setup("masse", list(armies) or [army(PIKES, BOWS), army(PIKES)], scenario, 7, options)


def fresh(*armies: Plain, scenario: str = "open-battle", **options: Any) -> World:
    """The world before anybody is placed."""
    world: World = begin(setup(*armies, scenario=scenario, **options)).args[0]
    return world


def prepared(answers: list[Any], *armies: Plain, dice: tuple[int, ...] = (), **options: Any) -> Played:
    """A battle played from its beginning with these answers and dice."""
    return play(begin(setup(*armies, **options)), dice, answers)


def own(**changes: Any) -> Setup:
    """A set-up with two small lists and a scenario of one's own."""
    plain = {
        "id": "mine", "name_en": "Mine", "name_fr": "Mienne", "briefing_en": "Fight.", "briefing_fr": "Combattez.",
        "armies": [["kings-host", "orc-horde"]], **changes,
    }  # fmt: skip
    return Setup("masse", [army(PIKES), army(PIKES)], "mine", 1, {"scenario": plain})


def at(id: int, x: float, y: float, facing: int = NORTH, files: int = 5, formation: str = CLOSE) -> tuple[Any, ...]:
    """An answer that places a unit; lengths in inches."""
    return ("place", id, round(x * INCH), round(y * INCH), facing, files, formation)


# ---------------------------------------------------------------- the first world


@pytest.mark.rule("masse.setup.table")
def test_the_scenario_gives_the_table_and_everybody_waits_beside_it() -> None:
    world = fresh(army(PIKES, BOWS, heroes=(CHIEF,)), army(PIKES))
    assert (world.width, world.depth, world.turn_limit) == (72 * INCH, 48 * INCH, 8)
    assert (len(world.pieces), world.scenario) == (len(ours()["open-battle"].terrain), "open-battle")
    assert [one.status for one in world.units] == [RESERVE] * 4
    assert [side.began_nv for side in world.sides] == [10 + 6 + 2, 10]
    assert [(side.edge, side.attacker) for side in world.sides] == [(1, True), (3, False)]


@pytest.mark.rule("masse.morale.start-stable", "masse.setup.deployment")
def test_all_begin_stable_loaded_in_their_own_order_and_on_the_ground() -> None:
    world = fresh(army(PIKES, BOWS, {"profile": "griffons", "name": "Griffons", "figures": 2, "files": 2}), army(PIKES))
    assert {one.morale for one in world.units} == {STABLE}
    assert {one.loaded for one in world.units} == {True}
    assert [one.formation for one in world.units[:3]] == [CLOSE, SKIRMISH, SKIRMISH]
    assert {one.altitude for one in world.units} == {0}


def test_the_list_that_is_meant_to_attack_does() -> None:
    world = fresh(army(PIKES), army(PIKES, attacker=True))
    assert [(side.edge, side.attacker) for side in world.sides] == [(3, False), (1, True)]


@pytest.mark.parametrize(
    ("options", "wrong"),
    [
        (
            {"deploi": "auto"},
            "there is no option 'deploi' (perhaps 'deploy' was meant): choose among deploy, terrain, table, turn_limit, "
            "ladder, grapnel, switches, scenario, dice",
        ),
        ({"deploy": "quick"}, "the option deploy is ask or auto, not 'quick'"),
        ({"table": [60, 20], "terrain": "random"}, "the option table is [width, depth] from 30 to 200 inches, not [60, 20]"),
        (
            {"table": [60, 36]},
            "another table needs scenery by chance and a battle without walls or objectives: leave the option table out",
        ),
        ({"turn_limit": -1}, "the option turn_limit is a whole number from 0 to 1000, not -1"),
        ({"turn_limit": True}, "the option turn_limit is a whole number from 0 to 1000, not True"),
    ],
)
def test_wrong_options_are_refused_in_one_sentence(options: dict[str, Any], wrong: str) -> None:
    with pytest.raises(EscarmoucheError) as error:
        begin(setup(**options))
    assert str(error.value) == f"The game cannot begin: {wrong}."
    assert error.value.sentence("fr").startswith("La partie ne peut pas commencer : ")


def test_wrong_armies_and_scenarios_are_refused_in_one_sentence() -> None:
    with pytest.raises(EscarmoucheError, match="2 sides fight, not 1: name an army for each of them"):
        begin(Setup("masse", [army(PIKES)], "open-battle", 1, {}))
    with pytest.raises(EscarmoucheError, match="there is no scenario 'sea-battle': choose among open-battle, "):
        begin(setup(scenario="sea-battle"))
    with pytest.raises(EscarmoucheError, match="List: "):
        begin(setup(army({**PIKES, "formation": "none"}), army(PIKES)))
    with pytest.raises(ContentError, match="scenario 'mine', terrain 1, field kind: there is no terrain 'swamp'"):
        begin(own(terrain=[{"kind": "swamp", "corners": [[0, 0], [9, 0], [9, 9]]}]))


# ---------------------------------------------------------------- placing one unit in turn (masse.setup.deployment)


@pytest.mark.rule("masse.setup.deployment")
def test_the_side_with_fewer_units_begins_and_then_they_take_turns() -> None:
    first = prepared([])
    assert (first.asked[-1].seat, first.told("places-first").about) == (1, (1, 1, 2))
    second = prepared([at(2, 36, 40, SOUTH)])
    assert second.asked[-1].seat == 0
    third = prepared([at(2, 36, 40, SOUTH), at(0, 36, 6)])
    assert (third.asked[-1].seat, third.asked[-1].why) == (0, "masse.setup.deployment")
    assert [one.id for one in unplaced(third.asked[-1].world, 0)] == [1]
    equal = prepared([], army(PIKES), army(PIKES))
    assert equal.asked[-1].seat == 0
    assert prepared([], army(PIKES), army(PIKES, attacker=True)).asked[-1].seat == 1


@pytest.mark.rule("masse.setup.deployment", "masse.init.roll")
def test_initiative_is_rolled_when_deployment_is_complete() -> None:
    answers = [at(2, 36, 40, SOUTH), at(0, 36, 6), at(1, 50, 6, files=3, formation=SKIRMISH)]
    played = prepared(answers, dice=(11, 5, 17))
    assert [(roll.why, roll.figure, faces) for roll, faces in played.rolls] == [
        ("masse.init.roll", 0, (11,)),
        ("masse.init.roll", 1, (5,)),
        ("masse.init.roll", 2, (17,)),
    ]
    world = played.asked[-1].world
    assert ([one.die for one in world.units], world.turn) == ([11, 5, 17], 1)
    there = world.units[1]
    assert (there.status, there.x, there.y, there.facing, there.files) == (ON_TABLE, 50 * INCH, 6 * INCH, NORTH, 3)


@pytest.mark.rule("masse.setup.deployment")
@pytest.mark.parametrize(
    ("answer", "rule", "key"),
    [
        (at(0, 36, 14), "masse.setup.deployment", "outside-zone"),
        (at(0, 36, 11.5), "masse.setup.deployment", "outside-zone"),
        (at(0, 1, 6), "masse.setup.deployment", "off-the-table"),
        (at(0, 360, 6), "masse.setup.deployment", "off-the-table"),
        (at(0, 36, 6, 36000), "masse.setup.deployment", "off-the-table"),
        (at(0, 36, 6, formation="none"), "masse.formation.allowed", "formation-not-allowed"),
        (at(0, 36, 6, files=11), "masse.move.change-formation", "files-out-of-range"),
        (at(2, 36, 6), "masse.setup.deployment", "not-to-be-placed"),
        (at(1, 20, 6, files=3, formation=SKIRMISH), "masse.move.no-interpenetration", "unit-in-the-way"),
        (("place", 0, 1, 1), "masse.setup.deployment", "malformed"),
        (("place", 0, "1", 1, 1, 1, CLOSE), "masse.setup.deployment", "malformed"),
        (("hold-back", 0), "masse.setup.deployment", "room-to-deploy"),
        (("hold-back", 9), "masse.setup.deployment", "not-to-be-placed"),
        (("nonsense",), "masse.setup.deployment", "malformed"),
        ("place", "masse.setup.deployment", "malformed"),
    ],
)
def test_what_may_not_be_is_refused_with_its_rule(answer: Any, rule: str, key: str) -> None:
    world = fresh(army(PIKES, BOWS, PIKES | {"name": "More"}), army(PIKES))
    there = world.with_unit(changed(world.units[2], id=2, status=ON_TABLE, x=20 * INCH, y=6 * INCH, facing=NORTH))
    refused = Placement(there, 0).check(answer)
    assert refused is not None
    assert (refused.rule, refused.key) == (rule, key)


@pytest.mark.rule("masse.setup.deployment")
def test_every_place_that_is_offered_or_drawn_is_legal() -> None:
    world = fresh(army(PIKES, BOWS, HORSE, heroes=(CHIEF, CAPTAIN)), army(PIKES))
    options = Placement(world, 0)
    listed = options.listed()
    assert {answer[1] for answer in listed} == {0, 1, 2, 3, 4}
    for answer in [*listed, *[options.sample(Stream(seed)) for seed in range(60)]]:
        assert options.check(answer) is None
    assert len({options.sample(Stream(seed)) for seed in range(60)}) > 30


@pytest.mark.rule("masse.setup.deployment")
def test_closed_terrain_is_no_place_to_begin() -> None:
    lake = {"kind": "torrents-lacs", "corners": [[0, 0], [72, 0], [72, 5], [0, 5]]}
    world = begin(own(terrain=[lake])).args[0]
    refused = place_refusal(world, 0, at(0, 36, 4))
    assert refused is not None
    assert (refused.rule, refused.key) == ("masse.terrain.table-4a", "terrain-closed")
    assert place_refusal(world, 0, at(0, 36, 8)) is None
    assert all(answer[3] > 5 * INCH for answer in Placement(world, 0).listed())


def test_without_any_room_a_unit_comes_in_the_second_turn() -> None:
    lake = {"kind": "torrents-lacs", "corners": [[0, 0], [72, 0], [72, 12], [0, 12]]}
    call = begin(own(terrain=[lake]))
    assert Placement(call.args[0], 0).listed() == [("hold-back", 0)]
    played = play(call, (9,), [("hold-back", 0), at(1, 36, 40, SOUTH)])
    held = played.asked[-1].world.units[0]
    assert (held.status, held.entry_turn) == (RESERVE, 2)
    assert "held-back" in played.kinds


# ---------------------------------------------------------------- heroes (masse.hero.three-positions)


@pytest.mark.rule("masse.hero.three-positions")
def test_a_heros_position_is_chosen_at_deployment() -> None:
    lists = (army(PIKES, heroes=(CAPTAIN,)), army(PIKES, BOWS, HORSE))
    for position, role, front in ((COMMANDER, COMMANDER, True), ("front", CHAMPION, True), ("rear", CHAMPION, False)):
        played = prepared([("join", 1, 0, position)], *lists)
        there = played.asked[-1].world.units[1]
        assert (there.status, there.host, there.role, there.first_rank) == (JOINED, 0, role, front)
        assert played.kinds[-1] == f"joins-{position}"
    alone = prepared([at(1, 36, 6, files=1, formation="none")], *lists).asked[-1].world.units[1]
    assert (alone.status, alone.role) == (ON_TABLE, "")


@pytest.mark.rule("masse.hero.three-positions", "masse.hero.commander-inseparable", "masse.monster.only-individual")
@pytest.mark.parametrize(
    ("answer", "rule", "key"),
    [
        (("join", 4, 0, COMMANDER), "masse.hero.army-commander", "army-commander-alone"),
        (("join", 5, 1, COMMANDER), "masse.hero.commander-inseparable", "has-commander"),
        (("join", 5, 2, COMMANDER), "masse.hero.three-positions", "cannot-be-joined"),
        (("join", 5, 7, COMMANDER), "masse.hero.three-positions", "cannot-be-joined"),
        (("join", 2, 0, "front"), "masse.monster.only-individual", "joins-nobody"),
        (("join", 5, 0, "king"), "masse.hero.three-positions", "malformed"),
        (("join", 5, 99, COMMANDER), "masse.setup.deployment", "not-to-be-placed"),
    ],
)
def test_who_may_not_join_whom(answer: Any, rule: str, key: str) -> None:
    led = {"profile": "fighter", "name": "Odo", "position": "commander", "leads": "Bows"}
    dragon = {"profile": "dragon-adulte", "name": "Dragon"}
    world = fresh(army(PIKES, BOWS, dragon, heroes=(led, CHIEF, CAPTAIN)), army(PIKES, HORSE))
    assert [one.name_en for one in world.units] == ["Pikes", "Bows", "Dragon", "Odo", "Aldric", "Berthe", "Pikes", "Horse"]
    refused = Placement(world, 0).check(answer)
    assert refused is not None
    assert (refused.rule, refused.key) == (rule, key)


# ---------------------------------------------------------------- initiative (masse.init.roll, masse.init.ties)


@pytest.mark.rule("masse.init.ties")
def test_ties_are_rolled_off_until_they_are_settled() -> None:
    units = [unit("infanterie-reguliere", seat, 10 * (i + 1), 10, die=0) for i, seat in enumerate((0, 1, 0))]
    world = field(*units, turn=0)
    world = changed(world, units=tuple(changed(one, tie_die=0) for one in world.units))
    played = play(Call(first_initiative, world), dice=[8, 8, 8, 12, 4, 12, 3, 19])
    assert [roll.why for roll, _ in played.rolls] == ["masse.init.roll"] * 3 + ["masse.init.ties"] * 5
    after = played.asked[-1].world if played.asked else played.result.world
    assert [one.die for one in after.units] == [8, 8, 8]
    order = sorted(after.units, key=lambda one: place_in_order(after, one), reverse=True)
    assert [one.id for one in order] == [2, 0, 1]


@pytest.mark.rule("masse.init.ties")
def test_the_higher_init_settles_a_tie_without_dice() -> None:
    one, other = [unit("infanterie-reguliere", seat, 10, 10 + 30 * seat, die=9 - seat, init=seat) for seat in (0, 1)]
    world = field(one, other)
    assert play(Call(break_ties, changed(world, turn=0))).rolls == []


@pytest.mark.rule("masse.init.roll")
def test_heroes_in_units_roll_too_and_those_still_to_come_do_not() -> None:
    led = {"profile": "fighter", "name": "Odo", "position": "commander", "leads": "Pikes"}
    lists = (army(PIKES, {**BOWS, "enters": 3}, heroes=(led,)), army(PIKES))
    played = prepared([], *lists, dice=(3, 4, 5), deploy="auto")
    assert [roll.figure for roll, _ in played.rolls] == [0, 2, 3]


@pytest.mark.rule("masse.setup.deployment", "masse.building.definition")
def test_troops_are_deployed_inside_an_enclosure() -> None:
    yard = structure("muraille-d-enceinte", 15, 15, 30, 20, role="enclosure")
    men = unit("infanterie-reguliere", 0, 30, 25)
    for built, free in ((yard, True), (changed(yard, role="building"), False)):
        world = field(men, structures=[built])
        assert (standing_refusal(world, world.units[0]) is None) is free


# ---------------------------------------------------------------- in lines at once


@pytest.mark.rule("masse.setup.deployment")
@pytest.mark.parametrize("scenario", list(ours()))
def test_armies_can_be_drawn_up_at_once(scenario: str) -> None:
    for pair in ours()[scenario].armies:
        world = begin(Setup("masse", [SYSTEM.armies().ready()[name] for name in pair], scenario, 1, {})).args[0]
        for seat in (0, 1):
            world = drawn_up(world, seat)
            assert unplaced(world, seat) == []
        for one in world.units:
            if one.status == ON_TABLE:
                assert standing_refusal(world, one) is None
                assert one.building >= 0 or in_zone(world, one)
        assert all(one.status in (ON_TABLE, JOINED) or one.entry_turn > 1 for one in world.units)


def test_the_line_has_foot_in_the_middle_and_horse_on_the_wings() -> None:
    world = fresh(army(PIKES, BOWS, HORSE, {**HORSE, "name": "More"}, heroes=(CHIEF,)), army(PIKES))
    places = wishes(world, 0)
    along = {world.units[id].name_en: place for id, place in places.items()}
    assert min(along["Horse"][0], along["More"][0]) < along["Pikes"][0] < max(along["Horse"][0], along["More"][0])
    assert along["Aldric"][1] < along["Pikes"][1]
    assert [one.id for one in outwards(list(world.units[:5]))] == [3, 1, 0, 2, 4]


def test_whoever_stands_keeps_his_place_in_the_line() -> None:
    world = fresh(army(PIKES, BOWS, HORSE, {**HORSE, "name": "More"}), army(PIKES))
    line = wishes(world, 0)
    while unplaced(world, 0):
        unit = unplaced(world, 0)[-1]
        place = Placement(world, 0).spots(unit)[0]
        assert square_between(place[2], place[3], *line[unit.id]) < (2 * INCH) ** 2
        world = placed(world, place)
        assert wishes(world, 0) == line
    assert not any(blocked(world, unit) for unit in world.units[:4])


def test_a_unit_whose_place_is_behind_its_own_is_offered_one_aside() -> None:
    world = fresh(army(PIKES, PIKES | {"name": "More"}), army(PIKES))
    wish = wishes(world, 0)[1]
    world = placed(world, at(0, wish[0] // INCH, 10))
    found = Placement(world, 0).spots(world.units[1])
    free = [place for place in found if not any(blocked(placed(world, place), one) for one in placed(world, place).units[:2])]
    assert min([square_between(place[2], place[3], *wish) for place in free]) < (20 * INCH) ** 2


def test_a_refused_placement_changes_nothing_and_says_why() -> None:
    game = esc.new("masse", [army(PIKES), army(PIKES)], "open-battle", 3)
    with pytest.raises(IllegalAnswer) as error:
        game.play(at(0, 36, 20))
    assert error.value.rule == "masse.setup.deployment"
    assert error.value.reason == "Pikes (I): every base must stand in the zone where your side deploys."
    game.play(at(0, 36, 6))
    assert game.world.units[0].status == ON_TABLE


@pytest.mark.rule("masse.building.wide-exit")
def test_house_rules_come_into_the_battle_and_unknown_ones_are_refused() -> None:
    known = [value.id for one in SETTINGS if one.id == "switches" for value in one.values]
    assert fresh().switches == ()
    assert fresh(switches=known).switches == tuple(known)
    with pytest.raises(EscarmoucheError, match="there is no switch 'scater'"):
        begin(setup(switches=["scater"]))
