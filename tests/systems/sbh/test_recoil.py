"""Recoil: one base width straight back, room, direction, enemies met on the way."""

from __future__ import annotations

from math import atan2, cos, degrees, hypot, radians, sin
from typing import Any, final

import pytest

from escarmouche.core.dice import Stream
from escarmouche.core.effects import Call, Chance
from escarmouche.systems.sbh.model import CLINGING, DEAD, SPELLBOUND, Figure, Ground, Marker, World
from escarmouche.systems.sbh.rules.harm import HACK, MELEE, SHOT, Recoil, driven_back, recoil_spot
from escarmouche.systems.sbh.rules.melee import fight
from escarmouche.table.hexes import hex_centre, neighbours
from escarmouche.table.pieces import Piece
from tests.systems.sbh.scene import MM, Played, changed, fighter, piece, play, scene, square

STRAIGHT = ("recoil", 0)
HEX = 20 * MM


def clash(*others: Figure, pieces: tuple[Piece, ...] = (), **changes: Any) -> World:
    """An orc at 300, 300, beaten by a human on its left; changes are for the orc."""
    return scene(fighter("orc-warrior", 0, 300, 300, **changes), fighter("human-warrior", 1, 284, 300), *others, pieces=pieces)


def driven(world: World, *answers: object, dice: tuple[int, ...] = (), means: str = MELEE) -> Played:
    """Figure 0 is driven back by figure 1."""
    return play(Call(driven_back, world, 0, 1, "defender", means), dice=dice, answers=answers)


def hexes(orc: tuple[int, int], human: tuple[int, int], *others: tuple[int, int], profile: str = "orc-warrior") -> World:
    """An orc, a human and further orcs on hexes."""
    figures = [fighter(profile, 0, 0, 0), fighter("human-warrior", 1, 0, 0)]
    figures += [fighter("orc-warrior", 0, 0, 0) for _ in others]
    placed = []
    for figure, spot in zip(figures, (orc, human, *others), strict=True):
        x, y = hex_centre(spot, HEX)
        placed.append(changed(figure, x=x, y=y))
    return scene(*placed, ground=Ground(600 * MM, 600 * MM, (0, 4, 7, 13), (), HEX))


# ---------------------------------------------------------------- distance and direction


@pytest.mark.rule("sbh.recoil.trigger", "sbh.recoil.distance")
@pytest.mark.parametrize(("profile", "width"), [("orc-warrior", 16), ("human-light-cavalry", 21), ("ogre-warrior", 25)])
def test_one_base_width_directly_away_from_the_winner(profile: str, width: float) -> None:
    beaten = fighter(profile, 0, 300, 300)
    world = scene(beaten, fighter("human-warrior", 1, 300 - 8 - width / 2, 300))
    after = driven(world, STRAIGHT).result
    assert (after.figures[0].x - 30000, after.figures[0].y) == (width * MM, 30000)
    assert after.figures[1] == world.figures[1]


@pytest.mark.rule("sbh.recoil.trigger", "sbh.state.prone")
@pytest.mark.parametrize(("die", "told"), [*[(n, "recoils") for n in (1, 3, 5)], *[(n, "knocked-down") for n in (2, 4, 6)]])
def test_a_fight_lost_to_an_odd_die_drives_back_and_to_an_even_one_lays_low(die: int, told: str) -> None:
    world = scene(fighter("human-warrior", 1, 284, 300, combat=8 - die), fighter("orc-warrior", 0, 300, 300))
    played = play(Call(fight, world, 0, 1, False), dice=[die, 3])  # 8 against 6
    assert told in played.kinds
    assert ("recoils" in played.kinds, "knocked-down" in played.kinds) == (told == "recoils", told == "knocked-down")


