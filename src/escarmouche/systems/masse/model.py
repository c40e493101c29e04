"""The world of a mass battle: units, structures, sides, ground. (What troops are stands in `troops`.)

Lengths are hundredths of a millimetre; one inch on the table is 25 mm and stands for 10 m (masse.scale.distance). Angles are
hundredths of a degree, counter-clockwise from the x axis. A unit's position is the centre of its footprint.
"""

from __future__ import annotations

from typing import Any, Final, final

from mypy_extensions import i64, mypyc_attr

from escarmouche.core.data import Data
from escarmouche.core.effects import Refusal
from escarmouche.systems.masse.troops import INCH as INCH
from escarmouche.systems.masse.troops import Attack as Attack
from escarmouche.systems.masse.troops import Card as Card
from escarmouche.systems.masse.troops import Country as Country
from escarmouche.systems.masse.troops import Machine as Machine
from escarmouche.systems.masse.troops import Stand as Stand
from escarmouche.table.pieces import Piece
from escarmouche.table.shapes import Polygon

METRE: Final = 250
"""A metre of the world on the table. (masse.scale.distance)"""

SHIELD: Final = 1
"""What a shield adds to CA. (masse.combat.shield-value)"""

# ---------------------------------------------------------------- formations (masse.formation.allowed)

CLOSE: Final = "close"
SKIRMISH: Final = "skirmish"
PACK: Final = "pack"
NONE: Final = "none"
"""A single figure: formation rules never apply. (masse.org.individuals)"""

# ---------------------------------------------------------------- morale (masse.morale.four-states)

ENRAGED: Final = 0
STABLE: Final = 1
SHAKEN: Final = 2
ROUTED: Final = 3

# ---------------------------------------------------------------- sectors (masse.view.sectors)

FRONT: Final = 0
LEFT: Final = 1
REAR: Final = 2
RIGHT: Final = 3

# ---------------------------------------------------------------- where a unit is

ON_TABLE: Final = 0
DESTROYED: Final = 1
FLED: Final = 2
RESERVE: Final = 3
"""Not deployed yet, or a reinforcement on its way."""
JOINED: Final = 4
"""A hero inside a unit: `host` says which. It moves and fights with it."""

# ---------------------------------------------------------------- what a hero is to its host (masse.hero.three-positions)

INDIVIDUAL: Final = ""
COMMANDER: Final = "commander"
CHAMPION: Final = "champion"


