"""Exact odds of attacks: against tables counted by hand, against every throw of the dice, and against simulation."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from math import comb, sqrt
from typing import Any

import pytest

from escarmouche.core.dice import Stream
from escarmouche.core.effects import Chance, Roll
from escarmouche.core.engine import start
from escarmouche.core.errors import EscarmoucheError, UnknownName
from escarmouche.kit.attacks import first_option
from escarmouche.systems.sbh.attacks import ATTACKS, DUELS, TESTS, PreparedAttack
from escarmouche.systems.sbh.content import book

HUMAN = "human-warrior"
ORC = "orc-warrior"
Harm = Callable[[int, int, int], str]
"""What the loser suffers, by the winner's die and the two totals."""


# ---------------------------------------------------------------- an oracle that knows no rules but these few lines


def usual(die: int, won: int, lost: int) -> str:
    """The result table of the book."""
    if won >= 3 * lost:
        return "gruesome-kill"
    if won >= 2 * lost:
        return "kill"
    return "knocked-down" if die % 2 == 0 else "recoil"


def helpless(die: int, won: int, lost: int) -> str:
    """Against somebody on the ground or held: any win kills, a double is gruesome."""
    return "gruesome-kill" if won >= 2 * lost else "kill"


def mortal(die: int, won: int, lost: int) -> str:
    """An Assassin, or a Lethal fighter against its prey."""
    return "gruesome-kill" if won >= 3 * lost else "kill"


def savage(die: int, won: int, lost: int) -> str:
    """Every kill is gruesome."""
    return "gruesome-kill" if won >= 2 * lost else usual(die, won, lost)


def tough(die: int, won: int, lost: int) -> str:
    """A kill is a wound."""
    return "wounded" if usual(die, won, lost) == "kill" else usual(die, won, lost)


def golem(die: int, won: int, lost: int) -> str:
    """Artificial and Tough: a gruesome kill is a kill, and a kill a wound."""
    return "wounded" if won >= 2 * lost else usual(die, won, lost)


def rooted(die: int, won: int, lost: int) -> str:
    """Held where it is, it cannot recoil."""
    return usual(die, won, lost).replace("recoil", "knocked-down")


def counted(labels: list[str]) -> dict[str, Fraction]:
    """Labels that are equally likely, as chances."""
    return {name: Fraction(count, len(labels)) for name, count in sorted(Counter(labels).items())}


def melee(attack: int, guard: int, defender: Harm = usual, attacker: Harm = usual) -> dict[str, Fraction]:
    """A fight of these two values, by all 36 throws; `defender` and `attacker` say what either suffers when it loses."""
    labels = []
    for die, other in product(range(1, 7), repeat=2):
        one, two = attack + die, guard + other
        if one == two:
            labels.append("tie")
        elif one > two:
            labels.append("defender-" + defender(die, one, two))
        else:
            labels.append("attacker-" + attacker(other, two, one))
    return counted(labels)


def shot(attack: int, guard: int, defender: Harm = usual) -> dict[str, Fraction]:
    """A shot of these two values, by all 36 throws."""
    labels = []
    for die, other in product(range(1, 7), repeat=2):
        one, two = attack + die, guard + other
        labels.append("defender-" + defender(die, one, two) if one > two else "miss")
    return counted(labels)


# ---------------------------------------------------------------- counted by hand


@pytest.mark.rule("sbh.melee.roll", "sbh.melee.tie", "sbh.melee.simultaneous", "sbh.melee.result-priority")
def test_two_equal_warriors_as_counted_on_paper() -> None:
    """Of 36 throws 6 are equal; each side wins 15: two of them double (9 to 4, 8 to 4), eight with an even die, five odd."""
    assert ATTACKS.chances("melee", HUMAN, ORC, {}) == {
        "attacker-kill": Fraction(2, 36),
        "attacker-knocked-down": Fraction(8, 36),
        "attacker-recoil": Fraction(5, 36),
        "defender-kill": Fraction(2, 36),
        "defender-knocked-down": Fraction(8, 36),
        "defender-recoil": Fraction(5, 36),
        "tie": Fraction(6, 36),
    }


