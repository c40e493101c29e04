"""Computer players that learn: `train SYSTEM`."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer

from escarmouche.cli import simulate
from escarmouche.cli.common import Lang, SystemName, language, new_app, show, show_table, use
from escarmouche.core.files import write_atomically, writing
from escarmouche.core.messages import Messages

MESSAGES = Messages.load("escarmouche.cli", "train.toml", simulate.MESSAGES)

app = new_app()


def text(key: str, *about: Any) -> str:
    """A sentence of this command in the language of this run."""
    return MESSAGES.sentence(key, about, str, language())


@app.command(help=text("help"))
def train(
    system: SystemName,
    pairs: Annotated[int, typer.Option("--pairs", min=1, help=text("option.pairs"))] = 240,
    rounds: Annotated[int, typer.Option("--rounds", min=1, help=text("option.rounds"))] = 1,
    seed: Annotated[str, typer.Option("--seed", help=text("option.seed"))] = "0",
    folder: Annotated[Path, typer.Option("--folder", help=text("option.folder"))] = Path("training"),
    out: Annotated[Path | None, typer.Option("--out", help=text("option.out"), show_default=False)] = None,
    afresh: Annotated[bool, typer.Option("--afresh", help=text("option.afresh"))] = False,
    workers: Annotated[int | None, typer.Option("--workers", min=1, help=text("option.workers"), show_default=False)] = None,
    lang: Lang = None,
) -> None:
    from escarmouche.analysis import executors
    from escarmouche.analysis.train import train as learn
    from escarmouche.core import registry
    from escarmouche.kit.learned import Learned

    use(lang)
    version = registry.system(system).version
    place = executors.executor(workers or os.cpu_count() or 1)
    try:
        with simulate.progress(text("progress")) as step:
            found = learn(system, pairs, rounds, seed, place, step, folder, afresh)
    except KeyboardInterrupt:
        show(text("stopped", str(folder)), "bold")
        raise typer.Exit(130) from None
    for number, one in enumerate(found, 1):
        show(text("head", system, number, one.pairs), "bold")
        rows = [
            [effect.name, f"{effect.gain:+.2f} ± {2 * effect.error:.2f}", f"{effect.before:+.3f} → {effect.after:+.3f}"]
            for effect in sorted(one.effects, key=lambda effect: -abs(effect.gain))
        ]
        show_table([text("number"), text("gain"), text("weight")], rows, numbers=(1, 2))
    file = out or folder / f"{system}.json"
    command = f"escarmouche train {system} --pairs {pairs} --rounds {rounds} --seed {seed}" + (" --afresh" if afresh else "")
    given = registry.system(system).given()
    weights = {effect.name: round(effect.after, 3) for effect in found[-1].effects if effect.name not in given}
    learned = msgspec.json.encode(Learned(version, pairs * rounds, command, weights, given))
    with writing(file):
        write_atomically(file, msgspec.json.format(learned, indent=2) + b"\n")
    show(text("written", str(file)))
