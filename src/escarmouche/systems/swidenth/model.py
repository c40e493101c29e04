"""The world of a battle: cards (what a fighter is), figures (how it fares), bands, markers, ground."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import mypyc_attr

from escarmouche.core.data import Data
from escarmouche.table.pieces import Piece

# ---------------------------------------------------------------- ranks (swidenth.stats.ranks)

HENCHMAN: Final = 0
HERO: Final = 1
CHIEF: Final = 2
MONSTER: Final = 3

RANKS: Final[dict[str, int]] = {"henchman": HENCHMAN, "hero": HERO, "chief": CHIEF, "monster": MONSTER}

# ---------------------------------------------------------------- special rules, one bit each

AMPHIBIOUS: Final = 1 << 0
ANIMAL: Final = 1 << 1
COURAGEOUS: Final = 1 << 2
RUNNER_WOODS: Final = 1 << 3
RUNNER_MARSH: Final = 1 << 4
RUNNER_ROCKS: Final = 1 << 5
FANGS: Final = 1 << 6
INTELLIGENT: Final = 1 << 7
COWARD: Final = 1 << 8
SLOW: Final = 1 << 9
FAST: Final = 1 << 10
STUPID: Final = 1 << 11
FEAR: Final = 1 << 12
TERROR: Final = 1 << 13
LARGE: Final = 1 << 14
MARTIAL_ARTS: Final = 1 << 15
SPELLCASTER: Final = 1 << 16
CLIMBER: Final = 1 << 17
GIGANTIC: Final = 1 << 18

TRAIT_BITS: Final[dict[str, int]] = {
    "amphibious": AMPHIBIOUS,
    "animal": ANIMAL,
    "courageous": COURAGEOUS,
    "runner-woods": RUNNER_WOODS,
    "runner-marsh": RUNNER_MARSH,
    "runner-rocks": RUNNER_ROCKS,
    "fangs-and-claws": FANGS,
    "intelligent": INTELLIGENT,
    "coward": COWARD,
    "slow": SLOW,
    "fast": FAST,
    "stupid": STUPID,
    "causes-fear": FEAR,
    "causes-terror": TERROR,
    "large-target": LARGE,
    "martial-arts": MARTIAL_ARTS,
    "spellcaster": SPELLCASTER,
    "climber": CLIMBER,
    "gigantic": GIGANTIC,
}

# ---------------------------------------------------------------- where a figure is

ON_TABLE: Final = 0
OUT: Final = 1
"""Out of action. (swidenth.state.out-of-action)"""
ROUTED: Final = 2
FLED: Final = 3
LEFT: Final = 4
"""Left the table as the mission asks: it is not lost."""
WAITING: Final = 5

NEUTRAL: Final = -1
"""The seat of what belongs to no side, and is everybody's enemy."""
NOWHERE: Final = -1
WALL: Final = -2
"""What a figure climbs: nothing, or the bare wall; a ladder or rope is its place among the ground's."""

# ---------------------------------------------------------------- other readings of the book, which a table may choose

EITHER_PLACE: Final = "items-in-either-place"
STRICT_ORDER: Final = "strict-order"
STRICT_HANDS: Final = "strict-hands"
EVERY_TURN: Final = "terror-every-turn"
FOR_TARGET: Final = "camouflage-for-target"
TWO_DEEP: Final = "pushback-two-deep"
ONE_BY_ONE: Final = "heroism-one-by-one"


@final
@mypyc_attr(acyclic=True)
class Card(Data):
    """What a fighter is, unchanged by the battle. `psychism` is -1 for one that cannot cast; `movement`, `radius` and
    `height` are lengths on the table; `armour` is what its armour adds to Defence, `spells` those it knows."""

    __slots__ = (
        "profile", "name_en", "name_fr", "price", "rank", "combat", "shooting", "defence", "heroism", "psychism", "vitality",
        "movement", "traits", "radius", "height", "armour", "armour_id", "spells", "race",
    )  # fmt: skip

    def __init__(
        self,
        profile: str,
        name_en: str,
        name_fr: str,
        price: int,
        rank: int,
        combat: int,
        shooting: int,
        defence: int,
        heroism: int = 0,
        psychism: int = -1,
        vitality: int = 1,
        movement: int = 12500,
        traits: int = 0,
        radius: int = 1250,
        height: int = 3000,
        armour: int = 0,
        armour_id: str = "",
        spells: tuple[str, ...] = (),
        race: str = "",
    ) -> None:
        self.profile = profile
        self.name_en = name_en
        self.name_fr = name_fr
        self.price = price
        self.rank = rank
        self.combat = combat
        self.shooting = shooting
        self.defence = defence
        self.heroism = heroism
        self.psychism = psychism
        self.vitality = vitality
        self.movement = movement
        self.traits = traits
        self.radius = radius
        self.height = height
        self.armour = armour
        self.armour_id = armour_id
        self.spells = spells
        self.race = race


