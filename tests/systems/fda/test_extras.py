"""Extra actions: objects, doors and chests, flight, friends, heads, songs and the comic ones."""

from __future__ import annotations

from typing import Any

import pytest

from escarmouche.systems.fda.dungeon import OPEN_DOOR
from escarmouche.systems.fda.model import (
    BEHEADED,
    BROKEN,
    CLOSED,
    DEAD,
    EXTRA_ACTIONS,
    MELEE_FUMBLES,
    NOBODY,
    OPEN,
    OUT,
    PRONE,
    SHOOTING_REACTIONS,
    STANDING,
    STUNNED,
    WOUNDS,
    Course,
    Fixture,
    World,
)
from escarmouche.systems.fda.rules.actions import Activation
from escarmouche.systems.fda.rules.damage import falls
from escarmouche.systems.fda.rules.turn import refreshed, spirit
from tests.systems.fda.stage import Played, act, acts, box, changed, cm, figure, offered, play, refused, scene, script

EXTRA = EXTRA_ACTIONS

# ---------------------------------------------------------------- objects


@pytest.mark.rule("fda.extra.drop-object", "fda.action.flash")
def test_dropping_is_free_and_belongs_to_the_basic_game() -> None:
    world = scene(figure("elf", 0, 50, 50), options=0)
    dropped = act(world, ("drop-object", "bow"))
    assert dropped[0].hands == ()
    assert dropped.course.left == 2
    assert [(thing.item, thing.x, thing.y) for thing in dropped.world.things] == [("bow", cm(50), cm(50))]
    drawn = act(dropped.world, ("draw", ("dagger",)))
    assert drawn[0].hands == ("dagger",)
    assert drawn.course.left == 1
    assert refused(world, ("drop-object", "dagger")) == "fda.extra.drop-object"


@pytest.mark.rule("fda.extra.handle-object", "fda.action.quick")
def test_one_action_swaps_what_is_in_the_hands() -> None:
    world = scene(figure("ranger", 0, 50, 50), options=0)  # sword in hand, bow on the back
    swapped = act(world, ("draw", ("bow",)))
    assert swapped[0].hands == ("bow",)
    assert swapped[0].belt == ("sword",)
    assert swapped.course.left == 1
    assert refused(world, ("draw", ("bow", "sword"))) == "fda.extra.handle-object"  # two hands and one are too many
    assert refused(world, ("draw", ("axe",))) == "fda.extra.handle-object"
    assert refused(world, ("draw", ("sword",))) == "fda.extra.handle-object"
    assert act(world, ("draw", ()))[0].belt == ("bow", "sword") or act(world, ("draw", ()))[0].hands == ()


@pytest.mark.rule("fda.extra.handle-object", "fda.state.out-of-action")
def test_what_lies_near_may_be_picked_up_even_from_a_body() -> None:
    body = figure("guard", 1, 52.5, 50, status=OUT, unloaded=("crossbow",))
    world = scene(figure("thief", 0, 50, 50, hands=()), body, options=0).with_thing("mace", cm(51.25), cm(50))
    assert offered(world, "pick-up") == [
        ("pick-up", "ground", 0, "mace"), ("pick-up", "body", 1, "crossbow"), ("pick-up", "body", 1, "sword"),
    ]  # fmt: skip
    looted = act(world, ("pick-up", "body", 1, "crossbow"))
    assert looted[0].hands == ("crossbow",)
    assert looted[0].unloaded == ("crossbow",)
    assert looted[1].hands == ()
    taken = act(world, ("pick-up", "ground", 0, "mace"))
    assert taken[0].hands == ("mace",)
    assert not taken.world.things
    assert taken.course.left == 1
    away = scene(figure("thief", 0, 48, 50), body, options=0).with_thing("mace", cm(51.25), cm(50))
    assert offered(away, "pick-up") == []


@pytest.mark.rule("fda.extra.repair")
def test_a_damaged_weapon_is_useless_until_repaired() -> None:
    world = scene(figure("archer", 0, 50, 50, damaged=("bow",)), figure("orc", 1, 80, 50), options=MELEE_FUMBLES)
    assert refused(world, ("shoot", "bow", 1)) == "fda.shoot.weapon-in-hand"
    mended = act(world, ("repair", "bow"))
    assert mended.course.left == 0
    assert refused(mended.world, ("shoot", "bow", 1)) == ""
    assert refused(mended.world, ("repair", "bow")) == "fda.extra.repair"


