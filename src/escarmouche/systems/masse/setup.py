"""Preparing a battle: the scenario's table, the lists, who stands where, and the initiative dice.

The options of a game (all may be left out):

| option | meaning |
|---|---|
| terrain | "scenario" (usual) or "random": woods, hills and the like are strewn anew by the seed |
| table | [width, depth] in inches, with random scenery only; usually what the scenario says |
| deploy | "ask" (usual: the sides place one unit in turn) or "auto": both in sensible lines at once |
| turn_limit | the battle ends after so many turns; usually what the scenario says, 0 for never |
| ladder, grapnel | how long they are, in metres; usually as the book's table of climbing says |
| switches | house rules that are on; rulings of the rulebook name them |
| scenario | a scenario as in people's own files, in place of one known by its id |
"""

from __future__ import annotations

from typing import Final

import msgspec

from escarmouche.core.dice import Stream
from escarmouche.core.effects import Call, Choose, Roll, Script, Tell, rule
from escarmouche.core.system import Plain, Setup
from escarmouche.kit.options import ChosenOptions, bad, no_scenario, pair, read, refuse_illegal
from escarmouche.systems.masse import scenario
from escarmouche.systems.masse.army import check
from escarmouche.systems.masse.cards import inches
from escarmouche.systems.masse.model import JOINED, ON_TABLE, RESERVE, Side, Unit, World
from escarmouche.systems.masse.muster import hatreds, muster
from escarmouche.systems.masse.rules import (
    airfights,
    breath,
    buildings,
    cavalry,
    charge,
    combat,
    drill,
    ending,
    engines,
    entry,
    escalade,
    flight,
    flying,
    heroes,
    magic,
    melee,
    monsters,
    morale,
    movement,
    obstacles,
    rage,
    reinforcements,
    shooting,
    sieges,
    singles,
    structures,
    turn,
    undead,
)
from escarmouche.systems.masse.rules.deployment import (
    Placement,
    drawn_up,
    held_back,
    initiative_die,
    joined,
    placed,
    unplaced,
)
from escarmouche.systems.masse.rules.escalade import ROWS
from escarmouche.systems.masse.rules.turn import new_turn
from escarmouche.systems.masse.settings import AUTO, LEAST, MOST, RANDOM, SETTINGS
from escarmouche.systems.masse.strewing import strewn

CHAPTERS: Final = (
    airfights, breath, buildings, cavalry, charge, combat, drill, ending, engines, entry, escalade, flight, flying, heroes,
    magic, melee, monsters, morale, movement, obstacles, rage, reinforcements, shooting, sieges, singles, structures, turn,
    undead,
)  # fmt: skip
"""The chapters whose orders a unit may be given; they register them when they are read."""


# ---------------------------------------------------------------- the first world


def begin(setup: Setup) -> Call:
    """The outermost rule of a game with this set-up."""
    options = read(setup, SETTINGS, seats=2)
    for plain in setup.armies:
        refuse_illegal(plain, check(plain))
    return Call(prepare, first_world(setup, options), options.choice("deploy"))


def scenario_row(setup: Setup) -> scenario.Scenario:
    """The scenario of a set-up: the one it carries, or the one its id names."""
    given = setup.options.get("scenario")
    if given is not None:
        return scenario.from_plain(given)
    known = scenario.ours().get(setup.scenario) or scenario.scenarios().get(setup.scenario)
    if known is None:
        raise no_scenario(setup.scenario, scenario.scenarios())
    return known


def laid_row(setup: Setup, options: ChosenOptions) -> scenario.Scenario:
    """The scenario of a set-up, on a table of another size where the players want that; what is drawn for a place stays on the
    table that it was drawn for. (masse.setup.table)"""
    row, given = scenario_row(setup), options.value("table")
    if given is None:
        return row
    width, depth = pair("table", given, "inches")
    if not (LEAST <= width <= MOST and LEAST <= depth <= MOST):
        raise bad(
            f"the option table is [width, depth] from {LEAST} to {MOST} inches, not {given!r}",
            f"l’option table est [largeur, profondeur] de {LEAST} à {MOST} pouces, pas {given!r}",
        )
    if row.structure or row.zone or row.goal or options.choice("terrain") != RANDOM:
        raise bad(
            "another table needs scenery by chance and a battle without walls or objectives: leave the option table out",
            "une autre table demande des décors au hasard et une bataille sans murs ni objectifs : retirez l’option table",
        )
    return msgspec.structs.replace(row, width=width, depth=depth, terrain=())


def attacking(armies: list[Plain]) -> int:
    """The seat that attacks: the first, unless only the second list is meant to."""
    return 1 if armies[1].get("attacker") and not armies[0].get("attacker") else 0


