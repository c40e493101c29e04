"""What a seat may know of a battle, as the contract of `kit.view` has it: everything but the charges that the other side has
declared in secret."""

from __future__ import annotations

from functools import cache

from escarmouche.core.system import Plain
from escarmouche.kit import view as contract
from escarmouche.kit.view import SILENT, Kept, Mark, Number, Place, Pose, State, Strength, Trait, View, Words, said, words
from escarmouche.systems.masse.army import dice_text, length
from escarmouche.systems.masse.content import book
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
    Machine,
    Side,
    Unit,
    World,
)
from escarmouche.systems.masse.names import unit_name
from escarmouche.systems.masse.planning import ALTITUDE
from escarmouche.systems.masse.rules.ending import lost_share, points
from escarmouche.systems.masse.rules.formations import allowed_formations
from escarmouche.systems.masse.rules.ground import figure_bases, foes, footprint, ranks, strength
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
    return {
        "table": {
            "width": world.width,
            "depth": world.depth,
            "unit": {"id": "inch", "length": INCH, "words": spoken("unit.inch")},
            "rulers": [],
            "hex_width": 0,
        },
        "pieces": [*TERRAIN(world.pieces), *[structure_view(world, one) for one in world.structures]],
        "figures": [*FIGURES(world)],
        "markers": [goal_view(world, number, goal) for number, goal in enumerate(world.goals) if goal.reach],
        "zones": [zone_view(zone) for zone in world.zones],
        "sides": [side_view(world, side, seat) for side in world.sides],
        "order": order(world),
        "arrows": arrows(world, seat),
        "traits": [trait_view(id) for id in dict.fromkeys([id for unit in world.units for id in unit.card.traits])],
        "turn": world.turn,
        "turn_limit": world.turn_limit,
        "active": world.units[world.acting].seat if world.acting >= 0 else -1,
        "score": spoken("score"),
        "own": {
            "goals": [goal_own(world, goal) for goal in world.goals],
            "hatreds": [list(pair) for pair in world.hatreds],
            "switches": list(world.switches),
            "scenario": world.scenario,
            "acting": world.acting,
        },
    }


# ---------------------------------------------------------------- what troops are


def attack_view(line: Attack) -> Plain:
    """An attack line."""
    return {
        "weapon": line.weapon,
        "weapon_en": book().weapon_name(line.weapon, "en"),
        "weapon_fr": book().weapon_name(line.weapon, "fr"),
        "mode": line.mode,
        "ma": line.ma,
        "dice": list(line.dice),
        "flat": line.flat,
        "pt": line.pt,
        "length": line.length,
        "damage": line.damage,
        "receives_charge": line.receives_charge,
        "second_rank": line.second_rank,
        "two_handed": line.two_handed,
        "thrown": line.thrown,
        "indirect": line.indirect,
        "shots": line.shots,
        "reload": line.reload,
        "change": line.change,
        "volleys": line.volleys,
        "useless_on_structures": line.useless_on_structures,
    }


def machine_view(machine: Machine) -> Plain:
    """An engine."""
    return {
        "engine": machine.engine,
        "crew": machine.crew,
        "mv": machine.mv,
        "range": machine.range,
        "fire": machine.fire,
        "rate": machine.rate,
        "misfire": machine.misfire,
        "ps": machine.ps,
        "pr": machine.pr,
        "dice": list(machine.dice),
        "length": machine.length,
        "height": machine.height,
        "cover": machine.cover,
        "capacity": machine.capacity,
    }


def card_own(card: Card) -> Plain:
    """What a unit's figures are, for agents."""
    return {
        "kind_en": card.name_en,
        "kind_fr": card.name_fr,
        "category": card.category,
        "order": card.formation,
        "size": card.size,
        "n_per_fig": card.n_per_fig,
        "nv": card.nv,
        "init": card.init,
        "mv": card.mv,
        "land_mv": card.land_mv,
        "ca": card.ca,
        "dexterity": card.dexterity,
        "ml": None if card.no_morale else card.ml,
        "shield": card.shield,
        "attacks": [attack_view(line) for line in card.attacks],
        "front": card.front,
        "depth": card.depth,
        "loyalty": card.loyalty,
        "radius": card.radius,
        "level": card.level,
        "spells": list(card.spells),
        "breath": card.breath,
        "engine": card.engine,
        "machine": None if card.machine is None else machine_view(card.machine),
        "mount": None if card.mount is None else card.mount.name_en,
    }


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


def number_view(id: str, value: str | int, french: str = "") -> Number:
    """A number of a unit's line."""
    text = words(str(value), french or str(value))
    return {"id": id, "short": spoken(f"short.{id}"), "value": text, "words": spoken(f"number.{id}")}


OWN, NUMBERS = Kept(card_own), Kept(card_numbers)


@cache
def trait_view(id: str) -> Trait:
    """A special rule in words."""
    row = book().trait[id]
    return contract.trait("masse", id, words(row.name_en, row.name_fr), row.rules[0])


# ---------------------------------------------------------------- how units fare


def units_view(world: World) -> list[contract.Figure]:
    """Every unit; all see the same of it."""
    return [unit_view(world, unit) for unit in world.units]


FIGURES = Kept(units_view, 16)


