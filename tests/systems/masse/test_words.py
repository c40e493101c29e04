"""Words: every sentence is there in both languages, every one is used, and a battle can be followed from them alone."""

from __future__ import annotations

import string
from typing import Any

import pytest

import escarmouche as esc
from escarmouche.core.dice import Stream
from escarmouche.core.effects import Choose, Chosen, Listed, Rolled, Told
from escarmouche.core.game import Game
from escarmouche.core.messages import LANGUAGES
from escarmouche.systems.masse.content import book
from escarmouche.systems.masse.model import COMMANDER, INCH, Goal, World
from escarmouche.systems.masse.rules.orders import FIGHT, MOVE, ORDERS, Doing
from escarmouche.systems.masse.rules.values import MISFIRE_BY_DIE
from escarmouche.systems.masse.system import SYSTEM
from escarmouche.systems.masse.words import MESSAGES, describe, outcome_name, question, sentence
from tests.systems.masse.catalogue import SOURCE, modifiers
from tests.systems.masse.field import area, changed, field, hero, structure, unit

PREFIXES = (
    "answer-raise-", "answer-climb-", "answer-join-", "answer-", "choice-", "mod-", "state-", "edge-", "way-", "slant-",
    "front-", "formation-", "morale-", "weapon-", "means-", "role-", "sign-",
)  # fmt: skip
"""Beginnings that the code puts before a name."""

OWN = {"grief", "bless", "weapon-improvised"}
"""Modifiers that are no rows of the tables: lost commanders, blessings."""

GAMES: dict[str, Game] = {}


def game_of(scenario: str) -> Game:
    """A random battle of a scenario, played to its end once."""
    if scenario not in GAMES:
        game, chance = esc.new("masse", scenario=scenario, seed=2), Stream(scenario)
        while game.due is not None:
            game.play(game.sample(chance))
        GAMES[scenario] = game
    return GAMES[scenario]


# ---------------------------------------------------------------- the catalogue is complete


def test_everything_that_is_told_or_refused_has_a_sentence() -> None:
    missing = {key: where for key, where in SOURCE.told_keys.items() if MESSAGES.form(key, "en") is None}
    assert missing == {}
    assert len(SOURCE.told_keys) > 250


def test_every_decision_has_a_question() -> None:
    assert {rule for rule in SOURCE.asked_rules if MESSAGES.form(f"ask.{rule}", "en") is None} == set()
    assert len(SOURCE.asked_rules) > 15


def test_everything_names_a_rule_of_the_rulebook() -> None:
    ids = SYSTEM.rule_ids()
    assert {rule: where for rule, where in SOURCE.cited_rules.items() if rule not in ids} == {}
    assert {rule for rule in SOURCE.asked_rules if rule not in ids} == set()


def test_every_modifier_has_a_name_and_is_a_row_of_its_table() -> None:
    rows: dict[str, set[str]] = {
        "melee.py": set(book().melee_modifier),
        "shooting.py": set(book().missile_modifier),
        "morale.py": set(book().morale_modifier),
    }
    for name, modules in modifiers().items():
        if name == "portee-courte":
            continue
        assert MESSAGES.form(f"mod-{name}", "en"), name
        if name not in OWN:
            assert all(name in rows[module] for module in modules), (name, modules)
    assert len(modifiers()) > 25


@pytest.mark.parametrize("language", LANGUAGES)
def test_outcomes_of_odds_have_names(language: str) -> None:
    names = [
        "nv-0",
        "nv-12",
        "pr-3",
        "raised-2",
        "thrown-1",
        "places-4",
        "figures-1",
        "stands",
        "cornered",
        "enraged",
        "stable",
        "shaken",
        "routed",
        "miss",
        "explosion",
        "jam",
        "delay",
    ]
    said = [outcome_name(name, language) for name in names]
    assert not any(text in names for text in said if text not in ("enraged", "stable", "shaken", "routed", "miss"))
    assert len(set(said)) == len(said)
    assert outcome_name("nv-3", "en") == "3 NV lost"
    assert outcome_name("figures-1", "fr") == "1 figurine perdue"
    assert outcome_name("something-else", language) == "something-else"


