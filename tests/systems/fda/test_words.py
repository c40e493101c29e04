"""Words: sentences agree with whom they are about, and dice tell what they need."""

from __future__ import annotations

from typing import Any

import pytest

import escarmouche as esc
from escarmouche.core.effects import Call, Choose, Chosen, Listed, Rolled
from escarmouche.systems.fda.model import HIDDEN, TWO_D6, World
from escarmouche.systems.fda.rules.damage import defence_roll
from escarmouche.systems.fda.words import SPEECH
from tests.systems.fda.stage import Played, act, cm, figure, play, scene, why_not


def told(played: Played, language: str) -> str:
    """The last sentence."""
    last = played.tells[-1]
    return SPEECH.sentence(last.kind, last.about, played.world, language)


def rolled(played: Played, *faces: int) -> str:
    """The sentence of the first roll, with these faces."""
    roll = played.rolls[0]
    event = Rolled(roll.bonus, faces, roll.figure, roll.seat, roll.sides, roll.target, roll.read(faces), roll.why)
    return SPEECH.dice_sentence(event, played.world, "fr")


def hall(profile: str, **more: Any) -> World:
    return scene(figure(profile, 0, 50, 50, **more), figure("orc", 1, 90, 50, 180))


@pytest.mark.parametrize(("profile", "name", "hurt"), [("elf", "Elfe", "blessée"), ("ranger", "Ranger", "blessé")])
def test_a_sentence_agrees_with_the_figure_it_is_about(profile: str, name: str, hurt: str) -> None:
    played = play(Call(defence_roll, hall(profile), 0, 0, False, ""), [9])
    assert told(played, "fr") == f"{name} est {hurt} : on retourne sa carte."
    assert told(played, "en").endswith("is wounded: its card is turned over.")


def test_questions_and_refusals_agree_too() -> None:
    world = hall("wizardess")
    due = Choose("fda.magic.memorised", 0, world, Listed((("memorise", "sleep"),)), 0)
    assert SPEECH.question(due, "fr") == "Joueur 1 : quel sort Magicienne a-t-elle en tête ?"
    hidden = scene(figure("elf", 0, 50, 50), figure("servant", 1, 80, 50, 180, posture=HIDDEN))
    refusal = why_not(hidden, ("shoot", "bow", 1))
    assert refusal is not None
    said = SPEECH.sentence(refusal.key, refusal.about, hidden, "fr")
    assert said == "Servante est cachée et doit d’abord être trouvée : approchez ou scrutez."


def test_a_profile_of_ones_own_says_its_gender() -> None:
    own = {"id": "cook", "name": "Cook", "name_fr": "Cuisinière", "side": "adventurers", "feminine": True}
    own |= {"combat": 3, "shooting": 3, "defence": 3, "agility": 3, "morale": 2}
    troop = {"system": "fda", "name": "Kitchen", "profile": [own], "figure": [{"profile": "cook"}]}
    orcs = {"system": "fda", "name": "Orcs", "figure": [{"profile": "orc"}]}
    game = esc.new("fda", [troop, orcs], "brawl", 1)
    assert SPEECH.sentence("dead", (0,), game.world, "fr") == "Cuisinière est morte. Tout à fait morte."


@pytest.mark.rule("fda.test.threshold", "fda.damage.jd-roll", "fda.test.jc")
def test_a_roll_tells_what_it_needs_or_what_is_added() -> None:
    shot = act(hall("elf"), ("shoot", "bow", 1), [8])
    assert rolled(shot, 8) == "Jet de Tir (JT) : Elfe obtient 8 (il faut 7 ou moins)."
    hit = play(Call(defence_roll, hall("ranger"), 0, 0, False, ""), [1])  # D4, leather 1: under 5 is unhurt
    assert rolled(hit, 1).endswith(" : Ranger obtient 1 (il faut 4 ou moins).")
    blow = act(
        scene(figure("elf", 0, 50, 50), figure("orc", 1, 52.5, 50, 180), options=0), ("strike", 1), [5, 9], [("let-be",)]
    )
    assert rolled(blow, 5).endswith(" : Elfe obtient 5 (+3).")


@pytest.mark.rule("fda.dice.variant-2d6-minus-2")
def test_two_dice_tell_what_they_come_to() -> None:
    world = scene(figure("elf", 0, 50, 50), figure("orc", 1, 90, 50, 180), options=TWO_D6)
    event = Rolled(9, (3, 6), -1, 0, 6, 0, 7, "fda.test.ji")
    assert SPEECH.dice_sentence(event, world, "fr").startswith(
        "Jet d’Initiative (JI) : le joueur 1 obtient 3, 6 (moins 2 : 7, +9)"
    )


def test_both_pistols_at_one_target_name_it_once() -> None:
    world = scene(figure("corsair", 0, 50, 50), figure("orc", 1, 80, 50, 180), figure("orc", 1, 80, 53, 180))
    due = Choose("fda.action.two-time-units", 0, world, Listed((("two-pistols", 1, 1),)), 0)
    assert SPEECH.describe(due, ("two-pistols", 1, 1), "fr") == "les deux pistolets, sur Orc 1"
    assert SPEECH.describe(due, ("two-pistols", 1, 2), "fr") == "les deux pistolets, sur Orc 1 et Orc 2"


def test_a_stealthy_move_agrees_with_who_makes_it() -> None:
    world = hall("elf")
    due = Choose("fda.action.two-time-units", 0, world, Listed((("advance-crouched", cm(55), cm(50)),)), 0)
    assert SPEECH.describe(due, ("advance-crouched", cm(55), cm(50)), "fr").startswith("avancer tapie de 5 cm")


@pytest.mark.rule("fda.shootreact.reaction-shot")
def test_who_reacts_is_not_told_under_the_name_of_whoever_is_reacted_to() -> None:
    world = scene(figure("orc", 0, 60, 40, 90), figure("elf", 1, 50, 50, 0))
    event = Chosen(("reaction-shot", 1, "bow", 1000), 0, -1, 1, "fda.action.reaction")
    assert SPEECH.event_sentence(event, world, "fr") == "Joueur 2 : Elfe tire (Arc) à l’arrivée."


def test_what_is_kept_is_said() -> None:
    world = hall("elf")
    whys = ("fda.turn.initiative-may-be-ceded", "fda.contact.free-facing", "fda.cover.reroll-jd")
    dues = [Choose(why, 0, world, Listed((("keep",),)), 0) for why in whys]
    assert [SPEECH.describe(due, ("keep",), "fr") for due in dues] == ["garder", "ne pas se tourner", "garder ce jet"]
