"""Cards that are made rather than listed: converted heroes, riders on foot, crews with their engines, structures."""

from __future__ import annotations

from typing import Any

import pytest

from escarmouche.systems.masse.cards import (
    HeroAttack,
    attack_die,
    card,
    changed_card,
    command_radius,
    crew_card,
    crew_needed,
    dismounted,
    hero_card,
    loyalty_base,
    nv_of,
    rectangle_inches,
    structure,
    unit_of,
)
from escarmouche.systems.masse.content import book
from escarmouche.systems.masse.model import INCH, METRE, NONE
from escarmouche.systems.masse.rules.ground import heroes_commanding, is_individual
from tests.systems.masse.field import every_profile, field, hero, unit

MM = 100

# ---------------------------------------------------------------- heroes


@pytest.mark.rule("masse.hero.loyalty-base")
def test_loyalty_is_the_charisma_modifier() -> None:
    assert [loyalty_base(charisma) for charisma in (16, 14, 11, 10, 9, 8)] == [3, 2, 0, 0, -1, -1]
    assert hero_card(charisma=16).loyalty == 3


@pytest.mark.rule("masse.hero.conversion-nv", "masse.org.stat-nv-individual")
def test_an_nv_for_every_40_hit_points_begun() -> None:
    assert [nv_of(points) for points in (40, 41, 80, 95, 125)] == [1, 2, 2, 3, 4]
    assert hero_card(hit_points=95).nv == 3


@pytest.mark.rule("masse.hero.conversion-da")
def test_the_die_for_the_most_damage() -> None:
    assert [attack_die(most) for most in (0, 8, 9, 16, 17, 25, 26, 35, 36, 60)] == [4, 4, 6, 6, 8, 8, 10, 10, 12, 12]
    assert [attack_die(most) for most in (12, 21)] == [6, 8]


@pytest.mark.rule("masse.hero.conversion-da")
def test_every_attack_is_rolled_at_its_own_bonus() -> None:
    sword = [HeroAttack(weapon="epee-longue", ma=ma, max_damage=12) for ma in (12, 7)]
    first, second = hero_card(attacks=sword).attacks
    assert [(first.ma, first.dice), (second.ma, second.dice)] == [(12, (6,)), (7, (6,))]
    assert hero_card(attacks=sword).has("two-melee-lines")
    twice = hero_card(attacks=[sword[0], sword[0]])
    assert [(line.ma, line.dice) for line in twice.attacks] == [(12, (6, 6))]
    assert not twice.has("two-melee-lines")


@pytest.mark.rule("masse.hero.conversion-rc")
def test_command_radius() -> None:
    assert (command_radius(8, True, 2), command_radius(9, False, 1), command_radius(1, False, -1)) == (10, 5, 0)
    assert hero_card(level=8, charisma=14).radius == 10 * INCH
    assert hero_card(level=9, hero_class="wizard", charisma=12).radius == 5 * INCH
    fighters = [name for name, row in book().hero_class.items() if row.fighter]
    assert fighters == ["barbarian", "fighter", "paladin", "ranger"]


@pytest.mark.rule(
    "masse.hero.conversion-n-per-fig", "masse.hero.conversion-same-stats", "masse.hero.conversion-ml", "masse.hero.who-is-hero"
)
def test_a_hero_keeps_what_is_his() -> None:
    own = hero_card(init=4, ca=21, will=6, speed_m=12, attacks=[HeroAttack(weapon="trident", ma=9, max_damage=13)])
    assert (own.n_per_fig, own.category, own.formation) == (1, "hero", NONE)
    assert (own.init, own.ca, own.mv, own.attacks[0].ma) == (4, 21, 6 * INCH, 9)
    assert (own.ml, own.no_morale) == (6, True)


@pytest.mark.rule("masse.hero.conversion-pt")
def test_a_heros_range_is_that_of_his_weapon() -> None:
    bow = HeroAttack(weapon="arc-long", ma=9, max_damage=12)
    assert hero_card(attacks=[bow]).attacks[0].pt == 7 * INCH
    assert hero_card(attacks=[HeroAttack(weapon="arc-long", ma=9, max_damage=12, pt=8)]).attacks[0].pt == 8 * INCH


