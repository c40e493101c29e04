"""What a seat may know of a battle, as the contract of `kit.view` has it: everything but the charges that the other side has
declared in secret."""

from __future__ import annotations

from functools import cache, lru_cache, partial
from operator import eq
from typing import Final, final

from escarmouche.core.system import Plain
from escarmouche.kit import sketch
from escarmouche.kit import view as contract
from escarmouche.kit.kept import Kept, KeptWith, Latest, Row
from escarmouche.kit.silhouettes import called, icon_of, usual
from escarmouche.kit.view import (
    SILENT,
    Mark,
    Number,
    Place,
    Pose,
    State,
    Strength,
    Table,
    Trait,
    View,
    Words,
    said,
    words,
)
from escarmouche.systems.masse.army import dice_text, length
from escarmouche.systems.masse.content import PROFILES, book
from escarmouche.systems.masse.model import (
    DESTROYED,
    ENRAGED,
    FLED,
    INCH,
    JOINED,
    METRE,
    NONE,
    ON_TABLE,
    RESERVE,
    ROUTED,
    SHAKEN,
    STABLE,
    Attack,
    Card,
    Side,
    Stand,
    Unit,
    World,
)
from escarmouche.systems.masse.names import NAMED
from escarmouche.systems.masse.planning import ALTITUDE
from escarmouche.systems.masse.rules.ending import held_by, lost_share, points
from escarmouche.systems.masse.rules.formations import allowed_formations
from escarmouche.systems.masse.rules.ground import engaged, foes, ranks, stand, strength
from escarmouche.systems.masse.rules.turn import initiative, place_in_order
from escarmouche.systems.masse.scenery import MESSAGES, TERRAIN, goal_own, goal_view, spoken, structure_view, zone_view

STATUSES = {
    ON_TABLE: "on-table",
    DESTROYED: "destroyed",
    FLED: "fled",
    RESERVE: "reserve",
    JOINED: "joined",
}
STATES: dict[int, State] = {ON_TABLE: "table", DESTROYED: "gone", FLED: "gone", RESERVE: "beside", JOINED: "joined"}
MORALES = {ENRAGED: "enraged", STABLE: "stable", SHAKEN: "shaken", ROUTED: "routed"}
SECTORS: tuple[contract.Sector, ...] = ("front", "left", "rear", "right")
EDGES: tuple[contract.Edge, ...] = ("left", "bottom", "right", "top")


def view(world: World, seat: int) -> View:
    """The battle as a seat may know it; -1 is a spectator. Equal knowledge gives equal data.

    Lists are agreed on (masse.army.muster-by-scenario) and everybody sees the table; only the charges that a side has
    written down are its own until both are revealed (masse.turn.charge-declaration).
    """
    holders = [held_by(world, goal) if goal.reach else -1 for goal in world.goals]
    goals = list(zip(world.goals, holders, strict=True))
    return {
        "table": table(world.width, world.depth),
        "pieces": [*TERRAIN(world.pieces), *[structure_view(world, one) for one in world.structures]],
        "figures": units_view(world),
        "markers": [goal_view(number, goal, held) for number, (goal, held) in enumerate(goals) if goal.reach],
        "zones": [zone_view(zone) for zone in world.zones],
        "sides": [side_view(world, side, seat) for side in world.sides],
        "order": order(world),
        "arrows": arrows(world, seat),
        "traits": TRAITS([unit.card for unit in world.units]),
        "turn": world.turn,
        "turn_limit": world.turn_limit,
        "active": world.units[world.acting].seat if world.acting >= 0 else -1,
        "score": spoken("score"),
        "own": {
            "goals": [goal_own(goal, held) for goal, held in goals],
            "hatreds": [list(pair) for pair in world.hatreds],
            "switches": list(world.switches),
            "scenario": world.scenario,
            "acting": world.acting,
        },
    }


