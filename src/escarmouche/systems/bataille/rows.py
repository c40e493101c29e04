"""The tables of the d6 army game as typed rows; names and remarks in French and English side by side."""

from __future__ import annotations

from math import ceil
from typing import Annotated, Literal

import msgspec

from escarmouche.core.content import Id, Row
from escarmouche.kit.rows import Count, Game, Icon, Lines, Named, Noted, Positive, Text
from escarmouche.kit.view import Look

Score = Annotated[int, msgspec.Meta(ge=0, le=5)]
Level = Annotated[int, msgspec.Meta(ge=1, le=5)]
Amount = Annotated[float, msgspec.Meta(ge=0)]
Side = Annotated[int, msgspec.Meta(ge=2, le=4)]
Hits = Annotated[int, msgspec.Meta(ge=1, le=4)]
Base = Annotated[int, msgspec.Meta(ge=10, le=150)]
Scores = tuple[int, ...] | int | str
"""The scores of several attacks; `content.scores` holds them to their range."""
Quickness = Literal["melee", "shooting"]
Move = Literal[6, 9, 12, 15, 18]
Role = Literal["troop", "hero", "sorcerer", "titan", "artillery"]
Shell = Literal["", "explosive", "piercing"]
Unit = Literal["inch", "mm", "d6", "points", "turns", "rolls", "figures", "sides", "times", "mental", "per-inch", "share"]
RuleId = Annotated[str, msgspec.Meta(pattern=r"^bataille(\.[a-z0-9-]+)+$")]
Rules = Annotated[tuple[RuleId, ...], msgspec.Meta(min_length=1)]

INCH = 2500
"""An inch in hundredths of a millimetre. (bataille.core.inch)"""


# ---------------------------------------------------------------- the turn and the table


class Switch(Named, frozen=True, kw_only=True):
    """A choice between two readings of a rule: its name says what holds when it is on, `usual` whether it is."""

    usual: bool
    rule: RuleId


class Phase(Named, frozen=True, kw_only=True):
    """A phase of the turn."""

    number: Positive
    mode: Text
    mode_fr: Text


class Constant(Row, frozen=True, kw_only=True):
    """A number of the book, or of ours where it has no lines; `unit` says what it counts."""

    id: Id
    value: Amount
    unit: Unit
    lines: Lines = ()


class State(Named, frozen=True, kw_only=True):
    """A state of a figure, and what it adds to its scores and attacks."""

    starts: Text
    starts_fr: Text
    ends: Text
    ends_fr: Text
    effect: Text
    effect_fr: Text
    rule: RuleId
    melee: int = 0
    shooting: int = 0
    armour: int = 0
    attacks: int = 0


class Terrain(Named, frozen=True, kw_only=True):
    """A kind of ground or of thing on it. `sight`: it never blocks, always does, does beyond so many inches of it ("deep"), or
    does unless one end of the line stands on it ("crest")."""

    look: Look
    movement: Text
    movement_fr: Text
    shooting: Text
    shooting_fr: Text
    move_factor: Positive
    obstacle: bool
    impassable: bool
    sight: Literal["clear", "blocks", "deep", "crest"]
    cover: bool
    standable: bool
    occupiable: bool


# ---------------------------------------------------------------- points


class Cost(Noted, frozen=True, kw_only=True):
    """What a value of a characteristic costs; `switched` is its price by the other reading, where there is one."""

    characteristic: Literal["movement", "melee", "shooting", "armour", "mental"]
    value: Count
    points: Count = 0
    flight: bool = False
    allowed: bool = True
    switched: int | None = None


class HpFactor(Named, frozen=True, kw_only=True):
    """What the sum of costs is multiplied by for so many hit points."""

    hp: Hits
    numerator: Positive
    denominator: Positive


class Ability(Named, frozen=True, kw_only=True):
    """An ability, its price, and what it takes from the Armour of those it strikes."""

    cost: Count
    rules: Rules
    armour: int = 0


class Limit(Named, frozen=True, kw_only=True):
    """How many of something an army may have: so many for every slice of points, or so many from some size on."""

    rule: RuleId
    per_points: Count = 0
    minimum_army_points: Count = 0
    maximum: Positive = 1


# ---------------------------------------------------------------- artillery, characters, magic


class ArtilleryType(Named, frozen=True, kw_only=True):
    """A kind of gun; lengths in inches."""

    range: Positive
    minimum_range: Count
    cost_per_tir: Positive
    area: Text
    area_fr: Text
    rules: Rules


class ArtilleryMovement(Named, frozen=True, kw_only=True):
    """What a gun can do with so many crew; its move in inches."""

    crew: Count
    move: Count
    can_fire: bool


class RoleRow(Named, frozen=True, kw_only=True):
    """What a figure may be: whether it is a character, how many items it may bear (all of them where `must`), and how many
    spells it knows."""

    character: bool
    items: Count = 0
    spells: Count = 0
    must: bool = False
    rule: RuleId


