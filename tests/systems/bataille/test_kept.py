"""What is kept from one world to the next is what a world that nobody has asked before says too."""

from __future__ import annotations

import pytest

import escarmouche as esc
from escarmouche.core.data import fields
from escarmouche.core.dice import Stream
from escarmouche.core.effects import Choose
from escarmouche.core.game import Game
from escarmouche.systems.bataille.model import Ground, World
from escarmouche.systems.bataille.rules.core import Contacts, foes
from escarmouche.systems.bataille.rules.movement import Marching
from escarmouche.systems.bataille.system import SYSTEM

BATTLES = [("cursed-gem", 3), ("rescue", 5)]
STEPS = 70


def unasked(world: World) -> World:
    """The same world on ground of its own, of which nothing is known yet."""
    ground = Ground(**{name: getattr(world.ground, name) for name in fields(Ground)})
    return World(**{**{name: getattr(world, name) for name in fields(World)}, "ground": ground})


def stepped(game: Game, chance: Stream) -> None:
    """The game after an answer from its list, and now and then a drawn one."""
    answers = game.options()
    game.play(game.sample(chance) if chance.below(3) == 0 else answers[chance.below(len(answers))])


@pytest.mark.parametrize(("scenario", "seed"), BATTLES)
def test_lists_and_contacts_of_two_ways_that_a_battle_takes(scenario: str, seed: int) -> None:
    game, chance = esc.new("bataille", scenario=scenario, seed=seed), Stream(f"{seed}")
    marches = 0
    for _ in range(STEPS):
        for one in (game, game.fork(seed=1)):
            stepped(one, chance)
            due = one.due
            if isinstance(due, Choose) and isinstance(due.options, Marching):
                marches += 1
                assert due.options.listed() == Marching(unasked(due.world), due.seat).listed()
                contacts = Contacts(due.world)
                assert [contacts.foes(figure.id) for figure in due.world.in_play(0)] == [
                    [foe.id for foe in foes(due.world, figure)] for figure in due.world.in_play(0)
                ]
        if game.due is None:
            break
    assert marches > STEPS // 3


@pytest.mark.parametrize(("scenario", "seed"), BATTLES)
def test_views_of_two_ways_that_a_battle_takes(scenario: str, seed: int) -> None:
    game, chance = esc.new("bataille", scenario=scenario, seed=seed), Stream(f"view {seed}")
    for _ in range(STEPS):
        for one in (game, game.fork(seed=1)):
            stepped(one, chance)
            assert SYSTEM.view(one.world, 0) == SYSTEM.view(unasked(one.world), 0)
        if game.due is None:
            break
