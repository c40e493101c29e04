"""Activation: whose turn, which fighter, how many dice; one action for each success, and two failures pass the turn."""

from __future__ import annotations

from typing import Any, Final, final

from mypy_extensions import mypyc_attr

from escarmouche.core.effects import Answer, Call, Chance, Choose, Options, Part, Refusal, Script, Tell, rule
from escarmouche.kit.menu import malformed, no
from escarmouche.systems.sbh.model import CLERIC, HERO, MAGE, ON_TABLE, WAITING, Band, Figure, World
from escarmouche.systems.sbh.rules.actions import CAST, HEAL, NORMAL, SCROLL, spend
from escarmouche.systems.sbh.rules.ending import is_over, outcome, why_over
from escarmouche.systems.sbh.rules.places import hidden_marker, reveal
from escarmouche.systems.sbh.rules.quality import on_place_of_power, quality_bonus, quality_of, target_roll, tricks_on_roll
from escarmouche.systems.sbh.rules.upgrades import (
    REGAIN_INITIATIVE,
    TERRAIN_KNOWLEDGE,
    UNPREDICTABLE,
    owns,
    tricks_last,
    tricks_over,
    used,
    window,
)
from escarmouche.systems.sbh.rules.values import DICE, PASSING

DECLARATIONS: Final[tuple[str, ...]] = ("", CAST, HEAL, SCROLL)

ROLLED_WITH: Final = HERO | MAGE | CLERIC
"""The special rules that count for a fighter's own activation roll, or for what is announced before it."""

DECLARED: Final[dict[str, str]] = {declared: "declares-" + (declared or "nothing") for declared in DECLARATIONS}
"""How the log names what is announced."""
TALLY: Final[list[list[str]]] = [[f"{hits}-{misses}" for misses in range(max(DICE) + 1)] for hits in range(max(DICE) + 1)]
"""The outcome of a roll by its successes and failures."""

END_TURN: Final[tuple[str, ...]] = ("end-turn",)
CONCEDE: Final[tuple[str, ...]] = ("concede",)

# ---------------------------------------------------------------- the turn


@rule("sbh.activation.end-turn", "sbh.activation.continue")
def new_turn(world: World, seat: int) -> Script:
    """A new turn: all fighters of the seat can be activated, and attack, and move again; unless the battle has ended with the
    last one (sbh.scenario.pitched-battle.end)."""
    if why_over(world, True):
        return outcome(world, True)
    twin = world.copy()
    twin.turn += 1
    twin.active = seat
    twin.passing = False
    twin.figures = tuple([rested(figure) if figure.seat == seat else figure for figure in world.figures])
    twin.bands = tuple([sobered(band) for band in world.bands])
    twin.dawn = twin.figures
    yield Tell("sbh.activation.end-turn", "new-turn", (twin.turn, seat))
    return Call(next_activation, twin)


def rested(figure: Figure) -> Figure:
    """The figure at the start of its side's turn."""
    if not figure.activated and not figure.attacked and figure.moves == 0 and figure.shunned == 0 and figure.offered == -1:
        return figure
    twin = figure.copy()
    twin.activated = False
    twin.attacked = False
    twin.moves = 0
    twin.shunned = 0
    twin.offered = -1
    return twin


def sobered(band: Band) -> Band:
    """The band at the start of a turn: swapped Quality (sbh.campaign.upgrade.unpredictable) lasted until the end of the
    turn, and so did sure footing that nobody used."""
    if not band.swap and band.surefoot < 0:
        return band
    twin = band.copy()
    twin.swap = ()
    twin.surefoot = -1
    return twin


def can_be_activated(world: World, figure: Figure) -> bool:
    """Once a turn, whatever came of it (sbh.activation.once-per-turn); a fighter under an ambush marker too."""
    if figure.seat != world.active or figure.activated:
        return False
    return figure.status == ON_TABLE or (figure.status == WAITING and hidden_marker(world, figure.id) >= 0)


def any_ready(world: World) -> bool:
    """Can any fighter of the side whose turn it is still be activated?"""
    return any(can_be_activated(world, figure) for figure in world.figures)


def may_declare(figure: Figure, declared: str) -> bool:
    """May it announce this before its roll? A Mage that is not exhausted casts (sbh.magic.declare, sbh.special.mage), a
    Cleric in favour heals (sbh.special.cleric-heal), the bearer of a scroll reads it (sbh.item.scroll)."""
    if declared == CAST:
        return figure.has(MAGE) and not figure.exhausted
    if declared == HEAL:
        return figure.has(CLERIC) and not figure.forsaken
    if declared == SCROLL:
        return figure.item == "scroll"
    return declared == ""


# ---------------------------------------------------------------- choosing a fighter and dice


