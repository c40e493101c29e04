"""What the players may set before a battle: basic or advanced rules, each option by itself, other readings of the book."""

from __future__ import annotations

from typing import Final

from escarmouche.core.settings import Setting, Value
from escarmouche.core.system import Setup
from escarmouche.kit.options import ChosenOptions, bad, read
from escarmouche.systems.fda.content import book
from escarmouche.systems.fda.model import OPTION_BITS, SWITCH_BITS

MOST_TURNS: Final = 100
MOST_POINTS: Final = 10_000
BASIC: Final = "basic"
ADVANCED: Final = "advanced"


def settings() -> tuple[Setting, ...]:
    """The options of a battle. (fda.setup.rule-levels)"""
    options = [
        Setting(
            row.id, "flag", row.name_en, row.name_fr, None,
            "Needs: " + ", ".join(row.needs) if row.needs else "", "Demande : " + ", ".join(row.needs) if row.needs else "",
        )
        for row in book().option.values()
    ]  # fmt: skip
    readings = tuple([Value(row.id, row.name_en, row.name_fr) for row in book().reading.values()])
    return (
        Setting(
            "rules", "choice", "Rules", "Règles", BASIC, "Each option may still be chosen by itself.",
            "Chaque option peut encore être choisie à part.",
            (Value(BASIC, "Basic rules", "Règles de base"), Value(ADVANCED, "Advanced rules", "Règles avancées")),
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
