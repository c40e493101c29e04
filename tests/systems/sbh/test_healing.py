"""Clerics: lost Quality given back, friends helped up, favour lost."""

from __future__ import annotations

from typing import Any

import pytest

from escarmouche.core.effects import Call
from escarmouche.systems.sbh.model import SPELLBOUND, World
from escarmouche.systems.sbh.rules.activation import activate, may_declare
from escarmouche.systems.sbh.rules.harm import kills_by_winning
from escarmouche.systems.sbh.rules.healing import heal, raise_up
from escarmouche.systems.sbh.rules.quality import quality_of
from tests.systems.sbh.ranges import doing, facing, spending, why_not, with_upgrade
from tests.systems.sbh.scene import changed, fighter, play, scene

CLERIC, FRIEND, ENEMY = 0, 1, 2


def temple(patient: str = "human-archer", gap: float = 0, **changes: Any) -> World:
    """A Cleric (Quality 3+), a friend beside it, an enemy far off."""
    cleric = fighter("human-cleric", 0, 200, 300)
    friend = facing(cleric, fighter(patient, 0, 0, 0, **changes), gap)
    return scene(cleric, friend, fighter("orc-warrior", 1, 550, 550))


# ---------------------------------------------------------------- lost Quality


@pytest.mark.rule("sbh.special.cleric-heal")
def test_every_success_gives_a_point_of_quality_back() -> None:
    world = temple("dragon-adult", wounds=3)
    assert quality_of(world, world.figures[FRIEND]) == 5
    played = play(spending(world, 2, "heal"), answers=[("heal", FRIEND, 2)])
    after = played.result
    assert quality_of(after, after.figures[FRIEND]) == 3


@pytest.mark.rule("sbh.special.cleric-heal")
def test_poison_is_healed_too_and_never_beyond_the_printed_quality() -> None:
    world = temple(poisoned=1)
    assert quality_of(world, world.figures[FRIEND]) == 4
    assert why_not(doing(world, 3, "heal"), ("heal", FRIEND, 3)) == "sbh.special.cleric-heal"
    played = play(spending(world, 3, "heal"), answers=[("heal", FRIEND, 1)])
    after = played.asked[-1].world
    assert quality_of(after, after.figures[FRIEND]) == 3
    assert played.left == 2
    assert not any(answer[0] == "heal" for answer in played.asked[-1].options.listed())


@pytest.mark.rule("sbh.special.cleric-heal")
def test_poison_and_wounds_together() -> None:
    world, cost = play(Call(heal, temple("troll", poisoned=1, wounds=2), CLERIC, ("heal", FRIEND, 2))).result
    assert (world.figures[FRIEND].poisoned + world.figures[FRIEND].wounds, cost) == (1, 2)


@pytest.mark.rule("sbh.special.cleric-heal")
def test_healing_is_announced_before_the_roll_and_only_by_a_cleric() -> None:
    world = temple(poisoned=1)
    assert may_declare(world.figures[CLERIC], "heal")
    assert not may_declare(world.figures[FRIEND], "heal")
    silent = play(Call(activate, world, CLERIC, 1, ""), dice=[6])
    assert why_not(silent.asked[-1].options, ("heal", FRIEND, 1)) == "sbh.special.cleric-heal"
    announced = play(Call(activate, world, CLERIC, 1, "heal"), dice=[6])
    assert ("heal", FRIEND, 1) in announced.asked[-1].options.listed()


@pytest.mark.rule("sbh.special.cleric-heal")
def test_two_failures_of_a_healing_roll_pass_the_turn() -> None:
    played = play(Call(activate, temple(poisoned=1), CLERIC, 3, "heal"), dice=[3, 1, 2], answers=[("heal", FRIEND, 1)])
    assert played.kinds.index("heals") < played.kinds.index("turn-passes")


@pytest.mark.rule("sbh.special.cleric-heal")
@pytest.mark.parametrize(
    ("world", "target"),
    [
        (temple(gap=1, poisoned=1), FRIEND),
        (temple(), FRIEND),
        (temple(poisoned=1).with_figure(changed(temple().figures[CLERIC], poisoned=1)), CLERIC),
        (temple().with_figure(changed(temple().figures[ENEMY], poisoned=1, x=200_00, y=316_00)), ENEMY),
    ],
    ids=["out of contact", "nothing lost", "itself", "an enemy"],
)
def test_whom_a_cleric_cannot_heal(world: World, target: int) -> None:
    left = doing(world, 3, "heal")
    assert why_not(left, ("heal", target, 1)) == "sbh.special.cleric-heal"
    assert ("heal", target, 1) not in left.listed()


@pytest.mark.rule("sbh.state.prone-stand", "sbh.state.immobilised")
@pytest.mark.parametrize(
    ("change", "rule"), [({"prone": True}, "sbh.state.prone-stand"), ({"held": SPELLBOUND}, "sbh.state.immobilised")]
)
def test_a_cleric_on_the_ground_or_held_does_not_heal(change: dict[str, Any], rule: str) -> None:
    world = temple(poisoned=1, prone=True)
    left = doing(world.with_figure(changed(world.figures[CLERIC], **change)), 3, "heal")
    assert why_not(left, ("heal", FRIEND, 1)) == why_not(left, ("raise", FRIEND)) == rule
    assert not any(answer[0] in ("heal", "raise") for answer in left.listed())


