"""Core: measuring, contact, scores, defence, wounds."""

from __future__ import annotations

from math import hypot

import pytest

from escarmouche.core.dice import Stream
from escarmouche.core.effects import Call
from escarmouche.systems.bataille.model import CURSED, DEAD, FRIGHTENED, PARALYSED, World
from escarmouche.systems.bataille.rules.core import (
    Contacts,
    armour_score,
    blow_malus,
    contact,
    drawn,
    engaged,
    fits,
    melee_scores,
    mental_score,
    shooting_scores,
)  # fmt: skip
from escarmouche.systems.bataille.rules.harm import suffer
from escarmouche.systems.bataille.rules.melee import Blows, melee
from escarmouche.systems.bataille.rules.shooting import Shots, nearer, shooting, target_refusal
from tests.systems.bataille.scene import INCH, box, gun, inches, key, man, play, scene, step

PLAIN_HIT = (0, 1, 1, 0)


def suffered(world: World, hits: list[tuple[int, int, int, int]], dice: list[int]) -> World:
    """The world after these hits and defence dice."""
    return play(Call(suffer, world, tuple(hits), False), dice).world


@pytest.mark.rule("bataille.core.dice")
def test_every_die_has_six_faces() -> None:
    world = scene(man(0, 10, 10, hp=4, items="item-endurance"), man(1, 11, 10))
    rolls = play(Call(suffer, world, (PLAIN_HIT,) * 3, False), [6, 6, 6, 6, 1, 1]).rolls
    assert {roll.sides for roll, _ in rolls} == {6}
    assert sum([roll.count for roll, _ in rolls]) == 6


@pytest.mark.rule("bataille.core.roll-under", "bataille.char.armour")
@pytest.mark.parametrize(("armour", "saves"), [(3, [1, 2, 3]), (0, []), (5, [1, 2, 3, 4, 5])])
def test_a_die_succeeds_up_to_the_score(armour: int, saves: list[int]) -> None:
    world = scene(man(0, 10, 10, armour=armour), man(1, 11, 10))
    assert [face for face in range(1, 7) if not suffered(world, [PLAIN_HIT], [face]).figures[0].status] == saves


@pytest.mark.rule("bataille.core.score-range")
def test_scores_are_summed_and_then_held_to_their_range() -> None:
    strong = man(0, 10, 10, melee=(5,), items="item-power")
    assert melee_scores(scene(), strong) == [5]
    assert melee_scores(scene(), man(0, 10, 10, melee=(5,), items="item-power", state=CURSED | FRIGHTENED)) == [4]
    assert melee_scores(scene(), man(0, 10, 10, melee=(1,), state=FRIGHTENED)) == [1]
    assert armour_score(scene(), man(0, 10, 10, armour=1), -2) == 0
    assert mental_score(scene(), man(0, 10, 10, mental=5), 1) == 5
    assert melee_scores(scene(off="natural-six-fails"), strong) == [6]


@pytest.mark.rule("bataille.core.modifiers-stack")
def test_maluses_of_different_sources_add_up() -> None:
    world = scene()
    victim = man(0, 10, 10, armour=4, state=FRIGHTENED)
    brute = man(1, 11, 10, traits="powerful", items="item-power")
    assert armour_score(world, victim, blow_malus(brute, victim)) == 1
    peer = man(0, 10, 10, armour=4, traits="powerful", state=PARALYSED)
    assert armour_score(world, peer, blow_malus(brute, peer)) == 2


@pytest.mark.rule("bataille.core.defence-roll")
def test_every_hit_has_its_defence_roll() -> None:
    played = play(Call(suffer, scene(man(0, 10, 10, hp=4), man(1, 11, 10)), (PLAIN_HIT,) * 3, False), [3, 4, 6])
    assert played.needs("core.defence-roll") == [(0, 3, 3)]
    assert played.world.figures[0].hp == 2


@pytest.mark.rule("bataille.core.wound", "bataille.char.hit-points")
@pytest.mark.parametrize(("dice", "left"), [([4, 4, 4], 0), ([4, 4, 1], 1)])
def test_a_failed_roll_costs_one_hit_point(dice: list[int], left: int) -> None:
    found = suffered(scene(man(0, 10, 10, hp=3), man(1, 11, 10)), [PLAIN_HIT] * 3, dice).figures[0]
    assert (found.hp, found.status == DEAD) == (left, left == 0)


@pytest.mark.rule("bataille.core.death")
def test_the_dead_of_a_step_go_together() -> None:
    world = scene(man(0, 10, 10), man(0, 12, 10), man(1, 11, 10))
    played = play(Call(suffer, world, ((0, 2, 1, 0), (0, 2, 1, 0), (1, 2, 1, 0)), False), [6, 6, 6])
    assert played.dead == [0, 1]
    assert played.needs("core.defence-roll") == [(0, 2, 3), (1, 1, 3)], "both hits on the first are rolled, though one kills"


