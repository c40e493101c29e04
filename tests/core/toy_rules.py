"""The rules of the toy: two small bands in a corridor, made to use everything that the engine offers.

It has free movement (a validator and a sampler), opposed dice, pools, a reaction inside a reaction, a secret trap, goto
from turn to turn, and choices with a single answer. The module compiles with mypyc like those of a real system.
"""

from __future__ import annotations

from typing import Any, Final, final

from escarmouche.core.data import Data
from escarmouche.core.effects import (
    Answer,
    Call,
    Chance,
    Choose,
    Listed,
    Options,
    Refusal,
    Result,
    Roll,
    Script,
    Tell,
    rule,
)
from escarmouche.core.pools import Dice, at_least

LENGTH: Final = 20
TRAP_PLACES: Final = tuple(range(6, 14))
LAST_TURN: Final = 60
ARROWS: Final = 20
RANGE: Final = 4
SPIKES: Final = (0, 0, 0, 0, 1, 1, 1, 2)
TRAP: Final = (Dice(12, 8, SPIKES, 10, at_least(8, 10)), Dice(1, 4, (0, 0, 0, 1)))


# ---------------------------------------------------------------- the world


@final
class Figure(Data):
    __slots__ = ("id", "life", "name", "place", "seat", "strength")

    def __init__(self, id: int, life: int, name: str, place: int, seat: int, strength: int) -> None:
        self.id = id
        self.life = life
        self.name = name
        self.place = place
        self.seat = seat
        self.strength = strength

    def at(self, place: int) -> Figure:
        return Figure(self.id, self.life, self.name, place, self.seat, self.strength)

    def hurt(self, wounds: int) -> Figure:
        return Figure(self.id, max(0, self.life - wounds), self.name, self.place, self.seat, self.strength)


@final
class World(Data):
    """`traps[s]` is where seat s laid its trap (-1: not yet); `safe[s]` are the trap places where its figures stood
    unharmed; `sprung[s]` says whether its trap is known to all; `rerolls[s]` how many it has left."""

    __slots__ = ("figures", "rerolls", "safe", "sprung", "traps", "turn")

    def __init__(
        self,
        figures: tuple[Figure, ...],
        rerolls: tuple[int, ...],
        safe: tuple[tuple[int, ...], ...],
        sprung: tuple[bool, ...],
        traps: tuple[int, ...],
        turn: int,
    ) -> None:
        self.figures = figures
        self.rerolls = rerolls
        self.safe = safe
        self.sprung = sprung
        self.traps = traps
        self.turn = turn

    def standing(self, seat: int) -> list[Figure]:
        return [figure for figure in self.figures if figure.seat == seat and figure.life > 0]

    def occupied(self, place: int) -> bool:
        return any(figure.place == place and figure.life > 0 for figure in self.figures)

    def with_figure(self, figure: Figure) -> World:
        figures = tuple([figure if old.id == figure.id else old for old in self.figures])
        return World(figures, self.rerolls, self.safe, self.sprung, self.traps, self.turn)

    def with_trap(self, seat: int, place: int) -> World:
        return World(self.figures, self.rerolls, self.safe, self.sprung, put(self.traps, seat, place), self.turn)

    def with_sprung(self, seat: int) -> World:
        return World(self.figures, self.rerolls, self.safe, put(self.sprung, seat, True), self.traps, self.turn)

    def with_safe(self, seat: int, place: int) -> World:
        if place not in TRAP_PLACES or place in self.safe[seat]:
            return self
        safe = put(self.safe, seat, tuple(sorted((*self.safe[seat], place))))
        return World(self.figures, self.rerolls, safe, self.sprung, self.traps, self.turn)

    def with_reroll_spent(self, seat: int) -> World:
        rerolls = put(self.rerolls, seat, self.rerolls[seat] - 1)
        return World(self.figures, rerolls, self.safe, self.sprung, self.traps, self.turn)

    def next_turn(self) -> World:
        return World(self.figures, self.rerolls, self.safe, self.sprung, self.traps, self.turn + 1)


def put(values: tuple[Any, ...], index: int, value: Any) -> tuple[Any, ...]:
    """The tuple with one value replaced."""
    return (*values[:index], value, *values[index + 1 :])


def near(world: World, figure: Figure) -> list[Figure]:
    """The enemies beside a figure."""
    return [other for other in world.standing(1 - figure.seat) if abs(other.place - figure.place) == 1]


# ---------------------------------------------------------------- what a figure may do


