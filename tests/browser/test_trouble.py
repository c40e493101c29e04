"""Bad luck: storage that is full or forbidden, a page that has become old, a stale answer, a full disk, the way back."""

from __future__ import annotations

import re

import httpx
import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Opener, Server
from tests.browser.seats import Plain, Seat, until
from tests.browser.test_replay import finished

FORBIDDEN = "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('no', 'SecurityError'); } });"
FULL = "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); };"
HERE = [{"kind": "here"}, {"kind": "link"}]


def turn(server: Server, seed: str) -> tuple[Plain, list[Seat], Plain]:
    """A game in which the first seat has to choose somebody."""
    made = server.make(system="sbh", armies=["dwarves", "orcs"], seed=seed, options={"terrain": "none"}, seats=HERE)
    seats = [Seat(server, made, 0), Seat(server, made, 1)]
    return made, seats, until(seats, lambda now, seat: seat == 0 and now["view"]["turn"] > 0)


def activate(page: Page) -> None:
    """Choose the first of one's figures."""
    page.locator(".decision .chip").first.click()
    page.locator('.decision .choice[data-kind="activate"]').first.click()


@pytest.mark.parametrize("storage", [FORBIDDEN, FULL], ids=["forbidden", "full"])
def test_storage_that_keeps_nothing(server: Server, open_page: Opener, storage: str) -> None:
    """It is said at home, in the builder and at the table; one plays on by the address."""
    page = open_page("", lang="fr")
    page.add_init_script(storage)
    page.goto(server.url)
    expect(page.locator(".page-notice")).to_contain_text("Ce navigateur ne garde rien")
    page.goto(f"{server.url}#/army/sbh")
    page.get_by_label("Partir d’une armée toute prête").select_option("dwarves")
    expect(page.locator(".fine")).to_be_visible()
    page.get_by_role("button", name=re.compile("Garder")).click()
    expect(page.locator(".notice", has_text="enregistrez l’armée dans un fichier")).to_be_visible()
    page.goto(server.url)
    page.locator('[data-quick="fda"]').click()
    expect(page.locator(".decision #question")).to_be_visible()
    expect(page.locator(".notice")).to_contain_text("conservez l’adresse")
    page.reload()
    expect(page.locator(".decision #question")).to_be_visible()


def test_a_page_whose_parts_are_gone(server: Server, open_page: Opener) -> None:
    """After an upgrade the server has other parts: one sentence, and a button that fetches the new page."""
    page = open_page(server.url)
    expect(page.locator(".game-card").first).to_be_visible()
    other = "<!doctype html><script type='module' src='./assets/other.js'></script>"
    page.route(re.compile(r"/assets/.*\.js"), lambda route: route.fulfill(status=404))
    page.route(server.url, lambda route: route.fulfill(body=other, content_type="text/html"))
    page.get_by_role("link", name="Rulebook").click()
    expect(page.locator("main [role=alert]")).to_contain_text("The server has been updated")
    page.unroute_all()
    page.get_by_role("button", name="Reload").click()
    expect(page.locator("main h1")).to_be_visible()
    expect(page.locator("main [role=alert]")).to_have_count(0)


def test_a_stale_answer_is_refused_in_one_sentence(server: Server, open_page: Opener) -> None:
    """A window that has not heard of what another of the same seat decided."""
    made, seats, state = turn(server, "stale")
    page = open_page("")
    page.route_web_socket(re.compile("/live"), lambda _: None)
    page.goto(server.link(made, 0))
    expect(page.locator(".decision #question")).to_be_visible()
    after = seats[0].step(state)
    activate(page)
    expect(page.locator(".side .fault[role=alert]")).to_be_visible()
    assert page.locator(".side .fault[role=alert]").inner_text().count(".") <= 2
    page.wait_for_function(
        "now => Number(document.querySelector('.table-screen').dataset.version) >= now", arg=after["version"]
    )


def test_a_server_that_cannot_write(server: Server, open_page: Opener) -> None:
    """Its disk is full: it says so in one sentence at once, and the answer counts when there is room again."""
    made, seats, state = turn(server, "disk")
    page = open_page(server.link(made, 0))
    expect(page.locator(".decision #question")).to_be_visible()
    full = {"error": {"en": "Nothing can be written down here: the disk is full.", "fr": "Rien ne peut être écrit ici."}}
    page.route(re.compile("/answer$"), lambda route: route.fulfill(status=503, json=full))
    activate(page)
    expect(page.locator(".side .fault[role=alert]")).to_contain_text("the disk is full")
    assert seats[0].state()["version"] == state["version"]
    page.unroute_all()
    page.wait_for_function("was => Number(document.querySelector('.table-screen').dataset.version) > was", arg=state["version"])
    expect(page.locator(".side .fault[role=alert]")).to_have_count(0)
    assert httpx.get(f"{server.url}healthz", trust_env=False).status_code == 200


def test_back_and_forth_from_the_end_and_from_a_dialog(server: Server, open_page: Opener) -> None:
    page = open_page(server.link(finished(server, "film"), 0))
    page.locator(".ended a.primary").click()
    expect(page.locator(".replay-tools")).to_be_visible()
    page.go_back()
    expect(page.locator(".ended")).to_be_visible()
    page.go_forward()
    expect(page.locator(".replay-tools")).to_be_visible()
    made, _, _ = turn(server, "dialog")
    page.goto(server.link(made, 0))
    expect(page.locator(".decision #question")).to_be_visible()
    page.keyboard.press("?")
    expect(page.locator("dialog.keys[open]")).to_be_visible()
    page.go_back()
    expect(page.locator("dialog[open]")).to_have_count(0)
    page.go_forward()
    expect(page.locator(".decision #question")).to_be_visible()


def test_the_icon_of_the_tab_shows_whose_move_it_is(server: Server, open_page: Opener) -> None:
    made, seats, _ = turn(server, "icon")
    page = open_page(server.link(made, 0))
    icon = page.locator("link[rel=icon]")
    expect(icon).to_have_attribute("href", "./icon-mine.svg")
    until(seats, lambda _, seat: seat == 1)
    expect(icon).to_have_attribute("href", "./icon.svg")
