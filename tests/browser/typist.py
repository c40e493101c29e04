"""Somebody who plays by the keyboard alone, sees where the focus is and hears what is announced; nothing else is asked of the
page than that."""

from __future__ import annotations

import random
from typing import Any

from playwright.sync_api import Locator, Page

HEARD = """
addEventListener("DOMContentLoaded", () => {
  const heard = (window.heard = []);
  const note = (text) => text && heard.push(text.replace(/\\s+/g, " ").trim());
  const live = "[aria-live=polite], [aria-live=assertive], [role=status], [role=alert]";
  const spoken = (node) => (node.nodeType === 1 ? node : node.parentElement);
  new MutationObserver((changes) => {
    const regions = new Set();
    for (const { target, addedNodes } of changes) {
      const region = spoken(target)?.closest(live);
      if (region) regions.add(region);
      for (const node of addedNodes) {
        if (node.nodeType !== 1) continue;
        if (node.matches("[role=alert]")) regions.add(node);
        for (const one of node.querySelectorAll("[role=alert]")) regions.add(one);
      }
    }
    for (const region of regions) note(region.textContent);
  }).observe(document.body, { subtree: true, childList: true, characterData: true });
  addEventListener("focusin", ({ target }) => {
    const labels = target.getAttribute("aria-label") ?? target.textContent;
    note(labels);
  });
});
"""
"""Keeps what a reader of the screen would say aloud: what live regions change to, and what has the focus."""

FOCUS = """() => {
  const one = document.activeElement;
  if (!one || one === document.body) return { where: "", seen: false, ringed: false };
  const box = one.getBoundingClientRect();
  const seen = box.bottom > 0 && box.right > 0 && box.top < innerHeight && box.left < innerWidth && box.width > 0;
  const { outlineStyle, outlineWidth } = getComputedStyle(one);
  const figure = one.closest(".figure")?.querySelector(".base");
  const ringed = one.matches(":focus-visible")
    && ((outlineStyle !== "none" && outlineWidth !== "0px") || !!figure && getComputedStyle(figure).strokeWidth === "3.4px");
  const name = one.id || one.dataset.choice || one.className?.baseVal || one.className || one.tagName;
  return { where: `${one.tagName.toLowerCase()} ${name}`, seen, ringed };
}"""
READY = """before => {
  const table = document.querySelector(".table-screen");
  if (!table || table.dataset.version === before) return false;
  if (table.classList.contains("playing")) return false;
  if (document.querySelector(".decision.ended")) return true;
  return !!document.querySelector(".decision:not(.waiting) :is(.choice, .chip, .primary):not([disabled])");
}"""
PLAYING = "() => !!document.querySelector('.table-screen.playing')"
MOST = 600
"""How often one looks whether there is something to decide."""
IDLE = 20
"""So often the same is asked before one answers in another way."""
TRIES = 8
WAYS = ("ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight")
BACK = {"ArrowUp": "ArrowDown", "ArrowDown": "ArrowUp", "ArrowLeft": "ArrowRight", "ArrowRight": "ArrowLeft"}


