"""The view: everything is known to all, bubbles are rings, and numbers are those of the rules."""

from __future__ import annotations

from fractions import Fraction

import pytest

import escarmouche as esc
from escarmouche.core.dice import Stream
from escarmouche.core.effects import Choose, Listed
from escarmouche.kit.view import checked
from escarmouche.systems.swidenth.content import book
from escarmouche.systems.swidenth.model import CHIEF, HERO, TERROR, Course
from escarmouche.systems.swidenth.names import figure_name
from escarmouche.systems.swidenth.rules.actions import Trail
from escarmouche.systems.swidenth.rules.melee import damage_of
from escarmouche.systems.swidenth.system import SYSTEM
from tests.systems.swidenth.scene import man, pas, pit, scene


@pytest.mark.parametrize("mission", list(book().mission))
def test_every_moment_keeps_the_contract_and_everybody_sees_the_same(mission: str) -> None:
    game, chance = esc.new("swidenth", scenario=mission, seed=5), Stream(mission)
    for number in range(60):
        if game.due is None:
            break
        if number % 6 == 0:
            seen = [SYSTEM.view(game.world, seat) for seat in (-1, 0, 1)]
            assert checked(seen[0], "swidenth") == seen[1] == seen[2]
            assert SYSTEM.draw(game.world, 0, 80, "fr")
        game.play(game.sample(chance))


@pytest.mark.rule("swidenth.activation.bubble-radius", "swidenth.terror.test")
def test_command_bubbles_and_terror_are_rings_round_the_base() -> None:
    seen = SYSTEM.view(
        scene(man(0, 5, 5, rank=CHIEF), man(0, 9, 5, rank=HERO), man(0, 12, 5), man(1, 30, 30, traits=TERROR)), 0
    )
    rings = [[(ring["id"], ring["radius"]) for ring in figure["rings"]] for figure in seen["figures"]]
    assert rings == [[("bubble", pas(3.5))], [("bubble", pas(2.5))], [], [("terror", pas(10.5))]]


def test_defence_is_told_with_what_adds_to_it() -> None:
    seen = SYSTEM.view(scene(man(0, 5, 5, armour=2, hands=("sword", "shield")), man(1, 30, 30)), 0)
    numbers = {one["id"]: one["value"]["en"] for one in seen["figures"][0]["numbers"]}
    assert numbers["defence"] == "8"


def test_those_who_may_act_in_the_phase_are_marked() -> None:
    seen = SYSTEM.view(scene(man(0, 5, 5), man(0, 9, 5, activated=True), man(1, 30, 30)), 0)
    marks = [{mark["id"] for mark in figure["marks"]} for figure in seen["figures"]]
    assert ["member" in one for one in marks] == [True, False, False]


def test_the_reach_of_a_move_is_its_movement() -> None:
    (outline,) = SYSTEM.reach(scene(man(0, 10, 10), man(1, 30, 30)), 0)
    assert max(x for x, _ in outline) == pytest.approx(pas(15), abs=10)


def test_a_trial_tells_cost_jumps_charges_and_modifiers() -> None:
    world = scene(man(0, 10, 10), man(1, 13, 10, hands=("spear",)))
    due = Choose("swidenth.action.two", 0, world, Trail(world, 0, Course()), 0)
    found = SYSTEM.trial(due, ("move", (("walk", pas(11.8), pas(10)),)))
    assert found["cost"] == pas(1.8)
    assert [one["figure"] for one in found["provokes"]] == [1]
    assert [one["rule"] for one in found["notes"]] == ["swidenth.melee.charge"]
    near = scene(man(0, 10, 10), man(1, 11.2, 10, hands=("spear",)))
    fight = SYSTEM.trial(Choose(due.why, 0, near, Trail(near, 0, Course(("concentrate",))), 0), ("fight", 1))
    told = [(one["figure"], one["id"], one["value"]) for one in fight["modifiers"]]
    assert told == [(0, "combat", 0), (0, "concentrate-combat", 3), (1, "combat", 0), (1, "unwieldy", -1)]
    (stage,) = fight["stages"]
    assert sum(Fraction(row["chance"]) for row in stage["odds"].values()) == 1
    assert stage["odds"]["tie"]["chance"] == "1/25"
    marks = SYSTEM.marks(due, ("move", (("walk", pas(10), pas(11)), ("walk", pas(11), pas(11)))))
    assert (marks["x"], marks["y"], len(marks["path"])) == (pas(11), pas(11), 2)


