"""Two browsers at one game, each with its own view; two players at one screen."""

from __future__ import annotations

import json
import re
from typing import Any

import httpx
from playwright.sync_api import Page, Response, WebSocket, expect

from tests.browser.conftest import WAIT, Opener, Server
from tests.browser.hands import Mouse

NAMES = (("Zephyrine", "Ottokar"), ("Quentin", "Yolande"))
"""Names that stand nowhere else, by seat: whoever reads the other's has seen the hidden band."""
NEWS = "before => document.querySelector('.table-screen').dataset.version !== before"


class Wire:
    """Everything that reached a page."""

    def __init__(self, page: Page) -> None:
        self.texts: list[str] = []
        page.on("websocket", self.socket)
        page.on("response", self.response)

    def socket(self, socket: WebSocket) -> None:
        """Write down every frame of a socket."""
        socket.on("framereceived", lambda frame: self.texts.append(str(frame)))

    def response(self, response: Response) -> None:
        """Write down every answer about games."""
        if "/api/games" in response.url and response.status < 500:
            self.texts.append(response.text())

    def knows(self, name: str) -> bool:
        """Has the name reached the page?"""
        return any(name in text for text in self.texts)


def band(names: tuple[str, ...]) -> dict[str, Any]:
    """A small band whose fighters have these names."""
    return {"system": "sbh", "name": "Band", "figure": [{"profile": "halfling-spearman", "name": name} for name in names]}


def test_two_browsers_by_link_and_a_hidden_band(server: Server, open_page: Opener) -> None:
    page = open_page(f"{server.url}#/setup/sbh")
    page.locator('select[data-seat="0"]').select_option("here")
    page.locator('select[data-seat="1"]').select_option("link")
    page.get_by_label("Scenario").select_option("ambush")
    page.get_by_role("button", name="Begin").click()
    expect(page.locator("#question")).to_be_visible()
    link = page.locator('[data-invite="1"]').input_value()
    page.get_by_role("button", name="QR code").click()
    expect(page.locator("svg.qr")).to_be_visible()
    other = open_page(link)
    expect(other.locator("#question")).to_be_visible()
    expect(page.locator(".invite")).to_have_count(0)
    hands = [Mouse(page, 0), Mouse(other, 1)]
    for _ in range(6):
        act(hands)
    assert page.locator(".table-screen").count() == other.locator(".table-screen").count() == 1


