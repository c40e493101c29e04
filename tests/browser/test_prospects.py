"""Said with the hand: an enemy is clicked, the best way to attack it is shown, and done by a second click; keys; measuring."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.conftest import Opener, Server
from tests.browser.seats import Seat

DECISIONS = 200


def engaging(server: Server) -> tuple[dict[str, Any], int, dict[str, Any]]:
    """A battle at a moment when the first seat's figure could come to grips with somebody: the game, the figure, the way."""
    options = {"terrain": "none", "table": [300, 300]}
    seats = [{"kind": "link"}, {"kind": "link"}]
    made = server.make(system="sbh", armies=["dwarves", "orcs"], seed="anvil", options=options, seats=seats)
    both = [Seat(server, made, 0), Seat(server, made, 1)]
    for _ in range(DECISIONS):
        due = both[0].state()["due"]
        if due["mine"] and due["figure"] >= 0:
            asked = both[0].client.get(f"/prospects?figure={due['figure']}").json()
            way = next((one for one in asked["found"] if "x" in one and one["headline"]), None)
            if way is not None:
                return made, due["figure"], way
        seat = both[due["seat"]]
        seat.step(seat.state())
    raise AssertionError("nobody came near anybody")


def version(page: Page) -> str:
    """The number of the last event on the page."""
    return page.locator(".table-screen").get_attribute("data-version") or ""


def test_an_enemy_is_clicked_and_the_best_way_is_shown_before_it_is_done(server: Server, open_page: Opener) -> None:
    made, _, way = engaging(server)
    page = open_page(server.link(made, 0))
    foe = page.locator(f'.figure[data-figure="{way["target"]}"] [role=button]').first
    expect(page.locator(".deed").first).to_be_attached()
    before = version(page)
    foe.click(force=True)
    expect(page.locator(".bubble")).to_contain_text("% good")
    expect(page.locator(".meant")).to_be_attached()
    assert version(page) == before, "it is shown first"
    page.keyboard.press("Escape")
    expect(page.locator(".bubble .tap")).to_have_count(0)
    page.locator(".whynot summary").click()
    expect(page.locator(".whynot li").first).to_be_visible()
    foe.click(force=True)
    expect(page.locator("#way-go")).to_be_enabled()
    foe.click(force=True)
    page.wait_for_function(f"() => document.querySelector('.table-screen').dataset.version !== '{before}'")


def test_keys_are_listed_and_anything_is_measured(server: Server, open_page: Opener) -> None:
    made, figure, way = engaging(server)
    page = open_page(server.link(made, 0))
    expect(page.locator(".card")).to_be_visible()
    page.keyboard.press("?")
    expect(page.locator("dialog.keys")).to_contain_text("Ctrl Z")
    page.keyboard.press("Escape")
    ends = [page.locator(f'.figure[data-figure="{one}"] .base').first.bounding_box() for one in (figure, way["target"])]
    page.keyboard.down("m")
    for number, box in enumerate(ends):
        assert box is not None
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=4)
        if number == 0:
            page.mouse.down()
    page.mouse.up()
    expect(page.locator(".ruler")).to_contain_text("from base to base")
    expect(page.locator(".ruler")).to_contain_text("In sight")
    page.keyboard.up("m")
    expect(page.locator(".ruler")).to_have_count(0)
