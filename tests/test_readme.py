"""The README's Python example runs as it stands."""

from __future__ import annotations

import re
import runpy
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]


def test_the_python_example_of_the_readme_plays_a_game_to_its_end(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (code,) = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text("utf-8"), re.DOTALL)
    script = tmp_path / "example.py"
    script.write_text(code, "utf-8")
    runpy.run_path(str(script))
    words = capsys.readouterr().out.split()
    assert words[0] in ("-1", "0", "1")
    assert int(words[-1]) > 100


def test_every_link_of_the_docs_leads_somewhere() -> None:
    for page in [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]:
        for link in re.findall(r"\]\(([^)#]+?)\)", page.read_text("utf-8")):
            assert link.startswith("http") or (page.parent / link).exists(), f"{page.name}: {link}"
