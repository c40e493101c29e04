"""An agent that plays as `random` does, and dies where a test wants it to: with its process, or with its machine."""

from __future__ import annotations

import os
import signal
import time
from contextlib import suppress
from importlib import import_module
from pathlib import Path

from escarmouche.agents.chance import RandomAgent
from escarmouche.agents.protocol import Budget, SeatGame
from escarmouche.core.effects import Answer

FATE = "ESCARMOUCHE_TEST_FATE"
"""The environment's name for the folder in which a test says who is to die."""


class Doomed(RandomAgent):
    """While the folder of fate holds a file `kill-…`, a process that finds it takes it away and is killed; on a node of Ray
    with a file `wait-NODE` it writes `waiting` and waits for ever. Where a folder `nodes-COUNT` calls so many nodes, they
    answer in it, and play once all of them have."""

    def answer(self, game: SeatGame, seat: int, budget: Budget) -> Answer:
        """As at random, unless fate strikes."""
        fate = Path(os.environ[FATE])
        for one in fate.glob("kill-*"):
            with suppress(FileNotFoundError):  # somebody else was killed by it
                one.unlink()
                os.kill(os.getpid(), signal.SIGKILL)
        if any(fate.glob("nodes-*")) or any(fate.glob("wait-*")):
            self._on_a_node(fate)
        return super().answer(game, seat, budget)

    def _on_a_node(self, fate: Path) -> None:
        """What fate wants of this node."""
        node = import_module("ray").get_runtime_context().get_node_id()
        for called in fate.glob("nodes-*"):
            (called / node).touch()
            while len(list(called.iterdir())) < int(called.name.removeprefix("nodes-")):
                time.sleep(0.05)
        if (fate / f"wait-{node}").exists():
            (fate / "waiting").touch()
            time.sleep(600)
