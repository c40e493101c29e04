"""Small battles that agents play in a moment."""

from __future__ import annotations

from escarmouche.core import registry
from escarmouche.core.dice import Stream
from escarmouche.core.effects import Choose
from escarmouche.core.game import Game
from escarmouche.core.system import Plain

BAND: Plain = {
    "system": "sbh",
    "name": "Four of a kind",
    "name_fr": "Carré",
    "figure": [{"profile": "orc-warrior", "count": 3}, {"profile": "orc-archer"}],
}


def small_battle(seed: int | str = 1, scenario: str = "pitched-battle") -> Game:
    """Four orcs against four orcs."""
    return registry.new("sbh", [BAND, BAND], scenario, seed)


def at_random(game: Game, why: str, seat: int = -1, seed: int | str = 1) -> Game:
    """The game after random answers, at the first question of this kind (to this seat)."""
    chance = Stream(f"at random {seed}")
    while isinstance(game.due, Choose) and not (game.due.why == why and seat in (-1, game.due.seat)):
        game.play(game.sample(chance))
    assert game.due is not None
    return game
