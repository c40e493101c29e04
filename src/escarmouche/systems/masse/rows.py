"""The tables of the mass-combat game as typed rows; names, cells and remarks in French and English side by side."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from escarmouche.core.content import Id, Row
from escarmouche.kit.rows import Count, Game, Icon, Named, Noted, Positive, Text
from escarmouche.kit.view import Look

Inches = Annotated[float, msgspec.Meta(ge=0)]
Sides = Literal[4, 6, 8, 10, 12]
Dice = tuple[Sides, ...]
Order = Literal["close", "skirmish", "pack", "none"]
Category = Literal["infantry", "shooters", "cavalry", "chariot", "flying", "monster"]
Size = Literal["p", "m", "g", "tg", "gig", "c"]
Damage = Literal["bludgeoning", "slashing", "piercing"]
Length = Literal["short", "medium", "long"]
Fire = Literal["direct", "ballistic", "none"]
Reload = Literal["none", "if-immobile", "move", "turn"]
Change = Literal["immediate", "free", "simple-action", "one-turn"]
Barred = Literal["cavalry", "chariot", "engine", "all"]

RuleId = Annotated[str, msgspec.Meta(pattern=r"^masse(\.[a-z0-9-]+)+$")]


# ---------------------------------------------------------------- figures and formations


class Base(Named, frozen=True, kw_only=True):
    """The base of a figure. (masse.org.base-sizes)"""

    printed: Text
    front_mm: float
    depth_mm: float


class FigureRatio(Named, frozen=True, kw_only=True):
    """How many creatures a figure stands for. (masse.org.figure-ratio)"""

    n_per_fig: Positive


class Formation(Noted, frozen=True, kw_only=True):
    """A formation: `order` is its name in the rules, `allowed_to` the printed formations that may take it."""

    order: Order
    gap_in_bases: float
    allowed_to: tuple[Order, ...]
    initiative: int
    morale: int
    shooting: int
    melee: int
    may_force_march: bool
    may_break_off: bool
    rule: RuleId


class Manoeuvre(Named, frozen=True, kw_only=True):
    """A way to move, and what it costs: a part of MV, or so many times its distance; `reach_mv` is how far it goes,
    `least_mv` how far at least, in parts of MV, `distance_in` how far in inches."""

    cost: Text
    cost_fr: Text
    rule: RuleId
    cost_mv: float = 0.0
    cost_times: Count = 0
    reach_mv: float = 0.0
    least_mv: float = 0.0
    distance_in: Count = 0


class Terrain(Noted, frozen=True, kw_only=True):
    """A row of Table 4a; costs multiply each inch, `crossing_cost_in` is paid once."""

    look: Look
    forbidden: tuple[Barred, ...]
    cover_pc: Count
    rule: RuleId
    restrictions: str = ""
    restrictions_fr: str = ""
    effect: str = ""
    effect_fr: str = ""
    cover: str = ""
    cover_fr: str = ""
    cost_infantry: float | None = None
    cost_cavalry: float | None = None
    cost_up: float | None = None
    cost_down: float | None = None
    cost_track: float | None = None
    cost_paved: float | None = None
    crossing_cost_in: Count = 0
    difficult: bool = False
    impassable: bool = False
    stops_movement: bool = False
    cover_drops_when_fighting: bool = False


class Cover(Named, frozen=True, kw_only=True):
    """A class of cover, and what it takes from attacks."""

    pc: Positive
    missile: int
    melee: int


class Opening(Named, frozen=True, kw_only=True):
    """A way into a building, and what it costs each figure."""

    cost_per_figure_in: Count


class Climbing(Named, frozen=True, kw_only=True):
    """A way up. Raising a ladder or a grapnel must exceed `target_ca`, at `per_step` for every step and `extra`; `length_m` is
    how long they are where a battle says nothing else. (masse.escalade.raise-ladder, masse.escalade.length)"""

    cost_in: Positive
    per_m: float
    target_ca: Count = 0
    per_step: int = 0
    extra: int = 0
    length_m: Count = 0


# ---------------------------------------------------------------- initiative and morale


class InitiativeModifier(Named, frozen=True, kw_only=True):
    """A row of Table 2a; without a number the cell says where it comes from."""

    origin: Text
    origin_fr: Text
    rule: RuleId
    value: int | None = None
    cell: str = ""
    cell_fr: str = ""
    per: str = ""
    per_fr: str = ""


class MoraleTest(Named, frozen=True, kw_only=True):
    """A row of Table 3a: what calls for a test, its difficulty, what a failure does."""

    origin: Text
    origin_fr: Text
    dd: Positive
    on_failure: Literal["degrade", "action-refused", "enraged", "unchanged"]
    rule: RuleId
    on_success: Literal["", "stable"] = ""
    footnote: Count = 0
    within_in: Count = 0


class MoraleModifier(InitiativeModifier, frozen=True, kw_only=True):
    """A row of Table 3b; of a `family` only one row counts."""

    family: Literal["", "cover", "direction", "losses"] = ""
    max: Count = 0


class MoraleEffect(Named, frozen=True, kw_only=True):
    """A row of Table 3c: what a state of morale means; without a number it cannot shoot, or fight."""

    movement: Literal["automatic-charge", "normal", "no-charge", "automatic-flight"]
    movement_en: Text
    movement_fr: Text
    morale: int
    initiative: int
    shooting: int | None = None
    melee: int | None = None
    command: int = 0
    must_break_off: bool = False


# ---------------------------------------------------------------- combat


class Touch(Named, frozen=True, kw_only=True):
    """A row of Table 5a: the touches that an attack die gives."""

    die_min: Positive
    die_max: Positive
    touches: Count


class AttackModifier(Named, frozen=True, kw_only=True):
    """A row of Table 5c or 5d; `attack_roll` is added to the d20, `effect` says what cannot be a number; `pt_times` how many
    times PT a range goes."""

    origin: Text
    origin_fr: Text
    rule: RuleId
    attack_roll: int | None = None
    effect: Literal["", "add-ma", "target-ca", "impossible", "no-shield", "no-shield-no-dexterity"] = ""
    pt_times: Count = 0
    attacker_column: str = ""
    attacker_column_fr: str = ""
    ca_column: str = ""
    ca_column_fr: str = ""


class HeroAttackDie(Named, frozen=True, kw_only=True):
    """The attack die of a hero's attack, by the most damage it can do."""

    damage_min: Count
    da: Sides
    damage_max: Count = 0


