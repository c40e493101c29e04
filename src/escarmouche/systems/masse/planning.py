"""What a hand does on the table, made into answers: a unit dragged, turned, drawn up, and how far it could go.

Every way is measured by the rules that play it. One that leads farther than they allow is cut off where they stop it, and what
stops it is told; where nothing of it is possible the whole wish is kept, so that trying it says why.
"""

from __future__ import annotations

from math import isqrt
from typing import Any

from escarmouche.core.effects import Answer, Choose, Options, Refusal
from escarmouche.core.game import plain
from escarmouche.core.system import Plain
from escarmouche.kit.menu import no
from escarmouche.systems.masse.model import CLOSE, INCH, NONE, ON_TABLE, PACK, SKIRMISH, Unit, World, Zone
from escarmouche.systems.masse.rules.charge import charge_refusal, charge_steps
from escarmouche.systems.masse.rules.deployment import (
    INWARDS,
    Placement,
    deploy_zones,
    garrison_refusal,
    placed,
    positioned,
    structure_at,
    unplaced,
    wall_files,
)
from escarmouche.systems.masse.rules.flying import Flown, bearing, is_way, one_leg
from escarmouche.systems.masse.rules.ground import confined, engaged, footprint, is_individual, size_of
from escarmouche.systems.masse.rules.movement import (
    AHEAD,
    FULL_TURN,
    Step,
    allowance,
    approach,
    longest_march,
    take_step,
    turns_freely,
)
from escarmouche.systems.masse.rules.orders import ORDERS, Doing
from escarmouche.systems.masse.rules.reinforcements import Entry, entered
from escarmouche.systems.masse.rules.turn import Declarations, Postures
from escarmouche.systems.masse.rules.ways import longest
from escarmouche.table.shapes import LEFT, RIGHT, inside
from escarmouche.table.trig import step

SHAPED = ("charge", "move", "forced-march", "fly", "walk")
"""The orders that a hand shapes."""
WHOLE: dict[str, type[Options]] = {"place": Placement, "arrive": Entry, "declare": Declarations, "receive": Postures}
"""Decisions of which a hand shapes the whole answer."""
BUDGETS = {"move": 2, "charge": 3, "forced-march": 4}
"""How far each kind of way may go, in halves of MV."""
STRAIGHT = ("charge", "forced-march")
"""Ways that are a march with at most one wheel. (masse.move.charge-path, masse.move.forced-march-path)"""
FORMATIONS = (CLOSE, NONE, PACK, SKIRMISH)
RAYS = 48
"""In how many directions the reach of a unit is tried."""
ALTITUDE = 5
"""A step of altitude, in metres. (masse.fly.altitude)"""
SNAP = INCH
"""A unit dropped this little outside its zone is meant to stand at the edge of it."""
SHORT_BY = INCH // 4
"""A way that ends this much before the place wished for has been stopped."""

Spot = tuple[int, int]
Outline = list[Spot]


def shaped(due: Choose) -> list[str]:
    """The kinds of answer that a hand may shape now."""
    for kind, options in WHOLE.items():
        if isinstance(due.options, options):
            return [kind]
    if not isinstance(due.options, Doing):
        return []
    ready = [order.kind for order in due.options.ready()]
    return [kind for kind in SHAPED if kind in ready]


def planned(due: Choose, wish: Plain) -> tuple[Answer, Refusal | None]:
    """The answer that a wish leads to, and what stops it short of the wish."""
    world: World = due.world
    kind = wish["kind"]
    if kind not in shaped(due):
        return None, None
    if kind == "declare":
        return ("declare", tuple([(unit, target) for unit, target in wish.get("pairs", ())])), None
    if kind == "receive":
        return ("receive", tuple([unit for unit, _ in wish.get("pairs", ())])), None
    id = due.figure if due.figure >= 0 else wish.get("figure", -1)
    if not 0 <= id < len(world.units):
        return None, None
    unit = world.units[id]
    if kind == "place":
        return place(world, unit, wish), None
    if kind == "arrive":
        x, y = spot_of(unit, wish)
        return ("arrive", id, y if entered(world, unit, 0).facing in (INWARDS[LEFT], INWARDS[RIGHT]) else x), None
    if kind == "walk":
        x, y = spot_of(unit, wish)
        return ("walk", x, y, facing_of(unit, wish)), None
    if kind == "fly":
        return ("fly", (*settled(wish), leg(unit, wish))), None
    if kind == "charge":
        return charge(world, unit, wish)
    steps, stopped = way(world, unit, wish)
    return (kind, steps), stopped


# ---------------------------------------------------------------- what the hand has set


