"""A band's sheet in a campaign: what it can spend, then everybody in it."""

from __future__ import annotations

from typing import Any

from escarmouche.core.campaigns import Sheet
from escarmouche.systems.sbh.content import book
from escarmouche.systems.sbh.ledger import MESSAGES, Company, Fighter

COLUMNS = ("number", "name", "points", "quality", "combat", "traits", "experience", "health", "item")
NUMBERS = (0, 2, 3, 4, 6)


def sheet(seat: int, band: Company, language: str) -> Sheet:
    """The sheet of a seat's band."""

    def text(key: str, *about: Any) -> str:
        return MESSAGES.sentence(key, about, str, language)

    name = band.names()[language == "fr"]
    lines = [text("band", seat + 1, name, band.victory_points, band.earned)]
    if band.refund:
        lines.append(text("refund-any" if band.patrons else "refund-warriors", band.refund))
    if band.upgrades:
        lines.append(text("upgrades", ", ".join([book().upgrade[one].name(language) for one in band.upgrades])))
    columns = [text(f"column.{one}") for one in COLUMNS]
    return Sheet(name, lines, columns, [cells(band, fighter, language) for fighter in band.fighters], NUMBERS)


def cells(band: Company, fighter: Fighter, language: str) -> list[str]:
    """A fighter's line."""
    member = band.member(fighter)
    kind = member.profile.name(language)
    health = "away" if fighter.away else "hurt" if fighter.hurt else "fit"
    item = book().magic_item[fighter.item].name(language) if fighter.item else ""
    return [
        str(fighter.number),
        f"{fighter.name} ({kind})" if fighter.name else kind,
        str(member.profile.points),
        f"{member.quality}+",
        str(member.combat),
        ", ".join([book().trait_name(trait, language) for trait in member.traits]),
        str(fighter.experience),
        MESSAGES.sentence(f"health.{health}", (), str, language),
        f"{item} ({fighter.charges})" if fighter.charges else item,
    ]
