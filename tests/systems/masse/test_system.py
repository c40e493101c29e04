"""The system as the engine meets it: it starts, conforms, weighs worlds, brings legal armies, says what is wrong."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import escarmouche as esc
from escarmouche.core import conformance, registry, save
from escarmouche.core.dice import Stream
from escarmouche.core.effects import Choose
from escarmouche.core.errors import IllegalAnswer
from escarmouche.core.game import Game
from escarmouche.core.odds import odds
from escarmouche.systems.masse.attacks import ATTACKS
from escarmouche.systems.masse.model import DESTROYED, INCH, ROUTED, SHAKEN, Goal, World
from escarmouche.systems.masse.rules.orders import Doing
from escarmouche.systems.masse.rules.turn import act
from escarmouche.systems.masse.system import SYSTEM
from escarmouche.systems.masse.words import sentence
from escarmouche.systems.masse.worth import evaluate, nerve
from tests.systems.masse.field import area, changed, engine, field, hero, structure, unit

AUTO = {"deploy": "auto"}


def test_the_registry_finds_it() -> None:
    assert registry.system("masse") is SYSTEM
    assert (SYSTEM.id, SYSTEM.version, SYSTEM.seats) == ("masse", 2, 2)
    assert set(SYSTEM.titles) == {"en", "fr"}
    assert SYSTEM.default_scenario() == "open-battle"


def test_the_package_has_nothing_else_to_give() -> None:
    from escarmouche.systems import masse

    assert masse.SYSTEM is SYSTEM
    name = "sistem"
    with pytest.raises(AttributeError, match="has no sistem"):
        getattr(masse, name)


def test_default_armies_are_legal_and_those_of_the_scenario() -> None:
    for scenario in SYSTEM.scenarios():
        for seed in range(4):
            armies = SYSTEM.armies_for(scenario, Stream(seed), 2)
            assert armies == SYSTEM.armies_for(scenario, Stream(seed), 2)
            assert [SYSTEM.armies().check(army) for army in armies] == [[], []]
            assert {army["scenario"] for army in armies} == {scenario}
    assert {SYSTEM.armies_for("open-battle", Stream(seed), 2)[0]["name"] for seed in range(20)} == {
        "The King's Host",
        "The Dawn Crusade",
    }
    assert [army["name"] for army in esc.new("masse", scenario="river-crossing", seed=1).setup.armies] == [
        "The Drowned Legion",
        "The Wardens of the Ford",
    ]


@pytest.mark.parametrize("scenario", SYSTEM.scenarios())
def test_it_conforms(scenario: str) -> None:
    assert conformance.check("masse", scenario, games=1, seed="short", stride=60).decisions > 0


def test_a_saved_battle_goes_on_as_it_was(tmp_path: Path) -> None:
    game, chance = esc.new("masse", seed=5, options=AUTO), Stream(5)
    for _ in range(60):
        game.play(game.sample(chance))
    game.save(tmp_path / "battle.json")
    again = esc.load(tmp_path / "battle.json")
    assert save.dump(again) == save.dump(game)
    for _ in range(30):
        answer = game.sample(chance)
        game.play(answer)
        again.play(answer)
    assert save.dump(again) == save.dump(game)


def test_a_scenario_of_ones_own_is_written_into_the_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "masse" / "scenarios"
    folder.mkdir(parents=True)
    folder.joinpath("mine.toml").write_text(OWN, "utf-8")
    monkeypatch.setenv("ESCARMOUCHE_HOME", str(tmp_path))
    assert "the-pass" in SYSTEM.scenarios()
    game = esc.new("masse", scenario="the-pass", seed=2, options=AUTO)
    assert (game.world.width, game.world.turn_limit, len(game.world.pieces)) == (40 * INCH, 4, 1)
    monkeypatch.delenv("ESCARMOUCHE_HOME")
    assert save.dump(save.again(game)) == save.dump(game)


OWN = """
[[scenario]]
id = "the-pass"
name_en = "The pass"
name_fr = "Le col"
briefing_en = "Hold the pass."
briefing_fr = "Tenez le col."
width = 40
depth = 40
turns = 4
armies = [["kings-host", "orc-horde"]]

