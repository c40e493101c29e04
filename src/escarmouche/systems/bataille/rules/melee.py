"""Melee: who may strike whom, fear, and all blows at once."""

from __future__ import annotations

from typing import final

from escarmouche.core.effects import Call, Refusal, Roll, Script, Tell, rule
from escarmouche.kit.menu import no
from escarmouche.systems.bataille.model import (
    FRIGHTENED,
    FRIGHTENING,
    MASSACRE,
    ON_TABLE,
    REACH,
    SILVER,
    STRUCK,
    Figure,
    World,
)  # fmt: skip
from escarmouche.systems.bataille.rules.core import (
    Contacts,
    barred_from_attacks,
    blow_malus,
    contact,
    melee_scores,
    mental_score,
)  # fmt: skip
from escarmouche.systems.bataille.rules.declaring import HOLD, Declaring, Row, cleared, declared, nearest_first, revealed
from escarmouche.systems.bataille.rules.harm import Hit, suffer
from escarmouche.systems.bataille.rules.sight import walled_off
from escarmouche.systems.bataille.rules.values import REACH_DISTANCE, UNDER
from escarmouche.table.shapes import within


def prey(world: World, figure: Figure) -> list[Figure]:
    """The enemies it may strike: those in contact, and with Reach any within 2'' that nothing hides.
    (bataille.melee.eligible-targets, bataille.ability.reach, bataille.ability.reach-no-engagement)"""
    reach = figure.able(REACH)
    found: list[Figure] = []
    for other in world.figures:
        if other.seat == figure.seat or other.status != ON_TABLE or other.is_gun():
            continue
        if contact(world, figure, other) or (reach and reaches(world, figure, other)):
            found.append(other)
    return found


def reaches(world: World, figure: Figure, other: Figure) -> bool:
    """Is the other within the reach of one that has Reach, and in sight?"""
    near = within(figure.x, figure.y, figure.card.radius, other.x, other.y, other.card.radius, REACH_DISTANCE)
    if not near or walled_off(world, figure.x, figure.y, other.x, other.y):
        return False
    if not world.on("reach-only-joins"):
        return True
    friends = world.in_play(figure.seat)
    return any(contact(world, figure, one) for one in world.enemies(figure.seat)) or any(
        contact(world, one, other) for one in friends
    )


def blows(world: World, id: int, target: int, scores: list[int], why: str) -> Script:
    """The attack rolls of one figure at one enemy, equal scores together. With the item of massacre a success hits every enemy
    it could strike, but those of silver who are not the target. Returns the hits. (bataille.char.melee, bataille.melee.attack,
    bataille.item.massacre, bataille.item.massacre-scope)"""
    attacker = world.figures[id]
    victims = [world.figures[target]]
    if attacker.bears(MASSACRE):
        victims += [foe for foe in prey(world, attacker) if foe.id != target and not foe.bears(SILVER)]
    hits: list[Hit] = []
    for score in sorted(set(scores), reverse=True):
        count = yield Roll(why, attacker.seat, world, scores.count(score), 6, UNDER[score], id, -score)
        for victim in victims:
            hits += [(victim.id, id, attacker.seat, blow_malus(attacker, victim))] * count
    return hits


@final
class Blows(Declaring):
    """The close combat attacks of a side: each of a figure's scores has its own target. (bataille.melee.allocate)"""

    __slots__ = ()

    def able(self) -> list[int]:
        found: list[int] = []
        for one in self.world.in_play(self.seat):
            if not barred_from_attacks(one) and (self.contacts.engaged(one.id) or (one.able(REACH) and self.targets(one.id))):
                found.append(one.id)
        return found

    def found(self, id: int) -> list[int]:
        figure = self.world.figures[id]
        if figure.able(REACH):
            near = prey(self.world, figure)
        else:
            near = [self.world.figures[foe] for foe in self.contacts.foes(id)]
        return nearest_first(figure, [foe for foe in near if not self.spared(foe)])

    def spared(self, figure: Figure) -> bool:
        """Has a bearer of silver been attacked already this turn, as far as one knows? (bataille.item.silver)"""
        if not figure.bears(SILVER):
            return False
        if figure.having(STRUCK):
            return True
        others = [side.declared for side in self.world.sides if side.seat != self.seat and side.declared is not None]
        return not self.world.sealed and any(figure.id in row[1:] for rows in others for row in rows)

    def row(self, id: int, target: int) -> Row:
        return (id, *[target] * len(melee_scores(self.world, self.world.figures[id])))

    def row_refusal(self, row: Row) -> Refusal | None:
        figure = self.world.figures[row[0]]
        if figure.seat != self.seat or figure.status != ON_TABLE or figure.is_gun():
            return no("bataille.melee.attack", "malformed", str(row))
        if barred_from_attacks(figure):
            return no("bataille.melee.who-cannot-attack", "cannot-attack", figure.id)
        if len(row) - 1 != len(melee_scores(self.world, figure)):
            return no("bataille.char.melee-multiple", "malformed", str(row))
        found = self.targets(figure.id)
        for target in row[1:]:
            if target != HOLD and target not in found:
                if 0 <= target < len(self.world.figures) and self.spared(self.world.figures[target]):
                    return no("bataille.item.silver-detail", "silver-once")
                return no("bataille.melee.eligible-targets", "out-of-reach", figure.id)
        return None

    def together_refusal(self, rows: tuple[Row, ...]) -> Refusal | None:
        """At most one attack is aimed at a bearer of silver. (bataille.item.silver-detail)"""
        aims = [target for row in rows for target in row[1:] if target != HOLD and self.world.figures[target].bears(SILVER)]
        return no("bataille.item.silver-detail", "silver-once") if len(set(aims)) < len(aims) else None

    def mended(self, rows: list[Row]) -> list[Row]:
        found, _ = one_on_silver(self.world, tuple(rows), [])
        return list(found)


