"""Bots think in processes of their own: alike, in turn, and without anybody else waiting for them."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from escarmouche.agents import roster
from escarmouche.core import registry
from escarmouche.core.dice import Stream
from escarmouche.core.game import Game
from escarmouche.server import bots
from escarmouche.server.thinking import Bot, anything, think
from escarmouche.server.turns import Turns
from escarmouche.server.worker import Known, Worker
from tests.server.serving import (
    HERE,
    PATIENCE,
    Json,
    Player,
    alive,
    children,
    inside,
    open_game,
    pick,
    process,
    two_seats,
    wait_for,
)

AGENTS = '''
import os, sys, time
from hashlib import sha256
from pathlib import Path

class Historian:
    """Goes by all that happened so far."""
    def answer(self, game, seat, budget):
        options = game.options()
        told = repr([sorted(event.items(), key=repr) for event in game.view()["events"]])
        return options[int.from_bytes(sha256(told.encode()).digest()[:4], "big") % len(options)]

class Talker:
    def answer(self, game, seat, budget):
        print("my move!", file=sys.stdout, flush=True)
        assert sys.stdin.read() == ""
        return game.options()[0]

class Waiter:
    """Waits for a sign."""
    def answer(self, game, seat, budget):
        Path(os.environ["SIGN"] + ".asked").touch()
        while not Path(os.environ["SIGN"]).exists():
            time.sleep(0.01)
        return game.options()[0]

class Suicide:
    def answer(self, game, seat, budget):
        os._exit(1)
'''
NAMES = ("Historian", "Talker", "Waiter", "Suicide")


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A package that brings agents; this process finds it by its path alone."""
    folder = tmp_path / "packages"
    info = folder / "odd_agents-1.0.dist-info"
    info.mkdir(parents=True)
    (folder / "odd_agents.py").write_text(AGENTS, "utf-8")
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: odd-agents\nVersion: 1.0\n", "utf-8")
    lines = [f"{name.lower()} = odd_agents:{name}" for name in NAMES]
    (info / "entry_points.txt").write_text("\n".join(["[escarmouche.agents]", *lines, ""]), "utf-8")
    monkeypatch.syspath_prepend(str(folder))
    monkeypatch.setenv("SIGN", str(tmp_path / "sign"))
    roster._brought.cache_clear()
    yield tmp_path
    roster._kind.cache_clear()
    roster._brought.cache_clear()
    sys.modules.pop("odd_agents", None)


@pytest.fixture
def worker() -> Iterator[Worker]:
    one = Worker()
    yield one
    one.close()
    one.clear()


def bot_game(client: Any, agent: str, playouts: int = 1, **wanted: Any) -> Player:
    """A game against a bot."""
    bot = {"kind": "bot", "agent": agent, "playouts": playouts}
    _, players, _ = open_game(client, seats=[HERE, bot], seed=21, **wanted)
    assert players[0] is not None
    return players[0]


def until_mine(player: Player) -> Json:
    def mine() -> Json:
        state = player.get()
        return state if state["due"] is None or state["due"]["mine"] else None

    return wait_for(mine)


def give(player: Player, number: int = 1) -> None:
    state = until_mine(player)
    player.answer(pick(state, random.Random(number)), state["version"])


# ---------------------------------------------------------------- alike


@pytest.mark.parametrize(("system", "agent"), [("sbh", "greedy"), ("masse", "greedy"), ("sbh", "historian")])
def test_a_bot_answers_there_as_it_would_here(installed: Path, worker: Worker, system: str, agent: str) -> None:
    """With all that happened told bit by bit, and answers taken back in between."""
    game, bot = registry.new(system, seed=5), Bot(agent, 2, "a seed")
    known: Known = {}
    for number in range(12):
        seat = game.choice.seat
        there = worker.think("game", game.fork(), seat, bot, known)
        assert there == think(game.fork(), seat, bot)
        game.play(there)
        if number % 4 == 2:
            game.undo()
            game.play(anything(game, game.choice.seat, Bot("", 1, f"other {number}")))


def test_only_what_is_new_is_told(worker: Worker, monkeypatch: pytest.MonkeyPatch) -> None:
    sizes: list[int] = []
    monkeypatch.setattr("escarmouche.server.worker.framed", lambda question: noted(question, sizes))
    game, chance = registry.new("sbh", seed=5), Stream(5)
    for _ in range(200):
        game.play(game.sample(chance))
    known: Known = {}
    for _ in range(3):
        game.play(worker.think("game", game, game.choice.seat, Bot("random", 1, "seed"), known))
    assert sizes[0] > 3 * max(sizes[1:])


def noted(question: Any, sizes: list[int]) -> bytes:
    from escarmouche.server.thinking import framed

    sizes.append(len(question.data))
    return framed(question)


def test_what_was_forgotten_is_told_again(worker: Worker, monkeypatch: pytest.MonkeyPatch) -> None:
    """A process remembers a few games only."""
    known: list[Known] = [{} for _ in range(70)]
    games = [registry.new("sbh", seed=1) for _ in range(70)]
    for _ in range(2):
        for number, game in enumerate(games):
            seat, bot = game.choice.seat, Bot("random", 1, str(number))
            answer = worker.think(f"game {number}", game, seat, bot, known[number])
            assert answer == think(game.fork(), seat, bot)
            game.play(answer)