@pytest.mark.rule("bataille.core.excess-wounds")
def test_wounds_beyond_the_last_are_lost() -> None:
    world = suffered(scene(man(0, 10, 10), man(0, 11, 10), man(1, 12, 10)), [(0, 2, 1, 0)] * 3, [6, 6, 6])
    assert [one.hp for one in world.figures] == [0, 1, 1]


@pytest.mark.rule("bataille.core.no-healing")
def test_lost_hit_points_stay_lost() -> None:
    from escarmouche.systems.bataille.rules.morale import rested
    from escarmouche.systems.bataille.rules.sequence import fresh_turn

    world = suffered(scene(man(0, 10, 10, hp=2), man(1, 11, 10)), [PLAIN_HIT], [6])
    assert fresh_turn(rested(world)).figures[0].hp == 1


@pytest.mark.rule("bataille.core.inch")
def test_an_inch_is_25_millimetres() -> None:
    from escarmouche.systems.bataille.rules.values import HALVES, SHOT_RANGE

    assert SHOT_RANGE == 45_000
    assert HALVES[9 * INCH][0] == 11_250
    assert 2 * man(0, 0, 0).card.radius == PLAIN_BASE


PLAIN_BASE = 2_500


@pytest.mark.rule("bataille.core.measuring")
def test_distances_are_between_edges() -> None:
    shooter, target = man(0, 10, 10, shooting=(3,)), man(1, 29.3, 10, radius=inches(0.8))
    world = scene(shooter, target)
    assert target_refusal(world, world.figures[0], world.figures[1], Contacts(world)) is None
    farther = scene(shooter, man(1, 29.31, 10, radius=inches(0.8)))
    assert key(target_refusal(farther, farther.figures[0], farther.figures[1], Contacts(farther))) == "out-of-range"


