"""What a lost fight does: knocked down, wounds, poison, death."""

from __future__ import annotations

from typing import Any

import pytest

from escarmouche.core.effects import Call
from escarmouche.systems.sbh.model import (
    ARTIFICIAL,
    ASSASSIN,
    CLERIC,
    DEAD,
    ON_TABLE,
    POISON,
    SAVAGE,
    SPELLBOUND,
    TOUGH,
    UNDEAD,
    World,
)
from escarmouche.systems.sbh.rules.harm import (
    GRUESOME_KILL,
    HACK,
    KILL,
    KNOCKED_DOWN,
    MELEE,
    RECOIL,
    SHOT,
    SPELL,
    TIE,
    envenom,
    hacked_by,
    knock_down,
    slain,
    suffer,
)
from escarmouche.systems.sbh.rules.melee import fight
from escarmouche.systems.sbh.rules.quality import quality_of
from tests.systems.sbh.scene import Played, changed, fighter, play, scene


def beaten(profile: str = "human-warrior", by: str = "orc-warrior", **changes: Any) -> World:
    """Figure 0 beside the winner, figure 1; friends of the loser far away. Changes are for the loser."""
    far = [fighter("human-warrior", 0, 100 * n, 580) for n in (1, 2, 3, 4, 5)]
    return scene(fighter(profile, 0, 300, 300, **changes), fighter(by, 1, 284, 300), *far)


def suffers(world: World, result: str, *dice: int, answers: tuple[object, ...] = (), means: str = MELEE) -> Played:
    """Figure 0 suffers the result at the hands of figure 1."""
    return play(Call(suffer, world, 0, 1, result, "defender", means), dice=dice, answers=answers)


# ---------------------------------------------------------------- knocked down


@pytest.mark.rule("sbh.state.prone")
def test_the_loser_is_laid_down_where_it_stands() -> None:
    world = beaten()
    played = suffers(world, KNOCKED_DOWN)
    after = played.result.figures[0]
    assert (after.prone, after.x, after.status) == (True, 30000, ON_TABLE)
    assert played.outcomes == ["defender-knocked-down"]


@pytest.mark.rule("sbh.state.prone")
def test_a_fighter_on_the_ground_stays_there() -> None:
    played = suffers(beaten(prone=True, fallen=True), KNOCKED_DOWN, means=SHOT)
    assert (played.result.figures[0].prone, played.result.figures[0].fallen) == (True, True)


@pytest.mark.rule("sbh.special.swarm-knocked-down")
def test_swarms_are_knocked_down_and_killed_like_others() -> None:
    world = scene(fighter("rat-swarm", 0, 300, 300), fighter("orc-warrior", 1, 284, 300))
    assert play(Call(knock_down, world, 0, "defender")).result.figures[0].prone
    killed = play(Call(suffer, world, 0, 1, KILL, "defender", MELEE))
    assert killed.result.figures[0].status == DEAD


# ---------------------------------------------------------------- results


@pytest.mark.rule("sbh.melee.win-double", "sbh.melee.win-triple")
@pytest.mark.parametrize(("result", "removal"), [(KILL, "kill"), (GRUESOME_KILL, "gruesome-kill")])
def test_the_dead_leave_the_table(result: str, removal: str) -> None:
    after = suffers(beaten(), result).result
    assert (after.figures[0].status, after.figures[0].removal) == (DEAD, removal)
    assert 0 not in [figure.id for figure in after.on_table(0)]


def test_a_tie_does_nothing() -> None:
    world = beaten(by="giant-scorpion")
    assert suffers(world, TIE).result == world


# ---------------------------------------------------------------- Tough


@pytest.mark.rule("sbh.special.tough-wound", "sbh.special.tough-markers")
def test_a_kill_wounds_a_tough_fighter() -> None:
    world = beaten("dragon-adult", quality=3)
    played = suffers(world, KILL)
    dragon = played.result.figures[0]
    assert (dragon.status, dragon.wounds, quality_of(played.result, dragon)) == (ON_TABLE, 1, 4)
    assert (dragon.x, dragon.prone) == (30000, False)
    assert played.told("wounded").about == (0, 4)
    assert played.outcomes == ["defender-wounded"]


@pytest.mark.rule("sbh.special.tough-wound")
def test_a_wounded_fighter_keeps_the_state_it_had() -> None:
    after = suffers(beaten("troll", prone=True), KILL).result.figures[0]
    assert (after.prone, after.wounds) == (True, 1)


@pytest.mark.rule("sbh.special.tough-wound")
def test_a_tough_fighter_dies_at_quality_seven() -> None:
    dead = suffers(beaten("troll", quality=6), KILL).result.figures[0]
    assert (dead.status, dead.removal) == (DEAD, "quality-7")


