"""The tables of Frères d'Armes as typed rows; names and remarks in French and English side by side.

Lengths are in centimetres, as the book gives them; `Book.length` makes table units of them. What the book does not give and we
had to settle is `house`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Literal

import msgspec

from escarmouche.core.content import Id, Row
from escarmouche.kit.rows import Count, Game, Icon, Named, Noted, Positive, Text
from escarmouche.kit.view import Look
from escarmouche.systems.fda.scenario_rows import Awakening, Dungeon, Scenario, Soup, Statuette
from escarmouche.systems.fda.units import Cm, Level, Percent, RuleId

Face = Annotated[int, msgspec.Meta(ge=0, le=10)]
Hands = Annotated[int, msgspec.Meta(ge=0, le=2)]
Time = Annotated[int, msgspec.Meta(ge=0, le=2)]
Grade = Annotated[int, msgspec.Meta(ge=0, le=12)]
Morale = Annotated[int, msgspec.Meta(ge=0, le=4)]
SpellLevel = Annotated[int, msgspec.Meta(ge=1, le=9)]
Camp = Literal["adventurers", "dungeon", "neutral"]
Size = Literal["foot", "mounted", "large"]
Roll = Literal["JA", "JT", "JC", "JD", "JDeg", "JM", "spotting", "casting", "coin", "none"]
Kind = Literal["flash", "quick", "slow", "reaction", "reflex", "compulsory", "variable"]


# ---------------------------------------------------------------- options and readings


class Option(Named, frozen=True, kw_only=True):
    """An advanced rule that the players switch on; it may need others. (fda.setup.rule-levels)"""

    level: Level
    default: bool
    needs: tuple[str, ...] = ()


class Reading(Named, frozen=True, kw_only=True):
    """A switch: another reading of a passage than our ruling. Whoever names it chooses the other reading, and its name says
    what holds then; `default` is what its id says as long as nobody does."""

    rule: RuleId
    default: bool


# ---------------------------------------------------------------- the table


class Measures(Row, frozen=True, kw_only=True):
    """Every length of the rules that is not a row's own, in centimetres."""

    base: Cm
    """The square that a base fits into. (fda.setup.base-size)"""
    ground_height: Cm
    """How tall a figure on the ground is to a shooter. (fda.geometry.concealment)"""
    near_scenery: Cm
    """How near a piece of scenery a figure hides. (fda.position.hide-near-scenery)"""
    hide_beyond: Cm
    """How far from every enemy it must be to hide. (fda.position.hide-beyond-30)"""
    discovered: Cm
    """Nearer than this in front of an enemy it is discovered. (fda.position.discovered-within-20)"""
    crawl: Cm
    """(fda.position.crawl)"""
    screen_depth: Cm
    """How much screening ground a line must cross. (fda.terrain.sight)"""
    forest_depth: Cm
    """More forest than this on a line blocks it. (fda.terrain.sight)"""
    dodge: Cm
    """(fda.meleereact.dodge-success)"""
    flee: Cm
    """(fda.extra.flee)"""
    destiny: Cm
    """(fda.destiny.use)"""
    short_range: Cm
    """(fda.shootadv.short-range)"""
    spot_near: Cm
    """Up to here a hidden figure is easier to spot. (fda.scout.near)"""
    stray: Cm
    """How near target, shooter or line of fire a friend is in danger. (fda.fumble.shooting-1-2, fda.trait.clumsy-shot)"""
    song: Cm
    """(fda.trait.persuasive-song)"""
    blast: Cm
    """How near its target a fireball burns. (fda.magic.success)"""
    gust: Cm
    """How far a gust pushes. (fda.magic.success)"""


class Numbers(Row, frozen=True, kw_only=True):
    """The counts and the faces of dice that the rules ask for."""

    time_units: Positive
    """(fda.action.two-time-units)"""
    wounded_actions: Positive
    """(fda.wound.one-action)"""
    encumbered: Positive
    """The weight from which a figure is encumbered. (fda.encumbrance.encumbered)"""
    very_advantaged: Positive
    """How many more advantages make it. (fda.melee.very-advantaged)"""
    destiny_points: Positive
    """(fda.destiny.two-points)"""
    clumsy_face: Face
    """Up to this face a clumsy shot strays. (fda.trait.clumsy-shot)"""
    sneaky: Positive
    """What spotting a sneaky figure loses. (fda.trait.sneaky)"""
    barkskin: Positive
    """What barkskin adds to D."""
    raised: Positive
    """How many raised zombies a side may have at a time."""
    fire_on_vegetables: int
    """What fire takes from the JD of a vegetable. (fda.trait.vegetable)"""
    fireball: int
    """What a fireball takes from the JD."""