def act(hands: list[Mouse]) -> None:
    """Let the one who is to decide do so; of two pages that have heard the same news exactly one decides."""
    due: list[Mouse] = []
    for _ in range(WAIT // 50):
        due = [one for one in hands if one.page.locator(".decision:not(.waiting)").count()]
        if len(due) == 1:
            break
        hands[0].page.wait_for_timeout(50)
    assert len(due) == 1, "exactly one of the two decides"
    due[0].wait()
    due[0].act()
    due[0].page.wait_for_function(NEWS, arg=due[0].version)


def test_what_is_hidden_never_reaches_the_other_browser(server: Server, open_page: Opener) -> None:
    made = server.make(
        system="sbh",
        scenario="ambush",
        armies=[band(NAMES[0]), band(NAMES[1])],
        seed="hide",
        options={"terrain": "random"},
        seats=[{"kind": "link"}, {"kind": "link"}],
    )
    pages = [open_page(""), open_page("")]
    wires = [Wire(page) for page in pages]
    for seat, page in enumerate(pages):
        page.goto(server.link(made, seat))
        expect(page.locator("#question")).to_be_visible()
    hands = [Mouse(page, seat) for seat, page in enumerate(pages)]
    while not any(page.locator(".marker").count() for page in pages):
        act(hands)
    for page in pages:
        expect(page.locator(".marker").first).to_be_visible()
    views = [json.loads(next(text for text in reversed(wire.texts) if '"markers"' in text)) for wire in wires]
    owner = next(mark["seat"] for mark in found(views[0], "markers"))
    seeker = 1 - owner
    hidden = [mark["own"]["figure"] for mark in found(views[seeker], "markers")]
    assert hidden
    assert all(figure is None for figure in hidden), "the seeker sees markers and nothing under them"
    assert not [one for one in found(views[seeker], "figures") if one["seat"] == owner]
    assert [one for one in found(views[owner], "figures") if one["seat"] == owner]
    for name in NAMES[owner]:
        assert wires[owner].knows(name)
        assert not wires[seeker].knows(name), "no frame and no answer named a hidden fighter"


def found(told: Any, key: str) -> list[dict[str, Any]]:
    """A list of the view in whatever came over the wire."""
    view = (told.get("state") or told)["view"]
    rows: list[dict[str, Any]] = view[key]
    return rows


def test_the_screen_is_passed_without_showing_what_is_hidden(server: Server, open_page: Opener) -> None:
    made = server.make(
        system="sbh",
        scenario="ambush",
        armies=[band(NAMES[0]), band(NAMES[1])],
        seed="pass",
        options={"terrain": "random"},
        seats=[{"kind": "here", "name": "Ines"}, {"kind": "here", "name": "Karl"}],
    )
    page = open_page(server.url)
    seats = [{"seat": one["seat"], "token": one["token"], "kind": "here"} for one in made["seats"]]
    game = {"id": made["game"], "system": "sbh", "scenario": "ambush", "seats": seats, "links": [], "made": 0}
    page.evaluate("game => localStorage.setItem('escarmouche.games', JSON.stringify([game]))", game)
    page.reload()
    page.goto(f"{server.url}#/game/{made['game']}")
    sitting = -1
    hidden: set[int] = set()
    while len(hidden) < 2:
        page.wait_for_selector(".pass, .decision:not(.waiting)")
        if page.locator(".pass").count():
            text = page.locator("body").inner_html()
            assert not [name for names in NAMES for name in names if name in text], "the pass screen names nobody's fighters"
            sitting = 0 if "Ines" in page.locator(".pass h1").inner_text() else 1
            expect(page.locator(".pass .primary")).to_be_focused()
            page.keyboard.press("Enter")
            page.wait_for_selector(".decision:not(.waiting)")
        page.get_by_role("tab", name="Sides").click()
        shown = page.locator(".bands").inner_text()
        assert all(name in shown for name in NAMES[sitting]), "everybody sees their own"
        if page.locator(".marker").count() == 0:
            assert not [name for name in NAMES[1 - sitting] if name in shown], "and nobody the other's before it stands there"
            hidden.add(sitting)
        hands = Mouse(page, sitting)
        hands.wait()
        version = hands.version
        hands.act()
        page.wait_for_function(
            "before => { const one = document.querySelector('.table-screen'); return !one || one.dataset.version !== before }",
            arg=version,
        )


def test_two_players_at_one_screen(server: Server, open_page: Opener) -> None:
    page = open_page(f"{server.url}#/setup/sbh")
    page.locator('select[data-seat="1"]').select_option("here")
    page.get_by_label("Scenario").select_option("ambush")
    page.get_by_role("button", name="Begin").click()
    passes = set()
    for _ in range(8):
        page.wait_for_selector(".pass, .decision:not(.waiting)")
        if page.locator(".pass").count():
            assert page.locator(".board").count() == 0, "nothing of the table shows while the screen changes hands"
            passes.add(page.locator(".pass h1").inner_text())
            page.locator(".pass .primary").click()
            page.wait_for_selector(".decision:not(.waiting)")
        hands = Mouse(page)
        hands.wait()
        hands.act()
        page.wait_for_timeout(250)
    assert len(passes) == 2


def test_no_token_stays_in_an_address(server: Server, open_page: Opener) -> None:
    """Neither in that of the page, nor in that of its socket; loaded again, the page still finds its seat."""
    made = server.make(system="sbh", seats=[{"kind": "link"}, {"kind": "link"}])
    page = open_page(server.url)
    sockets: list[str] = []
    page.on("websocket", lambda socket: sockets.append(socket.url))
    page.goto(server.link(made, 0))
    expect(page.locator("#question")).to_be_visible()
    page.wait_for_url(lambda url: "t=" not in url)
    page.reload()
    expect(page.locator("#question")).to_be_visible()
    page.wait_for_function("document.querySelector('.offline') === null")
    assert sockets
    assert not [url for url in sockets if made["seats"][0]["token"] in url or "t=" in url]


def test_the_link_of_a_seat_that_is_taken_opens_nothing(server: Server, open_page: Opener) -> None:
    """Who invited knows the link, but the seat is claimed by the one who came by it, and opens there again and again."""
    made = server.make(system="sbh", seats=[{"kind": "here"}, {"kind": "link"}])
    guest = open_page(server.link(made, 1))
    expect(guest.locator("#question")).to_be_visible()
    guest.wait_for_url(lambda url: "t=" not in url)
    host = open_page(server.link(made, 1))
    expect(host.get_by_text("opens no seat")).to_be_visible()
    guest.goto(server.url)
    guest.goto(server.link(made, 1))
    expect(guest.locator("#question")).to_be_visible()


# ---------------------------------------------------------------- words for the dice, and the same players again


def sits(page: Page, game: str) -> dict[str, Any]:
    """The first seat that a page has kept in a game."""
    games = page.evaluate("() => JSON.parse(localStorage.getItem('escarmouche.games'))")
    seat: dict[str, Any] = next(one["seats"][0] for one in games if one["id"] == game)
    return seat


def give_up(server: Server, game: str, pages: list[Page]) -> None:
    """Play until somebody may give up, who does."""
    heads = [{"Authorization": f"Bearer {sits(page, game)['token']}"} for page in pages]
    with httpx.Client(base_url=f"{server.url}api/games/{game}", trust_env=False, timeout=60) as client:
        for _ in range(60):
            states = [client.get("", headers=one).json() for one in heads]
            seat = next(number for number, state in enumerate(states) if state["due"]["mine"])
            options = sorted(states[seat]["due"]["options"], key=lambda one: one["kind"] != "concede")
            body = {"answer": options[0]["answer"], "after": states[seat]["version"]}
            if client.post("/answer", json=body, headers=heads[seat]).json()["state"]["phase"] == "over":
                return
    raise AssertionError("nobody gives up")


def by_link(server: Server, open_page: Opener, **asked: Any) -> tuple[str, list[Page]]:
    """A game of two browsers that came by link."""
    made = server.make(system="sbh", seats=[{"kind": "link"}, {"kind": "link"}], **asked)
    return made["game"], [open_page(server.link(made, seat)) for seat in (0, 1)]


def test_words_are_committed_to_before_any_is_told(server: Server, open_page: Opener) -> None:
    game, pages = by_link(server, open_page, salted=True)
    wires = [Wire(page) for page in pages]
    first, second = pages
    for page, word in ((first, "mer"), (second, "pierre")):
        page.get_by_label("Your word").fill(word)
        if page is second:
            expect(first.get_by_text("Waiting for the others")).to_be_visible()
            first.reload()
            expect(first.get_by_text("Waiting for the others")).to_be_visible()
            assert not wires[1].knows("mer ")
        page.get_by_role("button", name="Add it").click()
    for page in pages:
        expect(page.locator("#question")).to_be_visible()
    give_up(server, game, pages)
    for page in pages:
        page.get_by_role("tab", name="Dice").click()
        expect(page.locator(".proof [role=status]")).to_contain_text(re.compile(r"All \d+ dice are right"))
        expect(page.locator(".proof")).to_contain_text("everybody had committed to theirs")
        expect(page.locator(".proof")).to_contain_text(re.compile(r"Word \(.+\)pierre"))
        assert page.locator(".proof .fault").count() == 0
    # What this browser was shown before it told its word is held against what is told now.
    first.evaluate(
        "() => localStorage.setItem('escarmouche.words', localStorage.getItem('escarmouche.words').replace('mer ', 'other '))"
    )
    first.reload()
    first.get_by_role("tab", name="Dice").click()
    expect(first.locator(".proof .fault")).to_contain_text("not those that this browser was shown")


def test_the_other_player_finds_the_seat_of_a_rematch(server: Server, open_page: Opener) -> None:
    game, pages = by_link(server, open_page, seed="again")
    for page in pages:
        expect(page.locator("#question")).to_be_visible()
    give_up(server, game, pages)
    first, second = pages
    first.get_by_role("button", name="Rematch").click()
    first.wait_for_url(lambda url: game not in url)
    expect(first.locator("#question")).to_be_visible()
    first.get_by_role("button", name="Invite").click()
    link = first.locator(".share").get_by_label(re.compile("^Link for (?!spectators)")).input_value()
    assert link.endswith(f"?from={game}")
    assert sits(second, game)["token"] not in link
    again = link.partition("#/game/")[2].partition("?")[0]
    stranger = open_page(link)
    expect(stranger.get_by_role("heading", name="No seat at this game")).to_be_visible()
    second.goto(link)
    expect(second.locator("#question")).to_be_visible()
    second.wait_for_url(lambda url: "from=" not in url)
    assert sits(second, again)["seat"] == 1
    act([Mouse(first, 0), Mouse(second, 1)])
    second.reload()
    expect(second.locator("#question")).to_be_visible()


def test_a_guest_brings_a_name_an_army_and_a_friendly_word(server: Server, open_page: Opener) -> None:
    """The host leaves the army open; names are asked once, stand in questions and log, and are remembered; people talk."""
    host = open_page(f"{server.url}#/setup/sbh")
    host.get_by_label("Name").first.fill("Ada")
    host.locator('select[data-seat="1"]').select_option("link")
    host.locator('select[data-army="1"]').select_option("open:")
    host.locator("[data-deployed]").check()
    host.get_by_role("button", name="Begin").click()
    expect(host.locator(".bring .invite")).to_be_visible()
    guest = open_page(host.locator('[data-invite="1"]').input_value(), lang="fr")
    guest.locator(".called input").fill("Zoé <b>")
    guest.locator(".called .primary").click()
    expect(guest.locator(".bring h1")).to_contain_text("300")
    guest.locator('input[value="elves"]').check()
    guest.locator(".bring form .big").click()
    for page in (host, guest):
        expect(page.locator(".table-screen .figure").first).to_be_attached()
        expect(page.locator(".strip")).to_contain_text("Ada")
        expect(page.locator(".strip")).to_contain_text("Zoé <b>")
        expect(page.locator(".log")).to_contain_text("Ada")
    expect(host.locator(".strip")).to_contain_text("Wardens of the Green Mile")
    expect(host.locator("#question")).to_contain_text(re.compile("Ada|Zoé"))
    guest.locator('[data-sign="luck"]').click()
    expect(host.locator(".talk .said")).to_contain_text("Good luck!")
    host.locator(".talk input").fill("<i>merci</i>")
    host.locator(".talk form button").click()
    expect(guest.locator(".talk .said")).to_contain_text("Ada <i>merci</i>")
    guest.get_by_role("button", name="Couper").click()
    expect(guest.locator(".talk .said")).to_be_empty()
    assert guest.evaluate("() => localStorage.getItem('escarmouche.name')") == '"Zoé <b>"'


def test_clocks_are_seen_and_a_game_is_claimed_when_one_is_out(server: Server, open_page: Opener) -> None:
    clock = {"seconds": 10, "increment": 0, "loses": True}
    made = server.make(system="sbh", quick=True, seats=[{"kind": "here"}, {"kind": "link"}], clock=clock)
    pages = [open_page(server.link(made, seat)) for seat in (0, 1)]
    for page in pages:
        expect(page.locator(".strip .clock")).to_have_count(2)
    expect(pages[0].locator(".clock.out").first).to_be_visible()
    due = 0 if pages[0].locator(".decision:not(.waiting)").count() else 1
    pages[1 - due].get_by_role("button", name="Claim the game").click()
    expect(pages[1 - due].locator(".ended h2")).to_be_visible()
    expect(pages[due].locator(".ended h2")).to_be_visible()
