"""Campaigns for tests: small bands, and battles that end as the test says."""

from __future__ import annotations

from typing import Any

from escarmouche.core.campaigns import Line
from escarmouche.core.effects import Result
from escarmouche.core.engine import Run
from escarmouche.core.game import Game
from escarmouche.core.system import Plain
from escarmouche.systems.sbh import campaign
from escarmouche.systems.sbh.campaign import Campaign
from escarmouche.systems.sbh.ledger import Fighter
from escarmouche.systems.sbh.model import ON_TABLE, World
from tests.systems.sbh.scene import changed

MEN = ["human-leader", "human-warrior", "human-warrior", "human-archer"]
ORCS = ["orc-warrior", "orc-warrior", "orc-archer"]


def band(name: str, profiles: list[str], **fields: Any) -> Plain:
    """An army of these profiles."""
    return {"system": "sbh", "name": name, **fields, "figure": [{"profile": one} for one in profiles]}


def begun(men: list[str] | None = None, orcs: list[str] | None = None, length: int = 3, **fields: Any) -> Campaign:
    """A campaign of Men (seat 0, with these further fields) against Orcs."""
    armies = [band("Men", MEN if men is None else men, **fields), band("Orcs", ORCS if orcs is None else orcs)]
    return campaign.new(armies, length, seed=7)


def ended(c: Campaign, winner: int, scores: tuple[int, int] = (0, 0), **fates: dict[str, Any]) -> Game:
    """The next battle of a campaign, ended: `a0={"status": DEAD}` changes the first fielded fighter of seat 0, `b0` of 1."""
    game = c.battle()
    world: World = game.world
    for figure in world.figures:
        world = world.with_figure(changed(figure, status=ON_TABLE))
    for who, changes in fates.items():
        seat, place = "ab".index(who[0]), int(who[1:])
        figure = [one for one in world.figures if one.seat == seat][place]
        world = world.with_figure(changed(figure, **changes))
    result = Result("sbh.end.eradication", scores, winner, changed(world, turn=1))
    return Game(game.system, game.setup, Run(None, None, result, [], None), game.source)


def after(
    c: Campaign, winner: int, scores: tuple[int, int] = (0, 0), dice: list[int] | None = None, **fates: Any
) -> list[Line]:
    """Fight the next battle to this end, and draw the consequences with these dice: none left over, none missing."""
    return c.aftermath(ended(c, winner, scores, **fates), dice or [])


def numbers(c: Campaign, seat: int) -> list[int]:
    """The numbers of everybody in a band."""
    return [fighter.number for fighter in c.bands[seat].fighters]


def one(c: Campaign, seat: int, number: int) -> Fighter:
    """A fighter by its number."""
    return c.bands[seat].find(number)


def rules(lines: list[Line]) -> list[str]:
    """The rules behind these lines."""
    return [line.rule for line in lines]
