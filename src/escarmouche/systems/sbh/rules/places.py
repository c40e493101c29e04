"""Places: what lies where a figure arrives. Hidden markers, treasure, dangerous ground."""

from __future__ import annotations

from escarmouche.core.effects import Script, Tell, rule
from escarmouche.systems.sbh.model import World


def hidden_marker(world: World, id: int) -> int:
    """The ambush marker under which this fighter hides, as an index among the markers, or -1."""
    for index, marker in enumerate(world.markers):
        if marker.kind == "ambush" and marker.figure == id:
            return index
    return -1


def reveal(world: World, id: int) -> Script:
    """If the fighter is hidden under a marker it is put on the table. Returns the world."""
    if hidden_marker(world, id) >= 0:
        yield Tell("sbh.scenario.ambush.reveal", "revealed", (id,))
    return world


@rule("sbh.scenario.arrival")
def arrive(world: World, id: int, from_x: int, from_y: int) -> Script:
    """What happens where a figure has moved. Returns the world."""
    if from_x < 0 or from_y < 0:
        yield Tell("sbh.scenario.arrival", "arrives", (id,))
    return world