def one_on_silver(world: World, rows: tuple[Row, ...], struck: list[int]) -> tuple[tuple[Row, ...], list[int]]:
    """Rows with all attacks on a bearer of silver taken out but the first; `struck` are those who had theirs."""
    found: list[Row] = []
    struck = list(struck)
    for row in rows:
        aims: list[int] = []
        for target in row[1:]:
            silver = target != HOLD and world.figures[target].bears(SILVER)
            aims.append(HOLD if silver and target in struck else target)
            if silver and target not in struck:
                struck.append(target)
        if any(target != HOLD for target in aims):
            found.append((row[0], *aims))
    return tuple(found), struck


@rule("bataille.ability.frightening-test", "bataille.ability.frightening-exempt", "bataille.ability.frightening-once")
def bravery(world: World, contacts: Contacts) -> Script:
    """Everybody in contact with a Frightening enemy rolls Mental once, unless Frightening itself; whoever fails is frightened
    until the end of the phase. Returns the world. (bataille.ability.frightening-enemies-only)"""
    rule_id = "bataille.ability.frightening-test"
    for figure in world.figures:
        if figure.status != ON_TABLE or figure.able(FRIGHTENING):
            continue
        if any(world.figures[foe].able(FRIGHTENING) for foe in contacts.foes(figure.id)):
            score = mental_score(world, figure)
            brave = yield Roll(rule_id, figure.seat, world, 1, 6, UNDER[score], figure.id, -score)
            if not brave:
                yield Tell(rule_id, "frightened", (figure.id,))
                world = world.with_figure(figure.marked(FRIGHTENED))
    return world


@rule("bataille.melee.sequence", "bataille.melee.simultaneous")
def melee(world: World) -> Script:
    """Bravery tests, declarations in the order of initiative, all attack rolls, all defence rolls, and the dead go together;
    then fear ends. Returns the world."""
    world = yield from bravery(cleared(world, "melee"), Contacts(world))
    for seat in world.order:
        world = yield Call(declare_blows, world, seat)
    world = revealed(world)
    hits: list[Hit] = []
    struck: list[int] = []
    for seat in world.order:
        rows, struck = one_on_silver(world, world.sides[seat].declared or (), struck)
        for row in rows:
            hits += yield from melee_row(world, row)
    world = yield from suffer(world, tuple(hits), True)
    calm: list[Figure] = []
    for figure in world.figures:
        if figure.having(FRIGHTENED):
            twin = figure.copy()
            twin.state &= ~FRIGHTENED
            calm.append(twin)
    return world.with_figures(calm) if calm else world


@rule("bataille.melee.attack")
def declare_blows(world: World, seat: int) -> Script:
    """A side declares its close combat attacks. Returns the world."""
    return (yield from declared(world, seat, Blows(world, seat), "bataille.melee.attack"))


def melee_row(world: World, row: Row) -> Script:
    """The attacks of one figure, by their targets. Returns the hits."""
    scores = melee_scores(world, world.figures[row[0]])
    hits: list[Hit] = []
    for target in dict.fromkeys(row[1:]):
        if target != HOLD:
            aimed = [score for aim, score in zip(row[1:], scores, strict=True) if aim == target]
            hits += yield from blows(world, row[0], target, aimed, "bataille.melee.attack")
    return hits