@cache
def table(width: int, depth: int) -> Table:
    """The table, in inches."""
    return sketch.table(width, depth, {"id": "inch", "length": INCH, "words": spoken("unit.inch")})


# ---------------------------------------------------------------- what troops are


def attack_own(line: Attack) -> Plain:
    """An attack line, for agents."""
    names = {f"weapon_{one}": book().weapon_name(line.weapon, one) for one in contract.BOTH}
    return sketch.own(line, **names)


def card_own(card: Card) -> Plain:
    """What a unit's figures are, for agents."""
    return sketch.own(
        card,
        *("profile", "name_en", "name_fr", "formation", "no_morale", "traits"),
        kind_en=card.name_en,
        kind_fr=card.name_fr,
        order=card.formation,
        ml=None if card.no_morale else card.ml,
        attacks=[attack_own(line) for line in card.attacks],
        mount=None if card.mount is None else card.mount.name_en,
    )


def card_numbers(card: Card) -> list[Number]:
    """Armour, movement, morale and weapons, as a line."""
    found = [number_view("ca", card.ca), number_view("mv", length(card.mv, "en"), length(card.mv, "fr"))]
    if not card.no_morale:
        found.append(number_view("ml", f"{card.ml:+}"))
    for number, line in enumerate(card.attacks):
        value = f"{line.ma:+} {dice_text(line.dice, line.flat)}"
        short = words(book().weapon_name(line.weapon, "en"), book().weapon_name(line.weapon, "fr"))
        meaning = spoken("number.attack")
        found.append({"id": f"attack-{number}", "short": short, "value": words(value, value), "words": meaning})
    return found


def card_icon(card: Card) -> str:
    """The silhouette of a unit."""
    engine = book().engine.get(card.engine)
    if engine is not None:
        return usual(f"engine {engine.name_en}")
    return icon_of(PROFILES.known(card.profile), card.profile, (card.category, *card.traits))


number_view = lru_cache(4096)(partial(sketch.number, spoken))


TOLD_APART: Final = ("id", "seat", "name_en", "name_fr", "card", "x", "y", "facing", "fronts", "host")
"""What a screen is told of a unit already."""


@final
class Printed:
    """What never changes of a unit: what its card says. `figure` has that already, and nothing yet of how the unit fares."""

    def __init__(self, card: Card) -> None:
        self.sheet: Final = sketch.Sheet(Unit, TOLD_APART, card_own(card))
        self.numbers: Final = card_numbers(card)
        self.shoots: Final = any(line.mode == "missile" and line.volleys > 0 for line in card.attacks)
        self.figure: Final = sketch.figure(
            -1, -1, SILENT, 0, 0, 0,
            profile=card.profile,
            sign=f"u-{card.category}",
            traits=list(card.traits),
            rings=[{"id": "command", "radius": card.radius, "words": spoken("ring.command")}] if card.radius else [],
            icon=card_icon(card),
            short=SILENT,
        )  # fmt: skip


PRINTED: Final = Kept(Printed)


def traits_of(cards: list[Card]) -> list[Trait]:
    """The special rules of these troops, each once."""
    return [trait_view(id) for id in dict.fromkeys([id for card in cards for id in card.traits])]


TRAITS: Final = Latest(traits_of, eq)


@cache
def trait_view(id: str) -> Trait:
    """A special rule in words."""
    row = book().trait[id]
    return contract.trait("masse", id, words(row.name_en, row.name_fr), row.rules[0])


# ---------------------------------------------------------------- how units fare


def units_view(world: World) -> list[contract.Figure]:
    """Every unit; all see the same of it."""
    every = NAMED(world.units)
    names, shorts = called(every["en"], every["fr"])
    fights, scores = [], []
    for unit in world.units:
        there = unit.status == ON_TABLE
        fights.append(tuple([foe.id for foe in foes(world, unit)]) if there and engaged(world, unit) else ())
        scores.append(initiative(world, unit) if there else None)
    return UNITS(world.units, names, shorts, tuple(fights), tuple(scores))


