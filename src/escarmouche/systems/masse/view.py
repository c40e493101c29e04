"""What a seat may know of a battle, as plain data: everything but the charges the other side has declared in secret."""

from __future__ import annotations

from escarmouche.core.system import Plain
from escarmouche.systems.masse.content import book
from escarmouche.systems.masse.model import (
    DESTROYED,
    ENRAGED,
    FLED,
    INCH,
    JOINED,
    NONE,
    ON_TABLE,
    RESERVE,
    ROUTED,
    SHAKEN,
    STABLE,
    Attack,
    Card,
    Goal,
    Machine,
    Side,
    Structure,
    Unit,
    World,
    Zone,
)
from escarmouche.systems.masse.names import unit_name
from escarmouche.systems.masse.rules.ending import held_by, lost_share, points
from escarmouche.systems.masse.rules.formations import allowed_formations
from escarmouche.systems.masse.rules.ground import figure_bases, foes, footprint, ranks, strength
from escarmouche.systems.masse.rules.turn import initiative
from escarmouche.table.pieces import Piece
from escarmouche.table.shapes import Polygon

STATUSES = {
    ON_TABLE: "on-table",
    DESTROYED: "destroyed",
    FLED: "fled",
    RESERVE: "reserve",
    JOINED: "joined",
}
MORALES = {ENRAGED: "enraged", STABLE: "stable", SHAKEN: "shaken", ROUTED: "routed"}
SECTORS = ("front", "left", "rear", "right")
EDGES = ("left", "bottom", "right", "top")


def view(world: World, seat: int) -> Plain:
    """The battle as a seat may know it; -1 is a spectator. Equal knowledge gives equal data.

    Lists are agreed on (masse.army.muster-by-scenario) and everybody sees the table; only the charges that a side has
    written down are its own until both are revealed (masse.turn.charge-declaration).
    """
    return {
        "table": {"width": world.width, "depth": world.depth, "unit": INCH},
        "pieces": [piece_view(piece) for piece in world.pieces],
        "structures": [structure_view(one) for one in world.structures],
        "units": [unit_view(world, unit) for unit in world.units],
        "sides": [side_view(world, side, seat) for side in world.sides],
        "goals": [goal_view(world, goal) for goal in world.goals],
        "zones": [zone_view(zone) for zone in world.zones],
        "hatreds": [list(pair) for pair in world.hatreds],
        "switches": list(world.switches),
        "scenario": world.scenario,
        "turn": world.turn,
        "turn_limit": world.turn_limit,
        "acting": world.acting,
    }


def corners(shape: Polygon) -> list[list[int]]:
    """The corners of a shape."""
    return [[x, y] for x, y in shape.points]


def piece_view(piece: Piece) -> Plain:
    """A piece of terrain."""
    row = book().terrain.get(piece.kind)
    return {
        "kind": piece.kind,
        "name_en": piece.kind if row is None else row.name_en,
        "name_fr": piece.kind if row is None else row.name_fr,
        "points": corners(piece.shape),
        "height": piece.height,
        "floor": piece.floor,
        "base": piece.base,
        "difficult": piece.difficult,
        "impassable": piece.impassable,
        "blocks_sight": piece.blocks_sight,
        "cover": piece.cover,
        "tags": list(piece.tags),
    }


def structure_view(one: Structure) -> Plain:
    """A structure, with what it can still take."""
    row = book().structure[one.kind]
    return {
        "id": one.id,
        "kind": one.kind,
        "name_en": row.name_en,
        "name_fr": row.name_fr,
        "role": one.role,
        "points": corners(one.shape),
        "ps": one.ps,
        "pr": one.pr,
        "damage": one.damage,
        "destroyed": one.destroyed(),
        "height": one.height,
        "cover": one.cover,
        "openings": [list(opening) for opening in one.openings],
        "seat": one.seat,
    }


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


def card_view(card: Card) -> Plain:
    """What a unit's figures are."""
    return {
        "profile": card.profile,
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
        "traits": list(card.traits),
        "loyalty": card.loyalty,
        "radius": card.radius,
        "level": card.level,
        "spells": list(card.spells),
        "breath": card.breath,
        "engine": card.engine,
        "machine": None if card.machine is None else machine_view(card.machine),
        "mount": None if card.mount is None else card.mount.name_en,
    }


def unit_view(world: World, unit: Unit) -> Plain:
    """A unit: what it is, where it stands and how it fares. Lengths are hundredths of a millimetre, angles hundredths of a
    degree."""
    there = unit.status == ON_TABLE
    drawn = there or unit.status == RESERVE
    return {
        **card_view(unit.card),
        "id": unit.id,
        "seat": unit.seat,
        "name_en": unit_name(world, unit.id, "en"),
        "name_fr": unit_name(world, unit.id, "fr"),
        "status": STATUSES[unit.status],
        "figures": unit.figures,
        "began": unit.began,
        "carried": unit.carried,
        "strength": strength(unit),
        "x": unit.x,
        "y": unit.y,
        "facing": unit.facing,
        "points": corners(footprint(unit)) if drawn else [],
        "bases": [corners(base) for base in figure_bases(unit)] if drawn else [],
        "ranks": ranks(unit) if unit.figures else 0,
        "engaged": [foe.id for foe in foes(world, unit)] if there else [],
        "orders": list(allowed_formations(unit)) if unit.formation != NONE else [],
        "files": unit.files,
        "formation": unit.formation,
        "fronts": [SECTORS[front] for front in unit.fronts],
        "morale": MORALES[unit.morale],
        "die": unit.die,
        "tie_die": unit.tie_die,
        "initiative": initiative(world, unit) if there else None,
        "host": unit.host,
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


def side_view(world: World, side: Side, seat: int) -> Plain:
    """A side. `declared` are the charges it has written down and not revealed yet: for itself alone."""
    known = side.seat == seat and side.sealed is not None
    return {
        "seat": side.seat,
        "attacker": side.attacker,
        "edge": EDGES[side.edge],
        "grief": side.grief,
        "began_nv": side.began_nv,
        "lost": lost_share(world, side.seat),
        "conceded": side.conceded,
        "points": points(world, side.seat),
        "scored": side.points,
        "sealed": [list(pair) for pair in side.sealed or ()] if known else None,
    }


def goal_view(world: World, goal: Goal) -> Plain:
    """An objective, and who has it now."""
    return {
        "kind": goal.kind,
        "points": goal.points,
        "seat": goal.seat,
        "holder": held_by(world, goal) if goal.reach else -1,
        "x": goal.x,
        "y": goal.y,
        "reach": goal.reach,
        "structure": goal.structure,
        "name_en": goal.name_en,
        "name_fr": goal.name_fr,
    }


def zone_view(zone: Zone) -> Plain:
    """Where a side deploys or enters."""
    return {
        "kind": zone.kind,
        "seat": zone.seat,
        "left": zone.left,
        "bottom": zone.bottom,
        "right": zone.right,
        "top": zone.top,
    }
