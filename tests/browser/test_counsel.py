"""What would you do? Asked by mouse or key, seen on the table, done by a second click; readable for everybody."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Opener, Server
from tests.browser.test_looks import faults
from tests.browser.test_prospects import version

BOT = {"kind": "bot", "agent": "random", "playouts": 1}


def at_a_move(server: Server) -> str:
    """The page of somebody who plays against the computer and has the first move."""
    made = server.make(system="masse", quick=True, seed="counsel", seats=[{"kind": "here"}, BOT])
    return server.link(made, 0)


def advised(page: Page) -> None:
    """Ask, and wait for the proposals."""
    page.locator(".counsel-ask").click()
    expect(page.locator(".counsel li").first).to_be_visible()


def test_a_proposal_is_seen_first_and_done_by_a_second_click(server: Server, open_page: Opener) -> None:
    page = open_page(at_a_move(server))
    before = version(page)
    advised(page)
    expect(page.locator(".counsel li").first).to_contain_text("% to win")
    expect(page.locator(".counsel .why").first).to_contain_text(".")
    best, others = page.locator(".counsel li button").first, page.locator(".counsel li button[aria-pressed=true]")
    expect(others).to_have_count(0)
    best.click()
    expect(best).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".odds h3")).to_be_visible()
    assert version(page) == before
    best.click()
    page.wait_for_function(f"() => document.querySelector('.table-screen').dataset.version !== '{before}'")
    expect(page.locator(".counsel li")).to_have_count(0)


def test_by_keys_alone_in_french(server: Server, open_page: Opener) -> None:
    page = open_page(at_a_move(server), lang="fr")
    expect(page.locator(".counsel-ask")).to_have_text("Que feriez-vous ?")
    before = version(page)
    page.keyboard.press("?")
    expect(page.locator("dialog.keys")).to_contain_text("Le conseil de l’ordinateur")
    page.keyboard.press("Escape")
    page.keyboard.press("c")
    expect(page.locator(".counsel li button").first).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".counsel li button").first).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".counsel li button").first).to_be_focused()
    page.keyboard.press("Enter")
    page.wait_for_function(f"() => document.querySelector('.table-screen').dataset.version !== '{before}'")


@pytest.mark.parametrize(("scheme", "width"), [("light", 1440), ("dark", 390)])
def test_axe_finds_nothing_serious_in_it(server: Server, open_page: Opener, scheme: str, width: int) -> None:
    page = open_page(at_a_move(server), width=width, height=844, color_scheme=scheme, reduced_motion="reduce")
    advised(page)
    page.locator(".counsel li button").first.click()
    assert faults(page) == []
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")


def test_people_who_play_each_other_by_link_are_not_offered_it(server: Server, open_page: Opener) -> None:
    made = server.make(system="masse", quick=True, seed="counsel", seats=[{"kind": "here"}, {"kind": "link"}])
    page = open_page(server.link(made, 0))
    expect(page.locator(".decision #question")).to_be_visible()
    expect(page.locator(".counsel-ask")).to_have_count(0)
