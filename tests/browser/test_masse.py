"""Mass combat at the table: units placed, dragged, turned and sent to charge, with the odds shown before one commits."""

from __future__ import annotations

import json
from math import hypot
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Opener, Server
from tests.browser.hands import Hands, unfold
from tests.browser.test_looks import exact, faults, fits, picture

Plain = dict[str, Any]
Place = tuple[float, float]
LINKS = [{"kind": "here", "name": "Aude"}, {"kind": "link", "name": "Borg"}]
VERSION = "before => document.querySelector('.table-screen').dataset.version !== before"
UNITS = """() => [...document.querySelectorAll('.unit:not(.ghost)')].map(one => {
  const box = one.querySelector('.base').getBoundingClientRect();
  return {id: Number(one.dataset.figure), at: [box.x + box.width / 2, box.y + box.height / 2],
    side: one.classList.contains('side-0') ? 0 : 1, lit: one.classList.contains('lit')};
})"""


class General(Hands):
    """Leads an army by mouse."""

    def centre(self, selector: str) -> Place:
        """The middle of a thing on the screen."""
        box = self.page.locator(selector).first.bounding_box()
        assert box is not None
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def units(self) -> list[Plain]:
        """The units and where they are on the screen."""
        found: list[Plain] = self.page.evaluate(UNITS)
        return found

    def drag(self, start: Place, end: Place) -> None:
        """Press, move and release."""
        self.page.mouse.move(*start)
        self.page.mouse.down()
        self.page.mouse.move(*end, steps=4)
        self.page.mouse.up()

    def done(self) -> None:
        """Wait until the answer that was just given stands."""
        self.page.wait_for_function(VERSION, arg=self.version)

    def deploy(self, turned: bool) -> None:
        """Drag a unit from beside the table into the zone, and turn it if that is asked for."""
        unit = next(one for one in self.units() if one["lit"])
        zone = self.page.locator(".zone.side-0 path").bounding_box()
        assert zone is not None
        place = zone["x"] + zone["width"] * (0.08 + 0.1 * (unit["id"] % 9)), zone["y"] + zone["height"] * 0.35
        self.drag(tuple(unit["at"]), place)
        expect(self.page.locator("#step-go")).to_be_enabled()
        if turned:
            grip = self.centre(".grip .knob")
            self.drag(grip, (grip[0] + 30, grip[1] + 6))
            expect(self.page.locator("#step-go")).to_be_enabled()
            self.page.locator(".typed summary").click()
            assert self.page.get_by_role("spinbutton", name="facing").input_value() != "90"
            self.note("turn")
        self.note("place")
        self.page.locator("#step-go").click()
        self.done()

    def march(self) -> None:
        """Drag the unit that acts towards the nearest enemy; if it cannot go there, that is said, and it stays."""
        units = self.units()
        own = next(one for one in units if one["lit"])
        foes = [one["at"] for one in units if one["side"] == 1]
        x, y = min(foes, key=lambda at: hypot(at[0] - own["at"][0], at[1] - own["at"][1]))
        self.drag(tuple(own["at"]), ((own["at"][0] + x) / 2, (own["at"][1] + y) / 2))
        self.page.wait_for_selector(".plan:is(.fine, .wrong):not(.asking)", state="attached")
        if self.page.locator("#step-go").is_enabled():
            expect(self.page.locator(".budget")).to_contain_text("left")
            self.note("march")
            self.page.locator("#step-go").click()
        else:
            expect(self.page.locator(".refusal")).not_to_be_empty()
            self.page.locator('.decision .choice[data-kind="done"]').click()
        self.done()

    def act(self) -> None:
        """Take the decision that is due."""
        if self.has(".zone.side-0[data-zone=deploy]"):
            self.deploy("turn" not in self.seen)
        elif self.has(".decision .muster"):
            self.note("declare")
            self.page.locator(".decision .muster .primary").click()
            self.done()
        elif self.has(".decision .aimed .choice"):
            self.page.locator(".decision .aimed .choice").first.hover()
            self.page.wait_for_selector(".odds :is(.headline, .sure, .note)")
            self.note("aim")
            self.page.locator(".decision .aimed .choice").first.click()
            self.done()
        elif self.has(".decision .orders"):
            self.march()
        else:
            self.page.locator(".decision .choice:visible").first.click()
            self.done()


# ---------------------------------------------------------------- to a moment