@pytest.mark.rule("sbh.recoil.direction")
def test_the_owner_chooses_within_45_degrees() -> None:
    world = clash()
    due = driven(world).asked[0]
    assert (due.seat, due.figure) == (0, 0)
    assert [due.options.check(("recoil", angle)) is None for angle in (-4501, -4500, 777, 4500, 4501)] == [
        False, True, True, True, False,
    ]  # fmt: skip
    aside = driven(world, ("recoil", 4500)).result.figures[0]
    assert degrees(atan2(aside.y - 30000, aside.x - 30000)) == pytest.approx(45, abs=0.1)
    assert hypot(aside.y - 30000, aside.x - 30000) == pytest.approx(1600, abs=2)


@pytest.mark.rule("sbh.recoil.direction")
def test_every_listed_direction_is_legal_and_so_is_every_sample() -> None:
    world = clash(fighter("orc-warrior", 0, 318, 305))
    options = Recoil(world, 0, 28400, 30000)
    answers = options.listed()
    assert answers
    assert all(options.check(answer) is None for answer in answers)
    chance = Stream(7)
    assert all(options.check(options.sample(chance)) is None for _ in range(40))


@final
class Fixed(Chance):
    """A chance that always draws the same."""

    def __init__(self, drawn: int) -> None:
        self.drawn = drawn

    def below(self, n: int) -> int:
        return min(self.drawn, n - 1)


@pytest.mark.rule("sbh.recoil.direction")
def test_samples_reach_from_one_side_to_the_other() -> None:
    options = Recoil(clash(), 0, 28400, 30000)
    assert [options.sample(Fixed(drawn)) for drawn in (0, 4500, 10**6)] == [
        ("recoil", -4500), ("recoil", 0), ("recoil", 4500),
    ]  # fmt: skip
    blocked = Recoil(clash(fighter("orc-warrior", 0, 316, 318)), 0, 28400, 30000)
    assert blocked.check(("recoil", 4500)) is not None
    assert blocked.sample(Fixed(10**6)) == ("recoil", blocked.straightest())


@pytest.mark.parametrize(
    "answer", [None, "recoil", ("recoil",), ("recoil", "0"), ("recoil", True), ("recoil", 0, 0), ("flee", 0), 5]
)
def test_a_malformed_answer_is_refused(answer: object) -> None:
    refused = Recoil(clash(), 0, 28400, 30000).check(answer)
    assert refused is not None
    assert refused.key == "malformed"


# ---------------------------------------------------------------- no room


@pytest.mark.rule("sbh.recoil.no-space")
def test_with_its_back_to_a_wall_it_is_knocked_down() -> None:
    wall = square("wall-or-tree", 308, 200, 10, 200, impassable=True)
    played = driven(clash(pieces=(wall,)))
    orc = played.result.figures[0]
    assert (orc.prone, orc.x, played.outcomes) == (True, 30000, ["defender-knocked-down"])
    assert "no-room" in played.kinds
    open_hill = square("hill", 308, 200, 10, 200)
    assert not driven(clash(pieces=(open_hill,)), STRAIGHT).result.figures[0].prone


@pytest.mark.rule("sbh.recoil.no-space")
def test_at_the_table_edge_it_is_knocked_down_and_stays() -> None:
    world = scene(fighter("orc-warrior", 0, 592, 300), fighter("human-warrior", 1, 576, 300))
    orc = driven(world).result.figures[0]
    assert (orc.prone, orc.x) == (True, 59200)


@pytest.mark.rule("sbh.recoil.no-space")
def test_surrounded_it_is_knocked_down() -> None:
    ring = [fighter("orc-warrior", 0, 308, 317), fighter("orc-warrior", 0, 308, 283)]
    assert driven(clash(*ring, fighter("orc-warrior", 0, 318, 300))).result.figures[0].prone
    assert driven(clash(*ring), STRAIGHT).result.figures[0].x == 31600


@pytest.mark.rule("sbh.recoil.no-space")
def test_an_immobilised_target_of_a_shot_has_no_room() -> None:
    orc = driven(clash(held=SPELLBOUND), means=SHOT).result.figures[0]
    assert (orc.prone, orc.held, orc.x) == (True, SPELLBOUND, 30000)


