"""Rules that name a rule of a later chapter: every name leads to one."""

from __future__ import annotations

import pytest

from escarmouche.core import registry
from escarmouche.core.later import LATER, Later, unresolved


@pytest.mark.parametrize("name", registry.systems())
def test_every_reference_to_a_later_rule_leads_to_one(name: str) -> None:
    registry.system(name)
    assert unresolved(name) == []


def test_a_reference_that_leads_nowhere_is_told() -> None:
    lost = Later("sbh.no-such-rule")
    try:
        assert unresolved("sbh") == ["sbh.no-such-rule"]
    finally:
        LATER.remove(lost)