# ---------------------------------------------------------------- the statuette


def menu(world: World) -> list[Any]:
    """All that figure 0 is offered."""
    return Activation(world, 0, Course()).listed()


def study(*figures: Any, state: int = CLOSED, locked: bool = False, kind: str = "chest", **more: Any) -> World:
    """A chest (or a door) from x = 52 to 53 that figure 0 at (50.75, 50) touches."""
    holds = "statuette" if kind == "chest" else ""
    piece = box(kind, 52, 45, 53, 55, open=state != CLOSED and kind != "chest")
    fixture = Fixture(0, kind, state, locked, holds)
    return scene(*figures, pieces=(piece,), fixtures=(fixture,), options=more.pop("options", EXTRA), **more)


def thief(**more: Any) -> Any:
    return figure("thief", 0, 50.75, 50, **{"hands": (), **more})


@pytest.mark.rule("fda.extra.open", "fda.scenario.statuette-carry")
def test_the_thief_opens_the_chest_and_takes_the_statuette_in_one_activation() -> None:
    stolen = acts(study(thief()), ("open", 0), ("pick-up", "chest", 0, "statuette"))
    assert stolen[0].hands == ("statuette",)
    assert stolen.world.fixtures[0].holds == ""
    assert offered(study(thief()), "pick-up") == []
    dwarf = study(figure("dwarf", 0, 50.75, 50), state=OPEN)
    assert refused(dwarf, ("pick-up", "chest", 0, "statuette")) == "fda.scenario.statuette-carry"
    back = act(stolen.world, ("put-down", 0, "statuette"))
    assert back.world.fixtures[0].holds == "statuette"
    assert back[0].hands == ()
    assert back.course.left == 1


@pytest.mark.rule("fda.scenario.statuette-carry", "fda.state.falling")
def test_the_statuette_is_handed_over_or_falls_with_its_bearer() -> None:
    world = study(thief(hands=("statuette",)), figure("ranger", 0, 50.75, 57.5), figure("elf", 0, 50.75, 58.5, 90), state=OPEN)
    given = act(world, ("hand-over", 1))
    assert given[1].hands == ("sword", "statuette")
    assert given[0].hands == ()
    assert given.course.left == 1
    assert refused(world, ("hand-over", 2)) == "fda.scenario.statuette-carry"
    fallen = play(script(falls, world, 0, "fda.state.prone"))
    assert fallen[0].hands == ()
    assert fallen.world.things[0].item == "statuette"


# ---------------------------------------------------------------- doors


@pytest.mark.rule("fda.extra.open", "fda.terrain.doors-and-rooms")
def test_a_door_is_opened_and_closed_by_whoever_touches_it() -> None:
    world = study(thief(), kind="door")
    opened = act(world, ("open", 0))
    assert opened.world.fixtures[0].state == OPEN
    assert opened.world.ground.pieces[0].kind == OPEN_DOOR
    assert opened.course.left == 1
    assert not opened.rolls
    through = act(opened.world, ("advance-fast", cm(60), cm(50)), [1], [("go", cm(9))], course=opened.course)
    assert through[0].x == cm(59.75)
    closed = act(opened.world, ("close", 0, False))
    assert closed.world.ground.pieces[0].kind == "door"
    assert closed.world.ground.pieces[0].blocks_sight
    standing = study(thief(), figure("orc", 1, 52.5, 53), kind="door", state=OPEN)
    assert refused(standing, ("close", 0, False)) == "fda.terrain.doors-and-rooms"
    assert refused(study(changed(thief(), x=cm(50))), ("open", 0)) == "fda.extra.open"
    assert refused(study(thief(), kind="door", options=0), ("open", 0)) == "fda.setup.rule-levels"