def used(key: str) -> bool:
    """Does the code name this message, whole or as a beginning and a name?"""
    plain = key if key in SOURCE.told_keys else key.removesuffix("-short").removesuffix("-next")
    if plain in SOURCE.told_keys or plain in SOURCE.literals or plain.startswith(("direction-", "sector-", "answer-charge")):
        return True
    if plain.startswith("ask."):
        return plain.removeprefix("ask.") in SOURCE.asked_rules
    if plain.startswith("outcome."):
        more = {"nv", "figures", "places", "raised", "thrown", *MISFIRE_BY_DIE.values()}
        return plain.removeprefix("outcome.") in SOURCE.literals | more
    return any(plain.startswith(prefix) and plain.removeprefix(prefix) in SOURCE.literals for prefix in PREFIXES) or (
        plain.startswith(("front-", "mod-couverture-")) or plain.removeprefix("mod-") in modifiers()
    )


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
        assert (MESSAGES.form(key, language) or "").endswith((".", "!")), key
    for rule in SOURCE.asked_rules:
        text = MESSAGES.form(f"ask.{rule}", language) or ""
        assert text.endswith(" ?" if language == "fr" else "?"), rule
        assert language == "fr" or not text.endswith(" ?")


# ---------------------------------------------------------------- whole battles in words


@pytest.mark.parametrize("scenario", SYSTEM.scenarios())
def test_a_whole_battle_can_be_told(scenario: str) -> None:
    game = game_of(scenario)
    told = 0
    for event in game.events:
        for language in LANGUAGES:
            text = SYSTEM.event_sentence(event, game.world, language)
            assert text.endswith((".", "!")), text
            odd = ("{", "}", "mod-", "answer-", "choice-", "None", "masse.", "weapon-", "terrain-", "structure-", "goal-")
            assert not any(one in text for one in odd), text
            told += 1
    assert told > 300


PLACES = ("move", "fly", "place", "walk", "swoop", "arrive", "cast", "forced-march")


def free(answer: Any) -> bool:
    """Is it about places? Those that are very near each other sound the same."""
    return isinstance(answer, tuple) and answer[0] in PLACES


@pytest.mark.parametrize("scenario", SYSTEM.scenarios())
def test_every_option_on_the_way_can_be_described_in_its_own_words(scenario: str) -> None:
    game, chance = esc.new("masse", scenario=scenario, seed=4), Stream(scenario)
    asked, kinds = set(), set()
    for number in range(220):
        if game.due is None:
            break
        asked.add(game.due.why)
        if number % 3 == 0:
            for language in LANGUAGES:
                assert "ask." not in question(game.choice, language)
                phrases = {answer: describe(game.choice, answer, language) for answer in game.options()}
                wrong = [text for text in phrases.values() if "answer-" in text or "choice-" in text or "{" in text]
                assert wrong == []
                fixed = [text for answer, text in phrases.items() if not free(answer)]
                assert len(set(fixed)) == len(fixed), fixed
                kinds |= {answer[0] for answer in phrases if isinstance(answer, tuple) and isinstance(answer[0], str)}
        game.play(game.sample(chance))
    assert len(asked) > 3
    assert len(kinds) > 6


# ---------------------------------------------------------------- a few sentences word for word


def meeting(**changes: Any) -> World:
    """Pikes and orcs, two heroes, a wall and a wood."""
    return field(
        unit("phalange", 0, 30, 20, name_en="The Wall", name_fr="Le mur", **changes),
        unit("infanterie-orque", 1, 30, 21.6, 270, name_en="The Hands", name_fr="Les mains"),
        hero(0, host=0, role=COMMANDER, name_en="Berthe", name_fr="Berthe"),
        pieces=[area("riviere", 0, 40, 60, 3)],
        structures=[structure("donjon", 40, 40, 6, 6)],
        goals=(Goal("hold", 2, x=30 * INCH, y=30 * INCH, reach=4 * INCH, name_en="the mill", name_fr="le moulin"),),
    )


