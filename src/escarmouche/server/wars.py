"""Campaigns at the server: one file a campaign, changed by one request at a time; its battles are ordinary games."""

from __future__ import annotations

import secrets
from collections.abc import Callable

import msgspec

from escarmouche.core import campaigns, offers, registry
from escarmouche.core.campaigns import AFTERMATH, BATTLE, READY, Campaign, Line
from escarmouche.core.errors import EscarmoucheError
from escarmouche.core.game import Game
from escarmouche.server import opening
from escarmouche.server.games import Games
from escarmouche.server.refusals import Refused, refused
from escarmouche.server.seats import hashed, is_id, is_token, new_id, new_token
from escarmouche.server.shapes import NewCampaign, NewGame, SeatLink
from escarmouche.server.storage import CampaignRow, GameRow, Muster, Seat, now


class War:
    """A campaign as one request has it: what is stored, what it says, and whose seats the asker has."""

    def __init__(self, row: CampaignRow, running: Campaign, seat: int) -> None:
        self.row = row
        self.running = running
        self.seat = seat

    @property
    def seats(self) -> list[Seat]:
        """Who plays it."""
        return self.row.origin.seats


def begun(wanted: NewCampaign) -> tuple[CampaignRow, list[SeatLink]]:
    """The campaign that somebody asks for, with the links to its seats; raises Refused when it cannot be."""
    try:
        system = registry.system(wanted.system)
        seed = secrets.token_hex(16) if wanted.seed is None else wanted.seed
        asked = NewGame(wanted.system, armies=wanted.armies, seats=wanted.seats)
        armies = opening.armies_of(system, asked, system.default_scenario(), seed)
        running = offers.campaigns(system).new(armies, wanted.length, seed, wanted.options)
    except EscarmoucheError as error:
        raise refused(error) from None
    seats = opening.seats_of(len(running.sheets("en")), asked)
    id, moment, links = new_id(), now(), []
    for number, seat in enumerate(seats):
        token = None if seat.kind == "bot" else new_token()
        seat.hash = hashed(token) if token else ""
        links.append(SeatLink(number, seat.kind, token, f"/#/campaign/{id}?t={token}" if token else None))
    row = CampaignRow(id, moment, moment, 0, Muster(wanted.system, seats), running.dump())
    return row, links


async def found(hub: Games, id: str, token: str | None) -> War:
    """The campaign, for whom the token opens a seat of it."""
    if not token:
        raise Refused(401, "no-token")
    row = await hub.storage.campaign(id) if is_id(id) else None
    if row is None:
        raise Refused(404, "no-campaign")
    given = hashed(token) if is_token(token) else ""
    seat = next((number for number, one in enumerate(row.origin.seats) if given and one.hash == given), None)
    if seat is None:
        raise Refused(403, "wrong-token")
    return War(row, await hub.aside(_read, row), seat)


def _read(row: CampaignRow) -> Campaign:
    try:
        return campaigns.of_system(row.origin.system).read(row.data, row.id)
    except EscarmoucheError as error:
        raise refused(error, 409) from None


async def change(hub: Games, war: War, work: Callable[[Campaign], list[Line]]) -> list[Line]:
    """Change a campaign and store it, or refuse and change nothing."""

    def done() -> list[Line]:
        try:
            lines = work(war.running)
        except EscarmoucheError as error:
            raise refused(error) from None
        war.row.data = war.running.dump()
        return lines

    lines = await hub.aside(done)
    war.row.version += 1
    war.row.updated = now()
    if not await hub.storage.keep_campaign(war.row):
        raise Refused(409, "campaign-changed")
    return lines


# ---------------------------------------------------------------- battles


async def battle(hub: Games, war: War) -> str:
    """The id of the game of the battle under way; if there is none the next one begins. Whoever has a seat in the campaign has
    the same one in the game, by the same token."""
    if war.running.phase != BATTLE:
        war.row.origin = msgspec.structs.replace(war.row.origin, game=new_id())
        await change(hub, war, _begin)
    id = war.row.origin.game
    if not await is_stored(hub, id):
        await hub.create(_game(war, id))
    return id


def _begin(running: Campaign) -> list[Line]:
    running.battle()
    return []


def _game(war: War, id: str) -> GameRow:
    """The game of the battle under way, with the seats of the campaign."""
    seats = [Seat(one.kind, one.name, one.agent, one.playouts) for one in war.seats]
    row = opening.seated(war.running.battle().setup, seats).row
    for seat, mine in zip(row.origin.seats, war.seats, strict=True):
        seat.hash = mine.hash
    row.origin.bot_seed = war.running.agent_seed(0)
    row.id = id
    return row


async def is_stored(hub: Games, id: str) -> bool:
    """Is there such a game? A server that stops between a campaign and its battle has stored the campaign alone."""
    return bool(id) and await hub.storage.game(id) is not None


async def over(hub: Games, war: War) -> Game | None:
    """The battle under way as it was played, where it is over."""
    if not await is_stored(hub, war.row.origin.game):
        return None
    live = await hub.find(war.row.origin.game)
    async with live.lock:
        await hub.ensure(live)
        return live.game if live.game is not None and live.game.result is not None else None


async def phase(hub: Games, war: War) -> str:
    """Where it stands, with the battle as it was played at the table."""
    if war.running.phase == BATTLE and await over(hub, war) is not None:
        return AFTERMATH
    return war.running.phase


async def aftermath(hub: Games, war: War) -> list[Line]:
    """Draw the consequences of the battle that is over."""
    fought = await over(hub, war)
    if war.running.phase == BATTLE and fought is None:
        raise Refused(409, "battle-goes-on")
    war.row.origin = msgspec.structs.replace(war.row.origin, game="")
    return await change(hub, war, lambda running: running.aftermath(fought) + looked_after(war))


def looked_after(war: War) -> list[Line]:
    """What the bands of the computer spend before the next battle."""
    steward = campaigns.of_system(war.row.origin.system).steward
    if not steward or war.running.phase != READY:
        return []
    bots = [number for number, seat in enumerate(war.seats) if seat.kind == "bot"]
    return [line for number in bots for line in war.running.spend(number, steward)]
