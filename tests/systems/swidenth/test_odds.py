"""Exact odds of attacks: against tables counted by hand, against every throw of two dice, and against simulation."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from math import sqrt
from typing import Any, NamedTuple

import pytest

from escarmouche.core import odds as exact
from escarmouche.core import registry
from escarmouche.core.dice import Stream
from escarmouche.core.effects import Chance, Roll
from escarmouche.core.engine import start
from escarmouche.core.errors import EscarmoucheError, UnknownName
from escarmouche.systems.swidenth.attacks import ATTACKS, DUELS, ROLES, SPELL_RESULTS, PreparedAttack, result
from escarmouche.systems.swidenth.content import book

ORC, DWARF = "orc-veteran", "dwarf-veteran"
"""C1 with axe (2) and shield: D7 both of them."""


# ---------------------------------------------------------------- an oracle that knows no rules but these few lines


class Side(NamedTuple):
    """A fighter in an opposed roll: characteristic, other bonuses, Damage, Defence against this enemy."""

    skill: int
    bonus: int = 0
    damage: int = 0
    defence: int = 5
    stunned: bool = False
    vitality: int = 1


def halved(total: int, stunned: bool) -> int:
    return (total + 1) // 2 if stunned and total > 0 else total


def harm(margin: int, loser: Side) -> str:
    """The three bands of the book."""
    if margin > 2 * loser.defence:
        return "out" if loser.vitality == 1 else "wounded"
    return "stunned" if margin > loser.defence else "pushed"


def blow(die: int, other: int, one: Side, two: Side) -> tuple[int, int]:
    """The two totals, and the winner's once more with his characteristic doubled for a natural 20."""
    total, answer = halved(die + one.skill + one.bonus, one.stunned), halved(other + two.skill + two.bonus, two.stunned)
    if total > answer and die == 20:
        total = halved(die + 2 * one.skill + one.bonus, one.stunned)
    return total, answer


def counted(labels: list[str]) -> dict[str, Fraction]:
    """Labels that are equally likely, as chances."""
    return {name: Fraction(count, len(labels)) for name, count in sorted(Counter(labels).items())}


def melee(attacker: Side, defender: Side) -> dict[str, Fraction]:
    """A fight by all 400 throws."""
    labels = []
    for die, other in product(range(1, 21), repeat=2):
        total, answer = blow(die, other, attacker, defender)
        if total == answer:
            labels.append("tie")
        elif total > answer:
            labels.append(f"defender-{harm(total - answer + attacker.damage, defender)}")
        else:
            answer, total = blow(other, die, defender, attacker)
            labels.append(f"attacker-{harm(answer - total + defender.damage, attacker)}")
    return counted(labels)


def shot(shooter: Side, target: Side) -> dict[str, Fraction]:
    """A shot by all 400 throws."""
    labels = []
    for die, other in product(range(1, 21), repeat=2):
        total, dodge = blow(die, other, shooter, target)
        labels.append(f"defender-{harm(total - dodge + shooter.damage, target)}" if total > dodge else "miss")
    return counted(labels)


def odds(kind: str, attacker: str, defender: str, **settings: str) -> dict[str, Fraction]:
    return ATTACKS.chances(kind, attacker, defender, settings)


# ---------------------------------------------------------------- melee


@pytest.mark.rule("swidenth.melee.roll", "swidenth.damage.margin", "swidenth.melee.tie", "swidenth.melee.critical")
def test_equals_counted_by_hand() -> None:
    """Both C1, Damage 2, D7: out from a margin of 13, stunned from 6. 28 of 400 throws differ by 13 or more; one more, 20
    against 8, does so because a natural 20 doubles Combat; 105 differ by 6 or more."""
    found = odds("melee", ORC, DWARF)
    assert found["tie"] == Fraction(20, 400)
    assert found["defender-out"] == found["attacker-out"] == Fraction(29, 400)
    assert found["defender-stunned"] == Fraction(105 + 1 - 29, 400)
    assert sum(found.values()) == 1