class Typist:
    """Plays one seat by keys. What a person could not see or follow is kept in `faults`."""

    def __init__(self, page: Page, seed: str) -> None:
        self.page = page
        self.chance = random.Random(seed)
        self.version = ""
        self.seen: set[str] = set()
        self.faults: list[str] = []
        self.done: list[str] = []

    # ------------------------------------------------------------ keys

    def press(self, *keys: str) -> None:
        """Press keys one after the other."""
        for key in keys:
            self.page.keyboard.press(key)
        self.done = [*self.done, *keys][-12:]

    def tab_to(self, target: Locator, most: int = 120) -> None:
        """Go on with Tab until the focus is there; on the way it is always to be seen."""
        for _ in range(most):
            if target.evaluate("one => one === document.activeElement"):
                self.look()
                return
            self.press("Tab")
        raise AssertionError(f"the focus never comes to {target} by Tab")

    def enter(self, target: Locator) -> None:
        """Go there with Tab, and press Enter."""
        self.tab_to(target)
        self.press("Enter")

    def look(self) -> None:
        """Somebody who sees the page knows where the focus is."""
        found: dict[str, Any] = self.page.evaluate(FOCUS)
        for _ in range(10):
            if found["where"]:
                break
            self.page.wait_for_timeout(60)  # until the page is drawn
            found = self.page.evaluate(FOCUS)
        if not found["where"]:
            self.fault("the focus is nowhere")
        elif not found["seen"]:
            self.fault(f"the focus is out of sight: {found['where']}")
        elif not found["ringed"]:
            self.fault(f"the focus cannot be seen: {found['where']}")

    def fault(self, text: str) -> None:
        """Something a person could not follow."""
        self.faults.append(f"{text} (at {self.version}: {self.question()})")

    def question(self) -> str:
        """What is asked."""
        found = self.page.locator("#question")
        return " ".join(found.inner_text().replace("§", "").split()) if found.count() else ""

    def has(self, selector: str) -> bool:
        """Is there such a thing on the page, to be seen?"""
        return self.page.locator(selector).first.is_visible()

    # ------------------------------------------------------------ from home to the end

    def begin(self, system: str) -> None:
        """From the first page into a quick battle."""
        self.page.locator(f'[data-quick="{system}"]').wait_for()
        self.enter(self.page.locator(f'[data-quick="{system}"]'))
        self.page.wait_for_function(READY, arg="")
        if self.has(".how-to .primary"):
            self.enter(self.page.locator(".how-to .primary"))

    def wait(self) -> None:
        """Wait for something new to decide. What the rules have refused is answered in another way."""
        for _ in range(TRIES):
            if self.comes():
                self.version = self.page.locator(".table-screen").get_attribute("data-version") or ""
                return
            self.press("Escape")
            self.act()
        raise AssertionError(f"nothing comes of the last keys: {self.done}")

    def comes(self) -> bool:
        """Does something new come? Nobody waits for deeds to be shown who presses a key."""
        idle = 0
        for _ in range(MOST):
            if self.page.evaluate(READY, self.version):
                return True
            if self.page.evaluate(PLAYING):
                self.press("Escape")
            self.page.wait_for_timeout(50)
            idle = idle + 1 if self.version and self.page.evaluate(READY, "") else 0
            if idle > IDLE:
                return False
        return False

    def over(self) -> bool:
        """Is the game over?"""
        return self.page.locator(".decision.ended").count() > 0

    def play(self, most: int) -> int:
        """Play so many decisions, or to the end; returns how many were taken."""
        for taken in range(most):
            self.wait()
            if self.over():
                return taken
            self.page.wait_for_timeout(60)
            self.look()
            self.heard()
            self.act()
        return most

    def heard(self) -> None:
        """The question has been said aloud, within a moment, whoever does not see it."""
        for _ in range(15):
            if self.page.evaluate("question => window.heard.some((one) => one.includes(question))", self.question()):
                break
            self.page.wait_for_timeout(60)
        else:
            self.fault("the question was not announced")
        self.page.evaluate("() => { window.heard.length = 0; }")

    def act(self) -> None:
        """Take the decision that is due."""
        if self.has(".decision .throw, .decision .muster .primary"):
            self.note("several")
            self.several()
        elif self.has(".decision .aimed .choice") and self.chance.random() < 0.7:
            self.note("target")
            self.take(self.page.locator(".decision .aimed .choice").first)
        elif self.has("[data-engage]") and self.chance.random() < 0.7:
            self.note("engage")
            self.engage()
        elif self.has(".decision .orders .pad"):
            self.note("move")
            self.move()
        elif self.has(".decision .chip"):
            self.note("choose")
            self.choose()
        elif self.has(".decision .ranks"):
            self.note("ranks")
            self.ranks()
        else:
            self.note("list")
            self.listed()

    def note(self, deed: str) -> None:
        """Remember what kinds of decision there were."""
        self.seen.add(deed)

    # ------------------------------------------------------------ answers

    def gone(self) -> bool:
        """Has the game gone on since the decision was looked at?"""
        return self.page.locator(".table-screen").get_attribute("data-version") != self.version

    def take(self, option: Locator) -> None:
        """Take an option by its digit, or by Tab and Enter where it has none."""
        digit = option.get_attribute("data-key")
        if digit:
            self.press(digit)
        else:
            self.enter(option)
        self.page.wait_for_timeout(80)
        if not self.gone() and self.has(".decision .primary:not(#step-go):not([data-kind])"):
            self.note("confirm")
            self.look()
            self.press("Enter")

    def several(self) -> None:
        """Several at once: whatever is proposed, or the first of them does it."""
        box = self.page.locator(".decision .muster :is(select, input[type=checkbox])").first
        if box.is_visible() and self.chance.random() < 0.6:
            self.tab_to(box)
            self.press("Space" if box.get_attribute("type") == "checkbox" else "ArrowDown")
        self.enter(self.page.locator(".decision .muster .primary").first)

    def engage(self) -> None:
        """Somebody is attacked by the way that is pointed out."""
        self.enter(self.page.locator("[data-engage]").first)
        self.page.wait_for_function("() => document.activeElement.id === 'way-go'")
        self.look()
        self.press("Enter")

    def move(self) -> None:
        """The figure in hand goes somewhere, or something else is done."""
        key = self.chance.choice(WAYS)
        if self.chance.random() < 0.75:
            self.press(*[key] * 6)
            if self.settled(key):
                return
        self.press("Escape")
        self.listed()

    def settled(self, key: str) -> bool:
        """Come back by the other key until the rules allow it, then Enter."""
        for _ in range(7):
            self.page.wait_for_timeout(60)
            self.page.wait_for_function("() => !document.querySelector('.trail.asking')")
            go = self.page.locator("#step-go")
            if go.count() and go.is_enabled():
                self.look()
                self.press("Enter")
                return True
            self.press(BACK[key])
        return False

    def choose(self) -> None:
        """One of the figures, on the table or in the list."""
        if self.chance.random() < 0.5 and self.has(".figure.lit"):
            self.press(*["n"] * self.chance.randint(1, 3))
            self.look()
            self.press("Enter")
        else:
            chips = self.page.locator(".decision .chip:visible")
            self.take(chips.nth(self.chance.randrange(min(chips.count(), 9))))
        self.page.wait_for_timeout(150)
        if self.gone() or not self.has(".decision .group:not(.rest)"):
            return
        self.look()
        if self.has(".decision .orders .pad"):
            self.move()
        else:
            self.listed()

    def ranks(self) -> None:
        """Everybody goes one way."""
        self.enter(self.page.locator(".decision .ranks .gatherer button").first)
        key = self.chance.choice(WAYS)
        self.press(*[key] * 4)
        for _ in range(5):
            self.page.wait_for_timeout(150)
            go = self.page.locator("#ranks-go")
            if go.count() and go.is_enabled():
                self.press("Enter")
                return
            self.press(BACK[key])
        self.press("Escape")
        self.listed()

    def listed(self) -> None:
        """One of the answers of a list, which may have to be unfolded."""
        shown = self.page.locator(".decision .choice:visible:not([data-engage])")
        if not shown.count():
            self.enter(self.page.locator(".decision details:not(.whynot):not(.typed) > summary").first)
        self.take(shown.nth(self.chance.randrange(shown.count())))
