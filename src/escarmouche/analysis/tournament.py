"""A tournament: a ladder of the same agents in several systems at once, kept in a folder as it is fought.

The folder holds `tournament.json`, what is played, and `battles.jsonl`, a line for every battle that has ended. Whoever is
stopped goes on from there: at most the battles under way are lost.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import ExitStack, closing
from itertools import zip_longest
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from escarmouche.agents.roster import Wanted
from escarmouche.analysis.bouts import Fought, Key, Match, Pace, Terms, drawn, fight_all
from escarmouche.analysis.executors import Executor, Here
from escarmouche.analysis.ladder import Ladder, Origin, agreed, origin, ranked
from escarmouche.analysis.rows import battle, told
from escarmouche.analysis.simulate import MOST, ready_to_leave
from escarmouche.core.errors import EscarmoucheError
from escarmouche.core.files import append, held, write_atomically, writing
from escarmouche.core.offers import Habit
from escarmouche.core.system import Plain

PLAN = "tournament.json"
BATTLES = "battles.jsonl"


class Tournament(NamedTuple):
    """A ladder for every system, and one over all of them, in which every battle counts alike."""

    ladders: list[Ladder]
    overall: Ladder
    stopped: bool

    def to_plain(self) -> Plain:
        """As JSON data."""
        ladders = {one.system: one.to_plain() for one in self.ladders}
        return {"stopped": self.stopped, "systems": ladders, "overall": self.overall.to_plain()}


def tournament(
    systems: Sequence[str],
    agents: Sequence[Wanted],
    folder: Path,
    games: int = 20,
    seed: int | str = 0,
    executor: Executor | None = None,
    progress: Callable[[int, int], None] | None = None,
    most: int = MOST,
) -> Tournament:
    """Every two agents fight `games` battles in each system (rounded up to whole bouts), in all of its scenarios in turn.
    Battles that the folder holds are not fought again; a folder with other systems, agents, seed or rules is refused, only
    `games` may be another number. Ctrl-C stops and rates what is done. The same seed gives the same on any number of workers.
    """
    if not systems or len(set(systems)) < len(systems):
        raise EscarmoucheError(
            "A tournament needs one system or more, each named once.",
            "Un tournoi demande au moins un système, chacun nommé une fois.",
        )
    terms = [agreed(system, agents, seed, most=most) for system in systems]
    ready_to_leave(terms[0].agents, executor)
    matches = in_turn([drawn(one, games) for one in terms])
    done: list[Fought] = []
    stopped = False
    file = folder / BATTLES
    with ExitStack() as stack:
        with writing(file):
            stack.enter_context(held(file))
            kept = opened(folder, terms, {match.key for match in matches})
        fights = stack.enter_context(closing(fight_all(matches, executor or Here(), kept)))
        try:
            for one in fights:
                done.append(one)
                if one.key not in kept:
                    with writing(file):
                        append(file, msgspec.json.encode(row(one)) + b"\n")
                if progress is not None:
                    progress(len(done), len(matches))
        except KeyboardInterrupt:
            stopped = True
    ladders = []
    for one_terms in terms:
        fought_here = [one for one in done if one.system == one_terms.system]
        ladders.append(ranked(one_terms.names, fought_here, origin(one_terms), stopped))
    made = origin(terms[0])
    overall = ranked(terms[0].names, done, Origin("", made.version, 0, "", made.seed, None, {}, ()), stopped)
    return Tournament(ladders, overall, stopped)


def in_turn(lists: Sequence[list[Match]]) -> list[Match]:
    """Battles of several systems, taken from each in turn."""
    return [match for rank in zip_longest(*lists) for match in rank if match is not None]


# ---------------------------------------------------------------- the folder


def opened(folder: Path, terms: Sequence[Terms], wanted: set[Key]) -> dict[Key, Fought]:
    """The battles that a folder holds of those that are wanted; one that is new is set up. A last line that was cut short is
    left out, and a battle in which an agent failed is fought again."""
    plan, file = folder / PLAN, folder / BATTLES
    head = msgspec.json.encode([{**origin(one)._asdict(), "agents": one.names, "most": one.most} for one in terms])
    if not plan.exists():
        write_atomically(plan, msgspec.json.format(head, indent=2) + b"\n")
    try:
        before = msgspec.json.decode(plan.read_bytes())
        found = [fought_row(line) for line in whole_lines(file)]
    except (msgspec.MsgspecError, KeyError, TypeError, ValueError) as error:
        raise EscarmoucheError(
            f"{folder} does not hold the battles of a tournament: choose another --folder, or move that one away.",
            f"{folder} ne contient pas les batailles d’un tournoi : choisissez un autre --folder, ou déplacez celui-là.",
        ) from error
    if before != msgspec.json.decode(head):
        raise EscarmoucheError(
            f"{folder} holds a tournament of other systems, agents, seed, rules or weights: choose another --folder.",
            f"{folder} contient un tournoi d’autres systèmes, joueurs, graine, règles ou poids : choisissez un autre --folder.",
        )
    found = [one for one in found if one.battle.fault is None]
    write_atomically(file, b"".join([msgspec.json.encode(row(one)) + b"\n" for one in found]))
    return {one.key: one for one in found if one.key in wanted}


def whole_lines(file: Path) -> list[Plain]:
    """The rows of a file; a last line that was cut short is left out. Raises ValueError for any other that is none."""
    lines = file.read_bytes().splitlines() if file.exists() else []
    found: list[Plain] = []
    for number, line in enumerate(lines, 1):
        try:
            found.append(msgspec.json.decode(line, type=dict[str, Any]))
        except msgspec.DecodeError:
            if number < len(lines):
                raise
    return found


def row(one: Fought) -> Plain:
    """A battle as a line of the file."""
    paces = [[round(pace.longest, 3), sorted(pace.sizes.items())] for pace in one.paces]
    head = {"system": one.system, "scenario": one.scenario, "table": one.table, "bout": one.bout}
    return {**head, **told(one.battle), "paces": paces, "habits": one.habits}


def fought_row(line: Plain) -> Fought:
    """The battle that a line tells of."""
    paces = tuple([Pace({int(size): int(count) for size, count in sizes}, float(longest)) for longest, sizes in line["paces"]])
    habits = tuple([tuple([Habit(*habit) for habit in one]) for one in line["habits"]])
    where = (str(line["system"]), tuple(line["table"]), int(line["bout"]), int(line["turned"]), str(line["scenario"]))
    return Fought(*where, battle(line), paces, habits)
