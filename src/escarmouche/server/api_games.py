"""Games over HTTP."""

from __future__ import annotations

from typing import Annotated, cast

import msgspec
from litestar import Response, Router, get, post
from litestar.di import NamedDependency, Provide
from litestar.params import FromPath, HeaderParameter, JSONBody, QueryParameter, SkipValidation

from escarmouche.core import save
from escarmouche.core.errors import EscarmoucheError
from escarmouche.server import coaching, opening, picture, proofs
from escarmouche.server.counsels import Counsels
from escarmouche.server.films import Films
from escarmouche.server.fortunes import Fortunes
from escarmouche.server.games import Games, Taken
from escarmouche.server.keeping import readable
from escarmouche.server.live import LiveGame, numbered
from escarmouche.server.refusals import Refused
from escarmouche.server.reviews import Reviews
from escarmouche.server.seats import SPECTATOR, is_id, link, new_token
from escarmouche.server.shapes import (
    Advice,
    Brought,
    Claim,
    Counsel,
    Created,
    Fork,
    Fortune,
    Given,
    Link,
    Mine,
    Named,
    NewGame,
    Outcome,
    Plain,
    Preview,
    Proof,
    Reach,
    Replayed,
    Reviewed,
    Salt,
    SaltCommitment,
    Spoken,
    State,
    Tokens,
    Trial,
    Tried,
    Undo,
    written,
)
from escarmouche.server.storage import Line

At = Annotated[int, QueryParameter(ge=0, le=10_000_000)]
Whom = Annotated[int, QueryParameter(ge=0, le=100_000)]
Anybody = Annotated[int, QueryParameter(ge=-1, le=100_000)]
Hub = NamedDependency[SkipValidation[Games]]
Reels = NamedDependency[SkipValidation[Films]]
Advisers = NamedDependency[SkipValidation[Counsels]]
Judges = NamedDependency[SkipValidation[Reviews]]
Fates = NamedDependency[SkipValidation[Fortunes]]


class Viewer:
    """Who asks: the game, and the seat that the token opens."""

    def __init__(self, live: LiveGame, seat: int) -> None:
        self.live = live
        self.seat = seat

    def player(self) -> int:
        """The seat, which must not be a spectator's."""
        if self.seat == SPECTATOR:
            raise Refused(403, "spectator")
        return self.seat


async def viewer_from(
    hub: Hub,
    game_id: FromPath[str],
    t: Annotated[str | None, QueryParameter(max_length=100, description="the token, where no header is sent")] = None,
    authorization: Annotated[str | None, HeaderParameter(name="Authorization", description="Bearer TOKEN")] = None,
) -> Viewer:
    """Who asks."""
    token = authorization.removeprefix("Bearer ").strip() if authorization else t
    return Viewer(*await hub.seated(game_id, token))


Seated = NamedDependency[SkipValidation[Viewer]]


# ---------------------------------------------------------------- beginning


@post("/games", summary="Begin a game; the answer tells the links to its seats, once")
async def begin(hub: Hub, data: JSONBody[NewGame]) -> Created:
    made = await hub.aside(opening.opened, data)
    await hub.create(made.row)
    return made.created


@post("/preview", status_code=200, summary="The table of a game that could begin, for a look before one does")
async def preview(hub: Hub, data: JSONBody[NewGame]) -> Preview:
    return await hub.aside(opening.preview, data)


@post("/games/{game_id:str}/rematch", summary="The same battle again, once it is over")
async def rematch(
    hub: Hub,
    viewer: Seated,
    swap: Annotated[bool, QueryParameter(description="everybody takes the army of the seat behind")] = False,
) -> Created:
    seat = viewer.player()
    live = await over(hub, viewer.live)
    made = await hub.aside(opening.again, live.origin, live.setup, seat, swap)
    await hub.create(made.row)
    return made.created


