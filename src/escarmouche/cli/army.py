"""Armies: `army new SYSTEM FILE`, `army add FILE PROFILE`, `army check FILE`, `army print FILE`, `army list SYSTEM`,
`army price SYSTEM …`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from escarmouche.cli.common import (
    ArmyFile,
    AsJson,
    Lang,
    SystemName,
    emit,
    find_army,
    language,
    new_app,
    pairs,
    show,
    show_table,
    text,
    use,
)

if TYPE_CHECKING:
    from escarmouche.core.armies import Army
    from escarmouche.core.offers import Armies

app = new_app(no_args_is_help=True, help=text("army.help"))


Name = Annotated[str | None, typer.Option("--name", help=text("army.new.name"), show_default=False)]
Set = Annotated[list[str] | None, typer.Option("--set", metavar="KEY=VALUE", help=text("army.add.set"), show_default=False)]


@app.command(help=text("army.new.help"))
def new(
    system: SystemName,
    file: Annotated[str, typer.Argument(metavar="FILE", help=text("army.new.file"), show_default=False)],
    name: Name = None,
    like: Annotated[str | None, typer.Option("--like", metavar="ARMY", help=text("army.new.like"), show_default=False)] = None,
    set_: Set = None,
    as_json: AsJson = False,
    lang: Lang = None,
) -> None:
    from pathlib import Path

    from escarmouche.core import armies, registry

    use(lang)
    registry.system(system)
    start: dict[str, Any] = {} if like is None else armies.brought(like, system)
    title = name or start.get("name") or Path(file).stem.replace("-", " ").capitalize()
    data = {**start, "system": system, "name": title, **_values(set_)}
    if name is not None:
        data.pop("name_fr", None)
    path = armies.begin(file, armies.Army.from_plain(data, file))
    _tell_built(str(path), text("army.new.done", title, path), as_json)


@app.command(help=text("army.add.help"))
def add(
    file: Annotated[str, typer.Argument(metavar="FILE", help=text("army.add.file"), show_default=False)],
    profile: Annotated[str, typer.Argument(metavar="PROFILE", help=text("army.add.profile"), show_default=False)],
    count: Annotated[int, typer.Option("--count", min=1, max=500, help=text("army.add.count"))] = 1,
    name: Annotated[str | None, typer.Option("--name", help=text("army.add.name"), show_default=False)] = None,
    kind: Annotated[str, typer.Option("--kind", help=text("army.add.kind"), show_default=False)] = "",
    set_: Set = None,
    as_json: AsJson = False,
    lang: Lang = None,
) -> None:
    from escarmouche.core import armies

    use(lang)
    entry: dict[str, Any] = {"profile": profile}
    if count > 1:
        entry["count"] = count
    if name is not None:
        entry["name"] = name
    path = armies.own_file(file)
    made = armies.add(path, {**entry, **_values(set_)}, kind)
    _tell_built(str(path), text("army.add.done", count, profile, made.title(language())), as_json)


def _values(given: list[str] | None) -> dict[str, Any]:
    """What is set with --set: values as TOML writes them, and anything else as text."""
    import tomllib

    found: dict[str, Any] = {}
    for key, value in pairs(given or [], "--set").items():
        try:
            found[key] = tomllib.loads(f"value = {value}")["value"]
        except tomllib.TOMLDecodeError:
            found[key] = value
    return found


def _tell_built(file: str, done: str, as_json: bool) -> None:
    """What was written, and how the army stands now; one that is not legal yet is no mistake."""
    answer = _examined(file)
    if as_json:
        emit(answer)
        return
    show(done)
    _tell(answer)


def _offered(army: Army) -> Armies:
    from escarmouche.core import offers, registry

    return offers.armies(registry.system(army.system))


@app.command(help=text("army.check.help"))
def check(file: ArmyFile, as_json: AsJson = False, lang: Lang = None) -> None:
    use(lang)
    answer = _examined(file)
    if as_json:
        emit(answer)
    else:
        _tell(answer)
    if not answer["valid"]:
        raise typer.Exit(1)


def _tell(answer: dict[str, Any]) -> None:
    """Whether an army is legal, as people read it."""
    if answer["valid"]:
        show(text("army.legal", answer["name"], answer["points"]))
        return
    show(text("army.illegal", answer["name"]))
    for fault in answer["faults"]:
        show(f"  • {fault[language()]}" + (f" ({fault['rule']})" if fault["rule"] else ""))


def _examined(file: str) -> dict[str, Any]:
    """The answer about an army: what is wrong with the file itself counts as much as what breaks a rule."""
    from pathlib import Path

    from escarmouche.core.errors import ContentError
    from escarmouche.core.offers import faults_of

    try:
        army = find_army(file)
    except ContentError as error:
        if not Path(file).is_file():
            raise
        fault = {"rule": None, "en": str(error), "fr": error.sentence("fr")}
        return {"file": file, "system": None, "name": file, "points": None, "valid": False, "faults": [fault]}
    plain = army.to_plain()
    faults = [fault._asdict() for fault in faults_of(_offered(army), plain)]
    points = _offered(army).points(plain)
    return {
        "file": file,
        "system": army.system,
        "name": army.title(language()),
        "points": points,
        "valid": not faults,
        "faults": faults,
    }


@app.command("print", help=text("army.print.help"))
def print_sheet(file: ArmyFile, as_json: AsJson = False, lang: Lang = None) -> None:
    use(lang)
    army = find_army(file)
    sheet = _offered(army).sheet(army.to_plain(), language())
    if as_json:
        emit({"file": file, "system": army.system, **sheet})
        return
    for label, value in sheet["fields"].items():
        show(text("army.field", label, value or "_" * 24))
    for part in sheet["parts"]:
        show()
        show_table(part["columns"], part["rows"], part["title"], part.get("numbers", ()), ruled=True)
    if army.hint(language()):
        show(army.hint(language()), "italic")


@app.command("list", help=text("army.list.help"))
def list_armies(system: SystemName, as_json: AsJson = False, lang: Lang = None) -> None:
    from escarmouche.core import armies, offers, registry

    use(lang)
    offered = offers.armies(registry.system(system))
    found = armies.ready(system)
    if as_json:
        rows = [{"id": name, "points": offered.points(army.to_plain()), **army.to_plain()} for name, army in found.items()]
        emit({"system": system, "armies": rows})
        return
    columns = [text(f"column.{name}") for name in ("id", "name", "points", "advice")]
    cells = [
        [name, army.title(language()), str(offered.points(army.to_plain())), army.hint(language())]
        for name, army in found.items()
    ]
    show_table(columns, cells, numbers=[2], whole=[0])


@app.command(help=text("army.price.help"))
def price(
    system: SystemName,
    quality: Annotated[int | None, typer.Option(help=text("army.price.quality"), show_default=False)] = None,
    combat: Annotated[int | None, typer.Option(help=text("army.price.combat"), show_default=False)] = None,
    trait: Annotated[list[str] | None, typer.Option(help=text("army.price.trait"), show_default=False)] = None,
    set_: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="KEY=VALUE", help=text("army.price.set"), show_default=False),
    ] = None,
    as_json: AsJson = False,
    lang: Lang = None,
) -> None:
    from escarmouche.core import offers, registry

    use(lang)
    given: dict[str, Any] = {"quality": quality, "combat": combat, "traits": trait}
    profile = {name: value for name, value in given.items() if value is not None}
    for name, value in pairs(set_ or [], "--set").items():
        profile[name] = int(value) if value.lstrip("-").isdigit() else value
    points = offers.prices(registry.system(system)).price(**profile)
    if as_json:
        emit({"system": system, "profile": profile, "points": points})
    else:
        show(text("army.price.answer", points))
