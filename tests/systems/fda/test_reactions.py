"""Reactions: their limits and windows, in melee and by shooting."""

from __future__ import annotations

from typing import Any

import pytest

from escarmouche.core.effects import Call
from escarmouche.systems.fda.model import (
    BASIC_REACTION_SHOT,
    CROUCHED,
    HIDDEN,
    MELEE_REACTIONS,
    ON_TABLE,
    OUT,
    POSITIONS,
    PRONE,
    REACTIONS,
    SHOOT_INTO_MELEE,
    SHOOTING_REACTIONS,
    SHORT_RANGE,
    SHOT_AT_ANY_ACTION,
    STANDING,
    STUNNED,
    WOUNDS,
    Trigger,
    World,
)
from escarmouche.systems.fda.rules.reactions import ALONG, LET_BE, Window, react
from escarmouche.systems.fda.rules.turn import activate
from tests.systems.fda.stage import Played, act, acts, box, changed, cited, cm, figure, play, scene

MELEE = REACTIONS | MELEE_REACTIONS
SHOTS = REACTIONS | SHOOTING_REACTIONS
BOTH = MELEE | SHOTS


def orc(x: float = 50, y: float = 50, facing: int = 0, **more: Any) -> Any:
    return figure("orc", 0, x, y, facing, **more)


def attacked(*dice: int, answers: Any, victim: Any = None, options: int = MELEE, others: Any = (), **more: Any) -> Played:
    """An orc (C5) strikes somebody in contact who may react."""
    victim = victim or figure("thief", 1, 52.5, 50, 180, A=6, D=4)
    return act(scene(orc(), victim, *others, options=options, **more), ("strike", 1), dice, answers)


def offers(played: Played, place: int = 0) -> set[str]:
    """The kinds of reaction that were offered."""
    return {answer[0] for answer in played.asked[place].options.listed()} - {LET_BE[0]}


# ---------------------------------------------------------------- limits


@pytest.mark.rule("fda.react.more-contexts", "fda.react.windows", "fda.setup.options-together")
def test_what_may_be_answered_when_attacked() -> None:
    assert offers(attacked(answers=[])) == {"skewer", "dodge", "defensive-posture"}
    assert offers(attacked(answers=[], options=0)) == {"skewer"}
    assert offers(attacked(answers=[], options=BOTH)) == {"skewer", "dodge", "defensive-posture"}  # no shot, no other weapon


@pytest.mark.rule("fda.react.unmarked-means-available", "fda.react.pass-forfeits")
def test_only_who_has_not_been_activated_may_react() -> None:
    marked = attacked(1, 9, answers=[], victim=figure("thief", 1, 52.5, 50, 180, activated=True))
    assert marked.asked == []
    assert attacked(answers=[]).asked[0].seat == 1
    passed = play(Call(activate, scene(figure("thief", 1, 52.5, 50), orc(90), options=MELEE), 0), answers=[("end",)])
    striker = changed(orc(), id=1)
    later = changed(passed.world, figures=(passed[0], striker), acting=1)
    assert passed[0].activated
    assert act(later, ("strike", 0), [1, 9], id=1).asked == []


@pytest.mark.rule("fda.react.one-per-turn", "fda.action.reaction-uses-activation")
def test_a_reaction_is_the_activation() -> None:
    dodged = attacked(8, 1, 9, answers=[("dodge", 1)])  # the dodge fails, and she defends
    assert dodged[1].activated
    assert dodged.world.reacted == 1
    again = act(changed(dodged.world, reacted=-1), ("strike", 1), [1, 9])
    assert again.asked == []


@pytest.mark.rule("fda.react.one-figure-per-activation", "fda.react.windows")
def test_only_one_figure_reacts_to_an_activation() -> None:
    elf, dwarf = figure("elf", 1, 50, 80, 270), figure("dwarf", 1, 60, 50, 180)
    world = scene(orc(), elf, dwarf, options=BOTH)
    shot = act(world, ("charge", 2, cm(60), cm(50)), [9, 5, 6], [("reaction-shot", 1, "bow", 0)])
    assert shot.why == ["fda.action.reaction"]
    assert not shot[2].activated
    let = act(world, ("charge", 2, cm(60), cm(50)), [5, 6, 3, 3], [LET_BE, ("skewer", 2)])
    assert let.why == ["fda.action.reaction"] * 2
    assert let[2].activated


