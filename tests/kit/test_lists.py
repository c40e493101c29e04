"""Army lists and books, without a game: profiles from three places, rows from several files, words in both languages."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import msgspec
import pytest

from escarmouche.core.armies import Army
from escarmouche.core.content import Row
from escarmouche.core.errors import ContentError, UnknownName
from escarmouche.core.messages import Messages
from escarmouche.kit.armies import Paper, numbers, plain_army, title
from escarmouche.kit.book import Profiles, Shelf
from escarmouche.kit.rows import Named
from tests.core.checks import one_sentence

# ---------------------------------------------------------------- armies and their papers


def test_figures_of_an_entry_are_told_apart_by_numbers() -> None:
    assert [list(numbers(entry)) for entry in ({}, {"count": 1}, {"count": 2}, {"count": 3})] == [[0], [0], [1, 2], [1, 2, 3]]


def test_an_army_is_called_by_its_name_in_a_language() -> None:
    both = {"name": "Watch", "name_fr": "Garde"}
    assert [title(both, language) for language in ("en", "fr")] == ["Watch", "Garde"]
    assert [title({"name": "Watch"}, language) for language in ("en", "fr")] == ["Watch", "Watch"]


def test_an_army_is_data_either_way() -> None:
    army = Army(system="sbh", name="Watch")
    assert plain_army(army) == {"system": "sbh", "name": "Watch"}
    assert plain_army({"name": "Other"}) == {"name": "Other"}


FORMS = {
    "toy.limit": {"en": "{0} costs {1}.", "fr": "{0} coûte {1}."},
    "other": {"en": "Another, {0}.", "fr": "Une autre, {0}."},
    "sheet.band": {"en": "Band", "fr": "Bande"},
    "sheet.points": {"en": "Points", "fr": "Coût"},
}


def test_papers_speak_both_languages() -> None:
    paper = Paper("tests.core", "faulty.toml")
    paper.messages = Messages(FORMS)
    fault = paper.fault("toy.limit", ("the band", "la bande"), 301)
    assert (fault.rule, fault.en, fault.fr) == ("toy.limit", "the band costs 301.", "la bande coûte 301.")
    assert paper.fault("toy.limit", 3, key="other") == ("toy.limit", "Another, 3.", "Une autre, 3.")
    assert paper.labels("sheet.points") == ("Points", "Coût")
    part = paper.part("band", ["points"], [["3"]], "fr", [0])
    assert part == {"title": "Bande", "columns": ["Coût"], "rows": [["3"]], "numbers": [0]}
    assert paper.sheet({"band": "Watch"}, iter([part]), "en") == {"fields": {"Band": "Watch"}, "parts": [part]}


# ---------------------------------------------------------------- the book


class Weapon(Named, frozen=True, kw_only=True):
    """A row."""

    reach: int = 0


class Rank(Row, frozen=True, kw_only=True):
    """A row that is found by its step."""

    step: str


class Table(msgspec.Struct, frozen=True):
    """A table of its own."""

    width: int = 0


class Book(msgspec.Struct, frozen=True):
    """Two tables of rows, and one that is a row itself."""

    weapon: dict[str, Weapon]
    rank: dict[str, Rank]
    table: Table


def weapon(id: str, **more: Any) -> dict[str, Any]:
    return {"id": id, "name_en": id, "name_fr": id, **more}


def shelf(check: Callable[[Book, Mapping[str, str]], None] = lambda _book, _homes: None) -> Shelf[Book]:
    return Shelf("toy", "tests.core", Book, check, {"rank": "step"})


FILES: dict[str, Any] = {
    "toy/a.toml": {"weapon": [weapon("axe", reach=2)], "rank": [{"step": "first"}]},
    "toy/b.toml": {"weapon": [weapon("bow")], "table": {"width": 7}},
}


def test_rows_of_a_table_come_from_all_its_files() -> None:
    seen: list[Any] = []
    book = shelf(lambda book, homes: seen.append((book, homes))).build(FILES)
    assert list(book.weapon) == ["axe", "bow"]
    assert (book.weapon["axe"].reach, book.weapon["bow"].reach) == (2, 0)
    assert list(book.rank) == ["first"]
    assert book.table.width == 7
    assert seen == [(book, {"weapon": "toy/a.toml", "rank": "toy/a.toml", "table": "toy/b.toml"})]


def test_a_table_may_be_empty() -> None:
    book = shelf().build({"toy/a.toml": {}})
    assert (book.weapon, book.rank, book.table) == ({}, {}, Table())


@pytest.mark.parametrize(
    ("more", "says"),
    [
        ({"weapon": [weapon("axe")]}, "toy/c.toml, weapon 'axe', field id: occurs twice: rename one"),
        ({"rank": [{"step": "first"}]}, "toy/c.toml, rank 'first', field step: occurs twice: rename one"),
        ({"wepon": []}, "toy/c.toml: there is no table 'wepon'; perhaps 'weapon' was meant"),
        ({"weapon": [weapon("pike", reach="far")]}, "toy/c.toml, weapon 'pike', field reach"),
        ({"weapon": [weapon("pike", colour="red")]}, "toy/c.toml, weapon 'pike'"),
    ],
)
def test_what_does_not_belong_into_a_book_is_named(more: dict[str, Any], says: str) -> None:
    with pytest.raises(ContentError) as caught:
        shelf().build({**FILES, "toy/c.toml": more})
    assert str(caught.value).startswith(says)


def test_a_row_is_called_by_its_name_in_a_language() -> None:
    row = Weapon(id="axe", name_en="Axe", name_fr="Hache")
    assert (row.name("en"), row.name("fr")) == ("Axe", "Hache")


# ---------------------------------------------------------------- profiles


class Mine(Row, frozen=True, kw_only=True):
    """A profile as people write it."""

    id: str
    name: str
    reach: int = 1


def complete(row: Mine, file: str) -> Weapon:
    """A whole profile of it."""
    if row.reach < 0:
        raise ContentError(f"{file}, profile {row.id!r}, field reach: negative: mend it.")
    return Weapon(id=row.id, name_en=row.name, name_fr=row.name, reach=row.reach)


@pytest.fixture
def profiles(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Profiles[Mine, Weapon]:
    """The book has an axe, people's own folder a bow."""
    monkeypatch.setenv("ESCARMOUCHE_HOME", str(tmp_path))
    folder = tmp_path / "toy" / "profiles"
    folder.mkdir(parents=True)
    (folder / "mine.toml").write_text('[[profile]]\nid = "bow"\nname = "Bow"\nreach = 9\n', "utf-8")
    printed = {"axe": Weapon(id="axe", name_en="Axe", name_fr="Hache")}
    return Profiles("toy", Mine, lambda: printed, complete)