@final
@mypyc_attr(acyclic=True)
class Activations(Options):
    """The choice that opens an activation: ("activate", fighter, dice, declaration), ("end-turn",), ("concede",), and with
    the upgrades ("swap", one, other) and ("sure-footed", fighter)."""

    __slots__ = ("world",)

    def __init__(self, world: World) -> None:
        self.world = world

    def check(self, answer: Answer) -> Refusal | None:
        if not isinstance(answer, tuple) or not answer:
            return no("sbh.activation.choose-fighter", "malformed", str(answer))
        if answer in (END_TURN, CONCEDE):
            return None
        if answer[0] == "swap":
            return self.swap_refusal(answer)
        if answer[0] == "sure-footed":
            return self.footing_refusal(answer)
        if answer[0] != "activate" or malformed(answer, int, int, str):
            return no("sbh.activation.choose-fighter", "malformed", str(answer))
        _, id, dice, declared = answer
        if not 0 <= id < len(self.world.figures):
            return no("sbh.activation.choose-fighter", "no-such-figure", id)
        figure = self.world.figures[id]
        if figure.seat != self.world.active:
            return no("sbh.activation.choose-fighter", "not-yours", id)
        if not can_be_activated(self.world, figure):
            return no("sbh.activation.once-per-turn", "activated-already", id)
        if dice not in DICE:
            return no("sbh.activation.dice-choice", "one-to-three-dice", dice)
        if not may_declare(figure, declared):
            return no("sbh.magic.declare", "may-not-declare", id)
        return None

    def swap_refusal(self, answer: tuple[object, ...]) -> Refusal | None:
        """Two fighters of the band, neither activated yet, may swap their Quality once a game.
        (sbh.campaign.upgrade.unpredictable)"""
        rule_id = "sbh.campaign.upgrade.unpredictable"
        if malformed(answer, int, int) or answer[1] == answer[2]:
            return no(rule_id, "malformed", str(answer))
        if not owns(self.world, self.world.active, UNPREDICTABLE):
            return no(rule_id, "upgrade-not-owned")
        ids = [figure.id for figure in self.ready()]
        return None if answer[1] in ids and answer[2] in ids else no(rule_id, "swap-before-activation")

    def footing_refusal(self, answer: tuple[object, ...]) -> Refusal | None:
        """One fighter may ignore difficult terrain for one activation, once a game.
        (sbh.campaign.upgrade.terrain-knowledge)"""
        rule_id = "sbh.campaign.upgrade.terrain-knowledge"
        if malformed(answer, int):
            return no(rule_id, "malformed", str(answer))
        if not owns(self.world, self.world.active, TERRAIN_KNOWLEDGE):
            return no(rule_id, "upgrade-not-owned")
        ids = [figure.id for figure in self.ready()]
        return None if answer[1] in ids else no(rule_id, "swap-before-activation")

    def ready(self) -> list[Figure]:
        """The fighters that can be activated."""
        world, seat = self.world, self.world.active
        return [figure for figure in world.figures if figure.seat == seat and can_be_activated(world, figure)]

    def listed(self) -> list[Answer]:
        answers: list[Answer] = []
        ready = self.ready()
        for figure in ready:
            for declared in DECLARATIONS:
                if may_declare(figure, declared):
                    answers.extend([("activate", figure.id, dice, declared) for dice in DICE])
        if owns(self.world, self.world.active, UNPREDICTABLE):
            answers.extend([("swap", a.id, b.id) for a in ready for b in ready if a.id < b.id])
        if owns(self.world, self.world.active, TERRAIN_KNOWLEDGE):
            answers.extend([("sure-footed", figure.id) for figure in ready])
        return [*answers, END_TURN, CONCEDE]

    def sample(self, chance: Chance) -> Answer:
        if chance.below(64) == 0:
            answers = self.listed()
            answer = answers[chance.below(len(answers))]
            return END_TURN if answer == CONCEDE else answer
        ready = self.ready()
        figure = ready[chance.below(len(ready))]
        declared = DECLARATIONS[chance.below(4)]
        return ("activate", figure.id, DICE[chance.below(len(DICE))], declared if may_declare(figure, declared) else "")


@rule("sbh.activation.choose-fighter", "sbh.activation.dice-choice", "sbh.end.eradication")
def next_activation(world: World) -> Script:
    """The player picks a fighter not yet activated this turn, in any order, and one to three dice for it."""
    if is_over(world):
        return outcome(world)
    if not any_ready(world):
        return Call(new_turn, world, 1 - world.active)
    answer: tuple[Any, ...] = yield Choose("sbh.activation.choose-fighter", world.active, world, Activations(world))
    kind: str = answer[0]
    if kind == "activate":
        if world.markers:
            world = yield from reveal(world, answer[1])  # an activation roll reveals a hidden fighter
        return Call(activate, world, answer[1], answer[2], answer[3])
    if kind == "end-turn":
        return Call(new_turn, world, 1 - world.active)
    if kind == "concede":
        band = world.bands[world.active].copy()
        band.conceded = True
        yield Tell("sbh.end.scenario-conditions", "concedes", (world.active,))
        return outcome(world.with_band(band))
    if kind == "swap":
        yield Tell("sbh.campaign.upgrade.unpredictable", "swaps", (answer[1], answer[2]))
        world = used(world, world.active, UNPREDICTABLE)
        band = world.bands[world.active].copy()
        band.swap = (answer[1], answer[2])
        return Call(next_activation, world.with_band(band))
    yield Tell("sbh.campaign.upgrade.terrain-knowledge", "knows-terrain", (answer[1],))
    world = used(world, world.active, TERRAIN_KNOWLEDGE)
    band = world.bands[world.active].copy()
    band.surefoot = answer[1]
    return Call(next_activation, world.with_band(band))