def unit_view(unit: Unit, name: Words, short: Words, fights: tuple[int, ...], initiative: int | None) -> contract.Figure:
    """A unit: what it is, where it stands and how it fares."""
    card = PRINTED(unit.card)
    power = strength_view(unit)
    seen = card.figure.copy()
    seen["id"], seen["seat"], seen["name"], seen["short"] = unit.id, unit.seat, name, short
    seen["kind"] = kind_view(unit.card.category, unit.formation)
    seen["x"], seen["y"], seen["facing"] = unit.x, unit.y, unit.facing
    seen["state"] = STATES[unit.status]
    if unit.status != ON_TABLE:
        seen["note"] = spoken(f"status.{STATUSES[unit.status]}")
    seen["poses"] = poses(unit)
    if unit.status in (ON_TABLE, RESERVE):
        ground = COVERED(stand(unit))
        seen["outline"], seen["bases"] = ground.outline, ground.bases
    seen["fronts"] = [SECTORS[front] for front in unit.fronts]
    seen["host"] = unit.host
    seen["height"] = unit.altitude * ALTITUDE * METRE or unit.floor
    seen["strength"] = power
    count, left = f"{unit.figures}/{unit.began}", f"{power['left']}/{power['all']}"
    seen["numbers"] = [number_view("figures", count), number_view("nv", left), *card.numbers]
    seen["marks"] = marks_of(unit, card.shoots, len(fights) > 0)
    seen["own"] = unit_own(card.sheet, unit, fights, initiative)
    return seen


UNITS: Final[Row[Unit, contract.Figure]] = Row(KeptWith(unit_view, 256))


@final
class Covered:
    """The ground that a unit covers: its outline, and the bases of its figures."""

    def __init__(self, stand: Stand) -> None:
        self.outline: Final = contract.corners(stand.shape())
        self.bases: Final = [contract.corners(stand.base(place)) for place in stand.places()]


COVERED: Final = Kept(Covered, 256)


@cache
def kind_view(category: str, formation: str) -> Words:
    """What troops they are, and in what order they stand."""
    troops = spoken(f"troops.{category}")
    return troops if formation == NONE else contract.listed([troops, spoken(f"formation.{formation}")])


def strength_view(unit: Unit) -> Strength:
    """The NV left, of those at the start."""
    left, all = max(0, strength(unit)), unit.began * unit.card.nv
    return {"left": left, "all": all, "words": strength_words(unit.figures, unit.began, left, all)}


strength_words = lru_cache(4096)(partial(said, MESSAGES, "strength"))


def poses(unit: Unit) -> list[Pose]:
    """How a unit is drawn."""
    found: list[Pose] = ["done"] if unit.acted else []
    if unit.morale == ROUTED:
        found.append("fleeing")
    if unit.altitude:
        found.append("flying")
    if unit.card.category in ("cavalry", "chariot"):
        found.append("mounted")
    return found


def marks_of(unit: Unit, shoots: bool, engaged: bool) -> list[Mark]:
    """The states of a unit, the gravest first."""
    empty, unloaded = shoots and unit.volleys == 0, shoots and not unit.loaded
    return marks_view(
        unit.morale, engaged, unit.receiving, unit.waiting, unit.jammed != 0, empty, unloaded, len(unit.ladders),
        unit.altitude, unit.bless > 0, unit.acted,
    )  # fmt: skip


