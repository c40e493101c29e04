"""Escalade: ladders and grapnels go up, attackers climb them, defenders throw them off.

While a unit climbs it counts as standing at the foot of the wall: `ladders` are those it has raised, `climbers` the height that
the first figure on each of them has reached, followed by one entry at the top for every further figure that has paid its way
up behind. When all have, the unit stands on the wall.
"""

from __future__ import annotations

from typing import Any, Final, final

from escarmouche.core.effects import Answer, Call, Refusal, Roll, Script, Tell, rule
from escarmouche.kit.menu import malformed, no
from escarmouche.systems.masse.content import book
from escarmouche.systems.masse.model import INCH, METRE, ROUTED, Structure, Unit, World
from escarmouche.systems.masse.rows import Climbing
from escarmouche.systems.masse.rules.buildings import DOWN_LADDERS, entry_refusal, housed, outside, paid_before, waiting
from escarmouche.systems.masse.rules.combat import Modifiers, hit_table, needed_to_hit, take_losses
from escarmouche.systems.masse.rules.ground import (
    CONTACT,
    PARAPET,
    at_foot_of,
    enemies,
    engaged,
    engine_shape,
    figure_bases,
    footprint,
)
from escarmouche.systems.masse.rules.melee import PLATFORM, having_fought, height_rows, own_modifiers
from escarmouche.systems.masse.rules.movement import allowance
from escarmouche.systems.masse.rules.orders import FIGHT, MOVE, Doing, Order, register
from escarmouche.systems.masse.rules.structures import falls, known_structure, named, rungs, touching
from escarmouche.systems.masse.rules.values import RUNG, RUNG_COST
from escarmouche.table.shapes import polygons_within, turned

LADDER: Final = "ladder"
GRAPNEL: Final = "grapnel"

ROWS: Final[dict[str, Climbing]] = {LADDER: book().climbing["echelle"], GRAPNEL: book().climbing["grappin"]}
"""What the book says of them: what each step costs, how they are raised, how long they are where a switch of the battle such as
"ladder-6" says nothing else. (masse.escalade.climb-cost, masse.escalade.raise-ladder, masse.escalade.length)"""

STEP_COST: Final[dict[str, int]] = {means: RUNG_COST[row.id] for means, row in ROWS.items()}
"""What each 2.5 m costs. (masse.escalade.climb-cost)"""

BREAKS: Final = (1, 1, 0, 0, 0, 0)
"""The faces of a d6 on which what is thrown off breaks. (masse.escalade.broken)"""

# ---------------------------------------------------------------- measures


def means_of(ladder: int) -> str:
    """Ladder or grapnel."""
    return LADDER if ladder >= 0 else GRAPNEL


def length_of(world: World, means: str) -> int:
    """How long ladders or grapnels are in this battle. (masse.escalade.length)"""
    for switch in world.switches:
        name, _, metres = switch.partition("-")
        if name == means and metres.isdigit():
            return int(metres) * METRE
    return ROWS[means].length_m * METRE


def climb_of(unit: Unit, structure: Structure) -> int:
    """How high it has to climb: from the ground, or from the platform of a siege tower that is too low.
    (masse.escalade.siege-tower)"""
    return structure.height - unit.floor


def figures_at_foot(world: World, unit: Unit, structure: Structure) -> int:
    """How many of its figures stand against the wall; from a platform two. (masse.escalade.raise-ladder)"""
    if unit.aboard < 0:
        return touching(unit, structure)
    beside = polygons_within(engine_shape(world.units[unit.aboard]), structure.shape, CONTACT)
    return min(unit.figures, PLATFORM) if beside else 0


def hands(world: World, unit: Unit, structure: Structure) -> int:
    """How many ladders or grapnels it may try to raise: one for each figure at the foot that has none up, as long as the unit
    has unbroken ones. (masse.escalade.raise-ladder, masse.escalade.broken)"""
    most = min(figures_at_foot(world, unit, structure), unit.began - unit.broken_gear)
    return max(0, most - len(unit.ladders))


def hand_ma(unit: Unit) -> int:
    """The MA with which it raises ladders and defends them."""
    lines = [line.ma for line in unit.card.attacks if line.mode == "melee"]
    return lines[0] if lines else 0


