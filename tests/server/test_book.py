"""What the page reads of a book: an introduction, excerpts with the words found, a sheet for reference; profiles explained."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from escarmouche.core.rulebook import Rulebook, excerpt
from tests.server.serving import Client, inside

SYSTEMS = ("sbh", "masse", "bataille", "swidenth", "fda")


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    with inside(Path(tmp_path_factory.mktemp("book"))) as found:
        yield found


@pytest.mark.parametrize("system", SYSTEMS)
def test_an_introduction_of_two_minutes(client: Client, system: str) -> None:
    told = {lang: client.get(f"/api/systems/{system}/introduction?lang={lang}").json() for lang in ("en", "fr")}
    assert len(told["en"]) == len(told["fr"]) >= 4
    for chapters in told.values():
        assert 120 <= sum(len(one["text"].split()) for one in chapters) <= 480


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_sheet_for_reference(client: Client, system: str) -> None:
    pages = client.get(f"/api/systems/{system}/reference?lang=fr").json()
    assert len(pages) >= 30
    kinds = {Rulebook.load(system).rules[page["id"]].kind for page in pages}
    assert kinds == {"action", "modifier", "table", "state"}


def test_a_search_shows_where_the_words_stand(client: Client) -> None:
    found = client.get("/api/systems/sbh/rules?q=qualite&lang=fr").json()
    shown = [one for one in found if any(hit for _, hit in one["excerpt"])]
    assert len(shown) > len(found) // 2
    assert any(piece == "Qualité" for one in shown for piece, hit in one["excerpt"] if hit)


class TestExcerpts:
    def test_only_the_beginning_of_a_word_counts(self) -> None:
        assert excerpt("A sorcerer and an orc.", "orc") == [("A sorcerer and an ", False), ("orc", True), (".", False)]

    def test_letters_that_become_two(self) -> None:
        assert excerpt("Le cœur bat.", "coeur") == [("Le ", False), ("cœur", True), (" bat.", False)]

    def test_a_long_text_is_cut_between_words(self) -> None:
        found = excerpt("one " * 60 + "target " + "two " * 60, "target")
        assert found[0] == ("… ", False)
        assert found[-1][0].endswith("two …")
        assert sum(len(text) for text, _ in found) < 220

    def test_nothing_where_nothing_is_found(self) -> None:
        assert excerpt("A figure.", "") == excerpt("A figure.", "wall") == []


@pytest.mark.parametrize("system", SYSTEMS)
def test_profiles_have_a_silhouette_and_explain_their_special_rules(client: Client, system: str) -> None:
    rows = client.get(f"/api/systems/{system}/profiles").json()
    assert all(row["icon"] for row in rows)
    traits = [trait for row in rows for trait in row["traits"]]
    assert traits
    assert all(trait["text"]["en"] and trait["text"]["fr"] for trait in traits)


@pytest.mark.parametrize(("system", "limit"), [("sbh", 300), ("masse", 0), ("bataille", 0), ("swidenth", 750), ("fda", 200)])
def test_what_an_army_may_cost(client: Client, system: str, limit: int) -> None:
    told = client.post("/api/armies/check", json={"system": system, "army": {"system": system, "name": "Mine"}}).json()
    assert told["limit"] == limit


@pytest.mark.parametrize("system", SYSTEMS)
def test_cards_of_an_army(client: Client, system: str) -> None:
    info = next(one for one in client.get("/api/systems").json() if one["id"] == system)
    army = info["armies"][0]["army"]
    told = client.post("/api/armies/cards", json={"system": system, "army": army})
    assert told.status_code == 200, told.text
    figures = told.json()["figures"]
    assert figures
    assert all(one["numbers"] and one["seat"] == 0 for one in figures)
    empty = client.post("/api/armies/cards", json={"system": system, "army": {"system": system, "name": "Nobody"}})
    assert (empty.status_code, bool(empty.json()["error"]["fr"])) == (422, True)
