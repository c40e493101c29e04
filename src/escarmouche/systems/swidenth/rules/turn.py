"""The turn: its start, the Heroes' phases in alternation, left-over henchmen. (swidenth.turn.sequence)"""

from __future__ import annotations

from escarmouche.core.effects import Call, Choose, Listed, Roll, Script, Tell, rule
from escarmouche.systems.swidenth.model import EVERY_TURN, ON_TABLE, Figure, World
from escarmouche.systems.swidenth.rules.activation import gathered, phase
from escarmouche.systems.swidenth.rules.missions import LAIR, beast_acts, finish, is_over, wake_roll
from escarmouche.systems.swidenth.rules.psychology import terrors
from escarmouche.systems.swidenth.rules.rout import rout_tests, voluntary
from escarmouche.systems.swidenth.rules.values import INITIATIVE, SIDES

# ---------------------------------------------------------------- the start of a turn


def dawn(world: World) -> World:
    """The world at the start of the next turn: nobody has acted, sub-groups are void, spells that were to end have."""
    twin = world.copy()
    twin.turn += 1
    twin.splits = ()
    twin.active = twin.hero = -1
    twin.members = ()
    twin.figures = tuple([refreshed(figure, twin) for figure in world.figures])
    return twin


def refreshed(figure: Figure, world: World) -> Figure:
    """A figure at the start of a turn."""
    twin = figure.copy()
    twin.activated = twin.phased = False
    twin.rallied = 0
    if world.has(EVERY_TURN):
        twin.terrors = 0
    twin.spells = tuple([one for one in figure.spells if one[0] not in ("haste", "grasping-roots") or one[2] + 1 >= world.turn])
    return twin


@rule("swidenth.turn.sequence")
def new_turn(world: World) -> Script:
    """Voluntary routs, rout tests, what the mission does, initiative; then the Heroes' phases."""
    order = world.order or tuple(range(len(world.bands)))
    world = dawn(world)
    yield Tell("swidenth.turn.sequence", "new-turn", (world.turn,))
    for seat in order:
        world = yield Call(voluntary, world, seat)
    for seat in order:
        world = yield Call(rout_tests, world, seat)
    if is_over(world):
        return Call(finish, world)
    if world.mission == LAIR:
        world = yield Call(wake_roll, world)
    world = yield from terrors(world)
    world = yield Call(initiative, world)
    return Call(hero_phases, world, 0)


@rule("swidenth.turn.initiative-two")
def initiative(world: World) -> Script:
    """Who goes first this turn: with two players one d20 for both. Returns the world."""
    why = "swidenth.turn.initiative-two"
    if len(world.bands) > 2:
        why = "swidenth.turn.initiative-many"
        order = yield Call(ranking, world, tuple(range(len(world.bands))))
    else:
        (die,) = yield Roll(why, 0, world, 1, SIDES, (), -1, INITIATIVE)
        order = (0, 1) if die >= INITIATIVE else (1, 0)
    yield Tell(why, "initiative", (order[0],))
    twin = world.copy()
    twin.order = order
    return twin


@rule("swidenth.turn.initiative-many")
def ranking(world: World, seats: tuple[int, ...], why: str = "swidenth.turn.initiative-many") -> Script:
    """The order of several players: each rolls a d20, from highest to lowest; those who tie roll again for their places only.
    Returns the seats in order."""
    if len(seats) < 2:
        return seats
    rolled = []
    for seat in seats:
        (die,) = yield Roll(why, seat, world, 1, SIDES)
        rolled.append((die, seat))
    order: tuple[int, ...] = ()
    for face in sorted({die for die, _ in rolled}, reverse=True):
        tied = tuple([seat for die, seat in rolled if die == face])
        order += yield Call(ranking, world, tied, why)
    return order


# ---------------------------------------------------------------- phases


def ready(world: World, seat: int) -> list[Figure]:
    """The Heroes of a side that have had no phase this turn and can still act. (swidenth.activation.hero-lost)"""
    return [one for one in world.figures if one.seat == seat and one.status == ON_TABLE and one.is_hero() and not one.phased]


@rule("swidenth.activation.alternation", "swidenth.activation.unequal-heroes", "swidenth.activation.hero-order")
def hero_phases(world: World, place: int) -> Script:
    """The next Hero's phase: the sides take turns in the order of initiative, those without Heroes left are passed over; when
    none is left anywhere, left-over henchmen act."""
    if is_over(world):
        return Call(finish, world)
    count = len(world.order)
    for ahead in range(count):
        seat = world.order[(place + ahead) % count]
        heroes = ready(world, seat)
        if heroes:
            why = "swidenth.activation.hero-order"
            options = Listed(tuple([("hero", one.id) for one in heroes]), why)
            _, hero = yield Choose(why, seat, world, options)
            world = yield Call(hero_phase, world, hero)
            return Call(hero_phases, world, (place + ahead + 1) % count)
    return Call(leftovers, world, 0)


@rule("swidenth.activation.hero-phase", "swidenth.activation.bubble-radius", "swidenth.activation.heroes-not-members")
def hero_phase(world: World, hero: int) -> Script:
    """One Hero's phase: who may act in it is fixed now. Returns the world."""
    figure = world.figures[hero].copy()
    figure.phased = True
    twin = world.with_figure(figure)
    twin.active = figure.seat
    twin.hero = hero
    twin.members = gathered(twin, hero)
    yield Tell("swidenth.activation.hero-phase", "hero-phase", (hero, twin.members[1:]))
    world = yield Call(phase, twin)
    return ended(world)


def ended(world: World) -> World:
    """The world after a phase."""
    twin = world.copy()
    twin.active = twin.hero = -1
    twin.members = ()
    return twin


@rule("swidenth.activation.leftovers")
def leftovers(world: World, place: int) -> Script:
    """The henchmen of a side that have not acted, in one phase; then those of the next; then the turn is over."""
    if is_over(world):
        return Call(finish, world)
    if place == len(world.order):
        if world.mission == LAIR:
            world = yield Call(beast_acts, world)
        if is_over(world) or world.turn >= world.turn_limit:
            return Call(finish, world)
        return Call(new_turn, world)
    seat = world.order[place]
    twin = world.copy()
    twin.active = seat
    twin.members = tuple([one.id for one in world.on_table(seat) if not one.is_hero() and not one.activated])
    if twin.members:
        yield Tell("swidenth.activation.leftovers", "left-overs", (seat,))
        world = yield Call(phase, twin)
    return Call(leftovers, ended(world), place + 1)
