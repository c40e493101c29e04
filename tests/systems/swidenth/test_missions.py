"""Missions: their tables, deployment, objects, the beast, when they end and who has won."""

from __future__ import annotations

from typing import Any

import pytest

import escarmouche as esc
from escarmouche.core.dice import Stream
from escarmouche.core.effects import Call
from escarmouche.core.errors import ContentError
from escarmouche.systems.swidenth.content import book
from escarmouche.systems.swidenth.model import (
    ANIMAL,
    CHIEF,
    FANGS,
    FLED,
    HERO,
    LEFT,
    MONSTER,
    NEUTRAL,
    OUT,
    SPELLCASTER,
    TERROR,
    Course,
    Figure,
    Marker,
    World,
)
from escarmouche.systems.swidenth.rules.activation import act
from escarmouche.systems.swidenth.rules.boards import board
from escarmouche.systems.swidenth.rules.conventions import engaged
from escarmouche.systems.swidenth.rules.damage import out_of_action, recoil, suffer
from escarmouche.systems.swidenth.rules.deeds import is_open, lever, with_gate
from escarmouche.systems.swidenth.rules.deployment import Deployment
from escarmouche.systems.swidenth.rules.falls import fall
from escarmouche.systems.swidenth.rules.flight import flee
from escarmouche.systems.swidenth.rules.missions import (
    beast_acts,
    controls,
    is_over,
    outcome,
    score,
    wake_roll,
    winner,
)
from escarmouche.systems.swidenth.rules.movement import way_of
from escarmouche.systems.swidenth.rules.sight import hidden
from escarmouche.systems.swidenth.setup import prepare
from tests.systems.swidenth.scene import changed, cited, key, man, pas, play, refused, scene, trail

CHEST = (Marker(0, "chest", pas(11), pas(10)),)


def on(mission: str, *figures: Figure, **more: Any) -> World:
    """A scene on a mission's own table, seat 0 attacking."""
    ground, markers = board(mission, Stream("board"))
    world = scene(*figures)
    bands = tuple(changed(band, attacks=mission == "portcullis" and band.seat == 0) for band in world.bands)
    return changed(world, **{"ground": ground, "markers": markers, "mission": mission, "bands": bands, **more})


# ---------------------------------------------------------------- common


@pytest.mark.rule("swidenth.mission.common")
def test_a_band_deploys_wholly_in_its_zone_without_overlap_or_contact() -> None:
    world = scene(man(0, 0, 0, status=5), man(0, 0, 0, status=5), man(1, 10, 7))
    options = Deployment(world, 0)

    def spots(*places: tuple[float, float]) -> str:
        return key(options.check(("deploy", tuple((pas(x), pas(y)) for x, y in places))))

    assert spots((10, 5.5), (12, 5.5)) == ""
    assert spots((10, 5.6), (12, 5.5)) == "out-of-zone"
    assert spots((12, 5), (12.5, 5)) == "no-room"
    assert spots((10, 5.5), (14, 5)) == ""
    assert spots((5, 5)) == "deploy-everybody"
    near = changed(world, figures=(*world.figures[:2], changed(world.figures[2], y=pas(6.9))))
    assert key(Deployment(near, 0).check(("deploy", ((pas(10), pas(5.5)), (pas(14), pas(5)))))) == "deploy-engaged"


@pytest.mark.rule("swidenth.mission.common")
def test_a_game_ends_when_a_band_is_gone_or_its_last_turn_is_over() -> None:
    world = scene(man(0, 10, 10), man(1, 20, 20))
    assert not is_over(world)
    assert is_over(scene(man(0, 10, 10), man(1, 20, 20, status=OUT)))
    assert is_over(scene(man(0, 10, 10, status=FLED), man(1, 20, 20, status=OUT)))
    game = esc.new("swidenth", seed=3, options={"turn_limit": 1})
    rng = Stream("once")
    while game.due is not None:
        game.play(game.sample(rng))
    assert game.result is not None
    assert game.result.world.turn == 1


