"""What a seat may know of a battle, as the contract of `kit.view` has it: all but what others declared in secret."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Final, final

from escarmouche.core.effects import Chance
from escarmouche.core.messages import Messages
from escarmouche.kit import sketch
from escarmouche.kit import view as contract
from escarmouche.kit.kept import Kept, KeptWith, other_things
from escarmouche.kit.silhouettes import called, icon_of
from escarmouche.kit.view import SILENT, Length, Pose, State, Table, Trait, View, said, words
from escarmouche.systems.bataille.content import PACKAGE, PROFILES, book
from escarmouche.systems.bataille.model import (
    CURSED,
    DEAD,
    FREED,
    FRIGHTENED,
    GUN,
    HERO,
    ITEMS,
    LOST,
    MOVED,
    ON_TABLE,
    PARALYSED,
    POWERFUL,
    PRISONER,
    REACH,
    ROUTED,
    SERVED,
    SORCERER,
    SUMMONED,
    TITAN,
    TRAITS,
    WAITING,
    Card,
    Figure,
    Ground,
    Side,
    World,
)  # fmt: skip
from escarmouche.systems.bataille.names import named
from escarmouche.systems.bataille.rows import Ability, MagicItem, Spell
from escarmouche.systems.bataille.rules.core import OBSTACLE, Contacts, melee_scores, shooting_scores
from escarmouche.systems.bataille.rules.declaring import Declaring
from escarmouche.systems.bataille.rules.melee import Blows
from escarmouche.systems.bataille.rules.scenarios import KING_TAG, PRISON_TAG, scores
from escarmouche.systems.bataille.rules.shooting import Shots
from escarmouche.systems.bataille.rules.values import REACH_DISTANCE, SHOT_RANGE, TURNS

MESSAGES = Messages.load(PACKAGE, "view_messages.toml")
spoken = contract.speaker(MESSAGES)
INCH: Final = 2500
MOUNTED: Final = 12 * INCH
"""Whoever is so fast on the ground is drawn as a rider."""
STATES: dict[int, State] = {ON_TABLE: "table", WAITING: "beside", PRISONER: "beside", DEAD: "gone", LOST: "gone"}
STATUSES = {ON_TABLE: "on-table", WAITING: "waiting", PRISONER: "prisoner", DEAD: "dead", LOST: "lost"}
EDGES: tuple[contract.Edge, ...] = ("left", "bottom", "right", "top")
MARKED: Final = ROUTED | PARALYSED | FRIGHTENED | CURSED | SERVED | FREED | SUMMONED
"""The states that are marked on a figure's base."""
SIGNS = {HERO: "s-hero", SORCERER: "s-mage", TITAN: "s-huge", GUN: "u-engine"}


def view(world: World, seat: int) -> View:
    """The battle as a seat may know it; -1 is a spectator. Equal knowledge gives equal data."""
    found, shown = scores(world), SHOWN(world)
    return {
        "table": TABLE(world.ground),
        "pieces": [*LAID(world.ground), *fires(world)],
        "figures": shown.figures,
        "markers": gem_view(world),
        "zones": zones(world),
        "sides": [side_view(world, side, seat, found[side.seat]) for side in world.sides],
        "order": [],
        "arrows": arrows(world, seat),
        "traits": shown.roll.traits,
        "turn": world.turn,
        "turn_limit": TURNS,
        "active": world.active,
        "score": spoken("score" if world.scenario == "random" else f"score.{world.scenario}"),
        "own": {
            "scenario": world.scenario,
            "phase": world.phase,
            "switches": list(world.switches),
            "order": list(world.order),
            "round": list(world.round),
            "sealed": world.sealed,
            "gem": None if world.gem is None else sketch.own(world.gem),
            "fires": [{"seat": one.seat, "turn": one.turn, "points": contract.corners(one.shape)} for one in world.fires],
        },
        "phase": phase(world.phase),
    }


@cache
def phase(id: str) -> contract.Words:
    """The name of a phase; nothing before the first."""
    row = book().phase.get(id)
    return SILENT if row is None else words(row.name_en, row.name_fr)


# ---------------------------------------------------------------- secrets (bataille.core.simultaneous-declaration)


def knows(world: World, side: Side, seat: int) -> bool:
    """Does the seat know what the side has declared?"""
    return side.declared is not None and (not world.sealed or side.seat == seat)


def arrows(world: World, seat: int) -> list[list[int]]:
    """Who attacks whom in this phase, as far as a seat knows."""
    found: dict[tuple[int, int], None] = {}
    for side in world.sides if world.phase in ("shooting", "melee") else ():
        if knows(world, side, seat):
            for row in side.declared or ():
                aims = row[2:] if world.figures[row[0]].is_gun() else row[1:]
                found.update({(row[0], target): None for target in aims if target >= 0})
    return [list(pair) for pair in found]


