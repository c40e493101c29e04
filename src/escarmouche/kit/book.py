"""The content of a system, read and checked when first used: the tables of its book, and the profiles of people's own."""

from __future__ import annotations

import typing
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Generic, TypeVar

import msgspec

from escarmouche.core import content
from escarmouche.core.content import Plain, Row, typed, unknown, wrong
from escarmouche.core.errors import EscarmoucheError, UnknownName, perhaps
from escarmouche.kit.rows import Named

Book = TypeVar("Book", bound=msgspec.Struct)
Own = TypeVar("Own", bound=Row)
Profile = TypeVar("Profile", bound=Named)


class Shelf(Generic[Book]):
    """The package's content as one typed book. Its files lie in the package's folder `content`; each field of the book is a
    table, whose rows may stand in several of them. `check` is given the book and the (first) file that each table comes from,
    and refuses references that lead nowhere; `keys` names the tables whose rows are not found by their id."""

    def __init__(
        self,
        system: str,
        package: str,
        kind: type[Book],
        check: Callable[[Book, Mapping[str, str]], None],
        keys: Mapping[str, str] | None = None,
    ) -> None:
        self.system = system
        self.package = package
        self.kind = kind
        self.check = check
        self.keys = keys or {}
        self._book: Book | None = None

    def book(self) -> Book:
        """The package's content, read and checked once."""
        if self._book is None:
            names = content.package_files(self.package, "content")
            self._book = self.build({f"{self.system}/{name}": content.read_package(self.package, name) for name in names})
        return self._book

    def build(self, files: Mapping[str, Plain]) -> Book:
        """The book from the data of its files, every row and every reference checked."""
        homes: dict[str, list[str]] = {}
        for file, data in files.items():
            for table in data:
                homes.setdefault(table, []).append(file)
        left = dict(homes)
        made: dict[str, Any] = {}
        for field in msgspec.structs.fields(self.kind):
            found = left.pop(field.name, [f"{self.system}/content"])
            kinds = typing.get_args(field.type)
            if kinds:
                made[field.name] = self.rows(field.name, kinds[1], {file: files.get(file, {}) for file in found})
            else:
                made[field.name] = content.convert(
                    files.get(found[0], {}).get(field.name, {}), field.type, found[0], field.name
                )
        for table, found in left.items():
            raise unknown(found[0], "", "", ("table", "table"), table, made)
        book = self.kind(**made)
        self.check(book, {table: found[0] for table, found in homes.items()})
        return book

    def rows(self, table: str, kind: type[Row], files: Mapping[str, Plain]) -> dict[str, Row]:
        """The rows of a table from all the files that have some; each is there once."""
        made: dict[str, Row] = {}
        key = self.keys.get(table, "id")
        for file, data in files.items():
            for name, row in content.rows(data, table, kind, file, key).items():
                if name in made:
                    raise wrong(file, f"{table} {name!r}", key, "occurs twice: rename one", "figure deux fois : renommez-en un")
                made[name] = row
        return made


class Profiles(Generic[Own, Profile]):
    """Every profile that an army may name: the book's, those of people's own folder, and those that its file brings itself.

    `complete` makes a whole profile of one of people's own; errors name the file that it is given.
    """

    def __init__(
        self, system: str, kind: type[Own], printed: Callable[[], dict[str, Profile]], complete: Callable[[Own, str], Profile]
    ) -> None:
        self.system = system
        self.kind = kind
        self.printed = printed
        self.complete = complete

    def own(self) -> dict[str, Own]:
        """The profiles in people's own folder, by id, every one of them checked."""
        found = content.own_rows(self.system, "profiles", "profile", self.kind, self.printed())
        for file, row in found.values():
            self.complete(row, file)
        return {name: row for name, (_, row) in found.items()}

    def all(self) -> dict[str, Profile]:
        """Every profile by id: the book's, then people's own."""
        return {**self.printed(), **{name: self.complete(row, name) for name, row in self.own().items()}}

    def brought(self, army: Plain, file: str = "army") -> dict[str, Profile]:
        """The profiles that an army's file brings itself; none may take the id of one of the book's."""
        found: dict[str, Profile] = {}
        for one in army.get("profile", []):
            profile = self.complete(typed(one, self.kind), file)
            if profile.id in self.printed():
                text, french = "is the id of one of the book's", "est l’identifiant d’un profil du livre"
                raise wrong(file, f"profile {profile.id!r}", "id", f"{text}: choose another", f"{french} : changez-le")
            found[profile.id] = profile
        return found

    def known(self, name: str) -> Profile | None:
        """A profile of the book or of people's own folder, for whoever only shows it: none where it cannot be read."""
        if name in self.printed():
            return self.printed()[name]
        try:
            return self.all().get(name)
        except EscarmoucheError:
            return None

    def find(self, name: str, brought: Mapping[str, Profile]) -> Profile:
        """A profile by id: the army's own, the book's, or one from people's folder."""
        found = brought.get(name) or self.printed().get(name) or self.all().get(name)
        if found is None:
            near, voisin = perhaps(name, [*brought, *self.all()])
            raise UnknownName(
                f"There is no profile {name!r}{near}: `escarmouche profiles {self.system}` lists them.",
                f"Il n’y a pas de profil {name!r}{voisin} : « escarmouche profiles {self.system} » les donne.",
            )
        return found

    def require(self, name: str, brought: Mapping[str, Profile], file: str, entry: str) -> None:
        """Refuse an entry that names no profile there is."""
        if name not in brought and name not in self.printed() and name not in self.own():
            raise unknown(file, entry, "profile", ("profile", "profil"), name, [*brought, *self.all()])

    def packed(self, army: Plain, used: Iterable[str]) -> Plain:
        """An army with those of people's own profiles written into it that it uses."""
        brought = [one["id"] for one in army.get("profile", [])]
        missing = [name for name in dict.fromkeys(used) if name not in self.printed() and name not in brought]
        if not missing:
            return army
        mine = self.own()
        return {**army, "profile": [*army.get("profile", []), *[msgspec.to_builtins(mine[name]) for name in missing]]}
