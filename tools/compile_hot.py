"""Compile the hot modules (listed in pyproject.toml) into OUT/lib with mypyc.    python tools/compile_hot.py OUT

One mypyc group, hence one native library: a call from a rule into the table's geometry is a C call. Three things keep
a second run short: nothing at all happens when no input changed; a C file whose text and headers did not change is not
compiled again; the others are compiled in parallel.
"""

from __future__ import annotations

import hashlib
import json
import os
import platform
import re
import shutil
import sys
import tomllib
from concurrent.futures import ThreadPoolExecutor
from importlib.metadata import version
from pathlib import Path
from typing import Any

from mypyc.build import mypycify
from setuptools import Distribution
from setuptools.command.build_ext import build_ext

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "src" / "escarmouche"


def settings() -> dict[str, Any]:
    """The table [tool.escarmouche.compile] of pyproject.toml."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    table: dict[str, Any] = project["tool"]["escarmouche"]["compile"]
    return table


def hot_modules(package: Path, modules: list[str], exclude: list[str]) -> list[Path]:
    """The modules that `modules` matches and `exclude` does not (both globs relative to `package`), sorted."""
    left_out = {path for pattern in exclude for path in package.glob(pattern)}
    return sorted({path for pattern in modules for path in package.glob(pattern)} - left_out)


def fingerprint(package: Path, options: dict[str, Any]) -> str:
    """A digest of everything the compiled code depends on: any module may lend a type to a hot one, so all count."""
    tools = [version("mypy"), version("setuptools"), sys.version, platform.platform(), os.environ.get("CC", "")]
    digest = hashlib.sha256(json.dumps([tools, options, Path(__file__).read_text("utf-8")]).encode())
    for path in sorted(package.rglob("*.py")):
        digest.update(f"{path.relative_to(package)}\0".encode() + path.read_bytes() + b"\0")
    return digest.hexdigest()


class CachedBuild(build_ext):
    """build_ext that compiles the C files of a library in parallel, and only those that changed."""

    def build_extensions(self) -> None:
        headers = hashlib.sha256(f"{version('mypy')} {sys.version}".encode())
        for path in sorted(Path(self.build_temp).parent.rglob("*.h")):
            headers.update(path.read_bytes())
        compiler = self.compiler
        compile_one = compiler._compile

        def compile_if_changed(obj: str, src: str, *rest: Any) -> None:
            key = hashlib.sha256(repr((rest, headers.hexdigest())).encode() + Path(src).read_bytes())
            mark = Path(f"{obj}.key")
            if not (Path(obj).exists() and mark.exists() and mark.read_text("ascii") == key.hexdigest()):
                mark.unlink(missing_ok=True)
                compile_one(obj, src, *rest)
                mark.write_text(key.hexdigest(), "ascii")

        def compile_all(
            sources: list[str],
            output_dir: str | None = None,
            macros: Any = None,
            include_dirs: Any = None,
            debug: bool = False,
            extra_preargs: list[str] | None = None,
            extra_postargs: list[str] | None = None,
            depends: list[str] | None = None,
        ) -> list[str]:
            _, objects, post, pp, build = compiler._setup_compile(
                output_dir, macros, include_dirs, sources, depends, extra_postargs
            )
            cc_args = compiler._get_cc_args(pp, debug, extra_preargs)
            with ThreadPoolExecutor(os.cpu_count()) as pool:
                for done in [pool.submit(compile_if_changed, o, *build[o], cc_args, post, pp) for o in objects]:
                    done.result()
            return list(objects)

        if compiler.compiler_type == "unix":
            compiler.compile = compile_all
        super().build_extensions()


TRASHCAN = re.compile(r"(?<=\{\n) *CPy_TRASHCAN_BEGIN\(self, \w+\)\n(.*?) *CPy_TRASHCAN_END\(self\)\n", re.DOTALL)


def without_trashcan(source: str) -> str:
    """The C source with the trashcan taken out of the deallocators of acyclic classes. It chains what waits to be freed
    through the header of the garbage collector, which their objects do not have (msgspec had the same bug, and so has
    mypyc 2.4): deep down in a structure it would overwrite a neighbour."""
    return TRASHCAN.sub(r"\1", source)


def build(out: Path, options: dict[str, Any]) -> None:
    """Write the libraries to out/lib; out/c and out/temp keep what the next run can use again."""
    paths = [str(path.relative_to(ROOT)) for path in hot_modules(PACKAGE, options["modules"], options["exclude"])]
    # `silent`: types of other modules count, their errors are for `mypy --strict` to report. A build environment need
    # not have the run-time dependencies, so those may be missing.
    flags = ["--config-file=", "--explicit-package-bases", "--follow-imports=silent", "--ignore-missing-imports"]
    extensions = mypycify(
        [*flags, *paths],
        target_dir=str(out / "c"),
        group_name="escarmouche",
        opt_level=options["opt_level"],
        debug_level="0",
        multi_file=options["multi_file"],
    )
    for path in (out / "c").glob("__native_*.c"):
        path.write_text(without_trashcan(path.read_text("utf-8")), "utf-8")
    for extension in extensions if sys.platform != "win32" else ():
        extension.extra_compile_args += ["-fvisibility=hidden"]  # nobody else calls them: plain calls, a tenth faster
    shutil.rmtree(out / "lib", ignore_errors=True)
    command = CachedBuild(Distribution({"name": "escarmouche", "ext_modules": extensions}))
    command.build_lib, command.build_temp, command.parallel = str(out / "lib"), str(out / "temp"), os.cpu_count()
    command.force = True  # what has not changed is in the cache of compile_if_changed; linking it again takes no time
    command.ensure_finalized()
    command.run()


def main() -> None:
    out = Path(sys.argv[1]).resolve()
    options = settings()
    stamp = out / "stamp"
    inputs = fingerprint(PACKAGE, options)
    if stamp.exists() and stamp.read_text("ascii") == inputs:
        return
    stamp.unlink(missing_ok=True)
    out.mkdir(parents=True, exist_ok=True)
    os.chdir(ROOT)
    os.environ["MYPYPATH"] = "src"
    build(out, options)
    stamp.write_text(inputs, "ascii")


if __name__ == "__main__":
    main()
