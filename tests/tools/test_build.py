"""The build: which modules are compiled, when they are compiled again, and that the installed package has them."""

from __future__ import annotations

import importlib.util
import os
import sysconfig
from pathlib import Path

import pytest

from tools.compile_hot import PACKAGE, fingerprint, hot_modules, settings, without_trashcan
from tools.hatch_build import obstacle


def hot() -> list[Path]:
    return hot_modules(PACKAGE, settings()["modules"], settings()["exclude"])


def dotted(path: Path) -> str:
    return ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts)


@pytest.mark.parametrize("pattern", settings()["modules"])
def test_every_pattern_finds_a_module(pattern: str) -> None:
    assert hot_modules(PACKAGE, [pattern], settings()["exclude"]) != []


def test_packages_themselves_stay_python() -> None:
    assert [path for path in hot() if path.name == "__init__.py"] == []


def test_patterns_are_relative_to_the_package_and_sorted(tmp_path: Path) -> None:
    for name in ("b.py", "a.py", "__init__.py", "deep/c.py"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).touch()
    found = hot_modules(tmp_path, ["*.py", "a.py", "deep/*.py"], ["**/__init__.py"])
    assert found == [tmp_path / "a.py", tmp_path / "b.py", tmp_path / "deep" / "c.py"]


def test_the_fingerprint_changes_with_any_module_and_option(tmp_path: Path) -> None:
    module = tmp_path / "cold.py"
    module.write_text("x = 1\n", "utf-8")
    first = fingerprint(tmp_path, {"opt_level": "2"})
    assert fingerprint(tmp_path, {"opt_level": "2"}) == first
    assert fingerprint(tmp_path, {"opt_level": "3"}) != first
    module.write_text("x = 2\n", "utf-8")
    assert fingerprint(tmp_path, {"opt_level": "2"}) != first
    module.rename(tmp_path / "other.py")
    assert fingerprint(tmp_path, {"opt_level": "2"}) != first


def test_a_build_without_compiler_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ESCARMOUCHE_PURE", raising=False)
    monkeypatch.setenv("CC", "no-such-compiler -O2")
    assert obstacle() == "there is no C compiler (no-such-compiler)"
    monkeypatch.setenv("ESCARMOUCHE_PURE", "1")
    assert obstacle() == "ESCARMOUCHE_PURE is set"


def test_the_package_is_compiled_as_a_whole_or_not_at_all() -> None:
    suffix = str(sysconfig.get_config_var("EXT_SUFFIX"))
    specs = {name: importlib.util.find_spec(name) for name in map(dotted, hot())}
    compiled = {name for name, spec in specs.items() if spec and spec.origin and spec.origin.endswith(suffix)}
    assert compiled in (set(), set(specs))
    if os.environ.get("ESCARMOUCHE_REQUIRE_COMPILED") and not obstacle():
        assert compiled == set(specs)


TRACKED = """\
Frame_dealloc(FrameObject *self)
{
    PyObject_GC_UnTrack(self);
    CPy_TRASHCAN_BEGIN(self, Frame_dealloc)
    Frame_clear((PyObject *)self);
    Py_TYPE(self)->tp_free((PyObject *)self);
    CPy_TRASHCAN_END(self)
    done: ;
}
"""


def test_only_what_the_garbage_collector_knows_keeps_the_trashcan() -> None:
    acyclic = TRACKED.replace("    PyObject_GC_UnTrack(self);\n", "").replace("Frame", "World")
    plain = "\n".join([line for line in acyclic.splitlines() if "TRASHCAN" not in line]) + "\n"
    assert without_trashcan(acyclic + TRACKED + acyclic) == plain + TRACKED + plain
