"""Typed rows from TOML: what is read, what is refused, and how it is said."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from escarmouche.core import content
from escarmouche.core.errors import ContentError


class Beast(content.Row, frozen=True, kw_only=True):
    id: content.Id
    legs: Annotated[int, msgspec.Meta(ge=0, le=8)]
    move: Literal["short", "long"] = "short"
    traits: tuple[str, ...] = ()


def beasts(text: str) -> dict[str, Beast]:
    return content.rows(tomllib.loads(text), "beast", Beast, "zoo.toml")


def test_rows_come_by_id_in_the_order_of_the_file() -> None:
    found = beasts('[[beast]]\nid = "wolf"\nlegs = 4\n[[beast]]\nid = "adder"\nlegs = 0\ntraits = ["poison"]\n')
    assert list(found) == ["wolf", "adder"]
    assert found["adder"] == Beast(id="adder", legs=0, traits=("poison",))


@pytest.mark.parametrize(
    ("entry", "english", "french"),
    [
        ('legs = "4"', "field legs: should be a whole number, not a text", "devrait être un nombre entier, pas un texte"),
        ("legs = -1", "field legs: should be at least 0", "devrait être au moins 0"),
        ("legs = 9", "field legs: should be at most 8", "devrait être au plus 8"),
        ("", "field legs: missing; add it", "champ legs : absent ; ajoutez-le"),
        ("legs = 4\nleg = 4", "field leg: there is no such field; perhaps 'legs' was meant", "ce champ n’existe pas"),
        ('legs = 4\nmove = "feet"', "field move: 'feet' is not one of short, long", "ne fait pas partie de short, long"),
        ("legs = 4\ntraits = [1]", "field traits[0]: should be a text, not a whole number", "devrait être un texte"),
        ("legs = 4\ntraits = 1", "field traits: should be a list, not a whole number", "devrait être une liste"),
        ('legs = 4\n[[beast]]\nid = "wolf"\nlegs = 4', "field id: occurs twice", "figure deux fois"),
    ],
)
def test_errors_name_file_entry_and_field(entry: str, english: str, french: str) -> None:
    with pytest.raises(ContentError) as caught:
        beasts(f'[[beast]]\nid = "wolf"\n{entry}\n')
    assert str(caught.value).startswith(f"zoo.toml, beast 'wolf', {english}")
    assert caught.value.sentence("fr").startswith("zoo.toml, beast 'wolf', champ ")
    assert french in caught.value.sentence("fr")
    assert str(caught.value).endswith(".")
    assert "\n" not in str(caught.value)


def test_an_entry_without_id_is_named_by_its_number() -> None:
    with pytest.raises(ContentError, match=r"^zoo.toml, beast number 2, field id: missing; add it\.$"):
        beasts('[[beast]]\nid = "wolf"\nlegs = 4\n[[beast]]\nlegs = 4\n')


@pytest.mark.parametrize("name", ["Wolf", "wolf man", "wolf--man", "-wolf", ""])
def test_ids_are_small_letters_digits_and_hyphens(name: str) -> None:
    with pytest.raises(ContentError, match="field id: should be small letters, digits and single hyphens"):
        beasts(f'[[beast]]\nid = "{name}"\nlegs = 4\n')


@pytest.mark.parametrize("text", ["beast = 1", "[beast]\nid = 'wolf'", "beast = [1]"])
def test_a_table_that_is_no_list_of_tables_is_refused(text: str) -> None:
    with pytest.raises(ContentError, match=r"zoo.toml, field beast: should be a list of tables: write \[\[beast\]\]"):
        beasts(text)


def test_only_refuses_other_tables() -> None:
    content.only({"beast": []}, ["beast"], "zoo.toml")
    with pytest.raises(ContentError, match=r"zoo.toml: there is no table or field 'beasts'; perhaps 'beast' was meant"):
        content.only({"beasts": []}, ["beast"], "zoo.toml")


def test_unknown_names_come_with_the_choice_when_nothing_is_near() -> None:
    error = content.unknown("f", "e", "x", ("trait", "règle spéciale"), "zzz", ["swift", "huge"])
    assert str(error) == "f, e, field x: there is no trait 'zzz'; choose one of swift, huge."
    assert error.french == "f, e, champ x : il n’y a pas de règle spéciale 'zzz' ; choisissez parmi swift, huge."


# ---------------------------------------------------------------- files


@pytest.mark.parametrize(
    ("data", "what"),
    [
        (None, "the file cannot be read"),
        (b"name = ", "the file is not valid TOML"),
        (b"name = '\xff'", "the file is not text in UTF-8"),
    ],
)
def test_unreadable_files(tmp_path: Path, data: bytes | None, what: str) -> None:
    path = tmp_path / "x.toml"
    if data is not None:
        path.write_bytes(data)
    with pytest.raises(ContentError) as caught:
        content.read(path)
    assert str(caught.value).startswith(f"{path}: {what}")
    assert caught.value.french.startswith(f"{path} : le fichier")
    assert "\n" not in str(caught.value)


def test_home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("ESCARMOUCHE_HOME", str(tmp_path))
    assert content.home() == tmp_path
    monkeypatch.delenv("ESCARMOUCHE_HOME")
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    assert content.home() == tmp_path / "data" / "escarmouche"
    monkeypatch.delenv("XDG_DATA_HOME")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert content.home() == tmp_path / ".local" / "share" / "escarmouche"
    monkeypatch.setattr("sys.platform", "darwin")
    assert content.home() == tmp_path / "Library" / "Application Support" / "Escarmouche"
    monkeypatch.setattr("sys.platform", "win32")
    monkeypatch.setenv("APPDATA", str(tmp_path / "roaming"))
    assert content.home() == tmp_path / "roaming" / "Escarmouche"


def own(folder: Path, name: str, text: str) -> Path:
    place = folder / "zoo" / "profiles"
    place.mkdir(parents=True, exist_ok=True)
    (place / name).write_text(text, "utf-8")
    return place / name


@pytest.fixture
def home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setenv("ESCARMOUCHE_HOME", str(tmp_path))
    return tmp_path


def own_beasts() -> dict[str, tuple[str, Beast]]:
    return content.own_rows("zoo", "profiles", "beast", Beast, ["wolf"])


def test_no_folder_means_nothing_of_ones_own(home: Path) -> None:
    assert own_beasts() == {}
    assert content.own_files("zoo", "armies") == []


def test_own_rows_are_read_from_every_file(home: Path) -> None:
    second = own(home, "b.toml", '[[beast]]\nid = "cat"\nlegs = 4\n')
    first = own(home, "a.toml", '[[beast]]\nid = "hen"\nlegs = 2\n')
    own(home, "notes.txt", "not content")
    found = own_beasts()
    assert found == {"hen": (str(first), Beast(id="hen", legs=2)), "cat": (str(second), Beast(id="cat", legs=4))}
    assert list(found) == ["hen", "cat"]


def test_own_ids_may_not_be_ours(home: Path) -> None:
    path = own(home, "a.toml", '[[beast]]\nid = "wolf"\nlegs = 4\n')
    with pytest.raises(ContentError) as caught:
        own_beasts()
    assert str(caught.value) == f"{path}, beast 'wolf', field id: is the id of one of the package's: choose another."


def test_own_ids_may_not_occur_in_two_files(home: Path) -> None:
    first = own(home, "a.toml", '[[beast]]\nid = "cat"\nlegs = 4\n')
    second = own(home, "b.toml", '[[beast]]\nid = "cat"\nlegs = 3\n')
    with pytest.raises(ContentError) as caught:
        own_beasts()
    assert str(caught.value) == f"{second}, beast 'cat', field id: is already used in {first}: choose another."


def test_own_rows_are_held_to_the_same_types(home: Path) -> None:
    path = own(home, "a.toml", '[[beast]]\nid = "cat"\nlegs = "four"\n')
    with pytest.raises(ContentError) as caught:
        own_beasts()
    assert str(caught.value).startswith(f"{path}, beast 'cat', field legs: should be a whole number")


# ---------------------------------------------------------------- writing

numbers = st.integers(-(2**63), 2**63 - 1) | st.floats(allow_nan=False, allow_infinity=False)
scalars = st.text() | numbers | st.booleans()
values = st.recursive(scalars, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3))
tables = st.lists(st.dictionaries(st.text(), values, max_size=3), max_size=3)
documents = st.dictionaries(st.text(), values | tables, max_size=5)


@given(documents)
def test_what_is_written_reads_back_the_same(data: dict[str, Any]) -> None:
    assert tomllib.loads(content.to_toml(data)) == data


def test_plain_values_come_before_tables_and_long_texts_take_lines() -> None:
    text = content.to_toml({"unit": [{"profile": "orc"}], "notes": 'one\n"two"', "name": "Band"})
    assert text == 'notes = """\none\n\\"two\\""""\nname = "Band"\n\n[[unit]]\nprofile = "orc"\n'


def test_what_toml_cannot_hold_is_not_written() -> None:
    with pytest.raises(TypeError, match="a NoneType cannot be written as TOML"):
        content.to_toml({"name": None})


MEETING = """
import sys, threading, msgspec
from escarmouche.core.content import typed

sys.setswitchinterval(1e-6)
for number in range(300):
    inner = msgspec.defstruct("Inner", [(f"f{i}", "dict[str, list[int]] | None", None) for i in range(30)])
    outer = msgspec.defstruct("Outer", [("a", list[inner]), *[(f"g{i}", "str | int", "x") for i in range(30)]])
    gate = threading.Barrier(4)
    found = []

    def meet():
        gate.wait()
        found.append(typed({"a": [{}]}, outer) == outer(a=[inner()]))

    threads = [threading.Thread(target=meet) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [True] * 4
"""


def test_threads_may_meet_a_new_class_at_once() -> None:
    """msgspec alone crashes the whole process here, so it is tried in one of its own."""
    done = subprocess.run([sys.executable, "-c", MEETING], capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stderr


def test_french_elides_before_a_vowel() -> None:
    error = content.unknown("f", "e", "x", ("item", "objet"), "zzz", ["sword"])
    assert error.french == "f, e, champ x : il n’y a pas d’objet 'zzz' ; choisissez parmi sword."
