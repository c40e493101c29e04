"""How fast the page is. Figures for `make soak`: they depend on the machine."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import Opener, Server

CROWD = 200
"""Figures on the table."""
FRAMES = """() => new Promise(done => {
  const times = [];
  const tick = now => { times.push(now); if (times.length < 120) requestAnimationFrame(tick); else done(times); };
  requestAnimationFrame(tick);
})"""


@pytest.mark.soak
def test_first_paint(server: Server, open_page: Opener) -> None:
    page = open_page(server.url)
    expect(page.locator("form.setup")).to_be_visible()
    page.reload()
    expect(page.locator("form.setup")).to_be_visible()
    first = page.evaluate("() => performance.getEntriesByName('first-contentful-paint')[0].startTime")
    print(f"first paint after {first:.0f} ms")
    assert first < 1000


@pytest.mark.soak
def test_two_hundred_figures_are_dragged_and_zoomed(server: Server, open_page: Opener) -> None:
    made = server.make(system="sbh", quick=True, seed="crowd", options={"terrain": "random"})
    page = open_page("")
    page.route("**/api/games/*", crowd)
    page.route_web_socket("**/live*", lambda _: None)
    page.goto(server.link(made, 0))
    expect(page.locator(".figure")).to_have_count(CROWD)
    for name, rate in (("pan", frames(page, 0)), ("zoom", frames(page, 40))):
        print(f"{name}: {rate:.0f} frames a second with {CROWD} figures")
        assert rate >= 50


def crowd(route: Route) -> None:
    """The state of the game with many more figures on its table."""
    told = route.fetch()
    state: dict[str, Any] = told.json()
    model = state["view"]["figures"][0]
    side = state["view"]["table"]["width"]
    state["view"]["figures"] = [
        {**model, "id": i, "seat": i % 2, "status": "on-table", "x": side * (i % 20 + 1) // 21, "y": side * (i // 20 + 1) // 11}
        for i in range(CROWD)
    ]
    route.fulfill(response=told, body=json.dumps(state))


def frames(page: Page, wheel: int) -> float:
    """Frames a second while the table is moved or zoomed all the time."""
    box = page.locator(".board svg").first.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 30, box["y"] + 30)
    page.evaluate(f"() => {{ window.frames120 = ({FRAMES})() }}")
    if not wheel:
        page.mouse.down()
    for i in range(60):
        if wheel:
            page.mouse.wheel(0, wheel if i % 20 < 10 else -wheel)
        else:
            page.mouse.move(box["x"] + 30 + 3 * (i % 30), box["y"] + 30 + 2 * (i % 30))
    page.mouse.up()
    times: list[float] = page.evaluate("() => window.frames120")
    return 1000 * (len(times) - 1) / (times[-1] - times[0])
