"""Where battles are played: in this process, in several on this machine, or on a Ray cluster. All give the same results."""

from __future__ import annotations

import os
import signal
import socket
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from importlib import import_module
from itertools import islice
from multiprocessing import get_context
from typing import Any, Protocol, TypeVar

from escarmouche.core.errors import EscarmoucheError
from escarmouche.core.processes import at_ease

AGAIN = 3
"""So many times a job is begun again that died with its worker or its machine."""

CLIENT = "ray://"
"""How the address begins of a cluster that this machine is no part of."""

PATIENCE = 5.0
"""So many seconds a cluster has to open its door."""

AHEAD = 1000
"""So many jobs are handed to the cluster at a time: more than it has processors, few enough to look through."""

IN_HAND = 8
"""So many jobs wait for each process of this machine: none is ever idle, and results are seen from the first one on."""

Job = TypeVar("Job")
Done = TypeVar("Done")


class Executor(Protocol):
    """Does jobs, each on its own, and gives their results in any order."""

    def run(self, work: Callable[[Job], Done], jobs: Sequence[Job]) -> Iterator[Done]:
        """The results as they come."""
        ...


class Here:
    """One job after the other in this process."""

    def run(self, work: Callable[[Job], Done], jobs: Sequence[Job]) -> Iterator[Done]:
        """The results, in order."""
        return map(work, jobs)


class Processes:
    """Several processes on this machine. Jobs that die with a process, as where memory is short, are done again."""

    def __init__(self, workers: int) -> None:
        self._workers = workers

    def run(self, work: Callable[[Job], Done], jobs: Sequence[Job]) -> Iterator[Done]:
        """The results as they come; when the caller stops listening, those under way are finished and no more begun."""
        left = dict(enumerate(jobs))
        for _ in range(AGAIN + 1):
            try:
                for number, done in self._once(work, left):
                    del left[number]
                    yield done
                return
            except BrokenProcessPool:
                continue
        raise EscarmoucheError(
            f"Processes that play were killed {AGAIN + 1} times: play with fewer --workers, or make room in memory, then begin"
            " again; with --out what is done is not fought again.",
            f"Des processus qui jouent ont été tués {AGAIN + 1} fois : jouez avec moins de --workers ou libérez de la mémoire,"
            " puis recommencez ; avec --out, ce qui est fait n’est pas rejoué.",
        )

    def _once(self, work: Callable[[Job], Done], jobs: Mapping[int, Job]) -> Iterator[tuple[int, Done]]:
        """The results of jobs by their numbers, until all are done or a process dies."""
        # A fork of a process with threads (the progress bar is one) may hang: the workers start afresh.
        with ProcessPoolExecutor(min(self._workers, len(jobs)) or 1, get_context("spawn"), at_work) as pool:
            left, doing = iter(list(jobs.items())), dict[Future[Done], int]()
            try:
                while True:
                    for number, job in islice(left, IN_HAND * self._workers - len(doing)):
                        doing[pool.submit(work, job)] = number
                    if not doing:
                        return
                    for done in wait(doing, return_when=FIRST_COMPLETED).done:
                        yield doing.pop(done), done.result()
            finally:
                pool.shutdown(cancel_futures=True)


def at_work() -> None:
    """Leave Ctrl-C to the process that started this one, and be at ease."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    at_ease()


class Ray:
    """The machines of a Ray cluster; the address "local" starts one on this machine. A job whose worker or machine dies is done
    again by another, which gives the same result."""

    def __init__(self, address: str) -> None:
        try:
            self._ray: Any = import_module("ray")
        except ImportError:
            raise EscarmoucheError(
                "Ray is not installed: `pip install 'escarmouche[ray]'` brings it, or leave --ray out to play on this machine.",
                "Ray n’est pas installé : « pip install 'escarmouche[ray]' » l’installe, ou jouez sur cette machine, sans"
                " --ray.",
            ) from None
        self._address = address

    def run(self, work: Callable[[Job], Done], jobs: Sequence[Job]) -> Iterator[Done]:
        """The results as they come; when the caller stops listening, jobs under way are cancelled."""
        ray = self._ray
        self._join()
        task = ray.remote(max_retries=AGAIN)(work)
        left = iter(jobs)
        waiting = [task.remote(job) for job in islice(left, AHEAD)]
        try:
            while waiting:
                ready, waiting = ray.wait(waiting)
                waiting += [task.remote(job) for job in islice(left, len(ready))]
                yield from self._results(ready)
        finally:
            for one in waiting:
                ray.cancel(one, force=True)

    def _join(self) -> None:
        """Come to the cluster, unless this process has done so already. One that is started here reports to nobody."""
        ray = self._ray
        if ray.is_initialized():
            return
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
        try:
            self._knock()
            quiet = {} if self._address.startswith(CLIENT) else {"logging_level": "error"}  # a client's server knows no level
            ray.init(address=self._address, log_to_driver=False, **quiet)
        except Exception as error:
            reason = " ".join(str(error).split()).rstrip(".")
            raise EscarmoucheError(
                f"There is no Ray cluster at {self._address} that can be used ({reason}): start one with `ray start --head` and"
                " name its HOST:PORT, or leave --ray out to play on this machine.",
                f"Il n’y a pas de grappe Ray utilisable à {self._address} ({reason}) : lancez-en une avec « ray start --head »"
                " et nommez son HÔTE:PORT, ou jouez sur cette machine sans --ray.",
            ) from error

    def _knock(self) -> None:
        """See that somebody listens at the address: Ray itself would try for many minutes. Raises OSError or ValueError."""
        if self._address not in ("auto", "local"):
            host, _, port = self._address.removeprefix(CLIENT).rpartition(":")
            socket.create_connection((host.strip("[]"), int(port)), PATIENCE).close()

    def leave(self) -> None:
        """Let go of the cluster; one that was started here ends."""
        self._ray.shutdown()

    def _results(self, ready: list[Any]) -> list[Any]:
        """What came of these; an error of ours comes as it was raised there, and lost machines are told in one sentence."""
        failed = self._ray.exceptions
        try:
            return list(self._ray.get(ready))
        except failed.RayTaskError as error:
            if isinstance(error.cause, EscarmoucheError):
                raise error.cause from None
            raise
        except failed.RayError as error:
            raise EscarmoucheError(
                f"The Ray cluster at {self._address} lost a job {AGAIN + 1} times: see whether its machines have room, and that"
                " Escarmouche is installed on each, then begin again; with --out what is done is not fought again.",
                f"La grappe Ray à {self._address} a perdu une tâche {AGAIN + 1} fois : voyez si ses machines ont de la place et"
                " si Escarmouche y est installé partout, puis recommencez ; avec --out, ce qui est fait n’est pas rejoué.",
            ) from error


def executor(workers: int = 1, ray: str | None = None) -> Executor:
    """The executor for so many processes, or for the Ray cluster at an address."""
    if ray is not None:
        return Ray(ray)
    return Here() if workers <= 1 else Processes(workers)