@pytest.mark.rule("sbh.activation.success", "sbh.activation.table")
def test_activation_as_counted_on_paper() -> None:
    assert ATTACKS.chances("activation", HUMAN, None, {"dice": "3"}) == {
        "0-3": Fraction(1, 27),
        "1-2": Fraction(6, 27),
        "2-1": Fraction(12, 27),
        "3-0": Fraction(8, 27),
    }
    assert ATTACKS.chances("activation", HUMAN, None, {}) == {"0-1": Fraction(1, 3), "1-0": Fraction(2, 3)}


@pytest.mark.rule("sbh.morale.roll")
def test_morale_as_counted_on_paper() -> None:
    assert ATTACKS.chances("morale", ORC, None, {}) == {
        "flees-1": Fraction(3, 8),
        "flees-2": Fraction(3, 8),
        "holds": Fraction(1, 8),
        "routs": Fraction(1, 8),
    }


# ---------------------------------------------------------------- every throw of the dice


MELEES: list[tuple[str, str, dict[str, str], dict[str, Fraction]]] = [
    (HUMAN, ORC, {"power": "yes"}, melee(3, 2)),
    (HUMAN, ORC, {"power": "no"}, melee(3, 3)),
    (HUMAN, ORC, {"ambush": "yes"}, melee(4, 3)),
    (HUMAN, ORC, {"attacker_extra_foes": "2"}, melee(1, 3)),
    (HUMAN, ORC, {"defender_extra_foes": "1"}, melee(3, 2)),
    (HUMAN, ORC, {"defender_extra_foes": "5"}, melee(3, -2)),
    (HUMAN, ORC, {"attacker_extra_foes": "5", "defender_extra_foes": "5"}, melee(-2, -2)),
    (HUMAN, ORC, {"higher": "attacker"}, melee(4, 3)),
    (HUMAN, ORC, {"higher": "defender"}, melee(3, 4)),
    (HUMAN, ORC, {"obstacle": "defender"}, melee(3, 4)),
    (HUMAN, ORC, {"obstacle": "attacker"}, melee(4, 3)),
    (HUMAN, ORC, {"obstacle": "defender", "higher": "defender"}, melee(3, 4)),
    (HUMAN, ORC, {"obstacle": "defender", "higher": "attacker"}, melee(4, 4)),
    (HUMAN, ORC, {"defender_state": "prone"}, melee(5, 3, defender=helpless)),
    (HUMAN, ORC, {"defender_state": "immobilised"}, melee(5, 3, defender=helpless)),
    (HUMAN, ORC, {"attacker_state": "prone"}, melee(3, 5, attacker=helpless)),
    (HUMAN, ORC, {"attacker_state": "prone", "defender_state": "prone"}, melee(5, 5, helpless, helpless)),
    ("ogre-warrior", HUMAN, {}, melee(5, 3)),
    (HUMAN, "ogre-warrior", {}, melee(3, 5)),
    ("ogre-warrior", "giant-bear", {}, melee(4, 4)),
    ("human-light-cavalry", HUMAN, {}, melee(3, 3)),
    (HUMAN, "human-light-cavalry", {}, melee(3, 3)),
    ("human-light-cavalry", "ogre-warrior", {}, melee(2, 5)),
    ("wild-orc-warrior", HUMAN, {}, melee(3, 3, defender=savage)),
    ("human-assassin", HUMAN, {}, melee(2, 3, defender=mortal)),
    ("human-assassin", "human-skeleton", {}, melee(2, 2)),
    ("human-witch-hunter", "human-mage", {}, melee(3, 1, defender=mortal)),
    ("dwarf-orc-slayer", ORC, {}, melee(4, 3, defender=mortal)),
    (HUMAN, "lion-man-champion", {}, melee(3, 4, defender=tough)),
    ("lion-man-champion", HUMAN, {}, melee(4, 3, attacker=tough)),
    (HUMAN, "stone-golem", {}, melee(3, 5, defender=golem)),
    ("goblin-hero", ORC, {}, melee(3, 3)),
    (HUMAN, "terror-mould", {}, melee(3, 3, attacker=usual)),
]