@final
@mypyc_attr(acyclic=True)
class Unit(Data):
    """A unit, an individual, or a crew with its engine. `id` is its place in the world's units and never changes.

    `figures` are those left, `began` those at the start; `carried` NV losses wait to make up a whole figure
    (masse.combat.nv-remainder). `facing` is where it looks, `files` how many figures stand abreast. `fronts` lists the
    further sectors that a multiple front faces (masse.move.multi-front).
    """

    __slots__ = (
        "id", "seat", "name_en", "name_fr", "card", "status", "figures", "began", "carried", "x", "y", "facing", "files",
        "formation", "fronts", "morale", "die", "tie_die", "host", "role", "army_commander", "acted", "waiting", "declared",
        "receiving", "posture_turn", "moved", "shot", "fought", "charged", "second_shot", "delayed", "loaded", "reload",
        "weapon", "volleys", "extra_load", "turn_figures", "turn_nv", "nv_lost", "tested", "struck", "broken", "fell_to",
        "altitude", "breathed", "building", "floor", "crossing", "ladders", "climbers", "structure_hits", "jammed",
        "wrecking", "bless", "turns_left", "entry_turn", "specialist", "dismounted", "first_rank", "aboard", "foothold",
        "duel", "broken_gear", "origin", "passage", "braced", "_settled", "_stand",
    )  # fmt: skip

    def __init__(
        self,
        id: i64,
        seat: i64,
        name_en: str,
        name_fr: str,
        card: Card,
        status: i64 = RESERVE,
        figures: i64 = 1,
        began: i64 = 1,
        carried: i64 = 0,
        x: i64 = 0,
        y: i64 = 0,
        facing: i64 = 0,
        files: i64 = 1,
        formation: str = NONE,
        fronts: tuple[int, ...] = (),
        morale: i64 = STABLE,
        die: i64 = 0,
        tie_die: int = 0,
        host: i64 = -1,
        role: str = INDIVIDUAL,
        army_commander: bool = False,
        acted: bool = False,
        waiting: bool = False,
        declared: i64 = -1,
        receiving: bool = False,
        posture_turn: i64 = 0,
        moved: bool = False,
        shot: bool = False,
        fought: bool = False,
        charged: bool = False,
        second_shot: bool = False,
        delayed: bool = False,
        loaded: bool = True,
        reload: i64 = 0,
        weapon: i64 = 0,
        volleys: i64 = 0,
        extra_load: i64 = 0,
        turn_figures: i64 = 1,
        turn_nv: i64 = 0,
        nv_lost: i64 = 0,
        tested: tuple[str, ...] = (),
        struck: i64 = FRONT,
        broken: bool = False,
        fell_to: i64 = -1,
        altitude: i64 = 0,
        breathed: i64 = -1,
        building: i64 = -1,
        floor: i64 = 0,
        crossing: i64 = 0,
        ladders: tuple[int, ...] = (),
        climbers: tuple[int, ...] = (),
        structure_hits: i64 = 0,
        jammed: i64 = 0,
        wrecking: i64 = 0,
        bless: i64 = 0,
        turns_left: i64 = 0,
        entry_turn: i64 = 0,
        specialist: bool = False,
        dismounted: bool = False,
        first_rank: bool = True,
        aboard: i64 = -1,
        foothold: i64 = 0,
        duel: i64 = -1,
        broken_gear: i64 = 0,
        origin: tuple[int, ...] = (),
        passage: tuple[int, ...] = (),
        braced: i64 = -1,
    ) -> None:
        self.id = id
        self.seat = seat
        self.name_en = name_en
        self.name_fr = name_fr
        self.card = card
        self.status = status
        self.figures = figures
        self.began = began
        self.carried = carried
        self.x = x
        self.y = y
        self.facing = facing
        self.files = files
        self.formation = formation
        self.fronts = fronts
        self.morale = morale
        self.die = die
        """The initiative die, kept for the whole battle. (masse.init.roll)"""
        self.tie_die = tie_die
        self.host = host
        self.role = role
        self.army_commander = army_commander
        self.acted = acted
        self.waiting = waiting
        """It holds back its action. (masse.turn.delay)"""
        self.declared = declared
        """The unit it has declared to charge this turn, or -1. (masse.turn.charge-declaration)"""
        self.receiving = receiving
        """Prepared to receive a charge. (masse.move.receive-charge)"""
        self.posture_turn = posture_turn
        self.moved = moved
        self.shot = shot
        self.fought = fought
        """It shot or fought in its latest action: it has one class of cover less. (masse.terrain.cover-lost-when-fighting)"""
        self.charged = charged
        self.second_shot = second_shot
        """It waits for its second shot at initiative - 10. (masse.shoot.second-shot-initiative)"""
        self.delayed = delayed
        """It has held its action back this turn: it does so once, and has made its tests. (masse.turn.delay)"""
        self.loaded = loaded
        self.reload = reload
        """Turns of reloading done, for crossbows and engines."""
        self.weapon = weapon
        """The attack line in hand. (masse.shoot.weapon-change)"""
        self.volleys = volleys
        self.extra_load = extra_load
        self.turn_figures = turn_figures
        """Figures at the start of the turn. (masse.morale.loss-percentages)"""
        self.turn_nv = turn_nv
        """NV lost this turn."""
        self.nv_lost = nv_lost
        self.tested = tested
        """Loss conditions already tested this turn. (masse.morale.loss-test-timing)"""
        self.struck = struck
        """The worst sector it was attacked from this turn. (masse.morale.mod-flank-attacked)"""
        self.broken = broken
        """Shaken in combat: it must break off on its next action. (masse.morale.shaken-must-break-off)"""
        self.fell_to = fell_to
        """The unit that destroyed or routed it last. (masse.hero.fate-prisoner)"""
        self.altitude = altitude
        """Steps of 5 m above the ground. (masse.fly.altitude)"""
        self.breathed = breathed
        """The turn of its last breath, or -1."""
        self.building = building
        """The structure it is in or on, or -1."""
        self.floor = floor
        """Its height in that structure, in hundredths of a millimetre."""
        self.crossing = crossing
        """Movement already paid for the obstacle it is crossing; 0: none. (masse.terrain.low-obstacle)"""
        self.ladders = ladders
        """For each ladder it has raised: its structure; for each grapnel: ~ its structure. (masse.escalade.raise-ladder)"""
        self.climbers = climbers
        """The height reached by the foremost figure on each of its ladders, then by those already at the top.
        (masse.escalade.one-figure-per-ladder)"""
        self.structure_hits = structure_hits
        """Damage taken by its engine, from its PR."""
        self.jammed = jammed
        """0 works, -1 jammed for good, n > 0 turns until it works again. (masse.engine.table-6c)"""
        self.wrecking = wrecking
        """Turns spent destroying an abandoned engine. (masse.engine.destroy-abandoned)"""
        self.bless = bless
        """Turns for which a blessing lasts."""
        self.turns_left = turns_left
        """Attempts to turn undead that are left. (masse.undead.turning)"""
        self.entry_turn = entry_turn
        """The turn in which a reinforcement enters. (masse.turn.reinforcements)"""
        self.specialist = specialist
        """Specialised in the long bow. (masse.shoot.long-bow-specialist)"""
        self.dismounted = dismounted
        self.first_rank = first_rank
        """A champion's place in its host. (masse.hero.position-champion)"""
        self.aboard = aboard
        """The siege engine in or under which it shelters, or -1. (masse.siege.capacity)"""
        self.foothold = foothold
        """How many of its figures have forced their way through an entrance. (masse.entry.advance)"""
        self.duel = duel
        """The turn in which its single combat began, or -1. (masse.hero.duel)"""
        self.broken_gear = broken_gear
        """How many of its ladders and grapnels are broken; it came with one for each figure. (masse.escalade.broken)"""
        self.origin = origin
        """Where the middle of its front was when its latest move began, (x, y), until its next action.
        (masse.view.attack-sector)"""
        self.passage = passage
        """What it has paid of a way in, out, up or down that takes more than a turn: (kind of way, number, paid), or ().
        (masse.building.narrow-door)"""
        self.braced = braced
        """The unit whose charge it was prepared for and has received, until it has struck back; -1 nobody.
        (masse.melee.receive-double-dice)"""
        self._stand: Stand | None = None
        """The ground it covers, as `rules.bases.stand` keeps it."""
        self._settled = False
        """Has it taken its place in a world, where nothing of it changes any more?"""

    def copy(self) -> Unit:
        """A twin that may be changed until somebody else sees it."""
        twin = Unit(
            self.id, self.seat, self.name_en, self.name_fr, self.card, self.status, self.figures, self.began, self.carried,
            self.x, self.y, self.facing, self.files, self.formation, self.fronts, self.morale, self.die, self.tie_die,
            self.host, self.role, self.army_commander, self.acted, self.waiting, self.declared, self.receiving,
            self.posture_turn, self.moved, self.shot, self.fought, self.charged, self.second_shot, self.delayed,
            self.loaded, self.reload, self.weapon, self.volleys, self.extra_load, self.turn_figures, self.turn_nv,
            self.nv_lost, self.tested, self.struck, self.broken, self.fell_to, self.altitude, self.breathed, self.building,
            self.floor, self.crossing, self.ladders, self.climbers, self.structure_hits, self.jammed, self.wrecking,
            self.bless, self.turns_left, self.entry_turn, self.specialist, self.dismounted, self.first_rank,
            self.aboard, self.foothold, self.duel, self.broken_gear, self.origin, self.passage, self.braced,
        )  # fmt: skip
        twin._stand = self._stand
        return twin

    def settle(self) -> None:
        """It takes its place in a world and changes no more: whether it still stands as it did is looked at once, here."""
        if not self._settled:
            if self._stand is not None and not self.stands(self._stand):
                self._stand = None
            self._settled = True

    def in_place_of(self, other: Unit) -> bool:
        """Does it, settled, stand just where and as another does who is in the same world before it? Then both meet the same
        enemies."""
        return (
            other._settled and self._stand is not None and self._stand is other._stand and self.status == other.status
            and self.altitude == other.altitude and self.building == other.building and self.floor == other.floor
            and self.aboard == other.aboard and self.ladders == other.ladders and self.climbers == other.climbers
        )  # fmt: skip

    def stands(self, how: Stand) -> bool:
        """Does it stand like this?"""
        return (
            self.x == how.x and self.y == how.y and self.facing == how.facing and self.figures == how.figures
            and self.files == how.files and self.card is how.card and self.formation == how.formation
        )  # fmt: skip


