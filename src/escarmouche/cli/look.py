"""What there is: `systems`, `profiles SYSTEM`, `scenarios SYSTEM`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from escarmouche.cli.common import (
    AsJson,
    Lang,
    SystemName,
    emit,
    language,
    new_app,
    show,
    show_table,
    text,
    use,
    warn_of_plugins,
)

if TYPE_CHECKING:
    from escarmouche.core.offers import Armies
    from escarmouche.core.system import System

systems_app = new_app()
profiles_app = new_app()
scenarios_app = new_app()


@systems_app.command(help=text("systems.help"))
def systems(as_json: AsJson = False, lang: Lang = None) -> None:
    from escarmouche.core import registry

    use(lang)
    found = registry.playable()
    warn_of_plugins()
    if as_json:
        rows = [{"id": one.id, "titles": one.titles, "version": one.version, "seats": one.seats} for one in found]
        emit({"systems": rows})
        return
    columns = [text("column.id"), text("column.name"), text("column.seats")]
    show_table(columns, [[one.id, _title(one), str(one.seats)] for one in found])


def _title(system: System) -> str:
    return system.titles.get(language()) or system.titles.get("en") or system.id


@profiles_app.command(help=text("profiles.help"))
def profiles(
    system: SystemName,
    faction: Annotated[str | None, typer.Option(help=text("profiles.faction"), show_default=False)] = None,
    as_json: AsJson = False,
    lang: Lang = None,
) -> None:
    from escarmouche.core import offers, registry

    use(lang)
    offered = offers.armies(registry.system(system))
    found = list(offered.profiles().values())
    if faction is not None:
        found = _of_faction(found, faction)
    if as_json:
        emit({"system": system, "profiles": found})
        return
    cells = [offered.cells(one, language()) for one in found]
    if cells:
        headings = _headings(offered)
        labels = [headings.get(name, name) for name in cells[0]]
        numbers = [place for place, name in enumerate(cells[0]) if all(_is_number(one[name]) for one in cells)]
        show_table(labels, [list(one.values()) for one in cells], numbers=numbers, whole=[0])
        _legend(offered)
    show(text("profiles.count", len(found)))


def _headings(offered: Armies) -> dict[str, str]:
    """The heading of each column, as the system calls it."""
    spoken = {one.id: one.fr if language() == "fr" else one.en for one in offered.columns()}
    return {"id": text("column.id"), "name": text("column.name"), **spoken}


def _legend(offered: Armies) -> None:
    """What the short headings stand for."""
    meant = [(one.fr, one.meaning_fr) if language() == "fr" else (one.en, one.meaning_en) for one in offered.columns()]
    told = [text("profiles.meaning", short, meaning) for short, meaning in meant if meaning and meaning != short]
    if told:
        show(" ; ".join(told) if language() == "fr" else "; ".join(told), "dim")


def _is_number(cell: str) -> bool:
    return cell.removesuffix("+").lstrip("-").isdigit()


def _of_faction(found: list[dict[str, Any]], faction: str) -> list[dict[str, Any]]:
    """The profiles of one list."""
    from escarmouche.core.errors import UnknownName, perhaps

    lists = list(dict.fromkeys([one["faction"] for one in found if one.get("faction")]))
    if faction not in lists:
        listed = ", ".join(lists)
        near, voisin = perhaps(faction, lists)
        raise UnknownName(
            f"There is no list {faction!r}{near}: choose one of {listed}.",
            f"Il n’y a pas de liste {faction!r}{voisin} : choisissez parmi {listed}.",
        )
    return [one for one in found if one.get("faction") == faction]


@scenarios_app.command(help=text("scenarios.help"))
def scenarios(system: SystemName, as_json: AsJson = False, lang: Lang = None) -> None:
    from escarmouche.core import registry

    use(lang)
    rows = list(registry.system(system).scenario_rows().values())
    if as_json:
        emit({"system": system, "scenarios": rows})
        return
    named = [[one["id"], one.get(f"name_{language()}") or one["id"]] for one in rows]
    show_table([text("column.id"), text("column.name")], named, whole=[0])
