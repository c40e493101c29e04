"""The tables of the scenarios, drawn and given."""

from __future__ import annotations

import pytest

from escarmouche.core.dice import Stream
from escarmouche.systems.fda.content import book
from escarmouche.systems.fda.dungeon import OPEN_DOOR, Table, table
from escarmouche.systems.fda.model import CLOSED, OPEN, Fixture, World
from escarmouche.systems.fda.rules.walks import first_leg
from escarmouche.systems.fda.worth import evaluate
from escarmouche.table.pieces import Piece
from escarmouche.table.shapes import disc_meets_polygon
from tests.systems.fda.stage import box, cm, figure, offered, scene

HALF_LARGE = 2500
STEP = 500


def seed(number: int = 1) -> Stream:
    return Stream(f"terrain {number}")


def reached(found: Table, open_doors: bool) -> bool:
    """Can a large creature come from the one hall to the other?"""
    solid: list[Piece] = [one for one in found.ground.pieces if one.impassable and not (open_doors and one.kind == "door")]

    def free(x: int, y: int) -> bool:
        on = HALF_LARGE <= x <= found.ground.width - HALF_LARGE and HALF_LARGE <= y <= found.ground.depth - HALF_LARGE
        return on and not any(disc_meets_polygon(x, y, HALF_LARGE, one.shape) for one in solid)

    start = (4000, 4000)
    seen, todo = {start}, [start]
    while todo:
        x, y = todo.pop()
        if x >= found.ground.width - 5000:
            return True
        for place in ((x + STEP, y), (x - STEP, y), (x, y + STEP), (x, y - STEP)):
            if place not in seen and free(*place):
                seen.add(place)
                todo.append(place)
    return False


@pytest.mark.parametrize("name", list(book().scenario))
def test_every_scenario_has_its_table(name: str) -> None:
    found, row = table(name, seed()), book().scenario[name]
    assert (found.ground.width, found.ground.depth) == (row.width * 1000, row.depth * 1000)
    assert found.ground.pieces
    for piece in found.ground.pieces:
        assert all(0 <= x <= found.ground.width and 0 <= y <= found.ground.depth for x, y in piece.shape.points)
    for side in ("adventurers", "dungeon"):
        assert any(zone.side == side for zone in found.zones)


@pytest.mark.rule("fda.terrain.sight")
def test_a_piece_is_what_its_row_says() -> None:
    pieces = {piece.kind: piece for piece in table("brawl", seed()).ground.pieces}
    column, debris, broken = pieces["column"], pieces["debris"], pieces["broken-ground"]
    assert (column.impassable, column.blocks_sight, column.height, column.cover) == (True, True, 10_000, True)
    assert (debris.impassable, debris.difficult, debris.blocks_sight, debris.cover) == (False, True, False, True)
    assert (broken.difficult, broken.cover) == (True, False)


@pytest.mark.rule("fda.scenario.statuette-door")
def test_the_study_is_locked_and_the_chest_holds_the_statuette() -> None:
    door, chest = table("statuette", seed()).fixtures
    assert (door.kind, door.state, door.locked) == ("door", CLOSED, True)
    assert (chest.kind, chest.locked, chest.holds) == ("chest", False, "statuette")


@pytest.mark.rule("fda.scenario.lich-soup-sarcophagus")
def test_the_sarcophagus_stands_three_blows() -> None:
    (tomb,) = table("lich-soup", seed()).fixtures
    assert (tomb.kind, tomb.blows) == ("sarcophagus", 3)


@pytest.mark.rule("fda.terrain.doors-and-rooms")
def test_doors_that_nobody_can_work_stand_open() -> None:
    found = table("statuette", seed(), doors=False)
    door = found.fixtures[0]
    piece = found.ground.pieces[door.piece]
    assert (door.state, door.locked) == (OPEN, False)
    assert (piece.kind, piece.impassable, piece.blocks_sight) == (OPEN_DOOR, False, False)
    assert found.fixtures[1].state == CLOSED


def test_a_seed_always_draws_the_same_dungeon_and_another_draws_another() -> None:
    assert table("random-dungeon", seed(3)) == table("random-dungeon", seed(3))
    assert table("random-dungeon", seed(3)).ground != table("random-dungeon", seed(4)).ground


@pytest.mark.parametrize("number", range(12))
def test_a_random_dungeon_has_rooms_doors_and_a_way_through(number: int) -> None:
    found = table("random-dungeon", seed(number))
    kinds = [piece.kind for piece in found.ground.pieces]
    assert kinds.count("wall") >= 20
    assert {"column", "debris", "chest"} <= set(kinds)
    assert reached(found, open_doors=False)


def test_random_dungeons_have_doors_some_of_them_locked() -> None:
    doors = [one for number in range(20) for one in table("random-dungeon", seed(number)).fixtures if one.kind == "door"]
    locked = sum([one.locked for one in doors])
    assert len(doors) >= 40
    assert 0 < locked < len(doors) / 2


# ---------------------------------------------------------------- on foot


def divided(x: float, y: float, **door: bool) -> World:
    """An orc on one side of a wall with a doorway far to the north, an elf right behind it."""
    pieces = [box("wall", 30, 0, 31, 40), box("wall", 30, 48, 31, 120)]
    fixtures: tuple[Fixture, ...] = ()
    if door:
        pieces.append(box("door", 30, 40, 31, 48))
        fixtures = (Fixture(2, "door", CLOSED, door["locked"]),)
    return scene(figure("orc", 0, x, y), figure("elf", 1, 34, 10, 180), pieces=pieces, fixtures=fixtures)


def test_whoever_judges_goes_round_a_wall_and_not_up_to_it() -> None:
    assert evaluate(divided(26, 35), 0) > evaluate(divided(26, 10), 0), "nearer to the doorway, farther from the elf"
    assert evaluate(divided(26, 44, locked=False), 0) < evaluate(divided(26, 44), 0), "a door is still to be opened"
    assert evaluate(divided(26, 44, locked=True), 0) < evaluate(divided(26, 44, locked=False), 0)


def test_a_move_round_the_wall_is_among_those_offered() -> None:
    world = divided(26, 33)
    ends = [(x, y) for _, x, y in offered(world, "advance")]
    assert any(y > cm(40) for _, y in ends), "towards the doorway"
    x, y = first_leg(world, world.figures[0], [(cm(34), cm(10))]) or (0, 0)
    assert y > cm(38)
    assert x < cm(31)
    assert first_leg(world, world.figures[0], [(cm(10), cm(10))]) is None, "nothing is in the way there"


def test_whoever_judges_drops_nothing_for_nothing() -> None:
    armed = scene(figure("orc", 0, 20, 20), figure("elf", 1, 60, 20))
    bare = scene(figure("orc", 0, 20, 20, hands=()), figure("elf", 1, 60, 20))
    assert evaluate(armed, 0) > evaluate(bare, 0)
    assert evaluate(armed, 1) < evaluate(bare, 1)
