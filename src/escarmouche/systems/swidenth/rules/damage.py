"""Damage: the margin against Defence, push-backs, Stunned, Vitality and Out of action."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import mypyc_attr

from escarmouche.core.data import Data
from escarmouche.core.effects import Call, Choose, Listed, Script, Tell, rule
from escarmouche.systems.swidenth.model import (
    CHIEF,
    NEUTRAL,
    NOWHERE,
    ON_TABLE,
    OUT,
    TWO_DEEP,
    Figure,
    World,
)
from escarmouche.systems.swidenth.rules.conventions import (
    NO_FLOOR,
    SOLID,
    WATER,
    decider,
    floor_below,
    floor_from,
    foes,
    hangs,
    is_engaged,
    level_with,
)
from escarmouche.systems.swidenth.rules.equipment import defence
from escarmouche.systems.swidenth.rules.falls import fall, is_drop, overhangs
from escarmouche.systems.swidenth.rules.heroism import NOTHING, OUTED, PUSHED, RESULTS, STUNNED, soften
from escarmouche.systems.swidenth.rules.psychology import chief_falls, met, stunned, terrors
from escarmouche.systems.swidenth.rules.values import FALLING_FRIENDS, FREE_STEP, OUT_FACTOR, PUSH, SWIMMERS
from escarmouche.table.shapes import beyond, on_table, segment_meets_polygon, sweep_meets_disc, sweep_meets_polygon

PUSH_IT: Final = ("push",)
SPARE: Final = ("spare",)
FALL_BACK: Final = ("fall-back",)
HOLD: Final = ("hold",)


# ---------------------------------------------------------------- the three bands


def band(margin: int, guard: int) -> int:
    """The result of a final margin against a Defence: only the highest band reached applies. (swidenth.damage.margin,
    swidenth.damage.stunned-band, swidenth.damage.out-band)

    >>> band(5, 5), band(6, 5), band(10, 5), band(11, 5)
    (1, 2, 2, 3)
    """
    if margin > OUT_FACTOR * guard:
        return OUTED
    return STUNNED if margin > guard else PUSHED


def outcome_of(figure: Figure, result: int) -> str:
    """The result as odds call it: one that keeps Vitality is wounded. (swidenth.damage.vitality-loss)"""
    return "wounded" if result == OUTED and figure.vitality > 1 else RESULTS[result]


@rule(
    "swidenth.damage.margin",
    "swidenth.stats.defence",
    "swidenth.damage.stunned-band",
    "swidenth.damage.out-band",
    "swidenth.damage.pushback",
)
def suffer(world: World, victim: int, by: int, margin: int, pierced: bool, role: str) -> Script:
    """The loser suffers what the final margin is against his Defence; he may lower it with Heroism, step by step. A push-back
    is as the winner likes. Returns the world."""
    why = "swidenth.damage.margin"
    figure = world.figures[victim]
    guard = defence(figure, pierced)
    result = band(margin, guard)
    told = outcome_of(figure, result)
    yield Tell(why, f"suffers-{told}", (victim, margin, guard), f"{role}-{told}")
    return (yield from endured(world, victim, by, result))


def struck(world: World, victim: int, by: int, gap: int, damage: int, pierced: bool, role: str) -> Script:
    """The winner of an opposed roll hurts the loser: Damage is added to the difference of their totals. Returns the world.
    (swidenth.damage.margin)"""
    if damage:
        yield Tell("swidenth.damage.margin", "margin", (gap, damage, gap + damage))
    return (yield Call(suffer, world, victim, by, gap + damage, pierced, role))


def endured(world: World, victim: int, by: int, result: int) -> Script:
    """A result, with the winner's wish, the loser's Heroism, and then what comes of it. Returns the world.
    (swidenth.melee.sequence, swidenth.heroism.soften-chain)"""
    while result:
        if result == PUSHED:
            figure = world.figures[victim]
            seat = decider(world, world.figures[by], figure)
            why = "swidenth.damage.pushback"
            if (yield Choose(why, seat, world, Listed((PUSH_IT, SPARE), why), victim)) == SPARE:
                yield Tell(why, "spared", (victim,))
                return world
        world, lowered = yield from soften(world, victim, result)
        if not lowered:
            break
        result -= 1
    if result == OUTED:
        return (yield from out_of_action(world, victim, by))
    if result == STUNNED:
        return (yield from stunned(world, victim, "swidenth.damage.stunned-band"))
    return world if result == NOTHING else (yield from push_back(world, victim, by))


# ---------------------------------------------------------------- Out of action


@rule("swidenth.state.out-of-action", "swidenth.damage.vitality-loss", "swidenth.stats.vitality")
def out_of_action(world: World, id: int, by: int) -> Script:
    """One Vitality less; the last one puts it Out of action: it drops what it carries, blocks nothing and is engaged with
    nobody. A Chief's fall is seen at once. Returns the world."""
    figure = world.figures[id]
    twin = figure.copy()
    twin.vitality -= 1
    if twin.vitality > 0:
        yield Tell("swidenth.damage.vitality-loss", "loses-vitality", (id, twin.vitality))
        return world.with_figure(twin)
    twin.status = OUT
    twin.fell = world.turn
    twin.stunned = twin.fleeing = twin.hidden = False
    twin.climbing = NOWHERE
    world = world.with_figure(twin)
    yield Tell("swidenth.state.out-of-action", "out-of-action", (id,))
    world = ended_spells(world, id)
    world = dropped_all(world, id)
    if twin.seat == NEUTRAL and by >= 0 and world.figures[by].seat >= 0:
        slayer = world.bands[world.figures[by].seat].copy()
        slayer.slayer = True
        world = world.with_band(slayer)
    if twin.card.rank == CHIEF:
        return (yield from chief_falls(world, id))
    return world


