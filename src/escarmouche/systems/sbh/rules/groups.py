"""Group actions: a Leader orders several fighters to act on one roll; Regroup; concentrated fire."""

from __future__ import annotations

from typing import Any, Final, final

from escarmouche.core.effects import Answer, Call, Choose, Listed, Refusal, Roll, Script, Tell, rule
from escarmouche.kit.menu import no
from escarmouche.systems.sbh.model import (
    GREGARIOUS,
    LEADER,
    LONG,
    NO_GROUP_SPELLS,
    ON_TABLE,
    SHOOTER,
    VOLLEY_ONLY,
    Figure,
    World,
)
from escarmouche.systems.sbh.rules.actions import (
    CAST,
    HEAL,
    NORMAL,
    REGROUP,
    Action,
    Doing,
    held_refusal,
    one_deed,
    prone_refusal,
    register,
)
from escarmouche.systems.sbh.rules.activation import TALLY, judged, may_declare, relaxed, three_failures
from escarmouche.systems.sbh.rules.conventions import contact, enemies, near
from escarmouche.systems.sbh.rules.ending import is_over
from escarmouche.systems.sbh.rules.melee import enemy_of
from escarmouche.systems.sbh.rules.quality import inspiring, quality_bonus, quality_of, success_table
from escarmouche.systems.sbh.rules.shooting import can_shoot, legal_target, shot, shot_cost
from escarmouche.systems.sbh.rules.sight import sees_leader
from escarmouche.systems.sbh.rules.upgrades import DIRTY_TRICKS, owns, tricked, tricks_last, tricks_on_group, tricks_over
from escarmouche.systems.sbh.rules.values import COST, DICE, PASSING

LARGEST: Final = 5

SILENT: Final = "announce-nothing"
ANNOUNCED: Final = {SILENT: "", "announce-cast": CAST, "announce-heal": HEAL}
"""What a member may announce before the roll of its group, and what it has declared then."""

# ---------------------------------------------------------------- who may be ordered


def in_command(world: World, leader: Figure, member: Figure) -> bool:
    """Within the Leader's command radius, Long, and in sight of it. (sbh.group.members)"""
    return near(world, leader, member, LONG) and sees_leader(world, member, leader)


def available(world: World, leader: Figure) -> list[Figure]:
    """The fighters the Leader could order now: its band's, in command, not yet activated; not itself.
    (sbh.group.activated-once)"""
    return [
        figure
        for figure in world.on_table(leader.seat)
        if figure.id != leader.id and not figure.activated and in_command(world, leader, figure)
    ]


def commanded(doing: Doing) -> list[Figure]:
    """The fighters that the one who acts could order, looked for once; not to be changed."""
    found = doing.commanded
    if found is None:
        found = available(doing.world, doing.figure())
        doing.commanded = found
    return found


def is_cluster(world: World, members: tuple[int, ...]) -> bool:
    """Is each of them in base contact with another, all being one chain? (sbh.group.members)"""
    return len(cluster_of(world, members[0], list(members))) == len(members)


def cluster_of(world: World, first: int, ids: list[int]) -> list[int]:
    """Those among `ids` that hang together with the first one by base contact, in the order they are met."""
    found = [first]
    for id in found:
        for other in ids:
            if other not in found and contact(world, world.figures[id], world.figures[other]):
                found.append(other)
    return found


def order_refusal(doing: Doing, members: Any, least: int, most: int, rule_id: str) -> Refusal | None:
    """Why this Leader may not order these fighters, whatever the order; None when it may. (sbh.special.leader-groups)"""
    leader = doing.figure()
    if doing.mode != NORMAL or not leader.has(LEADER):
        return no("sbh.group.order-cost", "only-leaders-order", leader.id)
    refused = held_refusal(leader) or prone_refusal(leader)
    if refused is not None:
        return refused
    if doing.world.passing:
        return no("sbh.group.order-cost", "turn-is-passing", leader.id)
    if not isinstance(members, tuple) or not all(type(one) is int for one in members):
        return no(rule_id, "malformed", str(members))
    if not least <= len(members) <= most or len(set(members)) != len(members):
        return no(rule_id, "group-size", least, most)
    ready = [figure.id for figure in commanded(doing)]
    for one in members:
        if one not in ready:
            return no("sbh.group.members", "cannot-be-ordered", leader.id)
    return None