@pytest.mark.parametrize(("attacker", "defender", "settings", "expected"), MELEES)
def test_melee_is_what_all_36_throws_give(
    attacker: str, defender: str, settings: dict[str, str], expected: dict[str, Fraction]
) -> None:
    assert ATTACKS.chances("melee", attacker, defender, settings) == expected


@pytest.mark.rule("sbh.special.tailslap")
def test_a_tail_turns_a_sixth_of_all_recoils_into_falls() -> None:
    plain = melee(4, 3)
    slapped = ATTACKS.chances("melee", "lizardman-warrior", HUMAN, {})
    assert slapped["defender-recoil"] == plain["defender-recoil"] * Fraction(5, 6)
    assert slapped["defender-knocked-down"] == plain["defender-knocked-down"] + plain["defender-recoil"] / 6


@pytest.mark.rule("sbh.special.poison-effect")
def test_poison_kills_one_in_six_of_those_whose_quality_it_brings_to_seven() -> None:
    plain = melee(2, 0)
    poisoned = ATTACKS.chances("melee", "ghoul", "human-child", {})
    survivors = plain["defender-recoil"] + plain["defender-knocked-down"]
    assert poisoned["defender-recoil"] == plain["defender-recoil"] * Fraction(5, 6)
    assert poisoned["defender-kill"] == plain["defender-kill"] + survivors / 6
    assert ATTACKS.chances("melee", "ghoul", "human-peasant", {}) == plain


SHOTS: list[tuple[str, str, dict[str, str], dict[str, Fraction]]] = [
    ("human-archer", ORC, {}, shot(3, 3)),
    ("human-archer", ORC, {"range": "1"}, shot(3, 3)),
    ("human-archer", ORC, {"range": "2"}, shot(1, 3)),
    ("human-archer", ORC, {"range": "3"}, shot(-1, 3)),
    ("human-archer", ORC, {"cover": "yes"}, shot(2, 3)),
    ("human-archer", ORC, {"ambush": "yes"}, shot(4, 3)),
    ("human-archer", ORC, {"cover": "yes", "ambush": "yes", "range": "2"}, shot(1, 3)),
    ("human-archer", ORC, {"aimed": "yes"}, shot(3, 2)),
    ("human-archer", ORC, {"defender_state": "prone"}, shot(3, 3)),
    ("human-archer", ORC, {"defender_state": "immobilised"}, shot(5, 3, rooted)),
    ("human-archer", "ogre-warrior", {}, shot(4, 4)),
    ("human-archer", "human-skeleton", {}, shot(1, 2)),
    ("human-archer", "rat-swarm", {}, shot(1, 1)),
    ("kobold-skirmisher", "ogre-warrior", {"shooters": "5"}, shot(2, 0)),
    ("kobold-skirmisher", "ogre-warrior", {"shooters": "5", "aimed": "yes"}, shot(2, -1)),
    ("human-archer", ORC, {"shooters": "2", "cover": "yes", "range": "3"}, shot(-2, 2)),
    ("human-archer", ORC, {"shooters": "3", "ambush": "yes"}, shot(4, 1)),
    ("human-archer", ORC, {"shooters": "3", "cover": "yes"}, shot(2, 1)),
    ("orc-archer", HUMAN, {"shooters": "5", "cover": "yes", "range": "2"}, shot(0, -1)),
    ("giant", ORC, {"shooters": "5", "cover": "yes", "aimed": "yes"}, shot(4, -2)),
    ("kobold-skirmisher", "giant", {"shooters": "4", "cover": "yes", "ambush": "yes"}, shot(2, 2, tough)),
    ("giant", "dragon-adult", {"shooters": "5"}, shot(5, 1, tough)),
    ("dragon-young", "dragon-adult", {"range": "3", "shooters": "4"}, shot(1, 2, tough)),
    ("halfling-villager", "human-thief", {"cover": "yes"}, shot(0, 2)),
]  # fmt: skip


@pytest.mark.parametrize(("attacker", "defender", "settings", "expected"), SHOTS)
def test_a_shot_is_what_all_36_throws_give(
    attacker: str, defender: str, settings: dict[str, str], expected: dict[str, Fraction]
) -> None:
    assert ATTACKS.chances("ranged", attacker, defender, settings) == expected


