"""Exact odds of one attack: a little table on which the settings hold, and the very rules that play.

Two figures are put into contact or into each other's sight, their attacks and the defence against them are played with every
face of every die, and the wounds are read off; both have more hit points than can be lost, so that no wound goes unseen.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from itertools import product
from typing import NamedTuple

import msgspec

from escarmouche.core.effects import Call, Refusal
from escarmouche.core.engine import start
from escarmouche.core.errors import EscarmoucheError
from escarmouche.core.odds import leaves
from escarmouche.core.offers import Fault
from escarmouche.kit import attacks
from escarmouche.kit.attacks import demand
from escarmouche.kit.menu import no
from escarmouche.systems.bataille.army import CREW, PAPER, names
from escarmouche.systems.bataille.content import PROFILES, book
from escarmouche.systems.bataille.forecast import STEADY, single, totals, wounding
from escarmouche.systems.bataille.model import (
    CURSED,
    CURSED_SHOTS,
    FRIGHTENED,
    GUN,
    ON_TABLE,
    PARALYSED,
    Figure,
    Side,
    World,
)
from escarmouche.systems.bataille.pricing import GUN as ARTILLERY
from escarmouche.systems.bataille.rows import INCH, Profile
from escarmouche.systems.bataille.rules.core import Contacts, barred_from_attacks
from escarmouche.systems.bataille.rules.declaring import Row
from escarmouche.systems.bataille.rules.melee import Blows, bravery
from escarmouche.systems.bataille.rules.shooting import Shots, shooter_refusal, target_refusal
from escarmouche.systems.bataille.rules.terrain import ground, piece
from escarmouche.systems.bataille.rules.values import THICKNESS
from escarmouche.systems.bataille.setup import card
from escarmouche.systems.bataille.words import SPEECH
from escarmouche.table.shapes import Polygon, polygon

TABLE, MIDDLE, FAR = 48 * INCH, 24 * INCH, 12 * INCH
ATTACKER, DEFENDER = 0, 1
MOST_COVERS, MOST_ATTACKS = 6, 12

# ---------------------------------------------------------------- settings

BOTH, NOBODY = (ATTACKER, DEFENDER), ()
USUAL = {"frightened": DEFENDER, "paralysed": DEFENDER, "cursed": ATTACKER, "powerful": ATTACKER}
"""Of whom a plain "yes" speaks: fear and paralysis weaken who is struck, a curse and power whoever strikes."""


class Settings(NamedTuple):
    """What counts beside the two profiles: who is in a state (None: as the rules have it), how many covers lie between, and how
    many attacks are made (0: those of the profile)."""

    frightened: tuple[int, ...] | None = None
    powerful: tuple[int, ...] | None = None
    paralysed: tuple[int, ...] | None = None
    cursed: tuple[int, ...] | None = None
    covers: int = 0
    attacks: int = 0


def _roles(usual: int) -> dict[str, tuple[int, ...]]:
    named = {"attacker": (ATTACKER,), "defender": (DEFENDER,), "both": BOTH}
    return {**named, **{word: (usual,) if on else NOBODY for word, on in attacks.YES.items()}}


SETTINGS = attacks.SettingsReader(
    Settings, {"covers": (0, MOST_COVERS), "attacks": (1, MOST_ATTACKS)}, {key: _roles(one) for key, one in USUAL.items()}
)
KINDS = {
    "melee": ("frightened", "powerful", "attacks", "paralysed", "cursed"),
    "shooting": ("powerful", "covers", "attacks", "paralysed", "cursed"),
    "artillery": ("covers", "paralysed"),
}


# ---------------------------------------------------------------- the little table


def profile_for(name: str, role: int, settings: Settings) -> Profile:
    """A profile with what the settings make of it: as many attacks, the last ones with its best score, and Powerful or not."""
    one = PROFILES.find(name, {})
    traits = set(one.traits)
    if settings.frightened is not None:
        traits.discard("frightening")  # whoever had to test has done so
    if settings.powerful == NOBODY:
        traits.discard("powerful")
    elif role in (settings.powerful or ()):
        traits.add("powerful")
    changed = msgspec.structs.replace(one, traits=tuple(sorted(traits)))
    if settings.attacks and role == ATTACKER:
        items = tuple([item for item in one.items if item != "item-quickness"])
        several = {name: counted(getattr(one, name), settings.attacks) for name in ("melee", "shooting")}
        changed = msgspec.structs.replace(changed, items=items, **several)
    return changed


def counted(scores: tuple[int, ...], count: int) -> tuple[int, ...]:
    """So many of these scores, and the best one again where there are not enough.

    >>> counted((4, 3), 1), counted((4, 3), 4), counted((), 2)
    ((4,), (4, 3, 4, 4), ())
    """
    return (*scores[:count], *[max(scores, default=0)] * (count - len(scores))) if scores else ()


def states(kind: str, role: int, settings: Settings) -> int:
    """The states of a figure; in an attack of a kind a Curse took an attack of that kind."""
    found = FRIGHTENED if role in (settings.frightened or ()) else 0
    found |= PARALYSED if role in (settings.paralysed or ()) else 0
    return found | (CURSED | (CURSED_SHOTS if kind == "shooting" else 0) if role in (settings.cursed or ()) else 0)


def table(kind: str, attacker: str, defender: str, settings: Settings) -> World:
    """The two in contact, or 12'' apart with low walls between; a gun has a man to fire it."""
    pair = [profile_for(name, role, settings) for role, name in enumerate((attacker, defender))]
    cards = [card(one, {}) for one in pair]
    between = 0 if kind == "melee" else FAR
    places = (MIDDLE, MIDDLE + cards[0].radius + between + cards[1].radius)
    figures = [
        Figure(
            role, role, cards[role], x=places[role], y=MIDDLE, status=ON_TABLE, hp=STEADY, state=states(kind, role, settings)
        )
        for role in BOTH
    ]
    if cards[0].role == GUN:
        man = card(book().profile[CREW], {})
        figures.append(Figure(2, 0, man, x=MIDDLE - cards[0].radius - man.radius, y=MIDDLE, status=ON_TABLE, gun=ATTACKER))
    walls = [piece("low-wall", wall(MIDDLE + cards[0].radius + (1 + number) * INCH)) for number in range(settings.covers)]
    switches = tuple([row.id for row in book().switch.values() if row.usual])
    order = BOTH if kind == "melee" else (ATTACKER,)
    sides = (Side(0), Side(1))
    return World(ground(TABLE, TABLE, tuple(walls)), tuple(figures), sides, switches=switches, turn=1, round=BOTH, order=order)


def wall(x: int) -> Polygon:
    """A low wall across the line of fire."""
    return polygon([(x, MIDDLE - INCH), (x + THICKNESS, MIDDLE - INCH), (x + THICKNESS, MIDDLE + INCH), (x, MIDDLE + INCH)])


def refused(world: World, kind: str) -> Refusal | None:
    """Why the rules allow no such attack, or None."""
    one, other = world.figures[ATTACKER], world.figures[DEFENDER]
    if kind == "melee":
        idle = barred_from_attacks(one) and barred_from_attacks(other)
        return no("bataille.melee.who-cannot-attack", "cannot-attack", ATTACKER) if idle else None
    contacts = Contacts(world)
    mine = None if one.is_gun() else shooter_refusal(world, one, contacts)
    return mine or target_refusal(world, one, other, contacts)


def sensible(kind: str, attacker: str, defender: str, settings: Settings) -> None:
    """Refuse guns where there is no place for them, and fear in those who know none. (bataille.ability.frightening-exempt)"""
    pair = [PROFILES.find(name, {}) for name in (attacker, defender)]
    if pair[1].role == ARTILLERY or (pair[0].role == ARTILLERY) != (kind == "artillery"):
        raise impossible(PAPER.fault("bataille.artillery.characteristics", key="odds.gun"))
    for one in [pair[role] for role in settings.frightened or () if "frightening" in pair[role].traits]:
        raise impossible(PAPER.fault("bataille.ability.frightening-exempt", names(one), key="odds.fearless"))


def impossible(fault: Fault) -> EscarmoucheError:
    """The sentence that says why there are no such odds."""
    return EscarmoucheError(f"{fault.en} ({fault.rule})", f"{fault.fr} ({fault.rule})")


# ---------------------------------------------------------------- the odds

FALLEN = ("killed", "attacker-killed")


class Duel(NamedTuple):
    """An attack that is ready to be made, in the phase of its kind."""

    kind: str
    attacker: str
    defender: str
    settings: Settings

    def world(self, frightened: tuple[int, ...] | None) -> World:
        """The table, with these frightened; None where they have still to be tested."""
        return table(self.kind, self.attacker, self.defender, self.settings._replace(frightened=frightened))

    def chances(self) -> dict[str, Fraction]:
        """The exact chances of the wounds: Bravery comes first, then each attack is followed alone."""
        total: dict[str, Fraction] = {}
        for frightened, share in self.fears().items():
            world = self.world(frightened)
            rows = [self.declared(world, role) for role in BOTH]
            mine, theirs = [self.wounds(world, rows[1 - role]) for role in BOTH]
            for a, d in product(mine, theirs):
                name = self.label(a, d, bool(rows[ATTACKER]), bool(rows[DEFENDER]))
                total[name] = total.get(name, Fraction(0)) + share * mine[a] * theirs[d]
        return dict(sorted(total.items(), key=lambda item: [number or 0 for number in wounds(item[0])]))

    def fears(self) -> dict[tuple[int, ...] | None, Fraction]:
        """Who is frightened when the blows fall, with the chance of it. (bataille.ability.frightening-test)"""
        if self.kind != "melee" or self.settings.frightened is not None:
            return {self.settings.frightened: Fraction(1)}
        world = self.world(None)
        found: dict[tuple[int, ...] | None, Fraction] = {}
        for leaf in leaves(start(Call(bravery, world, Contacts(world)))):
            roles = tuple([role for role in BOTH if leaf.run.result.figures[role].having(FRIGHTENED)])
            found[roles] = found.get(roles, Fraction(0)) + leaf.chance
        return found

    def declared(self, world: World, seat: int) -> Row:
        """All the attacks of a side, as it usually declares them; none where it does not strike."""
        options = Blows(world, seat) if self.kind == "melee" else Shots(world, seat)
        rows: tuple[Row, ...] = options.usual()[1:] if seat in world.order else ()
        return rows[0] if rows else ()

    def wounds(self, world: World, row: Row) -> dict[int, Fraction]:
        """The wounds that a side's attacks deal to the other."""
        close, victim = self.kind == "melee", 1 - world.figures[row[0]].seat if row else ATTACKER
        chances = [wounding(world, one, close).get(victim, Fraction(0)) for one in (single(world, row) if row else ())]
        return {number: chance for number, chance in enumerate(totals(chances, len(chances))) if chance}

    def label(self, mine: int, theirs: int, strikes: bool, struck: bool) -> str:
        """The wounds of whoever could be struck, uncapped: "wounds-2", of the attacker "attacker-wounds-1", of both "a1-d2"."""
        if not struck:
            return f"wounds-{theirs}"
        return f"a{mine}-d{theirs}" if strikes else f"attacker-wounds-{mine}"


