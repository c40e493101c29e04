"""Content: TOML files read into typed rows, the package's and people's own; errors name file, entry and field."""

from __future__ import annotations

import os
import re
import sys
import threading
import tomllib
import typing
from collections.abc import Iterable, Iterator
from importlib import resources
from pathlib import Path
from typing import Annotated, Any, Literal, Protocol, TypeVar

import msgspec

from escarmouche.core.errors import ContentError, why

Plain = dict[str, Any]
Id = Annotated[str, msgspec.Meta(pattern="^[a-z0-9]+(-[a-z0-9]+)*$")]
"""An id: small letters, digits and single hyphens."""

HOME = "ESCARMOUCHE_HOME"
FOLDERS = ("profiles", "armies", "scenarios", "terrain")


class Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """The base of every typed row: its fields are all there may be, and nothing changes once it is read."""


class _Readable(Protocol):
    """A file, on disk or inside a package."""

    def read_bytes(self) -> bytes: ...


R = TypeVar("R")

# ---------------------------------------------------------------- what is wrong, and where

Place = tuple[str, str, str]
"""A file, an entry in it, a field of that."""


def wrong(file: str, entry: str, field: str, text: str, french: str) -> ContentError:
    """The error that names file, entry and field (the last two may be empty) and says what is wrong there."""
    where = ", ".join([part for part in (file, entry) if part])
    here, ici = (f", field {field}", f", champ {field}") if field else ("", "")
    return ContentError(f"{where}{here}: {text}.", f"{where}{ici} : {french}.")


def unknown(file: str, entry: str, field: str, kind: tuple[str, str], name: str, known: Iterable[str]) -> ContentError:
    """The error for a name that nothing has; `kind` says what it should name, in English and in French."""
    hint, aide = _hint(name, list(known))
    of = "d’" if kind[1][:1] in "aeiouéèêh" else "de "
    text, french = f"there is no {kind[0]} {name!r}", f"il n’y a pas {of}{kind[1]} {name!r}"
    return wrong(file, entry, field, text + hint, french + aide)


def check_names(names: Iterable[str], known: Iterable[str], place: Place, kind: tuple[str, str]) -> None:
    """Refuse a name that is not known."""
    found = list(known)
    for name in names:
        if name not in found:
            raise unknown(*place, kind, name, found)


def agree(place: Place, value: float, expected: float) -> None:
    """Refuse a number that another table contradicts."""
    if value != expected:
        raise wrong(*place, f"should be {expected:g}", f"devrait être {expected:g}")


def unknown_trait(file: str, entry: str, field: str, name: str, known: Iterable[str]) -> ContentError:
    """The error for a special rule that nothing has: unless another was meant, it says why data alone cannot bring one."""
    names = list(known)
    text, french = f"there is no trait {name!r}", f"il n’y a pas de règle spéciale {name!r}"
    hint, aide = _hint(name, names)
    if not hint.startswith("; perhaps"):
        hint += "; a new one changes how the game is played, so it is written in Python, as docs/adding-a-rule.md shows"
        aide += " ; une nouvelle change le jeu, elle s’écrit donc en Python, comme le montre docs/adding-a-rule.md"
    return wrong(file, entry, field, text + hint, french + aide)


def _hint(name: str, known: list[str]) -> tuple[str, str]:
    """What was meant, perhaps; or the whole choice where it is short."""
    import difflib

    near = difflib.get_close_matches(name, known, 3, 0.6)
    if near:
        listed = ", ".join([repr(one) for one in near])
        return f"; perhaps {listed} was meant", f" ; peut-être {listed}"
    if 0 < len(known) <= 50:
        return f"; choose one of {', '.join(known)}", f" ; choisissez parmi {', '.join(known)}"
    return "", ""


