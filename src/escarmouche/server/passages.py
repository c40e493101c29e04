"""What happened between two decisions, step by step: the worlds in which dice were thrown, and the picture of each for a viewer
as the difference from the one before. So a screen shows deeds one after the other, and never more than a seat may know."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

from escarmouche.core.dice import Source
from escarmouche.core.effects import Answer, Choose, Event, Roll, Rolled
from escarmouche.core.game import Game, plain
from escarmouche.core.system import Plain, System
from escarmouche.kit.view import Change, Way

LISTS: tuple[Literal["figures", "pieces", "markers"], ...] = ("figures", "pieces", "markers")
UNSHOWN = ("own",)
"""What no screen reads of a view or of one of its entries."""
MOST = 80
"""Of so many different worlds behind one answer a picture is made; of more, of every second, third and so on."""


class Passage(NamedTuple):
    """What one entry of the log led through: the world before it, for each of its events the world that came of it as far as
    that is known, and the way of the figure that moved, if it was not straight."""

    before: Any
    worlds: list[Any]
    figure: int
    way: list[tuple[int, int, int]]


class Watched(Source):
    """Dice that note the world in which each roll is thrown."""

    __slots__ = ("dice", "worlds")

    def __init__(self, dice: Source) -> None:
        self.dice = dice
        self.worlds: list[Any] = []

    def throw(self, roll: Roll, place: int) -> tuple[int, ...]:
        self.worlds.append(roll.world)
        return self.dice.throw(roll, place)


def played(game: Game, answer: Answer) -> tuple[list[Event], Passage]:
    """Play an answer and watch what it leads through."""
    before, due, dice = game.world, game.due, game.source
    watched = None if dice is None else Watched(dice)
    game.source = watched
    try:
        events = game.play(answer)
    finally:
        game.source = dice
    worlds = aligned(events, watched.worlds if watched else [], game.world, isinstance(due, Roll))
    way = game.system.way(due, plain(answer)) if isinstance(due, Choose) else []
    return events, Passage(before, worlds, -1 if due is None else due.figure, way)


def aligned(events: list[Event], worlds: list[Any], last: Any, by_hand: bool) -> list[Any]:
    """For each event the world that is known of once it has happened: that of the next roll, or the last one."""
    found: list[Any] = []
    coming = [*worlds, last]
    at = 0
    for number, event in enumerate(events):
        if isinstance(event, Rolled) and event.faces and not (by_hand and number == 0):
            at += 1
        found.append(coming[at])
    return found


# ---------------------------------------------------------------- as a viewer knows it


def changes(system: System, passage: Passage, events: list[Plain], viewer: int, first: int) -> list[Change]:
    """What became different for a viewer, part by part; `first` is the number of the last event that the viewer knew before.
    Each part stands with the number of the last event that belongs to it."""
    found: list[Change] = []
    seen = system.view(passage.before, viewer)
    begun = seen
    n = first
    for number, world in enumerate(passage.worlds):
        if events[number]["only"] in (-1, viewer):
            n += 1
        following = passage.worlds[number + 1] if number + 1 < len(passage.worlds) else None
        if world is following or world is passage.before or not kept(passage, number):
            continue
        now = system.view(world, viewer)
        change = difference(seen, now, n)
        if len(change) > 1:
            found.append(change)
            seen = now
    return led(found, passage, begun, seen)


def kept(passage: Passage, number: int) -> bool:
    """Is a picture made of this world? Of the last always."""
    every = 1 + len({id(world) for world in passage.worlds}) // MOST
    return number % every == 0 or number == len(passage.worlds) - 1


def led(found: list[Change], passage: Passage, begun: Plain, ended: Plain) -> list[Change]:
    """The way that the figure took, with the change that brings it to the end of it; only for who sees it at both ends."""
    if not passage.way:
        return found
    places = [place_of(seen, passage.figure) for seen in (begun, ended)]
    if places[0] is None or places[1] is None:
        return found
    way: Way = {"figure": passage.figure, "steps": [list(step) for step in passage.way]}
    for change in found:
        for one in change.get("figures", ()):
            if one["id"] == passage.figure and ("x" in one or "y" in one or "facing" in one):
                change["ways"] = [way]
                return found
    return found


def place_of(seen: Plain, figure: int) -> tuple[int, int] | None:
    """Where a figure stands on the table in a view."""
    for one in seen["figures"]:
        if one["id"] == figure and one["state"] == "table":
            return one["x"], one["y"]
    return None


def difference(before: Plain, after: Plain, n: int) -> Change:
    """What is different between two views."""
    change: Change = {"n": n}
    lost: dict[str, list[int]] = {}
    for name in LISTS:
        was = {one["id"]: one for one in before[name]}
        now = {one["id"]: one for one in after[name]}
        different = [entry(was.get(id), one) for id, one in now.items() if was.get(id) != one]
        different = [one for one in different if len(one) > 1]
        gone = [id for id in was if id not in now]
        if different:
            change[name] = different
        if gone:
            lost[name] = gone
    if lost:
        change["lost"] = lost
    names = {**before, **after}
    rest = {name: after.get(name) for name in names if name not in (*LISTS, *UNSHOWN) and before.get(name) != after.get(name)}
    if rest:
        change["rest"] = rest
    return change


def entry(was: Plain | None, now: Plain) -> Plain:
    """What is different of an entry, with its id; all of it where it is new. What it no longer has is null."""
    if was is None:
        return now
    names = {**was, **now}
    return {
        name: now.get(name)
        for name in names
        if name == "id" or (name not in UNSHOWN and was.get(name, names) != now.get(name, names))
    }
