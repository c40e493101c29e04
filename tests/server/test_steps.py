"""What happened, step by step: the pictures between two decisions, as each viewer may know them."""

from __future__ import annotations

import itertools
import json
import random
from pathlib import Path
from typing import Any, get_args

import pytest

import escarmouche as esc
from escarmouche.core import registry
from escarmouche.core.dice import Stream
from escarmouche.core.effects import Rolled, Told
from escarmouche.core.game import Game
from escarmouche.core.system import Plain
from escarmouche.kit.view import DeedKind
from escarmouche.server import passages
from escarmouche.server.live import told
from tests.server.serving import HERE, LINK, inside, open_game, pick, play_both, two_seats
from tests.server.test_live import connect, heard

SYSTEMS = ["sbh", "masse", "bataille", "swidenth", "fda"]


def applied(view: Plain, change: Any) -> Plain:
    """A view with a change made in it, as a page makes it."""
    after = {**view, **{name: value for name, value in change.get("rest", {}).items() if value is not None}}
    for name in [name for name, value in change.get("rest", {}).items() if value is None]:
        after.pop(name, None)
    for name in passages.LISTS:
        found = {one["id"]: one for one in view[name] if one["id"] not in change.get("lost", {}).get(name, ())}
        for one in change.get(name, ()):
            found[one["id"]] = {**found.get(one["id"], {}), **one}
        after[name] = list(found.values())
    return after


def shown(view: Plain) -> Plain:
    """What a screen reads of a view: lists by id, and nothing that is not there."""

    def bare(one: Any) -> Any:
        if isinstance(one, dict):
            return {name: bare(value) for name, value in one.items() if name != "own" and value is not None}
        return [bare(item) for item in one] if isinstance(one, (list, tuple)) else one

    found: Plain = bare(view)
    return {**found, **{name: sorted(found[name], key=lambda one: str(one)) for name in passages.LISTS}}


def passed(game: Game, decisions: int, seed: int) -> list[tuple[list[Plain], passages.Passage]]:
    """Decisions at random, each with what was told and what it led through."""
    rng, found = random.Random(seed), []
    for _ in range(decisions):
        if game.due is None:
            break
        before = game.world
        events, passage = passages.played(game, game.sample(rng))
        found.append((told(game.system, events, before, game.world, passage.worlds), passage))
    return found


@pytest.mark.parametrize("system", SYSTEMS)
def test_the_steps_lead_from_one_picture_to_the_next_for_every_viewer(system: str) -> None:
    """And each is a picture of a world that the viewer cannot tell from those that it holds possible."""
    game = esc.new(system, seed=5)
    steps = 0
    for events, passage in passed(game, 60, 3):
        for viewer in (-1, 0, 1):
            view = game.system.view(passage.before, viewer)
            found = passages.changes(game.system, passage, events, viewer, 100)
            for change in found:
                view = applied(view, change)
                assert 100 <= change["n"] <= 100 + len([one for one in events if one["only"] in (-1, viewer)])
            assert shown(view) == shown(game.system.view(passage.worlds[-1], viewer))
            assert [change["n"] for change in found] == sorted(change["n"] for change in found)
            steps += len(found)
            for world in {id(one): one for one in passage.worlds}.values():
                other = game.system.imagine(world, viewer, Stream(f"{viewer}"))
                assert game.system.view(other, viewer) == game.system.view(world, viewer)
    assert steps > 20


def test_a_fight_is_seen_before_its_dice_and_after_them() -> None:
    """Whoever comes into contact is shown there when the dice are thrown, and only then what they do."""
    game = esc.new("bataille", seed=2)
    several = [
        found
        for events, passage in passed(game, 400, 1)
        if len(found := passages.changes(game.system, passage, events, 0, 0)) > 1
    ]
    assert several
    assert all(len({json.dumps(one, sort_keys=True) for one in found}) == len(found) for found in several)


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_deed_is_one_that_screens_know_and_its_figures_are_figures(system: str) -> None:
    game = esc.new(system, seed=5)
    kinds = set(get_args(DeedKind))
    book = registry.system(system)
    known = {row[0] for row in book.deeds.values()}
    assert known <= kinds
    assert all(" " in key or "." in key or book.messages.form(key, "en") for key in book.deeds), "keys are kinds of events"
    deeds = [event["deed"] for events, _ in passed(game, 250, 1) for event in events if "deed" in event]
    figures = {one["id"] for one in game.system.view(game.world, -1)["figures"]}
    assert {"move", "act"} & {deed["kind"] for deed in deeds}
    assert {deed["figure"] for deed in deeds} - {-1} <= figures
    assert {deed["target"] for deed in deeds if deed["kind"] in ("blow", "shot")} - {-1} <= figures