@pytest.mark.rule("fda.react.no-chain")
def test_nobody_reacts_to_a_reaction() -> None:
    friend = figure("archer", 0, 55, 20, 90)  # the thief dodges through the archer's strip
    dodged = attacked(3, answers=[("dodge", 1)], options=BOTH, others=(friend,))
    assert dodged.why == ["fda.action.reaction"]
    assert dodged[1].x == cm(57.5)
    window = Window(changed(dodged.world, acting=0), Trigger(ALONG, 1, (), 0, 0))
    assert window.single() == LET_BE
    assert cited(window.check(("reaction-shot", 2, "bow", 0))) == "fda.react.one-figure-per-activation"


# ---------------------------------------------------------------- dodging


@pytest.mark.rule("fda.meleereact.dodge", "fda.meleereact.dodge-success")
def test_a_dodge_steps_back_five_centimetres() -> None:
    dodged = attacked(4, answers=[("dodge", 1)])
    assert dodged[1].x == cm(57.5)
    assert dodged[1].facing == 18000
    assert len(dodged.rolls) == 1
    wall = box("wall", 56.75, 40, 57.75, 60)
    short = attacked(4, answers=[("dodge", 1)], pieces=(wall,))
    assert cm(55.4) < short[1].x <= cm(55.5)
    close = attacked(4, 1, 9, answers=[("dodge", 1)], pieces=(box("wall", 53.75, 40, 54.75, 60),))
    assert close[1].x == cm(52.5)
    assert len(close.rolls) == 3


@pytest.mark.rule("fda.meleereact.dodge")
def test_who_may_not_dodge() -> None:
    second = figure("orc", 0, 52.5, 52.5)
    assert "dodge" not in offers(attacked(answers=[], others=(second,)))
    assert "dodge" in offers(attacked(answers=[], others=(changed(second, posture=STUNNED),)))
    glued = figure("thief", 1, 52.5, 50, 180, glued=1)
    assert "dodge" not in offers(attacked(answers=[], victim=glued))


@pytest.mark.rule("fda.meleereact.dodge-failure")
def test_a_failed_dodge_defends_and_cannot_hurt() -> None:
    failed = attacked(8, 1, 9, answers=[("dodge", 1)])
    assert failed[0].status == ON_TABLE
    assert "parried" in failed.kinds
    assert failed[1].activated


@pytest.mark.rule("fda.meleereact.dodge-critical")
def test_a_critical_dodge_ends_the_fight_with_a_tumble() -> None:
    tumble = attacked(0, 0, 8, answers=[("dodge", 1)])
    assert tumble[1].posture == PRONE
    assert tumble[1].x == cm(52.5)
    assert len(tumble.rolls) == 3
    lucky = attacked(0, 0, 2, answers=[("dodge", 1)])
    assert lucky[1].posture == STANDING
    assert len(lucky.rolls) == 3


# ---------------------------------------------------------------- the defensive posture


@pytest.mark.rule("fda.meleereact.posture", "fda.meleereact.posture-success")
def test_a_posture_lets_a_failed_defence_be_rolled_again() -> None:
    posture = [("defensive-posture", 1)]
    saved = attacked(3, 9, 1, 8, 2, answers=[*posture, ("reroll",)], options=MELEE | WOUNDS)
    assert not saved[1].wounded
    assert saved.why[-1] == "fda.meleereact.posture-success"
    assert attacked(3, 9, 1, 8, answers=[*posture, ("keep",)], options=MELEE | WOUNDS)[1].wounded
    zero = attacked(3, 9, 1, 0, 5, answers=posture, options=MELEE | WOUNDS)
    assert zero[1].wounded
    assert len(zero.asked) == 1
    stunned = attacked(3, 9, 1, 4, answers=posture)
    assert stunned[1].posture == STUNNED
    assert len(stunned.asked) == 1


