"""Every screen of the page, one after the other, for those who look at all of them."""

from __future__ import annotations

import random
from collections.abc import Iterator

from playwright.sync_api import Page, expect

from tests.browser.conftest import Server
from tests.browser.seats import Plain, Seat
from tests.browser.test_replay import finished

SYSTEMS = ("sbh", "masse", "bataille", "swidenth", "fda")
LINKS = [{"kind": "here", "name": "Thora"}, {"kind": "link", "name": "Ulg"}]
MIDDLE = 24
"""So many answers into a battle there is something of everything on the table."""
BEGUN: dict[tuple[str, str], Plain] = {}
"""The battles that were begun, by server and system, for those who only look."""


def middle(server: Server, system: str) -> Plain:
    """A battle in its middle, with something to decide for the first seat."""
    if (server.url, system) not in BEGUN:
        made = server.make(system=system, quick=True, seed=f"middle {system}", seats=LINKS)
        seats = [Seat(server, made, 0), Seat(server, made, 1)]
        chance = random.Random(system)
        state = seats[0].state()
        for taken in range(4 * MIDDLE):
            seat = seats[state["due"]["seat"]]
            if taken >= MIDDLE and seat.seat == 0:
                break
            state = state if state["due"]["mine"] else seat.state()
            options = [one for one in state["due"]["options"] if one["kind"] != "concede"]
            state = seat.answer(chance.choice(options)["answer"], state["version"])
        BEGUN[server.url, system] = made
    return BEGUN[server.url, system]


def at_home(server: Server, page: Page) -> Iterator[str]:
    """The first page, without and with games; setting up; waiting for somebody."""
    page.goto(server.url)
    expect(page.locator(".living .figure").first).to_be_visible()
    yield "home"
    page.goto(f"{server.url}#/setup/masse")
    expect(page.locator(".preview .piece").first).to_be_visible()
    page.locator('[data-fold="settings"] > summary').click()
    yield "setup"
    page.goto(server.url)
    page.locator('[data-friend="fda"]').click()
    expect(page.locator(".invite")).to_be_visible()
    page.get_by_role("button", name="QR").click()
    expect(page.locator(".qr")).to_be_visible()
    yield "waiting for a friend"
    page.goto(server.url)
    page.locator('[data-quick="swidenth"]').click()
    expect(page.locator(".how-to")).to_be_visible()
    expect(page.locator(".decision #question")).to_be_visible()
    yield "quick battle with its card"
    page.goto(server.url)
    page.locator('[data-lesson="sbh"]').click()
    expect(page.locator(".coach")).to_be_visible()
    yield "lesson"
    page.goto(server.url)
    expect(page.locator(".games li").nth(2)).to_be_visible()
    yield "my games"


def at_the_table(server: Server, page: Page) -> Iterator[str]:
    """Battles of every system, with what can be opened there; the end of one, and its replay."""
    for system in SYSTEMS:
        page.goto(server.link(middle(server, system), 0))
        expect(page.locator(".decision #question")).to_be_visible()
        if page.locator(".how-to button").count():
            page.locator(".how-to button").click()
        yield f"table of {system}"
        if page.locator(".decision .chip:visible").count():
            page.locator(".decision .chip:visible").first.click()
        if page.locator(".whynot summary").count():
            page.locator(".whynot summary").click()
            expect(page.locator(".whynot ul, .whynot p").first).not_to_contain_text("Loading")
        page.keyboard.press("x")
        page.keyboard.press("Enter")
        if page.locator(".log .event summary").count():
            page.locator(".log .event summary").last.click()
        yield f"table of {system}: somebody chosen, an enemy pointed at, why not, the log unfolded"
    page.get_by_role("tab", name="Sides").click()
    yield "the sides"
    page.get_by_role("tab", name="Dice").click()
    yield "the dice"
    page.keyboard.press("?")
    expect(page.locator("dialog.keys[open]")).to_be_visible()
    yield "the keys"
    page.keyboard.press("Escape")
    page.locator("#question .rule-link, #question button, #question a").first.click()
    expect(page.locator("dialog[open]")).to_be_visible()
    yield "a rule"
    made = finished(server, "film")
    page.goto(server.link(made, 0))
    expect(page.locator(".ended")).to_be_visible()
    yield "the end"
    page.goto(server.link(made, 0).replace("#/game/", "#/replay/"))
    expect(page.locator(".replay-tools")).to_be_visible()
    yield "replay"


def at_the_desk(server: Server, page: Page) -> Iterator[str]:
    """The builder, the book, campaigns."""
    page.goto(f"{server.url}#/army/sbh")
    expect(page.locator(".profiles tbody tr").first).to_be_visible()
    page.get_by_label("Start from a ready-made one").select_option("dwarves")
    expect(page.locator(".fine")).to_be_visible()
    yield "builder"
    page.locator("[data-cards]").select_option("a4")
    page.emulate_media(media="print")
    yield "cards to print"
    page.emulate_media(media="screen")
    page.goto(f"{server.url}#/rules/masse")
    expect(page.locator("main h1")).to_be_visible()
    yield "rules with the introduction"
    page.goto(f"{server.url}#/rules/sbh?q=melee")
    expect(page.locator(".entry mark").first).to_be_visible()
    page.locator(".entry summary").first.click()
    expect(page.locator(".entry .rule").first).to_be_visible()
    yield "rules that were searched"
    page.goto(f"{server.url}#/reference/fda")
    expect(page.locator("main h1")).to_be_visible()
    yield "reference sheet"
    page.goto(f"{server.url}#/campaign")
    expect(page.get_by_role("button", name="Begin")).to_be_visible()
    yield "campaigns"
    page.get_by_role("button", name="Begin").click()
    expect(page.locator(".band tbody tr").first).to_be_visible()
    yield "a campaign"
