"""Exact odds of one attack: a little table on which the settings hold, and the very rules that play.

Nothing is worked out here. Units and scenery are placed so that the rules themselves find what was asked for (a hill under
one of them, cover around the other, as many figures in contact as there is room for), the rules say whether the attack is
allowed, and every outcome of its dice is followed up to the first result that is told.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import cache
from typing import Any, NamedTuple

from escarmouche.core.effects import Call, Choose, Roll
from escarmouche.core.engine import Run, alone, start
from escarmouche.core.errors import EscarmoucheError, UnknownName
from escarmouche.core.odds import Leaf, leaves, tally
from escarmouche.kit import attacks
from escarmouche.kit.attacks import demand, first_option
from escarmouche.systems.masse.cards import card, card_of, crew_card, formations, hero_card, structure, unit_of
from escarmouche.systems.masse.content import PROFILES, book
from escarmouche.systems.masse.model import (
    CLOSE,
    ENRAGED,
    FRONT,
    INCH,
    LEFT,
    METRE,
    NONE,
    ON_TABLE,
    PACK,
    REAR,
    ROUTED,
    SHAKEN,
    SKIRMISH,
    STABLE,
    Card,
    Side,
    Structure,
    Unit,
    World,
)
from escarmouche.systems.masse.rules.breath import breathe
from escarmouche.systems.masse.rules.combat import pack_files
from escarmouche.systems.masse.rules.engines import fire, fire_at
from escarmouche.systems.masse.rules.ground import size_of
from escarmouche.systems.masse.rules.melee import melee
from escarmouche.systems.masse.rules.morale import QUARTER, STATES, morale_test
from escarmouche.systems.masse.rules.orders import Doing
from escarmouche.systems.masse.rules.shooting import LONG, MEDIUM, SHORT, volley
from escarmouche.systems.masse.rules.sieges import ram
from escarmouche.systems.masse.rules.structures import damaged, demolish
from escarmouche.systems.masse.rules.values import DIFFICULTY
from escarmouche.systems.masse.words import SPEECH
from escarmouche.table.pieces import Piece
from escarmouche.table.shapes import polygon, rectangle, turned

TABLE = 600 * INCH
MIDDLE = TABLE // 2
ATTACKER = 0
DEFENDER = 1
PLATEAU, HIGH = "plateau", 5 * METRE
"""Higher ground without the crest of a hill, which would give cover as well."""
NORTH = 9000

# ---------------------------------------------------------------- settings

SECTORS = {"front": FRONT, "flank": LEFT, "rear": REAR}
MORALES = {"stable": STABLE, "shaken": SHAKEN, "enraged": ENRAGED, "routed": ROUTED}
RANGES = {"short": SHORT, "medium": MEDIUM, "long": LONG}
ORDERS = (CLOSE, SKIRMISH, PACK)


class Settings(NamedTuple):
    """What counts beside the two profiles; 0 and "" leave it to what is usual."""

    figures: int = 0
    files: int = 0
    defender_figures: int = 0
    charge: bool = False
    formation: str = ""
    defender_formation: str = ""
    flank: int = FRONT
    attacker_morale: int = STABLE
    cover: int = 0
    range: int = SHORT
    indirect: bool = False
    height: str = ""
    commander: bool = True
    cause: str = QUARTER
    distance: int = -1
    damage: int = 0


NUMBERS = {"figures": (1, 200), "files": (1, 200), "defender_figures": (1, 200), "distance": (0, 280), "damage": (0, 600)}
"""Distances are whole inches; damage is what a structure or engine has suffered already."""
WORDS: dict[str, dict[str, Any]] = {
    "formation": {name: name for name in ORDERS},
    "defender_formation": {name: name for name in ORDERS},
    "flank": SECTORS,
    "attacker_morale": MORALES,
    "cover": {str(percent): percent for percent in (0, 25, 50, 75, 90)},
    "range": RANGES,
    "height": {"attacker": "attacker", "defender": "defender"},
    "cause": {name: name for name in DIFFICULTY},
}


SETTINGS = attacks.SettingsReader(Settings, NUMBERS, WORDS)


# ---------------------------------------------------------------- the little table


@cache
def _listed_card(profile: str) -> Card:
    return card(profile)


def card_for(profile: str) -> Card:
    """The card of a profile: the book's, or people's own."""
    return _listed_card(profile) if profile in book().profile else card_of(PROFILES.find(profile, {}))


def engine_for(engine: str) -> Card:
    """The card of an engine with its whole crew of militia."""
    if engine not in book().engine:
        known = ", ".join(book().engine)
        raise UnknownName(
            f"There is no engine {engine!r}: choose from {known}.",
            f"Il n’y a pas d’engin {engine!r} : choisissez parmi {known}.",
        )
    return crew_card(engine)


def usual_figures(one: Card) -> int:
    """How many figures a unit has where nothing is said."""
    return 1 if one.formation == NONE or one.category == "engine" else 10


def formed(one: Card, seat: int, figures: int, files: int, formation: str) -> Unit:
    """A unit as it is asked for; a formation that its troops may not take is refused by name."""
    orders = formations(one)
    order = formation or orders[0]
    if order not in orders:
        raise EscarmoucheError(
            f"{one.name_en} may not stand in {order} order: choose from {', '.join(orders)}. (masse.formation.allowed)",
            f"{one.name_fr} ne peut pas prendre l’ordre {order} : choisissez parmi {', '.join(orders)}."
            " (masse.formation.allowed)",
        )
    many = figures or usual_figures(one)
    if order == NONE and many > 1:
        raise EscarmoucheError(
            f"{one.name_en} fights alone: leave the number of figures out. (masse.org.individuals)",
            f"{one.name_fr} se bat seul : ne donnez pas de nombre de figurines. (masse.org.individuals)",
        )
    made = unit_of(one, seat, many, files, order)
    made.status = ON_TABLE
    made.files = pack_files(many) if order == PACK else min(files or 5, many)
    return made


def facing(figures: int) -> int:
    """How many stand against so many where nothing is said: as many, or ten against one."""
    return figures if figures > 1 else 10


class Scene:
    """A table under construction: the attacker is unit 0 and the defender, if any, unit 1, who looks north."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.units: list[Unit] = []
        self.pieces: list[Piece] = []
        self.structures: tuple[Structure, ...] = ()

    def add(self, unit: Unit, x: int, y: int, facing: int) -> Unit:
        """One more unit; it must not be seen by anybody else yet."""
        unit.id = len(self.units)
        unit.x, unit.y, unit.facing = x, y, facing % 36000
        self.units.append(unit)
        return unit

    def face(self, attacker: Card, defender: Card, gap: int) -> None:
        """The attacker opposite the sector of the defender it comes from, so far from it, the middle of its front before the
        middle of that side."""
        settings = self.settings
        one = formed(attacker, 0, settings.figures, settings.files, settings.formation)
        one.morale = settings.attacker_morale
        other = formed(
            defender, 1, settings.defender_figures or (facing(one.figures) if usual_figures(defender) > 1 else 0),
            settings.files, settings.defender_formation,
        )  # fmt: skip
        wide, deep = size_of(other)
        away = (deep if settings.flank in (FRONT, REAR) else wide) // 2 + gap + size_of(one)[1] // 2
        heading = NORTH + 9000 * settings.flank
        dx, dy = turned(away, 0, heading)
        self.add(one, MIDDLE + dx, MIDDLE + dy, heading + 18000)
        self.add(other, MIDDLE, MIDDLE, NORTH)
        self.dress()

    def dress(self) -> None:
        """The cover, the height and the leader that are asked for."""
        settings = self.settings
        one, other = self.units
        if settings.cover:
            self.pieces.append(patch("broussailles", other, (f"cover-{settings.cover}",)))
        if settings.height:
            self.pieces.append(patch(PLATEAU, one if settings.height == "attacker" else other, (), HIGH))
        if settings.commander:
            self.lead(one)

    def lead(self, unit: Unit) -> None:
        """A hero behind the unit, in whose command radius it stands, in nobody's way."""
        hero = unit_of(hero_card("Hero", "Héros"), unit.seat)
        hero.status = ON_TABLE
        dx, dy = turned(-(size_of(unit)[1] // 2 + 2 * INCH), 0, unit.facing)
        self.add(hero, unit.x + dx, unit.y + dy, unit.facing)

    def world(self) -> World:
        """The world, in the attacker's action."""
        began = [sum([unit.began * unit.card.nv for unit in self.units if unit.seat == seat]) for seat in (0, 1)]
        sides = (Side(0, 3, began_nv=began[0], attacker=True), Side(1, 1, began_nv=began[1]))
        return World(TABLE, TABLE, tuple(self.pieces), self.structures, tuple(self.units), sides, turn=1, acting=ATTACKER)


def patch(kind: str, unit: Unit, tags: tuple[str, ...], floor: int = 0) -> Piece:
    """A little terrain right under the middle of a unit."""
    x, y, half = unit.x, unit.y, 100
    shape = polygon([(x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)])
    return Piece(kind, shape, floor, tags=tags, floor=floor)


# ---------------------------------------------------------------- following the dice


class PreparedAttack(NamedTuple):
    """An attack ready to be made: the rule, and what it is called when nothing is told."""

    call: Call
    silent: str = "nothing"

    def chances(self) -> dict[str, Fraction]:
        """The exact chances of its outcomes, in the order of their numbers."""
        found = tally(followed(start(self.call)), lambda leaf: leaf.outcomes[0] if leaf.outcomes else self.silent)
        return dict(sorted(found.items(), key=lambda pair: order_of(pair[0])))


def order_of(outcome: str) -> tuple[str, int]:
    """How outcomes are sorted: "nv-9" before "nv-10"."""
    name, _, number = outcome.rpartition("-")
    return (name, int(number)) if number.isdigit() else (outcome, 0)


def followed(run: Run) -> Iterator[Leaf]:
    """Every way the run goes, to its first outcome. At a roll of many dice the rule that throws them is followed alone: what
    comes after the first outcome does not count, and is dear."""
    while isinstance(run.due, Choose):
        run.reply(first_option(run.due))
    if isinstance(run.due, Roll) and run.due.pool:
        run = alone(run)
    yield from leaves(run, first_option, True)


# ---------------------------------------------------------------- the kinds of attack


def hand_to_hand(attacker: Card, defender: Card, settings: Settings) -> PreparedAttack:
    """One attack hand to hand, front to front, or into a flank or the rear."""
    scene = Scene(settings)
    scene.face(attacker, defender, 0)
    world = scene.world()
    demand(SPEECH, world, Doing(world, ATTACKER, 0).check(("attack", DEFENDER)))
    return PreparedAttack(Call(melee, world, ATTACKER, DEFENDER, settings.charge, False))


def far_off(reach: int, settings: Settings) -> int:
    """How far apart they are: as asked for, else in the middle of the range band."""
    return settings.distance * INCH if settings.distance >= 0 else reach * (2 * settings.range - 1) // 2


def missiles(attacker: Card, defender: Card, settings: Settings) -> PreparedAttack:
    """One volley, from the middle of the range that is asked for."""
    weapon = next((number for number, line in enumerate(attacker.attacks) if line.mode == "missile"), 0)
    scene = Scene(settings)
    scene.face(attacker, defender, far_off(attacker.attacks[weapon].pt, settings))
    scene.units[ATTACKER].weapon = weapon
    world = scene.world()
    demand(SPEECH, world, Doing(world, ATTACKER, 0).check(("shoot", DEFENDER, settings.indirect)))
    return PreparedAttack(Call(volley, world, ATTACKER, DEFENDER, settings.indirect, False))


def shot(attacker: Card, defender: Card, settings: Settings) -> PreparedAttack:
    """One shot of a war machine, from the middle of the range that is asked for."""
    machine = attacker.machine
    scene = Scene(settings)
    scene.face(attacker, defender, 0 if machine is None else far_off(machine.range, settings))
    if defender.machine is not None:
        scene.units[DEFENDER].structure_hits = min(settings.damage, defender.machine.pr - 1)
    world = scene.world()
    demand(SPEECH, world, Doing(world, ATTACKER, 0).check(("fire", DEFENDER)))
    return PreparedAttack(Call(fire, world, ATTACKER, ("fire", DEFENDER)))


def breath(attacker: Card, defender: Card, settings: Settings) -> PreparedAttack:
    """One breath, from half an inch away where nothing else is asked for."""
    scene = Scene(settings)
    scene.face(attacker, defender, settings.distance * INCH if settings.distance >= 0 else INCH // 2)
    world = scene.world()
    demand(SPEECH, world, Doing(world, ATTACKER, 0).check(("breathe", DEFENDER)))
    return PreparedAttack(Call(breathe, world, ATTACKER, ("breathe", DEFENDER)))


def siege(attacker: Card, kind: str, settings: Settings) -> PreparedAttack:
    """An engine's shot, a ram's blow or the work of a unit at a structure that has suffered so much already."""
    scene = Scene(settings)
    one = formed(attacker, 0, settings.figures, settings.files, settings.formation)
    one.morale = settings.attacker_morale
    machine = attacker.machine
    shoots = machine is not None and machine.length == 0
    gap = 0 if machine is None or not shoots else far_off(machine.range, settings)
    scene.add(one, MIDDLE, MIDDLE - gap - size_of(one)[1] // 2, NORTH)
    if settings.commander and machine is None:
        scene.lead(one)
    built = structure(kind, rectangle(MIDDLE, MIDDLE + INCH // 2, 20 * INCH, INCH // 2, NORTH), seat=1)
    scene.structures = (damaged(built, min(settings.damage, built.pr - 1)),)
    world = scene.world()
    perform, order = (demolish, "demolish") if machine is None else (fire_at, "fire-at") if shoots else (ram, "ram")
    demand(SPEECH, world, Doing(world, ATTACKER, 0).check((order, 0)))
    return PreparedAttack(Call(perform, world, ATTACKER, (order, 0)))


def nerves(attacker: Card, settings: Settings) -> PreparedAttack:
    """A morale test, by its cause."""
    scene = Scene(settings)
    unit = formed(attacker, 0, settings.figures, settings.files, settings.formation)
    unit.morale = settings.attacker_morale
    unit.struck = settings.flank
    scene.add(unit, MIDDLE, MIDDLE, NORTH)
    foe = formed(_listed_card("milice"), 1, 10, 5, PACK)
    scene.add(foe, MIDDLE, MIDDLE + 40 * INCH, NORTH + 18000)
    if settings.cover:
        scene.pieces.append(patch("broussailles", unit, (f"cover-{settings.cover}",)))
    if settings.commander:
        scene.lead(unit)
    call = Call(morale_test, scene.world(), ATTACKER, settings.cause, -1, settings.charge)
    return PreparedAttack(call, STATES[settings.attacker_morale])


# ---------------------------------------------------------------- the door

TARGET = ("files", "defender_figures", "defender_formation", "flank", "cover")
COMMON = ("figures", *TARGET, "formation", "attacker_morale")
DUELS: dict[str, tuple[Callable[[Card, Card, Settings], PreparedAttack], tuple[str, ...]]] = {
    "melee": (hand_to_hand, (*COMMON, "charge", "height", "commander")),
    "shooting": (missiles, (*COMMON, "range", "distance", "indirect", "height")),
    "engine": (shot, (*TARGET, "range", "distance", "height", "damage")),
    "breath": (breath, ("files", "defender_figures", "defender_formation", "flank", "distance")),
}
SIEGES: dict[str, tuple[str, ...]] = {
    "melee": ("figures", "files", "formation", "attacker_morale", "commander", "damage"),
    "engine": ("range", "distance", "damage"),
}
"""The kinds of attack that structures suffer too, and their settings then."""
TESTS: dict[str, tuple[Callable[[Card, Settings], PreparedAttack], tuple[str, ...]]] = {
    "morale": (nerves, ("figures", "files", "formation", "flank", "attacker_morale", "cover", "charge", "commander", "cause")),
}


class UnitAttacks(attacks.Attacks[PreparedAttack]):
    """The odds of attacks between units, and on structures.

    >>> sum(ATTACKS.chances("melee", "infanterie-reguliere", "infanterie-orque", {"charge": "yes"}).values())
    Fraction(1, 1)
    """

    duels = tuple(DUELS)
    tests = tuple(TESTS)

    def duel(self, attack: str, attacker: str, defender: str, settings: Mapping[str, str]) -> PreparedAttack:
        made, keys = DUELS[attack]
        one = engine_for(attacker) if attack == "engine" else card_for(attacker)
        if is_structure(attack, defender):
            return siege(one, defender, SETTINGS.read(attack, settings, SIEGES[attack]))
        return made(one, defender_card(attack, defender), SETTINGS.read(attack, settings, keys))

    def single(self, attack: str, attacker: str, settings: Mapping[str, str]) -> PreparedAttack:
        made, keys = TESTS[attack]
        return made(card_for(attacker), SETTINGS.read(attack, settings, keys))

    def derived(
        self, attack: str, attacker: str, defender: str | None, settings: dict[str, str], outcomes: dict[str, Fraction]
    ) -> dict[str, Fraction]:
        return derived(attack, defender, settings, outcomes)


ATTACKS = UnitAttacks()


def is_structure(kind: str, defender: str) -> bool:
    """Is the defender a structure, such as a gate, and this a kind of attack for it?"""
    return kind in SIEGES and defender in book().structure


def defender_card(kind: str, defender: str) -> Card:
    """The card of who is attacked: troops, or for engines another engine with its crew."""
    return crew_card(defender) if kind == "engine" and defender in book().engine else card_for(defender)


def derived(kind: str, defender: str | None, settings: dict[str, str], outcomes: dict[str, Fraction]) -> dict[str, Fraction]:
    """The figures that fall, from the NV that are lost: "figures-3" (masse.combat.nv-to-figures); of a structure or an engine
    whether it stands or is destroyed (masse.structure.destroyed)."""
    if kind not in DUELS or defender is None:
        return {}
    engine = kind == "engine" and defender in book().engine
    if engine or is_structure(kind, defender):
        pr = book().engine[defender].pr if engine else book().structure[defender].pr
        left = pr - min(pr - 1, SETTINGS.read(kind, settings, DUELS[kind][1] if engine else SIEGES[kind]).damage)
        fallen = sum([chance for name, chance in outcomes.items() if order_of(name)[0] == "pr" and order_of(name)[1] >= left])
        return {"stands": 1 - fallen, "destroyed": Fraction(fallen)} if fallen else {"stands": Fraction(1)}
    one = card_for(defender)
    chosen = SETTINGS.read(kind, settings, DUELS[kind][1])
    there = chosen.defender_figures or (facing(chosen.figures) if usual_figures(one) > 1 else 1)
    found: dict[str, Fraction] = {}
    for outcome, chance in outcomes.items():
        name, number = order_of(outcome)
        if name == "nv":
            label = f"figures-{min(there, number // one.nv)}"
            found[label] = found.get(label, Fraction(0)) + chance
    return found
