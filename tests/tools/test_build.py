"""The build: which modules are compiled, when they are compiled again, and that the installed package has them."""

from __future__ import annotations

import importlib.util
import os
import sysconfig
from pathlib import Path

import pytest

from tools.c_source import with_docs, without_trashcan
from tools.compile_hot import PACKAGE, SHARED, dotted, fingerprint, matching, native_groups, settings, unless_same
from tools.hatch_build import obstacle


def hot() -> list[Path]:
    return [path for modules in native_groups(PACKAGE, settings()).values() for path in modules]


@pytest.mark.parametrize("pattern", settings()["shared"])
def test_every_pattern_of_what_is_shared_finds_a_module(pattern: str) -> None:
    assert matching(PACKAGE, [pattern]) & set(hot())


@pytest.mark.parametrize("pattern", settings()["system"])
def test_every_pattern_of_a_system_finds_a_module(pattern: str) -> None:
    assert any(matching(system, [pattern]) & set(hot()) for system in PACKAGE.glob("systems/*"))


def test_packages_themselves_stay_python() -> None:
    assert [path for path in hot() if path.name == "__init__.py"] == []


def test_what_is_shared_is_one_library_and_every_system_another(tmp_path: Path) -> None:
    names = ["core/b.py", "core/a.py", "core/__init__.py", "core/cold.py", "systems/registry.py"]
    names += [f"systems/{system}/{name}" for system in ("orcs", "elves") for name in ("__init__.py", "rules/r.py", "words.py")]
    for name in [*names, "systems/empty/__init__.py"]:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    options = {"shared": ["core/*.py"], "system": ["rules/*.py"], "exclude": ["**/__init__.py", "core/cold.py"]}
    groups = native_groups(tmp_path, options)
    assert {name: [path.relative_to(tmp_path).as_posix() for path in paths] for name, paths in groups.items()} == {
        SHARED: ["core/a.py", "core/b.py"],
        f"{SHARED}_elves": ["systems/elves/rules/r.py"],
        f"{SHARED}_orcs": ["systems/orcs/rules/r.py"],
    }


def test_what_is_kept_between_runs_depends_on_nothing_of_a_system(tmp_path: Path) -> None:
    for name in ("core/a.py", "systems/orcs/b.py"):
        (tmp_path / name).parent.mkdir(parents=True)
        (tmp_path / name).touch()
    first = fingerprint(tmp_path, {}, without="systems")
    (tmp_path / "systems/orcs/b.py").write_text("x = 1\n", "utf-8")
    assert fingerprint(tmp_path, {}, without="systems") == first
    (tmp_path / "core/a.py").write_text("x = 1\n", "utf-8")
    assert fingerprint(tmp_path, {}, without="systems") != first


def test_a_file_is_made_again_only_from_other_inputs_or_when_it_is_gone(tmp_path: Path) -> None:
    made = tmp_path / "made.o"
    times: list[int] = []

    def make() -> None:
        times.append(1)
        made.touch()

    for inputs in (b"one", b"one", b"two"):
        unless_same(str(made), inputs, make)
    assert len(times) == 2
    made.unlink()
    unless_same(str(made), b"two", make)
    assert len(times) == 3


