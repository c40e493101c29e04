"""Which decisions cost most: looked for at the end of a game, marked there and in its replay, and gone to by a click."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.agents.small import BAND
from tests.browser.conftest import Opener, Server
from tests.browser.seats import Seat
from tests.browser.test_looks import faults

DECISIONS = 24


def given_up(server: Server) -> str:
    """The page of a short game that somebody has given up."""
    made = server.make(system="sbh", armies=[BAND, BAND], seed="review", seats=[{"kind": "here"}, {"kind": "here"}])
    both = [Seat(server, made, 0), Seat(server, made, 1)]
    state = both[0].state()
    for number in range(DECISIONS + 100):
        seat = both[state["due"]["seat"]]
        state = state if state["due"]["mine"] else seat.state()
        ways = [one for one in state["due"]["options"] if one["kind"] == "concede"]
        if number > DECISIONS and ways:
            seat.answer(ways[0]["answer"], state["version"])
            return server.link(made, 0)
        state = seat.step(state)
    raise AssertionError("nobody could give up")


def test_they_are_looked_for_told_and_gone_to(server: Server, open_page: Opener) -> None:
    address = given_up(server)
    page = open_page(address, reduced_motion="reduce")
    page.get_by_role("button", name="Look for them").click()
    lapse = page.locator(".lapses li").filter(has_text="Concede the game")
    expect(lapse).to_be_visible(timeout=90_000)
    expect(lapse).to_contain_text(re.compile(r"−\d+ %"))
    expect(lapse).to_contain_text("Better: ")
    expect(page.locator(".curve .lapse").first).to_be_attached()
    assert faults(page) == []
    lapse.get_by_role("button").click()
    page.wait_for_url(re.compile(r"#/replay/"))
    marked = page.locator(".lapses [aria-current=step]")
    expect(marked).to_contain_text("Concede the game")
    expect(page.locator(".replay-tools h2")).to_contain_text("Moment")
    page.get_by_label("One moment on").click()
    expect(page.locator(".lapses [aria-current=step]")).to_have_count(0)
    other = open_page(address, lang="fr", width=390, height=844, color_scheme="dark", reduced_motion="reduce")
    expect(other.locator(".lapses li").first).to_contain_text("Mieux")
    assert faults(other) == []
