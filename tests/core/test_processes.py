"""What a process of ours does first, and what it leaves alone."""

from __future__ import annotations

import subprocess
import sys

import pytest

from escarmouche.analysis.executors import Processes
from escarmouche.core.processes import SELDOM

ASKED = "import gc, sys; import escarmouche, escarmouche.cli as cli; cli.run = lambda: print(gc.get_threshold()) or 0; {}"


@pytest.mark.parametrize(("done", "seldom"), [("cli.main()", True), ("sys.exit(cli.run())", False)])
def test_the_program_lets_the_garbage_collector_look_less_often_a_library_does_not(done: str, seldom: bool) -> None:
    said = subprocess.run([sys.executable, "-c", ASKED.format(done)], capture_output=True, text=True, timeout=60, check=True)
    assert (said.stdout.strip() == str(SELDOM)) is seldom


def looked(_job: int) -> tuple[int, int, int]:
    """When the garbage collector of this process looks."""
    import gc

    return gc.get_threshold()


def test_workers_do_as_the_program_does() -> None:
    assert list(Processes(1).run(looked, [1])) == [SELDOM]
