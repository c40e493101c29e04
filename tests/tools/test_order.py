"""The order in which several processes run the tests loses none, and leaves short ones for the end."""

from __future__ import annotations

from collections import Counter

from tests.order import dealt, seconds

FILES = {
    "browser/test_axe.py": 6,
    "browser/test_play.py": 9,
    "cli/test_ways.py": 31,
    "core/test_dice.py": 20,
    "server/test_play.py": 14,
}


def test_every_process_begins_with_long_ones_and_ends_with_short_ones() -> None:
    items = [(file, number) for file, count in FILES.items() for number in range(count)]
    order = dealt(items, lambda one: one[0], 2)
    assert Counter(order) == Counter(items)
    halves = order[: len(order) // 2], order[len(order) // 2 :]
    for half in halves:
        assert seconds(half[0][0]) > 1.0
        assert seconds(half[-1][0]) == 0.0
    for file, count in FILES.items():
        assert [number for name, number in order if name == file] == list(range(count)), "as they stand there"
    assert dealt(items, lambda one: one[0], 1)[0] == ("browser/test_axe.py", 0)
