"""Where two special rules meet."""

from __future__ import annotations

from typing import Any

import pytest

from escarmouche.core.effects import Call
from escarmouche.systems.sbh.model import DEAD, ON_TABLE, SPELLBOUND, Figure
from escarmouche.systems.sbh.rules.melee import fight
from escarmouche.systems.sbh.rules.quality import quality_of
from tests.systems.sbh.scene import fighter, play, scene


def loser_of(winner: str, loser: str, combats: tuple[int, int], dice: tuple[int, ...], **changes: Any) -> tuple[Figure, int]:
    """The loser after a fight in which the winner attacks, and its Quality now; further dice are for its friends' morale."""
    one, other = fighter(winner, 0, 300, 300, combat=combats[0]), fighter(loser, 1, 300, 300, combat=combats[1], **changes)
    other.x += one.card.radius + other.card.radius
    friends = [fighter("human-warrior", 1, 340 + 20 * n, 340) for n in range(4)]
    world = play(Call(fight, scene(one, other, *friends), 0, 1, False), dice=dice).result
    return world.figures[1], quality_of(world, world.figures[1])


@pytest.mark.rule("sbh.interaction.savage-vs-tough")
def test_a_savage_double_removes_a_tough_fighter() -> None:
    troll, _ = loser_of("minotaur-warrior", "troll", (4, 3), (4, 1))  # 8 against 4
    assert (troll.status, troll.wounds) == (DEAD, 0)
    human, _ = loser_of("human-warrior", "human-warrior", (4, 3), (4, 1))
    wounded, _ = loser_of("ogre-warrior", "troll", (4, 3), (4, 1))
    assert (human.status, wounded.status, wounded.wounds) == (DEAD, ON_TABLE, 1)


@pytest.mark.rule("sbh.interaction.assassin-or-lethal-vs-tough")
def test_an_assassin_wounds_a_tough_fighter_and_removes_it_with_a_triple() -> None:
    warlord, quality = loser_of("human-assassin", "orc-warlord", (3, 3), (3, 2), quality=3)  # 6 against 5
    assert (warlord.status, quality) == (ON_TABLE, 4)
    dead, _ = loser_of("human-assassin", "orc-warlord", (6, 0), (3, 3, *[6] * 12), quality=3)  # 9 against 3
    assert (dead.status, dead.removal) == (DEAD, "gruesome-kill")


@pytest.mark.rule("sbh.interaction.assassin-or-lethal-vs-tough")
def test_a_slayer_wounds_its_tough_prey() -> None:
    troll, quality = loser_of("dwarf-troll-slayer", "troll", (4, 3), (3, 2), quality=3)  # 7 against 6
    assert (troll.status, quality) == (ON_TABLE, 4)


@pytest.mark.rule("sbh.interaction.helpless-vs-tough")
@pytest.mark.parametrize("state", [{"prone": True}, {"held": SPELLBOUND}])
def test_a_helpless_tough_fighter_is_wounded_and_dies_when_doubled(state: dict[str, Any]) -> None:
    wounded, _ = loser_of("ogre-warrior", "troll", (3, 3), (3, 4), **state)  # 8 against 7
    assert (wounded.status, wounded.wounds) == (ON_TABLE, 1)
    dead, _ = loser_of("ogre-warrior", "troll", (3, 3), (5, 2), **state)  # 10 against 5
    assert (dead.status, dead.wounds) == (DEAD, 0)


@pytest.mark.rule("sbh.interaction.artificial-and-tough")
def test_a_golem_takes_a_wound_from_a_gruesome_kill() -> None:
    golem, quality = loser_of("dragon-adult", "stone-golem", (5, 0), (3, 3), quality=4)  # 9 against 3
    assert (golem.status, golem.wounds, quality) == (ON_TABLE, 1, 5)
    earth, _ = loser_of("dragon-adult", "earth-elemental", (5, 0), (3, 3), quality=4)
    assert (earth.status, earth.wounds) == (ON_TABLE, 1)
