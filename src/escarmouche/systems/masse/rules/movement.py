"""Basic moves: march, wheel, pivot, flank march, change of formation, paid from one allowance. (masse.move.budget)"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, final

from escarmouche.core.effects import Answer, Call, Chance, Refusal, Script, Tell, rule
from escarmouche.core.later import Later
from escarmouche.kit.menu import malformed, no
from escarmouche.systems.masse.cards import crew_pace
from escarmouche.systems.masse.model import ENRAGED, FIVE_ABREAST, ON_TABLE, PACK, ROUTED, Machine, Taken, Unit, World
from escarmouche.systems.masse.rules.formations import (
    MOST_FILES,
    allowed_formations,
    change_refusal,
    changed_formation,
    facing_also,
    fronts_change,
    fronts_cost,
)
from escarmouche.systems.masse.rules.ground import (
    CONTACT,
    confined,
    enemies,
    enemies_about,
    engaged,
    footprint,
    is_individual,
    let_go,
    nearest_of,
    same_level,
    setting_off,
    size_of,
    stand,
    strength,
)
from escarmouche.systems.masse.rules.morale import CHARGE
from escarmouche.systems.masse.rules.orders import MOVE, Doing, Order, register, shrinks, shrunk_from
from escarmouche.systems.masse.rules.terrain import STRIDE, Going, crossings, scaled
from escarmouche.systems.masse.rules.values import ASIDE, HALF_TURN, QUARTER_TURN, REFORMING, share_of
from escarmouche.systems.masse.rules.ways import Walk, gone, round_about
from escarmouche.systems.masse.rules.ways import place_refusal as place_refusal
from escarmouche.table.areas import polygons_overlap
from escarmouche.table.shapes import Polygon, polygons_within, turned
from escarmouche.table.trig import angle_of

Step = tuple[Any, ...]

AHEAD: Final = 4500
"""A forward march stays within 45 degrees of the facing. (masse.move.march)"""

FULL_TURN: Final = 36000

HAIR: Final = 5
"""Less than the gap at which bases still touch, more than rounding adds up to."""

# ---------------------------------------------------------------- allowance


def allowance(world: World, unit: Unit) -> int:
    """Its MV for this action, on its card less what its loads cost (masse.shoot.ammo-extra); on the ground or on land that of
    its profile's feet. (masse.org.stat-mv, masse.special.flying-profile)"""
    mv = unit.card.mv if unit.card.machine is None else engine_mv(unit, unit.card.machine)
    if unit.card.land_mv >= 0 and unit.altitude == 0 and not in_water(world, unit):
        mv = unit.card.land_mv
    return mv


def engine_mv(unit: Unit, machine: Machine) -> int:
    """An engine moves with its whole crew (masse.engine.move); a ram or siege tower at half its MV with half of it or more
    (masse.siege.ram-crew). The crew of one that is destroyed walks (masse.engine.misfire-explosion)."""
    if unit.structure_hits >= machine.pr:
        return crew_pace(unit.card)
    men = strength(unit)
    if men >= machine.crew:
        return machine.mv
    return machine.mv // 2 if machine.fire == "none" and 2 * men >= machine.crew else 0


def turns_freely(unit: Unit) -> bool:
    """Single figures turn at no cost; engines pay for wheels and pivots like units. (masse.move.individuals)"""
    return is_individual(unit) and unit.card.machine is None


def in_water(world: World, unit: Unit) -> bool:
    """Does an aquatic unit swim?"""
    if not unit.card.has("aquatic"):
        return False
    shape = footprint(unit)
    return any(piece.kind in ("riviere", "torrents-lacs") and polygons_overlap(piece.shape, shape) for piece in world.pieces)


# ---------------------------------------------------------------- one step


REMEMBERED: Final = 16
"""At most so many of the latest steps are remembered: a move is drawn, checked and made, and several begin alike."""
TURN_LEFT: Final[Step] = ("pivot", "left")
TURN_RIGHT: Final[Step] = ("pivot", "right")
TURN_ABOUT: Final[Step] = ("pivot", "about")


