"""Artillery: crew who serve a piece, move it or fire it; shells that burst and bolts that pierce."""

from __future__ import annotations

from math import isqrt
from typing import Any, Final, final

from escarmouche.core.effects import Answer, Chance, Refusal, Roll, Script, Tell, rule
from escarmouche.kit.menu import Deed, no
from escarmouche.systems.bataille.model import (
    BUSY,
    GUN,
    MOVED,
    ON_TABLE,
    PARALYSED,
    ROUTED,
    SERVED,
    WAITING,
    Figure,
    World,
)  # fmt: skip
from escarmouche.systems.bataille.rules.aims import nearest_enemy
from escarmouche.systems.bataille.rules.core import Contacts, clamp, fits, foes_at
from escarmouche.systems.bataille.rules.harm import Hit
from escarmouche.systems.bataille.rules.movement import Marching, register
from escarmouche.systems.bataille.rules.sight import Cover, covers, entry, past_cover, sees
from escarmouche.systems.bataille.rules.values import (
    CREW_DISTANCE,
    CREW_MOVE,
    GUN_NEAREST,
    GUN_RANGE,
    PIERCING,
    SHELL_RADIUS,
    UNDER,
)  # fmt: skip
from escarmouche.systems.bataille.rules.ways import go, way_cost, way_refusal
from escarmouche.table.shapes import beyond, overlapping, segment_meets_disc, square_between, towards
from escarmouche.table.trig import TURN, step

PIERCES: Final = "piercing"
RING: Final = 24
"""In so many directions a place beside the piece is looked for."""


# ---------------------------------------------------------------- crew


def beside(x: int, y: int, size: int, gun: Figure, gun_x: int, gun_y: int) -> bool:
    """Is a base less than 1'' from a piece? (bataille.artillery.crew-distance)"""
    far = size + gun.card.radius + CREW_DISTANCE
    return square_between(x, y, gun_x, gun_y) < far * far


def crew_serving(world: World, gun: Figure, contacts: Contacts) -> list[int]:
    """The crew who can serve a piece now: its own, near it, not engaged, routed or paralysed, with nothing else done this
    turn. (bataille.artillery.crew-needed, bataille.artillery.engaged-crew, bataille.artillery.crew-roster)"""
    crew = [one for one in world.figures if one.gun == gun.id and one.status == ON_TABLE]
    free = [one for one in crew if not one.having(ROUTED | PARALYSED | BUSY | SERVED | MOVED) and not contacts.engaged(one.id)]
    return [one.id for one in free if beside(one.x, one.y, one.card.radius, gun, gun.x, gun.y)]


def fire_refusal(gun: Figure) -> Refusal | None:
    """A piece that moved is not fired this turn, by whomever. (bataille.artillery.move-or-fire, bataille.artillery.one-shot)"""
    return no("bataille.artillery.move-or-fire", "gun-used", gun.id) if gun.having(MOVED | SERVED) else None


# ---------------------------------------------------------------- moving a piece


