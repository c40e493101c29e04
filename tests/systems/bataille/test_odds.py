"""Exact odds of attacks: counted by hand from the book's rules, and held to what is thrown."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from escarmouche.core.dice import Stream
from escarmouche.core.effects import Call, Choose, Roll
from escarmouche.core.engine import start
from escarmouche.core.errors import EscarmoucheError, UnknownName
from escarmouche.core.odds import last_outcome, leaves, tally
from escarmouche.kit.attacks import first_option
from escarmouche.systems.bataille.attacks import ATTACKS, outcome_count, outcome_name, wounds
from escarmouche.systems.bataille.model import SORCERER, World
from escarmouche.systems.bataille.rules.core import barred_from_attacks
from escarmouche.systems.bataille.rules.magic import cast_side
from escarmouche.systems.bataille.rules.melee import melee
from escarmouche.systems.bataille.rules.shooting import shooting
from escarmouche.systems.bataille.system import SYSTEM
from tests.systems.bataille.scene import man, scene


def chances(attack: str, attacker: str, defender: str, **settings: str) -> dict[str, Fraction]:
    found = ATTACKS.chances(attack, attacker, defender, settings)
    assert sum(found.values()) == 1
    return found


def killed(attack: str, attacker: str, defender: str, **settings: str) -> dict[str, Fraction]:
    found = ATTACKS.chances(attack, attacker, defender, settings)
    return ATTACKS.derived(attack, attacker, defender, settings, found)


def of_defender(found: dict[str, Fraction]) -> dict[int, Fraction]:
    """The chances of the defender's wounds alone."""
    total: dict[int, Fraction] = {}
    for name, chance in found.items():
        number = wounds(name)[1]
        assert number is not None
        total[number] = total.get(number, Fraction(0)) + chance
    return total


def by_hand(scores: list[int], armour: int, endurance: bool = False) -> dict[int, Fraction]:
    """The wounds of attacks with these scores on an Armour, every face of every die counted one by one."""
    once = Fraction(6 - armour, 6) * (Fraction(1, 2) if endurance else 1)
    total: dict[int, Fraction] = {}
    for hits in product((False, True), repeat=len(scores)):
        for through in product((False, True), repeat=sum(hits)):
            chance = Fraction(1)
            for hit, score in zip(hits, scores, strict=True):
                chance *= Fraction(score if hit else 6 - score, 6)
            for wounded in through:
                chance *= once if wounded else 1 - once
            total[sum(through)] = total.get(sum(through), Fraction(0)) + chance
    return {number: chance for number, chance in total.items() if chance}


# ---------------------------------------------------------------- melee


@pytest.mark.rule("bataille.melee.attack", "bataille.core.defence-roll", "bataille.core.roll-under")
def test_a_blow_hits_and_is_not_defended() -> None:
    """Melee 4 against Armour 3: 4/6 × 3/6 = 1/3."""
    assert of_defender(chances("melee", "orc-brute", "orc-brute"))[1] == Fraction(1, 3)


@pytest.mark.rule("bataille.melee.simultaneous", "bataille.char.melee-multiple")
def test_both_strike_at_once() -> None:
    found = chances("melee", "elf-duellist", "orc-warrior")
    mine, theirs = by_hand([3], 2), by_hand([4, 4], 2)
    assert found == {f"a{a}-d{d}": mine[a] * theirs[d] for a in mine for d in theirs}
    assert found["a1-d2"] == Fraction(16, 243)
    assert killed("melee", "elf-duellist", "orc-warrior") == {"killed": Fraction(56, 81), "attacker-killed": Fraction(1, 3)}


@pytest.mark.rule("bataille.core.excess-wounds", "bataille.core.death")
def test_killed_takes_as_many_wounds_as_there_are_hit_points() -> None:
    found = killed("melee", "men-knight", "men-knight", attacks="3")
    theirs = by_hand([4, 4, 4], 4)
    assert found["killed"] == theirs[2] + theirs[3]


