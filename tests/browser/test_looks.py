"""How it looks and reads: both languages, a phone, the pictures of the README, the size of the page."""

from __future__ import annotations

import json
import os
import re
import shutil
from importlib.resources import files
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import Opener, Server
from tests.browser.hands import Mouse, unfold
from tests.browser.seats import Plain, Seat, until
from tools.page_speed import first_load

ROOT = Path(__file__).parents[2]
PICTURES = ROOT / "docs" / "pictures"
AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
MESSAGES = json.loads((ROOT / "web" / "src" / "messages.json").read_text())
LINKS = [{"kind": "here"}, {"kind": "link"}]
HASTY = [{"kind": "here"}, {"kind": "bot", "agent": "greedy", "playouts": 2}]


def picture(page: Page, name: str, folder: Path, **more: Any) -> None:
    """A picture of the page; a painted table is told in fewer bytes as a JPEG. Those of the documentation are replaced when
    ESCARMOUCHE_PICTURES asks for it."""
    made = folder / name
    if page.locator(".board").count():
        page.locator(".board.painted").first.wait_for()
    kind: dict[str, Any] = {"type": "jpeg", "quality": 84} if name.endswith(".jpg") else {}
    page.screenshot(path=made, animations="disabled", scale="css", **kind, **more)
    assert made.stat().st_size < 400_000
    if os.environ.get("ESCARMOUCHE_PICTURES") or not (PICTURES / name).exists():
        shutil.copy(made, PICTURES / name)


def faults(page: Page) -> list[str]:
    """What axe holds to be serious or worse."""
    page.evaluate(AXE.read_text())
    found: Plain = page.evaluate("() => axe.run(document, {resultTypes: ['violations']})")
    grave = [one for one in found["violations"] if one["impact"] in ("serious", "critical")]
    return [f"{one['id']}: {node['html'][:200]} {node['failureSummary'][:300]}" for one in grave for node in one["nodes"]]


FOUGHT: dict[tuple[str, str], Plain] = {}
"""The games that have come to blows, by server and seed, for those who only look."""


def seen_melee(server: Server, seed: str) -> Plain:
    """A game that has come to blows, to look at."""
    if (server.url, seed) not in FOUGHT:
        FOUGHT[server.url, seed] = melee(server, seed)
    return FOUGHT[server.url, seed]


def melee(server: Server, seed: str) -> Plain:
    """A game with scenery that has come to blows: player 1 may attack."""
    made = server.make(
        system="sbh",
        armies=["dwarves", "orcs"],
        seed=seed,
        options={"terrain": "random"},
        seats=[{"kind": "here", "name": "Thora"}, {"kind": "link", "name": "Ulg"}],
    )
    seats = [Seat(server, made, 0), Seat(server, made, 1)]
    until(seats, lambda state, seat: seat == 0 and any(one["kind"] == "attack" for one in state["due"]["options"]), 500)
    return made


# ---------------------------------------------------------------- pictures, and axe on what is opened at the table


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_table_with_odds(server: Server, open_page: Opener, tmp_path: Path, scheme: str) -> None:
    page = open_page(server.link(seen_melee(server, "anvil"), 0), color_scheme=scheme)
    expect(page.locator(".aimed .choice").first).to_be_visible()
    if scheme == "light":
        picture(page, "table.jpg", tmp_path)
    page.locator(".figure.target").first.hover()
    expect(page.locator(".odds .headline")).to_contain_text("% good")
    unfold(page)
    expect(page.locator(".odds td.percent").first).to_be_visible()
    expect(page.locator(".odds .modifiers")).to_contain_text("Combat")
    assert sum([exact(one) for one in page.locator(".odds .fraction").all_inner_texts()]) == pytest.approx(1)
    picture(page, "odds.jpg" if scheme == "light" else "dark.jpg", tmp_path)
    assert faults(page) == []
    page.locator(".log .event summary").last.click()
    if scheme == "light":
        page.get_by_role("button", name="Got it").click()
        page.set_viewport_size({"width": 1280, "height": 1700})
        picture(page, "log.jpg", tmp_path, clip={"x": 880, "y": 1050, "width": 400, "height": 590})
    page.get_by_role("tab", name="Sides").click()
    assert faults(page) == []


