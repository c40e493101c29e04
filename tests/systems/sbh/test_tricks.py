"""Dirty tricks against every special rule that works outside a fight: moves, escapes, hiding, groups, cold blood."""

from __future__ import annotations

import pytest

from escarmouche.core.effects import Call
from escarmouche.systems.sbh.model import DEAD, TRAIT_BITS, World
from escarmouche.systems.sbh.rules.actions import DEEDS, END, Doing
from escarmouche.systems.sbh.rules.activation import activate
from escarmouche.systems.sbh.rules.exposing import expose
from escarmouche.systems.sbh.rules.groups import order_group
from escarmouche.systems.sbh.rules.harm import hacked_by
from escarmouche.systems.sbh.rules.leaving import disengage
from escarmouche.systems.sbh.rules.morale import aftermath
from escarmouche.systems.sbh.rules.movement import move
from tests.systems.sbh.scene import changed, fighter, key, play, scene, square

FRIENDS = [fighter("human-warrior", 0, 100 * n, 20) for n in (1, 2, 3, 4)]
FOES = [fighter("orc-warrior", 1, 100 * n, 580) for n in (1, 2, 3, 4)]

FLYING, LONG_MOVE, FORESTER = TRAIT_BITS["flying"], TRAIT_BITS["long-move"], TRAIT_BITS["forester"]
TRICKS = "sbh.campaign.upgrade.dirty-tricks"

pytestmark = pytest.mark.rule(TRICKS)


def owning(world: World, seat: int) -> World:
    """The world in which a band has Dirty tricks."""
    return world.with_band(changed(world.bands[seat], upgrades=("dirty-tricks",)))


# ---------------------------------------------------------------- moves


def test_a_long_mover_makes_medium_moves_in_that_activation() -> None:
    wolf = fighter("giant-wolf", 0, 300, 300, quality=3)
    world = owning(scene(wolf, *FRIENDS, *FOES), 1)
    far = ("move", 30000, 42000)
    free = play(Call(activate, world, 0, 2, ""), dice=[6, 6], answers=["decline"])
    assert free.asked[-1].options.check(far) is None
    played = play(Call(activate, world, 0, 2, ""), dice=[6, 6], answers=["long-move"])
    assert key(played.asked[-1].options.check(far)) == "too-far"
    assert played.asked[-1].options.check(("move", 30000, 38000)) is None
    over = play(Call(activate, world, 0, 2, ""), dice=[6, 6], answers=["long-move", ("move", 30000, 38000), END])
    assert over.asked[-1].world.figures[0].cancelled == 0


def test_a_forester_is_slowed_by_woods_and_a_flier_walks_round_them() -> None:
    wood = square("wood", 200, 320, 200, 100, difficult=True, cover=True, blocks_sight=True)
    for profile, trait in (("elf-heavy-cavalry", "forester"), ("griffon-warrior", "flying")):
        figure = fighter(profile, 0, 300, 300, quality=3, traits=TRAIT_BITS[trait], move=2)
        world = owning(scene(figure, *FRIENDS, *FOES, pieces=[wood]), 1)
        goal = ("move", 30000, 37500)
        declined = play(Call(activate, world, 0, 1, ""), dice=[6], answers=["decline"])
        assert declined.asked[-1].options.check(goal) is None
        played = play(Call(activate, world, 0, 1, ""), dice=[6], answers=[trait])
        assert key(played.asked[-1].options.check(goal)) == "too-far"


def test_what_was_taken_for_the_activation_is_not_given_back_by_a_fight() -> None:
    leader = fighter("human-warrior", 0, 300, 300, quality=3, combat=3, traits=TRAIT_BITS["leader"])
    men = [fighter("human-warrior", 0, 300 + 16 * n, 260) for n in range(2)]
    foe = fighter("orc-warrior", 1, 300, 316, combat=3)
    world = owning(scene(leader, *men, foe, *FRIENDS, *FOES), 1)
    answers = ["leader", ("attack", 3, False)]
    played = play(Call(activate, world, 0, 3, ""), dice=[6, 6, 6, 3, 3], answers=answers)
    assert played.left == 2
    assert key(played.asked[-1].options.check(("group", (1, 2)))) == "only-leaders-order"


# ---------------------------------------------------------------- escapes


def escaping(traits: int) -> World:
    """A human of these special rules between two orcs, whose side has Dirty tricks."""
    human = fighter("human-warrior", 0, 300, 300, combat=3, traits=traits)
    orcs = [fighter("orc-warrior", 1, 300 + side * 16, 300, combat=3) for side in (-1, 1)]
    return owning(scene(human, *orcs, *FRIENDS, *FOES), 1)


