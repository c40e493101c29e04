"""The menu of deeds: what is offered, refused and drawn, whatever the game."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from escarmouche.core.dice import Stream
from escarmouche.core.effects import Answer, Call, Chance, Refusal, Rule, Script
from escarmouche.kit.menu import Deed, Listing, Menu, enlist, malformed, no

STOP = ("stop",)


class Pocket(Menu):
    """A menu with three deeds; `owing` must dig before it stops."""

    __slots__ = ("fussy", "owing", "tired")

    def __init__(self, tired: bool = False, owing: bool = False, fussy: bool = False) -> None:
        self.tired = tired
        self.owing = owing
        self.fussy = fussy

    def rule(self) -> str:
        return "pocket.menu"

    def stop(self) -> Answer:
        return STOP

    def stop_refusal(self) -> Refusal | None:
        return no("pocket.dig", "must-dig") if self.owing else None

    def known(self) -> dict[str, Deed[Any]]:
        return DEEDS

    def bars(self) -> bool:
        return self.tired

    def barred(self, deed: Deed[Any]) -> Refusal | None:
        return no("pocket.tired", "too-tired", deed.kind) if deed.kind != "rest" else None

    def insists(self) -> bool:
        return self.fussy


def nothing() -> Script:
    """A rule that does nothing."""
    yield Call(RULE)


RULE = Rule(("pocket.dig",), "pocket.dig", nothing)


class Dig(Deed[Pocket]):
    """Two holes to choose from."""

    def possible(self, menu: Pocket) -> bool:
        return True

    def refusal(self, menu: Pocket, answer: tuple[Any, ...]) -> Refusal | None:
        if malformed(answer, int):
            return no("pocket.dig", "malformed", str(answer))
        return None if answer[1] in (1, 2) else no("pocket.dig", "no-hole", answer[1])

    def listed(self, menu: Pocket) -> list[Answer]:
        return [("dig", 1), ("dig", 2)]


class Never(Deed[Pocket]):
    """Looks possible and never is."""

    def possible(self, menu: Pocket) -> bool:
        return True

    def sample(self, menu: Pocket, chance: Chance) -> Answer | None:
        return None


DEEDS: dict[str, Deed[Any]] = {}
enlist(DEEDS, Never("rest", 1, RULE))
enlist(DEEDS, Dig("dig", 3, RULE))


def test_deeds_stand_in_the_order_of_their_names_or_in_the_given_one() -> None:
    assert list(DEEDS) == ["dig", "rest"]
    known: dict[str, Deed[Any]] = {}
    for deed in (Dig("a", 1, RULE), Dig("b", 1, RULE), Dig("c", 1, RULE)):
        enlist(known, deed, ("c", "a", "b"))
    assert list(known) == ["c", "a", "b"]


def test_what_is_listed_is_legal_and_stopping_comes_first() -> None:
    menu = Pocket()
    assert menu.listed() == [STOP, ("dig", 1), ("dig", 2)]
    assert [menu.check(answer) for answer in menu.listed()] == [None, None, None]
    assert Pocket(owing=True).listed() == [("dig", 1), ("dig", 2)]


@pytest.mark.parametrize(
    ("menu", "answer", "rule", "key"),
    [
        (Pocket(), 3, "pocket.menu", "malformed"),
        (Pocket(), (), "pocket.menu", "malformed"),
        (Pocket(), (1, 2), "pocket.menu", "malformed"),
        (Pocket(), ("fly",), "pocket.menu", "no-such-deed"),
        (Pocket(), ("dig", "1"), "pocket.dig", "malformed"),
        (Pocket(), ("dig", 3), "pocket.dig", "no-hole"),
        (Pocket(tired=True), ("dig", 1), "pocket.tired", "too-tired"),
        (Pocket(owing=True), STOP, "pocket.dig", "must-dig"),
    ],
)
def test_refusals_name_their_rule(menu: Pocket, answer: Answer, rule: str, key: str) -> None:
    refusal = menu.check(answer)
    assert refusal is not None
    assert (refusal.rule, refusal.key) == (rule, key)


def test_a_menu_with_nothing_open_is_not_asked() -> None:
    assert Pocket().single() is None
    assert Pocket(tired=True).single() is None  # resting still looks possible
    empty: dict[str, Deed[Any]] = {"dig": DEEDS["dig"]}

    class Idle(Pocket):
        def known(self) -> dict[str, Deed[Any]]:
            return empty

    assert Idle(tired=True).single() == STOP


class Same(Deed[Pocket]):
    """One answer."""

    def possible(self, menu: Pocket) -> bool:
        return True

    def listed(self, menu: Pocket) -> list[Answer]:
        return [(self.kind,)]


def test_every_deed_is_drawn_as_often_as_it_weighs() -> None:
    known: dict[str, Deed[Any]] = {}
    for kind, weight in (("a", 4), ("b", 1), ("c", 2), ("d", 0)):
        enlist(known, Same(kind, weight, RULE))

    class Weighed(Pocket):
        def known(self) -> dict[str, Deed[Any]]:
            return known

    draws = 8_000
    drawn = Counter([Weighed().sample(Stream(seed)) for seed in range(draws)])
    for answer, weight in ((("a",), 4), (("b",), 1), (("c",), 2), (STOP, 1)):
        assert abs(drawn[answer] / draws - weight / 8) < 0.02, "stopping weighs one"
    assert ("d",) not in drawn


def test_a_single_light_deed_is_drawn_as_often_as_stopping() -> None:
    class Light(Pocket):
        def known(self) -> dict[str, Deed[Any]]:
            return {"a": Same("a", 1, RULE)}

    drawn = Counter([Light().sample(Stream(seed)) for seed in range(2_000)])
    assert abs(drawn[("a",)] / 2_000 - 0.5) < 0.04


def test_barred_deeds_are_neither_listed_nor_drawn() -> None:
    tired = Pocket(tired=True)
    assert tired.listed() == [STOP]
    assert [deed.kind for deed in tired.ready()] == ["rest"]
    assert {tired.sample(Stream(seed)) for seed in range(100)} == {STOP}
    assert [deed.kind for deed in Pocket().ready()] == ["dig", "rest"]


def test_who_thinks_of_stopping_stops_unless_the_game_says_otherwise() -> None:
    assert Menu.insists(Pocket()) is False
    assert Menu.bars(Pocket()) is False


def test_a_random_player_draws_by_weight_and_stops_at_times() -> None:
    drawn = Counter([Pocket().sample(Stream(seed)) for seed in range(2000)])
    assert set(drawn) == {STOP, ("dig", 1), ("dig", 2)}
    insisting = Counter([Pocket(fussy=True).sample(Stream(seed)) for seed in range(2000)])
    assert insisting[STOP] < drawn[STOP]
    assert STOP not in {Pocket(owing=True).sample(Stream(seed)) for seed in range(200)}


@pytest.mark.parametrize(
    ("answer", "kinds", "wrong"),
    [
        (("a",), (), False),
        (("a", 1), (int,), False),
        (("a", True), (int,), True),
        (("a",), (int,), True),
        (("a", 1, 2), (int,), True),
        (("a", 1 << 28), (int,), False),
        (("a", -(1 << 28) - 1), (int,), True),
        (("a", 10**30), (int,), True),
    ],
)
def test_parts_of_an_answer(answer: tuple[Any, ...], kinds: tuple[type, ...], wrong: bool) -> None:
    assert malformed(answer, *kinds) is wrong


def test_a_deed_whose_answers_are_all_listed() -> None:
    def offered(menu: Pocket) -> list[Answer]:
        return [] if menu.tired else [("hop", 1), ("hop", 2)]

    hop = Listing("hop", 3, RULE, offered, "pocket.hop", "no-hop")
    assert (hop.possible(Pocket()), hop.possible(Pocket(tired=True))) == (True, False)
    assert hop.listed(Pocket()) == [("hop", 1), ("hop", 2)]
    assert hop.refusal(Pocket(), ("hop", 2)) is None
    for answer in (("hop", 3), ("hop", True), ("hop",), ("hop", "1")):
        assert hop.refusal(Pocket(), answer) == no("pocket.hop", "no-hop")
    assert hop.sample(Pocket(), Stream("hop")) in hop.listed(Pocket())
    assert hop.sample(Pocket(tired=True), Stream("hop")) is None
