"""What hands do at the table: pinch, drag into place, drag among a crowd, throw real dice, skip the dice on the screen."""

from __future__ import annotations

import json
import re
from datetime import datetime, timedelta
from math import hypot
from typing import Any

from playwright.sync_api import CDPSession, Page, Route, WebSocketRoute, expect

from tests.browser.conftest import Opener, Server
from tests.browser.hands import TRIED, Mouse, unfold
from tests.browser.seats import Plain, Seat, until

LINKS = [{"kind": "here"}, {"kind": "link"}]
CROWD = 200
"""Figures on a crowded table."""
Point = tuple[float, float]


def started(server: Server, seed: str, moment: str, **more: Any) -> tuple[Plain, Plain]:
    """A game between dwarves and orcs in the open, at the first decision of player 1 that has such an option; and its state."""
    options = {"terrain": "none", **more}
    made = server.make(system="sbh", armies=["dwarves", "orcs"], seed=seed, options=options, seats=LINKS)
    seats = [Seat(server, made, 0), Seat(server, made, 1)]
    state = until(seats, lambda now, seat: seat == 0 and any(one["kind"] == moment for one in now["due"]["options"]))
    return made, state


def window(page: Page) -> list[float]:
    """The part of the table that is shown: left, top, width, height."""
    found: list[float] = page.evaluate(
        "() => { const b = document.querySelector('.board svg').viewBox.baseVal; return [b.x, b.y, b.width, b.height]; }"
    )
    return found


def touch(session: CDPSession, kind: str, *points: Point) -> None:
    """Put fingers down, move them or lift them."""
    fingers = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
    session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": fingers})


def middle(page: Page, selector: str) -> Point:
    """The middle of something on the page."""
    box = page.locator(selector).first.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(page: Page, start: Point, end: Point) -> None:
    """Drag with the mouse."""
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(*end, steps=5)
    page.mouse.up()


# ---------------------------------------------------------------- fingers


def test_two_fingers_zoom_and_one_pans(server: Server, open_page: Opener) -> None:
    made, _ = started(server, "pinch", "deploy")
    page = open_page(server.link(made, 0), width=390, height=844, has_touch=True, is_mobile=True)
    expect(page.locator("#question")).to_be_visible()
    whole = window(page)
    session = page.context.new_cdp_session(page)
    x, y = middle(page, ".board")
    touch(session, "touchStart", (x - 30, y), (x + 30, y))
    for apart in (40, 60, 80, 90):
        touch(session, "touchMove", (x - apart, y), (x + apart, y))
    touch(session, "touchEnd")
    page.wait_for_function(f"() => document.querySelector('.board svg').viewBox.baseVal.width < {whole[2] * 0.5}")
    near = window(page)
    assert whole[0] < near[0], "it comes closer to where the fingers are, not to a corner"
    touch(session, "touchStart", (x, y))
    for far in (10, 30, 60):
        touch(session, "touchMove", (x + far, y))
    touch(session, "touchEnd")
    page.wait_for_function(f"() => document.querySelector('.board svg').viewBox.baseVal.x < {near[0] - 1}")
    assert window(page)[2] == near[2], "one finger does not zoom"
    touch(session, "touchStart", (x - 90, y), (x + 90, y))
    for apart in (60, 30, 12):
        touch(session, "touchMove", (x - apart, y), (x + apart, y))
    touch(session, "touchEnd")
    page.wait_for_function(f"() => document.querySelector('.board svg').viewBox.baseVal.width > {near[2] * 2}")


# ---------------------------------------------------------------- drags