@pytest.mark.parametrize("trait", ["free-disengage", "mounted", "flying"])
def test_an_escape_without_free_hacks_may_be_foiled(trait: str) -> None:
    world = escaping(TRAIT_BITS[trait])
    call = Call(disengage, world, 0, ("disengage", 30000, 22000))
    spared = play(call, answers=["decline"])
    assert spared.asked[0].options.listed() == ["decline", trait]
    assert (spared.rolls, spared.result[0].figures[0].y) == ([], 22000)
    struck = play(call, dice=[1, 6, 1, 6], answers=[trait])
    assert struck.kinds.count("free-hack") == 2
    after = struck.result[0]
    assert (after.figures[0].y, after.figures[0].cancelled, after.bands[1].upgrades) == (22000, 0, ())


def test_nothing_is_asked_where_the_hack_comes_anyway() -> None:
    world = escaping(TRAIT_BITS["savage"])
    first = play(Call(disengage, world, 0, ("disengage", 30000, 22000)))
    assert (first.asked[0].figure, first.kinds) == (0, ["disengages", "free-hack"])


def test_a_recoil_without_free_hacks_may_be_foiled() -> None:
    world = escaping(TRAIT_BITS["free-disengage"])
    call = Call(hacked_by, world, 0, (1,))
    assert play(call, answers=["decline"]).rolls == []
    struck = play(call, dice=[1, 6], answers=["free-disengage"])
    assert (struck.kinds.count("free-hack"), struck.result.figures[0].cancelled) == (1, 0)


# ---------------------------------------------------------------- hiding


def hiding(**changes: object) -> World:
    """An archer, and an orc of Stealth beside a rock in its range; the archer's side has Dirty tricks."""
    archer = fighter("human-archer", 0, 300, 300, quality=3, combat=3)
    thief = fighter("orc-warrior", 1, 300, 360, combat=3, **{"traits": TRAIT_BITS["stealth"], **changes})
    rock = square("rock", 308, 355, 60, 60, cover=True)
    return owning(scene(archer, thief, *FRIENDS, *FOES, pieces=[rock]), 0)


@pytest.mark.rule("sbh.special.stealth")
@pytest.mark.parametrize("changes", [{}, {"traits": 0, "item": "magic-cloak"}])
def test_an_archer_may_expose_an_enemy_in_hiding_and_shoot_it(changes: dict[str, object]) -> None:
    world = hiding(**changes)
    doing = Doing(world, 0, 1)
    assert (key(doing.check(("shoot", 1, False))), ("expose", 1) in doing.listed()) == ("target-in-stealth", True)
    played = play(Call(activate, world, 0, 1, ""), dice=[6], answers=[("expose", 1)])
    assert played.told("dirty-tricks").about == (0, 1, "trait-stealth")
    assert (played.left, played.asked[-1].options.check(("shoot", 1, False))) == (1, None)
    shot = play(Call(activate, world, 0, 1, ""), dice=[6, 2, 2], answers=[("expose", 1), ("shoot", 1, False)])
    after = shot.asked[-1].world
    assert (after.figures[1].cancelled, after.bands[0].upgrades) == (0, ())


@pytest.mark.rule("sbh.special.stealth")
def test_it_hides_again_when_nobody_aimed_at_it() -> None:
    played = play(Call(activate, hiding(), 0, 1, ""), dice=[6], answers=[("expose", 1), END])
    assert played.asked[-1].world.figures[1].cancelled == 0


@pytest.mark.rule("sbh.special.stealth")
def test_nobody_is_exposed_who_could_not_be_aimed_at_then() -> None:
    far = changed(hiding().figures[1], y=60000 - 1000)
    for world, why in (
        (hiding().with_figure(far), "nothing-to-expose"),
        (hiding(traits=0), "nothing-to-expose"),
        (hiding().with_figure(changed(hiding().figures[0], spent=True)), "nothing-to-expose"),
        (owning(hiding(), 1).with_band(changed(hiding().bands[0], upgrades=())), "upgrade-not-owned"),
    ):
        doing = Doing(world, 0, 2)
        assert (key(doing.check(("expose", 1))), [one for one in doing.listed() if one[0] == "expose"]) == (why, [])
    assert key(Doing(hiding(), 0, 2).check(("expose", 0))) == "not-an-enemy"
    assert key(Doing(hiding(), 0, 2).check(("expose", "1"))) == "malformed"


