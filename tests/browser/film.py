"""A stranger's first battle, filmed: home, the table after one click, the first move, the first attack with its odds, the
enemy's turn, the end. The stranger has a hand and eyes: clicks on what the page shows, and never opens a list."""

from __future__ import annotations

import json
from collections.abc import Callable
from math import hypot
from pathlib import Path
from time import sleep
from typing import Any

import httpx
from playwright.sync_api import Page, Route
from playwright.sync_api import TimeoutError as Late

from tests.browser.conftest import WAIT

EYES = (Path(__file__).parent / "film.js").read_text()
MOMENTS = ("home", "table", "move", "attack", "enemy", "end")
SIZES = {1440: 900, 1024: 768, 390: 844}
ENDS = ("done", "end", "end-turn", "stop", "pass", "keep", "hold", "stand")
"""Kinds of answer that end something."""
SHARES = (0.62, 0.5, 0.36, 0.26, 0.18, 0.12, 0.07)
"""How much of the way to an enemy is tried first."""
GRAVE = ("concede", "flee", "exit", "leave")
BLOWS = ("attack", "shoot", "fight", "charge", "strike", "melee")
Seen = dict[str, Any]
Place = tuple[float, float]
Seat = tuple[str, str]
"""A game, and the token of a seat there."""


def eyes(question: str) -> str:
    """A question to the page, to be asked by its name in film.js."""
    return f"what => {EYES.rstrip()}.{question}(what)"


def seeded(page: Page, seed: str) -> None:
    """The next battle of this page has this number: the same film can be made again."""

    def asked(route: Route) -> None:
        body = {**json.loads(route.request.post_data or "{}"), "seed": seed}
        route.continue_(post_data=json.dumps(body))

    page.route("**/api/games", asked, times=1)