class Graded(Named, frozen=True, kw_only=True):
    """A value of a characteristic and what it is called; the last one has no end. (fda.char.value-scale)"""

    value: Grade
    open_ended: bool = False


class Movement(Named, frozen=True, kw_only=True):
    """How far a move action leads: so many centimetres, or so many times A. (fda.move.table)"""

    mounted: bool
    clear: bool
    cm: Count = 0
    times_agility: Count = 0


class ContactLimit(Named, frozen=True, kw_only=True):
    """How many enemies may touch a figure of a size, and how wide its base is. (fda.contact.limit-foot,
    fda.contact.limit-mounted, fda.contact.limit-large)"""

    enemies: Positive
    base: Cm
    house: tuple[str, ...] = ()


class Weight(Named, frozen=True, kw_only=True):
    """What a kind of thing weighs. (fda.encumbrance.weights)"""

    weight: Positive


class Difficulty(Named, frozen=True, kw_only=True):
    """How hard a hidden figure is to spot: the die must not be above it. (fda.scout.difficulty-table)"""

    difficulty: Face
    rule: RuleId


class Terrain(Noted, frozen=True, kw_only=True):
    """A kind of ground or scenery. `movement`: over clear ground, over another that costs agility, over broken ground, or an
    obstacle in the way. `screens` is how much of a figure it hides; `spotting` the row of difficulty that it gives."""

    look: Look
    movement: Literal["clear", "other", "broken", "obstacle"]
    screens: Literal["none", "partly", "over-half", "by-height"]
    origin: Literal["book", "house", "mixed"]
    blocks_line: bool = False
    height: Cm = 0
    spotting: str = ""
    climbable: bool = True
    opens: bool = False
    """Whether it can be opened, closed and broken open. (fda.extra.open)"""


# ---------------------------------------------------------------- actions, rolls, states


class Action(Noted, frozen=True, kw_only=True):
    """Something that a figure does, and the time it costs; without a time a coin tells. `roll` is the test it asks for."""

    level: Level
    kind: Kind
    rule: RuleId
    time: Time | None = None
    option: str = ""
    roll: Roll = "none"
    can_hurt: bool = False
    requires_en: str = ""
    requires_fr: str = ""


class Modifier(Named, frozen=True, kw_only=True):
    """What is added to a characteristic for a test, or to the die."""

    roll: Roll
    to: Literal["T", "D", "A", "M", "die"]
    value: int
    level: Level
    rule: RuleId
    option: str = ""


class Advantage(Named, frozen=True, kw_only=True):
    """What makes a fighter advantaged: so many advantages (for each, where it counts `each`), or none at all."""

    value: Count
    level: Level
    rule: RuleId
    option: str = ""
    each: bool = False


class Fumble(Noted, frozen=True, kw_only=True):
    """A row of a table of critical failures: the faces from `low` to `high`."""

    table: Literal["melee", "shooting", "magic"]
    low: Face
    high: Face
    rule: RuleId
    effect: Text
    effect_fr: Text
    ends_pass: bool = False
    """Whether the pass of arms ends with it. (fda.fumble.melee-trigger)"""


class State(Noted, frozen=True, kw_only=True):
    """How a figure fares, and what it may do so."""

    level: Level
    rule: RuleId
    counts_for_morale: bool
    may_act: bool
    may_react: bool
    may_reflex: bool
    on_table: bool
    house: bool = False


class WinChance(Noted, frozen=True, kw_only=True):
    """A line of the book's table: the chance of winning a pass of arms, in percent, by the difference of the two C, when one is
    the more advantaged and when the less; beside what is printed, what the rules give. (fda.melee.win-chance-table)"""

    difference: Annotated[int, msgspec.Meta(ge=-9, le=9)]
    advantaged_book: Percent
    other_book: Percent
    advantaged: Percent
    other: Percent
    advantaged_2d6: Percent
    other_2d6: Percent