@pytest.mark.rule("sbh.special.stealth")
def test_nobody_is_exposed_out_of_range_nor_by_a_deed_that_is_barred() -> None:
    world = hiding()
    archer = world.figures[0]
    near_sighted = changed(archer, card=changed(archer.card, shooting=1), y=10000)
    far = Doing(world.with_figure(near_sighted), 0, 1)
    assert (key(far.check(("expose", 1))), DEEDS["expose"].possible(far)) == ("nothing-to-expose", False)
    within = Doing(world.with_figure(changed(near_sighted, y=21000)), 0, 1)
    assert (within.check(("expose", 1)), DEEDS["expose"].possible(within)) == (None, True)
    reader = changed(archer, item="scroll", charges=2, y=10000)
    assert Doing(world.with_figure(reader), 0, 1).check(("expose", 1)) is None
    assert key(Doing(world.with_figure(reader), 0, 1, "scroll").check(("expose", 1))) == "nothing-to-expose"


@pytest.mark.rule("sbh.concentrated.order", "sbh.special.stealth")
def test_a_leader_exposes_for_its_archers_and_the_volley_strikes() -> None:
    world = hiding()
    leader = fighter("human-leader", 0, 300, 270, quality=3)
    archers = [fighter("human-archer", 0, 300 + 20 * n, 300, combat=3) for n in range(2)]
    world = owning(scene(leader, *archers, world.figures[1], *FRIENDS, *FOES, pieces=world.ground.pieces), 0)
    volley = ("volley", (1, 2), 3)
    assert key(Doing(world, 0, 1).check(volley)) == "target-in-stealth"
    played = play(Call(activate, world, 0, 1, ""), dice=[6, 6, 2, 6], answers=[("expose", 3), volley, 1])
    assert (played.told("totals").about[5], played.asked[-1].world.figures[3].cancelled) == (3, 0)


@pytest.mark.rule("sbh.item.scroll", "sbh.special.stealth")
def test_the_reader_of_a_scroll_exposes_and_then_casts() -> None:
    world = hiding()
    reader = changed(world.figures[0], item="scroll", charges=2)
    world = world.with_figure(reader)
    answers = [("expose", 1), ("cast", "immobilise", 1, 2)]
    played = play(Call(activate, world, 0, 2, "scroll"), dice=[6, 6, 1, 1], answers=answers)
    assert "immobilised" in played.kinds


def test_expose_is_a_rule_of_its_own() -> None:
    assert play(Call(expose, hiding(), 0, ("expose", 1))).result[1] == 0


# ---------------------------------------------------------------- groups


def grouped(traits: int = TRAIT_BITS["gregarious"]) -> World:
    """A Leader and two Gregarious goblins in contact; the enemy has Dirty tricks."""
    leader = fighter("human-leader", 0, 300, 300)
    goblins = [fighter("goblin-archer", 0, 300 + 16 * n, 260, quality=5, traits=traits) for n in range(2)]
    return owning(scene(leader, *goblins, *FRIENDS, *FOES), 1)


@pytest.mark.rule("sbh.special.gregarious")
def test_a_gregarious_member_may_be_robbed_of_its_bonus() -> None:
    call = Call(order_group, grouped(), 0, ("group", (1, 2)))
    declined = play(call, dice=[3], answers=[1, "decline"])
    wishes = declined.asked[1].options.listed()
    assert wishes == ["decline", ("cancel", "gregarious", 1), ("cancel", "gregarious", 2), ("leader", 0)]
    assert declined.told("group-activation").about == ((1, 2), 1, 0)
    robbed = play(call, dice=[3], answers=[1, ("cancel", "gregarious", 2)])
    assert robbed.told("group-activation").about == ((1, 2), 0, 1)
    assert robbed.rolls[0][0].figure == 2
    assert robbed.result[0].figures[2].cancelled == 0


@pytest.mark.rule("sbh.special.leader-bonus")
def test_a_leader_lends_nothing_to_a_group() -> None:
    call = Call(order_group, grouped(), 0, ("group", (1, 2)))
    played = play(call, dice=[3], answers=[1, ("leader", 0)])
    assert played.told("group-activation").about == ((1, 2), 0, 1)
    assert played.result[0].figures[0].cancelled == 0


def test_what_a_member_loses_it_lacks_while_the_group_acts() -> None:
    world = grouped(TRAIT_BITS["shooter"])
    call = Call(order_group, world, 0, ("group", (1, 2)))
    played = play(call, dice=[6], answers=[1, ("cancel", "shooter", 1), 1, END])
    assert played.asked[-1].world.figures[1].cancelled & TRAIT_BITS["shooter"]
    over = play(call, dice=[6], answers=[1, ("cancel", "shooter", 1), 1, END, END])
    assert all(figure.cancelled == 0 for figure in over.result[0].figures)


# ---------------------------------------------------------------- cold blood