def first_world(setup: Setup, options: ChosenOptions) -> World:
    """The battlefield before anybody stands on it. (masse.setup.table, masse.morale.start-stable)"""
    row = laid_row(setup, options)
    attacker = attacking(setup.armies)
    units: list[Unit] = []
    sides: list[Side] = []
    for seat, plain in enumerate(setup.armies):
        mine = muster(plain, seat, len(units))
        units.extend(mine)
        edge = row.attacker_edge if seat == attacker else row.defender_edge
        began = sum([unit.began * unit.card.nv - unit.carried for unit in mine])
        sides.append(Side(seat, scenario.EDGES.index(edge), began_nv=began, attacker=seat == attacker))
    return World(
        inches(row.width),
        inches(row.depth),
        strewn(row, Stream(f"terrain {setup.seed}")) if options.choice("terrain") == RANDOM else scenario.pieces(row),
        scenario.structures(row, attacker),
        tuple(units),
        tuple(sides),
        scenario=row.id,
        turn_limit=options.count("turn_limit", row.turns),
        hatreds=hatreds(setup.armies),
        switches=(*options.switches(), *[f"{means}-{options.count(means)}" for means in ROWS if means in options.given]),
        goals=scenario.goals(row, attacker),
        zones=scenario.zones(row, attacker),
    )


# ---------------------------------------------------------------- the order of preparation


@rule("masse.setup.table")
def prepare(world: World, how: str) -> Script:
    """The armies are drawn up: by their players, one unit in turn, or both at once in sensible lines."""
    if how == AUTO:
        for seat in (0, 1):
            world = drawn_up(world, seat)
            yield Tell("masse.setup.deployment", "drawn-up", (seat, len(world.on_table(seat))))
        return Call(first_initiative, world)
    counts = [len(unplaced(world, seat)) for seat in (0, 1)]
    attacker = 0 if world.sides[0].attacker else 1
    first = attacker if counts[0] == counts[1] else 0 if counts[0] < counts[1] else 1
    yield Tell("masse.setup.deployment", "places-first", (first, counts[first], counts[1 - first]))
    return Call(deploy, world, first)


@rule("masse.setup.deployment", "masse.hero.three-positions")
def deploy(world: World, seat: int) -> Script:
    """The sides place one unit in turn, the side with fewer units first."""
    if not unplaced(world, seat):
        return Call(deploy, world, 1 - seat) if unplaced(world, 1 - seat) else Call(first_initiative, world)
    answer = yield Choose("masse.setup.deployment", seat, world, Placement(world, seat))
    if answer[0] == "join":
        world = joined(world, answer)
        yield Tell("masse.hero.three-positions", "joins-" + answer[3], (answer[1], answer[2]))
    elif answer[0] == "place":
        world = placed(world, answer)
        yield Tell("masse.setup.deployment", "placed", (answer[1], answer[2], answer[3]))
    else:
        world = held_back(world, answer[1])
        yield Tell("masse.setup.deployment", "held-back", (answer[1],))
    return Call(deploy, world, 1 - seat)


@rule("masse.init.roll")
def first_initiative(world: World) -> Script:
    """Every unit and individual that is there rolls the die it keeps for the whole battle."""
    for unit in world.units:
        if unit.status == ON_TABLE or (unit.status == JOINED and world.units[unit.host].status != RESERVE):
            (die,) = yield Roll("masse.init.roll", unit.seat, world, 1, 20, (), unit.id, 0, unit.card.init)
            world = world.with_unit(initiative_die(unit.copy(), die))
    return Call(break_ties, world)


def tied(world: World) -> list[Unit]:
    """The units on the table whose place in the order is the same as another's."""
    there = [unit for unit in world.units if unit.status == ON_TABLE]
    keys = [(unit.die + unit.card.init, unit.card.init, unit.tie_die) for unit in there]
    return [unit for unit, key in zip(there, keys, strict=True) if keys.count(key) > 1]


@rule("masse.init.ties")
def break_ties(world: World) -> Script:
    """Units with the same initiative and the same Init. roll once more, to settle who acts first; as often as it takes."""
    equal = tied(world)
    if not equal:
        return Call(new_turn, world)
    dice: dict[int, int] = {}
    for unit in equal:
        (dice[unit.id],) = yield Roll("masse.init.ties", unit.seat, world, 1, 20, (), unit.id)
    for unit in world.units:
        if unit.tie_die or unit.id in dice:
            twin = unit.copy()
            twin.tie_die = 21 * unit.tie_die + dice.get(unit.id, 0)
            world = world.with_unit(twin)
    return Call(break_ties, world)