@pytest.mark.rule("swidenth.mission.common", "swidenth.flight.direction")
def test_fleeing_off_with_an_object_loses_it() -> None:
    world = scene(man(0, 18, 2, fleeing=True, cargo="chest"), man(1, 18, 6), mission="ravine")
    played = play(Call(flee, world, 0))
    assert (played.figure(0).status, played.world.markers, played.world.bands[0].banked) == (FLED, (), 0)


@pytest.mark.rule("swidenth.army.composition", "swidenth.mission.common")
@pytest.mark.parametrize("mission", ["crossroads", "ravine", "portcullis", "lair"])
def test_too_dear_a_band_is_refused_in_a_sentence(mission: str) -> None:
    with pytest.raises(ContentError, match="over its 1"):
        esc.new("swidenth", scenario=mission, seed=1, options={"limit": 1})


@pytest.mark.rule("swidenth.mission.crossroads-setup")
def test_the_crossroads_may_lie_on_a_table_of_another_size_and_nothing_else_may() -> None:
    game = esc.new("swidenth", seed=1, options={"table": [24, 30]})
    assert (game.world.ground.width, game.world.ground.depth) == (book().length(24), book().length(30))
    for mission, size in (("crossroads", [10, 30]), ("crossroads", [24, 100]), ("lair", [24, 30])):
        with pytest.raises(ContentError, match="the option table is"):
            esc.new("swidenth", scenario=mission, seed=1, options={"table": size})


# ---------------------------------------------------------------- crossroads


@pytest.mark.rule("swidenth.mission.crossroads-setup")
def test_the_crossroads_have_roads_areas_and_obstacles_away_from_the_centre() -> None:
    for seed in range(5):
        ground, _ = board("crossroads", Stream(f"seed {seed}"))
        kinds = [piece.kind for piece in ground.pieces]
        assert kinds.count("open") == 2
        assert len([kind for kind in kinds if kind in ("woods", "rocks", "marsh")]) == 4
        assert (kinds.count("thin-obstacle"), kinds.count("flat-obstacle")) == (2, 2)
    figures = [man(seat, 0, 0, status=5) for seat in (0, 1)]
    played = play(Call(prepare, on("crossroads", *figures, turn=0)), [8, 14], [("edge", 3)])
    assert played.asked[0].seat == 1
    assert [band.edge for band in played.world.bands] == [1, 3]
    assert played.asked[1].seat == 1


@pytest.mark.rule("swidenth.mission.crossroads-special")
def test_who_controls_the_crossroads() -> None:
    world = scene(man(0, 22.4, 18), man(0, 22.6, 18), man(0, 18, 20, stunned=True), man(1, 18, 16, fleeing=True))
    assert [controls(world, one) for one in world.figures] == [True, False, False, False]
    two = scene(man(0, 18, 16), man(0, 18, 20), man(1, 20, 18))
    assert (score(two, 0), score(two, 1)) == (3, 0)
    assert score(scene(man(0, 18, 16), man(1, 18, 20)), 0) == 0


@pytest.mark.rule("swidenth.mission.crossroads-victory")
def test_points_at_the_crossroads() -> None:
    lost = [man(1, 1, 1, status=OUT) for _ in range(3)] + [man(1, 1, 1, status=FLED, rank=HERO)]
    mine = [man(0, 1, 1, status=OUT, rank=CHIEF), man(0, 3, 3)]
    world = scene(*mine, *lost, man(1, 18, 17))
    assert [score(world, seat) for seat in (0, 1)] == [5, 4 + 3]
    assert outcome(world).winner == 1
    assert score(scene(man(0, 1, 1), man(1, 1, 1, status=OUT, rank=MONSTER), man(1, 30, 30)), 0) == 3


# ---------------------------------------------------------------- the ravine


@pytest.mark.rule("swidenth.mission.ravine-setup", "swidenth.damage.pushback-void")
def test_the_ravine_has_bridges_chests_and_a_deep_drop() -> None:
    world = on("ravine", man(0, 18, 15), man(1, 33, 33))
    assert [(marker.kind, marker.x) for marker in world.markers] == [("chest", pas(x)) for x in (9, 18, 27)]
    across = way_of(world, world.figures[0], Course(), "move", (("walk", pas(18), pas(19.5)),))
    assert across.refused is None
    assert across.floor == 1 << 30
    aside = way_of(world, world.figures[0], Course(), "move", (("walk", pas(18), pas(18)), ("walk", pas(19), pas(18))))
    assert aside.floor == -pas(4)
    figures = [man(seat, 0, 0, status=5) for seat in (0, 1)]
    played = play(Call(prepare, on("ravine", *figures, turn=0)), [5, 12], [("edge", 3)])
    assert [due.seat for due in played.asked] == [0, 0]
    assert [band.edge for band in played.world.bands] == [3, 1]


