"""Army files: one format, a lossless round trip, and errors that say where."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import escarmouche as esc
from escarmouche.core import content, offers, registry
from escarmouche.core.armies import Army, ArmyEntry, load, own, ready
from escarmouche.core.errors import ContentError, EscarmoucheError, UnknownName
from escarmouche.core.offers import Armies
from escarmouche.core.system import Plain, System


class Banner(content.Row, frozen=True, kw_only=True):
    id: content.Id
    colour: str


class Lists(Armies):
    """Armies that hold units and figures, with fields of their own."""

    entry_kinds = ("unit", "figure")
    army_fields = {"limit": int, "banner": list[Banner]}
    entry_fields = {"weapons": list[str]}

    def ready(self) -> dict[str, Plain]:
        return {"guards": {"system": "drill", "name": "Guards", "unit": [{"profile": "guard", "count": 4}]}}

    def validate(self, army: Plain, file: str) -> None:
        for number, unit in enumerate(army.get("unit", []), 1):
            if unit["profile"] == "ghost":
                raise content.unknown(file, f"unit {number}", "profile", ("profile", "profil"), "ghost", ["guard"])


class Drill(System):
    """A system with such armies."""

    id = "drill"

    def armies(self) -> Armies:
        return Lists()


@pytest.fixture(autouse=True)
def _drill() -> Iterator[None]:
    registry.add(Drill())
    yield
    registry.drop("drill")


WHOLE = """
system = "drill"
name = "The Ford Watch"
notes = '''
Hold the bridge.
Then "charge".'''
limit = 300

[[banner]]
id = "red"
colour = "rouge"

[[unit]]
profile = "guard"
count = 3
weapons = ["spear", "shield"]

[[unit]]
profile = "archer"
options = { range = "long", ammo = 6 }

