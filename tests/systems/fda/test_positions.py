"""Positions: lying down, hiding, crouching, being discovered, and moving low."""

from __future__ import annotations

from typing import Any

import pytest

import escarmouche as esc
from escarmouche.core.effects import Call
from escarmouche.systems.fda.model import (
    CROUCHED,
    DISCOVERY_BY_LINE,
    EXTRA_ACTIONS,
    HIDDEN,
    POSITIONS,
    PRONE,
    SHOOTING_REACTIONS,
    STANDING,
    STUNNED,
    Course,
    World,
)
from escarmouche.systems.fda.rules.discovery import discovered
from escarmouche.systems.fda.rules.movement import charge
from escarmouche.systems.fda.rules.positions import fog_of_war, hide_refusal
from escarmouche.systems.fda.rules.shooting import is_poorly_visible, target_refusal
from tests.systems.fda.stage import EVERYTHING, act, acts, box, changed, cited, cm, figure, offered, play, refused, scene

COLUMN = box("column", 20, 20, 23, 23)
"""A column; whoever stands at (18, 21.5) touches its west side, for a base is 2.5 cm wide."""


def goblin(x: float = 18, y: float = 21.5, facing: int = 0, **more: Any) -> Any:
    return figure("goblin-scout", more.pop("seat", 0), x, y, facing, **more)


def orc(x: float, y: float, facing: int = 180, **more: Any) -> Any:
    return figure("orc", 1, x, y, facing, **more)


def hall(*others: Any, **more: Any) -> World:
    return scene(more.pop("first", goblin()), *others, pieces=more.pop("pieces", (COLUMN,)), **more)


@pytest.mark.rule("fda.position.lie-down")
def test_lying_down_takes_both_units_and_no_roll() -> None:
    lies = act(hall(), ("lie-down",))
    assert lies[0].posture == PRONE
    assert lies.course.left == 0
    assert not lies.rolls
    assert act(hall(orc(20.5, 21.5), options=EVERYTHING), ("lie-down",))[0].posture == PRONE


@pytest.mark.rule("fda.position.hide", "fda.state.hidden", "fda.setup.options-together")
def test_a_goblin_behind_a_column_hides_without_a_roll() -> None:
    world = hall(orc(70, 21.5, facing=0))
    hides = act(world, ("hide",))
    assert hides[0].posture == HIDDEN
    assert hides.course.left == 0
    assert not hides.rolls
    touching = hall(orc(15.5, 21.5, facing=180), options=EVERYTHING & ~POSITIONS | POSITIONS)
    assert refused(touching, ("hide",)) == "fda.position.hide"
    assert refused(hall(orc(70, 21.5, 0), options=0), ("hide",)) == "fda.setup.rule-levels"


@pytest.mark.rule("fda.position.hide-near-scenery", "fda.position.hide-not-in-clear")
def test_one_hides_by_scenery_only() -> None:
    far = orc(90, 90, facing=0)
    assert refused(hall(far, first=goblin(60, 60)), ("hide",)) == "fda.position.hide-not-in-clear"
    assert refused(hall(far, first=goblin(16.25, 21.5)), ("hide",)) == ""  # its rim is 2.5 cm from the column
    assert refused(hall(far, first=goblin(16.24, 21.5)), ("hide",)) == "fda.position.hide-not-in-clear"
    debris = box("debris", 55, 55, 65, 65)
    assert refused(hall(far, first=goblin(60, 60), pieces=(debris,)), ("hide",)) == ""
    marsh = box("marsh", 55, 55, 65, 65)
    assert refused(hall(far, first=goblin(60, 60), pieces=(marsh,)), ("hide",)) == "fda.position.hide-not-in-clear"


@pytest.mark.rule("fda.position.hide-unseen-or-half")
def test_every_enemy_that_looks_must_see_less_than_half() -> None:
    behind, beside = orc(60, 21.5), orc(18, 60, facing=270)
    assert refused(hall(behind), ("hide",)) == ""  # the column stands between
    assert refused(hall(beside), ("hide",)) == "fda.position.hide-unseen-or-half"
    assert refused(hall(behind, beside), ("hide",)) == "fda.position.hide-unseen-or-half"
    assert refused(hall(orc(18, 60, facing=90)), ("hide",)) == ""
    assert refused(hall(orc(18, 60, facing=270, posture=STUNNED)), ("hide",)) == ""


@pytest.mark.rule("fda.position.hide-beyond-30")
def test_no_enemy_within_thirty_centimetres() -> None:
    at = 21.5 + 2.5 + 30
    assert refused(hall(orc(18, at, facing=90)), ("hide",)) == "fda.position.hide-beyond-30"
    assert refused(hall(orc(18, at + 1, facing=90)), ("hide",)) == ""
    assert refused(hall(orc(18, at, facing=90, posture=STUNNED)), ("hide",)) == ""


