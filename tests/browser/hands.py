"""Hands that play in a browser: one holds a mouse, the other types. Both see only what is on the page."""

from __future__ import annotations

from math import hypot
from typing import Any

from playwright.sync_api import Locator, Page

READY = """before => {
  const table = document.querySelector('.table-screen');
  if (!table || table.dataset.version === before) return false;
  if (document.querySelector('.decision.ended')) return true;
  return !!document.querySelector('.decision:not(.waiting) :is(.choice, .chip, .primary):not([disabled])');
}"""
STATE = """() => {
  const centre = one => { const box = one.getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]; };
  const figure = one => ({
    id: Number(one.dataset.figure), at: centre(one.querySelector('.base')), side: one.classList.contains('side-0') ? 0 : 1,
    lit: one.classList.contains('lit'), target: one.classList.contains('target'),
  });
  return {
    figures: [...document.querySelectorAll('.figure:not(.ghost)')].map(figure),
    spots: [...document.querySelectorAll('.spot')].map(centre),
    unit: document.querySelector('.board svg').viewBox.baseVal.width,
  };
}"""
ODDS = ".odds :is(.headline, td.percent, .sure)"
TRIED = ".trail:is(.fine, .wrong):not(.asking)"
"""The way of the figure in hand, once the server has said whether it is legal."""
Place = tuple[float, float]


def unfold(page: Page) -> None:
    """See the odds in full, beneath their headline."""
    page.locator(".odds .headline").first.wait_for()
    folded = page.locator(".odds .workings:not([open]) > summary")
    if folded.count():
        folded.click()


class Hands:
    """What both kinds of hands share: waiting for their turn and looking at the page."""

    def __init__(self, page: Page, side: int = 0) -> None:
        self.page = page
        self.side = side
        self.version = ""
        self.seen: set[str] = set()

    def wait(self) -> None:
        """Wait until something new is to be decided here, or the game is over."""
        self.page.wait_for_function(READY, arg=self.version)
        self.version = self.page.locator(".table-screen").get_attribute("data-version") or ""

    def over(self) -> bool:
        """Is the game over?"""
        return self.page.locator(".decision.ended").count() > 0

    def play(self, most: int = 400) -> int:
        """Play to the end; returns how many decisions were taken."""
        for taken in range(most):
            self.wait()
            if self.over():
                return taken
            self.act()
        raise AssertionError(f"the game goes on after {most} decisions")

    def act(self) -> None:
        """Take the decision that is due."""
        if self.has(".decision .primary:not(#step-go)"):
            self.note("confirm").confirm()
        elif self.has(".decision .aimed .choice"):
            self.note("aim").aim()
        elif self.has(".decision .steps"):
            self.note("step").step()
        elif self.has(".decision .chip"):
            self.note("choose").choose()
        else:
            self.note("answer").answer()
            if self.has(".decision .primary:not(#step-go)"):
                self.confirm()

    def has(self, selector: str) -> bool:
        """Is there such a thing on the page?"""
        return self.page.locator(selector).count() > 0

    def note(self, deed: str) -> Hands:
        """Remember what kinds of decision there were."""
        self.seen.add(deed)
        return self

    def look(self) -> dict[str, Any]:
        """Where everything is on the screen."""
        found: dict[str, Any] = self.page.evaluate(STATE)
        return found

    def nearest(self, figures: list[dict[str, Any]], at: Place) -> tuple[float, Place]:
        """The nearest figure of the other side, and how far it is."""
        foes: list[Place] = [tuple(one["at"]) for one in figures if one["side"] != self.side]
        return min([(hypot(x - at[0], y - at[1]), (x, y)) for x, y in foes], default=(0.0, at))

    def confirm(self) -> None:
        """Say yes to what is laid out."""
        raise TypeError("Hands is a base class")

    def aim(self) -> None:
        """Attack somebody."""
        raise TypeError("Hands is a base class")

    def step(self) -> None:
        """Go somewhere, or stop."""
        raise TypeError("Hands is a base class")

    def choose(self) -> None:
        """Activate somebody."""
        raise TypeError("Hands is a base class")

    def answer(self) -> None:
        """Take an answer from a plain list."""
        raise TypeError("Hands is a base class")


