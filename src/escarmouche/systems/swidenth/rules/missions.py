"""Missions: when they end, who has won, and the beast that acts for itself. (swidenth.mission.common)"""

from __future__ import annotations

from typing import Final

from escarmouche.core.effects import Call, Result, Roll, Script, Tell, rule
from escarmouche.systems.swidenth.content import book
from escarmouche.systems.swidenth.model import CHIEF, HERO, LEFT, MONSTER, NEUTRAL, ON_TABLE, WAITING, Course, Figure, World
from escarmouche.systems.swidenth.rules.aims import contact_spot, route
from escarmouche.systems.swidenth.rules.conventions import apart, enemies, foes, lost, movement, near_spot, within
from escarmouche.systems.swidenth.rules.damage import ended_spells
from escarmouche.systems.swidenth.rules.deeds import is_open
from escarmouche.systems.swidenth.rules.equipment import defence, loaded, without
from escarmouche.systems.swidenth.rules.goals import CHEST, EGG
from escarmouche.systems.swidenth.rules.melee import fight
from escarmouche.systems.swidenth.rules.movement import travel
from escarmouche.systems.swidenth.rules.psychology import awaken
from escarmouche.systems.swidenth.rules.shooting import shoot, target_refusal
from escarmouche.systems.swidenth.rules.values import RANGE, SIDES
from escarmouche.systems.swidenth.rules.ways import GRAIN
from escarmouche.table.shapes import TOUCH

CROSSROADS: Final = "crossroads"
RAVINE: Final = "ravine"
PORTCULLIS: Final = "portcullis"
LAIR: Final = "lair"
_B = book()
CONTROL: Final[int] = _B.length(_B.crossroads.control)
CONTROL_POINTS: Final[int] = _B.crossroads.control_points
WORTH: Final[dict[int, int]] = {
    0: _B.crossroads.henchman_points,
    HERO: _B.crossroads.hero_points,
    MONSTER: _B.crossroads.monster_points,
    CHIEF: _B.crossroads.chief_points,
}
EGG_POINTS: Final = (_B.lair.away_points, _B.lair.held_points)
INSIDE: Final[int] = _B.portcullis.inside
INNER: Final[int] = _B.length(_B.portcullis.wall_from_edge)
CORNER: Final[int] = _B.length(_B.mission[LAIR].deploy_within)
WAKES_ON: Final[int] = _B.lair.wakes_on
WAKE_BONUS: Final[int] = _B.lair.wake_bonus
WAKES_WITHIN: Final[int] = _B.length(_B.lair.wakes_within)


# ---------------------------------------------------------------- the end


def bands_gone(world: World) -> list[int]:
    """The bands that have no figure left on the table."""
    return [band.seat for band in world.bands if not any(
        figure.seat == band.seat and figure.status in (ON_TABLE, WAITING) for figure in world.figures
    )]  # fmt: skip


def objects_left(world: World, kind: str) -> bool:
    """Is an object of the mission still on the board, lying or carried?"""
    return any(marker.kind == kind for marker in world.markers) or any(
        figure.cargo == kind and figure.status == ON_TABLE for figure in world.figures
    )


def is_over(world: World) -> bool:
    """Is the game over before its last turn ends? All bands but one are gone, or nothing is left to fight for.
    (swidenth.mission.common, swidenth.mission.ravine-victory, swidenth.mission.lair-victory)"""
    if world.turn == 0:
        return False
    if len(bands_gone(world)) >= len(world.bands) - 1:
        return True
    if world.mission == RAVINE:
        return not objects_left(world, CHEST)
    return world.mission == LAIR and not objects_left(world, EGG)


def losses(world: World, seat: int) -> int:
    """How many of a band are lost."""
    return len([figure for figure in world.figures if figure.seat == seat and lost(figure)])


