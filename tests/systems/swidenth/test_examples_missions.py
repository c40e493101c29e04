"""The four missions: their tables, their own rules, their ends."""

from __future__ import annotations

from typing import Any

import pytest

from escarmouche.core.dice import Stream
from escarmouche.core.effects import Call
from escarmouche.core.errors import ContentError
from escarmouche.core.system import Setup
from escarmouche.systems.swidenth.army import Bands
from escarmouche.systems.swidenth.content import book
from escarmouche.systems.swidenth.model import FLED, LEFT, NEUTRAL, ON_TABLE, OUT, ROUTED, Band, Course, Figure, World
from escarmouche.systems.swidenth.rules.boards import board
from escarmouche.systems.swidenth.rules.conventions import engaged
from escarmouche.systems.swidenth.rules.deeds import give, is_open, lever, take, with_gate
from escarmouche.systems.swidenth.rules.deployment import Deployment, in_zone
from escarmouche.systems.swidenth.rules.falls import risk
from escarmouche.systems.swidenth.rules.missions import (
    beast_acts,
    carried_off,
    controls,
    inside_wall,
    is_over,
    outcome,
    score,
    wake_roll,
    winner,
)
from escarmouche.systems.swidenth.rules.rout import rout_tests
from escarmouche.systems.swidenth.rules.shooting import dodge_modifiers
from escarmouche.systems.swidenth.rules.sight import hidden
from escarmouche.systems.swidenth.rules.turn import leftovers
from escarmouche.systems.swidenth.rules.values import PAS
from escarmouche.systems.swidenth.setup import begin
from tests.systems.swidenth.arena import fighter, refused, scene
from tests.systems.swidenth.scene import Played, changed, pas, play, script

READY = Bands().ready()


def begun(mission: str, *names: str, **options: Any) -> Call:
    """The first rule of a game with two ready bands."""
    armies = [READY[name] for name in names or ("goblins", "goblins")]
    return begin(Setup("swidenth", armies, mission, 1, options))


def table(mission: str, *figures: Figure, **changes: Any) -> World:
    """A mission's own table with these figures on it; seat 0 has the north edge or corner, seat 1 the south."""
    ground, markers = board(mission, Stream("a table"))
    world = scene(*figures, **{"mission": mission, "ground": ground, "markers": markers, **changes})
    corners = (2, 0) if mission == "lair" else (-1, -1)
    bands = tuple(Band(seat, 3 - 2 * seat, corners[seat], 5, attacks=mission == "portcullis" and seat == 0) for seat in (0, 1))
    return changed(world, bands=bands)


# ---------------------------------------------------------------- common