@pytest.mark.rule("fda.meleereact.posture-success", "fda.damage.jd-order")
def test_the_forced_reroll_comes_before_the_posture() -> None:
    brute = figure("barbarian", 0, 50, 50, C=6)
    world = scene(brute, figure("orc", 1, 52.5, 50, 180, D=4, A=4), options=MELEE)
    played = act(world, ("strike", 1), [3, 9, 1, 2, 8, 1], [("defensive-posture", 1), ("reroll",)])
    assert played[1].status == ON_TABLE
    assert played[1].posture == STANDING


@pytest.mark.rule("fda.meleereact.posture-failure", "fda.meleereact.posture-critical")
def test_a_posture_that_fails_or_collapses() -> None:
    failed = attacked(9, 9, 1, 8, answers=[("defensive-posture", 1)])
    assert failed[1].status == OUT
    assert len(failed.asked) == 1
    collapsed = attacked(0, 0, 9, answers=[("defensive-posture", 1)])
    assert collapsed[1].posture == PRONE
    assert len(collapsed.rolls) == 3


# ---------------------------------------------------------------- another weapon


def contacted(*dice: int, answers: Any, victim: Any, options: int = MELEE, others: Any = (), **more: Any) -> Played:
    """An orc walks into contact with somebody 8 cm off."""
    return act(scene(orc(), victim, *others, options=options, **more), ("advance", cm(58), cm(50)), dice, answers)


def elf(**more: Any) -> Any:
    return figure("elf", 1, 58, 50, 180, A=7, **more)


@pytest.mark.rule("fda.meleereact.change-weapon", "fda.meleereact.change-weapon-success", "fda.react.windows")
def test_one_just_contacted_may_change_weapons() -> None:
    changes = contacted(3, answers=[("change-weapon", 1, ("dagger",))], victim=elf())
    assert changes[1].hands == ("dagger",)
    assert changes[1].belt == ("bow",)
    assert changes[1].activated
    world = scene(orc(55.5), elf(), options=MELEE)  # in contact already
    assert "change-weapon" not in offers(act(world, ("strike", 1)))
    assert offers(contacted(answers=[], victim=elf())) == {"change-weapon"}
    assert contacted(answers=[], victim=figure("thief", 1, 58, 50, 180)).asked == []  # she holds two daggers already


@pytest.mark.rule("fda.meleereact.change-weapon-failure", "fda.meleereact.change-weapon-critical")
def test_a_change_that_fails_or_drops_everything() -> None:
    wish = [("change-weapon", 1, ("dagger",))]
    failed = contacted(9, answers=wish, victim=elf())
    assert failed[1].hands == ("bow",)
    assert failed[1].activated
    dropped = contacted(0, 0, answers=wish, victim=elf())
    assert dropped[1].hands == ()
    assert dropped[1].belt == ()
    assert sorted(thing.item for thing in dropped.world.things) == ["bow", "dagger"]


# ---------------------------------------------------------------- the defensive shot


@pytest.mark.rule("fda.shootreact.defensive-shot", "fda.shootreact.defensive-success")
def test_a_defensive_shot_without_any_penalty() -> None:
    shield = figure("goblin", 0, 50, 50, D=4)
    archer = figure("archer", 1, 58, 50, 90, T=5, A=5)
    world = scene(shield, archer, options=SHOTS)
    shot = act(world, ("charge", 1, cm(58), cm(50)), [4, 5, 9], [("keep",), ("defensive-shot", 1, "bow")])
    assert shot[0].status == OUT
    assert shot[1].facing == 18000
    assert len(shot.rolls) == 3
    assert any(tell.kind == "shoots" and tell.about[3] == 5 for tell in shot.tells)