@final
@mypyc_attr(acyclic=True)
class Structure(Data):
    """A building, wall, gate or tower: its shape on the table, what it can take, its openings. `damage` counts against PR.

    `kind` is an id of the structure table, `role` "building", "wall", "gate", "tower" or "enclosure"; `height` its top;
    `openings` are (kind, x, y) with a kind of the opening table.
    """

    __slots__ = ("id", "kind", "role", "shape", "ps", "pr", "damage", "height", "cover", "openings", "seat")

    def __init__(
        self,
        id: int,
        kind: str,
        role: str,
        shape: Polygon,
        ps: int,
        pr: int,
        damage: int = 0,
        height: int = 0,
        cover: int = 90,
        openings: tuple[tuple[str, int, int], ...] = (),
        seat: int = -1,
    ) -> None:
        self.id = id
        self.kind = kind
        self.role = role
        self.shape = shape
        self.ps = ps
        self.pr = pr
        self.damage = damage
        self.height = height
        self.cover = cover
        self.openings = openings
        self.seat = seat

    def destroyed(self) -> bool:
        """PR gone. (masse.structure.destroyed)"""
        return self.damage >= self.pr


@final
@mypyc_attr(acyclic=True)
class Zone(Data):
    """A rectangle of the table that belongs to a side: `kind` is "deploy" or "enter". (masse.setup.deployment,
    masse.turn.reinforcements)"""

    __slots__ = ("kind", "seat", "left", "bottom", "right", "top")

    def __init__(self, kind: str, seat: int, left: int, bottom: int, right: int, top: int) -> None:
        self.kind = kind
        self.seat = seat
        self.left = left
        self.bottom = bottom
        self.right = right
        self.top = top


