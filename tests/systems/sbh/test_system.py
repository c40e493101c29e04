"""The system as the engine meets it: it starts, conforms, weighs worlds, brings legal bands."""

from __future__ import annotations

import pytest

import escarmouche as esc
from escarmouche.core import conformance, registry, save
from escarmouche.core.dice import Stream
from escarmouche.core.odds import odds
from escarmouche.systems.sbh.attacks import ATTACKS
from escarmouche.systems.sbh.model import DEAD, MAGE, SPELLBOUND, Marker, World
from escarmouche.systems.sbh.rules.conventions import foes, helpless
from escarmouche.systems.sbh.system import SYSTEM
from escarmouche.systems.sbh.worth import evaluate, strength
from tests.systems.sbh.scene import changed, fighter, scene, square

HUMAN = "human-warrior"
ORC = "orc-warrior"


def test_the_registry_finds_it() -> None:
    assert registry.system("sbh") is SYSTEM
    assert (SYSTEM.id, SYSTEM.version, SYSTEM.seats) == ("sbh", 2, 2)
    assert set(SYSTEM.titles) == {"en", "fr"}
    assert SYSTEM.default_scenario() == "pitched-battle"


def test_the_package_has_nothing_else_to_give() -> None:
    from escarmouche.systems import sbh

    assert sbh.SYSTEM is SYSTEM
    name = "sistem"
    with pytest.raises(AttributeError, match="has no sistem"):
        getattr(sbh, name)


def test_default_bands_are_legal_drawn_from_the_seed_and_not_always_the_same() -> None:
    drawn = set()
    for seed in range(30):
        armies = SYSTEM.armies_for("", Stream(seed), 2)
        assert armies == SYSTEM.armies_for("", Stream(seed), 2)
        assert [SYSTEM.armies().check(army) for army in armies] == [[], []]
        drawn.add(armies[0]["name"])
    assert len(drawn) > 8


@pytest.mark.parametrize("scenario", SYSTEM.scenarios())
def test_it_conforms(scenario: str) -> None:
    assert conformance.check("sbh", scenario, games=1, seed="short", stride=80).decisions > 0


def test_it_conforms_on_hexes() -> None:
    options = {"scale": "hex", "terrain": "random", "turn_limit": 6}
    game, chance = esc.new("sbh", seed=3, options=options), Stream(3)
    while game.due is not None:
        conformance.speaks(game)
        conformance.refuses(game, list(conformance.MISFITS))
        game.play(game.sample(chance))
    assert save.dump(save.parse(save.dump(game))) == save.dump(game)
    assert game.result is not None


def test_odds_in_a_game_are_the_odds_of_the_attack() -> None:
    """The distribution of an answer in play is that of the attack on its little table."""
    bands = [{"system": "sbh", "name": name, "figure": [{"profile": name, "count": 5}]} for name in (HUMAN, ORC)]
    game, chance = esc.new("sbh", bands, seed=11, options={"terrain": "none"}), Stream(11)
    while game.due is not None:
        attacks = [answer for answer in game.options() if isinstance(answer, tuple) and answer[0] == "attack"]
        if attacks and one_to_one(game.world, game.due.figure, attacks[0][1]):
            striker, struck = [game.world.figures[id].card.profile for id in (game.due.figure, attacks[0][1])]
            assert odds(game, attacks[0], until_outcome=True) == ATTACKS.chances("melee", striker, struck, {})
            return
        game.play(attacks[0] if attacks else game.sample(chance))
    raise AssertionError("nobody ever fought alone")


def one_to_one(world: World, one: int, other: int) -> bool:
    """Do two fighters on their feet face nobody but each other, with room behind them?"""
    pair = [world.figures[one], world.figures[other]]
    clear = all(10_000 < place < 50_000 for figure in pair for place in (figure.x, figure.y))
    return clear and all(not helpless(figure) and len(foes(world, figure)) == 1 for figure in pair)


