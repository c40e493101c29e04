"""The army game in a browser: many figures moved as one, declarations as arrows before they are sent, three sides."""

from __future__ import annotations

from random import Random

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Opener, Server
from tests.browser.seats import Plain, Seat

ARMIES = ["men-500", "orcs-and-goblins-500", "undead-500"]
MOVED = "bataille.move.side-order"
COVERED = """() => [...document.querySelectorAll('.figure:not(.ghost)')].filter(one => {
  const box = one.querySelector('.base').getBoundingClientRect();
  const there = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  return there?.closest('.figure') !== one;
}).map(one => one.dataset.figure)"""
"""The figures that a click on their middle does not find."""


def battle(server: Server, seed: str, sides: int = 2, **options: object) -> Plain:
    """A battle of several sides: the first sits here, the others play by link."""
    asked = {"terrain": "none", **options}
    seats = [{"kind": "here"}, *[{"kind": "link"}] * (sides - 1)]
    return server.make(system="bataille", armies=ARMIES[:sides], seed=seed, options=asked, seats=seats)


def until(server: Server, made: Plain, why: str, seat: int = 0, idle: bool = True) -> Plain:
    """Answer for all sides until this is asked of a seat, which can then do something; returns its state. Sides that are not
    idle go wherever chance takes them."""
    seats = [Seat(server, made, number) for number in range(len(made["seats"]))]
    chance = Random(why)
    for _ in range(600):
        state = seats[seat].state()
        due = state["due"]
        if due["why"] == why and due["seat"] == seat and (idle or any(hand.get("able") for hand in due["hands"])):
            return state
        asked = seats[due["seat"]]
        now = asked.state()
        quick = [one for one in now["due"]["options"] if one["kind"] != "concede"]
        done = [one for one in quick if one["kind"] == "done"]
        chosen = (done or quick)[0] if idle else chance.choice(quick)
        asked.answer(chosen["answer"], now["version"])
    raise AssertionError(f"{why} is never asked of seat {seat}")


def spot(page: Page, figure: int) -> tuple[float, float]:
    """Where a figure is on the screen."""
    box = page.locator(f'.figure[data-figure="{figure}"]:not(.ghost) .base').bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def box_about(page: Page, figures: list[int]) -> None:
    """Draw a box about figures with the mouse, the shift key held."""
    places = [spot(page, one) for one in figures]
    left, top = min(x for x, _ in places) - 9, min(y for _, y in places) - 9
    right, bottom = max(x for x, _ in places) + 9, max(y for _, y in places) + 9
    page.keyboard.down("Shift")
    page.mouse.move(left, top)
    page.mouse.down()
    page.mouse.move((left + right) / 2, (top + bottom) / 2)
    page.mouse.move(right, bottom)
    expect(page.locator(".gather")).to_be_attached()
    page.mouse.up()
    page.keyboard.up("Shift")


def drag(page: Page, begin: tuple[float, float], end: tuple[float, float]) -> None:
    """Draw the mouse from a place to another, its button held."""
    page.mouse.move(*begin)
    page.mouse.down()
    page.mouse.move((begin[0] + end[0]) / 2, (begin[1] + end[1]) / 2)
    page.mouse.move(*end)
    page.mouse.up()


def test_a_box_gathers_figures_and_one_drag_moves_them_in_their_order(server: Server, open_page: Opener) -> None:
    made = battle(server, "ranks")
    state = until(server, made, MOVED)
    page = open_page(server.link(made, 0))
    expect(page.locator("#question")).to_be_visible()
    able = next(hand["figures"] for hand in state["due"]["hands"] if hand["gesture"] == "shift")
    before = {one["id"]: (one["x"], one["y"]) for one in state["view"]["figures"]}
    chosen = able
    assert len(chosen) > 10
    box_about(page, chosen)
    expect(page.locator(".ranks [role=status]")).to_contain_text(f"{len(chosen)} of {len(able)}")
    x, y = spot(page, chosen[0])
    unit = page.evaluate(
        "() => { const s = document.querySelector('.board svg'); return s.viewBox.baseVal.width / s.clientWidth; }"
    )
    up = -1 if before[chosen[0]][1] < state["view"]["table"]["depth"] / 2 else 1
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y + up * 10)
    page.mouse.move(x, y + up * 40 / unit)
    page.mouse.up()
    expect(page.locator(".figure.ghost")).to_have_count(len(chosen))
    expect(page.locator("#ranks-go")).to_be_enabled()
    version = page.locator(".table-screen").get_attribute("data-version")
    page.locator("#ranks-go").click()
    page.wait_for_function("before => document.querySelector('.table-screen').dataset.version !== before", arg=version)
    after = {one["id"]: (one["x"], one["y"]) for one in Seat(server, made, 0).state()["view"]["figures"]}
    shifts = {(after[one][0] - before[one][0], after[one][1] - before[one][1]) for one in chosen}
    assert len(shifts) == 1, "they keep their order"
    assert shifts != {(0, 0)}
    assert all(after[one] == before[one] for one in before if one not in chosen)