SPELLS: list[tuple[str, str, dict[str, str], dict[str, Fraction]]] = [
    ("human-mage", ORC, {}, shot(1, 3)),
    ("human-mage", ORC, {"power_level": "2"}, shot(2, 3)),
    ("human-war-mage", ORC, {"power_level": "3"}, shot(3, 3)),
    ("human-mage", "human-skeleton", {"power_level": "2"}, shot(2, 2)),
    ("human-mage", "ogre-warrior", {"power_level": "2", "range": "2"}, shot(1, 4)),
    ("human-mage", ORC, {"power_level": "3", "cover": "yes", "ambush": "yes"}, shot(3, 3)),
]


@pytest.mark.parametrize(("attacker", "defender", "settings", "expected"), SPELLS)
def test_a_magical_attack_is_what_all_36_throws_give(
    attacker: str, defender: str, settings: dict[str, str], expected: dict[str, Fraction]
) -> None:
    assert ATTACKS.chances("spell", attacker, defender, settings) == expected


@pytest.mark.parametrize(
    ("mage", "target", "settings", "resists"),
    [
        ("human-mage", HUMAN, {}, Fraction(2, 3)),
        ("human-mage", HUMAN, {"power_level": "3"}, Fraction(2, 3) ** 3),
        ("human-mage", HUMAN, {"power_level": "3", "leader": "yes"}, Fraction(5, 6) ** 3),
        ("human-mage", ORC, {"power_level": "2", "cover": "yes"}, Fraction(1, 4)),
        ("giant-spider", ORC, {"power_level": "2"}, Fraction(1, 4)),
        ("human-mage", "halfling-hero", {"power_level": "2"}, Fraction(2, 3)),
    ],
)
def test_every_die_must_resist(mage: str, target: str, settings: dict[str, str], resists: Fraction) -> None:
    assert ATTACKS.chances("immobilise", mage, target, settings) == {"held": 1 - resists, "resisted": resists}


@pytest.mark.rule("sbh.faq.hero-immune-power-1")
def test_a_hero_always_resists_power_one() -> None:
    assert ATTACKS.chances("immobilise", "human-mage", "halfling-hero", {}) == {"resisted": 1}


def dice(successes: int, of: int, chance: Fraction) -> Fraction:
    """The chance of so many successes."""
    return comb(of, successes) * chance**successes * (1 - chance) ** (of - successes)


@pytest.mark.parametrize(
    ("profile", "settings", "sure", "chance"),
    [
        ("human-warrior", {"dice": "2"}, 0, Fraction(2, 3)),
        ("human-warrior", {"dice": "2", "leader": "yes"}, 0, Fraction(5, 6)),
        ("elf-warrior", {"dice": "3", "leader": "yes"}, 0, Fraction(5, 6)),
        ("human-leader", {"dice": "3", "leader": "yes"}, 0, Fraction(2, 3)),
        ("zombie", {"dice": "3"}, 0, Fraction(1, 6)),
        ("goblin-hero", {"dice": "3"}, 1, Fraction(1, 2)),
        ("goblin-hero", {"dice": "1"}, 1, Fraction(1, 2)),
    ],
)
def test_an_activation_roll_is_binomial(profile: str, settings: dict[str, str], sure: int, chance: Fraction) -> None:
    thrown = int(settings["dice"]) - sure
    expected = {f"{n + sure}-{thrown - n}": dice(n, thrown, chance) for n in range(thrown + 1)}
    assert ATTACKS.chances("activation", profile, None, settings) == expected


@pytest.mark.parametrize(
    ("profile", "settings", "sure", "chance"),
    [
        ("human-warrior", {"leader": "yes"}, 0, Fraction(5, 6)),
        ("bugbear-guard", {}, 0, Fraction(2, 3)),
        ("goblin-hero", {}, 1, Fraction(1, 2)),
    ],
)
def test_a_morale_roll_is_binomial(profile: str, settings: dict[str, str], sure: int, chance: Fraction) -> None:
    labels = ("holds", "flees-1", "flees-2", "routs")
    expected = {labels[n]: dice(n, 3 - sure, 1 - chance) for n in range(4 - sure)}
    assert ATTACKS.chances("morale", profile, None, settings) == expected


