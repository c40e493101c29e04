"""What people change in a profile, and profiles of their own, as typed rows."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from escarmouche.core.content import Id, Row
from escarmouche.kit.rows import Icon, Positive
from escarmouche.systems.masse.rows import Category, Dice, Inches, Order, Size


class OwnLine(Row, frozen=True, kw_only=True):
    """An attack line of people's own; the weapon says whether it is shot or thrown, and then `pt` is needed.

    `two_weapons` names a row of the two-weapon table: the first die is rolled at the one penalty, the others at the other.
    (masse.melee.two-weapons)
    """

    weapon: str
    ma: int
    dice: Annotated[Dice, msgspec.Meta(min_length=1)]
    bonus: int = 0
    pt: Inches | None = None
    two_weapons: str = ""


class Changes(Row, frozen=True, kw_only=True):
    """What a list changes in a profile: CA and the attack lines (MA, DA, PT) are then stated anew, the rest may be.
    (masse.army.profiles-indicative)"""

    ca: Positive
    attacks: Annotated[tuple[OwnLine, ...], msgspec.Meta(min_length=1)]
    category: Category | None = None
    formation: Order | None = None
    size: Size | None = None
    n_per_fig: Literal[1, 2, 5, 10] | None = None
    nv: Positive | None = None
    init: int | None = None
    mv: Inches | None = None
    land_mv: Inches | None = None
    ml: int | None = None
    shield: bool | None = None
    traits: tuple[str, ...] | None = None


class OwnProfile(Changes, frozen=True, kw_only=True):
    """A profile of people's own: one of the lists with some values changed. One name is enough."""

    id: Id
    like: str
    name: str = ""
    name_fr: str = ""
    note: str = ""
    note_fr: str = ""
    icon: Icon = ""
