"""Silhouettes and short names: everybody has one, and no two short names of a battle are alike."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import escarmouche as esc
from escarmouche.kit.silhouettes import SAME, dressed, shorts, table, usual

ICONS = Path(__file__).parents[2] / "web" / "node_modules" / "@iconify-json" / "game-icons" / "icons.json"
SYSTEMS = ("sbh", "masse", "bataille", "swidenth", "fda")


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_profile_of_the_books_names_its_silhouette(system: str) -> None:
    assert [name for name, profile in esc.profiles(system).items() if not profile.get("icon")] == []


@pytest.mark.skipif(not ICONS.exists(), reason="the page's packages are not installed")
def test_every_silhouette_exists() -> None:
    known = json.loads(ICONS.read_text())["icons"]
    named = {profile["icon"] for system in SYSTEMS for profile in esc.profiles(system).values()}
    assert sorted((named | {icon for _, icon in table()}) - set(known)) == []


def test_the_table_of_usual_silhouettes_reaches_every_row_and_ends_with_everybody() -> None:
    before: list[frozenset[str]] = []
    for tags, _ in table():
        assert not any(earlier <= tags for earlier in before), f"{sorted(tags)} is never reached"
        before.append(tags)
    assert before[-1] == frozenset()
    assert set(SAME.values()) <= frozenset.union(*before), "a word stands for no tag"


def test_what_is_known_decides_where_no_profile_does() -> None:
    assert usual("marsh-stalker", ("shooter",)) == "archer"
    assert usual("marsh-stalker", ("animal", "flying")) == "eagle-head"
    assert usual("nobody") == "swordman"


@pytest.mark.parametrize("system", SYSTEMS)
def test_all_figures_of_a_battle_have_a_silhouette_and_a_short_name_of_their_own(system: str) -> None:
    game = esc.new(system, seed=5)
    figures = game.system.view(game.world, 0)["figures"]
    assert all(one["icon"] for one in figures)
    for language in ("en", "fr"):
        names = [one["short"][language] for one in figures]
        assert len(set(names)) == len(names)


def test_a_word_that_two_kinds_of_figures_share_names_neither() -> None:
    assert shorts(("Gobelin", "Gobelin éclaireur 1", "Gobelin éclaireur 2"), "fr") == (
        *("Gobelin", "Gobelin éclaireur 1", "Gobelin éclaireur 2"),
    )
    assert shorts(("Humain, Guerrier 1 (I)", "Humain, Guerrier 1 (II)"), "fr") == ("Guerrier 1 (I)", "Guerrier 1 (II)")


def test_an_army_names_the_silhouettes_of_its_own_profiles() -> None:
    seen = {"figures": [{"seat": 0, "profile": "mine", "icon": "archer"}, {"seat": 1, "profile": "mine", "icon": "archer"}]}
    armies = [{"profile": [{"id": "mine", "icon": "frog"}]}, {}]
    assert [one["icon"] for one in dressed(seen, armies)["figures"]] == ["frog", "archer"]
    assert dressed(seen, [{}, {}]) is seen
