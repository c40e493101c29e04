"""The world of a battle: cards (what a figure is), figures (how it fares), sides, things on the ground, the table."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import mypyc_attr

from escarmouche.core.data import Data
from escarmouche.table.pieces import Piece

CM: Final = 1000
"""A centimetre in the table's units. (fda.setup.measure-in-centimetres)"""

# ---------------------------------------------------------------- sides (fda.setup.two-troops)

ADVENTURERS: Final = 0
DUNGEON: Final = 1
"""The two camps, and who deploys first; which seat leads which is the world's `heroes`."""

# ---------------------------------------------------------------- sizes

FOOT: Final = 0
MOUNTED: Final = 1
LARGE: Final = 2

SIZES: Final[dict[str, int]] = {"foot": FOOT, "mounted": MOUNTED, "large": LARGE}

# ---------------------------------------------------------------- traits, one bit each

DWARF: Final = 1 << 0
CLUMSY: Final = 1 << 1
BERSERK: Final = 1 << 2
PROUD: Final = 1 << 3
SPELLCASTER: Final = 1 << 4
NO_DESTINY: Final = 1 << 5
SNEAKY: Final = 1 << 6
SINGER: Final = 1 << 7
UNDEAD: Final = 1 << 8
SHAMBLING: Final = 1 << 9
VEGETABLE: Final = 1 << 10
FLOOR_DWELLER: Final = 1 << 11
HARMLESS: Final = 1 << 12
SURE_FOOTED: Final = 1 << 13
NO_WOUNDED_SIDE: Final = 1 << 14
RIDER: Final = 1 << 15
BIG: Final = 1 << 16

TRAIT_BITS: Final[dict[str, int]] = {
    "dwarf-undescribed-costs-two": DWARF,
    "clumsy-shot": CLUMSY,
    "berserk": BERSERK,
    "refuses-to-crouch": PROUD,
    "spellcaster": SPELLCASTER,
    "no-destiny": NO_DESTINY,
    "sneaky": SNEAKY,
    "persuasive-song": SINGER,
    "undead": UNDEAD,
    "shambling": SHAMBLING,
    "vegetable": VEGETABLE,
    "floor-dweller": FLOOR_DWELLER,
    "harmless": HARMLESS,
    "sure-footed": SURE_FOOTED,
    "no-wounded-side": NO_WOUNDED_SIDE,
    "mounted": RIDER,
    "large": BIG,
}

# ---------------------------------------------------------------- options, one bit each (fda.setup.rule-levels)

TWO_D6: Final = 1 << 0
POSITIONS: Final = 1 << 1
BROKEN_GROUND: Final = 1 << 2
OBSTACLES: Final = 1 << 3
ENCUMBRANCE: Final = 1 << 4
WOUNDS: Final = 1 << 5
DESTINY: Final = 1 << 6
REACTIONS: Final = 1 << 7
VERY_ADVANTAGED: Final = 1 << 8
CRITICAL_HIT: Final = 1 << 9
MELEE_FUMBLES: Final = 1 << 10
TWO_WEAPONS: Final = 1 << 11
MELEE_REACTIONS: Final = 1 << 12
SHOOT_INTO_MELEE: Final = 1 << 13
SHOOTING_ACTIONS: Final = 1 << 14
SHOOTING_REACTIONS: Final = 1 << 15
SHORT_RANGE: Final = 1 << 16
COVER: Final = 1 << 17
SHOOTING_FUMBLES: Final = 1 << 18
EXTRA_ACTIONS: Final = 1 << 19
SCOUTING: Final = 1 << 20
MAGIC: Final = 1 << 21
MAGIC_FUMBLES: Final = 1 << 22

# ---------------------------------------------------------------- other readings of the book, which a table may choose

STRIKE_ADVANTAGE: Final = 1 << 0
WOUNDED_INITIATIVE: Final = 1 << 1
ZERO_FAILS_MORALE: Final = 1 << 2
TURNING_HAMPERS: Final = 1 << 3
FUMBLE_PARRIED: Final = 1 << 4
THIRD_DIE: Final = 1 << 5
REROLL_STUN: Final = 1 << 6
BASIC_REACTION_SHOT: Final = 1 << 7
RECOVERY_OUT: Final = 1 << 8
JDEG_WOUNDS: Final = 1 << 9
SPELL_KEPT: Final = 1 << 10
CLIMB_ANY_HEIGHT: Final = 1 << 11
EQUAL_BASES: Final = 1 << 12
HALF_PLANE_BACK: Final = 1 << 13
SHOT_AT_ANY_ACTION: Final = 1 << 14
DISCOVERY_BY_LINE: Final = 1 << 15

