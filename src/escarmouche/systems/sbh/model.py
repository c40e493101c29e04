"""The world of a battle: cards (what a fighter is), figures (how it fares), bands, markers, ground."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from escarmouche.core.data import Data
from escarmouche.table.pieces import Piece

# ---------------------------------------------------------------- lengths: Short, Medium, Long (sbh.setup.rulers-15mm)

SHORT: Final = 1
MEDIUM: Final = 2
LONG: Final = 3

# ---------------------------------------------------------------- sizes (sbh.size.order)

NORMAL: Final = 0
BIG: Final = 1
HUGE: Final = 2

# ---------------------------------------------------------------- special rules (sbh.special.list), one bit each

AMPHIBIOUS: Final = 1 << 0
ANIMAL: Final = 1 << 1
ARTIFICIAL: Final = 1 << 2
ASSASSIN: Final = 1 << 3
LEADER: Final = 1 << 4
TAILSLAP: Final = 1 << 5
FORESTER: Final = 1 << 6
SHORT_MOVE: Final = 1 << 7
LONG_MOVE: Final = 1 << 8
STEADFAST: Final = 1 << 9
STEALTH: Final = 1 << 10
ENTANGLE: Final = 1 << 11
BIG_TRAIT: Final = 1 << 12
CLINGING: Final = 1 << 13
GREGARIOUS: Final = 1 << 14
HERO: Final = 1 << 15
SLOW: Final = 1 << 16
LETHAL: Final = 1 << 17
MAGE: Final = 1 << 18
MOUNTED: Final = 1 << 19
UNDEAD: Final = 1 << 20
SWARM: Final = 1 << 21
POISON: Final = 1 << 22
CLERIC: Final = 1 << 23
TOUGH: Final = 1 << 24
FEARLESS: Final = 1 << 25
FREE_DISENGAGE: Final = 1 << 26
SAVAGE: Final = 1 << 27
TERROR: Final = 1 << 28
SHOOTER: Final = 1 << 29
HUGE_TRAIT: Final = 1 << 30
FLYING: Final = 1 << 31

LASTING: Final = 1 << 40
"""Beside the bits of `Figure.cancelled`: what is cancelled there outlasts single fights, shots and rolls."""

TRAIT_BITS: Final[dict[str, int]] = {
    "amphibious": AMPHIBIOUS,
    "animal": ANIMAL,
    "artificial": ARTIFICIAL,
    "assassin": ASSASSIN,
    "leader": LEADER,
    "tailslap": TAILSLAP,
    "forester": FORESTER,
    "short-move": SHORT_MOVE,
    "long-move": LONG_MOVE,
    "steadfast": STEADFAST,
    "stealth": STEALTH,
    "entangle": ENTANGLE,
    "big": BIG_TRAIT,
    "clinging": CLINGING,
    "gregarious": GREGARIOUS,
    "hero": HERO,
    "slow": SLOW,
    "lethal": LETHAL,
    "mage": MAGE,
    "mounted": MOUNTED,
    "undead": UNDEAD,
    "swarm": SWARM,
    "poison": POISON,
    "cleric": CLERIC,
    "tough": TOUGH,
    "fearless": FEARLESS,
    "free-disengage": FREE_DISENGAGE,
    "savage": SAVAGE,
    "terror": TERROR,
    "shooter": SHOOTER,
    "huge": HUGE_TRAIT,
    "flying": FLYING,
}

# ---------------------------------------------------------------- where a figure is (sbh.removal.statuses)

ON_TABLE: Final = 0
DEAD: Final = 1
OUT_OF_ACTION: Final = 2
OFF_TABLE: Final = 3
WAITING: Final = 4
"""Not deployed yet, or under a hidden marker."""

# ---------------------------------------------------------------- house options

NATURAL_ROLLS: Final = "natural-rolls"
"""A natural 1 fails and a natural 6 succeeds on every Quality roll. (sbh.activation.natural-1-and-6)"""
LITERAL_ANIMALS: Final = "literal-animals"
"""Animals rout only when their last other friend is killed, not when it is gone in another way.
(sbh.special.animal-rout)"""

SUDDEN_END: Final = "sudden-end"
"""A battle ends at the moment when one side has nobody on its feet, not only when a turn ends.
(sbh.scenario.pitched-battle.end)"""
UNPUNISHED_FLIGHT: Final = "unpunished-flight"
"""Nobody strikes at one that flees from melee. (sbh.morale.flee-from-melee)"""
VOLLEY_ONLY: Final = "volley-only"
"""Concentrated fire uses up all successes of its group. (sbh.concentrated.order)"""
NO_FAR_SPELLS: Final = "no-far-spells"
"""A magical attack reaches no farther than the range of its Power. (sbh.magic.ranged-attack)"""
NO_GROUP_SPELLS: Final = "no-group-spells"
"""Nobody casts or heals in a group. (sbh.group.shared-successes)"""

# ---------------------------------------------------------------- what holds a figure (sbh.state.immobilised)

MANY: Final = 1 << 16
"""More figures than there ever are: several ids in one number are its digits, each one more than the id."""


def held_by_all(holders: list[int]) -> int:
    """These holders in one number, as Figure.held_by has them; a single one is its own id."""
    number = 0
    for one in reversed(holders):
        number = number * MANY + one + 1
    return number - 1


FREE: Final = 0
SPELLBOUND: Final = 1
ENTANGLED: Final = 2


@final
@mypyc_attr(acyclic=True)
class Card(Data):
    """What a fighter is, unchanged by the battle. (sbh.profile.structure)

    `traits` holds one bit for each special rule, `shooting` the range of a Shooter (0: none), `lethal` the classes it is
    Lethal against, `hurt` the modifier of a campaign wound (0 or -1), `radius` its base's.
    """

    __slots__ = (
        "profile", "name_en", "name_fr", "points", "quality", "combat", "traits", "move", "size", "shooting", "lethal",
        "race", "radius", "hurt",
    )  # fmt: skip

    def __init__(
        self,
        profile: str,
        name_en: str,
        name_fr: str,
        points: i64,
        quality: i64,
        combat: i64,
        traits: i64,
        move: i64,
        size: i64,
        shooting: i64,
        lethal: tuple[str, ...],
        race: str,
        radius: i64,
        hurt: i64,
    ) -> None:
        self.profile = profile
        self.name_en = name_en
        self.name_fr = name_fr
        self.points = points
        self.quality = quality
        self.combat = combat
        self.traits = traits
        self.move = move
        self.size = size
        self.shooting = shooting
        self.lethal = lethal
        self.race = race
        self.radius = radius
        self.hurt = hurt


@final
@mypyc_attr(acyclic=True)
class Figure(Data):
    """A fighter in the battle. `id` is its place in the world's figures and never changes."""

    __slots__ = (
        "id", "seat", "card", "x", "y", "status", "removal", "prone", "fallen", "held", "held_by", "poisoned", "wounds",
        "activated", "attacked", "moves", "spent", "exhausted", "forsaken", "rerolled", "steeled", "shunned",
        "cancelled", "item", "charges", "treasure", "offered",
    )  # fmt: skip

    def __init__(
        self,
        id: i64,
        seat: i64,
        card: Card,
        x: i64 = 0,
        y: i64 = 0,
        status: i64 = WAITING,
        removal: str = "",
        prone: bool = False,
        fallen: bool = False,
        held: i64 = FREE,
        held_by: int = -1,
        poisoned: i64 = 0,
        wounds: i64 = 0,
        activated: bool = False,
        attacked: bool = False,
        moves: i64 = 0,
        spent: bool = False,
        exhausted: bool = False,
        forsaken: bool = False,
        rerolled: bool = False,
        steeled: bool = False,
        shunned: int = 0,
        cancelled: i64 = 0,
        item: str = "",
        charges: i64 = 0,
        treasure: bool = False,
        offered: i64 = -1,
    ) -> None:
        self.id = id
        self.seat = seat
        self.card = card
        self.x = x
        self.y = y
        self.status = status
        self.removal = removal
        """How it left play, an id of the removal table."""
        self.prone = prone
        self.fallen = fallen
        """Prone after a fall: standing up takes two actions. (sbh.fall.survivor-stands-in-two)"""
        self.held = held
        self.held_by = held_by
        """Who holds it: an id, or several in one number (`holders`); -1 for nobody."""
        self.poisoned = poisoned
        self.wounds = wounds
        self.activated = activated
        self.attacked = attacked
        self.moves = moves
        """Moves made this turn."""
        self.spent = spent
        """Out of ammunition for the rest of the game. (sbh.shooting.ammunition)"""
        self.exhausted = exhausted
        """A Mage whose magic is gone. (sbh.magic.failure-exhaustion)"""
        self.forsaken = forsaken
        """A Cleric out of favour. (sbh.special.cleric-loses-favour)"""
        self.rerolled = rerolled
        """A Hero that has used its reroll. (sbh.special.hero-reroll)"""
        self.steeled = steeled
        """Immune to Terror for the rest of the game. (sbh.special.terror-immunity)"""
        self.shunned = shunned
        """The Terror enemies (a bit by id) it dares not engage in this activation. (sbh.special.terror-approach)"""
        self.cancelled = cancelled
        """Special rules (bits) that Dirty tricks cancel for the event at hand."""
        self.item = item
        self.charges = charges
        """What is left in the item: javelins, points of strength, the scroll's Quality."""
        self.treasure = treasure
        """It carries what the scenario is about: the treasure, or the magic item of the quest."""
        self.offered = offered
        """The friend to whom it holds out its magic item this turn. (sbh.scenario.quest.give)"""

    def copy(self) -> Figure:
        """A twin that may be changed until somebody else sees it."""
        return Figure(
            self.id, self.seat, self.card, self.x, self.y, self.status, self.removal, self.prone, self.fallen, self.held,
            self.held_by, self.poisoned, self.wounds, self.activated, self.attacked, self.moves, self.spent,
            self.exhausted, self.forsaken, self.rerolled, self.steeled, self.shunned, self.cancelled, self.item,
            self.charges, self.treasure, self.offered,
        )  # fmt: skip

    def holders(self) -> list[int]:
        """Those who hold it."""
        found: list[int] = []
        rest = self.held_by + 1
        while rest > 0:
            found.append(rest % MANY - 1)
            rest //= MANY
        return found

    def has(self, trait: i64) -> bool:
        """Does this special rule work for it now?"""
        return (self.card.traits & ~self.cancelled & trait) != 0