def ended_spells(world: World, caster: int) -> World:
    """The world without the spells that last until the caster's next activation. (swidenth.magic.limits)"""
    for figure in world.figures:
        kept = tuple([one for one in figure.spells if one[1] != caster or one[0] in ("haste", "grasping-roots")])
        if len(kept) < len(figure.spells):
            twin = figure.copy()
            twin.spells = kept
            world = world.with_figure(twin)
    return world


def dropped_all(world: World, id: int) -> World:
    """The world with what a figure carried lying where it fell: the object of the mission, and its arms.
    (swidenth.state.out-of-action)"""
    figure = world.figures[id]
    twin = figure.copy()
    for item in (*figure.hands, *figure.belt):
        world = world.with_marker("item", figure.x, figure.y, figure.z, item)
    if figure.cargo:
        world = world.with_marker(figure.cargo, figure.x, figure.y, figure.z)
    twin.hands = twin.belt = ()
    twin.cargo = ""
    return world.with_figure(twin)


# ---------------------------------------------------------------- push-backs


@final
@mypyc_attr(acyclic=True)
class Recoil(Data):
    """A push-back as it would go: by how much, who falls back with the loser, and whether it is blocked."""

    __slots__ = ("dx", "dy", "friends", "blocked")

    def __init__(self, dx: int, dy: int, friends: tuple[int, ...], blocked: bool) -> None:
        self.dx = dx
        self.dy = dy
        self.friends = friends
        self.blocked = blocked


def recoil(world: World, figure: Figure, x: int, y: int) -> Recoil:
    """The push-back of a figure straight away from a point, 1 pas or not at all. (swidenth.damage.pushback-direction,
    swidenth.damage.pushback-friends, swidenth.damage.pushback-blocked, swidenth.damage.pushback-wall)"""
    to_x, to_y = beyond(x, y, figure.x, figure.y, PUSH)
    dx, dy = to_x - figure.x, to_y - figure.y
    if barred(world, figure, dx, dy):
        return Recoil(dx, dy, (), True)
    behind = clashes(world, figure, dx, dy, ())
    if any(world.figures[one].seat != figure.seat for one in behind) or len(behind) > FALLING_FRIENDS:
        return Recoil(dx, dy, (), True)
    going = behind
    for one in behind:
        second = clashes(world, world.figures[one], dx, dy, (figure.id, *going))
        if second and world.has(TWO_DEEP) and len(going) + len(second) <= FALLING_FRIENDS:
            going += second
    for one in going:
        friend = world.figures[one]
        if friend.seat != figure.seat or is_engaged(world, friend) or barred(world, friend, dx, dy):
            return Recoil(dx, dy, going, True)
        if clashes(world, friend, dx, dy, (figure.id, *going)):
            return Recoil(dx, dy, going, True)
    return Recoil(dx, dy, going, False)


def clashes(world: World, figure: Figure, dx: int, dy: int, aside: tuple[int, ...]) -> tuple[int, ...]:
    """The figures that one pushed so far would run into, but for some."""
    found: tuple[int, ...] = ()
    for other in world.figures:
        if other.id == figure.id or other.id in aside or other.status != ON_TABLE or not level_with(figure, figure.z, other):
            continue
        if sweep_meets_disc(
            figure.x, figure.y, figure.x + dx, figure.y + dy, figure.card.radius, other.x, other.y, other.card.radius
        ):
            found += (other.id,)
    return found


