"""Packages that bring systems, as they lie on a path once they are installed: modules, metadata, entry points."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "docs" / "examples" / "butte"


def bring(folder: Path, package: str, entry: str, module: str, source: str) -> None:
    """Lay a package down: one module with this source, and the entry point `entry` (NAME = VALUE)."""
    about = folder / f"{package.replace('-', '_')}-1.0.dist-info"
    about.mkdir(parents=True)
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n", "utf-8")
    (about / "entry_points.txt").write_text(f"[escarmouche.systems]\n{entry}\n", "utf-8")
    (folder / f"{module}.py").write_text(source, "utf-8")


def install(source: Path, folder: Path) -> None:
    """Build a package and install it into a folder, without a network."""
    flags = ["--quiet", "--no-deps", "--no-build-isolation", "--no-index", "--disable-pip-version-check", "--no-compile"]
    subprocess.run([sys.executable, "-m", "pip", "install", *flags, "--target", str(folder), str(source)], check=True)


def environment(folder: Path) -> dict[str, str]:
    """The environment of a process that finds what lies in the folder."""
    path = os.pathsep.join([str(folder), *[one for one in (os.environ.get("PYTHONPATH"),) if one]])
    kept = {name: value for name, value in os.environ.items() if name not in ("LC_ALL", "LC_MESSAGES", "LANG", "COLUMNS")}
    return {**kept, "PYTHONPATH": path, "PYTHONIOENCODING": "utf-8"}


class Said:
    """What a process answered."""

    def __init__(self, status: int, out: str, err: str) -> None:
        self.status = status
        self.out = out
        self.err = err


class Place:
    """A folder with packages, and processes that find them."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def run(self, *line: str, typed: str = "", cwd: Path | None = None) -> Said:
        """Run Python with these arguments."""
        done = subprocess.run(
            [sys.executable, *line],
            input=typed,
            capture_output=True,
            text=True,
            encoding="utf-8",
            env=environment(self.folder),
            cwd=cwd or self.folder,
            check=False,
        )
        return Said(done.returncode, done.stdout, done.stderr)

    def cli(self, line: str, typed: str = "", cwd: Path | None = None) -> Said:
        """Run `escarmouche` with these words."""
        return self.run("-m", "escarmouche", *line.split(), typed=typed, cwd=cwd)

    def good(self, line: str, typed: str = "", cwd: Path | None = None) -> str:
        """What a command that succeeds prints."""
        said = self.cli(line, typed, cwd)
        assert said.status == 0, (line, said.out[-500:], said.err[-500:])
        return said.out