class Attacks(attacks.Attacks[Duel]):
    """The attacks of the game."""

    duels = tuple(KINDS)

    def duel(self, attack: str, attacker: str, defender: str, settings: Mapping[str, str]) -> Duel:
        chosen = SETTINGS.read(attack, settings, KINDS[attack])
        sensible(attack, attacker, defender, chosen)
        world = table(attack, attacker, defender, chosen)
        demand(SPEECH, world, refused(world, attack))
        return Duel(attack, attacker, defender, chosen)

    def derived(
        self, attack: str, attacker: str, defender: str | None, settings: dict[str, str], outcomes: dict[str, Fraction]
    ) -> dict[str, Fraction]:
        """The chance that the defender is killed, and the attacker where he can be struck. (bataille.core.death)"""
        hp = [PROFILES.find(name or "", {}).hp for name in (attacker, defender)]
        fallen = dict.fromkeys(FALLEN, Fraction(0))
        met: set[str] = set()
        for outcome, chance in outcomes.items():
            mine, theirs = wounds(outcome)
            for name, number, most in zip(FALLEN, (theirs, mine), (hp[1], hp[0]), strict=True):
                met |= {name} if number is not None else set()
                fallen[name] += chance if number is not None and number >= most else 0
        return {name: chance for name, chance in fallen.items() if name in met}


