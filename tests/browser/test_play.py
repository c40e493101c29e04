"""Whole games against a bot, by mouse and by keyboard alone."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import Opener, Server
from tests.browser.hands import Keys, Mouse

STRONG = {"system": "sbh", "name": "The Anvil", "figure": [{"profile": "dwarf-elite-warrior", "count": 3}]}
WEAK = {"system": "sbh", "name": "The Rags", "figure": [{"profile": "goblin-warrior", "count": 2}]}
BOT = [{"kind": "here"}, {"kind": "bot", "agent": "random"}]
SMALL = {"terrain": "none", "table": [300, 300]}


def test_a_whole_game_by_mouse(server: Server, open_page: Opener) -> None:
    made = server.make(system="sbh", armies=[STRONG, WEAK], seed="mouse", options=SMALL, seats=BOT)
    page = open_page(server.link(made, 0))
    hands = Mouse(page)
    taken = hands.play()
    assert taken >= 10
    assert {"answer", "choose", "drag", "aim"} <= hands.seen
    expect(page.locator(".decision.ended h2")).to_be_visible()
    expect(page.locator(".log .event").last).to_be_visible()


def test_a_whole_game_by_keyboard_alone(server: Server, open_page: Opener) -> None:
    made = server.make(system="sbh", armies=[STRONG, WEAK], seed="keys", options=SMALL, seats=BOT)
    page = open_page(server.link(made, 0))
    hands = Keys(page)
    taken = hands.play()
    assert taken >= 10
    assert {"answer", "choose", "arrows", "aim"} <= hands.seen
    expect(page.locator(".decision.ended h2")).to_be_visible()


def test_one_click_and_a_battle_is_on(server: Server, open_page: Opener) -> None:
    page = open_page(server.url)
    page.get_by_role("button", name="Quick battle").click()
    expect(page.locator("#question")).to_be_visible()
    hands = Mouse(page)
    for _ in range(6):
        hands.wait()
        hands.act()
    assert page.locator(".figure.side-0").count() > 0
    assert page.locator(".figure.side-1").count() > 0