def test_profiles_come_from_three_places(profiles: Profiles[Mine, Weapon]) -> None:
    assert list(profiles.all()) == ["axe", "bow"]
    brought = profiles.brought({"profile": [{"id": "bow", "name": "Longbow", "reach": 20}, {"id": "pike", "name": "Pike"}]})
    assert [profiles.find(name, {}).reach for name in ("axe", "bow")] == [0, 9]
    assert profiles.find("bow", brought).reach == 20, "what the army brings comes first"
    assert profiles.find("pike", brought).name_en == "Pike"
    for name, at_hand in (("axe", {}), ("bow", {}), ("pike", brought)):
        profiles.require(name, at_hand, "army", "figure 1")


def test_a_profile_that_is_nowhere_is_named(profiles: Profiles[Mine, Weapon]) -> None:
    with pytest.raises(UnknownName, match=r"There is no profile 'axxe' \(perhaps 'axe' was meant\)") as caught:
        profiles.find("axxe", {})
    one_sentence(caught.value)
    with pytest.raises(ContentError, match="army, figure 1, field profile: there is no profile 'pike'"):
        profiles.require("pike", {}, "army", "figure 1")
    with pytest.raises(ContentError, match="army, profile 'axe', field id: is the id of one of the book's"):
        profiles.brought({"profile": [{"id": "axe", "name": "Mine"}]})
    with pytest.raises(ContentError, match="army, profile 'bow', field reach: negative"):
        profiles.brought({"profile": [{"id": "bow", "name": "Mine", "reach": -1}]})


def test_ones_own_profiles_are_checked_where_they_lie(profiles: Profiles[Mine, Weapon], tmp_path: Path) -> None:
    file = tmp_path / "toy" / "profiles" / "mine.toml"
    file.write_text('[[profile]]\nid = "bow"\nname = "Bow"\nreach = -9\n', "utf-8")
    with pytest.raises(ContentError, match=f"^{file}, profile 'bow'"):
        profiles.own()


def test_an_army_carries_only_those_of_ones_own_that_it_needs(profiles: Profiles[Mine, Weapon], tmp_path: Path) -> None:
    (tmp_path / "toy" / "profiles" / "more.toml").write_text('[[profile]]\nid = "net"\nname = "Net"\n', "utf-8")
    plain = {"figure": [{"profile": "axe"}]}
    assert profiles.packed(plain, ["axe"]) is plain
    pike = {"id": "pike", "name": "Pike"}
    army = {"figure": [{"profile": one} for one in ("bow", "axe", "pike", "bow")], "profile": [pike]}
    packed = profiles.packed(army, ["bow", "axe", "pike", "bow"])
    assert packed["profile"] == [pike, {"id": "bow", "name": "Bow", "reach": 9}]
    assert army["profile"] == [pike], "the army that was given is not changed"
    assert profiles.packed(army, []) is army