@pytest.mark.rule("fda.shootreact.defensive-shot")
def test_a_charger_wounded_by_it_still_strikes_and_who_may_not_shoot() -> None:
    archer = figure("archer", 1, 58, 50, 180, T=5, A=5)
    world = scene(orc(D=4), archer, options=SHOTS | WOUNDS)
    shot = act(world, ("charge", 1, cm(58), cm(50)), [4, 5, 7, 1, 9], [LET_BE, ("defensive-shot", 1, "bow")])
    assert shot[0].wounded
    assert "pass-of-arms" in shot.kinds
    assert "parried" in shot.kinds
    engaged = scene(orc(), archer, figure("orc", 0, 60.5, 50), options=SHOTS)
    assert act(engaged, ("advance", cm(58), cm(50))).asked == []
    empty = scene(orc(), changed(archer, unloaded=("bow",)), options=SHOTS)
    assert act(empty, ("advance", cm(58), cm(50))).asked == []


@pytest.mark.rule("fda.shootreact.defensive-failure", "fda.shootreact.defensive-critical")
def test_a_bad_start_costs_one_and_a_critical_one_the_quiver() -> None:
    def shot(*dice: int) -> Played:
        world = scene(orc(), figure("archer", 1, 58, 50, 180, T=5, A=5), options=SHOTS)
        return act(world, ("advance", cm(58), cm(50)), dice, [LET_BE, ("defensive-shot", 1, "bow")])

    failed = shot(9, 5)
    assert "shot-misses" in failed.kinds
    assert any(tell.kind == "shoots" and tell.about[3] == 4 for tell in failed.tells)
    assert "shot-hits" in shot(9, 4, 2).kinds
    empty = shot(0, 0)
    assert empty[1].spent == ("bow",)
    assert "shoots" not in empty.kinds


# ---------------------------------------------------------------- the reaction shot


def passing(*dice: int, answers: Any, goblin: Any = None, options: int = SHOTS, to: float = 60, **more: Any) -> Played:
    """A wizardess walks east along y = 50 through the firing strip of a goblin 20 cm north at x = 55, T4."""
    goblin = goblin or figure("goblin-scout", 1, 55, 70, 270, T=4)
    mover = more.pop("mover", figure("wizardess", 0, 50, 50, D=4))
    return act(scene(mover, goblin, options=options, **more), ("advance", cm(to), cm(50)), dice, answers)


@pytest.mark.rule("fda.shootreact.reaction-shot", "fda.shoot.hampered-reaction", "fda.react.windows")
def test_a_shot_at_one_that_passes_is_hampered() -> None:
    shot = passing(3, 9, answers=[("reaction-shot", 1, "bow", 500)])
    assert any(tell.kind == "shoots" and tell.about[3] == 3 for tell in shot.tells)
    assert shot[0].status == OUT
    assert shot[0].x == cm(55)
    assert shot[1].activated
    missed = passing(4, answers=[("reaction-shot", 1, "bow", 500)])
    assert missed[0].x == cm(60)
    assert passing(answers=[], goblin=figure("goblin-scout", 1, 55, 70, 270, unloaded=("bow",))).asked == []


@pytest.mark.rule("fda.shootreact.reaction-shot")
def test_knocked_down_it_stays_where_it_was_hit() -> None:
    stunned = passing(3, 4, answers=[("reaction-shot", 1, "bow", 400)])
    assert stunned[0].posture == STUNNED
    assert stunned[0].x == cm(54)
    wounded = passing(3, 9, answers=[("reaction-shot", 1, "bow", 400)], options=SHOTS | WOUNDS)
    assert wounded[0].wounded
    assert wounded[0].x == cm(60)


@pytest.mark.rule("fda.shootreact.reaction-shot", "fda.shootadv.short-range")
def test_distance_and_posture_are_judged_at_the_point() -> None:
    mover = figure("wizardess", 0, 50, 50, posture=CROUCHED)
    goblin = figure("goblin-scout", 1, 66.5, 50, 180, T=4)
    world = scene(mover, goblin, options=SHOTS | POSITIONS | SHORT_RANGE)
    answer = ("advance-crouched", cm(58), cm(50))
    for share, value in ((250, 2), (625, 3)):
        shot = act(world, answer, [9], [("reaction-shot", 1, "bow", share)])
        assert any(tell.kind == "shoots" and tell.about[3] == value for tell in shot.tells)