class Stranger:
    """Somebody who has never seen the page: a hand that clicks, and counts its clicks."""

    def __init__(self, page: Page, system: str, url: str) -> None:
        self.page, self.system, self.url = page, system, url
        self.clicks = 0
        self.rolled = -1
        """How many clicks the first own die took; -1: none has been thrown yet."""
        self.begun = 0
        """What had happened before the first click at the table."""
        self.moment: Callable[[str], None] = lambda _: None
        """Called when one of the moments of a film is on the page."""

    # ------------------------------------------------------------ what the eyes see

    def wait(self) -> Seen:
        """Wait until something is to be decided and nothing moves any more; what was seen of it before is skipped."""
        for _ in range(20 * WAIT // 1000):
            if self.page.evaluate(eyes("calm")):
                break
            if self.page.locator(".table-screen.playing").count():
                self.page.keyboard.press("Space")
            self.page.wait_for_timeout(100)
        else:
            raise AssertionError(f"nothing can be decided: {self.page.locator('.side').inner_text()[:300]}")
        seen: Seen = self.page.evaluate(eyes("seen"))
        return seen

    def amiss(self) -> list[str]:
        """What is cut, overlaps or lies outside of the window."""
        found: list[str] = self.page.evaluate(eyes("amiss"))
        return found

    def read(self) -> Seat:
        """The game and the token of the seat, as the browser keeps them."""
        game = self.page.evaluate("() => JSON.parse(localStorage.getItem('escarmouche.games'))[0]")
        return game["id"], game["seats"][0]["token"]

    def look(self) -> None:
        """Has a die of one's own been thrown?"""
        if self.rolled >= 0:
            return
        game, token = self.read()
        headers = {"Authorization": f"Bearer {token}"}
        told = httpx.get(f"{self.url}api/games/{game}/events?after={self.begun}", headers=headers, timeout=60, trust_env=False)
        if any(one["event"] == "rolled" and one["seat"] == 0 for one in told.json()):
            self.rolled = self.clicks

    # ------------------------------------------------------------ what the hand does

    def begin(self) -> Seen:
        """One click on Quick battle."""
        self.page.locator(f'[data-quick="{self.system}"]').click()
        self.page.locator(".table-screen").wait_for()
        game, token = self.read()
        headers = {"Authorization": f"Bearer {token}"}
        events = httpx.get(f"{self.url}api/games/{game}/events?after=0", headers=headers, timeout=60, trust_env=False).json()
        self.begun = max([one["n"] for one in events], default=0)
        self.page.evaluate(eyes("lists"))
        return self.wait()

    def click(self, selector: str) -> None:
        """Click something of the panel."""
        self.page.locator(selector).first.click()
        self.clicks += 1

    def touch(self, place: Place) -> None:
        """Click a place on the table."""
        self.page.mouse.click(*place)
        self.clicks += 1

    def settled(self, before: str) -> None:
        """Wait until an answer was taken; see whether a die was thrown."""
        changed = "before => document.querySelector('.table-screen').dataset.version !== before"
        self.page.wait_for_function(changed, arg=before, timeout=2 * WAIT)
        self.look()

    def nearest(self, seen: Seen, at: Place) -> tuple[float, Place]:
        """The nearest enemy, and how far it is."""
        foes = [one["at"] for one in seen["figures"] if one["side"] == 1 and one["open"]]
        return min([(hypot(x - at[0], y - at[1]), (x, y)) for x, y in foes], default=(0.0, at))

    def attack(self, seen: Seen) -> bool:
        """Click an enemy that is marked; with the odds at it, say yes. Was there one?"""
        if any(one["target"] for one in seen["figures"]) and not self.marked(seen):
            self.page.locator(".zoom button").nth(2).click()  # a small screen shows a part of the table: now the whole
            seen = self.wait()
        for foe in self.marked(seen)[:3]:
            self.touch(tuple(foe["at"]))
            bubble = self.page.locator(".bubble .tap.yes")
            try:
                self.page.wait_for_function(
                    "() => document.querySelector('.bubble .tap.yes') && document.querySelector('.bubble .head, .bubble text')",
                    timeout=4000,
                )
            except Late:
                self.page.keyboard.press("Escape")
                self.clicks -= 1  # it was looked at, and nothing came of it
                continue
            self.page.wait_for_timeout(400)
            if self.page.locator(".bubble .head").count():
                self.moment("attack")
            box = bubble.bounding_box()
            assert box is not None
            self.touch((box["x"] + box["width"] / 2, box["y"] + box["height"] / 2))
            self.settled(seen["version"])
            return True
        return False

    def marked(self, seen: Seen) -> list[Seen]:
        """The enemies in sight to whom something can be done."""
        return [one for one in seen["figures"] if one["target"] and one["side"] == 1 and one["open"]]

    def march(self, seen: Seen, boldly: bool = False) -> bool:
        """Send the one in hand towards the enemy, as far as it may go, or boldly: in the other way that it may. Did it go?"""
        own = next((one for one in seen["figures"] if one["acting"] or one["chosen"]), None)
        if own is None or not seen["orders"]:
            return False
        at: Place = tuple(own["at"])
        for place in self.ways(seen, at):
            if not self.free(place):
                continue
            self.touch(place)
            try:
                self.page.wait_for_function(eyes("planned"), timeout=4000)
            except Late:
                self.clicks -= 1
                continue
            if not self.page.locator("#step-go:not([disabled], [aria-disabled=true])").count():
                self.clicks -= 1  # too far: it is said so, and the next place is pointed out
                continue
            self.page.wait_for_timeout(300)
            self.moment("move")
            other = "#step-go ~ [data-as]:not([disabled], [aria-disabled=true])"
            if boldly and self.page.locator(other).count():
                self.click(other)
            else:
                self.go("#step-go")
            self.settled(seen["version"])
            return True
        self.page.keyboard.press("Escape")
        return False

    def ways(self, seen: Seen, at: Place) -> list[Place]:
        """Where one might go: towards the nearest enemy, the farthest first; else, where none is seen, anywhere near."""
        far, foe = self.nearest(seen, at)
        if far:
            return [(at[0] + (foe[0] - at[0]) * part, at[1] + (foe[1] - at[1]) * part) for part in SHARES if far * part >= 14]
        return [
            (at[0] + x * length, at[1] + y * length) for length in (70, 40, 24) for x, y in ((1, 0), (-1, 0), (0, -1), (0, 1))
        ]

    def go(self, button: str) -> None:
        """Do what is laid out: by the tick on the table where it is in sight, else by the button of the panel."""
        tick = self.page.locator(".by-touch .tap.yes")
        box = tick.bounding_box() if tick.count() and tick.is_visible() else None
        if box is not None and self.page.evaluate(eyes("onTop"), [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2]):
            self.touch((box["x"] + box["width"] / 2, box["y"] + box["height"] / 2))
        else:
            self.click(button)

    def free(self, place: Place) -> bool:
        """Is there nothing but ground?"""
        under = "([x, y]) => !document.elementFromPoint(x, y)?.closest('.figure, .tap')"
        return bool(self.page.evaluate(eyes("bare"), list(place))) and bool(self.page.evaluate(under, list(place)))

    def advance(self, seen: Seen) -> bool:
        """All who may go together, forward. Did they go?"""
        if not seen["ranks"]:
            return False
        self.click(".decision .ranks .gatherer button")
        own = [tuple(one["at"]) for one in seen["figures"] if one["side"] == 0 and one["lit"] and one["open"]]
        if not own:
            return False
        _, foe, start = min([(*self.nearest(seen, at), at) for at in own])
        for share in (0.4, 0.28, 0.18, 0.1):
            self.page.mouse.move(*start)
            self.page.mouse.down()
            self.page.mouse.move(start[0] + (foe[0] - start[0]) * share, start[1] + (foe[1] - start[1]) * share, steps=5)
            self.page.mouse.up()
            self.clicks += 1
            self.page.wait_for_timeout(900)
            if self.page.locator("#ranks-go:not([disabled], [aria-disabled=true])").count():
                self.moment("move")
                self.click("#ranks-go")
                self.settled(seen["version"])
                return True
        self.page.keyboard.press("Escape")
        return False

    def target(self, seen: Seen) -> bool:
        """Where many aim at once: what is proposed is weighed, and done."""
        if not seen["muster"]:
            return False
        try:
            self.page.locator(".muster .outlook").wait_for(timeout=6000 if self.page.locator(".charge").count() else 500)
            self.page.wait_for_timeout(300)
            self.moment("attack")
        except Late:
            pass  # nobody is aimed at
        self.click(".decision .muster .primary")
        self.settled(seen["version"])
        return True

    def choose(self, seen: Seen) -> bool:
        """Click one that is lit, nearest to the enemy. Did that lead anywhere?"""
        lit = [one for one in seen["figures"] if one["lit"] and one["side"] == 0 and one["open"]]
        if seen["orders"] or any(one["chosen"] for one in lit) or all(one["acting"] for one in lit):
            return False
        own = min(lit, key=lambda one: self.nearest(seen, tuple(one["at"]))[0])
        self.touch(tuple(own["at"]))
        self.page.wait_for_timeout(250)
        return True

    def press(self, seen: Seen, ending: bool = False) -> None:
        """Take an answer of those that stand in the panel: to act with two dice of three (unless it is to end), else what ends
        it, else the first."""
        acts = [] if ending else [one for one in seen["choices"] if one["kind"] == "activate"][:2]
        ends = [one for one in seen["choices"] if one["kind"] in ENDS]
        found = [*acts[::-1], *ends, *seen["choices"]]
        assert found, f"nothing can be pressed: {seen['question']}"
        self.click(f'.decision .choice[data-choice="{found[0]["id"]}"]' if found[0]["id"] else ".decision .choice")
        self.settled(seen["version"])

    def strike(self, seen: Seen) -> bool:
        """Press a blow or a shot that stands in the panel by itself. Was there one?"""
        found = [one for one in seen["choices"] if one["kind"] in BLOWS and one["id"]]
        if found:
            self.click(f'.decision .choice[data-choice="{found[0]["id"]}"]')
            self.settled(seen["version"])
        return bool(found)

    def elect(self, seen: Seen) -> bool:
        """Press the first name in the panel, where nobody is in hand yet. Was there one?"""
        names = self.page.locator(".decision .chip[data-key]:visible")
        if seen["orders"] or any(one["chosen"] or one["acting"] for one in seen["figures"]) or not names.count():
            return False
        names.first.click()
        self.clicks += 1
        self.page.wait_for_timeout(250)
        return True

    def hurry(self) -> None:
        """One decision of somebody who wants to see dice fall: blows and shots first, runs, phases ended at once. Where the
        other side had to answer first, the dice of the last click have fallen by now."""
        seen = self.wait()
        self.look()
        if self.rolled >= 0:
            return
        # Whoever has yet to be activated by dice is told so at the enemy.
        ready = not any(one["kind"] == "activate" for one in seen["choices"])
        if self.strike(seen) or (ready and self.attack(seen)) or self.target(seen) or self.march(seen, boldly=True):
            return
        if not any(one["kind"] == "done" for one in seen["choices"]) and (self.elect(seen) or self.choose(seen)):
            self.look()
        else:
            self.press(self.wait())


class Film:
    """The six moments of a stranger's first battle, each a picture."""

    def __init__(self, stranger: Stranger, folder: Path, name: str) -> None:
        self.stranger, self.folder, self.name = stranger, folder, name
        self.page = stranger.page
        self.taken: set[str] = set()
        self.amiss: list[str] = []
        self.asked: list[str] = []
        stranger.moment = self.shot

    def shot(self, moment: str) -> None:
        """Take the picture of a moment when it comes for the first time, and see what is wrong with it."""
        if moment in self.taken:
            return
        self.taken.add(moment)
        self.amiss += [f"{moment}: {one}" for one in self.stranger.amiss()]
        self.page.screenshot(path=self.folder / f"{self.name}-{MOMENTS.index(moment)}-{moment}.png")

    def made(self, most: int = 90) -> None:
        """Make the film."""
        page, stranger = self.page, self.stranger
        page.goto(stranger.url)
        page.locator(".living .figure").first.wait_for()
        page.wait_for_timeout(900)
        self.shot("home")
        stranger.begin()
        page.locator(".board.painted").first.wait_for()
        page.wait_for_timeout(900)
        self.shot("table")
        steps = 0
        while not {"move", "attack", "enemy"} <= self.taken:
            assert steps < most, f"only {sorted(self.taken)} in {most} steps"
            self.step()
            steps += 1
        assert page.evaluate("() => window.opened") == [], "a list was opened"
        seat = stranger.read()
        page.goto("about:blank")
        game, token = ended(stranger, seat)
        page.goto(f"{stranger.url}#/game/{game}?t={token}")
        page.locator(".decision.ended .curve svg").wait_for(timeout=4 * WAIT)
        page.wait_for_timeout(600)
        page.evaluate("() => scrollTo(0, 0)")
        self.shot("end")

    def step(self) -> None:
        """One decision of the stranger's, by hand; then the enemy's turn, if it comes."""
        stranger = self.stranger
        seen = stranger.wait()
        assert not seen["over"], "the battle is over before it was filmed"
        asked = f"{seen['turn']} {seen['question']}"
        tired = self.asked.count(asked) > 1
        self.asked.append(asked)
        if {"move", "attack"} <= self.taken and any(one["kind"] in ENDS for one in seen["choices"]):
            stranger.press(seen, ending=True)
            self.watch()
            return
        if seen["ranks"] and "move" in self.taken:
            done = not tired and stranger.advance(seen)
        else:
            # Whoever has yet to be activated is told so at the enemy, and attacks only then.
            blows = [] if any(one["kind"] == "activate" for one in seen["choices"]) else [stranger.attack]
            acts = [*blows, stranger.target, *([] if tired and seen["orders"] else [stranger.march, stranger.choose])]
            done = any(act(seen) for act in acts)
        if not done:
            stranger.press(stranger.wait())
        self.watch()

    def watch(self) -> None:
        """The enemy's turn, when it is shown; then it is skipped."""
        if "enemy" not in self.taken:
            try:
                self.page.wait_for_function(eyes("begun"), timeout=WAIT)
            except Late:
                return
            if self.page.evaluate(eyes("enemy")):
                self.page.wait_for_timeout(450)
                self.shot("enemy")


FOUGHT: list[tuple[str, Seat]] = []
"""Battles that were fought to their end: on which server, and who sat there."""


def ended(stranger: Stranger, seat: Seat) -> Seat:
    """The battle at its end. By its number a battle is the same again, word by word: one that went so far as this one and was
    fought to its end, in another language or light, is not fought a second time."""
    told = events(stranger.url, seat)
    for url, other in FOUGHT:
        if url == stranger.url and events(url, other)[: len(told)] == told:
            return other
    to_the_end(stranger.url, seat)
    FOUGHT.append((stranger.url, seat))
    return seat


def client_of(url: str, seat: Seat) -> httpx.Client:
    """Somebody who asks for the seat over HTTP."""
    game, token = seat
    headers = {"Authorization": f"Bearer {token}"}
    return httpx.Client(base_url=f"{url}api/games/{game}", headers=headers, timeout=60, trust_env=False)


def events(url: str, seat: Seat) -> list[Seen]:
    """What the seat was told so far."""
    with client_of(url, seat) as client:
        told: list[Seen] = client.get("/events?after=0").json()
    return told


def to_the_end(url: str, seat: Seat, most: int = 6000) -> None:
    """The rest of the battle, answered for the stranger over HTTP: blows first, else whatever is on offer, in turns."""
    with client_of(url, seat) as client:
        for number in range(most):
            state = client.get("").json()
            if state["due"] is None:
                return
            if not state["due"]["mine"]:
                sleep(0.03)
                continue
            told = client.post("/answer", json={"answer": eager(state["due"]["options"], number), "after": state["version"]})
            assert told.status_code in (200, 201, 409), told.text
    raise AssertionError("the battle does not end")


def eager(options: list[Seen], number: int) -> Any:
    """An answer that brings the end nearer."""
    safe = [one for one in options if one["kind"] not in GRAVE] or options
    for one in safe:
        if one["kind"] in BLOWS:
            return one["answer"]
    return safe[number % len(safe)]["answer"]
