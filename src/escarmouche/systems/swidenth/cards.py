"""Cards: the figures of a band as the rules use them."""

from __future__ import annotations

from escarmouche.systems.swidenth.army import Member
from escarmouche.systems.swidenth.content import base, book, height
from escarmouche.systems.swidenth.equipment import gear
from escarmouche.systems.swidenth.model import RANKS, TRAIT_BITS, Card, Figure


def card_of(member: Member) -> Card:
    """The card of a figure: its profile's numbers on the table, its price with all it carries, its armour and its spells.
    (swidenth.stats.figure-size, swidenth.equipment.armour)"""
    profile, worn = member.profile, gear(member.kit).armour
    return Card(
        profile=profile.id,
        name_en=member.called("en"),
        name_fr=member.called("fr"),
        price=member.price,
        rank=RANKS[profile.rank],
        combat=profile.combat,
        shooting=profile.shooting,
        defence=profile.defence,
        heroism=profile.heroism,
        psychism=-1 if profile.psychism is None else profile.psychism,
        vitality=profile.vitality,
        movement=book().length(profile.movement),
        traits=sum([TRAIT_BITS[trait] for trait in profile.traits]),
        radius=book().length(base(profile, book()) / 2),
        height=book().length(height(profile, book())),
        armour=sum([book().armour[name].defence for name in worn]),
        armour_id=worn[0] if worn else "",
        spells=member.spells,
        race=profile.race,
    )


def recruit(member: Member, seat: int, id: int) -> Figure:
    """The figure of a seat, not yet on the table: its melee set in hand, the rest at its belt and slung; everything loaded.
    (swidenth.equipment.hands, swidenth.action.reload)"""
    card, carried = card_of(member), gear(member.kit, member.spare)
    return Figure(
        id,
        seat,
        card,
        vitality=card.vitality,
        heroism=card.heroism,
        hands=carried.held,
        belt=carried.belt,
        missiles=(*carried.missiles, *carried.thrown),
    )
