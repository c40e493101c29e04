"""The wheel's build hook: compile the hot modules with mypyc where that is possible, else ship plain Python.

    ESCARMOUCHE_PURE=1               never compile
    ESCARMOUCHE_REQUIRE_COMPILED=1   a compiler that is there but fails is an error, not a warning

Nothing is written under src/, so `PYTHONPATH=src` always runs plain Python. What was compiled is kept under .build/ and
used again as long as nothing it depends on has changed.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CompileHook(BuildHookInterface[Any]):
    """Adds the compiled modules to a wheel and marks it for this machine; leaves every other kind of build alone."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if self.target_name != "wheel" or version == "editable":
            return
        reason = obstacle()
        if reason:
            self.warn(reason)
            return
        libraries = self.compiled()
        if libraries:
            build_data["pure_python"] = False
            build_data["infer_tag"] = True
            build_data["force_include"].update(libraries)

    def warn(self, reason: str) -> None:
        self.app.display_warning(f"warning: {reason}, so Escarmouche is built as plain Python: same results, slower.")

    def compiled(self) -> dict[str, str]:
        """The compiled libraries: where each lies, and its place in the wheel. Empty when compilation failed."""
        out = kept(Path(self.root))
        command = [sys.executable, "-m", "tools.compile_hot", str(out)]
        if subprocess.run(command, cwd=self.root, check=False).returncode != 0:
            if os.environ.get("ESCARMOUCHE_REQUIRE_COMPILED"):
                self.app.abort("The hot modules do not compile: mend what is shown above, or set ESCARMOUCHE_PURE=1.")
            self.warn("the hot modules did not compile")
            return {}
        lib = out / "lib"
        suffix = sysconfig.get_config_var("EXT_SUFFIX")
        return {str(path): path.relative_to(lib).as_posix() for path in sorted(lib.rglob(f"*{suffix}"))}


def kept(root: Path) -> Path:
    """The folder in which what was compiled is kept, for this kind of Python and machine."""
    return root / ".build" / "mypyc" / f"{sys.implementation.cache_tag}-{sysconfig.get_platform()}"


def obstacle() -> str:
    """Why nothing can be compiled here, or an empty string."""
    if os.environ.get("ESCARMOUCHE_PURE"):
        return "ESCARMOUCHE_PURE is set"
    if sys.platform == "win32":
        return ""  # setuptools finds the compiler there, or says that it cannot
    compiler = (os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc").split()[0]
    if not shutil.which(compiler):
        return f"there is no C compiler ({compiler})"
    if not (Path(sysconfig.get_path("include")) / "Python.h").exists():
        return "Python's C headers are missing (Debian: python3-dev)"
    return ""
