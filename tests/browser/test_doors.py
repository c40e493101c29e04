"""The page knows no system: it plays one that offers little, seats more than two, and says what fails with one."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, Route, expect

from escarmouche.core import registry
from tests.browser.conftest import Opener, Server
from tests.browser.seats import Plain
from tests.browser.test_replay import finished

SOURCES = Path(__file__).parents[2] / "web" / "src"
BROKEN = {"en": "The system lacks a method: give it one.", "fr": "Il manque une méthode au système : donnez-la-lui."}
LINKS = [{"kind": "link"}, {"kind": "link"}]


def changed(page: Page, address: str, change: Callable[[Any], None]) -> None:
    """What the server tells at this address reaches the page changed."""

    def handle(route: Route) -> None:
        told = route.fetch()
        answer = told.json()
        change(answer)
        route.fulfill(response=told, body=json.dumps(answer))

    page.route(re.compile(address), handle)


def test_no_source_of_the_page_names_a_system() -> None:
    names = re.compile(rf"\b({'|'.join(map(re.escape, registry.systems()))})\b")
    texts = [one for one in SOURCES.rglob("*") if one.is_file()]
    assert len(texts) > 40
    french = re.compile(r'"fr": "[^"]*"')  # « bataille » is a word besides
    lines = [(one.name, french.sub("", line).strip()) for one in texts for line in one.read_text().splitlines()]
    assert [f"{file}: {line}" for file, line in lines if names.search(line)] == []


def test_a_system_that_fails_is_said_and_the_others_play(server: Server, open_page: Opener) -> None:
    page = open_page("")

    def fail(systems: list[Plain]) -> None:
        bare: Plain = {
            "scenarios": [],
            "armies": [],
            "kinds": [],
            "settings": [],
            "offers": [],
            "columns": [],
            "lists": [],
            "own": [],
        }
        systems[0] |= {**bare, "fault": BROKEN}

    changed(page, "/api/systems$", fail)
    page.goto(server.url)
    card = page.locator("[data-broken]")
    expect(card).to_contain_text(BROKEN["en"])
    broken = card.get_attribute("data-broken")
    offered = [one.get_attribute("data-quick") for one in page.locator("[data-quick]").all()]
    assert offered
    assert broken not in offered, "it cannot be chosen"
    page.locator("[data-quick]").first.click()
    expect(page.locator("#question")).to_be_visible()


def test_a_system_that_offers_nothing_but_a_battle(server: Server, open_page: Opener) -> None:
    page = open_page("")

    def bare(systems: list[Plain]) -> None:
        for one in systems:
            one |= {"offers": [], "armies": [], "kinds": [], "own": []}

    changed(page, "/api/systems$", bare)
    page.goto(f"{server.url}#/setup")
    expect(page.locator("[data-seat]")).to_have_count(2)
    expect(page.locator("[data-army]")).to_have_count(0)
    expect(page.get_by_role("link", name="Army builder")).to_have_count(0)
    expect(page.get_by_role("link", name="Rulebook")).to_have_count(0)
    page.get_by_role("button", name="Begin").click()
    expect(page.locator("#question")).to_be_visible()
    expect(page.locator(".log .event").first).to_be_visible()
    expect(page.locator(".rule-link")).to_have_count(0)


def test_as_many_seats_as_a_scenario_has(server: Server, open_page: Opener) -> None:
    page = open_page("")

    def seat(systems: list[Plain]) -> None:
        systems[0]["scenarios"][0]["seats"] = [3, 4]

    changed(page, "/api/systems$", seat)
    page.goto(f"{server.url}#/setup")
    expect(page.locator("[data-seat]")).to_have_count(3)
    page.locator("[data-players]").select_option("4")
    expect(page.locator("[data-seat]")).to_have_count(4)
    page.locator('[data-seat="3"]').select_option("link")
    page.locator("[data-scenario]").select_option(index=1)
    expect(page.locator("[data-seat]")).to_have_count(2)


def test_four_sides_and_their_scores(server: Server, open_page: Opener) -> None:
    made = finished(server, "film")
    page = open_page("")

    def crowd(state: Plain) -> None:
        state["seats"] = [{**state["seats"][0], "seat": seat, "name": name} for seat, name in enumerate("ABCD")]
        state["result"] |= {"winner": 2, "winners": [2], "scores": [3, 1, 8, 5]}
        state["view"]["sides"] = [{**state["view"]["sides"][0], "seat": seat, "score": 7} for seat in range(4)]
        model = {**state["view"]["figures"][0], "state": "table", "poses": []}
        state["view"]["figures"] = [{**model, "id": seat, "seat": seat, "x": 6000 * (seat + 1), "y": 9000} for seat in range(4)]

    changed(page, r"/api/games/[^/]+$", crowd)
    page.route_web_socket("**/live*", lambda _: None)
    page.goto(server.link(made, 0))
    expect(page.locator(".ended h2")).to_have_text("Victory: C")
    expect(page.locator(".ended .scores li")).to_contain_text(["C: 8", "D: 5", "A (you): 3", "B: 1"])
    expect(page.locator(".strip .side-name")).to_have_count(4)
    lines = page.locator(".figure .rim-line").evaluate_all("all => all.map(one => getComputedStyle(one).strokeDasharray)")
    rings = page.locator(".figure .ring").evaluate_all("all => all.map(one => getComputedStyle(one).stroke)")
    assert len(set(rings)) == 4, "every side has a colour of its own"
    assert len(set(lines)) == 4, "and a line of its own kind on its rim"
    page.get_by_role("tab", name="Sides").click()
    expect(page.locator(".bands h3")).to_have_count(4)


def test_those_who_share_a_victory_are_named(server: Server, open_page: Opener) -> None:
    made = finished(server, "film")
    page = open_page("")

    def three(state: Plain) -> None:
        state["seats"] = [{**state["seats"][0], "seat": seat, "name": name} for seat, name in enumerate("ABC")]
        state["result"] |= {"winner": -1, "winners": [0, 2], "scores": [4, 1, 4]}

    changed(page, r"/api/games/[^/]+$", three)
    page.route_web_socket("**/live*", lambda _: None)
    page.goto(server.link(made, 0))
    expect(page.locator(".ended h2")).to_have_text("A shared victory: A (you), C")


def test_a_view_that_breaks_the_contract_is_said(server: Server, open_page: Opener) -> None:
    made = server.make(system=registry.systems()[0], quick=True)
    page = open_page("")
    refusal = {"error": {**BROKEN, "code": "contract"}}
    page.route(re.compile(r"/api/games/[^/]+$"), lambda route: route.fulfill(status=500, json=refusal))
    page.goto(server.link(made, 0))
    expect(page.get_by_role("alert")).to_have_text(BROKEN["en"])


def test_a_view_that_breaks_while_one_plays_is_said(server: Server, open_page: Opener) -> None:
    made = server.make(system=registry.systems()[0], quick=True)
    page = open_page("")
    fault = json.dumps({"type": "fault", "error": BROKEN})
    page.route_web_socket("**/live*", lambda socket: socket.send(fault))
    page.goto(server.link(made, 0))
    expect(page.get_by_role("alert")).to_have_text(BROKEN["en"])
