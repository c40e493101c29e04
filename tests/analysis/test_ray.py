"""Battles on a real Ray cluster of two nodes on this machine: the bytes of one process, whoever dies on the way."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from escarmouche.core.armies import Army
from tests.agents.small import BAND
from tests.analysis.doomed import FATE

ROOT = Path(__file__).parents[2]
STORE = 80 * 2**20
SECONDS = 120


class Nodes(NamedTuple):
    """Two nodes of one processor each, and the folder in which the fate of their workers is written."""

    cluster: Any
    fate: Path

    def add(self) -> Any:
        """One node more."""
        return self.cluster.add_node(num_cpus=1, object_store_memory=STORE)

    @contextmanager
    def called(self, count: int) -> Iterator[Path]:
        """So many nodes must take part; the folder in which they say so."""
        folder = self.fate / f"nodes-{count}"
        folder.mkdir()
        try:
            yield folder
        finally:
            shutil.rmtree(folder)

    def start(self, folder: Path, *where: str, battles: int = 6) -> subprocess.Popen[str]:
        """A simulation of four orcs against four, kept in a file of that folder."""
        folder.mkdir()
        Army.from_plain(BAND).save(folder / "band.toml")
        band = str(folder / "band.toml")
        line = [sys.executable, "-m", "escarmouche", "simulate", "sbh", "--army", band, "--army", band, "--seed", "8", "--json"]
        line += ["--agents", "tests.analysis.doomed:Doomed,random", "--battles", str(battles)]
        line += ["--out", str(folder / "out.jsonl")]
        return subprocess.Popen([*line, *where], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def played(self, folder: Path, *where: str) -> tuple[str, bytes]:
        """What a simulation says and writes."""
        return ended(self.start(folder, *where), folder)


def ended(process: subprocess.Popen[str], folder: Path) -> tuple[str, bytes]:
    """What a simulation has said and written in the end."""
    out, err = process.communicate(timeout=SECONDS)
    assert (process.returncode, err) == (0, "")
    return out, (folder / "out.jsonl").read_bytes()


@pytest.fixture
def nodes() -> Iterator[Nodes]:
    """Two nodes; what they write goes with them. Sockets want a short path."""
    folder = Path(tempfile.mkdtemp(prefix="ray"))
    (folder / "fate").mkdir()
    (folder / "ray").mkdir()  # Ray writes its address there, and takes it for granted that somebody has made it
    path = os.pathsep.join([str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])])
    given = {FATE: str(folder / "fate"), "PYTHONPATH": path, "RAY_USAGE_STATS_ENABLED": "0", "RAY_TMPDIR": str(folder)}
    with pytest.MonkeyPatch.context() as environment:
        for name, value in given.items():
            environment.setenv(name, value)
        head = {"num_cpus": 1, "object_store_memory": STORE, "include_dashboard": False, "temp_dir": str(folder)}
        cluster = import_module("ray.cluster_utils").Cluster(initialize_head=True, head_node_args=head)
        try:
            found = Nodes(cluster, folder / "fate")
            found.add()
            yield found
        finally:
            cluster.shutdown()
            shutil.rmtree(folder, ignore_errors=True)


def test_two_nodes_play_as_one_process_whoever_dies(nodes: Nodes, tmp_path: Path) -> None:
    """One test, for however many processes run the tests: a cluster takes its time to start."""
    alone = nodes.played(tmp_path / "alone", "--workers", "1")
    assert alone[1].count(b"\n") == 6
    both_nodes_come_to_the_same_bytes(nodes, alone, tmp_path / "both")
    battles_that_die_with_a_worker_or_a_machine_are_played_again(nodes, alone, tmp_path / "deaths")
    a_battle_that_kills_every_worker_is_told_in_one_sentence(nodes, tmp_path / "all")


def both_nodes_come_to_the_same_bytes(nodes: Nodes, alone: tuple[str, bytes], folder: Path) -> None:
    """Both take part."""
    with nodes.called(2) as answered:
        assert nodes.played(folder, "--ray", nodes.cluster.address) == alone
        assert {path.name for path in answered.iterdir()} == {one.node_id for one in nodes.cluster.list_all_nodes()}


def battles_that_die_with_a_worker_or_a_machine_are_played_again(nodes: Nodes, alone: tuple[str, bytes], folder: Path) -> None:
    """A worker is killed, and a third node is lost while it plays."""
    third = nodes.add()
    (nodes.fate / "kill-1").touch()
    (nodes.fate / f"wait-{third.node_id}").touch()
    with nodes.called(3):
        running = nodes.start(folder, "--ray", nodes.cluster.address)
        until = time.monotonic() + SECONDS
        while not (nodes.fate / "waiting").exists():
            assert time.monotonic() < until
            assert running.poll() is None
            time.sleep(0.05)
        nodes.cluster.remove_node(third, allow_graceful=False)
        assert ended(running, folder) == alone
    assert not (nodes.fate / "kill-1").exists()


def a_battle_that_kills_every_worker_is_told_in_one_sentence(nodes: Nodes, folder: Path) -> None:
    """The first time, and whenever it is tried again."""
    for number in range(4):
        (nodes.fate / f"kill-{number}").touch()
    running = nodes.start(folder, "--ray", nodes.cluster.address, battles=1)
    out, err = running.communicate(timeout=SECONDS)
    assert (running.returncode, out) == (2, "")
    assert err.startswith(f"The Ray cluster at {nodes.cluster.address} lost a job 4 times: ")
    assert err.count("\n") == 1
