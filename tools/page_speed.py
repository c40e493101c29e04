"""How large and how fast the page is, measured in Chromium against a real server: `make page-speed`.

Prints one line a figure (with --json one object): what a first visit fetches, the first paint on loopback, and frames a
second while a table with 200 figures is panned, zoomed, and one of the figures dragged. Frames a second depend on what else
the machine does, so the processor time that a frame takes on the page's main thread is told beside them: 50 frames a second
are possible where it stays below 20 ms.
"""

from __future__ import annotations

import gzip
import json
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from playwright.sync_api import Browser, Page, Route, WebSocketRoute, sync_playwright

from tests.browser.conftest import CHROMIUM, FLAGS, Server
from tests.browser.seats import Seat, until

CROWD = 200
"""Figures on the table."""
PAINTS = 5
"""So often the first paint is measured, each time in a browser that has never seen the page."""
MOVES = 90
"""Movements of the mouse while frames are counted."""
COUNT = """() => {
  window.frameTimes = [];
  const tick = now => { window.frameTimes.push(now); window.frameTimer = requestAnimationFrame(tick); };
  requestAnimationFrame(tick);
}"""
COUNTED = "() => { cancelAnimationFrame(window.frameTimer); return window.frameTimes; }"


class Frames(NamedTuple):
    """What was seen while something moved all the time: frames a second, and processor time a frame in milliseconds."""

    rate: float
    cost: float


def first_load(browser: Browser, url: str) -> int:
    """The bytes of all that a first visit fetches, compressed: page, typefaces, and what the table on it is painted with."""
    context = browser.new_context(viewport={"width": 1280, "height": 860})
    page = context.new_page()
    fetched: dict[str, int] = {}
    page.on("response", lambda got: fetched.update({got.url: len(gzip.compress(got.body(), 9))} if got.ok else {}))
    page.goto(url, wait_until="networkidle", timeout=120_000)
    context.close()
    return sum(fetched.values())


def first_paint(browser: Browser, url: str) -> float:
    """Milliseconds from opening the address until something is painted, in a browser that has never seen the page."""
    context = browser.new_context(viewport={"width": 1280, "height": 860})
    page = context.new_page()
    page.goto(url)
    page.locator("h1").wait_for()
    # The browser writes the entry down a little after the paint itself.
    entry = page.wait_for_function("() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime")
    found: float = entry.json_value()
    context.close()
    return found


def crowded(browser: Browser, server: Server) -> tuple[Page, str]:
    """A page with a crowded table on which a figure may move, and where that figure is in the page."""
    links = [{"kind": "link"}, {"kind": "link"}]
    made = server.make(system="sbh", armies=["dwarves", "orcs"], seed="crowd", options={"terrain": "random"}, seats=links)
    seats = [Seat(server, made, 0), Seat(server, made, 1)]
    state = until(seats, lambda now, seat: seat == 0 and any(one["kind"] == "move" for one in now["due"]["options"]))
    page = browser.new_context(viewport={"width": 1280, "height": 860}).new_page()
    page.route("**/api/games/*", crowd)
    page.route_web_socket("**/live*", hold)
    page.goto(server.link(made, 0))
    page.wait_for_function(f"() => document.querySelectorAll('.figure').length === {CROWD}")
    return page, f'.figure[data-figure="{state["due"]["figure"]}"] .base'


LIVE: list[WebSocketRoute] = []
"""The connections of crowded pages, which nobody but us speaks on."""


def hold(socket: WebSocketRoute) -> None:
    """Take a page's connection."""
    LIVE.append(socket)


def crowd(route: Route) -> None:
    """The state of the game with many more figures on its table."""
    told = route.fetch()
    state: dict[str, Any] = told.json()
    own = state["view"]["figures"]
    side = state["view"]["table"]["width"]
    model = {**own[0], "state": "table"}
    state["view"]["figures"] = own + [
        {**model, "id": 1000 + i, "seat": i % 2, "x": side * (i % 20 + 1) // 21, "y": side * (i // 20 + 1) // 11}
        for i in range(CROWD - len(own))
    ]
    route.fulfill(response=told, body=json.dumps(state))


def frames(page: Page, move: Callable[[int], None]) -> Frames:
    """The frames while `move` is called again and again."""
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})
    page.evaluate(COUNT)
    before = spent(session.send("Performance.getMetrics"))
    for number in range(MOVES):
        move(number)
    after = spent(session.send("Performance.getMetrics"))
    times: list[float] = page.evaluate(COUNTED)
    session.detach()
    return Frames(1000 * (len(times) - 1) / (times[-1] - times[0]), 1000 * (after - before) / len(times))


def acting(page: Page) -> Frames:
    """The frames while the other side moves ten of the figures, one after the other."""
    version = int(page.locator(".table-screen").get_attribute("data-version") or 0)
    text = {"en": "It moves.", "fr": "Elle avance."}
    numbers = range(version + 1, version + 11)
    events = [{"n": n, "event": "told", "only": -1, "why": "", "kind": "", "text": text} for n in numbers]
    steps = [{"n": n, "figures": [{"id": 1000 + 7 * i, "x": 5000 * (i + 1), "y": 30_000}]} for i, n in enumerate(numbers)]
    news = {"type": "events", "from": version, "version": version, "events": events, "steps": steps, "state": None}
    LIVE[-1].send(json.dumps(news))
    page.locator(".deeds.open").wait_for()
    return frames(page, lambda _: page.wait_for_timeout(40))


def spent(told: dict[str, Any]) -> float:
    """Seconds of processor time that the page's tasks have taken."""
    return float(next(one["value"] for one in told["metrics"] if one["name"] == "TaskDuration"))


def moving(page: Page, mover: str) -> dict[str, Frames]:
    """The frames of each kind of movement."""
    board = page.locator(".board").bounding_box()
    figure = page.locator(mover).bounding_box()
    assert board is not None
    assert figure is not None
    left, top = board["x"] + 30, board["y"] + 30
    x, y = figure["x"] + figure["width"] / 2, figure["y"] + figure["height"] / 2
    found = {}
    page.mouse.move(x, y)
    page.mouse.down()
    found["drag"] = frames(page, lambda i: page.mouse.move(x + 2 * (i % 30), y + (i % 20)))
    page.mouse.up()
    page.mouse.move(left, top)
    page.mouse.down()
    found["pan"] = frames(page, lambda i: page.mouse.move(left + 3 * (i % 30), top + 2 * (i % 30)))
    page.mouse.up()
    found["zoom"] = frames(page, lambda i: page.mouse.wheel(0, 40 if i % 20 < 10 else -40))
    return found


def measure() -> dict[str, float]:
    """Every figure by name."""
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        server = Server(Path(data))
        server.start()
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        try:
            found = {"first load, compressed, kB": first_load(browser, server.url) / 1000}
            found["first paint, ms"] = median([first_paint(browser, server.url) for _ in range(PAINTS)])
            page, mover = crowded(browser, server)
            for name, seen in {**moving(page, mover), "the enemy's turn": acting(page)}.items():
                found[f"{name} among {CROWD} figures, frames a second"] = seen.rate
                found[f"{name} among {CROWD} figures, processor ms a frame"] = seen.cost
        finally:
            browser.close()
            server.stop()
    return {name: round(value, 1) for name, value in found.items()}


if __name__ == "__main__":
    figures = measure()
    if "--json" in sys.argv:
        print(json.dumps(figures))
    else:
        print("\n".join([f"{value:8.1f}  {name}" for name, value in figures.items()]))