[[scenario.terrain]]
kind = "elevations"
corners = [[10, 10], [20, 10], [20, 20]]
"""


def test_odds_in_a_game_are_the_odds_of_the_attack() -> None:
    """The distribution of an answer in play is that of the attack on its little table."""
    world = field(
        unit("infanterie-reguliere", 0, 30, 20),
        unit("infanterie-orque", 1, 30, 22.4, 270, figures=20),
        hero(0, 30, 15),
    )
    game = Game(SYSTEM, esc.new("masse", seed=1, options=AUTO).setup, started(world), None)
    exact = odds(game, ("attack", 1), until_outcome=True)
    assert exact == ATTACKS.chances("melee", "infanterie-reguliere", "infanterie-orque", {"defender_figures": "20"})


def started(world: World) -> Any:
    """A run that waits for the orders of unit 0."""
    from escarmouche.core.effects import Call
    from escarmouche.core.engine import start

    run = start(Call(act, world, 0))
    run.told.clear()
    assert isinstance(run.due, Choose)
    return run


# ---------------------------------------------------------------- worth


@pytest.mark.parametrize("scenario", SYSTEM.scenarios())
def test_what_is_good_for_one_side_is_as_bad_for_the_other(scenario: str) -> None:
    game, chance = esc.new("masse", scenario=scenario, seed=8, options=AUTO), Stream(scenario)
    values = []
    for _ in range(120):
        if game.due is None:
            break
        values.append(SYSTEM.evaluate(game.world, 0))
        assert values[-1] == -SYSTEM.evaluate(game.world, 1)
        assert -1 < values[-1] < 1
        game.play(game.sample(chance))
    assert len(set(values)) > 10


def even(**changes: Any) -> World:
    """Two units against two, all of them as far from each other; `changes` befall the first."""
    return field(
        unit("phalange", 0, 20, 20, 90, **changes),
        unit("infanterie-reguliere", 0, 40, 20, 90),
        unit("phalange", 1, 20, 40, 270),
        unit("infanterie-reguliere", 1, 40, 40, 270),
    )


def test_the_worse_a_unit_fares_the_less_it_is_worth() -> None:
    assert evaluate(even(), 0) == 0
    hurt = [{}, {"morale": SHAKEN}, {"morale": ROUTED}, {"status": DESTROYED}]
    worths = [evaluate(even(**how), 0) for how in hurt]
    assert worths == sorted(worths, reverse=True)
    assert len(set(worths)) == 4
    fewer = even()
    assert evaluate(fewer.with_unit(changed(fewer.units[0], figures=6)), 0) < 0
    assert nerve(fewer, fewer.units[0]) == 10


def test_points_goals_and_leaders_count() -> None:
    world = even()
    mill = Goal("hold", 2, x=20 * INCH, y=22 * INCH, reach=3 * INCH)
    assert evaluate(changed(world, goals=(mill,)), 0) > 0.1
    ahead = world.with_side(changed(world.sides[1], points=2))
    assert evaluate(ahead, 1) > 0.1
    led = field(*world.units, hero(0, 30, 10, army_commander=True), hero(1, 30, 50, army_commander=True))
    assert abs(evaluate(led, 0)) < 0.05
    lost = led.with_unit(changed(led.units[4], status=DESTROYED))
    assert evaluate(lost, 0) < evaluate(led, 0)


def test_a_flank_is_worth_something() -> None:
    fighting = [unit("phalange", 0, 30, 20, 90), unit("phalange", 1, 30, 21.6, 270)]
    front = field(*fighting, unit("milice", 0, 5, 5), unit("milice", 1, 5, 55))
    flank = front.with_unit(changed(front.units[1], facing=0))
    assert evaluate(flank, 0) > evaluate(front, 0)


def test_a_battle_that_is_over_is_won_or_lost() -> None:
    world = field(unit("phalange", 0, 20, 20), unit("phalange", 1, 20, 40, 270, morale=ROUTED))
    assert (evaluate(world, 0), evaluate(world, 1)) == (1.0, -1.0)
    nobody = field(*[unit("phalange", seat, 20, 20 + 20 * seat, status=DESTROYED) for seat in (0, 1)])
    assert evaluate(nobody, 0) == 0.0


# ---------------------------------------------------------------- bad input: one sentence each, naming the rule


def refused(world: World, answer: Any, figure: int = 0) -> tuple[str, str]:
    """The rule that refuses an order, and the English sentence."""
    refusal = Doing(world, figure, 0).check(answer)
    assert refusal is not None
    text = sentence(refusal.key, refusal.about, world, "en")
    french = sentence(refusal.key, refusal.about, world, "fr")
    assert text.endswith(".")
    assert french.endswith(".")
    assert text.count(". ") == 0
    assert refusal.rule in SYSTEM.rule_ids()
    return refusal.rule, text


@pytest.mark.rule("masse.move.budget", "masse.move.wheel")
def test_a_wheel_beyond_the_movement_left() -> None:
    """Front of 4 in, 90 degrees: 6.28 in, more than MV 4.5."""
    world = field(unit("infanterie-reguliere", 0, 30, 20), unit("infanterie-orque", 1, 30, 50, 270))
    rule, text = refused(world, ("move", (("wheel", "left", 9000),)))
    assert (rule, text) == ("masse.move.budget", "Regular infantry: that is too far, 4.5 in of movement are left.")
    rule, text = refused(world, ("move", (("march", 0, 3 * INCH), ("wheel", "left", 4500))))
    assert (rule, text) == ("masse.move.budget", "Regular infantry: that is too far, 1.5 in of movement are left.")


@pytest.mark.rule("masse.move.charge-sees-target")
def test_a_charge_without_sight() -> None:
    wood = area("foret-dense", 20, 22, 20, 2)
    charging = unit("infanterie-reguliere", 0, 30, 20, declared=1)
    world = field(charging, unit("infanterie-orque", 1, 30, 27, 270), pieces=[wood])
    rule, text = refused(world, ("charge", (("march", 0, 1000),)))
    assert (rule, text) == ("masse.move.charge-sees-target", "Regular infantry: Orc infantry not in sight.")


@pytest.mark.rule("masse.formation.allowed")
def test_a_formation_that_troops_may_not_take() -> None:
    world = field(unit("milice", 0, 30, 20), unit("infanterie-orque", 1, 30, 50, 270))
    rule, text = refused(world, ("move", (("formation", 4, "close"),)))
    assert (rule, text) == ("masse.formation.allowed", "Militia: these troops may not take this order, close order.")


@pytest.mark.rule("masse.engine.crew-under-half", "masse.engine.move")
def test_an_engine_without_crew() -> None:
    world = field(engine("baliste", 0, 30, 20, carried=2), unit("infanterie-orque", 1, 30, 40, 270))
    rule, text = refused(world, ("fire", 1))
    assert (rule, text) == (
        "masse.engine.crew-under-half",
        "Ballista: with less than half its crew the engine does not work.",
    )
    rule, text = refused(world, ("move", (("march", 0, INCH),)))
    assert (rule, text) == ("masse.engine.move", "Ballista: without its whole crew the engine does not move.")


@pytest.mark.parametrize(
    ("answer", "rule"),
    [
        (("dance",), "masse.turn.action-content"),
        (("move", ()), "masse.move.budget"),
        (("move", (("jump", 1),)), "masse.move.budget"),
        (("move", (("march", 9000, INCH),)), "masse.move.march"),
        (("move", (("flank", 0, INCH),)), "masse.move.flank-march"),
        (("move", (("march", 0, 100 * INCH),)), "masse.move.no-interpenetration"),
        (("move", (("flank", 18000, 40 * INCH),)), "masse.move.leave-table"),
        (("charge", ()), "masse.turn.charge-declaration"),
        (("attack", 1), "masse.melee.contact"),
        (("shoot", 1, False), "masse.shoot.weapon-change"),
        (("break-off",), "masse.move.break-off-conditions"),
        (("fire", 1), "masse.engine.profile"),
        (("raise", 0, "ladder"), "masse.escalade.raise-ladder"),
        (("ram", 0), "masse.siege.ram"),
        (("demolish", 0), "masse.structure.weapon-types"),
        (("cast", "eclair", 1), "masse.magic.damage-conversion"),
        (("breathe", 1), "masse.breath.use"),
        (("fly", ((0, INCH, 1),)), "masse.fly.altitude"),
        (("turn",), "masse.undead.turning"),
    ],
)
def test_every_impossible_order_names_a_rule_and_a_reason(answer: Any, rule: str) -> None:
    keep = structure("donjon", 50, 50, 6, 6, seat=1)
    world = field(unit("infanterie-reguliere", 0, 30, 20), unit("infanterie-orque", 1, 30, 50, 270), structures=[keep])
    assert refused(world, answer)[0] == rule


def test_in_a_game_the_refusal_is_an_error_and_nothing_changes() -> None:
    game = esc.new("masse", seed=1, options=AUTO)
    while game.choice.why != "masse.turn.action-content":
        game.play(game.options()[0])
    before = save.dump(game)
    with pytest.raises(IllegalAnswer) as error:
        game.play(("move", (("march", 0, 100 * INCH),)))
    assert error.value.rule in SYSTEM.rule_ids()
    assert error.value.reason.endswith(".")
    assert save.dump(game) == before
