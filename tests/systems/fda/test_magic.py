"""Magic: who casts what at whom, memory, the table of critical castings, and the eight spells."""

from __future__ import annotations

from typing import Any

import pytest

from escarmouche.core.effects import Call
from escarmouche.systems.fda.model import (
    ASHES,
    CROUCHED,
    DEAD,
    HIDDEN,
    MAGIC,
    MAGIC_FUMBLES,
    ON_TABLE,
    OUT,
    POSITIONS,
    PRONE,
    RAISED,
    SPELL_KEPT,
    STANDING,
    STUNNED,
    WOUNDS,
    World,
)
from escarmouche.systems.fda.rules.conventions import bare_defence, defence
from escarmouche.systems.fda.rules.magic import first_spells
from escarmouche.systems.fda.rules.turn import spirit
from tests.systems.fda.stage import Played, act, box, changed, cm, figure, offered, play, refused, scene

ALL = MAGIC | MAGIC_FUMBLES


def mage(spell: str, **more: Any) -> Any:
    """A wizardess at (50, 50) who looks east and has a spell in mind."""
    return figure("wizardess", 0, 50, 50, **{"spell": spell, "D": 3, **more})


def cast(
    spell: str, *dice: int, target: Any = None, others: Any = (), options: int = ALL, answers: Any = (), **more: Any
) -> Played:
    """She casts it at figure 1, an orc (D4) 10 cm ahead."""
    world = scene(mage(spell), target or figure("orc", 1, 62.5, 50, D=4), *others, options=options, **more)
    return act(world, ("cast", 1), dice, answers)


# ---------------------------------------------------------------- who casts


@pytest.mark.rule("fda.trait.spellcaster", "fda.setup.options-together")
def test_only_spellcasters_cast_and_only_where_there_is_magic() -> None:
    orc = figure("orc", 1, 60, 50)
    assert refused(scene(figure("barbarian", 0, 50, 50, spell="fireball"), orc), ("cast", 1)) == "fda.trait.spellcaster"
    assert refused(scene(mage("fireball"), orc), ("cast", 1)) == ""
    assert refused(scene(mage("fireball"), orc, options=0), ("cast", 1)) == "fda.setup.rule-levels"


@pytest.mark.rule("fda.magic.no-armour", "fda.magic.not-stunned-or-prone", "fda.magic.no-weapons")
def test_neither_in_armour_nor_lying_nor_armed() -> None:
    orc = figure("orc", 1, 60, 50)
    assert refused(scene(mage("fireball", armoured=True), orc), ("cast", 1)) == "fda.magic.no-armour"
    assert refused(scene(mage("fireball", helmet=True), orc), ("cast", 1)) == ""
    assert refused(scene(mage("fireball", posture=PRONE), orc), ("cast", 1)) == "fda.state.prone-limits"
    for hands, rule in (
        (("staff",), ""), (("dagger", "grimoire"), ""), (("lollipop",), ""), ((), ""), (("sword",), "fda.magic.no-weapons"),
        (("shield",), "fda.magic.no-weapons"), (("bow",), "fda.magic.no-weapons"),
    ):  # fmt: skip
        assert refused(scene(mage("fireball", hands=hands), orc), ("cast", 1)) == rule
    assert refused(scene(mage("fireball"), figure("orc", 1, 52.5, 50)), ("cast", 1)) == ""  # in contact


@pytest.mark.rule("fda.magic.arc")
def test_the_target_is_in_front_and_in_sight() -> None:
    def at(x: float, y: float, *pieces: Any) -> str:
        return refused(scene(mage("fireball"), figure("orc", 1, x, y), pieces=pieces), ("cast", 1))

    assert at(60, 50) == at(50, 60) == at(82.5, 50) == ""
    assert at(40, 50) == at(82.6, 50) == "fda.magic.arc"
    assert at(70, 50, box("wall", 60, 30, 61, 70)) == "fda.magic.arc"
    assert at(70, 50, box("column", 60, 51, 63, 54)) == ""


