"""Exact odds of one attack: a little table on which the settings hold, and the very rules that play.

Nothing is worked out here. Figures and scenery are placed so that the rules themselves find what was asked for (a hill
under one of them, a wood that hid it at dawn, as many enemies in contact), the rules say whether the attack is allowed,
and every face of every die is followed up to the attack's outcome.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import cache
from typing import NamedTuple

from escarmouche.core.effects import Answer, Call, Refusal, Rule
from escarmouche.core.engine import Run, start
from escarmouche.core.odds import Leaf, leaves, tally
from escarmouche.kit import attacks
from escarmouche.kit.attacks import demand, first_option
from escarmouche.kit.menu import no
from escarmouche.systems.sbh.cards import card_of
from escarmouche.systems.sbh.content import PROFILES, book
from escarmouche.systems.sbh.model import (
    ENTANGLE,
    FREE,
    LEADER,
    MEDIUM,
    ON_TABLE,
    POISON,
    SHORT,
    SPELLBOUND,
    Band,
    Card,
    Figure,
    Ground,
    World,
)
from escarmouche.systems.sbh.rules.actions import CAST, Doing
from escarmouche.systems.sbh.rules.activation import activate, may_declare
from escarmouche.systems.sbh.rules.groups import LARGEST
from escarmouche.systems.sbh.rules.harm import KNOCKED_DOWN, RECOIL, WOUNDED
from escarmouche.systems.sbh.rules.magic import cast, entangle
from escarmouche.systems.sbh.rules.melee import attack
from escarmouche.systems.sbh.rules.morale import morale_test
from escarmouche.systems.sbh.rules.shooting import can_shoot, legal_target, shoot, shot
from escarmouche.systems.sbh.rules.values import BANDS, DICE, MOST_POWER, SPELL_RANGE
from escarmouche.systems.sbh.words import SPEECH
from escarmouche.table.pieces import Piece
from escarmouche.table.shapes import polygon
from escarmouche.table.trig import step

TABLE = 60_000
RULERS = (0, *[book().ruler[name].mm_15 * 100 for name in ("short", "medium", "long")])
MIDDLE = TABLE // 2
ATTACKER = 0
DEFENDER = 1
CHIP = 100
"""Further enemies in contact stand on small bases at the fighter's sides, where they leave it room to recoil."""
SIDES = (9500, -9500, 11000, -11000, 12500, -12500)
"""Where they stand around a fighter, in hundredths of a degree off the way it would recoil."""
HEDGE = 300
HILL = 2500

# ---------------------------------------------------------------- settings

STATES = ("standing", "prone", "immobilised")
ROLES = ("attacker", "defender")


class Settings(NamedTuple):
    """What counts beside the two profiles."""

    power: bool = False
    aimed: bool = False
    ambush: bool = False
    cover: bool = False
    leader: bool = False
    attacker_extra_foes: int = 0
    defender_extra_foes: int = 0
    attacker_state: str = "standing"
    defender_state: str = "standing"
    higher: str = ""
    obstacle: str = ""
    range: int = 1
    shooters: int = 1
    power_level: int = 1
    dice: int = 1


NUMBERS = {
    "attacker_extra_foes": (0, 5),
    "defender_extra_foes": (0, 5),
    "range": (1, len(BANDS)),
    "shooters": (1, LARGEST),
    "power_level": (1, MOST_POWER),
    "dice": (min(DICE), max(DICE)),
}
WORDS = {
    key: {word: word for word in words}
    for key, words in {"attacker_state": STATES, "defender_state": STATES, "higher": ROLES, "obstacle": ROLES}.items()
}
SETTINGS = attacks.SettingsReader(Settings, NUMBERS, WORDS)


# ---------------------------------------------------------------- the little table


@cache
def _listed_card(profile: str) -> Card:
    return card_of(book().profile[profile])


def card_for(profile: str) -> Card:
    """The card of a profile: the book's, or people's own."""
    return _listed_card(profile) if profile in book().profile else card_of(PROFILES.find(profile, {}))


