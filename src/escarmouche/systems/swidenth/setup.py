"""Preparing a game: the bands, the mission's table, edges or corners, who stands where, what is in hand."""

from __future__ import annotations

from typing import Final

from escarmouche.core.dice import Stream
from escarmouche.core.effects import Call, Choose, Listed, Roll, Script, Tell, rule
from escarmouche.core.system import Setup
from escarmouche.kit.options import ChosenOptions, bad, no_scenario, pair, read, refuse_illegal
from escarmouche.systems.swidenth.army import Member, check, members, points
from escarmouche.systems.swidenth.cards import recruit
from escarmouche.systems.swidenth.content import book
from escarmouche.systems.swidenth.model import NEUTRAL, ON_TABLE, Band, Figure, World
from escarmouche.systems.swidenth.rules.boards import board
from escarmouche.systems.swidenth.rules.deployment import CORNER_NAMES, EDGE_NAMES, Deployment, placed
from escarmouche.systems.swidenth.rules.deployment import members as crew_of
from escarmouche.systems.swidenth.rules.equipment import sets
from escarmouche.systems.swidenth.rules.missions import CROSSROADS, LAIR, PORTCULLIS, attacker
from escarmouche.systems.swidenth.rules.turn import new_turn, ranking
from escarmouche.systems.swidenth.rules.values import INITIATIVE, SIDES
from escarmouche.systems.swidenth.settings import LEAST, MOST, settings

BOTTOM: Final = 1
TOP: Final = 3


# ---------------------------------------------------------------- the bands


