"""The smaller parts of the kit: names, directions, drawing, odds settings, worth, reach."""

from __future__ import annotations

import doctest
from importlib import import_module
from typing import Any, NamedTuple

import pytest

from escarmouche.core.effects import Result
from escarmouche.core.errors import UnknownName
from escarmouche.kit import sketch
from escarmouche.kit.attacks import SettingsReader
from escarmouche.kit.drawing import Grid, arrow, draw, letters, page
from escarmouche.kit.marks import parts, star
from escarmouche.kit.view import Look, words
from escarmouche.kit.words import compass, heading, unique
from escarmouche.kit.worth import across, settled
from escarmouche.table.shapes import polygon

MODULES = ("drawing", "words")


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_run(name: str) -> None:
    module = import_module(f"escarmouche.kit.{name}")
    ran = doctest.testmod(module)
    assert (ran.failed, ran.attempted > 0) == (0, True)


def test_namesakes_are_told_apart_by_number_and_side() -> None:
    figures = [("Orc", 0), ("Orc", 0), ("Elf", 1), ("Orc", 2), ("Troll", 1)]
    names = [unique(id, figures) for id in range(5)]
    assert names == ["Orc 1 (I)", "Orc 2 (I)", "Elf", "Orc (III)", "Troll"]
    assert unique(4, figures, doubled=True) == "Troll (II)"
    assert unique(0, figures, doubled=False) == "Orc 1"


@pytest.mark.parametrize(
    ("turn", "way"), [((100, 0), 0), ((100, 100), 1), ((0, 9), 2), ((-9, 9), 3), ((-9, 0), 4), ((9, -9), 7)]
)
def test_eight_directions(turn: tuple[int, int], way: int) -> None:
    assert compass(*turn) == heading(4500 * way) == f"direction-{way}"


def test_the_grid_shows_the_piece_laid_last_and_lets_figures_give_way() -> None:
    square = polygon([(0, 0), (50_000, 0), (50_000, 50_000), (0, 50_000)])
    corner = polygon([(0, 0), (10_000, 0), (10_000, 10_000), (0, 10_000)])
    grid = Grid(100_000, 50_000, 44)
    grid.shade(sketch.piece("wood", words("Wood", "Bois"), "wood", square))
    grid.shade(sketch.piece("lava", words("Lava", "Lave"), "water", corner))
    assert (grid.columns, grid.rows) == (40, 10)
    assert [grid.cells[9][0], grid.cells[0][0], grid.cells[0][39]] == ["~", "%", "."]
    grid.put(50_000, 25_000, "A")
    grid.put(50_000, 25_000, "B")
    drawn = list(grid.lines(10_000, 5, "dm"))
    assert "".join(drawn).count("A") == "".join(drawn).count("B") == 1
    assert drawn[-1].split() == ["0", "5", "dm"]
    assert page(["x"], ["a " * 30], 40).splitlines() == ["x", " ".join("a" * 20), "    " + " ".join("a" * 10)]


def test_a_thin_wall_is_drawn_unbroken_and_a_thin_stretch_of_water_is_not() -> None:
    thin = polygon([(10_000, 20_000), (90_000, 20_010), (90_000, 20_020), (10_000, 20_010)])
    found: list[tuple[Look, int]] = [("wall", 33), ("water", 0)]
    for look, drawn in found:
        grid = Grid(100_000, 50_000, 44)
        grid.shade(sketch.piece("x", words("x", "x"), look, thin))
        assert sum(cell != "." for row in grid.cells for cell in row) == drawn


def test_a_destroyed_piece_is_a_ruin() -> None:
    square = polygon([(0, 0), (50_000, 0), (50_000, 50_000), (0, 50_000)])
    tower = sketch.piece("tower", words("Tower", "Tour"), "tower", square)
    for destroyed, sign, said in ((False, "#", "# Tower"), (True, "*", "* ruin")):
        tower["destroyed"] = destroyed
        text = draw(sketch.battle(sketch.table(100_000, 50_000), [tower], [], [], words("points", "points"), 0), 44)
        assert text.count(sign) > 50
        assert said in text


