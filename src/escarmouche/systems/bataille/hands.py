"""What a hand may shape on the table now, and the answers that its gestures lead to."""

from __future__ import annotations

from escarmouche.core.effects import Answer, Choose
from escarmouche.core.system import Plain
from escarmouche.kit import sketch
from escarmouche.kit.view import Hand
from escarmouche.systems.bataille.model import Figure, World
from escarmouche.systems.bataille.rules.declaring import HOLD, Declaring
from escarmouche.systems.bataille.rules.deployment import Placing
from escarmouche.systems.bataille.rules.movement import Fleeing, FreeBlows, Marching
from escarmouche.systems.bataille.rules.spells import Running
from escarmouche.systems.bataille.rules.ways import way_to
from escarmouche.systems.bataille.view import spoken


def hands(due: Choose) -> list[Hand]:
    """What may be shaped: figures placed, led along a way alone or together, or given targets."""
    options, world = due.options, due.world
    if isinstance(options, Placing):
        return [sketch.hand("deploy", -1, spoken("group.deploy"), spoken("hint.deploy"), "places", figures=list(options.ids))]
    if isinstance(options, Marching):
        able = [one.id for one in options.unengaged()]
        one = sketch.hand("move", -1, spoken("group.move"), spoken("hint.move"), "move", figures=able, reach=True)
        return (
            [one, sketch.hand("shift", -1, spoken("group.shift"), spoken("hint.shift"), "shift", figures=able)] if able else []
        )
    if isinstance(options, (Fleeing, Running)):
        kind = "flee" if isinstance(options, Fleeing) else "run"
        return [sketch.hand(kind, due.figure, spoken(f"group.{kind}"), spoken("hint.move"), "move", reach=kind == "run")]
    if isinstance(options, Declaring):
        pairs = [(id, options.targets(id)) for id in options.able()]
        said = {"stay": spoken("declare.stay"), "none": spoken("declare.none"), "go": spoken("declare.go")}
        title = spoken(f"declare.{world.phase}")
        return [
            sketch.hand("declare", -1, title, spoken("declare.hint"), "many", able=[one for one in pairs if one[1]], **said)
        ]
    if isinstance(options, FreeBlows):
        said = {"stay": spoken("declare.stay"), "none": spoken("strike.none"), "go": spoken("strike.go")}
        able_pairs: list[tuple[int, list[int]]] = [(id, []) for id in options.able]
        return [sketch.hand("strike", -1, spoken("strike.title"), spoken("strike.hint"), "many", able=able_pairs, **said)]
    return []


def planned(due: Choose, wish: Plain) -> Answer:
    """The answer that a gesture leads to; trying it says whether it is legal."""
    options, world, kind = due.options, due.world, wish["kind"]
    if kind == "deploy" and isinstance(options, Placing):
        spots = {figure: (x, y) for figure, x, y in wish.get("places", ())}
        return ("deploy", tuple([spots[id] for id in options.ids if id in spots]))
    if kind == "shift" and isinstance(options, Marching):
        return ("shift", wish.get("dx", 0), wish.get("dy", 0), *wish.get("figures", ()))
    if kind == "declare" and isinstance(options, Declaring):
        return declared(options, wish.get("pairs", ()))
    if kind == "strike" and isinstance(options, FreeBlows):
        return ("strike", *sorted([figure for figure, *_ in wish.get("pairs", ())]))
    if kind in ("move", "flee", "run") and "x" in wish:
        figure = world.figures[wish.get("figure", due.figure)]
        return led(world, figure, (kind, figure.id) if kind == "move" else (kind,), wish, kind == "flee")
    return None


def declared(options: Declaring, pairs: list[tuple[int, int]]) -> Answer:
    """The declaration that gives each figure its target; one named several times spreads its attacks over its targets."""
    aims: dict[int, list[int]] = {}
    for figure, target in pairs:
        if target != HOLD:
            aims.setdefault(figure, []).append(target)
    rows = []
    for figure in sorted(aims):
        row, found = options.row(figure, aims[figure][-1]), aims[figure]
        gun = options.world.figures[figure].is_gun()
        rows.append(row if gun else (figure, *[*found, *row[1:]][: len(row) - 1]))
    return ("declare", *rows)


def led(world: World, figure: Figure, head: tuple[object, ...], wish: Plain, shy: bool) -> Answer:
    """A way to where the hand is, round what cannot be passed; it goes on from an earlier one (`before`) where there is one."""
    before = wish.get("before")
    if before:
        return (*before, wish["x"], wish["y"])
    path = way_to(world, figure, wish["x"], wish["y"], shy)
    return (*head, *[one for spot in path[1:] for one in spot])
