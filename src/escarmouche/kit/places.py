"""Places that a player would think of for the figure that may go somewhere: into cover, out of sight, into range, behind an
enemy, towards what the battle is about, beside a friend, into an enemy's way, back. Found from the table's geometry as a seat
sees it (`kit.view`), for opponents, the terminal and the page alike.

No game's rule is here: a place becomes an answer by the system's own hands (`System.planned`) or by an option with another
place in it, and only what the rules allow is proposed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import cos, hypot, radians, sin
from typing import NamedTuple

from escarmouche.core.effects import Answer, Choose
from escarmouche.core.messages import Messages
from escarmouche.core.system import System
from escarmouche.kit.view import Figure, Hand, Piece, View, Words

MESSAGES = Messages.load("escarmouche.kit", "places.toml")

NEAR = 3
"""So many of the nearest enemies, friends and pieces of terrain are thought of."""
ALIKE = 2
"""So many places are good for the same."""
SAME = 500
"""Places nearer to each other than 5 mm are one."""
SLACK = 50
"""Half a millimetre less than a range is within it."""
SHORTER = (1.0, 0.7, 0.4)
"""Where a way is barred, this part of it is tried."""
SHELTER = ("wood", "brush", "ruins", "rubble", "rocks")
"""Terrain that one stands in for cover."""
SCREEN = ("hedge", "wall", "obstacle", "building", "tower", "rampart", "gate", "column", "tree", "hill", "cliff")
"""Terrain that one stands behind, beside whatever is opaque."""

Spot = tuple[float, float]


class Place(NamedTuple):
    """A place to go: what it is good for, the answer that leads there, and where that is."""

    idea: str
    answer: Answer
    x: int
    y: int

    def words(self) -> Words:
        """What it is good for."""
        return {"en": MESSAGES.sentence(self.idea, (), str, "en"), "fr": MESSAGES.sentence(self.idea, (), str, "fr")}


def places(system: System, due: Choose, whom: int = -1) -> list[Place]:
    """Where the figure that must decide might go, one answer for each place; nothing where nobody moves freely. Where any of
    several may go, `whom` is the one that is thought of, or else the one that is nearest to an enemy."""
    hands = [one for one in system.hands(due) if one["gesture"] == "move"]
    hand = next((one for one in hands if one["reach"]), None)
    if hand is None and (hands or due.figure < 0):  # a way that is settled but for its end is no free move
        return []
    view: View = system.view(due.world, due.seat)
    figure = walker(view, due, hand, whom)
    steer = None if figure is None else steering(system, due, hand, figure)
    if figure is None or steer is None:
        return []
    found: list[Place] = []
    taken: list[Spot] = [*steer.listed, (figure["x"], figure["y"])]
    for idea, spot in thoughts(view, figure, due.seat, system.ranges(due.world, figure["id"])):
        if [place.idea for place in found].count(idea) < ALIKE:
            place = reached(system, due, steer, figure, idea, spot)
            if place is not None and all(hypot(place.x - x, place.y - y) >= SAME for x, y in taken):
                found.append(place)
                taken.append((place.x, place.y))
    return found


# ---------------------------------------------------------------- from a place to an answer


def walker(view: View, due: Choose, hand: Hand | None, whom: int) -> Figure | None:
    """The figure that is thought of: the one that the decision is about, or one of those that a hand may lead."""
    able = [due.figure] if due.figure >= 0 else [] if hand is None else list(hand.get("figures", ()))
    if whom >= 0:
        able = [one for one in able if one == whom]
    standing = [one for one in view["figures"] if one["state"] == "table"]
    foes = [one for one in standing if one["seat"] != due.seat]
    walkers = [one for one in standing if one["id"] in able]
    return min(walkers, key=lambda one: min([gap_between(one, foe) for foe in foes], default=0.0), default=None)


class Steering(NamedTuple):
    """How a figure is led: the answer that leads it to a place, where listed answers lead it already, and how far these lead
    where an answer may name any place."""

    answer: Callable[[int, int], Answer | None]
    listed: list[Spot]
    reach: float | None


def steering(system: System, due: Choose, hand: Hand | None, figure: Figure) -> Steering | None:
    """How a figure can be led over the table, if it can: by a hand, or by an option with another place in it."""
    id = figure["id"]
    ways = [
        (option, marks)
        for option in due.options.listed()
        if "x" in (marks := system.marks(due, option)) and "target" not in marks
    ]
    ways = [(option, marks) for option, marks in ways if marks.get("figure", due.figure) == id]
    if hand is not None and (hand["figure"] == id or id in hand.get("figures", ())):
        kind = hand["kind"]

        def planned(x: int, y: int) -> Answer | None:
            return system.planned(due, {"kind": kind, "figure": id, "x": x, "y": y, "set": {}})[0]

        return Steering(planned, [(marks["x"], marks["y"]) for _, marks in ways if marks["kind"] == kind], None)
    ways = [(option, marks) for option, marks in ways if "place" in marks]
    if not ways:
        return None
    option, first = ways[0]
    listed = [(marks["x"], marks["y"]) for _, marks in ways if marks["kind"] == first["kind"]]

    def moved(x: int, y: int) -> Answer | None:
        return (*option[: first["place"]], x, y, *option[first["place"] + 2 :])

    return Steering(moved, listed, max([hypot(x - figure["x"], y - figure["y"]) for x, y in listed]))


def reached(system: System, due: Choose, steer: Steering, figure: Figure, idea: str, spot: Spot) -> Place | None:
    """The place on the way to a spot that the figure may go to, as near to it as a move leads; None where there is none."""
    dx, dy = spot[0] - figure["x"], spot[1] - figure["y"]
    far = hypot(dx, dy)
    if far < SAME:
        return None
    most = 1.0 if steer.reach is None else min(1.0, steer.reach / far)
    for part in SHORTER:
        x, y = round(figure["x"] + dx * most * part), round(figure["y"] + dy * most * part)
        answer = steer.answer(x, y)
        if answer is not None and due.options.check(answer) is None:
            end = system.marks(due, answer)
            return Place(idea, answer, end.get("x", x), end.get("y", y))
    return None


# ---------------------------------------------------------------- what one thinks of


def thoughts(view: View, figure: Figure, seat: int, ranges: list[int]) -> Iterator[tuple[str, Spot]]:
    """The spots that a player would think of, each with what it is good for."""
    others = [one for one in view["figures"] if one["state"] == "table" and one["id"] != figure["id"]]
    foes = nearest(figure, [one for one in others if one["seat"] != seat])
    friends = nearest(figure, [one for one in others if one["seat"] == seat])
    yield from goals(view, seat)
    yield from into_range(figure, foes, ranges)
    yield from sheltered(view, figure, foes)
    for foe in foes:
        yield from behind(figure, foe)
    if foes:
        yield from formed(figure, foes[0], friends)
        yield from in_the_way(figure, foes[0], friends)
        yield "back", beyond(at(foes[0]), at(figure), 4 * gap_between(figure, foes[0]))


def goals(view: View, seat: int) -> Iterator[tuple[str, Spot]]:
    """What lies on the table to be had, and does not belong to the seat already."""
    for marker in view["markers"]:
        if marker["held"] != seat:
            yield "goal", (marker["x"], marker["y"])


def into_range(figure: Figure, foes: list[Figure], ranges: list[int]) -> Iterator[tuple[str, Spot]]:
    """Just as near to an enemy as a shot reaches."""
    for foe in foes:
        for length in ranges:
            gap = length + extent(foe) + extent(figure) - SLACK
            yield "range", beyond(at(foe), at(foe), gap, at(figure))


def sheltered(view: View, figure: Figure, foes: list[Figure]) -> Iterator[tuple[str, Spot]]:
    """In a wood or in ruins, and behind what hides somebody from the nearest enemy."""
    shelter = [piece for piece in view["pieces"] if piece["look"] in SHELTER and not piece["destroyed"]]
    screens = [piece for piece in view["pieces"] if piece["look"] in SCREEN or piece.get("opaque")]
    for piece in sorted(shelter, key=lambda one: away(figure, one))[:NEAR]:
        yield "cover", into(piece, figure)
    if foes:
        for piece in sorted(screens, key=lambda one: away(figure, one))[:NEAR]:
            middle = centre(piece)
            yield "unseen", beyond(at(foes[0]), middle, size(piece) + extent(figure) + SAME)


def behind(figure: Figure, foe: Figure) -> Iterator[tuple[str, Spot]]:
    """The back and the sides of an enemy that faces somewhere."""
    if not foe["fronts"] and "sees" not in foe:
        return
    gap = extent(foe) + extent(figure) + SLACK
    for idea, turn in (("behind", 180), ("flank", 90), ("flank", -90)):
        angle = radians(foe["facing"] / 100 + turn)
        yield idea, (foe["x"] + gap * cos(angle), foe["y"] + gap * sin(angle))


def formed(figure: Figure, foe: Figure, friends: list[Figure]) -> Iterator[tuple[str, Spot]]:
    """Side by side with a friend, in face of the nearest enemy."""
    for friend in friends:
        gap = extent(friend) + extent(figure) + SLACK
        dx, dy = direction(at(friend), at(foe))
        for side in (1, -1):
            yield "formation", (friend["x"] - dy * gap * side, friend["y"] + dx * gap * side)


def in_the_way(figure: Figure, foe: Figure, friends: list[Figure]) -> Iterator[tuple[str, Spot]]:
    """Between an enemy and the friend who is nearest to it."""
    for friend in sorted(friends, key=lambda one: gap_between(one, foe))[:1]:
        gap = extent(friend) + extent(figure) + SLACK
        dx, dy = direction(at(friend), at(foe))
        yield "block", (friend["x"] + dx * gap, friend["y"] + dy * gap)


# ---------------------------------------------------------------- geometry


def at(figure: Figure) -> Spot:
    """Where a figure stands."""
    return float(figure["x"]), float(figure["y"])


def nearest(figure: Figure, others: list[Figure]) -> list[Figure]:
    """The nearest of the others, the first of equals."""
    return sorted(others, key=lambda one: (gap_between(figure, one), one["id"]))[:NEAR]


def gap_between(one: Figure, other: Figure) -> float:
    """How far the middles of two bases are apart."""
    return hypot(one["x"] - other["x"], one["y"] - other["y"])


def extent(figure: Figure) -> float:
    """How far a base reaches from its middle."""
    if figure["radius"]:
        return float(figure["radius"])
    return max([hypot(x - figure["x"], y - figure["y"]) for x, y in figure["outline"]], default=0.0)


def centre(piece: Piece) -> Spot:
    """The middle of a piece."""
    points = piece["points"]
    return sum([x for x, _ in points]) / len(points), sum([y for _, y in points]) / len(points)


def size(piece: Piece) -> float:
    """How far a piece reaches from its middle."""
    x, y = centre(piece)
    return max([hypot(px - x, py - y) for px, py in piece["points"]])


def away(figure: Figure, piece: Piece) -> float:
    """How far the middle of a piece is from a figure."""
    x, y = centre(piece)
    return hypot(x - figure["x"], y - figure["y"])


def into(piece: Piece, figure: Figure) -> Spot:
    """Just inside a piece, on the way to its middle."""
    middle = centre(piece)
    deep = max(0.0, min(size(piece) - 2 * extent(figure), away(figure, piece)))
    dx, dy = direction(middle, at(figure))
    return middle[0] + dx * deep / 2, middle[1] + dy * deep / 2


def direction(start: Spot, end: Spot) -> Spot:
    """From one spot to another, of length 1; nowhere for the same spot."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    far = hypot(dx, dy)
    return (dx / far, dy / far) if far else (0.0, 0.0)


def beyond(start: Spot, through: Spot, far: float, towards: Spot | None = None) -> Spot:
    """So far beyond a spot as seen from another; or so far from it towards a third.

    >>> beyond((0.0, 0.0), (10.0, 0.0), 5.0), beyond((0.0, 0.0), (0.0, 0.0), 5.0, (0.0, 9.0))
    ((15.0, 0.0), (0.0, 5.0))
    """
    dx, dy = direction(start, through) if towards is None else direction(through, towards)
    return through[0] + dx * far, through[1] + dy * far