AXE = Side(1, 0, 2, 7)
CASES: list[tuple[str, str, dict[str, str], Side, Side]] = [
    (ORC, DWARF, {}, AXE, AXE),
    (ORC, DWARF, {"charge": "yes"}, Side(1, 0, 5, 7), AXE),
    (ORC, DWARF, {"concentrate": "yes"}, Side(1, 3, 2, 7), AXE),
    (ORC, DWARF, {"allies": "1"}, Side(1, 3, 2, 7), AXE),
    (ORC, DWARF, {"allies": "3"}, Side(1, 9, 2, 7), AXE),
    (ORC, DWARF, {"attacker_stunned": "yes"}, AXE._replace(stunned=True), AXE),
    (ORC, DWARF, {"defender_stunned": "yes"}, AXE, AXE._replace(stunned=True)),
    (ORC, DWARF, {"attacker_weapon": "unarmed", "attacker_shield": "none"}, Side(1, -3, -3, 6), AXE),
    (ORC, DWARF, {"attacker_weapon": "flail"}, Side(1, -1, 3, 7), Side(1, 0, 2, 6)),
    (ORC, DWARF, {"attacker_weapon": "spear"}, Side(1, -1, 2, 6), AXE),
    (ORC, DWARF, {"attacker_weapon": "halberd", "defender_weapon": "spear"}, Side(1, 0, 4, 6), Side(1, 0, 2, 6)),
    (ORC, DWARF, {"attacker_weapon": "spear", "defender_weapon": "unarmed"}, Side(1, 0, 2, 6), Side(1, -3, -3, 7)),
    (ORC, DWARF, {"attacker_weapon": "flail", "attacker_second": "dagger"}, Side(1, 0, 3, 6), Side(1, 0, 2, 6)),
    (ORC, DWARF, {"attacker_second": "sword"}, Side(1, 2, 2, 6), AXE),
    (ORC, DWARF, {"attacker_second": "round-shield"}, Side(1, 1, 2, 6), AXE),
    (ORC, DWARF, {"shield": "kite-shield", "defender_armour": "heavy"}, AXE, Side(1, 0, 2, 11)),
    (ORC, DWARF, {"shield": "none", "attacker_armour": "light-armour"}, Side(1, 0, 2, 8), Side(1, 0, 2, 6)),
    ("orc-hero", "wood-elf-hero", {}, Side(2, 2, 2, 7), Side(3, 1, 2, 4)),
    ("dwarf-veteran", "ogre", {"attacker_weapon": "spear"}, Side(1, 0, 2, 6), Side(3, 0, 0, 7, vitality=3)),
    ("cave-wolf", "young-wood-bear", {}, Side(2, 0, 0, 4), Side(1, 0, 0, 6, vitality=2)),
    ("orc-chief", "dwarf-chief", {"heroism_attacker": "1"}, Side(3, 3, 4, 9), Side(3, 0, 2, 12)),
    ("orc-chief", "dwarf-chief", {"heroism_attacker": "1", "heroism_defender": "2"}, Side(3, 3, 4, 9), Side(3, 6, 2, 12)),
    (
        "kingdom-human-chief", "orc-chief", {"attacker_stunned": "yes", "heroism_attacker": "3"},
        Side(4, 9, 2, 11, stunned=True), Side(3, 0, 4, 9),
    ),
]  # fmt: skip


@pytest.mark.rule(
    "swidenth.melee.charge", "swidenth.melee.concentrate", "swidenth.melee.outnumber", "swidenth.melee.two-weapons",
    "swidenth.melee.unarmed", "swidenth.weapon-trait.unwieldy", "swidenth.weapon-trait.anti-large",
    "swidenth.weapon-trait.shield-piercing", "swidenth.equipment.armour", "swidenth.equipment.shields",
    "swidenth.equipment.round-shield", "swidenth.state.stunned-halving", "swidenth.heroism.boost",
    "swidenth.heroism.boost-order", "swidenth.trait.fangs-and-claws", "swidenth.damage.vitality-loss",
    "swidenth.damage.stunned-band", "swidenth.damage.out-band", "swidenth.stats.combat", "swidenth.stats.defence",
    "swidenth.stats.vitality",
)  # fmt: skip
@pytest.mark.parametrize(("attacker", "defender", "settings", "one", "two"), CASES)
def test_fights_agree_with_all_400_throws(attacker: str, defender: str, settings: dict[str, str], one: Side, two: Side) -> None:
    assert odds("melee", attacker, defender, **settings) == melee(one, two)


# ---------------------------------------------------------------- shots

