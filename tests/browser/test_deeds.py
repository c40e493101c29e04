"""What the enemy does is seen happening: one deed after the other, skipped at once, looked back at; and bad luck meanwhile."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Opener, Server
from tests.browser.seats import Plain, Seat, until
from tools.page_speed import CROWD, acting, crowded

HERE = [{"kind": "here"}, {"kind": "link"}]
"""The page does not claim a seat of this device, so that we play it too."""
ON_THE_WAY = """id => {
  const figure = document.querySelector(`.tabletop > svg .figure[data-figure="${id}"]`);
  const [glide] = figure.getAnimations();
  const all = glide.effect.getComputedTiming().duration;
  glide.pause();
  return [0, 0.25, 0.5, 0.75, 1].map(share => {
    glide.currentTime = share * all;
    return Math.round(figure.querySelector('.base').getBoundingClientRect().x);
  });
}"""
PLACE = "id => document.querySelector(`.tabletop > svg .figure[data-figure='${id}']`).getAttribute('transform')"
BANNERS = """() => {
  window.banners = [];
  const look = () => document.querySelectorAll('.banner b').forEach(one => window.banners.push(one.textContent));
  new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
}"""
SHUT = """() => Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('no', 'SecurityError'); } })"""


def enemy_moves(server: Server, seed: str) -> tuple[Plain, list[Seat], Plain, Plain]:
    """A game in which the second seat is about to move somebody: the game, the seats, the state, and its longest move."""
    made = server.make(system="sbh", armies=["dwarves", "orcs"], seed=seed, options={"terrain": "none"}, seats=HERE)
    seats = [Seat(server, made, 0), Seat(server, made, 1)]
    state = until(seats, lambda now, seat: seat == 1 and any(one["kind"] == "move" for one in now["due"]["options"]))
    return made, seats, state, longest(state)


def longest(state: Plain) -> Plain:
    """The move that leads farthest."""
    who = next(one for one in state["view"]["figures"] if one["id"] == state["due"]["figure"])
    moves = [one for one in state["due"]["options"] if one["kind"] == "move" and one["text"]["en"].count("contact") == 0]
    return max(moves, key=lambda one: abs(one["x"] - who["x"]) + abs(one["y"] - who["y"]))


def settled(page: Page, state: Plain) -> None:
    """Wait until all that happened was shown."""
    page.wait_for_function("n => Number(document.querySelector('.table-screen')?.dataset.version) >= n", arg=state["version"])
    expect(page.locator(".deeds.open")).to_have_count(0)


def stopped(page: Page, url: str) -> None:
    """Open a page whose clock then stands still: what is shown stays."""
    page.clock.install()
    page.goto(url)
    page.locator(".board .figure").first.wait_for()
    page.clock.pause_at(datetime.now() + timedelta(hours=1))


def test_a_figure_glides_leaves_a_trail_and_is_looked_back_at(server: Server, open_page: Opener) -> None:
    made, seats, state, move = enemy_moves(server, "glide")
    page = open_page("", pace="calm")
    stopped(page, server.link(made, 0))
    figure = state["due"]["figure"]
    before = page.evaluate(PLACE, figure)
    after = seats[1].answer(move["answer"], state["version"])
    expect(page.locator(".footsteps")).to_have_count(1)
    places: list[int] = page.evaluate(ON_THE_WAY, figure)
    assert len(set(places)) == 5, "it is seen between the two places"
    assert places in (sorted(places), sorted(places, reverse=True))
    page.clock.resume()
    settled(page, after)
    assert page.evaluate(PLACE, figure) != before
    asked: list[str] = []
    page.on("request", lambda one: asked.append(one.url) if "/api/" in one.url else None)
    page.get_by_role("button", name="Look back at the deed before").click()
    expect(page.locator(".deeds .count")).to_have_text("1/1")
    expect(page.locator(".deeds .told")).to_contain_text("moves")
    page.get_by_role("button", name="Now").click()
    expect(page.locator(".deeds.open")).to_have_count(0)
    assert asked == [], "what was told is enough"


def test_what_is_shown_is_skipped_and_a_key_at_ones_own_move_goes_on(server: Server, open_page: Opener) -> None:
    made, seats, state, move = enemy_moves(server, "skip")
    page = open_page("", pace="calm")
    stopped(page, server.link(made, 0))
    figure = state["due"]["figure"]
    before = page.evaluate(PLACE, figure)
    after = seats[1].answer(move["answer"], state["version"])
    expect(page.locator(".deeds.open")).to_be_visible()
    assert page.locator(".table-screen").get_attribute("data-version") == str(state["version"])
    page.keyboard.press(" ")
    expect(page.locator(".deeds.open")).to_have_count(0)
    expect(page.locator(f'.table-screen[data-version="{after["version"]}"]')).to_be_visible()
    assert page.evaluate(PLACE, figure) != before
    page.get_by_role("button", name="Look back at the deed before").click()
    expect(page.locator(".deeds .told")).to_contain_text("moves")
    expect(page.locator(".footsteps")).to_have_count(1)


def test_the_title_says_when_it_is_ones_move(server: Server, open_page: Opener) -> None:
    made, seats, _, _ = enemy_moves(server, "title")
    page = open_page(server.link(made, 0), pace="quick")
    page.locator(".board .figure").first.wait_for()
    assert not page.title().startswith("●")
    page.evaluate(BANNERS)
    until(seats, lambda _, seat: seat == 0)
    page.wait_for_function("() => document.title.startsWith('● Your move')")
    assert "Your turn" in page.evaluate("() => window.banners")


def test_nothing_moves_for_those_who_want_stillness(server: Server, open_page: Opener) -> None:
    made, seats, state, move = enemy_moves(server, "still")
    page = open_page("", pace="calm", reduced_motion="reduce")
    stopped(page, server.link(made, 0))
    seats[1].answer(move["answer"], state["version"])
    expect(page.locator(".footsteps")).to_have_count(1)
    expect(page.locator(".deeds .told")).to_contain_text("moves")
    assert page.evaluate("() => document.getAnimations().length") == 0
    page.keyboard.press("Escape")
    until(seats, lambda _, seat: seat == 0)
    expect(page.locator(".deeds.open, .banner")).not_to_have_count(0)
    assert page.evaluate("() => document.getAnimations().length") == 0


def test_a_connection_lost_in_the_middle_of_a_deed_loses_and_doubles_nothing(mortal: Server, open_page: Opener) -> None:
    made, seats, state, move = enemy_moves(mortal, "lost")
    page = open_page("", pace="calm")
    stopped(page, mortal.link(made, 0))
    state = seats[1].answer(move["answer"], state["version"])
    expect(page.locator(".deeds.open")).to_be_visible()
    mortal.kill()
    expect(page.locator(".offline")).to_be_visible()
    mortal.start()
    for _ in range(3):
        if state["due"]["seat"] == 1:
            state = seats[1].step(seats[1].state())
    other = "<!doctype html><script type='module' src='./assets/other.js'></script>"
    page.route(mortal.url, lambda route: route.fulfill(body=other, content_type="text/html"))
    page.clock.resume()
    settled(page, state)
    numbers: list[int] = [one["n"] for one in seats[0].events(0)]
    shown = page.locator(".table-screen").get_attribute("data-version")
    assert int(shown or 0) == numbers[-1] == seats[0].state()["version"]
    for one in seats[0].state()["view"]["figures"]:
        if one["state"] == "table":
            x = page.evaluate(PLACE, one["id"]).removeprefix("translate(").split()[0]
            assert abs(float(x) - one["x"] / 100) < 0.01
    expect(page.locator(".notice")).to_contain_text("The server has been updated")


def test_two_windows_of_one_seat(server: Server, open_page: Opener) -> None:
    made = server.make(system="sbh", armies=["dwarves", "orcs"], seed="twice", options={"terrain": "none"}, seats=HERE)
    seats = [Seat(server, made, 0), Seat(server, made, 1)]
    until(seats, lambda now, seat: seat == 0 and now["view"]["turn"] > 0)
    one, other = open_page(server.link(made, 0)), open_page(server.link(made, 0))
    for page in (one, other):
        page.locator("#question").wait_for()
    version = one.locator(".table-screen").get_attribute("data-version")
    one.locator(".decision .chip").first.click()
    one.locator('.decision .choice[data-kind="activate"]').first.click()
    other.wait_for_function("before => document.querySelector('.table-screen').dataset.version !== before", arg=version)
    expect(other.locator(".notice")).to_contain_text("another window of the same seat")
    expect(one.locator(".notice")).to_have_count(0)


def test_a_browser_that_keeps_nothing_plays_on(server: Server, open_page: Opener) -> None:
    made = server.make(system="sbh", armies=["dwarves", "orcs"], seed="kept", options={"terrain": "none"}, seats=HERE)
    page = open_page("")
    page.add_init_script(f"({SHUT})()")
    page.goto(server.link(made, 0))
    expect(page.locator(".notice")).to_contain_text("This browser keeps nothing")
    assert "t=" in page.url, "the address is all that leads back"
    page.reload()
    expect(page.locator("#question")).to_be_visible()


def test_the_way_back_and_forth_leads_to_the_same_game(server: Server, open_page: Opener) -> None:
    made, seats, state, move = enemy_moves(server, "back")
    page = open_page(server.link(made, 0), pace="calm")
    page.locator(".board .figure").first.wait_for()
    page.get_by_role("link", name="Rulebook").click()
    expect(page.locator(".board")).to_have_count(0)
    after = seats[1].answer(move["answer"], state["version"])
    page.go_back()
    settled(page, after)


@pytest.mark.soak
def test_the_enemys_turn_among_two_hundred_figures(server: Server, chromium: Any) -> None:
    page, _ = crowded(chromium, server)
    seen = acting(page)
    print(f"the enemy's turn: {seen.rate:.0f} frames a second with {CROWD} figures, {seen.cost:.1f} ms each")
    assert seen.cost < 20, "fifty frames a second are possible"
    page.context.close()
