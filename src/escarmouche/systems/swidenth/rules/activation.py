"""Activation: whom a phase may activate, one figure's two actions, groups that strike together."""

from __future__ import annotations

from typing import Any, Final, final

from mypy_extensions import mypyc_attr

from escarmouche.core.effects import Answer, Call, Chance, Choose, Listed, Options, Refusal, Script, Tell, rule
from escarmouche.kit.menu import no
from escarmouche.systems.swidenth.model import ON_TABLE, Course, Figure, World
from escarmouche.systems.swidenth.rules import deeds, magic, movement, shooting
from escarmouche.systems.swidenth.rules.actions import DEEDS, END, JOINING, JOINT, MOVE, Trail
from escarmouche.systems.swidenth.rules.conventions import apart, commands, enemies, foes, is_engaged
from escarmouche.systems.swidenth.rules.conventions import movement as movement_of
from escarmouche.systems.swidenth.rules.damage import ended_spells
from escarmouche.systems.swidenth.rules.flight import flee
from escarmouche.systems.swidenth.rules.missions import carried_off
from escarmouche.systems.swidenth.rules.psychology import rally_all
from escarmouche.systems.swidenth.rules.values import ENGAGED

CHAPTERS: Final = (deeds, magic, movement, shooting)
"""The chapters whose actions a figure may take; they register them when they are read."""
DONE: Final = ("done",)


# ---------------------------------------------------------------- one figure


def roused(world: World, id: int) -> World:
    """The world in which a figure's activation has begun: it is activated, its hands are free of the bow, and its own spells
    end. (swidenth.activation.once, swidenth.magic.limits)"""
    twin = world.figures[id].copy()
    twin.activated = True
    twin.bowed = False
    return ended_spells(world.with_figure(twin), id)


def spent_spells(world: World, id: int) -> World:
    """The world after a figure's activation: haste and roots are over."""
    figure = world.figures[id]
    kept = tuple([one for one in figure.spells if one[0] not in ("haste", "grasping-roots")])
    if len(kept) == len(figure.spells):
        return world
    twin = figure.copy()
    twin.spells = kept
    return world.with_figure(twin)


@rule("swidenth.activation.once", "swidenth.flight.engaged")
def activate(world: World, id: int) -> Script:
    """One figure's activation, all of its actions; one that flees may rally first, else it runs, or fights where it is engaged.
    Returns the world."""
    world = roused(world, id)
    if world.figures[id].fleeing:
        world = yield from rally_all(world, id)
        if world.figures[id].fleeing and not is_engaged(world, world.figures[id]):
            world = yield Call(flee, world, id)
            return spent_spells(world, id)
    world = yield Call(act, world, id, Course())
    return spent_spells(world, id)


@rule("swidenth.action.combinations", "swidenth.action.order", "swidenth.action.nothing")
def act(world: World, id: int, course: Course) -> Script:
    """The figure's next action, and those after it. Returns the world."""
    figure = world.figures[id]
    if figure.status != ON_TABLE or len(course.done) > 1 or (figure.fleeing and not is_engaged(world, figure)):
        return world
    trail = Trail(world, id, course)
    answer = yield Choose("swidenth.action.two", figure.seat, world, trail, id)
    if answer == END:
        return world
    world, course = yield Call(DEEDS[answer[0]].perform, world, id, course, answer)
    world = yield from carried_off(world, id)
    return Call(act, world, id, course)


# ---------------------------------------------------------------- a phase


def waiting(world: World) -> list[Figure]:
    """Those that may still be activated in the phase. (swidenth.activation.bubble-members)"""
    found = [world.figures[one] for one in world.members]
    return [figure for figure in found if figure.status == ON_TABLE and not figure.activated]


def duty(world: World) -> int:
    """One that flees and must be activated in this phase, or -1: the Hero himself in his own, any left-over in theirs.
    (swidenth.flight.activation)"""
    for figure in waiting(world):
        if figure.fleeing and (world.hero < 0 or figure.id == world.hero):
            return figure.id
    return -1