@post("/games/{game_id:str}/fork", summary="Go on from a moment of a game that is over, in a game of its own")
async def fork(hub: Hub, films: Reels, viewer: Seated, data: JSONBody[Fork]) -> Created:
    live = await over(hub, viewer.live)
    seat = viewer.player()
    film = await films.of(live)
    frame = film.at(seat, data.at)
    game = frame.table.game
    if game is None or game.due is None:
        raise Refused(404, "no-moment")
    entries = film.entries[: frame.number + 1]
    fresh = data.dice == "fresh"
    made, log = opening.forked(live.id, live.origin, frame.table.setup, game.thrown, entries, fresh, seat)
    await hub.create(made.row, log)
    return made.created


async def over(hub: Games, live: LiveGame) -> LiveGame:
    """The game, which must be over: until then its secrets are kept."""
    async with live.lock:
        await hub.ensure(live)
        if live.phase != "over":
            raise Refused(409, "not-over")
    return live


@post("/games/{game_id:str}/claim", status_code=200, summary="A fresh link for one's seat; the old one stops working")
async def claim(hub: Hub, viewer: Seated, data: JSONBody[Claim]) -> Link:
    token = data.token or new_token()
    await hub.claim(viewer.live, viewer.player(), token)
    return Link(token, link(viewer.live.id, token))


@post("/games/{game_id:str}/name", status_code=200, summary="What the others call the one who sits here")
async def name(hub: Hub, viewer: Seated, data: JSONBody[Named]) -> State:
    return written(await hub.name(viewer.live, viewer.player(), data.name.strip()))


@post("/games/{game_id:str}/army", status_code=200, summary="Choose one's army, where whoever began the game left it open")
async def bring(hub: Hub, viewer: Seated, data: JSONBody[Brought]) -> State:
    return written(await hub.bring(viewer.live, viewer.player(), data.army))


@post("/games/{game_id:str}/flag", status_code=200, summary="Claim the game because the opponent's time is out")
async def flag(hub: Hub, viewer: Seated) -> State:
    return written(await hub.flag(viewer.live, viewer.player()))


@post("/games/{game_id:str}/chat", summary="Say something at the table; it is no part of the game")
async def say(hub: Hub, viewer: Seated, data: JSONBody[Spoken]) -> Line:
    text = data.text.strip()
    if not text:
        raise Refused(422, "said-nothing")
    return await hub.say(viewer.live, viewer.seat, text)


@get("/games/{game_id:str}/chat", summary="What was said at the table after a line")
async def chat(hub: Hub, viewer: Seated, after: At = 0) -> list[Line]:
    return [line for line in await hub.lines(viewer.live) if line.n > after]


# ---------------------------------------------------------------- looking


@get("/games/{game_id:str}", summary="The game as this seat may know it")
async def look(hub: Hub, viewer: Seated) -> State:
    return written(await hub.look(viewer.live, viewer.seat))


@get("/games/{game_id:str}/events", summary="What this seat may know of what happened after an event")
async def events(hub: Hub, viewer: Seated, after: At = 0) -> list[Plain]:
    async with viewer.live.lock:
        await hub.ensure(viewer.live)
        return await hub.events(viewer.live, viewer.seat, after)


@get("/games/{game_id:str}/advice", summary="The step of a lesson that is for now, where some are done")
async def advice(
    hub: Hub, viewer: Seated, done: Annotated[str, QueryParameter(max_length=2000, description="their ids, with commas")] = ""
) -> Advice | None:
    async with viewer.live.lock:
        await hub.ensure(viewer.live)
        return coaching.advice(viewer.live, viewer.seat, done.split(","))


@get("/games/{game_id:str}/counsel", summary="What the computer would do in the place of the seat that decides, and why")
async def counsel(counsels: Advisers, viewer: Seated) -> Counsel:
    return await counsels.of(viewer.live, viewer.player())