@pytest.mark.rule("fda.position.mounted-cannot-hide", "fda.trait.refuses-to-crouch", "fda.trait.undead", "fda.trait.mounted")
@pytest.mark.parametrize(
    ("profile", "rule"),
    [
        ("amazon-rider", "fda.position.mounted-cannot-hide"),
        ("barbarian", "fda.trait.refuses-to-crouch"),
        ("paladin", "fda.trait.refuses-to-crouch"),
        ("zombie", "fda.trait.undead"),
    ],
)
def test_riders_the_proud_and_the_undead_never_hide_nor_crouch(profile: str, rule: str) -> None:
    world = hall(first=figure(profile, 0, 17, 21.5))
    assert refused(world, ("hide",)) == rule
    assert refused(world, ("crouch",)) == rule


@pytest.mark.rule("fda.position.discovered-within-20", "fda.position.discovered-becomes-crouched")
def test_coming_within_twenty_centimetres_discovers() -> None:
    hidden = goblin(posture=HIDDEN)
    elf = figure("elf", 1, 18 + 2.5 + 26, 21.5, 180, A=10)
    walks = act(scene(elf, changed(hidden, seat=0), pieces=(COLUMN,)), ("advance", elf.x - cm(5), elf.y))
    assert walks[1].posture == HIDDEN
    assert "discovered" not in walks.kinds
    walks = act(scene(elf, changed(hidden, seat=0), pieces=(COLUMN,)), ("advance", elf.x - cm(6), elf.y))
    assert walks[1].posture == HIDDEN  # exactly 20 cm
    walks = act(scene(elf, changed(hidden, seat=0), pieces=(COLUMN,)), ("advance", elf.x - cm(10), elf.y))
    assert walks[1].posture == CROUCHED
    assert walks[0].x == elf.x - cm(10)


@pytest.mark.rule("fda.position.discovered-within-20")
def test_turning_round_discovers_and_a_wall_does_not_let_see() -> None:
    hidden, wall = goblin(18, 21.5, posture=HIDDEN), box("wall", 24, 10, 25, 30)
    near = orc(18 + 2.5 + 15, 21.5, facing=0)
    world = scene(near, hidden, pieces=(COLUMN,))
    assert acts(world, ("turn", 18000))[1].posture == CROUCHED
    assert acts(world, ("turn", 9100))[1].posture == CROUCHED
    assert acts(world, ("turn", 4500))[1].posture == HIDDEN
    assert acts(scene(near, hidden, pieces=(COLUMN, wall)), ("turn", 18000))[1].posture == HIDDEN


@pytest.mark.rule("fda.position.discovered-within-20")
def test_some_tables_need_a_line_that_a_column_interrupts() -> None:
    broad = box("column", 20, 15, 23, 28)
    world = scene(orc(33, 21.5, facing=0), goblin(posture=HIDDEN), pieces=(broad,))
    assert acts(world, ("turn", 18000))[1].posture == CROUCHED
    assert acts(changed(world, switches=DISCOVERY_BY_LINE), ("turn", 18000))[1].posture == HIDDEN


@pytest.mark.rule("fda.position.discovered-becomes-crouched")
def test_found_by_contact_it_stands() -> None:
    world = scene(goblin(posture=HIDDEN), pieces=(COLUMN,))
    assert discovered(world, 0).figures[0].posture == CROUCHED
    world = scene(goblin(posture=HIDDEN), orc(15.5, 21.5), pieces=(COLUMN,))
    assert discovered(world, 0).figures[0].posture == STANDING
    proud = scene(figure("paladin", 0, 18, 21.5, posture=HIDDEN), pieces=(COLUMN,))
    assert discovered(proud, 0).figures[0].posture == STANDING


@pytest.mark.rule("fda.state.hidden", "fda.cover.hidden-not-target")
def test_nobody_charges_or_shoots_at_the_hidden() -> None:
    archer = figure("archer", 0, 9, 21.5)
    world = scene(archer, goblin(18, 21.5, posture=HIDDEN, seat=1), pieces=(COLUMN,))
    assert refused(world, ("charge", 1, cm(18), cm(21.5))) == "fda.state.hidden"
    assert refused(world, ("shoot", "bow", 1)) == "fda.cover.hidden-not-target"
    found = scene(archer, goblin(18, 21.5, posture=CROUCHED, seat=1), pieces=(COLUMN,))
    assert refused(found, ("charge", 1, cm(18), cm(21.5))) == ""
    assert refused(found, ("shoot", "bow", 1)) == ""


@pytest.mark.rule("fda.position.acting-reveals", "fda.cover.shooting-reveals")
def test_whoever_shoots_is_seen() -> None:
    for posture in (CROUCHED, HIDDEN):
        world = scene(goblin(posture=posture, facing=270), orc(18, 60, facing=90), pieces=(COLUMN,), options=POSITIONS)
        assert act(world, ("shoot", "bow", 1), [9])[0].posture == STANDING


