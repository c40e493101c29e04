"""Cards: every profile as the rules use it, weapons, units and terrain."""

from __future__ import annotations

import pytest

from escarmouche.systems.masse.cards import (
    attack,
    base_size,
    card,
    card_of,
    changed_card,
    formations,
    hero_card,
    inches,
    inches_of_speed,
    rectangle_inches,
    terrain_piece,
    unit_of,
)
from escarmouche.systems.masse.content import book, hurled_range
from escarmouche.systems.masse.model import CLOSE, INCH, METRE, NONE, PACK, RESERVE, SKIRMISH, STABLE
from escarmouche.systems.masse.rules.ground import size_of
from tests.systems.masse.field import changed, every_profile, hero

MM = 100

# ---------------------------------------------------------------- scales and bases


@pytest.mark.rule("masse.scale.speed-conversion", "masse.org.stat-mv")
def test_printed_movement_is_in_inches_and_only_a_creatures_own_speed_is_halved() -> None:
    assert [inches_of_speed(speed) for speed in (12, 9, 6, 18)] == [6, 4.5, 3, 9]
    assert card("infanterie-reguliere").mv == round(4.5 * INCH)
    assert card("infanterie-lourde").mv == 3 * INCH
    assert card("cavalerie-legere").mv == 9 * INCH
    assert hero_card(speed_m=9).mv == round(4.5 * INCH)


@pytest.mark.rule("masse.scale.distance", "masse.org.base-sizes")
def test_a_base_of_25_mm_covers_10_m() -> None:
    assert base_size("g", CLOSE, mounted=False) == (INCH, INCH) == (10 * METRE, 10 * METRE)
    assert inches(2.5) == 25 * METRE
    assert inches(0.5) == 5 * METRE


@pytest.mark.rule(
    "masse.org.base-sizes", "masse.org.category-infantry", "masse.org.category-shooters", "masse.org.category-cavalry"
)
@pytest.mark.parametrize(
    ("profile", "front", "depth"),
    [
        ("kobolds", 12.5, 12.5),
        ("infanterie-reguliere", 20, 20),
        ("archers-lourds", 20, 20),
        ("paysans", 25, 25),
        ("ogres", 25, 25),
        ("cavalerie-legere", 25, 50),
        ("chiens-de-guerre", 25, 25),
        ("loups", 20, 20),
    ],
)
def test_bases_by_size_and_order(profile: str, front: float, depth: float) -> None:
    own = card(profile)
    assert (own.front, own.depth) == (front * MM, depth * MM)


@pytest.mark.rule("masse.org.base-sizes", "masse.org.category-special")
def test_bases_of_monsters_and_of_less_orderly_large_troops() -> None:
    assert base_size("g", PACK, mounted=False) == (30 * MM, 30 * MM)
    assert (card("ankheg").front, card("basilic").front) == (25 * MM, 20 * MM)
    for large in ("hydre", "dragon-ancien"):
        assert (card(large).front, card(large).depth) == (40 * MM, 40 * MM)


@pytest.mark.rule("masse.org.base-sizes")
def test_how_wide_a_rank_is() -> None:
    assert size_of(unit_of(card("infanterie-reguliere"), 0, 5)) == (4 * INCH, 20 * MM)
    assert size_of(unit_of(card("cavalerie-legere"), 0, 5)) == (5 * INCH, 2 * INCH)


# ---------------------------------------------------------------- profiles


@pytest.mark.rule("masse.org.figure-ratio", "masse.org.stat-n-per-fig")
def test_how_many_a_figure_stands_for() -> None:
    ratio = {row.id: row.n_per_fig for row in book().figure_ratio.values()}
    assert ratio == {"m-ou-moins-cavalerie": 10, "g-10dv": 5, "g-plus-10dv-tg": 2, "individuel": 1}
    for tens in ("infanterie-reguliere", "infanterie-orque", "cavalerie-lourde"):
        assert card(tens).n_per_fig == 10
    assert [card(name).n_per_fig for name in ("ogres", "trolls", "geants-collines", "hydre")] == [5, 5, 2, 1]


@pytest.mark.rule("masse.org.stat-nv")
def test_nv_of_a_unit() -> None:
    assert card("infanterie-reguliere").nv == 1
    twelve = unit_of(changed_card(card("infanterie-reguliere"), nv=2), 0, 12)
    assert twelve.figures * twelve.card.nv == 24


@pytest.mark.rule("masse.org.stat-init", "masse.org.stat-ca", "masse.org.stat-ma", "masse.org.stat-da", "masse.org.stat-ml")
def test_a_profile_is_used_as_printed() -> None:
    own = card("minotaures")
    (line,) = own.attacks
    assert (own.init, own.ca, own.ml, own.nv, own.formation) == (0, 15, 5, 3, SKIRMISH)
    assert (line.ma, line.dice, line.flat) == (7, (10, 10), 0)
    assert card("squelettes").init == 5
    assert card("kobolds").ml == -2