@final
@mypyc_attr(acyclic=True)
class Goal(Data):
    """An objective of the scenario, worth `points`. (masse.victory.winner)

    `kind` "hold": held at the end, by troops within `reach` of the place, by `seat` while nobody disputes it; "keep": the
    same, at the end of every turn; "destroy": the structure `structure` brought down, for `seat`; "slay": every army
    commander that the enemy of `seat` loses, for `seat`.
    """

    __slots__ = ("kind", "points", "seat", "x", "y", "reach", "structure", "name_en", "name_fr")

    def __init__(
        self,
        kind: str,
        points: int,
        seat: int = -1,
        x: int = 0,
        y: int = 0,
        reach: int = 0,
        structure: int = -1,
        name_en: str = "",
        name_fr: str = "",
    ) -> None:
        self.kind = kind
        self.points = points
        self.seat = seat
        self.x = x
        self.y = y
        self.reach = reach
        self.structure = structure
        self.name_en = name_en
        self.name_fr = name_fr


@final
@mypyc_attr(acyclic=True)
class Side(Data):
    """A player's army as a whole: its edge, its morale penalty for lost army commanders, what it has lost, its objective."""

    __slots__ = ("seat", "edge", "grief", "began_nv", "conceded", "points", "attacker", "sealed")

    def __init__(
        self,
        seat: int,
        edge: int = 0,
        grief: int = 0,
        began_nv: int = 0,
        conceded: bool = False,
        points: int = 0,
        attacker: bool = False,
        sealed: tuple[tuple[int, int], ...] | None = None,
    ) -> None:
        self.seat = seat
        self.edge = edge
        self.grief = grief
        """Penalty to all morale tests for lost army commanders. (masse.hero.army-commander-lost)"""
        self.began_nv = began_nv
        self.conceded = conceded
        self.points = points
        self.attacker = attacker
        self.sealed = sealed
        """The charges it has declared in secret, (unit, target), until both sides reveal theirs; None when there are none to
        reveal. (masse.turn.charge-declaration)"""

    def copy(self) -> Side:
        """A twin that may be changed until somebody else sees it."""
        return Side(
            self.seat, self.edge, self.grief, self.began_nv, self.conceded, self.points, self.attacker, self.sealed,
        )  # fmt: skip


# ---------------------------------------------------------------- house options

OPENINGS_APART: Final = "openings-apart"
"""Only the openings that a unit uses count: a wide one elsewhere in the building is no help. (masse.building.wide-exit)"""
WALLS_AS_BUILDINGS: Final = "walls-as-buildings"
"""The top of a wall steadies like a building, and nobody routs there. (masse.building.morale)"""
BARE_CRESTS: Final = "bare-crests"
"""A hill gives no cover to those who stand on it. (masse.terrain.elevation)"""
ALL_ROUND: Final = "first-blow-all-round"
"""Longer weapons strike first at whoever comes, from whichever side. (masse.melee.opportunity-before-contact)"""
PLAIN_DICE: Final = "plain-dice"
"""A natural 20 or 1 of a touch is a score like any other. (masse.combat.natural-20-and-1)"""
FIVE_ABREAST: Final = "five-abreast"
"""A change of formation leads to no rank of more than five figures. (masse.move.change-formation)"""
SCATTER: Final = "scatter"
"""The landing point of an engine's miss is found. (masse.engine.scatter)"""


@final
@mypyc_attr(acyclic=True)
class Melees:
    """Who meets whom among these units in and about these structures: by id the enemies in contact, None where nobody has
    asked."""

    __slots__ = ("known", "structures", "units")

    def __init__(self, units: tuple[Unit, ...], structures: tuple[Structure, ...], known: list[tuple[int, ...] | None]) -> None:
        self.units = units
        self.structures = structures
        self.known = known