@pytest.mark.rule("sbh.special.tough-gruesome")
def test_a_gruesome_kill_on_a_tough_fighter_kills_at_once_and_frightens_nobody() -> None:
    near = [fighter("human-warrior", 0, 320 + 20 * n, 330) for n in range(3)]
    world = scene(fighter("troll", 0, 300, 300, quality=3), fighter("orc-warrior", 1, 280, 300), *near)
    played = suffers(world, GRUESOME_KILL)
    assert (played.result.figures[0].status, played.result.figures[0].wounds, played.rolls) == (DEAD, 0, [])
    plain = scene(fighter("ogre-warrior", 0, 300, 300), fighter("orc-warrior", 1, 280, 300), *near)
    assert len(suffers(plain, GRUESOME_KILL, *[6] * 9).rolls) == 3


# ---------------------------------------------------------------- Poison


@pytest.mark.rule("sbh.special.poison-effect", "sbh.special.poison-markers")
def test_poison_works_on_a_six() -> None:
    world = beaten("unicorn", by="giant-scorpion", quality=3)
    played = suffers(world, KNOCKED_DOWN, 6)
    unicorn = played.result.figures[0]
    assert (unicorn.poisoned, quality_of(played.result, unicorn)) == (1, 4)
    assert played.told("poisoned").about == (0, 4)
    assert (played.rolls[0][0].seat, played.rolls[0][0].figure) == (1, 1)


@pytest.mark.rule("sbh.special.poison-effect")
@pytest.mark.parametrize("die", [1, 2, 3, 4, 5])
def test_poison_does_nothing_below_six(die: int) -> None:
    world = beaten(by="giant-scorpion")
    assert play(Call(envenom, world, 0, 1, "defender"), dice=[die]).result == world


@pytest.mark.rule("sbh.special.poison-effect")
@pytest.mark.parametrize(("means", "poisoned"), [(MELEE, 1), (HACK, 1), (SHOT, 1), (SPELL, 0)])
def test_weapons_carry_poison_and_spells_do_not(means: str, poisoned: int) -> None:
    world = beaten(by="giant-scorpion")
    call = Call(suffer, world, 0, 1, KNOCKED_DOWN, "defender", means)
    assert play(call, dice=[6] * poisoned).result.figures[0].poisoned == poisoned


@pytest.mark.rule("sbh.special.poison-effect")
def test_the_third_poisoning_kills_a_fighter_of_quality_four() -> None:
    world = beaten(by="giant-scorpion", quality=4, poisoned=2)
    played = suffers(world, KNOCKED_DOWN, 6)
    assert (played.result.figures[0].status, played.result.figures[0].removal) == (DEAD, "quality-7")
    assert played.outcomes == ["defender-knocked-down", "defender-kill"]


@pytest.mark.rule("sbh.special.poison-effect")
@pytest.mark.parametrize(
    ("result", "dice", "answers"),
    [(RECOIL, (6,), (("recoil", 0),)), (KNOCKED_DOWN, (6,), ()), (KILL, (), ()), (GRUESOME_KILL, (), ())],
)
def test_poison_comes_on_top_of_the_result_unless_the_loser_is_gone(
    result: str, dice: tuple[int, ...], answers: tuple[object, ...]
) -> None:
    played = suffers(beaten(by="giant-scorpion"), result, *dice, answers=answers, means=SHOT)
    assert played.result.figures[0].poisoned == len(dice)


@pytest.mark.rule("sbh.special.poison-effect")
def test_a_wound_may_be_poisoned_too() -> None:
    troll = suffers(beaten("troll", by="giant-scorpion"), KILL, 6).result.figures[0]
    assert (troll.wounds, troll.poisoned) == (1, 1)


@pytest.mark.rule("sbh.special.poison-effect")
def test_a_poisoner_that_wins_its_defence_poisons_too() -> None:
    world = beaten(by="giant-scorpion", combat=3)
    played = play(Call(fight, world, 0, 1, False), dice=[3, 4, 6])
    assert (played.result.figures[0].prone, played.result.figures[0].poisoned) == (True, 1)


@pytest.mark.rule("sbh.special.undead-poison", "sbh.special.artificial-poison")
@pytest.mark.parametrize(("profile", "trait"), [("zombie", UNDEAD), ("stone-golem", ARTIFICIAL)])
def test_the_undead_and_the_artificial_know_no_poison(profile: str, trait: int) -> None:
    world = beaten(profile, by="giant-scorpion")
    assert world.figures[0].has(trait)
    assert world.figures[1].has(POISON)
    assert suffers(world, KNOCKED_DOWN).rolls == []


