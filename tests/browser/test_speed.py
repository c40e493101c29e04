"""How fast the page is. Figures for `make soak`: they depend on the machine."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from tests.browser.conftest import Server
from tools.page_speed import CROWD, crowded, first_paint, moving


@pytest.mark.soak
def test_first_paint(server: Server, chromium: Browser) -> None:
    first = min([first_paint(chromium, server.url) for _ in range(3)])
    print(f"first paint after {first:.0f} ms")
    assert first < 1000


@pytest.mark.soak
def test_two_hundred_figures_are_dragged_and_zoomed(server: Server, chromium: Browser) -> None:
    page, mover = crowded(chromium, server)
    for name, seen in moving(page, mover).items():
        print(f"{name}: {seen.rate:.0f} frames a second with {CROWD} figures, {seen.cost:.1f} ms each")
        assert seen.cost < 20, "fifty frames a second are possible"
    page.context.close()
