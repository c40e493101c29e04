"""What the rules of a system say to players: every message key in their source, found by reading it."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from importlib import resources
from pathlib import Path

KIT = "escarmouche.kit"
PLACES = {"Tell": 1, "no": 1, "Refusal": 1}
"""Calls that name a message, and where among their arguments."""
CITING = ("Tell", "no", "Roll", "Choose")
PASSED_ON = ("key",)
"""Parameters that only hand on a key which the caller names."""


def parsed(package: str) -> dict[str, ast.Module]:
    """The modules of a package, by their paths in it."""
    folder = Path(str(resources.files(package)))
    return {str(path.relative_to(folder)): ast.parse(path.read_text("utf-8")) for path in sorted(folder.rglob("*.py"))}


class Source:
    """The source of a system. `families` are keys put together from a beginning and a name, with what the name may be; `codes`
    what a name called `code` may be; `places` further calls that name a message."""

    def __init__(
        self,
        package: str,
        families: Mapping[str, Sequence[str]],
        places: Mapping[str, int] | None = None,
        codes: Sequence[str] = (),
    ) -> None:
        self.system = package.rpartition(".")[2]
        self.trees = parsed(package)
        self.families = families
        self.places = {**PLACES, **(places or {})}
        self.codes = codes

    def functions(self) -> Iterator[tuple[str, ast.FunctionDef]]:
        """Every function of the rules and of the set-up, with the module it stands in."""
        for name, tree in self.trees.items():
            for node in ast.walk(tree):
                if isinstance(node, ast.FunctionDef) and (name.startswith("rules") or name == "setup.py"):
                    yield name, node

    def calls(self, *names: str) -> Iterator[tuple[str, ast.FunctionDef, ast.Call]]:
        """Every call of one of these names: the module and the function it stands in, and the call."""
        for module, function in self.functions():
            for node in ast.walk(function):
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in names:
                    yield module, function, node

    def texts(self, node: ast.expr, function: ast.FunctionDef) -> set[str]:
        """The strings that an expression may stand for; none for one that is only handed on."""
        if isinstance(node, ast.Constant):
            return {str(node.value)}
        if isinstance(node, ast.IfExp):
            return self.texts(node.body, function) | self.texts(node.orelse, function)
        if isinstance(node, ast.BinOp) and isinstance(node.left, ast.Constant):
            start = str(node.left.value)
            return {start + name for name in (self.codes if ast.unparse(node.right) == "code" else self.families[start])}
        if isinstance(node, ast.Name):
            return self.named(node.id, function)
        if isinstance(node, ast.Attribute):
            return set()
        if isinstance(node, ast.Call):
            return {text for found in self.returned(node) for text in found}
        raise AssertionError(f"{function.name}: cannot tell which message {ast.unparse(node)} is")

    def named(self, name: str, function: ast.FunctionDef) -> set[str]:
        """The strings that a name stands for in a function, or in a module."""
        parameters = [argument.arg for argument in function.args.args]
        scopes: list[ast.AST] = [function] if name in parameters else [function, *self.trees.values()]
        for scope in scopes:
            found: set[str] = set()
            for node in ast.walk(scope):
                targets: list[ast.expr] = []
                if isinstance(node, ast.Assign):
                    targets = node.targets
                elif isinstance(node, ast.AnnAssign):
                    targets = [node.target]
                if any(isinstance(target, ast.Name) and target.id == name for target in targets):
                    value = getattr(node, "value", None)
                    if isinstance(value, (ast.Constant, ast.IfExp, ast.BinOp, ast.Call)):
                        found |= self.texts(value, function)
            if found:
                return found
        return set()

    def returned(self, node: ast.Call) -> Iterator[set[str]]:
        """The strings that a helper returns, such as the name of a rule that depends on the scenario."""
        for _, function in self.functions():
            if isinstance(node.func, ast.Name) and function.name == node.func.id:
                for part in ast.walk(function):
                    if isinstance(part, ast.Return) and part.value is not None:
                        yield self.texts(part.value, function)

    @cached_property
    def told_keys(self) -> dict[str, set[str]]:
        """Every key that the rules tell or refuse with, and where."""
        found: dict[str, set[str]] = {}
        for module, function, node in self.calls(*self.places):
            assert isinstance(node.func, ast.Name)
            place = self.places[node.func.id]
            if len(node.args) <= place or isinstance(node.args[place], ast.Starred):
                continue
            argument = node.args[place]
            if isinstance(argument, ast.Name) and argument.id in PASSED_ON:
                continue
            for key in self.texts(argument, function):
                found.setdefault(key, set()).add(f"{module}: {function.name}")
        return found

    @cached_property
    def asked_rules(self) -> set[str]:
        """Every rule that asks a player for a decision."""
        found: set[str] = set()
        for _, function, node in self.calls("Choose"):
            if node.args:
                found |= {text for text in self.texts(node.args[0], function) if text.startswith(f"{self.system}.")}
        return found

    @cached_property
    def cited_rules(self) -> dict[str, set[str]]:
        """Every rule id that an event, a roll or a refusal names, where it is written out, and where."""
        found: dict[str, set[str]] = {}
        for module, function, node in self.calls(*CITING):
            first = node.args[0]
            if isinstance(first, ast.Constant):
                found.setdefault(str(first.value), set()).add(f"{module}: {function.name}")
        return found

    @cached_property
    def literals(self) -> set[str]:
        """Every string in the source of the game, and in that of the kit."""
        return {
            node.value
            for tree in [*self.trees.values(), *parsed(KIT).values()]
            for node in ast.walk(tree)
            if isinstance(node, ast.Constant) and isinstance(node.value, str)
        }
