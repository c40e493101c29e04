"""Army files: one TOML format for the builder, the engine, the odds, the printer and the campaign.

    system = "sbh"
    name = "The Ford Watch"
    notes = "Hold the bridge."

    [[figure]]
    profile = "human-leader"
    name = "Captain"

    [[figure]]
    profile = "human-warrior"
    count = 3

A system may add fields of its own, to the army and to its figures; any other key is an error.
"""

from __future__ import annotations

import os
import typing
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import msgspec

from escarmouche.core import content, offers
from escarmouche.core.content import Plain
from escarmouche.core.errors import ContentError, UnknownName, perhaps, why
from escarmouche.core.files import held, write_atomically, writing

if TYPE_CHECKING:
    from escarmouche.core.offers import Armies

PATIENCE = 5.0
"""So many seconds one waits for another who writes the same army."""

_TEXTS = ("name", "name_fr", "notes", "advice", "advice_fr")
_COMMON: Plain = dict.fromkeys(("system", *_TEXTS), str)
_ENTRY: Plain = {
    "profile": str,
    "count": Annotated[int, msgspec.Meta(ge=1, le=500)],
    "name": str,
    "options": dict[str, Any],
}


class ArmyEntry(msgspec.Struct, kw_only=True):
    """One line of an army: `count` figures (or a unit) of a profile; `extra` holds the system's own fields."""

    profile: str
    kind: str = "figure"
    count: int = 1
    name: str = ""
    options: Plain = msgspec.field(default_factory=dict)
    extra: Plain = msgspec.field(default_factory=dict)

    def to_plain(self) -> Plain:
        """As in the file: values that are the default are left out."""
        made: Plain = {"profile": self.profile}
        if self.count != 1:
            made["count"] = self.count
        if self.name:
            made["name"] = self.name
        if self.options:
            made["options"] = self.options
        return {**made, **self.extra}


class Army(msgspec.Struct, kw_only=True):
    """An army as its file tells it. `advice` is how to play it; `extra` holds the system's own fields."""

    system: str
    name: str
    name_fr: str = ""
    notes: str = ""
    advice: str = ""
    advice_fr: str = ""
    entries: list[ArmyEntry] = msgspec.field(default_factory=list)
    extra: Plain = msgspec.field(default_factory=dict)

    def title(self, language: str) -> str:
        """Its name in a language."""
        return self.name_fr if language == "fr" and self.name_fr else self.name

    def hint(self, language: str) -> str:
        """How to play it, in a language."""
        return self.advice_fr if language == "fr" and self.advice_fr else self.advice

    def to_plain(self) -> Plain:
        """As the file's data: what `Setup.armies` holds. `from_plain` gives an equal army back."""
        made: Plain = {"system": self.system, "name": self.name}
        made.update({name: getattr(self, name) for name in _TEXTS[1:] if getattr(self, name)})
        made.update(self.extra)
        for entry in self.entries:
            made.setdefault(entry.kind, []).append(entry.to_plain())
        return made

    @staticmethod
    def from_plain(data: Plain, file: str = "army") -> Army:
        """Check an army's data and read it; `file` is what errors call it."""
        offered = _offered(data, file)
        fields = {**_COMMON, **offered.army_fields}
        content.only(data, [*fields, *offered.entry_kinds], file)
        for name, kind in fields.items():
            if name in data:
                _check(data[name], kind, file, "", name)
        if not data.get("name"):
            raise content.wrong(file, "", "name", "missing; give the army one", "absent ; donnez-en un à l’armée")
        entries = [
            _entry(kind, number, one, offered.entry_fields, file)
            for kind in data
            if kind in offered.entry_kinds
            for number, one in enumerate(_tables(data[kind], kind, file), 1)
        ]
        texts = {name: data[name] for name in _TEXTS if name in data}
        extra = {name: data[name] for name in data if name in offered.army_fields}
        offered.validate(data, file)
        return Army(system=data["system"], **texts, entries=entries, extra=extra)

    def save(self, path: str | Path) -> None:
        """Write the army to a TOML file; `load` gives an equal army back."""
        text = content.to_toml(self.to_plain())
        try:
            write_atomically(path, text)
        except OSError as error:
            reason, raison = why(error)
            raise ContentError(
                f"The army could not be saved to {path}: {reason}; choose another place.",
                f"L’armée n’a pas pu être enregistrée dans {path} : {raison} ; choisissez un autre emplacement.",
            ) from error