Enchantment = tuple[str, int, int]
"""A spell that lasts: its id, who cast it, in which turn."""


@final
@mypyc_attr(acyclic=True)
class Figure(Data):
    """A fighter in the battle. `id` is its place in the world's figures and never changes; `z` is the level it stands on."""

    __slots__ = (
        "id", "seat", "card", "x", "y", "z", "status", "vitality", "heroism", "stunned", "fleeing", "dread", "activated",
        "phased", "hands", "belt", "missiles", "unloaded", "aiming", "bowed", "hidden", "cargo", "terrors", "rallied",
        "spells", "fell", "climbing", "asleep",
    )  # fmt: skip

    def __init__(
        self,
        id: int,
        seat: int,
        card: Card,
        x: int = 0,
        y: int = 0,
        z: int = 0,
        status: int = WAITING,
        vitality: int = 1,
        heroism: int = 0,
        stunned: bool = False,
        fleeing: bool = False,
        dread: int = -1,
        activated: bool = False,
        phased: bool = False,
        hands: tuple[str, ...] = (),
        belt: tuple[str, ...] = (),
        missiles: tuple[str, ...] = (),
        unloaded: tuple[str, ...] = (),
        aiming: str = "",
        bowed: bool = False,
        hidden: bool = False,
        cargo: str = "",
        terrors: int = 0,
        rallied: int = 0,
        spells: tuple[Enchantment, ...] = (),
        fell: int = 0,
        climbing: int = NOWHERE,
        asleep: bool = False,
    ) -> None:
        self.id = id
        self.seat = seat
        self.card = card
        self.x = x
        self.y = y
        self.z = z
        self.status = status
        self.vitality = vitality
        self.heroism = heroism
        self.stunned = stunned
        self.fleeing = fleeing
        self.dread = dread
        """The Terror source it flees from, -1 for the nearest enemy. (swidenth.terror.test)"""
        self.activated = activated
        self.phased = phased
        """A Hero that has had its phase this turn. (swidenth.activation.hero-phase)"""
        self.hands = hands
        """What it holds: melee weapons and a shield, two hands' worth at most. (swidenth.equipment.hands)"""
        self.belt = belt
        """Melee weapons and shields it carries beside those."""
        self.missiles = missiles
        self.unloaded = unloaded
        """Those of its missile weapons that must be reloaded. (swidenth.weapon-trait.reload)"""
        self.aiming = aiming
        """The missile weapon in its hands, where hands are counted strictly. (swidenth.equipment.hands)"""
        self.bowed = bowed
        """Its hands were on a bow: its shield does not count until its next activation. (swidenth.equipment.hands)"""
        self.hidden = hidden
        """Camouflaged. (swidenth.shooting.camouflage)"""
        self.cargo = cargo
        """The object it carries, by its kind."""
        self.terrors = terrors
        """The Terror sources (a bit by id) it has been tested for. (swidenth.terror.test)"""
        self.rallied = rallied
        """The leaders (a bit by id) by whom it has tried to rally this turn. (swidenth.rally.test)"""
        self.spells = spells
        self.fell = fell
        """The turn in which it was put Out of action."""
        self.climbing = climbing
        """The ladder or rope it hangs on, by its number; NOWHERE or WALL."""
        self.asleep = asleep

    def copy(self) -> Figure:
        """A twin that may be changed until somebody else sees it."""
        return Figure(
            self.id, self.seat, self.card, self.x, self.y, self.z, self.status, self.vitality, self.heroism, self.stunned,
            self.fleeing, self.dread, self.activated, self.phased, self.hands, self.belt, self.missiles, self.unloaded,
            self.aiming, self.bowed, self.hidden, self.cargo, self.terrors, self.rallied, self.spells, self.fell, self.climbing,
            self.asleep,
        )  # fmt: skip

    def has(self, trait: int) -> bool:
        """Has it this special rule?"""
        return (self.card.traits & trait) != 0

    def is_hero(self) -> bool:
        """A Hero, the Chief included. (swidenth.stats.ranks)"""
        return self.card.rank == HERO or self.card.rank == CHIEF

    def under(self, spell: str) -> bool:
        """Does this spell last on it?"""
        return any(one[0] == spell for one in self.spells)