@get("/games/{game_id:str}/reach", summary="Where a figure could move")
async def reach(hub: Hub, viewer: Seated, figure: Whom) -> Reach:
    live = viewer.live
    async with live.lock:
        await hub.ensure(live)
        if live.game is None:
            raise Refused(409, "not-begun")
        twin = live.game.fork()
    polygons = await hub.aside(picture.reach, twin, viewer.seat, figure)
    if polygons is None:
        raise Refused(404, "no-figure")
    return Reach(figure, polygons)


@get("/games/{game_id:str}/prospects", summary="What a figure could do to whom, the best way first; -1: any that may be chosen")
async def prospects(hub: Hub, viewer: Seated, figure: Anybody) -> Plain:
    found: Plain = await hub.judged(picture.possible, viewer.live, viewer.player(), figure)
    return found


@get("/games/{game_id:str}/whynot", summary="What a figure cannot do now, and why")
async def whynot(hub: Hub, viewer: Seated, figure: Whom) -> list[Plain]:
    found: list[Plain] = await hub.judged(picture.impossible, viewer.live, viewer.player(), figure)
    return found


@get("/games/{game_id:str}/sight", summary="Does a figure see another, and if not, why?")
async def sight(hub: Hub, viewer: Seated, figure: Whom, other: Whom) -> Plain:
    live = viewer.live
    async with live.lock:
        await hub.ensure(live)
        if live.game is None:
            raise Refused(409, "not-begun")
        twin = live.game.fork()
    found: Plain | None = await hub.aside(picture.sighted, twin, viewer.seat, figure, other)
    if found is None:
        raise Refused(404, "no-figure")
    return found


@get("/games/{game_id:str}/replay", summary="The game as this seat knew it after an event")
async def replay(
    hub: Hub,
    films: Reels,
    viewer: Seated,
    at: Annotated[int | None, QueryParameter(ge=0, le=10_000_000)] = None,
    steps: Annotated[bool, QueryParameter()] = False,
) -> Replayed:
    live = viewer.live
    async with live.lock:
        await hub.ensure(live)
    film = await films.of(live)
    frame = film.at(viewer.seat, at)
    state = await hub.aside(picture.state, frame.table, viewer.seat, True)
    led = cast(list[Plain], await hub.aside(film.steps, viewer.seat, frame)) if steps else None
    return Replayed(state.version, film.last(viewer.seat), film.moments(viewer.seat), state, led)


@get("/games/{game_id:str}/luck", summary="What the dice did to each side's chance to win, once the game is over")
async def luck(hub: Hub, fortunes: Fates, viewer: Seated) -> Fortune:
    return await fortunes.of(await over(hub, viewer.live), viewer.seat)


@get("/games/{game_id:str}/review", summary="Which decisions cost most, apart from luck, once the game is over")
async def review(
    hub: Hub,
    reviews: Judges,
    viewer: Seated,
    begin: Annotated[bool, QueryParameter(description="look for them, where nobody has yet")] = False,
) -> Reviewed:
    return await reviews.of(await over(hub, viewer.live), viewer.seat, begin)


@get("/games/{game_id:str}/save", summary="The whole game as a save file, once it is over", media_type="application/json")
async def download(hub: Hub, viewer: Seated) -> Response[bytes]:
    live = await over(hub, viewer.live)
    assert live.game is not None
    data = await hub.aside(save.dump, live.game.fork())
    headers = {"content-disposition": f'attachment; filename="escarmouche-{live.id}.json"'}
    return Response(data, headers=headers, media_type="application/json")


# ---------------------------------------------------------------- playing


@post("/games/{game_id:str}/answer", status_code=200, summary="Answer what is due")
async def answer(hub: Hub, viewer: Seated, data: JSONBody[Given]) -> Outcome:
    seat = viewer.player()
    return outcome(viewer.live, await hub.answer(viewer.live, seat, data.answer, data.after, data.id), seat)


@post("/games/{game_id:str}/try", status_code=200, summary="Is an answer legal, and what are its odds?")
async def try_out(hub: Hub, viewer: Seated, data: JSONBody[Tried]) -> Trial:
    wish = None if data.wish is None else msgspec.to_builtins(data.wish)
    found: Trial = await hub.try_out(viewer.live, viewer.player(), data.answer, wish)
    return found


