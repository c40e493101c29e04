"""Wounds, destiny and encumbrance."""

from __future__ import annotations

from typing import Any

import pytest

from escarmouche.core.effects import Call
from escarmouche.systems.fda.model import (
    ASHES,
    BEHEADED,
    DEAD,
    DESTINY,
    ENCUMBRANCE,
    EXTRA_ACTIONS,
    JDEG_WOUNDS,
    ON_TABLE,
    OUT,
    PRONE,
    STANDING,
    STUNNED,
    WOUNDS,
    Course,
    Figure,
    Values,
)
from escarmouche.systems.fda.rules.conventions import defence
from escarmouche.systems.fda.rules.damage import clumsiness, defence_roll, out
from escarmouche.systems.fda.rules.destiny import given_out
from escarmouche.systems.fda.rules.encumbrance import encumbered, load
from escarmouche.systems.fda.rules.turn import spirit
from tests.systems.fda.stage import Played, act, changed, cm, figure, offered, play, refused, scene, script


def hurt_side(one: Figure) -> Values:
    """The wounded side of its card."""
    assert one.card.wounded is not None
    return one.card.wounded


def hit(*dice: int, profile: str = "orc", options: int = WOUNDS, **more: Any) -> Played:
    """A hit figure (an orc, D4) makes its JD."""
    return play(Call(defence_roll, scene(figure(profile, 0, 50, 50, **more), options=options), 0, 0, False, ""), dice)


def slip(*dice: int, profile: str = "ranger", options: int = WOUNDS, switches: int = 0, **more: Any) -> Played:
    """A figure (the ranger, D4) makes a JDeg."""
    world = scene(figure(profile, 0, 50, 50, **more), options=options, switches=switches)
    return play(Call(clumsiness, world, 0), dice)


@pytest.mark.rule("fda.wound.jd-failure-wounds", "fda.damage.jd-critical-dead")
def test_a_failed_defence_wounds() -> None:
    for dice in ((7,), (0, 5)):
        assert hit(*dice)[0].wounded
        assert hit(*dice)[0].status == ON_TABLE
        assert hit(*dice, options=0)[0].status == OUT
    assert hit(0, 0)[0].status == DEAD


@pytest.mark.rule("fda.wound.flip-card", "fda.setup.cards")
def test_the_card_is_turned() -> None:
    champion = hit(8, profile="orc-champion")
    assert champion[0].wounded
    assert champion[0].posture == STANDING
    assert defence(champion.world, champion[0]) == hurt_side(champion[0]).defence + 1  # its fur still counts
    assert champion[0].values() is champion[0].card.wounded
    assert spirit(champion.world, 0) == 0
    assert spirit(scene(figure("orc-champion", 0, 50, 50)), 0) > 0


@pytest.mark.rule("fda.trait.berserk")
def test_the_barbarian_only_gets_angry() -> None:
    barbarian = hit(8, profile="barbarian")[0]
    assert barbarian.wounded
    assert barbarian.values().combat == barbarian.card.healthy.combat + 1
    assert barbarian.values().agility == barbarian.card.healthy.agility


@pytest.mark.rule("fda.wound.one-action")
def test_a_wounded_figure_does_one_thing_a_turn() -> None:
    world = scene(figure("elf", 0, 50, 50, wounded=True), figure("orc", 1, 90, 50), options=WOUNDS)
    shot = act(world, ("shoot", "bow", 1), [9])
    assert refused(shot.world, ("advance-fast", cm(51), cm(50)), course=shot.course) == "fda.wound.one-action"
    assert refused(shot.world, ("turn", 9000), course=shot.course) == ""
    assert refused(shot.world, ("drop-object", "bow"), course=shot.course) == ""
    sound = scene(figure("elf", 0, 50, 50), figure("orc", 1, 90, 50), options=WOUNDS)
    assert refused(sound, ("advance-fast", cm(51), cm(50)), course=shot.course) == ""
    assert refused(world, ("advance", cm(51), cm(50))) == ""  # a slow one is as good


@pytest.mark.rule("fda.wound.second-wound", "fda.wound.stun-when-hurt")
def test_hurt_twice_is_out_of_action() -> None:
    second = hit(7, wounded=True)
    assert second[0].status == OUT
    assert "fda.wound.second-wound" in second.rules
    struck = hit(hurt_side(figure("orc", 0, 0, 0)).defence, wounded=True)
    assert struck[0].status == OUT
    assert "fda.wound.stun-when-hurt" in struck.rules


@pytest.mark.rule("fda.wound.stun-when-hurt", "fda.damage.helmet")
def test_a_helmet_gives_the_wounded_another_chance() -> None:
    guard = figure("guard", 0, 0, 0)
    equal = hurt_side(guard).defence + guard.card.armour
    assert hit(equal, 1, profile="guard", wounded=True)[0].status == ON_TABLE
    assert hit(equal, hurt_side(guard).defence, profile="guard", wounded=True)[0].status == OUT


