"""Imports point one way, and no game system knows another: core, table, kit, systems, agents, analysis, then the doors."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1] / "src" / "escarmouche"
DOMAIN = frozenset({"core", "table", "kit", "systems", "agents", "analysis"})
MAY_IMPORT = {
    "core": frozenset({"core"}),
    "table": frozenset({"core", "table"}),
    "kit": frozenset({"core", "table", "kit"}),
    "systems": frozenset({"core", "table", "kit", "systems"}),
    "agents": frozenset({"core", "table", "kit", "systems", "agents"}),
    "analysis": DOMAIN,
    # The doors see the whole domain and the package's public surface (""), and the command line opens the other doors.
    "envs": DOMAIN | {"envs", ""},
    "server": DOMAIN | {"server", ""},
    "cli": DOMAIN | {"envs", "server", "cli", ""},
}


def imported(tree: ast.AST, package: str) -> Iterator[tuple[int, str]]:
    """Every module of ours that `tree`, a module of `package`, names in an import: (line, dotted name)."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package.split(".")[: len(package.split(".")) + 1 - node.level] if node.level else []
            base = ".".join([*above, *([node.module] if node.module else [])])
            yield from ((node.lineno, f"{base}.{alias.name}") for alias in node.names)


def wrong_imports(package: Path) -> list[str]:
    """Every import under `package` (the folder of escarmouche) that goes up a layer or from one system to another."""
    wrong = []
    layers = set(MAY_IMPORT)
    systems = {path.name for path in (package / "systems").glob("*/") if (path / "__init__.py").exists()}
    for path in sorted(package.rglob("*.py")):
        here = path.relative_to(package).parts
        if here[0] not in layers:
            continue
        inside = ".".join(["escarmouche", *here[:-1]])
        for line, name in imported(ast.parse(path.read_text("utf-8")), inside):
            top, *rest = name.split(".")
            if top != "escarmouche":
                continue
            layer = rest[0] if rest and rest[0] in layers else ""
            other = rest[1] if len(rest) > 1 and layer == "systems" and rest[1] in systems else None
            crosses = here[0] == "systems" and here[1] in systems and other not in (None, here[1])
            if layer not in MAY_IMPORT[here[0]] or crosses:
                wrong.append(f"{'/'.join(here)}:{line} imports {name}")
    return wrong


def test_imports_point_one_way() -> None:
    assert wrong_imports(PACKAGE) == []


@pytest.mark.parametrize(
    ("path", "source", "wrong"),
    [
        ("core/a.py", "import escarmouche.core.b", False),
        ("core/a.py", "from . import b", False),
        ("core/a.py", "from ..table import sight", True),
        ("core/a.py", "from .. import table", True),
        ("core/a.py", "import escarmouche as esc", True),
        ("core/a.py", "def late():\n    from escarmouche.systems import sbh", True),
        ("table/a.py", "from escarmouche.core import dice", False),
        ("table/a.py", "from escarmouche import systems", True),
        ("systems/sbh/rules/a.py", "from ..model import World", False),
        ("systems/sbh/rules/a.py", "from escarmouche.systems.fda import model", True),
        ("systems/sbh/rules/a.py", "from ...fda.model import World", True),
        ("systems/sbh/rules/a.py", "from escarmouche.agents import greedy", True),
        ("systems/registry.py", "from escarmouche.systems import sbh", False),
        ("agents/a.py", "from escarmouche.analysis import odds", True),
        ("analysis/a.py", "from escarmouche.agents import greedy", False),
        ("server/a.py", "import escarmouche", False),
        ("server/a.py", "from escarmouche.cli import main", True),
        ("cli/a.py", "from escarmouche.server import app", False),
        ("__init__.py", "from escarmouche.cli import main", False),
    ],
)
def test_the_check_tells_right_from_wrong(tmp_path: Path, path: str, source: str, wrong: bool) -> None:
    for system in ("sbh", "fda"):
        (tmp_path / "systems" / system / "rules").mkdir(parents=True)
        (tmp_path / "systems" / system / "__init__.py").touch()
    module = tmp_path / path
    module.parent.mkdir(parents=True, exist_ok=True)
    module.write_text(source, "utf-8")
    assert bool(wrong_imports(tmp_path)) is wrong
