"""A small system for the command line to speak about, and a way to run a command line inside the test."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from fractions import Fraction
from importlib import import_module
from typing import Any, NamedTuple

import pytest

from escarmouche.cli import COMMANDS, common, run
from escarmouche.core import registry
from escarmouche.core.errors import UnknownName
from escarmouche.core.messages import Messages
from escarmouche.core.offers import Armies, Fault, Odds, Prices
from escarmouche.core.system import Plain
from tests.core.toy import Toy

for _module in COMMANDS.values():
    # The help of a command is in the language of the run that imports it: no test is to find it in that of another test.
    import_module(_module.partition(":")[0])


class Said(NamedTuple):
    """What a command line answered."""

    status: int
    out: str
    err: str

    def json(self) -> Any:
        """The one JSON object on stdout."""
        return json.loads(self.out)


class Files(Armies):
    """Armies of pawns and rooks."""

    def profiles(self) -> dict[str, Plain]:
        return {
            "pawn": {"id": "pawn", "name_en": "Pawn", "name_fr": "Pion", "faction": "white", "cost": 1},
            "rook": {"id": "rook", "name_en": "Rook", "name_fr": "Tour", "faction": "black", "cost": 5},
        }

    def ready(self) -> dict[str, Plain]:
        return {"file": {"system": "pocket", "name": "The File", "name_fr": "La Colonne", "figure": [{"profile": "pawn"}]}}

    def check(self, army: Plain) -> list[Fault]:
        fault = Fault("pocket.army.full", "There is nobody.", "Il n’y a personne.")
        return [] if army.get("figure") else [fault]

    def points(self, army: Plain) -> int:
        return len(army.get("figure", []))

    def sheet(self, army: Plain, language: str) -> Plain:
        title = "Warriors" if language == "en" else "Guerriers"
        rows = [[one["profile"]] for one in army["figure"]]
        return {
            "fields": {"Band": army["name"], "Player": ""},
            "parts": [{"title": title, "columns": ["Name"], "rows": rows}],
        }


class Worth(Prices):
    """Five points for combat, one for anything else."""

    def price(self, **profile: Any) -> int:
        return int(profile.get("combat", 0)) * 5 + len(profile.get("traits", ())) + int(profile.get("speed", 0))


class Blows(Odds):
    """One die."""

    def chances(self, attack: str, attacker: str, defender: str | None, settings: dict[str, str]) -> dict[str, Fraction]:
        for name in settings:
            if name != "bonus":
                raise UnknownName(
                    f"There is no setting {name!r}: choose bonus.", f"Pas de réglage {name!r} : choisissez bonus."
                )
        hit = Fraction(1 + int(settings.get("bonus", "0")), 6)
        return {"hit": hit, "miss": 1 - hit}


class Pocket(Toy):
    """The toy, with content: two profiles, prices, armies, odds."""

    id = "pocket"
    titles = {"en": "Pocket war", "fr": "Guerre de poche"}
    messages = Messages({"outcome.hit": {"en": "Hit!", "fr": "Touché !"}}, Toy.messages)

    def armies(self) -> Armies:
        return Files()

    def prices(self) -> Prices:
        return Worth()

    def odds(self) -> Odds:
        return Blows()


@pytest.fixture(autouse=True)
def _pocket(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    monkeypatch.setenv("ESCARMOUCHE_HOME", str(tmp_path_factory.mktemp("home")))
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    registry.add(Pocket())
    yield
    registry.drop("pocket")
    common.forget()


@pytest.fixture
def cli(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Callable[..., Said]:
    """Run a command line: its words, separated by spaces or given one by one."""
    monkeypatch.delenv("COLUMNS", raising=False)  # parallel test runs set it, and tables would fold

    def call(line: str, *more: str) -> Said:
        capsys.readouterr()
        status = run([*line.split(), *more])
        said = capsys.readouterr()
        return Said(status, said.out, said.err)

    return call