@final
@mypyc_attr(acyclic=True)
class Band(Data):
    """A side: its role, its table edge, how many it began with, and the campaign upgrades it has not used yet.

    `edge` is 0 left, 1 bottom, 2 right, 3 top (-1: not chosen). `swap` is the pair of fighters whose Quality is swapped
    this turn, `surefoot` the fighter that ignores difficult terrain in this activation.
    """

    __slots__ = (
        "seat", "attacker", "edge", "began", "halved", "conceded", "upgrades", "swap", "surefoot", "brought_home",
    )  # fmt: skip

    def __init__(
        self,
        seat: i64,
        attacker: bool = False,
        edge: i64 = -1,
        began: i64 = 0,
        halved: bool = False,
        conceded: bool = False,
        upgrades: tuple[str, ...] = (),
        swap: tuple[int, ...] = (),
        surefoot: i64 = -1,
        brought_home: bool = False,
    ) -> None:
        self.seat = seat
        self.attacker = attacker
        self.edge = edge
        self.began = began
        self.halved = halved
        """The test for half strength has been made. (sbh.morale.trigger-half)"""
        self.conceded = conceded
        self.upgrades = upgrades
        self.swap = swap
        self.surefoot = surefoot
        self.brought_home = brought_home
        """It carried the treasure off by its own edge."""

    def copy(self) -> Band:
        """A twin that may be changed until somebody else sees it."""
        return Band(
            self.seat, self.attacker, self.edge, self.began, self.halved, self.conceded, self.upgrades, self.swap,
            self.surefoot, self.brought_home,
        )  # fmt: skip