@pytest.mark.rule("fda.magic.self-target", "fda.state.hidden")
def test_each_spell_says_whom_it_is_for() -> None:
    world = scene(mage("fireball"), figure("ranger", 0, 60, 50), figure("orc", 1, 65, 50))
    assert refused(world, ("cast", 1)) == refused(world, ("cast", 0)) == "fda.magic.self-target"
    assert refused(scene(mage("gust"), *world.figures[1:]), ("cast", 1)) == ""
    bark = scene(mage("barkskin"), *world.figures[1:])
    assert refused(bark, ("cast", 0)) == refused(bark, ("cast", 1)) == ""
    assert refused(bark, ("cast", 2)) != ""
    hidden = scene(mage("fireball"), figure("goblin-scout", 1, 60, 50, posture=HIDDEN))
    assert refused(hidden, ("cast", 1)) == "fda.state.hidden"


# ---------------------------------------------------------------- memory


@pytest.mark.rule("fda.magic.memorised")
def test_each_caster_begins_with_one_spell_of_its_own() -> None:
    world = scene(figure("wizardess", 0, 50, 50), figure("ranger", 0, 60, 50), figure("shaman", 1, 80, 50), options=MAGIC)
    ready = play(Call(first_spells, world, 0), answers=[("memorise", "sleep")])
    assert [one.spell for one in ready.world.figures] == ["sleep", "", ""]
    assert [answer[1] for answer in ready.asked[0].options.listed()] == list(world.figures[0].card.spells)
    assert play(Call(first_spells, changed(world, options=0), 0)).asked == []
    assert refused(scene(mage(""), figure("orc", 1, 60, 50)), ("cast", 1)) == "fda.magic.memorised"


@pytest.mark.rule("fda.magic.memorise", "fda.magic.focus-object", "fda.magic.memorised")
def test_memorising_replaces_what_was_in_mind_and_needs_the_book() -> None:
    world = scene(mage("sleep"), options=MAGIC)
    learnt = act(world, ("memorise", "fireball"))
    assert learnt[0].spell == "fireball"
    assert learnt.course.left == 0
    assert not learnt.rolls
    assert refused(world, ("memorise", "glue")) == "fda.magic.memorise"
    lost = scene(mage("sleep", belt=()), figure("orc", 1, 60, 50), options=MAGIC)
    assert refused(lost, ("memorise", "fireball")) == "fda.magic.focus-object"
    assert refused(lost, ("cast", 1)) == ""
    assert refused(scene(mage("sleep", posture=PRONE, hands=("sword",)), options=MAGIC), ("memorise", "gust")) == ""
    assert offered(scene(figure("ranger", 0, 50, 50), options=MAGIC), "memorise") == []


@pytest.mark.rule(
    "fda.magic.cast", "fda.magic.level", "fda.magic.failure", "fda.magic.sequence", "fda.dice.zero-never-succeeds"
)
def test_the_die_must_not_exceed_the_level() -> None:
    works = cast("lightning", 5, 3)
    assert "spell-works" in works.kinds
    assert works.course.left == 0
    assert "spell-fails" in cast("lightning", 6).kinds
    assert "spell-fails" in cast("lightning", 0, 6).kinds
    assert "spell-fails" in cast("raise-dead", 3, target=figure("orc", 1, 60, 50, status=OUT)).kinds


@pytest.mark.rule("fda.magic.forgotten-on-success", "fda.magic.kept-on-failure")
def test_a_success_is_forgotten_and_a_failure_kept() -> None:
    assert cast("lightning", 5, 3)[0].spell == ""
    assert cast("lightning", 9)[0].spell == "lightning"
    assert cast("lightning", 5, 3, switches=SPELL_KEPT)[0].spell == "lightning"


@pytest.mark.rule("fda.magic.casting-reveals", "fda.position.acting-reveals")
@pytest.mark.parametrize("posture", [CROUCHED, HIDDEN])
def test_whoever_casts_is_seen_whatever_comes(posture: int) -> None:
    world = scene(mage("lightning", posture=posture), figure("orc", 1, 60, 50), options=ALL | POSITIONS)
    assert act(world, ("cast", 1), [9])[0].posture == STANDING


