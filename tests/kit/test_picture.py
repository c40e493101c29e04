"""The picture of a view: whole XML whatever the texts, everything that stands there, for any number of sides."""

from __future__ import annotations

import doctest
import typing
from xml.etree import ElementTree

import pytest

import escarmouche as esc
from escarmouche.core import pictures
from escarmouche.core.engine import start
from escarmouche.core.game import Game
from escarmouche.core.system import Setup
from escarmouche.kit import picture
from escarmouche.kit.picture import GROUND, SIGNS, painted, svg
from escarmouche.kit.view import Look, checked, words
from tests.core.faulty import FAULTY
from tests.core.toy import new_game
from tests.kit.battle import battle, figure, piece, square

SVG = "{http://www.w3.org/2000/svg}"


def parsed(drawn: str) -> ElementTree.Element:
    return ElementTree.fromstring(drawn)


def titles(root: ElementTree.Element) -> list[str]:
    return [one.text or "" for one in root.iter(f"{SVG}title")]


def texts(root: ElementTree.Element) -> list[str]:
    return [one.text or "" for one in root.iter(f"{SVG}text")]


def test_the_example_keeps_the_contract() -> None:
    assert checked(dict(battle()), "example") == battle()


def test_whoever_is_on_the_table_is_drawn_with_name_letters_and_marks() -> None:
    root = parsed(svg(battle()))
    assert root.attrib["viewBox"] == "0 0 600 450"
    assert {"OC", "OW2", "EA1", "Éo", "Pi1", "Orc chief", "Orc warrior 2", "★2", "P", "x", "!"} <= set(texts(root))
    assert "Gone one" not in " ".join(titles(root) + texts(root))
    assert "Orc warrior 2, Warrior, Prone" in titles(root)


def test_it_speaks_both_languages() -> None:
    french = titles(parsed(svg(battle(), "fr")))
    assert "Orc warrior 2 (fr), Guerrier, À terre" in french
    assert {"Trésor, Trouvé", "Déploiement", "Ordre"} <= set(french)


def test_texts_are_escaped() -> None:
    view = battle()
    view["figures"].append(figure(9, 0, "<script>alert('x')</script> & \"co\"", 5_000, 5_000))
    drawn = svg(view)
    assert "<script" not in drawn
    assert 'Old <wood> & "thicket"' in titles(parsed(drawn))
    assert "<script>alert('x')</script> & \"co\"" in texts(parsed(drawn))


def test_a_unit_shows_its_front_and_a_round_base_its_size() -> None:
    root = parsed(svg(battle()))
    paths = [one.attrib["d"] for one in root.iter(f"{SVG}path")]
    assert "M380,210 460,210" in paths, "from the first corner of the outline to its last"
    circles = [(one.attrib["cx"], one.attrib["cy"], one.attrib["r"]) for one in root.iter(f"{SVG}circle")]
    assert ("200", "250", "12.5") in circles, "y grows downwards"
    assert ("200", "250", "80") in circles, "its ring"
    assert ("240", "70", "30") in circles, "the marker's reach"


def test_every_look_has_its_colour() -> None:
    looks = set(typing.get_args(Look))
    assert set(GROUND) == looks
    assert set(SIGNS) < looks
    view = battle()
    view["pieces"] = [piece(look, look, *square(9_000, 9_000, 1_000)) for look in sorted(looks)]
    root = parsed(svg(view))
    assert {one.attrib["fill"] for one in root.iter(f"{SVG}polygon")} >= set(GROUND.values())


def test_every_side_has_a_look_of_its_own() -> None:
    view = battle()
    view["figures"] = [figure(seat, seat, f"Side {seat}", 3_000 * seat + 2_000, 9_000) for seat in range(16)]
    root = parsed(svg(view))
    fills = {one.attrib["id"]: ElementTree.tostring(one) for one in root.iter(f"{SVG}pattern")}
    sides = {body.partition(b"width")[2] for id, body in fills.items() if id.rpartition("-")[2].isdigit()}
    assert len(sides) == 16


def test_pictures_in_one_document_do_not_mix() -> None:
    other = battle()
    other["figures"][0]["x"] += 100
    ids = [{one.attrib["id"] for one in parsed(svg(view)).iter(f"{SVG}pattern")} for view in (battle(), other)]
    assert ids[0].isdisjoint(ids[1])
    assert svg(battle()) == svg(battle())


def test_hexagons_and_an_empty_table() -> None:
    view = battle()
    view.update({"pieces": [], "figures": [], "markers": [], "zones": [], "arrows": []})
    plain = svg(view)
    assert titles(parsed(plain)) == []
    view["table"]["hex_width"] = 5_000
    assert len(svg(view)) > len(plain) + 1_000


def test_strange_numbers_do_not_break_it() -> None:
    view = battle()
    view["figures"].append(figure(9, -1, "", 5_000, 5_000, strength={"left": 3, "all": 0, "words": words("", "")}))
    view["arrows"].append([9, 9])
    assert parsed(svg(view)).tag.endswith("svg")


# ---------------------------------------------------------------- in a notebook


def test_a_game_without_a_table_has_no_picture() -> None:
    mini = FAULTY["mini"]
    setup = Setup(mini.id, [{}, {}], "count", 1, {})
    game = Game(mini, setup, start(mini.start(setup)), setup.source())
    game.begin()
    assert painted(game.view(0)["world"]) == ""
    assert game.picture() == ""
    assert game._repr_svg_() is None
    assert game._repr_html_() is None


def test_a_game_shows_itself_in_a_notebook(monkeypatch: pytest.MonkeyPatch) -> None:
    game = new_game()
    seen: list[int] = []

    def view(world: object, seat: int) -> dict[str, object]:
        seen.append(seat)
        return dict(battle())

    monkeypatch.setattr(game.system, "view", view)
    html = game._repr_html_()
    assert html is not None
    assert "seat 0 decides toy.setup.trap" in html
    drawn = game._repr_svg_()
    assert drawn is not None
    assert drawn in html
    parsed(html)
    assert game.picture(-1, "fr") != drawn
    assert seen == [0, -1, 0, -1], "the one who must decide, unless somebody else is named; the turn is what everybody sees"
    assert "turn 2, 0 decisions" in html


def test_the_kit_draws_for_the_core() -> None:
    assert pictures.drawn(dict(battle()), "en") == svg(battle())
    assert esc.Game is type(new_game())


def test_the_examples_hold() -> None:
    assert doctest.testmod(picture).failed == 0
    assert doctest.testmod(picture).attempted > 0
