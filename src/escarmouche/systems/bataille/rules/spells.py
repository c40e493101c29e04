"""The spells, one after the other as in the book."""

from __future__ import annotations

from typing import Any, Final, final

from escarmouche.core.effects import Answer, Call, Chance, Choose, Listed, Options, Refusal, Roll, Script, Tell, rule
from escarmouche.kit.menu import no
from escarmouche.systems.bataille.model import (
    BUSY,
    CURSED,
    CURSED_SHOTS,
    FREED,
    ON_TABLE,
    PARALYSED,
    REACH,
    ROUTED,
    SERVED,
    SILVER,
    STRUCK,
    SUMMONED,
    Card,
    Figure,
    Fire,
    World,
)  # fmt: skip
from escarmouche.systems.bataille.rules.aims import beside, spot_towards, wished
from escarmouche.systems.bataille.rules.artillery import under
from escarmouche.systems.bataille.rules.core import (
    barred_from_attacks,
    blow_malus,
    contact,
    engaged,
    fits,
    foes,
    foes_at,
    melee_group,
    melee_scores,
    shooting_scores,
)  # fmt: skip
from escarmouche.systems.bataille.rules.escape import way_out
from escarmouche.systems.bataille.rules.harm import immune, suffer
from escarmouche.systems.bataille.rules.magic import Aimed, Spell, at, near, point_refusal, register, target_refusal, withstood
from escarmouche.systems.bataille.rules.melee import blows
from escarmouche.systems.bataille.rules.movement import break_away, path_of
from escarmouche.systems.bataille.rules.scenarios import arrive, eventful, gem_carried, gem_let_go
from escarmouche.systems.bataille.rules.sight import walled_off
from escarmouche.systems.bataille.rules.values import (
    FIREBALL_RADIUS,
    PRISONER_MOST,
    RAY_ARMOUR,
    REACH_DISTANCE,
    SPELL_RANGE,
    SUMMON_RADIUS,
    TELEPORT,
    UNDER,
    WALL_LENGTH,
    WALL_WIDTH,
)  # fmt: skip
from escarmouche.systems.bataille.rules.ways import Path, barred_way, farthest, go, real_limit, way_cost, way_refusal, way_to
from escarmouche.table.shapes import (
    Polygon,
    contact_point,
    disc_meets_polygon,
    gap,
    on_table,
    rectangle,
    square_between,
    towards,
    within,
)  # fmt: skip
from escarmouche.table.trig import TURN, step
from escarmouche.table.whole import root_up

STAY: Final = ("stay",)
LEAVING: Final = ("leave",)
SIDES_OF_BASE: Final = 24
"""From so many sides a place beside an ally is looked for."""


def place(answer: tuple[Any, ...], first: int, parts: int) -> bool:
    """Has the answer so many whole numbers from a part on, and no more?"""
    return len(answer) == first + parts and all(type(one) is int and abs(one) < 1 << 24 for one in answer[first:])


# ---------------------------------------------------------------- Fireball


@final
class Fireball(Spell):
    """("fireball", caster, x, y): a template anywhere in range. (bataille.spell.fireball-place)"""

    def detail(self, world: World, caster: Figure, answer: tuple[Any, ...]) -> Refusal | None:
        if not place(answer, 2, 2):
            return no("bataille.spell.fireball-place", "malformed", str(answer))
        if not on_table(answer[2], answer[3], 0, world.ground.width, world.ground.depth):
            return no("bataille.spell.fireball-place", "spell-off-table")
        if engaged(world, caster):
            fighters = [world.figures[id] for id in melee_group(world, caster)]
            if not any(within(one.x, one.y, one.card.radius, answer[2], answer[3], 0, 0) for one in fighters):
                return no("bataille.magic.engaged-caster-spells", "spell-melee", caster.id)
        return point_refusal(world, caster, answer[2], answer[3])

    def offers(self, world: World, caster: Figure) -> list[Answer]:
        return [("fireball", caster.id, one.x, one.y) for one in near(world, caster, False)]


