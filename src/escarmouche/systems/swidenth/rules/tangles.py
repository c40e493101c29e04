"""Tangles: who outnumbers whom, and the sub-groups that the larger side makes. (swidenth.melee.subgroups)"""

from __future__ import annotations

from typing import Any, final

from mypy_extensions import mypyc_attr

from escarmouche.core.effects import Answer, Chance, Choose, Options, Refusal, Script, Tell, rule
from escarmouche.kit.menu import no
from escarmouche.systems.swidenth.model import Split, World
from escarmouche.systems.swidenth.rules.conventions import foes

Pairs = tuple[tuple[int, int], ...]
WHY = "swidenth.melee.subgroups"
MOST = 64
"""So many ways to split a tangle are listed at most."""


def tangle(world: World, a: int, b: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The tangle of two engaged figures: all of their two sides that are linked by engagements, as those of the first one's
    side and those of the second's. (swidenth.melee.subgroup-limits)"""
    sides = (world.figures[a].seat, world.figures[b].seat)
    known = [a, b]
    place = 0
    while place < len(known):
        for other in foes(world, world.figures[known[place]]):
            if other not in known and world.figures[other].seat in sides:
                known.append(other)
        place += 1
    mine = tuple(sorted([one for one in known if world.figures[one].seat == sides[0]]))
    return mine, tuple(sorted([one for one in known if world.figures[one].seat == sides[1]]))


def split_of(world: World, mine: tuple[int, ...], theirs: tuple[int, ...]) -> Split | None:
    """The sub-groups of a tangle, if they have been made and it is still the same. (swidenth.melee.subgroups)"""
    members = tuple(sorted((*mine, *theirs)))
    for split in world.splits:
        if split[0] == members:
            return split
    return None


def due(mine: tuple[int, ...], theirs: tuple[int, ...]) -> bool:
    """Must sub-groups be made: two groups, each larger than one, of which one is the larger?"""
    return min(len(mine), len(theirs)) > 1 and len(mine) != len(theirs)


def opponents(world: World, id: int) -> tuple[int, ...]:
    """The enemies that a figure may fight: those of its sub-group where there are any. (swidenth.melee.subgroup-fights)"""
    found = []
    for other in foes(world, world.figures[id]):
        mine, theirs = tangle(world, id, other)
        if not due(mine, theirs) or paired(split_of(world, mine, theirs), id, other):
            found.append(other)
    return tuple(found)


def paired(split: Split | None, a: int, b: int) -> bool:
    """Are the two in one sub-group?"""
    return split is None or (a, b) in split[1] or (b, a) in split[1]


def splits_due(world: World, id: int) -> int:
    """An enemy of the figure in a tangle that has to be split before it fights, or -1."""
    for other in foes(world, world.figures[id]):
        mine, theirs = tangle(world, id, other)
        if due(mine, theirs) and split_of(world, mine, theirs) is None:
            return other
    return -1


def helpers(world: World, id: int, enemy: int) -> int:
    """How many other allies are engaged with the same lone enemy, in its sub-group where there are any. The lone figure, and
    everybody in a tangle of equals, has none. (swidenth.melee.outnumber, swidenth.melee.subgroup-limits)"""
    mine, theirs = tangle(world, id, enemy)
    if len(mine) == len(theirs):
        return 0
    if len(theirs) == 1:
        return len([one for one in mine if one != id and enemy in foes(world, world.figures[one])])
    if len(mine) == 1:
        return 0
    split = split_of(world, mine, theirs)
    if split is None:
        return 0
    return len([one for one in mine if one != id and paired(split, one, enemy) and enemy in foes(world, world.figures[one])])


# ---------------------------------------------------------------- making them


def touched(world: World, larger: tuple[int, ...], smaller: tuple[int, ...]) -> list[tuple[int, ...]]:
    """For each of the larger side those of the smaller one it is engaged with."""
    return [tuple([foe for foe in foes(world, world.figures[one]) if foe in smaller]) for one in larger]


def served(pairs: Pairs) -> int:
    """How many of the smaller side have an opponent."""
    return len({lone for _, lone in pairs})


def most_served(choices: list[tuple[int, ...]]) -> int:
    """As many of the smaller side as can have an opponent at all: a largest matching. (swidenth.melee.subgroup-limits)"""
    holder: dict[int, int] = {}

    def seat(one: int, tried: set[int]) -> bool:
        for lone in choices[one]:
            if lone not in tried:
                tried.add(lone)
                if lone not in holder or seat(holder[lone], tried):
                    holder[lone] = one
                    return True
        return False

    return sum([seat(one, set()) for one in range(len(choices))])


def all_pairs(larger: tuple[int, ...], choices: list[tuple[int, ...]], need: int) -> list[Pairs]:
    """Ways to give everybody of the larger side one enemy it touches, so that as many of the smaller one as possible are
    served; at most MOST of them."""
    found: list[Pairs] = []
    open_ones: list[Pairs] = [()]
    while open_ones and len(found) < MOST:
        pairs = open_ones.pop()
        place = len(pairs)
        if place == len(larger):
            if served(pairs) == need:
                found.append(pairs)
            continue
        if served(pairs) + len(larger) - place < need:
            continue
        for lone in reversed(choices[place]):
            open_ones.append((*pairs, (larger[place], lone)))
    return found


@final
@mypyc_attr(acyclic=True)
class Splitting(Options):
    """The choice of sub-groups: an answer is ("split", pairs), for each of the larger side the enemy it faces."""

    __slots__ = ("world", "larger", "smaller")

    def __init__(self, world: World, larger: tuple[int, ...], smaller: tuple[int, ...]) -> None:
        self.world = world
        self.larger = larger
        self.smaller = smaller

    def check(self, answer: Answer) -> Refusal | None:
        limits = "swidenth.melee.subgroup-limits"
        if not isinstance(answer, tuple) or len(answer) != 2 or answer[0] != "split" or not isinstance(answer[1], tuple):
            return no(WHY, "malformed", str(answer))
        pairs: tuple[Any, ...] = answer[1]
        choices = touched(self.world, self.larger, self.smaller)
        if len(pairs) != len(self.larger):
            return no(limits, "split-everybody", len(self.larger))
        for one, enemies, pair in zip(self.larger, choices, pairs, strict=True):
            if not isinstance(pair, tuple) or len(pair) != 2 or type(pair[0]) is not int or type(pair[1]) is not int:
                return no(WHY, "malformed", str(pair))
            if pair[0] != one:
                return no(limits, "split-everybody", len(self.larger))
            if pair[1] not in enemies:
                return no(limits, "split-untouched", one)
        if served(pairs) < most_served(choices):
            return no(WHY, "split-unserved")
        return None

    def listed(self) -> list[Answer]:
        choices = touched(self.world, self.larger, self.smaller)
        return [("split", pairs) for pairs in all_pairs(self.larger, choices, most_served(choices))]

    def sample(self, chance: Chance) -> Answer:
        answers = self.listed()
        return answers[chance.below(len(answers))]

    def single(self) -> Answer | None:
        answers = self.listed()
        return answers[0] if len(answers) == 1 else None


@rule(WHY, "swidenth.melee.subgroup-limits", "swidenth.melee.subgroup-fights")
def split(world: World, id: int, enemy: int) -> Script:
    """The player of the larger group splits the tangle; it stands until the turn ends or somebody joins or leaves. Figures
    that no one of the larger side could be given share the sub-group of an enemy they touch. Returns the world."""
    mine, theirs = tangle(world, id, enemy)
    larger, smaller = (mine, theirs) if len(mine) > len(theirs) else (theirs, mine)
    seat = max(0, world.figures[larger[0]].seat)
    _, pairs = yield Choose(WHY, seat, world, Splitting(world, larger, smaller))
    faced = {lone for _, lone in pairs}
    for lone in smaller:
        if lone not in faced:
            pairs += ((foes(world, world.figures[lone])[0], lone),)
    yield Tell(WHY, "sub-groups", (seat, len(faced)))
    members = tuple(sorted((*mine, *theirs)))
    twin = world.copy()
    twin.splits = (*[one for one in world.splits if not set(one[0]) & set(members)], (members, pairs))
    return twin