def test_shift_clicks_gather_too_and_what_cannot_be_is_said(server: Server, open_page: Opener) -> None:
    made = battle(server, "clicks")
    state = until(server, made, MOVED)
    page = open_page(server.link(made, 0))
    expect(page.locator("#question")).to_be_visible()
    able = next(hand["figures"] for hand in state["due"]["hands"] if hand["gesture"] == "shift")
    assert page.evaluate(COVERED) == [], "in closed ranks nobody lies under a neighbour"
    for one in able[:3]:
        page.locator(f'.figure[data-figure="{one}"] [role=button]').click(modifiers=["Shift"])
    expect(page.locator(".ranks [role=status]")).to_contain_text(f"3 of {len(able)}")
    page.locator(f'.figure[data-figure="{able[1]}"] [role=button]').click(modifiers=["Shift"])
    expect(page.locator(".ranks [role=status]")).to_contain_text(f"2 of {len(able)}")
    for _ in range(60):
        page.keyboard.press("ArrowLeft")
    expect(page.locator(".ranks .refusal")).to_be_visible()
    expect(page.locator("#ranks-go")).to_be_disabled()
    page.keyboard.press("Escape")
    expect(page.locator(".ranks [role=status]")).to_contain_text(f"0 of {len(able)}")


def test_declared_shots_are_arrows_before_they_are_sent(server: Server, open_page: Opener) -> None:
    made = battle(server, "arrows")
    state = until(server, made, "bataille.shoot.attack", idle=False)
    page = open_page(server.link(made, 0))
    expect(page.locator("#question")).to_be_visible()
    hand = next(one for one in state["due"]["hands"] if one["gesture"] == "many")
    proposed = dict(hand["usual"])
    told = len(state["view"]["arrows"])
    expect(page.locator(".charge")).to_have_count(told + len(proposed))
    expect(page.locator(".muster .primary")).to_have_text(f"Declare ({len(proposed)})")
    expect(page.locator(".odds")).to_contain_text("Who may fall")
    shooter, targets = next(one for one in hand["able"] if len(one[1]) > 1)
    drag(page, spot(page, shooter), spot(page, targets[-1]))
    expect(page.locator(".charge")).to_have_count(told + len(proposed))
    page.locator(f'.figure[data-figure="{targets[-1]}"] [role=button]').click()
    expect(page.locator(".charge")).to_have_count(told + len(proposed) - 1)
    drag(page, spot(page, shooter), spot(page, targets[-1]))
    assert Seat(server, made, 0).state()["version"] == state["version"], "nothing is sent yet"
    page.locator(".muster .primary").click()
    expect(page.locator(f'.table-screen[data-version="{state["version"]}"]')).to_have_count(0)
    given = next(one for one in Seat(server, made, 0).events(state["version"]) if one["event"] == "chosen")
    assert next(row[1] for row in given["answer"][1:] if row[0] == shooter) == targets[-1]


def test_several_are_gathered_and_aim_together(server: Server, open_page: Opener) -> None:
    made = battle(server, "arrows")
    state = until(server, made, "bataille.shoot.attack", idle=False)
    page = open_page(server.link(made, 0))
    expect(page.locator("#question")).to_be_visible()
    hand = next(one for one in state["due"]["hands"] if one["gesture"] == "many")
    able = [shooter for shooter, _ in hand["able"]]
    told = len(state["view"]["arrows"])
    page.get_by_role("button", name="Nobody attacks").click()
    expect(page.locator(".charge")).to_have_count(told)
    page.locator(".muster").get_by_role("button", name="All").click()
    expect(page.locator(".muster [role=status]")).to_contain_text(f"{len(able)} of {len(able)}")
    target = hand["able"][0][1][0]
    aiming = [shooter for shooter, targets in hand["able"] if target in targets]
    page.locator(f'.figure[data-figure="{target}"] [role=button]').click()
    expect(page.locator(".charge")).to_have_count(told + len(aiming))
    page.get_by_role("button", name="As proposed").click()
    expect(page.locator(".charge")).to_have_count(told + len({shooter for shooter, _ in hand["usual"]}))
    page.keyboard.press("Escape")
    expect(page.locator(".muster [role=status]")).to_contain_text(f"0 of {len(able)}")


