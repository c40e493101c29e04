"""What a side could do to the other in a turn: who can reach whom, with how much hope, and what it would cost.

A reckoning for opponents that look ahead, not a rule: distances as the crow flies, no terrain, the plain Combat values.
"""

from __future__ import annotations

from math import sqrt
from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from escarmouche.systems.sbh.model import FREE, LEADER, SHOOTER, Figure, World
from escarmouche.systems.sbh.race import hope, leading
from escarmouche.systems.sbh.rules.conventions import span
from escarmouche.systems.sbh.rules.ending import in_play
from escarmouche.systems.sbh.rules.harm import KILL
from escarmouche.systems.sbh.rules.values import FELLING, MELEE_MODIFIERS, RANGED_MODIFIERS, TIMES

LEAST: Final = -2
MOST: Final = 12
"""Combat values are reckoned with from the least to the most; beyond, they change nothing."""
WIDE: Final = MOST - LEAST + 1
TOUCH: Final = 300.0
"""Figures no farther apart, in hundredths of a millimetre, fight."""
DOWN: Final = 0.35
"""What it is worth to have an enemy on the ground, as a share of its Points."""
SHAKEN: Final = 0.15
"""What all test their morale for costs a side so much of what it has."""
OUTNUMBERED: Final[i64] = MELEE_MODIFIERS["multiple-enemies"][1]
AT_ONE_DOWN: Final[i64] = MELEE_MODIFIERS["helpless"][1]
FAR_SHOT: Final[i64] = RANGED_MODIFIERS["range-double"][1]


def chances(doubles: bool, throws: bool) -> list[float]:
    """For every Combat against every other the chance to double, to throw to the ground, or (with neither) to win at all."""
    found: list[float] = []
    for mine in range(LEAST, MOST + 1):
        for theirs in range(LEAST, MOST + 1):
            count = 0
            for a in range(1, 7):
                for b in range(1, 7):
                    double = a + mine >= TIMES[KILL] * (b + theirs)
                    falls = a in FELLING and not double
                    if a + mine > b + theirs and (double or not doubles) and (falls or not throws):
                        count += 1
            found.append(count / 36)
    return found


DOUBLED: Final = chances(True, False)
THROWN: Final = chances(False, True)
WON: Final = chances(False, False)


def row(mine: i64, theirs: i64) -> i64:
    """Where the chances of one Combat against another stand."""
    if mine < LEAST:
        mine = LEAST
    elif mine > MOST:
        mine = MOST
    if theirs < LEAST:
        theirs = LEAST
    elif theirs > MOST:
        theirs = MOST
    return (mine - LEAST) * WIDE + theirs - LEAST


@final
@mypyc_attr(acyclic=True)
class Stakes:
    """What a side has at stake in each of its fighters: its Points, and a part of what all others are worth where its death
    would try the courage of all, as that of a Leader does and of the one whose death leaves a half."""

    __slots__ = ("leaders", "shaken", "tipping")

    def __init__(self, world: World, seat: int, fighters: list[Figure]) -> None:
        total: i64 = 0
        for figure in fighters:
            total += figure.card.points
        band = world.bands[seat]
        self.leaders = leading(fighters)
        self.shaken = SHAKEN * float(total)
        self.tipping = not band.halved and in_play(world, seat) == band.began // 2 + 1

    def of(self, figure: Figure) -> float:
        """What is at stake in a fighter."""
        points = float(figure.card.points)
        return points + self.shaken if self.tipping or figure.has(LEADER) else points


@final
@mypyc_attr(acyclic=True)
class Fighter:
    """A figure of the side that acts: the chances that it has one action (of two dice), two and three actions (of three), of
    which `left` is left, and how far it goes and shoots. Whoever is `fresh` acts in the turn that is reckoned with."""

    __slots__ = ("combat", "fresh", "once", "points", "radius", "shot", "thrice", "twice", "used", "walk", "x", "y")

    def __init__(self, world: World, figure: Figure, stakes: Stakes, left: float) -> None:
        p = hope(world, figure, stakes.leaders)
        self.x = float(figure.x)
        self.y = float(figure.y)
        self.radius = float(figure.card.radius)
        self.points = stakes.of(figure)
        self.combat: i64 = figure.card.combat
        self.once = p * (2 - p)
        self.twice = p * p * (3 - 2 * p)
        self.thrice = p * p * p
        if figure.prone:
            self.once = self.twice
            self.twice = 0.0
            self.thrice = 0.0
        self.once *= left
        self.twice *= left
        self.thrice *= left
        self.walk = float(span(world.ground, figure.card.move))
        shoots = figure.has(SHOOTER) and figure.card.shooting and not figure.spent
        self.shot = float(span(world.ground, figure.card.shooting)) if shoots else 0.0
        self.used = False
        self.fresh = left >= 1.0