def test_a_system_of_this_process_alone_is_thought_about_here(worker: Worker) -> None:
    from escarmouche.systems.sbh import SYSTEM

    class Private(type(SYSTEM)):  # type: ignore[misc]
        id = "private"

    game = registry.new("sbh", seed=3)
    game.setup.system = "private"
    registry.add(Private())
    try:
        bot = Bot("random", 1, "seed")
        assert worker.think("game", game, game.choice.seat, bot, {}) == think(game, game.choice.seat, bot)
    finally:
        registry.drop("private")


# ---------------------------------------------------------------- processes that end


def test_none_is_started_before_a_bot_must_think(tmp_path: Path) -> None:
    with inside(tmp_path) as client:
        two_seats(client)
        workers = client.app.state.hub.bots.workers
        assert workers
        assert [one.pid for one in workers] == [None] * len(workers)


def test_a_decision_whose_process_is_killed_is_thought_about_again(installed: Path) -> None:
    with inside(installed / "data") as client:
        player = bot_game(client, "waiter")
        asked = installed / "sign.asked"
        if until_asked(player, asked):
            workers = client.app.state.hub.bots.workers
            first = next(one.pid for one in workers if one.pid is not None)
            asked.unlink()
            os.kill(first, signal.SIGKILL)
            wait_for(asked.exists)
            (installed / "sign").touch()
            until_mine(player)
            second = next(one.pid for one in workers if one.pid is not None)
            assert second != first
            assert {event["seat"] for event in player.get("/events") if event["event"] == "chosen"} >= {1}


def until_asked(player: Player, asked: Path) -> bool:
    """Answer until the bot is thinking."""

    def thinking() -> Json:
        state = player.get()
        return state if asked.exists() or (state["due"] is not None and state["due"]["mine"]) else None

    for number in range(400):
        state = wait_for(thinking)
        if asked.exists():
            return True
        player.answer(pick(state, random.Random(number)), state["version"])
    raise AssertionError("the bot was never asked")


def test_a_bot_that_ends_its_process_gives_any_legal_answer(installed: Path, caplog: pytest.LogCaptureFixture) -> None:
    with inside(installed / "data") as client:
        player = bot_game(client, "suicide")

        def answered() -> bool:
            state = player.get()
            if state["due"]["mine"]:
                player.answer(pick(state, random.Random(1)), state["version"])
            return 1 in {event["seat"] for event in player.get("/events") if event["event"] == "chosen"}

        wait_for(answered)
    assert "the bot suicide cannot be asked" in caplog.text
    assert caplog.text.count("has ended") >= bots.TRIES


def test_a_bot_that_never_answers_is_ended(installed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bots, "PATIENCE", 1.0)
    with inside(installed / "data") as client:
        player = bot_game(client, "waiter")
        until_asked(player, installed / "sign.asked")
        until_mine(player)
        assert 1 in {event["seat"] for event in player.get("/events") if event["event"] == "chosen"}


def test_a_bot_that_prints_and_reads_disturbs_nobody(installed: Path) -> None:
    with inside(installed / "data") as client:
        player = bot_game(client, "talker")
        for number in range(6):
            give(player, number)
        until_mine(player)
        assert {event["seat"] for event in player.get("/events") if event["event"] == "chosen"} == {0, 1}


def test_nobody_waits_for_a_bot(installed: Path) -> None:
    """While every process thinks, other people play on."""
    with inside(installed / "data") as client:
        player = bot_game(client, "waiter")
        until_asked(player, installed / "sign.asked")
        one, other = two_seats(client, seed=2)
        for _ in range(5):
            state = one.get()
            mover = (one, other)[state["due"]["seat"]]
            mine = mover.get()
            assert mover.answer(pick(mine, random.Random(1)), mine["version"])["version"] > mine["version"]
        assert not player.get()["due"]["mine"]


@pytest.mark.skipif(not Path("/proc").exists(), reason="looks at processes as Linux shows them")
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_no_process_is_left_behind(tmp_path: Path, how: signal.Signals) -> None:
    """Not even of one that is in the middle of a thought."""
    with process(tmp_path / "data") as server, server.client() as client:
        player = bot_game(client, "greedy", 2000)
        pid = server.pid

        def thinking() -> list[int]:
            state = player.get()
            if state["due"]["mine"]:
                player.answer(pick(state, random.Random(1)), state["version"])
                return []
            return children(pid)

        left = wait_for(thinking)
        assert all(alive(one) for one in left)
        os.kill(pid, how)
        wait_for(lambda: not any(alive(one) for one in left))
        wait_for(lambda: not alive(pid))
        server.kill()


