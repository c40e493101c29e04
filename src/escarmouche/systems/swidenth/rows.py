"""The tables of the Empire of Swidenth as typed rows; names and remarks in French and English side by side.

Lengths are in pas, as the book gives them; `Book.length` makes table units of them.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from escarmouche.core.content import Id, Row
from escarmouche.kit.rows import Count, Game, Icon, Named, Noted, Positive, Text
from escarmouche.kit.view import Look

Pas = Annotated[float, msgspec.Meta(ge=0)]
Face = Annotated[int, msgspec.Meta(ge=1, le=20)]
Percent = Annotated[int, msgspec.Meta(ge=0, le=100)]
Hands = Annotated[int, msgspec.Meta(ge=0, le=2)]
Rank = Literal["chief", "hero", "henchman", "monster"]
Category = Literal["none", "light", "medium", "heavy"]
RollKind = Literal["combat", "shooting", "dodge", "casting", "psychism", "morale", "damage", "any"]

RuleId = Annotated[str, msgspec.Meta(pattern=r"^swidenth(\.[a-z0-9-]+)+$")]


# ---------------------------------------------------------------- the table


class Measures(Row, frozen=True, kw_only=True):
    """Every length of the rules that is not a row's own, in pas, and how many millimetres a pas is."""

    pas_mm: Positive
    base: Pas
    height: Pas
    large_height: Pas
    gigantic_height: Pas
    engaged: Pas
    engaged_levels: Pas
    bubble_chief: Pas
    bubble_hero: Pas
    movement: Pas
    obstacle_free: Pas
    obstacle_highest: Pas
    thin: Pas
    ladder_room: Pas
    jump_longest: Pas
    standing_jump: Pas
    overhang: Pas
    fall_safe: Pas
    push_back: Pas
    reach: Pas
    touch: Pas
    terror: Pas
    wood_edge: Pas


class Dice(Row, frozen=True, kw_only=True):
    """The faces and the numbers that the rules ask for; what fights and shots add are modifiers."""

    initiative: Face
    first_hand: Face
    soften: Face
    stray_shot: Face
    critical: Face
    fumble: Face
    special: Positive
    fall_factor: Positive
    cover_some: Percent
    cover_most: Percent
    target_hidden: Percent
    out_factor: Positive
    falling_friends: Positive


class Terrain(Noted, frozen=True, kw_only=True):
    """A kind of ground. `cost_per_pas` is paid along the way (0: as its rule says), `ignored_by` pay 1; where it is
    `impassable` only `allowed_to` may enter; `sight` says how it hides."""

    look: Look
    sight: Literal["clear", "depth", "standing", "solid", "bars"]
    rule: RuleId
    cost_per_pas: Count = 0
    difficult: bool = False
    impassable: bool = False
    ignored_by: tuple[str, ...] = ()
    allowed_to: tuple[str, ...] = ()
    forbidden_to: tuple[str, ...] = ()
    sight_depth: Pas = 0
    hidden_percent: Percent = 0
    can_stand: bool = True


class Fall(Noted, frozen=True, kw_only=True):
    """A row of the falls: `rounded` pas and their deadly risk; a die up to `out_on` puts out, up to `stunned_on` stuns."""

    rounded: Count
    risk: Count
    out_on: Annotated[int, msgspec.Meta(ge=0, le=20)]
    stunned_on: Annotated[int, msgspec.Meta(ge=0, le=20)]


# ---------------------------------------------------------------- actions, rolls, morale


class Action(Noted, frozen=True, kw_only=True):
    """Something that a figure does, and the place it takes among its two actions."""

    place: Literal["preparation", "main", "either"]
    rule: RuleId
    first_only: bool = False
    needs_first: Literal["", "move"] = ""
    single: bool = False
    while_engaged: bool = True


class Modifier(Named, frozen=True, kw_only=True):
    """What is added to a roll or to the damage, and when."""

    value: int
    to: RollKind
    when_en: Text
    when_fr: Text
    rule: RuleId


class MoraleTest(Named, frozen=True, kw_only=True):
    """A test of morale; the total must be above its difficulty."""

    difficulty: Positive
    on_failure: Literal["removed", "flees", "keeps-fleeing", "stunned"]
    rule: RuleId


# ---------------------------------------------------------------- equipment


class WeaponTrait(Named, frozen=True, kw_only=True):
    """A special rule of a weapon."""

    rule: RuleId


class Item(Noted, frozen=True, kw_only=True):
    """Something that crowns buy; what is not `bought` comes with a trait or a profile."""

    price: Count
    bought: bool = True