@pytest.mark.rule("swidenth.mission.ravine-special", "swidenth.jump.running", "swidenth.trait.animal")
def test_carriers_neither_run_nor_jump_and_may_hand_over() -> None:
    world = scene(
        man(0, 10, 10, cargo="chest"), man(0, 11.2, 10), man(0, 10, 11.2, traits=ANIMAL), man(1, 20, 20), mission="ravine"
    )
    assert refused(world, ("run", ()), 0, Course(("move",))) == "carries"
    assert refused(world, ("standing-jump", pas(10), pas(9))) == "carries"
    given = play(Call(act, world, 0, Course()), [], [("give", 1), ("end",)])
    assert (given.figure(0).cargo, given.figure(1).cargo) == ("", "chest")
    assert cited(trail(world).check(("give", 2))) == "swidenth.trait.animal"
    jump = on("ravine", man(0, 14, 14.9), man(1, 33, 33))
    leap = (("walk", pas(14), pas(17)), ("jump", pas(14), pas(19)))
    assert refused(jump, ("move", leap)) == ""


@pytest.mark.rule("swidenth.mission.ravine-special", "swidenth.terrain.ladder-rope")
def test_a_fallen_carrier_drops_the_chest_at_the_bottom_and_a_rope_leads_out() -> None:
    world = on("ravine", man(0, 14, 18, cargo="chest"), man(1, 33, 33))
    played = play(Call(fall, world, 0, -pas(4)), [12])
    chest = played.world.markers[-1]
    assert (chest.kind, chest.z) == ("chest", -pas(4))
    rope = world.ground.ladders[0]
    climber = changed(man(0, 0, 0), x=rope.x + pas(0.5), y=rope.y, z=-pas(4))
    below = on("ravine", climber, man(1, 33, 33))
    up = way_of(below, below.figures[0], Course(("move",)), "run", (("climb", 0, 1),))
    assert up.cost // 16 == 2 * (pas(4) + 1)
    out = way_of(below, below.figures[0], Course(), "move", (("walk", rope.x + pas(0.5), pas(20)),))
    assert key(out.refused) == "too-high"


@pytest.mark.rule("swidenth.mission.ravine-victory")
def test_chests_banked_and_held() -> None:
    world = scene(man(0, 10, 1.5, cargo="chest"), man(1, 20, 20), mission="ravine", markers=CHEST)
    left = play(Call(act, world, 0, Course()), [], [("move", (("walk", pas(10), pas(0.5)),))])
    assert left.figure(0).status == LEFT
    assert score(left.world, 0) == 3
    held = scene(
        man(0, 5, 5, status=LEFT), man(0, 6, 6), man(1, 10, 10, cargo="chest"), man(1, 12, 10, cargo="chest"), mission="ravine"
    )
    held = held.with_band(changed(held.bands[0], banked=1))
    assert [score(held, seat) for seat in (0, 1)] == [3, 2]
    assert winner(held) == 0
    even = scene(man(0, 5, 5), *[man(0, 1, 1, status=OUT)] * 4, man(1, 10, 10), man(1, 1, 1, status=OUT), mission="ravine")
    assert winner(even) == 1
    assert is_over(even)


# ---------------------------------------------------------------- the portcullis


