"""Morale: the roll, the flight, and what calls for it."""

from __future__ import annotations

from typing import Final

from escarmouche.core.effects import Call, Part, Script, Tell, rule
from escarmouche.systems.sbh.model import (
    FREE,
    LEADER,
    LITERAL_ANIMALS,
    LONG,
    ON_TABLE,
    SPELLBOUND,
    STEADFAST,
    SWARM,
    UNDEAD,
    UNPUNISHED_FLIGHT,
    Figure,
    World,
    held_by_all,
)
from escarmouche.systems.sbh.rules.conventions import foes, guards, near
from escarmouche.systems.sbh.rules.ending import in_play, killed, out_of_play
from escarmouche.systems.sbh.rules.harm import hacked_by
from escarmouche.systems.sbh.rules.kinds import is_animal
from escarmouche.systems.sbh.rules.places import arrive, eventful
from escarmouche.systems.sbh.rules.quality import quality_bonus, quality_roll, tricks_on_roll
from escarmouche.systems.sbh.rules.quests import dropped
from escarmouche.systems.sbh.rules.running import run_for_the_edge
from escarmouche.systems.sbh.rules.swarms import close_ranks
from escarmouche.systems.sbh.rules.upgrades import BRAVE, dirty_tricks, tricks_last, tricks_over, window
from escarmouche.systems.sbh.rules.values import EXEMPT, FLIGHT, MORALE, MORALE_DICE, ROUT

NOBODY: Final = -1

# ---------------------------------------------------------------- the roll


def morale_bonus(world: World, figure: Figure) -> int:
    """What is added to each morale die: Leader and Place of Power as for any Quality roll, Undead +2
    (sbh.special.undead-morale), Steadfast +1 (sbh.special.steadfast). (sbh.morale.modifiers)"""
    bonus = quality_bonus(world, figure)
    if figure.has(UNDEAD):
        bonus += MORALE["undead"]
    return bonus + MORALE["steadfast"] if figure.has(STEADFAST) else bonus


def morale_roll(world: World, id: int, why: str) -> Part[tuple[World, int]]:
    """A Quality roll with three dice; returns the world and the failures. The band's bravery may throw all of them again
    (sbh.campaign.upgrade.brave)."""
    world, victim = yield from tricks_on_roll(world, id)
    world, successes = yield from quality_roll(world, id, why, MORALE_DICE, morale_bonus(world, world.figures[id]))
    if successes < MORALE_DICE:
        world, brave = yield from window(world, world.figures[id].seat, BRAVE, id)
        if brave:
            world, successes = yield from quality_roll(world, id, why, MORALE_DICE, morale_bonus(world, world.figures[id]))
    return world if victim < 0 else tricks_over(world, victim), MORALE_DICE - successes


@rule("sbh.morale.roll")
def morale_test(world: World, id: int, why: str) -> Script:
    """The fighter tests its morale and flees if it fails. Returns the world."""
    world, failures = yield from morale_roll(world, id, why)
    if failures == 0:
        yield Tell("sbh.morale.roll", "holds", (id,), "holds")
        return world
    return Call(flee, world, id, failures, NOBODY)


# ---------------------------------------------------------------- flight