@pytest.mark.rule("sbh.special.fearless", "sbh.special.artificial-no-morale")
@pytest.mark.parametrize("trait", ["fearless", "artificial"])
def test_one_that_fears_nothing_may_be_made_to_test_for_a_gruesome_death(trait: str) -> None:
    victim = fighter("human-warrior", 0, 300, 300, status=DEAD)
    bold = fighter("human-warrior", 0, 340, 300, quality=3, traits=TRAIT_BITS[trait])
    world = owning(scene(victim, bold, *FRIENDS, *FOES), 1)
    call = Call(aftermath, world, 0, True)
    declined = play(call, answers=["decline"])
    assert (declined.asked[0].figure, declined.asked[0].options.listed(), declined.rolls) == (1, ["decline", trait], [])
    shaken = play(call, dice=[3, 3, 3], answers=[trait])
    assert ([roll.figure for roll, _ in shaken.rolls], shaken.result.figures[1].cancelled) == ([1], 0)


@pytest.mark.rule("sbh.special.fearless", "sbh.special.terror-charge")
def test_terror_may_be_made_to_touch_the_fearless() -> None:
    dragon = fighter("human-warrior", 0, 300, 300, traits=TRAIT_BITS["terror"])
    bold = fighter("orc-warrior", 1, 300, 360, quality=3, traits=TRAIT_BITS["fearless"])
    world = owning(scene(dragon, bold, *FRIENDS, *FOES), 0)
    call = Call(move, world, 0, ("move", 30000, 34400))
    declined = play(call, answers=["decline"])
    assert (declined.rolls, declined.result[0].figures[1].steeled) == ([], False)
    shaken = play(call, dice=[3, 3, 3], answers=["fearless"])
    assert (shaken.result[0].figures[1].steeled, shaken.result[0].figures[1].cancelled) == (True, 0)


@pytest.mark.rule("sbh.special.fearless", "sbh.special.terror-approach")
def test_the_fearless_may_be_made_to_shun_terror() -> None:
    bold = fighter("human-warrior", 0, 300, 300, quality=3, traits=TRAIT_BITS["fearless"])
    dragon = fighter("orc-warrior", 1, 300, 360, traits=TRAIT_BITS["terror"])
    world = owning(scene(bold, dragon, *FRIENDS, *FOES), 1)
    call = Call(move, world, 0, ("move", 30000, 34400))
    assert play(call, answers=["decline"]).result[0].figures[0].y == 34400
    shy = play(call, dice=[2], answers=["fearless"])
    assert ("does-not-dare" in shy.kinds, shy.result[0].figures[0].y, shy.result[0].figures[0].cancelled) == (True, 30000, 0)


# ---------------------------------------------------------------- what was taken stays taken


@pytest.mark.rule("sbh.magic.declare", "sbh.group.shared-successes")
def test_a_mage_robbed_of_its_gift_in_a_group_neither_casts_nor_is_exhausted() -> None:
    leader = fighter("human-leader", 0, 300, 300)
    mage, friend = fighter("human-mage", 0, 300, 260, quality=3), fighter("human-warrior", 0, 316, 260, quality=3)
    world = owning(scene(leader, mage, friend, fighter("orc-warrior", 1, 250, 330), *FRIENDS, *FOES), 1)
    call = Call(order_group, world, 0, ("group", (1, 2)))
    robbed = ["announce-cast", 3, ("cancel", "mage", 1)]
    played = play(call, dice=[6, 6, 6], answers=[*robbed, 1])
    assert key(played.asked[-1].options.check(("cast", "attack", 3, 1))) == "not-announced"
    failed = play(call, dice=[1, 1, 1], answers=robbed)
    assert not failed.result[0].figures[1].exhausted
    spared = play(call, dice=[1, 1, 1], answers=["announce-cast", 3, "decline"])
    assert spared.result[0].figures[1].exhausted


@pytest.mark.parametrize("lies", [False, True])
def test_enemies_that_strike_at_it_give_a_leader_nothing_back(lies: bool) -> None:
    leader = fighter("human-warrior", 0, 300, 300, quality=3, combat=3, traits=TRAIT_BITS["leader"], prone=lies)
    men = [fighter("human-warrior", 0, 250 + 16 * n, 250) for n in range(2)]
    world = owning(scene(leader, *men, fighter("orc-warrior", 1, 316, 300, combat=3), *FRIENDS, *FOES), 1)
    deed = ("stand",) if lies else ("disengage", 26000, 30000)
    played = play(Call(activate, world, 0, 3, ""), dice=[6, 6, 6, 1, 6], answers=["leader", deed])
    assert "free-hack" in played.kinds
    assert key(played.asked[-1].options.check(("group", (1, 2)))) == "only-leaders-order"
