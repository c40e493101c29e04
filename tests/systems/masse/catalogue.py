"""What the rules say to players: every message key in their source, found by reading it."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

from escarmouche.systems.masse.content import PACKAGE
from escarmouche.systems.masse.rules.deployment import POSITIONS
from escarmouche.systems.masse.rules.heroes import DEAD, PRISONER, STUNNED, WELL, WOUNDED
from tests.systems.kit import Source

FAMILIES: dict[str, tuple[str, ...]] = {
    "after-": (DEAD, WOUNDED, PRISONER, WELL),
    "fate-": (DEAD, WOUNDED, PRISONER, STUNNED),
    "joins-": POSITIONS,
    "misfire-": ("explosion", "jam", "stuck", "delay"),
    "raises-": ("ladder", "grapnel"),
    "step-": ("march", "flank", "wheel", "pivot", "formation"),
}
"""Keys put together from a beginning and a name: what the name may be."""

TABLES = ("melee.py", "shooting.py", "morale.py")
"""The chapters whose modifiers are rows of Tables 3b, 5c and 5d."""


SOURCE = Source(PACKAGE, FAMILIES)


@cache
def modifiers() -> dict[str, set[str]]:
    """Every modifier that the chapters with tables add, and where."""
    found: dict[str, set[str]] = {}
    for module, tree in SOURCE.trees.items():
        if not module.startswith("rules") or Path(module).name not in TABLES:
            continue
        for node in ast.walk(tree):
            first: ast.expr | None = None
            if isinstance(node, ast.Tuple) and len(node.elts) == 2 and is_number(node.elts[1]):
                first = node.elts[0]
            elif isinstance(node, ast.Subscript) and ast.unparse(node.value).endswith("_MODIFIERS"):
                first = node.slice
            if isinstance(first, ast.Constant) and isinstance(first.value, str):
                found.setdefault(first.value, set()).add(Path(module).name)
    return found


def is_number(node: ast.expr) -> bool:
    """Is it a number, or an expression that gives one?"""
    if isinstance(node, ast.Constant):
        return type(node.value) is int
    return isinstance(node, (ast.UnaryOp, ast.IfExp)) or ast.unparse(node) in ("unit.card.ml", "bonus", "deep", "extra")
