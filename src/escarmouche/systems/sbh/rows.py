"""The tables of Song of Blades and Heroes as typed rows; names and remarks in French and English side by side."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from escarmouche.core.content import Id, Row
from escarmouche.kit.rows import Count, Game, Icon, Lines, Named, Noted, Positive, Text
from escarmouche.kit.view import Look

Length = Literal["short", "medium", "long"]
Size = Literal["normal", "big", "huge"]
Die = Annotated[int, msgspec.Meta(ge=1, le=6)]

RuleId = Annotated[str, msgspec.Meta(pattern=r"^sbh(\.[a-z0-9-]+)+$")]


# ---------------------------------------------------------------- the table


class Ruler(Noted, frozen=True, kw_only=True):
    """A measuring stick, at both scales and on a hexagon board."""

    mm_15: Positive
    mm_25_28: Positive
    hexes: Positive


class Board(Named, frozen=True, kw_only=True):
    """A playing surface; with `minimum` the measures are the least it may have."""

    minimum: bool
    width_mm: Count = 0
    depth_mm: Count = 0
    a4_sheets_min: Count = 0
    hex_width_mm_min: Count = 0
    hex_width_mm_max: Count = 0


class Terrain(Noted, frozen=True, kw_only=True):
    """A kind of terrain; `ignored_by` are the special rules that do not mind it."""

    look: Look
    difficult: bool
    impassable: bool
    blocks_line_of_sight: bool
    cover: bool
    ignored_by: tuple[str, ...]


class WoodsCase(Noted, frozen=True, kw_only=True):
    """May one fighter shoot at another in and around woods, and at what modifier?"""

    allowed: bool
    modifier: int


class Fall(Named, frozen=True, kw_only=True):
    """A height to fall from, and the dice its survival takes."""

    height: Length
    dice: Die


# ---------------------------------------------------------------- activation and combat


class ActivationResult(Row, frozen=True, kw_only=True):
    """What a number of successes and failures gives."""

    id: Id
    dice: Annotated[int, msgspec.Meta(ge=1, le=3)]
    successes: Count
    failures: Count
    actions: Count
    turn_passes: bool
    lines: Lines = ()


class Action(Noted, frozen=True, kw_only=True):
    """Something a fighter does, and how many actions it takes."""

    cost_min: Positive
    cost_max: Positive
    in_main_table: bool
    rule: RuleId


class MeleeModifier(Noted, frozen=True, kw_only=True):
    """A modifier of a fight hand to hand."""

    value: int
    applies_to: Literal["self", "opponent"]
    rule: RuleId
    per: str = ""
    per_fr: str = ""


class RangedModifier(Named, frozen=True, kw_only=True):
    """A modifier of a shot; `spells` says whether it counts for spells, `spells_ruled` that this is our ruling."""

    value: int
    applies_to: Literal["shooter", "target"]
    spells: bool
    rule: RuleId
    spells_ruled: bool = False
    per: str = ""
    per_fr: str = ""


class CombatResult(Named, frozen=True, kw_only=True):
    """A result of a fight; the first in order of priority whose condition holds: the winner's total is so many `times` the
    loser's, or its natural die is one of the `faces`."""

    condition: Text
    condition_fr: Text
    effect: Text
    effect_fr: Text
    priority: Positive
    times: Count = 0
    faces: tuple[Die, ...] = ()


class RangeBand(Named, frozen=True, kw_only=True):
    """How far a shot goes, in multiples of the weapon's range, and the ranged modifier that counts there."""

    from_multiple: Count
    to_multiple: Positive
    modifier: str = ""


class Spell(Named, frozen=True, kw_only=True):
    """A spell; "Power" in a column stands for the power it is cast at."""

    needs_line_of_sight: bool
    target_in_melee_allowed: bool
    nearest_enemy_rule: bool
    rule: RuleId
    combat: Literal["Power", ""] = ""
    resist_dice: Literal["Power", ""] = ""


class SpellPower(Named, frozen=True, kw_only=True):
    """What a spell's power gives."""

    power: Annotated[int, msgspec.Meta(ge=1, le=3)]
    range: Length
    combat: Positive
    resist_dice: Positive


# ---------------------------------------------------------------- morale and removal


