"""What a lost fight does: knocked down, recoil, wounds, death; and the free hack."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import mypyc_attr

from escarmouche.core.effects import Answer, Call, Chance, Choose, Options, Part, Refusal, Roll, Script, Tell, rule
from escarmouche.core.later import Later
from escarmouche.kit.menu import no
from escarmouche.systems.sbh.model import (
    ARTIFICIAL,
    ASSASSIN,
    CLERIC,
    FLYING,
    FREE,
    FREE_DISENGAGE,
    LETHAL,
    MOUNTED,
    ON_TABLE,
    POISON,
    SAVAGE,
    TAILSLAP,
    TOUGH,
    UNDEAD,
    Figure,
    World,
)
from escarmouche.systems.sbh.rules.conventions import (
    bars,
    contact,
    fits_table,
    foes,
    girth,
    helpless,
    kept_hidden,
    level,
    operational,
    snapped,
)
from escarmouche.systems.sbh.rules.ending import out_of_play
from escarmouche.systems.sbh.rules.falls import fall, ledge
from escarmouche.systems.sbh.rules.kinds import is_among
from escarmouche.systems.sbh.rules.places import arrive, eventful
from escarmouche.systems.sbh.rules.quality import quality_of
from escarmouche.systems.sbh.rules.upgrades import (
    DIVINE_PROTECTION,
    HARD_AS_NAILS,
    dirty_tricks,
    tricks_last,
    tricks_over,
    window,
)
from escarmouche.systems.sbh.rules.values import FELLING, TIMES
from escarmouche.table.pieces import ground_height
from escarmouche.table.shapes import beyond, sweep_meets_disc, sweep_meets_polygon, turned

TIE: Final = "tie"
RECOIL: Final = "recoil"
KNOCKED_DOWN: Final = "knocked-down"
KILL: Final = "kill"
GRUESOME_KILL: Final = "gruesome-kill"
WOUNDED: Final = "wounded"
SAVED: Final = "saved"

MELEE: Final = "melee"
HACK: Final = "hack"
SHOT: Final = "shot"
SPELL: Final = "spell"

# ---------------------------------------------------------------- reading the totals


def verdict(winner: Figure, loser: Figure, die: int, won: int, lost: int, melee: bool) -> str:
    """What the loser suffers, best line first (sbh.melee.result-priority): triple is a gruesome kill
    (sbh.melee.win-triple), double a kill (sbh.melee.win-double), else the winner's natural die knocks down
    (sbh.melee.win-even) or drives back (sbh.melee.win-odd). Totals of zero or less are plain arithmetic
    (sbh.melee.nonpositive-totals). In melee the helpless die of any defeat, gruesomely when doubled
    (sbh.state.prone-helpless, sbh.state.immobilised-helpless), and a Savage winner's kills are all gruesome
    (sbh.special.savage)."""
    if won == lost:
        return TIE
    if won >= TIMES[GRUESOME_KILL] * lost:
        return softened(loser, GRUESOME_KILL)
    down = melee and helpless(loser)
    if won >= TIMES[KILL] * lost:
        return softened(loser, GRUESOME_KILL if down or winner.has(SAVAGE) else KILL)
    if down or kills_by_winning(winner, loser):
        return softened(loser, GRUESOME_KILL if winner.has(SAVAGE) else KILL)
    return KNOCKED_DOWN if die in FELLING else RECOIL


def cause(winner: Figure, loser: Figure, result: str, won: int, lost: int, means: str) -> str:
    """The rule by which a fight ends in a kill: the totals, or the special rule or state that made them count for more;
    "" for other results. The first that suffices is named."""
    if result not in (KILL, GRUESOME_KILL):
        return ""
    chapter = "sbh.melee.win-" if means in (MELEE, HACK) else "sbh.shooting.result-"
    triple = won >= TIMES[GRUESOME_KILL] * lost
    if result == GRUESOME_KILL and triple:
        return chapter + "triple"
    if result == KILL and won >= TIMES[KILL] * lost:
        return "sbh.special.artificial-gruesome" if triple else chapter + "double"
    if result == GRUESOME_KILL and winner.has(SAVAGE):
        return "sbh.special.savage"
    if means in (MELEE, HACK) and helpless(loser):
        return "sbh.state.prone-helpless" if loser.prone else "sbh.state.immobilised-helpless"
    if winner.has(ASSASSIN) and not loser.has(ARTIFICIAL) and not loser.has(UNDEAD):
        return "sbh.special.assassin"
    return "sbh.special.cleric-lethal" if winner.has(CLERIC) and loser.has(UNDEAD) else "sbh.special.lethal"


def softened(loser: Figure, result: str) -> str:
    """A gruesome kill on an Artificial fighter is an ordinary kill. (sbh.special.artificial-gruesome,
    sbh.interaction.artificial-and-tough)"""
    return KILL if result == GRUESOME_KILL and loser.has(ARTIFICIAL) else result


def kills_by_winning(winner: Figure, loser: Figure) -> bool:
    """Does simply winning kill this opponent? An Assassin kills the living (sbh.special.assassin,
    sbh.special.assassin-living-only), the Lethal their prey (sbh.special.lethal), a Cleric in favour the Undead
    (sbh.special.cleric-lethal)."""
    if winner.has(ASSASSIN) and not loser.has(ARTIFICIAL) and not loser.has(UNDEAD):
        return True
    if winner.has(CLERIC) and not winner.forsaken and loser.has(UNDEAD):
        return True
    return winner.has(LETHAL) and any(is_among(loser, prey) for prey in winner.card.lethal)


# ---------------------------------------------------------------- suffering the result


@rule("sbh.melee.result-priority", "sbh.melee.win-even", "sbh.melee.win-odd", "sbh.melee.win-double")
def suffer(world: World, loser: int, winner: int, result: str, role: str, means: str, why: str = "") -> Script:
    """Apply the result of a fight to its loser; `role` ("attacker" or "defender") names it in the odds, `why` is the rule by
    which a kill is one (`cause`). Returns the world."""
    venomous = means != SPELL and world.figures[winner].has(POISON)
    if means == SPELL:
        world, averted = yield from window(world, world.figures[loser].seat, DIVINE_PROTECTION, loser)
        if averted:
            yield Tell("sbh.campaign.upgrade.divine-protection", "spell-cancelled", (loser,), f"{role}-{SAVED}")
            return world
    if result in (KILL, GRUESOME_KILL):
        world, result = yield from spared(world, loser, result, role)
    if result == TIE:
        return world
    if result in (KILL, GRUESOME_KILL):
        world = yield Call(slain, world, loser, winner, result, role, why)
    elif result == KNOCKED_DOWN:
        world = yield Call(knock_down, world, loser, role)
    else:
        world = yield Call(driven_back, world, loser, winner, role, means)
    if venomous and world.figures[loser].status == ON_TABLE:
        world = yield Call(envenom, world, loser, winner, role)
    return world


def spared(world: World, id: int, result: str, role: str) -> Part[tuple[World, str]]:
    """What may stand between a fighter and its death: the ring (ordinary kills only, sbh.item.ring-of-restoration) and
    Hard as nails (sbh.campaign.upgrade.hard-as-nails). Returns the world and the result that is left."""
    figure = world.figures[id]
    if result == KILL and figure.item == "ring-of-restoration":
        twin = figure.copy()
        twin.item = ""
        yield Tell("sbh.item.ring-of-restoration", "ring-saves", (id,), f"{role}-{SAVED}")
        return world.with_figure(twin), TIE
    world, nails = yield from window(world, figure.seat, HARD_AS_NAILS, id)
    return world, KNOCKED_DOWN if nails else result


@rule("sbh.melee.win-triple", "sbh.special.tough-wound", "sbh.special.tough-gruesome")
def slain(world: World, id: int, by: int, result: str, role: str, why: str = "") -> Script:
    """A kill. A Tough fighter takes a wound instead, unless the kill is gruesome: then it dies at once, without frightening
    anybody. (sbh.interaction.savage-vs-tough, sbh.interaction.assassin-or-lethal-vs-tough,
    sbh.interaction.helpless-vs-tough) Returns the world."""
    figure = world.figures[id]
    twin = figure.copy()
    tough = figure.has(TOUGH)
    if tough and result == KILL:
        twin.wounds += 1
        if quality_of(world, twin) < 7:
            yield Tell("sbh.special.tough-wound", "wounded", (id, quality_of(world, twin)), f"{role}-{WOUNDED}")
            return world.with_figure(twin)
    twin = out_of_play(twin, "quality-7" if tough and result == KILL else result)
    rule_id = "sbh.melee.win-triple" if result == GRUESOME_KILL else "sbh.melee.win-double"
    yield Tell(why or rule_id, result, (id, by), f"{role}-{result}")
    gruesome = result == GRUESOME_KILL and not tough
    return Call(aftermath_rule(), world.with_figure(twin), id, gruesome)


@rule("sbh.special.poison-effect", "sbh.special.poison-markers")
def envenom(world: World, id: int, by: int, role: str) -> Script:
    """The victim of a winner with Poison rolls a die; on a 6 its Quality worsens, and at 7+ it dies. The Undead
    (sbh.special.undead-poison), the Artificial (sbh.special.artificial-poison) and the bearer of the ring are immune.
    Returns the world."""
    victim = world.figures[id]
    if victim.has(UNDEAD) or victim.has(ARTIFICIAL) or victim.item == "ring-of-restoration":
        return world
    if not (yield Roll("sbh.special.poison-effect", world.figures[by].seat, world, 1, 6, (0, 0, 0, 0, 0, 1), by, 6)):
        return world
    twin = victim.copy()
    twin.poisoned += 1
    if quality_of(world, twin) < 7:
        yield Tell("sbh.special.poison-effect", "poisoned", (id, quality_of(world, twin)))
        return world.with_figure(twin)
    twin = out_of_play(twin, "quality-7")
    yield Tell("sbh.quality.worsened", "dies-of-poison", (id,), f"{role}-{KILL}")
    return Call(aftermath_rule(), world.with_figure(twin), id, False)


# ---------------------------------------------------------------- knocked down


@rule("sbh.state.prone", "sbh.shooting.result-even")
def knock_down(world: World, id: int, role: str) -> Script:
    """The fighter is laid down (Swarms and fliers too, sbh.special.swarm-knocked-down); at an edge it falls. Returns the
    world."""
    twin = world.figures[id].copy()
    twin.prone = True
    world = world.with_figure(twin)
    yield Tell("sbh.state.prone", "knocked-down", (id,), f"{role}-{KNOCKED_DOWN}")
    world, lost = yield from fall(world, id)
    if lost:
        return Call(aftermath_rule(), world, id, False)
    return world


# ---------------------------------------------------------------- recoil


FAN: Final = tuple([turn * side for turn in range(0, 4501, 500) for side in (1, -1) if turn or side > 0])
"""Directions of a recoil, the straightest first: 0, 5 and -5 degrees off the line away from the winner, and so on."""


@final
@mypyc_attr(acyclic=True)
class Recoil(Options):
    """The owner's choice of direction: ("recoil", angle), hundredths of a degree off the line straight away from the
    winner at x, y, at most 45 degrees to either side. (sbh.recoil.direction)"""

    __slots__ = ("world", "id", "x", "y")

    def __init__(self, world: World, id: int, x: int, y: int) -> None:
        self.world = world
        self.id = id
        self.x = x
        self.y = y

    def spot(self, angle: int) -> tuple[int, int] | None:
        """Where the recoil in this direction ends, or None without room."""
        return recoil_spot(self.world, self.id, self.x, self.y, angle)

    def straightest(self) -> int | None:
        """The straightest direction with room, or None when there is none."""
        for angle in FAN:
            if self.spot(angle) is not None:
                return angle
        return None

    def check(self, answer: Answer) -> Refusal | None:
        if not isinstance(answer, tuple) or len(answer) != 2 or answer[0] != "recoil" or type(answer[1]) is not int:
            return no("sbh.recoil.direction", "malformed", str(answer))
        if not -4500 <= answer[1] <= 4500:
            return no("sbh.recoil.direction", "recoil-angle", self.id)
        return no("sbh.recoil.direction", "recoil-blocked", self.id) if self.spot(answer[1]) is None else None

    def listed(self) -> list[Answer]:
        coarse = 1 if self.world.ground.hex_width else 1500
        spots: dict[tuple[int, int], int] = {}
        for angle in FAN:
            spot = self.spot(angle) if angle % coarse == 0 else None
            if spot is not None and spot not in spots:
                spots[spot] = angle
        return [("recoil", angle) for angle in spots.values()] or [("recoil", self.straightest())]

    def sample(self, chance: Chance) -> Answer:
        angle = chance.below(9001) - 4500
        return ("recoil", self.straightest() if self.spot(angle) is None else angle)

    def single(self) -> Answer | None:
        if not self.world.ground.hex_width:
            return None
        answers = self.listed()
        return answers[0] if len(answers) == 1 else None


def recoil_spot(world: World, id: int, x: int, y: int, angle: int) -> tuple[int, int] | None:
    """Where the figure ends, one base width away from the winner at x, y in this direction (sbh.recoil.distance), or None
    without room there (sbh.recoil.no-space)."""
    figure = world.figures[id]
    width = world.ground.hex_width
    dx, dy = turned(figure.x - x, figure.y - y, angle)
    tx, ty = beyond(figure.x - dx, figure.y - dy, figure.x, figure.y, width or 2 * figure.card.radius)
    tx, ty = snapped(world, tx, ty)
    if not fits_table(world, figure, tx, ty) or kept_hidden(world, tx, ty, figure.card.radius):
        return None
    for other in world.figures:
        if other.id != id and other.status == ON_TABLE and pushed_into(world, figure, tx, ty, other):
            return None
    radius = girth(world, figure)
    for piece in world.ground.pieces:
        if bars(figure, piece) and sweep_meets_polygon(figure.x, figure.y, tx, ty, radius, piece.shape):
            return None
    return None if over_the_edge(world, figure, tx, ty) else (tx, ty)


def pushed_into(world: World, figure: Figure, x: int, y: int, other: Figure) -> bool:
    """Would it run into the other, pushed to x, y?"""
    if world.ground.hex_width:
        return (x, y) == (other.x, other.y)
    return sweep_meets_disc(figure.x, figure.y, x, y, figure.card.radius, other.x, other.y, other.card.radius)


def over_the_edge(world: World, figure: Figure, x: int, y: int) -> bool:
    """Would it be pushed off the cliff, bridge or structure it stands on? Then there is no room that way.
    (sbh.recoil.no-space)"""
    return ledge(world, figure) is not None and ground_height(x, y, world.ground.pieces) < level(world, figure)


@rule("sbh.recoil.trigger", "sbh.recoil.distance", "sbh.shooting.result-odd")
def driven_back(world: World, id: int, by: int, role: str, means: str) -> Script:
    """The loser is moved one base width away; where there is no room, or it is immobilised, it is knocked down
    (sbh.recoil.no-space). Enemies it is brought to may strike at it (sbh.recoil.into-enemy). Returns the world."""
    figure, winner = world.figures[id], world.figures[by]
    options = Recoil(world, id, winner.x, winner.y)
    if figure.held != FREE or options.straightest() is None:
        yield Tell("sbh.recoil.no-space", "no-room", (id,))
        return Call(knock_down, world, id, role)
    if means in (MELEE, HACK):
        slapped = yield from tailslap(world, id, by)
        if slapped:
            return Call(knock_down, world, id, role)
    yield Tell("sbh.recoil.trigger", "recoils", (id, by), f"{role}-{RECOIL}")
    answer = yield Choose("sbh.recoil.direction", figure.seat, world, options, id)
    spot = options.spot(answer[1])
    assert spot is not None
    before = [foe.id for foe in foes(world, figure)]
    twin = figure.copy()
    twin.x, twin.y = spot
    world = world.with_figure(twin)
    yield Tell("sbh.recoil.distance", "pushed-back", (id, twin.x, twin.y))
    if eventful(world):
        world = yield Call(arrive, world, id, figure.x, figure.y)
        if world.figures[id].status != ON_TABLE:
            return world
    met = tuple([foe.id for foe in foes(world, twin) if foe.id not in before and operational(foe)])
    return Call(hacked_by, world, id, met)


def tailslap(world: World, id: int, by: int) -> Script:
    """An enemy pushed back by a tail of its size or larger is knocked down on a 1. (sbh.special.tailslap)"""
    figure, winner = world.figures[id], world.figures[by]
    if not winner.has(TAILSLAP) or figure.card.size > winner.card.size:
        return False
    hit = yield Roll("sbh.special.tailslap", winner.seat, world, 1, 6, (1, 0, 0, 0, 0, 0), by)
    if hit:
        yield Tell("sbh.special.tailslap", "tailslap", (by, id))
    return hit > 0


# ---------------------------------------------------------------- free hacks


SPARING: Final = FREE_DISENGAGE | MOUNTED | FLYING
"""The special rules that spare a fighter free hacks."""


def is_spared_hack(figure: Figure, hacker: Figure) -> bool:
    """Does it take no free hack from this enemy? (sbh.special.free-disengage, sbh.disengage.immune) The Mounted escape
    those on foot (sbh.special.mounted-free-disengage), fliers those on the ground (sbh.special.flying-free-disengage)."""
    if figure.has(FREE_DISENGAGE):
        return True
    if figure.has(MOUNTED) and not hacker.has(MOUNTED) and not hacker.has(FLYING):
        return True
    return figure.has(FLYING) and not hacker.has(FLYING)


def strikes(world: World, figure: Figure, foe: Figure) -> bool:
    """Can this enemy strike at the figure: on the table, on its feet and in contact?"""
    return foe.status == ON_TABLE and operational(foe) and contact(world, figure, foe)


@rule("sbh.recoil.into-enemy", "sbh.freehack.not-an-attack")
def hacked_by(world: World, id: int, hackers: tuple[int, ...]) -> Script:
    """Each of these enemies that can strikes once at the fighter, needing no action; returns the world."""
    world, tricked = yield from tricks_on_escape(world, id, hackers)
    for hacker in hackers:
        figure, foe = world.figures[id], world.figures[hacker]
        if figure.status != ON_TABLE or not strikes(world, figure, foe) or is_spared_hack(figure, foe):
            continue
        world, _ = yield Call(hack_rule(), world, hacker, id)
    return tricks_over(world, id, True) if tricked else world


def tricks_on_escape(world: World, id: int, hackers: tuple[int, ...]) -> Script:
    """Where a special rule spares the fighter a free hack, its enemies may cancel that rule until all of them have struck.
    Returns the world and whether they did. (sbh.campaign.upgrade.dirty-tricks)"""
    figure = world.figures[id]
    strikers = [world.figures[one] for one in hackers if strikes(world, figure, world.figures[one])]
    if figure.status != ON_TABLE or not any(is_spared_hack(figure, foe) for foe in strikers):
        return world, False
    after = yield from dirty_tricks(world, id, only=SPARING)
    return tricks_last(after, id), after is not world


aftermath_rule: Final = Later("sbh.morale.trigger-order")
"""The rule of what follows a loss; it stands in the chapter on morale, which comes later in the book."""

hack_rule: Final = Later("sbh.freehack.resolution")
"""The rule of the free hack; it needs the whole of melee."""