def test_a_band_is_deployed_by_dragging(server: Server, open_page: Opener) -> None:
    made, state = started(server, "deploy", "deploy")
    page = open_page(server.link(made, 0))
    page.locator('.decision .choice[data-kind="deploy"]').first.click()
    ghosts = page.locator(".figure.ghost")
    waiting = [one for one in state["view"]["figures"] if one["state"] == "beside"]
    expect(ghosts).to_have_count(len(waiting))
    first = waiting[0]["id"]
    ghost = f'.figure.ghost[data-figure="{first}"] .base'
    home = middle(page, ghost)
    drag(page, home, middle(page, ".mat"))
    expect(page.locator(".odds .fault")).to_be_visible()
    expect(page.get_by_role("button", name="Confirm")).to_be_disabled()
    drag(page, middle(page, ghost), (home[0] - 9, home[1] + 6))
    expect(page.locator(".odds .sure")).to_be_visible()
    there = middle(page, ghost)
    assert abs(there[0] - home[0] + 9) < 2
    page.get_by_role("button", name="Confirm").click()
    expect(page.locator(f'.figure:not(.ghost)[data-figure="{first}"]')).to_be_visible()
    stands = middle(page, f'.figure[data-figure="{first}"] .base')
    assert abs(stands[0] - there[0]) < 2
    assert abs(stands[1] - there[1]) < 2


def test_the_markers_of_an_ambush_are_laid_by_dragging(server: Server, open_page: Opener) -> None:
    made = server.make(
        system="sbh", scenario="ambush", armies=["dwarves", "orcs"], seed="hide", options={"terrain": "none"}, seats=LINKS
    )
    seats = [Seat(server, made, 0), Seat(server, made, 1)]
    state = until(seats, lambda now, _: any(one["kind"] == "markers" for one in now["due"]["options"]))
    defender = state["due"]["seat"]
    page = open_page(server.link(made, defender))
    page.locator('.decision .choice[data-kind="markers"]').first.click()
    (hand,) = state["due"]["hands"]
    ghosts = page.locator(".figure.ghost")
    expect(ghosts).to_have_count(len(hand["figures"]))
    for one in (hand["figures"][0], hand["figures"][-1]):  # a fighter, and a decoy
        ghost = f'.figure.ghost[data-figure="{one}"] .base'
        home = middle(page, ghost)
        drag(page, home, middle(page, ".mat"))
        expect(page.locator(".odds .fault")).to_be_visible()
        expect(page.get_by_role("button", name="Confirm")).to_be_disabled()
        drag(page, middle(page, ghost), home)
        expect(page.locator(".odds .sure")).to_be_visible()
    page.get_by_role("button", name="Confirm").click()
    expect(ghosts).to_have_count(0)
    after = seats[defender].state()
    assert len(after["view"]["markers"]) == len(hand["figures"])


def test_scenery_is_seen_before_it_is_chosen(server: Server, open_page: Opener) -> None:
    made = server.make(system="sbh", armies=["dwarves", "orcs"], seed="look", options={"terrain": "ask"}, seats=LINKS)
    seats = [Seat(server, made, 0), Seat(server, made, 1)]
    state = until(seats, lambda now, _: any(one["kind"] == "layout" for one in now["due"]["options"]))
    page = open_page(server.link(made, state["due"]["seat"]))
    offers = [len(one["scenery"]) for one in state["due"]["options"] if one["kind"] == "layout"]
    choices = page.locator('.decision .choice[data-kind="layout"]')
    expect(choices).to_have_count(len(offers))
    table = page.locator(".table-screen > .board .piece")
    for number, pieces in enumerate(offers):
        expect(choices.nth(number).locator(".proposal svg .piece")).to_have_count(pieces)
        choices.nth(number).hover()
        expect(table).to_have_count(pieces)
    choices.nth(2).locator(".proposal svg").click()
    expect(choices).to_have_count(0)
    expect(table).to_have_count(offers[2])


def test_a_drag_tells_what_it_would_provoke(server: Server, open_page: Opener) -> None:
    made, state = started(server, "anvil", "disengage", table=[300, 300])
    page = open_page(server.link(made, 0))
    hands = Mouse(page)
    hands.wait()
    own = middle(page, f'.figure[data-figure="{state["due"]["figure"]}"] .base')
    drag(page, own, hands.look()["spots"][0])
    expect(page.locator(".trail.fine")).to_be_attached()
    expect(page.locator(".odds .warning")).to_contain_text(re.compile("free hack", re.IGNORECASE))
    expect(page.locator(".odds")).to_contain_text("cm used")
    unfold(page)
    expect(page.locator(".odds .percent").first).to_be_visible()
    page.locator(".odds .warning .rule-link").click()
    expect(page.locator("dialog .rule-id")).to_contain_text("free-hack")