# ---------------------------------------------------------------- back on one's feet


@pytest.mark.rule("sbh.special.cleric-stand")
def test_two_successes_set_a_friend_on_its_feet() -> None:
    world = temple(prone=True, fallen=True)
    assert why_not(doing(world, 1, "heal"), ("raise", FRIEND)) == "sbh.action.table"
    assert ("raise", FRIEND) in doing(world, 2, "heal").listed()
    played = play(spending(world, 3, "heal"), answers=[("raise", FRIEND)])
    friend = played.asked[-1].world.figures[FRIEND]
    assert (friend.prone, friend.fallen, played.left) == (False, False, 1)


@pytest.mark.rule("sbh.special.cleric-stand")
def test_whom_a_cleric_cannot_raise() -> None:
    assert why_not(doing(temple(), 2, "heal"), ("raise", FRIEND)) == "sbh.special.cleric-stand"
    assert why_not(doing(temple(gap=1, prone=True), 2, "heal"), ("raise", FRIEND)) == "sbh.special.cleric-heal"
    for world in (temple(), temple(gap=1, prone=True), temple(prone=True, held=SPELLBOUND)):
        assert not any(answer[0] == "raise" for answer in doing(world, 2, "heal").listed())
    assert not any(answer[0] == "raise" for answer in doing(temple(prone=True), 1, "heal").listed())
    assert why_not(doing(temple(prone=True, held=SPELLBOUND), 2, "heal"), ("raise", FRIEND)) == "sbh.state.immobilised"
    assert why_not(doing(temple(prone=True), 2), ("raise", FRIEND)) == "sbh.special.cleric-heal"


@pytest.mark.rule("sbh.special.cleric-stand", "sbh.state.prone-stand-free-hack")
def test_enemies_beside_it_strike_as_it_rises() -> None:
    world = temple(prone=True)
    friend = world.figures[FRIEND]
    world = world.with_figure(changed(world.figures[ENEMY], x=friend.x + 1600, y=friend.y))
    played = play(Call(raise_up, world, CLERIC, ("raise", FRIEND)), dice=[1, 6])
    assert played.kinds == ["raises", "free-hack", "totals", "free-hack-misses"]
    assert not played.result[0].figures[FRIEND].prone


# ---------------------------------------------------------------- favour


@pytest.mark.rule("sbh.special.cleric-loses-favour")
def test_three_failures_of_a_healing_roll_cost_the_favour_of_the_god() -> None:
    world = temple(poisoned=1)
    undead = fighter("human-skeleton", 1, 0, 0)
    played = play(Call(activate, world, CLERIC, 3, "heal"), dice=[1, 2, 2])
    cleric = played.asked[-1].world.figures[CLERIC]
    assert not may_declare(cleric, "heal")
    assert not kills_by_winning(cleric, undead)
    assert kills_by_winning(world.figures[CLERIC], undead)
    kept = play(Call(activate, world, CLERIC, 3, ""), dice=[1, 2, 2]).asked[-1].world.figures[CLERIC]
    assert may_declare(kept, "heal")


@pytest.mark.rule("sbh.campaign.upgrade.dirty-tricks")
def test_dirty_tricks_foil_a_healing() -> None:
    world = with_upgrade(temple(poisoned=1, prone=True), 1, "dirty-tricks")
    healed = play(Call(heal, world, CLERIC, ("heal", FRIEND, 1)), answers=["cleric"])
    assert (healed.outcomes, healed.result[1], healed.result[0].figures[FRIEND].poisoned) == (["foiled"], 1, 1)
    raised = play(Call(raise_up, world, CLERIC, ("raise", FRIEND)), answers=["cleric"])
    unicorn = world.with_figure(changed(world.figures[CLERIC], card=fighter("unicorn", 0, 0, 0).card))
    others = [
        play(Call(heal, unicorn, CLERIC, ("heal", FRIEND, 1)), answers=["forester"]),
        play(Call(raise_up, unicorn, CLERIC, ("raise", FRIEND)), answers=["forester"]),
    ]
    assert [played.outcomes for played in others] == [["healed"], ["raised"]]
    for played in (healed, raised, *others):
        assert all(figure.cancelled == 0 for figure in played.result[0].figures)
    assert (raised.outcomes, raised.result[1], raised.result[0].figures[FRIEND].prone) == (["foiled"], 2, True)


# ---------------------------------------------------------------- answers of every shape


@pytest.mark.parametrize(
    "answer",
    [
        ("heal",), ("heal", 1), ("heal", 1, 0), ("heal", 1, -1), ("heal", 1, True), ("heal", "1", 1), ("heal", 3, 1),
        ("heal", -1, 1), ("raise",), ("raise", "1"), ("raise", True), ("raise", 99), ("raise", 1, 1),
    ],
)  # fmt: skip
def test_a_malformed_healing_is_refused(answer: tuple[Any, ...]) -> None:
    assert why_not(doing(temple(poisoned=1, prone=True), 3, "heal"), answer) != ""
