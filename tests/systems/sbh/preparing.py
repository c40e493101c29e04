"""Games before their first turn: small bands, pieces of scenery as answers, a table played up to a point."""

from __future__ import annotations

from typing import Any

from escarmouche.core.effects import Script, Tell
from escarmouche.core.system import Plain, Setup
from escarmouche.systems.sbh.model import DEAD, Figure, World
from escarmouche.systems.sbh.rules.terrain import Layouts
from escarmouche.systems.sbh.setup import begin
from tests.systems.sbh.scene import MM, Played, fighter, play

Row = tuple[str, tuple[tuple[int, int], ...], int]
ATTACK = ("attacker",)


def band(*profiles: str, **fields: Any) -> Plain:
    """An army of these profiles, one figure each; a profile may be written "3 x human-warrior"."""
    figures = []
    for profile in profiles:
        count, _, name = profile.rpartition(" x ")
        figures.append({"profile": name, "count": int(count or 1)})
    return {"system": "sbh", "name": "Band", "limit": 3000, "figure": figures, **fields}


def setup(scenario: str = "pitched-battle", armies: list[Plain] | None = None, seed: int = 7, **options: Any) -> Setup:
    """A set-up with two small bands; `scenario_row` is a scenario of one's own."""
    if "scenario_row" in options:
        options["scenario"] = options.pop("scenario_row")
    usual = [band("3 x human-warrior"), band("3 x orc-warrior")]
    return Setup("sbh", usual if armies is None else armies, scenario, seed, options)


def fresh(scenario: str = "pitched-battle", armies: list[Plain] | None = None, **options: Any) -> World:
    """The world as it is when the game begins."""
    world: World = begin(setup(scenario, armies, **options)).args[0]
    return world


def prepared(
    dice: list[int], answers: list[Any], scenario: str = "pitched-battle", armies: list[Plain] | None = None, **options: Any
) -> Played:
    """A game played from the start with these dice and answers."""
    return play(begin(setup(scenario, armies, **options)), dice, answers)


def box(kind: str, left: float, bottom: float, width: float, depth: float, height: float = 0) -> Row:
    """A rectangular piece of scenery as the defender would write it; lengths in millimetres."""
    right, top = left + width, bottom + depth
    corners = ((left, bottom), (right, bottom), (right, top), (left, top))
    return (kind, tuple([(round(x * MM), round(y * MM)) for x, y in corners]), round(height * MM))


def spots(*places: tuple[float, float]) -> tuple[tuple[int, int], ...]:
    """Places in millimetres as spots on the table."""
    return tuple([(round(x * MM), round(y * MM)) for x, y in places])


def row_along(count: int, y: float, first: float = 100, gap: float = 50) -> tuple[Any, ...]:
    """A deployment in a row along the lower or upper edge."""
    return ("deploy", spots(*[(first + gap * i, y) for i in range(count)]))


def finished(script: Script) -> Any:
    """What a script returns that only tells."""
    while True:
        try:
            assert isinstance(next(script), Tell)
        except StopIteration as end:
            return end.value


def layout_rule(scenario: str, *rows: Row, **options: Any) -> str:
    """The rule by which a layout of one's own is refused in a scenario, "" when it is legal."""
    refused = Layouts(fresh(scenario, **options)).check(("pieces", *rows))
    return "" if refused is None else refused.rule


def fallen(points: int, seat: int, **changes: Any) -> Figure:
    """A fighter worth so many points, killed unless the changes say otherwise."""
    return fighter("orc-warrior", seat, 100, 500, points=points, **{"status": DEAD, "removal": "kill", **changes})


WOODS = (box("wood", 50, 250, 100, 60, 80), box("hill", 250, 250, 100, 60, 20))
"""A wood and a hill, as few pieces as there may be."""