class MagicItem(Named, frozen=True, kw_only=True):
    """A magic item, and what it gives: to the bearer's Melee, to the Armour of those he strikes, attacks and spells more."""

    cost: Count
    bearers: tuple[Role, ...]
    effect: Text
    effect_fr: Text
    rules: Rules
    melee: int = 0
    armour: int = 0
    attacks: Count = 0
    spells: Count = 0
    struck: Count = 0
    """So many attacks a turn may be aimed at the bearer; 0 for any number."""


class Spell(Named, frozen=True, kw_only=True):
    """A spell; its range in inches."""

    cost: Count
    range: Positive
    target: Text
    target_fr: Text
    mental_resistance: bool
    armour_save: bool
    armour_modifier: int
    duration: Text
    duration_fr: Text
    rules: Rules


class Scenario(Named, frozen=True, kw_only=True):
    """A scenario; `number` is its face on the die."""

    number: Positive
    turns: Positive
    minimum_sides: Side
    maximum_sides: Side
    victory: Text
    victory_fr: Text
    briefing_en: Text
    briefing_fr: Text
    rules: Rules


class Gold(Named, frozen=True, kw_only=True):
    """The dice of gold for a figure killed in melee, by its Armour; `additional` is for characters, on top."""

    d6: Positive
    armour_min: Score = 0
    armour_max: Score = 5
    additional: bool = False


# ---------------------------------------------------------------- fighters


class Faction(Named, frozen=True, kw_only=True):
    """A list of profiles."""


class Profile(Noted, frozen=True, kw_only=True):
    """A figure or a gun: movement in inches (bataille.char.movement-values), a score for every attack (bataille.char.melee,
    bataille.char.shooting), its base. Items, spells and the creature a Summoning calls are what it has unless the army says
    otherwise. A gun has Movement and Shooting alone. `feminine` is the gender of its French name."""

    faction: str
    role: Role
    points: Count
    movement: Move
    flight: bool = False
    melee: tuple[Level, ...] = ()
    shooting: tuple[Level, ...] = ()
    armour: Score = 0
    mental: Score = 0
    hp: Annotated[int, msgspec.Meta(ge=0, le=4)] = 1
    traits: tuple[str, ...] = ()
    items: tuple[str, ...] = ()
    spells: tuple[str, ...] = ()
    summons: tuple[str, ...] = ()
    quickness: Quickness = "melee"
    artillery_type: Shell = ""
    base_mm: Base = 25
    feminine: bool = False
    icon: Icon = ""


class OwnProfile(Row, frozen=True, kw_only=True):
    """A profile of people's own: the formula gives its points. Several scores are a list or "5/4"; one name is enough."""

    id: Id
    movement: Move | Literal["6", "9", "12", "15", "18", "flight"] = 6
    melee: Scores = ()
    shooting: Scores = ()
    armour: Score = 0
    mental: Score = 0
    hp: Hits = 1
    traits: tuple[str, ...] = ()
    role: Role = "troop"
    flight: bool = False
    artillery_type: Shell = ""
    items: tuple[str, ...] = ()
    spells: tuple[str, ...] = ()
    summons: tuple[str, ...] = ()
    quickness: Quickness = "melee"
    base_mm: Base = 25
    name: str = ""
    name_fr: str = ""
    feminine: bool = False
    faction: str = ""
    points: Count | None = None
    icon: Icon = ""
    note: str = ""
    note_fr: str = ""


# ---------------------------------------------------------------- all of it


class Book(msgspec.Struct, frozen=True, kw_only=True):
    """Every table of the book, by id."""

    system: Game
    switch: dict[str, Switch]
    phase: dict[str, Phase]
    constant: dict[str, Constant]
    state: dict[str, State]
    terrain: dict[str, Terrain]
    cost: dict[str, Cost]
    hp_factor: dict[str, HpFactor]
    ability: dict[str, Ability]
    limit: dict[str, Limit]
    artillery_type: dict[str, ArtilleryType]
    artillery_movement: dict[str, ArtilleryMovement]
    role: dict[str, RoleRow]
    magic_item: dict[str, MagicItem]
    spell: dict[str, Spell]
    scenario: dict[str, Scenario]
    gold: dict[str, Gold]
    faction: dict[str, Faction]
    profile: dict[str, Profile]

    def length(self, constant: str) -> int:
        """A constant of the table that is a length, in hundredths of a millimetre."""
        row = self.constant[constant]
        assert row.unit == "inch", constant
        return round(row.value * INCH)

    def number(self, constant: str) -> int:
        """A constant that is a whole number: of dice, points, turns, figures."""
        return int(self.constant[constant].value)

    def share(self, constant: str, whole: int) -> int:
        """The part of something that a constant says, such as half of a Movement, in the same unit; rounded up."""
        return ceil(self.constant[constant].value * whole)