@final
@mypyc_attr(acyclic=True)
class Blow:
    """An attack that is within reach: whose, with what chance to come about, how it is made, its modifier, and whether it is
    `planned` for this turn. Two dice that fail end a turn, so it lasts as often as one action of two dice or two of three come
    about; where three are needed it is reckoned to last no oftener than these."""

    __slots__ = ("chance", "fighter", "modifier", "near", "planned", "shooting")

    def __init__(self, fighter: Fighter, chance: float, near: bool, shooting: bool, modifier: i64) -> None:
        self.fighter = fighter
        self.chance = chance
        self.near = near
        self.shooting = shooting
        self.modifier: i64 = modifier
        self.planned = False


@final
@mypyc_attr(acyclic=True)
class Prey:
    """An enemy, and the blows that can fall on it."""

    __slots__ = ("blows", "combat", "crowd", "helpless", "hope", "prize")

    def __init__(self, figure: Figure, stakes: Stakes) -> None:
        self.prize = stakes.of(figure)
        self.combat: i64 = figure.card.combat
        self.helpless = figure.prone or figure.held != FREE
        self.crowd: i64 = 0
        self.hope = 0.0
        self.blows: list[Blow] = []


def hoped_for(world: World, seat: int, spent: float) -> float:
    """The Points that a side hopes to take in a turn, less those it risks: each of its fighters against one enemy, the most
    promising first, as long as the turn may last; those who have acted count for `spent` of the others."""
    fighters: list[Fighter] = []
    mine = world.on_table(seat)
    stakes = Stakes(world, seat, mine)
    for one in mine:
        if one.held == FREE:
            left = spent if one.activated else 1.0
            if left > 0.0:
                fighters.append(Fighter(world, one, stakes, left))
    if not fighters:
        return 0.0
    preys: list[Prey] = []
    theirs = world.on_table(1 - seat)
    stakes = Stakes(world, 1 - seat, theirs)
    for target in theirs:
        prey = hunted(fighters, target, stakes)
        if prey.blows:
            prey.hope = attacked(prey, False)
            preys.append(prey)
    total, lasts = 0.0, 1.0
    for _ in range(len(preys)):
        best, pick = 0.0, preys[0]
        for prey in preys:
            if prey.hope > best:
                best, pick = prey.hope, prey
        if best <= 0.0:
            break
        total += lasts * attacked(pick, True)
        pick.hope = 0.0
        for blow in pick.blows:
            if blow.planned:
                lasts *= blow.chance
    return total


def hunted(fighters: list[Fighter], target: Figure, stakes: Stakes) -> Prey:
    """An enemy with the blows that can fall on it."""
    prey = Prey(target, stakes)
    x, y, radius = float(target.x), float(target.y), float(target.card.radius)
    for one in fighters:
        dx, dy = one.x - x, one.y - y
        gap = sqrt(dx * dx + dy * dy) - one.radius - radius
        if gap <= TOUCH:
            prey.crowd += 1
            prey.blows.append(Blow(one, one.once, True, False, 0))
        elif gap <= 2 * one.shot:
            prey.blows.append(Blow(one, one.once, False, True, FAR_SHOT if gap > one.shot else 0))
        elif gap <= one.walk and one.twice > 0.0:
            prey.blows.append(Blow(one, one.twice, False, False, 0))
        elif gap <= 2 * one.walk and one.thrice > 0.0:
            prey.blows.append(Blow(one, one.thrice, False, False, 0))
    return prey


def attacked(prey: Prey, commit: bool) -> float:
    """What the fighters who are left hope to gain by attacking one enemy, one after another, as long as it pays in the end:
    who comes first may risk more than it gains, so that the next outnumber. With `commit` those who attack are used up."""
    stands, lies = (0.0, 1.0) if prey.helpless else (1.0, 0.0)
    crowd: i64 = prey.crowd
    gain, best = 0.0, 0.0
    last: i64 = -1
    place: i64 = -1
    for blow in prey.blows:
        place += 1
        one = blow.fighter
        if one.used:
            continue
        around: i64 = crowd if blow.near else crowd + 1
        attack: i64 = one.combat + blow.modifier
        defence: i64 = prey.combat
        if not blow.shooting and around > 1:
            defence += OUTNUMBERED * (around - 1)
        at: i64 = row(attack, defence)
        doubled = DOUBLED[at]
        thrown = THROWN[at]
        finishes = doubled if blow.shooting else WON[row(attack + AT_ONE_DOWN, defence)]
        more = prey.prize * (stands * (doubled + DOWN * thrown) + lies * finishes)
        if not blow.shooting:
            back: i64 = row(defence, attack)
            more -= one.points * stands * (DOUBLED[back] + DOWN * THROWN[back])
        gain += blow.chance * more
        lies += blow.chance * (stands * thrown - lies * finishes)
        stands -= blow.chance * stands * (doubled + thrown)
        if not blow.near and not blow.shooting:
            crowd += 1
        if gain > best:
            best = gain
            last = place
    if commit:
        place = 0
        while place <= last:
            blow = prey.blows[place]
            blow.planned = blow.fighter.fresh and not blow.fighter.used
            blow.fighter.used = True
            place += 1
    return best
