"""Spellcasters: who may cast what at whom, and what spells do."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import pytest

from escarmouche.core.dice import PythonChance
from escarmouche.core.effects import Call
from escarmouche.core.engine import start
from escarmouche.core.odds import leaves, tally
from escarmouche.systems.masse.content import book
from escarmouche.systems.masse.model import CHAMPION, COMMANDER, DESTROYED, INCH, Unit, World
from escarmouche.systems.masse.rules.magic import best_point, cast, in_spell, spell_die, spell_range, spell_size, will_save
from escarmouche.systems.masse.rules.melee import melee_modifiers
from escarmouche.systems.masse.rules.morale import RALLY, morale_modifiers
from escarmouche.systems.masse.rules.orders import MOVE, ORDERS, Doing
from escarmouche.systems.masse.rules.shooting import missile_line, missile_modifiers
from escarmouche.systems.masse.rules.turn import closes_move, refreshed
from tests.systems.masse.field import area, changed, engine, every_profile, field, hero, play, unit

FIREBALL, BOLT, COLD, MISSILE, HANDS, BLESS, SMITE = (
    "boule-de-feu", "eclair", "cone-de-froid", "projectile-magique", "mains-brulantes", "benediction", "chatiment-sacre",
)  # fmt: skip
ALL = (FIREBALL, BOLT, COLD, MISSILE, HANDS, BLESS, SMITE)


def mage(x: float = 30, y: float = 20, facing: float = 90, **changes: Any) -> Unit:
    """A wizard of level 10 with every spell there is."""
    return hero(0, x, y, facing, level=10, hero_class="wizard", charisma=14, spells=ALL, **changes)


def block(x: float = 30, y: float = 30, **changes: Any) -> Unit:
    """Twenty men, five abreast, looking at him."""
    made = {"figures": 20, "files": 5, **changes}
    return unit("infanterie-reguliere", 1, x, y, 270, **made)


def refused(world: World, id: int, answer: tuple[Any, ...], used: int = 0) -> str:
    """The rule that refuses an answer, or "" when it is legal."""
    refusal = Doing(world, id, used).check(answer)
    return "" if refusal is None else refusal.rule


def fireball(world: World, target: int = 1) -> tuple[Any, ...]:
    """A fireball where it strikes most."""
    return ("cast", FIREBALL, target, *best_point(world.units[0], book().spell[FIREBALL], world.units[target]))


# ---------------------------------------------------------------- conversion


@pytest.mark.rule("masse.magic.scale")
def test_a_fireball_on_the_table() -> None:
    row = book().spell[FIREBALL]
    assert (spell_range(row, 10), spell_size(row)) == (24 * INCH, 6 * INCH // 10)
    world = field(mage(), block())
    point = best_point(world.units[0], row, world.units[1])
    assert dict(in_spell(world, world.units[0], row, world.units[1], *point)) == {1: 4}, "four figures of 8 m"


@pytest.mark.rule("masse.magic.scale")
def test_ranges_end() -> None:
    for y, rule in ((43.5, ""), (48, "masse.magic.scale")):
        world = field(mage(), block(y=y))
        assert refused(world, 0, fireball(world)) == rule, y
    for gap, rule in ((5.9, ""), (6.1, "masse.magic.scale")):
        world = field(mage(), block(y=20.4 + gap + 1.6))
        assert refused(world, 0, ("cast", MISSILE, 1)) == rule, gap


@pytest.mark.rule("masse.magic.damage-conversion")
@pytest.mark.parametrize(
    ("spell", "level", "die"),
    [
        (FIREBALL, 10, 12),
        (FIREBALL, 5, 10),
        (MISSILE, 1, 4),
        (MISSILE, 5, 6),
        (MISSILE, 9, 8),
        (HANDS, 4, 6),
        (HANDS, 9, 8),
        (COLD, 15, 12),
    ],
)
def test_the_die_comes_from_the_most_damage(spell: str, level: int, die: int) -> None:
    assert spell_die(book().spell[spell], level) == die


@pytest.mark.rule("masse.magic.damage-conversion")
def test_a_fireball_that_rolls_seven_takes_two_nv_from_each_figure() -> None:
    world = field(mage(), block(nv=3))
    played = play(Call(cast, world, 0, fireball(world)), dice=[7, 8, 8])
    assert played.rolls[0][0].notation() == "1d12"
    assert played.outcomes[0] == "nv-8", "2 NV for each of four figures"
    thin = field(mage(), block())
    assert play(Call(cast, thin, 0, fireball(thin)), dice=[7, 8, 8]).result.units[1].figures == 16, "at most what they have"


@pytest.mark.rule("masse.magic.damage-conversion")
def test_the_odds_of_a_spell_are_exact() -> None:
    world = field(mage(), block(nv=10))
    found = tally(leaves(start(Call(cast, world, 0, ("cast", MISSILE, 1))), None, True), lambda leaf: leaf.outcomes[0])
    assert found == {"nv-0": Fraction(2, 8), "nv-1": Fraction(3, 8), "nv-2": Fraction(3, 8)}


@pytest.mark.rule("masse.magic.damage-conversion")
def test_a_missile_takes_one_figure_and_a_cone_at_least_the_nearest() -> None:
    world = field(mage(), block(y=22.2))
    assert in_spell(world, world.units[0], book().spell[MISSILE], world.units[1], 0, 0) == ((1, 1),)
    hands = book().spell[HANDS]
    point = best_point(world.units[0], hands, world.units[1])
    assert in_spell(world, world.units[0], hands, world.units[1], *point) == ((1, 1),), "its centre is out of it"
    aside = field(mage(), changed(block(y=22.2), x=31 * INCH))
    nearest = best_point(aside.units[0], hands, aside.units[1])
    assert nearest[0] == 30.2 * INCH, "the figure right in front of him, not the middle of the rank"
    far = field(mage(), block(y=23))
    assert in_spell(far, far.units[0], hands, far.units[1], *point) == ()
    cold = book().spell[COLD]
    ((_, caught),) = in_spell(world, world.units[0], cold, world.units[1], *point)
    assert 3 < caught < 20


@pytest.mark.rule("masse.magic.damage-conversion")
def test_lightning_takes_one_figure_of_each_rank() -> None:
    world = field(mage(), block(y=22.2))
    row = book().spell[BOLT]
    assert in_spell(world, world.units[0], row, world.units[1], *best_point(world.units[0], row, world.units[1])) == ((1, 4),)
    friend = field(mage(), block(y=23.2), unit("milice", 0, 30, 21, figures=1))
    point = best_point(friend.units[0], row, friend.units[1])
    assert dict(in_spell(friend, friend.units[0], row, friend.units[1], *point)).keys() == {1, 2}, "and friends on its way"


@pytest.mark.rule("masse.magic.damage-conversion")
def test_a_will_save_for_the_whole_unit() -> None:
    world = field(mage(y=26), block(ml=3))
    # 10 + level 4 + Charisma modifier 2
    assert play(Call(will_save, world, 0, 1, 4), dice=[13]).result is True
    assert play(Call(will_save, world, 0, 1, 4), dice=[12]).result is False
    answer = ("cast", SMITE, 1, *best_point(world.units[0], book().spell[SMITE], world.units[1]))
    strong = field(mage(y=26), block(nv=5))
    saved = play(Call(cast, strong, 0, answer), dice=[10, 20, 8, 8])
    failed = play(Call(cast, strong, 0, answer), dice=[10, 1, 8, 8])
    assert (saved.outcomes[0], failed.outcomes[0]) == ("nv-4", "nv-12"), "half of 3, rounded down, for each of four figures"
    assert len([roll for roll, _ in saved.rolls if roll.sides == 20]) == 1


@pytest.mark.rule("masse.magic.damage-conversion")
def test_only_spells_that_he_knows() -> None:
    world = field(mage(), block())
    assert refused(world, 0, ("cast", "meteores", 1)) == "masse.magic.damage-conversion"
    assert refused(field(changed(mage(), card=changed(mage().card, spells=(BLESS,))), block()), 0, ("cast", MISSILE, 1)) != ""
    assert refused(world, 1, ("cast", MISSILE, 0)) == "masse.magic.damage-conversion"


@pytest.mark.rule("masse.magic.damage-conversion")
def test_the_best_point_is_among_four_figures() -> None:
    for figures, files, most in ((20, 5, 4), (6, 2, 4), (3, 3, 2), (1, 1, 1), (5, 2, 4)):
        world = field(mage(y=26), block(figures=figures, files=files))
        row = book().spell[FIREBALL]
        point = best_point(world.units[0], row, world.units[1])
        assert in_spell(world, world.units[0], row, world.units[1], *point) == ((1, most),), (figures, files)


@pytest.mark.rule("masse.magic.damage-conversion")
def test_samples_are_legal() -> None:
    chance = PythonChance(random.Random(3))
    for world in (field(mage(y=27), block(), block(20, 30)), field(mage())):
        doing = Doing(world, 0, 0)
        drawn = [ORDERS["cast"].sample(doing, chance) for _ in range(80)]
        legal = [answer for answer in drawn if answer is not None]
        assert len({answer[1] for answer in legal}) > (3 if len(world.units) > 1 else 0)
        assert all(doing.check(answer) is None for answer in legal)


# ---------------------------------------------------------------- who may cast


@pytest.mark.rule("masse.magic.see-target")
def test_he_must_see_his_target() -> None:
    world = field(mage(), block(y=26), pieces=[area("foret-dense", 20, 22, 20, 1)])
    assert refused(world, 0, fireball(world)) == "masse.magic.see-target"
    assert refused(world, 0, ("cast", MISSILE, 1)) == "masse.magic.see-target"
    assert refused(field(mage(), block(y=26)), 0, ("cast", MISSILE, 1)) == ""


@pytest.mark.rule("masse.magic.not-engaged")
def test_he_must_be_free_of_any_melee() -> None:
    world = field(mage(), block(), unit("milice", 1, 30, 20.9, 270, figures=1))
    assert refused(world, 0, fireball(world)) == "masse.magic.not-engaged"
    assert not any(answer[0] == "cast" for answer in Doing(world, 0, 0).listed())


@pytest.mark.rule("masse.magic.target-not-engaged")
def test_a_melee_is_spared_unless_both_sides_are_struck() -> None:
    men = block(y=25, figures=5)
    friend = unit("milice", 0, 30, 25.9, 270, figures=1)
    world = field(mage(), men, friend)
    assert refused(world, 0, ("cast", MISSILE, 1)) == "masse.magic.target-not-engaged"
    front = ("cast", FIREBALL, 1, world.units[1].x - INCH, world.units[1].y)
    assert refused(world, 0, front) == "masse.magic.target-not-engaged"
    both = ("cast", FIREBALL, 1, world.units[1].x, world.units[1].y + INCH // 2)
    assert refused(world, 0, both) == ""


@pytest.mark.rule("masse.magic.individuals-only")
@pytest.mark.parametrize("role", [COMMANDER, CHAMPION])
def test_only_individuals_cast(role: str) -> None:
    wizard = hero(0, host=0, role=role, hero_class="wizard", level=10, spells=ALL)
    world = field(unit("milice", 0, 30, 20), block(), wizard)
    assert refused(world, 0, ("cast", MISSILE, 1)) == "masse.magic.individuals-only"
    assert not any(answer[0] == "cast" for answer in Doing(world, 0, 0).listed())


@pytest.mark.rule("masse.magic.immobile")
def test_only_in_a_turn_without_movement() -> None:
    world = field(mage(moved=True), block())
    assert refused(world, 0, fireball(world)) == "masse.magic.immobile"
    assert closes_move(mage(), "cast") == MOVE, "nor does he move afterwards"
    assert closes_move(mage(), "shoot") == 0


# ---------------------------------------------------------------- bless


@pytest.mark.rule("masse.magic.damage-conversion")
def test_bless_helps_friends_near_the_caster() -> None:
    near = unit("milice", 0, 32, 20, figures=1)
    far = unit("milice", 0, 33, 20, figures=1)
    engaged = unit("milice", 0, 28, 20, figures=1)
    foe = unit("milice", 1, 27, 20, figures=1)
    enemy = unit("milice", 1, 30, 21.6, figures=1)
    gone = unit("milice", 0, 30, 19, figures=1, status=DESTROYED)
    world = field(mage(), near, far, engaged, foe, enemy, gone)
    assert refused(world, 0, ("cast", BLESS, 0)) == ""
    after: World = play(Call(cast, world, 0, ("cast", BLESS, 0))).result
    assert [one.bless for one in after.units] == [20, 20, 0, 0, 0, 0, 0], "two turns a level, for the caster and those near him"
    blessed = after.units[1]
    assert ("bless", 1) in morale_modifiers(after, blessed, RALLY, -1)
    assert ("bless", 1) in melee_modifiers(after, blessed, foe, 0, False, False)
    archers = unit("archers-squelettes", 0, 30, 30, bless=1)
    line = missile_line(archers)
    assert line is not None
    assert ("bless", 1) in missile_modifiers(field(archers, foe), archers, foe, line, False, False)
    assert refreshed(blessed).bless == 19


# ---------------------------------------------------------------- answers

NONSENSE: tuple[tuple[Any, ...], ...] = (
    (), (FIREBALL,), (FIREBALL, 1), (FIREBALL, 1, 0), (FIREBALL, 1, "x", 0), (FIREBALL, 3, 75000, 67500), (None, 1),
    (MISSILE, 1, 0, 0), (MISSILE, 0), (MISSILE, 99), (BLESS, 1), ((), ()),
    (FIREBALL, 1, 10**30, 0), (FIREBALL, 1, 0, -1), (FIREBALL, 1, 75000, 10**30),
)  # fmt: skip


@pytest.mark.rule("masse.magic.damage-conversion", "masse.turn.action-content")
def test_every_listed_spell_is_legal_and_nonsense_is_refused() -> None:
    world = field(mage(y=27), block(), block(20, 30), unit("milice", 0, 36, 22))
    doing = Doing(world, 0, 0)
    spells = [answer for answer in doing.listed() if answer[0] == "cast"]
    assert {answer[1] for answer in spells} == {FIREBALL, MISSILE, BLESS, SMITE, BOLT, COLD}
    assert all(doing.check(answer) is None for answer in spells)
    for rest in NONSENSE:
        assert doing.check(("cast", *rest)) is not None, rest


@pytest.mark.rule("masse.magic.damage-conversion")
def test_no_profile_of_the_lists_casts() -> None:
    assert all(not unit(profile, 0, 0, 0).card.spells for profile in every_profile())


@pytest.mark.rule("masse.engine.immune-to-melee")
def test_an_engine_in_the_area_of_a_spell_is_hit_like_a_building() -> None:
    ballista = engine("baliste", 1, 30, 30, 270)
    world = field(mage(), ballista)
    machine = ballista.card.machine
    assert machine is not None
    # the crew loses what the die says, the ballista another die less its PS
    played = play(Call(cast, world, 0, fireball(world)), dice=[3, 12, 5, 5])
    assert played.result.units[1].structure_hits == 12 - machine.ps
    assert played.result.units[1].nv_lost == 1
    single = play(Call(cast, world, 0, ("cast", MISSILE, 1)), dice=[3, 5, 5])
    assert single.result.units[1].structure_hits == 0, "a spell at a single figure is no attack on an area"