@final
class Deeds(Options):
    """("wait",), ("shoot", enemy) or ("walk", place): any free place within reach."""

    __slots__ = ("figure", "reach", "world")

    def __init__(self, figure: Figure, reach: int, world: World) -> None:
        self.figure = figure
        self.reach = reach
        self.world = world

    def check(self, answer: Answer) -> Refusal | None:
        if not isinstance(answer, tuple) or not answer or not isinstance(answer[0], str):
            return Refusal((str(answer),), "malformed", "toy.act")
        if answer == ("wait",):
            return None
        if len(answer) != 2 or type(answer[1]) is not int or answer[0] not in ("shoot", "walk"):
            return Refusal((str(answer),), "malformed", "toy.act")
        if answer[0] == "shoot":
            if answer[1] in self.targets():
                return None
            return Refusal((self.figure.id,), "toy-no-target", "toy.shoot")
        return self.check_place(answer[1])

    def check_place(self, place: int) -> Refusal | None:
        if not 0 <= place < LENGTH:
            return Refusal((), "toy-outside", "toy.walk")
        if abs(place - self.figure.place) > self.reach:
            return Refusal((self.figure.id, self.reach), "toy-too-far", "toy.walk")
        if self.world.occupied(place):
            return Refusal((place,), "toy-occupied", "toy.walk")
        return None

    def targets(self) -> list[int]:
        here = self.figure.place
        return [f.id for f in self.world.standing(1 - self.figure.seat) if abs(f.place - here) <= RANGE]

    def places(self) -> list[int]:
        here = self.figure.place
        return [p for p in range(here - self.reach, here + self.reach + 1) if self.check_place(p) is None]

    def listed(self) -> list[Answer]:
        places = self.places()
        ends = places if len(places) < 3 else [places[0], places[len(places) // 2], places[-1]]
        shots: list[Answer] = [("shoot", target) for target in self.targets()]
        return [("wait",), *shots, *[("walk", place) for place in ends]]

    def sample(self, chance: Chance) -> Answer:
        for _ in range(chance.below(5)):
            place = self.figure.place + chance.below(2 * self.reach + 1) - self.reach
            if self.check_place(place) is None:
                return ("walk", place)
        answers = self.listed()
        return answers[chance.below(len(answers))]

    def single(self) -> Answer | None:
        return None if self.places() or self.targets() else ("wait",)


# ---------------------------------------------------------------- the rules


@rule("toy.setup")
def battle(world: World) -> Script:
    """Each seat lays its trap, then the turns begin."""
    for seat in (0, 1):
        world = yield Call(lay_trap, world, seat)
    return Call(turn, world)


@rule("toy.setup.trap")
def lay_trap(world: World, seat: int) -> Script:
    """A place in the middle that only its owner knows."""
    place = yield Choose("toy.setup.trap", seat, world, Listed(TRAP_PLACES, "toy.setup.trap"), secret=True)
    yield Tell("toy.setup.trap", "toy-trap", (place,), only=seat)
    return world.with_trap(seat, place)


@rule("toy.turn", "toy.turn.nerve", "toy.end", "toy.end.late")
def turn(world: World) -> Script:
    """One figure acts, as far as its nerve goes; then it is the other seat's turn."""
    lives = tuple([sum([figure.life for figure in world.standing(seat)]) for seat in (0, 1)])
    if 0 in lives:
        return Result("toy.end", lives, 0 if lives[0] else 1 if lives[1] else -1, world)
    if world.turn >= LAST_TURN:
        return Result("toy.end.late", lives, -1 if lives[0] == lives[1] else int(lives[1] > lives[0]), world)
    seat = world.turn % 2
    ids = tuple([figure.id for figure in world.standing(seat)])
    chosen = yield Choose("toy.turn", seat, world, Listed(ids, "toy.turn"))
    (nerve,) = yield Roll("toy.turn.nerve", seat, world, 1, 4, figure=chosen)
    yield Tell("toy.turn", "toy-turn", (chosen, nerve))
    world = yield Call(act, world, chosen, nerve)
    return Call(turn, world.next_turn())


@rule("toy.act")
def act(world: World, actor: int, reach: int) -> Script:
    """Wait, shoot or walk."""
    figure = world.figures[actor]
    deed = yield Choose("toy.act", figure.seat, world, Deeds(figure, reach, world), actor)
    if deed[0] == "shoot":
        return Call(shoot, world, actor, deed[1])
    if deed[0] == "walk":
        return Call(walk, world, actor, deed[1])
    yield Tell("toy.act", "toy-wait", (actor,))
    return world


@rule("toy.walk")
def walk(world: World, actor: int, place: int) -> Script:
    """Enemies beside the figure may strike as it leaves; a trap may wait; whoever it ends beside it fights."""
    seat = world.figures[actor].seat
    for enemy in near(world, world.figures[actor]):
        world = yield Call(react, world, enemy.id, actor)
        if world.figures[actor].life == 0:
            return world
    if world.occupied(place):
        yield Tell("toy.walk", "toy-blocked", (actor,))
        return world
    world = world.with_figure(world.figures[actor].at(place))
    yield Tell("toy.walk", "toy-walk", (actor, place))
    if world.traps[1 - seat] == place and not world.sprung[1 - seat]:
        world = yield Call(spring, world, actor)
    else:
        world = world.with_safe(seat, place)
    for enemy in near(world, world.figures[actor]):
        if world.figures[actor].life > 0:
            world = yield Call(melee, world, actor, enemy.id)
    return world


@rule("toy.react")
def react(world: World, enemy: int, actor: int) -> Script:
    """The other seat decides, in the middle of the walk."""
    seat = world.figures[enemy].seat
    answer = yield Choose("toy.react", seat, world, Listed((("hold",), ("strike",)), "toy.react"), enemy)
    if answer == ("strike",):
        return Call(melee, world, enemy, actor)
    return world


@rule("toy.melee", "toy.melee.tie", "toy.melee.push")
def melee(world: World, attacker: int, defender: int) -> Script:
    """Both throw a die and add strength: double wounds twice, more wounds once, a tie does nothing."""
    world, blow = yield Call(fighting_die, world, attacker)
    world, guard = yield Call(fighting_die, world, defender)
    if blow == guard:
        yield Tell("toy.melee.tie", "toy-tie", (attacker, defender), "tie")
        return world
    loser, high, low = (defender, blow, guard) if blow > guard else (attacker, guard, blow)
    wounds = 2 if high >= 2 * low else 1
    world = world.with_figure(world.figures[loser].hurt(wounds))
    outcome = "down" if world.figures[loser].life == 0 else "wound"
    yield Tell("toy.melee", "toy-wound", (loser, wounds), f"{outcome}-{'defender' if loser == defender else 'attacker'}")
    if outcome == "wound":
        world = pushed(world, loser)
        yield Tell("toy.melee.push", "toy-push", (loser, world.figures[loser].place))
    return world


def pushed(world: World, loser: int) -> World:
    """One place back towards its own end, where that is free."""
    figure = world.figures[loser]
    back = figure.place - 1 if figure.seat == 0 else figure.place + 1
    return world.with_figure(figure.at(back)) if 0 <= back < LENGTH and not world.occupied(back) else world


@rule("toy.melee.die", "toy.melee.reroll")
def fighting_die(world: World, fighter: int) -> Script:
    """A die, which its owner may throw again while rerolls last: a reaction, perhaps within a reaction."""
    figure = world.figures[fighter]
    (face,) = yield Roll("toy.melee.die", figure.seat, world, 1, 6, figure=fighter, bonus=figure.strength)
    if world.rerolls[figure.seat] and face < 4:
        options = Listed(("keep", "again"), "toy.melee.reroll")
        if (yield Choose("toy.melee.reroll", figure.seat, world, options, fighter)) == "again":
            world = world.with_reroll_spent(figure.seat)
            (face,) = yield Roll("toy.melee.reroll", figure.seat, world, 1, 6, figure=fighter, bonus=figure.strength)
    return world, face + figure.strength


@rule("toy.shoot", "toy.shoot.save")
def shoot(world: World, actor: int, target: int) -> Script:
    """Twenty arrows, then that many saves less strength: two pools."""
    seat = world.figures[actor].seat
    need = 5 if abs(world.figures[actor].place - world.figures[target].place) <= RANGE // 2 else 6
    hits = yield Roll("toy.shoot", seat, world, ARROWS, 6, at_least(need), actor, need)
    pierced = yield Roll("toy.shoot.save", 1 - seat, world, hits, 10, at_least(9, 10), target, 9)
    wounds = min(pierced, 2)
    world = world.with_figure(world.figures[target].hurt(wounds))
    outcome = "down" if world.figures[target].life == 0 else "wound" if wounds else "miss"
    yield Tell("toy.shoot", "toy-shot", (actor, target, wounds), outcome)
    return world


@rule("toy.trap")
def spring(world: World, actor: int) -> Script:
    """The lucky escape, with some noise; others meet twelve spikes, of which those that reach them may wound."""
    owner = 1 - world.figures[actor].seat
    world = world.with_sprung(owner)
    lucky = yield Roll("toy.trap", 1 - owner, world, 1, 20, at_least(17, 20), actor, 17)
    if lucky:
        noise, echo = yield Roll("toy.trap", owner, world, 2, 12)
        yield Tell("toy.trap", "toy-sprung", (actor, noise + echo))
        return world
    yield Tell("toy.trap", "toy-sprung", (actor, 0))
    wounds = yield Roll("toy.trap", owner, world, figure=actor, pool=TRAP)
    world = world.with_figure(world.figures[actor].hurt(wounds // 2))
    yield Tell("toy.trap", "toy-wound", (actor, wounds // 2), "trapped")
    return world