@pytest.mark.rule("masse.org.stat-ca-no-dex")
def test_units_have_no_dexterity_to_lose_and_individuals_do() -> None:
    assert {card(name).dexterity for name in every_profile()} == {0}
    assert card("archers-legers").ca == 11
    assert card("sahuagin").ca == 16
    assert (hero_card(ca=19, dexterity=3).ca, hero_card(ca=19, dexterity=3).dexterity) == (19, 3)
    assert hero_card(dexterity=-1).dexterity == 0


@pytest.mark.rule("masse.combat.da-flat-bonus", "masse.army.profile-columns")
def test_flat_bonuses_of_the_lists() -> None:
    found = {name: (line.dice, line.flat) for name in every_profile() for line in card(name).attacks if line.flat}
    assert found["gnolls"] == ((8,), 1)
    assert found["gobelours"] == ((8,), 2)
    assert found["ogres"] == ((6, 6), 1)
    assert found["zombis"] == ((4,), 1)
    assert found["sahuagin"] == ((8,), 1)
    assert len(found) == 8


@pytest.mark.rule("masse.org.stat-pt", "masse.scale.ranges")
def test_only_missile_lines_have_a_range() -> None:
    for name in every_profile():
        for line in card(name).attacks:
            assert (line.pt > 0) == (line.mode == "missile"), name
    assert card("archers-lourds").attacks[0].pt == 7 * INCH
    assert card("archers-squelettes").attacks[0].pt == 6 * INCH


@pytest.mark.rule("masse.special.no-morale", "masse.undead.always-stable")
def test_undead_and_the_golem_take_no_morale_tests() -> None:
    without = [name for name in every_profile() if card(name).no_morale]
    assert without == [name for name, row in book().profile.items() if row.army == "mort-vivantes" or name == "golem"]
    assert len(without) == 10


@pytest.mark.rule("masse.special.causes-fear", "masse.undead.cause-fear")
def test_who_causes_fear() -> None:
    frightful = {name for name in every_profile() if card(name).has("causes-fear")}
    undead = {name for name in every_profile() if card(name).has("undead")}
    assert frightful == undead | {"dragon-adulte", "dragon-ancien", "diable-cornugon", "diable-diantrefosse"}


@pytest.mark.rule("masse.special.aquatic")
def test_swimmers_on_land() -> None:
    on_land = {name: card(name).land_mv / INCH for name in every_profile() if card(name).has("aquatic")}
    assert on_land == {
        "homme-poisson": 0.75,
        "locatah": 1.5,
        "troglodyte": 4.5,
        "homme-lezard": 4.5,
        "amphibe": 3,
        "kuo-toa": 3,
        "sahuagin": 4.5,
        "guenaude": 4.5,
    }
    assert card("sahuagin").mv == 9 * INCH


@pytest.mark.rule("masse.special.flying-profile")
def test_fliers_on_the_ground() -> None:
    for name in ("hippogriffes", "aigles-geants", "pegases", "griffons"):
        assert card(name).land_mv == round(4.5 * INCH)
    for name in ("chimere-volant", "dragon-jeune", "djinn", "spectres"):
        assert card(name).land_mv == -1
    assert card("pegases").mv == 12 * INCH
    assert not card("spectres").has("flying")


@pytest.mark.rule("masse.special.rock-throwing")
def test_giants_hurl_rocks() -> None:
    melee, rocks = card("geants-pierre").attacks
    assert (melee.mode, melee.ma, melee.dice) == ("melee", 14, (10, 10))
    assert (rocks.mode, rocks.ma, rocks.dice, rocks.pt) == ("missile", 9, (12, 12), 18 * INCH)
    assert (rocks.indirect, rocks.thrown, rocks.volleys, rocks.damage) == (True, True, 0, "bludgeoning")
    assert card("geants-collines").attacks[1].pt == 12 * INCH
    assert card("geant-tempetes").attacks[1].pt == 24 * INCH


@pytest.mark.rule("masse.special.two-attack-lines")
def test_two_lines_of_melee_or_one_and_a_shot() -> None:
    bite, claws = card("lions").attacks
    assert [(bite.mode, bite.ma, bite.dice), (claws.mode, claws.ma, claws.dice)] == [("melee", 2, (8,)), ("melee", 7, (6,))]
    assert [(line.ma, line.dice) for line in card("licornes").attacks] == [(8, (8,)), (3, (6,))]
    for name in every_profile():
        both = [line.mode for line in card(name).attacks] == ["melee", "melee"]
        assert card(name).has("two-melee-lines") == both, name
    assert [line.mode for line in card("archers-legers").attacks] == ["missile", "melee"]