# ---------------------------------------------------------------- how a figure fares

ON_TABLE: Final = 0
WAITING: Final = 1
OUT: Final = 2
"""Out of action: its place is that of the body it leaves. (fda.state.out-of-action)"""
DEAD: Final = 3
LEFT: Final = 4
"""It carried the statuette off the table. (fda.scenario.statuette-end)"""

STANDING: Final = 0
CROUCHED: Final = 1
HIDDEN: Final = 2
PRONE: Final = 3
STUNNED: Final = 4
ASLEEP: Final = 5
"""Postures; up to HIDDEN a figure is on its feet, from PRONE on it lies on the ground."""

NOBODY: Final = -1

ASHES: Final = "ashes"
BEHEADED: Final = "beheaded"
RAISED: Final = "raised"
"""What has become of a body that cannot be brought back any more. (fda.destiny.ashes, fda.extra.behead)"""


@final
@mypyc_attr(acyclic=True)
class Values(Data):
    """One side of a card: C, T, D, A and M. (fda.char.value-scale)"""

    __slots__ = ("combat", "shooting", "defence", "agility", "morale")

    def __init__(self, combat: int, shooting: int, defence: int, agility: int, morale: int) -> None:
        self.combat = combat
        self.shooting = shooting
        self.defence = defence
        self.agility = agility
        self.morale = morale


@final
@mypyc_attr(acyclic=True)
class Card(Data):
    """What a figure is, unchanged by the battle: its card with both sides. `radius` and `height` are lengths on the table,
    `armour` is what its armour adds to D (of which `metal` counts nothing against lightning), `worn` what its armour weighs,
    `spells` those it knows. (fda.setup.cards)"""

    __slots__ = (
        "profile", "name_en", "name_fr", "price", "size", "healthy", "wounded", "traits", "radius", "height", "armour",
        "metal", "helmet", "worn", "armoured", "spells", "feminine",
    )  # fmt: skip

    def __init__(
        self,
        profile: str,
        name_en: str,
        name_fr: str,
        price: int,
        size: int,
        healthy: Values,
        wounded: Values | None = None,
        traits: int = 0,
        radius: int = 1250,
        height: int = 3000,
        armour: int = 0,
        metal: int = 0,
        helmet: bool = False,
        worn: int = 0,
        armoured: bool = False,
        spells: tuple[str, ...] = (),
        feminine: bool = False,
    ) -> None:
        self.profile = profile
        self.name_en = name_en
        self.name_fr = name_fr
        self.price = price
        self.size = size
        self.healthy = healthy
        self.wounded = wounded
        """None where the card has no second side. (fda.trait.no-wounded-side)"""
        self.traits = traits
        self.radius = radius
        self.height = height
        self.armour = armour
        self.metal = metal
        self.helmet = helmet
        self.worn = worn
        self.armoured = armoured
        """It wears something that forbids casting. (fda.magic.no-armour)"""
        self.spells = spells
        self.feminine = feminine
        """Its French name is of that gender, with which a sentence about it agrees."""


