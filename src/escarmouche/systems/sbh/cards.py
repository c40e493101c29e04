"""Cards: profiles of the army lists as the rules use them."""

from __future__ import annotations

from escarmouche.systems.sbh.content import PROFILES
from escarmouche.systems.sbh.model import BIG, HUGE, LONG, MEDIUM, MOUNTED, NORMAL, SHORT, TRAIT_BITS, Card
from escarmouche.systems.sbh.rows import Profile

LENGTHS = {"": 0, "short": SHORT, "medium": MEDIUM, "long": LONG}
SIZES = {"normal": NORMAL, "big": BIG, "huge": HUGE}

FOOT_RADIUS = 800
CAVALRY_RADIUS = 1050
BIG_RADIUS = 1250
HUGE_RADIUS = 2000
"""Radius of a base in hundredths of a millimetre at 15 mm; half as much again at 25/28 mm. (sbh.setup.bases)"""


def base_radius(size: int, mounted: bool, scale: str = "15mm") -> int:
    """The radius of a fighter's round base; rider and mount share one. (sbh.setup.bases,
    sbh.special.mounted-single-fighter)"""
    radius = (FOOT_RADIUS, BIG_RADIUS, HUGE_RADIUS)[size]
    if mounted and size == NORMAL:
        radius = CAVALRY_RADIUS
    return radius * 3 // 2 if scale == "28mm" else radius


def card_of(profile: Profile, scale: str = "15mm", name_en: str = "", name_fr: str = "", hurt: int = 0) -> Card:
    """The card of a profile. (sbh.profile.structure, sbh.profile.special-rules)"""
    bits = 0
    shooting = 0
    lethal: tuple[str, ...] = ()
    for trait in profile.traits:
        name, _, parameter = trait.partition(":")
        bits |= TRAIT_BITS[name]
        if name == "shooter":
            shooting = LENGTHS[parameter]
        elif name == "lethal":
            lethal += (parameter,)
    size = SIZES[profile.size]
    return Card(
        profile=profile.id,
        name_en=name_en or profile.name_en,
        name_fr=name_fr or profile.name_fr,
        points=profile.points,
        quality=profile.quality,
        combat=profile.combat,
        traits=bits,
        move=LENGTHS[profile.move],
        size=size,
        shooting=shooting,
        lethal=lethal,
        race=profile.race,
        radius=base_radius(size, bool(bits & MOUNTED), scale),
        hurt=hurt,
    )


def card(profile_id: str, scale: str = "15mm") -> Card:
    """The card of a profile of the lists, by its id."""
    return card_of(PROFILES.all()[profile_id], scale)