def plain_card(traits: int, radius: int) -> Card:
    """The card of somebody who is only there to be there."""
    return Card("", "", "", 0, 3, 3, traits, MEDIUM, 0, 0, (), "", radius, 0)


def box(kind: str, left: int, bottom: int, right: int, top: int, blocks: bool = False, floor: int = 0) -> Piece:
    """A rectangular piece of terrain."""
    shape = polygon([(left, bottom), (right, bottom), (right, top), (left, top)])
    return Piece(kind, shape, height=floor, blocks_sight=blocks, cover=blocks, floor=floor)


class Scene:
    """A table under construction: the attacker is figure 0 and the defender, if any, figure 1."""

    def __init__(self) -> None:
        self.figures: list[Figure] = []
        self.pieces: list[Piece] = []
        self.lair: tuple[int, int] | None = None
        """Where the attacker began its turn, if not where it stands."""

    def add(self, seat: int, card: Card, x: int, y: int, state: str = "standing", moves: int = 0) -> Figure:
        """One more figure."""
        held = SPELLBOUND if state == "immobilised" else FREE
        figure = Figure(len(self.figures), seat, card, x, y, ON_TABLE, prone=state == "prone", held=held, moves=moves)
        self.figures.append(figure)
        return figure

    def add_leader(self, figure: Figure) -> None:
        """A Leader of its side, in sight and within Long, to the side where it is in nobody's way."""
        self.add(figure.seat, plain_card(LEADER, 800), figure.x, figure.y + 5_000)

    def crowd(self, figure: Figure, count: int, away: int) -> None:
        """Further enemies in contact with a figure that would recoil in the direction `away`."""
        for turn in SIDES[:count]:
            x, y = step(figure.x, figure.y, away + turn, figure.card.radius + CHIP)
            self.add(1 - figure.seat, plain_card(0, CHIP), x, y)

    def world(self) -> World:
        """The world, in the attacker's turn. Nobody began with anything, so no band falls to half of it."""
        figures = tuple(self.figures)
        dawn = figures
        if self.lair is not None:
            then = figures[ATTACKER].copy()
            then.x, then.y = self.lair
            dawn = (then, *figures[1:])
        ground = Ground(TABLE, TABLE, RULERS, tuple(self.pieces))
        bands = (Band(0, True, 1), Band(1, False, 3))
        return World(ground, figures, bands, turn=1, dawn=dawn)


# ---------------------------------------------------------------- following every die


def followed(run: Run, goes_on: tuple[str, ...]) -> Iterator[Leaf]:
    """Every way the run goes, to its first outcome; after those in `goes_on` poison may still have its say."""
    for leaf in leaves(run, first_option, True):
        outcome = leaf.outcomes[:1]
        if not outcome or outcome[0] not in goes_on:
            yield Leaf(outcome, leaf.run, leaf.scale, leaf.weight)
            continue
        for last in leaves(leaf.run, first_option, True):
            yield Leaf(last.outcomes[:1] or outcome, last.run, leaf.scale * last.scale, leaf.weight * last.weight)


class PreparedAttack(NamedTuple):
    """An attack ready to be made: the rule, and the outcomes that poison may still make worse."""

    call: Call
    goes_on: tuple[str, ...] = ()

    def chances(self) -> dict[str, Fraction]:
        """The exact chances of its outcomes."""
        return tally(followed(start(self.call), self.goes_on), lambda leaf: leaf.outcomes[0])


def survived(world: World, role: str) -> tuple[str, ...]:
    """The outcomes after which a fighter in this role may still die of its enemy's poison."""
    winner = world.figures[DEFENDER if role == "attacker" else ATTACKER]
    return tuple([f"{role}-{result}" for result in (RECOIL, KNOCKED_DOWN, WOUNDED)]) if winner.has(POISON) else ()


def deed(rule: Rule, doing: Doing, answer: Answer) -> PreparedAttack:
    """An action that the rules allow, as an attack; `rule` carries it out."""
    world = doing.world
    demand(SPEECH, world, doing.check(answer))
    goes_on = (*survived(world, "attacker"), *survived(world, "defender"))
    return PreparedAttack(Call(rule, world, ATTACKER, answer), goes_on)


