"""Words: every sentence is there in both languages, every one is used, and a game can be followed from them alone."""

from __future__ import annotations

import string
from typing import Any

import pytest

import escarmouche as esc
from escarmouche.core.dice import Stream
from escarmouche.core.effects import Choose, Chosen, Listed, Rolled, Told
from escarmouche.core.game import Game
from escarmouche.core.messages import LANGUAGES
from escarmouche.kit.words import compass
from escarmouche.systems.sbh.content import book
from escarmouche.systems.sbh.model import Ground, Marker, World
from escarmouche.systems.sbh.rules.actions import DEEDS, Doing
from escarmouche.systems.sbh.system import SYSTEM
from escarmouche.systems.sbh.words import MESSAGES, describe, question, sentence
from tests.systems.sbh.catalogue import SOURCE, outcomes
from tests.systems.sbh.scene import MM, fighter, scene, square

PREFIXES = (
    "answer-deploy-", "answer-aimed-", "answer-", "chosen-", "mod-", "state-", "edge-", "declares-", "marker-",
    "spell-", "finds-", "last-", "role-", "stick-", "terrain-",
)  # fmt: skip
"""Beginnings that the code puts before a name."""

GAMES: dict[str, Game] = {}


def game_of(scenario: str) -> Game:
    """A random game of a scenario, played to its end once."""
    if scenario not in GAMES:
        game, chance = esc.new("sbh", scenario=scenario, seed=2), Stream(scenario)
        while game.due is not None:
            game.play(game.sample(chance))
        GAMES[scenario] = game
    return GAMES[scenario]


# ---------------------------------------------------------------- the catalogue is complete


def test_everything_that_is_told_or_refused_has_a_sentence() -> None:
    missing = {key: where for key, where in SOURCE.told_keys.items() if MESSAGES.form(key, "en") is None}
    assert not missing
    assert len(SOURCE.told_keys) > 150


def test_every_decision_has_a_question() -> None:
    assert {rule for rule in SOURCE.asked_rules if MESSAGES.form(f"ask.{rule}", "en") is None} == set()
    assert {rule for rule in SOURCE.asked_rules if rule not in SYSTEM.rule_ids()} == set()
    assert len(SOURCE.asked_rules) > 20


def test_every_action_has_a_phrase() -> None:
    assert {kind for kind in DEEDS if MESSAGES.form(f"answer-{kind}", "en") is None} == set()
    assert len(DEEDS) > 15


def test_every_modifier_has_a_name() -> None:
    melee = [row.id for row in book().melee_modifier.values() if row.value != 0]
    ranged = [row.id for row in book().ranged_modifier.values() if row.value != 0]
    for name in [*melee, *ranged, "magic-sword", "magic-javelins", "belt-of-strength", "weapon-masters"]:
        assert MESSAGES.form(f"mod-{name}", "en"), name


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_outcome_has_a_name(language: str) -> None:
    assert {name for name in outcomes() if MESSAGES.form(f"outcome.{name}", language) is None} == set()
    assert {"tie", "attacker-kill", "defender-wounded", "miss", "held", "flees-2", "3-0", "0-1"} <= outcomes()


def used(key: str) -> bool:
    """Does the code name this message, whole or as a beginning and a name?"""
    plain = key.removesuffix("-hexes")
    if plain.startswith(("answer-move-", "answer-disengage-")):
        return plain.endswith(("-contact", "-near"))
    if plain in SOURCE.told_keys or plain in SOURCE.literals or plain.startswith("direction-"):
        return True
    if plain.startswith("ask."):
        return plain.removeprefix("ask.") in SOURCE.asked_rules
    if plain.startswith("outcome."):
        return plain.removeprefix("outcome.") in outcomes()
    return any(plain.startswith(prefix) and plain.removeprefix(prefix) in SOURCE.literals for prefix in PREFIXES)


def test_no_sentence_is_there_for_nothing() -> None:
    assert {key for key in MESSAGES.keys() if not used(key)} == set()  # noqa: SIM118 (keys is the catalogue's own)


def filled(form: str) -> set[str]:
    """The numbers of the things a sentence speaks of."""
    found = set()
    for _, name, spec, _ in string.Formatter().parse(form):
        if name is not None:
            found.add(name)
            found |= filled(spec or "")
    return found