def test_dice_are_thrown_as_if_nobody_watched() -> None:
    watched, alone = esc.new("sbh", seed=4), esc.new("sbh", seed=4)
    rng = random.Random(2)
    for _ in range(80):
        answer = watched.sample(rng)
        events, passage = passages.played(watched, answer)
        assert repr(events) == repr(alone.play(answer))
        assert len(passage.worlds) == len(events)
    assert not isinstance(watched.source, passages.Watched)
    assert {Rolled, Told} <= {type(event) for event in watched.events}


def test_what_is_taken_back_goes_back_step_by_step_too(tmp_path: Path) -> None:
    with inside(tmp_path) as client:
        one, other = two_seats(client, seed=2, system="masse")
        rng = random.Random(1)
        for _ in range(60):
            state = one.get()
            player = (one, other)[state["due"]["seat"]]
            state = player.get()
            view = state["view"]
            done = player.post("/answer", {"answer": pick(state, rng), "after": state["version"]})
            if done["state"]["undo"] and done["steps"]:
                break
        for change in done["steps"]:
            view = applied(view, change)
        assert shown(view) == shown(done["state"]["view"])
        back = player.post("/undo", {"after": done["version"]})
        for change in back["steps"]:
            view = applied(view, change)
        assert shown(view) == shown(state["view"]) == shown(back["state"]["view"])


def test_who_comes_back_after_a_gap_is_told_every_step_once(tmp_path: Path) -> None:
    with inside(tmp_path) as client:
        one, other = two_seats(client, seed=2)
        play_both(one, other, random.Random(2), 20)
        with connect(one) as socket:
            hello = heard(socket, "hello")
        known, view = hello["version"], hello["state"]["view"]
        play_both(one, other, random.Random(3), 25)
        with connect(one, known) as socket:
            hello = heard(socket, "hello")
        assert hello["from"] == known
        assert hello["steps"]
        for change in hello["steps"]:
            view = applied(view, change)
        assert shown(view) == shown(hello["state"]["view"])
        # Half-way between two answers no picture is known: then there are no steps, and the state says it all.
        with connect(one, known + 1) as socket:
            again = heard(socket, "hello")
        assert again["events"] == hello["events"][1:]
        assert again["steps"] in ([], hello["steps"])


def test_the_replay_leads_through_the_same_steps(tmp_path: Path) -> None:
    """From every moment to the next, for both seats and whoever looks on; what was told live is told again."""
    with inside(tmp_path) as client:
        _, players, spectator = open_game(client, seats=[HERE, LINK], seed=2, system="bataille")
        one, other = (player for player in players if player is not None)
        play_both(one, other, random.Random(2), 30)
        state = one.get()
        decider = (one, other)[state["due"]["seat"]]
        done = decider.post("/answer", {"answer": pick(decider.get(), random.Random(4)), "after": decider.get()["version"]})
        assert decider.get(f"/replay?at={done['version']}&steps=true")["steps"] == done["steps"]
        for viewer in (one, other, spectator):
            moments = viewer.get("/replay")["moments"]
            pages = [viewer.get(f"/replay?at={n}&steps=true") for n in moments]
            assert sum(len(page["steps"]) for page in pages) > 10
            for was, now in itertools.pairwise(page for page in pages if page["state"]["view"]):
                view = was["state"]["view"]
                for change in now["steps"]:
                    assert was["at"] <= change["n"] <= now["at"]
                    view = applied(view, change)
                assert shown(view) == shown(now["state"]["view"])
        assert one.get("/replay")["steps"] is None, "who jumps is told where to, no more"
