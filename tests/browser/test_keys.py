"""The keyboard alone: from the first page through a quick battle to the page of its end, in every system."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Opener, Server
from tests.browser.typist import HEARD, Typist

SYSTEMS = ("sbh", "masse", "bataille", "swidenth", "fda")
QUICK = ("sbh", "masse", "fda")
"""Where the first turns take seconds; the whole battles of all five are long checks."""
LINKS = [{"kind": "here"}, {"kind": "link"}]


def typist(server: Server, open_page: Opener, system: str, pace: str) -> Typist:
    """Somebody without a mouse, who has come from the first page into a quick battle."""
    page = open_page("", pace=pace)
    page.add_init_script(HEARD)
    page.goto(server.url)
    hands = Typist(page, f"keys {system}")
    hands.begin(system)
    return hands


@pytest.mark.parametrize("system", [one if one in QUICK else pytest.param(one, marks=pytest.mark.soak) for one in SYSTEMS])
def test_the_first_turns_by_keys_alone(server: Server, open_page: Opener, system: str) -> None:
    """The focus is always somewhere, in sight and ringed; every question is said aloud."""
    hands = typist(server, open_page, system, "quick")
    assert hands.play(6) == 6
    assert hands.faults == []
    assert hands.seen, "decisions were taken"


@pytest.mark.soak
@pytest.mark.parametrize("system", SYSTEMS)
def test_a_whole_battle_by_keys_alone(server: Server, open_page: Opener, system: str) -> None:
    hands = typist(server, open_page, system, "off")
    taken = hands.play(3000)
    print(f"{system}: {taken} decisions by keys, {sorted(hands.seen)}")
    assert hands.over()
    hands.look()
    assert hands.faults == []
    hands.enter(hands.page.locator(".decision.ended a.primary"))
    expect(hands.page.locator(".replay-tools")).to_be_visible()


def focused(page: Page) -> str:
    """The figure that has the focus."""
    return str(page.evaluate("() => document.activeElement.closest('[data-figure]')?.dataset.figure ?? ''"))


def test_looking_about_by_keys(server: Server, open_page: Opener) -> None:
    """Tab comes to one figure of all; N and X go to those who may act and to enemies, arrows to the one beside, M measures."""
    made = server.make(system="fda", quick=True, seed="about", seats=LINKS)
    page = open_page(server.link(made, 0))
    expect(page.locator(".decision:not(.waiting) #question")).to_be_visible()
    assert page.locator(".figure [role=button][tabindex='0']").count() == 1
    page.keyboard.press("n")
    first = focused(page)
    assert "lit" in (page.locator(f'.figure[data-figure="{first}"]').get_attribute("class") or "")
    page.keyboard.press("n")
    assert focused(page) not in ("", first)
    page.keyboard.press("Shift+N")
    assert focused(page) == first
    page.keyboard.press("x")
    assert "side-1" in (page.locator(f'.figure[data-figure="{focused(page)}"]').get_attribute("class") or "")
    page.keyboard.down("m")
    expect(page.locator(".measuring")).to_have_count(1)
    page.keyboard.up("m")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowRight")
    assert focused(page) not in ("", first)
    page.keyboard.press("n")
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    expect(page.locator("dialog.keys[open]")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("dialog.keys[open]")).to_have_count(0)