def unit_view(world: World, unit: Unit) -> contract.Figure:
    """A unit: what it is, where it stands and how it fares."""
    there = unit.status == ON_TABLE
    shown = UNITS(unit)
    engaged = [foe.id for foe in foes(world, unit)] if there else []
    return {
        **shown,
        "name": words(unit_name(world, unit.id, "en"), unit_name(world, unit.id, "fr")),
        "marks": marks_of(unit, bool(engaged)),
        "own": {**shown["own"], "engaged": engaged, "initiative": initiative(world, unit) if there else None},
    }


def alone(unit: Unit) -> contract.Figure:
    """A unit as far as it alone decides what is shown."""
    there = unit.status == ON_TABLE
    drawn = there or unit.status == RESERVE
    card = unit.card
    power = strength_view(unit)
    count = number_view("figures", f"{unit.figures}/{unit.began}")
    return {
        "id": unit.id,
        "seat": unit.seat,
        "name": SILENT,
        "kind": kind_of(unit),
        "profile": card.profile,
        "sign": f"u-{card.category}",
        "state": STATES[unit.status],
        "note": SILENT if there else spoken(f"status.{STATUSES[unit.status]}"),
        "poses": poses(unit),
        "x": unit.x,
        "y": unit.y,
        "facing": unit.facing,
        "radius": 0,
        "outline": contract.corners(footprint(unit)) if drawn else [],
        "bases": [contract.corners(base) for base in figure_bases(unit)] if drawn else [],
        "fronts": [SECTORS[front] for front in unit.fronts],
        "host": unit.host,
        "height": unit.altitude * ALTITUDE * METRE or unit.floor,
        "strength": power,
        "numbers": [count, number_view("nv", f"{power['left']}/{power['all']}"), *NUMBERS(card)],
        "traits": list(card.traits),
        "marks": [],
        "rings": [{"id": "command", "radius": card.radius, "words": spoken("ring.command")}] if card.radius else [],
        "own": {**OWN(card), **unit_own(unit)},
    }


UNITS = Kept(alone, 512)


def kind_of(unit: Unit) -> Words:
    """What troops they are, and in what order they stand."""
    troops = spoken(f"troops.{unit.card.category}")
    return troops if unit.formation == NONE else contract.listed([troops, spoken(f"formation.{unit.formation}")])


def strength_view(unit: Unit) -> Strength:
    """The NV left, of those at the start."""
    left, all = max(0, strength(unit)), unit.began * unit.card.nv
    return {"left": left, "all": all, "words": said(MESSAGES, "strength", unit.figures, unit.began, left, all)}


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


def unit_own(unit: Unit) -> Plain:
    """How a unit fares, for agents. Lengths are hundredths of a millimetre, angles hundredths of a degree."""
    return {
        "status": STATUSES[unit.status],
        "figures": unit.figures,
        "began": unit.began,
        "carried": unit.carried,
        "strength": strength(unit),
        "ranks": ranks(unit) if unit.figures else 0,
        "orders": list(allowed_formations(unit)) if unit.formation != NONE else [],
        "files": unit.files,
        "formation": unit.formation,
        "morale": MORALES[unit.morale],
        "die": unit.die,
        "tie_die": unit.tie_die,
        "role": unit.role,
        "army_commander": unit.army_commander,
        "first_rank": unit.first_rank,
        "acted": unit.acted,
        "waiting": unit.waiting,
        "declared": unit.declared,
        "receiving": unit.receiving,
        "posture_turn": unit.posture_turn,
        "moved": unit.moved,
        "shot": unit.shot,
        "fought": unit.fought,
        "charged": unit.charged,
        "braced": unit.braced,
        "second_shot": unit.second_shot,
        "delayed": unit.delayed,
        "loaded": unit.loaded,
        "reload": unit.reload,
        "weapon": unit.weapon,
        "volleys": unit.volleys,
        "extra_load": unit.extra_load,
        "turn_figures": unit.turn_figures,
        "turn_nv": unit.turn_nv,
        "nv_lost": unit.nv_lost,
        "tested": list(unit.tested),
        "struck": SECTORS[unit.struck],
        "broken": unit.broken,
        "fell_to": unit.fell_to,
        "altitude": unit.altitude,
        "breathed": unit.breathed,
        "building": unit.building,
        "floor": unit.floor,
        "aboard": unit.aboard,
        "foothold": unit.foothold,
        "crossing": unit.crossing,
        "passage": list(unit.passage),
        "ladders": list(unit.ladders),
        "broken_gear": unit.broken_gear,
        "climbers": list(unit.climbers),
        "structure_hits": unit.structure_hits,
        "jammed": unit.jammed,
        "wrecking": unit.wrecking,
        "bless": unit.bless,
        "turns_left": unit.turns_left,
        "entry_turn": unit.entry_turn,
        "specialist": unit.specialist,
        "dismounted": unit.dismounted,
        "duel": unit.duel,
        "origin": list(unit.origin),
    }


# ---------------------------------------------------------------- sides and their order


def side_view(world: World, side: Side, seat: int) -> contract.Side:
    """A side. `sealed` are the charges it has written down and not revealed yet: for itself alone."""
    known = side.seat == seat and side.sealed is not None
    return {
        "seat": side.seat,
        "edge": EDGES[side.edge],
        "score": points(world, side.seat),
        "numbers": [],
        "marks": [],
        "own": {
            "attacker": side.attacker,
            "grief": side.grief,
            "began_nv": side.began_nv,
            "lost": lost_share(world, side.seat),
            "conceded": side.conceded,
            "scored": side.points,
            "sealed": [list(pair) for pair in side.sealed or ()] if known else None,
        },
    }


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
