"""Every example in a docstring of the package holds, whether its module is compiled or not."""

from __future__ import annotations

import ast
import doctest
import importlib
from collections.abc import Iterator
from pathlib import Path

import pytest

SOURCES = Path(__file__).resolve().parents[1] / "src"
PARSER = doctest.DocTestParser()


def examples(path: Path) -> Iterator[doctest.DocTest]:
    """The docstrings of a source that hold examples. The source is read, for a compiled function does not tell where it is."""
    module = importlib.import_module(".".join(path.relative_to(SOURCES).with_suffix("").parts).removesuffix(".__init__"))
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
            text = ast.get_docstring(node) or ""
            if ">>>" in text:
                where = f"{path.name}:{getattr(node, 'name', 'module')}"
                yield PARSER.get_doctest(text, dict(vars(module)), where, str(path), getattr(node, "lineno", 1))


WITH_EXAMPLES = sorted([path for path in SOURCES.rglob("*.py") if ">>> " in path.read_text("utf-8")])


@pytest.mark.parametrize("path", WITH_EXAMPLES, ids=lambda path: str(path.relative_to(SOURCES)))
def test_the_examples_hold(path: Path) -> None:
    found = list(examples(path))
    said: list[str] = []
    failed = [doctest.DocTestRunner(verbose=False).run(one, out=said.append).failed for one in found]
    assert found
    assert sum(failed) == 0, "".join(said)


def test_a_wrong_example_is_found() -> None:
    wrong = PARSER.get_doctest(">>> 2 + 2\n5\n", {}, "wrong", None, 0)
    assert doctest.DocTestRunner(verbose=False).run(wrong, out=lambda _: None).failed == 1
