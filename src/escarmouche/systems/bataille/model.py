"""The world of a battle: cards (what a figure is), figures (how it fares), sides, the ground, flames, the gem."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from escarmouche.core.data import Data
from escarmouche.core.effects import Answer
from escarmouche.table.pieces import Piece
from escarmouche.table.shapes import Polygon

# ---------------------------------------------------------------- what a figure is (bataille.character.exclusive)

TROOP: Final = 0
HERO: Final = 1
SORCERER: Final = 2
TITAN: Final = 3
GUN: Final = 4
ROLES: Final[dict[str, int]] = {"troop": TROOP, "hero": HERO, "sorcerer": SORCERER, "titan": TITAN, "artillery": GUN}

REACH: Final = 1
DISENGAGEMENT: Final = 2
SCOUT: Final = 4
FRIGHTENING: Final = 8
POWERFUL: Final = 16
TRAITS: Final[dict[str, int]] = {
    "reach": REACH, "disengagement": DISENGAGEMENT, "scout": SCOUT, "frightening": FRIGHTENING, "powerful": POWERFUL,
}  # fmt: skip
"""The abilities, one bit each. (bataille.char.abilities)"""

OBSIDIAN: Final = 1
ENDURANCE: Final = 2
MASSACRE: Final = 4
POWER: Final = 8
SILVER: Final = 16
QUICKNESS: Final = 32
STEALTH: Final = 64
ITEMS: Final[dict[str, int]] = {
    "item-obsidian-amulet": OBSIDIAN, "item-endurance": ENDURANCE, "item-massacre": MASSACRE, "item-power": POWER,
    "item-silver": SILVER, "item-quickness": QUICKNESS, "item-stealth": STEALTH,
}  # fmt: skip

# ---------------------------------------------------------------- how it fares

ON_TABLE: Final = 0
WAITING: Final = 1
DEAD: Final = 2
LOST: Final = 3
PRISONER: Final = 4

ROUTED: Final = 1
PARALYSED: Final = 2
FRIGHTENED: Final = 4
CURSED: Final = 8
CURSED_SHOTS: Final = 16
"""The attack that the Curse took was a shot. (bataille.spell.curse-minimum)"""
STRUCK: Final = 32
"""The one attack that may be aimed at the bearer of silver this turn has been made. (bataille.item.silver-detail)"""
MOVED: Final = 64
"""It has made its move of this turn; of a gun, that it was moved."""
BUSY: Final = 128
"""It did something of its own this turn, so that it cannot serve a gun. (bataille.artillery.crew-nothing-else)"""
SERVED: Final = 256
"""It used its gun this turn."""
SUMMONED: Final = 512
FREED: Final = 1024
"""A prisoner who was set free. (bataille.scenario.rescue-prisoner-limit)"""
LASTING: Final = ROUTED | CURSED | CURSED_SHOTS | SUMMONED | FREED
"""What the end of a turn does not end."""


@final
@mypyc_attr(acyclic=True)
class Card(Data):
    """What a figure is, unchanged by the battle; lengths in hundredths of a millimetre. `traits` and `items` hold a bit for
    each; `quick` says of what kind the attacks of quickness are; a Summoning among the `spells` names its creature behind a
    colon, whose card is among the `summons`; `shell` is the type of a gun, `feminine` the gender of its French name."""

    __slots__ = (
        "profile", "name_en", "name_fr", "role", "points", "move", "flight", "melee", "shooting", "armour", "mental", "hp",
        "traits", "items", "quick", "spells", "summons", "radius", "shell", "feminine",
    )  # fmt: skip

    def __init__(
        self, profile: str, name_en: str, name_fr: str, role: i64, points: i64, move: i64, flight: bool, melee: tuple[int, ...],
        shooting: tuple[int, ...], armour: i64, mental: i64, hp: i64, traits: i64, items: i64, quick: str,
        spells: tuple[str, ...], summons: tuple[Card, ...], radius: i64, shell: str, feminine: bool = False,
    ) -> None:  # fmt: skip
        self.profile = profile
        self.name_en = name_en
        self.name_fr = name_fr
        self.role = role
        self.points = points
        self.move = move
        self.flight = flight
        self.melee = melee
        self.shooting = shooting
        self.armour = armour
        self.mental = mental
        self.hp = hp
        self.traits = traits
        self.items = items
        self.quick = quick
        self.spells = spells
        self.summons = summons
        self.radius = radius
        self.shell = shell
        self.feminine = feminine


@final
@mypyc_attr(acyclic=True)
class Figure(Data):
    """A figure or a gun. `id` is its place in the world's figures and never changes, `name` its own name if any, `number`
    what tells it from those of its profile on its side, `gun` the piece it serves (-1: none); `state` holds a bit for each
    state; of this turn: the distance `moved` as it counts and as it `travelled`, and how many `casts` it made."""

    __slots__ = (
        "id", "seat", "card", "name", "number", "x", "y", "status", "hp", "gun", "state", "moved", "travelled", "casts",
    )  # fmt: skip

    def __init__(
        self, id: i64, seat: i64, card: Card, name: str = "", number: i64 = 0, x: i64 = 0, y: i64 = 0, status: i64 = WAITING,
        hp: i64 = 1, gun: i64 = -1, state: i64 = 0, moved: i64 = 0, travelled: i64 = 0, casts: i64 = 0,
    ) -> None:  # fmt: skip
        self.id = id
        self.seat = seat
        self.card = card
        self.name = name
        self.number = number
        self.x = x
        self.y = y
        self.status = status
        self.hp = hp
        self.gun = gun
        self.state = state
        self.moved = moved
        self.travelled = travelled
        self.casts = casts

    def copy(self) -> Figure:
        """A twin that may be changed until somebody else sees it."""
        return Figure(
            self.id, self.seat, self.card, self.name, self.number, self.x, self.y, self.status, self.hp, self.gun,
            self.state, self.moved, self.travelled, self.casts,
        )  # fmt: skip

    def placed(self, x: int, y: int) -> Figure:
        """It, on the table there."""
        twin = self.copy()
        twin.x, twin.y, twin.status = x, y, ON_TABLE
        return twin

    def marked(self, state: int) -> Figure:
        """It, in this state too."""
        twin = self.copy()
        twin.state |= state
        return twin

    def having(self, state: int) -> bool:
        """Is it in this state, or one of these?"""
        return (self.state & state) != 0

    def able(self, trait: int) -> bool:
        """Has it this ability?"""
        return (self.card.traits & trait) != 0

    def bears(self, item: int) -> bool:
        """Does it bear this item?"""
        return (self.card.items & item) != 0

    def is_gun(self) -> bool:
        """Is it an artillery piece, which is no figure for most rules? (bataille.artillery.indestructible)"""
        return self.card.role == GUN

    def is_character(self) -> bool:
        """Is it a Hero or a Sorcerer? A Titan is neither. (bataille.titan.not-a-hero, bataille.shoot.titan-not-protected)"""
        return self.card.role == HERO or self.card.role == SORCERER


@final
@mypyc_attr(acyclic=True)
class Side(Data):
    """A side: its deployment zone (left, bottom, right, top; () until it is chosen) and its `edge` (0 left, 1 bottom, 2 right,
    3 top; a corner is called by the edge from which it is counted clockwise), the number of figures it began with, the points
    and the gold it won; `attacks` in Rescue; what it has `declared` for the phase, a row for each figure."""

    __slots__ = ("seat", "zone", "edge", "began", "points", "gold", "attacks", "conceded", "declared")

    def __init__(
        self, seat: int, zone: tuple[int, ...] = (), edge: int = -1, began: int = 0, points: int = 0, gold: int = 0,
        attacks: bool = False, conceded: bool = False, declared: tuple[tuple[int, ...], ...] | None = None,
    ) -> None:  # fmt: skip
        self.seat = seat
        self.zone = zone
        self.edge = edge
        self.began = began
        self.points = points
        self.gold = gold
        self.attacks = attacks
        self.conceded = conceded
        self.declared = declared

    def copy(self) -> Side:
        """A twin that may be changed until somebody else sees it."""
        return Side(
            self.seat, self.zone, self.edge, self.began, self.points, self.gold, self.attacks, self.conceded, self.declared
        )


@final
@mypyc_attr(acyclic=True)
class Fire(Data):
    """A wall of fire: whose spell it is, where it burns, and the turn in which it was cast."""

    __slots__ = ("seat", "shape", "turn")

    def __init__(self, seat: int, shape: Polygon, turn: int) -> None:
        self.seat = seat
        self.shape = shape
        self.turn = turn


@final
@mypyc_attr(acyclic=True)
class Gem(Data):
    """The cursed gem: where it lies or is, who carries it (-1: nobody), and of this turn how far it travelled, how often it was
    handed over, and the seat of whoever put it down (-1: nobody)."""

    __slots__ = ("x", "y", "carrier", "travelled", "passed", "put_down")

    def __init__(self, x: int, y: int, carrier: int = -1, travelled: int = 0, passed: int = 0, put_down: int = -1) -> None:
        self.x = x
        self.y = y
        self.carrier = carrier
        self.travelled = travelled
        self.passed = passed
        self.put_down = put_down

    def copy(self) -> Gem:
        """A twin that may be changed until somebody else sees it."""
        return Gem(self.x, self.y, self.carrier, self.travelled, self.passed, self.put_down)


@final
@mypyc_attr(acyclic=True)
class Ground(Data):
    """The table: its size and the terrain, and by how much each piece of it multiplies a way."""

    __slots__ = ("width", "depth", "pieces", "factors")

    def __init__(self, width: int, depth: int, pieces: tuple[Piece, ...] = (), factors: tuple[int, ...] = ()) -> None:
        self.width = width
        self.depth = depth
        self.pieces = pieces
        self.factors = factors


@final
@mypyc_attr(acyclic=True)
class Met:
    """Who is in contact with which enemies, by their ids, among these figures on this ground with these switches."""

    __slots__ = ("figures", "foes", "ground", "switches")

    def __init__(
        self, figures: tuple[Figure, ...], ground: Ground, switches: tuple[str, ...], foes: dict[int, list[int]]
    ) -> None:
        self.figures = figures
        self.ground = ground
        self.switches = switches
        self.foes = foes

    def holds(self, world: World) -> bool:
        """Is it true of this world?"""
        return self.figures is world.figures and self.ground is world.ground and self.switches is world.switches


@final
@mypyc_attr(acyclic=True)
class Shifted:
    """Whether the terrain lets a figure go straight by a shift."""

    __slots__ = ("dx", "dy", "sound")

    def __init__(self, dx: i64, dy: i64, sound: bool) -> None:
        self.dx = dx
        self.dy = dy
        self.sound = sound


@final
@mypyc_attr(acyclic=True)
class Stance:
    """What lies before a figure whoever is near it, as far as somebody asked: the terrain within its Movement (its `footing`),
    where the terrain would let it go (and the nearest enemy, by whom these spots are chosen), and by which shifts, the last two
    that were asked for. All of that follows from the figure, the ground, the gem and the switches."""

    __slots__ = ("before", "enemy", "figure", "footing", "gem", "ground", "last", "spots", "switches")

    def __init__(self, figure: Figure, ground: Ground, gem: Gem | None, switches: tuple[str, ...]) -> None:
        self.figure = figure
        self.ground = ground
        self.gem = gem
        self.switches = switches
        self.footing: object | None = None
        self.enemy: Figure | None = None
        self.spots: list[tuple[int, int]] | None = None
        self.last: Shifted | None = None
        self.before: Shifted | None = None

    def shifted(self, dx: i64, dy: i64) -> Shifted | None:
        """What is known of a shift, if it is one of the last two."""
        known = self.last
        if known is not None and known.dx == dx and known.dy == dy:
            return known
        known = self.before
        return known if known is not None and known.dx == dx and known.dy == dy else None

    def holds(self, world: World, figure: Figure) -> bool:
        """Is it still true of this figure in this world?"""
        same = self.figure is figure and self.ground is world.ground
        return same and self.gem is world.gem and self.switches is world.switches


@final
@mypyc_attr(acyclic=True)
class Prospect:
    """What lies before a figure: everybody within its Movement, and as far as somebody asked, the places it may move to (and
    the nearest enemy, by whom they are chosen) and the edges over which it may leave. All of that follows from its stance and
    the others; `seen` are all figures as they stood when it was last true."""

    __slots__ = ("enemy", "exits", "moves", "others", "seen", "stance")

    def __init__(self, stance: Stance, others: list[Figure], seen: tuple[Figure, ...]) -> None:
        self.stance = stance
        self.others = others
        self.seen = seen
        self.enemy: Figure | None = None
        self.moves: list[Answer] | None = None
        self.exits: list[Answer] | None = None


@final
@mypyc_attr(acyclic=True)
class World(Data):
    """Everything about a battle at one moment. `round` are the seats clockwise, `order` those in play as they act this turn,
    `active` whose move it is (-1: everybody's). `switches` are the readings of rules that are on; `sealed` while what sides
    have declared is known to nobody else."""

    __slots__ = (
        "ground", "figures", "sides", "scenario", "switches", "turn", "phase", "active", "round", "order", "fires", "gem",
        "sealed", "_met", "_prospects",
    )  # fmt: skip

    def __init__(
        self, ground: Ground, figures: tuple[Figure, ...], sides: tuple[Side, ...], scenario: str = "pitched-battle",
        switches: tuple[str, ...] = (), turn: int = 0, phase: str = "", active: int = -1, round: tuple[int, ...] = (),
        order: tuple[int, ...] = (), fires: tuple[Fire, ...] = (), gem: Gem | None = None, sealed: bool = False,
    ) -> None:  # fmt: skip
        self.ground = ground
        self.figures = figures
        self.sides = sides
        self.scenario = scenario
        self.switches = switches
        self.turn = turn
        self.phase = phase
        self.active = active
        self.round = round
        self.order = order
        self.fires = fires
        self.gem = gem
        self.sealed = sealed
        self._met: Met | None = None
        self._prospects: dict[int, Prospect] | None = None

    def copy(self) -> World:
        """A twin that may be changed until somebody else sees it."""
        twin = World(
            self.ground, self.figures, self.sides, self.scenario, self.switches, self.turn, self.phase, self.active,
            self.round, self.order, self.fires, self.gem, self.sealed,
        )  # fmt: skip
        twin._met = self._met
        twin._prospects = self._prospects
        return twin

    def met(self) -> dict[int, list[int]] | None:
        """Who is in contact with which enemies, if that was asked of this world or of one before it with the same figures."""
        return self._met.foes if self._met is not None and self._met.holds(self) else None

    def last_met(self) -> Met | None:
        """Who was last seen to be in contact in a world that this one comes of, on the same ground."""
        known = self._met
        return known if known is not None and known.ground is self.ground and known.switches is self.switches else None

    def keep_met(self, foes: dict[int, list[int]]) -> None:
        """Keep who is in contact with which enemies, which nobody changes from now on."""
        self._met = Met(self.figures, self.ground, self.switches, foes)

    def last_prospect(self, figure: Figure) -> Prospect | None:
        """What was last seen to lie before a figure in a world that this one comes of, if its stance holds: whether the others
        near it are still the same is for who asks to find out."""
        known = None if self._prospects is None else self._prospects.get(figure.id)
        return known if known is not None and known.stance.holds(self, figure) else None

    def new_prospect(self, figure: Figure, others: list[Figure], stance: Stance | None) -> Prospect:
        """What lies before a figure that has these others within its Movement, kept for all worlds that come of this one; the
        stance is known if it holds."""
        if self._prospects is None:
            self._prospects = {}
        if stance is None:
            stance = Stance(figure, self.ground, self.gem, self.switches)
        known = Prospect(stance, others, self.figures)
        self._prospects[figure.id] = known
        return known

    def on(self, switch: str) -> bool:
        """Is this reading of a rule chosen?"""
        return switch in self.switches

    def with_figure(self, figure: Figure) -> World:
        """The world with this figure in place of the one with its id, or added."""
        figures = list(self.figures)
        if figure.id == len(figures):
            figures.append(figure)
        else:
            figures[figure.id] = figure
        twin = self.copy()
        twin.figures = tuple(figures)
        return twin

    def with_figures(self, changed: list[Figure]) -> World:
        """The world with these figures in place of those with their ids."""
        figures = list(self.figures)
        for figure in changed:
            figures[figure.id] = figure
        twin = self.copy()
        twin.figures = tuple(figures)
        return twin

    def with_side(self, side: Side) -> World:
        """The world with this side in place of the one of its seat."""
        twin = self.copy()
        twin.sides = tuple([side if one.seat == side.seat else one for one in self.sides])
        return twin

    def with_gem(self, gem: Gem) -> World:
        """The world with the gem so."""
        twin = self.copy()
        twin.gem = gem
        return twin

    def in_play(self, seat: int) -> list[Figure]:
        """The figures of a side on the table, guns apart. (bataille.artillery.not-counted)"""
        return [one for one in self.figures if one.seat == seat and one.status == ON_TABLE and one.card.role != GUN]

    def enemies(self, seat: int) -> list[Figure]:
        """The figures of all other sides on the table, guns apart. (bataille.multi.enemies)"""
        return [one for one in self.figures if one.seat != seat and one.status == ON_TABLE and one.card.role != GUN]


CLASSES: Final = (Card, Figure, Side, Fire, Gem, Ground, World)
