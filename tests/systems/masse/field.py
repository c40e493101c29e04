"""Fields for rule tests: a few units on a table, one rule, a script of dice and answers. Lengths are in inches."""

from __future__ import annotations

import pkgutil
from collections.abc import Iterable
from importlib import import_module
from typing import Any

from escarmouche.core.data import fields
from escarmouche.core.effects import Call
from escarmouche.systems.masse import cards
from escarmouche.systems.masse import rules as chapters
from escarmouche.systems.masse.cards import HeroAttack, crew_card, hero_card, rectangle_inches, terrain_piece, unit_of
from escarmouche.systems.masse.content import book
from escarmouche.systems.masse.model import INCH, JOINED, ON_TABLE, Card, Side, Structure, Unit, World
from escarmouche.table.pieces import Piece
from tests.systems.playing import Outcome, Throw, played, script
from tests.systems.playing import changed as changed

step = script

for _chapter in pkgutil.iter_modules(chapters.__path__):
    import_module(f"escarmouche.systems.masse.rules.{_chapter.name}")  # importing a chapter makes its rules known

WIDTH = DEPTH = 60 * INCH
HATREDS = (
    ("hates-orcs-goblinoids", "orc"),
    ("hates-orcs-goblinoids", "goblinoid"),
    ("hates-kobolds-goblinoids", "kobold"),
    ("hates-kobolds-goblinoids", "goblinoid"),
)
"""The hatreds of the lists. (masse.morale.hatred-pairs)"""


def placed(made: Unit, x: float, y: float, facing: float, changes: dict[str, Any]) -> Unit:
    """A unit on the table, with further fields of Unit or Card changed by name."""
    own = {name: changes.pop(name) for name in list(changes) if name in fields(Unit) and name != "card"}
    card = changed(made.card, **changes) if changes else made.card
    spot = {"x": round(x * INCH), "y": round(y * INCH), "facing": round(facing * 100), "status": ON_TABLE, "die": 10}
    there: Unit = changed(made, **spot | {"card": card} | own)
    return there


def unit(
    profile: str,
    seat: int,
    x: float,
    y: float,
    facing: float = 90,
    figures: int = 0,
    files: int = 0,
    formation: str = "",
    **changes: Any,
) -> Unit:
    """A unit of a profile whose centre is at x, y; further fields of Unit or Card by name (ml=2, morale=SHAKEN).

    Ten figures, five abreast (a pack as wide as deep) where nothing else is said; one for individuals and chariots.
    """
    own = cards.card(profile)
    many = figures or (1 if own.n_per_fig == 1 else 10)
    return placed(unit_of(own, seat, many, files, formation), x, y, facing, changes)


HERO_FIELDS = (
    "name_en", "name_fr", "level", "hero_class", "charisma", "hit_points", "ca", "dexterity", "init", "speed_m", "will",
    "size", "mounted", "shield", "spells", "traits",
)  # fmt: skip


def hero(
    seat: int,
    x: float = 0,
    y: float = 0,
    facing: float = 90,
    *,
    host: int = -1,
    attacks: Iterable[HeroAttack] = (),
    **changes: Any,
) -> Unit:
    """A hero: a fighter of level 8 with Charisma 14 (RC 10 in, loyalty +2), 2 NV, CA 20, one d6 at +8 where nothing else is
    said. With a `host` (the place of its unit in the field) he is inside it: give his role too."""
    sheet = {name: changes.pop(name) for name in HERO_FIELDS if name in changes}
    inside = {"host": host, "status": JOINED} if host >= 0 else {}
    return placed(unit_of(hero_card(attacks=attacks, **sheet), seat), x, y, facing, inside | changes)


def engine(kind: str, seat: int, x: float, y: float, facing: float = 90, crew: str = "milice", **changes: Any) -> Unit:
    """An engine with its whole crew: one figure whose NV are its men."""
    return placed(unit_of(crew_card(kind, crew), seat), x, y, facing, changes)


def field(*units: Unit, pieces: Iterable[Piece] = (), structures: Iterable[Structure] = (), **changes: Any) -> World:
    """A world with these units (numbered in order) on a table of 60 by 60 inches, in its first turn; of units with the same
    initiative the first acts first."""
    last = len(units)
    numbered = tuple(changed(one, id=number, tie_die=one.tie_die or last - number) for number, one in enumerate(units))
    built = tuple(changed(one, id=number) for number, one in enumerate(structures))
    began = [sum(one.began * one.card.nv for one in numbered if one.seat == seat) for seat in (0, 1)]
    sides = tuple(Side(seat, edge=(1, 3)[seat], began_nv=began[seat], attacker=seat == 0) for seat in (0, 1))
    world = World(WIDTH, DEPTH, tuple(pieces), built, numbered, sides, turn=1, hatreds=HATREDS)
    return changed(world, **changes) if changes else world


def area(
    kind: str, left: float, bottom: float, width: float, depth: float, *tags: str, height_m: float = -1, **flags: Any
) -> Piece:
    """A rectangle of terrain: an id of the terrain table (or "neige"), with its cover, obstacle and forest tags; further tags
    ("crossing-6", "paved") and fields of Piece may be added. A hill is as high as its floor, 5 m where nothing is said."""
    made = terrain_piece(kind, rectangle_inches(left, bottom, width, depth), tags, height_m)
    return changed(made, **flags) if flags else made


def structure(kind: str, left: float, bottom: float, width: float, depth: float, **changes: Any) -> Structure:
    """A rectangular structure of the structure table; `height_m`, `cover`, `role`, `openings`, or fields of Structure."""
    own = {name: changes.pop(name) for name in ("role", "height_m", "cover", "openings", "seat") if name in changes}
    made = cards.structure(kind, rectangle_inches(left, bottom, width, depth), **own)
    return changed(made, **changes) if changes else made


def every_profile() -> list[str]:
    """The ids of all profiles of the lists."""
    return list(book().profile)


def with_card(one: Unit, **changes: Any) -> Unit:
    """The unit with some fields of its card changed."""
    card: Card = changed(one.card, **changes)
    twin: Unit = changed(one, card=card)
    return twin


class Played(Outcome):
    """What came of a rule."""

    @property
    def rolls(self) -> list[Throw]:
        """What was thrown, with the faces that came."""
        return self.throws

    @property
    def morale_tests(self) -> list[tuple[int, int]]:
        """Who took a test of morale, and against which difficulty."""
        return [(tell.about[0], tell.about[-1]) for tell in self.tells if tell.kind == "morale-test"]


def play(call: Call, dice: Iterable[int] = (), answers: Iterable[Any] = ()) -> Played:
    """Run a rule with these faces, die by die, and these answers, until it ends or a decision has no answer left."""
    return played(Played, call, dice, answers)