def test_a_side_is_told_with_its_score_and_a_turn_with_its_last() -> None:
    sides = [sketch.side(0, 3, "left"), sketch.side(1, 0)]
    shown = sketch.battle(sketch.table(100_000, 50_000), [], [], sides, words("points", "points"), 2, turn_limit=6, active=1)
    assert draw(shown, 60).splitlines()[-3:] == [
        "Turn 2/6: player 2.",
        "Player 1 (left edge) · points: 3",
        "Player 2 · points: 0",
    ]
    assert draw(shown, 60, "fr").splitlines()[-3:] == [
        "Tour 2/6 : joueur 2.",
        "Joueur 1 (bord gauche) · points : 3",
        "Joueur 2 · points : 0",
    ]
    shown["turn"], shown["active"] = 7, -1
    assert "Turn 6/6.\n" in draw(shown, 60), "the battle is over after the last"


@pytest.mark.parametrize(("facing", "sign"), [(0, "→"), (4500, "↗"), (9000, "↑"), (13500, "↖"), (18000, "←"), (27000, "↓")])
def test_arrows(facing: int, sign: str) -> None:
    assert arrow(facing) == sign


def test_letters_for_many_sides() -> None:
    names = letters([(id, id % 4) for id in range(8)])
    assert list(names.values()) == ["A", "a", "3A", "4A", "B", "b", "3B", "4B"]
    many = letters([(id, 0) for id in range(30)])
    assert (many[25], many[26], len(set(many.values()))) == ("Z", "A2", 30)


def test_parts_of_an_answer_are_named() -> None:
    names = {"shoot": ("target", "aimed")}
    assert parts(("shoot", 4, True), names, 2) == {"kind": "shoot", "target": 4, "aimed": True, "figure": 2}
    assert parts(("end",), names, -1) == {"kind": "end"}
    assert parts(("pick", 3), {"pick": ("figure",)}, 2)["figure"] == 3
    assert parts(("shoot", 4), names, 0) == {"kind": "shoot", "target": 4, "figure": 0}, "parts may be left out"
    assert parts(("shoot", 4, False, 9), names, -1) == {"kind": "shoot", "target": 4, "aimed": False}, "or have no name"


def test_the_outline_of_a_reach_ends_where_it_is_no_longer_free() -> None:
    outline = star(0, 0, 1000, lambda angle, length: not 9000 <= angle < 18000 or length <= 300, rays=4, fineness=1)
    assert outline[0] == (1000, 0)
    assert abs(outline[1][1] - 300) <= 1
    assert outline[2] == (-1000, 0)


class Counts(NamedTuple):
    """Settings of an attack."""

    power: bool = False
    dice: int = 1
    state: str = "up"


READER = SettingsReader(Counts, {"dice": (1, 3)}, {"state": {"up": "up", "down": "prone"}})


def test_settings_of_an_attack_are_read_from_their_texts() -> None:
    found = READER.read("melee", {"power": "yes", "dice": "3", "state": "DOWN"}, ("power", "dice", "state"))
    assert found == Counts(True, 3, "prone")
    assert READER.read("melee", {}, ()) == Counts()


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"luck": "1"}, "The odds of melee know no setting 'luck': choose from power, dice, state."),
        ({"power": "perhaps"}, "The setting power cannot be 'perhaps': choose from yes, true, 1, no, false, 0."),
        ({"dice": "4"}, "The setting dice cannot be '4': choose from 1 to 3."),
        ({"dice": "-1"}, "The setting dice cannot be '-1': choose from 1 to 3."),
        ({"state": "gone"}, "The setting state cannot be 'gone': choose from up, down."),
    ],
)
def test_settings_there_are_not_are_listed(given: dict[str, str], said: str) -> None:
    with pytest.raises(UnknownName) as caught:
        READER.read("melee", given, ("power", "dice", "state"))
    assert str(caught.value) == said


def test_what_a_finished_battle_is_worth() -> None:
    won: Any = Result("a.b", (3, 1), 0, None)
    assert [settled(won, seat) for seat in (0, 1)] == [1.0, -1.0]
    assert settled(Result("a.b", (1, 1), -1, None), 0) == 0.0


@pytest.mark.parametrize(("edge", "far"), [(-1, 0.0), (0, 0.25), (1, 0.1), (2, 0.75), (3, 0.9)])
def test_how_far_a_spot_is_from_an_edge(edge: int, far: float) -> None:
    assert across(25, 10, 100, 100, edge) == pytest.approx(far)