def take_step(world: World, unit: Unit, step: Any) -> Taken:
    """One basic move of a unit, measured and checked, whatever is left of its allowance; not again where that very step of that
    very unit has just been measured."""
    memory = world._taken
    if memory is not None:
        for known in memory:
            if known.before is unit and known.step is step:
                return known
    taken = measured(world, unit, step)
    if isinstance(step, tuple):
        remember(world, unit, step, taken)
    return taken


def remember(world: World, unit: Unit, step: Step, taken: Taken) -> None:
    """Remember what a step of a unit comes to; of those remembered before, the older half is forgotten when there are too
    many."""
    taken.before, taken.step = unit, step
    memory = world._taken
    if memory is None:
        memory = world._taken = []
    elif len(memory) == REMEMBERED:
        del memory[: REMEMBERED // 2]
    memory.append(taken)


def measured(world: World, unit: Unit, step: Any) -> Taken:
    """One basic move, measured and checked."""
    if not isinstance(step, tuple) or not step or not isinstance(step[0], str):
        return Taken(unit, 0, no("masse.move.budget", "malformed", str(step)))
    kind = step[0]
    if kind == "march" or kind == "flank":
        if malformed(step, int, int) or step[2] < 0:
            return Taken(unit, 0, no("masse.move.march", "malformed", str(step)))
        return walk(world, unit, step[1], step[2], kind == "flank")
    if kind == "wheel":
        if len(step) != 3 or step[1] not in ("left", "right") or type(step[2]) is not int or not 0 < step[2] <= 18000:
            return Taken(unit, 0, no("masse.move.wheel", "malformed", str(step)))
        return wheel(world, unit, step[1] == "left", step[2])
    if kind == "pivot":
        if len(step) != 2 or step[1] not in ("left", "right", "about"):
            return Taken(unit, 0, no("masse.move.pivot-quarter", "malformed", str(step)))
        return pivot(world, unit, step[1])
    if kind == "formation":
        if len(step) != 3 or type(step[1]) is not int or not isinstance(step[2], str):
            return Taken(unit, 0, no("masse.move.change-formation", "malformed", str(step)))
        return change(world, unit, step[1], step[2])
    if kind == "fronts":
        refused = no("masse.move.multi-front", "malformed", str(step)) if len(step) != 2 else fronts_change(unit, step[1])
        if refused is not None:
            return Taken(unit, 0, refused)
        return Taken(facing_also(unit, step[1]), fronts_cost(allowance(world, unit), unit, step[1]))
    return Taken(unit, 0, no("masse.move.budget", "no-such-step", kind))


def walk(world: World, unit: Unit, offset: int, length: int, aside: bool) -> Taken:
    """A straight march without turning: ahead at its length (masse.move.march), sideways or back at twice that
    (masse.move.flank-march). An individual turns freely and walks anywhere at its length (masse.move.individuals)."""
    off = (offset + 18000) % FULL_TURN - 18000
    if turns_freely(unit):
        turned_unit = unit.copy()
        turned_unit.facing = (unit.facing + off) % FULL_TURN
        return along(world, turned_unit, turned_unit.facing, length, 1)
    if unit.fronts and not aside:
        return Taken(unit, 0, no("masse.move.multi-front-limit", "multiple-front", unit.id))
    if aside != (abs(off) > AHEAD):
        rule_id = "masse.move.flank-march" if aside else "masse.move.march"
        return Taken(unit, 0, no(rule_id, "wrong-direction", unit.id))
    return along(world, unit, (unit.facing + off) % FULL_TURN, length, ASIDE if aside else 1)


def along(world: World, unit: Unit, heading: int, length: int, factor: int) -> Taken:
    """The unit carried straight along a heading, half an inch at a time; all at once as far as there is nothing on the way."""
    table: int = world.width + world.depth
    length = min(length, table)  # which leads off the table as surely as any longer way
    walked = Walk(world, unit, heading, length, factor)
    stride = walked.open_stretch(length) or STRIDE
    while walked.done < length:
        refused = walked.step(min(stride, length - walked.done))
        if refused is not None:
            return Taken(unit, 0, refused)
        stride = STRIDE
    return Taken(walked.end(), walked.price())


def wheel(world: World, unit: Unit, left: bool, angle: int) -> Taken:
    """The unit swings about its inner front corner, forward only; it costs the way of the outer front corner, uphill and
    downhill as that one goes. (masse.move.wheel, masse.terrain.elevation)"""
    if turns_freely(unit):
        return Taken(unit, 0, no("masse.move.individuals", "individuals-turn-freely", unit.id))
    if unit.fronts:
        return Taken(unit, 0, no("masse.move.multi-front-limit", "multiple-front", unit.id))
    arc = -(-size_of(unit)[0] * angle * 355 // (113 * 18000))
    twin = unit.copy()
    twin.x, twin.y, twin.facing = swung(unit, left, angle)
    ground = round_about(world, unit, footprint(unit).points[0 if left else 3], 2 * stand(unit).reach)
    if ground.bare():
        return Taken(twin, arc)
    cost, before = 0, footprint(unit)
    for part in (1, 2, 3, 4):
        x, y, facing = swung(unit, left, angle * part // 4)
        after = stand(unit).shape_at(x, y, facing)
        refused = ground.refusal(after)
        if refused is not None:
            return Taken(unit, 0, refused)
        length = arc * part // 4 - arc * (part - 1) // 4
        cost += swing_cost(ground.going, unit, before, after, 3 if left else 0, length)
        before = after
    return Taken(twin, cost)


def swing_cost(going: Going, unit: Unit, before: Polygon, after: Polygon, outer: int, length: int) -> int:
    """What a part of a wheel costs in which the outer front corner goes so far."""
    if going.plain:
        return length
    (x0, y0), (x1, y1) = before.points[outer], after.points[outer]
    ground, slope = going.ground(after, 0, 0), going.slope(x0, y0, x1, y1)
    toll = going.tolls(unit.crossing, before, 0, 0, after, 0, 0)
    return scaled(length, (ground[0] * slope[0], ground[1] * slope[1])) + toll


def swung(unit: Unit, left: bool, angle: int) -> tuple[int, int, int]:
    """Where the unit is, and how it faces, when it has turned about its left or right front corner."""
    front_left, _, _, front_right = footprint(unit).points
    px, py = front_left if left else front_right
    turn = angle if left else -angle
    dx, dy = turned(unit.x - px, unit.y - py, turn)
    return px + dx, py + dy, (unit.facing + turn) % FULL_TURN


def pivot(world: World, unit: Unit, way: str) -> Taken:
    """Every figure turns on the spot: a quarter for a quarter of MV, files becoming ranks (masse.move.pivot-quarter); about
    for half of it (masse.move.pivot-half)."""
    if turns_freely(unit):
        return Taken(unit, 0, no("masse.move.individuals", "individuals-turn-freely", unit.id))
    if unit.fronts:
        return Taken(unit, 0, no("masse.move.multi-front-limit", "multiple-front", unit.id))
    twin = unit.copy()
    mv = allowance(world, unit)
    if way == "about":
        twin.facing = (unit.facing + 18000) % FULL_TURN
        return Taken(twin, share_of(mv, HALF_TURN))
    twin.facing = (unit.facing + (9000 if way == "left" else -9000)) % FULL_TURN
    if unit.formation != PACK:
        twin.files = -(-unit.figures // unit.files)
    return reorganised(world, unit, twin, share_of(mv, QUARTER_TURN))


def change(world: World, unit: Unit, files: int, formation: str) -> Taken:
    """Another width or order, for a quarter of MV. (masse.move.change-formation)"""
    refused = change_refusal(unit, files, formation)
    if refused is None and formation != PACK and FIVE_ABREAST in world.switches and MOST_FILES < files > unit.files:
        refused = no("masse.move.change-formation", "five-abreast", unit.id, MOST_FILES)
    if refused is not None:
        return Taken(unit, 0, refused)
    return reorganised(world, unit, changed_formation(unit, files, formation), share_of(allowance(world, unit), REFORMING))


def reorganised(world: World, unit: Unit, twin: Unit, cost: int) -> Taken:
    """The unit as it would stand after a quarter turn or a change of formation: what that costs, and whatever obstacle its
    figures step over."""
    shape = footprint(twin)
    refused = place_refusal(world, unit, shape)
    if refused is not None:
        return Taken(unit, 0, refused)
    return Taken(twin, cost + crossings(world, footprint(unit), shape, unit))


def touches_enemy(world: World, unit: Unit) -> list[Unit]:
    """The enemies it would be in contact with where it stands."""
    near = enemies_about(world, unit, CONTACT)
    return [foe for foe in near if same_level(unit, foe) and polygons_within(footprint(unit), footprint(foe), CONTACT)]


# ---------------------------------------------------------------- the whole move


def move_refusal(world: World, unit: Unit, steps: Any) -> Refusal | None:
    """Why this sequence of basic moves is not allowed, or None: each step in turn, all of them within MV."""
    if not isinstance(steps, tuple) or not steps or len(steps) > 12:
        return no("masse.move.budget", "malformed", str(steps))
    left = allowance(world, unit)
    now = unit
    for number, step in enumerate(steps):
        taken = take_step(world, now, step)
        if taken.refused is not None:
            return taken.refused
        if taken.cost > left:
            return no("masse.move.budget", "too-far", unit.id, left)
        left -= taken.cost
        now = taken.unit
        if number + 1 < len(steps) and touches_enemy(world, now):
            return no("masse.combat.engagement", "contact-ends-move", unit.id)
    met = touches_enemy(world, now) if CHARGE in unit.tested or shrinks(unit) else []
    if met and CHARGE in unit.tested:
        return no("masse.move.charge-failed-test", "dared-no-charge", unit.id)
    for foe in met:
        if shrunk_from(foe.id) in unit.tested:
            return no("masse.undead.engage-test", "does-not-dare", unit.id, foe.id)
    return None


@final
class Move(Order):
    """Move: ("move", (step, …)). A step is ("march", angle off the facing, length), ("wheel", "left"|"right", angle),
    ("pivot", "left"|"right"|"about"), ("flank", angle, length), ("formation", files, formation) or ("fronts", sides)."""

    __slots__ = ()

    def possible(self, doing: Doing) -> bool:
        unit = doing.unit()
        if unit.morale in (ENRAGED, ROUTED) or unit.receiving or unit.second_shot or confined(unit):
            return False
        if unit.card.machine is not None and engine_mv(unit, unit.card.machine) == 0:
            return False
        if is_reloading(unit):
            return False
        return unit.altitude == 0 and not engaged(doing.world, unit)

    def refusal(self, doing: Doing, answer: tuple[Any, ...]) -> Refusal | None:
        unit = doing.unit()
        if len(answer) != 2:
            return no("masse.move.budget", "malformed", str(answer))
        if engaged(doing.world, unit):
            return no("masse.move.engaged-cannot-manoeuvre", "engaged", unit.id)
        if unit.receiving:
            return no("masse.move.receive-charge", "is-receiving", unit.id)
        if is_reloading(unit):
            return no("masse.shoot.reload-if-immobile", "is-reloading", unit.id)
        if unit.card.machine is not None and engine_mv(unit, unit.card.machine) == 0:
            return no("masse.engine.move", "crew-incomplete", unit.id)
        if not self.possible(doing):
            return no("masse.move.budget", "cannot-move", unit.id)
        return move_refusal(doing.world, unit, answer[1])

    def listed(self, doing: Doing) -> list[Answer]:
        found: dict[Answer, None] = {}
        for steps in ideas(doing):
            if steps and move_refusal(doing.world, doing.unit(), steps) is None:
                found[("move", steps)] = None
        return list(found)

    def sample(self, doing: Doing, chance: Chance) -> Answer | None:
        unit = doing.unit()
        place = somewhere(doing.world, unit, chance)
        if place is not None:
            steps = approach(doing.world, unit, place[0], place[1])
        else:
            steps = random_steps(doing.world, unit, chance)
        return ("move", steps) if steps and move_refusal(doing.world, unit, steps) is None else None


def is_reloading(unit: Unit) -> bool:
    """Has it shot in this turn with a bow or a sling that it could only load by standing still, or a machine? Crossbows may be
    carried off unloaded. (masse.shoot.reload-if-immobile, masse.shoot.reload-one-turn, masse.engine.move)"""
    if not unit.shot or unit.loaded:
        return False
    return unit.card.machine is not None or any(line.reload == "if-immobile" for line in unit.card.attacks)


def somewhere(world: World, unit: Unit, chance: Chance) -> tuple[int, int] | None:
    """Where a random player sends a unit: mostly to the nearest enemy, sometimes to another or to an objective; None for
    anywhere."""
    pick = chance.below(8)
    others = enemies(world, unit) if pick <= 4 else []
    places = [(goal.x, goal.y) for goal in world.goals if goal.reach > 0]
    if pick < 4 and others:
        nearest = nearest_of(others, unit)
        return nearest.x, nearest.y
    if pick == 4 and others:
        enemy = others[chance.below(len(others))]
        return enemy.x, enemy.y
    return places[chance.below(len(places))] if pick == 5 and places else None


def ideas(doing: Doing) -> Iterator[tuple[Step, ...]]:
    """Moves worth considering: to each enemy, to each goal and piece of cover, away from the nearest enemy, a full move in
    eight directions, turns and other formations; one after another, so that each is checked while its steps are remembered."""
    world, unit = doing.world, doing.unit()
    for x, y in wishes(world, unit):
        yield approach(world, unit, x, y)
    yield from drills(world, unit)


def wishes(world: World, unit: Unit) -> list[tuple[int, int]]:
    """The places that a unit might go to or towards."""
    others = enemies(world, unit)
    found = [(enemy.x, enemy.y) for enemy in others]
    found.extend([(goal.x, goal.y) for goal in world.goals if goal.reach > 0])
    for piece in world.pieces:
        if any(tag.startswith("cover-") for tag in piece.tags):
            shape = piece.shape
            found.append(((shape.left + shape.right) // 2, (shape.bottom + shape.top) // 2))
    if others:
        nearest = nearest_of(others, unit)
        found.append((2 * unit.x - nearest.x, 2 * unit.y - nearest.y))
    return found


def drills(world: World, unit: Unit) -> list[tuple[Step, ...]]:
    """A full move in eight directions, turns and other formations."""
    found: list[tuple[Step, ...]] = []
    mv = allowance(world, unit)
    for i in range(8):
        offset = (i * 4500 + 18000) % FULL_TURN - 18000
        aside = abs(offset) > AHEAD and not turns_freely(unit)
        found.append((("flank", offset, mv // 2),) if aside else (("march", offset, mv),))
    if not turns_freely(unit):
        found.extend([(TURN_LEFT,), (TURN_RIGHT,), (TURN_ABOUT,)])
        found.extend([(("formation", files, unit.formation),) for files in (unit.files - 1, unit.files + 1) if files > 0])
        found.extend([(("formation", unit.files, order),) for order in allowed_formations(unit) if order != unit.formation])
    return found


def approach(world: World, unit: Unit, x: int, y: int) -> tuple[Step, ...]:
    """Steps towards a point: an individual walks straight there; a unit wheels to face it as far as it can, then marches as
    far as is left, stopping at the first contact."""
    heading = angle_of(x - unit.x, y - unit.y)
    off: int = (heading - unit.facing + 18000) % FULL_TURN - 18000
    if turns_freely(unit):
        return farthest(world, unit, (), off, allowance(world, unit))
    steps: tuple[Step, ...] = ()
    left = allowance(world, unit)
    now = unit
    if abs(off) > 13500:
        steps = (TURN_ABOUT,)
    elif abs(off) > AHEAD:
        steps = (TURN_LEFT if off > 0 else TURN_RIGHT,)
    elif abs(off) > 500:
        width = max(1, size_of(unit)[0])
        most = min(abs(off), left * 113 * 18000 // (355 * width))
        steps = (("wheel", "left" if off > 0 else "right", most),) if most > 0 else ()
    if steps:
        taken = take_step(world, now, steps[0])
        if taken.refused is not None or taken.cost > left:
            return ()
        now, left = taken.unit, left - taken.cost
    off = (angle_of(x - now.x, y - now.y) - now.facing + 18000) % FULL_TURN - 18000
    if abs(off) > AHEAD:
        return steps
    return farthest(world, now, steps, off, left)


def farthest(world: World, now: Unit, steps: tuple[Step, ...], off: int, left: int) -> tuple[Step, ...]:
    """The steps with the longest march in this direction that the rest of the allowance and the way allow."""
    length, walked = marched(world, now, off, left)
    if length == 0:
        return steps
    march: Step = ("march", off, length)
    if walked is not None:
        remember(world, now, march, Taken(walked.end(), walked.price()))
    return (*steps, march)


def longest_march(world: World, unit: Unit, off: int, left: int) -> int:
    """How far a march in this direction, off its facing, goes for at most `left`."""
    return marched(world, unit, off, left)[0]


def marched(world: World, unit: Unit, off: int, left: int) -> tuple[int, Walk | None]:
    """The same, and the walk itself where it leads over open ground all the way."""
    if unit.fronts:
        return 0, None
    heading = (unit.facing + off) % FULL_TURN
    if not turns_freely(unit):
        return gone(world, unit, heading, 1, left)
    looking = unit.copy()
    looking.facing = heading
    return gone(world, looking, heading, 1, left)


def random_steps(world: World, unit: Unit, chance: Chance) -> tuple[Step, ...]:
    """A random turn and march."""
    mv = allowance(world, unit)
    if turns_freely(unit):
        return (("march", chance.below(FULL_TURN) - 18000, chance.below(mv + 1)),)
    kind = chance.below(6)
    if kind == 0:
        return (("pivot", ("left", "right", "about")[chance.below(3)]),)
    if kind == 1:
        return (("wheel", ("left", "right")[chance.below(2)], 500 + chance.below(4000)),)
    if kind == 2:
        return (("flank", 4501 + chance.below(26000), chance.below(mv // 2 + 1)),)
    return (("march", chance.below(9001) - 4500, chance.below(mv + 1)),)


@rule("masse.move.budget", "masse.move.charge-not-compulsory")
def move(world: World, id: int, answer: tuple[str, tuple[Step, ...]]) -> Script:
    """The unit makes its basic moves one after the other; after each, enemies may interrupt it. Entering contact this way
    gives no charge bonus; engaging the undead takes courage, tested before it sets off (masse.undead.engage-test,
    masse.turn.test-before-acting). Returns the world."""
    dared = met_at_the_end(world, world.units[id], answer[1])
    for foe in dared:
        world, bold = yield Call(courage_rule(), world, id, foe)
        if not bold:
            return shrinking(world, id, foe)
    first: Taken | None = take_step(world, world.units[id], answer[1][0])  # from where it comes changes nothing of that
    world = world.with_unit(setting_off(world.units[id]))
    for step in answer[1]:
        taken = take_step(world, world.units[id], step) if first is None else first
        first = None
        if step[0] == "march" and touches_enemy(world, taken.unit):
            world, rest = yield Call(coming_on, world, id, step)
            if not rest:
                return world
            taken = nearly(world, world.units[id], rest)
        met = touches_enemy(world, taken.unit)
        if met:
            world, bold = yield Call(engage_rule(), world, id, tuple([foe.id for foe in met]), taken.unit, dared)
            if not bold:
                return world
        world = carrying(world.with_unit(brought(world.units[id], taken.unit)), id)
        if step[0] == "fronts":
            yield Tell("masse.move.multi-front", "faces", (id, len(step[1]) + 1))
        else:
            yield Tell("masse.move.budget", "step-" + step[0], (id, *step[1:]))
        world, stopped = yield Call(reaction_rule(), world, id)
        if stopped or world.units[id].status != ON_TABLE:
            return world
    return Call(arrival_rule(), world, id)


def shrinking(world: World, id: int, foe: int) -> World:
    """The world once a unit has not dared to close with an enemy: it may do something else. (masse.undead.engage-test)"""
    twin = world.units[id].copy()
    twin.tested = (*twin.tested, shrunk_from(foe))
    return world.with_unit(twin)


def met_at_the_end(world: World, unit: Unit, steps: tuple[Step, ...]) -> tuple[int, ...]:
    """The enemies that these steps would bring it into contact with."""
    for step in steps:
        unit = take_step(world, unit, step).unit
    return tuple([foe.id for foe in touches_enemy(world, unit)])


@rule("masse.move.counter-charge-trigger")
def coming_on(world: World, id: int, step: Step) -> Script:
    """A march that ends in contact: enemies may interrupt it as it sets off and half-way, while there is still room to charge
    and a target to shoot at. Returns the world and the rest of the march, () when it is stopped."""
    world, stopped = yield Call(reaction_rule(), world, id)
    half = step[2] // 2
    if stopped or world.units[id].status != ON_TABLE:
        return world, ()
    if half == 0 or touches_enemy(world, world.units[id]):
        return world, step
    taken = take_step(world, world.units[id], ("march", step[1], half))
    if taken.refused is not None:
        return world, step
    world = carrying(world.with_unit(brought(world.units[id], taken.unit)), id)
    world, stopped = yield Call(reaction_rule(), world, id)
    if stopped or world.units[id].status != ON_TABLE:
        return world, ()
    off = 0 if turns_freely(world.units[id]) else step[1]
    return world, ("march", off, step[2] - half)


def nearly(world: World, unit: Unit, step: Step) -> Taken:
    """A march into contact, a hair shorter where the rounding of its halves makes it too long."""
    taken = take_step(world, unit, step)
    if taken.refused is None or step[0] != "march" or step[2] <= HAIR:
        return taken
    shorter = take_step(world, unit, ("march", step[1], step[2] - HAIR))
    return taken if shorter.refused is not None else shorter


def brought(unit: Unit, place: Unit) -> Unit:
    """The unit where a step has brought it, in the order taken there; if it has lost figures on its way into contact its front
    edge is where it would have been."""
    twin = unit.copy()
    twin.facing = place.facing
    twin.formation, twin.files, twin.fronts = place.formation, min(place.files, unit.figures), place.fronts
    dx, dy = turned((size_of(place)[1] - size_of(twin)[1]) // 2, 0, place.facing)
    twin.x, twin.y = place.x + dx, place.y + dy
    twin.moved = True
    let_go(twin)
    return twin


def carrying(world: World, id: int) -> World:
    """The world with those who shelter in an engine taken along with it. (masse.siege.capacity)"""
    engine = world.units[id]
    if engine.card.machine is None:
        return world
    for unit in world.units:
        if unit.aboard == id:
            twin = unit.copy()
            twin.x, twin.y, twin.facing = engine.x, engine.y, engine.facing
            world = world.with_unit(twin)
    return world


engage_rule: Final = Later("masse.undead.engage-test")
"""What comes before a unit touches enemies: courage against the undead, blows of longer weapons."""

courage_rule: Final = Later("masse.morale.dd-undead")
"""The test of whoever engages the undead; it stands in their chapter. Returns the world and whether it goes on."""

reaction_rule: Final = Later("masse.move.counter-charge")
"""Interrupts of a moving unit: counter-charges and opportunity shots. Returns the world and whether it is stopped."""

arrival_rule: Final = Later("masse.turn.individual-joins-unit")
"""What follows a move: individuals join units, heroes come alongside. Returns the world."""


register(Move("move", MOVE, 8, move))
