"""Luck: what every roll of a battle did to each side's chance to win.

Before a roll the battle stands at the expectation over all its outcomes; what fell stands for what it is worth. The difference
is luck. It adds up to nothing over the outcomes of every roll, weighed by their chances, so nobody is lucky on average. What an
outcome is worth is the system's evaluation of the table it leads to, seen on through further dice as far as that stays small,
and turned into a chance to win by the system's `sureness`. Dice that change nothing on the table (how much somebody may do,
say) are no luck; what is done with them is."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from escarmouche.analysis.piped import piped
from escarmouche.core.dice import Stream
from escarmouche.core.effects import Choose, Chosen, Event, Roll, Rolled, Told
from escarmouche.core.engine import Run, start
from escarmouche.core.game import Game
from escarmouche.core.story import Deed, deeds
from escarmouche.core.system import Setup, System
from escarmouche.kit.winning import shares

CASES = 300
"""A roll with more outcomes than this is sampled instead of enumerated."""
SAMPLES = 32
"""So many outcomes stand for all of them then."""
BUDGET = 400
"""Further dice are seen through as long as there are no more cases than this."""
REMEMBERED = 2000
"""So many worlds are remembered with their worth."""
PEAKS = 5
"""So many turning points are named."""
SLIGHT = 0.005
"""A turn of the battle by less than this is none."""

Chances = list[float]
"""The chance to win, by seat."""


class Swing(msgspec.Struct):
    """What a roll or a decision did: the number of its event, who threw or decided, and the change of every seat's chance.
    `exact`: all outcomes were weighed."""

    n: int
    seat: int
    change: Chances
    exact: bool = True


class Peak(msgspec.Struct):
    """A turning point: the events of a deed from `first` to `last`, whose it is, what it tells in both languages, the change it
    brought to every seat's chance, and how much of that was luck."""

    first: int
    last: int
    seat: int
    en: str
    fr: str
    change: Chances
    luck: Chances


class Luck(msgspec.Struct):
    """The luck of a battle. `curve` has the number of events told so far and every seat's chance then; `luck` is the sum of the
    rolls' swings by seat."""

    seats: int
    curve: list[tuple[int, Chances]]
    rolls: list[Swing]
    decisions: list[Swing]
    peaks: list[Peak]
    luck: Chances


# ---------------------------------------------------------------- what a table is worth


class Scales:
    """Weighs the states of one battle; equal worlds, such as those of all dice that miss, are weighed once."""

    def __init__(self, system: System, setup: Setup) -> None:
        self._system = system
        self._seats = range(setup.seats)
        self._known: dict[Any, Chances] = {}

    def weigh(self, run: Run) -> Chances:
        """Every seat's chance as things stand: exact at the end, before it by the system's evaluation."""
        due = run.due
        if due is None:
            return [float(share) for share in run.result.shares]
        world = due.world if isinstance(due, (Choose, Roll)) else None
        known = self._known.get(world)
        if known is None:
            known = shares([self._system.evaluate(world, seat) for seat in self._seats], self._system.sureness)
            if len(self._known) > REMEMBERED:
                self._known.clear()
            self._known[world] = known
        return known


# ---------------------------------------------------------------- a roll and all that may come of it


class Node:
    """A state behind some dice: its value, and where each outcome of the next roll leads, with its weight. `whole`: everything
    up to the next decision was looked at."""

    __slots__ = ("branches", "exact", "run", "value", "whole")

    def __init__(self, run: Run) -> None:
        self.run = run
        self.value: Chances = []
        self.branches: dict[Any, tuple[float, Node]] = {}
        self.whole = True
        self.exact = True


def grown(run: Run, scales: Scales, fell: Any, chance: Stream) -> Node:
    """The roll that is due with all its outcomes, and further rolls level by level while they are few: a level is looked at for
    every outcome or for none, so that no outcome is judged more closely than another. `fell` is among them in any case."""
    root = Node(run)
    _branch(root, fell, chance)
    level = [child for _, child in root.branches.values()]
    made = [root, *level]
    while True:
        due = [(node, node.run.due) for node in level]
        rolls = [(node, roll) for node, roll in due if isinstance(roll, Roll)]
        if not rolls:
            break
        if len(made) + sum([roll.cases() for _, roll in rolls]) > BUDGET:
            for node, _ in rolls:
                node.whole = False
            break
        level = []
        for node, _ in rolls:
            _branch(node, None, chance)
            level.extend([child for _, child in node.branches.values()])
        made.extend(level)
    for node in reversed(made):
        _settle(node, scales)
    return root


def _branch(node: Node, fell: Any, chance: Stream) -> None:
    """The outcomes of a node's roll; a sample of them where they are too many, with `fell` beside at no weight."""
    roll = node.run.due
    assert isinstance(roll, Roll)
    outcomes: dict[Any, float] = {}
    node.exact = roll.cases() <= CASES
    if node.exact:
        scale = roll.scale()
        outcomes = {answer: weight / scale for answer, weight in roll.outcomes()}
    else:
        for _ in range(SAMPLES):
            answer = roll.read(roll.throw(lambda sides: chance.below(sides) + 1))
            outcomes[answer] = outcomes.get(answer, 0.0) + 1 / SAMPLES
        if fell is not None:
            outcomes.setdefault(fell, 0.0)
    for answer, share in outcomes.items():
        twin = node.run.fork()
        twin.reply(answer)
        node.branches[answer] = share, Node(twin)


def _settle(node: Node, scales: Scales) -> None:
    """The value of a node whose branches have theirs."""
    if not node.branches:
        node.value = scales.weigh(node.run)
        return
    children = list(node.branches.values())
    seats = range(len(children[0][1].value))
    node.value = [sum([share * child.value[seat] for share, child in children]) for seat in seats]
    node.whole = node.exact and all(child.whole for _, child in children)