@pytest.mark.rule("masse.org.stat-rc")
@pytest.mark.parametrize(("gap", "commanded"), [(7.5, True), (8, True), (8.5, False)])
def test_a_hero_commands_units_in_his_radius(gap: float, commanded: bool) -> None:
    captain = hero(0, 10, 10, level=6, charisma=14)
    assert captain.card.radius == 8 * INCH
    rank = unit("infanterie-reguliere", 0, 10, 10 + 0.4 + gap + 0.4, 90, figures=5)
    world = field(captain, rank)
    assert (world.units[0] in heroes_commanding(world, world.units[1])) == commanded


@pytest.mark.rule("masse.org.individuals")
def test_heroes_monsters_and_machines_stand_in_no_formation() -> None:
    for own in (hero_card(), card("hydre"), crew_card("baliste")):
        alone = unit_of(own, 0)
        assert (alone.figures, alone.formation, is_individual(alone)) == (1, NONE, True)
    assert not is_individual(unit_of(card("phalange"), 0, 1))


@pytest.mark.rule("masse.undead.turning")
def test_priests_turn_undead_three_times_and_their_charisma() -> None:
    assert unit_of(hero_card(hero_class="cleric", charisma=14), 0).turns_left == 5
    assert unit_of(hero_card(hero_class="paladin", charisma=10), 0).turns_left == 3
    assert unit_of(hero_card(hero_class="wizard", charisma=14), 0).turns_left == 0


@pytest.mark.rule("masse.monster.no-command", "masse.hero.who-is-hero")
def test_monsters_command_nobody() -> None:
    monsters = [card(name) for name, row in book().profile.items() if row.army == "monstres"]
    assert len(monsters) == 16
    for own in monsters:
        assert (own.category, own.formation, own.radius, own.n_per_fig) == ("monster", NONE, 0, 1)


# ---------------------------------------------------------------- riders


@pytest.mark.rule("masse.cavalry.dismount")
@pytest.mark.parametrize(
    ("profile", "ca", "mv", "side"),
    [
        ("cavalerie-legere", 12, 4.5, 20),
        ("cavalerie-reguliere", 14, 4.5, 20),
        ("cavalerie-lourde", 17, 3, 20),
        ("cavalerie-halfelin", 13, 4.5, 12.5),
        ("archers-montes", 12, 4.5, 20),
    ],
)
def test_riders_on_foot(profile: str, ca: int, mv: float, side: float) -> None:
    mounted = card(profile)
    foot = dismounted(mounted)
    assert (foot.nv, foot.ca, foot.mv, foot.front, foot.depth) == (1, ca, mv * INCH, side * MM, side * MM)
    assert (foot.init, foot.ml, foot.attacks) == (mounted.init, mounted.ml, mounted.attacks)
    assert foot.category == ("shooters" if profile == "archers-montes" else "infantry")
    assert not foot.has("mounted")


@pytest.mark.rule("masse.cavalry.dismount")
def test_every_mounted_profile_has_riders() -> None:
    mounted = [name for name in every_profile() if card(name).has("mounted")]
    assert len(mounted) == 9
    for name in mounted:
        shield = 1 if card(name).shield else 0
        assert 12 + shield <= dismounted(card(name)).ca <= card(name).ca, name


@pytest.mark.rule("masse.cavalry.dismount")
def test_riders_of_a_profile_that_is_not_in_the_lists() -> None:
    assert dismounted(changed_card(card("cavalerie-legere"), profile="lancers", ca=15)).ca == 13


@pytest.mark.rule("masse.cavalry.definition", "masse.cavalry.single-profile")
def test_mount_and_rider_are_one_figure_with_one_profile() -> None:
    knights = card("cavalerie-lourde")
    assert (knights.category, knights.nv, len(knights.attacks), knights.size) == ("cavalry", 3, 1, "g")


# ---------------------------------------------------------------- engines and structures


