"""Setting up a battle from plain data: the table, the armies as cards and figures, the readings that were chosen.

Options: `terrain` (laid out by "random" chance, by "ask"-ing a player, or "none"), `table` ([width, depth] in inches), `limit`
(points), and a flag for each switch.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Final

from escarmouche.core.dice import Stream
from escarmouche.core.effects import Call
from escarmouche.core.system import Plain, Setup
from escarmouche.kit import options
from escarmouche.kit.options import ChosenOptions, bad, no_scenario, refuse_illegal
from escarmouche.systems.bataille.army import Member, check, cost_of, kinds, members
from escarmouche.systems.bataille.content import PROFILES, book, price_of
from escarmouche.systems.bataille.model import GUN, ITEMS, ROLES, TRAITS, Card, Figure, Ground, Side, World
from escarmouche.systems.bataille.rows import INCH, Profile
from escarmouche.systems.bataille.rules.deployment import RANDOM, attackers
from escarmouche.systems.bataille.rules.scenarios import RESCUE
from escarmouche.systems.bataille.rules.sequence import game
from escarmouche.systems.bataille.rules.terrain import LAYOUTS
from escarmouche.systems.bataille.rules.values import LARGE, SCENARIOS, SMALL
from escarmouche.systems.bataille.settings import LEAST, MOST, settings

SMALL_ARMY: Final = 1000
"""Armies of more points fight on the large table. (bataille.setup.table-size)"""
SUMMONING: Final = "summoning"


def begin(setup: Setup) -> Call:
    """The first rule of a battle; a set-up that cannot be played is refused in one sentence."""
    chosen = options.read(setup, settings())
    if setup.scenario not in (*SCENARIOS, RANDOM):
        raise no_scenario(setup.scenario, [*SCENARIOS, RANDOM])
    switches = tuple([one.id for one in book().switch.values() if chosen.value(one.id)])
    hosts = [members(army) for army in setup.armies]
    for army, host in zip(setup.armies, hosts, strict=True):
        refuse_illegal(army, check(army, chosen.count("limit"), switches, host))
    width, depth = table_size(hosts, chosen, switches)
    figures = muster(setup.armies, hosts, switches)
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


def table_size(hosts: list[list[Member]], chosen: ChosenOptions, switches: tuple[str, ...]) -> tuple[int, int]:
    """The table, by the largest army unless players say otherwise; they deploy along its long edges."""
    given = chosen.value("table")
    if given is None:
        large = max([cost_of(host, switches) for host in hosts]) > SMALL_ARMY
        return (LARGE if large else SMALL), SMALL
    width, depth = options.pair("table", given, "inches")
    if not LEAST <= depth <= width <= MOST:
        raise bad(
            f"the option table is [width, depth] from {LEAST} to {MOST} inches, no deeper than wide, not {given!r}",
            f"l’option table est [largeur, profondeur] de {LEAST} à {MOST} pouces, pas plus profonde que large, pas {given!r}",
        )
    return width * INCH, depth * INCH


# ---------------------------------------------------------------- figures


def card(profile: Profile, known: Mapping[str, Profile], switches: tuple[str, ...] = ()) -> Card:
    """What a figure of a profile is; a Summoning names its creature, and the last one named serves for all that follow.
    (bataille.spell.summon-kind)"""
    spells: list[str] = []
    for spell in profile.spells:
        called = len([one for one in spells if one.startswith(SUMMONING)])
        summoned = spell == SUMMONING and profile.summons
        spells.append(f"{spell}:{profile.summons[min(called, len(profile.summons) - 1)]}" if summoned else spell)
    creatures = dict.fromkeys([spell.partition(":")[2] for spell in spells if ":" in spell])
    summons = tuple([card(PROFILES.find(one, known), known, switches) for one in creatures])
    return Card(
        profile.id, profile.name_en, profile.name_fr, ROLES[profile.role], price_of(profile, switches), profile.movement * INCH,
        profile.flight, tuple(profile.melee), tuple(profile.shooting), profile.armour, profile.mental, profile.hp,
        sum([TRAITS[one] for one in profile.traits]), sum([ITEMS[one] for one in profile.items]), profile.quickness,
        tuple(spells), summons, profile.base_mm * 50, profile.artillery_type, profile.feminine,
    )  # fmt: skip


def muster(armies: list[Plain], hosts: list[list[Member]], switches: tuple[str, ...] = ()) -> tuple[Figure, ...]:
    """The figures of all armies, whose members are known, none of them on the table yet; those of a profile are numbered where
    there are several."""
    found: list[Figure] = []
    for seat, (army, everybody) in enumerate(zip(armies, hosts, strict=True)):
        brought, first = PROFILES.brought(army), len(found)
        made = {profile: card(profile, brought, switches) for profile in dict.fromkeys(kinds(everybody))}
        cards = {id(profile): made[profile] for profile in kinds(everybody)}
        alike, before = Counter([one.profile.id for one in everybody]), Counter[str]()
        gun = -1
        for place, one in enumerate(everybody):
            what = cards[id(one.profile)]
            gun = first + place if what.role == GUN else gun
            before[what.profile] += 1
            number = before[what.profile] if alike[what.profile] > 1 else 0
            crew = gun if one.gun and what.role != GUN else -1
            found.append(Figure(first + place, seat, what, one.name, number, hp=max(1, what.hp), gun=crew))
    return tuple(found)