def test_both_languages_say_the_same_things() -> None:
    different = {}
    for key in sorted(MESSAGES.keys()):
        english, french = MESSAGES.form(key, "en") or "", MESSAGES.form(key, "fr") or ""
        if filled(english) != filled(french) or bool(english) != bool(french):
            different[key] = (english, french)
    assert different == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_sentences_end_like_sentences(language: str) -> None:
    for key in SOURCE.told_keys:
        text = MESSAGES.form(key, language) or ""
        family = key.startswith(("action-", "item-", "trait-", "upgrade-", "scenario-", "declares-"))
        assert text.endswith(".") or family or key.startswith("terrain-"), key
    for rule in SOURCE.asked_rules:
        text = MESSAGES.form(f"ask.{rule}", language) or ""
        assert text.endswith(" ?" if language == "fr" else "?"), rule
        assert language == "fr" or not text.endswith(" ?")


# ---------------------------------------------------------------- whole games in words


@pytest.mark.parametrize("scenario", list(book().scenario))
def test_a_whole_game_can_be_told(scenario: str) -> None:
    game = game_of(scenario)
    told = 0
    for event in game.events:
        for language in LANGUAGES:
            text = SYSTEM.event_sentence(event, game.world, language)
            assert text.endswith("."), text
            assert not any(odd in text for odd in ("{", "}", "mod-", "answer-", "None", "sbh.")), text
            told += 1
    assert told > 100


def moves_or_hides(answer: Any) -> bool:
    """Is it about spots? Those that are less than a millimetre apart sound the same."""
    return isinstance(answer, tuple) and answer[0] in ("move", "disengage", "markers", "hide", "layout")


@pytest.mark.parametrize("scenario", list(book().scenario))
def test_every_option_on_the_way_can_be_described_in_its_own_words(scenario: str) -> None:
    game, chance = esc.new("sbh", scenario=scenario, seed=4), Stream(scenario)
    asked = set()
    for _ in range(150):
        if game.due is None:
            break
        asked.add(game.due.why)
        for language in LANGUAGES:
            assert "ask." not in question(game.choice, language)
            phrases = {answer: describe(game.choice, answer, language) for answer in game.options()}
            assert not any("answer-" in phrase or "{" in phrase for phrase in phrases.values())
            still = [phrase for answer, phrase in phrases.items() if not moves_or_hides(answer)]
            assert len(set(still)) == len(still), still
        game.play(game.sample(chance))
    assert len(asked) > 3


# ---------------------------------------------------------------- a few sentences word for word


def duel(**changes: Any) -> World:
    """An orc and an elf in contact."""
    return scene(fighter("orc-warrior", 0, 100, 100, **changes), fighter("elf-warrior", 1, 116, 100))


@pytest.mark.parametrize(
    ("kind", "about", "english", "french"),
    [
        (
            "totals",
            (0, 4, 3, (("big", 1), ("ambush", 1)), 9, 1, 2, 3, (("power-attack", -1),), 4),
            "4 + 3 (+1 Big, +1 ambush) = 9 against 2 + 3 (-1 power attack) = 4.",
            "4 + 3 (+1 Grand, +1 embuscade) = 9 contre 2 + 3 (-1 attaque en puissance) = 4.",
        ),
        (
            "totals",
            (0, 4, 3, (), 7, 1, 2, 3, (), 5),
            "4 + 3 = 7 against 2 + 3 = 5.",
            "4 + 3 = 7 contre 2 + 3 = 5.",
        ),
        ("attacks", (0, 1, False), "Orc warrior attacks Elf warrior.", "Orque Guerrier attaque Elfe, Guerrier."),
        (
            "attacks",
            (0, 1, True),
            "Orc warrior attacks Elf warrior with a power attack.",
            "Orque Guerrier attaque Elfe, Guerrier en puissance.",
        ),
        (
            "activates",
            (0, 1, "declares-nothing"),
            "Orc warrior tries to act with 1 die.",
            "Orque Guerrier tente d’agir avec 1 dé.",
        ),
        (
            "activates",
            (0, 3, "declares-cast"),
            "Orc warrior tries to act with 3 dice, to cast a spell.",
            "Orque Guerrier tente d’agir avec 3 dés, pour lancer un sort.",
        ),
        ("activation", (0, 0, 2), "Orc warrior: 0 successes, 2 failures.", "Orque Guerrier : 0 succès, 2 échecs."),
        ("concedes", (1,), "Player 2 concedes.", "Le joueur 2 abandonne la partie."),
        (
            "dirty-tricks",
            (0, 1, "trait-leader"),
            "Dirty tricks of player 1: Elf warrior loses a special rule for this event, Leader.",
            "Sales tours du joueur 1 : Elfe, Guerrier perd une règle spéciale pour cette fois, Chef.",
        ),
        (
            "group-activation",
            ((0, 1), 1, 1),
            "The group (Orc warrior and Elf warrior): 1 success, 1 failure.",
            "Le groupe (Orque Guerrier et Elfe, Guerrier) : 1 succès, 1 échec.",
        ),
        (
            "moves",
            (0, 12_340, 5_000, 20_340, 5_000, ()),
            "Orc warrior moves 8 cm west.",
            "Orque Guerrier se déplace de 8 cm vers l’ouest.",
        ),
        (
            "moves",
            (0, 12_340, 5_000, 12_340, 3_000, (1,)),
            "Orc warrior moves 2 cm north, into contact with Elf warrior.",
            "Orque Guerrier se déplace de 2 cm vers le nord, au contact d’Elfe, Guerrier.",
        ),
        (
            "moves",
            (0, 12_340, 5_000, 12_340, 5_000, ()),
            "Orc warrior spends a move and stays where it is.",
            "Orque Guerrier dépense un mouvement et reste sur place.",
        ),
        (
            "too-dear",
            (0, "action-disengage", 2, 1),
            "Orc warrior: Disengage from melee takes 2 actions, and 1 can be spent.",
            "Orque Guerrier : Se désengager d’un corps à corps demande 2 actions, il en reste 1.",
        ),
        ("takes-item", (0, "item-scroll", 4), "Orc warrior takes a magic item: Scroll (4).", None),
    ],
)
def test_word_for_word(kind: str, about: tuple[Any, ...], english: str, french: str | None) -> None:
    assert SYSTEM.event_sentence(Told(about, kind, -1, "", "sbh.melee.roll"), duel(), "en") == english
    if french is not None:
        assert sentence(kind, about, duel(), "fr") == french