@pytest.mark.skipif(not Path("/proc").exists(), reason="looks at processes as Linux shows them")
def test_ctrl_c_in_a_terminal_ends_all_quietly(tmp_path: Path) -> None:
    """A terminal sends the signal to everybody in the foreground."""
    line = [sys.executable, "-m", "escarmouche", "serve", "--port", "0", "--data", str(tmp_path), "--lang", "en", "--bots", "1"]
    heeding = partial(signal.signal, signal.SIGINT, signal.SIG_DFL)  # tests that run in the background are deaf to it
    server = subprocess.Popen(
        line, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True, preexec_fn=heeding
    )
    assert server.stdout is not None
    address = server.stdout.readline().split()[-1]
    import httpx

    with httpx.Client(base_url=address, trust_env=False, timeout=30) as client:
        player = bot_game(client, "random")
        for number in range(4):
            give(player, number)
        until_mine(player)
    left = children(server.pid)
    os.killpg(server.pid, signal.SIGINT)
    _, errors = server.communicate(timeout=PATIENCE)
    assert errors == "Interrupted.\n"
    wait_for(lambda: not any(alive(one) for one in left))


# ---------------------------------------------------------------- in turn


class Clock:
    """Time that passes only when it is told to."""

    def __init__(self) -> None:
        self.now = 0.0

    def monotonic(self) -> float:
        return self.now


def served(lengths: dict[str, float], seconds: float, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Who has turns when everybody always wants one: each takes so long."""
    clock = Clock()
    monkeypatch.setattr("escarmouche.server.turns.time", clock)
    order: list[str] = []

    async def wants(turns: Turns[int], who: str) -> None:
        while clock.now < seconds:
            async with turns.turn(who):
                order.append(who)
                await asyncio.sleep(0)
                clock.now += lengths[who]

    async def all_of_them() -> None:
        turns = Turns([1])
        await asyncio.gather(*[wants(turns, who) for who in lengths])

    asyncio.run(all_of_them())
    return order


def test_equal_games_take_turns_in_a_ring(monkeypatch: pytest.MonkeyPatch) -> None:
    order = served({"a": 1.0, "b": 1.0, "c": 1.0}, 12, monkeypatch)
    assert order[:12] == ["a", "b", "c"] * 4


def test_who_takes_long_turns_gets_fewer(monkeypatch: pytest.MonkeyPatch) -> None:
    """Among thirty slow games a quick one waits for a turn or two of theirs."""
    order = served({**{f"slow {one}": 10.0 for one in range(30)}, "quick": 0.1}, 4000, monkeypatch)
    times = [index for index, who in enumerate(order) if who == "quick"]
    assert times[0] <= 30
    assert max([later - earlier for earlier, later in pairwise(times)]) <= 5
    slow = [order.count(f"slow {one}") for one in range(30)]
    assert max(slow) - min(slow) <= 1


def test_who_gives_up_waiting_takes_nobody_s_turn() -> None:
    async def scene() -> list[str]:
        turns, order = Turns(["worker"]), []

        async def wants(who: str) -> None:
            async with turns.turn(who) as thing:
                order.append(f"{who} {thing}")

        async with turns.turn("first"):
            waiting = [asyncio.create_task(wants(who)) for who in ("a", "b", "c")]
            await asyncio.sleep(0)
            waiting[0].cancel()
        waiting[1].cancel()  # whose turn may have come in the same moment
        await asyncio.gather(*waiting, return_exceptions=True)
        async with turns.turn("last") as thing:
            order.append(f"last {thing}")
        return order

    assert asyncio.run(scene()) == ["c worker", "last worker"]


def test_one_game_has_one_decision_under_way(installed: Path) -> None:
    with inside(installed / "data") as client:
        player = bot_game(client, "waiter")
        until_asked(player, installed / "sign.asked")
        for _ in range(5):
            player.get()
        hub = client.app.state.hub
        assert len([task for task in hub._tasks if "_answer" in repr(task)]) == 1


def test_games_of_bots_are_equal_however_many_think(tmp_path: Path) -> None:
    """The same bot with the same seed plays the same game, in one process or in three."""

    def played(processes: int) -> list[Json]:
        game = registry.new("sbh", seed=9)
        workers: list[Worker] = [Worker() for _ in range(processes)]
        known: Known = {}
        try:
            for number in range(30):
                one = workers[number % processes]
                game.play(one.think("game", game.fork(), game.choice.seat, Bot("greedy", 1, str(game.choice.seat)), known))
        finally:
            for one in workers:
                one.close()
                one.clear()
        return answers(game)

    assert played(1) == played(3)


def answers(game: Game) -> list[Json]:
    return [event.answer for event in game.events if hasattr(event, "answer")]


def test_a_killed_worker_costs_time_and_nothing_else(worker: Worker) -> None:
    game, bot = registry.new("sbh", seed=5), Bot("greedy", 1, "seed")
    known: Known = {}
    expected = think(game.fork(), game.choice.seat, bot)
    assert worker.think("game", game.fork(), game.choice.seat, bot, known) == expected
    pid = worker.pid
    assert pid is not None
    worker.end()
    time.sleep(0.2)
    assert worker.think("game", game.fork(), game.choice.seat, bot, known) == expected
    assert worker.pid != pid
