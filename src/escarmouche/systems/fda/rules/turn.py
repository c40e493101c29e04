"""The turn: initiative, the figures one by one, morale and the end. (fda.turn.three-phases)"""

from __future__ import annotations

from typing import Final

from escarmouche.core.effects import Answer, Call, Choose, Listed, Result, Script, Tell, rule
from escarmouche.systems.fda.model import (
    ASLEEP,
    HIDDEN,
    NOBODY,
    ON_TABLE,
    SHOT_AT_ANY_ACTION,
    STUNNED,
    WOUNDED_INITIATIVE,
    ZERO_FAILS_MORALE,
    Course,
    Figure,
    Trigger,
    World,
)
from escarmouche.systems.fda.rules import movement, positioning, scenarios, shooting
from escarmouche.systems.fda.rules.actions import DEEDS, END, Action, Activation
from escarmouche.systems.fda.rules.chapters import ADVANCED
from escarmouche.systems.fda.rules.damage import recover
from escarmouche.systems.fda.rules.dice import die, under
from escarmouche.systems.fda.rules.discovery import found_out
from escarmouche.systems.fda.rules.reactions import ALONG, react
from escarmouche.systems.fda.rules.scenarios import achieved, carried_off, dawn, dusk, is_calm, returning, won
from escarmouche.systems.fda.rules.values import TIME

CHAPTERS: Final = (movement, positioning, scenarios, shooting, *ADVANCED)
"""The chapters whose actions a figure may take; they register them when they are read."""
KEEP: Final = ("keep",)
CEDE: Final = ("cede",)

HOLDS: Final = 0
BREAKS: Final = 1
CONFUSED: Final = 2


# ---------------------------------------------------------------- a troop's morale


def is_fit(figure: Figure) -> bool:
    """Is it unhurt and on its feet, or sound asleep? Only these count. (fda.state.fit, fda.scenario.rude-awakening-asleep)"""
    if figure.status != ON_TABLE or figure.wounded:
        return False
    return figure.posture <= HIDDEN or figure.posture == ASLEEP


def spirit(world: World, seat: int) -> int:
    """The morale of a troop, for its test: of the fit figures, with those who grumble, and the soup. (fda.morale.troop-sum,
    fda.extra.grumble, fda.scenario.lich-soup-soup)"""
    found = world.sides[seat].soup
    for one in world.figures:
        if one.seat == seat and is_fit(one):
            found += one.values().morale + (1 if one.grumbled else 0)
    return found


def drive(world: World, seat: int) -> int:
    """The morale of a troop, for its initiative; some tables count wounded figures that stand. (fda.turn.initiative-roll,
    fda.test.ji)"""
    counted = [one for one in world.on_table(seat) if is_fit(one)]
    if world.reads(WOUNDED_INITIATIVE):
        counted += [one for one in world.on_table(seat) if one.wounded and one.posture <= HIDDEN]
    return sum([one.values().morale for one in counted])


# ---------------------------------------------------------------- phase 1: initiative


@rule("fda.turn.three-phases", "fda.turn.initiative-every-turn")
def new_turn(world: World) -> Script:
    """A turn begins: initiative, then the activations."""
    world = world.copy()
    world.turn += 1
    world.first = NOBODY
    yield Tell("fda.turn.three-phases", "new-turn", (world.turn,))
    world = yield Call(dawn, world)
    world = yield from found_out(world)
    holder = yield Call(initiative, world)
    why = "fda.turn.initiative-may-be-ceded"
    answer = yield Choose(why, holder, world, Listed((KEEP, CEDE), why))
    if answer == CEDE:
        yield Tell(why, "cedes", (holder,))
        holder = 1 - holder
    world = world.copy()
    for side in world.sides:
        if side.confused:
            twin = side.copy()
            twin.confused = False
            world = world.with_side(twin)
    world.active = holder
    return Call(phase, world)


