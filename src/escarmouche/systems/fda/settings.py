"""What the players may set before a battle: basic or advanced rules, each option by itself, other readings of the book."""

from __future__ import annotations

from typing import Final

from escarmouche.core.settings import Setting, Value
from escarmouche.core.system import Setup
from escarmouche.kit.options import ChosenOptions, bad, read
from escarmouche.systems.fda.content import book
from escarmouche.systems.fda.model import (
    BASIC_REACTION_SHOT,
    BROKEN_GROUND,
    CLIMB_ANY_HEIGHT,
    COVER,
    CRITICAL_HIT,
    DESTINY,
    DISCOVERY_BY_LINE,
    ENCUMBRANCE,
    EQUAL_BASES,
    EXTRA_ACTIONS,
    FUMBLE_PARRIED,
    HALF_PLANE_BACK,
    JDEG_WOUNDS,
    MAGIC,
    MAGIC_FUMBLES,
    MELEE_FUMBLES,
    MELEE_REACTIONS,
    OBSTACLES,
    POSITIONS,
    REACTIONS,
    RECOVERY_OUT,
    REROLL_STUN,
    SCOUTING,
    SHOOT_INTO_MELEE,
    SHOOTING_ACTIONS,
    SHOOTING_FUMBLES,
    SHOOTING_REACTIONS,
    SHORT_RANGE,
    SHOT_AT_ANY_ACTION,
    SPELL_KEPT,
    STRIKE_ADVANTAGE,
    THIRD_DIE,
    TURNING_HAMPERS,
    TWO_D6,
    TWO_WEAPONS,
    VERY_ADVANTAGED,
    WOUNDED_INITIATIVE,
    WOUNDS,
    ZERO_FAILS_MORALE,
)

MOST_TURNS: Final = 100
MOST_POINTS: Final = 10_000
BASIC: Final = "basic"
ADVANCED: Final = "advanced"


OPTION_BITS: Final[dict[str, int]] = {
    "dice-2d6": TWO_D6,
    "positions": POSITIONS,
    "broken-ground": BROKEN_GROUND,
    "obstacles": OBSTACLES,
    "encumbrance": ENCUMBRANCE,
    "wounds": WOUNDS,
    "destiny": DESTINY,
    "reactions": REACTIONS,
    "very-advantaged": VERY_ADVANTAGED,
    "critical-hit": CRITICAL_HIT,
    "melee-fumbles": MELEE_FUMBLES,
    "two-weapons": TWO_WEAPONS,
    "melee-reactions": MELEE_REACTIONS,
    "shoot-into-melee": SHOOT_INTO_MELEE,
    "shooting-actions": SHOOTING_ACTIONS,
    "shooting-reactions": SHOOTING_REACTIONS,
    "short-range": SHORT_RANGE,
    "cover": COVER,
    "shooting-fumbles": SHOOTING_FUMBLES,
    "extra-actions": EXTRA_ACTIONS,
    "scouting": SCOUTING,
    "magic": MAGIC,
    "magic-fumbles": MAGIC_FUMBLES,
}

SWITCH_BITS: Final[dict[str, int]] = {
    "strike-gives-advantage": STRIKE_ADVANTAGE,
    "wounded-count-for-initiative": WOUNDED_INITIATIVE,
    "unconfirmed-zero-fails-morale": ZERO_FAILS_MORALE,
    "turning-hampers-shooter": TURNING_HAMPERS,
    "fumble-hit-against-defender": FUMBLE_PARRIED,
    "table-roll-replaces-confirmation": THIRD_DIE,
    "two-handed-rerolls-stun": REROLL_STUN,
    "reaction-shot-in-basic": BASIC_REACTION_SHOT,
    "recovery-equal-is-out": RECOVERY_OUT,
    "jdeg-failure-wounds": JDEG_WOUNDS,
    "spell-kept-on-success": SPELL_KEPT,
    "climb-own-height": CLIMB_ANY_HEIGHT,
    "all-bases-equal": EQUAL_BASES,
    "back-is-half-plane": HALF_PLANE_BACK,
    "reaction-shot-any-action": SHOT_AT_ANY_ACTION,
    "discovery-needs-line": DISCOVERY_BY_LINE,
}
"""The catalogue's switches; a bit that is set means the reading that is not the usual one."""


def settings() -> tuple[Setting, ...]:
    """The options of a battle. (fda.setup.rule-levels)"""
    options = [
        Setting(
            row.id, "flag", row.name_en, row.name_fr, None,
            only=(row.needs[0], True) if row.needs else ("rules", BASIC),
        )
        for row in book().option.values()
    ]  # fmt: skip
    readings = tuple([Value(row.id, row.name_en, row.name_fr) for row in book().reading.values()])
    return (
        Setting(
            "rules", "choice", "Rules", "Règles", BASIC, "Every option may also be switched on or off by itself.",
            "Chaque option peut aussi être activée ou non à part.",
            (
                Value(BASIC, "Basic rules, and the options chosen", "Règles de base, et les options choisies"),
                Value(ADVANCED, "Advanced rules, all of them", "Règles avancées, toutes"),
            ),
        ),
        *options,
        Setting(
            "turn_limit", "count", "Last turn", "Dernier tour", 0, "0: as the scenario says.", "0 : selon le scénario.",
            most=MOST_TURNS,
        ),
        Setting(
            "limit", "count", "Points a troop may cost", "Points par troupe", 0, "0: as usual.", "0 : comme d’habitude.",
            most=MOST_POINTS,
        ),
        Setting("night", "flag", "At night", "De nuit", False, "Hidden figures are harder to spot.", "On scrute moins bien."),
        Setting("switches", "switches", "Other readings", "Autres lectures", (), values=readings),
    )  # fmt: skip


def agreed(setup: Setup) -> ChosenOptions:
    """What the players have set, every value checked."""
    return read(setup, settings(), 2)


def option_bits(chosen: ChosenOptions, needs: tuple[str, ...]) -> int:
    """The options in force: those of the preset, as changed one by one; what the scenario needs is in force by itself. One that
    needs another which is off is refused. (fda.setup.rule-levels)"""
    advanced = chosen.choice("rules") == ADVANCED
    on = [
        row.id
        for row in book().option.values()
        if chosen.value(row.id, row.id in needs or (advanced and row.level == ADVANCED and row.default))
    ]
    for name in needs:
        if name not in on:
            raise bad(
                f"this scenario needs the option {name} (fda.setup.rule-levels): switch it on",
                f"ce scénario demande l’option {name} (fda.setup.rule-levels) : activez-la",
            )
    for name in on:
        for other in book().option[name].needs:
            if other not in on:
                raise bad(
                    f"the option {name} needs the option {other} (fda.setup.rule-levels): switch it on as well",
                    f"l’option {name} demande l’option {other} (fda.setup.rule-levels) : activez-la aussi",
                )
    bits = 0
    for name in on:
        bits |= OPTION_BITS[name]
    return bits


def switch_bits(chosen: ChosenOptions) -> int:
    """The unusual readings that the table has chosen."""
    bits = 0
    for name in chosen.switches():
        bits |= SWITCH_BITS[name]
    return bits