def could_strike(figure: Figure, held: tuple[int, ...], enemy: Figure) -> bool:
    """Is an enemy near enough to be engaged in one move, as the crow flies? One that is engaged stays with those who hold
    it."""
    if held:
        return enemy.id in held
    return not enemy.asleep and apart(figure, enemy) < movement_of(figure) + ENGAGED


@final
@mypyc_attr(acyclic=True)
class Roster(Options):
    """Whom to activate next: one figure, several that strike one enemy together, or nobody more.
    (swidenth.activation.free-order, swidenth.activation.group)"""

    __slots__ = ("world",)

    def __init__(self, world: World) -> None:
        self.world = world

    def check(self, answer: Answer) -> Refusal | None:
        why = "swidenth.activation.bubble-members"
        if not isinstance(answer, tuple) or not answer or not isinstance(answer[0], str):
            return no(why, "malformed", str(answer)[:80])
        if answer == DONE:
            one = duty(self.world)
            return None if one < 0 else no("swidenth.flight.activation", "must-flee", one)
        if answer[0] == "activate" and len(answer) == 2:
            return self.member_refusal(answer[1])
        if answer[0] == "group" and len(answer) == 3:
            return self.group_refusal(answer[1], answer[2])
        return no(why, "malformed", str(answer)[:80])

    def member_refusal(self, id: Any) -> Refusal | None:
        """Why a figure may not be activated in this phase, or None. (swidenth.activation.once)"""
        if type(id) is not int or not 0 <= id < len(self.world.figures):
            return no("swidenth.activation.bubble-members", "malformed", str(id))
        figure = self.world.figures[id]
        if id not in self.world.members or figure.status != ON_TABLE:
            return no("swidenth.activation.bubble-members", "not-a-member", id)
        return no("swidenth.activation.once", "acted-already", id) if figure.activated else None

    def group_refusal(self, ids: Any, target: Any) -> Refusal | None:
        """Why these may not strike this enemy together, or None. (swidenth.activation.group)"""
        why = "swidenth.activation.group"
        if not isinstance(ids, tuple) or type(target) is not int or not 0 <= target < len(self.world.figures):
            return no(why, "malformed", str(ids)[:80])
        for id in ids:
            refused = self.member_refusal(id)
            if refused is not None:
                return refused
            if self.world.figures[id].fleeing:
                return no("swidenth.flight.activation", "flees", id)
        if len(ids) < 2 or len(set(ids)) < len(ids):
            return no(why, "group-of-two")
        enemy = self.world.figures[target]
        if enemy.seat == self.world.active or enemy.status != ON_TABLE:
            return no(why, "no-target", ids[0])
        return None

    def groups(self) -> list[Answer]:
        """For every enemy those who could reach it now, if they are several."""
        able = [figure for figure in waiting(self.world) if not figure.fleeing]
        found: list[Answer] = []
        if len(able) < 2:
            return found
        held = [foes(self.world, figure) for figure in able]
        for enemy in enemies(self.world, able[0]):
            near = [able[i].id for i in range(len(able)) if could_strike(able[i], held[i], enemy)]
            if len(near) > 1:
                found.append(("group", tuple(near), enemy.id))
        return found

    def listed(self) -> list[Answer]:
        answers: list[Answer] = [("activate", figure.id) for figure in waiting(self.world)]
        return [*answers, *self.groups(), *([DONE] if duty(self.world) < 0 else [])]

    def sample(self, chance: Chance) -> Answer:
        able = waiting(self.world)
        if chance.below(8) == 0:
            groups = self.groups()
            if groups:
                return groups[chance.below(len(groups))]
        must = duty(self.world)
        if must >= 0:
            return ("activate", must)
        pick = chance.below(4 * len(able) + 1)
        return DONE if pick == 4 * len(able) else ("activate", able[pick % len(able)].id)

    def single(self) -> Answer | None:
        able = waiting(self.world)
        if not able:
            return DONE
        return ("activate", able[0].id) if len(able) == 1 and duty(self.world) >= 0 else None