@pytest.mark.rule("swidenth.mission.portcullis-setup", "swidenth.damage.pushback-wall")
def test_the_wall_its_walk_and_its_ways_up() -> None:
    world = on("portcullis", man(0, 15, 14.5), man(1, 25, 12.6, 3))
    blocked = way_of(world, world.figures[0], Course(), "move", (("walk", pas(15), pas(11)),))
    assert cited(blocked.refused) == "swidenth.terrain.swim-climb"
    opened = with_gate(world, True)
    assert way_of(opened, opened.figures[0], Course(), "move", (("walk", pas(15), pas(11)),)).refused is None
    inward = way_of(world, world.figures[1], Course(), "move", (("walk", pas(25), pas(11)),))
    assert inward.floor == 0
    outward = recoil(world, world.figures[1], pas(25), pas(12.1))
    assert outward.blocked
    assert not recoil(world, world.figures[1], pas(25), pas(13.3)).blocked
    stair = on("portcullis", man(0, 9, 7.5), man(1, 25, 5))
    climb = way_of(stair, stair.figures[0], Course(), "move", (("walk", pas(9), pas(9.8)),))
    assert climb.refused is None
    assert climb.end()[2] > 0
    assert climb.cost > 16 * pas(3.5)


@pytest.mark.rule("swidenth.mission.portcullis-setup", "swidenth.terrain.ladder-rope")
def test_ladders_lead_up_and_the_defender_deploys_first() -> None:
    world = on("portcullis", man(0, 9, 14), man(1, 25, 5))
    up = way_of(world, world.figures[0], Course(("move",)), "run", (("climb", 0, pas(3)),))
    assert up.refused is None
    assert up.cost == 16 * pas(6)
    figures = [man(seat, 0, 0, status=5) for seat in (0, 1)]
    played = play(Call(prepare, on("portcullis", *figures, turn=0)))
    assert played.asked[0].seat == 1
    assert played.asked[0].options.check(("deploy", ((pas(20), pas(12.6)),))) is None
    assert played.asked[0].options.check(("deploy", ((pas(20), pas(20)),))) is not None


def at_lever(seat: int, **more: Any) -> World:
    world = on("portcullis", man(seat, 0, 0, 3, **more), man(1 - seat, 3, 3))
    marker = world.markers[0]
    return world.with_figure(changed(world.figures[0], x=marker.x + 1500, y=marker.y, z=marker.z))


@pytest.mark.rule("swidenth.mission.portcullis-special", "swidenth.action.special", "swidenth.heroism.special-actions")
def test_the_lever() -> None:
    def pulled(world: World, die: int, *answers: Any, course: Course | None = None) -> Any:
        return play(Call(lever, world, 0, course or Course(), ("lever",)), [die], answers)

    assert refused(at_lever(0), ("lever",)) == ""
    assert is_open(pulled(at_lever(0), 13).world)
    assert not is_open(pulled(at_lever(0), 12).world)
    assert is_open(pulled(at_lever(0), 10, course=Course(("concentrate",))).world)
    assert is_open(pulled(at_lever(0, heroism=1, rank=HERO), 10, ("heroism", 1)).world)
    closing = with_gate(at_lever(1), True)
    assert not is_open(pulled(closing, 15).world)
    standing = closing.with_figure(changed(closing.figures[1], x=pas(15), y=pas(12.5)))
    assert is_open(pulled(standing, 15).world)


@pytest.mark.rule("swidenth.mission.portcullis-special", "swidenth.shooting.cover", "swidenth.terrain.sight")
def test_the_gate_and_the_parapet_hide() -> None:
    world = on("portcullis", man(0, 20, 22), man(1, 20, 12.7, 3), man(1, 20, 5))
    assert hidden(world, world.figures[0], world.figures[1]) > 66
    inside = on("portcullis", man(0, 20, 5), man(1, 20, 12.7, 3))
    assert hidden(inside, inside.figures[0], inside.figures[1]) <= 66
    through = on("portcullis", man(0, 15, 16), man(1, 15, 10))
    assert hidden(through, through.figures[0], through.figures[1]) == 50
    assert hidden(with_gate(through, True), through.figures[0], through.figures[1]) == 0
    near = on("portcullis", man(0, 15, 14.05), man(1, 15, 11.45))
    assert not engaged(near, near.figures[0], near.figures[1])


