"""How a side plays, in counts: turns thrown away by two failures, groups ordered."""

from __future__ import annotations

from escarmouche.core.effects import Told
from escarmouche.core.game import Game
from escarmouche.core.offers import Habit
from escarmouche.kit.habits import Counts

PASSED, GROUPS = "turns-passed", "groups"


def habits(game: Game) -> list[list[Habit]]:
    """Of each side's turns those that two failures ended (sbh.activation.two-failures-pass-turn), and of its activation rolls
    those of groups (sbh.group.roll)."""
    counts = Counts(game.setup.seats, PASSED, GROUPS)
    figures = game.world.figures
    for event in game.events:
        if not isinstance(event, Told):
            continue
        if event.kind == "new-turn":
            counts.note(event.about[1], PASSED, 0)
        elif event.kind == "turn-passes":
            counts.note(event.about[0], PASSED, 1, 0)
        elif event.kind == "activation":
            counts.note(figures[event.about[0]].seat, GROUPS, 0)
        elif event.kind == "group-activation":
            counts.note(figures[event.about[0][0]].seat, GROUPS, 1)
    return counts.habits()
