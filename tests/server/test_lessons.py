"""Lessons: a pupil who does what the coach says meets every step of the battle, and comes to its end."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from escarmouche.core import lessons, registry
from escarmouche.core.effects import Answer, Choose
from escarmouche.core.errors import ContentError, UnknownName
from escarmouche.core.lessons import PUPIL, Moment, Step, next_step
from escarmouche.server import coaching, prelude
from escarmouche.server.live import LiveGame
from escarmouche.server.opening import opened
from escarmouche.server.shapes import NewGame
from escarmouche.server.thinking import Bot, think
from tests.server.serving import inside, open_game, wait_for

TAUGHT = [(system, lesson.id) for system in registry.systems() for lesson in lessons.found(system)]
PATIENCE = 90
"""So many decisions of the pupil's are a lesson of five minutes, if they are quick ones."""


def advised(live: LiveGame, kind: str) -> Answer | None:
    """An answer of the kind that is advised: one that aims at somebody if there is any, else one in the middle of the list."""
    assert live.game is not None
    due = live.game.due
    assert isinstance(due, Choose)
    marks = [(answer, live.system.marks(due, answer)) for answer in due.options.listed()]
    meant = [answer for answer, mark in marks if mark["kind"] == kind and mark.get("target", -1) >= 0]
    meant = meant or [answer for answer, mark in marks if mark["kind"] == kind]
    return meant[len(meant) // 2] if meant else None


def played(system: str, lesson: str) -> tuple[list[str], int, LiveGame]:
    """The lesson played by a pupil who does what is advised, and what the computer would do where nothing is."""
    live = LiveGame(opened(NewGame(system, lesson=lesson)).row)
    prelude.begun(live)
    game, done, decisions = live.game, list[str](), 0
    assert game is not None
    while game.result is None and decisions < 4 * PATIENCE:
        due = game.due
        assert isinstance(due, Choose)
        answer = None
        if due.seat == PUPIL:
            decisions += 1
            while (advice := coaching.advice(live, PUPIL, done)) is not None:
                done.append(advice.id)
                if advice.kind:
                    answer = advised(live, advice.kind)
                    break
        if answer is None:
            answer = think(game, due.seat, Bot("greedy", 8, f"{live.origin.bot_seed} {due.seat}"), live.id)
        game.play(answer)
    if (last := coaching.advice(live, PUPIL, done)) is not None:
        done.append(last.id)
    return done, decisions, live


@pytest.mark.parametrize(("system", "lesson"), TAUGHT)
def test_a_pupil_meets_every_step(system: str, lesson: str) -> None:
    done, decisions, live = played(system, lesson)
    steps = [step.id for step in lessons.lesson(system, lesson).step]
    assert sorted(done) == sorted(steps)
    assert (done[0], done[-1]) == (steps[0], steps[-1])
    assert decisions <= PATIENCE
    assert live.game is not None
    assert live.game.result is not None


def test_every_system_teaches_itself() -> None:
    assert {system for system, _ in TAUGHT} == {"sbh", "masse", "bataille", "swidenth", "fda"}


def step(id: str, **fields: Any) -> Step:
    return Step(id=id, title_en="", title_fr="", text_en="", text_fr="", **fields)


class TestWhichStepIsForNow:
    MOMENT = Moment("move", {"walk", "shoot"}, {"shoot"}, {"fall"})

    def test_the_first_that_fits_and_is_not_done(self) -> None:
        steps = [step("a"), step("b", at="move"), step("c", kind="walk")]
        assert [found.id for found in [next_step(steps, done, self.MOMENT) for done in ([], ["a"], ["a", "b"])] if found] == [
            *"abc"
        ]
        assert next_step(steps, ["a", "b", "c"], self.MOMENT) is None

    @pytest.mark.parametrize(
        "fields", [{"at": "fight"}, {"kind": "cast"}, {"kind": "walk", "aimed": True}, {"after": "rise"}, {"over": True}]
    )
    def test_none_that_is_about_something_else(self, fields: dict[str, object]) -> None:
        assert next_step([step("a", **fields)], [], self.MOMENT) is None

    def test_one_after_what_has_happened(self) -> None:
        assert next_step([step("a", after="fall", kind="shoot", aimed=True)], [], self.MOMENT) is not None


class TestOverHttp:
    def test_the_coach_speaks_to_the_pupil(self, tmp_path: Path) -> None:
        with inside(tmp_path) as client:
            systems = {one["id"]: one for one in client.get("/api/systems").json()}
            assert [one["id"] for one in systems["sbh"]["lessons"]] == ["first-battle"]
            _, (mine, _), watcher = open_game(client, system="sbh", lesson="first-battle")
            assert mine is not None
            assert mine.get()["lesson"] == "first-battle"
            first = wait_for(lambda: mine.get("/advice"))  # the computer may come first
            assert (first["id"], first["number"]) == ("welcome", 1)
            assert mine.get("/advice?done=welcome")["id"] == "activate"
            assert watcher.get("/advice") is None

    def test_other_games_have_none(self, tmp_path: Path) -> None:
        with inside(tmp_path) as client:
            _, (mine, _), _ = open_game(client, system="sbh", quick=True)
            assert mine is not None
            assert "lesson" in mine.get("/advice", 404)["error"]["en"]
            wrong = client.post("/api/games", json={"system": "sbh", "lesson": "chess"})
            assert (wrong.status_code, "first-battle" in wrong.json()["error"]["fr"]) == (422, True)


class TestFilesThatAreWrong:
    def test_a_rule_that_is_none(self) -> None:
        lesson = lessons.lesson("sbh", "first-battle")
        broken = msgspec.structs.replace(lesson, step=(step("a", at="x"),))
        with pytest.raises(ContentError, match=r"step 'a', field at: there is no rule 'x'"):
            lessons._check(broken, "sbh", "lessons.toml")

    def test_a_lesson_that_is_none(self) -> None:
        with pytest.raises(UnknownName, match="first-battle"):
            lessons.lesson("sbh", "none")