@pytest.mark.rule("bataille.core.bases")
@pytest.mark.parametrize(
    ("x", "y", "free"), [(0.4, 10, False), (0.5, 10, True), (11, 10, True), (10.9, 10, False), (30.4, 20, False)]
)
def test_a_base_stands_on_the_table_and_on_nothing_else(x: float, y: float, free: bool) -> None:
    world = scene(man(0, 10, 10), pieces=[box("low-wall", 29.5, 15, 30, 25)])
    assert fits(world, inches(x), inches(y), INCH // 2) == free


@pytest.mark.rule("bataille.core.contact")
@pytest.mark.parametrize(("gap", "touching"), [(0, True), (0.03, True), (0.05, True), (0.06, False), (0.3, False)])
def test_contact_has_a_small_tolerance(gap: float, touching: bool) -> None:
    world = scene(man(0, 10, 10), man(1, 11 + gap, 10), man(0, 10, 11))
    assert contact(world, world.figures[0], world.figures[1]) == touching
    assert engaged(world, world.figures[0]) == touching, "a friend in contact engages nobody"


@pytest.mark.rule("bataille.core.contact-across-obstacle")
@pytest.mark.parametrize(
    ("kind", "gap", "off", "touching"),
    [
        ("low-wall", 0.5, "", True),
        ("low-wall", 0.8, "", False),
        ("low-wall", 0.5, "contact-across-walls", False),
        ("building", 0.5, "", False),
    ],
)
def test_enemies_fight_across_a_low_wall(kind: str, gap: float, off: str, touching: bool) -> None:
    world = scene(man(0, 10, 10), man(1, 10, 11 + gap), pieces=[box(kind, 5, 10.5, 15, 11)], off=off)
    assert engaged(world, world.figures[0]) == touching
    assert Contacts(world).engaged(1) == touching


@pytest.mark.rule("bataille.core.simultaneous-declaration")
def test_all_declare_before_any_die_is_rolled() -> None:
    world = scene(man(0, 10, 10, shooting=(4,)), man(1, 20, 10, shooting=(2,)))
    asked = play(Call(shooting, world), [], [("declare", (0, 1))])
    assert (asked.run.due.seat, asked.rolls) == (1, [])  # type: ignore[union-attr]
    assert asked.world.sides[0].declared == ((0, 1),), "the second knows what the first declared"
    both = play(Call(shooting, world), [4, 2, 6, 6], [("declare", (0, 1)), ("declare", (1, 0))])
    assert both.dead == [0, 1]
    assert [roll.why.rpartition(".")[2] for roll, _ in both.rolls] == ["attack", "attack", "defence-roll", "defence-roll"]


@pytest.mark.rule("bataille.core.simultaneous-declaration")
def test_declarations_may_be_secret() -> None:
    from escarmouche.systems.bataille.view import view

    world = scene(man(0, 10, 10, shooting=(4,)), man(1, 20, 10, shooting=(2,)), on="secret-declarations")
    asked = play(Call(shooting, world), [], [("declare", (0, 1))])
    assert all(due.secret for due in asked.asked)
    assert view(asked.world, 0)["arrows"] == [[0, 1]]
    assert view(asked.world, 1)["arrows"] == view(asked.world, -1)["arrows"] == []
    assert view(asked.world, 1)["sides"][0]["own"]["declared"] is None


@pytest.mark.rule("bataille.core.attack-meaning")
def test_a_spell_is_no_attack() -> None:
    from escarmouche.systems.bataille.rules.magic import Casting

    world = scene(man(0, 10, 10, role=2, spells=("death-ray", "curse"), state=PARALYSED), man(1, 15, 10, items="item-stealth"))
    assert Casting(world, 0).check(("death-ray", 0, 1)) is None
    assert Shots(world, 0).able() == Blows(world, 0).able() == []


@pytest.mark.rule("bataille.char.melee", "bataille.char.melee-multiple", "bataille.melee.attack")
def test_each_melee_value_is_an_attack_against_itself() -> None:
    world = scene(man(0, 10, 10, melee=(5, 4, 4)), man(1, 11, 10, hp=4))
    played = play(Call(melee, world), [5, 5, 4, 6, 6], [("declare", (0, 1, 1, 1)), ("declare",)])
    assert played.needs("melee.attack") == [(0, 1, 5), (0, 2, 4)]
    assert played.world.figures[1].hp == 2


@pytest.mark.rule("bataille.char.shooting", "bataille.char.shooting-multiple", "bataille.shoot.attack")
def test_each_shooting_value_is_a_shot_against_itself() -> None:
    world = scene(man(0, 10, 10, shooting=(4, 3)), man(1, 20, 10, hp=4))
    played = play(Call(shooting, world), [4, 4, 6], [("declare", (0, 1, 1))])
    assert played.needs("shoot.attack") == [(0, 1, 4), (0, 1, 3)]
    assert played.world.figures[1].hp == 3


@pytest.mark.rule("bataille.char.shooting-zero")
def test_shooting_zero_shoots_no_more() -> None:
    assert shooting_scores(scene(), man(0, 10, 10, shooting=(1,), state=CURSED)) == []
    assert Shots(scene(man(0, 10, 10, shooting=(1,), state=CURSED), man(1, 15, 10)), 0).able() == []


@pytest.mark.rule("bataille.char.mental")
def test_mental_is_what_bravery_needs() -> None:
    world = scene(man(0, 10, 10, mental=2), man(1, 11, 10, traits="frightening"))
    for die, state in ((2, 0), (3, FRIGHTENED)):
        asked = play(Call(melee, world), [die])
        assert asked.world.figures[0].state == state


@pytest.mark.rule("bataille.artillery.indestructible")
def test_a_gun_engages_nobody_and_cannot_be_struck() -> None:
    world = scene(gun(0, 10, 10), man(1, 11.5, 10), man(1, 13, 10))
    assert not engaged(world, world.figures[1])
    assert Blows(world, 1).able() == []
    assert key(Shots(world, 1).check(("declare", (1, 0)))) != ""


def test_lots_are_drawn_evenly() -> None:
    for count, faces in ((2, [[1], [2]]), (3, [[3]]), (4, [[1, 1]]), (5, [[6, 6], [1, 2]])):
        dice = [die for part in faces for die in (part if count > 4 else faces[0])][: 4 if count == 5 else len(faces[0])]
        played = play(step(drawn, scene(), "bataille.setup.first-random", 0, count), dice)
        assert 0 <= played.run.result < count


def test_contacts_swept_once_are_those_found_one_by_one() -> None:
    chance = Stream("contacts")
    wall = box("low-wall", 10, 14.75, 20, 15.25)
    for _ in range(20):
        sizes = [INCH // 2, inches(0.8), inches(1.6)]
        crowd = [
            man(chance.below(3), 10 + chance.below(100) / 10, 10 + chance.below(100) / 10, radius=sizes[chance.below(3)])
            for _ in range(25)
        ]
        world = scene(*crowd, pieces=[wall], seats=3)
        swept = Contacts(world)
        for one in world.figures:
            assert swept.foes(one.id) == [other.id for other in world.enemies(one.seat) if contact(world, one, other)]


def test_nearer_is_by_the_edges() -> None:
    chance = Stream("nearer")
    for _ in range(300):
        one, other = [
            man(1, chance.below(400) / 10, chance.below(400) / 10, radius=inches(0.5 + chance.below(3) / 2)) for _ in range(2)
        ]
        shooter = man(0, 20, 20)
        edges = [hypot(each.x - shooter.x, each.y - shooter.y) - int(each.card.radius) for each in (one, other)]
        if abs(edges[0] - edges[1]) > 1:
            assert nearer(shooter, one, other) == (edges[0] < edges[1])
