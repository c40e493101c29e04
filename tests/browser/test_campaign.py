"""A campaign in the page: two bands, a battle nobody comes to, what follows from it, and the next one at the table."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.conftest import Opener, Server
from tests.browser.seats import Seat


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


def test_the_end_of_a_battle_leads_back_to_its_campaign(server: Server, open_page: Opener) -> None:
    page = open_page(f"{server.url}#/campaign")
    page.get_by_label("How many battles").fill("2")
    page.get_by_role("button", name="Begin").click()
    page.get_by_role("button", name="Fight battle 1").click()
    page.locator("#question").wait_for()
    give_up(page, server)
    expect(page.locator(".ended h2")).to_be_visible()
    assert page.get_by_role("button", name="Rematch").count() == 0, "the campaign goes on with its own battles"
    page.get_by_role("link", name="On with the campaign").click()
    page.get_by_role("button", name="Draw the consequences").click()
    expect(page.get_by_text("Before battle 2 of 2")).to_be_visible()


def give_up(page: Page, server: Server) -> None:
    """Whoever sits before this page gives the battle up."""
    game = page.url.rpartition("/")[2]
    kept = page.evaluate("() => JSON.parse(localStorage.getItem('escarmouche.games'))")
    seat = next(one for one in kept if one["id"] == game)["seats"][0]
    made = {"game": game, "seats": {seat["seat"]: seat}}
    player = Seat(server, made, seat["seat"])
    for _ in range(600):
        state = player.state()
        if state["result"] is not None:
            return
        if not state["due"]["mine"]:
            page.wait_for_timeout(100)
        else:
            options = state["due"]["options"]
            chosen = next((one for one in options if one["kind"] == "concede"), options[0])
            player.answer(chosen["answer"], state["version"])
    raise AssertionError("the battle does not end")