# ---------------------------------------------------------------- the roll


@rule(
    "sbh.activation.success",
    "sbh.activation.table",
    "sbh.activation.actions-before-pass",
    "sbh.activation.two-failures-pass-turn",
    "sbh.magic.two-failures",
    "sbh.group.two-failures",
)
def activate(world: World, id: int, dice: int, declared: str) -> Script:
    """Roll for the fighter, let it act, and see whether the turn passes. (sbh.reference.activation)

    A Mage whose gift is cancelled by Dirty tricks (sbh.campaign.upgrade.dirty-tricks) just acts.
    """
    twin = world.figures[id].copy()
    twin.activated = True
    world = world.with_figure(twin)
    yield Tell("sbh.activation.dice-choice", "activates", (id, dice, DECLARED[declared]))
    world, victim = yield from tricks_on_roll(world, id)
    if not may_declare(world.figures[id], declared):
        declared = ""
    world, successes = yield from activation_roll(world, id, dice, declared)
    failures = dice - successes
    yield Tell("sbh.activation.success", "activation", (id, successes, failures), TALLY[successes][failures])
    world = yield from three_failures(world, id, declared, failures)
    if failures >= PASSING:
        world = yield from judged(world, successes > 0)
    if victim >= 0:
        world = lasting_tricks(world, victim, id)
    if successes > 0:
        world = yield Call(spend, world, id, successes, declared, NORMAL, ())
    return (yield from after_activation(relaxed(tricks_over(world, -1, True), id)))


def judged(world: World, acts: bool) -> Script:
    """The world after an activation roll with two failures: the turn will pass; failures of different rolls are never added
    (sbh.activation.two-failures-pass-turn). The band may regain the initiative at once, where somebody `acts` or can still be
    activated (sbh.campaign.upgrade.regain-initiative)."""
    if acts or any_ready(world):
        world, regained = yield from window(world, world.active, REGAIN_INITIATIVE, -1)
        if regained:
            return world
    twin = world.copy()
    twin.passing = True
    return twin


def lasting_tricks(world: World, victim: int, id: int) -> World:
    """Dirty tricks before an activation roll are over with it, unless they took from the fighter something that it uses with
    its actions: a Leader's orders, a flier's way, a Shooter's shot. (sbh.campaign.upgrade.dirty-tricks)"""
    if victim == id and not world.figures[id].cancelled & ROLLED_WITH:
        return tricks_last(world, id)
    return tricks_over(world, victim)


def activation_roll(world: World, id: int, dice: int, declared: str) -> Part[tuple[World, int]]:
    """The activation roll: a natural 1 always fails and a 6 always succeeds (sbh.activation.natural-1-and-6). A scroll is
    read at its own Quality (sbh.item.scroll)."""
    figure = world.figures[id]
    target = figure.charges if declared == SCROLL else quality_of(world, figure)
    bonus = quality_bonus(world, figure)
    return (yield from target_roll(world, id, "sbh.activation.success", dice, target, bonus, True))


def three_failures(world: World, id: int, declared: str, failures: int) -> Script:
    """Three failures of a declared roll: the Mage is exhausted (sbh.magic.failure-exhaustion) unless it stands on the Place
    of Power (sbh.scenario.place-of-power.no-exhaustion), the Cleric falls from favour (sbh.special.cleric-loses-favour),
    the scroll is drained and no Mage exhausted (sbh.item.scroll-triple-failure)."""
    if failures < 3 or declared == "":
        return world
    twin = world.figures[id].copy()
    if declared == CAST:
        if on_place_of_power(world, twin):
            return world
        twin.exhausted = True
        yield Tell("sbh.magic.failure-exhaustion", "exhausted", (id,))
    elif declared == HEAL:
        twin.forsaken = True
        yield Tell("sbh.special.cleric-loses-favour", "forsaken", (id,))
    else:
        twin.item = ""
        twin.charges = 0
        yield Tell("sbh.item.scroll-triple-failure", "item-drained", (id, "item-scroll"))
    return world.with_figure(twin)


def relaxed(world: World, id: int) -> World:
    """The world after an activation: bans of Terror and sure-footedness are over."""
    figure = world.figures[id]
    if figure.shunned:
        twin = figure.copy()
        twin.shunned = 0
        world = world.with_figure(twin)
    if world.bands[figure.seat].surefoot == id:
        band = world.bands[figure.seat].copy()
        band.surefoot = -1
        world = world.with_band(band)
    return world


def after_activation(world: World) -> Script:
    """What comes next: two or three failures of one roll pass the turn. (sbh.activation.two-failures-pass-turn,
    sbh.faq.one-die-safe)"""
    if not world.passing or is_over(world):
        return Call(next_activation, world)
    yield Tell("sbh.activation.two-failures-pass-turn", "turn-passes", (world.active,))
    return Call(new_turn, world, 1 - world.active)