def test_dice_are_told_with_what_they_need_and_the_rule_that_asks() -> None:
    world = duel()
    roll = Rolled(1, (4, 2), 0, 0, 6, 3, 1, "sbh.activation.success")
    assert SYSTEM.event_sentence(roll, world, "en") == "Successes and failures: Orc warrior rolls 4, 2 (needs 3+, +1 each)."
    bare = Rolled(0, (5,), -1, 1, 6, 0, (5,), "sbh.activation.first-player")
    assert SYSTEM.event_sentence(bare, world, "en") == "First player: player 2 rolls 5."
    assert SYSTEM.event_sentence(bare, world, "fr").endswith(" : le joueur 2 obtient 5.")
    strange = Rolled(0, (5,), -1, 1, 6, 0, (5,), "sbh.no.such-rule")
    assert SYSTEM.event_sentence(strange, world, "en") == "sbh.no.such-rule: player 2 rolls 5."


@pytest.mark.parametrize(
    ("answer", "english", "french"),
    [
        (("end",), "Stop here", "S’arrêter là"),
        (("attack", 1, True), "Power attack on Elf warrior (2 actions)", "Attaquer Elfe, Guerrier en puissance (2 actions)"),
        (("shoot", 1, False), "Shoot at Elf warrior", "Tirer sur Elfe, Guerrier"),
        (("shoot", 1, True), "Aimed shot at Elf warrior (2 actions)", "Tir visé sur Elfe, Guerrier (2 actions)"),
        (
            ("cast", "immobilise", 1, 1),
            "Cast on Elf warrior with Power 1: immobilisation (1 action)",
            "Lancer sur Elfe, Guerrier un sort de Puissance 1 : immobilisation (1 action)",
        ),
        (
            ("move", 18_000, 10_000),
            "Move 8 cm east to 18, 10 cm, 3.5 cm from Elf warrior",
            "Se déplacer de 8 cm vers l’est, en 18 ; 10 cm, à 3,5 cm d’Elfe, Guerrier",
        ),
        (("move", 11_600, 8_400), "Move 2.3 cm south-east to 11.6, 8.4 cm, into contact with Elf warrior", None),
        (("move", 10_000, 10_000), "Go to 10, 10 cm", "Aller en 10 ; 10 cm"),
        (("recoil", 0), "Recoil straight back", "Reculer tout droit"),
        (("recoil", -3000), "Recoil 30 degrees to the right", "Reculer de 30 degrés vers la droite"),
        (("volley", (0, 1), 1), "Order concentrated fire on Elf warrior: Orc warrior and Elf warrior", None),
    ],
)
def test_answers_word_for_word(answer: Any, english: str, french: str | None) -> None:
    world = scene(fighter("orc-warrior", 0, 100, 100), fighter("elf-warrior", 1, 132, 84))
    due = Choose("sbh.action.table", 0, world, Doing(world, 0, 2), 0)
    assert describe(due, answer, "en") == english
    if french is not None:
        assert describe(due, answer, "fr") == french


