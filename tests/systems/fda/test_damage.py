"""Damage and states: the JD in its order, the JDeg, falling, stunned, out of action, dead."""

from __future__ import annotations

from typing import Any

import pytest

from escarmouche.core.effects import Call
from escarmouche.core.engine import start
from escarmouche.core.odds import leaves, tally
from escarmouche.systems.fda.model import (
    COVER,
    CROUCHED,
    DEAD,
    HIDDEN,
    JDEG_WOUNDS,
    ON_TABLE,
    OUT,
    PRONE,
    STANDING,
    STUNNED,
    WOUNDS,
    Figure,
    World,
)
from escarmouche.systems.fda.rules.conventions import engages, touched
from escarmouche.systems.fda.rules.damage import NO_REROLL, POSTURE, SHELTER, clumsiness, defence_roll, falls
from escarmouche.systems.fda.rules.melee import attack
from escarmouche.systems.fda.rules.turn import activate
from tests.systems.fda.stage import changed, cm, figure, play, refused, scene, script


def basic(*figures: Figure, **more: Any) -> World:
    return scene(*figures, options=more.pop("options", 0), **more)


def hit(one: Figure, *dice: int, again: str = NO_REROLL, heavy: bool = False, answers: Any = (), options: int = 0) -> Any:
    return play(Call(defence_roll, basic(one, options=options), 0, 0, heavy, again), dice, answers)


THIEF = figure("thief", 0, 20, 20, D=4)
KNIGHT = figure("dwarf", 0, 20, 20, D=5)
"""D 5, chain mail for 2 more, and a helmet."""


@pytest.mark.rule(
    "fda.damage.jd-roll", "fda.damage.jd-success", "fda.damage.jd-equal-stunned", "fda.damage.jd-failure-out",
    "fda.damage.jd-critical-dead", "fda.state.out-of-action", "fda.state.dead",
)  # fmt: skip
def test_under_equal_above_and_zero() -> None:
    assert [hit(THIEF, face)[0].posture for face in (1, 2, 3, 4)] == [STANDING, STANDING, STANDING, STUNNED]
    assert [hit(THIEF, face)[0].status for face in range(5, 10)] == [OUT] * 5
    assert hit(THIEF, 0, 1)[0].status == OUT
    assert hit(THIEF, 0, 0)[0].status == DEAD
    champion = figure("orc-champion", 0, 20, 20, D=5)
    assert [hit(champion, face)[0].posture for face in (5, 6)] == [STANDING, STUNNED]
    assert hit(champion, 7)[0].status == OUT


@pytest.mark.rule("fda.damage.jd-order")
def test_the_order_of_a_jd() -> None:
    helmet = hit(KNIGHT, 4, 7, 3, heavy=True)
    assert helmet[0].posture == STANDING
    assert [roll.why for roll in helmet.rolls][2] == "fda.test.jdeg"
    posture = hit(THIEF, 2, 8, 1, heavy=True, again=POSTURE, answers=[("reroll",)])
    assert posture[0].posture == STANDING
    assert hit(THIEF, 0, 7, again=POSTURE).asked == []
    assert hit(THIEF, 4, again=POSTURE).asked == []
    assert hit(THIEF, 4, 2, again=SHELTER, answers=[("reroll",)], options=COVER)[0].posture == STANDING


@pytest.mark.rule("fda.damage.helmet", "fda.damage.helmet-no-help-on-jdeg")
def test_a_helmet_turns_a_stun_into_a_jdeg() -> None:
    assert hit(KNIGHT, 7, 4)[0].posture == STANDING
    assert hit(KNIGHT, 7, 5)[0].posture == STUNNED
    assert hit(KNIGHT, 7, 6)[0].posture == PRONE
    assert hit(KNIGHT, 7, 0, 3)[0].posture == PRONE
    assert hit(KNIGHT, 7, 0, 0)[0].status == OUT
    assert hit(changed(KNIGHT, card=changed(KNIGHT.card, helmet=False)), 7)[0].posture == STUNNED


def mishap(one: Figure, *dice: int, options: int = 0, switches: int = 0) -> Figure:
    found: Figure = play(Call(clumsiness, basic(one, options=options, switches=switches), 0), dice)[0]
    return found