@pytest.mark.rule("bataille.ability.frightening-test", "bataille.ability.frightening-effect")
def test_fear_is_tested_before_the_blows() -> None:
    """A goblin (Mental 1, Melee 1, Armour 1) fails 5 tests of 6; frightened it defends against 0 and still strikes at 1."""
    calm, afraid = by_hand([3, 3], 1), by_hand([3, 3], 0)
    assert of_defender(chances("melee", "troll", "goblin")) == {
        n: Fraction(1, 6) * calm[n] + Fraction(5, 6) * afraid[n] for n in calm
    }
    assert of_defender(chances("melee", "troll", "goblin", frightened="no")) == calm
    assert of_defender(chances("melee", "troll", "goblin", frightened="yes")) == afraid
    assert of_defender(chances("melee", "orc-brute", "orc-warrior", frightened="attacker")) == by_hand([3], 1)


@pytest.mark.rule("bataille.ability.frightening-exempt")
def test_the_frightening_are_never_frightened() -> None:
    with pytest.raises(EscarmoucheError, match=r"Troll is Frightening .*\(bataille.ability.frightening-exempt\)"):
        chances("melee", "orc-brute", "troll", frightened="defender")


@pytest.mark.rule("bataille.ability.powerful", "bataille.ability.powerful-exempt", "bataille.core.modifiers-stack")
def test_the_powerful_take_from_armour_but_not_from_their_like() -> None:
    assert of_defender(chances("melee", "orc-brute", "men-swordsman")) == by_hand([4], 2)
    assert of_defender(chances("melee", "orc-brute", "men-swordsman", powerful="no")) == by_hand([4], 3)
    assert of_defender(chances("melee", "orc-warrior", "men-swordsman", powerful="yes")) == by_hand([3], 2)
    assert of_defender(chances("melee", "orc-brute", "men-swordsman", powerful="both")) == by_hand([4], 3)
    assert of_defender(chances("melee", "orc-brute", "men-swordsman", frightened="yes")) == by_hand([4], 1)


@pytest.mark.rule("bataille.spell.paralysis-no-attack", "bataille.spell.paralysis-armour", "bataille.melee.who-cannot-attack")
def test_the_paralysed_do_not_strike_back() -> None:
    assert chances("melee", "orc-warrior", "men-swordsman", paralysed="yes") == {
        "wounds-0": Fraction(2, 3),
        "wounds-1": Fraction(1, 3),
    }
    assert chances("melee", "orc-warrior", "men-swordsman", paralysed="attacker") == {
        "attacker-wounds-0": Fraction(7, 12),
        "attacker-wounds-1": Fraction(5, 12),
    }
    assert killed("melee", "orc-warrior", "men-swordsman", paralysed="attacker") == {"attacker-killed": Fraction(5, 12)}
    with pytest.raises(EscarmoucheError, match=r"bataille.melee.who-cannot-attack"):
        chances("melee", "orc-warrior", "men-swordsman", paralysed="both")


@pytest.mark.rule("bataille.spell.curse-scores", "bataille.spell.curse-attack")
def test_a_curse_takes_a_point_and_an_attack() -> None:
    assert of_defender(chances("melee", "elf-duellist", "orc-warrior", cursed="yes")) == by_hand([3], 2)
    assert of_defender(
        chances("melee", "bone-colossus", "men-swordsman", cursed="yes", powerful="no", frightened="no")
    ) == by_hand([4, 4], 3)
    assert chances("melee", "goblin", "orc-warrior", cursed="yes") == chances("melee", "goblin", "orc-warrior")


@pytest.mark.rule("bataille.item.endurance", "bataille.item.power-melee", "bataille.item.power-armour", "bataille.item.silver")
def test_items_count() -> None:
    assert of_defender(chances("melee", "orc-warrior", "dwarf-thane")) == by_hand([3], 5, endurance=True)
    assert of_defender(chances("melee", "men-captain", "men-swordsman")) == by_hand([5, 5], 2)
    assert of_defender(chances("melee", "elf-duellist", "vampire-lord", frightened="no")) == by_hand([4], 4)


def test_a_number_of_attacks() -> None:
    assert of_defender(chances("melee", "orc-warrior", "orc-warrior", attacks="3")) == by_hand([3, 3, 3], 2)
    assert of_defender(chances("melee", "elf-duellist", "orc-warrior", attacks="1")) == by_hand([4], 2)
    assert of_defender(chances("shooting", "elf-prince", "orc-warrior", attacks="3")) == by_hand([4, 3, 4], 2)


