"""Words: every sentence is there in both languages, every one is used, and a game can be followed from them alone."""

from __future__ import annotations

import ast
import string

import pytest

import escarmouche as esc
from escarmouche.core.dice import Stream
from escarmouche.core.effects import Choose, Listed
from escarmouche.core.messages import LANGUAGES
from escarmouche.systems.swidenth.content import PACKAGE, book
from escarmouche.systems.swidenth.model import Course
from escarmouche.systems.swidenth.rules.actions import DEEDS, Trail
from escarmouche.systems.swidenth.rules.boards import BRIDGE
from escarmouche.systems.swidenth.rules.damage import outcome_of
from escarmouche.systems.swidenth.rules.heroism import RESULTS
from escarmouche.systems.swidenth.system import SYSTEM
from escarmouche.systems.swidenth.words import MESSAGES
from tests.systems.kit import Source
from tests.systems.swidenth.scene import man, pas, scene

MISSIONS = list(book().mission)
SUFFERED = ("pushed", "stunned", "wounded", "out")
OUTCOMES = {"tie", "miss", "hit", "fails", "works", "resisted", *[one.id for one in book().spell.values() if not one.shot]}
OUTCOMES |= {f"{side}-{one}" for side in ("attacker", "defender") for one in (*SUFFERED, "unhurt")}
PREFIXES = ("answer-deploy-", "answer-avoid-", "answer-", "chosen-", "moves-", "mod-", "marker-", "edge-", "corner-", "item-")


class Told(Source):
    """Keys that are put together in an f-string are known by their parts."""

    def texts(self, node: object, function: object) -> set[str]:
        if isinstance(node, ast.JoinedStr):
            first = node.values[0]
            assert isinstance(first, ast.Constant)
            return {key for key in MESSAGES.keys() if key.startswith(str(first.value))}  # noqa: SIM118
        return super().texts(node, function)  # type: ignore[arg-type]


SOURCE = Told(PACKAGE, {})
HANDED_ON = {"swidenth.heroism.boost", "swidenth.heroism.soften", "swidenth.melee.subgroups"}
"""Rules that ask through the one window of Heroism, or by a name of their module."""
ASKED = (SOURCE.asked_rules - {"swidenth.activation.group"}) | HANDED_ON
"""Whoever chooses an edge is asked by his mission's rule, which the reader of the source takes for another chapter's."""


def test_everything_that_is_told_or_refused_has_a_sentence() -> None:
    missing = {key: where for key, where in SOURCE.told_keys.items() if MESSAGES.form(key, "en") is None}
    assert not missing
    assert len(SOURCE.told_keys) > 100


def test_every_decision_has_a_question() -> None:
    assert {rule for rule in ASKED if MESSAGES.form(f"ask.{rule}", "en") is None} == set()
    assert {rule for rule in ASKED if rule not in SYSTEM.rule_ids()} == set()
    assert len(ASKED) > 15


def test_every_event_and_refusal_names_a_rule_of_the_book() -> None:
    assert {rule: where for rule, where in SOURCE.cited_rules.items() if rule not in SYSTEM.rule_ids()} == {}


def test_every_action_and_outcome_has_a_phrase() -> None:
    assert {kind for kind in DEEDS if MESSAGES.form(f"answer-{kind}", "en") is None} == set()
    for language in LANGUAGES:
        assert {name for name in OUTCOMES if MESSAGES.form(f"outcome.{name}", language) is None} == set()
    assert outcome_of(man(0, 1, 1, vitality=2), len(RESULTS) - 1) == "wounded"


def used(key: str) -> bool:
    """Does the code name this message, whole or as a beginning and a name?"""
    if key in SOURCE.told_keys or key in SOURCE.literals or key.startswith("direction-"):
        return True
    if key.startswith("ask."):
        return key.removeprefix("ask.") in ASKED or key.endswith("-setup")
    if key.startswith("outcome."):
        return key.removeprefix("outcome.") in OUTCOMES
    names = {*SOURCE.literals, *book().action, *DEEDS, "none", "split", "something", "nowhere", "pair", "climb"}
    return any(
        key.startswith(prefix) and (key.removeprefix(prefix) in names or set(key.removeprefix(prefix).split("-")) & names)
        for prefix in PREFIXES
    )


def test_no_sentence_is_there_for_nothing() -> None:
    assert {key for key in MESSAGES.keys() if not used(key)} == set()  # noqa: SIM118 (keys is the catalogue's own)


def filled(form: str) -> set[str]:
    """The numbers of the things a sentence speaks of."""
    return {name for _, name, _, _ in string.Formatter().parse(form) if name is not None}


def test_both_languages_say_the_same_things() -> None:
    for key in sorted(MESSAGES.keys()):
        english, french = MESSAGES.form(key, "en") or "", MESSAGES.form(key, "fr") or ""
        assert filled(english) == filled(french), key
        assert bool(english) == bool(french), key


@pytest.mark.parametrize("mission", MISSIONS)
def test_a_whole_game_can_be_told(mission: str) -> None:
    game, chance = esc.new("swidenth", scenario=mission, seed=2, options={"turn_limit": 4}), Stream(mission)
    while game.due is not None:
        for language in LANGUAGES:
            asked = SYSTEM.question(game.choice, language)
            assert asked.endswith(" ?" if language == "fr" else "?"), asked
        game.play(game.sample(chance))
    for event in game.events:
        for language in LANGUAGES:
            text = SYSTEM.event_sentence(event, game.world, language)
            assert text.endswith((".", "!")), text
            assert not any(odd in text for odd in ("{", "}", "mod-", "answer-", "item-", "None", "swidenth.")), text


def test_a_path_is_described_by_its_cost_its_end_and_what_it_does() -> None:
    world = scene(man(0, 10, 10), man(1, 13, 10))
    due = Choose("swidenth.action.two", 0, world, Trail(world, 0, Course()), 0)
    text = SYSTEM.describe(due, ("move", (("walk", pas(10), pas(11)), ("walk", pas(11.8), pas(10)))), "en")
    assert text.startswith("move 3.1 pas east to 11.8, 10, engaging")
    jump = SYSTEM.describe(due, ("move", (("walk", pas(10), pas(11)), ("jump", pas(10), pas(12)))), "fr")
    assert jump.endswith("d’un saut")
    assert SYSTEM.describe(due, ("move", ()), "en") == "move nowhere"
    assert SYSTEM.describe(Choose(due.why, 0, world, Listed(()), 0), ("fight", 1), "en") == "fight Man (II)"
    assert BRIDGE in SOURCE.literals
