"""The first start of all: play on plain Python at once while the fast package is compiled.    python -m tools.play COMMAND…

What is compiled is kept under .build/ and installed by the next `make play`: nothing changes under a running game, and a
compilation that is cut short leaves nothing but files that the next one can use.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from threading import Thread

from escarmouche.cli.common import language
from tools.hatch_build import kept, obstacle

ROOT = Path(__file__).resolve().parents[1]
LOG = ROOT / ".build" / "compile.log"
SAID = {
    "meanwhile": {
        "en": "You play on plain Python now; the fast package, about ten times as fast, is being compiled meanwhile.",
        "fr": "Vous jouez en Python ordinaire ; la version rapide, environ dix fois plus vite, se compile entre-temps.",
    },
    "ready": {
        "en": "The fast package is ready: the next `make play` uses it, with the same games.",
        "fr": "La version rapide est prête : le prochain « make play » l’utilise, avec les mêmes parties.",
    },
    "failed": {
        "en": f"The fast package does not compile: {LOG.relative_to(ROOT)} says why; go on playing, only slower.",
        "fr": f"La version rapide ne se compile pas : {LOG.relative_to(ROOT)} dit pourquoi ; jouez toujours, plus lentement.",
    },
}


def say(key: str) -> None:
    """One line for the player, in the language of this run."""
    print(f"== {SAID[key][language()]}", flush=True)


def play(game: Sequence[str], compiler: Sequence[str], log: Path, tell: Callable[[str], None] = say) -> int:
    """Run the game to its end while the compiler works, and stop the compiler with it; returns the game's status."""
    player: list[subprocess.Popen[bytes]] = []

    def end(_number: int, _frame: object) -> None:
        for process in player:
            process.terminate()

    # Ctrl-C reaches the game too, which ends in its own time. The compiler has a session of its own.
    before = {signal.SIGINT: signal.signal(signal.SIGINT, lambda *_: None)}
    before.update({number: signal.signal(number, end) for number in (signal.SIGTERM, signal.SIGHUP)})
    log.parent.mkdir(parents=True, exist_ok=True)
    with log.open("wb") as written:
        compiling = subprocess.Popen(compiler, stdout=written, stderr=written, start_new_session=True)
    tell("meanwhile")
    try:
        player.append(subprocess.Popen(game))
        Thread(target=announce, args=(compiling, player[0], tell), daemon=True).start()
        return player[0].wait()
    finally:
        if compiling.poll() is None:
            os.killpg(compiling.pid, signal.SIGTERM)
            compiling.wait()
        for number, handler in before.items():
            signal.signal(number, handler)


def announce(compiling: subprocess.Popen[bytes], game: subprocess.Popen[bytes], tell: Callable[[str], None]) -> None:
    """Say how the compilation ended, while the game is still on."""
    status = compiling.wait()
    if game.poll() is None:
        tell("failed" if status else "ready")


def main() -> int:
    game = [str(Path(sys.executable).with_name("escarmouche")), *sys.argv[1:]]
    if obstacle():
        return subprocess.call(game)
    os.chdir(ROOT)
    compiler = ["nice", "-n", "10", sys.executable, "-m", "tools.compile_hot", str(kept(ROOT))]
    return play(game, compiler, LOG)


if __name__ == "__main__":
    sys.exit(main())