@pytest.mark.rule("fda.wound.stunned-then-wounded", "fda.state.stunned-twice")
def test_stunned_and_then_wounded_is_out_of_action() -> None:
    lying = hit(8, profile="thief", posture=STUNNED, D=4)
    assert lying[0].status == OUT
    assert "fda.wound.stunned-then-wounded" in lying.rules
    assert hit(4, profile="thief", posture=STUNNED, D=4)[0].status == OUT
    assert hit(8, profile="thief", posture=PRONE, D=4)[0].wounded


@pytest.mark.rule("fda.wound.jdeg-under-wounds", "fda.damage.jdeg-critical")
def test_a_critical_slip_wounds_and_a_plain_one_knocks_down() -> None:
    assert slip(0, 0)[0].wounded
    assert slip(0, 0)[0].status == ON_TABLE
    assert slip(0, 0, wounded=True)[0].status == OUT
    assert slip(8)[0].posture == PRONE
    assert not slip(8)[0].wounded
    assert slip(0, 0, profile="goblin")[0].status == OUT
    assert slip(0, 0, options=0)[0].status == OUT
    literal = slip(8, switches=JDEG_WOUNDS)
    assert literal[0].wounded
    assert literal[0].posture == STANDING


@pytest.mark.rule("fda.wound.direct-out-of-action-stays")
def test_what_names_out_of_action_is_not_softened() -> None:
    world = scene(figure("orc", 0, 50, 50), options=WOUNDS)
    assert play(script(out, world, 0, "fda.melee.critical-hit"))[0].status == OUT


@pytest.mark.rule("fda.trait.no-wounded-side")
@pytest.mark.parametrize("profile", ["goblin", "gildas", "chicken"])
def test_the_very_weak_cannot_be_wounded(profile: str) -> None:
    assert hit(9, profile=profile)[0].status == OUT


# ---------------------------------------------------------------- destiny


@pytest.mark.rule("fda.destiny.two-points", "fda.trait.no-destiny")
def test_two_adventurers_get_a_point_each_and_the_ogre_none() -> None:
    world = scene(figure("elf", 0, 50, 50), figure("dwarf", 0, 55, 50), figure("ogre", 0, 60, 50), figure("orc", 1, 90, 50))
    given = play(Call(given_out, world, 0), answers=[("destiny", 0)])
    assert [one.destiny for one in given.world.figures] == [1, 1, 0, 0]  # the second has one taker left
    assert [answer[1] for answer in given.asked[0].options.listed()] == [0, 1]
    assert all(one.destiny == 0 for one in play(Call(given_out, world, 1)).world.figures)
    assert play(Call(given_out, changed(world, options=0), 0)).world == changed(world, options=0)
    alone = scene(figure("elf", 0, 50, 50), figure("ogre", 0, 60, 50))
    assert [one.destiny for one in play(Call(given_out, alone, 0)).world.figures] == [1, 0]


def fallen(distance: float = 8, status: int = OUT, profile: str = "thief", **more: Any) -> Any:
    body = more.pop("body", "")
    friend = figure(profile, 0, 52.5 + distance, 50, status=status, posture=PRONE, body=body, **more)
    return scene(figure("elf", 0, 50, 50, destiny=1), friend, options=DESTINY | WOUNDS)


@pytest.mark.rule("fda.destiny.use", "fda.trait.no-destiny")
def test_a_friend_out_of_action_comes_back_unhurt_and_prone() -> None:
    saved = act(fallen(), ("use-destiny", 1))
    assert act(fallen(), ("use-destiny", 1, 9000))[1].facing == 9000
    assert refused(fallen(), ("use-destiny", 1, 36000)) == "fda.destiny.use"
    assert refused(fallen(), ("use-destiny", 1, 0, 0)) == "fda.destiny.use"
    assert (saved[1].status, saved[1].posture, saved[1].wounded) == (ON_TABLE, PRONE, False)
    assert saved[0].destiny == 0
    assert saved.course.left == 0
    assert not saved[1].activated
    assert refused(fallen(distance=12), ("use-destiny", 1)) == "fda.destiny.use"
    assert refused(fallen(distance=10), ("use-destiny", 1)) == ""
    assert refused(fallen(), ("use-destiny", 0)) == "fda.destiny.use"
    assert refused(fallen(profile="ogre", distance=4), ("use-destiny", 1)) == ""
    poor = changed(fallen(), figures=(changed(fallen().figures[0], destiny=0), fallen().figures[1]))
    assert refused(poor, ("use-destiny", 1)) == "fda.destiny.use"
    prone = changed(fallen(), figures=(changed(fallen().figures[0], posture=PRONE), fallen().figures[1]))
    assert refused(prone, ("use-destiny", 1)) == ""


