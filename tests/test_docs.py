"""The examples of the docs are run: Python as it stands, TOML as what it is.

A page's Python blocks run in order, in one namespace, in a folder of their own; a line `print(…)  # text` must print that text,
and functions `test_…` are called. "```python NAME.py" is a file that the blocks after it may import. "```python no-run" is a
fragment, which need only be Python. "```toml PATH" is a file of people's own folder and is loaded; any other TOML is read, and
checked as an army where it names a system. "```console" holds commands behind "$ " and what each says, in order, in a folder of
the page's own: spaces count for one, and "…" stands for whatever is left out.
"""

from __future__ import annotations

import ast
import json
import os
import re
import shlex
import subprocess
import sys
import textwrap
import tomllib
from pathlib import Path
from typing import NamedTuple

import pytest

from escarmouche.core.armies import Army

ROOT = Path(__file__).resolve().parents[1]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
SAYS = re.compile(r"^\s*print\(.*\)  # (.*)$", re.MULTILINE)


class Block(NamedTuple):
    """A block of code: its language, what else stands on its first line, its text, and where it begins."""

    language: str
    note: str
    text: str
    line: int


def blocks(page: Path) -> list[Block]:
    """The blocks of a page, in order."""
    found: list[Block] = []
    inside: list[str] | None = None
    for number, line in enumerate(page.read_text("utf-8").splitlines(), 1):
        fence = line.strip().startswith("```")
        if fence and inside is None:
            language, _, note = line.strip().removeprefix("```").partition(" ")
            first, inside = (language, note.strip(), number + 1), []
        elif fence and inside is not None:
            found.append(Block(first[0], first[1], textwrap.dedent("\n".join([*inside, ""])), first[2]))
            inside = None
        elif inside is not None:
            inside.append(line)
    assert inside is None, f"{page.name}: a block is not closed"
    return found


def name(page: Path) -> str:
    return str(page.relative_to(ROOT))


PYTHON = [page for page in PAGES if any(block.language == "python" and block.note != "no-run" for block in blocks(page))]
RUNNER = """
import contextlib, io, sys
def run(blocks):
    space = {"__name__": "example"}
    for text, where, says in blocks:
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            exec(compile("\\n" * (where[1] - 1) + text, where[0], "exec"), space)
            for name in [name for name in space if name.startswith("test_")]:
                space.pop(name)()
        lines = iter(out.getvalue().splitlines())
        for said in says:
            assert said in lines, f"{where[0]}:{where[1]}: {said!r} is not printed, but {out.getvalue()!r}"
"""


def surroundings(folder: Path) -> dict[str, str]:
    """The package under test for another process, and a folder of people's own content."""
    examples = [str(path) for path in sorted((ROOT / "docs" / "examples").glob("*")) if path.is_dir()]
    path = os.pathsep.join([str(folder), *examples, *[one for one in sys.path if one]])
    return {**os.environ, "PYTHONPATH": path, "ESCARMOUCHE_HOME": str(folder / "home")}


def test_the_pages_are_found() -> None:
    assert {"README.md", "docs/python.md", "docs/agents.md"} <= {name(page) for page in PYTHON}
    assert blocks(ROOT / "docs" / "agents.md")[0].note == "careful.py"


@pytest.mark.parametrize("page", PYTHON, ids=name)
def test_the_python_of_the_docs_runs(page: Path, tmp_path: Path) -> None:
    run = []
    for block in blocks(page):
        if block.language == "python" and block.note.endswith(".py"):
            (tmp_path / block.note).write_text(block.text, "utf-8")
        elif block.language == "python" and block.note != "no-run":
            run.append((block.text, (name(page), block.line), SAYS.findall(block.text)))
    script = tmp_path / "run_the_examples.py"
    (tmp_path / "blocks.json").write_text(json.dumps(run), "utf-8")
    script.write_text(f"{RUNNER}\nimport json\nrun(json.load(open('blocks.json', encoding='utf-8')))\n", "utf-8")
    done = subprocess.run(
        [sys.executable, str(script)], cwd=tmp_path, env=surroundings(tmp_path), capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_fragments_are_python_and_notes_are_known(page: Path) -> None:
    for block in blocks(page):
        if block.language == "python":
            assert block.note in ("", "no-run") or re.fullmatch(r"\w+\.py", block.note), f"{name(page)}:{block.line}"
            ast.parse(block.text)


def test_a_wrong_example_is_found(tmp_path: Path) -> None:
    for text, found in (
        ("1 / 0\n", "ZeroDivisionError"),
        ("print(2 + 2)  # 5\n", "'5' is not printed"),
        ("def test_a():\n    assert 0\n", "Assert"),
    ):
        script = tmp_path / "wrong.py"
        script.write_text(f"{RUNNER}\nrun({[(text, ('page.md', 7), SAYS.findall(text))]!r})\n", "utf-8")
        done = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, check=False)
        assert done.returncode == 1
        assert found in done.stderr
        assert "page.md" in done.stderr