def test_a_file_that_could_not_be_made_is_tried_again(tmp_path: Path) -> None:
    made = tmp_path / "made.o"
    made.touch()  # half of it, say
    unless_same(str(made), b"one", made.touch)
    with pytest.raises(ZeroDivisionError):
        unless_same(str(made), b"two", lambda: 1 // 0)
    times: list[int] = []
    unless_same(str(made), b"one", lambda: times.append(1))
    assert times == [1]


def test_the_fingerprint_changes_with_any_module_and_option(tmp_path: Path) -> None:
    module = tmp_path / "cold.py"
    module.write_text("x = 1\n", "utf-8")
    first = fingerprint(tmp_path, {"exclude": []})
    assert fingerprint(tmp_path, {"exclude": []}) == first
    assert fingerprint(tmp_path, {"exclude": ["cold.py"]}) != first
    module.write_text("x = 2\n", "utf-8")
    assert fingerprint(tmp_path, {"exclude": []}) != first
    module.rename(tmp_path / "other.py")
    assert fingerprint(tmp_path, {"exclude": []}) != first


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


KEPT = """\
    if (Frame_free_instance == NULL) {
        Frame_free_instance = self;
        if (CPyTagged_CheckLong(self->_count)) {
            Py_XDECREF(CPyTagged_LongAsObject(self->_count));
        } else {
            self->_count = CPY_INT_TAG;
        }
        return;
    }
    CPy_TRASHCAN_BEGIN"""


def test_an_object_that_is_kept_for_later_is_freed_without_the_trashcan_too() -> None:
    tracked = TRACKED.replace("    CPy_TRASHCAN_BEGIN", KEPT)
    acyclic = tracked.replace("    PyObject_GC_UnTrack(self);\n", "").replace("Frame", "World")
    plain = "\n".join([line for line in acyclic.splitlines() if "TRASHCAN" not in line]) + "\n"
    assert without_trashcan(acyclic + tracked + acyclic) == plain + tracked + plain


PYTHON = '''\
"""What it is."""
class Unit:
    """A unit."""
    def __init__(self, size: int) -> None:
        self.size = size
    @property
    def strong(self) -> bool:
        """Whether it is « strong »."""
    def grow(self, by: int = 1) -> "Unit":
        """Grow.\n
        Always."""
def join(a: Unit, *, limit: int = MOST) -> Unit:
    """One \\"unit\\"."""
def quiet(a): ...
'''
C = """\
     (getter)m___Unit_get_size, (setter)m___Unit_set_size,
     NULL, NULL},
     (getter)m___Unit_get_strong,
    NULL, NULL, NULL},
     (PyCFunction)CPyPy_m___Unit___grow,
     METH_FASTCALL | METH_KEYWORDS, PyDoc_STR("grow($self, by=1)\\n--\\n\\n")},
static PyTypeObject CPyType_m___Unit_template_ = {
    .tp_name = "Unit",
    .tp_doc = PyDoc_STR("Unit(size)\\n--\\n\\n"),
};
    {"join", (PyCFunction)CPyPy_m___join, METH_FASTCALL | METH_KEYWORDS, PyDoc_STR(NULL) /* docstring */},
    {"quiet", (PyCFunction)CPyPy_m___quiet, METH_FASTCALL | METH_KEYWORDS, PyDoc_STR("quiet(a)\\n--\\n\\n") /* docstring */},
    NULL, /* docstring */
"""
DOCUMENTED = """\
     (getter)m___Unit_get_size, (setter)m___Unit_set_size,
     PyDoc_STR("int"), NULL},
     (getter)m___Unit_get_strong,
    NULL, PyDoc_STR("Whether it is \\302\\253 strong \\302\\273.\\n\\nbool"), NULL},
     (PyCFunction)CPyPy_m___Unit___grow,
     METH_FASTCALL | METH_KEYWORDS, PyDoc_STR("grow($self, by=1)\\n--\\n\\nGrow.\\n\\nAlways.\\n\\ngrow(self, by: int=1) -> \\'Unit\\'")},
static PyTypeObject CPyType_m___Unit_template_ = {
    .tp_name = "Unit",
    .tp_doc = PyDoc_STR("Unit(size)\\n--\\n\\nA unit.\\n\\nUnit(size: int)"),
};
    {"join", (PyCFunction)CPyPy_m___join, METH_FASTCALL | METH_KEYWORDS, PyDoc_STR("join(a, *, limit=MOST)\\n--\\n\\nOne \\"unit\\".\\n\\njoin(a: Unit, *, limit: int=MOST) -> Unit") /* docstring */},
    {"quiet", (PyCFunction)CPyPy_m___quiet, METH_FASTCALL | METH_KEYWORDS, PyDoc_STR("quiet(a)\\n--\\n\\n") /* docstring */},
    PyDoc_STR("What it is."), /* docstring */
"""  # noqa: E501


def test_docstrings_and_annotations_are_put_where_c_has_room_for_them() -> None:
    assert with_docs(C, PYTHON, "m") == DOCUMENTED