def test_an_attack_tells_damage_and_defence_before_it_is_made() -> None:
    world = scene(man(0, 10, 10, hands=("axe",)), man(1, 11.2, 10))
    due = Choose("swidenth.action.two", 0, world, Trail(world, 0, Course()), 0)
    told = [one["en"] for one in SYSTEM.trial(due, ("fight", 1))["notes"]]
    damage, defence = damage_of(world.figures[0], "axe", False), world.figures[1].card.defence
    assert len(told) == 2
    assert told[0].endswith(f"wins: Damage {damage:+} against Defence {defence}.")


def test_a_heros_phase_tells_who_is_in_his_bubble() -> None:
    world = scene(man(0, 10, 10, rank=HERO), man(0, 11.5, 10), man(0, 30, 10, rank=HERO), man(1, 33, 33))
    answers = (("hero", 0), ("hero", 2))
    due = Choose("swidenth.activation.hero-order", 0, world, Listed(answers, "swidenth.activation.hero-order"))
    (told,) = SYSTEM.trial(due, ("hero", 0))["notes"]
    assert (told["rule"], told["en"]) == (
        "swidenth.activation.bubble-members",
        f"In the command bubble: {figure_name(world, 1, 'en')}.",
    )
    (alone,) = SYSTEM.trial(due, ("hero", 2))["notes"]
    assert alone["fr"] == "Personne d’autre n’est dans la bulle de commandement."


def test_a_charge_tells_the_odds_of_the_fight_it_leads_to() -> None:
    world = scene(man(0, 10, 10), man(1, 13, 10))
    due = Choose("swidenth.action.two", 0, world, Trail(world, 0, Course()), 0)
    (fight,) = SYSTEM.trial(due, ("move", (("walk", pas(11.8), pas(10)),)))["stages"]
    then = scene(man(0, 11.8, 10), man(1, 13, 10))
    struck = Choose("swidenth.action.two", 0, then, Trail(then, 0, Course(("move",), charge=(1,))), 0)
    (meant,) = SYSTEM.trial(struck, ("fight", 1))["stages"]
    assert fight["odds"] == meant["odds"]
    assert "stages" not in SYSTEM.trial(due, ("move", (("walk", pas(11), pas(10)),)))


@pytest.mark.rule("swidenth.heroism.soften")
def test_points_against_a_result_tell_how_likely_they_lower_it() -> None:
    world = scene(man(0, 10, 10, heroism=2), man(1, 11.2, 10))
    why = "swidenth.heroism.soften"
    due = Choose(why, 0, world, Listed((("avoid-out", 0), ("avoid-out", 1), ("avoid-out", 2)), why), 0)
    chances = [SYSTEM.trial(due, ("avoid-out", points))["stages"][0]["odds"]["avoided"]["chance"] for points in (1, 2)]
    assert chances == ["13/20", "351/400"]
    assert SYSTEM.trial(due, ("avoid-out", 0)) == {}


@pytest.mark.rule("swidenth.fall.risk")
def test_a_way_into_the_depth_warns_with_the_odds_of_the_fall() -> None:
    world = scene(man(0, 10, 10), man(1, 33, 33), pieces=[pit(12, 5, 16, 15, 4)])
    due = Choose("swidenth.action.two", 0, world, Trail(world, 0, Course()), 0)
    found = SYSTEM.trial(due, ("move", (("walk", pas(13), pas(10)),)))
    assert [(one["rule"], one["grave"]) for one in found["notes"]] == [("swidenth.fall.risk", True)]
    assert {name: row["chance"] for name, row in found["stages"][0]["odds"].items()} == {
        "status.out": "3/5",
        "mark.stunned": "2/5",
    }


def test_what_a_figure_carries_is_told_with_what_it_counts() -> None:
    world = scene(man(0, 5, 5, hands=("halberd",), missiles=("crossbow",), armour_id="medium-armour"), man(1, 30, 30))
    seen = SYSTEM.view(world, 0)
    told = {one["id"]: one["text"] for one in seen["traits"]}
    assert seen["figures"][0]["traits"] == ["item-halberd", "item-crossbow", "item-medium-armour"]
    weapon, bow, armour = book().weapon["halberd"], book().weapon["crossbow"], book().armour["medium-armour"]
    assert told["item-halberd"]["en"].startswith(f"Damage {weapon.damage:+}, {weapon.hands} hands")
    assert f"portée {bow.range} pas" in told["item-crossbow"]["fr"]
    assert told["item-medium-armour"]["fr"] == f"Défense {armour.defence:+}."