_TYPES = {
    "int": ("a whole number", "un nombre entier"),
    "float": ("a number", "un nombre"),
    "str": ("a text", "un texte"),
    "bool": ("true or false", "true ou false"),
    "array": ("a list", "une liste"),
    "object": ("a table", "une table"),
    "null": ("nothing", "rien"),
}
_MESSAGE = re.compile(r"(?P<what>.*?)(?: - at `\$\.?(?P<path>[^`]*)`)?", re.DOTALL)


def _type_words(text: str, language: int) -> str:
    joint = (" or ", " ou ")[language]
    return joint.join([_TYPES.get(one, (one, one))[language] for one in text.split(" | ")])


def _explained(what: str, kind: Any, path: str) -> tuple[str, str, str]:
    """A message of msgspec in our words: the field (when the message names one), English, French."""
    if found := re.fullmatch(r"Object contains unknown field `(.*)`", what):
        hint, aide = _hint(found[1], list(getattr(kind, "__struct_fields__", ())) if not path else [])
        return found[1], f"there is no such field{hint}", f"ce champ n’existe pas{aide}"
    if found := re.fullmatch(r"Object missing required field `(.*)`", what):
        return found[1], "missing; add it", "absent ; ajoutez-le"
    if found := re.fullmatch(r"Expected `(.*)`, got `(.*)`", what):
        (wanted, got), (voulu, eu) = [(_type_words(found[1], i), _type_words(found[2], i)) for i in (0, 1)]
        return "", f"should be {wanted}, not {got}", f"devrait être {voulu}, pas {eu}"
    if found := re.fullmatch(r"Expected `(?:int|float)` (>=|<=) (.*)", what):
        bound, borne = ("at least", "au moins") if found[1] == ">=" else ("at most", "au plus")
        return "", f"should be {bound} {found[2]}", f"devrait être {borne} {found[2]}"
    if found := re.fullmatch(r"Invalid enum value (.*)", what):
        names = ", ".join(_choices(kind, path))
        return "", f"{found[1]} is not one of {names}", f"{found[1]} ne fait pas partie de {names}"
    if path == "id" and "matching regex" in what:
        return (
            "",
            "should be small letters, digits and single hyphens, such as 'orc-warrior'",
            "devrait être fait de minuscules, de chiffres et de tirets, comme 'orc-warrior'",
        )
    if found := re.fullmatch(r"Expected `str` matching regex '(.*)'", what):
        return "", f"should match {found[1]}", f"devrait correspondre à {found[1]}"
    if found := re.fullmatch(r"Expected `(.*)` of length (.*)", what):
        return "", f"should have length {found[2]}", f"devrait avoir la longueur {found[2]}"
    return "", what, what


def _choices(kind: Any, path: str) -> list[str]:
    """The values that a Literal field allows."""
    name = re.split(r"[.\[]", path, maxsplit=1)[0]
    hint = typing.get_type_hints(kind, include_extras=True).get(name) if isinstance(kind, type) else kind
    return list(dict.fromkeys([str(one) for one in _literals(hint)]))


def _literals(hint: Any) -> Iterator[Any]:
    if typing.get_origin(hint) is Literal:
        yield from typing.get_args(hint)
    else:
        for inner in typing.get_args(hint):
            yield from _literals(inner)


_MET: set[Any] = set()
_MEETING = threading.Lock()


def typed(value: Any, kind: type[R]) -> R:
    """The value as `kind`, or a ValidationError.

    What msgspec finds out about a class when it first meets it is not yet whole while it looks at the fields: a second thread
    that meets the class just then crashes the process. So one thread at a time meets a new class.
    """
    if kind not in _MET:
        with _MEETING:
            msgspec.json.Decoder(kind)
            _MET.add(kind)
    return msgspec.convert(value, kind)


