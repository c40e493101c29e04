"""What troops are, unchanged by the battle: attack lines, machines, and profiles as cards; and the ground that they cover. The
model of the world is built on them. Lengths are hundredths of a millimetre.
"""

from __future__ import annotations

from math import isqrt
from typing import Any, Final, final

from mypy_extensions import i64, mypyc_attr

from escarmouche.core.data import Data
from escarmouche.table.pieces import Piece, ground_height
from escarmouche.table.shapes import Polygon, inside, polygons_within, rectangle, turned

INCH: Final = 2500

BESIDE: Final = INCH // 2 - 1
"""Whoever is no farther from an obstacle than this is right beside it."""


@final
@mypyc_attr(acyclic=True)
class Attack(Data):
    """One attack line of a profile: what it rolls with which weapon.

    `mode` is "melee" or "missile"; `dice` the sides of each attack die a figure rolls (masse.combat.attack-dice); `flat` is
    added to the first of them (masse.combat.da-flat-bonus); `pt` the upper limit of short range (0 for melee); `length` 0
    short, 1 medium, 2 long; `damage` "bludgeoning", "slashing" or "piercing".
    """

    __slots__ = (
        "weapon", "mode", "ma", "dice", "flat", "pt", "length", "damage", "receives_charge", "second_rank", "two_handed",
        "thrown", "indirect", "shots", "reload", "change", "volleys", "useless_on_structures",
    )  # fmt: skip

    def __init__(
        self,
        weapon: str,
        mode: str,
        ma: int,
        dice: tuple[int, ...],
        flat: int = 0,
        pt: int = 0,
        length: int = 0,
        damage: str = "slashing",
        receives_charge: bool = False,
        second_rank: bool = False,
        two_handed: bool = False,
        thrown: bool = False,
        indirect: bool = False,
        shots: int = 1,
        reload: str = "none",
        change: str = "immediate",
        volleys: int = 0,
        useless_on_structures: bool = False,
    ) -> None:
        self.weapon = weapon
        self.mode = mode
        self.ma = ma
        self.dice = dice
        self.flat = flat
        self.pt = pt
        self.length = length
        self.damage = damage
        self.receives_charge = receives_charge
        self.second_rank = second_rank
        self.two_handed = two_handed
        self.thrown = thrown
        self.indirect = indirect
        self.shots = shots
        """Shots a turn; 2 allows a second shot. (masse.shoot.rate-of-fire)"""
        self.reload = reload
        """"none", "if-immobile", "move" (replaces the movement) or "turn" (a whole turn). (masse.shoot.reload-one-turn)"""
        self.change = change
        self.volleys = volleys
        """Standard load; 0 for weapons that need none. (masse.shoot.ammo-missile)"""
        self.useless_on_structures = useless_on_structures


