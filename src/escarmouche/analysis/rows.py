"""Battles in a file, a row each: JSON lines, or Parquet where pyarrow is installed. What is in the file is not fought again."""

from __future__ import annotations

import hashlib
import io
from fractions import Fraction
from importlib import import_module
from pathlib import Path
from typing import Any

import msgspec

from escarmouche.analysis.simulate import Battle, Fault, Plan
from escarmouche.core.errors import EscarmoucheError, why
from escarmouche.core.files import append, write_atomically
from escarmouche.core.system import Plain

PARQUET = ".parquet"


def fingerprint(plan: Plan) -> str:
    """A mark of what was played, apart from how often: rows with the same mark belong together."""
    told = [
        plan.system,
        plan.rules,
        plan.armies,
        plan.scenario,
        [str(one) for one in plan.agents],
        plan.seed,
        plan.most,
        *([plan.options] if plan.options else []),
    ]
    return hashlib.sha256(msgspec.json.encode(told, order="sorted")).hexdigest()[:16]


def row(plan: Plan, mark: str, one: Battle) -> Plain:
    """A battle as a flat row; armies are counted from 0, and -1 is nobody."""
    return {
        "plan": mark,
        "system": plan.system,
        "scenario": plan.scenario,
        "seed": plan.seed,
        "battle": one.number,
        "turned": one.turned,
        "armies": [str(army.get("name", "")) for army in plan.armies],
        "agents": [str(agent) for agent in plan.agents],
        **told(one),
    }


def told(one: Battle) -> Plain:
    """What a row says of the battle itself; `battle` reads it again."""
    fault = one.fault
    return {
        "battle": one.number,
        "turned": one.turned,
        "seats": [one.seat(army) for army in range(len(one.scores))],
        "winner": one.winner,
        "first": one.first,
        "reason": one.reason,
        "scores": list(one.scores),
        "shares": [str(share) for share in one.shares],
        "decisions": one.decisions,
        "turns": one.turns,
        "fault": -1 if fault is None else fault.army,
        "fault_en": "" if fault is None else fault.en,
        "fault_fr": "" if fault is None else fault.fr,
    }


def battle(found: Plain) -> Battle:
    """The battle that a row tells of."""
    fault = None if found["fault"] < 0 else Fault(found["fault"], found["fault_en"], found["fault_fr"])
    shares = tuple([Fraction(share) for share in found["shares"]])
    scores = tuple([int(score) for score in found["scores"]])
    told = (found["reason"], scores, found["decisions"], found["turns"], shares, fault)
    return Battle(found["battle"], found["turned"], found["winner"], found["first"], *told)


class Rows:
    """The file of a simulation. Every battle is appended as it ends; in the end they stand in order, whoever played them.

    A Parquet file cannot be appended to: until the end its rows lie in a file of JSON lines beside it."""

    def __init__(self, path: str | Path, plan: Plan) -> None:
        self.path = Path(path)
        self.plan = plan
        self.mark = fingerprint(plan)
        self.parquet = self._arrow() if self.path.suffix == PARQUET else None
        self.journal = self.path if self.parquet is None else self.path.with_name(f".{self.path.name}.jsonl")
        try:
            found = [one for one in self._found() if one["fault"] < 0]  # a battle that failed is tried again
            self.done = {(one["battle"], one["turned"]): battle(one) for one in found}
            self._write(self.journal, found)
        except OSError as error:
            raise self._unwritable(error) from error
        except (KeyError, TypeError, ValueError) as error:
            raise EscarmoucheError(
                f"The file {self.path} holds no battles: name another one with --out.",
                f"Le fichier {self.path} ne contient pas de batailles : nommez-en un autre avec --out.",
            ) from error

    def _arrow(self) -> Any:
        try:
            import_module("pyarrow")
            return import_module("pyarrow.parquet")
        except ImportError as error:
            raise EscarmoucheError(
                "Parquet needs pyarrow: `pip install 'escarmouche[parquet]'` brings it, or name a file that ends in .jsonl.",
                "Parquet a besoin de pyarrow : « pip install 'escarmouche[parquet]' » l’installe, ou nommez un fichier en"
                " .jsonl.",
            ) from error

    def _found(self) -> list[Plain]:
        """The rows that are there already, each battle once; a line that was cut short is left out."""
        found: list[Plain] = []
        if self.parquet is not None and self.path.is_file():
            found += self.parquet.read_table(str(self.path)).to_pylist()
        lines = self.journal.read_bytes().splitlines() if self.journal.is_file() else []
        for number, line in enumerate(lines, 1):
            try:
                found.append(msgspec.json.decode(line, type=dict[str, Any]))
            except msgspec.DecodeError:
                if number < len(lines):
                    raise ValueError(number) from None
        if any(one["plan"] != self.mark for one in found):
            raise EscarmoucheError(
                f"The file {self.path} holds battles of other armies, agents, scenario, seed or rules: name another one with"
                " --out.",
                f"Le fichier {self.path} contient des batailles d’autres armées, joueurs, scénario, graine ou règles :"
                " nommez-en un autre avec --out.",
            )
        return found

    def add(self, one: Battle) -> None:
        """Append a battle."""
        try:
            append(self.journal, msgspec.json.encode(row(self.plan, self.mark, one)) + b"\n")
        except OSError as error:
            raise self._unwritable(error) from error
        self.done[one.number, one.turned] = one

    def close(self) -> None:
        """Put the rows in order."""
        rows = [row(self.plan, self.mark, self.done[key]) for key in sorted(self.done)]
        try:
            self._write(self.path, rows)
            if self.parquet is not None:
                self.journal.unlink()
        except OSError as error:
            raise self._unwritable(error) from error

    def _write(self, path: Path, rows: list[Plain]) -> None:
        if path == self.journal:
            write_atomically(path, b"".join([msgspec.json.encode(one) + b"\n" for one in rows]))
            return
        buffer = io.BytesIO()
        assert self.parquet is not None
        self.parquet.write_table(import_module("pyarrow").Table.from_pylist(rows), buffer)
        write_atomically(path, buffer.getvalue())

    def _unwritable(self, error: OSError) -> EscarmoucheError:
        reason, raison = why(error)
        return EscarmoucheError(
            f"The file {self.path} cannot be written ({reason}): make room or name another one with --out; what is in"
            " it is not fought again.",
            f"Le fichier {self.path} ne peut pas être écrit ({raison}) : faites de la place ou nommez-en un autre avec"
            " --out ; ce qui s’y trouve n’est pas rejoué.",
        )