@pytest.mark.rule("fda.shootreact.reaction-shot-arc", "fda.shoot.mounted-all-round")
def test_a_foot_figure_shoots_straight_ahead_and_a_rider_all_round() -> None:
    assert passing(answers=[], goblin=figure("goblin-scout", 1, 55, 70, 90)).asked == []
    rider = passing(9, goblin=figure("amazon-rider", 1, 55, 70, 90), answers=[("reaction-shot", 1, "javelin", 0)])
    assert "shoots" in rider.kinds
    window = Window(
        scene(figure("orc", 0, 50, 50), figure("goblin-scout", 1, 55, 70, 90), options=SHOTS), Trigger(ALONG, 0, (), 0, 0)
    )
    assert cited(window.check(("reaction-shot", 1, "bow", 0))) == "fda.shootreact.reaction-shot-arc"


@pytest.mark.rule("fda.shootreact.reaction-shot", "fda.react.windows")
def test_standing_still_is_no_passing_but_at_some_tables() -> None:
    archer = figure("archer", 0, 55, 50)
    world = scene(archer, figure("goblin-scout", 1, 55, 70, 270), figure("orc", 1, 90, 50), options=SHOTS)
    assert acts(world, ("shoot", "bow", 2), dice=[9]).why == ["fda.action.two-time-units"] * 2
    odd = changed(world, switches=SHOT_AT_ANY_ACTION)
    answered = acts(odd, ("shoot", "bow", 2), ("reaction-shot", 1, "bow", 0), dice=[9, 9])
    assert answered.kinds.count("shoots") == 2


@pytest.mark.rule("fda.action.reaction-basic-scope", "fda.setup.options-together")
def test_reaction_shots_need_their_option_or_a_table_that_reads_so() -> None:
    assert passing(answers=[], options=0).asked == []
    assert passing(answers=[], options=0, switches=BASIC_REACTION_SHOT).asked != []


@pytest.mark.rule("fda.cover.shooting-reveals", "fda.shootreact.reaction-shot")
def test_a_hidden_shooter_shows_itself_and_one_in_contact_cannot_shoot() -> None:
    hidden = figure("goblin-scout", 1, 55, 90, 270, T=4, posture=HIDDEN)
    column = box("column", 57, 89, 60, 92)
    shot = passing(9, answers=[("reaction-shot", 1, "bow", 500)], goblin=hidden, options=SHOTS | POSITIONS, pieces=(column,))
    assert shot[1].posture == STANDING
    touched = scene(
        figure("wizardess", 0, 50, 50), figure("goblin-scout", 1, 55, 70, 270), figure("orc", 0, 57.5, 70), options=SHOTS
    )
    assert act(touched, ("advance", cm(60), cm(50))).asked == []


@pytest.mark.rule("fda.shootadv.into-melee", "fda.setup.options-together")
def test_no_reaction_shot_into_a_melee_without_that_option() -> None:
    target, friend = figure("wizardess", 0, 55, 50), figure("orc", 1, 57.5, 50)
    window = Trigger(ALONG, 0, (), cm(55), cm(50))
    for options, asked in ((SHOTS, 0), (SHOTS | SHOOT_INTO_MELEE, 1)):
        world: World = scene(target, figure("goblin-scout", 1, 55, 70, 270), friend, options=options)
        assert len(play(Call(react, world, window)).asked) == asked


@pytest.mark.rule("fda.shootreact.reaction-shot", "fda.react.windows")
def test_an_enemy_seen_for_a_moment_through_a_gap_may_be_shot_at() -> None:
    """A rider crosses 20 cm behind two walls with a gap of two millimetres: at every quarter of her way she is out of sight."""
    walls = [box("wall", 60, 20, 60.2, 47.4), box("wall", 60, 47.6, 60.2, 80)]
    world = scene(figure("amazon-rider", 0, 66, 40, 90), figure("archer", 1, 40, 47.5, 0), pieces=walls)
    asked = act(world, ("advance", cm(66), cm(60)))
    shots = [answer for answer in asked.asked[-1].options.listed() if answer[0] == "reaction-shot"]
    assert shots
    assert not {share for *_, share in shots} & {0, 250, 500, 750, 1000}
