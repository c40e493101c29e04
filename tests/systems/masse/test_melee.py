"""Melee: who strikes, the modifiers of Table 5d, first blows."""

from __future__ import annotations

from typing import Any

import pytest

from escarmouche.core.effects import Call
from escarmouche.systems.masse.model import (
    CLOSE,
    COMMANDER,
    ENRAGED,
    FRONT,
    LEFT,
    PACK,
    REAR,
    ROUTED,
    SHAKEN,
    SKIRMISH,
    Attack,
    Unit,
    World,
)
from escarmouche.systems.masse.rules.combat import attack_pool, charge_dice, needed_to_hit
from escarmouche.systems.masse.rules.ground import second_rank, size_of, touching_figures
from escarmouche.systems.masse.rules.melee import (
    armour,
    attack,
    attackers,
    first_blow,
    first_blow_pool,
    melee_modifiers,
    melee_pool,
    reach_score,
)
from escarmouche.systems.masse.rules.orders import Doing
from tests.systems.masse.field import area, changed, field, hero, play, unit

SWORD = Attack("epee-longue", "melee", 1, (8,), length=1)
PIKE = Attack("pique", "melee", 1, (8,), length=2, receives_charge=True, second_rank=True)


def infantry(**changes: Any) -> Unit:
    """Infantry of seat 0 in skirmish order (no formation modifier), facing north."""
    return unit("infanterie-reguliere", 0, 30, 20, **{"formation": SKIRMISH, "attacks": (SWORD,), **changes})


def orcs(**changes: Any) -> Unit:
    """Orcs of seat 1 in base contact with troops in close order at 30, 20."""
    return unit("infanterie-orque", 1, 30, 21.6, 270, **{"formation": CLOSE, "attacks": (SWORD,), **changes})


LED = hero(0, host=0, role=COMMANDER)


def rows(
    attacker: Unit, defender: Unit, sector: int = FRONT, charging: bool = False, withdrawing: bool = False, **changes: Any
) -> dict[str, int]:
    """The melee modifiers of a led attacker."""
    world = field(attacker, defender, LED, **changes)
    return dict(melee_modifiers(world, world.units[0], world.units[1], sector, charging, withdrawing))


@pytest.mark.rule("masse.melee.table-5d", "masse.melee.mod-charge", "masse.melee.mod-close", "masse.melee.mod-meute")
def test_charge_and_formations() -> None:
    assert rows(infantry(), orcs()) == {}
    assert rows(infantry(), orcs(), charging=True) == {"charge": 2}
    assert rows(infantry(formation=CLOSE), orcs()) == {"serree": 1}
    assert rows(infantry(formation=PACK), orcs()) == {"meute": -1}


@pytest.mark.rule("masse.melee.mod-no-commander")
def test_a_unit_that_nobody_leads_fights_at_minus_two() -> None:
    world = field(infantry(), orcs())
    assert dict(melee_modifiers(world, world.units[0], world.units[1], FRONT, False, False)) == {"sans-commandant": -2}
    near = field(infantry(), orcs(), hero(0, 30, 12))
    assert melee_modifiers(near, near.units[0], near.units[1], FRONT, False, False) == ()
    alone = field(hero(0, 30, 20), orcs())
    assert melee_modifiers(alone, alone.units[0], alone.units[1], FRONT, False, False) == ()


@pytest.mark.rule(
    "masse.melee.mod-withdrawing",
    "masse.melee.mod-enraged",
    "masse.morale.enraged-melee",
    "masse.melee.mod-shaken",
    "masse.morale.shaken-melee",
)
def test_withdrawing_and_morale() -> None:
    assert rows(infantry(), orcs(), withdrawing=True) == {"en-reculant": -4}
    assert rows(infantry(morale=ENRAGED), orcs()) == {"enragee": 2}
    assert rows(infantry(morale=SHAKEN), orcs()) == {"ebranlee": -2}


@pytest.mark.rule("masse.melee.mod-routed", "masse.morale.routed-no-attack")
def test_the_routed_do_not_attack() -> None:
    world = field(infantry(formation=CLOSE, morale=ROUTED), orcs())
    refused = Doing(world, 0, 0).check(("attack", 1))
    assert refused is not None
    assert refused.rule == "masse.melee.mod-routed"