class Weapon(Item, frozen=True, kw_only=True):
    """A weapon; a missile weapon has a range. `thrown_as` is the thrown weapon that a melee weapon may also serve as."""

    kind: Literal["melee", "missile"]
    hands: Hands
    damage: int
    category: Category = "none"
    combat: int = 0
    range: Count = 0
    traits: tuple[str, ...] = ()
    thrown_as: str = ""

    @property
    def thrown(self) -> bool:
        """Whether it is lost when it is thrown. (swidenth.weapon-trait.thrown)"""
        return "thrown" in self.traits

    @property
    def reload(self) -> bool:
        """Whether it must be reloaded after a shot. (swidenth.weapon-trait.reload)"""
        return "reload" in self.traits


class Armour(Item, frozen=True, kw_only=True):
    """An armour, and what it adds to Defence."""

    defence: Count
    includes_en: tuple[str, ...]
    includes_fr: tuple[str, ...]


class Shield(Item, frozen=True, kw_only=True):
    """A shield, and what it adds to Defence; `weapon_as` is the weapon that it also is."""

    hands: Hands
    defence: Count
    weapon_as: str = ""


class Carrying(Row, frozen=True, kw_only=True):
    """How much a figure may carry. (swidenth.equipment.hands)"""

    hands: Positive
    melee: Positive
    missile: Positive
    thrown: Positive
    armour: Positive


# ---------------------------------------------------------------- magic


class Spell(Noted, frozen=True, kw_only=True):
    """A spell; the casting total must be above its difficulty. `lasts` says until when, `bonus` what it adds, `shot` that the
    casting total is a shot; `resistance` is the number that cancels it, 0 for none."""

    difficulty: Positive
    range: Pas
    target: Literal["friend", "enemy"]
    self: bool
    shot: bool
    engaged_target: bool
    lasts: Literal["instant", "caster", "target", "stunned"]
    effect: Text
    effect_fr: Text
    price: Count
    resistance: Count = 0
    damage: Count = 0
    bonus: Count = 0


class SpellPrice(Named, frozen=True, kw_only=True):
    """What a spell costs, by its difficulty; the last row has no end. (swidenth.army.prices)"""

    crowns: Positive
    up_to: Positive | None = None


# ---------------------------------------------------------------- bands


class Race(Named, frozen=True, kw_only=True):
    """A people that bands are of; monsters belong to none."""

    monsters: bool = False


class Trait(Named, frozen=True, kw_only=True):
    """A special rule of a figure, what it costs, and the Movement that it gives, if any."""

    crowns: int
    rule: RuleId
    movement: Pas | None = None


class Price(Named, frozen=True, kw_only=True):
    """What a part of a profile costs. (swidenth.army.prices)"""

    crowns: Positive
    rule: RuleId


class Limits(Row, frozen=True, kw_only=True):
    """What a band may hold. (swidenth.army.composition)"""

    crowns: Positive
    chiefs: Positive
    heroes: Positive
    casters: Positive
    henchmen_least: Positive
    henchmen_most: Positive
    monsters: Positive
    body_least: Positive
    spells_more: Positive


class Profile(Noted, frozen=True, kw_only=True):
    """A fighter. Combat, Shooting, Defence are without equipment; without `psychism` it cannot cast; `kit` and `spells` are
    what it is usually bought with, `price` is the body's alone, `total` with them. Base and height 0 are the usual ones;
    `feminine` is the gender of its French name."""

    race: str
    rank: Rank
    combat: Annotated[int, msgspec.Meta(ge=0, le=20)]
    shooting: Annotated[int, msgspec.Meta(ge=0, le=20)]
    defence: Annotated[int, msgspec.Meta(ge=1, le=20)]
    vitality: Annotated[int, msgspec.Meta(ge=1, le=20)]
    movement: Pas
    traits: tuple[str, ...]
    price: Positive
    total: Positive
    heroism: Annotated[int, msgspec.Meta(ge=0, le=20)] = 0
    psychism: Annotated[int, msgspec.Meta(ge=0, le=20)] | None = None
    kit: tuple[str, ...] = ()
    spells: tuple[str, ...] = ()
    base: Pas = 0
    height: Pas = 0
    printed: bool = False
    feminine: bool = False
    icon: Icon = ""