@rule("sbh.morale.flee-path", "sbh.morale.flee-from-melee", "sbh.morale.prone-flee", "sbh.faq.slow-flees-twice")
def flee(world: World, id: int, failures: int, feared: int) -> Script:
    """What a fighter with failed morale dice does: one flee move for one failure, two for two, rout for three. The enemies it
    leaves strike at it, except the creature of Terror that makes it flee (`feared`, or NOBODY): though they touch, it is
    not engaged with that one (sbh.special.terror-fail-example). Returns the world."""
    figure = world.figures[id]
    if figure.has(UNDEAD):
        yield Tell("sbh.special.undead-morale", "crumbles", (id,), "crumbles")
        return Call(aftermath, lost(world, id, "undead-crumbles"), id, False)
    if figure.held != FREE:
        yield Tell("sbh.state.immobilised-no-flee", "cannot-flee", (id,), "lost")
        return Call(aftermath, lost(world, id, "helpless-morale-failure"), id, False)
    if figure.prone and foes(world, figure):
        yield Tell("sbh.morale.prone-adjacent", "cannot-flee", (id,), "lost")
        return Call(aftermath, lost(world, id, "helpless-morale-failure"), id, False)
    if failures >= ROUT:
        yield Tell("sbh.morale.roll", "routs", (id,), "routs")
        if figure.prone:
            return Call(aftermath, lost(world, id, "prone-three-failures"), id, False)
        return Call(aftermath, lost(world, id, "rout"), id, False)
    moves = FLIGHT[failures]
    if figure.prone:
        moves -= 1
        world = on_its_feet(world, id)
        yield Tell("sbh.morale.prone-flee", "stands-up", (id,))
    strikers = tuple([foe.id for foe in guards(world, world.figures[id]) if foe.id != feared])
    if UNPUNISHED_FLIGHT not in world.switches:
        world = yield Call(hacked_by, world, id, strikers)
    if world.figures[id].status != ON_TABLE or world.figures[id].prone:
        return world
    if moves == 0:
        return world
    return Call(run_away, world, id, moves)


def on_its_feet(world: World, id: int) -> World:
    """The world with the fighter standing."""
    twin = world.figures[id].copy()
    twin.prone = False
    twin.fallen = False
    return world.with_figure(twin)


@rule("sbh.morale.leave-table")
def run_away(world: World, id: int, moves: int) -> Script:
    """Run `moves` moves for the nearest edge, keeping Short away from enemies on their feet; out over the edge it is out of
    play but not killed; where no way is left it is eliminated. Returns the world."""
    for left in range(moves, 0, -1):
        spot = run_for_the_edge(world, world.figures[id], left)
        if spot is None:
            yield Tell("sbh.morale.flee-path", "no-way-out", (id,), "lost")
            return Call(aftermath, lost(world, id, "flight-impossible"), id, False)
        if len(spot) == 0:
            yield Tell("sbh.morale.leave-table", "leaves-table", (id,), "leaves-table")
            return Call(aftermath, lost(world, id, "fled-off-table"), id, False)
        start = world.figures[id]
        twin = start.copy()
        twin.x, twin.y = spot
        world = world.with_figure(twin)
        if eventful(world):
            world = yield Call(arrive, world, id, start.x, start.y)
            if world.figures[id].status != ON_TABLE:
                return world
    yield Tell("sbh.morale.flee-path", "flees", (id, moves, world.figures[id].x, world.figures[id].y), f"flees-{moves}")
    return world


def lost(world: World, id: int, removal: str) -> World:
    """The world once the fighter has left play in this way. (sbh.morale.other-failures)"""
    return world.with_figure(out_of_play(world.figures[id], removal))


# ---------------------------------------------------------------- triggers


@rule("sbh.morale.trigger-order")
def aftermath(world: World, id: int, gruesome: bool) -> Script:
    """What follows when a fighter is gone: its spells break, what it carried falls, ranks close, and its friends test, each
    trigger in turn. Returns the world."""
    gone = world.figures[id]
    world = yield from spells_break(world, gone)
    world = yield from dropped(world, id)
    world = yield from close_ranks(world, gone)
    if gruesome:
        world, bold = yield from tricks_on_the_bold(world, gone)
        world = yield Call(band_tests, world, witnesses(world, gone), "sbh.morale.trigger-gruesome")
        world = world if bold < 0 else tricks_over(world, bold, True)
    if gone.has(LEADER) and killed(gone):
        yield Tell("sbh.special.leader-death", "leader-killed", (id,))
        everybody = tuple([figure.id for figure in world.on_table(gone.seat)])
        world = yield Call(band_tests, world, everybody, "sbh.morale.trigger-leader-killed")
    if falls_to_half(world, gone.seat):
        twin = world.bands[gone.seat].copy()
        twin.halved = True
        world = world.with_band(twin)
        yield Tell("sbh.morale.trigger-half", "half-strength", (gone.seat,))
        everybody = tuple([figure.id for figure in world.on_table(gone.seat)])
        world = yield Call(band_tests, world, everybody, "sbh.morale.trigger-half")
    return (yield from animals_rout(world, gone))