@pytest.mark.rule("masse.melee.mod-cover-25", "masse.melee.mod-cover-50", "masse.melee.mod-cover-75")
@pytest.mark.parametrize(
    ("kind", "row"),
    [
        ("broussailles", {"couverture-25": -1}),
        ("foret-clairsemee", {"couverture-50": -2}),
        ("foret-dense", {"couverture-75": -4}),
    ],
)
def test_the_defenders_cover(kind: str, row: dict[str, int]) -> None:
    assert rows(infantry(), orcs(), pieces=[area(kind, 20, 21, 20, 10)]) == row


@pytest.mark.rule("masse.melee.mod-difficult", "masse.melee.mod-crossing", "masse.terrain.difficult")
def test_bad_ground_under_the_attacker() -> None:
    marsh = area("marais-sables", 20, 10, 20, 10)
    assert rows(infantry(), orcs(), pieces=[marsh]) == {"terrain-difficile": -1}
    assert rows(infantry(crossing=100), orcs()) == {"franchissement": -2}


@pytest.mark.rule("masse.melee.mod-flank", "masse.melee.mod-rear", "masse.combat.shield-value", "masse.melee.mod-unit")
def test_flank_and_rear() -> None:
    assert rows(infantry(), orcs(), sector=LEFT) == {"flanc": 1}
    assert rows(infantry(), orcs(), sector=REAR) == {"arriere": 2}
    shielded = infantry(ca=15, shield=True)
    assert [armour(shielded, sector) for sector in (FRONT, LEFT, REAR)] == [15, 14, 14]
    nimble = hero(1, 30, 21.6, ca=18, dexterity=3)
    assert [armour(nimble, sector) for sector in (FRONT, LEFT, REAR)] == [18, 18, 15]
    assert needed_to_hit(armour(shielded, LEFT), 2, (("flanc", 1),)) == 12


@pytest.mark.rule("masse.melee.mod-attacker-higher", "masse.melee.mod-defender-higher")
def test_higher_ground() -> None:
    mine, theirs = area("elevations", 20, 10, 20, 10.5), area("elevations", 20, 21, 20, 10)
    assert rows(infantry(), orcs(), pieces=[mine]) == {"attaquant-sureleve": 1}
    got = rows(infantry(), orcs(), pieces=[theirs])
    assert got["defenseur-sureleve"] == -1


# ---------------------------------------------------------------- who strikes


@pytest.mark.rule("masse.melee.contact")
def test_every_figure_that_touches_strikes_even_at_a_corner() -> None:
    five = infantry(formation=CLOSE)
    assert attackers(five, orcs()) == 5
    three = orcs(figures=3, files=3)
    touching = changed(three, y=five.y + 2000 + 1000)
    assert attackers(five, touching) == 5
    assert attackers(five, changed(touching, y=touching.y + 500)) == 0


@pytest.mark.rule("masse.melee.contact")
def test_a_unit_between_two_enemies_strikes_with_every_figure_that_touches() -> None:
    five = infantry(formation=CLOSE, figures=5)
    left, right = (changed(orcs(figures=3, files=3), x=round(x * 2500), y=five.y + 2000) for x in (28.75, 31.25))
    world = field(five, left, right, LED, acting=0)
    played = play(Call(attack, world, 0, ("attack", 2)), dice=[1] * 5)
    assert [roll.pool[0].count for roll, _ in played.rolls] == [3, 2]
    assert [tell.about[1] for tell in played.tells if tell.kind == "attacks"] == [2, 1]
    alone = play(Call(attack, field(five, left, LED, acting=0), 0, ("attack", 1)), dice=[1] * 3)
    assert len(alone.rolls) == 1


@pytest.mark.rule("masse.melee.contact")
def test_somebody_steps_up_where_every_base_faces_a_gap() -> None:
    open_ranks = infantry(formation=SKIRMISH, figures=2, files=2)
    corner = changed(orcs(figures=1, files=1), x=open_ranks.x, y=open_ranks.y + 1000 + 1414, facing=4500)
    assert (attackers(open_ranks, corner), attackers(corner, open_ranks)) == (1, 1)
    away = changed(corner, y=corner.y + 500)
    assert (attackers(open_ranks, away), attackers(away, open_ranks)) == (0, 0)


@pytest.mark.rule("masse.melee.second-rank")
def test_large_piercing_weapons_fight_from_the_second_rank() -> None:
    phalanx = infantry(formation=CLOSE, figures=20, files=5, attacks=(PIKE,))
    touching = changed(orcs(), y=phalanx.y + 4000 + 2000)
    assert attackers(phalanx, touching) == 10
    assert attackers(changed(phalanx, card=infantry().card), touching) == 5