@final
@mypyc_attr(acyclic=True)
class Figure(Data):
    """A figure in the battle. `id` is its place in the world's figures and never changes; `z` is the level it stands on,
    `facing` the angle it looks at, in hundredths of a degree."""

    __slots__ = (
        "id", "seat", "card", "x", "y", "z", "facing", "status", "posture", "wounded", "activated", "hands", "belt",
        "unloaded", "damaged", "spent", "destiny", "spell", "climbed", "climbing", "carries", "body", "glued", "bark",
        "grumbled", "sworn", "silenced", "beside", "home", "stowed",
    )  # fmt: skip

    def __init__(
        self,
        id: int,
        seat: int,
        card: Card,
        x: int = 0,
        y: int = 0,
        z: int = 0,
        facing: int = 0,
        status: int = WAITING,
        posture: int = STANDING,
        wounded: bool = False,
        activated: bool = False,
        hands: tuple[str, ...] = (),
        belt: tuple[str, ...] = (),
        unloaded: tuple[str, ...] = (),
        damaged: tuple[str, ...] = (),
        spent: tuple[str, ...] = (),
        destiny: int = 0,
        spell: str = "",
        climbed: int = 0,
        climbing: int = NOBODY,
        carries: int = NOBODY,
        body: str = "",
        glued: int = 0,
        bark: int = 0,
        grumbled: bool = False,
        sworn: int = 0,
        silenced: bool = False,
        beside: int = NOBODY,
        home: int = NOBODY,
        stowed: tuple[str, ...] = (),
    ) -> None:
        self.id = id
        self.seat = seat
        self.card = card
        self.x = x
        self.y = y
        self.z = z
        self.facing = facing
        self.status = status
        self.posture = posture
        self.wounded = wounded
        """Its card is turned to the wounded side. (fda.wound.flip-card)"""
        self.activated = activated
        """It has acted or reacted in this turn. (fda.turn.one-activation-per-turn)"""
        self.hands = hands
        """What it holds: weapons, a shield, anything; the right hand first. (fda.melee.weapons-in-hand)"""
        self.belt = belt
        """What it carries beside that, items of equal kind as often as it has them."""
        self.unloaded = unloaded
        """Those of its missile weapons in hand that must be reloaded, as often as they are. (fda.shoot.missile-spent)"""
        self.damaged = damaged
        """Those of its weapons that must be repaired. (fda.fumble.melee-7)"""
        self.spent = spent
        """Weapons for which it has no ammunition left. (fda.shoot.critical)"""
        self.destiny = destiny
        self.spell = spell
        """The spell it has memorised, or "". (fda.magic.memorised)"""
        self.climbed = climbed
        """How far up it is, part-way through a climb. (fda.obstacle.part-way)"""
        self.climbing = climbing
        """The piece it climbs or stands on, by its number."""
        self.carries = carries
        """The body it carries, by the id of the figure that was. (fda.extra.carry-friend)"""
        self.body = body
        """What has become of its body: "", ASHES, BEHEADED or RAISED."""
        self.glued = glued
        """The last turn in which it is glued, 0 for none. (the spell glue)"""
        self.bark = bark
        """The last turn in which its skin is bark, 0 for none. (the spell barkskin)"""
        self.grumbled = grumbled
        self.sworn = sworn
        """The last turn in which it serves the side that sang to it, 0 for none. (fda.trait.persuasive-song)"""
        self.silenced = silenced
        """It may not sing again. (fda.trait.persuasive-song)"""
        self.beside = beside
        """The friend it may touch, until either moves. (fda.contact.no-friendly-contact)"""
        self.home = home
        """The side in which it started, where that is another one now; NOBODY otherwise."""
        self.stowed = stowed
        """Those of its missile weapons not in hand that must be reloaded."""

    def copy(self) -> Figure:
        """A twin that may be changed until somebody else sees it."""
        return Figure(
            self.id, self.seat, self.card, self.x, self.y, self.z, self.facing, self.status, self.posture, self.wounded,
            self.activated, self.hands, self.belt, self.unloaded, self.damaged, self.spent, self.destiny, self.spell,
            self.climbed, self.climbing, self.carries, self.body, self.glued, self.bark, self.grumbled, self.sworn,
            self.silenced, self.beside, self.home, self.stowed,
        )  # fmt: skip

    def has(self, trait: int) -> bool:
        """Has it this trait?"""
        return (self.card.traits & trait) != 0

    def values(self) -> Values:
        """The side of its card that counts now. (fda.wound.flip-card)"""
        wounded = self.card.wounded
        return wounded if self.wounded and wounded is not None else self.card.healthy

    def on_feet(self) -> bool:
        """Is it on the table and on its feet, crouched and hidden included?"""
        return self.status == ON_TABLE and self.posture <= HIDDEN

    def on_ground(self) -> bool:
        """Does it lie on the ground: prone, stunned or asleep?"""
        return self.posture >= PRONE

    def aware(self) -> bool:
        """Is it conscious and awake? (fda.state.stunned, fda.scenario.rude-awakening-asleep)"""
        return self.posture <= PRONE


