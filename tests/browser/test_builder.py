"""The army builder: price and validity as one goes, files, links, a sheet on one page, and into battle."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.browser.conftest import Opener, Server


def add(page: Page, profile: str, times: int = 1) -> None:
    """Add fighters from the list."""
    button = page.locator(f'button[data-profile="{profile}"]')
    for _ in range(times):
        button.click()


def test_from_the_builder_into_battle(server: Server, open_page: Opener, tmp_path: Path) -> None:
    page = open_page(f"{server.url}#/army/sbh", accept_downloads=True)
    page.get_by_label("Name of the army").fill("The Red Boots")
    page.get_by_label("Search").fill("dwarf")
    add(page, "dwarf-warrior", 9)
    expect(page.locator(".points")).to_have_text("306 of 300 points")
    expect(page.locator(".faults .fault").first).to_contain_text("300")
    page.locator(".faults .rule-link").first.click()
    expect(page.locator("dialog .rule-id")).to_contain_text("sbh.army.points-limit")
    page.keyboard.press("Escape")
    page.get_by_role("button", name=re.compile("^One fewer")).click()
    expect(page.locator(".points")).to_have_text("272 of 300 points")
    expect(page.locator(".fine")).to_be_visible()

    page.get_by_text("A profile of one’s own").click()
    form = page.locator(".own-profile form")
    form.get_by_label("Name").fill("Bootmaker")
    form.get_by_label("Quality").fill("4")
    form.get_by_label("Combat").fill("2")
    expect(form.get_by_role("status")).to_contain_text("points")
    form.get_by_role("button", name="Add to the army").click()
    expect(page.locator(".entries li")).to_have_count(2)
    expect(page.locator(".entries")).to_contain_text("Bootmaker")
    expect(page.locator(".fine")).to_be_visible()

    with page.expect_download() as download:
        page.get_by_role("button", name="Export file").click()
    file = tmp_path / "army.toml"
    download.value.save_as(file)
    assert "dwarf-warrior" in file.read_text()
    page.get_by_role("button", name="Link to share").click()
    link = page.locator(".notice").inner_text()

    other = open_page(link)
    expect(other.locator(".entries li")).to_have_count(2)
    expect(other.locator(".fine")).to_be_visible()

    third = open_page(f"{server.url}#/army/sbh")
    third.locator('input[type="file"]').set_input_files(file)
    expect(third.locator(".entries li")).to_have_count(2)
    expect(third.locator(".band h2")).to_contain_text("The Red Boots")

    sheet = page.pdf(format="A4")
    assert len(re.findall(rb"/Type\s*/Page\b", sheet)) == 1, "the sheet fits one page of A4"

    page.get_by_role("button", name="To battle").click()
    expect(page.locator("#question")).to_be_visible()
    page.get_by_role("tab", name="Sides").click()
    expect(page.locator(".bands")).to_contain_text("Bootmaker")
    page.goto(server.url)
    expect(page.locator(".games li")).to_have_count(1)
    page.goto(f"{server.url}#/setup/sbh")
    expect(page.locator('select[data-army="0"] option', has_text="The Red Boots")).to_have_count(1)


def test_every_system_has_its_profiles(server: Server, open_page: Opener) -> None:
    page = open_page(f"{server.url}#/army/sbh")
    expect(page.locator(".profiles tbody tr").first).to_be_visible()
    systems = page.locator("select").first.locator("option").count() if page.get_by_label("Game").count() else 1
    for number in range(1, systems):
        page.get_by_label("Game").select_option(index=number)
        expect(page.locator(".profiles tbody tr").first).to_be_visible()


def test_units_heroes_and_engines(server: Server, open_page: Opener) -> None:
    page = open_page(f"{server.url}#/army/masse")
    page.get_by_label("Search").fill("militia")
    add(page, "milice", 2)
    expect(page.locator('[data-kind="unit"] .count')).to_have_text("2 ×")
    before = page.locator(".points").inner_text()
    page.locator('[data-kind="unit"] .entry-settings summary').click()
    page.locator('[data-kind="unit"] [data-setting="figures"]').fill("20")
    expect(page.locator(".points")).not_to_have_text(before)
    page.locator('[data-add="hero"]').select_option("fighter")
    page.locator('[data-add="engine"]').select_option("baliste")
    expect(page.locator(".entries li")).to_have_count(3)
    expect(page.locator(".fine")).to_be_visible()
    page.locator('[data-kind="hero"] .entry-settings summary').click()
    page.locator('[data-kind="hero"] [data-setting="position"] [value="commander"]').check()
    expect(page.locator(".faults .fault").first).to_contain_text("commander of nobody")
    page.locator('[data-kind="hero"] [data-setting="position"] [value="individual"]').check()
    expect(page.locator(".fine")).to_be_visible()
    sheet = page.pdf(format="A4")
    assert len(re.findall(rb"/Type\s*/Page\b", sheet)) == 1, "the sheet fits one page of A4"


def test_a_band_equipped_figure_by_figure(server: Server, open_page: Opener) -> None:
    """A form may hold a list with repeats: two swords, and then a shield too many."""
    page = open_page(f"{server.url}#/army/swidenth")
    page.get_by_label("Search").fill("orc")
    add(page, "orc-chief")
    add(page, "orc", 3)
    expect(page.locator(".points")).to_have_text("375 of 750 points")
    expect(page.locator(".fine")).to_be_visible()
    entry = page.locator(".entries li").nth(1)
    entry.locator(".entry-settings summary").first.click()
    kit = entry.locator('[data-setting="kit"]')
    for item in ("sword", "sword"):
        kit.locator("select").select_option(item)
    expect(kit.locator(".chip")).to_have_text(["Sword ×", "Sword ×"])
    expect(page.locator(".points")).to_have_text("435 of 750 points")
    expect(entry.locator(".what")).to_contain_text("240 points")
    kit.locator("select").select_option("shield")
    expect(page.locator(".faults .fault").first).to_contain_text("3 hands’ worth of kit")
    kit.get_by_role("button", name="Remove: Shield").click()
    expect(page.locator(".fine")).to_be_visible()
    expect(page.locator(".sheet")).to_contain_text("Sword, Sword")
    kit.get_by_role("button", name="usual").click()
    expect(page.locator(".points")).to_have_text("375 of 750 points")