def begin(setup: Setup) -> Call:
    """The outermost rule of a game with this set-up."""
    options = read(setup, settings())
    if setup.scenario not in book().mission:
        raise no_scenario(setup.scenario, book().mission)
    mission = book().mission[setup.scenario]
    if setup.seats != 2 and not (setup.scenario == CROSSROADS and 2 <= setup.seats <= 4):
        raise bad(
            f"{setup.scenario} is not for {setup.seats} bands: name an army for each side",
            f"{setup.scenario} ne se joue pas à {setup.seats} bandes : nommez une armée par camp",
        )
    figures: list[Figure] = []
    bands: list[Band] = []
    first = attacking(setup)
    for seat, plain in enumerate(setup.armies):
        crowns = mission.crowns[0] if seat == first or setup.scenario != PORTCULLIS else mission.crowns[1]
        refuse_illegal(plain, check(plain, options.count("limit") or crowns))
        crew = [recruit(member, seat, len(figures) + number) for number, member in enumerate(members(plain))]
        figures.extend(crew)
        bands.append(Band(seat, began=len(crew), attacks=setup.scenario == PORTCULLIS and seat == first))
    ground, markers = board(setup.scenario, Stream(f"terrain {setup.seed}"), size(setup, options))
    if setup.scenario == LAIR:
        figures.append(beast(len(figures), ground.width // 2, ground.depth // 2))
    world = World(
        ground,
        tuple(figures),
        tuple(bands),
        markers,
        setup.scenario,
        turn_limit=options.count("turn_limit") or mission.turns,
        switches=options.switches(),
    )
    refuse_crowd(world)
    return Call(prepare, world)


def size(setup: Setup, options: ChosenOptions) -> tuple[int, int] | None:
    """The width and the depth of the table where the players want others than the mission's: only where all of it is laid out
    by chance. (swidenth.mission.crossroads-setup)"""
    given = options.value("table")
    if given is None:
        return None
    width, depth = pair("table", given, "pas")
    if not (LEAST <= width <= MOST and LEAST <= depth <= MOST) or setup.scenario != CROSSROADS:
        raise bad(
            f"the option table is [width, depth] from {LEAST} to {MOST} pas at the crossroads, not {given!r}: leave it out"
            " elsewhere",
            f"l’option table est [largeur, profondeur] de {LEAST} à {MOST} pas au carrefour, pas {given!r} : retirez-la"
            " ailleurs",
        )
    return book().length(width), book().length(depth)


def attacking(setup: Setup) -> int:
    """Who attacks the portcullis: the first player, unless only the second one's band is too dear to defend it.
    (swidenth.mission.portcullis-setup)"""
    _, most = book().mission[PORTCULLIS].crowns
    dear = [points(army) > most for army in setup.armies]
    return 1 if dear[:2] == [False, True] else 0


def beast(id: int, x: int, y: int) -> Figure:
    """The sleeping beast of the lair. (swidenth.mission.lair-setup)"""
    row = book().profile[book().lair.beast]
    twin = recruit(Member(row, "", "", row.kit, (), row.spells), NEUTRAL, id)
    twin.x, twin.y = x, y
    twin.status = ON_TABLE
    twin.asleep = True
    return twin


def refuse_crowd(world: World) -> None:
    """Refuse a band that finds no room in its zone."""
    for band in world.bands:
        twin = band.copy()
        if world.mission == LAIR:
            twin.corner = 0
        else:
            twin.edge = TOP if band.attacks else BOTTOM
        if Deployment(world.with_band(twin), band.seat).order("centre") is None:
            raise bad(
                "a band does not fit into its zone: take fewer figures",
                "une bande ne tient pas dans sa zone : prenez moins de figurines",
            )


# ---------------------------------------------------------------- the order of preparation


@rule("swidenth.mission.crossroads-setup", "swidenth.mission.portcullis-setup")
def prepare(world: World) -> Script:
    """Edges or corners are chosen, the bands deploy in the mission's order, and the first turn begins."""
    if world.mission == PORTCULLIS:
        first = attacker(world)
        order: tuple[int, ...] = (1 - first, first)
        for seat in order:
            world = sided(world, seat, TOP if seat == first else BOTTOM, -1)
    elif world.mission == LAIR:
        (die,) = yield Roll("swidenth.mission.lair-setup", 0, world, 1, SIDES, (), -1, INITIATIVE)
        order = (0, 1) if die >= INITIATIVE else (1, 0)
        world = yield Call(choose_side, world, order)
    else:
        order = yield Call(ranking, world, tuple(range(len(world.bands))), f"swidenth.mission.{world.mission}-setup")
        if world.mission != CROSSROADS:
            order = order[::-1]
        world = yield Call(choose_side, world, order)
    for seat in order:
        world = yield Call(deploy, world, seat)
    return Call(new_turn, world)


def sided(world: World, seat: int, edge: int, corner: int) -> World:
    """The world with a band's edge or corner settled."""
    band = world.bands[seat].copy()
    band.edge, band.corner = edge, corner
    return world.with_band(band)


def sides_open(world: World) -> list[int]:
    """The edges or corners that may be chosen first: north and south in the ravine, any elsewhere."""
    return [TOP, BOTTOM] if world.mission == "ravine" else [0, 1, 2, 3]


@rule("swidenth.mission.portcullis-setup")
def choose_side(world: World, order: tuple[int, ...]) -> Script:
    """The first picks an edge or a corner, the second has the opposite one; further players pick among the rest. Returns the
    world."""
    kind = "corner" if world.mission == LAIR else "edge"
    why = f"swidenth.mission.{world.mission}-setup"
    left = sides_open(world)
    for number, seat in enumerate(order):
        if number == 1:
            chosen = (max(world.bands[order[0]].edge, world.bands[order[0]].corner) + 2) % 4
        else:
            _, chosen = yield Choose(why, seat, world, Listed(tuple([(kind, one) for one in left]), why))
        left.remove(chosen)
        world = sided(world, seat, *((-1, chosen) if kind == "corner" else (chosen, -1)))
        yield Tell(why, "chooses-side", (seat, (CORNER_NAMES if kind == "corner" else EDGE_NAMES)[chosen]))
    return world


@rule("swidenth.mission.ravine-setup")
def deploy(world: World, seat: int) -> Script:
    """A band takes its place, all of it at once, and says what it has in hand. Returns the world. (swidenth.equipment.hands)"""
    why = "swidenth.mission.common"
    _, spots = yield Choose(why, seat, world, Deployment(world, seat))
    for figure, (x, y) in zip(crew_of(world, seat), spots, strict=True):
        world = placed(world, world.figures[figure.id], x, y)
    yield Tell(why, "deployed", (seat, len(spots)))
    for figure in crew_of(world, seat):
        choices = sets((*figure.hands, *figure.belt)) if figure.belt else []
        if len(choices) > 1:
            why = "swidenth.equipment.hands"
            answers = tuple([("set", *choice) for choice in choices])
            answer = yield Choose(why, seat, world, Listed(answers, why), figure.id)
            world = world.with_figure(equipped(figure, answer[1:]))
    return world


def equipped(figure: Figure, chosen: tuple[str, ...]) -> Figure:
    """The figure with this set in hand and the rest at its belt."""
    rest = [*figure.hands, *figure.belt]
    for item in chosen:
        rest.remove(item)
    twin = figure.copy()
    twin.hands, twin.belt = chosen, tuple(rest)
    return twin