@pytest.mark.rule("masse.engine.table-6b", "masse.weapon.table-a1c")
@pytest.mark.parametrize(
    ("engine", "row"),
    [
        ("baliste", (3, "direct", 1, 2, 30, 3, 5, 12, (8, 8))),
        ("canon", (4, "direct", 4, 4, 60, 1.5, 8, 40, (8, 8, 8, 8, 8))),
        ("catapulte-legere", (4, "ballistic", 2, 1, 45, 3, 5, 20, (10, 10))),
        ("catapulte-lourde", (6, "ballistic", 3, 2, 60, 1.5, 5, 35, (12, 12))),
        ("trebuchet", (8, "ballistic", 4, 3, 90, 1.5, 5, 48, (10, 10, 10, 10))),
    ],
)
def test_war_machines(engine: str, row: tuple[Any, ...]) -> None:
    own = crew_card(engine).machine
    assert own is not None
    values = (own.crew, own.fire, own.rate, own.misfire, own.range / INCH, own.mv / INCH, own.ps, own.pr, own.dice)
    assert values == row


@pytest.mark.rule("masse.siege.table-7a", "masse.weapon.table-a1c")
@pytest.mark.parametrize(
    ("engine", "row"),
    [
        ("belier-portable", (2, 4.5, 1, 5, 0, 0, 0, 5, 8)),
        ("belier-de-siege", (4, 4.5, 2, 10, 0, 25, 10, 5, 20)),
        ("belier-lourd", (10, 3, 4, 20, 0, 50, 20, 8, 45)),
        ("tour-de-siege-legere", (6, 3, 0, 0, 5, 50, 20, 5, 40)),
        ("tour-de-siege-lourde", (8, 1.5, 0, 0, 10, 75, 50, 8, 60)),
    ],
)
def test_siege_engines(engine: str, row: tuple[Any, ...]) -> None:
    own = crew_card(engine).machine
    assert own is not None
    size = (own.length / METRE, own.height / METRE)
    assert (own.crew, own.mv / INCH, own.rate, *size, own.cover, own.capacity, own.ps, own.pr) == row
    assert own.fire == "none"


@pytest.mark.rule("masse.engine.crew", "masse.engine.profile")
def test_a_crew_is_militia_man_by_man() -> None:
    own = crew_card("catapulte-legere")
    assert (own.nv, own.n_per_fig, own.category, own.formation) == (4, 1, "engine", NONE)
    assert (own.ca, own.ml, own.attacks[0].ma, own.attacks[0].dice) == (11, 0, 0, (6,))
    assert (own.name_en, own.name_fr) == ("Light catapult", "Catapulte légère")
    dwarves = crew_card("catapulte-legere", "infanterie-naine")
    assert (dwarves.ca, dwarves.ml, dwarves.attacks[0].ma) == (14, 2, 2)


@pytest.mark.rule("masse.siege.crew-by-size")
def test_crews_of_other_sizes() -> None:
    assert [crew_needed("belier-lourd", size) for size in ("p", "m", "g", "tg")] == [20, 10, 5, 3]
    assert crew_needed("baliste", "g") == 2
    assert crew_card("baliste", "infanterie-gobeline").nv == 6


def test_a_portable_ram_moves_as_its_bearers() -> None:
    assert crew_card("belier-portable", "infanterie-naine").mv == 3 * INCH


@pytest.mark.rule("masse.weapon.table-a1d")
def test_structures() -> None:
    shape = rectangle_inches(0, 0, 10, 1)
    rows = {name: (structure(name, shape).ps, structure(name, shape).pr) for name in book().structure}
    assert rows == {
        "porte-standard": (5, 10),
        "porte-renforcee": (5, 20),
        "porte-de-fortification": (8, 40),
        "herse": (10, 12),
        "structure-d-habitation-legere": (5, 60),
        "structure-d-habitation-en-pierre-30-cm-epaisseur": (8, 120),
        "structure-de-batiment-fortifie-1m-epaisseur": (10, 200),
        "muraille-d-enceinte": (8, 90),
        "muraille-renforcee": (8, 180),
        "barbacane": (10, 120),
        "tour-de-fortification": (10, 280),
        "donjon": (12, 540),
    }
    wall = structure("muraille-d-enceinte", shape, height_m=10, cover=75, seat=1)
    assert (wall.role, wall.height, wall.cover, wall.seat, wall.damage) == ("wall", 10 * METRE, 75, 1, 0)
