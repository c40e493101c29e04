"""The door to odds between profiles: every text has its meaning, and what is not known is answered with what is."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, NamedTuple

import pytest

from escarmouche.core.effects import Choose, Listed, Refusal
from escarmouche.core.errors import EscarmoucheError, UnknownName
from escarmouche.kit.attacks import Attacks, SettingsReader, demand, first_option
from tests.core.checks import one_sentence

READER: SettingsReader[dict[str, Any]] = SettingsReader(
    dict, {"range": (1, 3), "rank": (0, 12)}, {"size": {"big": 2, "small": 1}}
)


@pytest.mark.parametrize(
    ("key", "text", "value"),
    [
        ("cover", "yes", True), ("cover", "true", True), ("cover", "1", True), ("cover", "YES", True),
        ("cover", "no", False), ("cover", "false", False), ("cover", "0", False), ("cover", "No", False),
        ("range", "1", 1), ("range", "3", 3), ("rank", "0", 0), ("rank", "12", 12),
        ("size", "big", 2), ("size", "Small", 1),
    ],
)  # fmt: skip
def test_a_setting_is_read_from_its_text(key: str, text: str, value: object) -> None:
    found = READER.read("melee", {key: text}, ("cover", "range", "rank", "size"))
    assert found == {key: value}
    assert type(found[key]) is type(value)


@pytest.mark.parametrize(
    ("key", "text", "says"),
    [
        ("cover", "perhaps", "cannot be 'perhaps': choose from yes, true, 1, no, false, 0"),
        ("cover", "2", "cannot be '2'"),
        ("range", "0", "cannot be '0': choose from 1 to 3"),
        ("range", "4", "cannot be '4'"),
        ("range", "-1", "cannot be '-1'"),
        ("range", "two", "cannot be 'two'"),
        ("size", "yes", "cannot be 'yes': choose from big, small"),
        ("colour", "red", "The odds of melee know no setting 'colour': choose from cover, range, size"),
        ("covr", "yes", "no setting 'covr' (perhaps 'cover' was meant)"),
    ],
)
def test_what_is_no_setting_is_answered_with_what_is(key: str, text: str, says: str) -> None:
    with pytest.raises(UnknownName) as caught:
        READER.read("melee", {key: text}, ("cover", "range", "size"))
    one_sentence(caught.value)
    assert says in str(caught.value)


def test_a_setting_of_another_attack_is_not_allowed() -> None:
    with pytest.raises(UnknownName, match="know no setting 'size'"):
        READER.read("ranged", {"size": "big"}, ("cover", "range"))
    assert READER.read("ranged", {}, ("cover",)) == {}


class Made(NamedTuple):
    """What was asked for."""

    words: tuple[Any, ...]

    def chances(self) -> dict[str, Fraction]:
        """All the same."""
        return {" ".join([str(word) for word in self.words]): Fraction(1)}


class Some(Attacks[Made]):
    """One attack on somebody, one of a figure alone, one of nobody in particular."""

    duels = ("melee",)
    tests = ("rally",)
    bare = ("clash",)

    def duel(self, attack: str, attacker: str, defender: str, settings: Mapping[str, str]) -> Made:
        return Made((attack, attacker, defender, *settings))

    def single(self, attack: str, attacker: str, settings: Mapping[str, str]) -> Made:
        return Made((attack, attacker, *settings))

    def nobody(self, attack: str, settings: Mapping[str, str]) -> Made:
        return Made((attack, *settings))


def test_attacks_have_the_sides_they_need() -> None:
    some = Some()
    assert some.attacks == ("melee", "rally", "clash")
    assert some.chances("melee", "orc", "elf", {"cover": "yes"}) == {"melee orc elf cover": Fraction(1)}
    assert some.chances("rally", "orc", None, {}) == {"rally orc": Fraction(1)}
    assert some.chances("clash", "", None, {"edge": "2"}) == {"clash edge": Fraction(1)}
    for attack in ("melee", "rally"):
        with pytest.raises(UnknownName, match=f"The odds of {attack} need an attacker") as caught:
            some.chances(attack, "", None, {})
        one_sentence(caught.value)
    for attack, defender, says in (
        ("clash", None, "The odds of clash are those of nobody in particular"),
        ("melee", None, "The odds of melee need a defender"),
        ("rally", "elf", "The odds of rally are those of one side alone"),
        ("mele", "elf", r"no odds of 'mele' \(perhaps 'melee' was meant\): choose from melee, rally, clash"),
    ):
        with pytest.raises(UnknownName, match=says) as caught:
            some.chances(attack, "orc", defender, {})
        one_sentence(caught.value)


def test_a_system_says_which_attacks_it_has() -> None:
    class Empty(Attacks[Made]):
        duels = ("melee",)
        tests = ("rally",)
        bare = ("clash",)

    for attack, attacker, defender in (("melee", "orc", "elf"), ("rally", "orc", None), ("clash", "", None)):
        with pytest.raises(TypeError, match="Empty has no"):
            Empty().chances(attack, attacker, defender, {})


class Speech:
    """Words for one refusal."""

    def both(self, key: str, about: tuple[Any, ...], world: Any) -> dict[str, str]:
        """The key and what it is about."""
        return {"en": f"{key} {about} {world}.", "fr": f"fr {key}."}


def test_what_the_rules_refuse_is_said_in_their_words() -> None:
    demand(Speech(), "world", None)  # type: ignore[arg-type]
    with pytest.raises(EscarmoucheError, match=r"There are no such odds \(toy\.range\): far \(3,\) world\.") as caught:
        demand(Speech(), "world", Refusal((3,), "far", "toy.range"))  # type: ignore[arg-type]
    assert "fr far." in caught.value.sentence("fr")


def test_whatever_is_optional_is_declined() -> None:
    assert first_option(Choose("toy.react", 0, None, Listed((("no",), ("yes",)), "toy.react"))) == ("no",)