# ---------------------------------------------------------------- the command line


def squeezed(text: str) -> list[str]:
    """Lines without the spaces and the length of rules that only set them in columns; empty ones are left out."""
    return [re.sub("─+", "─", " ".join(line.split())) for line in text.splitlines() if line.strip()]


def shown(told: str, said: str) -> bool:
    """Is this what was said? "…" stands for anything, a line of its own for any number of lines."""
    parts = [re.escape(line).replace("…", "[^\n]*") + "\n" if line != "…" else "(?:[^\n]*\n)*?" for line in squeezed(told)]
    return re.fullmatch("".join(parts), "".join([f"{line}\n" for line in squeezed(said)])) is not None


def commands(block: Block) -> list[tuple[str, str]]:
    """The commands of a block, each with what it says."""
    first, *rest = re.split(r"^\$ ", block.text, flags=re.MULTILINE)
    assert first == "", f"line {block.line}: a block of commands begins with one"
    return [(one.partition("\n")[0], one.partition("\n")[2]) for one in rest]


@pytest.mark.parametrize("page", [page for page in PAGES if any(one.language == "console" for one in blocks(page))], ids=name)
def test_the_commands_of_the_docs_say_what_they_say(page: Path, tmp_path: Path) -> None:
    program = tmp_path / "bin" / "escarmouche"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m escarmouche "$@"\n', "utf-8")
    program.chmod(0o755)
    (tmp_path / "here").mkdir()
    given = surroundings(tmp_path)
    path = os.pathsep.join([str(program.parent), given.get("PATH", "")])
    environment = {**given, "PATH": path, "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8", "COLUMNS": "120"}
    for block in [block for block in blocks(page) if block.language == "console"]:
        for command, told in commands(block):
            done = subprocess.run(
                ["sh", "-c", command], cwd=tmp_path / "here", env=environment, check=False,
                stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            )  # fmt: skip
            assert shown(told, done.stdout), f"{name(page)}:{block.line}: {command}\n{done.stdout}"
            assert done.returncode == 0, f"{name(page)}:{block.line}: {command}"


def test_a_command_that_says_something_else_is_found() -> None:
    assert shown("a  b\n…\nlast …!\n", "a b\n\nx\ny\nlast but one!\n")
    assert shown("a\n…\nb\n", "a\nb\n")
    for told in ("a b\n", "a b\n…\nlast\n", "…\na b\n", "b…\n…\n"):
        assert not shown(told, "a b\nx\nlast but one!\n")


# ---------------------------------------------------------------- TOML


LOADER = """
import sys
import escarmouche as esc
from pathlib import Path
for path in sys.argv[1:]:
    system, kind, file = Path(path).parts
    if kind == "profiles":
        known = set(esc.profiles(system))
        import tomllib, os
        data = tomllib.loads((Path(os.environ["ESCARMOUCHE_HOME"]) / path).read_text("utf-8"))
        assert {row["id"] for row in data["profile"]} <= known
    elif kind == "armies":
        army = esc.army.load(Path(file).stem, system)
        faults = esc.system(system).armies().check(army.to_plain())
        assert not faults, faults
    elif kind == "scenarios":
        assert Path(file).stem in esc.scenarios(system), esc.scenarios(system)
"""


@pytest.mark.parametrize("page", [page for page in PAGES if any(block.language == "toml" for block in blocks(page))], ids=name)
def test_the_toml_of_the_docs_is_what_it_says(page: Path, tmp_path: Path) -> None:
    files = []
    for block in blocks(page):
        if block.language != "toml":
            continue
        data = tomllib.loads(block.text)
        if block.note:
            file = tmp_path / "home" / block.note
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(block.text, "utf-8")
            files.append(block.note)
        elif "system" in data:
            Army.from_plain(data, f"{name(page)}:{block.line}")
        else:
            assert "profile" not in data, f"{name(page)}:{block.line}: write where the file lies behind ```toml"
    done = subprocess.run(
        [sys.executable, "-c", LOADER, *files], env=surroundings(tmp_path), capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