class DefenceOdds(Row, frozen=True, kw_only=True):
    """What a JD comes to by the modified D, in percent; and against a two-handed weapon."""

    id: Id
    defence: Count
    unharmed: Percent
    stunned: Percent
    failed: Percent
    dead: Percent
    unharmed_two_handed: Percent
    stunned_two_handed: Percent
    failed_two_handed: Percent
    dead_two_handed: Percent


# ---------------------------------------------------------------- equipment


class Item(Noted, frozen=True, kw_only=True):
    """Something that a figure carries. `casting`: it may be held while a spell is cast; `spell_object`: spells are learned from
    it. (fda.magic.focus-object)"""

    weight: Count
    hands: Hands = 0
    casting: bool = False
    spell_object: bool = False
    mount: bool = False
    house: tuple[str, ...] = ()


class Weapon(Item, frozen=True, kw_only=True):
    """A weapon for the hand, to shoot with, to throw, or both to hold and to throw."""

    use: Literal["melee", "missile", "thrown", "both"]
    group: Literal[
        "unarmed", "blade", "dagger", "axe", "blunt", "two-handed", "staff", "improvised", "food", "bow", "sling", "javelin",
        "blowgun", "crossbow", "powder", "artillery",
    ]  # fmt: skip
    length: Literal["none", "short", "long"]
    forces_reroll: bool = False
    """Whether the victim must reroll a JD it has made. (fda.melee.two-handed-forces-jd-reroll)"""
    firearm: bool = False
    counted: bool = False
    """Whether each one is used up when it flies. (fda.shoot.thrown-weapons-counted)"""
    reload: Time = 0
    edged: bool = False
    """Whether it cuts off heads. (fda.extra.behead)"""
    playable: bool = True

    @property
    def melee(self) -> bool:
        """Whether it is held to fight."""
        return self.use in ("melee", "both")

    @property
    def flies(self) -> bool:
        """Whether it is shot or thrown."""
        return self.use != "melee"

    @property
    def thrown(self) -> bool:
        """Whether it leaves the hand. (fda.shoot.thrown-weapons-counted)"""
        return self.use in ("thrown", "both")


class Armour(Item, frozen=True, kw_only=True):
    """Something worn, what it adds to D, and whether a spell can be cast in it. (fda.magic.no-armour)"""

    defence: Count
    metal: bool
    blocks_casting: bool


# ---------------------------------------------------------------- magic


class Spell(Named, frozen=True, kw_only=True):
    """A spell; the die must not be above its level. A range of 0 is contact."""

    level: SpellLevel
    time: Time
    target: Literal["enemy", "any", "friend-or-self", "body"]
    range: Cm
    effect: Text
    effect_fr: Text


# ---------------------------------------------------------------- troops


class Trait(Named, frozen=True, kw_only=True):
    """A special rule of a figure."""

    rule: RuleId


class Card(Row, frozen=True, kw_only=True):
    """One side of a figure's card. (fda.setup.cards)"""

    combat: Grade
    shooting: Grade
    defence: Grade
    agility: Grade
    morale: Morale


class Profile(Noted, frozen=True, kw_only=True):
    """A figure: the healthy side of its card and, where it has one, the wounded side. What the book prints of it is in
    `known_value`; the rest is ours. `price` is what the price table gives, `feminine` the gender of its French name."""

    side: Camp
    size: Size
    height: Cm
    healthy: Card
    price: Positive
    wounded: Card | None = None
    equipment: tuple[str, ...] = ()
    in_hand: tuple[str, ...] = ()
    traits: tuple[str, ...] = ()
    spells: tuple[str, ...] = ()
    named: bool = False
    either_side: bool = False
    feminine: bool = False
    icon: Icon = ""


