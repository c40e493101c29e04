"""The example of the docs in the browser: installed as a package, chosen in the lobby, and played to its end by mouse. The page
has no line of its own for it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Opener, Server
from tests.browser.hands import Mouse
from tests.plugins.brought import EXAMPLE, environment, install


class Fighter(Mouse):
    """Goes for the nearest enemy with whoever is nearest to one."""

    def aim(self) -> None:
        self.page.mouse.move(1, 1)  # the button may have come to where the pointer already rests
        super().aim()

    def stop(self) -> None:
        self.page.locator('.decision .choice[data-kind="wait"]').click()

    def choose(self) -> None:
        seen = self.look()
        lit = [(self.nearest(seen["figures"], tuple(one["at"]))[0], one) for one in seen["figures"] if one["lit"]]
        _, own = min(lit, key=lambda pair: pair[0])
        self.page.mouse.click(*own["at"])


@pytest.fixture(scope="module")
def hill(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that finds the example among the installed packages."""
    packages = tmp_path_factory.mktemp("packages")
    install(EXAMPLE, packages)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", environment(packages)["PYTHONPATH"])
        server = Server(tmp_path_factory.mktemp("data"))
        server.start()
    yield server
    server.stop()


def test_it_is_chosen_in_the_lobby_with_three_seats(hill: Server, open_page: Opener) -> None:
    page = open_page(f"{hill.url}#/setup", lang="fr")
    page.locator("[data-system]").select_option("butte")
    page.locator("[data-players]").select_option("3")
    expect(page.locator("[data-seat]")).to_have_count(3)
    expect(page.locator("[data-army]")).to_have_count(0)
    page.get_by_role("button", name="Commencer").click()
    expect(page.locator("#question")).to_contain_text("qui agit")
    expect(page.locator(".figure")).to_have_count(9)
    expect(page.locator(".strip .side-name")).to_have_count(3)


@pytest.mark.parametrize("count", [pytest.param(3, marks=pytest.mark.soak), 4])
def test_a_whole_game_by_mouse(hill: Server, open_page: Opener, count: int) -> None:
    seats = [{"kind": "here"}, *[{"kind": "bot", "agent": "greedy", "playouts": 4}] * (count - 1)]
    made = hill.make(system="butte", seed="hill", seats=seats)
    page = open_page(hill.link(made, 0))
    hands = Fighter(page)
    assert hands.play() >= 8
    assert {"choose", "drag", "aim"} <= hands.seen
    expect(page.locator(".decision.ended h2")).to_be_visible()
    expect(page.locator(".log .event").last).to_be_visible()
    expect(page.locator(".strip .side-name")).to_have_count(count)