@rule("fda.turn.initiative-roll", "fda.turn.initiative-zero", "fda.turn.initiative-tie", "fda.morale.confusion")
def initiative(world: World) -> Script:
    """Both roll and add their morale: the higher score has the initiative; a 0 loses it, a tie goes to the fewer figures. A
    confused troop has lost it already. Returns the seat."""
    for side in world.sides:
        if side.confused:
            yield Tell("fda.morale.confusion", "confused-initiative", (side.seat, 1 - side.seat))
            return 1 - side.seat
    dice = [0, 0]
    for seat in (0, 1):
        dice[seat] = yield die(world, "fda.test.ji", seat, NOBODY, drive(world, seat))
    scores = [dice[seat] + drive(world, seat) for seat in (0, 1)]
    many = [len(world.on_table(seat)) for seat in (0, 1)]
    if dice[0] == 0 or dice[1] == 0:
        holder, why, told = higher(dice[0], dice[1]), "fda.turn.initiative-zero", "initiative-zero"
    elif scores[0] != scores[1]:
        holder, why, told = higher(scores[0], scores[1]), "fda.turn.initiative-roll", "initiative"
    else:
        holder, why, told = higher(-many[0], -many[1]), "fda.turn.initiative-tie", "initiative-fewer"
    if holder == NOBODY:
        yield Tell(why, "initiative-again", (scores[0], scores[1]))
        return Call(initiative, world)
    yield Tell(why, told, (holder, scores[holder], scores[1 - holder]))
    return holder


def higher(ours: int, theirs: int) -> int:
    """The seat whose number is the higher, NOBODY where both are equal."""
    return NOBODY if ours == theirs else 0 if ours > theirs else 1


# ---------------------------------------------------------------- phase 2: activations


def waiting(world: World, seat: int) -> list[Figure]:
    """The figures of a seat that have not been activated. (fda.turn.one-activation-per-turn)"""
    return [one for one in world.on_table(seat) if not one.activated]


def is_settled(world: World) -> bool:
    """Is nobody of a troop left, nor anybody who could come back, or the statuette gone? Then nothing more is played.
    (fda.morale.no-figures, fda.scenario.statuette-end)"""
    if carried_off(world):
        return True
    back = [one.seat for one in returning(world)]
    return any(not world.on_table(seat) and seat not in back for seat in (0, 1))


@rule("fda.turn.activation-alternates", "fda.turn.first-player-must-play", "fda.setup.one-figure-one-individual")
def phase(world: World) -> Script:
    """The player whose turn it is activates one figure, then the other, as long as anybody is left; who has nobody left is not
    waited for."""
    if not waiting(world, world.active):
        world = world.copy()
        world.active = 1 - world.active
    seat = world.active
    able = waiting(world, seat)
    if not able or is_settled(world):
        return Call(end_of_turn, world)
    why = "fda.turn.activation-alternates"
    answers: tuple[Answer, ...] = tuple([("activate", one.id) for one in able])
    _, id = yield Choose(why, seat, world, Listed(answers, why))
    world = yield Call(activate, world, id)
    world = world.copy()
    world.active = 1 - seat
    return Call(phase, world)


@rule("fda.turn.one-activation-per-turn", "fda.action.two-time-units", "fda.setup.activation-markers")
def activate(world: World, id: int) -> Script:
    """A figure is activated and spends its time; a sleeping one does nothing, a stunned one tries to recover. Returns the
    world."""
    twin = world.figures[id].copy()
    twin.activated = True
    world = world.with_figure(twin)
    world.acting, world.reacted = id, NOBODY
    if world.first == NOBODY:
        world.first = twin.seat
    yield Tell("fda.turn.one-activation-per-turn", "activates", (id,))
    if twin.posture == ASLEEP:
        yield Tell("fda.scenario.rude-awakening-asleep", "sleeps-on", (id,))
    elif twin.posture == STUNNED:
        world = yield Call(recover, world, id)
        world = yield from found_out(world)
        world = yield Call(act, world, id, Course(0, ("recover",)))
    else:
        world = yield Call(act, world, id, Course(TIME))
    world = world.copy()
    world.acting, world.reacted = NOBODY, NOBODY
    return world


@rule("fda.action.free-order", "fda.action.unspent-time-is-lost", "fda.action.pass")
def act(world: World, id: int, course: Course) -> Script:
    """The figure's next action, and those after it, until its time is spent or its player has done. Returns the world.
    (fda.action.reaction-interrupts)"""
    figure = world.figures[id]
    if figure.status != ON_TABLE or figure.posture >= STUNNED:
        return world
    menu = Activation(world, id, course)
    answer = yield Choose("fda.action.two-time-units", figure.seat, world, menu, id)
    if answer == END:
        return world
    deed = DEEDS[answer[0]]
    assert isinstance(deed, Action)
    cost = deed.cost(menu)
    world, course = yield Call(deed.perform, world, id, course.after(deed.kind, cost), answer)
    world = yield from found_out(world)
    if cost and world.reads(SHOT_AT_ANY_ACTION):
        after = world.figures[id]
        if (after.x, after.y) == (figure.x, figure.y) and after.status == ON_TABLE:
            world, _, _ = yield Call(react, world, Trigger(ALONG, id, (), after.x, after.y))
    return Call(act, world, id, course)