def exact(text: str) -> float:
    """A fraction as a number."""
    above, _, below = text.partition("/")
    return int(above) / int(below or 1)


def test_the_builder(server: Server, open_page: Opener, tmp_path: Path) -> None:
    page = open_page(f"{server.url}#/army/sbh")
    expect(page.locator(".profiles tbody tr").first).to_be_visible()
    page.get_by_label("Start from a ready-made one").select_option("dwarves")
    expect(page.locator(".fine")).to_be_visible()
    picture(page, "builder.jpg", tmp_path)


def test_on_a_phone(server: Server, open_page: Opener, tmp_path: Path) -> None:
    page = open_page(server.link(melee(server, "anvil"), 0), width=390, height=844, has_touch=True, is_mobile=True, lang="fr")
    expect(page.locator(".aimed .choice").first).to_be_visible()
    fits(page)
    picture(page, "phone.jpg", tmp_path)
    page.locator(".aimed .choice").first.scroll_into_view_if_needed()
    before = page.locator(".table-screen").get_attribute("data-version")
    page.locator(".aimed .peek").first.tap()
    expect(page.locator(".odds .headline").first).to_be_in_viewport()
    assert page.locator(".table-screen").get_attribute("data-version") == before, "a finger sees the odds before it commits"
    fits(page)
    page.locator(".aimed .choice").first.scroll_into_view_if_needed()
    page.locator(".aimed .choice").first.tap()
    page.wait_for_function(f"() => document.querySelector('.table-screen').dataset.version !== '{before}'")
    assert faults(page) == []
    for address in ("", "#/rules/sbh", "#/army/sbh"):
        page.goto(f"{server.url}{address}")
        expect(page.locator("h1")).to_be_visible()
        fits(page)
        assert faults(page) == []


def fits(page: Page) -> None:
    """Nothing makes the page wider than the screen."""
    assert page.evaluate("() => document.documentElement.scrollWidth") <= 390


# ---------------------------------------------------------------- languages


def test_every_message_is_there_in_both_languages() -> None:
    for key, words in MESSAGES.items():
        assert set(words) == {"en", "fr"}, key
        assert all(words.values()), key
        fields = [sorted(re.findall(r"\{\w+\}", text)) for text in words.values()]
        assert fields[0] == fields[1], key


def test_french_and_english(server: Server, open_page: Opener) -> None:
    page = open_page(server.url, lang="fr")
    expect(page.get_by_role("heading", level=1)).to_have_text("À table !")
    page.locator('[data-quick="fda"]').click()
    expect(page.locator(".decision:not(.waiting) #question")).to_contain_text(re.compile(r"^«\s.+\s»\s:\s"))
    french = page.locator("#question").inner_text()
    page.get_by_role("button", name="English").click()
    expect(page.locator("#question")).to_contain_text(re.compile("^“.+”[,:] "))
    assert page.locator("html").get_attribute("lang") == "en"
    page.reload()
    expect(page.locator("#question")).to_contain_text(re.compile("^“.+”[,:] "))
    page.get_by_role("button", name="Français").click()
    expect(page.locator("#question")).to_have_text(french)
    page.goto(f"{server.url}#/rules/sbh")
    expect(page.locator(".entry").first).to_be_visible()
    all = page.locator(".entry").count()
    page.get_by_label("Chercher").fill("égalité")
    page.wait_for_function(f"() => document.querySelectorAll('.entry').length < {all}")
    expect(page.locator(".entry").first).to_be_visible()
    few = page.locator(".entry").count()
    page.get_by_label("Chercher").fill("")
    page.wait_for_function(f"() => document.querySelectorAll('.entry').length > {few}")
    page.goto(f"{server.url}#/rules/sbh/sbh.hex.distances")
    expect(page.locator("article.rule .example").nth(2)).to_contain_text(re.compile("-4\u00a0; à 40 → impossible"))


