"""Words: every sentence is there in both languages and is used, and a game can be followed from them alone."""

from __future__ import annotations

import pytest

import escarmouche as esc
from escarmouche.core.dice import Stream
from escarmouche.core.effects import Chosen, Rolled
from escarmouche.systems.bataille.rules.magic import SPELLS
from escarmouche.systems.bataille.rules.movement import DEEDS
from escarmouche.systems.bataille.rules.values import SCENARIOS
from escarmouche.systems.bataille.system import SYSTEM
from escarmouche.systems.bataille.words import MESSAGES
from tests.systems.kit import Source

SOURCE = Source("escarmouche.systems.bataille", {"scenario-": SCENARIOS, "spell-": tuple(SPELLS)})
PREFIXES = ("answer-", "ask.", "edge-", "corner-", "direction-", "lost-", "note.", "aims-", "outcome.")
DECLARED = ("bataille.shoot.attack", "bataille.melee.attack")


def test_everything_that_is_told_or_refused_has_a_sentence() -> None:
    assert {key: where for key, where in SOURCE.told_keys.items() if MESSAGES.form(key, "en") is None} == {}
    assert len(SOURCE.told_keys) > 80


def test_every_outcome_has_a_name() -> None:
    named = {key.removeprefix("outcome.") for key in MESSAGES.keys() if key.startswith("outcome.")}  # noqa: SIM118
    told = [call.args[3] for _, _, call in SOURCE.calls("Tell") if len(call.args) > 3]
    assert named == {"nothing", *[text for node in told for text in SOURCE.texts(node, next(SOURCE.functions())[1])]}


def test_every_decision_has_a_question_and_names_a_rule() -> None:
    asked = {*SOURCE.asked_rules, *DECLARED}
    assert {rule for rule in asked if MESSAGES.form(f"ask.{rule}", "en") is None} == set()
    assert asked <= SYSTEM.rule_ids()
    assert {key for key in MESSAGES.keys() if key.startswith("ask.") and key.removeprefix("ask.") not in asked} == set()  # noqa: SIM118


def test_every_deed_and_spell_has_a_phrase() -> None:
    assert {kind for kind in (*DEEDS, *SPELLS) if MESSAGES.form(f"answer-{kind}", "en") is None} == set()


def test_no_sentence_is_there_for_nothing() -> None:
    unused = [key for key in MESSAGES.keys() if not key.startswith(PREFIXES) and key not in SOURCE.literals]  # noqa: SIM118
    assert unused == []


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_game_can_be_followed(language: str) -> None:
    game, chance = esc.new("bataille", ["bataille/men-500", "bataille/undead-500"], "cursed-gem", 4), Stream("words")
    while game.due is not None:
        assert SYSTEM.question(game.choice, language).endswith("?")
        answer = game.sample(chance)
        assert not SYSTEM.describe(game.choice, answer, language).startswith("answer-")
        for event in game.play(answer):
            told = SYSTEM.event_sentence(event, game.world, language)
            assert told.endswith("."), told
            if isinstance(event, Rolled) and event.target < 0:
                assert ("ou moins" if language == "fr" else "or less") in told


def test_a_type_is_called_by_its_name_and_a_gun_comes_with_its_crew() -> None:
    game, chance = esc.new("bataille", ["bataille/men-1000", "bataille/undead-500"], seed=5, options={"limit": 1000}), Stream(1)
    while game.choice.why != "bataille.setup.alternate-by-type" or game.choice.seat != 0:
        game.play(game.sample(chance))
    said = [SYSTEM.describe(game.choice, answer, "fr") for answer in game.options()]
    assert "15 × Homme d’armes" in said
    assert "Bombarde avec 3 servants" in said
    while game.choice.why != "bataille.setup.placing":
        game.play(("type", "men-swordsman"))
    assert SYSTEM.question(game.choice, "en") == "Player 1, where do you place Man-at-arms 1 and the like?"


def test_the_log_reads_the_same_however_late_it_is_read() -> None:
    game, chance = (
        esc.new("bataille", ["bataille/men-500", "bataille/undead-500"], seed=5, options={"table": [30, 30]}),
        Stream(4),
    )
    told: list[str] = []
    while game.due is not None and len(told) < 1500:
        game.play(game.sample(chance))
        told += [SYSTEM.event_sentence(event, game.world, "en") for event in game.events[len(told) :]]
    kinds = {event.answer[0] for event in game.events if isinstance(event, Chosen)}
    assert {"move", "fireball", "shift"} <= kinds
    assert [SYSTEM.event_sentence(event, game.world, "en") for event in game.events] == told


def test_nothing_is_said_as_nothing() -> None:
    world = esc.new("bataille", ["bataille/men-500", "bataille/undead-500"], seed=5).world
    assert SYSTEM.sentence("declared", (0, 0), world, "fr") == "Le joueur 1 ne déclare aucune attaque."
    assert SYSTEM.sentence("declared", (0, 3), world, "fr") == "Le joueur 1 déclare les attaques de 3 figurines."
    assert SYSTEM.sentence("deployed", (1, 1, 0), world, "fr").startswith("Le joueur 2 déploie Milicien 1")
    assert SYSTEM.sentence("moves", (0, 0, 0, 0, 0, 0, ()), world, "en").endswith(" stays where it is.")
