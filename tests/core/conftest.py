"""The toy and the faulty systems are known to the registry while a test of the core runs, and to no other test."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from escarmouche.core import registry
from tests.core.faulty import FAULTY
from tests.core.toy import TOY


@pytest.fixture(autouse=True)
def _more_systems() -> Iterator[None]:
    extra = [TOY, *FAULTY.values()]
    for system in extra:
        registry.add(system)
    yield
    for system in extra:
        registry.drop(system.id)