@pytest.mark.rule("fda.position.crouch")
def test_crouching_lasts_until_something_ends_it() -> None:
    world = hall(orc(18, 60), first=figure("archer", 0, 18, 21.5, 90))
    crouches = act(world, ("crouch",))
    assert crouches[0].posture == CROUCHED
    assert crouches.course.left == 1
    shoots = act(crouches.world, ("shoot", "bow", 1), [9], course=crouches.course)
    assert shoots[0].posture == STANDING
    assert act(shoots.world, ("crouch",))[0].posture == CROUCHED
    assert refused(hall(orc(20.5, 21.5)), ("crouch",)) == "fda.position.crouch"


@pytest.mark.rule("fda.position.crouched-target", "fda.cover.back-shot")
def test_a_crouched_target_is_hard_to_see_but_from_behind() -> None:
    archer = figure("archer", 0, 10, 50)
    for facing, poorly in ((180, True), (0, False)):
        world = scene(archer, goblin(40, 50, facing, seat=1, posture=CROUCHED))
        assert is_poorly_visible(world, world.figures[0], world.figures[1], "bow") is poorly
        shield = scene(archer, figure("goblin", 1, 40, 50, facing, posture=CROUCHED))
        assert is_poorly_visible(shield, shield.figures[0], shield.figures[1], "bow") is poorly
    both = act(scene(archer, figure("goblin", 1, 40, 50, 180, posture=CROUCHED), options=POSITIONS), ("shoot", "bow", 1), [9])
    assert both.tells[0].about[3] == archer.card.healthy.shooting - 1


@pytest.mark.rule("fda.position.contact-ends-crouch")
def test_contact_ends_crouching() -> None:
    world = scene(orc(30, 50, 0), figure("thief", 0, 38, 50, 180, posture=CROUCHED, activated=True), options=POSITIONS)
    walks = act(world, ("advance", cm(38), cm(50)))
    assert walks[1].posture == STANDING


@pytest.mark.rule("fda.position.leaving-crouch", "fda.position.advance-crouched")
def test_only_the_slow_low_move_keeps_one_low() -> None:
    world = scene(figure("elf", 0, 30, 50, posture=CROUCHED), orc(80, 80))
    low = act(world, ("advance-crouched", cm(40), cm(50)))
    assert low[0].posture == CROUCHED
    assert low[0].x == cm(40)
    assert low.course.left == 0
    assert refused(world, ("advance-crouched", cm(40.1), cm(50))) == "fda.move.table"
    assert act(world, ("advance-fast", cm(40), cm(50)), [3], [("go", cm(10))])[0].posture == STANDING
    assert act(world, ("straighten",))[0].posture == STANDING
    assert act(world, ("turn", 9000))[0].posture == CROUCHED
    upright = scene(figure("elf", 0, 30, 50), orc(80, 80))
    assert refused(upright, ("advance-crouched", cm(40), cm(50))) != ""
    assert refused(upright, ("straighten",)) != ""
    near = scene(figure("thief", 0, 30, 50, posture=CROUCHED), orc(38, 50, activated=True), options=POSITIONS)
    attack = play(Call(charge, near, 0, Course(0), ("charge", 1, cm(38), cm(50))), [5, 6])
    assert attack[0].posture == STANDING


@pytest.mark.rule("fda.position.advance-hidden")
def test_a_hidden_figure_moves_in_its_undergrowth() -> None:
    undergrowth = box("undergrowth", 10, 10, 40, 30)
    hidden = figure("goblin-scout", 0, 20, 20, posture=HIDDEN, A=7)
    world = scene(hidden, orc(90, 90, 0), pieces=(undergrowth,))
    moves = act(world, ("advance-hidden", cm(27), cm(20)))
    assert moves[0].posture == HIDDEN
    assert moves[0].x == cm(27)
    assert moves.course.left == 0
    assert refused(world, ("advance-hidden", cm(27.5), cm(20))) == "fda.move.table"
    out = scene(changed(hidden, x=cm(40)), orc(90, 90, 0), pieces=(undergrowth,))
    assert act(out, ("advance-hidden", cm(46.9), cm(20)))[0].posture == STANDING