def wounds(outcome: str) -> tuple[int | None, int | None]:
    """The wounds of attacker and defender that an outcome stands for; None of who could not be struck.

    >>> wounds("a1-d2"), wounds("wounds-3"), wounds("attacker-wounds-1")
    ((1, 2), (None, 3), (1, None))
    """
    found = re.fullmatch(r"a(\d+)-d(\d+)|wounds-(\d+)|attacker-wounds-(\d+)", outcome)
    if found is None:
        return None, None
    first, second, theirs, mine = [int(one) if one else None for one in found.groups()]
    return (first if first is not None else mine), (second if second is not None else theirs)


def outcome_name(outcome: str, language: str) -> str:
    """The wounds as a reader says them; nothing of any other outcome."""
    mine, theirs = wounds(outcome)
    key = "both" if mine is not None and theirs is not None else "defender" if theirs is not None else "attacker"
    if mine is theirs is None:
        return PAPER.label(f"odds.{outcome}", language) if outcome in FALLEN else ""
    return PAPER.messages.sentence(f"odds.{key}", (mine, theirs), str, language)


def outcome_count(outcome: str) -> int | None:
    """How many wounds of one figure an outcome stands for."""
    mine, theirs = wounds(outcome)
    return (mine if theirs is None else theirs) if mine is None or theirs is None else None


ATTACKS = Attacks()