@final
@mypyc_attr(acyclic=True)
class Card(Data):
    """What a unit's figures are, unchanged by the battle: a profile of the lists, a converted hero, an engine's crew.

    `category` is "infantry", "shooters", "cavalry", "chariot", "flying", "monster", "hero" or "engine"; `size` "p", "m", "g",
    "tg", "gig" or "c"; `front` and `depth` are those of one base; `no_morale` when ML is printed S/o; `loyalty`, `radius`,
    `level` and `caster` belong to heroes; `traits` are ids of the trait table.
    """

    __slots__ = (
        "profile", "name_en", "name_fr", "category", "formation", "size", "n_per_fig", "nv", "init", "mv", "ca", "dexterity",
        "ml", "no_morale", "shield", "attacks", "front", "depth", "traits", "loyalty", "radius", "level", "spells", "breath",
        "engine", "land_mv", "machine", "mount",
    )  # fmt: skip

    def __init__(
        self,
        profile: str,
        name_en: str,
        name_fr: str,
        category: str,
        formation: str,
        size: str,
        n_per_fig: int,
        nv: int,
        init: int,
        mv: int,
        ca: int,
        dexterity: int,
        ml: int,
        no_morale: bool,
        shield: bool,
        attacks: tuple[Attack, ...],
        front: int,
        depth: int,
        traits: tuple[str, ...] = (),
        loyalty: int = 0,
        radius: int = 0,
        level: int = 0,
        spells: tuple[str, ...] = (),
        breath: str = "",
        engine: str = "",
        land_mv: int = -1,
        machine: Machine | None = None,
        mount: Card | None = None,
    ) -> None:
        self.profile = profile
        self.name_en = name_en
        self.name_fr = name_fr
        self.category = category
        self.formation = formation
        self.size = size
        self.n_per_fig = n_per_fig
        self.nv = nv
        self.init = init
        self.mv = mv
        self.ca = ca
        self.dexterity = dexterity
        """The part of CA that is Dexterity, lost to attacks from the rear. (masse.melee.mod-rear)"""
        self.ml = ml
        self.no_morale = no_morale
        self.shield = shield
        self.attacks = attacks
        self.front = front
        self.depth = depth
        self.traits = traits
        self.loyalty = loyalty
        self.radius = radius
        """Command radius of a hero. (masse.org.stat-rc)"""
        self.level = level
        self.spells = spells
        self.breath = breath
        self.engine = engine
        """The engine that this crew serves: an id of the engine table."""
        self.land_mv = land_mv
        """Movement on land of a swimmer or on the ground of a flier; -1 the same as `mv`."""
        self.machine = machine
        self.mount = mount
        """On foot: the card of the same riders in the saddle. (masse.cavalry.dismount)"""

    def has(self, trait: str) -> bool:
        """Does the profile carry this trait?"""
        return trait in self.traits


@final
@mypyc_attr(acyclic=True)
class Machine(Data):
    """A war machine or siege engine: what Tables 6b, 7a and A1c say of it. (masse.engine.table-6b, masse.siege.table-7a)"""

    __slots__ = (
        "engine", "crew", "mv", "range", "fire", "rate", "misfire", "ps", "pr", "dice", "length", "height", "cover",
        "capacity",
    )  # fmt: skip

    def __init__(
        self,
        engine: str,
        crew: int,
        mv: int,
        range: int,
        fire: str,
        rate: int,
        misfire: int,
        ps: int,
        pr: int,
        dice: tuple[int, ...],
        length: int = 0,
        height: int = 0,
        cover: int = 0,
        capacity: int = 0,
    ) -> None:
        self.engine = engine
        self.crew = crew
        self.mv = mv
        self.range = range
        self.fire = fire
        """"direct", "ballistic" or "none"."""
        self.rate = rate
        """One shot or blow every so many turns; 0 never."""
        self.misfire = misfire
        """The highest natural die that misfires."""
        self.ps = ps
        self.pr = pr
        self.dice = dice
        self.length = length
        self.height = height
        self.cover = cover
        self.capacity = capacity


