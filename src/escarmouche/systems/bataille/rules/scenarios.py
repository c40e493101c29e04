"""Scenarios: what a kill is worth, the gem, the prisoner, the ground that is held, and who has won."""

from __future__ import annotations

from typing import Final, final

from escarmouche.core.effects import Answer, Chance, Choose, Listed, Options, Refusal, Result, Roll, Script, Tell, rule
from escarmouche.kit.menu import malformed, no
from escarmouche.systems.bataille.content import book
from escarmouche.systems.bataille.model import FREED, GUN, LOST, ON_TABLE, PRISONER, ROUTED, Figure, World
from escarmouche.systems.bataille.rules.core import fits, foes_at
from escarmouche.systems.bataille.rules.values import (
    CHARACTER_GOLD,
    GEM_MOST,
    GOLD,
    HAND_OVERS,
    KILL_BONUS,
    PIPS,
    TOLERANCE,
    TURNS,
)
from escarmouche.table.pieces import Piece
from escarmouche.table.shapes import disc_meets_polygon, inside, square_between, within
from escarmouche.table.whole import root_up

BATTLE: Final = "pitched-battle"
OCCUPATION: Final = "occupation"
KING: Final = "king-of-the-hill"
RESCUE: Final = "rescue"
GEM: Final = "cursed-gem"
PILLAGE: Final = "pillage"
PRISON_TAG: Final = "prison"
KING_TAG: Final = "king"
TAKE: Final = ("take",)
LEAVE: Final = ("leave",)
OCCUPIABLE: Final[tuple[str, ...]] = tuple([id for id, row in book().terrain.items() if row.occupiable])
"""(bataille.scenario.occupation-which)"""


# ---------------------------------------------------------------- kills


def worth(figure: Figure) -> int:
    """The points that a figure killed is worth, a Hero or Sorcerer more than its cost. (bataille.scenario.battle-points,
    bataille.scenario.battle-character-bonus)"""
    return figure.card.points + (KILL_BONUS if figure.is_character() else 0)


def scored(world: World, figure: Figure, seat: int) -> World:
    """The points for a figure that is gone go to one side, or without one (-1) to every opposing side.
    (bataille.scenario.kill-credit)"""
    for side in world.sides:
        if side.seat == seat or (seat < 0 and side.seat != figure.seat):
            richer = side.copy()
            richer.points += worth(figure)
            world = world.with_side(richer)
    return world


@rule("bataille.scenario.pillage-gold", "bataille.scenario.pillage-character", "bataille.scenario.pillage-detail")
def plunder(world: World, victim: int, seat: int) -> Script:
    """The gold of an enemy killed in close combat, by the Armour of its profile. Returns the world."""
    figure = world.figures[victim]
    dice = sum([count for least, most, count in GOLD if least <= figure.card.armour <= most])
    dice += CHARACTER_GOLD if figure.is_character() else 0
    coins = yield Roll("bataille.scenario.pillage-gold", seat, world, dice, 6, PIPS)
    side = world.sides[seat].copy()
    side.gold += coins
    yield Tell("bataille.scenario.pillage-gold", "gold", (seat, coins, victim))
    return world.with_side(side)


# ---------------------------------------------------------------- the gem


def carries(world: World, figure: Figure) -> bool:
    """Does it carry the gem?"""
    return world.gem is not None and world.gem.carrier == figure.id


def gem_taken(world: World, id: int) -> World:
    """The gem in somebody's hands."""
    assert world.gem is not None
    gem = world.gem.copy()
    figure = world.figures[id]
    gem.carrier, gem.x, gem.y = id, figure.x, figure.y
    if gem.put_down == figure.seat:
        gem.passed += 1
    return world.with_gem(gem)


def gem_dropped(world: World, x: int, y: int) -> World:
    """The gem on the ground."""
    assert world.gem is not None
    gem = world.gem.copy()
    gem.carrier, gem.x, gem.y = -1, x, y
    return world.with_gem(gem)


def gem_let_go(before: World, world: World) -> Script:
    """Tells where the gem lies, where somebody carried it before and nobody does now. Returns the world."""
    was, now = before.gem, world.gem
    if was is not None and now is not None and was.carrier >= 0 > now.carrier:
        yield Tell("bataille.scenario.gem-drop", "gem-lies", (now.x, now.y))
    return world


def gem_carried(world: World, figure: Figure, far: int) -> World:
    """The gem where its carrier now is, `far` from where it was; left behind at its place when that is too far.
    (bataille.scenario.gem-speed, bataille.scenario.gem-speed-detail)"""
    if not carries(world, figure):
        return world
    assert world.gem is not None
    gem = world.gem.copy()
    if gem.travelled + far > GEM_MOST:
        gem.carrier = -1
    else:
        gem.travelled += far
        gem.x, gem.y = figure.x, figure.y
    return world.with_gem(gem)


