"""What `help()` says of the installed package: everything the sources say, whether it is compiled or not."""

from __future__ import annotations

import ast
import importlib
import inspect
import pydoc
from collections.abc import Iterator
from pathlib import Path

import pytest

import escarmouche as esc
from escarmouche.core import effects
from tools.compile_hot import PACKAGE, dotted, native_groups, settings

HOT = [path for modules in native_groups(PACKAGE, settings()).values() for path in modules]


def missing(path: Path) -> Iterator[str]:
    """The docstrings in a source that its module, as it was installed, does not show."""
    tree = ast.parse(path.read_text("utf-8"))
    module = importlib.import_module(dotted(path))
    if not said(module, tree):
        yield "the module"
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and not node.decorator_list and not said(getattr(module, node.name), node):
            yield node.name
        if isinstance(node, ast.ClassDef):
            kind = getattr(module, node.name)
            if not said(kind, node):
                yield node.name
            # Of what an operator or a call runs Python says the same in every compiled class.
            methods = [part for part in node.body if isinstance(part, ast.FunctionDef) and not part.name.startswith("__")]
            yield from (
                f"{node.name}.{part.name}" for part in methods if not said(inspect.getattr_static(kind, part.name), part)
            )


def said(thing: object, node: ast.Module | ast.FunctionDef | ast.ClassDef) -> bool:
    text = ast.get_docstring(node)
    return text is None or inspect.cleandoc(getattr(thing, "__doc__", None) or "").startswith(text)


@pytest.mark.parametrize("path", HOT, ids=dotted)
def test_compiled_modules_keep_their_docstrings(path: Path) -> None:
    assert list(missing(path)) == []


@pytest.mark.parametrize(
    ("thing", "signature"),
    [
        (esc.Game.play, "(self, /, answer)"),
        (esc.Game.fork, "(self, /, seed=None)"),
        (esc.odds, "(game, answer, until_outcome=False, limit=100000)"),
        (effects.Result, "(reason, scores, winner, world)"),
        (effects.Choose, "(why, seat, world, options, figure=-1, secret=False)"),
    ],
    ids=repr,
)
def test_signatures_can_be_inspected(thing: object, signature: str) -> None:
    found = inspect.signature(thing)  # type: ignore[arg-type]
    bare = [each.replace(annotation=each.empty) for each in found.parameters.values()]
    assert str(inspect.Signature(bare)).replace(", /", "") == signature.replace(", /", "")


def test_help_tells_of_annotations_too() -> None:
    assert "scores: tuple[int, ...]" in pydoc.plain(pydoc.render_doc(esc.Result)).replace("'", "")
    assert "answer: Answer" in pydoc.plain(pydoc.render_doc(esc.Game.play)).replace("'", "")
    assert "-> dict[str, Fraction]" in pydoc.plain(pydoc.render_doc(esc.odds)).replace("'", "")