# ---------------------------------------------------------------- the orders


class Order(Action):
    """What all orders have in common: a Leader spends one action. (sbh.action.leader-orders, sbh.group.order-cost)"""

    __slots__ = ()

    def possible(self, doing: Doing) -> bool:
        leader = doing.figure()
        if not leader.has(LEADER) or doing.mode != NORMAL or doing.world.passing:
            return False
        return held_refusal(leader) is None and not leader.prone and len(commanded(doing)) >= 2


@final
class OrderGroup(Order):
    """Order two to five fighters in contact to act as a group: ("group", (ids…))."""

    __slots__ = ()

    def refusal(self, doing: Doing, answer: tuple[Any, ...]) -> Refusal | None:
        if len(answer) != 2:
            return no("sbh.group.order-cost", "malformed", str(answer))
        refused = order_refusal(doing, answer[1], 2, LARGEST, "sbh.group.order-cost")
        if refused is not None:
            return refused
        if not is_cluster(doing.world, answer[1]):
            return no("sbh.group.members", "group-not-touching", doing.id)
        return None

    def listed(self, doing: Doing) -> list[Answer]:
        ids = [figure.id for figure in commanded(doing)]
        found: list[Answer] = []
        for id in ids:
            cluster = cluster_of(doing.world, id, ids)[:LARGEST]
            answer = ("group", tuple(sorted(cluster)))
            if len(cluster) >= 2 and answer not in found:
                found.append(answer)
        return found


@final
class OrderRegroup(Order):
    """Order any number of fighters to come together: ("regroup", (ids…)). (sbh.regroup.order)"""

    __slots__ = ()

    def refusal(self, doing: Doing, answer: tuple[Any, ...]) -> Refusal | None:
        if len(answer) != 2:
            return no("sbh.regroup.order", "malformed", str(answer))
        return order_refusal(doing, answer[1], 2, len(doing.world.figures), "sbh.regroup.order")

    def listed(self, doing: Doing) -> list[Answer]:
        ids = tuple([figure.id for figure in commanded(doing)])
        return [("regroup", ids)] if len(ids) >= 2 else []


@final
class OrderVolley(Order):
    """Order two to five Shooters to fire at one target: ("volley", (ids…), target). (sbh.concentrated.order)"""

    __slots__ = ()

    def possible(self, doing: Doing) -> bool:
        if not super().possible(doing):
            return False
        return len([figure for figure in commanded(doing) if figure.has(SHOOTER)]) >= 2

    def refusal(self, doing: Doing, answer: tuple[Any, ...]) -> Refusal | None:
        if len(answer) != 3 or type(answer[2]) is not int:
            return no("sbh.concentrated.order", "malformed", str(answer))
        refused = order_refusal(doing, answer[1], 2, LARGEST, "sbh.concentrated.order")
        if refused is not None:
            return refused
        target = enemy_of(doing.world, doing.figure(), answer[2])
        if target is None:
            return no("sbh.concentrated.order", "not-an-enemy")
        for id in answer[1]:
            refused = can_shoot(doing.world, doing.world.figures[id])
            if refused is None:
                refused = legal_target(doing.world, doing.world.figures[id], target)
            if refused is not None:
                return refused
        return None

    def listed(self, doing: Doing) -> list[Answer]:
        world = doing.world
        shooters = [f for f in commanded(doing) if f.has(SHOOTER) and can_shoot(world, f) is None]
        found: list[Answer] = []
        for target in enemies(world, doing.figure()):
            able = [figure.id for figure in shooters if legal_target(world, figure, target) is None][:LARGEST]
            if len(able) >= 2:
                found.append(("volley", tuple(able), target.id))
        return found


