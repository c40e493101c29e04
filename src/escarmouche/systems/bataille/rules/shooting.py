"""Shooting: who may shoot at whom, cover, and all shots at once."""

from __future__ import annotations

from typing import Final, final

from escarmouche.core.effects import Call, Chance, Refusal, Roll, Script, rule
from escarmouche.kit.menu import no
from escarmouche.systems.bataille.model import ON_TABLE, STEALTH, Figure, World
from escarmouche.systems.bataille.rules.artillery import crew_serving, fire_refusal, shell
from escarmouche.systems.bataille.rules.core import Contacts, barred_from_attacks, shooting_scores, shot_malus
from escarmouche.systems.bataille.rules.declaring import HOLD, Declaring, Row, cleared, declared, nearest_first, revealed
from escarmouche.systems.bataille.rules.harm import Hit, suffer
from escarmouche.systems.bataille.rules.sight import covers, past_cover, sees
from escarmouche.systems.bataille.rules.values import GUN_NEAREST, GUN_RANGE, HALVES, SHOT_RANGE, UNDER
from escarmouche.table.shapes import square_between, within

TRIES: Final = 4


def shooter_refusal(world: World, figure: Figure, contacts: Contacts) -> Refusal | None:
    """Why it cannot shoot this turn, or None. (bataille.shoot.attack, bataille.shoot.moved-over-half)"""
    if not shooting_scores(world, figure):
        return no("bataille.char.shooting-zero", "no-shooter", figure.id)
    if barred_from_attacks(figure):
        return no("bataille.melee.who-cannot-attack", "cannot-attack", figure.id)
    if contacts.engaged(figure.id):
        return no("bataille.shoot.not-from-melee", "shoots-from-melee", figure.id)
    if figure.moved > HALVES[figure.card.move][1]:
        return no("bataille.shoot.moved-over-half", "moved-too-far", figure.id)
    return None


def aim_refusal(world: World, shooter: Figure, target: Figure, contacts: Contacts) -> Refusal | None:
    """Why it cannot be aimed at, whoever else is there; None when it can. (bataille.shoot.enemy-targets-only,
    bataille.shoot.range, bataille.core.measuring, bataille.artillery.minimum-range)"""
    if target.seat == shooter.seat or target.status != ON_TABLE or target.is_gun():
        return no("bataille.shoot.enemy-targets-only", "no-target", target.id)
    if target.bears(STEALTH):
        return no("bataille.item.stealth", "target-stealthy", target.id)
    ax, ay, size = shooter.x, shooter.y, shooter.card.radius
    gun = shooter.is_gun()
    if not within(ax, ay, size, target.x, target.y, target.card.radius, GUN_RANGE if gun else SHOT_RANGE):
        return no("bataille.artillery.range" if gun else "bataille.shoot.range", "out-of-range", shooter.id, target.id)
    if gun and within(ax, ay, size, target.x, target.y, target.card.radius, GUN_NEAREST - 1):
        return no("bataille.artillery.minimum-range", "too-near", shooter.id, target.id)
    if contacts.engaged(target.id):
        return no("bataille.shoot.not-into-melee", "target-in-melee", target.id)
    if not sees(world, ax, ay, target.x, target.y):
        return no("bataille.shoot.line-of-sight", "target-hidden", shooter.id, target.id)
    return None


def nearer(shooter: Figure, one: Figure, other: Figure) -> bool:
    """Is the one strictly nearer to the shooter than the other, edge to edge?"""
    a, b = square_between(shooter.x, shooter.y, one.x, one.y), square_between(shooter.x, shooter.y, other.x, other.y)
    spread: int = one.card.radius - other.card.radius  # root a - root b < spread, without roots
    if spread == 0:
        return a < b
    rest = a - b - spread * spread
    if spread > 0:
        return rest < 0 or rest * rest < 4 * spread * spread * b
    return rest < 0 and rest * rest > 4 * spread * spread * b


def shielded(world: World, shooter: Figure, target: Figure, contacts: Contacts) -> int:
    """The enemy that keeps a Hero or Sorcerer from being aimed at, because it is nearer, or -1.
    (bataille.shoot.hero-restriction, bataille.shoot.nearest-target, bataille.artillery.hero-restriction)"""
    if not target.is_character():
        return -1
    any_enemy = world.on("nearest-enemy-shields")
    for other in world.enemies(shooter.seat):
        closer = other.id != target.id and nearer(shooter, other, target)
        if closer and (any_enemy or aim_refusal(world, shooter, other, contacts) is None):
            return other.id
    return -1


def target_refusal(world: World, shooter: Figure, target: Figure, contacts: Contacts) -> Refusal | None:
    """Why the shooter may not aim at this target, or None."""
    refused = aim_refusal(world, shooter, target, contacts)
    if refused is None:
        shield = shielded(world, shooter, target, contacts)
        if shield >= 0:
            return no("bataille.shoot.hero-restriction", "target-shielded", target.id, shield)
    return refused


