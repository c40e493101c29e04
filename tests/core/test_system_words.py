"""What a system says of events, in both languages, without a word of its own."""

from __future__ import annotations

import pytest

from escarmouche.core.effects import Chosen, Rolled, Told
from escarmouche.core.errors import UnknownName
from escarmouche.core.system import dice_phrase, known
from tests.core.toy import TOY, new_game


@pytest.mark.parametrize(
    ("bonus", "target", "english", "french"),
    [
        (0, 0, "dice: 4, 2", "dés : 4, 2"),
        (0, 3, "dice: 4, 2 (needs 3+)", "dés : 4, 2 (il faut 3+)"),
        (0, -3, "dice: 4, 2 (needs 3 or less)", "dés : 4, 2 (il faut 3 ou moins)"),
        (1, 0, "dice: 4, 2 (+1)", "dés : 4, 2 (+1)"),
        (-2, 5, "dice: 4, 2 (-2, needs 5+)", "dés : 4, 2 (-2, il faut 5+)"),
    ],
)
def test_dice_with_what_they_need(bonus: int, target: int, english: str, french: str) -> None:
    event = Rolled(bonus, (4, 2), -1, 0, 6, target, 6, "toy.melee")
    assert (dice_phrase(event, "en"), dice_phrase(event, "fr")) == (english, french)


def test_every_kind_of_event_has_a_sentence() -> None:
    world = new_game().world
    name = TOY.name(world, 0, "en")
    assert TOY.event_sentence(Rolled(0, (4,), 0, 0, 6, 3, 4, "toy.x"), world, "en") == f"{name}, dice: 4 (needs 3+)"
    assert TOY.event_sentence(Chosen((1, 2), 0, -1, 0, "toy.x"), world, "en") == "(1, 2)"
    assert TOY.event_sentence(Told((3,), "no-such-key", -1, "", "toy.x"), world, "en") == "no-such-key (3,)"


@pytest.mark.parametrize(
    ("kind", "french"), [("scenario", "scénario"), ("agent", "joueur"), ("army", "armée"), ("system", "système")]
)
def test_an_unknown_name_is_told_in_both_languages(kind: str, french: str) -> None:
    assert known(kind, "b", ["a", "b"]) == "b"
    with pytest.raises(UnknownName) as caught:
        known(kind, "c", ["a", "b"])
    assert caught.value.sentence("en") == f"There is no {kind} 'c': choose one of a, b."
    assert french in caught.value.sentence("fr")
    assert "choisissez parmi a, b." in caught.value.sentence("fr")