# ---------------------------------------------------------------- raising (masse.escalade.raise-ladder)


def raise_needs(world: World, unit: Unit, structure: Structure, means: str) -> int:
    """The face needed to raise one: above 8, at -2 for every 2.5 m begun, with the unit's own modifiers; a grapnel at -4 more
    (masse.escalade.grapnel)."""
    row = ROWS[means]
    rows: Modifiers = (*own_modifiers(world, unit), ("hauteur", row.per_step * rungs(climb_of(unit, structure))))
    if row.extra:
        rows = (*rows, (row.id, row.extra))
    return needed_to_hit(row.target_ca, hand_ma(unit), rows)


@final
class Raise(Order):
    """Raise ladders or throw grapnels: ("raise", structure, "ladder"|"grapnel"). (masse.escalade.raise-ladder)"""

    __slots__ = ()

    def possible(self, doing: Doing) -> bool:
        unit = doing.unit()
        if not doing.world.structures or unit.building >= 0 or unit.moved or unit.morale == ROUTED or unit.altitude > 0:
            return False
        return not engaged(doing.world, unit)

    def refusal(self, doing: Doing, answer: tuple[Any, ...]) -> Refusal | None:
        rule_id = "masse.escalade.raise-ladder"
        if malformed(answer, int, str) or answer[2] not in (LADDER, GRAPNEL):
            return no(rule_id, "malformed", str(answer))
        world, unit = doing.world, doing.unit()
        structure = known_structure(world, answer[1])
        if structure is None:
            return no("masse.structure.destroyed", "no-such-structure", unit.id)
        if unit.moved:
            return no(rule_id, "ladders-need-turn", unit.id)
        refused = entry_refusal(world, unit, structure)
        if refused is not None:
            return refused
        if not self.possible(doing):
            return no(rule_id, "cannot-raise", unit.id)
        return gear_refusal(world, unit, structure, answer[2])

    def listed(self, doing: Doing) -> list[Answer]:
        found: list[Answer] = []
        for structure in doing.world.structures:
            for means in (LADDER, GRAPNEL):
                answer = ("raise", structure.id, means)
                if structure.seat != doing.unit().seat and self.refusal(doing, answer) is None:
                    found.append(answer)
        return found


def gear_refusal(world: World, unit: Unit, structure: Structure, means: str) -> Refusal | None:
    """Why no ladder or grapnel can be raised here, or None."""
    rule_id = "masse.escalade.raise-ladder"
    if figures_at_foot(world, unit, structure) == 0:
        return no(rule_id, "not-at-the-wall", unit.id, named(structure))
    if climb_of(unit, structure) <= 0:
        return no("masse.escalade.siege-tower", "no-need-to-climb", unit.id, named(structure))
    if length_of(world, means) <= climb_of(unit, structure):
        return no("masse.escalade.length", "too-short", unit.id, "means-" + means, named(structure))
    if unit.ladders and at_foot_of(unit.ladders[0]) != structure.id:
        return no(rule_id, "ladders-elsewhere", unit.id)
    return None if hands(world, unit, structure) else no(rule_id, "no-ladder-left", unit.id)


@rule("masse.escalade.raise-ladder", "masse.escalade.grapnel")
def raise_ladders(world: World, id: int, answer: tuple[str, int, str]) -> Script:
    """Each figure at the foot of the wall rolls once: what succeeds stands. Returns the world."""
    _, number, means = answer
    unit, structure = world.units[id], world.structures[number]
    tries = hands(world, unit, structure)
    needed = raise_needs(world, unit, structure, means)
    rule_id = "masse.escalade.grapnel" if means == GRAPNEL else "masse.escalade.raise-ladder"
    raised = yield Roll(rule_id, unit.seat, world, tries, 20, hit_table(needed), id, needed)
    yield Tell(rule_id, "raises-" + means, (id, named(structure), tries, raised), f"raised-{raised}")
    twin = having_fought(world, id).units[id].copy()
    first = len(twin.ladders)
    twin.climbers = (*twin.climbers[:first], *([twin.floor] * raised), *twin.climbers[first:])
    twin.ladders = (*twin.ladders, *([number if means == LADDER else ~number] * raised))
    return world.with_unit(twin)