# ---------------------------------------------------------------- critical failures


@pytest.mark.rule("fda.magic.critical", "fda.fumble.magic-table", "fda.fumble.magic-0")
def test_two_zeros_and_a_third_die_on_the_table() -> None:
    backlash = cast("lightning", 0, 0, 0, 7)
    assert backlash[0].posture == PRONE
    assert backlash[0].spell == "lightning"
    assert len(backlash.rolls) == 4
    plain = cast("lightning", 0, 0, options=MAGIC)
    assert len(plain.rolls) == 2
    assert plain[0].spell == "lightning"
    assert plain[0].posture == STANDING


@pytest.mark.rule("fda.fumble.magic-1", "fda.fumble.magic-2", "fda.fumble.magic-3-8", "fda.fumble.magic-9")
@pytest.mark.parametrize(
    ("row", "posture", "spell"),
    [(1, STUNNED, "lightning"), (2, PRONE, "lightning"), (3, STANDING, ""), (8, STANDING, ""), (9, STANDING, "lightning")],
)
def test_the_rows_of_the_table(row: int, posture: int, spell: str) -> None:
    caster = cast("lightning", 0, 0, row)[0]
    assert (caster.posture, caster.spell) == (posture, spell)


# ---------------------------------------------------------------- the spells


@pytest.mark.rule("fda.magic.success", "fda.test.jdeg")
def test_lightning_does_not_mind_metal() -> None:
    paladin = figure("paladin", 1, 62.5, 50, D=5, helmet=False)
    assert cast("lightning", 4, 5, target=paladin)[1].posture == STUNNED
    helmet = cast("lightning", 4, 5, 8, target=figure("paladin", 1, 62.5, 50, D=5))
    assert helmet[1].posture == PRONE
    fur = figure("orc-champion", 1, 62.5, 50, D=4)
    assert cast("lightning", 4, 5, target=fur)[1].posture == STUNNED


@pytest.mark.rule("fda.magic.success", "fda.trait.vegetable", "fda.destiny.ashes")
def test_a_fireball_burns_everybody_around() -> None:
    dwarf, goblin = figure("dwarf", 0, 62.5, 55.5, D=5), figure("goblin", 1, 62.5, 43.4)
    burnt = cast("fireball", 4, 3, 6, 3, others=(dwarf, goblin))  # orc against 3, dwarf (helmet) against 6: JDeg 3
    assert burnt[1].posture == STUNNED
    assert burnt[2].posture == STANDING
    assert burnt[3].posture == STANDING
    assert len(burnt.rolls) == 4
    ash = cast("fireball", 4, 0, 0)
    assert ash[1].status == DEAD
    assert ash[1].body == ASHES
    leek = cast("fireball", 4, 1, target=figure("leek-man", 1, 62.5, 50, D=3))
    assert leek[1].posture == STUNNED
    assert cast("lightning", 4, 3, target=figure("leek-man", 1, 62.5, 50, D=3))[1].posture == STUNNED
    hidden = figure("goblin-scout", 1, 62.5, 54.5, D=5, posture=HIDDEN)
    assert cast("fireball", 4, 1, 1, others=(hidden,), options=ALL | POSITIONS)[2].posture == STANDING


@pytest.mark.rule("fda.magic.success", "fda.trait.undead")
def test_sleep_stuns_whoever_does_not_resist() -> None:
    assert cast("sleep", 6, 3)[1].posture == STANDING
    for dice in ((4,), (7,), (0, 5)):
        assert cast("sleep", 6, *dice)[1].posture == STUNNED
    assert cast("sleep", 6, 0, 0)[1].status == OUT
    assert cast("sleep", 6, target=figure("lich", 1, 62.5, 50))[1].posture == STANDING
    wounded = cast("sleep", 6, target=figure("orc", 1, 62.5, 50, wounded=True), options=ALL | WOUNDS)
    assert wounded[1].status == ON_TABLE
    assert wounded[1].posture == STANDING
    assert len(wounded.rolls) == 1