def test_a_misprint_is_corrected_and_kept_on_record() -> None:
    assert (book().profile["guenaude"].ca, card("guenaude").ca) == (1, 13)


@pytest.mark.rule("masse.breath.shape", "masse.breath.damage")
def test_who_breathes() -> None:
    breathing = {name: card(name).breath for name in every_profile() if card(name).breath}
    assert breathing == {
        "dragon-jeune": "dragon-jeune",
        "dragon-adulte": "dragon-adulte",
        "dragon-ancien": "dragon-ancien",
        "chimere-volant": "chimere",
    }
    assert [(len(row.dice), row.dice[0], row.length_in) for row in book().breath.values()] == [
        (4, 10, 1.2),
        (12, 10, 1.5),
        (20, 10, 1.8),
        (3, 8, 0.6),
    ]


# ---------------------------------------------------------------- weapons


@pytest.mark.rule("masse.weapon.receive-charge-property")
def test_weapons_that_receive_charges() -> None:
    found = {name for name in book().weapon if attack(name, 0, (8,)).receives_charge}
    assert found == {
        "lance-ou-demi-pique-infanterie",
        "lance-lourde-infanterie",
        "pique",
        "vouge-faux",
        "corseque-guisarme",
        "hallebarde",
    }
    for name in every_profile():
        held = any(line.receives_charge for line in card(name).attacks)
        assert card(name).has("receive-charge") == held, name


@pytest.mark.rule("masse.melee.second-rank", "masse.weapon.table-a1a")
def test_long_weapons_that_receive_charges_strike_from_the_second_rank() -> None:
    for name, row in book().weapon.items():
        own = attack(name, 0, row.dice)
        assert own.second_rank == (row.length == "long" and own.receives_charge), name
    for name in every_profile():
        assert card(name).has("second-rank") == any(line.second_rank for line in card(name).attacks), name


@pytest.mark.rule("masse.weapon.ineffective-vs-structures")
def test_blades_that_are_useless_against_structures() -> None:
    found = {name for name in book().weapon if attack(name, 0, (8,)).useless_on_structures}
    assert found == {
        "serpe",
        "epee-courte-cimeterre",
        "epee-longue",
        "cimeterre-a-deux-mains",
        "vouge-faux",
        "epee-a-deux-mains",
        "epee-batarde",
    }
    assert {book().weapon[name].damage for name in found} == {"slashing"}


@pytest.mark.rule("masse.weapon.double-weapon")
def test_double_weapons_have_two_dice() -> None:
    doubles = {name: row.dice for name, row in book().weapon.items() if "double-weapon" in row.properties}
    assert doubles == {"baton": (6, 4), "fleau-double": (8, 8), "hache-double-d-orque": (8, 8), "double-lame": (8, 8)}
    assert book().weapon["gourdin-baton"].dice == (6,)


@pytest.mark.rule("masse.structure.natural-weapons")
def test_what_natural_weapons_do_to_structures() -> None:
    kinds = {name: attack(name, 0, (6,)).damage for name in book().natural_weapon if name != "rochers"}
    assert {name for name, kind in kinds.items() if kind == "bludgeoning"} == {"coup", "poings", "sabots"}
    assert {name for name, kind in kinds.items() if kind == "slashing"} == {"griffes", "serres", "fouet"}
    assert attack("rochers", 0, (6,), pt=12).damage == "bludgeoning"
    assert attack("fleau-double", 0, (8, 8)).damage == "bludgeoning"


@pytest.mark.rule("masse.shoot.table-5b", "masse.weapon.table-a1b")
@pytest.mark.parametrize(
    ("weapon", "pt", "shots", "reload", "change", "indirect", "two_handed", "thrown", "volleys"),
    [
        ("hache-marteau", 2, 1, "none", "immediate", False, False, True, 1),
        ("lance-javeline", 3, 1, "none", "one-turn", True, False, True, 1),
        ("fronde", 4, 1, "if-immobile", "free", False, False, False, 7),
        ("arc-court", 5, 2, "if-immobile", "simple-action", True, True, False, 7),
        ("arc-long", 7, 1, "if-immobile", "simple-action", True, True, False, 7),
        ("arbalete-legere", 8, 1, "move", "one-turn", False, False, False, 7),
        ("arbalete-lourde", 12, 1, "turn", "one-turn", False, True, False, 7),
        ("arme-a-feu", 8, 1, "move", "one-turn", False, False, False, 7),
    ],
)
def test_missile_weapons(
    weapon: str, pt: int, shots: int, reload: str, change: str, indirect: bool, two_handed: bool, thrown: bool, volleys: int
) -> None:
    line = attack(weapon, 1, (8,))
    assert (line.mode, line.pt, line.shots, line.reload, line.change) == ("missile", pt * INCH, shots, reload, change)
    assert (line.indirect, line.two_handed, line.thrown, line.volleys) == (indirect, two_handed, thrown, volleys)
    assert line.damage == book().ranged_weapon[weapon].damage


