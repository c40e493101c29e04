"""The conformance suite passes what is right, and names each promise that is broken."""

from __future__ import annotations

import pytest

from escarmouche.core import conformance, registry
from escarmouche.core.conformance import ConformanceError, enormous, look_alikes, misfits
from escarmouche.core.game import writable
from tests.core.faulty import FAULTY
from tests.core.toy import TOY, until

BROKEN = {
    "leaks": "the view of seat -1 tells what it cannot know",
    "imagines-too-much": "tells what it cannot know",
    "contradicts": "leads to the question that is due",
    "forgets-class": "The save holds a 'Tally'",
    "names-twice": "two data classes are called Tally",
    "impure": "asks something else",
    "impure-later": "two forks with the same answers came to different bytes",
    "impure-call": "the same game begun again came to other bytes",
    "mutates": "on a fork changed the game it came from",
    "unknown-rule": "names the rule 'mini.nowhere', which is not in the rulebook",
    "speechless": "the message mini-unheard-of has no sentence in en",
    "tells-world": "speaks of more than plain data",
    "crashes": "ZeroDivisionError",
    "dead-end": "is a dead end: it offers no option",
    "endless": "has not ended after 300 decisions",
    "never-asks": "goes on without ever asking",
    "never-stops-rolling": "roll dice without ever asking",
    "keeps-secret": "goes on with a secret answer",
    "ends-badly": "there are 3 scores for 2 seats",
    "yields-nonsense": "generator",
    "no-armies": "LookupError: no armies here",
    "offers-too-much": "offers 3 and then refuses it",
    "offers-twice": "offers an option twice",
    "draws-too-much": "the sampled answer 3 is refused",
    "shares": "once changed by a caller",
    "stumbles": "TypeError",
    "takes-true": "takes True for 1",
    "cites-nothing": "names the rule 'mini.nowhere'",
    "says-nothing": "the message unheard-of has no sentence in en",
    "two-faced": "is said to be legal and yet refused",
}
SOUND = ("mini", "keeps-no-secret")


def test_every_faulty_system_has_its_sentence() -> None:
    assert set(BROKEN) | set(SOUND) == set(FAULTY)


@pytest.mark.parametrize("name", SOUND)
def test_a_sound_system_passes(name: str) -> None:
    summary = conformance.check(name, games=3, max_decisions=300)
    assert summary.games == 3
    assert summary.decisions > 30
    assert min(summary) > 0


@pytest.mark.parametrize("scenario", TOY.scenarios())
def test_the_toy_conforms(scenario: str) -> None:
    summary = conformance.check("toy", scenario, games=2, max_decisions=500)
    assert summary.decisions > 100
    assert min(summary) > 0


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_promise_is_named(name: str) -> None:
    with pytest.raises(ConformanceError) as caught:
        conformance.check(name, games=5, max_decisions=300)
    assert BROKEN[name] in str(caught.value)
    assert isinstance(caught.value, AssertionError)


def test_a_failure_says_where_it_happened() -> None:
    with pytest.raises(ConformanceError, match=r"^crashes, count, seed 4/0, decision \d+ \(mini\.turn\): ZeroDivision"):
        conformance.check("crashes", seed=4)


def test_armies_are_those_given() -> None:
    armies = [{"figures": [{"name": n, "strength": 3} for n in names]} for names in ("abc", "xyz")]
    assert conformance.check("toy", armies=armies, games=1).decisions > 0
    with pytest.raises(ConformanceError, match="KeyError"):
        conformance.check("toy", armies=[{}, {}], games=1)


def test_the_same_seed_looks_at_the_same() -> None:
    assert conformance.check("toy", games=1, seed=3) == conformance.check("toy", games=1, seed=3)


def test_each_check_leaves_the_game_as_it_was() -> None:
    game = until("toy.react")
    run, top, log = game.run, game.run.top, game.log
    conformance.settles_twice(game)
    conformance.keeps_secrets(game)
    conformance.hides(game, 1)
    conformance.speaks(game)
    assert conformance.refuses(game, list(conformance.MISFITS)) == len(conformance.MISFITS)
    assert (game.run, game.run.top, game.log) == (run, top, log)


def test_look_alikes_are_equal_and_yet_not_the_same() -> None:
    assert list(look_alikes(("walk", 1, (0, 5)))) == [
        ("walk", 1.0, (0, 5)),
        ("walk", True, (0, 5)),
        ("walk", 1, (0.0, 5)),
        ("walk", 1, (False, 5)),
        ("walk", 1, (0, 5.0)),
    ]
    assert list(look_alikes(True)) == [1]
    assert list(look_alikes("walk")) == []


def test_numbers_far_too_big_are_tried_however_deep_they_lie() -> None:
    huge = 10**30
    assert list(enormous(("deploy", ((1, 2), ("x", 3))))) == [
        ("deploy", ((huge, 2), ("x", 3))),
        ("deploy", ((1, huge), ("x", 3))),
        ("deploy", ((1, 2), ("x", huge))),
    ]
    assert set(enormous(("walk", (1, 2)))) <= set(misfits(("walk", (1, 2))))


@pytest.mark.parametrize("answer", [("walk", 3), 2, "keep", ()], ids=str)
def test_misfits_are_plain_and_differ(answer: object) -> None:
    found = misfits(answer)
    assert len(found) >= 2
    assert answer not in found
    assert all(writable(one) for one in found)


def test_an_answer_that_is_legal_is_not_counted_as_refused() -> None:
    game = until("toy.react")
    assert conformance.refuses(game, [("hold",), ("strike",), "hold"]) == 1


def test_a_system_without_a_rulebook_may_cite_anything() -> None:
    system = registry.system("mini")
    with pytest.raises(ConformanceError, match=r"names the rule 'x\.y'"):
        conformance.names_rule(system, "x.y", "it")
    assert type(system).__mro__[1]().rule_ids() == frozenset()
