"""A battle as one seat sees it, in numbers of a fixed order: what opponents learn from."""

from __future__ import annotations

from math import sqrt
from typing import Final, final

from mypy_extensions import i64

from escarmouche.kit.encoding import judged, nearness
from escarmouche.systems.sbh.gains import hoped_for
from escarmouche.systems.sbh.model import FREE, LEADER, LONG, MAGE, ON_TABLE, SHOOTER, WAITING, Figure, World
from escarmouche.systems.sbh.race import race
from escarmouche.systems.sbh.rules.conventions import foes
from escarmouche.systems.sbh.rules.ending import bonus_points, points_killed, victory_points
from escarmouche.systems.sbh.rules.quality import quality_of
from escarmouche.systems.sbh.rules.quests import QUEST, TREASURE_HUNT
from escarmouche.systems.sbh.rules.values import term
from escarmouche.systems.sbh.worth import advance, evaluate

SIDE: Final = (
    "fighters",
    "figures",
    "yet to act",
    "on the ground",
    "held fast",
    "weakened",
    "in contact",
    "outnumbered",
    "stronger in contact",
    "at one who is down",
    "within a move",
    "prey within a move",
    "stronger within a move",
    "targets in range",
    "near",
    "near the own edge",
    "led",
    "magic left",
    "leader",
    "leader in reach",
    "above half",
    "under fire",
    "ready",
    "gains to come now",
    "gains to come next",
    "pressing home",
    "the prize",
    "victory points",
)
"""For one side, mostly shares of its fighters by their Points; gains to come are those of the side whose turn it is, now, and
of the other, next; pressing home is to be near the enemy when the battle is long; the prize is what the scenario is about."""

WISHES: Final = ("pressing home",)
"""A side presses home for its own sake: that the other comes nearer as well takes nothing from it."""
MOMENT: Final = ("own turn",)
WIDTH: Final = len(SIDE)
CLOSE: Final = WIDTH
"""Where a side's closeness to the enemy is noted while it is counted."""
FAR: Final = 1e9
AGAIN: Final = 0.5
"""What those who have acted hope for in their next turn counts so much of what they would hope for now."""
FINISH: Final = 4.0
"""How much more whoever has won as soon as the battle ends likes the weaker side to dwindle, be it its own."""
COURAGE: Final = 1.5
"""What the enemy hopes for counts back so much for whoever presses home."""
TOO_LATE: Final = 200
"""From this turn on it is ever worse to whoever judges that the battle goes on: rather than wait it is lost."""
LATE: Final = 40
"""From this turn on whoever is not behind should press it home, more and more for as many turns; then the other too."""


def encode(world: World, seat: int) -> list[float]:
    """The hand-made judgement, SIDE for the seat and for its opponent, MOMENT."""
    total = 0
    for figure in world.figures:
        total += figure.card.points
    share = 2.0 / (total or 1)
    mine, theirs = [Eyes(world, one) for one in world.on_table(seat)], [Eyes(world, one) for one in world.on_table(1 - seat)]
    for one in mine:
        for other in theirs:
            look(one, other)
    ours, others = side(world, seat, mine, share), side(world, 1 - seat, theirs, share)
    ours[26] = race(world, seat)
    others[26] = -ours[26]
    ours[27] = points_so_far(world, seat)
    others[27] = points_so_far(world, 1 - seat)
    press(world, seat, ours, others)
    press(world, 1 - seat, others, ours)
    found = [judged(evaluate(world, seat))]
    found += ours[:WIDTH]
    found += others[:WIDTH]
    found.append(1.0 if world.active == seat else -1.0)
    return found


def points_so_far(world: World, seat: int) -> float:
    """The victory points of a side, with what it has towards the next one."""
    return float(points_killed(world, seat)) / float(rate_of(world, seat)) + float(bonus_points(world, seat))


def rate_of(world: World, seat: int) -> i64:
    """How many Points of enemies killed are a victory point for a side."""
    return term(world, "attacker_points_per_vp" if world.bands[seat].attacker else "defender_points_per_vp")


def press(world: World, seat: int, one: list[float], other: list[float]) -> None:
    """Count how near the enemy a side is that should press it home: at once where it has won as soon as the battle ends, else
    when the battle is long, first if it is ahead: two sides that wait for each other would wait for ever. It is not afraid
    then."""
    if one[0] <= 0.0 or world.turn_limit:
        return
    settled = has_settled(world, seat)
    pressed = 1.0 if settled else late(world, (one[27], one[0]) < (other[27], other[0]))
    one[25] = pressed * (one[CLOSE] / one[0] + COURAGE * (other[23] + other[24]))
    if settled:
        one[25] += FINISH * (1.0 - min(one[0], other[0]))
    one[25] -= max(0.0, float(world.turn - TOO_LATE) / LATE)


def has_settled(world: World, seat: int) -> bool:
    """Has a side more victory points than the other can come to, whatever happens?"""
    rate: i64 = rate_of(world, 1 - seat)
    left = points_killed(world, 1 - seat) + sum([one.card.points for one in world.on_table(seat)]) + hidden_points(world, seat)
    bonus = bonus_points(world, 1 - seat)
    if world.scenario == TREASURE_HUNT or world.place >= 0 or (world.scenario == QUEST and not bonus):
        bonus += term(world, "bonus_vp")
    return victory_points(world, seat) > left // rate + bonus