# ---------------------------------------------------------------- shooting and artillery


@pytest.mark.rule("bataille.shoot.attack", "bataille.cover.roll", "bataille.cover.after-hit-roll")
def test_shots_and_covers() -> None:
    assert chances("shooting", "elf-archer", "orc-warrior")["wounds-1"] == Fraction(4, 9)
    assert chances("shooting", "men-archer", "orc-warrior", covers="1")["wounds-1"] == Fraction(1, 6)
    three = chances("shooting", "elf-archer", "zombie", covers="3")["wounds-1"]
    assert three == Fraction(4, 6) * Fraction(1, 8) * Fraction(5, 6)
    assert of_defender(chances("shooting", "elf-prince", "orc-warrior")) == by_hand([4, 3], 2)
    assert of_defender(chances("shooting", "elf-prince", "orc-warrior", cursed="yes")) == by_hand([3], 2)
    assert of_defender(chances("shooting", "men-archer", "orc-warrior", powerful="yes", paralysed="yes")) == by_hand([3], 0)


@pytest.mark.rule("bataille.artillery.uses-own-tir", "bataille.artillery.explosive", "bataille.artillery.affected-one-hit")
def test_guns() -> None:
    assert chances("artillery", "men-bombard", "goblin")["wounds-1"] == Fraction(3, 6) * Fraction(5, 6)
    assert chances("artillery", "dwarf-cannon", "goblin", covers="2")["wounds-1"] == Fraction(5, 6) * Fraction(1, 4) * Fraction(
        5, 6
    )
    assert killed("artillery", "elf-bolt-thrower", "men-knight", paralysed="yes") == {"killed": Fraction(0)}


@pytest.mark.parametrize(
    ("attack", "attacker", "defender", "settings", "message"),
    [
        ("shooting", "orc-warrior", "goblin", {}, "bataille.char.shooting-zero"),
        ("shooting", "elf-archer", "elf-prince", {}, "bataille.item.stealth"),
        ("shooting", "goblin-archer", "goblin", {"cursed": "yes", "paralysed": "attacker"}, "bataille.melee.who-cannot-attack"),
        ("melee", "dwarf-cannon", "goblin", {}, "bataille.artillery.characteristics"),
        ("artillery", "elf-archer", "goblin", {}, "bataille.artillery.characteristics"),
        ("artillery", "dwarf-cannon", "men-bombard", {}, "bataille.artillery.characteristics"),
    ],
)
def test_what_the_rules_do_not_allow_has_no_odds(
    attack: str, attacker: str, defender: str, settings: dict[str, str], message: str
) -> None:
    with pytest.raises(EscarmoucheError, match=message) as caught:
        chances(attack, attacker, defender, **settings)
    assert message in caught.value.french


def test_unknown_settings_are_told() -> None:
    with pytest.raises(UnknownName, match="choose from covers, paralysed"):
        chances("artillery", "men-bombard", "goblin", cursed="yes")
    with pytest.raises(UnknownName, match="frightened cannot be 'maybe': choose from attacker, defender, both, yes"):
        chances("melee", "troll", "goblin", frightened="maybe")
    with pytest.raises(UnknownName, match="covers cannot be '7': choose from 0 to 6"):
        chances("shooting", "men-archer", "goblin", covers="7")
    with pytest.raises(UnknownName, match="no odds of 'magic'"):
        chances("magic", "men-archer", "goblin")


def test_outcomes_have_names_and_numbers() -> None:
    assert outcome_name("a1-d2", "en") == "Wounds: attacker 1, defender 2"
    assert outcome_name("wounds-1", "fr") == "Blessures du défenseur : 1"
    assert outcome_name("attacker-wounds-0", "en") == "Wounds of the attacker: 0"
    assert outcome_name("killed", "fr") == "Le défenseur est tué"
    assert [outcome_count(one) for one in ("a1-d2", "wounds-1", "attacker-wounds-3", "killed")] == [None, 1, 3, None]