@final
@mypyc_attr(acyclic=True)
class Marker(Data):
    """A marker on the table: `kind` is "ambush", "search" (unsearched), "treasure", "item" (that of the quest) or "keepsake"
    (a magic item somebody brought along); `figure` is the fighter under an ambush marker (-1: a decoy); `item` and
    `charges` describe a magic item that was dropped."""

    __slots__ = ("id", "kind", "x", "y", "seat", "figure", "item", "charges")

    def __init__(
        self, id: i64, kind: str, x: i64, y: i64, seat: i64 = -1, figure: i64 = -1, item: str = "", charges: i64 = 0
    ) -> None:
        self.id = id
        self.kind = kind
        self.x = x
        self.y = y
        self.seat = seat
        self.figure = figure
        self.item = item
        self.charges = charges


@final
@mypyc_attr(acyclic=True)
class Ground(Data):
    """The table: its size, the rulers (index SHORT, MEDIUM, LONG), the terrain, and the hexes' width (0: no hexes).

    On a hexagon board the rulers count hexes and figures stand on the centres of hexes. (sbh.hex.distances)
    """

    __slots__ = (
        "width", "depth", "rulers", "pieces", "hex_width", "scale", "_rough", "_solid", "_opaque", "_woods", "_cliffs",
        "_bridges",
    )  # fmt: skip

    def __init__(
        self,
        width: i64,
        depth: i64,
        rulers: tuple[int, ...],
        pieces: tuple[Piece, ...] = (),
        hex_width: i64 = 0,
        scale: str = "15mm",
    ) -> None:
        self.width = width
        self.depth = depth
        self.rulers = rulers
        self.pieces = pieces
        self.hex_width = hex_width
        self.scale = scale
        self._rough = tuple([piece for piece in pieces if piece.difficult])
        self._solid = tuple([piece for piece in pieces if piece.impassable])
        self._opaque = tuple([piece for piece in pieces if piece.blocks_sight])
        self._woods = tuple([piece for piece in pieces if piece.kind == "wood"])
        self._cliffs = tuple([piece for piece in pieces if piece.kind == "cliff-or-structure"])
        self._bridges = tuple([piece for piece in pieces if piece.kind == "bridge-or-ford"])

    def rough(self) -> tuple[Piece, ...]:
        """The difficult ground."""
        return self._rough

    def solid(self) -> tuple[Piece, ...]:
        """The impassable terrain."""
        return self._solid

    def opaque(self) -> tuple[Piece, ...]:
        """What blocks sight."""
        return self._opaque

    def woods(self) -> tuple[Piece, ...]:
        """The woods."""
        return self._woods

    def cliffs(self) -> tuple[Piece, ...]:
        """The cliffs and structures."""
        return self._cliffs

    def bridges(self) -> tuple[Piece, ...]:
        """The bridges and fords."""
        return self._bridges