# ---------------------------------------------------------------- climbing (masse.escalade.climb-cost)


def ascent(height: int, top: int, ladder: int, mv: int) -> tuple[int, int]:
    """How high the first figure on a ladder gets with so much movement, whole steps of 2.5 m, and what is left of it."""
    cost = STEP_COST[means_of(ladder)]
    steps = min(rungs(top - height), mv // cost)
    return min(top, height + steps * RUNG), mv - steps * cost


def climbed(unit: Unit, top: int, mv: int) -> tuple[Unit, int]:
    """The unit with the first figure on each ladder as high as it gets, and how many more can follow them to the top: one for
    each inch that is left on each ladder. (masse.escalade.one-figure-per-ladder, masse.escalade.file)"""
    heads: list[int] = []
    more = 0
    for height, ladder in zip(unit.climbers, unit.ladders, strict=False):
        reached, left = ascent(height, top, ladder, mv)
        heads.append(reached)
        if reached == top:
            more += left // INCH
    twin = unit.copy()
    twin.climbers = (*heads, *unit.climbers[len(unit.ladders) :])
    twin.moved = True
    return twin, more


def at_top(unit: Unit, top: int) -> int:
    """How many of its figures are up, or have paid for it."""
    return min(unit.figures, len([height for height in unit.climbers if height == top]))


@final
class Climb(Order):
    """Climb its ladders, or come down them: ("climb", "up"|"down"). (masse.escalade.climb-cost)"""

    __slots__ = ()

    def possible(self, doing: Doing) -> bool:
        unit = doing.unit()
        return len(unit.ladders) > 0 and unit.morale != ROUTED and not engaged(doing.world, unit)

    def refusal(self, doing: Doing, answer: tuple[Any, ...]) -> Refusal | None:
        rule_id = "masse.escalade.climb-cost"
        if malformed(answer, str) or answer[1] not in ("up", "down"):
            return no(rule_id, "malformed", str(answer))
        world, unit = doing.world, doing.unit()
        if not unit.ladders:
            return no("masse.escalade.one-figure-per-ladder", "no-ladders", unit.id)
        if not self.possible(doing):
            return no("masse.move.engaged-cannot-manoeuvre", "cannot-move", unit.id)
        structure = world.structures[at_foot_of(unit.ladders[0])]
        if answer[1] == "up":
            if unit.building >= 0:
                return no(rule_id, "already-up", unit.id)
            return entry_refusal(world, unit, structure)
        if unit.building >= 0:
            return None if foot_of_wall(world, unit) is not None else no(rule_id, "no-room", unit.id)
        return None if max(unit.climbers) > unit.floor else no(rule_id, "already-down", unit.id)

    def listed(self, doing: Doing) -> list[Answer]:
        return [("climb", way) for way in ("up", "down") if self.refusal(doing, ("climb", way)) is None]


@rule("masse.escalade.climb-cost", "masse.escalade.file", "masse.escalade.one-figure-per-ladder")
def climb(world: World, id: int, answer: tuple[str, str]) -> Script:
    """The unit climbs in steps of 2.5 m; those behind follow in single file. Where defenders hold the top, the first figures
    come no farther than the parapet. Returns the world."""
    unit = world.units[id]
    structure = world.structures[at_foot_of(unit.ladders[0])]
    if answer[1] == "down":
        return Call(climb_down, world, id)
    twin, more = climbed(unit, structure.height, allowance(world, unit))
    world = world.with_unit(twin)
    if engaged(world, twin):
        yield Tell("masse.escalade.attack-from-top", "reaches-parapet", (id, named(structure), at_top(twin, structure.height)))
        return world
    rest = unit.figures - len(twin.ladders)
    follow = max(0, min(more, rest - len(twin.climbers[len(twin.ladders) :])))
    grown = twin.copy()
    grown.climbers = (*twin.climbers, *([structure.height] * follow))
    if at_top(grown, structure.height) < unit.figures:
        yield Tell("masse.escalade.climb-cost", "climbs", (id, named(structure), at_top(grown, structure.height)))
        return world.with_unit(grown)
    yield Tell("masse.escalade.climb-cost", "on-the-wall", (id, named(structure)))
    return world.with_unit(on_top(grown, structure))


def on_top(unit: Unit, structure: Structure) -> Unit:
    """The unit on the wall, its ladders behind it."""
    ladders = unit.ladders
    twin = housed(unit, structure, structure.height)
    twin.ladders = ladders
    return twin


# ---------------------------------------------------------------- coming down


def descent_cost(unit: Unit, structure: Structure) -> int:
    """What it costs the whole unit to come down: the climb, and an inch for each figure that follows on the longest file.
    (masse.escalade.file)"""
    cost = max([STEP_COST[means_of(ladder)] for ladder in unit.ladders])
    file = -(-unit.figures // len(unit.ladders)) - 1
    return rungs(structure.height) * cost + file * INCH


def foot_of_wall(world: World, unit: Unit) -> Unit | None:
    """The unit at the foot of the wall behind it, where it came from; None where there is no room."""
    structure = world.structures[unit.building]
    shape = structure.shape
    far = min(shape.right - shape.left, shape.top - shape.bottom) // 2
    dx, dy = turned(-far, 0, unit.facing)
    return outside(world, unit, structure, unit.x + dx, unit.y + dy)


@rule("masse.escalade.climb-cost.down")
def climb_down(world: World, id: int) -> Script:
    """Figures on ladders come down as far as they can; a unit on the wall when it has paid for all of its way. Returns the
    world."""
    unit = world.units[id]
    mv = allowance(world, unit)
    if unit.building < 0:
        twin = unit.copy()
        down = [mv // STEP_COST[means_of(ladder)] * RUNG for ladder in unit.ladders]
        heights = unit.climbers[: len(down)]
        twin.climbers = tuple([max(unit.floor, high - less) for high, less in zip(heights, down, strict=False)])
        twin.moved = True
        yield Tell("masse.escalade.climb-cost", "climbs-down", (id,))
        return world.with_unit(twin)
    structure = world.structures[unit.building]
    so_far = paid_before(unit, (DOWN_LADDERS, structure.id)) + mv
    if so_far < descent_cost(unit, structure):
        yield Tell("masse.escalade.climb-cost", "climbs-down", (id,))
        return waiting(world, id, (DOWN_LADDERS, structure.id), so_far)
    below = foot_of_wall(world, unit)
    assert below is not None
    yield Tell("masse.escalade.climb-cost", "at-the-foot", (id, named(structure)))
    return world.with_unit(below)


# ---------------------------------------------------------------- repelling (masse.escalade.repel)


def repelling(unit: Unit, climbing: Unit) -> int:
    """How many defending figures are in contact with the ladders of a unit below."""
    shape = footprint(climbing)
    return len([base for base in figure_bases(unit) if polygons_within(base, shape, PARAPET)])


def repel_targets(world: World, unit: Unit) -> list[int]:
    """The enemies whose ladders lean on what the unit stands on, within its reach."""
    if unit.building < 0 or unit.floor < world.structures[unit.building].height or unit.floor == 0:
        return []
    return [
        foe.id
        for foe in enemies(world, unit)
        if foe.building < 0 and unit.building in [at_foot_of(one) for one in foe.ladders] and repelling(unit, foe) > 0
    ]


@final
class Repel(Order):
    """Throw off the ladders and grapnels of a unit below: ("repel", unit). (masse.escalade.repel)"""

    __slots__ = ()

    def possible(self, doing: Doing) -> bool:
        unit = doing.unit()
        return unit.building >= 0 and unit.morale != ROUTED and len(repel_targets(doing.world, unit)) > 0

    def refusal(self, doing: Doing, answer: tuple[Any, ...]) -> Refusal | None:
        if malformed(answer, int):
            return no("masse.escalade.repel", "malformed", str(answer))
        if not self.possible(doing) or answer[1] not in repel_targets(doing.world, doing.unit()):
            return no("masse.escalade.repel", "no-ladder-to-repel", doing.id)
        return None

    def listed(self, doing: Doing) -> list[Answer]:
        return [("repel", id) for id in repel_targets(doing.world, doing.unit())]


def score_bonus(world: World, unit: Unit, other: Unit) -> int:
    """What is added to a d20 in the struggle for a ladder: MA and the modifiers of Table 5d, without any CA."""
    rows = (*own_modifiers(world, unit), *height_rows(world, unit, other))
    return hand_ma(unit) + sum([value for _, value in rows])


@rule("masse.escalade.repel")
def repel(world: World, id: int, answer: tuple[str, int]) -> Script:
    """One struggle for each ladder, as far as there are defenders: the climbers roll, the defenders at that ladder roll, and
    the best of them throws it off if he scores more. Figures that do this do not also attack. Returns the world."""
    climbing = world.units[answer[1]]
    world = having_fought(world, id)
    defenders = repelling(world.units[id], climbing)
    most_urgent = sorted(range(len(climbing.ladders)), key=lambda i: -climbing.climbers[i])
    thrown: list[int] = []
    for place, ladder in enumerate(most_urgent):
        at_it = defenders // len(most_urgent) + (1 if place < defenders % len(most_urgent) else 0)
        if at_it and (yield from loses_hold(world, id, answer[1], at_it)):
            thrown.append(ladder)
    yield Tell("masse.escalade.repel", "repels", (id, answer[1], len(thrown)), f"thrown-{len(thrown)}")
    return Call(thrown_off, world, answer[1], tuple(thrown), id) if thrown else world


def loses_hold(world: World, id: int, climbing: int, defenders: int) -> Script:
    """The opposed roll for one ladder; a tie leaves it in place. Returns whether it is thrown off."""
    above, below = world.units[id], world.units[climbing]
    (die,) = yield Roll("masse.escalade.repel", below.seat, world, 1, 20, (), climbing)
    lead = die + score_bonus(world, below, above) - score_bonus(world, above, below)
    table = tuple([1 if face > lead else 0 for face in range(1, 21)])
    return (yield Roll("masse.escalade.repel", above.seat, world, defenders, 20, table, id, lead + 1)) > 0


@rule("masse.escalade.broken", "masse.escalade.fall")
def thrown_off(world: World, id: int, ladders: tuple[int, ...], by: int) -> Script:
    """Ladders thrown off break on 1-2; whoever was on them falls the whole height of the wall. Returns the world."""
    unit = world.units[id]
    structure = world.structures[at_foot_of(unit.ladders[0])]
    broken = yield Roll("masse.escalade.broken", unit.seat, world, len(ladders), 6, BREAKS, id)
    yield Tell("masse.escalade.broken", "ladders-broken", (id, len(ladders), broken))
    fallen = falling(unit, ladders)
    world = world.with_unit(without(unit, ladders, broken))
    lost = 0
    if fallen:
        lost = yield Call(falls, world, id, fallen, climb_of(unit, structure))
        yield Tell("masse.escalade.fall", "climbers-fall", (id, fallen, lost), f"nv-{lost}")
    return Call(take_losses, world, id, lost, by)


def falling(unit: Unit, ladders: tuple[int, ...]) -> int:
    """How many figures were on these ladders: the first on each that has left the ground, and those behind it."""
    count = len(unit.ladders)
    first = len([i for i in ladders if unit.climbers[i] > unit.floor])
    behind = len([i for i in range(len(unit.climbers) - count) if i % count in ladders])
    return min(unit.figures, first + behind)


def without(unit: Unit, ladders: tuple[int, ...], broken: int) -> Unit:
    """The unit without these ladders and those who were on them."""
    count = len(unit.ladders)
    twin = unit.copy()
    twin.ladders = tuple([ladder for i, ladder in enumerate(unit.ladders) if i not in ladders])
    twin.climbers = tuple(
        [height for i, height in enumerate(unit.climbers) if (i if i < count else (i - count) % count) not in ladders]
    )
    twin.broken_gear += broken
    return twin


register(Raise("raise", FIGHT, 10, raise_ladders))
register(Climb("climb", MOVE, 14, climb))
register(Repel("repel", FIGHT, 14, repel))