@final
@mypyc_attr(acyclic=True)
class Band(Data):
    """A side: its edge (0 left, 1 bottom, 2 right, 3 top, -1 none yet), its corner (the same numbers, anticlockwise from
    the lower left), with how many it began, what it has brought home, whether it took the beast's last Vitality, and whether
    it is the one that attacks, where the mission knows such a one."""

    __slots__ = ("seat", "edge", "corner", "began", "banked", "slayer", "attacks")

    def __init__(
        self,
        seat: int,
        edge: int = -1,
        corner: int = -1,
        began: int = 0,
        banked: int = 0,
        slayer: bool = False,
        attacks: bool = False,
    ) -> None:
        self.seat = seat
        self.edge = edge
        self.corner = corner
        self.began = began
        self.banked = banked
        self.slayer = slayer
        self.attacks = attacks

    def copy(self) -> Band:
        """A twin that may be changed until somebody else sees it."""
        return Band(self.seat, self.edge, self.corner, self.began, self.banked, self.slayer, self.attacks)


@final
@mypyc_attr(acyclic=True)
class Marker(Data):
    """Something on the table: `kind` is "chest", "egg", "lever", or "item" for what was dropped, which `item` names."""

    __slots__ = ("id", "kind", "x", "y", "z", "item")

    def __init__(self, id: int, kind: str, x: int, y: int, z: int = 0, item: str = "") -> None:
        self.id = id
        self.kind = kind
        self.x = x
        self.y = y
        self.z = z
        self.item = item


@final
@mypyc_attr(acyclic=True)
class Ladder(Data):
    """A ladder or a rope: x, y is a point of the wall's face, dx, dy (one pas long) points away from the wall; it reaches
    from the level `foot` to the level `head`, and whoever steps off there stands `inset` behind whatever lines the edge."""

    __slots__ = ("kind", "x", "y", "dx", "dy", "foot", "head", "inset")

    def __init__(self, kind: str, x: int, y: int, dx: int, dy: int, foot: int, head: int, inset: int = 0) -> None:
        self.kind = kind
        self.x = x
        self.y = y
        self.dx = dx
        self.dy = dy
        self.foot = foot
        self.head = head
        self.inset = inset


@final
@mypyc_attr(acyclic=True)
class Ground(Data):
    """The table: its size, its terrain, its ladders and ropes."""

    __slots__ = ("width", "depth", "pieces", "ladders", "_numbers")

    def __init__(self, width: int, depth: int, pieces: tuple[Piece, ...] = (), ladders: tuple[Ladder, ...] = ()) -> None:
        self.width = width
        self.depth = depth
        self.pieces = pieces
        self.ladders = ladders
        self._numbers: dict[frozenset[str], list[int]] = {}

    def of_kinds(self, kinds: frozenset[str]) -> list[int]:
        """The numbers of its pieces of these kinds, in order, looked up once."""
        known = self._numbers.get(kinds)
        if known is None:
            known = [number for number, piece in enumerate(self.pieces) if piece.kind in kinds]
            self._numbers[kinds] = known
        return known

    def with_pieces(self, pieces: tuple[Piece, ...]) -> Ground:
        """The table with other terrain."""
        return Ground(self.width, self.depth, pieces, self.ladders)


Split = tuple[tuple[int, ...], tuple[tuple[int, int], ...]]
"""A tangle in sub-groups: its figures in order, and who of the larger side faces whom. (swidenth.melee.subgroups)"""