class OwnProfile(Row, frozen=True, kw_only=True):
    """A fighter of people's own, in an army file or in their folder: the price table gives its crowns, the traits its Movement.

    One name is enough; `price`, where given, must be what the table says.
    """

    id: Id
    race: str
    rank: Rank
    combat: Annotated[int, msgspec.Meta(ge=0, le=20)]
    shooting: Annotated[int, msgspec.Meta(ge=0, le=20)]
    defence: Annotated[int, msgspec.Meta(ge=1, le=20)]
    name: str = ""
    name_fr: str = ""
    vitality: Annotated[int, msgspec.Meta(ge=1, le=20)] = 1
    heroism: Annotated[int, msgspec.Meta(ge=0, le=20)] = 0
    psychism: Annotated[int, msgspec.Meta(ge=0, le=20)] | None = None
    traits: tuple[str, ...] = ()
    price: Count | None = None
    base: Annotated[float, msgspec.Meta(ge=0, le=4)] = 0
    icon: Icon = ""
    note: str = ""
    note_fr: str = ""


# ---------------------------------------------------------------- missions


class Mission(Named, frozen=True, kw_only=True):
    """A mission: its board in pas, its last turn, the crowns of both bands; `deploy_within` is how far from its edge (or
    corner) a band deploys."""

    width: Positive
    depth: Positive
    turns: Positive
    crowns: Annotated[tuple[Positive, ...], msgspec.Meta(min_length=2, max_length=2)]
    deploy_within: Pas
    briefing_en: Text
    briefing_fr: Text
    rules: Annotated[tuple[RuleId, ...], msgspec.Meta(min_length=1)]


class Crossroads(Row, frozen=True, kw_only=True):
    """The numbers of the meeting at the crossroads. (swidenth.mission.crossroads-setup and its victory)"""

    areas: Positive
    area_least: Pas
    area_most: Pas
    kinds: tuple[str, ...]
    palisades: Count
    palisade_length: Pas
    palisade_thickness: Pas
    walls: Count
    wall_length: Pas
    wall_thickness: Pas
    obstacle_height: Pas
    clear_centre: Pas
    road_width: Pas
    control: Pas
    henchman_points: Positive
    hero_points: Positive
    monster_points: Positive
    chief_points: Positive
    control_points: Positive


class Ravine(Row, frozen=True, kw_only=True):
    """The numbers of the chests of the ravine. (swidenth.mission.ravine-setup and its victory)"""

    width: Pas
    depth: Pas
    bridges_from_ends: Pas
    bridge_width: Pas
    footbridge_width: Pas
    chests: Positive
    banked_points: Positive
    held_points: Positive


class Portcullis(Row, frozen=True, kw_only=True):
    """The numbers of the portcullis. (swidenth.mission.portcullis-setup and its victory)"""

    wall_from_edge: Pas
    wall_height: Pas
    walk_width: Pas
    parapet_height: Pas
    parapet_thickness: Pas
    gate_width: Pas
    ladders_from_gate: Pas
    ladder_width: Pas
    stair_width: Pas
    stair_length: Pas
    lever_difficulty: Positive
    inside: Positive
    hidden_percent: Percent


class Lair(Row, frozen=True, kw_only=True):
    """The numbers of the beast's lair. (swidenth.mission.lair-setup and its victory)"""

    beast: str
    areas: Positive
    area_size: Pas
    clear_centre: Pas
    eggs: Positive
    eggs_within: Pas
    wakes_on: Face
    wake_bonus: Positive
    wakes_within: Pas
    away_points: Positive
    held_points: Positive
    beast_points: Positive


# ---------------------------------------------------------------- all of it


class Book(msgspec.Struct, frozen=True, kw_only=True):
    """Every table of the book, by id."""

    system: Game
    measures: Measures
    dice: Dice
    terrain: dict[str, Terrain]
    fall: dict[str, Fall]
    action: dict[str, Action]
    modifier: dict[str, Modifier]
    morale_test: dict[str, MoraleTest]
    weapon_trait: dict[str, WeaponTrait]
    weapon: dict[str, Weapon]
    armour: dict[str, Armour]
    shield: dict[str, Shield]
    carrying: Carrying
    spell: dict[str, Spell]
    spell_price: dict[str, SpellPrice]
    race: dict[str, Race]
    trait: dict[str, Trait]
    price: dict[str, Price]
    limits: Limits
    profile: dict[str, Profile]
    mission: dict[str, Mission]
    crossroads: Crossroads
    ravine: Ravine
    portcullis: Portcullis
    lair: Lair

    def length(self, pas: float) -> int:
        """A length in pas as table units (hundredths of a millimetre)."""
        return round(pas * self.measures.pas_mm * 100)

    def item(self, name: str) -> Weapon | Armour | Shield | None:
        """A piece of equipment by its id."""
        return self.weapon.get(name) or self.armour.get(name) or self.shield.get(name)

    def items(self) -> dict[str, Weapon | Armour | Shield]:
        """Every piece of equipment, by id."""
        return {**self.weapon, **self.armour, **self.shield}

    def bonus(self, modifier: str) -> int:
        """What a modifier adds."""
        return self.modifier[modifier].value
