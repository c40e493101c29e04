"""A few games in one number, to compare the package as plain Python with the package compiled."""

from __future__ import annotations

from hashlib import sha256

from escarmouche.core import data
from escarmouche.core.dice import Stream
from escarmouche.core.save import dump
from tests.core.toy import new_game, play_on


def kind() -> str:
    """Is the core plain Python here, or compiled?"""
    return "plain" if (data.__file__ or "").endswith(".py") else "compiled"


def digest() -> str:
    """The bytes of ten games, with a fork on the way."""
    total = sha256()
    for seed in range(10):
        chance = Stream(seed)
        game = play_on(new_game(seed, ("corridor", "ambush")[seed % 2]), chance, 40)
        total.update(dump(play_on(game.fork(seed), chance)))
        total.update(dump(play_on(game, chance)))
    return total.hexdigest()