@final
@mypyc_attr(acyclic=True)
class Side(Data):
    """A troop: with how many figures it began, whether it lost the next initiative in its confusion, how much morale the soup
    gives it, and how many destiny points it may still give out."""

    __slots__ = ("seat", "began", "confused", "soup", "destiny")

    def __init__(self, seat: int, began: int = 0, confused: bool = False, soup: int = 0, destiny: int = 0) -> None:
        self.seat = seat
        self.began = began
        self.confused = confused
        self.soup = soup
        self.destiny = destiny

    def copy(self) -> Side:
        """A twin that may be changed until somebody else sees it."""
        return Side(self.seat, self.began, self.confused, self.soup, self.destiny)


@final
@mypyc_attr(acyclic=True)
class Thing(Data):
    """Something on the ground that may be picked up: a weapon dropped or thrown (then it is `stuck`), the key, the
    statuette."""

    __slots__ = ("id", "item", "x", "y", "z", "unloaded", "damaged", "stuck")

    def __init__(
        self,
        id: int,
        item: str,
        x: int,
        y: int,
        z: int = 0,
        unloaded: bool = False,
        damaged: bool = False,
        stuck: bool = False,
    ) -> None:
        self.id = id
        self.item = item
        self.x = x
        self.y = y
        self.z = z
        self.unloaded = unloaded
        self.damaged = damaged
        self.stuck = stuck
        """It flew there: it must be retrieved. (fda.shootadv.retrieve-missile)"""


CLOSED: Final = 0
OPEN: Final = 1
BROKEN: Final = 2


@final
@mypyc_attr(acyclic=True)
class Fixture(Data):
    """A door, a shutter, a chest or a sarcophagus: the number of its piece, what it is, its state, what lies in it, and how
    many blows of a smashing it still stands. (fda.terrain.doors-and-rooms, fda.scenario.lich-soup-sarcophagus)"""

    __slots__ = ("piece", "kind", "state", "locked", "holds", "blows")

    def __init__(
        self, piece: int, kind: str, state: int = CLOSED, locked: bool = False, holds: str = "", blows: int = 0
    ) -> None:
        self.piece = piece
        self.kind = kind
        self.state = state
        self.locked = locked
        self.holds = holds
        self.blows = blows


@final
@mypyc_attr(acyclic=True)
class Ground(Data):
    """The table: its size and its terrain. `kind` of a piece is the terrain's id; `impassable` are walls, columns and all
    that must be jumped, climbed or walked round, `difficult` is what is not clear; an open door is an "open-door", which
    is neither."""

    __slots__ = ("width", "depth", "pieces")

    def __init__(self, width: int, depth: int, pieces: tuple[Piece, ...] = ()) -> None:
        self.width = width
        self.depth = depth
        self.pieces = pieces

    def with_piece(self, number: int, piece: Piece) -> Ground:
        """The table with another piece in a piece's place."""
        pieces = list(self.pieces)
        pieces[number] = piece
        return Ground(self.width, self.depth, tuple(pieces))


