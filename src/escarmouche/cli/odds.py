"""The exact odds of an attack, or of several alike: `odds SYSTEM ATTACK ATTACKER [DEFENDER] [--with KEY=VALUE]… [--times]`."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any

import typer

from escarmouche.cli.common import AsJson, Lang, SystemName, emit, language, new_app, pairs, show, show_table, text, use

if TYPE_CHECKING:
    from escarmouche.core.system import System

MOST = 50
"""So many attacks at most."""

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
    attacker: Annotated[str, typer.Argument(help=text("odds.attacker"), autocompletion=_profiles, show_default=False)] = "",
    defender: Annotated[
        str | None, typer.Argument(help=text("odds.defender"), autocompletion=_profiles, show_default=False)
    ] = None,
    with_: Annotated[
        list[str] | None, typer.Option("--with", metavar="KEY=VALUE", help=text("odds.with"), show_default=False)
    ] = None,
    times: Annotated[int, typer.Option("--times", metavar="N", min=1, max=MOST, help=text("odds.times"))] = 1,
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
    tables = [outcomes, *([derived] if derived else [])]
    if as_json:
        emit(
            {
                "system": system,
                "attack": attack,
                "attacker": attacker or None,
                "defender": defender,
                "with": settings,
                "outcomes": {name: str(chance) for name, chance in outcomes.items()},
                "percent": {name: round(float(100 * chance), 4) for name, chance in outcomes.items()},
                **({"derived": {name: str(chance) for name, chance in derived.items()}} if derived else {}),
                **_quantities(chosen, tables),
                **(_repeated(chosen, outcomes, times) if times > 1 else {}),
            }
        )
        return
    for found in tables:
        _show(chosen, found)
    if times > 1:
        _show_repeated(chosen, outcomes, times)


def _quantities(system: System, tables: list[dict[str, Fraction]]) -> dict[str, Any]:
    """The mean and the chance of at least so much, of the outcomes that count something."""
    for found in tables:
        values = counts(system, found)
        if values:
            ordered = sorted(found, key=lambda name: values[name])
            least = {str(values[name]): str(chance) for name, chance in zip(ordered, at_least(found, ordered), strict=True)}
            return {"mean": str(mean(found, values)), "at_least": least}
    return {}


def counts(system: System, found: dict[str, Fraction]) -> dict[str, int]:
    """What each outcome counts, where all of them count something; else nothing."""
    values = {name: system.outcome_count(name) for name in found}
    return {name: value for name, value in values.items() if value is not None} if None not in values.values() else {}


def mean(found: dict[str, Fraction], values: dict[str, int]) -> Fraction:
    """What is to be expected."""
    return sum([values[name] * chance for name, chance in found.items()], Fraction(0))


def at_least(found: dict[str, Fraction], ordered: list[str]) -> list[Fraction]:
    """The chance of each of these outcomes or a later one."""
    return [sum([found[name] for name in ordered[place:]], Fraction(0)) for place in range(len(ordered))]


def _show(system: System, found: dict[str, Fraction]) -> None:
    """A table: quantities by their value, with "at least" and their mean; anything else by its chance."""
    values = counts(system, found)
    ordered = sorted(found, key=lambda name: (values[name], name) if values else (-found[name], name))
    named = [system.outcome_name(name, language()) for name in ordered]
    rows = [[name, _fraction(found[one]), _percent(found[one])] for name, one in zip(named, ordered, strict=True)]
    columns = [text("column.outcome"), text("column.chance"), "%"]
    if values:
        columns.append(text("column.at-least"))
        for row, chance in zip(rows, at_least(found, ordered), strict=True):
            row.append(_percent(chance))
    rows = [[*row, _bar(found[name])] for row, name in zip(rows, ordered, strict=True)]
    show_table([*columns, ""], rows, numbers=range(1, len(columns)))
    if values:
        average = mean(found, values)
        show(text("odds.mean", _number(f"{float(average):.3f}"), _fraction(average)))


# ---------------------------------------------------------------- several attacks


def total(found: dict[str, Fraction], values: dict[str, int], times: int) -> dict[int, Fraction]:
    """What so many attacks count together, each as if it were the first; by value.

    >>> total({"miss": Fraction(1, 2), "hit": Fraction(1, 2)}, {"miss": 0, "hit": 3}, 2)
    {0: Fraction(1, 4), 3: Fraction(1, 2), 6: Fraction(1, 4)}
    """
    sums = {0: Fraction(1)}
    for _ in range(times):
        more: dict[int, Fraction] = {}
        for name, chance in found.items():
            for value, so_far in sums.items():
                more[value + values[name]] = more.get(value + values[name], Fraction(0)) + so_far * chance
        sums = more
    return dict(sorted(sums.items()))


def once(found: dict[str, Fraction], times: int) -> dict[str, Fraction]:
    """The chance of each outcome to happen at least once in so many attacks, each as if it were the first."""
    return {name: 1 - (1 - chance) ** times for name, chance in found.items()}


def _repeated(system: System, found: dict[str, Fraction], times: int) -> dict[str, Any]:
    """Several attacks as JSON data."""
    values = counts(system, found)
    if values:
        return {"times": times, "total": {str(value): str(chance) for value, chance in total(found, values, times).items()}}
    return {"times": times, "at_least_once": {name: str(chance) for name, chance in once(found, times).items()}}


def _show_repeated(system: System, found: dict[str, Fraction], times: int) -> None:
    """Several attacks as people read them: what they count together, or how often each outcome is to be expected."""
    values = counts(system, found)
    if values:
        sums = total(found, values, times)
        columns = [text("column.total"), text("column.chance"), "%", text("column.at-least")]
        rows = [
            [str(value), _fraction(chance), _percent(chance),
             _percent(sum([sums[other] for other in sums if other >= value], Fraction(0))), _bar(chance)]
            for value, chance in sums.items()
        ]  # fmt: skip
    else:
        columns = [text("column.outcome"), text("column.mean"), text("column.at-least-once")]
        chances = once(found, times)
        ordered = sorted(found, key=lambda name: (-found[name], name))
        rows = [
            [system.outcome_name(name, language()), _number(f"{float(times * found[name]):.3f}"), _percent(chances[name]),
             _bar(chances[name])]
            for name in ordered
        ]  # fmt: skip
    show(text("odds.repeated", times), "bold")
    show_table([*columns, ""], rows, numbers=range(1, len(columns)))
    if values:
        average = times * mean(found, values)
        show(text("odds.mean", _number(f"{float(average):.3f}"), _fraction(average)))


def _number(written: str) -> str:
    """A number as a reader writes it."""
    return written.replace(".", ",") if language() == "fr" else written


def _percent(chance: Fraction) -> str:
    return _number(f"{float(100 * chance):.2f}") + " %"


def _fraction(chance: Fraction) -> str:
    """The exact chance where it can be read at a glance."""
    return str(chance) if len(str(chance)) <= 24 else "≈ " + _number(f"{float(chance):.6g}")


def _bar(chance: Fraction) -> str:
    """A bar as long as the chance, to an eighth of a sign, so that a small one still shows."""
    eighths = max(round(320 * chance), 1 if chance else 0)
    return "█" * (eighths // 8) + " ▏▎▍▌▋▊▉"[eighths % 8].strip()