def test_decisions_in_the_log_name_the_player() -> None:
    event = Chosen(("activate", 0, 2, ""), -1, -1, 0, "sbh.activation.choose-fighter")
    assert SYSTEM.event_sentence(event, duel(), "en") == "Player 1: Activate Orc warrior with 2 dice."
    assert SYSTEM.event_sentence(event, duel(), "fr") == "Joueur 1 : Activer Orque Guerrier avec 2 dés."


def test_values_are_described_by_the_rule_that_asks_for_them() -> None:
    world = duel()
    cases = {
        "sbh.group.roll": (3, "3 dice"),
        "sbh.group.shared-successes": (1, "Elf warrior"),
        "sbh.item.belt-of-strength": (1, "1 point"),
        "sbh.special.swarm-close-ranks": ((1000, 2500), "Go to 1, 2.5 cm"),
        "sbh.campaign.upgrade.dirty-tricks": ("terror", "Cancel Terror"),
        "sbh.special.hero-reroll": ("reroll-failure", "Roll a die that failed again"),
    }
    for why, (answer, text) in cases.items():
        assert describe(Choose(why, 0, world, Listed((answer,)), 0), answer, "en") == text
    decline = Choose("sbh.campaign.upgrade.dirty-tricks", 0, world, Listed(("decline",)), 0)
    assert describe(decline, "decline", "fr") == "Non"


def test_what_was_decided_is_told_without_what_has_changed_since() -> None:
    world = scene(fighter("orc-archer", 0, 100, 100), markers=(Marker(3, "treasure", 20_000, 10_000),))
    phrases = {
        ("move", 18_000, 10_000): ("Move 8 cm east to 18, 10 cm", "Player 1 (Orc archer): Move to 18, 10 cm."),
        ("disengage", 10_000, 15_000): (
            "Break away 5 cm north to 10, 15 cm (2 actions)",
            "Player 1 (Orc archer): Break away to 10, 15 cm (2 actions).",
        ),
        ("take", 3): ("Take it: the treasure", "Player 1 (Orc archer): Take what lies there."),
        ("shoot-marker", 3, True): (
            "Shoot at the marker at 20, 10 cm, aiming",
            "Player 1 (Orc archer): Shoot at a hidden marker, aiming.",
        ),
    }
    due = Choose("sbh.action.table", 0, world, Doing(world, 0, 2), 0)
    later = scene(fighter("orc-archer", 0, 555, 555))
    for answer, (offered, told) in phrases.items():
        assert describe(due, answer, "en") == offered
        assert SYSTEM.event_sentence(Chosen(answer, 0, -1, 0, due.why), later, "en") == told


def test_the_question_says_how_many_actions_are_left() -> None:
    world = duel()
    due = Choose("sbh.action.table", 0, world, Doing(world, 0, 1), 0)
    assert question(due, "en") == "Orc warrior has 1 action: what does it do?"
    assert question(due, "fr") == "Orque Guerrier a 1 action : que faire ?"


@pytest.mark.rule("sbh.hex.distances")
def test_a_hexagon_board_counts_hexes() -> None:
    world = duel()
    hexes = world.copy()
    hexes.ground = Ground(600 * MM, 600 * MM, (0, 4, 7, 13), (), 20 * MM)
    assert sentence("too-far", (0, 7), hexes, "en").endswith("one move is 7 hexes at most on this ground.")
    assert sentence("too-far", (0, 8_000), world, "en").endswith("one move is 8 cm at most on this ground.")


def test_eight_directions() -> None:
    ways = [(9, 1), (5, 5), (1, 9), (-5, 5), (-9, -1), (-5, -5), (-1, -9), (5, -5)]
    assert [compass(dx, dy) for dx, dy in ways] == [f"direction-{i}" for i in range(8)]


def test_a_place_is_described_by_its_kind_and_where_it_is() -> None:
    world = scene(fighter("orc-warrior", 0, 50, 50), pieces=[square("ruins", 100, 200, 60, 40)])
    due = Choose("sbh.scenario.place-of-power.setup", 0, world, Listed((("place", 0),)))
    assert describe(due, ("place", 0), "fr") == "Ruines en 13 ; 22 cm"
