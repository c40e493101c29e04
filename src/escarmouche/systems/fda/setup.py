"""Preparing a battle: the two troops, the options agreed on, the table, and who stands where."""

from __future__ import annotations

from escarmouche.core.dice import Stream
from escarmouche.core.effects import Call, Choose, Script, Tell, rule
from escarmouche.core.system import Setup
from escarmouche.kit.options import bad, no_scenario, refuse_illegal
from escarmouche.systems.fda.army import camp, check, members, unfit
from escarmouche.systems.fda.cards import recruit
from escarmouche.systems.fda.content import book
from escarmouche.systems.fda.dungeon import HEROES, Table, table
from escarmouche.systems.fda.model import (
    ADVENTURERS,
    ASLEEP,
    CROUCHED,
    DUNGEON,
    EQUAL_BASES,
    EXTRA_ACTIONS,
    FLOOR_DWELLER,
    HIDDEN,
    STANDING,
    Figure,
    Side,
    World,
)
from escarmouche.systems.fda.rules.damage import with_posture
from escarmouche.systems.fda.rules.deployment import Deployment, Zones, lurks, placed
from escarmouche.systems.fda.rules.deployment import members as troop_of
from escarmouche.systems.fda.rules.destiny import given_out
from escarmouche.systems.fda.rules.magic import first_spells
from escarmouche.systems.fda.rules.positions import Beginning, begin_as_wished, fog_of_war, hide_refusal
from escarmouche.systems.fda.rules.scenarios import AWAKENING
from escarmouche.systems.fda.rules.turn import new_turn
from escarmouche.systems.fda.settings import agreed, option_bits, switch_bits


def begin(setup: Setup) -> Call:
    """The outermost rule of a battle with this set-up. (fda.setup.two-troops, fda.setup.rule-levels)"""
    if setup.scenario not in book().scenario:
        raise no_scenario(setup.scenario, book().scenario)
    scenario = book().scenario[setup.scenario]
    chosen = agreed(setup)
    options, switches = option_bits(chosen, scenario.needs), switch_bits(chosen)
    figures: list[Figure] = []
    heroes = leaders(setup)
    for seat, plain in enumerate(setup.armies):
        role = ADVENTURERS if seat == heroes else DUNGEON
        refuse_illegal(plain, [*check(plain, chosen.count("limit")), *unfit(plain, scenario, role)])
        equal = bool(switches & EQUAL_BASES)
        figures += [recruit(one, seat, len(figures) + number, equal) for number, one in enumerate(members(plain))]
    laid = table(setup.scenario, Stream(f"terrain {setup.seed}"), doors=bool(options & EXTRA_ACTIONS))
    world = World(
        laid.ground,
        tuple(figures),
        tuple([Side(seat, len([one for one in figures if one.seat == seat])) for seat in (0, 1)]),
        fixtures=laid.fixtures,
        scenario=setup.scenario,
        options=options,
        switches=switches,
        turn_limit=chosen.count("turn_limit") or scenario.turns,
        night=bool(chosen.value("night")),
        heroes=heroes,
    )
    zones = areas(laid, heroes)
    for seat in (0, 1):
        if Deployment(world, seat, zones).order("centre") is None:
            raise bad(
                "a troop does not fit into its zone: take fewer figures",
                "une troupe ne tient pas dans sa zone : prenez moins de figurines",
            )
    return Call(prepare, world, zones)


def leaders(setup: Setup) -> int:
    """The seat that leads the adventurers: the first, unless only the second one's troop is of their camp or only the first
    one's is the dungeon's. (fda.setup.two-troops)"""
    first, second = [camp(plain) for plain in setup.armies]
    return 1 if first != second and (first == "dungeon" or second == "adventurers") else 0


def areas(laid: Table, heroes: int) -> Zones:
    """The zones of a table, in its own units."""
    length = book().length
    return tuple(
        [
            (
                heroes if zone.side == HEROES else 1 - heroes,
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
    """The adventurers deploy, then the dungeon; in the same order spells are memorised, destiny points given out, and who hides
    says so; then the first turn begins."""
    for seat in (world.heroes, 1 - world.heroes):
        world = yield Call(deploy, world, seat, zones)
    if world.scenario == AWAKENING:
        world = lurking(asleep(world))
    for step in (first_spells, given_out, on_the_floor, fog_of_war):
        for seat in (world.heroes, 1 - world.heroes):
            world = yield Call(step, world, seat)
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


@rule("fda.trait.floor-dweller")
def on_the_floor(world: World, seat: int) -> Script:
    """Who lives on the floor may begin there. Returns the world."""
    able = [(one.id, ("prone",)) for one in world.on_table(seat) if one.has(FLOOR_DWELLER) and one.posture == STANDING]
    return (yield from begin_as_wished(world, seat, Beginning("fda.trait.floor-dweller", tuple(able))))


def lurking(world: World) -> World:
    """The scout that stands beside a column is hidden there, or crouches where it would be seen.
    (fda.scenario.rude-awakening-setup, fda.position.fog-of-war)"""
    for one in world.on_table(1 - world.heroes):
        if lurks(world, one, one.x, one.y):
            world = with_posture(world, one.id, HIDDEN if hide_refusal(world, one) is None else CROUCHED)
    return world


def asleep(world: World) -> World:
    """All adventurers sleep, but for the one on guard. (fda.scenario.rude-awakening-setup)"""
    for one in world.on_table(world.heroes):
        if one.card.profile != book().awakening.guard:
            world = with_posture(world, one.id, ASLEEP)
    return world
