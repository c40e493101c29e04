"""The table of special rules: one bit for each, and what they do to a price."""

from __future__ import annotations

import pytest

from escarmouche.systems.sbh.cards import card, card_of
from escarmouche.systems.sbh.content import PROFILES, book
from escarmouche.systems.sbh.model import LETHAL, MEDIUM, SHOOTER, TRAIT_BITS


@pytest.mark.rule("sbh.special.list")
def test_the_32_special_rules_are_those_the_engine_knows() -> None:
    assert set(TRAIT_BITS) == set(book().trait)
    assert len(set(TRAIT_BITS.values())) == len(TRAIT_BITS) == 32


@pytest.mark.rule("sbh.special.list")
def test_shooter_takes_a_range_and_lethal_a_target() -> None:
    archer = card("human-skeleton-archer")
    assert (archer.traits & SHOOTER, archer.shooting) == (SHOOTER, MEDIUM)
    hunters = [card_of(profile) for profile in PROFILES.all().values() if "lethal:mages" in profile.traits]
    assert hunters
    assert all(one.traits & LETHAL and one.lethal == ("mages",) for one in hunters)


@pytest.mark.rule("sbh.special.list")
def test_only_animal_short_move_and_slow_lower_the_cost() -> None:
    drawbacks = {row.trait for row in book().trait_cost.values() if row.cost < 0}
    assert drawbacks == {"animal", "short-move", "slow"}
    assert {trait.id for trait in book().trait.values() if trait.drawback} == drawbacks
