"""What the commands share: the language of this run, sentences, JSON and tables."""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from escarmouche.core.errors import EscarmoucheError
from escarmouche.core.messages import Messages

if TYPE_CHECKING:
    from rich.console import Console, JustifyMethod

    from escarmouche.core.armies import Army

MESSAGES = Messages.load("escarmouche.cli")
Language = Literal["en", "fr"]
_asked: list[str] = []


def use(language: str | None) -> None:
    """Speak this language from now on; None changes nothing."""
    if language in ("en", "fr"):
        _asked[:] = [language]


def forget() -> None:
    """Go back to the language of the environment."""
    _asked.clear()


def language() -> Language:
    """The language asked for with --lang, else that of the environment ($LC_ALL, $LC_MESSAGES, $LANG)."""
    spoken = _asked[0] if _asked else asked(sys.argv[1:]) or ""
    if spoken not in ("en", "fr"):
        spoken = next((os.environ[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if os.environ.get(name)), "")
    return "fr" if spoken.lower().startswith("fr") else "en"


def asked(args: Sequence[str]) -> str | None:
    """The language that --lang names anywhere on the command line, so that even help comes in it."""
    for number, arg in enumerate(args):
        if arg == "--lang" and number + 1 < len(args):
            return args[number + 1]
        if arg.startswith("--lang="):
            return arg.removeprefix("--lang=")
    return None


def text(key: str, *about: Any) -> str:
    """A sentence of the command line in the language of this run."""
    return MESSAGES.sentence(key, about, str, language())


def both(key: str, *about: Any) -> list[str]:
    """The same in both languages, for an error."""
    return [MESSAGES.sentence(key, about, str, one) for one in ("en", "fr")]


@contextmanager
def needing(extra: str) -> Iterator[None]:
    """For imports of what only an extra of the package brings: says what to install when it is not there."""
    try:
        yield
    except ModuleNotFoundError as error:
        if (error.name or "escarmouche").partition(".")[0] == "escarmouche":
            raise
        raise EscarmoucheError(*both("missing", extra, error.name)) from error


# ---------------------------------------------------------------- parameters that several commands take


def system_names(incomplete: str) -> list[str]:
    """The systems, for shell completion."""
    from escarmouche.core import registry

    return [name for name in registry.systems() if name.startswith(incomplete)]


SystemName = Annotated[
    str, typer.Argument(metavar="SYSTEM", help=text("argument.system"), autocompletion=system_names, show_default=False)
]
ArmyFile = Annotated[str, typer.Argument(metavar="FILE", help=text("argument.army"), show_default=False)]
AsJson = Annotated[bool, typer.Option("--json", help=text("option.json"))]
Lang = Annotated[Language | None, typer.Option("--lang", help=text("option.lang"), show_default=False)]


def new_app(**more: Any) -> typer.Typer:
    """A Typer app with our habits."""
    return typer.Typer(add_completion=False, pretty_exceptions_enable=False, rich_markup_mode="rich", **more)


def pairs(settings: Iterable[str], option: str) -> dict[str, str]:
    """key=value pairs as a dictionary; anything else is misuse."""
    found = {}
    for one in settings:
        key, equals, value = one.partition("=")
        if not equals or not key:
            raise typer.BadParameter(text("error.pair", one), param_hint=f"'{option}'")
        found[key] = value
    return found


def find_army(name: str) -> Army:
    """The army in a file, or a ready-made one by its name."""
    from escarmouche.core import armies

    return armies.load(name)


def warn_of_plugins() -> None:
    """Name what other packages bring and cannot be played, beside whatever this command goes on to say."""
    from escarmouche.core import registry

    for fault in registry.faults():
        print(fault.sentence(language()), file=sys.stderr)


# ---------------------------------------------------------------- output

_CONTROLS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]")


def harmless(words: str) -> str:
    """Words as they can be shown in a terminal: what would move its cursor, colour it or turn the reading is a plain sign.

    >>> harmless("Ork\\x1b[2J")
    'Ork\ufffd[2J'
    """
    return _CONTROLS.sub("\ufffd", words)


def emit(data: Any) -> None:
    """One JSON object on stdout."""
    sys.stdout.write(json.dumps(data, ensure_ascii=False, indent=2) + "\n")


def console() -> Console:
    """Where people read; wide when it is no terminal, so that tables fold little."""
    from rich.console import Console

    wide = None if sys.stdout.isatty() or os.environ.get("COLUMNS") else 160
    return Console(width=wide, highlight=False)


def show_table(
    columns: Sequence[str],
    rows: Iterable[Sequence[str]],
    title: str = "",
    numbers: Sequence[int] = (),
    ruled: bool = False,
    whole: Sequence[int] = (),
) -> None:
    """Print a table; `numbers` are the columns to be set to the right, `whole` those whose cells are never broken, so that they
    can be copied; `ruled` draws every line."""
    from rich import box
    from rich.table import Table
    from rich.text import Text

    lines = [[harmless(cell) for cell in row] for row in rows]
    style = box.SQUARE if ruled else box.SIMPLE_HEAD
    table = Table(title=harmless(title) or None, box=style, show_lines=ruled, title_justify="left", title_style="bold")
    for place, name in enumerate(columns):
        justify: JustifyMethod = "right" if place in numbers else "left"
        width = max([len(row[place]) for row in lines], default=0) if place in whole else None
        table.add_column(Text(harmless(name)), justify=justify, overflow="fold", no_wrap=place in whole, min_width=width)
    for row in lines:
        table.add_row(*[Text(cell) for cell in row])
    console().print(table)


def show(line: str = "", style: str = "") -> None:
    """Print a line as it is, without reading markup in it; only a terminal folds it."""
    console().print(harmless(line), style=style or None, markup=False, soft_wrap=not sys.stdout.isatty())