ELF = Side(2, 0, 1)
"""A wood elf scout, T2, with a long bow."""
SHOTS: list[tuple[str, str, dict[str, str], Side, Side]] = [
    ("wood-elf-marksman", ORC, {}, ELF, Side(1, 0, 0, 7)),
    ("wood-elf-marksman", ORC, {"concentrate": "yes"}, ELF._replace(bonus=3), Side(1, 0, 0, 7)),
    ("wood-elf-marksman", ORC, {"camouflaged": "yes", "concentrate": "yes"}, ELF._replace(bonus=6), Side(1, 0, 0, 7)),
    ("wood-elf-marksman", ORC, {"cover": "0"}, ELF, Side(1, 0, 0, 7)),
    ("wood-elf-marksman", ORC, {"cover": "33"}, ELF, Side(1, 3, 0, 7)),
    ("wood-elf-marksman", ORC, {"cover": "66"}, ELF, Side(1, 6, 0, 7)),
    ("wood-elf-marksman", "ogre", {"cover": "66"}, ELF, Side(3, 6, 0, 7, vitality=3)),
    ("wood-elf-marksman", "young-dragon", {"cover": "66"}, ELF, Side(5, 6, 0, 9, vitality=4)),
    ("wood-elf-marksman", ORC, {"attacker_stunned": "yes"}, ELF._replace(stunned=True), Side(1, 0, 0, 7)),
    ("wood-elf-marksman", ORC, {"defender_stunned": "yes", "cover": "33"}, ELF, Side(1, 3, 0, 7, stunned=True)),
    ("wood-elf-marksman", ORC, {"attacker_weapon": "arquebus"}, ELF._replace(damage=5), Side(1, 0, 0, 7)),
    ("wood-elf-marksman", ORC, {"attacker_weapon": "javelin-melee"}, ELF, Side(1, 0, 0, 7)),
    ("orc", "goblin", {"attacker_weapon": "pistol"}, Side(0, 0, 5), Side(0, 0, 0, 4)),
    ("orc", "dark-elf-hero", {"attacker_weapon": "crossbow"}, Side(0, 0, 3), Side(3, 0, 0, 4)),
    ("orc", "dwarf-chief", {"attacker_weapon": "crossbow", "heroism_defender": "1"}, Side(0, 0, 3), Side(3, 3, 0, 12)),
    ("halfling-hero", "orc", {"heroism_attacker": "2"}, Side(2, 6, 3), Side(0, 0, 0, 6)),
    ("young-dragon", "orc", {}, Side(2, 0, 5), Side(0, 0, 0, 6)),
]


@pytest.mark.rule(
    "swidenth.shooting.roll", "swidenth.shooting.aim", "swidenth.shooting.camouflage", "swidenth.shooting.cover",
    "swidenth.shooting.damage", "swidenth.shooting.critical", "swidenth.stats.shooting",
)  # fmt: skip
@pytest.mark.parametrize(("attacker", "defender", "settings", "one", "two"), SHOTS)
def test_shots_agree_with_all_400_throws(attacker: str, defender: str, settings: dict[str, str], one: Side, two: Side) -> None:
    """No weapon, second weapon or bare hand counts in a dodge."""
    assert odds("shot", attacker, defender, **settings) == shot(one, two)


# ---------------------------------------------------------------- spells


@pytest.mark.rule("swidenth.magic.casting-roll", "swidenth.magic.concentrate", "swidenth.magic.natural")
@pytest.mark.parametrize(("settings", "bonus"), [({}, 0), ({"concentrate": "yes"}, 3), ({"heroism_attacker": "1"}, 3)])
def test_a_fire_bolt_is_a_casting_roll_and_a_shot(settings: dict[str, str], bonus: int) -> None:
    """P2, difficulty 12, Damage 3; a natural 1 fails, a natural 20 doubles P."""
    labels = []
    for die, other in product(range(1, 21), repeat=2):
        total, dodge = die + 2 + bonus, other + 1
        if total <= 12 or die == 1:
            labels.append("fails")
            continue
        total += 2 * (die == 20)
        labels.append(f"defender-{harm(total - dodge + 3, Side(1, 0, 0, 7))}" if total > dodge else "miss")
    assert odds("spell", "orc-caster", DWARF, **settings) == counted(labels)


@pytest.mark.rule("swidenth.magic.spell-list", "swidenth.trait.stupid", "swidenth.stats.psychism")
def test_resistance() -> None:
    """A Stupid ogre resists 12 with a die of 16 or more, others without Psychism with 13 or more; P2 casts 12 with 11."""
    assert odds("spell", "goblin-caster", "ogre", spell="stupor") == {
        "defender-stunned": Fraction(1, 2) * Fraction(15, 20), "fails": Fraction(1, 2), "resisted": Fraction(1, 8),
    }  # fmt: skip
    assert odds("spell", "goblin-caster", "orc", spell="stupor")["resisted"] == Fraction(1, 2) * Fraction(8, 20)
    assert odds("spell", "goblin-caster", "orc", spell="gust") == {
        "defender-pushed": Fraction(13, 20), "fails": Fraction(7, 20),
    }  # fmt: skip


# ---------------------------------------------------------------- points against a result


