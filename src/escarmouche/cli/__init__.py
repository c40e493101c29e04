"""The command line. Every command is a module with a Typer `app`, imported only when it is called."""

from __future__ import annotations

import re
import signal
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command

from escarmouche.cli import common
from escarmouche.core.errors import EscarmoucheError
from escarmouche.core.processes import at_ease

COMMANDS = {
    "serve": "escarmouche.cli.serve",
    "systems": "escarmouche.cli.look:systems_app",
    "profiles": "escarmouche.cli.look:profiles_app",
    "scenarios": "escarmouche.cli.look:scenarios_app",
    "rules": "escarmouche.cli.rules",
    "army": "escarmouche.cli.army",
    "odds": "escarmouche.cli.odds",
    "replay": "escarmouche.cli.replay",
    "fuzz": "escarmouche.cli.fuzz",
    "soak": "escarmouche.cli.soak",
    "play": "escarmouche.cli.play",
    "campaign": "escarmouche.cli.campaign",
    "simulate": "escarmouche.cli.simulate",
    "ladder": "escarmouche.cli.ladder",
    "tournament": "escarmouche.cli.tournament",
    "train": "escarmouche.cli.train",
    "bench": "escarmouche.cli.bench",
    "conformance": "escarmouche.conformance.command",
}
"""Each command and the module that holds it (its `app`, or the one named after a colon). The message `command.NAME` in
messages.toml says in one line what it does."""


BARE = ("--resume",)
"""Options that may stand without a value."""


class LazyGroup(TyperGroup):
    """Lists every command without importing it, and imports the one that is called."""

    def __init__(self, **attributes: Any) -> None:
        super().__init__(**attributes)
        for name in COMMANDS:
            line = common.text(f"command.{name}")
            self.commands[name] = TyperCommand(name, help=line, rich_help_panel=common.text("commands"))

    def resolve_command(self, ctx: Any, args: list[str]) -> tuple[str | None, Any, list[str]]:
        name, found, rest = super().resolve_command(ctx, args)
        return name, found if name is None else command(name), rest


def command(name: str) -> Any:
    """The command itself."""
    module, _, attribute = COMMANDS[name].partition(":")
    made = get_command(getattr(import_module(module), attribute or "app"))
    made.name = name
    return made


def _version(wanted: bool) -> None:
    if wanted:
        from escarmouche import __version__

        common.show(f"escarmouche {__version__}")
        raise typer.Exit


def app() -> Any:
    """The whole command line, in the language of this run."""
    made = typer.Typer(
        cls=LazyGroup,
        no_args_is_help=True,
        rich_markup_mode="rich",
        pretty_exceptions_enable=False,
        help=common.text("help"),
        epilog=common.text("epilog"),
    )

    @made.callback()
    def start(
        lang: common.Lang = None,
        _: Annotated[
            bool, typer.Option("--version", help=common.text("option.version"), callback=_version, is_eager=True)
        ] = False,
    ) -> None:
        common.use(lang)

    return get_command(made)


def run(args: Sequence[str] | None = None) -> int:
    """Run a command line; returns its exit status: 0 success, 1 a negative answer, 2 misuse, 130 interrupted."""
    given = list(sys.argv[1:] if args is None else args)
    common.forget()
    common.use(common.asked(given))
    try:
        status = app().main(args=bare(given), prog_name="escarmouche", standalone_mode=False)
    except EscarmoucheError as error:
        return _complain(error.sentence(common.language()))
    except typer.TyperException as error:
        # Without a command there is help, which has been printed already.
        return 2 if type(error).__name__ == "NoArgsIsHelpError" else _complain(_usage(error))
    except (typer.Abort, KeyboardInterrupt):
        status = 130
    if status == 130:
        print(common.text("interrupted"), file=sys.stderr)
    return status if isinstance(status, int) else 0


def bare(args: list[str]) -> list[str]:
    """The line with an empty value for every option that may stand without one.

    >>> bare(["play", "--resume", "--players", "here,random"])
    ['play', '--resume=', '--players', 'here,random']
    """
    after = [*args[1:], "-"]
    return [f"{arg}=" if arg in BARE and next_one.startswith("-") else arg for arg, next_one in zip(args, after, strict=False)]


def _complain(sentence: str) -> int:
    print(common.harmless(sentence), file=sys.stderr)
    return 2


_USAGE = [
    (r"Missing argument '(.*)'\.", "usage.argument"),
    (r"Missing option '(.*)'\.", "usage.option"),
    (r"Missing command\.", "usage.command"),
    (r"No such command (.*?)\.", "usage.no-command"),
    (r"No such command (.*?)\. Did you mean (.*)\?", "usage.no-command.meant"),
    (r"No such option: (\S*)", "usage.no-option"),
    (r"No such option:? (\S*?)\.? (?:\(Possible options: (.*)\)|Did you mean (.*)\?)", "usage.no-option.meant"),
    (r"Invalid value for (.*?): Input should be a valid integer.*", "usage.whole"),
    (r"Invalid value for (.*?): Input should be a valid number.*", "usage.number"),
    (r"Invalid value for (.*?): Input should be greater than or equal to ([\d.]+)\.?", "usage.least"),
    (r"Invalid value for (.*?): Input should be less than or equal to ([\d.]+)\.?", "usage.most"),
    (r"Invalid value for (.*?): (?:Value error, )?(.*) is not one of (.*?)\.?", "usage.choice"),
    (r"Invalid value for (.*?): (.*?)\.?", "usage.value"),
    (r"Got unexpected extra argument\S* \((.*)\)", "usage.extra"),
]


def _usage(error: typer.TyperException) -> str:
    """What was misused, in one sentence that says where to read on."""
    said = " ".join(error.format_message().split())
    for pattern, key in _USAGE:
        found = re.fullmatch(pattern, said)
        if found:
            said = common.text(key, *[one for one in found.groups() if one is not None])
            break
    ctx = getattr(error, "ctx", None)
    path = ctx.command_path if ctx is not None else "escarmouche"
    return f"{said} {common.text('usage.help', path)}"


def main() -> None:
    """The program `escarmouche`. Being asked to end (a limit of time, a machine that shuts down) is to it what Ctrl-C is."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    at_ease()
    sys.exit(run())
