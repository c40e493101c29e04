"""A dungeon in the browser: zones, how a troop begins, what a figure sees, turning by hand, and a door opened by a click."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import Opener, Server

PLACE = """([x, y]) => {
  const svg = document.querySelector('.board svg');
  const at = new DOMPoint(x * 10, svg.querySelector('.mat').height.baseVal.value - y * 10).matrixTransform(svg.getScreenCTM());
  return [at.x, at.y];
}"""
SEED = 50
"""A dungeon with a door between the first hall and the corridor, in the middle of the wall."""
DOOR = (15.5, 35)


def at(page: Page, x: float, y: float) -> tuple[float, float]:
    """Where a place of the table, in centimetres, is on the screen."""
    found: list[float] = page.evaluate(PLACE, [x, y])
    return found[0], found[1]


def deploy(page: Page, leader: tuple[float, float] | None = None) -> None:
    """Draw the troop up in the middle; its first figure may be dragged somewhere else."""
    expect(page.locator("[data-zone]")).to_have_count(2)
    page.locator(".decision .choice").first.click()
    expect(page.locator(".figure.ghost").first).to_be_visible()
    if leader is not None:
        page.locator(".figure.ghost .base").first.hover()
        page.mouse.down()
        page.mouse.move(*at(page, *leader), steps=4)
        page.mouse.up()
        expect(page.locator(".odds .sure")).to_be_visible()
    page.locator(".decision .primary").click()
    expect(page.locator("[data-zone]")).to_have_count(0)


def question(page: Page) -> str:
    return page.locator("#question").inner_text()


def test_a_dungeon_by_hand(server: Server, open_page: Opener) -> None:
    options = {"rules": "basic", "positions": True, "extra-actions": True, "dice": "seeded"}
    made = server.make(
        system="fda", scenario="random-dungeon", seed=SEED, armies=["the-seven", "goblin-swarm"], options=options,
        seats=[{"kind": "link"}, {"kind": "link"}],
    )  # fmt: skip
    one, two = open_page(server.link(made, 0)), open_page(server.link(made, 1))
    expect(one.locator(".mat.stone")).to_be_visible()
    deploy(one, (12.5, 40))
    deploy(two)
    begins(one)
    expect(two.locator("#question")).to_contain_text("crouched or hidden")
    two.locator(".muster .primary").click()
    first = re.compile("initiative|activated")
    expect(one.locator("#question")).to_contain_text(first)
    if one.locator(".decision.waiting").count():
        two.locator('.decision .choice[data-kind="cede"]').click()
    else:
        one.locator('.decision .choice[data-kind="keep"]').click()
    sees_and_turns(one)
    opens(one)


def begins(page: Page) -> None:
    """One question for all: a click on a figure goes through its ways, and all stand in the open again."""
    expect(page.locator("#question")).to_contain_text("crouched or hidden")
    select = page.locator(".muster select").first
    for way in ("0", "1", "-1"):
        page.locator('.figure[data-figure="0"] [role="button"]').click()
        expect(select).to_have_value(way)
    page.locator(".muster .primary").click()


def sees_and_turns(page: Page) -> None:
    """Two clicks on a figure activate it; it is turned to what is clicked, and shows what it sees."""
    expect(page.locator("#question")).to_contain_text("activated")
    page.locator('.figure[data-figure="0"] [role="button"]').dblclick()
    expect(page.locator("#question")).to_contain_text("what does Ranger do (2 time units left)")
    page.locator(".orders .chip", has_text="Turn").click()
    expect(page.locator(".grip")).to_be_visible()
    ahead = page.locator(".vision").get_attribute("d")
    page.mouse.click(*at(page, 12.5, 58))
    expect(page.locator(".vision")).not_to_have_attribute("d", ahead or "")
    page.keyboard.press("e")
    page.keyboard.press("q")
    expect(page.locator("#step-go")).to_have_text("Turn")
    page.locator("#step-go").click()
    expect(page.locator(".log .event").last).to_contain_text("Ranger turns north")


def opens(page: Page) -> None:
    """It runs up to the door, which is told to be in the way, and opens it: a click on the door, and Enter."""
    page.locator(".orders .chip", has_text="Advance fast").click()
    page.mouse.click(*at(page, 20, 40))
    expect(page.locator(".orders .stops")).to_contain_text("Then comes: Door")
    page.locator("#step-go").click()
    expect(page.locator("#question")).to_contain_text("how far")
    page.keyboard.press("1")
    expect(page.locator("#question")).to_contain_text("1 time unit left")
    assert not page.locator(".open-door").count()
    page.mouse.click(*at(page, *DOOR))
    expect(page.locator('.decision .choice[data-kind="open"]')).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".open-door")).to_be_visible()
    expect(page.locator(".log .event").last).to_contain_text("door")