def controls(world: World, figure: Figure) -> bool:
    """Does a figure control the crossroads? (swidenth.mission.crossroads-special)"""
    if figure.status != ON_TABLE or figure.stunned or figure.fleeing:
        return False
    return near_spot(figure, world.ground.width // 2, world.ground.depth // 2, figure.z, CONTROL)


def controlling(world: World) -> int:
    """The band with more figures in control of the crossroads than any other; -1 for none.
    (swidenth.mission.crossroads-special)"""
    there = [0] * len(world.bands)
    for one in world.figures:
        if one.seat >= 0 and controls(world, one):
            there[one.seat] += 1
    most = max(there)
    return there.index(most) if most and there.count(most) == 1 else -1


def score(world: World, seat: int) -> int:
    """The points of a side now. (swidenth.mission.crossroads-victory, swidenth.mission.ravine-victory,
    swidenth.mission.lair-victory, swidenth.mission.portcullis-victory)"""
    band = world.bands[seat]
    if world.mission == CROSSROADS:
        points = CONTROL_POINTS if controlling(world) == seat else 0
        for figure in world.figures:
            if figure.seat != seat and figure.seat != NEUTRAL and lost(figure):
                points += WORTH[figure.card.rank]
        return points
    if world.mission == PORTCULLIS:
        return inside_wall(world) if band.attacks else 0
    return sum(loot_points(world, seat))


def loot_points(world: World, seat: int) -> tuple[int, int, int]:
    """The points of a side where something is carried off: for what it has brought home, for what it still carries, for the
    beast it slew."""
    band = world.bands[seat]
    away, held = (_B.ravine.banked_points, _B.ravine.held_points) if world.mission == RAVINE else EGG_POINTS
    carried = len([one for one in world.figures if one.seat == seat and one.status == ON_TABLE and one.cargo])
    return away * band.banked, held * carried, _B.lair.beast_points if band.slayer else 0


def attacker(world: World) -> int:
    """The seat of the band that attacks."""
    return 0 if world.bands[0].attacks else 1


def inside_wall(world: World) -> int:
    """How many attackers, fit to fight, stand on the ground inside the wall line. (swidenth.mission.portcullis-victory)"""
    fit = [one for one in world.on_table(attacker(world)) if not one.stunned and not one.fleeing]
    return len([one for one in fit if one.z == 0 and one.y < INNER])


VICTORY: Final[dict[str, str]] = {
    CROSSROADS: "swidenth.mission.crossroads-victory",
    RAVINE: "swidenth.mission.ravine-victory",
    PORTCULLIS: "swidenth.mission.portcullis-victory",
    LAIR: "swidenth.mission.lair-victory",
}


def winner(world: World) -> int:
    """Who has won as things stand, -1 for nobody alone."""
    if world.mission == PORTCULLIS:
        gone = bands_gone(world)
        if gone:
            return -1 if len(gone) == len(world.bands) else 1 - gone[0]
        if not is_open(world):
            return 1 - attacker(world)
        return attacker(world) if inside_wall(world) >= INSIDE else -1
    ranked = [(score(world, band.seat), -losses(world, band.seat) if world.mission == RAVINE else 0) for band in world.bands]
    best = max(ranked)
    return ranked.index(best) if ranked.count(best) == 1 else -1


def outcome(world: World) -> Result:
    """How the game ended."""
    scores = tuple([score(world, band.seat) for band in world.bands])
    return Result(VICTORY[world.mission], scores, winner(world), world)


@rule(
    "swidenth.mission.common",
    "swidenth.mission.crossroads-victory",
    "swidenth.mission.ravine-victory",
    "swidenth.mission.portcullis-victory",
)
def finish(world: World) -> Script:
    """The points are counted."""
    result = outcome(world)
    told = "battle-drawn" if result.winner < 0 else "battle-won"
    yield Tell(VICTORY[world.mission], told, (result.winner, " – ".join([str(points) for points in result.scores])))
    return result


# ---------------------------------------------------------------- carrying off


def carried_off(world: World, id: int) -> Script:
    """A carrier who ends a move touching its own edge (or a table edge near its own corner) leaves with what it carries.
    Returns the world. (swidenth.mission.ravine-victory, swidenth.mission.lair-victory)"""
    figure = world.figures[id]
    if not figure.cargo or figure.status != ON_TABLE or figure.fleeing or not at_home(world, figure):
        return world
    twin = figure.copy()
    twin.status = LEFT
    twin.cargo = ""
    band = world.bands[figure.seat].copy()
    band.banked += 1
    yield Tell(VICTORY[world.mission], "carries-off", (id, f"marker-{figure.cargo}"))
    return ended_spells(world.with_figure(twin).with_band(band), id)


def at_home(world: World, figure: Figure) -> bool:
    """Does its base touch the edge by which it may leave?"""
    width, depth, reach = world.ground.width, world.ground.depth, figure.card.radius + TOUCH
    gaps = (figure.x, figure.y, width - figure.x, depth - figure.y)
    band = world.bands[figure.seat]
    if band.corner < 0:
        return band.edge >= 0 and gaps[band.edge] <= reach
    x, y = (0 if band.corner in (0, 3) else width), (0 if band.corner < 2 else depth)
    return min(gaps) <= reach and near_spot(figure, x, y, figure.z, CORNER)


# ---------------------------------------------------------------- the beast


def beast(world: World) -> Figure | None:
    """The beast of the lair, while it is on the table."""
    for figure in world.figures:
        if figure.seat == NEUTRAL and figure.status == ON_TABLE:
            return figure
    return None


@rule("swidenth.mission.lair-setup")
def wake_roll(world: World) -> Script:
    """At the start of a turn the sleeping beast wakes on 11 or more, three easier when somebody is near or an egg was taken.
    Returns the world. (swidenth.mission.lair-special)"""
    why = "swidenth.mission.lair-special"
    sleeper = beast(world)
    if sleeper is None or not sleeper.asleep:
        return world
    near = any(other.status == ON_TABLE and within(other, sleeper, WAKES_WITHIN) for other in enemies(world, sleeper))
    bonus = WAKE_BONUS if near or world.taken else 0
    (die,) = yield Roll(why, 0, world, 1, SIDES, (), sleeper.id, WAKES_ON - bonus)
    if die + bonus < WAKES_ON:
        yield Tell(why, "sleeps-on", (sleeper.id,))
        return world
    return (yield from awaken(world, sleeper.id))


def nearest_prey(world: World, figure: Figure) -> Script:
    """The figure nearest to the beast; between equals a d20 decides. Returns its id, or -1."""
    others = enemies(world, figure)
    if not others:
        return -1
    least = min([apart(figure, other) for other in others])
    nearest = [other.id for other in others if apart(figure, other) == least]
    if len(nearest) == 1:
        return nearest[0]
    (die,) = yield Roll("swidenth.mission.lair-special", 0, world, 1, SIDES, (), figure.id)
    return nearest[(die - 1) % len(nearest)]


@rule("swidenth.mission.lair-victory")
def beast_acts(world: World) -> Script:
    """The beast's turn, after all left-overs: it fights the weakest of those it is engaged with, or goes for the nearest and
    fights or breathes. Returns the world."""
    figure = beast(world)
    if figure is None or figure.asleep:
        return world
    twin = figure.copy()
    twin.bowed = False
    world = world.with_figure(twin)
    id = figure.id
    foe = weakest(world, id)
    if foe >= 0:
        yield Tell("swidenth.mission.lair-special", "concentrates", (id,))
        return (yield Call(fight, world, id, foe, True, ()))
    target = yield from nearest_prey(world, world.figures[id])
    if target < 0:
        return world
    world = yield from stalks(world, id, target)
    foe = weakest(world, id)
    if foe >= 0:
        return (yield Call(fight, world, id, foe, False, (foe,)))
    return (yield from breathes(world, id))


def weakest(world: World, id: int) -> int:
    """Of those it is engaged with, the one of the lowest Defence, or -1."""
    found = foes(world, world.figures[id])
    return min(found, key=lambda one: (defence(world.figures[one]), one), default=-1)


def stalks(world: World, id: int, target: int) -> Script:
    """The beast moves towards a figure. Returns the world."""
    figure = world.figures[id]
    x, y = contact_spot(figure, world.figures[target])
    steps = route(world, figure, x, y, GRAIN * movement(figure), target)
    if not steps:
        return world
    world, _, _, _, _ = yield Call(travel, world, id, "move", Course(), steps)
    return world


def breathes(world: World, id: int) -> Script:
    """It breathes at the nearest figure in sight and range, or draws breath. Returns the world."""
    figure = world.figures[id]
    for weapon in figure.missiles:
        if not loaded(figure, weapon):
            twin = figure.copy()
            twin.unloaded = without(figure.unloaded, weapon)
            yield Tell("swidenth.action.reload", "reloads", (id, f"item-{weapon}"))
            return world.with_figure(twin)
        others = [one for one in enemies(world, figure) if target_refusal(world, figure, one, RANGE[weapon]) is None]
        if others:
            nearest = min(others, key=lambda one: (apart(figure, one), one.id))
            world, _ = yield Call(shoot, world, id, Course(("move",)), ("shoot", weapon, nearest.id))
            return world
    return world
