"""The replay of a finished game: going through it, a link to a moment, and going on from one."""

from __future__ import annotations

import itertools
import re

from playwright.sync_api import expect

from tests.browser.conftest import Opener, Server
from tests.browser.seats import Plain, Seat, to_the_end
from tests.browser.test_deeds import ON_THE_WAY, PLACE, stopped
from tests.browser.test_play import SMALL, STRONG, WEAK

PLAYED: dict[tuple[str, str | None], Plain] = {}
"""The games that were played to their end, by server and seed: who only looks at one need not play it again."""


def finished(server: Server, seed: str | None) -> Plain:
    """A game that two seats have played to its end."""
    if (server.url, seed) not in PLAYED:
        dice = {} if seed is None else {"seed": seed}
        seats = [{"kind": "here"}, {"kind": "here"}]
        made = server.make(system="sbh", armies=[STRONG, WEAK], options=SMALL, seats=seats, **dice)
        to_the_end([Seat(server, made, 0), Seat(server, made, 1)])
        PLAYED[server.url, seed] = made
    return PLAYED[server.url, seed]


def test_scrub_link_and_fork(server: Server, open_page: Opener) -> None:
    made = finished(server, "film")
    page = open_page(server.link(made, 0).replace("#/game/", "#/replay/"))
    slider = page.get_by_label("Moment", exact=True)
    expect(slider).to_be_visible()
    last = int(slider.get_attribute("max") or 0)
    assert last > 10
    slider.fill(str(last // 2))
    expect(page.locator(".replay-tools h2")).to_contain_text(f"Moment {last // 2 + 1} of")
    page.wait_for_function("() => /at=\\d+/.test(location.hash)")
    moment = page.url

    again = open_page(moment)
    expect(again.locator(".replay-tools h2")).to_have_text(page.locator(".replay-tools h2").inner_text())
    shown = [one.get_attribute("transform") for one in page.locator(".figure").all()]
    assert [one.get_attribute("transform") for one in again.locator(".figure").all()] == shown

    page.get_by_role("button", name="Copy the link to this moment").click()
    copied = page.locator(".moment-link").input_value()
    assert re.search(r"#/replay/[^?]+\?t=.+&at=\d+$", copied)
    third = open_page(copied)
    expect(third.locator(".replay-tools h2")).to_have_text(page.locator(".replay-tools h2").inner_text())
    expect(third.locator(".log .now")).to_be_in_viewport()

    page.get_by_label("Speed").select_option("6")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator(".replay-tools h2")).not_to_have_text(again.locator(".replay-tools h2").inner_text())

    again.get_by_role("button", name="Go on from here, fresh dice").click()
    again.wait_for_url(re.compile("#/game/"))
    expect(again.locator(".pass, .decision:not(.waiting)").first).to_be_visible()


def test_a_rematch_and_my_games(server: Server, open_page: Opener) -> None:
    made = finished(server, "film")
    page = open_page(server.link(made, 0))
    expect(page.locator(".ended h2")).to_be_visible()
    page.get_by_role("button", name="Rematch").click()
    page.wait_for_url(lambda url: made["game"] not in url)
    expect(page.locator(".pass, .decision:not(.waiting)").first).to_be_visible()
    page.goto(server.url)
    expect(page.locator(".games li")).to_have_count(2)
    page.locator(".games li").last.get_by_role("link").last.click()
    expect(page.locator(".replay-tools")).to_be_visible()


def test_every_die_is_checked_in_the_browser(server: Server, open_page: Opener) -> None:
    made = finished(server, None)
    page = open_page(server.link(made, 0))
    page.get_by_role("tab", name="Dice").click()
    expect(page.locator(".proof [role=status]")).to_contain_text(re.compile(r"All \d+ dice are right"))


def test_the_log_unfolds_filters_and_opens_rules(server: Server, open_page: Opener) -> None:
    made = finished(server, "film")
    page = open_page(server.link(made, 0))
    expect(page.locator(".log .event.turn").first).to_be_visible()
    fight = page.locator(".log .event:not(.turn)", has_text="against").last
    expect(fight.locator("summary b")).not_to_be_empty()
    fight.locator("summary").click()
    expect(fight.locator(".detail .rolled .small-dice").first).to_be_visible()
    expect(fight.locator(".detail .modifiers li").first).to_contain_text(re.compile(r"Combat \+\d"))
    expect(fight.locator(".detail .rule-link").first).to_be_visible()
    said = [line.strip() for line in page.locator(".log .event b").all_inner_texts()]
    assert not [line for line in said if re.search(r"\b[a-z]+\.[a-z-]+\.[a-z-]+|undefined|\(\)", line)], "no key and no id"
    everything = page.locator(".log .event").count()
    page.locator(".log select").select_option("fights")
    fights = page.locator(".log .event:not(.turn)")
    assert 0 < fights.count() < everything
    page.locator(".log select").select_option("mine")
    assert page.locator(".log .event.side-1").count() == 0
    page.locator(".log select").select_option(index=4)
    assert 0 < page.locator(".log .event").count() < everything
    page.locator(".log .event .rule-link").last.click()
    expect(page.locator("dialog .rule p").first).to_be_visible()
    assert page.locator("dialog .rule-id").inner_text().startswith("sbh.")
    page.keyboard.press("Escape")
    expect(page.locator(".rule-dialog")).not_to_be_visible()


def test_the_end_tells_why_the_losses_and_the_luck(server: Server, open_page: Opener) -> None:
    made = finished(server, "film")
    page = open_page(server.link(made, 0))
    expect(page.locator(".ended .why")).to_contain_text(re.compile(r"(left|conceded|over|home).*\."))
    expect(page.locator(".ended .scores > li")).to_have_count(2)
    expect(page.locator(".losses li").first).to_be_visible()
    expect(page.locator(".curve svg")).to_be_visible()
    expect(page.locator(".luck-bars li")).to_have_count(2)
    page.get_by_role("button", name="Swap sides").click()
    page.wait_for_url(lambda url: made["game"] not in url)


def test_the_replay_jumps_to_the_turning_points(server: Server, open_page: Opener) -> None:
    made = finished(server, "film")
    page = open_page(server.link(made, 0).replace("#/game/", "#/replay/"))
    expect(page.locator(".curve .peak").first).to_be_attached()
    page.locator(".fortune summary").first.click()
    first, last = page.locator(".peaks button").first, page.locator(".peaks button").last
    last.click()
    expect(last).to_have_attribute("aria-current", "step")
    expect(page.locator(".curve line.here")).to_be_attached()
    begun = re.compile(r"Moment 1 of")
    expect(page.locator(".replay-tools h2")).not_to_have_text(begun)
    page.get_by_label("Moment", exact=True).fill("0")
    expect(page.locator(".replay-tools h2")).to_have_text(begun)
    page.locator(".replay-tools h2").click()
    page.keyboard.press("1")
    expect(first).to_have_attribute("aria-current", "step")
    expect(page.locator(".replay-tools h2")).not_to_have_text(begun)


def first_move(server: Server, made: Plain) -> tuple[int, int, int]:
    """The first moment to which somebody goes some way: the moment before it, itself, and who goes."""
    client = Seat(server, made, 0).client
    moments: list[int] = client.get("/replay").json()["moments"]
    for was, now in itertools.pairwise(moments):
        for change in client.get(f"/replay?at={now}&steps=true").json()["steps"]:
            gone = [one["id"] for one in change.get("figures", ()) if {"x", "y"} <= set(one) and "state" not in one]
            if gone:
                return was, now, gone[0]
    raise AssertionError("nobody moved")


def test_a_step_forward_is_seen_and_a_jump_is_not(server: Server, open_page: Opener) -> None:
    made = finished(server, "film")
    was, now, figure = first_move(server, made)
    address = server.link(made, 0).replace("#/game/", "#/replay/")
    page = open_page("", pace="calm")
    stopped(page, f"{address}&at={was}")
    before, heading = page.evaluate(PLACE, figure), page.locator(".replay-tools h2").inner_text()
    page.get_by_role("button", name="One moment on").click()
    expect(page.locator(".deeds .told")).not_to_be_empty()
    expect(page.locator(".footsteps")).to_have_count(1)
    assert len(set(page.evaluate(ON_THE_WAY, figure))) == 5, "it is seen between the two places"
    page.get_by_role("button", name="Skip").click()
    expect(page.locator(".deeds.open")).to_have_count(0)
    expect(page.locator(".replay-tools h2")).not_to_have_text(heading)
    assert f"at={now}" in page.url
    after = page.evaluate(PLACE, figure)
    assert after != before
    page.get_by_role("button", name="One moment back").click()
    expect(page.locator(".replay-tools h2")).to_have_text(heading)
    assert page.evaluate(PLACE, figure) == before
    page.get_by_label("Moment", exact=True).press("ArrowRight")
    expect(page.locator(".replay-tools h2")).not_to_have_text(heading)
    assert page.evaluate(PLACE, figure) == after
    expect(page.locator(".deeds.open")).to_have_count(0)


def test_the_film_plays_through_deeds_and_keeps_still_for_those_who_want_stillness(server: Server, open_page: Opener) -> None:
    made = finished(server, "film")
    was, _, figure = first_move(server, made)
    page = open_page("", pace="calm", reduced_motion="reduce")
    stopped(page, f"{server.link(made, 0).replace('#/game/', '#/replay/')}&at={was}")
    before = page.evaluate(PLACE, figure)
    page.get_by_role("button", name="Play", exact=True).click()
    page.clock.run_for(1300)
    expect(page.locator(".deeds .told")).not_to_be_empty()
    expect(page.locator(".footsteps")).to_have_count(1)
    assert page.evaluate("() => document.getAnimations().length") == 0
    heading = page.locator(".replay-tools h2").inner_text()
    page.clock.resume()
    expect(page.locator(".replay-tools h2")).not_to_have_text(heading)
    assert page.evaluate(PLACE, figure) != before
