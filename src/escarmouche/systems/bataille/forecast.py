"""What a declaration or a spell may come to: the exact chance of everybody who may be struck to fall, by the rules."""

from __future__ import annotations

from contextlib import suppress
from fractions import Fraction
from typing import Final

from escarmouche.core.effects import Answer, Call, Script, rule
from escarmouche.core.engine import start
from escarmouche.core.errors import TooManyOutcomes
from escarmouche.core.odds import leaves
from escarmouche.core.system import Plain
from escarmouche.kit.marks import note
from escarmouche.systems.bataille.model import ON_TABLE, World
from escarmouche.systems.bataille.rules.artillery import shell
from escarmouche.systems.bataille.rules.declaring import HOLD, Row
from escarmouche.systems.bataille.rules.harm import suffer
from escarmouche.systems.bataille.rules.magic import SPELLS
from escarmouche.systems.bataille.rules.melee import melee_row
from escarmouche.systems.bataille.rules.shooting import volley
from escarmouche.systems.bataille.words import SPEECH

MELEE: Final = "bataille.melee.attack"
STEADY: Final = 1000
"""Hit points that nobody loses in a phase."""
CASES: Final = 600
"""So many ways a spell is followed."""
SHOWN: Final = 8
"""At most so many are told of, the likeliest to fall first."""


@rule("bataille.core.simultaneous-declaration")
def alone(world: World, row: Row, close: bool) -> Script:
    """The attacks of one row and the defence against them, with nothing else in the phase. Returns the world."""
    if close:
        hits = yield from melee_row(world, row)
    elif world.figures[row[0]].is_gun():
        world, hits = yield from shell(world, row[0], row[1], row[2])
    else:
        hits = yield from volley(world, row)
    return (yield from suffer(world, tuple(hits), close))


def single(world: World, row: Row) -> list[Row]:
    """A row taken apart, one attack in each; a gun has one shot."""
    if world.figures[row[0]].is_gun():
        return [row]
    aims = [(place, target) for place, target in enumerate(row[1:]) if target != HOLD]
    return [(row[0], *[target if one == place else HOLD for one in range(len(row) - 1)]) for place, target in aims]


def wounding(world: World, row: Row, close: bool) -> dict[int, Fraction]:
    """The chance of everybody to be wounded by a single attack."""
    found: dict[int, Fraction] = {}
    for leaf in leaves(start(Call(alone, world, row, close))):
        for before, after in zip(world.figures, leaf.run.result.figures, strict=True):
            if after.hp < before.hp:
                found[before.id] = found.get(before.id, Fraction(0)) + leaf.chance
    return found


def totals(chances: list[Fraction], most: int) -> list[Fraction]:
    """The chances of 0, 1 and so on wounds from attacks that are independent of each other, as those of a phase are
    (bataille.core.simultaneous-declaration); the last is that of `most` or more.

    >>> [str(chance) for chance in totals([Fraction(1, 2)] * 3, 2)]
    ['1/8', '3/8', '1/2']
    """
    found = [Fraction(1), *[Fraction(0)] * most]
    for chance in chances:
        missed = [one if number == most else one * (1 - chance) for number, one in enumerate(found)]
        found = [one + (found[number - 1] * chance if number else 0) for number, one in enumerate(missed)]
    return found


def falling(world: World, rows: tuple[Row, ...], close: bool) -> dict[int, Fraction]:
    """The chance of everybody who may be wounded to lose all hit points."""
    fresh = []
    for one in [figure for figure in world.figures if figure.status == ON_TABLE]:
        twin = one.copy()
        twin.hp = STEADY
        fresh.append(twin)
    steady = world.with_figures(fresh)
    struck: dict[int, list[Fraction]] = {}
    for row in [one for declared in rows for one in single(world, declared)]:
        for victim, chance in wounding(steady, row, close).items():
            struck.setdefault(victim, []).append(chance)
    return {victim: totals(chances, world.figures[victim].hp)[-1] for victim, chances in struck.items()}


def consumed(world: World, answer: Answer) -> dict[int, Fraction]:
    """The chance of everybody whom a spell may hurt to fall; nobody is told of where it covers too many to follow."""
    found: dict[int, Fraction] = {}
    with suppress(TooManyOutcomes):
        for leaf in leaves(start(Call(SPELLS[answer[0]].perform, world, answer)), limit=CASES):
            for before, after in zip(world.figures, leaf.run.result.figures, strict=True):
                if after.hp < before.hp:
                    found[before.id] = found.get(before.id, Fraction(0)) + (leaf.chance if after.hp == 0 else 0)
        return found
    return {}


def stages(world: World, answer: Answer, why: str) -> list[Plain]:
    """What a screen tells of a declaration, or of a spell that strikes at once: who may fall, and how likely."""
    found = falling(world, answer[1:], why == MELEE) if answer[0] == "declare" else consumed(world, answer)
    likely = sorted(found, key=lambda victim: (-found[victim], victim))[:SHOWN]
    if not likely:
        return []
    seat = world.figures[answer[1][0] if answer[0] == "declare" else answer[1]].seat
    odds = {
        str(victim): {
            "chance": str(found[victim]),
            "percent": round(float(100 * found[victim]), 2),
            "text": SPEECH.both("note.friend" if world.figures[victim].seat == seat else "note.foe", (victim,), world),
            "grade": "bad" if world.figures[victim].seat == seat else "good",
        }
        for victim in likely
    }
    return [{**note(SPEECH, world, "bataille.core.death", "note.falling"), "odds": odds, "apart": True}]