@pytest.mark.rule("swidenth.heroism.soften")
def test_points_spent_against_a_result() -> None:
    """A point lowers what it is spent on by one step, 13 times in 20; two points 351 times in 400."""
    plain = odds("melee", ORC, "dwarf-chief")
    for points, works in ((1, Fraction(13, 20)), (2, 1 - Fraction(7, 20) ** 2)):
        found = odds("melee", ORC, "dwarf-chief", avoid_defender=str(points))
        steps = ("pushed", "stunned", "out")
        before = {step: plain.get(f"defender-{step}", Fraction(0)) for step in steps}
        assert found.get("defender-out", 0) == before["out"] * (1 - works)
        assert found["defender-stunned"] == before["stunned"] * (1 - works) + before["out"] * works
        assert found["defender-pushed"] == before["pushed"] * (1 - works) + before["stunned"] * works
        assert found["defender-unhurt"] == before["pushed"] * works
        assert {name: share for name, share in found.items() if not name.startswith("defender")} == {
            name: share for name, share in plain.items() if not name.startswith("defender")
        }


# ---------------------------------------------------------------- what is refused


@pytest.mark.parametrize(
    ("kind", "attacker", "defender", "settings", "said"),
    [
        ("meelee", ORC, ORC, {}, "perhaps 'melee' was meant"),
        ("melee", "ork", ORC, {}, "There is no profile 'ork'"),
        ("melee", ORC, None, {}, "need a defender"),
        ("melee", ORC, ORC, {"weapon": "axe"}, "know no setting 'weapon'"),
        ("melee", ORC, ORC, {"attacker_weapon": "sabre"}, "attacker_weapon cannot be 'sabre': choose from dagger"),
        ("melee", ORC, ORC, {"cover": "33"}, "know no setting 'cover'"),
        ("shot", ORC, ORC, {"cover": "50"}, "choose from 0, 33, 66"),
        ("shot", ORC, ORC, {"charge": "yes"}, "know no setting 'charge'"),
        ("melee", ORC, ORC, {"allies": "9"}, "choose from 0 to 6"),
    ],
)
def test_what_is_unknown_is_named(kind: str, attacker: str, defender: str | None, settings: dict[str, str], said: str) -> None:
    with pytest.raises(UnknownName, match=said) as raised:
        ATTACKS.chances(kind, attacker, defender, settings)
    assert raised.value.french


@pytest.mark.rule("swidenth.melee.charge-limits", "swidenth.heroism.pool", "swidenth.trait.spellcaster")
@pytest.mark.parametrize(
    ("kind", "attacker", "settings", "rule"),
    [
        ("melee", ORC, {"charge": "yes", "concentrate": "yes"}, "swidenth.melee.charge-limits"),
        ("melee", ORC, {"heroism_attacker": "1"}, "swidenth.heroism.pool"),
        ("melee", "orc-chief", {"heroism_attacker": "3", "avoid_attacker": "1"}, "swidenth.heroism.pool"),
        ("melee", ORC, {"attacker_weapon": "halberd", "attacker_shield": "shield"}, "swidenth.equipment.hands"),
        ("melee", ORC, {"attacker_weapon": "long-bow"}, "swidenth.melee.unarmed"),
        ("shot", ORC, {}, "swidenth.shooting.requirements"),
        ("shot", ORC, {"attacker_weapon": "sword"}, "swidenth.shooting.requirements"),
        ("spell", ORC, {"spell": "gust"}, "swidenth.trait.spellcaster"),
        ("spell", "halfling-caster", {}, "swidenth.trait.spellcaster"),
        ("spell", "goblin-caster", {"spell": "gust"}, "swidenth.magic.spell-list"),
    ],
)
def test_what_the_rules_forbid_is_refused(kind: str, attacker: str, settings: dict[str, str], rule: str) -> None:
    with pytest.raises(EscarmoucheError, match=rule) as raised:
        ATTACKS.chances(kind, attacker, "ogre", settings)
    assert raised.value.french.startswith(f"Il n’y a pas de telles probabilités ({rule}) : ")


# ---------------------------------------------------------------- all sorts of situations