class MoraleResult(Named, frozen=True, kw_only=True):
    """What the failures of a morale roll lead to."""

    failures: Annotated[int, msgspec.Meta(ge=0, le=3)]
    flee_actions: Count
    removed: bool


class MoraleTrigger(Named, frozen=True, kw_only=True):
    """What calls for a morale roll, and which special rules are exempt."""

    who: Text
    who_fr: Text
    repeat: Text
    repeat_fr: Text
    exempt: tuple[str, ...]


class MoraleModifier(Named, frozen=True, kw_only=True):
    """A modifier of a morale roll."""

    value: int


class Removal(Named, frozen=True, kw_only=True):
    """A way to leave play, and what it counts for; `classification_stated` when the book says so itself."""

    status: Literal["dead", "out-of-action", "off-table"]
    counts_for_victory_points: bool
    counts_as_leader_killed: bool
    counts_for_half_strength: bool
    winner_survival_roll: bool
    classification_stated: bool


# ---------------------------------------------------------------- scenarios and campaigns


class Scenario(Noted, frozen=True, kw_only=True):
    """A scenario; `die` is its number on the table (0: none), `like` the one whose rules a home-made one follows."""

    terrain_min: Count
    terrain_max: Count
    attacker_points_per_vp: Positive
    defender_points_per_vp: Positive
    bonus_vp: Count
    die: Annotated[int, msgspec.Meta(ge=0, le=6)] = 0
    bonus_for: str = ""
    bonus_for_fr: str = ""
    markers: Count = 0
    markers_per_defender: Count = 0
    like: str = ""
    briefing_en: str = ""
    briefing_fr: str = ""


class MagicItem(Named, frozen=True, kw_only=True):
    """A magic item of the quest: what it adds to a fight, and how much of something it holds, or that a die says so."""

    die: Die
    bonus: Count = 0
    charges: Count = 0
    charges_die: bool = False
    effect: Text
    effect_fr: Text
    drained_by: Text
    drained_by_fr: Text
    rule: RuleId


class Survival(Named, frozen=True, kw_only=True):
    """What becomes of a fallen fighter after a game of a campaign."""

    successes: Annotated[int, msgspec.Meta(ge=0, le=3)]
    dead: bool
    games_missed: Count
    quality_modifier: int


class ExperienceCost(Named, frozen=True, kw_only=True):
    """What experience buys."""

    cost: Positive
    grants: str = ""


class Upgrade(Named, frozen=True, kw_only=True):
    """An upgrade of a band, and what it adds to a roll."""

    cost_victory_points: Positive
    bonus: Count = 0
    use: Text
    use_fr: Text
    effect: Text
    effect_fr: Text
    rule: RuleId


# ---------------------------------------------------------------- fighters


class Trait(Noted, frozen=True, kw_only=True):
    """A special rule; `parameter` says what follows the colon, if anything."""

    character: bool
    drawback: bool
    rules: tuple[RuleId, ...]
    parameter: Literal["", "range", "target"] = ""


class LethalTarget(Noted, frozen=True, kw_only=True):
    """What a fighter can be Lethal against: fighters with one of the `traits` or of the `races` that `match` names."""

    match: Annotated[str, msgspec.Meta(pattern="^(trait|race) [a-z-]+( or [a-z-]+)*$")]
    in_lists: bool


class CostFormula(Row, frozen=True, kw_only=True):
    """How points are computed, and how well that fits the lists."""

    formula: Text
    rounding: Text
    minimum: Positive
    combat_weight: Positive
    profiles: Count
    reproduced: Count
    reproduced_through_minimum: Count
    exceptions: Count
    half_cases: Count
    method: Text
    method_fr: Text
    note: Text
    note_fr: Text


class TraitCost(Row, frozen=True, kw_only=True):
    """What a special rule costs; lethal:* stands for every target without a row of its own."""

    trait: Text
    name_fr: Text
    cost: int
    fitted_on: Count
    reproduced_exactly: Count
    feasible_min: float
    feasible_max: float
    unique_integer: bool
    note: str = ""
    note_fr: str = ""


class CostException(Row, frozen=True, kw_only=True):
    """A printed price that the formula does not give."""

    id: Id
    printed: Positive
    computed: Positive
    difference: int
    raw: float
    explanation: Text
    explanation_fr: Text


