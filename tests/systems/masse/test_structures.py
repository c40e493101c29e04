"""Structures, rams and siege towers."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from escarmouche.core.effects import Call, Choose
from escarmouche.core.odds import rule_odds
from escarmouche.systems.masse.cards import crew_needed
from escarmouche.systems.masse.content import book
from escarmouche.systems.masse.model import (
    CLOSE,
    COMMANDER,
    INCH,
    METRE,
    ROUTED,
    SHAKEN,
    SKIRMISH,
    Attack,
    Structure,
    Unit,
    World,
)
from escarmouche.systems.masse.rules.engines import crew_suffices, turns_a_shot
from escarmouche.systems.masse.rules.ground import cover_of, footprint, height_of
from escarmouche.systems.masse.rules.melee import melee_modifiers, melee_pool
from escarmouche.systems.masse.rules.movement import allowance, move, place_refusal
from escarmouche.systems.masse.rules.orders import Doing
from escarmouche.systems.masse.rules.sieges import (
    alight,
    board,
    cross,
    ram,
    ram_breaks,
    ram_needs,
    room_left,
    room_taken,
)
from escarmouche.systems.masse.rules.structures import (
    demolish,
    hit_engine,
    hit_structure,
    percent,
    touches_of,
    touching,
)
from escarmouche.systems.masse.rules.turn import refreshed
from tests.systems.masse.field import changed, engine, field, hero, play, structure, unit

HAMMER = Attack("marteau-de-guerre", "melee", 1, (8,), damage="bludgeoning")
AXE = Attack("hache-d-armes", "melee", 1, (8,), damage="slashing")
WALL, REINFORCED, DOOR, GATE = "muraille-d-enceinte", "muraille-renforcee", "porte-standard", "porte-de-fortification"


def gate(kind: str = GATE, **changes: Any) -> Structure:
    """A gate of seat 1, 2 in wide, its south face at y = 20."""
    return structure(kind, 29, 20, 2, 1, seat=1, **changes)


def wall(kind: str = WALL, **changes: Any) -> Structure:
    """A wall of seat 1 across the field, its south face at y = 20, an inch thick."""
    return structure(kind, 10, 20, 40, 1, seat=1, **changes)


def men(line: Attack = HAMMER, figures: int = 10, gap: int = 0, **changes: Any) -> Unit:
    """Infantry facing north against the south face at y = 20, five abreast in close order."""
    made = unit("infanterie-reguliere", 0, 30, 10, figures=figures, files=5, formation=CLOSE, attacks=(line,), **changes)
    depth = -(-figures // 5) * made.card.depth
    placed: Unit = changed(made, y=20 * INCH - depth // 2 - gap)
    return placed


LED = hero(0, host=0, role=COMMANDER)


def refused(world: World, answer: Any, id: int = 0, used: int = 0) -> str:
    """The rule that forbids this order, or ""."""
    why = Doing(world, id, used).check(answer)
    return "" if why is None else why.rule


def garrison(at: Structure, **changes: Any) -> Unit:
    """Ten men of seat 1 on top of the structure of number 0."""
    placed = {"figures": 10, "files": 5, "building": 0, "floor": at.height, "formation": SKIRMISH, **changes}
    return unit("infanterie-orque", 1, 30, 20.5, 270, **placed)


# ---------------------------------------------------------------- damage


@pytest.mark.rule("masse.structure.damage")
def test_dice_are_added_and_ps_subtracted() -> None:
    world = field(men(), structures=[wall()])
    struck = play(Call(hit_structure, world, 0, 9 + 8, 0))
    assert struck.result.structures[0].pr - struck.result.structures[0].damage == 81
    assert play(Call(hit_structure, field(men(), structures=[gate(DOOR)]), 0, 4, 0)).result.structures[0].damage == 0


@pytest.mark.rule("masse.structure.to-hit", "masse.structure.adjacent", "masse.structure.damage")
def test_each_figure_against_the_gate_rolls_once_and_ps_counts_once() -> None:
    world = field(men(), LED, structures=[gate(DOOR)])
    assert touching(world.units[0], world.structures[0]) == 3  # the front rank is 100 mm wide, the door 50 mm
    assert refused(world, ("demolish", 0)) == ""
    # MA 1 and close order 1: a 9 makes 11, which exceeds 10; an 8 does not.
    struck = play(Call(demolish, world, 0, ("demolish", 0)), [9, 9, 8, 6, 7])
    assert struck.result.structures[0].damage == 6 + 7 - 5
    assert struck.rolls[0][0].target == 9


@pytest.mark.rule("masse.structure.to-hit")
def test_the_units_own_modifiers_count_and_no_others() -> None:
    shaken = field(men(morale=SHAKEN), LED, structures=[gate(DOOR, cover=90)])
    assert play(Call(demolish, shaken, 0, ("demolish", 0)), [1, 1, 1]).rolls[0][0].target == 11
    leaderless = field(men(), structures=[gate(DOOR)])
    assert play(Call(demolish, leaderless, 0, ("demolish", 0)), [1, 1, 1]).rolls[0][0].target == 11


@pytest.mark.rule("masse.structure.adjacent")
def test_only_what_stands_beside_it_can_be_attacked() -> None:
    world = field(men(gap=200), LED, structures=[gate()])
    assert refused(world, ("demolish", 0)) == "masse.structure.adjacent"
    assert ("demolish", 0) in Doing(field(men(), LED, structures=[gate()]), 0, 0).listed()


@pytest.mark.rule("masse.structure.weapon-types", "masse.structure.slashing")
def test_axes_do_half_their_damage() -> None:
    world = field(men(AXE), LED, structures=[gate(DOOR)])
    struck = play(Call(demolish, world, 0, ("demolish", 0)), [20, 20, 1, 7, 6])
    assert struck.told("structure-hit").about[1:] == (6, 5, 1)
    fifteen = play(Call(demolish, world, 0, ("demolish", 0)), [20, 20, 1, 8, 7])
    assert fifteen.told("structure-hit").about[1:] == (7, 5, 2)


@pytest.mark.rule("masse.structure.weapon-types", "masse.structure.bludgeoning")
def test_hammers_do_all_their_damage() -> None:
    world = field(men(HAMMER), LED, structures=[gate(DOOR)])
    struck = play(Call(demolish, world, 0, ("demolish", 0)), [20, 20, 1, 7, 6])
    assert struck.told("structure-hit").about[1:] == (13, 5, 8)


@pytest.mark.rule("masse.structure.weapon-types", "masse.structure.piercing")
@pytest.mark.parametrize("profile", ["phalange", "archers-lourds"])
def test_pikes_and_arrows_do_nothing_to_a_gate(profile: str) -> None:
    made = unit(profile, 0, 30, 10, figures=5, files=5, formation=CLOSE)
    world = field(changed(made, y=20 * INCH - made.card.depth // 2), LED, structures=[gate()])
    assert touching(world.units[0], world.structures[0]) > 0
    assert refused(world, ("demolish", 0)) == "masse.structure.weapon-types"


@pytest.mark.rule("masse.structure.natural-weapons")
def test_natural_weapons_by_their_kind() -> None:
    shares = {name: percent(Attack(name, "melee", 0, (6,), damage=row.damage)) for name, row in book().natural_weapon.items()}
    assert {name for name, share in shares.items() if share == 100} == {"sabots", "coup", "poings", "rochers"}
    assert {name for name, share in shares.items() if share == 50} == {"griffes", "serres", "fouet"}
    trolls = unit("trolls", 0, 30, 10, figures=3, files=3, formation=SKIRMISH)
    world = field(changed(trolls, y=20 * INCH - trolls.card.depth // 2), LED, structures=[wall()])
    struck = play(Call(demolish, world, 0, ("demolish", 0)), [20, 20, 20, 8, 8, 8, 8, 8, 8])
    assert struck.told("structure-hit").about[1] == 24


@pytest.mark.rule("masse.structure.damage")
def test_a_flat_bonus_goes_with_the_first_die_of_each_hit() -> None:
    ogres = unit("ogres", 0, 30, 10, figures=2, files=2, formation=CLOSE)
    world = field(changed(ogres, y=20 * INCH - ogres.card.depth // 2), LED, structures=[wall()])
    struck = play(Call(demolish, world, 0, ("demolish", 0)), [20, 20, 6, 6, 6, 6])
    assert struck.told("structure-hit").about[1] == 26


@pytest.mark.rule("masse.structure.to-hit", "masse.structure.damage")
def test_exact_odds_of_a_blow_at_a_door() -> None:
    world = field(men(figures=1), LED, structures=[gate(DOOR)])
    found = rule_odds(Call(demolish, world, 0, ("demolish", 0)), first)
    # One figure needs 9; each of 6, 7 and 8 on its d8 does one point more than PS 5.
    assert found == {"pr-0": 1 - 3 * blow(), "pr-1": blow(), "pr-2": blow(), "pr-3": blow()}


def blow() -> Fraction:
    """The chance of a hit and of one face of a d8."""
    return Fraction(12, 20) * Fraction(1, 8)


def first(choice: Choose) -> Any:
    """The first listed answer."""
    return choice.options.listed()[0]


# ---------------------------------------------------------------- destruction


@pytest.mark.rule("masse.structure.destroyed")
def test_a_structure_without_pr_is_gone() -> None:
    world = field(men(), structures=[gate(DOOR, damage=5)])
    standing = play(Call(hit_structure, world, 0, 9, 0)).result
    assert not standing.structures[0].destroyed()
    ended = play(Call(hit_structure, world, 0, 10, 0))
    assert ended.outcomes == ["pr-5", "destroyed"]
    assert ended.result.structures[0].destroyed()
    inside = men()
    through = changed(inside, y=20 * INCH)
    assert place_refusal(world, through, footprint(through)) is not None
    assert place_refusal(ended.result, through, footprint(through)) is None


@pytest.mark.rule("masse.structure.occupants")
def test_occupants_suffer_the_excess() -> None:
    assert [touches_of(points) for points in (0, 2, 3, 8, 12, 13, 15, 24)] == [0, 0, 1, 2, 4, 4, 5, 8]
    house = structure("structure-d-habitation-legere", 27, 20, 6, 3, damage=57, seat=1)
    world = field(men(), garrison(house, floor=0), structures=[house])
    ended = play(Call(hit_structure, world, 0, 11 + house.ps, 0), [10, 10])
    assert ended.told("buried").about == (1, 2)
    assert (ended.result.units[1].figures, ended.result.units[1].building) == (8, -1)


@pytest.mark.rule("masse.structure.occupants")
def test_those_on_top_also_fall() -> None:
    world = field(men(), garrison(wall(), figures=2, files=2), structures=[wall(damage=87)])
    # 8 points beyond the last PR are 2 NV; two figures fall 5 m, two d6 each.
    ended = play(Call(hit_structure, world, 0, 8 + 3 + 8, 0), [2, 2, 1, 1])
    assert ended.told("buried").about == (1, 2)
    assert ended.result.units[1].figures == 0
    tougher = field(men(), garrison(wall(), figures=2, files=2, nv=5), structures=[wall(damage=87)])
    fallen = play(Call(hit_structure, tougher, 0, 8 + 3 + 8, 0), [2, 6, 1, 3, 10, 10]).result.units[1]
    assert (fallen.nv_lost, fallen.floor) == (2 + 2 + 1, 0)


# ---------------------------------------------------------------- rams


def pushed(kind: str, at: float = 20, **changes: Any) -> Unit:
    """A ram of seat 0 whose head touches the south face at y = 20."""
    made = engine(kind, 0, 30, 10, **changes)
    placed: Unit = changed(made, y=round(at * INCH) - made.card.depth // 2)
    return placed


@pytest.mark.rule("masse.siege.ram")
def test_a_ram_strikes_a_gate() -> None:
    world = field(pushed("belier-de-siege"), structures=[gate()])
    assert refused(world, ("ram", 0)) == ""
    assert ram_needs(world, world.units[0]) == 11
    hit = play(Call(ram, world, 0, ("ram", 0)), [11, 6, 5, 4])
    assert hit.result.structures[0].damage == 15 - 8
    assert play(Call(ram, world, 0, ("ram", 0)), [10]).outcomes == ["miss"]
    assert refused(hit.result, ("ram", 0)) == "masse.engine.rate"
    assert refused(hit.result, ("reload",)) == ""


@pytest.mark.rule("masse.siege.ram")
def test_what_rams_are_for() -> None:
    for kind, row in book().structure.items():
        assert ram_breaks(gate(kind)) == row.ram_target, kind
        assert row.ram_target == (kind.startswith("porte-") or kind.endswith("-legere") or kind == "herse"), kind
    assert refused(field(pushed("belier-de-siege"), structures=[wall()]), ("ram", 0)) == "masse.siege.ram"


@pytest.mark.rule("masse.siege.ram")
def test_a_ram_needs_a_run_up_as_long_as_itself() -> None:
    ours = unit("infanterie-reguliere", 0, 30, 17.4, figures=5, files=5, formation=CLOSE)
    assert pushed("belier-de-siege").card.depth == INCH
    near = changed(ours, y=20 * INCH - INCH - INCH // 2 - ours.card.depth // 2)
    far = changed(ours, y=20 * INCH - 2 * INCH - ours.card.depth // 2)
    assert refused(field(pushed("belier-de-siege"), near, structures=[gate()]), ("ram", 0)) == "masse.siege.ram"
    assert refused(field(pushed("belier-de-siege"), far, structures=[gate()]), ("ram", 0)) == ""


@pytest.mark.rule("masse.siege.ram")
def test_a_ram_must_stand_against_its_target_and_face_it() -> None:
    away = field(pushed("belier-de-siege", 19.9), structures=[gate()])
    assert refused(away, ("ram", 0)) == "masse.structure.adjacent"
    turned = field(changed(pushed("belier-de-siege"), facing=0), structures=[gate()])
    assert refused(turned, ("ram", 0)) == "masse.structure.adjacent"


@pytest.mark.rule("masse.siege.ram")
def test_a_ram_breaks_enemy_engines() -> None:
    tower = engine("tour-de-siege-legere", 1, 30, 20, 270)
    world = field(pushed("belier-lourd"), changed(tower, y=20 * INCH + tower.card.depth // 2, status=1, figures=0))
    assert refused(world, ("ram-engine", 1)) == ""
    assert play(Call(ram, world, 0, ("ram-engine", 1)), [15, 6, 6, 6, 6]).result.units[1].structure_hits == 24 - 5


@pytest.mark.rule("masse.siege.ram-crew")
def test_half_a_crew_works_a_ram_as_well_but_moves_it_half_as_fast() -> None:
    full, half, few = [pushed("belier-de-siege", carried=lost) for lost in (0, 2, 3)]
    assert [turns_a_shot(one) for one in (full, half)] == [2, 2]
    assert [allowance(field(one), one) for one in (full, half, few)] == [45 * INCH // 10, 225 * INCH // 100, 0]
    assert not crew_suffices(few)
    assert refused(field(few, structures=[gate()]), ("ram", 0)) == "masse.siege.ram-crew"
    assert refused(field(half, structures=[gate()]), ("ram", 0)) == ""
    towers = [engine("tour-de-siege-legere", 0, 30, 10, carried=lost) for lost in (0, 3, 4)]
    assert [allowance(field(one), one) for one in towers] == [3 * INCH, 3 * INCH // 2, 0]


@pytest.mark.rule("masse.siege.table-7a")
@pytest.mark.parametrize(
    ("kind", "crew", "mv", "rate", "length_m", "height_m", "cover", "capacity"),
    [
        ("belier-portable", 2, 4.5, 1, 5, 0, 0, 0),
        ("belier-de-siege", 4, 4.5, 2, 10, 0, 25, 10),
        ("belier-lourd", 10, 3, 4, 20, 0, 50, 20),
        ("tour-de-siege-legere", 6, 3, 0, 0, 5, 50, 20),
        ("tour-de-siege-lourde", 8, 1.5, 0, 0, 10, 75, 50),
    ],
)
def test_the_siege_engines(
    kind: str, crew: int, mv: float, rate: int, length_m: int, height_m: int, cover: int, capacity: int
) -> None:
    made = engine(kind, 0, 30, 10).card.machine
    assert made is not None
    assert (made.crew, made.mv, made.rate) == (crew, round(mv * INCH), rate)
    assert (made.length, made.height, made.cover, made.capacity) == (length_m * METRE, height_m * METRE, cover, capacity)


@pytest.mark.rule("masse.siege.crew-by-size")
def test_crews_of_another_size() -> None:
    assert [crew_needed("belier-lourd", size) for size in ("p", "m", "g", "tg")] == [20, 10, 5, 3]
    giants = engine("belier-de-siege", 0, 30, 10, crew="ogres")
    assert giants.card.nv == 2
    assert crew_suffices(changed(giants, carried=1))


# ---------------------------------------------------------------- siege towers


def tower(kind: str = "tour-de-siege-lourde", at: float = 20, **changes: Any) -> Unit:
    """A siege tower of seat 0 against the south face at y = 20."""
    made = engine(kind, 0, 30, 10, **changes)
    placed: Unit = changed(made, y=round(at * INCH) - made.card.depth // 2)
    return placed


def beside(engine_unit: Unit, figures: int = 5, **changes: Any) -> Unit:
    """Men of seat 0 just behind an engine."""
    made = unit("infanterie-reguliere", 0, 30, 10, figures=figures, files=5, formation=CLOSE, **changes)
    depth = -(-figures // 5) * made.card.depth
    placed: Unit = changed(made, y=engine_unit.y - engine_unit.card.depth // 2 - depth // 2)
    return placed


@pytest.mark.rule("masse.siege.capacity")
def test_fifty_men_are_five_figures() -> None:
    made = tower()
    assert room_left(field(made), made) == 2 * 50
    assert refused(field(beside(made, 5), made), ("board", 1)) == ""
    assert refused(field(beside(made, 6), made), ("board", 1)) == "masse.siege.capacity"
    sizes = [room_taken(beside(made, 1, size=size)) for size in ("p", "m", "g", "tg")]
    assert sizes == [10, 20, 40, 80]
    full = play(Call(board, field(beside(made, 5), made, beside(made, 1)), 0, ("board", 1))).result
    assert refused(full, ("board", 1), 2) == "masse.siege.capacity"


@pytest.mark.rule("masse.siege.capacity")
def test_those_aboard_go_with_the_tower_and_step_out_again() -> None:
    made = tower(at=14)
    world = play(Call(board, field(beside(made), made), 0, ("board", 1))).result
    assert (world.units[0].aboard, height_of(world, world.units[0])) == (1, 10 * METRE)
    assert refused(world, ("move", (("march", 0, INCH),)), 0) == "masse.move.budget"
    carried = play(Call(move, world, 1, ("move", (("march", 0, INCH),)))).result
    assert carried.units[0].y == carried.units[1].y == made.y + INCH
    assert refused(carried, ("alight",)) == ""
    down = play(Call(alight, carried, 0, ("alight",))).result.units[0]
    assert (down.aboard, down.floor) == (-1, 0)
    assert down.y < carried.units[1].y


@pytest.mark.rule("masse.escalade.tower-cover")
@pytest.mark.parametrize(("kind", "cover"), [("tour-de-siege-legere", 50), ("tour-de-siege-lourde", 75), ("belier-lourd", 50)])
def test_siege_engines_cover_those_in_them(kind: str, cover: int) -> None:
    made = tower(kind, 14)
    shooters = unit("archers-orques", 1, 30, 30, 270)
    world = play(Call(board, field(beside(made, 2), made, shooters), 0, ("board", 1))).result
    assert cover_of(world, world.units[0], world.units[2]) == cover
    assert cover_of(world, world.units[1], world.units[2]) == cover
    assert cover_of(field(beside(made), made, shooters), beside(made), shooters) == 0


def stormers(kind: str = "tour-de-siege-lourde", structures: tuple[Structure, ...] = (), **changes: Any) -> World:
    """Men aboard a tower against the wall, as many as it holds in figures of ten, defenders on the wall."""
    made = tower(kind)
    on_wall = structures or (wall(),)
    assert made.card.machine is not None
    world = field(
        beside(made, made.card.machine.capacity // 10), made, garrison(on_wall[0], **changes), LED, structures=on_wall
    )
    stormed: World = play(Call(board, world, 0, ("board", 1))).result
    return stormed


@pytest.mark.rule("masse.escalade.siege-tower")
def test_attackers_on_a_platform_only_suffer_the_light_cover() -> None:
    world = stormers()
    ours, theirs = world.units[0], world.units[2]
    assert refused(world, ("attack", 2)) == ""
    assert melee_modifiers(world, ours, theirs, 0, False, False) == (("couverture-25", -1),)
    assert ours.figures == 5
    assert sum(part.count for part in melee_pool(world, ours, theirs, 0)) == 2, "two abreast"
    assert refused(world, ("cross", 0)) == "masse.move.engaged-cannot-manoeuvre"


@pytest.mark.rule("masse.escalade.siege-tower")
def test_a_tower_must_be_as_high_as_the_wall() -> None:
    low = stormers("tour-de-siege-legere", (wall(REINFORCED),))
    low = low.with_unit(refreshed(low.units[0]))
    assert refused(low, ("attack", 2)) == "masse.melee.contact"
    assert refused(low, ("raise", 0, "ladder")) == ""  # the missing 5 m by ladder
    high = stormers("tour-de-siege-lourde", (wall(REINFORCED),))
    assert refused(high, ("attack", 2)) == ""


@pytest.mark.rule("masse.escalade.siege-tower")
def test_an_undefended_wall_is_crossed() -> None:
    made = tower()
    world = field(beside(made), made, structures=[wall()])
    world = play(Call(board, world, 0, ("board", 1))).result
    assert refused(world, ("cross", 0)) == ""
    over = play(Call(cross, world, 0, ("cross", 0))).result.units[0]
    assert (over.building, over.floor, over.aboard) == (0, 5 * METRE, -1)
    back = tower(at=19)
    waiting = play(Call(board, field(beside(back), back, structures=[wall()]), 0, ("board", 1))).result
    assert refused(waiting, ("cross", 0)) == "masse.escalade.siege-tower"


@pytest.mark.rule("masse.structure.occupants", "masse.siege.capacity")
def test_a_tower_that_breaks_down_throws_its_men_down() -> None:
    made = tower(structure_hits=55)
    bystanders = unit("milice", 0, 50, 10, figures=4)
    world = field(beside(made, 1, nv=9), made, bystanders, structures=[wall()])
    world = play(Call(board, world, 0, ("board", 1))).result
    # 8 points beyond PR are 2 NV for the men inside, who also fall 10 m, and for the crew.
    ended = play(Call(hit_engine, world, 1, 8 + 5 + 8, -1), [3, 3, 3, 1, 10, 10, 10, 10]).result
    assert (ended.units[0].nv_lost, ended.units[0].aboard, ended.units[1].nv_lost) == (2 + 3, -1, 2)
    assert ended.units[2].nv_lost == 0, "and nobody else"
    light = field(engine("baliste", 1, 30, 30, structure_hits=10), bystanders)
    broken = play(Call(hit_engine, light, 0, 5 + 2 + 8, 1))
    assert [one.nv_lost for one in broken.result.units] == [0, 0], "a ballista shelters nobody, not even its crew"


@pytest.mark.rule("masse.structure.adjacent", "masse.siege.ram", "masse.siege.capacity")
def test_orders_answer_any_nonsense_with_a_reason() -> None:
    made = tower()
    world = field(men(), pushed("belier-de-siege"), made, beside(made), structures=[gate(), wall()])
    for id in range(4):
        for kind in ("demolish", "ram", "ram-engine", "board", "alight", "cross"):
            for answer in ((kind, "x"), (kind, 99), (kind, -1), (kind, True), (kind, 1, 1), (kind, None), (kind, (1,))):
                assert Doing(world, id, 0).check(answer) is not None, answer
        for answer in Doing(world, id, 0).listed():
            assert Doing(world, id, 0).check(answer) is None, answer


@pytest.mark.rule("masse.structure.occupants", "masse.escalade.fall")
def test_nobody_falls_to_a_worse_death_than_his_own() -> None:
    """Two men of 1 NV: one falls with 6 and 6 (four NV by the table), the other unhurt with 1 and 2: one of them dies."""
    world = field(men(), garrison(wall(), figures=2, files=2), structures=[wall(damage=87)])
    ended = play(Call(hit_structure, world, 0, 8 + 3, 0), [6, 6, 1, 2, 10, 10])
    assert ended.told("buried").about == (1, 1)
    assert ended.result.units[1].figures == 1


@pytest.mark.rule("masse.siege.ram")
def test_rams_are_offered_the_enemys_gates() -> None:
    world = field(pushed("belier-de-siege"), structures=[gate()])
    assert ("ram", 0) in Doing(world, 0, 0).listed()
    ours = field(pushed("belier-de-siege"), structures=[changed(gate(), seat=0)])
    assert not any(answer[0] == "ram" for answer in Doing(ours, 0, 0).listed())
    broken = field(pushed("belier-de-siege"), structures=[gate(damage=40)])
    assert not any(answer[0] == "ram" for answer in Doing(broken, 0, 0).listed())


@pytest.mark.rule("masse.siege.capacity")
def test_who_is_not_aboard_cannot_alight() -> None:
    made = tower(at=14)
    world = field(beside(made), made)
    assert refused(world, ("alight",)) == "masse.siege.capacity"


@pytest.mark.rule("masse.structure.damage")
def test_no_more_is_stopped_than_was_dealt() -> None:
    world = field(pushed("belier-de-siege"), structures=[gate()])
    weak = play(Call(hit_structure, world, 0, 3, -1)).told("structure-hit")
    assert weak.about[1:] == (3, 3, 0)


@pytest.mark.rule("masse.siege.capacity")
def test_those_aboard_stand_two_abreast_as_far_as_there_are_two() -> None:
    made = tower()
    for figures, files in ((1, 1), (2, 2), (4, 2)):
        aboard = play(Call(board, field(beside(made, figures), made), 0, ("board", 1))).result.units[0]
        assert (aboard.files, aboard.formation, aboard.aboard) == (files, SKIRMISH, 1)


@pytest.mark.rule("masse.siege.capacity", "masse.move.engaged-cannot-manoeuvre")
def test_nobody_boards_from_a_melee_a_rout_a_building_or_the_air() -> None:
    made = tower()
    assert refused(field(beside(made, 2), made), ("board", 1)) == ""
    ours = beside(made, 2)
    foe = unit("infanterie-orque", 1, 30, 10, 90, figures=2, files=2)
    foe = changed(foe, x=ours.x, y=ours.y - ours.card.depth // 2 - foe.card.depth // 2)
    assert refused(field(ours, made, foe), ("board", 1)) == "masse.siege.capacity"
    for changes in ({"morale": ROUTED}, {"altitude": 2}, {"building": 0}):
        assert refused(field(changed(ours, **changes), made, structures=[wall()]), ("board", 1)) != "", changes
