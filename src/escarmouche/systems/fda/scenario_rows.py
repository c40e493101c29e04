"""The scenarios of Frères d'Armes as typed rows: tables, zones, and the numbers of each. Lengths are in centimetres."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from escarmouche.core.content import Row
from escarmouche.kit.rows import Count, Named, Positive, Text
from escarmouche.systems.fda.units import Cm, Level, Percent, RuleId


class Feature(Row, frozen=True, kw_only=True):
    """A piece of terrain on a table: its lower left corner and its size, in centimetres."""

    terrain: str
    x: Cm
    y: Cm
    w: Cm
    h: Cm
    locked: bool = False
    holds: str = ""
    blows: Count = 0


class Zone(Row, frozen=True, kw_only=True):
    """Where figures deploy: all of a side, or only some of its profiles; near a piece, where it says how near."""

    side: Literal["adventurers", "dungeon"]
    x: Cm
    y: Cm
    w: Cm
    h: Cm
    profiles: tuple[str, ...] = ()
    near: str = ""
    within: Cm = 0


class Scenario(Named, frozen=True, kw_only=True):
    """A scenario: its table, its last turn, its two troops (ready-made ones, by their ids), the options it needs and those it
    proposes. `present_…` are profiles without which a troop cannot play it."""

    level: Level
    width: Positive
    depth: Positive
    turns: Positive
    adventurers: str
    dungeon: str
    briefing_en: Text
    briefing_fr: Text
    rules: Annotated[tuple[RuleId, ...], msgspec.Meta(min_length=1)]
    needs: tuple[str, ...] = ()
    suggested: tuple[str, ...] = ()
    features: tuple[Feature, ...] = ()
    zones: tuple[Zone, ...] = ()
    present_adventurers: tuple[str, ...] = ()
    present_dungeon: tuple[str, ...] = ()
    any_troops: bool = False
    random: bool = False


class Awakening(Row, frozen=True, kw_only=True):
    """The numbers of the rude awakening. (fda.scenario.rude-awakening-waking and its neighbours)"""

    guard: str
    shout: Cm
    noise: Cm
    wake_turn: Positive
    calm_turns: Positive
    survivors: Positive
    scout: str
    """Who may begin hidden beside a piece of this kind instead of in its zone. (fda.scenario.rude-awakening-setup)"""
    post: str


class Statuette(Row, frozen=True, kw_only=True):
    """The numbers of the statuette. (fda.scenario.statuette-carry and its neighbours)"""

    item: str
    key: str
    keeper: str
    hand_over: Cm


class Soup(Row, frozen=True, kw_only=True):
    """The numbers of the lich soup. (fda.scenario.lich-soup-soup and its neighbours)"""

    lich: str
    ingredient: str
    tomb: str
    pot: str
    pot_within: Cm
    morale: Positive


class Dungeon(Row, frozen=True, kw_only=True):
    """The bounds of a random dungeon. (fda.scenario.brawl-setup)"""

    width: Positive
    depth: Positive
    wall: Cm
    cell: Cm
    doorway: Cm
    zone: Cm
    room_least: Positive
    columns_most: Count
    rubble_most: Count
    broken_most: Count
    chests: Count
    door_percent: Percent
    locked_percent: Percent
    column: Cm
    patch: Cm
    chest: Cm
