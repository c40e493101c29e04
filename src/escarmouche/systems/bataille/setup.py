"""Setting up a battle from plain data: the table, the armies as cards and figures, the readings that were chosen.

Options: `terrain` (laid out by "random" chance, by "ask"-ing a player, or "none"), `table` ([width, depth] in inches), `limit`
(points), and a flag for each switch.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from escarmouche.core.dice import Stream
from escarmouche.core.effects import Call
from escarmouche.core.system import Plain, Setup
from escarmouche.kit import options
from escarmouche.kit.options import ChosenOptions, bad, no_scenario, refuse_illegal
from escarmouche.systems.bataille.army import faults, total
from escarmouche.systems.bataille.content import PROFILES, book
from escarmouche.systems.bataille.model import ITEMS, ROLES, TRAITS, Card, Figure, Ground, Side, World
from escarmouche.systems.bataille.rows import INCH, Profile
from escarmouche.systems.bataille.rules.deployment import RANDOM, attackers
from escarmouche.systems.bataille.rules.scenarios import RESCUE
from escarmouche.systems.bataille.rules.sequence import game
from escarmouche.systems.bataille.rules.terrain import LAYOUTS
from escarmouche.systems.bataille.rules.values import LARGE, SCENARIOS, SIDES, SMALL
from escarmouche.systems.bataille.settings import LEAST, MOST, settings

SMALL_ARMY: Final = 1000
"""Armies of more points fight on the large table. (bataille.setup.table-size)"""
SUMMONING: Final = "summoning"


def begin(setup: Setup) -> Call:
    """The first rule of a battle; a set-up that cannot be played is refused in one sentence."""
    chosen = options.read(setup, settings())
    check_sides(setup)
    switches = tuple([one.id for one in book().switch.values() if chosen.value(one.id)])
    for army in setup.armies:
        refuse_illegal(army, faults(army, chosen.count("limit"), switches))
    width, depth = table_size(setup, chosen)
    figures = muster(setup.armies)
    sides = tuple([Side(seat) for seat in range(setup.seats)])
    scenario = setup.scenario
    world = World(Ground(width, depth), figures, sides, scenario, switches, round=tuple(range(setup.seats)))
    if scenario == RESCUE and not attackers(world):
        raise bad(
            "in Rescue the attacker needs a Hero or a Sorcerer (bataille.scenario.rescue-roles): give an army one",
            "au Sauvetage l’attaquant a besoin d’un Héros ou d’un Sorcier (bataille.scenario.rescue-roles) : donnez-en un",
        )
    number = Stream(f"bataille {setup.seed}").below(LAYOUTS)
    return Call(game, world, chosen.choice("terrain"), number)


def check_sides(setup: Setup) -> None:
    """Refuse a scenario that there is not, or that so many sides cannot play. (bataille.multi.scenarios)"""
    if setup.scenario not in (*SCENARIOS, RANDOM):
        raise no_scenario(setup.scenario, [*SCENARIOS, RANDOM])
    least, most = SIDES.get(setup.scenario, (2, book().number("maximum-sides")))
    if not least <= setup.seats <= most:
        sides, camps = (f"{least}", f"{least}") if least == most else (f"{least} to {most}", f"{least} à {most}")
        raise bad(
            f"this scenario is for {sides} sides, not {setup.seats} (bataille.multi.scenarios): change the one or the other",
            f"ce scénario se joue à {camps} camps, pas {setup.seats} (bataille.multi.scenarios) : changez l’un ou l’autre",
        )


def table_size(setup: Setup, chosen: ChosenOptions) -> tuple[int, int]:
    """The table, by the largest army unless players say otherwise; they deploy along its long edges."""
    given = chosen.value("table")
    if given is None:
        large = max([total(army) for army in setup.armies]) > SMALL_ARMY
        return (LARGE if large else SMALL), SMALL
    width, depth = options.pair("table", given, "inches")
    if not LEAST <= depth <= width <= MOST:
        raise bad(
            f"the option table is [width, depth] from {LEAST} to {MOST} inches, the width no less than the depth, not {given!r}",
            f"l’option table est [largeur, profondeur] de {LEAST} à {MOST} pouces, la largeur au moins égale, pas {given!r}",
        )
    return width * INCH, depth * INCH


# ---------------------------------------------------------------- figures


def card(profile: Profile, entry: Plain, known: Mapping[str, Profile]) -> Card:
    """What a figure of a profile is, with the items and spells that its entry in the army names instead of its own.
    (bataille.item.choice, bataille.spell.summon-kind)"""
    items = entry.get("items", profile.items)
    spells = list(entry.get("spells", profile.spells))
    creatures = list(entry.get("summons", profile.summons))
    named: list[str] = []
    for spell in spells:
        if spell == SUMMONING:
            named.append(f"{SUMMONING}:{creatures.pop(0) if len(creatures) > 1 else creatures[0]}")
        else:
            named.append(spell)
    called = dict.fromkeys([spell.partition(":")[2] for spell in named if ":" in spell])
    summons = tuple([card(PROFILES.find(one, known), {}, known) for one in called])
    return Card(
        profile.id, profile.name_en, profile.name_fr, ROLES[profile.role], profile.points, profile.movement * INCH,
        profile.flight, tuple(profile.melee), tuple(profile.shooting), profile.armour, profile.mental, profile.hp,
        sum([TRAITS[one] for one in profile.traits]), sum([ITEMS[one] for one in items]),
        entry.get("quickness", profile.quickness), tuple(named), summons, profile.base_mm * 50, profile.artillery_type,
    )  # fmt: skip


def muster(armies: list[Plain]) -> tuple[Figure, ...]:
    """The figures of all armies, none of them on the table yet; namesakes of a side are numbered."""
    found: list[Figure] = []
    counts: dict[tuple[int, str], int] = {}

    def enlist(seat: int, what: Card, gun: int = -1) -> None:
        counts[seat, what.profile] = counts.get((seat, what.profile), 0) + 1
        found.append(Figure(len(found), seat, what, counts[seat, what.profile], hp=max(1, what.hp), gun=gun))

    for seat, army in enumerate(armies):
        known: Any = PROFILES.brought(army)
        for entry in army.get("figure", []):
            what = card(PROFILES.find(entry["profile"], known), entry, known)
            for _ in range(entry.get("count", 1)):
                enlist(seat, what)
        for entry in army.get("gun", []):
            gun, crew = PROFILES.find(entry["profile"], known), PROFILES.find(entry["crew"], known)
            enlist(seat, card(gun, {}, known))
            piece = found[-1].id
            for _ in range(entry.get("men", 1)):
                enlist(seat, card(crew, {}, known), piece)
    return tuple(found)