# ---------------------------------------------------------------- the kinds of attack


def melee(attacker: Card, defender: Card, settings: Settings) -> PreparedAttack:
    """One attack hand to hand, with room all around."""
    scene = Scene()
    between = HEDGE if settings.obstacle else 0
    edge = MIDDLE + attacker.radius
    came = 1 if settings.obstacle == "attacker" else 0
    one = scene.add(0, attacker, MIDDLE, MIDDLE, settings.attacker_state)
    other = scene.add(1, defender, edge + between + defender.radius, MIDDLE, settings.defender_state, came)
    if between:
        scene.pieces.append(box("obstacle", edge, MIDDLE - HEDGE, edge + between, MIDDLE + HEDGE, blocks=True))
    if settings.higher:
        top = one if settings.higher == "attacker" else other
        scene.pieces.append(box("hill", top.x - CHIP, MIDDLE - CHIP, top.x + CHIP, MIDDLE + CHIP, floor=HILL))
    if settings.ambush:
        scene.pieces.append(box("wood", 4_000, 4_000, 12_000, 12_000, blocks=True))
        scene.lair = (8_000, 8_000)
    scene.crowd(one, settings.attacker_extra_foes, 18_000)
    scene.crowd(other, settings.defender_extra_foes, 0)
    world = scene.world()
    return deed(attack, Doing(world, ATTACKER, 2), ("attack", DEFENDER, settings.power))


def at_range(attacker: Card, defender: Card, settings: Settings, length: int) -> Scene:
    """The attacker faces the defender in the middle of the band of its range that is asked for; further shooters stand as
    far from the target as the first, on both sides of it, or where the target is in cover all on the side that the
    scenery does not hide."""
    scene = Scene()
    far = length * (2 * settings.range - 1) // 2 + attacker.radius + defender.radius
    x, y = MIDDLE - far, MIDDLE
    scene.add(0, attacker, x, y, settings.attacker_state)
    scene.add(1, defender, MIDDLE, MIDDLE, settings.defender_state)
    for number in range(1, settings.shooters):
        place = number if settings.cover else (number + 1) // 2 * (1 if number % 2 else -1)
        turn = place * turned_by(attacker.radius, far)
        scene.add(0, attacker, *step(MIDDLE, MIDDLE, 18_000 + turn, far))
    if settings.ambush:
        scene.pieces.append(box("wood", x - CHIP, y - CHIP, x + CHIP, y + CHIP, blocks=True))
    if settings.cover:
        near, low = MIDDLE - defender.radius, MIDDLE + min(attacker.radius, defender.radius) // 2
        scene.pieces.append(box("ruins", near - 800, low, near - 400, low + 2_000, blocks=True))
    return scene


def turned_by(radius: int, far: int) -> int:
    """By how many hundredths of a degree bases that stand this far from a point must be turned around it to be clear of each
    other: the arc of a base's width, and a tenth more because a chord is shorter than its arc."""
    return 1 + 18_000 * 2 * radius * 11 // (far * 31)


def ranged(attacker: Card, defender: Card, settings: Settings) -> PreparedAttack:
    """A shot, or the concentrated fire of several shooters of one profile."""
    scene = at_range(attacker, defender, settings, RULERS[attacker.shooting or SHORT])
    world = scene.world()
    if settings.shooters == 1:
        return deed(shoot, Doing(world, ATTACKER, 2), ("shoot", DEFENDER, settings.aimed))
    shooters = tuple([figure.id for figure in world.figures if figure.seat == 0])
    for id in shooters:
        archer, target = world.figures[id], world.figures[DEFENDER]
        demand(SPEECH, world, can_shoot(world, archer) or legal_target(world, archer, target))
    return PreparedAttack(Call(shot, world, shooters, DEFENDER, settings.aimed), survived(world, "defender"))