def imagine(world: World, seat: int, chance: Chance) -> World:
    """A world that the seat cannot tell from this one: what others have declared in secret is drawn anew."""
    if not world.sealed:
        return world
    changed = world
    for side in world.sides:
        options: Declaring = Shots(world, side.seat) if world.phase == "shooting" else Blows(world, side.seat)
        drawn = options.sample(chance)
        if side.seat != seat and side.declared is not None:
            twin = side.copy()
            twin.declared = drawn[1:]
            changed = changed.with_side(twin)
    return changed


# ---------------------------------------------------------------- the table


def table(ground: Ground) -> Table:
    """The table, in inches."""
    unit: Length = {"id": "inch", "length": INCH, "words": spoken("unit.inch"), "one": spoken("unit.one-inch")}
    made = sketch.table(ground.width, ground.depth, unit)
    sticks = (("reach", REACH_DISTANCE), ("range", SHOT_RANGE))
    made["rulers"] = [{"id": id, "length": length, "words": spoken(f"ruler.{id}")} for id, length in sticks]
    return made


def laid(ground: Ground) -> list[contract.Piece]:
    """The terrain."""
    found = []
    for number, piece in enumerate(ground.pieces):
        row = book().terrain[piece.kind]
        special = "prison" if PRISON_TAG in piece.tags else "king-hill" if KING_TAG in piece.tags else ""
        name = spoken(special) if special else words(row.name_en, row.name_fr)
        made = contract.ground(MESSAGES, number, piece, name, row.look)
        more = [
            spoken(f"piece.{key}") for key, holds in (("obstacle", OBSTACLE in piece.tags), ("cover", piece.cover)) if holds
        ]
        made["note"] = contract.listed([one for one in [made["note"], *more] if one["en"]])
        found.append(made)
    return found


TABLE: Final = Kept(table, 16)
LAID: Final = Kept(laid, 16)


def fires(world: World) -> list[contract.Piece]:
    """The walls of fire."""
    if not world.fires:
        return []
    row = book().terrain["wall-of-fire"]
    flames = contract.mark("fire", "♨", words(row.name_en, row.name_fr), grave=True)
    found = []
    for fire in world.fires:
        made = sketch.piece("wall-of-fire", words(row.name_en, row.name_fr), row.look, fire.shape, spoken("piece.fire"))
        made["seat"], made["marks"] = fire.seat, [flames]
        found.append(made)
    return found


def gem_view(world: World) -> list[contract.Marker]:
    """The gem, where there is one."""
    gem = world.gem
    if gem is None:
        return []
    held = world.figures[gem.carrier].seat if gem.carrier >= 0 else -1
    note = spoken("gem-note") if held >= 0 else SILENT
    return [sketch.marker(0, "gem", spoken("gem"), "◆", gem.x, gem.y, held=held, note=note)]


def zones(world: World) -> list[contract.Zone]:
    """Where sides deploy, as long as they do."""
    found: list[contract.Zone] = []
    for side in world.sides:
        if side.zone and world.turn == 0:
            left, bottom, right, top = side.zone
            outline = [[left, bottom], [right, bottom], [right, top], [left, top]]
            found.append({"id": "deploy", "words": spoken("zone.deploy"), "seat": side.seat, "outline": outline})
    return found


def side_view(world: World, side: Side, seat: int, score: int) -> contract.Side:
    """A side, as a seat may know it."""
    left, first = len(world.in_play(side.seat)), len(world.order) > 0 and world.order[0] == side.seat
    return SIDE(side, score, left, first, len(world.sides) == 2, knows(world, side, seat))


def side_shown(side: Side, score: int, left: int, first: bool, faced: bool, known: bool) -> contract.Side:
    """A side of which so many are `left`: does it play `first`, has it an edge that one other faces, and is it `known` what it
    has declared?"""
    numbers = [sketch.number(spoken, "left", f"{left}/{side.began}")] if side.began else []
    marked = sketch.marks(spoken, (("first", "1", first, False), ("attacks", "⚔", side.attacks, False)))
    declared = [list(row) for row in side.declared or ()] if known else None
    own = sketch.own(side, "seat", "edge", "declared", declared=declared)
    own["has_declared"] = side.declared is not None
    return sketch.side(
        side.seat, score, EDGES[side.edge] if side.edge >= 0 and faced else "", own, numbers=numbers, marks=marked
    )


SIDE: Final[KeptWith[Side, contract.Side]] = KeptWith(side_shown, 64)


# ---------------------------------------------------------------- figures