@pytest.mark.parametrize(
    ("kind", "about", "english", "french"),
    [
        (
            "attack-numbers",
            (0, 10, "weapon-pique", 2, (("charge", 2), ("sans-commandant", -2)), 14, 13),
            "The Wall: 10 figures, Pike +2 (+2 charge, -2 no commander) against CA 14: each touch needs 13+.",
            "Le mur : 10 figurines, Pique +2 (+2 charge, -2 sans commandant) contre CA 14 : il faut 13+ par touche.",
        ),
        (
            "morale-test",
            (1, 3, 4, (("qualite", -1), ("rangs", 1)), 7, 10),
            "The Hands: morale 3 + 4 (-1 ML, +1 ranks) = 7 against 10.",
            "Les mains : moral 3 + 4 (-1 ML, +1 rangs) = 7 contre 10.",
        ),
        ("nv-lost", (0, 1, 4), "The Hands: 4 NV lost (The Wall).", "Les mains : 4 NV de perte (Le mur)."),
        ("figures-lost", (1, 1, 9), "The Hands: 1 figure falls, 9 left.", "Les mains : 1 figurine perdue, 9 de reste."),
        ("morale-state", (1, "morale-routed"), "The Hands: routed.", "Les mains : déroute."),
        ("step-march", (0, 0, 11_250), "The Wall: march of 4.5 in.", "Le mur : marche de 4,5 po."),
        ("step-wheel", (0, "left", 4500), "The Wall: wheel left, 45°.", "Le mur : roue à gauche, 45°."),
        (
            "keeps-goal",
            (0, "goal-0", 1, 3),
            "Player 1 keeps the mill: 1 point, 3 in all.",
            "Le joueur 1 garde le moulin : 1 point, 3 en tout.",
        ),
        (
            "terrain-closed",
            (0, "terrain-riviere"),
            "The Wall: these troops may not enter this terrain, River.",
            "Le mur : ces troupes n’entrent pas dans ce terrain, Rivière.",
        ),
        (
            "structure-hit",
            ("structure-donjon", 17, 12, 5),
            "Structure hit (Keep): 17 points of damage, 12 stopped, 5 taken.",
            "Structure touchée (Donjon) : 17 points de dégâts, 12 arrêtés, 5 subis.",
        ),
    ],
)
def test_word_for_word(kind: str, about: tuple[Any, ...], english: str, french: str) -> None:
    world = meeting()
    assert SYSTEM.event_sentence(Told(about, kind, -1, "", "masse.melee.contact"), world, "en") == english
    assert sentence(kind, about, world, "fr") == french


def test_dice_are_told_with_what_they_need_and_the_rule_that_asks() -> None:
    world = meeting()
    roll = Rolled(0, (4, 6, 17), 0, 0, 0, 13, 1, "masse.melee.contact")
    assert SYSTEM.event_sentence(roll, world, "en").endswith(", The Wall: 4, 6, 17 (needs 13+).")
    bare = Rolled(2, (5,), -1, 1, 20, 0, (5,), "masse.no.such-rule")
    assert SYSTEM.event_sentence(bare, world, "en") == "masse.no.such-rule, player 2: 5 (+2)."
    none = Rolled(0, (), 1, 1, 0, 0, 0, "masse.no.such-rule")
    assert SYSTEM.event_sentence(none, world, "fr") == "masse.no.such-rule, Les mains : pas de dés."