class OwnProfile(Row, frozen=True, kw_only=True):
    """A figure of people's own, in an army file or in their folder: the price table gives its price.

    One name is enough; `price`, where given, must be what the table says. Without a `wounded` side every value of it is one
    less than the healthy one's, unless the figure has none (the trait no-wounded-side). Without `in_hand` it holds what it
    carries, in order, as far as two hands go. `feminine` is the gender of its French name.
    """

    id: Id
    side: Camp
    combat: Grade
    shooting: Grade
    defence: Grade
    agility: Grade
    morale: Morale
    name: str = ""
    name_fr: str = ""
    size: Size = "foot"
    height: Annotated[float, msgspec.Meta(ge=1, le=10)] = 3
    wounded: Card | None = None
    equipment: tuple[str, ...] = ()
    in_hand: tuple[str, ...] | None = None
    traits: tuple[str, ...] = ()
    spells: tuple[str, ...] = ()
    named: bool = False
    feminine: bool = False
    price: Count | None = None
    icon: Icon = ""
    note: str = ""
    note_fr: str = ""


class KnownValue(Row, frozen=True, kw_only=True):
    """Something that the book says of a figure: a characteristic, a piece of equipment, a special rule."""

    id: Id
    figure: str
    value: int | str
    characteristic: Literal["combat", "shooting", "defence", "agility", "morale", "equipment", "trait", "wounded side"]
    side: Literal["healthy", "wounded", "any"]
    lines: tuple[int, ...]


class PricePart(Row, frozen=True, kw_only=True):
    """A part of a price: a share of something, a sum for each point of it, or a flat sum. (fda.army.price)"""

    id: Id
    text: Text
    text_fr: Text
    combat_plus: Count = 0
    defence_plus: Count = 0
    divisor: int = 0
    per_point: int = 0
    flat: int = 0


class Limits(Row, frozen=True, kw_only=True):
    """What a free troop may hold. (fda.army.troop-by-morale)"""

    figures: Positive
    morale: Positive
    price: Positive
    large: Positive
    hands: Positive
    spells_in_memory: Positive


# ---------------------------------------------------------------- all of it


class Book(msgspec.Struct, frozen=True, kw_only=True):
    """Every table of the book, by id."""

    system: Game
    option: dict[str, Option]
    reading: dict[str, Reading]
    measures: Measures
    numbers: Numbers
    grade: dict[str, Graded]
    movement: dict[str, Movement]
    contact_limit: dict[str, ContactLimit]
    weight: dict[str, Weight]
    difficulty: dict[str, Difficulty]
    terrain: dict[str, Terrain]
    action: dict[str, Action]
    modifier: dict[str, Modifier]
    advantage: dict[str, Advantage]
    fumble: dict[str, Fumble]
    state: dict[str, State]
    win_chance: dict[str, WinChance]
    defence_odds: dict[str, DefenceOdds]
    weapon: dict[str, Weapon]
    armour: dict[str, Armour]
    item: dict[str, Item]
    spell: dict[str, Spell]
    trait: dict[str, Trait]
    profile: dict[str, Profile]
    known_value: dict[str, KnownValue]
    price_part: dict[str, PricePart]
    limits: Limits
    scenario: dict[str, Scenario]
    awakening: Awakening
    statuette: Statuette
    soup: Soup
    dungeon: Dungeon

    def length(self, cm: float) -> int:
        """A length in centimetres as table units (hundredths of a millimetre)."""
        return round(cm * 1000)

    def thing(self, name: str) -> Item | None:
        """Anything that a figure carries, by its id."""
        return self.weapon.get(name) or self.armour.get(name) or self.item.get(name)

    def things(self) -> dict[str, Item]:
        """Everything that a figure may carry, by id."""
        return {**self.weapon, **self.armour, **self.item}

    def added(self, modifier: str) -> int:
        """What a modifier adds."""
        return self.modifier[modifier].value

    def armour_bonus(self, equipment: Iterable[str]) -> int:
        """What equipment adds to D. (fda.damage.jd-roll)"""
        return sum([self.armour[name].defence for name in equipment if name in self.armour])

    def load(self, equipment: Iterable[str]) -> int:
        """What equipment weighs together. (fda.encumbrance.weights)"""
        things = self.things()
        return sum([things[name].weight for name in equipment])

    def hands(self, held: Iterable[str]) -> int:
        """How many hands these things take."""
        things = self.things()
        return sum([things[name].hands for name in held])

    def fumbled(self, table: str, face: int) -> Fumble:
        """The row of a table of critical failures for a face; above the last it is the last."""
        rows = [row for row in self.fumble.values() if row.table == table]
        return next((row for row in rows if row.low <= face <= row.high), rows[-1])
