"""The options of a game, held to what the system declares."""

from __future__ import annotations

from typing import Any

import pytest

from escarmouche.core.errors import ContentError
from escarmouche.core.offers import Fault
from escarmouche.core.settings import Setting, Value
from escarmouche.core.system import Setup
from escarmouche.kit.options import ChosenOptions, read, refuse_illegal

SETTINGS = (
    Setting("turns", "count", "Turns", "Tours", 6, least=1, most=9),
    Setting("limit", "count", "Limit", "Limite", None, most=100),
    Setting(
        "light", "choice", "Light", "Lumière", "day", values=(Value("day", "Day", "Jour"), Value("night", "Night", "Nuit"))
    ),
    Setting("ground", "choice", "Ground", "Terrain", "flat", values=(Value("flat", "Flat", "Plat"),), data=True),
    Setting("house", "switches", "House rules", "Règles maison", (), values=(Value("a", "A", "A"), Value("b", "B", "B"))),
    Setting("load", "several", "Load", "Charge", (), values=(Value("axe", "Axe", "Hache"), Value("bow", "Bow", "Arc"))),
    Setting("quick", "flag", "Quick", "Rapide", False),
    Setting("table", "size", "Table", "Table", None, unit="mm"),
)


def test_what_is_left_out_is_as_usual() -> None:
    chosen = ChosenOptions({}, SETTINGS)
    assert (chosen.count("turns"), chosen.choice("light"), chosen.switches("house")) == (6, "day", ())
    assert chosen.count("limit", 30) == 30  # what is usual depends
    assert chosen.value("table", [1, 2]) == [1, 2]


def test_what_is_set_counts() -> None:
    given = {"turns": 3, "limit": 0, "light": "night", "house": ["b"], "ground": {"hill": 1}, "quick": True, "dice": "manual"}
    given["load"] = ["axe", "bow", "axe"]
    chosen = ChosenOptions(given, SETTINGS)
    assert (chosen.count("turns"), chosen.count("limit", 30), chosen.choice("light")) == (3, 0, "night")
    assert (chosen.switches("house"), chosen.value("ground"), chosen.value("quick")) == (("b",), {"hill": 1}, True)
    assert chosen.value("load") == ["axe", "bow", "axe"]


@pytest.mark.parametrize(
    ("options", "said", "dit"),
    [
        (
            {"turn": 3},
            "there is no option 'turn' (perhaps 'turns' was meant): choose among turns, limit,",
            "il n’y a pas d’option 'turn'",
        ),
        ({"turns": 10}, "the option turns is a whole number from 1 to 9, not 10", "nombre entier de 1 à 9, pas 10"),
        ({"turns": True}, "not True", "pas True"),
        ({"light": "dusk"}, "the option light is day or night, not 'dusk'", "vaut day ou night, pas 'dusk'"),
        ({"light": {"a": 1}}, "the option light is day or night, not {'a': 1}", "pas {'a': 1}"),
        ({"house": "a"}, "the option house is a list, not 'a'", "est une liste, pas 'a'"),
        ({"house": ["c"]}, "there is no switch 'c' (known: a, b)", "pas de variante 'c' (connues : a, b)"),
        ({"load": "axe"}, "the option load is a list, not 'axe'", "est une liste, pas 'axe'"),
        ({"load": ["axe", "pike"]}, "there is no switch 'pike' (known: axe, bow)", "pas de variante 'pike'"),
        ({"quick": 1}, "the option quick is true or false, not 1", "vaut true ou false, pas 1"),
        ({"table": [1]}, "the option table is [width, depth] in mm, not [1]", "[largeur, profondeur] en mm"),
    ],
)
def test_what_is_not_declared_is_refused(options: dict[str, Any], said: str, dit: str) -> None:
    with pytest.raises(ContentError) as caught:
        ChosenOptions(options, SETTINGS)
    assert str(caught.value).startswith("The game cannot begin: ")
    assert said in str(caught.value)
    assert dit in caught.value.sentence("fr")


def test_as_many_sides_as_the_game_is_for() -> None:
    setup = Setup("x", [{}, {}, {}], "s", 1, {})
    assert read(setup, SETTINGS).count("turns") == 6
    assert read(setup, SETTINGS, seats=3).count("turns") == 6
    with pytest.raises(ContentError, match="2 sides fight, not 3: name an army for each of them"):
        read(setup, SETTINGS, seats=2)


def test_an_illegal_army_is_refused_by_its_first_fault() -> None:
    refuse_illegal({"name": "Horde"}, [])
    faults = [Fault("a.b", "Too many.", "Trop nombreux."), Fault("a.c", "Too dear.", "Trop chers.")]
    with pytest.raises(ContentError, match=r"^The game cannot begin: Horde: Too many\.$") as caught:
        refuse_illegal({"name": "Horde"}, faults)
    assert caught.value.sentence("fr") == "La partie ne peut pas commencer : Horde : Trop nombreux."