@pytest.mark.rule("fda.magic.success")
def test_glue_holds_until_the_end_of_the_next_turn() -> None:
    glued = cast("glue", 7).world
    free = changed(glued, acting=1, turn=3)
    assert refused(changed(glued, acting=1), ("advance", cm(63), cm(50)), id=1) == "fda.magic.success"
    assert refused(changed(glued, acting=1, turn=2), ("advance-fast", cm(63), cm(50)), id=1) == "fda.magic.success"
    assert refused(free, ("advance", cm(63), cm(50)), id=1) == ""
    assert refused(changed(glued, acting=1), ("turn", 0), id=1) == ""


@pytest.mark.rule("fda.magic.success", "fda.trait.large")
def test_a_gust_blows_away_all_but_the_large() -> None:
    blown = cast("gust", 8, 8, target=figure("goblin", 1, 60, 50, A=7))
    assert blown[1].x == cm(65)
    assert blown[1].posture == PRONE
    assert cast("gust", 8, 7, target=figure("goblin", 1, 60, 50, A=7))[1].posture == STANDING
    wall = box("wall", 63, 40, 64, 60)
    assert cm(61.7) < cast("gust", 8, 7, target=figure("goblin", 1, 60, 50, A=7), pieces=(wall,))[1].x <= cm(61.75)
    assert cast("gust", 8, target=figure("troll", 1, 60, 50))[1].x == cm(60)


@pytest.mark.rule("fda.magic.success", "fda.test.jdeg")
def test_barkskin_hardens_the_body_and_does_not_add_up() -> None:
    friend = figure("orc-champion", 0, 57.5, 50, D=4)
    bark = cast("barkskin", 7, target=friend).world
    assert (defence(bark, bark.figures[1]), bare_defence(bark, bark.figures[1])) == (7, 6)
    twice = scene(mage("barkskin"), bark.figures[1], options=ALL)
    again = act(twice, ("cast", 1), [7]).world
    assert defence(again, again.figures[1]) == 7
    assert defence(changed(bark, turn=3), bark.figures[1]) == 5


@pytest.mark.rule("fda.magic.success", "fda.trait.undead")
def test_healing_turns_the_card_back_or_wakes_the_stunned() -> None:
    def heals(friend: Any) -> Any:
        return cast("healing", 4, target=friend, options=ALL | WOUNDS)[1]

    assert not heals(figure("ranger", 0, 52.5, 50, wounded=True)).wounded
    assert heals(figure("ranger", 0, 52.5, 50, posture=STUNNED)).posture == STANDING
    assert heals(figure("zombie", 0, 52.5, 50, wounded=True)).wounded
    far = scene(mage("healing"), figure("ranger", 0, 54, 50, wounded=True))
    assert refused(far, ("cast", 1)) == "fda.magic.arc"
    assert refused(far, ("cast", 0)) == ""


@pytest.mark.rule("fda.magic.success", "fda.scenario.brawl-victory")
def test_a_body_rises_as_a_zombie() -> None:
    body = figure("orc", 1, 60, 50, status=OUT, posture=PRONE)
    raised = cast("raise-dead", 2, target=body)
    zombie = raised[2]
    assert (zombie.seat, zombie.card.profile, zombie.posture, zombie.activated) == (0, "zombie", PRONE, True)
    assert zombie.hands == ("mace",)
    assert zombie.card.price == 0
    assert (zombie.x, zombie.y) == (cm(60), cm(50))
    assert raised[1].body == RAISED
    assert spirit(raised.world, 0) == mage("").card.healthy.morale
    assert refused(raised.world, ("cast", 1)) != ""
    ash = scene(mage("raise-dead"), changed(body, body=ASHES))
    assert refused(ash, ("cast", 1)) == "fda.magic.self-target"
    three = [figure("zombie", 0, 70 + 3 * n, 70, body=RAISED) for n in range(3)]
    crowd: World = scene(mage("raise-dead"), body, *three)
    assert refused(crowd, ("cast", 1)) == "fda.magic.self-target"