@final
@mypyc_attr(acyclic=True)
class Muster:
    """Who of these units stands on the table by himself: those of seat 0, those of seat 1."""

    __slots__ = ("first", "second", "units")

    def __init__(self, units: tuple[Unit, ...]) -> None:
        self.units = units
        self.first: list[Unit] = []
        self.second: list[Unit] = []
        for unit in units:
            if unit.status == ON_TABLE:
                (self.second if unit.seat else self.first).append(unit)


@final
@mypyc_attr(acyclic=True)
class Taken:
    """A step of a move as it would be: where the unit stands afterwards and what it costs, or why it may not be."""

    __slots__ = ("unit", "cost", "refused", "before", "step")

    def __init__(self, unit: Unit, cost: int, refused: Refusal | None = None) -> None:
        self.unit = unit
        self.cost = cost
        self.refused = refused
        self.before = unit
        self.step: Any = None
        """Of which unit it is which step, where it is remembered."""


@final
@mypyc_attr(acyclic=True)
class World(Data):
    """Everything about a battle at one moment. `acting` is the unit whose action is under way, -1 between actions."""

    __slots__ = (
        "width", "depth", "pieces", "structures", "units", "sides", "scenario", "turn", "turn_limit", "acting", "hatreds",
        "switches", "goals", "zones", "_country", "_melees", "_muster", "_taken",
    )  # fmt: skip

    def __init__(
        self,
        width: i64,
        depth: i64,
        pieces: tuple[Piece, ...],
        structures: tuple[Structure, ...],
        units: tuple[Unit, ...],
        sides: tuple[Side, ...],
        scenario: str = "",
        turn: i64 = 0,
        turn_limit: i64 = 0,
        acting: i64 = -1,
        hatreds: tuple[tuple[str, str], ...] = (),
        switches: tuple[str, ...] = (),
        goals: tuple[Goal, ...] = (),
        zones: tuple[Zone, ...] = (),
    ) -> None:
        self.width = width
        self.depth = depth
        self.pieces = pieces
        self.structures = structures
        self.units = units
        self.sides = sides
        self.scenario = scenario
        self.turn = turn
        self.turn_limit = turn_limit
        self.acting = acting
        self.hatreds = hatreds
        """(trait that hates, trait that is hated). (masse.morale.hatred-pairs)"""
        self.switches = switches
        self.goals = goals
        self.zones = zones
        self._melees: Melees | None = None
        """Who meets whom, as `rules.ground.met` keeps it."""
        self._taken: list[Taken] | None = None
        """The latest steps that were measured, as `rules.movement.take_step` keeps them."""
        self._country: Country | None = None
        self._muster: Muster | None = None

    def copy(self) -> World:
        """A twin that may be changed until somebody else sees it."""
        twin = World(
            self.width, self.depth, self.pieces, self.structures, self.units, self.sides, self.scenario, self.turn,
            self.turn_limit, self.acting, self.hatreds, self.switches, self.goals, self.zones,
        )  # fmt: skip
        twin._melees = self._melees
        twin._country = self._country
        return twin

    def with_unit(self, unit: Unit) -> World:
        """The world with this unit in place of the one with its id."""
        unit.settle()
        units = list(self.units)
        before, units[unit.id] = units[unit.id], unit
        twin = self.copy()
        twin.units = tuple(units)
        melees = self._melees
        if melees is not None and melees.units is self.units and unit.in_place_of(before):
            twin._melees = Melees(twin.units, melees.structures, melees.known)
        return twin

    def with_units(self, units: tuple[Unit, ...]) -> World:
        """The world with these units, each in place of the one with its id."""
        for unit in units:
            unit.settle()
        twin = self.copy()
        twin.units = units
        return twin

    def with_side(self, side: Side) -> World:
        """The world with this side in place of the one of its seat."""
        sides = list(self.sides)
        sides[side.seat] = side
        twin = self.copy()
        twin.sides = tuple(sides)
        return twin

    def with_structure(self, structure: Structure) -> World:
        """The world with this structure in place of the one with its id."""
        structures = list(self.structures)
        structures[structure.id] = structure
        twin = self.copy()
        twin.structures = tuple(structures)
        return twin

    def on_table(self, seat: i64) -> list[Unit]:
        """The units and individuals of a seat that stand on the table by themselves: gathered once, and not to be changed."""
        known = self._muster
        if known is None or known.units is not self.units:
            known = self._muster = Muster(self.units)
        return known.second if seat else known.first


CLASSES: Final = (Attack, Card, Machine, Unit, Structure, Zone, Goal, Side, World)
