"""Core: measuring, contact, engagement, and the scores that dice are rolled against."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from escarmouche.core.effects import Roll, Script
from escarmouche.systems.bataille.model import (
    CURSED,
    CURSED_SHOTS,
    FRIGHTENED,
    GUN,
    ON_TABLE,
    PARALYSED,
    POWER,
    POWERFUL,
    QUICKNESS,
    ROUTED,
    SERVED,
    Figure,
    Met,
    World,
)  # fmt: skip
from escarmouche.systems.bataille.rules.values import (
    CURSE_ATTACKS,
    CURSE_MELEE,
    CURSE_SHOOTING,
    FRIGHT_ARMOUR,
    FRIGHT_MELEE,
    HIGHEST,
    PARALYSED_ARMOUR,
    POWER_ARMOUR,
    POWER_MELEE,
    POWERFUL_ARMOUR,
    QUICK_ATTACKS,
    THICKNESS,
    TOLERANCE,
)  # fmt: skip
from escarmouche.table.paths import stretches
from escarmouche.table.pieces import Piece
from escarmouche.table.shapes import Polygon, disc_meets_polygon, on_table, segment_meets_polygon, within

OBSTACLE: Final = "obstacle"
"""The tag of what is crossed for half a Movement: low walls, hedges, fences."""
FEW: Final = 12
"""Up to so many figures, as they were and as they are, are looked at one by one; for more of them all are looked at."""


# ---------------------------------------------------------------- contact


def crosses(x0: int, y0: int, x1: int, y1: int, shape: Polygon) -> bool:
    """Does the segment pass through the inside of the shape? Touching its outline is not crossing it."""
    return segment_meets_polygon(x0, y0, x1, y1, shape) and len(stretches(x0, y0, x1, y1, shape)) > 0


def walls(world: World) -> list[Piece]:
    """The linear obstacles."""
    return [piece for piece in world.ground.pieces if OBSTACLE in piece.tags]


def across_wall(world: World, ax: int, ay: int, bx: int, by: int) -> bool:
    """Does a linear obstacle lie between the two? (bataille.core.contact-across-obstacle)"""
    return world.on("contact-across-walls") and any(
        OBSTACLE in piece.tags and segment_meets_polygon(ax, ay, bx, by, piece.shape) for piece in world.ground.pieces
    )


def contact_at(world: World, x: int, y: int, radius: int, other: Figure) -> bool:
    """Would a base there be in contact with the other, directly or across a low wall? (bataille.core.contact)"""
    ox, oy, size = other.x, other.y, other.card.radius
    if not within(x, y, radius, ox, oy, size, THICKNESS + TOLERANCE):
        return False
    return within(x, y, radius, ox, oy, size, TOLERANCE) or across_wall(world, x, y, ox, oy)


def contact(world: World, one: Figure, other: Figure) -> bool:
    """Are the two in contact?"""
    return contact_at(world, one.x, one.y, one.card.radius, other)


def among(world: World, figure: Figure, others: list[Figure], x: i64, y: i64) -> list[Figure]:
    """Those of the others whom the figure would be in contact with there as enemies; guns do not count.
    (bataille.move.engaged)"""
    found: list[Figure] = []
    seat, radius = figure.seat, figure.card.radius
    reach: i64 = radius + THICKNESS + TOLERANCE
    for other in others:
        far: i64 = reach + other.card.radius
        dx: i64 = other.x - x
        dy: i64 = other.y - y
        if dx < -far or dx > far or dy < -far or dy > far:
            continue
        if (
            other.seat != seat
            and other.status == ON_TABLE
            and other.card.role != GUN
            and contact_at(world, x, y, radius, other)
        ):
            found.append(other)
    return found


def foes_at(world: World, figure: Figure, x: int, y: int) -> list[Figure]:
    """The enemies that the figure would be in contact with there; guns do not count. (bataille.move.engaged)"""
    return among(world, figure, list(world.figures), x, y)


def foes(world: World, figure: Figure) -> list[Figure]:
    """The enemies in contact with it."""
    return foes_at(world, figure, figure.x, figure.y)


def engaged(world: World, figure: Figure) -> bool:
    """Is it in contact with an enemy figure? (bataille.move.engaged)"""
    return len(foes(world, figure)) > 0


def first_from(row: list[int], least: i64) -> i64:
    """The place of the first of these rising numbers that is not less than another; compiled, `bisect_left` is slow."""
    low: i64 = 0
    high: i64 = len(row)
    while low < high:
        middle = (low + high) >> 1
        number: i64 = row[middle]
        if number < least:
            low = middle + 1
        else:
            high = middle
    return low


def touching(world: World) -> dict[int, list[int]]:
    """Who is in contact with which enemies, by their ids. The figures of each side stand in a row from left to right, so that
    everybody is compared only with those of the sides behind who are near enough that way."""
    met: dict[int, list[int]] = {}
    figures = world.figures
    many: i64 = len(figures)
    widest: i64 = 0
    rows: list[list[int]] = [[] for _ in world.sides]  # places, each with the id of who stands there in one number
    for one in figures:
        if one.status == ON_TABLE and one.card.role != GUN:
            rows[one.seat].append(one.x * many + one.id)
            widest = max(widest, one.card.radius)
    for row in rows:
        row.sort()
    for seat, row in enumerate(rows):
        for behind in rows[seat + 1 :]:
            for number in row:
                one = figures[number % many]
                near: i64 = one.card.radius + widest + THICKNESS + TOLERANCE
                x: i64 = one.x
                y: i64 = one.y
                last: i64 = (x + near + 1) * many
                for place in range(first_from(behind, (x - near) * many), len(behind)):
                    beside: i64 = behind[place]
                    if beside >= last:
                        break
                    other = figures[beside % many]
                    if -near <= other.y - y <= near and contact(world, one, other):
                        met.setdefault(one.id, []).append(other.id)
                        met.setdefault(other.id, []).append(one.id)
    for found in met.values():
        found.sort()
    return met


def changed(before: tuple[Figure, ...], now: tuple[Figure, ...]) -> list[Figure]:
    """Those of two rows of figures that are not the very same in both, as they were and as they are."""
    found: list[Figure] = []
    for place in range(max(len(before), len(now))):
        old = before[place] if place < len(before) else None
        new = now[place] if place < len(now) else None
        if old is not new:
            if old is not None:
                found.append(old)
            if new is not None:
                found.append(new)
    return found


def touching_since(world: World, last: Met) -> dict[int, list[int]]:
    """The same as `touching`, by who was in contact in another world: only of those who are others now it is asked anew, unless
    these are many."""
    others = changed(last.figures, world.figures)
    if len(others) > FEW:
        return touching(world)
    met = dict(last.foes)
    for one in others:
        for foe in met.pop(one.id, ()):
            rest = [id for id in met[foe] if id != one.id]
            if rest:
                met[foe] = rest
            else:
                del met[foe]
    for one in others:
        here = one.id < len(world.figures) and world.figures[one.id] is one
        if here and one.status == ON_TABLE and one.card.role != GUN:
            for other in foes(world, one):
                met[one.id] = sorted({*met.get(one.id, []), other.id})
                met[other.id] = sorted({*met.get(other.id, []), one.id})
    return met


@final
class Contacts:
    """Who is in contact with which enemies, worked out once for all figures as they stand."""

    __slots__ = ("met",)

    def __init__(self, world: World) -> None:
        known = world.met()
        if known is None:
            last = world.last_met()
            known = touching(world) if last is None else touching_since(world, last)
            world.keep_met(known)
        self.met = known

    def foes(self, id: int) -> list[int]:
        """The enemies in contact with it."""
        return self.met.get(id, [])

    def engaged(self, id: int) -> bool:
        """Is it in contact with an enemy?"""
        return id in self.met


def melee_group(world: World, figure: Figure) -> list[int]:
    """The melee it is part of: linked by contacts between enemies. (bataille.magic.melee-group)"""
    contacts = Contacts(world)
    found = [figure.id]
    for id in found:
        found.extend([foe for foe in contacts.foes(id) if foe not in found])
    return found


def fits_terrain(world: World, x: int, y: int, radius: int) -> bool:
    """Can a base stand there as far as the table goes: wholly on it, clear of solid terrain and walls?"""
    ground = world.ground
    if not on_table(x, y, radius, ground.width, ground.depth):
        return False
    for piece in ground.pieces:
        if (piece.impassable or OBSTACLE in piece.tags) and disc_meets_polygon(x, y, radius, piece.shape):
            return False
    return True


def fits(world: World, x: int, y: int, radius: int, flames: bool = True, mind: int = -1) -> bool:
    """Can a base stand there: on the table, clear of terrain, of other bases but that of `mind`, and unless it may, of
    `flames`? (bataille.core.bases)"""
    if not fits_terrain(world, x, y, radius):
        return False
    if not flames and any(disc_meets_polygon(x, y, radius, fire.shape) for fire in world.fires):
        return False
    return clear_of(x, y, radius, standing(world), mind)


def standing(world: World) -> list[Figure]:
    """Everybody and every gun on the table."""
    return [one for one in world.figures if one.status == ON_TABLE]


def clear_of(x: i64, y: i64, radius: i64, others: list[Figure], mind: int = -1) -> bool:
    """Does a base there overlap none of these, but that of `mind`?"""
    for other in others:
        far: i64 = radius + other.card.radius
        dx: i64 = other.x - x
        dy: i64 = other.y - y
        if -far < dx < far and -far < dy < far and dx * dx + dy * dy < far * far and other.id != mind:
            return False
    return True


def clear_but_for(x: i64, y: i64, radius: i64, others: list[Figure], left_out: list[int]) -> bool:
    """Does a base there overlap none of these but such as are left out, by their ids?"""
    for other in others:
        far: i64 = radius + other.card.radius
        dx: i64 = other.x - x
        dy: i64 = other.y - y
        if -far < dx < far and -far < dy < far and dx * dx + dy * dy < far * far and other.id not in left_out:
            return False
    return True


# ---------------------------------------------------------------- scores


def clamp(world: World, score: int, least: int) -> int:
    """A score within its range, once everything is added. (bataille.core.score-range, bataille.core.modifiers-stack)"""
    return max(least, min(HIGHEST if world.on("natural-six-fails") else HIGHEST + 1, score))


def melee_scores(world: World, figure: Figure) -> list[int]:
    """A score for each close combat attack it makes now, the extra ones of quickness last. (bataille.char.melee-multiple,
    bataille.item.power-melee, bataille.item.quickness-detail, bataille.spell.curse-attack, bataille.spell.stacking)"""
    bonus = POWER_MELEE if figure.bears(POWER) else 0
    bonus += CURSE_MELEE if figure.having(CURSED) else 0
    bonus += FRIGHT_MELEE if figure.having(FRIGHTENED) else 0
    scores = [clamp(world, value + bonus, 1) for value in figure.card.melee]
    if figure.bears(QUICKNESS) and figure.card.quick == "melee":
        scores += [max(scores)] * QUICK_ATTACKS
    if figure.having(CURSED) and not figure.having(CURSED_SHOTS):
        lose_attack(scores)
    return scores


def shooting_scores(world: World, figure: Figure) -> list[int]:
    """A score for each shot it makes; those of 0 cannot be made. (bataille.char.shooting-multiple,
    bataille.char.shooting-zero)"""
    bonus = CURSE_SHOOTING if figure.having(CURSED) else 0
    scores = [clamp(world, value + bonus, 0) for value in figure.card.shooting]
    if scores and figure.bears(QUICKNESS) and figure.card.quick == "shooting":
        scores += [max(scores)] * QUICK_ATTACKS
    if figure.having(CURSED_SHOTS):
        lose_attack(scores)
    return [score for score in scores if score > 0]


def lose_attack(scores: list[int]) -> None:
    """The Curse takes the lowest attack, never the last. (bataille.spell.curse-minimum)"""
    for _ in range(CURSE_ATTACKS):
        if len(scores) > 1:
            scores.remove(min(scores))


def armour_score(world: World, figure: Figure, malus: int) -> int:
    """What a defence roll needs, with the malus (0 or less) of the attack. (bataille.char.armour,
    bataille.ability.frightening-effect, bataille.spell.paralysis-armour)"""
    state = FRIGHT_ARMOUR if figure.having(FRIGHTENED) else 0
    state += PARALYSED_ARMOUR if figure.having(PARALYSED) else 0
    return clamp(world, figure.card.armour + state + malus, 0)


def mental_score(world: World, figure: Figure, bonus: int = 0) -> int:
    """What a roll of Mental needs. (bataille.char.mental)"""
    return clamp(world, figure.card.mental + bonus, 0)


def shot_malus(attacker: Figure, victim: Figure, hostile: bool) -> int:
    """What a Powerful attacker takes from the Armour of an enemy who is not. (bataille.ability.powerful,
    bataille.ability.powerful-exempt, bataille.ability.powerful-friends-hit)"""
    return POWERFUL_ARMOUR if hostile and attacker.able(POWERFUL) and not victim.able(POWERFUL) else 0


def blow_malus(attacker: Figure, victim: Figure) -> int:
    """What a close combat attack takes from the Armour of its victim, who counts as an enemy whoever he is.
    (bataille.item.power-armour, bataille.ability.powerful-not-spells)"""
    return shot_malus(attacker, victim, True) + (POWER_ARMOUR if attacker.bears(POWER) else 0)


def barred_from_attacks(figure: Figure) -> bool:
    """May it make no attack of any kind? (bataille.melee.who-cannot-attack, bataille.spell.paralysis-no-attack)"""
    return figure.having(ROUTED | PARALYSED | SERVED)


# ---------------------------------------------------------------- drawing lots


def drawn(world: World, why: str, seat: int, count: int) -> Script:
    """One of so many equals by dice, from 0; as many dice are thrown as it takes. Returns the number."""
    dice = 1 if 6 % count == 0 else 2
    faces = yield Roll(why, seat, world, dice)
    number = 0
    for face in faces:
        number = 6 * number + face - 1
    if number >= 6**dice // count * count:
        return (yield from drawn(world, why, seat, count))
    return number % count
