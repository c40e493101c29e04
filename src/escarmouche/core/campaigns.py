"""Campaigns: battles in a row between bands that live through them, as a system may offer them (`System.campaign`).

A door deals with a `Campaign` and knows nothing of how a system keeps its books: what a band is worth, what becomes of the
fallen and what can be bought is told in words. A campaign goes round in phases: it is READY for a battle, in one (BATTLE),
before the consequences of one (AFTERMATH), or OVER. Between two battles every band may spend what it has.

A campaign's file is JSON with a version and a checksum, like a save; what is in it is the system's own matter.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from escarmouche.core.errors import EscarmoucheError, SaveError, why
from escarmouche.core.files import write_atomically

if TYPE_CHECKING:
    from escarmouche.core.armies import Army
    from escarmouche.core.game import Game

Plain = dict[str, Any]

FORMAT = "escarmouche-campaign"
VERSION = 1
USUAL_LENGTH = 4
"""So many battles where nobody says otherwise."""
READY = "ready"
BATTLE = "battle"
AFTERMATH = "aftermath"
OVER = "over"
"""The phases."""


# ---------------------------------------------------------------- what is told


class Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Something that happened in a campaign: the rule behind it, one sentence in each language, and the dice thrown."""

    rule: str
    en: str
    fr: str
    dice: list[int] = []

    def sentence(self, language: str) -> str:
        """The sentence in a language."""
        return self.fr if language == "fr" else self.en


class Sheet(NamedTuple):
    """A band in one language: its name, what is said of it as a whole (the first line is its heading), and a table of its
    fighters; `numbers` are the columns to be set to the right."""

    name: str
    lines: list[str]
    columns: list[str]
    rows: list[list[str]]
    numbers: tuple[int, ...] = ()


class Fought(NamedTuple):
    """A battle of the past: its scenario in the language asked for ("" when it was forfeited), the seat that won (-1: nobody
    alone), the scores by seat, and all that came after it."""

    scenario: str
    winner: int
    scores: tuple[int, ...]
    log: list[Line]


class Purchase(NamedTuple):
    """Something that a band can spend on now, as `Campaign.spend` takes it (`many` is its count), and what would come of it."""

    what: str
    name: str
    line: Line
    many: int = 1
    giver: str = ""


# ---------------------------------------------------------------- what a system gives


class Campaign:
    """A campaign under way. Made by `Campaigns.new` or `Campaigns.load`."""

    # ------------------------------------------------------------ looking

    @property
    def length(self) -> int:
        """How many battles were agreed on."""
        raise _absent(self, "length")

    @property
    def number(self) -> int:
        """The number of the battle that is under way or comes next, from 1; after the end, that of the last."""
        raise _absent(self, "number")

    @property
    def phase(self) -> str:
        """READY, BATTLE, AFTERMATH or OVER."""
        raise _absent(self, "phase")

    @property
    def winner(self) -> int | None:
        """None while it goes on, then the seat that has won it, -1 for nobody."""
        raise _absent(self, "winner")

    def sheets(self, language: str) -> list[Sheet]:
        """Every band, by seat."""
        raise _absent(self, "sheets")

    def history(self, language: str) -> list[Fought]:
        """The battles fought so far."""
        raise _absent(self, "history")

    def title(self, language: str) -> str:
        """What the battle under way is called: its scenario."""
        raise _absent(self, "title")

    def agent_seed(self, seat: int) -> str:
        """A seed for whoever answers for a seat in this battle, so that the campaign follows from its own seed."""
        raise _absent(self, "agent_seed")

    # ------------------------------------------------------------ going on

    def battle(self) -> Game:
        """The battle under way; if there is none the next one begins."""
        raise _absent(self, "battle")

    def aftermath(self, game: Game | None = None, dice: Sequence[int] | None = None) -> list[Line]:
        """Draw the consequences of the battle that is over; returns all that happened, every die told. `game` is the battle
        where it is not the one that `battle` gave, `dice` the faces where they are not to come from the seed."""
        raise _absent(self, "aftermath")

    def forfeit(self, seat: int) -> list[Line]:
        """The band of a seat does not come to the next battle; returns what follows."""
        raise _absent(self, "forfeit")

    def choices(self, seat: int) -> list[Purchase]:
        """What the band of a seat can spend on now; what can be bought by number is listed with the least there can be."""
        raise _absent(self, "choices")

    def spend(self, seat: int, what: str, name: int | str = "", *, count: int = 1, called: str = "",
              giver: int | str = "") -> list[Line]:  # fmt: skip
        """Spend for a band between two battles: `what` is one of `Campaigns.ways`, `name` whom or what it is spent on, `count`
        how many of it, `called` what new ones are called, `giver` whose it is where something is handed on. Raises
        IllegalAnswer (or UnknownName) and changes nothing when that cannot be."""
        raise _absent(self, "spend")

    # ------------------------------------------------------------ keeping

    def dump(self) -> bytes:
        """The bytes of its file, with the battle under way; the same campaign gives the same bytes."""
        raise _absent(self, "dump")

    def save(self, path: str | Path) -> None:
        """Write it to its file; an existing one is replaced only once the new one is whole."""
        data = self.dump()
        try:
            write_atomically(path, data)
        except OSError as error:
            reason, raison = why(error)
            raise SaveError(
                f"The campaign could not be saved to {path} ({reason}): choose another place.",
                f"La campagne n’a pas pu être enregistrée dans {path} ({raison}) : choisissez un autre emplacement.",
            ) from error

    def to_plain(self) -> Plain:
        """As plain data, for people's own programs."""
        raise _absent(self, "to_plain")