# ---------------------------------------------------------------- the group's roll


def effective_target(world: World, member: Figure) -> int:
    """What a die must show for this member: its Quality less its bonuses; the Gregarious have +1 in a group.
    (sbh.special.gregarious)"""
    target = quality_of(world, member) - quality_bonus(world, member)
    return target - 1 if member.has(GREGARIOUS) else target


def tricks_on_members(world: World, members: tuple[int, ...]) -> Script:
    """Dirty tricks before the roll of a group, against a member or a Leader whose presence would help one. What they take of a
    member lasts while the group acts, but what counts for the roll alone. Returns the world and whom they hit, or -1.
    (sbh.campaign.upgrade.dirty-tricks)"""
    if not owns(world, 1 - world.figures[members[0]].seat, DIRTY_TRICKS):
        return world, -1
    leaders = dict.fromkeys([leader for id in members for leader in inspiring(world, world.figures[id])])
    after = yield from tricks_on_group(world, members, tuple(leaders))
    return after, tricked(world, after)


def group_roll(world: World, members: tuple[int, ...], announced: tuple[str, ...] = ()) -> Script:
    """One activation roll for the whole group, with one to three dice (sbh.group.roll), at the worst Quality among them: it is
    that fighter who rolls (sbh.group.worst-quality). Three failures exhaust all that announced something. Returns the world
    and the successes."""
    seat = world.figures[members[0]].seat
    dice = yield Choose("sbh.group.roll", seat, world, Listed(DICE, "sbh.group.roll"), members[0])
    world, victim = yield from tricks_on_members(world, members)
    targets = [effective_target(world, world.figures[id]) for id in members]
    target = max(targets)
    worst = members[targets.index(target)]
    table = success_table(target, True)
    successes = yield Roll("sbh.group.roll", seat, world, dice, 6, table, worst, target)
    for id in members:
        twin = world.figures[id].copy()
        twin.activated = True
        world = world.with_figure(twin)
    if victim >= 0:
        keeps = victim in members and not world.figures[victim].cancelled & GREGARIOUS
        world = tricks_last(world, victim) if keeps else tricks_over(world, victim)
    failures = dice - successes
    yield Tell("sbh.group.roll", "group-activation", (members, successes, failures), TALLY[successes][failures])
    for id, wish in zip(members, announced, strict=False):
        if may_declare(world.figures[id], wish):
            world = yield from three_failures(world, id, wish, failures)
    if failures >= PASSING:
        world = yield from judged(world, True)  # at least the Leader may have something left to do
    return world, successes


@rule("sbh.group.order-cost", "sbh.special.leader-groups", "sbh.group.activated-once")
def order_group(world: World, id: int, answer: tuple[str, tuple[int, ...]]) -> Script:
    """The Leader orders a group; it rolls and acts at once. Returns the world and the action spent."""
    members = answer[1]
    yield Tell("sbh.group.order-cost", "orders-group", (id, members))
    announced = yield from announcements(world, members)
    world, successes = yield from group_roll(world, members, announced)
    world = yield Call(group_acts, world, each(world, members, successes, announced), NORMAL, members)
    return acted(world, id), COST["order-group"]


@rule("sbh.regroup.order", "sbh.regroup.activation", "sbh.regroup.no-attack")
def order_regroup(world: World, id: int, answer: tuple[str, tuple[int, ...]]) -> Script:
    """The Leader calls fighters together: they only move, and each ends in contact with another of them or the Leader.
    Returns the world and the action spent."""
    members = answer[1]
    yield Tell("sbh.regroup.order", "orders-regroup", (id, members))
    world, successes = yield from group_roll(world, members)
    world = yield Call(group_acts, world, each(world, members, successes), REGROUP, (id, *members))
    return acted(world, id), COST["order-regroup"]


