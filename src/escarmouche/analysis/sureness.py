"""How sure a lead is: fits a system's `sureness` on battles between agents.

    python -m escarmouche.analysis.sureness SYSTEM [BATTLES [AGENT]]

prints the sureness under which what came of so many battles was likeliest, how far chance may have moved it (a standard error:
the battles are left out a tenth at a time), and how many battles and moments it rests on."""

from __future__ import annotations

import sys
from itertools import islice
from math import log, sqrt

from escarmouche.agents.protocol import Budget, play_on
from escarmouche.agents.roster import agent
from escarmouche.core import registry
from escarmouche.core.game import Game
from escarmouche.kit.habits import decisions
from escarmouche.kit.winning import shares

Moment = tuple[list[float], list[float]]
"""How good the table was for each seat, and each seat's part of the victory in the end."""
EVERY = 10
"""One moment is taken in so many decisions."""
PLAYOUTS = 4
PARTS = 10
"""For the error, battles are dealt into so many parts, and each part is left out once."""
LEAST, MOST = 0.05, 20.0


def fitted(samples: list[Moment]) -> float:
    """The sureness under which what came of battles was likeliest.

    >>> fitted([([0.2, -0.2], [1.0, 0.0])] * 3 + [([0.2, -0.2], [0.0, 1.0])])
    2.75
    """
    low, high = LEAST, MOST
    for _ in range(60):
        one, other = low + (high - low) / 3, high - (high - low) / 3
        if likelihood(samples, one) < likelihood(samples, other):
            low = one
        else:
            high = other
    return round((low + high) / 2, 2)


def error(battles: list[list[Moment]]) -> float:
    """The standard error of what is fitted on the moments of battles, by leaving out a part of the battles at a time. The
    moments of one battle end alike, so battles are left out whole."""
    found = []
    for part in range(PARTS):
        kept = [moment for number, battle in enumerate(battles) if number % PARTS != part for moment in battle]
        found.append(fitted(kept))
    mean = sum(found) / PARTS
    return sqrt(sum([(one - mean) ** 2 for one in found]) * (PARTS - 1) / PARTS)


def likelihood(samples: list[Moment], sureness: float) -> float:
    """The logarithm of how likely it was that battles ended as they did."""
    total = 0.0
    for worths, won in samples:
        chances = shares(worths, sureness)
        total += sum([part * log(max(chance, 1e-9)) for part, chance in zip(won, chances, strict=True)])
    return total


def moments(game: Game) -> list[Moment]:
    """Some moments of a battle that is over."""
    assert game.result is not None
    won = [float(share) for share in game.result.shares]
    worlds = [due.world for due, _ in islice(decisions(game), None, None, EVERY)]
    return [([game.system.evaluate(world, seat) for seat in range(game.setup.seats)], won) for world in worlds]


def main(system: str, battles: int = 40, name: str = "greedy") -> None:
    """Play the battles, fit, and print."""
    played: list[list[Moment]] = []
    for seed in range(battles):
        game = registry.new(system, seed=seed, options=registry.system(system).quick_options())
        play_on(game, [agent(name, f"{seed} {seat}") for seat in range(game.setup.seats)], Budget(PLAYOUTS))
        played.append(moments(game))
    samples = [moment for battle in played for moment in battle]
    print(f"{system}: sureness {fitted(samples)} ± {error(played):.2f} from {battles} battles, {len(samples)} moments")


if __name__ == "__main__":
    system, battles, name = [*sys.argv[1:], *("sbh", "40", "greedy")[len(sys.argv) - 1 :]]
    main(system, int(battles), name)