class DieRow(Named, frozen=True, kw_only=True):
    """A row of a table that is rolled on with one die."""

    die: Literal[10]
    die_min: Positive
    die_max: Positive
    rule: RuleId


class StructureDamage(Named, frozen=True, kw_only=True):
    """How much of its damage a kind of weapon does to structures."""

    damage: Damage
    pc: Count


# ---------------------------------------------------------------- weapons


class Weapon(Noted, frozen=True, kw_only=True):
    """A row of Table A1a; `against_structures` where it counts otherwise than printed there."""

    damage: Damage
    damage_fr: Text
    hands: Annotated[int, msgspec.Meta(ge=1, le=2)]
    length: Length
    length_fr: Text
    da: Text
    dice: Dice
    properties: tuple[Literal["receive-charge", "second-rank", "ineffective-vs-structures", "double-weapon"], ...]
    against_structures: Damage | None = None
    special: str = ""
    special_fr: str = ""


class RangedWeapon(Noted, frozen=True, kw_only=True):
    """A row of Table A1b."""

    damage: Damage
    damage_fr: Text
    hands: Annotated[int, msgspec.Meta(ge=1, le=2)]
    range_in: Inches
    da: Text
    dice: Dice
    special: str = ""
    special_fr: str = ""


class MissileWeapon(Noted, frozen=True, kw_only=True):
    """A row of Table 5b. `shots` every `per_turns`; `reload` as ruled in masse.shoot.reload-one-turn, `volleys` the standard
    load (0: none is needed); `range_in` is missing where it varies."""

    kind: Literal["thrown", "missile"]
    range: Text
    range_fr: Text
    rate: Text
    rate_fr: Text
    shots: Positive
    per_turns: Positive
    reload: Reload
    reload_en: Text
    reload_fr: Text
    change: Change
    change_en: Text
    change_fr: Text
    indirect: bool
    two_handed: bool
    volleys: Count
    restrictions: str = ""
    restrictions_fr: str = ""
    range_in: Inches | None = None


class NaturalWeapon(Named, frozen=True, kw_only=True):
    """What creatures fight with: our ruling. (masse.structure.natural-weapons)"""

    damage: Damage
    length: Length