def acted(world: World, id: int) -> World:
    """The world once the group has acted: tricks are over for all but the Leader, whose activation goes on."""
    for figure in world.figures:
        if figure.cancelled and figure.id != id:
            world = tricks_over(world, figure.id, True)
    return world


def announcements(world: World, members: tuple[int, ...]) -> Script:
    """What each member announces before the roll of its group: Mages that they cast, Clerics that they heal.
    (sbh.magic.declare, sbh.group.shared-successes)"""
    found: tuple[str, ...] = ()
    for id in members:
        figure = world.figures[id]
        wish: str = SILENT
        if NO_GROUP_SPELLS not in world.switches:
            wishes = tuple([one for one, declared in ANNOUNCED.items() if may_declare(figure, declared)])
            if len(wishes) > 1:
                wish = yield Choose("sbh.magic.declare", figure.seat, world, Listed(wishes, "sbh.magic.declare"), id)
        found += (ANNOUNCED[wish],)
    return found


Share = tuple[int, int, str]
"""A member of a group, the actions it has left, and what it announced before the roll."""


def each(world: World, members: tuple[int, ...], actions: int, announced: tuple[str, ...] = ()) -> tuple[Share, ...]:
    """Every member with so many actions and, where it still can, what it announced."""
    wishes = announced or ("",) * len(members)
    return tuple(
        [(id, actions, wish if may_declare(world.figures[id], wish) else "") for id, wish in zip(members, wishes, strict=True)]
    )


@rule("sbh.group.shared-successes")
def group_acts(world: World, actions: tuple[Share, ...], mode: str, group: tuple[int, ...]) -> Script:
    """Every member takes as many actions as the group had successes, not all the same, and in any order: after each action
    the player says who does something next. `actions` are what the members have left. Returns the world."""
    actions = tuple([one for one in actions if one[1] > 0 and world.figures[one[0]].status == ON_TABLE])
    if not actions or is_over(world):
        return world
    ids = tuple([one[0] for one in actions])
    seat = world.figures[ids[0]].seat
    id = yield Choose("sbh.group.shared-successes", seat, world, Listed(ids, "sbh.group.shared-successes"))
    others = tuple([one for one in ids if one != id])
    _, left, declared = actions[ids.index(id)]
    world, left, declared = yield from one_deed(world, id, left, declared, mode, group, others)
    if left <= 0:
        world = relaxed(world, id)
    rest = tuple([(id, left, declared) if one[0] == id else one for one in actions])
    return Call(group_acts, world, rest, mode, group)


@rule("sbh.concentrated.order", "sbh.concentrated.targeting")
def order_volley(world: World, id: int, answer: tuple[str, tuple[int, ...], int]) -> Script:
    """The Leader orders concentrated fire: with a success of the group the Shooters fire once, together; with two they may
    aim. What the shot leaves they use like any group, unless the house says otherwise. Returns the world and the action
    spent."""
    _, shooters, target = answer
    yield Tell("sbh.concentrated.order", "orders-volley", (id, shooters, target))
    world, successes = yield from group_roll(world, shooters)
    if successes == 0:
        return acted(world, id), COST["order-concentrated-fire"]
    seat = world.figures[id].seat
    wishes = ("plain", "aimed") if successes >= COST["aimed-shot"] else ("plain",)
    wish = yield Choose("sbh.action.aimed-shot", seat, world, Listed(wishes, "sbh.action.aimed-shot"), shooters[0])
    aimed = wish == "aimed"
    world = yield Call(shot, world, shooters, target, aimed)
    left = 0 if VOLLEY_ONLY in world.switches else successes - shot_cost(aimed)
    world = yield Call(group_acts, world, each(world, shooters, left), NORMAL, shooters)
    return acted(world, id), COST["order-concentrated-fire"]


register(OrderGroup("group", 3, order_group))
register(OrderRegroup("regroup", 1, order_regroup))
register(OrderVolley("volley", 4, order_volley))