# ---------------------------------------------------------------- whole phases

DUELS = [
    ("melee", "men-knight", "troll", {}),
    ("melee", "bone-colossus", "men-captain", {"cursed": "both"}),
    ("melee", "elf-duellist", "vampire-lord", {}),
    ("melee", "dwarf-thane", "orc-warlord", {"paralysed": "attacker"}),
    ("shooting", "elf-prince", "orc-warrior", {"covers": "1"}),
    ("artillery", "dwarf-cannon", "men-swordsman", {"covers": "1"}),
]


def outcome(attack: str, world: World, after: World) -> str:
    """The wounds of a phase, as they are called."""
    mine, theirs = [before.hp - now.hp for before, now in zip(world.figures[:2], after.figures[:2], strict=True)]
    able = [not barred_from_attacks(one) for one in world.figures[:2]]
    if attack != "melee" or not able[1]:
        return f"wounds-{theirs}"
    return f"a{mine}-d{theirs}" if able[0] else f"attacker-wounds-{mine}"


def phase(attack: str, world: World) -> Call:
    return Call(melee if attack == "melee" else shooting, world)


@pytest.mark.parametrize(("attack", "attacker", "defender", "settings"), DUELS)
@pytest.mark.rule("bataille.core.simultaneous-declaration")
def test_attacks_followed_one_by_one_are_the_whole_phase(
    attack: str, attacker: str, defender: str, settings: dict[str, str]
) -> None:
    """The slow way: everybody strikes at once, and every face of all dice together is followed."""
    ready = ATTACKS.duel(attack, attacker, defender, settings)
    world = ready.world(ready.settings.frightened)
    found = leaves(start(phase(attack, world)), first_option)
    assert tally(found, lambda leaf: outcome(attack, world, leaf.run.result)) == ready.chances()


@pytest.mark.parametrize(("attack", "attacker", "defender", "settings"), [DUELS[0], *DUELS[-2:]])
def test_the_odds_agree_with_what_is_thrown(attack: str, attacker: str, defender: str, settings: dict[str, str]) -> None:
    """Thrown by the same rules with seeded dice: no outcome is off by more than four standard deviations."""
    ready = ATTACKS.duel(attack, attacker, defender, settings)
    world = ready.world(None)
    expected, dice, throws = ready.chances(), Stream(f"{attack} {attacker}"), 2000
    seen: Counter[str] = Counter()
    for _ in range(throws):
        run = start(phase(attack, world))
        while run.due is not None:
            assert isinstance(run.due, (Choose, Roll))
            due = run.due
            run.reply(
                first_option(due) if isinstance(due, Choose) else due.read(due.throw(lambda sides: 1 + dice.below(sides)))
            )
        seen[outcome(attack, world, run.result)] += 1
    assert set(seen) <= set(expected)
    for name, chance in expected.items():
        p = float(chance)
        assert abs(seen[name] - throws * p) <= 4 * (throws * p * (1 - p)) ** 0.5 + 1, name


@pytest.mark.rule("bataille.spell.death-ray", "bataille.item.endurance")
def test_odds_in_a_game_tell_who_falls() -> None:
    """A ray on Armour 3 is defended against 2; with 2 hit points it wounds, and endurance saves half."""
    for figure, expected in (
        (man(1, 15, 10), {"falls": Fraction(2, 3), "nothing": Fraction(1, 3)}),
        (man(1, 15, 10, hp=2, items="item-endurance"), {"wounded": Fraction(1, 3), "nothing": Fraction(2, 3)}),
    ):
        world = scene(man(0, 10, 10, role=SORCERER, spells=("death-ray",)), figure)
        found = leaves(start(Call(cast_side, world, 0)), lambda _: ("death-ray", 0, 1))
        assert tally(found, last_outcome) == expected
    assert SYSTEM.outcome_name("falls", "fr") == "Quelqu’un tombe"


def test_many_attacks_and_covers_take_no_longer() -> None:
    found = chances("shooting", "elf-prince", "bone-colossus", attacks="12", covers="6")
    assert found["wounds-0"] > Fraction(9, 10)
    assert list(found) == [f"wounds-{number}" for number in range(13)]
