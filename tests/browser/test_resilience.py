"""Reloading and a server that dies, in the middle of a reaction."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import Opener, Server
from tests.browser.seats import Seat, is_reaction, until

HERO = {"system": "sbh", "name": "One hero", "figure": [{"profile": "elf-hero", "name": "Aelis"}]}
PACK = {"system": "sbh", "name": "A pack", "figure": [{"profile": "orc-warrior", "count": 4}]}


def test_reload_and_restart_in_the_middle_of_a_reaction(mortal: Server, open_page: Opener) -> None:
    links = [{"kind": "here"}, {"kind": "link"}]  # the page does not claim a seat of this device, so that we play it too
    options = {"terrain": "none", "table": [300, 300]}
    made = mortal.make(system="sbh", armies=[HERO, PACK], seed="react", options=options, seats=links)
    seats = [Seat(mortal, made, 0, stands=True), Seat(mortal, made, 1)]
    page = open_page(mortal.link(made, 0))
    state = until(seats, lambda state, seat: seat == 0 and is_reaction(state, seat))
    question = state["due"]["question"]["en"]
    expect(page.locator(".interrupt #question")).to_contain_text(question)
    expect(page.locator(".interruption")).to_be_visible()
    events = page.locator(".log .event").count()

    page.reload()
    expect(page.locator(".interrupt #question")).to_contain_text(question)
    assert page.locator(".log .event").count() == events

    mortal.kill()
    expect(page.locator(".offline")).to_be_visible()
    mortal.start()
    expect(page.locator(".offline")).to_have_count(0)
    expect(page.locator(".interrupt #question")).to_contain_text(question)
    assert seats[0].state()["version"] == state["version"]

    page.locator(".interrupt .choice").first.click()
    page.wait_for_function(f"() => Number(document.querySelector('.table-screen').dataset.version) > {state['version']}")
    assert seats[0].state()["version"] > state["version"]


def test_an_answer_given_while_the_server_is_away_counts_once(mortal: Server, open_page: Opener) -> None:
    links = [{"kind": "here"}, {"kind": "link"}]  # the page does not claim a seat of this device, so that we play it too
    made = mortal.make(system="sbh", armies=[HERO, PACK], seed="away", options={"terrain": "none"}, seats=links)
    seats = [Seat(mortal, made, 0), Seat(mortal, made, 1)]
    until(seats, lambda state, seat: seat == 0 and state["view"]["turn"] > 0)
    page = open_page(mortal.link(made, 0))
    page.locator(".decision .chip").first.click()
    mortal.kill()
    before = int(page.locator(".table-screen").get_attribute("data-version") or 0)
    page.locator('.decision .choice[data-kind="activate"]').first.click()
    mortal.start()
    page.wait_for_function(f"() => Number(document.querySelector('.table-screen').dataset.version) > {before}")
    chosen = [one["why"] for one in seats[0].events(before) if one["event"] == "chosen"]
    assert chosen.count("sbh.activation.choose-fighter") == 1