@pytest.mark.rule("sbh.recoil.no-space")
@pytest.mark.parametrize(("right", "prone"), [(310, True), (400, False)])
def test_nobody_is_pushed_over_a_cliff(right: float, prone: bool) -> None:
    cliff = square("cliff-or-structure", 200, 200, right - 200, 200, floor=5000, tags=("edge",))
    played = driven(clash(pieces=(cliff,)), *([] if prone else [STRAIGHT]))
    assert (played.result.figures[0].prone, "falls" in played.kinds) == (prone, False)
    hill = square("hill", 200, 200, right - 200, 200, floor=5000)
    assert not driven(clash(pieces=(hill,)), STRAIGHT).result.figures[0].prone


@pytest.mark.rule("sbh.recoil.no-space", "sbh.special.clinging")
def test_a_spider_recoils_up_a_wall() -> None:
    wall = square("wall-or-tree", 308, 200, 40, 200, impassable=True)
    world = clash(pieces=(wall,), traits=CLINGING)
    assert recoil_spot(world, 0, 28400, 30000, 0) == (31600, 30000)
    assert recoil_spot(clash(pieces=(wall,)), 0, 28400, 30000, 0) is None


def test_nobody_recoils_onto_a_hidden_marker() -> None:
    world = changed(clash(), markers=(Marker(0, "ambush", 31600, 30000, 1),))
    assert recoil_spot(world, 0, 28400, 30000, 0) is None


@pytest.mark.rule("sbh.recoil.no-space")
def test_a_narrow_gap_between_the_usual_directions_is_room_enough() -> None:
    way, side = (cos(radians(5)), sin(radians(5))), (-sin(radians(5)), cos(radians(5)))

    def corner(along: float, off: float) -> tuple[float, float]:
        return 300 + along * way[0] + off * side[0], 300 + along * way[1] + off * side[1]

    outline = ((0, 8.02), (20, 8.02), (20, 30), (0, 30))
    posts = [piece("wall-or-tree", *[corner(along, off * sign) for along, off in outline], impassable=True) for sign in (1, -1)]
    options = Recoil(clash(pieces=tuple(posts)), 0, 28400, 30000)
    assert options.straightest() == 500
    assert options.listed() == [("recoil", 500)]
    assert options.sample(Fixed(0)) == ("recoil", 500)


# ---------------------------------------------------------------- into enemies


@pytest.mark.rule("sbh.recoil.into-enemy")
@pytest.mark.parametrize(
    ("state", "seat", "hacks"), [({}, 1, 1), ({"held": SPELLBOUND}, 1, 0), ({"prone": True}, 1, 0), ({}, 0, 0)]
)
def test_an_active_enemy_it_is_driven_to_strikes_at_it(state: dict[str, Any], seat: int, hacks: int) -> None:
    world = clash(fighter("human-archer", seat, 332, 300, **state))
    played = driven(world, STRAIGHT, dice=(1, 6) * hacks)
    assert played.kinds.count("free-hack") == hacks
    assert played.result.figures[0].x == 31600


@pytest.mark.rule("sbh.recoil.into-enemy")
def test_enemies_it_touched_before_do_not_strike_again() -> None:
    other = fighter("human-warrior", 1, 300, 284)
    played = driven(clash(other), ("recoil", 4500))
    assert "free-hack" not in played.kinds


@pytest.mark.rule("sbh.recoil.into-enemy", "sbh.shooting.result-odd")
def test_a_prone_target_of_a_shot_slides_prone_and_is_helpless_where_it_ends() -> None:
    archer = fighter("human-archer", 1, 200, 300)
    waiting = fighter("human-warrior", 1, 332, 300)
    friends = [fighter("orc-warrior", 0, 500, 100 * n) for n in (1, 2, 3)]
    world = scene(fighter("orc-warrior", 0, 300, 300, prone=True), archer, waiting, *friends)
    played = driven(world, STRAIGHT, dice=(3, 4), means=SHOT)
    about = played.told("totals").about
    assert (about[4], about[9]) == (3 + 3 + 2, 4 + 3)
    assert played.result.figures[0].status == DEAD