# ---------------------------------------------------------------- phase 3: morale, and the end


@rule("fda.morale.test", "fda.test.jm", "fda.morale.zero-on-morale", "fda.char.morale")
def morale_test(world: World, seat: int) -> Script:
    """A troop rolls against its morale: above it breaks; 0 and 0 confuse it, a mere 0 holds, but at some tables. Returns HOLDS,
    BREAKS or CONFUSED. (fda.morale.success, fda.morale.failure)"""
    value = spirit(world, seat)
    face = yield die(world, "fda.test.jm", seat, needs=under(value))
    if face == 0:
        again = yield die(world, "fda.dice.critical-confirmation", seat, needs=1)
        if again == 0:
            yield Tell("fda.morale.confusion", "troop-confused", (seat,))
            return CONFUSED
        if world.reads(ZERO_FAILS_MORALE):
            yield Tell("fda.morale.failure", "troop-breaks", (seat, value))
            return BREAKS
    if face > value:
        yield Tell("fda.morale.failure", "troop-breaks", (seat, value))
        return BREAKS
    yield Tell("fda.morale.success", "troop-holds", (seat, value))
    return HOLDS


@rule("fda.morale.when", "fda.morale.first-breaks-second-skips", "fda.morale.both-confused", "fda.morale.no-figures")
def morale(world: World) -> Script:
    """Each troop tests its morale, that of whoever played first before the other; a troop that breaks has lost, and the other
    need not roll. Returns the world and who has lost (NOBODY)."""
    first = world.first if world.first != NOBODY else world.active
    verdicts = [HOLDS, HOLDS]
    for seat in (first, 1 - first):
        verdicts[seat] = yield Call(morale_test, world, seat)
        if verdicts[seat] == BREAKS:
            return world, seat
    if verdicts == [CONFUSED, CONFUSED]:
        yield Tell("fda.morale.both-confused", "both-confused", ())
        return Call(morale, world)
    for seat in (0, 1):
        if verdicts[seat] == CONFUSED:
            side = world.sides[seat].copy()
            side.confused = True
            world = world.with_side(side)
    return world, NOBODY


@rule("fda.turn.end-of-scenario-check", "fda.morale.failure")
def end_of_turn(world: World) -> Script:
    """The end of the turn: who comes back, morale, the victory check, and the next turn."""
    if carried_off(world):
        return Call(over, won(world, world.heroes, "fda.scenario.statuette-victory"))
    world = yield Call(dusk, world)
    empty = [seat for seat in (0, 1) if not world.on_table(seat)]
    if empty:
        return Call(over, won(world, NOBODY if len(empty) == 2 else 1 - empty[0], "fda.morale.no-figures"))
    if not is_calm(world):
        world, lost = yield Call(morale, world)
        if lost != NOBODY:
            return Call(over, won(world, 1 - lost, "fda.morale.failure"))
    result = achieved(world)
    if result is not None:
        return Call(over, result)
    return Call(new_turn, refreshed(world))


@rule("fda.campaign.out-of-action-returns")
def over(result: Result) -> Script:
    """The battle is over; whoever is out of action may fight another day, the dead may not. Returns the result."""
    yield Tell(result.reason, "game-over" if result.winner == NOBODY else "game-won", (result.winner,))
    return result


def refreshed(world: World) -> World:
    """The world at the end of a turn: markers are removed, grumbling ends, and who was sung over goes home.
    (fda.setup.activation-markers, fda.extra.grumble, fda.trait.persuasive-song)"""
    figures = []
    for one in world.figures:
        twin = one.copy()
        twin.activated, twin.grumbled = False, False
        if one.sworn and one.sworn <= world.turn:
            twin.seat, twin.home, twin.sworn = one.home, NOBODY, 0
        figures.append(twin)
    world = world.copy()
    world.figures = tuple(figures)
    return world