def test_undo_and_skipping_the_dice(server: Server, open_page: Opener) -> None:
    made = server.make(system="sbh", armies=["dwarves", "orcs"], seed="undo", options={"terrain": "none"}, seats=LINKS)
    seats = [Seat(server, made, 0), Seat(server, made, 1)]
    until(seats, lambda state, seat: seat == 0 and any(one["kind"] == "move" for one in state["due"]["options"]))
    page = open_page(server.link(made, 0), pace="calm")
    hands = Mouse(page)
    hands.wait()
    where = [one.get_attribute("transform") for one in page.locator(".figure").all()]
    hands.step()
    page.wait_for_function("before => document.querySelector('.table-screen').dataset.version !== before", arg=hands.version)
    assert [one.get_attribute("transform") for one in page.locator(".figure").all()] != where
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("button", name="Undo")).to_have_count(0)
    assert [one.get_attribute("transform") for one in page.locator(".figure").all()] == where


# ---------------------------------------------------------------- every system, and the page itself


GONE_ON = """before => document.querySelector('.table-screen').dataset.version !== before
    || document.querySelector('.decision .group .choice, .decision #step-go')"""


def test_a_quick_battle_in_every_system(server: Server, open_page: Opener) -> None:
    for system in httpx.get(f"{server.url}api/systems", timeout=60, trust_env=False).json():
        made = server.make(system=system["id"], quick=True, seats=HASTY)
        page = open_page(server.link(made, 0))
        expect(page.locator("#question")).to_be_visible()
        for _ in range(8):
            hands = Mouse(page)
            hands.wait()
            if hands.over():
                break
            before = page.locator(".table-screen").get_attribute("data-version")
            if hands.has(".decision .chip:visible") and not hands.has(".decision .group .choice"):
                page.locator(".decision .chip:visible").first.click()
                page.wait_for_function(GONE_ON, arg=before)
                if page.locator(".table-screen").get_attribute("data-version") != before:
                    continue  # there was one thing only that it could do
            if hands.has(".decision .orders") and hands.has(".decision #step-go"):
                page.locator(".decision #step-go").click()
            elif not hands.has(".decision .muster"):
                if not hands.has(".decision .choice:visible"):
                    page.locator(".decision details summary").first.click()
                page.locator(".decision .choice:visible").first.click()
            if hands.has(".decision .primary:not(#step-go)"):
                hands.confirm()
            page.wait_for_function("before => document.querySelector('.table-screen').dataset.version !== before", arg=before)
        assert page.locator(".figure").count() > 0, system["id"]
        page.context.close()  # a page that nobody looks at any more goes on drawing


def test_the_first_load_is_small(server: Server, chromium: Browser) -> None:
    fetched = first_load(chromium, server.url)
    assert fetched < 300_000, "page, typefaces and the living table together"


def test_the_page_is_strict(server: Server) -> None:
    built = files("escarmouche.server") / "static"
    texts = [one for one in Path(str(built)).rglob("*") if one.is_file()]
    assert texts, "the page is not built: run `make web`"
    page = next(one for one in texts if one.name == "index.html").read_text()
    assert "<style" not in page
    assert not re.search(r"<script(?![^>]*\bsrc=)", page)
    assert " style=" not in page
    policy = httpx.get(server.url, trust_env=False).headers["content-security-policy"]
    assert "default-src 'self'" in policy
    assert "unsafe-inline" not in policy


def test_a_low_window_has_room_for_the_log(server: Server, open_page: Opener) -> None:
    page = open_page(server.link(seen_melee(server, "anvil"), 0), height=860)
    lines, choice, tabs = [page.locator(one) for one in ("#panel .log ol", "#panel .log select", ".side > .tabs")]
    expect(lines.locator("li").first).to_be_visible()
    boxes = [one.bounding_box() for one in (lines, choice, tabs)]
    assert all(boxes)
    log, select, row = [one for one in boxes if one]
    assert log["height"] >= 70
    assert row["y"] - 8 <= select["y"] <= row["y"] + row["height"], "what it shows is chosen beside its tab"
