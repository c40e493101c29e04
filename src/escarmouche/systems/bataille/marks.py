"""What a screen needs to show an answer before it is given: what it points at, how far it goes, whom it meets, where a figure
could go. Every number comes from the rules themselves."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from typing import Any, Final

from escarmouche.core.effects import Answer, Choose
from escarmouche.core.system import Plain
from escarmouche.kit.marks import is_worded, note, parts, star
from escarmouche.systems.bataille import forecast
from escarmouche.systems.bataille.model import DISENGAGEMENT, ON_TABLE, Figure, World
from escarmouche.systems.bataille.rules.artillery import PIERCES, line_end, span, under
from escarmouche.systems.bataille.rules.core import barred_from_attacks, foes, foes_at, mental_score
from escarmouche.systems.bataille.rules.deployment import Layouts
from escarmouche.systems.bataille.rules.leaving import off_table
from escarmouche.systems.bataille.rules.morale import flight, rout_path
from escarmouche.systems.bataille.rules.movement import free_refusal, path_of
from escarmouche.systems.bataille.rules.spells import barrier, creature
from escarmouche.systems.bataille.rules.terrain import ground, layout
from escarmouche.systems.bataille.rules.values import CREW_MOVE, FIREBALL_RADIUS, HALVES, SHELL_RADIUS, UNDER
from escarmouche.systems.bataille.rules.ways import flames, real_limit, way_cost, way_refusal
from escarmouche.systems.bataille.words import SPEECH
from escarmouche.table.shapes import square_between, towards
from escarmouche.table.templates import strip
from escarmouche.table.trig import TURN, step
from escarmouche.table.whole import root_up

AIMED = ("figure", "target")
PARTS: dict[str, tuple[str, ...]] = {
    "move": ("figure", "x", "y"), "disengage": ("figure",), "rout": ("figure", "edge"), "exit": ("figure", "edge"),
    "gun": ("figure", "x", "y"), "pass": AIMED, "put-down": ("figure",), "flee": ("x", "y"), "run": ("x", "y"),
    "place": ("x", "y"), "prison": ("x", "y"), "prisoner": ("figure",), "ally": ("target",), "layout": ("number",),
    "edge": ("edge",), "corner": ("edge",), "first": ("seat",), "type": ("type",), "fireball": ("figure", "x", "y"),
    "summoning": ("figure", "creature", "x", "y"), "curse": (*AIMED, "loses"), "wall-of-fire": ("figure", "x", "y", "facing"),
    "paralysis": AIMED, "paranoia": AIMED, "death-ray": AIMED, "bloodthirst": AIMED, "teleportation": (*AIMED, "x", "y"),
}  # fmt: skip
"""What stands behind the first word of each kind of answer."""
WAYS = {"move": 2, "flee": 1, "run": 1}
"""Where the way begins in the answers that are one."""
RUNS = ("rout", "exit")
"""The answers by which somebody makes for an edge of the table."""
STRIKING = ("declare", "death-ray", "fireball")
"""The answers by which somebody may fall at once."""
CORNERS: Final = 48
"""A round template is drawn with so many."""
BOLT: Final = 250
"""How broad the line of a bolt is drawn, which is no more than a line."""
Outline = list[tuple[int, int]]


def marks(due: Choose, answer: Answer) -> Plain:
    """What an answer points at."""
    if not is_worded(answer):
        return {"kind": "value"}
    kind = answer[0]
    found = parts(answer, PARTS, due.figure)
    if kind in WAYS:
        found["x"], found["y"] = answer[-2], answer[-1]
    if "x" in PARTS.get(kind, ()) and (kind not in WAYS or len(answer) == WAYS[kind] + 2):
        found["place"] = 1 + PARTS[kind].index("x")
    if kind == "deploy":
        found["places"] = [list(spot) for spot in answer[1]]
    elif kind == "shift":
        found["figure"] = answer[3]
    elif kind == "strike" and due.why == "bataille.spell.bloodthirst-attack":
        found["target"] = answer[1]
    return found


def trial(due: Choose, answer: Answer) -> Plain:
    """What would come of an answer. The `stages` tell who may fall by a declaration or by a spell that strikes at once; what a
    whole phase leads to branches without end."""
    return {"stages": [], **(tried(due, answer) if is_worded(answer) else {})}


def tried(due: Choose, answer: Answer) -> Plain:
    """For a way its length and whom it meets, for a template what and whom it covers, for several where they would stand, for a
    declaration who may fall."""
    world: World = due.world
    kind = answer[0]
    if kind in WAYS:
        figure = world.figures[answer[1] if kind == "move" else due.figure]
        return way(world, figure, answer[WAYS[kind] :])
    if kind == "shift":
        return together(world, [world.figures[id] for id in answer[3:]], answer[1], answer[2])
    if kind == "gun":
        gun = world.figures[answer[1]]
        far = root_up(square_between(gun.x, gun.y, answer[2], answer[3]))
        return {"distance": far, "limit": CREW_MOVE[min(len(answer) - 4, len(CREW_MOVE) - 1)]}
    if kind == "resist":
        return {"stages": [resistance(world, world.figures[due.figure])]}
    covered: Plain = {"areas": areas(world, answer)} if kind == "declare" or kind in PARTS else {}
    if kind in STRIKING:
        covered["stages"] = forecast.stages(world, answer, due.why)
        below = tuple(under(world, answer[2], answer[3], FIREBALL_RADIUS)) if kind == "fireball" else ()
        if below:
            covered["notes"] = [note(SPEECH, world, "bataille.spell.fireball", "note.under", below)]
        return covered
    if kind == "disengage":
        return {"provokes": provoked(world, world.figures[answer[1]])}
    if kind in RUNS:
        return {"provokes": pursued(world, world.figures[answer[1]], answer[2])}
    return covered


def together(world: World, going: list[Figure], dx: int, dy: int) -> Plain:
    """Where several would stand, how many of them would be in contact, and who moves too far to shoot."""
    places = [[one.id, one.x + dx, one.y + dy] for one in going]
    met = [one for one in going if foes_at(world, one, one.x + dx, one.y + dy)]
    still = []
    for one in [one for one in going if one.card.shooting]:
        cost = way_cost(world, one, [(one.x, one.y), (one.x + dx, one.y + dy)])
        if one.moved + cost > HALVES[one.card.move][1]:
            still.append(one)
    notes = [note(SPEECH, world, "bataille.move.into-contact", "note.several-met", len(met))] if met else []
    if still:
        notes.append(note(SPEECH, world, "bataille.shoot.moved-over-half", "note.several-no-shot", len(still)))
    return {"places": places, "notes": notes}


def resistance(world: World, figure: Figure) -> Plain:
    """The chance of a figure to resist a spell."""
    held = Fraction(sum(UNDER[mental_score(world, figure)]), 6)
    rows = (("note.resists", held), ("note.yields", 1 - held))
    odds = {
        key: {"chance": str(chance), "percent": round(float(100 * chance), 2), "text": SPEECH.both(key, (), world)}
        for key, chance in rows
    }
    return {**note(SPEECH, world, "bataille.magic.resistance", "note.resistance", figure.id), "odds": odds}


# ---------------------------------------------------------------- what an answer covers


def areas(world: World, answer: Answer) -> list[Outline]:
    """The templates of an answer: of the guns of a declaration, of a spell cast at a place, or the base of whom it is cast
    at."""
    kind = answer[0]
    if kind == "declare":
        shells = [(world.figures[row[0]], row[2]) for row in answer[1:] if len(row) == 3 and world.figures[row[0]].is_gun()]
        return [aimed(world, gun, target) for gun, target in shells]
    if kind == "fireball":
        return [disc(answer[2], answer[3], FIREBALL_RADIUS)]
    if kind == "wall-of-fire":
        return [list(barrier(*answer[2:5]).points)]
    if kind == "summoning":
        card = creature(world.figures[answer[1]], answer[2])
        return [] if card is None else [disc(answer[3], answer[4], card.radius)]
    if kind != "teleportation" and PARTS[kind][:2] == AIMED:
        return [base(world.figures[answer[2]])]
    return []


def base(figure: Figure) -> Outline:
    """The base of a figure."""
    return disc(figure.x, figure.y, figure.card.radius)


def disc(x: int, y: int, radius: int) -> Outline:
    """A round template."""
    return [step(x, y, corner * TURN // CORNERS, radius) for corner in range(CORNERS)]


def aimed(world: World, gun: Figure, target: int) -> Outline:
    """What a gun strikes if it hits whom it is aimed at: a disc, or the line that a bolt pierces."""
    aim = world.figures[target]
    if gun.card.shell != PIERCES:
        return disc(aim.x, aim.y, SHELL_RADIUS)
    end, (first, last) = line_end(gun, aim), span(world, gun, aim)
    near, far = [towards(gun.x, gun.y, *end, gun.card.radius + length) for length in (first, last)]
    return list(strip(*near, *far, BOLT).points)


def proposed(due: Choose, answer: Answer) -> World | None:
    """The empty table with the terrain that a layout would put on it. (bataille.setup.terrain-pieces)"""
    if not isinstance(due.options, Layouts):
        return None
    twin: World = due.world.copy()
    width, depth = twin.ground.width, twin.ground.depth
    twin.figures, twin.ground = (), ground(width, depth, layout(width, depth, twin.scenario, answer[1]))
    return twin


def way(world: World, figure: Figure, coordinates: tuple[Any, ...]) -> Plain:
    """What a way counts and brings about."""
    path = path_of(figure, coordinates)
    if path is None:
        return {}
    cost = way_cost(world, figure, path)
    met = foes_at(world, figure, *path[-1])
    shoots = figure.moved + cost <= HALVES[figure.card.move][1]
    key = "note.shoots" if shoots else "note.no-shot"
    return {
        "distance": cost,
        "limit": figure.card.move,
        "places": [[figure.id, *path[-1]]],
        "notes": [note(SPEECH, world, "bataille.shoot.moved-over-half", key)] if figure.card.shooting else [],
        "provokes": [
            *[{"figure": foe.id, "kind": "contact", "rule": "bataille.move.into-contact"} for foe in met],
            *burning(figure, len(flames(world, figure, path))),
        ],
    }


def burning(figure: Figure, fires: int) -> list[Plain]:
    """The walls of fire on its way."""
    return [{"figure": figure.id, "kind": "fire", "rule": "bataille.spell.wall-of-fire-crossing"}] * fires


def pursued(world: World, figure: Figure, edge: int) -> list[Plain]:
    """Who may strike at one that makes for an edge, and the flames on its way; nothing where it cannot get away."""
    path = rout_path(world, figure, edge)
    fled = None if path is None else flight(world, figure, path)
    if path is None or fled is None:
        return []
    if off_table(world, figure, path):
        return [*provoked(world, figure), *burning(figure, 0 if figure.card.flight else len(flames(world, figure, path)))]
    return [*provoked(world, figure), *burning(figure, len(flames(world, figure, fled)))]


def provoked(world: World, figure: Figure) -> list[Plain]:
    """Who may strike at one that breaks away."""
    able = [] if figure.able(DISENGAGEMENT) else [foe for foe in foes(world, figure) if not barred_from_attacks(foe)]
    return [{"figure": foe.id, "kind": "free-attack", "rule": "bataille.move.free-attacks"} for foe in able]


def reach(world: World, id: int) -> list[list[tuple[int, int]]]:
    """Where one straight move may end: the farthest free spot in every direction."""
    figure = world.figures[id]
    if figure.status != ON_TABLE or figure.is_gun() or free_refusal(world, figure) is not None:
        return []
    return [star(figure.x, figure.y, min(figure.card.move, real_limit(world, figure)), partial(free, world, figure), 48, 250)]


def free(world: World, figure: Figure, angle: int, length: int) -> bool:
    """May it go so far in a direction?"""
    path = [(figure.x, figure.y), step(figure.x, figure.y, angle, length)]
    return way_refusal(world, figure, path, figure.card.move) is None