def hidden_points(world: World, seat: int) -> int:
    """The Points of a side that are not on the table yet."""
    return sum([one.card.points for one in world.figures if one.seat == seat and one.status == WAITING])


def late(world: World, behind: bool) -> float:
    """How late it is for a side, from 0 to 1; whoever is behind has twice the time."""
    return min(1.0, max(0.0, float(world.turn - (2 * LATE if behind else LATE)) / LATE))


@final
class Eyes:
    """A figure and what it has around it: how far the nearest enemy is, the best of those within a move, how many of them could
    come to it in a move, and whether any can shoot at it."""

    __slots__ = ("edge", "figure", "free", "hunters", "nearest", "prize", "quality", "shot", "shot_at", "walk")

    def __init__(self, world: World, figure: Figure) -> None:
        self.figure = figure
        self.free = not figure.prone and figure.held == FREE
        self.quality = quality_of(world, figure)
        self.walk = length(world, figure.card.move)
        shoots = figure.has(SHOOTER) and figure.card.shooting and not figure.spent
        self.shot = length(world, figure.card.shooting) * 3 if shoots else 0.0
        self.nearest = FAR
        self.edge = -9.0
        self.prize = 0.0
        self.hunters = 0.0
        self.shot_at = False


def length(world: World, stick: i64) -> float:
    """A stick's length on the table."""
    return float(world.ground.rulers[stick] * (world.ground.hex_width or 1))


def look(one: Eyes, other: Eyes) -> None:
    """Two enemies see each other."""
    mine, theirs = one.figure, other.figure
    dx, dy = float(mine.x - theirs.x), float(mine.y - theirs.y)
    gap = sqrt(dx * dx + dy * dy) - float(mine.card.radius + theirs.card.radius)
    edge = float(mine.card.combat - theirs.card.combat)
    meet(one, other, gap, edge)
    meet(other, one, gap, -edge)


def meet(one: Eyes, other: Eyes, gap: float, edge: float) -> None:
    """What the one has of the other, so far away and weaker by so much."""
    one.nearest = min(one.nearest, gap)
    if gap <= one.walk:
        one.edge = max(one.edge, edge + (0.0 if other.free else 2.0))
        one.prize = max(one.prize, float(other.figure.card.points))
        if one.free:
            other.hunters += 1.0
    if gap <= one.shot and one.free:
        other.shot_at = True


def side(world: World, seat: int, mine: list[Eyes], share: float) -> list[float]:
    """The numbers of SIDE."""
    found = [0.0] * (WIDTH + 1)
    for figure in world.figures:
        if figure.seat == seat and (figure.status == ON_TABLE or figure.status == WAITING):
            found[0] += float(figure.card.points) * share
            found[1] += 1.0
    began = float(max(1, world.bands[seat].began))
    found[1] /= began
    found[20] = 0.0 if world.bands[seat].halved else max(0.0, 2 * found[1] - 1)
    leaders = [one for one in mine if one.free and one.figure.has(LEADER)]
    for one in mine:
        weight = float(one.figure.card.points) * share
        alone(world, one, weight, found)
        among(world, one, weight, found)
        if world.active == seat and not one.figure.activated:
            hope = max(0.0, min(1.0, (7 - one.quality) / 6)) / began
            found[2] += hope
            if one.nearest <= one.walk or one.nearest <= one.shot:
                found[22] += hope
        if led(world, one.figure, leaders):
            found[16] += weight
    if world.active == seat:
        found[23] = share * hoped_for(world, seat, AGAIN)
    else:
        found[24] = share * hoped_for(world, seat, 1.0)
    for leader in leaders:
        found[18] = 1.0
        found[19] = max(found[19], leader.hunters / (leader.hunters + 1.0))
    return found


def led(world: World, figure: Figure, leaders: list[Eyes]) -> bool:
    """Is a leader near, other than itself?"""
    for leader in leaders:
        other = leader.figure
        dx, dy = float(other.x - figure.x), float(other.y - figure.y)
        if other.id != figure.id and sqrt(dx * dx + dy * dy) <= length(world, LONG):
            return True
    return False


def alone(world: World, one: Eyes, weight: float, found: list[float]) -> None:
    """Count a figure by itself."""
    figure = one.figure
    if figure.prone:
        found[3] += weight
    if figure.held != FREE:
        found[4] += weight
    found[5] += weight * min(1.0, (one.quality - figure.card.quality) / 4)
    if advance(world, figure) < 0.1:
        found[15] += weight
    if figure.has(MAGE) and not figure.exhausted:
        found[17] += weight


def among(world: World, one: Eyes, weight: float, found: list[float]) -> None:
    """Count a figure among its enemies."""
    figure = one.figure
    met = foes(world, figure)
    if met:
        found[6] += weight
        found[7] += weight * (len(met) - 1)
        for foe in met:
            found[8] += weight * float(figure.card.combat - foe.card.combat) / 4
            if foe.prone or foe.held != FREE:
                found[9] += weight
    if one.nearest <= one.walk:
        found[10] += weight
        found[11] += one.prize * weight / max(1.0, float(figure.card.points))
        found[12] += weight * one.edge / 4
    if one.nearest <= one.shot:
        found[13] += weight
    if one.nearest < FAR:
        found[14] += weight * nearness(one.nearest, one.walk)
        found[CLOSE] += weight * max(0.0, 1.0 - one.nearest / float(world.ground.width + world.ground.depth))
    if one.shot_at:
        found[21] += weight