def may_pick_up(world: World, figure: Figure) -> bool:
    """Does it end its move where the gem lies free? What a friend put down this turn counts as handed over.
    (bataille.scenario.gem-pickup, bataille.scenario.gem-pass-detail)"""
    gem = world.gem
    if gem is None or gem.carrier >= 0 or figure.having(ROUTED):
        return False
    if gem.put_down == figure.seat and gem.passed >= HAND_OVERS:
        return False
    return within(figure.x, figure.y, figure.card.radius, gem.x, gem.y, 0, TOLERANCE)


def receivers(world: World, figure: Figure) -> list[int]:
    """The friends in contact to whom the carrier may hand the gem now. (bataille.scenario.gem-pass,
    bataille.scenario.gem-pass-detail)"""
    gem = world.gem
    if gem is None or gem.carrier != figure.id or gem.passed >= HAND_OVERS or figure.having(ROUTED):
        return []
    near = [one for one in world.in_play(figure.seat) if one.id != figure.id and not one.having(ROUTED)]
    radius = figure.card.radius
    return [one.id for one in near if within(figure.x, figure.y, radius, one.x, one.y, one.card.radius, TOLERANCE)]


@rule("bataille.scenario.gem-kill")
def gem_won(world: World, killer: int) -> Script:
    """Whoever killed the carrier in close combat may take the gem at once. Returns the world."""
    seat = world.figures[killer].seat
    rule_id = "bataille.scenario.gem-kill"
    answer = yield Choose(rule_id, seat, world, Listed((TAKE, LEAVE), rule_id), killer)
    if answer == TAKE:
        yield Tell(rule_id, "gem-taken", (killer,))
        return gem_taken(world, killer)
    return world


# ---------------------------------------------------------------- the prisoner


def prison(world: World) -> Piece | None:
    """The prison, where there is one."""
    for piece in world.ground.pieces:
        if PRISON_TAG in piece.tags:
            return piece
    return None


def prisoner(world: World) -> Figure | None:
    """Whoever is locked up."""
    for figure in world.figures:
        if figure.status == PRISONER:
            return figure
    return None


def touches_prison(world: World, x: int, y: int, radius: int) -> bool:
    """Is a base there in contact with the prison?"""
    found = prison(world)
    return found is not None and disc_meets_polygon(x, y, radius + TOLERANCE + 1, found.shape)


@final
class Release(Options):
    """Where a prisoner comes out: ("place", x, y), in contact with the prison and out of contact with enemies.
    (bataille.scenario.rescue-free-detail)"""

    __slots__ = ("figure", "world")

    def __init__(self, world: World, figure: Figure) -> None:
        self.world = world
        self.figure = figure

    def free(self, x: int, y: int) -> bool:
        """May he be put there?"""
        world, figure, radius = self.world, self.figure, self.figure.card.radius
        return touches_prison(world, x, y, radius) and fits(world, x, y, radius, False) and not foes_at(world, figure, x, y)

    def check(self, answer: Answer) -> Refusal | None:
        rule_id = "bataille.scenario.rescue-free-detail"
        if not isinstance(answer, tuple) or answer[:1] != ("place",) or malformed(answer, int, int):
            return no(rule_id, "malformed", str(answer))
        return None if self.free(answer[1], answer[2]) else no(rule_id, "place-at-prison", self.figure.id)

    def listed(self) -> list[Answer]:
        found = prison(self.world)
        assert found is not None
        shape, off = found.shape, self.figure.card.radius
        spots: list[Answer] = []
        for step in range(9):
            x = shape.left + (shape.right - shape.left) * step // 8
            y = shape.bottom + (shape.top - shape.bottom) * step // 8
            spots += [("place", x, shape.bottom - off), ("place", x, shape.top + off)]
            spots += [("place", shape.left - off, y), ("place", shape.right + off, y)]
        return [spot for spot in spots if self.free(spot[1], spot[2])]

    def sample(self, chance: Chance) -> Answer:
        found = self.listed()
        return found[chance.below(len(found))]


@rule("bataille.scenario.rescue-free", "bataille.scenario.rescue-free-detail")
def release(world: World, by: int) -> Script:
    """The prisoner is freed and put beside the prison, if there is room; he may act from now on. Returns the world."""
    locked = prisoner(world)
    assert locked is not None
    options = Release(world, locked)
    if not options.listed():
        yield Tell("bataille.scenario.rescue-free-detail", "no-room-at-prison", (locked.id,))
        return world
    _, x, y = yield Choose("bataille.scenario.rescue-free-detail", locked.seat, world, options, locked.id)
    yield Tell("bataille.scenario.rescue-free", "freed", (locked.id, by))
    return world.with_figure(locked.placed(x, y).marked(FREED))


@rule("bataille.scenario.gem-pickup")
def arrive(world: World, id: int) -> Script:
    """A figure has ended a move: it may take up the gem, and an attacker beside the prison opens it. Returns the world."""
    figure = world.figures[id]
    if figure.status != ON_TABLE:
        return world
    if may_pick_up(world, figure):
        rule_id = "bataille.scenario.gem-pickup"
        answer = yield Choose(rule_id, figure.seat, world, Listed((TAKE, LEAVE), rule_id), id)
        if answer == TAKE:
            yield Tell(rule_id, "gem-taken", (id,))
            world = gem_taken(world, id)
    locked = prisoner(world)
    opens = locked is not None and locked.seat == figure.seat and not figure.having(ROUTED)
    if opens and touches_prison(world, figure.x, figure.y, figure.card.radius):
        world = yield from release(world, id)
    return world


