"""A campaign in the page: two bands, a battle nobody comes to, what follows from it, and the next one at the table."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import Opener, Server


def test_a_campaign_goes_on_from_battle_to_battle(server: Server, open_page: Opener) -> None:
    page = open_page(f"{server.url}#/campaign")
    page.get_by_label("How many battles").fill("2")
    page.get_by_role("button", name="Begin").click()
    expect(page.get_by_text("Before battle 1 of 2")).to_be_visible()
    expect(page.locator(".band tbody tr").first).to_be_visible()
    page.get_by_role("button", name="Stay away from it").click()
    expect(page.locator(".fresh li").first).to_be_visible()
    expect(page.get_by_text("Before battle 2 of 2")).to_be_visible()
    expect(page.locator("details summary").last).to_contain_text("Not fought")
    page.get_by_role("button", name="Fight battle 2").click()
    expect(page.locator("#question")).to_be_visible()
    page.goto(f"{server.url}#/campaign")
    page.locator(".campaigns .games a").first.click()
    expect(page.get_by_role("button", name="To the table")).to_be_visible()
    expect(page.get_by_text("Battle 2 of 2 is being fought")).to_be_visible()