@pytest.mark.rule("swidenth.mission.portcullis-victory")
def test_who_wins_the_gate() -> None:
    def result(opened: bool, inside: int, walk: int = 0, gone: bool = False) -> int:
        mine = [man(0, 3 + 2 * place, 5) for place in range(inside)] + [
            man(0, 20 + 2 * place, 12.6, 3) for place in range(walk)
        ]
        mine = [changed(one, status=OUT) for one in mine] if gone else mine
        return winner(with_gate(on("portcullis", *mine, man(1, 15, 3)), opened))

    assert [result(True, 2), result(False, 5), result(True, 2, 2), result(True, 3), result(True, 3, gone=True)] == [
        -1,
        1,
        -1,
        0,
        1,
    ]
    both = on("portcullis", man(0, 3, 3, status=OUT), man(1, 5, 5, status=OUT))
    assert winner(both) == -1
    stunned = with_gate(on("portcullis", *[man(0, 3 + 2 * n, 5, stunned=n == 0) for n in range(3)], man(1, 15, 3)), True)
    assert winner(stunned) == -1


# ---------------------------------------------------------------- the lair


def dragon(x: float = 18, y: float = 18, **more: Any) -> Figure:
    """The young dragon."""
    usual = {"radius": pas(1.2), "height": pas(3), "combat": 5, "shooting": 2, "defence": 9, "vitality": 4, "hands": ()}
    return man(NEUTRAL, x, y, traits=TERROR | FANGS, missiles=("dragon-breath",), **{**usual, **more})


@pytest.mark.rule("swidenth.mission.lair-setup", "swidenth.trait.causes-terror")
def test_the_beast_sleeps_on_its_eggs() -> None:
    game = esc.new("swidenth", scenario="lair", seed=4)
    world = game.due.world if game.due is not None else None
    assert world is not None
    sleeper = world.figures[-1]
    assert (sleeper.asleep, sleeper.seat, sleeper.card.profile) == (True, NEUTRAL, book().lair.beast)
    assert [marker.kind for marker in world.markers] == ["egg"] * 4
    assert len([piece for piece in world.ground.pieces if piece.kind == "rocks"]) == 6
    figures = [man(seat, 0, 0, status=5) for seat in (0, 1)]
    played = play(Call(prepare, on("lair", *figures, turn=0)), [13], [("corner", 2)])
    assert [due.seat for due in played.asked] == [0, 0]
    assert [band.corner for band in played.world.bands] == [2, 0]


@pytest.mark.rule("swidenth.mission.lair-special", "swidenth.terror.test")
def test_waking_the_beast() -> None:
    near = scene(man(0, 18, 14), man(1, 1, 1), dragon(asleep=True), mission="lair")
    woken = play(Call(wake_roll, near), [8, 13])
    assert not woken.figure(2).asleep
    assert [roll.why for roll in woken.rolls] == ["swidenth.mission.lair-special", "swidenth.terror.test"]
    assert play(Call(wake_roll, near), [7]).figure(2).asleep
    far = scene(man(0, 18, 5), man(1, 1, 1), dragon(asleep=True), mission="lair")
    assert play(Call(wake_roll, far), [10]).figure(2).asleep
    assert not play(Call(wake_roll, changed(far, taken=True)), [8]).figure(2).asleep
    attacked = scene(man(0, 18, 16), man(1, 1, 1), dragon(asleep=True), mission="lair")
    assert not engaged(attacked, attacked.figures[0], attacked.figures[2])
    fought = play(Call(act, attacked, 0, Course()), [13, 8, 5, 5], [("fight", 2)])
    assert fought.kinds.index("wakes") < fought.kinds.index("totals")


@pytest.mark.rule("swidenth.mission.lair-special", "swidenth.flight.activation")
def test_every_attack_from_afar_wakes_the_beast_and_whoever_flees_from_it_makes_none() -> None:
    mage: dict[str, Any] = {"traits": SPELLCASTER, "psychism": 3, "knows": ("stupor", "fire-bolt")}
    world = scene(man(0, 18, 10, missiles=("pistol",), **mage), man(1, 1, 1), dragon(asleep=True), mission="lair")
    for answer in (("shoot", "pistol", 2), ("cast", "stupor", 2), ("cast", "fire-bolt", 2)):
        fled = play(Call(act, world, 0, Course(("move",))), [12], [answer])
        assert fled.kinds[-2:] == ["takes-flight", "no-attack"]
        assert [roll.why for roll in fled.rolls] == ["swidenth.terror.test"]
        assert (fled.figure(2).asleep, fled.figure(0).unloaded) == (False, ())
        stood = play(Call(act, world, 0, Course(("move",))), [13, 2, 2][: 3 if answer[0] == "shoot" else 2], [answer])
        assert stood.kinds[:2] == ["wakes", "dreads"]
        assert stood.rolls[1].why != "swidenth.terror.test"