@pytest.mark.rule("fda.destiny.revive-dead", "fda.destiny.point-lost")
def test_only_a_zero_brings_back_the_dead_and_the_point_is_gone() -> None:
    back = act(fallen(status=DEAD), ("use-destiny", 1), [0])
    assert back[1].status == ON_TABLE
    assert back[1].wounded
    assert back[1].posture == PRONE
    assert len(back.rolls) == 1
    lost = act(fallen(status=DEAD), ("use-destiny", 1), [4])
    assert lost[1].status == DEAD
    assert lost[0].destiny == 0
    without = changed(fallen(status=DEAD), options=DESTINY)
    assert not act(without, ("use-destiny", 1), [0])[1].wounded


@pytest.mark.rule("fda.destiny.ashes", "fda.extra.behead")
@pytest.mark.parametrize("fate", [ASHES, BEHEADED])
def test_ashes_and_the_headless_stay_dead(fate: str) -> None:
    assert refused(fallen(status=DEAD, body=fate), ("use-destiny", 1)) == "fda.destiny.ashes"


# ---------------------------------------------------------------- encumbrance


@pytest.mark.rule("fda.encumbrance.weights", "fda.encumbrance.weightless", "fda.encumbrance.agree-before")
def test_what_everything_weighs() -> None:
    assert load(figure("paladin", 0, 0, 0)) == 6  # plate 3, sword 1, shield 2, helmet 0
    assert load(figure("orc-champion", 0, 0, 0)) == 3  # fur 1, two axes 2
    assert load(figure("thief", 0, 0, 0, belt=("dagger", "grimoire", "sandwich"))) == 0
    assert load(figure("thief", 0, 0, 0, hands=("statuette",), belt=())) == 1
    assert load(figure("orc", 0, 0, 0, hands=("artillery-piece",), belt=())) == 8


@pytest.mark.rule("fda.encumbrance.encumbered", "fda.encumbrance.no-fast-advance")
def test_six_is_too_much_to_run() -> None:
    run = ("advance-fast", cm(51), cm(50))
    dwarf = figure("dwarf", 0, 50, 50)
    world = scene(dwarf, options=ENCUMBRANCE)
    assert encumbered(dwarf)
    assert refused(world, run) == "fda.encumbrance.no-fast-advance"
    assert refused(world, ("advance", cm(51), cm(50))) == ""
    assert refused(scene(dwarf, options=0), run) == ""
    light = changed(dwarf, belt=())  # the francisca has been thrown
    assert not encumbered(light)
    assert refused(scene(light, options=ENCUMBRANCE), run) == ""
    ranger = changed(figure("ranger", 0, 50, 50), belt=("bow", "statuette"))
    assert load(ranger) == 5
    assert refused(scene(ranger, options=ENCUMBRANCE), run) == ""
    guard = changed(figure("guard", 0, 50, 50), hands=("crossbow",), belt=("sword", "shield"))
    assert load(guard) == 6
    assert refused(scene(guard, options=ENCUMBRANCE), run) == "fda.encumbrance.no-fast-advance"


@pytest.mark.rule("fda.encumbrance.encumbered", "fda.extra.carry-friend", "fda.setup.options-together")
def test_a_body_is_too_much_whatever_else_one_carries() -> None:
    bearer = figure("thief", 0, 50, 50, hands=(), belt=(), carries=1)
    friend = figure("elf", 0, 50, 50, status=OUT)
    assert encumbered(bearer)
    for options in (ENCUMBRANCE | EXTRA_ACTIONS, EXTRA_ACTIONS):
        assert refused(scene(bearer, friend, options=options), ("advance-fast", cm(51), cm(50))) == "fda.extra.carry-friend"


def test_offered_actions_of_a_wounded_figure_that_has_acted() -> None:
    world = scene(figure("elf", 0, 50, 50, wounded=True), figure("orc", 1, 90, 50), options=WOUNDS)
    assert not offered(world, "advance", course=Course(1, ("shoot",)))


@pytest.mark.rule("fda.wound.jd-failure-wounds", "fda.wound.jdeg-under-wounds", "fda.extra.flee-critical", "fda.fumble.melee-2")
def test_a_wound_is_told_with_the_rule_that_dealt_it() -> None:
    fight = scene(figure("elf", 0, 50, 50), figure("orc", 1, 52.5, 50, 180))
    told = {
        "fda.wound.jd-failure-wounds": hit(9),
        "fda.wound.jdeg-under-wounds": slip(0, 0),
        "fda.extra.flee-critical": act(fight, ("flee", 18000), [0, 0]),
        "fda.fumble.melee-2": act(fight, ("strike", 1), [0, 1, 2], [("let-be",)]),
    }
    for rule, played in told.items():
        assert [tell.why for tell in played.tells if tell.kind == "wounded"] == [rule]
