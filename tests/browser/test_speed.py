"""How fast the page is. Figures for `make soak`: they depend on the machine."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from escarmouche.systems.bataille.bench import SIZES, host
from tests.browser.conftest import Server
from tests.browser.test_bataille import MOVED, spot, until
from tools.page_speed import CROWD, crowded, first_paint, frames, moving


@pytest.mark.soak
def test_first_paint(server: Server, chromium: Browser) -> None:
    first = min([first_paint(chromium, server.url) for _ in range(3)])
    print(f"first paint after {first:.0f} ms")
    assert first < 1000


@pytest.mark.soak
def test_two_hundred_figures_are_dragged_and_zoomed(server: Server, chromium: Browser) -> None:
    page, mover = crowded(chromium, server)
    for name, seen in moving(page, mover).items():
        print(f"{name}: {seen.rate:.0f} frames a second with {CROWD} figures, {seen.cost:.1f} ms each")
        assert seen.cost < 20, "fifty frames a second are possible"
    page.context.close()


@pytest.mark.soak
def test_an_army_of_140_is_dragged_as_one(server: Server, chromium: Browser) -> None:
    """Two armies of 140 on the table, one of them gathered and drawn about by the mouse."""
    armies = [host(seat, SIZES[-1]) for seat in (0, 1)]
    options = {"terrain": "none", "limit": 100 * SIZES[-1]}
    seats = [{"kind": "here"}, {"kind": "link"}]
    made = server.make(system="bataille", armies=armies, seed="crowd", options=options, seats=seats)
    state = until(server, made, MOVED)
    able = next(hand["figures"] for hand in state["due"]["hands"] if hand["gesture"] == "shift")
    assert len(able) == SIZES[-1]
    page = chromium.new_page(viewport={"width": 1440, "height": 900})
    page.goto(server.link(made, 0))
    page.locator("#question").wait_for()
    page.locator(".ranks").get_by_role("button", name="All").click()
    x, y = spot(page, able[len(able) // 2])
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 12, y)
    seen = frames(page, lambda step: page.mouse.move(x + 12 + 3 * (step % 20), y))
    page.mouse.up()
    print(f"an army of {len(able)} among {2 * SIZES[-1]} dragged: {seen.rate:.0f} frames a second, {seen.cost:.1f} ms each")
    assert seen.cost < 20, "fifty frames a second are possible"
    page.context.close()
