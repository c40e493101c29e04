"""The exact odds of one attack: `odds SYSTEM ATTACK ATTACKER [DEFENDER] [--with key=value]…`."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated

import typer

from escarmouche.cli.common import AsJson, Lang, SystemName, emit, language, new_app, pairs, show_table, text, use

app = new_app()


def _profiles(ctx: typer.Context, incomplete: str) -> list[str]:
    """The profiles of the system that was named, for shell completion."""
    from escarmouche.core import registry

    name = ctx.params.get("system")
    offered = registry.system(name).armies() if name in registry.systems() else None
    return [one for one in ({} if offered is None else offered.profiles()) if one.startswith(incomplete)]


@app.command(help=text("odds.help"))
def odds(
    system: SystemName,
    attack: Annotated[str, typer.Argument(help=text("odds.attack"), show_default=False)],
    attacker: Annotated[str, typer.Argument(help=text("odds.attacker"), autocompletion=_profiles, show_default=False)],
    defender: Annotated[
        str | None, typer.Argument(help=text("odds.defender"), autocompletion=_profiles, show_default=False)
    ] = None,
    with_: Annotated[
        list[str] | None, typer.Option("--with", metavar="KEY=VALUE", help=text("odds.with"), show_default=False)
    ] = None,
    as_json: AsJson = False,
    lang: Lang = None,
) -> None:
    from escarmouche.core import offers, registry

    use(lang)
    settings = pairs(with_ or [], "--with")
    chosen = registry.system(system)
    offered = offers.odds(chosen)
    outcomes = offered.chances(attack, attacker, defender, settings)
    derived = offered.derived(attack, attacker, defender, settings, outcomes)
    if as_json:
        emit(
            {
                "system": system,
                "attack": attack,
                "attacker": attacker,
                "defender": defender,
                "with": settings,
                "outcomes": {name: str(chance) for name, chance in outcomes.items()},
                "percent": {name: round(float(100 * chance), 4) for name, chance in outcomes.items()},
                **({"derived": {name: str(chance) for name, chance in derived.items()}} if derived else {}),
            }
        )
        return
    for found in [outcomes, *([derived] if derived else [])]:
        ordered = sorted(found.items(), key=lambda pair: -pair[1])
        named = [(chosen.outcome_name(name, language()), chance) for name, chance in ordered]
        rows = [[name, _fraction(chance), f"{float(100 * chance):.2f} %", _bar(chance)] for name, chance in named]
        show_table([text("column.outcome"), text("column.chance"), "%", ""], rows, numbers=[1, 2])


def _fraction(chance: Fraction) -> str:
    """The exact chance where it can be read at a glance."""
    return str(chance) if len(str(chance)) <= 24 else f"≈ {float(chance):.6g}"


def _bar(chance: Fraction) -> str:
    return "█" * round(40 * chance)
