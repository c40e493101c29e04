"""A stranger's first battle, from home to its end, in pictures; how soon the dice fall; nothing is cut, hidden or in the way.

`make soak` makes all films, every system in both languages, at three widths, by day and by night, into .build/film; the
ordinary run makes two of them."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import Opener, Server
from tests.browser.film import MOMENTS, SIZES, Film, Stranger, seeded

SYSTEMS = ("sbh", "masse", "bataille", "swidenth", "fda")
SEEDS = {"sbh": "film 54", "masse": "film 5", "bataille": "film 1", "swidenth": "film 1", "fda": "film 1"}
"""Battles in which somebody is soon within reach."""
FOLDER = Path(__file__).parents[2] / ".build" / "film"
SAMPLES = [("masse", "en", 1440, "light"), ("fda", "fr", 390, "dark")]


def opened(open_page: Opener, lang: str, width: int, scheme: str, pace: str = "calm") -> Page:
    """An empty page of that size; a narrow one is touched."""
    touched = {"has_touch": True, "is_mobile": True} if width < 500 else {}
    return open_page("", lang=lang, width=width, height=SIZES[width], pace=pace, color_scheme=scheme, **touched)


def filmed(server: Server, open_page: Opener, folder: Path, system: str, lang: str, width: int, scheme: str) -> Film:
    """Make a film."""
    page = opened(open_page, lang, width, scheme)
    seeded(page, SEEDS[system])
    film = Film(Stranger(page, system, server.url), folder, f"{system}-{lang}-{width}-{scheme}")
    film.made()
    return film


@pytest.mark.parametrize(("system", "lang", "width", "scheme"), SAMPLES, ids=lambda one: str(one))
def test_a_first_battle(
    server: Server, open_page: Opener, tmp_path: Path, system: str, lang: str, width: int, scheme: str
) -> None:
    film = filmed(server, open_page, tmp_path, system, lang, width, scheme)
    assert (film.taken, film.amiss) == (set(MOMENTS), [])


@pytest.mark.soak
@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize(("lang", "width", "scheme"), list(product(("fr", "en"), SIZES, ("light", "dark"))))
def test_every_first_battle(server: Server, open_page: Opener, system: str, lang: str, width: int, scheme: str) -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    film = filmed(server, open_page, FOLDER, system, lang, width, scheme)
    assert (film.taken, film.amiss) == (set(MOMENTS), [])


def clicks(server: Server, open_page: Opener, system: str, seed: str) -> int:
    """How many clicks after that on Quick battle the first own die falls."""
    page = opened(open_page, "en", 1440, "light", pace="off")
    page.goto(server.url)
    seeded(page, seed)
    stranger = Stranger(page, system, server.url)
    stranger.begin()
    while stranger.rolled < 0 and stranger.clicks < 6:
        stranger.hurry()
    page.context.close()
    return stranger.rolled


@pytest.mark.parametrize("system", SYSTEMS)
def test_the_first_own_die_falls_within_three_clicks(server: Server, open_page: Opener, system: str) -> None:
    for seed in ("film 0", "film 3"):
        assert 0 <= clicks(server, open_page, system, seed) <= 3, seed


@pytest.mark.soak
@pytest.mark.parametrize("system", SYSTEMS)
def test_it_does_whatever_the_battle(server: Server, open_page: Opener, system: str) -> None:
    for seed in range(12):
        assert 0 <= clicks(server, open_page, system, f"film {seed}") <= 3, seed
