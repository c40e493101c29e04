"""Campaigns over HTTP."""

from __future__ import annotations

from typing import Annotated

from litestar import Router, get, post
from litestar.di import NamedDependency, Provide
from litestar.params import FromPath, HeaderParameter, JSONBody, SkipValidation

from escarmouche.core import registry
from escarmouche.core.campaigns import Campaign, Fought, Line, Purchase, Sheet
from escarmouche.server import wars
from escarmouche.server.games import Games
from escarmouche.server.refusals import Words
from escarmouche.server.shapes import (
    BandSheet,
    Buyable,
    CampaignLine,
    CampaignMade,
    CampaignSeat,
    CampaignState,
    NewCampaign,
    PastBattle,
    Spending,
)
from escarmouche.server.wars import War

Hub = NamedDependency[SkipValidation[Games]]


async def war_from(
    hub: Hub,
    campaign_id: FromPath[str],
    authorization: Annotated[str | None, HeaderParameter(name="Authorization", description="Bearer TOKEN")] = None,
) -> War:
    """The campaign, and whose seat asks."""
    return await wars.found(hub, campaign_id, authorization.removeprefix("Bearer ").strip() if authorization else None)


Own = NamedDependency[SkipValidation[War]]


@post("/campaigns", summary="Begin a campaign; the answer tells the links to its seats, once")
async def begin(hub: Hub, data: JSONBody[NewCampaign]) -> CampaignMade:
    row, links = await hub.aside(wars.begun, data)
    await hub.storage.begin_campaign(row)
    return CampaignMade(row.id, row.origin.system, links)


@get("/campaigns/{campaign_id:str}", summary="The campaign: bands, battles, what can be bought")
async def look(hub: Hub, war: Own) -> CampaignState:
    return await shown(hub, war)


@post("/campaigns/{campaign_id:str}/battle", status_code=200, summary="The battle under way or the next; its game is named")
async def battle(hub: Hub, war: Own) -> CampaignState:
    await wars.battle(hub, war)
    return await shown(hub, war)


@post("/campaigns/{campaign_id:str}/aftermath", status_code=200, summary="Draw the consequences of a battle that is over")
async def aftermath(hub: Hub, war: Own) -> CampaignState:
    return await shown(hub, war, await wars.aftermath(hub, war))


@post("/campaigns/{campaign_id:str}/spend", status_code=200, summary="Spend for one's band between two battles")
async def spend(hub: Hub, war: Own, data: JSONBody[Spending]) -> CampaignState:
    def bought(running: Campaign) -> list[Line]:
        return running.spend(war.seat, data.what, data.name, count=data.count, called=data.called, giver=data.giver)

    return await shown(hub, war, await wars.change(hub, war, bought))


@post("/campaigns/{campaign_id:str}/forfeit", status_code=200, summary="One's band does not come to the next battle")
async def forfeit(hub: Hub, war: Own) -> CampaignState:
    return await shown(hub, war, await wars.change(hub, war, lambda running: running.forfeit(war.seat)))


# ---------------------------------------------------------------- showing


async def shown(hub: Games, war: War, told: list[Line] | None = None) -> CampaignState:
    """The campaign as the seat that asks sees it, with what it has just brought about."""
    running, origin = war.running, war.row.origin
    phase = await wars.phase(hub, war)
    return CampaignState(
        campaign=war.row.id,
        system=origin.system,
        titles=registry.system(origin.system).titles,
        length=running.length,
        number=running.number,
        phase=phase,
        winner=running.winner,
        seat=war.seat,
        seats=[CampaignSeat(i, one.kind, one.name, i == war.seat) for i, one in enumerate(war.seats)],
        title=Words(running.title("en"), running.title("fr")),
        game=origin.game,
        sheets={language: [_sheet(one) for one in running.sheets(language)] for language in ("en", "fr")},
        history=[_past(*both) for both in zip(running.history("en"), running.history("fr"), strict=True)],
        choices=[_choice(one) for one in running.choices(war.seat)],
        log=[_line(one) for one in told or ()],
    )


def _line(line: Line) -> CampaignLine:
    return CampaignLine(line.rule, line.en, line.fr, list(line.dice))


def _sheet(sheet: Sheet) -> BandSheet:
    return BandSheet(sheet.name, list(sheet.lines), list(sheet.columns), sheet.rows, list(sheet.numbers))


def _past(one: Fought, autre: Fought) -> PastBattle:
    log = [_line(line) for line in one.log]
    return PastBattle(Words(one.scenario, autre.scenario), one.winner, list(one.scores), log)


def _choice(one: Purchase) -> Buyable:
    return Buyable(one.what, one.name, one.many, one.giver, _line(one.line))


router = Router(
    "/api",
    route_handlers=[begin, look, battle, aftermath, spend, forfeit],
    dependencies={"war": Provide(war_from)},
)