Bring = Army | Plain | str | os.PathLike[str]
"""An army as people bring it to a game: itself, its plain data, the path of its file, or its name ("sbh/orcs", "orcs")."""


def _offered(data: Any, file: str) -> Armies:
    """What the system that an army's data names offers of armies."""
    from escarmouche.core import registry

    name = data.get("system") if isinstance(data, dict) else None
    if not isinstance(name, str):
        raise content.wrong(file, "", "system", "should name the game: 'sbh'", "devrait nommer le jeu : 'sbh'")
    if name not in registry.systems():
        raise content.unknown(file, "", "system", ("system", "système"), name, registry.systems())
    return offers.armies(registry.system(name))


def _tables(value: Any, kind: str, file: str) -> list[Plain]:
    if not isinstance(value, list) or not all(isinstance(one, dict) for one in value):
        raise content.wrong(file, "", kind, f"should be written [[{kind}]]", f"devrait s’écrire [[{kind}]]")
    return value


def _check(value: Any, kind: Any, file: str, entry: str, field: str) -> None:
    """Hold a value to a type; in a list of rows each is named by its id."""
    if type(value) is kind:
        return
    inner = typing.get_args(kind)
    if typing.get_origin(kind) is list and isinstance(inner[0], type) and issubclass(inner[0], msgspec.Struct):
        content.rows({field: value}, field, inner[0], file)
    else:
        content.convert(value, kind, file, entry, field)


def _entry(kind: str, number: int, data: Plain, own: Plain, file: str) -> ArmyEntry:
    """Check and read one [[figure]] or [[unit]]."""
    where = f"{kind} {number}" + (f" ({data['profile']})" if isinstance(data.get("profile"), str) else "")
    fields = {**_ENTRY, **own}
    for name in data:
        if name not in fields:
            raise content.unknown(file, where, "", ("field", "champ"), name, fields)
        _check(data[name], fields[name], file, where, name)
    if not data.get("profile"):
        raise content.wrong(file, where, "profile", "missing; name a profile", "absent ; nommez un profil")
    common = {name: data[name] for name in data if name in _ENTRY}
    return ArmyEntry(kind=kind, **common, extra={name: data[name] for name in data if name in own})


def load(name: str | os.PathLike[str], system: str = "") -> Army:
    """The army in a file, or one at hand by its name: "sbh/orcs", or "orcs" where the system is settled or only one has it.

    >>> load("sbh/orcs") == load("orcs", "sbh")
    True
    """
    from escarmouche.core import registry

    path = Path(name)
    if not isinstance(name, str) or path.suffix == ".toml":
        return _read(path)
    first, slash, short = name.partition("/")
    if slash and first in registry.systems():
        return _at_hand(short, [first])
    if slash or os.sep in name or path.exists():
        return _read(path)
    return _at_hand(name, [system] if system else registry.systems())


def _read(path: Path) -> Army:
    return Army.from_plain(content.read(str(path)), str(path))


def _at_hand(name: str, systems: list[str]) -> Army:
    """The one army of this name among those at hand for the systems."""
    from escarmouche.core import registry

    if len(systems) > 1:
        systems = [one for one in systems if registry.system(one).armies() is not None]
    every = {one: ready(one) for one in systems}
    found = [one for one in systems if name in every[one]]
    if len(found) == 1:
        return every[found[0]][name]
    if found:
        listed = [f"{one}/{name}" for one in found]
        raise UnknownName(
            f"Several systems have an army {name!r}: write {' or '.join(listed)}.",
            f"Plusieurs systèmes ont une armée {name!r} : écrivez {' ou '.join(listed)}.",
        )
    listed = [army if len(systems) == 1 else f"{one}/{army}" for one in systems for army in every[one]]
    near, voisin = perhaps(name, listed)
    raise UnknownName(
        f"There is no army {name!r}{near}: choose one of {', '.join(listed)}, or name a .toml file.",
        f"Il n’y a pas d’armée {name!r}{voisin} : choisissez parmi {', '.join(listed)}, ou nommez un fichier .toml.",
    )


