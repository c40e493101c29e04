"""The odds of attacks: the book's table of winning chances, and chances that anybody can work out by hand."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from pathlib import Path

import pytest

from escarmouche.core.dice import Stream
from escarmouche.core.effects import Call, Choose, Roll
from escarmouche.core.engine import start
from escarmouche.core.errors import EscarmoucheError, UnknownName
from escarmouche.systems.fda.attacks import ATTACKS, PreparedAttack, Settings, world_of
from escarmouche.systems.fda.content import book
from escarmouche.systems.fda.model import World
from escarmouche.systems.fda.rows import WinChance


def chances(kind: str, attacker: str = "", defender: str | None = None, /, **settings: str) -> dict[str, Fraction]:
    return ATTACKS.chances(kind, attacker, defender, settings)


def part(found: dict[str, Fraction], *labels: str) -> Fraction:
    """The chance of any of these outcomes, alone or together with another."""
    return sum([chance for name, chance in found.items() if set(name.split(" + ")) & set(labels)], Fraction(0))


def clash(row: WinChance, advantaged: bool, dice: str = "d10") -> Fraction:
    found = chances("clash", difference=str(row.difference), advantaged=str(advantaged).lower(), dice=dice)
    assert sum(found.values()) == 1
    return 100 * found["win"]


# ---------------------------------------------------------------- the book's table


@pytest.mark.rule("fda.melee.win-chance-table")
@pytest.mark.rule("fda.melee.zero-loses")
@pytest.mark.rule("fda.melee.tie-to-advantaged")
def test_the_books_table_is_reproduced_in_37_of_38_cells() -> None:
    """Every cell as the rules give it; the one that differs from print is the advantaged one of equal fighters. The book has 55
    there, what 45 leaves of 100, although once in a hundred both roll a 0 and nobody wins."""
    wrong = []
    for row in book().win_chance.values():
        for advantaged, printed, exact in ((True, row.advantaged_book, row.advantaged), (False, row.other_book, row.other)):
            found = clash(row, advantaged)
            assert found == exact
            if found != printed:
                wrong.append((row.difference, advantaged, int(printed), int(found)))
    assert wrong == [(0, True, 55, 54)]
    assert chances("clash", difference="0", advantaged="true")["nobody"] == Fraction(1, 100)
    assert book().win_chance["c-diff-0"].note


@pytest.mark.rule("fda.dice.variant-2d6-minus-2")
def test_the_table_with_two_ordinary_dice() -> None:
    for row in book().win_chance.values():
        assert float(clash(row, True, "2d6")) == pytest.approx(row.advantaged_2d6, abs=0.006)
        assert float(clash(row, False, "2d6")) == pytest.approx(row.other_2d6, abs=0.006)


# ---------------------------------------------------------------- damage


@pytest.mark.rule("fda.damage.jd-roll")
@pytest.mark.parametrize(("profile", "defence"), [("chicken", 1), ("goblin", 3), ("orc", 4), ("zombie", 6), ("troll", 8)])
def test_what_a_hit_does_by_the_defence(profile: str, defence: int) -> None:
    """A blow at somebody on the ground hits in nine cases of ten; then it is the table of the JD."""
    row = next(one for one in book().defence_odds.values() if one.defence == defence)
    found = chances("melee", "goblin", profile, defender_state="prone")
    hit = Fraction(9, 10)
    assert found.get("defender-stunned", 0) == hit * Fraction(round(row.stunned), 100)
    assert found["defender-out"] == hit * Fraction(round(row.failed), 100)
    assert found["defender-dead"] == hit * Fraction(round(row.dead), 100)


@pytest.mark.rule("fda.melee.two-handed-forces-jd-reroll")
def test_what_a_two_handed_weapon_does_by_the_defence() -> None:
    row = book().defence_odds["d-4"]
    found = chances("melee", "barbarian", "orc", defender_state="prone")
    for label, percent in (
        ("defender-stunned", row.stunned_two_handed),
        ("defender-out", row.failed_two_handed),
        ("defender-dead", row.dead_two_handed),
    ):
        assert found[label] == Fraction(9, 10) * Fraction(round(10 * percent), 1000)


# ---------------------------------------------------------------- close combat


@pytest.mark.rule("fda.melee.defend-cannot-hurt")
@pytest.mark.rule("fda.melee.skewer")
def test_only_a_skewer_hurts_the_attacker_who_did_not_roll_a_0() -> None:
    reflex = chances("melee", "orc", "orc", defence="reflex")
    skewer = chances("melee", "orc", "orc", defence="skewer")
    assert part(skewer, "defender-out") == part(reflex, "defender-out")
    assert part(skewer, "attacker-out") > 2 * part(reflex, "attacker-out")
    # With a reflex the attacker is hurt by its own 0 alone: 1 % out at once, else it makes its JD, which it fails in 59 %.
    assert part(reflex, "attacker-out") == Fraction(1, 100) + Fraction(9, 100) * Fraction(59, 100)


@pytest.mark.rule("fda.melee.both-critical")
def test_where_both_may_fall_each_fate_is_told_by_itself_too() -> None:
    reflex = chances("melee", "elf", "orc")
    told = ATTACKS.derived("melee", "elf", "orc", {}, reflex)
    assert told["attacker-out"] == part(reflex, "attacker-out")
    assert told["attacker-out"] > reflex["attacker-out"]
    assert told["nothing"] == reflex["nothing"]
    assert set(told) == {part for name in reflex for part in name.split(" + ")}
    shot = chances("shot", "elf", "orc")
    assert ATTACKS.derived("shot", "elf", "orc", {}, shot) == {}


@pytest.mark.rule("fda.melee.adv-charge")
def test_a_charge_beats_a_shield_at_a_tie() -> None:
    strike = chances("melee", "orc", "goblin", attack="strike")
    charge = chances("melee", "orc", "goblin", attack="charge")
    # goblin with sabre and shield: one advantage. C5 against C3: seven ties among the faces from 1 to 9.
    assert part(charge, "defender-out") - part(strike, "defender-out") == Fraction(7, 100) * Fraction(69, 100)
    assert chances("melee", "orc", "goblin", advantage="1") == charge


@pytest.mark.rule("fda.meleereact.dodge")
@pytest.mark.rule("fda.meleereact.posture-success")
def test_dodging_and_posture_spare_the_defender() -> None:
    reflex = chances("melee", "orc", "elf", options="advanced")
    dodge = chances("melee", "orc", "elf", defence="dodge")
    posture = chances("melee", "orc", "elf", defence="posture")
    hurt = ("defender-wounded", "defender-out", "defender-dead")
    assert part(dodge, *hurt) < part(posture, *hurt) < part(reflex, *hurt)
    with pytest.raises(EscarmoucheError, match="its option is off"):
        chances("melee", "orc", "elf", defence="dodge", options="basic")


@pytest.mark.rule("fda.wound.jd-failure-wounds")
def test_the_advanced_rules_wound_first() -> None:
    assert "defender-wounded" in chances("melee", "orc", "dwarf", options="advanced", defender_state="prone")
    hurt = chances("melee", "orc", "dwarf", options="advanced", defender_state="wounded")
    assert part(hurt, "defender-out") > 0
    assert part(hurt, "defender-wounded") == 0


@pytest.mark.rule("fda.melee.strike-stunned")
def test_a_stunned_victim_is_out_when_it_is_stunned_again() -> None:
    found = chances("melee", "goblin", "orc", defender_state="stunned")
    assert found["defender-out"] == Fraction(9, 10) * Fraction(69, 100)
    assert "defender-stunned" not in found


# ---------------------------------------------------------------- shots, spells, haste, spotting


@pytest.mark.rule("fda.shoot.hampered")
@pytest.mark.rule("fda.shoot.target-poorly-visible")
def test_a_shot_hits_by_t_less_what_spoils_the_aim() -> None:
    for settings, value in (({}, 7), ({"hampered": "yes"}, 6), ({"hampered": "yes", "poorly_visible": "yes"}, 5)):
        found = chances("shot", "elf", "orc", **settings)
        assert found["nothing"] == 1 - Fraction(value, 10) * Fraction(7, 10)


@pytest.mark.rule("fda.shoot.target-shield")
def test_a_shield_spoils_the_aim_of_an_archer() -> None:
    assert chances("shot", "archer", "goblin") == chances("shot", "archer", "goblin", poorly_visible="true")


@pytest.mark.rule("fda.magic.cast")
def test_a_spell_works_by_its_level() -> None:
    found = chances("cast", "zangdar", "orc", spell="lightning")
    # level 5; orc D4: stunned on 4, wounded above it and on an unconfirmed 0
    assert found["defender-stunned"] == Fraction(5, 10) * Fraction(1, 10)
    assert found["defender-wounded"] == Fraction(5, 10) * Fraction(59, 100)
    assert chances("cast", "shaman", "orc", spell="barkskin")["works"] == Fraction(7, 10)
    assert chances("cast", "lich", "orc", spell="raise-dead")["works"] == Fraction(2, 10)


@pytest.mark.rule("fda.move.advance-fast")
@pytest.mark.rule("fda.move.fast-critical")
def test_a_goblin_in_a_hurry() -> None:
    assert chances("run", "goblin") == {
        "attacker-down": Fraction(1, 100), "full": Fraction(7, 10), "slowed": Fraction(29, 100),
    }  # fmt: skip


@pytest.mark.rule("fda.scout.difficulty-table")
@pytest.mark.rule("fda.scout.night")
@pytest.mark.parametrize(
    ("target", "settings", "tenths"),
    [
        ("goblin", {}, 5),
        ("goblin", {"distance": "31"}, 4),
        ("goblin", {"cover": "light"}, 3),
        ("goblin", {"cover": "heavy"}, 2),
        ("thief", {"cover": "light"}, 2),
        ("goblin", {"cover": "light", "night": "true"}, 2),
    ],
)
def test_spotting_by_the_table(target: str, settings: dict[str, str], tenths: int) -> None:
    assert chances("spot", "wizardess", target, **settings)["spotted"] == Fraction(tenths, 10)


# ---------------------------------------------------------------- the door


def test_what_cannot_be_asked_is_said_in_one_sentence() -> None:
    with pytest.raises(UnknownName, match="name no profile"):
        chances("clash", "orc")
    with pytest.raises(UnknownName, match="need an attacker"):
        chances("melee")
    with pytest.raises(UnknownName, match="nothing to shoot"):
        chances("shot", "troll", "orc")
    with pytest.raises(EscarmoucheError, match="harmless"):
        chances("melee", "chicken", "orc")
    with pytest.raises(UnknownName, match="difference cannot be '12'"):
        chances("clash", difference="12")


def test_the_manual_names_every_attack_and_every_setting() -> None:
    manual = (Path(__file__).parents[3] / "docs" / "brothers-in-arms.md").read_text("utf-8")
    for name in Settings._fields:
        assert f"`{name}`" in manual
    for name in ATTACKS.attacks:
        assert name in manual


@pytest.mark.parametrize("options", ["basic", "advanced"])
def test_chances_add_up(options: str) -> None:
    for attack in ("strike", "charge"):
        assert sum(chances("melee", "corsair", "goblin", attack=attack, options=options).values()) == 1


def thrown(call: Call, chance: Stream) -> World:
    """What a rule comes to with dice thrown at random; whoever is asked declines."""
    run = start(call)
    while run.due is not None:
        due = run.due
        if isinstance(due, Roll):
            run.reply(due.read(tuple([1 + chance.below(due.sides) for _ in range(due.count)])))
        else:
            assert isinstance(due, Choose)
            run.reply(due.options.listed()[0])
    return world_of(run.result)


@pytest.mark.parametrize(
    ("kind", "attacker", "defender", "settings"),
    [
        ("melee", "barbarian", "orc-champion", {"attack": "charge"}),
        ("shot", "archer", "goblin", {"hampered": "yes"}),
        ("cast", "wizardess", "orc", {"spell": "lightning"}),
    ],
)
def test_the_odds_agree_with_dice_that_are_thrown(kind: str, attacker: str, defender: str, settings: dict[str, str]) -> None:
    prepared = ATTACKS.prepared(kind, attacker, defender, settings)
    assert isinstance(prepared, PreparedAttack)
    exact, chance, many = prepared.chances(), Stream(f"thrown {kind}"), 2000
    seen = Counter([prepared.label(prepared.world, thrown(prepared.call, chance)) for _ in range(many)])
    assert set(seen) <= set(exact)
    for name, share in exact.items():
        spread = (float(share * (1 - share)) / many) ** 0.5
        assert abs(seen[name] / many - float(share)) <= 4 * spread + 0.001