def spot_of(unit: Unit, wish: Plain) -> Spot:
    """The place wished for; where the unit is, without any."""
    x, y = wish.get("x"), wish.get("y")
    return (unit.x if x is None else x), (unit.y if y is None else y)


def facing_of(unit: Unit, wish: Plain) -> int:
    """The facing wished for; the unit's own without any."""
    facing: int | None = wish.get("facing")
    return (unit.facing if facing is None else facing) % FULL_TURN


def settled(wish: Plain) -> tuple[Step, ...]:
    """The steps before the one that the hand is at: those of the answer that it goes on from, and the one it has added."""
    before = plain(wish.get("before"))
    known = isinstance(before, tuple) and len(before) == 2 and before[0] == wish["kind"] and isinstance(before[1], tuple)
    steps: tuple[Step, ...] = before[1] if known else ()
    added = plain(wish.get("step"))
    return (*steps, added) if isinstance(added, tuple) else steps


def put(wish: Plain, control: str) -> Any:
    """What a control has been set to, or None."""
    return wish.get("set", {}).get(control)


def files_of(unit: Unit, wish: Plain) -> int:
    """The files wished for; the unit's own without any."""
    files = put(wish, "files")
    return max(1, min(unit.figures, files if type(files) is int else unit.files))


def formation_of(unit: Unit, wish: Plain) -> str:
    """The formation wished for; the unit's own without any."""
    formation = put(wish, "formation")
    return formation if formation in FORMATIONS else unit.formation


def budget(world: World, unit: Unit, kind: str) -> int:
    """What a way of this kind may cost in all."""
    return allowance(world, unit) * BUDGETS.get(kind, 2) // 2


# ---------------------------------------------------------------- placing


def place(world: World, unit: Unit, wish: Plain) -> Answer:
    """A unit put down, a little outside its zone at the edge of it; on a structure in skirmish order."""
    x, y = spot_of(unit, wish)
    facing = facing_of(unit, wish) if wish.get("facing") is not None else INWARDS[world.sides[unit.seat].edge]
    files, formation = files_of(unit, wish), formation_of(unit, wish)
    structure = structure_at(world, x, y)
    if structure is not None and garrison_refusal(world, unit, structure) is None:
        order = formation if is_individual(unit) else SKIRMISH
        return ("place", unit.id, x, y, facing, min(files, wall_files(unit, structure)), order)
    x, y = pulled_in(world, positioned(unit, x, y, facing, files, formation))
    return ("place", unit.id, x, y, facing, files, formation)


def pulled_in(world: World, unit: Unit) -> Spot:
    """Its place, or the nearest to it where it stands wholly in a zone of its side, if that is near."""
    shape = footprint(unit)
    best: Spot = (unit.x, unit.y)
    least = 2 * SNAP + 1
    for zone in deploy_zones(world, unit.seat):
        dx = max(0, zone.left - shape.left) - max(0, shape.right - zone.right)
        dy = max(0, zone.bottom - shape.bottom) - max(0, shape.top - zone.top)
        if abs(dx) <= SNAP and abs(dy) <= SNAP and abs(dx) + abs(dy) < least:
            best, least = (unit.x + dx, unit.y + dy), abs(dx) + abs(dy)
    return best


# ---------------------------------------------------------------- marching


def walked(world: World, unit: Unit, steps: tuple[Step, ...], left: int) -> tuple[Unit, int, Refusal | None]:
    """The unit after these steps, what is left of a budget, and what is wrong with the first that is not possible."""
    for one in steps:
        taken = take_step(world, unit, one)
        if taken.refused is not None:
            return unit, left, taken.refused
        unit, left = taken.unit, left - taken.cost
    return unit, left, None


def way(world: World, unit: Unit, wish: Plain) -> tuple[tuple[Step, ...], Refusal | None]:
    """The steps to a place, or to a facing, behind those that are settled."""
    before = settled(wish)
    kind = wish["kind"]
    now, left, refused = walked(world, unit, before, budget(world, unit, kind))
    if refused is None and kind == "move" and reformed(now, wish):
        change: Step = ("formation", files_of(now, wish), formation_of(now, wish))
        before = (*before, change)
        now, left, refused = walked(world, now, (change,), left)
    if refused is not None or left < 0:
        return before, None
    if wish.get("facing") is not None:
        return swing(world, now, before, facing_of(now, wish), left)
    if wish.get("x") is None:
        return before, None
    x, y = spot_of(now, wish)
    return best_way(world, now, before, (x, y), left, put(wish, "manner") or "", kind not in STRAIGHT)


def reformed(now: Unit, wish: Plain) -> bool:
    """Does the hand want it to be drawn up otherwise?"""
    return not is_individual(now) and (files_of(now, wish), formation_of(now, wish)) != (now.files, now.formation)