def crew_places(world: World, gun: Figure, x: int, y: int, crew: list[int]) -> list[tuple[int, int]] | None:
    """Where the crew stand when the piece has gone to x, y: in their places round it, or beside it where those are taken; None
    without room out of contact with enemies. (bataille.artillery.crew-move-along)"""
    hidden: list[Figure] = []
    for id in crew:
        away = world.figures[id].copy()
        away.status = WAITING
        hidden.append(away)
    world = world.with_figures([*hidden, gun.placed(x, y)])
    places: list[tuple[int, int]] = []
    for figure in hidden:
        size = figure.card.radius
        out = gun.card.radius + size
        spots = [(figure.x + x - gun.x, figure.y + y - gun.y)]
        spots += [step(x, y, ray * TURN // RING, out + far) for far in (10, CREW_DISTANCE // 2) for ray in range(RING)]
        for px, py in spots:
            if beside(px, py, size, gun, x, y) and fits(world, px, py, size) and not foes_at(world, figure, px, py):
                places.append((px, py))
                world = world.with_figure(figure.placed(px, py))
                break
        else:
            return None
    return places


@final
class MoveGun(Deed[Marching]):
    """("gun", piece, x, y, crew, …): the crew named move the piece straight to x, y and go with it."""

    def guns(self, menu: Marching) -> list[Figure]:
        """The pieces of the side that have not been moved."""
        world = menu.world
        return [
            one
            for one in world.figures
            if one.seat == menu.seat and one.card.role == GUN and one.status == ON_TABLE and not one.having(MOVED)
        ]

    def possible(self, menu: Marching) -> bool:
        return any(one.gun == gun.id for gun in self.guns(menu) for one in menu.unmoved())

    def refusal(self, menu: Marching, answer: tuple[Any, ...]) -> Refusal | None:
        gun = menu.own(answer[1]) if len(answer) > 4 else None
        if gun is None or not gun.is_gun() or any(type(one) is not int or abs(one) > 1 << 24 for one in answer[1:]):
            return no("bataille.artillery.crew-move-along", "malformed", str(answer))
        world, x, y, crew = menu.world, answer[2], answer[3], list(answer[4:])
        if gun.having(MOVED):
            return no("bataille.artillery.move-or-fire", "gun-used", gun.id)
        if crew != sorted(set(crew)) or any(id not in crew_serving(world, gun, menu.contacts()) for id in crew):
            return no("bataille.artillery.crew-needed", "gun-needs-crew", gun.id)
        bare = world.with_figures([hidden(world.figures[id]) for id in crew])
        path, most = [(gun.x, gun.y), (x, y)], CREW_MOVE[len(crew)]
        if way_cost(bare, gun, path) > most:
            return no("bataille.artillery.crew-moves", "gun-too-far", gun.id, most, len(crew))
        refused = way_refusal(bare, gun, path, most)
        if refused is None and crew_places(world, gun, x, y, crew) is None:
            return no("bataille.artillery.crew-move-along", "no-room", gun.id)
        return refused

    def listed(self, menu: Marching) -> list[Answer]:
        found: list[Answer] = []
        for gun in self.guns(menu):
            crew = crew_serving(menu.world, gun, menu.contacts())
            enemy = nearest_enemy(menu.world, gun)
            far = CREW_MOVE[len(crew)]
            if far and enemy is not None:
                ahead = towards(gun.x, gun.y, enemy.x, enemy.y, far)
                back = (2 * gun.x - ahead[0], 2 * gun.y - ahead[1])
                found += [("gun", gun.id, *spot, *crew) for spot in (ahead, back)]
        return [answer for answer in found if self.refusal(menu, answer) is None]

    def sample(self, menu: Marching, chance: Chance) -> Answer | None:
        guns = self.guns(menu)
        gun = guns[chance.below(len(guns))]
        crew = crew_serving(menu.world, gun, menu.contacts())
        x, y = step(gun.x, gun.y, chance.below(TURN), chance.below(CREW_MOVE[len(crew)] + 1))
        answer = ("gun", gun.id, x, y, *crew)
        return answer if self.refusal(menu, answer) is None else None


def hidden(figure: Figure) -> Figure:
    """A figure that stands in nobody's way."""
    away = figure.copy()
    away.status = WAITING
    return away


@rule("bataille.artillery.crew-move-along", "bataille.artillery.crew-moves", "bataille.artillery.crew-nothing-else")
def move_gun(world: World, answer: tuple[Any, ...]) -> Script:
    """The piece goes with the crew named, for whom that is their turn. Returns the world."""
    gun, x, y, crew = world.figures[answer[1]], answer[2], answer[3], list(answer[4:])
    places = crew_places(world, gun, x, y, crew)
    assert places is not None
    yield Tell("bataille.artillery.crew-move-along", "gun-moves", (gun.id, x, y, len(crew)))
    world = world.with_figure(gun.placed(x, y).marked(MOVED))
    for id, (px, py) in zip(crew, places, strict=True):
        figure = world.figures[id]
        world = yield from go(world, id, [(figure.x, figure.y), (px, py)], "bataille.artillery.crew-move-along", False)
        world = world.with_figure(world.figures[id].marked(SERVED))
    return world


register(MoveGun("gun", 3, move_gun))


# ---------------------------------------------------------------- the shot


def shell(world: World, id: int, firer: int, target: int) -> Script:
    """A piece is fired at a target by one of its crew: one roll of its own Shooting, covers as for any shot, then everybody
    under the template or on the line has one hit. Returns the world and the hits. (bataille.artillery.fire,
    bataille.artillery.uses-own-tir, bataille.artillery.normal-shooting-rules, bataille.artillery.affected-one-hit)"""
    gun = world.figures[id]
    world = world.with_figures([gun.marked(SERVED), world.figures[firer].marked(SERVED | BUSY)])
    score = clamp(world, gun.card.shooting[0], 0)
    hit = yield Roll("bataille.artillery.uses-own-tir", gun.seat, world, 1, 6, UNDER[score], id, -score)
    if not hit:
        yield Tell("bataille.artillery.template-place", "shot-missed", (id,))
        return world, []
    struck, passed = yield from past_cover(world, gun, shell_covers(world, gun, target), target)
    if struck < 0:
        return world, []
    if struck != target and not world.on("stopped-shell-bursts"):
        victims = [struck]
    elif gun.card.shell == PIERCES:
        victims = pierced(world, gun, target, struck, passed)
    else:
        victims = burst(world, struck)
    yield Tell("bataille.artillery.affected-one-hit", "shell-hits", (id, tuple(victims)))
    hits: list[Hit] = [(victim, id, gun.seat, 0) for victim in victims]
    return world, hits


def burst(world: World, struck: int) -> list[int]:
    """Everybody even partly under the template on whom the shell bursts. (bataille.artillery.explosive,
    bataille.artillery.template-place, bataille.artillery.collateral-melee)"""
    at = world.figures[struck]
    return under(world, at.x, at.y, SHELL_RADIUS)


def under(world: World, x: int, y: int, radius: int) -> list[int]:
    """The figures whose bases overlap a disc; touching it is not enough."""
    return [
        one.id
        for one in world.figures
        if one.status == ON_TABLE and one.card.role != GUN and overlapping(x, y, radius, one.x, one.y, one.card.radius)
    ]


def along(gun: Figure, end: tuple[int, int], other: Figure) -> tuple[int, int]:
    """Where the line of a shot enters and leaves a base, counted from the edge of the piece's base.
    (bataille.artillery.minimum-range-splash)"""
    first = entry(gun.x, gun.y, end[0], end[1], other)
    dx, dy = end[0] - gun.x, end[1] - gun.y
    middle = (dx * (other.x - gun.x) + dy * (other.y - gun.y)) // isqrt(dx * dx + dy * dy)
    return first - gun.card.radius, 2 * middle - first - gun.card.radius


def span(world: World, gun: Figure, impact: Figure) -> tuple[int, int]:
    """From where to where a bolt pierces that strikes there. (bataille.artillery.piercing)"""
    at = isqrt(square_between(gun.x, gun.y, impact.x, impact.y)) - gun.card.radius
    first = at - PIERCING if world.on("piercing-both-ways") else at - impact.card.radius
    return max(first, GUN_NEAREST), min(at + PIERCING, GUN_RANGE)


def line_end(gun: Figure, aim: Figure) -> tuple[int, int]:
    """The far end of the line through the target."""
    return beyond(gun.x, gun.y, aim.x, aim.y, GUN_RANGE + PIERCING)


def shell_covers(world: World, gun: Figure, target: int) -> list[Cover]:
    """The covers of a shot: as for any, but whom a bolt would pierce is none. (bataille.artillery.piercing-cover)"""
    aim = world.figures[target]
    way = covers(world, gun, aim.x, aim.y, target)
    if gun.card.shell != PIERCES:
        return way
    first, _ = span(world, gun, aim)
    end = line_end(gun, aim)
    return [
        cover
        for cover in way
        if cover[1] < 0 or world.figures[cover[1]].is_gun() or along(gun, end, world.figures[cover[1]])[1] < first
    ]


def pierced(world: World, gun: Figure, target: int, struck: int, passed: list[int]) -> list[int]:
    """Everybody on the line near enough to the point of impact, but those that the shot passed as covers; behind it the line
    ends where sight does. (bataille.artillery.piercing-line, bataille.artillery.cover-burst)"""
    impact = world.figures[struck]
    end = line_end(gun, world.figures[target])
    first, last = span(world, gun, impact)
    middle = along(gun, end, impact)[0]
    found = [struck]
    for one in world.figures:
        if one.status != ON_TABLE or one.card.role == GUN or one.id == struck or one.id in passed:
            continue
        if segment_meets_disc(gun.x, gun.y, end[0], end[1], one.x, one.y, one.card.radius):
            enters, leaves = along(gun, end, one)
            if leaves >= first and enters <= last:
                x, y = towards(gun.x, gun.y, end[0], end[1], enters + gun.card.radius)
                if enters <= middle or sees(world, gun.x, gun.y, x, y):
                    found.append(one.id)
    return sorted(found)
