"""War machines: crews, rates of fire, shots and misfires."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from escarmouche.core.effects import Call, Choose
from escarmouche.core.odds import rule_odds
from escarmouche.systems.masse.content import book
from escarmouche.systems.masse.model import CLOSE, DESTROYED, FLED, FRONT, INCH, ON_TABLE, ROUTED, SKIRMISH, Unit, World
from escarmouche.systems.masse.rules.engines import (
    HIT,
    MISFIRE,
    MISS,
    fire,
    fire_at,
    impact,
    is_ready,
    landing,
    misfire_of,
    most_figures,
    most_nv,
    reload,
    repair,
    shares,
    shot_line,
    shot_modifiers,
    shot_needs,
    shot_table,
    structure_needs,
    turns_a_shot,
    wreck,
    wrecking_turns,
)
from escarmouche.systems.masse.rules.flight import flight
from escarmouche.systems.masse.rules.melee import attack
from escarmouche.systems.masse.rules.movement import allowance, move
from escarmouche.systems.masse.rules.orders import Doing
from escarmouche.systems.masse.rules.shooting import LONG, MEDIUM, SHORT, range_band
from escarmouche.systems.masse.rules.structures import hit_engine
from escarmouche.systems.masse.rules.turn import refreshed
from tests.systems.masse.field import area, changed, engine, field, hero, play, structure, unit

BALLISTA, CANNON, LIGHT, HEAVY, TREBUCHET = "baliste", "canon", "catapulte-legere", "catapulte-lourde", "trebuchet"


def block(x: float = 30, y: float = 40, **changes: Any) -> Unit:
    """Twenty men in close order, four ranks of five, facing south."""
    return unit("infanterie-reguliere", 1, x, y, 270, **{"figures": 20, "files": 5, "formation": CLOSE, **changes})


def doing(world: World, id: int = 0, used: int = 0) -> Doing:
    """The choice of what the unit does."""
    return Doing(world, id, used)


def refused(world: World, answer: Any, id: int = 0, used: int = 0) -> str:
    """The rule that forbids this order, or ""."""
    why = doing(world, id, used).check(answer)
    return "" if why is None else why.rule


# ---------------------------------------------------------------- Table 6b


@pytest.mark.rule("masse.engine.table-6b")
@pytest.mark.parametrize(
    ("kind", "crew", "fire_kind", "rate", "misfires", "reach"),
    [
        (BALLISTA, 3, "direct", 1, 2, 30),
        (CANNON, 4, "direct", 4, 4, 60),
        (LIGHT, 4, "ballistic", 2, 1, 45),
        (HEAVY, 6, "ballistic", 3, 2, 60),
        (TREBUCHET, 8, "ballistic", 4, 3, 90),
    ],
)
def test_the_five_machines(kind: str, crew: int, fire_kind: str, rate: int, misfires: int, reach: int) -> None:
    made = engine(kind, 0, 30, 10).card.machine
    assert made is not None
    assert (made.crew, made.fire, made.rate, made.misfire, made.range) == (crew, fire_kind, rate, misfires, reach * INCH)


# ---------------------------------------------------------------- the crew


@pytest.mark.rule("masse.engine.crew", "masse.engine.crew-incomplete")
def test_an_incomplete_crew_fires_half_as_often() -> None:
    catapult, ballista = engine(LIGHT, 0, 30, 10), engine(BALLISTA, 0, 30, 10)
    assert (turns_a_shot(catapult), turns_a_shot(ballista)) == (2, 1)
    assert turns_a_shot(changed(catapult, carried=1)) == 4
    assert turns_a_shot(changed(ballista, carried=1)) == 2


@pytest.mark.rule("masse.engine.crew-under-half")
def test_a_machine_stands_still_with_less_than_half_its_crew() -> None:
    world = field(engine(BALLISTA, 0, 30, 10, carried=2), block())
    assert refused(world, ("fire", 1)) == "masse.engine.crew-under-half"
    world = field(engine(BALLISTA, 0, 30, 10, carried=1), block())
    assert refused(world, ("fire", 1)) == ""
    half = field(engine(LIGHT, 0, 30, 10, carried=2), block())
    assert refused(half, ("fire", 1)) == ""


@pytest.mark.rule("masse.engine.rate")
def test_a_trebuchet_fires_every_fourth_turn() -> None:
    world = field(engine(TREBUCHET, 0, 30, 10), block())
    world = play(Call(fire, world, 0, ("fire", 1)), [4]).result
    for turn in (2, 3, 4):
        world = world.with_unit(refreshed(world.units[0]))
        assert refused(world, ("fire", 1)) == "masse.engine.rate"
        assert refused(world, ("reload",)) == ""
        reloaded = play(Call(reload, world, 0, ("reload",)))
        told = reloaded.tells[0]
        left = [("engine-reloads", (0, 2)), ("engine-reloads", (0, 1)), ("engine-ready", (0,))]
        assert (told.kind, told.about) == left[turn - 2], "turns still to go, never none"
        world = reloaded.result
    world = world.with_unit(refreshed(world.units[0]))
    assert refused(world, ("fire", 1)) == ""
    assert refused(world, ("reload",)) == "masse.engine.rate"


@pytest.mark.rule("masse.engine.rate")
def test_machines_start_loaded_and_a_ballista_never_needs_to_reload() -> None:
    world = field(engine(BALLISTA, 0, 30, 10), block())
    assert is_ready(world.units[0])
    world = play(Call(fire, world, 0, ("fire", 1)), [5]).result
    assert is_ready(world.units[0])
    short_handed = changed(world.units[0], carried=1)
    assert not is_ready(short_handed)


@pytest.mark.rule("masse.engine.move")
def test_only_a_whole_crew_moves_a_machine_and_then_it_does_nothing_else() -> None:
    march = ("move", (("march", 0, INCH),))
    world = field(engine(LIGHT, 0, 30, 10), block())
    assert refused(world, march) == ""
    assert allowance(world, world.units[0]) == 3 * INCH
    moved = play(Call(move, world, 0, march)).result
    assert doing(moved, 0, 1).check(("fire", 1)) is not None
    assert refused(moved, ("fire", 1)) == "masse.engine.move"
    assert refused(changed(moved, units=(changed(moved.units[0], loaded=False), moved.units[1])), ("reload",)) == (
        "masse.engine.move"
    )
    assert refused(field(engine(LIGHT, 0, 30, 10, carried=1), block()), march) == "masse.engine.move"
    fired = doing(world).check(("fire", 1))
    assert fired is None
    assert doing(world, 0, 3).check(march) is not None


@pytest.mark.rule("masse.engine.terrain")
def test_machines_go_where_chariots_go() -> None:
    march = ("move", (("march", 0, 2 * INCH),))
    for kind in ("broussailles", "foret-clairsemee", "obstacles-bas", "marais-sables"):
        world = field(engine(LIGHT, 0, 30, 10), block(), pieces=[area(kind, 25, 11, 10, 3)])
        assert refused(world, march) == "masse.terrain.table-4a", kind


@pytest.mark.rule("masse.engine.profile", "masse.engine.immune-to-melee")
def test_a_machine_is_a_structure_and_its_crew_fights_hand_to_hand() -> None:
    world = field(engine(BALLISTA, 0, 30, 10), unit("infanterie-reguliere", 1, 30, 11.6, 270))
    crew = world.units[0]
    made = crew.card.machine
    assert made is not None
    assert (made.ps, made.pr) == (5, 12)
    assert (crew.card.ca, crew.card.nv) == (book().profile["milice"].ca, 3)
    shot = play(Call(hit_engine, world, 0, 17, 1)).result.units[0]
    assert (shot.structure_hits, shot.carried) == (12, 0)
    fought = play(Call(hit_engine, world, 0, 5, 1)).result.units[0]
    assert fought.structure_hits == 0


# ---------------------------------------------------------------- hitting


@pytest.mark.rule("masse.engine.to-hit", "masse.engine.direct-fire", "masse.engine.range")
def test_a_ballista_at_medium_range_on_ogres() -> None:
    ogres = unit("ogres", 1, 30, 46.5, 270, ca=30)
    world = field(engine(BALLISTA, 0, 30, 10), ogres)
    assert dict(shot_modifiers(world, world.units[0], world.units[1])) == {"portee-moyenne": -4}
    assert shot_needs(world, world.units[0], world.units[1]) == 14  # d20 - 4 > 9


@pytest.mark.rule("masse.engine.to-hit", "masse.engine.ballistic-fire")
def test_a_light_catapult_on_men_in_cover() -> None:
    behind = area("obstacles-bas", 25, 38, 10, 0.5)
    world = field(engine(LIGHT, 0, 30, 18), block(), pieces=[behind])
    rows = dict(shot_modifiers(world, world.units[0], world.units[1]))
    assert rows == {"couverture-50": -4, "tir-indirect": -4}
    assert shot_needs(world, world.units[0], world.units[1]) == 19  # d20 - 4 - 4 > 10


@pytest.mark.rule("masse.engine.to-hit")
@pytest.mark.parametrize(("size", "needed"), [("p", 12), ("m", 11), ("g", 10), ("tg", 9), ("gig", 7), ("c", 3)])
def test_only_size_counts_and_not_armour(size: str, needed: int) -> None:
    world = field(engine(BALLISTA, 0, 30, 10), block(y=30, size=size, ca=25))
    assert shot_needs(world, world.units[0], world.units[1]) == needed


def short_ranged(engine: Unit) -> Unit:
    """The engine with a range of ten inches."""
    machine = engine.card.machine
    assert machine is not None
    return changed(engine, card=changed(engine.card, machine=changed(machine, range=10 * INCH)))


@pytest.mark.rule("masse.engine.range")
def test_range_bands_are_one_two_and_three_times_the_range() -> None:
    ballista = engine(BALLISTA, 0, 30, 1)
    for y, band in ((30, SHORT), (34, MEDIUM), (58, MEDIUM)):
        world = field(ballista, block(y=y))
        assert range_band(world, ballista, world.units[1], shot_line(ballista)) == band
    near = short_ranged(ballista)
    assert range_band(field(near, block(y=32)), near, block(y=29), shot_line(near)) == LONG
    world = field(near, block(y=40))
    assert refused(world, ("fire", 1)) == "masse.engine.range"


@pytest.mark.rule("masse.engine.vs-individuals")
def test_individuals_are_hard_to_hit() -> None:
    world = field(engine(BALLISTA, 0, 30, 10), hero(1, 30, 30, 270))
    assert dict(shot_modifiers(world, world.units[0], world.units[1])) == {"individuel": -4}


@pytest.mark.rule("masse.engine.direct-fire", "masse.engine.ballistic-fire")
def test_a_direct_shot_needs_to_see_a_ballistic_one_to_know() -> None:
    wood = area("foret-dense", 20, 20, 20, 5)
    hidden = field(engine(BALLISTA, 0, 30, 10), block(), pieces=[wood])
    assert refused(hidden, ("fire", 1)) == "masse.engine.direct-fire"
    blind = field(engine(TREBUCHET, 0, 30, 10), block(), pieces=[wood])
    assert refused(blind, ("fire", 1)) == "masse.shoot.indirect"
    scouted = field(engine(TREBUCHET, 0, 30, 10), block(), hero(0, 30, 28), pieces=[wood])
    assert refused(scouted, ("fire", 1)) == ""


# ---------------------------------------------------------------- the shot


@pytest.mark.rule("masse.engine.misfire", "masse.engine.hit-or-miss")
def test_what_the_die_of_a_shot_means() -> None:
    cannon = shot_table(11, 4)
    assert [cannon[face - 1] for face in (1, 4, 5, 10, 11, 20)] == [MISFIRE, MISFIRE, MISS, MISS, HIT, HIT]
    assert shot_table(11, 1)[1] == MISS  # light catapult, natural 2
    assert shot_table(2, 4)[3] == MISFIRE  # even where it would hit


@pytest.mark.rule("masse.engine.hit-or-miss")
def test_a_miss_harms_nobody_and_a_hit_strikes_the_unit() -> None:
    world = field(engine(TREBUCHET, 0, 30, 10), block())
    missed = play(Call(fire, world, 0, ("fire", 1)), [14])  # needs 15: beyond its 10 by the ballistic -4
    assert missed.outcomes == ["miss"]
    assert missed.result.units[1] == world.units[1]
    hit = play(Call(fire, world, 0, ("fire", 1)), [15, 1, 1, 1, 3, 10, 10])
    assert hit.result.units[1].figures == 19


@pytest.mark.rule("masse.engine.effect")
def test_four_dice_of_a_trebuchet() -> None:
    world = field(engine(TREBUCHET, 0, 30, 10), block())
    struck = play(Call(impact, world, 0, 1), [2, 4, 7, 10, 10, 10])
    assert struck.outcomes[0] == "nv-6"
    assert struck.result.units[1].figures == 14


@pytest.mark.rule("masse.engine.figure-cap")
def test_a_cannon_takes_one_figure_from_each_rank() -> None:
    world = field(engine(CANNON, 0, 30, 10), block())
    struck = play(Call(impact, world, 0, 1), [8, 8, 6, 8, 3, 10, 10])
    assert struck.told("engine-hits").about == (0, 1, 9)
    assert (struck.result.units[1].figures, struck.result.units[1].carried) == (16, 0)


@pytest.mark.rule("masse.engine.figure-cap")
def test_how_many_figures_a_shot_can_take() -> None:
    world = field(engine(CANNON, 0, 30, 10), block())
    target = world.units[1]
    assert (most_figures("direct", target, FRONT), most_figures("ballistic", target, FRONT)) == (4, 8)
    assert (most_figures("direct", target, 1), most_figures("ballistic", target, 1)) == (5, 10)
    tough = changed(target, card=changed(target.card, nv=3), carried=2)
    assert most_nv(world.units[0], tough) == 4 * 3 - 2


@pytest.mark.rule("masse.engine.into-melee")
def test_a_shot_into_a_melee_is_shared() -> None:
    ours = unit("infanterie-reguliere", 0, 30, 30, figures=10, files=5, formation=CLOSE)
    theirs = unit("infanterie-orque", 1, 30, 33.2, 270, figures=20, files=5, formation=CLOSE)
    world = field(engine(TREBUCHET, 0, 30, 10), ours, changed(theirs, y=ours.y + 6000))
    assert refused(world, ("fire", 2)) == ""
    assert shares(world, 2, 6) == [(2, 4), (1, 2)]
    assert shares(world, 2, 7) == [(2, 5), (1, 2)]
    struck = play(Call(impact, world, 0, 2), [2, 4, 7, 10, 9, 9, 10, 10]).result
    assert (struck.units[1].figures, struck.units[2].figures) == (8, 16)


@pytest.mark.rule("masse.engine.to-hit", "masse.engine.effect", "masse.engine.misfire")
def test_exact_odds_of_a_ballista_come_from_the_same_rules() -> None:
    world = field(engine(BALLISTA, 0, 30, 10), block(y=30, no_morale=True))
    found = rule_odds(Call(fire, world, 0, ("fire", 1)), first)
    assert found["miss"] == Fraction(11 - 3, 20)
    assert found["nv-4"] == Fraction(10, 20) * Fraction(9, 64)
    assert found["jam"] == Fraction(2, 20) * Fraction(3, 10)
    assert sum(found.values()) == 1


def first(choice: Choose) -> Any:
    """The first listed answer."""
    return choice.options.listed()[0]


# ---------------------------------------------------------------- scatter


@pytest.mark.rule("masse.engine.scatter")
def test_where_a_miss_lands() -> None:
    aim = hero(1, 30, 30, 270)
    world = field(engine(BALLISTA, 0, 30, 10), aim, switches=("scatter",))
    back = landing(world, world.units[0], world.units[1], 1)
    assert back == (30 * INCH, 30 * INCH - INCH // 2)
    assert landing(world, world.units[0], world.units[1], 3) == (30 * INCH - INCH // 2, 30 * INCH)
    wide = field(engine(BALLISTA, 0, 30, 10), block(y=30))
    x, y = landing(wide, wide.units[0], wide.units[1], 5)
    assert (x, y) == (30 * INCH, 30 * INCH + 2 * INCH)


@pytest.mark.rule("masse.engine.scatter")
def test_a_miss_may_strike_a_bystander() -> None:
    aim = hero(1, 30, 30, 270)
    bystander = unit("infanterie-orque", 1, 30, 31.7, 270, figures=10, files=5, formation=SKIRMISH)
    machine = engine(BALLISTA, 0, 30, 10)
    plain = play(Call(fire, field(machine, aim, bystander), 0, ("fire", 1)), [3])
    assert plain.outcomes == ["miss"]
    on = field(machine, aim, changed(bystander, y=31 * INCH + 500), switches=("scatter",))
    struck = play(Call(fire, on, 0, ("fire", 1)), [3, 5, 3, 1, 10, 10])
    assert struck.kinds[:3] == ["engine-fires", "engine-misses", "shot-lands"]
    assert struck.result.units[2].figures == 9
    house = structure("structure-d-habitation-legere", 29, 30.3, 2, 2)
    at_home = field(machine, aim, structures=[house], switches=("scatter",))
    assert play(Call(fire, at_home, 0, ("fire", 1)), [3, 5, 8, 8]).result.structures[0].damage == 11
    beside = field(machine, aim, changed(bystander, x=40 * INCH), structures=[changed(house)], switches=("scatter",))
    west = play(Call(fire, beside, 0, ("fire", 1)), [3, 3])
    assert west.kinds[-1] == "shot-lands", "on bare ground it strikes nothing"
    ruins = field(machine, aim, structures=[changed(house, damage=house.pr)], switches=("scatter",))
    assert play(Call(fire, ruins, 0, ("fire", 1)), [3, 5]).kinds[-1] == "shot-lands", "nor what is down already"
    aloft = field(machine, aim, changed(bystander, y=31 * INCH + 500, altitude=2), switches=("scatter",))
    assert play(Call(fire, aloft, 0, ("fire", 1)), [3, 5]).kinds[-1] == "shot-lands", "nor those above it"


# ---------------------------------------------------------------- misfires


@pytest.mark.rule(
    "masse.engine.table-6c",
    "masse.engine.misfire-explosion",
    "masse.engine.misfire-jam",
    "masse.engine.misfire-stuck",
    "masse.engine.misfire-delay",
)
def test_the_misfire_table() -> None:
    assert [misfire_of(die) for die in range(1, 11)] == ["explosion", *["jam"] * 3, *["stuck"] * 3, *["delay"] * 3]


@pytest.mark.rule("masse.engine.misfire-explosion", "masse.engine.misfire")
def test_an_explosion_destroys_the_machine_and_a_man() -> None:
    world = field(engine(CANNON, 0, 30, 10), block())
    ended = play(Call(fire, world, 0, ("fire", 1)), [4, 1, 10, 10])
    crew = ended.result.units[0]
    assert (crew.status, crew.carried) == (ON_TABLE, 1)
    assert refused(ended.result, ("fire", 1)) == "masse.structure.destroyed"
    assert ended.result.units[1] == world.units[1]


@pytest.mark.rule("masse.engine.misfire-jam")
def test_a_jammed_machine_is_of_no_more_use() -> None:
    world = field(engine(CANNON, 0, 30, 10), block())
    ended = play(Call(fire, world, 0, ("fire", 1)), [1, 4]).result
    assert (ended.units[0].jammed, ended.units[0].carried) == (-1, 0)
    assert refused(ended, ("fire", 1)) == refused(ended, ("reload",)) == "masse.engine.misfire-jam"


@pytest.mark.rule("masse.engine.repair")
def test_a_jammed_machine_is_repaired_after_the_battle() -> None:
    world = field(engine(CANNON, 0, 30, 10, jammed=-1), engine(CANNON, 0, 40, 10))
    assert play(Call(repair, world, 0), [5]).result == 5
    assert play(Call(repair, world, 1)).result == 0


@pytest.mark.rule("masse.engine.misfire-stuck")
def test_a_stuck_trebuchet_fires_again_four_turns_later() -> None:
    world = field(engine(TREBUCHET, 0, 30, 10), block())
    world = play(Call(fire, world, 0, ("fire", 1)), [3, 6]).result
    turns = 1
    while refused(world, ("fire", 1)):
        world = play(Call(reload, world.with_unit(refreshed(world.units[0])), 0, ("reload",))).result
        turns += 1
    assert turns + 1 == 5


@pytest.mark.rule("masse.engine.misfire-delay")
def test_a_delayed_shot_comes_next_turn() -> None:
    world = field(engine(TREBUCHET, 0, 30, 10), block())
    world = play(Call(fire, world, 0, ("fire", 1)), [3, 8]).result
    assert refused(world.with_unit(refreshed(world.units[0])), ("fire", 1)) == ""


# ---------------------------------------------------------------- the crew attacked


@pytest.mark.rule("masse.engine.crew-engaged", "masse.engine.crew-defends")
def test_a_crew_in_melee_neither_fires_nor_reloads_but_keeps_what_is_done() -> None:
    attackers = unit("infanterie-orque", 1, 30, 12, 270, formation=CLOSE)
    machine = engine(TREBUCHET, 0, 30, 10, loaded=False, reload=2)
    world = field(machine, changed(attackers, y=machine.y + 2000 + 2000))
    assert refused(world, ("reload",)) == "masse.engine.crew-engaged"
    assert refused(field(changed(machine, loaded=True), world.units[1], block()), ("fire", 2)) == "masse.engine.crew-engaged"
    assert refused(world, ("attack", 1)) == ""
    assert world.units[0].reload == 2
    struck = play(Call(attack, world, 1, ("attack", 0)), [3, 3, 1, 20, 20, 10, 10]).result
    assert (struck.units[0].carried, struck.units[0].structure_hits) == (2, 0)


@pytest.mark.rule("masse.engine.destroy-abandoned")
@pytest.mark.parametrize(("kind", "turns"), [(BALLISTA, 1), (LIGHT, 2), (HEAVY, 3), (CANNON, 4), (TREBUCHET, 4)])
def test_destroying_an_abandoned_engine_takes_its_reloading_time(kind: str, turns: int) -> None:
    machine = engine(kind, 1, 30, 10, status=DESTROYED, figures=0)
    men = unit("infanterie-reguliere", 0, 30, 12, 270, formation=CLOSE)
    world = field(changed(men, y=machine.y + 2000 + 2000), machine)
    assert wrecking_turns(machine) == turns
    for _ in range(turns):
        assert refused(world, ("wreck", 1)) == ""
        world = play(Call(wreck, world, 0, ("wreck", 1))).result
    assert refused(world, ("wreck", 1)) == "masse.engine.destroy-abandoned"
    assert refused(field(changed(men, y=20 * INCH), machine), ("wreck", 1)) == "masse.engine.destroy-abandoned"
    assert refused(field(world.units[0], engine(kind, 1, 30, 10)), ("wreck", 1)) == "masse.engine.destroy-abandoned"
    assert refused(field(world.units[0], changed(machine, seat=0)), ("wreck", 1)) == "masse.engine.destroy-abandoned", (
        "one's own"
    )


@pytest.mark.rule("masse.engine.destroy-abandoned")
def test_a_crew_that_flees_leaves_its_engine() -> None:
    world = field(engine(BALLISTA, 0, 30, 10, morale=ROUTED), block())
    ended = play(Call(flight, world, 0))
    assert ended.outcomes == ["fled"]
    left = ended.result.units[0]
    assert (left.status, left.x, left.y) == (FLED, world.units[0].x, world.units[0].y)
    beside = unit("infanterie-reguliere", 1, 30, 12, 270, formation=CLOSE)
    found = field(left, changed(beside, y=left.y + 2000 + 2000))
    assert refused(found, ("wreck", 0), 1) == "", "and whoever comes may destroy it"


@pytest.mark.rule("masse.engine.immune-to-melee", "masse.structure.precise-target")
def test_machines_fire_at_machines() -> None:
    world = field(engine(BALLISTA, 0, 30, 10), engine(LIGHT, 1, 30, 30, 270))
    assert dict(shot_modifiers(world, world.units[0], world.units[1])) == {"objet-precis": -4}
    assert shot_needs(world, world.units[0], world.units[1]) == 15
    struck = play(Call(fire, world, 0, ("fire", 1)), [15, 8, 7]).result.units[1]
    assert (struck.structure_hits, struck.carried) == (10, 0)


# ---------------------------------------------------------------- at structures


@pytest.mark.rule("masse.engine.range", "masse.structure.engines-purpose")
def test_structures_have_the_same_range_bands() -> None:
    ballista = engine(BALLISTA, 0, 30, 1)
    short = short_ranged(ballista)
    edge = 1 + ballista.card.depth / 2 / INCH
    for far, needed in ((10, 11), (10.1, 15), (20, 15), (20.1, 19), (30, 19)):
        tower = structure("tour-de-fortification", 28, edge + far, 4, 4)
        assert structure_needs(short, tower) == needed, far
        assert refused(field(short, structures=[tower]), ("fire-at", 0)) == ""
    beyond = structure("tour-de-fortification", 28, edge + 30.1, 4, 4)
    assert refused(field(short, structures=[beyond]), ("fire-at", 0)) == "masse.engine.range"


@pytest.mark.rule("masse.structure.engines-purpose", "masse.structure.damage")
def test_a_heavy_catapult_on_a_wall() -> None:
    wall = structure("muraille-d-enceinte", 20, 40, 20, 1)
    world = field(engine(HEAVY, 0, 30, 10), block(y=50), structures=[wall])
    assert refused(world, ("fire-at", 0)) == ""
    hit = play(Call(fire_at, world, 0, ("fire-at", 0)), [15, 9, 8])
    assert hit.result.structures[0].pr - hit.result.structures[0].damage == 81
    assert play(Call(fire_at, world, 0, ("fire-at", 0)), [14]).outcomes == ["miss"]
    assert play(Call(fire_at, world, 0, ("fire-at", 0)), [2, 9]).outcomes == ["delay"]


@pytest.mark.rule("masse.structure.precise-target")
def test_a_door_is_a_precise_target() -> None:
    door = structure("porte-standard", 29, 30, 2, 1)
    house = structure("structure-d-habitation-legere", 29, 30, 2, 2)
    for mark, needed in ((door, 15), (house, 11)):
        world = field(engine(BALLISTA, 0, 30, 10), block(y=50), structures=[mark])
        assert play(Call(fire_at, world, 0, ("fire-at", 0)), [needed - 1]).outcomes == ["miss"]
        assert play(Call(fire_at, world, 0, ("fire-at", 0)), [needed, 3, 1]).outcomes == ["pr-0"]


@pytest.mark.rule("masse.engine.direct-fire")
def test_a_direct_shot_must_see_the_structure() -> None:
    marks = [structure("porte-standard", 29, 40, 2, 1), structure("muraille-renforcee", 20, 30, 20, 1)]
    world = field(engine(BALLISTA, 0, 30, 10), block(y=50), structures=marks)
    assert refused(world, ("fire-at", 0)) == "masse.engine.direct-fire"
    assert refused(world, ("fire-at", 1)) == ""
    assert ("fire-at", 1) in doing(world).listed()
    lobbed = field(engine(HEAVY, 0, 30, 10), block(y=50), structures=marks)
    assert refused(lobbed, ("fire-at", 0)) == ""


# ---------------------------------------------------------------- orders


@pytest.mark.rule("masse.engine.to-hit", "masse.engine.rate")
def test_orders_answer_any_nonsense_with_a_reason() -> None:
    world = field(engine(BALLISTA, 0, 30, 10), block())
    for kind in ("fire", "fire-at", "reload", "wreck"):
        for answer in ((kind, "x"), (kind, 99), (kind, -1), (kind, 0), (kind, True), (kind, 1, 1), (kind, None)):
            assert doing(world).check(answer) is not None, answer
    assert {answer[0] for answer in doing(world).listed()} >= {"fire", "move", "done"}
    for answer in doing(world).listed():
        assert doing(world).check(answer) is None


@pytest.mark.rule("masse.engine.rate")
def test_a_machine_does_not_reload_by_itself_when_the_turn_ends() -> None:
    assert not refreshed(engine(TREBUCHET, 0, 30, 10, loaded=False)).loaded


@pytest.mark.rule("masse.engine.to-hit")
def test_any_enemy_may_be_fired_at_and_nobody_else() -> None:
    world = field(block(), engine(BALLISTA, 0, 30, 10), unit("milice", 0, 40, 10))
    assert refused(world, ("fire", 0), 1) == "", "the first unit too"
    for number in (-1, 1, 2, 3, 99):
        assert refused(world, ("fire", number), 1) == "masse.engine.to-hit", number


@pytest.mark.rule("masse.engine.destroy-abandoned")
def test_neither_fliers_in_the_air_nor_other_crews_wreck_an_engine() -> None:
    machine = engine(BALLISTA, 1, 30, 10, status=DESTROYED, figures=0)
    griffon = unit("griffons", 0, 30, 12, 270, figures=1)
    there = changed(griffon, y=machine.y + (machine.card.depth + griffon.card.depth) // 2)
    assert refused(field(there, machine), ("wreck", 1)) == ""
    assert refused(field(changed(there, altitude=1), machine), ("wreck", 1)) == "masse.engine.destroy-abandoned"
    other = engine(LIGHT, 0, 30, 12, 270)
    beside = changed(other, y=machine.y + (machine.card.depth + other.card.depth) // 2)
    assert refused(field(beside, machine), ("wreck", 1)) == "masse.engine.destroy-abandoned"


@pytest.mark.rule("masse.view.field-of-view", "masse.engine.direct-fire", "masse.engine.ballistic-fire")
@pytest.mark.parametrize("kind", ["baliste", "catapulte-legere"])
def test_a_machine_fires_where_it_points(kind: str) -> None:
    house = structure("structure-d-habitation-legere", 28, 34, 4, 4)
    for facing, key in ((90, ""), (0, "not-pointed"), (270, "not-pointed")):
        world = field(engine(kind, 0, 30, 20, facing), unit("infanterie-orque", 1, 30, 32, 270), structures=[house])
        troops, walls = (Doing(world, 0, 0).check(answer) for answer in (("fire", 1), ("fire-at", 0)))
        assert ("" if troops is None else troops.key) == key
        assert (walls is not None and walls.key == "structure-not-pointed") is bool(key)
    refused = Doing(world, 0, 0).check(("move", (("pivot", "about"),)))
    assert refused is None, "it may be turned"


@pytest.mark.rule("masse.engine.misfire-explosion", "masse.engine.move")
def test_the_crew_of_a_machine_that_has_exploded_walks() -> None:
    whole = engine("catapulte-legere", 0, 30, 20)
    assert whole.card.machine is not None
    wreck = changed(whole, structure_hits=whole.card.machine.pr, carried=1)
    world = field(wreck, unit("infanterie-orque", 1, 30, 50, 270), acting=0)
    assert Doing(world, 0, 0).check(("move", (("march", 0, round(4.5 * INCH)),))) is None
    assert Doing(world, 0, 0).check(("move", (("march", 0, 5 * INCH),))) is not None
    short = field(changed(whole, carried=1), unit("infanterie-orque", 1, 30, 50, 270), acting=0)
    refused = Doing(short, 0, 0).check(("move", (("march", 0, INCH),)))
    assert refused is not None
    assert refused.key == "crew-incomplete"