def drawn(chance: Chance, kind: str) -> tuple[str, str, dict[str, str]]:
    """Profiles and settings at random; they need not be possible."""
    names = list(book().profile)
    able = [name for name, row in book().profile.items() if kind != "spell" or row.psychism is not None]
    values = {
        "allies": ("0", "1", "4"), "cover": ("0", "33", "66"), "attacker_weapon": ("sword", "flail", "halberd", "unarmed"),
        "defender_weapon": ("dagger", "spear"), "attacker_second": ("none", "dagger"), "defender_second": ("none", "sword"),
        "attacker_armour": ("none", "heavy"), "defender_armour": ("none", "light"), "attacker_shield": ("none", "shield"),
        "shield": ("none", "kite-shield"), "spell": ("fire-bolt", "gust", "stupor", "grasping-roots", "lightning"),
    }  # fmt: skip
    if kind == "shot":
        values["attacker_weapon"] = ("pistol", "long-bow", "javelin-melee")
    settings = {}
    for key in DUELS[kind][1]:
        points = key.startswith(("heroism", "avoid"))
        if chance.below(6 if points else 2) == 0 or (key == "attacker_weapon" and kind == "shot"):
            choice = ("1",) if points else values.get(key, ("yes", "no"))
            settings[key] = choice[chance.below(len(choice))]
    return able[chance.below(len(able))], names[chance.below(len(names))], settings


@pytest.mark.parametrize("kind", DUELS)
def test_chances_add_up_to_one_and_have_the_labels_that_are_promised(kind: str) -> None:
    hurt = {f"{role}-{what}" for role in ROLES for what in ("pushed", "stunned", "wounded", "out", "unhurt")}
    labels = {
        "melee": {"tie", *hurt},
        "shot": {"miss", *[label for label in hurt if label.startswith("defender")]},
        "spell": {"miss", "fails", "resisted", "grasping-roots", *[label for label in hurt if label.startswith("defender")]},
    }[kind]
    chance, met, refused = Stream(f"all sorts of {kind}"), 0, []
    for _ in range(60):
        try:
            found = ATTACKS.chances(kind, *drawn(chance, kind))
        except EscarmoucheError as error:
            refused.append(str(error))
            continue
        met += 1
        assert sum(found.values()) == 1
        assert set(found) <= labels
    assert met > 10
    assert all(text.startswith("There are no such odds (swidenth.") for text in refused)


def rolled_out(attack: PreparedAttack, chance: Chance) -> str:
    """The outcome of one attack with random dice: the first told, or what points spent against it leave of it."""
    run = start(attack.call)
    label = ""
    while True:
        label = label or next((tell.outcome for tell in run.told if tell.outcome), "")
        run.told.clear()
        role = label.partition("-")[0]
        avoids = role in ROLES and attack.avoiding[ROLES.index(role)] > 0
        due: Any = run.due
        if (label and not avoids) or due is None:
            break
        if isinstance(due, Roll):
            run.reply(due.read(tuple([chance.below(due.sides) + 1 for _ in range(due.count)])))
        else:
            run.reply(attack.decide(due))
    if avoids:
        id = ROLES.index(role)
        label = f"{role}-{result(attack.call.args[0].figures[id], run.result[0].figures[id])}"
    return SPELL_RESULTS.get(label, label)


@pytest.mark.parametrize(
    ("kind", "attacker", "defender", "settings"),
    [
        ("melee", "orc-chief", "dwarf-chief", {"heroism_attacker": "1", "avoid_defender": "2", "avoid_attacker": "1"}),
        ("melee", "wood-elf-hero", "marsh-troll", {"allies": "2", "charge": "yes"}),
        ("shot", "dwarf-marksman", "kingdom-human-chief", {"cover": "33", "heroism_defender": "1", "avoid_defender": "1"}),
        ("spell", "ratman-caster", "giant-spider", {"concentrate": "yes", "heroism_attacker": "1"}),
    ],
)
def test_rollouts_agree(kind: str, attacker: str, defender: str, settings: dict[str, str]) -> None:
    """Simulation and exact odds agree within four standard deviations, for every label; the dice are the same on every run."""
    attack = ATTACKS.prepared(kind, attacker, defender, settings)
    chance, throws = Stream(f"{kind} {attacker}"), 4000
    exact = attack.chances()
    seen = Counter([rolled_out(attack, chance) for _ in range(throws)])
    assert set(seen) <= set(exact)
    for label, share in exact.items():
        expected = throws * float(share)
        assert abs(seen[label] - expected) <= 4 * sqrt(expected * (1 - float(share))) + 1, label


# ---------------------------------------------------------------- in play


def test_odds_in_play_are_those_of_every_throw_followed_to_the_next_question() -> None:
    """Neither what is not looked at past an outcome nor throws that count as alike change them."""
    for attack, seed in product(("fight", "shoot", "cast"), (1, 2)):
        game = registry.new("swidenth", seed=seed)
        chance = Stream(seed)
        answer: Any = ("end",)
        while game.due is not None and (answer := game.sample(chance))[0] != attack:
            game.play(answer)
        assert answer[0] == attack
        whole = exact.tally(exact.game_leaves(game, answer, until_outcome=True), exact.all_outcomes)
        assert exact.odds(game, answer, until_outcome=True) == whole