@cache
def trait(id: str) -> Trait:
    """An ability, an item or a spell in words."""
    rows: dict[str, Ability | MagicItem | Spell] = {**book().ability, **book().magic_item, **book().spell}
    row = rows[id]
    return contract.trait("bataille", id, words(row.name_en, row.name_fr), row.rules[0])


@final
class Printed:
    """What never changes of a figure: what its card says. `figure` has that already, and nothing yet of how it fares."""

    def __init__(self, card: Card) -> None:
        shown = SIGNS.get(card.role) or sign(card)
        fixed = [number("armour", (card.armour,)), number("mental", (card.mental,)), number("points", (card.points,))]
        self.fixed: Final = fixed[2:] if card.role == GUN else fixed
        self.move: Final = move_of(card)
        self.traits: Final = trait_ids(card)
        own = sketch.own(card, "name_en", "name_fr", "profile", "summons", "radius")
        self.sheet: Final = sketch.Sheet(Figure, ("id", "seat", "card", "x", "y"), own)
        self.figure: Final = sketch.figure(
            -1, -1, SILENT, 0, 0, card.radius,
            kind=spoken(f"role.{card.role}"),
            profile=card.profile,
            sign=shown,
            traits=self.traits,
            icon=icon_of(PROFILES.known(card.profile), card.profile, (shown[2:],)),
            short=SILENT,
        )  # fmt: skip


def trait_ids(card: Card) -> list[str]:
    """The abilities, items and spells of a card."""
    bits = [(TRAITS, card.traits), (ITEMS, card.items)]
    traits = [id for table, held in bits for id, bit in table.items() if held & bit]
    return [*traits, *dict.fromkeys([spell.partition(":")[0] for spell in card.spells])]


def move_of(card: Card) -> contract.Number:
    """How far it goes, in the line of numbers."""
    if card.flight:
        return sketch.number(spoken, "move", spoken("flight")["en"], spoken("flight")["fr"])
    return sketch.number(spoken, "move", f"{card.move // INCH}″")


def sign(card: Card) -> str:
    """The sign of a troop, by what tells it from others on a battlefield."""
    if card.flight:
        return "s-flying"
    if card.move >= MOUNTED:
        return "s-mounted"
    if card.shooting:
        return "s-shooter"
    if card.hp > 1:
        return "s-big"
    return "s-spear" if card.traits & REACH else "s-axe" if card.traits & POWERFUL else "s-sword"


PRINTED: Final = Kept(Printed)


@cache
def number(id: str, values: tuple[int, ...]) -> contract.Number:
    """Scores as they are written: 5/4."""
    return sketch.number(spoken, id, "/".join([str(one) for one in values]))


@final
class Roll:
    """What follows from who is in a battle, however they fare: the names and the short names of all figures, and everything
    they have in the way of abilities, items and spells."""

    def __init__(self, world: World) -> None:
        every = named(world)
        known = dict.fromkeys([id for one in world.figures for id in PRINTED(one.card).traits])
        self.names: Final = called(every["en"], every["fr"])
        self.traits: Final = [trait(id) for id in known]


@final
class Shown:
    """The figures of a world as a screen shows them, and what they were made of: who carries the gem (-1: nobody) and who is in
    contact with enemies, beside the world and its roll."""

    def __init__(
        self, world: World, roll: Roll, carrier: int, engaged: dict[int, list[int]], figures: list[contract.Figure]
    ) -> None:
        self.world: Final = world
        self.roll: Final = roll
        self.carrier: Final = carrier
        self.engaged: Final = engaged
        self.figures: Final = figures


@final
class Lately:
    """How a battle was shown last."""

    def __init__(self, _ground: Ground) -> None:
        self.shown: Shown | None = None


def shown(world: World) -> Shown:
    """Every figure: what it is and how it fares. Only those are looked at who are not as they were shown last."""
    last = LATELY(world.ground)
    before, engaged = last.shown, Contacts(world).met
    carrier = -1 if world.gem is None else world.gem.carrier
    if before is None or len(before.figures) != len(world.figures):
        found = Shown(world, Roll(world), carrier, engaged, [])
        found.figures.extend([figure_shown(found, one) for one in world.figures])
    else:
        found = renewed(before, world, carrier, engaged)
    last.shown = found
    return found


