"""The drawn table: readable on 80 columns, without colour, and no more telling than a view."""

from __future__ import annotations

import pytest

import escarmouche as esc
from escarmouche.core.dice import Stream
from escarmouche.kit.drawing import MARGIN, letters
from escarmouche.systems.sbh.model import ON_TABLE, SPELLBOUND, WAITING, Ground, Marker, World
from escarmouche.systems.sbh.system import SYSTEM
from tests.systems.sbh.scene import MM, changed, fighter, scene, square


def draw(world: World, seat: int, columns: int, language: str = "en") -> str:
    """The table as the seat may see it."""
    return SYSTEM.draw(world, seat, columns, language)


def grid(text: str) -> list[str]:
    """The rows of the table alone."""
    lines = text.split("\n")
    foot = next(i for i, line in enumerate(lines) if line.endswith(" cm"))
    return [line[MARGIN:] for line in lines[:foot]]


def legend(text: str) -> str:
    """What stands below the table."""
    return text.split(" cm\n", 1)[1]


def battle() -> World:
    """A few figures and pieces."""
    return scene(
        fighter("orc-warrior", 0, 100, 100),
        fighter("orc-warrior", 0, 116, 100, prone=True),
        fighter("human-warrior", 1, 300, 300, held=SPELLBOUND),
        fighter("human-archer", 1, 500, 560, activated=True, spent=True),
        pieces=[square("wood", 50, 200, 120, 90), square("hill", 400, 400, 100, 100)],
    )


def test_the_table_stands_upright_with_capitals_for_the_first_player() -> None:
    rows = grid(draw(battle(), 0, 80))
    assert {len(row) for row in rows} == {76}
    assert len(rows) == 38
    found = {letter: (rows.index(row), row.index(letter)) for row in rows for letter in "ABab" if letter in row}
    assert found["A"] == (31, 12)
    assert found["B"] == (31, 14)
    assert found["a"] == (18, 38)
    assert found["b"] == (2, 63)


def test_states_stand_beside_the_letters_and_in_words() -> None:
    text = draw(battle(), 0, 80)
    assert "A.B_" in text
    assert "B  Orc warrior 2              Q 4+ C 3 Pts 23 · 11.6, 10.0 · knocked down" in legend(text)
    assert "Q 3+ C 3 Pts 30 · 30.0, 30.0 · immobilised" in legend(text)
    assert "_ lying down" in legend(text)
    assert " ".join(legend(text).split()).endswith("out of ammunition, has been activated · Shooter (long)")


def test_terrain_is_shaded_and_explained() -> None:
    text = draw(battle(), 0, 80)
    assert sum(row.count("%") for row in grid(text)) > 60
    assert sum(row.count("^") for row in grid(text)) > 60
    assert "% Wood · ^ Hill" in legend(text)
    assert "~" not in text


def test_the_sticks_are_as_long_as_on_the_table() -> None:
    text = draw(battle(), 0, 80)
    for name, length in (("Short, 50 mm", 6), ("Medium, 80 mm", 10), ("Long, 120 mm", 15)):
        assert f"|{'-' * length}| {name}" in text


def test_in_french() -> None:
    text = legend(draw(battle(), 0, 80, "fr"))
    assert "% Zone boisée · ^ Colline" in text
    assert "Tour 1 : joueur 1." in text
    assert "Joueur 1 (bord bas, attaquant) · Points de victoire : 0" in text
    assert "10,0 ; 10,0" in text
    assert "_ à terre" in text


@pytest.mark.parametrize("columns", [40, 80, 132])
def test_no_line_is_wider_than_asked_for(columns: int) -> None:
    text = draw(battle(), 0, columns)
    assert max(len(line) for line in text.split("\n")) <= columns
    assert len(grid(text)[0]) == columns - MARGIN


def test_a_long_legend_goes_on_in_the_next_line() -> None:
    world = scene(fighter("orc-warlord", 0, 300, 300, activated=True, attacked=True, wounds=1, poisoned=1, treasure=True))
    lines = draw(world, 0, 60).split("\n")
    assert max(len(line) for line in lines) <= 60
    assert lines[-1].startswith("    ")
    assert " ".join(" ".join(lines[-3:]).split()).endswith(
        "carries the treasure, has been activated, wounded, poisoned · Leader, Tough"
    )


