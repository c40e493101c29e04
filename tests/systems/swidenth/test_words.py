"""Words: every sentence is there in both languages, every one is used, and a game can be followed from them alone."""

from __future__ import annotations

import ast
import string

import pytest

import escarmouche as esc
from escarmouche.core.dice import Stream
from escarmouche.core.effects import Call, Choose, Listed, Result
from escarmouche.core.messages import LANGUAGES
from escarmouche.systems.swidenth.content import PACKAGE, book
from escarmouche.systems.swidenth.model import OUT, TERROR, Course
from escarmouche.systems.swidenth.rules.actions import DEEDS, Trail
from escarmouche.systems.swidenth.rules.activation import act
from escarmouche.systems.swidenth.rules.boards import BRIDGE
from escarmouche.systems.swidenth.rules.damage import outcome_of
from escarmouche.systems.swidenth.rules.falls import fall
from escarmouche.systems.swidenth.rules.heroism import RESULTS
from escarmouche.systems.swidenth.rules.missions import finish
from escarmouche.systems.swidenth.rules.shooting import shoot
from escarmouche.systems.swidenth.system import SYSTEM
from escarmouche.systems.swidenth.words import MESSAGES
from tests.systems.kit import Source
from tests.systems.swidenth.scene import Played, duel, man, pas, play, scene, trail

MISSIONS = list(book().mission)
SUFFERED = ("pushed", "stunned", "wounded", "out")
OUTCOMES = {"tie", "miss", "hit", "fails", "works", "resisted", *[one.id for one in book().spell.values() if not one.shot]}
OUTCOMES |= {"passed", "failed", "avoided", "endured"}
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


def told(played: Played, language: str = "en") -> list[str]:
    """The sentences of everything that was told."""
    world = played.result.world if isinstance(played.result, Result) else played.world
    return [SYSTEM.sentence(tell.kind, tell.about, world, language) for tell in played.tells]


@pytest.mark.rule("swidenth.melee.critical", "swidenth.damage.margin", "swidenth.melee.charge")
def test_the_log_adds_up() -> None:
    world = scene(man(0, 10, 10, combat=3), man(1, 11.2, 10))
    played = duel(world, [20, 15], charge=(1,))
    assert told(played) == [
        "Man (I): 20 +3 = 23; Man (II): 15 +0 = 15.",
        "A critical blow: Man (I)’s Combat is doubled, 26 in all.",
        "Margin 11, Damage +5: 16.",
        "Final margin 16 against Defence 5: Man (II) would be Out of action.",
        "Man (II) is Out of action.",
    ]
    assert [tell.why for tell in played.tells][1:3] == ["swidenth.melee.critical", "swidenth.damage.margin"]
    shooter = scene(man(0, 10, 10, shooting=2, missiles=("arquebus",)), man(1, 20, 10, vitality=2))
    shot = play(Call(shoot, shooter, 0, Course(), ("shoot", "arquebus", 1)), [20, 15])
    assert told(shot, "fr")[1:3] == ["Tir critique : le Tir d’Homme (I) est doublé, 24 en tout.", "Écart 9, Dommages +5 : 14."]


@pytest.mark.rule("swidenth.terror.test", "swidenth.movement.path")
def test_a_move_is_told_to_where_it_came_and_as_long_as_its_way() -> None:
    world = scene(man(0, 5, 5), man(1, 18, 5, traits=TERROR))
    stopped = play(Call(act, world, 0, Course()), [2], [("move", (("walk", pas(10), pas(5)),))])
    assert told(stopped)[-1] == "Man (I) goes 2 pas east."
    bent = play(Call(act, world, 0, Course()), [], [("move", (("walk", pas(5), pas(8)), ("walk", pas(7), pas(8)))), ("end",)])
    assert told(bent)[-1] == "Man (I) goes 5 pas north-east."


def test_a_way_that_is_a_little_too_long_is_not_said_to_be_just_as_long() -> None:
    refused = trail(scene(man(0, 5, 5), man(1, 30, 30))).check(("move", (("walk", pas(10.01), pas(5)),)))
    assert refused is not None
    assert [round(length / pas(1), 2) for length in refused.about[1:]] == [5.1, 5.0]


@pytest.mark.rule("swidenth.fall.risk", "swidenth.fall.safe")
def test_a_fall_says_what_it_may_bring() -> None:
    world = scene(man(0, 10, 10, 3), man(1, 30, 30))
    assert told(play(Call(fall, world, 0, 0), [19]))[0] == (
        "Man (I) falls 3 pas: Out of action on 9 or less, Stunned on 18 or less."
    )
    assert told(play(Call(fall, world, 0, pas(2)))) == ["Man (I) falls 1 pas without harm."]
    assert told(play(Call(fall, world, 0, -pas(4)), [20]), "fr")[0].endswith("sur 20 ou moins, Sonné sur 20 ou moins.")


@pytest.mark.rule("swidenth.mission.common")
def test_the_end_names_the_winner_and_the_points() -> None:
    done = scene(man(0, 18, 18), man(1, 30, 30, status=OUT))
    assert told(play(Call(finish, done))) == ["The battle is over: player 1 wins (4 – 0)."]
    assert told(play(Call(finish, scene(man(0, 1, 1), man(1, 30, 30)))), "fr") == [
        "La bataille est terminée : match nul (0 – 0)."
    ]


def test_french_agrees_with_the_gender_of_a_profile() -> None:
    world = scene(man(0, 10, 10, profile="dark-elf-caster"), man(1, 13, 10, profile="orc"))
    assert [SYSTEM.speech.sentence("is-stunned", (id,), world, "fr") for id in (0, 1)] == [
        "Homme (I) est Sonnée.",
        "Homme (II) est Sonné.",
    ]


def test_a_path_is_described_by_its_cost_its_end_and_what_it_does() -> None:
    world = scene(man(0, 10, 10), man(1, 13, 10))
    due = Choose("swidenth.action.two", 0, world, Trail(world, 0, Course()), 0)
    text = SYSTEM.describe(due, ("move", (("walk", pas(10), pas(11)), ("walk", pas(11.8), pas(10)))), "en")
    assert text.startswith("move 3.1 pas east to 11.8, 10, engaging")
    jump = SYSTEM.describe(due, ("move", (("walk", pas(10), pas(11)), ("jump", pas(10), pas(12)))), "fr")
    assert jump.endswith("d’un saut")
    assert SYSTEM.describe(due, ("move", ()), "en") == "stay in place"
    assert SYSTEM.describe(Choose(due.why, 0, world, Listed(()), 0), ("fight", 1), "en") == "fight Man (II)"
    assert BRIDGE in SOURCE.literals