def eventful(world: World) -> bool:
    """May the end of a move bring anything about here?"""
    return world.gem is not None or world.scenario == RESCUE


def left_table(world: World, id: int, x: int, y: int) -> World:
    """A figure has left the table at a point of its edge: it is lost, and what it carries lies there.
    (bataille.move.leave-table, bataille.scenario.gem-drop, bataille.scenario.kill-credit)"""
    figure = world.figures[id]
    if carries(world, figure):
        far = root_up(square_between(figure.x, figure.y, x, y))
        gem = world.gem
        assert gem is not None
        world = gem_dropped(world, x, y) if gem.travelled + far <= GEM_MOST else gem_dropped(world, gem.x, gem.y)
    gone = figure.copy()
    gone.x, gone.y, gone.status = x, y, LOST
    world = world.with_figure(gone)
    return scored(world, figure, -1) if world.on("leaving-scores") else world


# ---------------------------------------------------------------- who has won


def holders(world: World, piece: Piece) -> list[int]:
    """How many figures each side has on a piece, by their centres. (bataille.scenario.on-element)"""
    counts = [0] * len(world.sides)
    for figure in world.figures:
        if figure.status == ON_TABLE and figure.card.role != GUN and inside(piece.shape, figure.x, figure.y):
            counts[figure.seat] += 1
    return counts


def held(world: World, seat: int) -> int:
    """The elements on which a side has more figures than any other. (bataille.scenario.occupation-element)"""
    total = 0
    for piece in world.ground.pieces:
        if piece.kind in OCCUPIABLE:
            counts = holders(world, piece)
            total += 1 if counts[seat] > 0 and counts.count(max(counts)) == 1 and counts[seat] == max(counts) else 0
    return total


def rescued(world: World) -> bool:
    """Is the prisoner free and alive, or has he left the table after he was freed? (bataille.scenario.rescue-attacker-win)"""
    return any(one.having(FREED) and one.status in (ON_TABLE, LOST) for one in world.figures)


def gem_winner(world: World) -> int:
    """The seat in whose opponent's half the gem is, or -1 on the line between. (bataille.scenario.gem-victory)"""
    gem, ground, edge = world.gem, world.ground, world.sides[0].edge
    if gem is None:
        return -1
    from_line = 2 * gem.x - ground.width if edge % 2 == 0 else 2 * gem.y - ground.depth
    if from_line == 0:
        return -1
    return 1 if (from_line < 0) == (edge < 2) else 0


def scores(world: World) -> tuple[int, ...]:
    """What counts for victory, by seat. (bataille.scenario.king-victory, bataille.scenario.pillage-victory,
    bataille.scenario.occupation-victory, bataille.scenario.rescue-defender-win)"""
    if world.scenario == OCCUPATION:
        return tuple([held(world, side.seat) for side in world.sides])
    if world.scenario == KING:
        for piece in world.ground.pieces:
            if KING_TAG in piece.tags:
                return tuple(holders(world, piece))
    if world.scenario == RESCUE:
        return tuple([int(side.attacks == rescued(world)) for side in world.sides])
    if world.scenario == GEM:
        return tuple([int(gem_winner(world) == side.seat) for side in world.sides])
    return tuple([side.gold if world.scenario == PILLAGE else side.points for side in world.sides])


def outcome(world: World) -> Result:
    """Who has won by the scenario; equals share it. (bataille.scenario.draw, bataille.multi.scenarios)"""
    found = scores(world)
    standing = [side.seat for side in world.sides if not side.conceded]
    if len(standing) == 1:
        return Result("bataille.scenario.no-early-end", found, standing[0], world)
    best = max([found[seat] for seat in standing], default=0)
    winners = [seat for seat in standing if found[seat] == best]
    reason = "bataille.scenario.six-turns" if world.turn >= TURNS else "bataille.scenario.no-early-end"
    return Result(reason, found, winners[0] if len(winners) == 1 else -1, world)


def settled_early(world: World) -> bool:
    """Can the result no longer change? (bataille.scenario.no-early-end)"""
    left = [side.seat for side in world.sides if len(world.in_play(side.seat)) > 0]
    if not left or len([side for side in world.sides if not side.conceded]) == 1:
        return True
    if world.scenario in (BATTLE, PILLAGE):
        return len(left) == 1
    if world.scenario == RESCUE:
        attacker = 0 if world.sides[0].attacks else 1
        if prisoner(world) is not None:
            return attacker not in left
        return not any(one.having(FREED) and one.status == ON_TABLE for one in world.figures)
    return False


def is_over(world: World) -> bool:
    """Is the battle over after this Morale phase? (bataille.scenario.six-turns)"""
    return world.turn >= TURNS or settled_early(world)