@pytest.mark.rule("fda.position.crawl", "fda.state.prone-limits")
def test_crawling_two_centimetres() -> None:
    world = scene(figure("paladin", 0, 50, 50, posture=PRONE), orc(90, 90))
    crawls = act(world, ("crawl", cm(52), cm(50)))
    assert crawls[0].x == cm(52)
    assert crawls[0].posture == PRONE
    assert crawls.course.left == 1
    assert not crawls.rolls
    assert act(crawls.world, ("crawl", cm(54), cm(50)), course=crawls.course)[0].x == cm(54)
    assert refused(world, ("crawl", cm(52.1), cm(50))) == "fda.position.crawl"
    assert refused(scene(figure("paladin", 0, 50, 50)), ("crawl", cm(52), cm(50))) == "fda.position.crawl"
    assert refused(scene(figure("paladin", 0, 50, 50, posture=STUNNED)), ("crawl", cm(52), cm(50))) != ""
    pinned = scene(figure("ranger", 0, 50, 50, posture=PRONE), orc(52.5, 50))
    assert refused(pinned, ("crawl", cm(48), cm(50))) == "fda.contact.leaving-contact"
    assert refused(changed(pinned, options=POSITIONS), ("crawl", cm(48), cm(50))) == ""
    short = act(scene(figure("ranger", 0, 50, 50, posture=PRONE), orc(53.5, 50)), ("crawl", cm(52), cm(50)))
    assert cm(50.8) < short[0].x < cm(51)  # it stops short of contact


@pytest.mark.rule("fda.position.fog-of-war")
def test_a_side_begins_hidden_crouched_or_in_the_open() -> None:
    world = scene(goblin(seat=1), figure("orc", 1, 60, 60), figure("amazon-rider", 1, 50, 90), figure("elf", 0, 100, 100, 90))
    world = changed(world, ground=changed(world.ground, pieces=(COLUMN,)))
    begins = play(Call(fog_of_war, world, 1), answers=[("begin", ((0, "hidden"), (1, "crouched")))])
    assert [one.posture for one in begins.world.figures] == [HIDDEN, CROUCHED, STANDING, STANDING]
    assert begins.why == ["fda.position.fog-of-war"], "one question for all of them"
    options = begins.asked[0].options
    assert ("begin", ()) in options.listed()
    assert cited(options.check(("begin", ((1, "hidden"),)))) == "fda.position.fog-of-war", "no scenery near it"
    assert options.check(("begin", ((2, "crouched"),))) is not None, "a rider does not crouch"
    assert options.check(("begin", ((1, "crouched"), (0, "hidden")))) is not None, "in the order of the troop"
    assert options.check(("begin", ((0, "hidden"), (0, "crouched")))) is not None, "and once each"
    for wrong in ((), ("begin",), ("begin", 3), ("begin", (3,)), ("begin", ((0, 1, 2),)), ("begin", ((True, "hidden"),)), 7):
        assert options.check(wrong) is not None
    near = changed(world, figures=(*world.figures[:3], changed(world.figures[3], x=cm(30), y=cm(21.5))))
    assert cited(hide_refusal(near, near.figures[0])) == "fda.position.hide-beyond-30"
    assert play(Call(fog_of_war, changed(world, options=0), 1)).asked == []


@pytest.mark.rule("fda.setup.options-together")
def test_without_positions_nobody_hides_and_falling_remains() -> None:
    basic = scene(figure("elf", 0, 30, 50, posture=PRONE), options=EXTRA_ACTIONS | SHOOTING_REACTIONS)
    kinds = ("lie-down", "hide", "crouch", "crawl", "advance-crouched", "advance-hidden")
    assert not any(offered(basic, kind) for kind in kinds)
    assert offered(basic, "stand-up")


@pytest.mark.rule("fda.state.hidden")
def test_the_hidden_are_barred_to_every_shot() -> None:
    world = scene(figure("elf", 0, 50, 50), goblin(80, 50, seat=1, posture=HIDDEN))
    assert cited(target_refusal(world, world.figures[0], world.figures[1])) == "fda.cover.hidden-not-target"


@pytest.mark.rule("fda.scenario.rude-awakening-setup", "fda.position.fog-of-war")
def test_the_scout_may_begin_hidden_beside_a_column() -> None:
    def lurking(x: float, y: float, **options: bool) -> Any:
        game = esc.new("fda", scenario="rude-awakening", seed=5, options=options)
        places = {"goblin-scout": (cm(x), cm(y), 0), "wizardess": (cm(64.5), cm(5), 0)}
        for seat in (0, 1):
            assert game.due is not None
            troop = [one.card.profile for one in game.due.world.figures if one.seat == seat]
            spots = game.options()[0][1]
            game.play(("deploy", tuple([places.get(name, spot) for name, spot in zip(troop, spots, strict=True)])))
        assert game.due is not None
        return next(one.posture for one in game.due.world.figures if one.card.profile == "goblin-scout")

    assert lurking(18, 16.5, positions=True) == HIDDEN
    assert lurking(44.5, 16.5, positions=True) == CROUCHED  # the guard is within 30 cm
    with pytest.raises(esc.IllegalAnswer):
        lurking(18, 16.5)
    with pytest.raises(esc.IllegalAnswer):
        lurking(26.8, 16.5, positions=True)
