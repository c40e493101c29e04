"""The rules of King of the hill: fighters on round bases, a hill worth points, a wood that slows, one die for a blow."""

from __future__ import annotations

from typing import final

from escarmouche.core.data import Data
from escarmouche.core.effects import Answer, Call, Chance, Choose, Listed, Options, Refusal, Result, Roll, Script, Tell, rule
from escarmouche.table import shapes
from escarmouche.table.shapes import Polygon
from escarmouche.table.trig import step

SIZE = 60_000  # lengths are hundredths of a millimetre: a table of 60 cm
RADIUS, STRIDE, REACH = 1_250, 15_000, 500
ROUNDS, NEEDED = 8, 4


@final
class Fighter(Data):
    """Somebody on the table. Nobody changes a value: a rule makes another in its place."""

    __slots__ = ("id", "seat", "standing", "x", "y")

    def __init__(self, id: int, seat: int, standing: bool, x: int, y: int) -> None:
        self.id, self.seat, self.standing, self.x, self.y = id, seat, standing, x, y

    def foes_in_reach(self, world: World) -> list[int]:
        near = [o for o in world.standing() if shapes.within(self.x, self.y, RADIUS, o.x, o.y, RADIUS, REACH)]
        return [other.id for other in near if other.seat != self.seat]


@final
class World(Data):
    """All there is: who stands where, the ground, the points so far, and how many turns were taken."""

    __slots__ = ("fighters", "hill", "scores", "turn", "wood")

    def __init__(self, fighters: tuple[Fighter, ...], hill: Polygon, scores: tuple[int, ...], turn: int, wood: Polygon) -> None:
        self.fighters, self.hill, self.scores, self.turn, self.wood = fighters, hill, scores, turn, wood

    def standing(self) -> list[Fighter]:
        return [fighter for fighter in self.fighters if fighter.standing]

    def on_hill(self, fighter: Fighter) -> bool:
        return shapes.inside(self.hill, fighter.x, fighter.y)

    def after(self, *changed: Fighter, points: tuple[int, ...] = (), turns: int = 0) -> World:
        """The world with fighters changed, a point for each of these seats, turns gone by."""
        now = {one.id: one for one in changed}
        fighters = tuple([now.get(one.id, one) for one in self.fighters])
        scores = tuple([score + points.count(seat) for seat, score in enumerate(self.scores)])
        return World(fighters, self.hill, scores, self.turn + turns, self.wood)


def walk_refusal(world: World, mover: Fighter, x: int, y: int) -> Refusal | None:
    """A straight walk ends on the table, runs into nobody, and is half as long where it meets the wood."""
    if not shapes.on_table(x, y, RADIUS, SIZE, SIZE):
        return Refusal((), "off-table", "butte.walk")
    slow = shapes.sweep_meets_polygon(mover.x, mover.y, x, y, RADIUS, world.wood)
    limit = STRIDE // 2 if slow else STRIDE
    if shapes.square_between(mover.x, mover.y, x, y) > limit * limit:
        return Refusal((mover.id, limit, slow), "too-far", "butte.walk")
    for other in world.standing():
        if other.id != mover.id and shapes.sweep_meets_disc(mover.x, mover.y, x, y, RADIUS, other.x, other.y, RADIUS):
            return Refusal((other.id,), "in-the-way", "butte.walk")
    return None