class Field:
    """A battle whose two seats are played over HTTP, always towards the enemy, until a moment comes."""

    def __init__(self, server: Server, seed: str, scenario: str = "open-battle", **options: Any) -> None:
        self.server = server
        self.made = server.make(system="masse", scenario=scenario, seed=seed, options=options, seats=LINKS)
        self.url = f"{server.url}api/games/{self.made['game']}"

    def state(self, seat: int) -> Plain:
        """The game as a seat knows it."""
        return self.ask("GET", seat)

    def ask(self, method: str, seat: int, path: str = "", **body: Any) -> Plain:
        """A request of a seat."""
        head = {"Authorization": f"Bearer {self.made['seats'][seat]['token']}"}
        told = httpx.request(method, self.url + path, headers=head, json=body or None, timeout=60, trust_env=False)
        assert told.status_code == 200, told.text
        found: Plain = told.json()
        return found

    def until(self, kind: str, most: int = 250) -> Plain:
        """Play until player 1 is offered such an answer; returns that option."""
        state = self.state(0)
        for _ in range(most):
            seat = state["due"]["seat"]
            state = state if seat == state["seat"] else self.state(seat)
            offered = [one for one in state["due"]["options"] if one["kind"] == kind and is_real(one)]
            if seat == 0 and offered:
                return dict(offered[0])
            answer = onward(state, kind)
            state = self.ask("POST", seat, "/answer", answer=answer["answer"], after=state["version"])["state"]
        raise AssertionError(f"nobody came to a {kind}")

    def open(self, open_page: Opener, **look: Any) -> Page:
        """The page of player 1."""
        page = open_page(self.server.link(self.made, 0), **look)
        expect(page.locator("#question")).to_be_visible()
        return page


def is_real(option: Plain) -> bool:
    """Not a charge that falls short."""
    return option["kind"] != "charge" or bool(option["answer"][1])


def in_reach(state: Plain, one: int, other: int) -> bool:
    """Could a charge of one unit come to the other?"""
    mine, foe = state["view"]["figures"][one], state["view"]["figures"][other]
    return bool(hypot(mine["x"] - foe["x"], mine["y"] - foe["y"]) < 1.5 * mine["own"]["mv"] + mine["own"]["depth"])


def onward(state: Plain, kind: str) -> Plain:
    """The answer of one who goes for the enemy."""
    options = [one for one in state["due"]["options"] if one["kind"] != "concede"]
    for wanted in (kind, "attack", "shoot", "charge"):
        found = [one for one in options if one["kind"] == wanted and is_real(one)]
        if found:
            return dict(found[0])
    short = [one for one in options if one["kind"] == "charge"]
    if short:
        return dict(short[0])
    declared = [one for one in options if one["kind"] == "declare"]
    if declared:
        near = [one for one in declared if len(one["pairs"]) == 1 and in_reach(state, *one["pairs"][0])]
        return dict(near[0] if near else declared[0])
    foes = [one for one in state["view"]["figures"] if one["seat"] != state["seat"] and one["state"] == "table"]
    steps = [one for one in options if one["kind"] == "move" and "x" in one]
    if steps and foes:
        return dict(min(steps, key=lambda one: min([hypot(one["x"] - foe["x"], one["y"] - foe["y"]) for foe in foes])))
    return dict(options[0])


# ---------------------------------------------------------------- the tests


def test_a_quick_battle_from_the_lobby_by_mouse(server: Server, open_page: Opener) -> None:
    page = open_page(server.url)
    page.locator('[data-quick="masse"]').click()
    expect(page.locator("#question")).to_be_visible()
    hands = General(page)
    for _ in range(40):
        hands.wait()
        assert not hands.over()
        hands.act()
        if {"declare", "march"} <= hands.seen and page.locator(".strip").inner_text().count("Turn 2"):
            break
    assert {"declare", "march"} <= hands.seen


def test_units_are_placed_and_turned_by_mouse(server: Server, open_page: Opener) -> None:
    field = Field(server, "keys")
    field.until("place")
    hands = General(field.open(open_page))
    hands.wait()
    assert not [one for one in field.state(0)["view"]["figures"] if one["seat"] == 0 and one["state"] == "table"]
    hands.act()
    assert {"place", "turn"} <= hands.seen
    placed = [one for one in field.state(0)["view"]["figures"] if one["seat"] == 0 and one["state"] == "table"]
    assert len(placed) == 1
    assert placed[0]["facing"] != 9000


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_shot_shows_its_modifiers_and_exact_odds(server: Server, open_page: Opener, tmp_path: Path, scheme: str) -> None:
    field = Field(server, "volley", deploy="auto")
    shot = field.until("shoot")
    page = field.open(open_page, color_scheme=scheme)
    page.locator(f'.figure[data-figure="{shot["target"]}"] [role=button]').hover()
    unfold(page)
    expect(page.locator(".odds .percent").first).to_be_visible()
    expect(page.locator(".odds .mean")).to_contain_text("NV")
    expect(page.locator(".odds .modifiers")).to_contain_text("MA (")
    expect(page.locator(".odds .note").first).to_contain_text("range")
    expect(page.locator(".sight")).to_be_attached()
    fractions = [exact(str(one.get_attribute("title"))) for one in page.locator(".odds .fraction").all()]
    assert sum(fractions) == pytest.approx(1, abs=0.01)
    assert faults(page) == []
    if scheme == "dark":
        return
    picture(page, "masse.jpg", tmp_path)
    before = page.locator(".table-screen").get_attribute("data-version")
    page.locator('.decision .choice[data-kind="shoot"]').first.click()
    page.wait_for_function(VERSION, arg=before)
    page.locator(".log .event summary").last.click()
    expect(page.locator(".log")).to_contain_text("each touch needs")
    page.get_by_role("button", name="Français").click()
    expect(page.locator(".log")).to_contain_text("par touche")