def spells_break(world: World, gone: Figure) -> Script:
    """When a Mage is killed its immobilisations end at once (sbh.state.immobilised-mage-killed), those of others do not; an
    entanglement stays when its maker dies (sbh.special.entangle-death)."""
    if not killed(gone):
        return world
    for figure in world.figures:
        if figure.held != SPELLBOUND or gone.id not in figure.holders() or figure.status != ON_TABLE:
            continue
        twin = figure.copy()
        left = [one for one in figure.holders() if one != gone.id]
        twin.held_by = held_by_all(left)
        if not left:
            twin.held = FREE
            yield Tell("sbh.state.immobilised-mage-killed", "spell-ends", (figure.id,))
        world = world.with_figure(twin)
    return world


def onlookers(world: World, victim: Figure) -> list[Figure]:
    """The friends within Long of the victim (sbh.morale.trigger-gruesome); of a Swarm only its own kind
    (sbh.special.swarm-gruesome)."""
    return [
        friend
        for friend in world.on_table(victim.seat)
        if near(world, victim, friend, LONG) and (not victim.has(SWARM) or friend.card.profile == victim.card.profile)
    ]


def witnesses(world: World, victim: Figure) -> tuple[int, ...]:
    """Who tests when this fighter was killed gruesomely: the onlookers, but neither the Artificial
    (sbh.special.artificial-no-morale) nor the Fearless (sbh.special.fearless)."""
    return tuple([friend.id for friend in onlookers(world, victim) if not friend.has(EXEMPT["gruesome-kill"])])


def tricks_on_the_bold(world: World, victim: Figure) -> Script:
    """Where a gruesome death leaves a friend cold, the enemy may cancel what hardens it, so that it tests with the others.
    Returns the world and whom it hit, or NOBODY. (sbh.campaign.upgrade.dirty-tricks)"""
    for friend in onlookers(world, victim):
        after = yield from dirty_tricks(world, friend.id, only=EXEMPT["gruesome-kill"])
        if after is not world:
            return tricks_last(after, friend.id), friend.id
    return world, NOBODY


@rule("sbh.morale.trigger-gruesome", "sbh.morale.trigger-leader-killed", "sbh.morale.trigger-half")
def band_tests(world: World, ids: tuple[int, ...], why: str) -> Script:
    """Each of these fighters that is still there tests its morale. Returns the world."""
    for id in ids:
        if world.figures[id].status == ON_TABLE:
            world = yield Call(morale_test, world, id, why)
    return world


def falls_to_half(world: World, seat: int) -> bool:
    """Is the band at half of its starting number, rounded down, for the first time? (sbh.morale.trigger-half)"""
    band = world.bands[seat]
    return not band.halved and band.began > 0 and in_play(world, seat) <= band.began // 2


def animals_rout(world: World, gone: Figure) -> Script:
    """Animals rout when no other fighter of their band is left (sbh.special.animal-rout); by the letter, only when the last
    of them was killed."""
    left = world.on_table(gone.seat)
    if not left or in_play(world, gone.seat) > len(left) or not all(is_animal(figure) for figure in left):
        return world
    if LITERAL_ANIMALS in world.switches and (is_animal(gone) or not killed(gone)):
        return world
    for figure in left:
        world = lost(world, figure.id, "animal-rout")
        yield Tell("sbh.special.animal-rout", "animals-rout", (figure.id,))
    return world


@rule("sbh.morale.trigger-terror")
def terror_roll(world: World, id: int) -> Script:
    """The morale roll of a fighter that Terror is about to touch; returns the world and the failures."""
    return (yield from morale_roll(world, id, "sbh.morale.trigger-terror"))
