"""Shared set-up of the tests: how Hypothesis draws, in which order several processes run them, and a check that every `rule`
mark names rules."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tests.order import dealt

FOLDER = Path(__file__).parent
RULE_ID = re.compile(r"[a-z]+(\.[a-z0-9-]+)+")

# No deadline: the same example may be slow on a busy machine, and timing is the bench's business.
settings.register_profile("explore", deadline=None)
# The same examples on every run, so that a change is judged by what it changed.
settings.register_profile("steady", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("steady" if os.environ.get("CI") else "explore")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Refuse `rule` marks that name no rule, or something that cannot be the id of one; put long tests first where several
    processes share them."""
    for item in items:
        for mark in item.iter_markers("rule"):
            if not mark.args or mark.kwargs or not all(isinstance(i, str) and RULE_ID.fullmatch(i) for i in mark.args):
                raise pytest.UsageError(
                    f"{item.nodeid}: write @pytest.mark.rule with rule ids such as 'sbh.melee.tie', not {mark.args}."
                )
    hands = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    if hands > 1:
        items[:] = dealt(items, lambda item: item.path.relative_to(FOLDER).as_posix(), hands)
