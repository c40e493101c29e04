"""Whole games against a bot, by mouse and by keyboard alone."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import Opener, Server
from tests.browser.hands import Hands, Keys, Mouse

STRONG = {"system": "sbh", "name": "The Anvil", "figure": [{"profile": "dwarf-elite-warrior", "count": 3}]}
WEAK = {"system": "sbh", "name": "The Rags", "figure": [{"profile": "goblin-warrior", "count": 2}]}
BOT = [{"kind": "here"}, {"kind": "bot", "agent": "random"}]
SMALL = {"terrain": "none", "table": [300, 300]}


def played(server: Server, open_page: Opener, kind: type[Hands], seed: str) -> tuple[int, set[str]]:
    """A whole game to its end; returns how many decisions there were, and of what kinds."""
    made = server.make(system="sbh", armies=[STRONG, WEAK], seed=seed, options=SMALL, seats=BOT)
    page = open_page(server.link(made, 0))
    hands = kind(page)
    taken = hands.play()
    expect(page.locator(".decision.ended h2")).to_be_visible()
    expect(page.locator(".log .event").last).to_be_visible()
    page.close()
    return taken, hands.seen


def all_seen(server: Server, open_page: Opener, kind: type[Hands], wanted: set[str]) -> bool:
    """Whole games until every kind of decision has come up. Where exactly a drag ends depends on the fonts of the machine,
    and on that the course of the game: the goblins may run before anybody strikes."""
    taken, seen = 0, set[str]()
    for seed in ("first", "second", "third"):
        more, kinds = played(server, open_page, kind, seed)
        taken, seen = taken + more, seen | kinds
        if wanted <= seen and taken >= 10:
            return True
    return False


def test_a_whole_game_by_mouse(server: Server, open_page: Opener) -> None:
    assert all_seen(server, open_page, Mouse, {"answer", "choose", "drag", "aim"})


def test_a_whole_game_by_keyboard_alone(server: Server, open_page: Opener) -> None:
    assert all_seen(server, open_page, Keys, {"answer", "choose", "arrows", "aim"})


def test_one_click_and_a_battle_is_on(server: Server, open_page: Opener) -> None:
    page = open_page(server.url)
    page.locator('[data-quick="sbh"]').click()
    expect(page.locator("#question")).to_be_visible()
    hands = Mouse(page)
    for _ in range(6):
        hands.wait()
        hands.act()
    assert page.locator(".figure.side-0").count() > 0
    assert page.locator(".figure.side-1").count() > 0
