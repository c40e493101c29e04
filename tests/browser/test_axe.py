"""axe on every screen: light and dark, on a desk and on a phone; and nobody else is asked for anything."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import httpx
import pytest
from playwright.sync_api import Page

from tests.browser.conftest import Opener, Server, is_foreign
from tests.browser.screens import at_home, at_the_desk, at_the_table
from tests.browser.test_looks import faults

Tour = Callable[[Server, Page], Iterator[str]]
TOURS: tuple[Tour, ...] = (at_home, at_the_table, at_the_desk)
LOOKS = [
    ("light", 1440),
    ("dark", 390),
    pytest.param("dark", 1440, marks=pytest.mark.soak),
    pytest.param("light", 390, marks=pytest.mark.soak),
]


BLOCKED = """addEventListener("securitypolicyviolation", (told) => {
  (window.blocked ??= []).push(`${told.violatedDirective} ${told.blockedURI}`);
});"""


@pytest.mark.parametrize("tour", TOURS, ids=lambda tour: tour.__name__)
@pytest.mark.parametrize(("scheme", "width"), LOOKS)
def test_axe_finds_nothing_serious_nobody_else_is_asked_and_the_policy_holds(
    server: Server, open_page: Opener, scheme: str, width: int, tour: Tour
) -> None:
    page = open_page("", width=width, height=900 if width > 800 else 844, color_scheme=scheme, reduced_motion="reduce")
    page.add_init_script(BLOCKED)
    asked: list[str] = []
    page.on("request", lambda one: asked.append(one.url))
    page.on("websocket", lambda one: asked.append(one.url.replace("ws://", "http://")))
    policy = httpx.get(server.url, trust_env=False).headers["content-security-policy"]
    assert "unsafe" not in policy
    found = {}
    for screen in tour(server, page):
        assert page.evaluate("() => window.blocked ?? []") == [], screen
        if told := faults(page):
            found[screen] = told
    assert found == {}
    assert [url for url in asked if is_foreign(url)] == []
    assert [url for url in asked if not url.startswith((server.url, "blob:", "data:"))] == []