@final
@mypyc_attr(acyclic=True)
class Stand:
    """How a unit stands, and what follows from that alone: the size of its footprint, and the footprint itself once somebody
    asks for it. (masse.org.base-sizes)"""

    __slots__ = (
        "_around", "_beside", "_front", "_key", "_level", "_pieces", "_places", "_shape", "_sights", "aside", "behind", "card",
        "depth", "facing", "figures", "files", "formation", "reach", "width", "x", "y",
    )  # fmt: skip

    def __init__(
        self,
        card: Card,
        formation: str,
        figures: i64,
        files: i64,
        x: i64,
        y: i64,
        facing: i64,
        width: i64,
        depth: i64,
        aside: i64,
        behind: i64,
    ) -> None:
        self.card = card
        self.formation = formation
        self.figures = figures
        self.files = files
        self.x = x
        self.y = y
        self.facing = facing
        self.width = width
        self.depth = depth
        self.aside = aside
        self.behind = behind
        """From one figure to the next, sideways and in depth."""
        self.reach: i64 = isqrt(width * width + depth * depth) // 2 + 2
        """Half the diagonal, rounded up: nothing of it is farther from its centre."""
        self._key: tuple[int, ...] = ()
        self._shape: Polygon | None = None
        self._places: tuple[tuple[int, int], ...] = ()
        self._level: i64 = 0
        self._pieces: tuple[Piece, ...] = ()
        self._front: tuple[int, int] | None = None
        self._sights: tuple[tuple[int, int], ...] = ()
        self._beside: list[bool] = []
        self._around: tuple[Piece, ...] = ()

    def key(self) -> tuple[int, ...]:
        """All that says which ground is covered, by the whole and by each figure: the same for any two that cover the same."""
        if not self._key:
            card = self.card
            self._key = (
                self.x, self.y, self.facing, self.figures, self.files, self.aside, self.behind, card.front, card.depth,
            )  # fmt: skip
        return self._key

    def shape(self) -> Polygon:
        """The rectangle that is covered: corners front left, rear left, rear right, front right."""
        found = self._shape
        if found is None:
            found = self.shape_at(self.x, self.y, self.facing)
            self._shape = found
        return found

    def shape_at(self, x: int, y: int, facing: int) -> Polygon:
        """The rectangle that would be covered at another place."""
        return rectangle(x, y, max(1, self.width // 2), max(1, self.depth // 2), facing)

    def front(self) -> tuple[int, int]:
        """The middle of its front edge."""
        found = self._front
        if found is None:
            dx, dy = turned(self.depth // 2, 0, self.facing)
            found = (self.x + dx, self.y + dy)
            self._front = found
        return found

    def sights(self) -> tuple[tuple[int, int], ...]:
        """The points of it that a line of sight may end on: its centre and the corners of its footprint."""
        if not self._sights:
            self._sights = ((self.x, self.y), *self.shape().points)
        return self._sights

    def places(self) -> tuple[tuple[int, int], ...]:
        """The centres of the figures: rank by rank from the front, left to right, the last rank in the middle."""
        if not self._places:
            found = []
            left, ahead = self.figures, self.depth // 2 - self.card.depth // 2
            while left > 0:
                count = min(self.files, left)
                left -= count
                first = (count - 1) * self.aside // 2
                for file in range(count):
                    dx, dy = turned(ahead, first - file * self.aside, self.facing)
                    found.append((self.x + dx, self.y + dy))
                ahead -= self.behind
            self._places = tuple(found)
        return self._places

    def base(self, place: tuple[int, int]) -> Polygon:
        """The base of a figure in one of these places."""
        return rectangle(place[0], place[1], self.card.front // 2, self.card.depth // 2, self.facing)

    def level(self, pieces: tuple[Piece, ...]) -> i64:
        """The level of the ground under its centre on this terrain."""
        if self._pieces is not pieces:
            self._level = ground_height(self.x, self.y, pieces)
            self._pieces = pieces
        return self._level

    def beside(self, pieces: tuple[Piece, ...]) -> list[bool]:
        """Of each piece of this terrain, whether it is in it or right beside it; told once. (masse.view.behind-obstacle)"""
        if self._around is not pieces:
            self._beside = [
                inside(piece.shape, self.x, self.y) or polygons_within(piece.shape, self.shape(), BESIDE) for piece in pieces
            ]
            self._around = pieces
        return self._beside


@final
@mypyc_attr(acyclic=True)
class Country:
    """The terrain of a battle, and by each kind of troops how they meet it, as `rules.terrain.tracts` keeps it: `latest` is
    what those of the `card` meet who asked last."""

    __slots__ = ("card", "dismounted", "latest", "pieces", "tracts")

    def __init__(self, pieces: tuple[Piece, ...]) -> None:
        self.pieces = pieces
        self.tracts: dict[str, list[Any]] = {}
        self.card: Card | None = None
        self.dismounted = False
        self.latest: list[Any] = []