@pytest.mark.parametrize(
    ("answer", "english", "french"),
    [
        (("done",), "Done", "C’est tout"),
        (("attack", 1), "Fight The Hands", "Combattre Les mains"),
        (("shoot", 1, True), "Shoot at The Hands in a high arc", "Tir indirect sur Les mains"),
        (
            ("move", (("wheel", "right", 3000), ("march", 0, 5_000))),
            "Move: wheel right 30°, then march 2 in straight ahead",
            "Mouvement : roue à droite de 30°, puis marche de 2 po tout droit",
        ),
        (
            ("move", (("flank", 18000, 2_500),)),
            "Move: flank march 1 in straight back",
            "Mouvement : marche de flanc de 1 po en arrière",
        ),
        (("move", (("formation", 5, "close"),)), "Move: 5 abreast, close order", None),
        (("charge", ()), "Advance, for the charge falls short", None),
        (("fire-at", 0), "Fire at a structure: Keep at 43, 43 in", "Tirer sur une structure : Donjon en 43 ; 43 po"),
        (("raise", 0, "ladder"), "Raise ladders: Keep at 43, 43 in", None),
        (("surmount", 0), "Begin to cross the obstacle: River at 30, 41.5 in", None),
        (("fronts", (1, 3)), "Face left, right", "Faire face à gauche, à droite"),
        (("move", (("fronts", (1,)),)), "Move: facing left too", "Mouvement : face aussi à gauche"),
        (("switch", 0), "Take in hand: Pike", "Prendre en main : Pique"),
        (("concede",), "Concede the battle", "Abandonner la bataille"),
    ],
)
def test_answers_word_for_word(answer: Any, english: str, french: str | None) -> None:
    world = meeting()
    due = Choose("masse.turn.action-content", 0, world, Listed((answer,)), 0)
    assert describe(due, answer, "en") == english
    if french is not None:
        assert describe(due, answer, "fr") == french


def test_a_move_that_is_offered_says_whom_it_meets() -> None:
    orcs = unit("infanterie-orque", 1, 30, 24, 270, name_en="The Hands", name_fr="Les mains")
    world = field(unit("phalange", 0, 30, 20), orcs)
    answer = next(one for one in Doing(world, 0, 0).listed() if one[0] == "move")
    due = Choose("masse.turn.action-content", 0, world, Doing(world, 0, 0), 0)
    assert describe(due, answer, "en").endswith("; contact: The Hands")
    assert describe(due, answer, "fr").endswith(" ; contact : Les mains")


def test_the_question_knows_that_half_of_the_action_is_gone() -> None:
    world = meeting()
    first, then = [Choose("masse.turn.action-content", 0, world, Doing(world, 0, used), 0) for used in (0, MOVE)]
    assert question(first, "en") == "The Wall: what are the orders?"
    assert question(then, "fr") == "Le mur : et ensuite ?"
    assert FIGHT & MOVE == 0


def test_who_was_placed_in_a_structure_is_told_so_when_it_lies_in_ruins() -> None:
    keep = structure("donjon", 40, 40, 6, 6)
    worlds = [field(unit("milice", 0, 10, 10), structures=[changed(keep, damage=damage)]) for damage in (0, keep.pr)]
    event = Chosen(("place", 0, 43 * INCH, 43 * INCH, 0, 5, "skirmish"), -1, -1, 0, "masse.setup.deployment")
    told = [SYSTEM.event_sentence(event, world, "en") for world in worlds]
    assert worlds[1].structures[0].destroyed()
    assert "into the structure at 43, 43 in (Keep), 5 abreast" in told[0]
    assert told[0] == told[1]


def test_decisions_in_the_log_name_the_player() -> None:
    event = Chosen(("declare", ((0, 1),)), -1, -1, 0, "masse.turn.charge-declaration")
    assert SYSTEM.event_sentence(event, meeting(), "en") == "Player 1: Charges: The Wall on The Hands."
    order = Chosen(("switch", 1), 0, -1, 0, "masse.turn.action-content")
    assert SYSTEM.event_sentence(order, meeting(), "en") == "Player 1 (The Wall): Take another weapon in hand."
    none = Chosen(("declare", ()), -1, -1, 1, "masse.turn.charge-declaration")
    assert SYSTEM.event_sentence(none, meeting(), "fr") == "Joueur 2 : Aucune charge."


def test_values_are_described_too() -> None:
    world = meeting()
    cases: dict[Any, str] = {"hold": "Hold", 1: "The Hands", (2, 3): "3 figures aim at Berthe", "stand": "Stand"}
    for answer, text in cases.items():
        assert describe(Choose("masse.turn.delay", 0, world, Listed((answer,)), 0), answer, "en") == text


def test_every_order_there_is_can_be_put_into_words() -> None:
    """An order without a phrase of its own has one by its name."""
    from escarmouche.systems.masse.words import KINDS

    for kind in ORDERS:
        named = kind in KINDS or MESSAGES.form(f"answer-{kind}", "en") is not None
        assert named, kind
    assert len(ORDERS) > 35