class Mouse(Hands):
    """Clicks and drags."""

    def confirm(self) -> None:
        self.page.locator(".decision .primary:not(#step-go)").click()

    def aim(self) -> None:
        self.page.locator(".decision .aimed .choice").first.hover()
        self.page.wait_for_selector(ODDS)
        self.page.locator(".decision .aimed .choice").first.click()

    def step(self) -> None:
        seen = self.look()
        own = next(one for one in seen["figures"] if one["lit"])
        far, _ = self.nearest(seen["figures"], tuple(own["at"]))
        ways = [(self.nearest(seen["figures"], tuple(spot))[0], tuple(spot)) for spot in seen["spots"]]
        best, spot = min(ways, default=(far, own["at"]))
        if best >= far - 1:
            self.stop()
            return
        self.page.mouse.move(*own["at"])
        self.page.mouse.down()
        self.page.mouse.move(*spot, steps=4)
        self.page.mouse.up()
        self.page.wait_for_selector(TRIED, state="attached")
        if self.has(".trail.fine"):
            self.note("drag")
            self.page.locator("#step-go").click()
        else:
            self.stop()

    def stop(self) -> None:
        """Act no further."""
        self.page.locator('.decision .choice[data-kind="end"]').click()

    def choose(self) -> None:
        seen = self.look()
        lit = [(self.nearest(seen["figures"], tuple(one["at"]))[0], one) for one in seen["figures"] if one["lit"]]
        if not lit:
            self.page.locator('.decision .choice[data-kind="end-turn"]').click()
            return
        _, own = min(lit, key=lambda pair: pair[0])
        self.page.mouse.click(*own["at"])
        options = self.page.locator('.decision .group .choice[data-kind="activate"]')
        options.nth(1).hover()
        self.page.wait_for_selector(ODDS)
        options.nth(1).click()

    def answer(self) -> None:
        self.page.locator(".decision .choice").first.click()


class Keys(Hands):
    """Types, and never touches the mouse."""

    def press(self, *keys: str) -> None:
        """Press keys one after the other."""
        for key in keys:
            self.page.keyboard.press(key)

    def tab_to(self, target: Locator) -> None:
        """Go on with Tab until the focus is there."""
        for _ in range(250):
            if target.evaluate("one => one === document.activeElement"):
                return
            self.press("Tab")
        raise AssertionError("the focus never comes there by Tab")

    def take(self, selector: str) -> None:
        """Take an option by its digit, or by Tab and Enter where it has none."""
        option = self.page.locator(selector).first
        digit = option.get_attribute("data-key")
        if digit:
            self.press(digit)
        else:
            self.tab_to(option)
            self.press("Enter")

    def confirm(self) -> None:
        self.tab_to(self.page.locator(".decision .primary:not(#step-go)"))
        self.press("Enter")

    def aim(self) -> None:
        self.take(".decision .aimed .choice")

    def step(self) -> None:
        contact = self.page.locator('.decision .steps .choice:has-text("contact")')
        if contact.count():
            self.note("contact")
            if not contact.first.is_visible():
                self.tab_to(self.page.locator(".decision .steps .proposals summary"))
                self.press("Enter")
            self.tab_to(contact.first)
            self.press("Enter")
            return
        seen = self.look()
        own = next(one for one in seen["figures"] if one["lit"])
        _, foe = self.nearest(seen["figures"], tuple(own["at"]))
        dx, dy = foe[0] - own["at"][0], foe[1] - own["at"][1]
        key = ("ArrowRight" if dx > 0 else "ArrowLeft") if abs(dx) > abs(dy) else ("ArrowDown" if dy > 0 else "ArrowUp")
        self.press(*[key] * 9)
        back = {"ArrowRight": "ArrowLeft", "ArrowLeft": "ArrowRight", "ArrowDown": "ArrowUp", "ArrowUp": "ArrowDown"}[key]
        for _ in range(8):
            self.page.wait_for_selector(TRIED, state="attached")
            if self.has(".trail.fine"):
                self.note("arrows")
                self.press("Enter")
                return
            self.press(back)
        self.press("Escape")
        self.take('.decision .choice[data-kind="end"]')

    def choose(self) -> None:
        if not self.has(".figure.lit"):
            self.take('.decision .choice[data-kind="end-turn"]')
            return
        self.press("n", "Enter")
        option = self.page.locator('.decision .group .choice[data-kind="activate"]').nth(1)
        option.wait_for()
        self.press(option.get_attribute("data-key") or "")

    def answer(self) -> None:
        self.take(".decision .choice")
