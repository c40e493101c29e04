"""Differences between two states of a battle, told in words."""

from __future__ import annotations

import doctest

import pytest

from escarmouche.core import registry
from escarmouche.kit import reasons
from escarmouche.kit.reasons import bare, facts, phrase, reason, table, told
from escarmouche.kit.view import words

NAMES = (
    "judged by hand",
    "mine: fighters",
    "mine: figures",
    "mine: in contact",
    "theirs: fighters",
    "theirs: stunned",
    "own turn",
)
NOTHING = [0.0] * len(NAMES)
BESIDE = words("the next choice", "au choix suivant")


def state(**numbers: float) -> list[float]:
    """A battle in which only these numbers are something."""
    return [numbers.get(name.replace(": ", "_").replace(" ", "_"), 0.0) for name in NAMES]


@pytest.mark.parametrize("system", registry.systems())
def test_every_number_has_words_in_both_languages(system: str) -> None:
    for name in registry.system(system).encoding():
        row = table()[bare(name)]
        assert row.en
        assert row.fr
        assert row.en != row.fr
        for said in (row.en, row.fr):
            assert isinstance(said, str) or len(set(said)) == 4


def test_what_is_told_differs_so_and_is_good() -> None:
    found = facts(NAMES, [], state(mine_fighters=0.2, theirs_stunned=0.1), NOTHING)
    said = reason(found, True, BESIDE)
    assert said == {
        "en": "Compared with the next choice, you have more fighters left and the enemy has more figures stunned.",
        "fr": "Par rapport au choix suivant, vous avez plus de combattants en vie et l’ennemi a plus de figurines sonnées.",
    }
    assert reason(found, False, BESIDE) is None
    assert reason(facts(NAMES, [], NOTHING, NOTHING), True, BESIDE) is None


def test_the_weightiest_comes_first_and_nothing_is_told_twice() -> None:
    after = state(mine_fighters=0.2, mine_figures=0.3, theirs_fighters=-0.25, own_turn=2.0)
    assert [fact.name for fact in told(facts(NAMES, [], after, NOTHING), True)] == ["own turn", "mine: figures"]
    weights = [1.0, 0.0, 0.0, 0.0, -3.0, 0.0, 0.0]
    assert [fact.name for fact in told(facts(NAMES, weights, after, NOTHING), True)] == ["theirs: fighters", "own turn"]


def test_what_was_learned_says_whether_contact_is_good() -> None:
    after = state(mine_in_contact=0.5)
    assert facts(NAMES, [], after, NOTHING) == []
    for weight in (0.2, -0.2):
        (fact,) = facts(NAMES, [1.0, 0.0, 0.0, weight, 0.0, 0.0, 0.0], after, NOTHING)
        assert (fact.gain > 0) == (weight > 0)


def test_a_loss_never_speaks_for_anything() -> None:
    odd = [1.0, -0.5, 0.0, 0.0, 0.0, 0.0, 0.0]
    (fact,) = facts(NAMES, odd, state(mine_fighters=-0.2), NOTHING)
    assert fact.gain < 0


def test_the_judgement_as_a_whole_is_told_where_nothing_else_can_be() -> None:
    assert reason(facts(NAMES, [], state(judged_by_hand=0.1), NOTHING), True, BESIDE) is not None
    both = facts(NAMES, [], state(judged_by_hand=5.0, mine_fighters=0.1), NOTHING)
    assert [fact.name for fact in told(both, True)] == ["mine: fighters"]


def test_less_and_fewer() -> None:
    found = facts(("mine: morale", "mine: routed"), [], [0.0, 0.0], [0.5, 0.5])
    assert {phrase(fact)["en"] for fact in found} == {"you have less morale", "you have fewer troops routed"}


def test_of_a_third_person_nobody_is_addressed() -> None:
    found = facts(NAMES, [], state(mine_fighters=0.2, own_turn=1.0), NOTHING)
    assert reason(found, True, BESIDE, third=True) == {
        "en": "Compared with the next choice, its turn is likelier to go on and this side has more fighters left.",
        "fr": "Par rapport au choix suivant, son tour a plus de chances de continuer et ce camp a plus de combattants en vie.",
    }


def test_the_examples_are_true() -> None:
    assert doctest.testmod(reasons).failed == 0
