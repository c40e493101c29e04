"""What the rules say to players: every message key in their source, found by reading it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

from escarmouche.core.rulebook import Rulebook
from escarmouche.systems.sbh.content import PACKAGE, book
from escarmouche.systems.sbh.rules.magic import SPELLS
from escarmouche.systems.sbh.rules.quests import ITEM, TREASURE
from escarmouche.systems.sbh.rules.upgrades import STRATEGIC_BONUS, TERRAIN_KNOWLEDGE, UNPREDICTABLE
from escarmouche.table import scatter

FAMILIES: dict[str, tuple[str, ...]] = {
    "declares-": ("nothing", "cast", "heal", "scroll"),
    "upgrade-": tuple(book().upgrade),
    "trait-": tuple(book().trait),
    "item-": tuple(book().magic_item),
    "scenario-": tuple(book().scenario),
    "terrain-": tuple(book().terrain),
    "spell-": SPELLS,
    "finds-": (ITEM, TREASURE),
    "sbh.campaign.upgrade.": tuple(
        [name for name in book().upgrade if name not in (STRATEGIC_BONUS, TERRAIN_KNOWLEDGE, UNPREDICTABLE)]
    ),
}
"""Keys put together from a beginning and a name: what the name may be. (Three upgrades are not offered in a window.)"""

CODES = (
    scatter.TOO_FEW, scatter.TOO_MANY, scatter.TOO_SMALL, scatter.TOO_LARGE, scatter.TOO_HIGH, scatter.TOO_CLOSE,
    scatter.OFF_TABLE,
)  # fmt: skip
"""What may be wrong with a layout of terrain."""


def of_the_book(table: str) -> list[str]:
    """The rows of a table that come from the book. Rules of our own have no lines of the book in the rulebook, and a row that
    rests on one of them is ours as well, whatever special rule it belongs to."""
    ours = {entry.id for entry in Rulebook.load("sbh").rules.values() if not entry.lines}
    traits = {name for name, row in book().trait.items() if ours & set(row.rules)}

    def is_ours(name: str, row: Any) -> bool:
        cited = {getattr(row, "rule", ""), *getattr(row, "rules", ())}
        held = {one.partition(":")[0] for one in (name, *getattr(row, "traits", ()))}
        return bool(cited & ours or held & traits)

    return [name for name, row in getattr(book(), table).items() if not is_ours(name, row)]


PLACES = {"Tell": 1, "no": 1, "Refusal": 1, "price_refusal": 2}
"""Calls that name a message, and where among their arguments."""

PASSED_ON = {"key"}
"""Parameters that only hand on a key which the caller names."""


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
    """The strings that an expression may stand for; {""} for one that is only handed on."""
    if isinstance(node, ast.Constant):
        return {str(node.value)}
    if isinstance(node, ast.IfExp):
        return texts(node.body, function) | texts(node.orelse, function)
    if isinstance(node, ast.BinOp) and isinstance(node.left, ast.Constant):
        start = str(node.left.value)
        return {start + name for name in (CODES if ast.unparse(node.right) == "code" else FAMILIES[start])}
    if isinstance(node, ast.Name):
        return named(node.id, function)
    if isinstance(node, ast.Attribute):
        return set()
    if isinstance(node, ast.Call):
        return {text for found in called(node) for text in found}
    raise AssertionError(f"{function.name}: cannot tell which message {ast.unparse(node)} is")


def named(name: str, function: ast.FunctionDef) -> set[str]:
    """The strings that a name stands for in a function, or in a module."""
    parameters = [argument.arg for argument in function.args.args]
    found: set[str] = set()
    scopes: list[ast.AST] = [function] if name in parameters else [function, *sources().values()]
    for scope in scopes:
        for node in ast.walk(scope):
            targets: list[ast.expr] = []
            if isinstance(node, ast.Assign):
                targets = node.targets
            elif isinstance(node, ast.AnnAssign):
                targets = [node.target]
            if any(isinstance(target, ast.Name) and target.id == name for target in targets):
                value = getattr(node, "value", None)
                if isinstance(value, (ast.Constant, ast.IfExp, ast.BinOp, ast.Call)):
                    found |= texts(value, function)
        if found:
            return found
    return found


def called(node: ast.Call) -> Iterator[set[str]]:
    """The strings that a helper returns, such as the name of a rule that depends on the scenario."""
    for _, function in functions():
        if isinstance(node.func, ast.Name) and function.name == node.func.id:
            for part in ast.walk(function):
                if isinstance(part, ast.Return) and part.value is not None:
                    yield texts(part.value, function)


@cache
def told_keys() -> dict[str, set[str]]:
    """Every key that the rules tell or refuse with, and where."""
    found: dict[str, set[str]] = {}
    for module, function in functions():
        for node in ast.walk(function):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name) or node.func.id not in PLACES:
                continue
            place = PLACES[node.func.id]
            if len(node.args) <= place or isinstance(node.args[place], ast.Starred):
                continue
            argument = node.args[place]
            if isinstance(argument, ast.Name) and argument.id in PASSED_ON:
                continue
            for key in texts(argument, function):
                found.setdefault(key, set()).add(f"{module}: {function.name}")
    return found


@cache
def asked_rules() -> set[str]:
    """Every rule that asks a player for a decision."""
    found: set[str] = set()
    for _, function in functions():
        for node in ast.walk(function):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Choose" and node.args:
                found |= {text for text in texts(node.args[0], function) if text.startswith("sbh.")}
    return found


@cache
def literals() -> set[str]:
    """Every string in the source of the game."""
    found: set[str] = set()
    for tree in sources().values():
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                found.add(node.value)
    return found


HARM = {
    "role": ("attacker", "defender"),
    "result": ("kill", "gruesome-kill"),
    "moves": ("1", "2"),
    "successes": ("0", "1", "2", "3"),
    "failures": ("0", "1", "2", "3"),
}
"""What the names in the outcomes of the rules may stand for."""


@cache
def outcomes() -> set[str]:
    """Every outcome that the rules tell."""
    found: set[str] = set()
    for _, function in functions():
        for node in ast.walk(function):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "Tell" and len(node.args) > 3:
                found |= spelled(node.args[3], function)
    dice = {name for name in found if len(name) == 3 and name[0].isdigit()}
    return {name for name in found if name not in dice or 1 <= int(name[0]) + int(name[2]) <= 3}


def spelled(node: ast.expr, function: ast.FunctionDef) -> set[str]:
    """The strings that an outcome may be, its parts filled in."""
    if not isinstance(node, ast.JoinedStr):
        return texts(node, function)
    found = {""}
    for part in node.values:
        if isinstance(part, ast.FormattedValue):
            name = ast.unparse(part.value)
            values = HARM[name] if name in HARM else tuple(texts(part.value, function))
        else:
            values = tuple(texts(part, function))
        found = {start + value for start in found for value in values}
    return found