@final
@mypyc_attr(acyclic=True)
class World(Data):
    """Everything about a battle at one moment.

    `order` are the seats by initiative, `active` is the seat whose phase it is (-1: nobody's), `hero` the Hero whose phase it
    is (-1: none, or that of left-over henchmen), `members` those who may be activated in it. `splits` are the tangles in
    sub-groups, `taken` says that an object has been taken.
    """

    __slots__ = (
        "ground", "figures", "bands", "markers", "mission", "turn", "turn_limit", "order", "active", "hero", "members",
        "switches", "splits", "taken",
    )  # fmt: skip

    def __init__(
        self,
        ground: Ground,
        figures: tuple[Figure, ...],
        bands: tuple[Band, ...],
        markers: tuple[Marker, ...] = (),
        mission: str = "crossroads",
        turn: int = 0,
        turn_limit: int = 0,
        order: tuple[int, ...] = (),
        active: int = -1,
        hero: int = -1,
        members: tuple[int, ...] = (),
        switches: tuple[str, ...] = (),
        splits: tuple[Split, ...] = (),
        taken: bool = False,
    ) -> None:
        self.ground = ground
        self.figures = figures
        self.bands = bands
        self.markers = markers
        self.mission = mission
        self.turn = turn
        self.turn_limit = turn_limit
        self.order = order
        self.active = active
        self.hero = hero
        self.members = members
        self.switches = switches
        self.splits = splits
        self.taken = taken

    def copy(self) -> World:
        """A twin that may be changed until somebody else sees it."""
        return World(
            self.ground, self.figures, self.bands, self.markers, self.mission, self.turn, self.turn_limit, self.order,
            self.active, self.hero, self.members, self.switches, self.splits, self.taken,
        )  # fmt: skip

    def with_figure(self, figure: Figure) -> World:
        """The world with this figure in place of the one with its id."""
        figures = list(self.figures)
        figures[figure.id] = figure
        twin = self.copy()
        twin.figures = tuple(figures)
        return twin

    def with_band(self, band: Band) -> World:
        """The world with this band in place of the one of its seat."""
        bands = list(self.bands)
        bands[band.seat] = band
        twin = self.copy()
        twin.bands = tuple(bands)
        return twin

    def with_marker(self, kind: str, x: int, y: int, z: int, item: str = "") -> World:
        """The world with one more marker."""
        twin = self.copy()
        number = 1 + max([marker.id for marker in self.markers], default=-1)
        twin.markers = (*self.markers, Marker(number, kind, x, y, z, item))
        return twin

    def without_marker(self, id: int) -> World:
        """The world without a marker."""
        twin = self.copy()
        twin.markers = tuple([marker for marker in self.markers if marker.id != id])
        return twin

    def marker(self, id: int) -> Marker | None:
        """A marker by its id, or None when it is gone."""
        for marker in self.markers:
            if marker.id == id:
                return marker
        return None

    def on_table(self, seat: int) -> list[Figure]:
        """The figures of a seat that are on the table."""
        return [figure for figure in self.figures if figure.seat == seat and figure.status == ON_TABLE]

    def has(self, switch: str) -> bool:
        """Has the table chosen this other reading?"""
        return switch in self.switches


@final
@mypyc_attr(acyclic=True)
class Course(Data):
    """How far a figure is in its activation: `done` are the actions it has taken, `spent` the movement used so far in
    sixteenths, `bearing` and `run` the direction and length (in sixteenths) of the straight stretch just covered on foot,
    `charge` the enemies it engaged in its first-action move, `mode` how it acts in a group and `target` whom the group
    fights."""

    __slots__ = ("done", "spent", "bearing", "run", "charge", "mode", "target")

    def __init__(
        self,
        done: tuple[str, ...] = (),
        spent: int = 0,
        bearing: int = 0,
        run: int = 0,
        charge: tuple[int, ...] = (),
        mode: str = "",
        target: int = -1,
    ) -> None:
        self.done = done
        self.spent = spent
        self.bearing = bearing
        self.run = run
        self.charge = charge
        self.mode = mode
        self.target = target

    def after(self, action: str) -> Course:
        """The course after one more action, which moved the figure nowhere on foot."""
        return Course((*self.done, action), self.spent, 0, 0, self.charge, self.mode, self.target)

    def concentrated(self) -> bool:
        """Did it concentrate first? (swidenth.action.concentrate)"""
        return self.done == ("concentrate",)


CLASSES: Final = (Card, Figure, Band, Marker, Ladder, Ground, World, Course)
