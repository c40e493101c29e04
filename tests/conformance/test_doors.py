"""The walk through every door: whole for what is right, and stopped at the right door with one sentence for what is not."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any

import pytest

from escarmouche import conformance
from escarmouche.cli import run
from escarmouche.conformance import ConformanceError
from escarmouche.core import registry
from escarmouche.core.effects import Answer, Choose
from escarmouche.core.errors import ContentError
from escarmouche.core.messages import Messages
from escarmouche.core.offers import Armies, Fault, Odds, Prices
from escarmouche.core.system import Plain, Setup, System
from tests.core.brawl import BRAWL
from tests.core.toy import TOY
from tests.plugins.brought import EXAMPLE

sys.path.insert(0, str(EXAMPLE))
butte: Any = __import__("butte")
sys.path.remove(str(EXAMPLE))

LONG = ("fuzz", "bench")
"""Doors behind which whole games are played."""
OFFERINGS = {"armies", "prices", "attacks", "rulebook", "campaign"}


@pytest.fixture(autouse=True)
def _known() -> Iterator[None]:
    added = [TOY, BRAWL, butte.SYSTEM]
    for system in added:
        registry.add(system)
    yield
    for system in added:
        registry.drop(system.id)


@pytest.mark.parametrize(("name", "most"), [("sbh", 12), ("masse", 6), ("bataille", 4), ("swidenth", 6), ("fda", 6)])
def test_our_systems_come_through(name: str, most: int) -> None:
    short = tuple([door for door in conformance.DOORS if door not in LONG])
    walk = conformance.doors(name, most=most, only=short)
    assert (walk.system, walk.seats) == (name, 2)
    assert set(walk.passed) | set(walk.absent) == set(short)
    assert set(walk.absent) < OFFERINGS
    assert {"armies", "attacks", "rulebook"} <= set(walk.passed)


def test_a_system_that_offers_nothing_comes_through() -> None:
    seen: list[str] = []
    walk = conformance.doors("toy", "ambush", most=60, progress=seen.append)
    assert seen == list(conformance.DOORS)
    assert set(walk.absent) == OFFERINGS
    assert set(walk.passed) == set(conformance.DOORS) - OFFERINGS
    assert walk.absent["armies"] == "The system toy offers no armies: it is played without."


@pytest.mark.parametrize(("name", "scenario", "seats"), [("brawl", "ring", 3), ("brawl", "square", 4), ("butte", None, 3)])
def test_three_and_four_seats_come_through(name: str, scenario: str | None, seats: int) -> None:
    walk = conformance.doors(name, scenario, seats, most=60)
    assert walk.seats == seats
    assert set(walk.passed) == set(conformance.DOORS) - OFFERINGS


def test_a_number_of_seats_that_there_is_not_is_refused() -> None:
    with pytest.raises(ContentError, match="5"):
        conformance.doors("butte", seats=5)


# ---------------------------------------------------------------- what is wrong is named


class Untitled(butte.Butte):  # type: ignore[misc]
    titles = {"en": "Untitled"}


class Mute(butte.Butte):  # type: ignore[misc]
    def describe(self, due: Choose, answer: Answer, language: str) -> str:
        return "" if language == "fr" else "something"


class Bent(butte.Butte):  # type: ignore[misc]
    def view(self, world: Any, seat: int) -> Any:
        return {**super().view(world, seat), "turn": "three"}


class Alone(butte.Butte):  # type: ignore[misc]
    def view(self, world: Any, seat: int) -> Any:
        seen = super().view(world, seat)
        return {**seen, "sides": seen["sides"][:1]}


class Pointless(butte.Butte):  # type: ignore[misc]
    def marks(self, due: Choose, answer: Answer) -> Plain:
        return {"figure": 1}


class Fickle(butte.Butte):  # type: ignore[misc]
    def start(self, setup: Setup) -> Any:
        self.begun = getattr(self, "begun", 0) + 1
        return super().start(Setup(setup.system, setup.armies, setup.scenario, self.begun, setup.options))


class Weightless(butte.Butte):  # type: ignore[misc]
    evaluate = System.evaluate


class Unpictured(butte.Butte):  # type: ignore[misc]
    def draw(self, world: Any, seat: int, columns: int, language: str = "en") -> str:
        return "" + str(1 // (language == "en"))


class Lost(butte.Butte):  # type: ignore[misc]
    def scenario_rows(self) -> dict[str, Plain]:
        raise KeyError("rows")


class Unarmed(butte.Butte):  # type: ignore[misc]
    def armies(self) -> Armies:
        class Bad(Armies):
            def ready(self) -> dict[str, Plain]:
                return {"one": {"name": "One"}}

            def check(self, army: Plain) -> list[Fault]:
                return [Fault("x.y", "There is nobody.", "Il n’y a personne.")]

        return Bad()

    def armies_for(self, scenario: str, chance: Any, seats: int) -> list[Plain]:
        return [{} for _ in range(seats)]


class Priceless(butte.Butte):  # type: ignore[misc]
    def prices(self) -> Prices:
        return Prices()


class Oddless(butte.Butte):  # type: ignore[misc]
    def odds(self) -> Odds:
        return Odds()


class Wordless(butte.Butte):  # type: ignore[misc]
    messages = Messages({}, None)

    def event_sentence(self, event: Any, world: Any, language: str) -> str:
        return "key (1, 2)"


WRONG = {
    Untitled: ("words", "it has no title in fr"),
    Mute: ("words", "has no words in fr"),
    Wordless: ("words", "has no sentence in en, but 'key (1, 2)'"),
    Bent: ("view", "The view of the system bent breaks the contract"),
    Alone: ("view", "the view has the sides [0] in a game of 2"),
    Pointless: ("view", "name no kind"),
    Fickle: ("files", "another game"),
    Weightless: ("players", "TypeError: the system weightless weighs no worlds"),
    Unpictured: ("terminal", "ZeroDivisionError"),
    Lost: ("terminal", "KeyError: 'rows'"),
    Unarmed: ("armies", "the ready-made army one is not legal: There is nobody."),
    Priceless: ("prices", "its prices price nothing"),
    Oddless: ("attacks", "its odds name no kind of attack"),
}


@pytest.mark.parametrize("kind", WRONG, ids=lambda kind: kind.__name__.lower())
def test_a_fault_is_named_with_its_door(kind: type[System]) -> None:
    door, sentence = WRONG[kind]
    system = kind()
    system.id = kind.__name__.lower()
    registry.add(system)
    try:
        doors = [one for one in conformance.DOORS if one not in (*LONG, "server")]
        only = tuple(doors[: doors.index(door) + 1])
        with pytest.raises(ConformanceError) as caught:
            conformance.doors(system.id, most=30, only=only)
    finally:
        registry.drop(system.id)
    assert str(caught.value).startswith(f"{system.id}, king-of-the-hill, 2 seats, door {door}: "), caught.value
    assert sentence in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_view_that_breaks_the_contract_stops_at_the_server_too() -> None:
    system = Bent()
    system.id = "bent"
    registry.add(system)
    try:
        with pytest.raises(ConformanceError, match=r"door server: .*500.*breaks the contract"):
            conformance.doors("bent", only=("server",))
    finally:
        registry.drop("bent")


def test_the_command_answers_with_its_status(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["conformance", "butte", "--games", "1", "--most", "20", "--lang", "fr"]) == 0
    assert "butte passe : words, view, files" in capsys.readouterr().out
    system = Untitled()
    system.id = "untitled"
    registry.add(system)
    try:
        assert run(["conformance", "untitled", "--games", "1", "--most", "20"]) == 1
    finally:
        registry.drop("untitled")
    assert "door words: it has no title in fr; mend it" in capsys.readouterr().out


def test_without_the_servers_packages_its_door_is_absent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "escarmouche.conformance.asking", raising=False)
    monkeypatch.delattr(sys.modules["escarmouche.conformance"], "asking", raising=False)
    monkeypatch.setitem(sys.modules, "escarmouche.server.app", None)
    walk = conformance.doors("butte", most=1, only=("words", "server"))
    assert walk.passed == ("words",)
    assert walk.absent == {"server": "the server is not installed (escarmouche.server.app is missing)"}