@pytest.mark.rule("fda.scenario.statuette-door", "fda.extra.open")
def test_a_locked_door_opens_to_its_key() -> None:
    world = study(thief(), kind="door", locked=True)
    assert refused(world, ("open", 0)) == "fda.scenario.statuette-door"
    keeper = study(figure("reivax", 1, 50.75, 50), kind="door", locked=True)
    opened = act(keeper, ("open", 0))
    assert opened.world.fixtures[0].state == OPEN
    assert not opened.world.fixtures[0].locked
    locked = act(opened.world, ("close", 0, True))
    assert locked.world.fixtures[0].locked
    assert refused(study(thief(), kind="door", state=OPEN), ("close", 0, True)) == "fda.scenario.statuette-door"
    body = figure("reivax", 1, 48.25, 50, status=OUT)
    taken = act(study(thief(), body, kind="door", locked=True), ("pick-up", "body", 1, "key"))
    assert "key" in taken[0].belt
    assert refused(taken.world, ("open", 0)) == ""


def breaker(*dice: int, **more: Any) -> Played:
    return act(study(figure("orc", 0, 50.75, 50, A=4), kind="door", locked=True, **more), ("break-open", 0, "axe"), dice)


@pytest.mark.rule("fda.extra.break-open", "fda.extra.break-open-success", "fda.extra.break-open-failure")
def test_breaking_a_door_open() -> None:
    opened = breaker(2)
    assert opened.world.fixtures[0].state == BROKEN
    assert opened.world.ground.pieces[0].kind == OPEN_DOOR
    assert refused(opened.world, ("close", 0, False)) == "fda.terrain.doors-and-rooms"
    failed = breaker(8)
    assert failed.world.fixtures[0].state == CLOSED
    assert failed.course.left == 1
    assert act(failed.world, ("break-open", 0, "axe"), [3], course=failed.course).world.fixtures[0].state == BROKEN
    assert refused(study(thief(), kind="door"), ("break-open", 0, "fists")) == "fda.extra.break-open"
    bow = study(figure("archer", 0, 50.75, 50), kind="door")
    assert refused(bow, ("break-open", 0, "bow")) == "fda.extra.break-open"


@pytest.mark.rule("fda.extra.break-open-critical")
def test_a_critical_failure_breaks_the_weapon_for_good() -> None:
    broken = breaker(0, 0)
    assert "axe" not in broken[0].hands
    assert not broken.world.things
    assert broken[0].damaged == ()


@pytest.mark.rule("fda.scenario.lich-soup-sarcophagus")
def test_the_sarcophagus_takes_three_blows() -> None:
    piece, coffin = box("sarcophagus", 52, 45, 55, 55), Fixture(0, "sarcophagus", blows=3)
    world = scene(figure("orc", 0, 50.75, 50, A=4), pieces=(piece,), fixtures=(coffin,), options=EXTRA)
    for left in (2, 1):
        world = act(world, ("break-open", 0, "axe"), [4]).world
        assert world.fixtures[0].blows == left
        assert world.fixtures[0].state == CLOSED
    smashed = act(world, ("break-open", 0, "axe"), [4]).world
    assert smashed.fixtures[0].state == BROKEN
    assert smashed.ground.pieces[0].impassable
    assert refused(world, ("open", 0)) == "fda.extra.open"


# ---------------------------------------------------------------- flight


def cornered(*others: Any, options: int = EXTRA, **more: Any) -> World:
    return scene(
        figure("ranger", 0, 50, 50, **{"A": 6, "D": 4, **more}), figure("orc", 1, 52.5, 50, 180), *others, options=options
    )


@pytest.mark.rule("fda.extra.flee", "fda.extra.flee-success", "fda.contact.leaving-contact")
def test_fleeing_five_centimetres_in_any_case() -> None:
    fled = act(cornered(), ("flee", 18000), [5])
    assert fled[0].x == cm(45)
    assert fled[0].posture == STANDING
    assert fled.course.left == 0
    assert refused(cornered(), ("advance", cm(45), cm(50))) == "fda.contact.leaving-contact"
    assert refused(cornered(), ("flee", 0)) == "fda.extra.flee"  # through the orc
    assert refused(scene(figure("ranger", 0, 50, 50), options=EXTRA), ("flee", 0)) == "fda.extra.flee"
    prone = cornered(posture=PRONE)
    assert refused(prone, ("flee", 18000)) == "fda.state.prone-limits"