def convert(value: Any, kind: Any, file: str, entry: str, field: str = "") -> Any:
    """The value as `kind` (a Row, or any type that msgspec knows), or a ContentError that says where it is wrong."""
    try:
        return typed(value, kind)
    except msgspec.ValidationError as error:
        found = _MESSAGE.fullmatch(str(error))
        assert found is not None
        path = found["path"] or ""
        named, text, french = _explained(found["what"], kind, path)
        full = ".".join([part for part in (field, path, named) if part]).replace(".[", "[")
        raise wrong(file, entry, full, text, french) from None


# ---------------------------------------------------------------- reading


def read(source: str | Path | _Readable, name: str = "") -> Plain:
    """The data of a TOML file; `name` is what errors call it."""
    name = name or str(source)
    try:
        data = (Path(source) if isinstance(source, str) else source).read_bytes()
        return tomllib.loads(data.decode("utf-8"))
    except OSError as error:
        reason, raison = why(error)
        raise ContentError(
            f"{name}: the file cannot be read ({reason}): check its name and place.",
            f"{name} : le fichier est illisible ({raison}) : vérifiez son nom et son emplacement.",
        ) from error
    except UnicodeDecodeError as error:
        raise ContentError(
            f"{name}: the file is not text in UTF-8: save it as UTF-8.",
            f"{name} : le fichier n’est pas du texte en UTF-8 : enregistrez-le en UTF-8.",
        ) from error
    except RecursionError as error:
        raise ContentError(
            f"{name}: the file nests its lists and tables too deep: write it flatter.",
            f"{name} : le fichier imbrique trop ses listes et ses tables : écrivez-le plus à plat.",
        ) from error
    except ValueError as error:  # what TOML forbids, and numbers beyond all bounds
        reason = str(error)[:1].lower() + str(error)[1:]
        raise ContentError(
            f"{name}: the file is not valid TOML: {reason}.",
            f"{name} : le fichier n’est pas du TOML valide{_where(reason)} : corrigez-le.",
        ) from error


def _where(reason: str) -> str:
    """Where the reader of TOML stumbled, in French."""
    found = re.search(r"\(at line (\d+), column (\d+)\)", reason)
    return f", ligne {found[1]}, colonne {found[2]}" if found else ", à la fin" if "end of document" in reason else ""


def read_package(package: str, name: str) -> Plain:
    """The data of a TOML file inside a package; `name` is its path there."""
    return read(resources.files(package).joinpath(name), f"{package.rpartition('.')[2]}/{name}")


def package_files(package: str, folder: str) -> list[str]:
    """The TOML files in a folder of a package, as paths inside it, sorted."""
    found = resources.files(package).joinpath(folder)
    return sorted([f"{folder}/{one.name}" for one in found.iterdir() if one.name.endswith(".toml")])


def only(data: Plain, names: Iterable[str], file: str) -> None:
    """Refuse a file that holds anything but these tables and fields."""
    known = list(names)
    for name in data:
        if name not in known:
            raise unknown(file, "", "", ("table or field", "table ou champ"), name, known)


def rows(data: Plain, table: str, kind: type[R], file: str, key: str = "id") -> dict[str, R]:
    """The entries [[table]] of a file as rows of `kind`, by id and in order; each id occurs once."""
    entries = data.get(table, [])
    if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
        raise wrong(file, "", table, f"should be a list of tables: write [[{table}]]", f"devrait s’écrire [[{table}]]")
    found: dict[str, R] = {}
    for number, entry in enumerate(entries, 1):
        name = entry.get(key, f"number {number}")
        row = convert(entry, kind, file, f"{table} {name!r}" if key in entry else f"{table} {name}")
        if name in found:
            raise wrong(file, f"{table} {name!r}", key, "occurs twice: rename one", "figure deux fois : renommez-en un")
        found[name] = row
    return found


# ---------------------------------------------------------------- people's own content


def home() -> Path:
    """The folder of people's own content: $ESCARMOUCHE_HOME, or the platform's usual place."""
    return Path(_home())


