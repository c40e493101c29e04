"""Where battles are played: in this process, in several on this machine, or on a Ray cluster. All give the same results."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from importlib import import_module
from multiprocessing import get_context
from typing import Any, Protocol, TypeVar

from escarmouche.core.errors import EscarmoucheError

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
    """Several processes on this machine."""

    def __init__(self, workers: int) -> None:
        self._workers = workers

    def run(self, work: Callable[[Job], Done], jobs: Sequence[Job]) -> Iterator[Done]:
        """The results as they come; when the caller stops listening, those under way are finished and no more begun."""
        # A fork of a process with threads (the progress bar is one) may hang: the workers start afresh.
        with ProcessPoolExecutor(min(self._workers, len(jobs)) or 1, get_context("spawn"), deaf) as pool:
            try:
                for done in as_completed([pool.submit(work, job) for job in jobs]):
                    yield done.result()
            finally:
                pool.shutdown(cancel_futures=True)


def deaf() -> None:
    """Leave Ctrl-C to the process that started this one."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


class Ray:
    """The machines of a Ray cluster; the address "local" starts one on this machine."""

    def __init__(self, address: str) -> None:
        try:
            self._ray: Any = import_module("ray")
        except ImportError:
            raise EscarmoucheError(
                "Ray is not installed: `pip install ray` brings it, or leave --ray out to play on this machine.",
                "Ray n’est pas installé : « pip install ray » l’installe, ou jouez sur cette machine sans --ray.",
            ) from None
        self._address = address

    def run(self, work: Callable[[Job], Done], jobs: Sequence[Job]) -> Iterator[Done]:
        """The results as they come; when the caller stops listening, jobs under way are cancelled."""
        ray = self._ray
        if not ray.is_initialized():
            ray.init(address=self._address, log_to_driver=False)
        task = ray.remote(work)
        waiting = [task.remote(job) for job in jobs]
        try:
            while waiting:
                ready, waiting = ray.wait(waiting)
                yield from ray.get(ready)
        finally:
            for one in waiting:
                ray.cancel(one, force=True)


def executor(workers: int = 1, ray: str | None = None) -> Executor:
    """The executor for so many processes, or for the Ray cluster at an address."""
    if ray is not None:
        return Ray(ray)
    return Here() if workers <= 1 else Processes(workers)
