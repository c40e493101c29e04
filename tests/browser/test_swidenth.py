"""The Empire of Swidenth in a browser: zones, command bubbles, ways bent by hand, walls, Heroism as an interruption."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise
from math import dist, floor, hypot

from playwright.sync_api import Page, expect

from tests.browser.conftest import Opener, Server
from tests.browser.hands import unfold
from tests.browser.seats import Plain, Seat

ACT = "swidenth.action.two"
HERO = "swidenth.activation.hero-order"
BOOST = "swidenth.heroism.boost"


def battle(server: Server, scenario: str, seed: str) -> Plain:
    """A battle of two bands: the first sits here, the second plays by link."""
    armies = ["orcs", "imperial-garrison" if scenario == "portcullis" else "imperial-humans"]
    seats = [{"kind": "here"}, {"kind": "link"}]
    return server.make(system="swidenth", scenario=scenario, armies=armies, seed=seed, seats=seats)


def until(server: Server, made: Plain, reached: Callable[[Plain], bool]) -> Plain:
    """Answer for both sides, who go for each other, until something is asked of the first; returns its state."""
    seats = [Seat(server, made, number) for number in (0, 1)]
    for _ in range(900):
        state = seats[0].state()
        if state["due"]["seat"] == 0 and reached(state):
            return state
        asked = seats[state["due"]["seat"]]
        now = asked.state()
        asked.answer(eager(now)["answer"], now["version"])
    raise AssertionError("that is never asked")


def eager(state: Plain) -> Plain:
    """Fight, else come nearest to an enemy, else activate somebody, else the first answer."""
    options: list[Plain] = state["due"]["options"]
    for kind in ("fight", "activate"):
        found = [one for one in options if one["kind"] == kind]
        if found:
            return found[0]
    seat = state["due"]["seat"]
    foes = [(one["x"], one["y"]) for one in state["view"]["figures"] if one["seat"] != seat and one["state"] == "table"]
    moves = [one for one in options if one["kind"] in ("move", "run")]
    return min(moves, key=lambda one: min([hypot(one["x"] - x, one["y"] - y) for x, y in foes]), default=options[0])


def middle(page: Page, selector: str) -> tuple[float, float]:
    box = page.locator(selector).first.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def pas(page: Page) -> float:
    """How long a pas is on the screen: the table of the missions tested here is 36 deep."""
    box = page.locator(".mat").bounding_box()
    assert box is not None
    return box["height"] / 36


def whole(x: float, y: float) -> tuple[float, float]:
    """The pixel nearest to a place: clicks are counted in whole ones."""
    return float(round(x)), float(round(y))


def spent(page: Page, *way: tuple[float, float]) -> re.Pattern[str]:
    """What is told of the budget after a way over the screen: its length in pas, to the tenth on either side."""
    length = sum(dist(one, other) for one, other in pairwise(way)) / pas(page)
    tenths = floor(10 * length)
    told = "|".join(re.escape(str(one / 10)) for one in (tenths, tenths + 1))
    return re.compile(rf"(^|\s)({told}) of 5 pas")


def settled(page: Page) -> None:
    """Wait until the rules have answered the hand's last wish."""
    page.wait_for_selector(".plan:not(.asking)", state="attached")


def test_a_band_is_put_down_in_its_zone(server: Server, open_page: Opener) -> None:
    made = battle(server, "ravine", "zones")
    until(server, made, lambda now: now["due"]["why"] == "swidenth.mission.common")
    page = open_page(server.link(made, 0))
    expect(page.locator(".zone")).to_have_count(2)
    page.locator('.decision .choice[data-kind="deploy"]').first.click()
    page.mouse.move(*middle(page, ".figure.ghost .base"))
    page.mouse.down()
    page.mouse.move(*middle(page, ".mat"), steps=4)
    page.mouse.up()
    expect(page.locator(".odds .fault")).to_contain_text("out of its zone")
    expect(page.locator(".odds .fault")).not_to_contain_text("swidenth.")


def test_a_bubble_is_seen_before_the_phase_begins_with_one_click(server: Server, open_page: Opener) -> None:
    made = battle(server, "ravine", "bubble")
    state = until(server, made, lambda now: now["due"]["why"] == HERO)
    page = open_page(server.link(made, 0))
    page.locator(".decision .chip").first.hover()
    expect(page.locator("circle.command")).to_be_attached()
    expect(page.locator(".odds .note")).to_contain_text("command bubble")
    page.locator(".decision .chip").first.click()
    expect(page.locator("#question")).to_contain_text("who acts next?")
    assert page.locator(".table-screen").get_attribute("data-version") != str(state["version"])
    expect(page.locator("circle.command")).to_be_attached()


def test_a_way_is_bent_by_clicks_and_taken_back(server: Server, open_page: Opener) -> None:
    made = battle(server, "ravine", "bend")
    state = until(server, made, lambda now: now["due"]["why"] == ACT)
    page = open_page(server.link(made, 0))
    figure = state["due"]["figure"]
    x, y = middle(page, f'.figure[data-figure="{figure}"]:not(.ghost) .base')
    one = pas(page)
    on = one if y < middle(page, ".mat")[1] else -one
    bend, end = whole(x, y + 1.5 * on), whole(x + one, y + 3 * on)
    page.mouse.click(*bend)
    settled(page)
    page.mouse.click(*end)
    expect(page.locator(".plan .stop")).to_have_count(1)
    expect(page.locator(".trail.fine")).to_be_attached()
    expect(page.locator(".budget")).to_contain_text(spent(page, (x, y), bend, end))
    page.get_by_role("button", name="One step back").click()
    expect(page.locator(".plan .stop")).to_have_count(0)
    expect(page.locator(".budget")).to_contain_text(spent(page, (x, y), bend))
    page.locator("#step-go").click()
    expect(page.locator("#question")).to_contain_text("second action")
    expect(page.locator("#step-go")).to_have_count(0)


def test_a_way_through_a_wall_is_refused_in_one_sentence(server: Server, open_page: Opener) -> None:
    made = battle(server, "portcullis", "wall")
    state = until(server, made, lambda now: now["due"]["why"] == ACT)
    page = open_page(server.link(made, 0))
    figure = state["due"]["figure"]
    x, y = middle(page, f'.figure[data-figure="{figure}"]:not(.ghost) .base')
    side = 1 if y < middle(page, ".mat")[1] else -1
    page.mouse.click(x, y + side * 25 * pas(page))
    expect(page.locator(".orders .fault")).to_contain_text("go round.")
    expect(page.locator("#step-go")).to_be_disabled()
    page.get_by_role("link", name="Français").or_(page.get_by_role("button", name="Français")).first.click()
    expect(page.locator(".orders .fault")).to_contain_text("contournez-le.")


def test_heroism_interrupts_and_tells_what_it_changes(server: Server, open_page: Opener) -> None:
    made = battle(server, "crossroads", "heroism")
    until(server, made, lambda now: now["due"]["why"] == BOOST and now["view"]["active"] == 1)
    page = open_page(server.link(made, 0))
    expect(page.locator(".interruption")).to_contain_text("fight")
    page.locator(".decision .choice").nth(1).hover()
    unfold(page)
    expect(page.locator(".odds .change").first).to_be_visible()
    changes = [float(text.replace("−", "-").replace("±", "")) for text in page.locator(".odds .change").all_inner_texts()]
    assert abs(sum(changes)) < 1, "what one result gains others lose"
    assert any(change > 1 for change in changes)