@pytest.mark.rule("swidenth.mission.common")
def test_a_band_deploys_wholly_in_its_zone_apart_and_unengaged() -> None:
    world = begun("crossroads").args[0].with_band(Band(0, 1, began=10))
    options = Deployment(world, 0)
    answer: Any = options.order("centre")
    assert options.check(answer) is None
    spots = list(answer[1])
    assert all(in_zone(world, 0, x, y, PAS // 2) for x, y in spots)
    spoilt = ("deploy", ((spots[0][0], pas(5.6)), *spots[1:]))
    refusal = options.check(spoilt)
    assert refusal is not None
    assert refusal.key == "out-of-zone"
    crowded = options.check(("deploy", (spots[1], *spots[1:])))
    assert crowded is not None
    assert crowded.key == "no-room"


@pytest.mark.rule("swidenth.mission.common")
def test_a_band_that_is_gone_ends_the_game_after_the_phase() -> None:
    gone = scene(fighter("orc", 0, 5, 5), fighter("goblin", 1, 9, 9, status=OUT), mission="crossroads")
    assert is_over(gone)
    assert not is_over(scene(fighter("orc", 0, 5, 5), fighter("goblin", 1, 9, 9), mission="crossroads"))
    both = scene(fighter("orc", 0, 5, 5, status=ROUTED), fighter("goblin", 1, 9, 9, status=ROUTED), mission="crossroads")
    assert is_over(both)
    last = changed(scene(fighter("orc", 0, 5, 5, activated=True), fighter("goblin", 1, 9, 9, activated=True)), turn=8)
    assert play(Call(leftovers, last, 2)).result.reason == "swidenth.mission.crossroads-victory"


@pytest.mark.rule("swidenth.mission.common", "swidenth.action.special", "swidenth.trait.animal")
def test_objects_are_taken_one_at_a_time_unengaged_by_hands() -> None:
    def near(*others: Figure, profile: str = "orc", **changes: Any) -> str:
        world = scene(fighter(profile, 0, 20, 20, **changes), *others).with_marker("chest", pas(20.9), pas(20), 0)
        return refused(world, 0, ("take", 0))

    assert near() == ""
    assert near(fighter("goblin", 1, 20, 21.2)) == "swidenth.mission.common"
    assert near(cargo="chest") == "swidenth.mission.common"
    assert near(profile="cave-wolf") == "swidenth.trait.animal"
    world = scene(fighter("orc", 0, 20, 20)).with_marker("chest", pas(20.9), pas(20), 0)
    taken = play(Call(take, world, 0, Course(), ("take", 0))).world
    assert (taken.figures[0].cargo, taken.markers, taken.taken) == ("chest", (), True)


# ---------------------------------------------------------------- the crossroads


@pytest.mark.rule("swidenth.mission.crossroads-setup", "swidenth.terrain.declare")
@pytest.mark.parametrize("seed", range(5))
def test_the_table_of_the_crossroads(seed: int) -> None:
    ground, markers = board("crossroads", Stream(f"crossroads {seed}"))
    assert (ground.width, ground.depth, markers) == (36 * PAS, 36 * PAS, ())
    kinds = [piece.kind for piece in ground.pieces]
    assert len([kind for kind in kinds if kind in ("woods", "rocks", "marsh")]) == 4
    assert (kinds.count("thin-obstacle"), kinds.count("flat-obstacle")) == (2, 2)
    assert {piece.height for piece in ground.pieces if "obstacle" in piece.kind} == {PAS}


@pytest.mark.rule("swidenth.mission.crossroads-setup")
def test_the_higher_die_picks_an_edge_and_deploys_first() -> None:
    found = play(begun("crossroads"), (8, 14))
    assert (found.asked[0].seat, len(found.asked[0].options.listed())) == (1, 4)
    deploying = play(begun("crossroads"), (8, 14), (("edge", 3),))
    assert deploying.asked[-1].seat == 1
    assert [band.edge for band in deploying.world.bands] == [1, 3]
    tied = play(begun("crossroads"), (9, 9, 3, 2))
    assert tied.asked[0].seat == 0


def crowd(*figures: Figure) -> World:
    return table("crossroads", *figures)


@pytest.mark.rule("swidenth.mission.crossroads-special")
def test_who_controls_the_crossroads() -> None:
    def held(distance: float, **changes: Any) -> bool:
        world = crowd(fighter("orc", 0, 18 + 0.5 + distance, 18, **changes))
        return controls(world, world.figures[0])

    assert held(3.9)
    assert held(4.0)
    assert not held(4.1)
    assert not any(held(3.9, **{state: True}) for state in ("stunned", "fleeing"))
    assert not held(1, status=OUT)


@pytest.mark.rule("swidenth.mission.crossroads-victory")
def test_points_at_the_crossroads() -> None:
    """A took three henchmen and a Hero (5), B took the Chief (4) and holds the centre (3): B wins 7 to 5."""
    mine = [fighter("orc-chief", 0, 5, 5, status=OUT), fighter("orc", 0, 6, 5)]
    theirs = [fighter("goblin", 1, 7, 30, status=status) for status in (OUT, FLED, ROUTED)]
    world = crowd(*mine, *theirs, fighter("goblin-hero", 1, 9, 30, status=OUT), fighter("goblin", 1, 18, 18))
    assert (score(world, 0), score(world, 1), winner(world)) == (5, 7, 1)
    equal = crowd(*mine, fighter("goblin", 1, 18, 18), fighter("orc", 0, 18, 19.5))
    assert score(equal, 1) == 4
    bear = crowd(fighter("orc", 0, 5, 5), fighter("young-wood-bear", 1, 9, 9, status=OUT))
    assert score(bear, 0) == 3


# ---------------------------------------------------------------- the ravine


@pytest.mark.rule("swidenth.mission.ravine-setup")
def test_the_table_of_the_ravine_and_who_deploys_first() -> None:
    ground, chests = board("ravine", Stream("ravine"))
    gorge = next(piece for piece in ground.pieces if piece.kind == "void")
    assert (gorge.shape.top - gorge.shape.bottom, gorge.floor) == (2 * PAS, -4 * PAS)
    assert [marker.x / PAS for marker in chests] == [9, 18, 27]
    bridges = [piece for piece in ground.pieces if piece.kind == "flat-obstacle"]
    assert sorted((one.shape.right - one.shape.left) / PAS for one in bridges) == [1, 2, 2]
    found = play(begun("ravine"), (5, 12))
    assert found.asked[0].seat == 0
    assert {answer[1] for answer in found.asked[0].options.listed()} == {1, 3}


@pytest.mark.rule("swidenth.mission.ravine-special")
def test_carriers_neither_run_nor_jump_and_hand_over() -> None:
    giver = fighter("orc", 0, 20, 20, cargo="chest")
    world = scene(giver, fighter("orc", 0, 21.3, 20), fighter("cave-wolf", 0, 18.7, 20), mission="ravine")
    assert refused(world, 0, ("run", ()), "move") != ""
    assert refused(world, 0, ("standing-jump", pas(20), pas(20.9))) != ""
    assert refused(world, 0, ("give", 1)) == ""
    assert refused(world, 0, ("give", 2)) == "swidenth.trait.animal"
    given = play(Call(give, world, 0, Course(), ("give", 1))).world
    assert [one.cargo for one in given.figures] == ["", "chest", ""]
    assert risk(4 * PAS) == 12


@pytest.mark.rule("swidenth.mission.ravine-special")
def test_a_chest_is_handed_over_within_half_a_pas_by_one_who_is_free_to_one_who_is() -> None:
    def handed(gap: float, *others: Figure, **taker: Any) -> str:
        giver = fighter("orc", 0, 20, 20, cargo="chest")
        width = 2 * giver.card.radius / PAS
        return refused(
            scene(giver, fighter("orc", 0, 20 + width + gap, 20, **taker), *others, mission="ravine"), 0, ("give", 1)
        )

    assert handed(0.5) == ""
    assert handed(0.52) == "swidenth.mission.ravine-special"
    assert handed(0.5, cargo="chest") == "swidenth.mission.ravine-special"
    beside = 2 * fighter("orc", 0, 0, 0).card.radius / PAS
    assert handed(0.5, fighter("orc", 1, 20, 20 + beside)) == "swidenth.mission.ravine-special"
    assert handed(0.5, fighter("orc", 1, 20 + beside + 0.5, 20 + beside)) == "swidenth.mission.ravine-special"


@pytest.mark.rule("swidenth.mission.ravine-victory")
def test_a_chest_is_banked_by_ones_own_edge_only() -> None:
    def carried(x: float, y: float, **changes: Any) -> World:
        world = table("ravine", fighter("orc", 0, x, y, cargo="chest", **changes), fighter("goblin", 1, 5, 5))
        return play(script(carried_off, world, 0)).world

    home = carried(18, 35.5)
    assert (home.figures[0].status, home.bands[0].banked, score(home, 0)) == (LEFT, 1, 3)
    assert carried(18, 0.5).figures[0].status == ON_TABLE
    assert carried(18, 35.5, fleeing=True).figures[0].status == ON_TABLE
    assert score(carried(18, 20), 0) == 1


@pytest.mark.rule("swidenth.mission.ravine-victory", "swidenth.rout.result")
def test_fewer_losses_decide_between_equal_points_and_lost_chests_end_it() -> None:
    mine = [fighter("orc", 0, 5, 5, status=OUT), fighter("orc", 0, 5, 7)]
    world = table("ravine", *mine, fighter("goblin", 1, 9, 9), fighter("goblin", 1, 9, 12))
    assert winner(world) == 1
    assert winner(table("ravine", mine[1], fighter("goblin", 1, 9, 9))) == -1
    assert not is_over(world)
    assert is_over(changed(world, markers=()))
    broken = table("ravine", fighter("orc", 0, 5, 5, cargo="chest"), fighter("goblin", 1, 9, 9), markers=())
    lost = changed(broken, bands=(changed(broken.bands[0], began=1), broken.bands[1]))
    gone = [fighter("orc", 0, 9, 5, status=OUT)]
    lost = changed(lost, figures=(*lost.figures, changed(gone[0], id=2)), bands=(Band(0, 3, began=1), Band(1, 1, began=5)))
    assert is_over(play(Call(rout_tests, lost, 0), (12,)).world)


# ---------------------------------------------------------------- the portcullis


@pytest.mark.rule("swidenth.mission.portcullis-setup")
def test_the_table_of_the_portcullis() -> None:
    ground, markers = board("portcullis", Stream("wall"))
    assert (ground.width, ground.depth) == (30 * PAS, 36 * PAS)
    walk = [piece for piece in ground.pieces if "rampart" in piece.tags]
    assert {piece.floor for piece in walk} == {3 * PAS}
    assert {(piece.shape.bottom / PAS, piece.shape.top / PAS) for piece in walk} == {(12, 13.5)}
    gate = next(piece for piece in ground.pieces if piece.kind == "closed-gate")
    assert (gate.shape.left / PAS, gate.shape.right / PAS) == (13, 17)
    assert [(one.x / PAS, one.head / PAS) for one in ground.ladders] == [(9, 3), (21, 3)]
    assert [marker.kind for marker in markers] == ["lever"]
    assert markers[0].z == 3 * PAS


@pytest.mark.rule("swidenth.mission.portcullis-setup", "swidenth.army.composition")
def test_the_defender_deploys_first_with_six_hundred_crowns() -> None:
    found = play(begun("portcullis", "goblins", "goblin-garrison"))
    assert found.asked[0].seat == 1
    assert [band.edge for band in found.world.bands] == [3, 1]
    with pytest.raises(ContentError, match="145 over its 600"):
        begun("portcullis", "goblins", "goblins")


def gatehouse(*figures: Figure) -> World:
    return table("portcullis", *figures)


@pytest.mark.rule("swidenth.mission.portcullis-special")
def test_the_lever_opens_and_closes_and_nobody_is_shut_in() -> None:
    def pulls(world: World, id: int, die: int) -> Played:
        return play(Call(lever, world, id, Course(), ("lever",)), (die,))

    world = gatehouse(fighter("orc", 0, 17, 12.7, z=3), fighter("goblin", 1, 18.2, 12.7, z=3))
    assert not is_open(world)
    opened = pulls(world, 0, 13).world
    assert is_open(opened)
    assert not is_open(pulls(world, 0, 12).world)
    assert not is_open(pulls(opened, 1, 15).world)
    under = gatehouse(fighter("orc", 0, 17, 12.7, z=3), fighter("goblin", 1, 18.2, 12.7, z=3), fighter("orc", 0, 15, 12.5))
    assert is_open(pulls(with_gate(under, True), 1, 15).world)


@pytest.mark.rule("swidenth.mission.portcullis-special")
def test_the_closed_gate_parts_and_half_hides_and_the_walk_hides_more() -> None:
    two = gatehouse(fighter("orc", 0, 15, 14.1), fighter("goblin", 1, 15, 11.4))
    assert hidden(two, *two.figures) == 50
    close = gatehouse(fighter("orc", 0, 15, 14.05), fighter("goblin", 1, 15, 12.7))
    assert not engaged(close, *close.figures)
    walk = gatehouse(fighter("goblin-marksman", 0, 6, 24), fighter("goblin", 1, 6, 12.7, z=3))
    assert dodge_modifiers(walk, *walk.figures) == (("cover-66", 6),)


@pytest.mark.rule("swidenth.mission.portcullis-victory")
def test_who_has_won_at_the_gate() -> None:
    inside = [fighter("orc", 0, 5 + 2 * number, 6) for number in range(3)]
    defender = fighter("goblin", 1, 25, 5)
    three = gatehouse(*inside, defender)
    assert inside_wall(three) == 3
    assert winner(with_gate(three, True)) == 0
    assert winner(three) == 1
    assert winner(with_gate(gatehouse(*inside[:2], defender), True)) == -1
    on_walk = fighter("orc", 0, 5, 12.7, z=3)
    assert winner(with_gate(gatehouse(*inside[:2], on_walk, on_walk, defender), True)) == -1
    dazed = changed(inside[2], stunned=True)
    assert winner(with_gate(gatehouse(*inside[:2], dazed, defender), True)) == -1
    gone = [changed(one, status=OUT) for one in inside]
    assert winner(with_gate(gatehouse(*gone, defender), True)) == 1


# ---------------------------------------------------------------- the lair


def sleeping(**changes: Any) -> Figure:
    return fighter("young-dragon", NEUTRAL, 18, 18, **{"asleep": True, **changes})


@pytest.mark.rule("swidenth.mission.lair-setup")
def test_the_table_of_the_lair() -> None:
    world = begun("lair").args[0]
    beast = world.figures[-1]
    assert (beast.seat, beast.asleep, beast.x, beast.y) == (NEUTRAL, True, 18 * PAS, 18 * PAS)
    assert len([marker for marker in world.markers if marker.kind == "egg"]) == 4
    for egg in world.markers:
        far = ((egg.x - beast.x) ** 2 + (egg.y - beast.y) ** 2) ** 0.5 - beast.card.radius
        assert far <= PAS
    assert {piece.kind for piece in world.ground.pieces} == {"rocks"}
    found = play(begun("lair"), (13,))
    assert found.asked[0].seat == 0
    other = play(begun("lair"), (10,), (("corner", 2),))
    assert [band.corner for band in other.world.bands] == [0, 2]


@pytest.mark.rule("swidenth.mission.lair-special")
@pytest.mark.parametrize(
    ("gap", "taken", "die", "wakes"), [(6, False, 11, True), (6, False, 10, False), (3, False, 8, True), (6, True, 8, True)]
)
def test_the_beast_wakes(gap: float, taken: bool, die: int, wakes: bool) -> None:
    world = table("lair", fighter("orc", 0, 18 + 1.2 + 0.5 + gap, 18), sleeping(), taken=taken)
    found = play(Call(wake_roll, world), (die, 13) if wakes else (die,))
    assert found.world.figures[1].asleep is not wakes
    assert ("dreads" in found.kinds) is wakes


@pytest.mark.rule("swidenth.mission.lair-special")
def test_awake_it_goes_for_the_nearest_and_breathes() -> None:
    """Nearest figure at 12 pas: it moves 5 and breathes from 7, d20 + 2 against d20 + Combat, Damage 5."""
    world = table("lair", fighter("orc", 0, 18, 18 + 1.2 + 0.5 + 12), sleeping(asleep=False), ground=scene().ground)
    found = play(Call(beast_acts, world), (13, 15, 2))  # Terror at 7 pas, then the breath
    assert found.world.figures[1].y > 22 * PAS
    assert found.outcomes[-1] == "defender-out"


@pytest.mark.rule("swidenth.mission.lair-special", "swidenth.mission.lair-victory")
def test_engaged_it_concentrates_on_the_weakest_and_the_opponent_of_its_victim_chooses() -> None:
    men = [fighter("orc", 0, 19.9, 18, kit=["heavy-armour"]), fighter("goblin", 0, 18, 19.9, kit=[])]
    world = table("lair", *men, sleeping(asleep=False), ground=scene().ground)
    found = play(Call(beast_acts, world), (10, 15))
    assert found.told("totals").about[:6] == (2, 10, 5, (("concentrate-combat", 3),), False, 18)
    assert found.told("totals").about[6] == 1
    assert found.asked[-1].seat == 1


@pytest.mark.rule("swidenth.mission.lair-victory")
def test_points_of_the_lair() -> None:
    """A carried off two eggs (4), B slew the dragon (5): B wins."""
    world = table("lair", fighter("orc", 0, 30, 30), fighter("goblin", 1, 5, 5), sleeping(status=OUT))
    ended = changed(world, bands=(Band(0, -1, 2, 5, banked=2), Band(1, -1, 0, 5, slayer=True)))
    assert outcome(ended).scores == (4, 5)
    assert outcome(ended).winner == 1
    held = table("lair", fighter("orc", 0, 30, 30, cargo="egg"), fighter("goblin", 1, 5, 5))
    assert score(held, 0) == 1
    assert is_over(changed(world, markers=()))


def test_missions_have_their_numbers() -> None:
    rows = {name: (row.width, row.depth, row.turns, row.crowns) for name, row in book().mission.items()}
    assert rows == {
        "crossroads": (36, 36, 8, (750, 750)), "ravine": (36, 36, 8, (750, 750)), "portcullis": (30, 36, 7, (750, 600)),
        "lair": (36, 36, 9, (750, 750)),
    }  # fmt: skip
