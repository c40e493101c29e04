"""What a hand may shape on the table now, with what may be set of it and the words for that; `planning` makes the answers."""

from __future__ import annotations

from escarmouche.core.effects import Choose
from escarmouche.kit import sketch
from escarmouche.kit.view import Control, Hand, Option, Turn
from escarmouche.systems.masse.model import NONE, Unit, World
from escarmouche.systems.masse.planning import ALTITUDE, shaped
from escarmouche.systems.masse.rules.deployment import unplaced
from escarmouche.systems.masse.rules.formations import allowed_formations
from escarmouche.systems.masse.rules.reinforcements import Entry
from escarmouche.systems.masse.rules.turn import Declarations, Postures
from escarmouche.systems.masse.scenery import spoken

HIGHEST = 100
"""The highest altitude that a screen offers, in metres."""
PIVOTS = (("left", "↰"), ("right", "↱"), ("about", "⇅"))
REACHING = ("move", "charge")
"""The orders whose reach is shown."""


def hands(due: Choose) -> list[Hand]:
    """What may be shaped: units placed, led along a way, or several chosen at once."""
    world: World = due.world
    options = due.options
    if isinstance(options, Declarations):
        targets: dict[int, list[int]] = {}
        for unit, target in options.pairs:
            targets.setdefault(unit, []).append(target)
        return [several("declare", targets)]
    if isinstance(options, Postures):
        return [several("receive", {unit: [] for unit in options.able})]
    if isinstance(options, Entry):
        return [hand("arrive", world.units[options.id])]
    units = unplaced(world, due.seat) if due.figure < 0 else [world.units[due.figure]]
    return [hand(kind, unit) for kind in shaped(due) for unit in units]


def several(kind: str, able: dict[int, list[int]]) -> Hand:
    """Units that are chosen, each with a target where there are any."""
    said = {"stay": spoken(f"{kind}.stay"), "none": spoken(f"{kind}.none"), "go": spoken(f"{kind}.go")}
    return sketch.hand(kind, -1, spoken(f"{kind}.title"), spoken(f"{kind}.hint"), "many", able=list(able.items()), **said)


def hand(kind: str, unit: Unit) -> Hand:
    """A unit in hand."""
    placing = kind in ("place", "arrive", "walk")
    formed = unit.formation != NONE
    controls: list[Control] = []
    if formed and kind in ("place", "move"):
        controls += [*drill(unit, kind == "move")]
    if formed and kind == "move":
        controls.append(manner())
    if kind == "fly":
        controls.append(altitude(unit))
    return sketch.hand(
        kind,
        unit.id,
        spoken(f"group.{kind}"),
        spoken("hint.place" if kind in ("place", "arrive") else "hint.move"),
        "place" if placing else "move",
        turns=kind not in ("fly", "arrive"),
        reach=kind in REACHING,
        controls=controls,
        steps=[pivot(way, sign) for way, sign in PIVOTS] if formed and kind == "move" else [],
    )


def pivot(way: str, sign: str) -> Turn:
    """A quarter or half turn on the spot."""
    return {"id": f"pivot-{way}", "sign": sign, "words": spoken(f"pivot.{way}"), "step": ["pivot", way]}


# ---------------------------------------------------------------- what is set of it


def drill(unit: Unit, once: bool) -> list[Control]:
    """How wide it stands, and in what order where it may take several."""
    less, more = spoken("files.less"), spoken("files.more")
    files = sketch.count(spoken, "files", 1, unit.figures, unit.files, once=once, less=less, more=more)
    orders = allowed_formations(unit)
    if len(orders) < 2:
        return [files]
    values: list[Option] = [{"id": one, "words": spoken(f"formation.{one}")} for one in orders]
    return [files, sketch.choice(spoken, "formation", values, unit.formation, once)]


def manner() -> Control:
    """How it comes to a place: keeping its facing, or turning first."""
    values: list[Option] = [{"id": one, "words": spoken(f"manner.{one or 'auto'}")} for one in ("", "keep", "turn")]
    return sketch.choice(spoken, "manner", values, "")


def altitude(unit: Unit) -> Control:
    """How high it flies, in metres."""
    return sketch.count(spoken, "altitude", 0, HIGHEST, unit.altitude * ALTITUDE, ALTITUDE)