@pytest.mark.rule("fda.extra.flee", "fda.extra.flee-failure", "fda.contact.engaged")
def test_each_engaging_enemy_makes_it_harder() -> None:
    two = cornered(figure("orc", 1, 50, 52.5, 270))
    assert act(two, ("flee", 22500), [4])[0].posture == STANDING
    failed = act(two, ("flee", 22500), [5, 9])
    assert failed[0].posture == PRONE
    assert (failed[0].x, failed[0].y) != (cm(50), cm(50))
    stunned = cornered(figure("goblin", 1, 50, 52.5, posture=STUNNED))
    assert act(stunned, ("flee", 22500), [5])[0].posture == STANDING


@pytest.mark.rule("fda.extra.flee-critical", "fda.setup.options-together")
def test_a_critical_flight_wounds() -> None:
    hurt = act(cornered(options=EXTRA | WOUNDS), ("flee", 18000), [0, 0])
    assert hurt[0].wounded
    assert hurt[0].x == cm(45)
    assert act(cornered(options=EXTRA | WOUNDS, wounded=True), ("flee", 18000), [0, 0])[0].status == OUT
    assert act(cornered(), ("flee", 18000), [0, 0])[0].status == OUT


@pytest.mark.rule("fda.extra.flee", "fda.contact.encircled")
def test_the_encircled_and_the_glued_cannot_flee_and_a_fleer_may_be_shot_at() -> None:
    ring = [figure("orc", 1, x, y) for x, y in ((50, 52.5), (50, 47.5), (47.5, 50))]
    assert refused(cornered(*ring), ("flee", 18000)) == "fda.contact.encircled"
    assert refused(cornered(glued=1), ("flee", 18000)) == "fda.extra.flee"
    archer = figure("archer", 1, 46, 80, 270)
    assert act(cornered(archer, options=EXTRA | SHOOTING_REACTIONS), ("flee", 18000), [5]).why == ["fda.action.reaction"]


# ---------------------------------------------------------------- friends


@pytest.mark.rule("fda.extra.carry-friend", "fda.state.falling")
def test_a_friend_is_carried_and_put_down() -> None:
    friend = figure("thief", 0, 52.5, 50, status=OUT, posture=PRONE)
    world = scene(figure("ranger", 0, 50, 50, hands=()), friend, options=EXTRA)
    carried = act(world, ("carry-friend", 1))
    assert carried[0].carries == 1
    assert carried.course.left == 0
    walked = act(carried.world, ("advance", cm(40), cm(50)))
    down = act(walked.world, ("lay-down",))
    assert down[0].carries == NOBODY
    assert down[1].x == cm(40)
    tripped = play(script(falls, walked.world, 0, "fda.state.prone"))
    assert tripped[0].carries == NOBODY
    assert tripped[1].x == cm(40)
    armed = scene(figure("ranger", 0, 50, 50), friend, options=EXTRA)
    assert refused(armed, ("carry-friend", 1)) == "fda.extra.carry-friend"
    assert refused(carried.world, ("draw", ("sword",))) == "fda.extra.carry-friend"
    dead = scene(figure("ranger", 0, 50, 50, hands=()), changed(friend, status=DEAD), options=EXTRA)
    assert refused(dead, ("carry-friend", 1)) == "fda.extra.carry-friend"


@pytest.mark.rule("fda.extra.raise-friend", "fda.contact.no-friendly-contact")
def test_a_prone_friend_is_helped_up_and_keeps_its_activation() -> None:
    friend = figure("ranger", 0, 52.5, 50, posture=PRONE)
    world = scene(figure("dwarf", 0, 50, 50), friend, options=EXTRA)
    raised = act(world, ("raise-friend", 1, 9000))
    assert raised[1].posture == STANDING
    assert raised[1].facing == 9000
    assert not raised[1].activated
    assert raised.course.left == 0
    stunned = scene(figure("dwarf", 0, 50, 50), changed(friend, posture=STUNNED), options=EXTRA)
    assert refused(stunned, ("raise-friend", 1, 0)) == "fda.extra.raise-friend"
    far = scene(figure("dwarf", 0, 50, 50), changed(friend, x=cm(54)), options=EXTRA)
    assert refused(far, ("raise-friend", 1, 0)) == "fda.extra.raise-friend"