@lru_cache(1024)
def marks_view(
    morale: int,
    engaged: bool,
    receiving: bool,
    waiting: bool,
    jammed: bool,
    empty: bool,
    unloaded: bool,
    ladders: int,
    altitude: int,
    blessed: bool,
    acted: bool,
) -> list[Mark]:
    """The marks of all units that fare alike."""
    states = (
        ("routed", morale == ROUTED, 0),
        ("shaken", morale == SHAKEN, 0),
        ("enraged", morale == ENRAGED, 0),
        ("engaged", engaged, 0),
        ("receiving", receiving, 0),
        ("waiting", waiting, 0),
        ("jammed", jammed, 0),
        ("empty", empty, 0),
        ("unloaded", unloaded, 0),
        ("ladders", ladders > 0, ladders),
        ("altitude", altitude > 0, altitude * ALTITUDE),
        ("blessed", blessed, 0),
        ("acted", acted, 0),
    )
    return [mark_view(id, count) for id, holds, count in states if holds]


@cache
def mark_view(id: str, count: int) -> Mark:
    """A mark of a unit."""
    grave = id in ("routed", "shaken")
    suffix = "m" if id == "altitude" else ""
    return contract.mark(id, f"m-{id}", spoken(f"mark.{id}"), count, grave, suffix)


def unit_own(sheet: sketch.Sheet, unit: Unit, fights: tuple[int, ...], initiative: int | None) -> Plain:
    """How a unit fares, for agents. Lengths are hundredths of a millimetre, angles hundredths of a degree."""
    found = sheet.of(unit)
    found["status"] = STATUSES[unit.status]
    found["morale"] = MORALES[unit.morale]
    found["struck"] = SECTORS[unit.struck]
    found["strength"] = strength(unit)
    found["ranks"] = ranks(unit) if unit.figures else 0
    found["orders"] = list(allowed_formations(unit)) if unit.formation != NONE else []
    found["engaged"] = list(fights)
    found["initiative"] = initiative
    return found


# ---------------------------------------------------------------- sides and their order


def side_view(world: World, side: Side, seat: int) -> contract.Side:
    """A side. `sealed` are the charges it has written down and not revealed yet: for itself alone."""
    return SIDE(side, side.sealed is not None and side.seat == seat, lost_share(world, side.seat), points(world, side.seat))


def side_shown(side: Side, known: bool, lost: int, score: int) -> contract.Side:
    """A side that has lost and scored so much, to those who may know what it has sealed or not."""
    sealed = [list(pair) for pair in side.sealed] if known and side.sealed is not None else None
    own = sketch.own(side, "seat", "edge", "points", lost=lost, scored=side.points, sealed=sealed)
    numbers = [number_view("lost", f"{lost // 100} %")]
    role = spoken("side.attacker" if side.attacker else "side.defender")
    marks = [contract.mark("role", "⚔" if side.attacker else "⛨", role)]
    return sketch.side(side.seat, score, EDGES[side.edge], own, numbers=numbers, marks=marks)


SIDE: Final[KeptWith[Side, contract.Side]] = KeptWith(side_shown, 64)


def order(world: World) -> list[Place]:
    """Who acts when, once the dice for it are cast. (masse.turn.initiative-order)"""
    if not world.turn:
        return []
    ready = []
    for unit in world.units:
        if unit.status == ON_TABLE and unit.die > 0:
            score, init, tie = place_in_order(world, unit)
            ready.append((score, init, tie, -unit.id))
    ready.sort(reverse=True)
    found = []
    for score, _, _, number in ready:
        unit = world.units[-number]
        found.append(place_view(unit.id, score, unit.id == world.acting, unit.acted and not unit.second_shot))
    return found


@lru_cache(4096)
def place_view(figure: int, score: int, now: bool, done: bool) -> Place:
    """A place in the order."""
    return {"figure": figure, "value": str(score), "now": now, "done": done}


def arrows(world: World, seat: int) -> list[list[int]]:
    """The charges that are still to come: those declared openly, and the seat's own that are not revealed yet."""
    ready = [unit for unit in world.units if unit.status == ON_TABLE and not unit.acted]
    declared = [[unit.id, unit.declared] for unit in ready if unit.declared >= 0]
    sealed = [list(pair) for side in world.sides if side.seat == seat for pair in side.sealed or ()]
    return declared + sealed
