"""What is set for a game at the command line, `--with KEY=VALUE`, as the system's settings take it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from escarmouche.cli.common import language, pairs
from escarmouche.cli.kept import text
from escarmouche.core.errors import perhaps

if TYPE_CHECKING:
    from escarmouche.core.settings import Setting
    from escarmouche.core.system import System

YES, NO = ("yes", "true", "oui", "1"), ("no", "false", "non", "0")


With = Annotated[list[str] | None, typer.Option("--with", metavar="KEY=VALUE", help=text("option.with"), show_default=False)]


def chosen_options(system: System, given: list[str]) -> dict[str, Any]:
    """The options of a set-up; the game itself judges their values."""
    settings = {one.id: one for one in system.settings()}
    found: dict[str, Any] = {}
    for name, value in pairs(given, "--with").items():
        if name not in settings:
            near = perhaps(name, settings)[language() == "fr"]
            raise typer.BadParameter(text("error.setting", name + near, ", ".join(settings)), param_hint="'--with'")
        found[name] = read(settings[name], str(value))
    return found


def read(setting: Setting, value: str) -> Any:
    """A value as it is typed: yes or no, a whole number, a width and a depth as 120x90, several behind commas, or a word."""
    if setting.kind in ("switches", "several"):
        return [one.strip() for one in value.split(",") if one.strip()]
    if setting.kind == "flag" and value.lower() in (*YES, *NO):
        return value.lower() in YES
    if setting.kind == "count" and value.lstrip("-").isdigit():
        return int(value)
    sides = value.lower().split("x")
    if setting.kind == "size" and len(sides) == 2 and all(side.isdigit() for side in sides):
        return [int(side) for side in sides]
    if setting.kind in ("choice", "text"):
        return value
    raise typer.BadParameter(text(f"error.{setting.kind}", setting.id, value), param_hint="'--with'")
