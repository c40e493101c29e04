"""Special traits: hatred, fear, swimmers, rocks, two attack lines."""

from __future__ import annotations

import pytest

from escarmouche.core.effects import Call
from escarmouche.systems.masse.model import ENRAGED, FRONT, INCH, SHAKEN, STABLE, World
from escarmouche.systems.masse.muster import HATREDS, hatreds
from escarmouche.systems.masse.rules.flight import bound, hates_somebody_near
from escarmouche.systems.masse.rules.melee import melee, melee_lines, melee_pool
from escarmouche.systems.masse.rules.morale import takes_tests
from escarmouche.systems.masse.rules.movement import allowance, move
from escarmouche.systems.masse.rules.orders import FIGHT, Doing
from escarmouche.systems.masse.rules.shooting import LONG, MEDIUM, SHORT, has_ammunition, missile_line, range_band
from tests.systems.masse.field import area, changed, every_profile, field, play, unit

# ---------------------------------------------------------------- hatred (masse.morale.hatred-pairs)


@pytest.mark.rule("masse.morale.hatred-pairs")
def test_who_hates_whom() -> None:
    dwarf = next(name for name in every_profile() if unit(name, 0, 0, 0).card.has("hates-orcs-goblinoids"))
    gnome = next(name for name in every_profile() if unit(name, 0, 0, 0).card.has("hates-kobolds-goblinoids"))
    orc, goblin, kobold = (
        next(name for name in every_profile() if unit(name, 0, 0, 0).card.has(race)) for race in ("orc", "goblinoid", "kobold")
    )
    for hater, hated, hates in (
        (dwarf, orc, True),
        (dwarf, goblin, True),
        (dwarf, kobold, False),
        (gnome, kobold, True),
        (gnome, goblin, True),
        (gnome, orc, False),
        (orc, dwarf, False),
        (goblin, gnome, False),
    ):
        world = field(unit(hater, 0, 30, 20), unit(hated, 1, 30, 30, 270))
        assert hates_somebody_near(world, world.units[0]) == hates, (hater, hated)


@pytest.mark.rule("masse.morale.hatred-pairs")
def test_riders_hate_and_are_hated_like_their_race() -> None:
    riders = unit("orques-sur-sangliers", 1, 30, 30, 270)
    assert riders.card.has("orc")
    assert unit("gobelins-sur-worgs", 1, 30, 30).card.has("goblinoid")


@pytest.mark.rule("masse.morale.hatred-pairs")
def test_scenarios_may_add_hatreds() -> None:
    assert hatreds([{"hatreds": [["undead", "beast"]]}, {}]) == (*HATREDS, ("undead", "beast"))
    wolf, lamb = unit("lions", 0, 30, 20), unit("milice", 1, 30, 30, 270)
    lamb = changed(lamb, card=changed(lamb.card, traits=("lamb",)))
    for pairs, hates in (((("beast", "lamb"),), True), ((), False)):
        assert hates_somebody_near(field(wolf, lamb, hatreds=pairs), wolf) == hates


@pytest.mark.rule("masse.morale.dd-hatred")
def test_a_failed_test_of_hatred_enrages() -> None:
    dwarf = next(name for name in every_profile() if unit(name, 0, 0, 0).card.has("hates-orcs-goblinoids"))
    orc = next(name for name in every_profile() if unit(name, 0, 0, 0).card.has("orc"))
    one = unit(dwarf, 0, 30, 20, ml=0, formation="skirmish", figures=4)
    world = field(one, unit(orc, 1, 30, 35, 270))
    failed = play(Call(bound, world, 0), dice=[3, 3])
    assert failed.rolls[0][0].why == "masse.morale.dd-hatred"
    assert failed.result[0].units[0].morale == ENRAGED
    assert failed.result[1] is False, "and out of hand"
    passed = play(Call(bound, world, 0), dice=[4, 4])
    assert (passed.result[0].units[0].morale, passed.result[1]) == (STABLE, True)
    superior = play(Call(bound, world, 0), dice=[10, 10])
    assert superior.result[0].units[0].morale == STABLE
    for distance, state, asked in ((19.9, STABLE, True), (23, STABLE, False), (10, SHAKEN, True), (10, ENRAGED, False)):
        near = field(changed(one, morale=state), unit(orc, 1, 30, 20 + distance, 270, figures=1))
        assert hates_somebody_near(near, near.units[0]) == asked, (distance, state)


# ---------------------------------------------------------------- no morale, swimmers


@pytest.mark.rule("masse.special.no-morale")
def test_a_golem_takes_no_tests() -> None:
    assert not takes_tests(unit("golem", 0, 30, 30))
    assert takes_tests(unit("basilic", 0, 30, 30))