@pytest.mark.rule("sbh.special.undead-morale")
def test_the_undead_hold_or_crumble() -> None:
    held = Fraction(5, 6) ** 3
    assert ATTACKS.chances("morale", "orc-skeleton", None, {}) == {"crumbles": 1 - held, "holds": held}
    assert ATTACKS.chances("morale", "human-skeleton", None, {}) == {"holds": 1}


# ---------------------------------------------------------------- what cannot be asked


@pytest.mark.parametrize(
    ("kind", "attacker", "defender", "settings", "words"),
    [
        ("wrestling", HUMAN, ORC, {}, "melee, ranged, spell, immobilise, activation, morale"),
        ("melee", HUMAN, None, {}, "name a second profile"),
        ("morale", HUMAN, ORC, {}, "name a single profile"),
        ("melee", "human-wizzard", ORC, {}, "no profile 'human-wizzard'"),
        ("melee", HUMAN, "orc", {}, "no profile 'orc'"),
        ("melee", HUMAN, ORC, {"aimed": "yes"}, "choose from power, ambush"),
        ("melee", HUMAN, ORC, {"higher": "both"}, "choose from attacker, defender"),
        ("melee", HUMAN, ORC, {"attacker_extra_foes": "6"}, "choose from 0 to 5"),
        ("melee", HUMAN, ORC, {"power": "maybe"}, "choose from yes, true, 1, no, false, 0"),
        ("ranged", "human-archer", ORC, {"range": "4"}, "choose from 1 to 3"),
        ("activation", HUMAN, None, {"dice": "0"}, "choose from 1 to 3"),
    ],
)
def test_what_is_unknown_is_named_and_what_there_is_listed(
    kind: str, attacker: str, defender: str | None, settings: dict[str, str], words: str
) -> None:
    with pytest.raises(UnknownName, match=words) as raised:
        ATTACKS.chances(kind, attacker, defender, settings)
    assert raised.value.french
    assert str(raised.value).count(". ") == 0


@pytest.mark.parametrize(
    ("kind", "attacker", "defender", "settings", "rule"),
    [
        ("melee", HUMAN, ORC, {"attacker_state": "immobilised"}, "sbh.state.immobilised"),
        ("ranged", HUMAN, ORC, {}, "sbh.shooting.requires-shooter"),
        ("ranged", HUMAN, ORC, {"shooters": "3"}, "sbh.shooting.requires-shooter"),
        ("ranged", "human-archer", ORC, {"attacker_state": "prone"}, "sbh.state.prone-stand"),
        ("spell", HUMAN, ORC, {}, "sbh.magic.declare"),
        ("immobilise", HUMAN, ORC, {}, "sbh.magic.declare"),
        ("spell", "human-mage", ORC, {"attacker_state": "immobilised"}, "sbh.state.immobilised"),
    ],
)
def test_what_the_rules_forbid_is_refused_in_their_own_words(
    kind: str, attacker: str, defender: str, settings: dict[str, str], rule: str
) -> None:
    with pytest.raises(EscarmoucheError, match=rule) as raised:
        ATTACKS.chances(kind, attacker, defender, settings)
    assert raised.value.french.startswith(f"Il n’y a pas de telles probabilités ({rule}) : ")


# ---------------------------------------------------------------- all sorts of situations


def drawn(chance: Chance, kind: str) -> tuple[str, str | None, dict[str, str]]:
    """Profiles and settings at random; they need not be possible."""
    names = list(book().profile)
    gift = {"ranged": "shooter", "spell": "mage", "immobilise": "mage"}.get(kind, "")
    able = [name for name, row in book().profile.items() if any(gift in trait for trait in row.traits) or not gift]
    keys = DUELS[kind][1] if kind in DUELS else TESTS[kind][1]
    values = {
        "attacker_state": ("standing", "prone"),
        "defender_state": ("standing", "prone", "immobilised"),
        "higher": ("attacker", "defender"),
        "obstacle": ("attacker", "defender"),
        "attacker_extra_foes": ("0", "2", "5"),
        "defender_extra_foes": ("0", "2", "5"),
    }
    settings = {}
    for key in keys:
        if chance.below(2) == 0:
            counts = key in ("range", "shooters", "power_level", "dice")
            choice = values.get(key, ("1", "2", "3") if counts else ("yes", "no"))
            settings[key] = choice[chance.below(len(choice))]
    attacker, defender = able[chance.below(len(able))], names[chance.below(len(names))]
    return attacker, defender if kind in DUELS else None, settings