@pytest.mark.rule("swidenth.mission.lair-special", "swidenth.action.reload")
def test_what_the_beast_does() -> None:
    far = scene(man(0, 18, 4), man(1, 1, 1), dragon(), mission="lair")
    calm = changed(far, figures=tuple(changed(one, terrors=4) for one in far.figures))
    breathed = play(Call(beast_acts, calm), [10, 15])
    assert breathed.figure(2).y < pas(18)
    assert breathed.figure(2).unloaded == ("dragon-breath",)
    again = play(Call(beast_acts, breathed.world.with_figure(changed(breathed.figure(2), y=pas(18)))), [])
    assert again.figure(2).unloaded == ()
    beside = scene(man(0, 18, 16.2, defence=5), man(1, 18, 19.8, defence=3), dragon(), mission="lair")
    quiet = changed(beside, figures=tuple(changed(one, terrors=4) for one in beside.figures))
    bites = play(Call(beast_acts, quiet), [10, 10])
    assert bites.told("totals").about[6] == 1
    assert dict(bites.told("totals").about[3])["concentrate-combat"] == 3
    tough = scene(man(0, 1, 1), man(1, 18, 19.8, defence=9, terrors=4), dragon(), mission="lair")
    spared = play(Call(beast_acts, tough), [5, 10])
    assert spared.asked[-1].seat == 0


@pytest.mark.rule("swidenth.mission.lair-special", "swidenth.heroism.soften")
def test_the_beasts_point_goes_on_its_first_out_result_by_itself() -> None:
    world = scene(man(0, 18, 16.2), man(1, 1, 1), dragon(heroism=1), mission="lair")
    played = play(Call(suffer, world, 2, 0, 19, False, "defender"), [8])
    assert played.asked == []
    assert (played.figure(2).vitality, played.figure(2).stunned, played.figure(2).heroism) == (4, True, 0)


@pytest.mark.rule("swidenth.mission.lair-special")
def test_eggs_are_taken_without_a_roll_and_their_carriers_do_not_run() -> None:
    world = scene(
        man(0, 10, 10), man(1, 30, 30), dragon(asleep=True), mission="lair", markers=(Marker(0, "egg", pas(10), pas(10.8)),)
    )
    taken = play(Call(act, world, 0, Course()), [], [("take", 0), ("end",)])
    assert taken.figure(0).cargo == "egg"
    assert taken.world.taken
    assert refused(taken.world, ("run", ()), 0, Course(("move",))) == "carries-egg"


@pytest.mark.rule("swidenth.mission.lair-victory")
def test_points_in_the_lair() -> None:
    world = scene(
        man(0, 1.5, 3, cargo="egg"), man(1, 18, 15), dragon(vitality=1), mission="lair", markers=(Marker(0, "egg", 1, 1),)
    )
    world = world.with_band(changed(world.bands[0], edge=-1, corner=0))
    left = play(Call(act, world, 0, Course()), [], [("move", (("walk", pas(0.5), pas(3)),))]).world
    assert score(left, 0) == 2
    slain = play(Call(out_of_action, left, 2, 1)).world
    assert score(slain, 1) == 5
    assert winner(slain) == 1
    held = scene(man(0, 1.5, 9, cargo="egg"), man(1, 18, 15), mission="lair")
    assert score(held, 0) == 1
    far = held.with_band(changed(held.bands[0], edge=-1, corner=0))
    stays = play(Call(act, far, 0, Course()), [], [("move", (("walk", pas(0.5), pas(9)),))])
    assert stays.figure(0).status == 0
    assert is_over(scene(man(0, 1, 1), man(1, 5, 5), mission="lair"))