# ---------------------------------------------------------------- a whole battle


class _Walk:
    """Goes through a battle event by event."""

    def __init__(self, game: Game) -> None:
        self.system = game.system
        self.scales = Scales(game.system, game.setup)
        self.run = start(game.system.start(game.setup))
        self.chance = Stream(f"luck {game.setup.seed}")
        self.node: Node | None = None
        self.before: Chances | None = None
        """What stood at the last decision, until it is known what its answer was worth."""
        self.decider = (0, 0)
        self.curve: list[tuple[int, Chances]] = []
        self.rolls: list[Swing] = []
        self.decisions: list[Swing] = []

    def decided(self, n: int, event: Chosen) -> None:
        """Follow a decision."""
        self.arrive(n)
        self.before, self.decider = self.curve[-1][1], (n, event.seat)
        self.run.told.clear()
        self.run.reply(event.answer)
        self.node = None

    def rolled(self, n: int, event: Rolled) -> None:
        """Follow a roll, and note what it did."""
        roll = self.run.due
        assert isinstance(roll, Roll)
        answer = roll.read(event.faces)
        if not roll.empty():
            node = self.node
            if node is None or answer not in node.branches:
                node = grown(self.run.fork(), self.scales, answer, self.chance)
            self.judge(node.value)
            child = node.branches[answer][1]
            change = differences(child.value, node.value)
            if any(change):
                self.rolls.append(Swing(n, event.seat, change, node.exact))
            self.node = child if child.whole and child.branches else None
        self.run.told.clear()
        self.run.reply(answer)

    def judge(self, value: Chances) -> None:
        """What the last decision was worth, now that the value behind it is known."""
        if self.before is not None:
            change = differences(value, self.before)
            if any(change):
                self.decisions.append(Swing(*self.decider, change))
            self.before = None

    def arrive(self, n: int) -> None:
        """At a decision, or at the end: a point of the curve."""
        value = self.scales.weigh(self.run)
        self.judge(value)
        if not self.curve or self.curve[-1][1] != value or self.run.due is None:
            self.curve.append((n, value))


def differences(one: Chances, other: Chances) -> Chances:
    """What one has more than the other, seat by seat; what is only rounding is nothing."""
    return [mine - theirs if abs(mine - theirs) > 1e-12 else 0.0 for mine, theirs in zip(one, other, strict=True)]


def luck(game: Game, progress: Callable[[int, int], None] = lambda _done, _all: None) -> Luck:
    """The luck of a battle that is over (or as far as it has come), from its first turn on. `progress` is told how many events
    of how many are judged; what it raises ends the work."""
    events = game.events
    walk = _Walk(game)
    for n, event in enumerate(events):
        if isinstance(event, Chosen):
            walk.decided(n, event)
        elif isinstance(event, Rolled):
            walk.rolled(n, event)
        progress(n + 1, len(events))
    walk.arrive(len(events))
    begun = beginning(game, events)
    rolls = [one for one in walk.rolls if one.n >= begun]
    decisions = [one for one in walk.decisions if begun <= one.n < last_decision(events)]
    curve = [(n, chances) for n, chances in walk.curve if n >= begun]
    total = [sum([one.change[seat] for one in rolls]) for seat in range(game.setup.seats)]
    return Luck(game.setup.seats, curve, rolls, decisions, turning_points(game, events, rolls, decisions), total)


def last_decision(events: list[Event]) -> int:
    """The number of the last decision: behind it stands what the clock or the count of points does, which is nobody's merit."""
    return max([n for n, event in enumerate(events) if isinstance(event, Chosen)], default=0)


def beginning(game: Game, events: list[Event]) -> int:
    """The number of the first event behind the preparations: where the first heading stands, 0 without one."""
    headings = [n for n, event in enumerate(events) if isinstance(event, Told) and event.kind in game.system.headings]
    return headings[0] if headings else 0


def turning_points(game: Game, events: list[Event], rolls: list[Swing], decisions: list[Swing]) -> list[Peak]:
    """The deeds that turned the battle most, in their order."""
    found = []
    seats = range(game.setup.seats)
    marks = [*[(one, True) for one in rolls], *[(one, False) for one in decisions]]
    marks.sort(key=lambda one: one[0].n)
    for deed, last in spans(game, events):
        inside = [(one, fell) for one, fell in marks if deed.first <= one.n <= last]
        change = [sum([one.change[seat] for one, _ in inside]) for seat in seats]
        if max([abs(one) for one in change]) >= SLIGHT:
            fortune = [sum([one.change[seat] for one, fell in inside if fell]) for seat in seats]
            found.append(Peak(deed.first, last, deed.seat, *told(game, deed), change, fortune))
    found.sort(key=lambda one: -max([abs(change) for change in one.change]))
    return sorted(found[:PEAKS], key=lambda one: one.first)


def spans(game: Game, events: list[Event]) -> Iterator[tuple[Deed, int]]:
    """Every deed that all may know, with the number of its last event."""
    all = deeds(game.system, events, -1)
    for number, deed in enumerate(all):
        yield deed, (all[number + 1].first if number + 1 < len(all) else len(events)) - 1


def told(game: Game, deed: Deed) -> tuple[str, str]:
    """What a deed tells, in English and French."""
    event = deed.headline(game.system.story)
    english, french = [game.system.event_sentence(event, game.world, language) for language in ("en", "fr")]
    return english, french


# ---------------------------------------------------------------- a process that works it out


def main() -> None:
    """The luck of a game that is piped in."""
    piped(luck)