@pytest.mark.parametrize("kind", [*DUELS, *TESTS])
def test_chances_add_up_to_one_and_have_the_labels_that_are_promised(kind: str) -> None:
    harm = ("recoil", "knocked-down", "wounded", "kill", "gruesome-kill")
    hurt = {f"{role}-{what}" for role in ("attacker", "defender") for what in harm}
    labels = {
        "melee": {"tie", *hurt},
        "ranged": {"miss", *[label for label in hurt if label.startswith("defender")]},
        "spell": {"miss", *[label for label in hurt if label.startswith("defender")]},
        "immobilise": {"held", "resisted"},
        "activation": {f"{n}-{m}" for n in range(4) for m in range(4) if 1 <= n + m <= 3},
        "morale": {"holds", "flees-1", "flees-2", "routs", "crumbles"},
    }[kind]
    chance, met, refused = Stream(f"all sorts of {kind}"), 0, []
    for _ in range(200):
        try:
            found = ATTACKS.chances(kind, *drawn(chance, kind))
        except EscarmoucheError as error:
            refused.append(str(error))
            continue
        met += 1
        assert sum(found.values()) == 1
        assert set(found) <= labels
    assert met > 100
    assert all(text.startswith("There are no such odds (sbh.") for text in refused)


def rolled_out(attack: PreparedAttack, chance: Chance) -> str:
    """The outcome of one attack with random dice: the first told, or the one that poison makes of it."""
    run = start(attack.call)
    label = ""
    while True:
        for outcome in [tell.outcome for tell in run.told if tell.outcome]:
            if label not in ("", *attack.goes_on):
                return label
            label = outcome
        run.told.clear()
        due: Any = run.due
        if due is None or label not in ("", *attack.goes_on):
            return label
        if isinstance(due, Roll):
            run.reply(due.read(tuple([chance.below(due.sides) + 1 for _ in range(due.count)])))
        else:
            run.reply(first_option(due))


@pytest.mark.parametrize(
    ("kind", "attacker", "defender", "settings"),
    [
        ("melee", "ratman-assassin", "halfling-sage", {"higher": "defender", "attacker_extra_foes": "1"}),
        ("melee", "giant-scorpion", "minotaur-guard", {"power": "yes", "defender_state": "prone"}),
        ("ranged", "medusa", "lion-man-champion", {"range": "2", "cover": "yes", "aimed": "yes"}),
        ("spell", "dragon-venerable", "zombie-lord", {"power_level": "2", "ambush": "yes"}),
    ],
)
def test_a_hundred_thousand_rollouts_agree(kind: str, attacker: str, defender: str, settings: dict[str, str]) -> None:
    check_rollouts(ATTACKS.prepared(kind, attacker, defender, settings), f"{kind} {attacker} {defender}")


@pytest.mark.parametrize("kind", [*DUELS, *TESTS])
def test_a_hundred_thousand_rollouts_agree_in_random_situations(kind: str) -> None:
    chance, met = Stream(f"situations of {kind}"), 0
    while met < 2:
        try:
            attack = ATTACKS.prepared(kind, *drawn(chance, kind))
        except EscarmoucheError:
            continue
        met += 1
        check_rollouts(attack, f"{kind} {met}")
    assert met == 2


def check_rollouts(attack: PreparedAttack, seed: str) -> None:
    """Rollouts and exact odds agree within four standard deviations, for every label; the dice are the same on every run."""
    chance, throws = Stream(seed), 100_000
    exact = attack.chances()
    seen = Counter([rolled_out(attack, chance) for _ in range(throws)])
    assert set(seen) <= set(exact)
    for label, share in exact.items():
        expected = throws * float(share)
        assert abs(seen[label] - expected) <= 4 * sqrt(expected * (1 - float(share))), label