def renewed(before: Shown, world: World, carrier: int, engaged: dict[int, list[int]]) -> Shown:
    """The figures of a world, as far as they are as they were before, shown as before."""
    now, then = world.figures, before.world.figures
    others = other_things(now, then)
    same = all(is_same(now[place], then[place]) for place in others)
    found = Shown(world, before.roll if same else Roll(world), carrier, engaged, before.figures.copy())
    if not same or world.switches != before.world.switches:
        changed = {*range(len(now))}
    else:
        changed = {*others, before.carrier, carrier} - {-1}
        if engaged is not before.engaged:
            changed.update(engaged.keys() ^ before.engaged.keys())
        if world.phase != before.world.phase or world.active != before.world.active:
            changed.update([place for place, one in enumerate(now) if one.having(MOVED)])  # which shows while a side moves
    for place in changed:
        found.figures[place] = figure_shown(found, now[place])
    return found


def is_same(one: Figure, was: Figure) -> bool:
    """Is it who it was, however it fares? In two ways that a battle may take, newcomers may differ."""
    return one.card is was.card and (one.seat, one.number, one.name) == (was.seat, was.number, was.name)


def figure_shown(found: Shown, one: Figure) -> contract.Figure:
    """A figure of a world."""
    world, (names, shorts) = found.world, found.roll.names
    melee = melee_scores(world, one) if one.card.melee else []
    shooting = shooting_scores(world, one) or [0] if one.card.shooting else []
    moved, engaged, laden = has_moved(world, one), one.id in found.engaged, one.id == found.carrier
    return FIGURE(one, names[one.id], shorts[one.id], melee, shooting, moved, engaged, laden)


LATELY: Final = Kept(Lately, 16)
SHOWN: Final = Kept(shown, 8)


def figure_view(
    figure: Figure,
    name: contract.Words,
    short: contract.Words,
    melee: list[int],
    shooting: list[int],
    moved: bool,
    engaged: bool,
    laden: bool,
) -> contract.Figure:
    """A figure as a screen shows it, with its scores; `moved` while its side moves, `laden` the one that carries the gem."""
    card = PRINTED(figure.card)
    scored = [number(id, tuple(scores)) for id, scores in (("melee", melee), ("shooting", shooting)) if scores]
    there = figure.status == ON_TABLE
    seen = card.figure.copy()
    seen["id"], seen["seat"], seen["name"], seen["short"] = figure.id, figure.seat, name, short
    seen["x"], seen["y"] = figure.x, figure.y
    seen["state"] = STATES[figure.status]
    if not there:
        seen["note"] = spoken(f"status.{STATUSES[figure.status]}")
    seen["poses"] = poses(figure, moved)
    if figure.card.hp > 1:
        seen["strength"] = strength(figure.hp, figure.card.hp)
    seen["numbers"] = [card.move, *scored, *card.fixed]
    if there:
        seen["marks"] = marks_of(figure, moved, engaged, laden)
    own = card.sheet.of(figure)
    own["status"] = STATUSES[figure.status]
    seen["own"] = own
    return seen


@lru_cache(1024)
def strength(left: int, most: int) -> contract.Strength:
    """The hit points of one that has several."""
    return {"left": left, "all": most, "words": said(MESSAGES, "strength.hp", left, most)}


def poses(figure: Figure, moved: bool) -> list[Pose]:
    """How a figure is drawn."""
    found: list[Pose] = ["fallen"] if figure.status == DEAD else []
    if moved or figure.having(SERVED):
        found.append("done")
    if figure.having(ROUTED):
        found.append("fleeing")
    return [*found, "flying"] if figure.card.flight and figure.status == ON_TABLE else found


def has_moved(world: World, figure: Figure) -> bool:
    """Has it made its move, while its side moves?"""
    return world.active == figure.seat and world.phase == "movement" and figure.having(MOVED)


FIGURE: Final[KeptWith[Figure, contract.Figure]] = KeptWith(figure_view, 1024)


def marks_of(figure: Figure, moved: bool, engaged: bool, laden: bool) -> list[contract.Mark]:
    """What is marked on its base."""
    return marks_view(figure.state & MARKED, moved, engaged, laden)


@lru_cache(1024)
def marks_view(state: int, moved: bool, engaged: bool, laden: bool) -> list[contract.Mark]:
    """The marks of all figures that fare alike: id, sign, whether it holds, whether it is grave."""
    served = state & SERVED != 0
    states = (
        ("routed", "m-routed", state & ROUTED != 0, True),
        ("paralysed", "⛓", state & PARALYSED != 0, True),
        ("frightened", "m-shaken", state & FRIGHTENED != 0, True),
        ("cursed", "†", state & CURSED != 0, True),
        ("engaged", "m-engaged", engaged, False),
        ("served", "m-unloaded", served, False),
        ("moved", "m-acted", moved and not served, False),
        ("gem", "◆", laden, False),
        ("freed", "⚿", state & FREED != 0, False),
        ("summoned", "✶", state & SUMMONED != 0, False),
    )
    return sketch.marks(spoken, states)