def _home() -> str:
    """The same as text: every new game looks there, and a Path is slow to make."""
    chosen = os.environ.get(HOME)
    if chosen:
        return os.path.expanduser(chosen)
    if sys.platform == "win32":
        return os.path.join(os.environ.get("APPDATA") or os.path.expanduser("~/AppData/Roaming"), "Escarmouche")
    if sys.platform == "darwin":
        return os.path.expanduser("~/Library/Application Support/Escarmouche")
    return os.path.join(os.environ.get("XDG_DATA_HOME") or os.path.expanduser("~/.local/share"), "escarmouche")


def own_files(system: str, folder: str) -> list[Path]:
    """The TOML files that people keep for a system in one of FOLDERS, sorted by name."""
    place = os.path.join(_home(), system, folder)
    return sorted(Path(place).glob("*.toml")) if os.path.isdir(place) else []


def own_rows(system: str, folder: str, table: str, kind: type[R], ours: Iterable[str]) -> dict[str, tuple[str, R]]:
    """The rows of people's own files, by id, each with its file; an id may be neither ours nor used twice."""
    taken = dict.fromkeys(ours, "")
    found: dict[str, tuple[str, R]] = {}
    for path in own_files(system, folder):
        file = str(path)
        data = read(path)
        only(data, [table], file)
        for name, row in rows(data, table, kind, file).items():
            if name in taken:
                where = taken[name]
                text = f"is already used in {where}" if where else "is the id of one of the package's"
                french = f"est déjà pris dans {where}" if where else "est l’identifiant d’une entrée du paquet"
                entry = f"{table} {name!r}"
                raise wrong(file, entry, "id", f"{text}: choose another", f"{french} : choisissez-en un autre")
            taken[name] = file
            found[name] = (file, row)
    return found


# ---------------------------------------------------------------- writing

_ESCAPES = {'"': '\\"', "\\": "\\\\", "\b": "\\b", "\t": "\\t", "\n": "\\n", "\f": "\\f", "\r": "\\r"}
_BARE = re.compile(r"[A-Za-z0-9_-]+")


def _text(value: str) -> str:
    made = [_ESCAPES.get(c) or (f"\\u{ord(c):04x}" if ord(c) < 32 or ord(c) == 127 else c) for c in value]
    return f'"{"".join(made)}"'


def _lines(value: str) -> str:
    """A text of several lines, as a person would write it."""
    return '"""\n' + "\n".join([_text(line)[1:-1] for line in value.split("\n")]) + '"""'


def _key(name: str) -> str:
    return name if _BARE.fullmatch(name) else _text(name)


def _inline(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, (int, float)):
        return repr(value)
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join([_inline(one) for one in value]) + "]"
    if isinstance(value, dict):
        inner = ", ".join([f"{_key(name)} = {_inline(one)}" for name, one in value.items()])
        return f"{{ {inner} }}" if inner else "{}"
    raise TypeError(f"a {type(value).__name__} cannot be written as TOML: {value!r}")


def _is_tables(value: Any) -> bool:
    return isinstance(value, (list, tuple)) and bool(value) and all(isinstance(one, dict) for one in value)


def to_toml(data: Plain) -> str:
    """The data as TOML: plain values first, then the tables, each in the order given. Reading gives it back."""
    head = [name for name, value in data.items() if not isinstance(value, dict) and not _is_tables(value)]
    parts = [_assign(data, head)] if head else []
    for name, value in data.items():
        if _is_tables(value):
            parts += [f"[[{_key(name)}]]\n{_assign(one, one)}" for one in value]
        elif isinstance(value, dict):
            parts.append(f"[{_key(name)}]\n{_assign(value, value)}")
    return "\n".join(parts)


def _assign(data: Plain, names: Iterable[str]) -> str:
    made = []
    for name in names:
        value = data[name]
        long = isinstance(value, str) and "\n" in value
        made.append(f"{_key(name)} = {_lines(value) if long else _inline(value)}\n")
    return "".join(made)