@pytest.mark.rule("sbh.special.free-disengage", "sbh.disengage.immune")
def test_free_disengage_spares_the_hack_of_a_recoil() -> None:
    nimble = fighter("halfling-thief", 0, 300, 300)
    world = scene(nimble, fighter("human-warrior", 1, 284, 300), fighter("human-archer", 1, 332, 300))
    assert "free-hack" not in driven(world, STRAIGHT).kinds


# ---------------------------------------------------------------- hexagon boards


@pytest.mark.rule("sbh.hex.unchanged")
@pytest.mark.parametrize("turn", range(6))
def test_on_hexes_a_recoil_is_one_hex_straight_back_or_to_one_side(turn: int) -> None:
    around = neighbours((6, 6))
    winner, ends = around[turn], [around[(turn + side) % 6] for side in (2, 3, 4)]
    options = Recoil(hexes((6, 6), winner), 0, *hex_centre(winner, HEX))
    assert options.spot(0) == hex_centre(ends[1], HEX)
    assert {options.spot(angle) for _, angle in options.listed()} == {hex_centre(spot, HEX) for spot in ends}
    assert len(options.listed()) == 3


@pytest.mark.rule("sbh.hex.unchanged")
def test_on_hexes_a_single_free_hex_is_not_asked_for() -> None:
    world = hexes((6, 6), (5, 6), (6, 7), (7, 5))
    played = driven(world)
    assert played.asked == []
    assert (played.result.figures[0].x, played.result.figures[0].y) == hex_centre((7, 6), HEX)
    walled_in = hexes((6, 6), (5, 6), (6, 7), (7, 5), (7, 6))
    assert driven(walled_in).result.figures[0].prone


@pytest.mark.rule("sbh.hex.unchanged")
def test_on_hexes_a_huge_base_recoils_beside_others() -> None:
    world = hexes((6, 6), (5, 6), (8, 6), profile="giant")
    assert Recoil(world, 0, *hex_centre((5, 6), HEX)).spot(0) == hex_centre((7, 6), HEX)


# ---------------------------------------------------------------- Tailslap


@pytest.mark.rule("sbh.special.tailslap")
@pytest.mark.parametrize(("die", "prone"), [(1, True), (2, False), (6, False)])
def test_a_tail_knocks_down_on_a_one(die: int, prone: bool) -> None:
    world = scene(fighter("orc-warrior", 0, 300, 300), fighter("lizardman-warrior", 1, 284, 300))
    played = driven(world, *([] if prone else [STRAIGHT]), dice=(die,))
    assert played.result.figures[0].prone is prone
    assert played.rolls[0][0].why == "sbh.special.tailslap"


@pytest.mark.rule("sbh.special.tailslap")
def test_a_tail_does_not_fell_what_is_larger() -> None:
    world = scene(fighter("dragon-adult", 0, 300, 300), fighter("lizardman-warrior", 1, 272, 300))
    assert driven(world, STRAIGHT).rolls == []
    large = fighter("lizardman-warrior", 1, 272, 300, size=2, radius=2000)
    other_way = scene(fighter("lizardman-warrior", 0, 300, 300), large)
    assert len(driven(other_way, STRAIGHT, dice=(3,)).rolls) == 1


@pytest.mark.rule("sbh.special.tailslap")
def test_a_tail_works_in_melee_and_in_hacks_but_not_at_range() -> None:
    world = scene(fighter("orc-warrior", 0, 300, 300), fighter("lizardman-warrior", 1, 284, 300))
    assert driven(world, STRAIGHT, means=SHOT).rolls == []
    assert driven(world, dice=(1,), means=HACK).result.figures[0].prone
