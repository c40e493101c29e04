"""What is drawn: the painted ground, silhouettes, and names that do not lie on each other."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.conftest import Opener, Server
from tests.browser.test_looks import seen_melee

COLOURS = """which => {
  const sheet = document.querySelector(`.table-screen .under ${which}`);
  const data = sheet.getContext('2d').getImageData(0, 0, sheet.width, sheet.height).data;
  const seen = new Set();
  let light = 0;
  for (let i = 0; i < data.length; i += 4 * 97) {
    seen.add(data.slice(i, i + 3).join());
    light += data[i] + data[i + 1] + data[i + 2];
  }
  return { colours: seen.size, light: light / Math.ceil(data.length / (4 * 97)) / 3 };
}"""
COVERED = """() => {
  const sheet = document.querySelector('.table-screen .under .seen').getBoundingClientRect();
  const mat = document.querySelector('.table-screen .mat').getBoundingClientRect();
  return [sheet.left - mat.left, sheet.top - mat.top, sheet.right - mat.right, sheet.bottom - mat.bottom];
}"""


def painted(page: Page) -> dict[str, Any]:
    """The picture beneath the table: how many colours it has, and how light it is."""
    page.locator(".table-screen > .board.painted").wait_for()
    found: dict[str, Any] = page.evaluate(COLOURS, ".seen")
    return found


def test_the_ground_is_painted_by_day_and_by_candle(server: Server, open_page: Opener) -> None:
    day = painted(open_page(server.link(seen_melee(server, "anvil"), 0)))
    page = open_page(server.link(seen_melee(server, "anvil"), 0), color_scheme="dark")
    night = painted(page)
    assert day["colours"] > 300
    assert night["colours"] > 300
    assert night["light"] < day["light"] - 20
    assert all(abs(one) < 2 for one in page.evaluate(COVERED)), "the picture lies where the table is"


def test_what_comes_into_sight_is_painted_already(server: Server, open_page: Opener) -> None:
    page = open_page(server.link(seen_melee(server, "anvil"), 0))
    painted(page)
    page.locator(".table-screen .mat").hover()
    for _ in range(4):
        page.mouse.wheel(0, -300)
    many = f"() => ({COLOURS})('.whole').colours > 300"
    page.wait_for_function(many)
    day = page.evaluate(COLOURS, ".whole")
    page.emulate_media(color_scheme="dark")
    page.wait_for_function(f"light => ({COLOURS})('.whole').light < light - 20", arg=day["light"])
    page.wait_for_function(many)
    assert page.evaluate(COLOURS, ".whole")["light"] < day["light"] - 20


def test_everybody_has_a_silhouette_of_its_own_kind(server: Server, open_page: Opener) -> None:
    page = open_page(server.link(seen_melee(server, "anvil"), 0))
    figures = page.locator(".table-screen .tabletop > svg .figure")
    expect(figures.first).to_be_visible()
    expect(page.locator(".table-screen .tabletop > svg .figure .man")).to_have_count(figures.count())
    drawn = page.evaluate("() => [...document.querySelectorAll('.figure .man')].map(one => one.getAttribute('href').slice(1))")
    assert len(set(drawn)) > 3
    paths = page.evaluate(
        "ids => ids.map(id => document.getElementById(id).querySelector('path').getAttribute('d').length)", drawn
    )
    assert min(paths) > 50


def test_names_do_not_lie_on_each_other(server: Server, open_page: Opener) -> None:
    page = open_page(server.link(seen_melee(server, "anvil"), 0))
    page.get_by_role("button", name="Names").click()
    names = page.locator(".labels .name")
    expect(names.nth(5)).to_be_visible()
    texts = names.all_text_contents()
    assert len(set(texts)) == len(texts)
    boxes = [one.bounding_box() for one in names.all()]
    for number, one in enumerate(boxes):
        for other in boxes[:number]:
            assert one is not None
            assert other is not None
            wide = min(one["x"] + one["width"], other["x"] + other["width"]) - max(one["x"], other["x"])
            high = min(one["y"] + one["height"], other["y"] + other["height"]) - max(one["y"], other["y"])
            assert wide < 6 or high < 6, "names overlap"


def test_who_chose_his_own_colours_sees_outlines(server: Server, open_page: Opener) -> None:
    page = open_page(server.link(seen_melee(server, "anvil"), 0), forced_colors="active")
    expect(page.locator(".figure").first).to_be_visible()
    expect(page.locator(".table-screen .under")).to_be_hidden()
    stroke = page.locator(".piece .ground").first.evaluate("one => getComputedStyle(one).stroke")
    assert stroke not in ("none", "")
