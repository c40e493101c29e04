"""How a side plays, in counts: turns that two failures ended or threw away, who acts first, groups ordered."""

from __future__ import annotations

from escarmouche.core.effects import Chosen, Told
from escarmouche.core.game import Game
from escarmouche.core.offers import Habit
from escarmouche.kit.habits import Counts, decisions
from escarmouche.systems.sbh.model import Figure, World
from escarmouche.systems.sbh.rules.activation import can_be_activated
from escarmouche.systems.sbh.rules.quality import quality_bonus, quality_of

PASSED, THROWN, BEST_FIRST, GROUPS = "turns-passed", "turns-thrown-away", "best-first", "groups"
WHO_ACTS = "sbh.activation.choose-fighter"


def habits(game: Game) -> list[list[Habit]]:
    """Of each side's turns those that two failures ended (sbh.activation.two-failures-pass-turn); of these, the last of a
    battle apart, those in which others could still have acted; of its turns in which somebody of several acted first, those
    in which nobody had a better chance for each die; and of its activation rolls those of groups (sbh.group.roll)."""
    counts = Counts(game.setup.seats, PASSED, THROWN, BEST_FIRST, GROUPS)
    figures = game.world.figures
    chosen = decisions(game)
    first, passed = True, -1
    for event in game.events:
        if isinstance(event, Chosen):
            due, answer = next(chosen)
            if passed >= 0:
                counts.note(passed, THROWN, int(idle(due.world, passed)))
                passed = -1
            if first and due.why == WHO_ACTS and answer[0] == "activate":
                first = False
                others = ready(due.world, answer[1])
                if others:
                    counts.note(event.seat, BEST_FIRST, int(is_best(due.world, answer[1], others)))
        elif not isinstance(event, Told):
            continue
        elif event.kind == "new-turn":
            first = True
            counts.note(event.about[1], PASSED, 0)
        elif event.kind == "turn-passes":
            passed = event.about[0]
            counts.note(passed, PASSED, 1, 0)
        elif event.kind == "activation":
            counts.note(figures[event.about[0]].seat, GROUPS, 0)
        elif event.kind == "group-activation":
            counts.note(figures[event.about[0][0]].seat, GROUPS, 1)
    return counts.habits()


def idle(world: World, seat: int) -> bool:
    """Has anybody of a side not acted in its last turn? Until its next one they are as that left them."""
    return any(not one.activated for one in world.on_table(seat))


def ready(world: World, id: int) -> list[Figure]:
    """Who else could be activated."""
    return [figure for figure in world.figures if figure.id != id and can_be_activated(world, figure)]


def is_best(world: World, id: int, others: list[Figure]) -> bool:
    """Has none of the others a better chance for each die than this fighter?"""
    return need(world, world.figures[id]) <= min([need(world, other) for other in others])


def need(world: World, figure: Figure) -> int:
    """What each die of its activation roll must show."""
    return quality_of(world, figure) - quality_bonus(world, figure)