def test_before_the_dice_nobody_has_a_role() -> None:
    world = battle()
    unknown = changed(world, bands=tuple([changed(band, attacker=False) for band in world.bands]))
    assert "attacker" not in draw(unknown, 0, 80)
    assert "defender" not in draw(unknown, 0, 80)
    assert "edge, attacker)" in draw(world, 0, 80)
    assert "edge, defender)" in draw(world, 0, 80)


def test_a_crowd_loses_nobody() -> None:
    world = scene(*[fighter("kobold-warrior", i % 2, 300 + i, 300 + i % 3) for i in range(12)])
    drawn = "".join(grid(draw(world, 0, 80)))
    assert sorted(letter for letter in drawn if letter.isalpha()) == list("ABCDEFabcdef")


def test_more_fighters_than_letters() -> None:
    world = scene(*[fighter("halfling-villager", 0, 20 + 18 * (i % 30), 50 + 20 * (i // 30)) for i in range(30)])
    names = letters([(figure.id, figure.seat) for figure in world.figures])
    assert (names[0], names[25], names[26], names[29]) == ("A", "Z", "A2", "D2")
    assert len(set(names.values())) == 30


@pytest.mark.rule("sbh.scenario.ambush.markers")
def test_what_is_hidden_is_drawn_for_its_owner_alone() -> None:
    world = scene(
        fighter("orc-warrior", 0, 300, 60),
        fighter("elf-archer", 1, 0, 0, status=WAITING),
        markers=(Marker(0, "ambush", 20_000, 58_000, 1, -1), Marker(1, "ambush", 40_000, 58_000, 1, 1)),
    )
    moved = world.with_markers(tuple([changed(marker, figure=-1 - marker.figure) for marker in world.markers]))
    other = moved.with_markers((changed(moved.markers[0], figure=1), changed(moved.markers[1], figure=-1)))
    for seat in (0, -1):
        assert draw(world, seat, 80) == draw(other, seat, 80)
        assert "Elf" not in draw(world, seat, 80)
    assert "?  hidden fighter or decoy, Elf archer, 40.0, 58.0" in draw(world, 1, 80)
    assert "?  hidden fighter or decoy, decoy, 20.0, 58.0" in draw(world, 1, 80)
    assert "not on the table yet" in draw(world, 1, 80)
    assert "? hidden fighter or decoy" in draw(world, 0, 80)


def test_the_place_of_power_and_the_treasure_can_be_found() -> None:
    world = scene(
        fighter("orc-warrior", 0, 300, 60, treasure=True),
        pieces=[square("ruins", 200, 200, 100, 100)],
        place=0,
        markers=(Marker(0, "treasure", 5_000, 5_000),),
    )
    text = draw(world, 0, 80)
    assert "✶" in "".join(grid(text))
    assert "✶ Place of Power · ◆ the treasure" in legend(text)
    assert "carries the treasure" in legend(text)


def test_a_hexagon_board_has_no_sticks() -> None:
    world = battle()
    world.ground = Ground(400 * MM, 600 * MM, (0, 4, 7, 13), (), 20 * MM, "hex")
    text = draw(world, 0, 80)
    assert "|-" not in text
    assert len(grid(text)) == 57


@pytest.mark.parametrize("scenario", SYSTEM.scenarios())
def test_every_moment_of_a_game_can_be_drawn(scenario: str) -> None:
    game, chance = esc.new("sbh", scenario=scenario, seed=9), Stream(scenario)
    for number in range(120):
        if game.due is None:
            break
        if number % 10 == 0:
            for seat in (-1, 0, 1):
                text = SYSTEM.draw(game.world, seat, 80)
                assert max(len(line) for line in text.split("\n")) <= 80
        game.play(game.sample(chance))
    letters_drawn = sum(letter.isalpha() for row in grid(SYSTEM.draw(game.world, -1, 80)) for letter in row)
    assert letters_drawn == len([figure for figure in game.world.figures if figure.status == ON_TABLE])