@final
class Shots(Declaring):
    """The shots of a side: each of a figure's scores has its own target (bataille.shoot.split-shots); of a gun, whoever fires
    it is named (bataille.artillery.fire)."""

    __slots__ = ()

    def able(self) -> list[int]:
        armed = [one for one in self.world.figures if one.seat == self.seat and one.status == ON_TABLE and one.card.shooting]
        return [one.id for one in armed if self.refusal(one) is None]

    def refusal(self, one: Figure) -> Refusal | None:
        """Why a figure makes no shot, or nobody can fire a gun; None where that is possible."""
        if not one.is_gun():
            return shooter_refusal(self.world, one, self.contacts)
        crew = crew_serving(self.world, one, self.contacts)
        return fire_refusal(one) or (None if crew else no("bataille.artillery.crew-needed", "gun-needs-crew", one.id))

    def found(self, id: int) -> list[int]:
        shooter = self.world.figures[id]
        found = [
            one for one in self.world.enemies(self.seat) if target_refusal(self.world, shooter, one, self.contacts) is None
        ]
        return nearest_first(shooter, found)

    def row(self, id: int, target: int) -> Row:
        figure = self.world.figures[id]
        if figure.is_gun():
            return (id, crew_serving(self.world, figure, self.contacts)[0], target)
        return (id, *[target] * len(shooting_scores(self.world, figure)))

    def row_refusal(self, row: Row) -> Refusal | None:
        world, figure = self.world, self.world.figures[row[0]]
        if figure.seat != self.seat or figure.status != ON_TABLE:
            return no("bataille.shoot.attack", "malformed", str(row))
        refused = self.refusal(figure)
        if refused is not None:
            return refused
        aims = row[2:] if figure.is_gun() else row[1:]
        if figure.is_gun() and row[1] not in crew_serving(world, figure, self.contacts):
            return no("bataille.artillery.crew-needed", "gun-needs-crew", figure.id)
        if len(aims) != (1 if figure.is_gun() else len(shooting_scores(world, figure))):
            return no("bataille.char.shooting-multiple", "malformed", str(row))
        if figure.is_gun() and aims[0] == HOLD:
            return no("bataille.artillery.fire", "malformed", str(row))
        for target in dict.fromkeys(aims):
            if target >= len(world.figures):
                return no("bataille.shoot.attack", "malformed", str(row))
            if target != HOLD:
                refused = target_refusal(world, figure, world.figures[target], self.contacts)
                if refused is not None:
                    return refused
        return None

    def together_refusal(self, rows: tuple[Row, ...]) -> Refusal | None:
        """Whoever fires a gun shoots at nothing else. (bataille.artillery.crew-nothing-else)"""
        for row in rows:
            if self.world.figures[row[0]].is_gun() and any(other[0] == row[1] for other in rows):
                return no("bataille.artillery.crew-nothing-else", "has-served", row[1])
        return None

    def mended(self, rows: list[Row]) -> list[Row]:
        gunners = [row[1] for row in rows if self.world.figures[row[0]].is_gun()]
        return [row for row in rows if row[0] not in gunners]

    def random_row(self, id: int, chance: Chance) -> Row | None:
        shooter, others = self.world.figures[id], self.world.enemies(self.seat)
        for _ in range(TRIES):
            target = others[chance.below(len(others))] if others else shooter
            if target_refusal(self.world, shooter, target, self.contacts) is None:
                return self.row(id, target.id)
        return None


@rule("bataille.shoot.simultaneous")
def shooting(world: World) -> Script:
    """All sides declare their shots in the order of initiative; then all are rolled, then all hits are defended, then the dead
    go: who is killed still shoots. Returns the world."""
    world = cleared(world, "shooting")
    for seat in world.order:
        world = yield Call(declare_shots, world, seat)
    world = revealed(world)
    hits: list[Hit] = []
    for seat in world.order:
        for row in world.sides[seat].declared or ():
            if world.figures[row[0]].is_gun():
                world, found = yield from shell(world, row[0], row[1], row[2])
            else:
                found = yield from volley(world, row)
            hits += found
    return (yield from suffer(world, tuple(hits), False))


@rule("bataille.shoot.attack")
def declare_shots(world: World, seat: int) -> Script:
    """A side declares its shots. Returns the world."""
    return (yield from declared(world, seat, Shots(world, seat), "bataille.shoot.attack"))


def volley(world: World, row: Row) -> Script:
    """The shots of one figure, those with the same score at the same target together, over whatever melee lies between
    (bataille.char.shooting, bataille.shoot.over-melee). Returns the hits."""
    shooter = world.figures[row[0]]
    shots = list(zip(row[1:], shooting_scores(world, shooter), strict=True))
    hits: list[Hit] = []
    for target, score in dict.fromkeys(shots):
        if target != HOLD:
            count = shots.count((target, score))
            struck = yield Roll("bataille.shoot.attack", shooter.seat, world, count, 6, UNDER[score], shooter.id, -score)
            if struck:
                aim = world.figures[target]
                way = covers(world, shooter, aim.x, aim.y, target)
                for _ in range(struck):
                    victim, _ = yield from past_cover(world, shooter, way, target)
                    if victim >= 0:
                        hostile = world.figures[victim].seat != shooter.seat
                        hits.append((victim, shooter.id, shooter.seat, shot_malus(shooter, world.figures[victim], hostile)))
    return hits