@pytest.mark.rule("masse.special.aquatic")
@pytest.mark.parametrize(
    ("profile", "swims", "walks"),
    [
        ("homme-poisson", 7.5, 0.75),
        ("locatah", 9, 1.5),
        ("troglodyte", 4.5, 4.5),
        ("homme-lezard", 4.5, 4.5),
        ("amphibe", 6, 3),
        ("kuo-toa", 7.5, 3),
        ("sahuagin", 9, 4.5),
        ("guenaude", 6, 4.5),
    ],
)
def test_swimmers_in_water_and_on_land(profile: str, swims: float, walks: float) -> None:
    one = unit(profile, 0, 30, 30)
    for kind in ("riviere", "torrents-lacs"):
        assert allowance(field(one, pieces=[area(kind, 20, 20, 20, 20)]), one) == swims * INCH
    assert allowance(field(one), one) == walks * INCH


@pytest.mark.rule("masse.special.aquatic")
@pytest.mark.parametrize("kind", ["torrents-lacs", "riviere", "marais-sables"])
def test_water_and_marsh_cost_swimmers_nothing(kind: str) -> None:
    one = unit("homme-lezard", 0, 30, 20, figures=1)
    world = field(one, pieces=[area(kind, 20, 21, 20, 20)])
    after: World = play(Call(move, world, 0, ("move", (("march", 0, 9 * INCH // 2),)))).result
    assert Doing(world, 0, 0).check(("move", (("march", 0, 9 * INCH // 2),))) is None
    assert after.units[0].y == one.y + 9 * INCH // 2
    man = field(unit("infanterie-reguliere", 0, 30, 20, figures=1), pieces=[area(kind, 20, 21, 20, 20)])
    assert Doing(man, 0, 0).check(("move", (("march", 0, 9 * INCH // 2),))) is not None


# ---------------------------------------------------------------- rocks and two lines


@pytest.mark.rule("masse.special.rock-throwing")
@pytest.mark.parametrize(
    ("profile", "ma", "dice", "pt"),
    [("geants-collines", 8, (10, 10), 12), ("geants-pierre", 9, (12, 12), 18), ("geant-tempetes", 7, (8, 8, 8), 24)],
)
def test_giants_throw_rocks(profile: str, ma: int, dice: tuple[int, ...], pt: int) -> None:
    giants = unit(profile, 0, 30, 5, figures=1)
    rocks = missile_line(giants)
    assert rocks is not None
    assert (rocks.weapon, rocks.ma, rocks.dice, rocks.pt) == ("rochers", ma, dice, pt * INCH)
    assert rocks.indirect
    assert has_ammunition(changed(giants, volleys=0), rocks), "there are always rocks"
    for far, band in ((pt - 1, SHORT), (pt + 1, MEDIUM), (2 * pt - 1, MEDIUM), (2 * pt + 1.5, 0)):
        there = unit("milice", 1, 30, 5, 270, figures=1)
        foe = changed(there, y=giants.y + giants.card.depth // 2 + there.card.depth // 2 + round(far * INCH))
        assert range_band(field(giants, foe), giants, foe, rocks) == band != LONG


@pytest.mark.rule("masse.special.rock-throwing", "masse.special.two-attack-lines")
def test_one_line_an_action() -> None:
    giants = unit("geants-pierre", 0, 30, 20, figures=1)
    assert [(line.weapon, line.ma, line.dice) for line in melee_lines(giants)] == [("massue", 14, (10, 10))]
    world = field(giants, unit("milice", 1, 30, 30, 270))
    assert any(answer[0] == "shoot" for answer in Doing(world, 0, 0).listed())
    refusal = Doing(world, 0, FIGHT).check(("shoot", 1, False))
    assert refusal is not None
    assert refusal.rule == "masse.turn.action-content"


@pytest.mark.rule("masse.special.two-attack-lines")
@pytest.mark.parametrize(("profile", "lines"), [("lions", [(8, 2), (6, 7)]), ("licornes", [(8, 8), (6, 3)])])
def test_both_lines_are_rolled_each_at_its_own_ma(profile: str, lines: list[tuple[int, int]]) -> None:
    beasts = unit(profile, 0, 30, 30, figures=2, files=2)
    foe = unit("infanterie-reguliere", 1, 30, 40, 270)
    world = field(beasts, foe)
    pool = melee_pool(world, beasts, foe, FRONT, figures=2)
    # CA 15, -2 without a commander
    assert [(part.count, part.sides, part.then_table.index(1) + 1) for part in pool] == [
        (2, sides, 15 - ma + 2 + 1) for sides, ma in lines
    ]


@pytest.mark.rule("masse.special.two-attack-lines")
def test_bite_and_claws_together() -> None:
    lions = unit("lions", 0, 30, 30, figures=1)
    foe = unit("infanterie-reguliere", 1, 30, 30.9, 270, figures=1)
    world = field(lions, changed(foe, card=changed(foe.card, nv=5)))
    # bite 1d8 at +2: 16 and more; claws 1d6 at +7: 11 and more
    played = play(Call(melee, world, 0, 1, False, False), dice=[3, 15, 3, 11])
    assert played.outcomes[0] == "nv-1"
    assert play(Call(melee, world, 0, 1, False, False), dice=[3, 16, 3, 10]).outcomes[0] == "nv-1"
