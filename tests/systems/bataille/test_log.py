"""The log: what it tells is what happened, whenever it is read."""

from __future__ import annotations

import pytest

import escarmouche as esc
from escarmouche.core.dice import Stream
from escarmouche.core.effects import Call, Choose, Chosen, Listed, Rolled
from escarmouche.systems.bataille.content import book
from escarmouche.systems.bataille.model import FREED, PRISONER, SUMMONED, Gem
from escarmouche.systems.bataille.rules.shooting import shooting
from escarmouche.systems.bataille.system import SYSTEM
from tests.systems.bataille.scene import inches, man, play, scene


@pytest.mark.parametrize(("scenario", "seed"), [("cursed-gem", 4), ("rescue", 2)])
def test_every_line_of_the_log_reads_the_same_at_the_end(scenario: str, seed: int) -> None:
    game, chance = esc.new("bataille", ["bataille/men-500", "bataille/undead-500"], scenario, seed), Stream("log")
    read = []
    while game.due is not None:
        told = game.play(game.sample(chance))
        read += [(event, SYSTEM.event_sentence(event, game.world, "en")) for event in told]
    moves = [line for event, line in read if isinstance(event, Chosen) and event.answer[0] == "move"]
    assert moves
    assert not any("stays where it is" in line for line in moves), "it stands there because it went there"
    assert [(line, SYSTEM.event_sentence(event, game.world, "en")) for event, line in read] == [
        (line, line) for _, line in read
    ]


def test_a_score_of_nothing_is_told_too() -> None:
    world = scene(man(0, 10, 10, armour=0))
    rolled = Rolled(0, (4, 5), 0, 0, 6, 0, 2, "bataille.core.defence-roll")
    assert SYSTEM.event_sentence(rolled, world, "en") == "Defence roll: Man rolls 4, 5 (needs 0 or less)."


def test_a_type_counts_those_who_are_deployed() -> None:
    locked = [man(0, 20, 20, status=PRISONER), man(0, 20, 22, state=FREED), man(0, 20, 24, state=SUMMONED)]
    world = scene(*[man(0, 10 + x, 10, number=x) for x in (1, 2, 3)], *locked)
    due = Choose("bataille.setup.alternate-by-type", 0, world, Listed((("type", "man"),)))
    assert SYSTEM.describe(due, ("type", "man"), "en").startswith("3 ")


def test_the_log_says_where_the_gem_lies_when_its_carrier_falls() -> None:
    world = scene(man(0, 10, 10), man(1, 20, 10, shooting=(4,)), gem=Gem(inches(10), inches(10), 0), scenario="cursed-gem")
    played = play(Call(shooting, world), [4, 6], [("declare", (1, 0))])
    assert played.kinds == ["declared", "declared", "killed", "gem-lies"]
    assert SYSTEM.speech.sentence("gem-lies", played.tells[-1].about, played.world, "fr") == "La gemme gît en 10 ; 10."


def test_french_agrees_with_whom_it_speaks_of() -> None:
    world = scene(man(0, 10, 10, name_fr="Goule", feminine=True), man(1, 20, 10))
    said = [SYSTEM.speech.sentence("killed", (id, 1, 0), world, "fr") for id in (0, 1)]
    assert said == ["Goule (I) est tuée (1 blessure).", "Homme (II) est tué (1 blessure)."]
    assert book().profile["ghoul"].feminine