def test_a_whole_type_is_deployed_as_one(server: Server, open_page: Opener) -> None:
    made = battle(server, "deploy")
    state = until(server, made, "bataille.setup.placing")
    ids = next(one["figures"] for one in state["due"]["hands"] if one["gesture"] == "places")
    assert len(ids) > 2
    page = open_page(server.link(made, 0))
    page.locator(".decision .choice").first.click()
    expect(page.locator(".figure.ghost")).to_have_count(len(ids))
    page.locator(".decision").get_by_role("button", name="All").click()
    listed = next(one for one in state["due"]["options"] if one["kind"] == "deploy")["places"]
    ghost = page.locator(f'.figure.ghost[data-figure="{ids[0]}"] .base')
    found = ghost.bounding_box()
    assert found is not None
    page.keyboard.press("ArrowLeft" if listed[0][0] > state["view"]["table"]["width"] / 2 else "ArrowRight")
    page.wait_for_function(
        "([id, x]) => document.querySelector(`.figure.ghost[data-figure='${id}'] .base`).getBoundingClientRect().x !== x",
        arg=[ids[0], found["x"]],
    )
    page.keyboard.press("ArrowRight" if listed[0][0] > state["view"]["table"]["width"] / 2 else "ArrowLeft")
    page.locator(".decision .primary").click()
    expect(page.locator(f'.table-screen[data-version="{state["version"]}"]')).to_have_count(0)
    placed = {one["id"]: [one["x"], one["y"]] for one in Seat(server, made, 0).state()["view"]["figures"]}
    assert [placed[id] for id in ids] == listed, "there and back again, all together"


def test_of_a_troop_those_go_who_can(server: Server, open_page: Opener) -> None:
    made = battle(server, "halt")
    state = until(server, made, MOVED)
    page = open_page(server.link(made, 0))
    able = next(hand["figures"] for hand in state["due"]["hands"] if hand["gesture"] == "shift")
    page.locator(".ranks").get_by_role("button", name="All").click()
    before = {one["id"]: (one["x"], one["y"]) for one in state["view"]["figures"]}
    ahead = "ArrowRight" if before[able[0]][0] < state["view"]["table"]["width"] / 2 else "ArrowLeft"
    for _ in range(14):
        page.keyboard.press(ahead)
    expect(page.locator(".ranks .warning")).to_contain_text("stay where they are")
    stays = page.locator(".figure.ghost.barred").count()
    assert 0 < stays < len(able)
    page.locator("#ranks-go").click()
    expect(page.locator(f'.table-screen[data-version="{state["version"]}"]')).to_have_count(0)
    after = {one["id"]: (one["x"], one["y"]) for one in Seat(server, made, 0).state()["view"]["figures"]}
    assert len([one for one in able if after[one] == before[one]]) == stays, "only riders go 7 inches"


def test_a_spell_bursts_where_it_is_pointed(server: Server, open_page: Opener) -> None:
    made = battle(server, "fire")
    state = until(server, made, "bataille.magic.side-order")
    hand = next(one for one in state["due"]["hands"] if one["kind"] == "fireball")
    caster = hand["figures"][0]
    page = open_page(server.link(made, 0))
    page.locator(f'.figure[data-figure="{caster}"] [role=button]').click()
    x, y = spot(page, caster)
    drag(page, (x, y), (x + 30, y - 20))
    expect(page.locator(".template")).to_have_count(1)
    expect(page.locator(".decision .primary")).to_be_enabled()
    page.keyboard.press("ArrowRight")
    page.locator(".decision .primary").click()
    expect(page.locator(".log")).to_contain_text("casts a Fireball")
    expect(page.locator(".strip")).to_contain_text("Turn")