@rule("swidenth.activation.free-order", "swidenth.activation.bubble-members")
def phase(world: World) -> Script:
    """The activations of one phase, one after the other, until its player has done. Returns the world."""
    if not waiting(world):
        return world
    answer = yield Choose("swidenth.activation.bubble-members", world.active, world, Roster(world), world.hero)
    if answer == DONE:
        return world
    if answer[0] == "activate":
        yield Tell("swidenth.activation.once", "activates", (answer[1],))
        world = yield Call(activate, world, answer[1])
    else:
        world = yield Call(group, world, answer[1], answer[2])
    return Call(phase, world)


def gathered(world: World, hero: int) -> tuple[int, ...]:
    """Those that a Hero's phase may activate: himself, and the henchmen inside his bubble now that have not acted; one who
    flees commands nobody. (swidenth.activation.bubble-members, swidenth.activation.heroes-not-members,
    swidenth.activation.hero-lost)"""
    leader = world.figures[hero]
    if leader.fleeing:
        return (hero,)
    found = [one.id for one in world.figures if not one.is_hero() and not one.activated and commands(leader, one)]
    return (hero, *found)


# ---------------------------------------------------------------- groups


@rule("swidenth.activation.group")
def group(world: World, ids: tuple[int, ...], target: int) -> Script:
    """Several figures act together: all make their move first, then each its fight, in the order its player likes. Returns the
    world."""
    yield Tell("swidenth.activation.group", "group", (ids, target))
    courses: tuple[Course, ...] = ()
    for id in ids:
        world = roused(world, id)
    for id in ids:
        course = Course(mode=JOINING, target=target)
        if world.figures[id].status == ON_TABLE and not world.figures[id].fleeing:
            answer = yield Choose("swidenth.action.move", world.figures[id].seat, world, Trail(world, id, course), id)
            if answer != END:
                world, course = yield Call(DEEDS[MOVE].perform, world, id, course, answer)
                world = yield from carried_off(world, id)
            else:
                course = course.after(MOVE)
        courses += (Course(course.done, course.spent, course.bearing, course.run, course.charge, JOINT, target),)
    return Call(strikes, world, ids, courses, target)


@rule("swidenth.activation.group-resolution")
def strikes(world: World, ids: tuple[int, ...], courses: tuple[Course, ...], target: int) -> Script:
    """Who of a group acts next; the bonus is counted afresh each time. Returns the world."""
    left = [number for number, id in enumerate(ids) if world.figures[id].status == ON_TABLE and len(courses[number].done) == 1]
    left = [
        number for number in left if not world.figures[ids[number]].fleeing or is_engaged(world, world.figures[ids[number]])
    ]
    if not left:
        return over(world, ids)
    why = "swidenth.activation.group-resolution"
    answers: tuple[Answer, ...] = tuple([("next", ids[number]) for number in left])
    if not any(world.figures[ids[number]].fleeing for number in left):
        answers = (*answers, DONE)  # whoever flees and is engaged must fight: swidenth.flight.engaged
    answer = yield Choose(why, world.active, world, Listed(answers, why), ids[left[0]])
    if answer == DONE:
        return over(world, ids)
    place = ids.index(answer[1])
    world = yield Call(act, world, answer[1], courses[place])
    ids, courses = (*ids[:place], *ids[place + 1 :]), (*courses[:place], *courses[place + 1 :])
    return Call(strikes, spent_spells(world, answer[1]), ids, courses, target)


def over(world: World, ids: tuple[int, ...]) -> World:
    """The world after a group has done."""
    for id in ids:
        world = spent_spells(world, id)
    return world