@pytest.mark.rule(
    "fda.damage.jdeg-success", "fda.damage.jdeg-equal-stunned", "fda.damage.jdeg-failure", "fda.damage.jdeg-critical"
)
def test_a_jdeg() -> None:
    ranger = figure("ranger", 0, 20, 20, D=5)
    assert mishap(ranger, 4).posture == STANDING
    assert mishap(ranger, 5).posture == STUNNED
    assert mishap(ranger, 8).posture == PRONE
    assert mishap(ranger, 0, 0).status == OUT
    assert mishap(changed(ranger, posture=STUNNED), 8).posture == STUNNED
    assert mishap(changed(ranger, posture=PRONE), 8).posture == PRONE


@pytest.mark.rule("fda.state.falling")
def test_whoever_falls_stays_where_it_was_and_engages_nobody() -> None:
    orc, dwarf, ranger = figure("orc", 0, 20, 20, 45), figure("dwarf", 1, 22.5, 20), figure("ranger", 1, 20, 22.5)
    world = basic(orc, dwarf, ranger)
    fallen = play(script(falls, world, 0, "fda.damage.jdeg-failure"))
    after = fallen[0]
    assert (after.x, after.y, after.facing, after.hands) == (orc.x, orc.y, 4500, orc.hands)
    assert after.posture == PRONE
    assert len(touched(fallen.world, after)) == 2
    assert not engages(after, fallen[1])
    for posture in (CROUCHED, HIDDEN):
        low = basic(changed(orc, posture=posture))
        assert play(script(falls, low, 0, "fda.damage.jdeg-failure"))[0].posture == PRONE
    stunned = basic(changed(orc, posture=STUNNED))
    assert play(script(falls, stunned, 0, "fda.damage.jdeg-failure"))[0].posture == STUNNED


@pytest.mark.rule("fda.state.prone-limits", "fda.state.prone", "fda.shoot.not-prone")
def test_what_a_prone_figure_may_do() -> None:
    archer = figure("archer", 0, 20, 20, posture=PRONE, unloaded=("bow",))
    world = basic(archer, figure("orc", 1, 22.5, 20, activated=True))
    for answer in (("strike", 1), ("advance", cm(15), cm(20)), ("shoot", "bow", 1), ("charge", 1, cm(22), cm(20))):
        assert refused(world, answer) == "fda.state.prone-limits"
    allowed: list[Any] = [("stand-up",), ("turn", 100), ("reload-quick", "bow")]
    assert [refused(world, answer) for answer in allowed] == ["", "", ""]


@pytest.mark.rule("fda.state.stunned", "fda.state.out-of-action")
def test_a_stunned_figure_does_nothing_but_recover() -> None:
    world = basic(figure("orc", 0, 20, 20, D=4, posture=STUNNED), figure("elf", 1, 40, 20))
    assert refused(world, ("turn", 100)) != ""
    assert refused(world, ("stand-up",)) != ""
    played = play(Call(activate, world, 0), [8])
    assert played.asked == []
    gone = basic(figure("orc", 0, 20, 20, status=OUT), figure("elf", 1, 22.5, 20))
    assert touched(gone, gone.figures[1]) == []


@pytest.mark.rule("fda.wound.jdeg-under-wounds", "fda.wound.jd-failure-wounds")
def test_wounds_soften_a_failure() -> None:
    orc = figure("orc", 0, 20, 20, D=4)
    assert hit(orc, 7, options=WOUNDS)[0].wounded
    assert hit(orc, 0, 0, options=WOUNDS)[0].status == DEAD
    assert mishap(orc, 0, 0, options=WOUNDS).wounded
    assert mishap(orc, 8, options=WOUNDS).posture == PRONE
    assert mishap(orc, 8, options=WOUNDS, switches=JDEG_WOUNDS).wounded
    assert hit(figure("goblin", 0, 20, 20, D=3), 7, options=WOUNDS)[0].status == OUT
    assert hit(orc, 7)[0].status == OUT
    assert hit(orc, 3)[0].status == ON_TABLE


def test_odds_tell_who_fares_how() -> None:
    world = basic(figure("orc", 0, 20, 20, C=5, D=4), figure("dwarf", 1, 22.5, 20, 180, C=6, activated=True))
    chances = tally(leaves(start(Call(attack, world, 0, 1, "strike"))), lambda leaf: " + ".join(leaf.outcomes))
    assert sum(chances.values()) == 1
    assert {"attacker-out", "attacker-dead", "defender-out", "defender-dead", "nothing"} <= set(chances)
    assert chances["defender-out"] > chances["attacker-out"] > 0