def test_on_hexagons_one_moves_from_one_to_another(server: Server, open_page: Opener) -> None:
    made, state = started(server, "hex", "move", scale="hex", hex_width=17)
    page = open_page(server.link(made, 0))
    hands = Mouse(page)
    hands.wait()
    expect(page.locator(".grid.hexes")).to_be_attached()
    own = middle(page, f'.figure[data-figure="{state["due"]["figure"]}"] .base')
    for x, y in ((24, 3), (-13, 17), (9, -22), (31, 30)):
        drag(page, own, (own[0] + x, own[1] + y))
        page.wait_for_selector(TRIED, state="attached")
        assert "centre of a hex" not in page.locator(".decision").inner_text(), "a hand's place is a hexagon's middle"
        page.keyboard.press("Escape")
    for key in ("ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"):
        page.keyboard.press(key)
        page.wait_for_selector(TRIED, state="attached")
        if page.locator(".trail.fine").count():
            break
        page.keyboard.press("Escape")
    expect(page.locator("#step-go")).to_contain_text("(1 hex)")
    page.locator("#step-go").click()
    page.wait_for_function("before => document.querySelector('.table-screen').dataset.version !== before", arg=hands.version)


def test_one_is_dragged_among_two_hundred(server: Server, open_page: Opener) -> None:
    made, state = started(server, "crowd", "move")
    page = open_page("")

    def crowded(route: Route) -> None:
        told = route.fetch()
        answer = told.json()
        side = answer["view"]["table"]["width"]
        own = answer["view"]["figures"]
        spare = {**own[0], "state": "table"}
        answer["view"]["figures"] = own + [
            {**spare, "id": 1000 + i, "seat": i % 2, "x": side * (i % 20 + 1) // 21, "y": side * (i // 20 + 1) // 11}
            for i in range(CROWD - len(own))
        ]
        route.fulfill(response=told, body=json.dumps(answer))

    page.route(re.compile(r"/api/games/[^/]+$"), crowded)
    page.route_web_socket("**/live*", lambda _: None)
    page.goto(server.link(made, 0))
    expect(page.locator(".figure")).to_have_count(CROWD)
    mover = state["due"]["figure"]
    start = middle(page, f'.figure[data-figure="{mover}"] .base')
    drag(page, start, (start[0] + 20, start[1] + 4))
    expect(page.locator(".trail.fine")).to_be_attached()
    assert page.locator(".figure.ghost").count() == 1
    expect(page.locator("#step-go")).to_be_enabled()
    whole = window(page)
    page.mouse.move(*start)
    page.mouse.wheel(0, -400)
    page.wait_for_function(f"() => document.querySelector('.board svg').viewBox.baseVal.width < {whole[2] * 0.8}")


# ---------------------------------------------------------------- dice


def test_real_dice_are_thrown_and_typed(server: Server, open_page: Opener) -> None:
    seats = [{"kind": "here"}, {"kind": "bot", "agent": "random"}]
    options = {"terrain": "none", "dice": "manual"}
    made = server.make(system="sbh", armies=["dwarves", "orcs"], options=options, seats=seats)
    page = open_page(server.link(made, 0))
    faces = page.locator("[data-faces]")

    def thrown(text: str) -> None:
        before = page.locator(".table-screen").get_attribute("data-version")
        faces.fill(text)
        page.keyboard.press("Enter")
        page.wait_for_function("before => document.querySelector('.table-screen').dataset.version !== before", arg=before)

    expect(page.locator("#question")).to_contain_text("Attacker and defender")
    faces.fill("7")
    page.keyboard.press("Enter")
    expect(page.locator(".side > .fault")).to_be_visible()
    thrown("6")
    expect(page.locator("#question")).to_contain_text("The computer throws 1d6")
    thrown("1")
    page.locator('.decision .choice[data-kind="attacker"]').click()
    page.locator('.decision .choice[data-kind="edge"]').first.click()
    page.locator('.decision .choice[data-kind="deploy"]').first.click()
    page.get_by_role("button", name="Confirm").click()
    expect(page.locator("#question")).to_contain_text("1d6")
    thrown("5")
    thrown("2")
    page.locator(".decision .chip").first.click()
    page.locator('.decision .choice[data-kind="activate"]').nth(2).click()
    expect(page.locator("#question")).to_contain_text("3d6")
    thrown("654")
    page.locator(".log .event summary").last.click()
    expect(page.locator(".log .detail .rolled").last).to_contain_text("6, 5, 4")


def test_dice_on_the_screen_are_skipped(server: Server, open_page: Opener) -> None:
    made, _ = started(server, "skip", "activate")
    page = open_page("", pace="calm")
    page.clock.install()
    page.goto(server.link(made, 0))
    page.locator(".decision .chip").first.click()
    page.clock.pause_at(datetime.now() + timedelta(hours=1))
    before = page.locator(".table-screen").get_attribute("data-version")
    page.locator('.decision .choice[data-kind="activate"]').nth(2).click()
    tray = page.locator(".thrown")
    expect(tray.locator(".die")).to_have_count(3)
    expect(page.locator(".deeds .told")).to_contain_text("tries to act with 3 dice")
    assert page.locator(".table-screen").get_attribute("data-version") == before, "the table waits for the dice"
    page.keyboard.press("Escape")
    expect(tray).to_have_count(0)
    page.wait_for_function("before => document.querySelector('.table-screen').dataset.version !== before", arg=before)


def nearer(state: Plain, seat: int) -> Any:
    """Shoot where one can, else march at the enemy."""
    options: list[Plain] = state["due"]["options"]
    foes = [one for one in state["view"]["figures"] if one["seat"] != seat and one["state"] == "table"]
    shots = [one for one in options if one["kind"] == "shoot"]
    moves = [one for one in options if one["kind"] == "move"]
    gap = {one["id"]: min([hypot(one["x"] - foe["x"], one["y"] - foe["y"]) for foe in foes]) for one in moves}
    return [*shots, *sorted(moves, key=lambda one: gap[one["id"]]), *options][0]["answer"]


def test_a_pool_of_real_dice_says_how_many_follow(server: Server, open_page: Opener) -> None:
    options = {"deploy": "auto", "dice": "manual"}
    made = server.make(system="masse", armies=["kings-host", "orc-horde"], options=options, seats=LINKS)
    seats = [Seat(server, made, 0), Seat(server, made, 1)]
    state = seats[0].state()
    for number in range(200):
        seat = seats[state["due"]["seat"]]
        state = state if state["due"]["mine"] else seat.state()
        due = state["due"]
        if due.get("pool"):
            break
        if due["kind"] == "roll":
            count, sides = map(int, due["dice"].split("d"))
            answer = [1 + (number + i) % sides for i in range(count)]
        else:
            answer = nearer(state, seat.seat)
        state = seat.answer(answer, state["version"])
    (part,) = due["pool"]
    best = part["follow"].index(max(part["follow"])) + 1
    page = open_page("")
    heard: list[tuple[WebSocketRoute, str | bytes]] = []
    page.route_web_socket(
        re.compile("/live"), lambda one: one.connect_to_server().on_message(lambda said: heard.append((one, said)))
    )
    page.goto(server.link(made, due["seat"]))
    faces = page.locator("[data-faces]")
    faces.fill(" ".join([str(best)] * part["count"]))
    for _ in range(500):
        if heard:
            break
        page.wait_for_timeout(20)
    assert heard, "the server greets whoever comes"
    for one, said in heard:
        one.send(said)  # late, on a slow line
    page.wait_for_timeout(50)
    more = part["count"] * max(part["follow"])
    expect(page.locator(".decision [role=status]")).to_contain_text(f"{more}d{part['then_sides']}")
    page.keyboard.press("Enter")
    expect(page.locator(".side > .fault")).to_be_visible()
    assert faces.input_value(), "what was typed stands"
    faces.press_sequentially(" " + " ".join(["1"] * more))
    expect(page.locator(".decision [role=status]")).to_have_count(0)
    page.keyboard.press("Enter")
    page.wait_for_function(f"() => document.querySelector('.table-screen').dataset.version !== '{state['version']}'")