class CostFloor(Row, frozen=True, kw_only=True):
    """A printed price that is the minimum."""

    id: Id
    printed: Positive
    raw: float
    computed: Positive


class Faction(Named, frozen=True, kw_only=True):
    """A list of fighters."""


class Profile(Noted, frozen=True, kw_only=True):
    """A fighter of the lists: name, Points, Quality, Combat, special rules. (sbh.profile.structure)

    Points are its price (sbh.profile.points), Quality the lowest die that succeeds (sbh.profile.quality), Combat what
    it adds to its die in a fight (sbh.profile.combat), traits its special rules (sbh.profile.special-rules). Equipment
    has no effect by itself.
    """

    faction: str
    race: Text
    points: Positive
    quality: Annotated[int, msgspec.Meta(ge=2, le=6)]
    combat: Annotated[int, msgspec.Meta(ge=0, le=6)]
    traits: tuple[str, ...]
    move: Length
    size: Size
    character: bool
    non_combatant: bool
    equipment: str = ""
    equipment_fr: str = ""
    icon: Icon = ""


class OwnProfile(Row, frozen=True, kw_only=True):
    """A fighter of people's own, in an army file or in their folder: the formula gives its points, the traits the rest.

    One name is enough; `points`, where given, must be what the formula says.
    """

    id: Id
    quality: Annotated[int, msgspec.Meta(ge=2, le=6)]
    combat: Annotated[int, msgspec.Meta(ge=0, le=6)]
    traits: tuple[str, ...] = ()
    name: str = ""
    name_fr: str = ""
    race: str = ""
    faction: str = ""
    points: Count | None = None
    equipment: str = ""
    icon: Icon = ""
    equipment_fr: str = ""
    note: str = ""
    note_fr: str = ""


# ---------------------------------------------------------------- terrain layouts of people's own


class Place(Row, frozen=True, kw_only=True):
    """A piece of terrain: its kind, its corners in millimetres from the lower left corner of the board, its height."""

    kind: str
    corners: Annotated[tuple[tuple[int, int], ...], msgspec.Meta(min_length=3)]
    height_mm: Count = 0


class Layout(Named, frozen=True, kw_only=True):
    """A table laid out by hand."""

    width_mm: Positive
    depth_mm: Positive
    piece: tuple[Place, ...] = ()


# ---------------------------------------------------------------- all of it


class Book(msgspec.Struct, frozen=True, kw_only=True):
    """Every table of the book, by id."""

    system: Game
    cost_formula: CostFormula
    ruler: dict[str, Ruler]
    board: dict[str, Board]
    terrain: dict[str, Terrain]
    woods_case: dict[str, WoodsCase]
    fall: dict[str, Fall]
    activation_result: dict[str, ActivationResult]
    action: dict[str, Action]
    melee_modifier: dict[str, MeleeModifier]
    ranged_modifier: dict[str, RangedModifier]
    combat_result: dict[str, CombatResult]
    range_band: dict[str, RangeBand]
    spell: dict[str, Spell]
    spell_power: dict[str, SpellPower]
    morale_result: dict[str, MoraleResult]
    morale_trigger: dict[str, MoraleTrigger]
    morale_modifier: dict[str, MoraleModifier]
    removal: dict[str, Removal]
    scenario: dict[str, Scenario]
    magic_item: dict[str, MagicItem]
    survival: dict[str, Survival]
    experience_cost: dict[str, ExperienceCost]
    upgrade: dict[str, Upgrade]
    trait: dict[str, Trait]
    lethal_target: dict[str, LethalTarget]
    trait_cost: dict[str, TraitCost]
    cost_exception: dict[str, CostException]
    cost_floor: dict[str, CostFloor]
    faction: dict[str, Faction]
    profile: dict[str, Profile]

    def trait_name(self, trait: str, language: str) -> str:
        """A special rule as a reader says it: "Shooter (long)", "Mortel (Orques)"."""
        name, _, what = trait.partition(":")
        row = self.trait[name]
        if not what:
            return row.name(language)
        table: dict[str, Any] = self.ruler if row.parameter == "range" else self.lethal_target
        return f"{row.name(language)} ({table[what].name(language).lower()})"

    def costs(self) -> dict[str, int]:
        """The points of every special rule that has a price of its own."""
        return {name: row.cost for name, row in self.trait_cost.items()}