@post("/games/{game_id:str}/undo", status_code=200, summary="Take back one's last answer, where nothing was rolled or shown")
async def undo(hub: Hub, viewer: Seated, data: JSONBody[Undo]) -> Outcome:
    seat = viewer.player()
    return outcome(viewer.live, await hub.undo(viewer.live, seat, data.after, data.id), seat)


def outcome(live: LiveGame, taken: Taken, seat: int) -> Outcome:
    """What the seat is told of an answer that stands."""
    steps = cast(list[Plain], [msgspec.Raw(step) for step in live.steps(taken.entry, seat)])
    return Outcome(taken.version, numbered(taken.entry, seat), steps, written(taken.frame), taken.repeated)


# ---------------------------------------------------------------- dice


@post("/games/{game_id:str}/commit", status_code=200, summary="Commit to one's own salt for the dice, before any is told")
async def commit(hub: Hub, viewer: Seated, data: JSONBody[SaltCommitment]) -> State:
    return written(await hub.promise(viewer.live, viewer.player(), data.commitment))


@post("/games/{game_id:str}/salt", status_code=200, summary="Tell the salt that one has committed to, once everybody has")
async def salt(hub: Hub, viewer: Seated, data: JSONBody[Salt]) -> State:
    return written(await hub.salt(viewer.live, viewer.player(), data.salt))


@get("/games/{game_id:str}/proof", summary="The dice: commitment and salts, and after the end the secret and every die")
async def proof(hub: Hub, viewer: Seated) -> Proof:
    live = viewer.live
    async with live.lock:
        await hub.ensure(live)
        twin = None if live.game is None else live.game.fork()
        return await hub.aside(proofs.proved, live, twin)


# ---------------------------------------------------------------- mine


@get("/mine", summary="The games behind tokens, each written GAME:TOKEN and separated by commas")
async def mine(hub: Hub, tokens: Annotated[str, QueryParameter(max_length=24_000)] = "") -> list[Mine]:
    return await listed(hub, [one for one in tokens.split(",") if one])


@post("/mine", status_code=200, summary="The same, without tokens in the address")
async def mine_by_post(hub: Hub, data: JSONBody[Tokens]) -> list[Mine]:
    return await listed(hub, data.tokens)


async def listed(hub: Games, tokens: list[str]) -> list[Mine]:
    """The games that these tokens open; those that open nothing, or cannot be read any more, are left out."""
    found = []
    for one in tokens[:200]:
        id, _, token = one.partition(":")
        if not is_id(id) or not token:
            continue
        try:
            live, seat = await hub.seated(id, token)
            async with live.lock:
                await hub.ensure(live)
                with readable(id):
                    found.append(summary(live, seat))
        except (Refused, EscarmoucheError):  # it is damaged, or its package is gone or broken
            continue
    return found


def summary(live: LiveGame, seat: int) -> Mine:
    """A game in a line, for the one who sits there."""
    return Mine(
        live.id,
        seat,
        live.system.id,
        live.system.titles,
        live.setup.scenario,
        live.phase,
        live.version(seat),
        picture.is_due(live, seat),
        picture.outcome(live),
        picture.seats(live),
        picture.turn(live),
        live.due_seat,
        live.created,
        live.updated,
    )


router = Router(
    "/api",
    route_handlers=[begin, preview, mine, mine_by_post],
    tags=["games"],
)
table_router = Router(
    "/api",
    route_handlers=[
        rematch,
        fork,
        claim,
        name,
        bring,
        flag,
        say,
        chat,
        look,
        advice,
        counsel,
        events,
        reach,
        prospects,
        whynot,
        sight,
        replay,
        luck,
        review,
        download,
        answer,
        try_out,
        undo,
        commit,
        salt,
        proof,
    ],
    dependencies={"viewer": Provide(viewer_from)},
    tags=["games"],
)
