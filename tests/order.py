"""In which order several processes run the tests: each begins with long ones and ends with short ones."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby, islice
from typing import TypeVar

One = TypeVar("One")

SECONDS = {
    "analysis/test_ray.py": 40.0,
    "browser/test_axe.py": 10.0,
    "browser/test_film.py": 8.0,
    "browser/": 3.0,
    "server/test_restart.py": 3.0,
    "server/test_trouble.py": 1.5,
    "server/": 0.3,
    "plugins/": 1.0,
    "analysis/": 0.3,
    "agents/": 0.3,
    "conformance/": 0.4,
    "test_docs.py": 0.7,
    "test_twins.py": 0.8,
    "cli/test_play.py": 0.5,
    "tools/test_extras.py": 0.5,
    "systems/test_log.py": 0.7,
}
"""How long a test takes about, by the beginning of its file's path; elsewhere next to nothing."""


def seconds(file: str) -> float:
    """How long a test of that file, named from the folder of the tests, takes about."""
    return next((long for start, long in SECONDS.items() if file.startswith(start)), 0.0)


def dealt(items: Sequence[One], file_of: Callable[[One], str], hands: int) -> list[One]:
    """The same tests in an order for so many processes, of which each begins with an equal part of them, one part after the
    other: files that take long are dealt out, the longest first, and then all get their share of the rest. The tests of a
    file stay in their order, and together where they take long."""
    files = [(file, list(tests)) for file, tests in groupby(items, file_of)]
    long = sorted(
        [(-seconds(file) * len(tests), file, tests) for file, tests in files if seconds(file)], key=lambda one: one[:2]
    )
    parts: list[list[One]] = [[] for _ in range(hands)]
    loads = [0.0] * hands
    for less, _, tests in sorted(long, key=lambda one: one[:2]):
        least = loads.index(min(loads))
        parts[least] += tests
        loads[least] -= less
    short = iter([one for file, tests in files if not seconds(file) for one in tests])
    for part in parts:
        part += islice(short, max(0, len(items) // hands - len(part)))
    parts[-1] += short
    return [one for part in parts for one in part]