# ---------------------------------------------------------------- worth


@pytest.mark.parametrize("scenario", SYSTEM.scenarios())
def test_what_is_good_for_one_side_is_as_bad_for_the_other(scenario: str) -> None:
    game, chance = esc.new("sbh", scenario=scenario, seed=8), Stream(scenario)
    values = []
    for _ in range(200):
        if game.due is None:
            break
        values.append(SYSTEM.evaluate(game.world, 0))
        assert values[-1] == -SYSTEM.evaluate(game.world, 1)
        assert -1 < values[-1] < 1
        game.play(game.sample(chance))
    assert len(set(values)) > 10


def test_a_game_that_is_over_is_won_or_lost() -> None:
    world = scene(fighter("orc-warrior", 0, 100, 100), fighter("elf-warrior", 1, 300, 300, status=DEAD))
    assert (evaluate(world, 0), evaluate(world, 1)) == (1.0, -1.0)
    nobody = scene(*[fighter("orc-warrior", seat, 100, 100, status=DEAD) for seat in (0, 1)])
    assert evaluate(nobody, 0) == 0.0


def even(**changes: object) -> World:
    """Two orcs against two orcs, all of them as far from their edges; `changes` befall the first."""
    return scene(
        fighter("orc-warlord", 0, 100, 100, **changes),
        fighter("orc-warrior", 0, 200, 100),
        fighter("orc-warlord", 1, 100, 500),
        fighter("orc-warrior", 1, 200, 500),
    )


def test_the_worse_a_fighter_fares_the_less_it_is_worth() -> None:
    assert evaluate(even(), 0) == 0
    worths = [evaluate(even(**how), 0) for how in ({}, {"prone": True}, {"held": SPELLBOUND}, {"status": DEAD})]
    assert worths == sorted(worths, reverse=True)
    assert len(set(worths)) == 4
    wounded = even(wounds=1)
    assert strength(wounded, wounded.figures[0]) == 75.0
    assert evaluate(wounded, 0) < 0


def test_ground_won_and_numbers_in_a_fight_count_a_little() -> None:
    world = even()
    forward = world.with_figure(changed(world.figures[0], y=20_000)).with_figure(changed(world.figures[1], y=20_000))
    assert 0 < evaluate(forward, 0) < 0.1
    alone, apart = [scene(fighter(ORC, 0, 100, 300), fighter(ORC, 1, 84, 300), fighter(ORC, 1, x, 300)) for x in (116, 216)]
    assert evaluate(alone, 0) < evaluate(apart, 0)


def test_goals_of_scenarios_count() -> None:
    world = even()
    chest = world.with_markers((Marker(0, "treasure", 10_000, 15_000),))
    assert evaluate(chest, 0) > 0
    carried = world.with_figure(changed(world.figures[0], treasure=True))
    assert evaluate(carried, 0) > evaluate(chest, 0)
    near_home = carried.with_figure(changed(carried.figures[0], y=1_000))
    assert evaluate(near_home, 0) > evaluate(carried, 0)
    armed = world.with_figure(changed(world.figures[0], item="magic-sword"))
    assert evaluate(armed, 0) > 0
    mages = even(traits=MAGE)
    mages.ground = scene(pieces=[square("ruins", 80, 80, 40, 40)]).ground
    mages.place = 0
    assert evaluate(mages, 0) > 0


def test_every_hint_of_a_setting_is_in_its_own_language() -> None:
    hints = {one.id: (one.hint_en, one.hint_fr) for one in SYSTEM.settings() if one.hint_en or one.hint_fr}
    assert hints["table"][0].startswith("Usually ")
    assert hints["table"][1].startswith("D’ordinaire ")
    assert hints["turn_limit"] == ("0: the battle is fought to its end.", "0 : la bataille va jusqu’à son terme.")
    assert hints["limit"][0].startswith("0: what the armies")
    assert hints["limit"][1].startswith("0 : ce que disent")
