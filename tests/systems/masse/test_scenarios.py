"""The scenarios: whole, balanced, playable to their end; what their files may hold."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import escarmouche as esc
from escarmouche.core.dice import Stream
from escarmouche.core.effects import Told
from escarmouche.core.errors import ContentError
from escarmouche.core.system import Setup
from escarmouche.systems.masse.model import INCH, ON_TABLE, World
from escarmouche.systems.masse.muster import total_nv
from escarmouche.systems.masse.rules.deployment import drawn_up, unplaced
from escarmouche.systems.masse.rules.ending import held_by, points
from escarmouche.systems.masse.scenario import Scenario, checked, from_plain, goals, ours, scenarios, strip, zones
from escarmouche.systems.masse.setup import begin
from escarmouche.systems.masse.system import SYSTEM
from escarmouche.table.areas import polygons_overlap
from tests.systems.masse.field import changed

SIEGES = ("storming-the-town", "monsters-at-the-castle")
STRENGTHS = {"storming-the-town": (0.9, 1.9), "monsters-at-the-castle": (0.7, 1.2)}
"""The NV of the attacker by those of the defender: walls are worth troops, and so are wings and breath."""


def world_of(scenario: str, pair: int = 0) -> World:
    """The table of a scenario, nobody placed yet."""
    armies = [SYSTEM.armies().ready()[name] for name in ours()[scenario].armies[pair]]
    world: World = begin(Setup("masse", armies, scenario, 1, {})).args[0]
    return world


def drawn(scenario: str, pair: int = 0) -> World:
    """The table with both armies in line."""
    return drawn_up(drawn_up(world_of(scenario, pair), 0), 1)


# ---------------------------------------------------------------- what there is


def test_there_are_five_and_each_is_told_in_both_languages() -> None:
    assert list(ours()) == [
        "open-battle",
        "meeting-engagement",
        "river-crossing",
        "storming-the-town",
        "monsters-at-the-castle",
    ]
    for row in ours().values():
        assert len({row.name_en, row.name_fr, row.briefing_en, row.briefing_fr}) == 4
        assert row.name("fr") == row.name_fr
        assert min(len(row.briefing_en), len(row.briefing_fr)) > 150
        assert 6 <= row.turns <= 14
    assert set(SYSTEM.scenario_rows()) == set(ours())


@pytest.mark.rule("masse.army.muster-by-scenario")
@pytest.mark.parametrize("scenario", list(ours()))
def test_their_lists_exist_are_meant_for_them_and_are_of_a_strength(scenario: str) -> None:
    ready = SYSTEM.armies().ready()
    for attacker, defender in ours()[scenario].armies:
        assert (ready[attacker]["scenario"], ready[defender]["scenario"]) == (scenario, scenario)
        assert ready[attacker].get("attacker", False)
        assert not ready[defender].get("attacker", False)
        one, other = total_nv(ready[attacker]), total_nv(ready[defender])
        least, most = STRENGTHS.get(scenario, (0.75, 1.34))
        assert least <= one / other <= most, (one, other)


@pytest.mark.rule("masse.setup.table")
@pytest.mark.parametrize("scenario", list(ours()))
def test_the_table_holds_together(scenario: str) -> None:
    world = world_of(scenario)
    assert (world.width, world.depth) == (72 * INCH, 48 * INCH)
    shapes = [one.shape for one in world.structures]
    for number, shape in enumerate(shapes):
        assert not any(polygons_overlap(shape, other) for other in shapes[number + 1 :])
    for goal in world.goals:
        assert 0 <= goal.x <= world.width
        assert goal.points > 0
    for seat in (0, 1):
        assert any(zone.seat == seat and zone.kind == "deploy" for zone in world.zones)


@pytest.mark.parametrize("scenario", list(ours()))
def test_everybody_finds_a_place(scenario: str) -> None:
    for pair in range(len(ours()[scenario].armies)):
        world = drawn(scenario, pair)
        assert [unplaced(world, seat) for seat in (0, 1)] == [[], []]
        assert all(one.entry_turn == 0 or one.entry_turn > 1 for one in world.units)


def test_each_exercises_what_it_is_for() -> None:
    assert any(one.entry_turn > 1 for one in world_of("meeting-engagement").units)
    kinds = [piece.kind for piece in world_of("river-crossing").pieces]
    assert kinds.count("riviere") >= 4
    town = world_of("storming-the-town")
    assert {"wall", "gate", "tower", "building"} <= {one.role for one in town.structures}
    engines = {one.card.engine for one in town.units if one.card.machine is not None}
    assert {"belier-de-siege", "tour-de-siege-legere", "catapulte-lourde"} <= engines
    assert any(one.broken_gear < one.figures and one.card.category == "infantry" for one in town.units if one.seat == 0)
    castle = world_of("monsters-at-the-castle")
    assert {"flying", "breath"} <= {trait for one in castle.units for trait in one.card.traits}
    assert [one.kind for one in castle.structures].count("donjon") == 1


def test_the_garrisons_man_their_walls() -> None:
    for scenario in SIEGES:
        world = drawn(scenario)
        manning = [one for one in world.units if one.status == ON_TABLE and one.building >= 0]
        assert len(manning) >= 3
        assert {one.seat for one in manning} == {1}
        assert any(one.floor > 0 and one.card.category == "shooters" for one in manning)


def test_what_is_fought_for_is_the_defenders_at_first() -> None:
    for scenario in SIEGES:
        world = changed(drawn(scenario), turn=1)
        places = [goal for goal in world.goals if goal.reach and goal.seat == 1]
        assert places
        assert all(held_by(world, goal) == 1 for goal in places)
        assert points(world, 1) > points(world, 0)


def test_what_lies_between_the_armies_is_nobodys_at_first() -> None:
    for scenario, many in (("river-crossing", 3), ("storming-the-town", 2), ("monsters-at-the-castle", 0)):
        world = changed(drawn(scenario), turn=1)
        free = [goal for goal in world.goals if goal.reach and goal.seat == -1 and held_by(world, goal) == -1]
        assert len(free) >= many, scenario


# ---------------------------------------------------------------- they play to their end


@pytest.mark.parametrize("scenario", list(ours()))
def test_random_battles_end_by_their_turn_limit(scenario: str) -> None:
    for seed in (11, 12):
        game, chance = esc.new("masse", scenario=scenario, seed=seed), Stream(seed)
        while game.due is not None:
            game.play(game.sample(chance))
        assert game.result is not None
        assert game.result.reason == "masse.victory.end"
        assert game.world.turn <= ours()[scenario].turns + 1
        kinds = {event.kind for event in game.events if isinstance(event, Told)}
        assert {"new-turn", "acts", "step-march", "nv-lost"} <= kinds


# ---------------------------------------------------------------- people's own


PLAIN: dict[str, Any] = {
    "id": "mine",
    "name_en": "Mine",
    "name_fr": "Mienne",
    "briefing_en": "Fight.",
    "briefing_fr": "Combattez.",
    "armies": [["kings-host", "orc-horde"]],
}


@pytest.mark.rule("masse.setup.table", "masse.setup.deployment")
def test_by_default_the_table_is_72_by_48_and_each_side_has_twelve_inches() -> None:
    row = from_plain(PLAIN)
    assert (row.width, row.depth) == (72, 48)
    first, second = zones(row, 0)
    assert (first.seat, first.left, first.bottom, first.right, first.top) == (0, 0, 0, 72 * INCH, 12 * INCH)
    assert (second.seat, second.bottom, second.top) == (1, 36 * INCH, 48 * INCH)
    assert [zone.seat for zone in zones(row, 1)] == [1, 0]
    left, right = strip(row, 0, "left"), strip(row, 1, "right")
    assert (left.right, right.left) == (12 * INCH, 60 * INCH)


@pytest.mark.parametrize(
    ("changes", "wrong"),
    [
        ({"terrain": [{"kind": "swamp", "corners": [[0, 0], [1, 0], [1, 1]]}]}, "terrain 1, field kind: there is no terrain"),
        ({"terrain": [{"kind": "route", "corners": [[0, 0], [99, 0], [1, 1]]}]}, "corners: [99.0, 0.0] is off the table"),
        ({"terrain": [{"kind": "route", "corners": [[0, 0], [5, 5], [5, 0], [0, 5]]}]}, "its sides cross"),
        ({"structure": [{"kind": "hut", "corners": [[0, 0], [1, 0], [1, 1]]}]}, "there is no structure 'hut'"),
        (
            {"structure": [{"kind": "donjon", "corners": [[0, 0], [1, 0], [1, 1]], "openings": [["hole", 1, 1]]}]},
            "there is no opening 'hole'",
        ),
        ({"goal": [{"kind": "hold", "points": 1, "name_en": "a", "name_fr": "b"}]}, "goal 1, field reach: is missing"),
        (
            {"goal": [{"kind": "destroy", "points": 1, "name_en": "a", "name_fr": "b", "structure": 1}]},
            "goal 1, field structure: names no structure",
        ),
        ({"turns": 0}, "field turns: should be at least 1"),
        ({"weather": "rain"}, "there is no such field"),
        ({"armies": []}, "field armies"),
    ],
)
def test_what_is_wrong_in_a_scenario_is_named(changes: dict[str, Any], wrong: str) -> None:
    with pytest.raises(ContentError) as error:
        from_plain({**PLAIN, **changes})
    assert wrong in str(error.value)
    assert error.value.sentence("fr")


def test_snow_is_terrain_too_and_roles_become_seats() -> None:
    snow = {"kind": "neige", "corners": [[0, 0], [5, 0], [5, 5]]}
    goal = {"kind": "slay", "points": 1, "name_en": "a", "name_fr": "b", "side": "attacker"}
    row: Scenario = checked(from_plain({**PLAIN, "terrain": [snow], "goal": [goal]}), "here")
    assert [one.seat for one in (*goals(row, 0), *goals(row, 1))] == [0, 1]


def test_ones_own_stand_beside_the_packages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "masse" / "scenarios"
    folder.mkdir(parents=True)
    text = '[[scenario]]\nid = "open-battle"\n' + "".join(
        [f'{key} = "x"\n' for key in ("name_en", "name_fr", "briefing_en", "briefing_fr")]
    )
    folder.joinpath("mine.toml").write_text(f'{text}armies = [["kings-host", "orc-horde"]]\n', "utf-8")
    monkeypatch.setenv("ESCARMOUCHE_HOME", str(tmp_path))
    with pytest.raises(ContentError, match="is the id of one of the package's: choose another"):
        scenarios()
