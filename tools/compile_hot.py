"""Compile the hot modules (listed in pyproject.toml) into OUT/lib with mypyc.    python -m tools.compile_hot OUT

What all systems share becomes one native library ("group"), every system one of its own beside it. A call from a rule
into the table's geometry is a C call through a table of pointers, and a change in one system compiles only that system.
Four things keep a second run short: nothing at all happens when no input changed; mypyc writes only the C code of a
group that changed; a C file whose text and headers did not change is not compiled again, and a library whose parts did
not change is not linked again; the others are compiled in parallel.
"""

from __future__ import annotations

import hashlib
import json
import os
import platform
import shutil
import sys
import tomllib
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from functools import cache
from importlib.metadata import version
from pathlib import Path
from threading import Lock
from typing import Any

from mypyc.build import get_header_deps, mypycify, resolve_cfile_deps
from mypyc.common import shared_lib_name
from mypyc.namegen import exported_name
from setuptools import Distribution
from setuptools.command.build_ext import build_ext

from tools.c_source import with_docs, without_trashcan

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "src" / "escarmouche"
SYSTEMS = "systems"
SHARED = "escarmouche"
"""The native library of what all systems share; a system's own has its id behind it."""


def settings() -> dict[str, Any]:
    """The table [tool.escarmouche.compile] of pyproject.toml."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    table: dict[str, Any] = project["tool"]["escarmouche"]["compile"]
    return table


def matching(folder: Path, patterns: Iterable[str]) -> set[Path]:
    """The files that one of the globs, relative to `folder`, finds."""
    return {path for pattern in patterns for path in folder.glob(pattern)}


def native_groups(package: Path, options: dict[str, Any]) -> dict[str, list[Path]]:
    """The native libraries and the modules in each, sorted: what is shared first, then one for every system."""
    left_out = matching(package, options["exclude"])
    groups = {SHARED: sorted(matching(package, options["shared"]) - left_out)}
    for system in sorted(path.parent for path in package.glob(f"{SYSTEMS}/*/__init__.py")):
        groups[f"{SHARED}_{system.name}"] = sorted(matching(system, options["system"]) - left_out)
    return {name: modules for name, modules in groups.items() if modules}


def fingerprint(package: Path, options: dict[str, Any], *, without: str = "") -> str:
    """A digest of everything the compiled code depends on: any module may lend a type to a hot one, so all count but
    those under the folder `without`."""
    tools = [version("mypy"), version("setuptools"), sys.version, platform.platform(), os.environ.get("CC", "")]
    ours = [path.read_text("utf-8") for path in (Path(__file__), Path(__file__).with_name("c_source.py"))]
    digest = hashlib.sha256(json.dumps([tools, options, ours]).encode())
    for path in sorted(package.rglob("*.py")):
        if not (without and path.is_relative_to(package / without)):
            digest.update(f"{path.relative_to(package)}\0".encode() + path.read_bytes() + b"\0")
    return digest.hexdigest()


def dotted(path: Path, package: Path = PACKAGE) -> str:
    """The name under which the module in that file is imported."""
    return ".".join(path.relative_to(package.parent).with_suffix("").parts)


def unless_same(made: str, inputs: bytes, make: Callable[[], object]) -> None:
    """Call `make` unless the file `made` is there and was made from the same inputs the last time."""
    key = hashlib.sha256(inputs).hexdigest()
    mark = Path(f"{made}.key")
    if not (Path(made).exists() and mark.exists() and mark.read_text("ascii") == key):
        mark.unlink(missing_ok=True)
        make()
        mark.write_text(key, "ascii")


class CachedBuild(build_ext):
    """build_ext that compiles the C files of all libraries in one pool, and compiles and links only what changed."""

    headers: Path  # the folder of the headers that mypyc wrote

    def build_extensions(self) -> None:
        if self.compiler.compiler_type != "unix":
            super().build_extensions()
            return
        self.parallel = 2 * (os.cpu_count() or 1)  # libraries in the making, most of which wait for the pool
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            self.keep_what_is_same(pool)
            super().build_extensions()

    def keep_what_is_same(self, pool: ThreadPoolExecutor) -> None:
        """Let the compiler compile in that pool, each file once, and leave alone what it need not make again."""
        compiler = self.compiler
        compile_one, link = compiler._compile, compiler.link_shared_object
        under_way: dict[str, Future[None]] = {}  # the runtime's C files belong to every library
        lock = Lock()

        def compile_if_changed(obj: str, src: str, *rest: Any) -> None:
            unless_same(obj, repr(rest).encode() + self.text_of(src), lambda: compile_one(obj, src, *rest))

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
            with lock:
                for obj in objects:
                    if obj not in under_way:
                        under_way[obj] = pool.submit(compile_if_changed, obj, *build[obj], cc_args, post, pp)
            for obj in objects:
                under_way[obj].result()
            return list(objects)

        def link_if_changed(objects: list[str], made: str, *rest: Any, **named: Any) -> None:
            parts = b"".join(Path(f"{obj}.key").read_bytes() for obj in objects)
            unless_same(made, repr((rest, named)).encode() + parts, lambda: link(objects, made, *rest, **named))

        compiler.compile, compiler.link_shared_object = compile_all, link_if_changed

    def text_of(self, src: str) -> bytes:
        """A C file, with all that it includes of what mypyc wrote and what it was written with."""
        text = Path(src).read_text("utf-8")
        included = resolve_cfile_deps(str(self.headers), get_header_deps([(src, text)]), str(self.headers))
        return "\0".join([version("mypy"), sys.version, text, *map(header_text, sorted(included))]).encode()


@cache
def header_text(path: str) -> str:
    return Path(path).read_text("utf-8")


def mended(extensions: list[Any], modules: Iterable[Path], folder: Path) -> None:
    """Give the libraries C files with the trashcan mended and the docstrings put in. They lie in a folder of their own:
    mypyc uses those it wrote again only as long as nobody has changed them."""
    ours = {f"__native_{exported_name(dotted(path))}.c": path for path in modules}
    folder.mkdir(parents=True, exist_ok=True)
    for extension in extensions:
        for place, source in enumerate(extension.sources):
            python = ours.get(Path(source).name)
            if python is not None:
                text = without_trashcan(Path(source).read_text("utf-8"))
                changed = folder / Path(source).name
                changed.write_text(with_docs(text, python.read_text("utf-8"), dotted(python)), "utf-8")
                extension.sources[place] = str(changed)


def generate(out: Path, options: dict[str, Any]) -> list[Any]:
    """Let mypyc write the C code of all groups to out/c, or only of those that changed; the libraries to be built.

    mypy tells by a module's interface whether what leans on it must be done again, mypyc leans on more than that, so
    nothing is kept when a module outside the systems changed. Nothing leans on a system.
    """
    kept = out / "cache"
    basis = out / "cache.key"
    lent = fingerprint(PACKAGE, options, without=SYSTEMS)
    if not basis.exists() or basis.read_text("ascii") != lent:
        shutil.rmtree(kept, ignore_errors=True)
        basis.write_text(lent, "ascii")
    groups = {name: [str(path.relative_to(ROOT)) for path in paths] for name, paths in native_groups(PACKAGE, options).items()}
    # `silent`: types of other modules count, their errors are for `mypy --strict` to report. A build environment need
    # not have the run-time dependencies, so those may be missing.
    flags = ["--config-file=", "--explicit-package-bases", "--follow-imports=silent", "--ignore-missing-imports"]
    extensions: list[Any] = mypycify(
        [*flags, f"--cache-dir={kept}", *(path for paths in groups.values() for path in paths)],
        target_dir=str(out / "c"),
        separate=[(paths, name) for name, paths in groups.items()],
        debug_level="0",
        multi_file=True,
    )
    return extensions


def build(out: Path, options: dict[str, Any]) -> None:
    """Write the libraries to out/lib; the rest of `out` keeps what the next run can use again."""
    extensions = generate(out, options)
    mended(extensions, (path for paths in native_groups(PACKAGE, options).values() for path in paths), out / "mended")
    for extension in extensions if sys.platform != "win32" else ():
        # hidden: nobody else calls what is in a library, so calls inside are plain ones, a tenth faster. common: the
        # table of another group's functions stands in a header, hence in every C file, and is to be one. w: warnings
        # about code that a program wrote tell nobody anything and take a fifth of the compiler's time.
        level = options["opt_level"]["shared" if extension.name == shared_lib_name(SHARED) else "system"]
        more = [f"-O{level}", "-fvisibility=hidden", "-fcommon", "-w"]
        extension.extra_compile_args = [*extension.extra_compile_args, *more]
    command = CachedBuild(Distribution({"name": "escarmouche", "ext_modules": extensions}))
    command.headers = out / "c"
    command.build_lib, command.build_temp = str(out / "lib"), str(out / "temp")
    command.force = True  # what is the same is left alone by unless_same, whatever the clock says
    command.ensure_finalized()
    command.run()
    outputs = {Path(path) for path in command.get_outputs()}
    for path in (out / "lib").rglob("*.*"):
        if path.with_suffix("") not in outputs and path not in outputs:
            path.unlink()  # of a module that is no more


@contextmanager
def alone(out: Path) -> Iterator[None]:
    """Wait until no other compilation writes to `out`, and keep others waiting; where there are no locks, go on."""
    out.mkdir(parents=True, exist_ok=True)
    with (out / "lock").open("w") as lock:
        if sys.platform != "win32":
            import fcntl

            fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def main() -> None:
    out = Path(sys.argv[1]).resolve()
    options = settings()
    stamp = out / "stamp"
    os.chdir(ROOT)
    os.environ["MYPYPATH"] = "src"
    with alone(out):
        inputs = fingerprint(PACKAGE, options)
        if not stamp.exists() or stamp.read_text("ascii") != inputs:
            stamp.unlink(missing_ok=True)
            build(out, options)
            stamp.write_text(inputs, "ascii")


if __name__ == "__main__":
    main()