class Armour(Named, frozen=True, kw_only=True):
    """A kind of armour; `rider_ca` is the CA of a rider on foot, 0 where none is known, `heavy` slows him down.
    (masse.cavalry.dismount)"""

    rider_ca: Count = 0
    heavy: bool = False


# ---------------------------------------------------------------- engines and structures


class WarMachine(Named, frozen=True, kw_only=True):
    """A row of Table 6b."""

    crew: Positive
    fire: Fire
    fire_en: Text
    fire_fr: Text
    rate: Text
    rate_fr: Text
    one_shot_per_turns: Positive
    misfire: Text
    misfire_max: Positive
    range_in: Inches


class SiegeEngine(Named, frozen=True, kw_only=True):
    """A row of Table 7a; `mv` is missing where the bearers' own counts."""

    crew: Positive
    mv_en: Text
    mv_fr: Text
    rate: Text
    rate_fr: Text
    one_blow_per_turns: Count
    size: Text
    size_fr: Text
    cover: Text
    cover_fr: Text
    cover_pc: Count
    capacity: Text
    capacity_fr: Text
    capacity_men: Count
    mv: Inches | None = None
    length_m: Count = 0
    height_m: Count = 0


class Engine(Noted, frozen=True, kw_only=True):
    """A row of Table A1c."""

    crew: Positive
    mv_en: Text
    mv_fr: Text
    range: Text
    range_fr: Text
    fire: Fire
    fire_en: Text
    fire_fr: Text
    rate: Text
    rate_fr: Text
    one_shot_per_turns: Count
    ps: Positive
    pr: Positive
    da: Text
    dice: Dice
    mv: Inches | None = None
    range_in: Inches = 0


class Structure(Named, frozen=True, kw_only=True):
    """A row of Table A1d; `role` is what it is to the rules, `height_m` and `cover_pc` where a scenario gives none."""

    ps: Positive
    pr: Positive
    ram_target: bool
    role: Literal["building", "wall", "gate", "tower"]
    height_m: Count
    cover_pc: Count


# ---------------------------------------------------------------- profiles


class ArmyList(Named, frozen=True, kw_only=True):
    """A list of profiles. (masse.army.lists)"""


class Line(Row, frozen=True, kw_only=True):
    """An attack line of a profile; `bonus` is the flat part of its DA, `printed` the weapon as the list names it."""

    weapon: Id
    printed: Text
    mode: Literal["melee", "missile"]
    ma: int
    dice: Annotated[Dice, msgspec.Meta(min_length=1)]
    bonus: int = 0
    pt: Inches = 0


class Printed(Row, frozen=True, kw_only=True):
    """The cells of a profile as the book prints them. (masse.army.profile-columns)"""

    type: Text
    formation: Text
    weapon: Text
    armour: Text
    ma: Text
    da: Text
    pt: str
    ml: Text


class Profile(Noted, frozen=True, kw_only=True):
    """A profile of the lists. (masse.army.profile-columns)

    `ml` is missing where it is printed S/o; `ca_effective` corrects a misprint; `land_mv` is how far a swimmer goes on land
    and a flier on the ground.
    """

    army: str
    category: Category
    formation: Order
    size: Size
    n_per_fig: Positive
    nv: Positive
    init: int
    mv: Inches
    ca: Positive
    shield: bool
    armour: tuple[str, ...]
    attacks: Annotated[tuple[Line, ...], msgspec.Meta(min_length=1)]
    traits: tuple[str, ...]
    printed: Printed
    ml: int | None = None
    ca_effective: Count = 0
    rider_size: Size | None = None
    land_mv: Inches | None = None
    icon: Icon = ""


class Trait(Named, frozen=True, kw_only=True):
    """A special rule of a profile, and the rules that say what it does."""

    rules: Annotated[tuple[RuleId, ...], msgspec.Meta(min_length=1)]


# ---------------------------------------------------------------- what the d20 reference document supplies


class SizeClass(Named, frozen=True, kw_only=True):
    """A size: what it adds to the number that machines must exceed, its reach, and for how many men it counts in crews and in
    siege engines. (masse.siege.crew-by-size, masse.siege.capacity)"""

    ac_modifier: int
    reach_score: Positive
    men: float


class TwoWeapon(Named, frozen=True, kw_only=True):
    """The penalties of fighting with two weapons. (masse.melee.two-weapons)"""

    primary: int
    off_hand: int