def test_readings_of_the_rules_stand_behind_a_heading_and_the_usual_ones_are_ticked(server: Server, open_page: Opener) -> None:
    page = open_page(f"{server.url}#/setup")
    page.locator("[data-system]").select_option("bataille")
    page.locator('[data-fold="settings"] > summary').click()
    page.locator("details.switches summary").click()
    usual = page.locator('[data-setting="contact-across-walls"]')
    expect(usual).to_be_checked()
    expect(page.locator('[data-setting="secret-declarations"]')).not_to_be_checked()
    expect(page.locator("[data-players] option")).to_have_count(3)
    page.locator("[data-scenario]").select_option("rescue")
    expect(page.locator("[data-players]")).to_have_count(0)
    usual.click()
    page.locator('button[type="submit"]').click()
    expect(page.locator(".table-screen")).to_be_visible()
    page.wait_for_function("() => localStorage.length > 0")
    asked = page.evaluate("() => Object.values(localStorage).join()")
    assert '"contact-across-walls":false' in asked, "what is usual can be switched off"


@pytest.mark.parametrize("kind", ["here", "link"])
def test_three_sides_sit_at_one_table(server: Server, open_page: Opener, kind: str) -> None:
    seats = [{"kind": "here"}, {"kind": kind}, {"kind": kind}]
    made = server.make(system="bataille", armies=ARMIES, seed="three", options={"terrain": "none"}, seats=seats)
    state = until(server, made, MOVED)
    assert len(state["view"]["sides"]) == 3
    page = open_page(server.link(made, 0))
    expect(page.locator("#question")).to_be_visible()
    expect(page.locator(".side-name")).to_have_count(3)
    for side in range(3):
        expect(page.locator(f".figure.side-{side}").first).to_be_attached()
    version = page.locator(".table-screen").get_attribute("data-version")
    page.locator('.decision .choice[data-kind="done"]').click()
    page.wait_for_function("before => document.querySelector('.table-screen').dataset.version !== before", arg=version)
    if kind == "here":
        expect(page.locator("#question")).to_contain_text(state["seats"][1]["army"]["en"])
    else:
        other = open_page(server.link(made, 1))
        expect(other.locator(".decision:not(.waiting) #question")).to_be_visible()


def test_those_at_one_screen_need_no_curtain_where_nothing_is_hidden(server: Server, open_page: Opener) -> None:
    page = open_page(f"{server.url}#/setup")
    page.locator("[data-system]").select_option("bataille")
    page.locator("[data-players]").select_option("3")
    for seat, army in enumerate(ARMIES):
        page.locator(f'[data-seat="{seat}"]').select_option("here")
        page.locator(f'[data-army="{seat}"]').select_option(army)
    page.locator('button[type="submit"]').click()
    asked = set()
    for _ in range(8):
        expect(page.locator(".decision:not(.waiting) #question")).to_be_visible()
        asked.add(page.locator("#question").inner_text().partition("”")[0])
        version = page.locator(".table-screen").get_attribute("data-version")
        page.locator(".decision .choice").first.click()
        if page.locator(".decision .primary").count():
            page.locator(".decision .primary").first.click()
        page.wait_for_function("before => document.querySelector('.table-screen')?.dataset.version !== before", arg=version)
    assert len(asked) == 3, "each by the name of the army"
    expect(page.locator(".pass")).to_have_count(0)


def test_a_curtain_hides_what_is_declared_in_secret_unless_they_do_without(server: Server, open_page: Opener) -> None:
    made = server.make(system="masse", quick=True, seats=[{"kind": "here"}, {"kind": "here"}])
    bands = [seat["army"]["en"] for seat in Seat(server, made, 0).state()["seats"]]
    page = open_page(server.url)
    kept = [{"seat": seat, "token": made["seats"][seat]["token"], "kind": "here"} for seat in (0, 1)]
    game = {"id": made["game"], "system": "masse", "scenario": made["scenario"], "seats": kept, "links": [], "made": 0}
    page.evaluate("game => localStorage.setItem('escarmouche.games', JSON.stringify([game]))", game)
    page.goto(f"{server.url}#/game/{made['game']}")
    page.reload()
    expect(page.locator(".pass")).to_be_visible()
    assert page.locator(".board").count() == 0
    page.locator(".pass input").check()
    page.locator(".pass .primary").click()
    expect(page.locator(".decision #question")).to_contain_text(bands[0])
    page.locator(".decision .primary").click()
    expect(page.locator(".decision #question")).to_contain_text(bands[1])
    expect(page.locator(".pass")).to_have_count(0)