@final
@mypyc_attr(acyclic=True)
class World(Data):
    """Everything about a battle at one moment. Both sides know all of it. (fda.setup.open-information)

    `options` and `switches` are bits. `first` is the seat that played the turn's first figure (-1: nobody yet), `active` the
    seat whose figure is next, `acting` the figure that is being activated, `reacted` the figure that has reacted to it,
    `coins` what undescribed actions cost in this battle; `heroes` is the seat that leads the adventurers.
    """

    __slots__ = (
        "ground", "figures", "sides", "things", "fixtures", "scenario", "options", "switches", "turn", "turn_limit", "first",
        "active", "acting", "reacted", "coins", "night", "heroes",
    )  # fmt: skip

    def __init__(
        self,
        ground: Ground,
        figures: tuple[Figure, ...],
        sides: tuple[Side, ...],
        things: tuple[Thing, ...] = (),
        fixtures: tuple[Fixture, ...] = (),
        scenario: str = "brawl",
        options: int = 0,
        switches: int = 0,
        turn: int = 0,
        turn_limit: int = 0,
        first: int = NOBODY,
        active: int = NOBODY,
        acting: int = NOBODY,
        reacted: int = NOBODY,
        coins: tuple[tuple[str, int], ...] = (),
        night: bool = False,
        heroes: int = ADVENTURERS,
    ) -> None:
        self.ground = ground
        self.figures = figures
        self.sides = sides
        self.things = things
        self.fixtures = fixtures
        self.scenario = scenario
        self.options = options
        self.switches = switches
        self.turn = turn
        self.turn_limit = turn_limit
        self.first = first
        self.active = active
        self.acting = acting
        self.reacted = reacted
        self.coins = coins
        self.night = night
        self.heroes = heroes

    def copy(self) -> World:
        """A twin that may be changed until somebody else sees it."""
        return World(
            self.ground, self.figures, self.sides, self.things, self.fixtures, self.scenario, self.options, self.switches,
            self.turn, self.turn_limit, self.first, self.active, self.acting, self.reacted, self.coins, self.night, self.heroes,
        )  # fmt: skip

    def plays(self, option: int) -> bool:
        """Is an option agreed upon? (fda.setup.rule-levels)"""
        return (self.options & option) != 0

    def reads(self, switch: int) -> bool:
        """Has the table chosen the unusual reading of a switch?"""
        return (self.switches & switch) != 0

    def with_figure(self, figure: Figure) -> World:
        """The world with this figure in place of the one with its id."""
        figures = list(self.figures)
        figures[figure.id] = figure
        twin = self.copy()
        twin.figures = tuple(figures)
        return twin

    def with_side(self, side: Side) -> World:
        """The world with this side in place of the one of its seat."""
        sides = list(self.sides)
        sides[side.seat] = side
        twin = self.copy()
        twin.sides = tuple(sides)
        return twin

    def with_thing(
        self, item: str, x: int, y: int, z: int = 0, unloaded: bool = False, damaged: bool = False, stuck: bool = False
    ) -> World:
        """The world with one more thing on the ground."""
        twin = self.copy()
        number = 1 + max([thing.id for thing in self.things], default=-1)
        twin.things = (*self.things, Thing(number, item, x, y, z, unloaded, damaged, stuck))
        return twin

    def without_thing(self, id: int) -> World:
        """The world without a thing."""
        twin = self.copy()
        twin.things = tuple([thing for thing in self.things if thing.id != id])
        return twin

    def with_fixture(self, number: int, fixture: Fixture) -> World:
        """The world with this fixture in place of the one with that number."""
        fixtures = list(self.fixtures)
        fixtures[number] = fixture
        twin = self.copy()
        twin.fixtures = tuple(fixtures)
        return twin

    def on_table(self, seat: int) -> list[Figure]:
        """The figures of a seat that are on the table."""
        return [figure for figure in self.figures if figure.seat == seat and figure.status == ON_TABLE]


@final
@mypyc_attr(acyclic=True)
class Course(Data):
    """How an activation stands: the time units left, the timed actions done, in order, whether it has turned since it began,
    and whether it has just turned. (fda.action.two-time-units, fda.shoot.hampered-action)"""

    __slots__ = ("left", "done", "turned", "just")

    def __init__(self, left: int = 2, done: tuple[str, ...] = (), turned: bool = False, just: bool = False) -> None:
        self.left = left
        self.done = done
        self.turned = turned
        self.just = just

    def after(self, action: str, time: int) -> Course:
        """The course after one more action; flash actions cost nothing and are not remembered. (fda.action.flash)"""
        return Course(self.left - time, (*self.done, action), self.turned) if time else self

    def after_turn(self) -> Course:
        """The course after a turn on the spot. (fda.position.turn)"""
        return Course(self.left, self.done, True, True)

    def over(self) -> Course:
        """The course of a figure that can do nothing more in this activation. (fda.action.unspent-time-is-lost)"""
        return Course(0, self.done, self.turned)


@final
@mypyc_attr(acyclic=True)
class Trigger(Data):
    """What an enemy may react to: `window` is the moment (see rules.reactions), `enemy` the active figure, `targets` those it
    contacts, attacks or has spotted; for a move the way it takes. (fda.react.windows)"""

    __slots__ = ("window", "enemy", "targets", "x", "y")

    def __init__(self, window: str, enemy: int, targets: tuple[int, ...] = (), x: int = 0, y: int = 0) -> None:
        self.window = window
        self.enemy = enemy
        self.targets = targets
        self.x = x
        """Where the move ends that began where the enemy stands now."""
        self.y = y


CLASSES: Final = (Values, Card, Figure, Side, Thing, Fixture, Ground, World, Course, Trigger)