def spell(attacker: Card, defender: Card, settings: Settings) -> PreparedAttack:
    """A magical ranged attack."""
    scene = at_range(attacker, defender, settings, RULERS[SPELL_RANGE[settings.power_level]])
    world = scene.world()
    demand(SPEECH, world, mage_refusal(world))
    return deed(cast, Doing(world, ATTACKER, 3, CAST), ("cast", "attack", DEFENDER, settings.power_level))


def mage_refusal(world: World) -> Refusal | None:
    """Why the attacker could not announce a spell."""
    allowed = may_declare(world.figures[ATTACKER], CAST)
    return None if allowed else no("sbh.magic.declare", "may-not-declare", ATTACKER)


def immobilise(attacker: Card, defender: Card, settings: Settings) -> PreparedAttack:
    """An immobilisation by a Mage, or the web of one that entangles."""
    scene = at_range(attacker, defender, settings, RULERS[SPELL_RANGE[settings.power_level]])
    if settings.leader:
        scene.add_leader(scene.figures[DEFENDER])
    world = scene.world()
    power = settings.power_level
    if world.figures[ATTACKER].has(ENTANGLE):
        return deed(entangle, Doing(world, ATTACKER, 3), ("entangle", DEFENDER, power))
    demand(SPEECH, world, mage_refusal(world))
    return deed(cast, Doing(world, ATTACKER, 3, CAST), ("cast", "immobilise", DEFENDER, power))


def alone(card: Card, settings: Settings) -> World:
    """A single figure in the middle of the table, with its Leader if that is asked for."""
    scene = Scene()
    figure = scene.add(0, card, MIDDLE, MIDDLE)
    if settings.leader:
        scene.add_leader(figure)
    return scene.world()


def activation(attacker: Card, settings: Settings) -> PreparedAttack:
    """An activation roll, as successes and failures: "2-1"."""
    return PreparedAttack(Call(activate, alone(attacker, settings), ATTACKER, settings.dice, ""))


def morale(attacker: Card, settings: Settings) -> PreparedAttack:
    """A morale roll far from everybody, as when the band falls to half."""
    return PreparedAttack(Call(morale_test, alone(attacker, settings), ATTACKER, "sbh.morale.trigger-half"))


# ---------------------------------------------------------------- the door

DUELS: dict[str, tuple[Callable[[Card, Card, Settings], PreparedAttack], tuple[str, ...]]] = {
    "melee": (
        melee,
        (
            "power",
            "ambush",
            "attacker_extra_foes",
            "defender_extra_foes",
            "attacker_state",
            "defender_state",
            "higher",
            "obstacle",
        ),
    ),
    "ranged": (ranged, ("aimed", "ambush", "cover", "range", "shooters", "attacker_state", "defender_state")),
    "spell": (spell, ("power_level", "ambush", "cover", "range", "attacker_state", "defender_state")),
    "immobilise": (immobilise, ("power_level", "cover", "leader", "attacker_state", "defender_state")),
}
TESTS: dict[str, tuple[Callable[[Card, Settings], PreparedAttack], tuple[str, ...]]] = {
    "activation": (activation, ("dice", "leader")),
    "morale": (morale, ("leader",)),
}


class FighterAttacks(attacks.Attacks[PreparedAttack]):
    """The odds of attacks between fighters.

    >>> ATTACKS.chances("melee", "human-warrior", "orc-warrior", {})["tie"]
    Fraction(1, 6)
    """

    duels = tuple(DUELS)
    tests = tuple(TESTS)

    def duel(self, attack: str, attacker: str, defender: str, settings: Mapping[str, str]) -> PreparedAttack:
        made, keys = DUELS[attack]
        return made(card_for(attacker), card_for(defender), SETTINGS.read(attack, settings, keys))

    def single(self, attack: str, attacker: str, settings: Mapping[str, str]) -> PreparedAttack:
        made, keys = TESTS[attack]
        return made(card_for(attacker), SETTINGS.read(attack, settings, keys))


ATTACKS = FighterAttacks()
