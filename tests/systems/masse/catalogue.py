"""What the rules say to players: every message key in their source, found by reading it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from importlib import resources
from pathlib import Path

from escarmouche.systems.masse.content import PACKAGE
from escarmouche.systems.masse.rules.deployment import POSITIONS
from escarmouche.systems.masse.rules.heroes import DEAD, PRISONER, STUNNED, WELL, WOUNDED

FAMILIES: dict[str, tuple[str, ...]] = {
    "after-": (DEAD, WOUNDED, PRISONER, WELL),
    "fate-": (DEAD, WOUNDED, PRISONER, STUNNED),
    "joins-": POSITIONS,
    "misfire-": ("explosion", "jam", "stuck", "delay"),
    "raises-": ("ladder", "grapnel"),
    "step-": ("march", "flank", "wheel", "pivot", "formation"),
}
"""Keys put together from a beginning and a name: what the name may be."""

PLACES = {"Tell": 1, "no": 1, "Refusal": 1}
"""Calls that name a message, and where among their arguments."""

CITING = ("Tell", "no", "Roll", "Choose")

TABLES = ("melee.py", "shooting.py", "morale.py")
"""The chapters whose modifiers are rows of Tables 3b, 5c and 5d."""


@cache
def sources() -> dict[str, ast.Module]:
    """The modules of the game, parsed."""
    folder = Path(str(resources.files(PACKAGE)))
    return {str(path.relative_to(folder)): ast.parse(path.read_text("utf-8")) for path in sorted(folder.rglob("*.py"))}


def functions() -> Iterator[tuple[str, ast.FunctionDef]]:
    """Every function of the rules and of the set-up, with the module it stands in."""
    for name, tree in sources().items():
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef) and (name.startswith("rules") or name == "setup.py"):
                yield name, node


def texts(node: ast.expr, function: ast.FunctionDef) -> set[str]:
    """The strings that an expression may stand for; none for a parameter that only hands a key on."""
    if isinstance(node, ast.Constant):
        return {str(node.value)}
    if isinstance(node, ast.IfExp):
        return texts(node.body, function) | texts(node.orelse, function)
    if isinstance(node, ast.BinOp) and isinstance(node.left, ast.Constant):
        start = str(node.left.value)
        return {start + name for name in FAMILIES[start]}
    if isinstance(node, ast.Name):
        return named(node.id, function)
    raise AssertionError(f"{function.name}: cannot tell which message {ast.unparse(node)} is")


def named(name: str, function: ast.FunctionDef) -> set[str]:
    """The strings that a name stands for in a function."""
    found: set[str] = set()
    for node in ast.walk(function):
        if isinstance(node, ast.Assign) and any(isinstance(one, ast.Name) and one.id == name for one in node.targets):
            found |= texts(node.value, function)
    return found


@cache
def told_keys() -> dict[str, set[str]]:
    """Every key that the rules tell or refuse with, and where."""
    found: dict[str, set[str]] = {}
    for module, function in functions():
        for node in ast.walk(function):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in PLACES:
                place = PLACES[node.func.id]
                for key in texts(node.args[place], function):
                    found.setdefault(key, set()).add(f"{module}: {function.name}")
    return found


@cache
def asked_rules() -> set[str]:
    """Every rule that asks a player for a decision."""
    found: set[str] = set()
    for _, function in functions():
        for node in ast.walk(function):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Choose" and node.args:
                found |= texts(node.args[0], function)
    return found


@cache
def cited_rules() -> dict[str, set[str]]:
    """Every rule id that an event, a roll or a refusal names, where it is written out, and where."""
    found: dict[str, set[str]] = {}
    for module, function in functions():
        for node in ast.walk(function):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in CITING:
                first = node.args[0]
                if isinstance(first, ast.Constant):
                    found.setdefault(str(first.value), set()).add(f"{module}: {function.name}")
    return found


@cache
def literals() -> set[str]:
    """Every string in the source of the game."""
    return {
        node.value
        for tree in sources().values()
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }


@cache
def modifiers() -> dict[str, set[str]]:
    """Every modifier that the chapters with tables add, and where."""
    found: dict[str, set[str]] = {}
    for module, tree in sources().items():
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