@final
class Deeds(Options):
    """What a fighter may do: ("walk", x, y) to any place it can reach, ("strike", enemy) or ("wait",)."""

    def __init__(self, world: World, fighter: Fighter) -> None:
        self.world, self.fighter = world, fighter

    def check(self, answer: Answer) -> Refusal | None:
        match answer:
            case ("wait",):
                return None
            case ("strike", int(foe)) if type(foe) is int:
                return None if foe in self.fighter.foes_in_reach(self.world) else Refusal((), "no-reach", "butte.strike")
            case ("walk", int(x), int(y)) if type(x) is type(y) is int:
                return walk_refusal(self.world, self.fighter, x, y)
        return Refusal((str(answer),), "malformed", "butte.turn")

    def listed(self) -> list[Answer]:
        """Every blow, and of the many walks some round about and those that come up to an enemy."""
        x, y, foes = self.fighter.x, self.fighter.y, [o for o in self.world.standing() if o.seat != self.fighter.seat]
        near = [shapes.towards(x, y, o.x, o.y, min(STRIDE, shapes.gap(x, y, RADIUS, o.x, o.y, RADIUS) - 1)) for o in foes]
        round_about = [step(x, y, degrees * 100, far) for far in (STRIDE, STRIDE // 2) for degrees in range(0, 360, 30)]
        walks = dict.fromkeys([("walk", *place) for place in [*near, *round_about]])
        strikes = [("strike", foe) for foe in self.fighter.foes_in_reach(self.world)]
        return [*strikes, *[walk for walk in walks if self.check(walk) is None], ("wait",)]

    def sample(self, chance: Chance) -> Answer:
        """One of those listed, or a walk anywhere: what plays at random must not depend on the list."""
        walk = ("walk", *step(self.fighter.x, self.fighter.y, chance.below(36_000), chance.below(STRIDE)))
        answers = [*self.listed(), *([walk] if self.check(walk) is None else [])]
        return answers[chance.below(len(answers))]


@rule("butte.turn", "butte.end")
def turn(world: World) -> Script:
    """One fighter of the side whose turn it is acts. The rule returns the call of the next turn: it never loops."""
    sides = {fighter.seat for fighter in world.standing()}
    seats = len(world.scores)
    if len(sides) < 2 or world.turn == ROUNDS * seats:
        best = max(world.scores)
        return Result("butte.end", world.scores, -1 if world.scores.count(best) > 1 else world.scores.index(best), world)
    seat = world.turn % seats
    if seat in sides:
        mine = tuple([("fighter", fighter.id) for fighter in world.standing() if fighter.seat == seat])
        _, chosen = yield Choose("butte.turn", seat, world, Listed(mine, "butte.turn"))
        world = yield Call(act, world, chosen)
    held = tuple([fighter.seat for fighter in world.standing() if world.on_hill(fighter)])
    if seat == seats - 1 and held:
        yield Tell("butte.hill", "hill-held", (len(held),))
        world = world.after(points=held)
    return Call(turn, world.after(turns=1))


@rule("butte.act", "butte.walk", "butte.hill")
def act(world: World, chosen: int) -> Script:
    """Walk, strike or wait, as the player decides."""
    fighter = world.fighters[chosen]
    deed = yield Choose("butte.act", fighter.seat, world, Deeds(world, fighter), chosen)
    if deed[0] == "strike":
        return Call(strike, world, chosen, deed[1])
    if deed[0] == "walk":
        return world.after(Fighter(chosen, fighter.seat, True, deed[1], deed[2]))
    return world


@rule("butte.strike")
def strike(world: World, attacker: int, foe: int) -> Script:
    """One die, one more from the hill: 4 or more fells the enemy for a point, a 1 costs the attacker his footing."""
    fighter, enemy = world.fighters[attacker], world.fighters[foe]
    bonus = int(world.on_hill(fighter))
    (face,) = yield Roll("butte.strike", fighter.seat, world, figure=attacker, target=NEEDED, bonus=bonus)
    outcome = "stumbles" if face == 1 else "fells" if face + bonus >= NEEDED else "misses"
    yield Tell("butte.strike", outcome, (attacker, foe), outcome=outcome)
    if outcome == "fells":
        return world.after(Fighter(foe, enemy.seat, False, enemy.x, enemy.y), points=(fighter.seat,))
    return world if outcome == "misses" else world.after(Fighter(attacker, fighter.seat, False, fighter.x, fighter.y))