@pytest.mark.rule("masse.melee.reach-score")
def test_reach_and_length_together() -> None:
    man = infantry(attacks=(PIKE,), size="m")
    ogre = infantry(attacks=(Attack("massue", "melee", 1, (8,), length=1),), size="g")
    rider = infantry(attacks=(Attack("morgenstern", "melee", 1, (8,), length=1),), size="m")
    assert (reach_score(man), reach_score(ogre), reach_score(rider)) == (3, 3, 2)


@pytest.mark.rule("masse.melee.reach-score")
@pytest.mark.parametrize(
    ("profile", "score"),
    [
        ("phalange", 3), ("cavalerie-lourde", 2), ("cavalerie-legere", 2), ("gobelins-sur-worgs", 2), ("char-lourd", 2),
        ("centaures", 3), ("lions", 2),
    ],
)  # fmt: skip
def test_riders_reach_as_far_as_on_foot(profile: str, score: int) -> None:
    assert reach_score(unit(profile, 0, 30, 20)) == score


@pytest.mark.rule("masse.melee.reach-score", "masse.melee.opportunity-before-contact")
def test_pikes_strike_first_at_the_horse() -> None:
    horse = unit("cavalerie-lourde", 0, 30, 20, figures=5)
    pikes = unit("phalange", 1, 30, 20, 270, figures=10, files=5)
    pikes = changed(pikes, y=horse.y + (size_of(horse)[1] + size_of(pikes)[1]) // 2)
    assert before_contact(field(horse, pikes), *[1] * 10)[0] == "nv-0"


def before_contact(world: World, *dice: int) -> list[str]:
    """The outcomes of the first blow of unit 1 at unit 0, which comes at it."""
    return play(Call(first_blow, world, 1, 0), dice=dice).outcomes


@pytest.mark.rule("masse.melee.opportunity-before-contact")
def test_longer_weapons_strike_before_contact() -> None:
    world = field(infantry(formation=CLOSE, figures=30, files=10), orcs(attacks=(PIKE,), figures=5))
    assert before_contact(world, 1, 1, 1, 1, 1)[0] == "nv-0"
    equal = field(infantry(formation=CLOSE, attacks=(PIKE,)), orcs(attacks=(PIKE,)))
    assert before_contact(equal) == []
    behind = field(infantry(formation=CLOSE), changed(orcs(attacks=(PIKE,)), facing=9000))
    assert before_contact(behind) == []
    broken = field(infantry(formation=CLOSE), orcs(attacks=(PIKE,), morale=ROUTED))
    assert before_contact(broken) == []


@pytest.mark.rule("masse.melee.opportunity-before-contact")
def test_the_first_blow_is_struck_once_a_turn_by_those_who_will_be_in_contact() -> None:
    narrow = infantry(formation=CLOSE, figures=6, files=3)
    world = field(narrow, orcs(attacks=(PIKE,), figures=10, files=5), LED)
    played = play(Call(first_blow, world, 1, 0), dice=[1] * 10)  # three before it, two at its corners, as many behind
    assert play(Call(first_blow, played.result, 1, 0)).rolls == []


@pytest.mark.rule("masse.melee.mod-receive-charge")
def test_prepared_to_receive_a_charge_the_first_blow_has_two_more() -> None:
    charger = infantry(formation=CLOSE, charged=True, ca=14, shield=False)
    ready = field(charger, orcs(attacks=(PIKE,), figures=5, receiving=True), hero(1, host=1, role=COMMANDER))
    plain = field(charger, orcs(attacks=(PIKE,), figures=5), hero(1, host=1, role=COMMANDER))
    found = []
    for world in (ready, plain):
        played = play(Call(first_blow, world, 1, 0), dice=[1, 1, 1, 1, 1])
        found.append(sum(played.rolls[0][0].pool[0].then_table))
    assert found[0] - found[1] == 2


@pytest.mark.rule("masse.melee.charge-extra-dice")
@pytest.mark.parametrize(("figures", "dice"), [(5, 7), (10, 15), (3, 4), (1, 1)])
def test_a_charge_has_half_as_many_dice_again(figures: int, dice: int) -> None:
    (extra,) = charge_dice((SWORD,), figures)
    assert sum(part.count for part in attack_pool(SWORD, figures, 11, extra)) == dice


@pytest.mark.rule("masse.melee.charge-extra-dice", "masse.special.two-attack-lines")
def test_all_the_dice_of_a_charge_are_counted_together() -> None:
    bite, claws = changed(SWORD, dice=(8,)), changed(SWORD, dice=(6,))
    assert charge_dice((bite, claws), 5) == [5, 0]
    assert charge_dice((bite, claws), 1) == [1, 0]
    assert charge_dice((changed(SWORD, dice=(6, 8)),), 5) == [5]
    pool = attack_pool(changed(SWORD, dice=(6, 8)), 5, 11, 5)
    assert [(part.count, part.sides) for part in pool] == [(10, 6), (5, 8)]


@pytest.mark.rule("masse.melee.receive-double-dice")
def test_survivors_of_a_received_charge_have_twice_their_dice_in_their_first_attack() -> None:
    pikes = infantry(formation=CLOSE, figures=8, files=4, attacks=(PIKE,), braced=1)
    charger = orcs(figures=8, files=4)
    world = field(pikes, charger, LED, acting=0)
    assert sum(part.count for part in melee_pool(world, world.units[0], world.units[1], FRONT)) == 16
    later = field(changed(pikes, braced=-1), charger, LED, acting=0)
    assert sum(part.count for part in melee_pool(later, later.units[0], later.units[1], FRONT)) == 8


@pytest.mark.rule("masse.combat.defender-options", "masse.combat.engagement")
def test_an_engaged_unit_may_fight_break_off_or_flee_but_not_manoeuvre() -> None:
    world = field(infantry(formation=CLOSE), orcs())
    kinds = {answer[0] for answer in Doing(world, 0, 0).listed()}
    assert {"attack", "break-off", "flee"} <= kinds
    assert "move" not in kinds
    refused = Doing(world, 0, 0).check(("move", (("march", 0, 100),)))
    assert refused is not None
    assert refused.rule == "masse.move.engaged-cannot-manoeuvre"


@pytest.mark.rule("masse.melee.mod-receive-charge", "masse.melee.opportunity-before-contact")
@pytest.mark.parametrize(
    ("receiving", "charged", "more"), [(True, True, 2), (True, False, 0), (False, True, 0), (False, False, 0)]
)
def test_the_blow_before_contact_has_two_more_when_a_charge_is_received(receiving: bool, charged: bool, more: int) -> None:
    pikes = unit("phalange", 1, 30, 24, 270, figures=1, files=1, receiving=receiving)
    swords = unit("infanterie-orque", 0, 30, 20, figures=1, files=1, charged=charged)
    world = field(swords, pikes)
    played = play(Call(first_blow, world, 1, 0), dice=[1])
    plain = first_blow_pool(world, world.units[1], world.units[0], 0)[0].then_table
    assert plain.index(1) > 3
    assert played.rolls[0][0].pool[0].then_table.index(1) == plain.index(1) - more
    assert ("reception-de-charge" in dict(played.told("attack-numbers").about[4])) is (more == 2)


@pytest.mark.rule("masse.melee.second-rank", "masse.melee.contact")
def test_only_those_directly_behind_a_man_in_contact_strike_from_the_second_rank() -> None:
    pikes = unit("phalange", 0, 30, 20, figures=10, files=5)
    front = pikes.card.front
    foe = unit("infanterie-orque", 1, 30, 24, 270, figures=2, files=2)
    foe = changed(foe, x=pikes.x + 2 * front, y=pikes.y + size_of(pikes)[1] // 2 + size_of(foe)[1] // 2)
    touching = touching_figures(pikes, foe)
    assert touching
    assert all(number < 5 for number in touching)
    assert second_rank(pikes, touching) == [number + 5 for number in touching]
    assert len(touching) < 5
    assert second_rank(pikes, []) == []
    assert second_rank(pikes, [0, 5]) == [], "who touches already strikes once"
    assert second_rank(changed(pikes, figures=6), [0]) == [], "the one man behind stands in the middle"
    assert second_rank(changed(pikes, figures=6), [2]) == [5]
    assert second_rank(changed(pikes, figures=7), [1]) == [5], "half behind him"
    assert second_rank(changed(pikes, figures=7), [2]) == [5, 6]
    assert second_rank(changed(pikes, figures=7), [0]) == []