def brought(one: Bring, system: str) -> Plain:
    """What somebody brings to a game of a system, as plain data."""
    army = load(one, system) if isinstance(one, (str, os.PathLike)) else one
    plain = army.to_plain() if isinstance(army, Army) else army
    other = plain.get("system", system)
    if other != system:
        raise ContentError(
            f"{plain.get('name', 'This army')} is an army of {other}, not of {system}: bring another one.",
            f"{plain.get('name', 'Cette armée')} est une armée de {other}, et non de {system} : apportez-en une autre.",
        )
    return plain


# ---------------------------------------------------------------- building one, line by line


def begin(name: str, army: Army) -> Path:
    """Write a new army to a file (see `own_file`), which must not be there yet; where it lies."""
    path = own_file(name, army.system)
    with writing(path), held(path, PATIENCE):
        if path.exists():
            raise ContentError(
                f"The file {path} is there already: choose another name, or add to it with `army add`.",
                f"Le fichier {path} existe déjà : choisissez un autre nom, ou complétez-le avec « army add ».",
            )
        army.save(path)
    return path


def add(path: Path, entry: Plain, kind: str = "") -> Army:
    """Add an entry to the army in a file; everything that stands in the file stays as it is, comments too. Without a `kind`
    it is of the first one that the system has. An entry that the system refuses leaves the file alone."""
    with held(path, PATIENCE):
        before = content.read(str(path))
        offered = _offered(before, str(path))
        kind = kind or offered.entry_kinds[0]
        if kind not in offered.entry_kinds:
            raise content.unknown(str(path), "", "", ("kind of entry", "sorte d’entrée"), kind, offered.entry_kinds)
        made = Army.from_plain({**before, kind: [*before.get(kind, []), entry]}, str(path))
        with writing(path):
            text = path.read_text("utf-8").rstrip("\n")
            write_atomically(path, f"{text}\n\n{content.to_toml({kind: [entry]})}")
    return made


def own_file(name: str, system: str = "") -> Path:
    """The file of an army of one's own: its path, which ends in .toml, or its name (SYSTEM/NAME) for one that lies, or shall
    lie, in the folder of people's own armies, where every command finds it by that name."""
    from escarmouche.core import registry

    first, slash, short = name.rpartition("/")
    if name.endswith(".toml") or (slash and first not in registry.systems()):
        return Path(name)
    if slash and system and first != system:
        raise ContentError(
            f"{name} names an army of {first}, not of {system}: write {system}/{short}.",
            f"{name} nomme une armée de {first}, et non de {system} : écrivez {system}/{short}.",
        )
    chosen = first or system
    if chosen:
        return content.home() / chosen / "armies" / f"{short}.toml"
    found = [path for one in registry.systems() for path in content.own_files(one, "armies") if path.stem == name]
    if len(found) != 1:
        raise UnknownName(
            f"No army of yours, or more than one, is called {name!r}: name its .toml file.",
            f"Aucune de vos armées, ou plusieurs, ne s’appelle {name!r} : nommez son fichier .toml.",
        )
    return found[0]


def in_package(package: str) -> dict[str, Army]:
    """The ready-made armies in the folder `armies` of a package, by file name."""
    found = {}
    for name in content.package_files(package, "armies"):
        army = Army.from_plain(content.read_package(package, name), f"{package.rpartition('.')[2]}/{name}")
        found[Path(name).stem] = army
    return found


def own(system: str) -> dict[str, Army]:
    """The armies that people keep in their folder for a system, by file name."""
    return {path.stem: _read(path) for path in content.own_files(system, "armies")}


def ready(system: str) -> dict[str, Army]:
    """Every army at hand for a system, by id: the package's, then people's own."""
    from escarmouche.core import registry

    ours = {name: Army.from_plain(data, name) for name, data in offers.armies(registry.system(system)).ready().items()}
    mine = own(system)
    for name in mine:
        if name in ours:
            file = str(content.home() / system / "armies" / f"{name}.toml")
            raise content.wrong(
                file, "", "", "an army of the package has this name: rename the file",
                "une armée du paquet porte ce nom : renommez le fichier",
            )  # fmt: skip
    return {**ours, **mine}
