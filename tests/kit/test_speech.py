"""How a system speaks, without a game: events, dice, questions, answers and what a screen is told, in both languages."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest

from escarmouche.core.effects import Call, Choose, Chosen, Listed, Roll, Rolled, Script, Tell, Told, rule
from escarmouche.core.messages import CORE, Messages
from escarmouche.kit.marks import is_worded, modifiers, note, stage, star
from escarmouche.kit.words import ContentNames, Speech, compass, heading

FORMS = {
    "moved": {"en": "{0:fig} moves {1}.", "fr": "{0:fig} avance de {1}."},
    "ask.toy.turn": {"en": "Player {0}, with {1:fig}?", "fr": "Joueur {0}, avec {1:fig} ?"},
    "answer-walk": {"en": "Walk {0}", "fr": "Marcher {0}"},
    "answer-7": {"en": "Seven", "fr": "Sept"},
    "chosen": {"en": "Seat {0} says {1}.", "fr": "La place {0} dit {1}."},
    "chosen-for": {"en": "Seat {0} says {1} for {2:fig}.", "fr": "La place {0} dit {1} pour {2:fig}."},
    "seat": {"en": "player {0}", "fr": "joueur {0}"},
    "rolled": {"en": "{0} rolls {1:dice}; {2}; {3}", "fr": "{0} lance {1:dice} ; {2} ; {3}"},
    "rolled-nothing": {"en": "{0} rolls nothing", "fr": "{0} ne lance rien"},
    "rolled-needs": {"en": "needs {0}", "fr": "veut {0}"},
    "rolled-under": {"en": "at most {0}", "fr": "au plus {0}"},
    "rolled-each": {"en": "{0:+} each", "fr": "{0:+} chacun"},
    "mod-hill": {"en": "on a hill", "fr": "sur une colline"},
}


def name(world: Any, figure: int, language: str) -> str:
    return f"{'Le' if language == 'fr' else 'The'} {world[figure]}"


SPEECH = Speech(
    "nowhere", Messages(FORMS, CORE), name, {"leap": lambda due, answer, lang: f"{lang} leap {answer[1]} {due.why}"}
)
WORLD = ("orc", "elf")


def due(figure: int = 1) -> Choose:
    return Choose("toy.turn", 0, WORLD, Listed((("walk", 3),)), figure)


def said(event: Any) -> list[str]:
    return [SPEECH.event_sentence(event, WORLD, language) for language in ("en", "fr")]


def test_what_was_told_is_said_in_both_languages() -> None:
    assert said(Told((1, 4), "moved", -1, "", "toy.turn")) == ["The elf moves 4.", "Le elf avance de 4."]
    assert SPEECH.both("moved", (0, 2), WORLD) == {"en": "The orc moves 2.", "fr": "Le orc avance de 2."}


def test_a_decision_is_said_with_the_figure_it_is_about() -> None:
    assert said(Chosen(("walk", 3), -1, -1, 0, "toy.turn")) == ["Seat 0 says Walk 3.", "La place 0 dit Marcher 3."]
    assert said(Chosen(("walk", 3), 0, -1, 1, "toy.turn"))[0] == "Seat 1 says Walk 3 for The orc."
    assert said(Chosen(("leap", 9), 1, -1, 1, "toy.turn"))[1] == "La place 1 dit fr leap 9 toy.turn pour Le elf."


@pytest.mark.parametrize(
    ("bonus", "faces", "figure", "target", "sentence"),
    [
        (0, (3, 4), -1, 0, "player 2 rolls 3, 4; ; toy.roll"),
        (0, (3,), 0, 5, "The orc rolls 3; needs 5; toy.roll"),
        (0, (3,), 0, -5, "The orc rolls 3; at most 5; toy.roll"),
        (2, (3,), 1, 0, "The elf rolls 3; +2 each; toy.roll"),
        (-1, (6,), 1, 4, "The elf rolls 6; needs 4, -1 each; toy.roll"),
        (0, (), 1, 4, "The elf rolls nothing"),
    ],
)
def test_dice_are_said_with_what_they_need(bonus: int, faces: tuple[int, ...], figure: int, target: int, sentence: str) -> None:
    assert said(Rolled(bonus, faces, figure, 1, 6, target, None, "toy.roll"))[0] == sentence


def test_questions_and_answers() -> None:
    assert [SPEECH.question(due(), one) for one in ("en", "fr")] == ["Player 0, with The elf?", "Joueur 0, avec Le elf ?"]
    assert SPEECH.describe(due(), ("walk", 3), "fr") == "Marcher 3"
    assert SPEECH.describe(due(), ("leap", 2), "en") == "en leap 2 toy.turn"
    assert SPEECH.describe(due(), 7, "fr") == "Sept"
    assert SPEECH.describe(due(), (7, 3), "en") == "answer-(7, 3)", "a tuple without a first word is a mere value"


def test_a_rule_without_a_book_is_called_by_its_id() -> None:
    assert SPEECH.rule_title("toy.roll", "en") == "toy.roll"
    assert Speech("sbh", CORE, name).rule_title("sbh.army.points-limit", "fr") != "sbh.army.points-limit"


class Named(NamedTuple):
    """A row with a name."""

    en: str
    fr: str

    def name(self, language: str) -> str:
        """Its name."""
        return self.fr if language == "fr" else self.en


class Book(NamedTuple):
    """One table."""

    wood: dict[str, Named]


def test_rows_of_a_book_are_messages() -> None:
    read: list[int] = []

    def book() -> Book:
        read.append(1)
        return Book({"old-oak": Named("Old oak", "Vieux chêne")})

    names = ContentNames(book, {"terrain": "wood"})
    assert read == [], "the content is read when the first name is asked for"
    assert [names.form("terrain-old-oak", language) for language in ("en", "fr")] == ["Old oak", "Vieux chêne"]
    assert names.form("terrain-birch", "en") is None
    assert names.form("wood-old-oak", "en") is None
    assert names.form("seat", "en") == CORE.form("seat", "en")


# ---------------------------------------------------------------- what a screen is told


class Rule(NamedTuple):
    """A row with a rule."""

    rule: str


def test_modifiers_have_their_rule_and_their_words() -> None:
    found = modifiers(4, [("hill", 2), ("odd", -1)], {"hill": Rule("toy.hill")}, SPEECH.messages)
    assert found == [
        {"figure": 4, "id": "hill", "value": 2, "rule": "toy.hill", "en": "on a hill", "fr": "sur une colline"},
        {"figure": 4, "id": "odd", "value": -1, "rule": "", "en": "odd", "fr": "odd"},
    ]
    told = note(SPEECH, WORLD, "toy.turn", "moved", 0, 2)
    assert told == {"rule": "toy.turn", "en": "The orc moves 2.", "fr": "Le orc avance de 2."}


@rule("toy.volley")
def volley(world: int) -> Script:
    """A hit on five or more; then more dice, which are another matter."""
    (face,) = yield Roll("toy.volley", 0, world, 1, 6)
    yield Tell("toy.volley", "moved", (0, face), outcome="hit" if face >= 5 else "miss")
    (more,) = yield Roll("toy.volley", 0, world, 1, 6)
    yield Tell("toy.volley", "moved", (0, more), outcome="later")
    return world + more


def test_a_stage_has_the_odds_of_what_comes_first() -> None:
    said = {"rule": "toy.volley", "en": "A volley.", "fr": "Une volée."}
    found = stage(lambda name, language: f"{language} {name}", said, Call(volley, 0), lambda leaf: "+".join(leaf.outcomes))
    assert found == {
        **said,
        "odds": {
            "hit": {"chance": "1/3", "percent": 33.33, "text": {"en": "en hit", "fr": "fr hit"}},
            "miss": {"chance": "2/3", "percent": 66.67, "text": {"en": "en miss", "fr": "fr miss"}},
        },
    }


@pytest.mark.parametrize(
    ("answer", "worded"), [(("walk", 1), True), ((1, "walk"), False), ((), False), ("walk", False), (3, False)]
)
def test_an_answer_is_worded_when_it_begins_with_a_word(answer: Any, worded: bool) -> None:
    assert is_worded(answer) is worded


def test_a_reach_is_as_exact_as_asked_for_and_never_beyond() -> None:
    for fineness in (100, 10, 1):
        (spot,) = star(0, 0, 10_000, lambda _angle, length: length <= 4_321, rays=1, fineness=fineness)
        assert 4_321 - fineness <= spot[0] <= 4_321
        assert spot[1] == 0
    east, north, west, south = star(5, 7, 1_000, lambda angle, _length: angle in (0, 9_000), rays=4)
    assert (east, north) == ((1_005, 7), (5, 1_007))
    assert abs(west[0] - 5) + abs(south[1] - 7) <= 200


@pytest.mark.parametrize("eighth", range(8))
def test_directions_turn_round_the_compass(eighth: int) -> None:
    dx, dy = [(10, 0), (10, 10), (0, 10), (-10, 10), (-10, 0), (-10, -10), (0, -10), (10, -10)][eighth]
    assert compass(dx, dy) == f"direction-{eighth}"
    for facing in (eighth * 4_500 - 2_250, eighth * 4_500, eighth * 4_500 + 2_249):
        assert heading(facing % 36_000) == f"direction-{eighth}"
    assert heading((eighth * 4_500 + 2_250) % 36_000) == f"direction-{(eighth + 1) % 8}"
    assert compass(10, 5) == "direction-1"
    assert compass(11, 5) == "direction-0"
    assert compass(5, 11) == "direction-2"