[[figure]]
profile = "captain"
name = "Renaud"
"""


def write(folder: Path, text: str) -> Path:
    path = folder / "army.toml"
    path.write_text(text, "utf-8")
    return path


def test_a_file_is_read_whole_and_in_order(tmp_path: Path) -> None:
    army = load(write(tmp_path, WHOLE))
    assert (army.system, army.name, army.notes) == ("drill", "The Ford Watch", 'Hold the bridge.\nThen "charge".')
    assert army.extra == {"limit": 300, "banner": [{"id": "red", "colour": "rouge"}]}
    assert army.entries == [
        ArmyEntry(kind="unit", profile="guard", count=3, extra={"weapons": ["spear", "shield"]}),
        ArmyEntry(kind="unit", profile="archer", options={"range": "long", "ammo": 6}),
        ArmyEntry(kind="figure", profile="captain", name="Renaud"),
    ]


def test_saving_loses_nothing(tmp_path: Path) -> None:
    army = load(write(tmp_path, WHOLE))
    army.save(tmp_path / "copy.toml")
    again = load(tmp_path / "copy.toml")
    assert again == army
    again.save(tmp_path / "third.toml")
    assert (tmp_path / "third.toml").read_bytes() == (tmp_path / "copy.toml").read_bytes()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["army.toml", "copy.toml", "third.toml"]


entries = st.builds(
    ArmyEntry,
    profile=st.text(min_size=1).filter(lambda name: name != "ghost"),
    kind=st.just("unit"),
    count=st.integers(1, 500),
    name=st.text(),
    options=st.dictionaries(st.text(), st.text() | st.integers(0, 9) | st.booleans(), max_size=3),
    extra=st.just({}) | st.fixed_dictionaries({"weapons": st.lists(st.text(), max_size=3)}),
)
armies = st.builds(
    Army,
    system=st.just("drill"),
    name=st.text(min_size=1),
    name_fr=st.text(),
    notes=st.text(),
    advice=st.text(),
    advice_fr=st.text(),
    entries=st.lists(entries, max_size=5),
    extra=st.just({}) | st.fixed_dictionaries({"limit": st.integers(-5, 999)}),
)


@given(army=armies)
def test_any_army_survives_plain_data_and_toml(tmp_path_factory: pytest.TempPathFactory, army: Army) -> None:
    assert Army.from_plain(army.to_plain()) == army
    path = tmp_path_factory.getbasetemp() / "any.toml"
    army.save(path)
    assert load(path) == army


def test_the_public_name_is_esc_army(tmp_path: Path) -> None:
    assert esc.army.load(write(tmp_path, WHOLE)).entries[2].name == "Renaud"


def test_titles_and_hints_come_in_the_language_where_there_is_one() -> None:
    army = Army(system="drill", name="Guards", name_fr="Gardes", advice="Wait.")
    assert (army.title("en"), army.title("fr")) == ("Guards", "Gardes")
    assert (army.hint("en"), army.hint("fr")) == ("Wait.", "Wait.")


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('system = "drill"', "", ", field system: should name the game"),
        ('system = "drill"', "system = 3", ", field system: should name the game"),
        ('"drill"', '"dril"', ", field system: there is no system 'dril'; perhaps 'drill' was meant"),
        ('name = "The Ford Watch"', "", ", field name: missing; give the army one"),
        ('name = "The Ford Watch"', "name = 3", ", field name: should be a text, not a whole number"),
        ("limit = 300", 'limit = "300"', ", field limit: should be a whole number, not a text"),
        ("limit = 300", "limits = 300", ": there is no table or field 'limits'; perhaps 'limit' was meant"),
        ('colour = "rouge"', "", ", banner 'red', field colour: missing; add it"),
        ('colour = "rouge"', "color = 'red'\ncolour = 'red'", ", banner 'red', field color: there is no such field"),
        ("count = 3", "count = 0", ", unit 1 (guard), field count: should be at least 1"),
        ("count = 3", "count = 501", ", unit 1 (guard), field count: should be at most 500"),
        ("count = 3", "count = 1.5", ", unit 1 (guard), field count: should be a whole number, not a number"),
        ("count = 3", "cont = 3", ", unit 1 (guard): there is no field 'cont'; perhaps 'count' was meant"),
        ('weapons = ["spear", "shield"]', "weapons = 'spear'", ", unit 1 (guard), field weapons: should be a list"),
        ('profile = "archer"', "", ", unit 2, field profile: missing; name a profile"),
        ('profile = "archer"', 'profile = ""', ", unit 2 (), field profile: missing; name a profile"),
        ('profile = "archer"', 'profile = "ghost"', ", unit 2, field profile: there is no profile 'ghost'"),
        ("[[figure]]", "[figure]", ", field figure: should be written [[figure]]"),
    ],
)
def test_errors_name_file_entry_and_field(tmp_path: Path, old: str, new: str, message: str) -> None:
    assert old in WHOLE
    path = write(tmp_path, WHOLE.replace(old, new, 1))
    with pytest.raises(ContentError) as caught:
        load(path)
    assert str(caught.value).startswith(f"{path}{message}")
    assert caught.value.french.startswith(str(path))
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("data", [None, [], "army", {"system": "drill", "name": "x", "unit": [3]}])
def test_plain_data_that_is_no_army_is_refused(data: Any) -> None:
    with pytest.raises(ContentError, match=r"^army"):
        Army.from_plain(data)


def test_saving_where_nothing_can_be_saved(tmp_path: Path) -> None:
    with pytest.raises(ContentError, match=r"could not be saved to .*: No such file or directory; choose another place"):
        Army(system="drill", name="x").save(tmp_path / "no" / "army.toml")


# ---------------------------------------------------------------- armies at hand


@pytest.fixture
def home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setenv("ESCARMOUCHE_HOME", str(tmp_path))
    folder = tmp_path / "drill" / "armies"
    folder.mkdir(parents=True)
    return folder


def test_own_armies_stand_beside_the_ready_made_ones(home: Path) -> None:
    (home / "watch.toml").write_text(WHOLE, "utf-8")
    assert list(own("drill")) == ["watch"]
    assert list(ready("drill")) == ["guards", "watch"]
    assert load("watch", "drill").name == "The Ford Watch"
    assert load("guards", "drill").entries == [ArmyEntry(kind="unit", profile="guard", count=4)]
    assert load(str(home / "watch.toml"), "drill") == load("watch", "drill")


def test_an_own_army_may_not_take_a_ready_made_ones_place(home: Path) -> None:
    (home / "guards.toml").write_text(WHOLE, "utf-8")
    with pytest.raises(ContentError, match=r"guards.toml: an army of the package has this name: rename the file"):
        ready("drill")


def test_an_unknown_army_lists_those_at_hand(home: Path) -> None:
    with pytest.raises(
        UnknownName,
        match=r"There is no army 'gards' \(perhaps 'guards' was meant\): choose one of guards, or name a .toml file\.",
    ):
        load("gards", "drill")


def test_a_system_without_content_says_so() -> None:
    bare = System()
    bare.id = "bare"
    assert (bare.armies(), bare.prices(), bare.odds(), bare.rulebook()) == (None, None, None, None)
    asked: list[Callable[[System], object]] = [offers.armies, offers.prices, offers.odds, offers.rulebook]
    for ask in asked:
        with pytest.raises(EscarmoucheError, match=r"^The system bare offers no .*: .*\.$") as caught:
            ask(bare)
        assert caught.value.french.startswith("Le système bare n’offre pas d")