TERMS: Final = (
    "terrain_min", "terrain_max", "attacker_points_per_vp", "defender_points_per_vp", "bonus_vp", "markers",
    "markers_per_defender",
)  # fmt: skip
"""The numbers of a scenario that a home-made one may change: the fields of its row."""


@final
@mypyc_attr(acyclic=True)
class World(Data):
    """Everything about a battle at one moment.

    `active` is the seat whose turn it is, `turn` counts turns from 1. `dawn` holds the figures as they stood when the
    turn began (who was hidden then, sbh.ambush.definition). `place` is the piece that is the Place of Power (-1: none).
    `switches` are the house options that are on; `passing` is true once a roll of this turn had two failures.
    `terms` are the numbers of the scenario, in the order of TERMS; () stands for the book's. `_foes` are the enemies in
    contact with `_fighter`, the figure of this world for which somebody asked last.
    """

    __slots__ = (
        "ground", "figures", "bands", "markers", "scenario", "turn", "active", "dawn", "place", "switches", "turn_limit",
        "passing", "terms", "_fighter", "_foes",
    )  # fmt: skip

    def __init__(
        self,
        ground: Ground,
        figures: tuple[Figure, ...],
        bands: tuple[Band, ...],
        markers: tuple[Marker, ...] = (),
        scenario: str = "pitched-battle",
        turn: i64 = 0,
        active: i64 = 0,
        dawn: tuple[Figure, ...] = (),
        place: i64 = -1,
        switches: tuple[str, ...] = (),
        turn_limit: i64 = 0,
        passing: bool = False,
        terms: tuple[int, ...] = (),
    ) -> None:
        self.ground = ground
        self.figures = figures
        self.bands = bands
        self.markers = markers
        self.scenario = scenario
        self.turn = turn
        self.active = active
        self.dawn = dawn
        self.place = place
        self.switches = switches
        self.turn_limit = turn_limit
        self.passing = passing
        self.terms = terms
        self._fighter: Figure | None = None
        self._foes: tuple[Figure, ...] = ()

    def copy(self) -> World:
        """A twin that may be changed until somebody else sees it."""
        return World(
            self.ground, self.figures, self.bands, self.markers, self.scenario, self.turn, self.active, self.dawn,
            self.place, self.switches, self.turn_limit, self.passing, self.terms,
        )  # fmt: skip

    def with_figure(self, figure: Figure) -> World:
        """The world with this figure in place of the one with its id."""
        id = figure.id
        twin = self.copy()
        twin.figures = tuple(figure if one.id == id else one for one in self.figures)
        return twin

    def with_band(self, band: Band) -> World:
        """The world with this band in place of the one of its seat."""
        bands = list(self.bands)
        bands[band.seat] = band
        twin = self.copy()
        twin.bands = tuple(bands)
        return twin

    def with_markers(self, markers: tuple[Marker, ...]) -> World:
        """The world with these markers."""
        twin = self.copy()
        twin.markers = markers
        return twin

    def foes_of(self, figure: Figure) -> tuple[Figure, ...] | None:
        """Its enemies in contact, if it is the figure of this world for which they were asked last."""
        return self._foes if self._fighter is figure else None

    def keep_foes(self, figure: Figure, foes: tuple[Figure, ...]) -> None:
        """Note the enemies in contact with a figure of this world; of any other figure, nothing: it may still change."""
        if figure.id < len(self.figures) and self.figures[figure.id] is figure:
            self._fighter = figure
            self._foes = foes

    def ruler(self, length: i64) -> i64:
        """The length of a stick: SHORT, MEDIUM or LONG; 0 gives 0."""
        return self.ground.rulers[length]

    def on_table(self, seat: i64) -> list[Figure]:
        """The fighters of a seat that stand or lie on the table."""
        return [figure for figure in self.figures if figure.seat == seat and figure.status == ON_TABLE]


CLASSES: Final = (Card, Figure, Band, Marker, Ground, World)