def test_a_charge_is_dragged_home_with_its_odds_stage_by_stage(server: Server, open_page: Opener) -> None:
    field = Field(server, "charge", deploy="auto")
    charge = field.until("charge")
    page = field.open(open_page)
    hands = General(page)
    hands.wait()
    assert page.locator(".charge").count() > 0, "declared charges are drawn"
    mine = hands.centre(f'.figure[data-figure="{charge["figure"]}"] .base')
    foe = hands.centre(f'.figure[data-figure="{charge["target"]}"] .base')
    hands.drag(mine, foe)
    expect(page.locator(".plan.fine").first).to_be_attached()
    expect(page.locator(".bubble")).to_contain_text("% good")
    unfold(page)
    expect(page.locator(".odds h4").first).to_contain_text("Command test")
    expect(page.locator(".odds h4").nth(1)).to_contain_text("Attack")
    page.locator("#way-go").click()
    hands.done()
    expect(page.locator(".log")).to_contain_text("charge")


def test_charges_are_declared_by_dragging_units_onto_the_enemy(server: Server, open_page: Opener) -> None:
    field = Field(server, "declare", deploy="auto")
    pair = next(one["pairs"][0] for one in [field.until("declare"), *field.state(0)["due"]["options"]] if one.get("pairs"))
    page = field.open(open_page)
    hands = General(page)
    hands.wait()
    mine, foe = [hands.centre(f'.figure[data-figure="{id}"] .base') for id in pair]
    hands.drag(mine, foe)
    expect(page.locator(".charge")).to_have_count(1)
    expect(page.locator(".muster .primary")).to_have_text("Declare: 1")
    assert str(pair[1]) in [one.input_value() for one in page.locator(".muster select").all()]
    page.locator(".muster .primary").click()
    hands.done()
    sides = field.state(0)["view"]["sides"]
    assert sides[0]["own"]["sealed"] in ([list(pair)], None)
    assert field.state(1)["view"]["sides"][0]["own"]["sealed"] is None, "the other side does not know it yet"
    expect(page.locator(".initiative")).to_have_count(1)


def test_units_are_placed_and_moved_by_keyboard_alone(server: Server, open_page: Opener) -> None:
    field = Field(server, "keys")
    field.until("place")
    page = field.open(open_page)
    page.keyboard.press("1")
    expect(page.locator("#step-go")).to_be_enabled()
    before = page.locator(".figure.ghost").first.get_attribute("transform")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("e")
    page.wait_for_function("before => document.querySelector('.figure.ghost').getAttribute('transform') !== before", arg=before)
    expect(page.locator("#step-go")).to_be_enabled()
    expect(page.locator("#step-go")).to_be_focused()
    version = page.locator(".table-screen").get_attribute("data-version")
    page.keyboard.press("Enter")
    page.wait_for_function(VERSION, arg=version)
    assert page.locator(".unit.side-0").count() > 0

    field = Field(server, "keys", deploy="auto")
    field.until("move")
    page = field.open(open_page)
    hands = General(page)
    hands.wait()
    page.keyboard.press("q")
    expect(page.locator(".plan.fine").first).to_be_attached()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    expect(page.locator("#step-go")).to_be_focused()
    expect(page.locator("#step-go")).to_be_enabled()
    page.keyboard.press("Enter")
    hands.done()
    page.locator(".log .event summary").last.click()
    expect(page.locator(".log")).to_contain_text("wheel")


def test_mass_combat_on_a_phone(server: Server, open_page: Opener) -> None:
    field = Field(server, "volley", deploy="auto")
    field.until("shoot")
    page = field.open(open_page, width=390, height=844, has_touch=True, is_mobile=True, lang="fr")
    expect(page.locator(".aimed .choice").first).to_be_visible()
    fits(page)
    assert faults(page) == []
    page.get_by_role("button", name="Toute la table").tap()
    page.locator(".figure.target [role=button]").first.tap()
    expect(page.locator(".odds .headline").first).to_be_visible()
    fits(page)


def test_a_castle_is_recognised(server: Server, open_page: Opener) -> None:
    field = Field(server, "castle", "monsters-at-the-castle", deploy="auto")
    field.until("done")
    page = field.open(open_page)
    for look in ("rampart", "gate", "tower"):
        expect(page.locator(f".structure.look-{look}").first).to_be_visible()
    expect(page.locator(".marker.banner").first).to_be_attached()
    assert faults(page) == []
    names = json.dumps([one.get_attribute("aria-label") for one in page.locator(".structure").all()])
    assert "m high" in names
    assert "resistance" in names
