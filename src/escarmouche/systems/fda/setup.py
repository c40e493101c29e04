"""Preparing a battle: the two troops, the options agreed on, the table, and who stands where."""

from __future__ import annotations

from escarmouche.core.dice import Stream
from escarmouche.core.effects import Call, Choose, Script, Tell, rule
from escarmouche.core.system import Setup
from escarmouche.kit.options import bad, no_scenario, refuse_illegal
from escarmouche.systems.fda.army import check, members, unfit
from escarmouche.systems.fda.cards import recruit
from escarmouche.systems.fda.content import book
from escarmouche.systems.fda.dungeon import Table, table
from escarmouche.systems.fda.model import (
    ADVENTURERS,
    ASLEEP,
    DUNGEON,
    EQUAL_BASES,
    EXTRA_ACTIONS,
    Figure,
    Side,
    World,
)
from escarmouche.systems.fda.rules.damage import with_posture
from escarmouche.systems.fda.rules.deployment import Deployment, Zones, placed
from escarmouche.systems.fda.rules.deployment import members as troop_of
from escarmouche.systems.fda.rules.destiny import given_out
from escarmouche.systems.fda.rules.magic import first_spells
from escarmouche.systems.fda.rules.positions import fog_of_war
from escarmouche.systems.fda.rules.scenarios import AWAKENING
from escarmouche.systems.fda.rules.turn import new_turn
from escarmouche.systems.fda.settings import agreed, option_bits, switch_bits

CAMPS = {"adventurers": ADVENTURERS, "dungeon": DUNGEON}


def begin(setup: Setup) -> Call:
    """The outermost rule of a battle with this set-up. (fda.setup.two-troops, fda.setup.rule-levels)"""
    if setup.scenario not in book().scenario:
        raise no_scenario(setup.scenario, book().scenario)
    scenario = book().scenario[setup.scenario]
    chosen = agreed(setup)
    options, switches = option_bits(chosen, scenario.needs), switch_bits(chosen)
    figures: list[Figure] = []
    for seat, plain in enumerate(setup.armies):
        refuse_illegal(plain, [*check(plain, chosen.count("limit")), *unfit(plain, scenario, seat)])
        equal = bool(switches & EQUAL_BASES)
        figures += [recruit(one, seat, len(figures) + number, equal) for number, one in enumerate(members(plain))]
    laid = table(setup.scenario, Stream(f"terrain {setup.seed}"), doors=bool(options & EXTRA_ACTIONS))
    world = World(
        laid.ground,
        tuple(figures),
        tuple([Side(seat, len([one for one in figures if one.seat == seat])) for seat in (ADVENTURERS, DUNGEON)]),
        fixtures=laid.fixtures,
        scenario=setup.scenario,
        options=options,
        switches=switches,
        turn_limit=chosen.count("turn_limit") or scenario.turns,
        night=bool(chosen.value("night")),
    )
    zones = areas(laid)
    for seat in (ADVENTURERS, DUNGEON):
        if Deployment(world, seat, zones).order("centre") is None:
            raise bad(
                "a troop does not fit into its zone: take fewer figures",
                "une troupe ne tient pas dans sa zone : prenez moins de figurines",
            )
    return Call(prepare, world, zones)


def areas(laid: Table) -> Zones:
    """The zones of a table, in its own units."""
    length = book().length
    return tuple(
        [
            (
                CAMPS[zone.side],
                zone.profiles,
                (
                    length(zone.x), length(zone.y), length(zone.x + zone.w), length(zone.y + zone.h),
                    zone.near, length(zone.within),
                ),
            )
            for zone in laid.zones
        ]
    )  # fmt: skip


@rule("fda.scenario.general-deployment", "fda.setup.two-troops", "fda.setup.open-information")
def prepare(world: World, zones: Zones) -> Script:
    """The adventurers deploy, then the dungeon; in that order they memorise spells, give out destiny and say who begins how; then
    the first turn begins."""
    for seat in (ADVENTURERS, DUNGEON):
        world = yield Call(deploy, world, seat, zones)
    if world.scenario == AWAKENING:
        world = asleep(world)
    for seat in (ADVENTURERS, DUNGEON):
        world = yield Call(first_spells, world, seat)
        world = yield Call(given_out, world, seat)
        world = yield Call(fog_of_war, world, seat)
    return Call(new_turn, world)


@rule("fda.scenario.rude-awakening-setup", "fda.scenario.brawl-setup")
def deploy(world: World, seat: int, zones: Zones) -> Script:
    """A troop takes its place, all of it at once. Returns the world."""
    why = "fda.scenario.general-deployment"
    _, spots = yield Choose(why, seat, world, Deployment(world, seat, zones))
    for figure, spot in zip(troop_of(world, seat), spots, strict=True):
        world = placed(world, world.figures[figure.id], spot)
    yield Tell(why, "deployed", (seat, len(spots)))
    return world


def asleep(world: World) -> World:
    """All adventurers sleep, but for the one on guard. (fda.scenario.rude-awakening-setup)"""
    for one in world.on_table(ADVENTURERS):
        if one.card.profile != book().awakening.guard:
            world = with_posture(world, one.id, ASLEEP)
    return world