def barred(world: World, figure: Figure, dx: int, dy: int) -> bool:
    """Does the table's edge, an obstacle or a bank from 0.5 pas, or deep water stop one that is pushed?
    (swidenth.damage.pushback-wall, swidenth.terrain.swim-climb)"""
    x, y, radius = figure.x + dx, figure.y + dy, figure.card.radius
    if hangs(figure):
        return False
    if not on_table(x, y, radius, world.ground.width, world.ground.depth):
        return True
    if figure.z < 0 and floor_below(world.ground.pieces, x, y, figure.z + FREE_STEP - 1) == NO_FLOOR:
        return True
    for piece in world.ground.pieces:
        if piece.kind == WATER:
            stops = not figure.has(SWIMMERS) and segment_meets_polygon(figure.x, figure.y, x, y, piece.shape)
        else:
            body = piece.kind in SOLID and piece.base < figure.z + figure.card.height
            high = piece.height - figure.z >= FREE_STEP
            stops = body and high and sweep_meets_polygon(figure.x, figure.y, x, y, radius, piece.shape)
        if stops:
            return True
    return False


@rule(
    "swidenth.damage.pushback-direction",
    "swidenth.damage.pushback-friends",
    "swidenth.damage.pushback-blocked",
    "swidenth.damage.pushback-wall",
    "swidenth.damage.pushback-void",
)
def push_back(world: World, id: int, by: int) -> Script:
    """The loser goes back 1 pas from the winner, with one or two friends where they let him; blocked, he is Stunned instead.
    Then falls, then new engagements. Returns the world."""
    figure = world.figures[id]
    if hangs(figure):
        return (yield from dislodged(world, id))
    found = recoil(world, figure, world.figures[by].x, world.figures[by].y)
    if found.blocked:
        rule_id = "swidenth.damage.pushback-blocked" if found.friends else "swidenth.damage.pushback-wall"
        yield Tell(rule_id, "push-blocked", (id,))
        return (yield from stunned(world, id, rule_id))
    if found.friends:
        why = "swidenth.damage.pushback-friends"
        answer = yield Choose(why, figure.seat, world, Listed((FALL_BACK, HOLD), why), id)
        if answer == HOLD:
            yield Tell("swidenth.damage.pushback-blocked", "push-blocked", (id,))
            return (yield from stunned(world, id, "swidenth.damage.pushback-blocked"))
    return (yield from pushed(world, (id, *found.friends), found.dx, found.dy))


def dislodged(world: World, id: int) -> Script:
    """A push-back on a ladder, a rope or a wall is a fall from there. Returns the world. (swidenth.terrain.ladder-rope)"""
    figure = world.figures[id]
    before = foes(world, figure)
    floor = floor_from(world.ground.pieces, figure.x, figure.y, 0)
    world = yield from fall(world, id, min(floor, figure.z))
    return (yield from met(world, id, before))


def pushed(world: World, ids: tuple[int, ...], dx: int, dy: int) -> Script:
    """These figures go back together; falls first, then new engagements. Returns the world."""
    before = [foes(world, world.figures[one]) for one in ids]
    for one in ids:
        twin = world.figures[one].copy()
        twin.x += dx
        twin.y += dy
        twin.hidden = False
        world = world.with_figure(twin)
    yield Tell("swidenth.damage.pushback-direction", "pushed-back", (ids,))
    for one in ids:
        world = yield from settles(world, one)
    world = yield from terrors(world)
    for one, old in zip(ids, before, strict=True):
        if world.figures[one].status == ON_TABLE:
            world = yield from met(world, one, old)
    return world


def settles(world: World, id: int) -> Script:
    """A figure that was carried somewhere stands on what is there, or falls. Returns the world.
    (swidenth.damage.pushback-void, swidenth.fall.trigger)"""
    figure = world.figures[id]
    floor = floor_from(world.ground.pieces, figure.x, figure.y, figure.z)
    if is_drop(floor, figure.z) or overhangs(world, figure, figure.x, figure.y, figure.z):
        low = floor if is_drop(floor, figure.z) else floor_below_edge(world, figure)
        return (yield from fall(world, id, low))
    if floor != NO_FLOOR and floor != figure.z:
        twin = figure.copy()
        twin.z = floor
        world = world.with_figure(twin)
    return world


def floor_below_edge(world: World, figure: Figure) -> int:
    """The level under the edge over which a wide base hangs."""
    lowest = figure.z
    for dx, dy in ((1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, 1), (-1, -1), (1, -1)):
        reach = figure.card.radius
        found = floor_from(world.ground.pieces, figure.x + dx * reach, figure.y + dy * reach, figure.z)
        if found != NO_FLOOR:
            lowest = min(lowest, found)
    return lowest