@pytest.mark.rule("masse.shoot.hurled-range")
def test_how_far_a_projectile_is_hurled() -> None:
    assert (hurled_range("g", "p"), hurled_range("tg", "p"), hurled_range("m", "m")) == (4, 6, 0)


@pytest.mark.rule("masse.shoot.ammo-extra", "masse.shoot.ammo-missile")
def test_more_missiles_and_less_movement() -> None:
    archers = book().profile["archers-legers"]
    loads = [card_of(archers, extra_load=load) for load in (0, 1, 2, 5)]
    assert [one.mv / INCH for one in loads] == [4.5, 3, 1.5, 1.5]
    assert [one.attacks[0].volleys for one in loads] == [7, 14, 21, 42]


@pytest.mark.rule("masse.combat.shield-value")
def test_who_has_a_shield() -> None:
    shields = {name for name in every_profile() if card(name).shield}
    named = {name for name, row in book().profile.items() if "bcl" in row.printed.armour or "ouclier" in row.printed.armour}
    assert shields == named
    assert card("milice").ca == card("paysans").ca + 1


# ---------------------------------------------------------------- units and terrain


@pytest.mark.rule("masse.formation.allowed", "masse.fly.skirmish-formation", "masse.chariot.skirmish-formation")
def test_the_formations_that_troops_may_take() -> None:
    assert formations(card("phalange")) == (CLOSE, SKIRMISH, PACK)
    assert formations(card("eclaireurs")) == (SKIRMISH, PACK)
    assert formations(card("milice")) == (PACK,)
    assert formations(card("griffons")) == formations(card("char-leger")) == (SKIRMISH,)
    assert formations(card("hydre")) == (NONE,)


@pytest.mark.rule("masse.morale.start-stable")
def test_a_unit_before_the_battle() -> None:
    archers = unit_of(card("archers-legers"), 1, 12, 6)
    assert (archers.status, archers.morale, archers.seat, archers.loaded) == (RESERVE, STABLE, 1, True)
    assert (archers.figures, archers.began, archers.turn_figures, archers.files, archers.volleys) == (12, 12, 12, 6, 7)
    assert archers.formation == SKIRMISH


@pytest.mark.rule("masse.formation.pack")
@pytest.mark.parametrize(("figures", "files"), [(16, 4), (20, 5), (1, 1)])
def test_a_pack_is_as_wide_as_deep(figures: int, files: int) -> None:
    assert unit_of(card("milice"), 0, figures, 9).files == files


def test_the_helper_for_fields_changes_what_it_is_told() -> None:
    own = hero(0, 3, 4, level=5, charisma=12, role="champion", nv=7)
    assert (own.card.level, own.card.loyalty, own.card.radius, own.card.nv, own.role) == (5, 1, 6 * INCH, 7, "champion")
    assert (own.x, own.y, own.facing) == (3 * INCH, 4 * INCH, 9000)
    assert changed(own, x=1).x == 1


@pytest.mark.rule("masse.terrain.table-4a", "masse.terrain.cover-light")
def test_pieces_of_terrain_carry_their_cover() -> None:
    shape = rectangle_inches(0, 0, 4, 4)
    tags = {kind: terrain_piece(kind, shape).tags for kind in book().terrain}
    assert tags["broussailles"] == ("cover-25",)
    assert tags["foret-dense"] == ("cover-75", "forest")
    assert tags["obstacles-bas"] == ("cover-50", "obstacle")
    assert tags["riviere"] == tags["route"] == tags["elevations"] == ()
    blocking = {kind for kind in book().terrain if terrain_piece(kind, shape).blocks_sight}
    assert blocking == {kind for kind, row in book().terrain.items() if row.cover_pc >= 25} - {"elevations"}
    assert terrain_piece("obstacles-bas", shape, ["cover-25"]).tags == ("cover-25", "obstacle")


@pytest.mark.rule("masse.terrain.marsh", "masse.terrain.elevation", "masse.terrain.difficult")
def test_marsh_and_snow_are_difficult_and_a_hill_is_stood_upon() -> None:
    shape = rectangle_inches(0, 0, 4, 4)
    difficult = {kind for kind in [*book().terrain, "neige"] if terrain_piece(kind, shape).difficult}
    assert difficult == {"marais-sables", "neige"}
    hill = terrain_piece("elevations", shape, height_m=12)
    assert (hill.height, hill.floor, hill.blocks_sight) == (12 * METRE, 12 * METRE, False)
    assert terrain_piece("torrents-lacs", shape).impassable
