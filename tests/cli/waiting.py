"""A command as somebody might add one."""

from __future__ import annotations

import typer

from escarmouche.cli.common import new_app
from escarmouche.core.errors import EscarmoucheError

app = new_app()


@app.command()
def wait(how: str) -> None:
    """Wait for something, in one of several ways."""
    if how == "interrupt":
        raise KeyboardInterrupt
    if how == "refuse":
        raise EscarmoucheError("Nothing to wait for: do something.", "Rien à attendre : faites quelque chose.")
    if how == "crash":
        raise ZeroDivisionError
    raise typer.Exit(1)