@rule("bataille.spell.fireball", "bataille.spell.fireball-place")
def fireball(world: World, answer: tuple[Any, ...]) -> Script:
    """Everybody even partly under the template has a hit, friend or enemy, that Armour may cancel. Returns the world."""
    caster = world.figures[answer[1]]
    victims = [id for id in under(world, answer[2], answer[3], FIREBALL_RADIUS) if not immune(world.figures[id])]
    yield Tell("bataille.spell.fireball", "fireball", (caster.id, answer[2], answer[3], tuple(victims)))
    return (yield from suffer(world, tuple([(id, caster.id, caster.seat, 0) for id in victims]), False))


# ---------------------------------------------------------------- Summoning


def creature(caster: Figure, profile: str) -> Card | None:
    """The creature of that profile which it can summon, or None. (bataille.spell.summon-kind)"""
    for card in caster.card.summons:
        if card.profile == profile:
            return card
    return None


@final
class Summoning(Spell):
    """("summoning", caster, creature, x, y), near the caster and away from enemies. (bataille.spell.summon-place)"""

    def detail(self, world: World, caster: Figure, answer: tuple[Any, ...]) -> Refusal | None:
        card = creature(caster, answer[2]) if type(answer[2]) is str else None
        if card is None or not place(answer, 3, 2):
            return no("bataille.spell.summon-kind", "malformed", str(answer))
        if engaged(world, caster):
            return no("bataille.magic.engaged-caster-spells", "spell-melee", caster.id)
        x, y = answer[3], answer[4]
        if not within(caster.x, caster.y, caster.card.radius, x, y, card.radius, SUMMON_RADIUS):
            return no("bataille.spell.summon-place", "summon-near", caster.id)
        newcomer = Figure(len(world.figures), caster.seat, card, x=x, y=y)
        if not fits(world, x, y, card.radius, False) or foes_at(world, newcomer, x, y):
            return no("bataille.spell.summon-place", "summon-room", caster.id)
        return None

    def offers(self, world: World, caster: Figure) -> list[Answer]:
        found: list[Answer] = []
        for card in caster.card.summons:
            out = caster.card.radius + card.radius
            spots = [step(caster.x, caster.y, ray * TURN // 12, out + far) for far in (SUMMON_RADIUS, 10) for ray in range(12)]
            found += [("summoning", caster.id, card.profile, x, y) for x, y in spots]
        return found


@rule("bataille.spell.summon", "bataille.spell.summon-status")
def summon(world: World, answer: tuple[Any, ...]) -> Script:
    """A creature comes into play, a figure of the army like any other. Returns the world."""
    caster = world.figures[answer[1]]
    card = creature(caster, answer[2])
    assert card is not None
    number = len([one for one in world.figures if one.seat == caster.seat and one.card.profile == card.profile]) + 1
    newcomer = Figure(
        len(world.figures), caster.seat, card, "", number, answer[3], answer[4], ON_TABLE, card.hp, state=SUMMONED
    )
    world = world.with_figure(newcomer)
    yield Tell("bataille.spell.summon", "summoned", (caster.id, newcomer.id))
    return world


# ---------------------------------------------------------------- Curse


def cursed_kinds(world: World, target: Figure) -> tuple[str, ...]:
    """The kinds of attack of which a Curse may take one: a kind with a single one is never touched.
    (bataille.spell.curse-minimum)"""
    kinds = [("melee", melee_scores(world, target)), ("shooting", shooting_scores(world, target))]
    several = tuple([kind for kind, scores in kinds if len(scores) > 1])
    return several or ("melee",)


@final
class Curse(Aimed):
    """("curse", caster, target, kind): the kind of attack that loses one."""

    def detail(self, world: World, caster: Figure, answer: tuple[Any, ...]) -> Refusal | None:
        target = at(answer, 2, world)
        if target is None or len(answer) != 4 or answer[3] not in cursed_kinds(world, target):
            return no("bataille.spell.curse-minimum", "malformed", str(answer))
        return target_refusal(world, caster, target)

    def offers(self, world: World, caster: Figure) -> list[Answer]:
        return [("curse", caster.id, one.id, kind) for one in near(world, caster, False) for kind in cursed_kinds(world, one)]

    def draw(self, world: World, caster: Figure, chance: Chance) -> Answer:
        found = self.offers(world, caster)
        return found[chance.below(len(found))] if found else None


@rule("bataille.spell.curse-scores", "bataille.spell.curse-once", "bataille.spell.curse-resist")
def curse(world: World, answer: tuple[Any, ...]) -> Script:
    """The target is cursed to the end of the game; a second Curse does nothing. Returns the world."""
    if (yield from withstood(world, "curse", answer[2])):
        return world
    target = world.figures[answer[2]]
    if target.having(CURSED):
        yield Tell("bataille.spell.curse-once", "cursed-already", (target.id,))
        return world
    yield Tell("bataille.spell.curse-scores", "cursed", (target.id,))
    return world.with_figure(target.marked(CURSED | (CURSED_SHOTS if answer[3] == "shooting" else 0)))


# ---------------------------------------------------------------- Wall of fire


def barrier(x: int, y: int, angle: int) -> Polygon:
    """The flames around a middle, along a direction. (bataille.spell.wall-of-fire)"""
    return rectangle(x, y, WALL_WIDTH // 2, WALL_LENGTH // 2, angle)


@final
class WallOfFire(Spell):
    """("wall-of-fire", caster, x, y, angle): in range, on the table, on nobody. (bataille.spell.wall-of-fire-place)"""

    def detail(self, world: World, caster: Figure, answer: tuple[Any, ...]) -> Refusal | None:
        if not place(answer, 2, 3) or not 0 <= answer[4] < TURN:
            return no("bataille.spell.wall-of-fire", "malformed", str(answer))
        if engaged(world, caster):
            return no("bataille.magic.engaged-caster-spells", "spell-melee", caster.id)
        shape = barrier(answer[2], answer[3], answer[4])
        for x, y in shape.points:
            if not on_table(x, y, 0, world.ground.width, world.ground.depth):
                return no("bataille.spell.wall-of-fire-place", "spell-off-table")
            if not within(caster.x, caster.y, caster.card.radius, x, y, 0, SPELL_RANGE):
                return no("bataille.spell.wall-of-fire-place", "spell-range", caster.id)
        for one in world.figures:
            if one.status == ON_TABLE and disc_meets_polygon(one.x, one.y, one.card.radius, shape):
                return no("bataille.spell.wall-of-fire-place", "fire-on-figure", one.id)
        return point_refusal(world, caster, answer[2], answer[3])

    def offers(self, world: World, caster: Figure) -> list[Answer]:
        found: list[Answer] = []
        for one in near(world, caster, False)[:4]:
            x, y = (caster.x + one.x) // 2, (caster.y + one.y) // 2
            found += [("wall-of-fire", caster.id, x, y, angle) for angle in (0, 4500, 9000, 13500)]
        spots = [step(caster.x, caster.y, ray * TURN // 8, 4 * WALL_WIDTH) for ray in range(8)]
        return [*found, *[("wall-of-fire", caster.id, x, y, angle) for x, y in spots for angle in (0, 9000)]]


@rule("bataille.spell.wall-of-fire", "bataille.spell.wall-of-fire-place")
def wall_of_fire(world: World, answer: tuple[Any, ...]) -> Script:
    """A barrier of flames stands from now on. Returns the world."""
    caster = world.figures[answer[1]]
    twin = world.copy()
    twin.fires = (*world.fires, Fire(caster.seat, barrier(answer[2], answer[3], answer[4]), world.turn))
    yield Tell("bataille.spell.wall-of-fire", "wall-of-fire", (caster.id, answer[2], answer[3]))
    return twin


# ---------------------------------------------------------------- Paralysis


@rule("bataille.spell.paralysis-no-attack", "bataille.spell.paralysis-resist", "bataille.spell.paralysis-stack")
def paralysis(world: World, answer: tuple[Any, ...]) -> Script:
    """The target makes no attack and defends badly until the end of the turn. Returns the world."""
    if (yield from withstood(world, "paralysis", answer[2])):
        return world
    yield Tell("bataille.spell.paralysis-no-attack", "paralysed", (answer[2],))
    return world.with_figure(world.figures[answer[2]].marked(PARALYSED))


# ---------------------------------------------------------------- Paranoia


def nearest_allies(world: World, target: Figure) -> list[int]:
    """The figures of its own side that are nearest to it, edge to edge."""
    others = [one for one in world.in_play(target.seat) if one.id != target.id]
    gaps = [gap(target.x, target.y, target.card.radius, one.x, one.y, one.card.radius) for one in others]
    return [one.id for one, far in zip(others, gaps, strict=True) if far == min(gaps)]


@rule("bataille.spell.paranoia-move", "bataille.spell.paranoia-detail", "bataille.spell.paranoia-resist")
def paranoia(world: World, answer: tuple[Any, ...]) -> Script:
    """The target, unless it is engaged, runs to its nearest ally, and strikes at it once if it can. Returns the world."""
    caster, id = world.figures[answer[1]], answer[2]
    if (yield from withstood(world, "paranoia", id)):
        return world
    allies = nearest_allies(world, world.figures[id])
    if not allies:
        yield Tell("bataille.spell.paranoia-detail", "no-ally", (id,))
        return world
    rule_id = "bataille.spell.paranoia-detail"
    offered = tuple([("ally", ally) for ally in allies])
    _, ally = yield Choose(rule_id, caster.seat, world, Listed(offered, rule_id), id)
    if not engaged(world, world.figures[id]) and not stuck(world, world.figures[id]):
        world = yield from run_to(world, id, ally)
    return (yield from strike_ally(world, id, ally, caster.seat))


def stuck(world: World, figure: Figure) -> bool:
    """Does paralysis keep it in its place, by the stricter reading?"""
    return figure.having(PARALYSED) and world.on("paralysis-stops-all")


def run_to(world: World, id: int, ally: int) -> Script:
    """It runs towards an ally by the shortest way, not into contact with an enemy, as near as it can get. Returns the world."""
    figure, goal = world.figures[id], world.figures[ally]
    spot = contact_point(figure.x, figure.y, figure.card.radius, goal.x, goal.y, goal.x, goal.y, goal.card.radius)
    if spot is None:
        return world
    straight = way_beside(world, figure, spot)
    if straight is not None:
        way = farthest(world, figure, straight, figure.card.move, True, True)
    else:
        way = nearest_to(world, figure, goal)
    if len(way) > 1:
        world = yield from go(world, id, way, "bataille.spell.paranoia-move")
    return world


def way_beside(world: World, figure: Figure, spot: tuple[int, int]) -> Path | None:
    """The shortest way to a spot where it can stand out of contact with enemies; None where there is none."""
    x, y = spot
    if not fits(world, x, y, figure.card.radius, True, figure.id) or foes_at(world, figure, x, y):
        return None
    path = way_to(world, figure, x, y, True)
    return path if figure.card.flight or barred_way(world, figure, path, ()) is None else None


def nearest_to(world: World, figure: Figure, goal: Figure) -> Path:
    """The way that brings it nearest to the goal, where it cannot meet it straight: to another side of its base, or on towards
    it until something bars the way."""
    x, y, out = goal.x, goal.y, figure.card.radius + goal.card.radius + 2
    around = [way_beside(world, figure, step(x, y, ray * TURN // SIDES_OF_BASE, out)) for ray in range(SIDES_OF_BASE)]
    start = (figure.x, figure.y)
    short = [[start, towards(*start, x, y, figure.card.move * part // SIDES_OF_BASE)] for part in range(SIDES_OF_BASE, 0, -1)]
    free = [way for way in short if figure.card.flight or barred_way(world, figure, way, ()) is None]
    ways = [farthest(world, figure, way, figure.card.move, True, True) for way in [*around, *free] if way is not None]
    ends: list[tuple[int, int]] = []
    for way in ways:
        there = figure.placed(*way[-1])
        far = 0 if contact(world, there, goal) else gap(there.x, there.y, there.card.radius, x, y, goal.card.radius)
        ends.append((far, way_cost(world, figure, way)))
    return ways[ends.index(min(ends))] if ways else [start]


@rule("bataille.spell.paranoia-attack")
def strike_ally(world: World, id: int, ally: int, seat: int) -> Script:
    """One attack at its best score at the ally, who defends and does not strike back; the credit is the caster's. Returns the
    world."""
    figure, victim = world.figures[id], world.figures[ally]
    if figure.status != ON_TABLE or victim.status != ON_TABLE or barred_from_attacks(figure):
        return world
    reach = figure.able(REACH) and not walled_off(world, figure.x, figure.y, victim.x, victim.y)
    near = within(figure.x, figure.y, figure.card.radius, victim.x, victim.y, victim.card.radius, REACH_DISTANCE)
    if not contact(world, figure, victim) and not (reach and near):
        return world
    score = max(melee_scores(world, figure))
    hit = yield Roll("bataille.spell.paranoia-attack", figure.seat, world, 1, 6, UNDER[score], id, -score)
    world = world.with_figure(figure.marked(BUSY))
    hits = ((ally, id, seat, blow_malus(figure, victim)),) if hit else ()
    return (yield from suffer(world, hits, True))


# ---------------------------------------------------------------- Death ray


@rule("bataille.spell.death-ray")
def death_ray(world: World, answer: tuple[Any, ...]) -> Script:
    """The target has a hit, with less Armour against it. Returns the world."""
    caster = world.figures[answer[1]]
    if (yield from withstood(world, "death-ray", answer[2])):
        return world
    yield Tell("bataille.spell.death-ray", "death-ray", (caster.id, answer[2]))
    return (yield from suffer(world, ((answer[2], caster.id, caster.seat, RAY_ARMOUR),), False))


# ---------------------------------------------------------------- Bloodthirst


@final
class Running(Options):
    """The free move of Bloodthirst: ("run", x, y) with further corners before the end, or ("stay",); one that is engaged stays
    or breaks away, ("leave",). (bataille.spell.bloodthirst-detail, bataille.spell.bloodthirst-engaged)"""

    __slots__ = ("figure", "world")

    def __init__(self, world: World, figure: Figure) -> None:
        self.world = world
        self.figure = figure

    def check(self, answer: Answer) -> Refusal | None:
        rule_id = "bataille.spell.bloodthirst-detail"
        world, figure = self.world, self.figure
        if answer == STAY:
            return None
        if engaged(world, figure):
            out = answer == LEAVING and way_out(world, figure, min(figure.card.move, real_limit(world, figure))) is not None
            return None if out else no("bataille.spell.bloodthirst-engaged", "is-engaged", figure.id)
        path = path_of(figure, answer[1:]) if isinstance(answer, tuple) and answer[:1] == ("run",) else None
        return no(rule_id, "malformed", str(answer)) if path is None else way_refusal(world, figure, path, figure.card.move)

    def listed(self) -> list[Answer]:
        found: list[Answer] = [LEAVING]
        for enemy in near(self.world, self.figure, False)[:6]:
            found.append(("run", *spot_towards(self.world, self.figure, *beside(self.figure, enemy))))
        return [STAY, *[answer for answer in found if self.check(answer) is None]]

    def sample(self, chance: Chance) -> Answer:
        answer: Answer = ("run", *wished(self.world, self.figure, chance))
        if self.check(answer) is None:
            return answer
        return LEAVING if chance.below(3) == 0 and self.check(LEAVING) is None else STAY


@final
class Bloodthirst(Aimed):
    """("bloodthirst", caster, target): usually a friend."""

    def offers(self, world: World, caster: Figure) -> list[Answer]:
        return [("bloodthirst", caster.id, one.id) for one in near(world, caster, True)]


@rule("bataille.spell.bloodthirst-move", "bataille.spell.bloodthirst-detail", "bataille.spell.bloodthirst-resist")
def bloodthirst(world: World, answer: tuple[Any, ...]) -> Script:
    """The target has a free move that its own player makes, and if it is then in contact one attack at once. Those who run, and
    crew who used their gun, get nothing. Returns the world."""
    id = answer[2]
    if (yield from withstood(world, "bloodthirst", id)):
        return world
    figure = world.figures[id]
    if figure.having(ROUTED | SERVED):
        yield Tell("bataille.spell.bloodthirst-detail", "no-bloodthirst", (id,))
        return world
    if not stuck(world, figure):
        rule_id = "bataille.spell.bloodthirst-move"
        way = yield Choose(rule_id, figure.seat, world, Running(world, figure), id)
        if way == LEAVING:
            return Call(break_away, world, id, figure.card.move)
        if way != STAY:
            path = path_of(figure, way[1:])
            assert path is not None
            world = yield from go(world, id, path, rule_id)
    return (yield from thirsty_blow(world, id))


@rule("bataille.spell.bloodthirst-attack")
def thirsty_blow(world: World, id: int) -> Script:
    """One attack at its best score at an enemy in contact whom its player names. Returns the world."""
    figure = world.figures[id]
    if figure.status != ON_TABLE or barred_from_attacks(figure):
        return world
    able = [foe for foe in foes(world, figure) if not (foe.bears(SILVER) and foe.having(STRUCK))]
    if not able:
        return world
    rule_id = "bataille.spell.bloodthirst-attack"
    offered = tuple([("strike", foe.id) for foe in able])
    _, target = yield Choose(rule_id, figure.seat, world, Listed(offered, rule_id), id)
    world = world.with_figure(figure.marked(BUSY))
    if world.figures[target].bears(SILVER):
        world = world.with_figure(world.figures[target].marked(STRUCK))
    hits = yield from blows(world, id, target, [max(melee_scores(world, figure))], rule_id)
    return (yield from suffer(world, tuple(hits), True))


# ---------------------------------------------------------------- Teleportation


@final
class Teleportation(Aimed):
    """("teleportation", caster, target, x, y): the caster's player says where to. (bataille.spell.teleport-place)"""

    def detail(self, world: World, caster: Figure, answer: tuple[Any, ...]) -> Refusal | None:
        target = at(answer, 2, world)
        if target is None or not place(answer, 3, 2):
            return no("bataille.spell.teleport", "malformed", str(answer))
        refused = target_refusal(world, caster, target)
        if refused is not None:
            return refused
        far = min(TELEPORT, max(0, PRISONER_MOST - target.travelled)) if target.having(FREED) else TELEPORT
        if square_between(target.x, target.y, answer[3], answer[4]) > far * far:
            return no("bataille.spell.teleport", "teleport-far", target.id, far)
        if not fits(world, answer[3], answer[4], target.card.radius, False, target.id):
            return no("bataille.spell.teleport-place", "no-room", target.id)
        return None

    def offers(self, world: World, caster: Figure) -> list[Answer]:
        found: list[Answer] = []
        for one in [caster, *near(world, caster, True)[:4], *near(world, caster, False)[:4]]:
            spots = [
                step(one.x, one.y, ray * TURN // 4, far) for far in (TELEPORT, TELEPORT // 2, WALL_LENGTH) for ray in range(4)
            ]
            found += [("teleportation", caster.id, one.id, x, y) for x, y in spots]
        return found

    def draw(self, world: World, caster: Figure, chance: Chance) -> Answer:
        found = near(world, caster, chance.below(2) == 0)
        if not found:
            return None
        one = found[chance.below(len(found))]
        return ("teleportation", caster.id, one.id, *step(one.x, one.y, chance.below(TURN), chance.below(TELEPORT + 1)))


@rule("bataille.spell.teleport", "bataille.spell.teleport-melee", "bataille.spell.teleport-resist")
def teleport(world: World, answer: tuple[Any, ...]) -> Script:
    """The target is elsewhere, without free attacks; to end there counts as ending a move. Returns the world."""
    id, x, y = answer[2], answer[3], answer[4]
    if (yield from withstood(world, "teleportation", id)):
        return world
    figure = world.figures[id].copy()
    far = root_up(square_between(figure.x, figure.y, x, y))
    figure.x, figure.y = x, y
    figure.travelled += far
    figure.moved += far if world.on("teleport-counts-as-move") else 0
    yield Tell("bataille.spell.teleport", "teleported", (id, x, y))
    world = yield from gem_let_go(world, gem_carried(world.with_figure(figure), figure, far))
    return (yield from arrive(world, id)) if eventful(world) else world


for deed in (
    Fireball("fireball", 4, fireball), Summoning("summoning", 4, summon), Curse("curse", 4, curse),
    WallOfFire("wall-of-fire", 3, wall_of_fire), Aimed("paralysis", 4, paralysis), Aimed("paranoia", 4, paranoia),
    Aimed("death-ray", 4, death_ray), Bloodthirst("bloodthirst", 4, bloodthirst),
    Teleportation("teleportation", 4, teleport),
):  # fmt: skip
    register(deed)