def swing(world: World, now: Unit, before: tuple[Step, ...], facing: int, left: int) -> tuple[tuple[Step, ...], Refusal | None]:
    """A wheel to a facing, as far as the budget goes; those who turn freely just turn."""
    off: int = (facing - now.facing + 18000) % FULL_TURN - 18000
    if abs(off) < 50:
        return before, None
    if turns_freely(now):
        return (*before, ("march", off, 0)), None
    most = min(abs(off), max(0, left) * 113 * 18000 // (355 * max(1, size_of(now)[0])))
    way = "left" if off > 0 else "right"
    while most > 0 and take_step(world, now, ("wheel", way, most)).cost > left:
        most = most * 9 // 10
    stopped = no("masse.move.wheel", "too-far", now.id, left) if most < abs(off) - 50 else None
    return (*before, ("wheel", way, most if most > 0 else abs(off))), stopped


def best_way(
    world: World, now: Unit, before: tuple[Step, ...], spot: Spot, left: int, manner: str, bends: bool
) -> tuple[tuple[Step, ...], Refusal | None]:
    """The way that ends nearest to the spot: straight without turning, or turning towards it first. The hand may ask for one
    of them: "keep" or "turn"."""
    ways = []
    if manner != "turn":
        ways.append(straight(world, now, before, spot, left, bends))
    if manner != "keep" and not turns_freely(now):
        ways.append(turning(world, now, before, spot, left, bends))
    found = [one for one in ways if one is not None]
    if not found:
        return (*before, ("march", bearing(now, *spot), distance(now, spot))), None
    steps, end = min(found, key=lambda one: (distance(one[1], spot) // SHORT_BY, len(one[0])))
    if distance(end, spot) <= SHORT_BY:
        return steps, None
    return steps, obstacle(world, now, steps, before, spot, left)


Way = tuple[tuple[Step, ...], Unit]


def distance(unit: Unit, spot: Spot) -> int:
    """From its middle to a place."""
    return isqrt((unit.x - spot[0]) ** 2 + (unit.y - spot[1]) ** 2)


def straight(world: World, now: Unit, before: tuple[Step, ...], spot: Spot, left: int, bends: bool) -> Way | None:
    """A march to the spot, sideways or back where it lies there, as far as it goes; None when it does not go at all."""
    off, far = bearing(now, *spot), distance(now, spot)
    if turns_freely(now) or abs(off) <= AHEAD:
        one: Step = ("march", off, min(far, longest_march(world, now, off, left)))
    elif bends:
        one = ("flank", off, min(far, longest(world, now, (now.facing + off) % FULL_TURN, 2, left)))
    else:
        return None
    return following(world, now, before, one) if one[2] > 0 else None


def turning(world: World, now: Unit, before: tuple[Step, ...], spot: Spot, left: int, bends: bool) -> Way | None:
    """A wheel or pivot towards the spot and a march to it, as far as it goes; None when that is not possible."""
    off = bearing(now, *spot)
    if abs(off) > 13500 and bends:
        turn: Step = ("pivot", "about")
    elif abs(off) > AHEAD and bends:
        turn = ("pivot", "left" if off > 0 else "right")
    elif 200 < abs(off) <= 9000:
        turn = ("wheel", "left" if off > 0 else "right", abs(off))
    else:
        return None
    taken = take_step(world, now, turn)
    if taken.refused is not None or taken.cost > left:
        return None
    return straight(world, taken.unit, (*before, turn), spot, left - taken.cost, False)


def following(world: World, now: Unit, before: tuple[Step, ...], one: Step) -> Way | None:
    """The steps with one more behind them, and where the unit then stands."""
    taken = take_step(world, now, one)
    return None if taken.refused is not None else ((*before, one), taken.unit)


def obstacle(
    world: World, now: Unit, steps: tuple[Step, ...], before: tuple[Step, ...], spot: Spot, left: int
) -> Refusal | None:
    """What stops the last march short of the spot: whatever is in the way, or else the end of the budget."""
    here, rest, _ = walked(world, now, steps[len(before) : -1], left)
    kind, off, length = steps[-1]
    more = take_step(world, here, (kind, off, min(distance(here, spot), length + INCH)))
    return more.refused or no("masse.move.budget", "too-far", now.id, rest)


# ---------------------------------------------------------------- charging, flying


def charge(world: World, unit: Unit, wish: Plain) -> tuple[Answer, Refusal | None]:
    """A charge: dropped on its target, the way that meets it, or the short advance where there is none; dropped elsewhere, the
    way there, which says why it is no charge."""
    target = world.units[unit.declared] if unit.declared >= 0 else None
    x, y = spot_of(unit, wish)
    if target is not None and not wish.get("before"):
        steps = charge_steps(world, unit, target)
        if steps and charge_refusal(world, unit, target, steps) is None:
            if inside(footprint(target), x, y) or distance(take_all(world, unit, steps), (x, y)) <= INCH:
                return ("charge", steps), None
        elif inside(footprint(target), x, y):
            return ("charge", ()), no("masse.move.charge-failed-distance", "charge-falls-short", unit.id, target.id)
    steps, stopped = way(world, unit, wish)
    return ("charge", steps), stopped


def take_all(world: World, unit: Unit, steps: tuple[Step, ...]) -> Unit:
    """Where these steps bring the unit."""
    return walked(world, unit, steps, 0)[0]


def leg(unit: Unit, wish: Plain) -> Step:
    """A leg of a flight straight to a place, at another altitude if one is wished for."""
    x, y = spot_of(unit, wish)
    wanted = put(wish, "altitude")
    higher = wanted // ALTITUDE - unit.altitude if type(wanted) is int else 0
    return (bearing(unit, x, y) if (x, y) != (unit.x, unit.y) else 0, distance(unit, (x, y)), higher)


# ---------------------------------------------------------------- where it could go


def reach(world: World, id: int) -> list[Outline]:
    """Where the middle of a unit could come to: by its move, by the charge it has declared, or where it may be placed."""
    unit = world.units[id]
    if unit in unplaced(world, unit.seat):
        return [corners(zone) for zone in deploy_zones(world, unit.seat)]
    if unit.status != ON_TABLE or unit.altitude or confined(unit) or engaged(world, unit):
        return []
    kind = "charge" if unit.declared >= 0 and ORDERS["charge"].possible(Doing(world, id, 0)) else "move"
    left = budget(world, unit, kind)
    if left <= 0:
        return []
    return [[farthest(world, unit, ray * FULL_TURN // RAYS, left, kind) for ray in range(RAYS)]]


def corners(zone: Zone) -> Outline:
    """The corners of a zone."""
    return [(zone.left, zone.bottom), (zone.right, zone.bottom), (zone.right, zone.top), (zone.left, zone.top)]


def farthest(world: World, unit: Unit, heading: int, left: int, kind: str) -> Spot:
    """The end of the longest way in a direction."""
    spot = step(unit.x, unit.y, heading, 2 * left)
    found = [
        one[1]
        for one in (
            straight(world, unit, (), spot, left, kind not in STRAIGHT),
            None if turns_freely(unit) else turning(world, unit, (), spot, left, kind not in STRAIGHT),
        )
        if one is not None
    ]
    best = max(found, key=lambda end: distance(unit, (end.x, end.y)), default=unit)
    return best.x, best.y


# ---------------------------------------------------------------- where an answer leads


def path(due: Choose, answer: Answer) -> list[Unit]:
    """The unit as it would stand after each step of an answer that moves or places it; as far as it is possible."""
    world: World = due.world
    if not isinstance(answer, tuple) or not answer:
        return []
    kind = answer[0]
    if kind == "place" and len(answer) == 7 and 0 <= answer[1] < len(world.units):
        return [placed(world, answer).units[answer[1]]]
    if kind == "arrive" and len(answer) == 3 and 0 <= answer[1] < len(world.units):
        return [entered(world, world.units[answer[1]], answer[2])]
    if due.figure < 0:
        return []
    unit = world.units[due.figure]
    if kind == "walk" and len(answer) == 4:
        twin = unit.copy()
        twin.x, twin.y, twin.facing = answer[1:4]
        return [twin]
    if kind == "fly" and len(answer) == 2 and is_way(answer[1]):
        return [flown.unit for flown in flights(world, unit, answer[1])]
    if kind in BUDGETS and len(answer) == 2 and isinstance(answer[1], tuple):
        found = []
        steps = answer[1]
        if kind == "charge" and not steps and unit.declared >= 0:
            target = world.units[unit.declared]
            steps = approach(world, unit, target.x, target.y)  # masse.move.charge-failed-distance
        for one in steps:
            taken = take_step(world, unit, one)
            if taken.refused is not None:
                break
            unit = taken.unit
            found.append(unit)
        return found
    return []


def flights(world: World, unit: Unit, legs: tuple[Step, ...]) -> list[Flown]:
    """A flight as it stands after each of its legs, as far as it is possible."""
    found: list[Flown] = []
    now = Flown(unit)
    for number, one in enumerate(legs):
        now = one_leg(world, now, one, number + 1 == len(legs))
        if now.refused is not None:
            break
        found.append(now)
    return found


__all__ = ["budget", "flights", "path", "planned", "reach", "shaped", "walked"]
