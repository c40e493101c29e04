"""Cards: what a member of a troop is in the battle. (fda.setup.cards)"""

from __future__ import annotations

from escarmouche.kit.rows import bits
from escarmouche.systems.fda.army import Member
from escarmouche.systems.fda.content import book
from escarmouche.systems.fda.model import FOOT, SIZES, TRAIT_BITS, Card, Figure, Values
from escarmouche.systems.fda.rows import Card as Row
from escarmouche.systems.fda.rows import Profile
from escarmouche.systems.fda.rules.values import RADIUS


def values(row: Row) -> Values:
    """One side of a card."""
    return Values(row.combat, row.shooting, row.defence, row.agility, row.morale)


def card(profile: Profile, name_en: str = "", name_fr: str = "", equal_bases: bool = False) -> Card:
    """The card of a profile; at some tables all bases are alike. (fda.setup.base-size, fda.setup.equipment-as-sculpted)"""
    worn = [book().armour[item] for item in profile.equipment if item in book().armour and not book().armour[item].hands]
    size = SIZES[profile.size]
    return Card(
        profile.id,
        name_en or profile.name_en,
        name_fr or profile.name_fr,
        profile.price,
        size,
        values(profile.healthy),
        None if profile.wounded is None else values(profile.wounded),
        bits(profile.traits, TRAIT_BITS),
        RADIUS[FOOT if equal_bases else size],
        book().length(profile.height),
        sum([row.defence for row in worn]),
        sum([row.defence for row in worn if row.metal]),
        any(row.id == "helmet" for row in worn),
        sum([row.weight for row in worn]),
        any(row.blocks_casting for row in worn),
        profile.spells,
        profile.feminine,
    )


def recruit(member: Member, seat: int, id: int, equal_bases: bool = False) -> Figure:
    """A member of a troop as a figure of the battle, with what it holds and what it carries; its weapons are loaded.
    (fda.shoot.weapon-in-hand)"""
    profile = member.profile
    carried = [item for item in profile.equipment if item not in book().armour or book().armour[item].hands]
    belt = list(carried)
    for item in profile.in_hand:
        belt.remove(item)
    figure = Figure(id, seat, card(profile, member.name_en, member.name_fr, equal_bases))
    figure.hands, figure.belt = tuple(profile.in_hand), tuple(belt)
    return figure
