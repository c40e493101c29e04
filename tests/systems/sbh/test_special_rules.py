"""The table of special rules: one bit for each, and what they do to a price."""

from __future__ import annotations

from pathlib import Path

import pytest

from escarmouche.core.rulebook import claimed
from escarmouche.systems.sbh.cards import card, card_of
from escarmouche.systems.sbh.content import PROFILES, book
from escarmouche.systems.sbh.model import LETHAL, MEDIUM, SHOOTER, TRAIT_BITS
from tests.systems.sbh.catalogue import of_the_book


@pytest.mark.rule("sbh.special.list")
def test_the_special_rules_are_those_the_engine_knows_and_the_book_has_32() -> None:
    assert set(TRAIT_BITS) == set(book().trait)
    assert sorted(TRAIT_BITS.values()) == [1 << place for place in range(len(TRAIT_BITS))]
    assert len(of_the_book("trait")) == 32


def test_every_special_rule_has_a_price_and_rules_that_a_test_claims() -> None:
    priced = {name.partition(":")[0] for name in book().trait_cost}
    tested = claimed(Path(__file__).parent)
    for trait in book().trait.values():
        assert trait.id in priced, f"{trait.id} has no price: add a [[trait_cost]]"
        assert trait.rules, f"{trait.id} names no rule: name one of rulebook.toml"
        assert tested & set(trait.rules), f"no test claims {trait.id}: mark one with {trait.rules[0]}"


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
