"""Rout: bands that break; the flight of single figures stands in `flight`."""

from __future__ import annotations

from typing import Final

from escarmouche.core.effects import Choose, Listed, Script, Tell, rule
from escarmouche.systems.swidenth.model import CHIEF, NOWHERE, ROUTED, World
from escarmouche.systems.swidenth.rules.conventions import lost
from escarmouche.systems.swidenth.rules.damage import ended_spells
from escarmouche.systems.swidenth.rules.psychology import morale_test

ROUT: Final = ("rout",)
STAND: Final = ("stand",)


# ---------------------------------------------------------------- rout


def broken(world: World, seat: int) -> bool:
    """Has a band lost more than half of those it began with? (swidenth.rout.trigger)"""
    gone = len([figure for figure in world.figures if figure.seat == seat and lost(figure)])
    return 2 * gone > world.bands[seat].began


def removed(world: World, id: int, status: int) -> World:
    """The world without a figure that left for good, with all it carries. (swidenth.rout.result)"""
    twin = world.figures[id].copy()
    twin.status = status
    twin.cargo = ""
    twin.stunned = twin.fleeing = twin.hidden = False
    twin.climbing = NOWHERE
    return ended_spells(world.with_figure(twin), id)


@rule("swidenth.rout.voluntary")
def voluntary(world: World, seat: int) -> Script:
    """A player whose band is broken may order a rout of all that is left of it. Returns the world."""
    why = "swidenth.rout.voluntary"
    if not broken(world, seat) or not world.on_table(seat):
        return world
    if (yield Choose(why, seat, world, Listed((STAND, ROUT), why))) == STAND:
        return world
    yield Tell(why, "orders-rout", (seat,))
    for figure in world.on_table(seat):
        world = removed(world, figure.id, ROUTED)
    return world


@rule("swidenth.rout.trigger", "swidenth.rout.chief-first", "swidenth.rout.result")
def rout_tests(world: World, seat: int) -> Script:
    """Everybody of a broken band tests, the Chief first: 12, or 15 for the rest once he has failed. Whoever fails is gone at
    once. Returns the world."""
    if not broken(world, seat):
        return world
    test = "rout"
    for figure in sorted(world.on_table(seat), key=lambda one: one.card.rank != CHIEF):
        world, passed = yield from morale_test(world, figure.id, test, "swidenth.rout.trigger")
        if passed:
            continue
        world = removed(world, figure.id, ROUTED)
        yield Tell("swidenth.rout.result", "routs", (figure.id,))
        if figure.card.rank == CHIEF:
            test = "rout-chief-failed"
    return world
