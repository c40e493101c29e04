"""The sequence of play: from the choice of a scenario to the last turn, and the six phases of each."""

from __future__ import annotations

from escarmouche.core.effects import Call, Choose, Listed, Script, Tell, rule
from escarmouche.systems.bataille.model import World
from escarmouche.systems.bataille.rules.deployment import RANDOM, deployment, draw_scenario, highest, lay_out, lock_up
from escarmouche.systems.bataille.rules.magic import cast_side
from escarmouche.systems.bataille.rules.melee import melee
from escarmouche.systems.bataille.rules.morale import alone, morale, rested, steadied
from escarmouche.systems.bataille.rules.movement import move_side
from escarmouche.systems.bataille.rules.scenarios import RESCUE, is_over, outcome
from escarmouche.systems.bataille.rules.shooting import shooting
from escarmouche.systems.bataille.rules.spells import bloodthirst as bloodthirst  # the spells make themselves known


@rule("bataille.sequence.game")
def game(world: World, terrain: str, number: int) -> Script:
    """A scenario, the table, the deployment; then turn after turn."""
    if world.scenario == RANDOM:
        world = yield Call(draw_scenario, world)
    world = yield Call(lay_out, world, terrain, number)
    if world.scenario == RESCUE:
        world = yield Call(lock_up, world)
    world = yield Call(deployment, world)
    return Call(turn, world)


@rule("bataille.sequence.turn", "bataille.sequence.order-vs-simultaneous", "bataille.sequence.act-in-every-phase")
def turn(world: World) -> Script:
    """The six phases, each finished by every side before the next."""
    world = fresh_turn(world)
    yield Tell("bataille.sequence.turn", "new-turn", (world.turn,))
    world = yield Call(initiative, world)
    for seat in world.order:
        world = yield Call(move_side, in_phase(unopposed(world), "movement", seat), seat)
    for seat in world.order:
        world = yield Call(cast_side, in_phase(unopposed(world), "magic", seat), seat)
    world = yield Call(shooting, in_phase(world, "shooting", -1))
    world = yield Call(melee, in_phase(world, "melee", -1))
    world = yield Call(morale, in_phase(world, "morale", -1))
    world = rested(world)
    return outcome(world) if is_over(world) else Call(turn, world)


def fresh_turn(world: World) -> World:
    """The world at the beginning of the next turn: the gem may travel anew, and a wall of fire that burns for a turn goes out.
    (bataille.spell.wall-of-fire-duration)"""
    twin = world.copy()
    twin.turn += 1
    if twin.gem is not None:
        gem = twin.gem.copy()
        gem.travelled, gem.passed, gem.put_down = 0, 0, -1
        twin.gem = gem
    if world.on("wall-of-fire-one-turn"):
        twin.fires = tuple([fire for fire in world.fires if twin.turn - fire.turn < 2])
    return twin


def unopposed(world: World) -> World:
    """The world with nobody routed once a side is alone on the table: it recovers at once. (bataille.scenario.no-early-end)"""
    return steadied(world) if alone(world) else world


def in_phase(world: World, phase: str, active: int) -> World:
    """The world in a phase, with the seat that acts."""
    twin = world.copy()
    twin.phase, twin.active = phase, active
    return twin


@rule("bataille.initiative.roll", "bataille.initiative.tie", "bataille.initiative.no-character", "bataille.initiative.present")
def initiative(world: World) -> Script:
    """Every side with figures in play rolls a die and adds the best Mental of its Heroes and Sorcerers there; the highest says
    who begins, and the others follow clockwise. Returns the world. (bataille.initiative.winner-chooses,
    bataille.initiative.clockwise, bataille.multi.order, bataille.multi.eliminated)"""
    bonuses: dict[int, int] = {}
    for seat in world.round:
        figures = world.in_play(seat)
        if figures:
            bonuses[seat] = max([one.card.mental for one in figures if one.is_character()], default=0)
    twin = in_phase(world, "initiative", -1)
    if not bonuses:
        twin.order = ()
        return twin
    first = next(iter(bonuses))
    if len(bonuses) > 1:
        winner = yield from highest(twin, "bataille.initiative.roll", bonuses)
        rule_id = "bataille.initiative.winner-chooses"
        offered = tuple([("first", seat) for seat in bonuses])
        _, first = yield Choose(rule_id, winner, twin, Listed(offered, rule_id))
        yield Tell(rule_id, "plays-first", (winner, first))
    seats = list(bonuses)
    place = seats.index(first)
    ordered = twin.copy()
    ordered.order = tuple(seats[place:] + seats[:place])
    return ordered
