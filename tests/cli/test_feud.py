"""`campaign` with the campaigns of any system: one of three bands, written here, goes through every command."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from escarmouche.core import campaigns, registry
from escarmouche.core.errors import EscarmoucheError, SaveError
from tests.cli.conftest import Said
from tests.core.feud import QUARREL

Cli = Callable[..., Said]
BOTS = "--players random,random,random --playouts 1"


@pytest.fixture(autouse=True)
def _feud() -> Iterator[None]:
    registry.add(QUARREL)
    yield
    registry.drop("feud")


@pytest.fixture
def war(cli: Cli, tmp_path: Path) -> str:
    """The file of a feud that has just begun."""
    file = str(tmp_path / "war.json")
    said = cli("campaign new feud --length 2 --seed 1", file)
    assert (said.status, said.err) == (0, "")
    assert said.out.splitlines()[0] == "Reds, Blues and Greens begin a campaign of 2 battles."
    return file


def test_a_campaign_of_three_to_its_end(cli: Cli, war: str) -> None:
    for number in (1, 2):
        fought = cli(f"campaign battle {BOTS}", war)
        assert fought.status == 0, fought.err
        assert fought.out.startswith(f"Battle {number} of 2: Brawl\n")
        told = cli("campaign aftermath", war).out
        assert "(feud.purse)" in told
    status = cli("campaign status", war).out
    scores = campaigns.load(war).history("en")[0].scores
    assert f"Battle 1 of 2, Brawl: {scores[0]} to {scores[1]} to {scores[2]} victory points; winner: " in status
    assert all(name in status for name in ("1. Reds", "2. Blues", "3. Greens", "scars", "The campaign is over."))
    assert "3. Greens : " in cli("campaign status --lang fr", war).out
    assert cli("campaign status --json", war).json()["phase"] == "over"


def test_dice_choices_and_spending(cli: Cli, war: str) -> None:
    assert cli("campaign choices --seat 3", war).out == "There is nothing that this band could spend on now.\n"
    assert cli("campaign choices --seat 3 --lang fr", war).out == "Cette bande ne peut rien dépenser maintenant.\n"
    assert cli("campaign spend", war, "heal", "--seat", "3").err.startswith("There is nothing to heal")
    assert "Nobody came." in cli("campaign forfeit --seat 3", war).out
    running = campaigns.load(war)
    running.state["purse"][2] = running.state["scars"][2] = 1  # type: ignore[attr-defined]
    running.save(war)
    assert "A scar heals." in cli("campaign choices --seat 3", war).out
    (choice,) = cli("campaign choices --seat 3 --json", war).json()["choices"]
    assert (choice["what"], choice["name"], choice["count"], choice["from"]) == ("heal", "scar", 1, "")
    assert "A scar heals.  (feud.purse)" in cli("campaign spend", war, choice["what"], choice["name"], "--seat", "3").out
    assert cli("campaign spend", war, "heal", "--seat", "4").err.startswith(
        "The value of '--seat' is wrong: there is no band 4: choose one from 1 to 3."
    )


def test_the_file_says_whose_it_is(war: str, tmp_path: Path) -> None:
    head, _ = campaigns.opened(Path(war).read_bytes(), war)
    assert head["system"] == "feud"
    registry.drop("feud")
    try:
        with pytest.raises(EscarmoucheError, match="There is no system 'feud'"):
            campaigns.load(war)
    finally:
        registry.add(QUARREL)
    unknown = tmp_path / "unknown.json"
    unknown.write_bytes(campaigns.sealed(b"{}", "masse"))
    with pytest.raises(EscarmoucheError, match="The system masse offers no campaigns"):
        campaigns.load(unknown)


def test_where_several_offer_campaigns_the_system_is_named(cli: Cli, tmp_path: Path) -> None:
    file = str(tmp_path / "war.json")
    assert cli("campaign new", file) == Said(2, "", "Name the system that the campaign is of: sbh, feud.\n")
    assert cli("campaign new --lang fr", file).err == "Nommez le système de la campagne : sbh, feud.\n"
    assert cli("campaign new sbh --seed 3", file).status == 0
    assert campaigns.load(file).to_plain()["system"] == "sbh"


def test_a_system_without_campaigns_says_so(cli: Cli, tmp_path: Path) -> None:
    file = str(tmp_path / "war.json")
    sentence = "The system pocket offers no campaigns: play single battles.\n"
    assert cli("campaign new pocket", file) == Said(2, "", sentence)
    french = "Le système pocket n’offre pas de campagnes : jouez des batailles isolées.\n"
    assert cli("campaign new pocket --lang fr", file).err == french
    assert cli("campaign new chess", file).err.startswith("There is no system 'chess'")
    assert cli("campaign new sbh one", file).err.startswith("The value of 'FILE' is wrong: name at most a system and a file.")
    assert not list(tmp_path.iterdir())


def test_without_any_system_that_offers_them(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    sealed = tmp_path / "war.json"
    sealed.write_bytes(campaigns.sealed(b"{}"))
    monkeypatch.setattr(registry, "systems", lambda: ["masse"])
    with pytest.raises(EscarmoucheError, match="No system here offers campaigns"):
        campaigns.of_system(None)
    with pytest.raises(SaveError, match="is no campaign"):
        campaigns.load(sealed)


def test_a_system_that_cannot_be_loaded_is_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    names = registry.systems()
    monkeypatch.setattr(registry, "systems", lambda: ["broken", *names])
    assert list(campaigns.offering()) == ["sbh", "feud"]


def test_options_of_battles_are_set_one_by_one(cli: Cli, tmp_path: Path) -> None:
    file = str(tmp_path / "war.json")
    assert cli("campaign new sbh --seed 3 --set table=[500,400] --set turn_limit=3 --set terrain=none", file).status == 0
    game = campaigns.load(file).battle()
    assert (game.world.ground.width, game.world.ground.depth, game.world.turn_limit) == (50_000, 40_000, 3)
    said = cli("campaign new sbh --set nonsense=1", str(tmp_path / "other.json"))
    assert said.err.startswith("The game cannot begin: there is no option 'nonsense'")
