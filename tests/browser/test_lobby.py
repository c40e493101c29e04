"""Setting a battle up: every option of the system, a look at the table, and one sentence for what cannot be played."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import Opener, Server

CHANGED = """before => {
  const now = [...document.querySelectorAll('.piece .ground')].map(one => one.getAttribute('d'));
  return JSON.stringify(now) !== JSON.stringify(before);
}"""


def outlines(page: Page) -> list[str]:
    """The outlines of the scenery on the page."""
    found: list[str] = page.locator(".piece .ground").evaluate_all("all => all.map(one => one.getAttribute('d'))")
    return found


def test_a_battle_is_set_in_every_detail(server: Server, open_page: Opener) -> None:
    page = open_page(f"{server.url}#/setup/sbh")
    expect(page.locator(".preview .piece").first).to_be_visible()
    page.locator('[data-fold="settings"] > summary').click()
    page.get_by_label("Scenario").select_option("ambush")
    expect(page.locator(".briefing")).to_contain_text("decoys")
    page.locator("[data-table]").fill("4711")
    page.locator('[data-setting="scale"] [value="28mm"]').check()
    page.get_by_label("Width", exact=True).fill("1200")
    page.get_by_label("Depth", exact=True).fill("1000")
    page.locator('[data-setting="turn_limit"]').fill("9")
    page.get_by_text("Animals rout only").click()
    expect(page.locator(".preview svg[role=img]")).to_have_attribute("aria-label", re.compile("120 by 100 cm"))
    shown = outlines(page)
    page.get_by_role("button", name="Another one").click()
    page.wait_for_function(CHANGED, arg=shown)
    page.locator("[data-table]").fill("4711")
    page.locator('select[data-army="0"]').select_option("dwarves")
    page.get_by_label("Name").first.fill("Brunhild")
    page.get_by_label("Opponent").select_option("greedy")
    page.get_by_label("Thinks").select_option(label="a little")
    expect(page.locator(".preview .piece")).to_have_count(len(shown))
    page.get_by_role("button", name="Begin").click()
    expect(page.locator("#question")).to_be_visible()
    expect(page.locator(".strip")).to_contain_text("Brunhild")
    while not page.locator(".piece").count():
        page.locator(".decision .choice").first.click()
        page.wait_for_timeout(150)
    assert outlines(page) == shown, "the table is the one that was shown"
    game = page.evaluate("() => JSON.parse(localStorage.getItem('escarmouche.games'))[0].asked")
    assert game["options"] == {
        "terrain": "random",
        "scale": "28mm",
        "table": [1200, 1000],
        "turn_limit": 9,
        "switches": ["literal-animals"],
        "dice": "provable",
    }
    assert game["seats"][1] == {"kind": "bot", "agent": "greedy", "playouts": 16}


def test_what_cannot_be_played_is_said_in_one_sentence(server: Server, open_page: Opener) -> None:
    page = open_page(f"{server.url}#/setup/sbh", lang="fr")
    expect(page.locator(".preview .piece").first).to_be_visible()
    page.locator('[data-fold="settings"] > summary').click()
    page.locator('[data-setting="scale"] [value="hex"]').check()
    page.locator('[data-setting="hex_width"]').fill("99")
    fault = page.locator("form.setup .fault")
    expect(fault).to_contain_text("15 à 20")
    page.get_by_role("button", name="Commencer").click()
    expect(page.locator(".fault.refused")).to_contain_text("15 à 20")
    page.locator('[data-setting="hex_width"]').fill("18")
    expect(fault).to_have_count(0)


def test_every_system_shows_its_own_options(server: Server, open_page: Opener) -> None:
    page = open_page(f"{server.url}#/setup")
    expect(page.locator("form.setup")).to_be_visible()
    choice = page.locator("[data-system]")
    for system in choice.locator("option").all():
        choice.select_option(system.get_attribute("value"))
        for scenario in page.locator("[data-scenario]").locator("option").all():
            page.locator("[data-scenario]").select_option(scenario.get_attribute("value"))
            expect(page.locator(".preview svg[role=img]")).to_be_visible()
            expect(page.locator(".briefing")).not_to_be_empty()
        expect(page.locator("form.setup .fault")).to_have_count(0)


def test_a_choice_is_seen_on_the_table_before_it_is_taken(server: Server, open_page: Opener) -> None:
    page = open_page(f"{server.url}#/setup/sbh")
    expect(page.locator(".preview .piece").first).to_be_visible()
    page.locator('[data-fold="settings"] > summary').click()
    page.locator('[data-setting="terrain"] .pick', has_text="None").hover()
    expect(page.locator(".preview .piece")).to_have_count(0)
    page.get_by_role("heading", level=1).hover()
    expect(page.locator(".preview .piece").first).to_be_visible()


def test_home_shows_a_battle_that_plays_itself_and_a_card_for_each_game(server: Server, open_page: Opener) -> None:
    page = open_page(server.url, lang="fr")
    expect(page.locator(".living .figure").first).to_be_visible()
    assert page.locator(".living").get_attribute("role") == "img"
    cards = page.locator(".game-card")
    expect(cards).to_have_count(5)
    for card in cards.all():
        expect(card).to_contain_text("minutes")
        expect(card).to_contain_text("par camp")
    page.locator('[data-setup="masse"]').click()
    expect(page.locator("[data-system]")).to_have_value("masse")
    page.go_back()
    expect(page.locator(".living")).to_be_visible()
    still = open_page(server.url, reduced_motion="reduce")
    expect(still.locator(".living .figure").first).to_be_visible()
    places = "() => [...document.querySelectorAll('.living .figure')].map(one => one.getAttribute('transform')).join()"
    before = still.evaluate(places)
    still.wait_for_timeout(2500)
    assert still.evaluate(places) == before, "whoever wants no motion sees none"


def test_quick_battle_is_my_move_with_a_card_that_is_put_away_for_good(server: Server, open_page: Opener) -> None:
    page = open_page(server.url)
    page.locator('[data-quick="fda"]').click()
    expect(page.locator(".decision:not(.waiting) #question")).to_be_visible()
    assert page.locator(".figure.side-0").count() > 3
    assert page.locator(".figure.side-1").count() > 3
    card = page.locator(".how-to")
    expect(card.locator("dd")).to_have_count(4)
    card.get_by_role("button").click()
    expect(card).to_have_count(0)
    page.reload()
    expect(page.locator("#question")).to_be_visible()
    expect(card).to_have_count(0)
    page.get_by_role("button", name="How this game is played").click()
    expect(card).to_be_visible()
    page.goto(server.url)
    row = page.locator(".games li")
    expect(row).to_contain_text("against Computer")
    expect(row).to_contain_text("Your move")
    expect(row).to_contain_text("Turn 1")
    expect(page).to_have_title("(1) Escarmouche")


RUBBISH = (
    "null",
    "[null]",
    '"x"',
    "7",
    "{",
    '{"lang": "xx", "theme": 3, "dice": null}',
    '[["x", null], null, {"seats": null}]',
)


def test_whatever_a_browser_has_kept_the_page_is_there(server: Server, open_page: Opener) -> None:
    """Other programs, other versions and other hands write there too."""
    page = open_page("", reduced_motion="reduce")
    names = ["prefs", "games", "armies", "words", "name", "known"]
    page.goto(server.url)
    for kept in RUBBISH:
        page.evaluate(
            "([names, kept]) => names.forEach((one) => localStorage.setItem(`escarmouche.${one}`, kept))", [names, kept]
        )
        page.reload()  # at the last address of before; from then on every screen reads what it wants of it
        for address in ("", "#/army", "#/setup", "#/%"):
            page.goto(f"{server.url}{address}")
            expect(page.locator("main h1, main h2, main form").first, f"{kept} at {address}").to_be_visible()