def _absent(campaign: object, what: str) -> TypeError:
    return TypeError(f"{type(campaign).__name__} gives no {what}")


class Campaigns:
    """The campaigns of a system."""

    ways: tuple[str, ...] = ()
    """What can be spent on, as `Campaign.spend` takes it."""
    steward: str = ""
    """The one of them that spends all by a simple plan, for a band that nobody looks after; "" where there is none."""

    def new(
        self,
        armies: Sequence[Army | Plain] | None = None,
        length: int = USUAL_LENGTH,
        seed: int | str | None = None,
        options: Plain | None = None,
    ) -> Campaign:
        """Begin a campaign of `length` battles between these armies, ready-made ones by default; `options` are those of every
        battle. What cannot be played is refused now."""
        raise _absent(self, "new")

    def load(self, path: str | Path) -> Campaign:
        """Read a campaign from its file, with the battle under way."""
        return self.read(contents(path), str(path))

    def read(self, data: bytes, name: str) -> Campaign:
        """A campaign from the bytes of its file; `name` is what an error calls it."""
        raise _absent(self, "read")

    def reads(self, head: Plain) -> bool:
        """Is a file without the name of a system, whose head this is, one of ours? Usually not."""
        return False


# ---------------------------------------------------------------- files


def sealed(text: bytes, system: str = "") -> bytes:
    """The bytes of a campaign's file that holds this JSON text; `system` says whose it is."""
    head = {"format": FORMAT, "version": VERSION, "checksum": hashlib.sha256(text).hexdigest()}
    return msgspec.json.encode({**head, **({"system": system} if system else {}), "campaign": msgspec.Raw(text)})


def contents(path: str | Path) -> bytes:
    """The bytes of a file."""
    try:
        return Path(path).read_bytes()
    except OSError as error:
        reason, raison = why(error)
        raise SaveError(
            f"The campaign {path} cannot be read ({reason}): check its name and place.",
            f"La campagne {path} ne peut pas être lue ({raison}) : vérifiez son nom et son emplacement.",
        ) from error


def opened(data: bytes, name: str) -> tuple[Plain, bytes]:
    """The head of a campaign's file and the JSON text in it; its format, version and checksum must be right."""
    try:
        whole = msgspec.json.decode(data, type=dict[str, msgspec.Raw])
        head = {key: msgspec.json.decode(value) for key, value in whole.items() if key != "campaign"}
        kind, version, checksum = [head[key] for key in ("format", "version", "checksum")]
        text = bytes(whole["campaign"])
    except (msgspec.DecodeError, KeyError, UnicodeDecodeError) as error:
        raise _damaged(name) from error
    if kind != FORMAT:
        raise SaveError(
            f"The file {name} is not a campaign of Escarmouche: choose another one.",
            f"Le fichier {name} n’est pas une campagne d’Escarmouche : choisissez-en un autre.",
        )
    if version != VERSION:
        raise SaveError(
            f"The campaign {name} has format {version}, this program reads {VERSION}: use the version that made it.",
            f"La campagne {name} est au format {version}, ce programme lit le {VERSION} : prenez la version qui l’a faite.",
        )
    if hashlib.sha256(text).hexdigest() != checksum:
        raise _damaged(name)
    return head, text


def _damaged(name: str) -> SaveError:
    return SaveError(
        f"The file {name} is no campaign, or is damaged or cut short: use another copy of it.",
        f"Le fichier {name} n’est pas une campagne, ou il est abîmé ou tronqué : prenez-en une autre copie.",
    )


def wrong(name: str, english: str, french: str) -> SaveError:
    """The sentence about a file whose contents a system cannot make a campaign of, with the reason."""
    return SaveError(
        f"The campaign {name} does not hold together ({english}): use another copy of it.",
        f"La campagne {name} ne tient pas debout ({french}) : prenez-en une autre copie.",
    )


# ---------------------------------------------------------------- finding the system


def offering() -> dict[str, Campaigns]:
    """The systems at hand that offer campaigns, by id. One that cannot be loaded says so where it is asked for by name."""
    from escarmouche.core import registry

    found = {}
    for name in registry.systems():
        try:
            offered = registry.system(name).campaign()
        except Exception:
            continue
        if offered is not None:
            found[name] = offered
    return found


def of_system(name: str | None) -> Campaigns:
    """The campaigns of a system; without a name, of the only one that offers any."""
    from escarmouche.core import offers, registry

    if name is not None:
        return offers.campaigns(registry.system(name))
    found = offering()
    if len(found) != 1:
        listed = ", ".join(found)
        raise EscarmoucheError(
            f"Name the system that the campaign is of: {listed}." if found else "No system here offers campaigns: add one.",
            f"Nommez le système de la campagne : {listed}." if found else "Aucun système n’offre de campagnes : ajoutez-en un.",
        )
    return next(iter(found.values()))


def load(path: str | Path) -> Campaign:
    """Read a campaign of any system from its file."""
    head, _ = opened(contents(path), str(path))
    if "system" in head:
        return of_system(str(head["system"])).load(path)
    for offered in offering().values():
        if offered.reads(head):
            return offered.load(path)
    raise _damaged(str(path))