# ---------------------------------------------------------------- heads, complaints, and the ogre


@pytest.mark.rule("fda.extra.behead")
def test_only_the_dead_lose_their_heads_and_to_an_edge() -> None:
    body = figure("orc", 1, 52.5, 50, status=DEAD, posture=PRONE)
    cut = act(scene(figure("ranger", 0, 50, 50), body, options=EXTRA), ("behead", 1))
    assert cut[1].body == BEHEADED
    assert cut.course.left == 0
    merely = scene(figure("ranger", 0, 50, 50), changed(body, status=OUT), options=EXTRA)
    assert refused(merely, ("behead", 1)) == "fda.extra.behead"
    assert refused(scene(figure("ogre", 0, 48.75, 50), body, options=EXTRA), ("behead", 1)) == "fda.extra.behead"


@pytest.mark.rule("fda.extra.grumble", "fda.morale.troop-sum")
def test_grumbling_cheers_up_for_a_turn() -> None:
    world = scene(figure("dwarf", 0, 50, 50, M=2), options=EXTRA)
    loud = act(world, ("grumble",))
    assert spirit(world, 0) == 2
    assert spirit(loud.world, 0) == 3
    assert loud.course.left == 0
    assert refused(loud.world, ("grumble",)) == "fda.extra.grumble"
    fallen = changed(loud.world, figures=(changed(loud[0], posture=PRONE),))
    assert spirit(fallen, 0) == 0
    assert spirit(refreshed(loud.world), 0) == 2


@pytest.mark.rule("fda.extra.relieve-oneself")
def test_the_ogre_takes_its_time() -> None:
    world = scene(figure("ogre", 0, 50, 50), options=EXTRA)
    done = act(world, ("relieve-oneself",))
    assert done.world == world
    assert done.course.left == 0
    assert done.kinds == ["relieves-itself"]


# ---------------------------------------------------------------- the song


def concert(*dice: int, **more: Any) -> Played:
    leek = figure("leek-man", 1, 58, 50, M=2)
    return act(scene(figure("minstrel", 0, 50, 50, A=6, **more), leek, options=EXTRA), ("sing", 1), dice)


@pytest.mark.rule("fda.trait.persuasive-song", "fda.trait.vegetable")
def test_a_song_wins_a_leek_man_over_until_the_end_of_the_next_turn() -> None:
    won = concert(4)
    assert won[1].seat == 0
    assert won[1].home == 1
    assert spirit(won.world, 1) == 0
    assert won.course.left == 0
    assert refreshed(won.world).figures[1].seat == 0
    assert refreshed(changed(won.world, turn=2)).figures[1].seat == 1
    assert concert(8)[1].seat == 1
    booed = concert(0, 0)
    assert booed[0].silenced
    assert refused(booed.world, ("sing", 1)) == "fda.trait.persuasive-song"
    assert refused(won.world, ("sing", 1)) == "fda.trait.persuasive-song"


@pytest.mark.rule("fda.trait.persuasive-song")
def test_who_listens() -> None:
    minstrel = figure("minstrel", 0, 50, 50)
    for other in (figure("orc", 1, 58, 50), figure("leek-man", 1, 63, 50), figure("leek-man", 1, 42, 50)):
        assert refused(scene(minstrel, other, options=EXTRA), ("sing", 1)) == "fda.trait.persuasive-song"
    assert refused(scene(figure("elf", 0, 50, 50), figure("leek-man", 1, 58, 50), options=EXTRA), ("sing", 1)) != ""
    near = scene(minstrel, figure("leek-man", 1, 58, 50), figure("orc", 1, 50, 52.5), options=EXTRA)
    assert refused(near, ("sing", 1)) == "fda.trait.persuasive-song"


@pytest.mark.rule("fda.setup.options-together")
def test_without_extra_actions_only_handling_things_remains() -> None:
    kinds = {answer[0] for answer in [*menu(cornered(options=0)), *menu(study(figure("orc", 0, 50.75, 50), options=0))]}
    extra = {"open", "break-open", "flee", "carry-friend", "raise-friend", "grumble", "relieve-oneself", "behead", "sing"}
    assert not kinds & extra
    assert {"draw", "drop-object"} <= kinds
    assert offered(cornered(options=0), "advance")
