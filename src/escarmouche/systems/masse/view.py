"""What a seat may know of a battle, as the contract of `kit.view` has it: everything but the charges that the other side has
declared in secret."""

from __future__ import annotations

from functools import cache, lru_cache, partial
from operator import attrgetter

from escarmouche.core.system import Plain
from escarmouche.kit import sketch
from escarmouche.kit import view as contract
from escarmouche.kit.kept import Row
from escarmouche.kit.silhouettes import icon_of, usual
from escarmouche.kit.view import (
    SILENT,
    Kept,
    KeptWith,
    Mark,
    Number,
    Place,
    Pose,
    State,
    Strength,
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
from escarmouche.systems.masse.rules.ending import lost_share, points
from escarmouche.systems.masse.rules.formations import allowed_formations
from escarmouche.systems.masse.rules.ground import engaged, foes, footprint, ranks, stand, strength
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
    seen = sketch.battle(
        sketch.table(world.width, world.depth, {"id": "inch", "length": INCH, "words": spoken("unit.inch")}),
        [*TERRAIN(world.pieces), *[structure_view(world, one) for one in world.structures]],
        [*FIGURES(world)],
        [side_view(world, side, seat) for side in world.sides],
        spoken("score"),
        world.turn,
        turn_limit=world.turn_limit,
        active=world.units[world.acting].seat if world.acting >= 0 else -1,
        markers=[goal_view(world, number, goal) for number, goal in enumerate(world.goals) if goal.reach],
        zones=[zone_view(zone) for zone in world.zones],
        order=order(world),
        arrows=arrows(world, seat),
        traits=[trait_view(id) for id in dict.fromkeys([id for card in cards_of(world) for id in card.traits])],
    )
    seen["own"] = {
        "goals": [goal_own(world, goal) for goal in world.goals],
        "hatreds": [list(pair) for pair in world.hatreds],
        "switches": list(world.switches),
        "scenario": world.scenario,
        "acting": world.acting,
    }
    return seen


# ---------------------------------------------------------------- what troops are


def cards_of(world: World) -> list[Card]:
    """What troops there are, each once."""
    cards = list(map(CARD, world.units))
    return list(dict(zip(map(id, cards), cards, strict=True)).values())


CARD: attrgetter[Card] = attrgetter("card")


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
OWN, NUMBERS, ICON = Kept(card_own), Kept(card_numbers), Kept(card_icon)


@cache
def trait_view(id: str) -> Trait:
    """A special rule in words."""
    row = book().trait[id]
    return contract.trait("masse", id, words(row.name_en, row.name_fr), row.rules[0])


# ---------------------------------------------------------------- how units fare


def units_view(world: World) -> list[contract.Figure]:
    """Every unit; all see the same of it."""
    names = NAMED(world.units)
    fights, scores = [], []
    for unit in world.units:
        there = unit.status == ON_TABLE
        fights.append([foe.id for foe in foes(world, unit)] if there and engaged(world, unit) else [])
        scores.append(initiative(world, unit) if there else None)
    return UNITS(world.units, names["en"], names["fr"], tuple(fights), tuple(scores))


FIGURES = Kept(units_view, 16)


def unit_view(unit: Unit, english: str, french: str, fights: list[int], initiative: int | None) -> contract.Figure:
    """A unit: what it is, where it stands and how it fares."""
    there = unit.status == ON_TABLE
    drawn = there or unit.status == RESERVE
    card = unit.card
    power = strength_view(unit)
    count = number_view("figures", f"{unit.figures}/{unit.began}")
    return sketch.figure(
        unit.id,
        unit.seat,
        words(english, french),
        unit.x,
        unit.y,
        0,
        STATES[unit.status],
        unit.facing,
        kind=kind_view(card.category, unit.formation),
        profile=card.profile,
        sign=f"u-{card.category}",
        icon=ICON(card),
        note=SILENT if there else spoken(f"status.{STATUSES[unit.status]}"),
        poses=poses(unit),
        outline=contract.corners(footprint(unit)) if drawn else [],
        bases=BASES(stand(unit)) if drawn else [],
        fronts=[SECTORS[front] for front in unit.fronts],
        host=unit.host,
        height=unit.altitude * ALTITUDE * METRE or unit.floor,
        strength=power,
        numbers=[count, number_view("nv", f"{power['left']}/{power['all']}"), *NUMBERS(card)],
        traits=list(card.traits),
        marks=marks_of(unit, bool(fights)),
        rings=[{"id": "command", "radius": card.radius, "words": spoken("ring.command")}] if card.radius else [],
        own={**OWN(card), **unit_own(unit, fights, initiative)},
    )


UNITS: Row[Unit, contract.Figure] = Row(KeptWith(unit_view, 512))


def bases_view(stand: Stand) -> list[list[contract.Point]]:
    """The bases of its figures."""
    return [contract.corners(stand.base(place)) for place in stand.places()]


BASES = Kept(bases_view, 512)


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


def marks_of(unit: Unit, engaged: bool) -> list[Mark]:
    """The states of a unit, the gravest first."""
    shoots = any(line.mode == "missile" and line.volleys > 0 for line in unit.card.attacks)
    found = []
    for id, holds, count in (
        ("routed", unit.morale == ROUTED, 0),
        ("shaken", unit.morale == SHAKEN, 0),
        ("enraged", unit.morale == ENRAGED, 0),
        ("engaged", engaged, 0),
        ("receiving", unit.receiving, 0),
        ("waiting", unit.waiting, 0),
        ("jammed", unit.jammed != 0, 0),
        ("empty", shoots and unit.volleys == 0, 0),
        ("unloaded", shoots and not unit.loaded, 0),
        ("ladders", bool(unit.ladders), len(unit.ladders)),
        ("altitude", unit.altitude > 0, unit.altitude * ALTITUDE),
        ("blessed", unit.bless > 0, 0),
        ("acted", unit.acted, 0),
    ):
        if holds:
            found.append(mark_view(id, count))
    return found


@cache
def mark_view(id: str, count: int) -> Mark:
    """A mark of a unit."""
    grave = id in ("routed", "shaken")
    suffix = "m" if id == "altitude" else ""
    return contract.mark(id, f"m-{id}", spoken(f"mark.{id}"), count, grave, suffix)


def unit_own(unit: Unit, fights: list[int], initiative: int | None) -> Plain:
    """How a unit fares, for agents. Lengths are hundredths of a millimetre, angles hundredths of a degree."""
    return sketch.own(
        unit,
        *("id", "seat", "name_en", "name_fr", "card", "x", "y", "facing", "fronts", "host"),
        status=STATUSES[unit.status],
        morale=MORALES[unit.morale],
        struck=SECTORS[unit.struck],
        strength=strength(unit),
        ranks=ranks(unit) if unit.figures else 0,
        orders=list(allowed_formations(unit)) if unit.formation != NONE else [],
        engaged=fights,
        initiative=initiative,
    )


# ---------------------------------------------------------------- sides and their order


def side_view(world: World, side: Side, seat: int) -> contract.Side:
    """A side. `sealed` are the charges it has written down and not revealed yet: for itself alone."""
    return SIDE(side, side.seat == seat, lost_share(world, side.seat), points(world, side.seat))


def side_shown(side: Side, known: bool, lost: int, score: int) -> contract.Side:
    """A side that has lost and scored so much, to those who may know what it has sealed or not."""
    sealed = [list(pair) for pair in side.sealed] if known and side.sealed is not None else None
    own = sketch.own(side, "seat", "edge", "points", lost=lost, scored=side.points, sealed=sealed)
    numbers = [number_view("lost", f"{lost // 100} %")]
    role = spoken("side.attacker" if side.attacker else "side.defender")
    marks = [contract.mark("role", "⚔" if side.attacker else "⛨", role)]
    return sketch.side(side.seat, score, EDGES[side.edge], own, numbers=numbers, marks=marks)


SIDE: KeptWith[Side, contract.Side] = KeptWith(side_shown, 64)


def order(world: World) -> list[Place]:
    """Who acts when, once the dice for it are cast. (masse.turn.initiative-order)"""
    if not world.turn:
        return []
    ready = [(place_in_order(world, unit), unit) for unit in world.units if unit.status == ON_TABLE and unit.die > 0]
    return [
        {
            "figure": unit.id,
            "value": str(place[0]),
            "now": unit.id == world.acting,
            "done": unit.acted and not unit.second_shot,
        }
        for place, unit in sorted(ready, key=lambda one: one[0], reverse=True)
    ]


def arrows(world: World, seat: int) -> list[list[int]]:
    """The charges that are still to come: those declared openly, and the seat's own that are not revealed yet."""
    ready = [unit for unit in world.units if unit.status == ON_TABLE and not unit.acted]
    declared = [[unit.id, unit.declared] for unit in ready if unit.declared >= 0]
    sealed = [list(pair) for side in world.sides if side.seat == seat for pair in side.sealed or ()]
    return declared + sealed