@pytest.mark.rule("sbh.item.ring-of-restoration")
def test_a_kill_that_the_ring_undoes_brings_no_poison() -> None:
    world = beaten(by="giant-scorpion", item="ring-of-restoration")
    played = suffers(world, KILL)
    assert (played.rolls, played.outcomes) == ([], ["defender-saved"])
    assert (played.result.figures[0].status, played.result.figures[0].item) == (ON_TABLE, "")
    assert suffers(world, KNOCKED_DOWN).rolls == []
    assert suffers(world, GRUESOME_KILL).result.figures[0].status == DEAD


# ---------------------------------------------------------------- Artificial


@pytest.mark.rule("sbh.special.artificial-gruesome")
def test_the_gruesome_end_of_an_elemental_frightens_nobody() -> None:
    near = [fighter("human-warrior", 1, 340 + 20 * n, 330) for n in range(3)]
    golem = fighter("fire-elemental", 1, 320.5, 300, combat=0)
    world = scene(fighter("human-warrior", 0, 300, 300, combat=6), golem, *near)
    played = play(Call(fight, world, 0, 1, False), dice=[6, 3])
    assert played.outcomes == ["defender-kill"]
    assert len(played.rolls) == 2


# ---------------------------------------------------------------- free hacks


@pytest.mark.rule("sbh.freehack.not-an-attack")
def test_any_number_of_hacks_fall_and_those_who_cannot_strike_do_not() -> None:
    spots = [(316, 300), (300, 316), (284, 300), (300, 284), (330, 330), (311.5, 311.5)]
    states: list[dict[str, Any]] = [{}, {"prone": True}, {"held": 1}, {"attacked": True}, {}, {"status": DEAD}]
    foes = [fighter("orc-warrior", 1, x, y, **state) for (x, y), state in zip(spots, states, strict=True)]
    world = scene(fighter("human-warrior", 0, 300, 300, traits=TOUGH), *foes)
    played = play(Call(hacked_by, world, 0, (1, 2, 3, 4, 5, 6)), dice=[1, 6, 1, 6])
    assert [tell.about[0] for tell in played.tells if tell.kind == "free-hack"] == [1, 4]


def test_slain_names_the_winner() -> None:
    played = play(Call(slain, beaten(), 0, 1, KILL, "attacker"))
    assert (played.told("kill").about, played.outcomes) == ((0, 1), ["attacker-kill"])
    assert played.told("kill").why == "sbh.melee.win-double"
    gruesome = play(Call(slain, beaten(), 0, 1, GRUESOME_KILL, "attacker"))
    assert gruesome.told("gruesome-kill").why == "sbh.melee.win-triple"


@pytest.mark.rule("sbh.melee.result-priority")
@pytest.mark.parametrize(
    ("traits", "state", "dice", "why"),
    [
        (0, {}, (6, 1), "sbh.melee.win-double"),
        (0, {"prone": True}, (4, 3), "sbh.state.prone-helpless"),
        (0, {"held": SPELLBOUND}, (4, 3), "sbh.state.immobilised-helpless"),
        (SAVAGE, {}, (6, 1), "sbh.special.savage"),
        (ASSASSIN, {}, (5, 4), "sbh.special.assassin"),
        (CLERIC, {"traits": UNDEAD}, (5, 4), "sbh.special.cleric-lethal"),
        (0, {"traits": ARTIFICIAL, "combat": 0}, (6, 1), "sbh.special.artificial-gruesome"),
        (0, {"combat": 0}, (6, 1), "sbh.melee.win-triple"),
    ],
)
def test_a_kill_cites_the_rule_that_makes_it_one(traits: int, state: dict[str, Any], dice: tuple[int, int], why: str) -> None:
    striker = fighter("human-warrior", 0, 300, 300, traits=traits, combat=3)
    victim = fighter("orc-warrior", 1, 316, 300, **{"combat": 3, "traits": 0, **state})
    others = [fighter("orc-warrior", 1, 40 * n, 560) for n in range(1, 12)]
    world = scene(striker, victim, *others)
    world = world.with_band(changed(world.bands[1], halved=True))
    played = play(Call(fight, world, 0, 1, False), dice=dice)
    told = next(tell for tell in played.tells if tell.kind in ("kill", "gruesome-kill"))
    assert told.why == why


def test_wounds_and_poison_cite_what_they_do_and_not_the_tokens() -> None:
    tough = scene(fighter("ogre-warrior", 0, 300, 300, traits=TOUGH), fighter("orc-warrior", 1, 320, 300))
    assert play(Call(suffer, tough, 0, 1, KILL, "defender", MELEE)).told("wounded").why == "sbh.special.tough-wound"
    venom = scene(fighter("human-warrior", 0, 300, 300), fighter("giant-spider", 1, 320, 300, traits=POISON))
    poisoned = play(Call(envenom, venom, 0, 1, "defender"), dice=[6])
    assert poisoned.told("poisoned").why == "sbh.special.poison-effect"
