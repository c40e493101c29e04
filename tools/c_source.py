"""What is changed in the C code that mypyc writes, before it is compiled: an error mended, documentation put in."""

from __future__ import annotations

import ast
import copy
import re
from collections.abc import Iterator
from typing import NamedTuple

from mypyc.codegen.cstring import c_string_initializer
from mypyc.namegen import exported_name

# A deallocator begins with the trashcan, unless the garbage collector must be told first, or an object is kept for later.
KEPT = r"    if \(\w+_free_instance == NULL\) \{\n(?: {8}.*\n)+    \}\n"
TRASHCAN = re.compile(r"(\{\n(?:" + KEPT + r")?) *CPy_TRASHCAN_BEGIN\(self, \w+\)\n((?:.*\n)*?) *CPy_TRASHCAN_END\(self\)\n")

# What mypyc says of a function or class: a signature that `inspect` understands and the marker of its end, or nothing.
SAID = r'PyDoc_STR\((?:NULL|"(?P<signature>(?:[^"\\]|\\.)*?)\\n--\\n\\n")\)'
FUNCTION = re.compile(r"(?P<before>\(PyCFunction\)CPyPy_(?P<name>\w+),\s+METH_[\w |]+, )" + SAID)
CLASS = re.compile(r"(?P<before>PyTypeObject CPyType_(?P<name>\w+)_template_ = \{(?:(?!\n\}).)*?\.tp_doc = )" + SAID, re.DOTALL)
ATTRIBUTE = re.compile(r"(?P<before>\(getter\)(?P<name>\w+),\s+(?:\(setter\)\w+|NULL),\s+)NULL(?P<signature>(?=, NULL\},))")
MODULE = "NULL, /* docstring */"
SIGNATURE_END = r"\n--\n\n"


class Doc(NamedTuple):
    """What is said of one name: the text, and a signature for `inspect` where mypyc finds none."""

    text: str
    signature: str = ""


def without_trashcan(source: str) -> str:
    """The C source with the trashcan taken out of the deallocators of acyclic classes. It chains what waits to be freed
    through the header of the garbage collector, which their objects do not have (msgspec had the same bug, and so has
    mypyc 2.4): deep down in a structure it would overwrite a neighbour."""
    return TRASHCAN.sub(r"\1\2", source)


def with_docs(source: str, python: str, module: str) -> str:
    """The C source of `module` with the docstrings of its Python source, which mypyc leaves out.

    `help()` then says of a compiled class or function what it says of the plain one, and below it the signature with
    its annotations, for which a function written in C has no other place. Attributes are told by their types.
    """
    tree = ast.parse(python)
    docs = {f"{exported_name(module)}___{name}": doc for name, doc in documentation(tree)}

    def put(found: re.Match[str]) -> str:
        doc = docs.get(found["name"], Doc(""))
        return found["before"] + c_doc(found["signature"] or c_text(doc.signature), doc.text)

    for place in (FUNCTION, CLASS, ATTRIBUTE):
        source = place.sub(put, source)
    return source.replace(MODULE, c_doc("", ast.get_docstring(tree) or "") + ", /* docstring */", 1)


def c_doc(signature: str, text: str) -> str:
    """The C expression of a documentation; the signature stands as in C already."""
    if not signature and not text:
        return "NULL"
    return f'PyDoc_STR("{signature + SIGNATURE_END if signature else ""}{c_text(text)}")'


def c_text(text: str) -> str:
    """A text as it stands between the quotation marks of a C string."""
    return c_string_initializer(text.encode())[1:-1]


def documentation(tree: ast.Module) -> Iterator[tuple[str, Doc]]:
    """The functions, classes, methods and attributes of a module, each under its name in C, and what is said of them."""
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            yield node.name, Doc(function_text(node), signature(node))
        elif isinstance(node, ast.ClassDef):
            methods = [part for part in node.body if isinstance(part, ast.FunctionDef)]
            made = [f"{node.name}({without_self(part.args)})" for part in methods if part.name == "__init__"]
            yield node.name, Doc(joined(ast.get_docstring(node), *made))
            for name, kind in attributes(node):
                yield f"{node.name}_get_{name}", Doc(kind)
            for part in methods:
                kind = ast.unparse(part.returns) if part.returns else ""
                yield f"{node.name}___{part.name}", Doc(function_text(part))
                yield f"{node.name}_get_{part.name}", Doc(joined(ast.get_docstring(part), kind))  # if it is a property


def function_text(node: ast.FunctionDef) -> str:
    """The docstring, then the signature with its annotations."""
    ends = f" -> {ast.unparse(node.returns)}" if node.returns else ""
    return joined(ast.get_docstring(node), f"{node.name}({ast.unparse(node.args)}){ends}")


def joined(said: str | None, *more: str) -> str:
    """A docstring and what follows it; nothing where nothing is said."""
    return "\n\n".join([said, *filter(None, more)]) if said else ""


def without_self(args: ast.arguments) -> str:
    rest = copy.deepcopy(args)
    rest.args = rest.args[1:]
    return ast.unparse(rest)


def signature(node: ast.FunctionDef) -> str:
    """The signature without annotations; `inspect` looks names that stand for defaults up in the module."""
    bare = copy.deepcopy(node.args)
    for part in ast.walk(bare):
        if isinstance(part, ast.arg):
            part.annotation = None
    return f"{node.name}({ast.unparse(bare)})"


def attributes(node: ast.ClassDef) -> Iterator[tuple[str, str]]:
    """The attributes of a class whose type is written down, beside their name or in the constructor, and that type."""
    for part in ast.walk(node):
        if isinstance(part, ast.FunctionDef) and part.name == "__init__":
            yield from ((arg.arg, ast.unparse(arg.annotation)) for arg in part.args.args if arg.annotation)
    for part in ast.walk(node):
        if isinstance(part, ast.AnnAssign):
            name = part.target.attr if isinstance(part.target, ast.Attribute) else ast.unparse(part.target)
            yield name, ast.unparse(part.annotation)
