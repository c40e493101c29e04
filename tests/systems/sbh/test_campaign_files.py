"""Campaigns written down: the same bytes, the same campaign, in the middle of a battle too; and files that are none."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

from escarmouche.agents.protocol import Budget, play_on
from escarmouche.agents.steady import Steady, taken
from escarmouche.core.errors import SaveError
from escarmouche.kit.armies import ready
from escarmouche.systems.sbh import campaign
from escarmouche.systems.sbh.campaign import Campaign
from tests.systems.sbh.campaigning import after, begun

BUDGET = Budget(1)


def fight(c: Campaign, most: int = 100_000) -> None:
    """Let two random players fight the battle, for at most so many decisions."""
    game = c.battle()
    agents = [Steady("random", c.agent_seed(seat), taken(game, seat)) for seat in (0, 1)]
    play_on(game, list(agents), BUDGET, most)


def go_on(c: Campaign) -> None:
    """Draw the consequences, and let both bands look after themselves."""
    c.aftermath()
    if c.phase != campaign.OVER:
        c.spend(0, "auto")
        c.spend(1, "auto")


def fresh(seed: int = 11) -> Campaign:
    return campaign.new([ready("escarmouche.systems.sbh")["goblins"], ready("escarmouche.systems.sbh")["humans"]], 3, seed)


def test_a_whole_campaign_comes_from_its_seed() -> None:
    ends = []
    for seed in (11, 11, 12):
        c = fresh(seed)
        while c.phase != campaign.OVER:
            fight(c)
            assert c.phase == campaign.AFTERMATH
            go_on(c)
        assert len(c.state.records) == 3
        assert c.winner in (-1, 0, 1)
        ends.append(c.dump())
    assert ends[0] == ends[1]
    assert ends[0] != ends[2]


def test_a_battle_left_in_the_middle_goes_on_to_the_same_end(tmp_path: Path) -> None:
    file = tmp_path / "war.json"
    straight = fresh()
    fight(straight)
    go_on(straight)
    fight(straight)
    left = fresh()
    fight(left, 150)
    assert (left.phase, left.battle().due is None) == ("battle", False)
    left.save(file)
    back = campaign.load(file)
    assert back.dump() == left.dump() == file.read_bytes()
    fight(back)
    back.save(file)
    back = campaign.load(file)
    assert back.phase == "aftermath"
    go_on(back)
    back.save(file)
    back = campaign.load(file)
    fight(back)
    assert back.dump() == straight.dump()


def test_a_file_holds_everything(tmp_path: Path) -> None:
    c = begun()
    after(c, 0, (12, 3), [3, 3, 1], a1={"status": 1}, a2={"item": "magic-sword"})
    c.spend(0, "upgrade", "brave")
    c.save(tmp_path / "war.json")
    back = campaign.load(tmp_path / "war.json")
    assert back.to_plain() == c.to_plain()
    assert back.army(0) == c.army(0)
    plain = c.to_plain()
    assert (plain["phase"], plain["battle"], plain["winner"]) == ("ready", 2, None)
    assert plain["bands"][0]["fighters"][1]["hurt"] is True
    assert plain["battles"][0]["scores"] == (12, 3)
    assert json.loads(json.dumps(plain))["battles"][0]["log"][0]["rule"] == "sbh.campaign.scenario-winner"


def sealed(**changes: Any) -> bytes:
    """The file of a campaign with some of its state changed, and a checksum that fits."""
    body = json.loads(begun().dump())["campaign"] | changes
    text = json.dumps(body)
    return written(campaign=text)


def written(campaign: str, **head: Any) -> bytes:
    """A file with this text for a campaign."""
    checksum = hashlib.sha256(campaign.encode()).hexdigest()
    first = json.dumps({"format": "escarmouche-campaign", "version": 1, "checksum": checksum} | head)
    return (first[:-1] + f', "campaign": {campaign}}}').encode()


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "is no campaign, or is damaged"),
        (b"{}", "is no campaign, or is damaged"),
        (b"\xff\xfe", "is no campaign, or is damaged"),
        (begun().dump()[:-40], "is no campaign, or is damaged"),
        (begun().dump().replace(b'"length":3', b'"length":4'), "is no campaign, or is damaged"),
        (written("{}", format="escarmouche-save"), "is not a campaign of Escarmouche"),
        (written("{}", version=2), "has format 2, this program reads 1"),
        (written("{}"), "does not hold together"),
        (sealed(length=0), "does not hold together"),
        (sealed(length="long"), "does not hold together"),
        (sealed(extra=1), "does not hold together"),
        (sealed(battle={"format": "x"}), "is no save, or is damaged"),
    ],
)
def test_files_that_are_no_campaigns(tmp_path: Path, data: bytes, message: str) -> None:
    file = tmp_path / "war.json"
    file.write_bytes(data)
    with pytest.raises(SaveError, match=message) as caught:
        campaign.load(file)
    assert str(file) in str(caught.value)
    assert caught.value.french not in ("", str(caught.value))


def test_a_profile_that_nobody_has_any_more(tmp_path: Path) -> None:
    bands = json.loads(begun().dump())["campaign"]["bands"]
    bands[0]["fighters"][0]["profile"] = "lost-one"
    (tmp_path / "war.json").write_bytes(sealed(bands=bands))
    with pytest.raises(SaveError, match="There is no profile 'lost-one'"):
        campaign.load(tmp_path / "war.json")


def test_places_that_cannot_be_read_or_written(tmp_path: Path) -> None:
    with pytest.raises(SaveError, match="cannot be read"):
        campaign.load(tmp_path / "nothing.json")
    with pytest.raises(SaveError, match="could not be saved"):
        begun().save(tmp_path / "nowhere" / "war.json")
    (tmp_path / "folder").mkdir()
    with pytest.raises(SaveError, match="could not be saved"):
        begun().save(tmp_path / "folder")
    assert [path.name for path in tmp_path.iterdir()] == ["folder"]