class Manoeuvrability(Named, frozen=True, kw_only=True):
    """A class of fliers: how far it turns in an action, how much farther for each quarter of MV spent, and what part of MV it
    flies on at least. (masse.fly.manoeuvrability)"""

    hover: bool
    vertical: bool
    turn_deg: Positive
    turn_more_deg: Count = 0
    forward_mv: float = 0.0
    min_forward: Text
    min_forward_fr: Text
    turn_per_action: Text
    turn_per_action_fr: Text


class Turning(Noted, frozen=True, kw_only=True):
    """A row of the turning check; without `check_max` or `check_min` it is open at that end. (masse.undead.turning)"""

    max_level_offset: int
    check_min: int | None = None
    check_max: int | None = None


class Breath(Noted, frozen=True, kw_only=True):
    """A breath weapon. (masse.breath.shape, masse.breath.damage)"""

    profile: Id
    shape: Literal["cone", "line"]
    length_in: Inches
    dice: Dice


class Spell(Noted, frozen=True, kw_only=True):
    """A spell. Its range grows with the caster's level; its greatest damage too, with every `damage_levels` levels begun, up to
    `damage_max`: that gives its die. `will` says what a Will save against its `level` does. A blessing gives a `bonus` for
    some turns for each level. (masse.magic.scale, masse.magic.damage-conversion)"""

    range: Text
    range_fr: Text
    area: Text
    area_fr: Text
    max_damage: Text
    max_damage_fr: Text
    range_in: Inches
    range_per_level_in: Inches
    shape: Literal["figure", "circle", "cone", "line", "allies"]
    size_in: Inches
    damage_per_level: Count
    damage_max: Count
    damage_levels: Positive = 1
    level: Count = 0
    will: Literal["none", "half", "negates"] = "none"
    bonus: Count = 0
    turns_per_level: Count = 0


class HeroClass(Named, frozen=True, kw_only=True):
    """A class of heroes: a fighter has a full base attack bonus; `traits` are what the class brings.
    (masse.hero.conversion-rc)"""

    fighter: bool
    caster: bool
    traits: tuple[str, ...] = ()


# ---------------------------------------------------------------- all of it


class Book(msgspec.Struct, frozen=True, kw_only=True):
    """Every table of the book, by id."""

    system: Game
    base: dict[str, Base]
    figure_ratio: dict[str, FigureRatio]
    formation: dict[str, Formation]
    manoeuvre: dict[str, Manoeuvre]
    terrain: dict[str, Terrain]
    cover: dict[str, Cover]
    opening: dict[str, Opening]
    climbing: dict[str, Climbing]
    initiative_modifier: dict[str, InitiativeModifier]
    morale_test: dict[str, MoraleTest]
    morale_modifier: dict[str, MoraleModifier]
    morale_effect: dict[str, MoraleEffect]
    touch: dict[str, Touch]
    missile_modifier: dict[str, AttackModifier]
    melee_modifier: dict[str, AttackModifier]
    hero_attack_die: dict[str, HeroAttackDie]
    commander_fate: dict[str, DieRow]
    misfire: dict[str, DieRow]
    damage_vs_structure: dict[str, StructureDamage]
    weapon: dict[str, Weapon]
    ranged_weapon: dict[str, RangedWeapon]
    missile_weapon: dict[str, MissileWeapon]
    natural_weapon: dict[str, NaturalWeapon]
    armour: dict[str, Armour]
    war_machine: dict[str, WarMachine]
    siege_engine: dict[str, SiegeEngine]
    engine: dict[str, Engine]
    structure: dict[str, Structure]
    army_list: dict[str, ArmyList]
    profile: dict[str, Profile]
    trait: dict[str, Trait]
    srd_size: dict[str, SizeClass]
    srd_two_weapon: dict[str, TwoWeapon]
    srd_manoeuvrability: dict[str, Manoeuvrability]
    srd_turning: dict[str, Turning]
    breath: dict[str, Breath]
    spell: dict[str, Spell]
    hero_class: dict[str, HeroClass]

    def weapon_name(self, weapon: str, language: str) -> str:
        """The name of a weapon of any of the tables."""
        for table in (self.weapon, self.ranged_weapon, self.missile_weapon, self.natural_weapon):
            row = table.get(weapon)
            if row is not None:
                return row.name(language)
        raise KeyError(weapon)
